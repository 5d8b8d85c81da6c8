//! Upgrading to another version, and going back.
//!
//! An upgrade is a row of steps ([`Step`]). Each is on the disk before it is done; one that fails, or is cut by a loss of power, is taken back
//! by [`resume`], which the program of before runs: **always back, never forward**, until the new version has been found well and is opened for
//! everybody. [`back`] goes back later, with a list of what was done since.
//!
//! Invariants: one upgrade at a time (a lock in the tree of versions); the data belong to their owner throughout; what a file in the data directory
//! says chooses among versions that root has laid, nothing else.
//!
//! Deliberately absent: upgrades of a program that was installed by hand; a step forward after a cut.

mod check;
mod pack;
mod program;
mod run;
mod speed;
mod tree;

use std::path::{Path, PathBuf};

pub use self::check::Look;
use self::pack::Incoming;
pub use self::pack::facts;
use self::program::Service;
pub use self::run::{Gone, Progress, Start, apply, back, commit, resume};
use self::tree::Tree;
use crate::error::{AppError, Result};
use crate::store::directory::DataPaths;
use crate::upkeep::upgrade::State;
pub use crate::upkeep::upgrade::Step;

/// What is upgraded: one service with its data.
pub struct Site {
    tree: Tree,
    paths: DataPaths,
    service: Service,
    /// Who asks.
    by: String,
}

impl Site {
    /// The service of a data directory, a second one by its name.
    ///
    /// # Errors
    /// A program that was installed by hand; a directory that isn't initialised.
    pub fn of(data: &Path, instance: Option<&str>, by: String) -> Result<Self> {
        let (tree, paths) = (Tree::find(instance)?, DataPaths::new(data));
        if !paths.is_initialised() {
            return Err(AppError::refused(format!("数据目录 {} 不存在或尚未初始化", data.display())));
        }
        paths.refuse_links()?;
        Ok(Self { tree, paths, service: Service::of(instance), by })
    }
}

/// How an installation stands.
pub struct Standing {
    pub current: String,
    pub versions: Vec<String>,
    pub upgrade: Option<State>,
    /// Bytes of the copies in the data directory.
    pub bytes: u64,
    /// Whether somebody is at it.
    pub is_running: bool,
}

/// How it stands.
///
/// # Errors
/// A tree or a state that can't be read.
pub fn status(site: &Site) -> Result<Standing> {
    Ok(Standing {
        current: site.tree.current()?,
        versions: site.tree.all(),
        upgrade: State::load(&site.paths)?,
        bytes: crate::upkeep::upgrade::bytes(&site.paths),
        is_running: site.tree.lock()?.is_none(),
    })
}

/// Looks whether an upgrade may begin, and changes nothing.
///
/// # Errors
/// A pack that is not believed.
pub fn check(site: &Site, named: &Path, takes_unsigned: bool) -> Result<Vec<Look>> {
    let _lock = locked(site)?;
    site.tree.tidy()?;
    let incoming = Incoming::open(&site.tree, named, takes_unsigned)?;
    check::all(site, &incoming)
}

fn locked(site: &Site) -> Result<std::fs::File> {
    let lock = site.tree.lock()?;
    lock.ok_or_else(|| AppError::refused("另一个升级正在进行，请等它结束；查看：gx-portal upgrade status"))
}

/// Where the list of what was undone lies.
pub fn undone_list(data: &Path) -> PathBuf {
    crate::upkeep::upgrade::undone_list(&DataPaths::new(data))
}

/// A failure of the disk as a sentence that names the file.
fn failed<'p>(doing: &'p str, path: &'p Path) -> impl Fn(std::io::Error) -> AppError + 'p {
    move |error| {
        let shown = path.display();
        let message = match error.kind() {
            std::io::ErrorKind::PermissionDenied => format!("{doing} {shown} 失败：没有权限，请用 root 运行"),
            std::io::ErrorKind::NotFound => format!("{doing} {shown} 失败：文件或目录不存在"),
            std::io::ErrorKind::StorageFull => format!("{doing} {shown} 失败：磁盘空间不足"),
            _ => format!("{doing} {shown} 失败：{error}"),
        };
        AppError::refused(message).because(error)
    }
}
