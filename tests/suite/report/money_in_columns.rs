//! 实收明细 and 收支流水 found in columns are those of the records: rows, order, pages, totals and checks, whoever asks, for any span,
//! after money was taken back, claimed and moved at random. Clock: 2024-09-30.

use std::collections::BTreeMap;

use gx_portal::features::finance::allocation::{Allocation, AllocationMode, BY_RECEIPT};
use gx_portal::features::finance::bill::record::Bill;
use gx_portal::features::finance::payout::record::{Payout, PayoutKind};
use gx_portal::features::finance::receipt::record::{Purpose, Receipt, Reversal, ReversalKind};
use gx_portal::features::lease::schedule::terms::BillKind;
use gx_portal::kernel::span::{DateSpan, add_days};
use gx_portal::records::list::filling;
use gx_portal::records::owned::Owned;
use gx_portal::store::{Reader, Reads, id};
use jiff::civil::{Date, date};
use rand::prelude::*;
use rand::rngs::StdRng;
use serde_json::{Value, json};

use crate::support::askers::{Asker, DEPTS};
use crate::support::{self, Portal, scale};

const TODAY: Date = date(2024, 9, 30);

/// A question: days, plates and parties.
struct Question {
    span: DateSpan,
    plates: Vec<u64>,
    parties: Vec<u64>,
}

impl Question {
    fn of(rng: &mut StdRng) -> Self {
        let from = match rng.random_range(0..4) {
            0 => date(2024, 1, 1),
            1 => date(2023, 1, 1),
            _ => add_days(TODAY, -rng.random_range(0..900)),
        };
        let to = add_days(from, rng.random_range(0..600)).min(TODAY);
        let some = |rng: &mut StdRng, choice: &[&[u64]]| choice.choose(rng).expect("choice").to_vec();
        let plates = some(rng, &[&[], &[], &[], &[1], &[2, 3]]);
        Self { span: DateSpan::new(from, to), plates, parties: some(rng, &[&[], &[], &[1, 2], &[3]]) }
    }

    fn has_party(&self, party: u64) -> bool {
        self.parties.is_empty() || self.parties.contains(&party)
    }

    fn asked(&self, [from, to]: [&str; 2]) -> String {
        let list = |name: &str, ids: &[u64]| ids.iter().map(|id| format!("&{name}={id}")).collect::<String>();
        let DateSpan { from: first, to: last, .. } = self.span;
        format!("{from}={first}&{to}={last}{}{}", list("plateId", &self.plates), list("partyAId", &self.parties))
    }
}

/// A row as the oracle has it.
#[derive(Debug, Clone)]
struct Row {
    receipt: u64,
    bill: u64,
    day: Date,
    fen: i64,
    kind: Option<BillKind>,
    part: &'static str,
    treasury: bool,
    /// What it is in the journal.
    journal: &'static str,
}

/// Money on bills that counts in a span; `months` has money of an earlier month left out, else that of before the span.
fn on_bills(tx: &Reader, ask: &Question, asker: &Asker, months: bool) -> Vec<Row> {
    let DateSpan { from, to, .. } = ask.span;
    let mut rows = Vec::new();
    for row in tx.all::<Allocation>().expect("allocations") {
        let bill: Bill = tx.get(&id(row.bill_id)).expect("read").expect("a bill");
        let plate = ask.plates.is_empty() || ask.plates.contains(&row.plate_id);
        if !plate || !ask.has_party(row.party_a_id) || !asker.sees(row.dept_id, bill.owned.creator) {
            continue;
        }
        let since = if months { row.book_date.first_of_month() } else { from };
        let mirrored = row.mode == AllocationMode::Reversal && row.amount_fen < 0;
        let counts = mirrored || row.receipt_date.is_some_and(|came| came >= since);
        if row.kind == BillKind::Deposit || !ask.span.contains(row.book_date) || !counts {
            continue;
        }
        rows.push(Row {
            receipt: row.receipt_id,
            bill: row.bill_id,
            day: row.book_date,
            fen: row.amount_fen,
            kind: Some(row.kind),
            part: match row.due_date {
                due if due < from => "追缴往期",
                due if due > to => "预收",
                _ => "本期",
            },
            treasury: row.to_treasury,
            journal: match row.kind {
                _ if row.to_treasury => "财政直缴",
                BillKind::Rent => "租金",
                _ => "其他收入",
            },
        });
    }
    rows
}

/// What of each receipt lies on none of some lines, by month or in all; and deposits.
fn beside(tx: &Reader, ask: &Question, asker: &Asker, lines: &[Row], months: bool) -> (Vec<Row>, Vec<Row>) {
    let month = |day: Date| if months { day.first_of_month() } else { ask.span.from };
    // Of each: the first day, who has it, what is left of known payers, and what of nobody.
    let mut left: BTreeMap<(u64, Date), (Date, bool, i64, i64)> = BTreeMap::new();
    let row = |receipt, day, fen, part, treasury, journal| Row {
        receipt,
        bill: 0,
        day,
        fen,
        kind: None,
        part,
        treasury,
        journal,
    };
    let mut deposits = Vec::new();
    for receipt in tx.all::<Receipt>().expect("receipts") {
        if !ask.has_party(receipt.party_a_id) || !asker.sees(receipt.owned.dept_id, receipt.owned.creator) {
            continue;
        }
        for moved in receipt.flows().into_iter().filter(|moved| ask.span.contains(moved.day)) {
            let fen = moved.forth_fen - moved.back_fen;
            if moved.purpose == Purpose::Deposit {
                deposits.push(row(receipt.receipt_id, moved.day, fen, "", false, "押金收取"));
                continue;
            }
            let fresh = (moved.day, receipt.to_treasury, 0, 0);
            let left = left.entry((receipt.receipt_id, month(moved.day))).or_insert(fresh);
            *(if moved.of_nobody { &mut left.3 } else { &mut left.2 }) += fen;
        }
    }
    for line in lines {
        left.entry((line.receipt, month(line.day))).or_insert((line.day, line.treasury, 0, 0)).2 -= line.fen;
    }
    let rests = left.into_iter().flat_map(|((receipt, _), (day, treasury, rest, unclaimed))| {
        let journal = |usual| if treasury { "财政直缴" } else { usual };
        [
            row(receipt, day, unclaimed, "待认领", treasury, journal("待认领")),
            row(receipt, day, rest, "预收", treasury, journal("租金")),
        ]
    });
    (rests.filter(|row| row.fen != 0).collect(), deposits)
}

fn received(tx: &Reader, ask: &Question, asker: &Asker, rent: bool) -> Vec<Row> {
    let mut rows = on_bills(tx, ask, asker, false);
    let (rests, _) = beside(tx, ask, asker, &rows, false);
    rows.retain(|row| !rent || row.kind == Some(BillKind::Rent));
    if !rent || ask.plates.is_empty() {
        rows.extend(rests);
    }
    rows
}

/// The journal of money without what went out for expenses and back to tenants.
fn journal(tx: &Reader, ask: &Question, asker: &Asker) -> Vec<Row> {
    let mut rows = on_bills(tx, ask, asker, true);
    rows.retain(|row| ask.plates.is_empty() || row.kind == Some(BillKind::Rent));
    let (mut rests, deposits) = beside(tx, ask, asker, &rows, true);
    for rest in rests.iter_mut().filter(|rest| rest.journal == "租金" && !ask.plates.is_empty()) {
        rest.journal = "其他收入";
    }
    rows.extend(rests);
    rows.extend(deposits);
    rows
}

/// All rows of a list, its checks looked at where the money is as the books left it: what this test moves afterwards, no operation
/// could.
fn listed(portal: &Portal, who: &Asker, address: &str, is_moved: bool) -> Vec<Value> {
    let answer = who.get(portal, &format!("{address}&pageSize=9999"));
    for check in answer["sums"]["checks"].as_array().expect("checks") {
        assert!(is_moved || check["listed"] == check["figure"], "{} {address}: {}", who.name, answer["sums"]);
    }
    let rows = answer["rows"].as_array().expect("rows").clone();
    assert_eq!(answer["total"], rows.len(), "{address}");
    let sum: i64 = rows.iter().map(|row| row["amountFen"].as_i64().unwrap_or(0)).sum();
    let totals = answer["sums"]["totals"].as_array().expect("totals");
    if let Some(total) = totals.iter().find(|total| total["key"] == "amountFen") {
        assert_eq!(total["value"], sum, "{address}");
    }
    // A page somewhere is that part of all.
    for (size, number) in [(7, 1), (7, 3), (50, 2)] {
        let page = who.get(portal, &format!("{address}&pageSize={size}&pageNum={number}&reasonable=false"));
        let expected: Vec<Value> = rows.iter().skip((number - 1) * size).take(size).cloned().collect();
        assert_eq!(page["rows"], json!(expected), "{address} page {number}");
        assert_eq!(page["total"], rows.len(), "{address}");
    }
    rows
}

fn newest(rows: &mut [Row]) {
    rows.sort_by_key(|row| std::cmp::Reverse((row.day, row.receipt, row.bill)));
}

/// Both lists against the records; how many rows were compared.
fn compare(portal: &Portal, ask: &Question, asker: &Asker, rng: &mut StdRng, is_moved: bool) -> [usize; 2] {
    let tx = portal.app.store.read().expect("reads");
    let (rent, part) = (rng.random_bool(0.5), rng.random_range(0..6));
    let parts = [("current", "本期"), ("earlier", "追缴往期"), ("ahead", "预收"), ("unclaimed", "待认领")];
    let part = parts.get(part);
    let mut rows = received(&tx, ask, asker, rent);
    rows.retain(|row| part.is_none_or(|(_, label)| row.part == *label));
    newest(&mut rows);
    let order = match rng.random_range(0..4) {
        0 => {
            rows.sort_by_key(|row| row.fen);
            "&orderByColumn=amountFen"
        }
        1 => {
            rows.sort_by_key(|row| std::cmp::Reverse(row.fen));
            "&orderByColumn=amountFen&isAsc=descending"
        }
        2 => {
            rows.sort_by_key(|row| row.day);
            "&orderByColumn=bookDate&isAsc=ascending"
        }
        _ => "",
    };
    let mut address = format!("/report/received/list?{}{order}", ask.asked(["bookFrom", "bookTo"]));
    address += if rent { "&income=rent" } else { "" };
    address += &part.map_or(String::new(), |(name, _)| format!("&part={name}"));
    let shown = |row: &Row| {
        json!([row.receipt, row.bill, row.day, row.fen, row.part, row.kind.map_or("未核销", BillKind::label)])
    };
    let expected: Vec<Value> = rows.iter().map(shown).collect();
    let keys = ["receiptId", "billId", "bookDate", "amountFen", "part", "kindLabel"];
    let found: Vec<Value> = listed(portal, asker, &address, is_moved)
        .iter()
        .map(|row| keys.iter().map(|key| row[*key].clone()).collect())
        .collect();
    assert_eq!(found, expected, "{} {address}", asker.name);

    let kinds = [
        ("rent", "租金"),
        ("other", "其他收入"),
        ("unclaimed", "待认领"),
        ("treasury", "财政直缴"),
        ("deposit", "押金收取"),
    ];
    let kind = kinds.get(rng.random_range(0..8));
    let mut entries = journal(&tx, ask, asker);
    entries.retain(|row| kind.is_none_or(|(_, label)| row.journal == *label));
    newest(&mut entries);
    let up = rng.random_bool(0.3);
    if up {
        entries.sort_by_key(|row| row.day);
    }
    let mut address = format!("/report/cashFlow/list?{}", ask.asked(["from", "to"]));
    address += if up { "&orderByColumn=bookDate" } else { "" };
    address += &kind.map_or(String::new(), |(name, _)| format!("&kind={name}"));
    let shown = |row: &Row| json!([row.receipt, row.bill, row.day, row.fen, row.journal]);
    let expected: Vec<Value> = entries.iter().map(shown).collect();
    let listed = listed(portal, asker, &address, is_moved);
    // What goes out has rules of its own (`in_columns.rs`).
    let came = listed.iter().filter(|row| row["receiptId"] != 0 || row["billId"] != 0);
    let found: Vec<Value> = came
        .map(|row| {
            let fen = row["inFen"].as_i64().expect("fen") + row["treasuryFen"].as_i64().expect("fen");
            json!([row["receiptId"], row["billId"], row["bookDate"], fen, row["kindLabel"]])
        })
        .collect();
    assert_eq!(found, expected, "{} {address}", asker.name);
    [rows.len(), entries.len()]
}

/// Everything is spread over departments and makers; money is taken back, claimed, put right and moved.
fn change(portal: &Portal, seed: u64, maker: u64, whole: bool) {
    support::act(&portal.app, move |op| {
        let mut rng = StdRng::seed_from_u64(seed);
        let part = if whole { 0.5 } else { 0.03 };
        let owned = |rng: &mut StdRng, was: &Owned| Owned {
            dept_id: *DEPTS.choose(rng).expect("departments"),
            creator: if rng.random_bool(0.3) { maker } else { 1 },
            ..was.clone()
        };
        for bill in op.view().tx.all::<Bill>()? {
            if rng.random_bool(part) {
                op.put_quietly(&Bill { owned: owned(&mut rng, &bill.owned), ..bill })?;
            }
        }
        for payout in op.view().tx.all::<Payout>()? {
            if payout.kind != PayoutKind::CreditRefund && rng.random_bool(part) {
                op.put_quietly(&Payout { owned: owned(&mut rng, &payout.owned), ..payout })?;
            }
        }
        for mut receipt in op.view().tx.all::<Receipt>()? {
            if !rng.random_bool(part) {
                continue;
            }
            receipt.owned = owned(&mut rng, &receipt.owned);
            let later = |rng: &mut StdRng| add_days(receipt.book_date, rng.random_range(0..90)).min(TODAY);
            match rng.random_range(0..9) {
                0 => {
                    let mut days: Vec<Date> = (0..rng.random_range(1..4)).map(|_| later(&mut rng)).collect();
                    days.sort_unstable();
                    receipt.payer_days = days;
                }
                1 => receipt.tenant_id = 0,
                2 => {
                    let (kind, book_date) = (ReversalKind::ALL[0], later(&mut rng));
                    let (reason, by, at) = ("退票".into(), "test".into(), op.now);
                    receipt.reversal = Some(Reversal { kind, book_date, reason, by, at });
                }
                3 => receipt.to_treasury = !receipt.to_treasury,
                4 => receipt.amount_fen += rng.random_range(-500..500),
                5 if receipt.purpose == Purpose::Bills && receipt.payer_days.is_empty() => {
                    (receipt.purpose, receipt.deposit_since) = (Purpose::Deposit, Some(later(&mut rng)));
                }
                _ => {}
            }
            let known = receipt.known_since();
            op.put_quietly(&receipt)?;
            let rows: Vec<Allocation> = op.view().tx.by(&BY_RECEIPT, &id(receipt.receipt_id), false, 0, usize::MAX)?;
            for mut row in rows {
                row.receipt_date = Some(known);
                row.to_treasury = receipt.to_treasury;
                if rng.random_bool(0.3) {
                    row.mode = *AllocationMode::ALL.choose(&mut rng).expect("modes");
                    row.amount_fen = if rng.random_bool(0.5) { -row.amount_fen } else { row.amount_fen / 2 };
                    row.book_date = add_days(row.book_date, rng.random_range(0..70)).min(TODAY);
                }
                if rng.random_bool(0.5) {
                    row.dept_id = *DEPTS.choose(&mut rng).expect("departments");
                }
                op.put_quietly(&row)?;
            }
        }
        Ok(())
    });
}

#[test]
fn money_found_in_columns_is_that_of_the_records() {
    let portal = Portal::city();
    let rights = ["report:received:list", "report:cashFlow:list"];
    let (askers, maker) = Asker::three(&portal, &rights);
    let mut rng = StdRng::seed_from_u64(scale::seed());
    let mut compared = [0; 2];
    let rounds = scale::size(15, 90);
    for round in 0..rounds {
        // The first rounds are of the city as it is.
        if round >= 3 {
            change(&portal, rng.random(), maker, round == 3);
        }
        let ask = Question::of(&mut rng);
        if round % 7 == 6 {
            portal.app.columns.forget();
        }
        let many = compare(&portal, &ask, &askers[round % 3], &mut rng, round >= 3);
        compared.iter_mut().zip(many).for_each(|(sum, many)| *sum += many);
        filling::fill_all(&portal.app).expect("filled");
    }
    assert!(compared.iter().all(|many| *many > rounds), "rows that were compared: {compared:?}");
}
