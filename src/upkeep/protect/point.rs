//! Back to any operation: a base, the frames behind it up to the goal, then what may not be turned back.
//!
//! Invariants: the new directory gets its name when it is whole. The audit log stays as it is at the end of the journal, for what is undone
//! did happen; so do passwords, second factors and who may sign in (a door that was closed stays closed), and sequences: no
//! number is given twice. There are no sessions. The journal goes on in an epoch of its own.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use serde_json::{Value, json};

use super::base::{self, Beside, Manifest};
use super::frames;
use super::goal::{Goal, Route, follow, route};
use super::repository::Repository;
use super::sides::{self, Side};
use super::vault::Vault;
use crate::app::App;
use crate::clock::Clock;
use crate::config::{Config, Flags};
use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;
use crate::op::Caller;
use crate::platform::audit::{self, AuditAction, AuditAnchor, AuditHead, AuditRow, Entry};
use crate::platform::identity::user::User;
use crate::product::{Product, StaysClosed};
use crate::records::number;
use crate::store::directory::DataPaths;
use crate::store::journal::replay::Part;
use crate::store::journal::{Frame, Mark, Place, Row, State};
use crate::store::migrate::must_be_readable;
use crate::store::{Reader, Reads, Record, Seq, Store, Urgency, Writer, key};
use crate::upkeep::backup::open_alone;
use crate::upkeep::files::{self, Scratch, failed};
use crate::upkeep::restore::{must_be_empty, parent_of};
use crate::upkeep::{doctor, leftovers, noting, referenced_blobs, room};

/// Frames that are replayed in one transaction, and their bytes.
const FRAMES: usize = 1_000;
const BYTES: usize = 16 << 20;
/// A database takes about so many times what its rows take in a repository.
pub(super) const INFLATED: u64 = 10;
/// And this in any case: the reserved room, tables of the end of the journal.
const FIXED: u64 = 32 << 20;

/// What opens a repository.
pub enum Opener<'a> {
    /// A recovery code, on a box without keys.
    Code(&'a str),
    /// The keys of a data directory.
    Keys(&'a Path),
}

/// Whether a folder is a repository.
pub fn is_repository(folder: &Path) -> bool {
    Repository::is_there(folder)
}

/// Restores a repository's state at a goal into `data_dir`; answers
/// `{data, at, seq, undone: [{number, at, actor, title, path}], rolesGone, notes, numbers}`.
///
/// # Errors
/// A sentence; the data directory is then as it was.
pub fn restore(
    product: &'static Product,
    from: &Path,
    goal: Goal,
    opener: &Opener<'_>,
    data_dir: &Path,
    os_user: &str,
) -> Result<Value> {
    must_be_empty(data_dir)?;
    let place = (parent_of(data_dir), leftovers::RESTORING);
    let (scratch, mut answer) = restored(product, from, goal, opener, place, os_user)?;
    files::sync_tree(scratch.path()).map_err(failed("写入目录", scratch.path()))?;
    must_be_empty(data_dir)?;
    scratch.keep(data_dir).map_err(failed("写入目录", data_dir))?;
    answer["data"] = json!(data_dir);
    tracing::warn!(data = %data_dir.display(), "restored to a point");
    Ok(answer)
}

/// A past state in scratch space, which goes with it.
pub struct Past {
    scratch: Scratch,
    /// Its moment: `yyyy-MM-dd HH:mm:ss`
    pub at: String,
    /// What somebody should know of it.
    pub notes: Value,
}

impl Past {
    /// Its data directory.
    pub fn path(&self) -> &Path {
        self.scratch.path()
    }
}

/// Restores a repository's state at a goal into scratch space, to be looked at; what killed ones left there goes first.
///
/// # Errors
/// A sentence.
pub fn past(product: &'static Product, from: &Path, goal: Goal, opener: &Opener<'_>, os_user: &str) -> Result<Past> {
    let parent = std::env::temp_dir();
    leftovers::remove(&leftovers::in_folder(&parent))?;
    let (scratch, answer) = restored(product, from, goal, opener, (&parent, leftovers::VIEWING), os_user)?;
    // The copy sends nothing to anybody: no log server, no provider, no certificate of its own.
    let config = scratch.path().join("gx-portal.toml");
    if config.exists() {
        fs::remove_file(&config).map_err(failed("删除", &config))?;
    }
    let at = answer["at"].as_str().unwrap_or_default().to_owned();
    Ok(Past { scratch, at, notes: answer["notes"].clone() })
}

/// Builds a data directory in scratch space: `(parent, beginning of its name)`.
fn restored(
    product: &'static Product,
    from: &Path,
    goal: Goal,
    opener: &Opener<'_>,
    (parent, prefix): (&Path, &str),
    os_user: &str,
) -> Result<(Scratch, Value)> {
    let about = Repository::about(from)?;
    let vault = match opener {
        Opener::Code(code) => Vault::of_code(&about.slots, code)?,
        Opener::Keys(folder) => {
            let found = Vault::of_installation(&DataPaths::new(folder))?;
            found.ok_or_else(|| AppError::refused(format!("目录 {} 中没有备份仓库的密钥", folder.display())))?.0
        }
    };
    let repository = Repository::open(from, Arc::new(vault))?;
    let route = route(&repository, goal)?;
    let newest = base::newest(&repository)?.ok_or_else(|| AppError::internal("no base"))?;
    must_be_readable(newest.schema, &newest.product, &newest.min_reader)?;
    room::must_fit(parent, needed(&repository, &route, &newest)?)?;
    files::make_folder(parent).map_err(failed("创建目录", parent))?;
    let scratch = Scratch::new(parent, prefix).map_err(failed("写入目录", parent))?;
    let paths = DataPaths::new(scratch.path());
    paths.create_folders()?;
    let mut notes = route.notes.clone();
    let side = sides::of_goal(&repository, &route.base, (goal != Goal::Latest).then_some(route.upto.place))?;
    lay_files(&repository, (&route.base, side.as_ref()), &newest, &paths)?;
    repository.vault.lay_keys(&paths, &about.slots)?;
    super::pause(&paths)?;
    build(product, &repository, &route, &paths)?;
    let done = settle(product, &repository, &route, &newest, goal, &paths)?;
    notes.extend(lay_blobs(product, &repository, &paths)?);
    let now = note(product, &paths, os_user, &route, &done)?;
    let undone: Vec<Value> = done.undone.iter().map(undone_line).collect();
    let answer = json!({"at": Stamp(route.upto.at).to_text(), "seq": route.upto.place.to_string(), "undone": undone,
              "rolesGone": done.roles_gone, "notes": notes, "numbers": number::sentence_after_restore(now)});
    Ok((scratch, answer))
}

/// Bytes that a restore takes, about: rows lie deflated in the repository.
fn needed(repository: &Repository, route: &Route, newest: &Manifest) -> Result<u64> {
    let size = |path: &Path| fs::metadata(path).map_or(0, |found| found.len());
    let mut names: BTreeSet<String> = BTreeSet::new();
    for file in route.base.files.iter().chain(&newest.files) {
        names.insert(repository.object_path(&file.hash));
    }
    let files: u64 = names.iter().map(|name| size(&repository.root.join(name))).sum();
    let frames = frames::segments(repository)?.into_iter().filter(|segment| segment.first >= route.base.place());
    let frames: u64 = frames.map(|segment| size(&segment.path)).sum();
    Ok(files + (route.base.bytes + frames).saturating_mul(INFLATED) + FIXED)
}

fn undone_line(row: &AuditRow) -> Value {
    json!({"number": row.audit_id, "at": row.at.to_text(), "actor": row.actor, "title": row.title, "path": row.path,
           "method": row.method})
}

/// Files of the data directory but uploaded ones: of the base, or as they were changed after it; archived parts of the log as they
/// are at the end.
fn lay_files(
    repository: &Repository,
    (base, side): (&Manifest, Option<&Side>),
    newest: &Manifest,
    paths: &DataPaths,
) -> Result<()> {
    let own: Vec<&Beside> = side.map_or_else(|| base.own_files().collect(), |side| side.files.iter().collect());
    let archives = newest.files.iter().filter(|file| file.name.starts_with("archive/"));
    for file in own.into_iter().chain(archives) {
        let name = &file.name;
        let to = files::inside(&paths.root, name);
        let to = to.ok_or_else(|| AppError::refused(format!("备份仓库中的路径不正确：{name}")))?;
        if !lay_object(repository, &file.hash, &to)? {
            return Err(AppError::refused(format!("备份仓库中的文件 {name} 缺失或已损坏，没有恢复任何内容")));
        }
    }
    Ok(())
}

fn lay_object(repository: &Repository, hash: &str, to: &Path) -> Result<bool> {
    if let Some(folder) = to.parent() {
        files::make_folder(folder).map_err(failed("创建目录", folder))?;
    }
    let mut file = files::new_file(to).map_err(failed("写入", to))?;
    let is_whole = repository.read_object(hash, &mut file)?;
    if is_whole {
        file.sync_all().map_err(failed("写入", to))?;
    } else {
        drop(fs::remove_file(to));
    }
    Ok(is_whole)
}

/// Uploaded files that the restored records need; what is missing is reported, not refused.
fn lay_blobs(product: &Product, repository: &Repository, paths: &DataPaths) -> Result<Vec<String>> {
    let store = open_alone(product, &paths.database())?;
    let mut missing = Vec::new();
    for hash in referenced_blobs(product, &store.read()?)? {
        let (folder, rest) = hash.split_at_checked(2).unwrap_or_default();
        if !lay_object(repository, &hash, &paths.blobs().join(folder).join(rest))? {
            missing.push(format!(
                "备份仓库中没有上传的文件 {hash}，请由上传人重新上传（gx-portal doctor 列出所属的记录）"
            ));
        }
    }
    store.close();
    Ok(missing)
}

/// Replays the frames behind a mark in portions, up to a place; answers how far they reach.
///
/// # Errors
/// The disk, a frame that isn't one.
pub(super) fn replay(
    repository: &Repository,
    store: &Store,
    (from, to): (Mark, Option<Place>),
    of_table: &dyn Fn(&str) -> bool,
) -> Result<Mark> {
    let (mut frames, mut bytes): (Vec<Frame>, usize) = (Vec::new(), 0);
    let part = Part { of_table, operations: usize::MAX };
    let (end, _) = follow(repository, from, &mut |raw| {
        if to.is_some_and(|to| raw.mark.place > to) {
            return Ok(ControlFlow::Break(()));
        }
        bytes += raw.bytes.len();
        frames.push(raw.read()?);
        if frames.len() >= FRAMES || bytes >= BYTES {
            store.replay(&std::mem::take(&mut frames), part)?;
            bytes = 0;
        }
        Ok(ControlFlow::Continue(()))
    })?;
    store.replay(&frames, part)?;
    Ok(end)
}

/// The rows of the goal.
fn build(product: &Product, repository: &Repository, route: &Route, paths: &DataPaths) -> Result<()> {
    let store = open_alone(product, &paths.database())?;
    let mark = route.base.mark();
    base::load(repository, &route.base, &store, &|_| true)?;
    store.set_mark(mark, State::Restored)?;
    if route.upto.place > mark.place {
        let end = replay(repository, &store, (mark, Some(route.upto.place)), &|_| true)?;
        if end != route.upto {
            return Err(AppError::internal("the log ended before the goal"));
        }
    }
    if let Some((frame, operations)) = &route.part {
        store.replay(std::slice::from_ref(frame), Part { operations: *operations, ..Part::ALL })?;
    }
    store.close();
    Ok(())
}

/// What was kept from being turned back.
struct Settled {
    undone: Vec<AuditRow>,
    roles_gone: Vec<String>,
    end: Mark,
}

/// Lays what may not be turned back over the rows of the goal.
fn settle(
    product: &Product,
    repository: &Repository,
    route: &Route,
    newest: &Manifest,
    goal: Goal,
    paths: &DataPaths,
) -> Result<Settled> {
    // Opened again: rows of an older schema are brought up to date now.
    let store = open_alone(product, &paths.database())?;
    let mut settled = Settled { undone: Vec::new(), roles_gone: Vec::new(), end: route.upto };
    if goal != Goal::Latest {
        let last = store.read()?.get::<AuditHead>(&key().str("head"))?.unwrap_or_default().last;
        let end = End::of(product, repository, newest, paths)?;
        settled.end = end.mark;
        settled.undone = end.undone(last)?;
        end.lay_over(&store)?;
        settled.roles_gone = end.doors(&store)?;
    }
    let epoch = settled.end.place.epoch.max(newest.epoch) + 1;
    let seq = settled.end.place.seq.max(route.upto.place.seq).max(newest.seq);
    store.set_mark(Mark { place: Place { epoch, seq }, ..settled.end }, State::Restored)?;
    for table in doctor::tables(product, &store.read()?) {
        if !table.report.is_clean() {
            let name = table.report.table;
            return Err(AppError::refused(format!("恢复的数据表 {name} 复核未通过，没有恢复任何内容")));
        }
    }
    let (_, chain) = audit::verify_chain(&store.read()?)?;
    if let Some(fault) = chain.first() {
        tracing::warn!(fault, "the audit log of the repository is not whole");
    }
    store.close();
    Ok(settled)
}

/// The end of the journal, of the tables that are not turned back.
struct End {
    store: Store,
    mark: Mark,
    /// Tables that are taken over as they are.
    whole: Vec<String>,
}

impl End {
    fn of(product: &Product, repository: &Repository, newest: &Manifest, paths: &DataPaths) -> Result<Self> {
        let names: Vec<&str> = [AuditRow::TABLE, AuditHead::TABLE, AuditAnchor::TABLE]
            .into_iter()
            .chain(product.extensions::<StaysClosed>().map(|StaysClosed(table)| *table))
            .collect();
        let infos = product.tables().into_iter().filter(|info| names.contains(&info.name));
        let whole: Vec<String> =
            infos.flat_map(|info| (info.indexes)().into_iter().chain([info.name])).map(str::to_owned).collect();
        let of_table =
            |table: &str| table == User::TABLE || table == Seq::TABLE || whole.iter().any(|name| name == table);
        let store = open_alone(product, &paths.temporary().join("end.redb"))?;
        base::load(repository, newest, &store, &of_table)?;
        store.set_mark(newest.mark(), State::Restored)?;
        let mark = replay(repository, &store, (newest.mark(), None), &of_table)?;
        Ok(Self { store, mark, whole })
    }

    /// Operations that are undone: rows of the log after the goal, but sign-ins and exports.
    fn undone(&self, last: u64) -> Result<Vec<AuditRow>> {
        let mut rows = Vec::new();
        self.store.read()?.each::<AuditRow>(|row| {
            let changes = row.deed != AuditAction::SignIn as u8 && row.deed != AuditAction::Export as u8;
            if row.audit_id > last && row.code == 200 && changes {
                rows.push(row);
            }
            true
        })?;
        Ok(rows)
    }

    /// Replaces tables as a whole and raises sequences.
    fn lay_over(&self, store: &Store) -> Result<()> {
        let reader = self.store.read()?;
        let mut rows = Vec::new();
        for table in &self.whole {
            rows.extend(replaced(table, &reader, &store.read()?)?);
        }
        store.load_rows(&rows)?;
        let sequences: Vec<Seq> = reader.all()?;
        store.write(move |tx: &mut Writer<'_>| -> Result<()> {
            sequences.iter().try_for_each(|seq| Ok(tx.raise(&seq.name, seq.last)?))
        })
    }

    /// Closes what was closed after the goal; answers who has lost roles since, which come back.
    fn doors(&self, store: &Store) -> Result<Vec<String>> {
        let mut now: BTreeMap<u64, User> = BTreeMap::new();
        self.store.read()?.each::<User>(|user| {
            now.insert(user.user_id, user);
            true
        })?;
        let mut gone = Vec::new();
        let mut changed = Vec::new();
        for mut user in store.read()?.all::<User>()? {
            let Some(end) = now.remove(&user.user_id) else { continue };
            if user.role_ids.iter().any(|role| !end.role_ids.contains(role)) {
                gone.push(format!("{}（{}）", user.real_name, user.user_name));
            }
            user.password_hash = end.password_hash;
            user.must_change_password = end.must_change_password;
            user.password_changed = end.password_changed;
            user.enabled = end.enabled;
            user.deleted |= end.deleted;
            changed.push(user);
        }
        store.write(move |tx: &mut Writer<'_>| -> Result<()> {
            changed.iter().try_for_each(|user| Ok(tx.put(user).map(drop)?))
        })?;
        Ok(gone)
    }
}

/// Rows that make a table of `store` equal to that of `end`.
fn replaced(table: &str, end: &Reader, store: &Reader) -> Result<Vec<Row>> {
    let name: Arc<str> = table.into();
    let mut rows: BTreeMap<Vec<u8>, Option<Vec<u8>>> = BTreeMap::new();
    store.walk_named(table, |key, _| {
        rows.insert(key.to_vec(), None);
        Ok(())
    })?;
    end.walk_named(table, |key, value| {
        rows.insert(key.to_vec(), Some(value.to_vec()));
        Ok(())
    })?;
    Ok(rows.into_iter().map(|(key, value)| Row { table: name.clone(), key, value }).collect())
}

/// Lets features note that data came back, and leaves the row of the restore in the audit log; answers when.
fn note(product: &'static Product, paths: &DataPaths, os_user: &str, route: &Route, done: &Settled) -> Result<Stamp> {
    let store = open_alone(product, &paths.database())?;
    let now = Clock::system().now();
    store.write(noting(product, now))?;
    store.close();
    let app = App::open(product, Config::load(&paths.root, &Flags::default())?)?;
    let caller = Arc::new(Caller::console(os_user, "restore"));
    let undone = match (done.undone.first(), done.undone.last()) {
        (Some(first), Some(last)) => {
            format!(
                "恢复到第 {} 号操作之前，第 {}–{} 号操作的数据已撤销",
                first.audit_id, first.audit_id, last.audit_id
            )
        }
        _ => format!("恢复到 {} 的状态，没有撤销的操作", Stamp(route.upto.at).to_text()),
    };
    let input = json!({"result": undone, "frame": route.upto.place.to_string()});
    let entry = Entry {
        title: "数据恢复",
        deed: AuditAction::Other,
        method: "CLI restore".into(),
        input,
        began: Instant::now(),
    };
    app.submit(&caller, entry, Urgency::Essential, |_| Ok(()))?.wait()?;
    app.store.close();
    drop(app);
    let scratch = paths.temporary();
    drop(fs::remove_file(scratch.join("end.redb")));
    drop(fs::remove_file(scratch.join("end.reserve")));
    File::open(&scratch).and_then(|folder| folder.sync_all()).map_err(failed("写入目录", &scratch))?;
    Ok(now)
}
