//! The code of the second factor as a step of signing in, and once more before dangerous operations (step-up).
//!
//! Invariants: wrong codes are braked as wrong passwords are, and five end the session; a session that has ended or gone
//! on meanwhile lets nobody in; a proof lies in memory for ten minutes by the monotonic clock.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ops::{self, Proof};
use crate::app::App;
use crate::error::{AppError, Kind, Result};
use crate::features::portal::sign_in::{stages, tries};
use crate::features::system::notice;
use crate::op::{Caller, Op, View, Who};
use crate::platform::identity::user::User;
use crate::platform::session::{Session, Stage};
use crate::platform::settings::Setting;
use crate::records::lock::{self, Tried};
use crate::records::people::own;
use crate::route::{Done, Flat};
use crate::store::{Reads, Record, id};

/// Wrong codes that end a session.
const WRONG_CODES: u32 = 5;

/// Who proves once more who he is before dangerous operations.
pub const STEP_UP: Setting<String> =
    Setting::one_of(123, "sys.account.stepUp", "factor", &["off", "factor", "all"]).called(
        "账号安全-敏感操作再次验证",
        "授权、重置口令、改参数等操作前 10 分钟内须验证过身份：off 不要求，factor 有动态口令的人须输入动态口令，all 其他人须输入登录密码",
    );

/// A code.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "FactorCode")]
pub struct Code {
    /// A one-time code or a recovery code, with or without gaps.
    pub code: String,
}

/// The next session.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Entered {
    /// For the `Authorization` header.
    pub token: String,
    /// What is next; absent when its session is full.
    #[serde(skip_serializing_if = "Stage::is_full")]
    pub stage: Stage,
    /// Recovery codes that are left, when one was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recovery_left: Option<usize>,
}

pub fn enter(op: &mut Op, input: Code) -> Result<Flat<Entered>> {
    let user = own(&op.view())?;
    op.about(&user.user_name);
    let session = stages::own(op, Stage::Code)?;
    tries::must_take_codes(&op.view(), &user.user_name)?;
    // Reset meanwhile: his sessions ended with it, this one too.
    let Some(proof) = ops::spend(op, user.user_id, &input.code)? else {
        let fault = ops::wrong_code(&op.view(), user.user_id, &input.code)?;
        let wrong_codes = session.wrong_codes + 1;
        if wrong_codes >= WRONG_CODES {
            op.delete::<Session>(&session.id())?;
        } else {
            op.put_quietly(&Session { wrong_codes, ..session })?;
        }
        tries::refuse(op, &user.user_name, Tried::Code, fault)?;
        return Ok(Flat(Entered::default()));
    };
    lock::succeeded(op, &user.user_name)?;
    let recovery_left = tell_of_recovery(op, &user, proof)?;
    let next = stages::go_on(op, &user, session)?;
    Ok(Flat(Entered { token: next.token, stage: next.stage, recovery_left }))
}

/// Whoever did not use the code himself hears of it; the audit row says it too.
fn tell_of_recovery(op: &mut Op, user: &User, proof: Proof) -> Result<Option<usize>> {
    let Proof::Recovery { left } = proof else { return Ok(None) };
    op.titled("动态口令·使用恢复码".to_owned());
    let text = format!(
        "{} 从 {} 使用了一个恢复码，还剩 {left} 个。不是您本人？请立即修改密码、退出其他登录，并在个人中心重新生成恢复码。",
        op.now.to_text(),
        op.caller.origin.ip
    );
    notice::admin::tell(op, vec![user.user_id], "您的账号使用了恢复码", &text)?;
    Ok(Some(left))
}

/// What somebody can prove with who he is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Means {
    /// A code of his second factor.
    Code,
    Password,
    /// Nothing: he comes by single sign-on and never made the password that others gave his account his own.
    Nothing,
}

pub(super) fn means(view: &View, user: &User) -> Result<Means> {
    let by_sso = matches!(&view.caller.who, Who::Person { session } if view.app.sessions.came_by_sso(session));
    Ok(match ops::in_force(view, user.user_id)? {
        Some(_) => Means::Code,
        None if by_sso && user.must_change_password => Means::Nothing,
        None => Means::Password,
    })
}

/// What is said to who can prove himself with nothing.
fn no_means() -> AppError {
    AppError::refused(
        "此操作需要再次验证身份。您经统一身份认证登录，在本系统没有自己的密码：请退出后重新登录，10 分钟内在个人中心设置动态口令，以后凭动态口令验证",
    )
}

/// Why a dangerous operation must wait for a proof; `None` when it need not. `enrols`: the operation is to set up a second factor,
/// whose rule no setting switches off ([`enrolment_barred`]).
pub fn proof_missing(app: &App, caller: &Caller, enrols: bool) -> Result<Option<AppError>> {
    let Who::Person { session } = &caller.who else { return Ok(None) };
    // Who is on his way into the system has just proved who he is.
    if app.sessions.stage(session) != Stage::Full || app.sessions.has_proved(session, app.clock.monotonic()) {
        return Ok(None);
    }
    let means = || app.read(caller, |view| means(view, &own(view)?));
    if enrols {
        return Ok(enrolment_barred(app, session, means()?));
    }
    let asked = app.settings.get(&STEP_UP);
    if asked == "off" {
        return Ok(None);
    }
    let what = match means()? {
        Means::Code => "动态口令",
        Means::Password | Means::Nothing if asked == "factor" => return Ok(None),
        Means::Password => "登录密码",
        Means::Nothing => return Ok(Some(no_means())),
    };
    Ok(Some(asks_for(what)))
}

/// Why a person can't put his signature onto a paper now: he has not just proved who he is. Asked whatever [`STEP_UP`] says, since
/// the paper says that he did.
///
/// # Errors
/// Records that can't be read.
pub fn signing_proof_missing(app: &App, view: &View) -> Result<Option<AppError>> {
    let Who::Person { session } = &view.caller.who else { return Ok(Some(AppError::forbidden())) };
    if app.sessions.has_proved(session, app.clock.monotonic()) {
        return Ok(None);
    }
    Ok(Some(match means(view, &own(view)?)? {
        Means::Code => asks_for("动态口令"),
        Means::Password => asks_for("登录密码"),
        Means::Nothing => no_means(),
    }))
}

fn asks_for(what: &str) -> AppError {
    AppError::of(Kind::Proof, format!("此操作需要再次验证身份，请输入{what}"))
}

/// Why a second factor cannot be set up or replaced now. A desk that was left unlocked must set up nothing that shuts its
/// owner out: a factor in force is asked for, a password comes with the operation itself (`own.rs`), and who has nothing to prove
/// himself with does it right after he signed in.
fn enrolment_barred(app: &App, session: &str, means: Means) -> Option<AppError> {
    match means {
        Means::Code => Some(asks_for("动态口令")),
        Means::Password => None,
        Means::Nothing if app.sessions.has_just_begun(session, app.clock.steady()) => None,
        Means::Nothing => Some(no_means()),
    }
}

/// A proof of who one is.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "ProofInput")]
pub struct ProofInput {
    /// One-time or recovery code, of who has a second factor.
    pub code: String,
    /// Password, of who has none.
    pub password: String,
}

/// What was found out before the transaction.
pub struct Checked {
    code: String,
    /// `None` where a code is wanted.
    password: Option<bool>,
}

/// Compares the password, where that is asked for.
pub fn check(view: &View, input: ProofInput) -> Result<Checked> {
    let user = own(view)?;
    match means(view, &user)? {
        Means::Code => Ok(Checked { code: input.code, password: None }),
        Means::Nothing => Err(no_means()),
        Means::Password => {
            let right = tries::own_password(view, &user, "password", &input.password)?;
            Ok(Checked { code: String::new(), password: Some(right) })
        }
    }
}

pub fn confirm(op: &mut Op, checked: Checked) -> Result<Done> {
    let session = stages::own(op, Stage::Full)?;
    let user = own(&op.view())?;
    match checked.password {
        Some(_) => tries::must_be_open(&op.view(), &user.user_name)?,
        None => tries::must_take_codes(&op.view(), &user.user_name)?,
    }
    let proof = match checked.password {
        Some(right) => right.then_some(Proof::Code),
        None => ops::spend(op, user.user_id, &checked.code)?,
    };
    let Some(proof) = proof else {
        let (tried, fault) = match checked.password {
            Some(_) => (Tried::Password, AppError::refused("密码不正确").at("password")),
            None => (Tried::Code, ops::wrong_code(&op.view(), user.user_id, &checked.code)?),
        };
        tries::refuse(op, &user.user_name, tried, fault)?;
        return Ok(Done);
    };
    lock::succeeded(op, &user.user_name)?;
    tell_of_recovery(op, &user, proof)?;
    op.app.sessions.prove(&session.session_id, op.app.clock.monotonic());
    Ok(Done)
}

/// Somebody's number.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "FactorHolder")]
pub struct Holder {
    /// The person that it is about, by number.
    pub user_id: u64,
}

/// PUT /system/user/resetOtp: for somebody who lost his second factor.
pub fn reset(op: &mut Op, input: Holder) -> Result<Done> {
    let user = crate::features::system::user::rules::changeable(&op.view(), input.user_id)?;
    ops::reset(op, &user)?;
    Ok(Done)
}

/// The user with a login name; for the command line.
pub fn reset_by_console(op: &mut Op, user_id: u64) -> Result<()> {
    let user: User = op.view().tx.get(&id(user_id))?.ok_or_else(|| AppError::refused("用户不存在"))?;
    ops::reset(op, &user)
}
