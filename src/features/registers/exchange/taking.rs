//! Rows that come in: found again by their number or by what tells rows apart, compared with what there is, written.
//!
//! Invariants: an empty cell, a masked one and one that says what an export would write change nothing; all wrong cells of a
//! row are told at once; a register that was published again since the rows were read refuses them all.

use std::collections::HashMap;

use super::heads;
use super::reading::{Lines, Said, Typed, TypedCell, TypedRow};
use crate::error::{AppError, Kind, Result};
use crate::features::registers::approval::{RowAction, must_be_free};
use crate::features::registers::cell::{Cell, Cells, SealedCell};
use crate::features::registers::convert;
use crate::features::registers::definition::Field;
use crate::features::registers::published::Published;
use crate::features::registers::record::RegRow;
use crate::features::registers::rows::ops;
use crate::features::registers::rows::read::Shower;
use crate::features::registers::rows::unique;
use crate::features::registers::rows::write::{self, Change, Writer};
use crate::features::registers::undo::record::BatchKind;
use crate::features::registers::value::{Given, masked};
use crate::features::system::dept::find::Depts;
use crate::op::{Op, View};
use crate::records::import::{ImportAnswer, Taken, Tally};
use crate::records::personal;
use crate::sheet::{self, SURVEY, Survey};

/// How rows come in.
#[derive(Debug, Clone, Copy, Default)]
pub struct How {
    /// Known rows are changed instead of refused.
    pub update: bool,
    /// Only tell what would happen.
    pub dry_run: bool,
    /// What does not fit an optional field stays as its original text.
    pub keep: bool,
}

/// Takes the rows of a sheet or of pasted lines.
///
/// # Errors
/// A sentence when the register was published again meanwhile, or when nobody may write its rows now.
pub fn take(op: &mut Op, mut typed: Typed, how: How) -> Result<ImportAnswer> {
    let code = typed.published.register.code.clone();
    let published = Published::of(&op.view(), &code)?;
    if published.register.current != typed.published.register.current {
        return Err(AppError::refused("登记表的设计已更新，请重新检查后再导入"));
    }
    op.titled(format!("登记表·{}", published.register.name));
    let approval = published.definition.approval;
    if approval.create && (approval.change || !how.update) {
        must_be_free(&published, RowAction::Create)?;
    }
    let writer = Writer::open(&op.view(), published)?.logged(op)?;
    if how.dry_run {
        op.only_try();
    }
    let no_of = |cell: &TypedCell| typed.fields.get(cell.field).map(|field| field.no);
    let writer = writer.of_import(op, typed.rows.iter().map(|row| row.cells.iter().filter_map(no_of).collect()))?;
    let depts = Depts::load(&op.view())?;
    let sees = writer.published.shows_personal(&op.view());
    let (fields, mapped) = (&typed.fields, &typed.mapped);
    let mut taking = Taking { writer, fields, mapped, how, sees, depts, seen: HashMap::new() };
    let mut tally = Tally::default();
    // one by one, so that what is read makes room for what is written
    for row in std::mem::take(&mut typed.rows) {
        let (key, name) = taking.called(&row);
        let taken = taking.row(op, &row);
        tally.note(op, row.line, key, name, taken)?;
    }
    taking.writer.answer_clashes(op)?;
    let Taking { writer, .. } = taking;
    let Typed { lines, header, skipped, .. } = typed;
    let is_sheet = matches!(lines, Lines::Sheet(..));
    writer.end(op, if is_sheet { BatchKind::Import } else { BatchKind::Paste })?;
    tally.answer(op, ("记录", how.dry_run), skipped, |path, title, reasons| match &lines {
        Lines::Sheet(from, no) => {
            let mut survey = Survey::open(from, SURVEY)?;
            sheet::with_reasons_beside(path, (header, title), reasons, |each| survey.lines(*no, each))
        }
        Lines::Pasted(lines) => sheet::with_reasons_beside(path, (header, title), reasons, |each| {
            lines.iter().cloned().for_each(each);
            Ok(())
        }),
    })
}

struct Taking<'t> {
    writer: Writer,
    fields: &'t [Field],
    mapped: &'t [usize],
    how: How,
    /// Whether who imports sees sealed values in full.
    sees: bool,
    depts: Depts,
    /// Rows that were found already, with the line that named them.
    seen: HashMap<u64, u32>,
}

impl Taking<'_> {
    fn published(&self) -> &Published {
        &self.writer.published
    }

    /// What a row is found by, and its name, for the report.
    fn called(&self, row: &TypedRow) -> (String, String) {
        let definition = &self.published().definition;
        let text = |no: u16| {
            let cell = row.cells.iter().find(|cell| self.fields.get(cell.field).is_some_and(|field| field.no == no))?;
            let field = self.fields.get(cell.field)?;
            let text = match (&cell.text, &cell.said) {
                (Some(text), _) => text.to_string(),
                (None, Said::Given(Given::Cell(Cell::Text(text)))) => text.clone(),
                _ => return None,
            };
            Some(if field.kind.is_sealed() { masked(field.kind, &text) } else { text })
        };
        let by_key = || {
            let (_, fields) = definition.constraints().next()?;
            let parts: Vec<String> = fields.iter().filter_map(|field| text(field.no)).collect();
            (!parts.is_empty()).then(|| parts.join("、"))
        };
        let key = row.no.clone().or_else(by_key).unwrap_or_default();
        (key.chars().take(100).collect(), text(definition.title).unwrap_or_default().chars().take(100).collect())
    }

    /// The row that a line is about; `None` for a new one.
    fn find(&self, op: &Op, row: &TypedRow) -> Result<Option<RegRow>> {
        let view = op.view();
        if let Some(text) = &row.no {
            let no: Option<u64> = text.parse().ok();
            let missing = || AppError::refused(format!("行号“{text}”不存在，可能已被删除；新增的行请把行号留空"));
            return write::by_no(&view, self.published(), no.ok_or_else(missing)?)?.ok_or_else(missing).map(Some);
        }
        let definition = &self.published().definition;
        let Some((_, wanted)) = definition.constraints().next() else { return Ok(None) };
        if !self.sees && wanted.iter().any(|field| definition.is_personal(field)) {
            // By what he doesn't see nobody finds a row.
            return Ok(None);
        }
        let has = |no: u16| self.mapped.iter().any(|at| self.fields.get(*at).is_some_and(|field| field.no == no));
        if !wanted.iter().all(|field| has(field.no)) {
            return Ok(None);
        }
        let cells: Cells = row
            .cells
            .iter()
            .filter_map(|cell| {
                let no = self.fields.get(cell.field)?.no;
                match &cell.said {
                    Said::Given(Given::Cell(cell)) => Some((no, cell.clone())),
                    Said::Given(Given::Secret(text)) => {
                        let mark = op.app.sealer().mark(&write::normal(text));
                        Some((no, Cell::Sealed(Box::new(SealedCell { mark, ..SealedCell::default() }))))
                    }
                    _ => None,
                }
            })
            .collect();
        let Some(key) = unique::key_of(definition, &cells) else { return Ok(None) };
        let found = unique::by_key(&view, self.published(), &key)?;
        // Of a foreign row nothing is told but that its value is taken.
        Ok(found.filter(|row| crate::features::registers::rows::read::is_visible(&view, self.published(), row)))
    }

    fn row(&mut self, op: &mut Op, row: &TypedRow) -> Result<Taken> {
        let old = self.find(op, row)?;
        if let Some(old) = &old
            && let Some(line) = self.seen.insert(old.row_id, row.line)
        {
            return Err(AppError::refused(format!("与文件中第 {line} 行是同一条记录")));
        }
        let mut problems = Vec::new();
        let mut change = self.change(&op.view(), row, old.as_ref(), &mut problems)?;
        self.department(row, old.as_ref(), &mut change, &mut problems);
        if !problems.is_empty() {
            return Err(AppError::refused(problems.join("；")));
        }
        let rounded = self.rounded(row, &change);
        let Some(old) = old else {
            ops::fill(&op.view(), self.published(), &mut change)?;
            let made = self.writer.create(op, change)?;
            self.seen.insert(made.row_id, row.line);
            return Ok(rounded.map_or(Taken::Created, Taken::CreatedWith));
        };
        if change.values.is_empty() && change.kept.is_empty() && change.dept_id.is_none() {
            return Ok(Taken::Unchanged);
        }
        if !self.how.update {
            return Err(AppError::refused(format!("“{}”已存在；要修改已有的行，请勾选更新已有数据", old.title)));
        }
        let told = [Some(self.describe(&change)), rounded].into_iter().flatten().collect::<Vec<_>>().join("；");
        match self.writer.update(op, &old, change, "导入修改")? {
            Some(_) => Ok(Taken::UpdatedWith(told)),
            None => Ok(Taken::Unchanged),
        }
    }

    /// Which of the new values have fewer digits than their cells, for the report.
    fn rounded(&self, row: &TypedRow, change: &Change) -> Option<String> {
        let fields = row.cells.iter().filter(|cell| cell.is_rounded).filter_map(|cell| self.fields.get(cell.field));
        let is_new = |field: &&Field| change.values.iter().any(|(no, _)| *no == field.no);
        let labels: Vec<&str> = fields.filter(is_new).map(|field| field.label.as_str()).collect();
        (!labels.is_empty()).then(|| format!("四舍五入到 4 位小数：{}", labels.join("、")))
    }

    /// Which fields change, for the report.
    fn describe(&self, change: &Change) -> String {
        let numbers = change.values.iter().map(|(no, _)| *no).chain(change.kept.iter().map(|(no, _)| *no));
        let label = |no: u16| self.published().definition.field(no).map(|field| field.label.as_str());
        let mut labels: Vec<&str> = numbers.filter_map(label).collect();
        labels.extend(change.dept_id.map(|_| heads::DEPT));
        format!("修改：{}", labels.join("、"))
    }

    /// What a row says that is new.
    fn change(&self, view: &View, row: &TypedRow, old: Option<&RegRow>, problems: &mut Vec<String>) -> Result<Change> {
        let mut change = Change::default();
        let mut shower = None;
        for cell in &row.cells {
            let Some(field) = self.fields.get(cell.field) else { continue };
            if self.is_known(view, &mut shower, field, cell, old)? {
                continue;
            }
            match self.wanted(field, cell, old.is_some()) {
                Ok(Wanted::Value(given)) => change.values.push((field.no, Some(given))),
                Ok(Wanted::Kept(text)) => change.kept.push((field.no, Some(text))),
                Err(problem) => problems.push(problem),
            }
        }
        Ok(change)
    }

    /// Whether a cell says what there is already.
    fn is_known<'v>(
        &self,
        view: &View<'v>,
        shower: &mut Option<Shower<'v>>,
        field: &Field,
        cell: &TypedCell,
        old: Option<&RegRow>,
    ) -> Result<bool> {
        let Some(old) = old else { return Ok(false) };
        let definition = &self.published().definition;
        let text = cell.text.as_deref();
        if let Some(kept) = convert::misfit(definition, old, field) {
            let own = match &cell.said {
                Said::Given(Given::Cell(Cell::Text(own))) => Some(own.as_str()),
                _ => text,
            };
            return Ok(own == Some(kept.shown().trim()));
        }
        let Some(before) = convert::cell(definition, old, field) else { return Ok(false) };
        Ok(match (&cell.said, &*before) {
            (Said::Given(Given::Secret(text)), Cell::Sealed(before)) => {
                self.sees && before.mark == view.app.sealer().mark(&write::normal(text))
            }
            (_, Cell::Sealed(before)) => text == Some(before.shown.as_str()),
            (Said::Given(Given::Cell(now)), before) if now == before => true,
            // a link is written by its title, which may mean several or nobody
            (_, before @ (Cell::Links(..) | Cell::Text(_) | Cell::Many(_))) => match text {
                Some(text) => {
                    let shower = shower.get_or_insert_with(|| Shower::new(view, self.published()));
                    let shown = heads::text(shower, self.writer.dictionaries(), field, before)?;
                    shown.trim() == text
                }
                None => false,
            },
            _ => false,
        })
    }

    fn wanted(&self, field: &Field, cell: &TypedCell, is_known: bool) -> Result<Wanted, String> {
        let label = &field.label;
        let text = cell.text.as_deref().unwrap_or_default();
        let shown = if field.kind.is_sealed() { masked(field.kind, text) } else { text.to_owned() };
        if !(if is_known { field.edit } else { field.insert }) {
            let when = if is_known { "修改" } else { "新增时填写" };
            return Err(format!("{label}不能在此{when}"));
        }
        match &cell.said {
            Said::Masked => Err(format!("{label}：{}", personal::FOREIGN_MASK)),
            Said::Given(given) => Ok(Wanted::Value(given.clone())),
            Said::Misfit(_) if self.how.keep && !field.required => Ok(Wanted::Kept(text.to_owned())),
            Said::Misfit(why) => Err(format!("{label}“{shown}”：{why}")),
        }
    }

    fn department(&self, row: &TypedRow, old: Option<&RegRow>, change: &mut Change, problems: &mut Vec<String>) {
        let Some(text) = &row.dept else { return };
        if self.published().definition.owner != 0 {
            return;
        }
        if let Some(old) = old {
            let path = self.depts.path(old.owned.dept_id);
            if path == *text || path.rsplit('/').next() == Some(text) {
                return;
            }
        }
        match self.depts.find(text) {
            Ok(dept_id) if old.is_some_and(|old| old.owned.dept_id == dept_id) => {}
            Ok(dept_id) => change.dept_id = Some(dept_id),
            Err(fault) if fault.kind == Kind::Refused => problems.push(fault.message.to_string()),
            Err(_) => problems.push(format!("部门“{text}”不存在")),
        }
    }
}

enum Wanted {
    Value(Given),
    Kept(String),
}
