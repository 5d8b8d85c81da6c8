//! What is stored of a running or ended process.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::columns::field::{second, whole};
use crate::columns::{Field, Listed, NONE};
use crate::features::approvals::ASSIGN;
use crate::features::approvals::condition::{Seen, Val};
use crate::features::approvals::constants::{Action, EndReason, InstanceState, RunEnd, RunState, TaskKind, TaskState};
use crate::kernel::dates::{DateText, Stamp};
use crate::kernel::enumeration::Coded;
use crate::platform::identity::dept::Dept;
use crate::store::{Codec, Index, Key, Record, Res, Sum, from_compact, id, key};

/// Whom a task waits for: groups, not copies of their members, so that who gets a role today sees what waits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Principal {
    /// A person.
    User(u64),
    /// Holders of a role by its key, in a department; 0 in all.
    Role(String, u64),
    /// Holders of a post by its code, in a department; 0 in all.
    Post(String, u64),
    /// The leader of a department.
    Leader(u64),
    /// Who is in charge of a department.
    InCharge(u64),
    /// Who holds a permission over a department.
    Right(String, u64),
    /// Those who assign, whatever they reach: how tasks were addressed before [`Principal::managers`].
    Admin,
}

impl Principal {
    /// Those who assign the tasks of a document: process managers whose scope holds its department.
    pub fn managers(dept_id: u64) -> Self {
        Self::Right(ASSIGN.to_owned(), dept_id)
    }

    /// Whether it means those who assign.
    pub fn is_managers(&self) -> bool {
        match self {
            Self::Admin => true,
            Self::Right(right, _) => right == ASSIGN,
            _ => false,
        }
    }

    /// Its columns in an index.
    pub fn key(&self) -> Key {
        match self {
            Self::User(user) => key().u8(1).u64(*user),
            Self::Role(role, dept) => key().u8(2).str(role).u64(*dept),
            Self::Post(post, dept) => key().u8(3).str(post).u64(*dept),
            Self::Leader(dept) => key().u8(4).u64(*dept),
            Self::InCharge(dept) => key().u8(5).u64(*dept),
            Self::Right(right, dept) => key().u8(6).str(right).u64(*dept),
            Self::Admin => key().u8(7),
        }
    }

    /// Where a task that waits for it is found: a permission also for all departments, so that wide scopes read one prefix.
    fn keys(&self) -> Vec<Key> {
        match self {
            Self::Right(right, dept) if *dept != 0 => vec![self.key(), Self::Right(right.clone(), 0).key()],
            _ => vec![self.key()],
        }
    }
}

/// The effect was refused at the last step; tasks stay, and the sentence is shown until somebody acts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blocked {
    pub at: Stamp,
    pub sentence: String,
}

/// Where a resubmission goes straight to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resume {
    /// The node that returned it.
    pub node: String,
    /// What conditions would have seen then.
    pub values: BTreeMap<String, Val>,
}

/// A process under way, or ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Instance {
    pub instance_id: u64,
    /// `SP-202410-000001`
    pub instance_no: String,
    /// Its version of the process.
    pub definition_id: u64,
    pub key: String,
    /// Kind of document.
    pub biz_type: String,
    /// Which document; of something new the instance's own number.
    pub biz_id: u64,
    /// What it is about.
    pub title: String,
    /// At most four labels with their texts, for cards.
    pub lines: Vec<(String, String)>,
    /// What it is worth; none where no single amount says it.
    pub amount_fen: Option<i64>,
    /// Who submitted it first.
    pub initiator: u64,
    /// Everybody who submitted it.
    pub submitters: Vec<u64>,
    /// The initiator's department at the submission.
    pub dept_id: u64,
    /// The document's department.
    pub biz_dept: u64,
    /// Who may never decide about it.
    pub barred: Vec<u64>,
    /// Whom the initiator picked, by node.
    pub picks: BTreeMap<String, Vec<u64>>,
    pub state: InstanceState,
    /// Why it ended.
    pub end_reason: Option<EndReason>,
    /// How many times it was submitted from the start.
    pub round: u16,
    /// The run that is under way; 0 none.
    pub at: u16,
    /// Raised with every event.
    pub version: u64,
    /// Input of the operation that it decides about, or an engine form; JSON.
    pub form_data: Option<String>,
    /// Hash of the document when it was last looked at.
    pub doc_hash: String,
    /// The effect was refused.
    pub blocked: Option<Blocked>,
    pub resume: Option<Resume>,
    /// When it was submitted first.
    pub started_at: Stamp,
    /// When it ended.
    pub ended_at: Option<Stamp>,
    /// Rows of its history.
    pub events: u32,
}

/// The running instance of a document.
pub const RUNNING: Index<Instance> = Index {
    name: "wf_instance/running",
    unique: true,
    keys: |one| match one.state {
        InstanceState::Started => vec![key().str(&one.biz_type).u64(one.biz_id)],
        _ => Vec::new(),
    },
};
/// All instances of a document.
pub const OF_DOCUMENT: Index<Instance> =
    Index { name: "wf_instance/biz", unique: false, keys: |one| vec![key().str(&one.biz_type).u64(one.biz_id)] };
/// By state, process and beginning.
pub const BY_STATE: Index<Instance> = Index {
    name: "wf_instance/state",
    unique: false,
    keys: |one| vec![key().u8(one.state as u8).str(&one.key).i64(one.started_at.0)],
};
/// By the number that people know.
pub const BY_NO: Index<Instance> =
    Index { name: "wf_instance/no", unique: true, keys: |one| vec![key().str(&one.instance_no)] };

/// Those under way by a version of their process.
pub const RUNNING_ON: Index<Instance> = Index {
    name: "wf_instance/definition",
    unique: false,
    keys: |one| match one.state {
        InstanceState::Started => vec![id(one.definition_id)],
        _ => Vec::new(),
    },
};

impl Record for Instance {
    const TABLE: &'static str = "wf_instance";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[RUNNING, OF_DOCUMENT, BY_STATE, BY_NO, RUNNING_ON];
    fn id(&self) -> Key {
        id(self.instance_id)
    }
}

pub const KEY: Field<Instance> = Field::name("key", |one| one.key.clone());
/// What it is about.
pub const TITLE: Field<Instance> = Field::name("title", |one| one.title.clone());
pub const NO: Field<Instance> = Field::text("instanceNo", |one| one.instance_no.clone());
pub const STATE: Field<Instance> = Field::number("state", |one| one.state.code());
/// Who submitted it.
pub const INITIATOR: Field<Instance> = Field::number("initiator", |one| whole(one.initiator));
/// What it is worth.
pub const AMOUNT: Field<Instance> = Field::number("amountFen", |one| one.amount_fen.unwrap_or(NONE));
/// Which version of its process it goes by.
pub const DEFINITION: Field<Instance> =
    Field::number("definitionId", |one: &Instance| whole(one.definition_id)).private();

/// The department of the document.
pub const DEPT: Field<Instance> = Field::link::<Dept>("deptId", "deptName", |one| whole(one.biz_dept));
/// When it was submitted.
pub const STARTED: Field<Instance> = Field::number("startedAt", |one| second(one.started_at));

impl Listed for Instance {
    const FIELDS: &'static [Field<Self>] = &[KEY, TITLE, NO, STATE, INITIATOR, AMOUNT, DEFINITION, DEPT, STARTED];
    const TITLE: &'static str = "title";
}

/// One branch that a choice tried.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tried {
    /// Its place among the branches.
    pub order: u16,
    /// Whether it held; the default always does.
    pub held: bool,
}

/// Why a choice went where it went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    /// Everything it looked at.
    pub seen: Seen,
    /// Branches in their order, up to the one taken.
    pub tried: Vec<Tried>,
    /// Where it led; none to the end.
    pub to: Option<String>,
    /// The document then.
    pub doc_hash: String,
}

/// A walk through one node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeRun {
    /// Of which instance.
    pub instance_id: u64,
    /// Its place, from 1.
    pub seq: u16,
    /// Code of the node.
    pub node: String,
    /// In which round.
    pub round: u16,
    pub state: RunState,
    /// How it ended.
    pub end: Option<RunEnd>,
    /// Whether it still counts: what was returned or taken back doesn't.
    pub force: bool,
    /// When it began.
    pub opened: Stamp,
    /// When it ended.
    pub closed: Option<Stamp>,
    /// Of SEQ: who comes next.
    pub pending: Vec<u64>,
    /// What conditions would have seen when it ended.
    pub values: BTreeMap<String, Val>,
    /// Of a choice.
    pub trace: Option<Trace>,
}

impl Record for NodeRun {
    const TABLE: &'static str = "wf_node_run";
    const CODEC: Codec = Codec::Compact;
    fn id(&self) -> Key {
        id(self.instance_id).u16(u64::from(self.seq))
    }
}

/// Something that waits for people, or waited.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    pub task_id: u64,
    /// Of which instance.
    pub instance_id: u64,
    /// Of which run.
    pub run: u16,
    /// Code of its node.
    pub node: String,
    /// Which process; deputyships may be limited to some.
    pub key: String,
    /// What is asked.
    pub kind: TaskKind,
    pub state: TaskState,
    /// Waits behind a child: an opinion or a signature before.
    pub parked: bool,
    /// Whom it waits for.
    pub principals: Vec<Principal>,
    /// Who may not act on it: those barred from the document, from the node, and who fills another seat of the run.
    pub barred: Vec<u64>,
    /// Who had it before it was transferred.
    pub owner: Option<u64>,
    /// The task that asked for it.
    pub parent: Option<u64>,
    pub arrived: Stamp,
    pub due: Option<Stamp>,
    /// When it was done.
    pub done_at: Option<Stamp>,
    /// By whom; 0 nobody.
    pub done_by: u64,
    /// For whom, when a deputy did it; 0 for himself.
    pub on_behalf_of: u64,
    /// What he did.
    pub action: Option<Action>,
    /// What he said.
    pub comment: String,
    /// What he attached.
    pub files: Vec<u64>,
    /// How often it was urged.
    pub urged: u16,
    pub urged_at: Option<Stamp>,
    /// Whether its delay was told.
    pub reminded: bool,
    /// Who asked for it, and for whom he did: an opinion or a signature. None of a task of the process itself.
    #[serde(default)]
    pub asked_by: Vec<u64>,
    /// Which process manager gave it to the person it waits for; 0 nobody did.
    #[serde(default)]
    pub assigned_by: u64,
}

impl Task {
    /// Whether it waits now, and for itself.
    pub fn waits(&self) -> bool {
        self.state == TaskState::Open && !self.parked
    }
}

/// What waits for somebody, by arrival; the instance stands beside it, so that a filter needs no look at the task.
pub const WAITING: Index<Task> = Index {
    name: "wf_task/waiting",
    unique: false,
    keys: |task| match task.waits() {
        true => {
            let place = |key: Key| key.i64(task.arrived.0).u64(task.instance_id);
            task.principals.iter().flat_map(Principal::keys).map(place).collect()
        }
        false => Vec::new(),
    },
};
/// Open tasks that a person may not act on, though a group of his is asked.
pub const BARRED: Index<Task> = Index {
    name: "wf_task/barred",
    unique: false,
    keys: |task| match task.waits() {
        true => task.barred.iter().map(|user| id(*user)).collect(),
        false => Vec::new(),
    },
};
/// What came back to somebody.
pub const RETURNED: Index<Task> = Index {
    name: "wf_task/returned",
    unique: false,
    keys: |task| match task.waits() && task.kind == TaskKind::Resubmit {
        true => task.principals.iter().flat_map(Principal::keys).collect(),
        false => Vec::new(),
    },
};

/// Who did it, and for whom; when.
fn doers(task: &Task) -> Option<(impl Iterator<Item = u64> + use<>, Stamp)> {
    let at = task.done_at.filter(|_| task.state == TaskState::Done)?;
    let other = if task.on_behalf_of == task.done_by { 0 } else { task.on_behalf_of };
    Some(([task.done_by, other].into_iter().filter(|user| *user != 0), at))
}

/// What a person did, or was done for him, by the moment, with the instance.
pub const DONE: Index<Task> = Index {
    name: "wf_task/done",
    unique: false,
    keys: |task| {
        let keys = doers(task).map(|(users, at)| users.map(|user| id(user).i64(at.0).u64(task.instance_id)).collect());
        keys.unwrap_or_default()
    },
};

/// Milliseconds of a day.
pub const DAY: i64 = 86_400_000;

/// How much of that there is, by day: counted without a walk through all of it.
pub const DONE_BY_DAY: Sum<Task> = Sum {
    name: "wf_task/done_by_day",
    cells: |task| {
        let cells = doers(task).map(|(users, at)| users.map(|user| (on_day(user, at.0), [1, 0, 0])).collect());
        cells.unwrap_or_default()
    },
};

/// The column of a person's day, that of Greenwich: it depends on no setting.
pub fn on_day(user: u64, at: i64) -> Key {
    id(user).u24(u64::try_from(at.div_euclid(DAY)).unwrap_or(0))
}
/// Tasks of an instance.
pub const OF_INSTANCE: Index<Task> =
    Index { name: "wf_task/instance", unique: false, keys: |task| vec![id(task.instance_id)] };
/// Open tasks by the end of their time.
pub const DUE: Index<Task> = Index {
    name: "wf_task/due",
    unique: false,
    keys: |task| match (task.state, task.due) {
        (TaskState::Open, Some(due)) => vec![key().i64(due.0)],
        _ => Vec::new(),
    },
};

impl Record for Task {
    const TABLE: &'static str = "wf_task";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[WAITING, BARRED, RETURNED, DONE, OF_INSTANCE, DUE];
    const SUMS: &'static [Sum<Self>] = &[DONE_BY_DAY];
    fn id(&self) -> Key {
        id(self.task_id)
    }
}

/// A field that somebody changed while he approved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Moved {
    /// Where its value lies, names with dots between.
    pub path: String,
    /// As people read it.
    pub title: String,
    /// Before, as JSON.
    pub before: String,
    /// After, as JSON.
    pub after: String,
}

/// The decision of a meeting, as its keeper of minutes enters it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Minutes {
    /// Number of the minutes.
    pub minutes_no: String,
    /// Day of the meeting.
    #[schemars(with = "Option<DateText>", title = "会议日期")]
    pub held_on: Option<jiff::civil::Date>,
    /// Who took part.
    pub participants: String,
    /// The signed minutes.
    pub minutes_file: u64,
}

/// A row of the history. Names are copied: who leaves doesn't spoil it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// Of which instance.
    pub instance_id: u64,
    /// Its place, from 1, without a gap.
    pub seq: u32,
    pub at: Stamp,
    /// At which node.
    pub node: String,
    /// What people called it.
    pub node_name: String,
    /// On which task; 0 none.
    pub task_id: u64,
    /// By whom; 0 the portal itself.
    pub actor: u64,
    /// His name then.
    pub actor_name: String,
    pub on_behalf_of: u64,
    /// His name then.
    pub on_behalf_name: String,
    pub action: Action,
    /// What he said.
    pub comment: String,
    /// What he attached.
    pub files: Vec<u64>,
    /// What he changed.
    pub changes: Vec<Moved>,
    /// What the portal adds: to whom it went, why it was skipped.
    pub note: String,
    /// The decision of a meeting.
    pub minutes: Option<Minutes>,
    /// The picture that he signed with (`signature.rs`); 0 for none.
    // archives of before say nothing of it
    #[serde(default)]
    pub signature: u64,
}

impl Record for Event {
    const TABLE: &'static str = "wf_history";
    const VERSION: u8 = 3;
    const CODEC: Codec = Codec::Compact;
    fn upcast(version: u8, payload: &[u8]) -> Res<Self> {
        // Before version 2 a row ended with its note, before version 3 with its meeting; none of either is a single zero.
        let missing: &[u8] = if version < 2 { &[0, 0] } else { &[0] };
        from_compact(Self::TABLE, &[payload, missing].concat())
    }
    fn id(&self) -> Key {
        id(self.instance_id).u24(u64::from(self.seq))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row as version 1 wrote it: all fields but the minutes.
    type First<'t> = (u64, u32, Stamp, &'t str, &'t str, u64, u64, &'t str, u64, &'t str, Action, &'t str, Vec<u64>);

    #[test]
    fn a_row_of_before_minutes_is_read() {
        let first: First<'_> = (7, 3, Stamp(9), "t1", "", 5, 4, "甲", 0, "", Action::Approve, "同意", vec![1, 2]);
        let rest: (Vec<Moved>, &str) = (Vec::new(), "补充");
        let payload =
            [postcard::to_stdvec(&first).expect("bytes"), postcard::to_stdvec(&rest).expect("bytes")].concat();
        let event = Event::upcast(1, &payload).expect("a row");
        assert_eq!((event.seq, event.actor_name.as_str(), event.note.as_str()), (3, "甲", "补充"));
        assert_eq!((event.files, event.minutes, event.signature), (vec![1, 2], None, 0));
        let second = [payload.as_slice(), &[0]].concat();
        assert_eq!(Event::upcast(2, &second).expect("a row").note, "补充");
        assert!(Event::upcast(1, &[1, 2]).is_err(), "damage is an error, never a wrong row");
    }
}
