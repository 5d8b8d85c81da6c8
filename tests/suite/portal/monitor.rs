//! Oversight: operation log, login log, their archive and chain, online users, the server's state.

use crate::support::{self, scale};

use gx_portal::features::monitor::archive;
use gx_portal::op::Caller;
use gx_portal::platform::audit::AuditRow;
use gx_portal::platform::settings::record::Config;
use gx_portal::route::Run;
use gx_portal::store::{self, Reads};
use serde_json::{Value, json};
use support::Portal;

const DAY: i64 = 86_400_000;

fn post(name: &str) -> Value {
    json!({"postCode": name, "postName": name, "postSort": 1})
}

fn rows(answer: &Value) -> Vec<Value> {
    answer["rows"].as_array().unwrap_or_else(|| panic!("{answer}")).clone()
}

#[test]
fn a_change_shows_with_the_fields_before_and_after() {
    let portal = Portal::new();
    let token = portal.admin();
    portal.post("/system/post", &token, post("甲岗"));
    let listed = portal.get("/system/post/list?postName=甲岗", &token)["rows"][0].clone();
    let mut changed = listed.clone();
    changed["postName"] = json!("乙岗");
    assert_eq!(portal.put("/system/post", &token, changed)["code"], 200);

    let log = portal.get("/monitor/operlog/list?title=岗位&operName=adm&businessType=2", &token);
    assert_eq!(log["total"], 1, "{log}");
    let row = &log["rows"][0];
    for (name, value) in [
        ("title", json!("岗位管理")),
        ("businessType", json!(2)),
        ("method", json!("PUT /system/post")),
        ("requestMethod", json!("PUT")),
        ("operUrl", json!("/system/post")),
        ("status", json!(0)),
        ("operName", json!("admin")),
    ] {
        assert_eq!(row[name], value, "{name}: {row}");
    }
    let detail = portal.get(&format!("/monitor/operlog/{}", row["operId"]), &token)["data"].clone();
    let change = &detail["changes"][0];
    assert_eq!((change["table"].clone(), change["kind"].clone()), (json!("post"), json!("update")));
    let field = change["fields"].as_array().unwrap().iter().find(|field| field["field"] == "post_name").cloned();
    assert_eq!(field, Some(json!({"field": "post_name", "before": "甲岗", "after": "乙岗"})));
}

#[test]
fn the_log_says_which_person_acted_and_finds_him_by_his_name() {
    let portal = Portal::new();
    let token = portal.admin();
    portal.person("hanmei", 110, &[]);
    portal.post("/system/post", &portal.token("hanmei"), post("丙岗"));
    let log = portal.get("/monitor/operlog/list?title=岗位&operName=mei姓名", &token);
    assert_eq!((log["total"].clone(), log["rows"][0]["operName"].clone()), (json!(1), json!("hanmei")), "{log}");
    assert_eq!(log["rows"][0]["operPerson"], "hanmei姓名（hanmei）");
    let detail = portal.get(&format!("/monitor/operlog/{}", log["rows"][0]["operId"]), &token);
    assert_eq!(detail["data"]["operPerson"], "hanmei姓名（hanmei）");
    assert_eq!(portal.get("/monitor/operlog/list?title=岗位&operName=别人", &token)["total"], 0);
}

#[test]
fn of_an_upload_the_log_keeps_name_and_size_and_no_place_on_the_server() {
    let portal = Portal::new();
    let token = portal.admin();
    let text = "第一行".as_bytes();
    for (path, kept) in
        [("/common/upload2Minio", "file"), ("/common/uploads", "files"), ("/system/user/importData", "file")]
    {
        portal.upload(path, &token, kept, "清单.txt", text);
        let row = portal.get("/monitor/operlog/list", &token)["rows"][0].clone();
        assert!(row["method"].as_str().unwrap().ends_with(path), "{row}");
        let input: Value = serde_json::from_str(row["operParam"].as_str().unwrap()).unwrap();
        let file = json!({"name": "清单.txt", "size": text.len()});
        assert_eq!(input[kept], if kept == "file" { file } else { json!([file]) }, "{input}");
        assert!(!input.to_string().contains("upload-"), "{input}");
    }
}

#[test]
fn secrets_are_masked_in_the_log() {
    let portal = Portal::new();
    let token = portal.admin();
    let user_id = portal.person("secret1", 110, &[]);
    let body = json!({"userId": user_id, "password": "Fresh-Secret-77"});
    assert_eq!(portal.put("/system/user/resetPwd", &token, body)["code"], 200);
    let list = portal.get("/monitor/operlog/list?pageSize=50", &token);
    let details: String = rows(&list)
        .iter()
        .map(|row| portal.get(&format!("/monitor/operlog/{}", row["operId"]), &token).to_string())
        .collect();
    assert!(!details.contains("Fresh-Secret-77") && !details.contains("argon2"), "{details}");
    assert!(details.contains("***"));
}

#[test]
fn an_identity_number_typed_into_a_search_is_masked_in_the_log() {
    let portal = Portal::new();
    let token = portal.admin();
    let id_no = "53010219900101123X";
    for (method, path, body) in [
        ("GET", format!("/lease/tenant/export?keyWord={id_no}"), None),
        (
            "POST",
            "/lease/tenant".to_owned(),
            Some(json!({"tenantName": format!("陈某{id_no}"), "remark": 530_102_199_001_011_234_u64})),
        ),
        ("POST", "/system/post".to_owned(), Some(post(&format!("岗{id_no}")))),
    ] {
        portal.request(method, &path, &token, body.map(|body| body.to_string()).as_deref());
        let row = portal.last_audit();
        assert!(row.input.contains("530102********123"), "{path}: {}", row.input);
        let whole = format!("{} {} {}", row.input, row.changes, row.message);
        assert!(!whole.contains("19900101"), "{path}: {whole}");
    }
}

#[test]
fn a_long_input_is_kept_to_two_thousand_characters_that_end_with_a_sign() {
    let portal = Portal::new();
    let form = json!({"postCode": "long", "postName": "长", "postSort": 1, "remark": "字".repeat(5_000)});
    assert_eq!(portal.post("/system/post", &portal.admin(), form)["code"], 500);
    let input = portal.last_audit().input;
    assert!(input.chars().count() == 2_000 && input.ends_with("字…"), "{}", input.chars().count());
}

#[test]
fn the_two_logs_are_filtered_sorted_and_paged_from_the_end() {
    let portal = Portal::new();
    let token = portal.admin();
    portal.sign_in("nobody", "wrong");
    for number in 0..25 {
        portal.post("/system/post", &token, post(&format!("p{number}")));
    }
    let first = rows(&portal.get("/monitor/operlog/list?pageNum=1&pageSize=10", &token));
    let ids: Vec<u64> = first.iter().map(|row| row["operId"].as_u64().unwrap()).collect();
    assert!(ids.windows(2).all(|pair| pair[0] > pair[1]) && ids.len() == 10, "newest first: {ids:?}");
    let filtered = portal.get("/monitor/operlog/list?pageNum=99&pageSize=10&title=岗位", &token);
    assert_eq!((filtered["total"].clone(), rows(&filtered).len()), (json!(25), 5), "the last page");
    let sorted = rows(&portal.get("/monitor/operlog/list?orderByColumn=operTime&isAsc=ascending&pageSize=5", &token));
    assert!(sorted[0]["operId"].as_u64() < sorted[4]["operId"].as_u64());
    let bad = portal.get("/monitor/operlog/list?orderByColumn=hash;drop", &token);
    assert_eq!(bad["msg"], "参数不符合规范，不能进行查询");
    let kinds = portal.get("/monitor/operlog/list?businessTypes=1,2&title=岗位", &token);
    assert_eq!(kinds["total"], 25);
    let none = portal.get("/monitor/operlog/list?params[beginTime]=2025-01-01", &token);
    assert_eq!(none["total"], 0);
    let day = "params%5BbeginTime%5D=2024-09-30&params%5BendTime%5D=2024-09-30";
    assert_eq!(portal.get(&format!("/monitor/operlog/list?title=岗位&{day}"), &token)["total"], 25);

    let logins = portal.get("/monitor/logininfor/list?status=1", &token);
    assert_eq!((logins["total"].clone(), logins["rows"][0]["userName"].clone()), (json!(1), json!("nobody")));
    let fine = portal.get("/monitor/logininfor/list?userName=admin&status=0", &token);
    assert_eq!(fine["rows"][0]["msg"], "登录成功");
    assert_eq!(portal.get("/monitor/operlog/list?title=登录", &token)["total"], 0, "sign-ins have their own log");
}

#[test]
fn of_many_rows_a_page_reads_those_it_shows() {
    let portal = Portal::new();
    let token = portal.admin();
    let like = portal.last_audit();
    let (next, many) = (like.audit_id + 1, scale::size(20_000, 100_000) as u64);
    portal
        .app
        .store
        .write(move |tx| -> gx_portal::error::Result<()> {
            for number in 0..many {
                tx.put(&AuditRow { audit_id: next + number, deed: 2, ..like.clone() })?;
            }
            Ok(())
        })
        .unwrap();
    let route = portal.routes.iter().find(|route| route.path == "/monitor/operlog/list").unwrap();
    let Run::Read(run) = &route.run else { panic!("no read") };
    let given = json!({"pageNum": 1, "pageSize": 20});
    let before = store::decoded();
    portal.app.read(&Caller::console("test", "test"), |view| run(view, given.clone())).unwrap();
    let decoded = store::decoded() - before;
    assert!((20..200).contains(&decoded), "the first page of {many} rows decodes {decoded}");
    assert!(portal.get("/monitor/operlog/list?pageNum=1&pageSize=20", &token)["total"].as_u64().unwrap() >= many);
    for query in ["title=nothing", "orderByColumn=costTime&isAsc=desc", "status=1&pageNum=3"] {
        assert_eq!(portal.get(&format!("/monitor/operlog/list?{query}"), &token)["code"], 200, "{query}");
    }
}

#[test]
fn young_rows_are_never_deleted_and_old_ones_go_into_the_archive() {
    let portal = Portal::new();
    let token = portal.admin();
    portal.post("/system/post", &token, post("old"));
    let young = portal.delete("/monitor/operlog/clean", &token);
    assert_eq!(young["msg"], "已归档 0 条日志；180 天内的日志不能删除", "{young}");
    let before = portal.audit_rows();
    assert_eq!(portal.delete("/monitor/operlog/1,2", &token)["msg"], "已归档 0 条日志；180 天内的日志不能删除");

    portal.app.clock.advance(181 * DAY);
    let token = portal.admin();
    let kept_from = portal.last_audit().audit_id;
    let one = portal.delete("/monitor/operlog/2", &token);
    assert_eq!(one["msg"], "已归档 2 条日志到 archive/audit-1-2.zip；180 天内的日志不能删除");
    let rest = portal.delete("/monitor/logininfor/clean", &token);
    let last_old = kept_from - 1;
    let name = format!("audit-3-{last_old}.zip");
    let count = last_old - 2;
    assert_eq!(rest["msg"], format!("已归档 {count} 条日志到 archive/{name}；180 天内的日志不能删除"));
    let rows = portal.audit_rows();
    assert_eq!(rows[0].audit_id, kept_from, "the first row that stays");
    assert_eq!(rows.last().unwrap().title, "登录日志", "the archiving left its own row");
    support::chain_is_whole(&portal.app);

    let path = portal.folder.path().join("archive").join(&name);
    let mut zip = zip::ZipArchive::new(std::fs::File::open(path).unwrap()).unwrap();
    let text = std::io::read_to_string(zip.by_index(0).unwrap()).unwrap();
    let archived: Vec<AuditRow> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        archived,
        before
            .iter()
            .filter(|row| row.audit_id > 2)
            .cloned()
            .chain(archived[before.len() - 2..].iter().cloned())
            .collect::<Vec<_>>()
    );
    assert!(archived.iter().all(|row| row.is_sealed().unwrap()));

    let caller = std::sync::Arc::new(gx_portal::op::Caller::job("test"));
    let backups = portal.app.paths.backups();
    let made = gx_portal::upkeep::backup::create_by(&portal.app, &caller, &backups).unwrap();
    let made = std::path::PathBuf::from(made["backup"].as_str().unwrap());
    assert!(made.join("archive").join(&name).exists(), "a backup holds the archived rows");
    assert!(gx_portal::upkeep::backup::verify(&gx_portal::features::PRODUCT, &made).unwrap().is_good());

    let state = portal.get("/monitor/operlog/verify", &token)["data"].clone();
    assert_eq!((state["whole"].clone(), state["archived"].clone()), (json!(true), json!(last_old)), "{state}");
}

#[test]
fn retention_has_a_floor() {
    let portal = Portal::new();
    let token = portal.admin();
    let key = archive::RETENTION.info.key;
    support::act(&portal.app, move |op| {
        let refused = gx_portal::features::system::config::ops::set(op, key, "1").expect_err("under the floor");
        assert_eq!(refused.message, "参数“日志-保留天数”的值应为180 到 36500 的整数");
        // As an older release may have left it.
        let setting: Config =
            op.view().tx.all()?.into_iter().find(|row: &Config| row.config_key == key).expect("seeded");
        op.put_quietly(&Config { config_value: "1".into(), ..setting })?;
        Ok(())
    });
    portal.app.clock.advance(100 * DAY);
    let token = {
        drop(token);
        portal.admin()
    };
    let answer = portal.delete("/monitor/operlog/clean", &token);
    assert_eq!(answer["msg"], "已归档 0 条日志；180 天内的日志不能删除");
}

#[test]
fn a_break_of_the_chain_is_named() {
    let portal = Portal::new();
    let token = portal.admin();
    let whole = portal.get("/monitor/operlog/verify", &token)["data"].clone();
    assert_eq!((whole["whole"].clone(), whole["firstBreak"].clone()), (json!(true), Value::Null), "{whole}");
    let row = portal.last_audit();
    let number = row.audit_id;
    portal.app.store.write(move |tx| tx.put(&AuditRow { actor: "somebody else".into(), ..row }).map(|_| ())).unwrap();
    let broken = portal.get("/monitor/operlog/verify", &token)["data"].clone();
    assert_eq!(broken["whole"], false);
    assert_eq!(broken["firstBreak"], format!("审计记录 {number} 内容与校验值不符"));
    // The beginning cannot be cut off unnoticed either.
    portal.app.store.write(|tx| tx.delete::<AuditRow>(&gx_portal::store::id(1)).map(|_| ())).unwrap();
    let cut = portal.get("/monitor/operlog/verify", &token)["data"].clone();
    assert_eq!(cut["firstBreak"], "审计记录 2 与前一条不相连");
}

#[test]
fn both_eras_of_export_answer() {
    let portal = Portal::new();
    let token = portal.admin();
    for (path, name) in [("/monitor/operlog/export", "操作日志"), ("/monitor/logininfor/export", "登录日志")] {
        let ticket = portal.get(path, &token)["msg"].as_str().unwrap().to_owned();
        assert!(ticket.ends_with(&format!("_{name}.xlsx")), "{ticket}");
        let file = portal.request("POST", path, &token, Some("{}"));
        assert!(file.bytes.starts_with(b"PK"), "{path}");
    }
}

#[test]
fn somebody_is_forced_off_and_the_asker_is_not() {
    let portal = Portal::new();
    portal.person("online1", 110, &[]);
    portal.person("online2", 110, &[]);
    let token = portal.admin();
    let (one, two, three) = (portal.token("online1"), portal.token("online2"), portal.token("online2"));
    let list = portal.get("/monitor/online/list", &token);
    assert_eq!(list["total"], 4, "{list}");
    let sessions: Vec<String> = portal
        .app
        .store
        .read()
        .unwrap()
        .all::<gx_portal::platform::session::Session>()
        .unwrap()
        .into_iter()
        .map(|session| session.session_id)
        .collect();
    assert!(sessions.iter().all(|id| !list.to_string().contains(id)), "no session id leaves the server");
    let key = |row: &Value| row["tokenId"].as_str().unwrap().to_owned();
    let all = rows(&list);
    let own = all.iter().find(|row| row["current"] == true).map(key).unwrap();
    let delete = |keys: &str| portal.delete(&format!("/monitor/online/{keys}"), &token);
    assert_eq!(delete(&own)["msg"], "不能强退自己当前的登录，请使用“退出登录”");
    assert_eq!(delete("nonsense")["msg"], "该登录已结束，请刷新后查看");

    let first = rows(&portal.get("/monitor/online/list?userName=online1", &token));
    assert_eq!(first.len(), 1);
    assert_eq!(delete(&format!("{},{own}", key(&first[0])))["code"], 500, "all or none");
    assert_eq!(portal.get("/getInfo", &one)["code"], 200);
    assert_eq!(delete(&key(&first[0]))["msg"], "已强退 1 个登录");
    assert_eq!(portal.get("/getInfo", &one)["code"], 401, "dead on the next request");

    let both: Vec<String> =
        rows(&portal.get("/monitor/online/list?userName=online2", &token)).iter().map(key).collect();
    let batch = portal.delete(&format!("/monitor/online/batch/{}", both.join(",")), &token);
    assert_eq!(batch["msg"], "已强退 2 个登录");
    assert_eq!(
        (portal.get("/getInfo", &two)["code"].clone(), portal.get("/getInfo", &three)["code"].clone()),
        (json!(401), json!(401))
    );
    assert_eq!(portal.get("/getInfo", &token)["code"], 200);
    let kept: String = portal.audit_rows().iter().map(|row| row.changes.clone()).collect();
    assert!(sessions.iter().all(|id| !kept.contains(id)), "no row names a session id");
    assert!(kept.contains("\"table\":\"session\""));
}

#[test]
fn nobody_signs_off_a_mightier_person() {
    let portal = Portal::new();
    let right = "monitor:online:forceLogout";
    let guard = portal.role("guard", &["monitor:online:list", right], 3, &[]);
    let weak = portal.role("weak", &[right], 3, &[]);
    let wide = portal.role("wide", &[right], 1, &[]);
    let rich = portal.role("rich", &[right, "system:user:remove"], 3, &[]);
    for (name, role_ids) in [
        ("guard1", vec![guard]),
        ("guard2", vec![guard]),
        ("plain1", vec![]),
        ("weak1", vec![weak]),
        ("wide1", vec![weak, wide]),
        ("rich1", vec![rich]),
    ] {
        portal.person(name, 110, &role_ids);
    }
    let admin = portal.admin();
    let token = portal.token("guard1");
    // Whom he signs off, and what he is told when he may not.
    for (whom, refused) in [
        ("admin", Some("管理员")),
        ("wide1", Some("wide1姓名")),
        ("rich1", Some("rich1姓名")),
        ("guard2", None),
        ("weak1", None),
        ("plain1", None),
        ("guard1", None),
    ] {
        let theirs = if whom == "admin" { admin.clone() } else { portal.token(whom) };
        let list = rows(&portal.get(&format!("/monitor/online/list?userName={whom}"), &admin));
        let mut keys: Vec<&str> = list.iter().map(|row| row["tokenId"].as_str().unwrap()).collect();
        if whom == "guard1" {
            let here = rows(&portal.get("/monitor/online/list?userName=guard1", &token));
            let own = here.iter().find(|row| row["current"] == true).unwrap()["tokenId"].as_str().unwrap().to_owned();
            keys.retain(|key| *key != own);
        }
        assert!(!keys.is_empty());
        let answer = portal.delete(&format!("/monitor/online/{}", keys.join(",")), &token);
        let (sentence, alive) = match refused {
            Some(name) => (format!("不能强退权限高于自己的用户：{name}"), 200),
            None => ("已强退 1 个登录".to_owned(), 401),
        };
        assert_eq!(answer["msg"], sentence, "{whom}");
        assert_eq!(portal.get("/getInfo", &theirs)["code"], alive, "{whom}");
    }
    assert_eq!(portal.get("/getInfo", &token)["code"], 200);
    let theirs = rows(&portal.get("/monitor/online/list?userName=rich1", &admin))[0]["tokenId"].clone();
    let answer = portal.delete(&format!("/monitor/online/{}", theirs.as_str().unwrap()), &admin);
    assert_eq!(answer["msg"], "已强退 1 个登录", "the super administrator is mightier than everybody");
}

#[test]
fn the_server_shows_itself_and_its_store() {
    let portal = Portal::new();
    let token = portal.admin();
    let data = portal.get("/monitor/server", &token)["data"].clone();
    for path in ["/cpu/cpuNum", "/mem/total", "/jvm/used", "/jvm/total"] {
        assert!(data.pointer(path).and_then(Value::as_f64).is_some_and(|number| number > 0.0), "{path}: {data}");
    }
    for path in ["/jvm/startTime", "/jvm/runTime", "/sys/osName", "/sys/userDir", "/product/free", "/product/version"] {
        assert!(data.pointer(path).and_then(Value::as_str).is_some_and(|text| !text.is_empty()), "{path}: {data}");
    }
    assert_eq!((data["product"]["sessions"].clone(), data["product"]["lastBackup"].clone()), (json!(1), json!("")));
    let caller = std::sync::Arc::new(gx_portal::op::Caller::job("test"));
    gx_portal::upkeep::backup::create_by(&portal.app, &caller, &portal.app.paths.backups()).unwrap();
    let data = portal.get("/monitor/server", &token)["data"].clone();
    assert_eq!(data["product"]["lastBackup"], "2024-09-30 09:00:00");
}

#[test]
fn the_cache_calls_of_old_clients_show_no_secret() {
    let portal = Portal::new();
    let token = portal.admin();
    let info = portal.get("/monitor/cache", &token)["data"].clone();
    assert!(info["info"]["redis_version"].is_string() && info["dbSize"].as_u64().unwrap() > 50, "{info}");
    assert!(info["commandStats"].as_array().unwrap().iter().any(|row| row["name"] == "user" && row["value"] == "1"));
    let names = portal.get("/monitor/cache/getNames", &token)["data"].clone();
    let id =
        portal.app.store.read().unwrap().all::<gx_portal::platform::session::Session>().unwrap()[0].session_id.clone();
    for name in names.as_array().unwrap() {
        let name = name["cacheName"].as_str().unwrap();
        for key in portal.get(&format!("/monitor/cache/getKeys/{name}"), &token)["data"].as_array().unwrap() {
            let value = portal.get(&format!("/monitor/cache/getValue/{name}/{}", key.as_str().unwrap()), &token);
            assert_eq!(value["code"], 200, "{name} {key}: {value}");
            assert!(!value.to_string().contains(&id) && !key.as_str().unwrap().contains(&id));
        }
    }
    for path in ["clearCacheName/sys_dict:", "clearCacheKey/x", "clearCacheAll"] {
        let answer = portal.delete(&format!("/monitor/cache/{path}"), &token);
        assert_eq!(answer["msg"], "已重建人员检索；会话、参数和字典直接取自存储，无需清理");
    }
    let store = portal.get("/monitor/cache/store", &token)["data"].clone();
    let user = store["tables"].as_array().unwrap().iter().find(|row| row["name"] == "user").unwrap().clone();
    assert_eq!((user["records"].clone(), store["people"].clone()), (json!(1), json!(1)), "{store}");
}
