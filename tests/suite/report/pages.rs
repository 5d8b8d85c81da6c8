//! Pages of the report centre: each is cut from the whole list in the order that is asked for, wherever it lies.

use gx_portal::features::finance::bill::record::Bill;
use gx_portal::store::Reads;
use serde_json::Value;

use crate::e1::Town;
use crate::support::{self, Portal};

#[test]
fn pages_in_the_order_of_a_text_are_the_whole_list_in_that_order() {
    let (town, _) = Town::e1();
    let day = "asOf=2024-09-30&dueFrom=2024-01-01&dueTo=2024-09-30";
    for (page, query, number) in [("receivable", day, "billId"), ("arrears", "asOf=2024-09-30", "billId")] {
        for column in ["billNo", "tenantName", "roomText"] {
            for down in [false, true] {
                let way = if down { "descending" } else { "ascending" };
                let rows = |at: usize, size: usize| -> Vec<Value> {
                    let more = format!("orderByColumn={column}&isAsc={way}&pageNum={at}&pageSize={size}");
                    let answer = town.get(&format!("/report/{page}/list?{query}&{more}"));
                    answer["rows"].as_array().unwrap_or_else(|| panic!("{answer}")).clone()
                };
                let whole = rows(1, 500);
                let text = |row: &Value| row[column].as_str().unwrap().to_lowercase();
                assert!(
                    whole.is_sorted_by(|a, b| if down { text(a) >= text(b) } else { text(a) <= text(b) }),
                    "{column}"
                );
                let numbers = |rows: &[Value]| rows.iter().map(|row| row[number].clone()).collect::<Vec<_>>();
                let paged: Vec<Value> = (1..=whole.len().div_ceil(3)).flat_map(|at| rows(at, 3)).collect();
                assert_eq!(numbers(&paged), numbers(&whole), "{page} {column} {way}");
                assert!(whole.len() > 3, "{page}");
            }
        }
    }
}

/// What a row sorts by, each upwards or downwards.
fn place(row: &Value, by: &[(&str, bool)]) -> Vec<i64> {
    let number = |name: &str| match &row[name] {
        Value::String(day) => day.replace('-', "").parse().unwrap(),
        number => number.as_i64().unwrap_or_else(|| panic!("{name}: {row}")),
    };
    by.iter().map(|(name, down)| if *down { -number(name) } else { number(name) }).collect()
}

/// Bills of every kind of standing: part of them waived, part of them paid, some that take something off others.
fn vary(portal: &Portal) {
    support::act(&portal.app, |op| {
        for bill in op.view().tx.all::<Bill>()? {
            let of =
                |number: u64, share: i64| if bill.bill_id.is_multiple_of(number) { bill.amount_fen / share } else { 0 };
            let (waived_fen, credited_fen) = (of(3, 10), of(7, 20));
            let allocated_fen = bill.allocated_fen - of(4, 3) - waived_fen - credited_fen;
            let amount_fen = if bill.bill_id.is_multiple_of(11) { -bill.amount_fen } else { bill.amount_fen };
            op.put_quietly(&Bill { waived_fen, credited_fen, allocated_fen, amount_fen, ..bill })?;
        }
        Ok(())
    });
}

#[test]
fn pages_in_the_order_of_a_number_are_cut_from_the_whole_list_as_it_stood() {
    let portal = Portal::city();
    vary(&portal);
    let token = portal.admin();
    let bills: &[&str] = &["dueDate", "amountFen", "waivedFen", "collectedFen", "openFen"];
    let usual: &[(&str, bool)] = &[("dueDate", false), ("billId", false)];
    let newest: &[(&str, bool)] = &[("bookDate", true), ("receiptId", true), ("billId", true)];
    for (page, columns, ties) in [
        ("receivable?dueFrom=2021-01-01&dueTo=2023-12-31&asOf=2023-06-30", bills, usual),
        ("receivable?dueFrom=2022-01-01&dueTo=2024-06-30&asOf=2024-01-31&open=1", bills, usual),
        ("receivable?dueFrom=2021-01-01&dueTo=2024-06-30&asOf=2024-02-29&waived=1", bills, usual),
        ("arrears?asOf=2023-03-31", &["dueDate", "overdueDays", "openFen"], usual),
        (
            "settled?bookFrom=2023-01-01&bookTo=2023-12-31&asOf=2024-01-31",
            &["bookDate", "dueDate", "amountFen"],
            newest,
        ),
    ] {
        let (path, query) = page.split_once('?').unwrap();
        let rows = |more: &str| -> Vec<Value> {
            let answer = portal.get(&format!("/report/{path}/list?{query}&{more}"), &token);
            answer["rows"].as_array().unwrap_or_else(|| panic!("{answer}")).clone()
        };
        let whole = rows("pageSize=9999");
        let total = whole.len();
        assert!(total > 50, "{page}: {total}");
        assert!(whole.is_sorted_by_key(|row| place(row, ties)), "{page}: as nobody asks");
        for (column, down) in columns.iter().flat_map(|column| [(*column, false), (*column, true)]) {
            let by = [&[(column, down)], ties].concat();
            let mut expected: Vec<Vec<i64>> = whole.iter().map(|row| place(row, &by)).collect();
            expected.sort_unstable();
            let pages = total.div_ceil(4);
            for at in [1, 2, pages / 2 + 1, pages - 1, pages] {
                let way = if down { "descending" } else { "ascending" };
                let shown = rows(&format!("orderByColumn={column}&isAsc={way}&pageSize=4&pageNum={at}"));
                let shown: Vec<Vec<i64>> = shown.iter().map(|row| place(row, &by)).collect();
                let begin = (at - 1) * 4;
                assert_eq!(shown, expected[begin..total.min(begin + 4)], "{page} {column} {way} {at}");
            }
        }
    }
}
