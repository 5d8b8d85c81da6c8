//! The two calls: leading the browser to the provider, and signing in with what it brings back.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Idaas;
use super::SingleSignOn;
use super::flow::{COOKIE, Flow, LIFE, encoded, safe_target, same};
use super::link::{self, Identity};
use crate::app::App;
use crate::config::BASE;
use crate::config::idaas::{Style, Ticket};
use crate::error::{AppError, Kind, Result};
use crate::features::portal::sign_in::{DENIED_ADDRESSES, Token, networks, stages};
use crate::kernel::ip;
use crate::op::{Caller, Op};
use crate::platform::session::{SsoMark, Stage};
use crate::route::{Cookie, Flat, Later, Redirect};

/// Longest code accepted.
const CODE: usize = 4_096;

/// What the browser asks for.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Start {
    /// Page to go to afterwards.
    pub redirect: String,
    /// The provider is to ask who it is, although somebody is signed in there: for another account.
    pub other_account: bool,
}

/// GET /loginIdaas/start: 302 to the provider. The browser navigates here, so trouble leads to the
/// page /loginIdaas, which has the sentence.
pub fn start(app: Arc<App>, _: Arc<Caller>, input: Start) -> Later<Result<Redirect>> {
    Box::pin(async move {
        let base = BASE;
        let target = safe_target(base, &input.redirect);
        let back = if target.is_empty() { String::new() } else { format!("&redirect={}", encoded(&target)) };
        let page = |error: &str| Redirect { location: format!("{base}/loginIdaas?error={error}{back}"), cookie: None };
        let sso = app.state::<SingleSignOn>()?;
        let Some(idaas) = &sso.0 else { return Ok(page("not_configured")) };
        let now = app.clock.now();
        let flow = Flow::new(target.clone(), now);
        let secrets = idaas.sealer.secrets(&flow)?;
        let Ok(_turn) = idaas.gate.try_acquire() else { return Ok(page("busy")) };
        let location = match idaas.provider.sign_in_url(&secrets, &idaas.callback(), input.other_account, now).await {
            Ok(location) => location,
            Err(trouble) => {
                tracing::warn!(?trouble, "single sign-on cannot begin");
                return Ok(page("unavailable"));
            }
        };
        let cookie = Cookie {
            name: COOKIE,
            value: idaas.sealer.seal(&flow)?,
            path: format!("{base}/prod-api/loginIdaas"),
            seconds: LIFE,
            secure: idaas.settings.public_url.starts_with("https://"),
        };
        Ok(Redirect { location, cookie: Some(cookie) })
    })
}

/// What the page sends.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct IdaasSignIn {
    /// The one-time code that the provider gave.
    pub login_code: String,
    /// The state, where the flow has one.
    pub state: String,
    /// From the cookie; what a client writes here is replaced.
    pub sso_flow: String,
}

/// What was found out before the transaction.
#[derive(Debug)]
pub struct Proven {
    identity: Result<Identity>,
    target: String,
}

fn not_from_here(why: &str) -> AppError {
    AppError::refused("单点登录失败，请重新登录（登录请求已过期，或不是由本浏览器发起）").because(why)
}

/// Asks the provider who this is.
pub fn prove(app: Arc<App>, caller: Arc<Caller>, input: IdaasSignIn) -> Later<Proven> {
    Box::pin(async move {
        let mut target = String::new();
        let identity = asked(&app, &caller, &input, &mut target).await;
        Proven { identity, target }
    })
}

async fn asked(app: &App, caller: &Caller, input: &IdaasSignIn, target: &mut String) -> Result<Identity> {
    let sso = app.state::<SingleSignOn>()?;
    let idaas = sso.0.as_ref().ok_or_else(|| AppError::refused("统一身份认证未开通，请使用账号密码登录"))?;
    if ip::in_deny_list(&app.settings.get(&DENIED_ADDRESSES), &caller.origin.ip) {
        return Err(AppError::refused("很遗憾，访问IP已被列入系统黑名单"));
    }
    let code = input.login_code.trim();
    if code.is_empty() || code.len() > CODE || code.contains(char::is_control) {
        return Err(AppError::refused("单点登录失败，请重新登录（没有收到登录凭证）"));
    }
    let now = app.clock.now();
    let flow = idaas.sealer.open(&input.sso_flow, now);
    if let Some(flow) = &flow {
        target.clone_from(&flow.target);
    }
    if idaas.settings.has_state() {
        let flow = flow.as_ref().ok_or_else(|| not_from_here("no cookie of a flow under way"))?;
        if !same(&idaas.sealer.secrets(flow)?.state, &input.state) {
            return Err(not_from_here("the state is another flow's"));
        }
        if !idaas.spend(&flow.id, flow.until, now) {
            return Err(not_from_here("the flow was used before"));
        }
    }
    let _turn = idaas.gate.try_acquire().map_err(|_| AppError::of(Kind::Busy, "系统繁忙，请稍后再试"))?;
    match (&idaas.settings.style, flow) {
        (Style::Oidc(oidc), Some(flow)) => {
            let secrets = idaas.sealer.secrets(&flow)?;
            let (callback, after) = (idaas.callback(), idaas.after_sign_out());
            Ok(idaas.provider.identity(oidc, code, &secrets, &callback, &after, now).await?)
        }
        (Style::Oidc(_), None) => Err(not_from_here("no cookie of a flow under way")),
        (Style::Ticket(ticket), _) => Ok(idaas.provider.ticket_identity(ticket, code).await?),
    }
}

impl Idaas {
    /// Where the provider leads after signing out, unless configured otherwise.
    fn after_sign_out(&self) -> String {
        format!("{}{}/login", self.settings.public_url, BASE)
    }
}

impl crate::config::idaas::Idaas {
    /// Whether what comes back must name the flow.
    fn has_state(&self) -> bool {
        match &self.style {
            Style::Oidc(_) => true,
            Style::Ticket(Ticket { login_url, .. }) => login_url.contains("{state}"),
        }
    }
}

/// The token, and where the person wanted to go.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct SignedIn {
    /// For the `Authorization` header.
    pub token: String,
    /// What is next; absent when its session is full.
    #[serde(skip_serializing_if = "Stage::is_full")]
    pub stage: Stage,
    /// Page below the base; absent = the first page.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub redirect: String,
}

pub fn sign_in(op: &mut Op, proven: Proven) -> Result<Flat<SignedIn>> {
    let refused = |op: &mut Op, fault| {
        op.refuse_but_keep(fault);
        Ok(Flat(SignedIn::default()))
    };
    let identity = match proven.identity {
        Ok(identity) => identity,
        Err(fault) => return refused(op, fault),
    };
    let Some(matched) = op.app.config.idaas.as_ref().map(|settings| settings.matched) else {
        return Err(AppError::internal("single sign-on without settings"));
    };
    op.about(&identity.shown(matched));
    let (user, linked) = match link::find(&op.view(), &identity, matched) {
        Ok(found) => found,
        Err(fault) if fault.kind == Kind::Refused => return refused(op, fault),
        Err(fault) => return Err(fault),
    };
    op.about(&user.user_name);
    if !linked {
        link::remember(op, &identity, user.user_id)?;
    }
    let mark = SsoMark { sign_out_url: identity.sign_out_url };
    networks::must_fit(op, &user)?;
    let Token { token, stage } = stages::begin(op, &user, Some(mark))?;
    if stage == Stage::Code {
        op.titled("单点登录·待输入动态口令".to_owned());
    }
    Ok(Flat(SignedIn { token, stage, redirect: proven.target }))
}
