//! What rooms below ask registers: whether something is still pointed to, whom a menu entry belongs to.

use std::collections::BTreeMap;

use crate::error::{AppError, Result};
use crate::op::View;
use crate::platform::dict::DictType;
use crate::platform::identity::dept::Dept;
use crate::platform::identity::menu::Menu;
use crate::store::{Reads, Record as _, id};

use super::cell::Cell;
use super::design::drafts::published_of;
use super::design::publish::register_of_menu;
use super::links;
use super::record::{COUNT, LINKED, RegRow, Register, link_key, register_of};
use super::rows::read;

/// Records that rows point to are not removed: how they are pointed to, as the rest of a sentence.
///
/// # Errors
/// A store that can't be read.
pub fn linked_by(view: &View, table: &str, number: u64) -> Result<Option<String>> {
    let kind = match links::LINKS.iter().find(|kind| kind.table == table) {
        Some(kind) => kind.no,
        None if table == Dept::TABLE => links::DEPT,
        None => return Ok(None),
    };
    let mut by_register: BTreeMap<u64, u64> = BTreeMap::new();
    for row in view.tx.ids_by(&LINKED, &link_key(kind, number), false, 0, usize::MAX)? {
        *by_register.entry(register_of(row.first_u64().unwrap_or(0))).or_default() += 1;
    }
    for (register_id, rows) in by_register {
        let register: Option<Register> = view.tx.get(&id(register_id))?;
        let Some(register) = register else { continue };
        if holds_link(view, &register, kind, number)? {
            return Ok(Some(format!("被登记表“{}”的 {rows} 行引用", register.name)));
        }
    }
    if kind == links::DEPT {
        return keeps_rows(view, number);
    }
    Ok(None)
}

/// Whether a field that counts points there: what only archived fields hold stands in nobody's way.
fn holds_link(view: &View, register: &Register, kind: u8, number: u64) -> Result<bool> {
    let Some(definition) = published_of(view, register)? else { return Ok(false) };
    for key in view.tx.ids_by(&LINKED, &link_key(kind, number), false, 0, usize::MAX)? {
        if register_of(key.first_u64().unwrap_or(0)) != register.register_id {
            continue;
        }
        let row: Option<RegRow> = view.tx.get(&key)?;
        let points = |row: &RegRow| {
            definition.active().any(|field| {
                matches!(row.cells.get(field.no), Some(Cell::Links(of, all)) if *of == kind && all.contains(&number))
            })
        };
        if row.is_some_and(|row| points(&row)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Registers that keep rows for a department.
fn keeps_rows(view: &View, dept_id: u64) -> Result<Option<String>> {
    for register in view.tx.all::<Register>()? {
        let (mut rows, of) = (0, id(register.register_id).u64(dept_id));
        view.tx.sum_range(&COUNT, &of, &of, |_, values| rows += values[0])?;
        if rows > 0 {
            return Ok(Some(format!("在登记表“{}”中管理 {rows} 行数据", register.name)));
        }
    }
    Ok(None)
}

/// Dictionaries that definitions name are not removed, nor entries that rows hold.
///
/// # Errors
/// A store that can't be read.
pub fn dictionary_use(view: &View, dictionary: &DictType, value: Option<&str>) -> Result<Option<String>> {
    for register in view.tx.all::<Register>()? {
        let published = published_of(view, &register)?;
        let fields = register.draft.fields.iter().chain(published.iter().flat_map(|definition| &definition.fields));
        let named: Vec<u16> =
            fields.filter(|field| field.dictionary == dictionary.dict_id).map(|field| field.no).collect();
        if named.is_empty() {
            continue;
        }
        let Some(value) = value else { return Ok(Some(format!("被登记表“{}”使用", register.name))) };
        let mut found = false;
        read::each(view, register.register_id, 0, |row| {
            found = named.iter().any(|no| match row.cells.get(*no) {
                Some(Cell::Text(text)) => text == value,
                Some(Cell::Many(all)) => all.iter().any(|one| one == value),
                _ => false,
            });
            Ok(!found)
        })?;
        if found {
            return Ok(Some(format!("在登记表“{}”的数据中使用", register.name)));
        }
    }
    Ok(None)
}

/// Entries of the menu that registers keep.
///
/// # Errors
/// A store that can't be read.
pub fn managed_menu(view: &View, menu: &Menu) -> Result<Option<AppError>> {
    let register = register_of_menu(view, menu)?;
    Ok(register.map(|register| {
        let name = register.name;
        AppError::refused(format!("该菜单由登记表“{name}”管理，只能修改名称、图标和位置"))
    }))
}
