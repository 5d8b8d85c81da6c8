//! How large a drawing may be before anybody looks at its sense: what is saved, imported or tried comes from outside.

use super::validate::MOST_NODES;
use super::wire::Drawing;
use crate::error::{AppError, Result};
use crate::features::approvals::condition::{Condition, Operand};
use crate::kernel::check;

/// Most edges: each of the nodes may be a choice with ten branches.
const MOST_EDGES: usize = 600;
/// Most lines of people of a node, and most people of a line.
const MOST_PEOPLE: usize = 50;
/// Most parts of a condition, and how deep they may lie.
const MOST_PARTS: usize = 100;
const DEEPEST: usize = 6;

fn too(what: &str, field: &'static str) -> AppError {
    AppError::refused(format!("流程图过大：{what}")).at(field)
}

/// Refuses a drawing that is larger than any process.
///
/// # Errors
/// A sentence that says what is too large.
pub fn bounded(drawing: &Drawing) -> Result<()> {
    check::required("name", &drawing.name, "流程名称不能为空")?;
    check::at_most("name", &drawing.name, 50, "流程名称长度不能超过50个字符")?;
    check::remark(&drawing.remark)?;
    if drawing.nodes.len() > MOST_NODES {
        return Err(AppError::refused(format!("环节不能超过{MOST_NODES}个")).at("nodes"));
    }
    if drawing.edges.len() > MOST_EDGES {
        return Err(too("连线过多", "edges"));
    }
    let long = |text: &str, most: usize| text.chars().count() > most;
    for node in &drawing.nodes {
        let lines = node.assign.iter().chain(&node.cc);
        let crowded = node.assign.len() + node.cc.len() > MOST_PEOPLE
            || lines.clone().any(|line| line.users.len() > MOST_PEOPLE || long(&line.name, 100));
        if crowded {
            return Err(too(&format!("环节“{}”的办理人过多", short(&node.name)), "nodes"));
        }
        let wordy = long(&node.code, 32) || long(&node.name, 60) || node.fields.keys().any(|path| long(path, 100));
        if wordy || node.fields.len() > 200 || node.apart.len() > MOST_NODES || node.actions.len() > 10 {
            return Err(too(&format!("环节“{}”的设置过多", short(&node.name)), "nodes"));
        }
        if node.due_hours > 10_000 {
            return Err(AppError::refused(format!("环节“{}”的时限不能超过10000小时", short(&node.name))).at("nodes"));
        }
    }
    for edge in &drawing.edges {
        if long(&edge.name, 30) {
            return Err(AppError::refused("分支名称长度不能超过30个字符").at("edges"));
        }
        let mut parts = 0;
        if edge.condition.as_ref().is_some_and(|condition| !fits(condition, 0, &mut parts)) {
            return Err(too(&format!("分支“{}”的条件过多或嵌套过深", short(&edge.name)), "edges"));
        }
    }
    Ok(())
}

fn short(text: &str) -> String {
    text.chars().take(30).collect()
}

fn fits(condition: &Condition, depth: usize, parts: &mut usize) -> bool {
    *parts += 1;
    let fine = |operand: &Operand| !matches!(operand, Operand::Text(text) if text.chars().count() > 200);
    *parts <= MOST_PARTS
        && depth <= DEEPEST
        && match condition {
            Condition::And(inner) | Condition::Or(inner) => inner.iter().all(|part| fits(part, depth + 1, parts)),
            Condition::Not(inner) => fits(inner, depth + 1, parts),
            Condition::In(name, all) => name.len() <= 100 && all.len() <= MOST_PARTS && all.iter().all(fine),
            Condition::Like(name, text) => name.len() <= 100 && text.chars().count() <= 200,
            Condition::Eq(name, right)
            | Condition::Ne(name, right)
            | Condition::Gt(name, right)
            | Condition::Ge(name, right)
            | Condition::Lt(name, right)
            | Condition::Le(name, right) => name.len() <= 100 && fine(right),
        }
}
