//! What a request brings, as one object: path, query, body and files, coerced to what its route takes.

use jiff::civil::Date;
use poem::Request;
use poem::http::header;
use serde_json::{Map, Value};

use super::mount::{self, Api};
use super::{body, input, upload};
use crate::error::{AppError, Result};
use crate::route::{Access, Route};

impl Api {
    /// The part of an input that another route takes too, coerced to the shape of that one.
    pub(super) fn carried(&self, route: &Route, mut values: Value, today: Option<Date>) -> Result<Value> {
        let carried = values.as_object().zip(route.carries).and_then(|(map, of)| of(self.app.product, map));
        let Some(carried) = carried else { return Ok(values) };
        let shape = self.routes.iter().find(|route| route.name() == carried.route).map(|route| route.input());
        let shape = shape.ok_or_else(|| AppError::internal(format!("{} is no route", carried.route)))?;
        let part = carried.within.iter().try_fold(&mut values, |outer, field| outer.get_mut(*field));
        if let Some(part) = part
            && let Value::Object(given) = part
        {
            *part = input::coerce(shape, std::mem::take(given), today)?;
        }
        Ok(values)
    }

    /// Path, query and body as one object.
    pub(super) async fn values(
        &self,
        request: &mut Request,
        route: &Route,
    ) -> Result<(Map<String, Value>, Vec<tempfile::TempPath>)> {
        let mut values = request.uri().query().map(input::query).unwrap_or_default();
        let mut files = Vec::new();
        let limit = match route.access {
            Access::Public { .. } => body::OF_STRANGERS,
            _ => usize::try_from(self.app.config.body_mib.value << 20).unwrap_or(usize::MAX),
        };
        let content = request.header(header::CONTENT_TYPE).unwrap_or_default().to_ascii_lowercase();
        if let Some(wanted) = route.upload {
            let limit = wanted.setting.map(|setting| self.app.settings.get(setting).clamp(1, 1024) << 20);
            let wanted = crate::route::Upload { limit: limit.unwrap_or(u64::MAX).min(wanted.limit), ..wanted };
            let (fields, received) = upload::receive(request, wanted, &self.app.paths.temporary()).await?;
            values.extend(fields);
            files = received;
        } else if request.method() != poem::http::Method::GET && request.method() != poem::http::Method::HEAD {
            let body = body::read(request, limit).await?;
            if content.starts_with("application/x-www-form-urlencoded") {
                values.extend(input::query(&String::from_utf8_lossy(&body)));
            } else if !body.is_empty() {
                match serde_json::from_slice(&body) {
                    Ok(Value::Object(map)) => values.extend(map),
                    // A list as the whole body (ids).
                    Ok(Value::Array(items)) => {
                        values.insert("ids".into(), Value::Array(items));
                    }
                    _ => return Err(AppError::refused("请求内容不是有效的 JSON，请检查后重试")),
                }
            }
        }
        if let Some(cookie) = route.spends {
            let given = request.header(header::COOKIE).and_then(|cookies| cookie_named(cookies, cookie));
            values.insert(cookie.to_owned(), Value::String(given.unwrap_or_default()));
        }
        // Path parameters win: nobody names another record in the body.
        for (place, part) in route.path.split('/').enumerate() {
            if let Some(name) = part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) {
                let value = mount::path_param(request, place).unwrap_or_default();
                values.insert(name.to_owned(), Value::String(value));
            }
        }
        Ok((values, files))
    }
}

/// One of the cookies of a request.
pub fn cookie_named(cookies: &str, wanted: &str) -> Option<String> {
    let mut pairs = cookies.split(';').filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == wanted).map(|(_, value)| input::percent_decode(value))
}
