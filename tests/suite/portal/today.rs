//! 我的工作: whoever looks, a number on a card equals the number of rows of the list that it opens; what cards name by days is
//! named from the right day on.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use gx_portal::platform::identity::role::Role;
use gx_portal::store::Reads as _;

use super::everyone::let_in;
use crate::e1::{Town, c1, c2, room, with};
use crate::support::Portal;

/// The list behind each page that cards lead to.
const LISTS: [(&str, &str); 15] = [
    ("/todo", "/stat/daiBan/list"),
    ("/appr/todo", "/appr/task/todo"),
    ("/appr/todo?box=mine&", "/appr/instance/mine?"),
    ("/asset/room?mode=list&", "/asset/room/list?"),
    ("/notice", "/system/notice/mine"),
    ("/system/user", "/system/user/list"),
    ("/lease/expiring", "/lease/lease/expiring"),
    ("/lease/lease", "/lease/lease/list"),
    ("/lease/tenant", "/lease/tenant/list"),
    ("/fin/bill", "/fin/bill/list"),
    ("/fin/dunning", "/fin/dunning/list"),
    ("/fin/receipt", "/fin/receipt/list"),
    ("/fin/refund", "/fin/refund/list"),
    ("/fin/expense", "/fin/expense/list"),
    ("/fin/close", "/fin/close/parties"),
];

/// What the page of an address asks the server: a range of days is two filters there (`ui/src/api/finance/ledger.ts`).
fn asked(path: &str) -> Option<String> {
    let (page, query) = path.split_once('?').unwrap_or((path, ""));
    if let Some((_, list)) = LISTS.iter().find(|(page, _)| page.ends_with('&') && path.starts_with(page)) {
        let query = query.split_once('&').map_or("", |(_, rest)| rest);
        return Some(format!("{list}{query}"));
    }
    let (_, list) = LISTS.iter().find(|(known, _)| *known == page)?;
    let mut filters = Vec::new();
    for filter in query.split('&').filter(|filter| !filter.is_empty()) {
        match filter.split_once('=').and_then(|(name, value)| Some((name, value.split_once('~')?))) {
            Some((name, (from, to))) => filters.push(format!("{name}From={from}&{name}To={to}")),
            None => filters.push(filter.to_owned()),
        }
    }
    Some(format!("{list}?{}", filters.join("&")))
}

fn today(portal: &Portal, token: &str) -> Value {
    let answer = portal.get("/portal/today", token);
    assert_eq!(answer["code"], 200, "{answer}");
    answer["data"].clone()
}

/// Walks every part of every card; answers how many parts with rows were compared, by card.
fn numbers_agree(portal: &Portal, token: &str, who: &str) -> BTreeMap<String, u64> {
    let (found, mut compared) = (today(portal, token), BTreeMap::new());
    for card in found["cards"].as_array().unwrap() {
        assert_eq!(card["failed"], Value::Null, "{who}: {card}");
        let mut all = 0;
        for part in card["parts"].as_array().unwrap() {
            let (path, count) = (part["path"].as_str().unwrap(), part["count"].as_u64().unwrap());
            all += count;
            // a register's page is data: its own tests compare it (registers::remind)
            let Some(list) = asked(path) else {
                assert_eq!(card["key"], "registers", "{path}");
                continue;
            };
            let answer = portal.get(&list, token);
            // a list that isn't turned over is answered whole
            let rows = answer["total"].as_u64().or(answer["data"].as_array().map(|rows| rows.len() as u64));
            assert_eq!(rows, Some(count), "{who}: «{}» and {list}: {answer}", part["label"]);
            *compared.entry(card["key"].as_str().unwrap().to_owned()).or_default() += u64::from(count > 0);
        }
        assert_eq!(card["count"], all, "{who}: {card}");
        let lines = card["lines"].as_array().unwrap().len() as u64;
        assert!(
            lines <= 8 && (lines == all || lines == 8 || card["key"] == "registers" || lines >= 2),
            "{who}: {card}"
        );
    }
    compared
}

#[test]
fn a_number_on_a_card_is_the_number_of_rows_of_its_list_whoever_looks() {
    let portal = Portal::city();
    let mut compared = numbers_agree(&portal, &portal.admin(), "admin");
    for ((roles, dept), login) in let_in(&portal) {
        for (key, parts) in numbers_agree(&portal, &portal.token(&login), &format!("{login} ({roles:?} in {dept})")) {
            *compared.entry(key).or_default() += parts;
        }
    }
    for card in ["decide", "leases", "dunning", "claims"] {
        assert!(compared.get(card).is_some_and(|parts| *parts > 0), "nothing of {card} was compared: {compared:?}");
    }
}

#[test]
fn rights_taken_one_by_one_take_their_parts_and_no_other() {
    let portal = Portal::city();
    let all = [
        ("lease:expiring:list", "90 天内到期未续"),
        ("lease:lease:list", "缺扫描件"),
        ("lease:tenant:list", "缺证件号码"),
        ("asset:room:list", "空置 60 天以上"),
        ("fin:bill:list", "逾期 30 天未联系"),
        ("fin:dunning:list", "失约仍欠缴"),
        ("fin:receipt:list", "未解释的银行流水"),
        ("fin:refund:list", "退款待付"),
        ("fin:expense:list", "支出待付"),
        ("fin:close:list", "可以月结的甲方"),
        ("system:user:list", "没有角色"),
    ];
    for (at, scope) in (1..=5).cycle().take(all.len() + 1).enumerate() {
        let held: Vec<&str> =
            all.iter().enumerate().filter(|(of, _)| *of != at).map(|(_, (right, _))| *right).collect();
        let role = portal.role(&format!("r{at}"), &held, scope, &[110]);
        portal.person(&format!("p{at}"), 110, &[role]);
        let token = portal.token(&format!("p{at}"));
        numbers_agree(&portal, &token, &format!("without {at}, scope {scope}"));
        let found = today(&portal, &token);
        let labels: Vec<&str> = found["cards"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|card| card["parts"].as_array().unwrap())
            .filter_map(|part| part["label"].as_str())
            .collect();
        for (of, (right, label)) in all.iter().enumerate() {
            assert_eq!(labels.contains(label), of != at, "{right}: {labels:?}");
        }
    }
}

#[test]
fn who_has_no_rights_learns_whom_to_ask() {
    let portal = Portal::new();
    portal.person("newcomer", 110, &[]);
    let found = today(&portal, &portal.token("newcomer"));
    assert!(!found["administrators"].as_array().unwrap().is_empty(), "{found}");
    let keys: Vec<&str> = found["cards"].as_array().unwrap().iter().filter_map(|card| card["key"].as_str()).collect();
    assert_eq!(keys, ["decide", "mine", "notices"], "what everybody has");
    let of_admin = today(&portal, &portal.admin());
    assert_eq!((&of_admin["administrators"], &of_admin["folded"]), (&json!([]), &json!(true)));
}

/// Rows of a list that a watch leaves, on a day.
fn watched(town: &mut Town, day: &str, list: &str) -> u64 {
    town.move_to(day);
    let answer = town.get(list);
    answer["total"].as_u64().unwrap_or_else(|| panic!("{list}: {answer}"))
}

#[test]
fn bills_are_silent_from_the_thirtieth_day_and_after_fourteen_days_without_contact() {
    let (mut town, [first, ..]) = Town::e1();
    let (due, bill) = {
        town.move_to("2024-10-05");
        let rows =
            town.get(&format!("/fin/bill/list?leaseId={first}&payState=0&orderByColumn=dueDate"))["rows"].clone();
        (rows[0]["dueDate"].as_str().unwrap().to_owned(), rows[0]["billId"].as_u64().unwrap())
    };
    let day = |days: i64| {
        let due: jiff::civil::Date = due.parse().unwrap();
        due.saturating_add(jiff::Span::new().days(days)).to_string()
    };
    let list = format!("/fin/bill/list?watch=1&leaseId={first}&dueFrom={due}&dueTo={due}");
    assert_eq!(watched(&mut town, &day(29), &list), 0, "due {due}");
    assert_eq!(watched(&mut town, &day(30), &list), 1);
    let asked = json!({"billIds": [bill], "channel": 1, "day": day(30), "person": "", "said": "月底付"});
    town.make("/fin/dunning", asked);
    assert_eq!(watched(&mut town, &day(30), &list), 0, "somebody spoke with him today");
    assert_eq!(watched(&mut town, &day(43), &list), 0, "thirteen days ago");
    assert_eq!(watched(&mut town, &day(44), &list), 1);
}

#[test]
fn a_lease_is_unsigned_from_the_fifth_day_and_renewed_by_any_that_is_not_void() {
    let (mut town, [first, ..]) = Town::e1();
    let later = json!({"startDate": "2030-01-01", "endDate": "2030-12-31", "firstDueDate": "2030-01-05"});
    town.move_to("2024-10-05");
    let draft = town.make("/lease/lease", with(with(c2(), later), json!({"tenantId": 3, "rooms": [room(3, "200")]})));
    town.done(&town.clerk, "/lease/lease/submit", json!({"id": draft}));
    town.done(&town.boss, "/lease/lease/decide", json!({"id": draft, "decision": "approve"}));
    assert_eq!(watched(&mut town, "2024-10-09", "/lease/lease/list?watch=1"), 0);
    assert_eq!(watched(&mut town, "2024-10-10", "/lease/lease/list?watch=1"), 1);
    let end = town.get(&format!("/lease/lease/{first}"))["data"]["endDate"].as_str().unwrap().to_owned();
    let before: jiff::civil::Date = end.parse().unwrap();
    town.move_to(&before.saturating_add(jiff::Span::new().days(-90)).to_string());
    let ending = |town: &Town, query: &str| {
        let rows = town.get(&format!("/lease/lease/expiring?{query}"))["rows"].clone();
        rows.as_array().unwrap().iter().any(|row| row["leaseId"] == first)
    };
    assert!(ending(&town, "notRenewed=true") && ending(&town, ""));
    let next = before.saturating_add(jiff::Span::new().days(1));
    let renewal = json!({"kind": 2, "prevLeaseId": first, "startDate": next.to_string(),
        "endDate": next.saturating_add(jiff::Span::new().days(364)).to_string(), "firstDueDate": null, "rentFree": []});
    let renewal = town.make("/lease/lease", with(c1(), renewal));
    assert!(!ending(&town, "notRenewed=true") && ending(&town, ""), "a draft is a plan");
    assert_eq!(town.portal.delete(&format!("/lease/lease/{renewal}"), &town.clerk)["code"], 200);
    assert!(ending(&town, "notRenewed=true"), "the plan is given up");
}

#[test]
fn money_that_is_approved_waits_to_be_paid_and_money_of_today_is_added_up() {
    let (mut town, [lease, ..]) = Town::e1();
    town.move_to("2024-10-08");
    let form = json!({"kind": 3, "partyAId": 1, "amountFen": 350_000, "payee": "云川建设维修队", "category": "维修"});
    let expense = town.make("/fin/expense", form);
    town.done(&town.boss, "/fin/expense/decide", json!({"id": expense, "approve": true}));
    town.receipt(lease, 1, 120_000, "2024-10-08", json!({}));
    town.receipt(lease, 1, 30_050, "2024-10-08", json!({}));
    town.receipt(lease, 1, 999, "2024-10-07", json!({}));
    let compared = numbers_agree(&town.portal, &town.clerk, "clerk");
    assert_eq!((compared["payouts"], compared["received"]), (1, 1), "{compared:?}");
    let found = today(&town.portal, &town.clerk);
    let part = |label: &str| {
        let parts = found["cards"].as_array().unwrap().iter().flat_map(|card| card["parts"].as_array().unwrap());
        parts
            .filter(|part| part["label"] == label)
            .map(|part| (part["count"].clone(), part["amountFen"].clone()))
            .next()
    };
    assert_eq!(part("支出待付"), Some((json!(1), json!(350_000))));
    assert_eq!(part("今日到账"), Some((json!(2), json!(150_050))));
}

#[test]
fn the_months_figures_add_up_unit_by_unit() {
    let portal = Portal::city();
    let people = let_in(&portal);
    let leader = portal.token(people.values().find(|login| *login == "lingdao01").unwrap());
    assert_eq!(today(&portal, &leader)["leads"], true);
    let found = portal.get("/stat/overview", &leader)["data"].clone();
    let fen = |of: &Value, name: &str| of[name].as_i64().unwrap_or_else(|| panic!("{name}: {of}"));
    let units = found["units"].as_array().unwrap();
    let sum = |name: &str| units.iter().map(|unit| fen(unit, name)).sum::<i64>();
    assert!(units.len() > 2, "{found}");
    assert_eq!(sum("arrearsFen"), fen(&found, "arrearsFen"));
    assert_eq!(sum("movedFen"), fen(&found, "arrearsFen") - fen(&found, "arrearsThenFen"));
    assert_eq!(sum("fellDueFen") - sum("clearedFen"), sum("movedFen"));
    // the same figures as the blocks for the same days
    let block = portal.get("/stat/qianJiao", &leader)["data"].clone();
    assert_eq!(
        (fen(&block, "arrearsFen"), block["tenants"].clone()),
        (fen(&found, "arrearsFen"), found["tenants"].clone())
    );
    let then = portal.get(&format!("/stat/qianJiao?asOf={}", found["weekEnd"].as_str().unwrap()), &leader);
    assert_eq!(fen(&then["data"], "arrearsFen"), fen(&found, "arrearsThenFen"));
    let clerk = portal.token(people.values().find(|login| login.starts_with("zulin")).unwrap());
    assert_eq!(today(&portal, &clerk)["leads"], false);
}

#[test]
fn months_to_close_are_named_by_party_until_the_last_that_is_over_is_closed() {
    let (mut town, _) = Town::e1();
    let closing = |town: &Town| {
        numbers_agree(&town.portal, &town.clerk, "clerk");
        let cards = today(&town.portal, &town.clerk)["cards"].clone();
        cards.as_array().unwrap().iter().find(|card| card["key"] == "closing").cloned().unwrap()
    };
    let before = closing(&town);
    let line = &before["lines"][0];
    assert_eq!(
        (&before["count"], &line["tone"], &line["path"]),
        (&json!(1), &json!("bad"), &json!("/fin/close?partyAId=1"))
    );
    assert!(line["note"].as_str().unwrap().starts_with("还没有月结"), "{line}");
    town.done(&town.clerk, "/fin/close/until", json!({"partyAId": 1, "month": "2024-08-01"}));
    assert_eq!(closing(&town)["count"], 0, "September is not over");
    town.move_to("2024-10-01");
    let line = closing(&town)["lines"][0].clone();
    assert_eq!((&line["mark"], &line["tone"]), (&json!("2024年09月 待月结"), &json!("warn")), "{line}");
}

#[test]
fn lines_of_the_bank_that_nobody_has_explained_are_counted_apart() {
    let (town, _) = Town::e1();
    let money = |fen: i64, more: Value| {
        let form =
            json!({"partyAId": 1, "amountFen": fen, "method": 1, "valueDate": "2024-09-20", "payerName": "不明"});
        town.make("/fin/receipt", with(form, more));
    };
    money(70_000, json!({"bankRef": "LS-1", "accountTail": "6789"}));
    money(5_000, json!({"bankRef": "LS-2", "accountTail": "6789"}));
    money(900, json!({}));
    numbers_agree(&town.portal, &town.clerk, "clerk");
    let cards = today(&town.portal, &town.clerk)["cards"].clone();
    let card = cards.as_array().unwrap().iter().find(|card| card["key"] == "claims").cloned().unwrap();
    let parts: Vec<Value> = card["parts"].as_array().unwrap().clone();
    let told: Vec<_> = parts.iter().map(|part| (&part["label"], &part["count"], &part["amountFen"])).collect();
    assert_eq!(
        told,
        [(&json!("未解释的银行流水"), &json!(2), &json!(75_000)), (&json!("其他待认领"), &json!(1), &json!(900))]
    );
    assert_eq!(parts[0]["path"], "/fin/receipt?state=0&fromBank=true");
}

/// A node that a role decides at.
fn node(code: &str, role: &str) -> Value {
    json!({"code": code, "type": 1, "name": code, "assign": [{"kind": "ROLE", "name": role}]})
}

fn publish(town: &Town, key: &str, nodes: Vec<Value>, edges: Value) {
    let mut all = vec![json!({"code": "b", "type": 0, "name": "发起"})];
    all.extend(nodes);
    let drawing = json!({"key": key, "name": key, "options": {}, "nodes": all, "edges": edges});
    let id = town.make("/appr/definition", drawing);
    town.done(&town.clerk, "/appr/definition/publish", json!({"id": id}));
}

/// An expense beyond the limit goes on to the leader; a waiver comes to him alone.
#[test]
fn a_leader_finds_what_is_past_a_limit_and_what_has_waited_for_three_days() {
    let (mut town, [_, second, _]) = Town::e1();
    let roles: Vec<Role> = town.portal.app.store.read().unwrap().all().unwrap();
    let leads = roles.iter().find(|role| role.role_key == "leader").unwrap();
    town.portal.person("head", 110, &[leads.role_id]);
    let choice = json!({"code": "c", "type": 2, "name": "金额"});
    let edges = json!([{"from": "b", "to": "t1"}, {"from": "t1", "to": "c"},
        {"from": "c", "to": "t2", "order": 1, "name": "大额",
         "if": {"or": [{"gt": ["cumulative_payee_fen", "@flow.expense.financeYuan"]}, {"eq": ["has_voucher", true]}]}},
        {"from": "c", "default": true}, {"from": "t2"}]);
    publish(&town, "expense", vec![node("t1", "boss"), choice, node("t2", "leader")], edges);
    publish(&town, "waiver", vec![node("t1", "leader")], json!([{"from": "b", "to": "t1"}, {"from": "t1"}]));
    let expense = |payee: &str, fen: i64, voucher: &str| {
        let form = json!({"partyAId": 1, "kind": 3, "category": "维修", "payee": payee, "amountFen": fen, "voucherNo": voucher});
        town.make("/fin/expense", form);
        let task = town.portal.get("/appr/task/todo", &town.boss)["rows"][0].clone();
        let form = json!({"taskId": task["taskId"], "version": task["version"], "comment": ""});
        town.done(&town.boss, "/appr/task/approve", form);
    };
    // past the limit; sent on for its voucher; decided by the first alone
    expense("云川电梯维保", 350_000, "");
    expense("云川五金店", 100, "FP-1");
    expense("云川打印社", 100, "");
    let (bill, _, _) = town.bills(second).into_iter().find(|(_, _, open)| *open > 0).unwrap();
    let scope = json!([{"billId": bill, "amountFen": 100}]);
    town.make("/fin/waiver", json!({"reasonKind": 3, "scope": scope, "effectiveDate": "2024-09-30"}));
    let parts = |town: &Town| {
        let token = town.portal.token("head");
        numbers_agree(&town.portal, &token, "head");
        let cards = today(&town.portal, &token)["cards"].clone();
        let card = cards.as_array().unwrap().iter().find(|card| card["key"] == "major").cloned();
        let card = card.unwrap_or_else(|| panic!("{cards}"));
        [0, 1].map(|at| card["parts"][at]["count"].as_u64().unwrap())
    };
    assert_eq!(parts(&town), [1, 0]);
    town.move_to("2024-10-02");
    assert_eq!(parts(&town), [1, 0], "the second day");
    town.move_to("2024-10-03");
    assert_eq!(parts(&town), [1, 2]);
    let others = today(&town.portal, &town.clerk)["cards"].to_string();
    assert!(!others.contains("重大事项"), "for who leads alone");
}
