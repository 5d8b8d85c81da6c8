//! Refusals: one shape, and what each code of the envelope means (contract 1.1).

use serde_json::{Map, Value, json};

use super::types::TYPES;
use crate::error::{AppError, Kind};
use crate::route::{Access, Method, Route};

/// Name of the shape.
pub(super) const TYPE: &str = "Refusal";

/// Kinds with a code of their own: the name of the response, and what it means.
const KINDS: [(Kind, &str, &str); 9] = [
    (Kind::NotSignedIn, "NotSignedIn", "401：没有登录，或会话已经结束。重新登录后再试。"),
    (Kind::Forbidden, "Forbidden", "403：没有 `x-access` 所写的权限，或登录地址不在允许的网络内。"),
    (Kind::NoRoute, "NotFound", "404：没有这个路径，或文件不存在、已被清理。"),
    (Kind::Stale, "Stale", "409：记录在读取之后被别人改过。重新读取，带上新的 `version` 再提交。"),
    (
        Kind::Refused,
        "Refused",
        "500：不符合业务规则或输入有误，`msg` 是给人看的原因；也可能是系统内部错误，`msg` 里有编号。",
    ),
    (Kind::PasswordChange, "PasswordChange", "602：须先修改初始或过期的口令（`PUT /system/user/profile/updatePwd`）。"),
    (Kind::SecondFactor, "SecondFactor", "603：须先输入或设置动态口令（`/portal/factor`）。"),
    (Kind::Proof, "Proof", "604：敏感操作，须先再次验证身份（`POST /portal/confirm`），10 分钟内有效。"),
    (Kind::OutOfService, "OutOfService", "605：系统维护中或只读，`msg` 里有说明。"),
];

fn code(kind: Kind) -> u16 {
    AppError::of(kind, "").code()
}

/// The envelope of a refusal.
pub(super) fn shape() -> Value {
    json!({
        "type": "object",
        "description": "拒绝：HTTP 仍为 200，由 `code` 区分。",
        "properties": {
            "code": {
                "type": "integer", "enum": KINDS.map(|(kind, ..)| code(kind)),
                "description": "拒绝的种类，含义见 components/responses",
            },
            "msg": {"type": "string", "description": "给人看的原因"},
            "field": {"type": "string", "description": "原因涉及的请求字段，列表内为 `rooms.0.priceE4`；说不清是哪个字段时没有"},
        },
        "required": ["code", "msg"],
    })
}

pub(super) fn reference() -> Value {
    json!({"$ref": format!("{TYPES}{TYPE}")})
}

fn response(about: &str) -> Value {
    json!({"description": about, "content": {"application/json": {"schema": reference()}}})
}

/// All of them, for `components/responses`.
pub(super) fn responses() -> Map<String, Value> {
    let mut all: Map<String, Value> =
        KINDS.iter().map(|(_, name, about)| ((*name).to_owned(), response(about))).collect();
    let mut busy = response("HTTP 503：同时处理的内容过多，内存不足。按 `Retry-After` 的秒数等待后重试。");
    busy["headers"] = json!({"Retry-After": {"description": "等待的秒数", "schema": {"type": "integer"}}});
    all.insert("NoMemory".to_owned(), busy);
    all
}

pub(super) fn no_memory() -> Value {
    json!({"$ref": "#/components/responses/NoMemory"})
}

/// The refusals of a route, by code.
pub(super) fn of(route: &Route, takes_version: bool, sends_file: bool) -> Map<String, Value> {
    let signed_in = !matches!(route.access, Access::Public { .. });
    let may = |kind| match kind {
        Kind::NotSignedIn | Kind::PasswordChange | Kind::SecondFactor => signed_in,
        Kind::Forbidden => matches!(route.access, Access::Perm(_) | Access::PermOf(_)),
        Kind::NoRoute => sends_file && route.method == Method::Get,
        Kind::Stale => takes_version && route.method != Method::Get,
        Kind::Proof => route.fresh,
        _ => true,
    };
    let told = KINDS.iter().filter(|(kind, ..)| may(*kind));
    told.map(|(kind, name, _)| (code(*kind).to_string(), json!({"$ref": format!("#/components/responses/{name}")})))
        .collect()
}
