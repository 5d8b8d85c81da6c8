//! The first administrator of a fresh installation. No password ships: `init` prints a one-time code
//! (or takes a password), and the set-up page exchanges it for an account.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Token;
use crate::error::{AppError, Result};
use crate::features::system::user::ops::insert_first;
use crate::features::system::user::passwords;
use crate::kernel::dates::Stamp;
use crate::kernel::password;
use crate::op::{Op, View};
use crate::platform::identity::user::{LIVING, SUPER_USER, User};
use crate::route::Flat;
use crate::store::{Keeping, Key, Reads, Record, id, key};

/// Life of a set-up code: 30 minutes.
pub const LIFE: i64 = 30 * 60 * 1000;
/// Wrong codes after which the code is void.
const TRIES: u32 = 5;

/// The open set-up code, hashed.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SetupCode {
    /// SHA-256 of the code.
    pub hash: String,
    /// When it ends.
    pub until: Stamp,
    /// Wrong tries so far.
    pub tries: u32,
}

impl Record for SetupCode {
    const TABLE: &'static str = "setup_code";
    const KEEPING: Keeping = Keeping::Passing;
    const SECRET_FIELDS: &'static [&'static str] = &["hash"];
    fn id(&self) -> Key {
        key().str("setup")
    }
}

fn hash(code: &str) -> String {
    hex::encode(Sha256::digest(code.trim().replace('-', "").to_uppercase()))
}

/// Whether nobody can sign in yet.
pub fn is_needed(view: &View) -> Result<bool> {
    Ok(view.tx.count_by(&LIVING, &key())? == 0)
}

/// Makes a new code, `XXXX-XXXX-XXXX`; an older one is void.
pub fn issue(op: &mut Op) -> Result<String> {
    if !is_needed(&op.view())? {
        return Err(AppError::refused("系统已有账号，不需要初始化代码"));
    }
    let text: String = password::one_time().to_uppercase();
    let (first, rest) = text.split_at(4);
    let (second, third) = rest.split_at(4);
    let code = format!("{first}-{second}-{third}");
    op.put_quietly(&SetupCode { hash: hash(&code), until: Stamp(op.now.0 + LIFE), tries: 0 })?;
    Ok(code)
}

/// What the set-up page sends.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Setup {
    /// The code that `init` printed.
    pub setup_code: String,
    /// Login name of the administrator.
    pub user_name: String,
    /// Real name of the person.
    pub real_name: String,
    /// Password of the first account.
    pub password: String,
}

/// A first account ready for the transaction.
pub struct First {
    input: Setup,
    hash: String,
}

/// Checks the password and hashes it, only while set-up is open.
pub fn prepare(view: &View, input: Setup) -> Result<First> {
    if !is_needed(view)? {
        return Err(AppError::refused("系统已完成初始化，请直接登录"));
    }
    passwords::check(view.app, &input.password, &input.user_name, &input.real_name)?;
    let hash = view.app.hasher.hash(&input.password)?;
    Ok(First { input, hash })
}

/// POST /setup: the code is spent with the first account.
pub fn run(op: &mut Op, first: First) -> Result<Flat<Token>> {
    let void = || AppError::refused("初始化代码不正确或已失效，请在服务器上运行 gx-portal init 重新获取");
    op.about(&first.input.user_name);
    if !is_needed(&op.view())? {
        return Err(AppError::refused("系统已完成初始化，请直接登录"));
    }
    let open: Option<SetupCode> = op.view().tx.get(&key().str("setup"))?;
    let open = open.filter(|code| code.until > op.now && code.tries < TRIES).ok_or_else(void)?;
    if open.hash != hash(&first.input.setup_code) {
        op.put_quietly(&SetupCode { tries: open.tries + 1, ..open })?;
        op.refuse_but_keep(void());
        return Ok(Flat(Token::default()));
    }
    insert_first(op, first.input.user_name.trim(), first.input.real_name.trim(), first.hash, true)?;
    op.delete::<SetupCode>(&open.id())?;
    let user: User = op.view().tx.get(&id(SUPER_USER))?.ok_or_else(void)?;
    super::networks::must_fit(op, &user)?;
    Ok(Flat(super::stages::begin(op, &user, None)?))
}
