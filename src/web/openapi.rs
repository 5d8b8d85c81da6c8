//! What the route table knows, as an OpenAPI document.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::once;
use crate::route::{Access, Route};

/// The OpenAPI document of the API below `base`.
pub fn document(routes: &[Route], base: &str) -> Value {
    let mut paths: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    for route in routes {
        let access = match &route.access {
            Access::Public { why } => json!({"public": why}),
            Access::SignedIn => json!("signed in"),
            Access::Perm(permission) => json!(permission),
        };
        let mut operation = json!({
            "operationId": route.name(),
            "x-access": access,
            "x-audit": route.audit.map(|(title, deed)| json!({"title": title, "deed": format!("{deed:?}")})),
            "security": if matches!(route.access, Access::Public { .. }) { json!([]) } else { json!([{"bearer": []}]) },
            "responses": {"200": {"description": "信封 {code,msg,…}", "content": {"application/json": {"schema": route.output.as_value()}}}},
        });
        let input = route.input.as_value();
        let in_path: Vec<&str> = route.path.split('{').skip(1).filter_map(|part| part.split('}').next()).collect();
        let properties = input.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
        let mut parameters: Vec<Value> = in_path
            .iter()
            .map(|name| json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}}))
            .collect();
        if route.method == crate::route::Method::Get {
            for (name, schema) in properties.iter().filter(|(name, _)| !in_path.contains(&name.as_str())) {
                parameters.push(json!({"name": name, "in": "query", "required": false, "schema": schema}));
            }
        } else if let Some(upload) = route.upload {
            let body =
                json!({"type": "object", "properties": {(upload.field): {"type": "string", "format": "binary"}}});
            operation["requestBody"] = json!({"content": {"multipart/form-data": {"schema": body}}});
        } else if !properties.is_empty() {
            operation["requestBody"] = json!({"content": {"application/json": {"schema": input}}});
        }
        if route.once {
            parameters.push(json!({
                "name": once::HEADER, "in": "header", "required": false,
                "description": "What the form calls itself: sent again with the same content it answers the first result and \
                    does nothing; with another content, or to another route, it is refused. Kept for 7 days; refusals and \
                    dry runs leave it free.",
                "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]+$", "minLength": once::LENGTH.start(), "maxLength": once::LENGTH.end()},
            }));
        }
        operation["parameters"] = Value::Array(parameters);
        paths.entry(route.path).or_default().insert(route.method.as_str().to_lowercase(), operation);
    }
    json!({
        "openapi": "3.1.0",
        "info": {"title": "gx-portal", "version": env!("CARGO_PKG_VERSION")},
        "servers": [{"url": base}],
        "paths": paths,
        "components": {"securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}}},
    })
}
