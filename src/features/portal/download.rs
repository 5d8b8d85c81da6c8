//! GET /common/download?fileName=…&delete=true: generated files by one-time ticket (contract 8).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::op::View;
use crate::records::export::XLSX;
use crate::route::FileReply;

/// Which file.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Download {
    /// The name an export answered: a ticket, never a path.
    pub file_name: String,
    /// Ignored: a ticket is for one use in any case.
    pub delete: Option<bool>,
}

/// Sends the file to the person whom the ticket belongs to, once.
pub fn download(view: &View, input: Download) -> Result<FileReply> {
    let file = view.app.tickets.redeem(view.caller.user_id(), view.now, &input.file_name)?;
    // Shown as the old client shows it: milliseconds, then everything after the first underscore.
    let shown = input.file_name.split_once('_').map_or("数据.xlsx", |(_, name)| name);
    Ok(FileReply {
        path: file.to_path_buf(),
        name: format!("{}{shown}", view.now.0),
        content_type: XLSX,
        inline: false,
        delete_after: Some(file),
    })
}
