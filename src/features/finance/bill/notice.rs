//! Payment notices 缴费通知单 and dunning letters 催缴函: what a sheet for a tenant says.
//!
//! One sheet per tenant and party A. A notice names the chosen bills and brings other arrears forward as one sum; a
//! dunning letter names everything that is overdue. Both name the account in full, so asking leaves an audit row.

use std::collections::BTreeMap;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::record::{Bill, BillState, OPEN_BY_TENANT};
use crate::error::{AppError, Result};
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::credit::lots_of_tenant;
use crate::features::lease::contract::record::Lease;
use crate::features::lease::schedule::terms::BillKind;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::dates::DateText;
use crate::kernel::money::capitals;
use crate::kernel::order::Order;
use crate::kernel::span::{DateSpan, days_between};
use crate::op::{Op, View};
use crate::records::list::NameCache;
use crate::records::{number, owned, personal};
use crate::route::Data;
use crate::store::{Reads, key};

/// Which bills to print.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PrintBills {
    /// Bills; for a letter, bills of the tenants it goes to.
    pub ids: Vec<u64>,
    /// A dunning letter instead of a notice.
    pub dunning: bool,
}

/// Most bills of one print.
const MOST: usize = 500;

/// A line of a sheet.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NoticeLine {
    /// Number of the bill.
    pub bill_no: String,
    /// Number of its lease.
    pub lease_no: String,
    /// Codes of its rooms 房号, with 、 between.
    pub room_text: String,
    /// What it is for: rent, deposit … (values and labels in its type).
    pub kind: BillKind,
    /// Days that it charges, both included; absent when it is for no period.
    pub period: Option<DateSpan>,
    /// Last day to pay without being overdue 应缴日.
    #[schemars(with = "DateText")]
    pub due_date: Date,
    /// Days overdue today; 0 when it is not.
    pub overdue_days: i64,
    /// Fen asked for, waivers and adjustments taken off.
    pub net_fen: i64,
    /// What is still to be paid 未缴, in whole fen.
    pub open_fen: i64,
}

/// Where to pay.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NoticeAccount {
    /// Holder of the bank account 户名.
    pub name: String,
    /// Name of the bank and its branch 开户行.
    pub bank: String,
    /// Number in full.
    pub account_no: String,
}

/// A sheet.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Notice {
    /// Number 编号 of a notice: [`number::unkept`]. A letter has one of its own once it is printed.
    pub notice_no: String,
    /// The tenant 乙方 that it is about, by number.
    pub tenant_id: u64,
    /// Name of the tenant 乙方.
    pub tenant_name: String,
    /// The party A 甲方 that it is about, by number.
    pub party_a_id: u64,
    /// Name of the party A 甲方.
    pub party_a_name: String,
    /// Who is to be spoken to 联系人.
    pub contact: String,
    /// Its telephone 联系电话.
    pub telephone: String,
    /// Its account; none when it has entered none.
    pub account: Option<NoticeAccount>,
    /// Bills, by due date.
    pub lines: Vec<NoticeLine>,
    /// Fen of other overdue bills 以前欠缴.
    pub brought_fen: i64,
    /// How many they are.
    pub brought_count: usize,
    /// Lines and what is brought forward.
    pub total_fen: i64,
    /// The total in capitals.
    pub capitals: String,
    /// Of the total what the tenant's credit pays that lies on no bill yet 预收抵扣, fen.
    pub credit_fen: i64,
    /// What is left to pay 实际应缴, fen.
    pub pay_fen: i64,
    /// The same in capitals.
    pub pay_capitals: String,
    /// Day that the sheet is dated.
    #[schemars(with = "DateText")]
    pub day: Date,
}

/// Chosen bills of one tenant at one party A.
struct Sheet {
    tenant_id: u64,
    party_a_id: u64,
    chosen: Vec<Bill>,
}

fn sheets(view: &View, ids: &[u64]) -> Result<Vec<Sheet>> {
    let mut sheets: Vec<Sheet> = Vec::new();
    for bill_id in ids {
        let bill: Bill = owned::find(view, *bill_id)?;
        if bill.state == BillState::Void {
            continue;
        }
        let of_sheet = |sheet: &&mut Sheet| (sheet.tenant_id, sheet.party_a_id) == (bill.tenant_id, bill.party_a_id);
        match sheets.iter_mut().find(of_sheet) {
            Some(sheet) if sheet.chosen.iter().any(|known| known.bill_id == bill.bill_id) => {}
            Some(sheet) => sheet.chosen.push(bill),
            None => sheets.push(Sheet { tenant_id: bill.tenant_id, party_a_id: bill.party_a_id, chosen: vec![bill] }),
        }
    }
    Ok(sheets)
}

/// Bills that the sheet names, and overdue ones that it brings forward.
fn named(view: &View, sheet: Sheet, dunning: bool) -> Result<(Vec<Bill>, Vec<Bill>)> {
    let (today, scope) = (view.now.date(), view.caller.scope());
    let columns = key().u64(sheet.tenant_id).u64(sheet.party_a_id);
    let mut overdue: Vec<Bill> = view.tx.by(&OPEN_BY_TENANT, &columns, false, 0, usize::MAX)?;
    overdue.retain(|bill| bill.is_overdue(today) && owned::is_visible(view, &scope, bill));
    if dunning {
        return Ok((overdue, Vec::new()));
    }
    let mut chosen = sheet.chosen;
    chosen.retain(|bill| bill.outstanding_fen() > 0);
    chosen.order_by_key(|bill| (bill.due_date, bill.bill_id));
    overdue.retain(|bill| chosen.iter().all(|named| named.bill_id != bill.bill_id));
    Ok((chosen, overdue))
}

/// The overdue bills of every tenant and party A of some bills: what their dunning letters ask for.
///
/// # Errors
/// A bill that is missing or out of scope.
pub fn overdue_sheets(view: &View, ids: &[u64]) -> Result<Vec<Vec<Bill>>> {
    let mut letters = Vec::new();
    for sheet in sheets(view, ids)? {
        let (bills, _) = named(view, sheet, true)?;
        if !bills.is_empty() {
            letters.push(bills);
        }
    }
    Ok(letters)
}

fn account(view: &View, party: &PartyA) -> Result<Option<NoticeAccount>> {
    let Some(account) = party.paper_account() else { return Ok(None) };
    let account_no = personal::open(view, &account.number)?;
    Ok(Some(NoticeAccount { name: account.name.clone(), bank: account.bank.clone(), account_no }))
}

/// What a tenant's credit pays of some bills: credit of a lease pays that lease alone, other credit any, no credit a deposit.
fn from_credit(view: &View, tenant_id: u64, party_a_id: u64, bills: &[Bill]) -> Result<i64> {
    let mut open: BTreeMap<u64, i64> = BTreeMap::new();
    for bill in bills.iter().filter(|bill| bill.kind != BillKind::Deposit) {
        *open.entry(bill.lease_id).or_default() += bill.outstanding_fen();
    }
    let (of_any, of_lease): (Vec<_>, Vec<_>) =
        lots_of_tenant(view, tenant_id, party_a_id, 0)?.into_iter().partition(|lot| lot.lease_id == 0);
    let mut paid = 0;
    for lot in of_lease {
        if let Some(left) = open.get_mut(&lot.lease_id) {
            let part = lot.left_fen.min(*left);
            *left -= part;
            paid += part;
        }
    }
    let (free, left): (i64, i64) = (of_any.iter().map(|lot| lot.left_fen).sum(), open.values().sum());
    Ok(paid + free.min(left))
}

fn notice(view: &View, names: &mut NameCache<'_>, sheet: Sheet, dunning: bool) -> Result<Option<Notice>> {
    let (tenant_id, party_a_id, today) = (sheet.tenant_id, sheet.party_a_id, view.now.date());
    let (bills, brought) = named(view, sheet, dunning)?;
    if bills.is_empty() {
        return Ok(None);
    }
    let party: PartyA = owned::linked(view, party_a_id)?;
    let asked: Vec<Bill> = bills.iter().chain(&brought).cloned().collect();
    let credit_fen = from_credit(view, tenant_id, party_a_id, &asked)?;
    let mut lines = Vec::with_capacity(bills.len());
    for bill in bills {
        lines.push(NoticeLine {
            lease_no: names.of::<Lease>(bill.lease_id)?,
            kind: bill.kind,
            period: bill.period,
            due_date: bill.due_date,
            overdue_days: if bill.is_overdue(today) { days_between(bill.due_date, today) } else { 0 },
            net_fen: bill.net_fen(),
            open_fen: bill.outstanding_fen(),
            bill_no: bill.bill_no,
            room_text: bill.room_text,
        });
    }
    let brought_fen: i64 = brought.iter().map(Bill::outstanding_fen).sum();
    let total_fen = brought_fen + lines.iter().map(|line| line.open_fen).sum::<i64>();
    Ok(Some(Notice {
        notice_no: number::unkept("JFTZ", &[today], party_a_id, tenant_id),
        tenant_id,
        tenant_name: names.of::<Tenant>(tenant_id)?,
        party_a_id,
        account: account(view, &party)?,
        party_a_name: party.facts.party_a_name,
        contact: party.facts.contact,
        telephone: party.facts.telephone,
        lines,
        brought_fen,
        brought_count: brought.len(),
        total_fen,
        capitals: capitals(total_fen),
        credit_fen,
        pay_fen: total_fen - credit_fen,
        pay_capitals: capitals(total_fen - credit_fen),
        day: today,
    }))
}

/// GET /fin/bill/notice: one sheet per tenant and party A of the chosen bills, in the order of choice.
pub fn notices(op: &mut Op, input: PrintBills) -> Result<Data<Vec<Notice>>> {
    if input.ids.is_empty() || input.ids.len() > MOST {
        return Err(AppError::refused(format!("请选择1到{MOST}张账单")));
    }
    let view = op.view();
    notices_of(&view, &mut NameCache::new(&view), &input.ids, input.dunning).map(Data)
}

/// One sheet per tenant and party A of some bills, in their order.
///
/// # Errors
/// A bill that is missing or out of scope; nothing to be paid on any of them.
pub fn notices_of(view: &View, names: &mut NameCache<'_>, ids: &[u64], dunning: bool) -> Result<Vec<Notice>> {
    let mut notices = Vec::new();
    for sheet in sheets(view, ids)? {
        notices.extend(notice(view, names, sheet, dunning)?);
    }
    if notices.is_empty() {
        let none =
            if dunning { "所选账单的乙方没有逾期未缴的账单" } else { "所选账单没有未缴金额" };
        return Err(AppError::refused(none));
    }
    Ok(notices)
}
