//! The exact amount of an interval (domain.md 3.2).

use super::period::cells;
use super::terms::{Proration, RentBasis, RentTerms};
use gx_kernel::exact::{Exact, exact};
use gx_kernel::span::DateSpan;

/// A part of a month cell with its share of the month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellPart {
    /// The whole month.
    pub cell: DateSpan,
    /// Its days that are counted.
    pub part: DateSpan,
    /// Whether the start or end of the term cuts the cell, so that the contract's rule for short months counts.
    pub cut: bool,
    /// The share of the month.
    pub share: Exact,
}

/// Share of a month for `days` of a cell of `length` days.
pub fn share(proration: Proration, cut: bool, days: i64, length: i64) -> Exact {
    let part = match (cut, proration) {
        (false, _) | (true, Proration::Actual) => exact(days, length),
        (true, Proration::D30) => exact(days, 30),
        (true, Proration::D365) => exact(days * 12, 365),
    };
    part.min(exact(1, 1))
}

/// The cells of an interval with their shares.
pub fn parts(terms: &RentTerms, interval: DateSpan) -> Vec<CellPart> {
    let charged = terms.chargeable();
    cells(terms.period_mode, terms.term.from, interval)
        .into_iter()
        .filter_map(|cell| {
            let part = cell.meet(&interval)?;
            let cut = !charged.covers(&cell);
            Some(CellPart { cell, part, cut, share: share(terms.proration, cut, part.days(), cell.days()) })
        })
        .collect()
}

/// Months in an interval, as a fraction.
pub fn months(terms: &RentTerms, interval: DateSpan) -> Exact {
    parts(terms, interval).iter().map(|part| part.share).sum()
}

/// Exact fen of an interval at one rent of the contract's basis (the unit of a stage).
pub fn rent(terms: &RentTerms, interval: DateSpan, rent: i64) -> Exact {
    match terms.rent_basis {
        RentBasis::MonthTotal | RentBasis::AreaMonth => months(terms, interval) * exact(rent, 1),
        RentBasis::YearTotal => months(terms, interval) * exact(rent, 12),
        RentBasis::AreaDay => exact(rent, 10_000) * exact(interval.days(), 1),
    }
}
