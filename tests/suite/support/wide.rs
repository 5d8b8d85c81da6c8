//! Workbook 7: rows of 50 columns, made because it is too large to be kept; and small ones, made of texts.

use rust_xlsxwriter::{Format, Workbook};

const LABELS: [&str; 10] =
    ["资产编号", "名称", "原值（元）", "购置日期", "数量", "折旧率", "状态", "备注", "存放地点", "条码"];

/// The workbook with so many rows.
pub fn workbook(path: &std::path::Path, rows: u32) {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet_with_constant_memory().expect("a sheet");
    let (percent, day) = (Format::new().set_num_format("0.00%"), Format::new().set_num_format("yyyy-mm-dd"));
    for column in 0..50_u16 {
        sheet.write(0, column, format!("{}{}", LABELS[usize::from(column % 10)], column / 10)).expect("written");
    }
    for row in 1..=rows {
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

/// A small workbook of texts: its head and its rows.
pub fn of_texts(rows: &[&[&str]]) -> Vec<u8> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for (number, cells) in (0..).zip(rows) {
        for (column, text) in (0..).zip(*cells) {
            sheet.write_string(number, column, *text).expect("written");
        }
    }
    book.save_to_buffer().expect("saved")
}

/// The cells of a workbook as text, one after the other.
pub fn texts(bytes: &[u8]) -> String {
    use std::io::Read as _;
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).expect("a workbook");
    let mut text = String::new();
    for at in 0..archive.len() {
        let mut part = archive.by_index(at).expect("a part");
        let name = part.name().expect("a name").into_owned();
        if name.contains("worksheets") || name.contains("sharedStrings") {
            part.read_to_string(&mut text).expect("text");
        }
    }
    text
}
