//! The support bundle: everything that helps, nothing that is a person's or a secret.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use gx_portal::verb::{Verb, perform};
use serde_json::{Value, json};

use crate::support::Portal;

/// What stands in every secret and personal field; none of it may come out.
const CANARIES: [&str; 14] = [
    "金丝雀",
    "kanarienvogel",
    "13912345678",
    "530102199001011237",
    "6222021234567890123",
    "kanarie@example.cn",
    "geheimes-geheimnis",
    "geheim-geheim-geheim",
    "geheimer-client",
    "10.99.88.77",
    "eyJhbGciOiJIUzUxMiJ9",
    "Kanarienstrasse",
    "wert-der-keinen-angeht",
    "91530100MA6K0CANAR",
];

fn unzipped(path: &Path) -> BTreeMap<String, String> {
    let mut zip = zip::ZipArchive::new(File::open(path).expect("there")).expect("an archive");
    let names: Vec<String> = zip.file_names().map(|name| name.expect("a name").into_owned()).collect();
    let read = names.into_iter().map(|name| {
        let mut text = String::new();
        zip.by_name(&name).expect("there").read_to_string(&mut text).expect("text");
        (name, text)
    });
    read.collect()
}

/// A portal with canaries wherever something secret or personal may stand.
fn portal() -> (Portal, String) {
    let portal = Portal::new();
    let folder = portal.stopped();
    let config = "metrics_token = \"geheim-geheim-geheim\"\nslow_ms = 0\n[idaas]\npublic_url = \"https://p.example.cn\"\n\
                  issuer = \"https://id.example.cn\"\nclient_id = \"geheimer-client\"\nclient_secret = \"geheimes-geheimnis\"\n\
                  claim = \"sub\"\n";
    std::fs::write(folder.path().join("gx-portal.toml"), config).expect("written");
    let logs = folder.path().join("logs");
    std::fs::create_dir_all(&logs).expect("a folder");
    let lines: Vec<String> = CANARIES
        .iter()
        .filter(|canary| {
            !["kanarienvogel", "Kanarienstrasse", "10.99.88.77", "wert-der-keinen-angeht"].contains(canary)
        })
        .filter(|canary| !canary.starts_with("geheim"))
        .map(|canary| format!("2026-03-01T08:30:15.1Z  WARN gx_portal: message {canary} in the middle"))
        .chain(["2026-03-01T08:30:16.1Z  WARN gx_portal: client_secret=geheimes-geheimnis kept=this".to_owned()])
        .collect();
    std::fs::write(logs.join("gx-portal.log"), lines.join("\n")).expect("written");
    let portal = Portal::on(folder);
    let admin = portal.admin();
    let person = json!({
        "userName": "kanarienvogel", "nickName": "金丝雀", "realName": "金丝雀", "phonenumber": "13912345678",
        "phone": "13912345678", "email": "kanarie@example.cn", "password": "Geheim-Wort-2024", "deptId": 100, "sex": "2",
        "status": "0", "postIds": [], "roleIds": [], "remark": "金丝雀 13912345678",
    });
    let made = portal.post("/system/user", &admin, person);
    assert_eq!(made["code"], 200, "{made}");
    let tenant = json!({
        "tenantName": "金丝雀商贸", "tenantKind": 1, "creditCode": "91530100MA6K0CANAR", "legalPerson": "金丝雀",
        "idNumber": "530102199001011237", "contact": "金丝雀", "phone": "13912345678", "address": "Kanarienstrasse 1",
        "bankAccount": "6222021234567890123",
    });
    // Its shape is the matter of other tests; a refusal leaves the canaries in the audit log, which is as good a place.
    portal.post("/lease/tenant", &admin, tenant);
    let setting = json!({
        "configName": "金丝雀", "configKey": "kanarie.key", "configValue": "wert-der-keinen-angeht", "configType": "N",
    });
    let made = portal.post("/system/config", &admin, setting);
    assert_eq!(made["code"], 200, "{made}");
    portal.put("/system/config", &admin, json!({"configKey": "sys.login.blackIPList", "configValue": "10.99.88.77"}));
    portal.sign_in("kanarienvogel", "geheimes-geheimnis");
    portal.put("/monitor/mode", &admin, json!({"mode": "readonly", "text": "金丝雀", "until": ""}));
    (portal, admin)
}

#[test]
fn nothing_that_is_a_persons_or_a_secret_comes_out() {
    let (portal, admin) = portal();
    let crash = json!({"kind": "error", "page": "/lease/:id", "what": "TypeError: 金丝雀 x", "at": ["index-a.js:1:2"]});
    assert_eq!(portal.post("/portal/crash", &admin, crash)["code"], 200);
    // It is stored without being waited for: the next write stands behind it.
    portal.app.store.write(|_| Ok::<_, gx_portal::store::StoreError>(())).expect("written");
    let rows = portal.audit_rows().len();
    let made = portal.post("/monitor/bundle", &admin, json!({}));
    assert_eq!(made["code"], 200, "{made}");
    assert_eq!(portal.audit_rows().len(), rows + 1, "who makes one is written down, also while it is read-only");
    assert_eq!((portal.last_audit().title.as_str(), portal.last_audit().deed), ("支持包", 5));
    let ticket = made["msg"].as_str().expect("a ticket");
    let file = portal.app.tickets.redeem(1, portal.app.clock.now(), ticket).expect("once");
    let parts = unzipped(&file);
    let names: Vec<&str> = parts.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "README.txt",
            "browser-errors.json",
            "configuration.txt",
            "health.json",
            "jobs.json",
            "log.txt",
            "machine.json",
            "metrics.txt",
            "settings.txt",
            "slow.json",
            "syslog.json",
            "tables.txt",
            "unit.txt",
            "version.json"
        ]
    );
    for (name, text) in &parts {
        assert!(!text.is_empty(), "{name}");
        for canary in CANARIES {
            assert!(!text.contains(canary), "{canary} in {name}:\n{text}");
        }
    }
    let holds = |name: &str, part: &str| assert!(parts[name].contains(part), "{part} in {name}:\n{}", parts[name]);
    holds("configuration.txt", "metrics_token = ***");
    holds("configuration.txt", "idaas.client_secret = ***");
    holds("settings.txt", "kanarie.key = (not shown)");
    holds("log.txt", "kept=this");
    holds("slow.json", "POST /system/user");
    holds("tables.txt", "user: 2 records");
    holds("browser-errors.json", "TypeError");
    holds("version.json", "readonly");
    holds("metrics.txt", "gx_build_info");
    serde_json::from_str::<Value>(&parts["machine.json"]).expect("json");
}

#[test]
fn the_command_line_writes_a_private_file_once() {
    use std::os::unix::fs::PermissionsExt;
    let portal = Portal::new();
    let to = portal.folder.path().join("bundle.zip");
    let made = perform(&portal.app, "root", Verb::SupportBundle { to: to.clone() }).expect("made");
    assert!(made["bytes"].as_u64().is_some_and(|bytes| bytes > 1_000));
    assert_eq!(std::fs::metadata(&to).expect("there").permissions().mode() & 0o777, 0o600);
    assert!(unzipped(&to)["log.txt"].contains("journalctl"));
    let again = perform(&portal.app, "root", Verb::SupportBundle { to }).expect_err("it is there");
    assert!(again.message.contains("无法写入"), "{again}");
    let row = portal.last_audit();
    assert_eq!((row.title.as_str(), row.actor.as_str()), ("支持包", "console:root"));
    // Without the right there is none.
    let clerk = portal.role("helper", &["monitor:server:list"], 1, &[]);
    portal.person("zhangsan", 100, &[clerk]);
    let token = portal.token("zhangsan");
    assert_eq!(portal.post("/monitor/bundle", &token, json!({}))["code"], 403);
}
