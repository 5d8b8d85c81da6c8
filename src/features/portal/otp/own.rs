//! One's own second factor: what it is, setting it up in two steps, recovery codes, removal. Acts on the session's user.
//!
//! Invariants: a key that waits for its first code is shown to the session that began it and confirmed by it alone: who
//! begins elsewhere gets another key, the one before is void, and the person is told; for a first factor the password is
//! typed with the operation, whatever was proved before.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::demand::{due, is_demanded};
use super::enter::{Code, Means, means};
use super::record::Otp;
use super::{ops, tokens};
use crate::error::{AppError, Result};
use crate::features::portal::info::TITLE;
use crate::features::portal::own_sessions::{current, key_of};
use crate::features::portal::sign_in::{stages, tries};
use crate::features::system::notice;
use crate::kernel::dates::Stamp;
use crate::kernel::otp::{self, Kind};
use crate::op::{Op, View, Who};
use crate::platform::identity::user::User;
use crate::platform::session::{Session, Stage};
use crate::records::lock::{self, Tried};
use crate::records::people::own;
use crate::records::{personal, sessions};
use crate::route::{Data, Done, Flat, Nothing};
use crate::store::{Reads, id, key};

/// A key that was shown may be confirmed for so long, in milliseconds; asking again in the same session meanwhile shows the
/// same one, so that two windows do not spoil each other's.
const PENDING: i64 = 15 * 60_000;

/// One's own second factor.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FactorOut {
    /// How far the session is.
    pub stage: Stage,
    /// Login name.
    pub user_name: String,
    /// Whether one is in force.
    pub enrolled: bool,
    /// Serial of the hardware token; empty for an app.
    pub label: String,
    /// Digits of its codes.
    pub digits: u32,
    /// `yyyy-MM-dd HH:mm:ss`; empty without one.
    pub since: String,
    /// Recovery codes left; only for who is signed in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recovery_left: Option<usize>,
    /// Whether the settings ask for one: then it cannot be removed.
    pub demanded: bool,
    /// The moment until which it may be put off, `yyyy-MM-dd HH:mm:ss`; absent when nothing is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due: Option<String>,
    /// Whether setting one up asks for the password.
    pub asks_password: bool,
    /// The server's clock, `yyyy-MM-dd HH:mm:ss`.
    pub server_time: String,
}

/// Until when somebody without a factor may put it off, when the settings ask him for one and by the way that he came.
pub fn due_of(view: &View) -> Result<Option<Stamp>> {
    let spared = match &view.caller.who {
        Who::Person { session } => view.app.sessions.came_by_sso(session) && !stages::asks_after_sso(view.app),
        _ => false,
    };
    if spared || !is_demanded(view.app, &view.caller.rights) {
        return Ok(None);
    }
    let found: Option<Otp> = view.tx.get(&id(view.caller.user_id()))?;
    let asked = found.filter(|otp| !otp.confirmed).and_then(|otp| otp.demanded);
    Ok(asked.map(|asked| due(view.app, asked)))
}

pub fn show(view: &View, _: Nothing) -> Result<Data<FactorOut>> {
    let user = own(view)?;
    let stage = match &view.caller.who {
        Who::Person { session } => view.app.sessions.stage(session),
        _ => Stage::Full,
    };
    let found = ops::in_force(view, user.user_id)?;
    let recovery_left = match (stage, &found) {
        (Stage::Full, Some(_)) => Some(ops::recovery(view, user.user_id)?.len()),
        _ => None,
    };
    let of = found.as_ref();
    let asks_password = means(view, &user)? == Means::Password;
    Ok(Data(FactorOut {
        stage,
        user_name: user.user_name,
        enrolled: of.is_some(),
        label: of.map(|otp| otp.label.clone()).unwrap_or_default(),
        digits: of.map_or(Kind::APP.digits, |otp| otp.digits),
        since: of.and_then(|otp| otp.since).map(Stamp::to_text).unwrap_or_default(),
        recovery_left,
        demanded: is_demanded(view.app, &view.caller.rights),
        due: due_of(view)?.map(Stamp::to_text),
        asks_password,
        server_time: view.now.to_text(),
    }))
}

/// What setting one up begins with.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "FactorBeginning")]
pub struct Beginning {
    /// The login password, where [`FactorOut::asks_password`] says so.
    pub password: String,
}

/// Whether a password was right that a first factor asks for, and the hash that it was compared with; `None` where none is
/// asked for.
type Password = Option<(bool, String)>;

fn password_of(view: &View, given: &str) -> Result<Password> {
    let user = own(view)?;
    if means(view, &user)? != Means::Password {
        return Ok(None);
    }
    let right = tries::own_password(view, &user, "password", given)?;
    Ok(Some((right, user.password_hash)))
}

/// Whether the operation may go on by the password that came with it; a wrong one is counted and refused.
///
/// # Errors
/// Factor or password changed between the comparison and this transaction.
fn is_let(op: &mut Op, user: &User, password: Password) -> Result<bool> {
    let again = || AppError::refused("您的密码或动态口令刚刚有变动，请重试");
    let Some((right, hash)) = password else {
        let asked = means(&op.view(), user)? == Means::Password;
        return if asked { Err(again()) } else { Ok(true) };
    };
    tries::must_be_open(&op.view(), &user.user_name)?;
    if !right {
        tries::refuse(op, &user.user_name, Tried::Password, AppError::refused("密码不正确").at("password"))?;
        return Ok(false);
    }
    if hash != user.password_hash {
        return Err(again());
    }
    // What was wrong before is forgiven when the code is right, too.
    Ok(true)
}

/// A key to be put into an app.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewKey {
    /// In Base32, for typing.
    pub secret: String,
    /// `otpauth://…`, for a picture that is drawn in the browser.
    pub uri: String,
    /// What is said when another session of the person had begun, too: its key is void.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub another: String,
    /// The server's clock, `yyyy-MM-dd HH:mm:ss`.
    pub server_time: String,
}

/// Compares the password before the transaction.
pub fn check_begin(view: &View, input: Beginning) -> Result<Password> {
    password_of(view, &input.password)
}

/// POST /portal/factor/begin: shows a key; nothing is in force until its first code comes.
pub fn begin(op: &mut Op, password: Password) -> Result<Data<NewKey>> {
    let user = own(&op.view())?;
    if !is_let(op, &user, password)? {
        return Ok(Data(NewKey::default()));
    }
    let here = this_session(op)?;
    let known: Option<Otp> = op.view().tx.get(&id(user.user_id))?;
    let known = known.unwrap_or_else(|| Otp { user_id: user.user_id, ..Otp::default() });
    let (secret, another) = if waits(&known, op.now) && known.pending_session == here {
        (personal::open(&op.view(), &known.pending)?, String::new())
    } else {
        let another = if waits(&known, op.now) { tell_of_another(op, &known)? } else { String::new() };
        let made = otp::to_base32(&rand::random::<[u8; 20]>());
        let (pending, pending_from) = (personal::seal(op, &made)?, op.caller.origin.ip.clone());
        op.put_quietly(&Otp { pending, pending_at: Some(op.now), pending_session: here, pending_from, ..known })?;
        (made, another)
    };
    let coded = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    let (issuer, account) = (coded(&op.app.settings.get(&TITLE)), coded(&user.user_name));
    // [`Kind::APP`] is what apps take where nothing is said: a picture with less in it is read more easily.
    let uri = format!("otpauth://totp/{account}?secret={secret}&issuer={issuer}");
    Ok(Data(NewKey { secret, uri, another, server_time: op.now.to_text() }))
}

fn waits(known: &Otp, now: Stamp) -> bool {
    let age = known.pending_at.map(|at| now.0 - at.0);
    !known.pending.is_empty() && age.is_some_and(|age| (0..PENDING).contains(&age))
}

fn this_session(op: &Op) -> Result<String> {
    current(&op.caller.who).map(key_of).ok_or_else(AppError::forbidden)
}

/// Tells a person that somebody had begun to set his factor up in another session, whose key is void now; answers what is
/// said of it at once.
fn tell_of_another(op: &mut Op, known: &Otp) -> Result<String> {
    let at = known.pending_at.map(Stamp::to_text).unwrap_or_default();
    let from = match known.pending_from.as_str() {
        "" => "另一处登录",
        from => from,
    };
    let text = format!(
        "{at} 从 {from} 也开始设置您的动态口令，那次显示的密钥已作废。不是您本人？请立即修改密码，并退出其他登录。"
    );
    notice::admin::tell(op, vec![known.user_id], "您的账号有另一处在设置动态口令", &text)?;
    Ok(text)
}

/// What setting one up answers. The codes are shown this once.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Enrolled {
    /// Recovery codes, to be printed.
    pub codes: Vec<String>,
    /// Of the session that takes the place of one that waited for this; absent when the session goes on.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub token: String,
}

/// POST /portal/factor/confirm: the first code of the key that was shown.
pub fn confirm(op: &mut Op, input: Code) -> Result<Flat<Enrolled>> {
    let user = own(&op.view())?;
    tries::must_be_open(&op.view(), &user.user_name)?;
    let known: Option<Otp> = op.view().tx.get(&id(user.user_id))?;
    let known = known.filter(|known| waits(known, op.now));
    let known = known.ok_or_else(|| AppError::refused("二维码已过期，请重新生成后再扫描"))?;
    if known.pending_session != this_session(op)? {
        return Err(AppError::refused(
            "您的账号已在另一处重新开始设置动态口令，这里的二维码已作废。不是您本人？请修改密码并退出其他登录，再重新生成",
        ));
    }
    let secret = ops::key_of(&personal::open(&op.view(), &known.pending)?)?;
    let step = otp::matched(&secret, Kind::APP, &ops::plain(&input.code), op.now.0, -1);
    let Some(last_step) = step else {
        let now = op.now.to_text();
        let text = format!("动态口令不正确，请核对手机的时间（服务器时间 {now}）后输入新的口令");
        tries::refuse(op, &user.user_name, Tried::Code, AppError::refused(text).at("code"))?;
        return Ok(Flat(Enrolled::default()));
    };
    let Kind { algorithm, digits, step } = Kind::APP;
    let new =
        Otp { user_id: user.user_id, secret: known.pending, algorithm, digits, step, last_step, ..Otp::default() };
    lock::succeeded(op, &user.user_name)?;
    finish(op, new)
}

/// Serial and codes of a hardware token.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct TokenInput {
    /// What is printed on it.
    pub serial: String,
    /// What it shows.
    pub code: String,
    /// What it shows afterwards, if that was asked for.
    pub next: String,
    /// The login password, where [`FactorOut::asks_password`] says so.
    pub password: String,
}

/// Compares the password before the transaction.
pub fn check_token(view: &View, input: TokenInput) -> Result<(TokenInput, Password)> {
    let password = password_of(view, &input.password)?;
    Ok((input, password))
}

/// POST /portal/factor/token: a hardware token out of the stock.
pub fn take_token(op: &mut Op, (input, password): (TokenInput, Password)) -> Result<Flat<Enrolled>> {
    let user = own(&op.view())?;
    tries::must_be_open(&op.view(), &user.user_name)?;
    if !is_let(op, &user, password)? {
        return Ok(Flat(Enrolled::default()));
    }
    match tokens::take(op, user.user_id, &input)? {
        Some(new) => {
            lock::succeeded(op, &user.user_name)?;
            finish(op, new)
        }
        None => {
            let fault = tokens::wrong(op.now);
            tries::refuse(op, &user.user_name, Tried::Code, fault)?;
            Ok(Flat(Enrolled::default()))
        }
    }
}

/// Puts a factor in force, with new recovery codes; a session that waited for it goes on.
fn finish(op: &mut Op, new: Otp) -> Result<Flat<Enrolled>> {
    let user = own(&op.view())?;
    let Who::Person { session } = op.caller.who.clone() else { return Err(AppError::forbidden()) };
    let here: Option<Session> = op.view().tx.get(&key().str(&session))?;
    let here = here.ok_or_else(|| AppError::not_signed_in(&op.caller.origin.path))?;
    ops::put_in_force(op, new)?;
    sessions::end_all(op, user.user_id, Some(&session))?;
    let codes = ops::renew_codes(op, user.user_id)?;
    let token = match here.stage {
        Stage::Enrol => stages::go_on(op, &user, here)?.token,
        _ => {
            op.app.sessions.prove(&session, op.app.clock.monotonic());
            String::new()
        }
    };
    Ok(Flat(Enrolled { codes, token }))
}

/// POST /portal/factor/codes: new recovery codes, the old ones are void.
pub fn new_codes(op: &mut Op, _: Nothing) -> Result<Flat<Enrolled>> {
    let user_id = own(&op.view())?.user_id;
    if ops::in_force(&op.view(), user_id)?.is_none() {
        return Err(AppError::refused("您没有设置动态口令，不需要恢复码"));
    }
    Ok(Flat(Enrolled { codes: ops::renew_codes(op, user_id)?, token: String::new() }))
}

pub fn remove(op: &mut Op, _: Nothing) -> Result<Done> {
    let user_id = own(&op.view())?.user_id;
    if is_demanded(op.app, &op.caller.rights) {
        return Err(AppError::refused("按规定您须使用动态口令，不能移除；更换手机或令牌请用“更换”"));
    }
    if !ops::take_away(op, user_id)? {
        return Err(AppError::refused("您没有设置动态口令"));
    }
    Ok(Done)
}
