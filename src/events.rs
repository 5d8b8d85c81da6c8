//! Signals to signed-in browsers: «something of this kind has changed, ask again».
//!
//! A signal carries no data and goes to every open stream, so it can tell nobody what he may not see;
//! what a browser then asks for goes through the ordinary routes and their rights. A signal that is
//! lost (the browser was away, a stream lagged behind) costs a reload, never a record.
//!
//! Deliberately absent: addresses, acknowledgement, history.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::broadcast::{self, Receiver, Sender};

use crate::fault::{Fault, Outcome};

/// What has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// A notice was published, withdrawn, changed or read.
    Notice,
}

impl Signal {
    /// Name of the event in the stream.
    pub fn name(self) -> &'static str {
        match self {
            Self::Notice => "notice",
        }
    }
}

/// Signals kept for a stream that is slow; older ones merge into «ask again».
const BACKLOG: usize = 64;
/// Most streams of one session: browsers allow six connections to a host, and a hidden window closes its own.
const MOST_OF_A_SESSION: usize = 6;
/// Most streams at a time.
const MOST: usize = 5_000;

/// The open streams.
pub struct Events {
    sender: Mutex<Option<Sender<Signal>>>,
    open: Mutex<HashMap<String, usize>>,
}

/// One open stream; dropping it gives its place back.
pub struct Listener {
    events: Arc<Events>,
    /// Whose stream it is.
    pub session: String,
    /// What it hears.
    pub signals: Receiver<Signal>,
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.events.leave(&self.session);
    }
}

impl std::fmt::Debug for Listener {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Listener(session ***)")
    }
}

impl Default for Events {
    fn default() -> Self {
        Self { sender: Mutex::new(Some(broadcast::channel(BACKLOG).0)), open: Mutex::default() }
    }
}

impl Events {
    /// Tells every open stream.
    pub fn send(&self, signal: Signal) {
        if let Some(sender) = &*self.sender.lock() {
            // without a stream there is nobody to tell
            let _ = sender.send(signal);
        }
    }

    /// A stream for a session; it ends when the program stops.
    ///
    /// # Errors
    /// A sentence when the session, or everybody together, holds too many.
    pub fn listen(self: &Arc<Self>, session: &str) -> Outcome<Listener> {
        let mut open = self.open.lock();
        let own = open.get(session).copied().unwrap_or(0);
        if own >= MOST_OF_A_SESSION || open.values().sum::<usize>() >= MOST {
            return Err(Fault::refused("打开的页面过多，请关闭一些后重试"));
        }
        let sender = self.sender.lock();
        let signals = sender.as_ref().ok_or_else(|| Fault::refused("系统正在停止"))?.subscribe();
        open.insert(session.to_owned(), own + 1);
        Ok(Listener { events: self.clone(), session: session.to_owned(), signals })
    }

    fn leave(&self, session: &str) {
        let mut open = self.open.lock();
        match open.get_mut(session) {
            Some(count) if *count > 1 => *count -= 1,
            _ => {
                open.remove(session);
            }
        }
    }

    /// Number of open streams.
    pub fn count(&self) -> usize {
        self.open.lock().values().sum()
    }

    /// Ends every stream: the program stops.
    pub fn close(&self) {
        self.sender.lock().take();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_holds_a_few_streams_and_gives_them_back() {
        let events = Arc::new(Events::default());
        let mut held: Vec<_> = (0..MOST_OF_A_SESSION).map(|_| events.listen("a").expect("room")).collect();
        assert!(events.listen("a").is_err());
        assert!(events.listen("b").is_ok(), "another session has places of its own");
        held.pop();
        held.push(events.listen("a").expect("a place was given back"));
        assert_eq!(events.count(), MOST_OF_A_SESSION);
        drop(held);
        assert_eq!(events.count(), 0);
    }

    #[test]
    fn signals_reach_everybody_and_the_end_too() {
        let events = Arc::new(Events::default());
        let (mut one, mut two) = (events.listen("a").expect("room"), events.listen("b").expect("room"));
        events.send(Signal::Notice);
        assert_eq!(one.signals.try_recv(), Ok(Signal::Notice));
        assert_eq!(two.signals.try_recv(), Ok(Signal::Notice));
        events.close();
        assert_eq!(one.signals.try_recv(), Err(broadcast::error::TryRecvError::Closed));
        assert!(events.listen("a").is_err());
    }
}
