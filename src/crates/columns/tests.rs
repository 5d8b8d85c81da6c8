//! Pages near and far in any order against a plain sort, rows that come, change and go against a map, and what follows from
//! other columns against the same row by row.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::query::{By, Columns, Order, Predicate, Query, Set};
use super::rows::{Filling, Rows};
use super::scan::{scan, walk};
use super::{Formula, Kind, NONE, Value, When, select};

/// More rows than a page near the front is found among in one walk.
const MANY: i64 = 60_000;

struct Dice(u64);

impl Dice {
    fn below(&mut self, most: i64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        i64::try_from(self.0 >> 2).unwrap_or(0) % most
    }
}

fn kinds() -> Arc<[Kind]> {
    [Kind::Number, Kind::Text, Kind::Name(None), Kind::Number].into()
}

#[derive(Debug, Clone)]
struct Plain {
    id: i64,
    amount: i64,
    no: String,
    name: String,
    state: i64,
}

fn row(dice: &mut Dice, id: i64) -> Plain {
    Plain {
        id,
        amount: if dice.below(9) == 0 { NONE } else { dice.below(5_000_000) - 1_000 },
        // Most have none, over whole chunks; others are longer than what keys hold, with the same beginning, or just fill them.
        no: match dice.below(6) {
            _ if id % 60_000 < 30_000 => String::new(),
            0 => format!("zd-{}", dice.below(300)),
            1 => format!("zd-2026{:02}-{:06}", dice.below(12), dice.below(300)),
            _ => format!("zd-2026{:02}-{:06}-{}", dice.below(12), dice.below(300), dice.below(4)),
        },
        name: format!("乙方{}", dice.below(50)),
        state: dice.below(3),
    }
}

fn values(row: &Plain) -> Vec<Value> {
    vec![
        Value::Number(row.amount),
        Value::Text(row.no.clone()),
        Value::Name(row.name.clone()),
        Value::Number(row.state),
    ]
}

#[test]
fn every_page_is_that_of_a_plain_sort() {
    let (kinds, mut dice) = (kinds(), Dice(88_172_645_463_325_252));
    let mut filling = Filling::new(&kinds);
    let all: Vec<Plain> = (1..=MANY).map(|id| row(&mut dice, id * 3)).collect();
    all.iter().for_each(|row| filling.push(row.id, values(row)));
    let columns = Columns { kinds, rows: Arc::new(filling.done()), today: 0 };
    let answer = scan(&columns, &Query::default());
    for (by, key) in [
        (vec![(By::Number(0), 0)], 0),
        (vec![(By::Text(1), 1)], 1),
        (vec![(By::Name(2), 2)], 2),
        (vec![(By::Number(3), 3)], 3),
        (vec![(By::Number(3), 3), (By::Number(0), 0)], 4),
    ] {
        for (down, ids_down) in [(false, false), (true, false), (false, true), (true, true)] {
            let mut sorted: Vec<&Plain> = all.iter().collect();
            #[expect(clippy::disallowed_methods, reason = "what ours is compared with")]
            sorted.sort_by(|a, b| {
                let way = match key {
                    0 => a.amount.cmp(&b.amount),
                    1 => a.no.cmp(&b.no),
                    2 => a.name.cmp(&b.name),
                    3 => a.state.cmp(&b.state),
                    _ => (a.state, a.amount).cmp(&(b.state, b.amount)),
                };
                let way = if down { way.reverse() } else { way };
                way.then(if ids_down { b.id.cmp(&a.id) } else { a.id.cmp(&b.id) })
            });
            let keys = by.iter().map(|(by, _)| (by.clone(), down)).collect();
            let order = Order { keys, ids_down };
            for offset in [0, 5, 16_370, 16_390, 30_000, 59_970, 59_999, 70_000] {
                let page = select::page(&columns, &answer, &order, offset, 20);
                let plain: Vec<u64> = sorted
                    .iter()
                    .skip(usize::try_from(offset).expect("small"))
                    .take(20)
                    .map(|row| row.id.cast_unsigned())
                    .collect();
                assert_eq!(page, plain, "order {key}, down {down}, ids down {ids_down}, from {offset}");
            }
            let whole = select::whole(&columns, &answer, &order);
            assert!(whole.iter().zip(&sorted).all(|(id, row)| *id == row.id.cast_unsigned()));
        }
    }
    for ids_down in [false, true] {
        let order = Order { keys: Vec::new(), ids_down };
        let page = select::page(&columns, &answer, &order, 40_000, 3);
        let expected = if ids_down { [20_000, 19_999, 19_998] } else { [40_001, 40_002, 40_003] };
        assert_eq!(page, expected.map(|place: u64| place * 3));
    }
}

#[test]
fn rows_that_come_change_and_go_are_those_of_a_map() {
    let (kinds, mut dice) = (kinds(), Dice(1_234_567));
    let (mut rows, mut map) = (Rows::new(&kinds), BTreeMap::new());
    for step in 0..30_000 {
        // Mostly new ones at the end, as records are made; now and then anywhere.
        let id = if step % 3 == 0 { dice.below(40_000) } else { step + 10_000 };
        if dice.below(5) == 0 {
            rows.remove(id);
            map.remove(&id);
        } else {
            let plain = row(&mut dice, id);
            rows.put(&kinds, id, values(&plain));
            map.insert(id, plain);
        }
        if step % 5_000 == 0 {
            // Somebody reads meanwhile: what he holds stays as it is.
            let held = rows.clone();
            rows.put(&kinds, 10_000_000 + step, values(&row(&mut dice, 0)));
            assert_eq!(held.len(), map.len());
            rows.remove(10_000_000 + step);
        }
    }
    assert!(rows.ids().eq(map.keys().copied()));
    assert!(rows.chunks.iter().all(|chunk| !chunk.is_empty() && chunk.len() <= super::rows::ROWS));
    for (id, plain) in &map {
        let found = rows.find(*id).map(|place| rows.row(place));
        assert_eq!(found, Some(values(plain)), "{id}");
    }
    rows.doubt(77);
    assert_eq!((rows.find(77), rows.unreadable.as_slice()), (None, &[77][..]));
    rows.put(&kinds, 77, values(&row(&mut dice, 77)));
    assert!(rows.unreadable.is_empty() && rows.find(77).is_some(), "a record that is written anew is readable");
}

/// Columns that follow from others in every shape, over numbers with gaps.
fn followed() -> (Arc<[Kind]>, Vec<Vec<i64>>) {
    let when = |column, low, high, not| When { column, low, high, not };
    let kinds = [
        Kind::Number,
        Kind::Number,
        Kind::Number,
        Kind::Computed(Formula::Sum { when: Some(when(0, 1, 1, false)), plus: vec![1], minus: vec![2] }),
        Kind::Computed(Formula::Sum { when: Some(when(0, 1, 1, true)), plus: vec![1, 3], minus: vec![] }),
        Kind::Computed(Formula::Sum { when: None, plus: vec![], minus: vec![1] }),
        Kind::Computed(Formula::DaysPast { day: 2, open: 3 }),
        Kind::Computed(Formula::Is(when(6, 1, i64::MAX, false))),
        Kind::Computed(Formula::Is(when(0, 2, 2, true))),
        Kind::Computed(Formula::PastFirst { day: 2 }),
        Kind::Computed(Formula::Rows { from: vec![0, 3], of: |row, today| row.iter().sum::<i64>() % 7 + today }),
    ];
    let mut dice = Dice(362_436_069);
    let row = |at: i64, dice: &mut Dice| {
        // Some chunks hold one state alone, so that bounds tell what a condition comes to.
        let state = if at / 4_096 % 2 == 0 { 1 } else { dice.below(3) };
        let gap = |value: i64, dice: &mut Dice| if at > 9_000 && dice.below(9) == 0 { NONE } else { value };
        let amount = dice.below(90_000) - 10_000;
        let day = at / 40 + dice.below(30);
        vec![gap(state, dice), gap(amount, dice), gap(day, dice)]
    };
    (kinds.into(), (0..20_000).map(|at| row(at, &mut dice)).collect())
}

#[test]
fn what_follows_is_the_same_by_chunks_and_by_rows() {
    let (kinds, plain) = followed();
    let mut filling = Filling::new(&kinds);
    for (id, row) in (1..).zip(&plain) {
        let computed = kinds.iter().skip(row.len()).map(|_| Value::Nothing);
        filling.push(id, row.iter().map(|number| Value::Number(*number)).chain(computed).collect());
    }
    let columns = Columns { kinds: kinds.clone(), rows: Arc::new(filling.done()), today: 250 };
    let number = |row: usize, at: usize| -> i64 {
        fn of(kinds: &[Kind], row: &[i64], at: usize) -> i64 {
            match &kinds[at] {
                Kind::Computed(formula) => formula.of_row(&|at| of(kinds, row, at), 250),
                _ => row[at],
            }
        }
        of(&kinds, &plain[row], at)
    };
    let mut dice = Dice(88_675_123);
    for asked in 3..kinds.len() {
        let (low, high) = (dice.below(500) - 250, dice.below(80_000));
        for predicate in [
            Predicate::Always(true),
            Predicate::Between(asked, low, high),
            Predicate::Among(asked, Arc::new(Set::of([0, 1, 5, NONE, high]))),
            Predicate::Between(1, low, high),
            Predicate::Between(asked, 1, i64::MAX),
            Predicate::Between(asked, 0, 0),
            Predicate::Not(Box::new(Predicate::Between(asked, 1, 90))),
            Predicate::Among(asked, Arc::new(Set::of([1]))),
            Predicate::Ids(Arc::new(Set::of([2, 77, 4_097, 9_000]))),
            Predicate::Not(Box::new(Predicate::Ids(Arc::new(Set::of([5]))))),
            Predicate::Ids(Arc::new(Set::of((1..9_000).step_by(3)))),
            Predicate::All(vec![
                Predicate::Ids(Arc::new(Set::of((7..9_000).step_by(40)))),
                Predicate::Ids(Arc::new(Set::of((1..9_000).step_by(2)))),
            ]),
            Predicate::All(vec![Predicate::Between(1, 0, 3_000), Predicate::Between(asked, 1, 40_000)]),
        ] {
            fn fits(predicate: &Predicate, id: i64, number: &dyn Fn(usize) -> i64) -> bool {
                match predicate {
                    Predicate::Ids(set) => set.has(id),
                    Predicate::Between(at, low, high) => {
                        let value = number(*at);
                        value != NONE && (*low..=*high).contains(&value)
                    }
                    Predicate::Among(at, set) => set.has(number(*at)),
                    Predicate::Not(inner) => !fits(inner, id, number),
                    Predicate::All(parts) => parts.iter().all(|part| fits(part, id, number)),
                    _ => true,
                }
            }
            let id = |row: usize| row as i64 + 1;
            let rows: Vec<usize> =
                (0..plain.len()).filter(|row| fits(&predicate, id(*row), &|at| number(*row, at))).collect();
            let sum = |at: usize| rows.iter().map(|row| number(*row, at)).filter(|value| *value != NONE).sum::<i64>();
            let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
            rows.iter().for_each(|row| *counts.entry(number(*row, asked)).or_default() += 1);
            let filters = vec![(None, predicate.clone())];
            let answer = scan(&columns, &Query { filters, sums: vec![asked, 1], facets: vec![asked] });
            assert_eq!(answer.total, rows.len() as u64, "{asked} {predicate:?}");
            assert_eq!(answer.sums, [sum(asked), sum(1)], "{asked} {predicate:?}");
            assert_eq!(answer.facets[0].iter().copied().collect::<BTreeMap<_, _>>(), counts, "{asked} {predicate:?}");
            let again =
                Query { filters: vec![(None, Predicate::Rows(answer.hits.clone().into()))], ..Query::default() };
            let mut read = Vec::new();
            walk(&columns, &again, |lens, bits| {
                lens.load(&[asked, 1], bits);
                bits.each(|row| read.push((lens.known_ids()[row], lens.known(asked)[row], lens.known(1)[row])));
            });
            let wanted = rows.iter().map(|row| (id(*row), number(*row, asked), number(*row, 1)));
            assert_eq!(read, wanted.collect::<Vec<_>>(), "{asked} {predicate:?}");
            let order = Order { keys: vec![(By::Number(asked), true)], ids_down: false };
            let mut sorted = rows.clone();
            sorted.sort_unstable_by_key(|row| (std::cmp::Reverse(number(*row, asked)), *row));
            let page: Vec<u64> = sorted.iter().skip(30).take(20).map(|row| *row as u64 + 1).collect();
            assert_eq!(select::page(&columns, &answer, &order, 30, 20), page, "{asked} {predicate:?}");
        }
    }
}
