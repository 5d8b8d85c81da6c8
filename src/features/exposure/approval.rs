//! Entries of the exposure board under decision: publication, and taking down where a process was drawn for it.

use jiff::civil::Date;
use serde_json::json;

use super::ops::{self, Noted, Which, is_own, publishable, take_down, with_case};
use super::record::{BY_TENANT, EntryState, ExposureEntry, PublishScope, Subject, SubjectKind, WAITING};
use crate::error::{AppError, Result};
use crate::features::approvals::binding::{
    Adopted, Binding, Doc, Enter, Field, FieldKind, Form, Head, Unseen, nothing,
};
use crate::features::approvals::condition::{Kind, Val, Var};
use crate::features::approvals::constants::RelationKind;
use crate::features::approvals::definition::seed::is_drawn;
use crate::features::approvals::instance::alias::{self, Verdict};
use crate::features::approvals::instance::gate::{Filed, filed, form_as, input_of, sentence, tried};
use crate::features::approvals::people::numbers_of;
use crate::features::approvals::related::{MOST, RelatedOf, Relation};
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::decision::Decide;
use crate::features::finance::related::of_matter;
use crate::features::lease::tenant::record::{Tenant, TenantKind};
use crate::kernel::check;
use crate::kernel::enumeration::numbered;
use crate::op::{Op, View};
use crate::records::list::NameCache;
use crate::records::owned;
use crate::records::owned::Business;
use crate::route::{Done, Said};
use crate::store::{Reads, id, key};

numbered! {
    /// 曝光办理
    pub enum ExposureAction {
        Publish = 1 => "发布",
        TakeDown = 2 => "撤下",
    }
}

const FIELDS: &[Field] = &[
    Field::text("entryNo", "条目编号").titled(),
    Field::new("deed", "办理", FieldKind::Choice(ExposureAction::CHOICES)).titled(),
    Field::text("displayName", "对象").titled(),
    Field::new("subjectKind", "类型", FieldKind::Choice(SubjectKind::CHOICES)),
    Field::text("partyAName", "甲方"),
    Field::money("amountFen", "金额"),
    Field::new("overdueDays", "逾期天数", FieldKind::Count("天")),
    Field::new("publishScope", "公开范围", FieldKind::Choice(PublishScope::CHOICES)),
    Field::date("publishFrom", "曝光开始日"),
    Field::date("publishTo", "曝光截止日"),
    Field::date("rectifyDeadline", "整改期限"),
    Field::new("facts", "曝光事由", FieldKind::Html),
    Field::text("reason", "撤下原因"),
    Field::new("files", "附件", FieldKind::Files),
    Field::text("remark", "备注"),
];

const VARS: &[Var] = &[
    Var::new("action", "办理", Kind::Choice(ExposureAction::CHOICES), &["deed"]),
    Var::new("subject_kind", "类型", Kind::Choice(SubjectKind::CHOICES), &["subjectKind"]),
    Var::new("overdue_days", "逾期天数", Kind::Count("天"), &["overdueDays"]),
    Var::new("publish_scope", "公开范围", Kind::Choice(PublishScope::CHOICES), &["publishScope"]),
    Var::new("natural_person", "对象是自然人", Kind::Bool, &["displayName"]),
];

/// Other entries about the tenant, and the papers of his arrears.
pub static RELATED: RelatedOf = RelatedOf {
    keys: &["exposure"],
    of: |view, doc| {
        let Subject { tenant_id, .. } = owned::find::<ExposureEntry>(view, doc.id)?.facts.subject;
        let others: Vec<ExposureEntry> = view.tx.by(&BY_TENANT, &id(tenant_id), true, 0, MOST)?;
        let of = |entry: ExposureEntry| Relation { why: RelationKind::Tenant, key: "exposure", id: entry.entry_id };
        let mut found: Vec<Relation> = others.into_iter().filter(|_| tenant_id > 0).map(of).collect();
        found.extend(of_matter(view, [], [tenant_id])?);
        Ok(found)
    },
};

/// Publication and taking down; who wrote or submitted an entry never decides.
pub const BINDING: Binding = Binding {
    key: "exposure",
    label: "曝光审批",
    biz_type: "exposure",
    tables: &["exposure_entry"],
    form_ref: "expo/entry",
    path: "/expo/entry?entryId={id}",
    query: "expo:entry:query",
    edit: "expo:entry:submit",
    shared_withdraw: false,
    approve: Some("expo:entry:approve"),
    files: &["exposure"],
    vars: VARS,
    fields: FIELDS,
    says: &[],
    head,
    value,
    form: |view, doc| {
        let entry: ExposureEntry = owned::find(view, doc.id)?;
        let facts = &entry.facts;
        Ok(json!({
            "entryNo": entry.entry_no, "deed": deed_of(doc), "displayName": entry.display_name,
            "subjectKind": facts.subject.subject_kind,
            "partyAName": NameCache::new(view).of::<PartyA>(facts.subject.party_a_id)?,
            "amountFen": facts.amount_fen, "overdueDays": entry.days_on(view.now.date()),
            "publishScope": facts.publish_scope, "publishFrom": facts.publish_from, "publishTo": facts.publish_to,
            "rectifyDeadline": facts.rectify_deadline, "facts": facts.facts,
            "reason": if doc.payload.is_some() { input_of::<Noted>(doc)?.comment } else { String::new() },
            "files": facts.files, "remark": entry.owned.base.remark,
        }))
    },
    enter: Some(Enter {
        forms: &[Form("", "POST /expo/entry/withdraw")],
        right: |_, _, _| Ok(Some("expo:entry:withdraw")),
        run: |op, _, (_, payload)| enter_withdrawal(op, form_as(payload)?),
    }),
    stops: |view, doc| {
        let entry: ExposureEntry = owned::find(view, doc.id)?;
        let refused = match deed_of(doc) {
            ExposureAction::Publish => publishable(view, &entry).err(),
            ExposureAction::TakeDown => in_state(&entry, view.now.date(), EntryState::Published, "撤下").err(),
        };
        Ok(refused.map(|refusal| refusal.message.to_string()).into_iter().collect())
    },
    unseen: Unseen::NOTHING,
    adjusts: nothing,
    begin: |op, doc| {
        let entry: ExposureEntry = owned::find(&op.view(), doc.id)?;
        if doc.payload.is_some() || entry.state == EntryState::Submitted { Ok(()) } else { ops::bring(op, &entry) }
    },
    edit_doc: None,
    back: |op, doc, _| give_back(op, doc, EntryState::Candidate, ""),
    rejected: |op, doc, comment| give_back(op, doc, EntryState::Refused, comment),
    approved,
    holds: |_| Ok(Vec::new()),
    adopt: |view| {
        let rows: Vec<ExposureEntry> = view.tx.by(&WAITING, &key(), false, 0, usize::MAX)?;
        Ok(rows.iter().map(waits).collect())
    },
};

fn deed_of(doc: &Doc) -> ExposureAction {
    if doc.payload.is_some() { ExposureAction::TakeDown } else { ExposureAction::Publish }
}

fn in_state(entry: &ExposureEntry, today: Date, state: EntryState, deed: &str) -> Result<()> {
    ops::in_state(entry, today, &[state], deed)
}

fn head(view: &View, doc: &Doc) -> Result<Head> {
    let entry: ExposureEntry = owned::find(view, doc.id)?;
    let subject = entry.facts.subject;
    let party: Option<PartyA> = view.tx.get(&id(subject.party_a_id))?;
    let mut wrote: Vec<&str> = entry.authors.iter().map(String::as_str).collect();
    wrote.extend([entry.author.as_str(), entry.submitted_by.as_str()]);
    if entry.rule.is_none() {
        wrote.push(&entry.owned.base.create_by);
    }
    Ok(Head {
        title: format!("{} {} {}", entry.entry_no, deed_of(doc).label(), entry.display_name),
        lines: vec![
            ("类型".into(), subject.subject_kind.label().into()),
            ("甲方".into(), party.as_ref().map_or_else(String::new, Business::title)),
        ],
        amount_fen: entry.facts.amount_fen,
        dept_id: entry.owned.dept_id,
        party_a_id: subject.party_a_id,
        party_a_dept: party.map_or(0, |party| party.owned.dept_id),
        barred: numbers_of(view, wrote)?,
        version: entry.owned.version,
        parent: 0,
    })
}

fn value(view: &View, doc: &Doc, name: &str) -> Result<Val> {
    let entry: ExposureEntry = owned::find(view, doc.id)?;
    let subject = entry.facts.subject;
    Ok(match name {
        "action" => Val::Int(i64::from(deed_of(doc) as u8)),
        "subject_kind" => Val::Int(i64::from(subject.subject_kind as u8)),
        "overdue_days" => entry.days_on(view.now.date()).map_or(Val::Nothing, Val::Int),
        "publish_scope" => Val::Int(i64::from(entry.facts.publish_scope as u8)),
        "natural_person" => {
            let tenant: Option<Tenant> = view.tx.get(&id(subject.tenant_id))?;
            Val::Bool(tenant.is_some_and(|tenant| tenant.facts.kind == TenantKind::Person))
        }
        _ => Val::Nothing,
    })
}

/// Back among the candidates, or refused for good; of a taking down nothing is left.
fn give_back(op: &mut Op, doc: &Doc, state: EntryState, comment: &str) -> Result<()> {
    if doc.payload.is_some() {
        return Ok(());
    }
    let entry: ExposureEntry = owned::find(&op.view(), doc.id)?;
    // What came back and is abandoned then is a candidate already, and stays one: it is dropped on its own page.
    if entry.state == EntryState::Candidate {
        return Ok(());
    }
    in_state(&entry, op.now.date(), EntryState::Submitted, "审批")?;
    let mut next = ExposureEntry { state, comment: comment.to_owned(), ..entry.clone() };
    let deed = if state == EntryState::Refused {
        next.ended = Some(op.now.date());
        next.decided_by = op.caller.name();
        "不予曝光"
    } else {
        next.submitted_at = None;
        if entry.submitted_by == op.caller.name() { "撤回" } else { "退回" }
    };
    owned::update(op, &entry, next, deed).map(drop)
}

/// Publishes with the numbers of the day, or takes down.
fn approved(op: &mut Op, doc: &Doc, comment: &str) -> Result<()> {
    if doc.payload.is_some() {
        return take_down(op, &Noted { version: None, ..input_of(doc)? });
    }
    let entry: ExposureEntry = owned::find(&op.view(), doc.id)?;
    in_state(&entry, op.now.date(), EntryState::Submitted, "审批")?;
    let today = op.now.date();
    let case = publishable(&op.view(), &entry)?;
    let mut next = with_case(&entry, entry.facts.clone(), case, today);
    next.facts.publish_from = Some(entry.facts.publish_from.map_or(today, |day| day.max(today)));
    next.state = EntryState::Published;
    next.decided_by = op.caller.name();
    next.comment = comment.to_owned();
    owned::update(op, &entry, next, "发布").map(drop)
}

fn waits(entry: &ExposureEntry) -> Adopted {
    let at = entry.submitted_at.unwrap_or(entry.owned.base.create_time);
    Adopted { id: entry.entry_id, submitter: entry.submitted_by.clone(), at, returned: false }
}

fn found(op: &Op, number: u64, version: Option<u64>, deed: &str) -> Result<ExposureEntry> {
    let entry: ExposureEntry = owned::find(&op.view(), number)?;
    owned::check_version(&op.view(), &entry, version)?;
    in_state(&entry, op.now.date(), EntryState::Submitted, deed)?;
    Ok(entry)
}

/// POST /expo/entry/recall: by who submitted it.
///
/// # Errors
/// A sentence: another person, another state, somebody has decided already.
pub fn recall(op: &mut Op, input: Which) -> Result<Done> {
    let entry = found(op, input.id, input.version, "撤回")?;
    if entry.submitted_by != op.caller.name() {
        return Err(AppError::refused("只有提交人可以撤回"));
    }
    alias::withdraw(op, &BINDING, &waits(&entry), "")?;
    Ok(Done)
}

/// POST /expo/entry/decide: finds the caller's task of the process and acts on it.
///
/// # Errors
/// A sentence: his own entry, another state, a no without opinion, what a submission refuses.
pub fn decide(op: &mut Op, input: Decide) -> Result<Done> {
    let entry = found(op, input.id, input.version, "审批")?;
    check::at_most("comment", &input.comment, 500, "审批意见不能超过500个字符")?;
    if !input.approve {
        check::required("comment", &input.comment, "请填写意见")?;
    }
    if is_own(&entry, &op.caller.name()) {
        return Err(AppError::refused("录入人和提交人不能审批自己的曝光条目，请由其他有权限的人员办理"));
    }
    alias::decide(op, &BINDING, &waits(&entry), Verdict::of(input.approve), &input.comment)?;
    Ok(Done)
}

/// POST /expo/entry/withdraw: taken down before it was put right; filed where a process was drawn.
///
/// # Errors
/// A sentence: no reason, another state.
pub fn withdraw(op: &mut Op, input: Noted) -> Result<Said<Filed>> {
    let doc = enter_withdrawal(op, input)?;
    let filed = filed(op, &BINDING, doc)?;
    Ok(Said(sentence(&filed), filed))
}

/// Done at once, or tried and ready to be sent.
fn enter_withdrawal(op: &mut Op, input: Noted) -> Result<Option<Doc>> {
    let entry: ExposureEntry = owned::find(&op.view(), input.id)?;
    owned::check_version(&op.view(), &entry, input.version)?;
    if !is_drawn(&op.view(), &BINDING)? {
        return take_down(op, &input).map(|()| None);
    }
    let again = input.clone();
    tried(op, &BINDING, entry.entry_id, &input, |op| take_down(op, &again)).map(Some)
}
