//! The support bundle: what a stranger needs to help, in one file, without a person's data or a secret.
//!
//! Invariants: secrets of the configuration and values of settings that are not public are not looked at; every text goes
//! through `kernel::masked`, but for counters and names of tables, which are the program's own; nothing is read from business
//! tables but how many records they hold. Who makes one leaves an audit row.

use std::fmt::Write as _;
use std::io::{Read, Seek, SeekFrom, Write as _};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};
use tempfile::TempPath;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::job::record::{Job, JobLog};
use super::server::machine;
use super::{health, metrics, syslog};
use crate::app::App;
use crate::error::{AppError, Result};
use crate::features::portal::crash::BrowserError;
use crate::kernel::masked;
use crate::op::{Caller, Op, View};
use crate::platform::audit::AuditAction;
use crate::platform::settings::record::Config;
use crate::records::export;
use crate::route::{Method, Nothing, Route, Text, prepared};
use crate::store::Reads;
use crate::upkeep;

const TITLE: &str = "支持包";
/// So much of the newest log.
const TAIL: u64 = 2 << 20;
/// Runs of jobs, newest first.
const RUNS: usize = 200;
/// Parts of a key behind which a value of the configuration is a secret.
const SECRETS: [&str; 4] = ["secret", "token", "password", "client_id"];
/// Where a unit may lie.
const UNITS: [&str; 3] = ["/etc/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system"];

const ABOUT: &str = "gx-portal support bundle\n\n\
    No business data, no names, no secrets: configuration secrets are ***, settings that are not public have no value, and \
    telephone, identity and account numbers, tokens and everything written in Chinese are taken out of the log.\n\
    Please look through it before you hand it on.\n";

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    vec![
        prepared(Method::Post, "/monitor/bundle", prepare, ticket)
            .perm("monitor:bundle:export")
            .audit(TITLE, AuditAction::Export)
            .titled("生成支持包"),
    ]
}

fn prepare(view: &View, _: Nothing) -> Result<TempPath> {
    let path = export::scratch(view)?;
    write(view, &path)?;
    Ok(path)
}

/// POST /monitor/bundle: `msg` is the file name for `/common/download`.
fn ticket(op: &mut Op, path: TempPath) -> Result<Text> {
    Ok(Text(op.app.tickets.issue(op.caller.user_id(), op.now, "support-bundle.zip", path)))
}

/// `gx-portal support-bundle`: `{file, bytes, notLogged}`.
///
/// # Errors
/// A file that is there already, or can't be written.
pub fn perform(app: &Arc<App>, os_user: &str, to: &Path) -> Result<Value> {
    let caller = Arc::new(Caller::console(os_user, "support-bundle"));
    let failed = |error: std::io::Error| AppError::refused(format!("无法写入 {}：{error}", to.display()));
    let new = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(to);
    drop(new.map_err(failed)?);
    app.read(&caller, |view| write(view, to)).inspect_err(|_| drop(std::fs::remove_file(to)))?;
    let not_logged = upkeep::noted(app, &caller, TITLE);
    Ok(json!({"file": to, "bytes": std::fs::metadata(to).map_err(failed)?.len(), "notLogged": not_logged}))
}

/// Writes the file.
fn write(view: &View, to: &Path) -> Result<()> {
    let file = std::fs::OpenOptions::new().write(true).truncate(true).open(to).map_err(export::failed)?;
    let mut zip = ZipWriter::new(file);
    for (name, text) in parts(view)? {
        zip.start_file(name, SimpleFileOptions::default()).map_err(export::failed)?;
        zip.write_all(text.as_bytes()).map_err(export::failed)?;
    }
    zip.finish().map_err(export::failed)?.sync_all().map_err(export::failed)
}

fn parts(view: &View) -> Result<Vec<(&'static str, String)>> {
    Ok(vec![
        ("README.txt", ABOUT.to_owned()),
        ("version.json", masked::text(&pretty(&version(view))?)),
        ("configuration.txt", masked::text(&configuration(view.app))),
        ("settings.txt", masked::text(&settings(view)?)),
        ("health.json", masked::text(&pretty(&health::report(view.app)?)?)),
        ("tables.txt", tables(view)?),
        ("machine.json", masked::text(&pretty(&on_machine(view.app))?)),
        ("unit.txt", masked::text(&unit())),
        ("jobs.json", masked::text(&pretty(&jobs(view)?)?)),
        ("slow.json", masked::text(&pretty(&slow(view.app))?)),
        ("syslog.json", masked::text(&pretty(&syslog::standing(view)?.map_or(Value::Null, |found| found.facts()))?)),
        ("browser-errors.json", masked::text(&pretty(&browser_errors(view)?)?)),
        ("metrics.txt", metrics::text(view.app)?),
        ("log.txt", masked::text(&log(&view.app.paths.logs()))),
    ])
}

fn pretty(value: &Value) -> Result<String> {
    serde_json::to_string_pretty(value).map_err(AppError::internal)
}

fn version(view: &View) -> Value {
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "made": view.now.to_text(),
        "uptimeSeconds": machine::own_seconds(),
        "mode": view.app.modes.at(view.now).map_or("open", |running| running.mode.word()),
    })
}

fn configuration(app: &App) -> String {
    let mut text = String::new();
    for (key, value, origin) in app.config.lines() {
        let is_secret = SECRETS.iter().any(|part| key.contains(part)) && !value.is_empty();
        let origin = serde_json::to_value(origin).unwrap_or_default();
        // Writing to a text does not fail.
        let _ =
            writeln!(text, "{key} = {}  ({})", if is_secret { "***" } else { &value }, origin.as_str().unwrap_or("?"));
    }
    text
}

fn settings(view: &View) -> Result<String> {
    let mut text = String::new();
    for row in view.tx.all::<Config>()? {
        // What an authority made itself may hold anything.
        let shown = if row.is_public && row.is_builtin { row.config_value.as_str() } else { "(not shown)" };
        let _ = writeln!(text, "{} = {shown}", row.config_key);
    }
    Ok(text)
}

fn tables(view: &View) -> Result<String> {
    let mut text = String::new();
    for table in view.app.product.tables() {
        let mut entries = 0;
        for index in (table.indexes)() {
            entries += view.tx.raw_len(index)?;
        }
        let _ = writeln!(text, "{}: {} records, {entries} entries", table.name, view.tx.raw_len(table.name)?);
    }
    Ok(text)
}

fn on_machine(app: &App) -> Value {
    let (total, available) = machine::memory();
    let (now, peak) = machine::own_memory();
    let own = machine::own_process();
    let disk = machine::room(&app.paths.root);
    json!({
        "system": machine::system_name(), "architecture": std::env::consts::ARCH, "processors": machine::processors(),
        "memoryMib": total >> 20, "availableMib": available >> 20,
        "processMib": now >> 20, "peakMib": peak >> 20, "threads": own.threads, "descriptors": own.descriptors,
        "diskMib": disk.0 >> 20, "freeMib": disk.1 >> 20,
        "fileSystems": machine::own_disks().iter().map(|disk| disk.kind.clone()).collect::<Vec<_>>(),
    })
}

/// The unit with what was added to it; values of variables stay at home.
fn unit() -> String {
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in UNITS {
        files.push(Path::new(folder).join("gx-portal.service"));
        let added = std::fs::read_dir(Path::new(folder).join("gx-portal.service.d")).into_iter().flatten().flatten();
        files.extend(added.map(|entry| entry.path()));
    }
    let mut text = String::new();
    for file in files {
        let Ok(lines) = std::fs::read_to_string(&file) else { continue };
        let _ = writeln!(text, "# {}", file.display());
        for line in lines.lines() {
            let shown = line.split_once('=').filter(|(key, _)| key.trim() == "Environment");
            match shown.and_then(|(_, variable)| variable.split_once('=')) {
                Some((name, _)) => writeln!(text, "Environment={}=***", name.trim()),
                None => writeln!(text, "{line}"),
            }
            .unwrap_or_default();
        }
    }
    if text.is_empty() { "no unit found\n".into() } else { text }
}

fn jobs(view: &View) -> Result<Value> {
    let jobs: Vec<Value> = view
        .tx
        .all::<Job>()?
        .iter()
        .map(|job| json!({"id": job.job_id, "target": job.invoke_target, "cron": job.cron_expression, "active": job.active}))
        .collect();
    let mut runs: Vec<JobLog> = view.tx.all()?;
    runs.reverse();
    let runs: Vec<Value> = runs
        .iter()
        .take(RUNS)
        .map(|run| {
            json!({
                "id": run.job_id, "state": format!("{:?}", run.state), "begin": run.start.to_text(),
                "end": run.end.map(|end| end.to_text()),
            })
        })
        .collect();
    Ok(json!({"jobs": jobs, "runs": runs}))
}

fn slow(app: &App) -> Value {
    let rows = app.slow.newest().into_iter().map(|one| {
        json!({
            "at": one.at.to_text(), "route": one.route, "request": one.request_id, "code": one.code, "times": one.times,
        })
    });
    Value::Array(rows.collect())
}

fn browser_errors(view: &View) -> Result<Value> {
    let rows = view.tx.all::<BrowserError>()?.into_iter().map(|error| {
        json!({
            "number": error.code(), "kind": error.kind, "what": error.what, "page": error.page, "at": error.at,
            "version": error.version, "browsers": error.browsers, "count": error.count, "people": error.people(),
            "first": error.first.to_text(), "last": error.last.to_text(),
        })
    });
    Ok(Value::Array(rows.collect()))
}

/// The newest lines of the log, when they go into a file.
fn log(folder: &Path) -> String {
    let read = || -> std::io::Result<String> {
        let mut file = std::fs::File::open(folder.join("gx-portal.log"))?;
        let begin = file.metadata()?.len().saturating_sub(TAIL);
        file.seek(SeekFrom::Start(begin))?;
        let mut bytes = Vec::new();
        file.take(TAIL).read_to_end(&mut bytes)?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        // The first line may be half of one.
        Ok(if begin == 0 { text } else { text.split_once('\n').map(|(_, rest)| rest.to_owned()).unwrap_or_default() })
    };
    read().unwrap_or_else(|_| "the log goes to standard error: journalctl -u gx-portal\n".into())
}
