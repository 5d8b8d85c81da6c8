//! One route as an operation of the document.

use serde_json::{Map, Value, json};

use super::refusals;
use super::types::{Asked, Types};
use crate::idempotency;
use crate::route::{Access, AuditAction, Method, Resources, Route, Upload};

/// Type of a workbook.
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/// Fields of an input that the server fills from files.
const FILES: [&str; 4] = ["file", "files", "preview", "previews"];

pub(super) fn of(route: &Route, resources: &Resources, types: &mut Types) -> Value {
    let answer = types.answer(route);
    let asked = types.input(route);
    let in_path: Vec<&str> = route.path.split('{').skip(1).filter_map(|part| part.split('}').next()).collect();
    let sends_file = answer["format"] == "binary";
    let mut operation = json!({
        "operationId": route.identifier(resources),
        "summary": route.summary(resources),
        "description": about(route),
        "x-access": access(route),
        "x-refusals": refusals::of(route, asked.fields.contains_key("version"), sends_file),
        "security": security(route),
        "responses": responses(route, answer),
        "parameters": parameters(route, &in_path, &asked, types),
    });
    operation["tags"] = route.feature.iter().map(|feature| feature.name).collect();
    if let Some((title, deed)) = route.audit {
        operation["x-audit"] = json!({"title": title, "deed": format!("{deed:?}"), "kind": deed as u8});
    }
    if let Some(body) = body(route, &in_path, asked) {
        operation["requestBody"] = body;
    }
    operation
}

fn access(route: &Route) -> Value {
    match &route.access {
        Access::Public { why } => json!({"public": why}),
        Access::SignedIn => json!("signed in"),
        Access::Perm(permission) | Access::PermOf(permission) => json!(permission),
    }
}

/// Who may use it, and what else holds.
fn about(route: &Route) -> String {
    let mut about = match &route.access {
        Access::Public { .. } => "无须登录。".to_owned(),
        Access::SignedIn => "登录即可使用。".to_owned(),
        Access::Perm(permission) | Access::PermOf(permission) => format!("需要权限 `{permission}`。"),
    };
    if route.fresh {
        about.push_str("敏感操作：须在 10 分钟内验证过身份，否则答复 604。");
    }
    if let Some((title, _)) = route.audit {
        about.push_str(&format!("操作日志记为“{title}”。"));
    }
    if route.ticket {
        about.push_str("也可凭一次性下载凭证 `ticket` 使用。");
    }
    about
}

fn security(route: &Route) -> Value {
    match &route.access {
        Access::Public { .. } => json!([]),
        _ if route.cookie => json!([{"bearer": []}, {"cookie": []}]),
        _ => json!([{"bearer": []}]),
    }
}

fn responses(route: &Route, answer: Value) -> Value {
    let refusal = || json!({"schema": refusals::reference()});
    let content = match answer["format"].as_str() {
        Some("binary") => match media(route) {
            json @ "application/json" => json!({json: {"schema": {"type": "object"}}}),
            media => json!({media: {"schema": answer}, "application/json": refusal()}),
        },
        Some("event-stream") => {
            json!({"text/event-stream": {"schema": {"type": "string"}}, "application/json": refusal()})
        }
        Some("redirect") => {
            let to = json!({"description": "要转到的地址", "required": true, "schema": {"type": "string", "format": "uri-reference"}});
            return json!({"302": {"description": "转到另一个地址", "headers": {"Location": to}}, "503": refusals::no_memory()});
        }
        _ => json!({"application/json": {"schema": {"oneOf": [answer, refusals::reference()]}}}),
    };
    let about = match content.get("application/json").and_then(|json| json["schema"].get("oneOf")) {
        Some(_) => "成功（`code` 为 200）或拒绝",
        None => "文件或事件流；拒绝时为 JSON 信封",
    };
    json!({"200": {"description": about, "content": content}, "503": refusals::no_memory()})
}

/// Type of the file that a route sends.
fn media(route: &Route) -> &'static str {
    match (route.sends, route.method, route.audit) {
        (Some(media), ..) => media,
        (None, Method::Post, Some((_, AuditAction::Export))) => XLSX,
        _ => "application/octet-stream",
    }
}

fn parameters(route: &Route, in_path: &[&str], asked: &Asked, types: &Types) -> Vec<Value> {
    let mut parameters: Vec<Value> = in_path
        .iter()
        .map(|name| {
            let schema = asked.fields.get(*name).cloned().unwrap_or_else(|| json!({"type": "string"}));
            parameter("path", name, schema, true)
        })
        .collect();
    if route.method == Method::Get {
        for (name, schema) in asked.fields.iter().filter(|(name, _)| !in_path.contains(&name.as_str())) {
            let mut asked_for = parameter("query", name, schema.clone(), asked.required.contains(name));
            if types.is_object(schema) {
                // `params[beginTime]=…` (contract 0.3 rule 6)
                asked_for["style"] = json!("deepObject");
                asked_for["explode"] = json!(true);
            }
            parameters.push(asked_for);
        }
    }
    if route.ticket {
        let about = json!({"description": "附件的一次性下载凭证，代替登录", "type": "string"});
        parameters.push(parameter("query", "ticket", about, false));
    }
    if route.idempotent {
        parameters.push(form_token());
    }
    parameters
}

/// A parameter says itself what it is about, and is given or not: an address has no null.
fn parameter(place: &str, name: &str, mut schema: Value, required: bool) -> Value {
    let about = schema.as_object_mut().and_then(|schema| schema.remove("description"));
    without_null(&mut schema);
    if required && let Some(schema) = schema.as_object_mut() {
        schema.remove("default");
    }
    let mut parameter = json!({"name": name, "in": place, "required": required, "schema": schema});
    if let Some(about) = about {
        parameter["description"] = about;
    }
    parameter
}

fn without_null(schema: &mut Value) {
    if let Some(kinds) = schema.get_mut("type").and_then(Value::as_array_mut) {
        kinds.retain(|kind| kind != "null");
        if let [only] = kinds.as_slice() {
            schema["type"] = only.clone();
        }
    }
    if let Some(parts) = schema.get_mut("anyOf").and_then(Value::as_array_mut) {
        parts.retain(|part| part["type"] != "null");
        if let [only] = parts.as_slice() {
            *schema = only.clone();
        }
    }
    if let Some(schema) = schema.as_object_mut()
        && schema.get("default").is_some_and(Value::is_null)
    {
        schema.remove("default");
    }
}

fn form_token() -> Value {
    json!({
        "name": idempotency::HEADER, "in": "header", "required": false,
        "description": "表单令牌：客户端为一次提交自拟的名称。同一令牌、同样内容再次提交，答复第一次的结果而不重复办理；内容或接口不同则拒绝。\
            保留 7 天；被拒绝和试算的提交不占用令牌。",
        "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]+$", "minLength": idempotency::LENGTH.start(), "maxLength": idempotency::LENGTH.end()},
    })
}

fn body(route: &Route, in_path: &[&str], asked: Asked) -> Option<Value> {
    if let Some(upload) = route.upload {
        return Some(
            json!({"required": true, "content": {"multipart/form-data": {"schema": form(upload, in_path, &asked)}}}),
        );
    }
    let Asked { mut shape, mut fields, required } = asked;
    let before = fields.len();
    fields.retain(|name, _| !in_path.contains(&name.as_str()));
    if route.method == Method::Get || fields.is_empty() {
        return None;
    }
    if fields.len() < before {
        let required: Vec<String> = required.into_iter().filter(|name| fields.contains_key(name)).collect();
        shape = json!({"type": "object", "properties": fields, "required": required});
    }
    Some(json!({"required": true, "content": {"application/json": {"schema": shape}}}))
}

/// A file with what comes beside it.
fn form(upload: Upload, in_path: &[&str], asked: &Asked) -> Value {
    let megabytes = upload.limit >> 20;
    let file = json!({"type": "string", "format": "binary", "description": format!("文件，至多 {megabytes} MB")});
    let file = match upload.most {
        1 => file,
        most => {
            json!({"type": "array", "items": file, "maxItems": most, "description": format!("文件，至多 {most} 个")})
        }
    };
    let mut fields = Map::from_iter([(upload.field.to_owned(), file)]);
    if upload.preview {
        let preview = json!({"type": "string", "format": "binary", "description": "浏览器缩小的预览图片，至多 5 MB"});
        fields.insert("preview".to_owned(), preview);
    }
    let beside =
        asked.fields.iter().filter(|(name, _)| !FILES.contains(&name.as_str()) && !in_path.contains(&name.as_str()));
    fields.extend(beside.map(|(name, shape)| (name.clone(), shape.clone())));
    json!({"type": "object", "properties": fields, "required": [upload.field]})
}
