//! [`App`]: the one thing that the web server, the command line, jobs and tests hold.
//!
//! It opens transactions and nobody else does: [`App::read`] a snapshot, [`App::submit`] a write with its audit row.
//! Everything derived (settings, rights, columns) follows the store through observers, before an operation is answered.

mod audited;
mod keys;

use std::any::TypeId;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use arc_swap::ArcSwap;
use serde_json::Value;

use crate::blobs::Blobs;
use crate::clock::Clock;
use crate::columns::Tables;
use crate::config::Config;
use crate::config::operation::{OnFull, Switch};
use crate::error::{AppError, Kind, Result};
use crate::events::{Events, Signal};
use crate::idempotency::Form;
use crate::kernel::dates::Stamp;
use crate::kernel::key_file;
use crate::kernel::password::Hasher;
use crate::kernel::seal::Sealer;
use crate::op::{Caller, Op, View, Who};
use crate::platform::audit::{AuditAction, Entry};
use crate::platform::files::tickets::FileTickets;
use crate::platform::identity::rights::RightsCache;
use crate::platform::metrics::Metrics;
use crate::platform::mode::Modes;
use crate::platform::protection::{self, Protection};
use crate::platform::reload::Reloads;
use crate::platform::seal_check::PERSONAL_KEY;
use crate::platform::session::{ABSOLUTE_HOURS, IDLE_MINUTES, Limits, Sessions};
use crate::platform::settings::Settings;
use crate::platform::slow::{Slow, Step};
use crate::platform::tasks::{self, Host, Tasks};
use crate::platform::tickets::Tickets;
use crate::platform::{audit, people};
use crate::product::{Memory, Product, Slot, Start};
use crate::route::{Act, Reply, Route, Run};
use crate::search::PeopleIndex;
use crate::store::directory::{DataPaths, DirectoryLock, replace_file};
use crate::store::{
    Change, CommitObserver, FileMedium, JournalOptions, Medium, PROGRAM, Pending, Reader, Res, Store, StoreError,
    StoreOptions, Urgency,
};
use crate::tls::Live;

/// How often long work is begun beside the writer; then it is done inside, where nobody overtakes it.
const OPTIMISTIC_TRIES: usize = 3;

/// A place for a long task of this program.
pub type Claim = tasks::Claim<App>;
/// What such a task does.
pub type Work = tasks::Work<App>;

pub struct App {
    /// What it is made of.
    pub product: &'static Product,
    pub config: Config,
    /// Parts of the data directory.
    pub paths: DataPaths,
    pub store: Store,
    pub blobs: Blobs,
    pub clock: Arc<Clock>,
    /// What lists filter and sort by.
    pub columns: Arc<Tables>,
    /// Settings of the configuration page.
    pub settings: Arc<Settings>,
    /// Whether the portal is open, closed or read-only.
    pub modes: Arc<Modes>,
    pub metrics: Metrics,
    /// Targets of continuous protection that stay behind.
    pub protection: Protection,
    /// Requests that took long.
    pub slow: Slow,
    /// What is read again when the program is told so.
    pub reloads: Reloads,
    /// Rights by person.
    pub rights: Arc<RightsCache>,
    pub sessions: Arc<Sessions>,
    pub people: Arc<PeopleIndex>,
    /// Password hashing with its own limit.
    pub hasher: Hasher,
    /// Browsers that are told of changes.
    pub events: Arc<Events>,
    /// Long work that goes on without its asker.
    pub tasks: Arc<Tasks<Self>>,
    /// Generated files waiting to be fetched.
    pub tickets: Tickets,
    // Changes once at most: when an archive brings the key its personal data was sealed with.
    sealing: ArcSwap<Sealer>,
    // What features keep.
    memory: Vec<(TypeId, Slot)>,
    /// Open one-time tickets for uploaded files.
    pub file_tickets: FileTickets,
    /// The certificate that a server serves with; empty without TLS, and where no server runs.
    pub tls: OnceLock<Arc<Live>>,
    /// Where a server listens, as `https://127.0.0.1:8443`.
    pub door: OnceLock<String>,
    // Dropped last: the directory is free for others only when the store is closed.
    _lock: Option<DirectoryLock>,
}

/// How commits of a data directory are kept in its journal.
fn journal(config: &Config, paths: &DataPaths, clock: &Arc<Clock>) -> Option<JournalOptions> {
    let (clock, own, room) = (clock.clone(), paths.clone(), paths.clone());
    let granted = config.protect.spool_mib.value;
    let may_stop = config.protect.on_full.value == OnFull::StopWrites;
    let options = JournalOptions {
        folder: paths.journal(),
        now: Arc::new(move || clock.now().0),
        spool_bytes: Arc::new(move || protection::spool_bytes(granted, &room)),
        stops: Arc::new(move || may_stop && protection::is_taken(&own)),
    };
    (config.protect.journal.value == Switch::On).then_some(options)
}

impl App {
    /// Opens the data directory of the configuration.
    ///
    /// # Errors
    /// A Chinese sentence that says what is wrong and what to do.
    pub fn open(product: &'static Product, config: Config) -> Result<Arc<Self>> {
        let paths = DataPaths::new(&config.data);
        let shown = paths.root.display().to_string();
        if !paths.is_initialised() {
            return Err(AppError::refused(format!(
                "数据目录 {shown} 尚未初始化，请先运行 gx-portal init --data {shown}"
            )));
        }
        let lock = DirectoryLock::take(&paths).map_err(|error| match error {
            StoreError::Locked => AppError::refused(format!("数据目录 {shown} 正被另一个 gx-portal 进程使用")),
            other => AppError::from(other),
        })?;
        paths.create_folders()?;
        paths.empty_temporary()?;
        let medium = Box::new(FileMedium::new(&paths.database()));
        Self::with_medium(product, config, paths, medium, Clock::system(), Some(lock)).map_err(|fault| AppError {
            message: format!("打开数据目录 {shown} 失败：{}", fault.message).into(),
            ..fault
        })
    }

    /// Opens the program on any medium (tests put simulated disks under it).
    pub fn with_medium(
        product: &'static Product,
        config: Config,
        paths: DataPaths,
        medium: Box<dyn Medium>,
        clock: Clock,
        lock: Option<DirectoryLock>,
    ) -> Result<Arc<Self>> {
        let clock = Arc::new(clock);
        let options = StoreOptions {
            journal: journal(&config, &paths, &clock),
            cache_bytes: usize::try_from(config.cache_mib.value << 20).unwrap_or(usize::MAX),
            reserve_bytes: config.reserve_mib.value << 20,
            program: PROGRAM,
            ..StoreOptions::default()
        };
        product.check()?;
        let store = Store::open(medium, options, &product.tables())?;
        let blobs = Blobs::open(&paths.blobs()).map_err(AppError::internal)?;
        let workers = usize::try_from(config.password_workers.value).unwrap_or(1).max(1);
        let key = keys::session_key(&paths)?;
        let memory = product.open_memory(&Start { config: &config, key: &key })?;
        let app = Arc::new(Self {
            product,
            memory,
            columns: Arc::new(Tables::new(product.columns())),
            settings: Arc::default(),
            modes: Arc::default(),
            metrics: Metrics::default(),
            protection: Protection::default(),
            slow: Slow::default(),
            reloads: Reloads::default(),
            rights: Arc::default(),
            sessions: Arc::new(Sessions::new(&key)),
            people: Arc::new(PeopleIndex::new().map_err(AppError::internal)?),
            events: Arc::default(),
            hasher: Hasher::new(workers)?,
            tasks: Arc::default(),
            tickets: Tickets::default(),
            file_tickets: FileTickets::default(),
            tls: OnceLock::new(),
            door: OnceLock::new(),
            sealing: ArcSwap::from_pointee(keys::sealer(product, &paths, &store)?),
            config,
            paths,
            store,
            blobs,
            clock,
            _lock: lock,
        });
        app.follow_the_store()?;
        Ok(app)
    }

    /// Seals and opens personal data.
    pub fn sealer(&self) -> Arc<Sealer> {
        self.sealing.load_full()
    }

    /// Takes the key that the personal data of an archive was sealed with, durably, where nothing was sealed yet.
    ///
    /// # Errors
    /// A key of another length, a disk that fails.
    pub fn take_personal_key(&self, key: &[u8]) -> Result<()> {
        let sealer = Sealer::new(key).map_err(AppError::internal)?;
        let path = self.paths.keys().join(PERSONAL_KEY);
        replace_file(&path, &key_file::with_checksum(key))?;
        self.sealing.store(Arc::new(sealer));
        Ok(())
    }

    fn follow_the_store(&self) -> Result<()> {
        let reader = self.store.read()?;
        self.settings.load(&reader)?;
        self.modes.load(&reader)?;
        self.sessions.load(&reader)?;
        self.follow("settings", &self.settings, Settings::observe, |settings, tx| settings.load(tx));
        self.follow("mode", &self.modes, Modes::observe, |modes, tx| modes.load(tx));
        self.follow("rights", &self.rights, RightsCache::observe, |rights, _| {
            rights.forget();
            Ok(())
        });
        self.follow("sessions", &self.sessions, Sessions::observe, |sessions, tx| sessions.load(tx));
        self.follow("people", &self.people, people::observe, |index, tx| people::rebuild(index, tx));
        self.follow("columns", &self.columns, Tables::on_commit, Tables::reload);
        let (product, history_labels, again) = (self.product, self.events.clone(), self.events.clone());
        self.store.follow(CommitObserver {
            name: "events",
            on_commit: Box::new(move |changes| signal(product, &history_labels, changes)),
            reload: Box::new(move |_| {
                product.signals().for_each(|(_, signal)| again.send(signal));
                again.send(Signal::Todo);
                Ok(())
            }),
        });
        for (_, slot) in &self.memory {
            let (observe, reload) = (slot.observe.clone(), slot.reload.clone());
            self.store.follow(CommitObserver {
                name: slot.name,
                on_commit: Box::new(move |changes| observe(changes)),
                reload: Box::new(move |tx| reload(tx)),
            });
        }
        Ok(())
    }

    /// Lets something in memory follow the store: `on_commit` takes a commit in, `reload` reads everything again.
    fn follow<T: Send + Sync + 'static>(
        &self,
        name: &'static str,
        memory: &Arc<T>,
        on_commit: fn(&T, &[Change]),
        reload: fn(&T, &Reader) -> Res<()>,
    ) {
        let (heard, renewed) = (memory.clone(), memory.clone());
        self.store.follow(CommitObserver {
            name,
            on_commit: Box::new(move |changes| on_commit(&heard, changes)),
            reload: Box::new(move |tx| reload(&renewed, tx)),
        });
    }

    /// What a feature keeps in memory.
    ///
    /// # Errors
    /// Memory that no feature of this program brings.
    pub fn state<M: Memory>(&self) -> Result<Arc<M>> {
        let slot = self.memory.iter().find(|(of, _)| *of == TypeId::of::<M>());
        let value = slot.and_then(|(_, slot)| slot.value.clone().downcast().ok());
        value.ok_or_else(|| AppError::internal(format!("no feature brings the memory «{}»", M::NAME)))
    }

    /// Life of sessions, from the settings.
    pub fn session_limits(&self) -> Limits {
        let minutes = self.settings.get(&IDLE_MINUTES).clamp(1, 24 * 60);
        let hours = self.settings.get(&ABSOLUTE_HOURS).min(24 * 365);
        Limits { idle: minutes.cast_signed() * 60_000, absolute: hours.cast_signed() * 3_600_000 }
    }

    /// Whether a session is still alive; does not prolong it.
    pub fn session_lives(&self, session_id: &str) -> bool {
        self.sessions.lives(session_id, self.clock.steady(), self.session_limits())
    }

    /// Runs a read on a snapshot. A handle that died is replaced and the read tried once more.
    pub fn read<T>(&self, caller: &Caller, run: impl Fn(&View<'_>) -> Result<T>) -> Result<T> {
        let attempt = || -> Result<T> {
            let reader = self.store.read()?;
            let view = View::new(self, &reader, caller);
            catch_unwind(AssertUnwindSafe(|| run(&view)))
                .unwrap_or_else(|_| Err(AppError::internal("a read panicked; see the log above")))
        };
        match attempt() {
            Err(fault) if matches!(fault.kind, Kind::Busy | Kind::Internal) && self.store.revive() => attempt(),
            other => other,
        }
    }

    /// Queues a write: `act` in an overlay of its own, its audit row in the same commit. When `act`
    /// refuses, its changes are dropped and the refusal leaves a row.
    pub fn submit<T: Send + 'static>(
        self: &Arc<Self>,
        caller: &Arc<Caller>,
        entry: Entry,
        urgency: Urgency,
        act: impl FnOnce(&mut Op<'_, '_>) -> Result<T> + Send + 'static,
    ) -> Result<Pending<T, AppError>> {
        self.admit(caller, urgency, entry.deed)?;
        let (app, caller) = (self.clone(), caller.clone());
        let handed_in = Instant::now();
        let pending = self.store.submit(urgency, move |batch| {
            caller.origin.trace.took(Step::Queue, handed_in.elapsed());
            audited::run(&app, batch, &caller, &entry, act)
        })?;
        Ok(pending)
    }

    /// The door of every write with an audit row: ordinary ones of people and of jobs that do not protect the data are
    /// refused while the portal is read-only. Exports go on, whose only write is their row; so does the console, whose
    /// administrator sets the mode.
    fn admit(&self, caller: &Caller, urgency: Urgency, deed: AuditAction) -> Result<()> {
        if urgency == Urgency::Essential || deed == AuditAction::Export {
            return Ok(());
        }
        let Some(running) = self.modes.at(self.clock.now()).filter(|running| running.is_read_only()) else {
            return Ok(());
        };
        let stays = match &caller.who {
            Who::Anonymous | Who::Person { .. } => false,
            Who::Console(_) => true,
            Who::Job(key) => self.product.job(key).is_none_or(|job| job.protects),
        };
        if stays { Ok(()) } else { Err(running.refusal()) }
    }

    /// A write of the command line, a job or a test, waited for.
    pub fn act<T: Send + 'static>(
        self: &Arc<Self>,
        caller: &Arc<Caller>,
        title: &'static str,
        deed: AuditAction,
        act: impl FnOnce(&mut Op<'_, '_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let method = format!("{} {}", caller.origin.method, caller.origin.path);
        let entry = Entry { title, deed, method, input: Value::Null, began: Instant::now() };
        self.submit(caller, entry, Urgency::Ordinary, act)?.wait()
    }

    /// A write of a job or the command line that takes long: its work is done on a snapshot and laid in afterwards, so
    /// that others write meanwhile. `make` begins it again when it was overtaken.
    pub fn act_ahead<T, A>(
        self: &Arc<Self>,
        caller: &Arc<Caller>,
        title: &'static str,
        deed: AuditAction,
        make: impl Fn() -> Result<A>,
    ) -> Result<T>
    where
        T: Send + 'static,
        A: FnOnce(&mut Op<'_, '_>) -> Result<T> + Send + 'static,
    {
        let method = format!("{} {}", caller.origin.method, caller.origin.path);
        let entry = Entry { title, deed, method, input: Value::Null, began: Instant::now() };
        for _ in 0..OPTIMISTIC_TRIES {
            if let Some(answer) = self.try_ahead(caller, &entry, Urgency::Ordinary, make()?)? {
                return Ok(answer);
            }
        }
        self.submit(caller, entry, Urgency::Ordinary, make()?)?.wait()
    }

    /// Does long work beside the writer; `None` when something it read was changed by others meanwhile.
    fn try_ahead<T: Send + 'static>(
        self: &Arc<Self>,
        caller: &Arc<Caller>,
        entry: &Entry,
        urgency: Urgency,
        act: impl FnOnce(&mut Op<'_, '_>) -> Result<T>,
    ) -> Result<Option<T>> {
        self.admit(caller, urgency, entry.deed)?;
        let began = Instant::now();
        let worked = self.store.optimistic(|tx| -> Result<_> {
            let mut op = Op::new(self, tx, caller);
            let answer = act(&mut op)?;
            Ok((answer, op.pause()))
        });
        caller.origin.trace.took(Step::Prepare, began.elapsed());
        let ((answer, paused), ahead) = match worked {
            Ok(worked) => worked,
            Err(refusal) => return self.submit(caller, entry.clone(), Urgency::Essential, |_| Err(refusal))?.wait(),
        };
        if paused.repeat {
            return Ok(Some(answer));
        }
        let (app, caller, entry) = (self.clone(), caller.clone(), entry.clone());
        let operation = entry.method.clone();
        let pending = self.store.submit(urgency, move |batch| -> Result<Option<T>> {
            let laid = batch.apply(ahead, |tx| -> Result<Result<T, AppError>> {
                let mut op = Op::resume(&app, tx, &caller, paused);
                let refusal = op.refusal.take();
                op.append_audit(&entry, refusal.as_ref())?;
                Ok(refusal.map_or(Ok(answer), Err))
            });
            laid?.transpose()
        })?;
        let done = pending.wait()?;
        if done.is_none() {
            tracing::info!(operation, "optimistic transaction in conflict");
        }
        Ok(done)
    }

    /// Runs a route whose access rule was checked. Blocking; the write part is still to be awaited.
    pub fn run(self: &Arc<Self>, route: &Route, caller: &Arc<Caller>, input: Value) -> Result<Running> {
        let began = Instant::now();
        match &route.run {
            Run::Read(run) => {
                let answer = self.read(caller, |view| run(view, input.clone()));
                caller.origin.trace.took(Step::Prepare, began.elapsed());
                answer.map(Running::Done)
            }
            Run::Write(_) | Run::Portions(_) => self.run_write(route, caller, &input, began),
            Run::Ask(_) | Run::AskThenWrite(_) => {
                Err(AppError::internal("a route that asks elsewhere is not run here"))
            }
        }
    }

    fn run_write(
        self: &Arc<Self>,
        route: &Route,
        caller: &Arc<Caller>,
        input: &Value,
        began: Instant,
    ) -> Result<Running> {
        // Before its first half, which may cost.
        self.admit(caller, route.urgency, route.audit.map_or(AuditAction::Other, |(_, deed)| deed))?;
        let mut tries = if route.optimistic { OPTIMISTIC_TRIES } else { 0 };
        loop {
            let preparing = Instant::now();
            let begun = self.begin(route, caller, input);
            caller.origin.trace.took(Step::Prepare, preparing.elapsed());
            match begun {
                Ok(Begun::Before(answer)) => return Ok(Running::Done(answer)),
                Ok(Begun::Ready(act)) if tries == 0 => return self.commit(route, caller, input, began, Ok(act)),
                Ok(Begun::Ready(act)) => {
                    let entry = entry(route, input, began);
                    if let Some(answer) = self.try_ahead(caller, &entry, route.urgency, act)? {
                        return Ok(Running::Done(answer));
                    }
                    tries -= 1;
                }
                Err(refusal) => return self.commit(route, caller, input, began, Err(refusal)),
            }
        }
    }

    /// The first half of a write, unless its form was sent before.
    fn begin(self: &Arc<Self>, route: &Route, caller: &Arc<Caller>, input: &Value) -> Result<Begun> {
        let form = Form::of(route, caller, input)?;
        let known = |view: &View| form.as_ref().map_or(Ok(None), |form| form.known(view));
        let begun = match &route.run {
            // One snapshot for both: what the form did cannot come in between and be refused as done already.
            Run::Write(prepare) => self.read(caller, |view| match known(view)? {
                Some(answer) => Ok(Begun::Before(answer)),
                None => prepare(view, input.clone()).map(Begun::Ready),
            })?,
            Run::Portions(work) => match self.read(caller, known)? {
                Some(answer) => Begun::Before(answer),
                None => match work(self, caller, input.clone()) {
                    Ok(act) => Begun::Ready(act),
                    // What it did a moment ago may be what stands in its way.
                    Err(refusal) => Begun::Before(self.read(caller, known)?.ok_or(refusal)?),
                },
            },
            _ => return Err(AppError::internal("a route that writes nothing has no first half")),
        };
        Ok(match (begun, form) {
            (Begun::Ready(act), Some(form)) => Begun::Ready(form.guard(act)),
            (begun, _) => begun,
        })
    }

    /// The second half of a write; a refusal of its first half leaves a row too.
    pub fn commit(
        self: &Arc<Self>,
        route: &Route,
        caller: &Arc<Caller>,
        input: &Value,
        began: Instant,
        prepared: Result<Act>,
    ) -> Result<Running> {
        let entry = entry(route, input, began);
        match prepared {
            Ok(act) => Ok(Running::Committing(self.submit(caller, entry, route.urgency, act)?)),
            Err(refusal) => {
                let refuse = move |_: &mut Op<'_, '_>| -> Result<Reply> { Err(refusal) };
                Ok(Running::Committing(self.submit(caller, entry, Urgency::Essential, refuse)?))
            }
        }
    }

    /// Leaves a row for a refusal before any operation ran (a missing right).
    pub fn note_refusal(
        self: &Arc<Self>,
        route: &Route,
        caller: &Arc<Caller>,
        fault: &AppError,
    ) -> Result<Pending<(), AppError>> {
        let (title, deed) = route.audit.unwrap_or(("越权访问", AuditAction::Other));
        let entry = Entry { title, deed, method: route.name(), input: Value::Null, began: Instant::now() };
        let fault = fault.clone();
        self.submit(caller, entry, Urgency::Essential, move |_| Err(fault))
    }

    /// Writes back the last requests of sessions and removes those that are over. Once a minute.
    pub fn flush_sessions(self: &Arc<Self>) -> Result<()> {
        let (touched, over) = self.sessions.to_flush(self.clock.steady(), self.session_limits());
        if touched.is_empty() && over.is_empty() {
            return Ok(());
        }
        self.store.write(move |tx| -> Result<()> {
            use crate::platform::session::Session;
            use crate::store::{Reads, Record, key};
            for session in touched {
                // A session that ended meanwhile stays ended.
                if tx.get::<Session>(&session.id())?.is_some() {
                    tx.put(&session)?;
                }
            }
            for session_id in over {
                tx.delete::<Session>(&key().str(&session_id))?;
            }
            Ok(())
        })
    }
}

impl Host for App {
    fn now(&self) -> Stamp {
        self.clock.now()
    }
    fn tasks_changed(&self) {
        self.events.send(Signal::Task);
    }
}

/// The audit row of a route.
fn entry(route: &Route, input: &Value, began: Instant) -> Entry {
    let (title, deed) = route.audit.unwrap_or(("未命名", AuditAction::Other));
    let input = &route.audit_input.map_or_else(|| input.clone(), |keep| keep(input));
    let input = match route.upload {
        Some(_) => audit::masked(&audit::without_places(input)),
        None => audit::masked(input),
    };
    Entry { title, deed, method: route.name(), input, began }
}

/// Tells browsers what to ask for again.
fn signal(product: &Product, events: &Events, changes: &[Change]) {
    for (table, signal) in product.signals() {
        if changes.iter().any(|change| change.table == table) {
            events.send(signal);
        }
    }
    // Documents that wait stand in an index of that name; the report shows them.
    if changes.iter().any(|change| change.table.ends_with("/waiting")) {
        events.send(Signal::Todo);
    }
}

/// What came of the first half of a write.
enum Begun {
    /// The form was sent before: what was answered then.
    Before(Reply),
    /// What is left to do.
    Ready(Act),
}

/// A route that was started.
pub enum Running {
    /// A finished read.
    Done(Reply),
    /// A write on its way into a commit.
    Committing(Pending<Reply, AppError>),
}
