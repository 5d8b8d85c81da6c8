//! Data directories that many tests begin with, made once a process and copied.
//!
//! Invariants: an image is taken of a directory that nobody has open; its files have no name any more, so that nothing of them
//! stays behind however the process ends; a copy shares the keys of its image, and nothing that is written afterwards.

use std::fs::{DirBuilder, File};
use std::os::fd::AsRawFd;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// A closed data directory.
#[derive(Default)]
pub struct Image {
    folders: Vec<PathBuf>,
    files: Vec<(PathBuf, File)>,
}

impl Image {
    /// Of what lies in a folder; the folder goes.
    pub fn of(folder: TempDir) -> Self {
        let mut image = Self::default();
        image.take(folder.path(), Path::new(""));
        folder.close().expect("removed");
        image
    }

    /// Of what `make` writes into an empty folder.
    pub fn made(make: impl FnOnce(&Path)) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        make(folder.path());
        Self::of(folder)
    }

    fn take(&mut self, root: &Path, below: &Path) {
        for entry in std::fs::read_dir(root.join(below)).expect("readable") {
            let entry = entry.expect("an entry");
            let (path, kind) = (below.join(entry.file_name()), entry.file_type().expect("a kind"));
            if kind.is_dir() {
                self.folders.push(path.clone());
                self.take(root, &path);
            } else if kind.is_file() {
                self.files.push((path, File::open(entry.path()).expect("opens")));
            }
        }
    }

    /// Writes it into a folder; the blocks of files are shared where the disk can.
    pub fn copy_to(&self, folder: &Path) {
        for path in std::iter::once(Path::new("")).chain(self.folders.iter().map(PathBuf::as_path)) {
            DirBuilder::new().mode(0o700).recursive(true).create(folder.join(path)).expect("a folder");
        }
        for (path, file) in &self.files {
            let source = format!("/proc/self/fd/{}", file.as_raw_fd());
            std::fs::copy(source, folder.join(path)).expect("copied");
        }
    }

    /// A folder of its own with the same content.
    pub fn copied(&self) -> TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        self.copy_to(folder.path());
        folder
    }
}
