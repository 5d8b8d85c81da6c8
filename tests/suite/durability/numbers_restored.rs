//! A number that was printed is never given again, however often old data come back.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use gx_portal::app::App;
use gx_portal::clock::Clock;
use gx_portal::features::PRODUCT;
use gx_portal::records::number;
use gx_portal::upkeep::{archive, backup, restore};

use crate::support;

fn draw(app: &Arc<App>, given: &mut BTreeSet<String>, count: usize) -> String {
    let mut last = String::new();
    for _ in 0..count {
        for prefix in ["SK", "ZD"] {
            last = support::act(app, move |op| number::draw(op, prefix));
            assert!(given.insert(last.clone()), "{last} was given before");
        }
    }
    last
}

#[test]
fn two_restores_and_an_import_give_no_number_twice() {
    let place = tempfile::tempdir().expect("a folder");
    let at = |name: &str| place.path().join(name);
    let mut given = BTreeSet::new();
    support::initialise(&at("a"));
    let app = support::on_disk(&at("a"));
    assert_eq!(draw(&app, &mut given, 3), "ZD-202409-000003");
    let old = backup::create(&app, "test", &at("bk")).expect("a backup")["backup"].as_str().expect("a path").to_owned();
    archive::export(&app, "test", &at("all.zip")).expect("an archive");
    draw(&app, &mut given, 5);
    let began = app.clock.now();
    app.store.close();

    // The same backup twice, then one of what was restored.
    let mut from = old.clone();
    for (round, name) in ["b", "c", "d"].into_iter().enumerate() {
        if name == "d" {
            let app = support::on_disk(&at("c"));
            from =
                backup::create(&app, "test", &at("bk")).expect("a backup")["backup"].as_str().expect("a path").into();
            draw(&app, &mut given, 2);
            app.store.close();
        }
        let clock = Clock::fixed(began);
        clock.advance(10_000 * (1 + i64::try_from(round).expect("small")));
        let told = restore::restore(&PRODUCT, Path::new(&from), &at(name), &clock).expect("restored");
        let app = support::on_disk(&at(name));
        let last = draw(&app, &mut given, 4);
        assert_eq!(last, format!("ZD-202409-300900{}0004", round + 1));
        assert!(told["numbers"].as_str().is_some_and(|told| told.contains("单据编号不会重复")), "{told}");
        app.store.close();
    }

    support::initialise_without_people(&at("e"));
    let app = support::on_disk(&at("e"));
    let told = archive::import(&app, "test", &at("all.zip")).expect("imported");
    assert!(told["numbers"].is_string(), "{told}");
    draw(&app, &mut given, 4);
    // The next month knows nothing of it.
    app.clock.advance(86_400_000);
    assert_eq!(draw(&app, &mut given, 1), "ZD-202410-000001");
    app.store.close();
}
