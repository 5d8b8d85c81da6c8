//! How fast the database is copied here: measured, so that a check can say how long people wait.
//!
//! Invariants: what is written for it has no name, so that nothing stays, however the program ends; at most [`MOST`] bytes are written.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;
use std::time::{Duration, Instant};

/// Bytes that are copied at most.
const MOST: u64 = 64 << 20;
/// At a time, from places over the whole file.
const PIECE: u64 = 1 << 20;
/// A slow disk is known to be one by then.
const PATIENCE: Duration = Duration::from_secs(5);

/// How a copy of the database is made here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Speed {
    /// At once: the file system lets both share their blocks.
    Shared,
    /// Bytes a second, on the disk for good.
    Copied(u64),
}

impl Speed {
    /// How long a number of bytes takes.
    pub fn time(self, bytes: u64) -> Duration {
        match self {
            Self::Shared => Duration::ZERO,
            Self::Copied(rate) => Duration::from_secs(bytes.div_ceil(rate.max(1))),
        }
    }
}

/// Copies a part of a file into a nameless one of a folder, as [`crate::upkeep::upgrade::copy_database`] copies all of it.
///
/// # Errors
/// The disk.
pub fn measure(database: &Path, folder: &Path) -> io::Result<Speed> {
    let mut source = File::open(database)?;
    let mut target = tempfile::tempfile_in(folder)?;
    if rustix::fs::ioctl_ficlone(&target, &source).is_ok() {
        return Ok(Speed::Shared);
    }
    let size = source.metadata()?.len();
    let pieces = size.min(MOST).div_ceil(PIECE).max(1);
    let (mut piece, mut copied, began) = (Vec::new(), 0, Instant::now());
    for number in 0..pieces {
        source.seek(SeekFrom::Start(size / pieces * number))?;
        piece.clear();
        (&mut source).take(PIECE).read_to_end(&mut piece)?;
        target.write_all(&piece)?;
        copied += piece.len() as u64;
        if began.elapsed() > PATIENCE {
            break;
        }
    }
    target.sync_all()?;
    let micros = u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX).max(1);
    Ok(Speed::Copied((copied.saturating_mul(1_000_000) / micros).max(1)))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_rate_is_measured_and_nothing_stays() {
        let place = tempfile::tempdir().unwrap();
        let database = place.path().join("gx.redb");
        for size in [0, 10, (3 << 20) + 5] {
            fs::write(&database, vec![7; size]).unwrap();
            match measure(&database, place.path()).unwrap() {
                Speed::Shared => {}
                Speed::Copied(rate) => assert!(rate > 0),
            }
            assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1, "{size}");
        }
        assert!(measure(&place.path().join("none"), place.path()).is_err());
    }

    #[test]
    fn time_follows_from_the_rate() {
        assert_eq!(Speed::Shared.time(1 << 40), Duration::ZERO);
        for (rate, bytes, seconds) in [(100, 0, 0), (100, 1, 1), (100, 1_000, 10), (0, 5, 5)] {
            assert_eq!(Speed::Copied(rate).time(bytes), Duration::from_secs(seconds));
        }
    }
}
