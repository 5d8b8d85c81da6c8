//! Read access to files by taking part in an approval: someone who can't see the document may still read the files that
//! their node shows, and the files of opinions and forms.

use serde_json::Value;

use super::binding::{Field, FieldKind};
use super::detail::{ViewerRole, rights_of, viewer_role};
use super::instance::FILES_KIND;
use super::instance::record::{Instance, OF_DOCUMENT};
use super::instance::state::{Loaded, load};
use super::rights::{HIDDEN, READ, right, unseen};
use crate::error::Result;
use crate::op::View;
use crate::platform::files::FileInfo;
use crate::records::files::ReferenceKind;
use crate::records::html;
use crate::store::{Reads, id, key};

/// Files of opinions: seen by whoever takes part in the process.
pub const FILES: ReferenceKind = ReferenceKind { name: FILES_KIND, may_see: may_read_instance_file };

/// Whether the caller may read a file of a document: they take part in one of its processes, and their node shows files.
///
/// # Errors
/// Records that can't be read.
pub fn may_read_document_file(view: &View, file: &FileInfo) -> Result<bool> {
    let Some(to) = &file.reference else { return Ok(false) };
    let own = super::binding::all(view).map(|binding| (binding.biz_type, binding.files));
    let defined = super::binding::defined(view.app.product).map(|kinds| (kinds.biz_type, kinds.files));
    for (biz_type, _) in own.chain(defined).filter(|(_, files)| files.contains(&to.kind.as_str())) {
        let document = key().str(biz_type).u64(to.id);
        let newest: Vec<Instance> = view.tx.by(&OF_DOCUMENT, &document, true, 0, 20)?;
        for instance in newest {
            let loaded = load(view, instance.instance_id)?;
            let Ok(viewer_role) = viewer_role(view, &loaded) else { continue };
            let map = rights_of(view, &loaded, viewer_role, view.caller.user_id());
            let is_seen = || -> Result<bool> {
                Ok(unseen(view, loaded.binding).is_empty() || !naming(view, &loaded, file.file_id)?.is_empty())
            };
            if viewer_role != ViewerRole::Manager && right(&map, "files", READ) != HIDDEN && is_seen()? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Whether a file of an opinion, or of a form, is seen by the caller: he takes part, and his node shows it.
///
/// # Errors
/// Records that can't be read.
pub fn may_read_instance_file(view: &View, file: &FileInfo) -> Result<bool> {
    let Some(to) = &file.reference else { return Ok(false) };
    if view.tx.get::<Instance>(&id(to.id))?.is_none() {
        return Ok(false);
    }
    let loaded = load(view, to.id)?;
    let viewer_role = match viewer_role(view, &loaded) {
        Ok(ViewerRole::Manager) | Err(_) => return Ok(false),
        Ok(viewer_role) => viewer_role,
    };
    let map = rights_of(view, &loaded, viewer_role, view.caller.user_id());
    let hidden = |path: &str| right(&map, path, READ) == HIDDEN;
    // What its record says can't be told any more; then nobody can say that its field is not hidden.
    let Ok(fields) = naming(view, &loaded, file.file_id) else { return Ok(false) };
    if fields.is_empty() {
        // It lies in a field that the document hides, or belongs to an opinion.
        let is_unseen =
            !unseen(view, loaded.binding).is_empty() && (loaded.binding.holds)(&loaded.doc)?.contains(&file.file_id);
        return Ok(!hidden("files") && !is_unseen);
    }
    Ok(fields.iter().any(|field| !hidden(field.path)))
}

/// Fields of a document, as far as the caller sees it, that name a file.
fn naming(view: &View, loaded: &Loaded, file_id: u64) -> Result<Vec<&'static Field>> {
    let through = view.caller.through_task();
    let form = (loaded.binding.form)(&View { caller: &through, ..*view }, &loaded.doc)?;
    let names = |field: &&Field| match (field.kind, form.get(field.path)) {
        (FieldKind::Files, Some(Value::Array(files))) => files.iter().any(|one| one.as_u64() == Some(file_id)),
        (FieldKind::Html, Some(Value::String(text))) => html::picture_ids(text).contains(&file_id),
        _ => false,
    };
    Ok(loaded.binding.fields.iter().filter(names).collect())
}
