//! Shapes of everything on the wire, each once by its name.

use std::collections::{BTreeMap, BTreeSet};

use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

use crate::route::Route;

/// Where the types stand.
pub(super) const TYPES: &str = "#/components/schemas/";
/// What a type is called where it is asked, when it is answered with another shape under its own name.
const ASKED: &str = "Input";

/// What a route takes.
pub(super) struct Asked {
    /// The whole of it, by name where it has one.
    pub(super) shape: Value,
    pub(super) fields: Map<String, Value>,
    /// NameCache of those that must be given.
    pub(super) required: BTreeSet<String>,
}

/// Answers say what is always there, questions what must be given: the same type may have two shapes.
pub(super) struct Types {
    answered: SchemaGenerator,
    asked: SchemaGenerator,
    /// NameCache of types whose two shapes differ.
    differing: BTreeSet<String>,
}

impl Types {
    pub(super) fn of(routes: &[Route]) -> Self {
        let settings = || {
            SchemaSettings::draft2020_12().with(|settings| {
                settings.definitions_path = TYPES.trim_start_matches('#').trim_end_matches('/').into();
                settings.meta_schema = None;
            })
        };
        let mut answered = settings().for_serialize().into_generator();
        let mut asked = settings().for_deserialize().into_generator();
        for route in routes {
            (route.shapes.answer)(&mut answered);
            (route.shapes.input)(&mut asked);
        }
        let differing = differing(&tidied(&answered, true), &tidied(&asked, false));
        Self { answered, asked, differing }
    }

    pub(super) fn answer(&mut self, route: &Route) -> Value {
        (route.shapes.answer)(&mut self.answered).to_value()
    }

    /// What a route takes.
    pub(super) fn input(&mut self, route: &Route) -> Asked {
        let asked = (route.shapes.input)(&mut self.asked).to_value();
        let definition = self.definition(&asked);
        let properties = definition.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
        let required = names(&definition["required"]);
        let fields = properties.into_iter().map(|(name, shape)| (name, self.as_asked(shape))).collect();
        Asked { shape: self.as_asked(asked), fields, required }
    }

    /// A shape that is asked, or what stands under its name.
    fn definition<'v>(&'v self, shape: &'v Value) -> &'v Value {
        let name = shape.get("$ref").and_then(Value::as_str).and_then(|path| path.strip_prefix(TYPES));
        let name =
            name.map(|name| name.strip_suffix(ASKED).filter(|name| self.differing.contains(*name)).unwrap_or(name));
        name.and_then(|name| self.asked.definitions().get(name)).unwrap_or(shape)
    }

    /// Whether a field that is asked has fields of its own.
    pub(super) fn is_object(&self, shape: &Value) -> bool {
        let definition = self.definition(shape);
        let parts = definition["anyOf"].as_array().into_iter().flatten();
        definition["type"] == "object" || parts.into_iter().any(|part| self.is_object(part))
    }

    fn as_asked(&self, mut shape: Value) -> Value {
        each_reference(&mut shape, &mut |path| {
            if path.strip_prefix(TYPES).is_some_and(|name| self.differing.contains(name)) {
                path.push_str(ASKED);
            }
        });
        shape
    }

    /// The types that the paths name, and those which these are made of.
    pub(super) fn used_by(self, paths: &BTreeMap<&str, Map<String, Value>>) -> BTreeMap<String, Value> {
        let mut all = tidied(&self.answered, true);
        for (name, shape) in tidied(&self.asked, false) {
            let shape = self.as_asked(shape);
            all.insert(if self.differing.contains(&name) { format!("{name}{ASKED}") } else { name }, shape);
        }
        let mut used = BTreeMap::new();
        let mut left: Vec<String> = paths.values().flat_map(|path| path.values()).flat_map(references).collect();
        while let Some(name) = left.pop() {
            if let Some(shape) = all.remove(&name) {
                left.extend(references(&shape));
                used.insert(name, shape);
            }
        }
        used
    }
}

fn tidied(generator: &SchemaGenerator, answered: bool) -> BTreeMap<String, Value> {
    let mut all: BTreeMap<String, Value> =
        generator.definitions().iter().map(|(name, shape)| (name.clone(), shape.clone())).collect();
    if answered {
        all.values_mut().for_each(never_null);
    }
    all
}

/// What an answer leaves out when there is nothing is never null.
fn never_null(shape: &mut Value) {
    let required = names(&shape["required"]);
    let Some(properties) = shape.get_mut("properties").and_then(Value::as_object_mut) else { return };
    for (_, property) in properties.iter_mut().filter(|(name, _)| !required.contains(*name)) {
        if let Some(kinds) = property.get_mut("type").and_then(Value::as_array_mut) {
            kinds.retain(|kind| kind != "null");
            if let [only] = kinds.as_slice() {
                property["type"] = only.clone();
            }
        }
        if let Some(parts) = property.get_mut("anyOf").and_then(Value::as_array_mut) {
            parts.retain(|part| part["type"] != "null");
        }
    }
}

fn names(list: &Value) -> BTreeSet<String> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// NameCache of types with two shapes, and of those that are made of such types.
fn differing(answered: &BTreeMap<String, Value>, asked: &BTreeMap<String, Value>) -> BTreeSet<String> {
    let both = || asked.iter().filter_map(|(name, shape)| Some((name, shape, answered.get(name)?)));
    let mut found: BTreeSet<String> =
        both().filter(|(_, asked, answered)| asked != answered).map(|(name, ..)| name.clone()).collect();
    loop {
        let before = found.len();
        for (name, asked, _) in both() {
            if references(asked).iter().any(|name| found.contains(name)) {
                found.insert(name.clone());
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

/// NameCache of the types that a shape names.
fn references(shape: &Value) -> Vec<String> {
    let mut found = Vec::new();
    each_reference(&mut shape.clone(), &mut |path| found.extend(path.strip_prefix(TYPES).map(str::to_owned)));
    found
}

fn each_reference(shape: &mut Value, with: &mut impl FnMut(&mut String)) {
    match shape {
        Value::Object(map) => {
            for (key, value) in map {
                match value {
                    Value::String(path) if key == "$ref" => with(path),
                    other => each_reference(other, with),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| each_reference(item, with)),
        _ => {}
    }
}
