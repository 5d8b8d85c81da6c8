//! Invariant I10 end to end: every figure of a block equals the total of the list behind it, by the same address, for
//! case E1 (domain.md 3.16) and for random questions about the demonstration city, today and on past days. Clock:
//! 2024-09-30.

use crate::support::scale;
use crate::{e1, support};
use e1::Town;
use gx_portal::features::assets::asset::record::Asset;
use gx_portal::features::finance::allocation::Allocation;
use gx_portal::features::finance::bill::record::Bill;
use gx_portal::features::finance::figures::load::{ChartQuery, books};
use gx_portal::features::finance::payout::record::Payout;
use gx_portal::features::finance::receipt::record::Receipt;
use gx_portal::features::finance::waiver::Waiver;
use gx_portal::kernel::span::{DateSpan, add_days, days_between};
use gx_portal::op::{Caller, View};
use gx_portal::records::owned::Owned;
use gx_portal::store::Reads;
use jiff::civil::{Date, date};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use support::Portal;

const TODAY: Date = date(2024, 9, 30);

/// Asks as one person.
struct Desk<'a> {
    portal: &'a Portal,
    token: String,
}

fn fen(value: &Value, name: &str) -> i64 {
    value[name].as_i64().unwrap_or_else(|| panic!("{name}: {value}"))
}

fn hundredths(text: &Value) -> i64 {
    text.as_str().unwrap_or_else(|| panic!("{text}")).replace('.', "").parse().unwrap()
}

fn total(list: &Value, key: &str) -> i64 {
    let totals = list["sums"]["totals"].as_array().unwrap();
    let found = totals.iter().find(|total| total["key"] == key).unwrap_or_else(|| panic!("{key}: {}", list["sums"]));
    found["value"].as_i64().unwrap_or_default()
}

fn sum_of(list: &Value, key: &str) -> i64 {
    list["rows"].as_array().unwrap().iter().map(|row| fen(row, key)).sum()
}

impl Desk<'_> {
    fn block(&self, name: &str, query: &str) -> Value {
        let answer = self.portal.get(&format!("/stat/{name}?{query}"), &self.token);
        assert_eq!(answer["code"], 200, "{name}?{query}: {answer}");
        answer["data"].clone()
    }

    /// A whole list; its totals are those of its rows and of the sums.
    fn list(&self, page: &str, query: &str) -> Value {
        let answer = self.portal.get(&format!("/report/{page}/list?{query}&pageSize=9999"), &self.token);
        assert_eq!(answer["code"], 200, "{page}?{query}: {answer}");
        assert_eq!(answer["rows"].as_array().unwrap().len() as u64, answer["total"], "{page}?{query}");
        for check in answer["sums"]["checks"].as_array().unwrap() {
            assert_eq!(check["listed"], check["figure"], "{page}?{query}: {}", answer["sums"]);
        }
        for sum in answer["sums"]["totals"].as_array().unwrap().iter().filter(|sum| sum["unit"] == "fen") {
            let key = sum["key"].as_str().unwrap();
            if answer["rows"].as_array().unwrap().iter().all(|row| row[key].is_i64()) {
                assert_eq!(sum["value"], sum_of(&answer, key), "{page}?{query}: {key}");
            }
        }
        answer
    }
}

/// A question as the addresses of the blocks have it.
struct Question {
    year: i16,
    month: i8,
    as_of: Date,
    filter: String,
}

impl Question {
    fn block(&self) -> String {
        format!("year={}&month={}&asOf={}{}", self.year, self.month, self.as_of, self.filter)
    }

    /// What `behind(...)` of links.ts adds to every address.
    fn behind(&self, extra: &str) -> String {
        format!("asOf={}{}&{extra}", self.as_of, self.filter)
    }

    fn period(&self) -> (Date, Date) {
        let first = date(self.year, self.month.max(1), 1);
        (first, if self.month == 0 { date(self.year, 12, 31) } else { first.last_of_month() })
    }

    fn year_to_date(&self) -> (Date, Date) {
        (date(self.year, 1, 1), self.period().1.min(self.as_of))
    }
}

/// 应收 and 收缴率 against 应收明细.
fn receivable(desk: &Desk<'_>, ask: &Question) {
    let block = desk.block("yingShou", &ask.block());
    let ((from, to), (first, last)) = (ask.period(), ask.year_to_date());
    let list = |extra: String| desk.list("receivable", &ask.behind(&extra));
    let about = ask.block();
    let due = format!("dueFrom={from}&dueTo={to}");
    let rent = list(format!("{due}&kind=1"));
    assert_eq!(total(&rent, "netFen"), fen(&block, "rentFen"), "应收 {about}");
    assert_eq!(rent["figureFen"], block["rentFen"], "{about}");
    let so_far = list(format!("dueFrom={first}&dueTo={last}&kind=1"));
    assert_eq!(total(&so_far, "netFen"), fen(&block, "yearToDateFen"), "本年累计 {about}");
    assert_eq!(total(&list(due.clone()), "netFen"), fen(&block, "allKindsFen"), "全部 {about}");
    assert_eq!(total(&list(format!("{due}&waived=1")), "waivedFen"), fen(&block, "waivedFen"), "减免 {about}");
    for kinds in ["2", "3,4", "5", "7,8"] {
        let wanted: Vec<i64> = kinds.split(',').map(|kind| kind.parse().unwrap()).collect();
        let of = block["byKind"].as_array().unwrap().iter().filter(|sum| wanted.contains(&fen(sum, "kind")));
        let figure: i64 = of.map(|sum| fen(sum, "fen")).sum();
        assert_eq!(total(&list(format!("{due}&kind={kinds}")), "netFen"), figure, "{kinds} {about}");
    }
    let rate = desk.block("shouJiaoLv", &ask.block());
    let year = list(format!("dueFrom={first}&dueTo={last}&kind=1"));
    assert_eq!(total(&year, "collectedFen"), fen(&rate, "collectedFen"), "已收 {about}");
    assert_eq!(total(&year, "netFen"), fen(&rate, "netDueFen"), "净应收 {about}");
}

/// 实收 against 实收明细.
fn received(desk: &Desk<'_>, ask: &Question) {
    let block = desk.block("shiShou", &ask.block());
    let ((from, to), (first, last)) = (ask.period(), ask.year_to_date());
    let about = ask.block();
    let list = |extra: String| total(&desk.list("received", &ask.behind(&extra)), "amountFen");
    let booked = format!("bookFrom={from}&bookTo={to}");
    assert_eq!(list(format!("{booked}&income=rent")), fen(&block, "rentFen"), "实收 {about}");
    let so_far = list(format!("bookFrom={first}&bookTo={last}&income=rent"));
    assert_eq!(so_far, fen(&block, "yearToDateFen"), "本年累计 {about}");
    assert_eq!(list(booked.clone()), fen(&block, "allKindsFen"), "全部 {about}");
    for (part, name) in
        [("current", "currentFen"), ("earlier", "earlierFen"), ("ahead", "aheadFen"), ("unclaimed", "unclaimedFen")]
    {
        assert_eq!(list(format!("{booked}&income=rent&part={part}")), fen(&block, name), "{part} {about}");
    }
}

/// 欠缴金额统计 against 欠缴明细 and 上缴明细.
fn arrears(desk: &Desk<'_>, ask: &Question) {
    let block = desk.block("qianJiao", &ask.block());
    let about = ask.block();
    let list = |extra: &str| desk.list("arrears", &ask.behind(extra));
    let all = list("");
    assert_eq!((total(&all, "openFen"), &all["total"]), (fen(&block, "arrearsFen"), &block["bills"]), "{about}");
    let ages = [
        "daysFrom=1&daysTo=30",
        "daysFrom=31&daysTo=60",
        "daysFrom=61&daysTo=90",
        "daysFrom=91&daysTo=180",
        "daysFrom=181&daysTo=365",
        "daysFrom=366",
    ];
    for (age, of) in ages.iter().zip(block["ageing"].as_array().unwrap().iter().skip(1)) {
        let aged = list(age);
        assert_eq!((total(&aged, "openFen"), &aged["total"]), (fen(of, "fen"), &of["bills"]), "{age} {about}");
    }
    for debtor in block["top"].as_array().unwrap().iter().take(3) {
        let of = list(&format!("tenantId={}", debtor["tenantId"]));
        assert_eq!(total(&of, "openFen"), fen(debtor, "fen"), "{debtor} {about}");
    }
    let roll = &block["roll"];
    let (eve, first) = (date(ask.as_of.year() - 1, 12, 31), date(ask.as_of.year(), 1, 1));
    // The lists of the roll-forward ask for days of their own.
    let opening = desk.list("arrears", &format!("asOf={eve}{}&daysFrom=0", ask.filter));
    assert_eq!(total(&opening, "openFen"), fen(roll, "openingFen"), "期初欠缴 {about}");
    assert_eq!(total(&list("daysFrom=0&daysTo=0"), "openFen"), fen(roll, "dueTodayFen"), "当日到期 {about}");
    let year = desk.list("receivable", &ask.behind(&format!("dueFrom={first}&dueTo={}", ask.as_of)));
    assert_eq!(total(&year, "netFen"), fen(roll, "netDueFen"), "本年净应收 {about}");
    let came = format!("bookFrom={first}&bookTo={0}&dueTo={0}", ask.as_of);
    assert_eq!(total(&desk.list("settled", &ask.behind(&came)), "amountFen"), fen(roll, "collectedFen"), "{about}");
    let ahead = format!("bookFrom=1900-01-01&bookTo={eve}&dueFrom={first}&dueTo={}", ask.as_of);
    assert_eq!(total(&desk.list("settled", &ask.behind(&ahead)), "amountFen"), fen(roll, "paidAheadFen"), "{about}");
    let moved = desk.list("adjusted", &ask.behind(&format!("bookFrom={first}&bookTo={}", ask.as_of)));
    assert_eq!(total(&moved, "amountFen"), fen(roll, "adjustedFen"), "往期补记与调整 {about}");
    let remitted = &block["remittances"];
    let handed = desk.list("remittance", &ask.behind(&format!("year={}", ask.year)));
    for name in ["shouldFen", "handedFen", "owedFen"] {
        assert_eq!(total(&handed, name), fen(remitted, name), "{name} {about}");
    }
    for party in remitted["items"].as_array().unwrap().iter().take(2) {
        // The link of a party takes the place of the filter's own parties.
        let query = format!("asOf={}&year={}&partyAId={}", ask.as_of, ask.year, party["partyAId"]);
        if !ask.filter.contains("plateId") {
            assert_eq!(total(&desk.list("remittance", &query), "owedFen"), fen(party, "owedFen"), "{query}");
        }
    }
}

/// 当年现金流 against 收支流水.
fn cash_flow(desk: &Desk<'_>, ask: &Question) {
    let block = desk.block("xianJinLiu", &ask.block());
    let last = date(ask.year, 12, 31).min(ask.as_of);
    let span = format!("from={}-01-01&to={last}", ask.year);
    let of = |name: &str| block["months"].as_array().unwrap().iter().map(|month| fen(month, name)).sum::<i64>();
    let kinds = [
        ("rent", "rentFen", "inFen"),
        ("unclaimed", "unclaimedFen", "inFen"),
        ("other", "otherFen", "inFen"),
        ("deposit", "depositFen", "inFen"),
        ("treasury", "treasuryFen", "treasuryFen"),
        ("expense", "expenseFen", "outFen"),
        ("depositRefund", "depositRefundFen", "outFen"),
        ("refund", "refundFen", "outFen"),
    ];
    for (kind, name, side) in kinds {
        let list = desk.list("cashFlow", &ask.behind(&format!("{span}&kind={kind}")));
        assert_eq!(total(&list, side), of(name), "{kind} {}", ask.block());
    }
    let net = desk.list("cashFlow", &ask.behind(&span));
    assert_eq!(total(&net, "netFen"), of("netFen"), "{}", ask.block());
    assert_eq!(total(&net, "treasuryFen"), of("treasuryFen"), "{}", ask.block());
    assert_eq!(
        of("rentFen") + of("unclaimedFen") + of("otherFen") + of("depositFen"),
        total(&net, "inFen"),
        "{}",
        ask.block()
    );
}

/// 板块资产面积 against 出租率与空置.
fn areas(desk: &Desk<'_>, ask: &Question) {
    let shares = desk.block("plateAssetAreaPie", &ask.block());
    let all = desk.list("occupancy", &ask.behind(""));
    for (measure, key) in [("building", "buildingM2"), ("lettable", "lettableM2"), ("let", "letM2")] {
        assert_eq!(total(&all, key), hundredths(&shares["measures"][measure]["totalM2"]), "{measure} {}", ask.block());
    }
    let uses = desk.block("plateAssetArea", &ask.block());
    for (wanted, key) in
        [("let", "letM2"), ("vacant", "vacantM2"), ("own", "ownM2"), ("lent", "lentM2"), ("other", "otherM2")]
    {
        let rooms = desk.list("occupancy", &ask.behind(&format!("use={wanted}")));
        assert_eq!(total(&rooms, key), hundredths(&uses["total"][key]), "{wanted} {}", ask.block());
        let listed: i64 = rooms["rows"].as_array().unwrap().iter().map(|row| hundredths(&row[key])).sum();
        assert_eq!(listed, total(&rooms, key), "{wanted}");
    }
    for (by, name) in [("plates", "plateId"), ("parties", "partyAId")] {
        for row in uses[by].as_array().unwrap().iter().take(2) {
            let others: String = ask
                .filter
                .split('&')
                .filter(|part| !part.is_empty() && !part.starts_with(name))
                .map(|part| format!("&{part}"))
                .collect();
            let query = format!("asOf={}{others}&{name}={}", ask.as_of, row["id"]);
            assert_eq!(total(&desk.list("occupancy", &query), "lettableM2"), hundredths(&row["lettableM2"]), "{query}");
            let vacant = desk.list("occupancy", &format!("{query}&use=vacant"));
            assert_eq!(total(&vacant, "vacantM2"), hundredths(&row["vacantM2"]), "{query}");
        }
    }
}

fn every_figure(desk: &Desk<'_>, ask: &Question) {
    receivable(desk, ask);
    received(desk, ask);
    arrears(desk, ask);
    cash_flow(desk, ask);
    areas(desk, ask);
    // Reports that stand for themselves agree with the sums, which `list` looks at.
    for page in ["collection", "plates"] {
        desk.list(page, &ask.behind(&format!("year={}", ask.year)));
    }
    for page in ["ageing", "forecast", "waivers", "expiry"] {
        desk.list(page, &ask.behind(""));
    }
}

#[test]
fn e1_behind_every_figure() {
    let (town, _) = Town::e1();
    let desk = Desk { portal: &town.portal, token: town.clerk.clone() };
    for as_of in [TODAY, date(2024, 9, 21), date(2024, 8, 12), date(2024, 6, 30), date(2024, 3, 22), date(2023, 12, 31)]
    {
        for month in [0, 6, as_of.month()] {
            for filter in ["", "&plateId=1", "&plateId=2", "&partyAId=1", "&deptId=110", "&deptId=111"] {
                every_figure(&desk, &Question { year: as_of.year(), month, as_of, filter: filter.into() });
            }
        }
    }
    let rows = desk.list("arrears", "asOf=2024-09-30");
    let open: Vec<(i64, i64)> =
        rows["rows"].as_array().unwrap().iter().map(|row| (fen(row, "openFen"), fen(row, "overdueDays"))).collect();
    assert_eq!(open, [(1_800_000, 101), (360_000, 56), (480_000, 25), (4_800_000, 9)]);
    let due = desk.list("receivable", "asOf=2024-09-30&dueFrom=2024-01-01&dueTo=2024-09-30&kind=1");
    let totals = ["amountFen", "waivedFen", "netFen", "collectedFen", "rate"].map(|key| total(&due, key));
    assert_eq!(totals, [21_143_226, 120_000, 21_023_226, 13_583_226, 6_461]);
    assert_eq!(due["sums"]["about"], "应缴日 2024-01-01 至 2024-09-30，截至 2024-09-30");
    let forecast = desk.list("forecast", "asOf=2024-09-30");
    assert_eq!(sum_of(&forecast, "rentFen"), total(&forecast, "rentFen"));
    assert!(total(&forecast, "rentFen") > 0, "{forecast}");
}

#[test]
fn money_of_the_treasury_stands_beside_the_money_of_the_unit() {
    let (town, [l1, ..]) = Town::e1();
    let desk = Desk { portal: &town.portal, token: town.clerk.clone() };
    let before = desk.block("xianJinLiu", "year=2024&month=0&asOf=2024-09-30");
    let water = json!({"leaseId": l1, "kind": 3, "dueDate": "2024-09-30", "amountFen": 90_000, "remark": "水费"});
    let water = town.make("/fin/bill", water);
    let treasury = |tenant: u64, fen: i64, more: Value| {
        let form = json!({"partyAId": 1, "tenantId": tenant, "amountFen": fen, "method": 6, "valueDate": "2024-09-20"});
        town.make("/fin/receipt", e1::with(form, more))
    };
    treasury(1, 500_000, json!({}));
    treasury(1, 90_000, json!({"designated": [water]}));
    let ahead = treasury(2, 200_000, json!({"keepAsCredit": true}));
    let refund =
        json!({"kind": 1, "partyAId": 1, "tenantId": 2, "amountFen": 50_000, "payee": "云岭", "byTreasury": true});
    let refund = town.make("/fin/refund", refund);
    town.done(&town.boss, "/fin/refund/decide", json!({"id": refund, "approve": true}));
    town.done(&town.boss, "/fin/refund/pay", json!({"id": refund, "paidDate": "2024-09-28"}));
    // what came in August as anybody's money is a deposit since it was claimed
    let l4 = json!({"partyAId": 1, "tenantId": 3, "rooms": [e1::room(3, "200")], "startDate": "2024-09-01", "endDate": "2025-08-31",
                    "rentBasis": 1, "rentFen": 100_000, "billingCycle": 1, "dueRule": {"kind": "ADVANCE", "n": 0}, "depositFen": 300_000});
    let l4 = town.signed(l4, "2024-08-20");
    town.done(&town.clerk, "/fin/bill/generate", json!({}));
    let form =
        json!({"partyAId": 1, "payerName": "盛达", "amountFen": 300_000, "method": 1, "valueDate": "2024-08-20"});
    let unknown = town.make("/fin/receipt", form);
    town.done(&town.clerk, "/fin/receipt/claim", json!({"id": unknown, "tenantId": 3, "leaseId": l4, "purpose": 2}));
    town.is_whole();
    let after = desk.block("xianJinLiu", "year=2024&month=0&asOf=2024-09-30");
    let of = |block: &Value, month: usize, name: &str| fen(&block["months"][month], name);
    assert_eq!(of(&after, 8, "treasuryFen"), 740_000);
    assert_eq!(of(&after, 8, "depositFen") - of(&before, 8, "depositFen"), 300_000);
    for (name, august, september) in
        [("rentFen", 0, 0), ("unclaimedFen", 300_000, -300_000), ("otherFen", 0, 0), ("netFen", 300_000, 0)]
    {
        assert_eq!(of(&after, 7, name) - of(&before, 7, name), august, "{name}");
        assert_eq!(of(&after, 8, name) - of(&before, 8, name), september, "{name}");
    }
    for as_of in [TODAY, date(2024, 9, 29), date(2024, 9, 25), date(2024, 8, 31)] {
        for filter in ["", "&plateId=1", "&plateId=2", "&partyAId=1", "&deptId=110"] {
            every_figure(&desk, &Question { year: 2024, month: 9, as_of, filter: filter.into() });
        }
    }
    // taken back in the same month, it is as if it had not come
    town.done(&town.boss, "/fin/refund/reverse", json!({"id": refund, "approve": true, "comment": "退回"}));
    town.done(&town.boss, "/fin/receipt/reverse", json!({"id": ahead, "kind": 2, "reason": "录入错误"}));
    every_figure(&desk, &Question { year: 2024, month: 9, as_of: TODAY, filter: String::new() });
    let back = desk.block("xianJinLiu", "year=2024&month=0&asOf=2024-09-30");
    assert_eq!(of(&back, 8, "treasuryFen"), 590_000);
}

#[test]
fn the_city_behind_every_figure() {
    let portal = Portal::city();
    let desk = Desk { portal: &portal, token: portal.admin() };
    let mut rng = StdRng::seed_from_u64(11);
    for round in 0..scale::size(6, 24) {
        let as_of = if round % 3 == 0 {
            TODAY
        } else {
            add_days(date(2021, 1, 1), rng.random_range(0..=days_between(date(2021, 1, 1), TODAY)))
        };
        let year = if rng.random_bool(0.8) { as_of.year() } else { as_of.year() - 1 };
        let month = if rng.random_bool(0.4) { 0 } else { rng.random_range(1..=12) };
        let mut filter = String::new();
        if rng.random_bool(0.4) {
            filter += ["&plateId=1", "&plateId=2,3", "&plateId=4"][rng.random_range(0..3)];
        }
        if rng.random_bool(0.4) {
            filter += ["&partyAId=1,2", "&partyAId=3"][rng.random_range(0..2)];
        }
        let ask = Question { year, month, as_of, filter };
        every_figure(&desk, &ask);
        // and from every row of the books, the plain way
        let (reader, caller) = (portal.app.store.read().unwrap(), Caller::console("test", "test"));
        let (view, query) = (View::new(&portal.app, &reader, &caller), ChartQuery::default());
        let (from, to) = ask.period();
        let plain = books(&view, &query).unwrap().collection(DateSpan::new(from, to), as_of, true);
        let listed = desk.list("receivable", &format!("asOf={as_of}&dueFrom={from}&dueTo={to}&kind=1"));
        let sums = ["amountFen", "waivedFen", "collectedFen"].map(|key| total(&listed, key));
        assert_eq!(sums, [plain.due_fen, plain.waived_fen, plain.collected_fen], "{}", ask.block());
    }
}

/// Spreads the city over departments and makers.
fn spread(portal: &Portal, depts: Vec<u64>, maker: u64) {
    support::act(&portal.app, move |op| {
        let of = |number: u64| {
            (depts[usize::try_from(number).unwrap() % depts.len()], if number.is_multiple_of(3) { maker } else { 1 })
        };
        let owned = |was: &Owned, number: u64| Owned { dept_id: of(number).0, creator: of(number).1, ..was.clone() };
        for bill in op.view().tx.all::<Bill>()? {
            let adjusts = bill.adjusts.map(|mut adjusted| {
                adjusted.dept_id = of(bill.adjusts_bill_id).0;
                adjusted
            });
            op.put_quietly(&Bill { owned: owned(&bill.owned, bill.bill_id), adjusts, ..bill })?;
        }
        for mut row in op.view().tx.all::<Allocation>()? {
            row.dept_id = of(row.bill_id).0;
            op.put_quietly(&row)?;
        }
        for mut waiver in op.view().tx.all::<Waiver>()? {
            for part in &mut waiver.scope {
                part.of.dept_id = of(part.bill_id).0;
            }
            op.put_quietly(&waiver)?;
        }
        for receipt in op.view().tx.all::<Receipt>()? {
            op.put_quietly(&Receipt { owned: owned(&receipt.owned, receipt.receipt_id), ..receipt })?;
        }
        for payout in op.view().tx.all::<Payout>()? {
            op.put_quietly(&Payout { owned: owned(&payout.owned, payout.payout_id), ..payout })?;
        }
        for asset in op.view().tx.all::<Asset>()? {
            op.put(&Asset { owned: owned(&asset.owned, asset.asset_id), ..asset })?;
        }
        Ok(())
    });
}

#[test]
fn people_with_part_of_the_city_get_lists_of_their_own_figures() {
    let portal = Portal::city();
    let menus = portal.get("/system/menu/list", &portal.admin());
    let rights: Vec<String> =
        menus["data"].as_array().unwrap().iter().filter_map(|menu| menu["perms"].as_str()).map(str::to_owned).collect();
    let rights: Vec<&str> = rights
        .iter()
        .map(String::as_str)
        .filter(|perms| perms.starts_with("stat:") || perms.starts_with("report:"))
        .collect();
    let some = portal.role("some", &rights, 2, &[101, 103]);
    let own = portal.role("own", &rights, 5, &[]);
    portal.person("some", 110, &[some]);
    let maker = portal.person("own", 110, &[own]);
    spread(&portal, vec![100, 101, 102, 103, 110], maker);
    let mut rng = StdRng::seed_from_u64(3);
    for who in ["some", "own"] {
        let desk = Desk { portal: &portal, token: portal.token(who) };
        for round in 0..4 {
            let as_of = if round == 0 { TODAY } else { add_days(date(2022, 1, 1), rng.random_range(0..1_000)) };
            let filter = ["", "", "&plateId=1,2", "&partyAId=1,2"][round].to_owned();
            every_figure(&desk, &Question { year: as_of.year(), month: 0, as_of, filter });
        }
        let seen = desk.list("receivable", "asOf=2024-09-30");
        let all = Desk { portal: &portal, token: portal.admin() }.list("receivable", "asOf=2024-09-30");
        assert!(fen(&seen, "total") > 0 && fen(&seen, "total") < fen(&all, "total"), "{who} sees a part");
    }
}

#[test]
fn a_list_needs_its_right_stays_in_scope_and_goes_out_as_a_workbook() {
    let (town, _) = Town::e1();
    let role = town.portal.role("elsewhere", &["report:receivable:list", "report:arrears:list"], 3, &[]);
    town.portal.person("guest", 111, &[role]);
    let guest = town.portal.token("guest");
    let seen = town.portal.get("/report/receivable/list?dueFrom=2024-01-01", &guest);
    assert_eq!((&seen["total"], &seen["figureFen"]), (&json!(0), &json!(0)), "{seen}");
    assert_eq!(town.portal.get("/report/arrears/list", &guest)["total"], 0);
    assert_eq!(town.portal.get("/report/received/list", &guest)["code"], 403);
    assert_eq!(town.portal.get("/report/received/export", &guest)["code"], 403);
    for (query, part) in [("asOf=2024-10-01", "截至日期不能晚于今天"), ("orderByColumn=x", "参数不符合规范")]
    {
        let answer = town.get(&format!("/report/receivable/list?{query}"));
        assert!(answer["code"] != 200 && answer["msg"].as_str().unwrap().contains(part), "{answer}");
    }
    for page in [
        "receivable",
        "received",
        "arrears",
        "collection",
        "ageing",
        "occupancy",
        "expiry",
        "forecast",
        "cashFlow",
        "remittance",
        "waivers",
        "plates",
        "settled",
        "adjusted",
    ] {
        let answer = town.get(&format!("/report/{page}/export?asOf=2024-09-30"));
        let file = answer["msg"].as_str().unwrap_or_else(|| panic!("{page}: {answer}"));
        let bytes = town.portal.request("GET", &format!("/common/download?fileName={file}"), &town.clerk, None);
        assert!(bytes.bytes.starts_with(b"PK"), "{page}: {answer}");
    }
}

#[test]
fn everybody_keeps_queries_of_his_own() {
    let portal = Portal::new();
    let admin = portal.admin();
    portal.person("other", 110, &[]);
    let other = portal.token("other");
    let save = |name: &str, search: &str| {
        portal.post("/report/saved", &admin, json!({"page": "arrears", "name": name, "search": search}))
    };
    let id = save("一年以上", "daysFrom=366")["data"]["id"].as_u64().unwrap();
    assert_eq!(save("一年以上", "daysFrom=365")["data"]["id"], id, "the same name gets the new filter");
    let list = |token: &str, page: &str| portal.get(&format!("/report/saved/list?page={page}"), token)["data"].clone();
    assert_eq!(list(&admin, "arrears"), json!([{"savedId": id, "name": "一年以上", "search": "daysFrom=365"}]));
    assert_eq!((list(&admin, "received"), list(&other, "arrears")), (json!([]), json!([])));
    assert_eq!(save(" ", "")["msg"], "请输入查询名称");
    let path = format!("/report/saved/{id}");
    let remove = |token: &str| portal.request("DELETE", &path, token, None).json();
    assert_eq!(remove(&other)["msg"], "常用查询不存在，可能已被删除，请刷新后重试");
    assert_eq!(remove(&admin)["code"], 200);
    assert_eq!(list(&admin, "arrears"), json!([]));
}
