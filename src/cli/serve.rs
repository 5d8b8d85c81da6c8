//! `serve`: runs the server until it is told to stop.

use std::net::SocketAddr;
use std::sync::Arc;

use super::args::ServeArgs;
use super::{Code, Context, Failure, Finding, Ran, logs, out, store};
use crate::app::App;
use crate::config::network::TlsMode;
use crate::config::operation::Listen;
use crate::config::{BASE, Config, Flags};
use crate::error::{AppError, Result};
use crate::features::PRODUCT;
use crate::features::system::{seed, seed_later};
use crate::jobs;
use crate::op::Caller;
use crate::platform::audit::AuditAction;
use crate::store::directory::DataPaths;
use crate::upkeep::protect::point::Past;
use crate::upkeep::{leftovers, protect};
use crate::web::notify::{self, Manager};
use crate::web::server;
use crate::web::{gate, metrics};
use serde_json::json;

/// The allocator's setting that returns freed memory to the system at once. Measured with 10,000 users:
/// 64 MiB idle instead of 107, because the peak of filling the person index is given back.
const PURGE: (&str, &str) = ("MIMALLOC_PURGE_DELAY", "0");

/// The allocator reads its settings before `main`, so the program replaces itself once, under the same
/// process id. When that fails it runs on with the allocator's default.
fn with_small_memory() {
    use std::os::unix::process::CommandExt;
    if std::env::var_os(PURGE.0).is_none()
        && let Ok(program) = std::env::current_exe()
    {
        let error = std::process::Command::new(program).args(std::env::args_os().skip(1)).env(PURGE.0, PURGE.1).exec();
        tracing::debug!(%error, "could not start again with the small-memory setting");
    }
}

/// Menus, dictionaries and settings that this release has and the installation does not.
fn bring_seed_rows(app: &Arc<App>) -> Result<()> {
    let caller = Arc::new(Caller::job("upgrade"));
    if app.read(&caller, |view| Ok(!seed::is_fresh(view)? && seed_later::is_due(view)?))? {
        app.act(&caller, "系统升级", AuditAction::Update, seed_later::bring)?;
    }
    Ok(())
}

/// Starts the server and waits for its end.
pub(super) fn run(context: &Context, args: ServeArgs) -> Ran {
    with_small_memory();
    let flags = Flags { file: None, listen: args.listen };
    let config = store::configuration(context, flags)?;
    let paths = DataPaths::new(&config.data);
    // Before anything is written there: it may be another program's folder, or in use.
    store::usable(&paths)?;
    logs::checked(&config.log.value).map_err(|fault| Failure { code: Code::Usage, fault })?;
    let log = logs::begin(&config.log.value, &config.operation, &paths.logs())?;
    for warning in &config.warnings {
        tracing::warn!("{warning}");
    }
    let manager = Arc::new(Manager::of_environment());
    let opening = manager.extend();
    let app = App::open(&PRODUCT, config)?;
    for told in leftovers::sentences(&leftovers::around(&app.paths)) {
        tracing::warn!("{told}");
    }
    bring_seed_rows(&app)?;
    jobs::start(&app)?;
    protect::start(&app)?;
    drop(opening);
    if let Some(log) = log {
        app.reloads.add("log", move || log.reopen().map_err(AppError::internal));
    }
    let runtime = runtime()?;
    let as_json = context.json;
    let scheme = if app.config.network.tls.value == TlsMode::Off { "http" } else { "https" };
    let attended = app.clone();
    runtime.block_on(server::run(app, move |address| {
        let door = format!("{scheme}://{address}");
        let url = format!("{door}{BASE}/");
        let _ = attended.door.set(door);
        notify::attend(&attended, &manager, &url)?;
        let counted = metrics::listen(&attended);
        if as_json {
            out::json(&json!({"ok": true, "url": url, "metrics": counted.map(|address| address.to_string())}));
        } else {
            out::line(format!("已启动，访问 {url}"));
            if let Some(address) = counted {
                out::line(format!("指标在 http://{address}/metrics"));
            }
        }
        Ok(())
    }))?;
    Ok(Finding::Nothing)
}

fn runtime() -> Result<tokio::runtime::Runtime> {
    let mut threads = tokio::runtime::Builder::new_multi_thread();
    threads.max_blocking_threads(gate::THREADS).thread_keep_alive(gate::THREAD_IDLE);
    threads.enable_all().build().map_err(AppError::internal)
}

/// Serves a past state for looking and exporting until it is told to stop: no job runs, nothing is sent to anybody.
pub(super) fn past(context: &Context, past: &Past, address: SocketAddr) -> Ran {
    let mut config = Config::load(past.path(), &Flags { file: None, listen: Some(address.to_string()) })?;
    config.network.tls.value = TlsMode::Off;
    config.network.redirect_listen.value = Listen(None);
    config.operation.metrics_listen.value = Listen(None);
    config.syslog.destination.value = None;
    config.idaas = None;
    config.admin_networks.value.clear();
    let app = App::open(&PRODUCT, config)?;
    app.modes.pin_read_only(format!("正在查看 {} 的历史数据，只读", past.at), app.clock.now());
    let (as_json, at) = (context.json, past.at.clone());
    runtime()?.block_on(server::run(app, move |address| {
        let url = format!("http://{address}{BASE}/");
        if as_json {
            out::json(&json!({"ok": true, "url": url, "at": at}));
        } else {
            out::line(format!("已打开 {at} 的历史数据（只读），访问 {url}"));
            out::line("按 Ctrl+C 结束，临时副本随即删除；正在使用的数据和备份仓库不变");
        }
        Ok(())
    }))?;
    Ok(Finding::Nothing)
}
