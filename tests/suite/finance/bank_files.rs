//! Files of seven banks, in whatever form they come: no line twice, none missing. Clock: 2024-09-30.

use crate::{e1, support};
use gx_portal::features::finance::receipt::record::Receipt;
use gx_portal::store::{Reads, id, migrate};
use gx_portal::upkeep::doctor;
use serde_json::{Value, json};
use support::Portal;

/// Forms of the same statement, by bank; the first is how the bank gives it out.
const BANKS: [(&str, &[&str]); 7] = [
    ("icbc", &["gb.csv", "xls", "xlsx", "utf8.csv"]),
    ("abc", &["xls", "xlsx", "gb.csv", "utf8.csv"]),
    ("ccb", &["xlsx", "gb.csv", "utf8.csv"]),
    ("boc", &["gb.csv", "utf8.csv", "xlsx"]),
    ("bocom", &["xls", "xlsx", "gb.csv", "utf8.csv"]),
    ("cmb", &["utf8.csv", "tsv", "gb.csv", "xlsx"]),
    ("psbc", &["txt", "gb.csv", "utf8.csv", "xlsx"]),
];

/// What came in, in the fixtures.
const INFLOW: i64 = 2 * 119_100 + 26_710 + 80_000 + 4_800_000 + 1;

pub(super) fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/tests/fixtures/bank/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

pub(super) fn town() -> (Portal, String) {
    let portal = Portal::new();
    let token = portal.admin();
    let party = json!({"partyACode": "A", "partyAName": "经营中心", "unitKind": 2, "remitRequired": true, "remitDay": 10, "deptId": 110});
    portal.post("/asset/partyA", &token, party);
    for (name, payers) in [("禾川包装", json!(["禾川"])), ("云岭小吃", json!(["张三"]))] {
        let form = json!({"tenantName": name, "kind": 1, "deptId": 110, "payerNames": payers});
        portal.post("/lease/tenant", &token, form);
    }
    (portal, token)
}

/// An account of the party A, and what is done with its files.
pub(super) struct Account<'p> {
    pub(super) portal: &'p Portal,
    pub(super) token: &'p str,
    pub(super) tail: &'p str,
}

pub(super) fn escaped(value: &Value) -> String {
    value.to_string().bytes().map(|byte| format!("%{byte:02X}")).collect()
}

impl Account<'_> {
    pub(super) fn look(&self, file: &[u8]) -> Value {
        let path = format!("/fin/receipt/bank/look?partyAId=1&tail={}", self.tail);
        self.portal.upload(&path, self.token, "file", "任意.xls", file)
    }

    pub(super) fn run(&self, file: &[u8], mapping: &Value, more: &str) -> Value {
        let (tail, mapping) = (self.tail, escaped(mapping));
        let path = format!("/fin/receipt/bank/importData?partyAId=1&tail={tail}&mapping={mapping}{more}");
        self.portal.upload(&path, self.token, "file", "任意.xls", file)
    }

    /// Brings a file in as it is proposed; lines that are known are left alone.
    pub(super) fn bring(&self, file: &[u8], more: &str) -> Value {
        let look = self.look(file);
        assert_eq!(look["code"], 200, "{look}");
        let answer = self.run(file, &look["data"]["mapping"], &format!("&skipKnown=1{more}"));
        assert_eq!(answer["code"], 200, "{answer}");
        answer["data"].clone()
    }

    pub(super) fn booked(&self) -> (u64, i64) {
        let path = "/fin/receipt/list?pageSize=100000&partyAId=1";
        let list = self.portal.get(path, self.token);
        let rows = list["rows"].as_array().unwrap().iter().filter(|row| row["accountTail"] == self.tail);
        let amounts: Vec<i64> = rows.map(|row| row["amountFen"].as_i64().unwrap()).collect();
        (amounts.len() as u64, amounts.iter().sum())
    }
}

#[test]
fn every_form_of_every_bank_is_the_same_statement() {
    let (portal, token) = town();
    for (place, (bank, forms)) in (1..).zip(BANKS) {
        let tail = format!("{place:04}");
        let account = Account { portal: &portal, token: &token, tail: &tail };
        for (time, form) in forms.iter().enumerate() {
            let name = format!("{bank}.{form}");
            let report = account.bring(&fixture(&name), "&dryRun=1");
            let done = account.bring(&fixture(&name), "");
            let expected = if time == 0 { [6, 0] } else { [0, 6] };
            let counts = |report: &Value| ["created", "unchanged"].map(|count| report[count].as_u64().unwrap());
            assert_eq!(counts(&done), expected, "{name}: {done}");
            assert_eq!(counts(&report), expected, "{name}: a check says what happens");
            assert_eq!((&done["failed"], &done["counts"]["wentOut"]), (&json!(0), &json!(2)), "{name}");
            let continuity = &done["continuity"];
            assert_eq!(continuity["openingFen"], 10_000_000, "{name}: {continuity}");
            assert_eq!(
                (&continuity["closingFen"], &continuity["gapCount"]),
                (&json!(14_839_911), &json!(0)),
                "{name}: {continuity}"
            );
            assert_eq!(account.booked(), (6, INFLOW), "{name}");
        }
        let again = account.bring(&fixture(&format!("{bank}.{}", forms[0])), "");
        assert_eq!(again["created"], 0, "{bank}: {again}");
        // the payer is the payer, and never the company in the name of his bank
        let list =
            portal.get(&format!("/fin/receipt/list?pageSize=500&partyAId=1&keyWord={}", "%E7%8E%8B%E4%BA%94"), &token);
        let row =
            list["rows"].as_array().unwrap().iter().find(|row| row["accountTail"] == tail.as_str()).unwrap().clone();
        assert_eq!(
            (&row["payerName"], &row["amountFen"], &row["valueDate"]),
            (&json!("王五"), &json!(26_710), &json!("2024-09-04"))
        );
        assert!(row["remark"].as_str().unwrap().ends_with("付款账号尾号 4444"), "{row}");
    }
}

#[test]
fn references_are_chosen_by_what_stands_in_them() {
    let (portal, token) = town();
    let account = Account { portal: &portal, token: &token, tail: "0001" };
    for (name, column) in [
        ("icbc.xlsx", json!(null)),
        ("abc.xls", json!(null)),
        ("ccb.xlsx", json!(13)),
        ("boc.gb.csv", json!(17)),
        ("bocom.xls", json!(10)),
        ("cmb.tsv", json!(11)),
        ("psbc.txt", json!(null)),
    ] {
        let look = account.look(&fixture(name));
        assert_eq!(look["data"]["mapping"]["bankRef"], column, "{name}: {look}");
    }
    // D2: a person, or a memory of before, takes the voucher number that is 0 on every line
    let mut mapping = account.look(&fixture("icbc.xlsx"))["data"]["mapping"].clone();
    mapping["bankRef"] = json!(0);
    let done = account.run(&fixture("icbc.xlsx"), &mapping, "");
    assert_eq!((&done["data"]["created"], &done["data"]["hasGoodReferences"]), (&json!(6), &json!(false)), "{done}");
    let look = account.look(&fixture("icbc.gb.csv"))["data"].clone();
    assert_eq!((&look["remembered"], &look["mapping"]["bankRef"]), (&json!(true), &json!(null)), "{look}");
    // D1: a memory of the empty voucher column does not come before the values
    let account = Account { tail: "0003", ..account };
    let mut mapping = account.look(&fixture("ccb.xlsx"))["data"]["mapping"].clone();
    mapping["bankRef"] = json!(16);
    assert_eq!(account.run(&fixture("ccb.xlsx"), &mapping, "")["data"]["created"], 6);
    let look = account.look(&fixture("ccb.xlsx"))["data"].clone();
    assert_eq!((&look["remembered"], &look["mapping"]["bankRef"]), (&json!(true), &json!(13)));
    assert_eq!(
        account.bring(&fixture("ccb.xlsx"), "")["created"],
        0,
        "known by their content, though now they have references"
    );
    assert_eq!(account.booked(), (6, INFLOW));
}

/// Rows of a statement without references, as text.
fn csv(moves: &[(String, i64, i64, String)]) -> Vec<u8> {
    let mut text = String::from("交易时间,收入金额,支出金额,账户余额,对方户名,对方账号,摘要\n");
    for (when, fen, balance, payer) in moves {
        let yuan = |fen: i64| format!("{}.{:02}", fen / 100, fen % 100);
        let (came, went) = if *fen > 0 { (yuan(*fen), String::new()) } else { (String::new(), yuan(-fen)) };
        text += &format!("{when},{came},{went},{},{payer},62170000{:08},租金\n", yuan(*balance), payer.len());
    }
    text.into_bytes()
}

/// Movements of a month: many are alike in everything but the balance.
fn month(seed: u64, count: usize) -> Vec<(String, i64, i64, String)> {
    let mut state = seed;
    let mut random = |most: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % most
    };
    let mut balance = 50_000_000;
    let mut moves = Vec::new();
    for place in 0..count {
        let minute = place * 20 * 24 * 60 / count;
        let fen = if random(4) == 0 {
            -(i64::try_from(random(900)).unwrap() + 1)
        } else {
            i64::try_from(random(5) + 1).unwrap() * 100_000
        };
        balance += fen;
        let when = format!("2024-09-{:02} {:02}:{:02}:00", minute / 1440 + 1, minute / 60 % 24, minute % 60 / 30 * 30);
        moves.push((when, fen, balance, ["甲", "乙乙", "丙"][usize::try_from(random(3)).unwrap()].to_owned()));
    }
    moves
}

#[test]
fn what_is_booked_is_the_union_of_the_files() {
    let (portal, token) = town();
    for (place, seed) in [3, 1_000, 987_654].into_iter().enumerate() {
        let tail = format!("1{place:03}");
        let account = Account { portal: &portal, token: &token, tail: &tail };
        let moves = month(seed, 120);
        let inflow: i64 = moves.iter().map(|(_, fen, ..)| (*fen).max(0)).sum();
        let count = moves.iter().filter(|(_, fen, ..)| *fen > 0).count() as u64;
        let mut shuffled = moves[20..90].to_vec();
        shuffled.sort_by_key(|(_, _, balance, _)| balance * 7_919 % 1_009);
        let mut backwards = moves[70..].to_vec();
        backwards.reverse();
        for part in [&moves[..40], &shuffled, &backwards, &moves[10..30], &moves] {
            let done = account.bring(&csv(part), "");
            assert_eq!(done["failed"], 0, "seed {seed}: {done}");
            assert_eq!(done["continuity"]["gapCount"], 0, "seed {seed}: {}", done["continuity"]);
        }
        assert_eq!(account.booked(), (count, inflow), "seed {seed}");
    }
}

#[test]
fn a_gap_is_told_and_forbids_nothing() {
    let (portal, token) = town();
    let account = Account { portal: &portal, token: &token, tail: "0001" };
    let row = |when: &str, fen, balance| (when.to_owned(), fen, balance, "赵六".to_owned());
    let first = [row("2024-09-20 09:00:00", 119_100, 10_119_100), row("2024-09-20 18:22:00", -5_000, 10_114_100)];
    assert_eq!(account.bring(&csv(&first), "")["continuity"]["openingFen"], 10_000_000);
    let next = [row("2024-09-21 09:10:00", 30_000, 10_164_100)];
    let done = account.bring(&csv(&next), "");
    assert_eq!(done["continuity"]["gaps"], json!(["09-20 18:22 与 09-21 09:10 之间缺少净额 +200.00 的流水"]));
    assert_eq!(done["created"], 1);
    // the missing line comes later, in a file that reaches over the gap
    let whole = [first[1].clone(), row("2024-09-20 20:00:00", 20_000, 10_134_100), next[0].clone()];
    let done = account.bring(&csv(&whole), "");
    assert_eq!(
        (&done["created"], &done["unchanged"], &done["continuity"]["gapCount"]),
        (&json!(1), &json!(1), &json!(0)),
        "{done}"
    );
    // inside of a file
    let holed = [row("2024-09-22 10:00:00", 100, 10_164_200), row("2024-09-22 11:00:00", 100, 10_164_250)];
    let done = account.bring(&csv(&holed), "");
    assert_eq!(done["continuity"]["gaps"], json!(["09-22 10:00 与 09-22 11:00 之间缺少净额 -0.50 的流水"]));
}

fn by_hand(portal: &Portal, token: &str, change: Value) -> Value {
    let mut form = json!({"partyAId": 1, "amountFen": 119_100, "payerName": "张三", "method": 1, "valueDate": "2024-09-02", "tenantId": 2, "anyway": true});
    form.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    portal.post("/fin/receipt", token, form)
}

#[test]
fn what_was_entered_by_hand_is_held_back_until_somebody_says_what_it_is() {
    let (portal, token) = town();
    let account = Account { portal: &portal, token: &token, tail: "0001" };
    assert_eq!(by_hand(&portal, &token, json!({}))["code"], 200);
    let file = fixture("ccb.xlsx");
    for dry in ["&dryRun=1", ""] {
        let held = account.bring(&file, dry);
        assert_eq!((&held["failed"], &held["counts"]["suspect"]), (&json!(1), &json!(1)), "{held}");
        let line = &held["lines"][0];
        assert_eq!((&line["state"], &line["receiptNo"]), (&json!("suspect"), &json!("SK-202409-000001")), "{line}");
        let failed = held["rows"].as_array().unwrap().iter().find(|row| row["outcome"] == "failed").unwrap();
        assert!(failed["reason"].as_str().unwrap().starts_with("疑似已登记 SK-202409-000001"), "{failed}");
    }
    assert_eq!(portal.get("/fin/receipt/list", &token)["total"], 1, "nothing comes in without a word");
    // the person paid twice that day, once by hand: this line is that receipt
    let choose = |choice: Value| format!("&choices={}", escaped(&json!({"2": choice})));
    let done = account.bring(&file, &choose(json!({"link": true})));
    assert_eq!(
        (&done["created"], &done["updated"], &done["counts"]["linked"]),
        (&json!(5), &json!(1), &json!(1)),
        "{done}"
    );
    assert_eq!(account.booked(), (6, INFLOW));
    assert_eq!(account.bring(&file, "")["created"], 0, "the receipt by hand is now the line");
    // or it is not
    let account = Account { tail: "0002", ..account };
    assert_eq!(by_hand(&portal, &token, json!({"accountTail": "0002", "valueDate": "2024-09-02"}))["code"], 200);
    let done = account.bring(&file, &choose(json!({"anyway": true})));
    assert_eq!((&done["created"], &done["failed"]), (&json!(6), &json!(0)), "{done}");
    assert_eq!(account.booked(), (7, INFLOW + 119_100));
}

#[test]
fn a_claim_by_hand_teaches_and_taking_it_back_unteaches() {
    let (portal, token) = town();
    let account = Account { portal: &portal, token: &token, tail: "0001" };
    let wang = |day: &str, balance| (format!("2024-09-{day} 10:00:00"), 5_000, balance, "王某某".to_owned());
    let first = account.bring(&csv(&[wang("03", 5_000)]), "");
    assert_eq!(first["counts"]["unclaimed"], 1);
    let row = portal.get("/fin/receipt/list", &token)["rows"][0].clone();
    assert!(row.get("payerMark").is_none() && row.get("lineKey").is_none(), "{row}");
    let claim = json!({"id": row["receiptId"], "tenantId": 1, "remember": true, "anyway": true});
    assert_eq!(portal.post("/fin/receipt/claim", &token, claim)["code"], 200);
    let tenant = portal.get("/lease/tenant/1", &token)["data"].clone();
    assert_eq!(tenant["payerNames"], json!(["禾川", "王某某"]));
    let second = account.bring(&csv(&[wang("04", 10_000)]), "");
    assert_eq!(
        (&second["counts"]["posted"], &second["lines"][0]["told"][0]),
        (&json!(1), &json!("账号、户名")),
        "{second}"
    );
    // the name goes in the form, the account with the claim
    let mut form = tenant.clone();
    form["payerNames"] = json!(["禾川"]);
    form["version"] = portal.get("/lease/tenant/1", &token)["data"]["version"].clone();
    assert_eq!(portal.put("/lease/tenant", &token, form)["code"], 200);
    let third = account.bring(&csv(&[wang("05", 15_000)]), "");
    assert_eq!(third["lines"][0]["told"][0], "账号");
    let list = portal.get("/fin/receipt/list", &token);
    let id =
        &list["rows"].as_array().unwrap().iter().find(|row| row["valueDate"] == "2024-09-03").unwrap()["receiptId"];
    assert_eq!(portal.post("/fin/receipt/unclaim", &token, json!({"id": id}))["code"], 200);
    let fourth = account.bring(&csv(&[wang("06", 20_000)]), "");
    assert_eq!((&fourth["counts"]["unclaimed"], &fourth["lines"][0]["choices"]), (&json!(1), &json!([])), "{fourth}");
    // while it comes in, a person says whose it is, and for good
    let file = csv(&[wang("07", 25_000), wang("08", 30_000)]);
    let choice = format!("&choices={}", escaped(&json!({"2": {"tenantId": 2, "remember": true}})));
    let fifth = account.bring(&file, &choice);
    assert_eq!(fifth["counts"]["posted"], 2, "the line after it follows: {fifth}");
    // two tenants with one payer: never by itself
    let form = json!({"tenantName": "别家", "kind": 1, "deptId": 110, "payerNames": ["王 某某"]});
    portal.post("/lease/tenant", &token, form);
    let sixth = account.bring(&csv(&[wang("09", 35_000)]), "");
    assert_eq!(sixth["counts"]["unclaimed"], 1, "{sixth}");
    let choices = sixth["lines"][0]["choices"].as_array().unwrap();
    assert_eq!(
        choices.iter().map(|choice| choice["score"].as_u64().unwrap()).collect::<Vec<_>>(),
        [180, 80],
        "{sixth}"
    );
}

#[test]
fn names_and_numbers_inside_of_the_text_are_proposals() {
    let (portal, token) = town();
    let account = Account { portal: &portal, token: &token, tail: "0001" };
    let report = account.bring(&fixture("boc.gb.csv"), "");
    let line = report["lines"].as_array().unwrap().iter().find(|line| line["payerName"] == "王五").unwrap();
    assert_eq!(line["state"], "unclaimed", "a name inside of the text is no proof");
    let proposal = &line["choices"][0];
    assert_eq!((&proposal["tenantName"], &proposal["score"]), (&json!("禾川包装"), &json!(60)), "{line}");
    let own = report["lines"].as_array().unwrap().iter().find(|line| line["payerName"] == "禾川包装").unwrap();
    assert_eq!((&own["state"], &own["told"][0]), (&json!("posted"), &json!("户名")));
}

#[test]
fn the_number_of_a_bill_is_proof_and_an_amount_is_a_hint() {
    let (town, _) = e1::Town::e1();
    let token = town.portal.admin();
    let bills = town.get("/fin/bill/list?overdue=true&pageSize=50")["rows"].as_array().unwrap().clone();
    let tenant = bills[0]["tenantId"].as_u64().unwrap();
    let owed = town.get(&format!("/fin/bill/list?tenantId={tenant}&pageSize=200"))["rows"].as_array().unwrap().clone();
    let owed: i64 = owed.iter().map(|bill| bill["outstandingFen"].as_i64().unwrap()).sum();
    let number = bills[0]["billNo"].as_str().unwrap().replace('-', "").to_lowercase();
    let yuan = |fen: i64| format!("{}.{:02}", fen / 100, fen % 100);
    let file = format!(
        "交易时间,收入金额,余额,对方户名,附言\n2024-09-29 10:00:00,{},9,某公司,预付\n2024-09-30 08:00:00,1.00,9,某公司,付 {number} 的租金\n",
        yuan(owed)
    );
    let account = Account { portal: &town.portal, token: &token, tail: "0009" };
    let done = account.bring(file.as_bytes(), "");
    let line = |row: u64| done["lines"].as_array().unwrap().iter().find(|line| line["row"] == row).unwrap().clone();
    let hint = line(2);
    assert_eq!((&hint["state"], &hint["choices"][0]["score"]), (&json!("unclaimed"), &json!(30)), "{hint}");
    assert_eq!(hint["choices"][0]["tenantId"], tenant);
    let proof = line(3);
    assert_eq!(
        (&proof["state"], &proof["tenantId"], &proof["told"][0]),
        (&json!("posted"), &json!(tenant), &json!("编号")),
        "{proof}"
    );
    assert!(proof["told"][1].as_str().unwrap().starts_with("冲 ZD-"), "{proof}");
    assert_eq!(account.bring(file.as_bytes(), "")["created"], 0);
    town.is_whole();
}

#[test]
fn references_differ_in_more_than_blanks_case_and_width() {
    let (portal, token) = town();
    let entered = by_hand(&portal, &token, json!({"bankRef": "ab 0012345", "accountTail": "0001"}));
    assert_eq!(entered["code"], 200, "{entered}");
    for text in ["AB0012345", "ａｂ００１２３４５", " Ab00 12345"] {
        let again = by_hand(&portal, &token, json!({"bankRef": text, "accountTail": "0001"}));
        assert!(
            again["msg"].as_str().unwrap().contains("该银行流水已入账（收款单 SK-202409-000001）"),
            "{text}: {again}"
        );
    }
    let row = portal.get("/fin/receipt/list", &token)["rows"][0].clone();
    assert_eq!(row["bankRef"], "ab 0012345", "as it was entered");
    let account = Account { portal: &portal, token: &token, tail: "0001" };
    let file =
        "日期,收入金额,对方户名,交易流水号\n2024-09-02,1191.00,张三,AB００12345\n2024-09-02,1191.00,张三,AB0012346\n";
    let done = account.bring(file.as_bytes(), "");
    assert_eq!((&done["created"], &done["unchanged"]), (&json!(1), &json!(1)), "{done}");
    // the same number with another amount is a wrong column or a wrong entry, never «known»
    let other = "日期,收入金额,对方户名,交易流水号\n2024-09-02,8.00,张三,AB0012345\n";
    let held = account.bring(other.as_bytes(), "");
    assert_eq!(held["failed"], 1);
    assert!(held["rows"][0]["reason"].as_str().unwrap().contains("相同而金额不同"), "{held}");
}

/// Books of before hold two receipts whose references differ in width and case only.
#[test]
fn books_of_before_open_with_references_that_are_equal_now() {
    let (portal, token) = town();
    for (bank_ref, day) in [("AB0012345", "2024-09-02"), ("AB0012346", "2024-09-03")] {
        let form = json!({"bankRef": bank_ref, "accountTail": "0001", "valueDate": day});
        assert_eq!(by_hand(&portal, &token, form)["code"], 200);
    }
    support::act(&portal.app, |op| {
        let receipt: Receipt = op.view().tx.get(&id(2))?.unwrap();
        op.put_quietly(&Receipt { bank_ref: "ab００１２３４５".into(), ..receipt })?;
        // an older program described the table otherwise: everything is written again when the file is opened
        let mut schema = migrate::schema(op.view().tx)?.unwrap();
        schema.layout.retain(|line| !line.starts_with("receipt "));
        op.put_quietly(&schema)?;
        Ok(())
    });
    let portal = portal.restarted();
    let token = portal.admin();
    assert_eq!(doctor::run(&portal.app, "test", false).unwrap()["ok"], true);
    support::books_are_whole(&portal.app, &[]);
    let again = by_hand(&portal, &token, json!({"bankRef": "Ab 0012345", "accountTail": "0001"}));
    assert!(again["msg"].as_str().unwrap().contains("该银行流水已入账（收款单 SK-202409-000001）"), "{again}");
    let account = Account { portal: &portal, token: &token, tail: "0001" };
    let file = "日期,收入金额,对方户名,交易流水号\n2024-09-02,1191.00,张三,AB0012345\n";
    assert_eq!(account.bring(file.as_bytes(), "")["unchanged"], 1);
}

#[test]
fn strange_files_are_refused_with_a_sentence() {
    let (portal, token) = town();
    let account = Account { portal: &portal, token: &token, tail: "0001" };
    let wide = format!("{}\n", vec!["列"; 300].join(","));
    let xls = fixture("abc.xls");
    let mut looped = xls.clone();
    // the chain of the directory leads back to itself
    let directory = usize::try_from(u32::from_le_bytes(looped[48..52].try_into().unwrap())).unwrap();
    let table = usize::try_from(u32::from_le_bytes(looped[76..80].try_into().unwrap())).unwrap();
    let at = (table + 1) * 512 + directory * 4;
    looped[at..at + 4].copy_from_slice(&u32::try_from(directory).unwrap().to_le_bytes());
    let garbage: Vec<u8> = (0..4_000_u32).map(|place| (place.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    for (file, part) in [
        (&b""[..], "无法识别"),
        (&garbage, "无法识别"),
        (&xls[..3_000], "文件不完整"),
        (&xls[..600], "文件不完整"),
        (&looped, "文件不完整"),
        ("<html><body>请先登录</body></html>".as_bytes(), "没有表格"),
        (wide.as_bytes(), "超过 200 列"),
        (b"\xd5\xcb\xba\xc5,\xff\xff\xff\n", "编码无法识别"),
        ("甲,\"乙\n丙,丁\n".as_bytes(), "引号不成对"),
        (b"PK\x03\x04", "已损坏"),
    ] {
        let answer = account.look(file);
        assert!(answer["code"] != 200 && answer["msg"].as_str().unwrap().contains(part), "{part}: {answer}");
    }
    // every cut and every changed byte is an answer, never a panic
    for place in (0..xls.len()).step_by(97) {
        let mut broken = xls.clone();
        broken[place] ^= 0xff;
        assert!(account.look(&broken)["msg"].is_string());
        assert!(account.look(&xls[..place])["msg"].is_string());
    }
}

/// Run by hand in a release build: `cargo test --release --features testing --test suite books::bank_files twenty -- --ignored --nocapture`.
#[test]
#[ignore = "takes long in a debug build"]
fn twenty_thousand_lines() {
    let (portal, token) = town();
    for place in 0..500 {
        let form = json!({"tenantName": format!("云川商户{place:04}"), "kind": 1, "deptId": 110, "payerNames": []});
        portal.post("/lease/tenant", &token, form);
    }
    let account = Account { portal: &portal, token: &token, tail: "0001" };
    let mut moves = month(5, 20_000);
    for (place, (.., payer)) in moves.iter_mut().enumerate() {
        *payer = format!("云川商户{:04}", place * 7 % 600);
    }
    let file = csv(&moves);
    let begun = std::time::Instant::now();
    let dry = account.bring(&file, "&dryRun=1");
    println!("dry run of {} lines: {:?}", dry["total"], begun.elapsed());
    let begun = std::time::Instant::now();
    account.bring(&file, "");
    println!("import: {:?}", begun.elapsed());
    let begun = std::time::Instant::now();
    assert_eq!(account.bring(&file, "&dryRun=1")["created"], 0);
    println!("dry run of known lines: {:?}", begun.elapsed());
}
