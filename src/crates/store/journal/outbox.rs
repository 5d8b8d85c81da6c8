//! The part of the journal that lies in the database: frames on their way to the log, and the head of the chain.
//!
//! Invariants: the frame is written in the transaction of the rows. The newest frame is the head of the chain and never goes
//! from here; a row of the head's own stands before it only where no frame says how it is ([`State`] but running, rows that
//! were brought to a place). Older frames go after the log holds them durably. When frames can't leave (a full disk), the
//! journal rests, and a [`Body::Break`](super::Body::Break) opens it again. What the last commit left is in memory, too, so
//! that nothing is read to write: the head ([`Known`]), and the newest frames for the log ([`Recent`]).

use std::collections::{BTreeMap, HashSet};
use std::ops::Bound;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;
use redb::{Database, ReadableTable, WriteTransaction};
use xxhash_rust::xxh3::xxh3_64;

use super::{Chain, Link, Mark, Place, Raw, body_of, damaged, frame_of};
use crate::error::Res;
use crate::record::{FilesOf, TableInfo};
use crate::tx::{RawRead, definition};
use crate::writer::Finished;

/// Frames, and the head's own row: each table more that a commit touches costs it pages.
const TABLE: &str = "journal";
/// Key of the head's row; those of frames are longer and stand behind it.
const KEY: &[u8] = b"";
/// Bytes of a frame in one value: redb keeps values in pages of powers of two.
const PART: usize = 500 << 10;
/// Bytes of frames that may wait; beyond this the journal rests.
const WAITING: u64 = 128 << 20;
/// The same when the disk has less than its reserve.
const WAITING_TIGHT: u64 = 4 << 20;

/// Whether a table is the journal's own: no copy and no archive carries it.
pub fn is_own(table: &str) -> bool {
    table == TABLE
}

/// Tables whose changes no frame holds: records with the indexes and sums that follow from them, and the journal's own.
pub fn left_out(tables: &[TableInfo]) -> HashSet<&'static str> {
    let mut left_out: HashSet<&'static str> = [TABLE].into();
    for info in tables.iter().filter(|info| !info.journaled) {
        left_out.extend((info.indexes)().into_iter().chain([info.name]));
    }
    left_out
}

/// Whether frames follow each commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Running,
    /// There was no room for frames.
    Resting,
    /// Rows were written with the journal off.
    Off,
    /// A program brought the file to its schema.
    Upgraded,
    /// The data were brought back to an earlier point.
    Restored,
}

impl State {
    fn of(byte: u8) -> Option<Self> {
        [Self::Running, Self::Resting, Self::Off, Self::Upgraded, Self::Restored].get(usize::from(byte)).copied()
    }

    /// The reason in the frame that opens the journal again.
    fn reason(self) -> &'static str {
        match self {
            Self::Running => "history can't be continued",
            Self::Resting => "no room for the journal",
            Self::Off => "journal was switched off",
            Self::Upgraded => "schema changed",
            Self::Restored => "data restored",
        }
    }
}

/// The newest frame, as the database knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    pub mark: Mark,
    pub state: State,
}

impl Head {
    fn of_frame(place: Place, frame: &[u8]) -> Res<Self> {
        let raw = Raw::at_front(frame).filter(|raw| raw.bytes.len() == frame.len());
        let raw = raw.ok_or_else(|| damaged(place, "damaged in the outbox"))?;
        Ok(Self { mark: raw.mark, state: State::Running })
    }

    fn encode(&self) -> Vec<u8> {
        let mut bytes = self.mark.place.epoch.to_be_bytes().to_vec();
        bytes.extend(self.mark.place.seq.to_be_bytes());
        bytes.extend(self.mark.at.to_be_bytes());
        bytes.extend(self.mark.chain);
        bytes.push(self.state as u8);
        bytes.extend(xxh3_64(&bytes).to_be_bytes());
        bytes
    }

    fn decode(bytes: &[u8]) -> Res<Self> {
        let read = || {
            let (head, sum) = bytes.split_last_chunk::<8>()?;
            let (epoch, rest) = head.split_first_chunk::<4>()?;
            let (seq, rest) = rest.split_first_chunk::<8>()?;
            let (at, rest) = rest.split_first_chunk::<8>()?;
            let (chain, rest) = rest.split_first_chunk::<32>()?;
            let place = Place { epoch: u32::from_be_bytes(*epoch), seq: u64::from_be_bytes(*seq) };
            let mark = Mark { place, at: i64::from_be_bytes(*at), chain: *chain };
            let state = State::of(*rest.first()?)?;
            (xxh3_64(head).to_be_bytes() == *sum).then_some(Self { mark, state })
        };
        read().ok_or_else(|| damaged("head", "checksum differs"))
    }
}

/// The head in a snapshot; `None` = there is no journal.
///
/// # Errors
/// A damaged head.
pub fn head(reader: &dyn RawRead) -> Res<Option<Head>> {
    if let Some(row) = reader.raw_get(TABLE, KEY)? {
        return Head::decode(&row).map(Some);
    }
    let mut newest = None;
    reader.raw_range(TABLE, Bound::Unbounded, Bound::Unbounded, true, &mut |key, _| {
        newest = Some(place_of(key));
        false
    })?;
    let Some(place) = newest else { return Ok(None) };
    let (low, high) = parts_of(place);
    let mut frame = Vec::new();
    reader.raw_range(TABLE, Bound::Included(&low), Bound::Included(&high), false, &mut |_, part| {
        frame.extend_from_slice(part);
        true
    })?;
    Head::of_frame(place, &frame).map(Some)
}

/// The head, and whether it is a row of its own; `None` also when it is damaged: the journal starts a new epoch then, and no
/// write is refused.
fn read_head(tx: &WriteTransaction) -> Res<Option<(Head, bool)>> {
    let table = tx.open_table(definition(TABLE))?;
    let row = table.get(KEY)?.map(|value| Head::decode(value.value()));
    let found = match row {
        Some(row) => Some(row.map(|head| (head, true))),
        None => newest_frame(&table)?.map(|(place, frame)| Head::of_frame(place, &frame).map(|head| (head, false))),
    };
    Ok(found.and_then(|head| head.inspect_err(|error| tracing::error!(%error, "the journal starts a new epoch")).ok()))
}

fn newest_frame(table: &impl ReadableTable<&'static [u8], &'static [u8]>) -> Res<Option<(Place, Vec<u8>)>> {
    let Some(place) = table.last()?.map(|(key, _)| place_of(key.value())) else { return Ok(None) };
    let (low, high) = parts_of(place);
    let mut frame = Vec::new();
    for part in table.range::<&[u8]>(low.as_slice()..=high.as_slice())? {
        frame.extend_from_slice(part?.1.value());
    }
    Ok(Some((place, frame)))
}

/// The same head.
pub(crate) fn head_in(tx: &WriteTransaction) -> Res<Option<Head>> {
    Ok(read_head(tx)?.map(|(head, _)| head))
}

pub(crate) fn set_head(tx: &WriteTransaction, head: &Head) -> Res<()> {
    tx.open_table(definition(TABLE))?.insert(KEY, head.encode().as_slice())?;
    Ok(())
}

/// Notes that rows change which no frame will hold; nothing without a journal. Answers whether something was written.
pub(crate) fn set_state(tx: &WriteTransaction, state: State) -> Res<bool> {
    match head_in(tx)? {
        Some(head) if head.state == State::Running => set_head(tx, &Head { state, ..head }).map(|()| true),
        _ => Ok(false),
    }
}

fn key_of(place: Place, part: u16) -> [u8; 14] {
    let mut key = [0; 14];
    key[..4].copy_from_slice(&place.epoch.to_be_bytes());
    key[4..12].copy_from_slice(&place.seq.to_be_bytes());
    key[12..].copy_from_slice(&part.to_be_bytes());
    key
}

/// Keys of the first and of the last part that a frame may have.
fn parts_of(place: Place) -> ([u8; 14], [u8; 14]) {
    (key_of(place, 0), key_of(place, u16::MAX))
}

fn place_of(key: &[u8]) -> Place {
    let epoch = key.first_chunk::<4>().map_or(0, |bytes| u32::from_be_bytes(*bytes));
    let seq = key.get(4..).and_then(<[u8]>::first_chunk::<8>).map_or(0, |bytes| u64::from_be_bytes(*bytes));
    Place { epoch, seq }
}

/// Frames after `after` in the order of the chain, at most about `most` bytes.
///
/// # Errors
/// A damaged frame, the disk.
pub fn waiting(reader: &dyn RawRead, after: Option<Place>, most: usize) -> Res<Vec<Link>> {
    let low = after.map(|place| key_of(place, u16::MAX));
    let low = Bound::Excluded(low.as_ref().map_or(KEY, |key| key.as_slice()));
    let (mut frames, mut total, mut of): (Vec<Vec<u8>>, usize, Option<Place>) = (Vec::new(), 0, None);
    reader.raw_range(TABLE, low, Bound::Unbounded, false, &mut |key, part| {
        let place = place_of(key);
        match frames.last_mut() {
            Some(frame) if of == Some(place) => frame.extend_from_slice(part),
            _ if total >= most => return false,
            _ => frames.push(part.to_vec()),
        }
        of = Some(place);
        total += part.len();
        true
    })?;
    let checked = |bytes: Vec<u8>| match Raw::at_front(&bytes).filter(|raw| raw.bytes.len() == bytes.len()) {
        Some(Raw { mark, previous, .. }) => Ok(Link { mark, previous, bytes }),
        None => Err(damaged(of.unwrap_or_default(), "damaged in the outbox")),
    };
    frames.into_iter().map(checked).collect()
}

/// What a commit changes about the frames that wait.
#[derive(Default)]
pub struct Entered {
    added: Option<Link>,
    removed: u64,
    /// Frames up to this one were removed.
    up_to: Option<Place>,
    /// The head after the commit, and how often it had been changed elsewhere by then.
    head: Option<(Head, bool)>,
    changed: u64,
}

/// The head as the last commit left it.
#[derive(Default)]
struct Known {
    /// With whether it is a row of its own; `None` where it has to be read.
    head: Option<(Head, bool)>,
    /// How often it was changed by others than the writer.
    changed: u64,
}

/// Frames of the last commits that the log has not taken yet.
#[derive(Default)]
pub struct Recent {
    /// In the order of the chain.
    frames: Vec<Link>,
    bytes: usize,
    /// Whether they are all that the log has not taken: not at the start, after a failure, or when they became too many.
    is_whole: bool,
    /// Whether the log was asked to take them.
    is_asked: bool,
}

/// Bytes of frames in memory at most, and when the log is asked to take them before its time.
const RECENT: usize = 8 << 20;
const ENOUGH: usize = 1 << 20;

/// What the log does about a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demand {
    /// It knows of others already.
    None,
    /// There is something to take, in its time.
    Soon,
    /// Memory holds enough.
    Now,
}

impl Entered {
    fn with(self, added: Link) -> Self {
        let head = Head { mark: added.mark, state: State::Running };
        Self { head: Some((head, false)), added: Some(added), ..self }
    }
}

impl Recent {
    fn add(&mut self, frame: Link) -> Demand {
        let before = self.bytes;
        self.bytes += frame.bytes.len();
        if !self.is_whole || self.bytes > RECENT {
            *self = Self { is_asked: self.is_asked, ..Self::default() };
        } else {
            self.frames.push(frame);
        }
        if before <= ENOUGH && self.bytes > ENOUGH {
            Demand::Now
        } else if std::mem::replace(&mut self.is_asked, true) {
            Demand::None
        } else {
            Demand::Soon
        }
    }
}

/// The writer's end of the journal.
pub struct Outbox {
    left_out: HashSet<&'static str>,
    files: BTreeMap<&'static str, FilesOf>,
    now: std::sync::Arc<dyn Fn() -> i64 + Send + Sync>,
    /// The newest frame that the log holds durably.
    shipped: Mutex<Option<Place>>,
    /// The newest that was removed here.
    trimmed: Mutex<Option<Place>>,
    waiting: AtomicU64,
    recent: Mutex<Recent>,
    known: Mutex<Known>,
}

impl Outbox {
    /// Goes on with the journal of a file, or begins one. `log` is the end of its log.
    ///
    /// # Errors
    /// A damaged head or frame, the disk.
    pub fn open(
        db: &Database,
        tables: &[TableInfo],
        now: std::sync::Arc<dyn Fn() -> i64 + Send + Sync>,
        log: Option<&Mark>,
    ) -> Res<Self> {
        let left_out = left_out(tables);
        let files = tables.iter().filter_map(|info| Some((info.name, info.files?))).collect();
        let outbox = Self {
            left_out,
            files,
            now,
            shipped: Mutex::default(),
            trimmed: Mutex::default(),
            waiting: AtomicU64::new(0),
            recent: Mutex::default(),
            known: Mutex::default(),
        };
        let tx = db.begin_write()?;
        let (is_continued, waiting) = continuity(&tx, log)?;
        let read = read_head(&tx)?;
        let (head, has_row) = (read.map(|(head, _)| head), read.is_some_and(|(_, has_row)| has_row));
        let added = match head {
            Some(head) if head.state == State::Running && is_continued => None,
            head => {
                // A log of another history: this one's numbers go on, in an epoch of its own.
                let foreign = log.filter(|log| head.is_none_or(|head| head.mark != **log) && !is_continued);
                let mark = head.map_or_else(first_mark, |head| head.mark);
                let epoch = foreign.map_or(mark.place.epoch, |log| mark.place.epoch.max(log.place.epoch) + 1);
                let reason = head.map_or("journal begins", |head| head.state.reason());
                let before = Mark { place: Place { epoch, seq: mark.place.seq }, ..mark };
                Some(outbox.write(&tx, &before, has_row, Err(reason))?)
            }
        };
        match added {
            None => tx.abort()?,
            Some(_) => tx.commit()?,
        }
        let added = added.map_or(0, |frame| frame.bytes.len() as u64);
        outbox.waiting.store(waiting + added, Ordering::Relaxed);
        Ok(outbox)
    }

    fn write(&self, tx: &WriteTransaction, before: &Mark, has_row: bool, body: Result<&[u8], &str>) -> Res<Link> {
        let place = Place { seq: before.place.seq + 1, ..before.place };
        let frame = frame_of(before, place, (self.now)(), body);
        let mut table = tx.open_table(definition(TABLE))?;
        for (part, bytes) in (0_u16..).zip(frame.bytes.chunks(PART)) {
            table.insert(key_of(place, part).as_slice(), bytes)?;
        }
        if has_row {
            table.remove(KEY)?;
        }
        Ok(frame)
    }

    /// Adds the frame of a batch to its transaction and removes frames that the log holds. `is_tight`: the disk has less
    /// than its reserve.
    pub fn enter(&self, tx: &WriteTransaction, batch: &Finished, is_tight: &dyn Fn() -> bool) -> Res<Entered> {
        let (known, changed) = {
            let mut known = self.known.lock();
            (known.head.take(), known.changed)
        };
        let read = if known.is_some() { known } else { read_head(tx)? };
        let Some((head, has_row)) = read else {
            let last = self.shipped.lock().unwrap_or_default();
            let place = Place { epoch: last.epoch + 1, ..last };
            let before = Mark { place, ..first_mark() };
            let trimmed = self.trim(tx, before.place)?;
            let added = self.write(tx, &before, true, Err("head damaged"))?;
            return Ok(Entered { changed, ..trimmed }.with(added));
        };
        let trimmed = Entered { head: Some((head, has_row)), changed, ..self.trim(tx, head.mark.place)? };
        let waiting = self.waiting.load(Ordering::Relaxed).saturating_sub(trimmed.removed);
        let is_tight = waiting > WAITING_TIGHT / 4 && is_tight();
        let limit = if is_tight { WAITING_TIGHT } else { WAITING };
        if head.state == State::Resting && waiting > limit / 2 {
            return Ok(trimmed);
        }
        let broken = if batch.is_raw { Some("records written again") } else { None };
        let broken = if head.state == State::Running { broken } else { Some(head.state.reason()) };
        let body = match broken {
            Some(reason) => Err(reason),
            None => {
                let files = self.files_of(batch)?;
                let Some(body) = body_of(&batch.changes, &batch.ends, &|table| self.left_out.contains(table), &files)
                else {
                    return Ok(trimmed);
                };
                Ok(body)
            }
        };
        if waiting + body.as_ref().map_or(0, Vec::len) as u64 > limit {
            tracing::error!(waiting, "the journal rests: its frames can't be moved to its files");
            let resting = Head { state: State::Resting, ..head };
            set_head(tx, &resting)?;
            return Ok(Entered { head: Some((resting, true)), ..trimmed });
        }
        let added = self.write(tx, &head.mark, has_row, body.as_deref().map_err(|reason| *reason))?;
        Ok(trimmed.with(added))
    }

    /// Takes note of a commit; answers what the log has to do about it.
    pub fn committed(&self, entered: Entered) -> Demand {
        if entered.removed > 0 {
            *self.trimmed.lock() = entered.up_to;
        }
        let added = entered.added.as_ref().map_or(0, |frame| frame.bytes.len() as u64);
        let waiting = self.waiting.load(Ordering::Relaxed) + added;
        self.waiting.store(waiting.saturating_sub(entered.removed), Ordering::Relaxed);
        let mut known = self.known.lock();
        if known.changed == entered.changed {
            known.head = entered.head;
        }
        drop(known);
        entered.added.map_or(Demand::None, |frame| self.recent.lock().add(frame))
    }

    /// Somebody else changes the head in a transaction that is open.
    pub fn forget_head(&self) {
        let mut known = self.known.lock();
        *known = Known { head: None, changed: known.changed + 1 };
    }

    /// All frames that the log has not taken, when memory has them.
    pub fn take_recent(&self) -> Option<Vec<Link>> {
        let mut recent = self.recent.lock();
        (recent.bytes, recent.is_asked) = (0, false);
        recent.is_whole.then(|| std::mem::take(&mut recent.frames))
    }

    /// Keeps the frames of commits from now on: who reads the others from a snapshot opens that afterwards.
    pub fn keep_recent(&self) {
        *self.recent.lock() = Recent { is_whole: true, ..Recent::default() };
    }

    /// The log did not take what it was given.
    pub fn forget_recent(&self) {
        *self.recent.lock() = Recent::default();
    }

    fn files_of(&self, batch: &Finished) -> Res<Vec<String>> {
        let mut files = Vec::new();
        for change in &batch.changes {
            if let (Some(of), Some(value)) = (self.files.get(change.table), &change.value) {
                files.extend(of(&change.key, value)?);
            }
        }
        files.sort_unstable();
        files.dedup();
        Ok(files)
    }

    /// Removes what the log holds, but for the newest frame.
    fn trim(&self, tx: &WriteTransaction, newest: Place) -> Res<Entered> {
        let shipped = *self.shipped.lock();
        let Some(shipped) = shipped.filter(|_| self.waiting.load(Ordering::Relaxed) > 0) else {
            return Ok(Entered::default());
        };
        let shipped = shipped.min(Place { seq: newest.seq.saturating_sub(1), ..newest });
        // The files are synced once a second: most commits have nothing to remove.
        if *self.trimmed.lock() == Some(shipped) {
            return Ok(Entered::default());
        }
        let mut table = tx.open_table(definition(TABLE))?;
        let (high, mut removed) = (key_of(shipped, u16::MAX), 0);
        let range = (Bound::Excluded(KEY), Bound::Included(high.as_slice()));
        table.retain_in::<&[u8], _>(range, |_, part| {
            removed += part.len() as u64;
            false
        })?;
        Ok(Entered { removed, up_to: Some(shipped), ..Entered::default() })
    }

    /// Frames up to this one are in the log, durably.
    pub fn set_shipped(&self, place: Place) {
        *self.shipped.lock() = Some(place);
    }

    /// Bytes of frames that were not yet removed.
    pub fn waiting_bytes(&self) -> u64 {
        self.waiting.load(Ordering::Relaxed)
    }
}

/// Where a history begins: chains of two never meet.
fn first_mark() -> Mark {
    let chain: Chain = rand::random();
    Mark { place: Place { epoch: 1, seq: 0 }, at: 0, chain }
}

/// Whether log and outbox together end with the head without a gap; and the bytes that wait.
fn continuity(tx: &WriteTransaction, log: Option<&Mark>) -> Res<(bool, u64)> {
    let Some(head) = head_in(tx)? else { return Ok((false, 0)) };
    let table = tx.open_table(definition(TABLE))?;
    let (mut frames, mut waiting): (Vec<(Place, Vec<u8>)>, u64) = (Vec::new(), 0);
    let mut link = log.copied();
    let mut is_continued = true;
    let mut take = |(_, frame): (Place, Vec<u8>)| match Raw::at_front(&frame) {
        // What the log has already is no news.
        Some(raw) if log.is_some_and(|log| raw.mark.place <= log.place) => {
            is_continued &= log.is_none_or(|log| raw.mark.place != log.place || raw.mark == *log);
        }
        Some(raw) => {
            // Without a log what came before is unknown, unless nothing has to follow it.
            is_continued &= link.map_or(raw.is_break(), |link| raw.follows(&link));
            link = Some(raw.mark);
        }
        None => is_continued = false,
    };
    for row in table.range::<&[u8]>((Bound::Excluded(KEY), Bound::Unbounded))? {
        let (key, part) = row?;
        let (place, part) = (place_of(key.value()), part.value());
        waiting += part.len() as u64;
        match frames.last_mut() {
            Some((of, frame)) if *of == place => frame.extend_from_slice(part),
            _ => {
                frames.drain(..).for_each(&mut take);
                frames.push((place, part.to_vec()));
            }
        }
    }
    frames.drain(..).for_each(&mut take);
    Ok((is_continued && link == Some(head.mark), waiting))
}
