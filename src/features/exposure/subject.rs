//! Whom or what an entry is about: its name on the board, its department, and what books and register say about it today.

use jiff::civil::Date;

use super::record::{BY_TENANT, EntryFacts, ExposureEntry, Subject, SubjectKind};
use super::rules::owed;
use super::{QUERY, naming};
use crate::error::{AppError, Result};
use crate::features::assets::asset::record::Asset;
use crate::features::assets::occupancy::of_room;
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::room::grid::{RoomState, state_of};
use crate::features::assets::room::record::Room;
use crate::features::assets::room::vacancy::empty_since;
use crate::features::finance::bill::record::{Bill, OPEN_BY_TENANT};
use crate::features::finance::figures::blocks::Figures;
use crate::features::finance::figures::load::ChartQuery;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::span::days_between;
use crate::op::View;
use crate::records::owned;
use crate::records::owned::{Business, is_visible};
use crate::store::{Reads, id, key};

/// Years back in which money not handed in is looked for.
const YEARS: i16 = 3;

/// What is known about a subject today.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Case {
    /// The subject with what follows from it: the holder of an asset.
    pub subject: Subject,
    /// 对象 as everybody sees it.
    pub display_name: String,
    /// Department that keeps the entry.
    pub dept_id: u64,
    /// Plate; 0 for none.
    pub plate_id: u64,
    /// Fen.
    pub amount_fen: Option<i64>,
    /// 逾期天数 or idle days.
    pub overdue_days: Option<i64>,
    pub bills: Vec<u64>,
    /// The name that a published text must not hold.
    pub secret: Option<String>,
}

/// A subject without what tells nothing about its identity: two entries are about the same when these are equal.
pub fn identity(subject: &Subject) -> Subject {
    let Subject { subject_kind, tenant_id, party_a_id, asset_id, room_id } = *subject;
    let of =
        |tenant_id, party_a_id, asset_id, room_id| Subject { subject_kind, tenant_id, party_a_id, asset_id, room_id };
    match subject_kind {
        SubjectKind::Arrears => of(tenant_id, party_a_id, 0, 0),
        SubjectKind::Remittance => of(0, party_a_id, 0, 0),
        SubjectKind::Idle => of(0, 0, asset_id, room_id),
        SubjectKind::Sublet | SubjectKind::Safety | SubjectKind::Other => of(tenant_id, 0, asset_id, room_id),
    }
}

/// Refuses a subject that misses somebody, or that names what the caller may not see.
pub fn check(view: &View, subject: &Subject) -> Result<()> {
    let Subject { subject_kind: kind, tenant_id, party_a_id, asset_id, room_id } = *subject;
    let needs = |missing: bool, sentence: &'static str| if missing { Err(AppError::refused(sentence)) } else { Ok(()) };
    let of_tenant = matches!(kind, SubjectKind::Arrears | SubjectKind::Sublet);
    needs(of_tenant && tenant_id == 0, "请选择乙方")?;
    needs((of_tenant || kind == SubjectKind::Remittance) && party_a_id == 0, "请选择甲方")?;
    needs(kind == SubjectKind::Idle && asset_id == 0, "请选择资产")?;
    needs(tenant_id == 0 && party_a_id == 0 && asset_id == 0, "请选择乙方、甲方或资产")?;
    if tenant_id > 0 {
        owned::find::<Tenant>(view, tenant_id).map_err(|_| AppError::refused("请选择乙方").at("tenantId"))?;
    }
    if party_a_id > 0 {
        owned::find::<PartyA>(view, party_a_id).map_err(|_| AppError::refused("请选择甲方").at("partyAId"))?;
    }
    if asset_id > 0 {
        owned::find::<Asset>(view, asset_id).map_err(|_| AppError::refused("请选择资产").at("assetId"))?;
    }
    if room_id > 0 {
        let room: Room = owned::find(view, room_id).map_err(|_| AppError::refused("请选择房间").at("roomId"))?;
        needs(room.asset_id != asset_id, "所选房间不属于该资产")?;
    }
    Ok(())
}

/// Open bills of a tenant at a party A.
pub fn open_bills(view: &View, tenant_id: u64, party_a_id: u64) -> Result<Vec<Bill>> {
    Ok(view.tx.by(&OPEN_BY_TENANT, &key().u64(tenant_id).u64(party_a_id), false, 0, usize::MAX)?)
}

/// Money that units have not handed in although its day has passed: party A, fen, days; of the last years.
pub fn late_units(view: &View, party_a_id: Option<u64>) -> Result<Vec<(u64, i64, i64)>> {
    let today = view.now.date();
    let query = ChartQuery { party_a_id: party_a_id.into_iter().collect(), ..ChartQuery::default() };
    let figures = Figures::of(view, &query)?;
    let mut late: Vec<(u64, i64, i64)> = Vec::new();
    for year in today.year() - YEARS + 1..=today.year() {
        for party in figures.remitted_sums(year, today)?.by_party() {
            let owed_fen = party.remitted.owed_fen;
            if owed_fen <= 0 || party.late_days <= 0 {
                continue;
            }
            match late.iter_mut().find(|known| known.0 == party.party_a_id) {
                Some(known) => *known = (known.0, known.1 + owed_fen, known.2.max(party.late_days)),
                None => late.push((party.party_a_id, owed_fen, party.late_days)),
            }
        }
    }
    Ok(late)
}

/// Entries about a tenant that stand on the board today, for who may see them.
pub(super) fn shown_of(view: &View, tenant_id: u64) -> Result<usize> {
    let scope = view.caller.rights.scope(Some(QUERY));
    if !view.caller.rights.holds(QUERY) {
        return Ok(0);
    }
    let entries: Vec<ExposureEntry> = view.tx.by(&BY_TENANT, &id(tenant_id), false, 0, usize::MAX)?;
    let today = view.now.date();
    Ok(entries.iter().filter(|entry| entry.is_shown(today) && is_visible(view, &scope, *entry)).count())
}

/// Since when a room stands empty; none when it does not.
pub fn idle_since(view: &View, room: &Room, today: Date) -> Result<Option<Date>> {
    let rows = of_room(view, room.room_id)?;
    let (state, _) = state_of(view, room, &rows, today)?;
    let empty = state == RoomState::Vacant && room.valid.contains(today);
    Ok(empty.then(|| empty_since(room, &rows, today)))
}

/// What books and register say about a subject today; for what they say nothing about, what a person wrote stays.
///
/// # Errors
/// A sentence when there is nothing to expose: no arrears, nothing late, a room that is not empty.
pub fn read(view: &View, facts: &EntryFacts) -> Result<Case> {
    let subject = facts.subject;
    let mut case = Case { amount_fen: facts.amount_fen, overdue_days: facts.overdue_days, ..named(view, &subject)? };
    match subject.subject_kind {
        SubjectKind::Arrears => {
            let owed = owed(&open_bills(view, subject.tenant_id, subject.party_a_id)?, view.now.date());
            if owed.bills.is_empty() {
                return Err(AppError::refused(format!("“{}”对该甲方没有逾期未缴的账单", case.display_name)));
            }
            (case.amount_fen, case.overdue_days) = (Some(owed.fen), Some(owed.days));
            (case.bills, case.plate_id) = (owed.bills, owed.plate_id);
        }
        SubjectKind::Remittance => {
            let late = late_units(view, Some(subject.party_a_id))?;
            let Some((_, fen, days)) = late.first() else {
                return Err(AppError::refused(format!("“{}”没有逾期未上缴的款项", case.display_name)));
            };
            (case.amount_fen, case.overdue_days) = (Some(*fen), Some(*days));
        }
        SubjectKind::Idle if subject.room_id > 0 => {
            let room: Room = owned::linked(view, subject.room_id)?;
            let today = view.now.date();
            let Some(since) = idle_since(view, &room, today)? else {
                return Err(AppError::refused(format!("“{}”现在不是空置状态", case.display_name)));
            };
            (case.amount_fen, case.overdue_days) = (None, Some(days_between(since, today)));
        }
        _ => {}
    }
    Ok(case)
}

/// Name, department, plate and holder of a subject.
fn named(view: &View, subject: &Subject) -> Result<Case> {
    let mut case = Case { subject: *subject, ..Case::default() };
    if subject.asset_id > 0 {
        let asset: Asset = owned::linked(view, subject.asset_id)?;
        (case.plate_id, case.dept_id) = (asset.facts.plate_id, asset.owned.dept_id);
        case.display_name = asset.title();
        if subject.room_id > 0 {
            let room: Room = owned::linked(view, subject.room_id)?;
            case.display_name = format!("{} {}", asset.title(), room.title());
        }
        if case.subject.party_a_id == 0 {
            case.subject.party_a_id = asset.holder(view.now.date()).unwrap_or(0);
        }
    }
    if subject.party_a_id > 0 {
        let party: PartyA = owned::linked(view, subject.party_a_id)?;
        case.dept_id = party.owned.dept_id;
        if case.display_name.is_empty() || subject.subject_kind == SubjectKind::Remittance {
            case.display_name = party.title();
        }
    }
    if subject.tenant_id > 0 && subject.subject_kind != SubjectKind::Remittance {
        let tenant: Tenant = owned::linked(view, subject.tenant_id)?;
        case.display_name = naming::of_tenant(&tenant);
        case.secret = naming::secret_of(&tenant);
        if case.dept_id == 0 {
            case.dept_id = tenant.owned.dept_id;
        }
    }
    Ok(case)
}
