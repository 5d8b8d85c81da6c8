//! A second pair of eyes: whoever wrote or submitted a document does not decide about it, whoever entered a payment does
//! not pay it, and nobody frees a room alone while the lease runs. Clock: 2024-09-30, the property of case E1.

use crate::{e1, support};
use e1::{Town, c1, c2, with};
use gx_portal::features::exposure::record::ExposureEntry;
use gx_portal::features::finance::receipt::record::Receipt;
use gx_portal::features::lease::contract::record::Lease;
use gx_portal::store::{Reads, id};
use serde_json::{Value, json};

const RIGHTS: &[&str] = &[
    "lease:lease:query",
    "lease:lease:add",
    "lease:lease:edit",
    "lease:lease:submit",
    "lease:lease:approve",
    "expo:entry:query",
    "expo:entry:add",
    "expo:entry:edit",
    "expo:entry:submit",
    "expo:entry:approve",
    "fin:dunning:add",
    "fin:receipt:add",
    "fin:receipt:query",
    "fin:receipt:claim",
    "fin:receipt:reverse",
    "fin:expense:add",
    "fin:expense:approve",
    "fin:expense:pay",
    "fin:refund:add",
    "fin:refund:approve",
    "fin:refund:pay",
];
const OWN_LEASE: &str = "不能审批自己经手的合同或变更";

/// The town with three people who may do the same things.
fn people(town: &Town) -> [String; 3] {
    let role = town.portal.role("office", RIGHTS, 1, &[]);
    ["one", "two", "three"].map(|name| {
        town.portal.person(name, 110, &[role]);
        town.portal.token(name)
    })
}

fn sent(town: &Town, who: &str, path: &str, form: Value) -> u64 {
    Town::made(&town.portal.post(path, who, form))
}

fn yes(number: u64) -> Value {
    json!({"id": number, "decision": "approve", "approve": true})
}

#[test]
fn a_colleague_who_submits_again_does_not_free_the_writer_to_approve() {
    let town = Town::new();
    let [one, two, three] = people(&town);
    let lease = sent(&town, &one, "/lease/lease", c2());
    town.done(&one, "/lease/lease/submit", json!({"id": lease}));
    town.done(&two, "/lease/lease/withdraw", json!({"id": lease}));
    town.done(&two, "/lease/lease/submit", json!({"id": lease}));
    for who in [&one, &two] {
        town.refused(who, "/lease/lease/decide", yes(lease), OWN_LEASE);
        let shown = town.portal.get(&format!("/lease/lease/{lease}"), who);
        assert_eq!(shown["data"]["ownSubmission"], true, "the page offers no decision to him");
        let todo = town.portal.get("/stat/daiBan", who);
        assert_eq!(todo["data"]["count"], 0, "nor does his list of what waits");
    }
    assert_eq!(town.portal.get("/stat/daiBan", &three)["data"]["count"], 1);
    town.done(&three, "/lease/lease/decide", yes(lease));
}

#[test]
fn who_only_changed_a_draft_does_not_approve_it_either() {
    let town = Town::new();
    let [one, two, three] = people(&town);
    let lease = sent(&town, &one, "/lease/lease", c2());
    let changed = with(c2(), json!({"leaseId": lease, "remark": "改"}));
    assert_eq!(town.portal.put("/lease/lease", &two, changed)["code"], 200);
    town.done(&one, "/lease/lease/submit", json!({"id": lease}));
    town.refused(&two, "/lease/lease/decide", yes(lease), OWN_LEASE);
    // Given back and submitted by a third, the first two stay its authors; who gave it back is none.
    let back = json!({"id": lease, "decision": "return", "comment": "补充"});
    town.done(&town.boss, "/lease/lease/decide", back);
    town.done(&three, "/lease/lease/submit", json!({"id": lease}));
    for who in [&one, &two, &three] {
        town.refused(who, "/lease/lease/decide", yes(lease), OWN_LEASE);
    }
    town.done(&town.boss, "/lease/lease/decide", yes(lease));
}

#[test]
fn records_of_before_name_no_authors_and_their_makers_count() {
    let town = Town::new();
    let [one, two, three] = people(&town);
    let lease = sent(&town, &one, "/lease/lease", c2());
    let changed = with(c2(), json!({"leaseId": lease, "remark": "改"}));
    assert_eq!(town.portal.put("/lease/lease", &two, changed)["code"], 200);
    town.done(&two, "/lease/lease/submit", json!({"id": lease}));
    support::act(&town.portal.app, move |op| {
        let old: Option<Lease> = op.view().tx.get(&id(lease))?;
        op.put(&Lease { authors: Vec::new(), ..old.unwrap() })
    });
    for who in [&one, &two] {
        town.refused(who, "/lease/lease/decide", yes(lease), OWN_LEASE);
    }
    town.done(&three, "/lease/lease/decide", yes(lease));
}

#[test]
fn the_first_writer_of_an_entry_does_not_publish_what_a_colleague_changed() {
    let town = Town::new();
    let [one, two, three] = people(&town);
    let form = json!({"subjectKind": 5, "assetId": 1, "roomId": 1, "facts": "<p>消防通道堵塞</p>", "rectifyDeadline": "2024-10-30"});
    let entry = sent(&town, &one, "/expo/entry", form.clone());
    let changed = with(form, json!({"entryId": entry, "remark": "改"}));
    assert_eq!(town.portal.put("/expo/entry", &two, changed)["code"], 200);
    town.done(&two, "/expo/entry/submit", json!({"id": entry}));
    for who in [&one, &two] {
        town.refused(who, "/expo/entry/decide", yes(entry), "不能审批自己的曝光条目");
    }
    support::act(&town.portal.app, move |op| {
        let old: Option<ExposureEntry> = op.view().tx.get(&id(entry))?;
        op.put(&ExposureEntry { authors: Vec::new(), ..old.unwrap() })
    });
    town.refused(&one, "/expo/entry/decide", yes(entry), "不能审批自己的曝光条目");
    town.done(&three, "/expo/entry/decide", yes(entry));
}

#[test]
fn who_claimed_a_receipt_does_not_take_it_back() {
    let town = Town::new();
    let [one, _, three] = people(&town);
    town.signed(c1(), "2023-12-10");
    let money = json!({"partyAId": 1, "amountFen": 5_000, "method": 1, "valueDate": "2024-09-20", "payerName": "某人"});
    let receipt = town.make("/fin/receipt", money);
    town.done(&one, "/fin/receipt/claim", json!({"id": receipt, "tenantId": 1}));
    let back = json!({"id": receipt, "kind": 1, "reason": "错账"});
    for who in [&one, &town.clerk] {
        town.refused(who, "/fin/receipt/reverse", back.clone(), "录入人和认领人不能冲销");
    }
    let tx = town.portal.app.store.read().unwrap();
    let stored: Receipt = tx.get(&id(receipt)).unwrap().unwrap();
    drop(tx);
    assert_eq!(stored.authors, ["admin", "one"]);
    town.done(&three, "/fin/receipt/reverse", back);
}

#[test]
fn a_slip_of_the_hand_is_undone_within_the_minute_by_its_own_maker() {
    let town = Town::new();
    let [one, two, _] = people(&town);
    let lease = town.signed(c1(), "2023-12-10");
    town.done(&town.clerk, "/fin/bill/generate", json!({"leaseIds": [lease]}));
    let money =
        |fen: i64| json!({"partyAId": 1, "tenantId": 1, "amountFen": fen, "method": 1, "valueDate": "2024-09-20"});
    let owed = |town: &Town| town.bills(lease).iter().map(|(_, _, fen)| fen).sum::<i64>();
    let before = owed(&town);
    let enter = |form: Value| Town::made(&town.portal.post("/fin/receipt", &one, form));

    let slip = enter(money(500_000));
    assert_ne!(owed(&town), before);
    town.refused(&two, "/fin/receipt/undo", json!({"id": slip}), "只有录入人可以撤销刚登记的收款");
    town.portal.app.clock.advance(60_000);
    town.done(&one, "/fin/receipt/undo", json!({"id": slip}));
    assert_eq!(owed(&town), before, "to the fen");
    town.refused(&one, "/fin/receipt/undo", json!({"id": slip}), "已冲销，不能再次撤销");
    let shown = town.get(&format!("/fin/receipt/{slip}"))["data"].clone();
    assert_eq!(shown["state"], 2, "it stays with its number: {shown}");
    assert_eq!(shown["reversal"]["reason"], "登记后一分钟内由录入人撤销");

    let late = enter(money(500_000));
    town.portal.app.clock.advance(60_001);
    town.refused(&one, "/fin/receipt/undo", json!({"id": late}), "登记已超过一分钟");
    let unknown =
        json!({"partyAId": 1, "amountFen": 5_000, "method": 1, "valueDate": "2024-09-20", "payerName": "某人"});
    let claimed = enter(unknown);
    town.done(&two, "/fin/receipt/claim", json!({"id": claimed, "tenantId": 1}));
    town.refused(&one, "/fin/receipt/undo", json!({"id": claimed}), "只有录入人可以撤销刚登记的收款");
}

#[test]
fn a_record_of_asking_goes_within_the_minute_by_its_own_maker_and_a_letter_stays() {
    let town = Town::new();
    let [one, ..] = people(&town);
    let lease = town.signed(c1(), "2023-12-10");
    town.done(&town.clerk, "/fin/bill/generate", json!({"leaseIds": [lease]}));
    let bill = town.bills(lease)[0].0;
    let (path, undo) = ("/fin/dunning", "/fin/dunning/undo");
    let enter = || {
        let ask = json!({"billIds": [bill], "channel": 1, "day": "2024-09-30", "said": "电话通知", "promise": {"day": "2024-10-08", "amountFen": 100}});
        let answer = town.portal.post(path, &town.clerk, ask);
        assert_eq!(answer["data"]["count"], 1, "{answer}");
        answer["data"]["ids"].clone()
    };
    let total = || town.get("/fin/dunning/list")["total"].clone();
    let ids = enter();
    town.refused(&one, undo, json!({"ids": ids}), "只有登记人可以撤销");
    town.refused(&town.clerk, undo, json!({"ids": [ids[0], 9_999]}), "不存在");
    assert_eq!(total(), 1, "all or none");
    town.portal.app.clock.advance(60_000);
    town.done(&town.clerk, undo, json!({"ids": ids}));
    assert_eq!(total(), 0, "with its promise");
    town.refused(&town.clerk, undo, json!({"ids": ids}), "不存在");

    let late = enter();
    town.portal.app.clock.advance(60_001);
    town.refused(&town.clerk, undo, json!({"ids": late}), "登记已超过一分钟，不能撤销");
    town.done(&town.clerk, "/fin/bill/letter", json!({"ids": [bill]}));
    let letter = town.get("/fin/dunning/list?channel=3")["rows"][0]["dunningId"].clone();
    town.refused(&town.clerk, undo, json!({"ids": [letter]}), "已打印，不能撤销");
}

#[test]
fn who_entered_money_that_goes_out_does_not_pay_it() {
    let town = Town::new();
    let [one, two, three] = people(&town);
    town.signed(c1(), "2023-12-10");
    let credit = json!({"partyAId": 1, "tenantId": 2, "amountFen": 9_000, "method": 1, "valueDate": "2024-09-20", "anyway": true});
    town.make("/fin/receipt", credit);
    for (base, form, noun) in [
        ("expense", json!({"kind": 3, "partyAId": 1, "amountFen": 100, "payee": "维修队", "category": "维修"}), "支出"),
        ("refund", json!({"kind": 1, "partyAId": 1, "tenantId": 2, "amountFen": 100, "payee": "乙方"}), "退预收"),
    ] {
        let number = sent(&town, &one, &format!("/fin/{base}"), form);
        town.done(&two, &format!("/fin/{base}/decide"), yes(number));
        let path = format!("/fin/{base}/pay");
        let pay = json!({"id": number, "paidDate": "2024-09-28"});
        town.refused(&one, &path, pay.clone(), &format!("录入人不能支付自己提交的{noun}"));
        town.done(&three, &path, pay);
    }
}

#[test]
fn nobody_frees_a_room_alone_while_the_lease_runs() {
    let town = Town::new();
    let lease = town.signed(c2(), "2024-03-10");
    let back = |day: &str| json!({"id": lease, "returnedDate": day});
    let path = "/lease/lease/handover";
    town.refused(&town.clerk, path, back("2024-03-15"), "租期至 2025-03-14，提前退房请先办理提前终止");
    town.refused(&town.clerk, path, back("2024-09-30"), "提前退房请先办理提前终止");
    let end = json!({"leaseId": lease, "kind": 8, "effectiveDate": "2024-10-31", "reason": "协商一致"});
    town.done(&town.clerk, "/lease/lease/change", end);
    town.refused(&town.clerk, path, back("2024-09-30"), "提前退房请先办理提前终止");
    town.done(&town.boss, "/lease/lease/change/decide", json!({"changeId": 1, "decision": "approve"}));
    town.done(&town.clerk, path, back("2024-09-30"));
}
