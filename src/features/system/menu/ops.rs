//! The operations on menu entries.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{AppError, Result};
use crate::features::system::dept::ops::OfRole;
use crate::features::system::grants::{Giver, holds_himself};
use crate::kernel::text::like_filter;
use crate::kernel::{check, tree};
use crate::op::{Op, View};
use crate::platform::identity::menu::{BY_NAME, BY_PARENT, Menu};
use crate::platform::identity::role::{BY_MENU, Role};
use crate::records::base::{Base, BaseOut, is_enabled, same_as_read, status_text};
use crate::route::{Data, Done, Flat};
use crate::store::{Reads, id, key};

/// A menu entry as clients see it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MenuOut {
    /// Maker, changer, remark.
    #[serde(flatten)]
    pub base: BaseOut,
    /// Number of the menu entry 菜单.
    pub menu_id: u64,
    /// What the menu entry is called.
    pub menu_name: String,
    /// Always null.
    pub parent_name: Option<String>,
    /// Parent; 0 = root.
    pub parent_id: u64,
    /// Place among its siblings.
    pub order_num: i64,
    /// Path or address.
    pub path: String,
    /// Page component.
    pub component: String,
    /// JSON text of fixed query parameters.
    pub query: String,
    /// Route name.
    pub route_name: String,
    /// "0" external address, "1" not.
    pub is_frame: String,
    /// "0" kept alive, "1" not.
    pub is_cache: String,
    /// M, C or F.
    pub menu_type: String,
    /// "0" shown, "1" hidden.
    pub visible: String,
    /// "0" normal, "1" disabled.
    pub status: String,
    /// Permission that it stands for, `module:thing:deed`; empty: none.
    pub perms: String,
    /// Name of the icon that the menu shows; empty: none.
    pub icon: String,
    /// Always empty; the client builds the tree.
    pub children: Vec<()>,
}

impl From<&Menu> for MenuOut {
    fn from(menu: &Menu) -> Self {
        Self {
            base: BaseOut::from(&menu.base),
            menu_id: menu.menu_id,
            menu_name: menu.menu_name.clone(),
            parent_name: None,
            parent_id: menu.parent_id,
            order_num: menu.order_num,
            path: menu.path.clone(),
            component: menu.component.clone(),
            query: menu.query.clone(),
            route_name: menu.route_name.clone(),
            is_frame: status_text(menu.is_external),
            is_cache: status_text(menu.is_cached),
            menu_type: menu.menu_type.clone(),
            visible: status_text(menu.is_visible),
            status: status_text(menu.enabled),
            perms: menu.perms.clone(),
            icon: menu.icon.clone(),
            children: Vec::new(),
        }
    }
}

/// Filters of the menu list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListMenus {
    /// Part of the title.
    pub menu_name: Option<String>,
    /// "0" shown, "1" hidden.
    pub visible: Option<String>,
    /// "0" normal, "1" disabled.
    pub status: Option<String>,
}

fn matching(view: &View, query: &ListMenus) -> Result<Vec<Menu>> {
    let is =
        |wanted: &Option<String>, value: String| wanted.as_deref().is_none_or(|text| text.is_empty() || text == value);
    let mut rows: Vec<Menu> = view.tx.by(&BY_PARENT, &key(), false, 0, usize::MAX)?;
    rows.retain(|menu| {
        view.caller.rights.has_menu(menu.menu_id)
            && like_filter(&menu.menu_name, query.menu_name.as_deref())
            && is(&query.visible, status_text(menu.is_visible))
            && is(&query.status, status_text(menu.enabled))
    });
    Ok(rows)
}

/// GET /system/menu/list: flat, ordered by parent and place; what the caller holds himself.
pub fn list(view: &View, query: ListMenus) -> Result<Data<Vec<MenuOut>>> {
    Ok(Data(matching(view, &query)?.iter().map(MenuOut::from).collect()))
}

/// One entry.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OneMenu {
    /// Number of the menu entry 菜单.
    pub menu_id: u64,
}

fn existing(view: &View, menu_id: u64) -> Result<Menu> {
    let menu: Option<Menu> = view.tx.get(&id(menu_id))?;
    menu.filter(|_| view.caller.rights.has_menu(menu_id))
        .ok_or_else(|| AppError::refused("菜单不存在，可能已被删除，请刷新后重试"))
}

pub fn show(view: &View, input: OneMenu) -> Result<Data<MenuOut>> {
    Ok(Data(MenuOut::from(&existing(view, input.menu_id)?)))
}

/// A node of a selection tree; leaves have no `children` key.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct MenuNode {
    /// Number that other records name it by.
    pub id: u64,
    /// Title.
    pub label: String,
    /// Whether it is disabled.
    pub disabled: bool,
    /// Nodes below.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<MenuNode>,
}

fn nodes(rows: Vec<Menu>) -> Vec<MenuNode> {
    tree::nest(
        rows,
        |menu| menu.menu_id,
        |menu| menu.parent_id,
        |menu, children| MenuNode { id: menu.menu_id, label: menu.menu_name, disabled: !menu.enabled, children },
    )
}

pub fn tree(view: &View, query: ListMenus) -> Result<Data<Vec<MenuNode>>> {
    Ok(Data(nodes(matching(view, &query)?)))
}

/// Tree with the menus of a role.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RoleMenuTree")]
pub struct RoleTree {
    /// Ids granted, without derivable parents when the role's tree is linked.
    pub checked_keys: Vec<u64>,
    /// All entries the caller holds.
    pub menus: Vec<MenuNode>,
}

pub fn role_tree(view: &View, input: OfRole) -> Result<Flat<RoleTree>> {
    let role: Option<Role> = view.tx.get(&id(input.role_id))?;
    let rows = matching(view, &ListMenus::default())?;
    let links: Vec<(u64, u64)> = rows.iter().map(|menu| (menu.menu_id, menu.parent_id)).collect();
    let checked_keys = match role {
        Some(role) if role.menu_check_strictly => tree::without_parents(&role.menu_ids, &links),
        Some(role) => role.menu_ids,
        None => Vec::new(),
    };
    Ok(Flat(RoleTree { checked_keys, menus: nodes(rows) }))
}

/// An entry as a form sends it.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct MenuInput {
    /// Which; absent for a new one.
    pub menu_id: Option<u64>,
    /// What the menu entry is called.
    pub menu_name: String,
    /// Parent; 0 = root.
    pub parent_id: Option<u64>,
    /// Place among its siblings.
    pub order_num: Option<i64>,
    /// Path or address.
    pub path: Option<String>,
    /// Page component.
    pub component: Option<String>,
    /// JSON text of fixed query parameters.
    pub query: Option<String>,
    /// Route name.
    pub route_name: Option<String>,
    /// "0" external address.
    pub is_frame: Option<String>,
    /// "0" kept alive.
    pub is_cache: Option<String>,
    /// M, C or F.
    pub menu_type: Option<String>,
    /// "0" shown.
    pub visible: Option<String>,
    /// "0" normal.
    pub status: Option<String>,
    /// Permission that it stands for, `module:thing:deed`; empty: none.
    pub perms: Option<String>,
    /// Name of the icon that the menu shows; empty: none.
    pub icon: Option<String>,
    /// Remark in free text; empty: none.
    pub remark: Option<String>,
}

impl MenuInput {
    fn to_menu(&self, menu_id: u64) -> Result<Menu> {
        let text = |text: &Option<String>| text.as_deref().unwrap_or_default().trim().to_owned();
        check::required("menuName", &self.menu_name, "菜单名称不能为空")?;
        check::at_most("menuName", self.menu_name.trim(), 50, "菜单名称长度不能超过50个字符")?;
        let menu_type = text(&self.menu_type);
        if !matches!(menu_type.as_str(), "M" | "C" | "F") {
            return Err(AppError::refused("菜单类型不能为空").at("menuType"));
        }
        let menu = Menu {
            menu_id,
            menu_name: self.menu_name.trim().to_owned(),
            parent_id: self.parent_id.unwrap_or(0),
            order_num: self.order_num.ok_or_else(|| AppError::refused("显示顺序不能为空").at("orderNum"))?,
            path: text(&self.path),
            component: text(&self.component),
            query: text(&self.query),
            route_name: text(&self.route_name),
            is_external: self.is_frame.as_deref() == Some("0"),
            is_cached: is_enabled(self.is_cache.as_deref()),
            menu_type,
            is_visible: is_enabled(self.visible.as_deref()),
            enabled: is_enabled(self.status.as_deref()),
            perms: text(&self.perms),
            icon: text(&self.icon),
            base: Base { remark: text(&self.remark), ..Base::default() },
        };
        check::at_most("path", &menu.path, 200, "路由地址不能超过200个字符")?;
        check::at_most("component", &menu.component, 200, "组件路径不能超过255个字符")?;
        check::at_most("perms", &menu.perms, 100, "权限标识长度不能超过100个字符")?;
        check::at_most("query", &menu.query, 255, "路由参数不能超过255个字符")?;
        check::at_most("routeName", &menu.route_name, 50, "路由名称不能超过50个字符")?;
        check::at_most("icon", &menu.icon, 100, "图标名称不能超过100个字符")?;
        check::remark(&menu.base.remark)?;
        if menu.menu_type != "F" && menu.path.is_empty() {
            return Err(AppError::refused("路由地址不能为空").at("path"));
        }
        if menu.perms == crate::platform::identity::rights::ALL_PERMISSIONS {
            return Err(AppError::refused("权限标识不能使用 *:*:*").at("perms"));
        }
        Ok(menu)
    }
}

fn check_place(view: &View, menu: &Menu, verb: &str) -> Result<()> {
    let failed = |why: &str| AppError::refused(format!("{verb}菜单'{}'失败，{why}", menu.menu_name));
    if menu.parent_id != 0 && view.tx.get::<Menu>(&id(menu.parent_id))?.is_none() {
        return Err(failed("上级菜单不存在").at("parentId"));
    }
    let other = view.tx.one(&BY_NAME, &key().u64(menu.parent_id).str(&menu.menu_name))?;
    if other.is_some_and(|other| other.menu_id != menu.menu_id) {
        return Err(failed("菜单名称已存在").at("menuName"));
    }
    if menu.is_external && !menu.path.starts_with("http://") && !menu.path.starts_with("https://") {
        return Err(failed("地址必须以http(s)://开头").at("path"));
    }
    let siblings: Vec<Menu> = view.tx.by(&BY_PARENT, &id(menu.parent_id), false, 0, usize::MAX)?;
    let same_path = siblings.iter().any(|other| {
        other.menu_id != menu.menu_id && menu.menu_type != "F" && other.menu_type != "F" && other.path == menu.path
    });
    if same_path {
        return Err(failed("路由名称或地址已存在").at("path"));
    }
    Ok(())
}

/// Brought by a feature that keeps entries of the menu: the refusal of a change that is not the administrator's.
pub struct ManagedMenu(pub fn(&View<'_>, &Menu) -> Result<Option<AppError>>);

fn check_managed(view: &View, menu: &Menu) -> Result<()> {
    for ManagedMenu(managed) in view.app.product.extensions::<ManagedMenu>() {
        if let Some(refusal) = managed(view, menu)? {
            return Err(refusal);
        }
    }
    Ok(())
}

pub fn create(op: &mut Op, input: MenuInput) -> Result<Done> {
    let menu = input.to_menu(0)?;
    check_place(&op.view(), &menu, "新增")?;
    let menu_id = op.next_id::<Menu>()?;
    let base = Base::made(op, menu.base.remark.clone());
    op.put(&Menu { menu_id, base, ..menu })?;
    Ok(Done)
}

/// Renaming a permission gives it to everybody who holds the entry, for the rows that his role reaches.
fn check_holders(view: &View, menu: &Menu) -> Result<()> {
    let refused = || AppError::refused(format!("不能授予自己没有的权限：{}", menu.perms));
    if !view.caller.rights.holds(&menu.perms) {
        return Err(refused());
    }
    let giver = Giver::of(view)?;
    for role in view.tx.by(&BY_MENU, &id(menu.menu_id), false, 0, usize::MAX)? {
        if !giver.may_add_to_holders(view, &role, &menu.perms)? {
            return Err(refused());
        }
        // A right to decide is nothing that somebody gives himself.
        if menu.perms.ends_with(":approve") && holds_himself(view, role.role_id)? {
            let said = format!("不能为本人所持角色“{}”增加审批权限，请由其他管理员办理", role.role_name);
            return Err(AppError::refused(said));
        }
    }
    Ok(())
}

pub fn update(op: &mut Op, input: MenuInput) -> Result<Done> {
    let view = op.view();
    let old = existing(&view, input.menu_id.unwrap_or(0))?;
    same_as_read(&view, "菜单", &old.menu_name, &old.base)?;
    let menu = input.to_menu(old.menu_id)?;
    if menu.parent_id == menu.menu_id {
        return Err(AppError::refused(format!("修改菜单'{}'失败，上级菜单不能选择自己", menu.menu_name)));
    }
    let links: Vec<(u64, u64)> = view.tx.all::<Menu>()?.iter().map(|menu| (menu.menu_id, menu.parent_id)).collect();
    if tree::descendants(&links, menu.menu_id).contains(&menu.parent_id) {
        return Err(AppError::refused(format!("修改菜单'{}'失败，上级菜单不能选择自己的下级菜单", menu.menu_name)));
    }
    let own = |menu: &Menu| (menu.perms.clone(), menu.component.clone(), menu.path.clone(), menu.menu_type.clone());
    if own(&menu) != own(&old) {
        check_managed(&view, &old)?;
    }
    if menu.perms != old.perms && !menu.perms.is_empty() {
        check_holders(&view, &menu)?;
    }
    check_place(&view, &menu, "修改")?;
    let base = Base { remark: menu.base.remark.clone(), ..old.base }.changed(op);
    op.put(&Menu { base, ..menu })?;
    Ok(Done)
}

/// New places of entries, as parallel comma lists.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "MenuSorting")]
pub struct Sorting {
    /// Menu entries by number, in the order of `orderNums`.
    pub menu_ids: Vec<u64>,
    /// New places, one for each number before.
    pub order_nums: Vec<i64>,
}

pub fn update_sort(op: &mut Op, input: Sorting) -> Result<Done> {
    if input.menu_ids.len() != input.order_nums.len() {
        return Err(AppError::refused("保存排序异常，请联系管理员"));
    }
    for (menu_id, order_num) in input.menu_ids.into_iter().zip(input.order_nums) {
        let mut menu = existing(&op.view(), menu_id)?;
        menu.order_num = order_num;
        menu.base = menu.base.changed(op);
        op.put(&menu)?;
    }
    Ok(Done)
}

pub fn remove(op: &mut Op, input: OneMenu) -> Result<Done> {
    let view = op.view();
    check_managed(&view, &existing(&view, input.menu_id)?)?;
    if view.tx.count_by(&BY_PARENT, &id(input.menu_id))? > 0 {
        return Err(AppError::refused("存在子菜单,不允许删除"));
    }
    if view.tx.count_by(&BY_MENU, &id(input.menu_id))? > 0 {
        return Err(AppError::refused("菜单已分配,不允许删除"));
    }
    op.delete::<Menu>(&id(input.menu_id))?;
    Ok(Done)
}
