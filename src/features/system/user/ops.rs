//! The operations on users.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::phones::Phones;
use super::wire::{Shower, UserOut};
use super::{passwords, rules};
use crate::error::{AppError, Result};
use crate::features::system::dept::{self, wire::DeptNode};
use crate::features::system::grants::Giver;
use crate::features::system::post::record::Post;
use crate::features::system::post::wire::PostOut;
use crate::features::system::role::wire::RoleOut;
use crate::kernel::password;
use crate::op::{Op, View};
use crate::platform::identity::role::{BY_SORT, Role, SUPER_ROLE};
use crate::platform::identity::user::{SUPER_USER, User};
use crate::records::base::{Base, is_enabled, same_as_read};
use crate::records::clashes::Clashes;
use crate::records::lock;
use crate::records::sessions;
use crate::route::{Data, Done, Flat};
use crate::store::{Reads, id, key};

/// GET /system/user/deptTree: departments in scope with the number of their users.
pub fn dept_tree(view: &View, query: dept::ops::ListDepts) -> Result<Data<Vec<DeptNode>>> {
    dept::ops::tree_with_counts(view, &query).map(Data)
}

/// One user.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OneUser {
    /// Number of the person 用户.
    pub user_id: u64,
}

/// What the user form needs.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserForm {
    /// The user; absent in the form for a new one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<UserOut>,
    /// Posts he holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub post_ids: Option<Vec<u64>>,
    /// Roles he holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role_ids: Option<Vec<u64>>,
    /// Roles that may be given.
    pub roles: Vec<RoleOut>,
    /// All posts.
    pub posts: Vec<PostOut>,
}

fn offered_roles(view: &View, user_id: u64) -> Result<Vec<RoleOut>> {
    let roles: Vec<Role> = view.tx.by(&BY_SORT, &key(), false, 0, usize::MAX)?;
    let user: Option<User> = view.tx.get(&id(user_id))?;
    let giver = Giver::shown(view)?;
    let held = |role: &Role| user.as_ref().is_some_and(|user| user.role_ids.contains(&role.role_id));
    let may_give = |role: &Role| user.as_ref().map_or_else(|| giver.may_make(role), |user| giver.may_give(role, user));
    Ok(roles
        .iter()
        .filter(|role| held(role) || (role.role_id != SUPER_ROLE && may_give(role)))
        .map(|role| RoleOut { flag: held(role), ..RoleOut::from(role) })
        .collect())
}

fn all_posts(view: &View) -> Result<Vec<PostOut>> {
    let posts: Vec<Post> = view.tx.by(&crate::features::system::post::record::BY_SORT, &key(), false, 0, usize::MAX)?;
    Ok(posts.iter().map(PostOut::from).collect())
}

/// GET /system/user/ (trailing slash): the form for a new user.
pub fn form(view: &View, _: crate::route::Nothing) -> Result<Flat<UserForm>> {
    let (roles, posts) = (offered_roles(view, 0)?, all_posts(view)?);
    Ok(Flat(UserForm { data: None, post_ids: None, role_ids: None, roles, posts }))
}

pub fn show(view: &View, input: OneUser) -> Result<Flat<UserForm>> {
    let user = rules::visible(view, input.user_id)?;
    Ok(Flat(UserForm {
        data: Some(Shower::new(view).whole(&user)?),
        post_ids: Some(user.post_ids.clone()),
        role_ids: Some(user.role_ids.clone()),
        roles: offered_roles(view, user.user_id)?,
        posts: all_posts(view)?,
    }))
}

/// A user as a form sends him: everything else of the object is ignored.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct UserInput {
    /// Whom; absent for a new one.
    pub user_id: Option<u64>,
    /// The department 部门, by number.
    pub dept_id: Option<u64>,
    /// Login name.
    pub user_name: String,
    /// Name of the person as in documents 姓名.
    pub real_name: Option<String>,
    /// Real name, the family's spelling.
    pub nick_name: Option<String>,
    /// First password; a one-time password is made when absent.
    pub password: Option<String>,
    /// Mobile number.
    pub phonenumber: Option<String>,
    /// Mail address.
    pub email: Option<String>,
    /// "0", "1", "2".
    pub sex: Option<String>,
    /// "0" normal, "1" disabled.
    pub status: Option<String>,
    /// Remark in free text; empty: none.
    pub remark: Option<String>,
    /// Posts that the person holds, by numbers; replaces those before.
    pub post_ids: Option<Vec<u64>>,
    /// Roles that the person holds, by numbers; replaces those before.
    pub role_ids: Option<Vec<u64>>,
}

fn trimmed(text: Option<&String>) -> String {
    text.map(|text| text.trim().to_owned()).unwrap_or_default()
}

fn distinct(mut ids: Vec<u64>) -> Vec<u64> {
    ids.sort_unstable();
    ids.dedup();
    ids
}

impl UserInput {
    fn name(&self) -> Option<String> {
        [&self.real_name, &self.nick_name]
            .into_iter()
            .flatten()
            .map(|name| name.trim().to_owned())
            .find(|name| !name.is_empty())
    }

    /// A new user, without his numbers and password.
    fn to_user(&self) -> User {
        User {
            user_name: self.user_name.trim().to_owned(),
            real_name: self.name().unwrap_or_default(),
            dept_id: self.dept_id.unwrap_or(0),
            email: trimmed(self.email.as_ref()),
            sex: self.sex.clone().filter(|sex| !sex.is_empty()).unwrap_or_else(|| "2".into()),
            enabled: is_enabled(self.status.as_deref()),
            role_ids: distinct(self.role_ids.clone().unwrap_or_default()),
            post_ids: distinct(self.post_ids.clone().unwrap_or_default()),
            must_change_password: true,
            base: Base::remarked(&trimmed(self.remark.as_ref())),
            ..User::default()
        }
    }
}

/// A new user ready for the transaction.
pub struct NewUser {
    /// The record without its number.
    pub user: User,
    /// Password to show once, when we made it.
    pub shown: Option<String>,
}

/// Checks fields and hashes the first password, outside the transaction.
pub fn prepare_new(view: &View, input: UserInput) -> Result<NewUser> {
    let mut user = input.to_user();
    user.phonenumber = Phones::given(input.phonenumber.as_deref(), &user)?;
    rules::check_fields(&user)?;
    rules::check_name(view, &user, "新增")?;
    let shown = match input.password.filter(|password| !password.is_empty()) {
        Some(given) => {
            passwords::check(view.app, &given, &user.user_name, &user.real_name)?;
            user.password_hash = view.app.hasher.hash(&given)?;
            None
        }
        None => {
            let made = password::one_time();
            user.password_hash = password::hash_one_time(&made);
            Some(made)
        }
    };
    Ok(NewUser { user, shown })
}

/// What a new user is told.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Created {
    /// Number of the person 用户.
    pub user_id: u64,
    /// The one-time password, when none was given; shown once, must be changed at the first sign-in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub initial_password: Option<String>,
}

pub fn create(op: &mut Op, new: NewUser) -> Result<Data<Created>> {
    let user_id = insert(op, new.user)?;
    Ok(Data(Created { user_id, initial_password: new.shown }))
}

/// Stores a new user after all checks; answers his number. Also for the command line.
pub fn insert(op: &mut Op, user: User) -> Result<u64> {
    insert_one(op, user, &mut Clashes::default())
}

/// The same for one of a workbook.
///
/// # Errors
/// A sentence for what breaks a rule.
pub fn insert_one(op: &mut Op, mut user: User, clashes: &mut Clashes) -> Result<u64> {
    rules::check_unique(op, &mut user, None, "新增", clashes)?;
    let view = op.view();
    rules::check_dept(&view, user.dept_id, None)?;
    if !user.role_ids.is_empty() {
        rules::check_roles(&view, &Giver::of(&view)?, &user, None)?;
    }
    check_posts(&view, &user.post_ids)?;
    user.user_id = op.next_id::<User>()?;
    user.base = Base::made(op, user.base.remark);
    op.put(&user)?;
    Ok(user.user_id)
}

fn check_posts(view: &View, posts: &[u64]) -> Result<()> {
    for post_id in posts {
        if view.tx.get::<Post>(&id(*post_id))?.is_none() {
            return Err(AppError::refused("岗位不存在，请刷新后重试"));
        }
    }
    Ok(())
}

/// PUT /system/user: the login name stays, a password in the body is ignored, lists are replaced.
pub fn update(op: &mut Op, input: UserInput) -> Result<Done> {
    let user_id = input.user_id.ok_or_else(rules::not_visible)?;
    let view = op.view();
    let giver = Giver::of(&view)?;
    let old = rules::changeable_by(&view, &giver, user_id)?;
    same_as_read(&view, "用户", &old.real_name, &old.base)?;
    let name = input.name();
    let keep = |given: &Option<String>, old: &str| {
        given.as_ref().map_or_else(|| old.to_owned(), |text| text.trim().to_owned())
    };
    let mut user = User {
        real_name: name.unwrap_or_else(|| old.real_name.clone()),
        dept_id: input.dept_id.unwrap_or(old.dept_id),
        phonenumber: Phones::given(input.phonenumber.as_deref(), &old)?,
        email: keep(&input.email, &old.email),
        sex: input.sex.clone().filter(|sex| !sex.is_empty()).unwrap_or_else(|| old.sex.clone()),
        enabled: input.status.as_deref().map_or(old.enabled, |status| is_enabled(Some(status))),
        role_ids: input.role_ids.clone().map_or_else(|| old.role_ids.clone(), distinct),
        post_ids: input.post_ids.clone().map_or_else(|| old.post_ids.clone(), distinct),
        base: Base { remark: keep(&input.remark, &old.base.remark), ..old.base.clone() },
        ..old.clone()
    };
    rules::check_fields(&user)?;
    rules::check_unique(op, &mut user, Some(&old), "修改", &mut Clashes::default())?;
    let view = op.view();
    rules::check_dept(&view, user.dept_id, Some(old.dept_id))?;
    rules::check_roles(&view, &giver, &user, Some(&old))?;
    check_posts(&view, &user.post_ids)?;
    save(op, user, old.enabled)
}

fn save(op: &mut Op, mut user: User, was_enabled: bool) -> Result<Done> {
    user.base = user.base.changed(op);
    op.put(&user)?;
    if was_enabled && !user.enabled {
        sessions::end_all(op, user.user_id, None)?;
    }
    Ok(Done)
}

/// Several users.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ManyUsers {
    /// Comma ids of the path.
    pub user_ids: Vec<u64>,
}

/// DELETE /system/user/{ids}: all or none.
pub fn remove(op: &mut Op, input: ManyUsers) -> Result<Done> {
    if input.user_ids.is_empty() {
        return Err(AppError::refused("请选择要删除的用户"));
    }
    for user_id in distinct(input.user_ids) {
        if user_id == op.caller.user_id() {
            return Err(AppError::refused("当前用户不能删除"));
        }
        let mut user = rules::changeable(&op.view(), user_id)?;
        user.deleted = true;
        user.enabled = false;
        user.role_ids.clear();
        user.post_ids.clear();
        user.password_hash.clear();
        user.base = user.base.changed(op);
        op.put(&user)?;
        sessions::end_all(op, user_id, None)?;
        passwords::forget(op, user_id)?;
        let mut hooks = op.app.product.extensions::<PersonRemoved>();
        hooks.try_for_each(|PersonRemoved(forget)| forget(op, user_id))?;
    }
    Ok(Done)
}

/// Brought by a feature: forgets what it keeps of a person who was removed.
pub struct PersonRemoved(pub fn(&mut Op<'_, '_>, u64) -> Result<()>);

/// A user's status.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "UserStatus")]
pub struct Status {
    /// The person that it is about, by number.
    pub user_id: u64,
    /// "0" normal, "1" disabled.
    pub status: String,
}

pub fn change_status(op: &mut Op, input: Status) -> Result<Done> {
    if !matches!(input.status.as_str(), "0" | "1") {
        return Err(AppError::refused("状态不正确"));
    }
    let user = rules::changeable(&op.view(), input.user_id)?;
    if user.user_id == op.caller.user_id() && input.status == "1" {
        return Err(AppError::refused("不能停用当前登录的账号"));
    }
    let was = user.enabled;
    save(op, User { enabled: is_enabled(Some(&input.status)), ..user }, was)
}

/// A new password for somebody else.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reset {
    /// The person that it is about, by number.
    pub user_id: u64,
    /// The password; a one-time password is made when absent.
    pub password: Option<String>,
}

/// A reset ready for the transaction.
pub struct NewPassword {
    user_id: u64,
    hash: String,
    shown: Option<String>,
}

/// Checks and hashes outside the transaction.
pub fn prepare_reset(view: &View, input: Reset) -> Result<NewPassword> {
    let user = rules::changeable(view, input.user_id)?;
    let user_id = user.user_id;
    Ok(match input.password.filter(|password| !password.is_empty()) {
        Some(given) => {
            passwords::check(view.app, &given, &user.user_name, &user.real_name)?;
            NewPassword { user_id, hash: view.app.hasher.hash(&given)?, shown: None }
        }
        None => {
            let made = password::one_time();
            NewPassword { user_id, hash: password::hash_one_time(&made), shown: Some(made) }
        }
    })
}

/// What a reset answers.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ShownPassword {
    /// The one-time password, when none was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
}

/// PUT /system/user/resetPwd: ends the person's sessions; he must choose his own at sign-in.
pub fn reset_password(op: &mut Op, new: NewPassword) -> Result<Data<ShownPassword>> {
    let user = rules::changeable(&op.view(), new.user_id)?;
    set_password(op, user, new.hash)?;
    Ok(Data(ShownPassword { password: new.shown }))
}

/// Gives a user a password that he must change; ends his sessions and his lock.
pub fn set_password(op: &mut Op, mut user: User, hash: String) -> Result<()> {
    passwords::remember(op, &user)?;
    user.password_hash = hash;
    user.must_change_password = true;
    user.base = user.base.changed(op);
    op.put(&user)?;
    lock::clear(op, &user.user_name)?;
    sessions::end_all(op, user.user_id, None)
}

/// Roles of a user with those that may be given.
#[derive(Debug, Serialize, JsonSchema)]
pub struct HeldRoles {
    /// The person whose roles these are.
    pub user: UserOut,
    /// Roles, `flag` true when held.
    pub roles: Vec<RoleOut>,
}

pub fn held_roles(view: &View, input: OneUser) -> Result<Flat<HeldRoles>> {
    let user = rules::visible(view, input.user_id)?;
    let roles = offered_roles(view, user.user_id)?;
    Ok(Flat(HeldRoles { user: Shower::new(view).whole(&user)?, roles }))
}

/// The roles a user is to hold.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct GrantRoles {
    /// The person that it is about, by number.
    pub user_id: u64,
    /// All of them; empty clears.
    pub role_ids: Vec<u64>,
}

pub fn grant_roles(op: &mut Op, input: GrantRoles) -> Result<Done> {
    let giver = Giver::of(&op.view())?;
    let old = rules::changeable_by(&op.view(), &giver, input.user_id)?;
    let user = User { role_ids: distinct(input.role_ids), ..old.clone() };
    rules::check_roles(&op.view(), &giver, &user, Some(&old))?;
    save(op, user, old.enabled)
}

/// The super administrator of a fresh installation.
pub fn insert_first(op: &mut Op, user_name: &str, real_name: &str, hash: String, chosen: bool) -> Result<()> {
    let now = op.now;
    let mut user = User {
        user_id: SUPER_USER,
        role_ids: vec![SUPER_ROLE],
        password_hash: hash,
        must_change_password: !chosen,
        password_changed: chosen.then_some(now),
        ..UserInput { user_name: user_name.into(), real_name: Some(real_name.into()), ..UserInput::default() }.to_user()
    };
    rules::check_fields(&user)?;
    rules::check_unique(op, &mut user, None, "新增", &mut Clashes::default())?;
    op.raise::<User>(99)?;
    let base = Base::made(op, String::new());
    op.put(&User { base, ..user })?;
    Ok(())
}
