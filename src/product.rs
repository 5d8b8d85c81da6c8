//! What the product is made of: one [`Feature`] a subject, which brings everything that belongs to it, and the [`Product`],
//! the only list of them.
//!
//! Invariants, looked at when the program opens and refused by name: no feature, table, index, route, job, setting or name
//! of what lies in memory is there twice. Rooms below the features find what features bring by its type
//! ([`Product::brought`]); so a feature is called from below without being known there, in the caller's own transaction.

use std::any::{Any, TypeId};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::app::App;
use crate::columns::Source;
use crate::config::Config;
use crate::error::{AppError, Result};
use crate::events::Signal;
use crate::kernel::dates::Stamp;
use crate::kernel::order::Order;
use crate::kernel::seal::{Sealer, TriedSeals};
use crate::platform::settings::SettingInfo;
use crate::route::{Access, Proofs, Route};
use crate::store::{Change, RawRead, Reader, Res, TableInfo, Writer};

/// A subject and everything it brings.
pub struct Feature {
    /// Its name, that of its folder.
    pub name: &'static str,
    /// What it is about, in Chinese, for readers of the OpenAPI document; nothing without routes.
    pub about: &'static str,
    /// Its record types.
    pub tables: &'static [TableInfo],
    /// Record types whose lists are kept in columns, in the order in which they are filled.
    pub columns: &'static [Source],
    /// Its rows of the route table.
    pub routes: fn() -> Vec<Route>,
    /// Settings it asks for.
    pub settings: &'static [SettingInfo],
    /// What it can do by itself, when it is time.
    pub jobs: &'static [Job],
    /// What it keeps in memory.
    pub memory: &'static [MemoryInfo],
    /// Tables whose changes let browsers ask again.
    pub signals: &'static [(&'static str, Signal)],
    /// What the doctor asks it.
    pub checks: &'static [Check],
    /// What rooms below ask for by type: kinds of history, kinds of things with files, hooks.
    pub extensions: &'static [&'static (dyn Any + Send + Sync)],
}

impl Feature {
    /// A feature that brings nothing yet.
    pub const EMPTY: Self = Self {
        name: "",
        about: "",
        tables: &[],
        columns: &[],
        routes: Vec::new,
        settings: &[],
        jobs: &[],
        memory: &[],
        signals: &[],
        checks: &[],
        extensions: &[],
    };
}

/// Something that runs without anybody asking, or when an administrator says so.
#[derive(Clone, Copy)]
pub struct Job {
    /// What `invokeTarget` says.
    pub key: &'static str,
    pub title: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Does it; gets its own key and answers a Chinese sentence.
    pub run: fn(&Arc<App>, &'static str) -> Result<String>,
    /// Whether it protects the data: such a job goes on while others rest (`platform/mode.rs`).
    pub protects: bool,
    /// How a fresh installation runs it; `None` exists in builds for tests only.
    pub seed: Option<JobSeed>,
}

/// The job that an installation is born with.
#[derive(Debug, Clone, Copy)]
pub struct JobSeed {
    /// Its number among the seeds, never given again; not that of the job.
    pub id: u64,
    pub name: &'static str,
    /// When (Quartz, six fields).
    pub cron: &'static str,
    /// Whether it starts active.
    pub active: bool,
    /// When, in words.
    pub remark: &'static str,
}

/// Brought by a feature: what it does before the scheduler begins, when the program starts.
pub struct AtStart(pub fn(&Arc<App>) -> Result<()>);

/// Brought by a feature: what it notes in data that a backup or an archive has just brought back, at that moment.
pub struct Restored(pub fn(&mut Writer<'_>, Stamp) -> Result<()>);

/// Brought by a feature: a table that a restore to a point leaves as it is at the end of the journal, so that what was closed stays so.
pub struct StaysClosed(pub &'static str);

/// A question of the doctor.
#[derive(Clone, Copy)]
pub enum Check {
    /// What is wrong, and the operations that put it right; the name stands in the sentence when the look itself fails.
    Faults(&'static str, fn(&Reader) -> Result<Found>),
    /// What no check calls a fault and somebody should still look at.
    Hints(fn(&Reader) -> Result<Vec<String>>),
    /// Which sealed personal data opens with a key and is found by it.
    Seals(fn(&dyn RawRead, &Sealer) -> Result<TriedSeals>),
}

/// What a check found.
#[derive(Debug, Default)]
pub struct Found {
    pub faults: Vec<String>,
    /// Operations that put it right, each once.
    pub advice: Vec<String>,
}

/// With what memory is opened.
pub struct Start<'a> {
    pub config: &'a Config,
    /// The key that signs tokens.
    pub key: &'a [u8],
}

/// Something a feature keeps in memory, found by its type ([`App::state`]). It may follow the store; when it panics while
/// it hears of a commit, nobody else notices and it is read again (`store/follow.rs`).
pub trait Memory: Send + Sync + Sized + 'static {
    /// Its name in the log; one of its own.
    const NAME: &'static str;
    /// What it is when the program starts.
    ///
    /// # Errors
    /// A configuration that it can't work with.
    fn open(start: &Start<'_>) -> Result<Self>;
    /// Takes a commit in, before its operations are answered.
    fn observe(&self, _: &[Change]) {}
    /// Replaces everything it knows by what a snapshot says.
    fn reload(&self, _: &Reader) -> Res<()> {
        Ok(())
    }
}

/// Opened memory with its type erased.
pub struct Slot {
    /// Its name in the log.
    pub name: &'static str,
    /// What `App::state` gives out.
    pub value: Arc<dyn Any + Send + Sync>,
    /// [`Memory::observe`].
    pub observe: Arc<dyn Fn(&[Change]) + Send + Sync>,
    /// [`Memory::renew`].
    pub reload: Arc<dyn Fn(&Reader) -> Res<()> + Send + Sync>,
}

/// Memory that is not opened yet.
#[derive(Clone, Copy)]
pub struct MemoryInfo {
    name: &'static str,
    of: fn() -> TypeId,
    open: fn(&Start<'_>) -> Result<Slot>,
}

impl MemoryInfo {
    /// That of a type.
    pub const fn of<M: Memory>() -> Self {
        Self { name: M::NAME, of: TypeId::of::<M>, open: open_slot::<M> }
    }
}

fn open_slot<M: Memory>(start: &Start<'_>) -> Result<Slot> {
    let value = Arc::new(M::open(start)?);
    let (observing, renewing) = (value.clone(), value.clone());
    Ok(Slot {
        name: M::NAME,
        observe: Arc::new(move |changes| observing.observe(changes)),
        reload: Arc::new(move |tx| renewing.reload(tx)),
        value,
    })
}

/// The features of the program, lowest first.
pub struct Product(pub &'static [Feature]);

impl Product {
    /// Every table of the store.
    pub fn tables(&self) -> Vec<TableInfo> {
        self.0.iter().flat_map(|feature| feature.tables).copied().collect()
    }

    /// Every record type that is kept in columns. Those of higher features come first: bills before buildings.
    pub fn columns(&self) -> Vec<Source> {
        self.0.iter().rev().flat_map(|feature| feature.columns).copied().collect()
    }

    /// The whole surface of the API.
    pub fn routes(&self) -> Vec<Route> {
        let proved: BTreeSet<&str> = self.extensions::<Proofs>().flat_map(|Proofs(names)| names()).collect();
        let marked = |feature: &'static Feature, mut route: Route| {
            route.fresh = proved.contains(route.name().as_str());
            route.feature = Some(feature);
            route
        };
        let routes_of = |feature: &'static Feature| (feature.routes)().into_iter().map(move |route| (feature, route));
        self.0.iter().flat_map(routes_of).map(|(feature, route)| marked(feature, route)).collect()
    }

    /// Every permission with the routes that ask for it.
    pub fn permissions(&self) -> BTreeMap<&'static str, Vec<String>> {
        let mut all: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
        for route in self.routes() {
            if let Access::Perm(permission) = route.access {
                all.entry(permission).or_default().push(route.name());
            }
        }
        all
    }

    /// Every setting that code asks for, by number.
    pub fn settings(&self) -> Vec<SettingInfo> {
        let mut settings: Vec<SettingInfo> = self.0.iter().flat_map(|feature| feature.settings).copied().collect();
        settings.order_by_key(|setting| setting.id);
        settings
    }

    pub fn jobs(&self) -> impl Iterator<Item = &'static Job> {
        self.0.iter().flat_map(|feature| feature.jobs)
    }

    /// The job of a key.
    pub fn job(&self, key: &str) -> Option<&'static Job> {
        self.jobs().find(|job| job.key == key)
    }

    /// What the doctor asks.
    pub fn checks(&self) -> impl Iterator<Item = &'static Check> {
        self.0.iter().flat_map(|feature| feature.checks)
    }

    /// Tries all sealed personal data with a key.
    ///
    /// # Errors
    /// A record that can't be read.
    pub fn try_seals(&self, tx: &dyn RawRead, sealer: &Sealer) -> Result<TriedSeals> {
        let mut all = TriedSeals::default();
        for check in self.checks() {
            if let Check::Seals(tries) = check {
                let TriedSeals { open, shut } = tries(tx, sealer)?;
                all = TriedSeals { open: all.open + open, shut: all.shut + shut };
            }
        }
        Ok(all)
    }

    /// What browsers ask for again after changes of a table.
    pub fn signals(&self) -> impl Iterator<Item = (&'static str, Signal)> {
        self.0.iter().flat_map(|feature| feature.signals).copied()
    }

    /// Everything of one type that features bring, in their order.
    pub fn extensions<T: Any>(&self) -> impl Iterator<Item = &'static T> {
        self.0.iter().flat_map(|feature| feature.extensions).filter_map(|brought| (*brought as &dyn Any).downcast_ref())
    }

    /// Opens what features keep in memory.
    ///
    /// # Errors
    /// What one of them ran into.
    pub fn open_memory(&self, start: &Start<'_>) -> Result<Vec<(TypeId, Slot)>> {
        let all = self.0.iter().flat_map(|feature| feature.memory);
        all.map(|memory| Ok(((memory.of)(), (memory.open)(start)?))).collect()
    }

    /// Whether everything has a name of its own.
    ///
    /// # Errors
    /// A sentence that names what is there twice, and both features that bring it.
    pub fn check(&self) -> Result<()> {
        let mut seen: BTreeMap<(&str, String), &str> = BTreeMap::new();
        for feature in self.0 {
            for (what, name) in names(feature) {
                if let Some(other) = seen.insert((what, name.clone()), feature.name) {
                    let sentence = format!("{what}“{name}”登记了两次：{other} 与 {}，程序不能启动", feature.name);
                    return Err(AppError::refused(sentence));
                }
            }
        }
        Ok(())
    }
}

/// Everything of a feature that has a name, with what it is.
fn names(feature: &Feature) -> Vec<(&'static str, String)> {
    let mut names = vec![("功能", feature.name.to_owned())];
    names.extend(feature.columns.iter().map(|source| ("列数据", source.table.to_owned())));
    for table in feature.tables {
        let indexes = (table.indexes)().into_iter();
        names.extend(indexes.chain([table.name]).map(|name| ("数据表", name.to_owned())));
    }
    names.extend((feature.routes)().iter().map(|route| ("路由", route.name())));
    names.extend(feature.jobs.iter().map(|job| ("任务", job.key.to_owned())));
    names.extend(feature.memory.iter().map(|memory| ("内存", memory.name.to_owned())));
    for setting in feature.settings {
        names.push(("参数", setting.key.to_owned()));
        names.push(("参数编号", setting.id.to_string()));
    }
    names
}
