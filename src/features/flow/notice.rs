//! Publishing a notice under decision, where a process of it is published. Notices lie below this room, so it stands here.

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::binding::{Binding, Doc, Enter, Field, FieldKind, Head};
use super::condition::{Kind, Val, Var};
use super::instance::alias::{give_up, running};
use super::instance::gate::{WAITS, document, file, input_of, leave, leave_because, needs_process, none_waits};
use super::people::numbers_of;
use crate::fault::{Fault, Outcome};
use crate::features::system::notice::admin::{PublishRules, existing, publish};
use crate::features::system::notice::record::State;
use crate::op::{Op, View};
use crate::platform::identity::user::{BY_NAME, User};
use crate::store::{Reads, key};

/// What is decided about.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Asked {
    notice_id: u64,
}

const KINDS: &[(i64, &str)] = &[(1, "通知"), (2, "公告")];
const AUDIENCES: &[(i64, &str)] = &[(0, "全体"), (1, "部门"), (2, "角色"), (3, "人员")];

const FIELDS: &[Field] = &[
    Field::text("title", "标题").titled(),
    Field::new("noticeType", "类型", FieldKind::Choice(KINDS)),
    Field::new("audience", "接收范围", FieldKind::Choice(AUDIENCES)),
    Field::new("isTop", "置顶", FieldKind::Bool),
    Field::new("content", "内容", FieldKind::Html),
    Field::new("files", "附件", FieldKind::Files),
];

const VARS: &[Var] = &[
    Var { name: "notice_type", title: "类型", kind: Kind::Choice(KINDS), fields: &["noticeType"] },
    Var { name: "audience", title: "接收范围", kind: Kind::Choice(AUDIENCES), fields: &["audience"] },
    Var { name: "is_top", title: "置顶", kind: Kind::Bool, fields: &["isTop"] },
];

/// Publication; who wrote the notice never decides.
pub const BINDING: Binding = Binding {
    key: "notice",
    label: "公告发布审批",
    biz_type: "notice",
    form_ref: "system/notice",
    path: "/system/notice",
    query: "system:notice:query",
    edit: "system:notice:edit",
    shared_withdraw: false,
    approve: None,
    files: &["notice"],
    vars: VARS,
    fields: FIELDS,
    says: &[],
    head: |view, doc| {
        let notice = existing(view, doc.id)?;
        let author: Option<User> = view.tx.one(&BY_NAME, &key().str(&notice.base.create_by.to_lowercase()))?;
        let wrote = [notice.base.create_by.as_str(), notice.base.update_by.as_str()];
        Ok(Head {
            title: format!("发布公告“{}”", notice.title),
            lines: Vec::new(),
            dept_id: author.map_or(0, |user| user.dept_id),
            barred: numbers_of(view, wrote)?,
            ..Head::default()
        })
    },
    value: |view, doc, name| {
        let notice = existing(view, doc.id)?;
        Ok(match name {
            "notice_type" => Val::Int(notice.notice_type.parse().unwrap_or(0)),
            "audience" => Val::Int(i64::from(notice.audience.scope().0)),
            "is_top" => Val::Bool(notice.is_top),
            _ => Val::Nothing,
        })
    },
    form: |view, doc| {
        let notice = existing(view, doc.id)?;
        Ok(json!({
            "title": notice.title, "noticeType": notice.notice_type.parse::<i64>().unwrap_or(0),
            "audience": notice.audience.scope().0, "isTop": notice.is_top, "content": notice.content,
            "files": notice.file_ids,
        }))
    },
    enter: Some(Enter::new(|op, notice_id, _| enter(op, notice_id))),
    stops: |_, _| Ok(Vec::new()),
    begin: leave,
    edit_doc: None,
    back: leave_because,
    rejected: leave_because,
    approved: |op, doc, _| publish(op, input_of::<Asked>(doc)?.notice_id),
    adopt: none_waits,
};

/// One that isn't published, ready to be sent; published where nobody decides.
fn enter(op: &mut Op, notice_id: u64) -> Outcome<Option<Doc>> {
    let notice = existing(&op.view(), notice_id)?;
    if notice.state == State::Published {
        return Err(Fault::refused(format!("公告“{}”已发布，请刷新后查看", notice.title)));
    }
    if !needs(&op.view())? {
        return publish(op, notice_id).map(|()| None);
    }
    document(op, &BINDING, notice_id, &Asked { notice_id }).map(Some)
}

/// Asked before a notice is published, changed or deleted.
pub const RULES: PublishRules = PublishRules { needs, waits, file: send, said: WAITS, gone };

/// Whether somebody decides about publications now.
///
/// # Errors
/// Records that can't be read.
fn needs(view: &View) -> Outcome<bool> {
    needs_process(view, &BINDING)
}

/// Whether a notice waits for a decision.
///
/// # Errors
/// Records that can't be read.
fn waits(view: &View, notice_id: u64) -> Outcome<bool> {
    Ok(running(view, &BINDING, notice_id)?.is_some())
}

/// Brings a notice to who decides.
///
/// # Errors
/// R10 to R12.
fn send(op: &mut Op, notice_id: u64) -> Outcome<u64> {
    let filed = file(op, &BINDING, notice_id, &Asked { notice_id })?;
    filed.instance_id.ok_or_else(|| Fault::internal("a publication was filed without a process"))
}

/// Its process ends with it.
///
/// # Errors
/// Records that can't be read or written.
fn gone(op: &mut Op, notice_id: u64) -> Outcome<()> {
    give_up(op, &BINDING, notice_id, "公告已删除")
}
