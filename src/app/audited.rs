//! An operation inside the writer's transaction, with its row in the audit log.

use std::time::{Duration, Instant};

use super::App;
use crate::error::{AppError, Result};
use crate::op::{Caller, Op};
use crate::platform::audit::Entry;
use crate::platform::slow::Step;
use crate::store::Batch;

/// Work inside the transaction that everybody else waits for; longer is logged by name.
const HELD_TOO_LONG: Duration = Duration::from_secs(1);

/// Runs an operation in an overlay of its own with its audit row; a refusal leaves a row too.
pub(super) fn run<T>(
    app: &App,
    batch: &Batch<'_>,
    caller: &Caller,
    entry: &Entry,
    act: impl FnOnce(&mut Op<'_, '_>) -> Result<T>,
) -> Result<T> {
    let held = Instant::now();
    let outcome = batch.attempt(|tx| -> Result<Result<T, AppError>> {
        let mut op = Op::new(app, tx, caller);
        let answer = act(&mut op)?;
        let refusal = op.refusal.take();
        if op.repeat {
            return Ok(Ok(answer));
        }
        caller.origin.trace.rows(op.touched.len());
        op.append_audit(entry, refusal.as_ref())?;
        Ok(refusal.map_or(Ok(answer), Err))
    });
    caller.origin.trace.took(Step::Run, held.elapsed());
    let (operation, milliseconds) = (&entry.method, held.elapsed().as_millis());
    if held.elapsed() > HELD_TOO_LONG {
        tracing::warn!(operation, milliseconds, "an operation held the writer");
    } else {
        tracing::debug!(operation, milliseconds, "an operation in the writer");
    }
    match outcome {
        Ok(answer) => answer,
        Err(fault) => {
            let noted = batch.attempt(|tx| Op::new(app, tx, caller).append_audit(entry, Some(&fault)));
            if let Err(error) = noted {
                tracing::error!(cause = error.cause, "refusal could not be audited");
            }
            Err(fault)
        }
    }
}
