//! Idempotency of writes: a form gives its operation a token (header [`HEADER`]), and the same token answers the first result
//! instead of running the operation again, whether a finger pressed twice, a network repeated or an answer was lost.
//!
//! Invariants: the mark is written in the transaction of the operation, so there is no operation without it and no mark without the
//! operation; operations run one after the other, so the second of two at the same moment finds the first. A refused operation and a
//! dry run leave no mark: the corrected form is sent with the same token. What is answered again is no operation and leaves no
//! audit row; a token that comes with another content is refused, and that leaves one. Without a token nothing changes.
//!
//! Deliberately absent: the input itself; the mark holds its hash only.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::app::App;
use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;
use crate::op::{Caller, Op, View};
use crate::platform::audit::AuditAction;
use crate::route::{Act, Reply, Route};
use crate::store::{Keeping, Key, Reads, Record, id};

/// The header that carries the token. A header, because a token is no part of what a form says: it disturbs neither the
/// shape of an input nor an upload.
pub const HEADER: &str = "X-Form-Token";
/// Characters of a token: letters, digits, `-` and `_`.
pub const LENGTH: std::ops::RangeInclusive<usize> = 8..=64;
/// Longest answer that is kept, in bytes.
const LONGEST: usize = 64 << 10;
/// Milliseconds that a mark is kept: a week.
const LIFE: i64 = 7 * 86_400_000;
/// Marks that one transaction of the sweep removes.
const PORTION: usize = 5_000;
/// Bytes read at a time from an uploaded file.
const BLOCK: usize = 64 << 10;

/// The mark of an operation that was done.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct FormToken {
    pub user_id: u64,
    /// What the form called itself.
    pub token: String,
    pub route: String,
    /// Hash of its input.
    pub input: String,
    /// What was answered; none when it was too long to keep.
    pub answer: Option<String>,
    pub at: Stamp,
}

impl Record for FormToken {
    const TABLE: &'static str = "form_token";
    const KEEPING: Keeping = Keeping::Passing;
    fn id(&self) -> Key {
        id(self.user_id).str(&self.token)
    }
}

/// A form that is being sent.
pub struct Form {
    user_id: u64,
    token: String,
    route: String,
    input: String,
}

impl Form {
    /// The form behind a request; none without a token, and for routes that are not done once.
    ///
    /// # Errors
    /// A sentence for what is no token; an upload that cannot be read.
    pub fn of(route: &Route, caller: &Caller, input: &Value) -> Result<Option<Self>> {
        let Some(token) = caller.origin.form_token.as_ref().filter(|_| route.idempotent) else { return Ok(None) };
        let plain = token.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        if !plain || !LENGTH.contains(&token.len()) {
            return Err(AppError::refused("表单标识不正确，请刷新页面后重试"));
        }
        let input = digest(input.clone(), route.upload.is_some())?;
        Ok(Some(Self { user_id: caller.user_id(), token: token.clone(), route: route.name(), input }))
    }

    /// What was answered when this form was sent before.
    ///
    /// # Errors
    /// A sentence when the token has done something else, or its answer was not kept.
    pub fn known(&self, view: &View) -> Result<Option<Reply>> {
        let Some(mark) = view.tx.get::<FormToken>(&id(self.user_id).str(&self.token))? else { return Ok(None) };
        if mark.route != self.route || mark.input != self.input {
            return Err(AppError::refused("该表单已提交，请刷新后重新填写"));
        }
        let answer =
            mark.answer.ok_or_else(|| AppError::refused("该表单已提交成功，请刷新页面查看结果，不要重复提交"))?;
        Ok(Some(Reply::Json(answer.into_bytes())))
    }

    /// The same operation, done unless the form has done it already.
    pub fn guard(self, act: Act) -> Act {
        Box::new(move |op| {
            if let Some(answer) = self.known(&op.view())? {
                op.leaves_nothing();
                return Ok(answer);
            }
            let reply = act(op)?;
            // A refusal that keeps something, or a dry run: the form has done nothing yet.
            if op.refusal.is_none() && !op.is_trial() {
                self.keep(op, &reply)?;
            }
            Ok(reply)
        })
    }

    fn keep(self, op: &mut Op, reply: &Reply) -> Result<()> {
        let bytes = match reply {
            Reply::Json(bytes) => Some(bytes.clone()),
            Reply::Task(claim) => Some(claim.answer()),
            _ => None,
        };
        let answer = bytes.filter(|bytes| bytes.len() <= LONGEST);
        let answer = answer.map(String::from_utf8).transpose().map_err(AppError::internal)?;
        let Self { user_id, token, route, input } = self;
        op.put_quietly(&FormToken { user_id, token, route, input, answer, at: op.now })?;
        Ok(())
    }
}

/// Hash of an input, whatever the order of its fields; an upload counts by its content, not by where it lies.
fn digest(mut input: Value, uploads: bool) -> Result<String> {
    for name in ["file", "preview"].iter().filter(|_| uploads) {
        if let Some(file) = input.get_mut(*name) {
            let path = file.get("path").and_then(Value::as_str).map(str::to_owned);
            *file = path.map(|path| of_file(&path)).transpose()?.map_or(Value::Null, Value::String);
        }
    }
    input.sort_all_objects();
    Ok(hex::encode(Sha256::digest(input.to_string())))
}

fn of_file(path: &str) -> Result<String> {
    use std::io::Read as _;
    let mut file = std::fs::File::open(path).map_err(AppError::internal)?;
    let (mut hasher, mut block) = (Sha256::new(), vec![0; BLOCK]);
    loop {
        match file.read(&mut block).map_err(AppError::internal)? {
            0 => return Ok(hex::encode(hasher.finalize())),
            read => hasher.update(block.get(..read).unwrap_or_default()),
        }
    }
}

/// Removes marks that are older than a week; answers how many.
pub fn prune(app: &Arc<App>, key: &'static str) -> Result<usize> {
    let caller = Arc::new(Caller::job(key));
    let limit = Stamp(app.clock.now().0.saturating_sub(LIFE));
    let old: Vec<Key> = app.read(&caller, |view| {
        let mut old = Vec::new();
        view.tx.each::<FormToken>(|mark| {
            if mark.at < limit {
                old.push(mark.id());
            }
            true
        })?;
        Ok(old)
    })?;
    for portion in old.chunks(PORTION) {
        let portion = portion.to_vec();
        app.act(&caller, "表单标识", AuditAction::Clean, move |op| {
            portion.iter().try_for_each(|key| op.delete_quietly::<FormToken>(key).map(drop))
        })?;
    }
    Ok(old.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_input_is_known_by_its_content() {
        let of = |value: Value| digest(value, false).unwrap();
        assert_eq!(of(json!({"a": 1, "b": {"c": 2, "d": 3}})), of(json!({"b": {"d": 3, "c": 2}, "a": 1})));
        assert_ne!(of(json!({"a": 1})), of(json!({"a": "1"})));
        let folder = tempfile::tempdir().unwrap();
        let upload = |name: &str, content: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, content).unwrap();
            digest(json!({"file": {"path": path, "name": name, "size": content.len()}, "dryRun": true}), true).unwrap()
        };
        assert_eq!(upload("x", "same"), upload("y", "same"), "wherever it lies");
        assert_ne!(upload("x", "same"), upload("x", "other"));
    }
}
