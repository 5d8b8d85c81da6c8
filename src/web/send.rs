//! Stored files as answers: validators, single byte ranges, streams.
//!
//! Invariants: a stored file never changes, so its hash is a strong validator; whatever is not a
//! single satisfiable range of bytes gets the whole file or 416, as RFC 9110 section 14 asks.

use poem::http::{HeaderValue, StatusCode, header};
use poem::{Body, Request, Response};
use tokio::io::{AsyncReadExt, AsyncSeekExt};

use super::upload::file_stream;
use crate::error::{AppError, Kind, Result};
use crate::kernel::text::content_disposition;
use crate::route::{FileReply, StoredFile};

/// What part of a file is asked for.
#[derive(Debug, PartialEq, Eq)]
enum Part {
    Whole,
    /// First byte and number of bytes.
    Range(u64, u64),
    Impossible,
}

/// Reads `Range`; several ranges and other units ask for the whole, as they may.
fn part(range: Option<&str>, length: u64) -> Part {
    let Some(wanted) = range.and_then(|range| range.trim().strip_prefix("bytes=")) else { return Part::Whole };
    let number = |text: &str| match text.trim() {
        text if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) => None,
        text => Some(text.parse::<u64>().unwrap_or(u64::MAX)),
    };
    let Some((first, last)) = wanted.split_once('-').filter(|_| !wanted.contains(',')) else { return Part::Whole };
    match (first.trim(), number(first), last.trim(), number(last)) {
        ("", _, _, Some(0)) => Part::Impossible,
        ("", _, _, Some(tail)) if length > 0 => Part::Range(length.saturating_sub(tail), tail.min(length)),
        ("", _, _, Some(_)) => Part::Impossible,
        (_, Some(first), _, Some(last)) if first > last => Part::Whole,
        (_, Some(first), _, _) if first >= length => Part::Impossible,
        (_, Some(first), "", _) => Part::Range(first, length - first),
        (_, Some(first), _, Some(last)) => Part::Range(first, last.min(length - 1) - first + 1),
        _ => Part::Whole,
    }
}

fn matches_etag(given: Option<&str>, etag: &str) -> bool {
    given.is_some_and(|given| {
        given.split(',').map(str::trim).any(|one| one == "*" || one.strip_prefix("W/").unwrap_or(one) == etag)
    })
}

/// Answers with the file, a part of it, or the news that the client has it.
///
/// # Errors
/// A sentence when the content is missing on the disk.
pub async fn stored(file: StoredFile, request: &Request) -> Result<Response> {
    let gone = |error: std::io::Error| {
        AppError::of(Kind::NoRoute, "文件内容已丢失，请联系管理员").because(format!("blob {}: {error}", file.etag))
    };
    let mut opened = tokio::fs::File::open(&file.path).await.map_err(gone)?;
    let length = opened.metadata().await.map_err(gone)?.len();
    let etag = format!("\"{}\"", file.etag);
    let head = request.method() == poem::http::Method::HEAD;
    let builder = Response::builder()
        .header(header::ETAG, &etag)
        .header(header::ACCEPT_RANGES, "bytes")
        // Rights may change: the browser asks each time and gets 304.
        .header(header::CACHE_CONTROL, "private, no-cache")
        .header("x-content-type-options", "nosniff")
        .header("content-security-policy", "default-src 'none'; sandbox")
        .header("cross-origin-resource-policy", "same-origin");
    if matches_etag(request.header(header::IF_NONE_MATCH), &etag) {
        return Ok(builder.status(StatusCode::NOT_MODIFIED).finish());
    }
    // A range of another version is no use: then the whole is sent.
    let same = request.header(header::IF_RANGE).is_none_or(|given| given.trim() == etag);
    let part = part(request.header(header::RANGE).filter(|_| same && !head), length);
    let builder = builder
        .content_type(file.content_type)
        .header(header::CONTENT_DISPOSITION, content_disposition(&file.name, file.inline));
    let (status, first, size) = match part {
        Part::Whole => (StatusCode::OK, 0, length),
        Part::Range(first, size) => (StatusCode::PARTIAL_CONTENT, first, size),
        Part::Impossible => {
            let builder = builder.header(header::CONTENT_RANGE, format!("bytes */{length}"));
            return Ok(builder.status(StatusCode::RANGE_NOT_SATISFIABLE).finish());
        }
    };
    let mut response = builder.status(status).header(header::CONTENT_LENGTH, size).body(());
    if status == StatusCode::PARTIAL_CONTENT {
        let range = format!("bytes {first}-{}/{length}", first + size - 1);
        response
            .headers_mut()
            .insert(header::CONTENT_RANGE, HeaderValue::from_str(&range).map_err(AppError::internal)?);
        opened.seek(std::io::SeekFrom::Start(first)).await.map_err(gone)?;
    }
    if !head {
        response.set_body(Body::from_bytes_stream(file_stream(opened.take(size), None)));
    }
    Ok(response)
}

/// Answers with a file that was made for this request alone.
///
/// # Errors
/// A sentence when it is gone.
pub async fn made(file: FileReply, request: &Request) -> Result<Response> {
    let gone = |error: std::io::Error| AppError::refused("文件不存在或已被清理").because(error);
    let opened = tokio::fs::File::open(&file.path).await.map_err(gone)?;
    let length = opened.metadata().await.map_err(gone)?.len();
    let name = content_disposition(&file.name, file.inline);
    let mut response = Response::builder()
        .status(StatusCode::OK)
        .content_type(file.content_type)
        .header(header::CONTENT_LENGTH, length)
        .header(header::CONTENT_DISPOSITION, name)
        .header(header::CACHE_CONTROL, if file.inline { "private, max-age=86400" } else { "no-store" })
        .header("x-content-type-options", "nosniff")
        .header("content-security-policy", "default-src 'none'; sandbox")
        .body(());
    if request.method() != poem::http::Method::HEAD {
        // The ticket's file is removed when its last owner, the stream, is dropped.
        let keep = file.delete_after;
        let stream = file_stream(opened, keep);
        response.set_body(Body::from_bytes_stream(stream));
    }
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        for (range, length, wanted) in [
            (None, 10, Part::Whole),
            (Some("bytes=0-0"), 10, Part::Range(0, 1)),
            (Some("bytes=2-5"), 10, Part::Range(2, 4)),
            (Some("bytes=2-"), 10, Part::Range(2, 8)),
            (Some("bytes=2-99999999999999999999999"), 10, Part::Range(2, 8)),
            (Some("bytes=-3"), 10, Part::Range(7, 3)),
            (Some("bytes=-30"), 10, Part::Range(0, 10)),
            (Some("bytes=-0"), 10, Part::Impossible),
            (Some("bytes=10-"), 10, Part::Impossible),
            (Some("bytes=99999999999999999999-"), 10, Part::Impossible),
            (Some("bytes=0-"), 0, Part::Impossible),
            (Some("bytes=-1"), 0, Part::Impossible),
            (Some("bytes=5-2"), 10, Part::Whole),
            (Some("bytes=0-1,3-4"), 10, Part::Whole),
            (Some("lines=0-1"), 10, Part::Whole),
            (Some("bytes=a-b"), 10, Part::Whole),
            (Some("bytes="), 10, Part::Whole),
            (Some("bytes=-"), 10, Part::Whole),
            (Some("bytes=+1-2"), 10, Part::Whole),
        ] {
            assert_eq!(part(range, length), wanted, "{range:?}");
        }
    }
}
