//! Publishing: one operation that writes the version, the dictionaries, the menu with its rights, and what is left to do on
//! the rows; stopping and going on.
//!
//! Invariants: a version is written once and never changed; whoever holds a right to the page uses it with the next
//! request; what an administrator gave the page (name, place, icon) stays.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{AppError, Kind, Result};
use crate::features::system::role::ops::give_new;
use crate::features::system::seed::roles_with_all_menus;
use crate::op::{Op, View};
use crate::platform::dict::{DictData, DictType, TYPE_BY_NAME};
use crate::platform::identity::menu::{BY_NAME, BY_PARENT, Menu};
use crate::platform::identity::role::{BY_MENU, Role};
use crate::records::base::Base;
use crate::records::list::One;
use crate::route::{Data, Done};
use crate::store::{Reads, id, key};

use super::super::definition::{Definition, Field};
use super::super::published::permission;
use super::super::record::{RegVersion, Register, RegisterState, WorkKind};
use super::super::rows::meta::{ACTS, APPROVE, PERSONAL};
use super::super::works;
use super::consequences::new_constraints;
use super::drafts::{existing, problems, published_of};

/// The directory 登记台账.
pub const ROOT: u64 = 9;

/// What people call the rights of a register.
const BUTTONS: [(&str, &str); 8] = [
    ("query", "查询"),
    ("add", "新增"),
    ("edit", "修改"),
    ("remove", "删除"),
    ("import", "导入"),
    ("export", "导出"),
    (PERSONAL, "查看敏感信息"),
    (APPROVE, "审批"),
];

/// Rights that only some registers have.
fn is_wanted(act: &str, definition: &Definition) -> bool {
    match act {
        PERSONAL => definition.has_personal(),
        APPROVE => definition.approval.is_any(),
        _ => true,
    }
}

/// Names of all rights of a register.
pub fn permissions(register: &Register, definition: &Definition) -> Vec<String> {
    let some = [&PERSONAL, &APPROVE].into_iter().filter(|act| is_wanted(act, definition));
    ACTS.iter().chain(some).map(|act| permission(&register.code, act)).collect()
}

/// What a publication says.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PublishInput {
    /// Number of the register 登记表.
    pub id: u64,
    /// Lock of the draft that was checked.
    pub draft_lock: Option<u64>,
    /// Why; stays with the version.
    pub note: String,
    /// Roles that get the page with its buttons.
    pub role_ids: Vec<u64>,
    /// What was ticked.
    pub confirm: Vec<String>,
}

/// What came of a publication.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublishDone {
    /// The new version.
    pub version: u32,
    /// Its page in the menu.
    pub menu_id: u64,
    /// Whether work on the rows goes on in the background.
    pub has_work: bool,
}

pub fn publish(op: &mut Op, input: PublishInput) -> Result<Data<PublishDone>> {
    let view = op.view();
    let old = existing(&view, input.id)?;
    if input.draft_lock.is_some_and(|lock| lock != old.draft_lock) {
        return Err(AppError::of(Kind::Stale, "与他人同时修改了设计，请刷新后重试"));
    }
    if old.state == RegisterState::Archived {
        return Err(AppError::refused(format!("登记表“{}”已归档，不能发布", old.name)));
    }
    if let Some(lock) = old.lock {
        let how_far = works::progress(&view, old.register_id, lock)?;
        return Err(AppError::refused(format!("登记表“{}”正在{}（{how_far}），请稍后再试", old.name, lock.label())));
    }
    let before = published_of(&view, &old)?;
    if before.as_ref() == Some(&old.draft) {
        return Err(AppError::refused("没有需要发布的修改"));
    }
    crate::kernel::check::at_most("note", &input.note, 500, "发布说明长度不能超过500个字符")?;
    let open = problems(&view, &old)?
        .into_iter()
        .find(|problem| problem.confirm.as_ref().is_none_or(|confirm| !input.confirm.contains(confirm)));
    if let Some(problem) = open {
        return Err(AppError::refused(problem.message));
    }
    let version = old.current + 1;
    let mut register = old.clone();
    make_dictionaries(op, &mut register)?;
    let definition = dated(&register.draft, version);
    register.draft = definition.clone();
    register.draft_lock += 1;
    register.current = version;
    register.name.clone_from(&definition.name);
    if register.state == RegisterState::Draft {
        register.state = RegisterState::Published;
    }
    let (by, at) = (op.caller.name(), op.now);
    let note = input.note.trim().to_owned();
    op.put(&RegVersion { register_id: old.register_id, version, definition: definition.clone(), note, by, at })?;
    let made = put_menu(op, &old, &mut register, &definition)?;
    grant(op, &made, &input.role_ids)?;
    let kinds = work_of(before.as_ref(), &definition);
    let has_rows = super::super::rows::write::living(&op.view(), old.register_id)? > 0
        || super::super::rows::read::last_no(&op.view(), old.register_id)? > 0;
    for (kind, field) in kinds.iter().filter(|_| has_rows) {
        works::ask(op, &mut register, *kind, *field, String::new())?;
    }
    let (menu_id, has_work) = (register.menu_id, has_rows && !kinds.is_empty());
    let title = format!("登记表设计·{}", register.name);
    super::stored::keep(op, &old, register)?;
    op.titled(title);
    Ok(Data(PublishDone { version, menu_id, has_work }))
}

/// Notes in which version fields first were, and until which version their values are read through another one.
fn dated(draft: &Definition, version: u32) -> Definition {
    let mut definition = draft.clone();
    for field in &mut definition.fields {
        if field.since == 0 {
            field.since = version;
        }
        if let Some(from) = field.from.as_mut().filter(|from| from.until == 0) {
            from.until = version;
        }
    }
    definition
}

/// Work that a publication leaves: values to write out, keys of new constraints.
fn work_of(before: Option<&Definition>, after: &Definition) -> Vec<(WorkKind, u16)> {
    let Some(before) = before else { return Vec::new() };
    let mut works = Vec::new();
    for field in after.active() {
        let known = before.field(field.no);
        let is_converted = field.from.is_some() && known.is_none_or(|known| known.from != field.from);
        let operands = |field: &Field| field.formula.as_ref().map(|formula| formula.operands.clone());
        let is_computed = field.formula.is_some() && known.is_none_or(|known| operands(known) != operands(field));
        if is_converted || is_computed {
            works.push((WorkKind::Convert, field.no));
        }
    }
    // Rows are called by what everybody may see.
    let named = after.active_field(before.title).filter(|field| after.hides(field));
    works.extend(named.map(|field| (WorkKind::Convert, field.no)));
    let purged = before.fields.iter().filter(|field| after.field(field.no).is_none());
    works.extend(purged.map(|field| (WorkKind::Purge, field.no)));
    if !new_constraints(after, before).is_empty() {
        works.push((WorkKind::Unique, 0));
    }
    works
}

/// Makes the dictionaries that fields bring along.
fn make_dictionaries(op: &mut Op, register: &mut Register) -> Result<()> {
    let (code, name) = (register.code.clone(), register.draft.name.clone());
    for field in register.draft.fields.iter_mut().filter(|field| field.kind.has_dictionary()) {
        if field.dictionary == 0 && !field.entries.is_empty() {
            field.dictionary = make_dictionary(op, &code, &name, field)?;
        }
        field.entries.clear();
    }
    Ok(())
}

fn make_dictionary(op: &mut Op, code: &str, name: &str, field: &Field) -> Result<u64> {
    let mut kind = format!("reg_{code}_{}", field.code.to_ascii_lowercase());
    let mut number = 2;
    while op.view().tx.one(&TYPE_BY_NAME, &key().str(&kind))?.is_some() {
        kind = format!("reg_{code}_{}_{number}", field.code.to_ascii_lowercase());
        number += 1;
    }
    for (place, entry) in (1_i64..).zip(&field.entries) {
        let dict_code = op.next_id::<DictData>()?;
        let base = Base::made(op, String::new());
        op.put_quietly(&DictData {
            dict_code,
            dict_sort: place,
            dict_label: entry.label.trim().to_owned(),
            dict_value: entry.value.clone(),
            dict_type: kind.clone(),
            css_class: String::new(),
            list_class: "default".to_owned(),
            is_default: false,
            enabled: true,
            base,
        })?;
    }
    let dict_id = op.next_id::<DictType>()?;
    let base = Base::made(op, format!("登记表“{name}”的字段“{}”", field.label));
    let dict_name: String = format!("{name}-{}", field.label).chars().take(100).collect();
    op.put(&DictType { dict_id, dict_name, dict_type: kind, enabled: true, base })?;
    Ok(dict_id)
}

/// The page and its buttons; answers those that were made now.
fn put_menu(op: &mut Op, old: &Register, register: &mut Register, definition: &Definition) -> Result<Vec<u64>> {
    let mut made = Vec::new();
    let known: Option<Menu> = op.view().tx.get(&id(register.menu_id))?;
    match known {
        Some(menu) => {
            // Its own name follows the register; one that an administrator gave stays.
            if menu.menu_name == old.name && old.name != register.name {
                let base = menu.base.clone().changed(op);
                op.put(&Menu { menu_name: register.name.clone(), base, ..menu })?;
            }
        }
        None => {
            register.menu_id = put_page(op, register, definition)?;
            made.push(register.menu_id);
        }
    }
    let below: Vec<Menu> = op.view().tx.by(&BY_PARENT, &id(register.menu_id), false, 0, usize::MAX)?;
    for (order, (act, label)) in (1_i64..).zip(BUTTONS) {
        let perms = permission(&register.code, act);
        if is_wanted(act, definition) && !below.iter().any(|menu| menu.perms == perms) {
            made.push(put_entry(op, (register.menu_id, order), (label, "F"), (&perms, "", "", ""))?);
        }
    }
    Ok(made)
}

fn put_page(op: &mut Op, register: &Register, definition: &Definition) -> Result<u64> {
    let parent = if definition.place.parent == 0 { ROOT } else { definition.place.parent };
    let above: Option<Menu> = op.view().tx.get(&id(parent))?;
    let above = above.filter(|menu| menu.menu_type == "M" && menu.component.is_empty());
    let above = above.ok_or_else(|| AppError::refused("上级菜单不存在，请重新选择").at("place"))?;
    let taken: Option<Menu> = op.view().tx.one(&BY_NAME, &key().u64(parent).str(&register.name))?;
    if taken.is_some() {
        let sentence = format!("“{}”下已有名为“{}”的菜单，请修改表描述或上级菜单", above.menu_name, register.name);
        return Err(AppError::refused(sentence).at("name"));
    }
    let siblings: Vec<Menu> = op.view().tx.by(&BY_PARENT, &id(parent), false, 0, usize::MAX)?;
    if siblings.iter().any(|menu| menu.path == register.code) {
        return Err(AppError::refused(format!("“{}”下已有地址为“{}”的菜单", above.menu_name, register.code)).at("code"));
    }
    let order = siblings.iter().map(|menu| menu.order_num).max().unwrap_or(0) + 1;
    let icon = if definition.place.icon.is_empty() { "form" } else { &definition.place.icon };
    let (list, component) = (permission(&register.code, "list"), format!("reg/{}", register.code));
    put_entry(op, (parent, order), (&register.name, "C"), (&list, &register.code, &component, icon))
}

fn put_entry(
    op: &mut Op,
    (parent_id, order_num): (u64, i64),
    (name, menu_type): (&str, &str),
    (perms, path, component, icon): (&str, &str, &str, &str),
) -> Result<u64> {
    let menu_id = op.next_id::<Menu>()?;
    let base = Base::made(op, String::new());
    op.put(&Menu {
        menu_id,
        menu_name: name.to_owned(),
        parent_id,
        order_num,
        path: path.to_owned(),
        component: component.to_owned(),
        query: String::new(),
        route_name: String::new(),
        is_external: false,
        is_cached: true,
        menu_type: menu_type.to_owned(),
        is_visible: true,
        enabled: true,
        perms: perms.to_owned(),
        icon: icon.to_owned(),
        base,
    })?;
    Ok(menu_id)
}

/// Gives what was made to roles that are born with everything, and to the chosen ones all but personal data and decisions:
/// who enters rows doesn't decide about them.
fn grant(op: &mut Op, made: &[u64], chosen: &[u64]) -> Result<()> {
    for role_id in roles_with_all_menus()? {
        let Some(mut role) = op.view().tx.get::<Role>(&id(role_id))? else { continue };
        role.menu_ids.extend(made.iter().filter(|menu| !role.menu_ids.contains(menu)).copied().collect::<Vec<_>>());
        op.put(&role)?;
    }
    if chosen.is_empty() {
        return Ok(());
    }
    if !op.caller.rights.holds("system:role:edit") {
        return Err(AppError::refused("您没有授权角色的权限，请联系管理员授权").at("roleIds"));
    }
    let mut open = Vec::new();
    for menu_id in made {
        let menu: Option<Menu> = op.view().tx.get(&id(*menu_id))?;
        let is_open = |menu: &Menu| ![PERSONAL, APPROVE].iter().any(|act| menu.perms.ends_with(&format!(":{act}")));
        if menu.as_ref().is_some_and(is_open) {
            open.push(*menu_id);
        }
    }
    // The directories above it, or nobody would see the page.
    let mut parent = made.first().copied().unwrap_or(0);
    while let Some(menu) = op.view().tx.get::<Menu>(&id(parent))? {
        if menu.parent_id != 0 && !open.contains(&menu.parent_id) {
            open.push(menu.parent_id);
        }
        parent = menu.parent_id;
    }
    chosen
        .iter()
        .filter(|role_id| !roles_with_all_menus().is_ok_and(|all| all.contains(role_id)))
        .try_for_each(|role_id| give_new(op, *role_id, &open))
}

/// The page of a register that comes back, for those who have everything; nobody uses it before it is resumed.
///
/// # Errors
/// A sentence when its name or address is taken there.
pub fn put_back_menu(op: &mut Op, register: &mut Register, definition: &Definition) -> Result<()> {
    let made = put_menu(op, &register.clone(), register, definition)?;
    grant(op, &made, &[])?;
    show_menu(op, register.menu_id, false)
}

/// Turns the entries of a register's page on or off; roles keep them.
///
/// # Errors
/// A store that can't be written.
pub fn show_menu(op: &mut Op, menu_id: u64, enabled: bool) -> Result<()> {
    let Some(page) = op.view().tx.get::<Menu>(&id(menu_id))? else { return Ok(()) };
    let below: Vec<Menu> = op.view().tx.by(&BY_PARENT, &id(menu_id), false, 0, usize::MAX)?;
    for menu in below.into_iter().chain([page]).filter(|menu| menu.enabled != enabled) {
        let base = menu.base.clone().changed(op);
        op.put(&Menu { enabled, base, ..menu })?;
    }
    Ok(())
}

/// Takes the page and its buttons out of the menu and out of all roles.
///
/// # Errors
/// A store that can't be written.
pub fn remove_menu(op: &mut Op, menu_id: u64) -> Result<()> {
    let Some(page) = op.view().tx.get::<Menu>(&id(menu_id))? else { return Ok(()) };
    let below: Vec<Menu> = op.view().tx.by(&BY_PARENT, &id(menu_id), false, 0, usize::MAX)?;
    for menu in below.into_iter().chain([page]) {
        let holders: Vec<Role> = op.view().tx.by(&BY_MENU, &id(menu.menu_id), false, 0, usize::MAX)?;
        for mut role in holders {
            role.menu_ids.retain(|held| *held != menu.menu_id);
            op.put(&role)?;
        }
        op.delete::<Menu>(&id(menu.menu_id))?;
    }
    Ok(())
}

fn turn(op: &mut Op, register_id: u64, from: RegisterState, to: RegisterState, deed: &str) -> Result<Done> {
    let old = existing(&op.view(), register_id)?;
    if old.state != from {
        let sentence = format!("登记表“{}”{}，不能{deed}", old.name, old.state.label());
        return Err(AppError::refused(sentence));
    }
    if let Some(lock) = old.lock {
        return Err(AppError::refused(format!("登记表“{}”正在{}，请稍后再试", old.name, lock.label())));
    }
    show_menu(op, old.menu_id, to == RegisterState::Published)?;
    op.titled(format!("登记表设计·{}", old.name));
    super::stored::keep(op, &old, Register { state: to, ..old.clone() })?;
    Ok(Done)
}

pub fn stop(op: &mut Op, input: One) -> Result<Done> {
    turn(op, input.id, RegisterState::Published, RegisterState::Stopped, "停用")
}

pub fn resume(op: &mut Op, input: One) -> Result<Done> {
    turn(op, input.id, RegisterState::Stopped, RegisterState::Published, "启用")
}

/// Whether a menu entry belongs to a register, and to which: its rights and its page are the register's to change.
///
/// # Errors
/// A store that can't be read.
pub fn register_of_menu(view: &View, menu: &Menu) -> Result<Option<Register>> {
    let mut found = None;
    let is_own = |register: &Register| {
        menu.menu_id == register.menu_id
            || menu.perms.strip_prefix("reg:").and_then(|rest| rest.split(':').next()) == Some(&register.code)
    };
    view.tx.each(|register: Register| {
        if register.menu_id != 0 && is_own(&register) {
            found = Some(register);
        }
        found.is_none()
    })?;
    Ok(found)
}
