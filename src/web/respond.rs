//! Answers of the API as HTTP: JSON in the envelope, redirects, event streams, files.

use std::time::Duration;

use bytes::Bytes;
use poem::http::{HeaderValue, StatusCode, header};
use poem::{Request, Response};
use serde_json::json;

use super::mount::{Api, request_id};
use super::{send, stream};
use crate::app::App;
use crate::error::{AppError, Kind, Result};
use crate::route::{Cookie, Redirect, Reply};

impl Api {
    pub(super) async fn respond(&self, reply: Reply, request: &Request) -> Response {
        match reply {
            Reply::Json(bytes) => json_response(bytes),
            Reply::Task(claim) => {
                let answer = claim.answer();
                claim.begin(&self.app);
                json_response(answer)
            }
            Reply::Redirect(to) => redirect(&to).unwrap_or_else(|fault| fault_response(&fault, "")),
            Reply::Events(events) => stream::respond(self.app.clone(), events),
            Reply::File(file) => match send::made(file, request).await {
                Ok(response) => response,
                Err(fault) => fault_response(&fault, ""),
            },
            Reply::Stored(file) => match send::stored(file, request).await {
                Ok(response) => response,
                Err(fault) => {
                    tracing::warn!(cause = fault.cause, "stored file could not be sent");
                    fault_response(&fault, "")
                }
            },
        }
    }
}

/// The answer at an address that no route has.
pub fn unknown(app: &App) -> Response {
    app.metrics.answered(None, 404, Duration::ZERO);
    fault_response(&AppError::of(Kind::NoRoute, "路径不存在，请检查路径是否正确"), &request_id())
}

/// A cookie as its header; out of reach of scripts.
///
/// # Errors
/// A value that no header may hold.
pub fn set_cookie(cookie: &Cookie) -> Result<HeaderValue> {
    let Cookie { name, value, path, seconds, secure } = cookie;
    let secure = if *secure { "; Secure" } else { "" };
    let text = format!("{name}={value}; Path={path}; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
    HeaderValue::from_str(&text).map_err(AppError::internal)
}

fn redirect(to: &Redirect) -> Result<Response> {
    let location = HeaderValue::from_str(&to.location).map_err(AppError::internal)?;
    let mut response = Response::builder()
        .status(StatusCode::FOUND)
        .header(header::LOCATION, location)
        .header(header::CACHE_CONTROL, "no-store")
        .header("referrer-policy", "no-referrer")
        .finish();
    if let Some(cookie) = &to.cookie {
        response.headers_mut().append(header::SET_COOKIE, set_cookie(cookie)?);
    }
    Ok(response)
}

/// A larger answer lies in no more memory than it is long: while it is written it takes up to twice that, and who reads it
/// slowly keeps it.
fn compact(bytes: Vec<u8>) -> Bytes {
    const LARGE: usize = 32 << 10;
    if bytes.len() > LARGE && bytes.capacity() > bytes.len() + bytes.len() / 4 {
        return Bytes::copy_from_slice(&bytes);
    }
    bytes.into()
}

fn json_response(bytes: Vec<u8>) -> Response {
    Response::builder()
        .content_type("application/json; charset=utf-8")
        .header(header::CACHE_CONTROL, "no-store")
        .header("x-content-type-options", "nosniff")
        .body(compact(bytes))
}

/// The envelope of a refusal; our own failures also carry the request id.
pub fn fault_response(fault: &AppError, request_id: &str) -> Response {
    let message = if fault.kind == Kind::Internal && !request_id.is_empty() {
        format!("{}（编号 {request_id}）", fault.message)
    } else {
        fault.message.to_string()
    };
    let mut envelope = json!({"msg": message, "code": fault.code()});
    if let (Some(field), Some(envelope)) = (&fault.field, envelope.as_object_mut()) {
        envelope.insert("field".into(), field.as_ref().into());
    }
    let mut response = json_response(envelope.to_string().into_bytes());
    if fault.kind == Kind::NoMemory {
        response.set_status(StatusCode::SERVICE_UNAVAILABLE);
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
    }
    if let Ok(value) = HeaderValue::from_str(request_id) {
        response.headers_mut().insert("x-request-id", value);
    }
    response
}
