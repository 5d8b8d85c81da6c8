//! 我的待办: everything that waits for somebody's decision can be reached, counted by kind and searched; nothing of others.

use crate::e1;
use e1::{Town, c2, room, with};
use serde_json::{Value, json};

/// Seven expenses, a waiver, a new lease and a change wait; three days later a second lease.
fn town() -> Town {
    let (mut town, [first, ..]) = Town::e1();
    for number in 1..=7 {
        let form = json!({"partyAId": 1, "kind": 3, "category": "维修", "payee": format!("云川电梯维保{number}"),
            "amountFen": 100_000 * number});
        town.make("/fin/expense", form);
    }
    let later = json!({"startDate": "2030-01-01", "endDate": "2030-12-31", "firstDueDate": "2030-01-05"});
    let draft = town.make("/lease/lease", with(c2(), later.clone()));
    town.done(&town.clerk, "/lease/lease/submit", json!({"id": draft}));
    let change = json!({"leaseId": first, "kind": 8, "effectiveDate": "2025-12-31", "reason": "协商终止"});
    town.done(&town.clerk, "/lease/lease/change", change);
    town.move_to("2024-10-05");
    let draft = town.make("/lease/lease", with(with(c2(), later), json!({"tenantId": 3, "rooms": [room(3, "200")]})));
    town.done(&town.clerk, "/lease/lease/submit", json!({"id": draft}));
    town
}

fn list(town: &Town, who: &str, query: &str) -> Value {
    let answer = town.portal.get(&format!("/stat/daiBan/list?{query}"), who);
    assert_eq!(answer["code"], 200, "{answer}");
    answer
}

#[test]
fn everything_that_waits_is_reached_page_by_page_with_counts_by_kind() {
    let town = town();
    let block = town.portal.get("/stat/daiBan", &town.boss)["data"].clone();
    assert_eq!((&block["count"], block["items"].as_array().unwrap().len()), (&json!(10), 5), "{block}");
    let mut seen = Vec::new();
    for page in 1..=4 {
        let answer = list(&town, &town.boss, &format!("pageSize=3&pageNum={page}"));
        assert_eq!(answer["total"], 10);
        seen.extend(answer["rows"].as_array().unwrap().iter().map(|row| row["no"].as_str().unwrap().to_owned()));
    }
    assert_eq!(seen.len(), 10, "{seen:?}");
    let sums = list(&town, &town.boss, "kind=lease_sign")["sums"].clone();
    assert_eq!((&sums["all"], &sums["overdue"]), (&json!(10), &json!(9)), "whatever kind is asked for: {sums}");
    let count =
        |kind: &str| sums["kinds"].as_array().unwrap().iter().find(|one| one["kind"] == kind).unwrap()["count"].clone();
    assert_eq!((count("expense"), count("lease_sign"), count("lease_terminate")), (json!(7), json!(2), json!(1)));
    assert_eq!(list(&town, &town.boss, "kind=lease_sign")["total"], 2);
    assert_eq!(list(&town, &town.boss, "overdue=true")["total"], 9);
}

#[test]
fn a_document_is_found_by_number_name_initials_and_who_submitted_it() {
    let town = town();
    let total = |word: &str| list(&town, &town.boss, &format!("keyWord={word}"))["total"].clone();
    assert_eq!(total("dtwb3"), 1, "the payee's initials");
    assert_eq!(total("HT-"), 3);
    assert_eq!(total("guanliyuan"), 10, "the administrator's name in pinyin");
    assert_eq!(total("nobody"), 0);
    let row = list(&town, &town.boss, "keyWord=dtwb3")["rows"][0].clone();
    assert_eq!((&row["by"], &row["amountFen"], &row["overdue"]), (&json!("管理员"), &json!(300_000), &json!(true)));
    assert!(row["title"].as_str().unwrap().starts_with("ZC-") && row["no"].as_str().unwrap().starts_with("SP-"));
}

#[test]
fn nobody_has_what_he_entered_himself_or_may_not_decide() {
    let town = town();
    assert_eq!(list(&town, &town.clerk, "")["total"], 0, "user 1 entered them");
    town.portal.person("idle", 110, &[]);
    let idle = town.portal.token("idle");
    assert_eq!((&list(&town, &idle, "")["total"], &list(&town, &idle, "")["sums"]["all"]), (&json!(0), &json!(0)));
    let role = town.portal.role("far", &["fin:expense:approve", "lease:lease:approve"], 3, &[]);
    town.portal.person("far", 120, &[role]);
    assert_eq!(list(&town, &town.portal.token("far"), "")["total"], 0, "of another department");
}
