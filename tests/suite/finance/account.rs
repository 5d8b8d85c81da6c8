//! A tenant's page: what he owes by lease and how long, what he has paid ahead, what is held of him; and who may see it.
//! Names of people instead of login names.

use crate::{e1, support};
use e1::Town;
use serde_json::{Value, json};

fn account(town: &Town, who: &str, tenant: u64) -> Value {
    town.portal.get(&format!("/fin/tenant/{tenant}"), who)
}

#[test]
fn what_a_tenant_owes_is_what_his_bills_say() {
    let (town, [first, second, third]) = Town::e1();
    for (tenant, lease) in [(1, first), (2, second), (3, third)] {
        let answer = account(&town, &town.clerk, tenant);
        let told = &answer["data"];
        let open: i64 = town.open(lease).iter().sum();
        assert_eq!(told["openFen"], open, "{answer}");
        let overdue = town.get(&format!("/fin/bill/list?tenantId={tenant}&overdue=true&pageSize=500"));
        assert_eq!(told["overdueFen"], overdue["sums"]["outstandingFen"], "{answer}");
        let days = overdue["rows"].as_array().unwrap().iter().filter_map(|row| row["overdueDays"].as_i64()).max();
        assert_eq!(told["overdueDays"], days.unwrap_or(0), "{answer}");
        let row = &told["leases"][0];
        assert_eq!((&row["leaseId"], &row["openFen"]), (&json!(lease), &json!(open)));
        assert!(row["rooms"].as_str().unwrap().starts_with('R'), "{row}");
        let listed = town.get("/lease/tenant/list?orderByColumn=tenantCode&isAsc=ascending")["rows"].clone();
        let listed = listed.as_array().unwrap().iter().find(|row| row["tenantId"] == tenant).unwrap().clone();
        assert_eq!(listed["owes"]["overdueFen"], told["overdueFen"], "the list says the same");
    }
    let held = account(&town, &town.clerk, 3)["data"]["heldFen"].clone();
    assert_eq!(held, town.get("/fin/deposit/list?leaseId=3")["rows"][0]["heldFen"]);
    assert!(held.as_i64().unwrap() > 0);
    let ahead: i64 = (1..=3)
        .flat_map(|tenant| account(&town, &town.clerk, tenant)["data"]["paidAhead"].as_array().unwrap().clone())
        .filter_map(|row| row["creditFen"].as_i64())
        .sum();
    let receipts = town.get("/fin/receipt/list?pageSize=500");
    let left: i64 = receipts["rows"].as_array().unwrap().iter().filter_map(|row| row["creditFen"].as_i64()).sum();
    assert_eq!(ahead, left, "paid ahead is what lies on no bill");
}

#[test]
fn debts_are_shown_to_those_who_may_see_bills_of_that_department() {
    let (town, _) = Town::e1();
    let register = ["lease:tenant:list", "lease:tenant:query"];
    let role = town.portal.role("register", &register, 1, &[]);
    town.portal.person("keeper", 110, &[role]);
    let keeper = town.portal.token("keeper");
    assert_eq!(town.portal.get("/lease/tenant/1", &keeper)["data"]["owes"], Value::Null);
    assert_eq!(account(&town, &keeper, 1)["code"], 403);
    let role = town.portal.role("far", &["lease:tenant:query", "fin:bill:list"], 3, &[]);
    town.portal.person("far", 120, &[role]);
    let answer = account(&town, &town.portal.token("far"), 1);
    assert_eq!(answer["code"], 500, "as if there were none: {answer}");
    assert!(answer["msg"].as_str().unwrap().contains("不存在"), "{answer}");
}

#[test]
fn pages_name_people_and_parts_of_the_program() {
    let (town, _) = Town::e1();
    let receipt = town.get("/fin/receipt/1")["data"].clone();
    assert_eq!((&receipt["createBy"], &receipt["createByName"]), (&json!("admin"), &json!("管理员")));
    support::act(&town.portal.app, |op| {
        use gx_portal::records::names::person_name;
        use gx_portal::records::names::person_shown;
        let view = op.view();
        for (login, name) in
            [("admin", "管理员"), ("job:scheduler", "系统任务"), ("console:uid0", "命令行"), ("gone", "gone"), ("", "")]
        {
            assert_eq!(person_name(&view, login)?, name, "{login}");
            assert_eq!(person_shown(&view, login)?, name, "{login}");
        }
        Ok(())
    });
}
