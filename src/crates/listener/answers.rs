//! Answers that the listener gives itself: to heads that two readers could understand in two ways, and for want of memory.
//!
//! hyper reads heads as leniently as RFC 9112 lets it; whoever stands between a client and this program may read them in
//! another way. What both would have to agree on is therefore refused here, before anything is done.

use gx_kernel::error::AppError;
use poem::Response;
use poem::http::{HeaderMap, HeaderValue, StatusCode, Version, header};

/// How a refusal is answered.
type Refusal = fn(&AppError) -> Response;

/// Why a request is not understood; `None` when it is.
pub fn of_head(version: Version, headers: &HeaderMap, refusal: Refusal) -> Option<Response> {
    let text = unclear(version, headers)?;
    let mut response = refusal(&AppError::refused(text));
    response.set_status(StatusCode::BAD_REQUEST);
    if version < Version::HTTP_2 {
        close_after(&mut response);
    }
    Some(response)
}

fn unclear(version: Version, headers: &HeaderMap) -> Option<&'static str> {
    let count = headers.get_all(header::HOST).iter().count();
    // RFC 9112 3.2; the first versions had none, HTTP/2 has it among its pseudo-headers.
    if count > 1 || (count == 0 && version == Version::HTTP_11) {
        return Some("请求没有写明唯一的主机名（Host），没有执行");
    }
    let mut codings = headers.get_all(header::TRANSFER_ENCODING).iter();
    let is_chunked = |coding: &HeaderValue| coding.as_bytes().trim_ascii().eq_ignore_ascii_case(b"chunked");
    if let Some(coding) = codings.next()
        && !(is_chunked(coding) && codings.next().is_none())
    {
        return Some("请求内容的传输编码不受支持，没有执行");
    }
    None
}

/// There is no room for what is asked; a moment later there may be.
pub fn no_memory(refusal: Refusal) -> Response {
    refusal(&AppError::no_memory())
}

/// The connection ends with this answer.
pub fn close_after(response: &mut Response) {
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_understood_in_one_way_or_not_at_all() {
        let (first, second) = (Version::HTTP_11, Version::HTTP_2);
        for (version, lines, is_refused) in [
            (first, &[("host", "gx")][..], false),
            (first, &[], true),
            (Version::HTTP_10, &[], false),
            (second, &[], false),
            (first, &[("host", "gx"), ("host", "gx")], true),
            (second, &[("host", "gx"), ("host", "gy")], true),
            (Version::HTTP_10, &[("host", "gx"), ("host", "gy")], true),
            (first, &[("host", "gx"), ("transfer-encoding", "chunked")], false),
            (first, &[("host", "gx"), ("transfer-encoding", " Chunked ")], false),
            (first, &[("host", "gx"), ("transfer-encoding", "identity, chunked")], true),
            (first, &[("host", "gx"), ("transfer-encoding", "gzip"), ("transfer-encoding", "chunked")], true),
            (first, &[("host", "gx"), ("transfer-encoding", "chunked"), ("transfer-encoding", "chunked")], true),
        ] {
            let mut headers = HeaderMap::new();
            for (name, value) in lines {
                headers.append(*name, HeaderValue::from_static(value));
            }
            let refusal = of_head(version, &headers, |_| Response::default());
            assert_eq!(refusal.is_some(), is_refused, "{version:?} {lines:?}");
            let Some(refusal) = refusal else { continue };
            assert_eq!(refusal.status(), StatusCode::BAD_REQUEST);
            assert_eq!(refusal.header("connection"), (version < second).then_some("close"), "{version:?} {lines:?}");
        }
    }
}
