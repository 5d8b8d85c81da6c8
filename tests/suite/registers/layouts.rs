//! Forty layouts of what stands above a table, and each once more with one thing wrong: amounts have the unit that the sheet
//! says, whoever wrote it wherever, and what is not sure is asked.

use gx_portal::features::registers::infer::{CellOutcome, Guess, Kind, Nobody, Options, Out, Value};
use rust_xlsxwriter::{Format, FormatAlign, Workbook, Worksheet};
use tempfile::TempDir;

use super::infer::{Whole, conserved, sheets};

/// What is wrong with the same layout, and what has to come of it.
enum Wrong {
    /// A line more, above the header: the unit is asked, in a sentence with this.
    Line(&'static str, &'static str),
    /// This row is hidden, and its unit is asked.
    Hidden(u32),
    /// Two lines more of the header, merged above its columns.
    Parents,
    /// What this column states in the line of totals is wrong.
    Total(u32),
    /// The line of totals names another unit.
    Word(&'static str),
}

struct Layout {
    name: &'static str,
    /// Lines from the first to the header: cells parted by `|`, `<` goes on from the left, `^` from above, `@` is a day.
    top: &'static [&'static str],
    /// First and last row of the header, from 1.
    header: (u32, u32),
    /// Columns of amounts by their label: the unit, and the first value in fen.
    amounts: &'static [(&'static str, &'static str, i64)],
    /// Rows of data; those of [`BODY`] when there are none.
    body: &'static [&'static str],
    wrong: Wrong,
}

const HEADER: &str = "项目名称|合同金额|已付金额|签订日期|备注";
const BODY: &[&str] = &[
    "一号楼维修|100|30.5|@2024-03-05|已验收",
    "二号楼维修|200.25|40|@2024-04-06|",
    "三号楼屋面|80|12.5|@2024-05-07|质保期内",
    "四号楼水电|45.5|45.5|@2024-06-08|",
    "五号楼电梯|310|0|@2024-07-09|尚未开工",
    "六号楼消防|66|60|@2024-08-10|",
];
const WAN: &[(&str, &str, i64)] = &[("合同金额", "万元", 100_000_000), ("已付金额", "万元", 30_500_000)];
const YUAN: &[(&str, &str, i64)] = &[("合同金额", "元", 10_000), ("已付金额", "元", 3_050)];

const fn layout(name: &'static str, top: &'static [&'static str], row: u32, wrong: Wrong) -> Layout {
    Layout { name, top, header: (row, row), amounts: WAN, body: BODY, wrong }
}

const TWICE: Wrong = Wrong::Line("||||单位：元", "元");

const LAYOUTS: [Layout; 45] = [
    layout("one cell at the left", &["项目台账", "单位：万元", HEADER], 3, TWICE),
    layout("one cell at the right", &["项目台账", "||||单位：万元", HEADER], 3, Wrong::Hidden(2)),
    layout("one merged cell", &["项目台账|<|<|<|<", "单位：万元|<|<|<|<", HEADER], 3, Wrong::Parents),
    layout("two cells far", &["项目台账|<|<|<|<", "填报单位：某局||||单位：万元", HEADER], 3, Wrong::Total(1)),
    layout("two cells near", &["项目台账", "填报单位：某局|单位：万元", HEADER], 3, TWICE),
    layout(
        "three cells",
        &["项目台账", "填报单位：某局||2024年12月31日||单位：万元", HEADER],
        3,
        Wrong::Word("合计（元）"),
    ),
    layout(
        "three merged cells",
        &["项目台账|<|<|<|<", "填报单位：某局|<|2024年12月31日|<|单位：万元", HEADER],
        3,
        Wrong::Hidden(2),
    ),
    layout("without a title", &["填报单位：某局||||单位：万元", HEADER], 2, Wrong::Parents),
    layout(
        "department and day",
        &["项目台账", "编制部门：财务科||编制日期：2024年12月31日||单位：万元", HEADER],
        3,
        Wrong::Total(2),
    ),
    layout(
        "four cells",
        &["项目台账", "填报单位：某局|表号：国资01表|2024年12月|单位：万元", HEADER],
        3,
        Wrong::Line("||||金额单位：千元", "千元"),
    ),
    layout(
        "two filing lines",
        &["项目台账", "填报单位：某局||||单位：万元", "填表人：张三||||填表日期：2024-12-31", HEADER],
        4,
        TWICE,
    ),
    layout("in the title", &["项目台账（单位：万元）|<|<|<|<", HEADER], 2, Wrong::Parents),
    layout("in the title without the word", &["项目台账（万元）", HEADER], 2, TWICE),
    layout("金额单位", &["项目台账", "||||金额单位：万元", HEADER], 3, Wrong::Total(1)),
    layout("blanks and a narrow colon", &["项目台账", "填报单位:某局||||单 位: 万 元", HEADER], 3, TWICE),
    layout("in brackets behind the word", &["项目台账", "填报单位：某局||||单位（万元）", HEADER], 3, Wrong::Hidden(2)),
    layout("all in brackets", &["项目台账", "（单位：万元）", HEADER], 3, Wrong::Word("合计（元）")),
    layout("word and unit in two cells", &["项目台账", "填报单位：|某局||单位：|万元", HEADER], 3, Wrong::Parents),
    layout("人民币万元", &["项目台账", "填报单位：某局||||单位：人民币万元", HEADER], 3, TWICE),
    Layout {
        amounts: &[("合同金额", "千元", 10_000_000), ("已付金额", "千元", 3_050_000)],
        ..layout("千元", &["项目台账", "填报单位：某局||||单位：千元", HEADER], 3, Wrong::Total(2))
    },
    Layout {
        amounts: &[("合同金额", "百万元", 10_000_000_000), ("已付金额", "百万元", 3_050_000_000)],
        ..layout("百万元", &["填报单位：某局||||单位：百万元", HEADER], 2, TWICE)
    },
    Layout {
        amounts: &[("合同金额", "亿元", 1_000_000_000_000), ("已付金额", "亿元", 305_000_000_000)],
        ..layout("亿元", &["项目台账", "某局||@2024-12-31||单位：亿元", HEADER], 3, Wrong::Hidden(2))
    },
    Layout {
        amounts: &[("年初数", "元", 10_000), ("期末数", "元", 3_050)],
        ..layout(
            "元, without a word for money",
            &["余额表", "填报单位：某局||||单位：元", "项目名称|年初数|期末数|签订日期|备注"],
            3,
            Wrong::Line("||||单位：万元", "万元"),
        )
    },
    Layout {
        header: (2, 3),
        ..layout("a line of units below the header", &["项目台账", HEADER, "|万元|万元||"], 2, Wrong::Total(1))
    },
    Layout {
        header: (2, 3),
        amounts: &[("合同金额", "万元", 100_000_000), ("已付金额", "元", 3_050)],
        ..layout("different ones below the header", &["项目台账", HEADER, "|（万元）|（元）||"], 2, Wrong::Total(2))
    },
    Layout {
        amounts: &[("合同金额（万元）", "万元", 100_000_000), ("已付金额（元）", "元", 3_050)],
        ..layout(
            "in each label",
            &["项目台账", "项目名称|合同金额（万元）|已付金额（元）|签订日期|备注"],
            2,
            Wrong::Line("||||单位：千元", "千元"),
        )
    },
    Layout {
        amounts: &[("合同金额/万元", "万元", 100_000_000), ("已付金额：万元", "万元", 30_500_000)],
        ..layout(
            "in the label without brackets",
            &["项目名称|合同金额/万元|已付金额：万元|签订日期|备注"],
            1,
            Wrong::Parents,
        )
    },
    Layout {
        amounts: &[("合同金额（万元）", "万元", 100_000_000), ("已付金额【万元】", "万元", 30_500_000)],
        ..layout(
            "in a second line of the cell",
            &["项目台账", "项目名称|合同金额\n（万元）|已付金额\n【万元】|签订日期|备注"],
            2,
            Wrong::Total(1),
        )
    },
    Layout {
        amounts: &[("合同金额", "万元", 100_000_000)],
        body: &[
            "一号楼|100|30.5|@2024-03-05|",
            "二号楼|200|40.25|@2024-03-05|",
            "三号楼|80|12|@2024-03-05|",
            "四号楼|45.5|45.5|@2024-03-05|",
        ],
        ..layout(
            "money and area in one line",
            &["房屋台账", "填报单位：某局||||单位：万元、平方米", "房屋名称|合同金额|建筑面积|签订日期|备注"],
            3,
            TWICE,
        )
    },
    Layout {
        amounts: &[("合同金额", "万元", 100_000_000), ("罚没（元）", "元", 3_050)],
        ..layout(
            "one column of another unit",
            &["项目台账", "填报单位：某局||||单位：万元", "项目名称|合同金额|罚没（元）|签订日期|备注"],
            3,
            Wrong::Total(2),
        )
    },
    Layout {
        header: (3, 4),
        amounts: &[("合同", "万元", 100_000_000), ("已付", "万元", 30_500_000)],
        ..layout(
            "a header of two lines",
            &[
                "项目台账|<|<|<|<",
                "填报单位：某局||2024年12月31日||单位：万元",
                "项目名称|金额|<|签订日期|备注",
                "^|合同|已付|^|^",
            ],
            3,
            TWICE,
        )
    },
    Layout {
        header: (3, 4),
        amounts: &[("合同", "万元", 100_000_000), ("已付", "万元", 30_500_000)],
        ..layout(
            "in the upper label",
            &[
                "项目台账|<|<|<|<",
                "填报单位：某局||||2024年12月31日",
                "项目名称|金额（万元）|<|签订日期|备注",
                "^|合同|已付|^|^",
            ],
            3,
            Wrong::Line("||||单位：千元", "千元"),
        )
    },
    Layout {
        header: (3, 5),
        amounts: &[("中央", "万元", 100_000_000), ("地方", "万元", 30_500_000)],
        ..layout(
            "a header of three lines",
            &[
                "项目台账|<|<|<|<",
                "填报单位：某局|<|<|<|单位：万元",
                "项目名称|资金来源|<|签订日期|备注",
                "^|财政资金|<|^|^",
                "^|中央|地方|^|^",
            ],
            3,
            Wrong::Hidden(2),
        )
    },
    layout("a blank line between", &["项目台账", "填报单位：某局||||单位：万元", "", HEADER], 4, TWICE),
    layout(
        "annex above, unit above the title",
        &["附件1||||单位：万元", "项目台账|<|<|<|<", HEADER],
        3,
        Wrong::Total(1),
    ),
    layout("a day as the sheet has it", &["项目台账", "某局||@2024-12-31||单位：万元", HEADER], 3, Wrong::Parents),
    layout("no name of the office", &["项目台账", "填报单位：||||单位：万元", HEADER], 3, Wrong::Word("合计（元）")),
    layout("a stamp", &["项目台账", "填报单位（盖章）：|某局|||单位：万元", HEADER], 3, TWICE),
    layout("all in one cell", &["项目台账", "填报单位：某局  2024年12月31日  单位：万元", HEADER], 3, Wrong::Total(2)),
    layout("a line between header and data", &["项目台账", HEADER, "单位：万元"], 2, Wrong::Total(1)),
    Layout {
        amounts: YUAN,
        ..layout(
            "no unit but that of things",
            &["设备台账", "设备名称|合同金额|已付金额|签订日期|单位"],
            2,
            Wrong::Word("合计（万元）"),
        )
    },
    Layout {
        amounts: YUAN,
        ..layout(
            "no unit at all",
            &["项目台账", "填报单位：某局||||2024年12月31日", HEADER],
            3,
            Wrong::Line("||||单位：某局", "某局"),
        )
    },
    Layout {
        amounts: YUAN, ..layout("the plainest", &[HEADER], 1, Wrong::Line("||||单位：万美元", "万美元"))
    },
    layout(
        "who and when below each other",
        &["项目台账", "填报单位：某局", "填报日期：2024年12月31日", "单位：万元", HEADER],
        5,
        TWICE,
    ),
    layout("计量单位", &["项目台账", "制表：张三||审核：李四||计量单位：万元", HEADER], 3, Wrong::Hidden(2)),
];

/// Digits that a number would lose the first of.
fn is_padded(text: &str) -> bool {
    text.len() > 1 && text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Writes what is drawn.
fn draw(sheet: &mut Worksheet, lines: &[String]) {
    let cells: Vec<Vec<&str>> = lines.iter().map(|line| line.split('|').collect()).collect();
    let at = |row: usize, column: usize| cells.get(row).and_then(|line| line.get(column)).copied().unwrap_or_default();
    let center = Format::new().set_align(FormatAlign::Center);
    for (row, line) in cells.iter().enumerate() {
        for (column, text) in line.iter().enumerate().filter(|(_, text)| !matches!(**text, "" | "<" | "^")) {
            let right = (column + 1..).take_while(|next| at(row, *next) == "<").count();
            let down = (row + 1..).take_while(|next| at(*next, column) == "^").count();
            let (r, c) = (row as u32, column as u16);
            if right + down > 0 {
                sheet.merge_range(r, c, r + down as u32, c + right as u16, text, &center).expect("merged");
            } else if let Some(day) = text.strip_prefix('@') {
                let days = Format::new().set_num_format("yyyy-mm-dd");
                let day = rust_xlsxwriter::ExcelDateTime::parse_from_str(day).expect("a day");
                sheet.write_with_format(r, c, &day, &days).expect("written");
            } else if let Some(number) = text.parse::<f64>().ok().filter(|_| !is_padded(text)) {
                sheet.write(r, c, number).expect("written");
            } else {
                sheet.write(r, c, *text).expect("written");
            }
        }
    }
}

/// A workbook of a sheet as it is drawn.
pub fn drawn_book(lines: &[String], path: &std::path::Path) {
    let mut book = Workbook::new();
    draw(book.add_worksheet(), lines);
    book.save(path).expect("saved");
}

/// A sheet as it is drawn.
pub fn drawn(lines: &[String]) -> Whole {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("drawn.xlsx");
    drawn_book(lines, &path);
    sheets(&path).expect("readable").swap_remove(0)
}

/// A layout with its rows and its line of totals, and what is wrong with it.
fn made(layout: &Layout, wrong: Option<&Wrong>) -> Whole {
    let mut top: Vec<String> = layout.top.iter().map(|line| (*line).to_owned()).collect();
    let header = layout.header.0 as usize - 1;
    let mut word = "合计";
    match wrong {
        Some(Wrong::Line(line, _)) => top.insert(header, (*line).to_owned()),
        Some(Wrong::Parents) => {
            top.insert(header, "概况|资金情况|<|其他|<".to_owned());
            top.insert(header + 1, "^|全部来源|<|时间|说明".to_owned());
        }
        Some(Wrong::Word(other)) => word = other,
        _ => {}
    }
    let mut sums = [0.0; 2];
    for line in layout.body {
        let numbers = line.split('|').skip(1).take(2).map(|text| text.parse::<f64>().expect("a number"));
        sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
    }
    if let Some(Wrong::Total(column)) = wrong {
        sums[*column as usize - 1] += 1.0;
    }
    top.extend(layout.body.iter().map(|line| (*line).to_owned()));
    top.push(format!("{word}|{}|{}||", sums[0], sums[1]));
    let (folder, mut book) = (TempDir::new().expect("a folder"), Workbook::new());
    let sheet = book.add_worksheet();
    draw(sheet, &top);
    if let Some(Wrong::Hidden(row)) = wrong {
        sheet.set_row_hidden(row - 1).expect("hidden");
    }
    let path = folder.path().join("layout.xlsx");
    book.save(&path).expect("saved");
    sheets(&path).expect("readable").swap_remove(0)
}

/// What is not as the layout has it.
fn differs(layout: &Layout, whole: &Whole, guess: &Guess, (first, last): (u32, u32)) -> Vec<String> {
    let mut found = Vec::new();
    if guess.header != Some((first, last)) {
        found.push(format!("header {:?}, not {:?}", guess.header, (first, last)));
    }
    let row =
        whole.rows(guess, &Nobody).into_iter().find_map(|out| if let Out::Row(row) = out { Some(row) } else { None });
    let cells = row.map(|row| row.cells).unwrap_or_default();
    for (column, (label, unit, fen)) in (1_u32..).zip(layout.amounts) {
        let Some(own) = guess.columns.iter().find(|one| one.column == column) else {
            found.push(format!("no column {label}"));
            continue;
        };
        let bare = |text: &str| text.split(['（', '(']).next().unwrap_or_default().to_owned();
        if bare(&own.label) != bare(label) || own.kind != Kind::Money || own.unit.as_deref() != Some(unit) {
            found.push(format!("{label}: {} {:?} {:?}, not {unit}", own.label, own.kind, own.unit));
        }
        let value = cells.iter().find(|cell| cell.column == column).map(|cell| &cell.outcome);
        if value != Some(&CellOutcome::Value(Value::Whole(*fen))) {
            found.push(format!("{label}: {value:?}, not {fen} fen"));
        }
    }
    if guess.columns.iter().any(|one| one.path.iter().any(|part| part.contains("填报") || part.contains("2024"))) {
        found.push("a filing line is a label".to_owned());
    }
    found
}

pub fn guessed(whole: &Whole) -> Guess {
    let guess = whole.guess(&Options::default(), &Nobody);
    conserved(whole, &guess, &Nobody);
    guess
}

#[test]
fn amounts_have_the_unit_that_the_sheet_says() {
    let mut failed = Vec::new();
    for layout in &LAYOUTS {
        let whole = made(layout, None);
        let guess = guessed(&whole);
        let mut found = differs(layout, &whole, &guess, layout.header);
        found
            .extend(guess.totals.iter().filter(|check| !check.difference.is_empty()).map(|check| format!("{check:?}")));
        if !found.is_empty() {
            failed.push(format!("{}: {}", layout.name, found.join("; ")));
        }
    }
    assert!(failed.is_empty(), "{} of {}:\n{}", failed.len(), LAYOUTS.len(), failed.join("\n"));
}

/// What is wrong is seen: asked where it concerns the unit, told where it is a total; and the rest is read as before.
#[test]
fn what_is_wrong_about_a_layout_is_seen() {
    let mut failed = Vec::new();
    for layout in &LAYOUTS {
        let whole = made(layout, Some(&layout.wrong));
        let guess = guessed(&whole);
        let wrong: Vec<_> = guess.totals.iter().filter(|check| !check.difference.is_empty()).collect();
        let doubts = guess.doubts.join("；");
        let (first, last) = layout.header;
        let (header, is_seen) = match layout.wrong {
            Wrong::Line(_, text) => ((first + 1, last + 1), doubts.contains(text)),
            Wrong::Hidden(row) => ((first, last), doubts.contains(&format!("第 {row} 行")) && doubts.contains("隐藏")),
            Wrong::Parents => ((first, last + 2), guess.doubts.is_empty() && wrong.is_empty()),
            Wrong::Total(column) => {
                let is_one =
                    matches!(wrong.as_slice(), [one] if one.column == column && one.difference.contains("1.00"));
                ((first, last), is_one && guess.doubts.is_empty())
            }
            Wrong::Word(word) => ((first, last), doubts.contains(word)),
        };
        let mut found = differs(layout, &whole, &guess, header);
        if !is_seen {
            found.push(format!("not seen: {:?} {wrong:?}", guess.doubts));
        }
        if !found.is_empty() {
            failed.push(format!("{}: {}", layout.name, found.join("; ")));
        }
    }
    assert!(failed.is_empty(), "{} of {}:\n{}", failed.len(), LAYOUTS.len(), failed.join("\n"));
}

/// A unit that a person has chosen is that of all amounts whose column names none, and nothing is asked any more.
#[test]
fn a_chosen_unit_is_the_answer() {
    for layout in LAYOUTS.iter().filter(|layout| !matches!(layout.wrong, Wrong::Parents | Wrong::Total(_))) {
        let whole = made(layout, Some(&layout.wrong));
        assert!(!guessed(&whole).doubts.is_empty(), "{}", layout.name);
        let options = Options { unit: Some("千元".into()), ..Options::default() };
        let guess = whole.guess(&options, &Nobody);
        conserved(&whole, &guess, &Nobody);
        assert_eq!((guess.doubts.as_slice(), guess.unit.as_deref()), (&[][..], Some("千元")), "{}", layout.name);
        let own = |label: &str| ["元", "金额（", "【"].iter().any(|mark| label.contains(mark));
        for (column, (label, unit, _)) in (1_u32..).zip(layout.amounts) {
            let found = guess.columns.iter().find(|one| one.column == column).expect("a column");
            let is_own = found.path.iter().any(|part| own(part));
            let wanted = if is_own { *unit } else { "千元" };
            assert_eq!(found.unit.as_deref(), Some(wanted), "{}: {label}", layout.name);
        }
    }
}

/// A line of totals in another unit than its columns is compared in its own words.
#[test]
fn totals_are_compared_in_their_own_unit() {
    let lines = ["项目名称|合同金额（元）|备注", "甲|1000000|", "乙|205000|", "丙|50|", "合计（万元）|120.505|"];
    let guess = guessed(&drawn(&lines.map(str::to_owned)));
    let [check] = guess.totals.as_slice() else { panic!("{:?}", guess.totals) };
    assert_eq!((check.word.as_str(), check.unit.as_deref()), ("合计（万元）", Some("万元")));
    assert_eq!((check.stated.as_str(), check.counted.as_str(), check.difference.as_str()), ("120.505", "120.505", ""));
    assert_eq!(guess.doubts, [""; 0]);
}
