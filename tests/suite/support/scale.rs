//! How often the tests that draw, cut off or race do so. The gate runs few rounds, `GX_FULL` (set by `packaging/test all`) all
//! of them; a test's own variable, when it is set, says the number itself.
//!
//! Invariants: rounds of the gate are a part of the full ones, never others; a rule that is held in full is held in the gate.

/// Whether everything is to run with full counts.
pub fn full() -> bool {
    std::env::var_os("GX_FULL").is_some_and(|value| !value.is_empty())
}

/// What the variable `name` says, or else the full number under `GX_FULL`, or else that of the gate.
pub fn rounds(name: &str, gate: u64, whole: u64) -> u64 {
    let usual = if full() { whole } else { gate };
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// The same for sizes that nobody sets.
pub fn size(gate: usize, whole: usize) -> usize {
    if full() { whole } else { gate }
}

/// The seed to repeat, or a new one; printed, so that a failure can be repeated.
pub fn seed() -> u64 {
    let given = std::env::var("GX_SEED").ok().and_then(|text| text.parse().ok());
    let seed = given.unwrap_or_else(|| u64::from(rand::random::<u32>()));
    println!("GX_SEED={seed}");
    seed
}
