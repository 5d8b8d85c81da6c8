//! The working calendar 工作日历: days off and working weekends, by which the time of tasks runs.
//!
//! Invariant: where no day of a year is entered, its time runs by the clock. Otherwise a day that isn't worked doesn't count
//! at all, and a working day counts whole: 48 hours are two working days, whatever the hour.

use std::collections::BTreeMap;

use jiff::civil::{Date, Weekday};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{AppError, Result};
use crate::kernel::check;
use crate::kernel::dates::{DateText, Stamp, parse_date};
use crate::kernel::span::add_days;
use crate::op::{Op, View};
use crate::records::exchange::{Column, Exchange, day_of};
use crate::records::import::{ImportKind, Taken};
use crate::route::{AuditAction, Data, Done, Method, Nothing, Route, read, write};
use crate::sheet::{Cell, Row};
use crate::store::{Key, Reads, Record, key};

const TITLE: &str = "工作日历";
const RIGHT: &str = "appr:calendar:list";
const EDIT: &str = "appr:calendar:edit";
const KINDS: [&str; 2] = ["休息", "上班"];
const MILLIS_A_DAY: i64 = 86_400_000;
/// So many days are looked at for a time that is over at last.
const FAR: i64 = 3_660;

/// A day that is not like its weekday says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CalendarDay {
    pub day: Date,
    /// Worked, though it is a weekend; else off.
    pub works: bool,
    /// What people call it.
    pub name: String,
    /// Brought as an example; to be compared with what the government says.
    #[serde(default)]
    pub example: bool,
}

impl Record for CalendarDay {
    const TABLE: &'static str = "wf_calendar";
    fn id(&self) -> Key {
        day_key(self.day)
    }
}

fn day_key(day: Date) -> Key {
    key().str(&day.to_string())
}

fn midnight(day: Date) -> Option<Stamp> {
    Stamp::of(day.at(0, 0, 0, 0))
}

/// A calendar, for computing with.
#[derive(Debug, Clone, Default)]
pub struct Calendar(BTreeMap<Date, bool>);

impl Calendar {
    /// All of it.
    ///
    /// # Errors
    /// Records that can't be read.
    pub fn load(view: &View) -> Result<Self> {
        let mut days = BTreeMap::new();
        view.tx.each(|one: CalendarDay| {
            days.insert(one.day, one.works);
            true
        })?;
        Ok(Self(days))
    }

    /// Whether anything is known of a day's year.
    pub fn knows(&self, day: Date) -> bool {
        self.0.keys().any(|known| known.year() == day.year())
    }

    /// Whether a day counts.
    pub fn works(&self, day: Date) -> bool {
        let weekend = matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday);
        self.0.get(&day).copied().unwrap_or(!weekend || !self.knows(day))
    }

    /// When a time that begins at a moment is over.
    pub fn due(&self, from: Stamp, hours: u32) -> Stamp {
        let mut left = i64::from(hours) * 3_600_000;
        let mut at = from;
        for _ in 0..FAR {
            let Some(next) = midnight(add_days(at.date(), 1)) else { break };
            let rest = (next.0 - at.0).max(0);
            if self.works(at.date()) {
                if left <= rest {
                    return Stamp(at.0 + left);
                }
                left -= rest;
            }
            at = next;
        }
        Stamp(at.0 + left.min(MILLIS_A_DAY))
    }
}

/// A day on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CalendarDayOut {
    /// The day, `yyyy-MM-dd`.
    #[schemars(with = "DateText")]
    pub day: Date,
    /// Worked, though it is a weekend; else off.
    pub works: bool,
    /// What people call it.
    pub name: String,
    /// Brought as an example.
    pub example: bool,
}

/// A year of it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CalendarYear {
    /// Years of which days are known.
    pub years: Vec<i16>,
    /// Days of the year that was asked for.
    pub days: Vec<CalendarDayOut>,
    /// Whether times run by working days today; else by the clock.
    pub counts_today: bool,
}

/// Which year.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct WhichYear {
    /// The year; this one when absent.
    pub year: Option<i16>,
}

fn show(view: &View, input: WhichYear) -> Result<Data<CalendarYear>> {
    let wanted = input.year.unwrap_or_else(|| view.now.date().year());
    let (mut years, mut days) = (Vec::new(), Vec::new());
    let mut counts_today = false;
    view.tx.each(|one: CalendarDay| {
        if !years.contains(&one.day.year()) {
            years.push(one.day.year());
        }
        counts_today |= one.day.year() == view.now.date().year();
        if one.day.year() == wanted {
            days.push(CalendarDayOut { day: one.day, works: one.works, name: one.name, example: one.example });
        }
        true
    })?;
    Ok(Data(CalendarYear { years, days, counts_today }))
}

/// A day as a form sends it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CalendarInput {
    /// The day, `yyyy-MM-dd`.
    #[schemars(with = "DateText", title = "日期")]
    pub day: Date,
    /// Worked; else off.
    pub works: bool,
    /// What people call it.
    #[serde(default)]
    pub name: String,
}

fn set(op: &mut Op, input: CalendarInput) -> Result<Done> {
    check::day("day", input.day, op.now.date(), "日期")?;
    check::at_most("name", &input.name, 50, "名称不能超过50个字符")?;
    let name = input.name.trim().to_owned();
    op.put(&CalendarDay { day: input.day, works: input.works, name, example: false })?;
    Ok(Done)
}

/// Days of the path.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct WhichDays {
    /// With commas between.
    pub days: String,
}

fn remove(op: &mut Op, input: WhichDays) -> Result<Done> {
    for text in input.days.split(',') {
        let day = parse_date(text).ok_or_else(|| AppError::refused("日期格式不正确，须为 yyyy-MM-dd").at("days"))?;
        let gone = op.delete::<CalendarDay>(&day_key(day))?;
        gone.ok_or_else(|| AppError::refused(format!("工作日历中没有 {day}，请刷新后查看")))?;
    }
    Ok(Done)
}

type Col = Column<CalendarDay>;

static DAYS: Exchange<CalendarDay> = Exchange {
    sheet: "工作日历",
    columns: &[
        Col::new("日期", 14.0, |one| Cell::Text(one.day.to_string())).note("必填，yyyy-MM-dd"),
        Col::flag("类型", 8.0, &KINDS, |one| &mut one.works),
        Col::text("名称", 20.0, |one| &mut one.name),
    ],
    needed: &["日期", "类型"],
    empty: "导入的工作日历没有数据！",
    rows: ImportKind { noun: "日期", key: None, key_name: "日期", name: "名称" },
    example: |view| CalendarDay { name: "示例行不会被导入".into(), ..blank(view.now.date()) },
    import: |op, book| DAYS.work(op, book, take)?.finish(op, None),
};

fn blank(day: Date) -> CalendarDay {
    CalendarDay { day, works: false, name: String::new(), example: false }
}

fn take(op: &mut Op, row: &Row) -> Result<Taken> {
    let text = row.get("日期").trim();
    let day = day_of(text).ok_or_else(|| AppError::refused(format!("日期“{text}”无法识别，须为 yyyy-MM-dd")))?;
    let old: Option<CalendarDay> = op.view().tx.get(&day_key(day))?;
    let changed = DAYS.changed(row, old.clone(), || blank(day))?;
    if changed.is_none() && old.as_ref().is_some_and(|one| !one.example) {
        return Ok(Taken::Unchanged);
    }
    let one = changed.or_else(|| old.clone()).unwrap_or_else(|| blank(day));
    set(op, CalendarInput { day, works: one.works, name: one.name })?;
    Ok(if old.is_some() { Taken::Updated } else { Taken::Created })
}

/// POST /appr/calendar/example: the days of two years, marked as examples; days that are entered already stay.
///
/// # Errors
/// Records that can't be written.
pub fn load_example(op: &mut Op, _: Nothing) -> Result<Done> {
    for line in include_str!("../../../data/calendar.csv").lines().skip(1) {
        let mut parts = line.split(',');
        let (Some(day), Some(kind), Some(name)) = (parts.next().and_then(parse_date), parts.next(), parts.next())
        else {
            return Err(AppError::internal(format!("data/calendar.csv: {line}")));
        };
        if op.view().tx.get::<CalendarDay>(&day_key(day))?.is_none() {
            op.put(&CalendarDay { day, works: kind == KINDS[1], name: name.to_owned(), example: true })?;
        }
    }
    Ok(Done)
}

/// Rows of the route table.
pub(super) fn routes() -> Vec<Route> {
    let [_, template, import] =
        DAYS.routes(["/appr/calendar/importTemplate", "/appr/calendar/importData"], EDIT, TITLE);
    vec![
        read("/appr/calendar", show).perm(RIGHT).titled("工作日历"),
        write(Method::Put, "/appr/calendar", set).perm(EDIT).audit(TITLE, AuditAction::Update).idempotent(),
        write(Method::Post, "/appr/calendar/example", load_example)
            .perm(EDIT)
            .audit(TITLE, AuditAction::Insert)
            .idempotent()
            .titled("工作日历：登记示例年份"),
        write(Method::Delete, "/appr/calendar/{days}", remove).perm(EDIT).audit(TITLE, AuditAction::Delete),
        template,
        import.idempotent(),
    ]
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn at(day: Date, hour: i64) -> Stamp {
        Stamp(midnight(day).expect("a day").0 + hour * 3_600_000)
    }

    #[test]
    fn time_runs_over_working_days_only_where_a_year_is_known() {
        let off = [date(2026, 10, 1), date(2026, 10, 2), date(2026, 10, 5), date(2026, 10, 6), date(2026, 10, 7)];
        let mut days: BTreeMap<Date, bool> = off.map(|day| (day, false)).into();
        days.insert(date(2026, 10, 10), true);
        let calendar = Calendar(days);
        for (from, hours, due) in [
            (at(date(2026, 9, 29), 9), 24, at(date(2026, 9, 30), 9)),
            (at(date(2026, 9, 30), 9), 24, at(date(2026, 10, 8), 9)),
            (at(date(2026, 10, 3), 9), 8, at(date(2026, 10, 8), 8)),
            (at(date(2026, 10, 9), 12), 48, at(date(2026, 10, 12), 12)),
            (at(date(2027, 1, 2), 9), 24, at(date(2027, 1, 3), 9)),
        ] {
            assert_eq!(calendar.due(from, hours), due, "{} + {hours}", from.to_text());
        }
        assert_eq!(Calendar::default().due(at(date(2026, 10, 3), 9), 24), at(date(2026, 10, 4), 9));
    }
}
