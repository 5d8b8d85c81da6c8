//! GET /portal/events: signals that something has changed, to browsers that listen.

use crate::events::Listener;
use crate::fault::{Fault, Outcome};
use crate::op::{View, Who};
use crate::route::Nothing;

/// Opens the stream of the caller's session; it ends with the session.
pub fn listen(view: &View, _: Nothing) -> Outcome<Listener> {
    let Who::Person { session } = &view.caller.who else {
        return Err(Fault::not_signed_in(&view.caller.origin.path));
    };
    view.app.events.listen(session)
}
