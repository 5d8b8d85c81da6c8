//! What comes in, read and typed on a snapshot: the program's own workbooks, the office's sheet as it lies there, pasted
//! lines. Looking rows up and writing them is the operation's.
//!
//! Invariant: a column that no field means is refused or left out by name, never passed over in silence; a cell that does
//! not fit keeps its text and the reason.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::heads::{Finder, Target, comes_in, own_label, power};
use super::office::Office;
use crate::error::{AppError, Result};
use crate::features::registers::cell::Cell;
use crate::features::registers::definition::Field;
use crate::features::registers::infer::{
    CellOutcome as Became, Expected, FieldType, Known, Laid, LaidColumn, Layout, Match, RawRow, Value, What, compared,
    lay, power_of, unit_in,
};
use crate::features::registers::kind::{FieldKind, Nature};
use crate::features::registers::known::Directory;
use crate::features::registers::links;
use crate::features::registers::published::{Dictionaries, Published};
use crate::features::registers::record::RegRow;
use crate::features::registers::rows::{unique, write};
use crate::features::registers::value::{self, Given};
use crate::op::View;
use crate::records::personal;
use crate::sheet::{Facts, Limits, RawCell, Sheet, SheetError, SheetRow, Survey};

/// Rows that one import takes.
const MOST_ROWS: usize = 50_000;

/// What a cell says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    Given(Given),
    /// Nothing of its kind, and why.
    Misfit(String),
    /// A sealed value as everybody sees it: it stays what it is.
    Masked,
}

/// A cell of a field.
#[derive(Debug, Clone)]
pub struct TypedCell {
    /// Place of its field among those that were looked for.
    pub field: usize,
    /// What it says.
    pub said: Said,
    /// What stands there, where a value alone doesn't tell.
    pub text: Option<Box<str>>,
    /// Whether the value has fewer digits than what stands there.
    pub is_rounded: bool,
}

/// A row on its way in.
#[derive(Debug, Clone, Default)]
pub struct TypedRow {
    /// Its line, from 1.
    pub line: u32,
    /// Text of its row number; absent for none.
    pub no: Option<String>,
    /// Text of its department.
    pub dept: Option<String>,
    /// Cells with content.
    pub cells: Vec<TypedCell>,
}

/// Where the lines are, to be written once more with what became of them.
pub enum Lines {
    /// A sheet of a workbook.
    Sheet(PathBuf, usize),
    Pasted(Vec<SheetRow>),
}

/// Everything that was read.
pub struct Typed {
    /// The register as it was then.
    pub published: Published,
    /// Fields that were looked for.
    pub fields: Vec<Field>,
    /// Those for which there is a column.
    pub mapped: Vec<usize>,
    pub rows: Vec<TypedRow>,
    /// Lines that are no rows, and why.
    pub skipped: Vec<(u32, String)>,
    /// Last line of the header, from 1; 0 for none.
    pub header: u32,
    /// Where they are.
    pub lines: Lines,
}

/// Columns by header: code of a field, or empty for one that is left out.
pub type Mapping = BTreeMap<String, String>;

/// Reads cells of one register.
pub struct Reader<'v> {
    view: View<'v>,
    published: Published,
    fields: Vec<Field>,
    finder: Finder,
    dictionaries: Dictionaries,
    directory: Directory,
    mapping: Mapping,
}

/// A column that goes somewhere.
struct Column {
    target: Target,
    asked: Option<FieldType>,
}

impl<'v> Reader<'v> {
    /// For a register, with what the caller sees of it.
    ///
    /// # Errors
    /// A store that can't be read.
    pub fn new(view: &View<'v>, published: Published, mapping: Mapping) -> Result<Self> {
        let fields: Vec<Field> = published.seen(view).iter().cloned().collect();
        for code in mapping.values().filter(|code| !code.is_empty()) {
            if !fields.iter().any(|field| field.code == *code && comes_in(field)) {
                return Err(AppError::refused(format!("登记表“{}”没有可导入的字段“{code}”", published.register.name)));
            }
        }
        Ok(Self {
            view: *view,
            finder: Finder::of(&fields),
            dictionaries: Dictionaries::of(view, fields.iter())?,
            directory: Directory::load(view)?,
            fields,
            published,
            mapping,
        })
    }

    /// The fields that are looked for.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// Where the columns of a sheet go; those said by hand first. `None` for those that nobody knows.
    pub fn targets(&self, columns: &[LaidColumn]) -> Vec<Option<Target>> {
        let mut targets = self.finder.targets(columns);
        for (column, target) in columns.iter().zip(&mut targets) {
            let said = self.mapping.get(&column.label).or_else(|| self.mapping.get(&column.letter));
            if let Some(code) = said {
                let field = self.fields.iter().position(|field| field.code == *code);
                *target = Some(field.map_or(Target::Nowhere, Target::Field));
            }
        }
        let by_hand = |column: &LaidColumn| {
            self.mapping
                .get(&column.label)
                .or_else(|| self.mapping.get(&column.letter))
                .is_some_and(|code| !code.is_empty())
        };
        // A field that was given to a column by hand is no other's.
        let given: Vec<Target> = columns
            .iter()
            .zip(&targets)
            .filter(|(column, _)| by_hand(column))
            .filter_map(|(_, target)| *target)
            .collect();
        for (column, target) in columns.iter().zip(&mut targets) {
            if !by_hand(column) && target.is_some_and(|target| given.contains(&target)) {
                *target = None;
            }
        }
        targets
    }

    fn expected<T>(&self, is_bare: bool, run: impl FnOnce(&Expected<'_>) -> T) -> T {
        let said = |text: &str| self.mapping.get(text).is_some_and(|code| !code.is_empty());
        let is_label = |text: &str| self.finder.knows(text) || said(text);
        run(&Expected { is_label: &is_label, own: own_label(&self.fields), is_bare })
    }

    fn columns(&self, layout: &Layout, is_1904: bool) -> Result<BTreeMap<u32, Column>, AppError> {
        let targets = self.targets(&layout.columns);
        let strange = layout.columns.iter().zip(&targets).filter(|(_, target)| target.is_none());
        let strange: Vec<&str> = strange.map(|(column, _)| column.label.as_str()).collect();
        if !targets.iter().flatten().any(|target| matches!(target, Target::Field(_))) {
            return Err(AppError::refused("表格中没有找到这个登记表的列，请使用下载的模板，或检查表头"));
        }
        if !strange.is_empty() {
            let sentence = format!("无法识别的列：{}；请在“列对应”中选择字段或“不导入”", strange.join("、"));
            return Err(AppError::refused(sentence));
        }
        if let Some(label) = self.in_doubt(layout, &targets) {
            let units = layout.units.iter().filter(|unit| power_of(unit).is_some());
            let units: Vec<&str> = units.map(String::as_str).collect();
            let sentence = format!(
                "表上写有不同的金额单位（{}），请在列名中写明单位，如“{label}（{}）”",
                units.join("、"),
                units.first().copied().unwrap_or("元")
            );
            return Err(AppError::refused(sentence));
        }
        let mut columns = BTreeMap::new();
        for (column, target) in layout.columns.iter().zip(targets) {
            let Some(target) = target else { continue };
            let asked = match target {
                Target::Field(at) => self.fields.get(at).and_then(|field| self.asked(field, column, layout, is_1904)),
                _ => None,
            };
            columns.insert(column.column, Column { target, asked });
        }
        Ok(columns)
    }

    /// The first column of amounts whose unit lines above the table leave open, by naming two.
    fn in_doubt(&self, layout: &Layout, targets: &[Option<Target>]) -> Option<String> {
        let powers: BTreeSet<u8> = layout.units.iter().filter_map(|unit| power_of(unit)).collect();
        let is_open = |(column, target): &(&LaidColumn, &Option<Target>)| {
            let is_money = matches!(target, Some(Target::Field(at))
                if self.fields.get(*at).is_some_and(|field| field.kind == FieldKind::Money));
            is_money && !column.path.iter().any(|label| unit_in(label).is_some_and(|unit| power_of(&unit).is_some()))
        };
        if layout.is_ours || powers.len() < 2 {
            return None;
        }
        layout.columns.iter().zip(targets).find(is_open).map(|(column, _)| column.label.clone())
    }

    /// How a column's cells are read.
    fn asked(&self, field: &Field, column: &LaidColumn, layout: &Layout, is_1904: bool) -> Option<FieldType> {
        if !comes_in(field) {
            return None;
        }
        let said: Vec<String> = column.path.iter().rev().filter_map(|label| unit_in(label)).collect();
        // 含税 in brackets is no unit
        let by_header = said.into_iter().find(|unit| power_of(unit).is_some());
        let by_line = || layout.units.iter().find_map(|unit| power_of(unit));
        let power = match (field.kind, by_header) {
            (FieldKind::Money, Some(unit)) => power_of(&unit).unwrap_or_else(|| power(field)),
            (FieldKind::Money, None) if !layout.is_ours => by_line().unwrap_or_else(|| power(field)),
            _ => power(field),
        };
        Some(FieldType {
            places: field.places,
            power,
            link: links::LINKS.iter().position(|kind| kind.name == field.link),
            is_1904,
            ..FieldType::of(field.kind.reader()?)
        })
    }

    /// Reads the sheet of a workbook.
    ///
    /// # Errors
    /// A sentence for a file that can't be read, and for columns that nobody knows.
    pub fn sheet(self, path: &Path, wanted: Option<usize>) -> Result<Typed> {
        let mut survey = Survey::open(path, limits()).map_err(refused)?;
        let no = match wanted {
            Some(no) => no,
            None => self.best(&mut survey)?,
        };
        let facts = survey.facts(no).map_err(refused)?;
        let lines = Lines::Sheet(path.to_owned(), no);
        self.typed(&facts, |each| survey.lines(no, each), lines)
    }

    /// The one sheet whose header fits.
    fn best(&self, survey: &mut Survey) -> Result<usize> {
        let offered = survey.offered();
        match offered.as_slice() {
            [] => return Err(AppError::refused("文件中没有可读取的工作表")),
            [only] => return Ok(only.no),
            _ => {}
        }
        let mut fitting: Vec<(usize, usize, String)> = Vec::new();
        for Sheet { no, name, .. } in offered {
            let layout = self.layout(survey, no)?;
            let known = self.targets(&layout.columns);
            let known = known.iter().flatten().filter(|target| matches!(target, Target::Field(_))).count();
            if known > 0 {
                fitting.push((known, no, name));
            }
        }
        let most = fitting.iter().map(|(known, ..)| *known).max().unwrap_or_default();
        fitting.retain(|(known, ..)| known * 2 > most);
        match fitting.as_slice() {
            [] => Err(AppError::refused("文件中没有一个工作表有这个登记表的列，请使用下载的模板，或检查表头")),
            [(_, no, _)] => Ok(*no),
            several => {
                let names: Vec<&str> = several.iter().map(|(.., name)| name.as_str()).collect();
                let names = names.join("、");
                Err(AppError::refused(format!("文件中有多个工作表可以导入：{names}；请选择其中一个工作表")))
            }
        }
    }

    /// Where the table of a sheet is.
    ///
    /// # Errors
    /// A sheet that can't be read.
    pub fn layout(&self, survey: &mut Survey, no: usize) -> Result<Layout> {
        let facts = survey.facts(no).map_err(refused)?;
        let mut found = Layout::default();
        self.expected(false, |expected| {
            lay(&facts, expected, |each| survey.lines(no, each), &mut |laid| {
                if let Laid::Layout(layout) = laid {
                    found = layout.clone();
                }
            })
        })
        .map_err(refused)?;
        Ok(found)
    }

    /// Reads lines that were pasted; without a header they go into the fields in their order.
    ///
    /// # Errors
    /// A sentence for columns that nobody knows.
    pub fn pasted(self, lines: Vec<SheetRow>) -> Result<Typed> {
        let Some(first) = lines.first() else { return Err(AppError::refused("没有可导入的内容")) };
        let known = first.cells.iter().filter(|cell| self.finder.knows(&cell.value.to_string())).count();
        if known * 2 >= first.cells.len() {
            let feed = lines.clone();
            return self.typed(
                &Facts::default(),
                |each| {
                    feed.into_iter().for_each(each);
                    Ok(())
                },
                Lines::Pasted(lines),
            );
        }
        self.headless(lines)
    }

    fn headless(self, lines: Vec<SheetRow>) -> Result<Typed> {
        let open: Vec<usize> = (0..self.fields.len())
            .filter(|at| self.fields.get(*at).is_some_and(|field| comes_in(field) && field.insert))
            .collect();
        let width = lines.iter().filter_map(|line| line.cells.last()).map(|cell| cell.column as usize + 1).max();
        if width.is_some_and(|width| width > open.len()) {
            let sentence = format!("粘贴的内容有 {} 列，登记表只有 {} 个可填写的字段", width.unwrap_or(0), open.len());
            return Err(AppError::refused(sentence));
        }
        let layout = Layout { is_ours: true, ..Layout::default() };
        let mut columns = BTreeMap::new();
        for (at, column) in open.into_iter().zip(0_u32..) {
            let Some(field) = self.fields.get(at) else { continue };
            let place = LaidColumn { column, letter: String::new(), path: Vec::new(), label: field.label.clone() };
            let asked = self.asked(field, &place, &layout, false);
            columns.insert(column, Column { target: Target::Field(at), asked });
        }
        let mut typed = self.begun(Lines::Pasted(lines.clone()));
        for line in lines {
            let row = RawRow { line: line.row.saturating_add(1), section: None, cells: line.cells };
            typed.rows.extend(self.row(&columns, row)?);
        }
        Ok(self.ended(typed, &columns))
    }

    fn begun(&self, lines: Lines) -> Typed {
        Typed {
            published: self.published.clone(),
            fields: Vec::new(),
            mapped: Vec::new(),
            rows: Vec::new(),
            skipped: Vec::new(),
            header: 0,
            lines,
        }
    }

    fn ended(self, typed: Typed, columns: &BTreeMap<u32, Column>) -> Typed {
        let mapped = columns.values().filter_map(|column| match column.target {
            Target::Field(at) => Some(at),
            _ => None,
        });
        Typed { mapped: mapped.collect(), fields: self.fields, ..typed }
    }

    /// Reads lines below a header.
    fn typed(
        self,
        facts: &Facts,
        feed: impl FnOnce(&mut dyn FnMut(SheetRow)) -> Result<(), SheetError>,
        lines: Lines,
    ) -> Result<Typed> {
        let mut typed = self.begun(lines);
        let mut columns = BTreeMap::new();
        let mut trouble: Option<AppError> = None;
        let mut strange: BTreeMap<u32, u32> = BTreeMap::new();
        let is_pasted = matches!(typed.lines, Lines::Pasted(_));
        self.expected(is_pasted, |expected| {
            lay(facts, expected, feed, &mut |laid| match laid {
                _ if trouble.is_some() => {}
                Laid::Layout(layout) => {
                    typed.header = layout.header.map_or(0, |(_, last)| last);
                    match self.columns(layout, facts.is_1904) {
                        Ok(found) => columns = found,
                        Err(fault) => trouble = Some(fault),
                    }
                }
                Laid::Left(line, what) if line > typed.header && what != What::Chosen => {
                    typed.skipped.push((line, what.label().to_owned()));
                }
                Laid::Left(..) => {}
                Laid::Row(_) if typed.rows.len() >= MOST_ROWS => {
                    trouble = Some(refused(SheetError::TooManyRows(MOST_ROWS)));
                }
                Laid::Row(row) => {
                    for cell in row.cells.iter().filter(|cell| !columns.contains_key(&cell.column)) {
                        strange.entry(cell.column).or_insert(row.line);
                    }
                    match self.row(&columns, row) {
                        Ok(row) => typed.rows.extend(row),
                        Err(fault) => trouble = Some(fault),
                    }
                }
            })
        })
        .map_err(refused)?;
        if let Some(fault) = trouble {
            return Err(fault);
        }
        if let Some((_, line)) = strange.first_key_value() {
            return Err(AppError::refused(format!("第 {line} 行有内容在没有列名的列中，请补上列名或删除这些内容")));
        }
        if typed.rows.is_empty() {
            return Err(AppError::refused("没有可导入的数据"));
        }
        Ok(self.ended(typed, &columns))
    }

    /// A row; `None` when nothing of it goes anywhere.
    fn row(&self, columns: &BTreeMap<u32, Column>, row: RawRow) -> Result<Option<TypedRow>> {
        let cells = Vec::with_capacity(row.cells.len());
        let mut typed = TypedRow { line: row.line, cells, ..TypedRow::default() };
        let department = self.department(columns, &row);
        for cell in &row.cells {
            let Some(column) = columns.get(&cell.column) else { continue };
            let text = || cell.value.to_string().trim().to_owned();
            match column.target {
                Target::No => typed.no = Some(text()).filter(|text| !text.is_empty()),
                Target::Dept => typed.dept = Some(text()).filter(|text| !text.is_empty()),
                Target::Nowhere => {}
                Target::Field(at) => {
                    let Some((field, asked)) = self.fields.get(at).zip(column.asked.as_ref()) else { continue };
                    typed.cells.extend(self.cell(at, field, asked, cell, department)?);
                }
            }
        }
        self.sections(columns, &row, &mut typed)?;
        Ok((!typed.cells.is_empty() || typed.no.is_some()).then_some(typed))
    }

    /// The department of a row, which tells namesakes apart.
    fn department(&self, columns: &BTreeMap<u32, Column>, row: &RawRow) -> Option<u64> {
        let is_dept = |column: &Column| match column.target {
            Target::Field(at) => self.fields.get(at).is_some_and(|field| field.kind == FieldKind::Dept),
            _ => false,
        };
        let cell = row.cells.iter().find(|cell| columns.get(&cell.column).is_some_and(is_dept))?;
        match self.directory.department(&cell.value.to_string()) {
            Match::One(dept_id) => Some(dept_id),
            _ => None,
        }
    }

    /// The field 分组 of a register takes the lines that part the sheet, where that has no such column.
    fn sections(&self, columns: &BTreeMap<u32, Column>, row: &RawRow, typed: &mut TypedRow) -> Result<()> {
        let Some(section) = &row.section else { return Ok(()) };
        let at = self.fields.iter().position(|field| field.path == ["分组"] && comes_in(field));
        let Some((at, field)) = at.and_then(|at| Some((at, self.fields.get(at)?))) else { return Ok(()) };
        if columns.values().any(|column| column.target == Target::Field(at)) {
            return Ok(());
        }
        let Some(kind) = field.kind.reader() else { return Ok(()) };
        typed.cells.extend(self.cell(at, field, &FieldType::of(kind), &value::typed(section), None)?);
        Ok(())
    }

    /// What a text says in a field, in the unit that the program shows; `None` for nothing, and for fields that texts don't
    /// fill.
    ///
    /// # Errors
    /// A store that can't be read.
    pub fn text(&self, code: &str, text: &str) -> Result<Option<Said>> {
        let at = self.fields.iter().position(|field| field.code == code);
        let Some((at, field)) = at.and_then(|at| Some((at, self.fields.get(at)?))) else { return Ok(None) };
        let place = LaidColumn { column: 0, letter: String::new(), path: Vec::new(), label: field.label.clone() };
        let layout = Layout { is_ours: true, ..Layout::default() };
        let Some(asked) = self.asked(field, &place, &layout, false) else { return Ok(None) };
        Ok(self.cell(at, field, &asked, &value::typed(text), None)?.map(|cell| cell.said))
    }

    fn cell(
        &self,
        at: usize,
        field: &Field,
        asked: &FieldType,
        cell: &RawCell,
        department: Option<u64>,
    ) -> Result<Option<TypedCell>> {
        let text = cell.value.to_string();
        let text = text.trim();
        let is_sealed = field.kind.nature() == Nature::Sealed;
        if is_sealed && personal::is_masked(text) {
            return Ok(Some(TypedCell { field: at, said: Said::Masked, text: Some(text.into()), is_rounded: false }));
        }
        let read = match links::LINKS.iter().any(|kind| kind.name == field.link) || field.kind != FieldKind::Link {
            true => asked.read(cell, &Office(&self.directory), department),
            false => self.row_named(field, text)?,
        };
        let is_rounded = matches!(read, Some(Became::Rounded(_)));
        let said = match read {
            None => return Ok(None),
            Some(Became::Kept(why)) => Said::Misfit(why),
            Some(Became::Value(value) | Became::Rounded(value)) => given(&self.dictionaries, field, value),
        };
        let is_reported = matches!(said, Said::Given(Given::Cell(Cell::Text(_))));
        let is_reported = is_reported && !field.kind.has_dictionary();
        Ok(Some(TypedCell { field: at, said, text: (!is_reported).then(|| text.into()), is_rounded }))
    }

    /// A row of another register, by what tells its rows apart.
    fn row_named(&self, field: &Field, text: &str) -> Result<Option<Became>> {
        if text.is_empty() {
            return Ok(None);
        }
        let code = field.link.strip_prefix(links::REGISTER).unwrap_or_default();
        let none = || Some(Became::Kept(format!("没有“{text}”这一行")));
        let Ok(other) = Published::of(&self.view, code) else { return Ok(none()) };
        let first = other.definition.constraints().next();
        // By what is masked or hidden nothing is found.
        let is_open = |field: &Field| !other.definition.is_personal(field);
        let has_one = first.is_some_and(|(_, fields)| fields.len() == 1 && fields.iter().all(|field| is_open(field)));
        if !has_one || !other.holds(&self.view, "list") {
            return Ok(none());
        }
        let found: Option<RegRow> = unique::by_key(&self.view, &other, &(0, write::normal(text)))?;
        Ok(found.map(|row| Became::Value(Value::Links(vec![row.row_id]))).or_else(none))
    }
}

/// A value of the survey as one of a field: choices by what people read, within the field's rules.
pub fn given(dictionaries: &Dictionaries, field: &Field, value: Value) -> Said {
    let entry = |text: &str| {
        let tight = compared(text);
        let entries = dictionaries.entries(field.dictionary);
        let found = dictionaries.value(field.dictionary, text);
        found.or_else(|| entries.iter().find(|one| compared(&one.label) == tight).map(|one| one.value.clone()))
    };
    // a new word of an open choice becomes an entry when its row is written
    let entry = |text: &str| entry(text).or_else(|| field.open.then(|| text.trim().to_owned()));
    let missing = |text: &str| Said::Misfit(format!("没有选项“{text}”"));
    let given = match value {
        Value::Choice(text) => match entry(&text) {
            Some(value) => Given::Cell(Cell::Text(value)),
            None => return missing(&text),
        },
        Value::Choices(all) => {
            let mut values = Vec::new();
            for text in all {
                match entry(&text) {
                    Some(value) if values.contains(&value) => {}
                    Some(value) => values.push(value),
                    None => return missing(&text),
                }
            }
            Given::Cell(Cell::Many(values))
        }
        other => match value::from_reading(field, other) {
            Some(given) => given,
            None => return Said::Misfit("不能这样填写".to_owned()),
        },
    };
    match value::checked(field, &given) {
        Ok(()) => Said::Given(given),
        Err(sentence) => Said::Misfit(sentence.strip_prefix(&field.label).unwrap_or(&sentence).to_owned()),
    }
}

fn limits() -> Limits {
    Limits { rows: MOST_ROWS + 1_000, ..crate::sheet::SURVEY }
}

fn refused(error: SheetError) -> AppError {
    AppError::refused(error.to_string())
}
