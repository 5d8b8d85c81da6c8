//! Figures from sums against figures from rows, and what a day's figures were.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used)]

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use gx_portal::features::finance::allocation::{Allocation, AllocationMode};
use gx_portal::features::finance::figures::blocks::Figures;
use gx_portal::features::finance::figures::load::{Books, ChartQuery, books};
use gx_portal::features::lease::schedule::terms::BillKind;
use gx_portal::kernel::span::{DateSpan, add_days};
use gx_portal::op::{Caller, View};
use gx_portal::platform::identity::rights::{Rights, RoleRight, Scope};
use jiff::civil::Date;
use rand::RngExt;
use rand::rngs::StdRng;

/// A person with a data scope.
pub fn person(user_id: u64, scope: Scope) -> Caller {
    let roles = vec![Arc::new(RoleRight { scope, ..RoleRight::default() })];
    let rights = Rights { user_id, roles, ..Rights::default() };
    Caller { rights: Arc::new(rights), ..Caller::anonymous() }
}

/// Everything that figures say of a day and a span, as text.
pub fn describe(view: &View, query: &ChartQuery, span: DateSpan, as_of: Date) -> String {
    let figures = Figures::of(view, query).unwrap();
    let to_day = DateSpan::new(span.from, span.to.min(as_of));
    let year = as_of.year();
    format!(
        "{:#?}",
        (
            (
                figures.collection(span, as_of, false).unwrap(),
                figures.collection(span, as_of, true).unwrap(),
                figures.received(to_day).unwrap(),
                figures.ageing(as_of).unwrap(),
                figures.roll_forward(span.from, to_day.to).unwrap(),
                figures.months(year, as_of, false).unwrap(),
                figures.cash_flow(year, as_of).unwrap(),
                figures.remitted_sums(year, as_of).unwrap().by_party(),
            ),
            (
                figures.by_kind(span, as_of).unwrap(),
                figures.by_plate(span, as_of, true).unwrap(),
                figures.by_party(span, as_of, false).unwrap(),
                figures.month_rates(year, as_of, true).unwrap(),
                figures.received_by_month(year, as_of).unwrap(),
                figures.received_by_method(to_day).unwrap(),
                figures.ageing_with_debtors(as_of, 10).unwrap().1,
                figures.households(span, as_of, false).unwrap(),
            ),
        )
    )
}

/// Figures from sums equal figures from rows.
pub fn agree(view: &View, query: &ChartQuery, span: DateSpan, as_of: Date) {
    let (figures, rows) = (Figures::of(view, query).unwrap(), books(view, query).unwrap());
    let about = format!("{query:?} {span} as of {as_of}");
    let to_day = DateSpan::new(span.from, span.to.min(as_of));
    for rent_only in [false, true] {
        let collection = figures.collection(span, as_of, rent_only).unwrap();
        assert_eq!(collection, rows.collection(span, as_of, rent_only), "collection {about}");
        let months = figures.months(span.from.year(), as_of, rent_only).unwrap();
        assert_eq!(months, rows.months(span.from.year(), as_of, rent_only), "months {about}");
    }
    assert_eq!(figures.received(to_day).unwrap(), rows.received(to_day), "received {about}");
    assert_eq!(figures.ageing(as_of).unwrap(), rows.ageing(as_of), "ageing {about}");
    assert_eq!(figures.arrears(as_of).unwrap(), rows.arrears(as_of), "arrears {about}");
    let roll = figures.roll_forward(span.from, to_day.to).unwrap();
    assert_eq!(roll, rows.roll_forward(span.from, to_day.to), "roll-forward {about}");
    for year in [as_of.year(), as_of.year() - 1] {
        assert_eq!(figures.cash_flow(year, as_of).unwrap(), rows.cash_flow(year, as_of), "cash flow {about}");
        assert_eq!(figures.remitted(year, as_of).unwrap(), rows.remitted(year, as_of), "remitted {about}");
    }
    let groups = figures.household_groups(span, as_of).unwrap();
    assert_eq!(groups.whole, figures.households(span, as_of, true).unwrap(), "households {about}");
    let far = DateSpan::new(span.from, add_days(span.to, 1));
    let far = figures.household_groups(far, as_of).unwrap();
    let sum = |groups: &BTreeMap<u64, _>| groups.len();
    assert!(sum(&far.plates) >= sum(&groups.plates), "households by plate {about}");
    rent_alone(&figures, &rows, to_day, &about);
    broken_down(&figures, &rows, span, as_of, &about);
}

/// 实收租金 is what came for bills less what of it lies on other kinds.
fn rent_alone(figures: &Figures<'_>, rows: &Books, span: DateSpan, about: &str) {
    if span.is_empty() || !figures.is_of_all_plates() {
        return;
    }
    let came = |row: &&Allocation| {
        let mirror = row.amount_fen < 0 && row.mode == AllocationMode::Reversal;
        span.contains(row.book_date) && (mirror || row.receipt_date.is_some_and(|day| span.contains(day)))
    };
    let other =
        rows.allocations.iter().filter(came).filter(|row| !matches!(row.kind, BillKind::Rent | BillKind::Deposit));
    let other: i64 = other.map(|row| row.amount_fen).sum();
    let rent = figures.received_rent(span).unwrap();
    assert_eq!(rent.total_fen, rows.received(span).total_fen - other, "rent received {about}");
    assert_eq!(
        rent.current_fen + rent.earlier_fen + rent.ahead_fen + rent.unclaimed_fen,
        rent.total_fen,
        "its parts {about}"
    );
}

fn broken_down(figures: &Figures<'_>, rows: &Books, span: DateSpan, as_of: Date, about: &str) {
    let owing = |bill: &&_| rows.open_on(bill, as_of) > 0;
    let counted = rows.bills.iter().filter(|bill| bill.kind != BillKind::Deposit);
    let mut debtors: BTreeMap<u64, (i64, usize, Date)> = BTreeMap::new();
    for bill in counted.clone().filter(|bill| bill.due_date < as_of) {
        if owing(&bill) {
            let debtor = debtors.entry(bill.tenant_id).or_insert((0, 0, bill.due_date));
            *debtor = (debtor.0 + rows.open_on(bill, as_of), debtor.1 + 1, debtor.2.min(bill.due_date));
        }
    }
    let mut ranked: Vec<(u64, (i64, usize, Date))> = debtors.into_iter().collect();
    ranked.sort_by_key(|(tenant, (fen, ..))| (-fen, *tenant));
    ranked.truncate(10);
    let top = figures.ageing_with_debtors(as_of, 10).unwrap().1;
    let top: Vec<_> = top.iter().map(|d| (d.tenant_id, (d.open_fen, d.bills, d.oldest_due))).collect();
    assert_eq!(top, ranked, "debtors {about}");

    let mut tenants: HashMap<u64, i64> = HashMap::new();
    let mut open: HashSet<u64> = HashSet::new();
    let in_books = |day: Date, void: Option<Date>| day <= as_of && void.is_none_or(|void| void > as_of);
    for bill in counted.filter(|bill| span.contains(bill.due_date) && bill.due_date <= as_of) {
        if in_books(bill.book_date, bill.void_date) {
            *tenants.entry(bill.tenant_id).or_default() += bill.amount_fen;
        }
        if owing(&bill) {
            open.insert(bill.tenant_id);
        }
    }
    tenants.retain(|_, fen| *fen > 0);
    let told = figures.households(span, as_of, false).unwrap();
    let paid = tenants.keys().filter(|tenant| !open.contains(tenant)).count();
    assert_eq!((told.due, told.paid), (tenants.len(), paid), "households {about}");

    let whole = figures.collection(span, as_of, false).unwrap();
    let kinds = figures.by_kind(span, as_of).unwrap();
    let plates = figures.by_plate(span, as_of, false).unwrap();
    let parties = figures.by_party(span, as_of, false).unwrap();
    let kinds: Vec<_> = kinds.iter().map(|(_, sum)| *sum).collect();
    for groups in [kinds, plates.iter().map(|(_, sum)| *sum).collect(), parties.iter().map(|(_, sum)| *sum).collect()] {
        let sum =
            |of: fn(&gx_portal::features::finance::figures::Collection) -> i64| groups.iter().map(of).sum::<i64>();
        assert_eq!(sum(|group| group.net_due_fen), whole.net_due_fen, "groups {about}");
        assert_eq!(sum(|group| group.collected_fen), whole.collected_fen, "groups {about}");
    }
    let methods: i64 = figures.received_by_method(span).unwrap().iter().map(|(_, fen)| fen).sum();
    assert_eq!(methods, figures.received(span).unwrap().total_fen, "methods {about}");
    let months: i64 = figures.received_by_month(as_of.year(), as_of).unwrap().iter().sum();
    let year = DateSpan::new(as_of.first_of_year(), as_of);
    assert_eq!(months, rows.received(year).total_fen, "received by month {about}");
}

/// A span somewhere between two days: a year, a month, or anything.
pub fn some_span(rng: &mut StdRng, from: Date, to: Date) -> DateSpan {
    let day = some_day(rng, from, to);
    match rng.random_range(0..3) {
        0 => DateSpan::new(day.first_of_year(), day.last_of_year()),
        1 => DateSpan::new(day.first_of_month(), day.last_of_month()),
        _ => DateSpan::new(day, add_days(day, rng.random_range(0..200))),
    }
}

/// A day between two.
pub fn some_day(rng: &mut StdRng, from: Date, to: Date) -> Date {
    add_days(from, rng.random_range(0..=gx_portal::kernel::span::days_between(from, to)))
}

/// Two texts of [`describe`] are the same; otherwise the lines that are not.
pub fn same(then: &str, now: &str, about: &str) {
    let lines = then.lines().zip(now.lines()).enumerate();
    let other: Vec<_> = lines.filter(|(_, (then, now))| then != now).take(12).collect();
    assert!(then == now, "{about}: then and now differ: {other:#?}");
}
