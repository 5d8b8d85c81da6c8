//! 文书 of workbooks through the HTTP surface: fields in cells, forms for superiors by the words of their heads.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use calamine::{Data, Reader, Xlsx};
use gx_office::plain_workbook;
use rust_xlsxwriter::{Format, Formula, Workbook};
use serde_json::{Value, json};

use super::papers::{Desk, converted};

/// The first sheet as people see it: the cells of each row.
fn read(bytes: &[u8]) -> Vec<Vec<Data>> {
    let mut book: Xlsx<_> = calamine::open_workbook_from_rs(Cursor::new(bytes.to_vec())).unwrap();
    let range = book.worksheet_range_at(0).unwrap().unwrap();
    range.rows().map(<[Data]>::to_vec).collect()
}

fn row_of<'r>(rows: &'r [Vec<Data>], first: &str) -> &'r [Data] {
    rows.iter().find(|row| row.iter().any(|cell| *cell == *first)).unwrap_or_else(|| panic!("{first}: {rows:?}"))
}

/// A superior's form as an office writes it: shared texts, a date format, a sum.
fn form(heads: &[&str]) -> Vec<u8> {
    let mut book = Workbook::new();
    let (date, money) = (Format::new().set_num_format("yyyy/m/d"), Format::new().set_num_format("#,##0.00"));
    let sheet = book.add_worksheet();
    sheet.set_name("附件1").unwrap();
    sheet.merge_range(0, 0, 0, 5, "出租情况表（{{报送单位}}）", &Format::new().set_bold()).unwrap();
    for (column, head) in (0..).zip(heads) {
        sheet.write(2, column, *head).unwrap();
        let format = if head.contains("日") { Some(&date) } else { head.contains('元').then_some(&money) };
        for row in 3..5 {
            format.map(|format| sheet.write_blank(row, column, format).unwrap());
        }
        if head.contains('元') {
            let letter = char::from(b'A' + u8::try_from(column).unwrap());
            sheet
                .write_formula_with_format(5, column, Formula::new(format!("SUM({letter}4:{letter}5)")), &money)
                .unwrap();
        }
    }
    sheet.write(5, 0, "合计").unwrap();
    sheet.write(7, 0, "填表人：{{制作人}}").unwrap();
    book.save_to_buffer().unwrap()
}

const HEADS: [&str; 6] = ["序号", "承租方", "合同号", "起租日", "月租金（元）", "天气"];

fn columns(desk: &Desk, template: u64) -> BTreeMap<String, (String, bool)> {
    let card = desk.get(&format!("/paper/template/{template}"))["data"].clone();
    let list = card["versions"][0]["form"]["columns"].as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    list.iter().map(|one| (text(&one["head"]), (text(&one["field"]), one["guessed"].as_bool().unwrap()))).collect()
}

fn decided(desk: &Desk, template: u64, columns: &Value) -> Value {
    let card = desk.get(&format!("/paper/template/{template}"))["data"].clone();
    let form = json!({"templateId": template, "version": card["version"], "columns": columns});
    desk.portal.put("/paper/template/columns", &desk.admin, form)
}

fn made_id(answer: &Value) -> u64 {
    answer["data"][0]["paperId"].as_u64().unwrap_or_else(|| panic!("{answer}"))
}

#[test]
fn a_workbook_is_a_template_whose_papers_are_made_again_byte_by_byte() {
    let desk = Desk::new();
    let subject = desk.subject("handover");
    let ready = desk.file("/paper/template/starter/11?excel=true");
    let answer = desk.uploaded(11, "交接单（表格）", &ready);
    let template = answer["data"]["id"].as_u64().unwrap_or_else(|| panic!("{answer}"));
    let paper = desk.paper(template, subject);
    let path = format!("/paper/paper/file?ids={paper}");
    let first = desk.file(&path);
    let rows = read(&first);
    let said: String = rows.iter().flatten().map(ToString::to_string).collect();
    assert!(said.contains("交接单") && !said.contains("{{"), "{said}");
    let items = rows.iter().position(|row| row[1] == *"类别").unwrap() + 1;
    assert_eq!(rows[items][0], Data::Float(1.0), "a number is one: {rows:?}");
    assert!(desk.file(&path) == first, "byte by byte");

    let card = desk.get(&format!("/paper/paper/{paper}"))["data"].clone();
    assert_eq!((&card["excel"], &card["returnState"]), (&json!(true), &json!(0)));
    let back = format!("/paper/paper/returned?paperId={paper}&version={}", card["version"]);
    let refused = desk.portal.upload(&back, &desk.admin, "file", "定稿.xlsx", &first);
    let no = card["paperNo"].as_str().unwrap();
    assert_eq!(refused["msg"], format!("文书 {no} 是 Excel 表格；正文核对只用于 Word 文书（.docx）"));

    // many are an archive of the same files
    let other = desk.paper(template, subject);
    let archive = desk.file(&format!("/paper/paper/file?ids={paper},{other}"));
    let mut archive = zip::ZipArchive::new(Cursor::new(archive)).unwrap();
    let mut bytes = Vec::new();
    archive.by_index(0).unwrap().read_to_end(&mut bytes).unwrap();
    assert!(archive.len() == 2 && bytes == first);

    let offered = desk.get("/paper/template/options?subject=5")["data"].clone();
    let excel = offered.as_array().unwrap().iter().find(|one| one["templateId"] == template).unwrap();
    assert_eq!((&excel["excel"], &excel["joins"]), (&json!(true), &json!(true)));
    let none = desk.portal.get("/paper/template/starter/1?excel=true", &desk.admin);
    assert_eq!(none["msg"], "租赁合同没有 Excel 示例，请使用 Word 示例");
}

#[test]
fn what_is_wrong_with_a_workbook_is_said_as_of_a_document() {
    let desk = Desk::new();
    let told = |text: &str| desk.uploaded(11, "x", &plain_workbook(text).unwrap())["msg"].as_str().unwrap().to_owned();
    assert_eq!(
        told("@ 9 9\n{{乙方名}} {{损失金额|年月日}}\n| 表 | 头 |\n| {{名称}} | {{#物品}}{{读数}}{{/物品}} |"),
        "交接单：不认识的字段“乙方名”，是否为“乙方名称”？；字段“损失金额”不能用格式“年月日”；\
         “名称”是列表“物品”中的字段，请写在“{{#物品}}…{{/物品}}”中间"
    );
    assert!(told("@ 9 9\n| a | b |\n| {{#物品}}{{名称}} | x |").contains("没有写结束标记"));
    assert!(told("@ 9\n没有字段").starts_with("文件中没有任何字段"));
}

#[test]
fn a_form_is_filled_by_the_words_of_its_head_wherever_they_stand() {
    let desk = Desk::new();
    let answer = desk.uploaded(13, "资产处年报", &form(&HEADS));
    let template = answer["data"]["id"].as_u64().unwrap_or_else(|| panic!("{answer}"));
    let proposed = columns(&desk, template);
    let field = |head: &str| proposed[head].clone();
    assert_eq!(field("承租方"), ("乙方名称".to_owned(), false));
    assert_eq!(field("合同号"), ("合同编号".to_owned(), false));
    assert_eq!(field("月租金（元）"), ("月租金".to_owned(), false));
    assert_eq!(field("天气"), (String::new(), false));
    assert_eq!(decided(&desk, template, &json!({"天气": "房子"}))["msg"], "表头“天气”不能用“房子”填写，请重新选择");
    assert_eq!(decided(&desk, template, &json!({"天气": "用途"}))["code"], 200);
    assert_eq!(columns(&desk, template)["天气"].0, "用途");

    let leases = desk.ids("/lease/lease/list?state=4&pageSize=3", "leaseId");
    let paper = made_id(&desk.made(template, &leases));
    let path = format!("/paper/paper/file?ids={paper}");
    let first = desk.file(&path);
    let rows = read(&first);
    for (place, lease) in leases.iter().enumerate() {
        let shown = desk.get(&format!("/lease/lease/{lease}"))["data"].clone();
        let row = row_of(&rows, shown["leaseNo"].as_str().unwrap());
        assert_eq!(row[0], Data::Float((place + 1) as f64), "{rows:?}");
        assert_eq!(row[1].to_string(), shown["tenantName"].as_str().unwrap());
        let Data::DateTime(day) = &row[3] else { panic!("{row:?}") };
        let days = jiff::Span::new().days(day.as_f64() as i64);
        assert_eq!(shown["startDate"], jiff::civil::date(1899, 12, 30).checked_add(days).unwrap().to_string());
        assert!(matches!(row[4], Data::Float(_)));
    }
    assert_eq!(rows[6][0].to_string(), "合计", "two lines of three were there: {rows:?}");
    assert!(rows[8][0].to_string().starts_with("填表人：") && !rows[8][0].to_string().contains('{'));
    let card = desk.get(&format!("/paper/paper/{paper}"))["data"].clone();
    assert_eq!((&card["subjectNo"], &card["subjectId"]), (&json!("3 份合同"), &json!(0)));

    // next year's form: the same words elsewhere, and what was decided counts; the paper of before stays
    let mut turned = HEADS;
    turned.reverse();
    let shown = desk.get(&format!("/paper/template/{template}"))["data"].clone();
    let next = format!("/paper/template/version?templateId={template}&version={}", shown["version"]);
    assert_eq!(desk.portal.upload(&next, &desk.admin, "file", "2027.xlsx", &form(&turned))["code"], 200);
    assert_eq!(columns(&desk, template)["天气"], ("用途".to_owned(), false));
    assert!(desk.file(&path) == first, "byte by byte");
    let again = made_id(&desk.made(template, &leases[..1]));
    let rows = read(&desk.file(&format!("/paper/paper/file?ids={again}")));
    assert_eq!(rows[3][5], Data::Float(1.0), "{rows:?}");

    // a version that papers were made from is never changed: another follows it
    let before = desk.get(&format!("/paper/template/{template}"))["data"]["versionNo"].as_u64().unwrap();
    assert_eq!(decided(&desk, template, &json!({"天气": ""}))["code"], 200);
    let after = desk.get(&format!("/paper/template/{template}"))["data"].clone();
    assert_eq!(after["versionNo"], before + 1);
    assert_eq!(after["versions"][0]["fileId"], after["versions"][1]["fileId"]);
    let nothing: serde_json::Map<String, Value> = HEADS.iter().map(|head| ((*head).to_owned(), json!(""))).collect();
    assert_eq!(decided(&desk, template, &json!(nothing))["msg"], "请至少为一个表头选择字段");
}

#[test]
fn a_form_has_the_rows_of_a_unit_and_a_period() {
    let desk = Desk::new();
    let ready = desk.file("/paper/template/starter/14");
    let template = desk.uploaded(14, "收缴情况", &ready)["data"]["id"].as_u64().unwrap();
    let bill = desk.get("/fin/bill/list?state=1&pageSize=1")["rows"][0].clone();
    let (party, due) = (bill["partyAId"].as_u64().unwrap(), bill["dueDate"].as_str().unwrap().to_owned());
    let filter = format!("/fin/bill/list?partyAId={party}&state=1&dueFrom={due}&dueTo={due}&pageSize=500");
    let bills = desk.get(&filter);
    let form = json!({"templateId": template, "partyAs": [party], "from": due, "to": due});
    let answer = desk.portal.post("/paper/paper", &desk.admin, form);
    let paper = made_id(&answer);
    let rows = read(&desk.file(&format!("/paper/paper/file?ids={paper}")));
    for bill in bills["rows"].as_array().unwrap() {
        let row = row_of(&rows, bill["billNo"].as_str().unwrap());
        assert!(matches!(row[9], Data::Float(_)) && matches!(row[8], Data::DateTime(_)), "{row:?}");
    }
    let total = row_of(&rows, &format!("{} 张", bills["total"]));
    let open = bills["sums"]["outstandingFen"].as_i64().unwrap();
    assert_eq!(total[11].to_string().parse::<f64>().unwrap(), open as f64 / 100.0);
    let listed = desk.get(&format!("/paper/paper/{paper}"))["data"].clone();
    assert_eq!(listed["partyAId"], party, "of one unit it is that unit's");

    // of several units it is the department's whose person makes it
    let makes = desk.portal.role("makes", &["paper:paper:add", "fin:bill:query"], 1, &[]);
    desk.portal.person("makes", 103, &[makes]);
    let form = json!({"templateId": template, "from": "2000-01-01", "to": due});
    let paper = made_id(&desk.portal.post("/paper/paper", &desk.portal.token("makes"), form));
    let rows = read(&desk.file(&format!("/paper/paper/file?ids={paper}")));
    let said: String = rows.iter().take(3).flatten().map(ToString::to_string).collect();
    let dept = desk.get("/system/dept/103")["data"]["deptName"].clone();
    assert!(said.contains(dept.as_str().unwrap()), "{dept}: {said}");

    let empty = json!({"templateId": template, "from": "1990-01-01", "to": "1990-01-31"});
    assert_eq!(desk.portal.post("/paper/paper", &desk.admin, empty)["msg"], "所选单位和期间内没有账单，请调整后重试");
    let blind = desk.portal.role("blind", &["paper:paper:add", "lease:lease:query"], 1, &[]);
    desk.portal.person("blind", 110, &[blind]);
    let form = json!({"templateId": template, "ids": [bill["billId"]]});
    assert_eq!(desk.portal.post("/paper/paper", &desk.portal.token("blind"), form)["code"], 403);
    let own = desk.portal.role("own", &["paper:paper:add", "fin:bill:query"], 5, &[]);
    desk.portal.person("own", 110, &[own]);
    let all = json!({"templateId": template, "from": due, "to": due});
    let none = desk.portal.post("/paper/paper", &desk.portal.token("own"), all);
    assert_eq!(none["msg"], "所选单位和期间内没有账单，请调整后重试", "bills of others are no rows of his");
    let offered = desk.get("/paper/template/options?subject=3")["data"].clone();
    assert!(
        offered.as_array().unwrap().iter().any(|one| one["templateId"] == template),
        "offered where bills are chosen"
    );
}

/// What LibreOffice writes again is a template too, and what is made opens there. In full: an office is started.
#[test]
fn an_office_opens_workbooks_that_are_made_and_its_own_are_templates() {
    if std::env::var_os("GX_FULL").is_none() {
        return;
    }
    let desk = Desk::new();
    let kinds = [(11, "handover"), (13, "lease"), (14, "bill")];
    let mut ready: Vec<(String, Vec<u8>)> = kinds
        .iter()
        .map(|(kind, _)| (format!("{kind}.xlsx"), desk.file(&format!("/paper/template/starter/{kind}?excel=true"))))
        .collect();
    ready.push(("office.xlsx".to_owned(), form(&HEADS)));
    let theirs = converted(&ready, "xlsx:Calc MS Excel 2007 XML");
    let mut files = Vec::new();
    for (place, theirs) in theirs.iter().enumerate() {
        let (kind, of) = *kinds.get(place).unwrap_or(&(13, "lease"));
        let subject = desk.subject(of);
        for (whose, bytes) in [("ours", &ready[place].1), ("theirs", theirs)] {
            let answer = desk.uploaded(kind, &format!("{place}{whose}"), bytes);
            let template = answer["data"]["id"].as_u64().unwrap_or_else(|| panic!("{kind} {whose}: {answer}"));
            let paper = desk.paper(template, subject);
            files.push((format!("{place}-{whose}.xlsx"), desk.file(&format!("/paper/paper/file?ids={paper}"))));
        }
    }
    let texts = converted(&files, "csv:Text - txt - csv (StarCalc):44,34,76,1");
    for (pair, names) in texts.chunks_exact(2).zip(files.chunks_exact(2)) {
        let said = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let plain = |text: &str| {
            text.split("WS-")
                .map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-'))
                .collect::<String>()
        };
        let (ours, theirs) = (said(&pair[0]), said(&pair[1]));
        assert!(!ours.contains("{{") && ours.len() > 60, "{}: {ours}", names[0].0);
        assert_eq!(plain(&ours), plain(&theirs), "{}", names[0].0);
    }
    let form = String::from_utf8(texts[texts.len() - 1].clone()).unwrap();
    let sum = form.lines().find(|line| line.starts_with("\"合计")).unwrap_or_else(|| panic!("{form}"));
    assert!(sum.matches(|c: char| c.is_ascii_digit()).count() > 3, "the office computes the sum: {sum}");
}
