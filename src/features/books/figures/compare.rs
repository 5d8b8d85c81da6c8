//! Figures from sums against figures from rows (I10): today and a year back.

use std::fmt::Debug;

use jiff::civil::Date;

use super::blocks::Figures;
use super::load::{Books, ChartQuery, books};
use crate::fault::Outcome;
use crate::kernel::span::{DateSpan, add_months};
use crate::op::View;

/// How many figures were compared, and those that differ, as sentences.
///
/// # Errors
/// A record or sum that cannot be read.
pub fn with_rows(view: &View) -> Outcome<(usize, Vec<String>)> {
    let query = ChartQuery::default();
    let (figures, rows) = (Figures::of(view, &query)?, books(view, &query)?);
    let mut comparison = Comparison::default();
    let today = view.now.date();
    for day in [today, add_months(today, -12)] {
        comparison.of_day(&figures, &rows, day)?;
    }
    Ok((comparison.count, comparison.faults))
}

#[derive(Default)]
struct Comparison {
    count: usize,
    faults: Vec<String>,
}

impl Comparison {
    fn same<T: PartialEq + Debug>(&mut self, day: Date, name: &str, from_sums: &T, from_rows: &T) {
        self.count += 1;
        if from_sums != from_rows {
            tracing::error!(%day, name, ?from_sums, ?from_rows, "a figure differs from its rows");
            self.faults.push(format!("统计日 {day} 的{name}与明细不符，请运行 gx-portal doctor --fix 重建汇总"));
        }
    }

    fn of_day(&mut self, figures: &Figures<'_>, rows: &Books, day: Date) -> Outcome<()> {
        let span = DateSpan::new(day.first_of_year(), day);
        let year = day.year();
        self.same(day, "应收与收缴", &figures.collection(span, day, false)?, &rows.collection(span, day, false));
        self.same(day, "各月应收", &figures.months(year, day, false)?, &rows.months(year, day, false));
        self.same(day, "实收", &figures.received(span)?, &rows.received(span));
        self.same(day, "账龄", &figures.ageing(day)?, &rows.ageing(day));
        self.same(day, "欠缴", &figures.arrears(day)?, &rows.arrears(day));
        self.same(day, "欠缴滚动", &figures.roll_forward(span.from, day)?, &rows.roll_forward(span.from, day));
        self.same(day, "现金流", &figures.cash_flow(year, day)?, &rows.cash_flow(year, day));
        self.same(day, "上缴", &figures.remitted(year, day)?, &rows.remitted(year, day));
        Ok(())
    }
}
