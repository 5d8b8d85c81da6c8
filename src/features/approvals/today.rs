//! 我的工作: what waits for the person's decision, what came back to him, and where his own papers lie. Found by the lists of the
//! approval centre, so that no page counts differently.

use super::binding;
use super::constants::InstanceState;
use super::list::{TaskRow, Waits, all_waiting, amount_seen, mine, todo};
use super::list_filter::ListTasks;
use super::people::name_of;
use crate::error::Result;
use crate::kernel::page::Paging;
use crate::op::View;
use crate::records::today::{Card, Line, MOST_LINES, Part, Tone};

pub static CARDS: [Card; 2] = [
    Card {
        key: "decide", title: "待我审批", rank: 10, nothing: "没有等待您审批的单据", parts: &[decisions]
    },
    Card {
        key: "mine",
        title: "我发起的",
        rank: 20,
        nothing: "没有退回给您或正在审批的单据",
        parts: &[returned, running],
    },
];

fn decisions(view: &View) -> Result<Vec<Part>> {
    let mut found = all_waiting(view)?;
    found.retain(|one| !one.returned);
    let mut lines = Vec::new();
    for one in found.iter().take(MOST_LINES) {
        lines.push(decision(view, one)?);
    }
    let count = u64::try_from(found.len()).unwrap_or(u64::MAX);
    let (label, path) = ("待我审批".to_owned(), "/todo".to_owned());
    Ok(vec![Part { label, count, amount_fen: None, path, lines }])
}

/// A decision that waits, as a card shows it.
///
/// # Errors
/// Records that can't be read.
pub fn decision(view: &View, one: &Waits) -> Result<Line> {
    let Waits { instance, task_id, at, .. } = one;
    let kind = binding::of(view, &instance.key).map_or("", |binding| binding.label);
    let (mark, tone) =
        if one.overdue { (format!("已超时 · {kind}"), Tone::Bad) } else { (kind.to_owned(), Tone::Plain) };
    let note = format!("{} · {} 到达", name_of(view, instance.initiator), minute(&at.to_text()));
    let path = format!("/appr/instance/{}?taskId={task_id}", instance.instance_id);
    let line = Line::of(instance.instance_id, instance.title.clone(), path);
    Ok(Line { mark, tone, amount_fen: amount_seen(view, one)?, note, ..line })
}

/// Month, day and minute of a moment.
fn minute(at: &str) -> &str {
    at.get(5..16).unwrap_or_default()
}

fn line_of(row: &TaskRow, mark: String, tone: Tone) -> Line {
    let path = format!("/appr/instance/{}", row.instance_id);
    let at = minute(&row.at);
    let note = if row.node_name.is_empty() {
        format!("{at} 提交")
    } else {
        format!("现在：{} · {at} 提交", row.node_name)
    };
    let line = Line::of(row.instance_id, row.title.clone(), path);
    Line { mark, tone, amount_fen: row.amount_fen, note, ..line }
}

/// The first page of a list of one's own.
fn asked(part: ListTasks) -> ListTasks {
    let paging = Paging { page_size: u64::try_from(MOST_LINES).ok(), ..Paging::default() };
    ListTasks { paging, ..part }
}

fn returned(view: &View) -> Result<Vec<Part>> {
    let found = todo(view, asked(ListTasks { returned: Some(true), ..ListTasks::default() }))?;
    let line = |row: &TaskRow| {
        let line = line_of(row, "被退回".into(), Tone::Bad);
        match row.returned_with.as_deref().filter(|said| !said.is_empty()) {
            Some(said) => Line { note: format!("退回意见：{said}"), ..line },
            None => line,
        }
    };
    let lines = found.rows.iter().map(line).collect();
    let (label, path) = ("被退回".to_owned(), "/appr/todo?returned=true".to_owned());
    Ok(vec![Part { label, count: found.total, amount_fen: None, path, lines }])
}

fn running(view: &View) -> Result<Vec<Part>> {
    let found = mine(view, asked(ListTasks { state: vec![InstanceState::Started], ..ListTasks::default() }))?;
    let lines = found.rows.iter().map(|row| line_of(row, "审批中".into(), Tone::Plain)).collect();
    let (label, path) = ("审批中".to_owned(), "/appr/todo?box=mine&state=1".to_owned());
    Ok(vec![Part { label, count: found.total, amount_fen: None, path, lines }])
}
