//! Registers that forms refer to. They are brought by the features that keep them, so this room knows no business.

use super::record::FormKind;
use crate::error::{AppError, Result};
use crate::op::View;

/// Brought by a feature: the field that names its records, and what people call one that the caller may see. The sentence for
/// what he may not see is that for what is missing.
pub struct Register(pub FormKind, pub fn(&View<'_>, u64) -> Result<String>);

/// The name of a record.
///
/// # Errors
/// A sentence for one that is missing or that the caller may not see.
pub fn named(view: &View, kind: FormKind, number: u64) -> Result<String> {
    let register = view.app.product.extensions::<Register>().find(|Register(keeps, _)| *keeps == kind);
    let Register(_, name) = register.ok_or_else(|| AppError::internal(format!("no feature keeps {}", kind.label())))?;
    name(view, number)
}
