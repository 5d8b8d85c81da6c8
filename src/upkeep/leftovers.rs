//! What killed backups, checks and restores leave: whole copies of the database, which nobody finds by their hidden names.
//!
//! Invariants: a folder is taken for one by its name, by holding nothing but parts of an installation, and by nobody working
//! on it (`Scratch` holds a lock); whatever else has such a name is neither told nor touched; links are not followed.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::files::{failed, files_below};
use crate::error::Result;
use crate::store::directory::DataPaths;

/// How names begin of backups that are being made or removed.
pub(super) const UNFINISHED: &str = ".unfinished-";
/// How names begin of copies that a backup is checked in.
pub(super) const VERIFYING: &str = ".gx-verify-";
/// How names begin of data directories that are being restored.
pub(super) const RESTORING: &str = ".gx-restoring-";
/// How names begin of past states that are looked at.
pub(super) const VIEWING: &str = ".gx-viewing-";

/// What each was to become.
const KINDS: [(&str, &str); 4] = [
    (UNFINISHED, "未做完或未删完的备份"),
    (VERIFYING, "校验备份用的副本"),
    (RESTORING, "未完成的恢复"),
    (VIEWING, "查看历史数据用的副本"),
];

/// What a backup or a data directory holds.
const PARTS: [&str; 13] = [
    "gx.redb",
    "gx.reserve",
    "blobs",
    "keys",
    "archive",
    "backup",
    "journal",
    "admin.sock",
    "tmp",
    "logs",
    "manifest.json",
    "gx-portal.toml",
    "LOCK",
];

/// Where locks of folders are unknown, a folder of this age is worked on by nobody.
const AGE: Duration = Duration::from_secs(86_400);

/// A folder that nobody will finish.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leftover {
    /// Where it lies.
    pub path: PathBuf,
    /// What it was to become, in words.
    pub what: &'static str,
    /// Size of its files.
    pub bytes: u64,
}

/// What it was to become, by a name that the program gave: its beginning and a random end.
fn kind(name: &str) -> Option<&'static str> {
    let (prefix, what) = KINDS.iter().find(|(prefix, _)| name.starts_with(prefix))?;
    let end = name.get(prefix.len()..)?;
    let random = match end.len() {
        16 => end.bytes().all(|byte| byte.is_ascii_hexdigit()),
        // Earlier versions named copies for checks so.
        6 => *prefix == VERIFYING && end.bytes().all(|byte| byte.is_ascii_alphanumeric()),
        _ => false,
    };
    random.then_some(*what)
}

/// A folder that nobody works on, locked for as long as the answer is kept.
fn unused(path: &Path) -> Option<File> {
    let folder = File::open(path).ok()?;
    match rustix::fs::flock(&folder, rustix::fs::FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Some(folder),
        Err(rustix::io::Errno::WOULDBLOCK) => None,
        Err(_) => {
            let changed = folder.metadata().and_then(|metadata| metadata.modified()).ok()?;
            (changed <= SystemTime::now().checked_sub(AGE)?).then_some(folder)
        }
    }
}

fn size(root: &Path) -> io::Result<u64> {
    let mut bytes = 0;
    for name in files_below(root)? {
        bytes += fs::symlink_metadata(root.join(name))?.len();
    }
    Ok(bytes)
}

fn look(entry: &fs::DirEntry) -> Option<Leftover> {
    let what = kind(&entry.file_name().to_string_lossy())?;
    // The type of the entry itself: a link to a folder is none.
    if !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
        return None;
    }
    let path = entry.path();
    let own = fs::read_dir(&path).ok()?.all(|part| {
        part.is_ok_and(|part| {
            let name = part.file_name();
            PARTS.iter().any(|known| name == *known) && part.file_type().is_ok_and(|kind| !kind.is_symlink())
        })
    });
    let bytes = size(&path).unwrap_or(0);
    (own && unused(&path).is_some()).then_some(Leftover { path, what, bytes })
}

/// Those in a folder, by name; a folder that cannot be read has none.
pub fn in_folder(folder: &Path) -> Vec<Leftover> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<Leftover> = entries.filter_map(|entry| look(&entry)).collect();
    found.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    found
}

/// What to do about a demonstration that was cut short.
pub fn unfinished_demo(paths: &DataPaths) -> Option<String> {
    let is_there = paths.unfinished_demo().exists();
    is_there.then(|| "演示数据生成时被中断，数据不完整；可删除数据目录后重新运行 init 和 seed".to_owned())
}

/// Those wherever an installation leaves them: beside its data directory, among its backups, in the system's scratch
/// space.
pub fn around(paths: &DataPaths) -> Vec<Leftover> {
    let beside = paths.root.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folders = BTreeSet::from([beside.to_path_buf(), paths.backups(), std::env::temp_dir()]);
    folders.iter().flat_map(|folder| in_folder(folder)).collect()
}

/// A sentence for each.
pub fn sentences(found: &[Leftover]) -> Vec<String> {
    let mebibytes = |bytes: u64| bytes.div_ceil(1 << 20);
    let told = |left: &Leftover| {
        format!(
            "{} 是{}（约 {} MB），中断后没有删除，含有数据副本；gx-portal doctor --fix 会删除它",
            left.path.display(),
            left.what,
            mebibytes(left.bytes)
        )
    };
    found.iter().map(told).collect()
}

/// Removes them; answers their paths.
///
/// # Errors
/// One that the disk keeps; those before it are gone.
pub fn remove(found: &[Leftover]) -> Result<Vec<PathBuf>> {
    let mut gone = Vec::new();
    for left in found {
        // What somebody has taken up since it was found is passed over; the lock is kept until the folder is gone, for its
        // maker looks for it after he got the lock (`Scratch::new`).
        let Some(_locked) = unused(&left.path) else { continue };
        match fs::remove_dir_all(&left.path) {
            Ok(()) => gone.push(left.path.clone()),
            // Its maker removed it between the opening and the lock: a folder without a name can be locked, too.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(failed("删除", &left.path)(error)),
        }
    }
    Ok(gone)
}

#[cfg(test)]
mod tests {
    use super::super::files::Scratch;
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};

    fn names(found: &[Leftover]) -> Vec<String> {
        found.iter().filter_map(|left| left.path.file_name()).map(|name| name.to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn own_folders_that_nobody_works_on_are_found_and_removed_and_nothing_else() {
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name);
        let hex = "0123456789abcdef";
        let own = [format!(".gx-restoring-{hex}"), format!(".gx-verify-{hex}"), format!(".unfinished-{hex}")];
        for name in own.iter().map(String::as_str).chain([".gx-verify-aB3dE6"]) {
            fs::create_dir_all(at(name).join("blobs/ab")).unwrap();
            fs::write(at(name).join("gx.redb"), "data").unwrap();
            fs::write(at(name).join("blobs/ab/cd"), "data").unwrap();
        }
        // What isn't ours, for one reason each.
        for name in
            [".unfinished-work", ".unfinished-aB3dE6", ".gx-restoring-", "gx-backup-20260301-083000", ".gx-verify"]
        {
            fs::create_dir_all(at(name)).unwrap();
            fs::write(at(name).join("gx.redb"), "data").unwrap();
        }
        fs::create_dir_all(at(".unfinished-00000000000000aa")).unwrap();
        fs::write(at(".unfinished-00000000000000aa/thesis.docx"), "mine").unwrap();
        fs::write(at(".unfinished-00000000000000bb"), "a file").unwrap();
        std::os::unix::fs::symlink(at(".gx-verify"), at(".unfinished-00000000000000cc")).unwrap();
        fs::create_dir_all(at(".unfinished-00000000000000dd")).unwrap();
        std::os::unix::fs::symlink(at(".gx-verify"), at(".unfinished-00000000000000dd/blobs")).unwrap();
        let working = Scratch::new(place.path(), UNFINISHED).unwrap();
        let before = fs::read_dir(place.path()).unwrap().count();

        let found = in_folder(place.path());
        assert_eq!(names(&found), [own[0].as_str(), &own[1], ".gx-verify-aB3dE6", &own[2]]);
        assert!(found.iter().all(|left| left.bytes == 8), "{found:?}");
        assert!(sentences(&found)[0].contains("未完成的恢复（约 1 MB）"), "{:?}", sentences(&found));
        assert_eq!(remove(&found).unwrap().len(), 4);
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), before - 4);
        assert!(in_folder(place.path()).is_empty() && working.path().exists() && at(".gx-verify/gx.redb").exists());
        assert!(remove(&found).unwrap().is_empty(), "twice is no error");
        drop(working);
        assert!(in_folder(Path::new("/nowhere")).is_empty());
    }

    #[test]
    fn a_folder_that_is_just_made_is_no_leftover() {
        let place = tempfile::tempdir().unwrap();
        let made = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let sweeper = scope.spawn(|| {
                while !made.load(Ordering::Relaxed) {
                    remove(&in_folder(place.path())).unwrap();
                }
            });
            for number in 0..2_000 {
                let own = Scratch::new(place.path(), UNFINISHED).unwrap();
                fs::write(own.path().join("gx.redb"), "data").unwrap_or_else(|error| panic!("{number}: {error}"));
                assert!(own.path().join("gx.redb").exists(), "{number}");
            }
            made.store(true, Ordering::Relaxed);
            sweeper.join().unwrap();
        });
    }
}
