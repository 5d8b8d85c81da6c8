//! Lines of a ledger as contracts: terms in words become terms, and lines that belong together become one. Pure.
//!
//! Invariants: what stops a contract is said with its line and the text that stands there; history is not judged again, so
//! everything that a contract may be unusual in is a warning.

use std::collections::HashMap;

use jiff::civil::Date;

use super::field::TakeoverField as Field;
use super::opening::Paid;
use super::reading::LedgerRow;
use super::record::TakeoverTerms;
use super::wire::{TakeoverLevel, TakeoverProblem};
use super::words;
use crate::features::lease::contract::record::{LeaseFacts, LeaseKind, LettingMode};
use crate::features::lease::contract::wording::{due_rule, rent_free};
use crate::features::lease::schedule::terms::{BillKind, Escalation, EscalationMode, ExtraCharge, RentBasis};
use crate::kernel::area::Area;
use crate::kernel::money::decimal;
use crate::kernel::span::{add_months, months_to};

/// What is noticed, line by line.
#[derive(Debug, Default)]
pub struct Problems(pub Vec<TakeoverProblem>);

impl Problems {
    /// The batch can't be submitted with it.
    pub fn stop(&mut self, row: u32, field: Option<Field>, text: impl Into<String>) {
        self.0.push(TakeoverProblem { row, level: TakeoverLevel::Stop, field, text: text.into() });
    }
    /// Somebody should know.
    pub fn warn(&mut self, row: u32, field: Option<Field>, text: impl Into<String>) {
        self.0.push(TakeoverProblem { row, level: TakeoverLevel::Warn, field, text: text.into() });
    }
}

/// A room as its line names it.
#[derive(Debug, Clone)]
pub struct RoomSaid {
    pub line: u32,
    pub asset: String,
    pub building: String,
    pub floor: String,
    pub room: String,
    pub area: Option<Area>,
    pub price_e4: i64,
}

/// A contract of the ledger; party, tenant and rooms of its facts are still to be found.
#[derive(Debug, Clone)]
pub struct Contract {
    /// Its lines, from 1.
    pub lines: Vec<u32>,
    pub party: String,
    pub tenant: String,
    pub id_no: String,
    pub phone: String,
    pub contact: String,
    pub rooms: Vec<RoomSaid>,
    pub facts: LeaseFacts,
    pub paid: Paid,
    /// 现行月租金, fen, where a column says it.
    pub current_fen: Option<i64>,
    /// Rent of the ledger by the month, fen, for the comparison.
    pub said_month_fen: Option<i64>,
    pub deposit_held_fen: i64,
    /// Deposit that a column says, received or agreed.
    pub said_deposit_fen: Option<i64>,
    pub sign_date: Option<Date>,
    pub returned: Option<Date>,
    pub scan: String,
    pub remark: String,
}

/// Puts lines together that belong to one contract: those of one paper number, and those whose tenant goes on from above.
pub fn grouped(rows: &[LedgerRow]) -> Vec<Vec<&LedgerRow>> {
    let (mut groups, mut by_paper): (Vec<Vec<&LedgerRow>>, HashMap<(&str, &str), usize>) = (Vec::new(), HashMap::new());
    for row in rows {
        let key = (row.text(Field::PaperNo), row.text(Field::Tenant));
        let known = by_paper.get(&key).copied().filter(|_| !key.0.is_empty());
        let last = groups.len().checked_sub(1).filter(|_| row.goes_on && key.0.is_empty());
        match known.or(last) {
            Some(place) => groups[place].push(row),
            None => {
                by_paper.insert(key, groups.len());
                groups.push(vec![row]);
            }
        }
    }
    groups
}

/// Reads a contract. None when what stops it leaves nothing to compute with.
pub fn contract(
    rows: &[&LedgerRow],
    terms: &TakeoverTerms,
    first_day: Date,
    problems: &mut Problems,
) -> Option<Contract> {
    let first = *rows.first()?;
    let before = problems.0.len();
    for row in rows {
        for (field, text) in &row.faults {
            problems.stop(row.line, Some(*field), text.clone());
        }
    }
    let tenant = first.text(Field::Tenant).to_owned();
    if tenant.is_empty() {
        problems.stop(first.line, Some(Field::Tenant), "没有写承租人；空置的房间请勾为不接收");
    }
    let term = term_of(first, problems);
    let (from, to) = term?;
    let mut facts = LeaseFacts {
        kind: LeaseKind::TakenOver,
        end_date: to,
        paper_no: first.text(Field::PaperNo).to_owned(),
        purpose: first.text(Field::Purpose).to_owned(),
        letting_mode: LettingMode::Other,
        late_fee_ppm: terms.late_fee_ppm,
        ..LeaseFacts::blank(from)
    };
    when_paid(first, terms, &mut facts, problems);
    let rooms = rent_of(rows, &mut facts, problems);
    let sum = |field: Field| rows.iter().filter_map(|row| row.amounts.get(&field)).copied().reduce(i64::saturating_add);
    rise_of(first, &mut facts, first_day, problems);
    free_of(first, &mut facts, problems);
    if let Some(month_fen) = sum(Field::PropertyFee).filter(|fen| *fen > 0) {
        facts.extra_charges = vec![ExtraCharge { key: 1, kind: BillKind::Property, month_fen, price_e4: 0 }];
    }
    let (agreed, held) = (sum(Field::Deposit), sum(Field::DepositHeld));
    let deposit_held_fen = held.or(agreed.filter(|_| terms.deposit_is_held)).unwrap_or(0);
    facts.deposit_fen = agreed.unwrap_or(0).max(deposit_held_fen);
    let paid = Paid {
        until: day_of(first, Field::PaidUntil, problems),
        arrears_fen: sum(Field::Arrears),
        credit_fen: sum(Field::Credit).filter(|fen| *fen > 0),
    };
    let made = Contract {
        lines: rows.iter().map(|row| row.line).collect(),
        party: first.text(Field::PartyA).to_owned(),
        tenant,
        id_no: first.text(Field::IdNo).to_uppercase(),
        phone: first.text(Field::Phone).to_owned(),
        contact: first.text(Field::Contact).to_owned(),
        rooms,
        paid,
        current_fen: sum(Field::CurrentRent),
        said_month_fen: said_month(rows, &sum),
        deposit_held_fen,
        said_deposit_fen: held.or(agreed),
        sign_date: day_of(first, Field::SignDate, problems),
        returned: day_of(first, Field::Returned, problems),
        scan: first.text(Field::Scan).to_owned(),
        remark: first.text(Field::Remark).chars().take(300).collect(),
        facts,
    };
    amounts_fit(&made, first.line, problems);
    let is_stopped = problems.0.iter().skip(before).any(|problem| problem.level == TakeoverLevel::Stop);
    (!is_stopped).then_some(made)
}

fn amounts_fit(made: &Contract, line: u32, problems: &mut Problems) {
    let given = [
        (Field::Arrears, made.paid.arrears_fen),
        (Field::Credit, made.paid.credit_fen),
        (Field::Deposit, Some(made.deposit_held_fen)),
        (Field::MonthRent, Some(made.facts.rent_fen)),
    ];
    for (field, fen) in given {
        let fits = fen.is_none_or(|fen| (0..=crate::kernel::money::MOST_FEN).contains(&fen));
        if !fits {
            problems.stop(line, Some(field), format!("{}须在0到1000亿元之间", field.label()));
        }
    }
}

/// Rent of a month as the ledger says it.
fn said_month(rows: &[&LedgerRow], sum: &dyn Fn(Field) -> Option<i64>) -> Option<i64> {
    let by_price = || {
        let one = |row: &&LedgerRow| {
            let price = decimal(&figures(row.text(Field::Price)), 4)?;
            Some(i64::try_from((i128::from(price) * i128::from(row.area?.0) + 5_000) / 10_000).unwrap_or(i64::MAX))
        };
        rows.iter().map(one).try_fold(0_i64, |all, fen| Some(all.saturating_add(fen?)))
    };
    let year = || sum(Field::YearRent).map(|fen| fen.saturating_add(6) / 12);
    sum(Field::CurrentRent).or_else(|| sum(Field::MonthRent)).or_else(year).or_else(by_price)
}

fn term_of(row: &LedgerRow, problems: &mut Problems) -> Option<(Date, Date)> {
    let [whole, start, end] = [Field::Term, Field::Start, Field::End].map(|field| row.text(field));
    let before = problems.0.len();
    let found = if start.is_empty() && end.is_empty() {
        if whole.is_empty() {
            problems.stop(row.line, Some(Field::Term), "没有写租期");
            return None;
        }
        let read = words::term(whole);
        if read.is_none() {
            problems.stop(row.line, Some(Field::Term), format!("租期“{whole}”无法识别，请写起止日期"));
        }
        read
    } else {
        let mut one = |field: Field, text: &str, is_end: bool| {
            let read = words::day(text, is_end);
            if read.is_none() {
                let what =
                    if text.is_empty() { "没有填写".to_owned() } else { format!("“{text}”无法识别") };
                problems.stop(row.line, Some(field), format!("{}{what}", field.label()));
            }
            read
        };
        let (from, to) = (one(Field::Start, start, false), one(Field::End, end, true));
        from.zip(to)
    };
    let ((from, is_month), (to, ends_month)) = found?;
    if is_month || ends_month {
        problems.warn(row.line, Some(Field::Term), format!("租期只写到月，按 {from} 至 {to} 接收"));
    }
    if from > to {
        problems.stop(row.line, Some(Field::End), format!("到期日 {to} 早于起租日 {from}"));
    } else if to >= add_months(from, 240) {
        problems.stop(row.line, Some(Field::End), "租赁期限不得超过二十年（民法典第七百零五条）");
    }
    let is_stopped = problems.0.iter().skip(before).any(|problem| problem.level == TakeoverLevel::Stop);
    (!is_stopped).then_some((from, to))
}

fn day_of(row: &LedgerRow, field: Field, problems: &mut Problems) -> Option<Date> {
    let text = row.text(field);
    if text.is_empty() {
        return None;
    }
    let read = if field == Field::PaidUntil { words::paid_until(text) } else { words::day(text, true) };
    match read {
        Some((day, false)) => Some(day),
        Some((day, true)) => {
            problems.warn(row.line, Some(field), format!("{}“{text}”没有写到日，按 {day} 接收", field.label()));
            Some(day)
        }
        None if field == Field::SignDate => {
            problems.warn(row.line, Some(field), format!("签订日期“{text}”无法识别，不接收"));
            None
        }
        None => {
            problems.stop(row.line, Some(field), format!("{}“{text}”无法识别，请写日期", field.label()));
            None
        }
    }
}

/// Cycle and due rule; one column may say both.
fn when_paid(row: &LedgerRow, terms: &TakeoverTerms, facts: &mut LeaseFacts, problems: &mut Problems) {
    let (cycle, due) = (row.text(Field::Cycle), row.text(Field::Due));
    let said = [cycle, due].into_iter().find_map(words::cycle);
    if said.is_none() && !cycle.is_empty() {
        problems.warn(
            row.line,
            Some(Field::Cycle),
            format!("缴费周期“{cycle}”无法识别，按默认约定 {} 个月接收", terms.billing_cycle),
        );
    }
    facts.billing_cycle = said.unwrap_or(terms.billing_cycle);
    let rule = [due, cycle].into_iter().find_map(words::due);
    if rule.is_none() && !due.is_empty() {
        problems.warn(row.line, Some(Field::Due), format!("缴费约定“{due}”无法识别，按默认约定“{}”接收", terms.due));
    }
    if let Some(rule) = rule.or_else(|| due_rule(&terms.due)) {
        facts.due_rule = rule;
    }
}

fn figures(text: &str) -> String {
    text.chars().filter(|c| c.is_ascii_digit() || *c == '.').collect()
}

/// Rooms and what they cost: by the month, by the year, or by area.
fn rent_of(rows: &[&LedgerRow], facts: &mut LeaseFacts, problems: &mut Problems) -> Vec<RoomSaid> {
    let line = rows.first().map_or(0, |row| row.line);
    let sum = |field: Field| rows.iter().filter_map(|row| row.amounts.get(&field)).copied().reduce(i64::saturating_add);
    let (month, year, current) = (sum(Field::MonthRent), sum(Field::YearRent), sum(Field::CurrentRent));
    let has_price = rows.iter().all(|row| decimal(&figures(row.text(Field::Price)), 4).is_some_and(|price| price > 0));
    (facts.rent_basis, facts.rent_fen) = match (month, year) {
        (Some(fen), _) => (RentBasis::MonthTotal, fen),
        (None, Some(fen)) => (RentBasis::YearTotal, fen),
        (None, None) if has_price => (RentBasis::AreaMonth, 0),
        (None, None) => (RentBasis::MonthTotal, current.unwrap_or(0)),
    };
    if facts.rent_basis == RentBasis::MonthTotal && month.is_none() && current.is_none() {
        problems.stop(line, Some(Field::MonthRent), "没有写租金：月租金、年租金或单价至少一项");
    } else if facts.rent_fen == 0 && !facts.rent_basis.by_area() {
        problems.warn(line, Some(Field::MonthRent), "租金为0");
    }
    let room = |row: &&LedgerRow| RoomSaid {
        line: row.line,
        asset: if row.text(Field::Asset).is_empty() { row.section.trim() } else { row.text(Field::Asset) }.to_owned(),
        building: row.text(Field::Building).to_owned(),
        floor: row.text(Field::Floor).to_owned(),
        room: row.text(Field::Room).to_owned(),
        area: row.area,
        price_e4: if facts.rent_basis.by_area() {
            decimal(&figures(row.text(Field::Price)), 4).unwrap_or(0)
        } else {
            0
        },
    };
    rows.iter().map(room).collect()
}

/// The escalation. Where only today's rent is known, it rises from the last step on.
fn rise_of(row: &LedgerRow, facts: &mut LeaseFacts, first_day: Date, problems: &mut Problems) {
    let text = row.text(Field::Rise);
    match words::rise(text, facts.rent_basis) {
        Some(rise) => facts.escalation = rise,
        None => problems.stop(
            row.line,
            Some(Field::Rise),
            format!("递增“{text}”无法识别，请写 每12月递增5% 或 每12月递增500元，不递增写 无"),
        ),
    }
    let has_first = [Field::MonthRent, Field::YearRent].iter().any(|field| row.amounts.contains_key(field));
    if has_first || facts.rent_basis.by_area() {
        return;
    }
    let start = facts.start_date;
    let last = last_step(start, facts.escalation.as_ref(), facts.end_date.min(first_day));
    if let (Some(rise), Some(from)) = (facts.escalation.as_mut(), last)
        && from > start
        && rise.mode != EscalationMode::Set
    {
        rise.base_date = Some(from);
        problems.warn(
            row.line,
            Some(Field::Rise),
            format!("只写了现行租金，递增从 {from} 起计算，以前各期按现行租金核对"),
        );
    }
}

/// The last day until another one on which the rent rose.
fn last_step(start: Date, rise: Option<&Escalation>, until: Date) -> Option<Date> {
    let every = i64::from(rise?.every_months);
    (every > 0).then(|| add_months(start, months_to(start, until).max(0) / every * every))
}

fn free_of(row: &LedgerRow, facts: &mut LeaseFacts, problems: &mut Problems) {
    let text = row.text(Field::RentFree);
    if text.is_empty() {
        return;
    }
    let spans = rent_free(text).or_else(|| {
        let ((from, _), (to, _)) = words::term(text)?;
        rent_free(&format!("{from}至{to}"))
    });
    match spans {
        Some(spans) => facts.rent_free = spans,
        None => problems.stop(
            row.line,
            Some(Field::RentFree),
            format!("免租期“{text}”无法识别，请写 2024-06-01至2024-06-30"),
        ),
    }
}
