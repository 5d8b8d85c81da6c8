//! Who wrote or submitted a document since its draft began: none of them decides about it. By login name, which never
//! changes.

use crate::op::Caller;
use crate::records::base::Base;

/// The authors with one more.
pub fn with(authors: &[String], caller: &Caller) -> Vec<String> {
    let mut all = authors.to_vec();
    if !all.contains(&caller.name()) {
        all.push(caller.name());
    }
    all
}

/// Whether somebody wrote a document. Records from before authors were kept name none: their last changer counts.
pub fn wrote(name: &str, authors: &[String], base: &Base) -> bool {
    let is_old = authors.is_empty();
    base.create_by == name || authors.iter().any(|author| author == name) || (is_old && base.update_by == name)
}
