//! The stored role.

use serde::{Deserialize, Serialize};

use crate::columns::field::{second, whole};
use crate::columns::{Field, Listed};
use crate::platform::base::Base;
use crate::store::{Index, Key, Record, id, key};

/// The super administrator's role: never changed, never granted.
pub const SUPER_ROLE: u64 = 1;

/// A set of rights with the rows they reach.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Role {
    /// Number, given at creation.
    pub role_id: u64,
    pub role_name: String,
    /// Key sent to clients in `roles`, unique.
    pub role_key: String,
    /// Place in lists.
    pub role_sort: i64,
    /// 1 all, 2 chosen departments, 3 own, 4 own and below, 5 self (contract 2.9).
    pub data_scope: u8,
    /// Whether the menu tree of the form links parents and children.
    pub menu_check_strictly: bool,
    /// Whether the department tree of the form links parents and children.
    pub dept_check_strictly: bool,
    /// Whether it counts.
    pub enabled: bool,
    /// Menus granted, half-checked parents included.
    pub menu_ids: Vec<u64>,
    /// Departments of data scope 2.
    pub dept_ids: Vec<u64>,
    /// Whether its holders must have a second factor, where `sys.account.otp` goes by roles.
    #[serde(default)]
    pub second_factor: bool,
    /// Maker, changer, remark.
    pub base: Base,
}

/// Role by key.
pub const BY_KEY: Index<Role> = Index { name: "role/key", unique: true, keys: |role| vec![key().str(&role.role_key)] };
/// Role by name.
pub const BY_NAME: Index<Role> =
    Index { name: "role/name", unique: true, keys: |role| vec![key().str(&role.role_name)] };
/// Roles in list order.
pub const BY_SORT: Index<Role> =
    Index { name: "role/sort", unique: false, keys: |role| vec![key().i64(role.role_sort)] };
/// Roles that grant a menu.
pub const BY_MENU: Index<Role> =
    Index { name: "role/menu", unique: false, keys: |role| role.menu_ids.iter().map(|menu| id(*menu)).collect() };

impl Record for Role {
    const TABLE: &'static str = "role";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[BY_KEY, BY_NAME, BY_SORT, BY_MENU];
    fn id(&self) -> Key {
        id(self.role_id)
    }
}

pub const NUMBER: Field<Role> = Field::number("roleId", |role| whole(role.role_id));
pub const NAME: Field<Role> = Field::name("roleName", |role| role.role_name.clone());
pub const KEY: Field<Role> = Field::name("roleKey", |role| role.role_key.clone());
/// Whether it counts, as lists say it.
pub const STATUS: Field<Role> = Field::word("status", &["0", "1"], |role| i64::from(!role.enabled));
/// When it was made.
pub const CREATED: Field<Role> = Field::number("createTime", |role| second(role.base.create_time));

impl Listed for Role {
    const FIELDS: &'static [Field<Self>] = &[
        NUMBER,
        NAME,
        KEY,
        STATUS,
        CREATED,
        Field::number("roleSort", |role| role.role_sort),
        Field::name("dataScope", |role| role.data_scope.to_string()),
    ];
    const TITLE: &'static str = "roleName";
}
