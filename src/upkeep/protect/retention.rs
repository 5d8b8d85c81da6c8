//! What a repository keeps: every operation for 35 days, then weekly and monthly bases.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use super::base::{self, Manifest};
use super::frames;
use super::repository::{FOLDERS, HALF, Repository};
use super::sides;
use crate::error::Result;
use crate::kernel::dates::Stamp;
use crate::store::journal::{Body, Place};
use crate::upkeep::files::{failed, files_below};

/// Milliseconds for which every operation can be returned to.
pub(super) const WINDOW: i64 = 35 * 86_400_000;
/// Weeks of which a base is kept, and months.
const WEEKS: usize = 8;
const MONTHS: usize = 24;
/// Objects younger than this may belong to frames that are still on their way.
const YOUNG: Duration = Duration::from_secs(86_400);

/// Which bases stay: all back to the one that the window begins with, then one a week and one a month. `bases` are oldest first,
/// with the time of each.
fn kept(bases: &[(Place, i64)], now: i64) -> BTreeSet<Place> {
    let first = bases.iter().rposition(|(_, at)| *at <= now - WINDOW).unwrap_or(0);
    let mut kept: BTreeSet<Place> = bases.iter().skip(first).map(|(place, _)| *place).collect();
    let (mut weeks, mut months) = (BTreeSet::new(), BTreeSet::new());
    for (place, at) in bases.iter().rev() {
        let date = Stamp(*at).date();
        let monday = i64::from(date.weekday().to_monday_zero_offset());
        let week = (jiff::civil::Date::constant(1970, 1, 1).duration_until(date).as_secs() / 86_400 - monday) / 7;
        let is_first_of = |periods: &mut BTreeSet<i64>, period: i64, most: usize| {
            (periods.contains(&period) || periods.len() < most) && periods.insert(period)
        };
        let by_week = is_first_of(&mut weeks, week, WEEKS);
        let month = i64::from(date.year()) * 12 + i64::from(date.month());
        if is_first_of(&mut months, month, MONTHS) || by_week {
            kept.insert(*place);
        }
    }
    kept
}

/// Removes what no rule keeps. The order is what a cut of power may leave: lists first, then what only they named.
///
/// # Errors
/// The disk; a list that can't be read keeps everything.
pub(super) fn prune(repository: &Repository, now: i64) -> Result<()> {
    let remove = |path: &Path| fs::remove_file(path).map_err(failed("清理备份仓库", path));
    let mut manifests: Vec<(String, Manifest)> = Vec::new();
    for (_, name) in base::places(repository)? {
        manifests.push((name.clone(), base::read(repository, &name)?));
    }
    let times: Vec<(Place, i64)> = manifests.iter().map(|(_, found)| (found.place(), found.made_at)).collect();
    let kept = kept(&times, now);
    for (name, _) in manifests.iter().filter(|(_, found)| !kept.contains(&found.place())) {
        remove(&repository.root.join(name))?;
    }
    manifests.retain(|(_, found)| kept.contains(&found.place()));
    let packs: BTreeSet<&String> = manifests.iter().flat_map(|(_, found)| &found.packs).collect();
    for name in repository.names("packs", ".gxp")? {
        let name = format!("packs/{name}");
        if !packs.contains(&name) {
            remove(&repository.root.join(name))?;
        }
    }
    // The window begins with the newest base before it; frames before that one lead nowhere.
    let begins = times.iter().rev().find(|(_, at)| *at <= now - WINDOW).map(|(place, _)| *place);
    let segments = frames::segments(repository)?;
    for pair in segments.windows(2) {
        if begins.is_some_and(|begins| pair[1].first <= begins) {
            remove(&pair[0].path)?;
        }
    }
    // Goals behind the oldest base look at later lists alone.
    let oldest = manifests.iter().map(|(_, found)| found.place()).min();
    for (place, name) in sides::places(repository)? {
        if oldest.is_some_and(|oldest| place < oldest) {
            remove(&repository.root.join(name))?;
        }
    }
    sweep(repository, &manifests)
}

fn sweep(repository: &Repository, manifests: &[(String, Manifest)]) -> Result<()> {
    let root = &repository.root;
    let mut used: BTreeSet<String> = BTreeSet::new();
    for (_, manifest) in manifests {
        used.extend(manifest.files.iter().map(|file| repository.object_path(&file.hash)));
    }
    for (_, name) in sides::places(repository)? {
        used.extend(sides::read(repository, &name)?.files.iter().map(|file| repository.object_path(&file.hash)));
    }
    for segment in frames::segments(repository)? {
        frames::walk(repository, &segment, &mut |raw| {
            if let Body::Rows { files, .. } = raw.read()?.body {
                used.extend(files.iter().map(|hash| repository.object_path(hash)));
            }
            Ok(true)
        })?;
    }
    let limit = SystemTime::now().checked_sub(YOUNG);
    // Its own folders: whatever else a drive brings is left alone.
    for folder in FOLDERS.into_iter().filter(|folder| root.join(folder).exists()) {
        for name in files_below(&root.join(folder)).map_err(failed("读取备份仓库", root))? {
            let (path, name) = (root.join(folder).join(&name), format!("{folder}/{name}"));
            // What was being written when the power went, and objects that nothing names.
            let is_half = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(HALF));
            let is_lost = folder == "objects" && !used.contains(&name);
            let is_old = fs::metadata(&path).and_then(|found| found.modified()).is_ok_and(|at| Some(at) < limit);
            if (is_half || is_lost) && is_old {
                fs::remove_file(&path).map_err(failed("清理备份仓库", &path))?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_then_weeks_then_months() {
        let day = 86_400_000;
        let now = 1_772_000_000_000;
        // A base a day for three years.
        let bases: Vec<(Place, i64)> = (0..1_100)
            .map(|ago| (Place { epoch: 1, seq: 1_100 - ago }, now - i64::try_from(ago).expect("small") * day))
            .rev()
            .collect();
        let kept = kept(&bases, now);
        let ages: Vec<u64> = kept.iter().rev().map(|place| 1_100 - place.seq).collect();
        assert_eq!(ages.iter().filter(|ago| **ago <= 35).count(), 36, "each one of the window, and where it begins");
        let weekly = ages.iter().filter(|ago| (36..=56).contains(*ago)).count();
        assert!((2..=4).contains(&weekly), "{ages:?}");
        let oldest = *ages.last().expect("one");
        assert!((690..=740).contains(&oldest), "two years: {oldest}");
        assert!(kept.len() < 36 + 4 + 24, "{}", kept.len());
        assert_eq!(super::kept(&bases[..1], now).len(), 1, "the only one stays, however old");
    }
}
