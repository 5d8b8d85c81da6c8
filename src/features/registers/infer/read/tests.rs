use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use super::super::known::Nobody;
use super::*;

fn cell(value: RawValue, format: Format) -> RawCell {
    RawCell { column: 0, value, format, is_bold: false, is_filled: false, is_formula: false, mask: 0 }
}

fn reads(kind: Kind, text: &str, terms: &Terms) -> String {
    match read(kind, &cell(RawValue::Text(text.into()), Format::General), terms, &Nobody, None) {
        Read::Value(value) => format!("{value:?}"),
        Read::Rounded(value) => format!("~{value:?}"),
        Read::Near(why) => format!("? {why}"),
        Read::No(_) => "no".into(),
    }
}

#[test]
fn texts_as_kinds() {
    let plain = Terms { places: 6, ..Terms::default() };
    let wan = Terms { power: 4, ..plain.clone() };
    let words = HasWord { flag: true, month: true, year: true, phone: true };
    let worded = Terms { has_word: words, ..plain.clone() };
    for (kind, text, terms, told) in [
        (Kind::Idno, "11010519491231002x", &plain, "Text(\"11010519491231002X\")"),
        (Kind::Idno, "110105491231002", &plain, "Text(\"110105491231002\")"),
        (Kind::Idno, "110105194912310021", &plain, "? 校验位不符"),
        (Kind::Idno, "110105194912310000", &plain, "? 末三位是 000 且校验位不符，疑为位数丢失"),
        (Kind::Idno, "91350100M000100Y43", &plain, "Text(\"91350100M000100Y43\")"),
        (Kind::Idno, "110105194913310021", &plain, "no"),
        (Kind::Phone, "138 0013-8000", &plain, "Text(\"1380013-8000\")"),
        (Kind::Phone, "0871-63188888", &plain, "Text(\"0871-63188888\")"),
        (Kind::Phone, "63188888", &plain, "no"),
        (Kind::Phone, "63188888", &worded, "Text(\"63188888\")"),
        (Kind::Phone, "13800138000、13900139000", &plain, "no"),
        (Kind::Money, "12.5", &wan, "Whole(12500000)"),
        (Kind::Money, "0.000001", &wan, "Whole(1)"),
        (Kind::Money, "0.0000001", &wan, "no"),
        (Kind::Money, "12.5万", &plain, "Whole(12500000)"),
        (Kind::Money, "3亿", &wan, "Whole(30000000000)"),
        (Kind::Money, "(1,200.00)", &plain, "Whole(-120000)"),
        (Kind::Money, "—", &plain, "Nothing"),
        (Kind::Money, "约3万", &plain, "no"),
        (Kind::Area, "120㎡", &plain, "Whole(12000)"),
        (Kind::Area, "3亩", &plain, "no"),
        (Kind::Percent, "15.5%", &plain, "Whole(155000)"),
        (Kind::Percent, "15.5", &plain, "? 没有百分号，须确认是百分数还是小数"),
        (Kind::Whole, "007", &plain, "no"),
        (Kind::Year, "2024年度", &plain, "Whole(2024)"),
        (Kind::Year, "2024", &plain, "no"),
        (Kind::Month, "2024年3月", &plain, "Month(2024-03-01)"),
        (Kind::Month, "202403", &plain, "no"),
        (Kind::Month, "202403", &worded, "Month(2024-03-01)"),
        (Kind::Day, "2024年3月", &plain, "? 只有年月，没有日"),
        (Kind::Day, "3/5/2024", &plain, "? 年月日的次序不明确"),
        (Kind::Flag, "√", &plain, "Flag(true)"),
        (Kind::Flag, "1", &plain, "no"),
        (Kind::Flag, "1", &worded, "Flag(true)"),
        (Kind::Choices, "甲、乙；丙", &plain, "Choices([\"甲\", \"乙\", \"丙\"])"),
    ] {
        assert_eq!(reads(kind, text, terms), told, "{kind:?} {text}");
    }
}

#[test]
fn numbers_as_kinds() {
    let number = |value: f64| Number::of(value).map_or(RawValue::Odd(String::new()), RawValue::Number);
    let terms = Terms { serials: true, ..Terms::default() };
    let told = |kind, value, format| read(kind, &cell(number(value), format), &terms, &Nobody, None);
    let near = |read: Read| matches!(read, Read::Near(_));
    assert_eq!(told(Kind::Percent, 0.155, Format::Percent), Read::Value(Value::Whole(155_000)));
    assert_eq!(told(Kind::Percent, 1.0 / 3.0, Format::Percent), Read::Rounded(Value::Whole(333_333)));
    assert_eq!(told(Kind::Percent, 2.0 / 3.0 * 1e-12, Format::Percent), Read::Rounded(Value::Whole(0)));
    assert_eq!(told(Kind::Money, 0.1 + 0.2, Format::General), Read::Value(Value::Whole(30)));
    assert_eq!(told(Kind::Day, 45_356.0, Format::General), Read::Value(Value::Day(date(2024, 3, 5))));
    assert_eq!(told(Kind::Day, 20_240_305.0, Format::General), Read::Value(Value::Day(date(2024, 3, 5))));
    assert!(near(told(Kind::Day, 2023.1, Format::General)) && near(told(Kind::Month, 2023.1, Format::General)));
    assert!(near(read(
        Kind::Idno,
        &cell(RawValue::Odd("530102199001011000".into()), Format::General),
        &terms,
        &Nobody,
        None
    )));
    let of_1904 = Terms { is_1904: true, ..terms.clone() };
    let day = read(Kind::Day, &cell(number(43_894.0), Format::General), &of_1904, &Nobody, None);
    assert_eq!(day, Read::Value(Value::Day(date(2024, 3, 5))));
}

/// Twenty thousand texts for each kind: none ends in a panic, and what is read is what another reading finds.
#[test]
fn no_text_is_too_strange() {
    let seed = std::env::var("GX_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(20_240_930);
    println!("GX_SEED={seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let signs: Vec<char> =
        "0123456789０１２..-/年月日:年月 ,，()（）%％￥万亿元㎡亩XxTY√×是否〇○一二三十廿零E+、\u{200b}\n王伟A号"
            .chars()
            .collect();
    let all = Terms {
        serials: true,
        places: 6,
        power: 4,
        has_word: HasWord { flag: true, month: true, year: true, phone: true },
        ..Terms::default()
    };
    let ordered =
        Terms { order: Some(DayOrder::YearMonthDay), bare: Some(Bare::Fraction), land: Some("亩"), ..all.clone() };
    for kind in Kind::ALL {
        for at in 0..20_000 {
            let length = random.random_range(0..22);
            let text: String = (0..length).map(|_| signs[random.random_range(0..signs.len())]).collect();
            let terms = if at % 2 == 0 { &all } else { &ordered };
            let one = cell(RawValue::Text(text), Format::General);
            let first = read(kind, &one, terms, &Nobody, None);
            if let Read::Value(Value::Day(day)) = &first {
                let again = cell(RawValue::Text(day.to_string()), Format::General);
                assert_eq!(read(kind, &again, terms, &Nobody, None), first, "{one:?}");
            }
        }
    }
}
