//! Leases against their bills (I3, I4, I15, I17): everybody was asked for what his terms ask, every room is charged once a day,
//! and late fees follow what was agreed.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::{Check, check, tell};
use crate::error::Result;
use crate::features::assets::occupancy::{OccupancyKind, of_lease};
use crate::features::assets::room::record::Room;
use crate::features::finance::bill::generate::{living, missing};
use crate::features::finance::bill::record::{Bill, BillSource, BillState};
use crate::features::finance::bill::standing::is_of_before;
use crate::features::finance::late_fee::{BilledFee, agreed};
use crate::features::lease::contract::effect::agreed_on;
use crate::features::lease::contract::holdover::{owed, taken_on};
use crate::features::lease::contract::plan::all_versions;
use crate::features::lease::contract::record::{Lease, LeaseState, LeaseVersion};
use crate::features::lease::contract::redate::differs_before;
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::money::yuan_grouped;
use crate::kernel::order::Order;
use crate::kernel::span::{DateSpan, add_days, before};
use crate::op::View;
use crate::store::{Reads, id};

/// Days of rooms that are charged, with what charges them.
type Charged = BTreeMap<u64, Vec<(DateSpan, String)>>;

/// The checks of leases, filled lease by lease.
#[derive(Default)]
struct Found {
    count: usize,
    holes: Vec<String>,
    unbilled: Vec<String>,
    twice: Vec<String>,
    charged: Charged,
}

/// I3, I4 and I15.
pub(super) fn leases_are_billed(view: &View) -> Result<[Check; 3]> {
    let mut found = Found::default();
    let mut read = Ok(());
    view.tx.each::<Lease>(|lease| {
        if lease.has_bills() || lease.state == LeaseState::Void && lease.version_no > 0 {
            read = found.lease(view, &lease);
        }
        read.is_ok()
    })?;
    read?;
    found.overlaps(view)?;
    let Found { count, holes, unbilled, twice, charged } = found;
    Ok([
        check("I3", "租金账单逐日覆盖租期，不重不漏", count, holes),
        check("I4", "每个乙方已出账单 = 合同按日重新计算", count, unbilled),
        check("I15", "同一房间同一天只计一次租", charged.len(), twice),
    ])
}

impl Found {
    fn lease(&mut self, view: &View, lease: &Lease) -> Result<()> {
        self.count += 1;
        let (missing, no) = (missing(view, lease, view.now.date())?, &lease.lease_no);
        if let Some(hole) = missing.uncovered {
            tell(&mut self.holes, || format!("合同 {no} 的租金账单在 {hole} 处有空缺或重叠"));
        }
        if !missing.deltas.is_empty() {
            let periods = missing.deltas.len();
            tell(&mut self.unbilled, || format!("合同 {no} 有 {periods} 个账期与合同计算不一致，请重新出账"));
        } else if !missing.due.is_empty() || !missing.holdover.is_empty() {
            let bills = missing.due.len() + missing.holdover.len();
            tell(&mut self.unbilled, || format!("合同 {no} 有 {bills} 张到期未出的账单，请出账"));
        } else if missing.paid_before > 0 {
            let periods = missing.paid_before;
            tell(&mut self.unbilled, || {
                format!("合同 {no} 有 {periods} 个跨账务启用日的账期还没有登记为已缴，请重新出账；未缴的请导入期初欠缴")
            });
        }
        if lease.state == LeaseState::Void {
            return Ok(());
        }
        let (versions, bills) = (all_versions(view, lease.lease_id)?, living(view, lease.lease_id)?);
        self.versions(view, lease, &versions)?;
        self.days(view, lease, &versions, &bills)?;
        self.rooms(view, lease, &versions)?;
        self.brought_in(lease, &bills);
        Ok(())
    }

    /// A change that counts from a day on may not have altered what days before it ask for.
    fn versions(&mut self, view: &View, lease: &Lease, versions: &[LeaseVersion]) -> Result<()> {
        let no = &lease.lease_no;
        if let Some(from) = differs_before(view, lease, versions)? {
            tell(&mut self.unbilled, || {
                format!("合同 {no} 自 {from} 起的变更没有按日划分（承租人、费用或免租），请办理“按变更重新划分”")
            });
        }
        Ok(())
    }

    /// The days each room is charged for.
    fn days(&mut self, view: &View, lease: &Lease, versions: &[LeaseVersion], bills: &[Bill]) -> Result<()> {
        let mut borders: Vec<Date> = vec![lease.facts.start_date];
        borders.extend(versions.iter().skip(1).map(|version| version.effective_date));
        borders.sort_unstable();
        borders.dedup();
        let end = lease.effective_end();
        let mut put = |room_id: u64, span: DateSpan, what: String| {
            if !span.is_empty() {
                self.charged.entry(room_id).or_default().push((span, what));
            }
        };
        for (place, from) in borders.iter().enumerate() {
            let to = borders.get(place + 1).map_or(end, |next| before(*next).min(end));
            for room in agreed_on(versions, *from, |facts| facts.rooms.clone()).unwrap_or_default() {
                put(room.room_id, DateSpan::new(*from, to), format!("合同 {}", lease.lease_no));
            }
        }
        let stayed = bills.iter().filter(|bill| bill.source == BillSource::Holdover);
        let stayed: Vec<(&Bill, i64)> = stayed.map(|bill| (bill, with_passed(bills, bill))).collect();
        let stayed: Vec<_> = stayed.into_iter().filter(|(bill, asked)| asked - bill.waived_fen > 0).collect();
        for (room_id, span) in rooms_stayed(view, lease, &stayed)? {
            put(room_id, span, format!("合同 {} 的占用费", lease.lease_no));
        }
        Ok(())
    }

    /// A lease that is charged holds its rooms, also when the tenant has left early.
    fn rooms(&mut self, view: &View, lease: &Lease, versions: &[LeaseVersion]) -> Result<()> {
        let today = view.now.date();
        if lease.state_on(today) != LeaseState::Running {
            return Ok(());
        }
        let rows = of_lease(view, lease.lease_id)?;
        // A room that joins later, or would have after an end that came before, is not charged yet.
        for room in agreed_on(versions, today, |facts| facts.rooms.clone()).unwrap_or_default() {
            let held = rows
                .iter()
                .any(|row| row.room_id == room.room_id && row.kind == OccupancyKind::Lease && row.span.contains(today));
            let joins_later = rows.iter().any(|row| row.room_id == room.room_id && row.span.from > today);
            if !held && !joins_later {
                let (no, code) = (&lease.lease_no, code(view, room.room_id)?);
                tell(&mut self.twice, || format!("合同 {no} 仍在计租，房间 {code} 却已空出"));
            }
        }
        Ok(())
    }

    /// A period that came in as an opening balance is not billed by the contract too.
    fn brought_in(&mut self, lease: &Lease, bills: &[Bill]) {
        let openings = bills.iter().filter(|bill| is_of_before(bill) && bill.amount_fen >= 0);
        for (opening, period) in openings.filter_map(|bill| Some((bill, bill.period?))) {
            let again = bills.iter().find(|bill| {
                bill.source == BillSource::Contract
                    && (bill.kind, bill.tenant_id) == (opening.kind, opening.tenant_id)
                    && bill.net_fen() > 0
                    && bill.period.is_some_and(|of| period.contains(of.from))
            });
            if let Some(again) = again {
                let (no, one, other) = (&lease.lease_no, &opening.bill_no, &again.bill_no);
                let what = if opening.source == BillSource::Opening { "期初" } else { opening.source.label() };
                tell(&mut self.twice, || {
                    format!("合同 {no} 的账期 {period} 既有{what}账单 {one}，又有合同账单 {other}")
                });
            }
        }
    }

    fn overlaps(&mut self, view: &View) -> Result<()> {
        for (room_id, spans) in &mut self.charged {
            spans.order_by_key(|(span, _)| span.from);
            for pair in spans.windows(2) {
                let ((one, what), (next, other)) = (&pair[0], &pair[1]);
                if let Some(both) = one.meet(next).filter(|_| what != other) {
                    let code = code(view, *room_id)?;
                    tell(&mut self.twice, || format!("房间 {code} 在 {both} 由{what}和{other}重复计租"));
                }
            }
        }
        Ok(())
    }
}

fn code(view: &View, room_id: u64) -> Result<String> {
    let room: Option<Room> = view.tx.get(&id(room_id))?;
    Ok(room.map_or_else(|| format!("编号 {room_id}"), |room| room.facts.room_code))
}

/// I17: fees that were billed follow the rule agreed for their bill, and none was billed within its days of grace.
pub(super) fn fees_are_agreed(view: &View) -> Result<Check> {
    let mut billed: Vec<BilledFee> = view.tx.all()?;
    billed.retain(|fee| fee.fee_fen > 0);
    let (count, mut faults) = (billed.len(), Vec::new());
    for fee in billed {
        let Some(bill) = view.tx.get::<Bill>(&id(fee.principal_id))? else { continue };
        let of: Option<Bill> = view.tx.get(&id(fee.bill_id))?;
        let counts = of.is_some_and(|of| of.state == BillState::Issued && of.net_fen() > 0);
        if !counts || bill.lease_id == 0 || bill.kind == BillKind::Deposit {
            continue;
        }
        let (no, fen) = (&bill.bill_no, yuan_grouped(fee.fee_fen));
        match agreed(view, &bill)? {
            Some(rule) if rule.rate_ppm != i64::from(fee.rate_ppm) => {
                tell(&mut faults, || format!("账单 {no} 的滞纳金 {fen} 元不是按应缴日的约定费率计算"));
            }
            Some(rule) if fee.as_of <= add_days(bill.due_date, rule.grace_days) => {
                tell(&mut faults, || format!("账单 {no} 的滞纳金 {fen} 元在宽限期内出账"));
            }
            None => tell(&mut faults, || format!("账单 {no} 的合同没有约定滞纳金，却已出账 {fen} 元")),
            Some(_) => {}
        }
    }
    Ok(check("I17", "已出账的滞纳金按应缴日的约定计算", count, faults))
}

/// What a bill still asks for, with the parts of it that passed to other units.
fn with_passed(bills: &[Bill], bill: &Bill) -> i64 {
    let part = |other: &&Bill| {
        other.source == BillSource::HandedOver
            && other.amount_fen > 0
            && other.charge_line == bill.charge_line
            && other.period.map(|period| period.from) == bill.period.map(|period| period.from)
    };
    let passed: i64 = bills.iter().filter(part).map(|part| part.amount_fen - part.credited_fen).sum();
    bill.amount_fen - bill.credited_fen + passed
}

/// The days for which rooms are charged after the end: those that are owed, or all that a bill says when it says another sum.
fn rooms_stayed(view: &View, lease: &Lease, bills: &[(&Bill, i64)]) -> Result<Vec<(u64, DateSpan)>> {
    let Some(last) = bills.iter().filter_map(|(bill, _)| bill.period).map(|period| period.to).max() else {
        return Ok(Vec::new());
    };
    let (months, _) = owed(view, lease, last)?;
    let mut spans = Vec::new();
    for room in &lease.facts.rooms {
        let taken = taken_on(view, lease, room.room_id)?;
        let until = [lease.returned_date, taken].into_iter().flatten().min();
        for (asked, period) in bills.iter().filter_map(|(bill, asked)| Some((*asked, bill.period?))) {
            let right = months.iter().any(|month| month.owed.from == period.from && month.amount_fen == asked);
            let to = if right { until.map_or(period.to, |until| until.min(period.to)) } else { period.to };
            spans.push((room.room_id, DateSpan::new(period.from, to)));
        }
    }
    Ok(spans)
}
