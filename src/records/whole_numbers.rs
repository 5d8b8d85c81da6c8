//! Who is shown a number masked may still find its owner by the whole number: the clerk at the counter holds the paper in
//! his hand. A part of what the mask hides finds nobody, and a search that finds nobody is counted, or the hidden digits
//! could be tried out one after the other.

use crate::error::{AppError, Result};
use crate::kernel::bucket::{Allowance, Buckets};
use crate::op::View;
use crate::product::{Memory, Start};

/// Searches for nobody that a person has: so many at once, then so many an hour. The mask of a telephone number hides
/// four digits, so trying them all takes two weeks.
const MISSES: Allowance = Allowance { burst: 60, per_minute: 30 };
/// Buckets count by minutes; here an hour is one.
const HOUR: i64 = 60;

/// The searches for whole numbers that found nobody, by person. A restart forgets them.
#[derive(Debug, Default)]
pub struct Misses(Buckets);

impl Memory for Misses {
    const NAME: &'static str = "number_misses";
    fn open(_: &Start<'_>) -> Result<Self> {
        Ok(Self::default())
    }
}

/// What a whole number finds, counted for the caller when that is nothing.
///
/// # Errors
/// He has looked for too many numbers that are nobody's.
pub fn counted(view: &View, find: impl FnOnce() -> Result<Vec<u64>>) -> Result<Vec<u64>> {
    let (misses, who) = (view.app.state::<Misses>()?, view.caller.user_id().to_string());
    misses.0.take(&who, view.app.clock.steady().0 / HOUR, MISSES).map_err(|wait| {
        let minutes = wait.saturating_mul(HOUR).cast_unsigned().div_ceil(60_000);
        AppError::refused(format!(
            "您按号码查找而没有找到的次数过多，请 {minutes} 分钟后再按号码查找；按姓名查找不受影响"
        ))
    })?;
    let found = find()?;
    if !found.is_empty() {
        misses.0.give_back(&who, MISSES);
    }
    Ok(found)
}

/// Counts values that the caller typed without seeing those that there are, and that no two may have: each answer would say
/// of a value whether somebody has it.
///
/// # Errors
/// He has typed too many of them.
pub fn typed(view: &View, many: usize, label: &str) -> Result<()> {
    may_type(many, label)?;
    let (misses, who) = (view.app.state::<Misses>()?, format!("{} typed", view.caller.user_id()));
    let many = u32::try_from(many).unwrap_or(u32::MAX);
    misses.0.take_many(&who, view.app.clock.steady().0 / HOUR, MISSES, many).map_err(|wait| {
        let minutes = wait.saturating_mul(HOUR).cast_unsigned().div_ceil(60_000);
        AppError::refused(format!(
            "“{label}”不得重复，而您没有查看敏感信息的权限，近期填写的次数过多，请 {minutes} 分钟后再试"
        ))
    })
}

/// Whether so many may be typed at once at all.
///
/// # Errors
/// More than anybody may who does not see them.
pub fn may_type(many: usize, label: &str) -> Result<()> {
    let most = MISSES.burst;
    if u32::try_from(many).is_ok_and(|many| many <= most) {
        return Ok(());
    }
    Err(AppError::refused(format!(
        "“{label}”不得重复，而您没有查看敏感信息的权限，一次最多填写 {most} 个；请分批填写，或由有权限的人办理"
    )))
}

/// Whether a word may be somebody's whole telephone number: mobile, or with its area code, or of seven or eight digits.
pub fn is_telephone(word: &str) -> bool {
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    digits
        && match word.len() {
            11 => word.starts_with('1') || word.starts_with('0'),
            10 | 12 => word.starts_with('0'),
            7 | 8 => true,
            _ => false,
        }
}

/// Whether a word may be the whole number of an identity card, a passport, an organisation or another paper.
pub fn is_certificate(word: &str) -> bool {
    let signs = word.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'(' | b')'));
    signs && (8..=30).contains(&word.len()) && word.bytes().filter(u8::is_ascii_digit).count() >= 5
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_told_from_words_and_parts() {
        for (word, telephone, certificate) in [
            ("13800000001", true, true),
            ("087165030001", true, true),
            ("65030001", true, true),
            ("1380000", true, false),
            ("138000", false, false),
            ("138****0001", false, false),
            ("3800000001", false, true),
            ("530102199001011234", false, true),
            ("53010219900101123X", false, true),
            ("91530100MA6K0000XY", false, true),
            ("E12345678", false, true),
            ("HKG-1234(5)", false, true),
            ("YF-ABCDEFGH", false, false),
            ("王建国", false, false),
            ("", false, false),
        ] {
            assert_eq!((is_telephone(word), is_certificate(word)), (telephone, certificate), "{word}");
        }
    }
}
