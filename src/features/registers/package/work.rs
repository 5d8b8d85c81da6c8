//! What goes on in the background: the package is written and read again; then, in one commit, the register is archived and
//! its menu entries go; then its rows go, portion by portion.
//!
//! Invariants: until that commit nothing is taken away, after it nothing is written to the package; a restart before it
//! begins again, one behind it goes on at the cursor.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tempfile::TempPath;

use super::super::design::publish::remove_menu;
use super::super::design::stored::{TITLE, keep};
use super::super::record::ROW_FILES;
use super::super::record::{PackageFile, RegRow, RegWork, Register, RegisterState, WorkKind, no_of};
use super::super::works::run::{PORTION, Step, portion};
use super::super::works::{self, register_of};
use super::reading::Package;
use super::writing::{changes_between, failed, write};
use super::{Manifest, last_given};
use crate::app::App;
use crate::error::{AppError, Result};
use crate::features::monitor::archive::{UNFINISHED, folder};
use crate::op::{Caller, Op};
use crate::platform::audit::AuditAction;
use crate::records::{files, history};
use crate::store::directory::sync_directory;
use crate::store::{Reads as _, Record as _, id};

/// What the work needs to know.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Plan {
    /// Name of the package; a try that was cut off is written over.
    pub file: String,
}

/// The next step of a work.
///
/// # Errors
/// A sentence that ends the work: a full disk, damage.
pub fn step(app: &Arc<App>, work: &RegWork) -> Result<Step> {
    let caller = Arc::new(Caller::job("register.work"));
    let register = app.read(&caller, |view| register_of(view, work))?;
    match register {
        None => Ok(Step::Done),
        Some(register) if register.state == RegisterState::Archived => remove(app, &caller, work),
        Some(register) => pack(app, &caller, work, &register),
    }
}

/// Writes the package, reads it again and archives the register.
fn pack(app: &Arc<App>, caller: &Arc<Caller>, work: &RegWork, register: &Register) -> Result<Step> {
    let plan: Plan = gx_decode::from_json_text(work.plan.as_bytes()).map_err(AppError::internal)?;
    let folder = folder(app);
    fs::create_dir_all(&folder).map_err(failed)?;
    let file = tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(&folder).map_err(failed)?;
    // As it is when it comes back: nobody holds it then.
    let packed = Register { lock: None, ..register.clone() };
    app.read(caller, |view| write(view, &packed, file.as_file()))?;
    let path = file.into_temp_path();
    let package = Package::open(&path)
        .map_err(|fault| fault.with_message("写好的归档包没有通过复核，没有移走任何数据，请检查磁盘后重试"))?;
    let bytes = fs::metadata(&path).map_err(failed)?.len();
    let (work, manifest, target) = (work.clone(), package.manifest.clone(), folder.join(&plan.file));
    drop(package);
    app.act(caller, TITLE, AuditAction::Update, move |op| {
        settle(op, work, &manifest, (path, bytes), (&target, plan.file))
    })?;
    Ok(Step::More)
}

/// The register is archived: its page leaves menu and roles, the package gets its name.
fn settle(
    op: &mut Op,
    work: RegWork,
    manifest: &Manifest,
    (path, bytes): (TempPath, u64),
    (target, file): (&Path, String),
) -> Result<()> {
    let old = register_of(&op.view(), &work)?.ok_or_else(|| AppError::refused("登记表已不存在"))?;
    if old.state != RegisterState::Stopped || old.lock != Some(WorkKind::Archive) {
        return Err(AppError::refused(format!("登记表“{}”的状态已改变，归档没有进行", old.name)));
    }
    remove_menu(op, old.menu_id)?;
    op.titled(format!("登记表设计·{}", old.name));
    let package = PackageFile { file, bytes, rows: manifest.rows, files: manifest.files, at: op.now };
    let register = Register { state: RegisterState::Archived, menu_id: 0, package: Some(package), ..old.clone() };
    keep(op, &old, register)?;
    op.put_quietly(&RegWork { total: manifest.rows, ..work })?;
    path.persist(target).map_err(failed)?;
    sync_directory(target)?;
    Ok(())
}

/// Asks once more for the removal of rows whose work is gone, where the package is at hand; without it the rows stay, and
/// somebody has to decide. Answers whether it was asked for.
///
/// # Errors
/// A store that can't be written.
pub fn go_on(op: &mut Op, register_id: u64) -> Result<bool> {
    let Some(register) = op.view().tx.get::<Register>(&id(register_id))? else { return Ok(false) };
    let is_removing = register.lock == Some(WorkKind::Archive) && register.state == RegisterState::Archived;
    let Some(package) = register.package.as_ref().filter(|_| is_removing) else { return Ok(false) };
    if !folder(op.app).join(&package.file).is_file() {
        return Ok(false);
    }
    let plan = Plan { file: package.file.clone() };
    let plan = serde_json::to_string(&plan).map_err(AppError::internal)?;
    op.titled(format!("登记表设计·{}", register.name));
    works::ask(op, &mut Register { lock: None, ..register }, WorkKind::Archive, 0, plan)?;
    Ok(true)
}

/// Removes a portion of the rows with their histories; their files are let go.
fn remove(app: &Arc<App>, caller: &Arc<Caller>, work: &RegWork) -> Result<Step> {
    let work = work.clone();
    app.act(caller, TITLE, AuditAction::Update, move |op| {
        op.leaves_nothing();
        let rows = portion(&op.view(), &work)?;
        let is_last = rows.len() < PORTION;
        let last = match rows.last() {
            Some(row) if !is_last => no_of(row.row_id),
            _ => last_given(&op.view(), work.register_id)?,
        };
        // Also of rows that went from the recycle bin: their history is in the package like the others'.
        for change in changes_between(&op.view(), work.register_id, work.cursor, last)? {
            op.delete_quietly::<history::Change>(&id(change.change_id))?;
        }
        for row in &rows {
            files::set(op, &[], ROW_FILES, row.row_id)?;
            op.delete_quietly::<RegRow>(&row.id())?;
        }
        let done = work.done + rows.len() as u64;
        op.put_quietly(&RegWork { cursor: last, done, ..work })?;
        Ok(if is_last { Step::Done } else { Step::More })
    })
}
