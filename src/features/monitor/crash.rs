//! 浏览器错误: the kinds of crashes that pages have told (`features/portal/crash.rs`).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::features::portal::crash::{BrowserError, PAGE, WHAT};
use crate::kernel::page::Paging;
use crate::op::{Op, View};
use crate::records::list::{self, FilterBuilder, List, NameCache, NoSums, Place};
use crate::route::{AuditAction, Method, Nothing, Route, Text, write};
use crate::store::{Reads, id};

const TITLE: &str = "浏览器错误";

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    let mut routes = list::routes::<Errors>();
    routes.push(
        write(Method::Delete, "/monitor/crash/clean", clean)
            .perm("monitor:crash:remove")
            .audit(TITLE, AuditAction::Clean)
            .titled("清空浏览器错误"),
    );
    routes
}

/// Filters of the list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListErrors {
    /// Part of the words.
    pub what: Option<String>,
    /// Part of the page's route.
    pub page: Option<String>,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

/// A kind of crash as clients see it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrowserErrorOut {
    /// Number of the browser error.
    pub error_id: u64,
    /// What people were told.
    pub number: String,
    /// `render`, `error` or `promise`: who caught it.
    pub kind: String,
    /// Name and words of the error.
    pub what: String,
    /// The page's route.
    pub page: String,
    /// Script, line and column of the innermost frames.
    pub at: Vec<String>,
    /// Version of the program when it was last seen.
    pub version: String,
    /// Browsers that it was seen in.
    pub browsers: String,
    /// How often, up to the last hour.
    pub count: u64,
    /// How many people.
    pub people: u64,
    /// `yyyy-MM-dd HH:mm:ss`
    pub first_time: String,
    /// `yyyy-MM-dd HH:mm:ss`
    pub last_time: String,
}

/// 浏览器错误
pub struct Errors;

impl List for Errors {
    type Record = BrowserError;
    type Query = ListErrors;
    type Row = BrowserErrorOut;
    type Sums = NoSums;

    const PLACE: Place =
        Place { list: "/monitor/crash/list", permission: "monitor:crash:list", export: None, title: TITLE };
    const ORDER: &'static [(&'static str, bool)] = &[("lastTime", true)];

    fn paging(query: &ListErrors) -> &Paging {
        &query.paging
    }

    fn narrow(_: &View, query: &ListErrors, ask: &mut FilterBuilder<BrowserError>) -> Result<()> {
        ask.word(query.what.as_deref(), &[&WHAT])?;
        ask.word(query.page.as_deref(), &[&PAGE])
    }

    fn row(_: &mut NameCache<'_>, error: &BrowserError) -> Result<BrowserErrorOut> {
        Ok(BrowserErrorOut {
            error_id: error.error_id,
            number: error.code(),
            kind: error.kind.clone(),
            what: error.what.clone(),
            page: error.page.clone(),
            at: error.at.clone(),
            version: error.version.clone(),
            browsers: error.browsers.join("、"),
            count: error.count,
            people: error.people(),
            first_time: error.first.to_text(),
            last_time: error.last.to_text(),
        })
    }
}

pub fn clean(op: &mut Op, _: Nothing) -> Result<Text> {
    let all: Vec<BrowserError> = op.view().tx.all()?;
    for error in &all {
        op.delete_quietly::<BrowserError>(&id(error.error_id))?;
    }
    Ok(Text(format!("已清空 {} 种浏览器错误", all.len())))
}
