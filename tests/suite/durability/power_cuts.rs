//! Simulated power cuts under the operation layer: records, indexes, audit rows and sequences.
//!
//! 500 histories of four lives each, 2,000 cuts in a run; the seed is printed, `GX_SEED` repeats it,
//! `GX_CUTS` changes the number. After each cut the program opens again; nothing acknowledged may be
//! missing, nothing may be half there, the doctor may find nothing.

use super::journal::{self, Base};
use crate::support::scale;
use crate::{simdisk, support};
use std::collections::BTreeMap;
use std::sync::Arc;

use gx_portal::app::App;
use gx_portal::error::{AppError, Result};
use gx_portal::features;
use gx_portal::features::system::user::{ops, rules};
use gx_portal::op::{Caller, Op};
use gx_portal::platform::audit::{AuditAction, AuditRow, Entry};
use gx_portal::platform::identity::user::{BY_NAME, User};
use gx_portal::store::directory::DataPaths;
use gx_portal::store::{Pending, Reads, Urgency, key};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use simdisk::SimDisk;

/// What was promised: operation number → the login name it made or changed.
type Acknowledged = BTreeMap<u64, String>;

fn open(folder: &std::path::Path, disk: SimDisk) -> Result<Arc<App>> {
    let clock = gx_portal::clock::Clock::fixed(gx_portal::kernel::dates::Stamp(1_727_658_000_000));
    App::with_medium(
        &gx_portal::features::PRODUCT,
        support::config(folder),
        DataPaths::new(folder),
        Box::new(disk),
        clock,
        None,
    )
}

/// What every history begins with.
struct First {
    image: Vec<u8>,
    journal: Vec<(std::ffi::OsString, Vec<u8>)>,
    base: Base,
}

impl First {
    fn lay_journal(&self, folder: &std::path::Path) {
        let journal = folder.join("journal");
        drop(std::fs::remove_dir_all(&journal));
        std::fs::create_dir_all(&journal).unwrap();
        self.journal.iter().for_each(|(name, bytes)| std::fs::write(journal.join(name), bytes).unwrap());
    }
}

/// The seeded image every history begins with.
fn first_image(folder: &std::path::Path) -> First {
    DataPaths::new(folder).create_folders().unwrap();
    let disk = SimDisk::from_image(Vec::new(), None);
    let app = open(folder, disk.clone()).expect("creates");
    support::prepare(&app);
    let base = Base::of(&app.store.read().unwrap());
    app.store.close();
    drop(app);
    let files = std::fs::read_dir(folder.join("journal")).unwrap().map(std::result::Result::unwrap);
    let journal = files.map(|file| (file.file_name(), std::fs::read(file.path()).unwrap())).collect();
    First { image: disk.image(), journal, base }
}

pub(super) fn submit(
    app: &Arc<App>,
    number: u64,
    run: impl FnOnce(&mut Op<'_, '_>) -> Result<()> + Send + 'static,
) -> Result<Pending<(), AppError>> {
    let mut caller = Caller::console("test", "power cut");
    caller.origin.request_id = number.to_string();
    let entry = Entry {
        title: "断电测试",
        deed: AuditAction::Other,
        method: "test".into(),
        input: serde_json::Value::Null,
        began: std::time::Instant::now(),
    };
    app.submit(&Arc::new(caller), entry, Urgency::Ordinary, run)
}

pub(super) fn create(op: &mut Op<'_, '_>, number: u64) -> Result<()> {
    let view = op.view();
    let input = ops::UserInput {
        user_name: format!("cut{number}"),
        real_name: Some(format!("断电{number}")),
        phonenumber: Some(format!("139{number:08}")),
        dept_id: Some(110 + number % 6),
        role_ids: Some(vec![2, 5]),
        remark: Some(number.to_string()),
        ..ops::UserInput::default()
    };
    let new = ops::prepare_new(&view, input)?;
    let user_id = ops::insert(op, new.user)?;
    gx_portal::records::sessions::begin(op, user_id, 2)?;
    Ok(())
}

pub(super) fn change(op: &mut Op<'_, '_>, name: &str, number: u64) -> Result<()> {
    let found: Option<User> = op.view().tx.one(&BY_NAME, &key().str(name))?;
    let user = found.ok_or_else(rules::not_visible)?;
    let input = ops::UserInput {
        user_id: Some(user.user_id),
        dept_id: Some(110 + number % 6),
        role_ids: Some(vec![5]),
        remark: Some(number.to_string()),
        status: Some((number % 2).to_string()),
        ..ops::UserInput::default()
    };
    ops::update(op, input).map(|_| ())
}

/// One life: operations in small groups until the power goes. What `wait` answered is acknowledged.
fn live(app: &Arc<App>, disk: &SimDisk, next: &mut u64, acknowledged: &mut Acknowledged, random: &mut StdRng) {
    for _ in 0..60 {
        let mut waiting = Vec::new();
        for _ in 0..random.random_range(1..6_usize) {
            *next += 1;
            let number = *next;
            let known: Vec<&String> = acknowledged.values().collect();
            let pending = if known.is_empty() || random.random_bool(0.4) {
                (submit(app, number, move |op| create(op, number)), format!("cut{number}"))
            } else if random.random_bool(0.15) {
                // A neighbour that fails after writing must leave nothing but its refusal.
                let failing = move |op: &mut Op<'_, '_>| {
                    create(op, number)?;
                    Err(AppError::refused("故意失败"))
                };
                (submit(app, number, failing), String::new())
            } else {
                let name = known[random.random_range(0..known.len())].clone();
                let target = name.clone();
                (submit(app, number, move |op| change(op, &target, number)), name)
            };
            waiting.push((number, pending));
        }
        for (number, (pending, name)) in waiting {
            let outcome = pending.and_then(Pending::wait);
            if outcome.is_ok() {
                acknowledged.insert(number, name);
            }
        }
        // Nobody writes for a while: the next start believes what is left then, wherever the power goes.
        if random.random_bool(0.3) {
            drop(app.store.leave_ready());
        }
        if disk.is_dead() {
            return;
        }
    }
}

fn check(app: &App, acknowledged: &Acknowledged, history: &str) {
    let reader = app.store.read().expect("readable");
    for info in features::PRODUCT.tables() {
        let report = info.verify(&reader).expect("verifiable");
        assert!(report.is_clean(), "{history}: {report:?}");
    }
    support::chain_is_whole(app);
    let rows: BTreeMap<u64, AuditRow> = reader
        .all::<AuditRow>()
        .expect("rows")
        .into_iter()
        .filter_map(|row| row.request_id.parse().ok().map(|number| (number, row)))
        .collect();
    let mut latest: BTreeMap<&str, u64> = BTreeMap::new();
    for (number, name) in acknowledged {
        assert!(rows.contains_key(number), "{history}: operation {number} lost its audit row");
        latest.insert(name, *number);
    }
    let users: BTreeMap<String, User> =
        reader.all::<User>().expect("users").into_iter().map(|user| (user.user_name.clone(), user)).collect();
    for (name, number) in latest {
        let user = users.get(name).unwrap_or_else(|| panic!("{history}: {name} of operation {number} is lost"));
        let written: u64 = user.base.remark.parse().expect("a number");
        assert!(written >= number, "{history}: {name} has {written}, {number} was acknowledged");
    }
    for user in users.values().filter(|user| user.user_name.starts_with("cut")) {
        let number: u64 = user.base.remark.parse().expect("a number");
        let row = rows.get(&number).unwrap_or_else(|| panic!("{history}: {number} has no audit row"));
        assert_eq!(row.code, 200, "{history}: a refused operation left a user");
    }
    let last = users.values().map(|user| user.user_id).max().unwrap_or(0);
    assert!(reader.sequence("user").expect("sequence") >= last, "{history}: the sequence fell behind");
}

/// What one history of four lives did.
struct History {
    cuts: u64,
    cuts_in_open: u64,
    kept: usize,
}

/// Four lives from the first image, then a look at everything. Panics when something is wrong.
fn history(folder: &std::path::Path, first: &First, seed: u64, lies: bool) -> History {
    first.lay_journal(folder);
    let mut random = StdRng::seed_from_u64(seed);
    let (mut image, mut acknowledged, mut next) = (first.image.clone(), Acknowledged::new(), 0);
    let mut done = History { cuts: 0, cuts_in_open: 0, kept: 0 };
    for life in 0..4 {
        let disk = SimDisk::from_image(image, Some(random.random_range(1..250)));
        if lies {
            disk.set_lying();
        }
        match open(folder, disk.clone()) {
            Ok(app) => {
                live(&app, &disk, &mut next, &mut acknowledged, &mut random);
                app.store.close();
            }
            Err(fault) => {
                assert!(disk.is_dead(), "history {seed} life {life}: does not open: {fault:?}");
                done.cuts_in_open += 1;
            }
        }
        done.cuts += u64::from(disk.is_dead());
        image = disk.after_power_cut(&mut random);
        journal::tear(&folder.join("journal"), &image, &mut random);
    }
    let name = format!("history {seed}");
    let app = open(folder, SimDisk::from_image(image, None)).unwrap_or_else(|f| panic!("{name}: {f:?}"));
    check(&app, &acknowledged, &name);
    first.base.gives(&app, &name);
    done.kept = acknowledged.len();
    done
}

#[test]
fn nothing_acknowledged_is_lost_and_nothing_is_half_there() {
    let seed = scale::seed();
    let cuts = scale::rounds("GX_CUTS", 200, 2_000);
    let folder = tempfile::tempdir().unwrap();
    let first = first_image(folder.path());
    let (mut done, mut in_open, mut kept, mut histories) = (0, 0, 0, 0_u64);
    while done < cuts {
        let one = history(folder.path(), &first, seed.wrapping_add(histories), false);
        done += one.cuts;
        in_open += one.cuts_in_open;
        kept += one.kept;
        histories += 1;
    }
    println!(
        "{done} power cuts ({in_open} while opening), {histories} histories, {kept} acknowledged operations, 0 lost"
    );
    assert!(kept as u64 > cuts / 2, "the histories hardly did anything: {kept}");
}

#[test]
fn the_harness_notices_a_disk_that_lies() {
    let folder = tempfile::tempdir().unwrap();
    let first = first_image(folder.path());
    let noticed = (0..20_u64).any(|seed| {
        let run = std::panic::AssertUnwindSafe(|| history(folder.path(), &first, seed, true));
        support::quietly(|| std::panic::catch_unwind(run).is_err())
    });
    assert!(noticed, "twenty histories on a disk that never syncs looked fine: the test proves nothing");
}
