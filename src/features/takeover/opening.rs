//! What was open of a contract when the books began (business.md 2.1): computed from its plan and the day until which it was
//! paid. Pure.
//!
//! Invariants: every planned period whose bill would have been issued before the first day is paid or open, whole or in part;
//! later ones are the contract's to ask for, and money that was paid for them is credit. What a ledger calls arrears was due
//! before the first day: bills that were issued and are due later are open beside them.

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::wire::TakeoverPeriods;
use crate::features::lease::schedule::plan::PlannedBill;
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::money::yuan_grouped;
use crate::kernel::span::{DateSpan, before};

/// What the ledger says was paid.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Paid {
    /// 已缴至
    pub until: Option<Date>,
    /// 欠缴金额, fen.
    pub arrears_fen: Option<i64>,
    /// 预收金额, fen.
    pub credit_fen: Option<i64>,
}

/// A bill that was open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Open {
    pub kind: BillKind,
    pub period: DateSpan,
    pub due_date: Date,
    /// Fen that the contract asked for.
    pub asked_fen: i64,
    /// Fen of it that were paid.
    pub paid_fen: i64,
    /// Whether it was due before the first day.
    pub is_due: bool,
}

impl Open {
    /// Fen that are open.
    pub fn open_fen(&self) -> i64 {
        self.asked_fen - self.paid_fen
    }
}

/// What was open and what was paid ahead.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Openings {
    pub bills: Vec<Open>,
    pub credit_fen: i64,
    /// The last day that was paid, as said or as the arrears tell.
    pub until: Option<Date>,
    /// What a person should know.
    pub remarks: Vec<String>,
    pub periods: TakeoverPeriods,
}

impl Openings {
    /// Fen that were open and due before the first day.
    pub fn arrears_fen(&self) -> i64 {
        self.bills.iter().filter(|bill| bill.is_due).map(Open::open_fen).fold(0, i64::saturating_add)
    }

    /// Fen that had been asked for and were not due yet.
    pub fn not_due_fen(&self) -> i64 {
        self.bills.iter().filter(|bill| !bill.is_due).map(Open::open_fen).fold(0, i64::saturating_add)
    }
}

/// The charges of one kind and period, which one bill stands for.
#[derive(Debug, Clone, Copy)]
struct Asked {
    kind: BillKind,
    period: DateSpan,
    due_date: Date,
    is_issued: bool,
    is_due: bool,
    fen: i64,
}

fn asked(planned: &[PlannedBill], first: Date) -> Vec<Asked> {
    let mut all: BTreeMap<(Date, BillKind), Asked> = BTreeMap::new();
    for bill in planned {
        let new = Asked {
            kind: bill.kind,
            period: bill.period,
            due_date: bill.due_date,
            is_issued: bill.issue_date < first,
            is_due: bill.due_date < first,
            fen: 0,
        };
        all.entry((bill.period.from, bill.kind)).or_insert(new).fen += bill.amount_fen;
    }
    all.into_values().collect()
}

/// What was open of a contract on the first day of the books.
///
/// # Errors
/// A sentence when what the ledger says can't be told from the plan.
pub fn openings(planned: &[PlannedBill], term: DateSpan, first: Date, paid: &Paid) -> Result<Openings, String> {
    let all = asked(planned, first);
    let mut found = match paid.until {
        Some(until) => by_day(&all, term, until, paid)?,
        None => by_arrears(&all, term, first, paid)?,
    };
    let begin = all.iter().filter(|one| one.is_issued).map(|one| one.period.days()).max().unwrap_or(0);
    for one in all.iter().filter(|one| one.period.to >= crate::kernel::span::add_days(first, -begin)) {
        let is_open = found.bills.iter().any(|bill| (bill.kind, bill.period) == (one.kind, one.period));
        let count = match (one.is_issued, is_open) {
            (true, true) => &mut found.periods.opening,
            (true, false) => &mut found.periods.paid_before,
            (false, false) => &mut found.periods.to_come,
            (false, true) => &mut found.periods.twice,
        };
        *count += 1;
    }
    Ok(found)
}

/// By the day until which it was paid.
fn by_day(all: &[Asked], term: DateSpan, until: Date, paid: &Paid) -> Result<Openings, String> {
    if until < before(term.from) || until > term.to {
        return Err(format!("已缴至 {until} 不在租期 {term} 之内"));
    }
    let mut found = Openings { until: Some(until), ..Openings::default() };
    let open = |one: &Asked| open_of(one, 0);
    let issued = || all.iter().filter(|one| one.is_issued && one.fen > 0);
    let whole: Vec<Open> = issued().filter(|one| one.period.from > until).map(open).collect();
    let cut: Vec<Open> = issued().filter(|one| one.period.contains(until) && one.period.to > until).map(open).collect();
    let whole_fen: i64 = whole.iter().filter(|bill| bill.is_due).map(Open::open_fen).sum();
    if let Some(part) = cut.first() {
        let Some(arrears) = paid.arrears_fen else {
            return Err(format!(
                "已缴至 {until} 在账期 {} 之内，请写账期的最后一天；只缴了一部分的另填欠缴金额",
                part.period
            ));
        };
        found.bills.extend(parts(cut, arrears - whole_fen, until)?);
    }
    found.bills.extend(whole);
    found.bills.sort_unstable_by_key(|bill| (bill.period.from, bill.kind));
    found.credit_fen = credit(all, until, paid, &mut found.remarks)?;
    Ok(found)
}

/// Periods that were paid in part: what is open of them together.
fn parts(mut cut: Vec<Open>, open_fen: i64, until: Date) -> Result<Vec<Open>, String> {
    let asked: i64 = cut.iter().map(|part| part.asked_fen).sum();
    if open_fen <= 0 || open_fen > asked {
        let period = cut.first().map_or_else(String::new, |part| part.period.to_string());
        let (open, asked) = (yuan_grouped(open_fen), yuan_grouped(asked));
        return Err(format!(
            "已缴至 {until} 在账期 {period} 之内，按欠缴金额该账期欠 {open} 元，应在 0 与应缴 {asked} 元之间"
        ));
    }
    let mut left = open_fen;
    for part in &mut cut {
        let open = part.asked_fen.min(left);
        part.paid_fen = part.asked_fen - open;
        left -= open;
    }
    cut.retain(|part| part.open_fen() > 0);
    Ok(cut)
}

/// What was paid for periods that the contract has not asked for yet.
fn credit(all: &[Asked], until: Date, paid: &Paid, remarks: &mut Vec<String>) -> Result<i64, String> {
    let ahead = || all.iter().filter(|one| !one.is_issued && one.fen > 0 && one.period.from <= until);
    let computed: i64 = ahead().filter(|one| one.period.to <= until).map(|one| one.fen).sum();
    let cut = ahead().find(|one| one.period.to > until);
    match (paid.credit_fen, cut) {
        (Some(said), _) => {
            if said != computed && computed > 0 {
                let (said, computed) = (yuan_grouped(said), yuan_grouped(computed));
                remarks.push(format!("预收金额 {said} 元，按已缴至计算为 {computed} 元，以台账的为准"));
            }
            Ok(said)
        }
        (None, Some(cut)) => {
            Err(format!("已缴至 {until} 在启用日后的账期 {} 之内，请写账期的最后一天，或另填预收金额", cut.period))
        }
        (None, None) => Ok(computed),
    }
}

/// Where no day is said, by the arrears: the newest periods that come to them are open.
fn by_arrears(all: &[Asked], term: DateSpan, first: Date, paid: &Paid) -> Result<Openings, String> {
    let issued: Vec<&Asked> = all.iter().filter(|one| one.is_issued && one.fen > 0).collect();
    let mut found = Openings { credit_fen: paid.credit_fen.unwrap_or(0), ..Openings::default() };
    if issued.is_empty() {
        return Ok(found);
    }
    let Some(arrears) = paid.arrears_fen else {
        if term.from >= first {
            found.remarks.push("启用日前已到出账日，未写已缴至，按未缴接收".to_owned());
            found.bills = issued.iter().map(|one| open_of(one, 0)).collect();
            return Ok(found);
        }
        return Err("请填写已缴至，或欠缴金额".to_owned());
    };
    let mut left = arrears;
    found.bills = issued.iter().rev().filter(|one| !one.is_due).map(|one| open_of(one, 0)).collect();
    for one in issued.iter().rev().filter(|one| one.is_due) {
        if left <= 0 {
            found.until = found.until.or(Some(one.period.to));
            break;
        }
        let open = one.fen.min(left);
        found.bills.push(open_of(one, one.fen - open));
        left -= open;
    }
    found.bills.reverse();
    if arrears > 0 {
        let until = found.until.map_or_else(|| "起租日前".to_owned(), |day| day.to_string());
        found.remarks.push(format!("没有写已缴至，按欠缴金额推算为 {until}"));
    }
    Ok(found)
}

fn open_of(one: &Asked, paid_fen: i64) -> Open {
    let Asked { kind, period, due_date, is_due, fen: asked_fen, .. } = *one;
    Open { kind, period, due_date, asked_fen, paid_fen, is_due }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::features::lease::contract::record::LeaseFacts;
    use crate::features::lease::contract::terms::rent_terms;
    use crate::features::lease::schedule::plan::plan;
    use crate::features::lease::schedule::terms::{DueKind, DueRule};

    /// C1 of domain.md 3.16: 16,000.00 a month by the quarter, ten days ahead.
    fn quarterly() -> (Vec<PlannedBill>, DateSpan) {
        let mut facts = LeaseFacts::blank(date(2024, 1, 1));
        facts.end_date = date(2026, 12, 31);
        facts.rent_fen = 1_600_000;
        (plan(&rent_terms(&facts)).expect("a plan"), DateSpan::new(facts.start_date, facts.end_date))
    }

    fn monthly() -> (Vec<PlannedBill>, DateSpan) {
        let mut facts = LeaseFacts::blank(date(2024, 1, 1));
        facts.end_date = date(2024, 12, 31);
        facts.rent_fen = 480_000;
        facts.billing_cycle = 1;
        facts.due_rule = DueRule { kind: DueKind::Day, n: 5 };
        (plan(&rent_terms(&facts)).expect("a plan"), DateSpan::new(facts.start_date, facts.end_date))
    }

    fn of(
        (planned, term): &(Vec<PlannedBill>, DateSpan),
        until: Option<Date>,
        arrears_fen: Option<i64>,
        credit_fen: Option<i64>,
    ) -> Result<Openings, String> {
        openings(planned, *term, date(2024, 7, 1), &Paid { until, arrears_fen, credit_fen })
    }

    #[test]
    fn e1_is_taken_over_on_the_first_of_july() {
        let c1 = of(&quarterly(), Some(date(2024, 6, 30)), None, None).expect("c1");
        let open: Vec<_> =
            c1.bills.iter().map(|bill| (bill.period.from, bill.period.to, bill.due_date, bill.open_fen())).collect();
        assert_eq!(open, [(date(2024, 7, 1), date(2024, 9, 30), date(2024, 6, 21), 4_800_000)]);
        let c2 = of(&monthly(), Some(date(2024, 6, 30)), None, None).expect("c2");
        let open: Vec<_> = c2.bills.iter().map(|bill| (bill.period.from, bill.due_date, bill.open_fen())).collect();
        assert_eq!(open, [(date(2024, 7, 1), date(2024, 7, 5), 480_000)]);
        assert_eq!((c2.periods.opening, c2.periods.missing, c2.periods.twice), (1, 0, 0));
    }

    #[test]
    fn arrears_of_several_periods_and_of_a_part() {
        let owed = of(&monthly(), Some(date(2024, 3, 31)), None, None).expect("owed");
        let open = (owed.bills.len(), owed.arrears_fen(), owed.not_due_fen());
        assert_eq!(open, (4, 1_440_000, 480_000), "April to June; July is due on the 5th");
        let part = of(&monthly(), Some(date(2024, 4, 15)), Some(1_060_000), None).expect("part");
        assert_eq!((part.bills.len(), part.arrears_fen(), part.bills[0].paid_fen), (4, 1_060_000, 380_000));
        assert!(of(&monthly(), Some(date(2024, 4, 15)), None, None).is_err(), "a part needs its sum");
        assert!(of(&monthly(), Some(date(2024, 4, 15)), Some(960_000), None).is_err(), "nothing of the part is open");
        assert!(of(&monthly(), Some(date(2025, 1, 31)), None, None).is_err(), "after the end");
    }

    #[test]
    fn paid_ahead_is_credit() {
        let ahead = of(&monthly(), Some(date(2024, 9, 30)), None, None).expect("ahead");
        assert_eq!(
            (ahead.bills.len(), ahead.credit_fen),
            (0, 960_000),
            "August and September; July was asked for before"
        );
        assert!(of(&monthly(), Some(date(2024, 9, 15)), None, None).is_err(), "half a month ahead");
        let said = of(&monthly(), Some(date(2024, 9, 15)), None, Some(720_000)).expect("said");
        assert_eq!(said.credit_fen, 720_000);
    }

    #[test]
    fn without_a_day_the_arrears_tell() {
        let none = of(&monthly(), None, Some(0), None).expect("nothing owed");
        assert_eq!((none.arrears_fen(), none.not_due_fen(), none.until), (0, 480_000, Some(date(2024, 6, 30))));
        let some = of(&monthly(), None, Some(1_000_000), None).expect("two months and a bit");
        assert_eq!((some.bills.len(), some.arrears_fen(), some.until), (4, 1_000_000, Some(date(2024, 3, 31))));
        let more = of(&monthly(), None, Some(9_999_999), None).expect("more than was asked for");
        assert_eq!((more.arrears_fen(), more.until), (2_880_000, None), "the rest is a difference that people explain");
        assert!(of(&monthly(), None, None, None).is_err());
    }
}
