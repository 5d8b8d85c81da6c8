//! Measures a register of 100,000 rows and 30 fields inside one process (registers.md 3.7): writing, the first use of its
//! columns, list pages, sums, words, groups, one row read and written, memory, the guess of 20,000 × 50 cells, an import of
//! 20,000 × 20 with the longest wait of a writer beside it, an archive and its way back. Run by hand (`packaging/bench registers`);
//! `GX_BENCH_ROWS` is another number of rows.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::string_slice, clippy::cast_precision_loss)]

mod support;

#[allow(dead_code, reason = "the suite makes small workbooks by it, too")]
#[path = "../suite/support/wide.rs"]
mod wide;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use gx_portal::app::{App, Running};
use gx_portal::clock::Clock;
use gx_portal::config::{Config, Flags};
use gx_portal::features;
use gx_portal::features::registers::cell::Cell;
use gx_portal::features::registers::definition::{Definition, Field, Reminder};
use gx_portal::features::registers::design::{drafts, publish};
use gx_portal::features::registers::infer::{Nobody, Options, guess};
use gx_portal::features::registers::kind::FieldKind;
use gx_portal::features::registers::memory::Registers;
use gx_portal::features::registers::published::Published;
use gx_portal::features::registers::remind;
use gx_portal::features::registers::rows::group::{GroupRows, group};
use gx_portal::features::registers::rows::list::{ListRows, list};
use gx_portal::features::registers::rows::ops::{self, RowInput};
use gx_portal::features::registers::rows::read::{OneRow, show};
use gx_portal::features::registers::rows::write::{Change, Writer};
use gx_portal::features::registers::value::Given;
use gx_portal::features::registers::works::run;
use gx_portal::features::system::{seed, user};
use gx_portal::kernel::dates::range_begin;
use gx_portal::kernel::page::Paging;
use gx_portal::op::{Caller, Op};
use gx_portal::platform::audit::AuditAction;
use gx_portal::route::Method;
use gx_portal::sheet::{SURVEY, Survey};
use gx_portal::store::directory::DataPaths;
use gx_portal::store::{FileMedium, Store};
use serde_json::{Map, json};
use support::timed;

/// That of the program: with another one the same work takes half as long again.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const CODE: &str = "bench";
const PORTION: i64 = 2_000;
const TIMES: u32 = 200;

fn definition() -> Definition {
    let mut fields = vec![Field::of("bianhao", "编号", FieldKind::Code)];
    for place in 0..29 {
        let kind = match place % 6 {
            0 => FieldKind::Text,
            1 => FieldKind::Money,
            2 => FieldKind::Day,
            3 => FieldKind::Whole,
            4 => FieldKind::Flag,
            _ => FieldKind::Year,
        };
        fields.push(Field::of(&format!("f{place}"), &format!("字段{place}"), kind));
    }
    Definition {
        name: "大台账".into(),
        fields,
        title: 1,
        once: vec![vec![1]],
        form_columns: 2,
        ..Definition::default()
    }
}

fn cells(number: i64) -> Vec<(u16, Option<Given>)> {
    let day = gx_portal::columns::field::date_of(40_000 + number % 3_000).unwrap();
    let mut values = vec![(1, Some(Given::Cell(Cell::Text(format!("XF-{number:06}")))))];
    for place in 0..29_u16 {
        let cell = match place % 6 {
            0 => Cell::Text(format!("第{number}件事项说明{place}")),
            1 => Cell::Whole(number * 100 % 1_000_000),
            2 => Cell::Day(gx_portal::features::registers::cell::DayCell(day)),
            3 => Cell::Whole(number % 97),
            4 => Cell::Flag(number % 3 == 0),
            _ => Cell::Whole(2_000 + number % 25),
        };
        values.push((place + 2, Some(Given::Cell(cell))));
    }
    values
}

struct Bench(Arc<App>);

impl Bench {
    fn act<T: Send + 'static>(
        &self,
        run: impl FnOnce(&mut Op<'_, '_>) -> gx_portal::error::Result<T> + Send + 'static,
    ) -> T {
        self.0.act(&Arc::new(Caller::console("bench", "bench")), "bench", AuditAction::Other, run).unwrap()
    }

    fn each(&self, what: &str, query: &ListRows) {
        let caller = Caller::console("bench", "bench");
        let began = Instant::now();
        let mut total = 0;
        for _ in 0..TIMES {
            total = self.0.read(&caller, |view| Ok(list(view, query.clone())?.total)).unwrap();
        }
        let took = began.elapsed().as_secs_f64() * 1_000.0 / f64::from(TIMES);
        println!("{what:<52} {took:>10.2} ms   {total} rows");
    }
}

fn open(folder: &std::path::Path) -> Bench {
    let paths = DataPaths::new(folder);
    paths.create_folders().unwrap();
    Store::create(&paths.database(), gx_portal::store::options(), &features::PRODUCT.tables()).unwrap();
    let clock = Clock::fixed(range_begin("2024-09-30 09:00:00").unwrap());
    let config = Config::load(folder, &Flags::default()).unwrap();
    let medium = Box::new(FileMedium::new(&paths.database()));
    let bench = Bench(App::with_medium(&features::PRODUCT, config, paths, medium, clock, None).unwrap());
    bench.act(|op| {
        seed::fresh(op)?;
        user::ops::insert_first(op, "admin", "管理员", "x".into(), true)
    });
    bench.act(|op| {
        let definition = Some(definition());
        let input = drafts::DesignInput { code: Some(CODE.into()), definition, ..drafts::DesignInput::default() };
        let id = drafts::create(op, input)?.0.id;
        publish::publish(op, publish::PublishInput { id, ..publish::PublishInput::default() }).map(drop)
    });
    bench
}

fn main() {
    let rows: i64 = std::env::var("GX_BENCH_ROWS").ok().and_then(|rows| rows.parse().ok()).unwrap_or(100_000);
    let folder = tempfile::tempdir().unwrap();
    let bench = open(folder.path());
    timed(&format!("write {rows} rows of 30 fields"), || {
        for first in (0..rows).step_by(PORTION as usize) {
            bench.act(move |op| {
                let mut writer = Writer::open(&op.view(), Published::of(&op.view(), CODE)?)?;
                for number in first..(first + PORTION).min(rows) {
                    writer.load(op, Change { values: cells(number), ..Change::default() })?;
                }
                Ok(())
            });
        }
    });
    let caller = Caller::console("bench", "bench");
    let query = || ListRows { code: CODE.into(), ..ListRows::default() };
    timed("first use: columns read", || {
        bench.0.read(&caller, |view| Ok(list(view, query())?.total)).unwrap();
    });
    let (bytes, _) = bench.0.state::<Registers>().unwrap().bytes();
    println!("columns in memory: {:.1} MiB", bytes as f64 / 1_048_576.0);
    let asked = |q: serde_json::Value| ListRows { q: q.as_object().cloned().unwrap_or_default(), ..query() };
    bench.each("first page, sums over all", &query());
    bench.each("two filters and sums", &asked(json!({"f4": "true", "beginF1": 500_000})));
    let far = Paging {
        page_num: Some(2_501),
        order_by_column: Some("f2".into()),
        is_asc: Some("desc".into()),
        ..Paging::default()
    };
    bench.each("page 2,501 by another column", &ListRows { paging: far, ..query() });
    bench.each("a word in all texts", &ListRows { key_word: Some("第99".into()), ..query() });
    let facets = Paging { facets: vec!["f4".into(), "f5".into()], ..Paging::default() };
    bench.each("first page with two counted fields", &ListRows { paging: facets, ..query() });
    timed("grouped by year and month", || {
        let input = GroupRows { by: "f5".into(), by2: Some("f2".into()), sum: None, filter: query() };
        bench.0.read(&caller, |view| Ok(group(view, input.clone())?.0.rows.len())).unwrap();
    });
    one_row(&bench);
    reminders(&bench);
    guess_wide(folder.path());
    import_beside_others(&bench);
    archive_and_back(&bench, rows);
}

/// The to-do block of somebody who sees twenty registers of 20,000 rows with a reminder each.
fn reminders(bench: &Bench) {
    const REGISTERS: i64 = 20;
    const ROWS: i64 = 20_000;
    let remind = Some(Reminder { ahead: 30, field: 3, values: vec!["true".into()] });
    let day = Field { remind, ..Field::of("daoqi", "到期", FieldKind::Day) };
    let fields = vec![Field::of("bianhao", "编号", FieldKind::Code), day, Field::of("banjie", "办结", FieldKind::Flag)];
    for number in 0..REGISTERS {
        let (name, code) = (format!("台账{number}"), format!("tz{number}"));
        let definition =
            Definition { name, fields: fields.clone(), title: 1, form_columns: 2, ..Definition::default() };
        let drawn = code.clone();
        bench.act(move |op| {
            let input = drafts::DesignInput { code: Some(drawn), definition: Some(definition), ..Default::default() };
            let id = drafts::create(op, input)?.0.id;
            publish::publish(op, publish::PublishInput { id, ..publish::PublishInput::default() }).map(drop)
        });
        for first in (0..ROWS).step_by(PORTION as usize) {
            let code = code.clone();
            bench.act(move |op| {
                let mut writer = Writer::open(&op.view(), Published::of(&op.view(), &code)?)?;
                for number in first..first + PORTION {
                    let cells = cells(number).into_iter().filter_map(|(no, given)| match no {
                        1 => Some((1, given)),
                        4 => Some((2, given)),
                        6 => Some((3, given)),
                        _ => None,
                    });
                    writer.load(op, Change { values: cells.collect(), ..Change::default() })?;
                }
                Ok(())
            });
        }
    }
    timed("reminders: columns read", || remind::warm(&bench.0).unwrap());
    let caller = Caller::console("bench", "bench");
    let began = Instant::now();
    let mut lines = 0;
    for _ in 0..TIMES {
        lines = bench.0.read(&caller, |view| Ok(remind::todo(view)?.len())).unwrap();
    }
    let took = began.elapsed().as_secs_f64() * 1_000.0 / f64::from(TIMES);
    println!("reminders of {REGISTERS} registers of {ROWS} rows {took:>10.2} ms   {lines} lines");
}

/// Workbook 7.
fn guess_wide(folder: &std::path::Path) {
    let path = folder.join("wide.xlsx");
    wide::workbook(&path, 20_000);
    timed("guess of 20,000 x 50", || {
        let mut survey = Survey::open(&path, SURVEY).unwrap();
        let facts = survey.facts(1).unwrap();
        guess(&facts, &Options::default(), &Nobody, |each| survey.lines(1, each)).unwrap();
    });
}

/// Runs a route as the server does, its writes too.
fn call(bench: &Bench, method: Method, path: &str, input: serde_json::Value) {
    let routes = features::PRODUCT.routes();
    let route = routes.iter().find(|route| route.method == method && route.path == path).unwrap();
    match bench.0.run(route, &Arc::new(Caller::console("bench", "bench")), input).unwrap() {
        Running::Done(_) => {}
        Running::Committing(pending) => drop(pending.wait().unwrap()),
    }
}

/// New rows from a sheet of 20,000 × 20, tried and then written, while somebody writes small things: his longest wait is how
/// long the writer was held.
fn import_beside_others(bench: &Bench) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.xlsx");
    let mut book = rust_xlsxwriter::Workbook::new();
    let sheet = book.add_worksheet_with_constant_memory().unwrap();
    sheet.write(0, 0, "编号").unwrap();
    for place in 0..19_u16 {
        sheet.write(0, place + 1, format!("字段{place}")).unwrap();
    }
    for number in 0..20_000_u32 {
        sheet.write(number + 1, 0, format!("XN-{number:06}")).unwrap();
        for place in 0..19_u16 {
            let at = (number + 1, place + 1);
            match place % 6 {
                0 => sheet.write(at.0, at.1, format!("第{number}件事项说明{place}")),
                1 => sheet.write(at.0, at.1, f64::from(number % 10_000) + 0.5),
                2 => sheet.write(at.0, at.1, format!("2024-0{}-1{}", 1 + number % 9, number % 10)),
                3 => sheet.write(at.0, at.1, number % 97),
                4 => sheet.write(at.0, at.1, ["是", "否"][number as usize % 2]),
                _ => sheet.write(at.0, at.1, 2_000 + number % 25),
            }
            .unwrap();
        }
    }
    book.save(&path).unwrap();
    let file = json!({"path": path, "name": "new.xlsx", "size": std::fs::metadata(&path).unwrap().len()});
    for dry_run in [true, false] {
        let input = json!({"code": CODE, "file": file, "dryRun": dry_run});
        let over = AtomicBool::new(false);
        let longest = std::thread::scope(|scope| {
            let beside = scope.spawn(|| {
                let mut longest = std::time::Duration::ZERO;
                while !over.load(Ordering::Acquire) {
                    let began = Instant::now();
                    bench.act(|op| op.next_of("bench").map(drop));
                    longest = longest.max(began.elapsed());
                    std::thread::sleep(std::time::Duration::from_millis(2));
                }
                longest
            });
            let what = if dry_run { "import of 20,000 x 20, tried" } else { "import of 20,000 x 20, written" };
            timed(what, || call(bench, Method::Post, "/reg/{code}/importData", input));
            over.store(true, Ordering::Release);
            beside.join().unwrap()
        });
        println!("longest wait of a small write beside it: {:.0} ms", longest.as_secs_f64() * 1_000.0);
    }
}

fn archive_and_back(bench: &Bench, rows: i64) {
    call(bench, Method::Put, "/reg/design/{id}/stop", json!({"id": 1}));
    call(bench, Method::Put, "/reg/design/{id}/archive", json!({"id": 1}));
    timed(&format!("archive of {} rows", rows + 20_000), || run::all(&bench.0).unwrap());
    timed("the same brought back", || call(bench, Method::Put, "/reg/design/{id}/unarchive", json!({"id": 1})));
}

fn one_row(bench: &Bench) {
    let caller = Caller::console("bench", "bench");
    let id = gx_portal::features::registers::record::row_id(1, 500);
    let began = Instant::now();
    for _ in 0..TIMES {
        bench.0.read(&caller, |view| Ok(show(view, OneRow { code: CODE.into(), id })?.0.no)).unwrap();
    }
    let read = began.elapsed().as_secs_f64() * 1_000.0 / f64::from(TIMES);
    let began = Instant::now();
    for number in 0..TIMES {
        let values = Map::from_iter([("f3".to_owned(), json!(number))]);
        bench.act(move |op| {
            ops::update(op, RowInput { code: CODE.into(), id: Some(id), values, ..RowInput::default() })
        });
    }
    let written = began.elapsed().as_secs_f64() * 1_000.0 / f64::from(TIMES);
    println!("one row read {read:.3} ms, written {written:.3} ms (with its commit)");
}
