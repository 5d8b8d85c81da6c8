//! Archives that were tampered with: what a look at single files does not tell.

use crate::http;
use crate::support;
use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::Path;

use gx_portal::features::lease::tenant::record::Tenant;
use gx_portal::kernel::key_file;
use gx_portal::kernel::seal::KEY_BYTES;
use gx_portal::platform::identity::user::User;
use gx_portal::store::Reads as _;
use gx_portal::store::directory::DataPaths;
use gx_portal::upkeep::archive;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use support::Portal;

const BINARY: &str = env!("CARGO_BIN_EXE_gx-portal");
const KEY: &str = "keys/personal.key";

/// A copy of an archive with another key, or none; the manifest agrees.
fn with_key(file: &Path, to: &Path, key: Option<&[u8]>) {
    let mut from = zip::ZipArchive::new(File::open(file).unwrap()).unwrap();
    let mut out = zip::ZipWriter::new(File::create(to).unwrap());
    let mut found = false;
    for index in 0..from.len() {
        let mut entry = from.by_index(index).unwrap();
        let name = entry.name().unwrap().into_owned();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        if name == "manifest.json" {
            let mut manifest: Value = serde_json::from_slice(&bytes).unwrap();
            let files = manifest["files"].as_object_mut().unwrap();
            found = match key {
                Some(key) => {
                    files[KEY]["sha256"] = json!(hex::encode(Sha256::digest(key)));
                    true
                }
                None => files.remove(KEY).is_some(),
            };
            bytes = serde_json::to_vec(&manifest).unwrap();
        }
        if name == KEY {
            let Some(key) = key else { continue };
            bytes = key.to_vec();
        }
        out.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        out.write_all(&bytes).unwrap();
    }
    out.finish().unwrap();
    assert!(found, "the archive has a key");
}

#[test]
fn an_archive_with_an_exchanged_key_is_refused_and_nothing_changes() {
    let portal = Portal::new();
    let tenant = json!({"tenantName": "陈某", "kind": 3, "deptId": 110, "idNo": "530102199001011234"});
    assert_eq!(portal.post("/lease/tenant", &portal.admin(), tenant)["code"], 200);
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("gx.zip");
    archive::export(&portal.app, "test", &whole).unwrap();
    let own = std::fs::read(portal.app.paths.keys().join("personal.key")).unwrap();
    let own = key_file::key_of(&own, KEY_BYTES).expect("whole").to_vec();
    // The half that seals, and the half by which a number is found again.
    let (mut half, mut marks) = (own.clone(), own.clone());
    half[0] ^= 1;
    marks[63] ^= 1;

    let fresh = tempfile::tempdir().unwrap();
    support::initialise_without_people(fresh.path());
    let app = support::on_disk(fresh.path());
    let before = std::fs::read(app.paths.keys().join("personal.key")).unwrap();
    for key in [Some(&[7_u8; 64][..]), Some(&half), Some(&marks), None] {
        let other = folder.path().join("other.zip");
        with_key(&whole, &other, key);
        let refused = archive::import(&app, "test", &other).expect_err("refused");
        assert!(refused.message.contains("不能用其中的密钥"), "{}", refused.message);
        assert!(refused.message.contains("没有导入任何内容"), "{}", refused.message);
        assert_eq!(std::fs::read(app.paths.keys().join("personal.key")).unwrap(), before, "the key stays");
        let reader = app.store.read().unwrap();
        assert_eq!((reader.count::<User>().unwrap(), reader.count::<Tenant>().unwrap()), (0, 0), "no row came in");
    }
    archive::import(&app, "test", &whole).expect("the archive itself is fine");
}

#[test]
fn what_is_not_damaged_leaves_the_house_with_a_list_of_what_is_missing() {
    let portal = Portal::new();
    for name in ["云川第一纺织厂", "云川第二纺织厂"] {
        let tenant = json!({"tenantName": name, "kind": 1, "deptId": 110});
        assert_eq!(portal.post("/lease/tenant", &portal.admin(), tenant)["code"], 200);
    }
    let folder = portal.stopped();
    let database = DataPaths::new(folder.path()).database();
    let mut bytes = std::fs::read(&database).unwrap();
    // every place of the name with its record's field before it: rows, old pages, frames of the journal
    let field = [b"tenantName\xb5".as_slice(), "云川第一纺织厂".as_bytes()].concat();
    let places: Vec<usize> = (0..bytes.len() - field.len()).filter(|at| bytes[*at..].starts_with(&field)).collect();
    assert!(!places.is_empty(), "the record is in the file");
    places.iter().for_each(|at| bytes[at + field.len() - 1] ^= 1);
    std::fs::write(&database, bytes).unwrap();

    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (data, whole, rest, fresh) = (at(""), at("whole.zip"), at("rest.zip"), at("fresh"));
    let run = |arguments: &[&str]| http::run(BINARY, arguments, "");
    let (code, said) = run(&["export", &whole, "--data", &data]);
    assert!(code == 1 && said.contains("数据表 tenant 有损坏的内容") && said.contains("--skip-damaged"), "{said}");
    assert!(!std::path::Path::new(&whole).exists(), "no half archive");
    let (code, said) = run(&["export", "--skip-damaged", &rest, "--data", &data]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("缺少：数据表 tenant 有损坏的内容：校验和不符（键 0000000000000001）"), "{said}");

    assert_eq!(run(&["init", "--data", &fresh]).0, 0);
    let (code, said) = run(&["import", "archive", &rest, "--data", &fresh]);
    assert!(code == 0 && said.contains("跳过了 1 处损坏的内容"), "{code} {said}");
    let app = support::on_disk(std::path::Path::new(&fresh));
    let names: Vec<String> =
        app.store.read().unwrap().all::<Tenant>().unwrap().into_iter().map(|one| one.facts.tenant_name).collect();
    assert_eq!(names, ["云川第二纺织厂"]);
}

/// As Linux leaves a disk with errors: the data directory is mounted read-only, the program was not stopped in good order.
#[test]
fn what_lies_on_a_disk_that_went_read_only_is_checked_and_brought_out() {
    let own_mounts = |script: &str| std::process::Command::new("unshare").args(["-rm", "sh", "-c", script]).output();
    if !own_mounts("true").is_ok_and(|done| done.status.success()) {
        println!("no mounts of its own here: held where there are (root, or user namespaces)");
        return;
    }
    let folder = Portal::new().stopped();
    let (data, out) = (folder.path().to_str().unwrap(), tempfile::tempdir().unwrap());
    let out = out.path().to_str().unwrap();
    let before = std::fs::read(DataPaths::new(folder.path()).database()).unwrap();
    let run = |verb: &str| {
        let script = format!(
            "mount --bind {data} {data} && mount -o remount,ro,bind {data} && TMPDIR={out} {BINARY} {verb} --data {data}"
        );
        let done = own_mounts(&script).unwrap();
        let text = String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
        (done.status.code().unwrap_or(-1), text)
    };
    for verb in ["doctor".to_owned(), format!("export {out}/e.zip"), format!("backup create --to {out}/b")] {
        let (code, said) = run(&verb);
        assert!(code == 0 && said.contains("文件系统只读：用临时副本完成"), "{verb}: {code} {said}");
    }
    assert!(Path::new(&format!("{out}/e.zip")).exists());
    let (code, said) = run("user unlock admin");
    assert!(code == 3 && said.contains("所在的文件系统只读，不能写入"), "{code} {said}");
    let left: Vec<_> = std::fs::read_dir(out).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "the copies are gone: {left:?}");
    let after = std::fs::read(DataPaths::new(folder.path()).database()).unwrap();
    assert!(before == after, "nothing was written");
}
