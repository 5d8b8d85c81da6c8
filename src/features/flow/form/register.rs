//! Registers that forms refer to. They are brought by the features that keep them, so this room knows no business.

use super::record::FormKind;
use crate::fault::{Fault, Outcome};
use crate::op::View;

/// Brought by a feature: records that a field may name.
pub struct Register {
    /// The field that names them.
    pub kind: FormKind,
    /// What people call a record that the caller may see; the sentence for what he may not see is that for what is missing.
    pub named: fn(&View<'_>, u64) -> Outcome<String>,
}

/// The name of a record.
///
/// # Errors
/// A sentence for one that is missing or that the caller may not see.
pub fn named(view: &View, kind: FormKind, number: u64) -> Outcome<String> {
    let register = view.app.product.brought::<Register>().find(|register| register.kind == kind);
    let register = register.ok_or_else(|| Fault::internal(format!("no feature keeps {}", kind.label())))?;
    (register.named)(view, number)
}
