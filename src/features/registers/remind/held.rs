//! How many rows each reminder is about, from columns of their own: whose a row is, its days, and what ends them.
//!
//! Those columns are few and small, so they stay while a register reminds of anything, whatever the lists' columns do in
//! their budget: 200,000 rows take about 2 MiB. They are filled by the registers' thread after a start and a publication,
//! by the first who asks where it was slower, and follow the store from then on.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::{Mutex, RwLock};

use crate::app::App;
use crate::columns::Snapshot;
use crate::columns::field::number_of;
use crate::columns::tables::Table;
use crate::error::Result;
use crate::features::report::todo::Reminder as TodoLine;
use crate::op::{Caller, View};
use crate::platform::identity::menu::Menu;
use crate::product::{Memory, Start};
use crate::records::list::run::by_snapshot;
use crate::records::list::{Filter, ListQuery, Span};
use crate::store::{Change, Reader, Reads as _, Record as _, Res, id};

use super::super::columns::{CREATOR, DELETED, DEPT, Origin, place};
use super::super::definition::Field;
use super::super::published::{Published, permission};
use super::super::record::{RegRow, RegVersion, Register, RegisterState, register_of};
use super::super::rows::list::reached;
use super::{Due, sentence, waiting};

/// Levels of the menu at most.
const MOST_LEVELS: usize = 10;

/// A register that reminds of something.
struct Watched {
    published: Published,
    /// The right to its list.
    right: String,
    /// Places of the columns that are kept, among those of its lists.
    picked: Vec<usize>,
    table: Table,
    /// Who fills the columns holds this; others wait.
    filling: Mutex<()>,
}

/// Registers that remind of something, with the generation they were read at.
#[derive(Default)]
struct Kept {
    at: Option<u64>,
    watched: Vec<Arc<Watched>>,
}

/// What reminders keep in memory.
#[derive(Default)]
pub struct Reminders {
    /// Grows whenever a register changes.
    generation: AtomicU64,
    kept: RwLock<Kept>,
}

impl Memory for Reminders {
    const NAME: &'static str = "register reminders";

    fn open(_: &Start<'_>) -> Result<Self> {
        Ok(Self::default())
    }

    fn observe(&self, changes: &[Change]) {
        if changes.iter().any(|change| change.table == Register::TABLE) {
            self.generation.fetch_add(1, Ordering::AcqRel);
        }
        for watched in &self.kept.read().watched {
            let is_own = |change: &&Change| {
                change.table == RegRow::TABLE && register_of(number_of(&change.key)) == watched.published.id()
            };
            let own: Vec<&Change> = changes.iter().filter(is_own).collect();
            if !own.is_empty() {
                watched.table.on_commit(&own);
            }
        }
    }

    fn reload(&self, _: &Reader) -> Res<()> {
        self.generation.fetch_add(1, Ordering::AcqRel);
        self.kept.write().watched.clear();
        Ok(())
    }
}

impl Reminders {
    /// Registers that remind of something now; those that are as they were keep their columns.
    fn watched(&self, app: &App) -> Result<Vec<Arc<Watched>>> {
        let generation = self.generation.load(Ordering::Acquire);
        let kept = self.kept.read();
        if kept.at == Some(generation) {
            return Ok(kept.watched.clone());
        }
        let before = kept.watched.clone();
        drop(kept);
        // A snapshot that is younger than the generation: what was observed is in it.
        let reader = app.store.read()?;
        let mut watched = Vec::new();
        for register in reader.all::<Register>()?.into_iter().filter(|one| one.state == RegisterState::Published) {
            let is_it = |one: &&Arc<Watched>| {
                one.published.id() == register.register_id && one.published.register.current == register.current
            };
            match before.iter().find(is_it) {
                Some(known) => watched.push(known.clone()),
                None => watched.extend(Watched::of(&reader, register)?),
            }
        }
        let mut kept = self.kept.write();
        if kept.at.is_none_or(|at| at < generation) {
            *kept = Kept { at: Some(generation), watched };
        }
        Ok(kept.watched.clone())
    }
}

impl Watched {
    fn of(reader: &Reader, register: Register) -> Result<Option<Arc<Self>>> {
        let stored: Option<RegVersion> = reader.get(&RegVersion::key_of(register.register_id, register.current))?;
        let Some(stored) = stored else { return Ok(None) };
        let definition = Arc::new(stored.definition);
        let mut picked = vec![DEPT, CREATOR, DELETED];
        let reminding = definition.reminding().flat_map(|(field, remind)| [field.no, remind.field]);
        for no in reminding.chain(definition.waiting().map(|field| field.no)) {
            picked.extend(place(&definition, no).filter(|at| !picked.contains(at)));
        }
        if definition.reminding().next().is_none() && definition.waiting().next().is_none() {
            return Ok(None);
        }
        let origin = Origin::picked(register.register_id, definition.clone(), picked.clone());
        let (right, published) = (permission(&register.code, "list"), Published { register, definition });
        let table = Table::new(Arc::new(origin));
        Ok(Some(Arc::new(Self { published, right, picked, table, filling: Mutex::default() })))
    }

    /// Its columns, filled now if they are not there.
    fn columns(&self, app: &App, now: crate::kernel::dates::Stamp) -> Result<Option<Snapshot>> {
        let today = now.date();
        if let Some(columns) = self.table.columns(today) {
            return Ok(Some(columns));
        }
        let _turn = self.filling.lock();
        if self.table.columns(today).is_none() {
            self.table.fill(today, (usize::MAX, usize::MAX), || app.store.read())?;
        }
        Ok(self.table.columns(today))
    }

    /// The lines of a person who may see its list.
    fn lines(&self, view: &View) -> Result<Vec<TodoLine>> {
        let (definition, mut lines) = (&self.published.definition, Vec::new());
        let scope = view.caller.rights.scope(Some(&self.right));
        let reach = reached(&self.published, view.caller.user_id(), &scope);
        let Some(columns) = self.columns(view.app, view.now)? else { return Ok(lines) };
        let at = |no: u16| place(definition, no).and_then(|at| self.picked.iter().position(|one| *one == at));
        let count = |filters: Vec<Filter>| -> Result<u64> {
            // the place of the recycle bin in `picked`
            let living = Filter::among(2, [0]);
            let filters = filters.into_iter().chain([living]).chain(reach.clone());
            let wanted = ListQuery {
                filters: filters.map(|wish| (None, wish)).collect(),
                order: Vec::new(),
                ids_down: false,
                sums: Vec::new(),
                facets: Vec::new(),
                span: Span::First(0),
            };
            Ok(by_snapshot(view, &columns, &wanted)?.map_or(0, |found| found.total))
        };
        let is_one = definition.reminding().count() + definition.waiting().count() == 1;
        let seen = self.published.seen(view);
        for (field, place) in
            seen.iter().filter(|field| !field.waits.is_empty()).filter_map(|field| Some((field, at(field.no)?)))
        {
            let all = count(vec![waiting(field, place)])?;
            if all > 0 {
                let page = address(view, self.published.register.menu_id)?;
                lines.push(line(&self.published, field, is_one, (&format!("{all} 条待办"), all, &page)));
            }
        }
        for field in seen.iter() {
            let Some((due, remind)) = Due::of(definition, field, at).zip(seen.reminder(field)) else { continue };
            let all = count(due.soon(view.now.date()))?;
            if all == 0 {
                continue;
            }
            let over = count(due.over(view.now.date()))?;
            let said = sentence(remind.ahead, all.saturating_sub(over), over);
            let page = address(view, self.published.register.menu_id)?;
            lines.push(line(&self.published, field, is_one, (&said, all, &page)));
        }
        Ok(lines)
    }
}

/// Where a page of the menu is: an administrator may have put it below another directory.
///
/// # Errors
/// Records that can't be read.
pub fn address(view: &View, menu_id: u64) -> Result<String> {
    let (mut path, mut at) = (String::new(), menu_id);
    for _ in 0..MOST_LEVELS {
        let Some(menu) = view.tx.get::<Menu>(&id(at))? else { break };
        path = format!("/{}{path}", menu.path.trim_matches('/'));
        at = menu.parent_id;
    }
    Ok(path)
}

fn line(published: &Published, field: &Field, is_one: bool, (said, count, page): (&str, u64, &str)) -> TodoLine {
    let (code, name) = (&published.register.code, &published.definition.name);
    let of = if is_one { String::new() } else { format!("（{}）", field.label) };
    TodoLine {
        kind: format!("reg:{code}:{}", field.code).into(),
        label: format!("{name}{of}：{said}").into(),
        count: usize::try_from(count).unwrap_or(usize::MAX),
        path: format!("{page}?due={}", field.code).into(),
    }
}

/// What registers remind a person of: those whose list he may see, in their order.
///
/// # Errors
/// A store that can't be read.
pub fn todo(view: &View) -> Result<Vec<TodoLine>> {
    let mut lines = Vec::new();
    for watched in view.app.state::<Reminders>()?.watched(view.app)? {
        if view.caller.rights.holds(&watched.right) {
            lines.extend(watched.lines(view)?);
        }
    }
    Ok(lines)
}

/// Fills what is not there yet, so that nobody waits for it.
///
/// # Errors
/// A store that can't be read.
pub fn warm(app: &Arc<App>) -> Result<()> {
    let now = app.read(&Caller::job("register.work"), |view| Ok(view.now))?;
    for watched in app.state::<Reminders>()?.watched(app)? {
        watched.columns(app, now)?;
    }
    Ok(())
}
