//! The operations on live sessions.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{AppError, Result};
use crate::features::monitor::place;
use crate::features::portal::own_sessions::{current, key_of};
use crate::features::system::grants::Giver;
use crate::kernel::order::Order;
use crate::kernel::text::like_filter;
use crate::kernel::user_agent;
use crate::op::{Op, View};
use crate::platform::identity::dept::Dept;
use crate::platform::identity::user::User;
use crate::platform::session::{Session, Stage};
use crate::route::{Data, Page, Text};
use crate::store::{Reads, Record, id};

/// Filters of the list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListOnline {
    /// Part of the address.
    pub ipaddr: Option<String>,
    /// Part of the login name.
    pub user_name: Option<String>,
}

/// A signed-in browser.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OnlineOut {
    /// Name of the session in these calls: a hash of its id.
    pub token_id: String,
    /// Name of the department 部门.
    pub dept_name: String,
    /// Login name.
    pub user_name: String,
    /// Name of the person as in documents 姓名.
    pub nick_name: String,
    /// Address at sign-in.
    pub ipaddr: String,
    /// 内网IP or 外网IP.
    pub login_location: String,
    /// Kind of browser, as it says itself.
    pub browser: String,
    /// Operating system, as the browser says itself.
    pub os: String,
    /// Epoch milliseconds.
    pub login_time: i64,
    /// Epoch milliseconds of the last request.
    pub last_access_time: i64,
    /// Whether it is the one that asks.
    pub current: bool,
}

/// Live sessions with the names of their people.
struct Rows {
    sessions: Vec<Session>,
    departments: HashMap<u64, String>,
}

fn live(view: &View) -> Result<Rows> {
    let (limits, steady) = (view.app.session_limits(), view.app.clock.steady());
    let mut sessions: Vec<Session> = view.tx.all()?;
    for session in &mut sessions {
        session.last_seen = view.app.sessions.last_seen(&session.session_id).unwrap_or(session.last_seen);
    }
    // What is on its way to a session is none yet.
    sessions.retain(|session| session.stage == Stage::Full && !limits.ends(session, session.last_seen.0, steady.0));
    sessions.order_by(|a, b| (b.signed_in, &b.session_id).cmp(&(a.signed_in, &a.session_id)));
    let departments = view.tx.all::<Dept>()?.into_iter().map(|dept| (dept.dept_id, dept.dept_name)).collect();
    Ok(Rows { sessions, departments })
}

fn row(view: &View, departments: &HashMap<u64, String>, session: &Session) -> Result<Option<OnlineOut>> {
    let Some(user) = view.tx.get::<User>(&id(session.user_id))? else { return Ok(None) };
    let agent = user_agent::describe(&session.user_agent);
    Ok(Some(OnlineOut {
        token_id: key_of(&session.session_id),
        dept_name: departments.get(&user.dept_id).cloned().unwrap_or_default(),
        user_name: user.user_name,
        nick_name: user.real_name,
        ipaddr: session.ip.clone(),
        login_location: place(&session.ip).to_owned(),
        browser: agent.browser,
        os: agent.system.to_owned(),
        login_time: view.app.clock.shown(session.signed_in).0,
        last_access_time: view.app.clock.shown(session.last_seen).0,
        current: current(&view.caller.who) == Some(session.session_id.as_str()),
    }))
}

/// GET /monitor/online/list: all rows, the latest sign-in first (clients cut pages themselves).
pub fn list(view: &View, query: ListOnline) -> Result<Page<OnlineOut>> {
    let found = live(view)?;
    let mut rows = Vec::with_capacity(found.sessions.len());
    for session in &found.sessions {
        rows.extend(row(view, &found.departments, session)?);
    }
    rows.retain(|row| {
        like_filter(&row.ipaddr, query.ipaddr.as_deref()) && like_filter(&row.user_name, query.user_name.as_deref())
    });
    Ok(Page { total: rows.len() as u64, rows })
}

/// One session.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct OneOnline {
    /// Its name from the list.
    pub token_id: String,
}

fn gone() -> AppError {
    AppError::refused("该登录已结束，请刷新后查看")
}

pub fn show(view: &View, input: OneOnline) -> Result<Data<OnlineOut>> {
    let found = live(view)?;
    let session = found.sessions.iter().find(|session| key_of(&session.session_id) == input.token_id);
    let session = session.ok_or_else(gone)?;
    Ok(Data(row(view, &found.departments, session)?.ok_or_else(gone)?))
}

/// Sessions to end.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ManyOnline {
    /// Comma names of the path.
    pub token_ids: Vec<String>,
}

/// Nobody signs off a mightier person; his own other sessions anybody may end.
fn may_end(view: &View, session: &Session) -> Result<()> {
    let Some(user) = view.tx.get::<User>(&id(session.user_id))? else { return Ok(()) };
    if user.user_id != view.caller.user_id() && Giver::of(view)?.is_mightier(view, &user)? {
        return Err(AppError::refused(format!("不能强退权限高于自己的用户：{}", user.real_name)));
    }
    Ok(())
}

/// DELETE /monitor/online/{tokenIds}: all or none.
pub fn end(op: &mut Op, input: ManyOnline) -> Result<Text> {
    let found = live(&op.view())?;
    let here = current(&op.caller.who).map(str::to_owned);
    let mut wanted: Vec<&str> = input
        .token_ids
        .iter()
        .flat_map(|text| text.split(','))
        .map(str::trim)
        .filter(|text| !text.is_empty())
        .collect();
    wanted.sort_unstable();
    wanted.dedup();
    if wanted.is_empty() {
        return Err(gone());
    }
    for name in &wanted {
        let session = found.sessions.iter().find(|session| key_of(&session.session_id) == *name).ok_or_else(gone)?;
        if here.as_deref() == Some(session.session_id.as_str()) {
            return Err(AppError::refused("不能强退自己当前的登录，请使用“退出登录”"));
        }
        may_end(&op.view(), session)?;
        op.delete::<Session>(&session.id())?;
    }
    Ok(Text(format!("已强退 {} 个登录", wanted.len())))
}
