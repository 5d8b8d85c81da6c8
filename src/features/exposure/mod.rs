//! The exposure board 曝光台 (domain.md 2.12, 4.7): cases of default and breach, proposed by rules or by hand, published by
//! a second person, and over when they are put right.
//!
//! Invariants: natural persons are masked wherever an entry is shown; who wrote or submitted an entry does not publish it;
//! arrears are published with a letter on file alone; one case has one living entry. Amounts and days of arrears,
//! remittances and idle rooms are computed, never typed. That an entry is over by its last day follows from the calendar.

pub mod approval;
pub mod board;
pub mod candidates;
pub mod columns;
mod history_labels;
pub mod list;
pub mod naming;
pub mod ops;
pub mod record;
pub mod rectify;
pub mod rules;
pub mod subject;

use crate::app::App;
use crate::columns::Source;
use crate::error::Result;
use crate::features::finance::hooks::{BillsPassed, MoneyCame, MoneyWent};
use crate::features::lease::hooks::TenantExposed;
use crate::op::Caller;
use crate::product::{Feature, Job, JobSeed};
use crate::records::files::ReferenceKind;
use crate::records::history::HistoryKind;
use crate::records::owned::find_through;
use crate::records::{export, list as listing};
use crate::route::{AuditAction, Method, Route, read, write};
use crate::store::{TableInfo, table};
use std::sync::Arc;

const QUERY: &str = "expo:entry:query";

/// Evidence: seen by whoever may see the entry.
pub const FILES: ReferenceKind = ReferenceKind {
    name: "exposure",
    may_see: |view, file| {
        let Some(to) = &file.reference else { return Ok(false) };
        Ok(find_through::<record::ExposureEntry>(view, to.id, QUERY).is_ok())
    },
};

const HISTORY: HistoryKind = HistoryKind::of::<record::ExposureEntry>("exposure", QUERY, history_labels::ENTRY);

const TABLES: &[TableInfo] = &[table::<record::ExposureEntry>()];

const NIGHTLY: Job = Job {
    key: "expo.run",
    title: "曝光台",
    about: "已结清、已上缴或已出租的曝光条目转为已整改，按参数 expo.* 的规则生成和更新曝光候选",
    run: nightly,
    protects: false,
    seed: Some(JobSeed { id: 9, name: "曝光台", cron: "0 0 1 * * ?", active: true, remark: "每天 01:00" }),
};

fn nightly(app: &Arc<App>, key: &'static str) -> Result<String> {
    let night =
        app.act_ahead(&Arc::new(Caller::job(key)), "曝光台", AuditAction::Update, || Ok(rectify::nightly))?;
    Ok(format!("已整改 {} 条，新增候选 {} 条，撤销候选 {} 条", night.rectified, night.made, night.closed))
}

/// The exposure board.
pub const FEATURE: Feature = Feature {
    name: "exposure",
    about: "曝光台：曝光条目的提名、审批、整改与撤下",
    tables: TABLES,
    columns: &[Source::of::<record::ExposureEntry>()],
    routes,
    settings: rules::SETTINGS,
    jobs: &[NIGHTLY],
    extensions: &[
        &approval::BINDING,
        &approval::RELATED,
        &HISTORY,
        &FILES,
        &MoneyCame(rectify::money_came),
        &MoneyWent(rectify::money_went),
        &BillsPassed(rectify::bills_passed),
        &TenantExposed(subject::shown_of),
    ],
    ..Feature::EMPTY
};

const TITLE: &str = "曝光条目";

/// Rows of the route table.
pub(crate) fn routes() -> Vec<Route> {
    let mut routes = listing::routes::<list::Entries>();
    routes.extend(vec![
        read("/expo/entry/{id}", list::show).perm(QUERY).titled("曝光条目详情"),
        write(Method::Post, "/expo/entry", ops::create)
            .perm("expo:entry:add")
            .audit(TITLE, AuditAction::Insert)
            .idempotent(),
        write(Method::Put, "/expo/entry", ops::edit)
            .perm("expo:entry:edit")
            .audit(TITLE, AuditAction::Update)
            .idempotent(),
        write(Method::Post, "/expo/entry/candidates", candidates::generate)
            .optimistic()
            .perm("expo:entry:add")
            .audit("生成曝光候选", AuditAction::Insert)
            .idempotent(),
        write(Method::Post, "/expo/entry/submit", ops::submit)
            .perm("expo:entry:submit")
            .audit("曝光提交", AuditAction::Update)
            .idempotent(),
        write(Method::Post, "/expo/entry/recall", approval::recall)
            .perm("expo:entry:submit")
            .audit("曝光撤回", AuditAction::Update)
            .idempotent(),
        write(Method::Post, "/expo/entry/decide", approval::decide)
            .perm("expo:entry:approve")
            .audit("曝光审批", AuditAction::Grant)
            .idempotent(),
        write(Method::Post, "/expo/entry/drop", ops::drop_candidate)
            .perm("expo:entry:edit")
            .audit("放弃曝光候选", AuditAction::Update)
            .idempotent(),
        write(Method::Post, "/expo/entry/withdraw", approval::withdraw)
            .perm("expo:entry:withdraw")
            .audit("曝光撤下", AuditAction::Grant)
            .idempotent(),
        write(Method::Post, "/expo/entry/rectify", ops::rectify)
            .perm("expo:entry:rectify")
            .audit("曝光整改", AuditAction::Update)
            .idempotent(),
        read("/expo/board", board::board).perm("expo:board:list").titled("曝光台"),
        read("/stat/baoGuangTai", board::block).perm("stat:baoGuangTai:list").titled("统计：曝光台"),
    ]);
    let [ticket, file] =
        export::routes("/stat/baoGuangTai/export", "stat:baoGuangTai:list", "统计报表", board::prepare_export);
    routes.extend([file, ticket]);
    routes
}
