//! Listening, answering, stopping.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use gx_listener::{Doors, Settings, Tls};
use poem::endpoint::make;
use poem::http::{StatusCode, header};
use poem::{EndpointExt, IntoEndpoint, Request, Response};

use super::ready::Probe;
use super::{admin, assets, contract, metrics, mount, respond};
use crate::app::App;
use crate::config::BASE;
use crate::error::{AppError, Result};
use crate::features::monitor::job::board::Board;
use crate::features::monitor::syslog::line::Pace;
use crate::features::monitor::syslog::sender::Sending;
use crate::features::monitor::watching;
use crate::features::portal::crash;
use crate::platform::people;
use crate::route::Route;
use crate::tls::{Live, Source, authority, fit};
use crate::upkeep::protect;
use crate::web::signals::Signals;

/// How long requests under way may still take when the program stops.
const PATIENCE: Duration = Duration::from_secs(10);
/// What background work gets of it at least, however long requests took.
const LEAST: Duration = Duration::from_secs(1);
/// How often the last requests of sessions are written back, and the machine is looked at.
const FLUSH: Duration = Duration::from_secs(60);
/// How often the files of the certificate are looked at.
const LOOK: Duration = Duration::from_secs(60);
/// How often uploaded files that belong to nothing are looked for.
const SWEEP: Duration = Duration::from_secs(3_600);

/// Everything under the base path, and a redirect to it from elsewhere.
pub fn site(app: &Arc<App>, routes: Arc<Vec<Route>>) -> Result<impl IntoEndpoint + use<>> {
    let api = format!("{BASE}/prod-api");
    let front = || {
        make(move |request: Request| {
            let path = request.uri().path();
            let path = path.strip_prefix(BASE).unwrap_or_default().trim_start_matches('/').to_owned();
            let response = assets::serve(&path, &request);
            async move { Ok::<_, poem::Error>(response) }
        })
    };
    let home = format!("{BASE}/");
    let elsewhere = make(move |_: Request| {
        let response =
            Response::builder().status(StatusCode::TEMPORARY_REDIRECT).header(header::LOCATION, &home).finish();
        async move { Ok::<_, poem::Error>(response) }
    });
    let health = || make(|_: Request| async { Ok::<_, poem::Error>(Response::builder().body("ok")) });
    let probe = Arc::new(Probe::of(app));
    let ready = || {
        let probe = probe.clone();
        make(move |request: Request| {
            let probe = probe.clone();
            async move { Ok::<_, poem::Error>(probe.answer(&request).await) }
        })
    };
    let authority = {
        let app = app.clone();
        make(move |_: Request| {
            let certificate =
                authority::certificate(&app.paths).filter(|_| app.tls.get().is_some_and(|tls| tls.is_site()));
            async move { Ok::<_, poem::Error>(handed_out(certificate)) }
        })
    };
    let counted = app.clone();
    let counters = || {
        let app = counted.clone();
        make(move |request: Request| {
            let app = app.clone();
            async move { Ok::<_, poem::Error>(metrics::at_path(app, request).await) }
        })
    };
    let lost = app.clone();
    let site = poem::Route::new()
        .try_at(format!("{BASE}/ca.crt"), authority.boxed())
        .map_err(AppError::internal)?
        .try_at(format!("{BASE}/metrics"), counters().boxed())
        .map_err(AppError::internal)?
        .try_at("/metrics", counters().boxed())
        .map_err(AppError::internal)?
        .try_at(format!("{BASE}/healthz"), health().boxed())
        .map_err(AppError::internal)?
        .try_at("/healthz", health().boxed())
        .map_err(AppError::internal)?
        .try_at(format!("{BASE}/readyz"), ready().boxed())
        .map_err(AppError::internal)?
        .try_at("/readyz", ready().boxed())
        .map_err(AppError::internal)?
        .try_nest(&api, mount::mount(app.clone(), routes)?)
        .map_err(AppError::internal)?
        .try_at(BASE, front().boxed())
        .map_err(AppError::internal)?
        .try_at(format!("{BASE}/*path"), front().boxed())
        .map_err(AppError::internal)?
        .try_at("/*path", elsewhere.boxed())
        .map_err(AppError::internal)?;
    // The router itself gives up where the bytes of an address are no text; its own words are no answer to anybody.
    Ok(site.catch_all_error(move |error| {
        tracing::debug!(%error, "no address");
        let response = respond::unknown(&lost);
        async move { response }
    }))
}

/// The certificate of the site's authority, for the browsers that shall trust it: it is no secret.
fn handed_out(certificate: Option<Vec<u8>>) -> Response {
    let builder = Response::builder().header(header::CACHE_CONTROL, "no-store");
    match certificate {
        Some(pem) => builder
            .content_type("application/x-x509-ca-cert")
            .header(header::CONTENT_DISPOSITION, "attachment; filename=\"gx-portal-ca.crt\"")
            .body(pem),
        None => builder
            .status(StatusCode::NOT_FOUND)
            .content_type("text/plain; charset=utf-8")
            .body("本站没有使用自建的证书颁发机构"),
    }
}

/// Runs the server until SIGTERM or SIGINT, which it hears before `ready` is told the address.
pub async fn run(app: Arc<App>, ready: impl FnOnce(std::net::SocketAddr) -> Result<()>) -> Result<()> {
    let mut signals = Signals::listen()?;
    let tls = certificate(&app)?;
    let doors = Doors::open(app.config.listen.value, app.config.network.redirect_listen.value.0).await?;
    let address = doors.address;
    let routes = Arc::new(contract::mounted(app.product.routes())?);
    let site = site(&app, routes)?;
    let socket = admin::listen(app.clone())?;
    start_background(&app);
    let sending = Sending::start(&app, Pace::USUAL);
    ready(address)?;
    let (closing, stopped) = (app.clone(), Arc::new(OnceLock::new()));
    let stopping = stopped.clone();
    let stop = async move {
        signals.stop().await;
        tracing::info!("stopping");
        let _ = stopping.set(Instant::now());
        closing.events.close();
        closing.tasks.close();
    };
    gx_listener::serve(doors, site, connections(&app, tls), stop, PATIENCE).await;
    drop(socket);
    // One limit for the whole stop; what is cut off is gone on with after the next start.
    let patience = move || PATIENCE.saturating_sub(stopped.get().map_or(Duration::ZERO, Instant::elapsed)).max(LEAST);
    let (ended, at_last) = (app.clone(), patience.clone());
    let ending = tokio::task::spawn_blocking(move || {
        let left = app.tasks.settle(patience());
        if left > 0 {
            tracing::warn!(left, "background tasks are cut off");
        }
        let left = app.state::<Board>().map_or(0, |board| board.stop(patience()));
        if left > 0 {
            tracing::warn!(left, "scheduled jobs are cut off");
        }
        if let Err(fault) = app.flush_sessions() {
            tracing::warn!(cause = fault.cause, "sessions could not be written back");
        }
        if let Err(fault) = crash::flush(&app, true) {
            tracing::warn!(cause = fault.cause, "browser errors could not be written back");
        }
    });
    ending.await.map_err(AppError::internal)?;
    // The last: what ended before has left rows, too.
    if let Some(sending) = sending {
        sending.end(at_last()).await;
    }
    let close = move || {
        protect::finish(&ended);
        ended.store.close();
    };
    tokio::task::spawn_blocking(close).await.map_err(AppError::internal)
}

/// What the configuration says of connections.
fn connections(app: &App, tls: Option<Arc<Live>>) -> Settings {
    let network = &app.config.network;
    Settings {
        trusted_proxies: app.config.trusted_proxies.value.clone(),
        max_connections: network.max_connections.value,
        bodies: network.bodies_mib.value << 20,
        tls: tls.map(|live| Arc::new(move |framed| live.config(framed)) as Tls),
        hsts_days: network.hsts_days.value,
        home: format!("{BASE}/"),
        refusal: |fault| respond::fault_response(fault, ""),
    }
}

/// The certificate of the configuration, kept for who asks for it; `None` without TLS.
fn certificate(app: &Arc<App>) -> Result<Option<Arc<Live>>> {
    let Some(source) = Source::of_config(&app.config) else { return Ok(None) };
    let live = Live::open(source, &app.paths, app.clock.now())?;
    let facts = live.facts();
    let warnings = [live.sentence(app.clock.now()), fit::fault(&app.config, &facts), fit::hint(&facts)];
    for warning in warnings.into_iter().flatten() {
        tracing::warn!("{warning}");
    }
    drop(app.tls.set(live.clone()));
    let again = (Arc::downgrade(app), live.clone());
    app.reloads
        .add("certificate", move || again.0.upgrade().map_or(Ok(()), |app| again.1.reload(app.clock.now()).map(drop)));
    let looked_after = (app.clone(), live.clone());
    tokio::spawn(async move {
        let (app, live) = looked_after;
        let mut tick = tokio::time::interval(LOOK);
        loop {
            tick.tick().await;
            let (app, live) = (app.clone(), live.clone());
            let looked = move || {
                live.look_after(app.clock.now());
                let end = live.facts().not_after.0 / 1_000;
                app.metrics.set(
                    "gx_tls_not_after_timestamp_seconds",
                    "End of the certificate that is served.",
                    end as f64,
                );
            };
            drop(tokio::task::spawn_blocking(looked).await);
        }
    });
    Ok(Some(live))
}

/// The person index is filled and sessions are written back beside the requests.
fn start_background(app: &Arc<App>) {
    let filling = app.clone();
    tokio::task::spawn_blocking(move || {
        let filled = filling.store.read().and_then(|reader| people::rebuild(&filling.people, &reader));
        // A stop ends it, as it ends all long reading.
        if let Err(error) = filled
            && !filling.store.is_closed()
        {
            tracing::error!(%error, "person index could not be filled; searches scan instead");
        }
    });
    tokio::spawn(sweeping(app.clone()));
    let app = app.clone();
    tokio::spawn(async move {
        let mut tick = tokio::time::interval(FLUSH);
        loop {
            tick.tick().await;
            let app = app.clone();
            app.tasks.sweep(app.clock.now());
            let flush = move || [app.flush_sessions(), crash::flush(&app, false), watching::look(&app)];
            let flushed = tokio::task::spawn_blocking(flush).await;
            for fault in flushed.into_iter().flatten().filter_map(Result::err) {
                tracing::warn!(cause = fault.cause, "what is done each minute was not");
            }
        }
    });
}

async fn sweeping(app: Arc<App>) {
    let mut tick = tokio::time::interval(SWEEP);
    loop {
        tick.tick().await;
        let app = app.clone();
        match tokio::task::spawn_blocking(move || crate::upkeep::doctor::sweep_files(&app)).await {
            Ok(Ok(0)) | Err(_) => {}
            Ok(Ok(removed)) => tracing::info!(removed, "orphaned files removed"),
            Ok(Err(fault)) => tracing::warn!(cause = fault.cause, "orphaned files could not be removed"),
        }
    }
}
