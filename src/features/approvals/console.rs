//! What `gx-portal flow …` asks for: processes for scripts, and for who sets an installation up without a browser.
//!
//! Invariants: everything goes through the operations of the pages, so the same is refused with the same sentence, and each
//! change has its audit row.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::binding::{self, Binding};
use super::check;
use super::constants::DefinitionState;
use super::definition::ops::{self, OfKey, TITLE, VersionInput};
use super::definition::people::{Finding, everything, rows};
use super::definition::record::{BY_KEY, Definition};
use super::definition::roles::{lacking, make_roles};
use super::definition::seats::{SeatFindings, seats};
use super::definition::standard::{Preset, PresetInput, PresetRow, at_start, presets, switch};
use super::definition::{publish, transfer, wire};
use crate::app::App;
use crate::error::{AppError, Result};
use crate::op::{Caller, View};
use crate::records::list::One;
use crate::route::{AuditAction, Data, Nothing};
use crate::store::{Reads, key};

/// What can be asked for.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FlowVerb {
    /// `flow list`
    List,
    /// `flow check`
    Check {
        /// Processes; all when empty.
        keys: Vec<String>,
    },
    /// `flow export`
    Export {
        key: String,
        /// Its version; the one in force when absent.
        version: Option<u32>,
        /// File to write.
        file: PathBuf,
    },
    /// `flow import`
    Import {
        /// File to read.
        file: PathBuf,
        /// Put it in force at once.
        publish: bool,
    },
    /// `flow preset`
    Preset {
        preset: Preset,
        /// Processes; all when empty.
        keys: Vec<String>,
        /// Make the roles that standard processes ask for and that are missing.
        roles: bool,
    },
}

/// Performs a verb.
///
/// # Errors
/// Sentences of the operations; a file that can't be read or written.
pub fn perform(app: &Arc<App>, os_user: &str, verb: FlowVerb) -> Result<Value> {
    let caller = |verb| Arc::new(Caller::console(os_user, verb));
    // An installation that was never served lacks what the server brings when it starts.
    at_start(app)?;
    match verb {
        FlowVerb::List => app.read(&caller("flow list"), list),
        FlowVerb::Check { keys } => {
            let faults = check::check(&app.store.read()?)?.faults;
            app.read(&caller("flow check"), |view| examine(view, &keys, faults.clone()))
        }
        FlowVerb::Export { key, version, file } => {
            let text = app.read(&caller("flow export"), |view| export(view, &key, version))?;
            std::fs::write(&file, text)
                .map_err(|error| AppError::refused(format!("写不了文件 {}：{error}", file.display())))?;
            Ok(json!({"file": file}))
        }
        FlowVerb::Import { file, publish } => import(app, &caller("flow import"), &file, publish),
        FlowVerb::Preset { preset, keys, roles } => preset_all(app, &caller("flow preset"), preset, keys, roles),
    }
}

fn list(view: &View) -> Result<Value> {
    let mut rows = Vec::new();
    for row in presets(view, Nothing {})?.0 {
        let versions = ops::usage(view, OfKey { key: row.key.clone() })?.0;
        let running: u64 = versions.iter().map(|version| version.running).sum();
        rows.push(json!({
            "key": row.key, "label": row.label, "preset": row.preset, "presetLabel": row.preset.label(),
            "version": row.definition_version, "versions": versions.len(), "running": running,
            "obstacle": obstacle(&row),
        }));
    }
    Ok(Value::Array(rows))
}

/// Why the standard process is not to be had; empty when it is.
fn obstacle(row: &PresetRow) -> String {
    match row.red {
        _ if !row.problem.is_empty() => row.problem.clone(),
        0 => String::new(),
        red => format!("{red} 个部门有环节找不到办理人"),
    }
}

/// Problems of what is in force, beside the faults that the doctor finds in processes.
fn examine(view: &View, keys: &[String], mut faults: Vec<String>) -> Result<Value> {
    let mut processes = Vec::new();
    for binding in wanted(view, keys)? {
        let Ok(definition) = publish::in_force(view, binding) else { continue };
        let mut problems: Vec<String> =
            everything(view, binding, &definition)?.into_iter().map(|problem| problem.message).collect();
        for row in rows(view, binding, &definition)? {
            for cell in row.nodes.iter().filter(|cell| cell.finding == Finding::Nobody) {
                problems.push(format!("{}发起时“{}”无人可办（{}）", row.dept_name, cell.name, cell.note));
            }
        }
        processes.push(
            json!({"key": binding.key, "label": binding.label, "version": definition.version, "problems": problems}),
        );
    }
    faults.extend(check::documents(view)?);
    // What waits for nobody is no fault of the records, and no good news either.
    let Data(SeatFindings { assigned, stuck, seatless, undecided }) = seats(view, Nothing {})?;
    let ok = faults.is_empty()
        && stuck.is_empty()
        && processes.iter().all(|one| one["problems"].as_array().is_none_or(Vec::is_empty));
    Ok(json!({
        "ok": ok, "processes": processes, "faults": faults, "stuck": stuck, "assigned": assigned, "seatless": seatless,
        "undecided": undecided,
    }))
}

fn wanted(view: &View, keys: &[String]) -> Result<Vec<&'static Binding>> {
    match keys {
        [] => binding::with_own(view),
        keys => keys.iter().map(|key| binding::of(view, key)).collect(),
    }
}

fn export(view: &View, process: &str, version: Option<u32>) -> Result<String> {
    let binding = binding::of(view, process)?;
    let versions: Vec<Definition> = view.tx.by(&BY_KEY, &key().str(binding.key), true, 0, usize::MAX)?;
    let found = versions.iter().find(|one| match version {
        Some(version) => one.version == version,
        None => one.state == DefinitionState::Published,
    });
    let found = found.ok_or_else(|| match version {
        Some(version) => AppError::refused(format!("{}没有第 {version} 版流程", binding.label)),
        None => AppError::refused(format!("{}没有已发布的流程，请用 --version 指定版本", binding.label)),
    })?;
    let file = transfer::export(view, One { id: found.definition_id })?.0;
    serde_json::to_string_pretty(&file).map_err(AppError::internal)
}

fn import(app: &Arc<App>, caller: &Arc<Caller>, file: &Path, publish: bool) -> Result<Value> {
    let content = std::fs::read_to_string(file)
        .map_err(|error| AppError::refused(format!("读不到文件 {}：{error}", file.display())))?;
    app.act(caller, TITLE, AuditAction::Insert, move |op| {
        let id = transfer::import(op, transfer::ImportInput { content })?.0.id;
        if publish {
            ops::publish(op, VersionInput { id, version: None })?;
        }
        let made = wire::found(&op.view(), id)?;
        let shown = wire::out(&op.view(), &made)?;
        let problems: Vec<&str> = shown.problems.iter().map(|problem| problem.message.as_str()).collect();
        Ok(json!({
            "key": made.key, "name": made.name, "version": made.version, "published": publish, "problems": problems,
        }))
    })
}

/// One operation a process: what can't be had is told, and the others go on.
fn preset_all(app: &Arc<App>, caller: &Arc<Caller>, preset: Preset, keys: Vec<String>, roles: bool) -> Result<Value> {
    if roles && app.read(caller, |view| Ok(!lacking(view, Nothing {})?.0.is_empty()))? {
        app.act(caller, TITLE, AuditAction::Insert, |op| make_roles(op, Nothing {}))?;
    }
    let rows = app.read(caller, |view| {
        for key in &keys {
            binding::of(view, key)?;
        }
        Ok(presets(view, Nothing {})?.0)
    })?;
    let named = !keys.is_empty();
    let mut told = Vec::new();
    for row in rows.into_iter().filter(|row| !named || keys.contains(&row.key)) {
        // An operation has no simple process: it is done at once.
        let preset = if preset == Preset::Simple && row.direct { Preset::None } else { preset };
        if row.preset == preset || (preset == Preset::None && !row.direct && !named) {
            told.push(json!({"key": row.key, "label": row.label, "changed": false, "preset": row.preset.label()}));
            continue;
        }
        let input = PresetInput { key: row.key.clone(), preset };
        let done = app.act(caller, TITLE, AuditAction::Grant, move |op| switch(op, input));
        let refused = done.as_ref().err().map(|fault| fault.message.clone());
        told.push(json!({
            "key": row.key, "label": row.label, "changed": refused.is_none(), "refused": refused,
            "preset": if refused.is_none() { preset.label() } else { row.preset.label() },
        }));
    }
    let ok = told.iter().all(|one| one["refused"].is_null());
    Ok(json!({"ok": ok, "processes": told}))
}
