//! Who sees a file, and how features take files into their things.
//!
//! A file is seen by its owner, by whoever holds all rights, by whoever may see the thing that it
//! belongs to, and by those whom a feature gives access ([`FileAccess`]). A feature that takes files brings a [`ReferenceKind`] and calls [`set`] (or [`attach`]
//! and [`detach`]) in its own transaction.
//!
//! Invariants: only the owner of a loose file (or the console) puts it somewhere; a file belongs to
//! one thing at most; a file that loses its thing becomes loose again and the sweep's day begins again.

use crate::error::{AppError, Result};
use crate::op::{Op, View};
use crate::platform::files::{BY_REFERENCE, FileInfo, Reference};
use crate::store::{Reads, id, key};

/// Whether the caller may see the thing a file belongs to; `file.reference` is set.
pub type MaySee = fn(&View<'_>, &FileInfo) -> Result<bool>;

/// A kind of thing that files belong to.
pub struct ReferenceKind {
    pub name: &'static str,
    /// Who sees the thing.
    pub may_see: MaySee,
}

/// Brought by a feature that lends files of things to people who may not see the things themselves.
pub struct FileAccess(pub MaySee);

fn kinds(view: &View) -> impl Iterator<Item = &'static ReferenceKind> {
    view.app.product.extensions()
}

/// Whether the caller may see this file.
///
/// # Errors
/// What the rule of the thing ran into.
pub fn may_see(view: &View, file: &FileInfo) -> Result<bool> {
    let rights = &view.caller.rights;
    if rights.is_super || (file.owner != 0 && file.owner == view.caller.user_id()) {
        return Ok(true);
    }
    let Some(to) = &file.reference else { return Ok(false) };
    let Some(kind) = kinds(view).find(|kind| kind.name == to.kind) else { return Ok(false) };
    if (kind.may_see)(view, file)? {
        return Ok(true);
    }
    for FileAccess(lends) in view.app.product.extensions::<FileAccess>() {
        if lends(view, file)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Files of a thing, in the order of their numbers.
pub fn files_of(view: &View, kind: &str, thing: u64) -> Result<Vec<FileInfo>> {
    Ok(view.tx.by(&BY_REFERENCE, &key().str(kind).u64(thing), false, 0, usize::MAX)?)
}

/// Puts loose files of the caller into a thing; files that are there already stay.
///
/// # Errors
/// A sentence when a file is missing, foreign or belongs to something else.
pub fn attach(op: &mut Op, ids: &[u64], kind: &'static str, thing: u64) -> Result<()> {
    if !kinds(&op.view()).any(|known| known.name == kind) {
        return Err(AppError::internal(format!("reference kind {kind} is brought by no feature")));
    }
    let wanted = Reference { kind: kind.to_owned(), id: thing };
    for file_id in ids {
        let gone = || AppError::refused("附件不存在或已被清理，请重新上传");
        let file: FileInfo = op.view().tx.get(&id(*file_id))?.ok_or_else(gone)?;
        if file.reference.as_ref() == Some(&wanted) {
            continue;
        }
        let rights = &op.caller.rights;
        if !rights.is_super && file.owner != op.caller.user_id() {
            return Err(gone());
        }
        if file.reference.is_some() {
            return Err(AppError::refused(format!("附件“{}”已用于其他记录，请重新上传", file.name)));
        }
        op.put(&FileInfo { reference: Some(wanted.clone()), loose_since: None, ..file })?;
    }
    Ok(())
}

/// Takes files out of a thing; those that are not in it are left alone.
pub fn detach(op: &mut Op, ids: &[u64], kind: &str, thing: u64) -> Result<()> {
    for file_id in ids {
        let Some(file) = op.view().tx.get::<FileInfo>(&id(*file_id))? else { continue };
        if file.reference.as_ref().is_some_and(|to| to.kind == kind && to.id == thing) {
            op.put(&FileInfo { reference: None, loose_since: Some(op.now), ..file })?;
        }
    }
    Ok(())
}

/// Makes these exactly the files of a thing; an empty list lets all go (a thing that is deleted).
///
/// # Errors
/// As [`attach`].
pub fn set(op: &mut Op, ids: &[u64], kind: &'static str, thing: u64) -> Result<()> {
    let before: Vec<u64> = files_of(&op.view(), kind, thing)?.into_iter().map(|file| file.file_id).collect();
    let gone: Vec<u64> = before.into_iter().filter(|file_id| !ids.contains(file_id)).collect();
    detach(op, &gone, kind, thing)?;
    attach(op, ids, kind, thing)
}
