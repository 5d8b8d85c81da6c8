//! Human numbers of documents: `<prefix>-<yyyymm>-<6 digits>`, and of papers that run through a year `<prefix>-<yyyy>-<6 digits>`
//! (domain.md 2.0).
//!
//! Invariant: a number is never given twice, after a restore neither. What was printed since the backup is unknown, so the
//! numbers of the month go on from the moment of the restore: day, hour, minute, second and three digits (`27160910001`), those of
//! a year with the month before them (`1127160910001`). Whoever restored before gave numbers from an earlier moment, and fewer than
//! a thousand a second.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::kernel::dates::Stamp;
use crate::op::Op;
use crate::store::{Keeping, Key, Reads as _, Record, Writer, key};

/// Numbers of one second.
const A_SECOND: u64 = 1_000;
/// Digits of a number of a month after a restore, so that they sort among each other.
const LONG: usize = 11;
/// And of a number of a year.
const LONG_OF_YEAR: usize = 13;
/// The least that is longer.
const ORDINARY: u64 = 1_000_000;

fn month(now: Stamp) -> String {
    now.date().strftime("%Y%m").to_string()
}

fn year(now: Stamp) -> String {
    now.date().strftime("%Y").to_string()
}

/// Number of a paper that is printed and not kept: kind, days, unit (unless 0) and tenant, `JFTZ-260301-2-45`; short enough for one
/// line beside a name. The same paper of the same day has the same one however often it is printed, so a caller who
/// reads it out is found.
pub fn unkept(kind: &str, days: &[Date], party_a_id: u64, tenant_id: u64) -> String {
    let days: String = days.iter().map(|day| format!("-{}", day.strftime("%y%m%d"))).collect();
    let unit = if party_a_id == 0 { String::new() } else { format!("-{party_a_id}") };
    format!("{kind}{days}{unit}-{tenant_id}")
}

/// From where all numbers of a month, or of a year, go on since data of before came back. An archive needs it not: its import sets a later
/// one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NumberFloor {
    /// `yyyymm`, or `yyyy`
    pub month: String,
    /// Numbers up to this one may have been given.
    pub last: u64,
}

impl Record for NumberFloor {
    const TABLE: &'static str = "number_floor";
    const KEEPING: Keeping = Keeping::Passing;
    const JOURNALED: bool = true;
    fn id(&self) -> Key {
        key().str(&self.month)
    }
}

/// The next number of a kind in the month of the operation, drawn in its transaction: unique, gaps may occur.
///
/// # Errors
/// A sequence that cannot be written.
pub fn draw(op: &mut Op, prefix: &str) -> Result<String> {
    let month = month(op.now);
    let number = next(op, prefix, &month)?;
    Ok(written(prefix, &month, number, LONG))
}

/// The next number of a series in the year of the operation. Without gaps but for a restore: what is refused gives its number back.
///
/// # Errors
/// A sequence that cannot be written.
pub fn draw_of_year(op: &mut Op, prefix: &str) -> Result<String> {
    let year = year(op.now);
    let number = next(op, prefix, &year)?;
    Ok(written(prefix, &year, number, LONG_OF_YEAR))
}

fn next(op: &mut Op, prefix: &str, time: &str) -> Result<u64> {
    let name = format!("number/{prefix}/{time}");
    let floor: Option<NumberFloor> = op.view().tx.get(&key().str(time))?;
    if let Some(floor) = floor {
        op.raise_of(&name, floor.last)?;
    }
    op.next_of(&name)
}

fn written(prefix: &str, time: &str, number: u64, long: usize) -> String {
    let digits = if number < ORDINARY { 6 } else { long };
    format!("{prefix}-{time}-{number:0digits$}")
}

/// What a restore at a moment raises the numbers of its month to.
fn raised(now: Stamp) -> u64 {
    // `yyyy-MM-dd HH:mm:ss` without the month.
    raised_behind(now, 8)
}

/// What it raises those of its year to.
fn raised_of_year(now: Stamp) -> u64 {
    raised_behind(now, 5)
}

fn raised_behind(now: Stamp, signs: usize) -> u64 {
    let text = now.to_text();
    let digits: String = text.chars().skip(signs).filter(char::is_ascii_digit).collect();
    digits.parse::<u64>().unwrap_or(0).saturating_mul(A_SECOND)
}

/// Raises all numbers of the month and of the year in data that came back from a backup or an archive at this moment.
///
/// # Errors
/// A record that cannot be written.
pub fn after_restore(tx: &mut Writer<'_>, now: Stamp) -> Result<()> {
    for (month, raised) in [(month(now), raised(now)), (year(now), raised_of_year(now))] {
        let known: Option<NumberFloor> = tx.get(&key().str(&month))?;
        let last = raised.max(known.map_or(0, |known| known.last));
        tx.put(&NumberFloor { month, last })?;
    }
    Ok(())
}

/// What is said of it: how numbers of documents go on.
pub fn sentence_after_restore(now: Stamp) -> String {
    let next = written("SK", &month(now), raised(now) + 1, LONG);
    format!(
        "备份之后打印过的单据编号不会重复：本月的编号从恢复时刻（日时分秒）起编，如 {next}；跳过的号段没有使用，下月恢复为 6 位编号；\
         收据按年编号，也从恢复时刻（月日时分秒）起编，下一年恢复为 6 位"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_after_a_restore_begin_with_its_moment_and_sort() {
        let at = |text: &str| crate::kernel::dates::range_begin(text).expect("a moment");
        let first = |text: &str| written("SK", &month(at(text)), raised(at(text)) + 1, LONG);
        assert_eq!(written("SK", "202611", 37, LONG), "SK-202611-000037");
        let of_year = |text: &str| written("QG", &year(at(text)), raised_of_year(at(text)) + 1, LONG_OF_YEAR);
        assert_eq!(of_year("2026-11-27 16:09:10"), "QG-2026-1127160910001");
        assert!(of_year("2026-02-01 00:00:00") < of_year("2026-11-01 00:00:00"));
        assert_eq!(first("2026-11-27 16:09:10"), "SK-202611-27160910001");
        let moments = ["2026-11-01 00:00:01", "2026-11-03 09:00:00", "2026-11-03 09:00:01", "2026-11-30 23:59:59"];
        let numbers = moments.map(first);
        assert!(numbers.is_sorted(), "{numbers:?}");
        assert!(moments.map(|text| raised(at(text))).is_sorted_by(|a, b| a + A_SECOND <= *b));
        assert!(sentence_after_restore(at(moments[1])).contains("SK-202611-03090000001"));
    }
}
