//! How the portal runs: open, read-only, or closed for maintenance.
//!
//! Invariants: one record, which is absent while the portal is open, so a restart, a backup and a killed process keep what
//! was set; a mode that has a time to end is over when that time has come, without anybody doing anything; the sentence is
//! the administrator's own, one line of plain text. What is closed refuses at the door of requests (`web/closed.rs`), what
//! is read-only at the door of writes (`App::admit`); the scheduler asks here who may go on (`jobs`).
//!
//! Deliberately absent: a timer. The moment is compared whenever somebody asks.

use std::sync::{Arc, OnceLock};

use arc_swap::ArcSwapOption;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::identity::rights::Rights;
use crate::error::{AppError, Kind, Result};
use crate::kernel::dates::{Stamp, parse_moment};
use crate::kernel::text;
use crate::store::record::decode;
use crate::store::{Change, Keeping, Key, RawRead, Reads, Record, Res, key};

/// Who may work while the portal is closed.
pub const ENTER: &str = "monitor:mode:enter";
/// Who may open and close it; he may enter too, or he could not open it again.
pub const EDIT: &str = "monitor:mode:edit";

/// Longest sentence, in characters.
pub const LONGEST: usize = 200;
/// Furthest end of a mode, in days: what is meant for longer is set without one.
const FURTHEST: i64 = 31;
const DAY: i64 = 86_400_000;

/// What is in force beside the ordinary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Administrators alone may enter.
    Closed,
    /// Everybody may look, nobody may write.
    ReadOnly,
}

impl Mode {
    /// Its word on the wire and on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Closed => "closed",
            Self::ReadOnly => "readonly",
        }
    }

    /// What people call it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Closed => "系统维护中",
            Self::ReadOnly => "系统只读",
        }
    }
}

/// A mode that was set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Running {
    pub mode: Mode,
    /// What the administrator says about it.
    pub text: String,
    /// When it ends by itself.
    #[serde(default)]
    pub until: Option<Stamp>,
    /// When it was set.
    pub since: Stamp,
    /// Who set it.
    pub by: String,
}

/// How the portal runs, for everybody.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModeOut {
    /// `closed` (administrators alone may enter) or `readonly`.
    pub mode: &'static str,
    /// What the administrator says about it.
    pub text: String,
    /// When it ends by itself, `yyyy-MM-dd HH:mm:ss`; empty = when somebody ends it.
    pub until: String,
    /// Milliseconds until then.
    pub left: Option<i64>,
    /// The server's clock, `yyyy-MM-dd HH:mm:ss`.
    pub now: String,
}

impl Record for Running {
    const TABLE: &'static str = "mode";
    const KEEPING: Keeping = Keeping::Passing;
    fn id(&self) -> Key {
        Self::key()
    }
}

impl Running {
    /// The key of the only record.
    pub fn key() -> Key {
        key().str("mode")
    }

    /// Whether it still holds at a moment.
    pub fn holds(&self, now: Stamp) -> bool {
        self.until.is_none_or(|until| now < until)
    }

    /// Whether writes are refused.
    pub fn is_read_only(&self) -> bool {
        self.mode == Mode::ReadOnly
    }

    /// What a refused request is answered.
    pub fn refusal(&self) -> AppError {
        let what = match self.mode {
            Mode::Closed => "",
            Mode::ReadOnly => "，暂时不能保存",
        };
        AppError::of(Kind::OutOfService, format!("{}{what}：{}", self.mode.title(), self.text))
    }
}

/// Whether somebody may work while the portal is closed.
pub fn may_enter(rights: &Rights) -> bool {
    rights.holds(ENTER) || rights.holds(EDIT)
}

/// The administrator's sentence as one line.
///
/// # Errors
/// Nothing said, or too much.
pub fn sentence(given: &str) -> Result<String> {
    let line = text::one_line(given);
    match text::chars(&line) {
        0 => Err(AppError::refused("请写明原因和时间，例如：22:00–22:30 升级").at("text")),
        1..=LONGEST => Ok(line),
        _ => Err(AppError::refused(format!("说明不能超过 {LONGEST} 个字")).at("text")),
    }
}

/// The end of a mode: `22:30` is the next time the clock says so, else a day with or without a time.
///
/// # Errors
/// What is no moment, one that is over, or one too far away.
pub fn end(given: &str, now: Stamp) -> Result<Stamp> {
    let given = given.trim();
    let wrong = || AppError::refused("结束时间不正确，应为 22:30 或 2026-03-01 22:30").at("until");
    let until = match given.contains(['-', '/', '年', '.']) {
        true => parse_moment(given).map(|(moment, _)| moment).ok_or_else(wrong)?,
        false => {
            let on =
                |day| parse_moment(&format!("{day} {given}")).filter(|(_, timed)| *timed).map(|(moment, _)| moment);
            let today = on(now.date()).ok_or_else(wrong)?;
            if today > now { today } else { on(Stamp(now.0 + DAY).date()).ok_or_else(wrong)? }
        }
    };
    if until <= now {
        return Err(AppError::refused("结束时间已经过去，请改为将来的时间").at("until"));
    }
    if until.0 - now.0 > FURTHEST * DAY {
        return Err(AppError::refused(format!("结束时间不能超过 {FURTHEST} 天，更久请不填结束时间")).at("until"));
    }
    Ok(until)
}

/// The mode in memory; follows the record.
#[derive(Debug, Default)]
pub struct Modes {
    set: ArcSwapOption<Running>,
    /// What holds whatever is set: data that are only looked at.
    pinned: OnceLock<Arc<Running>>,
}

impl Modes {
    /// Reads the record.
    pub fn load(&self, tx: &dyn RawRead) -> Res<()> {
        self.set.store(tx.get::<Running>(&Running::key())?.map(Arc::new));
        Ok(())
    }

    pub fn observe(&self, changes: &[Change]) {
        for change in changes.iter().filter(|change| change.table == Running::TABLE) {
            let stored = change.value.as_deref().and_then(|bytes| decode::<Running>(&change.key, bytes).ok());
            self.set.store(stored.map(Arc::new));
        }
    }

    /// What everybody is told of it.
    pub fn describe(&self, now: Stamp) -> Option<ModeOut> {
        let running = self.at(now)?;
        Some(ModeOut {
            mode: running.mode.word(),
            text: running.text.clone(),
            until: running.until.map(Stamp::to_text).unwrap_or_default(),
            left: running.until.map(|until| until.0 - now.0),
            now: now.to_text(),
        })
    }

    /// What is in force at a moment; `None` = open.
    pub fn at(&self, now: Stamp) -> Option<Arc<Running>> {
        let pinned = self.pinned.get().cloned();
        pinned.or_else(|| self.set.load_full().filter(|running| running.holds(now)))
    }

    /// Lets nobody write for as long as the program runs, whatever is set: `text` says why.
    pub fn pin_read_only(&self, text: String, now: Stamp) {
        let running = Running { mode: Mode::ReadOnly, text, until: None, since: now, by: String::new() };
        let _ = self.pinned.set(Arc::new(running));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::dates::range_begin;

    #[test]
    fn an_end_is_a_moment_to_come() {
        let now = range_begin("2026-03-01 22:00:00").expect("a moment");
        for (given, expected) in [
            ("22:30", Some("2026-03-01 22:30:00")),
            ("6:00", Some("2026-03-02 06:00:00")),
            ("22:00", Some("2026-03-02 22:00:00")),
            ("2026-03-01 22:00:01", Some("2026-03-01 22:00:01")),
            ("2026-03-02", Some("2026-03-02 00:00:00")),
            ("2026-03-01 22:00", None),
            ("2026-05-01", None),
            ("9999-12-31", None),
            ("", None),
            ("25:00", None),
            ("soon", None),
        ] {
            assert_eq!(end(given, now).ok().map(Stamp::to_text).as_deref(), expected, "{given}");
        }
    }

    #[test]
    fn a_mode_is_over_when_its_time_has_come_and_again_in_force_when_the_clock_goes_back() {
        let running = Running {
            mode: Mode::ReadOnly,
            text: "盘点".into(),
            until: Some(Stamp(10)),
            since: Stamp(0),
            by: "a".into(),
        };
        assert!(running.holds(Stamp(9)) && !running.holds(Stamp(10)) && running.holds(Stamp(-1)));
        assert!(Running { until: None, ..running }.holds(Stamp(i64::MAX)));
    }

    #[test]
    fn a_sentence_is_one_line_of_text() {
        assert_eq!(sentence(" 22:00\n升级\u{202e} ").expect("a sentence"), "22:00 升级");
        assert!(sentence(" \n ").is_err() && sentence(&"字".repeat(LONGEST + 1)).is_err());
    }
}
