//! Typed records, their indexes and the bytes they are stored as.
//!
//! A stored value is `version (1 byte) · checksum (8 bytes, xxh3 over table, id and payload) · payload`.
//! redb does not verify pages on ordinary reads (one flipped bit gave silently wrong rows in 52 % of
//! trials, decisions/0006), so the checksum is the only guard against silent rot; the id
//! inside it catches a record under the wrong key.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::{Res, StoreError};
use super::key::Key;
use super::sum::{Sum, Values};
use super::tx::Reads;

/// How the payload of a record is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Codec {
    /// MessagePack with field names: a field added with `#[serde(default)]` needs no new version.
    Named,
    /// postcard: small and quick, but *any* change of shape needs a new version and an `upcast`.
    /// For big append-only tables.
    Compact,
}

/// What a table holds, which decides what leaves the house in a portable archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeping {
    /// Records of the business: exported, imported, backed up.
    Lasting,
    /// Records that end with this installation's sessions: backed up, never exported.
    Passing,
}

/// One stored entity: everything the store needs to know about it.
pub trait Record: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// Table name, also the name of its file in a portable archive.
    const TABLE: &'static str;
    /// Version of the stored shape.
    const VERSION: u8 = 1;
    /// Whether its records are numbered by a sequence of the table's name.
    const NUMBERED: bool = false;
    /// How the payload is written.
    const CODEC: Codec = Codec::Named;
    /// Whether it is exported.
    const KEEPING: Keeping = Keeping::Lasting;
    /// Whether the journal holds its changes, so that a restore to a point includes them. What doesn't outlive a session
    /// or only repeats other records would fill it for nothing.
    const JOURNALED: bool = matches!(Self::KEEPING, Keeping::Lasting);
    /// Hashes of the uploaded files that a record needs; `None` = it never needs any.
    const FILES: Option<fn(&Self) -> Vec<String>> = None;
    /// Secondary indexes.
    const INDEXES: &'static [Index<Self>] = &[];
    /// Sums kept of the records.
    const SUMS: &'static [Sum<Self>] = &[];
    /// Field names (as serialised) whose values never appear in an audit row.
    const SECRET_FIELDS: &'static [&'static str] = &[];

    /// The primary key.
    fn id(&self) -> Key;

    /// Takes what is secret out of its serialised fields, where names alone do not tell: called beside
    /// [`Self::SECRET_FIELDS`] before anything is written into an audit row or a history.
    fn hide(_: &mut serde_json::Map<String, serde_json::Value>) {}

    /// Turns a payload written by an older version into today's shape.
    fn upcast(version: u8, _payload: &[u8]) -> Res<Self> {
        Err(StoreError::Corrupt { table: Self::TABLE.into(), why: format!("不认识的记录版本 {version}") })
    }
}

/// A secondary index as a value: multi-valued, partial (no keys) and computed indexes cost nothing.
pub struct Index<R: 'static> {
    /// Name of its table, `<record table>/<purpose>`.
    pub name: &'static str,
    /// Whether two records may share the same columns.
    pub unique: bool,
    /// The columns under which a record is found; asked through [`Index::columns`] alone.
    pub keys: fn(&R) -> Vec<Key>,
}

impl<R> Index<R> {
    /// The columns of a record as a set: what is named twice has one entry, for the writer, the doctor and a rebuild alike.
    pub(super) fn columns(&self, record: &R) -> Vec<Key> {
        as_set((self.keys)(record))
    }
}

fn checksum(table: &str, id: &[u8], version: u8, payload: &[u8]) -> u64 {
    let mut hasher = xxhash_rust::xxh3::Xxh3::with_seed(u64::from(version));
    hasher.update(table.as_bytes());
    hasher.update(&[0, u8::try_from(id.len()).unwrap_or(u8::MAX)]);
    hasher.update(id);
    hasher.update(payload);
    hasher.digest()
}

/// Bytes before the payload: version and checksum.
const HEAD: usize = 9;

fn damaged(table: &str, why: impl Into<String>) -> StoreError {
    StoreError::Corrupt { table: table.into(), why: why.into() }
}

/// A key in hexadecimal digits, cut where a damaged page gives a long one.
fn shown(id: &[u8]) -> String {
    match id.get(..24) {
        Some(head) if id.len() > 24 => format!("{}…", hex::encode(head)),
        _ => hex::encode(id),
    }
}

/// The bytes to store for a record.
pub(super) fn encode<R: Record>(record: &R) -> Res<Vec<u8>> {
    let payload = match R::CODEC {
        Codec::Named => rmp_serde::to_vec_named(record).map_err(|e| damaged(R::TABLE, e.to_string()))?,
        Codec::Compact => postcard::to_stdvec(record).map_err(|e| damaged(R::TABLE, e.to_string()))?,
    };
    let mut bytes = Vec::with_capacity(HEAD + payload.len());
    bytes.push(R::VERSION);
    bytes.extend(checksum(R::TABLE, record.id().bytes(), R::VERSION, &payload).to_be_bytes());
    bytes.extend(payload);
    Ok(bytes)
}

/// Version and payload of stored bytes, after the checksum was verified.
pub(super) fn open_envelope<'a>(table: &str, id: &[u8], bytes: &'a [u8]) -> Res<(u8, &'a [u8])> {
    let Some((head, payload)) = bytes.split_at_checked(HEAD) else {
        return Err(damaged(table, "记录不完整"));
    };
    let version = head[0];
    let sum = u64::from_be_bytes(*head[1..].first_chunk::<8>().ok_or_else(|| damaged(table, "记录没有校验和"))?);
    if sum != checksum(table, id, version, payload) {
        return Err(damaged(table, format!("校验和不符（键 {}）", shown(id))));
    }
    Ok((version, payload))
}

#[cfg(feature = "testing")]
thread_local!(static DECODED: std::cell::Cell<u64> = const { std::cell::Cell::new(0) });

/// How many records this thread has decoded so far; a read runs on one thread.
#[cfg(feature = "testing")]
pub fn decoded() -> u64 {
    DECODED.get()
}

/// A record from a postcard payload; for what an older version wrote and its `upcast` has completed.
///
/// # Errors
/// A payload that isn't one.
pub fn from_compact<R: Record>(table: &'static str, payload: &[u8]) -> Res<R> {
    postcard::from_bytes(payload).map_err(|e| damaged(table, e.to_string()))
}

/// The payload of stored bytes, with its version when that is an older one.
fn payload_of<'a>(table: &str, today: u8, id: &[u8], bytes: &'a [u8]) -> Res<(Option<u8>, &'a [u8])> {
    let (version, payload) = open_envelope(table, id, bytes)?;
    match version {
        v if v == today => Ok((None, payload)),
        v if v < today => Ok((Some(v), payload)),
        v => Err(damaged(table, format!("record version {v} is newer than {today}"))),
    }
}

fn from_named<R: Record>(payload: &[u8]) -> Res<R> {
    gx_decode::from_packed(payload).map_err(|error| unread(R::TABLE, &error))
}

fn unread(table: &str, error: &gx_decode::Error) -> StoreError {
    damaged(table, error.to_string())
}

fn must_lie_under(table: &str, key: &Key, id: &[u8]) -> Res<()> {
    if key.bytes() == id { Ok(()) } else { Err(damaged(table, "record lies under another key")) }
}

/// Reads a record from its stored bytes.
pub fn decode<R: Record>(id: &[u8], bytes: &[u8]) -> Res<R> {
    #[cfg(feature = "testing")]
    DECODED.set(DECODED.get() + 1);
    let record: R = match payload_of(R::TABLE, R::VERSION, id, bytes)? {
        (Some(older), payload) => R::upcast(older, payload)?,
        (None, payload) if R::CODEC == Codec::Named => from_named(payload)?,
        (None, payload) => from_compact(R::TABLE, payload)?,
    };
    must_lie_under(R::TABLE, &record.id(), id)?;
    Ok(record)
}

/// The key of an index entry: columns, then the record's id.
pub(super) fn entry_key(columns: &Key, id: &Key) -> Vec<u8> {
    let mut bytes = columns.bytes().to_vec();
    bytes.extend(id.bytes());
    bytes
}

/// The value of an index entry: length of the column part, so that the id can be cut off.
pub(super) fn entry_value(columns: &Key) -> [u8; 2] {
    u16::try_from(columns.bytes().len()).unwrap_or(u16::MAX).to_be_bytes()
}

/// Cuts the id off an index entry.
pub(super) fn entry_id<'a>(index: &str, entry: &'a [u8], value: &[u8]) -> Res<&'a [u8]> {
    let cut = value.first_chunk::<2>().map_or(usize::MAX, |b| usize::from(u16::from_be_bytes(*b)));
    entry.get(cut..).ok_or_else(|| damaged(index, "index entry without id"))
}

/// Hashes of the uploaded files that a stored value needs.
pub type FilesOf = fn(&[u8], &[u8]) -> Res<Vec<String>>;

fn files_of<R: Record>(id: &[u8], bytes: &[u8]) -> Res<Vec<String>> {
    let record = decode::<R>(id, bytes)?;
    Ok(R::FILES.map_or_else(Vec::new, |files| files(&record)))
}

/// A record type with its type erased, so that doctor, backup and archive can walk a list of all.
#[derive(Clone, Copy)]
pub struct TableInfo {
    pub name: &'static str,
    /// Version of the stored shape.
    pub version: u8,
    /// Whether its records are numbered by a sequence of its name.
    pub numbered: bool,
    /// Whether it is exported.
    pub keeping: Keeping,
    /// Whether the journal holds its changes.
    pub journaled: bool,
    /// Hashes of the files that a stored value needs.
    pub files: Option<FilesOf>,
    /// Names of the tables that follow from the records: indexes, then sums.
    pub indexes: fn() -> Vec<&'static str>,
    /// How many of them are indexes.
    pub many_indexes: usize,
    /// What follows from one stored value.
    pub(super) derive: fn(&[u8], &[u8]) -> Res<Derived>,
    /// One stored value as JSON, for the portable archive.
    pub to_json: fn(&[u8], &[u8]) -> Res<serde_json::Value>,
    /// One stored value read and written again, which is the same bytes.
    #[cfg(feature = "testing")]
    pub again: fn(&[u8], &[u8]) -> Res<Vec<u8>>,
    /// Stores one JSON value from a portable archive.
    pub from_json: fn(&mut super::writer::Writer<'_>, serde_json::Value) -> Res<()>,
}

impl TableInfo {
    /// Checks every record, every index entry and every sum; see [`super::doctor`].
    pub fn verify(&self, tx: &dyn super::tx::RawRead) -> Res<super::doctor::TableReport> {
        super::doctor::verify_table(self, tx)
    }

    /// Puts index entries and sums right, at most so many; see [`super::doctor`].
    pub fn repair(&self, tx: &mut super::writer::Writer<'_>, most: usize) -> Res<usize> {
        super::doctor::repair_table(self, tx, most)
    }

    /// Rewrites old versions and writes indexes and sums again; returns how many records were read.
    pub fn rebuild(&self, batch: &super::writer::Batch<'_>) -> Res<u64> {
        super::migrate::rebuild_table(self, batch)
    }
}

/// What follows from one stored record, so that doctor and rebuilds are compiled once for all types.
pub(super) struct Derived {
    pub id: Key,
    /// Index, and columns under which the record is found there.
    pub entries: Vec<(&'static str, Key)>,
    /// Indexes that it names the same columns of twice.
    pub doubled: Vec<&'static str>,
    /// What it counts in sums: name, cell and values.
    pub cells: Vec<(&'static str, Key, Values)>,
    /// Its bytes in today's version, when it has an older one.
    pub renewed: Option<Vec<u8>>,
}

fn derive<R: Record>(id: &[u8], bytes: &[u8]) -> Res<Derived> {
    let record = decode::<R>(id, bytes)?;
    let mut derived =
        Derived { id: record.id(), entries: Vec::new(), doubled: Vec::new(), cells: Vec::new(), renewed: None };
    for index in R::INDEXES {
        derived.found_under(index.name, (index.keys)(&record));
    }
    for sum in R::SUMS {
        derived.cells.extend((sum.cells)(&record).into_iter().map(|(key, values)| (sum.name, key, values)));
    }
    if bytes.first() != Some(&R::VERSION) {
        derived.renewed = Some(encode(&record)?);
    }
    Ok(derived)
}

impl Derived {
    fn found_under(&mut self, index: &'static str, columns: Vec<Key>) {
        let (named, columns) = (columns.len(), as_set(columns));
        if named > columns.len() {
            self.doubled.push(index);
        }
        self.entries.extend(columns.into_iter().map(|columns| (index, columns)));
    }
}

fn as_set(mut columns: Vec<Key>) -> Vec<Key> {
    columns.sort_unstable();
    columns.dedup();
    columns
}

/// The erased description of a record type.
pub const fn table<R: Record>() -> TableInfo {
    TableInfo {
        name: R::TABLE,
        version: R::VERSION,
        numbered: R::NUMBERED,
        keeping: R::KEEPING,
        journaled: R::JOURNALED,
        files: match R::FILES {
            Some(_) => Some(files_of::<R>),
            None => None,
        },
        indexes: || {
            let indexes = R::INDEXES.iter().map(|index| index.name);
            indexes.chain(R::SUMS.iter().map(|sum| sum.name)).collect()
        },
        many_indexes: R::INDEXES.len(),
        derive: derive::<R>,
        to_json: |id, bytes| {
            serde_json::to_value(decode::<R>(id, bytes)?).map_err(|e| damaged(R::TABLE, e.to_string()))
        },
        #[cfg(feature = "testing")]
        again: |id, bytes| encode(&decode::<R>(id, bytes)?),
        from_json: |writer, value| {
            let record: R = gx_decode::from_json(value).map_err(|error| unread(R::TABLE, &error))?;
            if writer.get::<R>(&record.id())?.is_some() {
                return Err(damaged(R::TABLE, format!("key {} twice", hex::encode(record.id().bytes()))));
            }
            writer.put(&record).map(|_| ())
        },
    }
}
