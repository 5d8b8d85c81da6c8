//! What the kernel says of this machine: the one place that reads `/proc` and asks file systems for their size.
//!
//! Invariants: what can't be read is empty or absent, never an error, and no number of the kernel is believed to fit after a
//! sum: virtual machines and file systems in a network report nonsense. What texts of `/proc` mean stands with who asks.

use std::path::Path;

/// A text below `/proc`; empty when there is none.
pub fn proc_text(name: &str) -> String {
    std::fs::read_to_string(Path::new("/proc").join(name)).unwrap_or_default()
}

/// What the machine calls itself; empty when it does not say.
pub fn host_name() -> String {
    proc_text("sys/kernel/hostname").trim().to_owned()
}

/// Total bytes of the file system that a folder lies on, and those that an ordinary user may still write.
pub fn room(folder: &Path) -> Option<(u64, u64)> {
    let stat = rustix::fs::statvfs(folder).ok()?;
    Some((bytes(stat.f_blocks, stat.f_frsize), bytes(stat.f_bavail, stat.f_frsize)))
}

/// What blocks take; some say so many that their bytes are no number of 64 bits.
fn bytes(blocks: u64, size: u64) -> u64 {
    blocks.saturating_mul(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_tells_what_it_is() {
        assert_eq!((bytes(3, 4096), bytes(1 << 52, 4096)), (12_288, u64::MAX));
        let (total, free) = room(Path::new("/")).expect("the root has a size");
        assert!(total > 0 && free <= total);
        assert!(room(Path::new("/no/such/folder")).is_none());
        assert!(proc_text("self/status").contains("VmRSS") && proc_text("no/such").is_empty());
    }
}
