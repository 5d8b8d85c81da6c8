//! Rooms 房间: the smallest lettable units (domain.md 2.5, 3.9).
//!
//! Invariants: a room has one usage on every day of its validity; among rooms that are valid without end, building,
//! floor and number are unique; splitting and merging close old rooms and open new ones whose rent areas add up.

pub mod availability;
pub mod batch;
pub mod choose;
pub mod columns;
pub mod exchange;
pub mod grid;
pub mod lineage;
pub mod on_day;
pub mod ops;
pub mod record;
pub mod selector;
pub mod tenancy;
pub mod vacancy;

use crate::records::{export, list};
use crate::route::{AuditAction, Method, Route, read, write};

const TITLE: &str = "房间管理";

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    let mut routes = list::routes::<ops::Rooms>();
    routes.extend(vec![
        read("/asset/room/grid", grid::grid).perm("asset:room:list").titled("房间平面图"),
        read("/asset/room/select", selector::select).perm("asset:room:list").titled("可出租的房间"),
        read("/asset/room/options", choose::options).signed_in().titled("可选的房间"),
        read("/asset/room/{id}", ops::show).perm("asset:room:query").titled("房间详情"),
        write(Method::Post, "/asset/room", ops::create).perm("asset:room:add").audit(TITLE, AuditAction::Insert),
        write(Method::Post, "/asset/room/batch", batch::create_all)
            .perm("asset:room:add")
            .audit(TITLE, AuditAction::Insert)
            .titled("房间批量新增"),
        write(Method::Put, "/asset/room", ops::update).perm("asset:room:edit").audit(TITLE, AuditAction::Update),
        write(Method::Put, "/asset/room/usage", ops::set_usage)
            .perm("asset:room:edit")
            .audit("房间用途", AuditAction::Update),
        write(Method::Post, "/asset/room/split", lineage::split)
            .perm("asset:room:edit")
            .audit("房间拆分", AuditAction::Update),
        write(Method::Post, "/asset/room/merge", lineage::merge)
            .perm("asset:room:edit")
            .audit("房间合并", AuditAction::Update),
        write(Method::Post, "/asset/room/end", lineage::end)
            .perm("asset:room:edit")
            .audit("房间停用", AuditAction::Update),
        write(Method::Post, "/asset/room/block", ops::block)
            .perm("asset:room:edit")
            .audit("房间占用", AuditAction::Insert),
        write(Method::Delete, "/asset/room/block/{id}", ops::unblock)
            .perm("asset:room:edit")
            .audit("房间占用", AuditAction::Delete),
        write(Method::Delete, "/asset/room/{ids}", ops::remove)
            .perm("asset:room:remove")
            .audit(TITLE, AuditAction::Delete),
    ]);
    routes.extend(export::routes("/asset/room/export", "asset:room:export", TITLE, exchange::export));
    routes.extend(exchange::ROOMS.routes(
        ["/asset/room/importTemplate", "/asset/room/importData"],
        "asset:room:import",
        TITLE,
    ));
    routes
}
