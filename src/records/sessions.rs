//! Sessions begin and end inside the operations of sign-in, sign-out and administration.

use crate::fault::Outcome;
use crate::op::Op;
use crate::platform::session::{BY_USER, Session, SsoMark};
use crate::store::{Reads, Record, id};

/// Starts a session inside the operation that signs somebody in. Ends his oldest ones when he has
/// more than `most` (0 = no limit).
pub fn begin(op: &mut Op, user_id: u64, most: usize) -> Outcome<Session> {
    begin_marked(op, user_id, most, None)
}

/// [`begin`] for a session that may have come by single sign-on.
pub fn begin_marked(op: &mut Op, user_id: u64, most: usize, sso: Option<SsoMark>) -> Outcome<Session> {
    if most > 0 {
        let own: Vec<Session> = op.view().tx.by(&BY_USER, &id(user_id), false, 0, usize::MAX)?;
        for old in own.iter().take((own.len() + 1).saturating_sub(most)) {
            op.delete::<Session>(&old.id())?;
        }
    }
    let session = Session {
        session_id: hex::encode(rand::random::<[u8; 16]>()),
        user_id,
        signed_in: op.now,
        last_seen: op.now,
        ip: op.caller.origin.ip.clone(),
        user_agent: op.caller.origin.user_agent.clone(),
        sso,
    };
    op.put_quietly(&session)?;
    Ok(session)
}

/// Ends all sessions of a person, except one that he may keep.
pub fn end_all(op: &mut Op, user_id: u64, except: Option<&str>) -> Outcome<()> {
    let own: Vec<Session> = op.view().tx.by(&BY_USER, &id(user_id), false, 0, usize::MAX)?;
    for session in own.iter().filter(|session| Some(session.session_id.as_str()) != except) {
        op.delete::<Session>(&session.id())?;
    }
    Ok(())
}
