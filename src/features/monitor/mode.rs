//! Opening, closing and making the portal read-only (`platform/mode.rs`): a button on 服务监控 and `gx-portal maintenance`.
//!
//! Invariants: a change is one essential write with its audit row, so it works on a full disk and while the portal is
//! read-only; setting a mode again replaces it, opening what is open changes nothing and says so.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::app::App;
use crate::error::{AppError, Result};
use crate::op::{Caller, Op, View};
use crate::platform::audit::{AuditAction, Entry};
use crate::platform::mode::{self, Mode, ModeOut, Running};
use crate::route::{Data, Method, Nothing, Route, Text, read, write};
use crate::store::{Reads, Urgency};

const TITLE: &str = "运行模式";

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    vec![
        read("/monitor/mode", show).perm(mode::ENTER).titled("运行模式"),
        write(Method::Put, "/monitor/mode", change).essential().perm(mode::EDIT).audit(TITLE, AuditAction::Update),
    ]
}

/// How the portal runs, for who may change it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModeSet {
    /// What is in force; absent = open.
    pub running: Option<ModeOut>,
    /// Who set it; empty when it is open.
    pub by: String,
    /// When, `yyyy-MM-dd HH:mm:ss`.
    pub since: String,
    /// Jobs that go on meanwhile.
    pub jobs_going_on: Vec<&'static str>,
}

pub fn show(view: &View, _: Nothing) -> Result<Data<ModeSet>> {
    let running = view.app.modes.at(view.now);
    Ok(Data(ModeSet {
        by: running.as_ref().map(|running| running.by.clone()).unwrap_or_default(),
        since: running.as_ref().map(|running| running.since.to_text()).unwrap_or_default(),
        running: view.app.modes.describe(view.now),
        jobs_going_on: view.app.product.jobs().filter(|job| job.protects).map(|job| job.title).collect(),
    }))
}

/// What is asked for.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ModeInput {
    /// `closed`, `readonly` or `open`.
    pub mode: String,
    /// What everybody reads; needed unless it is opened.
    pub text: String,
    /// `22:30` or `2026-03-01 22:30`; empty = until somebody ends it.
    pub until: String,
}

pub fn change(op: &mut Op, input: ModeInput) -> Result<Text> {
    set(op, &input).map(Text)
}

/// Sets a mode; answers the sentence that says what is in force now.
pub fn set(op: &mut Op, input: &ModeInput) -> Result<String> {
    let mode = match input.mode.as_str() {
        "closed" => Mode::Closed,
        "readonly" => Mode::ReadOnly,
        "open" => return open(op),
        _ => return Err(AppError::refused("运行模式只有：维护、只读、正常").at("mode")),
    };
    let until = match input.until.trim() {
        "" => None,
        given => Some(mode::end(given, op.now)?),
    };
    let running = Running { mode, text: mode::sentence(&input.text)?, until, since: op.now, by: op.caller.name() };
    let ends = until.map(|until| format!("，{} 自动恢复", until.to_text())).unwrap_or_default();
    let told = match mode {
        Mode::Closed => format!("已进入维护状态{ends}：只有管理员可以使用"),
        Mode::ReadOnly => format!("已进入只读状态{ends}：可以查看，不能保存"),
    };
    op.put(&running)?;
    Ok(told)
}

fn open(op: &mut Op) -> Result<String> {
    let old: Option<Running> = op.view().tx.get(&Running::key())?;
    op.delete::<Running>(&Running::key())?;
    Ok(match old.filter(|old| old.holds(op.now)) {
        Some(_) => "已恢复正常使用".into(),
        None => "系统没有处于维护或只读状态，没有改动".into(),
    })
}

/// `gx-portal maintenance …`
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ModeVerb {
    /// `on`, `readonly`, `off`
    Set(ModeInput),
    /// `show`
    Show,
}

/// Performs the verb; answers `{mode, text, until, by, since, told}`.
pub fn perform(app: &Arc<App>, os_user: &str, verb: ModeVerb) -> Result<Value> {
    let caller = Arc::new(Caller::console(os_user, "maintenance"));
    let told = match verb {
        ModeVerb::Show => String::new(),
        ModeVerb::Set(input) => {
            let entry = Entry {
                title: TITLE,
                deed: AuditAction::Update,
                method: "CLI maintenance".into(),
                input: serde_json::to_value(&input).map_err(AppError::internal)?,
                began: std::time::Instant::now(),
            };
            app.submit(&caller, entry, Urgency::Essential, move |op| set(op, &input))?.wait()?
        }
    };
    let Data(set) = app.read(&caller, |view| show(view, Nothing {}))?;
    let running = set.running.as_ref();
    Ok(json!({
        "mode": running.map_or("open", |running| running.mode),
        "text": running.map(|running| running.text.as_str()).unwrap_or_default(),
        "until": running.map(|running| running.until.as_str()).unwrap_or_default(),
        "by": set.by, "since": set.since, "told": told,
    }))
}
