//! The audit log: one hash-chained row for every change, export, sign-in and refusal.
//!
//! The row is part of the operation's own commit; if it cannot be written, the operation fails.
//! Rows are only ever appended. Each hash covers the row and the hash before it, so a changed or
//! removed row breaks the chain at that place; the doctor walks it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;
use crate::kernel::text::{mask_phone, without_id_numbers};
use crate::platform::caller::{Caller, Who};
use crate::store::{Codec, Index, Key, RawRead, Reads, Record, Res, Writer, id, key};

/// Longest parameter and change texts of a row, in characters (contract 1.7).
const TEXT_LIMIT: usize = 2000;

/// What kind of operation a row is about (wire `businessType`, contract 1.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[repr(u8)]
pub enum AuditAction {
    /// 0 其它
    Other = 0,
    /// 1 新增
    Insert = 1,
    /// 2 修改
    Update = 2,
    /// 3 删除
    Delete = 3,
    /// 4 授权
    Grant = 4,
    /// 5 导出
    Export = 5,
    /// 6 导入
    Import = 6,
    /// 7 强退
    ForceOff = 7,
    /// 9 清空数据
    Clean = 9,
    /// Sign-in and sign-out: shown in the login log.
    SignIn = 20,
}

/// A row of the audit log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditRow {
    /// Place in the chain, from 1 without gaps.
    pub audit_id: u64,
    /// Hash of the row before, in hexadecimal; empty for the first.
    pub previous: String,
    /// Hash of this row.
    pub hash: String,
    pub at: Stamp,
    /// Module, e.g. 用户管理.
    pub title: String,
    /// Kind of operation.
    pub deed: u8,
    /// Name of the operation, e.g. `PUT /system/user`.
    pub method: String,
    /// Login name of the actor, or whom a sign-in was about.
    pub actor: String,
    /// His id; 0 when it is not a person.
    pub user_id: u64,
    /// His department's name.
    pub dept_name: String,
    /// Hash of his session id.
    pub session: String,
    pub ip: String,
    pub user_agent: String,
    /// Request id, also in the log.
    pub request_id: String,
    /// Path with ids.
    pub path: String,
    /// Input without secrets, as JSON, shortened.
    pub input: String,
    /// Records touched, with the fields before and after, as JSON, shortened.
    pub changes: String,
    /// Body code of the answer.
    pub code: u16,
    /// Sentence of the answer.
    pub message: String,
    /// Duration in milliseconds.
    pub cost: u64,
}

/// Rows by kind of log (0 = operations, 1 = sign-ins), oldest first.
pub const BY_LOG: Index<AuditRow> = Index {
    name: "audit/log",
    unique: false,
    keys: |row| vec![key().u8(u8::from(row.deed == AuditAction::SignIn as u8))],
};

impl Record for AuditRow {
    const TABLE: &'static str = "audit";
    const CODEC: Codec = Codec::Compact;
    const INDEXES: &'static [Index<Self>] = &[BY_LOG];
    fn id(&self) -> Key {
        id(self.audit_id)
    }
}

/// End of the chain.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct AuditHead {
    /// Id of the newest row.
    pub last: u64,
    /// Its hash.
    pub hash: String,
}

impl Record for AuditHead {
    const TABLE: &'static str = "audit_head";
    fn id(&self) -> Key {
        key().str("head")
    }
}

/// Where the chain in the store begins: the last row that was archived.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditAnchor {
    /// Its number; 0 = nothing was archived yet.
    pub last: u64,
    /// Its hash.
    pub hash: String,
    /// When it was archived.
    pub at: Stamp,
    /// Name of the file that ends with it.
    pub file: String,
}

impl Record for AuditAnchor {
    const TABLE: &'static str = "audit_anchor";
    fn id(&self) -> Key {
        key().str("anchor")
    }
}

/// The anchor of the chain.
pub fn anchor(tx: &dyn RawRead) -> Res<AuditAnchor> {
    Ok(tx.get(&key().str("anchor"))?.unwrap_or_default())
}

/// What the route says about an operation, and what came in.
#[derive(Debug, Clone)]
pub struct Entry {
    pub title: &'static str,
    /// Kind of operation.
    pub deed: AuditAction,
    /// `METHOD /path/template`.
    pub method: String,
    /// Input with secrets masked.
    pub input: Value,
    /// When the request began, for the duration.
    pub began: std::time::Instant,
}

/// One changed record.
#[derive(Debug)]
pub struct Touch {
    pub table: &'static str,
    /// Its key as people read it.
    pub key: String,
    /// Fields that differ, before.
    pub before: Map<String, Value>,
    /// The same fields after.
    pub after: Map<String, Value>,
}

impl AuditRow {
    fn sealed(mut self) -> Res<Self> {
        self.hash = String::new();
        let bytes = postcard::to_stdvec(&self)
            .map_err(|e| crate::store::StoreError::Corrupt { table: "audit".into(), why: e.to_string() })?;
        self.hash = hex::encode(Sha256::digest(&bytes));
        Ok(self)
    }

    /// Whether its hash is that of its content.
    pub fn is_sealed(&self) -> Res<bool> {
        Ok(self.clone().sealed()?.hash == self.hash)
    }
}

/// Names of input fields that never reach a row, whatever route they came by.
const SECRET_INPUTS: [&str; 12] = [
    "ssoflow",
    "password",
    "oldpassword",
    "newpassword",
    "confirmpassword",
    "setupcode",
    "token",
    "code",
    "uuid",
    "logincode",
    "idno",
    "accountno",
];

/// A copy of an input with secrets replaced, telephone numbers masked, and in every text what may be an identity number:
/// people type those into searches and remarks too.
pub fn masked(input: &Value) -> Value {
    match input {
        Value::Object(map) => masked_fields(map),
        Value::Array(items) => Value::Array(items.iter().map(masked).collect()),
        Value::String(text) => Value::String(without_id_numbers(text)),
        // Amounts end at 10^13 and numbers of records far below.
        Value::Number(number) => match without_id_numbers(&number.to_string()) {
            text if text.contains('*') => Value::String(text),
            _ => Value::Number(number.clone()),
        },
        other => other.clone(),
    }
}

fn masked_fields(fields: &Map<String, Value>) -> Value {
    let field = |(name, value): (&String, &Value)| {
        let lower = name.to_lowercase();
        let shown = if SECRET_INPUTS.contains(&lower.as_str()) {
            json!("***")
        } else if let (true, Some(text)) = (lower.contains("phone"), value.as_str()) {
            json!(mask_phone(text))
        } else {
            masked(value)
        };
        (name.clone(), shown)
    };
    Value::Object(fields.iter().map(field).collect())
}

/// What is kept of a request with files: what each was called and how long it was. Where the server had laid it for the
/// time of the request tells nobody anything but the server's folders.
pub fn without_places(input: &Value) -> Value {
    let mut input = input.clone();
    for name in ["file", "files", "preview"] {
        let files = match input.get_mut(name) {
            Some(Value::Array(files)) => files.as_mut_slice(),
            Some(file) => std::slice::from_mut(file),
            None => continue,
        };
        for file in files.iter_mut().filter_map(Value::as_object_mut) {
            file.remove("path");
        }
    }
    input
}

fn shortened(text: String) -> String {
    if text.chars().count() <= TEXT_LIMIT { text } else { text.chars().take(TEXT_LIMIT - 1).chain(['…']).collect() }
}

/// Records as JSON, the first that fit: whole ones are left out rather than that JSON is cut in the middle.
fn changes_text(touched: &[Touch]) -> String {
    let mut text = String::new();
    let mut length = "[]".len();
    for touch in touched {
        let (before, after) = (masked_fields(&touch.before), masked_fields(&touch.after));
        let one = json!({"table": touch.table, "id": touch.key, "before": before, "after": after}).to_string();
        length += one.chars().count() + usize::from(!text.is_empty());
        if length > TEXT_LIMIT * 2 {
            break;
        }
        text.push(if text.is_empty() { '[' } else { ',' });
        text.push_str(&one);
    }
    if !text.is_empty() {
        text.push(']');
    }
    text
}

/// What one row is made of.
pub struct Row<'a> {
    pub caller: &'a Caller,
    /// The moment of the operation.
    pub at: Stamp,
    /// Whom an anonymous operation was about (sign-in), by login name.
    pub subject: Option<&'a str>,
    /// What the row is called, when the operation says more than its route.
    pub title: Option<&'a str>,
    /// Records it changed.
    pub touched: &'a [Touch],
    /// What the route says of it, and what came in.
    pub entry: &'a Entry,
    /// Why it was refused; `None` when it succeeded.
    pub refusal: Option<&'a AppError>,
}

/// Appends a row to the chain, in the operation's own transaction.
///
/// # Errors
/// A record that cannot be read or written; the operation fails then.
pub fn append(tx: &mut Writer<'_>, row: &Row<'_>) -> Result<()> {
    let head: AuditHead = tx.get(&key().str("head"))?.unwrap_or_default();
    let Row { caller, entry, refusal, .. } = *row;
    let session = match &caller.who {
        Who::Person { session } => hex::encode(&Sha256::digest(session.as_bytes())[..8]),
        _ => String::new(),
    };
    let (code, message) = refusal.map_or((200, "操作成功".to_owned()), |f| (f.code(), f.message.to_string()));
    // The log of sign-ins shows the sentence alone; a step before the last has a title of its own, and is no success yet.
    let message = match (entry.deed, refusal, row.title) {
        (AuditAction::SignIn, None, Some(step)) => step.to_owned(),
        (AuditAction::SignIn, None, None) => format!("{}成功", entry.title),
        _ => message,
    };
    let row = AuditRow {
        audit_id: head.last + 1,
        previous: head.hash,
        hash: String::new(),
        at: row.at,
        title: row.title.unwrap_or(entry.title).to_owned(),
        deed: entry.deed as u8,
        method: entry.method.clone(),
        actor: row.subject.map_or_else(|| caller.name(), str::to_owned),
        user_id: caller.user_id(),
        dept_name: caller.rights.dept_name.clone(),
        session,
        ip: caller.origin.ip.clone(),
        user_agent: caller.origin.user_agent.clone(),
        request_id: caller.origin.request_id.clone(),
        path: caller.origin.path.clone(),
        input: shortened(entry.input.to_string()),
        changes: changes_text(row.touched),
        code,
        message: shortened(message),
        cost: u64::try_from(entry.began.elapsed().as_millis()).unwrap_or(u64::MAX),
    }
    .sealed()?;
    tx.put(&AuditHead { last: row.audit_id, hash: row.hash.clone() })?;
    tx.put(&row)?;
    Ok(())
}

/// Walks the chain; answers the number of rows and what is wrong with it.
pub fn verify_chain(tx: &dyn RawRead) -> Res<(u64, Vec<String>)> {
    let mut faults = Vec::new();
    let mut count = 0;
    let anchor = anchor(tx)?;
    let mut previous = AuditHead { last: anchor.last, hash: anchor.hash };
    let mut failure = None;
    tx.each::<AuditRow>(|row| {
        count += 1;
        // The first row present follows the anchor: the archived part of the chain, or nothing.
        let follows = row.audit_id == previous.last + 1 && row.previous == previous.hash;
        if !follows && faults.len() < 20 {
            faults.push(format!("审计记录 {} 与前一条不相连", row.audit_id));
        }
        let (audit_id, hash) = (row.audit_id, row.hash.clone());
        match row.sealed() {
            Ok(sealed) if sealed.hash == hash => {}
            Ok(_) if faults.len() < 20 => faults.push(format!("审计记录 {audit_id} 内容与校验值不符")),
            Ok(_) => {}
            Err(error) => failure = Some(error),
        }
        previous = AuditHead { last: audit_id, hash };
        failure.is_none()
    })?;
    if let Some(error) = failure {
        return Err(error);
    }
    let head: AuditHead = tx.get(&key().str("head"))?.unwrap_or_default();
    if (head.last, &head.hash) != (previous.last, &previous.hash) {
        faults.push(format!("审计链末尾应为第 {} 条，实际为第 {} 条", head.last, previous.last));
    }
    Ok((count, faults))
}
