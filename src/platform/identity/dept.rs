//! The stored department.

use serde::{Deserialize, Serialize};

use crate::columns::field::whole;
use crate::columns::{Field, Listed};
use crate::platform::base::Base;
use crate::store::{Index, Key, Record, id, key};

/// A node of the organisation tree. `ancestors` of the wire are computed, never stored.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dept {
    /// Number, given at creation.
    pub dept_id: u64,
    /// Parent department; 0 = root.
    pub parent_id: u64,
    /// Name, unique below the same parent.
    pub dept_name: String,
    /// Place among its siblings.
    pub order_num: i64,
    /// Name of the leader.
    pub leader: String,
    /// Number of the person who leads it, asked by approvals; 0 none. The text `leader` is for reading.
    #[serde(default)]
    pub leader_id: u64,
    /// Number of the person of the management who is in charge of it (分管领导); 0 none.
    #[serde(default)]
    pub in_charge_id: u64,
    pub phone: String,
    pub email: String,
    /// Whether new members may be put there.
    pub enabled: bool,
    /// Maker, changer, remark.
    pub base: Base,
}

/// Children of a department in order.
pub const BY_PARENT: Index<Dept> =
    Index { name: "dept/parent", unique: false, keys: |dept| vec![id(dept.parent_id).i64(dept.order_num)] };
/// Name below a parent.
pub const BY_NAME: Index<Dept> =
    Index { name: "dept/name", unique: true, keys: |dept| vec![key().u64(dept.parent_id).str(&dept.dept_name)] };
/// Who leads it.
pub const BY_LEADER: Index<Dept> = Index { name: "dept/leader", unique: false, keys: |dept| person(dept.leader_id) };
/// Who is in charge of it.
pub const BY_CHIEF: Index<Dept> =
    Index { name: "dept/in_charge", unique: false, keys: |dept| person(dept.in_charge_id) };

fn person(user_id: u64) -> Vec<Key> {
    if user_id == 0 { Vec::new() } else { vec![id(user_id)] }
}

impl Record for Dept {
    const TABLE: &'static str = "dept";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[BY_PARENT, BY_NAME, BY_LEADER, BY_CHIEF];
    fn id(&self) -> Key {
        id(self.dept_id)
    }
}

/// Number of the parent; 0 at the root.
pub const PARENT: Field<Dept> = Field::number("parentId", |dept| whole(dept.parent_id));
/// Name, found also by its pinyin.
pub const NAME: Field<Dept> = Field::person("deptName", |dept| dept.dept_name.clone());

impl Listed for Dept {
    const FIELDS: &'static [Field<Self>] = &[PARENT, NAME];
    const TITLE: &'static str = "deptName";
}
