//! Money that goes out, as people see it.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::record::{Payout, PayoutFacts, PayoutKind, PayoutState};
use crate::columns::field::{day, whole};
use crate::columns::{Field, Listed};
use crate::error::Result;
use crate::features::assets::asset::record::Asset;
use crate::features::assets::party_a::record::PartyA;
use crate::features::lease::contract::record::Lease;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::dates::DateText;
use crate::kernel::enumeration::Coded;
use crate::kernel::page::Paging;
use crate::op::View;
use crate::records::list::{Filter, FilterBuilder, List, NameCache, NoSums, One, Place, created, creator, dept};
use crate::records::names::person_name;
use crate::records::owned;
use crate::records::owned::OwnedOut;
use crate::route::Data;
use crate::sheet::{Cell, Column};

/// A document on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PayoutOut {
    /// Number of the refund, expense or remittance, by which other records name it.
    pub payout_id: u64,
    /// `TK-202401-000001`
    pub payout_no: String,
    /// What it is for: rent, deposit … (values and labels in its type).
    pub kind: PayoutKind,
    /// What a person wrote.
    #[serde(flatten)]
    pub facts: PayoutFacts,
    /// Name of the party A.
    pub party_a_name: String,
    /// Name of the tenant.
    pub tenant_name: String,
    /// Number of the lease.
    pub lease_no: String,
    /// Name of the asset.
    pub asset_name: String,
    /// State that it is in now.
    pub state: PayoutState,
    /// Day on which the bank paid.
    #[schemars(with = "Option<DateText>")]
    pub paid_date: Option<Date>,
    /// Day on which it counts in the books 记账日.
    #[schemars(with = "Option<DateText>")]
    pub book_date: Option<Date>,
    /// When it was taken back.
    #[schemars(with = "Option<DateText>")]
    pub reversed_date: Option<Date>,
    /// Real name of who decided; empty before that.
    pub decided_by: String,
    /// What the approver said.
    pub comment: String,
    /// Slips and scans, by the numbers of their files.
    pub files: Vec<u64>,
    /// Lock, department, maker.
    #[serde(flatten)]
    pub owned: OwnedOut,
}

fn out(view: &View, names: &mut NameCache<'_>, payout: &Payout) -> Result<PayoutOut> {
    let facts = &payout.facts;
    Ok(PayoutOut {
        payout_id: payout.payout_id,
        payout_no: payout.payout_no.clone(),
        kind: payout.kind,
        party_a_name: names.of::<PartyA>(facts.party_a_id)?,
        tenant_name: names.of::<Tenant>(facts.tenant_id)?,
        lease_no: names.of::<Lease>(facts.lease_id)?,
        asset_name: names.of::<Asset>(facts.asset_id)?,
        facts: facts.clone(),
        state: payout.state,
        paid_date: payout.paid_date,
        book_date: payout.book_date,
        reversed_date: payout.reversed_date,
        decided_by: person_name(view, &payout.decided_by)?,
        comment: payout.comment.clone(),
        files: payout.files.clone(),
        owned: OwnedOut::of(view, &payout.owned)?,
    })
}

/// A document with the names in it.
pub(super) fn shown(view: &View, payout: &Payout) -> Result<PayoutOut> {
    out(view, &mut NameCache::new(view), payout)
}

/// Filters of the list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListPayouts {
    /// Part of the number, the payee or the voucher.
    pub key_word: Option<String>,
    /// Only of these parties A 甲方, by numbers; absent: all.
    pub party_a_id: Vec<u64>,
    /// One kind, where a list has several.
    pub kind: Vec<PayoutKind>,
    /// Value of the dictionary `expense_kind`.
    pub category: Vec<String>,
    /// Only in these states; absent: all.
    pub state: Vec<PayoutState>,
    /// Paid from this day on.
    #[schemars(with = "Option<DateText>", title = "付款日起")]
    pub paid_from: Option<Date>,
    /// Paid on this day at the latest; absent: without end.
    #[schemars(with = "Option<DateText>", title = "付款日止")]
    pub paid_to: Option<Date>,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

const NO: Field<Payout> = Field::text("payoutNo", |payout| payout.payout_no.clone());
pub const KIND: Field<Payout> = Field::number("kind", |payout| payout.kind.code());
pub const PARTY_A: Field<Payout> =
    Field::link::<PartyA>("partyAId", "partyAName", |payout| whole(payout.facts.party_a_id));
const CATEGORY: Field<Payout> = Field::name("category", |payout| payout.facts.category.clone());
const PAYEE: Field<Payout> = Field::person("payee", |payout| payout.facts.payee.clone());
const VOUCHER: Field<Payout> = Field::text("voucherNo", |payout| payout.facts.voucher_no.clone());
const STATE: Field<Payout> = Field::number("state", |payout| payout.state.code());
const PAID: Field<Payout> = Field::number("paidDate", |payout| day(payout.paid_date));
/// Plate of an expense; 0 for none.
pub const PLATE: Field<Payout> = Field::number("plateId", |payout: &Payout| whole(payout.facts.plate_id)).private();
/// The treasury pays.
pub const TREASURY: Field<Payout> =
    Field::flag("byTreasury", |payout: &Payout| payout.facts.by_treasury.code()).private();
/// Fen.
pub const AMOUNT: Field<Payout> = Field::number("amountFen", |payout| payout.facts.amount_fen);
/// When it counts.
pub const BOOK: Field<Payout> = Field::number("bookDate", |payout| day(payout.book_date));
/// When it was taken back.
pub const REVERSED: Field<Payout> = Field::number("reversedDate", |payout| day(payout.reversed_date));

impl Listed for Payout {
    const FIELDS: &'static [Field<Self>] = &[
        NO,
        KIND,
        PARTY_A,
        CATEGORY,
        PAYEE,
        VOUCHER,
        STATE,
        PAID,
        Field::link::<Tenant>("tenantId", "tenantName", |payout| whole(payout.facts.tenant_id)),
        Field::link::<Lease>("leaseId", "leaseNo", |payout| whole(payout.facts.lease_id)),
        Field::link::<Asset>("assetId", "assetName", |payout| whole(payout.facts.asset_id)),
        Field::number("month", |payout| day(payout.facts.month)),
        PLATE,
        TREASURY,
        AMOUNT,
        BOOK,
        REVERSED,
        dept(),
        creator(),
        created(),
    ];
    const TITLE: &'static str = "payoutNo";
}

/// A family of payouts with a page of its own.
pub trait Family: 'static {
    const KINDS: &'static [PayoutKind];
    /// Where its list is.
    const PLACE: Place;
    /// Name of its sheet.
    const SHEET: &'static str;
}

/// The payouts of a family.
pub struct Payouts<F>(std::marker::PhantomData<F>);

impl<F: Family> List for Payouts<F> {
    type Record = Payout;
    type Query = ListPayouts;
    type Row = PayoutOut;
    type Sums = NoSums;

    const PLACE: Place = F::PLACE;
    const SHEET: &'static str = F::SHEET;
    const COLUMNS: &'static [Column<PayoutOut>] = COLUMNS;
    const NEWEST: bool = true;

    fn paging(query: &ListPayouts) -> &Paging {
        &query.paging
    }

    fn narrow(_: &View, query: &ListPayouts, ask: &mut FilterBuilder<Payout>) -> Result<()> {
        ask.must(Filter::among(ask.place(&KIND)?, F::KINDS.iter().map(Coded::code)));
        ask.word(query.key_word.as_deref(), &[&NO, &VOUCHER, &PAYEE])?;
        ask.several(&PARTY_A, &query.party_a_id)?;
        ask.several(&KIND, &query.kind)?;
        ask.named(&CATEGORY, &query.category)?;
        ask.several(&STATE, &query.state)?;
        ask.days(&PAID, query.paid_from, query.paid_to)
    }

    fn row(names: &mut NameCache<'_>, payout: &Payout) -> Result<PayoutOut> {
        let view = *names.view();
        out(&view, names, payout)
    }
}

/// One document.
///
/// # Errors
/// A sentence when it is missing, out of scope or of another kind.
pub fn show(view: &View, input: One, kinds: &[PayoutKind]) -> Result<Data<PayoutOut>> {
    let payout: Payout = owned::find(view, input.id)?;
    if !kinds.contains(&payout.kind) {
        return Err(crate::error::AppError::refused("单据不存在，可能已被删除，请刷新后重试"));
    }
    out(view, &mut NameCache::new(view), &payout).map(Data)
}

const COLUMNS: &[Column<PayoutOut>] = &[
    Column::new("单据编号", 20.0, |row: &PayoutOut| Cell::Text(row.payout_no.clone())),
    Column::new("类型", 10.0, |row| Cell::Text(row.kind.label().into())),
    Column::new("付款单位", 26.0, |row| Cell::Text(row.party_a_name.clone())),
    Column::new("收款人", 30.0, |row| Cell::Text(row.facts.payee.clone())),
    Column::new("金额（元）", 16.0, |row: &PayoutOut| Cell::Decimal(row.facts.amount_fen)).summed(),
    Column::new("付款日期", 12.0, |row| row.paid_date.map_or(Cell::Empty, Cell::Date)),
    Column::new("票据号", 24.0, |row| Cell::Text(row.facts.voucher_no.clone())),
    Column::new("状态", 10.0, |row| Cell::Text(row.state.label().into())),
    Column::new("备注", 24.0, |row| Cell::Text(row.owned.base.remark.clone())),
];
