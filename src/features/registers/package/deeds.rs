//! What a person asks for: archiving a register, fetching its package, forgetting what was archived.

use schemars::JsonSchema;
use serde::Serialize;
use tempfile::TempPath;

use super::super::approval::waiting;
use super::super::design::drafts::{existing, published_of};
use super::super::published::Published;
use super::super::record::{PackageFile, RegBook, RegVersion, Register, RegisterState, VERSIONS, WorkKind};
use super::super::rows::read::last_no;
use super::super::{design, links, workbooks, works};
use super::work::Plan;
use crate::error::{AppError, Result};
use crate::features::monitor::archive::folder;
use crate::op::{Op, View};
use crate::records::list::One;
use crate::route::Done;
use crate::store::{Reads, Record as _, id};

/// A package as pages see it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RegisterPackage")]
pub struct PackageOut {
    /// Name of the file, with its ending.
    pub file: String,
    /// Size of its file, in bytes.
    pub bytes: u64,
    /// Rows in it, those from the recycle bin too.
    pub rows: u64,
    /// Files in it.
    pub files: u64,
    /// When it was made.
    pub at: String,
}

impl From<&PackageFile> for PackageOut {
    fn from(package: &PackageFile) -> Self {
        let PackageFile { file, bytes, rows, files, at } = package.clone();
        Self { file, bytes, rows, files, at: at.to_text() }
    }
}

/// PUT /reg/design/{id}/archive: from now on nobody writes rows or changes the design; the rest is done in the background.
///
/// # Errors
/// A sentence for a register that is in use, worked on or pointed to.
pub fn archive(op: &mut Op, input: One) -> Result<Done> {
    let view = op.view();
    let old = existing(&view, input.id)?;
    if let Some(lock) = old.lock {
        let how_far = works::progress(&view, old.register_id, lock)?;
        return Err(AppError::refused(format!("登记表“{}”正在{}（{how_far}），请稍后再试", old.name, lock.label())));
    }
    // A removal that ended in trouble is gone on with.
    let is_left = old.state == RegisterState::Archived && last_no(&view, old.register_id)? > 0;
    let refused = match old.state {
        RegisterState::Stopped => None,
        RegisterState::Archived if is_left => None,
        RegisterState::Draft => Some("还没有发布，可以直接删除"),
        RegisterState::Published => Some("正在使用，请先停用再归档"),
        RegisterState::Archived => Some("已归档"),
    };
    if let Some(why) = refused {
        return Err(AppError::refused(format!("登记表“{}”{why}", old.name)));
    }
    if let Some(work) = works::open(&view, old.register_id)?.iter().find(|work| work.trouble.is_empty()) {
        return Err(AppError::refused(format!("登记表“{}”正在{}，请稍后再试", old.name, work.kind.label())));
    }
    if !is_left && let Some((other, field)) = pointed_at_by(&view, &old)? {
        return Err(AppError::refused(format!(
            "登记表“{other}”的字段“{field}”关联了“{}”，请先在该登记表中归档这个字段并发布",
            old.name
        )));
    }
    if let Some(published) = published_of(&view, &old)? {
        let published = Published { register: old.clone(), definition: published.into() };
        let waiting = waiting(&view, &published)?;
        if waiting > 0 {
            return Err(AppError::refused(format!("登记表“{}”有 {waiting} 件正在审批，请办结后再归档", old.name)));
        }
    }
    works::forget_troubles(op, old.register_id)?;
    let plan = Plan { file: free_name(&op.view(), &old.code) };
    let plan = serde_json::to_string(&plan).map_err(AppError::internal)?;
    let mut register = old.clone();
    works::ask(op, &mut register, WorkKind::Archive, 0, plan)?;
    op.titled(format!("登记表设计·{}", old.name));
    design::stored::keep(op, &old, register)?;
    Ok(Done)
}

/// A register whose rows may point to rows of this one, with the field that does.
fn pointed_at_by(view: &View, register: &Register) -> Result<Option<(String, String)>> {
    let link = format!("{}{}", links::REGISTER, register.code);
    for other in view.tx.all::<Register>()? {
        if other.register_id == register.register_id || other.state == RegisterState::Archived {
            continue;
        }
        let Some(definition) = published_of(view, &other)? else { continue };
        if let Some(field) = definition.active().find(|field| field.link == link) {
            return Ok(Some((other.name, field.label.clone())));
        }
    }
    Ok(None)
}

/// `register-<code>-<day>.zip`, with `-2`, `-3` … when the name is taken.
fn free_name(view: &View, code: &str) -> String {
    let day: String = view.now.to_text().chars().filter(char::is_ascii_digit).take(8).collect();
    let name = format!("register-{code}-{day}");
    let folder = folder(view.app);
    let is_free = |name: &String| !folder.join(name).exists();
    let first = format!("{name}.zip");
    if is_free(&first) {
        return first;
    }
    (2_u32..).map(|number| format!("{name}-{number}.zip")).find(is_free).unwrap_or(first)
}

/// Where the package of an archived register lies.
///
/// # Errors
/// A sentence for a register that is not archived, and for a package that somebody took away.
pub(super) fn place(view: &View, register: &Register) -> Result<(std::path::PathBuf, String)> {
    let package = register.package.as_ref().filter(|_| register.state == RegisterState::Archived);
    let package = package.ok_or_else(|| AppError::refused(format!("登记表“{}”没有归档包", register.name)))?;
    let path = folder(view.app).join(&package.file);
    if path.is_file() {
        return Ok((path, package.file.clone()));
    }
    let file = &package.file;
    Err(AppError::refused(format!("归档包 {file} 不在数据目录的 archive 中，请从备份取回，或用“导入”上传它的副本")))
}

/// GET /reg/design/{id}/package: the package to fetch.
///
/// # Errors
/// As [`place`]; a full disk.
pub fn fetch(view: &View, input: One) -> Result<(TempPath, String)> {
    let (source, file) = place(view, &existing(view, input.id)?)?;
    let name = format!("package-{}.zip", hex::encode(rand::random::<[u8; 12]>()));
    let path = view.app.paths.temporary().join(name);
    // A second name costs nothing; what is fetched is removed, the package stays.
    if std::fs::hard_link(&source, &path).is_err() {
        std::fs::copy(&source, &path).map_err(|error| AppError::from(crate::store::StoreError::from(error)))?;
    }
    let path = TempPath::try_from_path(path).map_err(AppError::internal)?;
    Ok((path, file))
}

/// What is left of an archived register goes; the package stays where it is.
///
/// # Errors
/// A sentence while its rows are still being removed.
pub fn forget(op: &mut Op, register: &Register) -> Result<()> {
    if register.lock.is_some() || last_no(&op.view(), register.register_id)? > 0 {
        return Err(AppError::refused(format!("登记表“{}”的归档还没有完成，请稍后再试", register.name)));
    }
    let versions: Vec<RegVersion> = op.view().tx.by(&VERSIONS, &id(register.register_id), false, 0, usize::MAX)?;
    for version in versions {
        op.delete_quietly::<RegVersion>(&version.id())?;
    }
    let all: Vec<RegBook> = op.view().tx.all()?;
    all.iter()
        .filter(|book| book.register_id == register.register_id)
        .try_for_each(|book| workbooks::ops::forget(op, book))
}
