//! The thread that does the work, portion by portion.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

use crate::app::App;
use crate::error::{AppError, Result};
use crate::events::Signal;
use crate::op::{Caller, Op, View};
use crate::platform::audit::AuditAction;
use crate::store::{Reads, id};

use super::super::convert::{self, Office};
use super::super::definition::Field;
use super::super::known::Directory;
use super::super::memory::Registers;
use super::super::published::{Dictionaries, Published};
use super::super::record::{RegRow, RegWork, Register, WorkKind, no_of};
use super::super::rows::{read, unique, write};
use super::super::workbooks::load;
use super::super::{formula, links, package, remind, undo};
use super::register_of;

/// Rows of a portion.
pub(in super::super) const PORTION: usize = 500;
/// How long the thread sleeps when there is nothing to do; then it looks whether the program still runs.
const PATIENCE: Duration = Duration::from_secs(2);
const TITLE: &str = "登记表设计";

/// What a portion came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// There is more.
    More,
    /// All is done.
    Done,
}

/// Begins the thread; what a restart left open is gone on with.
///
/// # Errors
/// A machine without room for another thread.
pub fn begin(app: &Arc<App>) -> Result<()> {
    let memory = app.state::<Registers>()?;
    memory.ring();
    let weak = Arc::downgrade(app);
    let work = move || {
        let mut rung = false;
        while let Some(app) = alive(&weak) {
            drop(app);
            rung |= memory.wait(PATIENCE);
            // What is read-only takes no rows either: the work rests, and goes on afterwards.
            let awake = |app: &Arc<App>| app.modes.at(app.clock.now()).is_none_or(|running| !running.is_read_only());
            let Some(app) = weak.upgrade().filter(|app| rung && awake(app)) else { continue };
            rung = false;
            if let Err(fault) = all(&app).and_then(|()| remind::warm(&app)) {
                tracing::error!(%fault, "work on registers could not be looked for; it is tried again");
            }
        }
    };
    std::thread::Builder::new().name("registers".into()).spawn(work).map(drop).map_err(AppError::internal)
}

fn alive(app: &Weak<App>) -> Option<Arc<App>> {
    app.upgrade()
}

/// Does everything that is open now; for the thread, the command line and tests.
///
/// # Errors
/// A store that can't be read.
pub fn all(app: &Arc<App>) -> Result<()> {
    let memory = app.state::<Registers>()?;
    let _turn = memory.turn();
    loop {
        let caller = Caller::job("register.work");
        let next = app.read(&caller, |view| {
            let mut next: Option<RegWork> = None;
            view.tx.each(|work: RegWork| {
                if work.trouble.is_empty() {
                    next = Some(work);
                }
                next.is_none()
            })?;
            Ok(next)
        })?;
        let Some(work) = next else {
            if take_up(app)? {
                continue;
            }
            return Ok(());
        };
        if let Err(fault) = one(app, &work) {
            tracing::error!(%fault, register = work.register_id, "work on a register ended early");
            end(app, &work, &fault.message)?;
        }
    }
}

/// Does one work to its end.
fn one(app: &Arc<App>, work: &RegWork) -> Result<()> {
    let key = RegWork::key_of(work.register_id, work.kind, work.field);
    loop {
        let caller = Caller::job("register.work");
        let now: Option<RegWork> = app.read(&caller, |view| Ok(view.tx.get(&key)?))?;
        let Some(now) = now.filter(|now| now.trouble.is_empty()) else { return Ok(()) };
        let step = match now.kind {
            WorkKind::Convert | WorkKind::Unique | WorkKind::Purge => rewrite(app, &now)?,
            WorkKind::Load => {
                load::run(app, &now)?;
                Step::Done
            }
            WorkKind::Archive => package::work::step(app, &now)?,
        };
        app.events.send(Signal::Register);
        if step == Step::Done {
            return end(app, &now, "");
        }
    }
}

/// Ends a work: its row goes, or tells why it ended; the register is free again.
fn end(app: &Arc<App>, work: &RegWork, trouble: &str) -> Result<()> {
    let (work, trouble) = (work.clone(), trouble.to_owned());
    app.act(&Arc::new(Caller::job("register.work")), TITLE, AuditAction::Update, move |op| {
        let register = register_of(&op.view(), &work)?;
        let key = RegWork::key_of(work.register_id, work.kind, work.field);
        let is_whole = trouble.is_empty();
        if is_whole {
            op.delete_quietly::<RegWork>(&key)?;
        } else if let Some(now) = op.view().tx.get::<RegWork>(&key)? {
            op.put_quietly(&RegWork { trouble, ..now })?;
        }
        if matches!(work.kind, WorkKind::Purge | WorkKind::Archive) && is_whole {
            undo::log::forget(op, work.register_id)?;
        }
        let Some(old) = register else { return Ok(()) };
        op.titled(format!("登记表设计·{}", old.name));
        if old.lock == Some(work.kind) {
            super::super::design::stored::keep(op, &old, Register { lock: None, ..old.clone() })?;
        }
        Ok(())
    })?;
    app.events.send(Signal::Register);
    Ok(())
}

/// Writes a portion of the rows as the definition wants them.
fn rewrite(app: &Arc<App>, work: &RegWork) -> Result<Step> {
    let work = work.clone();
    app.act(&Arc::new(Caller::job("register.work")), TITLE, AuditAction::Update, move |op| {
        op.leaves_nothing();
        let Some(register) = register_of(&op.view(), &work)? else { return Ok(Step::Done) };
        let published = Published::whatever_state(&op.view(), register)?;
        let rows = portion(&op.view(), &work)?;
        let is_last = rows.len() < PORTION;
        let last = rows.last().map_or(work.cursor, |row| no_of(row.row_id));
        let changed = changed(&op.view(), &published, &work, &rows)?;
        for row in changed {
            op.put_quietly(&row)?;
        }
        let done = work.done + rows.len() as u64;
        op.put_quietly(&RegWork { cursor: last, done, ..work })?;
        Ok(if is_last { Step::Done } else { Step::More })
    })
}

/// The next rows of a work.
///
/// # Errors
/// A row that can't be read.
pub(in super::super) fn portion(view: &View, work: &RegWork) -> Result<Vec<RegRow>> {
    let mut rows = Vec::with_capacity(PORTION);
    read::each(view, work.register_id, work.cursor, |row| {
        rows.push(row);
        Ok(rows.len() < PORTION)
    })?;
    Ok(rows)
}

/// Rows of a portion that are not yet as they should be.
fn changed(view: &View, published: &Published, work: &RegWork, rows: &[RegRow]) -> Result<Vec<RegRow>> {
    let definition = &published.definition;
    let field = definition.field(work.field);
    let mut changed = Vec::new();
    let office = match (work.kind, field) {
        (WorkKind::Convert, Some(field)) if field.from.is_some() => Some(Names::of(view, published, field)?),
        _ => None,
    };
    // A field that named rows and is hidden now does so no more.
    let is_hidden = work.kind == WorkKind::Convert && field.is_some_and(|field| definition.hides(field));
    let dictionaries = is_hidden.then(|| Dictionaries::of_all(view, published)).transpose()?;
    for old in rows {
        let mut row = old.clone();
        match (work.kind, field) {
            (WorkKind::Purge, _) => {
                row.cells.set(work.field, None);
                row.kept.set(work.field, None);
            }
            (WorkKind::Convert, Some(field)) => {
                if let Some(names) = &office {
                    names.write(published, old, &mut row, field);
                }
                if let Some(dictionaries) = &dictionaries {
                    row.title = write::title(view, definition, dictionaries, &row)?;
                }
                if let Some(formula) = &field.formula {
                    row.cells.set(field.no, formula::value(definition, field, formula, &row.cells));
                }
            }
            (WorkKind::Unique, _) => row.once = unique::constraint_values(definition, &row),
            _ => {}
        }
        if row != *old {
            changed.push(row);
        }
    }
    Ok(changed)
}

/// Names that conversions need, looked up once a portion.
struct Names<'v> {
    view: View<'v>,
    known: Directory,
    dictionaries: Dictionaries,
    titles: RefCell<HashMap<(u8, u64), String>>,
}

impl<'v> Names<'v> {
    fn of(view: &View<'v>, published: &Published, field: &Field) -> Result<Self> {
        let definition = &published.definition;
        let known = match convert::waits_for_names(definition, field) {
            true => Directory::load(view)?,
            false => Directory::default(),
        };
        let dictionaries = Dictionaries::of(view, definition.fields.iter())?;
        Ok(Self { view: *view, known, dictionaries, titles: RefCell::default() })
    }

    fn title(&self, kind: u8, target: u64) -> String {
        if let Some(known) = self.titles.borrow().get(&(kind, target)) {
            return known.clone();
        }
        // What can't be read keeps its number, so that nothing is lost.
        let title = links::title(&self.view, kind, target).unwrap_or_else(|_| target.to_string());
        self.titles.borrow_mut().insert((kind, target), title.clone());
        title
    }

    fn write(&self, published: &Published, old: &RegRow, row: &mut RegRow, field: &Field) {
        let office = Office {
            known: &self.known,
            name: &|kind, target| self.title(kind, target),
            label: &|dictionary, value| self.dictionaries.label(dictionary, value),
            value: &|dictionary, text| self.dictionaries.value(dictionary, text),
        };
        let (cell, kept) = convert::read(&published.definition, old, field, Some(&office));
        row.cells.set(field.no, cell.map(Cow::into_owned));
        row.kept.set(field.no, kept.map(Cow::into_owned));
    }
}

/// Takes up what an archive of the whole store leaves behind: works are no part of it, registers stay locked by them.
/// Answers whether there is work to do now.
fn take_up(app: &Arc<App>) -> Result<bool> {
    let caller = Arc::new(Caller::job("register.work"));
    let lost = app.read(&caller, |view| {
        let mut lost = Vec::new();
        for register in view.tx.all::<Register>()? {
            if let Some(kind) = register.lock
                && view.tx.get::<RegWork>(&RegWork::key_of(register.register_id, kind, 0))?.is_none()
            {
                lost.push(register.register_id);
            }
        }
        Ok(lost)
    })?;
    let mut has_work = false;
    for register_id in lost {
        has_work |= app.act(&caller, TITLE, AuditAction::Update, move |op| {
            let goes_on = package::work::go_on(op, register_id)?;
            if !goes_on {
                let_go(op, register_id)?;
            }
            Ok(goes_on)
        })?;
    }
    Ok(has_work)
}

/// A register whose rows are asked for by a work that is gone is let go.
///
/// # Errors
/// A store that can't be written.
pub fn let_go(op: &mut Op, register_id: u64) -> Result<bool> {
    let register: Option<Register> = op.view().tx.get(&id(register_id))?;
    let Some(old) = register else { return Ok(false) };
    let Some(kind) = old.lock else { return Ok(false) };
    let work: Option<RegWork> = op.view().tx.get(&RegWork::key_of(register_id, kind, 0))?;
    if work.is_some_and(|work| work.trouble.is_empty()) {
        return Ok(false);
    }
    super::super::design::stored::keep(op, &old, Register { lock: None, ..old.clone() })?;
    Ok(true)
}
