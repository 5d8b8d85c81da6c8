//! `serve`: runs the server until it is told to stop.

use std::io::IsTerminal;

use serde_json::json;
use tracing_subscriber::EnvFilter;

use super::args::ServeArgs;
use super::{Context, Finding, Ran, out, store};
use crate::app::App;
use crate::config::Flags;
use crate::fault::Fault;
use crate::store::directory::DataPaths;
use crate::web::server;

/// Starts the server and waits for its end.
pub(super) fn run(context: &Context, args: ServeArgs) -> Ran {
    let flags = Flags { file: None, listen: args.listen, base: args.base };
    let config = store::configuration(context, flags)?;
    let filter = EnvFilter::try_new(&config.log.value).map_err(|error| {
        Fault::refused(format!("配置项 log 的值“{}”不正确，例如 info 或 gx_portal=debug", config.log.value))
            .because(error)
    })?;
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .init();
    store::usable(&DataPaths::new(&config.data))?;
    let base = config.base.value.clone();
    let app = App::open(config)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Fault::internal)?;
    let as_json = context.json;
    runtime.block_on(server::run(app, move |address| {
        let url = format!("http://{address}{base}/");
        if as_json {
            out::json(&json!({"ok": true, "url": url}));
        } else {
            out::line(format!("已启动，访问 {url}"));
        }
    }))?;
    Ok(Finding::Nothing)
}
