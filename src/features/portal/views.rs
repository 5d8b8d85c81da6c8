//! Saved views 视图 of lists: filters, order, columns and widths under a name, own or shared with a role, one the default.
//!
//! Invariants: everybody sees his own and those that are shared with a role he holds; a name stands once a person and
//! list, saving it again replaces the view; what a view means is the page's business: the server keeps a JSON object.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::error::{AppError, Result};
use crate::features::system::role::ops as roles;
use crate::kernel::check;
use crate::op::{Op, View};
use crate::platform::identity::role::Role;
use crate::platform::identity::user::User;
use crate::records::list::{Made, One};
use crate::route::{AuditAction, Data, Done, Method, Nothing, Route, read, write};
use crate::store::{Index, Key, Reads, Record, id, key};

/// Who may share a view with a role, and change what others have shared.
const SHARE: &str = "list:view:share";

/// A saved view. The names of the table and of its first index are those of the queries that people saved for reports
/// before every list had views: they are the same records.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SavedView {
    pub saved_id: u64,
    pub user_id: u64,
    pub page: String,
    /// What he calls it.
    pub name: String,
    /// The filter as the address has it, of a query from before; empty where `state` says it.
    #[serde(default)]
    pub search: String,
    /// What the page keeps, as the text of a JSON object.
    #[serde(default)]
    pub state: String,
    /// With whom it is shared; 0 = nobody.
    #[serde(default)]
    pub role_id: u64,
}

/// Those of a person and list, by name.
pub const BY_PAGE: Index<SavedView> = Index {
    name: "saved_query/page",
    unique: true,
    keys: |saved| vec![key().u64(saved.user_id).str(&saved.page).str(&saved.name)],
};

/// Those of a list that are shared.
pub const SHARED: Index<SavedView> = Index {
    name: "saved_query/shared",
    unique: false,
    keys: |saved| if saved.role_id == 0 { Vec::new() } else { vec![key().str(&saved.page).u64(saved.role_id)] },
};

impl Record for SavedView {
    const TABLE: &'static str = "saved_query";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[BY_PAGE, SHARED];
    fn id(&self) -> Key {
        id(self.saved_id)
    }
}

/// The member of a state that holds filter and order, as the address has them.
const SEARCH: &str = "search";

impl SavedView {
    /// What the page keeps; a query from before knows its filter alone.
    fn describe(&self) -> String {
        if self.state.is_empty() { state_of(&self.search) } else { self.state.clone() }
    }

    /// The filter alone, for clients that know nothing else.
    pub fn filter(&self) -> String {
        let state: Map<String, Value> = serde_json::from_str(&self.state).unwrap_or_default();
        state.get(SEARCH).and_then(Value::as_str).unwrap_or(&self.search).to_owned()
    }
}

/// The state of a view that has a filter and nothing else.
pub fn state_of(search: &str) -> String {
    Value::from(Map::from_iter([(SEARCH.to_owned(), Value::from(search))])).to_string()
}

/// The views that a person's lists begin with.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct DefaultViews {
    pub user_id: u64,
    /// Number of the view by list: his own, or one that is shared with him.
    pub views: BTreeMap<String, u64>,
}

impl Record for DefaultViews {
    const TABLE: &'static str = "default_view";
    fn id(&self) -> Key {
        id(self.user_id)
    }
}

impl DefaultViews {
    fn of(view: &View) -> Result<Self> {
        let user_id = view.caller.user_id();
        Ok(view.tx.get(&id(user_id))?.unwrap_or_else(|| Self { user_id, ..Self::default() }))
    }
}

/// Which list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "ViewsOfPage")]
pub struct OfPage {
    /// The name that the list has in the front end.
    pub page: String,
}

/// What a person saves.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ViewInput {
    /// The view that is changed; 0 = the own one of this name, or a new one.
    #[serde(default)]
    pub view_id: u64,
    /// Name of the list, as pages give it.
    pub page: String,
    /// What he calls it.
    #[schemars(title = "视图名称")]
    pub name: String,
    /// Filters, order, columns and widths: the text of a JSON object.
    pub state: String,
    /// The role that it is shared with; 0 = nobody.
    #[serde(default)]
    pub role_id: u64,
}

/// A view on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ViewOut {
    /// Number of the saved view of a list.
    pub view_id: u64,
    /// What its owner calls it.
    pub name: String,
    /// Filters, order, columns and widths: the text of a JSON object.
    pub state: String,
    /// The role that it is shared with; 0 = nobody.
    pub role_id: u64,
    /// What the role is called; empty for nobody.
    pub role_name: String,
    /// Who saved it.
    pub owner_name: String,
    /// Whether the caller saved it.
    pub own: bool,
    /// Whether the caller's list begins with it.
    pub is_default: bool,
    /// Whether the caller may change and remove it.
    pub changeable: bool,
}

/// A role that a view may be shared with.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ViewRole {
    /// Number of the role 角色.
    pub role_id: u64,
    /// Name of the role 角色.
    pub role_name: String,
}

/// Which view a list begins with.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DefaultInput {
    /// Name of the list, as pages give it.
    pub page: String,
    /// Which view; 0 = none.
    #[serde(default)]
    pub view_id: u64,
}

/// Most of a person for one list.
const MOST: usize = 50;
/// Most lists that begin with a view for one person; there are fewer lists.
const MOST_LISTS: usize = 200;
/// Longest name of a list, longest name of a view, longest state, in characters.
const LONGEST: (usize, usize, usize) = (60, 30, 4_000);

const GONE: &str = "视图不存在，可能已被删除，请刷新后重试";

/// The caller's own views of a list, by name.
pub fn own(view: &View, page: &str) -> Result<Vec<SavedView>> {
    let columns = key().u64(view.caller.user_id()).str(page);
    Ok(view.tx.by(&BY_PAGE, &columns, false, 0, usize::MAX)?)
}

/// Whether a view is shared with the caller: by a role of his, or because he looks after shared ones.
fn reaches(view: &View, saved: &SavedView) -> bool {
    let rights = &view.caller.rights;
    saved.role_id != 0 && (rights.holds(SHARE) || rights.roles.iter().any(|role| role.role_id == saved.role_id))
}

/// Whether the caller may change and remove a view.
fn changeable(view: &View, saved: &SavedView) -> bool {
    saved.user_id == view.caller.user_id() || (saved.role_id != 0 && view.caller.rights.holds(SHARE))
}

/// A view that the caller sees.
///
/// # Errors
/// The same sentence for a missing one and another person's.
fn seen(view: &View, saved_id: u64) -> Result<SavedView> {
    let saved: Option<SavedView> = view.tx.get(&id(saved_id))?;
    saved
        .filter(|saved| saved.user_id == view.caller.user_id() || reaches(view, saved))
        .ok_or_else(|| AppError::refused(GONE))
}

fn shown(view: &View, saved: &SavedView, default: u64) -> Result<ViewOut> {
    let role: Option<Role> = if saved.role_id == 0 { None } else { view.tx.get(&id(saved.role_id))? };
    let owner: Option<User> = view.tx.get(&id(saved.user_id))?;
    Ok(ViewOut {
        view_id: saved.saved_id,
        name: saved.name.clone(),
        state: saved.describe(),
        role_id: saved.role_id,
        role_name: role.map(|role| role.role_name).unwrap_or_default(),
        owner_name: owner.map(|user| user.real_name).unwrap_or_default(),
        own: saved.user_id == view.caller.user_id(),
        is_default: saved.saved_id == default,
        changeable: changeable(view, saved),
    })
}

/// GET /list/view/list: the caller's own by name, then those that are shared with him.
pub fn list(view: &View, query: OfPage) -> Result<Data<Vec<ViewOut>>> {
    let user_id = view.caller.user_id();
    let default = DefaultViews::of(view)?.views.get(&query.page).copied().unwrap_or_default();
    let mut found = own(view, &query.page)?;
    let shared: Vec<SavedView> = view.tx.by(&SHARED, &key().str(&query.page), false, 0, usize::MAX)?;
    found.extend(shared.into_iter().filter(|saved| saved.user_id != user_id && reaches(view, saved)));
    let rows = found.iter().map(|saved| shown(view, saved, default)).collect::<Result<_>>()?;
    Ok(Data(rows))
}

/// What a list begins with.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DefaultOut {
    /// Name of the list, as pages give it.
    pub page: String,
    /// The saved view of a list that it is about, by number.
    pub view_id: u64,
    /// Filters, order, columns and widths: the text of a JSON object.
    pub state: String,
}

/// GET /list/view/defaults: what each of the caller's lists begins with, asked once for all of them.
pub fn defaults(view: &View, _: Nothing) -> Result<Data<Vec<DefaultOut>>> {
    let mut found = Vec::new();
    for (page, view_id) in DefaultViews::of(view)?.views {
        // one that was removed, or is no longer shared, is no default
        let saved = seen(view, view_id).ok();
        found.extend(saved.map(|saved| DefaultOut { page, view_id, state: saved.describe() }));
    }
    Ok(Data(found))
}

/// GET /list/view/roles: those that a view may be shared with.
pub fn shareable(view: &View, _: Nothing) -> Result<Data<Vec<ViewRole>>> {
    let found = roles::enabled(view)?;
    Ok(Data(found.into_iter().map(|Role { role_id, role_name, .. }| ViewRole { role_id, role_name }).collect()))
}

fn check_texts(input: &ViewInput, name: &str) -> Result<()> {
    check::required("name", name, "请输入视图名称")?;
    check::at_most("name", name, LONGEST.1, "视图名称不能超过30个字符")?;
    check::required("page", &input.page, "请指定列表")?;
    check::at_most("page", &input.page, LONGEST.0, "列表名称不能超过60个字符")?;
    check::at_most("state", &input.state, LONGEST.2, "视图内容过长，请减少查询条件或列后重试")?;
    let object: Result<Map<String, Value>, _> = serde_json::from_str(&input.state);
    object.map(drop).map_err(|_| AppError::refused("视图内容不符合规范，请刷新页面后重试"))
}

/// Refuses a role that the caller may not share with; what was shared before may stay.
fn check_role(view: &View, role_id: u64, before: u64) -> Result<()> {
    if role_id == 0 || role_id == before {
        return Ok(());
    }
    if !view.caller.rights.holds(SHARE) {
        return Err(AppError::refused("没有共享视图的权限，请联系系统管理员"));
    }
    roles::visible(view, role_id).map(drop)
}

/// POST /list/view: a name that is there gets the new state; with a number that view is changed.
///
/// # Errors
/// A sentence for what is too long, too many, taken, or not the caller's to change.
pub fn save(op: &mut Op, input: ViewInput) -> Result<Data<Made>> {
    let name = input.name.trim().to_owned();
    check_texts(&input, &name)?;
    let view = op.view();
    let known = own(&view, &input.page)?;
    let same = known.iter().find(|saved| saved.name == name);
    let before = match input.view_id {
        0 => same.cloned(),
        asked => Some(seen(&view, asked)?),
    };
    if before.as_ref().is_some_and(|before| !changeable(&view, before) || before.page != input.page) {
        return Err(AppError::refused("只能修改自己保存的视图，可以另存为新的视图"));
    }
    let owner = before.as_ref().map_or(op.caller.user_id(), |before| before.user_id);
    let number = before.as_ref().map_or(0, |before| before.saved_id);
    let columns = key().u64(owner).str(&input.page).str(&name);
    let taken: Option<SavedView> = view.tx.one(&BY_PAGE, &columns)?;
    if taken.is_some_and(|taken| taken.saved_id != number) {
        return Err(AppError::refused(format!("已有名为“{name}”的视图，请换一个名称")).at("name"));
    }
    if number == 0 && known.len() >= MOST {
        return Err(AppError::refused(format!("每个列表最多保存{MOST}个视图，请先删除不用的")));
    }
    check_role(&view, input.role_id, before.map_or(0, |before| before.role_id))?;
    let saved_id = if number == 0 { op.next_id::<SavedView>()? } else { number };
    let ViewInput { page, state, role_id, .. } = input;
    op.put(&SavedView { saved_id, user_id: owner, page, name, search: String::new(), state, role_id })?;
    Ok(Data(Made { id: saved_id }))
}

/// DELETE /list/view/{id}
///
/// # Errors
/// The same sentence for a missing one and one that the caller does not see; another for one he only sees.
pub fn remove(op: &mut Op, input: One) -> Result<Done> {
    let view = op.view();
    let saved = seen(&view, input.id)?;
    if !changeable(&view, &saved) {
        return Err(AppError::refused("只能删除自己保存的视图"));
    }
    op.delete::<SavedView>(&id(saved.saved_id))?;
    Ok(Done)
}

/// PUT /list/view/default: what the caller's list begins with; 0 = no view.
///
/// # Errors
/// A view that he does not see, or that is another list's.
pub fn make_default(op: &mut Op, input: DefaultInput) -> Result<Done> {
    check::required("page", &input.page, "请指定列表")?;
    check::at_most("page", &input.page, LONGEST.0, "列表名称不能超过60个字符")?;
    let view = op.view();
    let mut defaults = DefaultViews::of(&view)?;
    if input.view_id == 0 {
        defaults.views.remove(&input.page);
    } else if seen(&view, input.view_id)?.page != input.page {
        return Err(AppError::refused(GONE));
    } else if defaults.views.len() >= MOST_LISTS && !defaults.views.contains_key(&input.page) {
        return Err(AppError::refused("默认视图过多，请先取消不用的列表的默认视图"));
    } else {
        defaults.views.insert(input.page, input.view_id);
    }
    op.put_quietly(&defaults)?;
    Ok(Done)
}

/// Rows of the route table.
pub(crate) fn routes() -> Vec<Route> {
    vec![
        read("/list/view/list", list).signed_in().titled("列表视图"),
        read("/list/view/defaults", defaults).signed_in().titled("各列表的默认视图"),
        read("/list/view/roles", shareable).perm(SHARE).titled("可共享列表视图的角色"),
        write(Method::Post, "/list/view", save).signed_in().audit("列表视图", AuditAction::Insert),
        write(Method::Delete, "/list/view/{id}", remove).signed_in().audit("列表视图", AuditAction::Delete),
        write(Method::Put, "/list/view/default", make_default)
            .signed_in()
            .audit("列表视图", AuditAction::Update)
            .titled("设置默认列表视图"),
    ]
}
