//! The grid of rooms tells who lives in a room to those who may know it.

use crate::e1;
use e1::{Town, with};
use serde_json::{Value, json};

const BUILDING: &str = "/asset/room/grid?buildingId=1";

fn cells(answer: &Value) -> Vec<Value> {
    let floors = answer["data"]["floors"].as_array().unwrap_or_else(|| panic!("{answer}"));
    floors.iter().flat_map(|floor| floor["rooms"].as_array().unwrap().clone()).collect()
}

/// Rooms 1 and 2 of the first building, 10,000 yuan a month, three months paid at a time, nothing paid yet.
fn let_rooms(town: &Town) -> u64 {
    let room = |id: u64, area: &str| json!({"roomId": id, "rentAreaM2": area});
    let form = json!({
        "partyAId": 1, "tenantId": 1, "rooms": [room(1, "500"), room(2, "300")], "startDate": "2024-07-01",
        "endDate": "2025-06-30", "rentBasis": 1, "rentFen": 1_000_000, "billingCycle": 3,
        "dueRule": {"kind": "ADVANCE", "n": 5}, "depositFen": 2_000_000, "renewPriority": true,
    });
    let lease = town.signed(with(form, json!({"lettingMode": 1})), "2024-06-20");
    town.done(&town.clerk, "/fin/bill/generate", json!({}));
    lease
}

#[test]
fn a_room_that_is_let_stays_for_letting_to_the_last_day_of_its_lease() {
    let town = Town::new();
    let_rooms(&town);
    let usage = |from: &str| {
        let form = json!({"roomId": 1, "usage": 4, "from": from});
        town.portal.put("/asset/room/usage", &town.clerk, form)
    };
    let refused = usage("2025-06-30");
    assert!(refused["code"] == 500 && refused["msg"].as_str().unwrap().contains("不能改为"), "{refused}");
    assert_eq!(usage("2025-07-01")["code"], 200);
}

#[test]
fn a_cell_says_who_lives_there_and_what_he_owes() {
    let town = Town::new();
    let lease = let_rooms(&town);
    let owed: i64 =
        town.bills(lease).iter().filter(|(_, due, _)| due.as_str() < "2024-09-30").map(|(.., open)| open).sum();
    assert!(owed > 0);
    let answer = town.get(BUILDING);
    assert!(answer["data"]["partyAName"].as_str().is_some_and(|name| !name.is_empty()), "{answer}");
    let rooms = cells(&answer);
    let told = &rooms[0]["tenancy"];
    assert_eq!((&told["leaseId"], &told["tenantName"]), (&json!(lease), &json!("禾川包装制品有限公司")), "{answer}");
    assert_eq!(
        (&told["monthRentFen"], &told["rooms"], &told["arrearsFen"]),
        (&json!(1_000_000), &json!(2), &json!(owed))
    );
    assert_eq!(rooms[1]["tenancy"], *told);
    assert_eq!((&rooms[2]["tenancy"], &rooms[2]["state"]), (&Value::Null, &json!(1)));
    let card = town.get("/asset/room/1");
    assert_eq!(card["data"]["tenancy"], *told);
    assert_eq!((&card["data"]["depositFen"], &card["data"]["sinceKnown"]), (&json!(0), &json!(false)));
    assert_eq!(card["data"]["occupancies"][0]["tenantName"], "禾川包装制品有限公司");
}

#[test]
fn who_does_not_see_leases_bills_or_the_department_is_not_told() {
    let town = Town::new();
    let lease = let_rooms(&town);
    let sees = |name: &str, permissions: &[&str], scope: u8| {
        let role = town.portal.role(name, permissions, scope, &[]);
        town.portal.person(name, 110, &[role]);
        town.portal.token(name)
    };
    let rooms_only = ["asset:room:list", "asset:room:query"];
    let keeper = sees("keeper", &rooms_only, 1);
    let answer = town.portal.get(BUILDING, &keeper);
    assert_eq!((&cells(&answer)[0]["tenancy"], &cells(&answer)[0]["state"]), (&Value::Null, &json!(4)), "{answer}");
    let card = town.portal.get("/asset/room/1", &keeper);
    assert_eq!((&card["data"]["tenancy"], &card["data"]["depositFen"]), (&Value::Null, &Value::Null));
    assert_eq!(card["data"]["occupancies"][0]["tenantName"], "");

    let letter = sees("letter", &["asset:room:list", "lease:lease:list"], 1);
    let told = cells(&town.portal.get(BUILDING, &letter))[0]["tenancy"].clone();
    assert_eq!((&told["leaseId"], &told["arrearsFen"]), (&json!(lease), &Value::Null));

    // rooms of everybody through one role, leases of his own making through another
    let all = town.portal.role("every_room", &rooms_only, 1, &[]);
    let own = town.portal.role("own_leases", &["lease:lease:list", "fin:bill:list"], 5, &[]);
    town.portal.person("newcomer", 110, &[all, own]);
    let newcomer = town.portal.token("newcomer");
    assert_eq!(cells(&town.portal.get(BUILDING, &newcomer))[0]["tenancy"], Value::Null);
}

#[test]
fn an_empty_room_that_may_not_be_let_says_why_and_is_in_no_list_of_empty_ones() {
    let town = Town::new();
    let listed = |watch: u8| {
        let answer = town.get(&format!("/asset/room/list?watch={watch}"));
        answer["rows"]
            .as_array()
            .unwrap_or_else(|| panic!("{answer}"))
            .iter()
            .map(|row| row["roomNo"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(listed(1).len(), 5, "of all buildings");
    let asset = town.get("/asset/asset/1")["data"].clone();
    let seized = json!({"restrictions": [{"kind": 1, "from": "2024-09-01", "doc": "法执〔2024〕1号"}]});
    assert_eq!(town.portal.put("/asset/asset", &town.clerk, with(asset, seized))["code"], 200);
    let rooms = cells(&town.get(BUILDING));
    let told = rooms[0]["withheld"].as_str().unwrap();
    assert!(rooms.len() == 3 && told.contains("资产被限制") && told.contains("2024-09-01"), "{rooms:?}");
    let earlier = cells(&town.get(&format!("{BUILDING}&day=2024-08-31")));
    assert_eq!(earlier[0]["withheld"], "", "it counts for the day that is looked at");
    let card = town.get("/asset/room/1")["data"].clone();
    assert_eq!((&card["withheld"], &card["partyAId"]), (&json!(told), &json!(1)));
    assert_eq!(listed(1), ["4", "5"], "who looks for rooms to let is not shown those that can't be");
}

#[test]
fn a_room_is_empty_for_long_from_the_sixtieth_day_and_not_while_a_tenant_stays() {
    let mut town = Town::new();
    let lease = let_rooms(&town);
    let long = |town: &Town| {
        let answer = town.get("/asset/room/list?watch=2&orderByColumn=roomNo&isAsc=asc");
        answer["rows"].as_array().unwrap().iter().map(|row| row["roomNo"].clone()).collect::<Vec<_>>()
    };
    let since = town.get("/asset/room/3")["data"]["emptySince"].as_str().unwrap().to_owned();
    let since: jiff::civil::Date = since.parse().unwrap();
    let day = |days: i64| since.saturating_add(jiff::Span::new().days(days)).to_string();
    town.move_to(&day(59));
    assert!(long(&town).is_empty());
    town.move_to(&day(60));
    assert_eq!(long(&town), ["3", "4", "5"], "let rooms are not among them");
    town.move_to("2025-09-30");
    assert_eq!(long(&town), ["3", "4", "5"], "the tenant of the others stays on");
    town.done(&town.clerk, "/lease/lease/handover", json!({"id": lease, "returnedDate": "2025-06-30"}));
    assert_eq!(long(&town), ["1", "2", "3", "4", "5"]);
    assert_eq!(town.get("/asset/room/1")["data"]["emptySince"], "2025-07-01");
}
