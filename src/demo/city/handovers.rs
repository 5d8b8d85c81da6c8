//! Handovers of the standard city, one of each kind: property with its leases that passed to another unit this month, one that
//! leaves for the education bureau and one that comes from the grain bureau, both still to be submitted.

use jiff::civil::Date;

use super::enter::Scan;
use super::persons::Persons;
use super::recipe::Calendar;
use crate::error::Result;
use crate::features::approvals::binding::{Adopted, Doc};
use crate::features::approvals::instance::alias::{Verdict, decide, send};
use crate::features::assets::asset::record::Asset;
use crate::features::finance::handover::approval::BINDING;
use crate::features::finance::handover::ops::{ConfirmHandover, HandoverInput, confirm, create};
use crate::features::finance::handover::record::{
    ArrearsPolicy, AssetHandoverKind, HandoverFacts, LeasePolicy, PassedItem, SplitPolicy,
};
use crate::features::finance::handover::show::{preview, show};
use crate::features::system::file::ops::deposit;
use crate::kernel::span::add_days;
use crate::op::Op;
use crate::records::list::One;
use crate::store::Reads;

/// Leases that go along at most: a handover that one reads.
const MOST_LEASES: u64 = 12;

fn item(kind: &str, name: &str, quantity: u32, reading: &str) -> PassedItem {
    PassedItem {
        kind: kind.into(),
        name: name.into(),
        quantity,
        reading: reading.into(),
        condition: "完好".into(),
        photos: Vec::new(),
    }
}

/// The day on which one of them is confirmed.
fn confirmed_on(today: Date) -> Date {
    add_days(today, -1)
}

/// When property passes: nobody confirms what has not come, so on the first of a month it is the first of the month before.
fn passes_on(today: Date) -> Date {
    confirmed_on(today).first_of_month()
}

/// Writes the three.
pub(super) struct Handovers<'a> {
    pub(super) persons: &'a Persons,
    pub(super) calendar: Calendar,
    pub(super) scan: &'a Scan,
    pub(super) parties: &'a [u64],
}

impl Handovers<'_> {
    fn input(&self, kind: AssetHandoverKind, (from, to): (u64, u64), outside: &str, asset_id: u64) -> HandoverInput {
        let facts = HandoverFacts {
            kind,
            from_party_a_id: from,
            to_party_a_id: to,
            outside: outside.into(),
            asset_ids: vec![asset_id],
            handover_date: passes_on(self.calendar.today),
            doc_no: format!("云国资〔{}〕21号", self.calendar.today.year()),
            arrears_policy: ArrearsPolicy::Stay,
            lease_policy: LeasePolicy::Follow,
            split_policy: SplitPolicy::Whole,
            items: vec![
                item("钥匙", "大门和配电房", 6, ""),
                item("水表", "总水表", 1, "018342"),
                item("档案", "权属和租赁档案", 2, ""),
            ],
            defects: String::new(),
            files: Vec::new(),
        };
        HandoverInput { handover_id: None, version: None, remark: String::new(), facts }
    }

    pub(super) fn put(&self, op: &mut Op) -> Result<()> {
        let assets: Vec<Asset> = op.view().tx.all()?;
        let written = self.calendar.at(add_days(self.calendar.today, -8), 9, 20)?;
        let mut ends = (assets.first(), assets.last());
        for asset in assets.iter().filter(|asset| asset.holdings.len() == 1) {
            let from = asset.holdings.first().map_or(0, |held| held.party_a_id);
            let to = self.parties.iter().copied().find(|party| *party != from).unwrap_or(0);
            let input = self.input(AssetHandoverKind::Between, (from, to), "", asset.asset_id);
            let told = op.acting(self.persons.keeper(0), written, |op| preview(&op.view(), input.clone()))?.0;
            if told.stops.is_empty() && (1..=MOST_LEASES).contains(&told.totals.leases) {
                self.pass(op, input)?;
                ends = (
                    assets.iter().find(|one| one.asset_id != asset.asset_id),
                    assets.iter().rfind(|one| one.asset_id != asset.asset_id),
                );
                break;
            }
        }
        for (asset, kind, outside) in [
            (ends.0, AssetHandoverKind::Leave, "市教育体育局"),
            (ends.1, AssetHandoverKind::Receive, "市粮食和物资储备局"),
        ] {
            let Some(asset) = asset else { continue };
            let holder = asset.holdings.last().map_or(0, |held| held.party_a_id);
            let input = self.input(kind, (holder, holder), outside, asset.asset_id);
            op.acting(self.persons.keeper(0), written, |op| create(op, input).map(drop))?;
        }
        Ok(())
    }

    /// The whole way: written, decided by somebody else, confirmed by a third person.
    fn pass(&self, op: &mut Op, input: HandoverInput) -> Result<()> {
        let at = |day, hour| self.calendar.at(day, hour, 10);
        let day = |ago: i64, hour| at(add_days(self.calendar.today, -ago), hour);
        let id = op.acting(self.persons.keeper(0), day(8, 9)?, |op| {
            let id = create(op, input)?.0.id;
            (BINDING.begin)(op, &Doc::stored(id))?;
            send(op, &BINDING, id, "按市政府批复移交")?;
            Ok(id)
        })?;
        op.acting(self.persons.treasurer(0), day(5, 15)?, |op| {
            let waits = Adopted { id, submitter: String::new(), at: op.now, returned: false };
            decide(op, &BINDING, &waits, Verdict::Approve, "同意移交")
        })?;
        op.acting(self.persons.keeper(1), at(confirmed_on(self.calendar.today), 16)?, |op| {
            let seal = show(&op.view(), One { id })?.0.plan.seal;
            let scan = deposit(op, "移交清单（签字盖章）.pdf", &self.scan.blob, self.scan.size)?;
            confirm(op, ConfirmHandover { id, version: None, sign_files: vec![scan], seal }).map(drop)
        })
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::{confirmed_on, passes_on};
    use crate::kernel::span::add_days;

    #[test]
    fn on_no_day_is_a_handover_confirmed_before_its_date() {
        for ago in 0..1_461 {
            let today = add_days(date(2028, 12, 31), -ago);
            assert!(passes_on(today) <= confirmed_on(today), "{today}");
            assert_eq!(passes_on(today).day(), 1, "{today}");
        }
        assert_eq!(passes_on(date(2026, 12, 1)), date(2026, 11, 1));
        assert_eq!(passes_on(date(2026, 12, 2)), date(2026, 12, 1));
    }
}
