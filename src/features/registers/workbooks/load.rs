//! The rows of a workbook into a register that has begun from it: tried first, then written in the background.
//!
//! Invariants: what is reported is what will be done, since the same rows go through the same writer; rows come in the order
//! of the sheet and know their line; a portion and its place are one commit, so a restart goes on where it stopped; nobody
//! else writes rows meanwhile.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::merged::Merged;
use super::reading::{Read, RowRead};
use super::wire::Reading;
use super::{PUBLISH, TITLE, ops, path_of, pictures};
use crate::app::App;
use crate::error::{AppError, Kind as FaultKind, Result};
use crate::features::registers::approval::{RowAction, must_be_free};
use crate::features::registers::definition::{Definition, Field};
use crate::features::registers::exchange::heads::{Finder, Target, comes_in};
use crate::features::registers::exchange::reading::{Said, given};
use crate::features::registers::infer::{CellOutcome as Became, Kind, LaidColumn, Value};
use crate::features::registers::kind::FieldKind;
use crate::features::registers::known::Directory;
use crate::features::registers::published::{Dictionaries, Published};
use crate::features::registers::record::{RegBook, RegWork, Register, SourceBook, WorkKind};
use crate::features::registers::rows::ops as rows;
use crate::features::registers::rows::read::last_no;
use crate::features::registers::rows::write::{Change, Writer};
use crate::features::registers::value::masked;
use crate::features::registers::works;
use crate::kernel::enumeration::worded;
use crate::op::{Caller, Op, Origin, View, Who};
use crate::platform::audit::AuditAction;
use crate::records::import::{ImportAnswer, Taken, Tally};
use crate::records::owned;
use crate::sheet::{self, SURVEY, Survey};
use crate::store::{Reads, id};

/// Lines that a remark names.
const NAMED: usize = 20;

/// Rows of a portion.
const PORTION: usize = 500;

worded! {
    /// What becomes of the others when rows can't be taken.
    #[derive(Default)]
    pub enum LoadFailed {
        /// None is taken.
        #[default]
        Refuse = "refuse" => "全部正确才导入",
        Leave = "leave" => "失败的行不导入",
    }
}

/// A workbook to be loaded.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct LoadInput {
    /// Number of the register 登记表.
    pub id: u64,
    /// Number of the uploaded workbook.
    pub book_id: u64,
    /// How it is read, as it was when the register was drawn.
    #[serde(flatten)]
    pub reading: Reading,
    /// Only tell what would happen.
    pub dry_run: bool,
    /// What becomes of the others when rows can't be taken.
    pub failed: LoadFailed,
    /// Keeps the workbook although it holds what is sealed in the register.
    pub keep_book: bool,
}

/// What the work needs to know.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Plan {
    book_id: u64,
    reading: Reading,
    leave: bool,
    keep_book: bool,
}

/// A row to be written.
pub(super) struct LoadRow {
    sheet: usize,
    pub(super) line: u32,
    pub(super) change: Change,
    problems: Vec<String>,
    /// What keeps its original text, by the label of its field.
    kept: Vec<(String, String)>,
    /// Labels of fields whose values have fewer digits than their cells.
    rounded: Vec<String>,
    /// Its pictures, as parts of the workbook, by field.
    pub(super) pictures: Vec<(u16, String)>,
}

impl LoadRow {
    /// Whether nothing of its line becomes anything: one that has a number and no more.
    fn is_empty(&self) -> bool {
        let has_values = !self.change.values.is_empty() || !self.change.kept.is_empty();
        !has_values && self.problems.is_empty() && self.pictures.is_empty()
    }
}

/// Everything of a workbook as a register takes it.
struct Rows {
    rows: Vec<LoadRow>,
    /// Labels of columns that no field takes.
    lost: Vec<String>,
    /// Last line of the header.
    header: u32,
    /// Lines that hold nothing.
    empty: Vec<u32>,
}

/// Rows of a workbook as the definition wants them.
pub struct Loading {
    published: Published,
    book: RegBook,
    input: LoadInput,
    rows: Rows,
    path: std::path::PathBuf,
}

/// The register's fields by column, for what the definition calls them now.
fn targets(columns: &[Merged], fields: &[Field]) -> Vec<Option<usize>> {
    let laid: Vec<LaidColumn> = columns
        .iter()
        .map(|column| {
            let own = &column.guess;
            let path = if own.path.is_empty() { vec![own.label.clone()] } else { own.path.clone() };
            let label = column.said.label.clone().unwrap_or_else(|| own.label.clone());
            LaidColumn { column: own.column, letter: own.letter.clone(), path, label }
        })
        .collect();
    let finder = Finder::of(fields);
    let field = |target: Option<Target>| match target {
        Some(Target::Field(at)) => Some(at),
        _ => None,
    };
    finder.targets(&laid).into_iter().map(field).collect()
}

/// Reads a workbook by a definition: as what its fields are, whatever the sheet looks like.
fn read_by(path: &Path, reading: &Reading, fields: &[Field], known: &Directory) -> Result<(Read, Vec<Option<usize>>)> {
    let read = Read::of(path, reading, known)?;
    let found = targets(&read.columns, fields);
    let mut wanted = reading.clone();
    wanted.sheets = read.sheets.iter().map(|sheet| sheet.no).collect();
    let mut is_other = false;
    for (column, at) in read.columns.iter().zip(&found).filter(|(column, _)| !column.is_off()) {
        let Some(field) = at.and_then(|at| fields.get(at)) else { continue };
        let Some(kind) = field.kind.reader() else { continue };
        let is_link = kind == Kind::Link && column.guess.link != Some(field.link.as_str());
        if column.guess.kind == kind && !is_link {
            continue;
        }
        is_other = true;
        let key = column.guess.column;
        let place = wanted.columns.iter().position(|said| said.column == key).unwrap_or_else(|| {
            wanted.columns.push(column.said.clone());
            wanted.columns.len() - 1
        });
        if let Some(said) = wanted.columns.get_mut(place) {
            said.kind = Some(kind);
            said.link = (kind == Kind::Link).then(|| field.link.clone());
        }
    }
    if !is_other {
        return Ok((read, found));
    }
    let read = Read::of(path, &wanted, known)?;
    let found = targets(&read.columns, fields);
    Ok((read, found))
}

/// A number of other decimal places; `None` where digits would be lost.
fn rescaled(units: i64, from: u8, to: u8) -> Option<i64> {
    let factor = 10_i64.checked_pow(u32::from(from.abs_diff(to)))?;
    if to >= from { units.checked_mul(factor) } else { (units % factor == 0).then_some(units / factor) }
}

/// Cells of a workbook as values of fields.
pub(super) struct Typing<'t> {
    pub(super) fields: &'t [Field],
    pub(super) dictionaries: &'t Dictionaries,
    /// Field and column by the column's number.
    pub(super) columns: BTreeMap<u32, (usize, &'t Merged)>,
    pub(super) book_id: u64,
}

impl Typing<'_> {
    pub(super) fn row(&self, row: RowRead) -> LoadRow {
        let mut change = Change { source: Some((self.book_id, row.line)), ..Change::default() };
        let (mut problems, mut kept, mut rounded) = (Vec::new(), Vec::new(), Vec::new());
        for cell in row.cells {
            let Some((at, column)) = self.columns.get(&cell.column) else { continue };
            let Some(field) = self.fields.get(*at) else { continue };
            let is_rounded = matches!(cell.outcome, Became::Rounded(_));
            let said = match cell.outcome {
                Became::Value(Value::Nothing) => continue,
                Became::Kept(why) => Said::Misfit(why),
                Became::Value(value) | Became::Rounded(value) => self.said(field, column, value),
            };
            if is_rounded {
                rounded.push(field.label.clone());
            }
            let text = cell.text.trim();
            let shown = || if field.kind.is_sealed() { masked(field.kind, text) } else { text.to_owned() };
            match said {
                Said::Given(value) => change.values.push((field.no, Some(value))),
                Said::Misfit(why) if field.required => {
                    problems.push(format!("{}“{}”：{why}", field.label, shown()));
                }
                Said::Misfit(_) | Said::Masked => {
                    kept.push((field.label.clone(), shown()));
                    change.kept.push((field.no, Some(text.to_owned())));
                }
            }
        }
        let field = |column: &u32| {
            let field = self.fields.get(self.columns.get(column)?.0)?;
            (field.kind == FieldKind::Pictures).then_some(field.no)
        };
        let pictures: Vec<(u16, String)> =
            row.pictures.into_iter().filter_map(|(column, part)| Some((field(&column)?, part))).collect();
        // a picture stands where its text would
        change.kept.retain(|(no, _)| !pictures.iter().any(|(other, _)| other == no));
        LoadRow { sheet: row.sheet, line: row.line, change, problems, kept, rounded, pictures }
    }

    fn said(&self, field: &Field, column: &Merged, value: Value) -> Said {
        let is_made = column.sheets.is_empty();
        let value = match value {
            Value::Whole(units) if field.kind == FieldKind::Decimal => {
                match rescaled(units, column.guess.places, field.places) {
                    Some(units) => Value::Whole(units),
                    None => return Said::Misfit(format!("超过 {} 位小数", field.places)),
                }
            }
            // the columns that the program adds hold words, whatever became of their kind
            Value::Choice(text) if is_made && !field.kind.has_dictionary() => Value::Text(text),
            other => other,
        };
        given(self.dictionaries, field, value)
    }
}

/// Reads everything of a workbook.
fn rows_of(view: &View, published: &Published, path: &Path, (book_id, reading): (u64, &Reading)) -> Result<Rows> {
    let comes = |field: &&Field| comes_in(field) || !field.is_written() || field.kind == FieldKind::Pictures;
    let fields: Vec<Field> = published.definition.active().filter(comes).cloned().collect();
    let known = Directory::load(view)?;
    let (mut read, found) = read_by(path, reading, &fields, &known)?;
    read.is_decided()?;
    let dictionaries = Dictionaries::of(view, fields.iter())?;
    let merged: Vec<Merged> = read.columns.clone();
    let wanted = || merged.iter().zip(&found).filter(|(column, _)| !column.is_off());
    let lost = wanted().filter(|(column, at)| at.is_none() && column.guess.filled > 0);
    let lost = lost.map(|(column, _)| column.guess.label.clone()).collect();
    // a column of a computed field is known, and its values are computed
    let is_taken = |at: &usize| fields.get(*at).is_some_and(Field::is_written);
    let place = |(column, at): (&'_ Merged, &Option<usize>)| Some((column.guess.column, at.filter(is_taken)?));
    let places: BTreeMap<u32, usize> = wanted().filter_map(place).collect();
    let of = |column: &'_ Merged| places.get(&column.guess.column).copied();
    let columns = merged.iter().filter_map(|column| Some((column.guess.column, (of(column)?, column)))).collect();
    let typing = Typing { fields: &fields, dictionaries: &dictionaries, columns, book_id };
    let (mut rows, mut empty) = (Vec::new(), Vec::new());
    read.rows(&known, &mut |row| match typing.row(row) {
        row if row.is_empty() => empty.push(row.line),
        row => rows.push(row),
    })?;
    let header = read.sheets.first().and_then(|sheet| sheet.guess.header).map_or(0, |(_, last)| last);
    Ok(Rows { rows, lost, header, empty })
}

/// Reads everything on a snapshot.
///
/// # Errors
/// A sentence for a register that is not published, and for a workbook that can't be read.
pub fn prepare(view: &View, input: LoadInput) -> Result<Loading> {
    let register: Option<Register> = view.tx.get(&id(input.id))?;
    let register = register.ok_or_else(|| AppError::refused("登记表不存在，请刷新后重试"))?;
    if register.current == 0 {
        return Err(AppError::refused(format!("登记表“{}”还没有发布，发布后才能装载数据", register.name)));
    }
    let book = ops::find(view, input.book_id)?;
    if book.register_id != 0 && book.register_id != register.register_id {
        return Err(AppError::refused(format!("工作簿“{}”已用于其他登记表", book.name)));
    }
    let published = Published::of(view, &register.code)?;
    let path = path_of(view, &book)?;
    let rows = rows_of(view, &published, &path, (book.book_id, &input.reading))?;
    if rows.rows.is_empty() {
        return Err(AppError::refused("工作簿中没有可以装载的数据"));
    }
    Ok(Loading { published, book, input, rows, path })
}

/// PUT /reg/design/{id}/load: tries all rows, and asks for the work when they may come.
///
/// # Errors
/// A sentence when the register was published again meanwhile, or other work goes on.
pub fn load(op: &mut Op, loading: Loading) -> Result<ImportAnswer> {
    let Loading { published, book, input, rows: Rows { rows, lost, header, empty }, path } = loading;
    let now = Published::of(&op.view(), &published.register.code)?;
    if now.register.current != published.register.current {
        return Err(AppError::refused("登记表的设计已更新，请重新检查后再导入"));
    }
    if !lost.is_empty() {
        let sentence =
            format!("这些列在登记表中没有字段：{}；请返回“核对字段”取消这些列的“导入”，或修改设计", lost.join("、"));
        return Err(AppError::refused(sentence));
    }
    op.titled(format!("登记表设计·{}", now.register.name));
    let register = now.register.clone();
    let (total, several) = (rows.len() as u64, rows.windows(2).any(|pair| pair[0].sheet != pair[1].sheet));
    if last_no(&op.view(), register.register_id)? > 0 {
        // What a register begins with is its publisher's; what comes later is decided about.
        must_be_free(&now, RowAction::Create)?;
    }
    let is_first = last_no(&op.view(), register.register_id)? == 0;
    if !is_first && now.hides_constraints(&op.view()) {
        let sentence = "登记表已有数据，其查重字段含敏感信息，而您没有查看敏感信息的权限；请用登记表页面的“导入”";
        return Err(AppError::refused(sentence));
    }
    let mut writer = Writer::open(&op.view(), now)?.beside_own();
    op.only_try();
    let mut tally = Tally::default();
    let mut failed = 0_u64;
    let mut remarks = remarks(&rows, &empty);
    remarks.extend(pictures::remarks(&op.view(), &path, &rows)?);
    for row in rows {
        let (line, sheet) = (row.line, row.sheet);
        let name = if several { format!("工作表 {sheet}") } else { String::new() };
        let taken = take(op, &mut writer, row);
        failed += u64::from(matches!(&taken, Err(fault) if fault.kind == FaultKind::Refused));
        tally.note(op, line, String::new(), name, taken)?;
    }
    let goes = !input.dry_run && (failed == 0 || input.failed == LoadFailed::Leave) && failed < total;
    let first = input.reading.sheets.first().copied();
    let mut answer = tally.answer(op, ("记录", input.dry_run), Vec::new(), |to, title, reasons| {
        let mut survey = Survey::open(&path, SURVEY)?;
        let no = first.or_else(|| survey.sheets().first().map(|sheet| sheet.no)).unwrap_or(1);
        sheet::with_reasons_beside(to, (header, title), reasons, |each| survey.lines(no, each))
    })?;
    op.discard()?;
    answer.data.remarks.extend(remarks);
    if goes {
        begin(op, register, &book, &input, total)?;
        answer.message = match failed {
            0 => format!("检查通过，正在后台装载 {total} 行"),
            failed => format!("正在后台装载 {} 行；{failed} 行不正确，没有导入，可下载失败原因", total - failed),
        };
    }
    Ok(answer)
}

/// What a person should know of rows that may all be taken.
fn remarks(rows: &[LoadRow], empty: &[u32]) -> Vec<String> {
    let lines = |lines: &[u32]| {
        let some: Vec<String> = lines.iter().take(NAMED).map(u32::to_string).collect();
        format!("第 {}{} 行", some.join("、"), if lines.len() > NAMED { "…" } else { "" })
    };
    let mut told = Vec::new();
    if !empty.is_empty() {
        told.push(format!("{} 行没有内容，不导入：{}", empty.len(), lines(empty)));
    }
    let (mut kept, mut rounded) = (BTreeMap::<&str, Vec<u32>>::new(), BTreeMap::<&str, Vec<u32>>::new());
    for row in rows {
        row.kept.iter().for_each(|(label, _)| kept.entry(label).or_default().push(row.line));
        row.rounded.iter().for_each(|label| rounded.entry(label).or_default().push(row.line));
    }
    for (label, all) in rounded {
        let count = all.len();
        told.push(format!("“{label}”有 {count} 个单元格超过 4 位小数，四舍五入到 4 位：{}", lines(&all)));
    }
    for (label, all) in kept {
        told.push(format!(
            "“{label}”有 {} 个单元格不是这种类型，保留原值，导入后可逐个核对：{}",
            all.len(),
            lines(&all)
        ));
    }
    told
}

fn take(op: &mut Op, writer: &mut Writer, row: LoadRow) -> Result<Taken> {
    if !row.problems.is_empty() {
        return Err(AppError::refused(row.problems.join("；")));
    }
    let kept: Vec<String> = row.kept.iter().map(|(label, text)| format!("{label}“{text}”")).collect();
    let mut change = row.change;
    rows::fill(&op.view(), &writer.published, &mut change)?;
    writer.load(op, change)?;
    Ok(if kept.is_empty() {
        Taken::Created
    } else {
        Taken::CreatedWith(format!("保留原值：{}", kept.join("、")))
    })
}

/// Asks for the work: from now on nobody else writes rows.
fn begin(op: &mut Op, old: Register, book: &RegBook, input: &LoadInput, total: u64) -> Result<()> {
    let plan = Plan {
        book_id: book.book_id,
        reading: input.reading.clone(),
        leave: input.failed == LoadFailed::Leave,
        keep_book: input.keep_book,
    };
    let plan = serde_json::to_string(&plan).map_err(AppError::internal)?;
    let mut register = old.clone();
    works::ask(op, &mut register, WorkKind::Load, 0, plan)?;
    let key = RegWork::key_of(register.register_id, WorkKind::Load, 0);
    if let Some(work) = op.view().tx.get::<RegWork>(&key)? {
        op.put_quietly(&RegWork { total, ..work })?;
    }
    let sheets = input.reading.sheets.clone();
    register.source = Some(SourceBook { book_id: book.book_id, name: book.name.clone(), sheets });
    op.put_quietly(&RegBook { register_id: register.register_id, ..book.clone() })?;
    owned::update(op, &old, register, WorkKind::Load.label())?;
    Ok(())
}

/// Who asked for the work, with the rights that he has now.
fn publisher(app: &Arc<App>, work: &RegWork) -> Result<Arc<Caller>> {
    if work.user_id == 0 {
        return Ok(Arc::new(Caller::console(work.by.trim_start_matches("console:"), "register load")));
    }
    let rights = app.rights.get(work.user_id, || app.store.read())?;
    let rights = rights.filter(|rights| rights.holds(PUBLISH));
    let rights = rights.ok_or_else(|| AppError::refused("装载人已没有发布登记表的权限，装载没有完成"))?;
    let origin = Origin { path: "register.work".into(), method: "JOB".into(), ..Origin::default() };
    Ok(Arc::new(Caller { who: Who::Person { session: String::new() }, rights, origin, exercised: Some(PUBLISH) }))
}

/// Writes the rows of a workbook from where the work stopped.
///
/// # Errors
/// A sentence that ends the work: a workbook that is gone, rights that are.
pub fn run(app: &Arc<App>, work: &RegWork) -> Result<()> {
    let plan: Plan = gx_decode::from_json_text(work.plan.as_bytes()).map_err(AppError::internal)?;
    let caller = publisher(app, work)?;
    let (mut rows, has_sealed, path) = app.read(&caller, |view| {
        let register = works::register_of(view, work)?.ok_or_else(|| AppError::refused("登记表已不存在"))?;
        let published = Published::whatever_state(view, register)?;
        let book = view.tx.get::<RegBook>(&id(plan.book_id))?;
        let book = book.ok_or_else(|| AppError::refused("工作簿文件已被清理，装载没有完成"))?;
        let path = path_of(view, &book)?;
        let read = rows_of(view, &published, &path, (plan.book_id, &plan.reading))?;
        Ok((read.rows.into_iter(), has_sealed(&published.definition), path))
    })?;
    let done = usize::try_from(work.cursor).unwrap_or(usize::MAX);
    if done > 0 {
        rows.nth(done - 1);
    }
    let mut place = work.cursor;
    loop {
        let portion: Vec<LoadRow> = rows.by_ref().take(PORTION).collect();
        if portion.is_empty() {
            break;
        }
        place += portion.len() as u64;
        let pictures = pictures::stored(app, &caller, &path, &portion)?;
        write(app, &caller, work, (portion, pictures), (place, plan.leave))?;
        app.events.send(crate::events::Signal::Register);
    }
    if has_sealed && !plan.keep_book {
        app.act(&caller, TITLE, AuditAction::Delete, move |op| {
            op.leaves_nothing();
            match op.view().tx.get::<RegBook>(&id(plan.book_id))? {
                Some(book) => ops::forget(op, &book),
                None => Ok(()),
            }
        })?;
    }
    Ok(())
}

fn has_sealed(definition: &Definition) -> bool {
    definition.active().any(|field| field.kind.is_sealed())
}

/// Writes a portion and its place in one commit.
fn write(
    app: &Arc<App>,
    caller: &Arc<Caller>,
    work: &RegWork,
    (portion, mut pictures): (Vec<LoadRow>, pictures::Ready),
    (place, leave): (u64, bool),
) -> Result<()> {
    let work = work.clone();
    app.act(caller, TITLE, AuditAction::Insert, move |op| {
        op.leaves_nothing();
        let key = RegWork::key_of(work.register_id, work.kind, work.field);
        let now: Option<RegWork> = op.view().tx.get(&key)?;
        let now = now.ok_or_else(|| AppError::refused("装载已被取消"))?;
        let register = works::register_of(&op.view(), &now)?.ok_or_else(|| AppError::refused("登记表已不存在"))?;
        let published = Published::whatever_state(&op.view(), register)?;
        let mut writer = Writer::beside_work(&op.view(), published)?.beside_own();
        for (at, mut row) in portion.into_iter().enumerate() {
            let line = row.line;
            pictures.put(op, at, &mut row.change)?;
            match take(op, &mut writer, row) {
                Ok(_) => {}
                Err(fault) if fault.kind == FaultKind::Refused && leave => {}
                Err(fault) => {
                    let message = format!("第 {line} 行：{}", fault.message);
                    return Err(fault.with_message(message));
                }
            }
        }
        op.put_quietly(&RegWork { cursor: place, done: place, ..now })?;
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_digit_is_lost() {
        for (units, from, to, wanted) in
            [(125, 2, 4, Some(12_500)), (12_500, 4, 2, Some(125)), (12_501, 4, 2, None), (i64::MAX, 0, 6, None)]
        {
            assert_eq!(rescaled(units, from, to), wanted);
        }
    }
}
