//! The journal: what each commit changed, as a chain of frames that replays to the same rows.
//!
//! Invariants: a frame is a value in the same redb commit as the rows that it names ([`outbox`]), so the journal can neither
//! miss a commit nor hold one that failed; frames reach append-only files afterwards ([`log`], [`ship`]). Each frame carries
//! SHA-256 over its predecessor's, so a missing, foreign or damaged one is named. Values are the stored bytes, those of indexes
//! and sums too: replay ([`replay`]) needs no code of the version that wrote them.
//!
//! Deliberately absent: tables of [`Record::JOURNALED`](super::Record::JOURNALED) `false` (sessions and the like), compression
//! and sealing (the repository does both).

pub mod log;
pub(super) mod outbox;
pub mod replay;
mod ship;
pub(super) mod spool;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::sync::Arc;

pub use outbox::{Head, State, head, is_own, left_out, waiting};
use sha2::{Digest, Sha256};
pub(super) use ship::Journal;

use super::error::{Res, StoreError};
use super::writer::Change;

/// What a journal needs to know beside the store.
#[derive(Clone)]
pub struct JournalOptions {
    /// Directory of its files.
    pub folder: PathBuf,
    /// Epoch milliseconds.
    pub now: Arc<dyn Fn() -> i64 + Send + Sync>,
    /// Bytes that its files may take, asked for whenever it matters; the oldest go first.
    pub spool_bytes: Arc<dyn Fn() -> u64 + Send + Sync>,
    /// Whether ordinary writes stop rather than that frames go which no repository holds.
    pub stops: Arc<dyn Fn() -> bool + Send + Sync>,
}

/// Where a frame stands: epochs begin when a history can't be continued, numbers go on through them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    pub epoch: u32,
    pub seq: u64,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-{}", self.epoch, self.seq)
    }
}

/// Hash that a frame ends with.
pub type Chain = [u8; 32];

/// A place in one certain history: two histories may share a place, never the chain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    pub place: Place,
    /// When it was committed, epoch milliseconds.
    pub at: i64,
    pub chain: Chain,
}

/// One changed row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub table: Arc<str>,
    pub key: Vec<u8>,
    /// `None` = deleted.
    pub value: Option<Vec<u8>>,
}

/// What a frame holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// The rows of each operation in their order, and hashes of the files that they brought.
    Rows { operations: Vec<Vec<Row>>, files: Vec<String> },
    /// Rows changed that no frame holds: replay can't cross it, a full copy made afterwards is needed.
    Break(String),
}

/// One link of the chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    pub mark: Mark,
    /// Chain of the frame before.
    pub previous: Chain,
    pub body: Body,
}

/// Notes in the commit of a schema step that rows change which no frame holds.
pub(super) fn upgraded(tx: &redb::WriteTransaction) -> Res<()> {
    outbox::set_state(tx, State::Upgraded).map(drop)
}

/// Length, epoch, number, time, kind, previous chain.
const HEAD: usize = 4 + 4 + 8 + 8 + 1 + 32;
const CHAIN: usize = 32;
/// Beyond this a frame is a [`Body::Break`] instead.
const LARGEST: usize = 64 << 20;

fn damaged(place: impl std::fmt::Display, why: &str) -> StoreError {
    StoreError::Corrupt { table: "journal".into(), why: format!("frame {place}: {why}") }
}

fn number(out: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        out.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    out.push(number.to_le_bytes()[0]);
}

fn bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    number(out, bytes.len());
    out.extend_from_slice(bytes);
}

/// Rows of a commit as the body of a frame; `None` when there is nothing to keep. `ends` are the places in `changes` where
/// operations end.
pub(super) fn body_of(
    changes: &[Change],
    ends: &[usize],
    is_left_out: &dyn Fn(&str) -> bool,
    files: &[String],
) -> Option<Vec<u8>> {
    let mut tables: Vec<&str> = Vec::new();
    let (mut rows, mut operations, mut begin) = (Vec::new(), 0, 0);
    for end in ends {
        let kept = changes.get(begin..*end).unwrap_or_default().iter().filter(|change| !is_left_out(change.table));
        begin = *end;
        let (mut count, mut operation) = (0, Vec::new());
        for change in kept {
            let at = tables.iter().position(|table| *table == change.table).unwrap_or_else(|| {
                tables.push(change.table);
                tables.len() - 1
            });
            number(&mut operation, at);
            bytes(&mut operation, &change.key);
            match &change.value {
                Some(value) => {
                    number(&mut operation, value.len() + 1);
                    operation.extend_from_slice(value);
                }
                None => operation.push(0),
            }
            count += 1;
        }
        if count > 0 {
            operations += 1;
            number(&mut rows, count);
            rows.extend(operation);
        }
    }
    if operations == 0 {
        return None;
    }
    let mut body = Vec::with_capacity(rows.len() + 64);
    for list in [files.iter().map(String::as_bytes).collect::<Vec<_>>(), tables.iter().map(|t| t.as_bytes()).collect()]
    {
        number(&mut body, list.len());
        list.iter().for_each(|item| bytes(&mut body, item));
    }
    number(&mut body, operations);
    body.extend(rows);
    Some(body)
}

/// A frame as it lies in outbox and log: one that this program made, or whose chain was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    pub mark: Mark,
    /// Chain of the frame before.
    pub previous: Chain,
    pub bytes: Vec<u8>,
}

impl Link {
    /// Whether it follows that mark.
    pub fn follows(&self, before: &Mark) -> bool {
        follows(&self.mark, &self.previous, before)
    }
}

fn follows(own: &Mark, previous: &Chain, before: &Mark) -> bool {
    let (own, before_it) = (own.place, before.place);
    *previous == before.chain && own.seq == before_it.seq + 1 && own.epoch >= before_it.epoch
}

/// The frame after `before`. A body that is too large becomes a break.
pub(super) fn frame_of(before: &Mark, place: Place, at: i64, body: Result<&[u8], &str>) -> Link {
    let (kind, body) = match body {
        Ok(body) if body.len() <= LARGEST => (0, body),
        Ok(_) => (1, "operation too large".as_bytes()),
        Err(reason) => (1, reason.as_bytes()),
    };
    let mut frame = Vec::with_capacity(HEAD + body.len() + CHAIN);
    let length = u32::try_from(HEAD - 4 + body.len() + CHAIN).unwrap_or(u32::MAX);
    frame.extend(length.to_be_bytes());
    frame.extend(place.epoch.to_be_bytes());
    frame.extend(place.seq.to_be_bytes());
    frame.extend(at.to_be_bytes());
    frame.push(kind);
    frame.extend(before.chain);
    let chain = chain_of(&frame, body);
    frame.extend_from_slice(body);
    frame.extend(chain);
    Link { mark: Mark { place, at, chain }, previous: before.chain, bytes: frame }
}

fn chain_of(head: &[u8], body: &[u8]) -> Chain {
    // The head ends with the previous chain.
    Sha256::new().chain_update(head).chain_update(Sha256::digest(body)).finalize().into()
}

/// A frame whose chain was checked, its body not yet read.
#[derive(Clone, Copy, Debug)]
pub struct Raw<'a> {
    pub mark: Mark,
    pub previous: Chain,
    is_break: bool,
    body: &'a [u8],
    /// All bytes of it.
    pub bytes: &'a [u8],
}

/// Reads bytes from the front.
struct Cut<'a>(&'a [u8]);

impl<'a> Cut<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    fn number(&mut self) -> Option<usize> {
        let (mut number, mut shift) = (0_u64, 0);
        loop {
            let byte = self.take(1)?[0];
            number |= u64::from(byte & 0x7f).checked_shl(shift)?;
            if byte & 0x80 == 0 {
                return usize::try_from(number).ok();
            }
            shift += 7;
        }
    }

    fn bytes(&mut self) -> Option<&'a [u8]> {
        let length = self.number()?;
        self.take(length)
    }

    fn texts(&mut self) -> Option<Vec<String>> {
        let count = self.number()?;
        (0..count).map(|_| String::from_utf8(self.bytes()?.to_vec()).ok()).collect()
    }
}

impl<'a> Raw<'a> {
    /// The frame at the front of `bytes`; `None` when it is cut short or damaged.
    pub fn at_front(bytes: &'a [u8]) -> Option<Self> {
        let mut cut = Cut(bytes);
        let length = usize::try_from(u32::from_be_bytes(cut.array()?)).ok()?;
        let mut rest = Cut(cut.take(length)?);
        let place = Place { epoch: u32::from_be_bytes(rest.array()?), seq: u64::from_be_bytes(rest.array()?) };
        let at = i64::from_be_bytes(rest.array()?);
        let kind = rest.take(1)?[0];
        let previous = rest.array()?;
        let body = rest.take(rest.0.len().checked_sub(CHAIN)?)?;
        let chain: Chain = rest.array()?;
        let head = bytes.get(..HEAD)?;
        let is_whole = kind <= 1 && chain == chain_of(head, body);
        let bytes = bytes.get(..4 + length)?;
        is_whole.then_some(Self { mark: Mark { place, at, chain }, previous, is_break: kind == 1, body, bytes })
    }

    /// Whether it follows that mark.
    pub fn follows(&self, before: &Mark) -> bool {
        follows(&self.mark, &self.previous, before)
    }

    pub fn is_break(&self) -> bool {
        self.is_break
    }

    /// Reads the body.
    ///
    /// # Errors
    /// A body that isn't one, though its chain is right.
    pub fn read(&self) -> Res<Frame> {
        let body = self.body_read().ok_or_else(|| damaged(self.mark.place, "unreadable body"))?;
        Ok(Frame { mark: self.mark, previous: self.previous, body })
    }

    fn body_read(&self) -> Option<Body> {
        if self.is_break {
            return Some(Body::Break(String::from_utf8(self.body.to_vec()).ok()?));
        }
        let mut cut = Cut(self.body);
        let files = cut.texts()?;
        let tables: Vec<Arc<str>> = cut.texts()?.into_iter().map(Arc::from).collect();
        let operations = cut.number()?;
        let mut read = Vec::new();
        for _ in 0..operations {
            let mut rows = Vec::new();
            for _ in 0..cut.number()? {
                let table = tables.get(cut.number()?)?.clone();
                let key = cut.bytes()?.to_vec();
                let value = match cut.number()? {
                    0 => None,
                    length => Some(cut.take(length - 1)?.to_vec()),
                };
                rows.push(Row { table, key, value });
            }
            read.push(rows);
        }
        cut.0.is_empty().then_some(Body::Rows { operations: read, files })
    }
}
