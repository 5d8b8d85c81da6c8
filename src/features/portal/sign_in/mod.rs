//! Sign-in by password and captcha, sign-out, first set-up (contract 2.1, 5).
//!
//! Invariants: unknown, wrong and disabled get one sentence and cost one hash; a captcha is spent
//! whatever the outcome; every try leaves an audit row; the token carries only a session id.

pub mod alarm;
pub mod brakes;
pub mod networks;
pub mod setup;
pub mod stages;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::brakes::{Brake, Brakes, Wrong};
use super::captcha::Captchas;
use super::captcha::{Kind, Outcome as Answered};
use crate::fault::{Fault, Outcome};
use crate::kernel::{check, ip};
use crate::op::{Op, View, Who};
use crate::platform::identity::user::{BY_NAME, LastSignIn, User};
use crate::platform::session::{Session, Stage};
use crate::platform::settings::Setting;
use crate::records::lock;
use crate::route::{Done, Flat, Nothing, Said, Text};
use crate::store::{Reads, id, key};

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
    /// Its number.
    pub uuid: String,
    /// The picture, base64 without prefix.
    pub img: String,
}

/// Wrong passwords of one name from one address after which it must answer a captcha.
const WRONG_BEFORE_CAPTCHA: u64 = 3;

/// Whether the caller must answer a captcha: everybody when it is switched on, else who has guessed too often, at all or
/// on this name.
fn captcha_enabled(view: &View, user_name: &str) -> Outcome<bool> {
    let settings = &view.app.settings;
    let guesses = || -> Outcome<bool> {
        let network = ip::counted_as(&view.caller.origin.ip);
        if network.is_empty() || settings.get(&PER_MINUTE) == 0 {
            return Ok(false);
        }
        Ok(view.app.state::<Brakes>()?.ask(&network, view.app.clock.steady()) == Brake::Slow
            || lock::tries_here(view, user_name)? >= WRONG_BEFORE_CAPTCHA)
    };
    Ok(settings.get(&CAPTCHA_ENABLED) || guesses()?)
}

/// For whom a captcha is asked.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct CaptchaFor {
    /// The login name that is about to be tried; a few wrong passwords of it ask for one where nobody else is asked.
    pub username: String,
}

/// GET /captchaImage
pub fn captcha_image(view: &View, input: CaptchaFor) -> Outcome<Flat<CaptchaOut>> {
    let needed = captcha_enabled(view, &input.username)?;
    let kind = if view.app.settings.get(&CAPTCHA_KIND) == "char" { Kind::Characters } else { Kind::Math };
    let asker = ip::counted_as(&view.caller.origin.ip);
    let issued =
        view.app.state::<Captchas>()?.issue(kind, view.app.clock.steady().0, asker).map_err(Fault::internal)?;
    Ok(Flat(CaptchaOut { captcha_enabled: needed, captcha_on_off: needed, uuid: issued.uuid, img: issued.png_base64 }))
}

/// What the sign-in form sends.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct SignIn {
    /// Login name; trimmed.
    pub username: String,
    /// Password.
    pub password: String,
    /// Answer to the captcha.
    pub code: String,
    /// Number of the captcha.
    pub uuid: String,
}

/// What was found out before the transaction.
pub struct Checked {
    user_name: String,
    refusal: Option<Fault>,
    wrong_password: bool,
    user: Option<User>,
    new_hash: Option<String>,
}

/// The one sentence for unknown, wrong and disabled.
fn not_matching() -> Fault {
    Fault::refused("用户不存在/密码错误")
}

/// What is said of a name that is locked.
pub(super) fn locked(view: &View, user_name: &str) -> Outcome<Fault> {
    let (most, minutes) = (lock::rule(view).tries, lock::lock(view, user_name)?.unwrap_or(1));
    Ok(Fault::refused(format!("密码输入错误{most}次，帐户锁定{minutes}分钟")))
}

/// Checks captcha, deny list, lock and password, in the contract's order (5.1).
pub fn check(view: &View, input: SignIn) -> Outcome<Checked> {
    let user_name: String = input.username.trim().chars().take(64).collect();
    let refused = |fault: Fault| {
        Ok(Checked {
            user_name: user_name.clone(),
            refusal: Some(fault),
            wrong_password: false,
            user: None,
            new_hash: None,
        })
    };
    if captcha_enabled(view, &user_name)? {
        if input.code.trim().is_empty() && !view.app.settings.get(&CAPTCHA_ENABLED) {
            return refused(Fault::refused("请填写验证码"));
        }
        match view.app.state::<Captchas>()?.check(&input.uuid, &input.code, view.app.clock.steady().0) {
            Answered::Right => {}
            Answered::Wrong => return refused(Fault::refused("验证码错误")),
            Answered::Expired => return refused(Fault::refused("验证码已失效")),
        }
    }
    if ip::in_deny_list(&view.app.settings.get(&DENIED_ADDRESSES), &view.caller.origin.ip) {
        return refused(Fault::refused("很遗憾，访问IP已被列入系统黑名单"));
    }
    if user_name.is_empty() || input.password.is_empty() || input.password.chars().count() > 128 {
        return refused(not_matching());
    }
    if lock::is_locked(view, &user_name)? {
        return refused(locked(view, &user_name)?);
    }
    let found: Option<User> = view.tx.one(&BY_NAME, &key().str(&user_name.to_lowercase()))?;
    let verdict = match &found {
        Some(user) => view.app.hasher.verify(&input.password, &user.password_hash)?,
        None => view.app.hasher.verify_nobody(&input.password)?,
    };
    let Some(user) = found.filter(|user| verdict.matches && user.enabled) else {
        return Ok(Checked {
            user_name,
            refusal: Some(not_matching()),
            wrong_password: true,
            user: None,
            new_hash: None,
        });
    };
    // An imported hash is replaced; a one-time password keeps its short life instead.
    let new_hash = if verdict.outdated && !user.must_change_password {
        Some(view.app.hasher.hash(&input.password)?)
    } else {
        None
    };
    Ok(Checked { user_name, refusal: None, wrong_password: false, user: Some(user), new_hash })
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

/// POST /login
pub fn sign_in(op: &mut Op, checked: Checked) -> Outcome<Flat<Token>> {
    op.about(&checked.user_name);
    if let Some(fault) = checked.refusal {
        let fault = if checked.wrong_password { after_wrong_password(op, &checked.user_name, fault)? } else { fault };
        op.refuse_but_keep(fault);
        return Ok(Flat(Token::default()));
    }
    // Between the check and this transaction he may have been disabled or given another password.
    let checked_user = checked.user.ok_or_else(not_matching)?;
    let user: Option<User> = op.view().tx.one(&BY_NAME, &key().str(&checked.user_name.to_lowercase()))?;
    let user = user
        .filter(|user| user.enabled && user.password_hash == checked_user.password_hash)
        .ok_or_else(not_matching)?;
    if lock::is_locked(&op.view(), &checked.user_name)? {
        return Err(locked(&op.view(), &checked.user_name)?);
    }
    if let Some(password_hash) = checked.new_hash {
        op.put(&User { password_hash, ..user.clone() })?;
    }
    let token = stages::begin(op, &user, None)?;
    match token.stage {
        // Wrong codes count with wrong passwords, so a right password alone forgives none.
        Stage::Code => op.titled("登录·待输入动态口令".to_owned()),
        _ => lock::succeeded(op, &checked.user_name)?,
    }
    Ok(Flat(token))
}

/// Counts a wrong password on its address, on its name unless the address sprays (its guesses lock nobody), and for the
/// notice that its owner gets; answers what is said of it.
pub(super) fn after_wrong_password(op: &mut Op, user_name: &str, fault: Fault) -> Outcome<Fault> {
    let from = op.caller.origin.ip.clone();
    if let Some(user) = op.view().tx.one(&BY_NAME, &key().str(&user_name.to_lowercase()))?
        && let Some(last) = op.view().tx.get::<LastSignIn>(&id(user.user_id))?
    {
        op.put_quietly(&LastSignIn { failures: last.failures.saturating_add(1), failed_ip: from.clone(), ..last })?;
    }
    if op.app.settings.get(&PER_MINUTE) > 0 {
        let wrong = op.app.state::<Brakes>()?.wrong(&ip::counted_as(&from), user_name, op.app.clock.steady());
        if let Wrong::Sprays(names) = wrong {
            tracing::warn!(
                ip = from,
                names,
                "one address tries passwords on many names; it is refused for half an hour"
            );
            alarm::spraying(op, &from, names)?;
            return Ok(brakes::refusal(brakes::REFUSED));
        }
    }
    if lock::count(op, user_name)? { locked(&op.view(), user_name) } else { Ok(fault) }
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
pub fn sign_out(op: &mut Op, _: Nothing) -> Outcome<Said<SignedOut>> {
    let mut logout_url = String::new();
    if let Who::Person { session } = &op.caller.who {
        let key = key().str(session);
        let ended = op.delete::<Session>(&key)?;
        logout_url = ended.and_then(|session| session.sso).map(|sso| sso.sign_out_url).unwrap_or_default();
    }
    Ok(Said("退出成功", SignedOut { logout_url }))
}

/// POST /register: accounts are made by administrators.
pub fn register(_: &View, _: Nothing) -> Outcome<Text> {
    Err(Fault::refused("当前系统没有开启注册功能！"))
}

/// A password, to go on after a pause.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ScreenPassword {
    /// The password of the person who is signed in.
    pub password: String,
}

/// Whether the password is that of the person who is signed in; wrong ones count like those of the sign-in page.
pub fn check_screen(view: &View, input: ScreenPassword) -> Outcome<bool> {
    check::required("password", &input.password, "密码不能为空")?;
    let user: Option<User> = view.tx.get(&id(view.caller.user_id()))?;
    let user = user.ok_or_else(|| Fault::refused("服务器超时，请重新登录"))?;
    if lock::is_locked(view, &user.user_name)? {
        return Err(locked(view, &user.user_name)?);
    }
    let short = input.password.chars().count() <= 128;
    Ok(short && view.app.hasher.verify(&input.password, &user.password_hash)?.matches)
}

/// POST /unlockscreen
pub fn unlock_screen(op: &mut Op, right: bool) -> Outcome<Text> {
    let name = op.caller.name();
    if right {
        lock::succeeded(op, &name)?;
        return Ok(Text("解锁成功".to_owned()));
    }
    let fault = match lock::count(op, &name)? {
        true => locked(&op.view(), &name)?,
        false => Fault::refused("密码错误，请重新输入"),
    };
    op.refuse_but_keep(fault);
    Ok(Text(String::new()))
}

/// A login name.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Name {
    /// The name.
    pub user_name: String,
}

/// GET /monitor/logininfor/unlock/{userName}
pub fn unlock(op: &mut Op, input: Name) -> Outcome<Done> {
    lock::clear(op, &input.user_name)?;
    Ok(Done)
}

/// The answer of an open captcha; exists only in builds for tests.
#[cfg(feature = "testing")]
pub fn captcha_answer(view: &View, input: CaptchaNumber) -> Outcome<Text> {
    Ok(Text(view.app.state::<Captchas>()?.answer(&input.uuid).unwrap_or_default()))
}

/// Number of a captcha.
#[cfg(feature = "testing")]
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct CaptchaNumber {
    /// The number.
    pub uuid: String,
}
