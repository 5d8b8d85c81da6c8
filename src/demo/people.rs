//! Who the demonstration people are.
//!
//! The first eighteen are functions with a number (`zichan01` 资产管理员01), as the pictures of the
//! design show them; the rest have invented names from `data/demo-names.toml`.

use std::collections::HashSet;

use serde::Deserialize;

use super::city;
use super::dice::Dice;
use super::size::Size;
use crate::error::{AppError, Result};
use crate::features::system::post::record::Post;
use crate::kernel::carried;
use crate::op::View;
use crate::platform::identity::dept::Dept;
use crate::platform::identity::role::BY_KEY;
use crate::platform::identity::user::User;
use crate::records::base::Base;
use crate::store::{Reads, key};

/// The account that every size has; tells whether demonstration people exist.
pub(super) const FIRST_ACCOUNT: &str = "zichan01";
/// The last account of the standard size.
pub(super) const LAST_ACCOUNT: &str = "demo00039";
/// Remark of everything made here.
pub(super) const REMARK: &str = "演示数据";
/// First telephone number; the last four digits count the people.
const PHONES: u64 = 199_0000_0000;
/// Seed of the generator: changing it changes everybody's name.
const SEED: u64 = 0x67_78_2d_70_6f_72_74_61;

/// Login name without number, name without number, how many, role, department, post.
const FUNCTIONS: [(&str, &str, u64, &str, &str, &str); 9] = [
    ("zichan", "资产管理员", 2, "assetmgr", "资产管理科", "chief"),
    ("jingban", "经办员", 5, "leaseclerk", "租赁管理科", "clerk"),
    ("zulin", "租赁管理员", 2, "leasemgr", "租赁管理科", "chief"),
    ("caiwu", "财务", 3, "finance", "财务科", "accountant"),
    ("chuna", "出纳", 2, "cashier", "财务科", "accountant"),
    ("fawu", "法务", 1, "viewer", "政策法规科", "clerk"),
    ("shenji", "审计", 1, "auditor", "办公室", "chief"),
    ("xitong", "系统管理员", 1, "sysadmin", "信息化科", "chief"),
    ("lingdao", "局领导", 1, "leader", "局机关", "leader"),
];

/// Roles that people are given.
const ROLES: [&str; 12] = [
    "sysadmin",
    "deptadmin",
    "clerk",
    "assetmgr",
    "leasemgr",
    "cashier",
    "finance",
    "auditor",
    "leader",
    "leaseclerk",
    "viewer",
    "unitviewer",
];

/// What somebody does.
enum Trade {
    Administers,
    LooksAfterPeople,
    Clerk,
    Looks,
}

/// Roles by trade, such that nobody meets an empty portal: assets lie in the units, so who works in one sees what is its own,
/// and who works in a section of the bureau sees what all units have.
const fn roles_of(trade: &Trade, in_unit: bool) -> &'static [&'static str] {
    match (trade, in_unit) {
        (Trade::Administers, _) => &["sysadmin"],
        (Trade::LooksAfterPeople, true) => &["deptadmin", "unitviewer"],
        (Trade::LooksAfterPeople, false) => &["deptadmin", "viewer"],
        (Trade::Clerk, true) => &["clerk"],
        (Trade::Clerk, false) => &["leaseclerk"],
        (Trade::Looks, true) => &["unitviewer"],
        (Trade::Looks, false) => &["viewer"],
    }
}

#[derive(Deserialize)]
struct Names {
    surnames: Vec<String>,
    given: Vec<String>,
}

/// The installation's departments, roles and posts, ready to be dealt out.
pub(super) struct Plan {
    size: Size,
    names: Names,
    depts: Vec<Dept>,
    /// Departments that have assets.
    units: HashSet<u64>,
    posts: Vec<Post>,
    roles: Vec<(&'static str, u64)>,
}

impl Plan {
    /// Looks up what people can be given.
    ///
    /// # Errors
    /// Roles or departments of a fresh installation are missing.
    pub(super) fn new(view: &View, size: Size) -> Result<Self> {
        let names: Names = carried::read("demo-names.toml", include_str!("../../data/demo-names.toml"))?;
        let mut roles = Vec::new();
        for role_key in ROLES {
            let role = view.tx.one(&BY_KEY, &key().str(role_key))?;
            let role = role.ok_or_else(|| {
                AppError::refused(format!("没有权限字符为 {role_key} 的角色，演示数据需要初始化时自带的角色"))
            })?;
            roles.push((role_key, role.role_id));
        }
        let depts: Vec<Dept> = view.tx.all::<Dept>()?.into_iter().filter(|dept| dept.enabled).collect();
        if depts.is_empty() {
            return Err(AppError::refused("没有可用的部门，请先在部门管理中新增部门"));
        }
        // The twelve assets of the small city do not reach every unit.
        let names_of_units = if size == Size::Small { HashSet::new() } else { city::units()? };
        let units = depts.iter().filter(|dept| names_of_units.contains(&dept.dept_name)).map(|dept| dept.dept_id);
        let units = units.collect();
        let posts = view.tx.all::<Post>()?.into_iter().filter(|post| post.enabled).collect();
        Ok(Self { size, names, depts, units, posts, roles })
    }

    fn role(&self, role_key: &str) -> Vec<u64> {
        self.roles.iter().filter(|(known, _)| *known == role_key).map(|(_, role)| *role).collect()
    }

    /// Everybody, in the order of their numbers; without password and number.
    pub(super) fn people(&self) -> Result<Vec<User>> {
        let mut dice = Dice::new(SEED);
        let mut people = self.functions();
        let total = self.size.people();
        while people.len() < total {
            let number = people.len() as u64;
            let surname = dice.pick(&self.names.surnames)?;
            let mut name = format!("{surname}{}", dice.pick(&self.names.given)?);
            if dice.below(3) > 0 {
                name.push_str(dice.pick(&self.names.given)?);
            }
            let trade = match dice.below(100) {
                0 => Trade::Administers,
                1..=7 => Trade::LooksAfterPeople,
                8..=59 => Trade::Clerk,
                _ => Trade::Looks,
            };
            let dept = self.a_department(&mut dice)?;
            let roles = roles_of(&trade, self.units.contains(&dept));
            let roles = roles.iter().flat_map(|role_key| self.role(role_key)).collect();
            let posts = if self.posts.is_empty() || dice.below(10) == 0 {
                Vec::new()
            } else {
                vec![dice.pick(&self.posts)?.post_id]
            };
            let sex = if dice.below(2) == 0 { "0" } else { "1" };
            let enabled = dice.below(20) != 0;
            let account = format!("demo{number:05}");
            people.push(user(account, name, number, dept, roles, posts, sex, enabled));
        }
        Ok(people)
    }

    /// Leaves hold most people; the bureau itself and its three branches few.
    fn a_department(&self, dice: &mut Dice) -> Result<u64> {
        let picked = dice.pick(&self.depts)?;
        let is_leaf = !self.depts.iter().any(|dept| dept.parent_id == picked.dept_id);
        if is_leaf || dice.below(6) == 0 {
            return Ok(picked.dept_id);
        }
        Ok(dice.pick(&self.depts)?.dept_id)
    }

    fn functions(&self) -> Vec<User> {
        let mut people = Vec::new();
        for (account, name, count, role_key, dept_name, post_code) in FUNCTIONS {
            let dept = self.depts.iter().find(|dept| dept.dept_name == dept_name).or(self.depts.first());
            let dept = dept.map_or(0, |dept| dept.dept_id);
            let posts: Vec<u64> =
                self.posts.iter().filter(|post| post.post_code == post_code).map(|post| post.post_id).collect();
            for place in 1..=count {
                let (account, name) = (format!("{account}{place:02}"), format!("{name}{place:02}"));
                let enabled = account != "chuna02";
                let number = people.len() as u64;
                people.push(user(account, name, number, dept, self.role(role_key), posts.clone(), "2", enabled));
            }
        }
        people
    }
}

#[expect(clippy::too_many_arguments, reason = "a row of a table, written down once")]
fn user(
    user_name: String,
    real_name: String,
    number: u64,
    dept_id: u64,
    role_ids: Vec<u64>,
    post_ids: Vec<u64>,
    sex: &str,
    enabled: bool,
) -> User {
    User {
        user_name,
        real_name,
        dept_id,
        phonenumber: (PHONES + number).to_string(),
        sex: sex.to_owned(),
        enabled,
        role_ids,
        post_ids,
        must_change_password: true,
        base: Base::remarked(REMARK),
        ..User::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_size_has_telephone_numbers_enough() {
        assert_eq!((PHONES + Size::Stress.people() as u64 - 1).to_string(), "19900009999");
    }
}
