//! Crashes that pages tell: folded by kind, counted, kept over a restart, cleared.

use gx_portal::features::portal::crash::{BrowserError, OF_A_SESSION, flush};
use gx_portal::store::Reads;
use serde_json::{Value, json};

use crate::support::Portal;

fn crash(what: &str) -> Value {
    json!({"kind": "render", "page": "/lease/lease/detail/:id", "what": what, "at": ["index-BUrK.js:1:5210", "b.js:2:3"]})
}

fn stored(portal: &Portal) -> Vec<BrowserError> {
    // A new kind is not waited for: the next write stands behind it.
    portal.app.store.write(|_| Ok::<_, gx_portal::store::StoreError>(())).expect("written");
    portal.app.store.read().expect("read").all().expect("all")
}

#[test]
fn one_kind_is_one_row_whoever_it_touches_and_nothing_of_a_person_is_in_it() {
    let portal = Portal::new();
    portal.person("zhangsan", 100, &[]);
    portal.person("lisi", 100, &[]);
    let (admin, zhang, li) = (portal.admin(), portal.token("zhangsan"), portal.token("lisi"));
    let told = portal.post("/portal/crash", &zhang, crash("TypeError: 张三 x"));
    let number = told["data"]["number"].as_str().expect("a number").to_owned();
    assert!(number.len() == 4 && number.chars().all(|c| c.is_ascii_alphanumeric()), "{told}");
    for token in [&zhang, &li, &li] {
        assert_eq!(portal.post("/portal/crash", token, crash("TypeError: 张三 x"))["data"]["number"], number.as_str());
    }
    assert_eq!(stored(&portal).len(), 1);
    assert_eq!(stored(&portal)[0].count, 1, "repetitions wait in memory");
    flush(&portal.app, false).expect("nothing due");
    assert_eq!(stored(&portal)[0].count, 1);
    portal.app.clock.advance(3_600_000);
    flush(&portal.app, false).expect("an hour has gone");
    drop(admin);
    let admin = portal.admin();
    let list = portal.get("/monitor/crash/list", &admin);
    let row = &list["rows"][0];
    assert_eq!(
        (&list["total"], &row["number"], &row["count"], &row["people"]),
        (&json!(1), &json!(number), &json!(4), &json!(2)),
        "{list}"
    );
    assert_eq!((&row["what"], &row["page"]), (&json!("TypeError:  x"), &json!("/lease/lease/detail/:id")));
    assert!(row["firstTime"].as_str() == row["lastTime"].as_str() && row["at"][0] == "index-BUrK.js:1:5210");
    // After a restart it goes on where it was.
    let portal = portal.restarted();
    let zhang = portal.token("zhangsan");
    assert_eq!(portal.post("/portal/crash", &zhang, crash("TypeError: 张三 x"))["data"]["number"], number.as_str());
    flush(&portal.app, true).expect("at the stop");
    assert_eq!((stored(&portal)[0].count, stored(&portal)[0].people()), (5, 2), "nobody is counted twice");
}

#[test]
fn a_loop_counts_ten_times_an_hour_and_what_is_cleared_begins_anew() {
    let portal = Portal::new();
    let admin = portal.admin();
    for _ in 0..OF_A_SESSION + 15 {
        // Another address has a meter of its own: minutes go by.
        portal.app.clock.advance(20_000);
        portal.post("/portal/crash", &admin, crash("Error: loop"));
    }
    flush(&portal.app, true).expect("stored");
    assert_eq!(stored(&portal)[0].count, u64::from(OF_A_SESSION));
    portal.person("zhangsan", 100, &[]);
    assert_eq!(portal.delete("/monitor/crash/clean", &portal.token("zhangsan"))["code"], 403);
    assert_eq!(portal.get("/monitor/crash/list", &portal.token("zhangsan"))["code"], 403);
    assert_eq!(portal.delete("/monitor/crash/clean", &admin)["msg"], "已清空 1 种浏览器错误");
    assert_eq!(portal.delete("/monitor/crash/clean", &admin)["msg"], "已清空 0 种浏览器错误", "twice is no harm");
    flush(&portal.app, true).expect("nothing is left");
    assert!(stored(&portal).is_empty());
    portal.app.clock.advance(3_600_000);
    let admin = portal.admin();
    portal.post("/portal/crash", &admin, crash("Error: loop"));
    assert_eq!(stored(&portal)[0].count, 1);
}
