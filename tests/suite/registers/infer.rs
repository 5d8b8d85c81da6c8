//! Ten workbooks as offices keep them (`tests/fixtures/registers`), and what the program has to understand of them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use gx_portal::features::registers::infer::{
    Bare, CellOutcome, ColumnOptions, Converted, DayOrder, Dictionary, Guess, Kind, Known, LinkKind, Match, Nobody,
    Options, Out, Value as Cell, What, guess, rows, together,
};
use gx_portal::sheet::{Facts, Format, RawCell, RawValue, SURVEY, SheetRow, SheetState, Survey};
use serde_json::{Value, json};

pub fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/registers").join(name)
}

/// A sheet with everything in it.
pub struct Whole {
    pub facts: Facts,
    pub lines: Vec<SheetRow>,
}

impl Whole {
    pub fn guess(&self, options: &Options, known: &dyn Known) -> Guess {
        let fed = |each: &mut dyn FnMut(SheetRow)| {
            self.lines.iter().cloned().for_each(each);
            Ok::<(), ()>(())
        };
        guess(&self.facts, options, known, fed).expect("lines are there")
    }

    pub fn rows(&self, guess: &Guess, known: &dyn Known) -> Vec<Out> {
        let mut all = Vec::new();
        let fed = |each: &mut dyn FnMut(SheetRow)| {
            self.lines.iter().cloned().for_each(each);
            Ok::<(), ()>(())
        };
        rows(guess, &self.facts, known, fed, &mut |out| all.push(out)).expect("lines are there");
        all
    }
}

pub fn sheets(path: &Path) -> Result<Vec<Whole>, String> {
    let mut survey = Survey::open(path, SURVEY).map_err(|error| error.to_string())?;
    let offered = survey.sheets().iter().filter(|sheet| sheet.state == SheetState::Offered);
    let numbers: Vec<usize> = offered.map(|sheet| sheet.no).collect();
    let mut all = Vec::new();
    for no in numbers {
        let facts = survey.facts(no).map_err(|error| error.to_string())?;
        let mut lines = Vec::new();
        survey.lines(no, &mut |line| lines.push(line)).map_err(|error| error.to_string())?;
        all.push(Whole { facts, lines });
    }
    Ok(all)
}

fn one(name: &str, at: usize) -> Whole {
    sheets(&fixture(name)).expect("readable").swap_remove(at)
}

/// Every cell with content ends as a value, as 原值, in the header, or is named as left out.
pub fn conserved(whole: &Whole, guess: &Guess, known: &dyn Known) {
    let outs = whole.rows(guess, known);
    let mut converted: BTreeMap<(u32, u32), &Converted> = BTreeMap::new();
    let mut outside: Vec<(u32, u32)> = Vec::new();
    let mut left: BTreeMap<u32, What> = BTreeMap::new();
    for out in &outs {
        match out {
            Out::Left(row, what) => {
                left.insert(*row, *what);
            }
            Out::Row(row) => {
                outside.extend(row.outside.iter().map(|column| (row.line, *column)));
                for cell in row.cells.iter().filter(|cell| !cell.is_merged) {
                    assert!(converted.insert((row.line, cell.column), cell).is_none(), "twice: {cell:?}");
                }
            }
        }
    }
    let named = |row: u32, column: u32| {
        guess.left_out.iter().any(|left| {
            let within = left.columns.is_none_or(|(first, last)| (first..=last).contains(&column));
            (left.row..=left.last).contains(&row) && within
        })
    };
    for line in &whole.lines {
        let row = line.row + 1;
        for cell in &line.cells {
            if let Some(found) = converted.get(&(row, cell.column)) {
                assert_eq!(found.text, cell.value.to_string());
                let is_dash = found.outcome == CellOutcome::Value(Cell::Nothing);
                assert!(
                    !is_dash || "-/—–－／".contains(found.text.trim_matches('-').chars().next().unwrap_or('-')),
                    "{found:?}"
                );
                let column = guess.columns.iter().find(|one| one.column == cell.column).expect("a column of the guess");
                let is_kept = matches!(found.outcome, CellOutcome::Kept(_));
                assert!(!is_kept || column.misfit_count > 0, "{found:?} is kept and nothing says so: {column:?}");
                continue;
            }
            match left.get(&row) {
                Some(What::Header) => {
                    let (first, last) = guess.header.expect("a header");
                    assert!((first..=last).contains(&row) || named(row, cell.column), "{row} {cell:?}");
                }
                Some(_) => {
                    assert!(named(row, cell.column) || guess.more_left_out > 0, "{row} {cell:?} {:?}", guess.left_out)
                }
                None => {
                    assert!(outside.contains(&(row, cell.column)) && named(row, cell.column), "{row} {cell:?} is lost")
                }
            }
        }
    }
    for column in &guess.columns {
        let kept: usize = outs.iter().map(|out| kept_of(out, column.column)).sum();
        assert_eq!(kept, column.misfit_count as usize, "what is told and what is kept: {column:?}");
    }
}

/// Cells of a column that keep their text.
fn kept_of(out: &Out, column: u32) -> usize {
    let Out::Row(row) = out else { return 0 };
    let is_kept = |cell: &&Converted| cell.column == column && matches!(cell.outcome, CellOutcome::Kept(_));
    row.cells.iter().filter(is_kept).count()
}

/// A guess as `expected.json` has it.
fn describe(guess: &Guess) -> Value {
    let name = |column: u32| guess.columns.iter().find(|one| one.column == column).map(|one| one.label.clone());
    let columns: Vec<Value> = guess
        .columns
        .iter()
        .map(|one| {
            json!([
                one.label,
                one.kind.label(),
                one.unit,
                one.misfits.iter().map(|m| m.row).collect::<Vec<_>>(),
                one.warnings.len()
            ])
        })
        .collect();
    let left: Vec<Value> =
        guess.left_out.iter().map(|left| json!([left.row, left.last, left.columns, left.what.label()])).collect();
    let totals: Vec<Value> = guess
        .totals
        .iter()
        .map(|check| json!([check.row, name(check.column), check.stated, check.difference]))
        .collect();
    json!({
        "title": guess.title, "units": guess.units, "header": guess.header, "data": guess.data, "rows": guess.rows,
        "columns": columns, "leftOut": left, "totals": totals, "warnings": guess.warnings,
        "key": guess.key.iter().map(|column| name(*column)).collect::<Vec<_>>(),
        "spellings": guess.columns.iter().flat_map(|one| &one.spellings).collect::<Vec<_>>(),
    })
}

/// With `GX_WRITE=1` what is understood now is written down, to be read by a person before it is committed.
#[test]
fn ten_workbooks_are_understood() {
    let path = fixture("expected.json");
    let mut found = serde_json::Map::new();
    let mut names: Vec<String> = std::fs::read_dir(fixture(""))
        .expect("fixtures")
        .map(|entry| entry.expect("entry").file_name().to_string_lossy().into_owned())
        .filter(|name| name.starts_with(|c: char| c.is_ascii_digit()))
        .collect();
    names.sort_unstable();
    for name in names {
        let shown = match sheets(&fixture(&name)) {
            Err(sentence) => json!({"refused": sentence}),
            Ok(all) => {
                let guesses: Vec<Guess> = all.iter().map(|whole| whole.guess(&Options::default(), &Nobody)).collect();
                for (whole, guess) in all.iter().zip(&guesses) {
                    conserved(whole, guess, &Nobody);
                }
                let shown = guesses
                    .iter()
                    .map(|guess| (guess.sheet.clone(), describe(guess)))
                    .collect::<serde_json::Map<_, _>>();
                json!({"sheets": shown, "together": together(&guesses)})
            }
        };
        found.insert(name, shown);
    }
    let found = Value::Object(found);
    if std::env::var_os("GX_WRITE").is_some() {
        std::fs::write(&path, format!("{found:#}\n")).expect("written");
    }
    let expected: Value = serde_json::from_slice(&std::fs::read(&path).expect("expected.json")).expect("JSON");
    for (name, wanted) in expected.as_object().expect("an object") {
        for (sheet, wanted) in wanted["sheets"].as_object().into_iter().flatten() {
            for (key, wanted) in wanted.as_object().expect("an object") {
                assert_eq!(&found[name]["sheets"][sheet][key], wanted, "{name} {sheet} {key}");
            }
        }
        assert_eq!(&found[name], wanted, "{name}");
    }
    assert_eq!(found.as_object().map(serde_json::Map::len), expected.as_object().map(serde_json::Map::len));
}

#[test]
fn sheets_that_are_none_are_named() {
    let survey = Survey::open(&fixture("10-horrors.xlsx"), SURVEY).expect("opens");
    let states: Vec<(&str, SheetState)> = survey.sheets().iter().map(|one| (one.name.as_str(), one.state)).collect();
    assert_eq!(
        states,
        [
            ("两张表", SheetState::Offered),
            ("表头很深", SheetState::Offered),
            ("表格", SheetState::Offered),
            ("隐藏", SheetState::Hidden),
            ("空表", SheetState::Empty),
            ("图表", SheetState::Chart),
        ]
    );
    let old = Survey::open(&fixture("10-old.xls"), SURVEY).expect("opens");
    let states: Vec<(&str, SheetState)> = old.sheets().iter().map(|one| (one.name.as_str(), one.state)).collect();
    assert_eq!(states, [("设备", SheetState::Offered), ("说明", SheetState::Hidden)]);
}

/// The sum of what a column was converted to is what its line of totals states.
#[test]
fn totals_of_the_sheet_are_totals_of_the_values() {
    for (name, column, fen) in [("01-petitions.xlsx", 3, 2_976_800_000_i64), ("02-rents.xlsx", 7, 25_571_830)] {
        let whole = one(name, 0);
        let guess = whole.guess(&Options::default(), &Nobody);
        let of_row = |out: &Out| match out {
            Out::Row(row) => row.cells.iter().find(|cell| cell.column == column).map_or(0, |cell| match cell.outcome {
                CellOutcome::Value(Cell::Whole(fen)) => fen,
                _ => 0,
            }),
            Out::Left(..) => 0,
        };
        let sum: i64 = whole.rows(&guess, &Nobody).iter().map(of_row).sum();
        assert_eq!(sum, fen, "{name}");
        assert!(guess.totals.iter().all(|check| check.difference.is_empty()), "{:?}", guess.totals);
    }
}

/// An office that has what two of the workbooks name.
struct Office(Vec<LinkKind>, Vec<Dictionary>);

impl Known for Office {
    fn department(&self, text: &str) -> Match {
        match ["办公室", "经济运行科", "企业服务科", "财务科", "资产科"].iter().position(|name| *name == text)
        {
            Some(at) => Match::One(at as u64 + 1),
            None => Match::None,
        }
    }
    fn person(&self, name: &str, department: Option<u64>) -> Match {
        match (name, department) {
            ("王伟", None) => Match::Several,
            ("王伟", Some(1)) => Match::One(77),
            ("王伟", _) => Match::None,
            (name, _) if name.chars().count() == 3 => Match::One(5),
            _ => Match::None,
        }
    }
    fn links(&self) -> &[LinkKind] {
        &self.0
    }
    fn link(&self, _: usize, text: &str) -> Match {
        text.strip_prefix("ZC-").and_then(|no| no.parse().ok()).map_or(Match::None, Match::One)
    }
    fn is_code(&self, kind: usize, text: &str) -> bool {
        self.link(kind, text) != Match::None
    }
    fn dictionaries(&self) -> &[Dictionary] {
        &self.1
    }
    fn is_empty(&self) -> bool {
        false
    }
}

fn office() -> Office {
    let degrees = ["本科", "大专", "研究生", "博士"].map(|word| (word.to_owned(), word.to_owned())).into();
    let dictionary = Dictionary { id: 9, name: "学历".into(), values: degrees };
    Office(vec![LinkKind { name: "asset", label: "资产", words: &["资产"] }], vec![dictionary])
}

fn column<'g>(guess: &'g Guess, label: &str) -> &'g gx_portal::features::registers::infer::ColumnGuess {
    guess.columns.iter().find(|one| one.label == label).unwrap_or_else(|| panic!("no {label}"))
}

#[test]
fn what_the_office_has_is_recognised() {
    let office = office();
    let people = one("04-people.xlsx", 0);
    let guess = people.guess(&Options::default(), &office);
    let names = column(&guess, "姓名");
    // one of two namesakes is told by his department, the other stays as it is
    assert_eq!((names.kind, names.misfit_count), (Kind::Person, 1), "{names:?}");
    assert_eq!(column(&guess, "部门").kind, Kind::Dept);
    assert_eq!(guess.owner, Some(3));
    assert_eq!(column(&guess, "学历").dictionary, Some(9));
    conserved(&people, &guess, &office);
    let rents = one("02-rents.xlsx", 0);
    let guess = rents.guess(&Options::default(), &office);
    let assets = column(&guess, "资产编号");
    assert_eq!((assets.kind, assets.link, assets.misfit_count), (Kind::Link, Some("asset"), 3), "{assets:?}");
    conserved(&rents, &guess, &office);
}

fn cell(column: u32, value: RawValue) -> RawCell {
    RawCell { column, value, format: Format::General, is_bold: false, is_filled: false, is_formula: false, mask: 0 }
}

/// A sheet of texts, a line each, cells parted by `|`.
fn written(lines: &[&str]) -> Whole {
    let line = |(row, text): (u32, &&str)| {
        let cells = (0..).zip(text.split('|')).filter(|(_, text)| !text.is_empty());
        SheetRow { row, cells: cells.map(|(column, text)| cell(column, RawValue::Text(text.into()))).collect() }
    };
    Whole { facts: Facts::default(), lines: (0..).zip(lines).map(line).filter(|line| !line.cells.is_empty()).collect() }
}

#[test]
fn what_people_say_is_done() {
    let mut lines = vec!["姓名|签订日期|完成率（%）|金额".to_owned()];
    lines.extend((1..=20).map(|at| format!("甲{at}|{}/5/2024|0.{at}|{at}.5", 1 + at % 12)));
    lines.push("合计||| 215".to_owned());
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let whole = written(&lines);
    let guess = whole.guess(&Options::default(), &Nobody);
    let (day, rate) = (column(&guess, "签订日期"), column(&guess, "完成率（%）"));
    assert_eq!((day.kind, day.misfit_count), (Kind::Day, 20), "{day:?}");
    assert!(day.warnings.iter().any(|told| told.contains("次序")), "{day:?}");
    assert_eq!((rate.kind, rate.misfit_count), (Kind::Percent, 20), "{rate:?}");
    conserved(&whole, &guess, &Nobody);
    let columns = BTreeMap::from([
        (1, ColumnOptions { order: Some(DayOrder::MonthDayYear), ..ColumnOptions::default() }),
        (2, ColumnOptions { bare: Some(Bare::Fraction), ..ColumnOptions::default() }),
        (3, ColumnOptions { kind: Some(Kind::Money), unit: Some("万元".into()), ..ColumnOptions::default() }),
    ]);
    let options = Options { columns, data: vec![22], skipped: vec![21], ..Options::default() };
    let guess = whole.guess(&options, &Nobody);
    assert_eq!(column(&guess, "签订日期").misfit_count, 0);
    assert_eq!(column(&guess, "完成率（%）").misfit_count, 0);
    assert_eq!((guess.rows, guess.left_out.len(), guess.data), (20, 1, Some((2, 22))), "{guess:?}");
    conserved(&whole, &guess, &Nobody);
    let first =
        whole.rows(&guess, &Nobody).into_iter().find_map(|out| if let Out::Row(row) = out { Some(row) } else { None });
    let values: Vec<CellOutcome> = first.expect("a row").cells.into_iter().map(|cell| cell.outcome).collect();
    let day = CellOutcome::Value(Cell::Day(jiff::civil::date(2024, 2, 5)));
    let rest = [CellOutcome::Value(Cell::Whole(100_000)), CellOutcome::Value(Cell::Whole(1_500_000))];
    assert_eq!(values[1..], [&[day][..], &rest].concat());
    let options = Options { header: Some((1, 1)), end: Some(11), ..Options::default() };
    let guess = whole.guess(&options, &Nobody);
    assert_eq!((guess.rows, guess.data), (10, Some((2, 11))));
    conserved(&whole, &guess, &Nobody);
}

#[test]
fn traps_of_the_table_are_told() {
    let days: Vec<String> = (1..=12).map(|at| format!("45{at:03}|2023.{at}|ZB{at}|未{at}")).collect();
    let mut lines = vec!["开工日期|年月|编码|备注"];
    lines.extend(days.iter().map(String::as_str));
    let mut whole = written(&lines);
    for line in &mut whole.lines[1..] {
        for cell in &mut line.cells[..2] {
            let number: f64 = cell.value.to_string().parse().expect("a number");
            cell.value = RawValue::Number(gx_portal::sheet::Number::of(number).expect("short"));
        }
    }
    let guess = whole.guess(&Options::default(), &Nobody);
    let (day, month) = (column(&guess, "开工日期"), column(&guess, "年月"));
    assert_eq!((day.kind, day.misfit_count), (Kind::Day, 0), "{day:?}");
    assert!(day.evidence.contains("日期序列号 12"), "{day:?}");
    assert_eq!((month.kind, month.misfit_count), (Kind::Month, 12), "{month:?}");
    conserved(&whole, &guess, &Nobody);
    whole.facts.is_1904 = true;
    let guess = whole.guess(&Options::default(), &Nobody);
    assert!(column(&guess, "开工日期").warnings.iter().any(|told| told.contains("1904")));
    // codes whose zeros are lost in some rows
    let mut codes = written(&["编号|数", "00012|1", "00345|2", "678|3", "00009|4", "00010|5", "00011|6"]);
    codes.lines[3].cells[0].value = RawValue::Number(gx_portal::sheet::Number { units: 678, places: 0 });
    let guess = codes.guess(&Options::default(), &Nobody);
    assert_eq!(column(&guess, "编号").kind, Kind::Text);
    assert!(column(&guess, "编号").warnings.iter().any(|told| told.contains("前面的 0")), "{guess:?}");
    // identity numbers in a remark
    let texts: Vec<String> = (0..8)
        .map(|at| format!("{at}|来访人身份证11010519491231002X，反映问题若干条，已转办，请有关科室核实后答复。"))
        .collect();
    let mut lines = vec!["序号|办理情况"];
    lines.extend(texts.iter().map(String::as_str));
    let guess = written(&lines).guess(&Options::default(), &Nobody);
    assert!(column(&guess, "办理情况").warnings.iter().any(|told| told.contains("身份证号码")), "{guess:?}");
}
