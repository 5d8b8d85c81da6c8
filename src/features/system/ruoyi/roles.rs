//! Roles and what they may: by the text of a permission and the name of a page, never by the number of a menu entry.

use std::collections::{HashMap, HashSet};

use super::dump::Line;
use super::{Import, cut, free_name, judged};
use crate::error::Result;
use crate::features::system::menu::ops::{self as menus, MenuInput};
use crate::kernel::tree;
use crate::op::Op;
use crate::platform::identity::menu::{BY_NAME, Menu};
use crate::platform::identity::role::Role;
use crate::store::{Reads, key};

const KIND: &str = "角色";
const MENU: &str = "菜单";
const OLD_SUPER: &str = "1";

/// Entries here for every entry of the dump.
struct Menus {
    by_old: HashMap<String, Vec<u64>>,
    /// Entries of the dump that stand for nothing here, with their permission or name.
    without: HashMap<String, String>,
    links: Vec<(u64, u64)>,
}

/// Brings external links and roles in.
pub(super) fn bring(op: &mut Op<'_, '_>, import: &mut Import<'_>) -> Result<()> {
    let menus = entries(op, import)?;
    let granted = import.dump.pairs("sys_role_menu", "role_id", "menu_id");
    let reached = import.dump.pairs("sys_role_dept", "role_id", "dept_id");
    let (mut keys, mut names) = (HashSet::new(), HashSet::new());
    for role in op.view().tx.all::<Role>()? {
        keys.insert(role.role_key);
        names.insert(role.role_name);
    }
    for line in import.dump.lines("sys_role") {
        let (old, name) = (line.text("role_id"), line.text("role_name"));
        let old_key = line.text("role_key");
        let why = if old == OLD_SUPER || rights(old_key).any(|key| key.eq_ignore_ascii_case("admin")) {
            Some("超级管理员角色不导入，本系统的超级管理员只有初始化时的一个")
        } else if line.is_deleted() {
            Some("已删除")
        } else if import.roles.contains_key(old) {
            Some("编号重复")
        } else {
            None
        };
        if let Some(why) = why {
            import.report.left(KIND, (old, name), why);
            continue;
        }
        let mut notes = Vec::new();
        let mut role = record(import, &line, (&mut keys, &mut names), &mut notes);
        role.menu_ids = granted.get(old).map(|old| may(&menus, old, &mut notes)).unwrap_or_default();
        if role.data_scope == 2 {
            role.dept_ids = departments(import, reached.get(old), &mut notes);
        }
        role.role_id = op.next_id::<Role>()?;
        op.put(&role)?;
        import.roles.insert(old.to_owned(), role.role_id);
        import.report.taken(KIND, (old, name), role.role_id, &notes);
    }
    Ok(())
}

fn record(
    import: &mut Import<'_>,
    line: &Line<'_>,
    (keys, names): (&mut HashSet<String>, &mut HashSet<String>),
    notes: &mut Vec<String>,
) -> Role {
    let (old_name, old_key) = (line.text("role_name"), line.text("role_key"));
    let role_name = free_name(if old_name.is_empty() { "未命名角色" } else { old_name }, 30, names);
    if role_name != old_name {
        notes.push(format!("名称改为“{role_name}”（与已有角色相同、为空或过长）"));
    }
    let mut role_key = cut(if old_key.is_empty() { "role" } else { old_key }, 90);
    while !keys.insert(role_key.clone()) {
        role_key.push_str("_ry");
    }
    if role_key != old_key {
        notes.push(format!("权限字符改为 {role_key}"));
    }
    let data_scope = match line.text("data_scope") {
        "1" => 1,
        "2" => 2,
        "3" => 3,
        "4" => 4,
        "5" => 5,
        "6" => {
            notes.push("数据范围“部门及以下或仅本人”改为“本部门及以下”，请核对".into());
            import
                .report
                .hints
                .push(format!("角色“{role_name}”的数据范围“部门及以下或仅本人”改为“本部门及以下”，请核对"));
            4
        }
        other => {
            notes.push(format!("不认识的数据范围“{}”，改为“仅本人”", cut(other, 10)));
            5
        }
    };
    Role {
        role_name,
        role_key,
        role_sort: line.number("role_sort"),
        data_scope,
        menu_check_strictly: line.text("menu_check_strictly") != "0",
        dept_check_strictly: line.text("dept_check_strictly") != "0",
        enabled: line.text("status") != "1",
        base: import.base(line),
        ..Role::default()
    }
}

fn departments(import: &Import<'_>, olds: Option<&Vec<String>>, notes: &mut Vec<String>) -> Vec<u64> {
    let mut found = Vec::new();
    for old in olds.into_iter().flatten() {
        match import.depts.get(old) {
            Some(number) if !found.contains(number) => found.push(*number),
            Some(_) => {}
            None => notes.push(format!("数据范围中的部门 {old} 不存在或已删除")),
        }
    }
    found
}

/// What a role may here: entries that stand for the old ones, and the folders above them.
fn may(menus: &Menus, olds: &[String], notes: &mut Vec<String>) -> Vec<u64> {
    let mut found: HashSet<u64> = HashSet::new();
    let mut without = Vec::new();
    for old in olds {
        for menu in menus.by_old.get(old).into_iter().flatten() {
            found.insert(*menu);
            found.extend(tree::ancestors(&menus.links, *menu).into_iter().filter(|menu| *menu != 0));
        }
        without.extend(menus.without.get(old).cloned());
    }
    if !without.is_empty() {
        notes.push(format!("{} 项权限没有对应页面：{}", without.len(), cut(&without.join("、"), 2000)));
    }
    let mut found: Vec<u64> = found.into_iter().collect();
    found.sort_unstable();
    found
}

/// Finds what every entry of the dump stands for, and makes its external links.
fn entries(op: &mut Op<'_, '_>, import: &mut Import<'_>) -> Result<Menus> {
    let (mut by_page, mut by_right): (HashMap<String, Vec<u64>>, HashMap<String, Vec<u64>>) = Default::default();
    let mut links = Vec::new();
    for menu in op.view().tx.all::<Menu>()? {
        links.push((menu.menu_id, menu.parent_id));
        for right in rights(&menu.perms) {
            by_right.entry(right.to_owned()).or_default().push(menu.menu_id);
        }
        if menu.menu_type == "C" && !menu.component.is_empty() {
            by_page.entry(menu.component).or_default().push(menu.menu_id);
        }
    }
    let mut menus = Menus { by_old: HashMap::new(), without: HashMap::new(), links };
    for line in import.dump.lines("sys_menu") {
        let (old, name, path) = (line.text("menu_id"), line.text("menu_name"), line.text("path"));
        if line.text("is_frame") == "0" && (path.starts_with("http://") || path.starts_with("https://")) {
            if let Some(number) = link(op, import, &line)? {
                menus.links.push((number, 0));
                menus.by_old.insert(old.to_owned(), vec![number]);
            }
            continue;
        }
        let mut found: Vec<u64> = Vec::new();
        let page = line.text("component");
        if !page.is_empty() {
            found.extend(by_page.get(page).into_iter().flatten());
        }
        for right in rights(line.text("perms")) {
            found.extend(by_right.get(right).into_iter().flatten());
            // Pages of the generation before RuoYi-Vue.
            if let Some(start) = right.strip_suffix(":view") {
                found.extend(by_right.get(&format!("{start}:list")).into_iter().flatten());
            }
        }
        let is_folder = line.text("menu_type") == "M" && found.is_empty();
        if is_folder {
            // Folders follow from what lies in them.
            continue;
        }
        if found.is_empty() {
            let perms = line.text("perms");
            menus.without.insert(old.to_owned(), if perms.is_empty() { name } else { perms }.to_owned());
            import.report.left(MENU, (old, name), format!("没有对应页面（{perms} {page}）"));
            continue;
        }
        import.report.kept(MENU, (old, name), found[0], "按权限标识或页面对应");
        menus.by_old.insert(old.to_owned(), found);
    }
    Ok(menus)
}

fn rights(perms: &str) -> impl Iterator<Item = &str> {
    perms.split(',').map(str::trim).filter(|right| !right.is_empty() && !right.contains('*'))
}

/// Makes an external link; its number, unless a rule refuses it.
fn link(op: &mut Op<'_, '_>, import: &mut Import<'_>, line: &Line<'_>) -> Result<Option<u64>> {
    let (old, name) = (line.text("menu_id"), line.text("menu_name"));
    let text = |column: &str| Some(line.text(column).to_owned());
    let input = MenuInput {
        menu_name: name.to_owned(),
        parent_id: Some(0),
        order_num: Some(line.number("order_num")),
        path: text("path"),
        is_frame: Some("0".into()),
        menu_type: Some("M".into()),
        visible: text("visible"),
        status: text("status"),
        icon: Some("link".into()),
        remark: Some(cut(line.text("remark"), 500)),
        ..MenuInput::default()
    };
    match judged(menus::create(op, input))? {
        Ok(_) => {
            let made: Option<Menu> = op.view().tx.one(&BY_NAME, &key().u64(0).str(name))?;
            let number = made.map_or(0, |menu| menu.menu_id);
            import.report.taken(MENU, (old, name), number, &["外部链接".into()]);
            Ok(Some(number))
        }
        Err(why) => {
            import.report.left(MENU, (old, name), why);
            Ok(None)
        }
    }
}
