//! The personal centre: everybody's own data, password and picture (contract 2.3). Acts on the
//! session's user only, whatever the body says.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::picture;
use super::sign_in::{stages, tries};
use crate::error::{AppError, Result};
use crate::features::system::post::record::Post;
use crate::features::system::user::phones::Phones;
use crate::features::system::user::wire::{Shower, UserOut};
use crate::features::system::user::{passwords, rules};
use crate::op::{Op, View, Who};
use crate::platform::identity::role::Role;
use crate::platform::identity::user::{BY_AVATAR, User};
use crate::platform::session::{Session, Stage};
use crate::records::clashes::Clashes;
use crate::records::lock::{self, Tried};
use crate::records::people::own;
use crate::records::sessions;
use crate::route::{Done, FileReply, Flat, Nothing, UploadedFile};
use crate::store::{Reads, id, key};

/// Own data with the names of roles and posts.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    /// The person who is signed in.
    pub data: UserOut,
    /// Role names, comma-joined.
    pub role_group: String,
    /// Post names, comma-joined.
    pub post_group: String,
}

pub fn show(view: &View, _: Nothing) -> Result<Flat<Profile>> {
    let user = own(view)?;
    let (mut roles, mut posts) = (Vec::new(), Vec::new());
    for role_id in &user.role_ids {
        roles.extend(view.tx.get::<Role>(&id(*role_id))?.map(|role| role.role_name));
    }
    for post_id in &user.post_ids {
        posts.extend(view.tx.get::<Post>(&id(*post_id))?.map(|post| post.post_name));
    }
    let data = Shower::new(view).whole(&user)?;
    Ok(Flat(Profile { data, role_group: roles.join(","), post_group: posts.join(",") }))
}

/// The four fields a person may change himself.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ProfileInput {
    /// Name of the person as in documents 姓名.
    pub real_name: Option<String>,
    /// Real name, the family's spelling.
    pub nick_name: Option<String>,
    /// Mobile number.
    pub phonenumber: Option<String>,
    /// Mail address.
    pub email: Option<String>,
    /// "0", "1", "2".
    pub sex: Option<String>,
}

pub fn update(op: &mut Op, input: ProfileInput) -> Result<Done> {
    let old = own(&op.view())?;
    let keep = |given: Option<String>, old: &str| given.map_or_else(|| old.to_owned(), |text| text.trim().to_owned());
    let mut user = User {
        real_name: keep(input.real_name.or(input.nick_name), &old.real_name),
        phonenumber: Phones::given(input.phonenumber.as_deref(), &old)?,
        email: keep(input.email, &old.email),
        sex: keep(input.sex, &old.sex),
        base: old.base.clone().changed(op),
        ..old.clone()
    };
    rules::check_fields(&user)?;
    rules::check_unique(op, &mut user, Some(&old), "修改", &mut Clashes::default())?;
    op.put(&user)?;
    Ok(Done)
}

/// Old and new password.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PasswordChange {
    /// Password in force.
    pub old_password: String,
    /// Password from now on; rules by /portal/passwordRules.
    pub new_password: String,
}

/// A change ready for the transaction.
pub struct ReadyChange {
    old_hash: String,
    /// `None` when the old password was wrong.
    new_hash: Option<String>,
}

/// What is said of a wrong old password.
fn wrong_old() -> AppError {
    AppError::refused("修改密码失败，旧密码错误")
}

/// Verifies the old password and hashes the new one.
pub fn prepare_password(view: &View, input: PasswordChange) -> Result<ReadyChange> {
    let user = own(view)?;
    if !tries::own_password(view, &user, "oldPassword", &input.old_password)? {
        return Ok(ReadyChange { old_hash: user.password_hash, new_hash: None });
    }
    if input.old_password == input.new_password {
        return Err(AppError::refused("新密码不能与旧密码相同"));
    }
    passwords::check(view.app, &input.new_password, &user.user_name, &user.real_name)?;
    passwords::must_be_new(view, &user, &input.new_password)?;
    Ok(ReadyChange { old_hash: user.password_hash, new_hash: Some(view.app.hasher.hash(&input.new_password)?) })
}

/// What a change of the password answers.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct PasswordChanged {
    /// Of the session that takes the place of one that waited for the change; absent when the session goes on.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub token: String,
    /// What is next; absent when its session is full.
    #[serde(skip_serializing_if = "Stage::is_full")]
    pub stage: Stage,
}

/// PUT /system/user/profile/updatePwd: ends the person's other sessions.
pub fn change_password(op: &mut Op, change: ReadyChange) -> Result<Flat<PasswordChanged>> {
    let user = own(&op.view())?;
    tries::must_be_open(&op.view(), &user.user_name)?;
    let Some(new_hash) = change.new_hash else {
        tries::refuse(op, &user.user_name, Tried::Password, wrong_old())?;
        return Ok(Flat(PasswordChanged::default()));
    };
    if user.password_hash != change.old_hash {
        return Err(wrong_old());
    }
    lock::succeeded(op, &user.user_name)?;
    let user_id = user.user_id;
    passwords::remember(op, &user)?;
    let user = User {
        password_hash: new_hash,
        must_change_password: false,
        password_changed: Some(op.now),
        base: user.base.clone().changed(op),
        ..user
    };
    op.put(&user)?;
    let keep = match &op.caller.who {
        Who::Person { session } => Some(session.clone()),
        _ => None,
    };
    sessions::end_all(op, user_id, keep.as_deref())?;
    let here: Option<Session> = keep.map_or(Ok(None), |session| op.view().tx.get(&key().str(&session)))?;
    let Some(waited) = here.filter(|session| session.stage == Stage::Password) else {
        return Ok(Flat(PasswordChanged::default()));
    };
    let next = stages::go_on(op, &user, waited)?;
    Ok(Flat(PasswordChanged { token: next.token, stage: next.stage }))
}

/// An uploaded picture.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct AvatarInput {
    /// The file.
    pub file: UploadedFile,
}

/// A stored picture.
pub struct StoredAvatar {
    path: String,
}

/// Decodes the picture (a renamed page is none) and stores it afresh as PNG, durably, before the record.
pub fn prepare_avatar(view: &View, input: AvatarInput) -> Result<StoredAvatar> {
    let png = picture::within(&input.file, 256, 256)?;
    let (hash, _) = view.app.blobs.put(&png[..], picture::LIMIT).map_err(AppError::internal)?;
    Ok(StoredAvatar { path: format!("/profile/avatar/{hash}.png") })
}

/// Where the picture is now.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AvatarOut {
    /// Path below the API.
    pub img_url: String,
}

pub fn set_avatar(op: &mut Op, stored: StoredAvatar) -> Result<Flat<AvatarOut>> {
    let user = own(&op.view())?;
    op.put(&User { avatar: stored.path.clone(), base: user.base.clone().changed(op), ..user })?;
    Ok(Flat(AvatarOut { img_url: stored.path }))
}

/// Name of a picture.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct AvatarName {
    /// `<hash>.png`
    pub name: String,
}

/// GET /profile/avatar/{name}: pictures that are somebody's avatar, and nothing else of the blobs.
pub fn avatar(view: &View, input: AvatarName) -> Result<FileReply> {
    let missing = || AppError::refused("图片不存在");
    let path = format!("/profile/avatar/{}", input.name);
    if view.tx.one(&BY_AVATAR, &key().str(&path))?.is_none() {
        return Err(missing());
    }
    let hash = input.name.strip_suffix(".png").ok_or_else(missing)?;
    let path = view.app.blobs.path(hash).map_err(|_| missing())?;
    Ok(FileReply { path, name: "avatar.png".into(), content_type: "image/png", inline: true, delete_after: None })
}
