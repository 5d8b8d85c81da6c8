//! Books that were kept under earlier rules 旧规则账目: what they contain is listed by the checks and put right by an operation of a
//! person, never silently by a run.
//!
//! The first start of this program on a data directory that has bills remembers the moment ([`RulesSince`]). Leases whose last
//! event is older keep what earlier rules left of occupation charges, opening periods, periods that were issued before
//! the books and deposit demands until somebody issues their bills by hand; everything later is corrected by every run.

use serde::{Deserialize, Serialize};

use super::bill::record::Bill;
use crate::error::Result;
use crate::features::lease::contract::record::Lease;
use crate::kernel::dates::Stamp;
use crate::op::{Op, View, Who};
use crate::store::{Key, Reads, Record, key};

/// Since when these rules count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulesSince {
    /// The moment; 0 when the books have known no others.
    pub since: Stamp,
    /// Which rules; 0 in records of before this was told.
    #[serde(default)]
    pub rules: u32,
}

impl Record for RulesSince {
    const TABLE: &'static str = "book_rules";
    fn id(&self) -> Key {
        key().str("rules")
    }
}

/// Goes up whenever rules change in a way that runs must not put right by themselves, so that the moment is remembered again:
/// 2 for periods that run over the first day of the books ([`super::bill::standing`]).
const RULES: u32 = 2;

fn known(view: &View) -> Result<Option<RulesSince>> {
    Ok(view.tx.get(&key().str("rules"))?)
}

/// Whether the moment is still to be remembered.
pub fn is_due(view: &View) -> Result<bool> {
    Ok(known(view)?.is_none_or(|known| known.rules < RULES))
}

/// Remembers the moment.
pub fn remember(op: &mut Op) -> Result<()> {
    let since = if op.view().tx.count::<Bill>()? > 0 { op.now } else { Stamp(0) };
    op.put_quietly(&RulesSince { since, rules: RULES })?;
    Ok(())
}

/// Whether a run leaves old differences of a lease to a person.
pub fn waits_for_a_person(view: &View, lease: &Lease) -> Result<bool> {
    if !matches!(view.caller.who, Who::Job(_)) {
        return Ok(false);
    }
    let base = &lease.owned.base;
    let last = base.update_time.unwrap_or(base.create_time);
    Ok(known(view)?.is_some_and(|rules| last.0 < rules.since.0))
}
