//! What several benches measure with.

#![allow(dead_code, clippy::unwrap_used)]

use std::time::Instant;

fn of_status(field: &str) -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with(field)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<f64>().unwrap() / 1024.0
}

/// Resident memory of this process, MiB.
pub fn memory() -> f64 {
    of_status("VmRSS")
}

/// Runs, prints how long it took and by how many MiB the memory stood higher meanwhile than before.
pub fn timed<T>(what: &str, run: impl FnOnce() -> T) -> T {
    // The kernel forgets the highest mark when told so.
    std::fs::write("/proc/self/clear_refs", "5").unwrap();
    let (before, began) = (memory(), Instant::now());
    let answer = run();
    let (took, more) = (began.elapsed().as_secs_f64() * 1_000.0, of_status("VmHWM") - before);
    println!("{what:<52} {took:>10.2} ms   memory +{more:.0} MiB");
    answer
}
