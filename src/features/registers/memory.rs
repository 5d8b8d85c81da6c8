//! What registers keep in memory: definitions by version, interned rights, and the columns of their rows.
//!
//! Invariants: columns follow the store before an operation is answered; they are missed by nobody but the clock. One
//! thread fills the columns of a register while others wait for it; what was not used for ten minutes is dropped, and what
//! does not fit into `reg.memoryMb` pushes out what was unused longest. Permission names are kept for as long as the program
//! runs, but only those of registers that exist: their number is bounded by what administrators create.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex, MutexGuard, RwLock};

use crate::app::App;
use crate::columns::Snapshot;
use crate::columns::tables::{Standing, State, Table};
use crate::error::Result;
use crate::kernel::order::Order as _;
use crate::op::View;
use crate::platform::identity::menu::Menu;
use crate::product::{Memory, Start};
use crate::store::{Change, Reader, Reads, Record, Res, id, key};

use super::columns::Origin;
use super::definition::Definition;
use super::published::{Published, permission};
use super::record::{BY_CODE, RegRow, RegVersion, RegWork, Register, RegisterState, register_of};
use super::settings::MEMORY;

/// Columns that nobody asked for so long are dropped.
const IDLE: Duration = Duration::from_secs(600);
/// Definitions kept; beyond, all are read again.
const MOST_DEFINITIONS: usize = 2_000;

/// The columns of one register.
struct Held {
    version: u32,
    table: Arc<Table>,
    used: Instant,
    /// Who fills it holds this; others wait.
    filling: Arc<Mutex<()>>,
}

/// What registers keep in memory.
#[derive(Default)]
pub struct Registers {
    definitions: RwLock<HashMap<(u64, u32), Arc<Definition>>>,
    rights: Mutex<HashMap<String, &'static str>>,
    held: RwLock<HashMap<u64, Held>>,
    /// What is decided about, as kinds of documents.
    pub(super) kinds: super::approval::cache::Kinds,
    /// Whether there may be work to do, for the thread that does it.
    waiting: Mutex<bool>,
    bell: Condvar,
    working: Mutex<()>,
    #[cfg(feature = "testing")]
    forbidden: std::sync::atomic::AtomicBool,
}

impl Memory for Registers {
    const NAME: &'static str = "registers";

    fn open(_: &Start<'_>) -> Result<Self> {
        Ok(Self::default())
    }

    fn observe(&self, changes: &[Change]) {
        let is_work = |change: &Change| [RegWork::TABLE, Register::TABLE].contains(&change.table);
        if changes.iter().any(|change| is_work(change) && change.value.is_some()) {
            self.ring();
        }
        if changes.iter().any(|change| [Register::TABLE, Menu::TABLE].contains(&change.table)) {
            self.kinds.reload();
        }
        if changes.iter().any(|change| change.table == RegVersion::TABLE) {
            // A register that went and came back may name other dictionaries.
            self.definitions.write().clear();
        }
        let mut by_register: HashMap<u64, Vec<&Change>> = HashMap::new();
        for change in changes.iter().filter(|change| change.table == RegRow::TABLE) {
            by_register.entry(register_of(crate::columns::field::number_of(&change.key))).or_default().push(change);
        }
        for (register_id, changes) in by_register {
            let table = self.held.read().get(&register_id).map(|held| held.table.clone());
            if let Some(table) = table {
                table.on_commit(&changes);
            }
        }
    }

    fn reload(&self, _: &Reader) -> Res<()> {
        self.held.write().clear();
        self.definitions.write().clear();
        self.kinds.reload();
        Ok(())
    }
}

impl Registers {
    pub(super) fn definition(&self, register_id: u64, version: u32) -> Option<Arc<Definition>> {
        self.definitions.read().get(&(register_id, version)).cloned()
    }

    pub(super) fn keep_definition(&self, register_id: u64, version: u32, definition: Arc<Definition>) {
        let mut known = self.definitions.write();
        if known.len() >= MOST_DEFINITIONS {
            known.clear();
        }
        known.insert((register_id, version), definition);
    }

    /// The name of a right as routes carry it.
    pub(super) fn interned(&self, name: String) -> &'static str {
        let mut rights = self.rights.lock();
        if let Some(known) = rights.get(&name) {
            return known;
        }
        let kept: &'static str = Box::leak(name.clone().into_boxed_str());
        rights.insert(name, kept);
        kept
    }

    /// The columns of a register's rows, filled now if they are not there; `None` where they do not fit, or where the view
    /// is no snapshot: operations see what they have written themselves.
    ///
    /// # Errors
    /// A store that can't be read.
    pub fn columns(&self, view: &View, published: &Published) -> Result<(Arc<Table>, Option<Snapshot>)> {
        let (table, filling) = self.table(published);
        if !view.tx.is_snapshot() {
            return Ok((table, None));
        }
        #[cfg(feature = "testing")]
        if self.forbidden.load(std::sync::atomic::Ordering::Acquire) {
            return Ok((table, None));
        }
        let today = view.now.date();
        if let Some(columns) = table.columns(today) {
            return Ok((table, Some(columns)));
        }
        let _turn = filling.lock();
        let allowed = usize::try_from(view.app.settings.get(&MEMORY) << 20).unwrap_or(usize::MAX);
        let was_too_large = matches!(table.state(), State::Off { allowed: before } if before == allowed);
        if table.state() != State::Ready && !was_too_large {
            let left = self.make_room(published.id(), allowed);
            table.fill(today, (left, allowed), || view.app.store.read())?;
        }
        let columns = table.columns(today);
        Ok((table, columns))
    }

    fn table(&self, published: &Published) -> (Arc<Table>, Arc<Mutex<()>>) {
        let (register_id, version) = (published.id(), published.register.current);
        let mut held = self.held.write();
        held.retain(|known, one| *known == register_id || one.used.elapsed() < IDLE);
        let fresh = || Held {
            version,
            table: Arc::new(Table::new(Arc::new(Origin::of(published)))),
            used: Instant::now(),
            filling: Arc::default(),
        };
        let one = held.entry(register_id).or_insert_with(fresh);
        if one.version < version {
            *one = fresh();
        }
        if one.version > version {
            // A snapshot from before the last publication: it is answered row by row.
            return (fresh().table, Arc::default());
        }
        one.used = Instant::now();
        (one.table.clone(), one.filling.clone())
    }

    /// Drops what was unused longest until half of the budget is free or nothing else is held; answers the bytes left.
    fn make_room(&self, for_register: u64, allowed: usize) -> usize {
        let mut held = self.held.write();
        loop {
            let bytes: usize = held.values().map(|one| one.table.bytes()).sum();
            let others = held.iter().filter(|(id, one)| **id != for_register && one.table.bytes() > 0);
            let oldest = others.min_by_key(|(_, one)| one.used).map(|(id, _)| *id);
            match oldest {
                Some(oldest) if bytes > allowed / 2 => held.remove(&oldest),
                _ => return allowed.saturating_sub(bytes),
            };
        }
    }

    /// Says that there may be work to do.
    pub fn ring(&self) {
        *self.waiting.lock() = true;
        self.bell.notify_all();
    }

    /// Waits until there may be work to do, at most so long.
    pub fn wait(&self, patience: Duration) -> bool {
        let mut waiting = self.waiting.lock();
        if !*waiting {
            self.bell.wait_for(&mut waiting, patience);
        }
        std::mem::take(&mut *waiting)
    }

    /// Held by whoever does work: one at a time.
    pub fn turn(&self) -> MutexGuard<'_, ()> {
        self.working.lock()
    }

    /// Drops the columns of a register: they are read again when its list is asked for.
    pub fn forget(&self, register_id: u64) {
        self.held.write().remove(&register_id);
    }

    /// The columns in memory, by register.
    fn tables(&self) -> Vec<(u64, Arc<Table>)> {
        let mut all: Vec<(u64, Arc<Table>)> =
            self.held.read().iter().map(|(register_id, held)| (*register_id, held.table.clone())).collect();
        all.order_by_key(|(register_id, _)| *register_id);
        all
    }

    /// Bytes of all columns, and of how many registers.
    pub fn bytes(&self) -> (usize, usize) {
        let held = self.held.read();
        (held.values().map(|one| one.table.bytes()).sum(), held.len())
    }

    /// The table that is held for a register, for comparisons.
    #[cfg(feature = "testing")]
    pub fn held(&self, register_id: u64) -> Option<Arc<Table>> {
        self.held.read().get(&register_id).map(|one| one.table.clone())
    }
}

/// The columns of registers that are in memory, for the monitor.
///
/// # Errors
/// A store that can't be read.
pub fn standing(view: &View) -> Result<(&'static str, u64, Vec<Standing>)> {
    let mut all = Vec::new();
    for (register_id, table) in view.app.state::<Registers>()?.tables() {
        let register: Option<Register> = view.tx.get(&id(register_id))?;
        all.extend(register.map(|register| table.standing(register.name.into())));
    }
    Ok(("登记表", view.app.settings.get(&MEMORY) << 20, all))
}

/// The right that a template of a register's route comes to: of registers that are in use.
pub fn permission_of(app: &App, template: &str, given: &dyn Fn(&str) -> Option<String>) -> Option<&'static str> {
    let act = template.strip_prefix("reg:{code}:")?;
    let code = given("code")?;
    let reader = app.store.read().ok()?;
    let register: Register = reader.one(&BY_CODE, &key().str(&code)).ok()??;
    let memory = app.state::<Registers>().ok()?;
    (register.state == RegisterState::Published).then(|| memory.interned(permission(&code, act)))
}

/// Lets lists do without columns, as when nothing fits into the memory; for tests.
#[cfg(feature = "testing")]
pub fn forbid(app: &App) {
    if let Ok(memory) = app.state::<Registers>() {
        memory.forbidden.store(true, std::sync::atomic::Ordering::Release);
    }
}
