//! The route table as an HTTP service; see ARCHITECTURE.md «How a request travels». A request passes the limits of its address
//! (`throttle`), who may use the route (`authorize`), what it brings (`values`), the operation, and its answer (`respond`).

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use poem::endpoint::make;
use poem::http::header;
use poem::{IntoEndpoint, Request, Response};

use super::gate::Gate;
use super::respond::{fault_response, set_cookie, unknown};
use super::{address, input};
use crate::app::{App, Running};
use crate::config::BASE;
use crate::error::{AppError, Kind, Result};
use crate::features::monitor::server::proxies::Unbelieved;
use crate::features::portal::sign_in::rate_limit::RateLimit;
use crate::idempotency;
use crate::kernel::ip;
use crate::op::Origin;
use crate::platform::session::Stage;
use crate::platform::slow::{SlowOp, Step, Times, Trace};
use crate::records::base;
use crate::route::{Access, AuditAction, Cookie, Meter, Reply, Route, Run};

/// Name of the cookie that the front end keeps its token in (specification, section 9).
pub const TOKEN_COOKIE: &str = "Admin-Token-Portal";

/// What every request needs.
pub struct Api {
    pub app: Arc<App>,
    pub routes: Arc<Vec<Route>>,
    pub(super) gate: Gate,
    pub(super) anonymous: address::Counter,
    pub(super) meters: address::Meters,
    pub(super) unbelieved: Arc<Unbelieved>,
    pub(super) rate_limit: Arc<RateLimit>,
}

/// What is learned of a request while it is answered.
#[derive(Default)]
pub(super) struct Seen {
    pub(super) trace: Trace,
    pub(super) user_id: AtomicU64,
}

/// Routes of one path by method.
type ByMethod = BTreeMap<&'static str, usize>;

/// Mounts the whole table under `base`; unknown paths and methods answer in the envelope too.
pub fn mount(app: Arc<App>, routes: Arc<Vec<Route>>) -> Result<impl IntoEndpoint + use<>> {
    let api = Arc::new(Api {
        unbelieved: app.state::<Unbelieved>()?,
        rate_limit: app.state::<RateLimit>()?,
        app,
        routes: routes.clone(),
        gate: Gate::default(),
        anonymous: address::Counter::default(),
        meters: address::Meters::default(),
    });
    api.app.metrics.name_routes(routes.iter().map(|route| route.path));
    // Routes that differ only in the names of their parameters share one place in the router.
    let mut paths: BTreeMap<String, ByMethod> = BTreeMap::new();
    for (index, route) in routes.iter().enumerate() {
        if paths.entry(pattern(route.path)).or_default().insert(route.method.as_str(), index).is_some() {
            return Err(AppError::internal(format!("route twice: {}", route.name())));
        }
    }
    // Not poem's router: it compiles a regular expression for each path that it is given (decisions/0255).
    let mut router = matchit::Router::new();
    for (pattern, methods) in slashed(paths) {
        router.insert(pattern, Arc::new(methods)).map_err(AppError::internal)?;
    }
    let router = Arc::new(router);
    Ok(make(move |request: Request| {
        let (api, router) = (api.clone(), router.clone());
        async move {
            let methods = router.at(request.uri().path()).ok().map(|found| found.value.clone());
            Ok::<_, poem::Error>(match methods {
                Some(methods) => api.serve(request, &methods).await,
                None => {
                    tracing::debug!(path = request.uri().path(), "unknown path");
                    unknown(&api.app)
                }
            })
        }
    }))
}

/// A slash at the end of an address changes nothing, for whatever method; a row of the table that has one itself
/// (GET /system/user/) answers there for its own method.
fn slashed(paths: BTreeMap<String, ByMethod>) -> BTreeMap<String, ByMethod> {
    let mut all = paths.clone();
    for (pattern, methods) in paths.into_iter().filter(|(pattern, _)| !pattern.ends_with('/')) {
        let at_slash = all.entry(format!("{pattern}/")).or_default();
        for (method, index) in methods {
            at_slash.entry(method).or_insert(index);
        }
    }
    all
}

/// The router's pattern of a path: parameters by position.
fn pattern(path: &str) -> String {
    path.split('/')
        .enumerate()
        .map(|(place, part)| if part.starts_with('{') { format!("{{p{place}}}") } else { part.to_owned() })
        .collect::<Vec<_>>()
        .join("/")
}

/// What an address has at the place of a parameter of its route.
pub(super) fn path_param(request: &Request, place: usize) -> Option<String> {
    request.uri().path().split('/').nth(place).map(input::percent_decode)
}

pub(super) fn request_id() -> String {
    hex::encode(rand::random::<[u8; 8]>())
}

impl Api {
    async fn serve(self: &Arc<Self>, mut request: Request, methods: &ByMethod) -> Response {
        let (began, seen) = (Instant::now(), Seen::default());
        let id = request_id();
        let method = match request.method().as_str() {
            "HEAD" => "GET",
            other => other,
        };
        let (verb, path) = (request.method().clone(), request.uri().path().to_owned());
        let index = methods.get(method).copied();
        let answer = match index.and_then(|index| self.routes.get(index).map(|route| (index, route))) {
            None => Err(self.wrong_method(&request, methods, &id)),
            Some((index, route)) => self.metered(&mut request, index, route, &id, &seen).await,
        };
        let (code, mut response) = match answer {
            Ok(reply) => (200, self.respond(reply, &request).await),
            Err(fault) => {
                if fault.kind == Kind::Internal || fault.cause.is_some() {
                    tracing::warn!(request_id = id, path, cause = fault.cause, "request failed");
                }
                (fault.code(), fault_response(&fault, &id))
            }
        };
        self.drop_spent(index, &mut response);
        self.measured(index, code, &seen, &id, began.elapsed());
        tracing::info!(
            request_id = id,
            method = verb.as_str(),
            path,
            code,
            microseconds = began.elapsed().as_micros(),
            "request"
        );
        response
    }

    /// Counts an answer, and remembers it when it took long.
    fn measured(&self, index: Option<usize>, code: u16, seen: &Seen, id: &str, took: Duration) {
        self.app.metrics.answered(index, code, took);
        let Some(route) = index.and_then(|index| self.routes.get(index)) else { return };
        let signs_in = route.meter == Some(Meter::SignIn) && matches!(route.audit, Some((_, AuditAction::SignIn)));
        if signs_in && code != 200 {
            self.app.metrics.sign_in_refused(route.stages.has(Stage::Code));
        }
        // An open stream is no slow answer.
        if took.as_millis() > u128::from(self.app.config.operation.slow_ms.value) {
            let (at, person) = (self.app.clock.now(), seen.user_id.load(Ordering::Relaxed));
            let times = Times::of(&seen.trace, took);
            let (route, request_id) = (route.name(), id.to_owned());
            self.app.slow.note(SlowOp { at, route, user_id: person, request_id, code, times });
        }
    }

    /// A cookie for one use leaves the browser with the answer, also with a refusal.
    fn drop_spent(&self, index: Option<usize>, response: &mut Response) {
        let Some(route) = index.and_then(|index| self.routes.get(index)) else { return };
        let Some(name) = route.spends else { return };
        let path = format!("{BASE}/prod-api{}", route.path);
        let gone = Cookie { name, value: String::new(), path, seconds: 0, secure: false };
        if let Ok(value) = set_cookie(&gone) {
            response.headers_mut().append(header::SET_COOKIE, value);
        }
    }

    /// A method that the path has not: strangers learn no more of a path than that they are not signed in.
    fn wrong_method(&self, request: &Request, methods: &ByMethod, id: &str) -> AppError {
        let routes = || methods.values().filter_map(|index| self.routes.get(*index));
        let is_public = routes().any(|route| matches!(route.access, Access::Public { .. }));
        let origin = self.origin(request, id);
        let known = |route| self.caller(request, route, origin.clone()).is_ok_and(|caller| caller.is_some());
        if is_public || routes().next().is_some_and(known) {
            return AppError::refused(format!("不支持的请求方式：{}", request.method()));
        }
        self.anonymous.note(&origin.ip, self.app.clock.steady());
        AppError::not_signed_in(&origin.path)
    }

    pub(super) async fn run(
        self: &Arc<Self>,
        request: &mut Request,
        index: usize,
        route: &Route,
        id: &str,
        seen: &Seen,
    ) -> Result<Reply> {
        let origin = Origin { trace: seen.trace.clone(), ..self.origin(request, id) };
        let caller = self.authorized(request, route, origin, seen).await?;
        let (values, files) = self.values(request, route).await?;
        // What asks may name any day; what states something may not.
        let states = route.audit.is_some_and(|(_, deed)| deed != AuditAction::Export);
        let today = states.then(|| self.app.clock.now().date());
        let values = self.carried(route, input::coerce(route.input(), values, today)?, today)?;
        let missing = input::missing(route.input(), &values);
        if let (Some(fault), None) = (&missing, route.audit) {
            return Err(fault.clone());
        }
        if let Run::Ask(ask) = &route.run {
            return ask(self.app.clone(), caller, values).await;
        }
        let began = Instant::now();
        // What is not all there is refused before its first half, and leaves a row as what that refuses.
        let asked = match (missing, &route.run) {
            (Some(fault), _) => Some(Err(fault)),
            (None, Run::AskThenWrite(ask)) => Some(ask(self.app.clone(), caller.clone(), values.clone()).await),
            (None, _) => None,
        };
        let turn = match route.hashing {
            true => Some(self.app.hasher.turn(&ip::counted_as(&caller.origin.ip)).await?),
            false => None,
        };
        let (app, routes) = (self.app.clone(), self.routes.clone());
        let waiting = Instant::now();
        let work = move || {
            caller.origin.trace.took(Step::Gate, waiting.elapsed());
            app.metrics.gate.took(waiting.elapsed());
            let _turn = turn;
            let running = match (routes.get(index), asked) {
                (Some(route), Some(act)) => app.commit(route, &caller, &values, began, act),
                (Some(route), None) => app.run(route, &caller, values),
                (None, _) => Err(AppError::internal("route table changed")),
            };
            (running, files)
        };
        // Uploaded files live until the answer is made.
        let (running, _files) = self.gate.run(route.is_long(), work).await?;
        match running? {
            Running::Done(reply) => Ok(reply),
            Running::Committing(pending) => {
                let (handed_in, trace) = (Instant::now(), &seen.trace);
                let before = trace.milliseconds(Step::Queue) + trace.milliseconds(Step::Run);
                let answer = pending.done().await;
                // What the writer did meanwhile is counted there; the rest of the wait is the commit.
                let inside = trace.milliseconds(Step::Queue) + trace.milliseconds(Step::Run) - before;
                trace.took(Step::Commit, handed_in.elapsed().saturating_sub(Duration::from_millis(inside)));
                answer
            }
        }
    }

    pub(super) fn origin(&self, request: &Request, id: &str) -> Origin {
        let text = |name: header::HeaderName| request.headers().get(name).and_then(|value| value.to_str().ok());
        let peer = request.remote_addr().as_socket_addr().map(|address| address.ip().to_string()).unwrap_or_default();
        let (forwarded, trusted) = (address::forwarded(request.headers()), &self.app.config.trusted_proxies.value);
        if !forwarded.trim().is_empty() && !ip::in_networks(trusted, &peer) {
            self.unbelieved.note(&peer);
        }
        Origin {
            ip: address::client(&peer, &forwarded, trusted),
            user_agent: text(header::USER_AGENT).unwrap_or_default().chars().take(256).collect(),
            request_id: id.to_owned(),
            method: request.method().as_str().to_owned(),
            // Below the API's base, which the router has taken off.
            path: request.uri().path().chars().take(255).collect(),
            trace: Trace::default(),
            form_since: request.header(base::SINCE).map(|since| since.chars().take(32).collect()),
            form_token: request.headers().get(idempotency::HEADER).map(|token| {
                String::from_utf8_lossy(token.as_bytes()).chars().take(*idempotency::LENGTH.end() + 1).collect()
            }),
        }
    }
}
