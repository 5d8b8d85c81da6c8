//! To which moments a repository leads: what follows a full copy without a gap, worked out from what lies in it.

use super::frames;
use super::repository::Repository;
use crate::error::Result;
use crate::store::journal::log::Segment;
use crate::store::journal::{Chain, Mark, Place};

/// Frames that follow each other; a break may only be the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Run {
    pub first: Place,
    /// Chain before the first.
    pub previous: Chain,
    pub begins_with_break: bool,
    pub last: Mark,
}

/// Each operation between two moments can be returned to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Window {
    pub from: i64,
    pub to: i64,
}

/// The runs of one file.
///
/// # Errors
/// The disk.
pub(super) fn runs_of(repository: &Repository, segment: &Segment) -> Result<Vec<Run>> {
    let mut runs: Vec<Run> = Vec::new();
    frames::walk(repository, segment, &mut |raw| {
        match runs.last_mut() {
            Some(run) if raw.follows(&run.last) && !raw.is_break() => run.last = raw.mark,
            _ => runs.push(Run {
                first: raw.mark.place,
                previous: raw.previous,
                begins_with_break: raw.is_break(),
                last: raw.mark,
            }),
        }
        Ok(true)
    })?;
    Ok(runs)
}

/// The windows, oldest first, and how many of the bases lie in none: each leads to one moment. `runs` and `bases` are oldest first.
pub(super) fn windows(runs: impl IntoIterator<Item = Run>, bases: &[Mark]) -> (Vec<Window>, usize) {
    let mut joined: Vec<Run> = Vec::new();
    for run in runs {
        match joined.last_mut() {
            Some(before)
                if !run.begins_with_break
                    && run.previous == before.last.chain
                    && run.first.seq == before.last.place.seq + 1 =>
            {
                before.last = run.last;
            }
            _ => joined.push(run),
        }
    }
    let is_in = |base: &Mark, run: &Run| {
        (run.first <= base.place && base.place <= run.last.place)
            || (!run.begins_with_break && base.chain == run.previous)
    };
    let windows = joined.iter().filter_map(|run| {
        let base = bases.iter().find(|base| is_in(base, run))?;
        Some(Window { from: base.at, to: run.last.at.max(base.at) })
    });
    let alone = bases.iter().filter(|base| !joined.iter().any(|run| is_in(base, run))).count();
    (windows.collect(), alone)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(seq: u64) -> Mark {
        let mut chain = [0; 32];
        chain[..8].copy_from_slice(&seq.to_be_bytes());
        Mark { place: Place { epoch: 1, seq }, at: i64::try_from(seq).expect("small") * 1_000, chain }
    }

    fn run(first: u64, last: u64, begins_with_break: bool) -> Run {
        Run { first: mark(first).place, previous: mark(first - 1).chain, begins_with_break, last: mark(last) }
    }

    #[test]
    fn a_window_begins_at_a_base_and_ends_where_frames_do() {
        let seconds = |found: &[Window]| -> Vec<(i64, i64)> {
            found.iter().map(|window| (window.from / 1_000, window.to / 1_000)).collect()
        };
        let whole = [run(1, 10, true), run(11, 30, false), run(31, 40, false)];
        for (runs, bases, expected, alone) in [
            (whole.to_vec(), vec![1, 20], vec![(1, 40)], 0),
            (whole.to_vec(), vec![20], vec![(20, 40)], 0),
            (whole.to_vec(), vec![], vec![], 0),
            // The file that a base follows is gone: the one after it begins right behind the base.
            (whole[1..].to_vec(), vec![10], vec![(10, 40)], 0),
            (whole[1..].to_vec(), vec![9], vec![], 1),
            // A file in the middle is gone, or a break: two windows, the second from its own base on.
            (vec![whole[0], whole[2]], vec![1, 35], vec![(1, 10), (35, 40)], 0),
            (vec![whole[0], run(11, 40, true)], vec![1, 12], vec![(1, 10), (12, 40)], 0),
            (vec![whole[0], run(11, 40, true)], vec![1], vec![(1, 10)], 0),
            (vec![], vec![5], vec![], 1),
        ] {
            let bases: Vec<Mark> = bases.into_iter().map(mark).collect();
            let (found, left) = windows(runs, &bases);
            assert_eq!((seconds(&found), left), (expected, alone), "{bases:?}");
        }
    }
}
