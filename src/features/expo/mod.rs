//! The exposure board 曝光台 (domain.md 2.12, 4.7): cases of default and breach, proposed by rules or by hand, published by
//! a second person, and over when they are put right.
//!
//! Invariants: natural persons are masked wherever an entry is shown; who wrote or submitted an entry does not publish it;
//! arrears are published with a letter on file alone; one case has one living entry. Amounts and days of arrears,
//! remittances and idle rooms are computed, never typed. That an entry is over by its last day follows from the calendar.

pub mod board;
pub mod candidates;
pub mod list;
pub mod naming;
pub mod ops;
pub mod record;
pub mod rectify;
pub mod rules;
pub mod subject;
mod telling;

use crate::records::export;
use crate::records::files::ReferenceKind;
use crate::records::history::HistoryKind;
use crate::records::owned::find_through;
use crate::route::{Deed, Method, Route, prepared, read, write};
use crate::store::Record as _;

const QUERY: &str = "expo:entry:query";

/// Evidence: seen by whoever may see the entry.
pub const FILES: ReferenceKind = ReferenceKind {
    name: "exposure",
    may_see: |view, file| {
        let Some(to) = &file.reference else { return Ok(false) };
        Ok(find_through::<record::ExposureEntry>(view, to.id, QUERY).is_ok())
    },
};

/// Histories that can be asked for.
pub fn history_kinds() -> Vec<HistoryKind> {
    vec![HistoryKind {
        name: "exposure",
        permission: QUERY,
        table: record::ExposureEntry::TABLE,
        visible: |view, id| find_through::<record::ExposureEntry>(view, id, QUERY).map(drop),
        fields: telling::ENTRY,
    }]
}

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    const TITLE: &str = "曝光条目";
    vec![
        read("/expo/entry/list", list::list).perm("expo:entry:list"),
        read("/expo/entry/{id}", list::show).perm(QUERY),
        write(Method::Post, "/expo/entry", ops::create).perm("expo:entry:add").audit(TITLE, Deed::Insert).once(),
        write(Method::Put, "/expo/entry", ops::edit).perm("expo:entry:edit").audit(TITLE, Deed::Update).once(),
        write(Method::Post, "/expo/entry/candidates", candidates::generate)
            .ahead()
            .perm("expo:entry:add")
            .audit("生成曝光候选", Deed::Insert)
            .once(),
        write(Method::Post, "/expo/entry/submit", ops::submit)
            .perm("expo:entry:submit")
            .audit("曝光提交", Deed::Update)
            .once(),
        write(Method::Post, "/expo/entry/recall", ops::recall)
            .perm("expo:entry:submit")
            .audit("曝光撤回", Deed::Update)
            .once(),
        write(Method::Post, "/expo/entry/decide", ops::decide)
            .perm("expo:entry:approve")
            .audit("曝光审批", Deed::Grant)
            .once(),
        write(Method::Post, "/expo/entry/drop", ops::drop_candidate)
            .perm("expo:entry:edit")
            .audit("放弃曝光候选", Deed::Update)
            .once(),
        write(Method::Post, "/expo/entry/withdraw", ops::withdraw)
            .perm("expo:entry:withdraw")
            .audit("曝光撤下", Deed::Grant)
            .once(),
        write(Method::Post, "/expo/entry/rectify", ops::rectify)
            .perm("expo:entry:rectify")
            .audit("曝光整改", Deed::Update)
            .once(),
        prepared(Method::Post, "/expo/entry/export", list::prepare_export, export::file)
            .perm("expo:entry:export")
            .audit(TITLE, Deed::Export),
        export::offered("/expo/entry/export", list::prepare_export)
            .perm("expo:entry:export")
            .audit(TITLE, Deed::Export),
        read("/expo/board", board::board).perm("expo:board:list"),
        read("/stat/baoGuangTai", board::block).perm("stat:baoGuangTai:list"),
        prepared(Method::Post, "/stat/baoGuangTai/export", board::prepare_export, export::file)
            .perm("stat:baoGuangTai:list")
            .audit("统计报表", Deed::Export),
        export::offered("/stat/baoGuangTai/export", board::prepare_export)
            .perm("stat:baoGuangTai:list")
            .audit("统计报表", Deed::Export),
    ]
}
