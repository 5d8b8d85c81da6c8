//! Statement of account 对账单 of a tenant: what he owed when a period began, what moved, what he owes at its end.
//!
//! By book date, as the ledger counts: a bill from its issue, so the closing balance is arrears plus bills not yet due
//! less credit. Deposits are not income and stand in their own register. Money counts from the receipt's own book date,
//! also when it was claimed later; what was never claimed is nobody's.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::allocation::{Allocation, AllocationMode, BY_BILL, MoneySource};
use super::bill::record::{BY_TENANT as BILLS, Bill, BillState};
use super::credit::{CreditCause, CreditLot, CreditMove, MOVES_BY_TENANT};
use super::opening::record::{BY_TENANT as OPENINGS, Opening, OpeningKind};
use super::payout::record::{BY_KIND, Payout, PayoutKind};
use super::receipt::record::{BY_TENANT as RECEIPTS, Purpose, Receipt};
use super::waiver::record::{BY_BILL as WAIVERS, Waiver};
use crate::error::{AppError, Result};
use crate::features::assets::party_a::record::PartyA;
use crate::features::lease::schedule::terms::BillKind;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::dates::DateText;
use crate::kernel::enumeration::numbered;
use crate::kernel::money::capitals;
use crate::kernel::order::Order;
use crate::op::View;
use crate::platform::identity::rights::Scope;
use crate::records::list::NameCache;
use crate::records::owned::is_visible;
use crate::records::{number, owned};
use crate::route::Data;
use crate::store::{Reads, id, key};

numbered! {
    pub enum EntryKind {
        Bill = 1 => "账单",
        Waiver = 2 => "减免",
        Receipt = 3 => "收款",
        Refund = 4 => "退款",
        Deposit = 5 => "押金抵扣",
    }
}

/// A movement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// Day on which it counts in the books.
    #[schemars(with = "DateText")]
    pub date: Date,
    /// What kind of movement it is.
    pub kind: EntryKind,
    /// Number of the document as printed.
    pub no: String,
    /// What it is about, in words.
    pub text: String,
    /// Fen: positive makes the tenant owe more.
    pub amount_fen: i64,
}

/// A movement with the balance after it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatementLine {
    /// The movement.
    #[serde(flatten)]
    pub entry: Entry,
    /// Fen owed after it; negative is credit.
    pub balance_fen: i64,
}

/// Sums of a period.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Account {
    /// Fen owed before the first day; negative is credit.
    pub opening_fen: i64,
    /// Bills and adjustments, in whole fen.
    pub charged_fen: i64,
    /// Waived 减免 in the period, in whole fen.
    pub waived_fen: i64,
    /// Received, deposits put on bills included, reversals taken off.
    pub received_fen: i64,
    /// Paid back to the tenant, in whole fen.
    pub refunded_fen: i64,
    /// Fen owed at the end of the last day.
    pub closing_fen: i64,
    /// Movements, oldest first.
    pub lines: Vec<StatementLine>,
}

/// Balances of a period from all movements of a tenant, in whatever order they come.
pub fn account(mut entries: Vec<Entry>, from: Date, to: Date) -> Account {
    // bills before the money of their day, so that no balance looks like credit that never was
    entries.order_by(|a, b| (a.date, a.kind as u8, &a.no).cmp(&(b.date, b.kind as u8, &b.no)));
    let mut account = Account::default();
    for entry in entries.into_iter().filter(|entry| entry.date <= to) {
        account.closing_fen += entry.amount_fen;
        if entry.date < from {
            account.opening_fen += entry.amount_fen;
            continue;
        }
        match entry.kind {
            EntryKind::Bill => account.charged_fen += entry.amount_fen,
            EntryKind::Waiver => account.waived_fen -= entry.amount_fen,
            EntryKind::Receipt | EntryKind::Deposit => account.received_fen -= entry.amount_fen,
            EntryKind::Refund => account.refunded_fen += entry.amount_fen,
        }
        account.lines.push(StatementLine { balance_fen: account.closing_fen, entry });
    }
    account
}

/// What a bill of a tenant says in his statement, with what is waived of it and deposit that was put on it. A void one says
/// nothing, unless something lay on it: then it stood until it was made void.
pub(super) fn of_bill(bill: &Bill, waivers: &[Waiver], rows: &[Allocation]) -> Vec<Entry> {
    if bill.kind == BillKind::Deposit {
        return Vec::new();
    }
    let entry = |date: Date, kind: EntryKind, text: String, amount_fen: i64| Entry {
        date,
        kind,
        no: bill.bill_no.clone(),
        text,
        amount_fen,
    };
    let mut more = Vec::new();
    for waiver in waivers {
        let moved = waiver.movements();
        more.extend(moved.iter().filter(|moved| moved.part.bill_id == bill.bill_id).map(|moved| {
            let what = if moved.fen < 0 { "撤销减免" } else { "减免" };
            let text = format!("{what} {}", bill.bill_no);
            Entry { no: waiver.waiver_no.clone(), ..entry(moved.day, EntryKind::Waiver, text, -moved.fen) }
        }));
    }
    // What a bill gave back lies in the tenant's credit: it has come in all the same.
    let came = |row: &&Allocation| row.source == MoneySource::Deposit && row.mode != AllocationMode::Release;
    let from_deposit = rows.iter().filter(came);
    more.extend(
        from_deposit.map(|row| entry(row.book_date, EntryKind::Deposit, "押金抵扣".to_owned(), -row.amount_fen)),
    );
    let is_void = bill.state == BillState::Void;
    if is_void && more.is_empty() {
        return more;
    }
    let period = bill.period.map(|period| format!(" {period}")).unwrap_or_default();
    let text = format!("{}{period}", bill.kind.label());
    if is_void {
        let (day, text) = (bill.void_date.unwrap_or(bill.book_date), format!("作废 {text}"));
        more.insert(0, entry(day, EntryKind::Bill, text, -bill.amount_fen));
    }
    more.insert(0, entry(bill.book_date, EntryKind::Bill, text, bill.amount_fen));
    more
}

/// What a receipt says in its tenant's statement.
pub(super) fn of_receipt(receipt: &Receipt) -> Vec<Entry> {
    if receipt.purpose != Purpose::Bills {
        return Vec::new();
    }
    let entry = |date: Date, text: String, amount_fen: i64| Entry {
        date,
        kind: EntryKind::Receipt,
        no: receipt.receipt_no.clone(),
        text,
        amount_fen,
    };
    let text = format!("收款（{}）{}", receipt.method.label(), receipt.payer_name);
    let mut entries = vec![entry(receipt.book_date, text, -receipt.amount_fen)];
    let back = receipt.reversal.as_ref();
    entries.extend(back.map(|back| entry(back.book_date, format!("冲销：{}", back.reason), receipt.amount_fen)));
    entries
}

/// What an opening balance says: credit alone, for bills of before are bills.
pub(super) fn of_opening(opening: &Opening) -> Vec<Entry> {
    let facts = &opening.facts;
    if facts.kind != OpeningKind::Credit {
        return Vec::new();
    }
    let entry = |date: Date, text: &str, amount_fen: i64| Entry {
        date,
        kind: EntryKind::Receipt,
        no: opening.origin_no.clone(),
        text: text.to_owned(),
        amount_fen,
    };
    let mut entries = vec![entry(opening.book_date, "期初预收", -facts.amount_fen)];
    let back = opening.revoked.as_ref();
    entries.extend(back.map(|back| entry(back.day, "撤销期初预收", facts.amount_fen)));
    entries
}

/// What a refund of credit says, once it is paid.
pub(super) fn of_payout(payout: &Payout) -> Vec<Entry> {
    let Some(date) = payout.book_date.filter(|_| payout.kind == PayoutKind::CreditRefund) else { return Vec::new() };
    let entry = |date: Date, text: String, amount_fen: i64| Entry {
        date,
        kind: EntryKind::Refund,
        no: payout.payout_no.clone(),
        text,
        amount_fen,
    };
    let mut entries = vec![entry(date, format!("退款给{}", payout.facts.payee), payout.facts.amount_fen)];
    let back = payout.reversed_date;
    entries.extend(back.map(|date| entry(date, "退款冲销".to_owned(), -payout.facts.amount_fen)));
    entries
}

/// What a movement of credit says: only what went over to another party A, or came from one.
pub(super) fn of_credit(movement: &CreditMove) -> Option<Entry> {
    let text = if movement.amount_fen < 0 { "预收随资产移交转出" } else { "预收随资产移交转入" };
    (movement.cause == CreditCause::HandedOver).then(|| Entry {
        date: movement.book_date,
        kind: EntryKind::Receipt,
        no: String::new(),
        text: text.to_owned(),
        amount_fen: -movement.amount_fen,
    })
}

/// Whose account, and when.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AskStatement {
    /// The tenant 乙方 that it is asked for, by number.
    pub tenant_id: u64,
    /// Party A; 0 for all.
    pub party_a_id: u64,
    /// First day, included.
    #[schemars(with = "Option<DateText>", title = "开始日期")]
    pub from: Option<Date>,
    /// Last day, included.
    #[schemars(with = "Option<DateText>", title = "结束日期")]
    pub to: Option<Date>,
}

/// A statement.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Statement {
    /// Number of the paper 编号: [`number::unkept`].
    pub statement_no: String,
    /// Name of the tenant.
    pub tenant_name: String,
    /// Name of the party A; empty for all.
    pub party_a_name: String,
    /// First day, included.
    #[schemars(with = "DateText")]
    pub from: Date,
    /// Last day, included.
    #[schemars(with = "DateText")]
    pub to: Date,
    /// Balances and movements.
    #[serde(flatten)]
    pub account: Account,
    /// The closing balance in capitals.
    pub capitals: String,
}

/// The rows that the asker may see of one tenant, at one party A or at all.
struct StatementQuery<'a> {
    view: &'a View<'a>,
    scope: Scope,
    tenant_id: u64,
    party_a_id: u64,
}

impl StatementQuery<'_> {
    fn is_of(&self, party_a_id: u64) -> bool {
        self.party_a_id == 0 || self.party_a_id == party_a_id
    }

    fn bills(&self, entries: &mut Vec<Entry>) -> Result<()> {
        let bills: Vec<Bill> = self.view.tx.by(&BILLS, &id(self.tenant_id), false, 0, usize::MAX)?;
        for bill in bills {
            if !self.is_of(bill.party_a_id) || !is_visible(self.view, &self.scope, &bill) {
                continue;
            }
            let waivers: Vec<Waiver> = self.view.tx.by(&WAIVERS, &id(bill.bill_id), false, 0, usize::MAX)?;
            let rows: Vec<Allocation> = self.view.tx.by(&BY_BILL, &id(bill.bill_id), false, 0, usize::MAX)?;
            entries.extend(of_bill(&bill, &waivers, &rows));
        }
        Ok(())
    }

    fn receipts(&self, entries: &mut Vec<Entry>) -> Result<()> {
        let receipts: Vec<Receipt> = self.view.tx.by(&RECEIPTS, &id(self.tenant_id), false, 0, usize::MAX)?;
        for receipt in receipts {
            if self.is_of(receipt.party_a_id) && is_visible(self.view, &self.scope, &receipt) {
                entries.extend(of_receipt(&receipt));
            }
        }
        Ok(())
    }

    /// What was paid ahead before these books began.
    fn opening_credit(&self, entries: &mut Vec<Entry>) -> Result<()> {
        let openings: Vec<Opening> = self.view.tx.by(&OPENINGS, &id(self.tenant_id), false, 0, usize::MAX)?;
        for opening in openings {
            let dept = opening.owned.dept_id;
            let seen =
                self.scope.has_dept(dept) || (self.scope.own && opening.owned.creator == self.view.caller.user_id());
            if self.is_of(opening.facts.party_a_id) && seen {
                entries.extend(of_opening(&opening));
            }
        }
        Ok(())
    }

    fn refunds(&self, entries: &mut Vec<Entry>) -> Result<()> {
        let kind = key().u8(PayoutKind::CreditRefund as u8);
        let payouts: Vec<Payout> = self.view.tx.by(&BY_KIND, &kind, false, 0, usize::MAX)?;
        for payout in payouts {
            let counts = payout.facts.tenant_id == self.tenant_id && self.is_of(payout.facts.party_a_id);
            if counts && is_visible(self.view, &self.scope, &payout) {
                entries.extend(of_payout(&payout));
            }
        }
        Ok(())
    }

    /// Credit that went over to another party A with its lease, or came from one.
    fn handed_over(&self, entries: &mut Vec<Entry>) -> Result<()> {
        let columns = id(self.tenant_id);
        let moves: Vec<CreditMove> = self.view.tx.by(&MOVES_BY_TENANT, &columns, false, 0, usize::MAX)?;
        for movement in moves.into_iter().filter(|movement| self.is_of(movement.party_a_id)) {
            let Some(entry) = of_credit(&movement) else { continue };
            let lot: Option<CreditLot> = self.view.tx.get(&id(movement.lot_id))?;
            if lot.is_some_and(|lot| self.scope.has_dept(lot.dept_id)) {
                entries.push(entry);
            }
        }
        Ok(())
    }
}

pub fn show(view: &View, input: AskStatement) -> Result<Data<Statement>> {
    let tenant: Tenant = owned::find(view, input.tenant_id).map_err(|_| AppError::refused("请选择乙方"))?;
    let (Some(from), Some(to)) = (input.from, input.to) else {
        return Err(AppError::refused("请填写对账期间的起止日期"));
    };
    if from > to {
        return Err(AppError::refused("对账期间的结束日期不能早于开始日期"));
    }
    let asked =
        StatementQuery { view, scope: view.caller.scope(), tenant_id: tenant.tenant_id, party_a_id: input.party_a_id };
    let mut entries = Vec::new();
    asked.bills(&mut entries)?;
    asked.receipts(&mut entries)?;
    asked.opening_credit(&mut entries)?;
    asked.refunds(&mut entries)?;
    asked.handed_over(&mut entries)?;
    let account = account(entries, from, to);
    Ok(Data(Statement {
        statement_no: number::unkept("DZ", &[from, to], input.party_a_id, tenant.tenant_id),
        tenant_name: tenant.facts.tenant_name,
        party_a_name: NameCache::new(view).of::<PartyA>(input.party_a_id)?,
        from,
        to,
        capitals: capitals(account.closing_fen),
        account,
    }))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn entry(day: (i16, i8, i8), kind: EntryKind, amount_fen: i64) -> Entry {
        Entry { date: date(day.0, day.1, day.2), kind, no: String::new(), text: String::new(), amount_fen }
    }

    #[test]
    fn opening_and_movements_add_up_to_closing() {
        let entries = vec![
            entry((2024, 3, 25), EntryKind::Receipt, -4_800_000),
            entry((2023, 12, 12), EntryKind::Bill, 4_800_000),
            entry((2023, 12, 20), EntryKind::Receipt, -4_000_000),
            entry((2024, 3, 12), EntryKind::Bill, 4_800_000),
            entry((2024, 3, 12), EntryKind::Waiver, -100_000),
            entry((2024, 3, 31), EntryKind::Refund, 50_000),
            entry((2024, 4, 1), EntryKind::Bill, 1),
        ];
        let account = account(entries, date(2024, 1, 1), date(2024, 3, 31));
        assert_eq!((account.opening_fen, account.closing_fen), (800_000, 750_000));
        assert_eq!((account.charged_fen, account.waived_fen), (4_800_000, 100_000));
        assert_eq!((account.received_fen, account.refunded_fen), (4_800_000, 50_000));
        let balances: Vec<i64> = account.lines.iter().map(|line| line.balance_fen).collect();
        assert_eq!(balances, [5_600_000, 5_500_000, 700_000, 750_000]);
    }
}
