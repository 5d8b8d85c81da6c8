//! Random pairs and triples of business events against an independent model: what each tenant is asked for is added up day by
//! day, money is a plain purse per tenant, late fees are counted day by day. After every operation all invariants hold, the
//! statements are the model's, and no figure of ten past days shows what nobody had.
//!
//! A seed replays: `GX_SEED=17 cargo test --features testing --test suite books::events_model one_seed -- --nocapture`; the full run is
//! `GX_EVENT_SEEDS=30 GX_EVENT_DEEDS=400 cargo test --features testing --test suite books::events_model` (a quarter of an hour on two cores);
//! `packaging/test all` walks the first eight seeds for 150 operations, the gate the first four for 80 (of two units: two for 60).

use crate::support::scale;
use crate::world;
use world::World;

/// Seeds of a run, and operations of each world: eight and 150 in full.
fn counts(seeds: u64, deeds: u64) -> (u64, u64) {
    (scale::rounds("GX_EVENT_SEEDS", seeds, 8), scale::rounds("GX_EVENT_DEEDS", deeds, 150))
}

/// Every fourth seed of the run, so that the four parts go side by side.
fn part(of: u64) {
    let (seeds, deeds) = counts(4, 80);
    let mut done = 0;
    for seed in (0..seeds).filter(|seed| seed % 4 == of) {
        done += World::new(seed).live(deeds);
    }
    assert!(done > deeds / 4, "{done} deeds were done");
}

#[test]
fn seeds_of_the_first_part() {
    part(0);
}

#[test]
fn seeds_of_the_second_part() {
    part(1);
}

#[test]
fn seeds_of_the_third_part() {
    part(2);
}

#[test]
fn seeds_of_the_fourth_part() {
    part(3);
}

/// Two units that hand the property over to each other: what each tenant owes both together is what he owed one.
fn between_units(of: u64) {
    let (seeds, deeds) = counts(2, 60);
    let mut done = 0;
    for seed in (0..seeds).filter(|seed| seed % 2 == of) {
        done += World::of_two_units(100 + seed).live(deeds);
    }
    assert!(done > deeds / 4, "{done} deeds were done");
}

#[test]
fn units_of_even_seeds() {
    between_units(0);
}

#[test]
fn units_of_odd_seeds() {
    between_units(1);
}

/// Books that begin in the middle of running leases: openings, paid periods, and what happens to them afterwards.
#[test]
fn first_days() {
    let (seeds, deeds) = counts(2, 60);
    let mut done = 0;
    for seed in 0..seeds {
        done += World::of_first_days(200 + seed).live(deeds);
    }
    assert!(done > deeds / 4, "{done} deeds were done");
}

#[test]
fn one_seed() {
    let Ok(seed) = std::env::var("GX_SEED") else { return };
    let (seed, deeds) = (seed.parse().unwrap(), scale::rounds("GX_EVENT_DEEDS", 400, 400));
    let world = match seed {
        0..100 => World::new(seed),
        100..200 => World::of_two_units(seed),
        _ => World::of_first_days(seed),
    };
    world.live(deeds);
}
