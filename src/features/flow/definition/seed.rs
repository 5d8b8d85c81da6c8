//! The processes that the product brings.

use super::record::{Assign, Definition, Edge, Node, Options, PUBLISHED};
use crate::fault::Outcome;
use crate::features::flow::binding::Binding;
use crate::features::flow::constants::{AssignKind, DefinitionState, DeptOf, FormType, NodeType, Reach};
use crate::op::{Op, View};
use crate::store::{Reads, key};

/// Whether the published process is one that people drew, not the one of a single decision.
///
/// # Errors
/// Records that can't be read.
pub fn is_drawn(view: &View, binding: &Binding) -> Outcome<bool> {
    let published: Option<Definition> = view.tx.one(&PUBLISHED, &key().str(binding.key))?;
    let is_simple = |one: &Definition| one.nodes.len() == 2 && one.edges.iter().all(|edge| edge.condition.is_none());
    Ok(published.is_some_and(|one| !is_simple(&one)))
}

/// Today's way: one decision by anybody who holds the right over the document's department.
///
/// # Errors
/// A number that can't be drawn.
pub fn simple(op: &mut Op, binding: &Binding) -> Outcome<Definition> {
    let mut decide = Node::new(NodeType::Task, "t1", "审批");
    decide.assign = vec![Assign {
        kind: AssignKind::Right,
        users: Vec::new(),
        name: binding.approve.unwrap_or_default().to_owned(),
        level: 0,
        reach: Reach::All,
        of: DeptOf::Document,
    }];
    let edge = |from: &str, to: Option<&str>| Edge {
        from: from.to_owned(),
        to: to.map(str::to_owned),
        name: String::new(),
        order: 0,
        condition: None,
        is_default: false,
    };
    Ok(Definition {
        definition_id: op.next_id::<Definition>()?,
        key: binding.key.to_owned(),
        version: 1,
        name: binding.label.to_owned(),
        form_type: FormType::Custom,
        form_ref: binding.form_ref.to_owned(),
        state: DefinitionState::Draft,
        nodes: vec![Node::new(NodeType::Begin, "b", "发起"), decide],
        edges: vec![edge("b", Some("t1")), edge("t1", None)],
        options: Options::default(),
        sha256: String::new(),
        published_at: None,
        published_by: String::new(),
        lock: 0,
        changed_at: op.now,
        changed_by: op.caller.name(),
        remark: "简易：有审批权限的任何一人同意即可".to_owned(),
    })
}
