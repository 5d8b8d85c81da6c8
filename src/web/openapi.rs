//! What the route table knows, as an OpenAPI document: every type once, by its name. The front end's types and enumerations
//! are made from it (`packaging/contract`).

mod operation;
mod refusals;
mod types;

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::route::{Resources, Route};
use crate::web::mount::TOKEN_COOKIE;
use types::Types;

const ABOUT: &str = "资产与租金管理平台的接口。

**答复**：除文件、事件流和跳转外，一律是 HTTP 200 加 JSON 信封 `{code, msg, …}`；`code` 为 200 表示成功，其余为拒绝（`Refusal`），原因见 `msg`，\
有 `field` 时指出是请求的哪个字段。每个接口可能的拒绝列在 `x-refusals`，含义见 `components/responses`。只有内存不足时是 HTTP 503。

**登录**：`POST /login` 得到 `token`，以后放在请求头 `Authorization: Bearer …`。接口所需权限写在 `x-access` 和说明里。

**约定**：金额为整数分（`…Fen`），单价为万分之一元（`…E4`），面积为平方米、两位小数的文字（`…M2`），比例为百万分之一（`…Ppm`），另有说明的除外；\
日期 `yyyy-MM-dd`、时刻 `yyyy-MM-dd HH:mm:ss`，均为北京时间；编号是小于 2^53 的整数。未知字段忽略，查询参数为空等于不给。\
列表从第 1 页起、默认每页 20 行，多值参数可重复给出，也可用逗号分隔。";

/// The OpenAPI document of the API below `base`.
pub fn document(routes: &[Route], base: &str) -> Value {
    let resources = Resources::of(routes);
    let mut types = Types::of(routes);
    let mut paths: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    for route in routes {
        let operation = operation::of(route, &resources, &mut types);
        paths.entry(route.path).or_default().insert(route.method.as_str().to_lowercase(), operation);
    }
    let mut schemas = types.used_by(&paths);
    schemas.insert(refusals::TYPE.to_owned(), refusals::shape());
    json!({
        "openapi": "3.1.0",
        "info": {"title": "gx-portal", "version": env!("CARGO_PKG_VERSION"), "description": ABOUT},
        "servers": [{"url": base, "description": "本服务器"}],
        "tags": tags(routes),
        "paths": paths,
        "components": {
            "schemas": schemas,
            "responses": refusals::responses(),
            "securitySchemes": {
                "bearer": {
                    "type": "http", "scheme": "bearer", "bearerFormat": "JWT",
                    "description": "登录答复的 token；会话闲置过久或在别处被强退后失效。",
                },
                "cookie": {
                    "type": "apiKey", "in": "cookie", "name": TOKEN_COOKIE,
                    "description": "同一个 token，由浏览器直接打开的下载地址使用。",
                },
            },
        },
    })
}

/// The features that bring these, lowest first.
fn tags(routes: &[Route]) -> Vec<Value> {
    let mut tags: Vec<Value> = Vec::new();
    for feature in routes.iter().filter_map(|route| route.feature) {
        if tags.iter().all(|tag| tag["name"] != feature.name) {
            tags.push(json!({"name": feature.name, "description": feature.about}));
        }
    }
    tags
}
