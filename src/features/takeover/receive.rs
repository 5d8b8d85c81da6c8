//! Taking a batch over: its masters, contracts and openings, in one transaction.
//!
//! Invariants: what is received is what was submitted, to the fen, or nothing; each contract is signed with one version
//! (接收), holds its rooms, and each of its planned periods is in one hand; the unit's books begin on the batch's day.

use super::check::{Checked, Draft, check, first_stop, leased};
use super::record::{TakeoverBatch, TakeoverColumns, TakeoverLine, TakeoverState};
use super::tenants::TenantPlan;
use crate::error::{AppError, Result};
use crate::features::assets::asset::ops::{self as asset, AssetInput};
use crate::features::assets::asset::record::{Asset, AssetFacts, TitleState};
use crate::features::assets::building::{self, BY_ASSET, BuildingFacts, BuildingInput};
use crate::features::assets::occupancy::{Claim, OccupancyKind, occupy};
use crate::features::assets::party_a::ops::begin_books;
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::room::ops::{self as room, RoomInput};
use crate::features::assets::room::record::{PriceUnit, RoomFacts, Usage};
use crate::features::finance::bill::standing::record_paid_before;
use crate::features::finance::opening::book::book;
use crate::features::finance::opening::record::{OpeningFacts, OpeningKind};
use crate::features::finance::receipt::continuity::LastBalance;
use crate::features::lease::contract::forecast;
use crate::features::lease::contract::record::{Lease, LeaseFacts, LeaseState, LeaseVersion, Step};
use crate::features::lease::contract::terms::rent_terms;
use crate::features::lease::tenant::ops::{self as tenant, TenantInput};
use crate::features::lease::tenant::record::{BY_ID_MARK, Tenant, TenantFacts};
use crate::kernel::money::yuan_grouped;
use crate::kernel::span::{DateSpan, before};
use crate::op::Op;
use crate::records::clashes::Clashes;
use crate::records::owned::{self, Owned};
use crate::records::{authors, number};
use crate::store::{Reads, key};

/// Why the first version of such a lease was made.
pub const REASON: &str = "接收";

/// Longest code of a building.
const CODE: usize = 20;

/// Takes a submitted batch over.
///
/// # Errors
/// What stops it by now, or differs from what was submitted.
pub fn receive(op: &mut Op, batch: &TakeoverBatch, comment: &str) -> Result<()> {
    let checked = check(&op.view(), batch)?;
    if let Some(text) = first_stop(&checked.shown.problems) {
        return Err(AppError::refused(format!("接收批次 {} 现在不能接收：{text}", batch.batch_no)));
    }
    if batch.sums.as_ref() != Some(&checked.sums) {
        let (now, then) = (checked.sums, batch.sums.unwrap_or_default());
        return Err(AppError::refused(format!(
            "接收批次 {} 提交后有变化：合同 {} → {}，期初欠缴 {} → {} 元，请退回重新核对",
            batch.batch_no,
            then.leases,
            now.leases,
            yuan_grouped(then.arrears_fen),
            yuan_grouped(now.arrears_fen)
        )));
    }
    begin_books(op, batch.party_a_id, batch.books_from)?;
    let party: PartyA = owned::linked(&op.view(), batch.party_a_id)?;
    let through = op.caller.through_task();
    let now = op.now;
    op.acting(&through, now, |op| {
        let mut writing = Writing::begin(op, batch, &party, &checked)?;
        for draft in &checked.drafts {
            writing.lease(op, draft)?;
        }
        Ok(())
    })?;
    balances(op, batch)?;
    let (fields, terms) = (checked.columns, batch.reading.terms.clone());
    op.put(&TakeoverColumns { party_a_id: batch.party_a_id, fields, terms })?;
    let mut next = TakeoverBatch {
        state: TakeoverState::Received,
        decided_by: op.caller.name(),
        comment: comment.to_owned(),
        received_at: Some(op.now),
        ..batch.clone()
    };
    next.sums = Some(checked.sums);
    owned::update(op, batch, next, "接收").map(drop)
}

/// Statements of the bank go on from the balances of the eve of the first day.
fn balances(op: &mut Op, batch: &TakeoverBatch) -> Result<()> {
    let at = before(batch.books_from).at(23, 59, 59, 0);
    for (tail, balance_fen) in &batch.reading.balances {
        let known: Option<LastBalance> = op.view().tx.get(&LastBalance::key(batch.party_a_id, tail))?;
        if known.is_none_or(|known| known.at < at) {
            let (party_a_id, tail) = (batch.party_a_id, tail.clone());
            op.put(&LastBalance { party_a_id, tail, balance_fen: *balance_fen, at, to_the_minute: true })?;
        }
    }
    Ok(())
}

/// Masters by their places in what was checked.
struct Writing<'b> {
    batch: &'b TakeoverBatch,
    dept_id: u64,
    rooms: Vec<u64>,
    tenants: Vec<(u64, String)>,
}

impl<'b> Writing<'b> {
    /// Makes what the register doesn't know.
    fn begin(op: &mut Op, batch: &'b TakeoverBatch, party: &PartyA, checked: &Checked) -> Result<Self> {
        let dept_id = party.owned.dept_id;
        let mut tenants = Vec::with_capacity(checked.tenants.len());
        for plan in &checked.tenants {
            tenants.push(match plan.id {
                Some(tenant_id) => (tenant_id, String::new()),
                None => new_tenant(op, plan, dept_id, &batch.batch_no)?,
            });
        }
        let places = &checked.places;
        let used: Vec<usize> = checked.drafts.iter().flat_map(|draft| &draft.rooms).map(|room| room.room).collect();
        let mut assets: Vec<Option<u64>> = places.assets.iter().map(|asset| asset.id).collect();
        let mut buildings: Vec<Option<u64>> = places.buildings.iter().map(|building| building.id).collect();
        let mut rooms: Vec<u64> = places.rooms.iter().map(|room| room.id.unwrap_or(0)).collect();
        for place in used {
            let Some(plan) = places.rooms.get(place).filter(|_| rooms[place] == 0) else { continue };
            let Some(building) = places.buildings.get(plan.building) else { continue };
            let asset_id = match assets[building.asset] {
                Some(asset_id) => asset_id,
                None => {
                    let name = places.assets.get(building.asset).map_or("", |asset| asset.name.as_str());
                    new_asset(op, batch, dept_id, (name, places.plate_of(building.asset)))?
                }
            };
            assets[building.asset] = Some(asset_id);
            let building_id = match buildings[plan.building] {
                Some(building_id) => building_id,
                None => new_building(op, asset_id, &building.name, &batch.batch_no)?,
            };
            buildings[plan.building] = Some(building_id);
            let facts = RoomFacts {
                building_id,
                floor_no: plan.floor_no,
                room_no: plan.room_no.clone(),
                room_code: String::new(),
                room_name: String::new(),
                use_kind: String::new(),
                building_area_m2: plan.area,
                inner_area_m2: None,
                rent_area_m2: plan.area,
                base_price_e4: None,
                price_unit: PriceUnit::AreaMonth,
            };
            let remark = from_batch(&batch.batch_no);
            let (usage, valid_from) = (Some(Usage::Lettable), None);
            rooms[place] =
                room::create(op, RoomInput { room_id: None, version: None, valid_from, usage, remark, facts })?.0.id;
        }
        Ok(Self { batch, dept_id, rooms, tenants })
    }

    fn lease(&mut self, op: &mut Op, draft: &Draft) -> Result<()> {
        let (tenant_id, tenant_remark) = self.tenants.get(draft.tenant).cloned().unwrap_or_default();
        let contract = &draft.contract;
        let facts = LeaseFacts {
            party_a_id: self.batch.party_a_id,
            tenant_id,
            rooms: draft.rooms.iter().map(|room| leased(self.rooms[room.room], room)).collect(),
            ..contract.facts.clone()
        };
        let lease = self.signed(op, facts, draft)?;
        self.openings(op, &lease, draft)?;
        let bills = record_paid_before(op, &lease, Vec::new(), self.batch.books_from)?;
        drop(bills);
        forecast::refresh(op, lease.lease_id)?;
        let mut warnings = draft.warnings.clone();
        warnings.extend(Some(tenant_remark).filter(|text| !text.is_empty()));
        op.put(&TakeoverLine {
            batch_id: self.batch.batch_id,
            line: contract.lines.first().copied().unwrap_or_default(),
            lease_id: lease.lease_id,
            tenant_id,
            scan: contract.scan.clone(),
            warnings,
        })?;
        Ok(())
    }

    /// A lease as if it had been written, approved, signed and delivered here.
    fn signed(&self, op: &mut Op, facts: LeaseFacts, draft: &Draft) -> Result<Lease> {
        let (lease_id, lease_no) = (op.next_id::<Lease>()?, number::draw(op, "HT")?);
        let (contract, today) = (&draft.contract, op.now.date());
        let step = |op: &Op, state| Step {
            state,
            at: op.now,
            by: op.caller.name(),
            comment: from_batch(&self.batch.batch_no),
        };
        let ended = facts.end_date < self.batch.books_from;
        let lease = Lease {
            lease_id,
            lease_no: lease_no.clone(),
            state: LeaseState::Signed,
            version_no: 1,
            sign_date: contract.sign_date,
            last_day: None,
            delivered_date: Some(facts.start_date).filter(|day| *day <= today),
            returned_date: contract.returned.or(Some(facts.end_date).filter(|_| ended)).filter(|day| *day <= today),
            steps: vec![step(op, LeaseState::Draft), step(op, LeaseState::Signed)],
            authors: authors::with(&[], op.caller),
            held_before: Vec::new(),
            files: Vec::new(),
            owned: Owned::default(),
            facts: facts.clone(),
        };
        let version = LeaseVersion {
            lease_id,
            version_no: 1,
            effective_date: facts.start_date,
            reason: REASON.to_owned(),
            terms: rent_terms(&facts),
            approved_by: op.caller.name(),
            approved_at: op.now,
            facts,
        };
        let lease = owned::insert(op, lease, self.dept_id, contract.remark.clone())?;
        op.put(&version)?;
        for room in &lease.facts.rooms {
            let until = lease.returned_date.map_or(lease.facts.end_date, |day| day.max(lease.facts.end_date));
            let span = DateSpan::new(lease.facts.start_date, until);
            let (kind, reason) = (OccupancyKind::Lease, lease_no.clone());
            occupy(op, Claim { room_id: room.room_id, span, kind, lease_id, reason })?;
        }
        Ok(lease)
    }

    fn openings(&self, op: &mut Op, lease: &Lease, draft: &Draft) -> Result<()> {
        let day = self.batch.books_from.min(op.now.date());
        let facts = |kind, amount_fen| OpeningFacts {
            kind,
            party_a_id: self.batch.party_a_id,
            tenant_id: lease.facts.tenant_id,
            lease_id: lease.lease_id,
            asset_id: 0,
            plate_id: 0,
            bill_kind: None,
            period: None,
            due_date: None,
            amount_fen,
            paid_fen: 0,
            remark: String::new(),
        };
        let line = draft.contract.lines.first().copied().unwrap_or_default();
        let origin = |tail: &str| format!("{}-{line}-{tail}", self.batch.batch_no);
        for (place, bill) in (1..).zip(&draft.openings.bills) {
            let opening = OpeningFacts {
                bill_kind: Some(bill.kind),
                period: Some(bill.period),
                due_date: Some(bill.due_date),
                paid_fen: bill.paid_fen,
                ..facts(OpeningKind::Bill, bill.asked_fen)
            };
            book(op, &origin(&place.to_string()), opening, day, None)?;
        }
        if draft.openings.credit_fen > 0 {
            book(
                op,
                &origin("预收"),
                self.placed(op, facts(OpeningKind::Credit, draft.openings.credit_fen), lease)?,
                day,
                None,
            )?;
        }
        if draft.contract.deposit_held_fen > 0 {
            let opening = self.placed(op, facts(OpeningKind::Deposit, draft.contract.deposit_held_fen), lease)?;
            book(op, &origin("押金"), opening, day, None)?;
        }
        Ok(())
    }

    /// The same with the plate of the lease's first room, which figures are told by.
    fn placed(&self, op: &Op, facts: OpeningFacts, lease: &Lease) -> Result<OpeningFacts> {
        let Some(first) = lease.facts.rooms.first() else { return Ok(facts) };
        let room: crate::features::assets::room::record::Room = owned::linked(&op.view(), first.room_id)?;
        let asset: Asset = owned::linked(&op.view(), room.asset_id)?;
        Ok(OpeningFacts { plate_id: asset.facts.plate_id, ..facts })
    }
}

fn from_batch(batch_no: &str) -> String {
    format!("上线接收 {batch_no}")
}

/// Makes a tenant; what became of a number that somebody else has.
fn new_tenant(op: &mut Op, plan: &TenantPlan, dept_id: u64, batch_no: &str) -> Result<(u64, String)> {
    let mark = op.app.sealer().mark(&plan.id_no);
    let taken = !plan.id_no.is_empty() && op.view().tx.one::<Tenant>(&BY_ID_MARK, &key().str(&mark))?.is_some();
    let facts = TenantFacts {
        tenant_code: String::new(),
        tenant_name: plan.name.clone(),
        kind: plan.kind(),
        contact: plan.contact.chars().take(50).collect(),
        ..TenantFacts::default()
    };
    let input = |id_no: Option<String>, phone: Option<String>, facts: TenantFacts| TenantInput {
        tenant_id: None,
        version: None,
        dept_id: Some(dept_id),
        id_no,
        phone,
        remark: from_batch(batch_no),
        facts,
    };
    let id_no = Some(plan.id_no.clone()).filter(|text| !text.is_empty() && !taken && is_number(text, &facts));
    let phone = Some(plan.phone.clone()).filter(|text| is_phone(text));
    let mut remarks = Vec::new();
    if taken {
        remarks.push("证件号码已登记在其他乙方名下，没有写入");
    } else if id_no.is_none() && !plan.id_no.is_empty() {
        remarks.push("证件号码不正确，没有写入");
    }
    if phone.is_none() && !plan.phone.is_empty() {
        remarks.push("联系电话不正确，没有写入");
    }
    let made = tenant::made(op, input(id_no, phone, facts), &mut Clashes::default())?;
    Ok((made, remarks.join("；")))
}

fn is_number(text: &str, facts: &TenantFacts) -> bool {
    let is_firm = facts.kind == crate::features::lease::tenant::record::TenantKind::Company && text.len() == 18;
    text.chars().count() <= 30 && (!is_firm || crate::kernel::uscc::is_valid(text))
}

fn is_phone(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    text.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '+' | ' ')) && (7..=15).contains(&digits)
}

fn new_asset(op: &mut Op, batch: &TakeoverBatch, dept_id: u64, (name, plate_id): (&str, u64)) -> Result<u64> {
    let facts = AssetFacts {
        asset_name: name.to_owned(),
        address: name.to_owned(),
        plate_id,
        title_state: TitleState::Pending,
        ..AssetFacts::default()
    };
    let input = AssetInput {
        asset_id: None,
        version: None,
        dept_id: Some(dept_id),
        party_a_id: Some(batch.party_a_id),
        held_from: None,
        files: Vec::new(),
        remark: from_batch(&batch.batch_no),
        facts,
    };
    Ok(asset::create(op, input)?.0.id)
}

/// Makes a building; its code, which codes of rooms begin with, is the asset's with a number.
fn new_building(op: &mut Op, asset_id: u64, name: &str, batch_no: &str) -> Result<u64> {
    let asset: Asset = owned::linked(&op.view(), asset_id)?;
    let code = |count: u64| {
        let own = format!("{}-{count}", asset.facts.asset_code);
        if own.chars().count() <= CODE { own } else { format!("{asset_id}-{count}") }
    };
    let mut count = 1;
    while op.view().tx.one::<building::Building>(&BY_ASSET, &key().u64(asset_id).str(&code(count)))?.is_some() {
        count += 1;
    }
    let facts = BuildingFacts {
        asset_id,
        building_code: code(count),
        building_name: name.to_owned(),
        ..BuildingFacts::default()
    };
    let remark = from_batch(batch_no);
    Ok(building::create(op, BuildingInput { building_id: None, version: None, remark, facts })?.0.id)
}
