//! The statistics report 统计报表 (domain.md section 4): its blocks, each an answer of its own, from the figures of the
//! books and the areas of the register.
//!
//! Invariants: a block counts what its asker may see through the block's own right; every figure is for a day (`asOf`);
//! nothing is stored here but what lies in memory. What to do and notices need no right: they are the person's own.

pub mod area;
pub mod arrears;
pub mod cash;
pub mod centre;
mod export;
pub mod period;
pub mod planned;
pub mod rate;
pub mod receivable;
pub mod received;
pub mod remittance;
pub mod soon;
pub mod todo;
pub mod todo_list;

use crate::error::Result;
use crate::features::finance::figures::load::ChartQuery;
use crate::op::View;
use crate::product::{Feature, MemoryInfo};
use crate::records::export as workbook;
use crate::records::export::Workbook;
use crate::route::{AuditAction, Method, Route, prepared, read};

/// The report.
pub const FEATURE: Feature = Feature {
    name: "report",
    routes,
    settings: &[rate::TARGET.info],
    memory: &[MemoryInfo::of::<area::AreaCache>(), MemoryInfo::of::<soon::SoonCache>()],
    ..Feature::EMPTY
};

/// Rows of the route table.
pub(crate) fn routes() -> Vec<Route> {
    let mut routes = vec![
        read("/stat/yingShou", receivable::block).perm("stat:yingShou:list"),
        read("/stat/shiShou", received::block).perm("stat:shiShou:list"),
        read("/stat/plateAssetAreaPie", area::shares).perm("stat:plateAssetAreaPie:list"),
        read("/stat/plateAssetArea", area::uses).perm("stat:plateAssetArea:list"),
        read("/stat/daiBan", todo::block).signed_in(),
        read("/stat/daiBan/list", todo_list::list).signed_in(),
        read("/stat/xianJinLiu", cash::block).perm("stat:xianJinLiu:list"),
        read("/stat/qianJiao", arrears::block).perm("stat:qianJiao:list"),
        read("/stat/shouJiaoLv", rate::block).perm("stat:shouJiaoLv:list"),
    ];
    routes.extend(export_routes());
    routes.extend(centre::routes());
    routes
}

type Prepare = fn(&View<'_>, ChartQuery) -> Result<Workbook>;

/// A block's workbook: as a file, and as a ticket or task. Who sees the block may take it along.
fn exported(path: &'static str, prepare: Prepare, permission: &'static str) -> [Route; 2] {
    [
        prepared(Method::Post, path, prepare, workbook::file).perm(permission).audit("统计报表", AuditAction::Export),
        workbook::offered(path, prepare).perm(permission).audit("统计报表", AuditAction::Export),
    ]
}

fn export_routes() -> Vec<Route> {
    [
        exported("/stat/yingShou/export", export::receivable, "stat:yingShou:list"),
        exported("/stat/shiShou/export", export::received, "stat:shiShou:list"),
        exported("/stat/plateAssetAreaPie/export", export::shares, "stat:plateAssetAreaPie:list"),
        exported("/stat/plateAssetArea/export", export::uses, "stat:plateAssetArea:list"),
        exported("/stat/xianJinLiu/export", export::cash_flow, "stat:xianJinLiu:list"),
        exported("/stat/qianJiao/export", export::arrears, "stat:qianJiao:list"),
        exported("/stat/shouJiaoLv/export", export::rates, "stat:shouJiaoLv:list"),
    ]
    .into_iter()
    .flatten()
    .collect()
}
