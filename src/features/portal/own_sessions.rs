//! The personal centre's list of one's own signed-in browsers, and ending them.
//!
//! A session's id is the only content of its token, so it never leaves the server: a session is named by the
//! first half of the id's hash.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::{AppError, Result};
use crate::kernel::user_agent;
use crate::op::{Op, View, Who};
use crate::platform::session::{BY_USER, Session, Stage};
use crate::records::sessions;
use crate::route::{Data, Done, Nothing};
use crate::store::{Reads, Record, id};

/// One signed-in browser.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnSession {
    /// Name of the session in these calls.
    pub session_key: String,
    /// Whether it is the one that asks.
    pub current: bool,
    /// Address at sign-in.
    pub ip: String,
    /// Browser, e.g. «Chrome 120».
    pub browser: String,
    /// System, e.g. «Windows 10/11».
    pub system: String,
    /// `yyyy-MM-dd HH:mm:ss`
    pub login_time: String,
    /// `yyyy-MM-dd HH:mm:ss`
    pub last_access_time: String,
}

/// Name of a session that does not give it away.
pub fn key_of(session_id: &str) -> String {
    hex::encode(&Sha256::digest(session_id.as_bytes())[..16])
}

/// The session that asks.
pub fn current(who: &Who) -> Option<&str> {
    match who {
        Who::Person { session } => Some(session),
        _ => None,
    }
}

fn own(view: &View) -> Result<Vec<Session>> {
    Ok(view.tx.by(&BY_USER, &id(view.caller.user_id()), true, 0, usize::MAX)?)
}

/// GET /system/user/profile/sessions: the latest sign-in first; ones that have run out are left out.
pub fn list(view: &View, _: Nothing) -> Result<Data<Vec<OwnSession>>> {
    let (here, clock) = (current(&view.caller.who), &view.app.clock);
    let mut rows = Vec::new();
    for session in own(view)? {
        let last_seen = view.app.sessions.last_seen(&session.session_id).unwrap_or(session.last_seen);
        // What is on its way to a session is none yet.
        if session.stage != Stage::Full || view.app.session_limits().ends(&session, last_seen.0, clock.steady().0) {
            continue;
        }
        let agent = user_agent::describe(&session.user_agent);
        rows.push(OwnSession {
            session_key: key_of(&session.session_id),
            current: here == Some(session.session_id.as_str()),
            ip: session.ip,
            browser: agent.browser,
            system: agent.system.to_owned(),
            login_time: clock.shown(session.signed_in).to_text(),
            last_access_time: clock.shown(last_seen).to_text(),
        });
    }
    Ok(Data(rows))
}

/// One session.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct OneSession {
    /// Its name from the list.
    pub session_key: String,
}

/// DELETE /system/user/profile/sessions/{sessionKey}: ends another browser of the same person.
pub fn end_one(op: &mut Op, input: OneSession) -> Result<Done> {
    let sessions = own(&op.view())?;
    let found = sessions.iter().find(|session| key_of(&session.session_id) == input.session_key);
    let session = found.ok_or_else(|| AppError::refused("该登录已结束，请刷新后查看"))?;
    if current(&op.caller.who) == Some(session.session_id.as_str()) {
        return Err(AppError::refused("不能在此结束当前登录，请使用“退出登录”"));
    }
    op.delete::<Session>(&session.id())?;
    Ok(Done)
}

/// DELETE /system/user/profile/sessions: «sign out elsewhere».
pub fn end_others(op: &mut Op, _: Nothing) -> Result<Done> {
    let here = current(&op.caller.who).map(str::to_owned);
    let user_id = op.caller.user_id();
    sessions::end_all(op, user_id, here.as_deref())?;
    Ok(Done)
}
