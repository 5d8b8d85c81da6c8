//! Sessions begin and end inside the operations of sign-in, sign-out and administration.

use crate::error::Result;
use crate::kernel::dates::Stamp;
use crate::op::Op;
use crate::platform::session::{BY_USER, Session, SsoMark, Stage};
use crate::store::{Reads, Record, id};

/// Sessions of one person that may be on their way to a full one at a time.
const ON_THEIR_WAY: usize = 5;

/// Starts a session inside the operation that signs somebody in. Ends his oldest ones when he has
/// more than `most` (0 = no limit).
pub fn begin(op: &mut Op, user_id: u64, most: usize) -> Result<Session> {
    begin_at(op, user_id, Stage::Full, most, None)
}

/// [`begin`] at a stage, for a session that may have come by single sign-on. One on its way to a full session ends none
/// that are: whoever knows a password alone signs nobody out.
pub fn begin_at(op: &mut Op, user_id: u64, stage: Stage, most: usize, sso: Option<SsoMark>) -> Result<Session> {
    let most = if stage == Stage::Full { most } else { ON_THEIR_WAY };
    if most > 0 {
        let mut own: Vec<Session> = op.view().tx.by(&BY_USER, &id(user_id), false, 0, usize::MAX)?;
        own.retain(|session| (session.stage == Stage::Full) == (stage == Stage::Full));
        for old in own.iter().take((own.len() + 1).saturating_sub(most)) {
            op.delete::<Session>(&old.id())?;
        }
    }
    let now = op.app.clock.steady();
    let session = Session {
        session_id: hex::encode(rand::random::<[u8; 16]>()),
        user_id,
        signed_in: now,
        last_seen: now,
        ip: op.caller.origin.ip.clone(),
        user_agent: op.caller.origin.user_agent.clone(),
        sso,
        stage,
        until: stage.minutes().map(|minutes| Stamp(now.0 + minutes * 60_000)),
        idle_minutes: None,
        wrong_codes: 0,
    };
    op.put_quietly(&session)?;
    Ok(session)
}

/// Ends all sessions of a person, except one that he may keep.
pub fn end_all(op: &mut Op, user_id: u64, except: Option<&str>) -> Result<()> {
    let own: Vec<Session> = op.view().tx.by(&BY_USER, &id(user_id), false, 0, usize::MAX)?;
    for session in own.iter().filter(|session| Some(session.session_id.as_str()) != except) {
        op.delete::<Session>(&session.id())?;
    }
    Ok(())
}
