//! Measures the books on the standard demonstration city (3,200 rooms, about 2,800 leases with their bills and receipts
//! since 2021): seeding, a receipt with its allocation, the nightly bill run, figures, month close, all invariants, and
//! bytes an entry of the ledger. `GX_BENCH_CITY=stress` does so on the city of 100,000 rooms, whose books begin with the
//! month of the first bill run. Run by hand (`packaging/bench books`).

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::string_slice, clippy::cast_precision_loss)]

mod support;

use std::sync::Arc;

use gx_portal::app::App;
use gx_portal::clock::Clock;
use gx_portal::config::{Config, Flags};
use gx_portal::demo::{self, Size};
use gx_portal::features;
use gx_portal::features::finance::bill::record::Bill;
use gx_portal::features::finance::close::{self, CloseMonth};
use gx_portal::features::finance::figures::load::{ChartQuery, books, overview};
use gx_portal::features::finance::ledger::record::LedgerEntry;
use gx_portal::features::finance::period;
use gx_portal::features::finance::receipt::ops::{ReceiptInput, create};
use gx_portal::features::finance::receipt::record::Receipt;
use gx_portal::features::finance::{bill, invariants};
use gx_portal::features::system::{config, seed, user};
use gx_portal::kernel::dates::range_begin;
use gx_portal::op::Caller;
use gx_portal::platform::audit::AuditAction;
use gx_portal::store::directory::DataPaths;
use gx_portal::store::{FileMedium, Reads, Store};
use jiff::civil::date;
use serde_json::json;
use support::{memory, timed};

fn city(folder: &std::path::Path, size: Size) -> Arc<App> {
    let paths = DataPaths::new(folder);
    paths.create_folders().unwrap();
    Store::create(&paths.database(), gx_portal::store::options(), &features::PRODUCT.tables()).unwrap();
    let clock = Clock::fixed(range_begin("2024-09-30 09:00:00").unwrap());
    let config = Config::load(folder, &Flags::default()).unwrap();
    let medium = Box::new(FileMedium::new(&paths.database()));
    let app = App::with_medium(&gx_portal::features::PRODUCT, config, paths, medium, clock, None).unwrap();
    let caller = Arc::new(Caller::console("bench", "bench"));
    app.act(&caller, "bench", AuditAction::Other, |op| {
        seed::fresh(op)?;
        user::ops::insert_first(op, "admin", "管理员", "x".into(), true)
    })
    .unwrap();
    timed("seeding the city", || demo::seed(&app, "bench", size, Some(date(2024, 9, 30)), None).unwrap());
    app
}

/// The first bills of a city that has none: those of this month.
fn first_run(app: &Arc<App>) {
    let caller = Arc::new(Caller::console("bench", "bench"));
    let set = |op: &mut gx_portal::op::Op<'_, '_>| config::ops::set(op, period::BOOKS_FROM.info.key, "2024-09-01");
    app.act(&caller, "bench", AuditAction::Update, set).unwrap();
    let done = timed("bill run of the first month", || bill::run::nightly(app).unwrap().run);
    println!("{:<52} {:>10}", "  bills issued by it", done.issued);
}

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let stress = std::env::var("GX_BENCH_CITY").is_ok_and(|size| size == "stress");
    let app = city(folder.path(), if stress { Size::Stress } else { Size::Standard });
    if stress {
        first_run(&app);
    }
    let caller = Arc::new(Caller::console("bench", "bench"));
    let count = |what: &str, number: u64| println!("{what:<52} {number:>10}");
    {
        let reader = app.store.read().unwrap();
        count("bills", reader.count::<Bill>().unwrap());
        count("receipts", reader.count::<Receipt>().unwrap());
        let entries: Vec<LedgerEntry> = reader
            .by(&features::finance::ledger::record::BY_PARTY_DAY, &gx_portal::store::key(), false, 0, 1_000)
            .unwrap();
        count("ledger entries", reader.count::<LedgerEntry>().unwrap());
        let bytes: usize = entries.iter().map(|entry| postcard::to_stdvec(entry).unwrap().len() + 9 + 8).sum();
        count("bytes an entry (payload, head and key)", (bytes / entries.len()) as u64);
    }
    println!("{:<52} {:>10.0} MiB", "memory", memory());
    timed("figures of the year (overview)", || {
        app.read(&caller, |view| overview(view, ChartQuery::default())).unwrap()
    });
    timed("loading all rows of the books", || app.read(&caller, |view| books(view, &ChartQuery::default())).unwrap());
    timed("all invariants", || app.read(&caller, invariants::run).unwrap());
    timed("nightly bill run that finds nothing", || bill::run::nightly(&app).unwrap().run);
    app.clock.advance(31 * 86_400_000);
    let done = timed("bill run of a month", || bill::run::nightly(&app).unwrap().run);
    count("  bills issued by it", done.issued as u64);
    let input: ReceiptInput = serde_json::from_value(json!({
        "partyAId": 1, "tenantId": 0, "payerName": "bench", "amountFen": 100, "method": 1, "valueDate": "2024-10-01",
    }))
    .unwrap();
    timed("1,000 receipts of unknown payers, one by one", || {
        for _ in 0..1_000 {
            let input = input.clone();
            app.act(&caller, "bench", AuditAction::Insert, |op| create(op, input)).unwrap();
        }
    });
    let close = CloseMonth { party_a_id: 1, month: date(2024, 9, 1) };
    timed("month close of the largest party A", || {
        app.act(&caller, "bench", AuditAction::Insert, |op| {
            let looked = close::look(&op.view(), close)?;
            close::close(op, looked)
        })
        .unwrap()
    });
}
