//! A package comes back: the definition with its versions, rows under their numbers, histories, files; stopped, with its
//! entries in the menu and nobody's right to it but of those who have everything.
//!
//! Invariants: all or nothing, in one transaction; the key that sealed its values is here; a row whose department is gone
//! belongs to whoever brings it back, a link whose target is gone keeps its name as original text (原值).

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use super::super::cell::{Cell, KeptText};
use super::super::definition::Definition;
use super::super::design::drafts::{check_code, check_room, existing};
use super::super::design::publish::put_back_menu;
use super::super::design::stored::{insert, keep};
use super::super::file::{self, DefinitionReport};
use super::super::record::ROW_FILES;
use super::super::record::{
    BY_CODE, RegRow, RegVersion, Register, RegisterState, WorkKind, no_of, register_of, row_id, sequence,
};
use super::super::rows::read::last_no;
use super::super::rows::unique;
use super::super::{links, works};
use super::foreign::Foreign;
use super::reading::Package;
use super::{FILES, HISTORY, NAMES, Named, Origin, ROWS, deeds};
use crate::error::{AppError, Result};
use crate::op::{Op, View};
use crate::platform::dict::DictType;
use crate::platform::files::FileInfo;
use crate::platform::identity::dept::Dept;
use crate::platform::identity::menu::Menu;
use crate::platform::identity::user::User;
use crate::records::history::Change;
use crate::records::list::One;
use crate::route::Data;
use crate::store::{Reads, id, key};

/// Right to bring a register back: that of publishing it.
pub const PERMISSION: &str = "tool:gen:publish";

/// Opens a package that is to come back and stores the content of its files.
///
/// # Errors
/// A sentence for what is none or is damaged, and without the right.
pub fn prepare(view: &View, path: &Path, dry_run: bool) -> Result<Package> {
    if !view.caller.rights.holds(PERMISSION) {
        return Err(AppError::refused("您没有发布登记表的权限，不能恢复归档的登记表"));
    }
    let mut package = Package::open(path)?;
    package.compare_origin(view.app)?;
    if package.origin == Origin::Elsewhere && package.has_sealed {
        return Err(AppError::refused(
            "归档包来自另一套系统（个人信息密钥不同），其中有加密的证件号、电话或账号。只能导回原系统，或由原系统的备份、\
             整库导出恢复的系统；其他系统请用包内 definitions 中的定义文件",
        ));
    }
    if !dry_run {
        package.store_contents(&view.app.blobs)?;
    }
    Ok(package)
}

/// PUT /reg/design/{id}/unarchive, first half.
///
/// # Errors
/// As [`prepare`]; a register that is not archived.
pub fn prepare_own(view: &View, input: One) -> Result<Package> {
    let (path, _) = deeds::place(view, &existing(view, input.id)?)?;
    prepare(view, &path, false)
}

/// PUT /reg/design/{id}/unarchive
///
/// # Errors
/// As [`bring`].
pub fn bring_own(op: &mut Op, package: Package) -> Result<Data<DefinitionReport>> {
    bring(op, package).map(Data)
}

/// What changes on the way back.
struct Moving {
    /// Its number when it was packed.
    before: u64,
    /// Its number now.
    now: u64,
    definition: Definition,
    /// What links pointed to was called.
    names: HashMap<(u8, u64), String>,
    known: HashMap<(u8, u64), bool>,
    depts: BTreeMap<u64, u64>,
    /// Rows that got another department.
    homeless: u64,
    /// Rows that lost a link.
    loose: u64,
    /// When nothing of it is believed.
    foreign: Option<Foreign>,
}

/// Brings a register back.
///
/// # Errors
/// A sentence when its code, its name in the menu or a file's number is taken.
pub fn bring(op: &mut Op, mut package: Package) -> Result<DefinitionReport> {
    let packed = package.register()?;
    let old = archived(&op.view(), &packed, package.origin)?;
    let foreign = (package.origin != Origin::Own).then(|| Foreign::of(op));
    let (dictionaries, told) = dictionaries(op, &mut package)?;
    let register_id = number(op, &packed, old.as_ref(), package.origin)?;
    let register = put_register(op, &mut package, packed.clone(), old, (register_id, &dictionaries))?;
    let definition = put_versions(op, &mut package, &register, (&dictionaries, foreign.as_ref()))?;
    if foreign.is_some() {
        Foreign::check(&op.view(), &definition, (&register.code, package.manifest.rows))?;
    }
    let mut moving = Moving {
        before: packed.register_id,
        now: register_id,
        definition,
        names: HashMap::new(),
        known: HashMap::new(),
        depts: BTreeMap::new(),
        homeless: 0,
        loose: 0,
        foreign,
    };
    package.each(NAMES, |Named { kind, id, name }| {
        moving.names.insert((kind, id), name);
        Ok(())
    })?;
    package.each(FILES, |info| moving.file(op, info))?;
    package.each(ROWS, |row| moving.row(op, row))?;
    if moving.foreign.is_none() {
        package.each(HISTORY, |change| moving.change(op, change))?;
    }
    let last = moving.foreign.as_ref().map_or(package.manifest.last, |foreign| foreign.last);
    op.raise_of(&sequence(register_id), last)?;
    let from = if moving.foreign.is_some() { "（外来的归档包）" } else { "" };
    op.titled(format!("登记表设计·{}{from}", register.name));
    Ok(report(&package, &register, told, &moving))
}

fn report(package: &Package, register: &Register, told: Vec<String>, moving: &Moving) -> DefinitionReport {
    let manifest = &package.manifest;
    let sentence = format!(
        "从归档包恢复：共 {} 版定义、{} 行、{} 个附件、{} 条变更历史；恢复后为停用状态，启用后请在角色管理中重新授权",
        manifest.version, manifest.rows, manifest.files, manifest.changes
    );
    let sentence = match (&moving.foreign, package.origin) {
        (None, _) => sentence,
        (Some(_), origin) => {
            let why =
                if origin == Origin::Unsigned { "归档包没有签名" } else { "归档包来自另一套系统" };
            format!(
                "{why}：共 {} 版定义、{} 行、{} 个附件，登记人和管理部门改为您和您的部门，关联的对象只保留名称，变更历史不导入；\
                 导入后为停用状态，启用后请在角色管理中授权",
                manifest.version, manifest.rows, manifest.files
            )
        }
    };
    let mut dictionaries = told;
    if moving.homeless > 0 {
        dictionaries.push(format!("{} 行原来的管理部门已删除，改由录入人的部门管理", moving.homeless));
    }
    if moving.loose > 0 && moving.foreign.is_none() {
        dictionaries.push(format!("{} 行关联的对象已删除，其名称保留为原值", moving.loose));
    }
    DefinitionReport {
        name: register.name.clone(),
        code: register.code.clone(),
        is_known: false,
        is_package: true,
        sentence,
        dictionaries,
        problems: Vec::new(),
        register_id: Some(register.register_id),
    }
}

/// The archived register that a package is of, if it is still listed.
fn archived(view: &View, packed: &Register, origin: Origin) -> Result<Option<Register>> {
    let known: Option<Register> = view.tx.one(&BY_CODE, &key().str(&packed.code))?;
    let Some(known) = known else {
        check_room(view)?;
        check_code(view, &packed.code, 0)?;
        return Ok(None);
    };
    let is_same = origin != Origin::Elsewhere && known.register_id == packed.register_id;
    if known.state != RegisterState::Archived || !is_same {
        let sentence =
            format!("编码“{}”已被登记表“{}”（{}）使用，不能恢复", known.code, known.name, known.state.label());
        return Err(AppError::refused(sentence));
    }
    let is_open = known.lock == Some(WorkKind::Archive) || last_no(view, known.register_id)? > 0;
    if is_open {
        return Err(AppError::refused(format!("登记表“{}”的归档还没有完成，请稍后再试", known.name)));
    }
    check_room(view)?;
    Ok(Some(known))
}

/// The number it gets: its own where that is free, so that whatever named its rows finds them.
fn number(op: &mut Op, packed: &Register, old: Option<&Register>, origin: Origin) -> Result<u64> {
    if let Some(old) = old {
        return Ok(old.register_id);
    }
    let own = packed.register_id;
    let is_taken = op.view().tx.get::<Register>(&id(own))?.is_some() || last_no(&op.view(), own)? > 0;
    if is_taken || origin != Origin::Own {
        return op.next_id::<Register>();
    }
    op.raise::<Register>(own)?;
    Ok(own)
}

/// Its dictionaries: those of the same type name with what they lack, or new ones; answers their numbers by the old ones.
fn dictionaries(op: &mut Op, package: &mut Package) -> Result<(BTreeMap<u64, u64>, Vec<String>)> {
    let (mut numbers, mut told) = (BTreeMap::new(), Vec::new());
    for numbered in package.dictionaries()? {
        let mut wanted = numbered.dictionary;
        // One that was renamed meanwhile is still the same; what else was changed of it counts, only what is missing comes.
        // Elsewhere the number is another one's.
        if package.origin != Origin::Elsewhere
            && let Some(same) = op.view().tx.get::<DictType>(&id(numbered.dict_id))?
        {
            wanted.dict_type = same.dict_type;
        }
        let (number, sentence) = file::match_dictionary(op, &wanted)?;
        numbers.insert(numbered.dict_id, number);
        told.push(sentence);
    }
    Ok((numbers, told))
}

fn numbered(mut definition: Definition, dictionaries: &BTreeMap<u64, u64>) -> Definition {
    for field in &mut definition.fields {
        field.dictionary = dictionaries.get(&field.dictionary).copied().unwrap_or(0);
    }
    definition
}

/// The register with its page in the menu.
fn put_register(
    op: &mut Op,
    package: &mut Package,
    packed: Register,
    old: Option<Register>,
    (register_id, dictionaries): (u64, &BTreeMap<u64, u64>),
) -> Result<Register> {
    let owned = packed.owned.clone();
    let mut register = Register {
        register_id,
        state: RegisterState::Stopped,
        draft: numbered(packed.draft.clone(), dictionaries),
        menu_id: 0,
        lock: None,
        package: None,
        ..packed
    };
    let versions = package.versions()?;
    let published = versions.into_iter().next_back().map(|version| version.definition).unwrap_or_default();
    let mut shown = published;
    if op.view().tx.get::<Menu>(&id(shown.place.parent))?.is_none() {
        shown.place.parent = 0;
    }
    put_back_menu(op, &mut register, &shown)?;
    match old {
        Some(old) => {
            works::forget_troubles(op, register_id)?;
            keep(op, &old, register)
        }
        None => {
            let made = insert(op, register)?;
            if package.origin != Origin::Own {
                return Ok(made);
            }
            // Who made it and when is not for a package to change.
            let back = Register { owned, ..made };
            op.put(&back)?;
            Ok(back)
        }
    }
}

/// Its versions; answers the published definition.
fn put_versions(
    op: &mut Op,
    package: &mut Package,
    register: &Register,
    (dictionaries, foreign): (&BTreeMap<u64, u64>, Option<&Foreign>),
) -> Result<Definition> {
    let mut last = Definition::default();
    for version in package.versions()? {
        let version = match foreign {
            Some(foreign) => foreign.version(version),
            None => version,
        };
        let definition = numbered(version.definition, dictionaries);
        last = definition.clone();
        op.put_quietly(&RegVersion { register_id: register.register_id, definition, ..version })?;
    }
    Ok(last)
}

/// The number of a row after its register got another one.
fn moved_row(from: u64, to: u64, row: u64) -> u64 {
    if register_of(row) == from { row_id(to, no_of(row)) } else { row }
}

/// The department of whoever brings something, or the first there is.
fn importer_dept(view: &View) -> Result<u64> {
    let own = view.caller.rights.dept_id;
    let is_there = view.tx.get::<Dept>(&id(own))?.is_some();
    if is_there { Ok(own) } else { Ok(view.tx.all::<Dept>()?.first().map_or(own, |dept| dept.dept_id)) }
}

impl Moving {
    fn row_id(&self, before: u64) -> u64 {
        moved_row(self.before, self.now, before)
    }

    fn file(&mut self, op: &mut Op, mut info: FileInfo) -> Result<()> {
        if let Some(foreign) = &mut self.foreign {
            info = foreign.file(op, info)?;
        }
        let known: Option<FileInfo> = op.view().tx.get(&id(info.file_id))?;
        if known.as_ref().is_some_and(|known| known.blob != info.blob || known.reference.is_some()) {
            let sentence = format!("附件编号 {} 已被其他文件使用，归档包不能恢复", info.file_id);
            return Err(AppError::refused(sentence));
        }
        op.raise::<FileInfo>(info.file_id)?;
        let reference = info.reference.map(|mut to| {
            to.kind = ROW_FILES.to_owned();
            to.id = self.row_id(to.id);
            to
        });
        op.put_quietly(&FileInfo { reference, loose_since: None, ..info })?;
        Ok(())
    }

    fn row(&mut self, op: &mut Op, mut row: RegRow) -> Result<()> {
        row.row_id = self.row_id(row.row_id);
        if let Some(foreign) = &mut self.foreign {
            for (no, cell) in row.cells.clone().iter() {
                if let Cell::Links(links::ROW, all) = cell {
                    let moved = all.iter().map(|target| moved_row(self.before, self.now, *target)).collect();
                    row.cells.set(no, Some(Cell::Links(links::ROW, moved)));
                }
            }
            foreign.row(op, &self.definition, &mut row, &self.names)?;
            row.owned.dept_id = importer_dept(&op.view())?;
            op.put_quietly(&row)?;
            return Ok(());
        }
        let view = op.view();
        let dept_id = self.dept(&view, &row)?;
        self.homeless += u64::from(dept_id != row.owned.dept_id);
        row.owned.dept_id = dept_id;
        let before = row.clone();
        for (no, cell) in before.cells.iter() {
            let Cell::Links(kind, targets) = cell else { continue };
            if *kind == links::FILES {
                continue;
            }
            let moved: Vec<u64> = targets.iter().map(|target| self.target(*kind, *target)).collect();
            let mut is_whole = true;
            for (target, was) in moved.iter().zip(targets) {
                is_whole = is_whole && (self.is_there(&view, *kind, *target)? || self.names_nothing(*kind, *was));
            }
            if is_whole {
                row.cells.set(no, Some(Cell::Links(*kind, moved)));
                continue;
            }
            let called = targets.iter().filter_map(|target| self.names.get(&(*kind, *target)).map(String::as_str));
            row.kept.set(no, Some(KeptText::Plain(called.collect::<Vec<_>>().join("、"))));
            row.cells.set(no, None);
        }
        if row.cells.len() != before.cells.len() {
            self.loose += 1;
            row.once = unique::constraint_values(&self.definition, &row);
        }
        op.put_quietly(&row)?;
        Ok(())
    }

    fn target(&self, kind: u8, target: u64) -> u64 {
        if kind == links::ROW { self.row_id(target) } else { target }
    }

    /// Rows of the register itself come with the package.
    fn is_there(&mut self, view: &View, kind: u8, target: u64) -> Result<bool> {
        if kind == links::ROW && register_of(target) == self.now {
            return Ok(true);
        }
        if let Some(known) = self.known.get(&(kind, target)) {
            return Ok(*known);
        }
        let there = !links::title(view, kind, target)?.is_empty();
        self.known.insert((kind, target), there);
        Ok(there)
    }

    /// What had no name when it was packed is no worse now.
    fn names_nothing(&self, kind: u8, target: u64) -> bool {
        self.names.get(&(kind, target)).is_none_or(String::is_empty)
    }

    fn dept(&mut self, view: &View, row: &RegRow) -> Result<u64> {
        let before = row.owned.dept_id;
        if let Some(now) = self.depts.get(&before) {
            return Ok(*now);
        }
        let is_dept = |dept_id: u64| view.tx.get::<Dept>(&id(dept_id)).map(|dept| dept.is_some());
        let now = if before == 0 || is_dept(before)? {
            before
        } else {
            let maker: Option<User> = view.tx.get(&id(row.owned.creator))?;
            let makers = maker.map(|maker| maker.dept_id).unwrap_or_default();
            if is_dept(makers)? {
                return Ok(makers);
            }
            importer_dept(view)?
        };
        self.depts.insert(before, now);
        Ok(now)
    }

    fn change(&self, op: &mut Op, change: Change) -> Result<()> {
        let (change_id, record_id) = (op.next_id::<Change>()?, self.row_id(change.record_id));
        op.put_quietly(&Change { change_id, record_id, ..change })?;
        Ok(())
    }
}
