//! Whether a request may reach its route. In this order: session, networks, maintenance, stage of the session, permission,
//! fresh proof. Deliberately absent: which records the caller sees (scopes, in the operations).

use std::sync::Arc;
use std::sync::atomic::Ordering;

use poem::Request;
use poem::http::header;
use poem::http::uri::Scheme;
use serde_json::Value;

use super::mount::{Api, Seen, TOKEN_COOKIE, path_param};
use super::values::cookie_named;
use super::{closed, input};
use crate::error::{AppError, Kind, Result};
use crate::features::portal::otp::enter;
use crate::features::portal::sign_in::networks;
use crate::features::system::user::passwords;
use crate::kernel::ip;
use crate::op::{Caller, Origin, Who};
use crate::platform::session::Stage;
use crate::route::{Access, Method, PermissionOf, Route};

impl Api {
    /// Who asks, when the route is open to them: signed in where it wants that, from an allowed network, while the portal is
    /// open, at the right stage, with the permission, with a fresh proof where it wants one.
    ///
    /// # Errors
    /// The refusal; a missing permission is audited first.
    pub(super) async fn authorized(
        self: &Arc<Self>,
        request: &Request,
        route: &Route,
        origin: Origin,
        seen: &Seen,
    ) -> Result<Arc<Caller>> {
        let permission = self.permission(request, route);
        let found = self.caller(request, route, origin.clone());
        let caller = match (found?, &route.access) {
            (Some(caller), access) if !matches!(access, Access::Public { .. }) => {
                if !networks::fits(&self.app, &caller)? {
                    return Err(AppError::not_signed_in(&origin.path));
                }
                caller
            }
            (Some(caller), _) => caller,
            (None, Access::Public { .. }) => Arc::new(Caller { origin, ..Caller::anonymous() }),
            (None, _) => {
                self.anonymous.note(&origin.ip, self.app.clock.steady());
                return Err(AppError::not_signed_in(&origin.path));
            }
        };
        seen.user_id.store(caller.user_id(), Ordering::Relaxed);
        self.reached(request, &caller);
        closed::admit(&self.app, &caller, route)?;
        let refused = match &route.access {
            Access::Public { .. } => None,
            Access::SignedIn => self.out_of_stage(&caller, route),
            Access::Perm(_) | Access::PermOf(_) => self.out_of_stage(&caller, route).or_else(|| {
                let holds = permission.is_some_and(|asked| caller.rights.holds(asked));
                // What does not exist is met by its own sentence where nothing could be told anyway.
                (!holds && (permission.is_some() || !caller.rights.is_super)).then(AppError::forbidden)
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
                let _: Result<()> = self.app.note_refusal(route, &caller, &fault)?.done().await;
            }
            return Err(fault);
        }
        Ok(caller)
    }

    /// Takes note of the name by which somebody who is signed in came over TLS, where no proxy stands between.
    fn reached(&self, request: &Request, caller: &Caller) {
        let Some(tls) = self.app.tls.get().filter(|_| request.scheme() == &Scheme::HTTPS) else { return };
        let peer = request.remote_addr().as_socket_addr().map(|address| address.ip().to_string()).unwrap_or_default();
        let is_direct = !ip::in_networks(&self.app.config.trusted_proxies.value, &peer);
        if let (Who::Person { .. }, true, Some(host)) = (&caller.who, is_direct, request.header(header::HOST)) {
            tls.reached(host, caller.user_id(), self.app.clock.now());
        }
    }

    /// Why a session does not reach a route: it is at another stage. A full one whose password ran out of its time
    /// meanwhile counts as one whose password is to be changed.
    fn out_of_stage(&self, caller: &Caller, route: &Route) -> Option<AppError> {
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
            Stage::Password if rights.must_change_password => AppError::of(Kind::PasswordChange, "请先修改初始密码"),
            Stage::Full | Stage::Password => {
                AppError::of(Kind::PasswordChange, "密码已超过规定的使用期限，请先修改密码")
            }
            Stage::Code => AppError::of(Kind::SecondFactor, "请先输入动态口令，完成登录"),
            Stage::Enrol => AppError::of(Kind::SecondFactor, "请先设置动态口令，完成登录"),
        })
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
            path_param(request, place)
        };
        let mut features = self.app.product.extensions::<PermissionOf>();
        features.find_map(|PermissionOf(of)| of(&self.app, template, &given))
    }

    /// The signed-in caller; `None` without a live token.
    pub(super) fn caller(&self, request: &Request, route: &Route, origin: Origin) -> Result<Option<Arc<Caller>>> {
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
        let file_id = path_param(request, place)?.parse().ok()?;
        let found = self.app.file_tickets.redeem(self.app.clock.now(), file_id, ticket)?;
        self.app.sessions.last_seen(&found.1).map(|_| found)
    }
}
