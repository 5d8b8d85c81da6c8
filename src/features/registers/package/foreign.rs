//! A package from elsewhere, or one without a signature: nothing of it is believed that a form would not take. Its rows and
//! files belong to whoever brings them, links keep the names of their targets as original text, histories stay in the file.

use std::collections::HashMap;
use std::io::Read as _;

use super::super::cell::{Cell, KeptText};
use super::super::definition::{Definition, Field};
use super::super::design::check;
use super::super::design::drafts::linkable;
use super::super::kind::{FieldKind, Nature};
use super::super::links;
use super::super::record::{RegRow, RegVersion, no_of, register_of};
use super::super::rows::unique;
use super::super::settings::MAX_ROWS;
use super::super::value::{self, Given};
use super::reading::damaged;
use crate::error::{AppError, Result};
use crate::kernel::sniff::{HEAD, Kind};
use crate::op::{Op, View};
use crate::platform::files::FileInfo;
use crate::records::history;
use crate::records::html::{self, PICTURES};

/// First line of the history of its rows.
const DEED: &str = "从外来的归档包导入";

/// What becomes of a foreign package.
pub(super) struct Foreign {
    user_id: u64,
    login: String,
    /// New numbers of its files.
    files: HashMap<u64, u64>,
    /// The largest number of its rows.
    pub last: u64,
}

impl Foreign {
    /// For whoever brings it.
    pub fn of(op: &Op) -> Self {
        Self { user_id: op.caller.user_id(), login: op.caller.name(), files: HashMap::new(), last: 0 }
    }

    /// Refuses a definition that could not be published here, and more rows than a register may have.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
    pub fn check(view: &View, definition: &Definition, (code, rows): (&str, u64)) -> Result<()> {
        let most = view.app.settings.get(&MAX_ROWS);
        if rows > most {
            return Err(AppError::refused(format!("归档包有 {rows} 行，超过每个登记表的行数上限 {most}")));
        }
        let mut codes = linkable(view)?;
        codes.insert(code.to_owned());
        let problem = check::problems(definition, &codes).into_iter().find(|problem| problem.confirm.is_none());
        problem.map_or(Ok(()), |problem| Err(AppError::refused(format!("归档包的定义不能使用：{}", problem.message))))
    }

    /// A version, published by whoever brings it.
    pub fn version(&self, version: RegVersion) -> RegVersion {
        RegVersion { by: self.login.clone(), ..version }
    }

    /// A file under a number of its own.
    ///
    /// # Errors
    /// One whose content is not what its name says.
    pub fn file(&mut self, op: &mut Op, info: FileInfo) -> Result<FileInfo> {
        let wrong = || damaged(format!("附件“{}”的内容与扩展名不符", info.name));
        if !op.is_trial() {
            let kind = Kind::of_suffix(&info.suffix).ok_or_else(wrong)?;
            let is_picture =
                |head: &[u8]| ["jpg", "png"].iter().any(|one| Kind::of_suffix(one).is_some_and(|one| one.fits(head)));
            let small = info.thumbnail.iter().chain(&info.preview);
            let fine = kind.fits(&head(op, &info.blob)?)
                && small.map(|blob| head(op, blob)).collect::<Result<Vec<_>>>()?.iter().all(|head| is_picture(head));
            if !fine {
                return Err(wrong());
            }
        }
        let file_id = op.next_id::<FileInfo>()?;
        self.files.insert(info.file_id, file_id);
        Ok(FileInfo { file_id, owner: self.user_id, create_by: self.login.clone(), create_time: op.now, ..info })
    }

    /// A row as a form would take it.
    ///
    /// # Errors
    /// A sentence for a value that its field doesn't take.
    pub fn row(
        &mut self,
        op: &mut Op,
        definition: &Definition,
        row: &mut RegRow,
        names: &HashMap<(u8, u64), String>,
    ) -> Result<()> {
        let (no, before) = (row.no(), row.clone());
        self.last = self.last.max(no_of(row.row_id));
        for (field_no, cell) in before.cells.iter() {
            let field = definition.field(field_no).filter(|field| is_of(field, cell));
            let field = field.ok_or_else(|| damaged(format!("第 {no} 行的内容与字段不符")))?;
            value::checked(field, &Given::Cell(cell.clone())).map_err(|why| damaged(format!("第 {no} 行：{why}")))?;
            match cell {
                Cell::Links(links::FILES, all) => {
                    row.cells.set(field_no, Some(Cell::Links(links::FILES, self.moved(all))))
                }
                Cell::Links(links::ROW, all) if all.iter().all(|to| register_of(*to) == register_of(row.row_id)) => {}
                Cell::Links(kind, all) => {
                    let called = all.iter().filter_map(|target| names.get(&(*kind, *target)).map(String::as_str));
                    row.kept.set(field_no, Some(KeptText::Plain(called.collect::<Vec<_>>().join("、"))));
                    row.cells.set(field_no, None);
                }
                Cell::Text(text) if field.kind == FieldKind::Rich => {
                    row.cells.set(field_no, Some(Cell::Text(html::clean(&self.with_pictures(text)))));
                }
                _ => {}
            }
        }
        row.files = self.moved(&before.files);
        row.title = row.title.chars().take(100).collect();
        row.source = None;
        row.once = unique::constraint_values(definition, row);
        row.owned.creator = self.user_id;
        row.owned.base.create_by.clone_from(&self.login);
        row.owned.base.update_by.clone_from(&self.login);
        if let Some((_, by)) = &mut row.deleted {
            by.clone_from(&self.login);
        }
        history::note_bare(op, <RegRow as crate::store::Record>::TABLE, row.row_id, DEED)
    }

    fn moved(&self, files: &[u64]) -> Vec<u64> {
        files.iter().filter_map(|file| self.files.get(file)).copied().collect()
    }

    /// A rich text with the new numbers of its pictures; others show nothing.
    fn with_pictures(&self, text: &str) -> String {
        let mut parts = text.split(PICTURES);
        let mut whole = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let rest = part.trim_start_matches(|c: char| c.is_ascii_digit());
            let number = part.strip_suffix(rest).and_then(|number| number.parse().ok());
            let moved = number.and_then(|number: u64| self.files.get(&number)).copied().unwrap_or(0);
            whole.push_str(&format!("{PICTURES}{moved}{rest}"));
        }
        whole
    }
}

fn head(op: &Op, blob: &str) -> Result<Vec<u8>> {
    let missing = |error: String| damaged("附件内容缺失").because(error);
    let path = op.app.blobs.path(blob).map_err(|error| missing(error.to_string()))?;
    let mut head = Vec::new();
    let file = std::fs::File::open(path).map_err(|error| missing(error.to_string()))?;
    file.take(HEAD as u64).read_to_end(&mut head).map_err(|error| missing(error.to_string()))?;
    Ok(head)
}

/// Whether a cell is what a field's kind holds.
fn is_of(field: &Field, cell: &Cell) -> bool {
    match cell {
        Cell::Text(_) => field.kind.nature() == Nature::Text || field.kind == FieldKind::Choice,
        Cell::Whole(_) => field.kind.nature() == Nature::Number && !field.kind.is_time(),
        Cell::Day(_) => matches!(field.kind, FieldKind::Day | FieldKind::Month),
        Cell::Moment(_) => field.kind == FieldKind::Moment,
        Cell::Flag(_) => field.kind == FieldKind::Flag,
        Cell::Many(_) => field.kind == FieldKind::Choices,
        Cell::Links(kind, _) => {
            matches!(field.kind.nature(), Nature::Links | Nature::Files) && *kind == value::link_no(field)
        }
        Cell::Sealed(_) => field.kind.is_sealed(),
    }
}
