//! The `[idaas]` section: where single sign-on goes and how an identity becomes an account.
//!
//! Invariants: a section that is half filled in is an error at start, never a page that fails later;
//! the client's secret is in no print and no log.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use super::{Origin, Setting, Sources};
use crate::error::{AppError, Result};

/// One line of documentation per key of the section; part of [`super::KEYS`].
pub(super) const KEYS: &[(&str, &str, &str)] = &[
    ("idaas.style", "", "单点登录方式：oidc、ticket 或 off；不填时按 issuer、exchange_url 判断"),
    ("idaas.public_url", "", "用户访问本系统的地址（不含路径），如 https://portal.example.cn"),
    ("idaas.issuer", "", "OpenID Connect 提供方标识（issuer）"),
    ("idaas.client_id", "", "在提供方登记的应用编号"),
    ("idaas.client_secret", "", "应用密钥"),
    ("idaas.client_secret_file", "", "存放应用密钥的文件（与 client_secret 二选一）"),
    ("idaas.scopes", "openid profile", "申请的范围，空格分隔"),
    ("idaas.claim", "", "首次登录时用来对应账号的身份字段，如 preferred_username、phone_number、data.mobile"),
    ("idaas.match", "loginName", "该字段对应本系统的 loginName（登录名）或 phone（手机号）"),
    (
        "idaas.second_factor",
        "provider",
        "经单点登录进入的人的动态口令：provider 由提供方负责，here 与口令登录一样在本系统设置、输入",
    ),
    ("idaas.timeout_seconds", "10", "等待提供方答复的秒数"),
    ("idaas.ca_file", "", "内网提供方的 CA 证书（PEM）；填写后只信任它"),
    ("idaas.allow_http", "false", "允许用 http 访问不在本机的提供方（仅限可信内网）"),
    ("idaas.post_logout_redirect", "", "在提供方退出后返回的地址，默认是登录页"),
    ("idaas.login_url", "", "ticket 方式：提供方的登录页，{redirect} 处填入返回地址"),
    ("idaas.exchange_url", "", "ticket 方式：用 loginCode 换取身份的接口（POST，JSON）"),
    ("idaas.ticket_field", "loginCode", "ticket 方式：请求中票据字段的名称"),
    ("idaas.subject_field", "data.userId", "ticket 方式：答复中身份编号的位置"),
    ("idaas.success_field", "", "ticket 方式：答复中表示成功的字段位置，不填则不检查"),
    ("idaas.success_value", "200", "ticket 方式：success_field 成功时的值"),
];

/// A text that is never printed.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// The text itself, for the one request that needs it.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Whether there is one.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_empty() { "\"\"" } else { "***" })
    }
}

/// What an identity's claim is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Match {
    /// Login name, without case.
    LoginName,
    Phone,
}

/// Who asks people that come by single sign-on for a second factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecondFactor {
    /// The provider, before it sends them here.
    Provider,
    /// This portal, as after a password.
    Here,
}

/// OpenID Connect, authorisation-code flow.
#[derive(Clone, Debug)]
pub struct Oidc {
    /// The provider's name for itself, compared exactly.
    pub issuer: String,
    /// Scopes asked for.
    pub scopes: String,
    /// Where the provider leads after signing out there.
    pub post_logout_redirect: String,
}

/// The style in which only a ticket arrives and the server exchanges it.
#[derive(Clone, Debug)]
pub struct Ticket {
    /// Sign-in page of the provider; `{redirect}` is replaced.
    pub login_url: String,
    /// Where the ticket is exchanged.
    pub exchange_url: String,
    /// Name of the ticket in the request.
    pub ticket_field: String,
    /// Place of the subject in the answer, `.`-separated.
    pub subject_field: String,
    /// Place of the mark of success, and its value.
    pub success: Option<(String, String)>,
}

/// How the provider speaks.
#[derive(Clone, Debug)]
pub enum Style {
    Oidc(Oidc),
    Ticket(Ticket),
}

/// Single sign-on as configured.
#[derive(Clone, Debug)]
pub struct Idaas {
    /// How the provider speaks.
    pub style: Style,
    /// Where people reach this portal, without path and trailing slash.
    pub public_url: String,
    /// Our name at the provider.
    pub client_id: String,
    /// Our secret there; empty for a public client.
    pub client_secret: Secret,
    /// Claim (or place in the ticket's answer) that names the account at the first sign-in.
    pub claim: String,
    /// What the claim is compared with.
    pub matched: Match,
    /// Who asks for a second factor.
    pub second_factor: SecondFactor,
    /// Patience with the provider.
    pub timeout: Duration,
    /// The only certificates trusted, when given.
    pub ca_file: Option<PathBuf>,
    /// Plain HTTP to other machines is allowed.
    pub allow_http: bool,
}

impl Idaas {
    /// The name under which subjects of this provider are remembered.
    pub fn realm(&self) -> &str {
        match &self.style {
            Style::Oidc(oidc) => &oidc.issuer,
            Style::Ticket(ticket) => &ticket.exchange_url,
        }
    }

    /// Refuses an address that would carry secrets in the clear.
    ///
    /// # Errors
    /// What is wrong with it; no sentence for people.
    pub fn check_url(&self, url: &str) -> Result<(), String> {
        check_url(url, self.allow_http)
    }

    /// Reads the section; `None` when single sign-on is off.
    pub(super) fn load(sources: &Sources) -> Result<Option<Self>> {
        let text = |key| sources.get::<String>(key).map(|setting| setting.value.trim().to_owned());
        let (issuer, exchange_url) = (text("idaas.issuer")?, text("idaas.exchange_url")?);
        let style = match text("idaas.style")?.as_str() {
            "off" => return Ok(None),
            "oidc" => "oidc",
            "ticket" => "ticket",
            "" if !issuer.is_empty() => "oidc",
            "" if !exchange_url.is_empty() => "ticket",
            "" => return forgotten(sources),
            other => {
                return Err(AppError::refused(format!(
                    "配置项 idaas.style 的值“{other}”不正确：应为 oidc、ticket 或 off"
                )));
            }
        };
        let section = Section { sources, style };
        let allow_http: bool = sources.get("idaas.allow_http")?.value;
        let public_url = section.url("idaas.public_url", true)?.trim_end_matches('/').to_owned();
        if public_url.split("://").nth(1).is_none_or(|rest| rest.contains(['/', '?', '#'])) {
            return Err(AppError::refused("配置项 idaas.public_url 不应包含路径，例如 https://portal.example.cn"));
        }
        let style = if style == "oidc" { section.oidc(allow_http)? } else { section.ticket(allow_http)? };
        let client_id = match style {
            Style::Oidc(_) => section.needed("idaas.client_id")?,
            Style::Ticket(_) => text("idaas.client_id")?,
        };
        let seconds: u64 = sources.get("idaas.timeout_seconds")?.value;
        let ca_file = text("idaas.ca_file")?;
        Ok(Some(Self {
            style,
            public_url,
            client_id,
            client_secret: secret(sources)?,
            claim: section.needed("idaas.claim")?,
            matched: matched(&text("idaas.match")?)?,
            second_factor: second_factor(&text("idaas.second_factor")?)?,
            timeout: Duration::from_secs(seconds.clamp(1, 60)),
            ca_file: (!ca_file.is_empty()).then(|| ca_file.into()),
            allow_http,
        }))
    }
}

/// The section of a style.
struct Section<'a> {
    sources: &'a Sources,
    style: &'static str,
}

impl Section<'_> {
    fn text(&self, key: &'static str) -> Result<String> {
        Ok(self.sources.get::<String>(key)?.value.trim().to_owned())
    }

    fn needed(&self, key: &'static str) -> Result<String> {
        match self.text(key)? {
            empty if empty.is_empty() => {
                Err(AppError::refused(format!("使用单点登录（{}）须填写配置项 {key}", self.style)))
            }
            given => Ok(given),
        }
    }

    fn url(&self, key: &'static str, allow_http: bool) -> Result<String> {
        let given = self.needed(key)?;
        check_url(&given, allow_http)
            .map_err(|why| AppError::refused(format!("配置项 {key} 的值“{given}”不正确：{why}")))?;
        Ok(given)
    }

    fn oidc(&self, allow_http: bool) -> Result<Style> {
        Ok(Style::Oidc(Oidc {
            issuer: self.url("idaas.issuer", allow_http)?,
            scopes: scopes(&self.text("idaas.scopes")?)?,
            post_logout_redirect: self.text("idaas.post_logout_redirect")?,
        }))
    }

    fn ticket(&self, allow_http: bool) -> Result<Style> {
        let success = self.text("idaas.success_field")?;
        Ok(Style::Ticket(Ticket {
            login_url: self.url("idaas.login_url", true)?,
            exchange_url: self.url("idaas.exchange_url", allow_http)?,
            ticket_field: self.needed("idaas.ticket_field")?,
            subject_field: self.needed("idaas.subject_field")?,
            success: (!success.is_empty()).then_some((success, self.text("idaas.success_value")?)),
        }))
    }
}

fn matched(text: &str) -> Result<Match> {
    match text {
        "loginName" => Ok(Match::LoginName),
        "phone" => Ok(Match::Phone),
        other => Err(AppError::refused(format!("配置项 idaas.match 的值“{other}”不正确：应为 loginName 或 phone"))),
    }
}

fn second_factor(text: &str) -> Result<SecondFactor> {
    match text {
        "provider" => Ok(SecondFactor::Provider),
        "here" => Ok(SecondFactor::Here),
        other => Err(AppError::refused(format!(
            "配置项 idaas.second_factor 的值“{other}”不正确：应为 provider（由提供方负责）或 here（在本系统输入动态口令）"
        ))),
    }
}

/// A section with content but without the two keys that switch it on is a slip, not «off».
fn forgotten(sources: &Sources) -> Result<Option<Idaas>> {
    for key in ["idaas.client_id", "idaas.client_secret", "idaas.claim", "idaas.login_url"] {
        let setting: Setting<String> = sources.get(key)?;
        if setting.origin != Origin::Default && !setting.value.trim().is_empty() {
            return Err(AppError::refused(format!(
                "填写了配置项 {key}，但没有填写 idaas.issuer 或 idaas.exchange_url；不使用单点登录时请写 idaas.style = \"off\""
            )));
        }
    }
    Ok(None)
}

fn scopes(text: &str) -> Result<String> {
    if !text.split_whitespace().any(|scope| scope == "openid") {
        return Err(AppError::refused("配置项 idaas.scopes 必须包含 openid"));
    }
    Ok(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn secret(sources: &Sources) -> Result<Secret> {
    let given: String = sources.get("idaas.client_secret")?.value;
    let file: String = sources.get("idaas.client_secret_file")?.value;
    match (given.trim(), file.trim()) {
        (given, "") => Ok(Secret(given.to_owned())),
        ("", file) => std::fs::read_to_string(file)
            .map(|text| Secret(text.trim().to_owned()))
            .map_err(|error| AppError::refused(format!("读不到应用密钥文件 {file}：{error}"))),
        _ => Err(AppError::refused("配置项 idaas.client_secret 与 idaas.client_secret_file 只能填写一个")),
    }
}

/// `https`, or `http` to this machine or where it is allowed; a host; no name and password in it.
fn check_url(url: &str, allow_http: bool) -> Result<(), String> {
    let (scheme, rest) = url.split_once("://").ok_or("应以 https:// 开头")?;
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if authority.is_empty() || authority.contains('@') || url.contains(|c: char| c.is_whitespace() || c.is_control()) {
        return Err("不是完整的网址".into());
    }
    let host = match authority.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((host, _)) => host,
        None => authority.split(':').next().unwrap_or_default(),
    };
    let loopback = host == "localhost"
        || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.to_canonical().is_loopback());
    match scheme {
        "https" => Ok(()),
        "http" if allow_http || loopback => Ok(()),
        "http" => Err("不在本机的地址须使用 https（确有需要时设置 idaas.allow_http = true）".into()),
        _ => Err("应以 https:// 开头".into()),
    }
}

/// What `config print` shows of a value.
pub(super) fn shown(key: &str, value: String) -> String {
    if matches!(key, "idaas.client_secret" | "metrics_token") && !value.is_empty() { "***".to_owned() } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_in_the_clear_stay_on_this_machine() {
        for (url, allow_http, fine) in [
            ("https://id.example.cn", false, true),
            ("http://127.0.0.1:9000/x", false, true),
            ("http://[::1]:9000/x", false, true),
            ("http://localhost", false, true),
            ("http://id.example.cn", false, false),
            ("http://id.example.cn", true, true),
            ("http://127.0.0.1.example.cn", false, false),
            ("http://127.0.0.1@id.example.cn", false, false),
            ("ftp://id.example.cn", true, false),
            ("https://", true, false),
            ("https://id.example.cn/\n", true, false),
            ("id.example.cn", true, false),
        ] {
            assert_eq!(check_url(url, allow_http).is_ok(), fine, "{url}");
        }
    }

    #[test]
    fn the_secret_is_never_printed() {
        assert_eq!(format!("{:?}", Secret("geheim".into())), "***");
        assert_eq!(shown("idaas.client_secret", "geheim".into()), "***");
        assert_eq!(shown("idaas.client_id", "portal".into()), "portal");
    }
}
