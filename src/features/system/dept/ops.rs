//! The operations on departments.

use std::collections::{HashMap, HashSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::wire::{DeptNode, DeptOut};
use crate::error::{AppError, Result};
use crate::features::system::grants::Giver;
use crate::kernel::text::like_filter;
use crate::kernel::{check, tree};
use crate::op::{Op, View};
use crate::platform::identity::dept::{BY_NAME, BY_PARENT, Dept};
use crate::platform::identity::role::Role;
use crate::platform::identity::user::BY_DEPT;
use crate::platform::identity::user::User;
use crate::records::base::{Base, is_enabled, same_as_read, status_text};
use crate::records::owned;
use crate::route::{Data, Done, Flat, Nothing};
use crate::store::{Reads, Record as _, id, key};

/// Filters of the department list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListDepts {
    /// Part of the name.
    pub dept_name: Option<String>,
    /// "0" normal, "1" disabled.
    pub status: Option<String>,
    /// Children of a department.
    pub parent_id: Option<u64>,
    /// Only this department, by number; absent: all.
    pub dept_id: Option<u64>,
}

fn not_visible() -> AppError {
    AppError::refused("没有权限访问部门数据！")
}

/// (id, parent) of all departments.
pub fn links(view: &View) -> Result<Vec<(u64, u64)>> {
    Ok(view.tx.all::<Dept>()?.iter().map(|dept| (dept.dept_id, dept.parent_id)).collect())
}

/// A department and everything below it.
pub fn with_descendants(view: &View, dept_id: u64) -> Result<HashSet<u64>> {
    let mut ids = tree::descendants(&links(view)?, dept_id);
    ids.insert(dept_id);
    Ok(ids)
}

/// All departments in scope that match, ordered by parent and place.
pub(super) fn matching(view: &View, query: &ListDepts) -> Result<Vec<Dept>> {
    let scope = view.caller.scope();
    let mut rows: Vec<Dept> = view.tx.by(&BY_PARENT, &key(), false, 0, usize::MAX)?;
    rows.retain(|dept| {
        scope.has_dept(dept.dept_id)
            && like_filter(&dept.dept_name, query.dept_name.as_deref())
            && query.status.as_deref().is_none_or(|status| status.is_empty() || status == status_text(dept.enabled))
            && query.parent_id.is_none_or(|parent| parent == dept.parent_id)
            && query.dept_id.is_none_or(|wanted| wanted == dept.dept_id)
    });
    Ok(rows)
}

fn shown(view: &View, rows: &[Dept]) -> Result<Vec<DeptOut>> {
    let links = links(view)?;
    Ok(rows
        .iter()
        .map(|dept| {
            let path: Vec<String> = tree::ancestors(&links, dept.dept_id).iter().map(u64::to_string).collect();
            DeptOut { ancestors: Some(path.join(",")), ..DeptOut::from(dept) }
        })
        .collect())
}

/// GET /system/dept/list: flat, the client builds the tree.
pub fn list(view: &View, query: ListDepts) -> Result<Data<Vec<DeptOut>>> {
    let rows = matching(view, &query)?;
    Ok(Data(shown(view, &rows)?))
}

/// One department.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OneDept {
    /// Number of the department 部门.
    pub dept_id: u64,
}

/// GET /system/dept/list/exclude/{id}: possible parents of a department.
pub fn list_without(view: &View, input: OneDept) -> Result<Data<Vec<DeptOut>>> {
    let below = with_descendants(view, input.dept_id)?;
    let mut rows = matching(view, &ListDepts::default())?;
    rows.retain(|dept| !below.contains(&dept.dept_id));
    Ok(Data(shown(view, &rows)?))
}

/// A department in the caller's scope; a foreign one answers like a missing one.
pub fn visible(view: &View, dept_id: u64) -> Result<Dept> {
    let dept: Option<Dept> = view.tx.get(&id(dept_id))?;
    dept.filter(|_| view.caller.scope().has_dept(dept_id)).ok_or_else(not_visible)
}

pub fn show(view: &View, input: OneDept) -> Result<Data<DeptOut>> {
    let dept = visible(view, input.dept_id)?;
    let parent: Option<Dept> = view.tx.get(&id(dept.parent_id))?;
    let mut out = shown(view, std::slice::from_ref(&dept))?.into_iter().next().ok_or_else(not_visible)?;
    out.parent_name = parent.map(|parent| parent.dept_name);
    Ok(Data(out))
}

fn nodes(rows: Vec<Dept>, counts: Option<&HashMap<u64, u64>>) -> Vec<DeptNode> {
    tree::nest(
        rows,
        |dept| dept.dept_id,
        |dept| dept.parent_id,
        |dept, children: Vec<DeptNode>| {
            let below: u64 = children.iter().filter_map(|child| child.user_count).sum();
            DeptNode {
                id: dept.dept_id,
                label: dept.dept_name.clone(),
                disabled: !dept.enabled,
                user_count: counts.map(|counts| below + counts.get(&dept.dept_id).copied().unwrap_or(0)),
                children,
            }
        },
    )
}

/// GET /system/dept/treeselect: departments to choose from. Who sees his own rows only makes them in his own department
/// (`owned::department`), so that one is offered to him.
pub fn tree(view: &View, query: ListDepts) -> Result<Data<Vec<DeptNode>>> {
    let mut rows = matching(view, &query)?;
    let own = view.caller.rights.dept_id;
    if view.caller.scope().own && !rows.iter().any(|dept| dept.dept_id == own) {
        rows.extend(view.tx.get::<Dept>(&id(own))?);
    }
    Ok(Data(nodes(rows, None)))
}

/// The tree with the number of users in and below each department.
pub fn tree_with_counts(view: &View, query: &ListDepts) -> Result<Vec<DeptNode>> {
    let rows = matching(view, query)?;
    let mut counts = HashMap::new();
    for dept in &rows {
        counts.insert(dept.dept_id, view.tx.count_by(&BY_DEPT, &id(dept.dept_id))?);
    }
    Ok(nodes(rows, Some(&counts)))
}

/// One role.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OfRole {
    /// Number of the role 角色.
    pub role_id: u64,
}

/// Tree with the departments of a role.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RoleDeptTree")]
pub struct RoleTree {
    /// Ids linked to the role, without derivable parents when its tree is linked.
    pub checked_keys: Vec<u64>,
    /// All departments in scope.
    pub depts: Vec<DeptNode>,
}

pub fn role_tree(view: &View, input: OfRole) -> Result<Flat<RoleTree>> {
    let role: Option<Role> = view.tx.get(&id(input.role_id))?;
    let checked_keys = match role {
        Some(role) if role.dept_check_strictly => tree::without_parents(&role.dept_ids, &links(view)?),
        Some(role) => role.dept_ids,
        None => Vec::new(),
    };
    // The tree is needed to choose departments, so it follows what the person sees of departments.
    let depts = nodes(matching(view, &ListDepts::default())?, None);
    Ok(Flat(RoleTree { checked_keys, depts }))
}

/// A department as a form sends it.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct DeptInput {
    /// Which; absent for a new one.
    pub dept_id: Option<u64>,
    /// Parent; 0 = root.
    pub parent_id: Option<u64>,
    /// Name of the department 部门.
    pub dept_name: String,
    /// Place among its siblings.
    pub order_num: Option<i64>,
    /// Who leads the department 负责人, by name.
    pub leader: Option<String>,
    /// Number of the person who leads it, for approvals; 0 none, absent as it is.
    #[schemars(title = "部门负责人")]
    pub leader_id: Option<u64>,
    /// Number of the person of the management in charge of it, for approvals; 0 none, absent as it is.
    #[schemars(title = "分管领导")]
    pub in_charge_id: Option<u64>,
    /// Telephone number of the department.
    pub phone: Option<String>,
    /// Mail address.
    pub email: Option<String>,
    /// "0" normal, "1" disabled.
    pub status: Option<String>,
}

impl DeptInput {
    fn check(&self) -> Result<()> {
        check::required("deptName", &self.dept_name, "部门名称不能为空")?;
        check::at_most("deptName", self.dept_name.trim(), 30, "部门名称长度不能超过30个字符")?;
        if self.order_num.is_none() {
            return Err(AppError::refused("显示顺序不能为空").at("orderNum"));
        }
        check::at_most("leader", self.leader.as_deref().unwrap_or_default(), 20, "负责人长度不能超过20个字符")?;
        check::at_most("phone", self.phone.as_deref().unwrap_or_default(), 11, "联系电话长度不能超过11个字符")?;
        check::email("email", self.email.as_deref().unwrap_or_default())
    }

    fn to_dept(&self, dept_id: u64, parent_id: u64, base: Base) -> Dept {
        let text = |text: &Option<String>| text.as_deref().unwrap_or_default().trim().to_owned();
        Dept {
            dept_id,
            parent_id,
            dept_name: self.dept_name.trim().to_owned(),
            order_num: self.order_num.unwrap_or(0),
            leader: text(&self.leader),
            leader_id: self.leader_id.unwrap_or(0),
            in_charge_id: self.in_charge_id.unwrap_or(0),
            phone: text(&self.phone),
            email: text(&self.email),
            enabled: is_enabled(self.status.as_deref()),
            base,
        }
    }
}

/// Whom approvals ask has to be able to answer; who was named before stays until somebody else is.
fn check_people(view: &View, input: &DeptInput, old: Option<&Dept>) -> Result<()> {
    let named = [
        ("leaderId", input.leader_id, old.map_or(0, |old| old.leader_id), "部门负责人"),
        ("inChargeId", input.in_charge_id, old.map_or(0, |old| old.in_charge_id), "分管领导"),
    ];
    for (field, person, before, what) in named {
        let Some(person) = person.filter(|person| *person != 0 && *person != before) else { continue };
        // Who leads a department decides: nobody names himself.
        if person == view.caller.user_id() {
            return Err(AppError::refused(format!("不能把本人设为{what}，请由其他管理员设置")).at(field));
        }
        let user: Option<User> = view.tx.get(&id(person))?;
        if user.is_none_or(|user| !user.enabled || user.deleted) {
            return Err(AppError::refused(format!("{what}不存在或已停用，请重新选择")).at(field));
        }
    }
    Ok(())
}

fn check_name(view: &View, dept: &Dept, verb: &str) -> Result<()> {
    let other = view.tx.one(&BY_NAME, &key().u64(dept.parent_id).str(&dept.dept_name))?;
    if other.is_some_and(|other| other.dept_id != dept.dept_id) {
        return Err(AppError::refused(format!("{verb}部门'{}'失败，部门名称已存在", dept.dept_name)).at("deptName"));
    }
    Ok(())
}

pub fn create(op: &mut Op, input: DeptInput) -> Result<Done> {
    input.check()?;
    let parent_id = input.parent_id.unwrap_or(0);
    let view = op.view();
    if parent_id == 0 {
        if !view.caller.scope().all {
            return Err(not_visible());
        }
    } else if !visible(&view, parent_id)?.enabled {
        return Err(AppError::refused("部门停用，不允许新增").at("parentId"));
    }
    check_people(&view, &input, None)?;
    let draft = input.to_dept(0, parent_id, Base::default());
    check_name(&view, &draft, "新增")?;
    let dept_id = op.next_id::<Dept>()?;
    let base = Base::made(op, String::new());
    op.put(&Dept { dept_id, base, ..draft })?;
    Ok(Done)
}

pub fn update(op: &mut Op, input: DeptInput) -> Result<Done> {
    input.check()?;
    let view = op.view();
    let dept_id = input.dept_id.ok_or_else(not_visible)?;
    let giver = Giver::of(&view)?;
    let old = visible(&view, dept_id)?;
    same_as_read(&view, "部门", &old.dept_name, &old.base)?;
    let parent_id = input.parent_id.unwrap_or(old.parent_id);
    check_people(&view, &input, Some(&old))?;
    let leader_id = Some(input.leader_id.unwrap_or(old.leader_id));
    let in_charge_id = Some(input.in_charge_id.unwrap_or(old.in_charge_id));
    let input = DeptInput { leader_id, in_charge_id, ..input };
    let dept = input.to_dept(dept_id, parent_id, old.base.clone().changed(op));
    let links = links(&view)?;
    let below = tree::descendants(&links, dept_id);
    if parent_id == dept_id {
        return Err(AppError::refused(format!("修改部门'{}'失败，上级部门不能是自己", dept.dept_name)));
    }
    if below.contains(&parent_id) {
        return Err(AppError::refused(format!("修改部门'{}'失败，上级部门不能是自己的下级部门", dept.dept_name)));
    }
    if parent_id != old.parent_id {
        if parent_id != 0 {
            visible(&view, parent_id)?;
        } else if !view.caller.scope().all {
            return Err(not_visible());
        }
    }
    check_name(&view, &dept, "修改")?;
    if !dept.enabled {
        for child in &below {
            if view.tx.get::<Dept>(&id(*child))?.is_some_and(|child| child.enabled) {
                return Err(AppError::refused("该部门包含未停用的子部门！").at("status"));
            }
        }
    }
    let enabled = dept.enabled;
    op.put(&dept)?;
    if parent_id != old.parent_id {
        giver.check_move(&op.view(), old.parent_id, parent_id)?;
    }
    if enabled {
        enable_ancestors(op, dept_id)?;
    }
    Ok(Done)
}

fn enable_ancestors(op: &mut Op, dept_id: u64) -> Result<()> {
    let path = tree::ancestors(&links(&op.view())?, dept_id);
    for ancestor in path.into_iter().filter(|ancestor| *ancestor != 0) {
        let found: Option<Dept> = op.view().tx.get(&id(ancestor))?;
        if let Some(mut dept) = found.filter(|dept| !dept.enabled) {
            dept.enabled = true;
            dept.base = dept.base.changed(op);
            op.put(&dept)?;
        }
    }
    Ok(())
}

/// New places of departments, as parallel comma lists.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "DeptSorting")]
pub struct Sorting {
    /// Departments by number, in the order of `orderNums`.
    pub dept_ids: Vec<u64>,
    /// New places, one for each number before.
    pub order_nums: Vec<i64>,
}

pub fn update_sort(op: &mut Op, input: Sorting) -> Result<Done> {
    if input.dept_ids.len() != input.order_nums.len() {
        return Err(AppError::refused("保存排序异常，请联系管理员"));
    }
    for (dept_id, order_num) in input.dept_ids.into_iter().zip(input.order_nums) {
        let mut dept = visible(&op.view(), dept_id)?;
        dept.order_num = order_num;
        dept.base = dept.base.changed(op);
        op.put(&dept)?;
    }
    Ok(Done)
}

pub fn remove(op: &mut Op, input: OneDept) -> Result<Done> {
    let view = op.view();
    visible(&view, input.dept_id)?;
    if view.tx.count_by(&BY_PARENT, &id(input.dept_id))? > 0 {
        return Err(AppError::refused("存在下级部门,不允许删除"));
    }
    if view.tx.count_by(&BY_DEPT, &id(input.dept_id))? > 0 {
        return Err(AppError::refused("部门存在用户,不允许删除"));
    }
    owned::check_links(&view, Dept::TABLE, input.dept_id, "部门")?;
    op.delete::<Dept>(&id(input.dept_id))?;
    // Roles that reach this department by choice forget it, so that a later number never inherits it.
    let roles: Vec<Role> = op.view().tx.all()?;
    for mut role in roles.into_iter().filter(|role| role.dept_ids.contains(&input.dept_id)) {
        role.dept_ids.retain(|dept| *dept != input.dept_id);
        op.put(&role)?;
    }
    Ok(Done)
}

/// Names of departments from the root, `局机关/财务科`, for workbooks.
pub fn paths(view: &View, _: Nothing) -> Result<HashMap<u64, String>> {
    let rows: Vec<Dept> = view.tx.all()?;
    let links: Vec<(u64, u64)> = rows.iter().map(|dept| (dept.dept_id, dept.parent_id)).collect();
    let names: HashMap<u64, &str> = rows.iter().map(|dept| (dept.dept_id, dept.dept_name.as_str())).collect();
    Ok(rows
        .iter()
        .map(|dept| {
            let mut path: Vec<&str> =
                tree::ancestors(&links, dept.dept_id).iter().filter_map(|id| names.get(id).copied()).collect();
            path.push(&dept.dept_name);
            (dept.dept_id, path.join("/"))
        })
        .collect())
}
