//! Rights of fields: what of a document leaves the server for whom, and what may be changed (approvals.md section 4).
//!
//! Paths are those of the form's JSON; the columns of a table are `table.column`; the longest prefix of a map wins, `*`
//! stands for all others. A hidden field isn't sent at all.

use serde_json::{Map, Value};

use super::binding::{Binding, Field, FieldKind, Unseen};
use super::definition::record::FieldRights;
use super::instance::record::Moved;
use crate::error::{AppError, Result};
use crate::op::View;

/// What may be read.
pub const READ: u8 = 1;
/// What may be changed.
pub const EDIT: u8 = 2;
/// What isn't even seen.
pub const HIDDEN: u8 = 3;

/// What the document itself hides from the caller.
pub fn unseen(view: &View, binding: &Binding) -> FieldRights {
    let Unseen { right, paths } = binding.unseen;
    if paths.is_empty() || view.caller.rights.holds(right) {
        return FieldRights::new();
    }
    paths.iter().map(|path| ((*path).to_owned(), HIDDEN)).collect()
}

/// The right of a path; `usual` where the map says nothing.
pub fn right(map: &FieldRights, path: &str, usual: u8) -> u8 {
    let mut at = path;
    loop {
        if let Some(right) = map.get(at) {
            return *right;
        }
        match at.rfind('.') {
            Some(dot) => at = at.get(..dot).unwrap_or_default(),
            None => return map.get("*").copied().unwrap_or(usual),
        }
    }
}

/// Whether a binding names what stands at a path: a field, a part of one, or something that holds one.
fn named(binding: &Binding, path: &str) -> bool {
    let within = |inner: &str, outer: &str| inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with('.'));
    let is_table = |field: &Field| matches!(field.kind, FieldKind::Table);
    let names = |field: &Field| {
        field.path == path || within(field.path, path) || (!is_table(field) && within(path, field.path))
    };
    binding.fields.iter().any(names)
}

/// The form as it may be seen: what is hidden isn't there, nor anything that the binding doesn't name, for no right could be
/// given for that.
#[must_use]
pub fn masked(binding: &Binding, map: &FieldRights, form: Value) -> Value {
    walked(&|path| named(binding, path) && right(map, path, READ) != HIDDEN, "", form)
}

/// What of a value may be seen, by its path.
fn walked(seen: &dyn Fn(&str) -> bool, path: &str, value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let mut left = Map::new();
            for (name, value) in fields {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                if seen(&path) {
                    left.insert(name, walked(seen, &path, value));
                }
            }
            Value::Object(left)
        }
        Value::Array(rows) => Value::Array(rows.into_iter().map(|row| walked(seen, path, row)).collect()),
        value => value,
    }
}

/// Whether what is made of fields is hidden.
pub(super) fn hides_any<'p>(map: &FieldRights, paths: impl IntoIterator<Item = &'p str>) -> bool {
    paths.into_iter().any(|path| right(map, path, READ) == HIDDEN)
}

/// Whether the amount of a document is hidden: with its field, or where that isn't known with any sum of money.
pub fn hides_amount(binding: &Binding, map: &FieldRights) -> bool {
    match binding.says.iter().find(|(label, _)| label.is_empty()) {
        Some((_, paths)) => hides_any(map, paths.iter().copied()),
        None => {
            let money = binding.fields.iter().filter(|field| matches!(field.kind, FieldKind::Money));
            hides_any(map, money.map(|field| field.path))
        }
    }
}

/// The lines of a card without those that say what is hidden.
pub fn lines_seen(binding: &Binding, map: &FieldRights, lines: &[(String, String)]) -> Vec<(String, String)> {
    let hides_something = map.values().any(|right| *right == HIDDEN);
    let shown = |label: &str| {
        if let Some((_, paths)) = binding.says.iter().find(|(known, _)| *known == label) {
            return !hides_any(map, paths.iter().copied());
        }
        let mut titled = binding.fields.iter().filter(|field| field.title == label).peekable();
        if titled.peek().is_none() { !hides_something } else { !hides_any(map, titled.map(|field| field.path)) }
    };
    lines.iter().filter(|(label, _)| shown(label)).cloned().collect()
}

/// A path without the numbers of rows: `rooms.0.price` is the column `rooms.price`.
fn column(path: &str) -> String {
    let is_row = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    path.split('.').filter(|part| !is_row(part)).collect::<Vec<_>>().join(".")
}

/// Whether the map hides what stands at a path, a part of it, or all that holds it.
fn hides_any_of(binding: &Binding, map: &FieldRights, path: &str) -> bool {
    let column = column(path);
    let within = |outer: &str, inner: &str| inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with('.'));
    let mut parts = binding.fields.iter().map(|field| field.path).chain(map.keys().map(String::as_str));
    right(map, &column, READ) == HIDDEN || parts.any(|part| within(&column, part) && right(map, part, READ) == HIDDEN)
}

/// What edits change, before and after. An edit of what somebody may not see is refused before it is compared: whether it
/// would change anything is told to nobody.
///
/// # Errors
/// R9 for a field that this node doesn't give, or that the document doesn't let anybody change.
pub fn changes(binding: &Binding, map: &FieldRights, stored: &Value, edits: &Map<String, Value>) -> Result<Vec<Moved>> {
    if let Some(path) = edits.keys().find(|path| !named(binding, &column(path)) || hides_any_of(binding, map, path)) {
        return Err(AppError::refused(format!("“{path}”在本环节不能修改")).at(path.clone()));
    }
    let mut moved = Vec::new();
    for (path, after) in edits {
        let before = stored.pointer(&format!("/{}", path.replace('.', "/"))).unwrap_or(&Value::Null);
        let field = binding.fields.iter().find(|field| field.path == path);
        if before == after {
            continue;
        }
        let may = field.is_some_and(|field| field.may_edit) && right(map, path, READ) == EDIT;
        if !may {
            let title = field.map_or(path.as_str(), |field| field.title);
            return Err(AppError::refused(format!("“{title}”在本环节不能修改")).at(path.clone()));
        }
        let title = field.map_or_else(String::new, |field| field.title.to_owned());
        moved.push(Moved { path: path.clone(), title, before: before.to_string(), after: after.to_string() });
    }
    Ok(moved)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_longest_prefix_wins_and_hidden_fields_are_not_there() {
        let map: FieldRights = [("*", READ), ("tenant", HIDDEN), ("tenant.name", READ), ("rooms.price", HIDDEN)]
            .map(|(path, right)| (path.to_owned(), right))
            .into();
        let form = json!({
            "no": "HT-1",
            "tenant": {"name": "云川", "idNo": "4201"},
            "rooms": [{"code": "502", "price": 100}, {"code": "503", "price": 200}],
        });
        let named = |path: &str| ["no", "tenant", "rooms", "rooms.code"].contains(&path);
        let seen = walked(&|path| named(path) && right(&map, path, READ) != HIDDEN, "", form);
        assert_eq!(seen, json!({"no": "HT-1", "rooms": [{"code": "502"}, {"code": "503"}]}));
        assert_eq!(right(&map, "tenant.name", READ), READ);
        assert_eq!(right(&map, "tenant.idNo", READ), HIDDEN);
        assert_eq!(right(&FieldRights::new(), "a", EDIT), EDIT);
    }
}
