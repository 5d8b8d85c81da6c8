//! Lock, department and maker of a business record, and the three ways to write one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::columns::Listed;
use crate::error::{AppError, Kind, Result};
use crate::op::{Op, View};
use crate::platform::identity::rights::Scope;
use crate::records::base::{Base, BaseOut};
use crate::records::history;
use crate::records::list::run::{by_columns, table};
use crate::records::list::{self, Filter, FilterBuilder, ListQuery, Span};
use crate::records::names::person_name;
use crate::store::{Index, Key, Reads, Record, id};

/// Fields that every business record carries.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Owned {
    /// The department that keeps it; decides who sees it.
    pub dept_id: u64,
    /// Raised with every writing; a form sends back the one it has read.
    pub version: u64,
    /// Number of the person who made it; data scope «own» goes by it.
    pub creator: u64,
    /// Maker, changer, remark.
    pub base: Base,
}

/// The same on the wire; flattened into each entity.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnedOut {
    /// The department that keeps it.
    pub dept_id: u64,
    /// Send it back with a change.
    pub version: u64,
    /// Name of who made it; `createBy` has the login name.
    pub create_by_name: String,
    /// Maker, changer, remark.
    #[serde(flatten)]
    pub base: BaseOut,
}

impl OwnedOut {
    /// Of a record.
    pub fn of(view: &View, owned: &Owned) -> Result<Self> {
        Ok(Self {
            dept_id: owned.dept_id,
            version: owned.version,
            create_by_name: person_name(view, &owned.base.create_by)?,
            base: BaseOut::from(&owned.base),
        })
    }
}

/// A record of the business.
pub trait Business: Record + Clone {
    /// What people call it, e.g. 资产.
    const NOUN: &'static str;
    /// Whether it belongs to everybody (板块) instead of a department.
    const COMMON: bool;
    /// Whether a second department sees it as well: the other side of a handover.
    const SHARED: bool = false;
    /// That department; 0 for none.
    fn second_dept(&self) -> u64 {
        0
    }
    fn number(&self) -> u64;
    /// What a sentence calls this one, e.g. its name.
    fn title(&self) -> String;
    /// Its lock and department.
    fn owned(&self) -> &Owned;
    /// The same, to write.
    fn owned_mut(&mut self) -> &mut Owned;
}

/// Makes a record a business record that keeps its [`Owned`] in `owned`: what people call its kind, the field of its number,
/// the field that sentences call it by; `common` before it belongs to everybody.
macro_rules! business {
    (common $record:ty, $noun:literal, $number:ident, $($title:ident).+) => {
        $crate::records::owned::business!(@ $record, $noun, true, $number, $($title).+);
    };
    ($record:ty, $noun:literal, $number:ident, $($title:ident).+) => {
        $crate::records::owned::business!(@ $record, $noun, false, $number, $($title).+);
    };
    (@ $record:ty, $noun:literal, $common:literal, $number:ident, $($title:ident).+) => {
        impl $crate::records::owned::Business for $record {
            const NOUN: &'static str = $noun;
            const COMMON: bool = $common;
            fn number(&self) -> u64 {
                self.$number
            }
            fn title(&self) -> String {
                self.$($title).+.clone()
            }
            fn owned(&self) -> &$crate::records::owned::Owned {
                &self.owned
            }
            fn owned_mut(&mut self) -> &mut $crate::records::owned::Owned {
                &mut self.owned
            }
        }
    };
}
pub(crate) use business;

/// Whether the caller may see a record, through the permission being used.
pub fn is_visible<R: Business>(view: &View, scope: &Scope, record: &R) -> bool {
    let owned = record.owned();
    let shared = R::SHARED && record.second_dept() != 0 && scope.has_dept(record.second_dept());
    R::COMMON || shared || scope.has_dept(owned.dept_id) || (scope.own && owned.creator == view.caller.user_id())
}

/// Brought by a feature above: whether a record of a table lies with the caller to be put right, whatever his department
/// has become meanwhile.
pub struct ReturnedTo(pub fn(&View<'_>, &str, u64) -> Result<bool>);

/// Whether a record came back to the caller: then he opens and changes it as who wrote it.
fn is_returned_to_caller<R: Business>(view: &View, record: &R) -> Result<bool> {
    for ReturnedTo(lies_with) in view.app.product.extensions::<ReturnedTo>() {
        if lies_with(view, R::TABLE, record.number())? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn missing<R: Business>() -> AppError {
    AppError::refused(format!("{}不存在，可能已被删除，请刷新后重试", R::NOUN))
}

/// A record that the caller may see.
///
/// # Errors
/// The same sentence for a missing one and for one out of scope.
pub fn find<R: Business>(view: &View, number: u64) -> Result<R> {
    let record: R = view.tx.get(&id(number))?.ok_or_else(missing::<R>)?;
    let is_seen = is_visible(view, &view.caller.scope(), &record) || is_returned_to_caller(view, &record)?;
    if is_seen { Ok(record) } else { Err(missing::<R>()) }
}

/// A record that the caller may see through a permission that is not the route's own.
///
/// # Errors
/// The same sentence for a missing one and for one out of scope.
pub fn find_through<R: Business>(view: &View, number: u64, permission: &'static str) -> Result<R> {
    let record: R = view.tx.get(&id(number))?.ok_or_else(missing::<R>)?;
    let scope = view.caller.rights.scope(Some(permission));
    let is_seen = is_visible(view, &scope, &record) || is_returned_to_caller(view, &record)?;
    if is_seen { Ok(record) } else { Err(missing::<R>()) }
}

/// So many records are sooner read than counted in columns.
const FEW: u64 = 64;

/// How many records under a key the caller may see, through the permission of their list when he holds it.
pub fn count<R: Business + Listed>(view: &View, index: &Index<R>, prefix: &Key, list: &str) -> Result<u64> {
    let rights = &view.caller.rights;
    let scope = if rights.holds(list) { rights.scope(Some(list)) } else { view.caller.scope() };
    if scope.all || R::COMMON {
        return Ok(view.tx.count_by(index, prefix)?);
    }
    if view.tx.count_by(index, prefix)? > FEW {
        let mut ask = FilterBuilder::<R>::default();
        let under = view.tx.ids_by(index, prefix, false, 0, usize::MAX)?;
        ask.must(Filter::ids(under.iter().filter_map(Key::first_u64)));
        let reached = list::reached(&ask, &scope, &list::dept(), (&list::creator(), view.caller.user_id()))?;
        ask.must(reached);
        if let Some(found) = by_columns(view, table::<R>(view)?, &ListQuery::of(ask, Span::First(0)))? {
            return Ok(found.total);
        }
    }
    let rows: Vec<R> = view.tx.by(index, prefix, false, 0, usize::MAX)?;
    Ok(rows.iter().filter(|row| is_visible(view, &scope, *row)).count() as u64)
}

/// A record whatever the caller's scope: for links that the rules follow, never for what he asked for by number.
///
/// # Errors
/// A sentence when it is missing.
pub fn linked<R: Business>(view: &View, number: u64) -> Result<R> {
    view.tx.get(&id(number))?.ok_or_else(missing::<R>)
}

/// Refuses a form that was filled before somebody else's change.
///
/// # Errors
/// A sentence with the other editor's name and time.
pub fn check_version<R: Business>(view: &View, old: &R, given: Option<u64>) -> Result<()> {
    let owned = old.owned();
    if given.is_none_or(|version| version == owned.version) {
        return Ok(());
    }
    let by = if owned.base.update_by.is_empty() { &owned.base.create_by } else { &owned.base.update_by };
    let at = owned.base.update_time.unwrap_or(owned.base.create_time).to_text();
    let name = person_name(view, by)?;
    let sentence = format!("{}“{}”已被 {name} 于 {at} 修改，请在最新内容上重新修改", R::NOUN, old.title());
    Err(AppError::of(Kind::Stale, sentence))
}

/// The department of a new record: the one asked for when the caller may use it, else his own.
///
/// # Errors
/// A sentence when he has none, or asks for one out of his scope.
pub fn department(view: &View, wanted: Option<u64>) -> Result<u64> {
    let own = view.caller.rights.dept_id;
    let dept_id = wanted.filter(|dept_id| *dept_id != 0).unwrap_or(own);
    if dept_id == 0 && !view.caller.rights.is_super {
        return Err(AppError::refused("请选择管理部门"));
    }
    let scope = view.caller.scope();
    if scope.has_dept(dept_id) || (scope.own && dept_id == own) {
        return Ok(dept_id);
    }
    Err(AppError::refused("不能使用数据权限之外的部门"))
}

/// Stores a new record with its first history entry.
pub fn insert<R: Business>(op: &mut Op, mut record: R, dept_id: u64, remark: String) -> Result<R> {
    let creator = op.caller.user_id();
    *record.owned_mut() = Owned { dept_id, version: 1, creator, base: Base::made(op, remark) };
    op.put(&record)?;
    history::note(op, "新增", None, Some(&record))?;
    Ok(record)
}

/// Stores a changed record under a new version; `deed` names the change in the history. Department, maker and
/// remark are those that `record` brings.
pub fn update<R: Business>(op: &mut Op, old: &R, mut record: R, deed: &str) -> Result<R> {
    let was = old.owned();
    let now = record.owned_mut();
    now.version = was.version + 1;
    now.creator = was.creator;
    now.base = Base { remark: now.base.remark.clone(), ..was.base.clone() }.changed(op);
    op.put(&record)?;
    history::note(op, deed, Some(old), Some(&record))?;
    Ok(record)
}

/// Brought by a feature above: whether something there points to a record of a table, as the rest of a sentence.
pub struct LinkedBy(pub fn(&View<'_>, &str, u64) -> Result<Option<String>>);

/// Refuses to remove what something above points to.
///
/// # Errors
/// A sentence that names what points there.
pub fn check_links(view: &View, table: &str, number: u64, called: &str) -> Result<()> {
    for LinkedBy(linked) in view.app.product.extensions::<LinkedBy>() {
        if let Some(how) = linked(view, table, number)? {
            return Err(AppError::refused(format!("{called}{how}，不能删除")));
        }
    }
    Ok(())
}

/// Removes a record; its history stays.
///
/// # Errors
/// A record that cannot be removed.
pub fn remove<R: Business>(op: &mut Op, record: &R) -> Result<()> {
    let key: Key = record.id();
    check_links(&op.view(), R::TABLE, record.number(), &format!("{}“{}”", R::NOUN, record.title()))?;
    op.delete::<R>(&key)?;
    history::note(op, "删除", Some(record), None)
}
