//! Submitting a document, and submitting it again after it came back.

use std::collections::BTreeMap;

use super::FILES_KIND;
use super::gate::NEW;
use super::record::{Instance, RUNNING};
use super::state::{Brought, Loaded, load, save};
use crate::error::{AppError, Result};
use crate::features::approvals::binding::{Binding, Doc, Head};
use crate::features::approvals::cc;
use crate::features::approvals::constants::InstanceState;
use crate::features::approvals::context::DocumentContext;
use crate::features::approvals::definition::publish::current;
use crate::features::approvals::definition::record::Definition;
use crate::features::approvals::deputy;
use crate::features::approvals::engine::{Act, ActRequest, State, comes_straight, predict, step};
use crate::features::approvals::people::numbers_of;
use crate::kernel::check;
use crate::kernel::dates::Stamp;
use crate::op::{Op, View};
use crate::platform::identity::user::User;
use crate::records::{files, number};
use crate::store::{Reads, id, key};

/// What comes with a submission.
#[derive(Debug, Clone, Default)]
pub struct Sending {
    /// What the submitter says.
    pub comment: String,
    /// What he attaches.
    pub files: Vec<u64>,
    /// Whom he picked, by node.
    pub picks: BTreeMap<String, Vec<u64>>,
    /// Who gets a copy.
    pub copies: Vec<u64>,
}

/// Submits a document that its own operation has brought under decision already, or a returned one again.
///
/// # Errors
/// R10 to R12, and what the document's rules say.
pub fn submit(op: &mut Op, binding: &'static Binding, doc: &Doc, sending: Sending) -> Result<u64> {
    check::at_most("comment", &sending.comment, 500, "审批意见不能超过500个字符")?;
    let running = key().str(binding.biz_type).u64(doc.id);
    let running: Option<Instance> = op.view().tx.one(&RUNNING, &running)?;
    match running {
        Some(instance) => again(op, instance, sending),
        None => first(op, binding, doc, sending),
    }
}

fn first(op: &mut Op, binding: &'static Binding, doc: &Doc, sending: Sending) -> Result<u64> {
    let by = (op.caller.user_id(), op.now);
    make(op, binding, doc, by, Act::Submit, sending)
}

/// A process for a document that waited when approvals came, as if its submitter had sent it then.
///
/// # Errors
/// R10 and R11; records that can't be read or written.
pub fn adopt(op: &mut Op, binding: &'static Binding, doc: &Doc, by: (u64, Stamp)) -> Result<u64> {
    make(op, binding, doc, by, Act::Submit, adopted())
}

/// The same for one that had come back to who submitted it.
///
/// # Errors
/// R11; records that can't be read or written.
pub fn adopt_returned(op: &mut Op, binding: &'static Binding, doc: &Doc, by: (u64, Stamp)) -> Result<u64> {
    make(op, binding, doc, by, Act::LieWithSubmitter, adopted())
}

fn adopted() -> Sending {
    Sending { comment: "升级前提交，转入审批中心".into(), ..Sending::default() }
}

fn make(
    op: &mut Op,
    binding: &'static Binding,
    doc: &Doc,
    (actor, at): (u64, Stamp),
    act: Act,
    sending: Sending,
) -> Result<u64> {
    let definition = current(op, binding)?;
    let through = op.caller.through_task();
    let head = op.acting(&through, op.now, |op| (binding.head)(&op.view(), doc))?;
    let instance_id = op.next_id::<Instance>()?;
    let instance_no = number::draw(op, "SP")?;
    let submitter: Option<User> = op.view().tx.get(&id(actor))?;
    let by = (actor, submitter.map_or(0, |user| user.dept_id), at);
    let instance = Instance {
        instance_id,
        instance_no,
        definition_id: definition.definition_id,
        biz_id: if doc.id == 0 { NEW | instance_id } else { doc.id },
        picks: sending.picks.clone(),
        ..begun(binding, doc, &head, by)
    };
    let state = State { instance, runs: Vec::new(), tasks: Vec::new() };
    send(op, &definition, &(binding, doc), &head, (actor, at, act), state, sending)?;
    hold(op, binding, doc, instance_id)?;
    Ok(instance_id)
}

/// Keeps the files of a document that lies in its process alone: who takes part sees them, and nobody sweeps them away.
///
/// # Errors
/// A sentence for a file that is gone or belongs to something else.
pub fn hold(op: &mut Op, binding: &Binding, doc: &Doc, instance_id: u64) -> Result<()> {
    let held = (binding.holds)(doc)?;
    files::attach(op, &held, FILES_KIND, instance_id)
}

/// A process of a document as it begins: by whom, of which department, when. It has no number yet.
pub fn begun(binding: &Binding, doc: &Doc, head: &Head, (actor, dept_id, at): (u64, u64, Stamp)) -> Instance {
    let mut barred = head.barred.clone();
    barred.push(actor);
    Instance {
        instance_id: 0,
        instance_no: String::new(),
        definition_id: 0,
        key: binding.key.to_owned(),
        biz_type: binding.biz_type.to_owned(),
        biz_id: doc.id,
        title: head.title.clone(),
        lines: head.lines.clone(),
        amount_fen: head.amount_fen,
        initiator: actor,
        submitters: vec![actor],
        dept_id,
        biz_dept: head.dept_id,
        barred: as_set(barred),
        picks: BTreeMap::new(),
        state: InstanceState::Started,
        end_reason: None,
        round: 1,
        at: 0,
        version: 0,
        form_data: doc.payload.as_ref().map(ToString::to_string),
        doc_hash: head.version.to_string(),
        blocked: None,
        resume: None,
        started_at: at,
        ended_at: None,
        events: 0,
    }
}

/// Persons, each once, in order.
pub fn as_set(mut persons: Vec<u64>) -> Vec<u64> {
    persons.retain(|person| *person != 0);
    persons.sort_unstable();
    persons.dedup();
    persons
}

fn again(op: &mut Op, instance: Instance, sending: Sending) -> Result<u64> {
    let Loaded { mut state, definition, binding, doc } = load(&op.view(), instance.instance_id)?;
    let begin = definition.begin().map(|node| node.code.clone());
    let at_begin = state.current().is_some_and(|run| Some(&run.node) == begin.as_ref());
    if !at_begin {
        let said = format!("{}已在审批中（{}），不能重复提交", instance.title, instance.instance_no);
        return Err(AppError::refused(said));
    }
    let actor = op.caller.user_id();
    if !may_send_again(&op.view(), &instance, binding)? {
        return Err(AppError::refused("只有发起人或有提交权限的人员能重新提交"));
    }
    let through = op.caller.through_task();
    op.acting(&through, op.now, |op| (binding.begin)(op, &doc))?;
    let head = op.acting(&through, op.now, |op| (binding.head)(&op.view(), &doc))?;
    let one = &mut state.instance;
    one.submitters.push(actor);
    one.submitters = as_set(std::mem::take(&mut one.submitters));
    one.barred.extend(head.barred.iter().copied().chain([actor]));
    one.barred = as_set(std::mem::take(&mut one.barred));
    one.doc_hash = head.version.to_string();
    one.blocked = None;
    if !sending.picks.is_empty() {
        one.picks.clone_from(&sending.picks);
    }
    let instance_id = one.instance_id;
    // A full round goes by the newest version (D10); straight back stays on its own.
    let deed = ActRequest { actor, act: Act::Submit, comment: String::new(), now: op.now };
    let straight = {
        let view = op.view();
        let look = DocumentContext::of(&view, &through, binding, &doc, &head, &state.instance)?;
        comes_straight(&definition, &state, &deed, &look)?
    };
    let definition = if straight { definition } else { newest(op, binding, definition, &state.instance)? };
    let at = state.instance.at;
    let new_begin = definition.begin().map(|node| node.code.clone()).unwrap_or_default();
    state.runs.iter_mut().filter(|run| run.seq == at).for_each(|run| run.node.clone_from(&new_begin));
    state.instance.definition_id = definition.definition_id;
    let by = (actor, op.now, Act::Submit);
    send(op, &definition, &(binding, &doc), &head, by, state, sending)?;
    Ok(instance_id)
}

/// The version of a full round: the newest, unless one put it in force who may not decide about the document. He is bound by
/// the rule that he found.
fn newest(op: &mut Op, binding: &'static Binding, own: Definition, instance: &Instance) -> Result<Definition> {
    let newest = current(op, binding)?;
    let is_bound = is_bound_by_old(&op.view(), &own, &newest, &instance.barred)?;
    Ok(if is_bound { own } else { newest })
}

/// Whether a newer version was put in force by one who may not decide about the document.
///
/// # Errors
/// Records that can't be read.
pub fn is_bound_by_old(view: &View, own: &Definition, newest: &Definition, barred: &[u64]) -> Result<bool> {
    let by = numbers_of(view, [newest.published_by.as_str()])?;
    Ok(newest.definition_id != own.definition_id && by.iter().any(|one| barred.contains(one)))
}

/// The initiator and his deputy, before whom the document lies whatever they reach; whoever may submit such documents and
/// sees this one. What lies in its process alone is nobody else's.
///
/// # Errors
/// Records that can't be read.
pub fn may_send_again(view: &View, instance: &Instance, binding: &Binding) -> Result<bool> {
    let actor = view.caller.user_id();
    if instance.initiator == actor {
        return Ok(true);
    }
    let is_shared = instance.form_data.is_none() && view.caller.rights.holds(binding.edit);
    if is_shared && (binding.head)(view, &Doc::stored(instance.biz_id)).is_ok() {
        return Ok(true);
    }
    let today = view.now.date();
    let owners = deputy::stands_for(view, actor)?;
    Ok(owners.iter().any(|one| one.user == instance.initiator && one.counts(today, &instance.key)))
}

/// A document as its process holds it: the input of something new lies there alone.
///
/// # Errors
/// Records that can't be read.
pub fn returned(view: &View, binding: &Binding, biz_id: u64) -> Result<Doc> {
    let running = key().str(binding.biz_type).u64(biz_id);
    let running: Option<Instance> = view.tx.one(&RUNNING, &running)?;
    match running.filter(|instance| instance.key == binding.key) {
        Some(instance) => Ok(load(view, instance.instance_id)?.doc),
        None => Ok(Doc::stored(biz_id)),
    }
}

/// What lists say of a returned document follows its change, before it is sent again.
///
/// # Errors
/// Records that can't be read or written.
pub fn changed(op: &mut Op, binding: &'static Binding, doc: &Doc) -> Result<()> {
    let running = key().str(binding.biz_type).u64(doc.id);
    let running: Option<Instance> = op.view().tx.one(&RUNNING, &running)?;
    let Some(instance) = running else { return Ok(()) };
    let Head { title, lines, amount_fen, .. } = (binding.head)(&op.view(), doc)?;
    op.put_quietly(&Instance { title, lines, amount_fen, ..instance })?;
    Ok(())
}

/// A document with its kind.
type About<'d> = (&'static Binding, &'d Doc);

fn send(
    op: &mut Op,
    definition: &Definition,
    (binding, doc): &About<'_>,
    head: &Head,
    (actor, now, act): (u64, Stamp, Act),
    state: State,
    sending: Sending,
) -> Result<()> {
    let through = op.caller.through_task();
    let deed = ActRequest { actor, act, comment: sending.comment.clone(), now };
    let plan = {
        let view = op.view();
        let look = DocumentContext::of(&view, &through, binding, doc, head, &state.instance)?;
        // A node further on that finds nobody refuses now, not when somebody has approved already.
        if deed.act == Act::Submit {
            predict(definition, &state, &look, now)?;
        }
        step(definition, &state, &deed, &look)?
    };
    files::attach(op, &sending.files, FILES_KIND, state.instance.instance_id)?;
    let brought = Brought { files: sending.files, ..Brought::default() };
    let saved = save(op, &state, &plan, head, brought)?;
    let copies = plan.copies.iter().chain(&sending.copies).copied().collect();
    cc::send(op, saved.instance.instance_id, copies)
}
