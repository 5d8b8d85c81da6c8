//! The exposure board of the city (domain.md section 9): nine tenants, of whom three have paid since, two units, two rooms
//! that stand empty, one sublet; each written by a clerk and published by another person.

use std::collections::BTreeSet;

use jiff::civil::Date;

use super::persons::Persons;
use super::recipe::Calendar;
use crate::error::Result;
use crate::features::assets::asset::record::Asset;
use crate::features::exposure::approval::decide;
use crate::features::exposure::candidates::find;
use crate::features::exposure::ops::{EntryInput, Which, create, submit};
use crate::features::exposure::record::{EntryFacts, EntryState, ExposureEntry, Rule, Subject, SubjectKind};
use crate::features::exposure::rules::{Owed, owed};
use crate::features::exposure::subject::{late_units, open_bills};
use crate::features::finance::bill::record::Bill;
use crate::features::finance::decision::Decide;
use crate::features::finance::dunning::ops::{PrintLetters, letters};
use crate::features::finance::dunning::record::Dunning;
use crate::features::finance::receipt::ops::{self as receipt, ReceiptInput, Spread};
use crate::features::finance::receipt::record::{Method, Purpose};
use crate::features::lease::contract::record::{Lease, LeaseState};
use crate::features::lease::schedule::terms::BillKind;
use crate::features::lease::tenant::record::{Tenant, TenantKind};
use crate::kernel::order::Order;
use crate::kernel::span::add_days;
use crate::op::Op;
use crate::store::{Reads, id};

/// Tenants on the board who owe still, by the days since they were published.
const OWING: [i64; 6] = [6, 12, 19, 25, 33, 46];
/// Tenants who paid: days since they were published and days since they paid; the last one paid after his deadline.
const PAID: [(i64, i64); 3] = [(74, 52), (70, 48), (68, 20)];
/// Units, rooms and the sublet, by the days since they were published.
const UNITS: [i64; 2] = [9, 41];
const ROOMS: [i64; 2] = [15, 28];
const SUBLET: i64 = 31;
/// Days since the other units reminded somebody.
const REMINDED: i64 = 4;
/// Days that everybody has to put it right.
const DEADLINE: i64 = 30;

/// Writes and publishes the entries.
pub(super) struct Board<'a> {
    pub(super) persons: &'a Persons,
    pub(super) calendar: Calendar,
}

impl Board<'_> {
    fn day(&self, ago: i64) -> Date {
        add_days(self.calendar.today, -ago)
    }

    /// One entry, written and submitted two days before it is published.
    fn publish(&self, op: &mut Op, place: usize, ago: i64, subject: Subject, text: &str) -> Result<u64> {
        let minute = i64::try_from(place * 7 % 60).unwrap_or(0);
        let facts = EntryFacts {
            subject,
            facts: format!("<p>{text}</p>"),
            rectify_deadline: Some(self.day(ago - DEADLINE)),
            ..EntryFacts::default()
        };
        let input = EntryInput { facts, ..EntryInput::default() };
        let written = self.calendar.at(self.day(ago + 2), 10, minute)?;
        let number = op.acting(self.persons.clerk(place), written, |op| {
            let number = create(op, input)?.0.id;
            submit(op, Which { id: number, version: None })?;
            Ok(number)
        })?;
        let yes = Decide { id: number, version: None, approve: true, comment: "情况属实，同意发布".into() };
        let decided = self.calendar.at(self.day(ago), 15, minute)?;
        op.acting(self.persons.approver(place), decided, |op| decide(op, yes).map(drop))?;
        Ok(number)
    }

    /// The nine tenants: six of those who owe most in their unit, three of those who owe least and pay. Before the units hand in.
    pub(super) fn tenants(&self, op: &mut Op) -> Result<()> {
        let mut debtors: Vec<(i64, Subject)> = Vec::new();
        for (rule, subject) in find(&op.view())? {
            if rule == Rule::LongArrears {
                debtors.push((self.owed_then(op, &subject, PAID[0].0)?.fen, subject));
            }
        }
        debtors.retain(|(fen, _)| *fen > 0);
        debtors.order_by_key(|(fen, subject)| (std::cmp::Reverse(*fen), subject.tenant_id, subject.party_a_id));
        debtors.dedup_by_key(|(_, subject)| subject.tenant_id);
        let paying = debtors.split_off(debtors.len() - debtors.len().min(PAID.len()));
        for (place, ((_, subject), (ago, paid))) in paying.into_iter().zip(PAID).enumerate() {
            let number = self.debtor(op, place, ago, subject)?;
            self.pay(op, place, number, paid)?;
        }
        let debtors = self.each_unit_first(op, debtors, |(_, subject)| subject.party_a_id)?;
        for (place, ((_, subject), ago)) in debtors.into_iter().zip(OWING).enumerate() {
            self.debtor(op, place + PAID.len(), ago, subject)?;
        }
        Ok(())
    }

    /// Moves one case of each unit that has none on the board to the front: nobody who may look at the board finds it
    /// empty.
    fn each_unit_first<T>(&self, op: &Op, cases: Vec<T>, unit: impl Fn(&T) -> u64) -> Result<Vec<T>> {
        let shown = |entry: &ExposureEntry| entry.state_on(self.calendar.today) == EntryState::Published;
        let entries: Vec<ExposureEntry> = op.view().tx.all()?;
        let mut seen: BTreeSet<u64> =
            entries.iter().filter(|entry| shown(entry)).map(|entry| entry.facts.subject.party_a_id).collect();
        let (mut first, others): (Vec<T>, Vec<T>) = cases.into_iter().partition(|case| seen.insert(unit(case)));
        first.extend(others);
        Ok(first)
    }

    /// What somebody owed when his letter was written, of what he owes still.
    fn owed_then(&self, op: &Op, subject: &Subject, ago: i64) -> Result<Owed> {
        Ok(owed(&open_bills(&op.view(), subject.tenant_id, subject.party_a_id)?, self.day(ago + 10)))
    }

    fn debtor(&self, op: &mut Op, place: usize, ago: i64, subject: Subject) -> Result<u64> {
        let ids = self.owed_then(op, &subject, ago)?.bills;
        let written = self.calendar.at(self.day(ago + 10), 9, 30)?;
        op.acting(self.persons.clerk(place), written, |op| letters(op, PrintLetters { ids }).map(drop))?;
        let text = "经多次催缴，承租人仍未缴清逾期租金，现予曝光，请在整改期限内缴清。";
        self.publish(op, place, ago, subject, text)
    }

    /// All that an entry is about is paid at once.
    fn pay(&self, op: &mut Op, place: usize, number: u64, ago: i64) -> Result<()> {
        let entry: Option<ExposureEntry> = op.view().tx.get(&id(number))?;
        let Some((entry, fen)) = entry.and_then(|entry| entry.facts.amount_fen.map(|fen| (entry, fen))) else {
            return Ok(());
        };
        let subject = entry.facts.subject;
        let tenant: Option<Tenant> = op.view().tx.get(&id(subject.tenant_id))?;
        let input = ReceiptInput {
            party_a_id: subject.party_a_id,
            tenant_id: subject.tenant_id,
            lease_id: 0,
            payer_name: tenant.map(|tenant| tenant.facts.tenant_name).unwrap_or_default(),
            amount_fen: fen,
            method: Method::Transfer,
            account_tail: String::new(),
            bank_ref: String::new(),
            value_date: self.day(ago),
            purpose: Purpose::Bills,
            spread: Spread { designated: entry.bills, ..Spread::default() },
            anyway: false,
            files: Vec::new(),
            remark: "曝光后缴清".into(),
        };
        let at = self.calendar.at(self.day(ago), 11, 20)?;
        op.acting(self.persons.cashier(place), at, |op| receipt::create(op, input).map(drop))
    }

    /// Units, rooms and a sublet.
    pub(super) fn others(&self, op: &mut Op) -> Result<()> {
        let mut late = Vec::new();
        for (party_a_id, fen, days) in late_units(&op.view(), None)? {
            late.push((std::cmp::Reverse((days, fen)), party_a_id));
        }
        late.sort_unstable();
        for (place, ((_, party_a_id), ago)) in late.into_iter().zip(UNITS).enumerate() {
            let written = self.calendar.at(self.day(ago + 2), 10, 0)?;
            let was_late = op.acting(self.persons.clerk(place), written, |op| {
                Ok(!late_units(&op.view(), Some(party_a_id))?.is_empty())
            })?;
            if was_late {
                let subject = Subject { subject_kind: SubjectKind::Remittance, party_a_id, ..Subject::default() };
                self.publish(op, place + 9, ago, subject, "租金收入未按规定时间足额上缴财政专户。")?;
            }
        }
        let idle = find(&op.view())?.into_iter().filter(|(rule, _)| *rule == Rule::IdleRoom);
        let mut rooms: Vec<Subject> = idle.map(|(_, subject)| subject).collect();
        rooms.dedup_by_key(|subject| subject.asset_id);
        let mut held = Vec::new();
        for subject in rooms {
            let asset: Option<Asset> = op.view().tx.get(&id(subject.asset_id))?;
            held.push((asset.and_then(|asset| asset.holder(self.calendar.today)).unwrap_or(0), subject));
        }
        let rooms = self.each_unit_first(op, held, |(unit, _)| *unit)?.into_iter().map(|(_, subject)| subject);
        for (place, (subject, ago)) in rooms.zip(ROOMS).enumerate() {
            self.publish(op, place + 11, ago, subject, "房间长期空置，未公开招租，请限期盘活。")?;
        }
        self.sublet(op)?;
        self.reminders(op)
    }

    /// A letter to one tenant of each unit that nobody has been asked for yet.
    fn reminders(&self, op: &mut Op) -> Result<()> {
        let asked: Vec<Dunning> = op.view().tx.all()?;
        let mut seen: BTreeSet<u64> = asked.iter().map(|dunning| dunning.party_a_id).collect();
        let written = self.day(REMINDED);
        let mut overdue: Vec<Bill> = op.view().tx.all()?;
        overdue.retain(|bill| bill.kind == BillKind::Rent && bill.is_overdue(written));
        for (place, bill) in overdue.into_iter().enumerate() {
            if seen.insert(bill.party_a_id) {
                let ids = vec![bill.bill_id];
                let at = self.calendar.at(written, 9, 40)?;
                op.acting(self.persons.clerk(place), at, |op| letters(op, PrintLetters { ids }).map(drop))?;
            }
        }
        Ok(())
    }

    fn sublet(&self, op: &mut Op) -> Result<()> {
        let then = self.day(SUBLET + 2);
        let mut found: Option<Subject> = None;
        let leases: Vec<Lease> = op.view().tx.all()?;
        for lease in leases.iter().filter(|lease| lease.state_on(then) == LeaseState::Running) {
            let tenant: Option<Tenant> = op.view().tx.get(&id(lease.facts.tenant_id))?;
            let person = tenant.is_some_and(|tenant| tenant.facts.kind == TenantKind::Person);
            if found.is_none() || person {
                found = Some(Subject {
                    subject_kind: SubjectKind::Sublet,
                    tenant_id: lease.facts.tenant_id,
                    party_a_id: lease.facts.party_a_id,
                    ..Subject::default()
                });
            }
            if person {
                break;
            }
        }
        let Some(subject) = found else { return Ok(()) };
        self.publish(op, 13, SUBLET, subject, "现场检查发现承租人未经同意将房屋转租他人，违反合同约定。").map(drop)
    }
}
