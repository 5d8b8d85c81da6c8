//! Quartz cron expressions: seconds, minutes, hours, day of month, month, day of week and, if wanted,
//! year; read once, then asked for the next time. Local time of Asia/Shanghai.
//!
//! Invariants: nothing panics whatever the text; the search looks at most at every day until
//! [`LAST_YEAR`], so «never» is found in bounded time; days of the week count from 1 = Sunday as in
//! Quartz; exactly one of the two day fields counts, the other one is `?` (a `*` beside it is taken
//! for `?`).
//!
//! Deliberately absent: several day rules of the special kind in one list (`15W,L`), as in Quartz.

#[cfg(test)]
mod tests;

use jiff::civil::{Date, DateTime, Time, Weekday};

use super::dates::Stamp;
use crate::error::{AppError, Result};

/// First and last year that may be named, as in Quartz.
const FIRST_YEAR: i16 = 1970;
/// The last year in which anything fires.
pub const LAST_YEAR: i16 = 2099;
/// Longest text that is read (contract 3.10).
const LONGEST: usize = 255;

const MONTHS: [&str; 12] = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const WEEKDAYS: [&str; 7] = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

/// A field of plain numbers.
struct Field {
    name: &'static str,
    low: i16,
    high: i16,
    names: &'static [&'static str],
}

const SECOND: Field = Field { name: "秒", low: 0, high: 59, names: &[] };
const MINUTE: Field = Field { name: "分", low: 0, high: 59, names: &[] };
const HOUR: Field = Field { name: "时", low: 0, high: 23, names: &[] };
const DAY: Field = Field { name: "日", low: 1, high: 31, names: &[] };
const MONTH: Field = Field { name: "月", low: 1, high: 12, names: &MONTHS };
const WEEKDAY: Field = Field { name: "周", low: 1, high: 7, names: &WEEKDAYS };
const YEAR: Field = Field { name: "年", low: FIRST_YEAR, high: LAST_YEAR, names: &[] };

/// Which numbers of a field fire.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Set {
    low: i16,
    hits: Vec<bool>,
}

impl Set {
    fn new(field: &Field) -> Self {
        let len = usize::try_from(field.high - field.low + 1).unwrap_or(0);
        Self { low: field.low, hits: vec![false; len] }
    }

    fn has(&self, number: i16) -> bool {
        usize::try_from(number - self.low).ok().and_then(|at| self.hits.get(at)).copied().unwrap_or(false)
    }

    fn add(&mut self, number: i16) {
        if let Some(hit) = usize::try_from(number - self.low).ok().and_then(|at| self.hits.get_mut(at)) {
            *hit = true;
        }
    }

    /// The first number that fires, from `number` on.
    fn from(&self, number: i16) -> Option<i16> {
        let at = usize::try_from(number - self.low).unwrap_or(0);
        let found = self.hits.iter().skip(at).position(|hit| *hit)?;
        Some(self.low + i16::try_from(at + found).ok()?)
    }
}

/// Which days of a month fire.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Days {
    /// Days of the month by number.
    OfMonth(Set),
    /// Days of the week, 1 = Sunday.
    OfWeek(Set),
    /// `L`, `L-3`: so many days before the last.
    Last(i8),
    /// `LW`, `L-3W`: the working day nearest to that.
    LastWorking(i8),
    /// `15W`: the working day nearest to the 15th, within the month.
    Working(i8),
    /// `5L`: the last Thursday.
    LastWeekday(i8),
    /// `6#3`: the third Friday.
    Nth(i8, i8),
}

/// A cron expression that was understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cron {
    seconds: Set,
    minutes: Set,
    hours: Set,
    months: Set,
    years: Set,
    days: Days,
}

fn wrong(field: &Field, text: &str, why: &str) -> AppError {
    let shown: String = text.chars().take(30).collect();
    AppError::refused(format!("Cron表达式的“{}”字段“{shown}”不正确：{why}", field.name))
}

impl Field {
    fn number(&self, text: &str) -> Result<i16> {
        let upper = text.to_ascii_uppercase();
        if let Some(at) = self.names.iter().position(|name| *name == upper) {
            return Ok(self.low + i16::try_from(at).unwrap_or(0));
        }
        let digits = !text.is_empty() && text.len() <= 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse::<i16>().ok().filter(|_| digits);
        let number = number.ok_or_else(|| wrong(self, text, "应为数字、*、范围 a-b、步长 a/b 或用逗号分隔的列表"))?;
        if (self.low..=self.high).contains(&number) {
            return Ok(number);
        }
        Err(wrong(self, text, &format!("超出范围 {}-{}", self.low, self.high)))
    }

    /// A list of numbers, ranges and steps.
    fn set(&self, text: &str) -> Result<Set> {
        let mut set = Set::new(self);
        for part in text.split(',') {
            self.part(part, &mut set)?;
        }
        Ok(set)
    }

    fn part(&self, part: &str, set: &mut Set) -> Result<()> {
        let (range, step) = match part.split_once('/') {
            Some((range, step)) => (range, Some(self.step(part, step)?)),
            None => (part, None),
        };
        let (from, to) = match range {
            "*" => (self.low, self.high),
            "" if step.is_some() => (self.low, self.high),
            _ => match range.split_once('-') {
                Some((from, to)) => (self.number(from)?, self.number(to)?),
                // A start with a step runs to the end of the field.
                None => {
                    let from = self.number(range)?;
                    (from, if step.is_some() { self.high } else { from })
                }
            },
        };
        // A range may run over the end: 22-2, FRI-MON. Years may not.
        if from > to && self.low == FIRST_YEAR {
            return Err(wrong(self, part, "范围的起点大于终点"));
        }
        let span = self.high - self.low + 1;
        let length = if from <= to { to - from } else { to - from + span };
        for offset in (0..=length).step_by(usize::from(step.unwrap_or(1))) {
            set.add(self.low + (from - self.low + offset) % span);
        }
        Ok(())
    }

    fn step(&self, part: &str, step: &str) -> Result<u8> {
        let most = u8::try_from(self.high - self.low).unwrap_or(u8::MAX).max(1);
        let number = step.parse::<u8>().ok().filter(|_| step.bytes().all(|byte| byte.is_ascii_digit()));
        number
            .filter(|number| (1..=most).contains(number))
            .ok_or_else(|| wrong(self, part, &format!("步长应为 1-{most} 的数字")))
    }
}

/// A small number before or after a letter of the special kinds.
fn small(field: &Field, whole: &str, text: &str, low: i8, high: i8) -> Result<i8> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse::<i8>().ok().filter(|number| digits && (low..=high).contains(number));
    number.ok_or_else(|| wrong(field, whole, &format!("数字应在 {low}-{high} 之间")))
}

fn day_of_month(text: &str) -> Result<Days> {
    let upper = text.to_ascii_uppercase();
    if let Some(before) = upper.strip_suffix('W') {
        return match before {
            "L" => Ok(Days::LastWorking(0)),
            _ => match before.strip_prefix("L-") {
                Some(days) => Ok(Days::LastWorking(small(&DAY, text, days, 0, 30)?)),
                None => Ok(Days::Working(small(&DAY, text, before, 1, 31)?)),
            },
        };
    }
    if upper == "L" {
        return Ok(Days::Last(0));
    }
    if let Some(days) = upper.strip_prefix("L-") {
        return Ok(Days::Last(small(&DAY, text, days, 0, 30)?));
    }
    Ok(Days::OfMonth(DAY.set(text)?))
}

fn day_of_week(text: &str) -> Result<Days> {
    let upper = text.to_ascii_uppercase();
    let number = |text: &str| WEEKDAY.number(text).map(|number| i8::try_from(number).unwrap_or(1));
    if let Some((day, nth)) = upper.split_once('#') {
        return Ok(Days::Nth(number(day)?, small(&WEEKDAY, text, nth, 1, 5)?));
    }
    match upper.strip_suffix('L') {
        // The last day of the week.
        Some("") => Ok(Days::OfWeek(WEEKDAY.set("7")?)),
        Some(day) => Ok(Days::LastWeekday(number(day)?)),
        None => Ok(Days::OfWeek(WEEKDAY.set(text)?)),
    }
}

fn days(of_month: &str, of_week: &str) -> Result<Days> {
    match (of_month, of_week) {
        ("?", "?") => Err(AppError::refused("Cron表达式的“日”和“周”不能都是“?”")),
        (_, "?") => day_of_month(of_month),
        ("?", _) => day_of_week(of_week),
        (_, "*") => day_of_month(of_month),
        ("*", _) => day_of_week(of_week),
        _ => Err(AppError::refused("Cron表达式的“日”和“周”只能指定一个，另一个请填“?”")),
    }
}

impl Cron {
    /// Reads an expression.
    ///
    /// # Errors
    /// A sentence that names the field and what is wrong with it.
    pub fn parse(text: &str) -> Result<Self> {
        if text.chars().count() > LONGEST {
            return Err(AppError::refused("Cron执行表达式不能超过255个字符"));
        }
        let fields: Vec<&str> = text.split_whitespace().collect();
        let (second, minute, hour, day, month, weekday, year) = match fields.as_slice() {
            [a, b, c, d, e, f] => (*a, *b, *c, *d, *e, *f, "*"),
            [a, b, c, d, e, f, g] => (*a, *b, *c, *d, *e, *f, *g),
            [] => return Err(AppError::refused("Cron执行表达式不能为空")),
            other => {
                return Err(AppError::refused(format!(
                    "Cron表达式应有 6 或 7 个字段（秒 分 时 日 月 周 [年]），现有 {} 个",
                    other.len()
                )));
            }
        };
        Ok(Self {
            seconds: SECOND.set(second)?,
            minutes: MINUTE.set(minute)?,
            hours: HOUR.set(hour)?,
            days: days(day, weekday)?,
            months: MONTH.set(month)?,
            years: YEAR.set(year)?,
        })
    }

    /// The first time after `after`; `None` = it never fires again.
    pub fn next(&self, after: Stamp) -> Option<Stamp> {
        // Whole seconds, strictly later.
        let from = Stamp(after.0.div_euclid(1_000).checked_add(1)?.checked_mul(1_000)?).local();
        let mut day = from.date();
        let mut time = self.time_from(from.time());
        loop {
            if let Some(at) = time
                && self.fires_on(day)
                // A local time that a change of the clock skips is moved behind the gap.
                && let Some(found) = Stamp::of(DateTime::from_parts(day, at)).filter(|found| *found > after)
            {
                return Some(found);
            }
            day = self.day_after(day)?;
            time = self.time_from(Time::midnight());
        }
    }

    /// The next times, at most `count`.
    pub fn times(&self, after: Stamp, count: usize) -> Vec<Stamp> {
        std::iter::successors(self.next(after), |at| self.next(*at)).take(count).collect()
    }

    /// The next day worth looking at: months and years that never fire are skipped.
    fn day_after(&self, day: Date) -> Option<Date> {
        let next = day.tomorrow().ok()?;
        if !self.years.has(next.year()) {
            let year = self.years.from(next.year())?;
            return Date::new(year, 1, 1).ok();
        }
        if !self.months.has(i16::from(next.month())) {
            return match self.months.from(i16::from(next.month())) {
                Some(month) => Date::new(next.year(), i8::try_from(month).ok()?, 1).ok(),
                None => Date::new(self.years.from(next.year() + 1)?, 1, 1).ok(),
            };
        }
        Some(next)
    }

    /// The first time of day from `from` on.
    fn time_from(&self, from: Time) -> Option<Time> {
        let (hour, minute, second) = (i16::from(from.hour()), i16::from(from.minute()), i16::from(from.second()));
        let (first_minute, first_second) = (self.minutes.from(0)?, self.seconds.from(0)?);
        let at = |hour: i16, minute: i16, second: i16| {
            Time::new(i8::try_from(hour).ok()?, i8::try_from(minute).ok()?, i8::try_from(second).ok()?, 0).ok()
        };
        if self.hours.has(hour) {
            if self.minutes.has(minute)
                && let Some(second) = self.seconds.from(second)
            {
                return at(hour, minute, second);
            }
            if let Some(minute) = self.minutes.from(minute + 1) {
                return at(hour, minute, first_second);
            }
        }
        at(self.hours.from(hour + 1)?, first_minute, first_second)
    }

    fn fires_on(&self, day: Date) -> bool {
        self.years.has(day.year()) && self.months.has(i16::from(day.month())) && self.days.has(day)
    }
}

/// 1 = Sunday.
fn weekday(day: Date) -> i8 {
    day.weekday().to_sunday_one_offset()
}

/// The working day nearest to a day, without leaving its month.
fn working_day(day: i8, of: Date) -> i8 {
    let last = of.days_in_month();
    let Ok(date) = Date::new(of.year(), of.month(), day) else { return 0 };
    match date.weekday() {
        Weekday::Saturday if day == 1 => 3,
        Weekday::Saturday => day - 1,
        Weekday::Sunday if day == last => day - 2,
        Weekday::Sunday => day + 1,
        _ => day,
    }
}

impl Days {
    fn has(&self, date: Date) -> bool {
        let (day, last) = (date.day(), date.days_in_month());
        match self {
            Self::OfMonth(set) => set.has(i16::from(day)),
            Self::OfWeek(set) => set.has(i16::from(weekday(date))),
            Self::Last(before) => day == last - before,
            Self::LastWorking(before) => last - before >= 1 && day == working_day(last - before, date),
            Self::Working(wanted) => *wanted <= last && day == working_day(*wanted, date),
            Self::LastWeekday(wanted) => weekday(date) == *wanted && day + 7 > last,
            Self::Nth(wanted, nth) => weekday(date) == *wanted && (day - 1) / 7 + 1 == *nth,
        }
    }
}
