//! Full copies. The rows of a snapshot in order, cut where their keys say so, so that what didn't change gives the same chunk again and
//! is stored once.
//!
//! Invariants: a base is there when its list is, which is written last; each chunk is read again before; a table's root says whether two
//! states are equal without comparing rows.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use xxhash_rust::xxh3::xxh3_64;

use super::repository::{HALF, Repository, read_part};
use super::sides;
use crate::app::App;
use crate::error::{AppError, Result};
use crate::platform::audit::AuditHead;
use crate::store::journal::{self, Mark, Place, Row};
use crate::store::migrate::{MIN_READER, known_number, schema};
use crate::store::{Reader, Reads as _, Store, key};
use crate::upkeep::files::{failed, files_below, hash_file};
use crate::upkeep::referenced_blobs;

/// One key in so many ends a chunk: about 10 KB of rows.
const CUT: u64 = 128;
/// A chunk ends at this size anyway.
const LARGEST: usize = 1 << 20;
/// Chunks of a pack of which less than this share, in percent, is in use are stored again.
const ALIVE: u64 = 30;
/// Rows that are loaded in one transaction.
const PORTION: usize = 20_000;

pub(super) const ENDING: &str = ".gxb";

/// Where a chunk lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PackedChunk {
    pub id: [u8; 32],
    /// Place in [`Manifest::packs`].
    pub pack: u32,
    pub offset: u64,
    pub length: u32,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct CopiedTable {
    pub name: String,
    pub rows: u64,
    pub root: [u8; 32],
    pub chunks: Vec<PackedChunk>,
}

/// A file of the data directory beside the database.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Beside {
    pub name: String,
    pub hash: String,
}

/// The list of a full copy.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Manifest {
    pub epoch: u32,
    pub seq: u64,
    /// Time of its newest frame, epoch milliseconds.
    pub at: i64,
    pub chain: [u8; 32],
    /// When it was made.
    pub made_at: i64,
    pub installation: String,
    pub product: String,
    pub schema: u64,
    /// Number of the newest row of the audit log.
    pub audit_last: u64,
    pub min_reader: String,
    pub tables: Vec<CopiedTable>,
    pub packs: Vec<String>,
    pub files: Vec<Beside>,
    /// Bytes of all chunks as they lie in packs.
    pub bytes: u64,
}

impl Manifest {
    pub(super) fn mark(&self) -> Mark {
        Mark { place: self.place(), at: self.at, chain: self.chain }
    }

    pub(super) fn place(&self) -> Place {
        Place { epoch: self.epoch, seq: self.seq }
    }

    /// Keys, certificates, configuration.
    pub(super) fn own_files(&self) -> impl Iterator<Item = &Beside> {
        self.files.iter().filter(|file| !file.name.starts_with("archive/") && !file.name.starts_with("blobs/"))
    }
}

/// Name of the list of a base at this frame.
fn name_of(place: Place) -> String {
    format!("{:06}-{:012}", place.epoch, place.seq)
}

/// Places of all bases, oldest first.
///
/// # Errors
/// The disk.
pub(super) fn places(repository: &Repository) -> Result<Vec<(Place, String)>> {
    let place = |name: &str| {
        let (epoch, seq) = name.strip_suffix(ENDING)?.split_once('-')?;
        Some(Place { epoch: epoch.parse().ok()?, seq: seq.parse().ok()? })
    };
    let names = repository.names("bases", ENDING)?;
    Ok(names.into_iter().filter_map(|name| Some((place(&name)?, format!("bases/{name}")))).collect())
}

/// Reads the list of a base.
///
/// # Errors
/// A sentence when it is damaged.
pub(super) fn read(repository: &Repository, name: &str) -> Result<Manifest> {
    let bytes = repository.read_sealed(name)?;
    let manifest = bytes.and_then(|bytes| gx_decode::from_packed(&bytes).ok());
    manifest.ok_or_else(|| AppError::refused(format!("备份仓库的 {name} 已损坏，或不是用这个密钥写的")))
}

/// The newest base that can be read.
///
/// # Errors
/// The disk.
pub(super) fn newest(repository: &Repository) -> Result<Option<Manifest>> {
    Ok(places(repository)?.iter().rev().find_map(|(_, name)| read(repository, name).ok()))
}

/// Cuts the rows of a table into chunks.
struct Cutter<'c> {
    open: Vec<u8>,
    done: &'c mut dyn FnMut(&[u8]) -> Result<()>,
}

impl Cutter<'_> {
    fn row(&mut self, key: &[u8], value: &[u8]) -> Result<()> {
        for part in [key, value] {
            self.open.extend(u32::try_from(part.len()).map_err(AppError::internal)?.to_be_bytes());
            self.open.extend_from_slice(part);
        }
        if xxh3_64(key).is_multiple_of(CUT) || self.open.len() >= LARGEST { self.end() } else { Ok(()) }
    }

    fn end(&mut self) -> Result<()> {
        if !self.open.is_empty() {
            (self.done)(&self.open)?;
            self.open.clear();
        }
        Ok(())
    }
}

/// Rows of a chunk; `None` when it isn't one.
fn rows_of(table: &Arc<str>, mut chunk: &[u8]) -> Option<Vec<Row>> {
    let part = |chunk: &mut &[u8]| {
        let (length, rest) = chunk.split_first_chunk::<4>()?;
        let (part, rest) = rest.split_at_checked(u32::from_be_bytes(*length) as usize)?;
        *chunk = rest;
        Some(part.to_vec())
    };
    let mut rows = Vec::new();
    while !chunk.is_empty() {
        let key = part(&mut chunk)?;
        rows.push(Row { table: table.clone(), key, value: Some(part(&mut chunk)?) });
    }
    Some(rows)
}

/// Chunks that stand in a pack already.
struct Known {
    chunks: HashMap<[u8; 32], (String, u64, u32)>,
    packs: HashMap<String, File>,
}

impl Known {
    /// What the newest base holds, but for packs that are hardly in use.
    fn of(repository: &Repository) -> Result<Self> {
        let mut chunks = HashMap::new();
        let Some(manifest) = newest(repository)? else { return Ok(Self { chunks, packs: HashMap::new() }) };
        let mut alive: HashMap<u32, u64> = HashMap::new();
        let all = || manifest.tables.iter().flat_map(|table| &table.chunks);
        let mut seen = BTreeSet::new();
        for chunk in all().filter(|chunk| seen.insert(chunk.id)) {
            *alive.entry(chunk.pack).or_default() += u64::from(chunk.length);
        }
        for chunk in all() {
            let Some(pack) = manifest.packs.get(chunk.pack as usize) else { continue };
            let Ok(found) = fs::metadata(repository.root.join(pack)) else { continue };
            if alive.get(&chunk.pack).copied().unwrap_or(0) * 100 >= found.len() * ALIVE {
                chunks.insert(chunk.id, (pack.clone(), chunk.offset, chunk.length));
            }
        }
        Ok(Self { chunks, packs: HashMap::new() })
    }

    /// Where a chunk stands, whole: one that rots is stored again.
    fn find(&mut self, repository: &Repository, id: &[u8; 32], own: &str) -> Option<(String, u64, u32)> {
        let (pack, offset, length) = self.chunks.get(id)?.clone();
        if pack != own {
            if !self.packs.contains_key(&pack) {
                self.packs.insert(pack.clone(), File::open(repository.root.join(&pack)).ok()?);
            }
            let sealed = read_part(self.packs.get(&pack)?, offset, length).ok()?;
            repository.vault.open(&about(id), &sealed)?;
        }
        Some((pack, offset, length))
    }
}

/// Makes a base of the current state. A thorough one reads stored files again, too, and replaces what has rotted.
///
/// # Errors
/// A sentence: no journal, damaged rows are copied as they are; the disk.
pub(super) fn make(app: &App, repository: &Repository, is_thorough: bool) -> Result<Manifest> {
    let reader = app.store.read()?;
    let head = journal::head(&reader)?;
    let head = head.ok_or_else(|| AppError::refused("变更日志没有启用（protect_journal = off），不能制作完整备份"))?;
    let files = files_beside(app, &reader, repository, is_thorough)?;
    let name = name_of(head.mark.place);
    let pack = format!("packs/{name}-{}.gxp", hex::encode(rand::random::<[u8; 4]>()));
    let mut packing =
        Packing { repository, known: Known::of(repository)?, packs: Vec::new(), pack, offset: 0, fresh: Vec::new() };
    let mut tables = Vec::new();
    let place = repository.root.join("packs");
    let new = tempfile::Builder::new().prefix(HALF).tempfile_in(&place).map_err(failed("写入备份仓库", &place))?;
    let mut out = BufWriter::new(new.as_file());
    let left_out = journal::left_out(&app.product.tables());
    let mut names = reader.table_names()?;
    names.sort_unstable();
    for name in names.into_iter().filter(|name| !left_out.contains(name.as_str())) {
        let table = packing.table(&reader, &name, &mut out)?;
        if table.rows > 0 {
            tables.push(table);
        }
    }
    out.flush().and_then(|()| new.as_file().sync_all()).map_err(failed("写入备份仓库", &place))?;
    drop(out);
    if !packing.fresh.is_empty() {
        let path = repository.root.join(&packing.pack);
        new.persist(&path).map_err(|error| failed("写入备份仓库", &path)(error.error))?;
        crate::store::directory::sync_directory(&path)?;
        packing.read_again()?;
    }
    let schema = schema(&reader)?;
    let manifest = Manifest {
        epoch: head.mark.place.epoch,
        seq: head.mark.place.seq,
        at: head.mark.at,
        chain: head.mark.chain,
        made_at: app.clock.now().0,
        product: env!("CARGO_PKG_VERSION").to_owned(),
        audit_last: reader.get::<AuditHead>(&key().str("head"))?.unwrap_or_default().last,
        schema: schema.as_ref().map_or_else(known_number, |schema| schema.number),
        min_reader: schema.as_ref().map_or_else(|| MIN_READER.to_owned(), |schema| schema.min_reader.clone()),
        installation: schema.map(|schema| schema.installation).unwrap_or_default(),
        bytes: tables.iter().flat_map(|table| &table.chunks).map(|chunk| u64::from(chunk.length)).sum(),
        tables,
        packs: packing.packs,
        files,
    };
    let bytes = rmp_serde::to_vec_named(&manifest).map_err(AppError::internal)?;
    repository.put_sealed(&format!("bases/{name}{ENDING}"), &bytes)?;
    Ok(manifest)
}

/// Chunks on their way into a pack.
struct Packing<'r> {
    repository: &'r Repository,
    known: Known,
    packs: Vec<String>,
    pack: String,
    offset: u64,
    fresh: Vec<([u8; 32], u64, u32)>,
}

impl Packing<'_> {
    fn table(&mut self, reader: &Reader, name: &str, out: &mut dyn Write) -> Result<CopiedTable> {
        let (mut rows, mut chunks, mut failure) = (0, Vec::new(), None);
        let mut done = |bytes: &[u8]| {
            chunks.push(self.chunk(name, bytes, out)?);
            Ok(())
        };
        let mut cutter = Cutter { open: Vec::new(), done: &mut done };
        reader
            .walk_named(name, |key, value| {
                rows += 1;
                cutter.row(key, value).map_err(|fault| {
                    let why = fault.message.to_string();
                    failure = Some(fault);
                    crate::store::StoreError::Io(why)
                })
            })
            .map_err(|error| failure.take().unwrap_or_else(|| error.into()))?;
        cutter.end()?;
        let mut root = Sha256::new();
        chunks.iter().for_each(|chunk: &PackedChunk| root.update(chunk.id));
        Ok(CopiedTable { name: name.to_owned(), rows, root: root.finalize().into(), chunks })
    }

    fn chunk(&mut self, table: &str, bytes: &[u8], out: &mut dyn Write) -> Result<PackedChunk> {
        let id = self.repository.vault.id("chunk", &[table.as_bytes(), &[0], bytes].concat());
        let (pack, offset, length) = match self.known.find(self.repository, &id, &self.pack) {
            Some(known) => known,
            None => {
                let sealed = self.repository.vault.seal(&about(&id), bytes)?;
                out.write_all(&sealed).map_err(failed("写入备份仓库", &self.repository.root))?;
                let length = u32::try_from(sealed.len()).map_err(AppError::internal)?;
                let known = (self.pack.clone(), self.offset, length);
                self.fresh.push((id, self.offset, length));
                self.offset += u64::from(length);
                self.known.chunks.insert(id, known.clone());
                known
            }
        };
        let at = self.packs.iter().position(|name| *name == pack).unwrap_or_else(|| {
            self.packs.push(pack);
            self.packs.len() - 1
        });
        Ok(PackedChunk { id, pack: u32::try_from(at).map_err(AppError::internal)?, offset, length })
    }

    /// Reads each chunk of the new pack again.
    fn read_again(&self) -> Result<()> {
        let path = self.repository.root.join(&self.pack);
        let file = File::open(&path).map_err(failed("读取备份仓库", &path))?;
        for (id, offset, length) in &self.fresh {
            let sealed = read_part(&file, *offset, *length).map_err(failed("读取备份仓库", &path))?;
            if self.repository.vault.open(&about(id), &sealed).is_none() {
                return Err(AppError::refused(format!("{} 写入后复核未通过，请检查磁盘", path.display())));
            }
        }
        Ok(())
    }
}

fn about(id: &[u8; 32]) -> String {
    format!("chunk {}", hex::encode(id))
}

/// Stores what lies beside the database: uploaded files, keys, archived parts of the log, the configuration.
fn files_beside(app: &App, reader: &Reader, repository: &Repository, is_thorough: bool) -> Result<Vec<Beside>> {
    let mut files = Vec::new();
    for hash in referenced_blobs(app.product, reader)? {
        let path = app.blobs.path(&hash).map_err(AppError::internal)?;
        repository.put_object(&hash, &path, is_thorough)?;
        let (folder, rest) = hash.split_at_checked(2).unwrap_or_default();
        files.push(Beside { name: format!("blobs/{folder}/{rest}"), hash });
    }
    let root = &app.paths.root;
    let archive = root.join("archive");
    let names = if archive.exists() { files_below(&archive).map_err(failed("读取", &archive))? } else { Vec::new() };
    let names = names.into_iter().filter(|name| !name.starts_with('.'));
    let archives = names.map(|name| (format!("archive/{name}"), archive.join(&name)));
    for (name, path) in sides::own_files(&app.paths)?.into_iter().chain(archives) {
        let (_, hash) = hash_file(&path).map_err(failed("读取", &path))?;
        repository.put_object(&hash, &path, is_thorough)?;
        files.push(Beside { name, hash });
    }
    Ok(files)
}

/// Loads the rows of a base's tables into an empty store.
///
/// # Errors
/// A sentence that names the table of a damaged or missing chunk.
pub(super) fn load(
    repository: &Repository,
    manifest: &Manifest,
    store: &Store,
    of_table: &dyn Fn(&str) -> bool,
) -> Result<()> {
    let mut rows: Vec<Row> = Vec::new();
    each_chunk(repository, manifest, of_table, &mut |table, bytes| {
        let read = rows_of(&table.name.as_str().into(), bytes);
        rows.extend(read.ok_or_else(|| damaged(&table.name))?);
        if rows.len() >= PORTION {
            store.load_rows(&std::mem::take(&mut rows))?;
        }
        Ok(())
    })?;
    store.load_rows(&rows)?;
    Ok(())
}

fn damaged(table: &str) -> AppError {
    AppError::refused(format!("备份仓库中数据表 {table} 的内容缺失或已损坏"))
}

/// Opens every chunk of a base in the order of its rows.
///
/// # Errors
/// A sentence that names the table; `visit`.
fn each_chunk(
    repository: &Repository,
    manifest: &Manifest,
    of_table: &dyn Fn(&str) -> bool,
    visit: &mut dyn FnMut(&CopiedTable, &[u8]) -> Result<()>,
) -> Result<()> {
    let mut packs = Packs::new(repository, manifest);
    for table in manifest.tables.iter().filter(|table| of_table(&table.name)) {
        for chunk in &table.chunks {
            visit(table, &packs.chunk(table, chunk)?)?;
        }
    }
    Ok(())
}

/// The packs of a base, opened when they are asked for.
pub(super) struct Packs<'m> {
    repository: &'m Repository,
    manifest: &'m Manifest,
    open: BTreeMap<u32, File>,
}

impl<'m> Packs<'m> {
    pub(super) fn new(repository: &'m Repository, manifest: &'m Manifest) -> Self {
        Self { repository, manifest, open: BTreeMap::new() }
    }

    /// Name of the pack that a chunk lies in.
    pub(super) fn name(&self, chunk: &PackedChunk) -> &'m str {
        self.manifest.packs.get(chunk.pack as usize).map(String::as_str).unwrap_or_default()
    }

    /// The plain bytes of a chunk.
    ///
    /// # Errors
    /// A sentence that names the table.
    pub(super) fn chunk(&mut self, table: &CopiedTable, chunk: &PackedChunk) -> Result<Vec<u8>> {
        if !self.open.contains_key(&chunk.pack) {
            let path = self.repository.root.join(self.name(chunk));
            self.open.insert(chunk.pack, File::open(&path).map_err(failed("读取备份仓库", &path))?);
        }
        let file = self.open.get(&chunk.pack).ok_or_else(|| damaged(&table.name))?;
        let sealed = read_part(file, chunk.offset, chunk.length).map_err(|_| damaged(&table.name))?;
        self.repository.vault.open(&about(&chunk.id), &sealed).ok_or_else(|| damaged(&table.name))
    }
}
