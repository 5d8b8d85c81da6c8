//! Laws of understanding a workbook, over sheets and files that nobody would keep. Seeds are printed; `GX_SEED` repeats one.

use crate::support::scale;
use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};

use gx_portal::features::registers::infer::{ColumnOptions, Kind, Nobody, Options};
use gx_portal::sheet::{Area, Facts, Format, Number, RawCell, RawValue, SheetRow};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use super::infer::{Whole, conserved, fixture, sheets};

fn seeded(own: u64) -> StdRng {
    let seed = std::env::var("GX_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(own);
    println!("GX_SEED={seed}");
    StdRng::seed_from_u64(seed)
}

const TEXTS: [&str; 54] = [
    "序号",
    "编号",
    "名称",
    "金额（万元）",
    "受理日期",
    "责任科室",
    "备注",
    "状态",
    "身份证号码",
    "占比（%）",
    "面积（亩）",
    "是否整改",
    "电话",
    "2024.3.5",
    "2024年3月",
    "24.3.5",
    "3/5/2024",
    "二〇二四年三月五日",
    "2024-03-05 08:30",
    "待定",
    "合计",
    "小  计",
    "总计：",
    "注：以上为准",
    "制表人：张三",
    "一、消防",
    "（二）用电",
    "甲",
    "3=1+2",
    "1",
    "2",
    "007",
    "12.5万",
    "(1,200.00)",
    "-",
    "/",
    "￥5",
    "15.5%",
    "120㎡",
    "3亩",
    "是",
    "否",
    "√",
    "×",
    "已整改",
    "己整改",
    "13800138000",
    "11010519491231002X",
    "530102199001011000",
    "A、B、C",
    "两\n行",
    "单位：万元",
    "附件3",
    "很长的一段文字，用来看看它会不会被当成表头或者说明，其实什么也不是，只是长而已，再写几个字。",
];

fn value(random: &mut StdRng) -> RawValue {
    match random.random_range(0..14) {
        0 => RawValue::Number(Number { units: random.random_range(-5..40), places: 0 }),
        1 => RawValue::Number(Number { units: random.random_range(0..10_000_000), places: random.random_range(0..9) }),
        2 => Number::of(random.random_range(0.0..60_000.0)).map_or(RawValue::Unsaved, RawValue::Number),
        3 => RawValue::Moment(jiff::civil::date(2024, random.random_range(1..=12), 5).at(0, 0, 0, 0)),
        4 => RawValue::Moment(jiff::civil::date(2024, 3, 5).at(random.random_range(0..24), 30, 0, 0)),
        5 => RawValue::Odd("530102199001011000".into()),
        6 => RawValue::Error("#REF!".into()),
        7 => [RawValue::Flag(true), RawValue::Unsaved, RawValue::Time("06:00:00".into())][random.random_range(0..3)]
            .clone(),
        _ => RawValue::Text(TEXTS[random.random_range(0..TEXTS.len())].into()),
    }
}

/// A sheet of columns that mostly keep to one sort of value, with lines of every kind between.
fn sheet(random: &mut StdRng) -> Whole {
    let width = random.random_range(1..9_u32);
    let height = random.random_range(0..90_u32);
    let sorts: Vec<RawValue> = (0..width).map(|_| value(random)).collect();
    let formats = [Format::General, Format::Percent, Format::Currency, Format::Other, Format::Text];
    let (mut row, mut lines) = (0, Vec::new());
    for _ in 0..height {
        row += if random.random_bool(0.06) { random.random_range(1..5) } else { 1 };
        let is_single = random.random_bool(0.05);
        let mut cells = Vec::new();
        for column in 0..width {
            let (is_filled, is_own) = (random.random_bool(0.85), random.random_bool(0.7));
            if is_filled && (!is_single || cells.is_empty()) {
                let value = if is_own { sorts[column as usize].clone() } else { value(random) };
                let column = if random.random_bool(0.01) { column + 6 } else { column };
                let (is_bold, is_filled, is_formula) =
                    (random.random_bool(0.1), random.random_bool(0.1), random.random_bool(0.1));
                let format = formats[random.random_range(0..formats.len())];
                cells.push(RawCell { column, value, format, is_bold, is_filled, is_formula, mask: 0 });
            }
        }
        cells.sort_by_key(|cell| cell.column);
        cells.dedup_by_key(|cell| cell.column);
        if !cells.is_empty() {
            lines.push(SheetRow { row, cells });
        }
    }
    let mut area = |most: u32| {
        let first = (random.random_range(0..most), random.random_range(0..width));
        Area { first, last: (first.0 + random.random_range(0..4), first.1 + random.random_range(0..3)) }
    };
    let merged = (0..6).map(|_| area(row.max(1) + 1)).collect();
    let tables = if height % 7 == 0 { vec![(area(20), 1)] } else { Vec::new() };
    Whole { facts: Facts { sheet: "表".into(), is_1904: height % 2 == 0, merged, tables, ..Facts::default() }, lines }
}

fn options(random: &mut StdRng) -> Options {
    let mut some =
        |most: u32| (0..random.random_range(0..3)).map(|_| random.random_range(0..most)).collect::<Vec<u32>>();
    let (data, skipped, kinds) = (some(90), some(90), some(9));
    let header = random.random_bool(0.3).then(|| {
        let first = random.random_range(0..20);
        (first, first + random.random_range(0..4))
    });
    let end = random.random_bool(0.3).then(|| random.random_range(0..90));
    let said = |column: u32| {
        let kind = Kind::ALL[(column as usize * 7 + data.len() * 3) % Kind::ALL.len()];
        (column, ColumnOptions { kind: Some(kind), ..ColumnOptions::default() })
    };
    let columns: BTreeMap<u32, ColumnOptions> = kinds.into_iter().map(said).collect();
    let unit = (data.len() == 1).then(|| "万元".to_owned());
    Options { header, end, data: data.clone(), skipped, unit, columns }
}

#[test]
fn nothing_is_lost_in_any_sheet() {
    let mut random = seeded(1_204);
    for _ in 0..scale::size(100, 400) {
        let whole = sheet(&mut random);
        let guess = whole.guess(&Options::default(), &Nobody);
        conserved(&whole, &guess, &Nobody);
        let options = options(&mut random);
        let guess = whole.guess(&options, &Nobody);
        conserved(&whole, &guess, &Nobody);
    }
}

/// A workbook with bytes of its parts changed: it is read or refused.
#[test]
fn no_workbook_is_too_broken() {
    let mut random = seeded(904);
    let place = tempfile::tempdir().expect("a place");
    let path = place.path().join("broken.xlsx");
    for name in
        ["01-petitions.xlsx", "08-projects.xlsx", "09-wps.xlsx", "10-horrors.xlsx", "10-old.xls", "10-devices.gb.csv"]
    {
        let bytes = std::fs::read(fixture(name)).expect("fixture");
        for _ in 0..scale::size(10, 40) {
            std::fs::write(&path, changed(&mut random, &bytes)).expect("written");
            for whole in sheets(&path).unwrap_or_default() {
                let guess = whole.guess(&Options::default(), &Nobody);
                conserved(&whole, &guess, &Nobody);
            }
        }
    }
}

/// Other bytes in some places; inside of the parts where there are any.
fn changed(random: &mut StdRng, bytes: &[u8]) -> Vec<u8> {
    let mut spoil = |content: &mut Vec<u8>, times: usize| {
        for _ in 0..random.random_range(0..=times) {
            if content.is_empty() {
                return;
            }
            let at = random.random_range(0..content.len());
            match random.random_range(0..3) {
                0 => content[at] = random.random_range(0..=255),
                1 => content[at] = b"0123456789<>\"/ AZ"[random.random_range(0..17)],
                _ => {
                    let end = (at + random.random_range(0..30)).min(content.len());
                    content.drain(at..end);
                }
            }
        }
    };
    let Ok(mut archive) = zip::ZipArchive::new(std::io::Cursor::new(bytes)) else {
        let mut all = bytes.to_vec();
        spoil(&mut all, 6);
        return all;
    };
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for at in 0..archive.len() {
        let mut part = archive.by_index(at).expect("a part");
        let name = part.name().expect("a name").to_string();
        let mut content = Vec::new();
        part.read_to_end(&mut content).expect("read");
        spoil(&mut content, 2);
        writer.start_file(name, zip::write::SimpleFileOptions::default()).expect("a part");
        writer.write_all(&content).expect("written");
    }
    writer.finish().expect("finished").into_inner()
}
