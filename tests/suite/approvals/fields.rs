//! What a node hides leaves the server nowhere (approvals.md 7.5): a sentinel in every field, random maps of rights, and
//! every answer that speaks of the process, for everybody who may look at it.

use std::collections::BTreeSet;

use crate::office::Office;
use crate::support::{Portal, scale};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Map, Value, json};

/// A field, what is entered, and what must not be seen of it.
struct Planted {
    name: &'static str,
    kind: &'static str,
    value: Value,
    signs: Vec<String>,
}

struct Scene {
    portal: Portal,
    admin: String,
    people: Vec<(&'static str, u64, String)>,
    fields: Vec<Planted>,
    scan: std::cell::Cell<u64>,
}

const PEOPLE: [&str; 6] = ["starter", "one", "two", "reader", "keeper", "stand"];

impl Scene {
    fn new() -> Self {
        let portal = Portal::new();
        let admin = portal.admin();
        let starts = portal.role("starts", &["appr:form:start"], 5, &[]);
        let keeps = portal.role("keeps", &["appr:manage:list", "appr:manage:assign"], 1, &[]);
        let people: Vec<(&str, u64, String)> = PEOPLE
            .into_iter()
            .map(|name| {
                let number = portal.person(name, 110, &[if name == "keeper" { keeps } else { starts }]);
                (name, number, portal.token(name))
            })
            .collect();
        let spy = portal.person("spyperson", 110, &[]);
        let field = |name, kind, value: Value, signs: &[&str]| {
            let signs = signs.iter().map(|sign| (*sign).to_owned()).collect();
            Planted { name, kind, value, signs }
        };
        let fields = vec![
            field("subject", "text", json!("公开标题"), &[]),
            field("secret", "text", json!("哨兵甲文"), &["哨兵甲文"]),
            field("story", "textarea", json!("哨兵乙文"), &["哨兵乙文"]),
            field("fee", "money", json!(7_654_321), &["7654321", "76,543.21"]),
            field("other", "money", json!(8_765_432), &["8765432", "87,654.32"]),
            field("count", "int", json!(987_654), &["987654"]),
            field("size", "area", json!(4_567_890), &["4567890", "45678.90", "45,678.90"]),
            field("day", "date", json!("2024-03-17"), &["2024-03-17"]),
            field("seal", "choice", json!(1), &["哨兵选项"]),
            field("whom", "person", json!(spy), &["spyperson姓名"]),
            field("scans", "files", json!([]), &["哨兵文件"]),
        ];
        let scene = Self { portal, admin, people, fields, scan: std::cell::Cell::new(0) };
        scene.draw();
        scene
    }

    fn draw(&self) {
        let drawn = |field: &Planted| {
            let mut out = json!({"name": field.name, "title": format!("字段{}", field.name), "kind": field.kind});
            if field.kind == "choice" {
                out["options"] = json!(["普通", "哨兵选项"]);
            }
            out
        };
        let fields: Vec<Value> = self.fields.iter().map(drawn).collect();
        let answer =
            self.portal.post("/appr/form", &self.admin, json!({"key": "spy", "name": "哨兵", "fields": fields}));
        assert_eq!(answer["code"], 200, "{answer}");
    }

    fn person(&self, name: &str) -> &(&'static str, u64, String) {
        self.people.iter().find(|person| person.0 == name).unwrap()
    }

    /// Every field but the title is hidden or not, and a choice between the two nodes looks at all that it can.
    fn publish(&self, maps: &[BTreeSet<&str>; 2]) {
        let node = |code: &str, who: &str, hidden: &BTreeSet<&str>| {
            let fields: Map<String, Value> = hidden.iter().map(|name| ((*name).to_owned(), json!(3))).collect();
            json!({"code": code, "type": 1, "name": code, "fields": fields,
                "assign": [{"kind": "USER", "users": [self.person(who).1]}],
                "cc": if code == "t2" { json!([{"kind": "USER", "users": [self.person("reader").1]}]) } else { json!([]) }})
        };
        let looks = json!({"and": [
            {"gt": ["fee", 1]}, {"gt": ["amount_fen", 1]}, {"gt": ["other", 1]}, {"gt": ["count", 1]}, {"gt": ["size", 1]},
            {"ne": ["secret", "x"]}, {"ne": ["story", "x"]}, {"eq": ["seal", 1]}, {"gt": ["whom", 1]}]});
        let drawing = json!({"key": "spy", "name": "哨兵", "options": {}, "nodes": [
            {"code": "b", "type": 0, "name": "发起"}, node("t1", "one", &maps[0]), {"code": "c", "type": 2, "name": "看"},
            node("t2", "two", &maps[1]), node("t3", "two", &maps[1])],
            "edges": [{"from": "b", "to": "t1"}, {"from": "t1", "to": "c"},
                {"from": "c", "to": "t2", "order": 1, "if": looks}, {"from": "c", "to": "t3", "default": true},
                {"from": "t2"}, {"from": "t3"}]});
        let made = self.portal.post("/appr/definition", &self.admin, drawing);
        let published = self.portal.post("/appr/definition/publish", &self.admin, json!({"id": made["data"]["id"]}));
        assert_eq!(published["code"], 200, "{published}");
    }

    fn start(&self) -> u64 {
        let mut data: Map<String, Value> =
            self.fields.iter().map(|field| (field.name.to_owned(), field.value.clone())).collect();
        let starter = &self.person("starter").2;
        let file = self.portal.upload("/common/upload2Minio", starter, "file", "哨兵文件.pdf", b"%PDF-1.4\n%%EOF\n");
        self.scan.set(file["fileInfo"]["id"].as_u64().unwrap_or_else(|| panic!("{file}")));
        data.insert("scans".into(), json!([self.scan.get()]));
        let started = self.portal.post("/appr/form/start", starter, json!({"key": "spy", "data": data}));
        started["data"]["instanceId"].as_u64().unwrap_or_else(|| panic!("{started}"))
    }

    fn act(&self, who: &str, deed: &str, instance: u64, more: Value) {
        let token = &self.person(who).2;
        let rows = self.portal.get("/appr/task/todo", token)["rows"].clone();
        let row = rows.as_array().unwrap().iter().find(|row| row["instanceId"] == instance);
        let row = row.unwrap_or_else(|| panic!("{who}: {rows}"));
        let form = crate::e1::with(json!({"taskId": row["taskId"], "comment": "意见"}), more);
        let answer = self.portal.post(&format!("/appr/task/{deed}"), token, form);
        assert_eq!(answer["code"], 200, "{deed}: {answer}");
    }

    /// Nothing of what is hidden from him stands in anything he gets, and what isn't hidden stands in the detail.
    fn look(&self, who: &str, instance: u64, hidden: &BTreeSet<&str>, seed: u64) {
        let token = &self.person(who).2;
        let detail = format!("/appr/instance/{instance}");
        let shown = self.portal.get(&detail, token);
        assert_eq!(shown["code"], 200, "{who}: {shown}");
        let scans = self.scan.get();
        let paths = [
            detail.clone(),
            format!("{detail}/path"),
            "/appr/task/todo".into(),
            "/appr/task/done".into(),
            "/appr/instance/mine".into(),
            "/appr/cc/list".into(),
            "/appr/message".into(),
            "/appr/count".into(),
            "/appr/manage/list".into(),
            "/stat/daiBan".into(),
            "/stat/daiBan/list".into(),
            format!("/common/download/{scans}"),
            format!("/common/thumbnail/{scans}"),
            format!("/system/fileInfo/list/{scans}"),
            format!("/appr/instance/of?bizType=form&bizId={}", shown["data"]["bizId"]),
        ];
        let answers: Vec<(String, String)> =
            paths.into_iter().map(|path| (path.clone(), self.said(&path, token, instance))).collect();
        for field in self.fields.iter().filter(|field| hidden.contains(field.name)) {
            for sign in &field.signs {
                for (path, said) in &answers {
                    assert!(!said.contains(sign.as_str()), "GX_SEED={seed}: {who} reads {sign} at {path}: {said}");
                }
            }
            let data = &shown["data"]["data"];
            let beside = format!("{}Id", field.name);
            assert!(data.get(field.name).is_none() && data.get(&beside).is_none(), "GX_SEED={seed}: {who}: {data}");
        }
        if hidden.contains("fee") {
            for list in ["task/todo", "task/done", "cc/list"] {
                let wide = self.portal.get(&format!("/appr/{list}?amountFrom=7654321&amountTo=7654321"), token);
                assert!(
                    !wide.to_string().contains(&format!("\"instanceId\":{instance},")),
                    "GX_SEED={seed}: a filter tells the amount: {wide}"
                );
            }
        }
        if hidden.contains("scans") {
            let file = self.portal.request("GET", &format!("/common/download/{scans}"), token, None);
            assert!(!file.bytes.starts_with(b"%PDF"), "GX_SEED={seed}: {who} reads the file");
        }
        if !hidden.contains("scans") && who != "keeper" {
            let file = self.portal.request("GET", &format!("/common/download/{scans}"), token, None);
            assert!(file.bytes.starts_with(b"%PDF"), "GX_SEED={seed}: {who} can't read the file: {}", file.json());
        }
        for field in self.fields.iter().filter(|field| !hidden.contains(field.name)) {
            assert!(shown["data"]["data"].get(field.name).is_some(), "GX_SEED={seed}: {who} misses {}", field.name);
        }
    }

    /// An answer, of lists only what speaks of this process.
    fn said(&self, path: &str, token: &str, instance: u64) -> String {
        let answer = self.portal.request("GET", path, token, None);
        let said = match serde_json::from_slice::<Value>(&answer.bytes) {
            Ok(json) => about(json, instance).to_string(),
            Err(_) => String::from_utf8_lossy(&answer.bytes).into_owned(),
        };
        format!("{said} {:?}", answer.headers)
    }
}

fn about(json: Value, instance: u64) -> Value {
    let is_other = |row: &Value| row.get("instanceId").is_some_and(|id| *id != instance);
    match json {
        Value::Array(rows) => rows.into_iter().filter(|row| !is_other(row)).map(|row| about(row, instance)).collect(),
        Value::Object(fields) => fields.into_iter().map(|(name, value)| (name, about(value, instance))).collect(),
        other => other,
    }
}

#[test]
fn what_a_node_hides_is_in_no_answer() {
    let scene = Scene::new();
    let seed = scale::seed();
    let mut rng = StdRng::seed_from_u64(seed);
    let names: Vec<&str> = scene.fields.iter().skip(1).map(|field| field.name).collect();
    let rounds = scale::rounds("GX_SEEDS", 2, 8);
    for round in 0..rounds {
        let all = round == 0;
        let mut drawn =
            || names.iter().copied().filter(|_| all || rng.random_bool(0.5)).collect::<BTreeSet<&'static str>>();
        let maps = [drawn(), drawn()];
        let union: BTreeSet<&str> = maps[0].union(&maps[1]).copied().collect();
        scene.publish(&maps);
        let instance = scene.start();
        scene.look("starter", instance, &BTreeSet::new(), seed);
        scene.look("one", instance, &maps[0], seed);
        scene.look("keeper", instance, &union, seed);
        let stand = json!({"user": scene.person("one").1, "deputy": scene.person("stand").1, "from": "2024-09-30",
            "to": "2024-09-30"});
        let stand = scene.portal.post("/appr/deputy", &scene.admin, stand);
        scene.look("stand", instance, &maps[0], seed);
        scene.portal.delete(&format!("/appr/deputy/{}", stand["data"]["id"]), &scene.admin);
        scene.act("one", "approve", instance, json!({}));
        scene.look("one", instance, &maps[0], seed);
        scene.look("two", instance, &maps[1], seed);
        scene.look("reader", instance, &union, seed);
        scene.act("two", "return", instance, json!({}));
        scene.look("two", instance, &maps[1], seed);
        scene.look("starter", instance, &BTreeSet::new(), seed);
        let starter = &scene.person("starter").2;
        let gone = scene.portal.post("/appr/instance/abandon", starter, json!({"id": instance, "comment": "不办了"}));
        assert_eq!(gone["code"], 200, "{gone}");
        scene.look("one", instance, &maps[0], seed);
        scene.look("keeper", instance, &union, seed);
    }
}

#[test]
fn nobody_changes_what_his_node_does_not_give() {
    let office = Office::new();
    let (portal, admin) = (office.portal(), &office.town.clerk);
    let node = |code: &str, who: &str, fields: Value| {
        json!({"code": code, "type": 1, "name": code, "fields": fields,
            "assign": [{"kind": "USER", "users": [office.number(who)]}]})
    };
    let drawing = json!({"key": "waiver", "name": "改动", "options": {}, "nodes": [
        {"code": "b", "type": 0, "name": "发起"},
        node("t1", "leader", json!({"policyDoc": 2, "remark": 3})), node("t2", "money", json!({"policyDoc": 1}))],
        "edges": [{"from": "b", "to": "t1"}, {"from": "t1", "to": "t2"}, {"from": "t2"}]});
    let made = office.town.make("/appr/definition", drawing);
    office.town.done(admin, "/appr/definition/publish", json!({"id": made}));
    let instance = office.waiver("writer", office.bill_of("改动", 1_200_000), 100_000, "云政1号");
    let all = portal.get("/appr/binding/list", admin)["data"]["bindings"].clone();
    let waiver = all.as_array().unwrap().iter().find(|one| one["key"] == "waiver").unwrap().clone();
    let mut paths: Vec<String> =
        waiver["fields"].as_array().unwrap().iter().map(|field| field["path"].as_str().unwrap().to_owned()).collect();
    paths.extend(["*", "", "state", "waiverId", "bills.0.amountFen", "tenant"].map(str::to_owned));
    let row = |who: &str| {
        let rows = portal.get("/appr/task/todo", office.token(who))["rows"].clone();
        rows.as_array().unwrap().iter().find(|row| row["instanceId"] == instance).unwrap().clone()
    };
    let shown =
        |who: &str| portal.get(&format!("/appr/instance/{instance}"), office.token(who))["data"]["data"].clone();
    for (who, gives) in [("leader", true), ("money", false)] {
        let (row, before) = (row(who), shown("writer"));
        for path in paths.iter().filter(|path| !gives || *path != "policyDoc") {
            let form = json!({"taskId": row["taskId"], "edits": {path: "改动"}});
            office.town.refused(office.token(who), "/appr/task/approve", form, "在本环节不能修改");
            let both = json!({"taskId": row["taskId"], "edits": {"policyDoc": "云政2号", path: "改动"}});
            office.town.refused(office.token(who), "/appr/task/approve", both, "在本环节不能修改");
        }
        let reject = json!({"taskId": row["taskId"], "comment": "意见", "edits": {"policyDoc": "云政3号"}});
        office.town.refused(office.token(who), "/appr/task/reject", reject, "只有同意时才能修改");
        assert_eq!(shown("writer"), before, "{who} changed nothing");
        let edits = if gives { json!({"policyDoc": "云政2号"}) } else { json!({}) };
        let form = json!({"taskId": row["taskId"], "edits": edits});
        office.town.done(office.token(who), "/appr/task/approve", form);
    }
    assert_eq!(shown("writer")["policyDoc"], "云政2号");
    office.town.is_whole();
}
