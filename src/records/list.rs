//! Lists of business records: in scope, filtered, sorted, one page.

use std::collections::HashMap;

use crate::fault::Outcome;
use crate::kernel::page::{Compare, Paging};
use crate::kernel::text::like_name;
use crate::op::View;
use crate::records::owned::{Business, is_visible};
use crate::store::{Index, Key, Reads, id};

/// Where the rows of a list come from: the narrower the better, nothing else is read.
pub enum From<'a, R: 'static> {
    /// Every record.
    All,
    /// Those under these index columns.
    Under(&'a Index<R>, Key),
}

/// All records that fit and that the caller may see, in the order asked for; by number when none is.
///
/// # Errors
/// A record that cannot be read, an unknown sort column.
pub fn matching<R: Business>(
    view: &View,
    from: From<'_, R>,
    paging: &Paging,
    sorts: &[(&str, Compare<R>)],
    mut fits: impl FnMut(&R) -> bool,
) -> Outcome<Vec<R>> {
    let scope = view.caller.scope();
    let mut rows: Vec<R> = Vec::new();
    let mut keep = |record: R| {
        if is_visible(view, &scope, &record) && fits(&record) {
            rows.push(record);
        }
    };
    match from {
        From::All => view.tx.each::<R>(|record| {
            keep(record);
            true
        })?,
        From::Under(index, prefix) => {
            view.tx.by(index, &prefix, false, 0, usize::MAX)?.into_iter().for_each(keep);
        }
    }
    paging.sort(&mut rows, sorts)?;
    Ok(rows)
}

/// Names of linked records, read once a request.
pub struct Names<'a> {
    view: View<'a>,
    known: HashMap<(&'static str, u64), String>,
    persons: HashMap<String, String>,
}

impl<'a> Names<'a> {
    /// An empty memory.
    pub fn new(view: &View<'a>) -> Self {
        Self { view: *view, known: HashMap::new(), persons: HashMap::new() }
    }

    /// The data that the names are of.
    pub fn view(&self) -> &View<'a> {
        &self.view
    }

    /// What people call the record with this number; empty when there is none.
    pub fn of<R: Business>(&mut self, number: u64) -> Outcome<String> {
        if number == 0 {
            return Ok(String::new());
        }
        if let Some(name) = self.known.get(&(R::TABLE, number)) {
            return Ok(name.clone());
        }
        let name = self.view.tx.get::<R>(&id(number))?.map(|record| record.title()).unwrap_or_default();
        self.known.insert((R::TABLE, number), name.clone());
        Ok(name)
    }

    /// A person by login name, for pages; who shares his name with somebody has the login name in brackets.
    pub fn person(&mut self, login: &str) -> Outcome<String> {
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
    pub fn dept(&mut self, dept_id: u64) -> Outcome<String> {
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
    /// Keeps the newest as many as a field shows of rows in the order of their numbers.
    pub fn cut<R>(&self, rows: &mut Vec<R>) {
        rows.reverse();
        rows.truncate(OFFERED.max(self.ids.len()));
    }
}

/// Whether names have a word, each name asked once: lists of bills repeat the names of their tenants.
pub struct NameWord<'a> {
    word: &'a str,
    known: HashMap<String, bool>,
}

impl<'a> NameWord<'a> {
    /// Nothing asked yet.
    pub fn new(word: &'a str) -> Self {
        Self { word, known: HashMap::new() }
    }

    /// Whether this one has it, also in pinyin.
    pub fn fits(&mut self, name: &str) -> bool {
        if let Some(fits) = self.known.get(name) {
            return *fits;
        }
        let fits = like_name(name, self.word);
        self.known.insert(name.to_owned(), fits);
        fits
    }
}

/// Whether an optional filter lets a value pass.
pub fn is<T: PartialEq>(wanted: Option<&T>, value: &T) -> bool {
    wanted.is_none_or(|wanted| wanted == value)
}

/// Several records by the comma ids of the path.
#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
pub struct Many {
    /// Their numbers.
    #[serde(default)]
    pub ids: Vec<u64>,
}

/// One record by the number of the path.
#[derive(Debug, Clone, Copy, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
pub struct One {
    /// Its number.
    pub id: u64,
}

/// What a creation answers.
#[derive(Debug, Clone, Copy, serde::Serialize, schemars::JsonSchema)]
pub struct Made {
    /// Number of the new record.
    pub id: u64,
}
