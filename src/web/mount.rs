//! The glue between a request and the route table; see ARCHITECTURE.md «How a request travels».

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use bytes::Bytes;
use jiff::civil::Date;
use poem::endpoint::make;
use poem::http::{HeaderValue, StatusCode, header};
use poem::{EndpointExt, IntoEndpoint, Request, Response};
use serde_json::{Map, Value, json};

use super::gate::Gate;
use super::{address, body, closed, input, send, upload};
use crate::app::{App, Running};
use crate::config::BASE;
use crate::fault::{Fault, Kind, Outcome};
use crate::features::monitor::server::proxies::Unbelieved;
use crate::features::portal::otp::enter;
use crate::features::portal::sign_in::brakes::{self, Brake, Brakes};
use crate::features::portal::sign_in::{PER_MINUTE, networks};
use crate::features::system::user::passwords;
use crate::kernel::dates::Stamp;
use crate::kernel::ip;
use crate::once;
use crate::op::{Caller, Origin, Who};
use crate::platform::session::Stage;
use crate::platform::slow::{SlowOp, Step, Times, Trace};
use crate::records::base;
use crate::route::{Access, Cookie, Deed, Meter, Method, PermissionOf, Redirect, Reply, Route, Run};

/// Name of the cookie that the front end keeps its token in (specification, section 9).
pub const TOKEN_COOKIE: &str = "Admin-Token-Portal";

/// What every request needs.
pub struct Api {
    /// The program.
    pub app: Arc<App>,
    /// The table.
    pub routes: Arc<Vec<Route>>,
    gate: Gate,
    anonymous: address::Counter,
    meters: address::Meters,
    unbelieved: Arc<Unbelieved>,
    brakes: Arc<Brakes>,
}

/// What is learned of a request while it is answered.
#[derive(Default)]
struct Seen {
    trace: Trace,
    user_id: AtomicU64,
}

/// Routes of one path by method.
type ByMethod = BTreeMap<&'static str, usize>;

/// Mounts the whole table under `base`; unknown paths and methods answer in the envelope too.
pub fn mount(app: Arc<App>, routes: Arc<Vec<Route>>) -> Outcome<impl IntoEndpoint + use<>> {
    let api = Arc::new(Api {
        unbelieved: app.state::<Unbelieved>()?,
        brakes: app.state::<Brakes>()?,
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
            return Err(Fault::internal(format!("route twice: {}", route.name())));
        }
    }
    let mut root = poem::Route::new();
    for (pattern, methods) in slashed(paths) {
        let (api, methods) = (api.clone(), Arc::new(methods));
        let endpoint = make(move |request| {
            let (api, methods) = (api.clone(), methods.clone());
            async move { Ok::<_, poem::Error>(api.serve(request, &methods).await) }
        });
        root = root.try_at(pattern, endpoint.boxed()).map_err(Fault::internal)?;
    }
    let counting = api.app.clone();
    let unknown = make(move |request: Request| {
        tracing::debug!(path = request.uri().path(), "unknown path");
        let response = unknown(&counting);
        async move { Ok::<_, poem::Error>(response) }
    });
    root.try_at("/*rest", unknown.boxed()).map_err(Fault::internal)
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

/// The answer at an address that no route has.
pub fn unknown(app: &App) -> Response {
    app.metrics.answered(None, 404, Duration::ZERO);
    fault_response(&Fault::of(Kind::NoRoute, "路径不存在，请检查路径是否正确"), &request_id())
}

/// The router's pattern of a path: parameters by position.
fn pattern(path: &str) -> String {
    path.split('/')
        .enumerate()
        .map(|(place, part)| if part.starts_with('{') { format!(":p{place}") } else { part.to_owned() })
        .collect::<Vec<_>>()
        .join("/")
}

fn request_id() -> String {
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
        let signs_in = route.meter == Some(Meter::SignIn) && matches!(route.audit, Some((_, Deed::SignIn)));
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
    fn wrong_method(&self, request: &Request, methods: &ByMethod, id: &str) -> Fault {
        let routes = || methods.values().filter_map(|index| self.routes.get(*index));
        let is_public = routes().any(|route| matches!(route.access, Access::Public { .. }));
        let origin = self.origin(request, id);
        let known = |route| self.caller(request, route, origin.clone()).is_ok_and(|caller| caller.is_some());
        if is_public || routes().next().is_some_and(known) {
            return Fault::refused(format!("不支持的请求方式：{}", request.method()));
        }
        self.anonymous.note(&origin.ip, self.app.clock.steady());
        Fault::not_signed_in(&origin.path)
    }

    /// [`Api::run`] within the limits of the caller's address. Refusals are counted, not audited one by one.
    async fn metered(
        self: &Arc<Self>,
        request: &mut Request,
        index: usize,
        route: &Route,
        id: &str,
        seen: &Seen,
    ) -> Outcome<Reply> {
        let Some(meter) = route.meter else { return self.run(request, index, route, id, seen).await };
        let (ip, now) = (self.origin(request, id).ip, self.app.clock.steady());
        let per_minute = self.app.settings.get(&PER_MINUTE);
        if meter == Meter::SignIn && per_minute > 0 {
            self.brake(route, self.origin(request, id), now).await?;
        }
        self.meters.enter(meter, &ip, now, per_minute).inspect_err(|_| self.anonymous.note(&ip, now))?;
        let answer = self.run(request, index, route, id, seen).await;
        if answer.is_ok() {
            self.meters.succeeded(meter, &ip, per_minute);
        }
        answer
    }

    /// Why a session does not reach a route: it is at another stage. A full one whose password ran out of its time
    /// meanwhile counts as one whose password is to be changed.
    fn out_of_stage(&self, caller: &Caller, route: &Route) -> Option<Fault> {
        let Who::Person { session } = &caller.who else { return None };
        let (rights, now) = (&caller.rights, self.app.clock.now());
        let stage = match self.app.sessions.stage(session) {
            Stage::Full if rights.must_change_password => Stage::Password,
            Stage::Full if self.app.sessions.came_by_sso(session) => Stage::Full,
            Stage::Full if passwords::is_overdue(&self.app, rights.password_since, now) => Stage::Password,
            stage => stage,
        };
        if route.stages.has(stage) {
            return None;
        }
        Some(match stage {
            Stage::Password if rights.must_change_password => Fault::of(Kind::PasswordChange, "请先修改初始密码"),
            Stage::Full | Stage::Password => Fault::of(Kind::PasswordChange, "密码已超过规定的使用期限，请先修改密码"),
            Stage::Code => Fault::of(Kind::SecondFactor, "请先输入动态口令，完成登录"),
            Stage::Enrol => Fault::of(Kind::SecondFactor, "请先设置动态口令，完成登录"),
        })
    }

    /// Slows down or refuses whoever guesses. What is refused leaves one audit row a minute and address.
    async fn brake(self: &Arc<Self>, route: &Route, origin: Origin, now: Stamp) -> Outcome<()> {
        let network = ip::counted_as(&origin.ip);
        match self.brakes.ask(&network, now) {
            Brake::Free => Ok(()),
            Brake::Slow => {
                tokio::time::sleep(brakes::DELAY).await;
                Ok(())
            }
            Brake::Refused(left) => {
                self.anonymous.note(&origin.ip, now);
                let fault = brakes::refusal(left);
                if self.brakes.is_told(&network, now) {
                    let caller = Arc::new(Caller { origin, ..Caller::anonymous() });
                    let _: Outcome<()> = self.app.note_refusal(route, &caller, &fault)?.done().await;
                }
                Err(fault)
            }
        }
    }

    async fn run(
        self: &Arc<Self>,
        request: &mut Request,
        index: usize,
        route: &Route,
        id: &str,
        seen: &Seen,
    ) -> Outcome<Reply> {
        let origin = Origin { trace: seen.trace.clone(), ..self.origin(request, id) };
        let permission = self.permission(request, route);
        let found = self.caller(request, route, origin.clone());
        let caller = match (found?, &route.access) {
            (Some(caller), access) if !matches!(access, Access::Public { .. }) => {
                if !networks::fits(&self.app, &caller)? {
                    return Err(Fault::not_signed_in(&origin.path));
                }
                caller
            }
            (Some(caller), _) => caller,
            (None, Access::Public { .. }) => Arc::new(Caller { origin, ..Caller::anonymous() }),
            (None, _) => {
                self.anonymous.note(&origin.ip, self.app.clock.steady());
                return Err(Fault::not_signed_in(&origin.path));
            }
        };
        seen.user_id.store(caller.user_id(), Ordering::Relaxed);
        closed::admit(&self.app, &caller, route)?;
        let refused = match &route.access {
            Access::Public { .. } => None,
            Access::SignedIn => self.out_of_stage(&caller, route),
            Access::Perm(_) | Access::PermOf(_) => self.out_of_stage(&caller, route).or_else(|| {
                let holds = permission.is_some_and(|asked| caller.rights.holds(asked));
                // What does not exist is met by its own sentence where nothing could be told anyway.
                (!holds && (permission.is_some() || !caller.rights.is_super)).then(Fault::forbidden)
            }),
        };
        let refused = match refused {
            None if route.fresh => enter::proof_missing(&self.app, &caller, route.stages.has(Stage::Enrol))?,
            refused => refused,
        };
        if let Some(fault) = refused {
            if fault.kind == Kind::Forbidden {
                // The caller learns of the refusal when its row is committed; the row's own answer is
                // the refusal again.
                let _: Outcome<()> = self.app.note_refusal(route, &caller, &fault)?.done().await;
            }
            return Err(fault);
        }
        let (values, files) = self.values(request, route).await?;
        // What asks may name any day; what states something may not.
        let states = route.audit.is_some_and(|(_, deed)| deed != Deed::Export);
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
                (None, _) => Err(Fault::internal("route table changed")),
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

    /// The part of an input that another route takes too, coerced to the shape of that one.
    fn carried(&self, route: &Route, mut values: Value, today: Option<Date>) -> Outcome<Value> {
        let carried = values.as_object().zip(route.carries).and_then(|(map, of)| of(self.app.product, map));
        let Some(carried) = carried else { return Ok(values) };
        let shape = self.routes.iter().find(|route| route.name() == carried.route).map(|route| route.input());
        let shape = shape.ok_or_else(|| Fault::internal(format!("{} is no route", carried.route)))?;
        let part = carried.within.iter().try_fold(&mut values, |outer, field| outer.get_mut(*field));
        if let Some(part) = part
            && let Value::Object(given) = part
        {
            *part = input::coerce(shape, std::mem::take(given), today)?;
        }
        Ok(values)
    }

    fn origin(&self, request: &Request, id: &str) -> Origin {
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
            form_token: request
                .headers()
                .get(once::HEADER)
                .map(|token| String::from_utf8_lossy(token.as_bytes()).chars().take(*once::LENGTH.end() + 1).collect()),
        }
    }

    /// The permission that a route asks for at this address; `None` when it asks for none, or for one that does not exist.
    fn permission(&self, request: &Request, route: &Route) -> Option<&'static str> {
        let template = match route.access {
            Access::Perm(permission) => return Some(permission),
            Access::PermOf(template) => template,
            Access::Public { .. } | Access::SignedIn => return None,
        };
        let given = |wanted: &str| {
            let place =
                route.path.split('/').position(|part| part.strip_prefix('{') == Some(&format!("{wanted}}}")))?;
            request.raw_path_param(&format!("p{place}")).map(input::percent_decode)
        };
        let mut features = self.app.product.brought::<PermissionOf>();
        features.find_map(|PermissionOf(of)| of(&self.app, template, &given))
    }

    /// The signed-in caller; `None` without a live token.
    fn caller(&self, request: &Request, route: &Route, origin: Origin) -> Outcome<Option<Arc<Caller>>> {
        let header = request.header(header::AUTHORIZATION).map(str::to_owned);
        let by_cookie = route.cookie && route.method == Method::Get;
        let cookie =
            || request.header(header::COOKIE).filter(|_| by_cookie).and_then(|all| cookie_named(all, TOKEN_COOKIE));
        let touch = !route.path.ends_with("/checkToken");
        let found = header.or_else(cookie).and_then(|token| {
            self.app.sessions.find(&token, self.app.clock.steady(), self.app.session_limits(), touch)
        });
        let found = found.map(|session| (session.user_id, session.session_id));
        let Some((user_id, session)) = found.or_else(|| self.by_ticket(request, route)) else { return Ok(None) };
        let rights = self.app.rights.get(user_id, || self.app.store.read())?;
        let Some(mut rights) = rights else { return Ok(None) };
        // The initial password is no business of somebody who came without one.
        if rights.must_change_password && self.app.sessions.came_by_sso(&session) {
            Arc::make_mut(&mut rights).must_change_password = false;
        }
        let exercised = self.permission(request, route);
        let who = Who::Person { session };
        Ok(Some(Arc::new(Caller { who, rights, origin, exercised })))
    }

    /// The person behind a one-time ticket for the file of this address, while his session lives.
    fn by_ticket(&self, request: &Request, route: &Route) -> Option<(u64, String)> {
        if !route.ticket || request.method() != poem::http::Method::GET {
            return None;
        }
        let query = input::query(request.uri().query()?);
        let ticket = query.get("ticket").and_then(Value::as_str)?;
        let place = route.path.split('/').position(|part| part == "{id}")?;
        let file_id = request.raw_path_param(&format!("p{place}"))?.parse().ok()?;
        let found = self.app.file_tickets.redeem(self.app.clock.now(), file_id, ticket)?;
        self.app.sessions.last_seen(&found.1).map(|_| found)
    }

    /// Path, query and body as one object.
    async fn values(
        &self,
        request: &mut Request,
        route: &Route,
    ) -> Outcome<(Map<String, Value>, Vec<tempfile::TempPath>)> {
        let mut values = request.uri().query().map(input::query).unwrap_or_default();
        let mut files = Vec::new();
        let limit = match route.access {
            Access::Public { .. } => body::OF_STRANGERS,
            _ => usize::try_from(self.app.config.body_mib.value << 20).unwrap_or(usize::MAX),
        };
        let content = request.header(header::CONTENT_TYPE).unwrap_or_default().to_ascii_lowercase();
        if let Some(wanted) = route.upload {
            let limit = wanted.setting.map(|setting| self.app.settings.get(setting).clamp(1, 1024) << 20);
            let wanted = crate::route::Upload { limit: limit.unwrap_or(u64::MAX).min(wanted.limit), ..wanted };
            let (fields, received) = upload::receive(request, wanted, &self.app.paths.temporary()).await?;
            values.extend(fields);
            files = received;
        } else if request.method() != poem::http::Method::GET && request.method() != poem::http::Method::HEAD {
            let body = body::read(request, limit).await?;
            if content.starts_with("application/x-www-form-urlencoded") {
                values.extend(input::query(&String::from_utf8_lossy(&body)));
            } else if !body.is_empty() {
                match serde_json::from_slice(&body) {
                    Ok(Value::Object(map)) => values.extend(map),
                    // A list as the whole body (ids).
                    Ok(Value::Array(items)) => {
                        values.insert("ids".into(), Value::Array(items));
                    }
                    _ => return Err(Fault::refused("请求内容不是有效的 JSON，请检查后重试")),
                }
            }
        }
        if let Some(cookie) = route.spends {
            let given = request.header(header::COOKIE).and_then(|cookies| cookie_named(cookies, cookie));
            values.insert(cookie.to_owned(), Value::String(given.unwrap_or_default()));
        }
        // Path parameters win: nobody names another record in the body.
        for (place, part) in route.path.split('/').enumerate() {
            if let Some(name) = part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) {
                let value = request.raw_path_param(&format!("p{place}")).unwrap_or_default();
                values.insert(name.to_owned(), Value::String(input::percent_decode(value)));
            }
        }
        Ok((values, files))
    }

    async fn respond(&self, reply: Reply, request: &Request) -> Response {
        match reply {
            Reply::Json(bytes) => json_response(bytes),
            Reply::Task(claim) => {
                let answer = claim.answer();
                claim.begin(&self.app);
                json_response(answer)
            }
            Reply::Redirect(to) => redirect(&to).unwrap_or_else(|fault| fault_response(&fault, "")),
            Reply::Events(events) => super::stream::respond(self.app.clone(), events),
            Reply::File(file) => match send::made(file, request).await {
                Ok(response) => response,
                Err(fault) => fault_response(&fault, ""),
            },
            Reply::Stored(file) => match send::stored(file, request).await {
                Ok(response) => response,
                Err(fault) => {
                    tracing::warn!(cause = fault.cause, "stored file could not be sent");
                    fault_response(&fault, "")
                }
            },
        }
    }
}

/// One of the cookies of a request.
fn cookie_named(cookies: &str, wanted: &str) -> Option<String> {
    let mut pairs = cookies.split(';').filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == wanted).map(|(_, value)| input::percent_decode(value))
}

fn set_cookie(cookie: &Cookie) -> Outcome<HeaderValue> {
    let Cookie { name, value, path, seconds, secure } = cookie;
    let secure = if *secure { "; Secure" } else { "" };
    let text = format!("{name}={value}; Path={path}; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
    HeaderValue::from_str(&text).map_err(Fault::internal)
}

fn redirect(to: &Redirect) -> Outcome<Response> {
    let location = HeaderValue::from_str(&to.location).map_err(Fault::internal)?;
    let mut response = Response::builder()
        .status(StatusCode::FOUND)
        .header(header::LOCATION, location)
        .header(header::CACHE_CONTROL, "no-store")
        .header("referrer-policy", "no-referrer")
        .finish();
    if let Some(cookie) = &to.cookie {
        response.headers_mut().append(header::SET_COOKIE, set_cookie(cookie)?);
    }
    Ok(response)
}

/// A larger answer lies in no more memory than it is long: while it is written it takes up to twice that, and who reads it
/// slowly keeps it.
fn compact(bytes: Vec<u8>) -> Bytes {
    const LARGE: usize = 32 << 10;
    if bytes.len() > LARGE && bytes.capacity() > bytes.len() + bytes.len() / 4 {
        return Bytes::copy_from_slice(&bytes);
    }
    bytes.into()
}

fn json_response(bytes: Vec<u8>) -> Response {
    Response::builder()
        .content_type("application/json; charset=utf-8")
        .header(header::CACHE_CONTROL, "no-store")
        .header("x-content-type-options", "nosniff")
        .body(compact(bytes))
}

/// The envelope of a refusal; our own failures also carry the request id.
pub fn fault_response(fault: &Fault, request_id: &str) -> Response {
    let message = if fault.kind == Kind::Internal && !request_id.is_empty() {
        format!("{}（编号 {request_id}）", fault.message)
    } else {
        fault.message.to_string()
    };
    let mut envelope = json!({"msg": message, "code": fault.code()});
    if let (Some(field), Some(envelope)) = (&fault.field, envelope.as_object_mut()) {
        envelope.insert("field".into(), field.as_ref().into());
    }
    let mut response = json_response(envelope.to_string().into_bytes());
    if fault.kind == Kind::NoMemory {
        response.set_status(StatusCode::SERVICE_UNAVAILABLE);
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
    }
    if let Ok(value) = HeaderValue::from_str(request_id) {
        response.headers_mut().insert("x-request-id", value);
    }
    response
}
