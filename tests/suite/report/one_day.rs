//! Every answer of the report knows what is known on one day: a rank says what its plate or unit says alone, 本年累计 ends
//! with the same month in each block, and the list behind a rate has the same total.

use crate::support::{Portal, scale};
use gx_portal::kernel::span::{add_days, days_between};
use jiff::civil::{Date, date};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;

const TODAY: Date = date(2024, 9, 30);
/// Before the first bill of the city.
const EMPTY: i16 = 2015;
const VARIANTS: [&str; 4] = ["current", "inTime", "overall", "byTenants"];

struct Desk {
    portal: Portal,
    token: String,
}

impl Desk {
    fn block(&self, name: &str, query: &str) -> Value {
        let answer = self.portal.get(&format!("/stat/{name}?{query}"), &self.token);
        assert_eq!(answer["code"], 200, "{name}?{query}: {answer}");
        answer["data"].clone()
    }

    /// Each rank is the same figure asked alone.
    fn ranks_stand_alone(&self, query: &str) -> usize {
        let block = self.block("shouJiaoLv", query);
        let mut ranks = 0;
        for (by, name) in [("plates", "plateId"), ("parties", "partyAId")] {
            for rank in block[by].as_array().unwrap() {
                let alone = self.block("shouJiaoLv", &format!("{query}&{name}={}", rank["id"]));
                for variant in VARIANTS {
                    assert_eq!(rank[variant], alone["variants"][variant], "{variant} of {rank}, {query}");
                }
                ranks += 1;
            }
        }
        ranks
    }

    /// Net due rent of the year so far is one figure, and the list behind the rate has the rate.
    fn year_to_date_is_one(&self, query: &str, month: u64) {
        let (rate, due) = (self.block("shouJiaoLv", query), self.block("yingShou", query));
        assert_eq!(rate["netDueFen"], due["yearToDateFen"], "{query}");
        let to = if month == 0 { String::new() } else { format!("&toMonth={month}") };
        let behind = query.replace("&month=", "&ofBlock=");
        let list = self.portal.get(&format!("/report/collection/list?{behind}{to}&pageSize=9999"), &self.token);
        assert_eq!(list["code"], 200, "{list}");
        let totals = list["sums"]["totals"].as_array().unwrap();
        let total = |key: &str| totals.iter().find(|total| total["key"] == key).unwrap()["value"].clone();
        assert_eq!(total("rate"), rate["variants"]["current"], "{behind}{to}");
        assert_eq!(total("collectedFen"), rate["collectedFen"], "{behind}{to}");
    }
}

#[test]
fn ranks_and_years_so_far_are_the_same_figure_wherever_they_stand() {
    let portal = Portal::city();
    let desk = Desk { token: portal.admin(), portal };
    let mut rng = StdRng::seed_from_u64(23);
    let first = date(2022, 1, 1);
    let mut ranks = 0;
    for round in 0..scale::size(10, 60) {
        let as_of =
            if round % 2 == 0 { TODAY } else { add_days(first, rng.random_range(0..=days_between(first, TODAY))) };
        let year = match round {
            0 => 2023,
            1 => EMPTY,
            _ => rng.random_range(2021..=as_of.year()),
        };
        let month = if round % 3 == 0 { 0 } else { rng.random_range(1..=12_u64) };
        let query = format!("year={year}&month={month}&asOf={as_of}");
        ranks += desk.ranks_stand_alone(&query);
        desk.year_to_date_is_one(&query, month);
    }
    assert!(ranks > 20, "{ranks}");
}
