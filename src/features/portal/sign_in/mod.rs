//! Sign-in by password and captcha, sign-out, first set-up (contract 2.1, 5).
//!
//! Invariants: unknown, wrong, disabled and an administrator from outside of his networks get one sentence, cost one hash and
//! count alike; a captcha is spent whatever the outcome, and no limit rests on captchas alone, which a script reads; every
//! try leaves an audit row; the token carries only a session id.

pub mod alarm;
pub mod networks;
pub mod rate_limit;
pub mod setup;
pub mod stages;
pub mod tries;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::rate_limit::{Brake, RateLimit};
use super::captcha::Captchas;
use super::captcha::{CaptchaOutcome as Answered, Kind};
use crate::error::{AppError, Result};
use crate::kernel::ip;
use crate::op::{Op, View, Who};
use crate::platform::identity::user::{BY_NAME, User};
use crate::platform::session::{Session, Stage};
use crate::platform::settings::Setting;
use crate::records::lock::{self, Tried};
use crate::records::people::own;
use crate::route::{Done, Flat, Nothing, Said, Text};
use crate::store::{Reads, key};

/// Whether signing in asks for a captcha.
pub const CAPTCHA_ENABLED: Setting<bool> = Setting::flag(4, "sys.account.captchaEnabled", true)
    .called("账号自助-验证码开关", "登录时是否需要验证码：true 开启，false 关闭")
    .public();

/// A sum or letters.
pub const CAPTCHA_KIND: Setting<String> = Setting::one_of(10, "sys.account.captchaType", "math", &["math", "char"])
    .called("账号自助-验证码类型", "math 算术，char 字符");

/// Addresses that may not sign in; semicolons, `*` and networks.
pub const DENIED_ADDRESSES: Setting<String> = Setting::text_or_none(6, "sys.login.blackIPList", "")
    .called("用户登录-黑名单列表", "多个以分号分隔，支持 * 通配与网段，例如 192.0.2.0/24");

/// Sessions of one person at a time.
pub const SESSIONS_PER_PERSON: Setting<u64> =
    Setting::number_or_none(16, "sys.session.maxPerUser", 0, 8760, "，0 表示不限制")
        .called("会话-每人会话上限", "0 不限制，超出时最早的会话下线");

/// Tries to sign in that one address has a minute.
pub const PER_MINUTE: Setting<u64> =
    Setting::number_or_none(61, "sys.login.addressPerMinute", 20, 8760, "，0 表示不限制").called(
        "账号自助-同一地址每分钟的登录失败次数",
        "同一网络地址每分钟允许的登录失败次数，短时可到3倍；验证码图片按6倍计算；登录成功不计；0表示不限制",
    );

/// A captcha, and whether it is needed: clients of 2021 know no switch and always show the picture.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CaptchaOut {
    /// Whether sign-in asks for one.
    pub captcha_enabled: bool,
    /// The same, in the spelling of 2021.
    pub captcha_on_off: bool,
    /// Name of the picture, sent back with the answer.
    pub uuid: String,
    /// The picture, base64 without prefix.
    pub img: String,
}

/// Wrong passwords of one name from one address after which it must answer a captcha.
const WRONG_BEFORE_CAPTCHA: u64 = 3;

/// Whether the caller must answer a captcha: everybody when it is switched on, else who has guessed too often, at all or
/// on this name, and whoever comes from a new address to a name that is guessed from many.
fn captcha_enabled(view: &View, user_name: &str) -> Result<bool> {
    let settings = &view.app.settings;
    let guesses = || -> Result<bool> {
        let network = ip::counted_as(&view.caller.origin.ip);
        if network.is_empty() || settings.get(&PER_MINUTE) == 0 {
            return Ok(false);
        }
        Ok(view.app.state::<RateLimit>()?.ask(&network, view.app.clock.steady()) == Brake::Slow
            || lock::tries_here(view, user_name)? >= WRONG_BEFORE_CAPTCHA)
    };
    Ok(settings.get(&CAPTCHA_ENABLED) || guesses()? || lock::is_guessed_widely(view, user_name)?)
}

/// For whom a captcha is asked.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct CaptchaFor {
    /// The login name that is about to be tried; a few wrong passwords of it ask for one where nobody else is asked.
    pub username: String,
}

pub fn captcha_image(view: &View, input: CaptchaFor) -> Result<Flat<CaptchaOut>> {
    let needed = captcha_enabled(view, &input.username)?;
    let kind = if view.app.settings.get(&CAPTCHA_KIND) == "char" { Kind::Characters } else { Kind::Math };
    let asker = ip::counted_as(&view.caller.origin.ip);
    let issued =
        view.app.state::<Captchas>()?.issue(kind, view.app.clock.steady().0, asker).map_err(AppError::internal)?;
    Ok(Flat(CaptchaOut { captcha_enabled: needed, captcha_on_off: needed, uuid: issued.uuid, img: issued.png_base64 }))
}

/// What the sign-in form sends.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct SignIn {
    /// Login name; trimmed.
    pub username: String,
    /// Password, as typed.
    pub password: String,
    /// Answer to the captcha.
    pub code: String,
    /// Number of the captcha.
    pub uuid: String,
}

/// What was found out before the transaction.
pub struct Checked {
    user_name: String,
    found: Found,
}

enum Found {
    /// Refused before a password was compared.
    Refused(AppError),
    /// Refused like a wrong password; `outside`: it was right, and its owner may not sign in from there.
    Wrong {
        outside: bool,
    },
    Right {
        user: Box<User>,
        new_hash: Option<String>,
    },
}

/// The one sentence for unknown, wrong, disabled and, where administrators have networks of their own, outside of them.
fn not_matching(view: &View) -> AppError {
    AppError::refused(match networks::is_outside(view) {
        false => "用户不存在/密码错误",
        true => "用户不存在/密码错误（管理员账号只能从指定的网络登录）",
    })
}

/// Checks captcha, deny list, lock and password, in the contract's order (5.1).
pub fn check(view: &View, input: SignIn) -> Result<Checked> {
    let user_name: String = input.username.trim().chars().take(64).collect();
    let found = look(view, &user_name, &input)?;
    Ok(Checked { user_name, found })
}

fn look(view: &View, user_name: &str, input: &SignIn) -> Result<Found> {
    let refused = |fault: AppError| Ok(Found::Refused(fault));
    if captcha_enabled(view, user_name)? {
        if input.code.trim().is_empty() && !view.app.settings.get(&CAPTCHA_ENABLED) {
            return refused(AppError::refused("请填写验证码"));
        }
        match view.app.state::<Captchas>()?.check(&input.uuid, &input.code, view.app.clock.steady().0) {
            Answered::Right => {}
            Answered::Wrong => return refused(AppError::refused("验证码错误")),
            Answered::Expired => return refused(AppError::refused("验证码已失效")),
        }
    }
    if ip::in_deny_list(&view.app.settings.get(&DENIED_ADDRESSES), &view.caller.origin.ip) {
        return refused(AppError::refused("很遗憾，访问IP已被列入系统黑名单"));
    }
    if user_name.is_empty() || input.password.is_empty() || input.password.chars().count() > tries::LONGEST {
        return refused(not_matching(view));
    }
    if lock::is_locked(view, user_name)? {
        return refused(tries::locked(view, user_name)?);
    }
    if lock::is_guessed_widely(view, user_name)?
        && let Err(fault) = view.app.state::<RateLimit>()?.share(user_name, view.app.clock.steady())
    {
        return refused(fault);
    }
    let found: Option<User> = view.tx.one(&BY_NAME, &key().str(&user_name.to_lowercase()))?;
    let verdict = match &found {
        Some(user) => view.app.hasher.verify(&input.password, &user.password_hash)?,
        None => view.app.hasher.verify_nobody(&input.password)?,
    };
    let Some(user) = found.filter(|user| verdict.matches && user.enabled) else {
        return Ok(Found::Wrong { outside: false });
    };
    if !networks::admits(view, &user)? {
        return Ok(Found::Wrong { outside: true });
    }
    // An imported hash is replaced; a one-time password keeps its short life instead.
    let new_hash = if verdict.outdated && !user.must_change_password {
        Some(view.app.hasher.hash(&input.password)?)
    } else {
        None
    };
    Ok(Found::Right { user: Box::new(user), new_hash })
}

/// The token.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Token {
    /// For the `Authorization` header.
    pub token: String,
    /// What is next; absent when its session is full.
    #[serde(skip_serializing_if = "Stage::is_full")]
    pub stage: Stage,
}

pub fn sign_in(op: &mut Op, checked: Checked) -> Result<Flat<Token>> {
    let Checked { user_name, found } = checked;
    op.about(&user_name);
    let (checked_user, new_hash) = match found {
        Found::Right { user, new_hash } => (user, new_hash),
        Found::Refused(fault) => {
            op.refuse_but_keep(fault);
            return Ok(Flat(Token::default()));
        }
        Found::Wrong { outside } => {
            if outside {
                op.titled("登录·管理员不在指定网络".to_owned());
            }
            let fault = not_matching(&op.view());
            tries::refuse(op, &user_name, Tried::Password, fault)?;
            return Ok(Flat(Token::default()));
        }
    };
    // Between the check and this transaction he may have been disabled or given another password or more rights.
    let user: Option<User> = op.view().tx.one(&BY_NAME, &key().str(&user_name.to_lowercase()))?;
    let user = user.filter(|user| user.enabled && user.password_hash == checked_user.password_hash);
    let user = user.ok_or_else(|| not_matching(&op.view()))?;
    if !networks::admits(&op.view(), &user)? {
        return Err(not_matching(&op.view()));
    }
    tries::must_be_open(&op.view(), &user_name)?;
    if let Some(password_hash) = new_hash {
        op.put(&User { password_hash, ..user.clone() })?;
    }
    let token = stages::begin(op, &user, None)?;
    match token.stage {
        // Wrong codes count with wrong passwords, so a right password alone forgives none.
        Stage::Code => op.titled("登录·待输入动态口令".to_owned()),
        _ => lock::succeeded(op, &user_name)?,
    }
    Ok(Flat(token))
}

/// The answer of a sign-out.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignedOut {
    /// Where the browser goes to sign out at the identity provider too; absent when there is nothing to do.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub logout_url: String,
}

/// POST /logout: succeeds without or with a dead token too.
pub fn sign_out(op: &mut Op, _: Nothing) -> Result<Said<SignedOut>> {
    let mut logout_url = String::new();
    if let Who::Person { session } = &op.caller.who {
        let key = key().str(session);
        let ended = op.delete::<Session>(&key)?;
        logout_url = ended.and_then(|session| session.sso).map(|sso| sso.sign_out_url).unwrap_or_default();
    }
    Ok(Said("退出成功", SignedOut { logout_url }))
}

/// POST /register: accounts are made by administrators.
pub fn register(_: &View, _: Nothing) -> Result<Text> {
    Err(AppError::refused("当前系统没有开启注册功能！"))
}

/// A password, to go on after a pause.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ScreenPassword {
    /// The password of the person who is signed in.
    pub password: String,
}

/// Whether the password is that of the person who is signed in.
pub fn check_screen(view: &View, input: ScreenPassword) -> Result<bool> {
    tries::own_password(view, &own(view)?, "password", &input.password)
}

pub fn unlock_screen(op: &mut Op, right: bool) -> Result<Text> {
    let name = op.caller.name();
    if right {
        lock::succeeded(op, &name)?;
        return Ok(Text("解锁成功".to_owned()));
    }
    tries::refuse(op, &name, Tried::Password, AppError::refused("密码错误，请重新输入"))?;
    Ok(Text(String::new()))
}

/// A login name.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Name {
    /// Login name of the account.
    pub user_name: String,
}

pub fn unlock(op: &mut Op, input: Name) -> Result<Done> {
    lock::clear(op, &input.user_name)?;
    Ok(Done)
}

/// The answer of an open captcha; exists only in builds for tests.
#[cfg(feature = "testing")]
pub fn captcha_answer(view: &View, input: CaptchaNumber) -> Result<Text> {
    Ok(Text(view.app.state::<Captchas>()?.answer(&input.uuid).unwrap_or_default()))
}

/// Number of a captcha.
#[cfg(feature = "testing")]
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct CaptchaNumber {
    /// Name of the picture.
    pub uuid: String,
}
