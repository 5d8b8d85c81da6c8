//! Receipts as people see them.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::approval::BINDING;
use super::columns;
use super::record::{Method, Purpose, Receipt, ReceiptState, Reversal};
use crate::columns::Field;
use crate::error::Result;
use crate::features::approvals::instance::gate::needs_process;
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::allocation::{Allocation, AllocationMode, BY_RECEIPT, CreditLot, LOTS_BY_RECEIPT};
use crate::features::finance::bill::record::Bill;
use crate::features::lease::contract::record::Lease;
use crate::features::lease::schedule::terms::BillKind;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::dates::DateText;
use crate::kernel::page::Paging;
use crate::op::View;
use crate::records::authors;
use crate::records::list::{FilterBuilder, List, ListQuery, NameCache, One, Place};
use crate::records::owned;
use crate::records::owned::OwnedOut;
use crate::route::Data;
use crate::sheet::{Cell, Column};
use crate::store::{Reads, id};

/// A receipt on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptOut {
    /// Number of the receipt, by which other records name it.
    pub receipt_id: u64,
    /// `SK-202401-000001`
    pub receipt_no: String,
    /// Who got the money.
    pub party_a_id: u64,
    /// Name of the party A 甲方.
    pub party_a_name: String,
    /// Who paid; 0 while nobody is known.
    pub tenant_id: u64,
    /// Name of the tenant 乙方.
    pub tenant_name: String,
    /// For which lease; 0 for any.
    pub lease_id: u64,
    /// Number of the lease 合同 as printed, `HT-202401-000001`.
    pub lease_no: String,
    /// The payer's name on the statement.
    pub payer_name: String,
    /// Amount in whole fen.
    pub amount_fen: i64,
    /// How it was paid 收款方式.
    pub method: Method,
    /// Last four digits of the account.
    pub account_tail: String,
    /// The bank's reference of the movement 银行流水号; empty: none.
    pub bank_ref: String,
    /// Day on which the money arrived by the bank 到账日.
    #[schemars(with = "DateText")]
    pub value_date: Date,
    /// Day on which it counts in the books 记账日.
    #[schemars(with = "DateText")]
    pub book_date: Date,
    /// What the money is for 收款用途.
    pub purpose: Purpose,
    /// State that it is in now.
    pub state: ReceiptState,
    /// How it was taken back.
    pub reversal: Option<Reversal>,
    /// Slips and scans, by the numbers of their files.
    pub files: Vec<u64>,
    /// Fen that lie on no bill.
    pub credit_fen: i64,
    /// Money for the treasury that books of earlier versions have at the bank.
    pub misplaced: bool,
    /// Whether the reader entered it and nobody decides about a reversal: somebody else reverses it then.
    pub own: bool,
    /// Lock, department, maker.
    #[serde(flatten)]
    pub owned: OwnedOut,
}

fn out(view: &View, names: &mut NameCache<'_>, receipt: &Receipt) -> Result<ReceiptOut> {
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
        own: authors::wrote(&view.caller.name(), &receipt.authors, &receipt.owned.base)
            && !needs_process(view, &BINDING)?,
        owned: OwnedOut::of(view, &receipt.owned)?,
    })
}

/// Filters of the list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListReceipts {
    /// Part of the number, the payer's name or the bank's reference.
    pub key_word: Option<String>,
    /// Only of these tenants 乙方, by numbers; absent: all.
    pub tenant_id: Vec<u64>,
    /// Only of these leases 合同, by numbers; absent: all.
    pub lease_id: Vec<u64>,
    /// Only of these parties A 甲方, by numbers; absent: all.
    pub party_a_id: Vec<u64>,
    /// Only in these states; absent: all.
    pub state: Vec<ReceiptState>,
    /// Only money for these purposes 收款用途; absent: all.
    pub purpose: Vec<Purpose>,
    /// Only those paid so 收款方式; absent: all.
    pub method: Vec<Method>,
    /// Only what a line of a bank statement stands for; false: only what none does.
    pub from_bank: Option<bool>,
    /// Arrived from this day on.
    #[schemars(with = "Option<DateText>", title = "到账日起")]
    pub value_from: Option<Date>,
    /// Arrived on this day at the latest; absent: without end.
    #[schemars(with = "Option<DateText>", title = "到账日止")]
    pub value_to: Option<Date>,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

/// Sums over the whole filter, receipts that were taken back left out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptSums {
    /// Amount in whole fen.
    pub amount_fen: i64,
}

/// 收款
pub struct Receipts;

impl List for Receipts {
    type Record = Receipt;
    type Query = ListReceipts;
    type Row = ReceiptOut;
    type Sums = ReceiptSums;

    const PLACE: Place = Place {
        list: "/fin/receipt/list",
        permission: "fin:receipt:list",
        export: Some(("/fin/receipt/export", "fin:receipt:export")),
        title: super::TITLE,
    };
    const SHEET: &'static str = "收款";
    const COLUMNS: &'static [Column<ReceiptOut>] = COLUMNS;
    const SUMS: &'static [Field<Receipt>] = &[columns::STANDING];
    const ORDER: &'static [(&'static str, bool)] = &[("valueDate", true)];
    const NEWEST: bool = true;

    fn paging(query: &ListReceipts) -> &Paging {
        &query.paging
    }

    fn narrow(_: &View, query: &ListReceipts, ask: &mut FilterBuilder<Receipt>) -> Result<()> {
        ask.word(query.key_word.as_deref(), &[&columns::NO, &columns::BANK_REF, &columns::PAYER])?;
        ask.several(&columns::TENANT, &query.tenant_id)?;
        ask.several(&columns::LEASE, &query.lease_id)?;
        ask.several(&columns::PARTY_A, &query.party_a_id)?;
        ask.several(&columns::STATE, &query.state)?;
        ask.several(&columns::PURPOSE, &query.purpose)?;
        ask.several(&columns::METHOD, &query.method)?;
        let from_bank = query.from_bank.map(i64::from);
        ask.within(&columns::FROM_BANK, from_bank, from_bank)?;
        ask.days(&columns::VALUE, query.value_from, query.value_to)
    }

    fn row(names: &mut NameCache<'_>, receipt: &Receipt) -> Result<ReceiptOut> {
        let view = *names.view();
        out(&view, names, receipt)
    }

    fn sums(_: &View, _: &ListQuery, sums: &[i64]) -> Result<ReceiptSums> {
        Ok(ReceiptSums { amount_fen: sums.first().copied().unwrap_or_default() })
    }
}

/// What a receipt paid.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaidBill {
    /// The bill 账单 that it is about, by number.
    pub bill_id: u64,
    /// Number of the bill 账单 as printed, `ZD-202401-000001`.
    pub bill_no: String,
    /// What it is for: rent, deposit … (values and labels in its type).
    pub kind: BillKind,
    /// Last day to pay without being overdue 应缴日.
    #[schemars(with = "DateText")]
    pub due_date: Date,
    /// Fen; negative on mirror rows.
    pub amount_fen: i64,
    /// Day on which it counts in the books 记账日.
    #[schemars(with = "DateText")]
    pub book_date: Date,
    /// How it came about.
    pub mode: AllocationMode,
}

/// A receipt with what it paid.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptCard {
    /// The receipt with its names and figures.
    #[serde(flatten)]
    pub receipt: ReceiptOut,
    /// Bills that it has paid, the oldest first.
    pub paid: Vec<PaidBill>,
    /// The amount in capitals.
    pub capitals: String,
}

pub fn show(view: &View, input: One) -> Result<Data<ReceiptCard>> {
    let receipt: Receipt = owned::find(view, input.id)?;
    let mut names = NameCache::new(view);
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
