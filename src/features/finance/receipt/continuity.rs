//! Whether a statement is whole: every balance is the one before it and what moved, inside of the file and against the
//! last balance that was brought in. What does not fit is told and forbids nothing.

use std::collections::HashMap;

use jiff::civil::DateTime;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::lines::{Flow, Moment, shown};
use crate::kernel::money::yuan_grouped;
use crate::kernel::order::Order;
use crate::store::{Key, Record, key};

/// The last balance of an account that a statement has told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastBalance {
    pub party_a_id: u64,
    /// Its last four digits.
    pub tail: String,
    /// Fen.
    pub balance_fen: i64,
    pub at: DateTime,
    /// Whether the time of day is known.
    pub to_the_minute: bool,
}

impl LastBalance {
    /// The key of an account.
    pub fn key(party_a_id: u64, tail: &str) -> Key {
        key().u64(party_a_id).str(tail)
    }
}

impl Record for LastBalance {
    const TABLE: &'static str = "bank_balance";
    fn id(&self) -> Key {
        Self::key(self.party_a_id, &self.tail)
    }
}

/// Gaps told in words at most.
const TOLD: usize = 5;

/// What the balances of a statement say.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Continuity {
    /// Fen before the first line; none without a column of balances.
    pub opening_fen: Option<i64>,
    /// Fen after the last one.
    pub closing_fen: Option<i64>,
    /// What is missing, in words; the first of them.
    pub gaps: Vec<String>,
    /// How many places do not fit.
    pub gap_count: usize,
}

/// The balance before a line.
fn before(flow: &Flow) -> i64 {
    flow.balance_fen.saturating_sub(flow.fen)
}

fn breaks(flows: &[&Flow]) -> usize {
    flows.windows(2).filter(|pair| pair[0].balance_fen != before(pair[1])).count()
}

/// Lines of one moment put one behind the other by their balances; `balance` is the one before them, if it is known.
fn chained<'f>(group: &[&'f Flow], balance: Option<i64>) -> Vec<&'f Flow> {
    let mut by_before: HashMap<i64, Vec<usize>> = HashMap::new();
    for (place, flow) in group.iter().enumerate().rev() {
        by_before.entry(before(flow)).or_default().push(place);
    }
    let ends: HashMap<i64, usize> = group.iter().map(|flow| (flow.balance_fen, 0)).collect();
    let start = group.iter().map(|flow| before(flow)).find(|start| !ends.contains_key(start));
    let mut at = balance.filter(|balance| by_before.contains_key(balance)).or(start);
    let (mut taken, mut chain, mut first) = (vec![false; group.len()], Vec::with_capacity(group.len()), 0);
    while chain.len() < group.len() {
        let fitting = at.and_then(|at| by_before.get_mut(&at)).and_then(|places| {
            while let Some(place) = places.pop() {
                if !taken[place] {
                    return Some(place);
                }
            }
            None
        });
        let place = fitting.unwrap_or_else(|| {
            while taken[first] {
                first += 1;
            }
            first
        });
        taken[place] = true;
        at = Some(group[place].balance_fen);
        chain.push(group[place]);
    }
    chain
}

/// Lines by time; those of one moment by their balances.
fn sorted<'f>(flows: &[&'f Flow], last: Option<&LastBalance>) -> Vec<&'f Flow> {
    let mut by_time = flows.to_vec();
    by_time.order_by_key(|flow| flow.moment);
    let mut ordered: Vec<&Flow> = Vec::with_capacity(by_time.len());
    for group in by_time.chunk_by(|a, b| a.moment == b.moment) {
        let balance = ordered.last().map(|flow| flow.balance_fen).or(last.map(|last| last.balance_fen));
        ordered.extend(chained(group, balance));
    }
    ordered
}

/// The lines from the oldest to the newest: as they stand, the other way round, or by time, whichever fits best.
fn in_order<'f>(flows: &'f [Flow], last: Option<&LastBalance>) -> Vec<&'f Flow> {
    let forward: Vec<&Flow> = flows.iter().collect();
    let mut backward = forward.clone();
    backward.reverse();
    let is_late = |flows: &[&Flow]| flows.first().map(|flow| flow.moment) > flows.last().map(|flow| flow.moment);
    let (best, rest) = if is_late(&forward) { (backward, forward) } else { (forward, backward) };
    let by_time = sorted(&best, last);
    let mut candidates = vec![best];
    candidates.push(by_time);
    candidates.push(rest);
    // the first of equally good ones: by `min_by_key`
    candidates.into_iter().min_by_key(|flows| breaks(flows)).unwrap_or_default()
}

fn words(from: &str, to: &str, fen: i64) -> String {
    let sign = if fen > 0 { "+" } else { "" };
    format!("{from} 与 {to} 之间缺少净额 {sign}{} 的流水", yuan_grouped(fen))
}

fn when(flow: &Flow) -> String {
    flow.moment.map_or_else(|| "（无日期）".to_owned(), shown)
}

/// What a file lacks after the last balance that was brought in.
fn since(flows: &[&Flow], last: &LastBalance) -> Option<String> {
    let (first, newest) = (flows.first()?, flows.last()?);
    let known = Moment { at: last.at, to_the_minute: last.to_the_minute };
    let day = |moment: Option<Moment>| moment.map(|moment| moment.at.date());
    if newest.moment.is_none_or(|moment| moment < known && moment.at.date() < last.at.date()) {
        return None;
    }
    let joins = before(first) == last.balance_fen
        || flows.iter().any(|flow| flow.balance_fen == last.balance_fen && day(flow.moment) == Some(last.at.date()));
    let missing = before(first).saturating_sub(last.balance_fen);
    if joins {
        None
    } else if first.moment.is_some_and(|moment| moment >= known) {
        Some(words(&shown(known), &when(first), missing))
    } else {
        let balance = yuan_grouped(last.balance_fen);
        Some(format!("文件中没有上次导入的最后余额 {balance}（{}），请核对是否为同一账户的完整流水", shown(known)))
    }
}

/// What the balances say, and what is to be kept of them.
pub(super) fn look(flows: &[Flow], last: Option<&LastBalance>) -> (Continuity, Option<(Moment, i64)>) {
    let flows = in_order(flows, last);
    let (Some(first), Some(newest)) = (flows.first(), flows.last()) else { return (Continuity::default(), None) };
    let mut gaps: Vec<String> = last.and_then(|last| since(&flows, last)).into_iter().collect();
    for pair in flows.windows(2) {
        let missing = before(pair[1]).saturating_sub(pair[0].balance_fen);
        if missing != 0 {
            gaps.push(words(&when(pair[0]), &when(pair[1]), missing));
        }
    }
    let gap_count = gaps.len();
    gaps.truncate(TOLD);
    let (opening_fen, closing_fen) = (Some(before(first)), Some(newest.balance_fen));
    let is_newer = |moment: &Moment| last.is_none_or(|last| moment.at.date() >= last.at.date() && moment.at >= last.at);
    let kept = newest.moment.filter(is_newer).map(|moment| (moment, newest.balance_fen));
    (Continuity { opening_fen, closing_fen, gaps, gap_count }, kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flow(at: &str, fen: i64, balance_fen: i64) -> Flow {
        let to_the_minute = at.len() > 10;
        let at = if to_the_minute { at.parse() } else { format!("{at}T00:00").parse() }.unwrap();
        Flow { moment: Some(Moment { at, to_the_minute }), fen, balance_fen }
    }

    fn day() -> Vec<Flow> {
        vec![
            flow("2026-11-20T09:00", 119_100, 10_119_100),
            flow("2026-11-20T18:22", -5_000, 10_114_100),
            flow("2026-11-20T18:22", 300, 10_114_400),
            flow("2026-11-20T18:22", -300, 10_114_100),
        ]
    }

    #[test]
    fn a_gap_is_told_whichever_way_the_file_runs() {
        let (found, kept) = look(&day(), None);
        assert_eq!((found.opening_fen, found.closing_fen, found.gap_count), (Some(10_000_000), Some(10_114_100), 0));
        let (moment, balance_fen) = kept.unwrap();
        let last = LastBalance {
            party_a_id: 1,
            tail: String::new(),
            balance_fen,
            at: moment.at,
            to_the_minute: moment.to_the_minute,
        };
        let next = vec![flow("2026-11-21T09:10", 30_000, 10_164_100), flow("2026-11-22T08:00", 100, 10_164_200)];
        let said = ["11-20 18:22 与 11-21 09:10 之间缺少净额 +200.00 的流水"];
        assert_eq!(look(&next, Some(&last)).0.gaps, said);
        let mut back: Vec<Flow> = day().into_iter().chain(next.clone()).collect();
        assert_eq!(look(&back, None).0.gaps, said);
        back.reverse();
        assert_eq!(look(&back, None).0.gaps, said);
        // a file that begins earlier joins by the balance; an old one says nothing and is not kept
        let mut overlap = day();
        overlap.push(flow("2026-11-21T09:10", 30_000, 10_144_100));
        assert_eq!(look(&overlap, Some(&last)).0.gap_count, 0);
        let (old, kept) = look(&[flow("2026-10-01T09:00", 5, 5)], Some(&last));
        assert_eq!((old.gap_count, kept), (0, None));
    }

    #[test]
    fn lines_without_a_time_of_day_are_chained_by_their_balances() {
        let mut flows: Vec<Flow> = (0..200)
            .scan(0, |balance, place| {
                let fen = if place % 3 == 2 { -700 } else { 500 + place };
                *balance += fen;
                Some(flow(if place < 100 { "2026-11-20" } else { "2026-11-21" }, fen, *balance))
            })
            .collect();
        let mut places: Vec<usize> = (0..flows.len()).collect();
        places.order_by_key(|place| place * 7919 % 200);
        let shuffled: Vec<Flow> = places.iter().map(|place| flows[*place].clone()).collect();
        assert_eq!(look(&shuffled, None).0.gap_count, 0);
        flows.remove(150);
        let (found, _) = look(&flows, None);
        assert_eq!(found.gap_count, 1, "{found:?}");
        assert!(found.gaps[0].starts_with("11-21 与 11-21 之间缺少净额 "), "{found:?}");
    }
}
