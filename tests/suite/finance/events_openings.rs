//! Where what came in as an opening balance meets what happens afterwards.

use crate::{deeds, e1};
use deeds::{Deeds, plain};
use e1::{Town, with};
use rust_xlsxwriter::Workbook;
use serde_json::{Value, json};

/// A row of the opening workbook: columns and texts.
pub(super) type Row<'a> = Vec<(&'a str, &'a str)>;

pub(super) trait Openings {
    fn sets(&self, value: &str) -> Value;
    fn brings_in(&self, rows: &[Row<'_>]);
    fn tries_to_bring_in(&self, row: &[(&str, &str)]) -> Value;
    fn upload(&self, rows: &[Row<'_>]) -> Value;
    fn opening(&self, origin: &str) -> Value;
}

impl Openings for Town {
    fn sets(&self, value: &str) -> Value {
        let list = self.get("/system/config/list?configKey=fin.booksFrom");
        self.portal.put("/system/config", &self.clerk, with(list["rows"][0].clone(), json!({"configValue": value})))
    }

    fn brings_in(&self, rows: &[Row<'_>]) {
        let answer = self.upload(rows);
        assert_eq!(answer["data"]["created"], rows.len(), "{answer}");
    }

    fn tries_to_bring_in(&self, row: &[(&str, &str)]) -> Value {
        self.upload(&[row.to_vec()])
    }

    fn upload(&self, rows: &[Row<'_>]) -> Value {
        let mut workbook = Workbook::new();
        let sheet = workbook.add_worksheet();
        let heads: Vec<&str> = rows.iter().flatten().map(|(head, _)| *head).collect();
        let mut known: Vec<&str> = Vec::new();
        for head in heads {
            if !known.contains(&head) {
                known.push(head);
            }
        }
        for (column, head) in (0..).zip(&known) {
            sheet.write_string(0, column, *head).unwrap();
        }
        for (line, row) in (1..).zip(rows) {
            for (head, text) in row {
                let column = u16::try_from(known.iter().position(|other| other == head).unwrap()).unwrap();
                sheet.write_string(line, column, *text).unwrap();
            }
        }
        let book = workbook.save_to_buffer().unwrap();
        self.portal.upload("/fin/opening/importData", &self.clerk, "file", "期初.xlsx", &book)
    }

    fn opening(&self, origin: &str) -> Value {
        let rows = self.portal.get("/fin/opening/list?tenantId=1", &self.boss);
        let rows = rows["data"].as_array().unwrap_or_else(|| panic!("{rows}"));
        rows.iter().find(|row| row["originNo"] == origin).unwrap().clone()
    }
}

/// August of a lease that began in July came in as an opening balance of 600.00; the books begin in September.
fn scene() -> (Town, u64, String) {
    let town = Town::on("2024-09-30");
    assert_eq!(town.sets("2024-09-01")["code"], 200);
    let form = with(plain(1, 1, "2024-07-01", "2025-06-30"), json!({"depositFen": 200_000, "issueLeadDays": 0}));
    let lease = town.signed(form, "2024-06-20");
    let no = town.get(&format!("/lease/lease/{lease}"))["data"]["leaseNo"].as_str().unwrap().to_owned();
    (town, lease, no)
}

pub(super) fn of(no: &str) -> Row<'_> {
    vec![("甲方", "云川市工业资产经营中心"), ("乙方", "禾川包装制品有限公司"), ("合同编号", no)]
}

fn august(no: &str) -> Row<'_> {
    let mut row = vec![("原系统编号", "Q1"), ("类别", "欠缴账单"), ("费用", "租金"), ("金额（元）", "1000")];
    row.extend([("账期开始", "2024-08-01"), ("账期结束", "2024-08-31"), ("应缴日", "2024-08-05")]);
    row.extend(of(no));
    row
}

#[test]
fn e13_a_lease_that_ends_inside_a_period_that_came_in_corrects_it() {
    let (town, lease, no) = scene();
    town.brings_in(&[august(&no)]);
    town.bill();
    assert_eq!(town.asked(lease), 200_000, "August came in, September was billed");
    town.is_whole();
    let told = town.change(lease, 8, "2024-08-15", json!({}));
    let deltas: i64 =
        told["data"]["deltas"].as_array().unwrap().iter().map(|row| row["deltaFen"].as_i64().unwrap()).sum();
    // 15 of 31 days of August: 483.87
    assert_eq!(town.asked(lease), 48_387);
    assert_eq!(deltas, 48_387 - 200_000, "the preview says what the run does: {told}");
    assert_eq!(town.balance(1), 48_387);
    town.is_whole();
}

#[test]
fn e14_the_first_day_of_the_books_stays_once_something_counts_from_it() {
    let (town, lease, no) = scene();
    assert!(town.sets("2024-02-30")["msg"].as_str().unwrap().contains("这样的日期"));
    assert!(town.sets("2199-01-01")["msg"].as_str().unwrap().contains("须在"));
    town.brings_in(&[august(&no)]);
    town.bill();
    let asked = town.asked(lease);
    for day in ["2024-07-01", "2024-10-01"] {
        let answer = town.sets(day);
        assert!(
            answer["msg"].as_str().unwrap().contains("已按账务启用日 2024-09-01 录入期初余额（如 Q1）"),
            "{answer}"
        );
    }
    assert_eq!(town.sets("2024-09-01")["code"], 200, "the same day is no change");
    // without opening balances the bills alone forbid a later day
    let bill = town.rows(lease)[0]["billId"].clone();
    town.done(&town.clerk, "/fin/bill/void", json!({"id": bill, "reason": "重复"}));
    let answer = town.sets("2024-10-01");
    assert!(answer["msg"].as_str().unwrap().contains("账务启用日不能晚于该日"), "{answer}");
    town.bill();
    assert_eq!(town.asked(lease), asked - 100_000);
    town.is_whole();
}

#[test]
fn a_wrong_opening_credit_or_deposit_is_taken_back_by_another_person() {
    let (town, lease, no) = scene();
    let credit = [vec![("原系统编号", "Y1"), ("类别", "期初预收"), ("金额（元）", "500")], of(&no)].concat();
    let deposit = [vec![("原系统编号", "D1"), ("类别", "期初押金"), ("金额（元）", "2000")], of(&no)].concat();
    town.brings_in(&[credit, deposit]);
    let revoke = |town: &Town, origin: &str| json!({"id": town.opening(origin)["openingId"], "reason": "原系统有误"});
    town.refuses("/fin/opening/revoke", revoke(&town, "Y1"), "导入人不能撤销自己导入的期初余额");
    town.done(&town.boss, "/fin/opening/revoke", revoke(&town, "Y1"));
    town.done(&town.boss, "/fin/opening/revoke", revoke(&town, "D1"));
    assert_eq!((town.credit(1), town.deposit(lease), town.balance(1)), (0, 0, 0));
    town.refused(&town.boss, "/fin/opening/revoke", revoke(&town, "Y1"), "已撤销");
    town.bill();
    town.is_whole();
    // what has paid a bill says so
    let again = [vec![("原系统编号", "Y2"), ("类别", "期初预收"), ("金额（元）", "500")], of(&no)].concat();
    town.brings_in(&[again]);
    town.bill();
    town.refused(&town.boss, "/fin/opening/revoke", revoke(&town, "Y2"), "已抵扣或退还，只剩 0.00 元");
    town.is_whole();
}
