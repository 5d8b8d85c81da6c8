//! What must hold after every operation, and the sums the model makes of its own.

use gx_portal::features::approvals;
use gx_portal::features::finance::allocation::{Allocation, AllocationMode};
use gx_portal::features::finance::bill::generate::missing;
use gx_portal::features::finance::bill::record::{Bill, BillState};
use gx_portal::features::finance::figures::load::ChartQuery;
use gx_portal::features::finance::invariants;
use gx_portal::features::finance::receipt::record::{Purpose, Receipt, ReceiptState};
use gx_portal::features::finance::statement;
use gx_portal::features::finance::waiver::Waiver;
use gx_portal::features::lease::contract::record::Lease;
use gx_portal::features::lease::schedule::terms::BillKind;
use gx_portal::kernel::span::{DateSpan, add_days, after};
use gx_portal::op::{Caller, View};
use gx_portal::store::{Reads, id};
use jiff::civil::Date;
use rand::RngExt;
use serde_json::json;
use std::collections::BTreeMap;

use super::super::figures;
use super::contract::rounded;
use super::{World, form};

impl World {
    /// The fee of a bill at 0.05 % a day, five days of grace and a fifth at most, from the balance of every day.
    pub(super) fn fee_by_days(&self, bill_id: u64, today: Date) -> i64 {
        let reader = self.portal.app.store.read().unwrap();
        let bill: Bill = reader.get(&id(bill_id)).unwrap().unwrap();
        let principal = bill.amount_fen - bill.credited_fen;
        let mut moves: BTreeMap<Date, i64> = BTreeMap::new();
        for row in self.all::<Allocation>().iter().filter(|row| row.bill_id == bill_id) {
            let receipt: Option<Receipt> = reader.get(&id(row.receipt_id)).unwrap();
            let chargeback = receipt.and_then(|receipt| receipt.reversal).is_some_and(|back| back.kind as u8 == 3);
            let day = match row.mode {
                AllocationMode::Release => row.book_date,
                AllocationMode::Reversal if chargeback || row.receipt_id == 0 => row.book_date,
                _ => row.value_date,
            };
            *moves.entry(day).or_default() += row.amount_fen;
        }
        for moved in
            self.all::<Waiver>().iter().flat_map(Waiver::movements).filter(|moved| moved.part.bill_id == bill_id)
        {
            *moves.entry(moved.day).or_default() += moved.fen;
        }
        let paid = |day: Date| moves.range(..=day).map(|(_, fen)| fen).sum::<i64>();
        let grace = add_days(bill.due_date, 5);
        if today <= grace || paid(grace) >= principal {
            return 0;
        }
        let (mut day, mut sum) = (bill.due_date, 0_i128);
        while day < today {
            sum += i128::from((principal - paid(day)).max(0));
            day = after(day);
        }
        rounded(sum * 500, 1_000_000).min(rounded(i128::from(principal) * 200_000, 1_000_000))
    }

    pub(super) fn figures(&self, day: Date) -> String {
        let reader = self.portal.app.store.read().unwrap();
        let caller = Caller::console("test", "test");
        let view = View::new(&self.portal.app, &reader, &caller);
        figures::describe(&view, &ChartQuery::default(), DateSpan::new(day.first_of_year(), day), day)
    }

    /// What the model says a tenant owes.
    pub(super) fn balance(&self, tenant: u64) -> i64 {
        let today = self.today();
        let mut owed = self.by_hand.get(&tenant).copied().unwrap_or_default();
        for lease in &self.leases {
            owed += lease.asked(today).iter().filter(|(key, _)| key.2 == tenant).map(|(_, fen)| fen).sum::<i64>();
            owed -= lease.waived.iter().filter(|(key, _)| key.2 == tenant).map(|(_, fen)| fen).sum::<i64>();
        }
        let paid = self.receipts.values().filter(|(of, _, bills)| *of == tenant && *bills);
        owed -= paid.map(|(_, fen, _)| fen).sum::<i64>();
        let back = self.refunds.values().filter(|(of, _)| *of == tenant);
        owed + back.map(|(_, fen)| fen).sum::<i64>() - self.applied(tenant)
    }

    /// Deposit that bills of a tenant took, and did not give back as deposit.
    pub(super) fn applied(&self, tenant: u64) -> i64 {
        let rows: Vec<Allocation> = self.all();
        let from_deposit = rows.iter().filter(|row| {
            row.tenant_id == tenant
                && row.source == gx_portal::features::finance::allocation::MoneySource::Deposit
                && row.mode != AllocationMode::Release
        });
        from_deposit.map(|row| row.amount_fen).sum()
    }

    pub(super) fn check(&mut self, step: u64) {
        let place = || format!("seed {} step {step}\n{}", self.seed, self.tail());
        let caller = Caller::console("test", "test");
        for check in self.portal.app.read(&caller, invariants::run).unwrap() {
            assert_eq!(
                check.faults,
                Vec::<String>::new(),
                "{} at {}{}",
                check.code,
                place(),
                self.story(&check.faults)
            );
        }
        for (number, lease) in self.leases.iter().enumerate() {
            let mut asked: BTreeMap<(u8, Date, u64), i64> = BTreeMap::new();
            for bill in self
                .all::<Bill>()
                .iter()
                .filter(|bill| bill.state == BillState::Issued && bill.kind != BillKind::Deposit)
            {
                if let Some((place, key)) = self.place_of(bill).filter(|(place, _)| *place == number) {
                    *asked.entry(key).or_default() += bill.amount_fen;
                    assert_eq!(place, number);
                }
            }
            asked.retain(|_, fen| *fen != 0);
            let mut wanted = lease.asked(self.today());
            wanted.retain(|_, fen| *fen != 0);
            assert_eq!(asked, wanted, "lease {} at {}", lease.lease_id, place());
        }
        for tenant in 1..=3 {
            let query = json!({"tenantId": tenant, "partyAId": 0, "from": "2000-01-01", "to": "2099-12-31"});
            let stated = self.portal.app.read(&caller, |view| statement::show(view, form(query.clone()))).unwrap();
            assert_eq!(stated.0.account.closing_fen, self.balance(tenant), "tenant {tenant} at {}", place());
        }
        if step % 20 == 19 {
            self.past_days(step);
        }
    }

    /// What happened to the bills that sentences name.
    pub(super) fn story(&self, faults: &[String]) -> String {
        let (told, bills) = (faults.concat(), self.all::<Bill>());
        let mut story = String::new();
        let (today, caller) = (self.today(), Caller::console("test", "test"));
        for lease in self.all::<Lease>().iter().filter(|lease| told.contains(&lease.lease_no)) {
            let lacks = self.portal.app.read(&caller, |view| missing(view, lease, today)).unwrap();
            let (deltas, due, stayed) = (&lacks.deltas, &lacks.due, &lacks.holdover);
            story += &format!("\n{}: {deltas:?} {due:?} {stayed:?}", lease.lease_no);
            for bill in bills.iter().filter(|bill| bill.lease_id == lease.lease_id && bill.kind != BillKind::Deposit) {
                let (no, source, period, line) = (&bill.bill_no, bill.source, bill.period, bill.charge_line);
                let (fen, of, version) = (bill.amount_fen, bill.tenant_id, bill.version_no);
                story += &format!("\n  {no} {source:?} {period:?} line {line} of {of}, version {version}: {fen}");
            }
        }
        for bill in bills.iter().filter(|bill| told.contains(&bill.bill_no)) {
            let (id, no, fen) = (bill.bill_id, &bill.bill_no, bill.amount_fen);
            story +=
                &format!("\n{no} {fen} booked {} due {} credited {}", bill.book_date, bill.due_date, bill.credited_fen);
            for other in bills.iter().filter(|other| other.adjusts_bill_id == id) {
                story += &format!("\n  corrected {} by {} {:?}", other.book_date, other.amount_fen, other.state);
            }
            for moved in
                self.all::<Waiver>().iter().flat_map(Waiver::movements).filter(|moved| moved.part.bill_id == id)
            {
                story += &format!("\n  waived {} {}", moved.day, moved.fen);
            }
            for row in self.all::<Allocation>().iter().filter(|row| row.bill_id == id) {
                let (mode, source) = (row.mode, row.source);
                story += &format!(
                    "\n  {mode:?} of {source:?} {}: {} (bank {})",
                    row.book_date, row.amount_fen, row.value_date
                );
            }
        }
        story
    }

    /// What is under decision has one process, and every process is where its document is.
    fn processes(&self, step: u64, caller: &Caller) {
        let faults = approvals::check::check(&self.portal.app.store.read().unwrap()).unwrap().faults;
        let loose = self.portal.app.read(caller, |view: &View<'_>| approvals::check::documents(view)).unwrap();
        assert!(faults.is_empty() && loose.is_empty(), "seed {} step {step}: {faults:?} {loose:?}", self.seed);
    }

    /// Ten past days: figures from sums are those from rows, closed months say what they said, nothing is below nothing.
    pub(super) fn past_days(&mut self, step: u64) {
        for (day, told) in &self.closed {
            figures::same(told, &self.figures(*day), &format!("seed {} step {step}: closed {day}", self.seed));
        }
        let caller = Caller::console("test", "test");
        self.processes(step, &caller);
        for _ in 0..10 {
            let day = add_days(self.today(), -self.rng.random_range(0..200));
            let reader = self.portal.app.store.read().unwrap();
            let view = View::new(&self.portal.app, &reader, &caller);
            figures::agree(&view, &ChartQuery::default(), DateSpan::new(day.first_of_year(), day), day);
            let query = ChartQuery::default();
            let known = gx_portal::features::finance::figures::blocks::Figures::of(&view, &query).unwrap();
            let ageing = known.ageing(day).unwrap();
            assert!(
                ageing.buckets_fen.iter().all(|fen| *fen >= 0),
                "seed {} step {step} as of {day}: {ageing:?}",
                self.seed
            );
            assert!(ageing.credit_fen >= 0, "seed {} step {step} as of {day}: {ageing:?}", self.seed);
        }
        let posted = |receipt: &Receipt| receipt.state == ReceiptState::Posted && receipt.purpose == Purpose::Bills;
        let sum: i64 =
            self.all::<Receipt>().iter().filter(|receipt| posted(receipt)).map(|receipt| receipt.amount_fen).sum();
        let model: i64 = self.receipts.values().filter(|(_, _, bills)| *bills).map(|(_, fen, _)| fen).sum();
        assert_eq!(sum, model);
    }
}
