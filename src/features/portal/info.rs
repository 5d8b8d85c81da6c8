//! Who am I, what is this: getInfo, checkToken, the platform's name, related applications.

use schemars::JsonSchema;
use serde::Serialize;

use super::layout::{self, LayoutSetting};
use super::otp;
use super::sign_in::setup;
use crate::error::Result;
use crate::features::system::module::{self, ops::ModuleOut};
use crate::features::system::user::passwords;
use crate::features::system::user::wire::{Shower, UserOut};
use crate::kernel::dates::Stamp;
use crate::op::{View, Who};
use crate::platform::identity::user::LastSignIn;
use crate::platform::mode::ModeOut;
use crate::platform::settings::Setting;
use crate::records::people::own;
use crate::route::{Data, Flat, Nothing};
use crate::store::{Reads, id};

/// Name of the platform.
pub const TITLE: Setting<String> =
    Setting::text(11, "portal.title", "大数据服务平台").called("门户-平台名称", "显示在登录页与页眉").public();

/// Name of the authority.
pub const ORGANIZATION: Setting<String> = Setting::text(12, "portal.organization", "云川市工业和信息化局")
    .called("门户-单位名称", "显示在登录页与页脚")
    .public();

/// Cookies of related systems that signing out clears, `name@domain/path` with commas; domain and path may be left out.
pub const RELATED_COOKIES: Setting<String> = Setting::text_or_none(13, "portal.relatedTokenCookies", "Admin-Token")
    .called("门户-关联系统令牌名称", "退出时一并清除的关联系统 Cookie，多个以逗号分隔；只写名称时清除本站各路径下的，设置在其他路径或上级域名的写作 名称@.example.gov.cn/asset")
    .public();

/// GET /getInfo
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Info {
    /// The person who is signed in.
    pub user: UserOut,
    /// Role keys; empty when he has none (the client then assigns ROLE_DEFAULT).
    pub roles: Vec<String>,
    /// Permissions held, `*:*:*` for all.
    pub permissions: Vec<String>,
    /// Related applications.
    pub modules: Vec<ModuleOut>,
    /// How he has set up his portal; absent when he never did.
    pub layout_setting: Option<LayoutSetting>,
    /// Character class of passwords, `sys.account.chrtype`.
    pub pwd_chrtype: String,
    /// The initial password, or one that is too old, must be changed first.
    pub is_default_modify_pwd: bool,
    /// The password is older than the settings allow.
    pub is_password_expired: bool,
    /// His sign-in before this one; absent at his first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_sign_in: Option<LastSignInOut>,
    /// The moment until which setting up a second factor may be put off, `yyyy-MM-dd HH:mm:ss`; absent when nothing is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub factor_due: Option<String>,
    /// The server's clock, `yyyy-MM-dd HH:mm:ss`: which day it is, is said by the books and not by each browser.
    pub server_time: String,
}

/// The sign-in before, and what was tried since: whoever it was not notices.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LastSignInOut {
    /// `yyyy-MM-dd HH:mm:ss`
    pub time: String,
    /// From which address.
    pub ip: String,
    /// Wrong passwords between then and now.
    pub failures: u64,
    /// Address of the last of them; empty when there were none.
    pub failed_ip: String,
    /// Who reset the second factor since; absent when nobody did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub factor_reset: Option<FactorResetOut>,
}

/// Who reset the second factor.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FactorResetOut {
    /// Name and login name; of the command line too.
    pub by: String,
    /// `yyyy-MM-dd HH:mm:ss`
    pub time: String,
}

pub fn get_info(view: &View, _: Nothing) -> Result<Flat<Info>> {
    let user = own(view)?;
    // Whoever came by single sign-on is asked for no password here, so its age is no matter.
    let by_sso = match &view.caller.who {
        Who::Person { session } => view.app.sessions.came_by_sso(session),
        _ => false,
    };
    let (policy, since) = (passwords::policy(view.app), passwords::since(&user));
    let must_change = !by_sso && (user.must_change_password || passwords::is_overdue(view.app, since, view.now));
    let last: Option<LastSignIn> = view.tx.get(&id(user.user_id))?;
    let last_sign_in = last.and_then(|last| last.before).map(|before| LastSignInOut {
        time: before.at.to_text(),
        ip: before.ip,
        failures: before.failures,
        failed_ip: before.failed_ip,
        factor_reset: before.factor_reset.map(|reset| FactorResetOut { by: reset.by, time: reset.at.to_text() }),
    });
    Ok(Flat(Info {
        user: Shower::new(view).whole(&user)?,
        roles: view.caller.rights.role_keys(),
        permissions: view.caller.rights.permissions(),
        modules: module::ops::all(view)?,
        layout_setting: layout::own(view)?,
        pwd_chrtype: policy.class.to_string(),
        is_default_modify_pwd: must_change,
        is_password_expired: !by_sso && !must_change && passwords::is_old(view.app, since, view.now),
        last_sign_in,
        factor_due: otp::own::due_of(view)?.map(Stamp::to_text),
        server_time: view.now.to_text(),
    }))
}

/// What a new password must be.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasswordRules {
    /// In words.
    pub rules: Vec<String>,
    /// Least number of characters.
    pub least: usize,
    /// Character class, `sys.account.chrtype`; "0" where the profile decides.
    pub chrtype: String,
}

/// GET /portal/passwordRules: what is checked and what is said are one list.
pub fn password_rules(view: &View, _: Nothing) -> Result<Data<PasswordRules>> {
    let policy = passwords::policy(view.app);
    Ok(Data(PasswordRules { rules: policy.in_words(), least: policy.least, chrtype: policy.class.to_string() }))
}

/// POST /system/user/profile/checkToken
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TokenState {
    /// Always true; a dead token gets the ordinary 401.
    pub valid: bool,
    /// The person that it is about, by number.
    pub user_id: u64,
    /// Login name.
    pub user_name: String,
    /// Real name of the person.
    pub real_name: String,
    /// When the session ends without another request, epoch milliseconds.
    pub expire_time: i64,
}

/// POST /system/user/profile/checkToken: does not prolong the session.
pub fn check_token(view: &View, _: Nothing) -> Result<Data<TokenState>> {
    let last_seen = match &view.caller.who {
        Who::Person { session } => view.app.sessions.last_seen(session),
        _ => None,
    };
    let idle = match &view.caller.who {
        Who::Person { session } => view.app.sessions.idle(session, view.app.session_limits()),
        _ => 0,
    };
    let rights = &view.caller.rights;
    Ok(Data(TokenState {
        valid: true,
        user_id: rights.user_id,
        user_name: rights.user_name.clone(),
        real_name: rights.real_name.clone(),
        expire_time: last_seen.map_or(view.now, |seen| view.app.clock.shown(seen)).0 + idle,
    }))
}

/// GET /portal/info
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Portal {
    /// Name of the platform.
    pub title: String,
    /// Name of the authority.
    pub organization: String,
    /// Nobody can sign in yet: the set-up page is next.
    pub setup_needed: bool,
    /// Whether single sign-on is configured.
    pub sso_enabled: bool,
    /// Product version.
    pub version: &'static str,
    /// Token cookies of related applications that sign-out removes.
    pub related_token_cookies: Vec<String>,
    /// Whether the portal is closed or read-only; absent when it is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<ModeOut>,
}

/// GET /portal/info: what the sign-in page shows before anybody is known.
pub fn portal(view: &View, _: Nothing) -> Result<Data<Portal>> {
    let settings = &view.app.settings;
    let cookies = settings.get(&RELATED_COOKIES);
    Ok(Data(Portal {
        title: settings.get(&TITLE),
        organization: settings.get(&ORGANIZATION),
        setup_needed: setup::is_needed(view)?,
        sso_enabled: view.app.config.idaas.is_some(),
        version: env!("CARGO_PKG_VERSION"),
        related_token_cookies: cookies
            .split([',', ';'])
            .map(str::trim)
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect(),
        mode: view.app.modes.describe(view.now),
    }))
}
