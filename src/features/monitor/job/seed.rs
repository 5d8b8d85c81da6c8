//! The jobs an installation is born with, and those that a later release brings.
//!
//! Invariant: a job is brought once. What an administrator has deleted does not come back, and a target he already calls by
//! a job of his own is left to him.

use super::ops::plan;
use super::record::{Job, Misfire};
use super::targets::SEEDS;
use crate::fault::Outcome;
use crate::features::system::seed_later::Seeded;
use crate::kernel::cron::Cron;
use crate::op::{Op, View};
use crate::records::base::Base;
use crate::store::{Reads, Record, key};

fn received(view: &View) -> Outcome<Vec<u64>> {
    let seeded: Option<Seeded> = view.tx.get(&key().str(Job::TABLE))?;
    Ok(seeded.map(|seeded| seeded.ids).unwrap_or_default())
}

/// Whether this release has a job that the installation was never given.
///
/// # Errors
/// When the store cannot be read.
pub fn is_due(view: &View) -> Outcome<bool> {
    let known = received(view)?;
    Ok(SEEDS.iter().any(|seed| !known.contains(&seed.id)))
}

/// Gives the installation what it was never given.
///
/// # Errors
/// When a job cannot be written.
pub fn bring(op: &mut Op) -> Outcome<()> {
    let known = received(&op.view())?;
    let own: Vec<String> = op.view().tx.all::<Job>()?.into_iter().map(|job| job.invoke_target).collect();
    for seed in SEEDS.iter().filter(|seed| !known.contains(&seed.id) && !own.iter().any(|own| own == seed.target)) {
        let job_id = op.next(Job::TABLE)?;
        let cron = Cron::parse(seed.cron)?;
        let job = Job {
            job_id,
            job_name: seed.name.into(),
            job_group: "SYSTEM".into(),
            invoke_target: seed.target.into(),
            cron_expression: seed.cron.into(),
            misfire: Misfire::Once,
            active: seed.active,
            base: Base::made(op, seed.remark.into()),
        };
        op.put(&job)?;
        plan(op, &job, &cron)?;
    }
    op.put_quietly(&Seeded { kind: Job::TABLE.to_owned(), ids: SEEDS.iter().map(|seed| seed.id).collect() })?;
    Ok(())
}
