//! Columns of workbooks: what a field's column is called, how its values are written, and which field a header means.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::error::Result;
use crate::features::registers::cell::{Cell, DayCell};
use crate::features::registers::definition::Field;
use crate::features::registers::infer::{LaidColumn, compared, power_of, unit_in};
use crate::features::registers::kind::{FieldKind, Nature};
use crate::features::registers::published::Dictionaries;
use crate::features::registers::rows::read::Shower;
use crate::features::registers::value;
use crate::sheet;

/// Columns that only go out, and those of result workbooks and row numbers: they are passed over.
const PASSED: [&str; 6] = ["登记人", "登记时间", "失败原因", "序号", "No.", "No"];
/// The department that keeps a row.
pub const DEPT: &str = "管理部门";

/// What the column of row numbers is called; no field has that name.
pub fn own_label(fields: &[Field]) -> &'static str {
    let is_taken = |label: &str| fields.iter().any(|field| compared(&field.label) == label);
    if is_taken("行号") { "系统行号" } else { "行号" }
}

/// What a field's column is called: its label, with the unit of its numbers.
pub fn header(field: &Field) -> String {
    let unit = match field.kind {
        FieldKind::Money if field.unit.is_empty() => "元",
        _ => field.unit.as_str(),
    };
    let has_unit = unit.is_empty() || unit_in(&field.label).is_some();
    if has_unit { field.label.clone() } else { format!("{}（{unit}）", field.label) }
}

/// The power of ten in which amounts of a field are shown.
pub fn power(field: &Field) -> u8 {
    if field.kind == FieldKind::Money { power_of(&field.unit).unwrap_or(0) } else { 0 }
}

/// A width for its column.
pub fn width(field: &Field) -> f64 {
    let by_kind = match field.kind {
        FieldKind::Long | FieldKind::Rich => 40.0,
        FieldKind::Text | FieldKind::Link | FieldKind::Idno | FieldKind::Account => 22.0,
        FieldKind::Moment => 20.0,
        FieldKind::Flag | FieldKind::Year => 8.0,
        _ => 14.0,
    };
    let by_label = header(field).chars().count() as f64 * 2.0 + 2.0;
    if by_label > by_kind { by_label.min(50.0) } else { by_kind }
}

/// Whether workbooks bring values of a field in.
pub fn comes_in(field: &Field) -> bool {
    field.is_written() && field.kind.reader().is_some()
}

/// A number of a field in the unit of its column.
pub fn number(field: &Field, units: i64) -> sheet::Cell {
    match field.kind {
        FieldKind::Money => sheet::Cell::Units(units, power(field) + 2),
        FieldKind::Area => sheet::Cell::Units(units, 2),
        FieldKind::Decimal => sheet::Cell::Units(units, field.places),
        FieldKind::Percent => sheet::Cell::Percent(units),
        _ => sheet::Cell::Number(units),
    }
}

/// A value as workbooks have it; what is sealed stays masked.
///
/// # Errors
/// A record that can't be read.
pub fn cell(shower: &mut Shower<'_>, dictionaries: &Dictionaries, field: &Field, cell: &Cell) -> Result<sheet::Cell> {
    Ok(match cell {
        Cell::Whole(units) => number(field, *units),
        Cell::Day(DayCell(day)) if field.kind == FieldKind::Day => sheet::Cell::Date(*day),
        other => sheet::Cell::Text(shower.text(dictionaries, field, other)?),
    })
}

/// Where a column of a workbook goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// Into a field, by its place among those that are looked for.
    Field(usize),
    /// The row's number.
    No,
    /// The department that keeps the row.
    Dept,
    Nowhere,
}

/// Finds fields by headers: their path, label, former labels, with and without units.
pub struct Finder {
    /// Field by key, from what is certain to what is likely.
    levels: [HashMap<String, usize>; 3],
    special: BTreeMap<String, Target>,
}

/// The key of a path that comes so many times.
fn repeated(path: &str, number: usize) -> String {
    if number == 1 { path.to_owned() } else { format!("{path}\u{1f}{number}") }
}

fn stem(text: &str) -> String {
    compared(text).split('(').next().unwrap_or_default().to_owned()
}

impl Finder {
    /// Of some fields.
    pub fn of(fields: &[Field]) -> Self {
        let mut levels: [HashMap<String, usize>; 3] = Default::default();
        let [paths, labels, stems] = &mut levels;
        let mut twice = BTreeSet::new();
        for (at, field) in fields.iter().enumerate() {
            if !field.path.is_empty() {
                // heads that repeat are told apart by their order
                let path = compared(&field.path.join("-"));
                let number = (1..).find(|number| !paths.contains_key(&repeated(&path, *number))).unwrap_or(1);
                paths.insert(repeated(&path, number), at);
            }
            for label in [&header(field), &field.label].into_iter().chain(&field.aliases) {
                labels.entry(compared(label)).or_insert(at);
            }
            let joined = field.path.join("-");
            for key in [stem(&field.label), stem(&joined)].into_iter().chain(field.aliases.iter().map(|one| stem(one)))
            {
                match stems.get(&key) {
                    Some(other) if *other != at => {
                        twice.insert(key);
                    }
                    _ => {
                        stems.insert(key, at);
                    }
                }
            }
        }
        stems.retain(|key, _| !key.is_empty() && !twice.contains(key));
        let mut special: BTreeMap<String, Target> =
            PASSED.iter().map(|label| (compared(label), Target::Nowhere)).collect();
        special.insert(own_label(fields).to_owned(), Target::No);
        special.insert(DEPT.to_owned(), Target::Dept);
        Self { levels, special }
    }

    /// Whether a header means a column that is looked for.
    pub fn knows(&self, text: &str) -> bool {
        let (tight, stem) = (compared(text), stem(text));
        let [paths, labels, stems] = &self.levels;
        let last = tight.rsplit('-').next().unwrap_or_default();
        paths.contains_key(&tight)
            || labels.contains_key(&tight)
            || labels.contains_key(last)
            || stems.contains_key(&stem)
            || self.special.contains_key(&tight)
    }

    /// Where each column goes; `None` for those that nobody knows.
    pub fn targets(&self, columns: &[LaidColumn]) -> Vec<Option<Target>> {
        let mut found: Vec<Option<Target>> = vec![None; columns.len()];
        let mut taken = BTreeSet::new();
        let [paths, labels, stems] = &self.levels;
        let joined = |column: &LaidColumn| compared(&column.path.join("-"));
        let last = |column: &LaidColumn| column.path.last().map(|label| compared(label)).unwrap_or_default();
        let number = |column: &LaidColumn| {
            let before = columns.iter().take_while(|other| other.column != column.column);
            before.filter(|other| joined(other) == joined(column)).count() + 1
        };
        let rounds: [&dyn Fn(&LaidColumn) -> Option<usize>; 4] = [
            &|column| paths.get(&repeated(&joined(column), number(column))).copied(),
            &|column| labels.get(&joined(column)).or_else(|| labels.get(&compared(&column.label))).copied(),
            &|column| labels.get(&last(column)).copied(),
            &|column| stems.get(&stem(&column.path.join("-"))).or_else(|| stems.get(&stem(&column.label))).copied(),
        ];
        for find in rounds {
            for (column, target) in columns.iter().zip(&mut found) {
                if target.is_none()
                    && let Some(field) = find(column).filter(|field| !taken.contains(field))
                {
                    taken.insert(field);
                    *target = Some(Target::Field(field));
                }
            }
        }
        for (column, target) in columns.iter().zip(&mut found).filter(|(_, target)| target.is_none()) {
            *target = self.special.get(&compared(&column.label)).copied();
        }
        found
    }
}

/// What a template says beside a field's header.
pub fn note(field: &Field, dictionaries: &Dictionaries) -> String {
    let what = match field.kind {
        FieldKind::Day => "日期，如 2024-03-05".to_owned(),
        FieldKind::Month => "年月，如 2024-03".to_owned(),
        FieldKind::Moment => "时间，如 2024-03-05 14:30".to_owned(),
        FieldKind::Year => "四位年份".to_owned(),
        FieldKind::Percent => "百分比，如 15.5%".to_owned(),
        FieldKind::Money => format!("金额，单位：{}", if field.unit.is_empty() { "元" } else { &field.unit }),
        FieldKind::Area => "面积，最多两位小数".to_owned(),
        FieldKind::Decimal => format!("数字，最多 {} 位小数", field.places),
        FieldKind::Whole => "整数".to_owned(),
        FieldKind::Choices => {
            let labels: Vec<String> = labels(field, dictionaries).into_iter().take(30).collect();
            format!("可填多项，用顿号分隔：{}", labels.join("、"))
        }
        FieldKind::Person => "姓名，须是系统中的人员".to_owned(),
        FieldKind::Persons => "姓名，多人用顿号分隔".to_owned(),
        FieldKind::Dept => "部门名称，重名时写完整路径".to_owned(),
        FieldKind::Link => "编号或名称，须已登记".to_owned(),
        kind if kind.nature() == Nature::Sealed => format!("{}，导入后加密保存", kind.label()),
        _ => String::new(),
    };
    let required = if field.required { "必填" } else { "" };
    [required, &what, &field.help].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("；")
}

/// What people read of the entries that are offered.
pub fn labels(field: &Field, dictionaries: &Dictionaries) -> Vec<String> {
    let entries = dictionaries.entries(field.dictionary).iter().filter(|entry| entry.enabled);
    entries.map(|entry| entry.label.clone()).collect()
}

/// An example of a value.
pub fn example(field: &Field, dictionaries: &Dictionaries, today: jiff::civil::Date) -> sheet::Cell {
    let text = |text: &str| sheet::Cell::Text(text.to_owned());
    match field.kind {
        FieldKind::Day => sheet::Cell::Date(today),
        FieldKind::Month => text(&today.strftime("%Y-%m").to_string()),
        FieldKind::Moment => text(&format!("{today} 14:30")),
        FieldKind::Year => sheet::Cell::Number(i64::from(today.year())),
        FieldKind::Money => sheet::Cell::Units(123_450, power(field) + 2),
        FieldKind::Area | FieldKind::Decimal => number(field, 1_250),
        FieldKind::Percent => sheet::Cell::Percent(155_000),
        FieldKind::Whole => sheet::Cell::Number(12),
        FieldKind::Flag => text("是"),
        FieldKind::Choice | FieldKind::Choices => text(labels(field, dictionaries).first().map_or("", String::as_str)),
        FieldKind::Text | FieldKind::Code if !field.default_value.is_empty() => text(&field.default_value),
        _ => sheet::Cell::Empty,
    }
}

/// The text of a cell that a workbook would have, for comparison with what came in.
///
/// # Errors
/// A record that can't be read.
pub fn text(shower: &mut Shower<'_>, dictionaries: &Dictionaries, field: &Field, cell: &Cell) -> Result<String> {
    match cell {
        Cell::Whole(units) => Ok(value::number_text(field, *units)),
        other => shower.text(dictionaries, field, other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(at: u32, path: &[&str]) -> LaidColumn {
        let path: Vec<String> = path.iter().map(|label| (*label).to_owned()).collect();
        let label = path.last().cloned().unwrap_or_else(|| format!("列{at}"));
        LaidColumn { column: at, letter: String::new(), path, label }
    }

    #[test]
    fn headers_find_their_fields() {
        let field = |label: &str, kind, path: &[&str], aliases: &[&str], unit: &str| Field {
            path: path.iter().map(|label| (*label).to_owned()).collect(),
            aliases: aliases.iter().map(|label| (*label).to_owned()).collect(),
            unit: unit.to_owned(),
            ..Field::of("x", label, kind)
        };
        let fields = [
            field("合同金额", FieldKind::Money, &["涉及金额", "金额（万元）"], &[], "万元"),
            field("已付", FieldKind::Money, &["涉及金额", "已付"], &["付款"], "万元"),
            field("编号", FieldKind::Code, &["编号"], &["文号"], ""),
            field("单价", FieldKind::Decimal, &["单价（元/间）"], &[], "元/间"),
        ];
        let finder = Finder::of(&fields);
        let of = |columns: &[LaidColumn]| finder.targets(columns);
        let wanted = |all: &[usize]| all.iter().map(|at| Some(Target::Field(*at))).collect::<Vec<_>>();
        // as the office's sheet has it, as the program writes it, as it was called before, under another unit
        let office =
            [column(0, &["编 号"]), column(1, &["涉及金额", "金额（万元）"]), column(2, &["涉及金额", "已付"])];
        assert_eq!(of(&office), wanted(&[2, 0, 1]));
        let own = [column(0, &["行号"]), column(1, &["合同金额（万元）"]), column(2, &["单价（元/间）"])];
        assert_eq!(of(&own), [Some(Target::No), Some(Target::Field(0)), Some(Target::Field(3))]);
        let old = [column(0, &["文号"]), column(1, &["付款"]), column(2, &["合同金额（元）"])];
        assert_eq!(of(&old), wanted(&[2, 1, 0]));
        let strange = [column(0, &["心情"]), column(1, &["序号"]), column(2, &["管理部门"])];
        assert_eq!(of(&strange), [None, Some(Target::Nowhere), Some(Target::Dept)]);
        assert_eq!(header(&fields[0]), "合同金额（万元）");
        assert_eq!(header(&field("押金", FieldKind::Money, &[], &[], "")), "押金（元）");
        let twice = [
            field("金额", FieldKind::Money, &["金额"], &[], "元"),
            field("金额2", FieldKind::Money, &["金额"], &[], "元"),
        ];
        let targets = Finder::of(&twice).targets(&[column(0, &["金额"]), column(3, &["金额"])]);
        assert_eq!(targets, wanted(&[0, 1]));
        assert_eq!(own_label(&[field("行号", FieldKind::Text, &[], &[], "")]), "系统行号");
    }
}
