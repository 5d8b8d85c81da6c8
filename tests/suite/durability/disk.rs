//! A full disk, a slow disk, a rotten disk.

use crate::support::until;
use crate::{simdisk, support};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use gx_portal::app::App;
use gx_portal::features;
use gx_portal::features::system::config::ops as config;
use gx_portal::features::system::user::ops;
use gx_portal::op::Caller;
use gx_portal::platform::identity::user::User;
use gx_portal::route::AuditAction;
use gx_portal::store::directory::DataPaths;
use gx_portal::store::{Reads, StoreError, id};
use simdisk::SimDisk;

fn seeded(folder: &std::path::Path) -> (Arc<App>, SimDisk) {
    DataPaths::new(folder).create_folders().unwrap();
    let disk = SimDisk::from_image(Vec::new(), None);
    let app = support::open(folder, Box::new(disk.clone()));
    support::prepare(&app);
    (app, disk)
}

fn write(app: &Arc<App>, text: String) -> gx_portal::error::Result<()> {
    let caller = Arc::new(Caller::console("test", "disk"));
    app.act(&caller, "测试", AuditAction::Update, move |op| config::set(op, "portal.organization", &text).map(|_| ()))
}

#[test]
fn a_full_disk_is_a_sentence_and_writes_come_back_by_themselves() {
    let folder = tempfile::tempdir().unwrap();
    let (app, disk) = seeded(folder.path());
    disk.set_full(true);
    let mut refused = None;
    for round in 0..20_000 {
        // Growing records, so that the file itself must grow.
        if let Err(fault) = write(&app, "云".repeat(400 + round % 100)) {
            refused = Some(fault);
            break;
        }
    }
    let fault = refused.expect("the disk is full at some point");
    assert_eq!(fault.message, "磁盘空间不足，暂时无法保存，请联系管理员清理磁盘后重试");
    for _ in 0..5 {
        let user = app.read(&Caller::console("test", "read"), |view| Ok(view.tx.get::<User>(&id(1))?));
        assert_eq!(user.expect("reads go on").expect("the administrator").user_name, "admin");
    }
    disk.set_full(false);
    // within two seconds on a machine of today
    until(|| write(&app, "有空间了".into()).is_ok());
    assert!(app.store.reopenings() >= 1, "the handle was replaced without a restart");
    let reader = app.store.read().unwrap();
    for info in features::PRODUCT.tables() {
        assert!(info.verify(&reader).unwrap().is_clean(), "{}", info.name);
    }
    support::chain_is_whole(&app);
}

#[test]
fn many_small_writes_share_their_fsyncs() {
    let folder = tempfile::tempdir().unwrap();
    let (app, disk) = seeded(folder.path());
    disk.set_sync_delay(Duration::from_millis(2));
    let run = |clients: usize, each: usize| {
        let before = app.store.stats().syncs.load(Ordering::Relaxed);
        let since = Instant::now();
        std::thread::scope(|scope| {
            for client in 0..clients {
                let app = &app;
                scope.spawn(move || {
                    for round in 0..each {
                        write(app, format!("{client} {round}")).expect("written");
                    }
                });
            }
        });
        let writes = (clients * each) as f64;
        let syncs = (app.store.stats().syncs.load(Ordering::Relaxed) - before) as f64;
        (writes / since.elapsed().as_secs_f64(), syncs / writes)
    };
    // A machine that is busy with something else may keep the clients from coming together; not three times.
    let mut told = String::new();
    for _ in 0..3 {
        let (alone, syncs_alone) = run(1, 60);
        let (together, syncs_together) = run(64, 12);
        told = format!(
            "1 client {alone:.0}/s, {syncs_alone:.2} fsyncs a write; 64 clients {together:.0}/s, {syncs_together:.3}"
        );
        println!("{told}");
        if syncs_together <= syncs_alone / 5.0 {
            return;
        }
    }
    panic!("writes do not share their fsyncs: {told}");
}

#[test]
fn one_failing_or_panicking_operation_never_spoils_its_neighbours() {
    let folder = tempfile::tempdir().unwrap();
    let (app, disk) = seeded(folder.path());
    disk.set_sync_delay(Duration::from_millis(5));
    std::thread::scope(|scope| {
        for client in 0..24 {
            let app = &app;
            scope.spawn(move || {
                let caller = Arc::new(Caller::console("test", "disk"));
                let user_name = format!("neighbour{client}");
                let input = ops::UserInput { user_name, real_name: Some("邻居".into()), ..Default::default() };
                let new = app.read(&caller, |view| ops::prepare_new(view, input.clone())).unwrap();
                let outcome = app.act(&caller, "测试", AuditAction::Insert, move |op| {
                    ops::create(op, new)?;
                    match client % 3 {
                        0 => Ok(()),
                        1 => Err(gx_portal::error::AppError::refused("不行")),
                        _ => panic!("on purpose"),
                    }
                });
                assert_eq!(outcome.is_ok(), client % 3 == 0, "{client}: {outcome:?}");
            });
        }
    });
    let users: Vec<User> = app.store.read().unwrap().all().unwrap();
    let mut names: Vec<&str> =
        users.iter().map(|user| user.user_name.as_str()).filter(|name| name.starts_with("neighbour")).collect();
    names.sort_unstable();
    assert_eq!(names.len(), 8, "{names:?}");
    support::chain_is_whole(&app);
}

#[test]
fn flipped_bits_never_give_a_wrong_row() {
    let folder = tempfile::tempdir().unwrap();
    let (app, disk) = seeded(folder.path());
    app.store.close();
    drop(app);
    let image = disk.image();
    let read = |image: Vec<u8>| -> Result<Vec<User>, StoreError> {
        let attempt = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let store = gx_portal::store::Store::open(
                Box::new(SimDisk::from_image(image, None)),
                gx_portal::store::options(),
                &features::PRODUCT.tables(),
            )?;
            store.read().and_then(|reader| reader.all::<User>())
        }));
        attempt.unwrap_or(Err(StoreError::Lost("panicked".into())))
    };
    let truth = read(image.clone()).expect("whole");
    let seed: u64 = 20_241_121;
    println!("seed {seed}");
    // Bytes that hold something: most of a young file is free space.
    let used: Vec<usize> = (0..image.len()).filter(|at| image[*at] != 0).collect();
    let (mut state, mut noticed, mut hidden) = (seed, 0, 0);
    for _ in 0..400 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let at = used[usize::try_from(state >> 16).unwrap() % used.len()];
        let mut rotten = image.clone();
        rotten[at] ^= 1 << (state & 7);
        match support::quietly(|| read(rotten)) {
            // A bit of the tree above the rows may hide all of them: checksums of pages are compared after an unclean stop
            // only. What is served is true.
            Ok(users) => {
                assert!(users.iter().all(|user| truth.contains(user)), "byte {at}: a wrong row was served: {users:?}");
                hidden += usize::from(users.len() < truth.len());
            }
            Err(_) => noticed += 1,
        }
    }
    println!("400 flips, {noticed} noticed, {hidden} hid the rows, the others hit other tables or old pages");
    assert!(noticed > 0);
}

/// A small file system of its own, unmounted when dropped; `None` without the right to mount.
struct Tmpfs(tempfile::TempDir);

impl Tmpfs {
    fn mount(size: &str) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let done = std::process::Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={size}"), "tmpfs"])
            .arg(folder.path())
            .output();
        done.is_ok_and(|output| output.status.success()).then_some(Self(folder))
    }
}

impl Drop for Tmpfs {
    fn drop(&mut self) {
        drop(std::process::Command::new("umount").arg("-l").arg(self.0.path()).output());
    }
}

#[test]
fn on_a_really_full_disk_reads_and_sign_in_go_on() {
    let Some(tmpfs) = Tmpfs::mount("48m") else {
        println!("skipped: no right to mount; the simulated disk above covers the rest");
        return;
    };
    let data = tmpfs.0.path().join("data");
    std::fs::create_dir(&data).unwrap();
    std::fs::write(data.join("gx-portal.toml"), "reserve_mib = 4\n").unwrap();
    support::initialise(&data);
    let medium = gx_portal::store::FileMedium::new(&DataPaths::new(&data).database());
    let app = support::open(&data, Box::new(medium));
    // Another program takes all that is left, to the last byte.
    let hog = tmpfs.0.path().join("hog");
    {
        use std::io::Write;
        let mut file = std::fs::File::create(&hog).unwrap();
        for size in [1 << 20, 4096, 1] {
            while file.write_all(&vec![1; size]).is_ok() {}
        }
    }
    let fault = write(&app, "没有空间".into()).expect_err("ordinary writes are refused");
    assert_eq!(fault.message, "磁盘空间不足，暂时无法保存，请联系管理员清理磁盘后重试");
    for _ in 0..20 {
        let caller = Arc::new(Caller::anonymous());
        let input: gx_portal::features::portal::sign_in::SignIn =
            serde_json::from_value(serde_json::json!({"username": "admin", "password": support::PASSWORD})).unwrap();
        let routes = features::PRODUCT.routes();
        let route = routes.iter().find(|route| route.path == "/login").unwrap();
        let running = app.run(route, &caller, serde_json::to_value(input).unwrap()).unwrap();
        let gx_portal::app::Running::Committing(pending) = running else { panic!("sign-in writes") };
        pending.wait().expect("sign-in goes on");
    }
    std::fs::remove_file(&hog).unwrap();
    until(|| write(&app, "有空间了".into()).is_ok());
    support::chain_is_whole(&app);
}
