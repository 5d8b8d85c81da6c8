//! The key files: each byte that rots is seen, by the start, the doctor, the scrub and every backup, before anything is
//! sealed that nobody could open again.

use std::path::Path;

use gx_portal::app::App;
use gx_portal::features::PRODUCT;
use gx_portal::kernel::key_file::{has_checksum, key_of};
use gx_portal::kernel::seal::{KEY_BYTES, Sealed};
use gx_portal::platform::seal_check::{PERSONAL_KEY, SESSION_KEY, SealCheck};
use gx_portal::store::Reads as _;
use gx_portal::upkeep::{backup, doctor};
use serde_json::{Value, json};

use crate::support::{self, Portal, scale};

fn with_a_tenant() -> Portal {
    let portal = Portal::new();
    let tenant = json!({"tenantName": "陈某", "kind": 3, "deptId": 110, "idNo": "530102199001011234"});
    assert_eq!(portal.post("/lease/tenant", &portal.admin(), tenant)["code"], 200);
    portal
}

/// Flips a bit of a byte; gives what stood there.
fn flip(path: &Path, at: usize) -> Vec<u8> {
    let before = std::fs::read(path).unwrap();
    let mut bytes = before.clone();
    bytes[at] ^= 1 << (at % 8);
    std::fs::write(path, bytes).unwrap();
    before
}

fn names(faults: &[String], name: &str) -> bool {
    faults.iter().any(|fault| fault.contains(name))
}

fn scrubbed(portal: &Portal) -> Vec<String> {
    doctor::scrub(&portal.app, 0, 7).unwrap().faults
}

#[test]
fn each_byte_of_each_key_file_is_guarded() {
    let portal = with_a_tenant();
    let folder = tempfile::tempdir().unwrap();
    let made = backup::create(&portal.app, "test", folder.path()).unwrap();
    let kept = std::path::PathBuf::from(made["backup"].as_str().unwrap());
    for name in [PERSONAL_KEY, SESSION_KEY] {
        let path = portal.app.paths.keys().join(name);
        for at in (0..std::fs::read(&path).unwrap().len()).step_by(scale::size(11, 1)) {
            let whole = flip(&path, at);
            assert!(names(&scrubbed(&portal), name), "scrub: byte {at} of {name}");
            if at % 33 == 0 {
                let told = doctor::run(&portal.app, "test", false).unwrap();
                let faults: Vec<String> = serde_json::from_value(told["faults"].clone()).unwrap();
                assert!(told["ok"] == false && names(&faults, name), "doctor: byte {at} of {name}: {faults:?}");
                let refused = backup::create(&portal.app, "test", folder.path()).expect_err("no such backup");
                assert!(refused.message.contains(name), "create: {}", refused.message);
            }
            std::fs::write(&path, whole).unwrap();
        }
        let copy = kept.join("keys").join(name);
        let whole = flip(&copy, 5);
        let report = backup::verify(&PRODUCT, &kept).unwrap();
        assert!(names(&report.faults, name), "verify: {:?}", report.faults);
        std::fs::write(&copy, whole).unwrap();
    }
    assert!(scrubbed(&portal).is_empty());
    assert!(backup::verify(&PRODUCT, &kept).unwrap().is_good());
    let keys = portal.app.paths.keys();
    let data = portal.stopped();
    for name in [PERSONAL_KEY, SESSION_KEY] {
        for at in (0..std::fs::read(keys.join(name)).unwrap().len()).step_by(scale::size(11, 1)) {
            let whole = flip(&keys.join(name), at);
            let refused = support::try_on_disk(data.path()).err().unwrap_or_else(|| panic!("byte {at} of {name}"));
            assert!(refused.message.contains(name), "start: byte {at}: {}", refused.message);
            std::fs::write(keys.join(name), whole).unwrap();
        }
    }
    let app = support::on_disk(data.path());
    app.store.close();
}

/// The store and the key file as a release of before left them: no checksum, no sealed text.
fn as_before(app: &App) {
    let check: SealCheck = app.store.read().unwrap().get(&SealCheck::key()).unwrap().expect("something is sealed");
    app.store
        .write(move |tx| -> gx_portal::error::Result<()> {
            tx.put(&SealCheck { sealed: Sealed::default(), ..check })?;
            Ok(())
        })
        .unwrap();
    let path = app.paths.keys().join(PERSONAL_KEY);
    let key = key_of(&std::fs::read(&path).unwrap(), KEY_BYTES).unwrap().to_vec();
    std::fs::write(path, key).unwrap();
}

#[test]
fn a_key_of_before_is_tried_with_the_records_and_gets_its_proofs() {
    let portal = with_a_tenant();
    as_before(&portal.app);
    let path = portal.app.paths.keys().join(PERSONAL_KEY);
    let data = portal.stopped();
    // the half that seals: the mark of before says nothing of it
    let whole = flip(&path, 0);
    let refused = support::try_on_disk(data.path()).err().expect("nothing opens");
    assert!(refused.message.contains(PERSONAL_KEY), "{}", refused.message);
    std::fs::write(&path, &whole).unwrap();
    let app = support::on_disk(data.path());
    let check: SealCheck = app.store.read().unwrap().get(&SealCheck::key()).unwrap().unwrap();
    assert!(!check.seals_nothing() && check.fits(&app.sealer()));
    assert!(has_checksum(&std::fs::read(&path).unwrap(), KEY_BYTES));
    app.store.close();
    drop(app);
    let portal = Portal::on(data);
    let shown: Value = portal.post("/lease/tenant/personal", &portal.admin(), json!({"id": 1}));
    assert_eq!(shown["data"]["idNo"], "530102199001011234");
}
