//! Receipts as people see them.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::record::{BY_TENANT, Method, Purpose, Receipt, ReceiptState, Reversal, UNCLAIMED};
use crate::fault::Outcome;
use crate::features::books::allocation::{Allocation, AllocationMode, BY_RECEIPT, CreditLot, LOTS_BY_RECEIPT};
use crate::features::books::bill::record::Bill;
use crate::features::estate::party_a::record::PartyA;
use crate::features::lease::contract::record::Lease;
use crate::features::lease::schedule::terms::BillKind;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::dates::DateText;
use crate::kernel::page::{Compare, Paging};
use crate::kernel::text::{like, like_name};
use crate::op::View;
use crate::records::export::Workbook;
use crate::records::list::{From, Names, One, is, matching};
use crate::records::owned::OwnedOut;
use crate::records::{export, owned};
use crate::route::{Data, Page};
use crate::sheet::{Cell, Column};
use crate::store::{Reads, id, key};

/// A receipt on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptOut {
    /// Number of the record.
    pub receipt_id: u64,
    /// `SK-202401-000001`
    pub receipt_no: String,
    /// Who got the money.
    pub party_a_id: u64,
    /// Its name.
    pub party_a_name: String,
    /// Who paid; 0 while nobody is known.
    pub tenant_id: u64,
    /// His name.
    pub tenant_name: String,
    /// For which lease; 0 for any.
    pub lease_id: u64,
    /// Its number.
    pub lease_no: String,
    /// The payer's name on the statement.
    pub payer_name: String,
    /// Fen.
    pub amount_fen: i64,
    /// 收款方式
    pub method: Method,
    /// Last four digits of the account.
    pub account_tail: String,
    /// The bank's reference.
    pub bank_ref: String,
    /// The bank's day.
    #[schemars(with = "DateText")]
    pub value_date: Date,
    /// When it counts.
    #[schemars(with = "DateText")]
    pub book_date: Date,
    /// 收款用途
    pub purpose: Purpose,
    /// State.
    pub state: ReceiptState,
    /// How it was taken back.
    pub reversal: Option<Reversal>,
    /// Slips and scans.
    pub files: Vec<u64>,
    /// Fen that lie on no bill.
    pub credit_fen: i64,
    /// Money for the treasury that books of earlier versions have at the bank.
    pub misplaced: bool,
    /// Lock, department, maker.
    #[serde(flatten)]
    pub owned: OwnedOut,
}

fn out(view: &View, names: &mut Names<'_>, receipt: &Receipt) -> Outcome<ReceiptOut> {
    let lots: Vec<CreditLot> = view.tx.by(&LOTS_BY_RECEIPT, &id(receipt.receipt_id), false, 0, usize::MAX)?;
    Ok(ReceiptOut {
        receipt_id: receipt.receipt_id,
        receipt_no: receipt.receipt_no.clone(),
        party_a_id: receipt.party_a_id,
        party_a_name: names.of::<PartyA>(receipt.party_a_id)?,
        tenant_id: receipt.tenant_id,
        tenant_name: names.of::<Tenant>(receipt.tenant_id)?,
        lease_id: receipt.lease_id,
        lease_no: names.of::<Lease>(receipt.lease_id)?,
        payer_name: receipt.payer_name.clone(),
        amount_fen: receipt.amount_fen,
        method: receipt.method,
        account_tail: receipt.account_tail.clone(),
        bank_ref: receipt.bank_ref.clone(),
        value_date: receipt.value_date,
        book_date: receipt.book_date,
        purpose: receipt.purpose,
        state: receipt.state,
        reversal: receipt.reversal.clone(),
        files: receipt.files.clone(),
        credit_fen: lots.iter().map(|lot| lot.left_fen).sum(),
        misplaced: receipt.is_misplaced(),
        owned: OwnedOut::of(view, &receipt.owned)?,
    })
}

/// Filters of the list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListReceipts {
    /// Part of the number, the payer's name or the bank's reference.
    pub key_word: Option<String>,
    /// One tenant.
    pub tenant_id: Option<u64>,
    /// One lease.
    pub lease_id: Option<u64>,
    /// One party A.
    pub party_a_id: Option<u64>,
    /// State.
    pub state: Option<ReceiptState>,
    /// 收款用途
    pub purpose: Option<Purpose>,
    /// Arrived from this day on.
    #[schemars(with = "Option<DateText>", title = "到账日起")]
    pub value_from: Option<Date>,
    /// To this day.
    #[schemars(with = "Option<DateText>", title = "到账日止")]
    pub value_to: Option<Date>,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

const SORTS: &[(&str, Compare<Receipt>)] = &[
    ("receiptNo", |a, b| a.receipt_no.cmp(&b.receipt_no)),
    ("valueDate", |a, b| a.value_date.cmp(&b.value_date)),
    ("amountFen", |a, b| a.amount_fen.cmp(&b.amount_fen)),
];

fn rows(view: &View, query: &ListReceipts) -> Outcome<Vec<Receipt>> {
    let word = query.key_word.as_deref().map(str::trim).filter(|word| !word.is_empty());
    let from = match (query.tenant_id, query.state) {
        (Some(tenant_id), _) => From::Under(&BY_TENANT, id(tenant_id)),
        (None, Some(ReceiptState::Unclaimed)) => From::Under(&UNCLAIMED, key()),
        (None, _) => From::All,
    };
    let mut rows = matching(view, from, &query.paging, SORTS, |receipt: &Receipt| {
        word.is_none_or(|word| {
            [&receipt.receipt_no, &receipt.bank_ref].into_iter().any(|text| like(text, word))
                || like_name(&receipt.payer_name, word)
        }) && query.lease_id.is_none_or(|wanted| wanted == receipt.lease_id)
            && query.party_a_id.is_none_or(|wanted| wanted == receipt.party_a_id)
            && is(query.state.as_ref(), &receipt.state)
            && is(query.purpose.as_ref(), &receipt.purpose)
            && query.value_from.is_none_or(|from| receipt.value_date >= from)
            && query.value_to.is_none_or(|to| receipt.value_date <= to)
    })?;
    if !query.paging.sorts() {
        rows.sort_by_key(|receipt| std::cmp::Reverse((receipt.value_date, receipt.receipt_id)));
    }
    Ok(rows)
}

/// GET /fin/receipt/list
pub fn list(view: &View, query: ListReceipts) -> Outcome<Page<ReceiptOut>> {
    let page = query.paging.cut(rows(view, &query)?);
    let mut names = Names::new(view);
    let rows = page.rows.iter().map(|receipt| out(view, &mut names, receipt)).collect::<Outcome<_>>()?;
    Ok(Page { rows, total: page.total })
}

/// What a receipt paid.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaidBill {
    /// The bill.
    pub bill_id: u64,
    /// Its number.
    pub bill_no: String,
    /// What for.
    pub kind: BillKind,
    /// 应缴日
    #[schemars(with = "DateText")]
    pub due_date: Date,
    /// Fen; negative on mirror rows.
    pub amount_fen: i64,
    /// When it counts.
    #[schemars(with = "DateText")]
    pub book_date: Date,
    /// How it came about.
    pub mode: AllocationMode,
}

/// A receipt with what it paid.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptCard {
    /// The receipt.
    #[serde(flatten)]
    pub receipt: ReceiptOut,
    /// Oldest first.
    pub paid: Vec<PaidBill>,
    /// The amount in capitals.
    pub capitals: String,
}

/// GET /fin/receipt/{id}
pub fn show(view: &View, input: One) -> Outcome<Data<ReceiptCard>> {
    let receipt: Receipt = owned::find(view, input.id)?;
    let mut names = Names::new(view);
    let rows: Vec<Allocation> = view.tx.by(&BY_RECEIPT, &id(receipt.receipt_id), false, 0, usize::MAX)?;
    let mut paid = Vec::with_capacity(rows.len());
    for row in rows {
        paid.push(PaidBill {
            bill_id: row.bill_id,
            bill_no: names.of::<Bill>(row.bill_id)?,
            kind: row.kind,
            due_date: row.due_date,
            amount_fen: row.amount_fen,
            book_date: row.book_date,
            mode: row.mode,
        });
    }
    let capitals = crate::kernel::money::capitals(receipt.amount_fen);
    Ok(Data(ReceiptCard { receipt: out(view, &mut names, &receipt)?, paid, capitals }))
}

const COLUMNS: &[Column<ReceiptOut>] = &[
    Column::new("收款编号", 20.0, |row: &ReceiptOut| Cell::Text(row.receipt_no.clone())),
    Column::new("收款单位", 26.0, |row| Cell::Text(row.party_a_name.clone())),
    Column::new("乙方", 30.0, |row| Cell::Text(row.tenant_name.clone())),
    Column::new("付款户名", 30.0, |row| Cell::Text(row.payer_name.clone())),
    Column::new("金额（元）", 16.0, |row: &ReceiptOut| Cell::Decimal(row.amount_fen)).summed(),
    Column::new("收款方式", 10.0, |row| Cell::Text(row.method.label().into())),
    Column::new("到账日期", 12.0, |row| Cell::Date(row.value_date)),
    Column::new("银行流水号", 24.0, |row| Cell::Text(row.bank_ref.clone())),
    Column::new("状态", 10.0, |row| Cell::Text(row.state.label().into())),
    Column::new("未核销（元）", 14.0, |row: &ReceiptOut| Cell::Decimal(row.credit_fen)).summed(),
    Column::new("备注", 24.0, |row| Cell::Text(row.owned.base.remark.clone())),
];

/// Writes the workbook of the filter.
pub fn prepare_export(view: &View, query: ListReceipts) -> Outcome<Workbook> {
    let mut names = Names::new(view);
    let shown: Vec<ReceiptOut> =
        rows(view, &query)?.iter().map(|receipt| out(view, &mut names, receipt)).collect::<Outcome<_>>()?;
    export::write(view, "收款", COLUMNS, shown.into_iter())
}
