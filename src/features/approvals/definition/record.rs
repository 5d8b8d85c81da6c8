//! The stored process: nodes and edges inside one frozen record (approvals.md D1).

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::columns::{Field, Listed};
use crate::features::approvals::condition::Condition;
use crate::features::approvals::constants::{
    Allow, AssignKind, DefinitionState, DeptOf, FormType, Multi, NodeType, OnEmpty, OnSelf, OnTimeout, Reach, Repeat,
    Seats, WithdrawRule,
};
use crate::kernel::dates::Stamp;
use crate::kernel::enumeration::Coded;
use crate::records::list::seen_by_all;
use crate::store::{Index, Key, Record, id, key};

/// Who decides at a node, one line of possibly several.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AssignLine")]
pub struct Assign {
    /// How people are found.
    pub kind: AssignKind,
    /// USER: who. INITIATOR_PICK: from whom.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub users: Vec<u64>,
    /// ROLE: key of the role. POST: code of the post. RIGHT: the permission. FORM_USER: the field.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// DEPT_LEADER: how many departments up; 0 his own.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub level: u8,
    /// ROLE, POST: departments that count.
    #[serde(default)]
    pub reach: Reach,
    /// Whose department that is.
    #[serde(default)]
    pub of: DeptOf,
}

fn is_zero(level: &u8) -> bool {
    *level == 0
}

/// What a node lets people do with a field: 1 read, 2 change, 3 nothing, not even see it.
pub type FieldRights = BTreeMap<String, u8>;

/// A node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Node {
    /// Code, unique in its process.
    pub code: String,
    /// Begin, task, choice.
    #[serde(rename = "type")]
    pub kind: NodeType,
    /// What people call it.
    pub name: String,
    /// Who decides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assign: Vec<Assign>,
    /// How several people decide.
    #[serde(default)]
    pub multi: Multi,
    /// Of ALL: a seat a person, or a seat a line of `assign`.
    #[serde(default)]
    pub seats: Seats,
    /// When only people are found who may not decide.
    #[serde(default)]
    pub on_self: OnSelf,
    /// When nobody is found.
    #[serde(default)]
    pub on_empty: OnEmpty,
    /// Nodes before it whose deciders don't decide here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub apart: Vec<String>,
    /// What deciders may do besides 同意 and 驳回.
    #[serde(default = "usual")]
    pub actions: Vec<Allow>,
    /// Whether a yes needs an opinion, too.
    #[serde(default)]
    pub comment: bool,
    /// Whether a yes is the decision of a meeting: entered with number, day, participants and the signed minutes.
    #[serde(default, skip_serializing_if = "is_false")]
    pub minutes: bool,
    /// Rights of fields by path or `*`; the longest prefix wins.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fields: FieldRights,
    /// Hours until it is overdue; 0 never.
    #[serde(default)]
    pub due_hours: u32,
    /// What happens then; time never decides.
    #[serde(default)]
    pub on_timeout: OnTimeout,
    /// Who gets a copy when it opens.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cc: Vec<Assign>,
}

fn usual() -> Vec<Allow> {
    vec![Allow::Return, Allow::Transfer, Allow::Delegate, Allow::AddSign, Allow::Batch, Allow::Cc]
}

impl Node {
    /// A bare one.
    pub fn new(kind: NodeType, code: &str, name: &str) -> Self {
        Self {
            code: code.to_owned(),
            kind,
            name: name.to_owned(),
            assign: Vec::new(),
            multi: Multi::Any,
            seats: Seats::Person,
            on_self: OnSelf::Up,
            on_empty: OnEmpty::Admin,
            apart: Vec::new(),
            actions: usual(),
            comment: false,
            minutes: false,
            fields: FieldRights::new(),
            due_hours: 0,
            on_timeout: OnTimeout::Remind,
            cc: Vec::new(),
        }
    }

    /// Whether somebody may change something here.
    pub fn edits(&self) -> bool {
        self.fields.values().any(|right| *right == 2)
    }
}

/// Where a node leads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Edge {
    /// From this node.
    pub from: String,
    /// To this one; none ends the process.
    #[serde(default)]
    pub to: Option<String>,
    /// What people call the branch.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Its place among the branches of a choice: the first that holds is taken.
    #[serde(default)]
    pub order: u16,
    /// When it is taken.
    #[serde(default, rename = "if", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Map<String, serde_json::Value>>")]
    pub condition: Option<Condition>,
    /// Taken when no other is.
    #[serde(default, rename = "default", skip_serializing_if = "is_false")]
    pub is_default: bool,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// What holds for the whole process.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Options {
    /// Who approved already in this round.
    pub repeat: Repeat,
    /// How long the initiator may withdraw.
    pub withdraw: WithdrawRule,
    /// Who gets a copy when it ends with a yes.
    pub cc_on_end: Vec<Assign>,
}

/// A version of a process. A published one never changes again: running instances keep theirs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Definition {
    pub definition_id: u64,
    /// Which process: the key of its binding.
    pub key: String,
    /// Version of that, from 1.
    pub version: u32,
    /// What people call it.
    pub name: String,
    /// Page of the business or engine form.
    pub form_type: FormType,
    pub form_ref: String,
    /// Draft, published, disabled.
    pub state: DefinitionState,
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    pub options: Options,
    /// SHA-256 of nodes, edges and options since it was published; empty before.
    pub sha256: String,
    pub published_at: Option<Stamp>,
    /// By whom (login name).
    pub published_by: String,
    /// Raised with every change of a draft.
    pub lock: u64,
    /// When it was last changed.
    pub changed_at: Stamp,
    /// By whom (login name).
    pub changed_by: String,
    #[serde(default)]
    pub remark: String,
}

impl Definition {
    /// A node by its code.
    pub fn node(&self, code: &str) -> Option<&Node> {
        self.nodes.iter().find(|node| node.code == code)
    }

    /// The begin node.
    pub fn begin(&self) -> Option<&Node> {
        self.nodes.iter().find(|node| node.kind == NodeType::Begin)
    }

    /// Edges out of a node, in the order in which they are tried; the default last.
    pub fn out_of(&self, code: &str) -> Vec<&Edge> {
        let mut edges: Vec<&Edge> = self.edges.iter().filter(|edge| edge.from == code).collect();
        edges.sort_unstable_by_key(|edge| (edge.is_default, edge.order));
        edges
    }

    /// Variables that its conditions look at, each once, in order.
    pub fn variables(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for condition in self.edges.iter().filter_map(|edge| edge.condition.as_ref()) {
            condition.names(&mut names);
        }
        names.sort_unstable();
        names.dedup();
        names
    }
}

/// Versions of a process.
pub const BY_KEY: Index<Definition> = Index {
    name: "wf_definition/key",
    unique: true,
    keys: |definition| vec![key().str(&definition.key).u64(u64::from(definition.version))],
};
/// The published version of a process: unique, so there are never two.
pub const PUBLISHED: Index<Definition> = Index {
    name: "wf_definition/published",
    unique: true,
    keys: |definition| match definition.state {
        DefinitionState::Published => vec![key().str(&definition.key)],
        _ => Vec::new(),
    },
};

impl Record for Definition {
    const TABLE: &'static str = "wf_definition";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[BY_KEY, PUBLISHED];
    fn id(&self) -> Key {
        id(self.definition_id)
    }
}

pub const KEY: Field<Definition> = Field::name("key", |definition| definition.key.clone());
/// What people call it.
pub const NAME: Field<Definition> = Field::name("name", |definition| definition.name.clone());
pub const STATE: Field<Definition> = Field::number("state", |definition| definition.state.code());
const VERSION: Field<Definition> = Field::number("definitionVersion", |definition| i64::from(definition.version));

impl Listed for Definition {
    const FIELDS: &'static [Field<Self>] = &[KEY, NAME, STATE, VERSION];
    const TITLE: &'static str = "name";
}

seen_by_all!(Definition);
