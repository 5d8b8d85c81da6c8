//! Talking to the provider: small answers, little patience, no redirects; what was learnt is kept.

use std::sync::Arc;

use jsonwebtoken::jwk::Jwk;
use reqwest::header::{ACCEPT, CONTENT_TYPE, DATE};
use reqwest::{Client, RequestBuilder, StatusCode, Url};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::sync::Mutex;

use super::flow::{Secrets, encoded};
use super::link::Identity;
use super::token::{self, Expected, Flaw};
use crate::config::idaas::{Idaas as Settings, Oidc, Style, Ticket};
use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;

/// Largest answer read.
const ANSWER: usize = 256 * 1024;
/// How long discovery document and keys are believed.
const FRESH: i64 = 60 * 60 * 1000;
/// After a failure nobody is asked for this long, so that waiting people do not wait in a row.
const REST: i64 = 5_000;
/// Keys are fetched again for an unknown one at most this often.
const KEYS_AGAIN: i64 = 60_000;
/// Most keys kept.
const KEYS: usize = 64;
/// Longest address for signing out; beyond, the hint is left out.
const SIGN_OUT_URL: usize = 6_000;

/// Why the provider gave no identity; the text is for the log.
#[derive(Debug, Clone)]
pub enum Trouble {
    /// Not reached, too slow, or in trouble itself.
    Away(String),
    /// The code is used, expired or made up.
    Spent(String),
    /// The ID token is not believable.
    Token(String),
    /// It refuses us, or answers something that we do not understand.
    Wrong(String),
}

impl From<Trouble> for AppError {
    fn from(trouble: Trouble) -> Self {
        let (sentence, why) = match trouble {
            Trouble::Away(why) => ("统一身份认证服务暂时无法访问，请稍后重试，或使用账号密码登录", why),
            Trouble::Spent(why) => ("单点登录失败，请重新登录（登录凭证已使用或已过期）", why),
            Trouble::Token(why) => ("单点登录失败，请重新登录（身份凭证未通过校验）", why),
            Trouble::Wrong(why) => ("单点登录失败，请重新登录；多次失败请联系管理员检查统一身份认证的配置", why),
        };
        Self::refused(sentence).because(why)
    }
}

type Answer<T> = Result<T, Trouble>;

/// What the provider says about itself.
#[derive(Debug, Clone, Deserialize)]
pub struct Discovery {
    pub issuer: String,
    /// Where people sign in.
    pub authorization_endpoint: String,
    /// Where codes are exchanged.
    pub token_endpoint: String,
    pub jwks_uri: String,
    /// More about a person.
    pub userinfo_endpoint: Option<String>,
    /// Where people sign out.
    pub end_session_endpoint: Option<String>,
    /// How we may show who we are; `client_secret_basic` when absent.
    pub token_endpoint_auth_methods_supported: Option<Vec<String>>,
    pub code_challenge_methods_supported: Option<Vec<String>>,
}

/// Discovery document and keys.
#[derive(Debug)]
pub struct Known {
    pub discovery: Discovery,
    /// The keys that can be read.
    pub keys: Vec<Jwk>,
    /// The provider's clock, seconds since 1970, if it said so.
    pub clock: Option<i64>,
    at: Stamp,
}

#[derive(Default)]
struct Memory {
    known: Option<Arc<Known>>,
    failed: Option<(Stamp, Trouble)>,
    asked_for_keys: Option<Stamp>,
}

/// The provider with what is known of it.
pub struct Provider {
    settings: Settings,
    client: Client,
    memory: Mutex<Memory>,
}

struct Received {
    status: StatusCode,
    body: Value,
    clock: Option<i64>,
}

impl Provider {
    /// Prepares the client.
    ///
    /// # Errors
    /// Certificates that cannot be read.
    pub fn new(settings: &Settings) -> Result<Self> {
        let builder = Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(settings.timeout)
            .user_agent(concat!("gx-portal/", env!("CARGO_PKG_VERSION")));
        let builder = match &settings.ca_file {
            Some(path) => {
                let shown = path.display();
                let pem = std::fs::read(path)
                    .map_err(|error| AppError::refused(format!("读不到 idaas.ca_file {shown}：{error}")))?;
                let bad = || AppError::refused(format!("idaas.ca_file {shown} 中没有可用的 PEM 证书"));
                let certificates = reqwest::Certificate::from_pem_bundle(&pem).map_err(|_| bad())?;
                if certificates.is_empty() {
                    return Err(bad());
                }
                builder.tls_certs_only(certificates)
            }
            // Nothing to verify; also works on a machine without certificates.
            None if settings.realm().starts_with("http://") => builder.tls_certs_only([]),
            None => builder,
        };
        let client = builder.build().map_err(|error| {
            AppError::refused("无法准备与统一身份认证服务的加密连接，请在 idaas.ca_file 中指定 CA 证书")
                .because(chain(&error))
        })?;
        Ok(Self { settings: settings.clone(), client, memory: Mutex::default() })
    }

    async fn ask(&self, request: RequestBuilder) -> Answer<Received> {
        let away = |error: &reqwest::Error| Trouble::Away(chain(error));
        let mut response = request.header(ACCEPT, "application/json").send().await.map_err(|e| away(&e))?;
        let status = response.status();
        let clock = response.headers().get(DATE).and_then(|date| date.to_str().ok()).and_then(seconds);
        let mut bytes = Vec::new();
        while let Some(piece) = response.chunk().await.map_err(|e| away(&e))? {
            if bytes.len() + piece.len() > ANSWER {
                return Err(Trouble::Wrong(format!("{}: the answer is too large", response.url().path())));
            }
            bytes.extend_from_slice(&piece);
        }
        if status.is_server_error() {
            return Err(Trouble::Away(format!("{}: HTTP {status}", response.url().path())));
        }
        if status.is_redirection() {
            return Err(Trouble::Wrong(format!("{}: redirects are not followed", response.url().path())));
        }
        let body = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        Ok(Received { status, body, clock })
    }

    async fn fetch(&self, url: &str) -> Answer<Received> {
        self.settings.check_url(url).map_err(|why| Trouble::Wrong(format!("{url}: {why}")))?;
        let received = self.ask(self.client.get(url)).await?;
        if received.status != StatusCode::OK || !received.body.is_object() {
            return Err(Trouble::Wrong(format!("{url}: HTTP {}, no JSON object", received.status)));
        }
        Ok(received)
    }

    async fn keys(&self, url: &str) -> Answer<Vec<Jwk>> {
        let received = self.fetch(url).await?;
        let all = received.body.get("keys").and_then(Value::as_array).cloned().unwrap_or_default();
        // A key of a kind that we do not know hides none of the others.
        Ok(all.into_iter().take(KEYS).filter_map(|key| gx_decode::from_json(key).ok()).collect())
    }

    async fn discover(&self, oidc: &Oidc, now: Stamp) -> Answer<Known> {
        let url = format!("{}/.well-known/openid-configuration", oidc.issuer.trim_end_matches('/'));
        let received = self.fetch(&url).await?;
        let discovery: Discovery =
            gx_decode::from_json(received.body).map_err(|error| Trouble::Wrong(format!("discovery: {error}")))?;
        if discovery.issuer != oidc.issuer {
            return Err(Trouble::Wrong(format!("discovery: issuer is {}", discovery.issuer)));
        }
        for url in [&discovery.authorization_endpoint, &discovery.token_endpoint] {
            self.settings.check_url(url).map_err(|why| Trouble::Wrong(format!("{url}: {why}")))?;
        }
        let keys = self.keys(&discovery.jwks_uri).await?;
        Ok(Known { discovery, keys, clock: received.clock, at: now })
    }

    /// Discovery document and keys, asked for at most once an hour.
    pub async fn known(&self, oidc: &Oidc, now: Stamp) -> Answer<Arc<Known>> {
        let mut memory = self.memory.lock().await;
        if let Some(known) = memory.known.as_ref().filter(|known| now.0 - known.at.0 < FRESH) {
            return Ok(known.clone());
        }
        // What was true an hour ago mostly still is, so old knowledge serves while nobody answers.
        if let Some((at, trouble)) = memory.failed.as_ref().filter(|(at, _)| now.0 - at.0 < REST) {
            tracing::debug!(since = at.0, "the provider is left alone for a moment");
            return memory.known.clone().ok_or_else(|| trouble.clone());
        }
        match self.discover(oidc, now).await {
            Ok(known) => {
                let known = Arc::new(known);
                (memory.known, memory.failed) = (Some(known.clone()), None);
                Ok(known)
            }
            Err(trouble) => {
                memory.failed = Some((now, trouble.clone()));
                memory.known.clone().ok_or(trouble)
            }
        }
    }

    /// Fetches the keys again for an unknown one; `None` when that was done a moment ago.
    async fn renewed(&self, known: &Known, now: Stamp) -> Answer<Option<Arc<Known>>> {
        let mut memory = self.memory.lock().await;
        if memory.asked_for_keys.is_some_and(|at| now.0 - at.0 < KEYS_AGAIN) {
            return Ok(None);
        }
        memory.asked_for_keys = Some(now);
        let keys = self.keys(&known.discovery.jwks_uri).await?;
        let fresh = Arc::new(Known { discovery: known.discovery.clone(), keys, clock: known.clock, at: known.at });
        memory.known = Some(fresh.clone());
        Ok(Some(fresh))
    }

    /// Where the browser is led: the provider's sign-in page.
    pub async fn sign_in_url(
        &self,
        secrets: &Secrets,
        callback: &str,
        other_account: bool,
        now: Stamp,
    ) -> Answer<String> {
        let oidc = match &self.settings.style {
            Style::Oidc(oidc) => oidc,
            Style::Ticket(ticket) => {
                let url = ticket.login_url.replace("{redirect}", &encoded(callback));
                return Ok(url.replace("{state}", &secrets.state));
            }
        };
        let known = self.known(oidc, now).await?;
        let mut url = parsed(&known.discovery.authorization_endpoint)?;
        url.query_pairs_mut()
            .append_pair("response_type", "code")
            .append_pair("client_id", &self.settings.client_id)
            .append_pair("redirect_uri", callback)
            .append_pair("scope", &oidc.scopes)
            .append_pair("state", &secrets.state)
            .append_pair("nonce", &secrets.nonce)
            .append_pair("code_challenge", &secrets.challenge())
            .append_pair("code_challenge_method", "S256");
        if other_account {
            url.query_pairs_mut().append_pair("prompt", "login");
        }
        Ok(url.into())
    }

    /// Exchanges a code of the authorisation-code flow.
    pub async fn identity(
        &self,
        oidc: &Oidc,
        code: &str,
        secrets: &Secrets,
        callback: &str,
        after: &str,
        now: Stamp,
    ) -> Answer<Identity> {
        let known = self.known(oidc, now).await?;
        let tokens = self.exchange(&known.discovery, code, secrets, callback).await?;
        let id_token = tokens.get("id_token").and_then(Value::as_str);
        let id_token = id_token.ok_or_else(|| Trouble::Wrong("the token answer has no id_token".into()))?;
        let claims = self.believed(&known, id_token, oidc, secrets, now).await?;
        let subject = token::subject(&claims).unwrap_or_default().to_owned();
        let mut claim = named(&claims, &self.settings.claim);
        if claim.is_none()
            && let (Some(url), Some(access)) =
                (&known.discovery.userinfo_endpoint, tokens.get("access_token").and_then(Value::as_str))
        {
            claim = self.asked_claim(url, access, &subject).await;
        }
        let sign_out_url = self.sign_out_url(&known.discovery, id_token, oidc, after);
        Ok(Identity { realm: oidc.issuer.clone(), subject, claim, sign_out_url })
    }

    async fn exchange(
        &self,
        discovery: &Discovery,
        code: &str,
        secrets: &Secrets,
        callback: &str,
    ) -> Answer<Map<String, Value>> {
        let (client_id, secret) = (self.settings.client_id.as_str(), self.settings.client_secret.reveal());
        let methods = discovery.token_endpoint_auth_methods_supported.as_deref();
        let basic = methods.is_none_or(|methods| methods.iter().any(|method| method == "client_secret_basic"));
        let mut form = vec![
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", callback),
            ("code_verifier", &secrets.verifier),
        ];
        let mut request = self.client.post(&discovery.token_endpoint);
        if secret.is_empty() {
            form.push(("client_id", client_id));
        } else if basic {
            // RFC 6749, 2.3.1: both are encoded before they become a header.
            request = request.basic_auth(encoded(client_id), Some(encoded(secret)));
        } else {
            form.extend([("client_id", client_id), ("client_secret", secret)]);
        }
        let Received { status, body, .. } = self.ask(request.form(&form)).await?;
        match (status, body) {
            (StatusCode::OK, Value::Object(tokens)) => Ok(tokens),
            (status, body) => {
                let error = body.get("error").and_then(Value::as_str).unwrap_or("no reason");
                let error: String = error.chars().filter(|c| c.is_ascii_graphic()).take(64).collect();
                let why = format!("token endpoint: HTTP {status}, {error}");
                Err(if error == "invalid_grant" { Trouble::Spent(why) } else { Trouble::Wrong(why) })
            }
        }
    }

    /// The claims of an ID token that holds.
    async fn believed(
        &self,
        known: &Known,
        id_token: &str,
        oidc: &Oidc,
        secrets: &Secrets,
        now: Stamp,
    ) -> Answer<Map<String, Value>> {
        let flawed = |flaw| match flaw {
            Flaw::UnknownKey => Trouble::Token("ID token: signed with an unknown key".into()),
            Flaw::Bad(why) => Trouble::Token(format!("ID token: {why}")),
        };
        let mut found = token::verified(id_token, &known.keys);
        if found == Err(Flaw::UnknownKey)
            && let Some(fresh) = self.renewed(known, now).await?
        {
            found = token::verified(id_token, &fresh.keys);
        }
        let claims = found.map_err(flawed)?;
        let expected = Expected {
            issuer: &oidc.issuer,
            client_id: &self.settings.client_id,
            nonce: &secrets.nonce,
            now: now.0.div_euclid(1_000),
        };
        token::check(&claims, &expected).map_err(flawed)?;
        Ok(claims)
    }

    /// The configured claim as the provider's user information has it. Without it, somebody who is
    /// linked already still signs in, so trouble here is only noted.
    async fn asked_claim(&self, url: &str, access: &str, subject: &str) -> Option<String> {
        let ask = async {
            self.settings.check_url(url).map_err(Trouble::Wrong)?;
            self.ask(self.client.get(url).bearer_auth(access)).await
        };
        match ask.await {
            Ok(Received { status: StatusCode::OK, body: Value::Object(claims), .. })
                if token::subject(&claims) == Some(subject) =>
            {
                named(&claims, &self.settings.claim)
            }
            Ok(received) => {
                tracing::warn!(status = %received.status, "single sign-on: user information is unusable");
                None
            }
            Err(trouble) => {
                tracing::warn!(?trouble, "single sign-on: no user information");
                None
            }
        }
    }

    fn sign_out_url(&self, discovery: &Discovery, id_token: &str, oidc: &Oidc, after: &str) -> String {
        let endpoint = discovery.end_session_endpoint.as_deref();
        let endpoint = endpoint.filter(|url| self.settings.check_url(url).is_ok()).map(parsed);
        let Some(Ok(mut url)) = endpoint else { return String::new() };
        let after = if oidc.post_logout_redirect.is_empty() { after } else { &oidc.post_logout_redirect };
        url.query_pairs_mut()
            .append_pair("client_id", &self.settings.client_id)
            .append_pair("post_logout_redirect_uri", after);
        let without = url.clone();
        url.query_pairs_mut().append_pair("id_token_hint", id_token);
        if url.as_str().len() > SIGN_OUT_URL { without.into() } else { url.into() }
    }

    /// Exchanges a ticket.
    pub async fn ticket_identity(&self, ticket: &Ticket, code: &str) -> Answer<Identity> {
        let mut body = json!({});
        body[&ticket.ticket_field] = json!(code);
        if !self.settings.client_id.is_empty() {
            body["clientId"] = json!(self.settings.client_id);
        }
        if !self.settings.client_secret.is_empty() {
            body["clientSecret"] = json!(self.settings.client_secret.reveal());
        }
        let request = self.client.post(&ticket.exchange_url).header(CONTENT_TYPE, "application/json");
        let Received { status, body, .. } = self.ask(request.body(body.to_string())).await?;
        if !status.is_success() {
            return Err(Trouble::Spent(format!("ticket exchange: HTTP {status}")));
        }
        if let Some((place, value)) = &ticket.success
            && at(&body, place).as_ref() != Some(value)
        {
            return Err(Trouble::Spent("ticket exchange: the answer is no success".into()));
        }
        let subject = at(&body, &ticket.subject_field).unwrap_or_default();
        let mut claims = Map::new();
        claims.insert("sub".into(), json!(subject));
        if token::subject(&claims).is_none() {
            return Err(Trouble::Wrong(format!("ticket exchange: nothing usable at {}", ticket.subject_field)));
        }
        let claim = at(&body, &self.settings.claim);
        Ok(Identity { realm: ticket.exchange_url.clone(), subject, claim, sign_out_url: String::new() })
    }

    /// Whether anybody answers there, for the administrator's check.
    pub async fn reaches(&self, url: &str) -> Answer<u16> {
        Ok(self.ask(self.client.get(url)).await?.status.as_u16())
    }
}

fn parsed(url: &str) -> Answer<Url> {
    Url::parse(url).map_err(|error| Trouble::Wrong(format!("{url}: {error}")))
}

/// A claim by name or `.`-separated place; a number that the provider has not verified is none.
fn named(claims: &Map<String, Value>, name: &str) -> Option<String> {
    if name == "phone_number" && claims.get("phone_number_verified") == Some(&Value::Bool(false)) {
        return None;
    }
    // Names with dots exist (`https://…/claim`).
    claims.get(name).and_then(plain).or_else(|| at(&Value::Object(claims.clone()), name))
}

fn at(value: &Value, place: &str) -> Option<String> {
    plain(place.split('.').try_fold(value, |value, name| value.get(name))?)
}

fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Seconds since 1970 of an HTTP date.
fn seconds(date: &str) -> Option<i64> {
    let parsed = jiff::fmt::rfc2822::DateTimeParser::new().relaxed_weekday(true).parse_timestamp(date);
    parsed.ok().map(jiff::Timestamp::as_second)
}

/// An error with its causes, without the address (it is logged apart).
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_found_by_name_and_by_place() {
        let body = json!({"a.b": "dotted", "data": {"mobile": 138, "name": " zhang "}, "x": ["y"], "e": ""});
        let claims = body.as_object().expect("an object");
        for (name, value) in [
            ("a.b", Some("dotted")),
            ("data.mobile", Some("138")),
            ("data.name", Some("zhang")),
            ("data", None),
            ("data.none.deeper", None),
            ("x", None),
            ("e", None),
        ] {
            assert_eq!(named(claims, name).as_deref(), value, "{name}");
        }
        let phone = |verified: bool| {
            let claims = json!({"phone_number": "1", "phone_number_verified": verified});
            named(claims.as_object().expect("an object"), "phone_number")
        };
        assert_eq!((phone(true), phone(false)), (Some("1".into()), None));
        assert_eq!(seconds("Sun, 06 Nov 1994 08:49:37 GMT"), Some(784_111_777));
        assert_eq!(seconds("yesterday"), None);
    }
}
