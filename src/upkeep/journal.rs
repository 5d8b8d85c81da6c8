//! Whether the journal is whole: its files, the frames that wait in the database, and the head that both lead to.

use crate::app::App;
use crate::error::Result;
use crate::store::journal::{self, Place, log};
use crate::store::{Reader, StoreError};

/// Writers go on meanwhile: a file that is just being appended to is read again.
const TRIES: usize = 3;

/// What is wrong with the journal, in sentences.
///
/// # Errors
/// The disk.
pub(super) fn faults(app: &App) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for _ in 0..TRIES {
        let shipped = app.store.ship_journal();
        found = look(app, &app.store.read()?)?;
        found.extend(shipped.err().map(|error| format!("变更日志写不进数据目录的 journal 文件夹：{error}")));
        if found.is_empty() {
            break;
        }
    }
    Ok(found)
}

fn look(app: &App, reader: &Reader) -> Result<Vec<String>> {
    let head = match journal::head(reader) {
        Ok(Some(head)) if app.store.journal_waiting().is_some() => head,
        Ok(_) => return Ok(Vec::new()),
        Err(error) => return Ok(vec![format!("变更日志的末尾记录已损坏：{error}")]),
    };
    let (mut last, mut is_met): (Option<Place>, bool) = (None, false);
    let walked = log::walk_all(&app.paths.journal(), None, &mut |raw| {
        last = Some(raw.mark.place);
        is_met |= raw.mark == head.mark;
        Ok(true)
    });
    let mut faults = Vec::new();
    if let Err(error) = walked {
        faults.push(match error {
            StoreError::Corrupt { why, .. } => {
                format!("变更日志有损坏的记录：{why}；请用 gx-portal protect base 另做一份完整备份")
            }
            other => format!("变更日志无法读取：{other}"),
        });
    }
    let waiting = journal::waiting(reader, last, usize::MAX)?;
    is_met |= waiting.iter().any(|frame| frame.mark == head.mark);
    if !is_met && faults.is_empty() {
        faults.push(format!("变更日志缺少最后一次提交（{}）", head.mark.place));
    }
    if head.state == journal::State::Resting {
        faults.push("变更日志已暂停：磁盘空间不足，请清理磁盘".to_owned());
    }
    Ok(faults)
}
