//! Versions of the program beside each other, as the packages lay them: `versions/<v>/gx-portal`, and links that name the one in use.
//!
//! Invariants: a link is replaced by a rename, so it always names a whole version; a version is a plain name, never a path.
//!
//! Deliberately absent: an installation by hand (one file in `/usr/local/bin`), which has nothing to go back to.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::{OpenOptionsExt as _, symlink};
use std::path::{Path, PathBuf};

use super::failed;
use crate::error::{AppError, Result};
use crate::store::directory::{remove, sync_directory};

/// How names of versions begin that are only being laid.
pub const LAYING: &str = ".new-";
const BY_HAND: &str = "本程序是手工安装的，没有可以退回的旧版本，不能用这条命令升级；请按手册“升级与退回”中“手工安装的程序”一节操作，或先用安装包重新安装（数据不动）";

/// The versions of a box, seen from one service.
#[derive(Debug, Clone)]
pub struct Tree {
    root: PathBuf,
    /// `@test` of a second service, else empty.
    at: String,
}

/// Whether a text may be the name of a version.
pub fn is_version(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit())
        && text.len() <= 64
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".+-~".contains(&byte))
}

/// Whether a text may be the name of a second service.
pub fn is_instance(text: &str) -> bool {
    (1..=32).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

/// A version as it is compared; a part that is no number counts as 0.
fn parts(text: &str) -> [u64; 3] {
    let plain = text.split(['-', '+', '~']).next().unwrap_or_default();
    let mut parts = plain.split('.').map(|part| part.parse().unwrap_or(0));
    std::array::from_fn(|_| parts.next().unwrap_or(0))
}

/// Whether a version comes before another.
pub fn is_before(one: &str, other: &str) -> bool {
    parts(one) < parts(other)
}

impl Tree {
    /// The tree that this program was started from.
    ///
    /// # Errors
    /// A program that was installed by hand.
    pub fn find(instance: Option<&str>) -> Result<Self> {
        if let Some(wrong) = instance.filter(|name| !is_instance(name)) {
            return Err(AppError::refused(format!("服务名称“{wrong}”不正确，只能是小写字母和数字，最多 32 个")));
        }
        let at = instance.map(|name| format!("@{name}")).unwrap_or_default();
        let tree = Self { root: root().ok_or_else(|| AppError::refused(BY_HAND))?, at };
        if fs::symlink_metadata(tree.link("current")).is_ok_and(|found| found.is_symlink()) {
            return Ok(tree);
        }
        Err(AppError::refused(match instance {
            None => BY_HAND.to_owned(),
            Some(name) => format!(
                "没有名为 {name} 的第二个服务；建立的方法：ln -s \"$(readlink {0}/current)\" {0}/current@{name}",
                tree.root.display()
            ),
        }))
    }

    fn link(&self, name: &str) -> PathBuf {
        self.root.join(format!("{name}{}", self.at))
    }

    /// Where versions lie.
    pub fn versions(&self) -> PathBuf {
        self.root.join("versions")
    }

    /// The folder of one.
    pub fn folder(&self, version: &str) -> PathBuf {
        self.versions().join(version)
    }

    /// Its program.
    pub fn program(&self, version: &str) -> PathBuf {
        self.folder(version).join("gx-portal")
    }

    /// Whether it can be run.
    pub fn has(&self, version: &str) -> bool {
        is_version(version) && self.program(version).is_file()
    }

    /// All that are here, by name.
    pub fn all(&self) -> Vec<String> {
        let entries = fs::read_dir(self.versions()).into_iter().flatten().flatten();
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        let mut found: Vec<String> = names.filter(|name| self.has(name)).collect();
        found.sort_unstable();
        found
    }

    /// The version in use.
    ///
    /// # Errors
    /// A link that names none.
    pub fn current(&self) -> Result<String> {
        let link = self.link("current");
        let named = fs::read_link(&link).map_err(failed("读取", &link))?;
        let version = named.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if self.has(&version) {
            return Ok(version);
        }
        Err(AppError::refused(format!("{} 指向的 {} 不是一个版本", link.display(), named.display())))
    }

    /// Lets the link name a version from now on.
    ///
    /// # Errors
    /// The disk.
    pub fn switch(&self, version: &str) -> Result<()> {
        self.lead("current", version)
    }

    /// Remembers which program takes an upgrade back, before it begins.
    ///
    /// # Errors
    /// The disk.
    pub fn remember(&self, version: &str) -> Result<()> {
        self.lead("previous", version)
    }

    fn lead(&self, name: &str, version: &str) -> Result<()> {
        if !self.has(version) {
            return Err(AppError::refused(format!("{} 中没有版本 {version}", self.versions().display())));
        }
        let (link, fresh) = (self.link(name), self.link(&format!(".{name}")));
        match fs::remove_file(&fresh) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed("删除", &fresh)(error)),
            _ => {}
        }
        symlink(Path::new("versions").join(version), &fresh).map_err(failed("写入", &fresh))?;
        fs::rename(&fresh, &link).map_err(failed("写入", &link))?;
        Ok(sync_directory(&link)?)
    }

    /// The right to upgrade; `None` while somebody else does.
    ///
    /// # Errors
    /// A folder that can't be written.
    pub fn lock(&self) -> Result<Option<File>> {
        let path = self.link(".lock");
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false).mode(0o600);
        let file = options.open(&path).map_err(failed("写入", &path))?;
        match rustix::fs::flock(&file, rustix::fs::FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => Ok(Some(file)),
            Err(rustix::io::Errno::WOULDBLOCK) => Ok(None),
            Err(error) => Err(failed("锁定", &path)(error.into())),
        }
    }

    /// Removes versions that somebody was killed while laying. Needs the lock.
    ///
    /// # Errors
    /// The disk.
    pub fn tidy(&self) -> Result<()> {
        for entry in fs::read_dir(self.versions()).map_err(failed("读取", &self.versions()))?.flatten() {
            if entry.file_name().to_string_lossy().starts_with(LAYING) {
                remove(&entry.path()).map_err(failed("删除", &entry.path()))?;
            }
        }
        Ok(())
    }
}

/// Where the tree begins: this program lies in `<root>/versions/<v>`.
fn root() -> Option<PathBuf> {
    #[cfg(feature = "testing")]
    if let Some(root) = std::env::var_os("GX_TEST_TREE") {
        return Some(PathBuf::from(root));
    }
    let program = std::env::current_exe().ok()?;
    let versions = program.parent()?.parent()?;
    versions.ends_with("versions").then(|| versions.parent().map(Path::to_path_buf)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_names_and_never_paths() {
        for good in ["0.1.0", "1.2.3-rc1", "10.0.0+a", "0.1.0~kept"] {
            assert!(is_version(good), "{good}");
        }
        for bad in ["", "..", "../0.1.0", "0.1/0", "v1", "0.1.0\n", "/1", ".new-0", "0 1", "１.0"] {
            assert!(!is_version(bad), "{bad}");
        }
        for (one, other, before) in [
            ("0.1.0", "0.1.1", true),
            ("0.9.0", "0.10.0", true),
            ("0.2.0", "0.2.0", false),
            ("1.0.0", "0.9.9", false),
            ("0.1.0~kept", "0.1.0", false),
        ] {
            assert_eq!(is_before(one, other), before, "{one} {other}");
        }
    }

    #[test]
    fn a_link_names_a_whole_version_or_stays() {
        let place = tempfile::tempdir().unwrap();
        let tree = Tree { root: place.path().to_path_buf(), at: "@test".into() };
        for version in ["0.1.0", "0.2.0"] {
            fs::create_dir_all(tree.folder(version)).unwrap();
            fs::write(tree.program(version), "").unwrap();
        }
        fs::create_dir_all(tree.folder("0.3.0")).unwrap();
        tree.switch("0.1.0").unwrap();
        tree.switch("0.2.0").unwrap();
        for wrong in ["0.3.0", "../versions/0.1.0", "nothing"] {
            assert!(tree.switch(wrong).is_err(), "{wrong}");
        }
        assert_eq!(tree.current().unwrap(), "0.2.0");
        assert!(place.path().join("current@test").is_symlink());
        assert_eq!(tree.all(), ["0.1.0", "0.2.0"]);
        let held = tree.lock().unwrap();
        assert!(held.is_some() && tree.lock().unwrap().is_none());
        fs::create_dir_all(tree.versions().join(".new-1/deep")).unwrap();
        tree.tidy().unwrap();
        assert!(!tree.versions().join(".new-1").exists());
    }
}
