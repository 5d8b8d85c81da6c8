//! Simulated power cuts under registers: rows made, changed, deleted and brought back, a field converted meanwhile, a
//! constraint added, work gone on with.
//!
//! Histories of four lives each until 600 cuts were made (two hundred seconds were too much of every run; 2,000 are run before
//! a release with `GX_CUTS`); the seed is printed, `GX_SEED` repeats it. After each cut the program opens again: no acknowledged row is missing or older than it was, keys and sums
//! follow from the rows, the doctor finds nothing, open work ends.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use gx_portal::app::App;
use gx_portal::error::{AppError, Result};
use gx_portal::features::PRODUCT;
use gx_portal::features::registers::cell::Cell;
use gx_portal::features::registers::definition::{Definition, Field};
use gx_portal::features::registers::design::{drafts, fields, publish};
use gx_portal::features::registers::invariants;
use gx_portal::features::registers::kind::FieldKind;
use gx_portal::features::registers::package;
use gx_portal::features::registers::record::{RegRow, Register};
use gx_portal::features::registers::rows::ops::{self, ManyRows, RowInput};
use gx_portal::features::registers::works::run;
use gx_portal::op::{Caller, Op};
use gx_portal::platform::audit::{AuditAction, Entry};
use gx_portal::records::list::One;
use gx_portal::store::directory::DataPaths;
use gx_portal::store::{Pending, Reads, Urgency};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Map, Value, json};

use crate::simdisk::SimDisk;
use crate::support::{self, scale};

const CODE: &str = "taizhang";

/// What was promised: row → the largest number that was written into it.
type Acknowledged = BTreeMap<u64, i64>;

fn open(folder: &Path, disk: SimDisk) -> Result<Arc<App>> {
    let clock = gx_portal::clock::Clock::fixed(gx_portal::kernel::dates::Stamp(1_727_658_000_000));
    App::with_medium(&PRODUCT, support::config(folder), DataPaths::new(folder), Box::new(disk), clock, None)
}

fn definition() -> Definition {
    let link = Field { link: "plate".into(), ..Field::of("bankuai", "板块", FieldKind::Link) };
    Definition {
        name: "台账".into(),
        fields: vec![
            Field::of("bianhao", "编号", FieldKind::Code),
            Field::of("shuliang", "数量", FieldKind::Whole),
            Field::of("riqi", "日期", FieldKind::Text),
            Field::of("dianhua", "电话", FieldKind::Phone),
            link,
        ],
        title: 1,
        once: vec![vec![1]],
        form_columns: 1,
        ..Definition::default()
    }
}

/// The image every history begins with: a published register without rows.
fn first_image(folder: &Path) -> Vec<u8> {
    DataPaths::new(folder).create_folders().unwrap();
    let disk = SimDisk::from_image(Vec::new(), None);
    let app = open(folder, disk.clone()).expect("creates");
    support::prepare(&app);
    support::act(&app, |op| {
        let input = drafts::DesignInput {
            code: Some(CODE.into()),
            definition: Some(definition()),
            ..drafts::DesignInput::default()
        };
        let id = drafts::create(op, input)?.0.id;
        publish::publish(op, publish::PublishInput { id, ..publish::PublishInput::default() }).map(drop)
    });
    app.store.close();
    drop(app);
    disk.image()
}

fn submit<T: Send + 'static>(
    app: &Arc<App>,
    work: impl FnOnce(&mut Op<'_, '_>) -> Result<T> + Send + 'static,
) -> Result<Pending<T, AppError>> {
    let entry = Entry {
        title: "断电测试",
        deed: AuditAction::Other,
        method: "test".into(),
        input: Value::Null,
        began: std::time::Instant::now(),
    };
    app.submit(&Arc::new(Caller::console("test", "power cut")), entry, Urgency::Ordinary, work)
}

fn form(id: Option<u64>, number: i64, code: Option<String>) -> RowInput {
    let mut values: Map<String, Value> = Map::new();
    values.insert("shuliang".into(), json!(number));
    if let Some(code) = code {
        values.insert("bianhao".into(), json!(code));
        values.insert("riqi".into(), json!(if number % 3 == 0 { "2024.3.5" } else { "待定" }));
        values.insert("dianhua".into(), json!("13800000001"));
    }
    RowInput { code: CODE.into(), id, values, ..RowInput::default() }
}

/// One operation on the rows; answers the row and the number that it has when the operation is acknowledged.
fn deed(
    app: &Arc<App>,
    number: i64,
    known: &[u64],
    random: &mut StdRng,
) -> Result<Pending<Option<(u64, i64)>, AppError>> {
    let row = known.get(random.random_range(0..known.len().max(1))).copied();
    match (row, random.random_range(0..10_u32)) {
        (Some(row), 0..=3) => submit(app, move |op| {
            ops::update(op, form(Some(row), number, None))?;
            Ok(Some((row, number)))
        }),
        (Some(row), 4) => submit(app, move |op| {
            ops::remove(op, ManyRows { code: CODE.into(), ids: vec![row] })?;
            ops::restore(op, ManyRows { code: CODE.into(), ids: vec![row] })?;
            Ok(None)
        }),
        // A neighbour that fails after writing leaves nothing.
        (_, 5) => submit(app, move |op| {
            ops::create(op, form(None, number, Some(format!("F{number}"))))?;
            Err(AppError::refused("故意失败"))
        }),
        _ => submit(app, move |op| {
            let made =
                ops::create(op, form(None, number, Some(format!("C{number}"))))?.0.id.expect("nobody decides about it");
            Ok(Some((made, number)))
        }),
    }
}

/// Converts the texts to days; the work goes on beside the operations, in whatever life.
fn convert(app: &Arc<App>) -> Result<()> {
    submit(app, |op| {
        let register = drafts::existing(&op.view(), 1)?;
        if register.draft.fields.iter().any(|field| field.from.is_some()) {
            return Ok(());
        }
        let input = fields::ConvertInput { id: 1, field: 3, kind: FieldKind::Day, ..fields::ConvertInput::default() };
        fields::convert(op, input)?;
        publish::publish(op, publish::PublishInput { id: 1, ..publish::PublishInput::default() }).map(drop)
    })?
    .wait()
}

/// One life: operations in small groups until the power goes.
fn live(app: &Arc<App>, disk: &SimDisk, next: &mut i64, acknowledged: &mut Acknowledged, random: &mut StdRng) {
    for round in 0..60 {
        let known: Vec<u64> = acknowledged.keys().copied().collect();
        let mut waiting = Vec::new();
        for _ in 0..random.random_range(1..6_usize) {
            *next += 1;
            waiting.push(deed(app, *next, &known, random));
        }
        for pending in waiting {
            if let Ok(Some((row, number))) = pending.and_then(Pending::wait) {
                let written = acknowledged.entry(row).or_default();
                *written = number.max(*written);
            }
        }
        if round == 5 {
            // What the power cuts off is asked for again in the next life.
            let _ = convert(app);
        }
        if round % 7 == 6 {
            let _ = run::all(app);
        }
        if disk.is_dead() {
            return;
        }
    }
}

fn check(app: &Arc<App>, acknowledged: &Acknowledged, history: &str) {
    run::all(app).expect("open work ends");
    let reader = app.store.read().expect("readable");
    for info in PRODUCT.tables() {
        let report = info.verify(&reader).expect("verifiable");
        assert!(report.is_clean(), "{history}: {report:?}");
    }
    support::chain_is_whole(app);
    let found = invariants::check(&reader).expect("looked at");
    assert!(found.faults.is_empty(), "{history}: {:?}", found.faults);
    let rows: BTreeMap<u64, RegRow> =
        reader.all::<RegRow>().expect("rows").into_iter().map(|row| (row.row_id, row)).collect();
    for (row_id, number) in acknowledged {
        let row = rows.get(row_id).unwrap_or_else(|| panic!("{history}: row {row_id} is lost"));
        let Some(Cell::Whole(written)) = row.cells.get(2) else { panic!("{history}: row {row_id} is half there") };
        assert!(written >= number, "{history}: row {row_id} has {written}, {number} was acknowledged");
    }
    assert!(rows.values().all(|row| !row.title.starts_with('F')), "{history}: a refused deed left a row");
}

/// Four lives from the first image, then a look at everything; answers cuts and rows.
fn history(folder: &Path, first: &[u8], seed: u64) -> (u64, usize) {
    let mut random = StdRng::seed_from_u64(seed);
    let (mut image, mut acknowledged, mut next, mut cuts) = (first.to_vec(), Acknowledged::new(), 0, 0);
    for life in 0..4 {
        let disk = SimDisk::from_image(image, Some(random.random_range(1..250)));
        match open(folder, disk.clone()) {
            Ok(app) => {
                live(&app, &disk, &mut next, &mut acknowledged, &mut random);
                app.store.close();
            }
            Err(fault) => assert!(disk.is_dead(), "history {seed} life {life}: does not open: {fault:?}"),
        }
        cuts += u64::from(disk.is_dead());
        image = disk.after_power_cut(&mut random);
    }
    let name = format!("history {seed}");
    let app = open(folder, SimDisk::from_image(image, None)).unwrap_or_else(|f| panic!("{name}: {f:?}"));
    check(&app, &acknowledged, &name);
    app.store.close();
    (cuts, acknowledged.len())
}

#[test]
fn no_acknowledged_row_of_a_register_is_lost_and_none_is_half_there() {
    let seed = scale::seed();
    let wanted = scale::rounds("GX_CUTS", 60, 600);
    let folder = tempfile::tempdir().expect("folder");
    let first = first_image(folder.path());
    let (mut cuts, mut kept, mut histories) = (0, 0, 0_u64);
    while cuts < wanted {
        let (cut, rows) = history(folder.path(), &first, seed.wrapping_add(histories));
        cuts += cut;
        kept += rows;
        histories += 1;
    }
    println!("{cuts} power cuts, {histories} histories, {kept} acknowledged rows, 0 lost");
    assert!(kept as u64 > cuts, "the histories hardly did anything: {kept} rows in {cuts} cuts");
}

/// A register of 1,200 rows that was stopped and is to be archived.
fn archiving(folder: &Path) -> Vec<u8> {
    let disk = SimDisk::from_image(first_image(folder), None);
    let app = open(folder, disk.clone()).expect("opens");
    support::act(&app, |op| {
        for number in 0..1_200 {
            ops::create(op, form(None, number, Some(format!("C{number}"))))?;
        }
        publish::stop(op, One { id: 1 })?;
        package::deeds::archive(op, One { id: 1 }).map(drop)
    });
    app.store.close();
    drop(app);
    disk.image()
}

/// At every moment the rows are all in the store, or all in the package.
fn is_in_one_place(app: &Arc<App>, folder: &Path, name: &str) -> bool {
    let reader = app.store.read().expect("readable");
    let found = invariants::check(&reader).expect("looked at");
    assert!(found.faults.is_empty(), "{name}: {:?}", found.faults);
    let register: Register = reader.get(&gx_portal::store::id(1)).expect("readable").expect("there");
    let Some(kept) = register.package else {
        assert_eq!(reader.count::<RegRow>().expect("counted"), 1_200, "{name}");
        return false;
    };
    package::reading::Package::open(&folder.join("archive").join(&kept.file)).expect("whole");
    assert_eq!(kept.rows, 1_200, "{name}");
    register.lock.is_none()
}

#[test]
fn an_archive_that_is_cut_off_loses_no_row_and_goes_on() {
    let seed = scale::seed();
    let mut random = StdRng::seed_from_u64(seed);
    let folder = tempfile::tempdir().expect("folder");
    let (first, mut cuts) = (archiving(folder.path()), 0);
    let histories = scale::rounds("GX_ARCHIVES", 1, 3);
    for history in 0..histories + 10 {
        // more of them where most cuts came too late
        if history >= histories && cuts > 2 {
            break;
        }
        let mut image = first.clone();
        for life in 0..200 {
            let name = format!("seed {seed}, history {history}, life {life}");
            let disk = SimDisk::from_image(image, Some(random.random_range(10..70)));
            if let Ok(app) = open(folder.path(), disk.clone()) {
                let _ = run::all(&app);
                app.store.close();
            }
            cuts += u32::from(disk.is_dead());
            image = disk.after_power_cut(&mut random);
            let app = open(folder.path(), SimDisk::from_image(image.clone(), None)).expect("opens");
            let is_done = is_in_one_place(&app, folder.path(), &name);
            app.store.close();
            if is_done {
                break;
            }
            assert!(life < 199, "{name}: never ended");
        }
    }
    println!("{cuts} power cuts while registers were archived, 0 rows lost");
    assert!(cuts > 2, "hardly cut off: {cuts}");
}
