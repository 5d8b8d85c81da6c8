//! Signals to signed-in browsers: «something of this kind has changed, ask again».
//!
//! A signal carries no data and goes to every open stream, so it can tell nobody what he may not see;
//! what a browser then asks for goes through the ordinary routes and their rights. A signal that is
//! lost (the browser was away, a stream lagged behind) costs a reload, never a record.
//!
//! Deliberately absent: addresses, acknowledgement, history.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::broadcast::{self, Receiver, Sender};
use tokio::sync::oneshot;

use crate::error::{AppError, Result};

/// What has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// A notice was published, withdrawn, changed or read.
    Notice,
    /// A background task began, ended or was removed.
    Task,
    /// A document began or ceased to wait for somebody.
    Todo,
    /// Entries of the menu changed, or what they ask for.
    Menu,
    /// A register was published, stopped, or worked on.
    Register,
    /// The portal was opened, closed or made read-only.
    Mode,
}

impl Signal {
    pub const ALL: [Self; 6] = [Self::Notice, Self::Task, Self::Todo, Self::Menu, Self::Register, Self::Mode];

    /// Name of the event in the stream.
    pub fn name(self) -> &'static str {
        match self {
            Self::Notice => "notice",
            Self::Task => "task",
            Self::Todo => "todo",
            Self::Menu => "menu",
            Self::Register => "register",
            Self::Mode => "mode",
        }
    }
}

/// Signals kept for a stream that is slow; older ones merge into «ask again».
const BACKLOG: usize = 64;
/// Most streams of one session: browsers allow six connections to a host, and a hidden window closes its own.
/// Another one ends the oldest, since a browser that left a page is noticed by the next heartbeat only:
/// refusing instead would leave a person who reloads often without signals.
const MOST_OF_A_SESSION: usize = 6;
/// Most streams at a time.
const MOST: usize = 5_000;

/// The open streams.
pub struct Events {
    sender: Mutex<Option<Sender<Signal>>>,
    open: Mutex<Open>,
}

/// The streams of each session, oldest first.
#[derive(Default)]
struct Open {
    next: u64,
    of: HashMap<String, VecDeque<Place>>,
}

/// A stream's place; dropping it ends the stream.
struct Place {
    id: u64,
    _end: oneshot::Sender<()>,
}

impl Open {
    fn count(&self) -> usize {
        self.of.values().map(VecDeque::len).sum()
    }
}

/// One open stream; dropping it gives its place back.
pub struct Listener {
    events: Arc<Events>,
    id: u64,
    /// Whose stream it is.
    pub session: String,
    /// What it hears.
    pub signals: Receiver<Signal>,
    /// Ready when a newer stream of the session took its place.
    pub ended: oneshot::Receiver<()>,
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.events.leave(&self.session, self.id);
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

    /// A stream for a session; it ends when the program stops or newer ones of the session take its place.
    ///
    /// # Errors
    /// A sentence when everybody together holds too many, or the program is stopping.
    pub fn listen(self: &Arc<Self>, session: &str) -> Result<Listener> {
        let mut open = self.open.lock();
        if open.count() >= MOST {
            return Err(AppError::refused("打开的页面过多，请关闭一些后重试"));
        }
        let sender = self.sender.lock();
        let signals = sender.as_ref().ok_or_else(|| AppError::refused("系统正在停止"))?.subscribe();
        let (end, ended) = oneshot::channel();
        let id = open.next;
        open.next += 1;
        let own = open.of.entry(session.to_owned()).or_default();
        own.push_back(Place { id, _end: end });
        if own.len() > MOST_OF_A_SESSION {
            own.pop_front();
        }
        Ok(Listener { events: self.clone(), id, session: session.to_owned(), signals, ended })
    }

    fn leave(&self, session: &str, id: u64) {
        let mut open = self.open.lock();
        let Some(own) = open.of.get_mut(session) else { return };
        own.retain(|place| place.id != id);
        if own.is_empty() {
            open.of.remove(session);
        }
    }

    /// Number of open streams.
    pub fn count(&self) -> usize {
        self.open.lock().count()
    }

    /// Whether the program stops.
    pub fn is_closed(&self) -> bool {
        self.sender.lock().is_none()
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
    fn a_session_holds_a_few_streams_and_the_newest_wins() {
        let events = Arc::new(Events::default());
        let mut held: Vec<_> = (0..MOST_OF_A_SESSION).map(|_| events.listen("a").expect("room")).collect();
        held.push(events.listen("a").expect("the newest finds a place"));
        assert_eq!(events.count(), MOST_OF_A_SESSION);
        let ended = |l: &mut Listener| !matches!(l.ended.try_recv(), Err(oneshot::error::TryRecvError::Empty));
        assert!(ended(&mut held[0]), "the oldest made room");
        assert!(!ended(&mut held[1]));
        let other = events.listen("b").expect("another session has places of its own");
        assert_eq!(events.count(), MOST_OF_A_SESSION + 1);
        held.remove(0);
        assert_eq!(events.count(), MOST_OF_A_SESSION + 1, "an ended stream gives no place back twice");
        drop((held, other));
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
