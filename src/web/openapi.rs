//! What the route table knows, as an OpenAPI document: every type once, by its name. The front end's types and enumerations
//! are made from it (`packaging/contract`).

use std::collections::{BTreeMap, BTreeSet};

use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::idempotency;
use crate::route::{Access, Method, Route};

/// Where the types stand.
const TYPES: &str = "#/components/schemas/";
/// What a type is called where it is asked, when it is answered with another shape under its own name.
const ASKED: &str = "Input";

/// The OpenAPI document of the API below `base`.
pub fn document(routes: &[Route], base: &str) -> Value {
    let mut types = Types::of(routes);
    let mut paths: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    for route in routes {
        let access = match &route.access {
            Access::Public { why } => json!({"public": why}),
            Access::SignedIn => json!("signed in"),
            Access::Perm(permission) | Access::PermOf(permission) => json!(permission),
        };
        let answer = types.answer(route);
        let mut operation = json!({
            "operationId": route.name(),
            "x-access": access,
            "x-audit": route.audit.map(|(title, deed)| json!({"title": title, "deed": format!("{deed:?}")})),
            "security": if matches!(route.access, Access::Public { .. }) { json!([]) } else { json!([{"bearer": []}]) },
            "responses": {"200": {"description": "信封 {code,msg,…}", "content": {"application/json": {"schema": answer}}}},
        });
        let (asked, properties) = types.input(route);
        let in_path: Vec<&str> = route.path.split('{').skip(1).filter_map(|part| part.split('}').next()).collect();
        let mut parameters: Vec<Value> = in_path
            .iter()
            .map(|name| json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}}))
            .collect();
        if route.method == Method::Get {
            for (name, schema) in properties.iter().filter(|(name, _)| !in_path.contains(&name.as_str())) {
                parameters.push(json!({"name": name, "in": "query", "required": false, "schema": schema}));
            }
        } else if let Some(upload) = route.upload {
            let body =
                json!({"type": "object", "properties": {(upload.field): {"type": "string", "format": "binary"}}});
            operation["requestBody"] = json!({"content": {"multipart/form-data": {"schema": body}}});
        } else if !properties.is_empty() {
            operation["requestBody"] = json!({"content": {"application/json": {"schema": asked}}});
        }
        if route.idempotent {
            parameters.push(form_token());
        }
        operation["parameters"] = Value::Array(parameters);
        paths.entry(route.path).or_default().insert(route.method.as_str().to_lowercase(), operation);
    }
    json!({
        "openapi": "3.1.0",
        "info": {"title": "gx-portal", "version": env!("CARGO_PKG_VERSION")},
        "servers": [{"url": base}],
        "paths": paths,
        "components": {
            "schemas": types.used_by(&paths),
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
        },
    })
}

fn form_token() -> Value {
    json!({
        "name": idempotency::HEADER, "in": "header", "required": false,
        "description": "What the form calls itself: sent again with the same content it answers the first result and \
            does nothing; with another content, or to another route, it is refused. Kept for 7 days; refusals and \
            dry runs leave it free.",
        "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]+$", "minLength": idempotency::LENGTH.start(), "maxLength": idempotency::LENGTH.end()},
    })
}

/// Answers say what is always there, questions what must be given: the same type may have two shapes.
struct Types {
    answered: SchemaGenerator,
    asked: SchemaGenerator,
    /// Names of types whose two shapes differ.
    differing: BTreeSet<String>,
}

impl Types {
    fn of(routes: &[Route]) -> Self {
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

    fn answer(&mut self, route: &Route) -> Value {
        (route.shapes.answer)(&mut self.answered).to_value()
    }

    /// What a route takes, and the fields of it.
    fn input(&mut self, route: &Route) -> (Value, Map<String, Value>) {
        let asked = (route.shapes.input)(&mut self.asked).to_value();
        let definition = match asked.get("$ref").and_then(Value::as_str).and_then(|path| path.strip_prefix(TYPES)) {
            Some(name) => self.asked.definitions().get(name).unwrap_or(&asked),
            None => &asked,
        };
        let properties = definition.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
        let properties = properties.into_iter().map(|(name, shape)| (name, self.as_asked(shape))).collect();
        (self.as_asked(asked), properties)
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
    fn used_by(self, paths: &BTreeMap<&str, Map<String, Value>>) -> BTreeMap<String, Value> {
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
    let required: BTreeSet<String> =
        shape["required"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect();
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

/// Names of types with two shapes, and of those that are made of such types.
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

/// Names of the types that a shape names.
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
