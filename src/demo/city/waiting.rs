//! What waits for a decision today. Until here everything was decided by one person, as installations begin; now the city
//! runs the standard processes, and the documents of the last days wait at their nodes (approvals.md 7.11).

use std::collections::BTreeSet;

use super::enter::{raised, which};
use super::persons::Persons;
use super::recipe::Calendar;
use crate::error::Result;
use crate::features::approvals::binding::{self, Adopted};
use crate::features::approvals::definition::standard::{Preset, PresetInput, PresetRow, presets, switch};
use crate::features::approvals::instance::alias::{Verdict, decide};
use crate::features::assets::asset::record::Asset;
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::room::record::{BY_ASSET, Room};
use crate::features::exposure::ops::{EntryInput, Which as Entry, create as write_entry, submit as submit_entry};
use crate::features::exposure::record::{EntryFacts, ExposureEntry, Subject, SubjectKind};
use crate::features::finance::bill::record::Bill;
use crate::features::finance::payout::ops::{self as payout, PayoutInput};
use crate::features::finance::payout::record::{PayoutFacts, PayoutKind};
use crate::features::finance::receipt::record::{Receipt, ReceiptState, ReversalKind};
use crate::features::finance::receipt::reverse::{ReverseReceipt, reverse};
use crate::features::finance::waiver::record::Waiver;
use crate::features::finance::waiver::{self, WaivedBill, WaiverInput, WaiverReason};
use crate::features::lease::contract::change::{self, ChangeInput, ChangeKind};
use crate::features::lease::contract::ops::submit as submit_lease;
use crate::features::lease::contract::record::{Lease, LeaseState};
use crate::features::lease::schedule::terms::BillKind;
use crate::features::system::notice::admin;
use crate::features::system::notice::wire::NoticeInput;
use crate::kernel::dates::Stamp;
use crate::kernel::order::Order;
use crate::kernel::span::{add_days, add_months};
use crate::op::{Caller, Op};
use crate::route::Nothing;
use crate::store::{Reads, id};

/// Yuan of the expenses; those of more than 2,000 go on to the accountants.
const EXPENSES: [i64; 8] = [1_200, 3_600, 860, 5_400, 1_750, 9_800, 2_600, 15_000];
/// Yuan by which units make up what they handed in short.
const REMITTED: [i64; 3] = [12_000, 8_600, 21_500];
/// Of each waiver: bills, whether a policy stands behind it, and how many have agreed.
const WAIVERS: [(usize, bool, usize); 9] = [
    (1, true, 0),
    (1, true, 0),
    (2, false, 0),
    (1, true, 1),
    (3, false, 1),
    (1, false, 2),
    (2, false, 2),
    (4, false, 2),
    (60, false, 3),
];
/// Titles of notices that the office has not read yet.
const NOTICES: [&str; 3] = ["关于开展房屋安全检查的通知", "关于做好租金收缴工作的通知", "租赁合同范本（修订）征求意见"];

/// Puts the standard process of every kind in force.
///
/// # Errors
/// A process that finds nobody in some department.
pub(super) fn run_standard(op: &mut Op) -> Result<()> {
    let rows = presets(&op.view(), Nothing {})?.0;
    let missing = |row: &PresetRow| row.has_standard && row.preset != Preset::Standard;
    for row in rows.into_iter().filter(missing) {
        switch(op, PresetInput { key: row.key, preset: Preset::Standard })?;
    }
    Ok(())
}

/// Rooms that passed to another unit: their leases are for that unit's people.
fn passed(op: &Op) -> Result<BTreeSet<u64>> {
    let mut passed = BTreeSet::new();
    for asset in op.view().tx.all::<Asset>()?.into_iter().filter(|asset| asset.holdings.len() > 1) {
        let rooms: Vec<Room> = op.view().tx.by(&BY_ASSET, &id(asset.asset_id), false, 0, usize::MAX)?;
        passed.extend(rooms.into_iter().map(|room| room.room_id));
    }
    Ok(passed)
}

fn is_of(rooms: &BTreeSet<u64>, lease: &Lease) -> bool {
    lease.facts.rooms.iter().any(|room| rooms.contains(&room.room_id))
}

/// Sends the documents of the last days.
pub(super) struct Waiting<'a> {
    pub(super) persons: &'a Persons,
    pub(super) calendar: Calendar,
}

impl Waiting<'_> {
    fn at(&self, ago: usize, hour: i8) -> Result<Stamp> {
        let ago = i64::try_from(ago).unwrap_or(0);
        self.calendar.at(add_days(self.calendar.today, -ago), hour, 10 + ago * 3)
    }

    /// Leases that were drafted to be sent: their numbers, with the place of each among the plans.
    pub(super) fn leases(&self, op: &mut Op, leases: &[(usize, u64)]) -> Result<()> {
        let passed = passed(op)?;
        for (number, (place, lease_id)) in leases.iter().enumerate() {
            let lease: Option<Lease> = op.view().tx.get(&id(*lease_id))?;
            if lease.is_none_or(|lease| is_of(&passed, &lease)) {
                continue;
            }
            let clerk = self.persons.clerk(*place);
            op.acting(clerk, self.at(number % 6 + 1, 14)?, |op| submit_lease(op, which(*lease_id)).map(drop))?;
            self.agreed(op, "lease_sign", *lease_id, (number % 3, number % 6 + 1))?;
        }
        Ok(())
    }

    /// The first so many nodes agree: the head of the section, an accountant, who is in charge.
    fn agreed(&self, op: &mut Op, process: &str, number: u64, (nodes, ago): (usize, usize)) -> Result<()> {
        let binding = binding::of(&op.view(), process)?;
        let path: [&Caller; 3] = [self.persons.approver(0), self.persons.treasurer(1), self.persons.director()];
        for (place, person) in path.into_iter().enumerate().take(nodes) {
            let at = self.at(ago, 15 + i8::try_from(place).unwrap_or(0))?;
            let waits = Adopted { id: number, submitter: String::new(), at, returned: false };
            op.acting(person, at, |op| decide(op, binding, &waits, Verdict::Approve, "同意"))?;
        }
        Ok(())
    }

    fn returned(&self, op: &mut Op, process: &str, number: u64) -> Result<()> {
        let binding = binding::of(&op.view(), process)?;
        let at = self.at(1, 16)?;
        let waits = Adopted { id: number, submitter: String::new(), at, returned: false };
        let reason = "请补充减免依据和现场照片";
        op.acting(self.persons.approver(0), at, |op| decide(op, binding, &waits, Verdict::Return, reason))
    }

    /// Everything but leases, and what is filed instead of done ([`Self::reverse`]).
    pub(super) fn documents(&self, op: &mut Op) -> Result<()> {
        self.expenses(op)?;
        self.remittances(op)?;
        self.waivers(op)?;
        self.changes(op)?;
        self.entries(op)?;
        self.notices(op)
    }

    fn pay(&self, op: &mut Op, who: &Caller, kind: PayoutKind, facts: PayoutFacts, ago: usize) -> Result<u64> {
        let paid_date = Some(add_days(self.calendar.today, -i64::try_from(ago).unwrap_or(0)));
        let input = PayoutInput { kind, paid_date, files: Vec::new(), remark: String::new(), facts };
        op.acting(who, self.at(ago, 9)?, |op| Ok(payout::submit(op, input)?.0.id))
    }

    fn expenses(&self, op: &mut Op) -> Result<()> {
        let mut bills: Vec<Bill> = op.view().tx.all()?;
        bills.order_by_key(|bill| (bill.asset_id, bill.bill_id));
        bills.dedup_by_key(|bill| bill.asset_id);
        for (place, (yuan, bill)) in EXPENSES.into_iter().zip(bills).enumerate() {
            let facts = PayoutFacts {
                party_a_id: bill.party_a_id,
                asset_id: bill.asset_id,
                amount_fen: yuan * 100,
                payee: format!("云川维修服务商{:02}", place + 1),
                voucher_no: format!("FPD{place:05}"),
                category: "维修".into(),
                ..PayoutFacts::default()
            };
            let number = self.pay(op, self.persons.clerk(place), PayoutKind::Expense, facts, place + 1)?;
            self.agreed(op, "expense", number, (place % 2, place + 1))?;
        }
        Ok(())
    }

    fn remittances(&self, op: &mut Op) -> Result<()> {
        let mut parties: Vec<PartyA> = op.view().tx.all()?;
        parties.retain(|party| party.facts.remit_required);
        for (place, (yuan, party)) in REMITTED.into_iter().zip(parties).enumerate() {
            let facts = PayoutFacts {
                party_a_id: party.party_a_id,
                month: Some(add_months(self.calendar.today.first_of_month(), -2)),
                amount_fen: yuan * 100,
                payee: "云川市财政局".into(),
                voucher_no: format!("JKSB{place:05}"),
                ..PayoutFacts::default()
            };
            self.pay(op, self.persons.cashier(0), PayoutKind::Remittance, facts, place + 1)?;
        }
        Ok(())
    }

    /// Half of bills that nobody has paid yet.
    fn waivers(&self, op: &mut Op) -> Result<()> {
        let mut open: Vec<Bill> = op.view().tx.all()?;
        open.retain(|bill| bill.kind == BillKind::Rent && bill.outstanding_fen() > 1 && bill.waived_fen == 0);
        open.order_by_key(|bill| (bill.party_a_id, bill.bill_id));
        for (place, (bills, policy, nodes)) in WAIVERS.into_iter().enumerate() {
            let party = open.first().map_or(0, |bill| bill.party_a_id);
            let here = open.iter().take_while(|bill| bill.party_a_id == party).count();
            let taken: Vec<Bill> = open.drain(..here.min(bills)).collect();
            if taken.is_empty() {
                break;
            }
            let ago = place % 5 + 2;
            let number = self.waiver(op, (place, ago), &taken, policy)?;
            match place {
                2 => self.returned(op, "waiver", number)?,
                _ => self.agreed(op, "waiver", number, (nodes, ago))?,
            }
        }
        // one for each department that none of these is of: nobody who may look at waivers finds an empty list
        let mut seen: BTreeSet<u64> = op.view().tx.all::<Waiver>()?.iter().map(|waiver| waiver.owned.dept_id).collect();
        for (place, bill) in open.into_iter().enumerate() {
            if seen.insert(bill.owned.dept_id) {
                self.waiver(op, (place, place % 5 + 2), &[bill], true)?;
            }
        }
        Ok(())
    }

    /// Half of some bills, asked for so many days ago.
    fn waiver(&self, op: &mut Op, (place, ago): (usize, usize), bills: &[Bill], policy: bool) -> Result<u64> {
        let half = |bill: &Bill| WaivedBill { bill_id: bill.bill_id, amount_fen: bill.outstanding_fen() / 2 };
        let input = WaiverInput {
            reason_kind: if policy { WaiverReason::Policy } else { WaiverReason::Closure },
            policy_doc: if policy { "云财资〔2024〕3号".into() } else { String::new() },
            scope: bills.iter().map(half).collect(),
            effective_date: add_days(self.calendar.today, -i64::try_from(ago).unwrap_or(0)),
            remark: if policy { "小微企业租金减半" } else { "停水停电期间无法经营" }.into(),
        };
        op.acting(self.persons.clerk(place), self.at(ago, 9)?, |op| Ok(waiver::submit(op, input)?.0.id))
    }

    fn changes(&self, op: &mut Op) -> Result<()> {
        let today = self.calendar.today;
        let mut leases: Vec<Lease> = op.view().tx.all()?;
        leases.retain(|lease| {
            let facts = &lease.facts;
            let is_long = facts.start_date < add_days(today, -400) && facts.end_date > add_days(today, 300);
            lease.state_on(today) == LeaseState::Running && facts.prev_lease_id == 0 && is_long
        });
        let passed = passed(op)?;
        leases.retain(|lease| !is_of(&passed, lease));
        for (place, lease) in leases.into_iter().take(4).enumerate() {
            let ends = place % 2 == 1;
            let day = add_months(today.first_of_month(), 2);
            let input = ChangeInput {
                lease_id: lease.lease_id,
                version: None,
                kind: if ends { ChangeKind::Termination } else { ChangeKind::Rent },
                effective_date: if ends { add_days(day, -1) } else { day },
                reason: if ends {
                    "承租方经营调整，双方协商提前终止"
                } else {
                    "按评估结果调整租金"
                }
                .into(),
                facts: (!ends).then(|| raised(&lease.facts, 50)),
                deposit_moves: false,
            };
            op.acting(self.persons.clerk(place), self.at(place + 1, 10)?, |op| change::submit(op, input).map(drop))?;
        }
        Ok(())
    }

    /// Entries that the lawyers have not read yet.
    fn entries(&self, op: &mut Op) -> Result<()> {
        let known: Vec<ExposureEntry> = op.view().tx.all()?;
        let mut leases: Vec<Lease> = op.view().tx.all()?;
        leases.retain(|lease| {
            let told = |entry: &ExposureEntry| entry.facts.subject.tenant_id == lease.facts.tenant_id;
            lease.state_on(self.calendar.today) == LeaseState::Running && !known.iter().any(told)
        });
        leases.dedup_by_key(|lease| lease.facts.tenant_id);
        for (place, lease) in leases.into_iter().take(3).enumerate() {
            let facts = EntryFacts {
                subject: Subject {
                    subject_kind: SubjectKind::Sublet,
                    tenant_id: lease.facts.tenant_id,
                    party_a_id: lease.facts.party_a_id,
                    ..Subject::default()
                },
                facts: "<p>巡查发现房屋实际使用人与合同承租人不一致，涉嫌擅自转租。</p>".into(),
                rectify_deadline: Some(add_days(self.calendar.today, 30)),
                ..EntryFacts::default()
            };
            op.acting(self.persons.clerk(place), self.at(place + 1, 11)?, |op| {
                let id = write_entry(op, EntryInput { facts, ..EntryInput::default() })?.0.id;
                submit_entry(op, Entry { id, version: None }).map(drop)
            })?;
        }
        Ok(())
    }

    fn notices(&self, op: &mut Op) -> Result<()> {
        for (place, title) in NOTICES.into_iter().enumerate() {
            let input = NoticeInput {
                notice_title: title.into(),
                notice_type: "1".into(),
                notice_content: Some("<p>请各单位按要求办理，办理情况月底前报办公室。</p>".into()),
                state: Some(1),
                ..NoticeInput::default()
            };
            op.acting(self.persons.keeper(place), self.at(place + 1, 9)?, |op| admin::create(op, input).map(drop))?;
        }
        Ok(())
    }

    /// Files the reversal of a receipt: in an operation of its own, for the trial before it leaves nothing.
    pub(super) fn reverse(&self, op: &mut Op, place: usize) -> Result<()> {
        let mut receipts: Vec<Receipt> = op.view().tx.all()?;
        receipts.retain(|receipt| receipt.state == ReceiptState::Unclaimed);
        let Some(receipt) = receipts.get(place) else { return Ok(()) };
        let (id, kind) = (receipt.receipt_id, ReversalKind::Chargeback);
        let back = ReverseReceipt {
            id, version: None, kind, reason: "银行通知该笔来款有误，已原路退回".into()
        };
        op.acting(self.persons.treasurer(1), self.at(place + 1, 15)?, |op| reverse(op, back).map(drop))
    }
}
