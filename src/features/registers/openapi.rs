//! The OpenAPI document of one register: the templates of its routes with its code and its rows typed.

use serde_json::{Map, Value as Json, json};

use crate::config::BASE;
use crate::error::{AppError, Result};
use crate::op::View;
use crate::route::{Access, Resources, Route, Text};

use super::definition::Field;
use super::kind::{FieldKind, Nature, QueryWay};
use super::published::{Published, Seen};
use super::rows::meta::OfRegister;

/// The schema of a field's value on the wire.
fn schema(field: &Field) -> Json {
    let of = |kind: &str| json!({"type": kind});
    let several = |item: Json| json!({"type": "array", "items": item});
    let mut schema = match field.kind {
        FieldKind::Whole | FieldKind::Money | FieldKind::Percent | FieldKind::Year => of("integer"),
        FieldKind::Decimal | FieldKind::Area => json!({"type": "string", "format": "decimal"}),
        FieldKind::Day => json!({"type": "string", "format": "date"}),
        FieldKind::Month => json!({"type": "string", "pattern": "^\\d{4}-\\d{2}$"}),
        FieldKind::Moment => json!({"type": "string", "format": "date-time"}),
        FieldKind::Flag => of("boolean"),
        FieldKind::Choices => several(of("string")),
        kind if matches!(kind.nature(), Nature::Links | Nature::Files) && kind.is_several() => several(of("integer")),
        kind if kind.nature() == Nature::Links => of("integer"),
        kind => json!({"type": "string", "maxLength": field.length.map_or(kind.most_chars(), |most| most as usize)}),
    };
    let unit = match field.kind {
        FieldKind::Money => "（单位：分）",
        FieldKind::Percent => "（单位：百万分之一）",
        FieldKind::Area => "（单位：平方米）",
        _ => "",
    };
    if let Some(schema) = schema.as_object_mut() {
        schema.insert("title".into(), json!(format!("{}{unit}", field.label)));
        if !field.help.is_empty() {
            schema.insert("description".into(), json!(field.help));
        }
    }
    schema
}

fn row(name: &str, seen: Seen<'_>) -> Json {
    let values: Map<String, Json> = seen.iter().map(|field| (field.code.clone(), schema(field))).collect();
    let required: Vec<&str> = seen.iter().filter(|field| field.required).map(|field| field.code.as_str()).collect();
    json!({"type": "object", "title": name, "properties": values, "required": required})
}

fn filters(seen: Seen<'_>) -> Vec<Json> {
    let mut filters = Vec::new();
    for field in seen.iter().filter(|field| field.query) {
        let capital = |prefix: &str| {
            let mut letters = field.code.chars();
            let first = letters.next().map(|first| first.to_ascii_uppercase()).unwrap_or_default();
            format!("q[{prefix}{first}{}]", letters.as_str())
        };
        let names = match field.query_way {
            QueryWay::Between => vec![capital("begin"), capital("end")],
            _ => vec![format!("q[{}]", field.code)],
        };
        for name in names {
            let about = format!("{}：{}", field.label, field.query_way.label());
            filters.push(json!({"name": name, "in": "query", "required": false, "description": about,
                "schema": {"type": "string"}}));
        }
    }
    filters
}

/// The document of a register's fields.
///
/// # Errors
/// None that a definition can bring about.
pub fn text((code, name): (&str, &str), seen: Seen<'_>) -> Result<String> {
    let mut paths: Map<String, Json> = Map::new();
    let routes = super::routes();
    let resources = Resources::of(&routes);
    for route in &routes {
        let Access::PermOf(template) = route.access else { continue };
        let path = route.path.replace("{code}", code);
        let operation = operation(route, &resources, &template.replace("{code}", code), seen);
        let entry = paths.entry(path).or_insert_with(|| json!({}));
        if let Some(entry) = entry.as_object_mut() {
            entry.insert(route.method.as_str().to_lowercase(), operation);
        }
    }
    let document = json!({
        "openapi": "3.1.0",
        "info": {"title": name, "version": env!("CARGO_PKG_VERSION")},
        "servers": [{"url": format!("{BASE}/prod-api")}],
        "paths": paths,
        "components": {
            "schemas": {"Row": row(name, seen)},
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
        },
    });
    serde_json::to_string_pretty(&document).map_err(AppError::internal)
}

fn operation(route: &Route, resources: &Resources, permission: &str, seen: Seen<'_>) -> Json {
    let in_path =
        route.path.split('{').skip(1).filter_map(|part| part.split('}').next()).filter(|name| *name != "code");
    let mut parameters: Vec<Json> = in_path
        .map(|name| json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}}))
        .collect();
    if route.path.ends_with("/list") || route.path.ends_with("/export") {
        parameters.extend(filters(seen));
    }
    let mut operation = json!({
        "operationId": route.identifier(resources),
        "summary": route.summary(resources),
        "x-access": permission,
        "parameters": parameters,
        "security": [{"bearer": []}],
        "responses": {"200": {"description": "信封 {code,msg,…}"}},
    });
    if route.path == "/reg/{code}" {
        operation["requestBody"] = json!({"content": {"application/json": {"schema": {
            "type": "object",
            "properties": {
                "id": {"type": "integer"}, "version": {"type": "integer"}, "deptId": {"type": "integer"},
                "values": {"$ref": "#/components/schemas/Row"},
            },
        }}}});
    }
    operation
}

pub fn document(view: &View, input: OfRegister) -> Result<Text> {
    let published = Published::of(view, &input.code)?;
    text((&published.register.code, &published.definition.name), published.seen(view)).map(Text)
}
