//! The seed files under `data/`: readable TOML, unique ids, no dangling reference.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use toml::{Table, Value};

fn file(name: &str) -> Table {
    let path = format!("{}/data/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap().parse().unwrap()
}

fn rows(name: &str, key: &str) -> Vec<Table> {
    file(name)[key].as_array().unwrap().iter().map(|row| row.as_table().unwrap().clone()).collect()
}

fn int(row: &Table, key: &str) -> i64 {
    row[key].as_integer().unwrap_or_else(|| panic!("{key} of {row:?}"))
}

fn text<'a>(row: &'a Table, key: &str) -> &'a str {
    row[key].as_str().unwrap_or_else(|| panic!("{key} of {row:?}"))
}

fn distinct(name: &str, key: &str, of: &str) -> usize {
    let rows = rows(name, key);
    let values: BTreeSet<String> = rows.iter().map(|row| row[of].to_string()).collect();
    assert_eq!(values.len(), rows.len(), "{name}: {of}");
    rows.len()
}

#[test]
fn ids_and_keys_are_unique() {
    for (name, key, of, count) in [
        ("departments.toml", "department", "id", 18),
        ("posts.toml", "post", "code", 4),
        ("roles.toml", "role", "key", 14),
        ("menus.toml", "menu", "id", 288),
        ("dictionaries.toml", "dictionary", "type", 16),
        ("modules.toml", "module", "key", 0),
    ] {
        assert_eq!(distinct(name, key, of), count, "{name}");
    }
    for (name, key) in [("posts.toml", "post"), ("roles.toml", "role")] {
        distinct(name, key, "id");
    }
}

#[test]
fn parents_stand_before_their_children() {
    for (name, key) in [("departments.toml", "department"), ("menus.toml", "menu")] {
        let mut seen = BTreeSet::from([0]);
        for row in rows(name, key) {
            assert!(seen.contains(&int(&row, "parent")), "{name}: {row:?}");
            assert!(int(&row, "order") >= 0 && !text(&row, "name").is_empty());
            seen.insert(int(&row, "id"));
        }
    }
}

#[test]
fn menus_are_whole() {
    let mut rights = BTreeSet::new();
    for row in rows("menus.toml", "menu") {
        let (kind, perms) = (text(&row, "type"), text(&row, "perms"));
        assert!(["M", "C", "F"].contains(&kind), "{row:?}");
        // what these show goes by who is asked, not by a permission
        let is_everybodys = ["appr/todo", "appr/deputy"].contains(&text(&row, "component"));
        assert_eq!(perms.is_empty(), kind == "M" || is_everybodys, "{row:?}");
        assert_eq!(text(&row, "component").is_empty(), kind != "C", "{row:?}");
        assert_eq!(text(&row, "path").is_empty(), kind == "F", "{row:?}");
        assert!(perms.is_empty() || rights.insert(perms.to_owned()), "{perms} twice");
    }
    assert!(rights.contains("monitor:logininfor:unlock"));
}

#[test]
fn roles_refer_to_what_exists() {
    let menus: BTreeSet<i64> = rows("menus.toml", "menu").iter().map(|row| int(row, "id")).collect();
    for row in rows("roles.toml", "role") {
        assert!((1..=5).contains(&int(&row, "scope")));
        assert!(row["departments"].as_array().unwrap().is_empty());
        match &row["menus"] {
            Value::String(all) => assert_eq!(all, "all"),
            Value::Array(ids) => assert!(ids.iter().all(|id| menus.contains(&id.as_integer().unwrap())), "{row:?}"),
            other => panic!("{other}"),
        }
    }
}

#[test]
fn dictionaries_have_entries_and_one_default_at_most() {
    for dictionary in rows("dictionaries.toml", "dictionary") {
        let entries = dictionary["entry"].as_array().unwrap();
        let values: BTreeSet<&str> = entries.iter().map(|e| text(e.as_table().unwrap(), "value")).collect();
        assert!(values.len() == entries.len() && values.len() >= 2, "{dictionary:?}");
        assert!(entries.iter().filter(|e| e["default"].as_bool().unwrap()).count() <= 1);
        for entry in entries {
            let class = entry["class"].as_str().unwrap();
            assert!(["", "primary", "success", "info", "warning", "danger"].contains(&class), "{class}");
        }
    }
}

#[test]
fn names_are_single_chinese_characters() {
    let names = file("demo-names.toml");
    for (key, least) in [("surnames", 101), ("given", 200)] {
        let list = names[key].as_array().unwrap();
        let set: BTreeSet<&str> = list.iter().map(|v| v.as_str().unwrap()).collect();
        assert!(set.len() == list.len() && set.len() >= least, "{key}");
        assert!(set.iter().all(|name| name.chars().count() == 1 && name.chars().all(|c| c > '\u{3400}')));
    }
}
