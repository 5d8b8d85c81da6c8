//! What the texts of `/proc` say about the machine and this process.
//!
//! Invariant: what cannot be read is zero or empty, never an error: a monitor page must open on every
//! system. Parsing is apart from reading, so that it is tested on texts.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::machine::proc_text;

/// How long the processor is watched for its shares.
const WATCHED: Duration = Duration::from_millis(200);
/// Kernel clock ticks a second as `/proc` shows them on every Linux (`USER_HZ`).
const TICKS: f64 = 100.0;

/// Processor time since the boot, in ticks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CpuTimes {
    pub user: u64,
    pub system: u64,
    /// Waiting for disks.
    pub wait: u64,
    /// Nothing to do.
    pub idle: u64,
    /// All of it.
    pub total: u64,
}

/// Reads the first line of `/proc/stat`.
pub fn cpu_times(stat: &str) -> CpuTimes {
    let line = stat.lines().next().unwrap_or_default();
    let ticks: Vec<u64> = line.split_whitespace().skip(1).take(8).map(|n| n.parse().unwrap_or(0)).collect();
    let at = |place: usize| ticks.get(place).copied().unwrap_or(0);
    let sum = |places: &[usize]| places.iter().fold(0, |sum: u64, place| sum.saturating_add(at(*place)));
    let total = ticks.iter().fold(0, |sum: u64, ticks| sum.saturating_add(*ticks));
    CpuTimes { user: sum(&[0, 1]), system: sum(&[2, 5, 6]), wait: at(4), idle: at(3), total }
}

/// Shares of the processor in percent between two readings: system, user, wait, free.
pub fn cpu_shares(before: CpuTimes, after: CpuTimes) -> [f64; 4] {
    let total = after.total.saturating_sub(before.total);
    let share = |before: u64, after: u64| {
        if total == 0 { 0.0 } else { rounded(after.saturating_sub(before) as f64 * 100.0 / total as f64) }
    };
    [
        share(before.system, after.system),
        share(before.user, after.user),
        share(before.wait, after.wait),
        share(before.idle, after.idle),
    ]
}

pub fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

/// The number of a line such as `MemTotal:  123 kB`, in bytes.
pub fn kilobytes(text: &str, name: &str) -> u64 {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    line.and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) << 10
}

/// Watches the processor for a moment.
pub fn watch_cpu() -> [f64; 4] {
    let before = cpu_times(&proc_text("stat"));
    std::thread::sleep(WATCHED);
    cpu_shares(before, cpu_times(&proc_text("stat")))
}

/// Memory of the machine: total and available bytes.
pub fn memory() -> (u64, u64) {
    let text = proc_text("meminfo");
    (kilobytes(&text, "MemTotal"), kilobytes(&text, "MemAvailable"))
}

/// Memory of this process: resident and at its peak.
pub fn own_memory() -> (u64, u64) {
    let text = proc_text("self/status");
    (kilobytes(&text, "VmRSS"), kilobytes(&text, "VmHWM"))
}

/// Seconds that this process has been running.
pub fn own_seconds() -> u64 {
    let up: f64 = proc_text("uptime").split_whitespace().next().and_then(|n| n.parse().ok()).unwrap_or(0.0);
    let stat = proc_text("self/stat");
    // The name may hold spaces; fields are counted behind its closing bracket.
    let rest = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
    let began: f64 = rest.split_whitespace().nth(19).and_then(|n| n.parse().ok()).unwrap_or(0.0) / TICKS;
    Duration::try_from_secs_f64((up - began).max(0.0)).unwrap_or_default().as_secs()
}

/// This process as the kernel counts it.
#[derive(Debug, Clone, Copy, Default)]
pub struct OwnProcess {
    /// Processor time in seconds.
    pub cpu_seconds: f64,
    pub threads: u64,
    /// Bytes mapped.
    pub virtual_bytes: u64,
    pub descriptors: u64,
    /// Most of them, if there is a limit.
    pub most_descriptors: Option<u64>,
}

pub fn own_process() -> OwnProcess {
    let stat = proc_text("self/stat");
    // The name may hold spaces; fields are counted behind its closing bracket.
    let rest = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
    let at = |place: usize| rest.split_whitespace().nth(place).and_then(|n| n.parse::<u64>().ok()).unwrap_or(0);
    OwnProcess {
        cpu_seconds: at(11).saturating_add(at(12)) as f64 / TICKS,
        threads: at(17),
        virtual_bytes: at(20),
        descriptors: fs::read_dir("/proc/self/fd").map_or(0, |entries| entries.count() as u64),
        most_descriptors: rustix::process::getrlimit(rustix::process::Resource::Nofile).current,
    }
}

/// «1天2小时3分钟».
pub fn duration_text(seconds: u64) -> String {
    format!("{}天{}小时{}分钟", seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60)
}

/// A mounted disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disk {
    /// Where it is mounted.
    pub folder: String,
    /// Its file system.
    pub kind: String,
    pub device: String,
}

/// Disks of `/proc/mounts`: real file systems, each device once.
pub fn disks(mounts: &str) -> Vec<Disk> {
    const REAL: [&str; 10] = ["ext2", "ext3", "ext4", "xfs", "btrfs", "f2fs", "zfs", "vfat", "overlay", "nfs4"];
    let mut found: Vec<Disk> = Vec::new();
    for line in mounts.lines() {
        let mut parts = line.split_whitespace();
        let (Some(device), Some(folder), Some(kind)) = (parts.next(), parts.next(), parts.next()) else { continue };
        if REAL.contains(&kind) && !found.iter().any(|disk| disk.device == device) {
            found.push(Disk { folder: folder.replace("\\040", " "), kind: kind.into(), device: device.into() });
        }
    }
    found
}

/// Disks of this machine.
pub fn own_disks() -> Vec<Disk> {
    disks(&proc_text("self/mounts"))
}

/// Total and free bytes of the disk under a folder.
pub fn room(folder: &Path) -> (u64, u64) {
    crate::machine::room(folder).unwrap_or_default()
}

/// «50.0 GB».
pub fn size_text(bytes: u64) -> String {
    let mut size = bytes as f64;
    let mut unit = "B";
    for next in ["KB", "MB", "GB", "TB"] {
        if size < 1024.0 {
            break;
        }
        (size, unit) = (size / 1024.0, next);
    }
    format!("{size:.1} {unit}")
}

/// «Linux 6.1.0».
pub fn system_name() -> String {
    format!("Linux {}", proc_text("sys/kernel/osrelease").trim())
}

/// Number of processors.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_the_kernel() {
        let before = cpu_times("cpu  100 0 50 800 50 0 0 0 0 0\ncpu0 1 1 1 1");
        let after = cpu_times("cpu  150 0 75 910 55 5 5 0 0 0\n");
        assert_eq!(before, CpuTimes { user: 100, system: 50, wait: 50, idle: 800, total: 1000 });
        assert_eq!(cpu_shares(before, after), [17.5, 25.0, 2.5, 55.0]);
        assert_eq!(cpu_shares(before, before), [0.0; 4]);
        assert_eq!(cpu_times(""), CpuTimes::default());
        let nonsense = format!("cpu {0} {0} 1 1 {0} 1 1 {0}", u64::MAX);
        assert_eq!(cpu_times(&nonsense).total, u64::MAX, "virtual machines count backwards at times");
        assert_eq!(kilobytes("MemTotal:       2048 kB\nMemFree: 1 kB", "MemTotal"), 2048 << 10);
        assert_eq!(kilobytes("", "MemTotal"), 0);
        let mounts = "proc /proc proc rw 0 0\n/dev/sda1 / ext4 rw 0 0\n/dev/sda1 /again ext4 rw 0 0\n\
                      /dev/sdb1 /my\\040data xfs rw 0 0\nbroken";
        let folders: Vec<String> = disks(mounts).into_iter().map(|disk| disk.folder).collect();
        assert_eq!(folders, ["/", "/my data"]);
        assert_eq!(duration_text(93_784), "1天2小时3分钟");
        assert_eq!(
            (size_text(0), size_text(1536), size_text(50 << 30)),
            ("0.0 B".into(), "1.5 KB".into(), "50.0 GB".into())
        );
        assert!(memory().0 > 0 && own_memory().0 > 0 && processors() > 0);
    }
}
