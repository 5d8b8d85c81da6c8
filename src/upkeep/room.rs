//! Room on a disk for a backup, and for what is restored: whether it fits is known before a byte is written.
//!
//! Invariant: a backup on the disk of the data leaves the writers [`ROOM`] times the reserve, the limit below which the
//! health check speaks too.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use super::files::files_below;
use super::referenced_blobs;
use crate::app::App;
use crate::error::{AppError, Result};
use crate::store::medium::free_bytes;

/// Less than so many times the reserve left on the disk of the data is too little.
pub const ROOM: u64 = 4;

fn size(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |metadata| metadata.len())
}

/// Bytes of a folder's files.
pub(super) fn folder_size(folder: &Path) -> u64 {
    files_below(folder).map_or(0, |names| names.iter().map(|name| size(&folder.join(name))).sum())
}

/// Bytes that a backup takes, about: the copy of the database holds the rows alone, its file free pages too.
pub(super) fn needed(app: &App) -> Result<u64> {
    let mut bytes = size(&app.paths.database());
    for hash in referenced_blobs(app.product, &app.store.read()?)? {
        bytes += size(&app.blobs.path(&hash).map_err(AppError::internal)?);
    }
    Ok(bytes + folder_size(&app.paths.keys()) + folder_size(&app.paths.root.join("archive")))
}

/// What has to stay free on the disk of a folder.
fn kept_free(app: &App, folder: &Path) -> u64 {
    let device = |path: &Path| fs::metadata(path).ok().map(|metadata| metadata.dev());
    let reserve = app.config.reserve_mib.value.saturating_mul(1 << 20);
    if device(folder) == device(&app.paths.root) { reserve.saturating_mul(ROOM) } else { 0 }
}

/// What wants room on a disk that may be that of the data.
#[derive(Clone, Copy, Debug)]
pub(super) enum Use {
    Backup,
    /// A drill, in scratch space.
    Drill,
}

impl Use {
    fn name(self) -> &'static str {
        match self {
            Self::Backup => "备份",
            Self::Drill => "恢复演练",
        }
    }

    fn remedy(self) -> &'static str {
        match self {
            Self::Backup => "请清理磁盘、减少保留的备份，或用 backup create --to 备份到另一块磁盘",
            Self::Drill => "请清理磁盘或减少保留的备份，再重新演练",
        }
    }
}

/// Why something of `needed` bytes does not fit with `free` bytes, of which `kept` have to stay.
fn shortage(used: Use, folder: &Path, free: u64, needed: u64, kept: u64) -> Option<String> {
    if free.saturating_sub(needed) >= kept && free >= needed {
        return None;
    }
    let (name, mebibytes) = (used.name(), |bytes: u64| bytes.div_ceil(1 << 20));
    Some(format!(
        "磁盘空间不足，没有开始{name}：{} 所在磁盘可用 {} MiB，{name}约需 {} MiB，此外须留下 {} MiB 供服务写入。{}",
        folder.display(),
        free >> 20,
        mebibytes(needed),
        mebibytes(kept),
        used.remedy()
    ))
}

/// Why there is no room for something in an existing folder; `None` = there is, or the system doesn't say.
pub(super) fn lacking(app: &App, used: Use, folder: &Path, needed: u64) -> Option<String> {
    shortage(used, folder, free_bytes(folder)?, needed, kept_free(app, folder))
}

/// Why `needed` bytes can't be restored with `free`.
fn short_of(folder: &Path, free: u64, needed: u64) -> Option<String> {
    (free < needed).then(|| {
        format!(
            "磁盘空间不足，没有恢复任何内容：{} 所在磁盘可用 {} MiB，恢复约需 {} MiB。请清理磁盘，或用 --data（查看历史数据时用环境变量 TMPDIR）指定另一块磁盘上的目录",
            folder.display(),
            free >> 20,
            needed.div_ceil(1 << 20)
        )
    })
}

/// Whether so many bytes fit on the disk that a folder lies on, or will.
///
/// # Errors
/// A sentence: they don't.
pub(super) fn must_fit(folder: &Path, needed: u64) -> Result<()> {
    let Some(there) = folder.ancestors().find(|folder| folder.exists()) else { return Ok(()) };
    let short = free_bytes(there).and_then(|free| short_of(folder, free, needed));
    short.map_or(Ok(()), |why| Err(AppError::refused(why)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backup_fits_when_it_leaves_what_has_to_stay() {
        let at = Path::new("/backup");
        for (free, needed, kept, fits) in [
            (356, 100, 256, true),
            (355, 100, 256, false),
            (100, 100, 0, true),
            (99, 100, 0, false),
            (50, 100, 256, false),
            (0, 0, 0, true),
            (u64::MAX >> 20, 1, u64::MAX >> 20, false),
        ] {
            let why = shortage(Use::Backup, at, free << 20, needed << 20, kept << 20);
            assert_eq!(why.is_none(), fits, "{free} {needed} {kept}: {why:?}");
        }
        assert!(short_of(at, 100 << 20, 100 << 20).is_none());
        let short = short_of(at, (100 << 20) - 1, 100 << 20).expect("too little");
        assert!(short.contains("99 MiB") && short.contains("100 MiB"), "{short}");
        for (used, name) in [(Use::Backup, "没有开始备份"), (Use::Drill, "没有开始恢复演练")] {
            let why = shortage(used, at, 355 << 20, 100 << 20, 256 << 20).expect("too little");
            assert!([name, "355 MiB", "100 MiB", "256 MiB"].iter().all(|part| why.contains(part)), "{why}");
        }
    }
}
