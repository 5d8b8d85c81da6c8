//! Sums in memory are those of the store, and figures that are read from them are those read from the store. Clock: 2024-09-30.

use gx_portal::features::finance::figures::blocks::Figures;
use gx_portal::features::finance::figures::load::ChartQuery;
use gx_portal::features::finance::sums_memory::differing;
use gx_portal::features::system::config::ops::set;
use gx_portal::kernel::span::DateSpan;
use gx_portal::op::{Caller, View};
use gx_portal::records::list::filling;
use jiff::civil::date;
use serde_json::{Value, json};

use crate::e1::Town;
use crate::support::{self, Portal};

fn figures(portal: &Portal, token: &str) -> Vec<(String, Value)> {
    let days = ["", "asOf=2024-09-30", "asOf=2024-09-17", "asOf=2024-03-31", "asOf=2023-11-05"];
    let blocks = ["qianJiao", "shiShou", "yingShou", "shouJiaoLv", "xianJinLiu"].map(|block| format!("/stat/{block}"));
    let lists =
        ["receivable", "received", "arrears", "collection", "ageing", "cashFlow", "settled", "remittance", "plates"];
    let lists = lists.map(|list| format!("/report/{list}/list"));
    let asked = blocks.iter().chain(&lists).flat_map(|path| days.map(|day| format!("{path}?year=2024&{day}")));
    let paths = asked.chain(["/stat/overview".to_owned()]);
    paths.map(|path| (path.clone(), portal.get(&path, token))).collect()
}

#[test]
fn figures_are_the_same_with_and_without_sums_in_memory() {
    let portal = Portal::city();
    let admin = portal.admin();
    assert_eq!(differing(&portal.app).expect("read"), None, "nothing is kept before it was read");
    filling::fill_all(&portal.app).expect("filled");
    assert_eq!(differing(&portal.app).expect("read"), Some(Vec::new()));
    let kept = figures(&portal, &admin);
    // The same columns, without sums.
    support::act(&portal.app, |op| set(op, "sys.list.memoryMiB", "0"));
    gx_portal::features::finance::sums_memory::fill(&portal.app).expect("dropped");
    support::act(&portal.app, |op| set(op, "sys.list.memoryMiB", "256"));
    assert_eq!(differing(&portal.app).expect("read"), None);
    let read = figures(&portal, &admin);
    for ((path, kept), (_, read)) in kept.iter().zip(&read) {
        assert_eq!(kept["code"], 200, "{path}: {kept}");
        assert_eq!(kept, read, "{path}");
    }
}

#[test]
fn sums_follow_commits_and_survive_a_fault() {
    let (town, _) = Town::e1();
    let app = &town.portal.app;
    filling::fill_all(app).expect("filled");
    let receive = |fen: i64| {
        let money = json!({"partyAId": 1, "tenantId": 1, "amountFen": fen, "method": 1, "valueDate": "2024-09-20"});
        town.make("/fin/receipt", money)
    };
    let came =
        || town.portal.get("/stat/shiShou?year=2024&asOf=2024-09-30", &town.clerk)["data"]["yearToDateFen"].clone();
    let before = came().as_i64().expect("a sum");
    receive(1_700);
    assert_eq!(came(), before + 1_700);
    assert_eq!(differing(app).expect("read"), Some(Vec::new()));
    app.store.trip_follower("sums");
    receive(30);
    assert_eq!(came(), before + 1_730);
    assert_eq!(differing(app).expect("read"), Some(Vec::new()), "what a panic left behind is read again");
    town.is_whole();
}

#[test]
fn who_asks_of_a_state_gets_the_sums_of_that_state() {
    let (town, _) = Town::e1();
    let app = &town.portal.app;
    filling::fill_all(app).expect("filled");
    let (query, year) = (ChartQuery::default(), DateSpan::new(date(2024, 1, 1), date(2024, 9, 30)));
    let came = |view: &View| Figures::of(view, &query)?.received(year).map(|sum| sum.total_fen);
    let caller = Caller::console("test", "test");
    let held = app.read(&caller, |view| {
        let before = came(view)?;
        let money = json!({"partyAId": 1, "tenantId": 1, "amountFen": 4_321, "method": 1, "valueDate": "2024-09-20"});
        town.make("/fin/receipt", money);
        assert_eq!(came(view)?, before, "the snapshot was taken before the money came");
        Ok(before)
    });
    let now = app.read(&caller, came).expect("figures");
    assert_eq!(now, held.expect("figures") + 4_321);
    assert_eq!(differing(app).expect("read"), Some(Vec::new()));
}
