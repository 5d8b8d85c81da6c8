//! Candidates 候选: what the rules find in books and register, proposed once and kept true until somebody takes them up.

use std::collections::{HashMap, HashSet};

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Serialize;

use super::record::{EntryFacts, EntryState, ExposureEntry, Rule, Subject, SubjectKind};
use super::rules::{Limits, long_arrears, unpaid_in_a_row};
use super::subject::{Case, identity, late_units, read};
use crate::error::Result;
use crate::features::assets::room::vacancy::{EmptyRoom, empty_rooms};
use crate::features::finance::bill::record::{BY_LEASE, Bill, OPEN_BY_TENANT};
use crate::kernel::money::yuan_grouped;
use crate::kernel::order::Order;
use crate::kernel::span::{add_days, days_between};
use crate::op::{Op, View};
use crate::records::owned::Owned;
use crate::records::{authors, number, owned};
use crate::route::{Data, Nothing};
use crate::store::{Reads, key};

/// What a run did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Generated {
    /// New candidates.
    pub made: usize,
    /// Candidates nobody had touched whose case is over.
    pub closed: usize,
}

type Hit = (Rule, Subject);

fn subject(subject_kind: SubjectKind) -> Subject {
    Subject { subject_kind, ..Subject::default() }
}

/// Rules 1 and 2: per tenant and party A; who fits the first is not proposed by the second too.
fn arrears(view: &View, limits: &Limits) -> Result<Vec<Hit>> {
    let today = view.now.date();
    let open: Vec<Bill> = view.tx.by(&OPEN_BY_TENANT, &key(), false, 0, usize::MAX)?;
    let mut hits = Vec::new();
    for bills in open.chunk_by(|one, next| (one.tenant_id, one.party_a_id) == (next.tenant_id, next.party_a_id)) {
        let Some(first) = bills.first() else { continue };
        let rule = if long_arrears(bills, today, limits) {
            Some(Rule::LongArrears)
        } else {
            let mut leases: Vec<u64> = bills.iter().map(|bill| bill.lease_id).filter(|lease| *lease > 0).collect();
            leases.sort_unstable();
            let unpaid = |lease: &&[u64]| lease.len() >= limits.unpaid_bills && limits.unpaid_bills > 0;
            let mut found = None;
            for lease in leases.chunk_by(|one, next| one == next).filter(unpaid) {
                let rents = key().u64(lease.first().copied().unwrap_or_default()).u64(0);
                let rents: Vec<Bill> = view.tx.by(&BY_LEASE, &rents, false, 0, usize::MAX)?;
                if unpaid_in_a_row(&rents, today, limits) {
                    found = Some(Rule::UnpaidBills);
                }
            }
            found
        };
        if let Some(rule) = rule {
            let (tenant_id, party_a_id) = (first.tenant_id, first.party_a_id);
            hits.push((rule, Subject { tenant_id, party_a_id, ..subject(SubjectKind::Arrears) }));
        }
    }
    Ok(hits)
}

/// Rule 3: units whose oldest month not handed in is so late.
fn remittances(view: &View, limits: &Limits) -> Result<Vec<Hit>> {
    let late = late_units(view, None)?.into_iter().filter(|(_, _, days)| *days >= limits.remit_days);
    Ok(late
        .map(|(party_a_id, _, _)| (Rule::LateRemittance, Subject { party_a_id, ..subject(SubjectKind::Remittance) }))
        .collect())
}

/// Rule 4: rooms that could be let and have stood empty; not where letting is forbidden.
fn idle(view: &View, limits: &Limits) -> Result<Vec<Hit>> {
    let today = view.now.date();
    let long = |room: &EmptyRoom| days_between(room.since, today) >= limits.idle_days;
    let hit = |EmptyRoom { asset_id, room_id, .. }| {
        (Rule::IdleRoom, Subject { asset_id, room_id, ..subject(SubjectKind::Idle) })
    };
    Ok(empty_rooms(view)?.into_iter().filter(long).map(hit).collect())
}

/// What the rules find today, whatever has been proposed before.
pub fn find(view: &View) -> Result<Vec<(Rule, Subject)>> {
    let limits = Limits::of(view);
    let mut hits = arrears(view, &limits)?;
    hits.extend(remittances(view, &limits)?);
    hits.extend(idle(view, &limits)?);
    Ok(hits)
}

/// Until when a case is not proposed again.
fn rests_until(entry: &ExposureEntry, limits: &Limits) -> Option<Date> {
    let over = if entry.state == EntryState::Published { entry.facts.publish_to } else { entry.ended };
    over.map(|day| add_days(day, limits.rest_days))
}

/// What the entries so far say about proposing a subject again.
#[derive(Default)]
struct Known {
    living: HashMap<Subject, ExposureEntry>,
    resting: HashSet<Subject>,
}

fn known(view: &View, limits: &Limits) -> Result<Known> {
    let (today, mut known) = (view.now.date(), Known::default());
    view.tx.each::<ExposureEntry>(|entry| {
        let subject = identity(&entry.facts.subject);
        if entry.is_living(today) {
            known.living.insert(subject, entry);
        } else if rests_until(&entry, limits).is_some_and(|day| day > today) {
            known.resting.insert(subject);
        }
        true
    })?;
    Ok(known)
}

/// What a candidate says until a person writes more.
fn words(rule: Rule, case: &Case, today: Date) -> String {
    let days = case.overdue_days.unwrap_or_default();
    let fen = yuan_grouped(case.amount_fen.unwrap_or_default());
    match rule {
        Rule::LongArrears | Rule::UnpaidBills => {
            let bills = case.bills.len();
            format!("<p>截至 {today}，逾期未缴账单 {bills} 张，合计 {fen} 元，最早一张已逾期 {days} 天。</p>")
        }
        Rule::LateRemittance => {
            format!("<p>截至 {today}，应上缴未上缴 {fen} 元，最早一笔已超过上缴日 {days} 天。</p>")
        }
        Rule::IdleRoom => format!("<p>截至 {today}，该房间已连续空置 {days} 天。</p>"),
    }
}

fn candidate(op: &mut Op, rule: Rule, subject: Subject, limits: &Limits) -> Result<()> {
    let today = op.now.date();
    let case = read(&op.view(), &EntryFacts { subject, ..EntryFacts::default() })?;
    let facts = EntryFacts {
        facts: words(rule, &case, today),
        rectify_deadline: Some(add_days(today, limits.rectify_days)),
        ..EntryFacts::default()
    };
    let (dept_id, entry) = (case.dept_id, fresh(op, facts, case, Some(rule))?);
    owned::insert(op, entry, dept_id, String::new()).map(drop)
}

/// A new entry of a case; the numbers of the case go before those of the form.
///
/// # Errors
/// A number that cannot be drawn.
pub fn fresh(op: &mut Op, facts: EntryFacts, case: Case, rule: Option<Rule>) -> Result<ExposureEntry> {
    let Case { subject, display_name, plate_id, amount_fen, overdue_days, bills, .. } = case;
    Ok(ExposureEntry {
        entry_id: op.next_id::<ExposureEntry>()?,
        entry_no: number::draw(op, "BG")?,
        facts: EntryFacts { subject, amount_fen, overdue_days, ..facts },
        display_name,
        plate_id,
        as_of: op.now.date(),
        rule,
        bills,
        state: EntryState::Candidate,
        author: if rule.is_some() { String::new() } else { op.caller.name() },
        authors: if rule.is_some() { Vec::new() } else { authors::with(&[], op.caller) },
        submitted_by: String::new(),
        submitted_at: None,
        decided_by: String::new(),
        ended: None,
        comment: String::new(),
        withdrawn: None,
        withdraw_reason: String::new(),
        rectified: None,
        owned: Owned::default(),
    })
}

/// Whether nobody has taken a candidate up, so that the rules may go on keeping it.
fn is_untouched(entry: &ExposureEntry) -> bool {
    entry.state == EntryState::Candidate && entry.rule.is_some() && entry.author.is_empty()
}

/// Brings the numbers of an untouched candidate up to today, without a line in its history.
fn refresh(op: &mut Op, entry: ExposureEntry, rule: Rule) -> Result<()> {
    let today = op.now.date();
    if entry.as_of == today && entry.rule == Some(rule) {
        return Ok(());
    }
    let case = read(&op.view(), &entry.facts)?;
    let text = words(rule, &case, today);
    let Case { amount_fen, overdue_days, bills, plate_id, display_name, .. } = case;
    let facts = EntryFacts { amount_fen, overdue_days, facts: text, ..entry.facts };
    op.put_quietly(&ExposureEntry { facts, bills, plate_id, display_name, as_of: today, rule: Some(rule), ..entry })?;
    Ok(())
}

/// Proposes what the rules find among the caller's departments; a second run of a day changes nothing.
pub fn run(op: &mut Op) -> Result<Generated> {
    let view = op.view();
    let (limits, scope) = (Limits::of(&view), view.caller.scope());
    let hits = find(&view)?;
    let mut known = known(&view, &limits)?;
    let mut done = Generated::default();
    for (rule, subject) in hits {
        let of = identity(&subject);
        match known.living.remove(&of) {
            Some(entry) if is_untouched(&entry) && scope.has_dept(entry.owned.dept_id) => refresh(op, entry, rule)?,
            Some(_) => {}
            None if known.resting.contains(&of) => {}
            None => {
                let case = read(&op.view(), &EntryFacts { subject, ..EntryFacts::default() })?;
                if scope.has_dept(case.dept_id) {
                    candidate(op, rule, subject, &limits)?;
                    done.made += 1;
                }
            }
        }
    }
    let mut over: Vec<ExposureEntry> = known.living.into_values().filter(is_untouched).collect();
    over.retain(|entry| scope.has_dept(entry.owned.dept_id));
    over.order_by_key(|entry| entry.entry_id);
    for entry in over {
        let comment = "情况已消除，候选自动撤销".to_owned();
        let next = ExposureEntry { state: EntryState::Refused, comment, ..entry.clone() };
        owned::update(op, &entry, next, "候选撤销")?;
        done.closed += 1;
    }
    Ok(done)
}

pub fn generate(op: &mut Op, _: Nothing) -> Result<Data<Generated>> {
    run(op).map(Data)
}
