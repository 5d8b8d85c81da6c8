//! Files of documents and of opinions, as those who take part in a process see them.

use serde_json::Value;

use super::binding::FieldKind;
use super::instance::record::{Instance, OF_DOCUMENT};
use super::instance::state::load;
use super::rights::{HIDDEN, READ, right};
use super::show::{Eyes, eyes, rights_of};
use crate::fault::Outcome;
use crate::op::View;
use crate::platform::files::FileInfo;
use crate::store::{Reads, id, key};

/// Whether a file of a document is lent to the caller: he takes part in one of its processes, and his node shows files.
///
/// # Errors
/// Records that can't be read.
pub fn is_lent(view: &View, file: &FileInfo) -> Outcome<bool> {
    let Some(to) = &file.reference else { return Ok(false) };
    let own = super::binding::all(view).map(|binding| (binding.biz_type, binding.files));
    let defined = super::binding::defined(view.app.product).map(|kinds| (kinds.biz_type, kinds.files));
    for (biz_type, _) in own.chain(defined).filter(|(_, files)| files.contains(&to.kind.as_str())) {
        let document = key().str(biz_type).u64(to.id);
        let newest: Vec<Instance> = view.tx.by(&OF_DOCUMENT, &document, true, 0, 20)?;
        for instance in newest {
            let loaded = load(view, instance.instance_id)?;
            let Ok(eyes) = eyes(view, &loaded) else { continue };
            let map = rights_of(&loaded, eyes, view.caller.user_id());
            if eyes != Eyes::Manager && right(&map, "files", READ) != HIDDEN {
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
pub fn sees_file(view: &View, file: &FileInfo) -> Outcome<bool> {
    let Some(to) = &file.reference else { return Ok(false) };
    if view.tx.get::<Instance>(&id(to.id))?.is_none() {
        return Ok(false);
    }
    let loaded = load(view, to.id)?;
    let eyes = match eyes(view, &loaded) {
        Ok(Eyes::Manager) | Err(_) => return Ok(false),
        Ok(eyes) => eyes,
    };
    let map = rights_of(&loaded, eyes, view.caller.user_id());
    let hidden = |path: &str| right(&map, path, READ) == HIDDEN;
    let through = view.caller.through_task();
    let form = (loaded.binding.form)(&View { caller: &through, ..*view }, &loaded.doc);
    // What its record says can't be told any more; then nobody can say that its field is not hidden.
    let Ok(form) = form else { return Ok(false) };
    let names = |path: &str| {
        let files = form.get(path).and_then(Value::as_array);
        files.is_some_and(|files| files.iter().any(|one| one.as_u64() == Some(file.file_id)))
    };
    let of_form = loaded.binding.fields.iter().filter(|field| matches!(field.kind, FieldKind::Files));
    let mut fields = of_form.filter(|field| names(field.path)).peekable();
    Ok(if fields.peek().is_none() { !hidden("files") } else { fields.any(|field| !hidden(field.path)) })
}
