//! Roles on the wire (contract 3.1).

use schemars::JsonSchema;
use serde::Serialize;

use crate::platform::identity::role::{Role, SUPER_ROLE};
use crate::records::base::{BaseOut, status_text};

/// A role as clients see it. Its menus and departments come with their trees.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoleOut {
    /// Maker, changer, remark.
    #[serde(flatten)]
    pub base: BaseOut,
    /// Number of the role 角色.
    pub role_id: u64,
    /// Name of the role 角色.
    pub role_name: String,
    /// Name of the role that programs use, unique.
    pub role_key: String,
    /// Place in lists.
    pub role_sort: i64,
    /// "1" to "5", contract 2.9.
    pub data_scope: String,
    /// Whether the menu tree is linked.
    pub menu_check_strictly: bool,
    /// Whether the department tree is linked.
    pub dept_check_strictly: bool,
    /// Whether its holders must have a second factor.
    pub second_factor: bool,
    /// "0" normal, "1" disabled.
    pub status: String,
    /// "0" living.
    pub del_flag: String,
    /// Whether the user of the form holds it.
    pub flag: bool,
    /// Always null on the way out.
    pub menu_ids: Option<Vec<u64>>,
    /// Always null on the way out.
    pub dept_ids: Option<Vec<u64>>,
    /// Always null on the way out.
    pub permissions: Option<Vec<String>>,
    /// Whether it is the super administrator's.
    pub admin: bool,
}

impl From<&Role> for RoleOut {
    fn from(role: &Role) -> Self {
        Self {
            base: BaseOut::from(&role.base),
            role_id: role.role_id,
            role_name: role.role_name.clone(),
            role_key: role.role_key.clone(),
            role_sort: role.role_sort,
            data_scope: role.data_scope.to_string(),
            menu_check_strictly: role.menu_check_strictly,
            dept_check_strictly: role.dept_check_strictly,
            second_factor: role.second_factor,
            status: status_text(role.enabled),
            del_flag: "0".into(),
            flag: false,
            menu_ids: None,
            dept_ids: None,
            permissions: None,
            admin: role.role_id == SUPER_ROLE,
        }
    }
}
