//! Forms that somebody has begun and not sent yet: his own, seen by nobody else.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::bind::existing;
use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;
use crate::op::{Op, View};
use crate::records::list::{Made, Many};
use crate::route::{Data, Nothing};
use crate::store::{Index, Key, Reads, Record, id};

/// Most drafts of a person.
const MOST: u64 = 100;
/// Largest draft, in characters of JSON.
const LARGEST: usize = 100_000;

/// A form that somebody has begun.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    pub draft_id: u64,
    pub user: u64,
    /// Key of the form.
    pub key: String,
    /// What was entered, JSON: unchecked, as it is.
    pub data: String,
    /// When it was last saved.
    pub saved_at: Stamp,
}

/// Drafts of a person, by when they were saved.
pub const OF_USER: Index<Draft> =
    Index { name: "wf_draft/user", unique: false, keys: |draft| vec![id(draft.user).i64(draft.saved_at.0)] };

impl Record for Draft {
    const TABLE: &'static str = "wf_draft";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[OF_USER];
    fn id(&self) -> Key {
        id(self.draft_id)
    }
}

/// A draft on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DraftOut {
    /// Number of the draft 申请草稿.
    pub draft_id: u64,
    /// Key of the form.
    pub key: String,
    /// What people call it; of a form that is gone its key.
    pub name: String,
    /// What was entered.
    pub data: Map<String, Value>,
    /// When it was last saved.
    pub saved_at: String,
}

/// A draft as a form sends it.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct DraftInput {
    /// Which; absent for a new one.
    pub draft_id: Option<u64>,
    /// Key of the form.
    pub key: String,
    /// What was entered.
    pub data: Map<String, Value>,
}

/// A draft of the caller.
///
/// # Errors
/// The same sentence for a foreign one and one that isn't there.
pub fn own(view: &View, draft_id: u64) -> Result<Draft> {
    let found: Option<Draft> = view.tx.get(&id(draft_id))?;
    let user = view.caller.user_id();
    found
        .filter(|draft| draft.user == user && user != 0)
        .ok_or_else(|| AppError::refused("该草稿不存在，可能已提交或删除"))
}

/// GET /appr/draft/list: those of the caller, the newest first.
///
/// # Errors
/// Records that can't be read.
pub fn list(view: &View, _: Nothing) -> Result<Data<Vec<DraftOut>>> {
    let user = id(view.caller.user_id());
    let drafts: Vec<Draft> = view.tx.by(&OF_USER, &user, true, 0, usize::try_from(MOST).unwrap_or(100))?;
    let out = |draft: Draft| -> Result<DraftOut> {
        let name = super::bind::form_of(view, &draft.key)?.map_or_else(|| draft.key.clone(), |form| form.name);
        Ok(DraftOut {
            draft_id: draft.draft_id,
            name,
            data: serde_json::from_str(&draft.data).map_err(AppError::internal)?,
            saved_at: draft.saved_at.to_text(),
            key: draft.key,
        })
    };
    Ok(Data(drafts.into_iter().map(out).collect::<Result<_>>()?))
}

/// POST and PUT /appr/draft
///
/// # Errors
/// Sentences for an unknown form, too many drafts, or one that isn't the caller's.
pub fn save(op: &mut Op, input: DraftInput) -> Result<Data<Made>> {
    existing(&op.view(), &input.key).map_err(|fault| fault.at("key"))?;
    let data = serde_json::to_string(&input.data).map_err(AppError::internal)?;
    if data.len() > LARGEST {
        return Err(AppError::refused("草稿内容过大，不能保存").at("data"));
    }
    let user = op.caller.user_id();
    let draft_id = match input.draft_id {
        Some(number) => own(&op.view(), number)?.draft_id,
        None if op.view().tx.count_by::<Draft>(&OF_USER, &id(user))? >= MOST => {
            return Err(AppError::refused(format!("草稿不能超过{MOST}份，请先提交或删除")));
        }
        None => op.next_id::<Draft>()?,
    };
    op.put_quietly(&Draft { draft_id, user, key: input.key, data, saved_at: op.now })?;
    Ok(Data(Made { id: draft_id }))
}

/// DELETE /appr/draft/{ids}
///
/// # Errors
/// A sentence for one that isn't the caller's.
pub fn remove(op: &mut Op, input: Many) -> Result<crate::route::Done> {
    for number in input.ids {
        let draft = own(&op.view(), number)?;
        op.delete_quietly::<Draft>(&draft.id())?;
    }
    Ok(crate::route::Done)
}
