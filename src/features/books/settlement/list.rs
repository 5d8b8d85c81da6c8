//! Settlements as a list: what waits for an approval, what was settled; and one of them with its sheet as submitted.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::record::{Settlement, SettlementState};
use super::sheet::{SheetOut, of_document};
use crate::fault::Outcome;
use crate::features::estate::party_a::record::PartyA;
use crate::features::lease::contract::record::Lease;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::dates::DateText;
use crate::kernel::page::{Compare, Paging};
use crate::kernel::text::{like, like_name};
use crate::op::View;
use crate::records::list::{From, Names, One, is, matching};
use crate::records::names::person_name;
use crate::records::owned;
use crate::records::owned::OwnedOut;
use crate::route::{Data, SummedPage};

/// Filters of the list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListSettlements {
    /// Part of the number, of the lease's number or of the tenant's name.
    pub key_word: Option<String>,
    /// One party A.
    pub party_a_id: Option<u64>,
    /// State.
    pub state: Option<SettlementState>,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

/// A row.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettlementRow {
    /// Number of the record.
    pub settlement_id: u64,
    /// `JS-202410-000001`
    pub settlement_no: String,
    /// Lease.
    pub lease_id: u64,
    /// Its number.
    pub lease_no: String,
    /// Name of the tenant.
    pub tenant_name: String,
    /// Name of the party A.
    pub party_a_name: String,
    /// State.
    pub state: SettlementState,
    /// Fen of open bills.
    pub open_fen: i64,
    /// Fen of penalty and damage.
    pub penalty_fen: i64,
    /// Fen paid back.
    pub refund_fen: i64,
    /// Fen still owed.
    pub still_owed_fen: i64,
    /// When it counts.
    #[schemars(with = "Option<DateText>")]
    pub book_date: Option<Date>,
    /// Real name of who submitted.
    pub submitted_by: String,
    /// Real name of who decided.
    pub decided_by: String,
    /// Lock, department, maker.
    #[serde(flatten)]
    pub owned: OwnedOut,
}

/// Sums over the whole filter, rejected ones left out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettlementSums {
    /// Fen of open bills.
    pub open_fen: i64,
    /// Fen of penalty and damage.
    pub penalty_fen: i64,
    /// Fen paid back.
    pub refund_fen: i64,
    /// Fen still owed.
    pub still_owed_fen: i64,
}

/// A page of settlements with the sums of the filter.
pub type SettlementPage = SummedPage<SettlementRow, SettlementSums>;

/// Open bills, penalty with damage, paid back, still owed; fen.
fn amounts(settlement: &Settlement) -> [i64; 4] {
    let sheet = &settlement.sheet;
    [
        sheet.bills.iter().map(|bill| bill.open_fen).sum(),
        sheet.penalty_fen + sheet.damage_fen,
        sheet.refund_credit_fen + sheet.refund_deposit_fen,
        sheet.still_owed_fen,
    ]
}

const SORTS: &[(&str, Compare<Settlement>)] = &[
    ("settlementNo", |a, b| a.settlement_no.cmp(&b.settlement_no)),
    ("refundFen", |a, b| amounts(a)[2].cmp(&amounts(b)[2])),
    ("stillOwedFen", |a, b| amounts(a)[3].cmp(&amounts(b)[3])),
];

/// Whose settlement it is.
fn of_tenant(settlement: &Settlement, lease: &Lease) -> u64 {
    if settlement.tenant_id > 0 { settlement.tenant_id } else { lease.facts.tenant_id }
}

fn row(view: &View, names: &mut Names<'_>, settlement: &Settlement) -> Outcome<SettlementRow> {
    let lease: Lease = owned::linked(view, settlement.lease_id)?;
    let [open_fen, penalty_fen, refund_fen, still_owed_fen] = amounts(settlement);
    Ok(SettlementRow {
        settlement_id: settlement.settlement_id,
        settlement_no: settlement.settlement_no.clone(),
        lease_id: settlement.lease_id,
        tenant_name: names.of::<Tenant>(of_tenant(settlement, &lease))?,
        party_a_name: names.of::<PartyA>(lease.facts.party_a_id)?,
        lease_no: lease.lease_no,
        state: settlement.state,
        open_fen,
        penalty_fen,
        refund_fen,
        still_owed_fen,
        book_date: settlement.book_date,
        submitted_by: person_name(view, &settlement.owned.base.create_by)?,
        decided_by: person_name(view, &settlement.decided_by)?,
        owned: OwnedOut::of(view, &settlement.owned)?,
    })
}

/// GET /fin/settlement/list: those that wait first, then the newest.
pub fn list(view: &View, query: ListSettlements) -> Outcome<SettlementPage> {
    let mut names = Names::new(view);
    let word = query.key_word.as_deref().map(str::trim).filter(|word| !word.is_empty());
    let found =
        matching(view, From::All, &query.paging, SORTS, |row: &Settlement| is(query.state.as_ref(), &row.state))?;
    let mut kept = Vec::with_capacity(found.len());
    for settlement in found {
        if word.is_some() || query.party_a_id.is_some() {
            let lease: Lease = owned::linked(view, settlement.lease_id)?;
            let name = names.of::<Tenant>(of_tenant(&settlement, &lease))?;
            let numbers = [&settlement.settlement_no, &lease.lease_no];
            let has = |word| numbers.into_iter().any(|text| like(text, word)) || like_name(&name, word);
            let fits = word.is_none_or(has) && query.party_a_id.is_none_or(|wanted| wanted == lease.facts.party_a_id);
            if !fits {
                continue;
            }
        }
        kept.push(settlement);
    }
    if !query.paging.sorts() {
        let decided = |row: &Settlement| row.state != SettlementState::Submitted;
        kept.sort_by_key(|row| (decided(row), std::cmp::Reverse(row.settlement_id)));
    }
    let mut sums = SettlementSums::default();
    for settlement in kept.iter().filter(|row| row.state != SettlementState::Rejected) {
        let [open_fen, penalty_fen, refund_fen, still_owed_fen] = amounts(settlement);
        sums.open_fen += open_fen;
        sums.penalty_fen += penalty_fen;
        sums.refund_fen += refund_fen;
        sums.still_owed_fen += still_owed_fen;
    }
    let page = query.paging.cut(kept);
    let rows = page.rows.iter().map(|settlement| row(view, &mut names, settlement)).collect::<Outcome<_>>()?;
    Ok(SettlementPage { rows, total: page.total, sums })
}

/// GET /fin/settlement/document/{id}: one settlement with the sheet that was submitted.
pub fn show_document(view: &View, input: One) -> Outcome<Data<SheetOut>> {
    let settlement: Settlement = owned::find(view, input.id)?;
    let lease: Lease = owned::linked(view, settlement.lease_id)?;
    of_document(view, lease, settlement).map(Data)
}
