//! Lists that are asked for what they do not know, by people who see nothing, and of columns that are not there.

use std::path::Path;
use std::sync::Arc;

use gx_portal::columns::Kind;
use gx_portal::features::finance::late_fee::index::LateFeeIndex;
use gx_portal::features::lease::tenant::ops::{ListTenants, Tenants};
use gx_portal::op::{Caller, View};
use gx_portal::product::Memory as _;
use gx_portal::records::list::{filling, page};
use gx_portal::store::directory::DataPaths;
use gx_portal::store::{RawRead as _, id};
use serde_json::{Value, json};

use crate::support::{self, Portal};

fn refused(portal: &Portal, token: &str, path: &str, part: &str) {
    let answer = portal.get(path, token);
    assert_ne!(answer["code"], 200, "{path}: {answer}");
    assert!(answer["msg"].as_str().is_some_and(|said| said.contains(part)), "{path}: {answer}");
}

#[test]
fn a_list_says_what_it_does_not_know() {
    let (portal, long) = (Portal::city(), "长".repeat(201));
    let token = portal.admin();
    let many = (1..=1_001).map(|number| number.to_string()).collect::<Vec<_>>().join(",");
    for (query, part) in [
        ("orderByColumn=roomText;drop&isAsc=asc".to_owned(), "参数不符合规范"),
        ("orderByColumn=billNo&isAsc=sideways".to_owned(), "参数不符合规范"),
        ("facets=payState,nothing".to_owned(), "参数不符合规范"),
        ("facets=billNo".to_owned(), "参数不符合规范"),
        (format!("leaseId={many}"), "1000"),
        (format!("ids={many}"), "1000"),
        (format!("keyWord={long}"), "200"),
    ] {
        refused(&portal, &token, &format!("/fin/bill/list?{query}"), part);
    }
    refused(&portal, &token, "/lease/tenant/list?facets=idMark", "参数不符合规范");
    refused(&portal, &token, "/system/user/list?orderByColumn=phonenumber&isAsc=asc", "参数不符合规范");
    let all = portal.get("/fin/bill/list?pageNum=1&pageSize=5", &token);
    let total = all["total"].as_u64().expect("a number");
    let last = portal.get("/fin/bill/list?pageNum=4000000000&pageSize=5", &token);
    assert_eq!(last["total"], total);
    assert!(!last["rows"].as_array().expect("rows").is_empty(), "a page beyond the end is the last one");
    let blank = portal.get("/fin/bill/list?keyWord=%01%09%20", &token);
    assert_eq!(blank["total"], total, "control characters are no word");
    let letter = portal.get("/fin/bill/list?keyWord=z", &token);
    assert_eq!(letter["total"], total, "a single letter is one: every number begins with it");
}

#[test]
fn counts_and_choices_are_of_the_filter() {
    let portal = Portal::city();
    let token = portal.admin();
    let get = |query: &str| portal.get(&format!("/fin/bill/list?{query}"), &token);
    let sum = |counts: &Value| {
        counts.as_array().expect("counts").iter().map(|count| count["count"].as_u64().expect("n")).sum::<u64>()
    };
    let all = get("facets=payState,kind,overdue");
    let unpaid = get("payState=0,1&kind=1&facets=payState,kind");
    assert_eq!(sum(&all["facets"]["kind"]), all["total"].as_u64().expect("total"));
    let of_kind = get("kind=1");
    assert_eq!(
        sum(&unpaid["facets"]["payState"]),
        of_kind["total"].as_u64().expect("total"),
        "its own filter is left out"
    );
    let ids = get("payState=0,1&kind=1&idsOnly=true");
    let chosen: Vec<String> = ids["ids"].as_array().expect("ids").iter().take(3).map(Value::to_string).collect();
    assert_eq!(ids["ids"].as_array().expect("ids").len() as u64, unpaid["total"].as_u64().expect("total"));
    assert!(ids["rows"].as_array().expect("rows").is_empty());
    let some = get(&format!("ids={}", chosen.join(",")));
    assert_eq!(some["total"], 3);
}

#[test]
fn who_sees_no_department_sees_no_row_and_no_count() {
    let portal = Portal::city();
    let role = portal.role("blind", &["fin:bill:list", "lease:tenant:query"], 2, &[]);
    portal.person("blind", 103, &[role]);
    let token = portal.token("blind");
    let answer = portal.get("/fin/bill/list?facets=kind,payState", &token);
    assert_eq!((&answer["code"], &answer["total"]), (&json!(200), &json!(0)), "{answer}");
    assert_eq!(answer["facets"]["kind"], json!([]));
    let found = portal.get("/search/data?keyWord=%E5%85%AC%E5%8F%B8", &token);
    assert_eq!(found["data"], json!([]), "{found}");
}

#[test]
fn search_finds_records_of_every_kind_and_where_they_open() {
    let portal = Portal::city();
    let token = portal.admin();
    let bill = portal.get("/fin/bill/list?pageSize=1", &token)["rows"][0].clone();
    let number = bill["billNo"].as_str().expect("a number");
    let found = portal.get(&format!("/search/data?keyWord={number}"), &token);
    let of_bills = found["data"].as_array().expect("kinds").iter().find(|kind| kind["kind"] == "bill").expect("bills");
    assert_eq!(of_bills["rows"][0]["id"], bill["billId"]);
    assert_eq!(of_bills["rows"][0]["path"], format!("/fin/bill?billId={}", bill["billId"]));
    let common = portal.get("/search/data?keyWord=gs", &token);
    for kind in common["data"].as_array().expect("kinds") {
        assert!(kind["rows"].as_array().is_some_and(|rows| (1..=5).contains(&rows.len())), "{kind}");
    }
    assert!(common["data"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind["kind"] == "tenant")));
    assert_eq!(portal.get("/search/data?keyWord=", &token)["data"], json!([]));
}

#[test]
fn lists_answer_the_same_with_columns_without_and_while_they_fill() {
    let portal = Portal::city();
    let token = portal.admin();
    let paths = [
        "/fin/bill/list?facets=payState&orderByColumn=tenantName&isAsc=desc&pageSize=50",
        "/fin/receipt/list?keyWord=gs&orderByColumn=partyAName&isAsc=asc",
        "/lease/lease/list?state=2,3&facets=state",
        "/fin/lateFee/list?pageSize=100",
        "/fin/dunning/list?promiseState=1,2,3",
        "/fin/deposit/list?heldOnly=true",
        "/report/receivable/list?orderByColumn=billNo&isAsc=desc",
        "/report/received/list",
        "/report/cashFlow/list",
        "/report/cashFlow/list?kind=expense",
        "/report/waivers/list?from=2020-01-01",
        "/report/forecast/list",
        "/report/settled/list",
        "/report/arrears/list?orderByColumn=tenantName&isAsc=asc",
    ];
    filling::fill_all(&portal.app).expect("filled");
    let with: Vec<Value> = paths.iter().map(|path| portal.get(path, &token)).collect();
    support::act(&portal.app, |op| gx_portal::features::system::config::ops::set(op, "sys.list.memoryMiB", "0"));
    let memory = portal.app.state::<LateFeeIndex>().expect("late fees");
    memory.reload(&portal.app.store.read().expect("a snapshot")).expect("forgotten");
    for (path, with) in paths.iter().zip(&with) {
        assert_eq!(with["code"], 200, "{path}: {with}");
        assert_eq!(&portal.get(path, &token), with, "{path} without columns");
    }
    assert_eq!(portal.app.columns.bytes(), 0, "no memory is held");
    let caller = Arc::new(Caller::console("test", "test"));
    let counted = portal.app.read(&caller, |view| Ok(view.app.columns.standing().len())).expect("read");
    assert!(counted > 20);
}

/// Writes what no program wrote over a record.
fn spoil(folder: &Path, table: &str, number: u64) {
    let db = redb::Database::open(DataPaths::new(folder).database()).expect("open");
    let tx = db.begin_write().expect("write");
    {
        let mut records = tx.open_table(redb::TableDefinition::<&[u8], &[u8]>::new(table)).expect("table");
        records.insert(id(number).bytes(), [1, 2, 3].as_slice()).expect("overwritten");
    }
    tx.commit().expect("commit");
}

#[test]
fn a_record_that_cannot_be_read_is_named_and_the_list_goes_on() {
    let city = Portal::city();
    let tenants = city.app.store.read().and_then(|reader| reader.raw_len("tenant")).expect("counted");
    let folder = city.stopped();
    spoil(folder.path(), "tenant", 2);
    let portal = Portal::on(folder);
    let token = portal.admin();
    filling::fill_all(&portal.app).expect("filled");
    let asked = || portal.get("/lease/tenant/list?pageSize=1000&orderByColumn=tenantName&isAsc=asc", &token);
    let with = asked();
    assert_eq!((&with["code"], &with["total"], &with["unreadable"]), (&json!(200), &json!(tenants - 1), &json!([2])));
    let rows = with["rows"].as_array().expect("rows");
    assert!(rows.len() as u64 == tenants - 1 && rows.iter().all(|row| row["tenantId"] != 2), "{with}");
    support::act(&portal.app, |op| gx_portal::features::system::config::ops::set(op, "sys.list.memoryMiB", "0"));
    assert_eq!(asked(), with, "the old way says the same");
    let detail = portal.get("/lease/tenant/2", &token);
    assert!(detail["code"] != 200 && detail["msg"].as_str().is_some_and(|said| !said.is_empty()), "{detail}");
}

#[test]
fn a_row_that_comes_during_a_question_is_shown_where_it_is_counted() {
    let portal = Portal::city();
    filling::fill_all(&portal.app).expect("filled");
    let (reader, caller) = (portal.app.store.read().expect("a snapshot"), Caller::console("test", "test"));
    let view = View::new(&portal.app, &reader, &caller);
    let query = || ListTenants { key_word: Some("后来".into()), ..ListTenants::default() };
    let asked = || page::<Tenants>(&view, query()).expect("answered");
    let before = asked();
    let tenant = json!({"tenantName": "后来物业服务有限公司", "kind": 1, "deptId": 110});
    let made = portal.post("/lease/tenant", &portal.admin(), tenant);
    assert_eq!(made["code"], 200, "{made}");
    let after = asked();
    assert_eq!(after.total, before.total + 1, "columns have taken it in");
    let rows = serde_json::to_string(&after.rows).expect("text");
    assert!(rows.contains("后来物业服务有限公司"), "{rows}");
}

#[test]
fn fields_follow_from_fields_that_stand_before_them() {
    // A name that no field has would count as nothing, silently.
    let portal = Portal::new();
    let mut followed = 0;
    for name in portal.app.columns.names() {
        let schema = &portal.app.columns.table(name).expect("a table").schema;
        for (at, info) in schema.columns.iter().enumerate() {
            let Kind::Computed(formula) = &info.kind else { continue };
            followed += 1;
            assert!(formula.sources().iter().all(|source| *source < at), "{name}: {}", info.name);
        }
    }
    assert!(followed > 15, "{followed}");
}
