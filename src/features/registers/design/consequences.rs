//! What a publication means for the rows that are there: looked at on a snapshot, told with how many and which.

use std::collections::HashMap;

use crate::error::Result;
use crate::kernel::order::Order as _;
use crate::op::View;

use super::super::cell::Cell;
use super::super::convert;
use super::super::definition::{Approval, Definition, Field};
use super::super::kind::Nature;
use super::super::record::RegRow;
use super::super::rows::{read, unique};
use super::super::value::{self, Given};
use super::check::Problem;

/// Rows named one by one.
const NAMED: usize = 20;

/// Rows that a rule would not let pass.
#[derive(Default)]
struct Count {
    rows: u64,
    first: Vec<u64>,
}

impl Count {
    fn add(&mut self, row: &RegRow) {
        self.rows += 1;
        if self.first.len() < NAMED {
            self.first.push(row.no());
        }
    }
}

fn became_required<'d>(draft: &'d Definition, old: &Definition) -> Vec<&'d Field> {
    let now = |field: &&Field| field.required && field.is_written();
    let was = |field: &Field| old.field(field.no).is_some_and(|old| old.required && !old.archived);
    draft.active().filter(now).filter(|field| !was(field)).collect()
}

fn became_narrower<'d>(draft: &'d Definition, old: &Definition) -> Vec<&'d Field> {
    let narrower = |field: &&Field| {
        let Some(old) = old.field(field.no) else { return false };
        let length = field.length.is_some_and(|most| old.length.is_none_or(|before| most < before));
        let min = field.min.is_some_and(|least| old.min.is_none_or(|before| least > before));
        let max = field.max.is_some_and(|most| old.max.is_none_or(|before| most < before));
        length || min || max || (!field.pattern.is_empty() && field.pattern != old.pattern)
    };
    draft.active().filter(narrower).filter(|field| field.kind.nature() != Nature::Sealed).collect()
}

/// Constraints that no published version has: rows have no keys of them yet.
pub fn new_constraints(draft: &Definition, old: &Definition) -> Vec<u8> {
    let known: Vec<u8> = old.constraints().map(|(at, _)| at).collect();
    draft.constraints().map(|(at, _)| at).filter(|at| !known.contains(at)).collect()
}

/// What it means that something is decided about from now on, or not any more.
pub fn of_approval(draft: Approval, old: Approval) -> Option<Problem> {
    let deeds = |approval: Approval| -> Vec<&'static str> {
        let all = [(approval.create, "新增"), (approval.change, "修改"), (approval.remove, "删除")];
        all.into_iter().filter_map(|(is_on, deed)| is_on.then_some(deed)).collect()
    };
    if draft == old {
        return None;
    }
    let message = match draft.is_any() {
        true => format!(
            "{}须经审批：按“流程设计”中发布的流程办理，没有发布流程时由持有本表“审批”权限的人员办理，请在角色管理中授予",
            deeds(draft).join("、")
        ),
        false => format!("{}不再审批，直接生效；已提交的继续办理", deeds(old).join("、")),
    };
    Some(Problem { field: 0, message, confirm: Some("approval".to_owned()), rows: Vec::new() })
}

/// Who sees what is computed from 敏感 fields, where that is new.
pub fn of_formulas(draft: &Definition, old: Option<&Definition>) -> Vec<Problem> {
    let mut told = Vec::new();
    for field in draft.active() {
        let Some((formula, operand)) = field.formula.as_ref().and_then(|of| Some((of, draft.hidden_operand(of)?)))
        else {
            continue;
        };
        let is_hidden = draft.hides(field);
        let was = old.and_then(|old| old.active_field(field.no).map(|was| (old, was)));
        let is_known = was.is_some_and(|(old, was)| old.hides(was) == is_hidden && was.formula.is_some());
        if is_known {
            continue;
        }
        let (label, of) = (&field.label, &operand.label);
        let (message, confirm) = match formula.is_open {
            true => (
                format!(
                    "计算字段“{label}”公开由敏感字段“{of}”算得的结果：没有“查看敏感信息”权限的人也能看到，并可由它推算“{of}”"
                ),
                "open",
            ),
            false => (
                format!(
                    "计算字段“{label}”由敏感字段“{of}”算得，同样只有“查看敏感信息”权限的人能看到；需要公开时勾选“公开计算结果”"
                ),
                "hidden",
            ),
        };
        told.push(Problem {
            field: field.no,
            message,
            confirm: Some(format!("{confirm}:{}", field.no)),
            rows: Vec::new(),
        });
    }
    told
}

/// What the rows of a register mean for a draft.
///
/// # Errors
/// A row that can't be read.
pub fn of_rows(view: &View, register_id: u64, draft: &Definition, old: &Definition) -> Result<Vec<Problem>> {
    let (required, narrower) = (became_required(draft, old), became_narrower(draft, old));
    let fresh = new_constraints(draft, old);
    if required.is_empty() && narrower.is_empty() && fresh.is_empty() {
        return Ok(Vec::new());
    }
    let mut empty: HashMap<u16, Count> = HashMap::new();
    let mut outside: HashMap<u16, Count> = HashMap::new();
    let mut seen: HashMap<(u8, String), u64> = HashMap::new();
    let mut doubles: HashMap<u8, Count> = HashMap::new();
    read::each(view, register_id, 0, |row| {
        if row.deleted.is_some() {
            return Ok(true);
        }
        for field in &required {
            if convert::cell(draft, &row, field).is_none() {
                empty.entry(field.no).or_default().add(&row);
            }
        }
        for field in &narrower {
            if convert::cell(draft, &row, field).is_some_and(|cell| !fits(field, &cell)) {
                outside.entry(field.no).or_default().add(&row);
            }
        }
        for at in &fresh {
            if let Some(value) = unique::constraint_value(draft, *at, &row)
                && seen.insert((*at, value), row.row_id).is_some()
            {
                doubles.entry(*at).or_default().add(&row);
            }
        }
        Ok(true)
    })?;
    Ok(describe(draft, empty, outside, doubles))
}

fn fits(field: &Field, cell: &Cell) -> bool {
    value::checked(field, &Given::Cell(cell.clone())).is_ok()
}

fn describe(
    draft: &Definition,
    empty: HashMap<u16, Count>,
    outside: HashMap<u16, Count>,
    doubles: HashMap<u8, Count>,
) -> Vec<Problem> {
    let label = |no: u16| draft.field(no).map(|field| field.label.clone()).unwrap_or_default();
    let mut found = Vec::new();
    for (no, count) in empty {
        let message = format!("{} 行“{}”为空；发布后修改这些行时须补填", count.rows, label(no));
        found.push(Problem { field: no, message, confirm: Some(format!("required:{no}")), rows: count.first });
    }
    for (no, count) in outside {
        let message = format!("{} 行“{}”不符合新的限制；发布后修改这些行时须改正", count.rows, label(no));
        found.push(Problem { field: no, message, confirm: Some(format!("limit:{no}")), rows: count.first });
    }
    for (at, count) in doubles {
        let fields: Vec<String> = draft.once.get(usize::from(at)).into_iter().flatten().map(|no| label(*no)).collect();
        let message = format!("{} 行的“{}”与其他行重复，不能设为查重", count.rows, fields.join("、"));
        found.push(Problem { field: 0, message, confirm: None, rows: count.first });
    }
    found.order_by_key(|problem| (problem.field, problem.confirm.clone()));
    found
}
