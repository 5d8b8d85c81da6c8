//! Money that goes out, as people see it.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::record::{BY_KIND, Payout, PayoutFacts, PayoutKind, PayoutState};
use crate::fault::Outcome;
use crate::features::estate::asset::record::Asset;
use crate::features::estate::party_a::record::PartyA;
use crate::features::lease::contract::record::Lease;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::dates::DateText;
use crate::kernel::page::{Compare, Paging};
use crate::kernel::text::{like, like_name};
use crate::op::View;
use crate::records::export::Workbook;
use crate::records::list::{From, Names, One, is, matching};
use crate::records::names::person_name;
use crate::records::owned::OwnedOut;
use crate::records::{export, owned};
use crate::route::{Data, Page};
use crate::sheet::{Cell, Column};
use crate::store::key;

/// A document on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PayoutOut {
    /// Number of the record.
    pub payout_id: u64,
    /// `TK-202401-000001`
    pub payout_no: String,
    /// What for.
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
    /// State.
    pub state: PayoutState,
    /// The bank's day.
    #[schemars(with = "Option<DateText>")]
    pub paid_date: Option<Date>,
    /// When it counts.
    #[schemars(with = "Option<DateText>")]
    pub book_date: Option<Date>,
    /// When it was taken back.
    #[schemars(with = "Option<DateText>")]
    pub reversed_date: Option<Date>,
    /// Real name of who decided; empty before that.
    pub decided_by: String,
    /// What the approver said.
    pub comment: String,
    /// Slips and scans.
    pub files: Vec<u64>,
    /// Lock, department, maker.
    #[serde(flatten)]
    pub owned: OwnedOut,
}

fn out(view: &View, names: &mut Names<'_>, payout: &Payout) -> Outcome<PayoutOut> {
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

/// Filters of the list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListPayouts {
    /// Part of the number, the payee or the voucher.
    pub key_word: Option<String>,
    /// One party A.
    pub party_a_id: Option<u64>,
    /// One kind, where a list has several.
    pub kind: Option<PayoutKind>,
    /// Value of the dictionary `expense_kind`.
    pub category: Option<String>,
    /// State.
    pub state: Option<PayoutState>,
    /// Paid from this day on.
    #[schemars(with = "Option<DateText>", title = "付款日起")]
    pub paid_from: Option<Date>,
    /// To this day.
    #[schemars(with = "Option<DateText>", title = "付款日止")]
    pub paid_to: Option<Date>,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

const SORTS: &[(&str, Compare<Payout>)] = &[
    ("payoutNo", |a, b| a.payout_no.cmp(&b.payout_no)),
    ("paidDate", |a, b| a.paid_date.cmp(&b.paid_date)),
    ("amountFen", |a, b| a.facts.amount_fen.cmp(&b.facts.amount_fen)),
];

fn rows(view: &View, query: &ListPayouts, kinds: &[PayoutKind]) -> Outcome<Vec<Payout>> {
    let word = query.key_word.as_deref().map(str::trim).filter(|word| !word.is_empty());
    let mut rows = Vec::new();
    for kind in kinds {
        let from = From::Under(&BY_KIND, key().u8(*kind as u8));
        rows.extend(matching(view, from, &query.paging, SORTS, |payout: &Payout| {
            word.is_none_or(|word| {
                let numbers = [&payout.payout_no, &payout.facts.voucher_no];
                numbers.into_iter().any(|text| like(text, word)) || like_name(&payout.facts.payee, word)
            }) && query.party_a_id.is_none_or(|wanted| wanted == payout.facts.party_a_id)
                && is(query.kind.as_ref(), &payout.kind)
                && query.category.as_deref().is_none_or(|wanted| wanted.is_empty() || wanted == payout.facts.category)
                && is(query.state.as_ref(), &payout.state)
                && query.paid_from.is_none_or(|from| payout.paid_date.is_some_and(|day| day >= from))
                && query.paid_to.is_none_or(|to| payout.paid_date.is_some_and(|day| day <= to))
        })?);
    }
    if query.paging.sorts() {
        query.paging.sort(&mut rows, SORTS)?;
    } else {
        rows.sort_by_key(|payout| std::cmp::Reverse(payout.payout_id));
    }
    Ok(rows)
}

/// A page of documents of these kinds.
pub fn list(view: &View, query: &ListPayouts, kinds: &[PayoutKind]) -> Outcome<Page<PayoutOut>> {
    let page = query.paging.cut(rows(view, query, kinds)?);
    let mut names = Names::new(view);
    let rows = page.rows.iter().map(|payout| out(view, &mut names, payout)).collect::<Outcome<_>>()?;
    Ok(Page { rows, total: page.total })
}

/// One document.
///
/// # Errors
/// A sentence when it is missing, out of scope or of another kind.
pub fn show(view: &View, input: One, kinds: &[PayoutKind]) -> Outcome<Data<PayoutOut>> {
    let payout: Payout = owned::find(view, input.id)?;
    if !kinds.contains(&payout.kind) {
        return Err(crate::fault::Fault::refused("单据不存在，可能已被删除，请刷新后重试"));
    }
    out(view, &mut Names::new(view), &payout).map(Data)
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

/// Writes the workbook of the filter.
///
/// # Errors
/// A record that cannot be read, a disk that is full.
pub fn prepare_export(view: &View, query: &ListPayouts, kinds: &[PayoutKind], title: &str) -> Outcome<Workbook> {
    let mut names = Names::new(view);
    let shown: Vec<PayoutOut> =
        rows(view, query, kinds)?.iter().map(|payout| out(view, &mut names, payout)).collect::<Outcome<_>>()?;
    export::write(view, title, COLUMNS, shown.into_iter())
}
