//! The operation log on the wire (contract 3.7).

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::features::monitor::place;
use crate::platform::audit::AuditRow;

/// A row as clients see it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OperLogOut {
    /// Always empty; old clients expect it.
    pub create_by: Option<String>,
    /// Number of the row of the operation log.
    pub oper_id: u64,
    /// Module that the operation belongs to, as audited.
    pub title: String,
    /// Kind of operation.
    pub business_type: u8,
    /// Always empty; old clients expect it.
    pub business_types: Option<Vec<u8>>,
    /// Name of the operation.
    pub method: String,
    /// HTTP method, CLI or JOB.
    pub request_method: String,
    /// 1 back office, 0 other (command line, jobs).
    pub operator_type: u8,
    /// Login name.
    pub oper_name: String,
    /// Name and login name.
    pub oper_person: String,
    /// Name of the department 部门 of the person.
    pub dept_name: String,
    /// Path that was called, with its numbers.
    pub oper_url: String,
    /// Network address that it came from.
    pub oper_ip: String,
    /// 内网IP or 外网IP.
    pub oper_location: String,
    /// Input without secrets.
    pub oper_param: String,
    /// `{"msg":…,"code":…}`
    pub json_result: String,
    /// 0 done, 1 refused.
    pub status: u8,
    /// Sentence of a refusal.
    pub error_msg: Option<String>,
    /// `yyyy-MM-dd HH:mm:ss`
    pub oper_time: String,
    /// How long it took, in milliseconds.
    pub cost_time: u64,
}

impl OperLogOut {
    /// A row as clients see it; whoever acted is called `person`.
    pub fn of(row: &AuditRow, person: String) -> Self {
        let refused = row.code != 200;
        let verb = row.method.split(' ').next().unwrap_or_default();
        Self {
            create_by: None,
            oper_id: row.audit_id,
            title: row.title.clone(),
            business_type: row.deed,
            business_types: None,
            method: row.method.clone(),
            request_method: verb.to_owned(),
            operator_type: u8::from(!["CLI", "JOB"].contains(&verb)),
            oper_name: row.actor.clone(),
            oper_person: person,
            dept_name: row.dept_name.clone(),
            oper_url: row.path.clone(),
            oper_ip: row.ip.clone(),
            oper_location: place(&row.ip).to_owned(),
            oper_param: if row.input == "null" { String::new() } else { row.input.clone() },
            json_result: json!({"msg": row.message, "code": row.code}).to_string(),
            status: u8::from(refused),
            error_msg: refused.then(|| row.message.clone()),
            oper_time: row.at.to_text(),
            cost_time: row.cost,
        }
    }
}

/// One field of a changed record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FieldChange {
    /// Name of the field.
    pub field: String,
    /// What stood there; absent for a new record.
    pub before: Option<Value>,
    /// What stands there; absent for a removed record.
    pub after: Option<Value>,
}

/// One record that an operation changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RecordChange {
    /// Table of the record that changed.
    pub table: String,
    /// Its number or key.
    pub id: String,
    /// insert, update or delete.
    pub kind: &'static str,
    /// Fields that differ, secrets masked.
    pub fields: Vec<FieldChange>,
}

/// A row with everything that was kept of it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OperLogDetail {
    /// The row as in the list.
    #[serde(flatten)]
    pub row: OperLogOut,
    /// Records touched.
    pub changes: Vec<RecordChange>,
    /// User agent.
    pub user_agent: String,
    /// Request id, also in the log file.
    pub request_id: String,
    /// Hash of this row in the chain.
    pub hash: String,
}

impl OperLogDetail {
    /// A row with everything that was kept of it; whoever acted is called `person`.
    pub fn of(row: &AuditRow, person: String) -> Self {
        Self {
            row: OperLogOut::of(row, person),
            changes: changes(&row.changes),
            user_agent: row.user_agent.clone(),
            request_id: row.request_id.clone(),
            hash: row.hash.clone(),
        }
    }
}

/// Reads the kept text of changes; rows of other releases that cannot be read show none.
fn changes(text: &str) -> Vec<RecordChange> {
    let list: Vec<Value> = serde_json::from_str(text).unwrap_or_default();
    list.iter().map(change).collect()
}

/// The fields of one side; maker, changer and remark stand beside the others instead of inside `base`.
fn unfolded(side: &Value) -> Map<String, Value> {
    let mut fields = Map::new();
    for (name, value) in side.as_object().into_iter().flatten() {
        match value.as_object() {
            Some(base) if name == "base" => fields.extend(base.clone()),
            _ => drop(fields.insert(name.clone(), value.clone())),
        }
    }
    fields
}

/// Both sides without what is the same on both.
fn differing(
    (mut before, mut after): (Map<String, Value>, Map<String, Value>),
) -> (Map<String, Value>, Map<String, Value>) {
    let was = before.clone();
    before.retain(|name, value| after.get(name) != Some(value));
    after.retain(|name, value| was.get(name) != Some(value));
    (before, after)
}

fn change(touch: &Value) -> RecordChange {
    let text = |name: &str| touch[name].as_str().unwrap_or_default().to_owned();
    let sides = (unfolded(&touch["before"]), unfolded(&touch["after"]));
    let sides = if touch["before"] != json!({}) && touch["after"] != json!({}) { differing(sides) } else { sides };
    let names = |side: &Map<String, Value>| side.keys().cloned().collect();
    let (before, after): (Vec<String>, Vec<String>) = (names(&sides.0), names(&sides.1));
    let kind = match (before.is_empty(), after.is_empty()) {
        (true, false) => "insert",
        (false, true) => "delete",
        _ => "update",
    };
    let mut fields = after.clone();
    fields.extend(before.into_iter().filter(|name| !after.contains(name)));
    let fields = fields
        .into_iter()
        .map(|field| FieldChange { before: sides.0.get(&field).cloned(), after: sides.1.get(&field).cloned(), field })
        .collect();
    RecordChange { table: text("table"), id: text("id"), kind, fields }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_pair_the_fields_of_both_sides() {
        let text = r#"[{"table":"post","id":"1","before":{"post_name":"甲","x":1},"after":{"post_name":"乙"}}]"#;
        let found = changes(text);
        assert_eq!((found.len(), found[0].kind, found[0].id.as_str()), (1, "update", "1"));
        let names: Vec<&str> = found[0].fields.iter().map(|field| field.field.as_str()).collect();
        assert_eq!(names, ["post_name", "x"]);
        assert_eq!(found[0].fields[0].before, Some(json!("甲")));
        assert_eq!(found[0].fields[1].after, None);
        let folded = r#"[{"table":"post","id":"1","before":{"base":{"by":"a","remark":""}},"after":{"base":{"by":"b","remark":""}}}]"#;
        let fields = changes(folded).remove(0).fields;
        assert_eq!(fields, [FieldChange { field: "by".into(), before: Some(json!("a")), after: Some(json!("b")) }]);
        assert!(changes("").is_empty() && changes("{not json").is_empty());
    }
}
