//! Rows that go out: a plain workbook that comes in again unchanged, the office's own layout, the template.

use std::collections::HashMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::heads;
use crate::error::{AppError, Result};
use crate::features::registers::cell::Cell as Stored;
use crate::features::registers::convert;
use crate::features::registers::definition::{Definition, Field};
use crate::features::registers::infer::{power_of, unit_in};
use crate::features::registers::kind::FieldKind;
use crate::features::registers::published::{Dictionaries, Published};
use crate::features::registers::record::RegRow;
use crate::features::registers::rows::list::{ListRows, Question};
use crate::features::registers::rows::read::Shower;
use crate::features::system::dept::find::Depts;
use crate::kernel::enumeration::worded;
use crate::op::View;
use crate::records::export::{self, Broken, Workbook, scratch};
use crate::records::list::run::{Found, Span};
use crate::records::names::person_name;
use crate::sheet::{self, Cell, Head, Paper};
use crate::watch::Watch;

/// Rows of the office's own layout at most.
const MOST_PAPER: u64 = 5_000;
/// Rows that are read at once.
const CHUNK: usize = 500;

worded! {
    /// How a workbook is laid out.
    #[derive(Default)]
    pub enum ExportLayout {
        /// Columns under one line of headers, as imports read them.
        #[default]
        Plain = "plain" => "数据表",
        /// Title, unit, header of several lines, totals: the office's own sheet.
        Paper = "paper" => "原表样式",
    }
}

/// What goes out.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ExportRows {
    /// Filters of the list.
    #[serde(flatten)]
    pub list: ListRows,
    /// How it is laid out.
    pub layout: ExportLayout,
}

/// Rows of a filter, read a portion at a time.
struct Rows<'v> {
    view: View<'v>,
    question: Question,
    ids: std::vec::IntoIter<u64>,
    waiting: std::vec::IntoIter<RegRow>,
    total: u64,
}

impl<'v> Rows<'v> {
    fn of(view: &View<'v>, published: Published, list: &ListRows) -> Result<Self> {
        let question = Question::of(view, published, list, false, Span::All)?;
        let found = question.find(view)?;
        let (total, ids) = (found.total, found.ids.into_iter());
        Ok(Self { view: *view, question, ids, waiting: Vec::new().into_iter(), total })
    }

    fn next(&mut self) -> Result<Option<RegRow>> {
        loop {
            if let Some(row) = self.waiting.next() {
                self.view.watch.map_or(Ok(()), Watch::step)?;
                return Ok(Some(row));
            }
            let ids: Vec<u64> = self.ids.by_ref().take(CHUNK).collect();
            if ids.is_empty() {
                return Ok(None);
            }
            let mut portion = Found { total: 0, sums: Vec::new(), facets: Vec::new(), ids, unreadable: Vec::new() };
            self.waiting = self.question.rows(&self.view, &mut portion)?.into_iter();
            if let Some(number) = portion.unreadable.first() {
                let no = crate::features::registers::record::no_of(*number);
                return Err(AppError::refused(format!("第 {no} 行数据损坏，无法导出，请联系管理员检查数据")));
            }
        }
    }
}

/// A column that goes out.
enum Out<'f> {
    No,
    Field(&'f Field),
    Dept,
    By,
    At,
}

/// Writes cells of rows.
struct Pen<'v> {
    view: View<'v>,
    shower: Shower<'v>,
    dictionaries: Dictionaries,
    depts: Depts,
    definition: Arc<Definition>,
    people: HashMap<String, String>,
}

impl<'v> Pen<'v> {
    fn of(view: &View<'v>, published: &Published) -> Result<Self> {
        Ok(Self {
            view: *view,
            shower: Shower::new(view, published),
            dictionaries: Dictionaries::of_all(view, published)?,
            depts: Depts::load(view)?,
            definition: published.definition.clone(),
            people: HashMap::new(),
        })
    }

    fn person(&mut self, login: &str) -> Result<String> {
        if let Some(known) = self.people.get(login) {
            return Ok(known.clone());
        }
        let name = person_name(&self.view, login)?;
        self.people.insert(login.to_owned(), name.clone());
        Ok(name)
    }

    fn cell(&mut self, row: &RegRow, column: &Out<'_>) -> Result<Cell> {
        Ok(match column {
            Out::No => Cell::Number(i64::try_from(row.no()).unwrap_or(i64::MAX)),
            Out::Dept => Cell::Text(self.depts.path(row.owned.dept_id)),
            Out::By => Cell::Text(self.person(&row.owned.base.create_by)?),
            Out::At => Cell::Text(row.owned.base.create_time.to_text()),
            Out::Field(field) => {
                let definition = self.definition.clone();
                if let Some(cell) = convert::cell(&definition, row, field) {
                    return heads::cell(&mut self.shower, &self.dictionaries, field, &cell);
                }
                match convert::misfit(&definition, row, field) {
                    Some(kept) => Cell::Text(kept.shown().to_owned()),
                    None => Cell::Empty,
                }
            }
        })
    }
}

/// GET and POST /reg/{code}/export
///
/// # Errors
/// A sentence for a filter that is none, and for more rows than a layout takes.
pub fn prepare_export(view: &View, input: ExportRows) -> Result<Workbook> {
    let published = Published::of(view, &input.list.code)?;
    match input.layout {
        ExportLayout::Plain => plain(view, published, &input.list),
        ExportLayout::Paper => paper(view, published, input.list),
    }
}

fn plain(view: &View, published: Published, list: &ListRows) -> Result<Workbook> {
    let fields: Vec<Field> = published.seen(view).iter().cloned().collect();
    let name = published.register.name.clone();
    let mut pen = Pen::of(view, &published)?;
    let has_dept = published.definition.owner == 0;
    let mut rows = Rows::of(view, published, list)?;
    view.watch.map_or(Ok(()), |watch| watch.begin(&name, rows.total))?;
    let mut columns = vec![Out::No];
    columns.extend(fields.iter().map(Out::Field));
    columns.extend(has_dept.then_some(Out::Dept));
    columns.extend([Out::By, Out::At]);
    let head = |column: &Out<'_>| match column {
        Out::No => (heads::own_label(&fields).to_owned(), 8.0),
        Out::Field(field) => (heads::header(field), heads::width(field)),
        Out::Dept => (heads::DEPT.to_owned(), 24.0),
        Out::By => ("登记人".to_owned(), 10.0),
        Out::At => ("登记时间".to_owned(), 20.0),
    };
    let heads: Vec<Head> =
        columns.iter().map(head).map(|(title, width)| Head { title, width, ..Head::default() }).collect();
    let path = scratch(view)?;
    sheet::export_rows(&path, &heads, &name, &mut |cells| {
        let Some(row) = rows.next().map_err(Broken::Ended)? else { return Ok(false) };
        for column in &columns {
            cells.push(pen.cell(&row, column).map_err(Broken::Ended)?);
        }
        Ok(true)
    })
    .map_err(Broken::fault)?;
    Ok(Workbook { path, name: format!("{name}.xlsx") })
}

/// The unit that all amounts have, when their headers leave it to a line above.
fn common_unit(fields: &[Field]) -> Option<&str> {
    let mut amounts = fields.iter().filter(|field| field.kind == FieldKind::Money);
    let first = amounts.next()?.unit.as_str();
    let first = if first.is_empty() { "元" } else { first };
    let is_same = |field: &Field| field.unit == first || (field.unit.is_empty() && first == "元");
    amounts.all(is_same).then_some(first)
}

/// Labels of a field's column as the office's sheet has them; the unit stands where it is not said above.
fn path(field: &Field, common: Option<&str>) -> Vec<String> {
    let mut path = if field.path.is_empty() { vec![field.label.clone()] } else { field.path.clone() };
    if field.kind == FieldKind::Money {
        let said = path.iter().rev().find_map(|label| unit_in(label));
        let own = power_of(&field.unit).unwrap_or(0);
        let is_said = match said.as_deref() {
            Some(unit) => power_of(unit) == Some(own),
            None => common.is_some(),
        };
        if !is_said && let Some(last) = path.last_mut() {
            let bare = last.split(['(', '（']).next().unwrap_or_default().trim().to_owned();
            let unit = if field.unit.is_empty() { "元" } else { &field.unit };
            *last = format!("{bare}（{unit}）");
        }
    }
    path
}

fn paper(view: &View, published: Published, mut list: ListRows) -> Result<Workbook> {
    let fields: Vec<Field> = published.seen(view).iter().cloned().collect();
    let definition = published.definition.clone();
    let is_ordered = list.paging.order_by_column.as_deref().is_some_and(|column| !column.is_empty());
    if !is_ordered && definition.order == 0 {
        // as the office's sheet goes: the oldest first
        (list.paging.order_by_column, list.paging.is_asc) = (Some("no".into()), Some("asc".into()));
    }
    let mut pen = Pen::of(view, &published)?;
    let mut rows = Rows::of(view, published.clone(), &list)?;
    if rows.total > MOST_PAPER {
        let sentence = format!("原表样式一次最多导出 {MOST_PAPER} 行，请缩小范围，或按数据表导出");
        return Err(AppError::refused(sentence));
    }
    view.watch.map_or(Ok(()), |watch| watch.begin(&definition.name, rows.total))?;
    // what tells rows apart finds them again; without that their numbers have to stand there
    let key = published.seen(view).constraints().next();
    let is_keyed = key.is_some_and(|key| key.iter().all(|field| !field.kind.is_sealed()));
    let common = common_unit(&fields);
    let mut columns = Vec::new();
    columns.extend((!is_keyed).then_some(Out::No));
    columns.extend(fields.iter().map(Out::Field));
    let mut laid = Paper {
        title: definition.name.clone(),
        unit: common.map(|unit| format!("单位：{unit}")).unwrap_or_default(),
        ..Paper::default()
    };
    let mut taken: Vec<Vec<String>> = Vec::new();
    for column in &columns {
        let (mut head, width) = match column {
            Out::Field(field) => (path(field, common), heads::width(field)),
            _ => (vec![heads::own_label(&fields).to_owned()], 8.0),
        };
        if let (Out::Field(field), true) = (column, taken.contains(&head)) {
            head = vec![heads::header(field)];
        }
        taken.push(head.clone());
        laid.heads.push((head, width));
    }
    let mut sums: Vec<Option<i128>> = columns.iter().map(summed).collect();
    while let Some(row) = rows.next()? {
        for (column, sum) in columns.iter().zip(&mut sums) {
            if let (Out::Field(field), Some(sum)) = (column, sum)
                && let Some(Stored::Whole(units)) = convert::cell(&definition, &row, field).as_deref()
            {
                *sum += i128::from(*units);
            }
        }
        laid.rows.push(columns.iter().map(|column| pen.cell(&row, column)).collect::<Result<_>>()?);
    }
    laid.totals = columns.iter().zip(sums).map(|(column, sum)| total(column, sum)).collect();
    let path = scratch(view)?;
    sheet::paper(&path, &laid).map_err(export::failed)?;
    Ok(Workbook { path, name: format!("{}.xlsx", definition.name) })
}

fn summed(column: &Out<'_>) -> Option<i128> {
    match column {
        Out::Field(field) if field.is_summed() => Some(0),
        _ => None,
    }
}

fn total(column: &Out<'_>, sum: Option<i128>) -> Option<Cell> {
    match (column, sum.map(i64::try_from)?) {
        (Out::Field(field), Ok(sum)) => Some(match heads::number(field, sum) {
            Cell::Number(number) => Cell::Units(number, 0),
            other => other,
        }),
        _ => None,
    }
}

/// A register by the code of the path.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct OneRegister {
    /// Short code that programs use, unique of its kind.
    pub code: String,
}

/// GET and POST /reg/{code}/importTemplate
///
/// # Errors
/// A workbook that can't be written.
pub fn prepare_template(view: &View, input: OneRegister) -> Result<Workbook> {
    let published = Published::of(view, &input.code)?;
    let fields: Vec<Field> =
        published.seen(view).iter().filter(|field| heads::comes_in(field) && field.insert).cloned().collect();
    let dictionaries = Dictionaries::of(view, fields.iter())?;
    let head = |field: &Field| Head {
        title: heads::header(field),
        width: heads::width(field),
        note: heads::note(field, &dictionaries),
        choices: match field.kind {
            FieldKind::Choice => heads::labels(field, &dictionaries),
            FieldKind::Flag => vec!["是".into(), "否".into()],
            _ => Vec::new(),
        },
        is_text: !matches!(
            field.kind,
            FieldKind::Whole
                | FieldKind::Decimal
                | FieldKind::Money
                | FieldKind::Percent
                | FieldKind::Area
                | FieldKind::Year
                | FieldKind::Day
        ),
    };
    let all: Vec<Head> = fields.iter().map(head).collect();
    let example = fields.iter().map(|field| heads::example(field, &dictionaries, view.now.date())).collect();
    let path = scratch(view)?;
    sheet::template_rows(&path, &all, &published.register.name, example).map_err(export::failed)?;
    Ok(Workbook { path, name: format!("{}导入模板.xlsx", published.register.name) })
}
