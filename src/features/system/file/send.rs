//! Sending files and their small copies.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ops::{OneFile, visible};
use super::wire::content_type;
use crate::error::{AppError, Result};
use crate::op::{View, Who};
use crate::route::{Data, StoredFile};

fn stored(view: &View, hash: &str, name: String, content_type: &'static str, inline: bool) -> Result<StoredFile> {
    let path = view.app.blobs.path(hash).map_err(AppError::internal)?;
    Ok(StoredFile { path, name, content_type, inline, etag: hash.to_owned() })
}

/// GET /common/download/{id}: to be shown only when we decoded the picture ourselves.
pub fn download(view: &View, input: OneFile) -> Result<StoredFile> {
    let file = visible(view, input.id)?;
    stored(view, &file.blob, file.name.clone(), content_type(&file.suffix), file.is_shown())
}

/// Which small copy.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
pub struct OneCopy {
    /// The file's number.
    pub id: u64,
    /// The larger preview, where there is one.
    pub large: Option<bool>,
}

pub fn thumbnail(view: &View, input: OneCopy) -> Result<StoredFile> {
    let file = visible(view, input.id)?;
    let large = file.preview.as_ref().filter(|_| input.large == Some(true));
    let Some(hash) = large.or(file.thumbnail.as_ref()) else {
        return Err(AppError::refused("该文件没有缩略图"));
    };
    let path = view.app.blobs.path(hash).map_err(AppError::internal)?;
    // Made by us: PNG when it is transparent, JPEG otherwise.
    let png = crate::blobs::starts_with(&path, b"\x89PNG");
    let (ending, content_type) = if png { ("png", "image/png") } else { ("jpg", "image/jpeg") };
    stored(view, hash, format!("{}.{ending}", file.file_id), content_type, true)
}

/// A one-time ticket.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TicketOut {
    /// For `?ticket=`.
    pub ticket: String,
    /// The whole address below the API.
    pub url: String,
}

/// POST /common/download/{id}/ticket: for addresses that the browser opens without our header.
pub fn ticket(view: &View, input: OneFile) -> Result<Data<TicketOut>> {
    let file = visible(view, input.id)?;
    let Who::Person { session } = &view.caller.who else { return Err(AppError::forbidden()) };
    let ticket = view.app.file_tickets.issue(view.now, file.file_id, view.caller.user_id(), session);
    let url = format!("/common/download/{}?ticket={ticket}", file.file_id);
    Ok(Data(TicketOut { ticket, url }))
}
