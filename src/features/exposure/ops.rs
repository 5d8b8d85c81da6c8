//! The way of an entry: written, submitted to its process, taken down or put right.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::FILES;
use super::approval::BINDING;
use super::candidates::fresh;
use super::record::{EntryFacts, EntryState, ExposureEntry, Rectified, SubjectKind};
use super::subject::{Case, check as check_subject, identity, read};
use crate::error::{AppError, Result};
use crate::features::approvals::binding::Doc;
use crate::features::approvals::instance::alias;
use crate::features::approvals::instance::submit::changed;
use crate::features::finance::dunning::ops::letters_on_file;
use crate::kernel::check;
use crate::kernel::dates::DateText;
use crate::kernel::money::MOST_FEN;
use crate::op::{Op, View};
use crate::records::files as access;
use crate::records::html;
use crate::records::list::Made;
use crate::records::owned::Business;
use crate::records::{authors, owned};
use crate::route::{Data, Done};
use crate::store::Reads;

/// Longest time an entry has to be put right or stays on the board, days.
const LONGEST: i64 = 3_660;

/// An entry as a form sends it.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct EntryInput {
    /// Which; none for a new one.
    pub entry_id: Option<u64>,
    /// The version that was read.
    pub version: Option<u64>,
    /// What a person writes.
    #[serde(flatten)]
    pub facts: EntryFacts,
    /// 备注
    pub remark: String,
}

fn checked(view: &View, input: &EntryInput) -> Result<(EntryFacts, Case)> {
    let mut facts = input.facts.clone();
    check_subject(view, &facts.subject)?;
    check::remark(&input.remark)?;
    if facts.facts.len() > html::LIMIT {
        return Err(AppError::refused("曝光事由过长，请把图片作为附件上传").at("facts"));
    }
    facts.facts = html::clean(&facts.facts);
    if facts.amount_fen.is_some_and(|fen| !(1..=MOST_FEN).contains(&fen)) {
        return Err(AppError::refused("金额须大于0且不超过1000亿元").at("amountFen"));
    }
    if facts.overdue_days.is_some_and(|days| !(0..=100_000).contains(&days)) {
        return Err(AppError::refused("逾期天数须为0到100000的整数").at("overdueDays"));
    }
    let last = crate::kernel::span::add_days(view.now.date(), LONGEST);
    for (field, day, sentence) in [
        ("publishTo", facts.publish_to, "曝光截止日不能晚于十年后"),
        ("publishFrom", facts.publish_from, "曝光开始日不能晚于十年后"),
        ("rectifyDeadline", facts.rectify_deadline, "整改期限不能晚于十年后"),
    ] {
        if day.is_some_and(|day| day > last) {
            return Err(AppError::refused(sentence).at(field));
        }
    }
    if let (Some(from), Some(to)) = (facts.publish_from, facts.publish_to)
        && from > to
    {
        return Err(AppError::refused("曝光截止日不能早于曝光开始日").at("publishTo"));
    }
    let case = read(view, &facts)?;
    no_names(&facts, &case)?;
    Ok((facts, case))
}

/// A text that goes on the board names no natural person in full.
fn no_names(facts: &EntryFacts, case: &Case) -> Result<()> {
    if case.secret.as_ref().is_some_and(|name| html::plain(&facts.facts).contains(name.as_str())) {
        let shown = &case.display_name;
        return Err(AppError::refused(format!("曝光事由中写有自然人的全名，请改为“{shown}”")));
    }
    Ok(())
}

/// One case is one entry: a second one is refused while the first is not over.
fn alone(view: &View, case: &Case, but: u64) -> Result<()> {
    let (today, wanted) = (view.now.date(), identity(&case.subject));
    let mut other: Option<ExposureEntry> = None;
    view.tx.each::<ExposureEntry>(|entry| {
        let same = entry.entry_id != but && entry.is_living(today) && identity(&entry.facts.subject) == wanted;
        if same {
            other = Some(entry);
        }
        other.is_none()
    })?;
    match other {
        None => Ok(()),
        Some(other) => {
            let (name, no, state) = (&case.display_name, other.title(), other.state_on(today).label());
            Err(AppError::refused(format!("“{name}”已有同类曝光条目 {no}（{state}），不能重复登记")))
        }
    }
}

/// Attached files and pictures of the text belong to the entry from now on.
fn take_files(op: &mut Op, facts: &EntryFacts, entry_id: u64) -> Result<()> {
    let mut ids = facts.files.clone();
    ids.extend(html::picture_ids(&facts.facts).into_iter().filter(|picture| !facts.files.contains(picture)));
    access::set(op, &ids, FILES.name, entry_id)
}

/// POST /expo/entry: an entry by hand.
///
/// # Errors
/// A sentence for a field that breaks a rule, or when the case has an entry.
pub fn create(op: &mut Op, input: EntryInput) -> Result<Data<Made>> {
    let (facts, case) = checked(&op.view(), &input)?;
    alone(&op.view(), &case, 0)?;
    let dept_id = owned::department(&op.view(), Some(case.dept_id))?;
    let entry = fresh(op, facts, case, None)?;
    take_files(op, &entry.facts, entry.entry_id)?;
    let entry = owned::insert(op, entry, dept_id, input.remark)?;
    Ok(Data(Made { id: entry.entry_id }))
}

/// An entry in a state, at the version that was read.
fn found(op: &Op, number: u64, version: Option<u64>, state: EntryState, deed: &str) -> Result<ExposureEntry> {
    let entry: ExposureEntry = owned::find(&op.view(), number)?;
    owned::check_version(&op.view(), &entry, version)?;
    in_state(&entry, op.now.date(), &[state], deed)?;
    Ok(entry)
}

pub(super) fn in_state(entry: &ExposureEntry, today: Date, states: &[EntryState], deed: &str) -> Result<()> {
    let state = entry.state_on(today);
    if states.contains(&state) {
        return Ok(());
    }
    Err(AppError::refused(format!("曝光条目 {} {}，不能{deed}", entry.title(), state.label())))
}

/// PUT /expo/entry: while it is a candidate.
///
/// # Errors
/// As [`create`]; another state; somebody else's change.
pub fn edit(op: &mut Op, input: EntryInput) -> Result<Done> {
    let number = input.entry_id.unwrap_or_default();
    let entry = found(op, number, input.version, EntryState::Candidate, "修改")?;
    let (facts, case) = checked(&op.view(), &input)?;
    alone(&op.view(), &case, entry.entry_id)?;
    take_files(op, &facts, entry.entry_id)?;
    let same = identity(&case.subject) == identity(&entry.facts.subject);
    let mut next = with_case(&entry, facts, case, op.now.date());
    // another subject is another case: no rule found it
    next.rule = entry.rule.filter(|_| same);
    next.author = op.caller.name();
    next.authors = authors::with(&entry.authors, op.caller);
    next.owned.base.remark = input.remark;
    owned::update(op, &entry, next, "修改")?;
    changed(op, &BINDING, &Doc::stored(entry.entry_id))?;
    Ok(Done)
}

pub(super) fn with_case(entry: &ExposureEntry, facts: EntryFacts, case: Case, as_of: Date) -> ExposureEntry {
    let Case { subject, display_name, dept_id, plate_id, amount_fen, overdue_days, bills, .. } = case;
    let facts = EntryFacts { subject, amount_fen, overdue_days, ..facts };
    let mut next = ExposureEntry { facts, display_name, plate_id, bills, as_of, ..entry.clone() };
    next.owned.dept_id = dept_id;
    next
}

/// Which entry.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "WhichEntry")]
pub struct Which {
    /// Number of the record, as its list gives it.
    pub id: u64,
    /// The version that was read.
    pub version: Option<u64>,
}

/// An entry with a reason or note.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Noted {
    /// Number of the record, as its list gives it.
    pub id: u64,
    /// The version that was read.
    pub version: Option<u64>,
    /// 原因 or 整改说明
    pub comment: String,
    /// 整改日期; today when absent.
    #[schemars(with = "Option<DateText>", title = "整改日期")]
    pub day: Option<Date>,
}

/// What must be there before anything is published.
pub(super) fn publishable(view: &View, entry: &ExposureEntry) -> Result<Case> {
    if html::plain(&entry.facts.facts).trim().is_empty() {
        return Err(AppError::refused("请填写曝光事由"));
    }
    let deadline = entry.facts.rectify_deadline.ok_or_else(|| AppError::refused("请填写整改期限"))?;
    if deadline < view.now.date() {
        return Err(AppError::refused("整改期限已过，请修改后再提交"));
    }
    if entry.facts.publish_to.is_some_and(|last| last < view.now.date()) {
        return Err(AppError::refused("曝光截止日已过，请修改后再提交"));
    }
    let case = read(view, &entry.facts)?;
    no_names(&entry.facts, &case)?;
    let subject = entry.facts.subject;
    if subject.subject_kind == SubjectKind::Arrears && letters_on_file(view, subject.tenant_id)? == 0 {
        let name = &case.display_name;
        return Err(AppError::refused(format!("“{name}”没有催缴函记录，须先送达催缴函才能曝光")));
    }
    Ok(case)
}

/// POST /expo/entry/submit
///
/// # Errors
/// A sentence: what is missing, another state, a case that is over, no letter on file.
pub fn submit(op: &mut Op, input: Which) -> Result<Done> {
    let entry = found(op, input.id, input.version, EntryState::Candidate, "提交")?;
    bring(op, &entry)?;
    alias::send(op, &BINDING, entry.entry_id, "")?;
    Ok(Done)
}

/// Brings a candidate under decision.
///
/// # Errors
/// As [`submit`].
pub(super) fn bring(op: &mut Op, entry: &ExposureEntry) -> Result<()> {
    in_state(entry, op.now.date(), &[EntryState::Candidate], "提交")?;
    let case = publishable(&op.view(), entry)?;
    let mut next = with_case(entry, entry.facts.clone(), case, op.now.date());
    next.state = EntryState::Submitted;
    next.submitted_by = op.caller.name();
    next.authors = authors::with(&entry.authors, op.caller);
    next.submitted_at = Some(op.now);
    owned::update(op, entry, next, "提交").map(drop)
}

/// Whether somebody may not decide about an entry because it is his: he wrote or submitted it at any time. Who had the
/// rules look for cases wrote nothing.
pub fn is_own(entry: &ExposureEntry, name: &str) -> bool {
    let wrote = match entry.rule {
        Some(_) => entry.authors.iter().any(|author| author == name),
        None => authors::wrote(name, &entry.authors, &entry.owned.base),
    };
    wrote || entry.submitted_by == name || entry.author == name
}

fn reason(input: &Noted, missing: &'static str) -> Result<String> {
    check::required("comment", &input.comment, missing)?;
    check::at_most("comment", &input.comment, 500, "说明不能超过500个字符")?;
    Ok(input.comment.trim().to_owned())
}

/// POST /expo/entry/drop: a candidate that is not taken further.
///
/// # Errors
/// A sentence: no reason, another state.
pub fn drop_candidate(op: &mut Op, input: Noted) -> Result<Done> {
    let entry = found(op, input.id, input.version, EntryState::Candidate, "放弃")?;
    let comment = reason(&input, "请填写放弃的原因")?;
    let ended = Some(op.now.date());
    alias::give_up(op, &BINDING, entry.entry_id, &comment)?;
    let next = ExposureEntry { state: EntryState::Refused, comment, ended, ..entry.clone() };
    owned::update(op, &entry, next, "放弃")?;
    Ok(Done)
}

/// Takes an entry down before it was put right.
///
/// # Errors
/// A sentence: no reason, another state.
pub(super) fn take_down(op: &mut Op, input: &Noted) -> Result<()> {
    let entry = found(op, input.id, input.version, EntryState::Published, "撤下")?;
    let withdraw_reason = reason(input, "请填写撤下的原因")?;
    let (state, today) = (EntryState::Withdrawn, Some(op.now.date()));
    let next = ExposureEntry { state, withdraw_reason, withdrawn: today, ended: today, ..entry.clone() };
    owned::update(op, &entry, next, "撤下").map(drop)
}

/// POST /expo/entry/rectify: put right as a person found; also after the entry has left the board.
///
/// # Errors
/// A sentence: no note, a day before the publication or to come, another state.
pub fn rectify(op: &mut Op, input: Noted) -> Result<Done> {
    let entry: ExposureEntry = owned::find(&op.view(), input.id)?;
    owned::check_version(&op.view(), &entry, input.version)?;
    let today = op.now.date();
    in_state(&entry, today, &[EntryState::Published, EntryState::Expired], "登记整改")?;
    let note = reason(&input, "请填写整改说明")?;
    let day = input.day.unwrap_or(today);
    if day > today || entry.facts.publish_from.is_some_and(|from| day < from.min(today)) {
        return Err(AppError::refused("整改日期不能早于曝光日期，也不能晚于今天").at("day"));
    }
    let rectified = Some(Rectified { day, automatic: false, note });
    let next = ExposureEntry { state: EntryState::Rectified, rectified, ended: Some(today), ..entry.clone() };
    owned::update(op, &entry, next, "登记整改")?;
    Ok(Done)
}
