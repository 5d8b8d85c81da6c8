//! The fictional city 云川市: plates, parties A, assets, rooms, tenants, leases and their money (domain.md section 9).
//!
//! Invariants: everything is entered by the operations of the pages, so every rule holds; the same size and the same
//! reference day give the same city; each thing draws from a stream of its own. Where the recipe names independent
//! sizes for buildings and rooms, a building is the sum of its rooms, so that the register adds up.

mod enter;
mod estate;
mod exposure;
mod handovers;
mod leases;
mod money;
mod office;
mod papers;
mod persons;
mod recipe;
mod registers;
mod tenants;
mod waiting;

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use jiff::civil::Date;
use serde_json::{Value, json};

use super::size::Size;
use crate::app::App;
use crate::error::{AppError, Result};
use crate::features::approvals::message::Message;
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::period::BOOKS_FROM;
use crate::features::lease::tenant;
use crate::features::system::config;
use crate::kernel::span::add_days;
use crate::op::{Caller, Op};
use crate::platform::audit::AuditAction;
use crate::store::{Reads, id};
use enter::{Desk, SCAN, Scan};
use estate::{AssetPlan, CityRoom, Heads};
use exposure::Board;
use handovers::Handovers;
use leases::{Fate, LeasePlan, Plans};
use money::Till;
use persons::Persons;
use recipe::{Calendar, Recipe};
use waiting::{Waiting, run_standard};

/// Assets, tenants or leases of one transaction.
const CHUNK: usize = 250;

/// Expenses an asset with rooms; receipts of unknown payers.
const EXPENSES: usize = 5;
const UNKNOWN: usize = 6;
/// Reversals that wait for their decision.
const REVERSALS: usize = 3;

/// Assets and rooms of a size.
fn extent(size: Size) -> (usize, usize) {
    match size {
        Size::Small => (12, 60),
        Size::Standard => (180, 3_200),
        Size::Stress => (20_000, 100_000),
    }
}

/// Names of the departments that have assets.
///
/// # Errors
/// A recipe that does not parse.
pub(super) fn units() -> Result<HashSet<String>> {
    Ok(Recipe::read()?.parties.into_iter().map(|party| party.dept).collect())
}

/// Builds the city as it stands on a day; answers what there is.
///
/// # Errors
/// The demonstration people are missing; what the operations refuse.
pub(super) fn build(app: &Arc<App>, caller: &Arc<Caller>, size: Size, today: Date) -> Result<Value> {
    let recipe = Arc::new(Recipe::read()?);
    let calendar = Calendar::of(today, size);
    let heads = {
        let recipe = recipe.clone();
        act(app, caller, move |op| {
            let keeper = Persons::find(&op.view())?;
            let at = calendar.at(add_days(calendar.begin, -60), 9, 0)?;
            op.acting(keeper.keeper(0), at, |op| estate::put_heads(op, &recipe))
        })?
    };
    let (assets, rooms) = extent(size);
    let rooms = put_assets(app, caller, estate::plan_assets(&recipe, assets, rooms, calendar)?, &heads, calendar)?;
    let plans = leases::plan(&rooms, calendar)?;
    let tenants = put_tenants(app, caller, &recipe, &plans, &heads, calendar)?;
    let counts = json!({
        "plates": heads.plates.len(), "parties": heads.parties.len(), "assets": assets, "rooms": rooms.len(),
        "tenants": tenants.len(), "leases": plans.leases.len(),
    });
    let sent = |(place, plan): (usize, &LeasePlan)| (plan.fate == Fate::Submitted).then_some(place);
    let sent: Vec<usize> = plans.leases.iter().enumerate().filter_map(sent).collect();
    let leases = put_leases(app, caller, plans.leases, &heads, &tenants, calendar)?;
    let sent: Vec<(usize, u64)> = sent.into_iter().map(|place| (place, leases[place])).collect();
    put_money(app, caller, leases, &rooms, &heads, calendar)?;
    act(app, caller, move |op| office::put_notices(op, &recipe, &Persons::find(&op.view())?, calendar))?;
    if size == Size::Standard {
        act(app, caller, office::put_seconded)?;
        let stored = app.blobs.put(SCAN, u64::MAX).map_err(AppError::internal)?;
        let scan = Scan { blob: stored.0, size: stored.1 };
        let parties: Vec<u64> = heads.parties.iter().map(|(party, _)| *party).collect();
        act(app, caller, move |op| {
            let persons = Persons::find(&op.view())?;
            Handovers { persons: &persons, calendar, scan: &scan, parties: &parties }.put(op)
        })?;
    }
    act(app, caller, move |op| registers::build(op, &Persons::find(&op.view())?, calendar))?;
    put_waiting(app, caller, sent, size, calendar)?;
    papers::put(app, caller, calendar)?;
    act(app, caller, move |op| read_messages(op, calendar))?;
    Ok(counts)
}

/// From now on the city runs the standard processes; in the city that is shown, documents wait at all their nodes.
fn put_waiting(
    app: &Arc<App>,
    caller: &Arc<Caller>,
    sent: Vec<(usize, u64)>,
    size: Size,
    calendar: Calendar,
) -> Result<()> {
    act(app, caller, run_standard)?;
    act(app, caller, move |op| {
        let waiting = Waiting { persons: &Persons::find(&op.view())?, calendar };
        waiting.leases(op, &sent)?;
        if size == Size::Standard { waiting.documents(op) } else { Ok(()) }
    })?;
    let reversals = if size == Size::Standard { REVERSALS } else { 0 };
    for place in 0..reversals {
        act(app, caller, move |op| Waiting { persons: &Persons::find(&op.view())?, calendar }.reverse(op, place))?;
    }
    Ok(())
}

/// Days whose messages nobody has read yet.
const UNREAD_DAYS: i64 = 3;

/// Three years went by in a minute: what was told long ago is read, or everybody's bell would show 99+.
fn read_messages(op: &mut Op, calendar: Calendar) -> Result<()> {
    let since = calendar.at(add_days(calendar.today, -UNREAD_DAYS), 0, 0)?;
    let old: Vec<Message> = op.view().tx.all()?;
    for message in old.into_iter().filter(|message| message.read_at.is_none() && message.at < since) {
        op.put_quietly(&Message { read_at: Some(message.at), ..message })?;
    }
    Ok(())
}

fn act<T: Send + 'static>(
    app: &Arc<App>,
    caller: &Arc<Caller>,
    run: impl FnOnce(&mut Op<'_, '_>) -> Result<T> + Send + 'static,
) -> Result<T> {
    app.act(caller, "演示数据", AuditAction::Import, run)
}

/// Hands pieces of a list to one transaction each, with the place of the first.
fn in_chunks<T>(mut items: Vec<T>, mut put: impl FnMut(usize, Vec<T>) -> Result<()>) -> Result<()> {
    let mut done = 0;
    while !items.is_empty() {
        let rest = items.split_off(items.len().min(CHUNK));
        let chunk = std::mem::replace(&mut items, rest);
        let count = chunk.len();
        put(done, chunk)?;
        done += count;
    }
    Ok(())
}

fn put_assets(
    app: &Arc<App>,
    caller: &Arc<Caller>,
    plans: Vec<AssetPlan>,
    heads: &Heads,
    calendar: Calendar,
) -> Result<Vec<CityRoom>> {
    let mut rooms = Vec::new();
    in_chunks(plans, |_, chunk| {
        let heads = heads.clone();
        let entered: Vec<CityRoom> = act(app, caller, move |op| {
            let persons = Persons::find(&op.view())?;
            let mut rooms = Vec::new();
            for plan in chunk {
                rooms.extend(estate::put_asset(op, plan, &heads, &persons, calendar)?);
            }
            Ok(rooms)
        })?;
        rooms.extend(entered);
        Ok(())
    })?;
    Ok(rooms)
}

fn put_tenants(
    app: &Arc<App>,
    caller: &Arc<Caller>,
    recipe: &Arc<Recipe>,
    plans: &Plans,
    heads: &Heads,
    calendar: Calendar,
) -> Result<Vec<u64>> {
    let depts: Vec<u64> = plans.tenants.iter().map(|party| heads.parties[*party].1).collect();
    let mut tenants = Vec::with_capacity(depts.len());
    in_chunks(depts, |first, chunk| {
        let recipe = recipe.clone();
        let entered: Vec<u64> = act(app, caller, move |op| {
            let persons = Persons::find(&op.view())?;
            let at = calendar.at(add_days(calendar.begin, -28), 10, 0)?;
            (first..)
                .zip(chunk)
                .map(|(place, dept_id)| {
                    let input = tenants::tenant(&recipe, place, dept_id)?;
                    op.acting(persons.clerk(place), at, |op| Ok(tenant::ops::create(op, input)?.0.id))
                })
                .collect()
        })?;
        tenants.extend(entered);
        Ok(())
    })?;
    Ok(tenants)
}

fn put_leases(
    app: &Arc<App>,
    caller: &Arc<Caller>,
    plans: Vec<LeasePlan>,
    heads: &Heads,
    tenants: &[u64],
    calendar: Calendar,
) -> Result<Vec<u64>> {
    let stored = app.blobs.put(SCAN, u64::MAX).map_err(AppError::internal)?;
    let scan = Scan { blob: stored.0, size: stored.1 };
    let parties: Vec<u64> = heads.parties.iter().map(|(party, _)| *party).collect();
    let tenants: Arc<[u64]> = tenants.into();
    // Numbers of the leases entered so far: a renewal names the one before.
    let entered: Arc<Mutex<Vec<u64>>> = Arc::default();
    in_chunks(plans, |first, chunk| {
        let (scan, parties, tenants, entered) = (scan.clone(), parties.clone(), tenants.clone(), entered.clone());
        act(app, caller, move |op| {
            let persons = Persons::find(&op.view())?;
            let desk = Desk { persons: &persons, calendar, scan: &scan };
            let mut entered = entered.lock().unwrap_or_else(PoisonError::into_inner);
            for (place, mut plan) in (first..).zip(chunk) {
                plan.facts.party_a_id = parties[plan.party];
                plan.facts.tenant_id = tenants[plan.tenant];
                plan.facts.prev_lease_id = plan.renews.and_then(|before| entered.get(before).copied()).unwrap_or(0);
                entered.push(desk.enter(op, place, &plan)?);
            }
            Ok(())
        })
    })?;
    let entered = entered.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(entered.clone())
}

/// Bills and receipts of every lease; then expenses, a policy's waiver, unknown money, remittances and the exposure board.
fn put_money(
    app: &Arc<App>,
    caller: &Arc<Caller>,
    leases: Vec<u64>,
    rooms: &[CityRoom],
    heads: &Heads,
    calendar: Calendar,
) -> Result<()> {
    if calendar.books > calendar.begin {
        // Periods before it are nobody's arrears.
        act(app, caller, move |op| begin_books(op, calendar))?;
    }
    in_chunks(leases, |first, chunk| {
        act(app, caller, move |op| {
            let persons = Persons::find(&op.view())?;
            let till = Till { persons: &persons, calendar };
            (first..).zip(chunk).try_for_each(|(place, lease_id)| till.play(op, place, lease_id))
        })
    })?;
    let mut assets: Vec<(u64, u64)> = rooms.iter().map(|room| (room.asset_id, heads.parties[room.party].0)).collect();
    assets.dedup();
    let places: Vec<usize> = (0..assets.len() * EXPENSES).collect();
    in_chunks(places, |_, chunk| {
        let assets = assets.clone();
        act(app, caller, move |op| {
            let persons = Persons::find(&op.view())?;
            let till = Till { persons: &persons, calendar };
            chunk.into_iter().try_for_each(|place| till.spend(op, place, assets[place % assets.len()]))
        })
    })?;
    let parties: Vec<u64> = heads.parties.iter().map(|(party, _)| *party).collect();
    let eve = calendar.at(calendar.today, 16, 0)?;
    act(app, caller, move |op| {
        let persons = Persons::find(&op.view())?;
        let till = Till { persons: &persons, calendar };
        till.waive(op, parties[0])?;
        for place in 0..UNKNOWN {
            till.wonder(op, place, parties[place % parties.len()])?;
        }
        let board = Board { persons: &persons, calendar };
        op.acting(persons.clerk(0), eve, |op| board.tenants(op))?;
        for party_a_id in parties {
            let party: Option<PartyA> = op.view().tx.get(&id(party_a_id))?;
            if let Some(party) = party.filter(|party| party.facts.remit_required) {
                till.remit(op, &party)?;
            }
        }
        op.acting(persons.clerk(0), eve, |op| board.others(op))?;
        // From now on the nightly run goes on with it.
        begin_books(op, calendar)
    })
}

fn begin_books(op: &mut Op, calendar: Calendar) -> Result<()> {
    config::ops::set(op, BOOKS_FROM.info.key, &calendar.books.to_string()).map(drop)
}
