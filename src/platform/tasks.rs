//! The tasks of all people: what waits, what runs, what is finished and may be fetched.
//!
//! Invariants: at most [`Limits::at_once`] run, the queue takes people in turn; a task is seen, ended and
//! fetched by its owner alone; one that was claimed but never begun (its commit failed) was never there;
//! a panic is a failed task. Tasks live in memory and their files in the scratch folder, which a start
//! empties: a restart forgets them, because doing a task again costs a click and carrying half a
//! workbook over a restart would buy nothing.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
#[cfg(feature = "testing")]
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use tempfile::TempPath;

use crate::error::{AppError, Kind, Result};
use crate::kernel::dates::Stamp;
use crate::kernel::order::Order;
use crate::platform::identity::rights::Scope;
use crate::watch::Watch;

/// The sentence of an export that goes on in the background.
const STARTED: &str = "数据较多，已转为后台任务，完成后可在“任务”中下载";

/// What a task does: writes a workbook and tells the watch how far it is.
pub type Work<H> = Box<dyn FnOnce(&Arc<H>, &Watch) -> Result<Workbook> + Send>;

/// What tasks work for: it has the time and tells browsers how far they are.
pub trait Host: Send + Sync + 'static {
    fn now(&self) -> Stamp;
    /// Tells browsers to ask for their tasks again.
    fn tasks_changed(&self);
}

/// A finished workbook in the scratch folder.
pub struct Workbook {
    /// Where it lies.
    pub path: TempPath,
    /// Name shown to the person.
    pub name: String,
}

/// How far a task is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TaskState {
    /// 排队
    Queued,
    /// 进行中
    Running,
    /// 已完成
    Done,
    /// 失败
    Failed,
    /// 已取消
    Cancelled,
}

impl TaskState {
    /// Whether it is still to end.
    pub fn is_open(self) -> bool {
        matches!(self, Self::Queued | Self::Running)
    }
}

/// What tasks may use.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Running together; each takes a thread and a processor.
    pub at_once: usize,
    /// Waiting or running of one person.
    pub open_of_one: usize,
    /// Ended ones of one person that are kept.
    pub ended_of_one: usize,
    /// Bytes of all files; the oldest go first.
    pub bytes: u64,
    /// Life after the end in milliseconds. Shorter than the age at which the sweep removes scratch files.
    pub life: i64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { at_once: 2, open_of_one: 5, ended_of_one: 20, bytes: 1 << 30, life: 12 * 3_600_000 }
    }
}

/// For whom a task works, and under which right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owner {
    pub user_id: u64,
    /// The permission that the work needs and that fetching its file needs again.
    pub permission: Option<&'static str>,
    /// The rows that he could see when he asked.
    pub scope: Scope,
}

/// A finished file.
#[derive(Clone)]
pub struct TaskFile {
    /// Where it lies; it is removed with its last holder.
    pub path: Arc<TempPath>,
    /// Name shown to the person.
    pub name: String,
    /// Bytes.
    pub size: u64,
}

/// A task as its owner sees it.
#[derive(Clone)]
pub struct Task {
    /// Its name in the calls.
    pub id: String,
    pub owner: Owner,
    /// What it does, as a noun: «操作日志导出», «出账».
    pub title: String,
    /// How far it is.
    pub state: TaskState,
    /// Why it failed.
    pub message: String,
    /// Rows done and rows there are.
    pub watch: Arc<Watch>,
    /// When it was asked for.
    pub created: Stamp,
    /// When it ended.
    pub ended: Option<Stamp>,
    /// What came of it.
    pub file: Option<TaskFile>,
}

struct Place<H> {
    task: Task,
    // `None` once it was taken by a thread.
    work: Option<Work<H>>,
    begun: bool,
}

struct Board<H> {
    // Oldest first.
    places: VecDeque<Place<H>>,
    running: usize,
    stopping: bool,
}

pub struct Tasks<H> {
    limits: Limits,
    board: Mutex<Board<H>>,
    changed: Condvar,
    #[cfg(feature = "testing")]
    held: Arc<AtomicBool>,
}

impl<H> Default for Tasks<H> {
    fn default() -> Self {
        Self::with(Limits::default())
    }
}

/// A place for a task that begins when the operation that asked for it is committed.
pub struct Claim<H> {
    tasks: Arc<Tasks<H>>,
    /// Name of the task.
    pub id: String,
    begun: bool,
}

impl<H> std::fmt::Debug for Claim<H> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Claim({})", self.id)
    }
}

impl<H> Drop for Claim<H> {
    fn drop(&mut self) {
        if !self.begun {
            self.tasks.board.lock().places.retain(|place| place.task.id != self.id);
        }
    }
}

impl<H> Claim<H> {
    /// What is answered to the person who asked: that it goes on in the background, and its name.
    pub fn answer(&self) -> Vec<u8> {
        json!({"msg": STARTED, "code": 200, "data": {"taskId": self.id}}).to_string().into_bytes()
    }
}

impl<H: Host> Claim<H> {
    /// Puts the task into the queue, and starts a thread unless enough are running.
    pub fn begin(mut self, app: &Arc<H>) {
        self.begun = true;
        let start = self.tasks.enqueue(&self.id);
        if start {
            let (tasks, worker) = (self.tasks.clone(), app.clone());
            let spawned = std::thread::Builder::new().name("task".into()).spawn(move || work(&tasks, &worker));
            if let Err(error) = spawned {
                let now = app.now();
                self.tasks.board.lock().running -= 1;
                self.tasks.end(&self.id, Err(AppError::internal(error)), now);
            }
        }
        app.tasks_changed();
    }
}

/// Takes tasks one after the other until none waits.
fn work<H: Host>(tasks: &Tasks<H>, app: &Arc<H>) {
    while let Some((id, watch, work)) = tasks.next() {
        app.tasks_changed();
        let outcome = catch_unwind(AssertUnwindSafe(|| work(app, &watch)))
            .unwrap_or_else(|_| Err(AppError::internal("a task panicked; see the log above")));
        if let Some(fault) = outcome.as_ref().err().filter(|fault| fault.kind != Kind::Refused) {
            tracing::error!(task = id, cause = fault.cause, message = %fault.message, "task failed");
        }
        tasks.end(&id, outcome, app.now());
        app.tasks_changed();
    }
}

fn missing() -> AppError {
    AppError::refused("任务不存在或已过期，请刷新后查看")
}

impl<H> Tasks<H> {
    /// Tasks with other limits.
    pub fn with(limits: Limits) -> Self {
        let board = Board { places: VecDeque::new(), running: 0, stopping: false };
        Self {
            limits,
            board: Mutex::new(board),
            changed: Condvar::new(),
            #[cfg(feature = "testing")]
            held: Arc::default(),
        }
    }

    /// What lets tasks wait half way; exists only in builds for tests.
    #[cfg(feature = "testing")]
    pub fn held(&self) -> &AtomicBool {
        &self.held
    }

    #[cfg(feature = "testing")]
    fn watch(&self) -> Arc<Watch> {
        Arc::new(Watch::held_by(self.held.clone()))
    }

    #[cfg(not(feature = "testing"))]
    #[expect(clippy::unused_self, reason = "builds for tests give the watch what holds it")]
    fn watch(&self) -> Arc<Watch> {
        Arc::default()
    }

    /// A place for a task.
    ///
    /// # Errors
    /// A sentence when the person has too many, or the program stops.
    pub fn claim(self: &Arc<Self>, owner: Owner, title: &str, now: Stamp, work: Work<H>) -> Result<Claim<H>> {
        let mut board = self.board.lock();
        if board.stopping {
            return Err(AppError::refused("系统正在停止，请稍后再试"));
        }
        let most = self.limits.open_of_one;
        let open = |place: &&Place<H>| place.task.owner.user_id == owner.user_id && place.task.state.is_open();
        if board.places.iter().filter(open).count() >= most {
            return Err(AppError::refused(format!("您已有 {most} 个任务在排队或进行，请等待其中一个完成后再试")));
        }
        let id = hex::encode(rand::random::<[u8; 8]>());
        let task = Task {
            id: id.clone(),
            owner,
            title: title.to_owned(),
            state: TaskState::Queued,
            message: String::new(),
            watch: self.watch(),
            created: now,
            ended: None,
            file: None,
        };
        board.places.push_back(Place { task, work: Some(work), begun: false });
        Ok(Claim { tasks: self.clone(), id, begun: false })
    }

    /// Whether a thread is to be started for it.
    fn enqueue(&self, id: &str) -> bool {
        let mut board = self.board.lock();
        if let Some(place) = board.places.iter_mut().find(|place| place.task.id == id) {
            place.begun = true;
        }
        let start = board.running < self.limits.at_once && !board.stopping;
        board.running += usize::from(start);
        start
    }

    /// The next to run: the oldest of somebody who has none running, otherwise the oldest.
    fn next(&self) -> Option<(String, Arc<Watch>, Work<H>)> {
        let mut board = self.board.lock();
        let busy: Vec<u64> = board
            .places
            .iter()
            .filter(|place| place.task.state == TaskState::Running)
            .map(|place| place.task.owner.user_id)
            .collect();
        let waits = |place: &Place<H>| place.begun && place.task.state == TaskState::Queued;
        let fair = |place: &Place<H>| waits(place) && !busy.contains(&place.task.owner.user_id);
        let at = board.places.iter().position(fair).or_else(|| board.places.iter().position(waits));
        let next = at.filter(|_| !board.stopping).and_then(|at| {
            let place = board.places.get_mut(at)?;
            let work = place.work.take()?;
            place.task.state = TaskState::Running;
            Some((place.task.id.clone(), place.task.watch.clone(), work))
        });
        if next.is_none() {
            board.running -= 1;
            self.changed.notify_all();
        }
        next
    }

    fn end(&self, id: &str, outcome: Result<Workbook>, now: Stamp) {
        let mut board = self.board.lock();
        if let Some(place) = board.places.iter_mut().find(|place| place.task.id == id) {
            let task = &mut place.task;
            task.ended = Some(now);
            (task.state, task.message) = match outcome {
                // Too late for the work, not for the person: he has called it off.
                Ok(_) if task.watch.is_cancelled() => (TaskState::Cancelled, String::new()),
                Ok(Workbook { path, name }) => {
                    let size = std::fs::metadata(&path).map_or(0, |metadata| metadata.len());
                    task.file = Some(TaskFile { path: Arc::new(path), name, size });
                    (TaskState::Done, String::new())
                }
                Err(_) if task.watch.is_cancelled() => (TaskState::Cancelled, String::new()),
                Err(fault) => (TaskState::Failed, fault.message.into_owned()),
            };
        }
        self.prune(&mut board, now);
        self.changed.notify_all();
    }

    /// Removes what is over its time, its number or its room; oldest first.
    fn prune(&self, board: &mut Board<H>, now: Stamp) {
        let life = self.limits.life;
        board.places.retain(|place| place.task.ended.is_none_or(|ended| now.0 - ended.0 < life));
        let mut ended: Vec<(Stamp, u64, u64, String)> = board
            .places
            .iter()
            .filter_map(|Place { task, .. }| {
                let size = task.file.as_ref().map_or(0, |file| file.size);
                Some((task.ended?, task.owner.user_id, size, task.id.clone()))
            })
            .collect();
        // Newest first: what does not fit any more goes.
        ended.reverse();
        ended.order_by_key(|(at, ..)| std::cmp::Reverse(*at));
        let (mut bytes, mut owners): (u64, Vec<u64>) = (0, Vec::new());
        for (_, owner, size, id) in ended {
            bytes += size;
            owners.push(owner);
            let own = owners.iter().filter(|other| **other == owner).count();
            if own > self.limits.ended_of_one || (bytes > self.limits.bytes && size > 0) {
                bytes -= size;
                board.places.retain(|place| place.task.id != id);
            }
        }
    }

    /// The tasks of a person, newest first.
    pub fn of(&self, user_id: u64, now: Stamp) -> Vec<Task> {
        let mut board = self.board.lock();
        self.prune(&mut board, now);
        let own = board.places.iter().filter(|place| place.begun && place.task.owner.user_id == user_id);
        own.rev().map(|place| place.task.clone()).collect()
    }

    /// A task of a person.
    ///
    /// # Errors
    /// The same sentence for a foreign task and one that is not there.
    pub fn one(&self, user_id: u64, id: &str, now: Stamp) -> Result<Task> {
        self.of(user_id, now).into_iter().find(|task| task.id == id).ok_or_else(missing)
    }

    /// Ends a task that waits or runs; a running one stops at its next row.
    ///
    /// # Errors
    /// When it is not his or has ended.
    pub fn cancel(&self, user_id: u64, id: &str, now: Stamp) -> Result<()> {
        let mut board = self.board.lock();
        let own = |place: &&mut Place<H>| place.begun && place.task.owner.user_id == user_id && place.task.id == id;
        let place = board.places.iter_mut().find(own).ok_or_else(missing)?;
        match place.task.state {
            TaskState::Queued => {
                (place.task.state, place.task.ended, place.work) = (TaskState::Cancelled, Some(now), None);
            }
            TaskState::Running => {}
            _ => return Err(AppError::refused("任务已结束，不能取消")),
        }
        place.task.watch.cancel();
        Ok(())
    }

    /// Takes an ended task and its file away.
    ///
    /// # Errors
    /// When it is not his or has not ended.
    pub fn remove(&self, user_id: u64, id: &str) -> Result<()> {
        let mut board = self.board.lock();
        let own = |place: &Place<H>| place.begun && place.task.owner.user_id == user_id && place.task.id == id;
        let at = board.places.iter().position(own).ok_or_else(missing)?;
        if board.places.get(at).is_some_and(|place| place.task.state.is_open()) {
            return Err(AppError::refused("任务尚未结束，请先取消"));
        }
        board.places.remove(at);
        Ok(())
    }

    /// Removes what has expired; once a minute.
    pub fn sweep(&self, now: Stamp) {
        self.prune(&mut self.board.lock(), now);
    }

    /// Waits until nothing runs, at most so long; answers how many still do.
    pub fn settle(&self, patience: Duration) -> usize {
        let until = Instant::now() + patience;
        let mut board = self.board.lock();
        while board.running > 0 && !self.changed.wait_until(&mut board, until).timed_out() {}
        board.running
    }

    /// Starts nothing more and has those that run stop at their next row.
    pub fn close(&self) {
        let mut board = self.board.lock();
        board.stopping = true;
        for place in &board.places {
            place.task.watch.cancel();
        }
    }
}
