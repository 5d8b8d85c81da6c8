//! Targets of continuous protection that stay behind, in memory: reported by the threads that fill them, read by 需要处理.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;

use crate::kernel::dates::Stamp;

/// A target that is behind for less than this is no news: drives are unplugged and networks restart.
const PATIENCE: i64 = 10 * 60_000;

/// Targets that fail, since when and why.
#[derive(Debug, Default)]
pub struct Protection(Mutex<BTreeMap<PathBuf, (Stamp, String)>>);

impl Protection {
    /// A target could not be brought up to date.
    pub fn failed(&self, target: &Path, now: Stamp, why: &str) {
        let mut failing = self.0.lock();
        let since = failing.get(target).map_or(now, |(since, _)| *since);
        failing.insert(target.to_path_buf(), (since, why.to_owned()));
    }

    /// A target is up to date.
    pub fn is_well(&self, target: &Path) {
        self.0.lock().remove(target);
    }

    /// What somebody has to see to: the target that is behind for the longest.
    pub fn sentence(&self, now: Stamp) -> Option<String> {
        let failing = self.0.lock();
        let (path, (since, why)) = failing.iter().min_by_key(|(_, (since, _))| *since)?;
        (now.0 - since.0 >= PATIENCE)
            .then(|| format!("备份仓库 {} 自 {} 起没有补齐：{why}", path.display(), since.to_text()))
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
}
