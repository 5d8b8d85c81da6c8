//! 文书 through the HTTP surface, over the demonstration city: templates, papers of every kind, made again, read back.

use std::collections::BTreeSet;

use crate::support;
use gx_office::{controls, plain_document};
use serde_json::{Value, json};
use support::Portal;

pub struct Desk {
    pub portal: Portal,
    pub admin: String,
}

/// Kinds from here on are forms for superiors: workbooks.
const FIRST_REPORT: u8 = 13;

/// Kinds by their numbers, and where records of their subject are found.
const KINDS: [(u8, &str); 13] = [
    (1, "lease"),
    (2, "change"),
    (3, "lease"),
    (4, "bill"),
    (5, "overdue"),
    (6, "overdue"),
    (7, "lease"),
    (8, "lease"),
    (9, "lease"),
    (10, "receipt"),
    (11, "handover"),
    (13, "lease"),
    (14, "bill"),
];

impl Desk {
    pub fn new() -> Self {
        let portal = Portal::city();
        let admin = portal.admin();
        Self { portal, admin }
    }

    pub fn get(&self, path: &str) -> Value {
        let answer = self.portal.get(path, &self.admin);
        assert_eq!(answer["code"], 200, "{path}: {answer}");
        answer
    }

    /// The file that a path offers.
    pub fn file(&self, path: &str) -> Vec<u8> {
        let ticket = self.get(path)["msg"].as_str().unwrap().to_owned();
        let address = format!("/common/download?fileName={}&delete=true", urlencoded(&ticket));
        let answer = self.portal.request("GET", &address, &self.admin, None);
        assert_eq!(answer.status, 200, "{path}");
        answer.bytes
    }

    pub fn uploaded(&self, kind: u8, name: &str, bytes: &[u8]) -> Value {
        let path = format!("/paper/template?kind={kind}&templateName={}", urlencoded(name));
        self.portal.upload(&path, &self.admin, "file", "模板.docx", bytes)
    }

    fn template(&self, kind: u8, name: &str, text: &str) -> u64 {
        let answer = self.uploaded(kind, name, &plain_document(text).unwrap());
        answer["data"]["id"].as_u64().unwrap_or_else(|| panic!("{name}: {answer}"))
    }

    pub fn made(&self, template: u64, ids: &[u64]) -> Value {
        self.portal.post("/paper/paper", &self.admin, json!({"templateId": template, "ids": ids}))
    }

    pub fn paper(&self, template: u64, id: u64) -> u64 {
        let answer = self.made(template, &[id]);
        answer["data"][0]["paperId"].as_u64().unwrap_or_else(|| panic!("{template} of {id}: {answer}"))
    }

    pub fn ids(&self, list: &str, id: &str) -> Vec<u64> {
        let answer = self.get(list);
        answer["rows"].as_array().unwrap().iter().map(|row| row[id].as_u64().unwrap()).collect()
    }

    /// A record that papers of a kind are about.
    pub fn subject(&self, of: &str) -> u64 {
        let leases = self.ids("/lease/lease/list?pageSize=200", "leaseId");
        let below = |path: &str, id: &str| {
            leases.iter().find_map(|lease| self.get(&format!("/lease/lease/{lease}/{path}"))["data"][0][id].as_u64())
        };
        let found = match of {
            "lease" => leases.first().copied(),
            "change" => below("changes", "changeId").or_else(|| Some(self.change(leases[0]))),
            "handover" => below("handovers", "handoverId"),
            "bill" => self.ids("/fin/bill/list?payState=0&pageSize=1", "billId").first().copied(),
            "overdue" => self.ids("/fin/bill/list?overdue=true&pageSize=1", "billId").first().copied(),
            "receipt" => self.ids("/fin/receipt/list?state=1&pageSize=1", "receiptId").first().copied(),
            _ => None,
        };
        found.unwrap_or_else(|| panic!("the city has no {of}"))
    }

    /// A change of payment that waits.
    fn change(&self, _: u64) -> u64 {
        let lease = self.ids("/lease/lease/list?state=4&pageSize=1", "leaseId")[0];
        let mut shown = self.get(&format!("/lease/lease/{lease}"))["data"].clone();
        shown["purpose"] = json!("仓储加工");
        let form = json!({"leaseId": lease, "version": shown["version"], "kind": 9, "effectiveDate": shown["endDate"],
                          "reason": "补充约定", "facts": shown});
        let answer = self.portal.post("/lease/lease/change", &self.admin, form);
        assert_eq!(answer["code"], 200, "{answer}");
        self.get(&format!("/lease/lease/{lease}/changes"))["data"][0]["changeId"].as_u64().unwrap()
    }
}

fn urlencoded(text: &str) -> String {
    percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
}

/// A template that asks for everything there is, in every way it may be said.
fn everything(fields: &Value) -> String {
    let mut lines = Vec::new();
    for field in fields.as_array().unwrap() {
        let text = |name: &str| field[name].as_str().unwrap();
        let said = |name: &str| {
            let formats = field["formats"].as_array().unwrap().iter().map(|format| format.as_str().unwrap());
            let all = formats.map(|format| format!("{{{{{name}|{format}}}}}"));
            format!("{{{{{name}}}}}{}", all.collect::<String>())
        };
        lines.push(match (text("kind"), text("list")) {
            ("列表", _) => continue,
            ("是否", list) => {
                let (begin, end) = match list {
                    "" => (String::new(), String::new()),
                    list => (format!("{{{{#{list}}}}}"), format!("{{{{/{list}}}}}")),
                };
                let flag = format!("{{{{#{0}}}}}有{{{{/{0}}}}}{{{{^{0}}}}}无{{{{/{0}}}}}", text("name"));
                format!("{begin}{flag}{end}")
            }
            (_, "") => said(text("name")),
            (_, list) => format!("{{{{#{list}}}}}{}；{{{{/{list}}}}}", said(text("name"))),
        });
    }
    lines.join("\n")
}

#[test]
fn every_field_of_every_kind_is_filled_and_the_ready_templates_make_papers() {
    let desk = Desk::new();
    let before = desk.get("/paper/paper/list")["total"].as_u64().unwrap();
    for (kind, of) in KINDS {
        let subject = desk.subject(of);
        if of == "receipt" {
            let template = desk.template(kind, "先有编号", "{{收据编号}} {{收款编号}}");
            let refused = desk.made(template, &[subject]);
            assert!(refused["msg"].as_str().unwrap().ends_with("还没有收据编号，请先开收据"), "{refused}");
            let issued = desk.portal.post("/fin/slip", &desk.admin, json!({"receiptIds": [subject]}));
            assert_eq!(issued["code"], 200, "{issued}");
        }
        let fields = desk.get(&format!("/paper/template/fields/{kind}"))["data"].clone();
        let template = desk.template(kind, "全部字段", &everything(&fields));
        let paper = desk.paper(template, subject);
        let made = controls(&desk.file(&format!("/paper/paper/file?ids={paper}"))).unwrap();
        let said: BTreeSet<&str> = made.iter().map(|control| control.tag.split('|').next().unwrap()).collect();
        for field in
            fields.as_array().unwrap().iter().filter(|field| field["list"] == "" && field["formats"].is_array())
        {
            let (name, kind_of) = (field["name"].as_str().unwrap(), field["kind"].as_str().unwrap());
            assert!(matches!(kind_of, "列表" | "是否") || said.contains(name), "kind {kind}: {name} is in no control");
        }

        let ready = desk.file(&format!("/paper/template/starter/{kind}"));
        let answer = desk.uploaded(kind, "示例", &ready);
        let ready = answer["data"]["id"].as_u64().unwrap_or_else(|| panic!("kind {kind}: {answer}"));
        desk.paper(ready, subject);
    }
    let all = desk.get("/paper/paper/list?pageSize=100");
    assert_eq!(all["total"].as_u64().unwrap() - before, 2 * KINDS.len() as u64);
}

#[test]
fn a_template_of_some_units_makes_papers_of_those_alone() {
    let desk = Desk::new();
    let lease = desk.get("/lease/lease/list?pageSize=1")["rows"][0].clone();
    let number = lease["leaseId"].as_u64().unwrap();
    let template = desk.template(1, "审查表", "合同 {{合同编号}}");
    let of_units = |units: Vec<u64>| {
        let read = desk.get(&format!("/paper/template/{template}"))["data"].clone();
        let form = json!({"templateId": template, "version": read["version"], "templateName": "审查表",
                          "partyAs": units, "status": "0"});
        let answer = desk.portal.put("/paper/template", &desk.admin, form);
        assert_eq!(answer["code"], 200, "{answer}");
        desk.made(template, &[number])
    };
    let own = lease["partyAId"].as_u64().unwrap();
    let other = desk.ids("/asset/partyA/list?pageSize=50", "partyAId").into_iter().find(|party| *party != own).unwrap();
    let refused = of_units(vec![other]);
    assert!(refused["msg"].as_str().unwrap().contains("的甲方，请选择其他模板"), "{refused}");
    assert_eq!(of_units(vec![other, own])["code"], 200);
}

#[test]
fn a_paper_is_made_again_byte_by_byte_whatever_becomes_of_its_template_and_its_contract() {
    let desk = Desk::new();
    let lease = desk.subject("lease");
    let template = desk.template(1, "厂房租赁合同", "{{合同编号}} {{乙方名称}} {{月租金|大写}} {{制作人}}");
    let paper = desk.paper(template, lease);
    let path = format!("/paper/paper/file?ids={paper}");
    let first = desk.file(&path);

    let shown = desk.get(&format!("/paper/template/{template}"))["data"].clone();
    let version = format!("/paper/template/version?templateId={template}&version={}", shown["version"]);
    let again =
        |text: &str| desk.portal.upload(&version, &desk.admin, "file", "b.docx", &plain_document(text).unwrap());
    assert_eq!(again("{{合同编号}} 新 {{不存在}}")["code"], 500, "a version is checked as the first file was");
    assert_eq!(again("{{合同编号}} 新版 {{计租面积}}")["code"], 200);
    assert_eq!(again("{{合同编号}}")["code"], 409, "somebody else was first");
    let tenant = desk.get(&format!("/lease/lease/{lease}"))["data"]["tenantId"].as_u64().unwrap();
    let form = desk.get(&format!("/lease/tenant/{tenant}"))["data"].clone();
    let mut form = form;
    form["tenantName"] = json!("改名以后的乙方有限公司");
    assert_eq!(desk.portal.put("/lease/tenant", &desk.admin, form)["code"], 200);

    assert!(desk.file(&path) == first, "the file is as it was");
    let new = desk.paper(template, lease);
    let new = controls(&desk.file(&format!("/paper/paper/file?ids={new}"))).unwrap();
    assert_eq!(new.last().unwrap().tag, "计租面积", "a new paper is of the new version");

    let removed = desk.portal.delete(&format!("/paper/template/{template}"), &desk.admin);
    assert_eq!(removed["msg"], "模板“厂房租赁合同”已生成 2 份文书，不能删除，可以改为停用");
    let shown = desk.get(&format!("/paper/template/{template}"))["data"].clone();
    let off =
        json!({"templateId": template, "version": shown["version"], "templateName": "厂房租赁合同", "status": "1"});
    assert_eq!(desk.portal.put("/paper/template", &desk.admin, off)["code"], 200);
    assert_eq!(desk.made(template, &[lease])["msg"], "模板“厂房租赁合同”已停用，请选择其他模板");
    assert!(desk.file(&path) == first, "of a retired template too");
}

#[test]
fn what_is_wrong_with_a_template_is_said_all_at_once() {
    let desk = Desk::new();
    let told = |text: &str| desk.uploaded(1, "x", &plain_document(text).unwrap())["msg"].as_str().unwrap().to_owned();
    assert_eq!(
        told("{{乙方名}} {{月租金|年月日}} {{天气}} {{缴费计划}} {{账期起}}"),
        "租赁合同：不认识的字段“乙方名”，是否为“乙方名称”？；字段“月租金”不能用格式“年月日”；不认识的字段“天气”；\
         “缴费计划”是列表，请写成“{{#缴费计划}}…{{/缴费计划}}”，把每一行的字段写在中间；\
         “账期起”是列表“缴费计划”中的字段，请写在“{{#缴费计划}}…{{/缴费计划}}”中间"
    );
    assert!(told("没有字段").starts_with("文件中没有任何字段"));
    assert!(told("{{#房间}}{{房号}}").contains("没有写结束标记"));
    let broken = desk.uploaded(1, "x", b"PK\x03\x04broken");
    assert_eq!(broken["msg"], "文件已损坏，无法读取；请用 Office 或 WPS 打开，另存后重新上传", "and no English");
    let before = desk.get("/paper/template/list")["total"].as_u64().unwrap();
    desk.template(1, "同名", "{{合同编号}}");
    let twice = desk.uploaded(1, "同名", &plain_document("{{合同编号}}").unwrap());
    assert_eq!(twice["msg"], "租赁合同中已有名为“同名”的模板");
    let adopt = json!({"kind": 1});
    let adopted = desk.portal.post("/paper/template/starter", &desk.admin, adopt);
    assert_eq!(adopted["msg"], "租赁合同中已有名为“租赁合同（示例）”的模板", "the demonstration has adopted it");
    let after = desk.get("/paper/template/list")["total"].as_u64().unwrap();
    assert_eq!(after, before + 1, "nothing of what was refused is kept");
}

#[test]
fn a_text_that_comes_back_is_held_against_the_contract() {
    let desk = Desk::new();
    let lease = desk.subject("lease");
    let template = desk.template(
        1,
        "合同",
        "租金{{月租金}}，押金{{押金}}，{{制作日期}}，{{#房间}}{{房号}} {{计租面积}}；{{/房间}}",
    );
    let paper = desk.paper(template, lease);
    let sent = desk.file(&format!("/paper/paper/file?ids={paper}"));
    let returned = |bytes: &[u8]| {
        let shown = desk.get(&format!("/paper/paper/{paper}"))["data"].clone();
        let path = format!("/paper/paper/returned?paperId={paper}&version={}", shown["version"]);
        desk.portal.upload(&path, &desk.admin, "file", "定稿.docx", bytes)
    };
    let same = returned(&sent);
    assert_eq!((&same["data"]["returnState"], &same["data"]["differences"]), (&json!(1), &json!([])), "{same}");

    let rent = controls(&sent).unwrap().into_iter().find(|one| one.tag == "月租金").unwrap().text;
    let changed = returned(&with(&sent, &[(&format!(">{rent}<"), ">1.23<"), ("w:val=\"押金\"", "w:val=\"其他\"")]));
    assert_eq!(changed["data"]["returnState"], 2, "{changed}");
    let wanted = json!([
        {"field": "月租金", "said": "1.23", "expected": rent},
        {"field": "押金", "said": null, "expected": changed["data"]["differences"][1]["expected"]},
    ]);
    assert_eq!(changed["data"]["differences"], wanted);
    let listed = desk.get("/paper/paper/list?returnState=2");
    assert_eq!(listed["rows"][0]["paperId"], paper);

    let foreign = returned(&plain_document("什么都没有").unwrap());
    assert!(foreign["msg"].as_str().unwrap().starts_with("文件中找不到文书 WS-"), "{foreign}");
    let stale = format!("/paper/paper/returned?paperId={paper}&version=0");
    assert_eq!(desk.portal.upload(&stale, &desk.admin, "file", "x.docx", &sent)["code"], 409);
    let state = desk.get(&format!("/paper/paper/{paper}"))["data"]["returnState"].clone();
    assert_eq!(state, 2, "what was refused changes nothing");
}

/// Each of ten contracts comes back with one other field changed: exactly that is named, with both values.
#[test]
fn what_was_changed_in_ten_contracts_is_found() {
    let desk = Desk::new();
    let ready = desk.file("/paper/template/starter/1");
    let template = desk.uploaded(1, "十份合同", &ready)["data"]["id"].as_u64().unwrap();
    let leases = desk.ids("/lease/lease/list?pageSize=10", "leaseId");
    let mut seen = BTreeSet::new();
    for lease in &leases {
        let paper = desk.paper(template, *lease);
        let sent = desk.file(&format!("/paper/paper/file?ids={paper}"));
        let all = controls(&sent).unwrap();
        let alone = |tag: &str| all.iter().filter(|one| one.tag == tag).count() == 1;
        let passing = ["文书编号", "制作日期", "制作人"];
        let chosen = all.iter().find(|one| {
            !one.tag.contains('[')
                && !passing.contains(&one.tag.as_str())
                && !one.text.is_empty()
                && alone(&one.tag)
                && !seen.contains(&one.tag)
        });
        let chosen = chosen.unwrap_or_else(|| panic!("ten fields: {seen:?}"));
        let place = format!("w:val=\"{}\"", chosen.tag);
        let back = changed_at(&sent, &place, &chosen.text, "改动以后");
        let shown = desk.get(&format!("/paper/paper/{paper}"))["data"].clone();
        let path = format!("/paper/paper/returned?paperId={paper}&version={}", shown["version"]);
        let answer = desk.portal.upload(&path, &desk.admin, "file", "定稿.docx", &back);
        let name = chosen.tag.split('|').next().unwrap();
        let wanted = json!([{"field": name, "said": "改动以后", "expected": chosen.text}]);
        assert_eq!(answer["data"]["differences"], wanted, "{}: {answer}", chosen.tag);
        seen.insert(chosen.tag.clone());
    }
    assert_eq!(seen.len(), 10, "{seen:?}");
}

/// A document whose first such text behind a place says something else.
fn changed_at(bytes: &[u8], place: &str, old: &str, new: &str) -> Vec<u8> {
    edited(bytes, |text| {
        let Some(at) = text.find(place) else { return text };
        let (head, tail) = text.split_at(at);
        format!("{head}{}", tail.replacen(&format!(">{old}<"), &format!(">{new}<"), 1))
    })
}

/// A document whose text says something else.
fn with(bytes: &[u8], changes: &[(&str, &str)]) -> Vec<u8> {
    edited(bytes, |text| changes.iter().fold(text, |text, (old, new)| text.replace(old, new)))
}

fn edited(bytes: &[u8], edit: impl Fn(String) -> String) -> Vec<u8> {
    use std::io::{Cursor, Read, Write};
    let mut from = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut to = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for part in 0..from.len() {
        let mut entry = from.by_index(part).unwrap();
        let mut text = String::new();
        entry.read_to_string(&mut text).unwrap();
        to.start_file(entry.name().unwrap().into_owned(), zip::write::SimpleFileOptions::default()).unwrap();
        to.write_all(edit(text).as_bytes()).unwrap();
    }
    to.finish().unwrap().into_inner()
}

#[test]
fn many_papers_are_one_file_and_only_of_what_the_caller_sees() {
    let desk = Desk::new();
    let leases = desk.ids("/lease/lease/list?pageSize=40", "leaseId");
    let template = desk.template(7, "到期告知", "{{乙方名称}} {{到期日|年月日}}");
    let answer = desk.made(template, &leases);
    let papers: Vec<String> =
        answer["data"].as_array().unwrap().iter().map(|paper| paper["paperId"].to_string()).collect();
    assert_eq!(papers.len(), leases.len());
    let file = desk.file(&format!("/paper/paper/file?ids={}", papers.join(",")));
    assert_eq!(controls(&file).unwrap().len(), 2 * leases.len());
    let of_one = desk.get(&format!("/paper/paper/list?subject=1&subjectId={}&kind=7", leases[0]));
    assert_eq!(of_one["total"], 1, "papers of one contract");
    let other = desk.template(7, "另一份", "{{乙方名称}}");
    let other = desk.paper(other, leases[0]);
    let mixed = desk.portal.get(&format!("/paper/paper/file?ids={},{other}", papers[0]), &desk.admin);
    assert_eq!(mixed["msg"], "所选文书使用了不同的模板或版本，不能合并成一个文件，请分别选择");

    // all of them or none: one that is gone stops the rest, and no number is used
    let before = desk.get("/paper/paper/list")["total"].clone();
    assert_eq!(desk.made(template, &[leases[0], 999_999])["code"], 500);
    assert_eq!(desk.get("/paper/paper/list")["total"], before);

    // who makes papers but sees no contract makes none; who sees those of his own department alone, of these alone
    let blind = desk.portal.role("blind", &["paper:paper:add", "paper:paper:list"], 1, &[]);
    desk.portal.person("blind", 110, &[blind]);
    let token = desk.portal.token("blind");
    let form = json!({"templateId": template, "ids": [leases[0]]});
    assert_eq!(desk.portal.post("/paper/paper", &token, form.clone())["code"], 403);
    let own = desk.portal.role("own", &["paper:paper:add", "paper:paper:list", "lease:lease:query"], 5, &[]);
    desk.portal.person("own", 110, &[own]);
    let token = desk.portal.token("own");
    let refused = desk.portal.post("/paper/paper", &token, form);
    assert_eq!(refused["msg"], "合同不存在，可能已被删除，请刷新后重试");
}

/// What LibreOffice makes of files: a folder of what they became.
pub fn converted(files: &[(String, Vec<u8>)], to: &str) -> Vec<Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let mut office = std::process::Command::new("soffice");
    office.arg(format!("-env:UserInstallation=file://{}", folder.path().join("profile").display()));
    office.args(["--headless", "--convert-to", to, "--outdir"]).arg(&out);
    for (name, bytes) in files {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        office.arg(path);
    }
    let done = office.output().expect("soffice: packaging/install-test-tools with GX_FULL");
    let ending = to.split(':').next().unwrap();
    let read = |(name, _): &(String, Vec<u8>)| {
        let path = out.join(name).with_extension(ending);
        std::fs::read(&path).unwrap_or_else(|error| panic!("{name}: {error}; {done:?}"))
    };
    files.iter().map(read).collect()
}

/// Every ready template as LibreOffice writes it again, with runs and parts of its own, says the same as ours; all that is made
/// opens there. In full: an office is started.
#[test]
fn an_office_opens_what_is_made_and_its_own_files_are_templates() {
    if std::env::var_os("GX_FULL").is_none() {
        return;
    }
    let desk = Desk::new();
    let receipt = desk.subject("receipt");
    desk.portal.post("/fin/slip", &desk.admin, json!({"receiptIds": [receipt]}));
    let ready: Vec<(String, Vec<u8>)> = KINDS
        .iter()
        .filter(|(kind, _)| *kind < FIRST_REPORT)
        .map(|(kind, _)| (format!("{kind}.docx"), desk.file(&format!("/paper/template/starter/{kind}"))))
        .collect();
    let theirs = converted(&ready, "docx:MS Word 2007 XML");
    let mut files = Vec::new();
    for (((kind, of), (_, ours)), theirs) in KINDS.iter().zip(&ready).zip(&theirs) {
        let subject = desk.subject(of);
        for (whose, bytes) in [("ours", ours), ("theirs", theirs)] {
            let answer = desk.uploaded(*kind, &format!("{kind}{whose}"), bytes);
            let template = answer["data"]["id"].as_u64().unwrap_or_else(|| panic!("{kind} {whose}: {answer}"));
            let paper = desk.paper(template, subject);
            files.push((format!("{kind}-{whose}.docx"), desk.file(&format!("/paper/paper/file?ids={paper}"))));
        }
    }
    let leases = desk.ids("/lease/lease/list?pageSize=30", "leaseId");
    let template = desk.template(7, "多份", "# 告知\n{{乙方名称}} {{到期日|年月日}}");
    let made = desk.made(template, &leases);
    let ids: Vec<String> = made["data"].as_array().unwrap().iter().map(|paper| paper["paperId"].to_string()).collect();
    files.push(("many.docx".to_owned(), desk.file(&format!("/paper/paper/file?ids={}", ids.join(",")))));
    let texts: Vec<String> = converted(&files, "txt:Text (encoded):UTF8")
        .into_iter()
        .map(|bytes| String::from_utf8(bytes).unwrap())
        .collect();
    // each paper has a number of its own
    let plain = |text: &str| -> String {
        let words = text.split_whitespace().map(|word| word.trim_start_matches('\u{feff}'));
        let numbered = words.map(|word| word.split("WS-").next().unwrap_or_default());
        numbered.collect()
    };
    for (pair, names) in texts.chunks_exact(2).zip(files.chunks_exact(2)) {
        assert!(!pair[0].contains("{{"), "{}: {}", names[0].0, pair[0]);
        assert_eq!(plain(&pair[0]), plain(&pair[1]), "{}", names[0].0);
    }
    let many = texts.last().unwrap();
    assert_eq!(many.matches("告知").count(), leases.len(), "{many}");
}
