//! What a receipt would pay before it is entered or claimed: open bills of the tenant, what each would get, and what
//! would stay as credit. The same functions as the entering use, so the two cannot disagree.

use std::collections::HashMap;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ops::{Spread, parts};
use super::record::{Purpose, Receipt};
use super::related::{TenantUnit, question, units};
use crate::error::{AppError, Result};
use crate::features::finance::allocation::living_of_receipt;
use crate::features::finance::apply::Open;
use crate::features::finance::bill::record::{Bill, OPEN_BY_TENANT};
use crate::features::finance::credit::lots_of_tenant;
use crate::features::lease::contract::record::{BY_TENANT as LEASES, Lease};
use crate::features::lease::schedule::terms::BillKind;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::dates::DateText;
use crate::kernel::money::capitals;
use crate::kernel::order::Order;
use crate::kernel::span::{DateSpan, days_between};
use crate::op::View;
use crate::records::list::NameCache;
use crate::records::owned;
use crate::route::Data;
use crate::store::{Reads, id, key};

/// Money that is about to be entered or claimed.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PreviewReceipt {
    /// Who got it; 0 while nobody was chosen.
    #[schemars(title = "收款单位")]
    pub party_a_id: u64,
    /// The tenant 乙方 who paid, by number; 0 while nobody is known.
    #[schemars(title = "乙方")]
    pub tenant_id: u64,
    /// For which lease; 0 for any.
    #[serde(default)]
    pub lease_id: u64,
    /// Fen; 0 while it is not known.
    #[serde(default)]
    #[schemars(title = "金额")]
    pub amount_fen: i64,
    /// The bank's day; today when absent.
    #[serde(default)]
    #[schemars(with = "Option<DateText>", title = "到账日期")]
    pub value_date: Option<Date>,
    /// What the money is for 收款用途.
    #[serde(default)]
    pub purpose: Purpose,
    /// A receipt that is to be spread again 改核销: what it pays now counts as open; 0 for new money.
    #[serde(default)]
    pub receipt_id: u64,
    /// How it is spread.
    #[serde(flatten)]
    pub spread: Spread,
}

/// An open bill with what it would get.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenBill {
    /// The bill 账单 that it is about, by number.
    pub bill_id: u64,
    /// Number of the bill 账单 as printed, `ZD-202401-000001`.
    pub bill_no: String,
    /// Number of its lease.
    pub lease_no: String,
    /// What it is for: rent, deposit … (values and labels in its type).
    pub kind: BillKind,
    /// Days that it charges, both included; absent when it is for no period.
    pub period: Option<DateSpan>,
    /// Last day to pay without being overdue 应缴日.
    #[schemars(with = "DateText")]
    pub due_date: Date,
    /// Days overdue today; 0 when it is not.
    pub overdue_days: i64,
    /// What is still to be paid 未缴, in whole fen.
    pub open_fen: i64,
    /// Fen it would get.
    pub pays_fen: i64,
}

/// A lease of the tenant at the party A.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeaseChoice {
    /// The lease 合同 that it is about, by number.
    pub lease_id: u64,
    /// Number of the lease 合同 as printed, `HT-202401-000001`.
    pub lease_no: String,
}

/// What the money would do.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptPreview {
    /// Open bills, by due date.
    pub bills: Vec<OpenBill>,
    /// Leases to choose from.
    pub leases: Vec<LeaseChoice>,
    /// Units that the tenant has leases or open bills with, where he owes most first.
    pub units: Vec<TenantUnit>,
    /// What must be confirmed, because the tenant has nothing with the unit; absent when he has.
    pub question: Option<String>,
    /// Fen that no bill takes: credit, or too much for a deposit.
    pub credit_fen: i64,
    /// Fen of credit that the tenant has at the party A already, for whatever lease 预收余额.
    pub held_credit_fen: i64,
    /// The amount in capitals.
    pub capitals: String,
}

fn deposit_parts(bills: &[Open], amount_fen: i64) -> Vec<(u64, i64)> {
    let mut left = amount_fen;
    let mut take = |bill: &Open| {
        let part = bill.open_fen.min(left);
        left -= part;
        (bill.bill_id, part)
    };
    bills.iter().filter(|bill| bill.kind == BillKind::Deposit).map(&mut take).collect()
}

fn leases(view: &View, input: &PreviewReceipt) -> Result<Vec<LeaseChoice>> {
    let leases: Vec<Lease> = view.tx.by(&LEASES, &id(input.tenant_id), false, 0, usize::MAX)?;
    let scope = view.caller.scope();
    let fits = |lease: &Lease| {
        lease.has_bills() && lease.facts.party_a_id == input.party_a_id && owned::is_visible(view, &scope, lease)
    };
    let shown = |lease: Lease| LeaseChoice { lease_id: lease.lease_id, lease_no: lease.lease_no };
    Ok(leases.into_iter().filter(fits).map(shown).collect())
}

/// Open bills of the tenant; without what a receipt pays that is to be spread again.
fn open(view: &View, input: &PreviewReceipt) -> Result<Vec<Bill>> {
    let columns = key().u64(input.tenant_id).u64(input.party_a_id);
    let mut rows: Vec<Bill> = view.tx.by(&OPEN_BY_TENANT, &columns, false, 0, usize::MAX)?;
    if input.receipt_id == 0 {
        return Ok(rows);
    }
    let _: Receipt = owned::find(view, input.receipt_id)?;
    for (row, left) in living_of_receipt(view, input.receipt_id)? {
        if let Some(bill) = rows.iter_mut().find(|bill| bill.bill_id == row.bill_id) {
            bill.allocated_fen -= left;
        } else if let Some(bill) = view.tx.get::<Bill>(&id(row.bill_id))? {
            rows.push(Bill { allocated_fen: bill.allocated_fen - left, ..bill });
        }
    }
    rows.retain(|bill| (bill.tenant_id, bill.party_a_id) == (input.tenant_id, input.party_a_id));
    // In the order of the index that the operation reads.
    rows.order_by_key(|bill| (bill.due_date, bill.bill_id));
    Ok(rows)
}

/// POST /fin/receipt/preview and /fin/receipt/claim/preview
pub fn preview(view: &View, input: PreviewReceipt) -> Result<Data<ReceiptPreview>> {
    let _: Tenant = owned::find(view, input.tenant_id).map_err(|_| AppError::refused("请选择乙方").at("tenantId"))?;
    let mut rows = open(view, &input)?;
    rows.retain(|bill| {
        (input.lease_id == 0 || bill.lease_id == input.lease_id)
            && (bill.kind == BillKind::Deposit) == (input.purpose == Purpose::Deposit)
    });
    let open: Vec<Open> = rows.iter().map(Open::from).collect();
    let today = view.now.date();
    let amount_fen = input.amount_fen.max(0);
    let paid: HashMap<u64, i64> = match input.purpose {
        Purpose::Deposit => deposit_parts(&open, amount_fen),
        Purpose::Bills => parts(view, &open, amount_fen, input.value_date.unwrap_or(today), &input.spread),
    }
    .into_iter()
    .collect();
    let mut names = NameCache::new(view);
    let mut bills = Vec::with_capacity(rows.len());
    for bill in rows {
        bills.push(OpenBill {
            bill_id: bill.bill_id,
            lease_no: names.of::<Lease>(bill.lease_id)?,
            kind: bill.kind,
            period: bill.period,
            due_date: bill.due_date,
            overdue_days: if bill.is_overdue(today) { days_between(bill.due_date, today) } else { 0 },
            open_fen: bill.outstanding_fen(),
            pays_fen: paid.get(&bill.bill_id).copied().unwrap_or_default(),
            bill_no: bill.bill_no,
        });
    }
    let credit_fen = amount_fen - paid.values().sum::<i64>();
    let held = lots_of_tenant(view, input.tenant_id, input.party_a_id, 0)?;
    Ok(Data(ReceiptPreview {
        bills,
        leases: leases(view, &input)?,
        units: units(view, input.tenant_id)?,
        question: question(view, input.tenant_id, input.party_a_id)?,
        credit_fen,
        held_credit_fen: held.iter().map(|lot| lot.left_fen).sum(),
        capitals: capitals(amount_fen),
    }))
}
