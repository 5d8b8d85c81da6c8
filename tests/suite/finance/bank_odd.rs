//! Files that are unlike those of `bank_files`: heads and sums of other banks and services, other currencies, numbers that a
//! spreadsheet program has shortened, lines that are left out by hand or undo others. Clock: 2024-09-30.

use super::bank_files::{Account, escaped, fixture, town};
use crate::support;
use gx_portal::features::finance::receipt::record::Receipt;
use gx_portal::features::system::config;
use gx_portal::store::{Reads, id};
use serde_json::{Value, json};
use support::{Portal, act};

const NEGATIVE: &str = "负数金额（冲正或退汇）";
const DOLLARS: &str = "币种为“USD”，不是人民币，没有入账";
const ORDINARY: &[&str] = &["2 posted", "3 unclaimed", "4 posted"];
const KNOWN: &[&str] = &["2 known", "3 known", "4 known"];

/// What became of each row, in order: lines by their state, others by why they are left out.
fn describe(report: &Value) -> Vec<String> {
    let number = |row: &Value| row["row"].as_u64().unwrap();
    let lines = report["lines"].as_array().unwrap();
    let mut told: Vec<(u64, String)> =
        lines.iter().map(|line| (number(line), line["state"].as_str().unwrap().to_owned())).collect();
    let skipped = report["rows"].as_array().unwrap().iter().filter(|row| row["outcome"] == "skipped");
    for row in skipped.filter(|row| !lines.iter().any(|line| line["row"] == row["row"])) {
        told.push((number(row), row["reason"].as_str().unwrap().to_owned()));
    }
    told.sort();
    told.into_iter().map(|(row, what)| format!("{row} {what}")).collect()
}

fn odd(name: &str) -> Vec<u8> {
    fixture(&format!("odd/{name}.csv"))
}

/// A choice about one row.
fn choose(row: u64, choice: Value) -> String {
    let mut choices = json!({});
    choices[row.to_string()] = choice;
    format!("&choices={}", escaped(&choices))
}

fn line(report: &Value, row: u64) -> Value {
    report["lines"].as_array().unwrap().iter().find(|line| line["row"] == row).unwrap().clone()
}

#[test]
fn every_line_is_booked_known_asked_about_or_left_out_with_a_word() {
    let (portal, token) = town();
    let sums = |before: &[&str], rows: std::ops::RangeInclusive<u32>| {
        let sums = rows.map(|row| format!("{row} 合计行"));
        before.iter().map(|told| (*told).to_owned()).chain(sums).collect::<Vec<String>>()
    };
    let plain = |told: &[&str]| told.iter().map(|told| (*told).to_owned()).collect::<Vec<String>>();
    // the file, files that came in before on the same account, what becomes of its rows, what is booked by it
    let cases: &[(&str, &[&str], Vec<String>, u64)] = &[
        ("ordinary", &[], plain(ORDINARY), 3),
        ("cmb-brackets", &[], sums(&["3 posted", "4 unclaimed", "5 posted"], 6..=9), 3),
        ("wechat", &[], plain(&["2 unclaimed", "3 unclaimed", "4 支出", "5 合计行", "6 没有日期和金额"]), 2),
        (
            "alipay",
            &[],
            plain(&["4 unclaimed", "5 unclaimed", "6 unclaimed", "7 支出", "8 没有日期和金额", "9 合计行"]),
            3,
        ),
        // M4: zeros of numbers are lost, accounts keep fifteen digits or are written with an exponent
        ("saved-again", &["ordinary"], plain(KNOWN), 0),
        ("ordinary", &["saved-again"], plain(KNOWN), 0),
        ("other-layout", &["ordinary"], plain(KNOWN), 0),
        ("ordinary", &["other-layout"], plain(KNOWN), 0),
        ("ordinary", &["ordinary"], plain(KNOWN), 0),
        // without seconds and numbers nothing is sure
        ("without-seconds", &["ordinary"], plain(&["2 suspect", "3 suspect", "4 suspect"]), 0),
        ("dollars", &[], plain(&["2 posted", &format!("3 {DOLLARS}"), "4 posted"]), 2),
        ("taken-back", &[], plain(&["2 posted", &format!("3 {NEGATIVE}")]), 1),
        ("pages", &[], plain(&["2 posted", "3 posted", "4 unclaimed", "5 合计行", "6 重复的表头", "7 suspect"]), 0),
    ];
    for (place, (name, before, expected, booked)) in cases.iter().enumerate() {
        let tail = format!("2{place:03}");
        let account = Account { portal: &portal, token: &token, tail: &tail };
        for name in *before {
            assert_eq!(account.bring(&odd(name), "")["failed"], 0, "{name} before");
        }
        let (standing, _) = account.booked();
        let dry = account.bring(&odd(name), "&dryRun=1");
        assert_eq!(describe(&dry), *expected, "{name} after {before:?}");
        let done = account.bring(&odd(name), "");
        assert_eq!(describe(&done), *expected, "{name}: what is done is what the check said");
        assert_eq!(account.booked().0 - standing, *booked, "{name} after {before:?}");
    }
    let account = Account { portal: &portal, token: &token, tail: "9999" };
    for (file, part) in [
        (odd("sums-only"), "没有可以入账的收入流水（跳过 2 行：合计行 2 行）"),
        ("交易日期,收入金额,对方户名\n".into(), "没有可以入账的收入流水（跳过 0 行）"),
        ("币种：,美元\n交易日期,收入金额,对方户名\n2024-09-02,5,张三\n".into(), "币种为“美元”"),
    ] {
        let mapping = account.look(&file)["data"]["mapping"].clone();
        let refused = account.run(&file, &mapping, "");
        assert!(refused["msg"].as_str().unwrap().contains(part), "{part}: {refused}");
    }
    support::books_are_whole(&portal.app, &[]);
}

/// A column of currencies is looked at, whether it was named or not; an amount may say its currency itself.
#[test]
fn no_other_currency_is_booked_as_yuan() {
    let (portal, token) = town();
    let account = Account { portal: &portal, token: &token, tail: "0001" };
    let mut mapping = account.look(&odd("dollars"))["data"]["mapping"].clone();
    assert_eq!(mapping["currency"], 5);
    mapping["currency"] = json!(null);
    let done = account.run(&odd("dollars"), &mapping, "");
    assert_eq!((&done["data"]["created"], &done["data"]["counts"]["foreign"]), (&json!(2), &json!(1)), "{done}");
    let file = "日期,收入金额,对方户名,流水号\n2024-09-02,USD 5.00,张三,R000001\n2024-09-02,5.00,张三,R000002\n";
    let done = account.bring(file.as_bytes(), "");
    assert_eq!(describe(&done), [format!("2 {DOLLARS}"), "3 posted".to_owned()]);
}

#[test]
fn a_file_that_begins_before_the_books_comes_in_from_their_first_day_on() {
    let (portal, token) = town();
    act(&portal.app, |op| config::ops::set(op, "fin.booksFrom", "2024-09-03"));
    let account = Account { portal: &portal, token: &token, tail: "0001" };
    for dry in ["&dryRun=1", ""] {
        let done = account.bring(&odd("ordinary"), dry);
        let early = "2 早于账务启用日 2024-09-03，启用日以前的款项在期初余额中";
        assert_eq!(describe(&done), [early, "3 unclaimed", "4 posted"]);
        assert_eq!((&done["counts"]["early"], &done["continuity"]["gapCount"]), (&json!(1), &json!(0)));
    }
    assert_eq!(account.booked(), (2, 4_880_000));
}

/// Receipts of earlier versions have no time and no balance of their own: what they have is the hash of their content.
#[test]
fn receipts_of_before_are_known_by_what_they_have() {
    let (portal, token) = town();
    let account = Account { portal: &portal, token: &token, tail: "0001" };
    account.bring(&odd("ordinary"), "");
    act(&portal.app, |op| {
        for number in 1..=3 {
            let receipt: Receipt = op.view().tx.get(&id(number))?.unwrap();
            op.put_quietly(&Receipt { line: None, ..receipt })?;
        }
        Ok(())
    });
    // the zeros of its numbers are lost, the rest is as it was
    let text = String::from_utf8(odd("ordinary")).unwrap().replace(",0012345", ",12345");
    assert_eq!(describe(&account.bring(text.as_bytes(), "")), KNOWN);
    let asked = account.bring(&odd("saved-again"), "");
    assert_eq!(describe(&asked), ["2 suspect", "3 suspect", "4 suspect"]);
    let asked = line(&asked, 2);
    assert!(asked["reason"].as_str().unwrap().starts_with("疑似已入账 SK-202409-000001"), "{asked}");
    // said once, it is known, and keeps the number that the bank gave it
    let links = json!({"2": {"link": true}, "3": {"link": true}, "4": {"link": true}});
    let linked = account.bring(&odd("saved-again"), &format!("&choices={}", escaped(&links)));
    assert_eq!(describe(&linked), ["2 linked", "3 linked", "4 linked"]);
    assert_eq!(describe(&account.bring(&odd("saved-again"), "")), KNOWN);
    assert_eq!(describe(&account.bring(&odd("ordinary"), "")), KNOWN);
    assert_eq!(account.booked(), (3, 4_999_100));
}

fn left_out(portal: &Portal, token: &str) -> Vec<Value> {
    let list = portal.get("/fin/receipt/bank/leftOut?partyAId=1&tail=0001", token);
    list["data"].as_array().unwrap_or_else(|| panic!("{list}")).clone()
}

#[test]
fn a_line_is_left_out_with_a_reason_that_can_be_looked_up() {
    let (portal, token) = town();
    let account = Account { portal: &portal, token: &token, tail: "0001" };
    let out = |row| choose(row, json!({"leaveOut": " 股东往来，不是租金 "}));
    let dry = account.bring(&odd("ordinary"), &format!("&dryRun=1{}", out(3)));
    assert_eq!(describe(&dry), ["2 posted", "3 leftOut", "4 posted"]);
    assert_eq!((&dry["total"], &dry["counts"]["leftOut"]), (&json!(2), &json!(1)));
    assert!(left_out(&portal, &token).is_empty(), "a check keeps nothing");
    account.bring(&odd("ordinary"), &out(3));
    assert_eq!(account.booked(), (2, 4_919_100));
    let kept = left_out(&portal, &token);
    assert_eq!(kept.len(), 1);
    let facts = (&kept[0]["valueDate"], &kept[0]["amountFen"], &kept[0]["payerName"]);
    assert_eq!(facts, (&json!("2024-09-03"), &json!(80_000), &json!("李四")));
    assert_eq!((&kept[0]["reason"], &kept[0]["by"]), (&json!("股东往来，不是租金"), &json!("admin")));
    assert!(kept[0].get("lineKey").is_none());

    // a later file that has it leaves it out, too, and says why; whoever wants it takes it
    let again = account.bring(&odd("ordinary"), "");
    assert_eq!(describe(&again), ["2 known", "3 leftOut", "4 known"]);
    assert_eq!(line(&again, 3)["reason"], "admin 于 2024-09-30 选择不导入：股东往来，不是租金");
    let taken = account.bring(&odd("ordinary"), &choose(3, json!({"anyway": true})));
    assert_eq!(describe(&taken), ["2 known", "3 unclaimed", "4 known"]);
    assert!(left_out(&portal, &token).is_empty());
    assert_eq!(account.booked(), (3, 4_999_100));

    // a line that can't be taken no longer stops the file; what is in the books is not noted a second time
    let file = "日期,收入金额,对方户名,流水号\n2024-02-31,5.00,张三,R000001\n2024-09-02,6.00,张三,R000002\n";
    assert_eq!(describe(&account.bring(file.as_bytes(), "")), ["2 failed", "3 posted"]);
    assert_eq!(describe(&account.bring(file.as_bytes(), &out(2))), ["2 leftOut", "3 posted"]);
    assert_eq!(left_out(&portal, &token)[0]["valueDate"], json!(null));
    account.bring(&odd("ordinary"), &out(2));
    assert_eq!(left_out(&portal, &token).len(), 1);
    // all of them
    let file = "日期,收入金额,对方户名,流水号\n2024-09-05,7.00,张三,R000003\n";
    assert_eq!(describe(&account.bring(file.as_bytes(), &out(2))), ["2 leftOut"]);

    let long = choose(2, json!({"leaveOut": "长".repeat(201)}));
    let mapping = account.look(file.as_bytes())["data"]["mapping"].clone();
    let refused = account.run(file.as_bytes(), &mapping, &long);
    assert_eq!(refused["msg"], "不导入的原因不能超过200个字符");
    support::books_are_whole(&portal.app, &[]);
}

#[test]
fn what_nothing_tells_apart_is_asked_about_whatever_was_said_of_its_twin() {
    let (portal, token) = town();
    let account = Account { portal: &portal, token: &token, tail: "0001" };
    let file = "日期,收入金额,对方户名\n2024-09-02,5.00,张三\n";
    account.bring(file.as_bytes(), &choose(2, json!({"leaveOut": "重复打印"})));
    let asked = account.bring(file.as_bytes(), "");
    assert!(line(&asked, 2)["reason"].as_str().unwrap().contains("没有余额和流水号可以区分"), "{asked}");
    assert_eq!(describe(&account.bring(file.as_bytes(), &choose(2, json!({"anyway": true})))), ["2 posted"]);
    // the next page of the statement begins with an equal line: another payment, or the same one
    assert_eq!(describe(&account.bring(file.as_bytes(), "")), ["2 suspect"]);
    assert_eq!(describe(&account.bring(file.as_bytes(), &choose(2, json!({"anyway": true})))), ["2 posted"]);
    // two files put together: a line has one balance after it, so it can't stand there twice
    let row = "2024-09-06 10:00:00,5.00,105.00,张三\n";
    let file = format!("交易时间,收入金额,余额,对方户名\n{row}{row}");
    let asked = account.bring(file.as_bytes(), "&dryRun=1");
    assert_eq!(describe(&asked), ["2 posted", "3 suspect"]);
    assert!(line(&asked, 3)["reason"].as_str().unwrap().starts_with("与第 2 行的时间"), "{asked}");
    let pages = choose(7, json!({"anyway": true}));
    assert_eq!(account.bring(&odd("pages"), &pages)["created"], 4);
}

#[test]
fn a_line_that_undoes_another_proposes_its_receipt() {
    let (portal, token) = town();
    let account = Account { portal: &portal, token: &token, tail: "0001" };
    let dry = account.bring(&odd("taken-back"), "&dryRun=1");
    assert_eq!(dry["reversals"][0]["receipt"]["isNew"], true, "it doesn't exist yet: {dry}");
    // the same person paid as much before
    let before = "日期,收入金额,余额,对方户名,流水号\n2024-08-30,1191.00,1191.00,张三,R000001\n";
    account.bring(before.as_bytes(), "");
    let done = account.bring(&odd("taken-back"), "");
    let proposed = &done["reversals"][0];
    assert_eq!(
        (&proposed["row"], &proposed["amountFen"], &proposed["memo"]),
        (&json!(3), &json!(119_100), &json!("冲正"))
    );
    let receipt = &proposed["receipt"];
    assert_eq!(
        (&receipt["valueDate"], &receipt["isNew"], &receipt["isReversed"], &receipt["own"]),
        (&json!("2024-09-02"), &json!(false), &json!(false), &json!(true)),
        "who entered it sees that another one reverses it: {proposed}"
    );
    let form = json!({"id": receipt["receiptId"], "version": receipt["version"], "kind": 1, "reason": "银行冲正"});
    let refused = portal.post("/fin/receipt/reverse", &token, form.clone());
    assert!(refused["msg"].as_str().unwrap().contains("不能冲销自己经手的收款"), "{refused}");
    let role = portal.role("till", &["fin:receipt:import", "fin:receipt:reverse", "fin:receipt:query"], 1, &[]);
    portal.person("two", 110, &[role]);
    let two = portal.token("two");
    let other = Account { portal: &portal, token: &two, tail: "0001" };
    let shown = other.bring(&odd("taken-back"), "");
    assert_eq!(shown["reversals"][0]["receipt"]["own"], false, "{shown}");
    assert_eq!(portal.post("/fin/receipt/reverse", &two, form)["code"], 200);
    // one line undoes one receipt: the other payment is not proposed next
    let again = other.bring(&odd("taken-back"), "");
    assert_eq!(describe(&again), ["2 known".to_owned(), format!("3 {NEGATIVE}")]);
    let receipt = again["reversals"][0]["receipt"].clone();
    assert_eq!((&receipt["valueDate"], &receipt["isReversed"]), (&json!("2024-09-02"), &json!(true)), "{again}");
    // money that went out under another name undoes nothing; one without a receipt says so
    let file = "日期,收入金额,支出金额,对方户名,摘要\n2024-09-09,,1191.00,张三,退押金\n2024-09-09,,77.00,张三,红字冲销\n2024-09-10,8.00,,张三,租金\n";
    let none = account.bring(file.as_bytes(), "&dryRun=1");
    assert_eq!(none["reversals"].as_array().unwrap().len(), 1, "{none}");
    assert_eq!((&none["reversals"][0]["row"], &none["reversals"][0]["receipt"]), (&json!(3), &json!(null)));
    support::books_are_whole(&portal.app, &[]);
}

#[test]
fn unusual_ways_end_in_order() {
    let (portal, token) = town();
    let role = portal.role("till", &["fin:receipt:import"], 1, &[]);
    let person = portal.person("two", 110, &[role]);
    let two = portal.token("two");
    let first = Account { portal: &portal, token: &token, tail: "0001" };
    let second = Account { portal: &portal, token: &two, tail: "0001" };
    // two tabs check the same file before either brings it in
    let checks = [&first, &second].map(|account| account.bring(&odd("ordinary"), "&dryRun=1")["created"].clone());
    assert_eq!(checks, [json!(3), json!(3)]);
    assert_eq!(first.bring(&odd("ordinary"), "")["created"], 3);
    let mapping = second.look(&odd("ordinary"))["data"]["mapping"].clone();
    let refused = second.run(&odd("ordinary"), &mapping, "");
    assert_eq!((&refused["data"]["failed"], &refused["data"]["created"]), (&json!(3), &json!(0)), "{refused}");
    assert_eq!(second.bring(&odd("ordinary"), "")["unchanged"], 3);
    assert_eq!(first.booked(), (3, 4_999_100));

    // the right is taken away between the check and the import
    let file = "日期,收入金额,对方户名,流水号\n2024-09-05,100000000000.00,张三,R000009\n2024-09-05,100000000000.01,张三,R000010\n";
    let mapping = second.look(file.as_bytes())["data"]["mapping"].clone();
    let gone = format!("/system/role/authUser/cancelAll?roleId={role}&userIds={person}");
    assert_eq!(portal.put(&gone, &token, json!({}))["code"], 200);
    assert_eq!(second.run(file.as_bytes(), &mapping, "")["code"], 403);
    assert_eq!(portal.get("/fin/receipt/bank/leftOut?partyAId=1&tail=0001", &two)["code"], 403);
    // the largest amount comes in, one fen more is named and can be left out
    let report = first.bring(file.as_bytes(), "");
    assert_eq!(describe(&report), ["2 posted", "3 failed"]);
    let report = first.bring(file.as_bytes(), &choose(3, json!({"leaveOut": "金额有误，向银行查询"})));
    assert_eq!(describe(&report), ["2 posted", "3 leftOut"]);

    // a closed month takes nothing: the line counts on the first open day
    let file = "日期,收入金额,对方户名,流水号\n2024-08-10,5.00,张三,R000012\n";
    assert_eq!(describe(&first.bring(file.as_bytes(), "")), ["2 posted"]);
    let close = portal.post("/fin/close", &token, json!({"partyAId": 1, "month": "2024-08-01"}));
    assert_eq!(close["code"], 200, "{close}");
    let file = "日期,收入金额,对方户名,流水号\n2024-08-20,5.00,张三,R000011\n";
    assert_eq!(describe(&first.bring(file.as_bytes(), "")), ["2 posted"]);
    let list = portal.get("/fin/receipt/list?keyWord=R000011", &token);
    assert_eq!(
        (&list["rows"][0]["valueDate"], &list["rows"][0]["bookDate"]),
        (&json!("2024-08-20"), &json!("2024-09-01"))
    );
    support::books_are_whole(&portal.app, &[]);
}
