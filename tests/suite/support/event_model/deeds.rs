//! The operations of a clerk and of a second person, drawn at random; what is refused changes nothing.

use gx_portal::features::approvals::binding::Doc;
use gx_portal::features::finance::bill::ops::{ManualBill, create};
use gx_portal::features::finance::bill::record::{Bill, BillSource};
use gx_portal::features::finance::close::{self, CloseMonth, ReopenMonth};
use gx_portal::features::finance::decision::Decide;
use gx_portal::features::finance::deposit::apply as deposit_apply;
use gx_portal::features::finance::handover as asset_handover;
use gx_portal::features::finance::handover::ops::HandoverInput;
use gx_portal::features::finance::late_fee;
use gx_portal::features::finance::opening;
use gx_portal::features::finance::payout::ops::{self as payout, PayPayout, PayoutInput};
use gx_portal::features::finance::payout::record::{Payout, PayoutKind, PayoutState};
use gx_portal::features::finance::receipt::ops::{self as receipt, ReceiptInput, Which};
use gx_portal::features::finance::receipt::reallocate;
use gx_portal::features::finance::receipt::reverse::{ReverseReceipt, reverse};
use gx_portal::features::finance::settlement;
use gx_portal::features::finance::settlement::record::Settlement;
use gx_portal::features::finance::waiver::{self, Waiver};
use gx_portal::features::lease::contract::change::{self, ChangeInput, LeaseChange};
use gx_portal::features::lease::contract::change_approval::{self, DecideChange};
use gx_portal::features::lease::contract::decide::Decision;
use gx_portal::features::lease::contract::handover;
use gx_portal::features::lease::contract::ops as lease;
use gx_portal::features::lease::contract::record::Lease;
use gx_portal::features::lease::schedule::terms::BillKind;
use gx_portal::kernel::span::{DateSpan, add_days, add_months, after, before, days_between};
use gx_portal::op::Caller;
use gx_portal::product::Memory as _;
use gx_portal::records::list::page;
use gx_portal::store::{Reads, id};
use jiff::civil::Date;
use rand::RngExt;
use serde_json::{Value, json};

use super::{World, form, with};

impl World {
    pub(super) fn pay(&mut self) {
        let tenant = self.rng.random_range(0..=3_u64);
        let fen = self.rng.random_range(1..900_000_i64);
        let designated: Vec<u64> = if self.rng.random_bool(0.3) {
            self.some_bill(|bill| bill.tenant_id == tenant).iter().map(|bill| bill.bill_id).collect()
        } else {
            Vec::new()
        };
        let lease_id = if tenant > 0 && self.rng.random_bool(0.3) {
            self.some_lease().map_or(0, |place| self.leases[place].lease_id)
        } else {
            0
        };
        let day = add_days(self.today(), -self.rng.random_range(0..60));
        let method = if self.rng.random_bool(0.15) { 6 } else { 1 };
        let unit = self.some_unit();
        let input: ReceiptInput = form(json!({
            "partyAId": unit, "tenantId": tenant, "leaseId": lease_id, "payerName": "付款人", "amountFen": fen, "method": method,
            "valueDate": day.to_string(), "designated": designated, "notYetDue": self.rng.random_bool(0.3),
            "keepAsCredit": self.rng.random_bool(0.2),
        }));
        let done = self.act(&self.clerk.clone(), |op| Ok(receipt::create(op, input)?.0.id));
        if let Some(made) = self.accepted(done) {
            self.receipts.insert(made, (tenant, fen, tenant > 0));
        }
    }

    pub(super) fn some_receipt(&mut self) -> Option<u64> {
        let known: Vec<u64> = self.receipts.keys().copied().collect();
        (!known.is_empty()).then(|| known[self.rng.random_range(0..known.len())])
    }

    pub(super) fn reverse(&mut self) {
        let Some(id) = self.some_receipt() else { return };
        let input: ReverseReceipt = form(json!({"id": id, "kind": self.rng.random_range(1..=3), "reason": "冲销"}));
        let done = self.act(&self.boss.clone(), |op| reverse(op, input));
        if self.accepted(done).is_some() {
            self.receipts.remove(&id);
        }
    }

    pub(super) fn claim(&mut self) {
        let Some(id) = self.some_receipt() else { return };
        let tenant = self.rng.random_range(1..=3_u64);
        let purpose = if self.rng.random_bool(0.2) { 2 } else { 1 };
        let lease_id = if purpose == 2 { self.some_lease().map_or(0, |place| self.leases[place].lease_id) } else { 0 };
        let input = form(json!({"id": id, "tenantId": tenant, "leaseId": lease_id, "purpose": purpose}));
        let done = self.act(&self.clerk.clone(), |op| receipt::claim(op, input));
        if self.accepted(done).is_some() {
            let entry = self.receipts.get_mut(&id).unwrap();
            (entry.0, entry.2) = (tenant, purpose == 1);
        }
    }

    /// Taken back and claimed by somebody else.
    pub(super) fn reclaim(&mut self) {
        let Some(id) = self.some_receipt() else { return };
        let done = self.act(&self.clerk.clone(), move |op| receipt::unclaim(op, Which { id, version: None }));
        if self.accepted(done).is_some() {
            let entry = self.receipts.get_mut(&id).unwrap();
            (entry.0, entry.2) = (0, false);
            self.claim();
        }
    }

    pub(super) fn move_money(&mut self) {
        let Some(id) = self.some_receipt() else { return };
        let bills: Vec<u64> = self.some_bill(|_| true).map(|bill| bill.bill_id).into_iter().collect();
        let input = form(json!({"id": id, "designated": bills, "keepAsCredit": self.rng.random_bool(0.2)}));
        let done = self.act(&self.clerk.clone(), |op| reallocate::reallocate(op, input));
        self.accepted(done);
    }

    pub(super) fn waive(&mut self) {
        if !self.waivers.is_empty() && self.rng.random_bool(0.4) {
            return self.revoke();
        }
        if !self.waiting.is_empty() && self.rng.random_bool(0.5) {
            return self.decide_late();
        }
        let Some(bill) = self.some_bill(|bill| bill.amount_fen > 0) else { return };
        let fen = self.rng.random_range(1..=bill.amount_fen);
        let day = add_days(self.today(), -self.rng.random_range(0..40));
        let scope = json!([{"billId": bill.bill_id, "amountFen": fen}]);
        let input = form(json!({"reasonKind": 3, "scope": scope, "effectiveDate": day.to_string()}));
        let done = self.act(&self.clerk.clone(), |op| Ok(waiver::submit(op, input)?.0.id));
        let Some(id) = self.accepted(done) else { return };
        self.waiting.push(id);
        // The others wait while days pass, money moves and months are closed.
        if self.rng.random_bool(0.6) {
            self.decide(id, true);
        }
    }

    fn decide_late(&mut self) {
        let id = self.waiting[self.rng.random_range(0..self.waiting.len())];
        let yes = self.rng.random_bool(0.8);
        self.decide(id, yes);
    }

    /// The boss says yes or no to a waiver. A yes that the bill refuses by now leaves it where it was.
    fn decide(&mut self, id: u64, approve: bool) {
        let comment = if approve { String::new() } else { "不同意".into() };
        let said = Decide { id, version: None, approve, comment };
        let done = self.act(&self.boss.clone(), |op| waiver::decide(op, said));
        if self.accepted(done).is_none() {
            return;
        }
        self.waiting.retain(|waits| *waits != id);
        if approve {
            let reader = self.portal.app.store.read().unwrap();
            let known: Waiver = reader.get(&gx_portal::store::id(id)).unwrap().unwrap();
            let bill: Bill = reader.get(&gx_portal::store::id(known.scope[0].bill_id)).unwrap().unwrap();
            drop(reader);
            self.waivers.push(id);
            self.note_waived(&bill, known.scope[0].amount_fen);
        }
    }

    pub(super) fn note_waived(&mut self, bill: &Bill, fen: i64) {
        match self.place_of(bill) {
            Some((place, key)) => *self.leases[place].waived.entry(key).or_default() += fen,
            None => *self.by_hand.entry(bill.tenant_id).or_default() -= fen,
        }
    }

    /// The part of a lease that a bill, or an addition to one, asks for.
    pub(super) fn place_of(&self, bill: &Bill) -> Option<(usize, (u8, Date, u64))> {
        let place = self.leases.iter().position(|lease| lease.lease_id == bill.lease_id)?;
        let contract = !matches!(bill.source, BillSource::Manual | BillSource::LateFee);
        let period = bill.period.filter(|_| contract && bill.kind != BillKind::LateFee)?;
        let charge = match (bill.kind, bill.charge_line > 60_000) {
            (_, true) => 2,
            (BillKind::Rent, false) => 0,
            _ => 1,
        };
        Some((place, (charge, period.from, bill.tenant_id)))
    }

    pub(super) fn revoke(&mut self) {
        let place = self.rng.random_range(0..self.waivers.len());
        let id = self.waivers[place];
        let known: Waiver = self.portal.app.store.read().unwrap().get(&gx_portal::store::id(id)).unwrap().unwrap();
        let no = Decide { id, version: None, approve: true, comment: "撤销".into() };
        let done = self.act(&self.boss.clone(), |op| waiver::revoke(op, no));
        if self.accepted(done).is_some() {
            self.waivers.swap_remove(place);
            let part = known.scope[0];
            let bill: Bill =
                self.portal.app.store.read().unwrap().get(&gx_portal::store::id(part.bill_id)).unwrap().unwrap();
            self.note_waived(&bill, -known.left_of(&part));
        }
    }

    pub(super) fn refund(&mut self) {
        let (tenant, unit) = (self.rng.random_range(1..=3_u64), self.some_unit());
        let input: PayoutInput = form(json!({
            "kind": 1, "partyAId": unit, "tenantId": tenant, "amountFen": self.rng.random_range(1..300_000), "payee": "收款人",
            "byTreasury": self.rng.random_bool(0.2),
        }));
        let fen = input.facts.amount_fen;
        let done = self.act(&self.clerk.clone(), |op| Ok(payout::submit(op, input)?.0.id));
        let Some(id) = self.accepted(done) else { return };
        let yes = Decide { id, version: None, approve: true, comment: String::new() };
        self.act(&self.boss.clone(), move |op| {
            gx_portal::features::finance::payout::approval::decide(op, &yes, &[PayoutKind::CreditRefund])
        })
        .unwrap();
        let paid_date = add_days(self.today(), -self.rng.random_range(0..60));
        let pay = PayPayout { id, version: None, paid_date };
        let done = self.act(&self.boss.clone(), move |op| payout::pay(op, &pay, &[PayoutKind::CreditRefund]));
        if self.accepted(done).is_some() {
            self.refunds.insert(id, (tenant, fen));
        }
    }

    /// A change of the lease that the boss approves; answers whether it was.
    pub(super) fn changed(&mut self, lease_id: u64, kind: u8, day: Date, facts: Value) -> bool {
        let lease: Lease = self.portal.app.store.read().unwrap().get(&id(lease_id)).unwrap().unwrap();
        let shown = serde_json::to_value(&lease.facts).unwrap();
        let input: ChangeInput = form(json!({
            "leaseId": lease_id, "kind": kind, "effectiveDate": day.to_string(), "reason": "协议", "facts": with(shown, facts),
            "depositMoves": self.rng.random_bool(0.5),
        }));
        let done = self.act(&self.clerk.clone(), |op| change::submit(op, input));
        if self.accepted(done).is_none() {
            return false;
        }
        let done = self.act(&self.boss.clone(), move |op| {
            let changes: Vec<LeaseChange> = op.view().tx.by(&change::BY_LEASE, &id(lease_id), true, 0, 1)?;
            let change_id = changes[0].change_id;
            change_approval::decide(op, DecideChange { change_id, decision: Decision::Approve, comment: String::new() })
        });
        if self.accepted(done).is_some() {
            return true;
        }
        self.act(&self.boss.clone(), move |op| {
            let changes: Vec<LeaseChange> = op.view().tx.by(&change::BY_LEASE, &id(lease_id), true, 0, 1)?;
            let (change_id, comment) = (changes[0].change_id, "不同意".to_owned());
            change_approval::decide(op, DecideChange { change_id, decision: Decision::Reject, comment })
        })
        .unwrap();
        false
    }

    pub(super) fn some_day(&mut self, place: usize) -> Date {
        let lease = &self.leases[place];
        add_days(lease.start, self.rng.random_range(0..=days_between(lease.start, lease.end)))
    }

    pub(super) fn terms(&mut self) {
        let Some(place) = self.some_lease() else { return };
        let (day, lease_id) = (self.some_day(place), self.leases[place].lease_id);
        let end = self.leases[place].end;
        if self.rng.random_bool(0.5) {
            let rent = self.rng.random_range(1..9) * 60_000;
            if self.changed(lease_id, 1, day, json!({"rentFen": rent})) {
                self.leases[place].days.range_mut(day..).for_each(|(_, agreed)| agreed.rent = rent);
            }
        } else if self.rng.random_bool(0.5) {
            let fee = self.rng.random_range(0..4) * 5_000;
            let lease: Lease = self.portal.app.store.read().unwrap().get(&id(lease_id)).unwrap().unwrap();
            let charges: Vec<Value> = match lease.facts.extra_charges.first() {
                Some(charge) if fee > 0 => vec![json!({"key": charge.key, "kind": 2, "monthFen": fee})],
                _ => Vec::new(),
            };
            if fee > 0 && charges.is_empty() {
                return;
            }
            if self.changed(lease_id, 9, day, json!({"extraCharges": charges})) {
                self.leases[place].days.range_mut(day..).for_each(|(_, agreed)| agreed.fee = fee);
            }
        } else {
            let from = day.min(before(end));
            let free = json!([{"from": from.to_string(), "to": add_days(from, 20).min(end).to_string()}]);
            if self.changed(lease_id, 9, day, json!({"rentFree": free})) {
                let span = DateSpan::new(from, add_days(from, 20).min(end));
                for (on, agreed) in self.leases[place].days.range_mut(day..) {
                    agreed.free = span.contains(*on);
                }
            }
        }
    }

    pub(super) fn tenant(&mut self) {
        let Some(place) = self.some_lease() else { return };
        let (day, lease_id) = (self.some_day(place), self.leases[place].lease_id);
        let lease: Lease = self.portal.app.store.read().unwrap().get(&id(lease_id)).unwrap().unwrap();
        let tenant = self.rng.random_range(1..=3_u64);
        if tenant != lease.facts.tenant_id && self.changed(lease_id, 4, day, json!({"tenantId": tenant})) {
            self.leases[place].days.range_mut(day..).for_each(|(_, agreed)| agreed.tenant = tenant);
        }
    }

    pub(super) fn terminate(&mut self) {
        let Some(place) = self.some_lease() else { return };
        let (day, lease_id) = (self.some_day(place), self.leases[place].lease_id);
        if self.changed(lease_id, 8, day, json!({})) {
            let lease = &mut self.leases[place];
            lease.last = (day != lease.end).then_some(day);
        }
    }

    pub(super) fn give_back(&mut self) {
        let Some(place) = self.some_lease() else { return };
        let day = add_days(self.today(), -self.rng.random_range(0..30));
        let form = form(json!({"id": self.leases[place].lease_id, "returnedDate": day.to_string()}));
        let done = self.act(&self.clerk.clone(), |op| handover::hand_over(op, form));
        if self.accepted(done).is_some() {
            self.leases[place].returned = Some(day);
        }
    }

    pub(super) fn cancel(&mut self) {
        let Some(place) = self.some_lease() else { return };
        let form = form(json!({"id": self.leases[place].lease_id, "comment": "作废"}));
        let done = self.act(&self.clerk.clone(), |op| lease::cancel(op, form));
        if self.accepted(done).is_some() {
            let today = self.today();
            self.leases[place].void = true;
            self.leases[place].issue(today);
        }
    }

    pub(super) fn by_hand(&mut self) {
        let Some(place) = self.some_lease() else { return };
        let (lease_id, fen) = (self.leases[place].lease_id, self.rng.random_range(1..60_000));
        let input: ManualBill = form(json!({
            "leaseId": lease_id, "kind": 3, "dueDate": self.today().to_string(), "amountFen": fen, "remark": "水费",
        }));
        let done = self.act(&self.clerk.clone(), |op| Ok(create(op, input)?.1.data.id));
        if let Some(made) = self.accepted(done) {
            let bill: Bill = self.portal.app.store.read().unwrap().get(&id(made)).unwrap().unwrap();
            *self.by_hand.entry(bill.tenant_id).or_default() += fen;
        }
    }

    /// Late fees day by day, as the list shows them, then billed.
    pub(super) fn fee(&mut self) {
        let today = self.today();
        let caller = Caller::console("test", "test");
        let query = || late_fee::ListLateFees { paging: form(json!({"pageSize": 200})), ..Default::default() };
        let listed = self.portal.app.read(&caller, |view| page::<late_fee::LateFees>(view, query())).unwrap();
        for row in &listed.rows {
            assert_eq!(
                row.fee.fee_fen,
                self.fee_by_days(row.bill_id, today),
                "seed {}: bill {}",
                self.seed,
                row.bill_no
            );
        }
        self.bears_as_kept(&listed.rows.iter().map(|row| row.bill_id).collect::<Vec<_>>());
        if listed.rows.is_empty() {
            return;
        }
        let row = &listed.rows[self.rng.random_range(0..listed.rows.len())];
        let (bill_id, due) = (row.bill_id, row.due_fen);
        let bill: Bill = self.portal.app.store.read().unwrap().get(&id(bill_id)).unwrap().unwrap();
        let input = late_fee::BillLateFees { bill_ids: vec![bill_id] };
        let done = self.act(&self.clerk.clone(), |op| late_fee::bill(op, input).map(|done| done.0.amount_fen));
        if let Some(fen) = self.accepted(done) {
            assert_eq!(fen, due);
            *self.by_hand.entry(bill.tenant_id).or_default() += fen;
        }
    }

    /// What is kept of late fees names the bills that each bill's own look names.
    fn bears_as_kept(&self, listed: &[u64]) {
        let caller = Caller::console("test", "test");
        let kept = || self.portal.app.read(&caller, late_fee::index::bearing).unwrap();
        if let Some(kept) = kept() {
            let mut listed: Vec<i64> = listed.iter().map(|bill| bill.cast_signed()).collect();
            listed.sort_unstable();
            assert_eq!(listed, kept.numbers(), "seed {}", self.seed);
        }
        // From now on it follows the books, until somebody throws it away.
        let memory = self.portal.app.state::<late_fee::index::LateFeeIndex>().unwrap();
        let reader = self.portal.app.store.read().unwrap();
        memory.reload(&reader).unwrap();
        drop(reader);
        let looked = self
            .portal
            .app
            .read(&caller, |view| {
                page::<late_fee::LateFees>(
                    view,
                    late_fee::ListLateFees { paging: form(json!({"pageSize": 200})), ..Default::default() },
                )
            })
            .unwrap();
        let mut looked: Vec<u64> = looked.rows.iter().map(|row| row.bill_id).collect();
        looked.sort_unstable();
        let mut listed = listed.to_vec();
        listed.sort_unstable();
        assert_eq!(listed, looked, "seed {}: kept and looked at", self.seed);
        late_fee::index::fill(&self.portal.app).unwrap();
    }

    pub(super) fn deposit(&mut self) {
        let Some(place) = self.some_lease() else { return };
        let lease_id = self.leases[place].lease_id;
        let open = self.some_bill(|bill| {
            bill.lease_id == lease_id && bill.kind == BillKind::Deposit && bill.outstanding_fen() > 0
        });
        if let Some(bill) = open {
            let fen = self.rng.random_range(1..=bill.outstanding_fen());
            let input: ReceiptInput = form(json!({
                "partyAId": bill.party_a_id, "tenantId": bill.tenant_id, "leaseId": lease_id, "amountFen": fen, "method": 1,
                "valueDate": self.today().to_string(), "purpose": 2,
            }));
            let done = self.act(&self.clerk.clone(), |op| Ok(receipt::create(op, input)?.0.id));
            if let Some(made) = self.accepted(done) {
                self.receipts.insert(made, (bill.tenant_id, fen, false));
            }
            return;
        }
        let owing = self.some_bill(|bill| {
            bill.lease_id == lease_id && bill.kind != BillKind::Deposit && bill.outstanding_fen() > 0
        });
        let Some(bill) = owing else { return };
        let fen = self.rng.random_range(1..=bill.outstanding_fen());
        let parts = json!([{"billId": bill.bill_id, "amountFen": fen}]);
        let input = form(json!({"leaseId": lease_id, "parts": parts, "reason": "抵租"}));
        let done = self.act(&self.clerk.clone(), |op| deposit_apply::apply(op, input));
        self.accepted(done);
    }

    pub(super) fn close(&mut self) {
        let month = add_months(self.today().first_of_month(), -self.rng.random_range(1..3));
        let (closes, party_a_id) = (self.rng.random_bool(0.7), self.some_unit());
        let done = if closes {
            self.act(&self.clerk.clone(), move |op| {
                let looked = close::look(&op.view(), CloseMonth { party_a_id, month })?;
                close::close(op, looked).map(drop)
            })
        } else {
            let input = ReopenMonth { party_a_id, month, reason: "补录".into() };
            self.act(&self.boss.clone(), |op| close::reopen(op, input).map(drop))
        };
        if self.accepted(done).is_none() || self.units {
            // the figures of a day are those of both units, of which one is closed
        } else if closes {
            let day = month.last_of_month();
            let told = self.figures(day);
            self.closed.push((day, told));
        } else {
            self.closed.retain(|(day, _)| *day < month);
        }
    }

    /// The property passes to the other unit with everything that hangs on it. What is confirmed is what was shown.
    pub(super) fn pass(&mut self) {
        let (from, day) = (self.holder(), add_days(self.today(), -self.rng.random_range(0..40)));
        let input: HandoverInput = form(json!({
            "kind": 3, "fromPartyAId": from, "toPartyAId": 3 - from, "assetIds": [1], "handoverDate": day.to_string(),
            "arrearsPolicy": self.rng.random_range(1..=2), "splitPolicy": self.rng.random_range(1..=2),
        }));
        let done = self.act(&self.clerk.clone(), |op| {
            let id = asset_handover::ops::create(op, input)?.0.id;
            (asset_handover::approval::BINDING.begin)(op, &Doc { id, payload: None })?;
            Ok(id)
        });
        let Some(id) = self.accepted(done) else { return };
        self.act(&self.boss.clone(), move |op| {
            (asset_handover::approval::BINDING.approved)(op, &Doc { id, payload: None }, "")?;
            let shown = asset_handover::show::show(&op.view(), form(json!({"id": id})))?.0;
            let scan = gx_portal::features::system::file::ops::deposit(op, "移交清单.pdf", "0", 1)?;
            let seal = shown.plan.seal;
            asset_handover::ops::confirm(op, form(json!({"id": id, "signFiles": [scan], "seal": seal})))
        })
        .unwrap();
    }

    /// A lease that is over is settled: nothing is owed more or less by that, but for what is kept.
    pub(super) fn settle(&mut self) {
        let Some(place) = self.some_lease() else { return };
        let (lease_id, penalty) = (self.leases[place].lease_id, self.rng.random_range(0..3_i64) * 20_000);
        let input = form(json!({"leaseId": lease_id, "penaltyFen": penalty}));
        let done = self.act(&self.clerk.clone(), |op| Ok(settlement::ops::submit(op, input)?.0.id));
        let Some(id) = self.accepted(done) else { return };
        let yes = Decide { id, version: None, approve: self.rng.random_bool(0.9), comment: "意见".into() };
        let approve = yes.approve;
        let done = self.act(&self.boss.clone(), |op| settlement::approval::decide(op, yes));
        let known = self.accepted(done).is_some();
        if known && approve {
            // What the deposit covers of a penalty is kept; the rest is a bill.
            let reader = self.portal.app.store.read().unwrap();
            let sheet: Settlement = reader.get(&gx_portal::store::id(id)).unwrap().unwrap();
            let bill: Option<Bill> = reader.get(&gx_portal::store::id(sheet.bill_id)).unwrap();
            drop(reader);
            if let Some(bill) = bill {
                *self.by_hand.entry(bill.tenant_id).or_default() += bill.amount_fen;
            }
        }
    }

    /// A refund that a settlement promised is paid.
    pub(super) fn pay_back(&mut self) {
        let mut waits: Vec<Payout> = self.all();
        waits.retain(|payout| payout.state == PayoutState::Approved);
        if waits.is_empty() {
            return;
        }
        let payout = waits.swap_remove(self.rng.random_range(0..waits.len()));
        let pay = PayPayout { id: payout.payout_id, version: None, paid_date: self.today() };
        let kinds = [PayoutKind::CreditRefund, PayoutKind::DepositRefund];
        let done = self.act(&self.boss.clone(), move |op| payout::pay(op, &pay, &kinds));
        if self.accepted(done).is_some() && payout.kind == PayoutKind::CreditRefund {
            self.refunds.insert(payout.payout_id, (payout.facts.tenant_id, payout.facts.amount_fen));
        }
    }

    /// The tenant of a lease goes on with a new one.
    pub(super) fn renew(&mut self) {
        let Some(place) = self.some_lease().filter(|_| self.leases.len() < 10) else { return };
        let lease = &self.leases[place];
        let (room, start, lease_id) = (lease.room, after(lease.charged()), lease.lease_id);
        let tenant = lease.on(lease.charged()).tenant;
        self.sign_from(room, tenant, start, json!({"kind": 2, "lettingMode": 3, "prevLeaseId": lease_id}));
    }

    /// What was owed, paid ahead or held when the books began.
    pub(super) fn bring_in(&mut self) {
        let Some(place) = self.some_lease() else { return };
        let kind = self.rng.random_range(1..=4_u8);
        let fen = self.rng.random_range(1..90_000_i64);
        let (first, lease) = (self.first_day, &self.leases[place]);
        let parts: Vec<_> = lease.parts().into_iter().filter(|(key, _)| !lease.known.contains_key(key)).collect();
        let lease_id = lease.lease_id;
        let reader = self.portal.app.store.read().unwrap();
        let known: Lease = reader.get(&id(lease_id)).unwrap().unwrap();
        drop(reader);
        let (party, tenant) = (known.facts.party_a_id, known.facts.tenant_id);
        let mut facts = json!({"kind": kind, "party_a_id": party, "tenant_id": tenant, "lease_id": lease_id, "asset_id": 0, "plate_id": 0,
                               "bill_kind": null, "period": null, "due_date": null, "amount_fen": fen, "paid_fen": 0, "remark": ""});
        let wanted = parts.iter().find(|(key, part)| key.2 == tenant && part.issue < first && part.to < first);
        let until = parts.iter().map(|(_, part)| part.to).find(|to| *to >= first);
        match (kind, wanted, until) {
            (1, Some((key, part)), _) => {
                let of = if key.0 == 0 { 1 } else { 2 };
                let period = json!({"from": key.1.to_string(), "to": part.to.to_string()});
                let due = add_days(part.issue, super::LEAD).to_string();
                facts = with(facts, json!({"bill_kind": of, "period": period, "due_date": due}));
            }
            (4, _, Some(to)) => {
                let period = json!({"from": to.to_string(), "to": to.to_string()});
                facts = with(facts, json!({"period": period, "amount_fen": 0}));
            }
            (1 | 4, ..) => return,
            _ => {}
        }
        let (input, origin, day) = (form(facts), format!("Q{}", self.log.len()), self.today());
        let done = self.act(&self.clerk.clone(), move |op| opening::book::book(op, &origin, input, day, None));
        if self.accepted(done).is_none() {
            return;
        }
        let lease = &mut self.leases[place];
        match (kind, wanted, until) {
            (1, Some((key, part)), _) => {
                lease.before.insert(*key, (part.to, part.fen - fen));
                lease.known.insert(*key, ());
            }
            (4, _, Some(to)) => {
                for (key, part) in parts.iter().filter(|(key, part)| key.1 <= to && part.to >= first) {
                    lease.before.insert(*key, (part.to, part.fen));
                    lease.known.insert(*key, ());
                }
            }
            (2, ..) => *self.by_hand.entry(tenant).or_default() -= fen,
            _ => {}
        }
    }
}
