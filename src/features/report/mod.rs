//! The statistics report 统计报表 (domain.md section 4): its blocks, each an answer of its own, from the figures of the
//! books and the areas of the register.
//!
//! Invariants: a block counts what its asker may see through the block's own right; every figure is for a day (`asOf`);
//! nothing is stored here but what lies in memory. What to do and notices need no right: they are the person's own.

pub mod area;
pub mod area_book;
pub mod arrears;
pub mod cash;
pub mod centre;
mod export;
mod overview;
pub mod period;
pub mod planned;
pub mod rate;
pub mod receivable;
pub mod received;
pub mod remittance;
mod today;
pub mod todo;
pub mod todo_list;

use crate::error::Result;
use crate::features::finance::figures::load::ChartQuery;
use crate::op::View;
use crate::product::{Feature, MemoryInfo};
use crate::records::export as workbook;
use crate::records::export::Workbook;
use crate::records::list::filling::WhenFilled;
use crate::route::{Route, read};

pub const FEATURE: Feature = Feature {
    name: "report",
    about: "报表：首页统计与报表中心",
    routes,
    settings: &[rate::TARGET.info],
    memory: &[MemoryInfo::of::<area_book::AreaCache>()],
    extensions: &[&today::MAJOR, &WhenFilled(area_book::fill)],
    ..Feature::EMPTY
};

/// Rows of the route table.
pub(crate) fn routes() -> Vec<Route> {
    let mut routes = vec![
        read("/stat/yingShou", receivable::block).perm("stat:yingShou:list").titled("统计：应收"),
        read("/stat/shiShou", received::block).perm("stat:shiShou:list").titled("统计：实收"),
        read("/stat/plateAssetAreaPie", area::shares)
            .perm("stat:plateAssetAreaPie:list")
            .titled("统计：板块资产面积占比"),
        read("/stat/plateAssetArea", area::uses).perm("stat:plateAssetArea:list").titled("统计：板块资产面积"),
        read("/stat/daiBan", todo::block).signed_in().titled("统计：待办"),
        read("/stat/daiBan/list", todo_list::list).signed_in().titled("待办明细"),
        read("/stat/xianJinLiu", cash::block).perm("stat:xianJinLiu:list").titled("统计：现金流"),
        read("/stat/qianJiao", arrears::block).perm("stat:qianJiao:list").titled("统计：欠缴"),
        read("/stat/overview", overview::overview).perm("stat:qianJiao:list").titled("统计：本月到今天"),
        read("/stat/shouJiaoLv", rate::block).perm("stat:shouJiaoLv:list").titled("统计：收缴率"),
    ];
    routes.extend(export_routes());
    routes.extend(centre::routes());
    routes
}

type Prepare = fn(&View<'_>, ChartQuery) -> Result<Workbook>;

/// A block's workbook. Who sees the block may take it along.
fn exported(path: &'static str, title: &'static str, prepare: Prepare, permission: &'static str) -> [Route; 2] {
    let [ticket, file] = workbook::routes(path, permission, "统计报表", prepare);
    [file.titled(title), ticket.titled(title)]
}

fn export_routes() -> Vec<Route> {
    [
        exported("/stat/yingShou/export", "统计：应收：导出", export::receivable, "stat:yingShou:list"),
        exported("/stat/shiShou/export", "统计：实收：导出", export::received, "stat:shiShou:list"),
        exported(
            "/stat/plateAssetAreaPie/export",
            "统计：板块资产面积占比：导出",
            export::shares,
            "stat:plateAssetAreaPie:list",
        ),
        exported("/stat/plateAssetArea/export", "统计：板块资产面积：导出", export::uses, "stat:plateAssetArea:list"),
        exported("/stat/xianJinLiu/export", "统计：现金流：导出", export::cash_flow, "stat:xianJinLiu:list"),
        exported("/stat/qianJiao/export", "统计：欠缴：导出", export::arrears, "stat:qianJiao:list"),
        exported("/stat/shouJiaoLv/export", "统计：收缴率：导出", export::rates, "stat:shouJiaoLv:list"),
    ]
    .into_iter()
    .flatten()
    .collect()
}
