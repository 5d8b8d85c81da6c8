//! Measures figures on books of the design load (80,000 bills a year for ten years) or any other (`GX_BENCH_BILLS` a year,
//! `GX_BENCH_YEARS`): each figure today and a year back, bytes an entry of the ledger, and what sums cost a writing. The
//! rows are written with the ordinary records in large batches and must pass every invariant that rows decide. Run by hand
//! (`packaging/bench figures`).

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::string_slice, clippy::cast_precision_loss)]
#![allow(clippy::disallowed_methods, reason = "the size of a measuring tool is no concern")]

mod support;

use std::sync::Arc;
use std::time::Instant;

use gx_portal::app::App;
use gx_portal::clock::Clock;
use gx_portal::config::{Config, Flags};
use gx_portal::error::Result;
use gx_portal::features;
use gx_portal::features::assets::{party_a, plate};
use gx_portal::features::finance::allocation::{self, Allocation, AllocationMode, MoneySource};
use gx_portal::features::finance::bill::post::lines;
use gx_portal::features::finance::bill::record::{self as bill, Bill, BillSource, BillState};
use gx_portal::features::finance::figures::blocks::Figures;
use gx_portal::features::finance::figures::compare::with_rows;
use gx_portal::features::finance::figures::load::{ChartQuery, overview};
use gx_portal::features::finance::invariants;
use gx_portal::features::finance::ledger::record::{Account, Document, LedgerEntry};
use gx_portal::features::finance::ledger::{About, moved, post};
use gx_portal::features::finance::receipt::record::{Method, Purpose, Receipt, ReceiptState};
use gx_portal::features::finance::sums::{ALLOCATIONS, BILLS, OPEN};
use gx_portal::features::lease::schedule::terms::BillKind;
use gx_portal::features::report::{area, arrears, cash, rate, receivable, received};
use gx_portal::features::system::{seed, user};
use gx_portal::kernel::dates::range_begin;
use gx_portal::kernel::span::{DateSpan, add_days, add_months};
use gx_portal::op::{Caller, Op, View};
use gx_portal::platform::audit::AuditAction;
use gx_portal::records::owned::Owned;
use gx_portal::route::Data;
use gx_portal::store::directory::DataPaths;
use gx_portal::store::{
    FileMedium, Index, Key, RawRead, Reads, Record, Store, StoreError, StoreOptions, TableInfo, table,
};
use jiff::civil::{Date, date};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};
use serde_json::json;
use support::timed;

const TODAY: Date = date(2024, 9, 30);

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn form<T: serde::de::DeserializeOwned>(value: serde_json::Value) -> T {
    serde_json::from_value(value).unwrap()
}

fn open(folder: &std::path::Path) -> Arc<App> {
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
    app.act(&caller, "bench", AuditAction::Other, |op| {
        for no in 1..=5 {
            let input = json!({"plateCode": format!("P{no}"), "plateName": format!("板块{no}"), "color": "#0A6BCB"});
            plate::create(op, form(input))?;
        }
        for no in 1..=6 {
            party_a::ops::create(
                op,
                form(json!({"partyACode": format!("A{no}"), "partyAName": format!("甲方{no}"), "unitKind": 2,
                    "remitRequired": true, "remitDay": 10, "deptId": 103 + no})),
            )?;
        }
        Ok(())
    })
    .unwrap();
    app
}

/// Writes the bills that are due in a month, with most of their money.
struct Loader {
    bills: u64,
    receipts: u64,
    rng: StdRng,
}

impl Loader {
    fn month(&mut self, op: &mut Op<'_, '_>, first: Date, count: u64) -> Result<()> {
        for tenant in 1..=count {
            self.bills += 1;
            let due = add_days(first, if self.rng.random_bool(0.8) { 4 } else { self.rng.random_range(0..28) });
            let delay = match self.rng.random_range(0..100) {
                0..90 => Some(self.rng.random_range(-8..30)),
                90..96 => Some(self.rng.random_range(30..300)),
                _ => None,
            };
            let paid = delay.map(|days| add_days(due, days)).filter(|day| *day <= TODAY);
            let made = made(self.bills, tenant, due, self.rng.random_range(50_000..500_000), paid.is_some());
            enter(op, &made)?;
            if let Some(day) = paid {
                self.receipts += 1;
                pay(op, &made, self.receipts, day)?;
            }
        }
        op.raise::<Bill>(self.bills)?;
        op.raise::<Receipt>(self.receipts)?;
        op.raise::<Allocation>(self.receipts)
    }
}

fn made(bill_id: u64, tenant: u64, due: Date, amount_fen: i64, paid: bool) -> Bill {
    let party_a_id = tenant % 6 + 1;
    Bill {
        bill_id,
        bill_no: format!("ZD-{}-{bill_id:08}", due.strftime("%Y%m")),
        lease_id: tenant,
        version_no: 1,
        tenant_id: tenant,
        tenant_name: format!("乙方{tenant}"),
        party_a_id,
        plate_id: tenant / 6 % 5 + 1,
        asset_id: 1,
        room_text: "A-101".into(),
        kind: if tenant.is_multiple_of(7) { BillKind::Property } else { BillKind::Rent },
        charge_line: 0,
        period: Some(DateSpan::new(due.first_of_month(), due.last_of_month())),
        issue_date: add_days(due, -10),
        book_date: add_days(due, -10),
        due_date: due,
        amount_fen,
        lines: Vec::new(),
        split: Vec::new(),
        waived_fen: 0,
        allocated_fen: if paid { amount_fen } else { 0 },
        credited_fen: 0,
        adjusts_bill_id: 0,
        adjusts: None,
        source: BillSource::Contract,
        state: BillState::Issued,
        void_date: None,
        owned: Owned { dept_id: 103 + party_a_id, version: 1, ..Owned::default() },
    }
}

fn enter(op: &mut Op<'_, '_>, made: &Bill) -> Result<()> {
    op.put_quietly(made)?;
    let (book_date, document_id, party_a_id) = (made.book_date, made.bill_id, made.party_a_id);
    let about = About { book_date, document: Document::Bill, document_id, party_a_id };
    post(op, about, lines(made, made.receivable().unwrap(), made.income(), made.amount_fen))
}

fn row(made: &Bill, no: u64, day: Date) -> Allocation {
    Allocation {
        allocation_id: no,
        bill_id: made.bill_id,
        source: MoneySource::Receipt,
        receipt_id: no,
        lot_id: 0,
        amount_fen: made.amount_fen,
        book_date: day,
        value_date: day,
        mode: AllocationMode::Auto,
        reverses_id: 0,
        party_a_id: made.party_a_id,
        plate_id: made.plate_id,
        kind: made.kind,
        due_date: made.due_date,
        bill_date: made.book_date,
        dept_id: made.owned.dept_id,
        tenant_id: made.tenant_id,
        receipt_date: Some(day),
        to_treasury: false,
    }
}

fn pay(op: &mut Op<'_, '_>, made: &Bill, no: u64, day: Date) -> Result<()> {
    op.put_quietly(&Receipt {
        receipt_id: no,
        receipt_no: format!("SK-{}-{no:08}", day.strftime("%Y%m")),
        party_a_id: made.party_a_id,
        tenant_id: made.tenant_id,
        lease_id: made.lease_id,
        payer_name: made.tenant_name.clone(),
        amount_fen: made.amount_fen,
        method: Method::ALL[usize::try_from(no % 7).unwrap()],
        account_tail: "6688".into(),
        bank_ref: format!("L{no}"),
        line_key: String::new(),
        payer_mark: String::new(),
        line: None,
        value_date: day,
        book_date: day,
        to_treasury: false,
        deposit_since: None,
        payer_days: Vec::new(),
        purpose: Purpose::Bills,
        state: ReceiptState::Posted,
        reversal: None,
        authors: Vec::new(),
        files: Vec::new(),
        owned: made.owned.clone(),
    })?;
    op.put_quietly(&row(made, no, day))?;
    let about = About { book_date: day, document: Document::Receipt, document_id: no, party_a_id: made.party_a_id };
    let whom = (0, made.tenant_id, made.lease_id);
    post(op, about, moved(Account::Bank, Account::TenantCredit, made.amount_fen, whom.0, whom.1, whom.2))?;
    post(op, about, lines(made, Account::TenantCredit, made.receivable().unwrap(), made.amount_fen))
}

/// First call, then the median of five.
fn figure<T>(app: &Arc<App>, what: &str, run: impl Fn(&Figures<'_>) -> Result<T>) {
    let caller = Caller::console("bench", "bench");
    let query = ChartQuery::default();
    let mut times: Vec<f64> = (0..6)
        .map(|_| {
            let began = Instant::now();
            app.read(&caller, |view| run(&Figures::of(view, &query)?).map(drop)).unwrap();
            began.elapsed().as_secs_f64() * 1_000.0
        })
        .collect();
    let first = times.remove(0);
    times.sort_by(f64::total_cmp);
    println!("  {what:<50} {:>10.2} ms   first {first:>8.2}", times[2]);
}

fn figures(app: &Arc<App>, as_of: Date) {
    println!("figures as of {as_of}, year to that day:");
    let year = DateSpan::new(as_of.first_of_year(), as_of.last_of_year());
    let month = DateSpan::new(as_of.first_of_month(), as_of.last_of_month());
    let to_day = DateSpan::new(year.from, as_of);
    figure(app, "collection of the year", |f| f.collection(year, as_of, true));
    figure(app, "collection of the month", |f| f.collection(month, as_of, true));
    figure(app, "due by month", |f| f.months(as_of.year(), as_of, false));
    figure(app, "due by kind", |f| f.by_kind(year, as_of));
    figure(app, "ranking by plate", |f| f.by_plate(year, as_of, true));
    figure(app, "ranking by party A", |f| f.by_party(year, as_of, true));
    figure(app, "rate by month, now and at its end", |f| f.month_rates(as_of.year(), as_of, true));
    figure(app, "received in three parts", |f| f.received(to_day));
    figure(app, "received by month", |f| f.received_by_month(as_of.year(), as_of));
    figure(app, "received by method", |f| f.received_by_method(to_day));
    figure(app, "ageing with bills and tenants", |f| f.ageing(as_of));
    figure(app, "arrears", |f| f.arrears(as_of));
    figure(app, "top ten debtors", |f| f.ageing_with_debtors(as_of, 10));
    figure(app, "roll-forward of the year", |f| f.roll_forward(year.from, as_of));
    figure(app, "cash flow", |f| f.cash_flow(as_of.year(), as_of));
    figure(app, "remitted by party A", |f| f.remitted_sums(as_of.year(), as_of).map(|sums| sums.by_party()));
    figure(app, "households of the year", |f| f.households(year, as_of, false));
    figure(app, "households of the month", |f| f.households(month, as_of, false));
}

/// A block of the report, as its route answers it: first call, then the median of five.
fn block<T>(app: &Arc<App>, what: &str, query: &ChartQuery, run: fn(&View<'_>, ChartQuery) -> Result<Data<T>>) -> f64 {
    let caller = Caller::console("bench", "bench");
    let mut times: Vec<f64> = (0..6)
        .map(|_| {
            let began = Instant::now();
            app.read(&caller, |view| run(view, query.clone()).map(drop)).unwrap();
            began.elapsed().as_secs_f64() * 1_000.0
        })
        .collect();
    let first = times.remove(0);
    times.sort_by(f64::total_cmp);
    println!("  {what:<50} {:>10.2} ms   first {first:>8.2}", times[2]);
    times[2]
}

fn blocks(app: &Arc<App>, as_of: Date) {
    println!("blocks of the report as of {as_of}:");
    let query =
        ChartQuery { year: Some(as_of.year()), month: as_of.month(), as_of: Some(as_of), ..ChartQuery::default() };
    let all = block(app, "应收", &query, receivable::block)
        + block(app, "实收", &query, received::block)
        + block(app, "板块资产面积（饼图）", &query, area::shares)
        + block(app, "板块资产面积（柱图）", &query, area::uses)
        + block(app, "当年现金流", &query, cash::block)
        + block(app, "欠缴金额", &query, arrears::block)
        + block(app, "租金收缴率", &query, rate::block);
    println!("  {:<50} {all:>10.2} ms", "all of them");
}

/// A record without its sums, with the same indexes.
macro_rules! plain {
    ($name:ident, $of:ty, $table:literal, [$(($index:path, $text:literal)),*]) => {
        #[derive(Serialize, Deserialize)]
        #[serde(transparent)]
        struct $name($of);

        impl Record for $name {
            const TABLE: &'static str = $table;
            const INDEXES: &'static [Index<Self>] =
                &[$(Index { name: $text, unique: $index.unique, keys: |plain| ($index.keys)(&plain.0) }),*];
            fn id(&self) -> Key {
                self.0.id()
            }
        }
    };
}

plain!(
    PlainBill,
    Bill,
    "plain_bill",
    [
        (bill::BY_NO, "pb/1"),
        (bill::BY_LEASE, "pb/2"),
        (bill::GENERATED, "pb/3"),
        (bill::OPEN_BY_TENANT, "pb/4"),
        (bill::BY_TENANT, "pb/5"),
        (bill::BY_DUE, "pb/6"),
        (bill::ADJUSTMENTS, "pb/7")
    ]
);
plain!(
    PlainRow,
    Allocation,
    "plain_row",
    [(allocation::BY_BILL, "pa/1"), (allocation::BY_RECEIPT, "pa/2"), (allocation::BY_PARTY_DAY, "pa/3")]
);

/// What sums cost: bills and allocations with them and without.
fn cost_of_sums() {
    const TABLES: &[TableInfo] = &[table::<Bill>(), table::<Allocation>(), table::<PlainBill>(), table::<PlainRow>()];
    let folder = tempfile::tempdir().unwrap();
    let medium = FileMedium::new(&folder.path().join("cost.redb"));
    let store = Store::open(Box::new(medium), StoreOptions::default(), TABLES).unwrap();
    let bills: Vec<Bill> = (1..=40_000)
        .map(|no| made(no, no % 6_667 + 1, add_days(date(2024, 1, 1), i64::try_from(no / 110).unwrap()), 1_000, false))
        .collect();
    let rows: Vec<Allocation> = bills.iter().map(|made| row(made, made.bill_id, made.due_date)).collect();
    let each =
        |what: &str, work: Box<dyn Fn(&mut gx_portal::store::Writer<'_>, usize) -> Result<(), StoreError> + Send>| {
            let began = Instant::now();
            let count = 40_000;
            let mut work = Some(work);
            let run = work.take().unwrap();
            store.write::<(), StoreError>(move |tx| (0..count).try_for_each(|place| run(tx, place))).unwrap();
            println!("{what:<52} {:>10.2} us", began.elapsed().as_secs_f64() * 1e6 / count as f64);
        };
    let (a, b) = (bills.clone(), bills.clone());
    each(
        "a bill, without sums (40,000 in a commit)",
        Box::new(move |tx, place| tx.put(&PlainBill(a[place].clone())).map(drop)),
    );
    each("a bill, with sums", Box::new(move |tx, place| tx.put(&b[place]).map(drop)));
    let (a, b) = (rows.clone(), rows);
    each("an allocation, without sums", Box::new(move |tx, place| tx.put(&PlainRow(a[place].clone())).map(drop)));
    each("an allocation, with sums", Box::new(move |tx, place| tx.put(&b[place]).map(drop)));
    let (a, b) = (bills.clone(), bills);
    each(
        "a bill that is paid, without sums",
        Box::new(move |tx, place| tx.put(&PlainBill(Bill { allocated_fen: 1_000, ..a[place].clone() })).map(drop)),
    );
    each(
        "a bill that is paid, with sums",
        Box::new(move |tx, place| tx.put(&Bill { allocated_fen: 1_000, ..b[place].clone() }).map(drop)),
    );
}

fn main() {
    let (a_year, years) = (number("GX_BENCH_BILLS", 80_000), number("GX_BENCH_YEARS", 10));
    cost_of_sums();
    let folder = tempfile::tempdir_in(std::env::var("GX_BENCH_FOLDER").unwrap_or_else(|_| "/tmp".into())).unwrap();
    let app = open(folder.path());
    let caller = Arc::new(Caller::console("bench", "bench"));
    let months = i64::try_from(years * 12).unwrap();
    let began = Instant::now();
    let mut loader = Loader { bills: 0, receipts: 0, rng: StdRng::seed_from_u64(1) };
    for month in (0..months).rev() {
        let first = add_months(TODAY.first_of_month(), -month);
        let mut part = loader;
        loader = app
            .act(&caller, "bench", AuditAction::Other, move |op| part.month(op, first, a_year / 12).map(|()| part))
            .unwrap();
        if month % 12 == 0 {
            println!("loaded up to {first}: {} bills, {:.0} s", loader.bills, began.elapsed().as_secs_f64());
        }
    }
    {
        let reader = app.store.read().unwrap();
        let entries = reader.count::<LedgerEntry>().unwrap();
        let bytes = std::fs::metadata(DataPaths::new(folder.path()).database()).unwrap().len();
        println!("bills {}, receipts {}, ledger entries {entries}", loader.bills, loader.receipts);
        println!("file {:.0} MiB, {:.0} bytes an entry", bytes as f64 / 1_048_576.0, bytes as f64 / entries as f64);
        for name in [BILLS.months, BILLS.due, BILLS.days, OPEN, ALLOCATIONS.months, ALLOCATIONS.due, ALLOCATIONS.days] {
            println!("  cells of {name:<30} {:>10}", reader.raw_len(name).unwrap());
        }
    }
    figures(&app, TODAY);
    blocks(&app, TODAY);
    figures(&app, date(2023, 9, 30));
    blocks(&app, date(2023, 9, 30));
    timed("overview, today", || app.read(&caller, |view| overview(view, ChartQuery::default())).unwrap());
    if number("GX_BENCH_CHECK", 1) == 1 {
        let checks = timed("invariants of the rows", || invariants::recorded(&app.store.read().unwrap()).unwrap());
        timed("figures against rows (I10)", || {
            let (_, faults) = app.read(&caller, with_rows).unwrap();
            assert!(faults.is_empty(), "{faults:?}");
        });
        for check in checks {
            assert!(check.faults.is_empty(), "{}: {:?}", check.code, check.faults);
        }
    }
}
