//! Continuous protection, in memory: targets that stay behind, reported by the threads that fill them and read by 需要处理; and
//! what is being done with the repositories on somebody's behalf.
//!
//! Invariant: one full copy, verification or drill at a time, whoever asks for it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;

use crate::kernel::dates::Stamp;
use crate::store::directory::DataPaths;

/// Name of the data key of repositories in the folder `keys`; no repository holds it.
pub const KEY: &str = "protect.key";
/// Lies beside it in data that were brought back, until somebody says that the service of before has ended.
pub const PAUSED: &str = "protect.paused";

/// Whether a repository takes the journal of these data, or would if its drive were there.
pub fn is_taken(paths: &DataPaths) -> bool {
    paths.keys().join(KEY).exists() && !paths.keys().join(PAUSED).exists()
}

/// What the journal's files may take where no repository was made, in MiB: nobody could restore by them.
const UNUSED_SPOOL_MIB: u64 = 64;

/// Bytes that the journal's files may take, of the MiB that the configuration grants.
pub fn spool_bytes(granted_mib: u64, paths: &DataPaths) -> u64 {
    let mib = if is_taken(paths) { granted_mib } else { granted_mib.min(UNUSED_SPOOL_MIB) };
    mib.saturating_mul(1 << 20)
}

/// A target that is behind for less than this is no news: drives are unplugged and networks restart.
const PATIENCE: i64 = 10 * 60_000;

/// What is being done with the repositories.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Running {
    /// What people call it.
    pub title: &'static str,
    /// Who asked for it.
    pub by: String,
    pub since: Stamp,
    /// The target that it is at, and its place among all.
    pub target: PathBuf,
    pub done: usize,
    pub total: usize,
}

/// How the last one ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    pub title: &'static str,
    pub at: Stamp,
    pub is_well: bool,
    /// What came of it, as a sentence.
    pub sentence: String,
}

/// A target that was brought up to date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kept {
    /// The last time.
    pub at: Stamp,
    /// When its newest full copy was made.
    pub base: Option<Stamp>,
}

/// Targets that fail, since when and why; when each was last up to date; what is done with the repositories.
#[derive(Debug, Default)]
pub struct Protection {
    failing: Mutex<BTreeMap<PathBuf, (Stamp, String)>>,
    kept: Mutex<BTreeMap<PathBuf, Kept>>,
    running: Mutex<Option<Running>>,
    ended: Mutex<Option<Ended>>,
}

impl Protection {
    /// A target could not be brought up to date.
    pub fn failed(&self, target: &Path, now: Stamp, why: &str) {
        let mut failing = self.failing.lock();
        let since = failing.get(target).map_or(now, |(since, _)| *since);
        failing.insert(target.to_path_buf(), (since, why.to_owned()));
    }

    /// Nothing is wrong with a target.
    pub fn is_well(&self, target: &Path) {
        self.failing.lock().remove(target);
    }

    /// A target was brought up to date.
    pub fn kept(&self, target: &Path, kept: Kept) {
        self.kept.lock().insert(target.to_path_buf(), kept);
    }

    /// How up to date a target was last, since the start.
    pub fn last_kept(&self, target: &Path) -> Option<Kept> {
        self.kept.lock().get(target).copied()
    }

    /// What somebody has to see to: the target that is behind for the longest.
    pub fn sentence(&self, now: Stamp) -> Option<String> {
        let failing = self.failing.lock();
        let (path, (since, why)) = failing.iter().min_by_key(|(_, (since, _))| *since)?;
        (now.0 - since.0 >= PATIENCE)
            .then(|| format!("备份仓库 {} 自 {} 起没有补齐：{why}", path.display(), since.to_text()))
    }

    /// Takes the turn.
    ///
    /// # Errors
    /// What is being done already.
    pub fn begin(&self, running: Running) -> Result<(), Running> {
        let mut place = self.running.lock();
        if let Some(other) = &*place {
            return Err(other.clone());
        }
        *place = Some(running);
        Ok(())
    }

    /// Which target it is at.
    pub fn at(&self, target: &Path, done: usize) {
        if let Some(running) = &mut *self.running.lock() {
            (running.target, running.done) = (target.to_path_buf(), done);
        }
    }

    /// Gives the turn back, with what came of it.
    pub fn end(&self, ended: Ended) {
        *self.ended.lock() = Some(ended);
        *self.running.lock() = None;
    }

    /// What is being done.
    pub fn running(&self) -> Option<Running> {
        self.running.lock().clone()
    }

    /// How the last one since the start ended.
    pub fn ended(&self) -> Option<Ended> {
        self.ended.lock().clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_told_after_ten_minutes_with_its_first_failure() {
        let (protection, nas) = (Protection::default(), Path::new("/mnt/nas"));
        protection.failed(nas, Stamp(0), "目标未挂载");
        protection.failed(nas, Stamp(PATIENCE - 1), "磁盘空间不足");
        assert_eq!(protection.sentence(Stamp(PATIENCE - 1)), None);
        assert!(protection.sentence(Stamp(PATIENCE)).is_some_and(|text| text.contains("磁盘空间不足")));
        protection.is_well(nas);
        assert_eq!(protection.sentence(Stamp(PATIENCE)), None);
    }

    #[test]
    fn one_at_a_time_and_how_it_ended() {
        let protection = Protection::default();
        let running =
            |title| Running { title, by: "a".into(), since: Stamp(1), target: PathBuf::new(), done: 0, total: 2 };
        assert_eq!(protection.begin(running("核对")), Ok(()));
        protection.at(Path::new("/mnt/nas"), 1);
        let other = protection.begin(running("恢复演练")).expect_err("one runs");
        assert_eq!((other.title, other.target.as_path(), other.done), ("核对", Path::new("/mnt/nas"), 1));
        protection.end(Ended { title: "核对", at: Stamp(2), is_well: false, sentence: "有损坏".into() });
        assert!(protection.running().is_none() && protection.ended().is_some_and(|ended| !ended.is_well));
        assert_eq!(protection.begin(running("恢复演练")), Ok(()));
    }
}
