//! Who may not see a value learns nothing about it: two portals that differ in nothing but hidden values answer him alike,
//! whatever he asks with a guess that is right in the one and wrong in the other: every kind of field of a register, sealed or
//! 敏感, by every way there is. The fixed features, and that nothing is forgotten: `hidden_fixed.rs`.

use gx_portal::features::registers::kind::FieldKind;
use serde_json::{Value, json};

use crate::registers::made::{field, fine, publish, row, with};
use crate::support::Portal;
use crate::wide::{of_texts, texts};

/// Ways to ask for a value of a register.
const WAYS: [&str; 23] = [
    "list",
    "one row",
    "filter",
    "order",
    "counts",
    "groups",
    "sums",
    "word",
    "original texts",
    "due",
    "meta",
    "openapi",
    "export",
    "office export",
    "dry run",
    "paste",
    "change",
    "batch",
    "history",
    "log",
    "link",
    "approval",
    "reminders",
];

/// Two identity numbers of one mask; their last sign is computed.
fn idnos() -> (String, String) {
    let whole = |body: &str| {
        const WEIGHTS: [u32; 17] = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
        let sum: u32 = body.bytes().zip(WEIGHTS).map(|(digit, weight)| u32::from(digit - b'0') * weight).sum();
        format!("{body}{}", b"10X98765432"[sum as usize % 11] as char)
    };
    let days = (1..=12).flat_map(|month| (1..=28).map(move |day| format!("1101051949{month:02}{day:02}002")));
    let mut found = days.map(|body| whole(&body)).filter(|one| one.ends_with("002X"));
    (found.next().expect("one"), found.next().expect("another"))
}

/// Two values of a kind that everybody without the right sees as one: masked alike, or not at all.
fn values(kind: FieldKind) -> (Value, Value) {
    let (one, other) = idnos();
    match kind {
        FieldKind::Text | FieldKind::Long | FieldKind::Code => (json!("机密甲"), json!("机密乙")),
        FieldKind::Rich => (json!("<p>机密甲</p>"), json!("<p>机密乙</p>")),
        FieldKind::Whole => (json!(4_111), json!(9_222)),
        FieldKind::Money => (json!(411_100), json!(922_200)),
        FieldKind::Percent => (json!(41_110), json!(92_220)),
        FieldKind::Decimal | FieldKind::Area => (json!("41.11"), json!("92.22")),
        FieldKind::Year => (json!(1941), json!(1992)),
        FieldKind::Day => (json!("1941-01-11"), json!("1992-02-22")),
        FieldKind::Month => (json!("1941-01"), json!("1992-02")),
        FieldKind::Moment => (json!("1941-01-11 01:11:11"), json!("1992-02-22 02:22:22")),
        FieldKind::Flag => (json!(true), json!(false)),
        FieldKind::Choice => (json!("open"), json!("done")),
        FieldKind::Choices => (json!(["open"]), json!(["done"])),
        FieldKind::Person => (json!(1), json!(100)),
        FieldKind::Persons => (json!([1]), json!([100])),
        FieldKind::Dept => (json!(103), json!(110)),
        FieldKind::Link | FieldKind::Files | FieldKind::Pictures => (json!(1), json!(2)),
        FieldKind::Phone => (json!("13900004321"), json!("13911114321")),
        FieldKind::Idno => (json!(one), json!(other)),
        FieldKind::Account => (json!("6222020200112233"), json!("6222020299112233")),
    }
}

fn word(kind: FieldKind) -> &'static str {
    FieldKind::ALL.iter().zip(FieldKind::WORDS).find(|(one, _)| **one == kind).expect("a word").1
}

fn code(kind: FieldKind) -> String {
    format!("h{}", word(kind))
}

fn label(kind: FieldKind) -> String {
    format!("密{}", kind.label())
}

/// A register with a hidden field of every kind, what is computed from one, and a reminder that ends by one.
fn definition(approval: Value, target: &str) -> Value {
    let entries = json!([{"value": "open", "label": "在办"}, {"value": "done", "label": "办结"}]);
    let number = |kind: FieldKind| FieldKind::ALL.iter().position(|one| *one == kind).expect("a kind") + 10;
    let remind = json!({"ahead": 30, "field": number(FieldKind::Flag), "values": ["true"]});
    let operand = json!({"sign": "+", "field": number(FieldKind::Money), "number": ""});
    let mut fields = vec![
        with(field("bianhao", "编号", "code"), json!({"no": 1, "required": true})),
        with(field("gongkai", "公开", "text"), json!({"no": 2})),
        with(field("daoqi", "到期", "day"), json!({"no": 3, "remind": remind})),
        with(field("suan", "算得", "money"), json!({"no": 4, "formula": {"operands": [operand]}})),
    ];
    for kind in FieldKind::ALL {
        let more = json!({"no": number(kind), "sensitive": !kind.is_sealed(), "places": 2, "entries": if kind.has_dictionary() { entries.clone() } else { json!([]) },
            "link": if kind == FieldKind::Link { target } else { "" }});
        fields.push(with(field(&code(kind), &label(kind), word(kind)), more));
    }
    json!({"name": "保密台账", "fields": fields, "title": 1, "once": [[1]], "formColumns": 2, "approval": approval})
}

struct World {
    portal: Portal,
    token: String,
    /// What the guesses are of: the first row.
    id: u64,
    /// The same in the register whose changes are decided about.
    decided: u64,
    told: Vec<(String, &'static str, String)>,
}

impl World {
    /// `is_first`: the first row has the first value and the others the second one, or the other way round. `sees`: whether
    /// who asks has the right to them.
    fn new(is_first: bool, sees: bool) -> Self {
        let portal = Portal::new();
        let admin = portal.admin();
        portal.person("someone", 110, &[]);
        publish(
            &portal,
            &admin,
            "mubiao",
            json!({"name": "目标", "fields": [field("ming", "名", "text")], "title": 1, "formColumns": 1}),
        );
        let targets = ["目标甲", "目标乙"].map(|name| row(&portal, &admin, "mubiao", json!({"ming": name})));
        let files = [b"a".as_slice(), b"b"].map(|bytes| {
            portal.upload("/common/upload", &admin, "file", "件.txt", bytes)["newFileName"]
                .as_str()
                .expect("a number")
                .parse::<u64>()
                .expect("a number")
        });
        let mut rows = Vec::new();
        for (name, approval) in [("mimi", json!({})), ("shenpi", json!({"change": true}))] {
            let input =
                json!({"code": name, "definition": with(definition(approval, "reg:mubiao"), json!({"name": name}))});
            let register = fine(portal.post("/reg/design", &admin, input))["data"]["id"].as_u64().expect("a number");
            let confirm = json!({"confirm": ["approval", "hidden:4"]});
            fine(portal.put(&format!("/reg/design/{register}/publish"), &admin, confirm));
            let of_row = |has_first: bool, no: usize| {
                let mut values = json!({"bianhao": format!("B-{no}"), "daoqi": "2024-10-05", "gongkai": "甲"});
                for kind in FieldKind::ALL {
                    let pair = match kind {
                        FieldKind::Link => (json!(targets[0]), json!(targets[1])),
                        FieldKind::Person => (json!(1), json!(100)),
                        // A file belongs to one row.
                        FieldKind::Files | FieldKind::Pictures => continue,
                        kind => self::values(kind),
                    };
                    values[code(kind)] = if has_first { pair.0 } else { pair.1 };
                }
                values
            };
            let of_file = |mut values: Value| {
                if name == "mimi" {
                    values[code(FieldKind::Files)] = json!([files[usize::from(!is_first)]]);
                }
                values
            };
            rows.push(row(&portal, &admin, name, of_file(of_row(is_first, 1))));
            row(&portal, &admin, name, of_row(!is_first, 2));
            row(&portal, &admin, name, of_row(!is_first, 3));
        }
        // A hidden field with an original text.
        let (first, second) = if is_first { ("约某年", "1950") } else { ("1950", "约某年") };
        let head = ["编号", &label(FieldKind::Year)];
        let bytes = of_texts(&[&head, &["B-1", first], &["B-2", second]]);
        let path = "/reg/mimi/importData?updateSupport=true&keep=true";
        assert_eq!(fine(portal.upload(path, &admin, "file", "数据.xlsx", &bytes))["data"]["updated"], 2);
        publish(
            &portal,
            &admin,
            "lianjie",
            json!({"name": "指向", "formColumns": 1, "fields": [with(field("dao", "到", "link"), json!({"link": "reg:mimi"}))]}),
        );
        row(&portal, &admin, "lianjie", json!({"dao": rows[0]}));
        let acts = ["list", "query", "add", "edit", "remove", "import", "export"];
        let rights =
            ["mimi", "shenpi", "lianjie", "mubiao"].iter().flat_map(|name| acts.map(|act| format!("reg:{name}:{act}")));
        let personal = ["mimi", "shenpi"].map(|name| format!("reg:{name}:pii")).into_iter().filter(|_| sees);
        let rights: Vec<String> = rights
            .chain(["reg:shenpi:approve".to_owned(), "monitor:operlog:list".to_owned()])
            .chain(personal)
            .collect();
        let role = portal.role("prober", &rights.iter().map(String::as_str).collect::<Vec<_>>(), 1, &[]);
        portal.person("prober", 110, &[role]);
        let token = portal.token("prober");
        Self { portal, token, id: rows[0], decided: rows[1], told: Vec::new() }
    }

    fn get(&self, path: &str) -> String {
        self.portal.get(path, &self.token).to_string()
    }

    fn export(&self, path: &str) -> String {
        let answer = self.portal.request("POST", path, &self.token, Some(""));
        if answer.bytes.starts_with(b"PK") {
            texts(&answer.bytes)
        } else {
            String::from_utf8_lossy(&answer.bytes).into_owned()
        }
    }

    fn import(&self, label: &str, guess: &str, dry_run: bool) -> String {
        let bytes = of_texts(&[&["编号", label], &["B-1", guess]]);
        let path = format!("/reg/mimi/importData?updateSupport=true&dryRun={dry_run}");
        let mut answer = self.portal.upload(&path, &self.token, "file", "数据.xlsx", &bytes);
        answer["data"]["resultFile"] = json!(null);
        answer.to_string()
    }

    /// What the log says of operations, without how long they took and how large files were.
    fn log(&self) -> String {
        let mut told = self.portal.get("/monitor/operlog/list?pageSize=500", &self.token);
        for row in told["rows"].as_array_mut().expect("rows") {
            row["costTime"] = json!(0);
            // a workbook of the tests tells when it was made, and is as long as that packs
            let input = row["operParam"].as_str().unwrap_or_default();
            if let Some((before, after)) = input.split_once("\"size\":") {
                let input = format!("{before}{}", after.trim_start_matches(|c: char| c.is_ascii_digit()));
                row["operParam"] = json!(input);
            }
        }
        told.to_string()
    }

    fn ask(&self, way: &str, name: &str, label: &str, guess: &Value) -> String {
        let said = match guess {
            Value::String(text) => text.clone(),
            Value::Array(all) => all[0].as_str().map_or_else(|| all[0].to_string(), str::to_owned),
            other => other.to_string(),
        };
        let coded = percent_encoding::utf8_percent_encode(&said, percent_encoding::NON_ALPHANUMERIC).to_string();
        let capital = format!("{}{}", name[..1].to_uppercase(), &name[1..]);
        let list = |query: String| self.get(&format!("/reg/mimi/list?{query}"));
        match way {
            "list" => list("pageSize=50".into()),
            "one row" => self.get(&format!("/reg/mimi/{}", self.id)) + &self.get(&format!("/reg/mimi/{}", self.id + 1)),
            "filter" => ["q[X]", "q[beginY]", "q[endY]"]
                .map(|one| list(format!("{}={coded}", one.replace('X', name).replace('Y', &capital))))
                .concat(),
            "order" => ["asc", "desc"].map(|down| list(format!("orderByColumn={name}&isAsc={down}"))).concat(),
            "counts" => list(format!("facets={name}")),
            "groups" => self.get(&format!("/reg/mimi/group?by={name}")),
            "sums" => self.get(&format!("/reg/mimi/group?by=daoqi&sum={name}")),
            "word" => list(format!("keyWord={coded}")) + &self.get(&format!("/reg/mimi/options?keyWord={coded}")),
            "original texts" => list("misfit=true".into()),
            "due" => list("due=daoqi".into()),
            "meta" => self.get("/reg/mimi/meta"),
            "openapi" => {
                String::from_utf8_lossy(&self.portal.request("GET", "/reg/mimi/openapi", &self.token, None).bytes)
                    .into_owned()
            }
            "export" => self.export("/reg/mimi/export"),
            "office export" => self.export("/reg/mimi/export?layout=paper"),
            "dry run" => self.import(label, &said, true),
            "paste" => {
                let form = json!({"text": format!("编号\t{label}\nB-1\t{said}"), "updateSupport": true});
                let mut answer = self.portal.post("/reg/mimi/paste", &self.token, form);
                answer["data"]["resultFile"] = json!(null);
                answer.to_string()
            }
            "change" => {
                self.portal.put("/reg/mimi", &self.token, json!({"id": self.id, "values": {name: guess}})).to_string()
                    + &self.get(&format!("/reg/mimi/{}", self.id))
            }
            "batch" => {
                self.portal
                    .put("/reg/mimi/batch", &self.token, json!({"ids": [self.id], "field": name, "value": guess}))
                    .to_string()
                    + &self.get(&format!("/reg/mimi/{}", self.id))
            }
            "history" => self.get(&format!("/portal/history?kind=register&id={}", self.id)),
            "log" => self.log(),
            "link" => self.get("/reg/lianjie/list") + &self.get("/reg/mimi/options"),
            "approval" => self.approval(name, guess),
            "reminders" => self.get("/stat/daiBan"),
            other => panic!("{other} is no way"),
        }
    }

    /// A change of the field, one of another field, and what their pages and prints show.
    fn approval(&self, name: &str, guess: &Value) -> String {
        let mut told = String::new();
        for values in [json!({name: guess}), json!({"gongkai": format!("乙{name}")})] {
            let payload = json!({"change": {"id": self.decided, "values": values}});
            told += &self
                .portal
                .post("/appr/new/preview", &self.token, json!({"key": "reg:shenpi", "payload": payload}))
                .to_string();
            let sent = self.portal.post("/appr/new", &self.token, json!({"key": "reg:shenpi", "payload": payload}));
            told += &sent.to_string();
            let Some(instance) = sent["data"]["instanceId"].as_u64() else { continue };
            for path in ["", "/print", "/path"] {
                told += &self.get(&format!("/appr/instance/{instance}{path}"));
            }
            told += &self.get("/appr/task/todo");
            for deed in ["withdraw", "abandon"] {
                let ended = json!({"id": instance, "comment": "不办了"});
                told += &fine(self.portal.post(&format!("/appr/instance/{deed}"), &self.token, ended)).to_string();
            }
        }
        told
    }

    fn answers(mut self) -> Vec<(String, &'static str, String)> {
        let computed = ("suan".to_owned(), "算得".to_owned(), json!(411_100));
        let of_kind = |kind: &FieldKind| (code(*kind), label(*kind), values(*kind).0);
        for (name, label, guess) in FieldKind::ALL.iter().map(of_kind).chain([computed]) {
            for way in WAYS {
                let answer = self.ask(way, &name, &label, &guess);
                self.told.push((name.clone(), way, answer));
            }
        }
        self.told
    }
}

/// What differs between two answers, for the sentence of a failure.
pub fn apart(one: &str, other: &str) -> String {
    let at = one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
    let around = |text: &str| {
        String::from_utf8_lossy(&text.as_bytes()[at.saturating_sub(120).min(text.len())..(at + 120).min(text.len())])
            .into_owned()
    };
    format!("\n{}\n{}", around(one), around(other))
}

#[test]
fn registers_tell_nothing_of_hidden_values_by_any_way() {
    let answers = World::new(true, false).answers();
    let others = World::new(false, false).answers();
    let pairs = answers.iter().zip(&others).filter(|((.., one), (.., other))| one != other);
    let leaks: Vec<(String, String)> =
        pairs.map(|((name, way, one), (.., other))| (format!("{name} by {way}"), apart(one, other))).collect();
    let names: Vec<&str> = leaks.iter().map(|(name, _)| name.as_str()).collect();
    assert!(leaks.is_empty(), "{} answers of {} differ: {names:?}{}", leaks.len(), answers.len(), leaks[0].1);
    let whole = [idnos().1, "13911114321".to_owned(), "6222020299112233".to_owned(), "机密乙".to_owned()];
    for (name, way, answer) in answers {
        let told = whole.iter().find(|value| answer.contains(*value));
        assert!(told.is_none(), "{name} by {way} tells {told:?}");
    }
}

/// Ways that tell something of some field to who holds the right: those of [`WAYS`] but the ones that show no values, or come
/// after a change that made both alike. Nobody orders by personal data.
#[test]
fn the_same_ways_tell_them_to_who_holds_the_right() {
    let answers = World::new(true, true).answers();
    let others = World::new(false, true).answers();
    let differ = |wanted: &str| {
        let both = answers.iter().zip(&others).filter(|((_, way, _), _)| *way == wanted);
        both.filter(|((.., one), (.., other))| one != other).count()
    };
    for way in
        WAYS.into_iter().filter(|way| !["order", "meta", "openapi", "log", "link", "batch", "paste"].contains(way))
    {
        assert!(differ(way) > 0, "{way} asks nothing");
    }
    assert!(differ("list") > 15 && differ("filter") > 8, "{} {}", differ("list"), differ("filter"));
}
