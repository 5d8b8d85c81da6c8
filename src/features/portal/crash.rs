//! What broke in a browser, as its page tells it: a line in the server's log, and a row of 浏览器错误 for each kind.
//!
//! Who is signed in may send it (the list of what strangers may call only shrinks), metered by address and, here, by session;
//! cut to size and reduced to what a crash of ours consists of. No name, no number of a record, no text that a person typed
//! or read: the page leaves them out (`ui/src/lib/crashes.ts`), and what is not plain is dropped here again. Who was touched
//! is counted by a few bits that lead back to nobody. A place like `index-BUrKZjHR.js:1:5210` is read with `packaging/where`.
//!
//! Invariants: at most [`KINDS_KEPT`] kinds, the one unseen longest goes first; a new kind is stored at once, its repetitions
//! are folded in memory and stored once an hour and when the program stops, so a page that breaks in a loop writes nothing.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use parking_lot::Mutex;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::app::App;
use crate::columns::field::{second, whole};
use crate::columns::{Field, Listed};
use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;
use crate::kernel::user_agent;
use crate::op::{View, Who};
use crate::product::{Memory, Start};
use crate::records::list::seen_by_all;
use crate::route::Data;
use crate::store::{Change, Keeping, Key, Pending, Reads, Record, StoreError, Urgency, id, key};

const LONGEST: usize = 300;
const PLACES: usize = 6;
const KINDS: [&str; 3] = ["render", "error", "promise"];
/// Kinds that are kept.
pub const KINDS_KEPT: usize = 500;
/// Crashes of one session that count in an hour.
pub const OF_A_SESSION: u32 = 10;
/// Browsers named with a kind.
const BROWSERS: usize = 5;
/// Bits that people are counted by.
const BITS: usize = 1_024;
const HOUR: i64 = 3_600_000;
/// Sessions whose crashes are counted at a time.
const SESSIONS: usize = 5_000;

/// A kind of crash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BrowserError {
    /// Its number, made of what it is.
    pub error_id: u64,
    /// `render`, `error` or `promise`: who caught it.
    pub kind: String,
    /// The page's route.
    pub page: String,
    /// Name and words of the error.
    pub what: String,
    /// Script, line and column of the innermost frames.
    pub at: Vec<String>,
    /// Version of the program when it was last seen.
    pub version: String,
    /// Browsers that it was seen in.
    pub browsers: Vec<String>,
    pub count: u64,
    /// Whom it touched: a bit for each of [`BITS`] parts that people fall into.
    pub touched: Vec<u8>,
    /// When it was first seen.
    pub first: Stamp,
    pub last: Stamp,
}

impl Record for BrowserError {
    const TABLE: &'static str = "browser_error";
    const KEEPING: Keeping = Keeping::Passing;
    fn id(&self) -> Key {
        id(self.error_id)
    }
}

/// Words of the error.
pub const WHAT: Field<BrowserError> = Field::name("what", |error| error.what.clone());
pub const PAGE: Field<BrowserError> = Field::name("page", |error| error.page.clone());

impl Listed for BrowserError {
    const FIELDS: &'static [Field<Self>] = &[
        Field::number("errorId", |error| whole(error.error_id)),
        WHAT,
        PAGE,
        Field::number("count", |error| whole(error.count)),
        Field::number("firstTime", |error| second(error.first)),
        Field::number("lastTime", |error| second(error.last)),
    ];
    const TITLE: &'static str = "what";
}

seen_by_all!(BrowserError);

impl BrowserError {
    /// What people are told: four signs, made of the number.
    pub fn code(&self) -> String {
        // Without signs that are read as others.
        const SIGNS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
        let sign = |place: u32| char::from(SIGNS[usize::try_from(self.error_id >> (5 * place)).unwrap_or(0) % 32]);
        (0..4).map(sign).collect()
    }

    /// How many people it touched: exact for a few, near for many.
    pub fn people(&self) -> u64 {
        let set: u32 = self.touched.iter().map(|byte| byte.count_ones()).sum();
        let free = (BITS as f64 - f64::from(set)).max(1.0);
        (-(BITS as f64) * (free / BITS as f64).ln()).round() as u64
    }

    fn touch(&mut self, user_id: u64) {
        self.touched.resize(BITS / 8, 0);
        let digest = Sha256::digest(user_id.to_be_bytes());
        let bit = usize::from(u16::from_be_bytes([digest[0], digest[1]])) % BITS;
        if let Some(byte) = self.touched.get_mut(bit / 8) {
            *byte |= 1 << (bit % 8);
        }
    }
}

/// A crash of a page.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Crash {
    /// `render`, `error` or `promise`: who caught it.
    pub kind: String,
    /// The page's route, with `:id` for numbers.
    pub page: String,
    /// Name and words of the error.
    pub what: String,
    /// Script, line and column of the innermost frames.
    pub at: Vec<String>,
}

/// What the person is told.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "CrashNoted")]
pub struct Noted {
    /// Under which the administrator finds it.
    pub number: String,
}

/// Only what identifiers, routes and messages of programs consist of.
fn plain(text: &str) -> String {
    let known = |c: &char| c.is_ascii_graphic() || *c == ' ' || *c == '…';
    text.chars().filter(known).take(LONGEST).collect()
}

#[derive(Debug, Default)]
struct State {
    kinds: BTreeMap<u64, BrowserError>,
    is_loaded: bool,
    // Those whose repetitions are not stored yet.
    folded: BTreeSet<u64>,
    stored: Stamp,
    sessions: HashMap<String, (Stamp, u32)>,
}

/// The kinds in memory.
#[derive(Debug, Default)]
pub struct Crashes(Mutex<State>);

impl Memory for Crashes {
    const NAME: &'static str = "browser errors";
    fn open(_: &Start<'_>) -> Result<Self> {
        Ok(Self::default())
    }
    fn observe(&self, changes: &[Change]) {
        let gone = changes.iter().filter(|change| change.table == BrowserError::TABLE && change.value.is_none());
        for error_id in gone.filter_map(|change| key::first_u64(&change.key)) {
            let mut state = self.0.lock();
            state.kinds.remove(&error_id);
            state.folded.remove(&error_id);
        }
    }
}

/// What a crash came to.
enum Folded {
    /// Known, or no longer counted.
    Known,
    /// To be stored, in the place of another where there were too many.
    New(Box<BrowserError>, Option<u64>),
}

impl State {
    /// Whether a session may tell one more in this hour.
    fn may_tell(&mut self, session: &str, now: Stamp) -> bool {
        if self.sessions.len() >= SESSIONS {
            self.sessions.retain(|_, (since, _)| (0..HOUR).contains(&(now.0 - since.0)));
        }
        let (since, count) = self.sessions.entry(session.to_owned()).or_insert((now, 0));
        if !(0..HOUR).contains(&(now.0 - since.0)) {
            (*since, *count) = (now, 0);
        }
        *count += 1;
        *count <= OF_A_SESSION
    }

    fn fold(&mut self, new: BrowserError, browser: &str, user_id: u64) -> Folded {
        if let Some(known) = self.kinds.get_mut(&new.error_id) {
            known.count = known.count.saturating_add(1);
            known.last = known.last.max(new.last);
            known.version = new.version;
            known.touch(user_id);
            if known.browsers.len() < BROWSERS && !known.browsers.iter().any(|named| named == browser) {
                known.browsers.push(browser.to_owned());
            }
            self.folded.insert(new.error_id);
            return Folded::Known;
        }
        let oldest = || self.kinds.values().min_by_key(|kind| kind.last).map(|kind| kind.error_id);
        let gone = if self.kinds.len() >= KINDS_KEPT { oldest() } else { None };
        if let Some(gone) = gone {
            self.kinds.remove(&gone);
            self.folded.remove(&gone);
        }
        self.kinds.insert(new.error_id, new.clone());
        Folded::New(Box::new(new), gone)
    }
}

/// A kind as it is seen for the first time.
fn made(view: &View, crash: &Crash, browser: &str) -> BrowserError {
    let kind = KINDS.iter().find(|kind| **kind == crash.kind).unwrap_or(&"error");
    let at: Vec<String> = crash.at.iter().take(PLACES).map(|place| plain(place)).collect();
    let (page, what) = (plain(&crash.page), plain(&crash.what));
    let place = at.first().map(String::as_str).unwrap_or_default();
    let digest = Sha256::digest([kind, page.as_str(), what.as_str(), place].join("\n"));
    let number = digest.iter().take(8).fold(0, |number: u64, byte| number << 8 | u64::from(*byte));
    let mut made = BrowserError {
        // Browsers count up to 2^53.
        error_id: (number >> 12).max(1),
        kind: (*kind).to_owned(),
        page,
        what,
        at,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        browsers: vec![browser.to_owned()],
        count: 1,
        touched: Vec::new(),
        first: view.now,
        last: view.now,
    };
    made.touch(view.caller.user_id());
    made
}

pub fn note(view: &View, crash: Crash) -> Result<Data<Noted>> {
    let browser = user_agent::describe(&view.caller.origin.user_agent).browser;
    let new = made(view, &crash, &browser);
    let number = new.code();
    let session = match &view.caller.who {
        Who::Person { session } => session.as_str(),
        _ => "",
    };
    let crashes = view.app.state::<Crashes>()?;
    let folded = {
        let mut state = crashes.0.lock();
        if !state.is_loaded {
            state.kinds = view.tx.all::<BrowserError>()?.into_iter().map(|kind| (kind.error_id, kind)).collect();
            (state.is_loaded, state.stored) = (true, view.now);
        }
        if !state.may_tell(session, view.now) {
            return Ok(Data(Noted { number }));
        }
        state.fold(new.clone(), &browser, view.caller.user_id())
    };
    tracing::warn!(
        number,
        kind = new.kind,
        page = new.page,
        what = new.what,
        at = new.at.join(" < "),
        browser,
        "a page broke in a browser"
    );
    if let Folded::New(kind, gone) = folded {
        // Not waited for: the page has an error to show. On a full disk it is stored with the next flush.
        let stored = view.app.store.submit::<(), StoreError>(Urgency::Ordinary, move |batch| {
            batch.attempt(|tx| {
                tx.put(&*kind)?;
                gone.map_or(Ok(()), |gone| tx.delete::<BrowserError>(&id(gone)).map(drop))
            })
        });
        if stored.is_err() {
            crashes.0.lock().folded.insert(new.error_id);
        }
    }
    Ok(Data(Noted { number }))
}

/// Stores what was folded: once an hour, and when the program stops (`at_once`).
///
/// # Errors
/// A store that can't be written; it is tried again next time.
pub fn flush(app: &Arc<App>, at_once: bool) -> Result<()> {
    let (crashes, now) = (app.state::<Crashes>()?, app.clock.now());
    let due: Vec<BrowserError> = {
        let mut state = crashes.0.lock();
        if state.folded.is_empty() || !at_once && (0..HOUR).contains(&(now.0 - state.stored.0)) {
            return Ok(());
        }
        state.stored = now;
        let folded = std::mem::take(&mut state.folded);
        folded.iter().filter_map(|error_id| state.kinds.get(error_id).cloned()).collect()
    };
    let again: Vec<u64> = due.iter().map(|kind| kind.error_id).collect();
    let write = app.store.submit::<(), StoreError>(Urgency::Ordinary, move |batch| {
        batch.attempt(|tx| due.iter().try_for_each(|kind| tx.put(kind).map(drop)))
    });
    let written = write.and_then(Pending::wait).map_err(AppError::from);
    if written.is_err() {
        crashes.0.lock().folded.extend(again);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_words_reach_the_log() {
        assert_eq!(plain("TypeError: x is \"…\"\n[31mred"), "TypeError: x is \"…\"[31mred");
        assert_eq!(plain("张三欠租"), "");
        assert_eq!(plain(&"a".repeat(1_000)).len(), LONGEST);
    }

    fn kind(number: u64, last: i64) -> BrowserError {
        BrowserError {
            error_id: number,
            kind: "error".into(),
            page: "/".into(),
            what: "x".into(),
            at: Vec::new(),
            version: String::new(),
            browsers: Vec::new(),
            count: 1,
            touched: Vec::new(),
            first: Stamp(last),
            last: Stamp(last),
        }
    }

    #[test]
    fn the_kind_that_was_unseen_longest_goes_first() {
        let mut state = State::default();
        for number in 0..KINDS_KEPT as u64 {
            assert!(matches!(state.fold(kind(number, 1_000 + number.cast_signed()), "b", 1), Folded::New(_, None)));
        }
        assert!(matches!(state.fold(kind(0, 9_000), "b", 1), Folded::Known));
        assert!(matches!(state.fold(kind(9_999, 9_001), "b", 1), Folded::New(_, Some(1))));
        assert_eq!(state.kinds.len(), KINDS_KEPT);
    }

    #[test]
    fn people_are_counted_without_being_known() {
        let mut one = kind(1, 0);
        for round in 0..3 {
            for user_id in 1..=20 {
                one.touch(user_id);
            }
            assert!((19..=21).contains(&one.people()), "{round}: {}", one.people());
        }
        (1..=300).for_each(|user_id| one.touch(user_id));
        assert!((270..=330).contains(&one.people()), "{}", one.people());
    }

    #[test]
    fn a_session_tells_ten_an_hour_also_when_the_clock_goes_back() {
        let mut state = State::default();
        let told = (0..50).filter(|_| state.may_tell("a", Stamp(5 * HOUR))).count();
        assert_eq!(told, OF_A_SESSION as usize);
        assert!(state.may_tell("b", Stamp(5 * HOUR)) && state.may_tell("a", Stamp(6 * HOUR)));
        assert!(state.may_tell("a", Stamp(0)));
    }
}
