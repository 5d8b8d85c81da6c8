//! Publishing a notice under decision, where a process of it is published. Notices lie below this room, so it stands here.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::binding::{Binding, Doc, Enter, Field, FieldKind, Form, Head, Unseen, nothing};
use super::condition::{Kind, Val, Var};
use super::instance::alias::{give_up, lies_with_submitter, running};
use super::instance::gate::{WAITS, form_as, input_of, leave, leave_because, needs_process, none_waits};
use super::instance::submit::{Sending, submit};
use super::people::numbers_of;
use crate::error::{AppError, Result};
use crate::features::system::notice::admin::{PublishRules, existing, keep, publish};
use crate::features::system::notice::record::State;
use crate::features::system::notice::wire::NoticeInput;
use crate::op::{Op, View};
use crate::platform::identity::user::{BY_NAME, User};
use crate::store::{Reads, key};

/// What is decided about.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct NoticeRequest {
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
    tables: &["notice"],
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
    enter: Some(Enter {
        forms: &[Form("", "POST /system/notice")],
        right: |_, _, form| Ok(is_new(form).then_some("system:notice:add")),
        run: |op, _, (notice_id, form)| enter(op, notice_id, form),
    }),
    stops: |_, _| Ok(Vec::new()),
    unseen: Unseen::NOTHING,
    adjusts: nothing,
    begin: leave,
    edit_doc: None,
    back: leave_because,
    rejected: leave_because,
    approved: |op, doc, _| publish(op, input_of::<NoticeRequest>(doc)?.notice_id),
    holds: |_| Ok(Vec::new()),
    adopt: none_waits,
};

/// Whether a form is that of a new notice; what is saved already is sent without a form, or by its number.
fn is_new(form: &Value) -> bool {
    form.get("noticeTitle").is_some() && form.get("noticeId").and_then(Value::as_u64).is_none_or(|number| number == 0)
}

/// One that isn't published, saved as its form has it and ready to be sent; published where nobody decides.
fn enter(op: &mut Op, notice_id: u64, form: Value) -> Result<Option<Doc>> {
    let form: NoticeInput = form_as(form)?;
    let is_saved = form.notice_title.is_empty() && notice_id > 0;
    let notice_id = if is_saved { notice_id } else { keep(op, form.notice_id.unwrap_or(0), &form)? };
    let notice = existing(&op.view(), notice_id)?;
    if notice.state == State::Published {
        return Err(AppError::refused(format!("公告“{}”已发布，请刷新后查看", notice.title)));
    }
    if !needs(&op.view())? {
        return publish(op, notice_id).map(|()| None);
    }
    asked(notice_id).map(Some)
}

fn asked(notice_id: u64) -> Result<Doc> {
    let payload = serde_json::to_value(NoticeRequest { notice_id }).map_err(AppError::internal)?;
    Ok(Doc { id: notice_id, payload: Some(payload) })
}

/// Asked before a notice is published, changed or deleted.
pub const RULES: PublishRules = PublishRules { needs, waits, file: send, said: WAITS, gone };

/// Whether somebody decides about publications now.
///
/// # Errors
/// Records that can't be read.
fn needs(view: &View) -> Result<bool> {
    needs_process(view, &BINDING)
}

/// Whether a notice waits for a decision; one that came back lies with its author again.
///
/// # Errors
/// Records that can't be read.
fn waits(view: &View, notice_id: u64) -> Result<bool> {
    Ok(match running(view, &BINDING, notice_id)? {
        Some(instance) => !lies_with_submitter(view, &instance)?,
        None => false,
    })
}

/// Brings a notice to who decides.
///
/// # Errors
/// R10 to R12.
fn send(op: &mut Op, notice_id: u64) -> Result<u64> {
    submit(op, &BINDING, &asked(notice_id)?, Sending::default())
}

/// Its process ends with it.
///
/// # Errors
/// Records that can't be read or written.
fn gone(op: &mut Op, notice_id: u64) -> Result<()> {
    give_up(op, &BINDING, notice_id, "公告已删除")
}
