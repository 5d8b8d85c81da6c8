//! The jobs an installation is born with, and those that a later release brings.
//!
//! Invariant: a job is brought once. What an administrator has deleted does not come back, and a target he already calls by
//! a job of his own is left to him.

use super::ops::plan;
use super::record::{Job, Misfire};
use crate::error::Result;
use crate::features::system::seed_later::Seeded;
use crate::kernel::cron::Cron;
use crate::kernel::order::Order;
use crate::op::{Op, View};
use crate::product::JobSeed;
use crate::records::base::Base;
use crate::store::{Reads, Record, key};

/// The jobs that an installation is born with, by number of the seed.
fn seeds(view: &View) -> Vec<(&'static str, JobSeed)> {
    let mut seeds: Vec<_> = view.app.product.jobs().filter_map(|job| Some((job.key, job.seed?))).collect();
    seeds.order_by_key(|(_, seed)| seed.id);
    seeds
}

fn received(view: &View) -> Result<Vec<u64>> {
    let seeded: Option<Seeded> = view.tx.get(&key().str(Job::TABLE))?;
    Ok(seeded.map(|seeded| seeded.ids).unwrap_or_default())
}

/// Whether this release has a job that the installation was never given.
///
/// # Errors
/// When the store cannot be read.
pub fn is_due(view: &View) -> Result<bool> {
    let known = received(view)?;
    Ok(seeds(view).iter().any(|(_, seed)| !known.contains(&seed.id)))
}

/// Gives the installation what it was never given.
///
/// # Errors
/// When a job cannot be written.
pub fn bring(op: &mut Op) -> Result<()> {
    let known = received(&op.view())?;
    let own: Vec<String> = op.view().tx.all::<Job>()?.into_iter().map(|job| job.invoke_target).collect();
    let seeds = seeds(&op.view());
    let ids: Vec<u64> = seeds.iter().map(|(_, seed)| seed.id).collect();
    for (target, seed) in seeds {
        if known.contains(&seed.id) || own.iter().any(|own| own == target) {
            continue;
        }
        let job_id = op.next_id::<Job>()?;
        let cron = Cron::parse(seed.cron)?;
        let job = Job {
            job_id,
            job_name: seed.name.into(),
            job_group: "SYSTEM".into(),
            invoke_target: target.into(),
            cron_expression: seed.cron.into(),
            misfire: Misfire::Once,
            active: seed.active,
            base: Base::made(op, seed.remark.into()),
        };
        op.put(&job)?;
        plan(op, &job, &cron)?;
    }
    op.put_quietly(&Seeded { kind: Job::TABLE.to_owned(), ids })?;
    Ok(())
}
