//! The configuration page: settings that change while the program runs (contract 2.5).
//!
//! Invariants: a key is unique; built-in settings are never deleted; a change acts at once; only
//! settings marked public are readable by key for everybody.

pub mod defaults;
pub mod exchange;
pub mod ops;

use crate::platform::session::Stage;
use crate::records::export;
use crate::records::list;
use crate::route::{AuditAction, Method, Route, read, write};

const TITLE: &str = "参数管理";

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    let mut routes = list::routes::<ops::Configs>();
    routes.extend(vec![
        read("/system/config/configKey/{configKey}", ops::by_key)
            .signed_in()
            .at(Stage::Password)
            .titled("按键名读取公开参数"),
        write(Method::Delete, "/system/config/refreshCache", ops::refresh)
            .perm("system:config:remove")
            .audit(TITLE, AuditAction::Clean)
            .titled("刷新参数缓存（新版路径）"),
        write(Method::Delete, "/system/config/clearCache", ops::refresh)
            .perm("system:config:remove")
            .audit(TITLE, AuditAction::Clean)
            .titled("刷新参数缓存"),
        read("/system/config/{configId}", ops::show).perm("system:config:query").titled("参数详情"),
        write(Method::Post, "/system/config", ops::create).perm("system:config:add").audit(TITLE, AuditAction::Insert),
        write(Method::Put, "/system/config", ops::update).perm("system:config:edit").audit(TITLE, AuditAction::Update),
        write(Method::Delete, "/system/config/{configIds}", ops::remove)
            .perm("system:config:remove")
            .audit(TITLE, AuditAction::Delete),
    ]);
    routes.extend(export::routes("/system/config/export", "system:config:export", TITLE, exchange::export));
    routes.extend(exchange::CONFIGS.routes(
        ["/system/config/importTemplate", "/system/config/importData"],
        "system:config:import",
        TITLE,
    ));
    routes
}
