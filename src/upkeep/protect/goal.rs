//! To which frame a restore goes, and from which base: looked for in what a repository holds, before anything is written.

use std::ops::ControlFlow;

use super::base::{self, Manifest};
use super::frames;
use super::repository::Repository;
use crate::error::{AppError, Result};
use crate::kernel::dates::Stamp;
use crate::platform::audit::AuditRow;
use crate::store::journal::{Body, Frame, Mark, Raw};
use crate::store::{Record as _, id};

/// Back to where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// The newest state that the repository holds.
    Latest,
    /// After the last commit up to this moment.
    At(Stamp),
    /// Right before the operation that left this row in the audit log.
    BeforeAudit(u64),
}

/// How a goal is reached.
pub(super) struct Route {
    pub base: Manifest,
    /// The last frame that is replayed as a whole.
    pub upto: Mark,
    /// The frame in which the goal lies, and how many of its operations come before.
    pub part: Option<(Frame, usize)>,
    /// What somebody should know.
    pub notes: Vec<String>,
}

/// Why the frames behind a mark end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// There are no more, or enough was seen.
    End,
    /// Rows changed that no frame holds, at this time.
    Break(i64),
    /// Frames are missing or damaged.
    Gap,
}

/// Walks the frames behind a mark for as long as each follows the one before and none is a break.
///
/// # Errors
/// `visit`, the disk.
pub(super) fn follow(
    repository: &Repository,
    from: Mark,
    visit: &mut dyn FnMut(Raw<'_>) -> Result<ControlFlow<()>>,
) -> Result<(Mark, Stop)> {
    let segments = frames::segments(repository)?;
    let first = segments.iter().rposition(|segment| segment.first <= from.place).unwrap_or(0);
    let (mut last, mut is_damaged) = (from, false);
    for segment in segments.iter().skip(first) {
        let mut stop = None;
        let walked = frames::walk(repository, segment, &mut |raw| {
            if raw.mark.place <= from.place {
                return Ok(true);
            }
            stop = if !raw.follows(&last) {
                Some(Stop::Gap)
            } else if raw.is_break() {
                Some(Stop::Break(raw.mark.at))
            } else {
                visit(raw)?.is_break().then_some(Stop::End)
            };
            if stop.is_none() {
                last = raw.mark;
            }
            Ok(stop.is_none())
        })?;
        if let Some(stop) = stop {
            return Ok((last, stop));
        }
        // The next file may have been begun because of it.
        is_damaged = walked.is_damaged;
    }
    Ok((last, if is_damaged { Stop::Gap } else { Stop::End }))
}

/// Finds the base and the frames of a goal.
///
/// # Errors
/// A sentence: nothing as old as that, a goal that the repository doesn't hold.
pub(super) fn route(repository: &Repository, goal: Goal) -> Result<Route> {
    let mut oldest = None;
    for (_, name) in base::places(repository)?.iter().rev() {
        let Ok(base) = base::read(repository, name) else { continue };
        oldest = Some(base.at);
        let is_before = match goal {
            Goal::Latest => true,
            Goal::At(moment) => base.at <= moment.0,
            Goal::BeforeAudit(number) => base.audit_last < number,
        };
        if is_before {
            return within(repository, base, goal);
        }
    }
    Err(AppError::refused(match oldest {
        Some(at) => format!("备份仓库最早可恢复到 {}，没有更早的完整备份", Stamp(at).to_text()),
        None => "备份仓库中没有可用的完整备份，没有恢复任何内容".to_owned(),
    }))
}

fn within(repository: &Repository, base: Manifest, goal: Goal) -> Result<Route> {
    let from = base.mark();
    let (mut upto, mut part, mut notes, mut newest) = (from, None, Vec::new(), from.at);
    let (end, stop) = follow(repository, from, &mut |raw| {
        if raw.mark.at < newest && notes.is_empty() {
            let (before, after) = (Stamp(newest).to_text(), Stamp(raw.mark.at).to_text());
            notes.push(format!("服务器时钟曾经回拨（{before} → {after}），按时间恢复时请核对最后的操作"));
        }
        newest = newest.max(raw.mark.at);
        match goal {
            Goal::Latest => upto = raw.mark,
            // After a clock that was set back, the last one counts.
            Goal::At(moment) if raw.mark.at <= moment.0 => upto = raw.mark,
            Goal::At(_) => {}
            Goal::BeforeAudit(number) => {
                let frame = raw.read()?;
                if let Some(operations) = before_audit(&frame, number) {
                    part = Some((frame, operations));
                    return Ok(ControlFlow::Break(()));
                }
                upto = raw.mark;
            }
        }
        Ok(ControlFlow::Continue(()))
    })?;
    if let (Goal::BeforeAudit(number), None) = (goal, &part) {
        return Err(AppError::refused(format!(
            "备份仓库中没有第 {number} 号操作：这一段变更日志到 {} 为止",
            Stamp(end.at).to_text()
        )));
    }
    // Nothing is missing when the break itself came later.
    let is_cut = match (goal, stop) {
        (Goal::BeforeAudit(_), _) | (_, Stop::End) => false,
        (Goal::At(moment), Stop::Break(at)) => at <= moment.0,
        (Goal::Latest, Stop::Break(_)) | (_, Stop::Gap) => upto == end,
    };
    if is_cut {
        notes.push(format!(
            "{} 之后的变更日志缺失、损坏或没有完整备份可接续，只能恢复到这一刻",
            Stamp(upto.at).to_text()
        ));
    }
    Ok(Route { base, upto, part, notes })
}

/// How many operations of a frame come before the one with this row; `None` when it isn't there.
fn before_audit(frame: &Frame, number: u64) -> Option<usize> {
    let Body::Rows { operations, .. } = &frame.body else { return None };
    let key = id(number);
    operations.iter().position(|rows| {
        rows.iter().any(|row| &*row.table == AuditRow::TABLE && row.key == key.bytes() && row.value.is_some())
    })
}
