//! GET /getRouters: the menu that a person's browser builds its routes from (contract 4).

use std::collections::HashSet;

use serde::Serialize;
use serde_json::Value;

use crate::error::{AppError, Result};
use crate::kernel::{pinyin, tree};
use crate::op::View;
use crate::platform::identity::menu::{BY_PARENT, Menu};
use crate::route::{Nothing, Ready};
use crate::store::{Reads, key};

/// A route entry; empty and absent values are dropped.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Router {
    #[serde(skip_serializing_if = "String::is_empty")]
    name: String,
    path: String,
    hidden: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    redirect: Option<&'static str>,
    component: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    query: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    always_show: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    meta: Option<Meta>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    children: Vec<Router>,
}

/// Title and icon of an entry.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Meta {
    title: String,
    icon: String,
    no_cache: bool,
    link: Option<String>,
    /// Full pinyin and initials of the title, so that browsers find pages by them without a table of their own.
    pinyin: [String; 2],
}

fn capitalised(path: &str) -> String {
    let mut chars = path.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

fn is_address(path: &str) -> bool {
    path.starts_with("http://") || path.starts_with("https://")
}

fn meta(menu: &Menu) -> Meta {
    Meta {
        title: menu.menu_name.clone(),
        icon: menu.icon.clone(),
        no_cache: !menu.is_cached,
        link: is_address(&menu.path).then(|| menu.path.clone()),
        pinyin: [pinyin::full(&menu.menu_name), pinyin::initials(&menu.menu_name)],
    }
}

fn route_name(menu: &Menu) -> String {
    if menu.route_name.is_empty() { capitalised(&menu.path) } else { menu.route_name.clone() }
}

/// One entry with its children (contract 4.3).
fn entry(menu: &Menu, children: Vec<Router>) -> Router {
    let at_root = menu.parent_id == 0;
    let is_directory = menu.menu_type == "M";
    if at_root && !is_directory && !menu.is_external {
        // A page at the root sits in a frame of its own, whose meta is dropped.
        let page = Router {
            name: route_name(menu),
            path: menu.path.clone(),
            component: menu.component.clone(),
            query: menu.query.clone(),
            meta: Some(meta(menu)),
            ..Router::default()
        };
        return Router {
            path: "/".into(),
            hidden: !menu.is_visible,
            component: "Layout".into(),
            children: vec![page],
            ..Router::default()
        };
    }
    let folder = is_directory && !menu.is_external && !children.is_empty();
    let default = if at_root || menu.is_external { "Layout" } else { "ParentView" };
    Router {
        name: route_name(menu),
        path: if at_root && !menu.is_external {
            format!("/{}", menu.path.trim_start_matches('/'))
        } else {
            menu.path.clone()
        },
        hidden: !menu.is_visible,
        redirect: folder.then_some("noRedirect"),
        component: if menu.component.is_empty() { default.into() } else { menu.component.clone() },
        query: menu.query.clone(),
        always_show: folder.then_some(true),
        meta: Some(meta(menu)),
        children,
    }
}

/// The tree of directories and pages among enabled entries; entries whose parent is missing are lost.
pub fn build(menus: Vec<Menu>) -> Vec<Router> {
    let shown: Vec<Menu> =
        menus.into_iter().filter(|menu| menu.enabled && matches!(menu.menu_type.as_str(), "M" | "C")).collect();
    let nested = tree::nest(
        shown,
        |menu| menu.menu_id,
        |menu| menu.parent_id,
        |menu, children: Vec<(u64, Router)>| {
            let children = children.into_iter().map(|(_, child)| child).collect();
            (menu.parent_id, entry(&menu, children))
        },
    );
    let mut routers: Vec<Router> =
        nested.into_iter().filter(|(parent, _)| *parent == 0).map(|(_, router)| router).collect();
    set_apart(&mut routers, "", &mut HashSet::new());
    routers
}

/// Gives each route a name of its own: routers of clients break when two have one (contract 4.4). A second one takes its
/// parent's name before its own.
fn set_apart(routers: &mut [Router], parent: &str, taken: &mut HashSet<String>) {
    for router in routers.iter_mut().filter(|router| !router.name.is_empty()) {
        let own = router.name.clone();
        let numbered = (2..).map(|number| format!("{parent}{own}{number}"));
        let free =
            [own.clone(), format!("{parent}{own}")].into_iter().chain(numbered).find(|name| !taken.contains(name));
        router.name = free.unwrap_or(own);
        taken.insert(router.name.clone());
    }
    for router in routers {
        let name = router.name.clone();
        set_apart(&mut router.children, &name, taken);
    }
}

#[derive(Serialize)]
struct Envelope {
    msg: &'static str,
    code: u16,
    data: Vec<Router>,
}

pub fn routers(view: &View, _: Nothing) -> Result<Ready> {
    let cached = &view.caller.rights.routers;
    if let Some(bytes) = cached.get() {
        return Ok(Ready(bytes.clone()));
    }
    let mut menus: Vec<Menu> = view.tx.by(&BY_PARENT, &key(), false, 0, usize::MAX)?;
    menus.retain(|menu| view.caller.rights.has_menu(menu.menu_id));
    let envelope = Envelope { msg: "操作成功", code: 200, data: build(menus) };
    let bytes = serde_json::to_vec(&envelope).map_err(AppError::internal)?;
    Ok(Ready(cached.get_or_init(|| bytes).clone()))
}

/// For tests: the tree as JSON.
pub fn as_json(menus: Vec<Menu>) -> Value {
    serde_json::to_value(build(menus)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::base::Base;
    use serde_json::json;

    fn menu(menu_id: u64, parent_id: u64, kind: &str, path: &str, component: &str) -> Menu {
        Menu {
            menu_id,
            menu_name: format!("菜单{menu_id}"),
            parent_id,
            order_num: 1,
            path: path.into(),
            component: component.into(),
            query: String::new(),
            route_name: String::new(),
            is_external: path.starts_with("http"),
            is_cached: true,
            menu_type: kind.into(),
            is_visible: menu_id != 102,
            enabled: menu_id != 103,
            perms: String::new(),
            icon: "user".into(),
            base: Base::default(),
        }
    }

    #[test]
    fn every_row_of_the_contract() {
        let tree = as_json(vec![
            menu(1, 0, "M", "system", ""),
            menu(2, 0, "C", "report", "report/index"),
            menu(3, 0, "M", "https://example.org/x", ""),
            menu(100, 1, "C", "user", "system/user/index"),
            menu(101, 1, "M", "log", ""),
            menu(102, 101, "C", "operlog", "monitor/operlog/index"),
            menu(103, 1, "C", "off", "x"),
            menu(104, 100, "F", "", ""),
            menu(105, 999, "C", "lost", "x"),
        ]);
        let meta = |id: u64, link: Value| {
            json!({"title": format!("菜单{id}"), "icon": "user", "noCache": false, "link": link,
                                                  "pinyin": [format!("caidan{id}"), format!("cd{id}")]})
        };
        assert_eq!(
            tree,
            json!([
                {"name": "System", "path": "/system", "hidden": false, "redirect": "noRedirect", "component": "Layout",
                 "alwaysShow": true, "meta": meta(1, json!(null)), "children": [
                    {"name": "User", "path": "user", "hidden": false, "component": "system/user/index", "meta": meta(100, json!(null))},
                    {"name": "Log", "path": "log", "hidden": false, "redirect": "noRedirect", "component": "ParentView",
                     "alwaysShow": true, "meta": meta(101, json!(null)), "children": [
                        {"name": "Operlog", "path": "operlog", "hidden": true, "component": "monitor/operlog/index", "meta": meta(102, json!(null))}]}]},
                {"path": "/", "hidden": false, "component": "Layout", "children": [
                    {"name": "Report", "path": "report", "hidden": false, "component": "report/index", "meta": meta(2, json!(null))}]},
                {"name": "Https://example.org/x", "path": "https://example.org/x", "hidden": false, "component": "Layout",
                 "meta": meta(3, json!("https://example.org/x"))},
            ])
        );
    }
}
