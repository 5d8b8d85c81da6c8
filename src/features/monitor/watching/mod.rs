//! What the program looks at by itself once a minute, and tells when it is not as it should be: the machine's clock, the
//! certificate's end, the audit log's way to its log server, and the list of what has to be seen to (`attention.rs`).
//!
//! Deliberately absent: what is measured for others to watch (`web/metrics.rs`), and what is told when somebody asks
//! (`server/ops.rs`).

pub mod certificate;
pub mod clock;
pub mod syslog;

use std::sync::Arc;

use super::attention;
use crate::app::App;
use crate::error::Result;

/// Looks at all of it.
///
/// # Errors
/// What was to be told could not be written; it is tried again at the next look.
pub fn look(app: &Arc<App>) -> Result<()> {
    // All are looked at, whatever the first says.
    let (clock, syslog) = (clock::look(app), syslog::look(app));
    let attention = attention::look(app);
    certificate::look(app).and(clock).and(syslog).and(attention)
}
