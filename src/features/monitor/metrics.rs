//! The counters as text: Prometheus exposition format 0.0.4, written by hand.
//!
//! Invariants: at most 600 series, whatever the program was asked (`platform/metrics.rs` bounds the requests); no name of a
//! person, no address, nothing that a stranger typed.

use std::fmt::Write as _;
use std::sync::atomic::Ordering;
use std::time::UNIX_EPOCH;

use super::attention;
use super::job::outcome;
use super::server::machine;
use super::server::ops::store_bytes;
use super::syslog;
use crate::app::App;
use crate::error::Result;
use crate::kernel::tally::Counted;
use crate::op::{Caller, View};
use crate::platform::audit::AuditHead;
use crate::store::{Reads, key};
use crate::upkeep::protect::acts;

/// Content type of the text.
pub const CONTENT_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";
const MICROS: f64 = 1e-6;

/// The text under construction.
#[derive(Default)]
struct Page(String);

impl Page {
    fn family(&mut self, name: &str, kind: &str, help: &str) {
        // Writing to a text does not fail.
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    fn sample(&mut self, name: &str, labels: &[(&str, &str)], value: f64) {
        self.0.push_str(name);
        for (place, (label, text)) in labels.iter().enumerate() {
            let text = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
            let _ = write!(self.0, "{}{label}=\"{text}\"", if place == 0 { '{' } else { ',' });
        }
        if !labels.is_empty() {
            self.0.push('}');
        }
        let _ = writeln!(self.0, " {value}");
    }

    fn one(&mut self, name: &str, kind: &str, help: &str, value: f64) {
        self.family(name, kind, help);
        self.sample(name, &[], value);
    }

    fn histogram(&mut self, name: &str, labels: &[(&str, &str)], counted: &Counted, unit: f64) {
        let bucket = format!("{name}_bucket");
        for (bound, below) in &counted.up_to {
            let bound = (*bound as f64 * unit).to_string();
            self.sample(&bucket, &[labels, &[("le", bound.as_str())]].concat(), *below as f64);
        }
        self.sample(&bucket, &[labels, &[("le", "+Inf")]].concat(), counted.count as f64);
        self.sample(&format!("{name}_sum"), labels, counted.sum as f64 * unit);
        self.sample(&format!("{name}_count"), labels, counted.count as f64);
    }

    fn times(&mut self, name: &str, help: &str, counted: &Counted) {
        self.family(name, "histogram", help);
        self.histogram(name, &[], counted, MICROS);
    }
}

/// Everything.
///
/// # Errors
/// A store that can't be read.
pub fn text(app: &App) -> Result<String> {
    let mut page = Page::default();
    requests(&mut page, app);
    store(&mut page, app);
    app.read(&Caller::job("metrics"), |view| {
        let mut part = Page::default();
        standing(&mut part, view)?;
        Ok(part)
    })
    .map(|part| page.0.push_str(&part.0))?;
    for (name, help, value) in app.metrics.gauges() {
        page.one(name, "gauge", help, value);
    }
    process(&mut page, app);
    Ok(page.0)
}

fn requests(page: &mut Page, app: &App) {
    let requests = app.metrics.requests();
    page.family("gx_requests_total", "counter", "Answers by beginning of the route and code in the body.");
    for (group, code, count) in &requests.codes {
        page.sample("gx_requests_total", &[("group", group), ("code", &code.to_string())], *count as f64);
    }
    page.family("gx_request_seconds", "histogram", "Time to an answer by beginning of the route.");
    for (group, counted) in &requests.times {
        page.histogram("gx_request_seconds", &[("group", group)], counted, MICROS);
    }
    page.times("gx_gate_seconds", "Waiting for a place among the parallel operations.", &app.metrics.gate.read());
    page.family(
        "gx_signin_total",
        "counter",
        "Sign-ins: completed (ok), each step still to come (waits: a code and then a new password are two), refused.",
    );
    let ([refused, code_refused], [waits, ok]) = (app.metrics.refused_sign_ins(), app.sessions.begun());
    for (result, count) in [("ok", ok), ("waits", waits), ("refused", refused), ("code_refused", code_refused)] {
        page.sample("gx_signin_total", &[("result", result)], count as f64);
    }
    page.one("gx_slow_operations", "gauge", "Slow requests that are remembered.", app.slow.newest().len() as f64);
}

fn store(page: &mut Page, app: &App) {
    let pulse = app.store.pulse();
    page.times("gx_queue_seconds", "Writes waiting for the writer.", &pulse.queue.read());
    page.times("gx_commit_seconds", "Commits with their synchronisation.", &pulse.commit.read());
    page.family("gx_batch_operations", "histogram", "Operations in one batch of the writer.");
    page.histogram("gx_batch_operations", &[], &pulse.batch.read(), 1.0);
    page.one("gx_store_bytes", "gauge", "Size of the database file.", store_bytes(app) as f64);
    if let Some(free) = app.store.free_bytes() {
        page.one("gx_store_free_bytes", "gauge", "Free on the disk of the database.", free as f64);
    }
    let reserve = (app.config.reserve_mib.value << 20) as f64;
    page.one("gx_store_reserve_bytes", "gauge", "Below this ordinary writes are refused.", reserve);
    let syncs = app.store.stats().syncs.load(Ordering::Relaxed) as f64;
    page.one("gx_store_syncs_total", "counter", "Synchronisations of the database file.", syncs);
    let reopenings = app.store.reopenings() as f64;
    page.one("gx_store_reopenings_total", "counter", "Handles replaced after an error of the disk.", reopenings);
    page.one("gx_sessions", "gauge", "Signed-in browsers.", app.sessions.count() as f64);
}

fn standing(page: &mut Page, view: &View) -> Result<()> {
    let app = view.app;
    let head: Option<AuditHead> = view.tx.get(&key().str("head"))?;
    page.one("gx_audit_head", "counter", "Number of the newest audit row.", head.map_or(0, |head| head.last) as f64);
    let mode = app.modes.at(view.now).map_or("open", |running| running.mode.word());
    page.family("gx_mode", "gauge", "Whether the portal is open, read-only or closed: 1 for the one in force.");
    for word in ["open", "readonly", "closed"] {
        page.sample("gx_mode", &[("mode", word)], f64::from(u8::from(word == mode)));
    }
    let jobs = outcome::all(view)?;
    page.family("gx_job_last_success_timestamp_seconds", "gauge", "When a job last ended well; 0 when it never did.");
    for (job, outcome) in &jobs {
        let at = outcome.ended_well.map_or(0, |at| at.0 / 1_000);
        page.sample("gx_job_last_success_timestamp_seconds", &[("job", job)], at as f64);
    }
    page.family("gx_job_failed_total", "counter", "Runs of a job that failed.");
    for (job, outcome) in &jobs {
        page.sample("gx_job_failed_total", &[("job", job)], outcome.failed_total as f64);
    }
    let name = "gx_protect_last_success_timestamp_seconds";
    let kept = acts::last_well(app, view.tx)?;
    if !kept.is_empty() {
        let help = "When a repository was last brought up to date (ship, since the start), copied to in full (base), \
                    verified, drilled; 0 when it never was.";
        page.family(name, "gauge", help);
    }
    for last in &kept {
        let at = last.at.map_or(0, |at| at.0 / 1_000);
        page.sample(name, &[("kind", last.kind), ("target", &last.target)], at as f64);
    }
    let needs = attention::list(view)?.len() as f64;
    page.one("gx_attention", "gauge", "Things that somebody has to see to.", needs);
    if let Some(feed) = syslog::standing(view)? {
        page.one(
            "gx_syslog_backlog_rows",
            "gauge",
            "Audit rows that the log server was not told.",
            feed.waiting as f64,
        );
        let help = "Messages to the log server since the start, those sent again too.";
        page.one("gx_syslog_sent_total", "counter", help, feed.total as f64);
        let help = "When an audit row was last sent to the log server.";
        page.one("gx_syslog_last_success_timestamp_seconds", "gauge", help, (feed.sent_at.0 / 1_000) as f64);
    }
    page.family("gx_build_info", "gauge", "The program.");
    page.sample("gx_build_info", &[("version", env!("CARGO_PKG_VERSION"))], 1.0);
    Ok(())
}

fn process(page: &mut Page, app: &App) {
    let own = machine::own_process();
    let (resident, _) = machine::own_memory();
    page.one("process_cpu_seconds_total", "counter", "Processor time of this process.", own.cpu_seconds);
    page.one("process_resident_memory_bytes", "gauge", "Memory in use.", resident as f64);
    page.one("process_virtual_memory_bytes", "gauge", "Memory mapped.", own.virtual_bytes as f64);
    page.one("process_threads", "gauge", "Threads.", own.threads as f64);
    page.one("process_open_fds", "gauge", "Open descriptors.", own.descriptors as f64);
    if let Some(most) = own.most_descriptors {
        page.one("process_max_fds", "gauge", "Most descriptors.", most as f64);
    }
    let started = app.metrics.started.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64();
    page.one("process_start_time_seconds", "gauge", "When the program started.", started);
}
