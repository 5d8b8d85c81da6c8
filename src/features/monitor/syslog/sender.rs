//! The task that sends: opens a line, follows the audit log, begins again when the line breaks.
//!
//! Invariants: it is a task of its own that waits for nobody but the log server and the disk, so nothing that it meets holds
//! up a request; it keeps one page of rows in memory, whatever waits. Rows go out in the order of their numbers, each at
//! least once: the place is written after the bytes went out (in batches, not for each row: after a killed process at most
//! two pages are said again), and a line that broke takes the place back to what was sent a minute before, because nobody
//! knows what of that had come ([`super::line`]). A mode of running concerns writes of people and jobs, not this.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

use tokio::sync::watch;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::{Duration, sleep, timeout};

use super::line::{Gone, Pace, SyslogConnection};
use super::message::{self, Speaker};
use super::record::{self, Cursor, Item, PAGE, Page};
use super::{Feed, begin};
use crate::app::App;
use crate::config::syslog::{Destination, Transport};
use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;
use crate::machine;
use crate::store::{StoreError, Urgency};

/// A line that lived so long was a good one: the next failure is the first again.
const GOOD: Duration = Duration::from_secs(10);
/// How long rows are gathered after the first one, so that a busy portal is not read for each of them.
const GATHER: Duration = Duration::from_millis(20);

/// A sender at work.
pub struct Sending {
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl Sending {
    /// Starts it; `None` when nothing is to be sent. Called within the runtime.
    pub fn start(app: &Arc<App>, pace: Pace) -> Option<Self> {
        let to = app.config.syslog.destination.value.clone()?;
        let feed = app.state::<Feed>().ok()?;
        let (stop, stopping) = watch::channel(false);
        let speaker = Speaker::new(&machine::host_name(), std::process::id());
        let most = match to.transport {
            Transport::Udp => message::MOST_IN_DATAGRAM,
            Transport::Tcp | Transport::Tls => message::MOST_IN_STREAM,
        };
        let sender = Sender {
            app: app.clone(),
            feed,
            to,
            pace,
            speaker,
            most,
            stopping,
            mine: Cursor::default(),
            kept: Cursor::default(),
            kept_at: Instant::now(),
            is_unkept: false,
            recent: VecDeque::new(),
        };
        Some(Self { stop, task: tokio::spawn(sender.run()) })
    }

    /// Lets it send what waits, when it has a line, and ends it after `patience` at the latest.
    pub async fn end(mut self, patience: Duration) {
        let _ = self.stop.send(true);
        if timeout(patience, &mut self.task).await.is_err() {
            self.task.abort();
        }
    }
}

/// Why a line is not used any more.
enum End {
    /// The program stops.
    Stopped,
    /// The other end is gone.
    Broken(Gone),
}

struct Sender {
    app: Arc<App>,
    feed: Arc<Feed>,
    to: Destination,
    pace: Pace,
    speaker: Speaker,
    most: usize,
    stopping: watch::Receiver<bool>,
    /// How far it was sent.
    mine: Cursor,
    /// What of it is written in the store, and when that was tried.
    kept: Cursor,
    kept_at: Instant,
    /// Whether the last try failed, which is said once.
    is_unkept: bool,
    /// When pages went out that may not have come, and the number before each: they are said again when the line breaks.
    recent: VecDeque<(Instant, u64)>,
}

impl Sender {
    /// Whether the program stops, or nobody is left who would say so.
    fn is_stopping(&self) -> bool {
        *self.stopping.borrow() || self.stopping.has_changed().is_err()
    }

    /// Waits, but not for long once the program stops.
    async fn rest(&mut self, time: Duration) {
        let _ = timeout(time, self.stopping.wait_for(|stop| *stop)).await;
    }

    async fn run(mut self) {
        while let Err(fault) = self.load().await {
            tracing::warn!(cause = fault.cause, "syslog: the place in the audit log could not be read");
            self.rest(self.pace.longest_rest).await;
            if self.is_stopping() {
                return;
            }
        }
        let mut rest = self.pace.first_rest;
        while !self.is_stopping() {
            let (to, pace, app) = (self.to.clone(), self.pace, self.app.clone());
            let opened = tokio::select! {
                biased;
                _ = self.stopping.wait_for(|stop| *stop) => break,
                opened = SyslogConnection::open(&to, &app.config.syslog, &pace) => opened,
            };
            let began = Instant::now();
            let gone = match opened {
                Err(fault) => Gone { fault, in_order: false },
                Ok(line) => {
                    self.feed.connected(self.app.clock.now());
                    match self.serve(line).await {
                        End::Stopped => break,
                        End::Broken(gone) => gone,
                    }
                }
            };
            if began.elapsed() >= GOOD {
                rest = self.pace.first_rest;
            }
            self.feed.broken(self.app.clock.now(), &gone.fault);
            self.say_again(gone.in_order).await;
            self.rest(rest).await;
            rest = (rest * 2).min(self.pace.longest_rest);
        }
        self.keep().await;
    }

    /// The place to begin at.
    async fn load(&mut self) -> Result<()> {
        let app = self.app.clone();
        let loaded = spawn_blocking(move || begin(&app)).await.map_err(AppError::internal)??;
        self.adopt(loaded.ok_or_else(|| AppError::internal("no log server is configured"))?);
        Ok(())
    }

    fn adopt(&mut self, cursor: Cursor) {
        self.kept = cursor.clone();
        self.recent.clear();
        self.feed.at(&cursor);
        self.mine = cursor;
    }

    /// Sends over a line until it breaks or the program stops.
    async fn serve(&mut self, mut line: SyslogConnection) -> End {
        loop {
            if let Some(gone) = line.is_gone(Duration::ZERO).await {
                return End::Broken(gone);
            }
            // A line that lived for so long since they went out would have broken, had they not come.
            while self.recent.front().is_some_and(|(at, _)| at.elapsed() > self.pace.doubtful) {
                self.recent.pop_front();
            }
            let page = match self.next().await {
                Ok(page) => page,
                // Our own disk, not the log server: the line stays.
                Err(fault) => {
                    tracing::warn!(cause = fault.cause, "syslog: the audit log could not be read");
                    self.rest(self.pace.first_rest).await;
                    if self.is_stopping() {
                        return End::Stopped;
                    }
                    continue;
                }
            };
            if !page.items.is_empty() {
                if let Err(fault) = self.send(&mut line, page).await {
                    return End::Broken(Gone { fault, in_order: false });
                }
                continue;
            }
            if self.is_stopping() {
                line.close(&self.pace).await;
                return End::Stopped;
            }
            if self.mine != self.kept && self.kept_at.elapsed() >= self.pace.keep {
                self.keep().await;
            }
            let (feed, is_idle) = (self.feed.clone(), self.recent.is_empty() && self.mine == self.kept);
            tokio::select! {
                gone = line.gone() => return End::Broken(gone),
                () = async { feed.news().await; sleep(GATHER).await } => {}
                _ = self.stopping.wait_for(|stop| *stop) => {}
                () = sleep(self.pace.keep), if !is_idle => {}
            }
        }
    }

    /// What comes next in the audit log.
    async fn next(&mut self) -> Result<Page> {
        let (app, mine) = (self.app.clone(), self.mine.clone());
        let reading = spawn_blocking(move || {
            let attempt = || record::page(&app.store.read()?, &mine);
            match attempt() {
                // A handle that died is replaced, as for everybody who reads.
                Err(_) if app.store.revive() => attempt(),
                other => other,
            }
        });
        let mut page = reading.await.map_err(AppError::internal)??;
        if let Some(anew) = page.anew.take() {
            tracing::info!(from = anew.sent + 1, "syslog: rows are sent again, as somebody asked");
            self.adopt(anew);
        }
        Ok(page)
    }

    async fn send(&mut self, line: &mut SyslogConnection, page: Page) -> Result<()> {
        let now = self.app.clock.now();
        let mut messages = Vec::with_capacity(page.items.len());
        for item in &page.items {
            messages.push(match item {
                Item::Row(row) => message::of_row(&self.speaker, row, self.most),
                Item::Note(note) => note.message(&self.speaker, now, self.most),
            });
        }
        line.send(&messages, &self.pace).await?;
        self.recent.push_back((Instant::now(), self.mine.sent));
        for item in &page.items {
            if let Item::Note(note) = item {
                tracing::warn!(?note, "syslog: the log server was told of a gap");
                (self.mine.gap, self.mine.gap_at) = (note.sentence(), now);
            }
        }
        let has_note = page.items.iter().any(|item| matches!(item, Item::Note(_)));
        (self.mine.sent, self.mine.at, self.mine.restored) = (page.up_to, now, Stamp(0));
        self.feed.sent(&self.mine, messages.len());
        if has_note || self.mine.sent.abs_diff(self.kept.sent) >= PAGE {
            self.keep().await;
        }
        Ok(())
    }

    /// Goes back to what may not have come over the line that broke, durably.
    async fn say_again(&mut self, in_order: bool) {
        let crossing = self.pace.crossing;
        let mut doubtful = self.recent.iter().filter(|(at, _)| !in_order || at.elapsed() <= crossing);
        let begin = doubtful.next().map(|(_, before)| *before);
        self.recent.clear();
        if let Some(before) = begin.filter(|before| *before < self.mine.sent) {
            self.mine.sent = before;
            self.feed.at(&self.mine);
            if before < self.kept.sent {
                self.keep().await;
            }
        }
    }

    /// Writes the place down. A full disk is no reason to stop: more is said again after a restart then.
    async fn keep(&mut self) {
        self.kept_at = Instant::now();
        if self.mine == self.kept {
            return;
        }
        let mine = self.mine.clone();
        let written = self
            .app
            .store
            .submit::<Cursor, StoreError>(Urgency::Ordinary, move |batch| batch.attempt(|tx| record::keep(tx, mine)));
        let there = match written {
            Ok(pending) => pending.done().await,
            Err(error) => Err(error),
        };
        match there {
            Ok(there) if there.asked != self.mine.asked => self.adopt(there),
            Ok(there) => (self.kept, self.is_unkept) = (there, false),
            Err(error) => {
                if !self.is_unkept {
                    tracing::warn!(%error, "syslog: the place in the audit log could not be written");
                }
                self.is_unkept = true;
            }
        }
    }
}
