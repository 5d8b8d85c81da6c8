//! Shapes of inputs: their fields, and inputs made from them.

use gx_portal::route::Route;
use serde_json::{Map, Value, json};

/// A field of an input: where it is, and its shape.
pub struct Field {
    pub path: Vec<String>,
    pub shape: Value,
}

/// Every field of what a route takes, those within others too.
pub fn fields(route: &Route) -> Vec<Field> {
    let (root, mut found) = (route.input().as_value(), Vec::new());
    collect(root, root, &[], &mut found);
    found
}

fn resolved<'s>(root: &'s Value, shape: &'s Value) -> &'s Value {
    let pointer = shape.get("$ref").and_then(Value::as_str).and_then(|path| path.strip_prefix('#'));
    pointer.map_or(shape, |pointer| root.pointer(pointer).expect("a reference within"))
}

fn collect(root: &Value, shape: &Value, path: &[String], found: &mut Vec<Field>) {
    let shape = resolved(root, shape);
    assert!(path.len() < 10, "{path:?}");
    if !path.is_empty() {
        found.push(Field { path: path.to_vec(), shape: shape.clone() });
    }
    for key in ["anyOf", "oneOf", "allOf"] {
        for part in shape[key].as_array().into_iter().flatten() {
            collect(root, part, path, found);
        }
    }
    let below = |name: &str| [path, &[name.to_owned()]].concat();
    if shape["items"].is_object() {
        collect(root, &shape["items"], &below("[]"), found);
    }
    for (name, part) in shape["properties"].as_object().into_iter().flatten() {
        // Columns of a table are fields again, and have none of their own.
        if name == "columns" && path.contains(name) {
            continue;
        }
        collect(root, part, &below(name), found);
    }
}

/// An input that says this in one place and nothing else.
pub fn saying(path: &[String], value: Value) -> Value {
    path.iter().rev().fold(value, |inner, name| match name.as_str() {
        "[]" => json!([inner]),
        name => Value::Object(Map::from_iter([(name.to_owned(), inner)])),
    })
}

/// Says this in one place of an input that may say more.
pub fn put(form: &mut Value, path: &[String], value: Value) {
    let Some((name, rest)) = path.split_first() else {
        *form = value;
        return;
    };
    match (form, name.as_str()) {
        (Value::Array(items), "[]") if !items.is_empty() => put(&mut items[0], rest, value),
        (Value::Object(map), name) if name != "[]" => put(map.entry(name).or_insert(Value::Null), rest, value),
        (form, _) => *form = saying(path, value),
    }
}

/// An input that a form might send: every field is there and holds something of its kind.
pub fn filled(route: &Route) -> Value {
    let root = route.input().as_value();
    of_kind(root, root, 0).unwrap_or_else(|| json!({}))
}

fn of_kind(root: &Value, shape: &Value, depth: usize) -> Option<Value> {
    let shape = resolved(root, shape);
    if let Some(first) = shape["enum"].get(0).or_else(|| shape.get("const")) {
        return Some(first.clone());
    }
    let parts = ["anyOf", "oneOf", "allOf"].iter().filter_map(|key| shape[key].as_array()).flatten();
    let kinds = shape["type"].to_string();
    if kinds.contains("integer") || kinds.contains("number") {
        return Some(json!(1));
    }
    if kinds.contains("string") {
        return Some(json!(match shape["format"].as_str() {
            Some("date") => "2024-09-30",
            Some("area") => "100",
            _ => "测试",
        }));
    }
    if kinds.contains("boolean") {
        return Some(json!(false));
    }
    if depth > 6 {
        return None;
    }
    if kinds.contains("array") {
        return Some(Value::Array(of_kind(root, &shape["items"], depth + 1).into_iter().collect()));
    }
    if let Some(properties) = shape["properties"].as_object() {
        let given = |(name, part): (&String, &Value)| Some((name.clone(), of_kind(root, part, depth + 1)?));
        return Some(Value::Object(properties.iter().filter_map(given).collect()));
    }
    parts.into_iter().find_map(|part| of_kind(root, part, depth + 1))
}
