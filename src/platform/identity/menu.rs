//! The stored menu entry.

use serde::{Deserialize, Serialize};

use crate::platform::base::Base;
use crate::store::{Index, Key, Record, id, key};

/// A directory (M), a page (C) or a button (F) of the menu tree; buttons only carry a permission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Menu {
    /// Number, given at creation.
    pub menu_id: u64,
    /// Title, unique below the same parent.
    pub menu_name: String,
    /// Parent entry; 0 = root.
    pub parent_id: u64,
    /// Place among its siblings.
    pub order_num: i64,
    /// Path of the route, or an address when it is external.
    pub path: String,
    /// Name of the page component, e.g. `system/user/index`.
    pub component: String,
    /// JSON text of fixed query parameters.
    pub query: String,
    /// Name of the route when the capitalised path would not be unique.
    pub route_name: String,
    /// Wire `isFrame` "0": opens an external address.
    pub is_external: bool,
    /// Wire `isCache` "0": the page is kept alive.
    pub is_cached: bool,
    /// "M", "C" or "F".
    pub menu_type: String,
    /// Wire `visible` "0".
    pub is_visible: bool,
    /// Wire `status` "0".
    pub enabled: bool,
    /// Permission string, empty for directories.
    pub perms: String,
    pub icon: String,
    /// Maker, changer, remark.
    pub base: Base,
}

/// Children of an entry in order.
pub const BY_PARENT: Index<Menu> =
    Index { name: "menu/parent", unique: false, keys: |menu| vec![id(menu.parent_id).i64(menu.order_num)] };
/// Title below a parent.
pub const BY_NAME: Index<Menu> =
    Index { name: "menu/name", unique: true, keys: |menu| vec![key().u64(menu.parent_id).str(&menu.menu_name)] };

impl Record for Menu {
    const TABLE: &'static str = "menu";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[BY_PARENT, BY_NAME];
    fn id(&self) -> Key {
        id(self.menu_id)
    }
}
