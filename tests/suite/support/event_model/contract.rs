//! What a lease asks for, added up day by day: the model knows no plan and no bill.

use gx_portal::kernel::span::{DateSpan, add_days, add_months, after, before, days_between};
use jiff::civil::{Date, date};
use std::collections::BTreeMap;

use super::LEAD;

/// What a day of a lease costs and whom: monthly amounts, told day by day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Agreed {
    pub(super) rent: i64,
    pub(super) fee: i64,
    pub(super) free: bool,
    pub(super) tenant: u64,
}

/// A lease as the model knows it.
pub(super) struct Contract {
    pub(super) lease_id: u64,
    pub(super) room: u64,
    pub(super) start: Date,
    pub(super) end: Date,
    pub(super) last: Option<Date>,
    pub(super) days: BTreeMap<Date, Agreed>,
    pub(super) returned: Option<Date>,
    /// The last day of whoever stays on, for the room is let again.
    pub(super) taken: Option<Date>,
    pub(super) void: bool,
    /// Parts that were issued once: charge (0 rent, 1 fee, 2 occupation), first day, tenant.
    pub(super) known: BTreeMap<(u8, Date, u64), ()>,
    pub(super) waived: BTreeMap<(u8, Date, u64), i64>,
    /// Parts that the books do not ask for, or only in part, with what was settled in the time before them: last day and fen.
    pub(super) before: BTreeMap<(u8, Date, u64), (Date, i64)>,
    /// The first day of the books.
    pub(super) first_day: Date,
}

/// Half up of a fraction.
pub(super) fn rounded(numerator: i128, denominator: i128) -> i64 {
    i64::try_from((2 * numerator + denominator).div_euclid(2 * denominator)).unwrap()
}

/// What is asked for a part, and by when it is issued.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part {
    pub(super) fen: i64,
    pub(super) issue: Date,
    pub(super) to: Date,
}

impl Contract {
    pub(super) fn charged(&self) -> Date {
        self.last.map_or(self.end, |day| day.min(self.end))
    }

    pub(super) fn on(&self, day: Date) -> Agreed {
        *self.days.get(&day).or_else(|| self.days.values().next_back()).unwrap()
    }

    /// Every part of every calendar month, from the days alone.
    pub(super) fn parts(&self) -> BTreeMap<(u8, Date, u64), Part> {
        let mut parts = BTreeMap::new();
        if self.void {
            return parts;
        }
        let mut month = self.start.first_of_month();
        while month <= self.charged() {
            let span = DateSpan::new(month.max(self.start), month.last_of_month().min(self.charged()));
            for charge in [0_u8, 1] {
                self.of_month(charge, month, span, &mut parts);
            }
            month = add_months(month, 1);
        }
        parts
    }

    pub(super) fn of_month(
        &self,
        charge: u8,
        month: Date,
        span: DateSpan,
        parts: &mut BTreeMap<(u8, Date, u64), Part>,
    ) {
        let length = i128::from(month.days_in_month());
        let (mut sum, mut told) = (0_i128, 0);
        let mut day = span.from;
        while day <= span.to {
            let (from, tenant) = (day, self.on(day).tenant);
            while day <= span.to && self.on(day).tenant == tenant {
                let agreed = self.on(day);
                let of_day = if charge == 0 { if agreed.free { 0 } else { agreed.rent } } else { agreed.fee };
                sum += i128::from(of_day);
                day = after(day);
            }
            let until = rounded(sum, length);
            let due = date(from.year(), from.month(), 5).max(from);
            let to = before(day);
            parts.insert((charge, from, tenant), Part { fen: until - told, issue: add_days(due, -LEAD), to });
            told = until;
        }
    }

    /// Months of occupation by a day: first day and fen.
    pub(super) fn stayed(&self, today: Date) -> BTreeMap<(u8, Date, u64), i64> {
        let mut months = BTreeMap::new();
        let mut from = after(self.charged());
        if self.void {
            return months;
        }
        let agreed = self.on(self.charged());
        let until = [self.returned, self.taken].into_iter().flatten().min();
        while from <= today && until.is_none_or(|day| day >= from) {
            let to = from.last_of_month();
            let to = until.map_or(to, |day| day.min(to));
            let over = to < today || until.is_some_and(|until| until <= today);
            let length = i128::from(from.days_in_month());
            let fen = rounded(i128::from(agreed.rent) * i128::from(days_between(from, to) + 1), length);
            // What was over before the books began is a matter of the books before.
            let counts = to >= self.first_day;
            if counts && (over || self.known.contains_key(&(2, from, agreed.tenant))) && fen != 0 {
                months.insert((2, from, agreed.tenant), fen);
            }
            from = add_months(from.first_of_month(), 1);
        }
        months
    }

    /// A run of bills on a day.
    pub(super) fn issue(&mut self, today: Date) {
        if today >= self.first_day {
            for (key, part) in self.parts() {
                let over = part.issue < self.first_day && part.to < self.first_day && !self.is_divided(key);
                if part.issue <= today && !over {
                    self.known.insert(key, ());
                }
            }
        }
        let stayed: Vec<_> = self.stayed(today).into_keys().collect();
        self.known.extend(stayed.into_iter().map(|key| (key, ())));
        let asked = self.asked(today);
        for (key, waived) in &mut self.waived {
            // Days that came in have bills of several makings, some of them negative: `World::cap` looks at each.
            if !self.before.contains_key(key) {
                *waived = (*waived).min(asked.get(key).copied().unwrap_or(0));
            }
        }
    }

    /// Whether a part lies within days that came in for somebody.
    fn is_divided(&self, key: (u8, Date, u64)) -> bool {
        self.before.iter().any(|(of, (to, _))| of.0 == key.0 && of.1 <= key.1 && key.1 <= *to)
    }

    /// A lease of before the books: what runs over their first day was paid.
    pub(super) fn was_before(&mut self) {
        let first = self.first_day;
        if self.start < first {
            let over = |(key, part): &((u8, Date, u64), Part)| key.1 < first && part.to >= first && part.issue < first;
            let over: Vec<_> = self.parts().into_iter().filter(over).collect();
            for (key, part) in over {
                self.before.insert(key, (part.to, part.fen));
                self.known.insert(key, ());
            }
        }
    }

    /// Days that come back to whom they came in for stand with what came in.
    fn place(&self, key: (u8, Date, u64)) -> (u8, Date, u64) {
        let covers = |(of, (to, _)): &(&(u8, Date, u64), &(Date, i64))| {
            (of.0, of.2) == (key.0, key.2) && of.1 <= key.1 && key.1 <= *to
        };
        self.before.iter().find(covers).map_or(key, |(of, _)| *of)
    }

    /// What has been asked for, part by part.
    pub(super) fn asked(&self, today: Date) -> BTreeMap<(u8, Date, u64), i64> {
        let (parts, stayed) = (self.parts(), self.stayed(today));
        let fen = |key: &(u8, Date, u64)| match key.0 {
            2 => stayed.get(key).copied().unwrap_or(0),
            _ => parts.get(key).map_or(0, |part| part.fen) - self.before.get(key).map_or(0, |(_, fen)| *fen),
        };
        let mut asked = BTreeMap::new();
        for key in self.known.keys() {
            *asked.entry(self.place(*key)).or_default() += fen(key);
        }
        asked
    }
}
