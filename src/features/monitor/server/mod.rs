//! The state of the machine, of the program and of its store (contract 3.11, 3.12).
//!
//! Invariants: reads only, but for the clear calls of old clients, which rebuild what can be rebuilt and
//! say so; nothing secret is shown: sessions are counted, settings are named without their values.

pub mod cache;
pub mod columns;
pub mod machine;
pub mod ops;
pub mod proxies;
pub mod slow;

use super::attention;
use crate::route::{AuditAction, Method, Route, read, write};

const TITLE: &str = "存储与索引";

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    vec![
        read("/monitor/server", ops::show).perm("monitor:server:list").titled("服务监控"),
        read("/monitor/server/attention", attention::show).perm("monitor:server:list").titled("需要处理的事项"),
        read("/monitor/server/slow", slow::list).perm("monitor:server:list").titled("最近的慢操作"),
        read("/monitor/cache", cache::info).perm("monitor:cache:list").titled("存储与索引概况"),
        read("/monitor/cache/columns", columns::show).perm("monitor:cache:list").titled("内存中的列数据"),
        write(Method::Post, "/monitor/cache/columns/{table}", columns::refill)
            .perm("monitor:cache:list")
            .audit(TITLE, AuditAction::Clean)
            .titled("重建一个表的列数据"),
        read("/monitor/cache/store", cache::store).perm("monitor:cache:list").titled("数据文件的使用情况"),
        read("/monitor/cache/getNames", cache::names).perm("monitor:cache:list").titled("缓存的名称"),
        read("/monitor/cache/getKeys/{cacheName}", cache::keys).perm("monitor:cache:list").titled("缓存的键"),
        read("/monitor/cache/getValue/{cacheName}/{cacheKey}", cache::value)
            .perm("monitor:cache:list")
            .titled("缓存的内容"),
        write(Method::Delete, "/monitor/cache/clearCacheName/{cacheName}", cache::clear)
            .perm("monitor:cache:list")
            .audit(TITLE, AuditAction::Clean)
            .titled("重建人员检索（按名称）"),
        write(Method::Delete, "/monitor/cache/clearCacheKey/{cacheKey}", cache::clear)
            .perm("monitor:cache:list")
            .audit(TITLE, AuditAction::Clean)
            .titled("重建人员检索（按键）"),
        write(Method::Delete, "/monitor/cache/clearCacheAll", cache::clear)
            .perm("monitor:cache:list")
            .audit(TITLE, AuditAction::Clean)
            .titled("重建人员检索"),
    ]
}
