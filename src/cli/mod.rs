//! The command line: the only place that prints or exits.
//!
//! Invariants: results go to standard output (text for people, one JSON value with `--json`),
//! refusals as one sentence to standard error; passwords come from standard input, never as
//! arguments. Verbs that need the store run in the server when one is running, else in this process,
//! through [`crate::verb::perform`].
//!
//! Deliberately absent: prompts (every verb works from a script), colours.

mod args;
mod flow;
mod keep;
mod logs;
mod maintain;
mod manual;
mod out;
mod owner;
mod people;
mod protect;
mod register;
mod serve;
mod setup;
mod show;
mod store;
mod tls;
mod upgrade;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::FromArgMatches;
use serde_json::Value;

use crate::error::AppError;
use crate::verb::PANICKED;
use args::{Cli, Command};

/// Why a verb ended with another code than 0.
#[derive(Debug)]
pub(crate) struct Failure {
    code: Code,
    fault: AppError,
}

/// Exit codes, documented in the help text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Code {
    /// The verb was refused or failed.
    Refused = 1,
    Usage = 2,
    /// The data directory is in use, missing or not initialised.
    Directory = 3,
    /// Doctor or verify found something.
    Findings = 4,
}

impl Failure {
    fn usage(message: impl Into<String>) -> Self {
        Self { code: Code::Usage, fault: AppError::refused(message.into()) }
    }

    fn directory(message: impl Into<String>) -> Self {
        Self { code: Code::Directory, fault: AppError::refused(message.into()) }
    }
}

impl From<AppError> for Failure {
    fn from(fault: AppError) -> Self {
        Self { code: Code::Refused, fault }
    }
}

/// Result of a verb: `Ok` says whether something was found (exit code 4).
type Ran = Result<Finding, Failure>;

/// Whether doctor or verify found something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Finding {
    /// All is well.
    Nothing,
    /// Exit with 4.
    Something,
}

/// What every verb may need from the global options.
struct Context {
    data: Option<PathBuf>,
    config: Option<PathBuf>,
    json: bool,
}

impl Context {
    /// The data directory, absolute: a running server has another working directory.
    fn data(&self) -> Result<PathBuf, Failure> {
        let given = self
            .data
            .as_deref()
            .ok_or_else(|| Failure::usage("没有指定数据目录，请加上 --data 目录，或设置环境变量 GX_DATA"))?;
        store::absolute(given)
    }
}

/// Runs the command line; the answer is the exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match args::command().try_get_matches_from(arguments).and_then(|m| Cli::from_arg_matches(&m)) {
        Ok(cli) => cli,
        Err(error) => return out::usage(&error),
    };
    // Damaged pages make redb panic; that is caught and told as a sentence, without a trace.
    std::panic::set_hook(Box::new(|panic| {
        tracing::error!(place = panic.location().map(ToString::to_string), "a panic was caught: {panic}");
    }));
    let data = cli.data.or_else(|| upgrade::data_of(&cli.command)).or_else(owner::installed);
    let context = Context { data, config: cli.config, json: cli.json };
    let ran = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        // An upgrade lays programs and calls the service manager; it gives root up for the data alone.
        if !matches!(cli.command, Command::Upgrade(_)) {
            context.data.as_deref().map_or(Ok(()), owner::act_as_owner)?;
        }
        dispatch(&context, cli.command)
    }));
    match ran {
        Ok(Ok(Finding::Nothing)) => ExitCode::SUCCESS,
        Ok(Ok(Finding::Something)) => ExitCode::from(Code::Findings as u8),
        Ok(Err(failure)) => out::failure(&failure, context.json),
        Err(_) => out::failure(&AppError::refused(PANICKED).into(), context.json),
    }
}

fn dispatch(context: &Context, command: Command) -> Ran {
    match command {
        Command::Init(args) => setup::init(context, args),
        Command::Serve(args) => serve::run(context, args),
        Command::Seed(args) => people::seed(context, args),
        Command::User(verb) => people::user(context, verb.verb),
        Command::Settings(verb) => people::settings(context, verb.verb),
        Command::Import(verb) => keep::import(context, verb.verb),
        Command::Export(args) => keep::export(context, args),
        Command::Backup(verb) => keep::backup(context, verb.verb),
        Command::Protect(verb) => protect::protect(context, verb.verb),
        Command::Restore(args) => keep::restore(context, args),
        Command::Upgrade(args) => upgrade::run(context, &args),
        Command::Doctor(args) => keep::doctor(context, args),
        Command::SupportBundle(args) => maintain::bundle(context, &args),
        Command::Health => maintain::health(context),
        Command::Maintenance(verb) => maintain::maintenance(context, verb.verb),
        Command::Reindex => keep::reindex(context),
        Command::Compact => keep::compact(context),
        Command::Flow(verb) => flow::run(context, verb.verb),
        Command::Register(verb) => register::run(context, verb.verb),
        Command::Tls(verb) => tls::run(context, verb.verb),
        Command::Syslog(verb) => maintain::syslog(context, &verb.verb),
        Command::Idaas(verb) => setup::idaas(context, verb.verb),
        Command::Config(verb) => setup::config(context, verb.verb),
        Command::Paths => setup::paths(context),
        Command::Routes => show::routes(context),
        Command::Perms(args) if args.roles => people::role_matrix(context),
        Command::Perms(_) => show::perms(context),
        Command::Openapi(args) => show::openapi(&args),
        Command::Manual(args) => manual::run(context, &args),
    }
}

/// Shows the result of a verb: as JSON when asked for, else in words.
fn show(context: &Context, value: &Value, tell: impl FnOnce(&Value)) -> Ran {
    if context.json {
        out::json(value);
    } else {
        tell(value);
    }
    Ok(Finding::Nothing)
}

/// Shows what a trial of the configuration found: `{ok, lines, faults}`.
fn trial(context: &Context, found: &Value) -> Finding {
    let is_well = found.get("ok").and_then(Value::as_bool).unwrap_or_default();
    if context.json {
        out::json(found);
    } else {
        for (field, before) in [("lines", ""), ("faults", "问题：")] {
            for line in found.get(field).and_then(Value::as_array).into_iter().flatten() {
                out::line(format!("{before}{}", line.as_str().unwrap_or_default()));
            }
        }
        if is_well {
            out::line("配置可用");
        }
    }
    if is_well { Finding::Nothing } else { Finding::Something }
}
