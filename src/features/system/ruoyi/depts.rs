//! Departments: the tree by `parent_id`, whatever `ancestors` says.

use std::collections::{HashMap, HashSet};

use super::dump::Line;
use super::{Import, SEED_DEPTS, cut, free_name};
use crate::error::Result;
use crate::op::Op;
use crate::platform::identity::dept::Dept;
use crate::platform::identity::role::Role;
use crate::platform::identity::user::User;
use crate::records::base::Base;
use crate::store::{Reads, id};

const KIND: &str = "部门";
/// Where departments go whose place cannot be known.
const HOMELESS: &str = "未归属";
/// Most levels of the tree.
const LEVELS: usize = 50;

/// Brings all of them in; those of the fresh installation that nobody uses go.
pub(super) fn bring(op: &mut Op<'_, '_>, import: &mut Import<'_>) -> Result<()> {
    clear(op, import)?;
    let living: Vec<Line<'_>> = import.dump.lines("sys_dept").filter(|line| !line.is_deleted()).collect();
    for line in import.dump.lines("sys_dept").filter(Line::is_deleted) {
        import.report.left(KIND, (line.text("dept_id"), line.text("dept_name")), "已删除");
    }
    for line in &living {
        let number = op.next_id::<Dept>()?;
        import.depts.insert(line.text("dept_id").to_owned(), number);
    }
    let parents = parents(&living);
    let mut homeless = None;
    let mut names: HashMap<u64, HashSet<String>> = HashMap::new();
    for dept in op.view().tx.all::<Dept>()? {
        names.entry(dept.parent_id).or_default().insert(dept.dept_name);
    }
    let mut seen = HashSet::new();
    for line in &living {
        let old = line.text("dept_id");
        if !seen.insert(old) {
            import.report.left(KIND, (old, line.text("dept_name")), "编号重复");
            continue;
        }
        let mut notes = Vec::new();
        let parent_id = match parents.get(old) {
            Some(Place::Root) => 0,
            Some(Place::Below(parent)) => import.depts.get(*parent).copied().unwrap_or(0),
            other => {
                notes.push(match other {
                    Some(Place::Deep) => format!("层级超过 {LEVELS} 级，改放在“{HOMELESS}”下"),
                    Some(Place::Circle) => format!("上级部门成环，改放在“{HOMELESS}”下"),
                    _ => format!("上级部门 {} 不存在或已删除，改放在“{HOMELESS}”下", line.text("parent_id")),
                });
                match homeless {
                    Some(number) => number,
                    None => *homeless.insert(root(op, import, names.entry(0).or_default())?),
                }
            }
        };
        put(op, import, *line, parent_id, names.entry(parent_id).or_default(), notes)?;
    }
    Ok(())
}

/// Takes out the departments that the installation was born with, unless a role or a person has one.
fn clear(op: &mut Op<'_, '_>, import: &mut Import<'_>) -> Result<()> {
    if import.dump.lines("sys_dept").next().is_none() {
        return Ok(());
    }
    let depts: Vec<Dept> = op.view().tx.all::<Dept>()?;
    let links: Vec<(u64, u64)> = depts.iter().map(|dept| (dept.dept_id, dept.parent_id)).collect();
    let mut used: HashSet<u64> = HashSet::new();
    let roles = op.view().tx.all::<Role>()?.into_iter().flat_map(|role| role.dept_ids);
    let people = op.view().tx.all::<User>()?.into_iter().map(|user| user.dept_id);
    for dept_id in roles.chain(people) {
        used.insert(dept_id);
        used.extend(crate::kernel::tree::ancestors(&links, dept_id));
    }
    for dept in depts {
        if dept.dept_id <= SEED_DEPTS && dept.base.update_time.is_none() && !used.contains(&dept.dept_id) {
            op.delete::<Dept>(&id(dept.dept_id))?;
        }
    }
    Ok(())
}

/// Where a department stands.
enum Place<'d> {
    Root,
    Below(&'d str),
    Orphan,
    Circle,
    Deep,
}

fn parents<'d>(living: &[Line<'d>]) -> HashMap<&'d str, Place<'d>> {
    let links: HashMap<&str, &str> =
        living.iter().rev().map(|line| (line.text("dept_id"), line.text("parent_id"))).collect();
    let broken = one_of_each_circle(living.iter().map(|line| line.text("dept_id")), &links);
    let place = |(own, parent): (&&'d str, &&'d str)| {
        let place = match *parent {
            "" | "0" => Place::Root,
            parent if !links.contains_key(parent) => Place::Orphan,
            _ if broken.contains(own) => Place::Circle,
            parent => Place::Below(parent),
        };
        (*own, place)
    };
    let mut places: HashMap<&str, Place<'_>> = links.iter().map(place).collect();
    let deep: Vec<&str> = links.keys().copied().filter(|own| !ends_soon(own, &places)).collect();
    for own in deep {
        places.insert(own, Place::Deep);
    }
    places
}

/// Whether so few levels lie above a department that the pages can show it.
fn ends_soon(own: &str, places: &HashMap<&str, Place<'_>>) -> bool {
    let mut at = own;
    for _ in 0..LEVELS {
        match places.get(at) {
            Some(Place::Below(parent)) => at = parent,
            _ => return true,
        }
    }
    false
}

/// One department of each circle leaves it; the others keep their places below it.
fn one_of_each_circle<'d>(
    living: impl Iterator<Item = &'d str>,
    links: &HashMap<&'d str, &'d str>,
) -> HashSet<&'d str> {
    let mut broken = HashSet::new();
    // With the department that the way upwards began at.
    let mut seen: HashMap<&str, &str> = HashMap::new();
    for first in living {
        if seen.contains_key(first) {
            continue;
        }
        let mut at = first;
        while !seen.contains_key(at) {
            seen.insert(at, first);
            match links.get(at) {
                Some(parent) => at = parent,
                None => break,
            }
        }
        if seen.get(at) == Some(&first) && links.get(at).is_some_and(|parent| links.contains_key(parent)) {
            broken.insert(at);
        }
    }
    broken
}

fn root(op: &mut Op<'_, '_>, import: &mut Import<'_>, taken: &mut HashSet<String>) -> Result<u64> {
    let dept_id = op.next_id::<Dept>()?;
    let dept_name = free_name(HOMELESS, 30, taken);
    let base = Base::made(op, "导入时找不到上级的部门".into());
    op.put(&Dept { dept_id, dept_name: dept_name.clone(), order_num: 999, enabled: true, base, ..Dept::default() })?;
    import.report.taken(KIND, ("", &dept_name), dept_id, &["本次导入新建".into()]);
    import.report.hints.push(format!("有部门找不到上级，已放在新建的“{dept_name}”下，请在部门管理中调整"));
    Ok(dept_id)
}

fn put(
    op: &mut Op<'_, '_>,
    import: &mut Import<'_>,
    line: Line<'_>,
    parent_id: u64,
    taken: &mut HashSet<String>,
    mut notes: Vec<String>,
) -> Result<()> {
    let (old, old_name) = (line.text("dept_id"), line.text("dept_name"));
    let Some(dept_id) = import.depts.get(old).copied() else { return Ok(()) };
    let wanted = if old_name.is_empty() { "未命名部门" } else { old_name };
    let dept_name = free_name(wanted, 30, taken);
    if dept_name != old_name {
        notes.push(format!("名称改为“{dept_name}”（同级重名、为空或过长）"));
    }
    let mut fitting = |column: &str, most: usize, what: &str| {
        let text = line.text(column);
        let fits =
            text.chars().count() <= most && (what != "邮箱" || crate::kernel::check::email("email", text).is_ok());
        if fits {
            return text.to_owned();
        }
        notes.push(format!("{what}“{}”不合规定，已清空", cut(text, 30)));
        String::new()
    };
    let mut dept = Dept {
        dept_id,
        parent_id,
        dept_name,
        order_num: line.number("order_num"),
        leader: fitting("leader", 20, "负责人"),
        phone: fitting("phone", 11, "联系电话"),
        email: fitting("email", 50, "邮箱"),
        enabled: line.text("status") != "1",
        base: import.base(&line),
        ..Dept::default()
    };
    // Later generations name the leader by number.
    if let Some(name) = import.people.get(&dept.leader) {
        dept.leader = cut(name, 20);
    }
    op.put(&dept)?;
    import.report.taken(KIND, (old, old_name), dept_id, &notes);
    Ok(())
}
