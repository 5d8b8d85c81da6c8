//! Sums of the books in memory: what figures add up by months. Bill by bill and day by day they are read from the store.
//!
//! Invariant: a question gets them only when they are of the very commit that its snapshot shows; else, and until they were
//! read once, it reads the store. The doctor compares the store's sums with the books, tests these with the store's.

use std::sync::Arc;
use std::time::Instant;

use parking_lot::Mutex;

use super::sums::{ALLOCATIONS, BILLS, CREDIT, DIRECT, OPEN_MONTHS, PAYOUTS, RECEIPTS, WAIVERS};
use crate::app::App;
use crate::error::Result;
use crate::op::View;
use crate::product::{Memory, Start};
use crate::records::list::run::MEMORY;
use crate::store::sum_table::SumTable;
use crate::store::{Change, RawRead, Reader, Res};

/// What is kept: some hundred thousand cells of a large city, twenty-odd bytes each.
const KEPT: [&str; 8] = [
    BILLS.months,
    ALLOCATIONS.months,
    WAIVERS.months,
    OPEN_MONTHS,
    RECEIPTS.months,
    PAYOUTS.months,
    DIRECT.months,
    CREDIT.months,
];

/// Tables by name, as of one commit.
#[derive(Clone, Default)]
pub struct KeptSums(Vec<(&'static str, Arc<SumTable>)>);

impl KeptSums {
    fn load(tx: &dyn RawRead) -> Res<Self> {
        let one = |name: &'static str| Ok((name, Arc::new(SumTable::load(tx, name)?)));
        KEPT.into_iter().map(one).collect::<Res<_>>().map(Self)
    }

    fn take(&mut self, changes: &[Change]) -> Res<()> {
        for Change { table: name, key, value } in changes {
            if let Some((_, table)) = self.0.iter_mut().find(|(known, _)| known == name) {
                Arc::make_mut(table).change(name, key, value.as_deref())?;
            }
        }
        Ok(())
    }

    /// A table; none for one that is not kept.
    pub fn table(&self, name: &str) -> Option<&SumTable> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, table)| &**table)
    }
}

#[derive(Default)]
enum State {
    #[default]
    Nothing,
    /// Being read; what was committed meanwhile.
    Filling(Vec<Change>),
    Kept(KeptSums),
}

/// The sums, and how far they are.
#[derive(Default)]
pub struct SumsMemory(Mutex<State>);

impl Memory for SumsMemory {
    const NAME: &'static str = "sums";

    fn open(_: &Start<'_>) -> Result<Self> {
        Ok(Self::default())
    }

    fn observe(&self, changes: &[Change]) {
        if !changes.iter().any(|change| KEPT.contains(&change.table)) {
            return;
        }
        let mut state = self.0.lock();
        match &mut *state {
            State::Nothing => {}
            State::Filling(waiting) => {
                waiting.extend(changes.iter().filter(|change| KEPT.contains(&change.table)).cloned());
            }
            State::Kept(kept) => {
                if let Err(error) = kept.take(changes) {
                    tracing::error!(%error, "sums in memory were dropped; figures read the store");
                    *state = State::Nothing;
                }
            }
        }
    }

    fn reload(&self, tx: &Reader) -> Res<()> {
        let mut state = self.0.lock();
        // Who allows them no memory, or did not read them yet, has nothing to repair.
        if !matches!(std::mem::take(&mut *state), State::Nothing) {
            *state = State::Kept(KeptSums::load(tx)?);
        }
        Ok(())
    }
}

impl SumsMemory {
    fn fill(&self, app: &App) -> Result<()> {
        {
            let mut state = self.0.lock();
            match *state {
                State::Nothing => *state = State::Filling(Vec::new()),
                // Another thread reads them, or did.
                State::Filling(_) | State::Kept(_) => return Ok(()),
            }
        }
        // What this snapshot shows already changes nothing when it is taken in again.
        let read = app.store.read().and_then(|tx| KeptSums::load(&tx));
        let mut state = self.0.lock();
        let waiting = match std::mem::take(&mut *state) {
            State::Filling(waiting) => waiting,
            // Read again meanwhile, after a fault.
            other => {
                *state = other;
                return Ok(());
            }
        };
        let mut kept = read?;
        kept.take(&waiting)?;
        *state = State::Kept(kept);
        Ok(())
    }

    /// Those of the commit that a snapshot shows.
    fn of(&self, app: &App, tx: &dyn RawRead) -> Option<KeptSums> {
        let commit = tx.commit()?;
        let state = self.0.lock();
        match &*state {
            State::Kept(kept) if app.store.commits() == Some(commit) => Some(kept.clone()),
            _ => None,
        }
    }
}

/// Reads them from the store, unless an administrator allows lists no memory; for the thread that fills the columns.
///
/// # Errors
/// A store that can't be read.
pub fn fill(app: &Arc<App>) -> Result<()> {
    let memory = app.state::<SumsMemory>()?;
    if app.settings.get(&MEMORY) == 0 {
        *memory.0.lock() = State::Nothing;
        return Ok(());
    }
    let began = Instant::now();
    memory.fill(app)?;
    if let State::Kept(kept) = &*memory.0.lock() {
        let (cells, bytes) = kept.0.iter().fold((0, 0), |sum, (_, of)| (sum.0 + of.cells(), sum.1 + of.bytes()));
        tracing::info!(cells, bytes, took = ?began.elapsed(), "sums of the books are in memory");
    }
    Ok(())
}

/// The sums in memory for a question.
///
/// # Errors
/// A program without them.
pub fn of(view: &View) -> Result<Option<KeptSums>> {
    Ok(view.app.state::<SumsMemory>()?.of(view.app, view.tx))
}

/// Names of tables whose cells in memory are not those of the store; none while nothing is kept. For tests.
#[cfg(feature = "testing")]
pub fn differing(app: &App) -> Result<Option<Vec<&'static str>>> {
    let memory = app.state::<SumsMemory>()?;
    let (tx, kept) = loop {
        let tx = app.store.read()?;
        if let Some(kept) = memory.of(app, &tx) {
            break (tx, kept);
        }
        // Somebody writes: the next look may be of the state that is kept.
        if !matches!(*memory.0.lock(), State::Kept(_)) {
            return Ok(None);
        }
        std::thread::yield_now();
    };
    let mut differ = Vec::new();
    for (name, table) in &kept.0 {
        if !table.is_same(&SumTable::load(&tx, name)?) {
            differ.push(*name);
        }
    }
    Ok(Some(differ))
}
