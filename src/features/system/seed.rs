//! What a fresh installation is born with, from the readable files under `data/`.
//!
//! Rows bring their own numbers; sequences are raised above them (departments, roles, users from 100,
//! menus from 2000), so that rows of later releases never collide with what an administrator made.

use serde::Deserialize;

use super::post::record::Post;
use crate::error::{AppError, Result};
use crate::features::system::module::record::Module;
use crate::kernel::carried;
use crate::op::Op;
use crate::platform::dict::{DictData, DictType};
use crate::platform::identity::dept::Dept;
use crate::platform::identity::menu::Menu;
use crate::platform::identity::role::Role;
use crate::platform::identity::user::User;
use crate::platform::settings::SettingInfo;
use crate::platform::settings::record::Config;
use crate::records::base::Base;
use crate::store::{Reads, Record as _};

fn yes() -> bool {
    true
}

#[derive(Deserialize)]
struct DeptRow {
    id: u64,
    parent: u64,
    name: String,
    order: i64,
}

#[derive(Deserialize)]
struct PostRow {
    id: u64,
    code: String,
    name: String,
    order: i64,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Granted {
    // The word "all".
    All(String),
    These(Vec<u64>),
}

#[derive(Deserialize)]
struct RoleRow {
    id: u64,
    name: String,
    key: String,
    order: i64,
    scope: u8,
    departments: Vec<u64>,
    menus: Granted,
    remark: String,
}

#[derive(Deserialize)]
pub(super) struct MenuRow {
    pub(super) id: u64,
    pub(super) parent: u64,
    pub(super) name: String,
    order: i64,
    path: String,
    component: String,
    r#type: String,
    perms: String,
    icon: String,
    #[serde(default = "yes")]
    visible: bool,
    #[serde(default)]
    external: bool,
    #[serde(default = "yes")]
    cached: bool,
}

#[derive(Deserialize)]
struct EntryRow {
    label: String,
    value: String,
    class: String,
    default: bool,
    order: Option<i64>,
}

#[derive(Deserialize)]
pub(super) struct DictionaryRow {
    pub(super) id: u64,
    name: String,
    pub(super) r#type: String,
    remark: String,
    entry: Vec<EntryRow>,
}

#[derive(Deserialize)]
struct ModuleRow {
    id: u64,
    code: String,
    name: String,
    url: String,
    icon: String,
    order: i64,
}

#[derive(Deserialize)]
struct File<R> {
    #[serde(
        alias = "department",
        alias = "post",
        alias = "role",
        alias = "menu",
        alias = "dictionary",
        alias = "module"
    )]
    rows: Vec<R>,
}

fn rows<R: serde::de::DeserializeOwned>(name: &str, text: &str) -> Result<Vec<R>> {
    let file: File<R> = carried::read(name, text)?;
    Ok(file.rows)
}

pub(super) fn menu_rows() -> Result<Vec<MenuRow>> {
    rows("menus.toml", include_str!("../../../data/menus.toml"))
}

pub(super) fn dictionary_rows() -> Result<Vec<DictionaryRow>> {
    rows("dictionaries.toml", include_str!("../../../data/dictionaries.toml"))
}

fn role_rows() -> Result<Vec<RoleRow>> {
    rows("roles.toml", include_str!("../../../data/roles.toml"))
}

/// Roles that are born with every menu, and gain those that come later.
///
/// # Errors
/// Seed files that can't be read, which the build has checked.
pub fn roles_with_all_menus() -> Result<Vec<u64>> {
    let all = |row: RoleRow| matches!(row.menus, Granted::All(_)).then_some(row.id);
    Ok(role_rows()?.into_iter().filter_map(all).collect())
}

/// What the department above all is called until somebody says its name.
pub const NEUTRAL: &str = "本单位";

/// Puts the seed rows of a real installation into an empty store: no department but the one above all, which has no name yet.
///
/// # Errors
/// A record that can't be written.
pub fn installed(op: &mut Op) -> Result<()> {
    fresh(op)?;
    let departments: Vec<Dept> = op.view().tx.all()?;
    for dept in departments {
        if dept.parent_id == 0 {
            op.put_quietly(&Dept { dept_name: NEUTRAL.to_owned(), ..dept })?;
        } else {
            op.delete::<Dept>(&dept.id())?;
        }
    }
    Ok(())
}

/// Puts the departments of the fictional authority where there is none but the one without a name: for demonstrations.
///
/// # Errors
/// A record that can't be written.
pub fn fictional_departments(op: &mut Op) -> Result<bool> {
    let present: Vec<Dept> = op.view().tx.all()?;
    let is_bare = matches!(present.as_slice(), [only] if only.parent_id == 0 && only.dept_name == NEUTRAL);
    if is_bare {
        departments(op)?;
    }
    Ok(is_bare)
}

/// Puts all seed rows into an empty store, the departments of a fictional authority among them.
pub fn fresh(op: &mut Op) -> Result<()> {
    let menus = menu_rows()?;
    let all_menus: Vec<u64> = menus.iter().map(|menu| menu.id).collect();
    organisation(op)?;
    roles(op, &all_menus)?;
    put_menus(op, menus)?;
    put_dictionaries(op, dictionary_rows()?)?;
    put_settings(op, op.app.product.settings())?;
    super::seed_later::remember(op)?;
    op.raise::<User>(99)
}

fn departments(op: &mut Op) -> Result<()> {
    for row in rows::<DeptRow>("departments.toml", include_str!("../../../data/departments.toml"))? {
        op.raise::<Dept>(row.id.max(199))?;
        let base = Base::made(op, String::new());
        op.put_quietly(&Dept {
            dept_id: row.id,
            parent_id: row.parent,
            dept_name: row.name,
            order_num: row.order,
            enabled: true,
            base,
            ..Dept::default()
        })?;
    }
    Ok(())
}

fn organisation(op: &mut Op) -> Result<()> {
    departments(op)?;
    for row in rows::<PostRow>("posts.toml", include_str!("../../../data/posts.toml"))? {
        op.raise::<Post>(row.id)?;
        let base = Base::made(op, String::new());
        op.put_quietly(&Post {
            post_id: row.id,
            post_code: row.code,
            post_name: row.name,
            post_sort: row.order,
            enabled: true,
            base,
        })?;
    }
    for row in rows::<ModuleRow>("modules.toml", include_str!("../../../data/modules.toml"))? {
        op.raise::<Module>(row.id)?;
        op.put_quietly(&Module {
            module_id: row.id,
            code: row.code,
            name: row.name,
            url: row.url,
            icon: row.icon,
            sort: row.order,
            base: Base::made(op, String::new()),
        })?;
    }
    Ok(())
}

fn roles(op: &mut Op, all_menus: &[u64]) -> Result<()> {
    role_rows()?.into_iter().try_for_each(|row| put(op, row, all_menus))
}

fn put(op: &mut Op, row: RoleRow, all_menus: &[u64]) -> Result<()> {
    op.raise::<Role>(row.id.max(99))?;
    let base = Base::made(op, row.remark);
    let menu_ids = match row.menus {
        Granted::All(word) if word == "all" => all_menus.to_vec(),
        Granted::All(word) => return Err(AppError::internal(format!("data/roles.toml: menus = {word}"))),
        Granted::These(ids) => ids.into_iter().filter(|menu| all_menus.contains(menu)).collect(),
    };
    op.put_quietly(&Role {
        role_id: row.id,
        role_name: row.name,
        role_key: row.key,
        role_sort: row.order,
        data_scope: row.scope,
        menu_check_strictly: true,
        dept_check_strictly: true,
        enabled: true,
        menu_ids,
        dept_ids: row.departments,
        second_factor: false,
        base,
    })?;
    Ok(())
}

/// Numbers of the roles of this release.
pub(super) fn role_ids() -> Result<Vec<u64>> {
    Ok(role_rows()?.iter().map(|row| row.id).collect())
}

/// Puts one role of this release, unless its name or key is `taken`.
pub(super) fn put_role(op: &mut Op, id: u64, menus: &[u64], taken: &dyn Fn(&str, &str) -> bool) -> Result<()> {
    let row = role_rows()?.into_iter().find(|row| row.id == id && !taken(&row.name, &row.key));
    row.map_or(Ok(()), |row| put(op, row, menus))
}

pub(super) fn put_menus(op: &mut Op, menus: Vec<MenuRow>) -> Result<()> {
    for row in menus {
        op.raise::<Menu>(row.id.max(1999))?;
        let base = Base::made(op, String::new());
        op.put_quietly(&Menu {
            menu_id: row.id,
            menu_name: row.name,
            parent_id: row.parent,
            order_num: row.order,
            path: row.path,
            component: row.component,
            query: String::new(),
            route_name: String::new(),
            is_external: row.external,
            is_cached: row.cached,
            menu_type: row.r#type,
            is_visible: row.visible,
            enabled: true,
            perms: row.perms,
            icon: row.icon,
            base,
        })?;
    }
    Ok(())
}

pub(super) fn put_dictionaries(op: &mut Op, rows: Vec<DictionaryRow>) -> Result<()> {
    for row in rows {
        op.raise::<DictType>(row.id.max(99))?;
        for (place, entry) in (1_i64..).zip(row.entry) {
            let dict_code = op.next_id::<DictData>()?;
            let base = Base::made(op, String::new());
            op.put_quietly(&DictData {
                dict_code,
                dict_sort: entry.order.unwrap_or(place),
                dict_label: entry.label,
                dict_value: entry.value,
                dict_type: row.r#type.clone(),
                css_class: String::new(),
                list_class: entry.class,
                is_default: entry.default,
                enabled: true,
                base,
            })?;
        }
        let base = Base::made(op, row.remark);
        op.put_quietly(&DictType { dict_id: row.id, dict_name: row.name, dict_type: row.r#type, enabled: true, base })?;
    }
    Ok(())
}

pub(super) fn put_settings(op: &mut Op, settings: Vec<SettingInfo>) -> Result<()> {
    for setting in settings {
        op.raise::<Config>(setting.id.max(99))?;
        let base = Base::made(op, setting.remark.to_owned());
        op.put_quietly(&Config {
            config_id: setting.id,
            config_name: setting.name.to_owned(),
            config_key: setting.key.to_owned(),
            config_value: setting.default.to_string(),
            is_builtin: true,
            is_public: setting.public,
            base,
        })?;
    }
    Ok(())
}

/// Whether the seed rows are there.
pub fn is_fresh(view: &crate::op::View) -> Result<bool> {
    Ok(view.tx.count::<Role>()? == 0)
}
