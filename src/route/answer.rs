//! What goes back to the client: files, signals, redirects, and the envelopes of JSON answers (contract 1.1).

use std::path::PathBuf;
use std::sync::Arc;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::json;

use super::Page;
use crate::app::Claim;
use crate::error::{AppError, Result};
use crate::events::Listener;

/// A file to send.
#[derive(Debug)]
pub struct FileReply {
    /// Where it lies.
    pub path: PathBuf,
    /// Name shown to the person.
    pub name: String,
    pub content_type: &'static str,
    /// Shown in the page instead of saved (pictures only).
    pub inline: bool,
    /// Removed when sent (or given up).
    pub delete_after: Option<Arc<tempfile::TempPath>>,
}

/// A stored file that never changes: sent in ranges, and not again to a client that has it.
#[derive(Debug)]
pub struct StoredFile {
    /// Where it lies.
    pub path: PathBuf,
    /// Name shown to the person.
    pub name: String,
    pub content_type: &'static str,
    /// Shown in the page instead of saved (pictures that we decoded ourselves).
    pub inline: bool,
    /// Hash of the content.
    pub etag: String,
}

/// A cookie that only the server reads (HttpOnly, SameSite=Lax).
#[derive(Debug)]
pub struct Cookie {
    pub name: &'static str,
    /// Its content; plain ASCII.
    pub value: String,
    /// The path it is sent to.
    pub path: String,
    pub seconds: u32,
    /// Only over TLS.
    pub secure: bool,
}

/// The browser goes elsewhere.
#[derive(Debug)]
pub struct Redirect {
    pub location: String,
    /// What it takes along.
    pub cookie: Option<Cookie>,
}

/// What goes back to the client.
#[derive(Debug)]
pub enum Reply {
    /// The envelope as JSON bytes.
    Json(Vec<u8>),
    File(FileReply),
    /// A stream of signals.
    Events(Listener),
    /// A file of the blob directory.
    Stored(StoredFile),
    Redirect(Redirect),
    /// A task to begin now that the operation is committed.
    Task(Claim),
}

/// A result that knows its envelope (contract 1.1).
pub trait Answer {
    fn reply(self) -> Result<Reply>;
    /// Its shape, for the OpenAPI document.
    fn shape(generator: &mut SchemaGenerator) -> Schema;
}

/// What an answer says that has nothing else to say.
pub const SUCCESS: &str = "操作成功";
const FOUND: &str = "查询成功";

fn to_bytes(value: &impl Serialize) -> Result<Reply> {
    serde_json::to_vec(value).map(Reply::Json).map_err(AppError::internal)
}

/// An envelope with these beside `code` and `msg`. Here and below shapes are values: what is generic only names a type.
pub(crate) fn envelope_shape<const N: usize>(extra: [(&str, Schema); N]) -> Schema {
    envelope_of(&mut extra.into_iter())
}

/// The shape of many of these.
pub(crate) fn list_of(row: Schema) -> Schema {
    schemars::json_schema!({"type": "array", "items": row})
}

/// The shape of a whole number.
pub(crate) fn whole_number() -> Schema {
    schemars::json_schema!({"type": "integer"})
}

fn envelope_of(extra: &mut dyn Iterator<Item = (&str, Schema)>) -> Schema {
    let mut properties = json!({
        "code": {"type": "integer", "const": 200, "description": "200：成功"},
        "msg": {"type": "string", "description": "给人看的一句话；答复为文字的接口，文字在这里"},
    });
    if let Some(all) = properties.as_object_mut() {
        all.extend(extra.map(|(name, shape)| (name.to_owned(), told(name, shape))));
    }
    let always: Vec<String> = properties.as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect();
    schemars::json_schema!({"type": "object", "properties": properties, "required": always})
}

/// A part of the envelope says what it is.
fn told(name: &str, mut shape: Schema) -> serde_json::Value {
    let about = match name {
        "data" => "答复的内容",
        "rows" => "本页的行",
        "total" => "符合条件的总行数",
        "sums" => "符合条件的全部行的合计",
        _ => return shape.to_value(),
    };
    shape.insert("description".to_owned(), about.into());
    shape.to_value()
}

/// Success without payload.
#[derive(Debug, Clone, Copy)]
pub struct Done;

impl Answer for Done {
    fn reply(self) -> Result<Reply> {
        to_bytes(&json!({"msg": SUCCESS, "code": 200}))
    }
    fn shape(_: &mut SchemaGenerator) -> Schema {
        envelope_shape([])
    }
}

/// A text payload, which goes into `msg`.
#[derive(Debug)]
pub struct Text(pub String);

impl Answer for Text {
    fn reply(self) -> Result<Reply> {
        to_bytes(&json!({"msg": self.0, "code": 200}))
    }
    fn shape(_: &mut SchemaGenerator) -> Schema {
        envelope_shape([])
    }
}

/// A payload under `data`.
#[derive(Debug)]
pub struct Data<T>(pub T);

#[derive(Serialize)]
struct DataEnvelope<'a, T> {
    msg: &'a str,
    code: u16,
    data: T,
}

impl<T: Serialize + JsonSchema> Answer for Data<T> {
    fn reply(self) -> Result<Reply> {
        to_bytes(&DataEnvelope { msg: SUCCESS, code: 200, data: self.0 })
    }
    fn shape(generator: &mut SchemaGenerator) -> Schema {
        envelope_shape([("data", generator.subschema_for::<T>())])
    }
}

fn beside_envelope(inner: Schema) -> Schema {
    schemars::json_schema!({"allOf": [envelope_shape([]), inner]})
}

/// Payload whose fields stand beside `code` and `msg`.
#[derive(Debug)]
pub struct Flat<T>(pub T);

#[derive(Serialize)]
struct FlatEnvelope<'a, T> {
    msg: &'a str,
    code: u16,
    #[serde(flatten)]
    payload: T,
}

impl<T: Serialize + JsonSchema> Answer for Flat<T> {
    fn reply(self) -> Result<Reply> {
        to_bytes(&FlatEnvelope { msg: SUCCESS, code: 200, payload: self.0 })
    }
    fn shape(generator: &mut SchemaGenerator) -> Schema {
        beside_envelope(generator.subschema_for::<T>())
    }
}

/// A payload as in [`Flat`], with a sentence of its own.
#[derive(Debug)]
pub struct Said<T>(pub &'static str, pub T);

impl<T: Serialize + JsonSchema> Answer for Said<T> {
    fn reply(self) -> Result<Reply> {
        to_bytes(&FlatEnvelope { msg: self.0, code: 200, payload: self.1 })
    }
    fn shape(generator: &mut SchemaGenerator) -> Schema {
        Flat::<T>::shape(generator)
    }
}

#[derive(Serialize)]
struct PageEnvelope<'a, T> {
    total: u64,
    rows: &'a [T],
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<&'a [T]>,
    code: u16,
    msg: &'a str,
}

impl<T: Serialize + JsonSchema> Answer for Page<T> {
    fn reply(self) -> Result<Reply> {
        to_bytes(&PageEnvelope { total: self.total, rows: &self.rows, data: None, code: 200, msg: FOUND })
    }
    fn shape(generator: &mut SchemaGenerator) -> Schema {
        let row = generator.subschema_for::<T>();
        envelope_shape([("total", whole_number()), ("rows", list_of(row))])
    }
}

/// A page with sums over all rows of its filter.
#[derive(Debug, Clone)]
pub struct SummedPage<T, S> {
    /// Rows of the page.
    pub rows: Vec<T>,
    /// Rows of the filter.
    pub total: u64,
    /// Sums of the filter.
    pub sums: S,
}

#[derive(Serialize)]
struct SummedEnvelope<'a, T, S> {
    code: u16,
    msg: &'a str,
    total: u64,
    rows: &'a [T],
    sums: &'a S,
}

impl<T: Serialize + JsonSchema, S: Serialize + JsonSchema> Answer for SummedPage<T, S> {
    fn reply(self) -> Result<Reply> {
        let Self { rows, total, sums } = &self;
        to_bytes(&SummedEnvelope { code: 200, msg: FOUND, total: *total, rows, sums })
    }
    fn shape(generator: &mut SchemaGenerator) -> Schema {
        let (row, sums) = (generator.subschema_for::<T>(), generator.subschema_for::<S>());
        envelope_shape([("total", whole_number()), ("rows", list_of(row)), ("sums", sums)])
    }
}

/// Rows under both `rows` and `data`, for calls whose shape the specification leaves open (contract 2.8).
#[derive(Debug)]
pub struct RowsAndData<T>(pub Page<T>);

impl<T: Serialize + JsonSchema> Answer for RowsAndData<T> {
    fn reply(self) -> Result<Reply> {
        let Page { rows, total } = self.0;
        to_bytes(&PageEnvelope { total, rows: &rows, data: Some(&rows), code: 200, msg: FOUND })
    }
    fn shape(generator: &mut SchemaGenerator) -> Schema {
        Page::<T>::shape(generator)
    }
}

impl Answer for FileReply {
    fn reply(self) -> Result<Reply> {
        Ok(Reply::File(self))
    }
    fn shape(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({"type": "string", "format": "binary"})
    }
}

impl Answer for Listener {
    fn reply(self) -> Result<Reply> {
        Ok(Reply::Events(self))
    }
    fn shape(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({"type": "string", "format": "event-stream"})
    }
}

impl Answer for StoredFile {
    fn reply(self) -> Result<Reply> {
        Ok(Reply::Stored(self))
    }
    fn shape(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({"type": "string", "format": "binary"})
    }
}

impl Answer for Redirect {
    fn reply(self) -> Result<Reply> {
        Ok(Reply::Redirect(self))
    }
    fn shape(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({"type": "null", "format": "redirect"})
    }
}

/// An answer that was already put into its envelope (routers, which are cached as bytes).
#[derive(Debug)]
pub struct Ready(pub Vec<u8>);

impl Answer for Ready {
    fn reply(self) -> Result<Reply> {
        Ok(Reply::Json(self.0))
    }
    fn shape(_: &mut SchemaGenerator) -> Schema {
        envelope_shape([("data", list_of(schemars::json_schema!({"type": "object"})))])
    }
}
