//! Finding people by a part of their name, telephone, login, pinyin or initials.
//!
//! The index lives in memory only, is filled at start by the caller and kept up by one background
//! thread, which gathers waiting changes into one commit. It finds candidates by the character
//! grams of the text; texts longer than a gram are then checked against [`matches`], so the index
//! and a plain scan always agree.
//!
//! Invariants: [`matches`] is the truth; totals are exact; identifiers ascend, so pages are
//! stable; a search sees every change handed over before it began, or answers `None`.
//!
//! Deliberately absent: ranking, fuzziness, persistence, rights (the caller passes departments).

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex, RwLock};

use crate::kernel::pinyin;

mod engine;

use engine::Engine;

/// How long a search waits for changes handed over before it.
const PATIENCE: Duration = Duration::from_millis(500);

/// Changes the background thread gathers into one commit at most.
const BATCH: usize = 20_000;

/// What the index knows of a person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Person {
    /// The identifier, also the order of results.
    pub user_id: u64,
    /// The login name.
    pub user_name: String,
    /// The name people use.
    pub real_name: String,
    /// The telephone number, or empty.
    pub phone: String,
    /// The department, 0 for none.
    pub dept_id: u64,
    /// Whether the person may sign in.
    pub enabled: bool,
}

/// What to look for.
#[derive(Clone, Copy, Debug, Default)]
pub struct PersonQuery<'a> {
    /// A part of a name, telephone, login, pinyin or initials; blank finds everybody.
    pub text: &'a str,
    /// Only people of these departments.
    pub dept_ids: Option<&'a [u64]>,
    /// Only people who may sign in.
    pub enabled_only: bool,
    /// Results to skip.
    pub offset: usize,
    /// Results to return.
    pub limit: usize,
}

/// A page of results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hits {
    /// How many people match in all.
    pub total: usize,
    /// The page, ascending.
    pub ids: Vec<u64>,
}

/// Why the index could not be made.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// The search library refused.
    #[error("人员索引出错：{0}")]
    Engine(#[from] tantivy::TantivyError),
    /// No thread could be started.
    #[error("人员索引线程无法启动：{0}")]
    Thread(#[from] std::io::Error),
}

/// A person's searchable texts, lower case: name, telephone, login, pinyin, initials.
#[derive(Clone, Debug)]
struct Texts([String; 5]);

impl Texts {
    fn of(person: &Person) -> Self {
        // A surname may have two readings; the line break between them is in no honest query.
        let readings = pinyin::readings(&person.real_name);
        let lines = |one: fn(&pinyin::Reading) -> &str| readings.iter().map(one).collect::<Vec<_>>().join("\n");
        Self([
            person.real_name.to_lowercase(),
            person.phone.to_lowercase(),
            person.user_name.to_lowercase(),
            lines(|reading| &reading.full),
            lines(|reading| &reading.initials),
        ])
    }

    fn contain(&self, needle: &str) -> bool {
        self.0.iter().any(|text| text.contains(needle))
    }
}

/// The text of a query as compared: trimmed and lower case.
fn needle(text: &str) -> String {
    crate::kernel::text::trimmed(text).to_lowercase()
}

/// Whether a person fits a text: the definition the index follows, and the scan that stands in.
pub fn matches(person: &Person, text: &str) -> bool {
    let needle = needle(text);
    needle.is_empty() || Texts::of(person).contain(&needle)
}

/// Something to bring into the index; `None` removes.
type Change = (u64, Option<Person>);

enum Message {
    Changes(Vec<Change>),
    Ready,
}

/// The hand-over to the background thread; the count is that of all messages ever sent.
struct Outbox {
    sender: Option<Sender<Message>>,
    sent: u64,
}

#[derive(Default)]
struct Progress {
    applied: u64,
    ready: bool,
    broken: bool,
}

struct Shared {
    engine: RwLock<Engine>,
    progress: Mutex<Progress>,
    moved: Condvar,
}

/// The index of people. Cheap to share behind an `Arc`; dropping it ends its thread.
pub struct PeopleIndex {
    shared: Arc<Shared>,
    outbox: Mutex<Outbox>,
    thread: Option<JoinHandle<()>>,
}

impl PeopleIndex {
    /// An empty index, not ready, and its thread.
    ///
    /// # Errors
    /// When the library or the operating system refuses.
    pub fn new() -> Result<Self, SearchError> {
        let (engine, writer) = Engine::new()?;
        let shared =
            Arc::new(Shared { engine: RwLock::new(engine), progress: Mutex::default(), moved: Condvar::new() });
        let (sender, receiver) = channel();
        let theirs = Arc::clone(&shared);
        let thread = std::thread::Builder::new()
            .name("people-index".into())
            .spawn(move || keep_up(&theirs, writer, &receiver))?;
        let outbox = Mutex::new(Outbox { sender: Some(sender), sent: 0 });
        Ok(Self { shared, outbox, thread: Some(thread) })
    }

    /// Hands over people who are new or changed. Returns at once.
    pub fn upsert(&self, people: Vec<Person>) {
        self.send(Message::Changes(people.into_iter().map(|p| (p.user_id, Some(p))).collect()));
    }

    /// Hands over people who are gone. Returns at once.
    pub fn remove(&self, user_ids: Vec<u64>) {
        self.send(Message::Changes(user_ids.into_iter().map(|id| (id, None)).collect()));
    }

    /// Says that everybody has been handed over; takes effect once all that is in the index.
    pub fn mark_ready(&self) {
        self.send(Message::Ready);
    }

    /// Whether searches are answered.
    pub fn ready(&self) -> bool {
        let progress = self.shared.progress.lock();
        progress.ready && !progress.broken
    }

    /// Finds people. `None` when the index is not ready or cannot catch up within half a second:
    /// the caller scans with [`matches`] instead. Blocks, so not for an async thread.
    pub fn search(&self, query: &PersonQuery<'_>) -> Option<Hits> {
        let sent = self.outbox.lock().sent;
        self.caught_up(sent).then(|| self.shared.engine.read().search(query))?.ok()
    }

    fn send(&self, message: Message) {
        let mut outbox = self.outbox.lock();
        let delivered = outbox.sender.as_ref().is_some_and(|sender| sender.send(message).is_ok());
        outbox.sent += 1;
        drop(outbox);
        if !delivered {
            self.shared.progress.lock().broken = true;
        }
    }

    fn caught_up(&self, sent: u64) -> bool {
        let until = Instant::now() + PATIENCE;
        let mut progress = self.shared.progress.lock();
        while progress.ready && !progress.broken && progress.applied < sent {
            if self.shared.moved.wait_until(&mut progress, until).timed_out() {
                break;
            }
        }
        progress.ready && !progress.broken && progress.applied >= sent
    }
}

impl Drop for PeopleIndex {
    fn drop(&mut self) {
        self.outbox.lock().sender = None;
        if let Some(thread) = self.thread.take() {
            // A panicked thread has nothing left to say.
            let _ended = thread.join();
        }
    }
}

/// The background thread: applies what waits, until the sender is gone.
fn keep_up(shared: &Shared, mut writer: engine::Writer, receiver: &Receiver<Message>) {
    while let Ok(first) = receiver.recv() {
        let (changes, count, ready) = gather(first, receiver);
        let applied = if changes.is_empty() { Ok(()) } else { writer.apply(changes, &shared.engine) };
        let mut progress = shared.progress.lock();
        progress.applied += count;
        progress.ready |= ready;
        if let Err(error) = applied {
            tracing::error!(%error, "people index given up, searches scan from now on");
            progress.broken = true;
        }
        drop(progress);
        shared.moved.notify_all();
    }
}

/// A message and those that wait behind it; the last change of a person wins.
fn gather(first: Message, receiver: &Receiver<Message>) -> (HashMap<u64, Option<Person>>, u64, bool) {
    let (mut changes, mut count, mut ready) = (HashMap::new(), 0, false);
    let mut next = Some(first);
    while let Some(message) = next {
        count += 1;
        match message {
            Message::Changes(some) => changes.extend(some),
            Message::Ready => ready = true,
        }
        next = if changes.len() < BATCH { receiver.try_recv().ok() } else { None };
    }
    (changes, count, ready)
}

#[cfg(test)]
mod tests;
