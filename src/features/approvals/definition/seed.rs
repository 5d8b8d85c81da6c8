//! The processes that the product brings.

use super::record::{Assign, BY_KEY, Definition, Edge, Node, PUBLISHED};
use super::wire::Drawing;
use crate::error::Result;
use crate::features::approvals::binding::Binding;
use crate::features::approvals::constants::{AssignKind, DeptOf, NodeType, Reach};
use crate::op::{Op, View};
use crate::store::{Reads, key};

/// Whether the published process is one that people drew, not the one of a single decision.
///
/// # Errors
/// Records that can't be read.
pub fn is_drawn(view: &View, binding: &Binding) -> Result<bool> {
    let published: Option<Definition> = view.tx.one(&PUBLISHED, &key().str(binding.key))?;
    let is_simple = |one: &Definition| one.nodes.len() == 2 && one.edges.iter().all(|edge| edge.condition.is_none());
    Ok(published.is_some_and(|one| !is_simple(&one)))
}

/// Today's way: one decision by anybody who holds the right over the document's department.
pub fn simple_drawing(binding: &Binding) -> Drawing {
    let mut decide = Node::new(NodeType::Task, "t1", "审批");
    decide.assign = vec![Assign {
        kind: AssignKind::Right,
        users: Vec::new(),
        name: binding.approve.unwrap_or_default().to_owned(),
        level: 0,
        reach: Reach::All,
        of: DeptOf::Document,
    }];
    Drawing {
        key: binding.key.to_owned(),
        name: binding.label.to_owned(),
        nodes: vec![Node::new(NodeType::Begin, "b", "发起"), decide],
        edges: vec![edge("b", Some("t1")), edge("t1", None)],
        remark: "简易：有审批权限的任何一人同意即可".to_owned(),
        ..Drawing::default()
    }
}

/// The simple preset as the next version of its process, not stored yet.
///
/// # Errors
/// A number that can't be drawn.
pub fn simple(op: &mut Op, binding: &Binding) -> Result<Definition> {
    let (definition_id, version) = (op.next_id::<Definition>()?, next_version(&op.view(), binding.key)?);
    Ok(Definition { definition_id, version, ..simple_drawing(binding).draft(&op.view(), binding) })
}

/// An edge without a condition.
pub fn edge(from: &str, to: Option<&str>) -> Edge {
    Edge {
        from: from.to_owned(),
        to: to.map(str::to_owned),
        name: String::new(),
        order: 0,
        condition: None,
        is_default: false,
    }
}

/// The number that the next version of a process gets.
///
/// # Errors
/// Records that can't be read.
pub fn next_version(view: &View, process: &str) -> Result<u32> {
    let newest: Vec<Definition> = view.tx.by(&BY_KEY, &key().str(process), true, 0, 1)?;
    Ok(newest.first().map_or(1, |newest| newest.version.saturating_add(1)))
}
