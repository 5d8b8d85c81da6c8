//! Workbook 7: 20,000 rows of 50 columns (a fifth of them in a debug build), made here because it is too large to be kept.

use gx_portal::features::register::infer::{Kind, Nobody, Options, Out, guess, rows};
use gx_portal::sheet::{SURVEY, Survey};
use rust_xlsxwriter::{Format, Workbook};

const ROWS: u32 = if cfg!(debug_assertions) { 4_000 } else { 20_000 };
const LABELS: [&str; 10] =
    ["资产编号", "名称", "原值（元）", "购置日期", "数量", "折旧率", "状态", "备注", "存放地点", "条码"];
const KINDS: [Kind; 10] = [
    Kind::Code,
    Kind::Text,
    Kind::Money,
    Kind::Day,
    Kind::Whole,
    Kind::Percent,
    Kind::Choice,
    Kind::Choice,
    Kind::Text,
    Kind::Text,
];

fn workbook(path: &std::path::Path) {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet_with_constant_memory().expect("a sheet");
    let (percent, day) = (Format::new().set_num_format("0.00%"), Format::new().set_num_format("yyyy-mm-dd"));
    for column in 0..50_u16 {
        sheet.write(0, column, format!("{}{}", LABELS[usize::from(column % 10)], column / 10)).expect("written");
    }
    for row in 1..=ROWS {
        let money = f64::from(row * 7919 % 9_999_999) / 100.0;
        for part in 0..5_u16 {
            let at = |column: u16| part * 10 + column;
            sheet.write(row, at(0), format!("ZC{part}-{row:06}")).expect("written");
            sheet.write(row, at(1), format!("设备{}", row % 700)).expect("written");
            sheet.write(row, at(2), money).expect("written");
            if part == 0 {
                sheet.write(row, at(3), format!("2024.{}.{}", 1 + row % 12, 1 + row % 28)).expect("written");
            } else {
                sheet.write_with_format(row, at(3), f64::from(40_000 + row % 5_000), &day).expect("written");
            }
            sheet.write(row, at(4), 1 + row % 99).expect("written");
            sheet.write_with_format(row, at(5), f64::from(row % 97) / 97.0, &percent).expect("written");
            sheet.write(row, at(6), ["在用", "闲置", "报废"][row as usize % 3]).expect("written");
            sheet.write(row, at(7), "常量").expect("written");
            sheet.write(row, at(8), format!("{}号楼{}室", row % 9, row % 31)).expect("written");
            if row % 50 == 0 {
                sheet.write(row, at(9), row).expect("written");
            } else {
                sheet.write(row, at(9), format!("{row:06}")).expect("written");
            }
        }
    }
    book.save(path).expect("saved");
}

#[test]
fn a_million_cells_are_understood() {
    let place = tempfile::tempdir().expect("a place");
    let path = place.path().join("assets.xlsx");
    workbook(&path);
    let from = std::time::Instant::now();
    let mut survey = Survey::open(&path, SURVEY).expect("opens");
    let facts = survey.facts(1).expect("facts");
    let guess = guess(&facts, &Options::default(), &Nobody, |each| survey.lines(1, each)).expect("lines");
    println!("guess of {ROWS} x 50: {:?}", from.elapsed());
    assert_eq!((guess.rows, guess.header, guess.key.as_slice()), (ROWS, Some((1, 1)), &[0][..]));
    for (column, told) in guess.columns.iter().enumerate() {
        assert_eq!((told.kind, told.misfit_count), (KINDS[column % 10], 0), "{told:?}");
    }
    assert!(guess.columns[7].warnings.iter().any(|told| told.contains("整列都是")), "{:?}", guess.columns[7]);
    assert!(guess.columns[9].warnings.iter().any(|told| told.contains("前面的 0")), "{:?}", guess.columns[9]);
    assert!(guess.columns[5].warnings.iter().any(|told| told.contains("百万分之一")), "{:?}", guess.columns[5]);
    let mut cells = 0;
    rows(&guess, &facts, &Nobody, |each| survey.lines(1, each), &mut |out| {
        if let Out::Row(row) = out {
            cells += row.cells.len();
        }
    })
    .expect("lines");
    assert_eq!(cells, ROWS as usize * 50);
}
