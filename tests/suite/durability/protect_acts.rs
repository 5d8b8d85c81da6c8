//! What is done with repositories beside filling them: verifications, drills and full copies by schedule and by button, the page,
//! what changes beside the rows, and room for a restore.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use gx_portal::app::App;
use gx_portal::clock::Clock;
use gx_portal::features::PRODUCT;
use gx_portal::features::monitor::{attention, metrics};
use gx_portal::kernel::dates::Stamp;
use gx_portal::op::Caller;
use gx_portal::platform::protection::{Ended, Kept, Running};
use gx_portal::upkeep::protect::Goal;
use gx_portal::upkeep::protect::point::{self, Opener};
use gx_portal::upkeep::{backup, doctor, protect, restore};
use rand::SeedableRng;
use rand::rngs::StdRng;
use serde_json::{Value, json};

use super::protect::{Site, Told, burst, open, users};
use crate::support::{self, Portal, run_job};

const DAY: i64 = 86_400_000;

/// What the counters say of a target: seconds, 0 = never.
fn last_well(app: &App, kind: &str, target: &Path) -> Option<i64> {
    let series =
        format!("gx_protect_last_success_timestamp_seconds{{kind=\"{kind}\",target=\"{}\"}} ", target.display());
    let text = metrics::text(app).expect("told");
    text.lines().find_map(|line| line.strip_prefix(&series)?.parse().ok())
}

#[test]
fn the_counters_say_when_each_target_was_last_proved() {
    let (place, app) = Site::new();
    let nas = place.at("nas");
    for kind in ["ship", "verify", "drill"] {
        assert_eq!(last_well(&app, kind, &nas), Some(0), "{kind}: never");
    }
    app.clock.advance(DAY);
    run_job(&app, "protectDrill.run").expect("a drill");
    let drilled = app.clock.now();
    assert_eq!(last_well(&app, "drill", &nas), Some(drilled.0 / 1_000));
    app.clock.advance(DAY);
    protect::base(&app, "test").expect("a base");
    assert_eq!(last_well(&app, "base", &nas), Some(app.clock.now().0 / 1_000));
    // A failure is no success; a copy that the schedule made counts, too.
    fs::rename(&nas, place.at("away")).expect("away");
    run_job(&app, "protectDrill.run").expect_err("missing");
    assert_eq!(last_well(&app, "drill", &nas), Some(drilled.0 / 1_000));
    app.clock.advance(DAY);
    let now = app.clock.now();
    app.protection.kept(&nas, Kept { at: now, base: Some(now) });
    for kind in ["ship", "base"] {
        assert_eq!(last_well(&app, kind, &nas), Some(now.0 / 1_000), "{kind}");
    }
    assert_eq!(last_well(&app, "ship", &place.at("usb")), Some(0));
    app.store.close();
}

/// Sentences about repositories that an administrator has to see to.
fn needs(app: &App) -> Vec<String> {
    let found = app.read(&Caller::job("test"), attention::list).expect("a list");
    found.into_iter().filter(|need| need.page == "/monitor/protect").map(|need| need.sentence).collect()
}

fn files_below(folder: &Path) -> Vec<std::path::PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("read") {
            let path = entry.expect("entry").path();
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    found
}

fn flip(path: &Path) -> Vec<u8> {
    let whole = fs::read(path).expect("read");
    let mut bytes = whole.clone();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(path, bytes).expect("written");
    whole
}

#[test]
fn without_a_repository_the_jobs_do_nothing_and_say_so() {
    let place = tempfile::tempdir().expect("a folder");
    support::initialise(place.path());
    let app = support::on_disk(place.path());
    for key in ["protectVerify.run", "protectDrill.run"] {
        let said = run_job(&app, key).expect("no failure");
        assert!(said.contains("还没有建立备份仓库"), "{said}");
    }
    app.clock.advance(99 * DAY);
    assert_eq!(needs(&app), Vec::<String>::new());
    app.store.close();
}

#[test]
fn a_week_of_nights_finds_damage_anywhere_and_a_repair_ends_the_alarm() {
    let (place, app) = Site::new();
    let (mut told, random) = (Told::new(), &mut StdRng::seed_from_u64(8));
    for _ in 0..4 {
        burst(&app, &mut told, random);
        protect::ship(&app).expect("shipped");
    }
    protect::base(&app, "test").expect("a base");
    let mut names = files_below(&place.at("nas"));
    names.retain(|path| !path.ends_with("LOCK") && !path.ends_with("repo.json"));
    for path in &names {
        let whole = flip(path);
        let failed = (0..7).find_map(|_| {
            app.clock.advance(DAY);
            run_job(&app, "protectVerify.run").err()
        });
        let why = failed.unwrap_or_else(|| panic!("{} was not noticed in a week", path.display())).message;
        assert!(why.contains("没有通过") || why.contains("未通过"), "{why}");
        assert!(needs(&app).iter().any(|need| need.contains("备份核对自")), "{:?}", needs(&app));
        fs::write(path, whole).expect("mended");
        // After a failure a night reads everything: what was repaired is well again at once.
        run_job(&app, "protectVerify.run").expect("well again");
        assert_eq!(needs(&app), Vec::<String>::new());
    }
    app.store.close();
}

#[test]
fn a_drill_is_waited_for_for_forty_days_and_one_thing_is_done_at_a_time() {
    let (place, app) = Site::new();
    app.clock.advance(39 * DAY);
    assert_eq!(needs(&app), Vec::<String>::new());
    app.clock.advance(2 * DAY);
    assert!(needs(&app)[0].contains("已超过 40 天没有通过恢复演练（还没有做过）"), "{:?}", needs(&app));
    let said = run_job(&app, "protectDrill.run").expect("a drill");
    assert!(said.contains("与现用数据一致") && said.contains("usb"), "{said}");
    assert_eq!(needs(&app), Vec::<String>::new());
    // A drive that is away: the other one is drilled, and it is said which is missing.
    fs::rename(place.at("nas"), place.at("away")).expect("away");
    let why = run_job(&app, "protectDrill.run").expect_err("one is missing").message;
    assert!(why.contains("目标未挂载") && why.contains("与现用数据一致"), "{why}");
    assert!(needs(&app)[0].contains("nas 的恢复演练自"), "{:?}", needs(&app));
    fs::rename(place.at("away"), place.at("nas")).expect("back");
    let now = app.clock.now();
    let other =
        Running { title: "备份核对", by: "张三".into(), since: now, target: place.at("nas"), done: 0, total: 2 };
    app.protection.begin(other).expect("a turn");
    let refused = protect::drill(&app, "test").expect_err("refused").message;
    assert!(refused.contains("正在进行备份核对（张三") && refused.contains("请等待结束后再试"), "{refused}");
    assert!(run_job(&app, "protectDrill.run").expect("nothing").contains("没有执行：正在进行备份核对"));
    app.protection.end(Ended { title: "备份核对", at: now, is_well: true, sentence: String::new() });
    assert_eq!(protect::drill(&app, "test").expect("a drill")["ok"], true);
    assert_eq!(needs(&app), Vec::<String>::new());
    app.store.close();
}

/// Does something beside a server that writes and ships all the time, so many milliseconds between two bursts.
fn beside_a_server<T>(app: &Arc<App>, pause: i64, work: impl FnOnce() -> T) -> T {
    let (own, done) = (app.clone(), Arc::new(AtomicBool::new(false)));
    let ended = done.clone();
    let server = std::thread::spawn(move || {
        let (mut users, mut random) = (Told::new(), StdRng::seed_from_u64(7));
        while !ended.load(Ordering::Relaxed) {
            own.clock.advance(pause);
            burst(&own, &mut users, &mut random);
            protect::ship(&own).expect("shipped");
        }
    });
    let answer = work();
    done.store(true, Ordering::Relaxed);
    server.join().expect("shipped to the end");
    answer
}

#[test]
fn full_copies_beside_a_server_that_ships_leave_every_frame_whole() {
    let (_place, app) = Site::new();
    let copied: Vec<Value> =
        beside_a_server(&app, 0, || (0..40).map(|_| protect::base(&app, "test").expect("a turn")).collect());
    let found = protect::verify(&app, "test").expect("read");
    assert_eq!(found["ok"], true, "{found}");
    assert!(copied.iter().all(|copy| copy["ok"] == true), "{copied:?}");
    assert_eq!(protect::drill(&app, "test").expect("a drill")["ok"], true);
    app.store.close();
}

#[test]
fn what_a_server_lets_go_while_it_is_read_is_not_missing() {
    let (_place, app) = Site::new();
    // A base a week, and those between two months go after a while.
    let read: Vec<Value> =
        beside_a_server(&app, 8 * DAY, || (0..60).map(|_| protect::verify(&app, "test").expect("a turn")).collect());
    for found in read {
        assert_eq!(found["ok"], true, "{found}");
    }
    app.store.close();
}

#[test]
fn keys_certificates_and_configuration_that_change_after_a_base_come_back() {
    let (place, app) = Site::new();
    let root = place.at("a");
    let (mut told, random) = (Told::new(), &mut StdRng::seed_from_u64(9));
    burst(&app, &mut told, random);
    protect::ship(&app).expect("shipped");
    let before = Stamp(app.clock.now().0);
    let old = fs::read(root.join("keys/session.key")).expect("a key");
    app.clock.advance(60_000);
    fs::create_dir_all(root.join("keys/tls")).expect("a folder");
    fs::write(root.join("keys/tls/renewed.pem"), "renewed").expect("written");
    fs::write(root.join("gx-portal.toml"), "slow_ms = 777\n").expect("written");
    burst(&app, &mut told, random);
    protect::ship(&app).expect("shipped");
    protect::ship(&app).expect("nothing new");
    assert_eq!(fs::read_dir(place.at("nas/sides")).expect("sides").count(), 1, "one list for one change");
    app.store.close();
    // Keys are replaced while the service is stopped, as long as nothing is sealed; then something is.
    let personal = root.join("keys/personal.key");
    fs::remove_file(&personal).expect("the old key");
    let app = open(&root, &[place.at("nas"), place.at("usb")]);
    app.clock.advance(DAY);
    let new = fs::read(&personal).expect("a new key");
    burst(&app, &mut told, random);
    protect::ship(&app).expect("shipped");
    assert_eq!(protect::verify(&app, "test").expect("a report")["ok"], true);
    place.restore("usb", Goal::Latest, "latest").expect("restored");
    let back = open(&place.at("latest"), &[]);
    assert_eq!(users(&back), users(&app));
    let report = doctor::run(&back, "test", false).expect("a report");
    assert_eq!(report["ok"], true, "sealed fields open: {report}");
    back.store.close();
    let read = |name: &str| fs::read(place.at(name)).ok();
    assert_eq!(read("latest/keys/personal.key"), Some(new));
    assert_eq!(read("latest/keys/session.key"), Some(old));
    assert_eq!(read("latest/keys/tls/renewed.pem").as_deref(), Some(b"renewed".as_slice()));
    assert_eq!(read("latest/gx-portal.toml").as_deref(), Some(b"slow_ms = 777\n".as_slice()));
    // Before the change: as it was then.
    place.restore("nas", Goal::At(before), "then").expect("restored");
    assert_eq!(read("then/keys/tls/renewed.pem"), None);
    app.store.close();
}

#[test]
fn what_does_not_fit_is_refused_before_anything_is_written() {
    let (place, app) = Site::new();
    let made = backup::create(&app, "test", &place.at("bk")).expect("a backup");
    app.store.close();
    let backup = made["backup"].as_str().expect("a path").to_owned();
    // Holes take no room here, and all of it where they are restored to.
    let huge = |path: &Path| {
        let file = fs::OpenOptions::new().write(true).create(true).truncate(false).open(path).expect("open");
        file.set_len(1 << 43).expect("a hole");
    };
    huge(&Path::new(&backup).join("huge"));
    let object = files_below(&place.at("nas/objects")).remove(0);
    huge(&object);
    let refused =
        restore::restore(&PRODUCT, Path::new(&backup), &place.at("b"), &Clock::system()).expect_err("refused");
    let other = place.restore("nas", Goal::Latest, "c").expect_err("refused");
    for why in [refused.message, other.message] {
        assert!(why.contains("磁盘空间不足，没有恢复任何内容") && why.contains("恢复约需 8388"), "{why}");
    }
    let left = fs::read_dir(place.at("")).expect("read").map(|entry| entry.expect("one").file_name());
    let left: Vec<String> = left.map(|name| name.to_string_lossy().into_owned()).collect();
    assert!(left.iter().all(|name| !name.starts_with('.') && name != "b" && name != "c"), "{left:?}");
}

/// A portal with two targets beside its data.
fn protected() -> (Portal, tempfile::TempDir) {
    let targets = tempfile::tempdir().expect("a folder");
    let folder = Portal::new().stopped();
    let text = format!("protect_targets = \"{0}/nas;{0}/usb\"\n", targets.path().display());
    fs::write(folder.path().join("gx-portal.toml"), text).expect("written");
    let portal = Portal::on(folder);
    (portal, targets)
}

fn page(portal: &Portal, token: &str) -> Value {
    let answer = portal.get("/monitor/protect", token);
    assert_eq!(answer["code"], 200, "{answer}");
    answer["data"].clone()
}

/// Presses a button and waits for what comes of it.
fn press(portal: &Portal, token: &str, act: &str) -> Value {
    let before = page(portal, token)["ended"].clone();
    let answer = portal.post(&format!("/monitor/protect/{act}"), token, json!({}));
    assert_eq!(answer["code"], 200, "{answer}");
    support::until(|| portal.app.protection.running().is_none());
    let after = page(portal, token);
    assert_ne!(after["ended"], before);
    after
}

#[test]
fn the_page_says_what_can_be_returned_to_and_its_buttons_work() {
    let (portal, targets) = protected();
    let token = portal.admin();
    let none = page(&portal, &token);
    assert_eq!((&none["made"], &none["targets"]), (&json!(false), &json!([])), "{none}");
    assert!(none["sentence"].as_str().is_some_and(|text| text.contains("还没有建立备份仓库")));
    let refused = portal.post("/monitor/protect/drill", &token, json!({}));
    assert!(refused["msg"].as_str().is_some_and(|text| text.contains("protect init")), "{refused}");
    protect::init(&portal.app, "test").expect("made");
    let empty = page(&portal, &token);
    assert!(empty["sentence"].as_str().is_some_and(|text| text.contains("还没有完整备份")), "{empty}");
    let after = press(&portal, &token, "base");
    assert_eq!(after["ended"]["ok"], true, "{after}");
    assert!(after["sentence"].as_str().is_some_and(|text| text.starts_with("可恢复到 ")), "{after}");
    assert_eq!(press(&portal, &token, "verify")["ended"]["ok"], true);
    let drilled = press(&portal, &token, "drill");
    let report = &drilled["targets"][1]["reports"][0];
    assert_eq!((&report["ok"], &report["by"]), (&json!(true), &json!("admin")), "{drilled}");
    let titles: Vec<String> = portal.audit_rows().into_iter().map(|row| row.title).collect();
    // The wish and what came of it, and the wish that was refused.
    for (title, expected) in [("完整备份", 2), ("备份核对", 2), ("恢复演练", 3)] {
        let count = titles.iter().filter(|known| *known == title).count();
        assert_eq!(count, expected, "{title}: {titles:?}");
    }
    let mode = |mode: &str| json!({"mode": mode, "text": "年终盘点", "until": ""});
    assert_eq!(portal.put("/monitor/mode", &token, mode("readonly"))["code"], 200);
    let refused = portal.post("/monitor/protect/base", &token, json!({}));
    assert!(refused["msg"].as_str().is_some_and(|text| text.contains("年终盘点")), "{refused}");
    assert!(portal.app.protection.running().is_none(), "what is refused does not begin");
    assert_eq!(portal.put("/monitor/mode", &token, mode("open"))["code"], 200);
    // Only who may press, presses; who may look, looks.
    let role = portal.role("looker", &["monitor:protect:list"], 1, &[]);
    portal.person("looker", 100, &[role]);
    let looker = portal.token("looker");
    assert_eq!(page(&portal, &looker)["made"], true);
    assert_eq!(portal.post("/monitor/protect/drill", &looker, json!({}))["code"], 403);
    // A drive that is away is said to be; damage is found by the button and told.
    fs::rename(targets.path().join("nas"), targets.path().join("away")).expect("away");
    let away = page(&portal, &token);
    assert!(away["targets"][0]["message"].as_str().is_some_and(|text| text.contains("目标未挂载")), "{away}");
    assert_eq!(away["targets"][1]["ok"], true);
    let failed = press(&portal, &token, "verify");
    assert_eq!(failed["ended"]["ok"], false, "{failed}");
    assert!(portal.last_audit().code != 200);
    assert!(needs(&portal.app).iter().any(|need| need.contains("备份核对自")), "{:?}", needs(&portal.app));
}

#[test]
fn a_target_that_hangs_keeps_nobody_waiting() {
    let (portal, targets) = protected();
    let token = portal.admin();
    protect::init(&portal.app, "test").expect("made");
    press(&portal, &token, "base");
    // Who opens a pipe that nobody writes to hangs, as on a network drive whose server is gone.
    let about = targets.path().join("nas/repo.json");
    let text = fs::read(&about).expect("read");
    fs::remove_file(&about).expect("removed");
    let made = std::process::Command::new("mkfifo").arg(&about).status().expect("mkfifo");
    assert!(made.success());
    let began = std::time::Instant::now();
    let found = page(&portal, &token);
    assert!(began.elapsed().as_secs() < 8, "{:?}", began.elapsed());
    let hung = &found["targets"][0];
    assert!(hung["message"].as_str().is_some_and(|text| text.contains("没有应答")), "{hung}");
    assert_eq!((&hung["ok"], hung["base"].is_string()), (&json!(false), true), "what was seen before: {hung}");
    assert_eq!(found["targets"][1]["ok"], true, "{found}");
    assert!(found["sentence"].as_str().is_some_and(|text| text.starts_with("可恢复到 ")));
    // The one look that hangs goes on when the drive is back.
    let mut pipe = fs::OpenOptions::new().write(true).open(&about).expect("somebody reads");
    let whole = targets.path().join("whole");
    fs::write(&whole, &text).expect("written");
    fs::rename(&whole, &about).expect("in place");
    std::io::Write::write_all(&mut pipe, &text).expect("the pipe is read");
    drop(pipe);
    support::until(|| page(&portal, &token)["targets"][0]["ok"] == true);
}

#[test]
fn a_repository_opens_on_a_new_box_with_its_code_after_a_button() {
    let (place, app) = Site::new();
    protect::base(&app, "test").expect("a base");
    app.store.close();
    let opener = Opener::Code(&place.codes[0]);
    let made = point::restore(&PRODUCT, &place.at("usb"), Goal::Latest, &opener, &place.at("n"), "test");
    assert!(made.is_ok(), "{made:?}");
    let back = open(&place.at("n"), &[place.at("usb")]);
    assert!(needs(&back)[0].contains("确认原来的服务已停用"), "{:?}", needs(&back));
    assert!(run_job(&back, "protectVerify.run").expect("nothing").contains("没有执行"));
    let _: Arc<App> = back;
}

#[test]
fn what_a_cut_of_power_left_half_written_goes_after_a_day_and_nothing_else() {
    let (place, app) = Site::new();
    let (half, foreign) = (place.at("nas/packs/.new-abc123"), place.at("nas/@eaDir/.new-photo"));
    fs::create_dir(place.at("nas/@eaDir")).expect("a folder");
    let old = std::time::SystemTime::now() - std::time::Duration::from_secs(90_000);
    for path in [&half, &foreign] {
        fs::write(path, "half").expect("written");
        let file = fs::OpenOptions::new().write(true).open(path).expect("open");
        file.set_modified(old).expect("old");
    }
    fs::write(place.at("nas/bases/.new-young"), "half").expect("written");
    protect::base(&app, "test").expect("a base");
    assert!(!half.exists() && foreign.exists() && place.at("nas/bases/.new-young").exists());
    assert_eq!(protect::verify(&app, "test").expect("a report")["ok"], true);
    app.store.close();
}
