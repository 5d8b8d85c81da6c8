//! kill -9 of the real binary under eight writers: nothing acknowledged is lost, nothing is half
//! there, and it is ready again within a second.

use crate::http;
use crate::support::{self, scale};
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use http::{Client, Server};

const BINARY: &str = env!("CARGO_BIN_EXE_gx-portal");
const WRITERS: usize = 8;

#[test]
fn killed_under_eight_writers() {
    let rounds = scale::rounds("GX_KILLS", 3, 12);
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    support::installed(&data);
    let acknowledged: Mutex<BTreeSet<String>> = Mutex::default();
    let next = AtomicU64::new(0);
    let mut slowest = Duration::ZERO;
    for round in 0..rounds {
        let mut server = Server::start(BINARY, &data);
        slowest = slowest.max(server.ready_after);
        let token = Client::signed_in(&server.address).token;
        let enough = acknowledged.lock().unwrap().len() + 20 + usize::try_from(round).unwrap() * 13;
        std::thread::scope(|scope| {
            for _ in 0..WRITERS {
                let (address, token, next, acknowledged) =
                    (server.address.clone(), token.clone(), &next, &acknowledged);
                scope.spawn(move || {
                    let mut client = Client::new(&address);
                    client.token = token;
                    loop {
                        let name = format!("kill{}", next.fetch_add(1, Ordering::Relaxed));
                        let body = format!(r#"{{"userName":"{name}","realName":"断电","deptId":110,"roleIds":[5]}}"#);
                        match client.json("POST", "/prod-api/system/user", &body) {
                            Ok(answer) if answer["code"] == 200 => {
                                acknowledged.lock().unwrap().insert(name);
                            }
                            Ok(answer) => panic!("{answer}"),
                            Err(_) => return,
                        }
                    }
                });
            }
            // The moment of the kill follows the work, not the clock: it falls anywhere between commits.
            support::promptly(|| acknowledged.lock().unwrap().len() >= enough);
            server.kill();
        });
    }
    let server = Server::start(BINARY, &data);
    slowest = slowest.max(server.ready_after);
    let mut client = Client::signed_in(&server.address);
    let list = client.json("GET", "/prod-api/system/user/list?userName=kill&pageSize=9999", "").unwrap();
    let rows = list["rows"].as_array().unwrap();
    let found: BTreeSet<String> = rows.iter().map(|row| row["userName"].as_str().unwrap().to_owned()).collect();
    assert_eq!(found.len(), rows.len(), "nobody twice");
    let acknowledged = acknowledged.into_inner().unwrap();
    let lost: Vec<_> = acknowledged.difference(&found).collect();
    assert!(lost.is_empty(), "acknowledged and lost: {lost:?}");
    // Whoever exists has his audit row, his index entries and a number below the sequence.
    let (code, report) = http::run(BINARY, &["doctor", "--json", "--data", data.to_str().unwrap()], "");
    assert_eq!(code, 0, "{report}");
    println!("{rounds} kills, {} acknowledged, 0 lost, ready again after at most {slowest:?}", acknowledged.len());
    assert!(slowest < Duration::from_secs(if cfg!(quick) { 60 } else { 1 }), "{slowest:?}");
}

#[test]
fn a_backup_under_load_is_whole_and_restores_to_equal_exports() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (data, backups) = (at("data"), at("backups"));
    support::installed(&folder.path().join("data"));
    let run = |arguments: &[&str]| {
        let (code, text) = http::run(BINARY, arguments, "");
        assert_eq!(code, 0, "{arguments:?}: {text}");
        text
    };
    let server = Server::start(BINARY, &folder.path().join("data"));
    let token = Client::signed_in(&server.address).token;
    let (done, stop) = (AtomicU64::new(0), std::sync::atomic::AtomicBool::new(false));
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let (address, token, done, stop) = (server.address.clone(), token.clone(), &done, &stop);
            scope.spawn(move || {
                let mut client = Client::new(&address);
                client.token = token;
                for number in 0.. {
                    if stop.load(Ordering::Relaxed) {
                        break;
                    }
                    let body = format!(r#"{{"userName":"load{writer}x{number}","realName":"负载"}}"#);
                    assert_eq!(client.json("POST", "/prod-api/system/user", &body).unwrap()["code"], 200);
                    done.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        for _ in 0..3 {
            let before = done.load(Ordering::Relaxed);
            while done.load(Ordering::Relaxed) < before + 20 {
                std::thread::yield_now();
            }
            run(&["backup", "create", "--to", &backups, "--data", &data]);
        }
        assert!(done.load(Ordering::Relaxed) > 60, "writers went on");
        stop.store(true, Ordering::Relaxed);
    });
    let mut names: Vec<String> =
        std::fs::read_dir(&backups).unwrap().map(|entry| entry.unwrap().path().to_str().unwrap().to_owned()).collect();
    names.sort_unstable();
    assert_eq!(names.len(), 3, "{names:?}");
    for (number, backup) in names.iter().enumerate() {
        run(&["backup", "verify", backup]);
        let restored = at(&format!("restored{number}"));
        run(&["restore", "--from", backup, "--data", &restored]);
        run(&["doctor", "--data", &restored]);
    }
    // At rest, so without the server, whose jobs note every ten minutes how they ended: what a backup restores to
    // exports exactly what the live store exports.
    drop(server);
    run(&["backup", "create", "--to", &at("quiet"), "--data", &data]);
    let quiet = std::fs::read_dir(at("quiet")).unwrap().next().unwrap().unwrap().path();
    run(&["restore", "--from", quiet.to_str().unwrap(), "--data", &at("equal")]);
    let tables = |data: &str, file: &str| -> std::collections::BTreeMap<String, Vec<u8>> {
        use std::io::Read;
        run(&["export", &at(file), "--data", data]);
        let mut archive = zip::ZipArchive::new(std::fs::File::open(at(file)).unwrap()).unwrap();
        (0..archive.len())
            .filter_map(|index| {
                let mut part = archive.by_index(index).unwrap();
                let mut bytes = Vec::new();
                part.read_to_end(&mut bytes).unwrap();
                // The live store has the audit row of its own backup on top.
                let name = part.name().unwrap().into_owned();
                (name.starts_with("tables/") && !name.contains("audit")).then_some((name, bytes))
            })
            .collect()
    };
    let (live, restored) = (tables(&data, "live.zip"), tables(&at("equal"), "equal.zip"));
    assert!(live.len() > 8 && live["tables/user.jsonl"].len() > 10_000);
    let differing = |(name, rows): &(&String, &Vec<u8>)| restored.get(*name) != Some(*rows);
    let names: Vec<_> = live.iter().filter(differing).map(|(name, _)| name).collect();
    assert!(names.is_empty() && live.len() == restored.len(), "other rows in {names:?}");
}

fn files_in(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files_in(&path)) } else { found.push(path) }
    }
    found
}

#[test]
fn killed_in_the_middle_of_a_large_upload() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    support::installed(&data);
    let set = ["settings", "set", "sys.file.maxSizeMb", "500", "--data", data.to_str().unwrap()];
    assert_eq!(http::run(BINARY, &set, "").0, 0);
    let mut server = Server::start(BINARY, &data);
    let token = Client::signed_in(&server.address).token;
    let audited = |client: &mut Client| {
        client.json("GET", "/prod-api/monitor/operlog/list?title=%E6%96%87%E4%BB%B6", "").unwrap()["total"].clone()
    };
    let mut client = Client::new(&server.address);
    client.token.clone_from(&token);
    assert_eq!(audited(&mut client), 0);
    let blobs = files_in(&data.join("blobs")).len();

    let mut upload = http::Upload::begin(&server.address, &token, "很大.txt", 200 << 20);
    let piece = vec![b'x'; 1 << 20];
    for _ in 0..40 {
        upload.send(&piece);
    }
    // Half of it lies in the scratch folder, as far as the kernel has passed it on.
    let arrived = || files_in(&data.join("tmp")).iter().map(|path| path.metadata().map_or(0, |m| m.len())).sum::<u64>();
    support::promptly(|| arrived() >= 20 << 20);
    server.kill();
    assert!(arrived() >= 20 << 20, "the kill left the half behind");

    let server = Server::start(BINARY, &data);
    assert_eq!(files_in(&data.join("tmp")), Vec::<std::path::PathBuf>::new(), "gone when it is ready again");
    assert_eq!(files_in(&data.join("blobs")).len(), blobs, "no half content");
    let mut client = Client::signed_in(&server.address);
    assert_eq!(audited(&mut client), 0, "nothing was taken in");
    let listed = client.json("GET", "/prod-api/system/fileInfo/list/1,2,3", "").unwrap();
    assert_eq!(listed["data"].as_array().map(Vec::len), Some(0), "{listed}");
    drop(server);
    let (code, report) = http::run(BINARY, &["doctor", "--json", "--data", data.to_str().unwrap()], "");
    assert_eq!(code, 0, "{report}");
}
