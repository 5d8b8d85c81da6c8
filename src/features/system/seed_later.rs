//! Seed rows that a later release brings to an installation that is already there: menus, dictionaries,
//! settings, roles that nobody holds yet.
//!
//! Invariants: a row is brought once. What an administrator has deleted does not come back, what he has
//! changed stays; a row whose place he has taken (name, key, type) is left out. Roles that were born with
//! every menu gain the new ones; all others are the administrator's decision.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::seed;
use crate::error::Result;
use crate::op::{Op, View};
use crate::platform::dict::{DictType, TYPE_BY_NAME};
use crate::platform::identity::menu::{BY_NAME, Menu};
use crate::platform::identity::role::Role;
use crate::platform::settings::record::{BY_KEY, Config};
use crate::store::{Key, Reads, Record, id, key};

/// Numbers of the seed rows of one kind that this installation has received.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Seeded {
    /// Table of the rows.
    pub kind: String,
    pub ids: Vec<u64>,
}

impl Record for Seeded {
    const TABLE: &'static str = "seeded";
    fn id(&self) -> Key {
        key().str(&self.kind)
    }
}

/// Kinds whose rows are brought later, with the numbers this release has.
fn offered(view: &View) -> Result<[(&'static str, Vec<u64>); 4]> {
    Ok([
        (Menu::TABLE, seed::menu_rows()?.iter().map(|row| row.id).collect()),
        (DictType::TABLE, seed::dictionary_rows()?.iter().map(|row| row.id).collect()),
        (Config::TABLE, view.app.product.settings().iter().map(|row| row.id).collect()),
        (Role::TABLE, seed::role_ids()?),
    ])
}

/// Notes that everything of this release is there.
pub fn remember(op: &mut Op) -> Result<()> {
    for (kind, ids) in offered(&op.view())? {
        op.put_quietly(&Seeded { kind: kind.to_owned(), ids })?;
    }
    Ok(())
}

fn received(view: &View, kind: &str) -> Result<Option<HashSet<u64>>> {
    let seeded: Option<Seeded> = view.tx.get(&key().str(kind))?;
    Ok(seeded.map(|seeded| seeded.ids.into_iter().collect()))
}

/// Whether this release brings something that the installation has not received.
pub fn is_due(view: &View) -> Result<bool> {
    for (kind, ids) in offered(view)? {
        let due = received(view, kind)?.is_none_or(|known| ids.iter().any(|id| !known.contains(id)));
        if due {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a row is new to the installation. One that keeps no list yet has received what it holds.
fn is_new<R: Record>(view: &View, known: Option<&HashSet<u64>>, row: u64) -> Result<bool> {
    Ok(!known.is_some_and(|known| known.contains(&row)) && view.tx.get::<R>(&id(row))?.is_none())
}

/// Brings what is new.
pub fn bring(op: &mut Op) -> Result<()> {
    menus(op)?;
    let known = received(&op.view(), DictType::TABLE)?;
    let mut dictionaries = Vec::new();
    for row in seed::dictionary_rows()? {
        let taken: Option<DictType> = op.view().tx.one(&TYPE_BY_NAME, &key().str(&row.r#type))?;
        if taken.is_none() && is_new::<DictType>(&op.view(), known.as_ref(), row.id)? {
            dictionaries.push(row);
        }
    }
    seed::put_dictionaries(op, dictionaries)?;
    let known = received(&op.view(), Config::TABLE)?;
    let mut settings = Vec::new();
    for row in op.app.product.settings() {
        let taken: Option<Config> = op.view().tx.one(&BY_KEY, &key().str(row.key))?;
        if taken.is_none() && is_new::<Config>(&op.view(), known.as_ref(), row.id)? {
            settings.push(row);
        }
    }
    seed::put_settings(op, settings)?;
    roles(op)?;
    remember(op)
}

/// Roles that installations began with before lists of theirs were kept: one that is missing there was deleted.
const FIRST_ROLES: std::ops::RangeInclusive<u64> = 1..=10;

/// Whoever holds rights is the administrator's decision, so new roles come without holders, and with the menus there are.
fn roles(op: &mut Op) -> Result<()> {
    let known = received(&op.view(), Role::TABLE)?.unwrap_or_else(|| FIRST_ROLES.collect());
    let menus: Vec<u64> = op.view().tx.all::<Menu>()?.into_iter().map(|menu| menu.menu_id).collect();
    let there: Vec<Role> = op.view().tx.all()?;
    let taken = |name: &str, key: &str| there.iter().any(|role| role.role_name == name || role.role_key == key);
    for row in seed::role_ids()? {
        if !known.contains(&row) && !there.iter().any(|role| role.role_id == row) {
            seed::put_role(op, row, &menus, &taken)?;
        }
    }
    Ok(())
}

fn menus(op: &mut Op) -> Result<()> {
    let known = received(&op.view(), Menu::TABLE)?;
    let mut brought: Vec<u64> = Vec::new();
    for row in seed::menu_rows()? {
        let view = op.view();
        let taken: Option<Menu> = view.tx.one(&BY_NAME, &key().u64(row.parent).str(&row.name))?;
        let has_parent = row.parent == 0 || view.tx.get::<Menu>(&id(row.parent))?.is_some();
        if taken.is_none() && has_parent && is_new::<Menu>(&view, known.as_ref(), row.id)? {
            brought.push(row.id);
            // one at a time: the next row may stand below this one
            seed::put_menus(op, vec![row])?;
        }
    }
    for role_id in seed::roles_with_all_menus()? {
        let Some(mut role) = op.view().tx.get::<Role>(&id(role_id))? else { continue };
        let before = role.menu_ids.len();
        role.menu_ids.extend(brought.iter().filter(|id| !role.menu_ids.contains(id)).copied().collect::<Vec<_>>());
        if role.menu_ids.len() > before {
            op.put(&role)?;
        }
    }
    Ok(())
}
