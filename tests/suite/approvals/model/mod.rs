//! Random people do random things to random processes, and a reference that shares nothing with the engine says what must
//! come of it: who sees what, what is refused, where each process stands (approvals.md 7.1 and 7.2).
//!
//! The seed is printed; `GX_SEED` repeats it, `GX_SEEDS` says how many worlds, `GX_STEPS` how many operations in each.

mod barred;
mod case;
mod changes;
mod compare;
mod deeds;
mod drawing;
mod org;
pub mod product;
mod world;

use crate::support::scale;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use world::World;

/// Worlds that may follow where chance let hardly anything happen: one in some hundred is like that.
const MORE: u64 = 4;

/// Runs worlds one after the other; `look` may look closer after a step.
fn worlds(gate: u64, whole: u64, look: impl Fn(&mut World)) {
    let first = scale::seed();
    let (many, steps) = (scale::rounds("GX_SEEDS", gate, whole), scale::rounds("GX_STEPS", 60, 60));
    let mut tally = world::Tally::default();
    let is_enough = |tally: &world::Tally| tally.done > many * steps / 5 && tally.refused > 0;
    for seed in first..first + many + MORE {
        if seed >= first + many && is_enough(&tally) {
            break;
        }
        println!("GX_SEED={seed} GX_SEEDS=1 GX_STEPS={steps}");
        let mut world = World::new(StdRng::seed_from_u64(seed));
        for _ in 0..steps {
            world.step();
            look(&mut world);
        }
        tally.add(&world.tally);
    }
    println!("{tally:?}");
    assert!(is_enough(&tally), "the worlds hardly did anything: {tally:?}");
}

#[test]
fn the_engine_does_what_the_reference_says() {
    worlds(2, 6, |_| ());
}

#[test]
fn who_is_barred_never_decides_whatever_he_tries() {
    worlds(1, 2, |world| {
        if world.rng.random_bool(0.2) {
            barred::tries_everything(world);
        }
    });
}
