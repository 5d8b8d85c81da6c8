//! Acting on a process: the engine says what follows, the document's own operation takes effect in the same transaction.

use serde_json::{Map, Value};

use super::FILES_KIND;
use super::record::{Instance, Task};
use super::state::{Brought, Loaded, load, save};
use crate::error::{AppError, Kind, Result};
use crate::features::approvals::binding::{Binding, Doc, Head};
use crate::features::approvals::cc;
use crate::features::approvals::constants::{Allow, MessageKind, TaskKind};
use crate::features::approvals::context::DocumentContext;
use crate::features::approvals::definition::record::Definition;
use crate::features::approvals::detail::seen_by_caller;
use crate::features::approvals::engine::{Act, ActRequest, Finish, Plan, step};
use crate::features::approvals::instance::record::{Blocked, Event, Minutes};
use crate::features::approvals::list::may_batch;
use crate::features::approvals::message::tell;
use crate::features::approvals::rights;
use crate::kernel::check;
use crate::op::{Caller, Op, View};
use crate::records::files;
use crate::store::{Reads, id};

/// What comes with an act.
#[derive(Debug, Clone, Default)]
pub struct Saying {
    pub comment: String,
    /// What is attached.
    pub files: Vec<u64>,
    /// The version of the instance that was read.
    pub version: Option<u64>,
    /// Fields that the actor changes while he approves.
    pub edits: Map<String, Value>,
    /// Who gets a copy.
    pub copies: Vec<u64>,
    /// Said together with others.
    pub batch: bool,
    /// The decision of a meeting, where the node is one.
    pub minutes: Option<Minutes>,
    /// The picture that he signs with; 0 for none.
    pub signature: u64,
}

/// Acts that need a reason (R6).
fn needs_reason(act: &Act) -> bool {
    matches!(
        act,
        Act::Reject { .. } | Act::Return { .. } | Act::Terminate | Act::Back | Act::Answer { .. } | Act::Abandon
    )
}

/// Acts on an instance.
///
/// # Errors
/// R1 to R9 and R13 to R17; what the document's rules say. When its effect is refused, nothing of the approval is kept but
/// the reason.
pub fn act(op: &mut Op, instance_id: u64, act: Act, saying: Saying) -> Result<()> {
    check::at_most("comment", &saying.comment, 500, "审批意见不能超过500个字符")?;
    if needs_reason(&act) {
        check::required("comment", &saying.comment, "请填写意见")?;
    }
    let loaded = load(&op.view(), instance_id)?;
    let through = op.caller.through_task();
    let comment = saying.comment.trim().to_owned();
    let deed = ActRequest { actor: op.caller.user_id(), act, comment: comment.clone(), now: op.now };
    let plan = planned(&op.view(), &through, &loaded, &deed)?;
    must_be_as_read(&op.view(), &loaded.state.instance, saying.version)?;
    must_allow_copies(&loaded, &deed, &saying.copies)?;
    must_say_enough(&loaded, &deed, &comment)?;
    must_be_small(&op.view(), &loaded, &deed, saying.batch)?;
    let minutes = checked_minutes(&op.view(), &loaded, &deed, saying.minutes)?;
    let (changes, input) = edit(op, &through, &loaded, &deed, &saying.edits)?;
    let loaded = match input {
        Some(input) => with_input(loaded, input),
        None => loaded,
    };
    let mut plan = if changes.is_empty() { plan } else { planned(&op.view(), &through, &loaded, &deed)? };
    let Loaded { state, binding, doc, .. } = &loaded;
    let adjusted = adjusted(op, &through, &loaded, &mut plan)?;
    let done = apply(op, &through, binding, doc, &plan, &comment);
    if let Err(refusal) = done {
        return keep_reason(op, &through, &loaded, &deed, refusal);
    }
    let head = head(op, &through, binding, doc)?;
    files::attach(op, &saying.files, FILES_KIND, instance_id)?;
    if let Some(minutes) = &minutes {
        files::attach(op, &[minutes.minutes_file], FILES_KIND, instance_id)
            .map_err(|fault| AppError { field: None, ..fault }.at("minutesFile").within("minutes"))?;
    }
    save(op, state, &plan, &head, Brought { files: saying.files, changes, minutes, signature: saying.signature })?;
    for said in adjusted {
        let text = format!("“{}”：{said}", state.instance.title);
        tell(op, state.instance.submitters.clone(), instance_id, MessageKind::Noted, &text)?;
    }
    cc::send(op, instance_id, plan.copies.iter().chain(&saying.copies).copied().collect())
}

/// Ends a process whose document goes away or is given up by its own rules; the document isn't asked.
///
/// # Errors
/// Records that can't be read or written.
pub(super) fn end_without_document(op: &mut Op, instance_id: u64, why: &str) -> Result<()> {
    let loaded = load(&op.view(), instance_id)?;
    let through = op.caller.through_task();
    let deed = ActRequest { actor: op.caller.user_id(), act: Act::GiveUp, comment: why.to_owned(), now: op.now };
    let plan = planned(&op.view(), &through, &loaded, &deed)?;
    let head = head(op, &through, loaded.binding, &loaded.doc)?;
    save(op, &loaded.state, &plan, &head, Brought::default()).map(drop)
}

fn head(op: &mut Op, through: &Caller, binding: &'static Binding, doc: &Doc) -> Result<Head> {
    op.acting(through, op.now, |op| (binding.head)(&op.view(), doc))
}

fn planned(view: &View, through: &Caller, loaded: &Loaded, deed: &ActRequest) -> Result<Plan> {
    let Loaded { state, definition, binding, doc } = loaded;
    let head = (binding.head)(&View { caller: through, ..*view }, doc)?;
    let look = DocumentContext::of(view, through, binding, doc, &head, &state.instance)?;
    step(definition, state, deed, &look)
}

/// R8: somebody moved the process, or changed the document, since it was read.
fn must_be_as_read(view: &View, instance: &Instance, version: Option<u64>) -> Result<()> {
    if version.is_none_or(|version| version == instance.version) {
        return Ok(());
    }
    let last: Option<Event> = view.tx.get(&id(instance.instance_id).u24(u64::from(instance.events)))?;
    let said = last.map_or_else(
        || "内容已被修改，请重新查看后办理".to_owned(),
        |last| format!("内容已被 {} 于 {} 修改，请重新查看后办理", last.actor_name, last.at.to_text()),
    );
    Err(AppError::of(Kind::Stale, said))
}

/// R20: what has to be read one by one isn't agreed to by the batch.
fn must_be_small(view: &View, loaded: &Loaded, deed: &ActRequest, batch: bool) -> Result<()> {
    let Act::Approve { task } = &deed.act else { return Ok(()) };
    let task = loaded.state.tasks.iter().find(|one| one.task_id == *task);
    let node = task.and_then(|task| loaded.definition.node(&task.node));
    if batch && !node.is_some_and(|node| may_batch(view, &loaded.state.instance, node)) {
        return Err(AppError::refused("本环节须逐件审阅，不能批量办理"));
    }
    Ok(())
}

/// Who decides sends copies where his node lets him; 抄送 is one of its 可用操作.
fn must_allow_copies(loaded: &Loaded, deed: &ActRequest, copies: &[u64]) -> Result<()> {
    let task = match (&deed.act, copies) {
        (_, []) => return Ok(()),
        (
            Act::Approve { task }
            | Act::Reject { task }
            | Act::Return { task, .. }
            | Act::Transfer { task, .. }
            | Act::Delegate { task, .. }
            | Act::Answer { task }
            | Act::AddSign { task, .. },
            _,
        ) => *task,
        _ => 0,
    };
    let task = loaded.state.tasks.iter().find(|one| one.task_id == task);
    match task.is_some_and(|task| may_copy(&loaded.definition, task)) {
        true => Ok(()),
        false => Err(AppError::refused("本环节不允许抄送").at("cc")),
    }
}

/// Whether who is asked by a task may send copies.
pub fn may_copy(definition: &Definition, task: &Task) -> bool {
    definition.node(&task.node).is_some_and(|node| node.actions.contains(&Allow::Cc))
}

fn must_say_enough(loaded: &Loaded, deed: &ActRequest, comment: &str) -> Result<()> {
    let Act::Approve { task } = &deed.act else { return Ok(()) };
    let task = loaded.state.tasks.iter().find(|one| one.task_id == *task);
    let node = task.and_then(|task| loaded.definition.node(&task.node));
    if node.is_some_and(|node| node.comment) {
        check::required("comment", comment, "请填写意见")?;
    }
    Ok(())
}

/// A yes at a node of a meeting says which meeting: number, day, participants and the signed minutes.
fn checked_minutes(view: &View, loaded: &Loaded, deed: &ActRequest, given: Option<Minutes>) -> Result<Option<Minutes>> {
    let Act::Approve { task } = &deed.act else { return Ok(None) };
    let task = loaded.state.tasks.iter().find(|one| one.task_id == *task && one.kind == TaskKind::Approve);
    let node = task.and_then(|task| loaded.definition.node(&task.node));
    if !node.is_some_and(|node| node.minutes) {
        return Ok(None);
    }
    let mut minutes = given.unwrap_or_default();
    minutes.minutes_no = minutes.minutes_no.trim().to_owned();
    minutes.participants = minutes.participants.trim().to_owned();
    let checked = || -> Result<()> {
        check::required("minutesNo", &minutes.minutes_no, "请填写会议纪要编号")?;
        check::at_most("minutesNo", &minutes.minutes_no, 50, "会议纪要编号不能超过50个字符")?;
        let day = minutes.held_on.ok_or_else(|| AppError::refused("请选择会议日期").at("heldOn"))?;
        check::past_day("heldOn", day, view.now.date(), "会议日期")?;
        check::required("participants", &minutes.participants, "请填写参会人员")?;
        check::at_most("participants", &minutes.participants, 500, "参会人员不能超过500个字符")?;
        if minutes.minutes_file == 0 {
            return Err(AppError::refused("请上传签字的会议纪要").at("minutesFile"));
        }
        Ok(())
    };
    checked().map_err(|fault| fault.within("minutes"))?;
    Ok(Some(minutes))
}

/// R9: fields are changed with an approval only, and only those that the node gives.
fn edit(
    op: &mut Op,
    through: &Caller,
    loaded: &Loaded,
    deed: &ActRequest,
    edits: &Map<String, Value>,
) -> Result<(Vec<super::record::Moved>, Option<Value>)> {
    let Loaded { state, definition, binding, doc } = loaded;
    if edits.is_empty() {
        return Ok((Vec::new(), None));
    }
    let Act::Approve { task } = &deed.act else { return Err(AppError::refused("只有同意时才能修改内容")) };
    let task = state.tasks.iter().find(|one| one.task_id == *task && one.kind == TaskKind::Approve);
    let node = task.and_then(|task| definition.node(&task.node));
    let node = node.ok_or_else(|| AppError::refused("本环节不能修改内容"))?;
    let stored = op.acting(through, op.now, |op| (binding.form)(&op.view(), doc))?;
    let changes = rights::changes(binding, &node.fields, &stored, edits)?;
    if changes.is_empty() {
        return Ok((changes, None));
    }
    let write = binding.edit_doc.ok_or_else(|| AppError::refused("该单据在审批中不能修改"))?;
    let input = op.acting(through, op.now, |op| write(op, doc, edits))?;
    Ok((changes, input))
}

/// A process whose document, which lies in it alone, was changed.
fn with_input(mut loaded: Loaded, input: Value) -> Loaded {
    loaded.state.instance.form_data = Some(input.to_string());
    loaded.doc.payload = Some(input);
    loaded
}

/// What the effect sets otherwise than the document says; it stands with the last yes.
fn adjusted(op: &mut Op, through: &Caller, loaded: &Loaded, plan: &mut Plan) -> Result<Vec<String>> {
    if plan.finish != Some(Finish::Approved) {
        return Ok(Vec::new());
    }
    let adjusted = op.acting(through, op.now, |op| (loaded.binding.adjusts)(&op.view(), &loaded.doc))?;
    if let Some(one) = plan.happened.iter_mut().find(|one| one.actor != 0) {
        let noted = std::iter::once(&one.note).filter(|note| !note.is_empty()).chain(&adjusted);
        one.note = noted.cloned().collect::<Vec<_>>().join("；");
    }
    Ok(adjusted)
}

/// Takes effect. What stands against a yes refuses it, whatever kind of document it is.
fn apply(op: &mut Op, through: &Caller, binding: &Binding, doc: &Doc, plan: &Plan, comment: &str) -> Result<()> {
    let Some(finish) = plan.finish else { return Ok(()) };
    op.acting(through, op.now, |op| match finish {
        Finish::Approved => {
            let stops = (binding.stops)(&op.view(), doc)?;
            if !stops.is_empty() {
                return Err(AppError::refused(stops.join("；")));
            }
            (binding.approved)(op, doc, comment)
        }
        Finish::Rejected => (binding.rejected)(op, doc, comment),
        Finish::Back => (binding.back)(op, doc, comment),
    })
}

/// The whole approval is refused; the reason stays on the instance, so that everybody sees why it hangs, as far as he sees
/// the document.
fn keep_reason(op: &mut Op, through: &Caller, loaded: &Loaded, deed: &ActRequest, refusal: AppError) -> Result<()> {
    let is_approval = matches!(deed.act, Act::Approve { .. });
    if refusal.kind != Kind::Refused || !is_approval {
        return Err(refusal);
    }
    op.discard()?;
    let instance = &loaded.state.instance;
    // What this very operation took into approvals is gone again.
    if op.view().tx.get::<Instance>(&id(instance.instance_id))?.is_none() {
        return Err(refusal);
    }
    let sentence = refusal.message.to_string();
    let told = seen_by_caller(&op.view(), through, loaded, vec![sentence.clone()])?.join("；");
    let blocked = Some(Blocked { at: op.now, sentence });
    op.put_quietly(&Instance { blocked, ..instance.clone() })?;
    op.refuse_but_keep(AppError { message: told.into(), ..refusal });
    Ok(())
}
