//! 相关单据: earlier and other papers of the matter that a process decides about, beside its form.
//!
//! Invariant: a row is shown only to who may open it, as a process he takes part in or as a document that his own rights reach;
//! amounts follow the fields of his node there. What is not his is not counted either.
//! Deliberately absent: a stored link. What belongs to a lease is known by the indexes of its records, so papers of before this
//! existed are found, too.

use schemars::JsonSchema;
use serde::Serialize;

use super::binding::{Binding, Doc, of};
use super::constants::{EndReason, InstanceState, RelationKind};
use super::detail::{ViewerRole, rights_of, viewer_role};
use super::instance::record::{Instance, OF_DOCUMENT};
use super::instance::state::{Loaded, load};
use super::rights::hides_amount;
use crate::error::Result;
use crate::op::View;
use crate::records::list::One;
use crate::route::Data;
use crate::store::{Reads, key};

/// Documents of one relation that are looked at: the newest. A page that lists all of them exists for each kind.
pub const MOST: usize = 20;

/// Brought by a feature: what else is known of the matter that a kind of document is about. Several may speak for one kind.
pub struct RelatedOf {
    /// Keys of the processes that it speaks for.
    pub keys: &'static [&'static str],
    /// The newest of each relation first; at most [`MOST`] of each are shown.
    pub of: fn(&View<'_>, &Doc) -> Result<Vec<Relation>>,
}

/// Another document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Relation {
    /// What it has in common.
    pub why: RelationKind,
    /// The process that decides about such a document.
    pub key: &'static str,
    /// Number of the document.
    pub id: u64,
}

/// Another document as the caller may read it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RelatedOut {
    /// What it has in common with the one that is decided about.
    pub why: RelationKind,
    /// What people call the process of such a document.
    pub label: &'static str,
    /// What it is about.
    pub title: String,
    /// What it is worth; none where nothing says it, or for who may not see it.
    pub amount_fen: Option<i64>,
    /// State of its newest process that the caller may look at; none for a document without one.
    pub state: Option<InstanceState>,
    /// How that ended.
    pub end_reason: Option<EndReason>,
    /// When that was submitted, `yyyy-MM-dd HH:mm:ss` Beijing time; empty without one.
    pub started_at: String,
    /// That process; 0 without one.
    pub instance_id: u64,
    /// Where the document's own page is; none for who may not open it.
    pub path: Option<String>,
}

/// GET /appr/instance/{id}/related
///
/// # Errors
/// R21 for strangers; records that can't be read.
pub fn related(view: &View, input: One) -> Result<Data<Vec<RelatedOut>>> {
    let loaded = load(view, input.id)?;
    let viewer = viewer_role(view, &loaded)?;
    let mut rows = earlier(view, &loaded)?;
    // Who only looks after processes learns nothing of the business beyond the process.
    if viewer == ViewerRole::Manager {
        return Ok(Data(rows));
    }
    let through = view.caller.through_task();
    let wide = View { caller: &through, ..*view };
    let mut listed: Vec<(&str, u64)> = vec![(loaded.binding.biz_type, loaded.doc.id)];
    for known in view.app.product.extensions::<RelatedOf>().filter(|one| one.keys.contains(&loaded.binding.key)) {
        let found = (known.of)(&wide, &loaded.doc)?;
        for why in RelationKind::ALL {
            for relation in found.iter().filter(|one| one.why == why).take(MOST) {
                let binding = of(view, relation.key)?;
                if !listed.contains(&(binding.biz_type, relation.id)) {
                    listed.push((binding.biz_type, relation.id));
                    rows.extend(row_of(view, binding, relation)?);
                }
            }
        }
    }
    Ok(Data(rows))
}

/// Processes of the same document before this one, or beside it.
fn earlier(view: &View, loaded: &Loaded) -> Result<Vec<RelatedOut>> {
    let instance = &loaded.state.instance;
    let document = key().str(&instance.biz_type).u64(instance.biz_id);
    let all: Vec<Instance> = view.tx.by(&OF_DOCUMENT, &document, true, 0, MOST)?;
    let mut rows = Vec::new();
    for other in all.iter().filter(|other| other.instance_id != instance.instance_id) {
        rows.extend(process_of(view, RelationKind::Document, other)?);
    }
    Ok(rows)
}

fn row_of(view: &View, binding: &'static Binding, relation: &Relation) -> Result<Option<RelatedOut>> {
    let document = key().str(binding.biz_type).u64(relation.id);
    let newest: Vec<Instance> = view.tx.by(&OF_DOCUMENT, &document, true, 0, MOST)?;
    for instance in &newest {
        if let Some(row) = process_of(view, relation.why, instance)? {
            return Ok(Some(row));
        }
    }
    if binding.query.is_empty() || !view.caller.rights.holds(binding.query) {
        return Ok(None);
    }
    // Out of his reach, or an input that lies in a process alone.
    let Ok(head) = (binding.head)(view, &Doc::stored(relation.id)) else { return Ok(None) };
    Ok(Some(RelatedOut {
        why: relation.why,
        label: binding.label,
        path: Some(binding.page(relation.id, head.parent)),
        title: head.title,
        amount_fen: head.amount_fen,
        state: None,
        end_reason: None,
        started_at: String::new(),
        instance_id: 0,
    }))
}

fn process_of(view: &View, why: RelationKind, instance: &Instance) -> Result<Option<RelatedOut>> {
    let loaded = load(view, instance.instance_id)?;
    let Ok(viewer) = viewer_role(view, &loaded) else { return Ok(None) };
    let map = rights_of(view, &loaded, viewer, view.caller.user_id());
    let Loaded { binding, doc, .. } = &loaded;
    let own = if view.caller.rights.holds(binding.query) { (binding.head)(view, doc).ok() } else { None };
    Ok(Some(RelatedOut {
        why,
        label: binding.label,
        title: instance.title.clone(),
        amount_fen: instance.amount_fen.filter(|_| !hides_amount(binding, &map)),
        state: Some(instance.state),
        end_reason: instance.end_reason,
        started_at: instance.started_at.to_text(),
        instance_id: instance.instance_id,
        path: own.filter(|_| !binding.query.is_empty()).map(|head| binding.page(instance.biz_id, head.parent)),
    }))
}
