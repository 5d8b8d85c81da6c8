//! Request bodies that are collected in memory. Files are streamed to the disk instead ([`super::upload`]).

use std::io::{Error, ErrorKind};
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt as _;
use poem::Request;
use poem::http::header;

use crate::error::{AppError, Result};
use gx_listener::memory::Counted;

/// The largest body that a route without session takes, in bytes: the largest of ours, a crash of a page, is a quarter.
pub const OF_STRANGERS: usize = 16 << 10;
/// A body that is collected is there by then, however steadily it comes.
const TIME: Duration = Duration::from_secs(120);

/// A body that lies in memory, counted until the request is done with.
///
/// # Errors
/// A sentence when it is larger than `limit` bytes, slow, cut off, or when there is no memory for it.
pub async fn read(request: &mut Request, limit: usize) -> Result<Vec<u8>> {
    let too_large = || {
        let shown = if limit < 1 << 20 { format!("{} KB", limit >> 10) } else { format!("{} MB", limit >> 20) };
        AppError::refused(format!("请求内容超过 {shown}，请减少后重试"))
    };
    let broken = |error: Error| match error.kind() {
        ErrorKind::TimedOut => AppError::refused("请求内容传输过慢，没有完整收到，请重试"),
        _ => AppError::refused("请求内容没有完整收到，请重试").because(error),
    };
    let told = request.header(header::CONTENT_LENGTH).and_then(|length| length.parse::<usize>().ok());
    if told.is_some_and(|length| length > limit) {
        return Err(too_large());
    }
    let mut held = request.data::<Counted>().map(Counted::body);
    let mut coming = request.take_body().into_bytes_stream();
    let mut bytes = Vec::new();
    let reading = async {
        while let Some(piece) = coming.next().await {
            let piece = piece.map_err(broken)?;
            if bytes.len() + piece.len() > limit {
                return Err(too_large());
            }
            let size = u64::try_from(piece.len()).unwrap_or(u64::MAX);
            if held.as_mut().is_some_and(|held| held.grow(size).is_err()) {
                return Err(AppError::no_memory());
            }
            bytes.extend_from_slice(&piece);
        }
        Ok(())
    };
    let late = |_| Err(broken(ErrorKind::TimedOut.into()));
    tokio::time::timeout(TIME, reading).await.unwrap_or_else(late)?;
    if let Some(held) = held {
        request.set_data(Arc::new(held));
    }
    Ok(bytes)
}
