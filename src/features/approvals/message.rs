//! Messages of processes 审批消息: what happened to a person's documents, and what is asked of him by name.
//!
//! Written in the transaction of what they tell of, so none is lost or told twice. A text holds titles only, which no node may
//! hide. `sent_at` is for what carries them outside later (short messages); inside the portal they are read at the bell.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::constants::{Action, MessageKind, TaskKind, TaskState};
use super::engine::{Finish, Plan, State};
use super::groups::{persons, superiors};
use super::instance::record::{Principal, Task};
use super::people::{living, name_of};
use crate::error::Result;
use crate::kernel::dates::Stamp;
use crate::op::{Op, View};
use crate::route::{Data, Done, Nothing};
use crate::store::{Index, Key, Reads, Record, id, key};

/// Days for which read messages are kept.
pub const KEPT_DAYS: i64 = 180;
/// So many are shown at the bell.
const SHOWN: usize = 20;
/// Most people that one happening is told to.
const MOST: usize = 50;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    pub message_id: u64,
    pub user: u64,
    /// About which process.
    pub instance_id: u64,
    /// What it is.
    pub kind: MessageKind,
    pub text: String,
    pub at: Stamp,
    /// When it was read.
    pub read_at: Option<Stamp>,
    /// When it was carried outside.
    pub sent_at: Option<Stamp>,
}

/// Messages that wait to be read, by the moment.
pub const UNREAD: Index<Message> = Index {
    name: "wf_message/unread",
    unique: false,
    keys: |one| if one.read_at.is_none() { vec![id(one.user).i64(one.at.0)] } else { Vec::new() },
};
/// All of a person, by the moment.
pub const OF_USER: Index<Message> =
    Index { name: "wf_message/user", unique: false, keys: |one| vec![id(one.user).i64(one.at.0)] };
/// Those that were read, by the moment: they are cleared away after some months.
pub const READ: Index<Message> = Index {
    name: "wf_message/read",
    unique: false,
    keys: |one| one.read_at.map(|at| key().i64(at.0)).into_iter().collect(),
};

impl Record for Message {
    const TABLE: &'static str = "wf_message";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[UNREAD, OF_USER, READ];
    fn id(&self) -> Key {
        id(self.message_id)
    }
}

/// Tells several people; who acts himself isn't told, and who may not sign in neither.
///
/// # Errors
/// Records that can't be written.
pub fn tell(op: &mut Op, mut people: Vec<u64>, instance_id: u64, kind: MessageKind, text: &str) -> Result<()> {
    let own = op.caller.user_id();
    people.retain(|person| *person != 0 && *person != own);
    people.sort_unstable();
    people.dedup();
    for user in people.into_iter().take(MOST) {
        if living(&op.view(), user)?.is_none() {
            continue;
        }
        let message_id = op.next_id::<Message>()?;
        let (text, at) = (text.to_owned(), op.now);
        op.put_quietly(&Message { message_id, user, instance_id, kind, text, at, read_at: None, sent_at: None })?;
    }
    Ok(())
}

/// What an act means for others: the end and the way back for who submitted, tasks given by name for who got them.
///
/// # Errors
/// Records that can't be read or written.
pub fn of_plan(op: &mut Op, before: &State, state: &State, plan: &Plan) -> Result<()> {
    let instance = &state.instance;
    let said = plan.happened.iter().find(|one| one.actor != 0);
    let actor = said.map_or_else(|| "系统".to_owned(), |one| name_of(&op.view(), one.actor));
    let reason = said.map_or_else(String::new, |one| one.comment.trim().to_owned());
    let reason = if reason.is_empty() { String::new() } else { format!("：{reason}") };
    let title = &instance.title;
    let action = said.map(|one| one.action);
    let told = match (plan.finish, action) {
        (Some(Finish::Approved), _) => Some((MessageKind::Approved, format!("“{title}”已通过审批"))),
        (Some(Finish::Rejected), Some(Action::Terminate)) => {
            Some((MessageKind::Rejected, format!("“{title}”被 {actor} 终止{reason}")))
        }
        (Some(Finish::Rejected), Some(Action::Reject)) => {
            Some((MessageKind::Rejected, format!("“{title}”被 {actor} 驳回{reason}")))
        }
        (Some(Finish::Back), Some(Action::Return | Action::Back)) => {
            Some((MessageKind::Returned, format!("“{title}”被 {actor} 退回{reason}")))
        }
        _ => None,
    };
    if let Some((kind, text)) = told {
        tell(op, instance.submitters.clone(), instance.instance_id, kind, &text)?;
    }
    for one in plan.happened.iter().filter(|one| one.action == Action::Assign) {
        if let Some(place) = one.task {
            tell_of_assignment(op, before, state, place, (&actor, &reason))?;
        }
    }
    for task in state.tasks.iter().filter(|task| task.state == TaskState::Open) {
        let old = before.tasks.iter().find(|old| old.task_id == task.task_id);
        let is_asked = matches!(task.kind, TaskKind::Opinion | TaskKind::Before | TaskKind::After);
        let moved = old.map_or(is_asked, |old| old.principals != task.principals);
        if let (true, [Principal::User(person)]) = (moved && task.kind != TaskKind::Resubmit, &*task.principals) {
            let text = format!("{actor} 请您办理“{title}”（{}）", task.kind.label());
            tell(op, vec![*person], instance.instance_id, MessageKind::Asked, &text)?;
        }
    }
    Ok(())
}

/// A task that a process manager gave to somebody: told to who had it, to his superior and to the initiator.
fn tell_of_assignment(
    op: &mut Op,
    before: &State,
    state: &State,
    place: usize,
    (actor, reason): (&str, &str),
) -> Result<()> {
    let (Some(old), Some(task)) = (before.tasks.get(place), state.tasks.get(place)) else { return Ok(()) };
    let [Principal::User(to)] = &*task.principals else { return Ok(()) };
    let (instance, to) = (&state.instance, name_of(&op.view(), *to));
    let title = &instance.title;
    let mut lost = if old.kind == TaskKind::Assign { Vec::new() } else { persons(&op.view(), &old.principals)? };
    lost.retain(|person| !old.barred.contains(person));
    let mut above = superiors(&op.view(), &lost)?;
    above.retain(|person| !lost.contains(person));
    let number = instance.instance_id;
    tell(op, lost, number, MessageKind::Moved, &format!("“{title}”原由您办理，{actor} 改派给 {to}{reason}"))?;
    tell(op, above, number, MessageKind::Moved, &format!("“{title}”原由您的下属办理，{actor} 改派给 {to}{reason}"))?;
    let said = format!("“{title}”由 {actor} 分派给 {to} 办理{reason}");
    tell(op, instance.submitters.clone(), number, MessageKind::Moved, &said)
}

/// Everybody who is asked by open tasks now.
///
/// # Errors
/// Records that can't be read.
pub fn asked(view: &View, tasks: &[Task]) -> Result<Vec<u64>> {
    let mut found = Vec::new();
    for task in tasks.iter().filter(|task| task.waits()) {
        let behind = persons(view, &task.principals)?;
        found.extend(behind.into_iter().filter(|person| !task.barred.contains(person)));
    }
    Ok(found)
}

/// A message as the bell shows it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageOut {
    /// Number of the message 审批消息.
    pub message_id: u64,
    /// The process 审批 that it is about, by number.
    pub instance_id: u64,
    /// What kind of message it is.
    pub kind: MessageKind,
    /// What it is about, in words.
    pub text: String,
    /// When it happened, `yyyy-MM-dd HH:mm:ss` Beijing time.
    pub at: String,
    /// It was read.
    pub read: bool,
}

/// The newest messages of the caller.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Messages {
    /// How many wait to be read.
    pub unread: u64,
    /// The newest twenty.
    pub rows: Vec<MessageOut>,
}

/// GET /appr/message
///
/// # Errors
/// Records that can't be read.
pub fn newest(view: &View, _: Nothing) -> Result<Data<Messages>> {
    let user = id(view.caller.user_id());
    let rows: Vec<Message> = view.tx.by(&OF_USER, &user, true, 0, SHOWN)?;
    let out = |one: Message| MessageOut {
        message_id: one.message_id,
        instance_id: one.instance_id,
        kind: one.kind,
        text: one.text,
        at: one.at.to_text(),
        read: one.read_at.is_some(),
    };
    let unread = view.tx.count_by(&UNREAD, &user)?;
    Ok(Data(Messages { unread, rows: rows.into_iter().map(out).collect() }))
}

/// Which messages were read.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ReadMessages {
    /// One of them; 0 all.
    pub message_id: u64,
    /// All about a process; 0 any.
    pub instance_id: u64,
}

/// POST /appr/message/read
///
/// # Errors
/// Records that can't be read or written.
pub fn mark_read(op: &mut Op, input: ReadMessages) -> Result<Done> {
    let unread: Vec<Message> = op.view().tx.by(&UNREAD, &id(op.caller.user_id()), false, 0, usize::MAX)?;
    let meant = |one: &Message| {
        (input.message_id == 0 || one.message_id == input.message_id)
            && (input.instance_id == 0 || one.instance_id == input.instance_id)
    };
    for one in unread.into_iter().filter(meant) {
        op.put_quietly(&Message { read_at: Some(op.now), ..one })?;
    }
    Ok(Done)
}

/// Clears away what was read long ago, at most so many; answers how many.
///
/// # Errors
/// Records that can't be read or written.
pub fn clear(op: &mut Op, most: usize) -> Result<usize> {
    let before = op.now.0 - KEPT_DAYS * 86_400_000;
    let old: Vec<Message> = op.view().tx.by(&READ, &key(), false, 0, most)?;
    let mut cleared = 0;
    for one in old.iter().filter(|one| one.read_at.is_some_and(|at| at.0 < before)) {
        op.delete_quietly::<Message>(&one.id())?;
        cleared += 1;
    }
    Ok(cleared)
}
