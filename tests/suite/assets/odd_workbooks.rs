//! Every import of the product over workbooks as people and programs make them: each cell is what a person sees there, or is
//! refused by its name; nothing counts as empty that isn't. Imports are taken from the routes, their columns from the templates.

use std::fmt::Write as _;
use std::io::Write as _;

use crate::support::Portal;
use gx_portal::sheet::{Limits, grid};
use serde_json::{Value, json};
use zip::write::{SimpleFileOptions, ZipWriter};

/// Imports that map their columns by hand, with tests of their own.
const MAPPED: [&str; 3] = ["/reg/design", "/reg/{code}", "/fin/receipt/bank"];

/// A cell as the file keeps it.
#[derive(Clone, Debug)]
enum Put {
    Text(String),
    /// Digits with the format 0000.
    Zeros(u32),
    /// A day as a number.
    Day(i32),
    /// A formula whose result was not saved.
    Unsaved,
    Error,
    Number(&'static str),
}

fn text(text: &str) -> Put {
    Put::Text(text.to_owned())
}

fn texts(texts: &[String]) -> Vec<Put> {
    texts.iter().map(|one| text(one)).collect()
}

#[derive(Default)]
struct Sheet {
    name: &'static str,
    rows: Vec<Vec<Put>>,
    /// Rows from 1.
    hidden: Vec<usize>,
    merged: Vec<String>,
}

/// How a file is written.
#[derive(Default, Clone, Copy)]
struct Form {
    is_strict: bool,
    is_1904: bool,
    /// Without addresses of rows and cells.
    is_bare: bool,
}

fn letter(column: usize) -> String {
    gx_portal::sheet::letters(u32::try_from(column).unwrap())
}

fn xml(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('\r', "&#13;")
}

fn cell(put: &Put, place: &str) -> String {
    match put {
        Put::Text(text) if text.is_empty() => String::new(),
        Put::Text(text) => {
            format!("<c{place} t=\"inlineStr\"><is><t xml:space=\"preserve\">{}</t></is></c>", xml(text))
        }
        Put::Zeros(number) => format!("<c{place} s=\"1\"><v>{number}</v></c>"),
        Put::Day(day) => format!("<c{place} s=\"2\"><v>{day}</v></c>"),
        Put::Unsaved => format!("<c{place}><f>1+1</f></c>"),
        Put::Error => format!("<c{place} t=\"e\"><v>#N/A</v></c>"),
        Put::Number(number) => format!("<c{place}><v>{number}</v></c>"),
    }
}

fn sheet_part(sheet: &Sheet, form: Form) -> String {
    let mut part = String::from("<worksheet xmlns=\"NS\"><sheetData>");
    for (row, cells) in (1..).zip(&sheet.rows) {
        let hidden = if sheet.hidden.contains(&row) { " hidden=\"1\"" } else { "" };
        let at = if form.is_bare { String::new() } else { format!(" r=\"{row}\"") };
        let _ = write!(part, "<row{at}{hidden}>");
        for (column, put) in cells.iter().enumerate() {
            let at = if form.is_bare { String::new() } else { format!(" r=\"{}{row}\"", letter(column)) };
            match put {
                // without addresses an empty cell keeps its place
                Put::Text(text) if text.is_empty() && form.is_bare => part.push_str("<c/>"),
                put => part.push_str(&cell(put, &at)),
            }
        }
        part.push_str("</row>");
    }
    part.push_str("</sheetData>");
    if !sheet.merged.is_empty() {
        part.push_str("<mergeCells>");
        for area in &sheet.merged {
            let _ = write!(part, "<mergeCell ref=\"{area}\"/>");
        }
        part.push_str("</mergeCells>");
    }
    part + "</worksheet>"
}

fn workbook(sheets: &[Sheet], form: Form) -> Vec<u8> {
    let (mut types, mut listed, mut related) = (String::new(), String::new(), String::new());
    for (number, sheet) in (1..).zip(sheets) {
        let kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml";
        let _ = write!(types, "<Override PartName=\"/xl/worksheets/sheet{number}.xml\" ContentType=\"{kind}\"/>");
        let name = xml(sheet.name);
        let _ = write!(listed, "<sheet name=\"{name}\" sheetId=\"{number}\" r:id=\"rId{number}\"/>");
        let target = format!("worksheets/sheet{number}.xml");
        let _ = write!(related, "<Relationship Id=\"rId{number}\" Type=\"REL/worksheet\" Target=\"{target}\"/>");
    }
    let date = if form.is_1904 { "<workbookPr date1904=\"1\"/>" } else { "" };
    let main = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml";
    let mut parts = vec![
        (
            "[Content_Types].xml".to_owned(),
            format!(
                "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default \
                 Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Override \
                 PartName=\"/xl/workbook.xml\" ContentType=\"{main}\"/>{types}</Types>"
            ),
        ),
        (
            "_rels/.rels".to_owned(),
            "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship \
             Id=\"rId1\" Type=\"REL/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
                .to_owned(),
        ),
        (
            "xl/workbook.xml".to_owned(),
            format!("<workbook xmlns=\"NS\" xmlns:r=\"REL\">{date}<sheets>{listed}</sheets></workbook>"),
        ),
        (
            "xl/_rels/workbook.xml.rels".to_owned(),
            format!(
                "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">{related}\
                 <Relationship Id=\"rId99\" Type=\"REL/styles\" Target=\"styles.xml\"/></Relationships>"
            ),
        ),
        (
            "xl/styles.xml".to_owned(),
            "<styleSheet xmlns=\"NS\"><numFmts count=\"2\"><numFmt numFmtId=\"170\" formatCode=\"0000\"/><numFmt \
             numFmtId=\"171\" formatCode=\"yyyy\\-mm\\-dd\"/></numFmts><cellXfs count=\"3\"><xf numFmtId=\"0\"/><xf \
             numFmtId=\"170\" applyNumberFormat=\"1\"/><xf numFmtId=\"171\" applyNumberFormat=\"1\"/></cellXfs>\
             </styleSheet>"
                .to_owned(),
        ),
    ];
    for (number, sheet) in (1..).zip(sheets) {
        parts.push((format!("xl/worksheets/sheet{number}.xml"), sheet_part(sheet, form)));
    }
    let (spaces, relations) = if form.is_strict {
        ("http://purl.oclc.org/ooxml/spreadsheetml/main", "http://purl.oclc.org/ooxml/officeDocument/relationships")
    } else {
        (
            "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
            "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
        )
    };
    let mut archive = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, part) in parts {
        archive.start_file(name, SimpleFileOptions::default()).unwrap();
        archive
            .write_all(part.replace("\"NS\"", &format!("\"{spaces}\"")).replace("REL", relations).as_bytes())
            .unwrap();
    }
    archive.finish().unwrap().into_inner()
}

fn one(rows: Vec<Vec<Put>>) -> Vec<u8> {
    workbook(&[Sheet { name: "数据", rows, ..Sheet::default() }], Form::default())
}

/// An import with the columns of its template and its example as a row that can be imported.
struct Import {
    base: String,
    heads: Vec<String>,
    row: Vec<String>,
}

/// What became of a row: its key, name, outcome and reason.
type Told = (String, String, String, String);

/// What became of the rows, by their place below the heads.
fn describe(answer: &Value, first: u64) -> Vec<(u64, Told)> {
    let rows = answer["data"]["rows"].as_array().unwrap_or_else(|| panic!("{answer}"));
    let text = |row: &Value, name: &str| row[name].as_str().unwrap().to_owned();
    let mut told: Vec<(u64, Told)> = rows
        .iter()
        .map(|row| {
            let said = (text(row, "key"), text(row, "name"), text(row, "outcome"), text(row, "reason"));
            (row["row"].as_u64().unwrap() - first, said)
        })
        .collect();
    told.sort();
    told
}

fn reasons(answer: &Value) -> Vec<String> {
    describe(answer, 0).into_iter().map(|(_, (.., reason))| reason).collect()
}

/// A portal in which the examples of all templates mean something.
struct World {
    portal: Portal,
    admin: String,
}

impl World {
    fn new() -> Self {
        let portal = Portal::new();
        let admin = portal.admin();
        let plate = json!({"plateCode": "P1", "plateName": "工业厂房", "color": "#0A6BCB", "sort": 1});
        let party = json!({"partyACode": "A", "partyAName": "示例资产经营单位", "unitKind": 2,
                           "remitRequired": true, "remitDay": 10, "deptId": 110});
        for (path, form) in [("/asset/plate", plate), ("/asset/partyA", party)] {
            let made = portal.post(path, &admin, form);
            assert_eq!(made["code"], 200, "{made}");
        }
        let world = Self { portal, admin };
        for (base, last) in [("/asset/asset", ""), ("/asset/room", "2"), ("/lease/tenant", "")] {
            let import = world.import_of(base);
            let mut rows = vec![import.row.clone()];
            if !last.is_empty() {
                rows.push(import.row.iter().map(|text| text.replace("301", "302")).collect());
            }
            let rows = rows.iter().map(|row| texts(row));
            let answer = world.send(&import, "", &one([texts(&import.heads)].into_iter().chain(rows).collect()));
            assert_eq!(answer["data"]["failed"], 0, "{answer}");
        }
        world
    }

    fn import_of(&self, base: &str) -> Import {
        let bytes = self.portal.request("POST", &format!("{base}/importTemplate"), &self.admin, Some("{}")).bytes;
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), bytes).unwrap();
        let template = grid(file.path(), Limits::default()).unwrap_or_else(|error| panic!("{base}: {error}"));
        let heads: Vec<String> = template.rows[0].cells.values().cloned().collect();
        let row =
            (0..).take(heads.len()).map(|column| template.rows[1].get(column).trim_start_matches("示例：").to_owned());
        Import { base: base.to_owned(), row: row.collect(), heads }
    }

    fn imports(&self) -> Vec<Import> {
        let paths: Vec<String> = self.portal.routes.iter().map(|route| route.path.to_string()).collect();
        let bases = paths.iter().filter_map(|path| path.strip_suffix("/importData"));
        let imports: Vec<Import> =
            bases.filter(|base| !MAPPED.contains(base)).map(|base| self.import_of(base)).collect();
        assert!(imports.len() >= 13, "{}", imports.len());
        imports
    }

    fn send(&self, import: &Import, query: &str, bytes: &[u8]) -> Value {
        let path = format!("{}/importData?updateSupport=1&{query}", import.base);
        let answer = self.portal.upload(&path, &self.admin, "file", "数据.xlsx", bytes);
        let said = answer["msg"].as_str().unwrap();
        assert!(!["系统内部错误", "解析中断"].iter().any(|word| said.contains(word)), "{}: {answer}", import.base);
        answer
    }

    fn tries(&self, import: &Import, rows: Vec<Vec<Put>>) -> Value {
        self.send(import, "dryRun=1", &one([texts(&import.heads)].into_iter().chain(rows).collect()))
    }
}

#[test]
fn what_is_no_value_is_refused_by_its_column() {
    let world = World::new();
    for import in world.imports() {
        for odd in [Put::Unsaved, Put::Error, text("#REF!"), text("1.38E+10"), Put::Number("330106199001011234")] {
            let with = |column: usize| {
                let mut row = texts(&import.row);
                row[column] = odd.clone();
                row
            };
            // formulas are looked at wherever they stand
            let far = if matches!(odd, Put::Unsaved) { 250 } else { 0 };
            let filler = (0..far).map(|_| vec![text("甲")]);
            let rows = (0..import.heads.len()).map(with).chain(filler).chain((0..import.heads.len()).map(with));
            let answer = world.tries(&import, rows.collect());
            let told = describe(&answer, 2);
            for (column, head) in import.heads.iter().enumerate() {
                for place in [column, import.heads.len() + far + column] {
                    let (_, (.., outcome, reason)) = told.iter().find(|(row, _)| *row == place as u64).unwrap();
                    let named = reason.contains(&format!("「{head}」"));
                    assert!(outcome == "failed" && named, "{} {head} {odd:?}: {reason}", import.base);
                    assert_eq!(reason.contains("公式没有保存计算结果"), matches!(odd, Put::Unsaved), "{reason}");
                }
            }
        }
    }
}

/// Heads as people write them.
fn restyled(head: &str) -> String {
    let narrow = head.replace('（', " (").replace('）', ")\n").replace('㎡', "m²");
    let wide = head.replace('(', "（").replace(')', "）");
    let (first, rest) = head.split_at(head.char_indices().nth(1).map_or(head.len(), |(at, _)| at));
    match head.len() % 3 {
        0 => format!("*{narrow}"),
        1 => format!("\u{feff}{first}\r\n {rest} ："),
        _ => format!("{wide}（必填）"),
    }
}

#[test]
fn columns_and_cells_are_found_wherever_they_stand() {
    let world = World::new();
    for import in world.imports() {
        let (heads, row) = (texts(&import.heads), texts(&import.row));
        let plain = world.tries(&import, vec![row.clone()]);
        assert_eq!(plain["data"]["failed"], 0, "the example of {} means something here: {plain}", import.base);
        let wanted = describe(&plain, 2);
        assert_eq!(plain["data"]["remarks"], json!(["读取的是工作表“数据”，以第 1 行为列名"]));

        let notes: Vec<Vec<Put>> = vec![vec![text("填写说明")], vec![heads[0].clone(), text("见第二个工作表")]];
        let restyled: Vec<Put> = import.heads.iter().map(|head| text(&restyled(head))).collect();
        let table = vec![vec![text("二〇二四年台账")], vec![], restyled, row.clone()];
        let sheets = [
            Sheet { name: "说明", rows: notes, ..Sheet::default() },
            Sheet { name: "台账&附表", rows: table, hidden: vec![4], ..Sheet::default() },
        ];
        let answer = world.send(&import, "dryRun=1", &workbook(&sheets, Form::default()));
        assert_eq!(describe(&answer, 4), wanted, "{}: {answer}", import.base);
        let remarks = [
            "读取的是工作表“台账&附表”，以第 3 行为列名",
            "没有读取的工作表：说明",
            "含隐藏行 1 行（第 4 行），与其他行一样读取",
        ];
        assert_eq!(answer["data"]["remarks"], json!(remarks));
        let sentence = answer["msg"].as_str().unwrap();
        assert!(sentence.contains(remarks[2]), "{answer}");
        assert!(sentence.contains("台账&amp;附表"), "old clients show the sentence as HTML: {answer}");

        for form in [
            Form { is_strict: true, ..Form::default() },
            Form { is_bare: true, ..Form::default() },
            Form { is_1904: true, ..Form::default() },
        ] {
            let rows = vec![heads.clone(), row.clone()];
            let answer =
                world.send(&import, "dryRun=1", &workbook(&[Sheet { name: "数据", rows, ..Sheet::default() }], form));
            assert_eq!(describe(&answer, 2), wanted, "{}: {answer}", import.base);
        }
        let quoted = |texts: &[String]| texts.iter().map(|text| format!("\"{text}\"")).collect::<Vec<_>>().join(",");
        let csv = format!("\u{feff}{}\r\n{}\r\n", quoted(&import.heads), quoted(&import.row));
        assert_eq!(describe(&world.send(&import, "dryRun=1", csv.as_bytes()), 2), wanted, "{}", import.base);
        let cells =
            |texts: &[String], tag: &str| texts.iter().map(|text| format!("<{tag}>{text}</{tag}>")).collect::<String>();
        let page =
            format!("<table><tr>{}</tr><tr>{}</tr></table>", cells(&import.heads, "th"), cells(&import.row, "td"));
        assert_eq!(describe(&world.send(&import, "dryRun=1", page.as_bytes()), 2), wanted, "{}", import.base);
    }
}

#[test]
fn what_a_format_shows_is_what_a_text_column_takes() {
    let world = World::new();
    for import in world.imports() {
        for column in 0..import.heads.len() {
            let with = |put: Put| {
                let mut row = texts(&import.row);
                row[column] = put;
                describe(&world.tries(&import, vec![row]), 2)
            };
            let (as_text, as_format) = (with(text("0007")), with(Put::Zeros(7)));
            // a number is quoted without its format
            let plain = |told: Vec<(u64, Told)>| {
                told.into_iter().map(|(row, (key, name, outcome, reason))| {
                    (row, key, name, outcome, reason.replace("“0007”", "“7”"))
                })
            };
            let (as_text, as_format): (Vec<_>, Vec<_>) = (plain(as_text).collect(), plain(as_format).collect());
            assert_eq!(as_text, as_format, "{} {}", import.base, import.heads[column]);
            // 45356 is 2024-03-05 in the system of 1900, 43894 in that of 1904
            let mut row = texts(&import.row);
            row[column] = text("2024-03-05");
            let wanted = describe(&world.tries(&import, vec![row.clone()]), 2);
            for (is_1904, day) in [(false, 45_356), (true, 43_894)] {
                row[column] = Put::Day(day);
                let rows = vec![texts(&import.heads), row.clone()];
                let sheet = Sheet { name: "数据", rows, ..Sheet::default() };
                let answer = world.send(&import, "dryRun=1", &workbook(&[sheet], Form { is_1904, ..Form::default() }));
                assert_eq!(describe(&answer, 2), wanted, "{} {}", import.base, import.heads[column]);
            }
        }
    }
}

#[test]
fn merged_cells_are_filled_or_named() {
    let world = World::new();
    for import in world.imports() {
        let first = import.row.iter().position(|text| !text.is_empty()).unwrap();
        let mut other = import.row.clone();
        other[first].push('9');
        for column in 0..import.heads.len() {
            if import.row[column].is_empty() {
                continue;
            }
            let mut filled = other.clone();
            filled[column].clone_from(&import.row[column]);
            let wanted = describe(&world.tries(&import, vec![texts(&import.row), texts(&filled)]), 2);
            let mut below = other.clone();
            below[column].clear();
            let at = letter(column);
            let rows = vec![texts(&import.heads), texts(&import.row), texts(&below)];
            let sheet = Sheet { name: "数据", rows, merged: vec![format!("{at}2:{at}3")], ..Sheet::default() };
            let merged = describe(&world.send(&import, "dryRun=1", &workbook(&[sheet], Form::default())), 2);
            let is_named = merged[1].1.3.contains(&format!("{}与第 2 行合并为一个单元格", import.heads[column]));
            assert!(
                merged == wanted || is_named,
                "{} {}: {merged:?}, not {wanted:?}",
                import.base,
                import.heads[column]
            );

            // beside each other: what is covered is named
            let Some(covered) = import.heads.get(column + 1) else { continue };
            let mut row = import.row.clone();
            row[column + 1].clear();
            let area = format!("{at}2:{}2", letter(column + 1));
            let rows = vec![texts(&import.heads), texts(&row)];
            let sheet = Sheet { name: "数据", rows, merged: vec![area], ..Sheet::default() };
            let reasons = reasons(&world.send(&import, "dryRun=1", &workbook(&[sheet], Form::default())));
            let named = format!("「{covered}」与「{}」合并为一个单元格", import.heads[column]);
            assert!(reasons[0].contains(&named), "{} {covered}: {reasons:?}", import.base);
        }
    }
}

#[test]
fn rows_that_are_no_data_are_left_out_by_name_and_empty_ones_told_the_truth() {
    let world = World::new();
    for import in world.imports() {
        let plain = describe(&world.tries(&import, vec![texts(&import.row)]), 2);
        let (sum, again) = (vec![text("合 计："), text(""), text("")], texts(&import.heads));
        let answer = world.tries(&import, vec![texts(&import.row), again, sum]);
        assert_eq!(answer["data"]["skipped"], 2, "{}: {answer}", import.base);
        let mut all = describe(&answer, 2);
        let left: Vec<String> =
            all.split_off(1).into_iter().map(|(row, (.., reason))| format!("{row} {reason}")).collect();
        assert_eq!((all, left), (plain, vec!["1 重复的列名，不是数据".to_owned(), "2 合计行，不是数据".to_owned()]));

        // nothing but the last column
        let row: Vec<Put> = (1..import.heads.len()).map(|_| text("")).chain([text("甲")]).collect();
        let reasons = reasons(&world.tries(&import, vec![row; 3]));
        assert!(reasons.len() == 3 && reasons.iter().all(|reason| !reason.is_empty()), "{}: {reasons:?}", import.base);
        assert!(reasons.iter().all(|reason| *reason == reasons[0]), "{}: {reasons:?}", import.base);
    }
}

#[test]
fn files_that_hold_no_table_are_refused_with_a_sentence() {
    let world = World::new();
    let tenants = world.import_of("/lease/tenant");
    let says = |bytes: &[u8]| world.send(&tenants, "dryRun=1", bytes)["msg"].as_str().unwrap().to_owned();
    assert_eq!(says(&one(Vec::new())), "表格是空的，第一行应为列名");
    assert_eq!(says(&one(vec![texts(&tenants.heads)])), "导入乙方数据不能为空！");
    assert!(says(b"not a workbook").starts_with("缺少列：乙方编码、乙方名称；无法识别的列：not a workbook；"));
    assert!(says(b"\0\x01").starts_with("无法识别的文件，支持 Excel"));
    let fixture = |name: &str| std::fs::read(format!("{}/tests/fixtures/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    for name in ["libreoffice-users.xls", "libreoffice-users.ods", "libreoffice-users.xlsx"] {
        let users = world.import_of("/system/user");
        let answer = world.send(&users, "dryRun=1", &fixture(name));
        assert!(answer["msg"].as_str().unwrap().starts_with("无法识别的列：入职日期；"), "{name}: {answer}");
    }
    let rows = (0..50_001).map(|row| vec![text(&format!("T{row}")), text("甲")]);
    let heads = vec![text("乙方编码"), text("乙方名称")];
    assert_eq!(says(&one([heads].into_iter().chain(rows).collect())), "数据超过 50000 行，请拆分后分批导入");

    let heads = vec![text("乙方编码"), text("乙方名"), text("心情")];
    let notes = Sheet { name: "说明", rows: vec![vec![text("请填写第二个工作表")]], ..Sheet::default() };
    let table = Sheet { name: "台账", rows: vec![heads, vec![text("T1")]], ..Sheet::default() };
    assert_eq!(
        says(&workbook(&[notes, table], Form::default())),
        "缺少列：乙方名称（表中的“乙方名”可能就是它）；无法识别的列：乙方名（可能是“乙方名称”）、心情；\
         请使用下载的模板填写，或删除这些列（读取的是工作表“台账”，以第 1 行为列名）"
    );
}

#[test]
fn what_is_stored_is_what_was_seen() {
    let world = World::new();
    let assets = world.import_of("/asset/asset");
    let heads = [
        "资产编码",
        "资产名称",
        "板块",
        "甲方",
        "权属状况",
        "建筑面积（㎡）",
        "原值（元）",
        "净值（元）",
        "建成年份",
        "备注",
        "层数",
    ];
    let row = vec![
        Put::Zeros(301),
        text("\u{feff}机械厂\r\n二号\t地块\u{200b}"),
        text("工业厂房"),
        text("A"),
        text("有证"),
        text("１２０．５㎡"),
        text("￥1,000.00元"),
        Put::Zeros(20),
        text("１９９８"),
        text("第一行\n第二行"),
        Put::Zeros(6),
    ];
    let bytes = one(vec![heads.map(text).to_vec(), row.clone()]);
    let answer = world.send(&assets, "", &bytes);
    assert_eq!(answer["data"]["created"], 1, "{answer}");
    let list = world.portal.get("/asset/asset/list?keyWord=%EF%BB%BF%E2%80%8B0301", &world.admin);
    assert_eq!(list["total"], 1, "invisible signs in front of a word are not looked for: {list}");
    let asset = world.portal.get(&format!("/asset/asset/{}", list["rows"][0]["assetId"]), &world.admin)["data"].clone();
    let found = [
        "assetCode",
        "assetName",
        "buildingAreaM2",
        "originalValueFen",
        "netValueFen",
        "buildYear",
        "remark",
        "floors",
    ]
    .map(|name| asset[name].clone());
    let wanted = [
        json!("0301"),
        json!("机械厂二号地块"),
        json!("120.50"),
        json!(100_000),
        json!(2_000),
        json!(1998),
        json!("第一行\n第二行"),
        json!(6),
    ];
    assert_eq!(found, wanted, "{asset}");
    assert_eq!(world.send(&assets, "", &bytes)["data"]["unchanged"], 1, "the same again changes nothing");
}
