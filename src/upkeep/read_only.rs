//! A data directory on a file system that is mounted read-only, as Linux does by itself after errors of the disk: what only reads
//! works on a copy in scratch space, because a store that was not closed is repaired when it is opened.

use std::fs;
use std::path::{Path, PathBuf};

use rustix::fs::{StatVfsMountFlags, statvfs};

use super::files::{copy_file, failed, files_below};
use crate::error::{AppError, Result};
use crate::store::medium::free_bytes;

/// What a copy leaves out: nothing in it says what is stored.
const LEFT_OUT: [&str; 6] = ["backup/", "tmp/", "logs/", "LOCK", "admin.sock", "gx.reserve"];

/// Whether nothing can be written to a directory, whoever asks.
pub fn is_read_only(folder: &Path) -> bool {
    statvfs(folder).is_ok_and(|about| about.f_flag.contains(StatVfsMountFlags::RDONLY))
}

/// A copy of a data directory, removed when dropped.
#[derive(Debug)]
pub struct Copy(tempfile::TempDir);

impl Copy {
    /// Copies to the folder for temporary files (`TMPDIR`).
    ///
    /// # Errors
    /// A sentence: no room, a disk that can't be read.
    pub fn of(data: &Path) -> Result<Self> {
        let reading = failed("读取数据目录", data);
        let names: Vec<String> =
            files_below(data).map_err(&reading)?.into_iter().filter(|name| is_kept(name)).collect();
        let needed: u64 =
            names.iter().filter_map(|name| fs::metadata(data.join(name)).ok()).map(|about| about.len()).sum();
        let scratch = std::env::temp_dir();
        let room = free_bytes(&scratch).unwrap_or(u64::MAX);
        if room < needed {
            return Err(AppError::refused(format!(
                "数据目录 {} 所在的文件系统只读，须先复制到 {}：约需 {} MiB，可用 {} MiB。请用环境变量 TMPDIR 指定另一块磁盘上的目录",
                data.display(),
                scratch.display(),
                needed.div_ceil(1 << 20),
                room >> 20
            )));
        }
        let copy = tempfile::Builder::new().prefix("gx-read-only-").tempdir_in(&scratch);
        let copy = copy.map_err(failed("创建临时目录", &scratch))?;
        for name in &names {
            let from = data.join(name);
            copy_file(&from, &copy.path().join(name)).map_err(failed("复制文件", &from))?;
        }
        Ok(Self(copy))
    }

    /// Where it lies.
    pub fn path(&self) -> PathBuf {
        self.0.path().to_path_buf()
    }
}

fn is_kept(name: &str) -> bool {
    !LEFT_OUT
        .iter()
        .any(|left_out| if left_out.ends_with('/') { name.starts_with(left_out) } else { name == *left_out })
}
