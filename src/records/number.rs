//! Human numbers of documents: `<prefix>-<yyyymm>-<6 digits>` (domain.md 2.0).

use crate::fault::Outcome;
use crate::op::Op;

/// The next number of a kind in the month of the operation, drawn in its transaction: unique, gaps may occur.
///
/// # Errors
/// A sequence that cannot be written.
pub fn draw(op: &mut Op, prefix: &str) -> Outcome<String> {
    let month = op.now.date().strftime("%Y%m").to_string();
    let number = op.next_of(&format!("number/{prefix}/{month}"))?;
    Ok(format!("{prefix}-{month}-{number:06}"))
}
