//! Entries of the exposure board in columns.

use super::record::{EntryState, ExposureEntry};
use crate::columns::field::{day, or_none, whole};
use crate::columns::{Field, Listed, NONE, Where};
use crate::features::assets::asset::record::Asset;
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::plate::Plate;
use crate::features::assets::room::record::Room;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::enumeration::Coded;
use crate::records::list::{created, creator, dept};

const CANDIDATE: i64 = EntryState::Candidate as i64;
const SUBMITTED: i64 = EntryState::Submitted as i64;
const PUBLISHED_STATE: i64 = EntryState::Published as i64;
const RECTIFIED: i64 = EntryState::Rectified as i64;

pub const NO: Field<ExposureEntry> = Field::text("entryNo", |entry| entry.entry_no.clone());
/// 对象 as everybody sees it.
pub const NAME: Field<ExposureEntry> = Field::person("displayName", |entry| entry.display_name.clone());
/// What it is about.
pub const KIND: Field<ExposureEntry> = Field::number("subjectKind", |entry| entry.facts.subject.subject_kind.code());
/// The state of the day.
pub const STATE: Field<ExposureEntry> = Field::on_day("state", |entry, today| entry.state_on(today).code());
/// The rule that found it.
pub const RULE: Field<ExposureEntry> = Field::number("rule", |entry| entry.rule.map_or(NONE, |rule| rule.code()));
pub const PARTY_A: Field<ExposureEntry> =
    Field::link::<PartyA>("partyAId", "partyAName", |entry| whole(entry.facts.subject.party_a_id));
pub const PLATE: Field<ExposureEntry> = Field::link::<Plate>("plateId", "plateName", |entry| whole(entry.plate_id));
/// 公开范围
pub const SCOPE: Field<ExposureEntry> = Field::number("publishScope", |entry| entry.facts.publish_scope.code());
/// Its first day on the board.
pub const PUBLISHED: Field<ExposureEntry> = Field::number("publication", |entry| day(entry.publication()));
/// Whether it should have been put right by now.
pub const LATE: Field<ExposureEntry> = Field::computed("late", &["state", "rectifyDeadline"], |row, today| match row {
    [PUBLISHED_STATE, deadline] => i64::from(*deadline != NONE && *deadline < today),
    _ => 0,
})
.yes_or_no();

/// What the list counts: candidates, those that wait, open ones and their fen, late ones, those put right.
pub const COUNTED: [Field<ExposureEntry>; 6] = [
    Field::whether("isCandidate", Where::is("state", CANDIDATE)),
    Field::whether("isSubmitted", Where::is("state", SUBMITTED)),
    Field::whether("isOpen", Where::is("state", PUBLISHED_STATE)),
    Field::sum("openFen", Some(Where::is("state", PUBLISHED_STATE)), &["amountFen"], &[]),
    LATE,
    Field::whether("isRectified", Where::is("state", RECTIFIED)),
];

impl Listed for ExposureEntry {
    const FIELDS: &'static [Field<Self>] = &[
        NO,
        NAME,
        KIND,
        STATE,
        RULE,
        PARTY_A,
        PLATE,
        SCOPE,
        PUBLISHED,
        Field::link::<Tenant>("tenantId", "tenantName", |entry| whole(entry.facts.subject.tenant_id)),
        Field::link::<Asset>("assetId", "assetName", |entry| whole(entry.facts.subject.asset_id)),
        Field::link::<Room>("roomId", "roomCode", |entry| whole(entry.facts.subject.room_id)),
        Field::number("amountFen", |entry| or_none(entry.facts.amount_fen)),
        Field::number("overdueDays", |entry| or_none(entry.facts.overdue_days)),
        Field::number("asOf", |entry| day(Some(entry.as_of))),
        Field::number("publishFrom", |entry| day(entry.facts.publish_from)),
        Field::number("publishTo", |entry| day(entry.facts.publish_to)),
        Field::number("rectifyDeadline", |entry| day(entry.facts.rectify_deadline)),
        LATE,
        // What waits for a decision comes first, then by state.
        Field::computed("stage", &["state"], |row, _| match row.first() {
            Some(&SUBMITTED) => -1,
            Some(state) => *state,
            None => NONE,
        }),
        COUNTED[0],
        COUNTED[1],
        COUNTED[2],
        COUNTED[3],
        COUNTED[5],
        dept(),
        creator(),
        created(),
    ];
    const TITLE: &'static str = "entryNo";
}
