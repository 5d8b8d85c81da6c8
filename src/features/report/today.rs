//! 我的工作 of who leads: 重大事项, what waits for his decision and is past a limit of the house, or has waited for days.

use super::todo_list::{has_waited, past_limit};
use crate::error::Result;
use crate::features::approvals::list::{Waits, all_waiting};
use crate::features::approvals::today::decision;
use crate::features::portal::today::LEADER;
use crate::op::View;
use crate::records::today::{Card, MOST_LINES, Part};

pub static MAJOR: Card = Card {
    key: "major",
    title: "重大事项",
    rank: 5,
    nothing: "没有超过审批限额或等待 3 天以上的审批",
    parts: &[major],
};

/// Days of waiting from which it is for the leader to see.
const LONG_DAYS: i64 = 3;

/// Both parts are told apart, so that nothing is counted twice.
fn major(view: &View) -> Result<Vec<Part>> {
    if !view.caller.rights.role_keys().iter().any(|key| key == LEADER) {
        return Ok(Vec::new());
    }
    let mut waiting = all_waiting(view)?;
    waiting.retain(|one| !one.returned);
    let past = past_limit(view, waiting.clone(), true)?;
    let mut long = past_limit(view, waiting, false)?;
    long.retain(|one| has_waited(view, one, LONG_DAYS));
    Ok(vec![
        part(view, "超过审批限额", "/todo?pastLimit=true".to_owned(), &past)?,
        part(view, "其他等待 3 天以上", format!("/todo?pastLimit=false&days={LONG_DAYS}"), &long)?,
    ])
}

fn part(view: &View, label: &str, path: String, found: &[Waits]) -> Result<Part> {
    let lines = found.iter().take(MOST_LINES).map(|one| decision(view, one)).collect::<Result<_>>()?;
    let count = u64::try_from(found.len()).unwrap_or(u64::MAX);
    Ok(Part { label: label.to_owned(), count, amount_fen: None, path, lines })
}
