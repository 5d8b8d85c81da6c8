//! The administrator's trial of the configuration (`gx-portal idaas check`): asks the provider what a
//! sign-in would ask, without signing anybody in.

use serde_json::{Value, json};

use super::provider::{Known, Provider, Trouble};
use crate::config::BASE;
use crate::config::idaas::{Idaas as Settings, SecondFactor, Style};
use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;

/// Clocks that differ by more than this make sign-ins fail now and then.
const CLOCK: i64 = 30;

/// `{ok, style, lines: [sentence], faults: [sentence]}`.
///
/// # Errors
/// Only what keeps the trial from beginning (certificates).
pub async fn run(settings: &Settings, now: Stamp) -> Result<Value> {
    let provider = Provider::new(settings)?;
    let (mut lines, mut faults) = (Vec::new(), Vec::new());
    lines.push(format!("回调地址：{}{BASE}/loginIdaas（须在提供方登记）", settings.public_url));
    let style = match &settings.style {
        Style::Oidc(oidc) => {
            match provider.known(oidc, now).await {
                Ok(known) => tell(&known, now, &mut lines, &mut faults),
                Err(trouble) => faults.push(sentence(trouble)),
            }
            if oidc.post_logout_redirect.is_empty() {
                lines.push(format!("退出后返回：{}{BASE}/login（须在提供方登记）", settings.public_url));
            }
            "oidc"
        }
        Style::Ticket(ticket) => {
            match provider.reaches(&ticket.exchange_url).await {
                Ok(status) => lines.push(format!("换取身份的接口可以访问（HTTP {status}）：{}", ticket.exchange_url)),
                Err(trouble) => faults.push(sentence(trouble)),
            }
            "ticket"
        }
    };
    lines.push(match settings.second_factor {
        SecondFactor::Provider => "动态口令：由提供方负责，本系统不再要求（idaas.second_factor = provider）".into(),
        SecondFactor::Here => "动态口令：与口令登录一样，在本系统输入（idaas.second_factor = here）".into(),
    });
    if settings.client_secret.is_empty() {
        lines.push("没有设置应用密钥（按公开应用处理）".into());
    }
    Ok(json!({"ok": faults.is_empty(), "style": style, "lines": lines, "faults": faults}))
}

fn sentence(trouble: Trouble) -> String {
    let (what, why) = match &trouble {
        Trouble::Away(why) => ("无法访问统一身份认证服务，请检查地址、网络和证书", why.clone()),
        Trouble::Wrong(why) => ("统一身份认证服务的答复不符合要求", why.clone()),
        Trouble::Spent(why) | Trouble::Token(why) => ("统一身份认证服务拒绝了请求", why.clone()),
    };
    let more = AppError::from(trouble).cause.unwrap_or(why);
    format!("{what}（{more}）")
}

fn tell(known: &Known, now: Stamp, lines: &mut Vec<String>, faults: &mut Vec<String>) {
    let discovery = &known.discovery;
    lines.push(format!("发现文档：正常，issuer 为 {}", discovery.issuer));
    lines.push(format!("登录页：{}", discovery.authorization_endpoint));
    lines.push(format!("换取令牌：{}", discovery.token_endpoint));
    match &discovery.userinfo_endpoint {
        Some(url) => lines.push(format!("用户信息：{url}")),
        None => lines.push("用户信息：提供方未提供，身份字段须在 ID 令牌中".into()),
    }
    match &discovery.end_session_endpoint {
        Some(url) => lines.push(format!("退出：{url}")),
        None => lines.push("退出：提供方未提供，退出时只退出本系统".into()),
    }
    let usable = super::token::usable(&known.keys);
    if usable.is_empty() {
        faults.push("签名公钥：没有可用的公钥（接受 RS256、PS256、ES256、EdDSA）".into());
    } else {
        lines.push(format!("签名公钥：{} 个可用（{}）", usable.len(), usable.join("、")));
    }
    let methods = discovery.code_challenge_methods_supported.as_deref().unwrap_or_default();
    if !methods.iter().any(|method| method == "S256") {
        lines.push("提醒：提供方没有声明支持 PKCE（S256），请确认".into());
    }
    match known.clock.map(|clock| clock - now.0.div_euclid(1_000)) {
        None => lines.push("时钟：提供方没有给出时间，无法比较".into()),
        Some(difference) if difference.abs() <= CLOCK => lines.push(format!("时钟：相差 {} 秒", difference.abs())),
        Some(difference) => {
            let side = if difference > 0 { "慢" } else { "快" };
            faults.push(format!("时钟：本机比提供方{side} {} 秒，请校准时间", difference.abs()));
        }
    }
}
