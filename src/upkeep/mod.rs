//! Verbs that see the whole store: backup and restore, portable archive, doctor.
//!
//! Invariants: a reader's snapshot is all they hold, so writers never wait; whatever is written is
//! written under a temporary name, synced, read again and renamed, so a cut of power leaves either
//! the whole or nothing that looks like it.
//!
//! Deliberately absent: printing (that is `cli`), schedules (an operator's timer calls the verbs).

use std::collections::BTreeSet;
use std::ops::Bound;
use std::sync::Arc;
use std::time::Instant;

use serde_json::Value;

use crate::app::App;
use crate::error::Result;
use crate::kernel::dates::Stamp;
use crate::op::{Caller, Op};
use crate::platform::audit::{AuditAction, Entry};
use crate::product::{Product, Restored};
use crate::records::number;
use crate::store::{Pending, RawRead, Res, Urgency, Writer};

pub mod archive;
pub mod backup;
pub mod doctor;
pub(crate) mod files;
mod import;
mod journal;
mod keys;
pub mod leftovers;
mod manifest;
pub mod protect;
pub mod read_only;
pub mod restore;
pub mod room;
mod salvage;
pub mod upgrade;

/// Hashes of all uploaded files that records name ([`Record::FILES`](crate::store::Record::FILES)); the one list that backup,
/// archive and doctor use.
///
/// # Errors
/// A record that cannot be read: then nobody knows which files are in use.
pub fn referenced_blobs(product: &Product, tx: &dyn RawRead) -> Res<BTreeSet<String>> {
    let mut hashes = BTreeSet::new();
    for info in product.tables() {
        let Some(files) = info.files else { continue };
        let mut failure = None;
        tx.raw_range(info.name, Bound::Unbounded, Bound::Unbounded, false, &mut |id, bytes| {
            match files(id, bytes) {
                Ok(files) => hashes.extend(files),
                Err(error) => failure = Some(error),
            }
            failure.is_none()
        })?;
        failure.map_or(Ok(()), Err)?;
    }
    Ok(hashes)
}

/// Notes in the audit log what was written outside of the store, on a disk that is too full for ordinary writes too: what is
/// done is done. Answers what to say when even that fails.
pub fn noted(app: &Arc<App>, caller: &Arc<Caller>, title: &'static str) -> Option<String> {
    noted_with(app, caller, title, |_| Ok(()))
}

/// The same with what is stored about it.
fn noted_with(
    app: &Arc<App>,
    caller: &Arc<Caller>,
    title: &'static str,
    act: impl FnOnce(&mut Op<'_, '_>) -> Result<()> + Send + 'static,
) -> Option<String> {
    let method = format!("{} {}", caller.origin.method, caller.origin.path);
    let entry = Entry { title, deed: AuditAction::Export, method, input: Value::Null, began: Instant::now() };
    let fault = app.submit(caller, entry, Urgency::Essential, act).and_then(Pending::wait).err()?;
    tracing::error!(title, cause = fault.cause, message = %fault.message, "done, but not in the audit log");
    Some(format!("已完成，但未能记入日志：{}", fault.message))
}

/// What notes, in the transaction that it is called in, that data of before came back at this moment: numbers of documents
/// go on beyond those that were given since, and features note what they have to.
fn noting(product: &Product, now: Stamp) -> impl FnOnce(&mut Writer<'_>) -> Result<()> + use<> {
    let notes: Vec<_> = product.extensions::<Restored>().map(|Restored(note)| *note).collect();
    move |tx| {
        number::after_restore(tx, now)?;
        notes.into_iter().try_for_each(|note| note(tx, now))
    }
}
