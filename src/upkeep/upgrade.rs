//! What an upgrade keeps in the data directory: how far it came (`upgrade.json`) and the database of before (`upgrade/gx.redb`).
//!
//! Invariants: a step is on the disk before it is done; the copy has its name when it is whole and synced. Putting back is two
//! renames that may be cut anywhere and begun again. Neither lies in a backup.
//!
//! Deliberately absent: blobs and keys. A version adds to both and removes nothing that the one before needs; what the older
//! database doesn't name is swept by it later. The journal is left as it is: it sees a history that ends elsewhere, and goes on in an
//! epoch of its own.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::backup::open_alone;
use super::files::{failed, make_folder, new_file};
use super::restore;
use crate::clock::Clock;
use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;
use crate::platform::audit::AuditRow;
use crate::product::Product;
use crate::store::Reads;
use crate::store::directory::{DataPaths, remove, replace_file, sync_directory};

/// After so many days the copy of a finished upgrade is dropped.
pub const KEPT_DAYS: i64 = 7;
const DAY: i64 = 86_400_000;
/// No state is longer.
const LONGEST: u64 = 64 << 10;

/// How far an upgrade came. Every step up to [`Step::Health`] is taken back when it is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Looks whether it may begin; lays the program beside the one in use.
    Check,
    /// Repositories are brought up to date, with a full copy.
    Protect,
    /// Closed for everybody but administrators, then stopped.
    Stop,
    /// The database is copied.
    Copy,
    /// The link names the new program.
    Switch,
    Start,
    /// The new program is looked at.
    Health,
    /// It is opened for everybody: nothing is taken back any more.
    Open,
    /// Finished; the copy is kept for a while.
    Done,
    /// Going back.
    Back,
    /// Gone back.
    Returned,
}

impl Step {
    /// What it does, in words.
    pub fn title(self) -> &'static str {
        match self {
            Self::Check => "检查",
            Self::Protect => "补齐备份仓库",
            Self::Stop => "停止服务",
            Self::Copy => "复制数据库",
            Self::Switch => "换上新程序",
            Self::Start => "启动新程序",
            Self::Health => "检查新程序",
            Self::Open => "恢复使用",
            Self::Done => "完成",
            Self::Back => "退回",
            Self::Returned => "已退回",
        }
    }

    /// Whether nobody has to go on with it.
    pub fn is_over(self) -> bool {
        matches!(self, Self::Done | Self::Returned)
    }
}

/// What is known of an upgrade.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct State {
    /// Version in use before.
    pub from: String,
    /// Version that it leads to.
    pub to: String,
    pub step: Step,
    pub began: Stamp,
    /// Who at the command line.
    pub by: String,
    /// Whether the portal was closed for it, and has to be opened again.
    #[serde(default)]
    pub closed: bool,
    /// When the database was copied, until it is put back; nobody wrote from then until the new program started.
    #[serde(default)]
    pub copied: Option<Stamp>,
    #[serde(default)]
    pub ended: Option<Stamp>,
    /// Why it goes back.
    #[serde(default)]
    pub why: String,
    /// Whether the newer data stay beside: people have worked with them.
    #[serde(default)]
    pub keeps_newer: bool,
}

/// Where it is noted.
pub fn file(paths: &DataPaths) -> PathBuf {
    paths.root.join("upgrade.json")
}

/// Where copies lie.
pub fn folder(paths: &DataPaths) -> PathBuf {
    paths.root.join("upgrade")
}

/// The database of before.
fn copy(paths: &DataPaths) -> PathBuf {
    folder(paths).join("gx.redb")
}

/// The database of the newer version after going back.
pub fn newer(paths: &DataPaths) -> PathBuf {
    folder(paths).join("newer.redb")
}

/// What was done with the newer version, to be done again by hand.
pub fn undone_list(paths: &DataPaths) -> PathBuf {
    folder(paths).join("undone.csv")
}

impl State {
    /// The upgrade of a data directory; `None` = there was none, or its copy was dropped.
    ///
    /// # Errors
    /// A file that can't be read, or isn't one.
    pub fn load(paths: &DataPaths) -> Result<Option<Self>> {
        let path = file(paths);
        match fs::symlink_metadata(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed("读取", &path)(error)),
            Ok(found) if !found.is_file() || found.len() > LONGEST => {
                return Err(AppError::refused(format!("{} 不是升级的记录，请移走后重试", path.display())));
            }
            Ok(_) => {}
        }
        let bytes = fs::read(&path).map_err(failed("读取", &path))?;
        gx_decode::from_json_text(&bytes).map(Some).map_err(|error| {
            AppError::refused(format!("升级的记录 {} 已损坏；请联系技术支持，不要删除 upgrade 目录", path.display()))
                .because(error)
        })
    }

    /// Writes it durably.
    ///
    /// # Errors
    /// The disk.
    pub fn save(&self, paths: &DataPaths) -> Result<()> {
        let bytes = serde_json::to_vec_pretty(self).map_err(AppError::internal)?;
        Ok(replace_file(&file(paths), &bytes)?)
    }
}

fn gone(path: &Path) -> Result<()> {
    match remove(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed("删除", path)(error)),
        _ => Ok(()),
    }
}

fn renamed(from: &Path, to: &Path) -> Result<()> {
    fs::rename(from, to).map_err(failed("移动", from))?;
    sync_directory(from)?;
    Ok(sync_directory(to)?)
}

/// Whether there is a whole copy to go back to.
pub fn has_copy(paths: &DataPaths) -> bool {
    copy(paths).is_file()
}

/// Copies the closed database aside: at once where the file system can share blocks.
///
/// # Errors
/// The disk; nothing counts as a copy then.
pub fn copy_database(paths: &DataPaths) -> Result<()> {
    paths.refuse_links()?;
    let (from, part, to) = (paths.database(), folder(paths).join("gx.redb.part"), copy(paths));
    drop_copies(paths)?;
    make_folder(&folder(paths)).map_err(failed("创建目录", &folder(paths)))?;
    let mut source = File::open(&from).map_err(failed("读取", &from))?;
    let mut target = new_file(&part).map_err(failed("写入", &part))?;
    if rustix::fs::ioctl_ficlone(&target, &source).is_err() {
        io::copy(&mut source, &mut target).map_err(failed("复制数据库到", &part))?;
    }
    target.sync_all().map_err(failed("写入", &part))?;
    sync_directory(&folder(paths))?;
    renamed(&part, &to)
}

/// Puts the database of before in its place; the newer one lies beside it afterwards.
///
/// # Errors
/// The disk; called again it goes on.
pub fn put_back(paths: &DataPaths) -> Result<()> {
    paths.refuse_links()?;
    if !copy(paths).exists() {
        // It was put back already, by who was cut then.
        return if newer(paths).exists() {
            Ok(())
        } else {
            Err(AppError::refused("升级前的数据副本不见了，没有改动数据"))
        };
    }
    if !newer(paths).exists() && paths.database().exists() {
        renamed(&paths.database(), &newer(paths))?;
    }
    renamed(&copy(paths), &paths.database())
}

/// Drops all copies.
///
/// # Errors
/// The disk.
pub fn drop_copies(paths: &DataPaths) -> Result<()> {
    gone(&folder(paths))?;
    Ok(sync_directory(&folder(paths))?)
}

/// Drops copies and what is known of the upgrade.
///
/// # Errors
/// The disk.
pub fn forget(paths: &DataPaths) -> Result<()> {
    drop_copies(paths)?;
    gone(&file(paths))?;
    Ok(sync_directory(&file(paths))?)
}

/// Forgets an upgrade that ended long ago; what a running server does every day. Answers whether there was one.
///
/// # Errors
/// The disk.
pub fn forget_old(paths: &DataPaths, now: Stamp) -> Result<bool> {
    let is_old = |state: &State| {
        state.step.is_over() && state.ended.is_some_and(|ended| now.0.saturating_sub(ended.0) > KEPT_DAYS * DAY)
    };
    let found = State::load(paths)?.is_some_and(|state| is_old(&state));
    if found {
        forget(paths)?;
    }
    Ok(found)
}

/// Bytes of all copies.
pub fn bytes(paths: &DataPaths) -> u64 {
    let entries = fs::read_dir(folder(paths)).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.metadata().ok()).map(|found| found.len()).sum()
}

/// What the doctor says of it.
pub fn hint(paths: &DataPaths) -> Option<String> {
    let size = bytes(paths).div_ceil(1 << 20);
    match State::load(paths) {
        Ok(None) if size == 0 => None,
        Ok(None) => Some(format!("{} 是升级留下的数据副本（约 {size} MiB），没有升级在用它，可以删除", folder(paths).display())),
        Ok(Some(state)) if state.step.is_over() => (size > 0).then(|| {
            format!(
                "{} 是升级（{} → {}）的数据副本，约 {size} MiB，{KEPT_DAYS} 天后自动删除；确认无误后可运行 gx-portal upgrade commit",
                folder(paths).display(),
                state.from,
                state.to
            )
        }),
        Ok(Some(state)) => Some(format!(
            "升级（{} → {}）停在“{}”这一步；没有升级正在进行时，请运行 gx-portal upgrade resume 退回",
            state.from,
            state.to,
            state.step.title()
        )),
        Err(fault) => Some(fault.message.into_owned()),
    }
}

/// Operations since a moment, oldest first, from the database of a stopped installation.
///
/// # Errors
/// A database that this program can't open.
pub fn done_since(product: &'static Product, paths: &DataPaths, since: Stamp) -> Result<Vec<AuditRow>> {
    let store = open_alone(product, &paths.database())?;
    let mut found = Vec::new();
    store.read()?.each::<AuditRow>(|row| {
        if row.at >= since {
            found.push(row);
        }
        true
    })?;
    store.close();
    Ok(found)
}

/// The list of them as a table that office programs open.
pub fn as_table(rows: &[AuditRow]) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let mut text = String::from("\u{feff}编号,时间,操作人,模块,操作,对象,内容,改动\r\n");
    for row in rows {
        let cells = [&row.at.to_text(), &row.actor, &row.title, &row.method, &row.path, &row.input, &row.changes];
        let cells: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
        text += &format!("{},{}\r\n", row.audit_id, cells.join(","));
    }
    text
}

/// What data that come back after people have worked with newer ones need: nobody is signed in, and numbers of documents go on
/// beyond those that were given since.
///
/// # Errors
/// The store.
pub fn settle(product: &'static Product, paths: &DataPaths) -> Result<()> {
    restore::settle(product, &paths.database(), false, Clock::system().now()).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laid() -> (tempfile::TempDir, DataPaths) {
        let place = tempfile::tempdir().unwrap();
        let paths = DataPaths::new(&place.path().join("data"));
        paths.create_folders().unwrap();
        fs::write(paths.database(), "old").unwrap();
        (place, paths)
    }

    fn state(step: Step, ended: Option<i64>) -> State {
        State {
            from: "0.1.0".into(),
            to: "0.2.0".into(),
            step,
            began: Stamp(0),
            by: "root".into(),
            closed: true,
            copied: None,
            ended: ended.map(Stamp),
            why: String::new(),
            keeps_newer: false,
        }
    }

    #[test]
    fn putting_back_may_be_cut_anywhere() {
        for cut in 0..3 {
            let (_place, paths) = laid();
            copy_database(&paths).unwrap();
            fs::write(paths.database(), "newer data").unwrap();
            // What a cut leaves: nothing done, one rename, both.
            if cut > 0 {
                fs::rename(paths.database(), newer(&paths)).unwrap();
            }
            if cut > 1 {
                fs::rename(copy(&paths), paths.database()).unwrap();
            }
            put_back(&paths).unwrap();
            put_back(&paths).unwrap();
            assert_eq!(fs::read_to_string(paths.database()).unwrap(), "old", "{cut}");
            assert_eq!(fs::read_to_string(newer(&paths)).unwrap(), "newer data", "{cut}");
        }
    }

    #[test]
    fn without_a_copy_nothing_is_touched() {
        let (_place, paths) = laid();
        make_folder(&folder(&paths)).unwrap();
        fs::write(folder(&paths).join("gx.redb.part"), "half").unwrap();
        assert!(put_back(&paths).is_err());
        assert_eq!(fs::read_to_string(paths.database()).unwrap(), "old");
    }

    #[test]
    fn copies_go_after_a_week_and_not_while_somebody_needs_them() {
        for (step, ended, days, goes) in
            [(Step::Done, Some(0), 6, false), (Step::Done, Some(0), 8, true), (Step::Returned, Some(0), 8, true)]
                .into_iter()
                .chain([Step::Copy, Step::Health, Step::Back].map(|step| (step, None, 80, false)))
        {
            let (_place, paths) = laid();
            copy_database(&paths).unwrap();
            let known = state(step, ended);
            known.save(&paths).unwrap();
            assert_eq!(State::load(&paths).unwrap().as_ref(), Some(&known));
            assert!(hint(&paths).unwrap().contains("0.1.0 → 0.2.0"));
            assert_eq!(forget_old(&paths, Stamp(days * DAY)).unwrap(), goes, "{step:?} {days}");
            assert_eq!((copy(&paths).exists(), file(&paths).exists()), (!goes, !goes), "{step:?} {days}");
        }
        let (_place, paths) = laid();
        assert_eq!(hint(&paths), None);
        fs::write(file(&paths), "{").unwrap();
        assert!(hint(&paths).unwrap().contains("已损坏"));
    }
}
