//! Departments on the wire (contract 2.0, 2.4).

use schemars::JsonSchema;
use serde::Serialize;

use crate::platform::identity::dept::Dept;
use crate::records::base::{BaseOut, status_text};

/// A department as clients see it; in list rows of users only id, name and leader are filled.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeptOut {
    /// Maker, changer, remark.
    #[serde(flatten)]
    pub base: BaseOut,
    /// Number of the department 部门.
    pub dept_id: u64,
    /// Parent; 0 = root.
    pub parent_id: Option<u64>,
    /// Ids from the root to the parent, `0,100,101`.
    pub ancestors: Option<String>,
    /// Name of the department 部门.
    pub dept_name: String,
    /// Place among its siblings.
    pub order_num: Option<i64>,
    /// Who leads the department 负责人, by name.
    pub leader: Option<String>,
    /// Number of the person who leads it, for approvals; 0 none.
    pub leader_id: Option<u64>,
    /// Number of the person in charge of it, for approvals; 0 none.
    pub in_charge_id: Option<u64>,
    /// Telephone number of the department.
    pub phone: Option<String>,
    /// Mail address.
    pub email: Option<String>,
    /// "0" normal, "1" disabled.
    pub status: Option<String>,
    /// "0" living.
    pub del_flag: Option<String>,
    /// Name of the parent (single record only).
    pub parent_name: Option<String>,
    /// Always empty; the client builds the tree.
    pub children: Vec<()>,
}

impl DeptOut {
    /// Id, name and leader only.
    pub fn brief(dept: &Dept) -> Self {
        Self {
            dept_id: dept.dept_id,
            dept_name: dept.dept_name.clone(),
            leader: Some(dept.leader.clone()),
            ..Self::default()
        }
    }
}

impl From<&Dept> for DeptOut {
    fn from(dept: &Dept) -> Self {
        Self {
            base: BaseOut::from(&dept.base),
            parent_id: Some(dept.parent_id),
            order_num: Some(dept.order_num),
            leader_id: Some(dept.leader_id),
            in_charge_id: Some(dept.in_charge_id),
            phone: Some(dept.phone.clone()),
            email: Some(dept.email.clone()),
            status: Some(status_text(dept.enabled)),
            del_flag: Some("0".into()),
            ..Self::brief(dept)
        }
    }
}

/// A node of a selection tree; leaves have no `children` key.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeptNode {
    /// Number that other records name it by.
    pub id: u64,
    /// What a choice is called.
    pub label: String,
    /// Whether it is disabled.
    pub disabled: bool,
    /// Users in it and below, where the tree is asked for with counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_count: Option<u64>,
    /// Nodes below.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<DeptNode>,
}
