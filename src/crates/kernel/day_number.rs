//! Days and months as small numbers, for keys and sums: in order, and 0 for «none».

use jiff::civil::{Date, date};

/// The first day that is told from earlier ones.
pub const FIRST: Date = date(1900, 1, 1);
/// The last day that has a number of its own.
pub const LAST: Date = date(5000, 12, 31);

/// Number of a day in keys: 1 for [`FIRST`]; 0 is «none».
pub fn day_no(day: Date) -> u32 {
    u32::try_from(days_of(day.clamp(FIRST, LAST))).unwrap_or_default() + 1
}

/// How many days after [`FIRST`] a day lies, before it less than none: [`day_at`] the other way round.
pub fn days_of(day: Date) -> i64 {
    let (year, month) = (i64::from(day.year()), i64::from(day.month()));
    // years begin in March here
    let year = if month < 3 { year - 1 } else { year };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + i64::from(day.day()) - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 693_901
}

/// The day that lies so many days after [`FIRST`], up to [`LAST`]; `None` for one beyond. Lists turn a hundred thousand
/// numbers of columns into days, so the civil calendar is counted by eras of 400 years here.
pub fn day_at(days: i64) -> Option<Date> {
    let days = u32::try_from(days).ok()?.checked_add(693_901)?;
    let (era, rest) = (days / 146_097, days % 146_097);
    let year = (rest - rest / 1_460 + rest / 36_524 - rest / 146_096) / 365;
    let of_year = rest - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
    let year = i16::try_from(year + era * 400).ok()?;
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok().filter(|day| *day <= LAST)
}

/// Number of a month in keys: 1 for that of [`FIRST`]; 0 is «none».
pub fn month_no(day: Date) -> u32 {
    let day = day.clamp(FIRST, LAST);
    let months = i32::from(day.year() - 1900) * 12 + i32::from(day.month());
    u32::try_from(months).unwrap_or_default()
}

/// Number of the month that holds a day, without the detour over a date (sums are read by the hundred thousand).
pub fn month_of(day_no: u32) -> u32 {
    // Days since 0000-03-01; the civil calendar by eras of 400 years.
    let days = day_no.saturating_sub(1) + 693_901;
    let (era, rest) = (days / 146_097, days % 146_097);
    let year = (rest - rest / 1_460 + rest / 36_524 - rest / 146_096) / 365;
    let of_year = rest - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    (year + era * 400) * 12 + month + 3 - 1_900 * 12
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::{add_days, days_between};

    #[test]
    fn the_month_of_a_day_is_that_of_its_date() {
        for step in 0..8_000 {
            let day = add_days(FIRST, step * 17);
            assert_eq!(month_of(day_no(day)), month_no(day), "{day}");
        }
        for days in (0..days_between(FIRST, LAST)).step_by(13).chain(0..800) {
            assert_eq!(day_at(days), Some(add_days(FIRST, days)));
            assert_eq!(days_of(add_days(FIRST, days)), days);
        }
        for day in [date(-9999, 1, 1), date(-1, 2, 28), date(0, 2, 29), date(0, 3, 1), date(1899, 12, 31), Date::MAX] {
            let counted = FIRST.until(day).expect("of the calendar").get_days();
            assert_eq!(days_of(day), i64::from(counted), "{day}");
        }
        let last = days_between(FIRST, LAST);
        assert_eq!((day_at(last), day_at(last + 1), day_at(-1)), (Some(LAST), None, None));
        assert_eq!((day_no(FIRST), month_no(FIRST)), (1, 1));
        assert_eq!(day_no(date(1200, 5, 5)), 1, "earlier days count with the first");
        assert!(month_no(LAST) < 0xffff && day_no(LAST) < 0xff_ffff);
    }
}
