//! Users on the wire (contract 2.0): every field of the family, both spellings of the name, never a
//! password.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::phones::Phones;
use crate::error::Result;
use crate::features::system::dept::wire::DeptOut;
use crate::features::system::role::wire::RoleOut;
use crate::op::View;
use crate::platform::identity::dept::Dept;
use crate::platform::identity::role::Role;
use crate::platform::identity::user::{LastSignIn, SUPER_USER, User};
use crate::records::base::{BaseOut, status_text};
use crate::records::lock;
use crate::store::{Reads, id};

/// A user as clients see him.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserOut {
    /// Maker, changer, remark.
    #[serde(flatten)]
    pub base: BaseOut,
    /// Number of the person 用户.
    pub user_id: u64,
    /// Department, null when none.
    pub dept_id: Option<u64>,
    /// Login name.
    pub user_name: String,
    /// Real name, the family's spelling.
    pub nick_name: String,
    /// Name of the person as in documents 姓名.
    pub real_name: String,
    /// Mail address.
    pub email: String,
    /// Mobile number.
    pub phonenumber: String,
    /// "0" male, "1" female, "2" unknown.
    pub sex: String,
    /// Path below the API, never null.
    pub avatar: String,
    /// "0" normal, "1" disabled.
    pub status: String,
    /// "0" living.
    pub del_flag: String,
    /// Address of the last sign-in.
    pub login_ip: String,
    /// Time of the last sign-in.
    pub login_date: Option<String>,
    /// When he last chose a password himself.
    pub pwd_update_date: Option<String>,
    /// His department.
    pub dept: Option<DeptOut>,
    /// His roles; empty in list rows.
    pub roles: Vec<RoleOut>,
    /// Names of his roles, comma-joined (list rows).
    pub role_names: String,
    /// Always null on the way out.
    pub role_ids: Option<Vec<u64>>,
    /// Always null on the way out.
    pub post_ids: Option<Vec<u64>>,
    /// Always null on the way out.
    pub role_id: Option<u64>,
    /// Whether he is the super administrator.
    pub admin: bool,
    /// Minutes until a lock after wrong passwords ends; 0 = not locked.
    pub lock_minutes: u64,
}

/// Looks names up once a page.
pub struct Shower<'v> {
    view: &'v View<'v>,
    phones: Phones,
    depts: HashMap<u64, Option<Dept>>,
    roles: HashMap<u64, Option<Role>>,
}

impl<'v> Shower<'v> {
    /// A shower on a snapshot.
    pub fn new(view: &'v View<'v>) -> Self {
        Self { view, phones: Phones::of(view), depts: HashMap::new(), roles: HashMap::new() }
    }

    /// A department by id.
    pub fn dept(&mut self, dept_id: u64) -> Result<Option<&Dept>> {
        if !self.depts.contains_key(&dept_id) {
            let found = if dept_id == 0 { None } else { self.view.tx.get(&id(dept_id))? };
            self.depts.insert(dept_id, found);
        }
        Ok(self.depts.get(&dept_id).and_then(Option::as_ref))
    }

    fn role(&mut self, role_id: u64) -> Result<Option<&Role>> {
        if !self.roles.contains_key(&role_id) {
            let found = self.view.tx.get(&id(role_id))?;
            self.roles.insert(role_id, found);
        }
        Ok(self.roles.get(&role_id).and_then(Option::as_ref))
    }

    /// A list row: department with name and leader only, no role objects.
    pub fn row(&mut self, user: &User) -> Result<UserOut> {
        let mut names = Vec::new();
        for role_id in &user.role_ids {
            if let Some(role) = self.role(*role_id)? {
                names.push(role.role_name.clone());
            }
        }
        let dept = self.dept(user.dept_id)?.map(DeptOut::brief);
        let last: Option<LastSignIn> = self.view.tx.get(&id(user.user_id))?;
        Ok(UserOut {
            base: BaseOut::from(&user.base),
            user_id: user.user_id,
            dept_id: Some(user.dept_id).filter(|dept| *dept != 0),
            user_name: user.user_name.clone(),
            nick_name: user.real_name.clone(),
            real_name: user.real_name.clone(),
            email: user.email.clone(),
            phonenumber: self.phones.shown(user),
            sex: user.sex.clone(),
            avatar: user.avatar.clone(),
            status: status_text(user.enabled),
            del_flag: "0".into(),
            login_ip: last.as_ref().map(|last| last.ip.clone()).unwrap_or_default(),
            login_date: last.map(|last| last.at.to_text()),
            pwd_update_date: user.password_changed.map(|at| at.to_text()),
            dept,
            roles: Vec::new(),
            role_names: names.join(","),
            role_ids: None,
            post_ids: None,
            role_id: None,
            admin: user.user_id == SUPER_USER,
            lock_minutes: lock::minutes_left(self.view, &user.user_name)?,
        })
    }

    /// The whole object, with department and roles.
    pub fn whole(&mut self, user: &User) -> Result<UserOut> {
        let mut shown = self.row(user)?;
        shown.dept = self.dept(user.dept_id)?.map(DeptOut::from);
        for role_id in &user.role_ids {
            if let Some(role) = self.role(*role_id)? {
                shown.roles.push(RoleOut::from(role));
            }
        }
        Ok(shown)
    }
}

/// What everybody signed in may know of a person (exempt from data scope: decisions/0001).
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonOut {
    /// Number of the person 用户.
    pub user_id: u64,
    /// Login name.
    pub user_name: String,
    /// Name of the person as in documents 姓名.
    pub real_name: String,
    /// Real name, the family's spelling.
    pub nick_name: String,
    /// Department, null when none.
    pub dept_id: Option<u64>,
    /// Its id and name.
    pub dept: Option<DeptOut>,
    /// Masked number, whole for those who may query this user.
    pub phonenumber: String,
    /// Path below the API.
    pub avatar: String,
}

impl Shower<'_> {
    /// The directory entry of a person.
    pub fn person(&mut self, user: &User) -> Result<PersonOut> {
        Ok(PersonOut {
            user_id: user.user_id,
            user_name: user.user_name.clone(),
            real_name: user.real_name.clone(),
            nick_name: user.real_name.clone(),
            dept_id: Some(user.dept_id).filter(|dept| *dept != 0),
            dept: self.dept(user.dept_id)?.map(DeptOut::brief),
            phonenumber: self.phones.shown(user),
            avatar: user.avatar.clone(),
        })
    }
}
