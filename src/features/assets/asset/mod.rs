//! Assets 资产: properties as registered, under one name and title situation (domain.md 2.4).
//!
//! Invariants: who holds an asset is known without overlap; what is let, vacant, self-used or lent is derived from
//! its rooms and never typed in; an asset with rooms or certificates is not deleted.

pub mod approval;
pub mod areas;
pub mod columns;
pub mod exchange;
pub mod handing;
pub mod ops;
pub mod record;
pub mod tree;

use crate::records::files::ReferenceKind;
use crate::records::owned::find_through;
use crate::records::{export, list};
use crate::route::{AuditAction, Method, Route, read, write};

const TITLE: &str = "资产台账";

/// Pictures and documents of assets: seen by whoever may see the asset.
pub const FILES: ReferenceKind = ReferenceKind {
    name: "asset",
    may_see: |view, file| {
        let Some(to) = &file.reference else { return Ok(false) };
        Ok(find_through::<record::Asset>(view, to.id, "asset:asset:query").is_ok())
    },
};

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    let mut routes = list::routes::<ops::Assets>();
    routes.extend(vec![
        read("/asset/asset/tree", tree::tree).perm("asset:asset:list").titled("资产、楼栋与房间的树"),
        read("/asset/asset/options", ops::options).signed_in().titled("可选的资产"),
        read("/asset/asset/{id}", ops::show).perm("asset:asset:query").titled("资产详情"),
        write(Method::Post, "/asset/asset", ops::create).perm("asset:asset:add").audit(TITLE, AuditAction::Insert),
        write(Method::Put, "/asset/asset", ops::update).perm("asset:asset:edit").audit(TITLE, AuditAction::Update),
        write(Method::Put, "/asset/asset/holder", ops::set_holder)
            .perm("asset:asset:edit")
            .audit("变更管理甲方", AuditAction::Update),
        write(Method::Put, "/asset/asset/state", ops::set_state)
            .perm("asset:asset:edit")
            .audit("变更资产状态", AuditAction::Update),
        write(Method::Delete, "/asset/asset/{ids}", ops::remove)
            .perm("asset:asset:remove")
            .audit(TITLE, AuditAction::Delete),
    ]);
    routes.extend(export::routes("/asset/asset/export", "asset:asset:export", TITLE, exchange::export));
    routes.extend(exchange::ASSETS.routes(
        ["/asset/asset/importTemplate", "/asset/asset/importData"],
        "asset:asset:import",
        TITLE,
    ));
    routes
}
