//! 到期提醒 and 待办: which rows a reminder is about, and which wait in a state. Pure; `held` counts them for each person's
//! to-do block.
//!
//! A row is reminded of from some days before its day until it is done: its day is emptied, or the field given in the
//! setting has a value that ends it. Days are inclusive: a row of today is near, one of yesterday is over.

pub mod held;

use jiff::civil::Date;

use crate::columns::NONE;
use crate::columns::field::day;
use crate::kernel::span::{add_days, before};
use crate::records::list::Filter;

use super::definition::{Definition, Field, Reminder};
use super::kind::FieldKind;

pub use held::{Reminders, todo, warm};

/// Reminders of a register at most, with fields that wait: each is two columns in memory.
pub const MOST: usize = 5;
/// Most days ahead.
const FURTHEST: u16 = 3_650;

/// What is wrong with a reminder, as the rest of a sentence.
pub fn problem(definition: &Definition, field: &Field, of: &Reminder) -> Option<String> {
    if field.kind != FieldKind::Day {
        return Some("只有日期字段可以到期提醒".into());
    }
    if of.ahead > FURTHEST {
        return Some(format!("提前天数应为 0 到 {FURTHEST}"));
    }
    if of.field == 0 {
        return None;
    }
    let Some(end) = definition.active_field(of.field) else { return Some("办结字段不存在".into()) };
    if !matches!(end.kind, FieldKind::Choice | FieldKind::Flag) {
        return Some(format!("“{}”不能作为办结字段，应为单选或是否", end.label));
    }
    if of.values.is_empty() {
        return Some("没有选择表示办结的值".into());
    }
    (!of.values.iter().all(|value| may_be(end, value))).then(|| format!("表示办结的值不是“{}”的选项", end.label))
}

/// Whether a choice or yes/no may have a value, as far as its definition says: entries of a dictionary that is there change
/// without it.
fn may_be(field: &Field, value: &str) -> bool {
    match field.kind {
        FieldKind::Flag => matches!(value, "true" | "false"),
        _ => field.entries.is_empty() || field.entries.iter().any(|entry| entry.value == value),
    }
}

/// What is wrong with the values of a field that wait, as the rest of a sentence.
pub fn waits_problem(field: &Field) -> Option<String> {
    if !matches!(field.kind, FieldKind::Choice | FieldKind::Flag) {
        return Some("只有单选或是否字段可以标为待办".into());
    }
    (!field.waits.iter().all(|value| may_be(field, value))).then(|| format!("待办的值不是“{}”的选项", field.label))
}

/// Rows with one of these values in the column of a choice or yes/no.
fn valued(at: usize, kind: FieldKind, values: &[String]) -> Filter {
    match kind {
        FieldKind::Flag => Filter::among(at, values.iter().map(|value| i64::from(value == "true"))),
        _ => Filter::Named(at, values.to_vec()),
    }
}

/// Rows that wait in a state of a field, whose column is at a place.
pub fn waiting(field: &Field, at: usize) -> Filter {
    valued(at, field.kind, &field.waits)
}

/// A reminder with the places of its columns.
#[derive(Debug, Clone, Copy)]
pub struct Due<'d> {
    of: &'d Reminder,
    day: usize,
    end: Option<(usize, FieldKind)>,
}

impl<'d> Due<'d> {
    /// That of a field; `None` for a field that does not remind. `place` says where a field's column is.
    pub fn of(definition: &Definition, field: &'d Field, place: impl Fn(u16) -> Option<usize>) -> Option<Self> {
        let of = field.remind.as_ref()?;
        let end = definition.active_field(of.field);
        Some(Self { of, day: place(field.no)?, end: end.and_then(|end| Some((place(end.no)?, end.kind))) })
    }

    /// Rows that are near or over.
    pub fn soon(&self, today: Date) -> Vec<Filter> {
        self.until(add_days(today, i64::from(self.of.ahead)))
    }

    /// Rows that are over.
    pub fn over(&self, today: Date) -> Vec<Filter> {
        self.until(before(today))
    }

    fn until(&self, last: Date) -> Vec<Filter> {
        let mut filters = vec![Filter::Between(self.day, NONE + 1, day(Some(last)))];
        if let Some((at, kind)) = self.end {
            filters.push(Filter::Not(Box::new(valued(at, kind, &self.of.values))));
        }
        filters
    }
}

/// What people read: 3 条将于 30 日内到期，1 条已到期.
pub fn sentence(ahead: u16, near: u64, over: u64) -> String {
    let near = (near > 0).then(|| match ahead {
        0 => format!("{near} 条今日到期"),
        _ => format!("{near} 条将于 {ahead} 日内到期"),
    });
    let over = (over > 0).then(|| format!("{over} 条已到期"));
    near.into_iter().chain(over).collect::<Vec<_>>().join("，")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_inclusive_at_both_ends() {
        let remind = |ahead| Some(Reminder { ahead, ..Reminder::default() });
        let today = jiff::civil::date(2024, 2, 28);
        for (ahead, last) in [(0, 28), (1, 29)] {
            let field = Field { no: 1, remind: remind(ahead), ..Field::of("due", "到期日", FieldKind::Day) };
            let definition = Definition { fields: vec![field.clone()], ..Definition::default() };
            let due = Due::of(&definition, &field, |_| Some(7)).expect("reminds");
            let reach = |filters: Vec<Filter>| match filters.as_slice() {
                [Filter::Between(7, low, high)] => (*low, *high),
                other => panic!("{other:?}"),
            };
            let number = |number: i8| day(Some(jiff::civil::date(2024, 2, number)));
            assert_eq!(reach(due.soon(today)), (NONE + 1, number(last)), "an empty day is never reached");
            assert_eq!(reach(due.over(today)), (NONE + 1, number(27)), "today is near, not over");
        }
    }

    #[test]
    fn sentences_leave_out_what_is_not_there() {
        for (ahead, near, over, said) in [
            (30, 3, 1, "3 条将于 30 日内到期，1 条已到期"),
            (30, 3, 0, "3 条将于 30 日内到期"),
            (30, 0, 2, "2 条已到期"),
            (0, 1, 0, "1 条今日到期"),
        ] {
            assert_eq!(sentence(ahead, near, over), said);
        }
    }
}
