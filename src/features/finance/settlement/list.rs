//! Settlements as a list: what waits for an approval, what was settled; and one of them with its sheet as submitted.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::record::{Settlement, SettlementState};
use super::sheet::{SheetOut, of_document, unpaid};
use crate::columns::field::{day, whole};
use crate::columns::{Field, Listed, Where};
use crate::error::Result;
use crate::features::assets::party_a::record::PartyA;
use crate::features::lease::contract::columns as of_leases;
use crate::features::lease::contract::record::Lease;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::dates::DateText;
use crate::kernel::enumeration::Coded;
use crate::kernel::page::Paging;
use crate::op::View;
use crate::records::list::{
    self, Filter, FilterBuilder, List, ListQuery, NameCache, One, Place, created, creator, dept,
};
use crate::records::names::person_name;
use crate::records::owned;
use crate::records::owned::OwnedOut;
use crate::route::Data;

/// Filters of the list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListSettlements {
    /// Part of the number, of the lease's number or of the tenant's name.
    pub key_word: Option<String>,
    /// Only of these parties A 甲方, by numbers; absent: all.
    pub party_a_id: Vec<u64>,
    /// Only in these states; absent: all.
    pub state: Vec<SettlementState>,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

/// A row.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettlementRow {
    /// Number of the settlement, by which other records name it.
    pub settlement_id: u64,
    /// `JS-202410-000001`
    pub settlement_no: String,
    /// The lease 合同 that it is about, by number.
    pub lease_id: u64,
    /// Number of the lease 合同 as printed, `HT-202401-000001`.
    pub lease_no: String,
    /// The tenant 乙方 whose account is settled, by number.
    pub tenant_id: u64,
    /// Name of the tenant 乙方.
    pub tenant_name: String,
    /// Name of the party A.
    pub party_a_name: String,
    /// State that it is in now.
    pub state: SettlementState,
    /// Fen of open bills.
    pub open_fen: i64,
    /// Fen of penalty and damage.
    pub penalty_fen: i64,
    /// Fen paid back.
    pub refund_fen: i64,
    /// Fen still owed.
    pub still_owed_fen: i64,
    /// Fen of its refunds that are not paid out yet; with any of them it is approved, and not done.
    pub unpaid_fen: i64,
    /// Day on which it counts in the books 记账日.
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

const SUBMITTED: i64 = SettlementState::Submitted as i64;

const NO: Field<Settlement> = Field::text("settlementNo", |row| row.settlement_no.clone());
const LEASE: Field<Settlement> = Field::link::<Lease>("leaseId", "leaseNo", |row| whole(row.lease_id));
const TENANT: Field<Settlement> = Field::link::<Tenant>("tenantId", "tenantName", |row| whole(row.tenant_id));
const STATE: Field<Settlement> = Field::number("state", |row| row.state.code());

const ASKED: Option<Where> = Some(Where::is_not("state", SettlementState::Rejected as i64));
const SUMMED: [Field<Settlement>; 4] = [
    Field::sum("sumOpenFen", ASKED, &["openFen"], &[]),
    Field::sum("sumPenaltyFen", ASKED, &["penaltyFen"], &[]),
    Field::sum("sumRefundFen", ASKED, &["refundFen"], &[]),
    Field::sum("sumStillOwedFen", ASKED, &["stillOwedFen"], &[]),
];

impl Listed for Settlement {
    const FIELDS: &'static [Field<Self>] = &[
        NO,
        LEASE,
        TENANT,
        STATE,
        Field::number("openFen", |row| amounts(row)[0]),
        Field::number("penaltyFen", |row| amounts(row)[1]),
        Field::number("refundFen", |row| amounts(row)[2]),
        Field::number("stillOwedFen", |row| amounts(row)[3]),
        Field::number("bookDate", |row| day(row.book_date)),
        // What waits for a decision comes first.
        Field::whether("decided", Where::is_not("state", SUBMITTED)),
        SUMMED[0],
        SUMMED[1],
        SUMMED[2],
        SUMMED[3],
        dept(),
        creator(),
        created(),
    ];
    const TITLE: &'static str = "settlementNo";
}

/// Whose settlement it is.
fn of_tenant(settlement: &Settlement, lease: &Lease) -> u64 {
    if settlement.tenant_id > 0 { settlement.tenant_id } else { lease.facts.tenant_id }
}

fn row(view: &View, names: &mut NameCache<'_>, settlement: &Settlement) -> Result<SettlementRow> {
    let lease: Lease = owned::linked(view, settlement.lease_id)?;
    let [open_fen, penalty_fen, refund_fen, still_owed_fen] = amounts(settlement);
    Ok(SettlementRow {
        settlement_id: settlement.settlement_id,
        settlement_no: settlement.settlement_no.clone(),
        lease_id: settlement.lease_id,
        tenant_id: of_tenant(settlement, &lease),
        tenant_name: names.of::<Tenant>(of_tenant(settlement, &lease))?,
        party_a_name: names.of::<PartyA>(lease.facts.party_a_id)?,
        lease_no: lease.lease_no,
        state: settlement.state,
        open_fen,
        penalty_fen,
        refund_fen,
        still_owed_fen,
        unpaid_fen: unpaid(view, settlement)?.iter().map(|refund| refund.facts.amount_fen).sum(),
        book_date: settlement.book_date,
        submitted_by: person_name(view, &settlement.owned.base.create_by)?,
        decided_by: person_name(view, &settlement.decided_by)?,
        owned: OwnedOut::of(view, &settlement.owned)?,
    })
}

/// 退租结算
pub struct Settlements;

impl List for Settlements {
    type Record = Settlement;
    type Query = ListSettlements;
    type Row = SettlementRow;
    type Sums = SettlementSums;

    const PLACE: Place =
        Place { list: "/fin/settlement/list", permission: "fin:settlement:list", export: None, title: super::TITLE };
    const SUMS: &'static [Field<Settlement>] = &SUMMED;
    const ORDER: &'static [(&'static str, bool)] = &[("decided", false)];
    const NEWEST: bool = true;

    fn paging(query: &ListSettlements) -> &Paging {
        &query.paging
    }

    fn narrow(view: &View, query: &ListSettlements, ask: &mut FilterBuilder<Settlement>) -> Result<()> {
        ask.several(&STATE, &query.state)?;
        let lease = ask.place(&LEASE)?;
        let whole_ids = |ids: Vec<u64>| ids.into_iter().map(whole);
        if !query.party_a_id.is_empty() {
            let mut leases = FilterBuilder::<Lease>::default();
            leases.several(&of_leases::PARTY_A, &query.party_a_id)?;
            ask.must(Filter::among(lease, whole_ids(list::ids(view, leases)?)));
        }
        if let Some(word) = ask.has_word(query.key_word.as_deref(), &[&NO, &LEASE, &TENANT])? {
            // Older ones do not say which tenant: it is the one that the lease had in the end.
            let mut leases = FilterBuilder::<Lease>::default();
            leases.word(query.key_word.as_deref(), &[&of_leases::TENANT])?;
            let older = Filter::All(vec![
                Filter::among(ask.place(&TENANT)?, vec![0]),
                Filter::among(lease, whole_ids(list::ids(view, leases)?)),
            ]);
            ask.must(Filter::Any(vec![word, older]));
        }
        Ok(())
    }

    fn row(names: &mut NameCache<'_>, settlement: &Settlement) -> Result<SettlementRow> {
        let view = *names.view();
        row(&view, names, settlement)
    }

    fn sums(_: &View, _: &ListQuery, sums: &[i64]) -> Result<SettlementSums> {
        Ok(match *sums {
            [open_fen, penalty_fen, refund_fen, still_owed_fen] => {
                SettlementSums { open_fen, penalty_fen, refund_fen, still_owed_fen }
            }
            _ => SettlementSums::default(),
        })
    }
}

/// GET /fin/settlement/document/{id}: one settlement with the sheet that was submitted.
pub fn show_document(view: &View, input: One) -> Result<Data<SheetOut>> {
    let settlement: Settlement = owned::find(view, input.id)?;
    let lease: Lease = owned::linked(view, settlement.lease_id)?;
    of_document(view, lease, settlement).map(Data)
}
