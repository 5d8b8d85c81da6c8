//! Leases in columns.

use super::record::{Lease, LeaseState};
use crate::columns::field::{day, whole};
use crate::columns::{Field, Listed, NONE};
use crate::features::assets::party_a::record::PartyA;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::enumeration::Coded;
use crate::records::list::{created, creator, dept};

const SIGNED: i64 = LeaseState::Signed as i64;
const TERMINATED: i64 = LeaseState::Terminated as i64;
const RUNNING: i64 = LeaseState::Running as i64;
const EXPIRED: i64 = LeaseState::Expired as i64;

/// Its own number: deposits are counted by it.
pub const NUMBER: Field<Lease> = Field::number("leaseId", |lease| whole(lease.lease_id));
pub const NO: Field<Lease> = Field::text("leaseNo", |lease| lease.lease_no.clone());
/// Number on paper.
pub const PAPER: Field<Lease> = Field::text("paperNo", |lease| lease.facts.paper_no.clone());
pub const CAPTION: Field<Lease> = Field::text("title", |lease| lease.facts.title.clone());
pub const PARTY_A: Field<Lease> =
    Field::link::<PartyA>("partyAId", "partyAName", |lease| whole(lease.facts.party_a_id));
pub const TENANT: Field<Lease> = Field::link::<Tenant>("tenantId", "tenantName", |lease| whole(lease.facts.tenant_id));
/// Tenant and those beside him.
pub const TENANTS: Field<Lease> = Field::numbers("tenantIds", |lease| {
    std::iter::once(&lease.facts.tenant_id).chain(&lease.facts.co_tenants).copied().map(whole).collect()
});
pub const ROOMS: Field<Lease> =
    Field::numbers("roomIds", |lease| lease.facts.rooms.iter().map(|room| whole(room.room_id)).collect());
/// Area of all rooms.
pub const AREA: Field<Lease> =
    Field::number("rentAreaM2", |lease| lease.facts.rooms.iter().map(|room| room.rent_area_m2.0).sum());
/// The state as it is recorded, whatever the day.
pub const RECORD_STATE: Field<Lease> = Field::number("recordState", |lease| lease.state.code());
/// First day.
pub const START: Field<Lease> = Field::number("startDate", |lease| day(Some(lease.facts.start_date)));
/// Last day of the contract.
pub const END: Field<Lease> = Field::number("endDate", |lease| day(Some(lease.facts.end_date)));
/// The last day that is charged.
pub const CHARGED_UNTIL: Field<Lease> = Field::number("effectiveEnd", |lease| day(Some(lease.effective_end())));
/// When the rooms came back.
pub const RETURNED: Field<Lease> = Field::number("returnedDate", |lease| day(lease.returned_date));
/// The state of the day ([`Lease::state_on`]).
pub const STATE: Field<Lease> =
    Field::computed("state", &["recordState", "startDate", "endDate", "effectiveEnd"], |row, today| match row {
        [SIGNED, _, end, _] if *end < today => EXPIRED,
        [TERMINATED, _, _, until] if *until < today => TERMINATED,
        [SIGNED | TERMINATED, start, ..] if *start <= today => RUNNING,
        [TERMINATED, ..] => SIGNED,
        [state, ..] => *state,
        [] => NONE,
    });

/// The lease that it renews; 0 for none.
pub const PREV: Field<Lease> = Field::number("prevLeaseId", |lease: &Lease| whole(lease.facts.prev_lease_id)).private();
/// Since when it has been in its recorded state.
pub const SINCE: Field<Lease> =
    Field::number("stateSince", |lease: &Lease| day(lease.steps.last().map(|step| step.at.date()))).private();
/// How many scans and documents it has.
pub const SCANS: Field<Lease> =
    Field::number("scans", |lease: &Lease| i64::try_from(lease.files.len()).unwrap_or(i64::MAX)).private();

/// Deposit agreed on, fen.
pub const DEPOSIT: Field<Lease> = Field::number("depositFen", |lease| lease.facts.deposit_fen);
/// Its version; 0 of a draft.
pub const VERSION: Field<Lease> = Field::number("versionNo", |lease| i64::from(lease.version_no));

impl Listed for Lease {
    const FIELDS: &'static [Field<Self>] = &[
        NUMBER,
        NO,
        PAPER,
        CAPTION,
        PARTY_A,
        TENANT,
        TENANTS,
        ROOMS,
        RECORD_STATE,
        START,
        END,
        CHARGED_UNTIL,
        RETURNED,
        STATE,
        Field::number("signDate", |lease| day(lease.sign_date)),
        Field::number("kind", |lease| lease.facts.kind.code()),
        Field::number("lettingMode", |lease| lease.facts.letting_mode.code()),
        AREA,
        Field::number("rentFen", |lease| lease.facts.rent_fen),
        DEPOSIT,
        VERSION,
        PREV,
        SINCE,
        SCANS,
        dept(),
        creator(),
        created(),
    ];
    const TITLE: &'static str = "leaseNo";
}
