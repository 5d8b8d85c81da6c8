use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use tempfile::TempDir;
use zip::write::{SimpleFileOptions, ZipWriter};

use super::*;

struct Asset {
    name: String,
    phone: String,
    area: i64,
    state: Option<&'static str>,
}

const STATES: &[&str] = &["正常", "停用"];

fn columns() -> [Column<Asset>; 4] {
    [
        Column {
            header: "名称",
            width: 20.0,
            note: "必填",
            value: |a| Cell::Text(a.name.clone()),
            choices: &[],
            derived: false,
            summed: false,
            has_lines: false,
        },
        Column {
            header: "手机号码",
            width: 16.0,
            note: "",
            value: |a| Cell::Text(a.phone.clone()),
            choices: &[],
            derived: false,
            summed: false,
            has_lines: false,
        },
        Column {
            header: "面积",
            width: 10.0,
            note: "平方米",
            value: |a| Cell::Number(a.area),
            choices: &[],
            derived: false,
            summed: false,
            has_lines: false,
        },
        Column {
            header: "状态",
            width: 8.0,
            note: "从列表选择",
            value: |a| a.state.map_or(Cell::Empty, |s| Cell::Text(s.to_owned())),
            choices: STATES,
            derived: false,
            summed: false,
            has_lines: false,
        },
    ]
}

fn asset(name: &str, area: i64) -> Asset {
    Asset { name: name.into(), phone: "019900000001".into(), area, state: Some("正常") }
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures").join(name)
}

fn place(name: &str) -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join(name);
    (directory, path)
}

fn error(path: &Path, limits: Limits) -> String {
    read(path, limits).expect_err("must be refused").to_string()
}

/// The text of a part of a workbook.
fn part(path: &Path, name: &str) -> String {
    let mut archive = zip::ZipArchive::new(File::open(path).unwrap()).unwrap();
    let mut text = String::new();
    archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
    text
}

fn archive_of(path: &Path, parts: &[(&str, &[u8])]) {
    let mut archive = ZipWriter::new(File::create(path).unwrap());
    for (name, bytes) in parts {
        archive.start_file(*name, SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap();
}

#[test]
fn people_of_other_programs() {
    for name in ["openpyxl-users.xlsx", "libreoffice-users.xlsx"] {
        let libre = name.starts_with("libre");
        let table = read(&fixture(name), Limits::default()).unwrap();
        assert_eq!(table.headers, ["手机号码", "登录名称", "用户名称", "入职日期", "备注"], "{name}");
        // The formula has no saved value in the file of openpyxl; LibreOffice saved one.
        let (sum, unsaved) = if libre { ("2", None) } else { ("", Some("备注")) };
        let expected: [(u32, [&str; 5], Option<&str>); 5] = [
            (3, ["19900000001", "li si", "李四", "2026-01-31", sum], unsaved),
            (5, ["19900000002", "wangwu", "王五", "2026-01-31 08:30:00", if libre { "1" } else { "TRUE" }], None),
            (6, ["", "zhaoliu", "赵六", "2026年1月31日", "1234.5"], Some("手机号码")),
            (8, ["", "sunqi", "孙七", "06:00:00", ""], Some("手机号码")),
            (9, ["19900000003", "zhouba", "周八", "", "0.3"], None),
        ];
        assert_eq!(table.rows.len(), expected.len(), "{name}: {:#?}", table.rows);
        for (row, (number, texts, refused)) in table.rows.iter().zip(expected) {
            assert_eq!(row.number, number, "{name}");
            for (header, text) in table.headers.iter().zip(texts) {
                let shown = row.get(header);
                let same = shown == text || (header == "备注" && number == 5 && shown == "TRUE");
                assert!(same, "{name} row {number} {header}: {shown:?}, not {text:?}");
            }
            assert_eq!(row.refused.first().map(|r| r.header.as_str()), refused, "{name} row {number}");
            assert_eq!(row.problem().is_some(), refused.is_some());
        }
        let problem = table.rows[2].problem().unwrap();
        assert!(problem.starts_with("「手机号码」是科学计数法"), "{problem}");
    }
}

#[test]
fn other_formats_are_refused_with_a_sentence() {
    for (name, sentence) in [
        ("openpyxl-wide.xlsx", "超过 200 列"),
        ("openpyxl-empty.xlsx", "表格是空的"),
        ("openpyxl-twice.xlsx", "列名「登录名称」重复"),
        ("no-such-file.xlsx", "文件读写失败"),
    ] {
        let error = error(&fixture(name), Limits::default());
        assert!(error.contains(sentence), "{name}: {error}");
    }
    let (_directory, path) = place("x.xlsx");
    for (bytes, sentence) in [
        (&b""[..], "无法识别"),
        (&b"\0\x01\x02"[..], "无法识别"),
        (&b"PK\x03\x04"[..], "已损坏"),
        (&b"PK\x03\x04 and more of nothing"[..], "已损坏"),
        ("\u{feff} <p>请登录</p>".as_bytes(), "网页文件中没有表格"),
        (&b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"[..], "不完整"),
    ] {
        std::fs::write(&path, bytes).unwrap();
        let error = error(&path, Limits::default());
        assert!(error.contains(sentence), "{bytes:?}: {error}");
    }
    archive_of(&path, &[("word/document.xml", b"<x/>")]);
    assert!(error(&path, Limits::default()).contains("无法识别"));
    archive_of(&path, &[("xl/workbook.xml", b"<x/>")]);
    assert!(!error(&path, Limits::default()).is_empty());
}

/// A workbook with a password, as far as it can be read: a compound file that holds a package.
fn locked() -> Vec<u8> {
    let mut bytes = vec![0; 11 * 512];
    bytes[..8].copy_from_slice(&compound::MAGIC);
    let put = |bytes: &mut [u8], at: usize, number: u32| bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
    let (end, free) = (0xFFFF_FFFE, 0xFFFF_FFFF);
    // sizes of sectors; the table in the first, the directory in the second, then the package
    for (at, number) in [(30, 0x0006_0009), (44, 1), (48, 1), (56, 4096), (60, end), (68, end), (76, 0)] {
        put(&mut bytes, at, number);
    }
    (1..109).for_each(|place| put(&mut bytes, 76 + 4 * place, free));
    (0..128).for_each(|place| put(&mut bytes, 512 + 4 * place, free));
    for (sector, next) in (0..).zip([0xFFFF_FFFD, end, 3, 4, 5, 6, 7, 8, 9, end]) {
        put(&mut bytes, 512 + 4 * sector, next);
    }
    for (entry, (name, kind, start, size)) in (0..).zip([("Root Entry", 5, end, 0), ("EncryptedPackage", 2, 2, 4096)]) {
        let at = 1024 + 128 * entry;
        put(&mut bytes, at + 64, u32::try_from(2 * name.len() + 2).unwrap() | kind << 16);
        put(&mut bytes, at + 116, start);
        put(&mut bytes, at + 120, size);
        for (letter, byte) in name.bytes().enumerate() {
            bytes[at + 2 * letter] = byte;
        }
    }
    bytes
}

#[test]
fn a_workbook_with_a_password_says_so() {
    let (_directory, path) = place("locked.xlsx");
    std::fs::write(&path, locked()).unwrap();
    assert_eq!(error(&path, Limits::default()), "文件设有打开密码，请取消密码并重新保存后再上传");
}

#[test]
fn a_table_without_a_template_is_read_whatever_its_kind() {
    let rows = |name: &str| {
        let grid = grid(&fixture(name), Limits::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut rows: Vec<_> = grid.rows.into_iter().map(|row| (row.number, row.cells)).collect();
        // errors and lost digits are written differently by each kind
        rows.iter_mut().for_each(|(_, cells)| cells.retain(|_, text| !text.starts_with('#') && text.len() != 18));
        rows
    };
    let expected = rows("libreoffice-users.xlsx");
    assert!(expected.len() > 5, "{expected:?}");
    assert_eq!(rows("libreoffice-users.xls"), expected);
    // an .ods keeps what was shown: breaks of lines and times of day look otherwise
    let plain = |rows: Vec<(u32, BTreeMap<u32, String>)>| -> Vec<(u32, Vec<String>)> {
        let texts = |cells: BTreeMap<u32, String>| {
            cells.into_iter().filter(|(at, _)| [1, 3].contains(at)).map(|(_, text)| text)
        };
        rows.into_iter().map(|(number, cells)| (number, texts(cells).collect())).collect()
    };
    assert_eq!(plain(rows("libreoffice-users.ods")), plain(expected));
    assert!(rows("libreoffice-users.html").len() > 5);
    assert!(rows("users.csv").len() > 1);
}

/// Damages old workbooks, their containers and pages: an answer or a sentence, never a panic that gets out, and soon.
#[test]
fn strange_tables_never_panic() {
    let seed = rand::random();
    println!("seed {seed}");
    let mut rng = StdRng::seed_from_u64(seed);
    let (_directory, path) = place("strange.xls");
    let sources = ["libreoffice-users.xls", "bank/abc.xls", "bank/icbc.xls", "bank/bocom.xls", "bank/boc.gb.csv"];
    let (mut refused, mut contained) = (0, 0);
    for _ in 0..3_000 {
        let mut bytes = std::fs::read(fixture(sources[rng.random_range(0..sources.len())])).unwrap();
        damage(&mut bytes, &mut rng);
        std::fs::write(&path, bytes).unwrap();
        if let Err(error) = grid(&path, Limits::default()) {
            refused += 1;
            contained += i32::from(error.to_string().contains(read::INTERRUPTED));
            assert!(error.to_string().chars().any(|c| c > '\u{3400}'), "{error}");
        }
    }
    println!("{refused} refused, {contained} of them by containing the parser");
    assert_eq!(contained, 0, "our own readers do not panic, seed {seed}");
}

#[test]
fn rows_at_the_far_corner_cost_nothing() {
    let table = read(&fixture("openpyxl-corner.xlsx"), Limits::default()).unwrap();
    assert_eq!(table.headers, ["登录名称"]);
    assert_eq!((table.rows.len(), table.rows[0].number), (1, 1_048_576));
}

#[test]
fn bombs_are_refused_before_parsing() {
    let (_directory, path) = place("bomb.xlsx");
    let zeros = vec![b' '; 30 << 20];
    archive_of(&path, &[("xl/workbook.xml", b"<x/>"), ("xl/worksheets/sheet1.xml", &zeros)]);
    assert!(path.metadata().unwrap().len() < 100_000);
    assert!(error(&path, Limits::default()).contains("压缩比异常"), "ratio");
    let wide = Limits { ratio: u64::MAX, unpacked: 29 << 20, ..Limits::default() };
    assert!(error(&path, wide).contains("解压后过大"), "size");
    archive_of(&path, &[("xl/workbook.xml", b"<x/>"), ("xl/sharedStrings.xml", &vec![b' '; 51 << 20])]);
    assert!(error(&path, Limits { ratio: u64::MAX, ..Limits::default() }).contains("解压后过大"), "strings");
    let many: Vec<String> = (0..2_100).map(|i| format!("xl/{i}.xml")).collect();
    archive_of(&path, &many.iter().map(|name| (name.as_str(), &b"x"[..])).collect::<Vec<_>>());
    assert!(error(&path, Limits::default()).contains("解压后过大"), "parts");
}

#[test]
fn limits() {
    let (_directory, path) = place("assets.xlsx");
    let rows = (0..20).map(|i| Ok::<_, SheetError>(asset("厂房", i)));
    assert_eq!(export(&path, &columns(), "资产", rows).unwrap(), 20);
    for (limits, sentence) in [
        (Limits { bytes: 1 << 10, ..Limits::default() }, "文件超过"),
        (Limits { rows: 19, ..Limits::default() }, "数据超过 19 行"),
        (Limits { columns: 3, ..Limits::default() }, "超过 3 列"),
        (Limits { unpacked: 9_000, ..Limits::default() }, "过大"),
    ] {
        let error = error(&path, limits);
        assert!(error.contains(sentence), "{limits:?}: {error}");
    }
    let exact = Limits { rows: 20, columns: 4, ..Limits::default() };
    assert_eq!(read(&path, exact).unwrap().rows.len(), 20);
}

#[test]
fn exports_come_back_as_they_were() {
    let (_directory, path) = place("assets.xlsx");
    let names = ["=1+1", "-5", "@SUM(A1)", "007", "A\nB", "<b>&\"'", "\u{1}控", "示范园"];
    let rows = names.iter().map(|name| Ok::<_, SheetError>(asset(name, 1_234_567_890_123_456)));
    assert_eq!(export(&path, &columns(), "资产", rows).unwrap(), 8);
    let table = read(&path, Limits::default()).unwrap();
    for (row, name) in table.rows.iter().zip(names) {
        assert_eq!(row.get("名称"), name);
        assert_eq!((row.get("手机号码"), row.get("面积")), ("019900000001", "1234567890123456"));
    }
    let sheet = part(&path, "xl/worksheets/sheet1.xml");
    for mark in ["state=\"frozen\"", "autoFilter ref=\"A1:D9\""] {
        assert!(sheet.contains(mark), "{mark}: {}", &sheet[..600]);
    }
    assert!(!sheet.contains("<f>"), "nothing becomes a formula");
    let styles = part(&path, "xl/styles.xml");
    assert!(styles.contains("FF808080") && styles.contains("Arial"), "{styles}");
}

#[test]
fn long_texts_are_cut_to_what_a_cell_holds() {
    let (_directory, path) = place("long.xlsx");
    let long = "\u{20bb7}".repeat(20_000);
    export(&path, &columns(), "资产", std::iter::once(Ok::<_, SheetError>(asset(&long, 1)))).unwrap();
    let table = read(&path, Limits::default()).unwrap();
    assert_eq!(table.rows[0].get("名称").chars().count(), 16_383);
}

#[test]
fn sheets_follow_each_other() {
    for (count, sheets) in [(0u32, 1usize), (5, 1), (6, 2), (11, 3)] {
        let (_directory, path) = place("many.xlsx");
        let rows = (0..count).map(|i| Ok::<_, SheetError>(asset("厂房", i64::from(i))));
        assert_eq!(write::export_paged(&path, &columns(), "资产", rows, 5).unwrap(), u64::from(count));
        let names = part(&path, "xl/workbook.xml");
        for (index, name) in ["\"资产\"", "\"资产1\"", "\"资产2\""].iter().enumerate() {
            assert_eq!(names.contains(&format!("sheet name={name}")), index < sheets, "{count} rows, {name}");
        }
    }
}

#[test]
fn a_failing_row_ends_the_export() {
    let (_directory, path) = place("failing.xlsx");
    let rows = [Ok(asset("厂房", 1)), Err(SheetError::TooMuch)].into_iter();
    assert!(matches!(export(&path, &columns(), "资产", rows), Err(SheetError::TooMuch)));
}

#[test]
fn templates_are_filled_in_below_the_example() {
    let (_directory, path) = place("template.xlsx");
    template(&path, &columns(), "资产", &asset("一号厂房", 120)).unwrap();
    let table = read(&path, Limits::default()).unwrap();
    assert_eq!(table.headers, ["名称", "手机号码", "面积", "状态"]);
    assert!(table.rows.is_empty(), "the example is skipped");
    let sheet = part(&path, "xl/worksheets/sheet1.xml");
    assert!(sheet.contains("\"正常,停用\""), "drop-down");
    assert!(part(&path, "xl/sharedStrings.xml").contains("示例：一号厂房"));
    let notes = part(&path, "xl/comments1.xml");
    assert!(notes.contains("必填") && notes.contains("平方米"), "notes");
}

#[test]
fn long_choices_stand_on_a_hidden_sheet() {
    const LONG: &[&str] = &["工业资产经营中心第一分中心办公室,租赁"; 20];
    let (_directory, path) = place("choices.xlsx");
    let mut columns = columns();
    columns[1].choices = LONG;
    template(&path, &columns, "资产", &asset("一号厂房", 120)).unwrap();
    assert!(part(&path, "xl/workbook.xml").contains("state=\"hidden\""));
    assert!(part(&path, "xl/worksheets/sheet1.xml").contains("'选项'!$A$1:$A$20"));
    assert_eq!(read(&path, Limits::default()).unwrap().headers[0], "名称");
}

#[test]
fn reasons_stand_beside_the_rows_and_go_again_next_time() {
    let source = read(&fixture("openpyxl-users.xlsx"), Limits::default()).unwrap();
    let (_directory, path) = place("failed.xlsx");
    let reasons = BTreeMap::from([(5, "登录名称已存在".to_owned()), (6, source.rows[2].problem().unwrap())]);
    with_reasons(&path, &source, &reasons, "失败原因").unwrap();
    let failed = read(&path, Limits::default()).unwrap();
    assert_eq!(failed.headers.last().map(String::as_str), Some("失败原因"));
    assert_eq!((failed.headers.len(), failed.rows.len()), (source.headers.len() + 1, source.rows.len()));
    for (again, row) in failed.rows.iter().zip(&source.rows) {
        assert_eq!(again.get("失败原因"), reasons.get(&row.number).map_or("", String::as_str));
        assert_eq!((again.get("登录名称"), again.get("入职日期")), (row.get("登录名称"), row.get("入职日期")));
    }
    assert_eq!(failed.rows[2].refused[0].text, "1.38E+10", "a refused cell stays as it was");
    let (_second, path) = place("again.xlsx");
    with_reasons(&path, &failed, &BTreeMap::new(), "失败原因").unwrap();
    let again = read(&path, Limits::default()).unwrap();
    assert_eq!(again.headers, failed.headers, "the column is not there twice");
}

/// Damages packed bytes, and, within a sound archive, the parts themselves. The parser does panic at
/// times (debug builds check the arithmetic of its cell references); `read` turns that into an error.
#[test]
fn strange_workbooks_never_panic() {
    let seed = rand::random();
    println!("seed {seed}");
    let mut rng = StdRng::seed_from_u64(seed);
    let (_directory, path) = place("strange.xlsx");
    let sources = ["openpyxl-users.xlsx", "libreoffice-users.xlsx", "openpyxl-corner.xlsx", "openpyxl-wide.xlsx"];
    let (mut refused, mut answered, mut contained) = (0, 0, 0);
    for round in 0..1_500 {
        let source = fixture(sources[rng.random_range(0..sources.len())]);
        if round % 3 == 0 {
            let mut bytes = std::fs::read(source).unwrap();
            damage(&mut bytes, &mut rng);
            std::fs::write(&path, bytes).unwrap();
        } else {
            damaged_parts(&source, &path, &mut rng);
        }
        match read(&path, Limits::default()) {
            Ok(_) => answered += 1,
            Err(error) => {
                refused += 1;
                contained += i32::from(error.to_string().contains(read::INTERRUPTED));
                assert!(error.to_string().chars().any(|c| c > '\u{3400}'), "{error}");
            }
        }
    }
    println!("{answered} answered, {refused} refused, {contained} of them by containing the parser");
    assert!(refused > 100 && answered > 100, "seed {seed}: {refused} refused, {answered} answered");
}

fn damaged_parts(source: &Path, path: &Path, rng: &mut StdRng) {
    let mut archive = zip::ZipArchive::new(File::open(source).unwrap()).unwrap();
    let hit = rng.random_range(0..archive.len());
    let mut parts = Vec::new();
    for i in 0..archive.len() {
        let mut entry = archive.by_index(i).unwrap();
        let (name, mut bytes) = (entry.name().unwrap().to_string(), Vec::new());
        entry.read_to_end(&mut bytes).unwrap();
        if i == hit || name.contains("sheet") && rng.random() {
            damage(&mut bytes, rng);
        }
        if rng.random_range(0..40) > 0 {
            parts.push((name, bytes));
        }
    }
    archive_of(path, &parts.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect::<Vec<_>>());
}

fn damage(bytes: &mut Vec<u8>, rng: &mut StdRng) {
    const NASTY: &[&str] =
        &["<", "\"", "-1", "99999999999", "r=\"ZZZZ9\"", "t=\"s\"", "<v>", "&#0;", "1e999", "", "\0"];
    for _ in 0..rng.random_range(1..6) {
        if bytes.is_empty() {
            return;
        }
        let at = rng.random_range(0..bytes.len());
        let end = (at + rng.random_range(0..9)).min(bytes.len());
        match rng.random_range(0..5) {
            0 => bytes[at] = rng.random(),
            1 => drop(bytes.splice(at..end, NASTY[rng.random_range(0..NASTY.len())].bytes())),
            2 => drop(bytes.drain(at..end)),
            3 => bytes.truncate(at.max(bytes.len() / 2)),
            _ => {
                let copy = bytes[at..end].to_vec();
                let to = rng.random_range(0..bytes.len());
                drop(bytes.splice(to..to, copy));
            }
        }
    }
}

#[test]
fn days_are_days_and_amounts_are_added_up_below_the_last_row() {
    let columns: [Column<(i64, jiff::civil::Date)>; 2] = [
        Column::new("应缴日", 12.0, |row| Cell::Date(row.1)),
        Column::new("金额（元）", 12.0, |row: &(i64, jiff::civil::Date)| Cell::Decimal(row.0)).summed(),
    ];
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.xlsx");
    let day = jiff::civil::date(2024, 2, 29);
    let rows = [(100_050, day), (-50, day), (1, day)].map(Ok::<_, SheetError>);
    assert_eq!(super::write::export_paged(&path, &columns, "账单", rows.into_iter(), 2).unwrap(), 3);
    let mut book: calamine::Xlsx<_> = calamine::open_workbook(&path).unwrap();
    let sheets: Vec<_> = calamine::Reader::worksheets(&mut book).into_iter().map(|(_, range)| range).collect();
    assert_eq!(sheets.len(), 2);
    assert!(matches!(sheets[0].get((1, 0)), Some(calamine::Data::DateTime(found)) if found.as_f64() == 45_351.0));
    let amounts = [sheets[0].get((1, 1)), sheets[0].get((2, 1)), sheets[1].get((1, 1))];
    let exact = [1_000.5, -0.5, 0.01].map(calamine::Data::Float);
    assert_eq!(amounts, exact.each_ref().map(Some), "to the fen");
    assert_eq!(sheets[0].height(), 3, "the first sheet has no sum");
    assert_eq!(sheets[1].get((2, 0)), Some(&calamine::Data::String("合计".into())));
    assert_eq!(sheets[1].get((2, 1)), Some(&calamine::Data::Float(1_000.01)));
}
