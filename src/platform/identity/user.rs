//! The stored user.

use serde::{Deserialize, Serialize};

use super::dept::Dept;
use crate::columns::field::{second, whole};
use crate::columns::{Field, Listed, NONE};
use crate::kernel::dates::Stamp;
use crate::kernel::ip;
use crate::platform::base::Base;
use crate::store::{Index, Key, Record, id, key};

/// The super administrator's id: exempt from data scope, protected from changes by others.
pub const SUPER_USER: u64 = 1;

/// A person who may sign in.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct User {
    /// Number, given at creation.
    pub user_id: u64,
    /// Login name, unique among living users, compared without case.
    pub user_name: String,
    /// Real name (the family's `nickName`).
    pub real_name: String,
    /// Department; 0 = none.
    pub dept_id: u64,
    /// Mobile number, empty or unique.
    pub phonenumber: String,
    /// Mail address, empty or unique.
    pub email: String,
    /// "0" male, "1" female, "2" unknown.
    pub sex: String,
    /// Path of the avatar below the API, or empty.
    pub avatar: String,
    /// Whether he may sign in.
    pub enabled: bool,
    /// Deleted users keep their row (audit rows name them) but are found by nobody.
    pub deleted: bool,
    pub role_ids: Vec<u64>,
    pub post_ids: Vec<u64>,
    /// Argon2id PHC text, an imported bcrypt hash, or a one-time password's hash.
    pub password_hash: String,
    /// The password was given by somebody else and must be changed at sign-in.
    pub must_change_password: bool,
    /// When he last chose a password himself.
    pub password_changed: Option<Stamp>,
    /// Maker, changer, remark.
    pub base: Base,
}

fn living(user: &User, keys: impl FnOnce() -> Vec<Key>) -> Vec<Key> {
    if user.deleted { Vec::new() } else { keys() }
}

fn given(user: &User, value: &str) -> Vec<Key> {
    if value.is_empty() { Vec::new() } else { living(user, || vec![key().str(&value.to_lowercase())]) }
}

/// Living users by id; its length is the number of living users.
pub const LIVING: Index<User> =
    Index { name: "user/living", unique: false, keys: |user| living(user, || vec![id(user.user_id)]) };
/// Living users by login name, lower case.
pub const BY_NAME: Index<User> = Index { name: "user/name", unique: true, keys: |user| given(user, &user.user_name) };
/// Living users by mobile number.
pub const BY_PHONE: Index<User> =
    Index { name: "user/phone", unique: true, keys: |user| given(user, &user.phonenumber) };
/// Living users by mail address.
pub const BY_EMAIL: Index<User> = Index { name: "user/email", unique: true, keys: |user| given(user, &user.email) };
/// Living users by department.
pub const BY_DEPT: Index<User> =
    Index { name: "user/dept", unique: false, keys: |user| living(user, || vec![id(user.dept_id)]) };
/// Living users by role.
pub const BY_ROLE: Index<User> = Index {
    name: "user/role",
    unique: false,
    keys: |user| living(user, || user.role_ids.iter().map(|role| id(*role)).collect()),
};
/// Living users by post.
pub const BY_POST: Index<User> = Index {
    name: "user/post",
    unique: false,
    keys: |user| living(user, || user.post_ids.iter().map(|post| id(*post)).collect()),
};
/// Users by the path of their avatar.
pub const BY_AVATAR: Index<User> = Index { name: "user/avatar", unique: false, keys: |user| given(user, &user.avatar) };

impl Record for User {
    const TABLE: &'static str = "user";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] =
        &[LIVING, BY_NAME, BY_PHONE, BY_EMAIL, BY_DEPT, BY_ROLE, BY_POST, BY_AVATAR];
    const FILES: Option<fn(&Self) -> Vec<String>> =
        Some(|user| avatar_blob(&user.avatar).map(str::to_owned).into_iter().collect());
    const SECRET_FIELDS: &'static [&'static str] = &["password_hash"];
    fn id(&self) -> Key {
        id(self.user_id)
    }
}

/// The blob behind `/profile/avatar/<hash>.png`.
fn avatar_blob(path: &str) -> Option<&str> {
    path.strip_prefix("/profile/avatar/")?.strip_suffix(".png").filter(|hash| hash.len() == 64)
}

pub const NUMBER: Field<User> = Field::number("userId", |user| whole(user.user_id));
pub const LOGIN: Field<User> = Field::text("userName", |user| user.user_name.clone());
pub const NAME: Field<User> = Field::person("realName", |user| user.real_name.clone());
pub const DEPT: Field<User> = Field::link::<Dept>("deptId", "deptName", |user| whole(user.dept_id));
/// Whether he may sign in, as lists say it.
pub const STATUS: Field<User> = Field::word("status", &["0", "1"], |user| i64::from(!user.enabled));
/// Whether he is found by nobody any more.
pub const DELETED: Field<User> = Field::flag("deleted", |user: &User| i64::from(user.deleted)).private();
/// Mobile number: it narrows, nothing more.
pub const PHONE: Field<User> = Field::text("phonenumber", |user: &User| user.phonenumber.clone()).private();
pub const ROLES: Field<User> = Field::numbers("roleId", |user| user.role_ids.iter().copied().map(whole).collect());
/// When he was made.
pub const CREATED: Field<User> = Field::number("createTime", |user| second(user.base.create_time));

impl Listed for User {
    const FIELDS: &'static [Field<Self>] = &[
        NUMBER,
        LOGIN,
        NAME,
        DEPT,
        STATUS,
        DELETED,
        PHONE,
        ROLES,
        CREATED,
        Field::name("sex", |user| user.sex.clone()),
        Field::number("pwdUpdateDate", |user| user.password_changed.map_or(NONE, second)),
    ];
    const TITLE: &'static str = "realName";
}

/// When and from where a user last signed in; a table of its own so that signing in does not rewrite
/// the user (and with it everybody's cached rights).
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct LastSignIn {
    pub user_id: u64,
    /// From which address.
    pub ip: String,
    pub at: Stamp,
    /// Wrong passwords since.
    #[serde(default)]
    pub failures: u64,
    /// Address of the last of them.
    #[serde(default)]
    pub failed_ip: String,
    /// The sign-in before, with the wrong passwords between the two: what he is told so that he notices a stranger.
    #[serde(default)]
    pub before: Option<EarlierSignIn>,
    /// His second factor was reset since.
    #[serde(default)]
    pub factor_reset: Option<FactorReset>,
    /// Networks that he signed in from, the latest first: whoever guesses his name elsewhere does not shut him out here.
    #[serde(default)]
    pub known: Vec<KnownNetwork>,
}

/// A network that somebody signed in from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownNetwork {
    /// As `ip::counted_as` writes it.
    pub network: String,
    /// When he last did, by the steady clock.
    pub at: Stamp,
}

/// Networks that are known of a person.
const MOST_KNOWN: usize = 10;
/// So long a network stays known, in milliseconds.
const KNOWN_FOR: i64 = 90 * 86_400_000;

/// Who reset somebody's second factor, and when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactorReset {
    /// Real name and login name, or the console.
    pub by: String,
    pub at: Stamp,
}

/// A sign-in before the last, and what was tried after it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EarlierSignIn {
    pub at: Stamp,
    /// From which address.
    pub ip: String,
    /// Wrong passwords afterwards.
    pub failures: u64,
    /// Address of the last of them.
    pub failed_ip: String,
    /// His second factor was reset afterwards.
    #[serde(default)]
    pub factor_reset: Option<FactorReset>,
}

impl LastSignIn {
    /// The record of a sign-in that follows another one; `steady` is its moment by the clock that nobody sets.
    pub fn next(last: Option<Self>, user_id: u64, ip: String, at: Stamp, steady: Stamp) -> Self {
        let network = ip::counted_as(&ip);
        let mut known = last.as_ref().map(|last| last.known.clone()).unwrap_or_default();
        known.retain(|known| known.network != network);
        if !network.is_empty() {
            known.insert(0, KnownNetwork { network, at: steady });
        }
        known.truncate(MOST_KNOWN);
        let before = last.map(|last| EarlierSignIn {
            at: last.at,
            ip: last.ip,
            failures: last.failures,
            failed_ip: last.failed_ip,
            factor_reset: last.factor_reset,
        });
        Self { user_id, ip, at, failures: 0, failed_ip: String::new(), before, factor_reset: None, known }
    }

    /// Whether he lately signed in from a network. Records of earlier versions have the addresses of the last two times.
    pub fn knows(&self, network: &str, now: Stamp) -> bool {
        let mut known = self.known.iter().filter(|known| now.0 - known.at.0 < KNOWN_FOR);
        let mut last = [Some(&self.ip), self.before.as_ref().map(|before| &before.ip)].into_iter().flatten();
        !network.is_empty()
            && (known.any(|known| known.network == network)
                || (self.known.is_empty() && last.any(|ip| ip::counted_as(ip) == network)))
    }
}

impl Record for LastSignIn {
    const TABLE: &'static str = "last_sign_in";
    fn id(&self) -> Key {
        id(self.user_id)
    }
}
