//! The exposure board through the HTTP surface: what the rules find, who may publish, what puts an entry right, what the
//! board and the block show. Clock: 2024-09-30, the books of case E1.

use crate::{e1, support};
use e1::{Town, with};
use gx_portal::features::exposure::rectify;
use serde_json::{Value, json};

const DAY: i64 = 86_400_000;
const RIGHTS: [&str; 8] = [
    "expo:entry:list",
    "expo:entry:query",
    "expo:entry:approve",
    "expo:entry:submit",
    "expo:entry:withdraw",
    "expo:entry:rectify",
    "expo:board:list",
    "stat:baoGuangTai:list",
];

/// The town of E1 with somebody who decides about entries.
struct Board {
    town: Town,
    judge: String,
}

impl Board {
    fn new() -> Self {
        let (town, _) = Town::e1();
        let role = town.portal.role("judge", &RIGHTS, 1, &[]);
        town.portal.person("judge", 110, &[role]);
        let judge = town.portal.token("judge");
        Self { town, judge }
    }

    fn days_later(&mut self, days: i64) {
        self.town.portal.app.clock.advance(days * DAY);
        self.town.clerk = self.town.portal.admin();
        self.judge = self.town.portal.token("judge");
    }

    fn generate(&self) -> (u64, u64) {
        let answer = self.town.portal.post("/expo/entry/candidates", &self.town.clerk, json!({}));
        let number = |name: &str| answer["data"][name].as_u64().unwrap_or_else(|| panic!("{answer}"));
        (number("made"), number("closed"))
    }

    fn entries(&self, query: &str) -> Vec<Value> {
        let answer = self.town.get(&format!("/expo/entry/list?pageSize=100&{query}"));
        answer["rows"].as_array().unwrap_or_else(|| panic!("{answer}")).clone()
    }

    /// The entry of a tenant.
    fn of_tenant(&self, tenant: u64) -> Value {
        let found = self.entries("subjectKind=1").into_iter().rev().find(|row| row["tenantId"] == tenant);
        found.unwrap_or_else(|| panic!("no entry of tenant {tenant}"))
    }

    fn one(&self, id: u64) -> Value {
        self.town.get(&format!("/expo/entry/{id}"))["data"].clone()
    }

    fn state(&self, id: u64) -> u64 {
        self.one(id)["state"].as_u64().unwrap()
    }

    fn letter(&self, tenant: u64) {
        let bills = self.town.get(&format!("/fin/bill/list?tenantId={tenant}&overdue=true"));
        let ids: Vec<&Value> = bills["rows"].as_array().unwrap().iter().map(|bill| &bill["billId"]).collect();
        self.town.done(&self.town.clerk, "/fin/bill/letter", json!({"ids": ids}));
    }

    fn publish(&self, id: u64) {
        self.town.done(&self.town.clerk, "/expo/entry/submit", json!({"id": id}));
        self.town.done(&self.judge, "/expo/entry/decide", json!({"id": id, "approve": true}));
    }

    fn night(&self) -> (usize, usize, usize) {
        let night = support::act(&self.town.portal.app, rectify::nightly);
        (night.rectified, night.made, night.closed)
    }

    fn block(&self) -> Value {
        self.town.portal.get("/stat/baoGuangTai", &self.judge)["data"].clone()
    }
}

fn id(entry: &Value) -> u64 {
    entry["entryId"].as_u64().unwrap_or_else(|| panic!("{entry}"))
}

fn by_hand(fields: Value) -> Value {
    let form = json!({"facts": "<p>现场检查发现</p>", "rectifyDeadline": "2024-10-15"});
    with(form, fields)
}

#[test]
fn every_rule_finds_its_case_once() {
    let board = Board::new();
    let (made, _) = board.generate();
    let found: Vec<(u64, u64, u64, i64, i64)> = board
        .entries("state=0")
        .iter()
        .map(|row| {
            let number = |name: &str| row[name].as_u64().unwrap_or_default();
            let fen = row["amountFen"].as_i64().unwrap_or(-1);
            (number("rule"), number("tenantId"), number("roomId"), fen, row["overdueDays"].as_i64().unwrap())
        })
        .collect();
    let of = |rule: u64| -> Vec<&(u64, u64, u64, i64, i64)> { found.iter().filter(|row| row.0 == rule).collect() };
    assert_eq!(of(1), [&(1, 1, 0, 6_600_000, 101)], "禾川 owes since 21 June");
    assert_eq!(of(2), [&(2, 2, 0, 840_000, 56)], "August and September of 云岭 in a row");
    assert_eq!(of(3), [&(3, 0, 0, 7_000_000, 264)], "July's money, and that of last December");
    assert_eq!(made, found.len() as u64);
    assert_eq!(board.generate(), (0, 0), "a second run changes nothing");
    assert_eq!(board.night(), (0, 0, 0));

    let entry = board.one(id(&board.of_tenant(1)));
    assert_eq!((&entry["displayName"], &entry["letters"]), (&json!("禾川包装制品有限公司"), &json!(0)));
    assert_eq!(entry["bills"].as_array().unwrap().len(), 2, "{entry}");
    assert_eq!(entry["rectifyDeadline"], "2024-10-30");
    assert!(entry["facts"].as_str().unwrap().contains("合计 66,000.00 元"), "{entry}");
}

#[test]
fn limits_are_settings_and_idle_rooms_ripen() {
    let mut board = Board::new();
    let set = |key: &str, value: &str| {
        let found = board.town.get(&format!("/system/config/list?configKey={key}"));
        let row = with(found["rows"][0].clone(), json!({"configValue": value}));
        assert_eq!(board.town.portal.put("/system/config", &board.town.clerk, row)["code"], 200, "{key}");
    };
    set("expo.arrearsDays", "102");
    set("expo.unpaidBills", "0");
    set("expo.remitDays", "265");
    set("expo.idleDays", "179");
    board.generate();
    assert!(board.entries("subjectKind=1").is_empty() && board.entries("subjectKind=2").is_empty());
    let before = board.entries("subjectKind=4").len();
    board.days_later(180);
    board.generate();
    let idle = board.entries("subjectKind=4");
    assert_eq!((before, idle.len()), (0, 1), "{idle:?}");
    assert_eq!(idle[0]["displayName"], "轻工产业园 R3");
    assert_eq!((&idle[0]["overdueDays"], &idle[0]["amountFen"]), (&json!(180), &Value::Null));
    assert_eq!(idle[0]["partyAName"], "云川市工业资产经营中心");
}

#[test]
fn a_candidate_whose_case_is_over_goes_by_itself() {
    let mut board = Board::new();
    board.generate();
    let entry = id(&board.of_tenant(2));
    board.town.receipt(2, 2, 840_000, "2024-09-30", json!({}));
    assert_eq!(board.generate().1, 1);
    let gone = board.one(entry);
    assert_eq!((&gone["state"], &gone["comment"]), (&json!(9), &json!("情况已消除，候选自动撤销")));
    // numbers of the others follow the books until somebody takes them up
    board.town.receipt(1, 1, 100_000, "2024-09-30", json!({}));
    board.days_later(1);
    board.generate();
    let other = board.of_tenant(1);
    assert_eq!((&other["amountFen"], &other["overdueDays"]), (&json!(6_500_000), &json!(102)));
}

#[test]
fn publishing_needs_a_letter_and_a_second_person() {
    let board = Board::new();
    board.generate();
    let entry = id(&board.of_tenant(1));
    let (town, clerk) = (&board.town, &board.town.clerk);
    town.refused(clerk, "/expo/entry/submit", json!({"id": entry}), "须先送达催缴函");
    board.letter(1);
    town.done(clerk, "/expo/entry/submit", json!({"id": entry}));
    town.refused(clerk, "/expo/entry/decide", json!({"id": entry, "approve": true}), "不能审批自己的");
    assert_eq!(board.block()["open"], 0, "nothing is shown before the decision");
    let todo = |who: &str| town.portal.get("/stat/daiBan", who)["data"].clone();
    assert_eq!(todo(clerk)["count"], 0, "he cannot decide his own");
    let waiting = todo(&board.judge);
    assert_eq!(waiting["items"][0]["kind"], "exposure", "{waiting}");
    // who submitted takes it back; then the judge submits and is bound himself
    town.refused(&board.judge, "/expo/entry/recall", json!({"id": entry}), "只有提交人可以撤回");
    town.done(clerk, "/expo/entry/recall", json!({"id": entry}));
    let role = town.portal.role("other", &RIGHTS, 1, &[]);
    town.portal.person("other", 110, &[role]);
    town.done(&board.judge, "/expo/entry/submit", json!({"id": entry}));
    town.refused(&board.judge, "/expo/entry/decide", json!({"id": entry, "approve": true}), "不能审批自己的");
    town.refused(clerk, "/expo/entry/decide", json!({"id": entry, "approve": true}), "不能审批自己的");
    let other = &town.portal.token("other");
    town.refused(other, "/expo/entry/decide", json!({"id": entry, "approve": false}), "请填写意见");
    town.refused(other, "/expo/entry/decide", json!({"id": entry, "approve": true, "version": 1}), "已被");
    town.done(other, "/expo/entry/decide", json!({"id": entry, "approve": true}));
    let block = board.block();
    assert_eq!((&block["open"], &block["rectifyRate"]), (&json!(1), &Value::Null));
    let item = &block["items"][0];
    assert_eq!(
        (&item["name"], &item["fen"], &item["days"]),
        (&json!("禾川包装制品有限公司"), &json!(6_600_000), &json!(101))
    );
    assert_eq!((&item["publishedAt"], &item["deadline"]), (&json!("2024-09-30"), &json!("2024-10-30")));
    let history = town.get(&format!("/portal/history?kind=exposure&id={entry}"));
    let deeds: Vec<&str> =
        history["rows"].as_array().unwrap().iter().map(|row| row["deed"].as_str().unwrap()).collect();
    assert_eq!(deeds, ["发布", "提交", "撤回", "提交", "新增"]);
}

#[test]
fn who_wrote_an_entry_does_not_publish_it_even_when_another_submits_it() {
    let board = Board::new();
    let third = board.town.portal.role("third", &["expo:entry:approve"], 1, &[]);
    board.town.portal.person("third", 110, &[third]);
    let sublet = board.town.make("/expo/entry", by_hand(json!({"subjectKind": 3, "tenantId": 2, "partyAId": 1})));
    board.town.done(&board.judge, "/expo/entry/submit", json!({"id": sublet}));
    let yes = json!({"id": sublet, "approve": true});
    board.town.refused(&board.town.clerk, "/expo/entry/decide", yes.clone(), "不能审批自己的");
    board.town.refused(&board.judge, "/expo/entry/decide", yes, "不能审批自己的");
}

#[test]
fn forms_are_checked() {
    let board = Board::new();
    let (town, clerk) = (&board.town, &board.town.clerk);
    town.make("/lease/tenant", json!({"tenantName": "王建国", "kind": 3, "deptId": 110}));
    let refused = |fields: Value, part: &str| town.refused(clerk, "/expo/entry", by_hand(fields), part);
    refused(json!({"subjectKind": 1, "partyAId": 1}), "请选择乙方");
    refused(json!({"subjectKind": 1, "tenantId": 1}), "请选择甲方");
    refused(json!({"subjectKind": 4}), "请选择资产");
    refused(json!({"subjectKind": 9}), "请选择乙方、甲方或资产");
    refused(json!({"subjectKind": 1, "tenantId": 3, "partyAId": 1}), "没有逾期未缴的账单");
    refused(json!({"subjectKind": 4, "assetId": 1, "roomId": 1}), "现在不是空置状态");
    refused(json!({"subjectKind": 4, "assetId": 1, "roomId": 5}), "所选房间不属于该资产");
    refused(json!({"subjectKind": 5, "assetId": 1, "amountFen": -5}), "金额须大于0");
    let person = json!({"subjectKind": 3, "tenantId": 4, "partyAId": 1});
    refused(with(person.clone(), json!({"facts": "<p>王建<b>国</b>转租</p>"})), "请改为“王某”");
    refused(
        with(person.clone(), json!({"publishFrom": "2024-10-05", "publishTo": "2024-10-04"})),
        "不能早于曝光开始日",
    );
    let entry = town.make(
        "/expo/entry",
        by_hand(with(person.clone(), json!({"facts": "<p onclick=x()>转租<script>1</script></p>"}))),
    );
    refused(person, "不能重复登记");
    let shown = board.one(entry);
    assert_eq!((&shown["displayName"], &shown["facts"]), (&json!("王某"), &json!("<p>转租</p>")));
    // amounts of arrears are those of the books, whatever is typed
    let typed =
        town.make("/expo/entry", by_hand(json!({"subjectKind": 1, "tenantId": 1, "partyAId": 1, "amountFen": 7})));
    assert_eq!(board.one(typed)["amountFen"], 6_600_000);
    let bare = town.make("/expo/entry", json!({"subjectKind": 5, "assetId": 1}));
    town.refused(clerk, "/expo/entry/submit", json!({"id": bare}), "请填写曝光事由");
    let form = json!({"entryId": bare, "version": 1, "subjectKind": 5, "assetId": 1, "facts": "<p>危房</p>", "rectifyDeadline": "2024-09-29"});
    assert_eq!(town.portal.put("/expo/entry", clerk, form.clone())["code"], 200);
    assert_eq!(town.portal.put("/expo/entry", clerk, form)["code"], 409, "the form is older than the entry");
    town.refused(clerk, "/expo/entry/submit", json!({"id": bare}), "整改期限已过");
    let over = json!({"entryId": bare, "subjectKind": 5, "assetId": 1, "facts": "<p>危房</p>", "rectifyDeadline": "2024-10-15",
                      "publishTo": "2024-09-29", "version": board.one(bare)["version"]});
    assert_eq!(town.portal.put("/expo/entry", clerk, over)["code"], 200);
    town.refused(clerk, "/expo/entry/submit", json!({"id": bare}), "曝光截止日已过");
    town.refused(clerk, "/expo/entry/drop", json!({"id": bare}), "请填写放弃的原因");
    town.done(clerk, "/expo/entry/drop", json!({"id": bare, "comment": "误报"}));
    assert_eq!(board.state(bare), 9);
}

#[test]
fn money_puts_an_entry_right_on_the_day_the_bank_had_it() {
    let mut board = Board::new();
    board.generate();
    board.letter(1);
    let entry = id(&board.of_tenant(1));
    board.publish(entry);
    board.town.receipt(1, 1, 1_600_000, "2024-09-30", json!({}));
    let shown = board.one(entry);
    assert_eq!(
        (&shown["state"], &shown["amountFen"]),
        (&json!(2), &json!(5_000_000)),
        "what is paid is no longer shown"
    );
    board.days_later(40);
    assert_eq!(board.block()["rectifyRate"], 0, "the deadline of 30 October has passed");
    assert_eq!(board.block()["items"][0]["late"], true);
    // the bank had the money in time; it is entered late
    board.town.receipt(1, 1, 5_000_000, "2024-10-29", json!({}));
    let shown = board.one(entry);
    assert_eq!(shown["state"], 3, "{shown}");
    assert_eq!(shown["rectified"]["day"], "2024-10-29");
    assert_eq!(shown["rectified"]["automatic"], true);
    let block = board.block();
    assert_eq!(
        [&block["open"], &block["rectifiedThisYear"], &block["rectifyRate"]],
        [&json!(0), &json!(1), &json!(10_000)]
    );
    // a past day knows nothing of it
    let then = board.town.portal.get("/stat/baoGuangTai?asOf=2024-10-15", &board.judge)["data"].clone();
    assert_eq!((&then["open"], &then["rectifiedThisYear"]), (&json!(1), &json!(0)));
}

#[test]
fn money_that_goes_back_puts_the_entry_on_the_board_again() {
    let board = Board::new();
    let town = &board.town;
    board.generate();
    board.letter(1);
    let entry = id(&board.of_tenant(1));
    board.publish(entry);
    let all = board.one(entry)["amountFen"].as_i64().unwrap();
    let paid = town.receipt(1, 1, all, "2024-09-30", json!({}));
    assert_eq!(board.state(entry), 3);
    town.done(&town.boss, "/fin/receipt/reverse", json!({"id": paid, "kind": 1, "reason": "银行退票"}));
    let shown = board.one(entry);
    assert_eq!((&shown["state"], &shown["amountFen"]), (&json!(2), &json!(all)), "{shown}");
    assert_eq!(shown["rectified"], Value::Null);
    assert_eq!(board.block()["rectifiedThisYear"], 0);
    assert_eq!(board.night(), (0, 0, 0), "the rules find nothing new");
    // a part of it bounces: the entry says what is left
    town.receipt(1, 1, all - 100, "2024-09-30", json!({}));
    let rest = town.receipt(1, 1, 100, "2024-09-30", json!({}));
    assert_eq!(board.state(entry), 3);
    town.done(&town.boss, "/fin/receipt/reverse", json!({"id": rest, "kind": 2, "reason": "录入错误"}));
    assert_eq!(board.one(entry)["amountFen"], 100);
    // what a person found put right stays so
    town.done(&board.judge, "/expo/entry/rectify", json!({"id": entry, "comment": "已签还款协议"}));
    town.receipt(1, 1, 100, "2024-09-30", json!({}));
    assert_eq!(board.state(entry), 3);
}

#[test]
fn a_waiver_or_a_remittance_is_noticed_at_night() {
    let board = Board::new();
    board.generate();
    board.letter(2);
    let tenant = id(&board.of_tenant(2));
    let unit = id(&board.entries("subjectKind=2")[0]);
    board.publish(tenant);
    board.publish(unit);
    let town = &board.town;
    let bills = board.one(tenant)["bills"].as_array().unwrap().clone();
    let scope: Vec<Value> =
        bills.iter().map(|bill| json!({"billId": bill["billId"], "amountFen": bill["openFen"]})).collect();
    let waiver = town.make("/fin/waiver", json!({"reasonKind": 3, "scope": scope, "effectiveDate": "2024-09-30"}));
    town.done(&town.boss, "/fin/waiver/decide", json!({"id": waiver, "approve": true}));
    let hand_in = |fen: i64, month: &str| {
        let form = json!({"kind": 4, "partyAId": 1, "amountFen": fen, "month": month, "paidDate": "2024-09-30", "payee": "云川市财政局"});
        let id = town.make("/fin/remittance", form);
        town.done(&town.boss, "/fin/remittance/decide", json!({"id": id, "approve": true}));
    };
    hand_in(3_000_000, "2024-07-01");
    assert_eq!((board.state(tenant), board.state(unit)), (2, 2), "nothing happens before the night");
    assert_eq!(board.night(), (1, 0, 0));
    assert_eq!((board.state(tenant), board.state(unit)), (3, 2));
    assert_eq!(board.one(unit)["amountFen"], 4_000_000, "part of it is handed in");
    hand_in(4_000_000, "2023-12-01");
    assert_eq!(board.night(), (1, 0, 0));
    assert_eq!(board.state(unit), 3);
    assert_eq!(board.night(), (0, 0, 0));
}

#[test]
fn entries_expire_are_withdrawn_and_rest() {
    let mut board = Board::new();
    let (town, clerk) = (&board.town, &board.town.clerk);
    let sublet = json!({"subjectKind": 3, "tenantId": 2, "partyAId": 1, "publishTo": "2024-10-10"});
    let sublet = town.make("/expo/entry", by_hand(sublet));
    board.publish(sublet);
    let safety = town.make("/expo/entry", by_hand(json!({"subjectKind": 5, "assetId": 1})));
    board.publish(safety);
    town.refused(clerk, "/expo/entry/withdraw", json!({"id": safety}), "请填写撤下的原因");
    town.done(clerk, "/expo/entry/withdraw", json!({"id": safety, "comment": "核实有误"}));
    town.refused(clerk, "/expo/entry/rectify", json!({"id": safety, "comment": "已修复"}), "已撤下");
    assert_eq!((board.state(safety), &board.block()["open"]), (4, &json!(1)));
    board.letter(1);
    board.generate();
    let arrears = id(&board.of_tenant(1));
    town.done(clerk, "/expo/entry/submit", json!({"id": arrears}));
    town.done(&board.judge, "/expo/entry/decide", json!({"id": arrears, "approve": false, "comment": "已商定分期"}));
    assert_eq!(board.state(arrears), 9);
    board.days_later(10);
    assert_eq!(board.state(sublet), 2, "the last day still counts");
    board.days_later(1);
    assert_eq!((board.state(sublet), &board.block()["open"]), (5, &json!(0)));
    board.generate();
    assert_eq!(id(&board.of_tenant(1)), arrears, "what was refused is not proposed the next night");
    // put right after it left the board, before its deadline of 15 October
    let (town, clerk) = (&board.town, &board.town.clerk);
    town.refused(
        clerk,
        "/expo/entry/rectify",
        json!({"id": sublet, "comment": "x", "day": "2024-10-12"}),
        "也不能晚于今天",
    );
    town.refused(clerk, "/expo/entry/rectify", json!({"id": sublet, "day": "2024-10-11"}), "请填写整改说明");
    town.done(clerk, "/expo/entry/rectify", json!({"id": sublet, "comment": "已收回房屋", "day": "2024-10-11"}));
    assert_eq!(board.state(sublet), 3);
    board.days_later(80);
    board.generate();
    let again = board.entries("state=0&subjectKind=1");
    assert!(again.iter().any(|row| row["tenantId"] == 1), "after the rest the case is proposed again");
}

#[test]
fn the_rate_counts_those_whose_deadline_has_passed() {
    let mut board = Board::new();
    let mut entries = Vec::new();
    for asset in 1..=2 {
        for kind in [4, 5, 9] {
            let form = by_hand(json!({"subjectKind": kind, "assetId": asset}));
            entries.push(board.town.make("/expo/entry", form));
        }
    }
    let later = by_hand(json!({"subjectKind": 9, "partyAId": 1, "rectifyDeadline": "2024-12-31"}));
    entries.push(board.town.make("/expo/entry", later));
    for entry in &entries {
        board.publish(*entry);
    }
    let put_right = |board: &Board, place: usize, day: &str| {
        let form = json!({"id": entries[place], "comment": "已整改", "day": day});
        board.town.done(&board.town.clerk, "/expo/entry/rectify", form);
    };
    board.days_later(15);
    assert_eq!(board.block()["rectifyRate"], Value::Null, "the last day is still one to put right on");
    board.days_later(5);
    put_right(&board, 0, "2024-10-15");
    put_right(&board, 1, "2024-10-01");
    put_right(&board, 2, "2024-10-16");
    put_right(&board, 6, "2024-10-16");
    board.town.done(&board.town.clerk, "/expo/entry/withdraw", json!({"id": entries[3], "comment": "有误"}));
    let block = board.block();
    assert_eq!(
        block["rectifyRate"], 4_000,
        "two of the five whose deadline has passed; one was withdrawn, one has time"
    );
    assert_eq!((&block["open"], &block["rectifiedThisYear"]), (&json!(2), &json!(4)));
    let sums = board.town.get("/expo/entry/list")["sums"].clone();
    assert_eq!(sums, json!({"candidates": 0, "waiting": 0, "open": 2, "openFen": 0, "late": 2, "rectified": 4}));
    let other = board.town.portal.get("/stat/baoGuangTai?plateId=1", &board.judge)["data"].clone();
    assert_eq!(other["open"], 0, "the two still open are of the other plate");
}

#[test]
fn scope_decides_what_is_seen_and_proposed() {
    let board = Board::new();
    let rights = ["expo:entry:list", "expo:entry:query", "expo:entry:add", "expo:board:list", "stat:baoGuangTai:list"];
    let portal = &board.town.portal;
    let role = portal.role("elsewhere", &rights, 3, &[]);
    portal.person("guest", 111, &[role]);
    let guest = portal.token("guest");
    let made = portal.post("/expo/entry/candidates", &guest, json!({}));
    assert_eq!(made["data"], json!({"made": 0, "closed": 0}), "{made}");
    board.generate();
    board.letter(1);
    let entry = id(&board.of_tenant(1));
    board.publish(entry);
    assert_eq!(portal.get("/expo/entry/list", &guest)["total"], 0);
    assert!(portal.get(&format!("/expo/entry/{entry}"), &guest)["msg"].as_str().unwrap().contains("不存在"));
    assert_eq!(portal.get("/expo/board", &guest)["data"]["items"], json!([]));
    assert_eq!(portal.get("/stat/baoGuangTai", &guest)["data"]["open"], 0);
    let shown = portal.get("/expo/board?publishScope=2", &board.judge);
    assert_eq!(shown["data"]["items"], json!([]), "what is internal is not on the public list");
    assert_eq!(portal.get("/expo/board?subjectKind=1", &board.judge)["data"]["open"], 1);
    for path in ["/stat/baoGuangTai/export", "/expo/entry/export"] {
        let file = board.town.get(path)["msg"].as_str().unwrap().to_owned();
        let bytes = portal.request("GET", &format!("/common/download?fileName={file}"), &board.town.clerk, None);
        assert!(bytes.bytes.starts_with(b"PK"), "{path}");
    }
}
