//! The steps of signing in, each a session of its own (`platform/session.rs`).
//!
//! Invariants: who has a second factor meets it before anything else, also before he may change his password; a step
//! leads to a new session with a new token, and its own session ends in the same commit, so that two answers to one
//! step begin one session; only a full session counts as a sign-in (last sign-in, rate limits, the number of sessions).

use std::sync::Arc;

use super::rate_limit::RateLimit;
use super::{SESSIONS_PER_PERSON, Token};
use crate::app::App;
use crate::config::idaas::SecondFactor;
use crate::error::{AppError, Result};
use crate::features::portal::otp::{demand, ops as factors};
use crate::features::system::user::passwords;
use crate::kernel::ip;
use crate::op::{Op, Who};
use crate::platform::identity::rights::Rights;
use crate::platform::identity::user::{LastSignIn, User};
use crate::platform::session::{Session, SsoMark, Stage};
use crate::records::sessions;
use crate::store::{Reads, Record, id, key};

/// What stands between a person and a full session.
#[derive(Debug, Clone, Copy)]
struct Open {
    /// He has a second factor.
    factor: bool,
    /// His password is to be changed.
    password: bool,
    /// He has none and must have one.
    enrol: bool,
}

/// What comes after a step; `None` before the first.
fn after(done: Option<Stage>, open: Open) -> Stage {
    match done {
        None if open.factor => Stage::Code,
        None | Some(Stage::Code) if open.password => Stage::Password,
        None | Some(Stage::Code | Stage::Password) if open.enrol => Stage::Enrol,
        _ => Stage::Full,
    }
}

/// Whether who comes by single sign-on is asked for a second factor here too (`idaas.second_factor`).
pub fn asks_after_sso(app: &App) -> bool {
    app.config.idaas.as_ref().is_some_and(|idaas| idaas.second_factor == SecondFactor::Here)
}

/// The rights of a person who signs in, also of one whose account this operation has just made.
pub fn rights_of(op: &Op, user: &User) -> Result<Option<Arc<Rights>>> {
    match op.app.rights.get(user.user_id, || op.app.store.read())? {
        Some(rights) => Ok(Some(rights)),
        None => Ok(op.view().rights_of(user.user_id)?.map(Arc::new)),
    }
}

/// What is open for somebody who signs in here. Who comes by single sign-on used no password that could be changed, and
/// has met his provider's rules, which may be the only ones.
fn open_for(op: &mut Op, user: &User, sso: bool) -> Result<Open> {
    if sso && !asks_after_sso(op.app) {
        return Ok(Open { factor: false, password: false, enrol: false });
    }
    let password = user.must_change_password || passwords::is_overdue(op.app, passwords::since(user), op.now);
    let factor = factors::in_force(&op.view(), user.user_id)?.is_some();
    let enrol = !factor && demand::is_due(op, user)?;
    Ok(Open { factor, password: password && !sso, enrol })
}

/// Starts the first session of a person who proved who he is, perhaps at an identity provider, and who may sign in from
/// where he is (`networks`).
pub fn begin(op: &mut Op, user: &User, sso: Option<SsoMark>) -> Result<Token> {
    let open = open_for(op, user, sso.is_some())?;
    let by_password = sso.is_none();
    start(op, user, after(None, open), by_password, sso)
}

/// The next session of a person who has done the step of his session.
pub fn go_on(op: &mut Op, user: &User, done: Session) -> Result<Token> {
    op.delete::<Session>(&done.id())?;
    let open = open_for(op, user, done.sso.is_some())?;
    // Each step but a new password is a code that was typed here.
    let proved = done.sso.is_none() || matches!(done.stage, Stage::Code | Stage::Enrol);
    start(op, user, after(Some(done.stage), open), proved, done.sso)
}

/// The session of the caller as it is in this transaction, at this stage.
///
/// # Errors
/// It has ended meanwhile, or has gone on.
pub fn own(op: &Op, stage: Stage) -> Result<Session> {
    let gone = || AppError::not_signed_in(&op.caller.origin.path);
    let Who::Person { session } = &op.caller.who else { return Err(gone()) };
    let found: Option<Session> = op.view().tx.get(&key().str(session))?;
    match found {
        Some(session) if session.stage == stage => Ok(session),
        // Another window did it, and this one goes on with the session of that.
        Some(_) => Err(AppError::refused("这一步已在其他窗口完成，请刷新页面")),
        None => Err(gone()),
    }
}

/// `proved`: by what was typed here. Coming back from a provider proves nothing: it may have asked nobody.
fn start(op: &mut Op, user: &User, stage: Stage, proved: bool, sso: Option<SsoMark>) -> Result<Token> {
    let most = usize::try_from(op.app.settings.get(&SESSIONS_PER_PERSON)).unwrap_or(0);
    let mut session = sessions::begin_at(op, user.user_id, stage, most, sso)?;
    if stage == Stage::Full {
        session.idle_minutes = idle_minutes(op, user)?;
        op.put_quietly(&session)?;
        let last: Option<LastSignIn> = op.view().tx.get(&id(user.user_id))?;
        op.put_quietly(&LastSignIn::next(last, user.user_id, session.ip.clone(), op.now, op.app.clock.steady()))?;
        op.app.state::<RateLimit>()?.good(&ip::counted_as(&session.ip), op.app.clock.steady());
        if proved {
            op.app.sessions.prove(&session.session_id, op.app.clock.monotonic());
        }
    }
    Ok(Token { token: op.app.sessions.token(&session, &user.user_name)?, stage })
}

/// Minutes without a request that end an administrator's session in the profile that says so.
const ADMINISTRATORS_IDLE: u32 = 15;

/// The idle time of a person's sessions where it is less than that of the settings; a role that he gets or loses meanwhile
/// counts from his next sign-in.
fn idle_minutes(op: &Op, user: &User) -> Result<Option<u32>> {
    if op.app.settings.get(&passwords::PROFILE) != "mlps3" {
        return Ok(None);
    }
    let rights = rights_of(op, user)?;
    Ok(rights.is_some_and(|rights| rights.is_administrative()).then_some(ADMINISTRATORS_IDLE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_factor_comes_first_and_each_step_once() {
        let way = |factor, password, enrol| {
            let (mut way, mut done) = (Vec::new(), None);
            while done != Some(Stage::Full) {
                let next = after(done, Open { factor, password, enrol });
                way.push(next);
                done = Some(next);
            }
            way
        };
        assert_eq!(way(false, false, false), [Stage::Full]);
        assert_eq!(way(true, false, false), [Stage::Code, Stage::Full]);
        assert_eq!(way(true, true, false), [Stage::Code, Stage::Password, Stage::Full]);
        assert_eq!(way(false, true, true), [Stage::Password, Stage::Enrol, Stage::Full]);
        assert_eq!(way(false, false, true), [Stage::Enrol, Stage::Full]);
    }
}
