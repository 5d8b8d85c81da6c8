//! Lists: one declaration each ([`declare`]), answered from columns ([`run`]) or, where those are not there, record by
//! record ([`plain`]).

pub mod ask;
pub mod blocks;
pub mod declare;
pub mod filling;
pub mod plain;
pub mod run;

use std::collections::HashMap;

use crate::columns::field::{second, whole};
use crate::columns::{Field, Listed};
use crate::error::Result;
use crate::op::View;
use crate::platform::identity::dept::Dept;
use crate::platform::identity::rights::Scope;
use crate::records::owned::Business;
use crate::store::{Reads, id};

pub use ask::{FieldName, Filter, FilterBuilder};
pub use blocks::{Block, add_by, add_spans, blocks, cell, evaluated, fill, gather, gather_columns, gather_lists};
pub use declare::{FacetCount, List, Listing, NoSums, Place, every, found, page, routes, workbook_of};
pub use run::{ListQuery, Span, count, ids, matching, newest, paged};

/// Which records of a type a caller may see at all. It is part of every list, so that none can forget it.
pub trait Scoped: Listed {
    /// Narrows to what the caller may see through the permission being used.
    fn restrict_to_visible(view: &View, ask: &mut FilterBuilder<Self>) -> Result<()>;
}

/// Department of a business record; the field that scope goes by.
pub const fn dept<R: Business>() -> Field<R> {
    Field::link::<Dept>("deptId", "deptName", |record| whole(record.owned().dept_id))
}

/// The second department that sees it, when there is one.
pub const fn second_dept<R: Business>() -> Field<R> {
    Field::link::<Dept>("secondDeptId", "secondDeptName", |record| whole(record.second_dept()))
}

/// Number of its maker; scope «own» goes by it.
pub const fn creator<R: Business>() -> Field<R> {
    Field::number("creator", |record| whole(record.owned().creator))
}

/// When it was made.
pub const fn created<R: Business>() -> Field<R> {
    Field::number("createTime", |record| second(record.owned().base.create_time))
}

impl<R: Business + Listed> Scoped for R {
    fn restrict_to_visible(view: &View, ask: &mut FilterBuilder<Self>) -> Result<()> {
        if !R::COMMON {
            let mut reached = reached(ask, &view.caller.scope(), &dept(), (&creator(), view.caller.user_id()))?;
            if R::SHARED {
                let depts = view.caller.scope().dept_ids.iter().map(|dept_id| whole(*dept_id)).collect::<Vec<_>>();
                reached = Filter::Any(vec![reached, Filter::among(ask.place(&second_dept())?, depts)]);
            }
            ask.must(reached);
        }
        Ok(())
    }
}

/// The wish that a scope reaches a record: by its department, or because it is the person's own.
pub fn reached<R: Listed>(
    ask: &FilterBuilder<R>,
    scope: &Scope,
    dept: &Field<R>,
    own: (&Field<R>, u64),
) -> Result<Filter> {
    if scope.all {
        return Ok(Filter::Always(true));
    }
    let depts = scope.dept_ids.iter().map(|dept_id| whole(*dept_id));
    let mut reached = vec![Filter::among(ask.place(dept)?, depts)];
    if scope.own {
        reached.push(Filter::among(ask.place(own.0)?, vec![whole(own.1)]));
    }
    Ok(Filter::Any(reached))
}

/// Records of which everybody who may open their list sees all.
macro_rules! seen_by_all {
    ($record:ty) => {
        impl $crate::records::list::Scoped for $record {
            fn restrict_to_visible(
                _: &$crate::op::View,
                _: &mut $crate::records::list::FilterBuilder<Self>,
            ) -> $crate::error::Result<()> {
                Ok(())
            }
        }
    };
}
pub(crate) use seen_by_all;

/// Names that are kept at once.
const MOST_NAMES: usize = 50_000;

/// Names of linked records, read once a request.
pub struct NameCache<'a> {
    view: View<'a>,
    known: HashMap<(&'static str, u64), String>,
    persons: HashMap<String, String>,
}

impl<'a> NameCache<'a> {
    /// An empty memory.
    pub fn new(view: &View<'a>) -> Self {
        Self { view: *view, known: HashMap::new(), persons: HashMap::new() }
    }

    /// The data that the names are of.
    pub fn view(&self) -> &View<'a> {
        &self.view
    }

    /// What people call the record with this number; empty when there is none.
    pub fn of<R: Business>(&mut self, number: u64) -> Result<String> {
        if number == 0 {
            return Ok(String::new());
        }
        if let Some(name) = self.known.get(&(R::TABLE, number)) {
            return Ok(name.clone());
        }
        let name = self.view.tx.get::<R>(&id(number))?.map(|record| record.title()).unwrap_or_default();
        if self.known.len() >= MOST_NAMES {
            // An export of everything: its memory stays that of a page.
            self.known.clear();
        }
        self.known.insert((R::TABLE, number), name.clone());
        Ok(name)
    }

    /// A person by login name, for pages; who shares his name with somebody has the login name in brackets.
    pub fn person(&mut self, login: &str) -> Result<String> {
        use crate::records::names::person_shown;
        let known = self.persons.get(login);
        if let Some(name) = known {
            return Ok(name.clone());
        }
        let name = person_shown(&self.view, login)?;
        self.persons.insert(login.to_owned(), name.clone());
        Ok(name)
    }

    /// The name of a department.
    pub fn dept(&mut self, dept_id: u64) -> Result<String> {
        use crate::platform::identity::dept::Dept;
        use crate::store::Record;
        if let Some(name) = self.known.get(&(Dept::TABLE, dept_id)) {
            return Ok(name.clone());
        }
        let name = self.view.tx.get::<Dept>(&id(dept_id))?.map(|dept| dept.dept_name).unwrap_or_default();
        self.known.insert((Dept::TABLE, dept_id), name.clone());
        Ok(name)
    }
}

/// What a field asks in which a record is chosen: by a word that is typed, or the names of those that are chosen already.
#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Choose {
    /// What is typed.
    pub key_word: Option<String>,
    /// Those that are chosen; the word is not looked at then.
    pub ids: Vec<u64>,
}

/// Rows that a field of choices shows; who does not find his among them types more.
const OFFERED: usize = 20;

impl Choose {
    /// Rows that a field of choices shows, newest first.
    pub fn most(&self) -> usize {
        OFFERED.max(self.ids.len())
    }
}

/// Whether an optional filter lets a value pass.
pub fn is<T: PartialEq>(wanted: Option<&T>, value: &T) -> bool {
    wanted.is_none_or(|wanted| wanted == value)
}

/// Several records by the comma ids of the path.
#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
pub struct Many {
    /// Numbers of the records, with commas between.
    #[serde(default)]
    pub ids: Vec<u64>,
}

/// One record by the number of the path.
#[derive(Debug, Clone, Copy, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
pub struct One {
    /// Number of the record, as its list gives it.
    pub id: u64,
}

/// What a creation answers.
#[derive(Debug, Clone, Copy, serde::Serialize, schemars::JsonSchema)]
pub struct Made {
    /// Number of the new record.
    pub id: u64,
}
