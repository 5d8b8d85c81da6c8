//! What is counted while requests are answered; told as text by `features/monitor/metrics.rs`.
//!
//! Invariants: counting a request is a handful of atomic additions; names are those of routes, never what strangers type;
//! what is told has a bound, whatever the program is asked ([`GROUPS`], [`PAIRS`]): the rest stands under `other`, and what
//! was told under its own name once is told so for ever, so that no counter goes backwards.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use parking_lot::Mutex;

use crate::kernel::tally::{Counted, Tally};

/// Body codes that answers have; what else comes up counts as 500.
pub const CODES: [u16; 10] = [200, 401, 403, 404, 409, 500, 602, 603, 604, 605];
/// Most groups that are told by name.
pub const GROUPS: usize = 32;
/// Most pairs of group and code that are told by name.
pub const PAIRS: usize = 160;
/// Bounds of the times of requests, in microseconds.
const REQUEST: &[u64] = &[10_000, 50_000, 200_000, 1_000_000, 5_000_000];
/// Bounds of the times at the gate, in microseconds.
const GATE: &[u64] = &[1_000, 10_000, 100_000, 1_000_000];

/// Group of what is no route.
const UNKNOWN: &str = "unknown";
/// Where the rest is told.
pub const OTHER: &str = "other";

/// The group of a route: the first two parts of its path, as it is written in the table.
pub fn group(path: &str) -> String {
    let named = path.split('/').filter(|part| !part.is_empty()).take(2).take_while(|part| !part.starts_with('{'));
    named.collect::<Vec<_>>().join("/")
}

#[derive(Debug)]
struct Groups {
    names: Vec<String>,
    of_route: Vec<usize>,
    codes: Vec<[AtomicU64; CODES.len()]>,
    times: Vec<Tally>,
    told: Mutex<Told>,
}

/// What has been told by name.
#[derive(Debug, Default)]
struct Told {
    groups: BTreeSet<usize>,
    pairs: BTreeSet<(usize, usize)>,
}

/// Counters of requests by group and code, and times by group.
#[derive(Debug, Default)]
pub struct Requests {
    /// Group, code, number.
    pub codes: Vec<(String, u16, u64)>,
    pub times: Vec<(String, Counted)>,
}

/// Counters since the start.
#[derive(Debug)]
pub struct Metrics {
    groups: OnceLock<Groups>,
    /// Waiting for a place among the parallel operations, in microseconds.
    pub gate: Tally,
    refused: [AtomicU64; 2],
    gauges: Mutex<BTreeMap<&'static str, (&'static str, f64)>>,
    /// When the program started.
    pub started: SystemTime,
}

impl Default for Metrics {
    fn default() -> Self {
        Self {
            groups: OnceLock::new(),
            gate: Tally::new(GATE),
            refused: Default::default(),
            gauges: Mutex::default(),
            started: SystemTime::now(),
        }
    }
}

impl Metrics {
    /// Names the groups by the paths of the routes, in the order of the table. Once.
    pub fn name_routes<'a>(&self, paths: impl Iterator<Item = &'a str>) {
        self.groups.get_or_init(|| {
            let groups: Vec<String> = paths.map(group).collect();
            let mut names: Vec<String> = groups.iter().cloned().collect::<BTreeSet<_>>().into_iter().collect();
            let of_route = groups.iter().map(|group| names.binary_search(group).unwrap_or(0)).collect();
            names.push(UNKNOWN.to_owned());
            let codes = names.iter().map(|_| Default::default()).collect();
            let times = names.iter().map(|_| Tally::new(REQUEST)).collect();
            Groups { names, of_route, codes, times, told: Mutex::default() }
        });
    }

    /// Counts an answer; `None` is no route of the table.
    pub fn answered(&self, route: Option<usize>, code: u16, took: Duration) {
        let Some(groups) = self.groups.get() else { return };
        let unknown = groups.names.len().saturating_sub(1);
        let group = route.and_then(|route| groups.of_route.get(route).copied()).unwrap_or(unknown);
        let code = CODES.iter().position(|known| *known == code).unwrap_or(5);
        if let (Some(codes), Some(times)) = (groups.codes.get(group), groups.times.get(group)) {
            if let Some(count) = codes.get(code) {
                count.fetch_add(1, Ordering::Relaxed);
            }
            times.took(took);
        }
    }

    /// Counts a try to sign in that was refused; `at_code`: at the code of the second factor.
    pub fn sign_in_refused(&self, at_code: bool) {
        self.refused[usize::from(at_code)].fetch_add(1, Ordering::Relaxed);
    }

    /// Tries to sign in that were refused: at the first step, and at the code. What began is counted with the sessions.
    pub fn refused_sign_ins(&self) -> [u64; 2] {
        [0, 1].map(|place| self.refused[place].load(Ordering::Relaxed))
    }

    /// Sets a value that somebody else knows, with what it is: the end of a certificate.
    pub fn set(&self, name: &'static str, help: &'static str, value: f64) {
        self.gauges.lock().insert(name, (help, value));
    }

    /// Takes such a value away.
    pub fn unset(&self, name: &str) {
        self.gauges.lock().remove(name);
    }

    /// Those values: name, what it is, value.
    pub fn gauges(&self) -> Vec<(&'static str, &'static str, f64)> {
        self.gauges.lock().iter().map(|(name, (help, value))| (*name, *help, *value)).collect()
    }

    /// What is told of requests.
    pub fn requests(&self) -> Requests {
        let Some(groups) = self.groups.get() else { return Requests::default() };
        let mut told = groups.told.lock();
        let times: Vec<Counted> = groups.times.iter().map(Tally::read).collect();
        let mut by_use: Vec<usize> = (0..times.len()).filter(|group| times[*group].count > 0).collect();
        by_use.sort_unstable_by_key(|group| std::cmp::Reverse(times[*group].count));
        for group in by_use {
            if told.groups.len() < GROUPS {
                told.groups.insert(group);
            }
        }
        let mut all = Requests::default();
        let mut rest = Counted::nothing(REQUEST);
        for (group, counted) in times.iter().enumerate() {
            match told.groups.contains(&group) {
                true => all.times.push((groups.names[group].clone(), counted.clone())),
                false => rest.add(counted),
            }
        }
        let mut others = [0; CODES.len()];
        for (group, codes) in groups.codes.iter().enumerate() {
            for (place, count) in codes.iter().enumerate() {
                let count = count.load(Ordering::Relaxed);
                let named =
                    told.groups.contains(&group) && (told.pairs.contains(&(group, place)) || told.pairs.len() < PAIRS);
                if count > 0 && named {
                    told.pairs.insert((group, place));
                    all.codes.push((groups.names[group].clone(), CODES[place], count));
                } else {
                    others[place] += count;
                }
            }
        }
        all.times.push((OTHER.to_owned(), rest));
        all.codes.extend(
            CODES.into_iter().zip(others).filter(|(_, count)| *count > 0).map(|(code, n)| (OTHER.to_owned(), code, n)),
        );
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_is_the_beginning_of_a_route() {
        for (path, expected) in
            [("/system/user/{id}", "system/user"), ("/getInfo", "getInfo"), ("/profile/{name}/x", "profile"), ("/", "")]
        {
            assert_eq!(group(path), expected);
        }
    }

    #[test]
    fn what_is_told_has_a_bound_and_no_counter_goes_backwards() {
        let metrics = Metrics::default();
        let paths: Vec<String> = (0..200).map(|number| format!("/a/{number}")).collect();
        metrics.name_routes(paths.iter().map(String::as_str));
        let sum = |all: &Requests| all.codes.iter().map(|(.., count)| count).sum::<u64>();
        let mut before: BTreeMap<(String, u16), u64> = BTreeMap::new();
        let mut answered = 0;
        for round in 0..4_usize {
            for route in 0..50 * (round + 1) {
                for code in CODES {
                    metrics.answered(Some(route), code, Duration::from_millis(3));
                    answered += 1;
                }
            }
            metrics.answered(None, 404, Duration::ZERO);
            metrics.answered(Some(9_999), 999, Duration::ZERO);
            answered += 2;
            let all = metrics.requests();
            assert!(all.times.len() <= GROUPS + 1 && all.codes.len() <= PAIRS + CODES.len());
            assert_eq!(sum(&all), answered);
            assert_eq!(all.times.iter().map(|(_, times)| times.count).sum::<u64>(), answered);
            for (group, code, count) in all.codes {
                let then = before.insert((group, code), count).unwrap_or(0);
                assert!(count >= then, "{code} went from {then} to {count}");
            }
        }
    }
}
