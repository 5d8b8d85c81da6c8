//! Saved queries 常用查询: a person names a filter of a report and finds it again, on any machine.
//!
//! Invariants: everybody has and sees his own; a name stands once a page, saving it again replaces the filter.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::fault::{Fault, Outcome};
use crate::kernel::check;
use crate::op::{Op, View};
use crate::records::list::{Made, One};
use crate::route::{Data, Done};
use crate::store::{Index, Key, Reads, Record, id, key};

/// A saved query.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SavedQuery {
    /// Number.
    pub saved_id: u64,
    /// Whose.
    pub user_id: u64,
    /// Which report.
    pub page: String,
    /// What he calls it.
    pub name: String,
    /// The filter as the address has it.
    pub search: String,
}

/// Those of a person and report, by name.
pub const BY_PAGE: Index<SavedQuery> = Index {
    name: "saved_query/page",
    unique: true,
    keys: |saved| vec![key().u64(saved.user_id).str(&saved.page).str(&saved.name)],
};

impl Record for SavedQuery {
    const TABLE: &'static str = "saved_query";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[BY_PAGE];
    fn id(&self) -> Key {
        id(self.saved_id)
    }
}

/// Which report.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct OfPage {
    /// Last part of its path.
    pub page: String,
}

/// What a person saves.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct SavedInput {
    /// Which report.
    pub page: String,
    /// What he calls it.
    #[schemars(title = "查询名称")]
    pub name: String,
    /// The filter as the address has it.
    #[serde(default)]
    pub search: String,
}

/// The same on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedOut {
    /// Number.
    pub saved_id: u64,
    /// What he calls it.
    pub name: String,
    /// The filter.
    pub search: String,
}

/// Most of a person for one report.
const MOST: usize = 50;

fn own(view: &View, page: &str) -> Outcome<Vec<SavedQuery>> {
    let columns = key().u64(view.caller.user_id()).str(page);
    Ok(view.tx.by(&BY_PAGE, &columns, false, 0, usize::MAX)?)
}

/// GET /report/saved/list
pub fn list(view: &View, query: OfPage) -> Outcome<Data<Vec<SavedOut>>> {
    let shown = |saved: SavedQuery| SavedOut { saved_id: saved.saved_id, name: saved.name, search: saved.search };
    Ok(Data(own(view, &query.page)?.into_iter().map(shown).collect()))
}

/// POST /report/saved: a name that is there gets the new filter.
///
/// # Errors
/// A sentence for what is too long or too many.
pub fn save(op: &mut Op, input: SavedInput) -> Outcome<Data<Made>> {
    let name = input.name.trim().to_owned();
    check::required("name", &name, "请输入查询名称")?;
    check::at_most("name", &name, 30, "查询名称不能超过30个字符")?;
    check::required("page", &input.page, "请指定报表")?;
    check::at_most("page", &input.page, 30, "报表名称不能超过30个字符")?;
    check::at_most("search", &input.search, 2_000, "查询条件过长，请减少后重试")?;
    let known = own(&op.view(), &input.page)?;
    let same = known.iter().find(|saved| saved.name == name).map(|saved| saved.saved_id);
    if same.is_none() && known.len() >= MOST {
        return Err(Fault::refused(format!("每张报表最多保存{MOST}个常用查询，请先删除不用的")));
    }
    let saved_id = match same {
        Some(saved_id) => saved_id,
        None => op.next_id::<SavedQuery>()?,
    };
    let saved = SavedQuery { saved_id, user_id: op.caller.user_id(), page: input.page, name, search: input.search };
    op.put_quietly(&saved)?;
    Ok(Data(Made { id: saved_id }))
}

/// DELETE /report/saved/{id}
///
/// # Errors
/// The same sentence for a missing one and another person's.
pub fn remove(op: &mut Op, input: One) -> Outcome<Done> {
    let saved: Option<SavedQuery> = op.view().tx.get(&id(input.id))?;
    let own = op.caller.user_id();
    match saved.filter(|saved| saved.user_id == own) {
        Some(saved) => op.delete::<SavedQuery>(&id(saved.saved_id))?,
        None => return Err(Fault::refused("常用查询不存在，可能已被删除，请刷新后重试")),
    };
    Ok(Done)
}
