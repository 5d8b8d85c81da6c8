//! A list agrees with its figure, or says nothing of it, while others write: the list is found in columns, which take a commit in at
//! once, the figure is read from a snapshot. Clock: 2024-09-30.

use std::sync::atomic::{AtomicBool, Ordering};

use gx_portal::features::finance::sums_memory::differing;
use gx_portal::records::list::filling;
use serde_json::json;

use crate::e1::Town;
use crate::support::scale;

/// Ends the writing, also when a check fails.
struct Ends<'a>(&'a AtomicBool);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

const REPORTS: [&str; 7] = ["received", "cashFlow", "settled", "ageing", "arrears", "receivable", "collection"];

#[test]
fn a_list_agrees_with_its_figure_while_others_write() {
    let (town, _) = Town::e1();
    filling::fill_all(&town.portal.app).expect("filled");
    let (read_enough, mut checks) = (AtomicBool::new(false), 0);
    let written = std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            let mut written = 0_i64;
            while !read_enough.load(Ordering::Relaxed) {
                written += 1;
                let money = json!({"partyAId": 1, "tenantId": 1 + written % 2, "amountFen": written, "method": 1,
                                   "valueDate": "2024-09-20"});
                town.make("/fin/receipt", money);
            }
            written
        });
        let reading = Ends(&read_enough);
        for round in 0..scale::size(40, 200) {
            for report in REPORTS {
                let path = format!("/report/{report}/list?asOf=2024-09-30&pageSize=5");
                let answer = town.portal.get(&path, &town.clerk);
                for check in answer["sums"]["checks"].as_array().unwrap_or_else(|| panic!("{answer}")) {
                    checks += 1;
                    assert_eq!(check["listed"], check["figure"], "{report} in round {round}: {}", answer["sums"]);
                }
            }
        }
        drop(reading);
        writer.join().expect("writes")
    });
    assert!(checks > 100 && written > 20, "{checks} figures beside {written} receipts");
    town.is_whole();
    assert_eq!(differing(&town.portal.app).expect("read"), Some(Vec::new()));
}
