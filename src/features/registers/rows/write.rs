//! How a row comes to be what is stored: the one way for forms, batches, imports, pasted lines and loads.
//!
//! Invariants: values keep the rules of their fields, links lead to what the writer may see, no two living rows have the
//! same in a constraint (looked at here for the sentence, kept by the index as the law); what stands in a row is sealed,
//! computed, named and dated here and nowhere else; what is decided about is written by a decision alone.

use std::borrow::Cow;

use crate::error::{AppError, Result};
use crate::kernel::text::folded;
use crate::op::{Op, View};
use crate::platform::files::FileInfo;
use crate::platform::identity::dept::Dept;
use crate::platform::identity::user::User;
use crate::records::clashes::Clashes;
use crate::records::html;
use crate::records::owned::{self, Owned};
use crate::records::personal;
use crate::store::{Reads, id};

use super::super::approval::{self, RowAction};
use super::super::cell::{Cell, KeptText, SealedCell};
use super::super::definition::{Definition, Field};
use super::super::kind::FieldKind;
use super::super::published::{Dictionaries, Published, Seen};
use super::super::record::{COUNT, MOST_ROW, ROW_FILES, RegRow, row_id, sequence};
use super::super::settings::MAX_ROWS;
use super::super::undo::log::Log;
use super::super::undo::record::BatchKind;
use super::super::value::{self, Given};
use super::super::{convert, links};
use super::read;

/// Bytes of a stored row at most.
const LARGEST: usize = 64 * 1024;
/// Files of a row at most.
const MOST_FILES: usize = 100;

/// What somebody wants to be in a row; what is not named stays as it is.
#[derive(Debug, Clone, Default)]
pub struct Change {
    /// Values by field; none empties it.
    pub values: Vec<(u16, Option<Given>)>,
    /// Original texts by field, of what fits nothing; none drops it.
    pub kept: Vec<(u16, Option<String>)>,
    /// Department that the row belongs to, where no field says so.
    pub dept_id: Option<u64>,
    /// Attachments of the row itself; absent leaves them.
    pub files: Option<Vec<u64>>,
    /// Workbook and line that it came from.
    pub source: Option<(u64, u32)>,
    /// What is to be told of a new row besides its values.
    pub remark: String,
}

/// Writes rows of one register; read once for many of them.
pub struct Writer {
    pub published: Published,
    pub(super) dictionaries: Dictionaries,
    /// Rows that may still be made.
    room: u64,
    /// Whether somebody agreed to what is written, or it is only tried for him.
    decided: bool,
    /// Whose new rows are, where they are not the caller's: number and login name.
    made_for: Option<(u64, String)>,
    /// What is done, where it can be undone.
    log: Option<Log>,
    /// Whether the caller sees sealed values in full, and hidden fields at all: who doesn't learns nothing by a comparison.
    pub(super) sees: bool,
    /// Values that no two rows may have, of fields that he doesn't see.
    pub(super) clashes: Clashes,
    /// Whether he carries out what somebody else typed.
    pub(super) agrees: bool,
}

impl Writer {
    /// A writer of a register that nobody has locked.
    ///
    /// # Errors
    /// A sentence while work goes on that nobody may write beside.
    pub fn open(view: &View, published: Published) -> Result<Self> {
        if let Some(lock) = published.register.lock {
            let how_far = super::super::works::progress(view, published.id(), lock)?;
            let name = &published.register.name;
            return Err(AppError::refused(format!("登记表“{name}”正在{}（{how_far}），请稍后再试", lock.label())));
        }
        if let Some(work) = super::super::works::waits_for_names(view, &published)? {
            let sentence = format!("登记表“{}”正在{}（{work}），请稍后再试", published.register.name, "转换字段");
            return Err(AppError::refused(sentence));
        }
        Self::beside_work(view, published)
    }

    /// The same for the work itself.
    ///
    /// # Errors
    /// A store that can't be read.
    pub fn beside_work(view: &View, published: Published) -> Result<Self> {
        let dictionaries = Dictionaries::of(view, published.definition.active())?;
        let most = view.app.settings.get(&MAX_ROWS);
        let room = most.saturating_sub(living(view, published.id())?);
        let sees = published.shows_personal(view);
        let clashes = Clashes::default();
        Ok(Self {
            published,
            dictionaries,
            room,
            decided: false,
            made_for: None,
            log: None,
            sees,
            clashes,
            agrees: false,
        })
    }

    /// The same for what somebody agreed to.
    #[must_use]
    pub fn decided(self) -> Self {
        Self { decided: true, ..self }
    }

    /// The same for who agrees to what somebody else typed.
    #[must_use]
    pub fn agreed(self) -> Self {
        Self { agrees: true, ..self.decided() }
    }

    /// The same for rows beside which there are none but the caller's own.
    #[must_use]
    pub fn beside_own(self) -> Self {
        Self { sees: true, ..self }
    }

    /// The same for rows that are somebody else's.
    #[must_use]
    pub fn made_for(self, who: (u64, String)) -> Self {
        Self { made_for: Some(who), ..self }
    }

    /// The same, with what it does kept to be undone; ended by [`Self::end`].
    ///
    /// # Errors
    /// A store that can't be read.
    pub fn logged(self, op: &mut Op) -> Result<Self> {
        Ok(Self { log: Some(Log::begin(op)?), ..self })
    }

    /// The operation is done.
    ///
    /// # Errors
    /// A store that can't be written.
    pub fn end(self, op: &mut Op, kind: BatchKind) -> Result<()> {
        let register_id = self.published.id();
        self.log.map_or(Ok(()), |log| log.end(op, register_id, kind))
    }

    /// Refuses what has to be decided about first, and what is being decided about.
    fn is_free(&self, view: &View, deed: RowAction, old: Option<&RegRow>) -> Result<()> {
        if self.decided {
            return Ok(());
        }
        approval::must_be_free(&self.published, deed)?;
        match old {
            Some(old) => approval::must_not_wait(view, &self.published, old.row_id, &old.title),
            None => Ok(()),
        }
    }

    /// The dictionaries of its fields.
    pub const fn dictionaries(&self) -> &Dictionaries {
        &self.dictionaries
    }

    fn definition(&self) -> &Definition {
        &self.published.definition
    }

    /// Makes a row.
    ///
    /// # Errors
    /// A sentence for what breaks a rule.
    pub fn create(&mut self, op: &mut Op, change: Change) -> Result<RegRow> {
        self.is_free(&op.view(), RowAction::Create, None)?;
        let row = self.created(op, change)?;
        super::history::note_made(op, &row)?;
        Ok(row)
    }

    /// Makes a row whose first line of history is where it came from.
    ///
    /// # Errors
    /// A sentence for what breaks a rule.
    pub fn load(&mut self, op: &mut Op, change: Change) -> Result<RegRow> {
        self.created(op, change)
    }

    fn created(&mut self, op: &mut Op, change: Change) -> Result<RegRow> {
        let register_id = self.published.id();
        if self.room == 0 {
            let (name, most) = (&self.published.register.name, op.app.settings.get(&MAX_ROWS));
            let sentence = format!(
                "登记表“{name}”已有 {most} 行，达到上限，请删除或归档不再使用的数据，或由管理员调高参数“每个登记表的行数上限”"
            );
            return Err(AppError::refused(sentence));
        }
        let no = next_no(op, register_id)?;
        let empty = RegRow {
            row_id: row_id(register_id, no),
            shape: 0,
            title: String::new(),
            cells: Default::default(),
            kept: Default::default(),
            once: Vec::new(),
            files: Vec::new(),
            source: change.source,
            deleted: None,
            owned: Owned::default(),
        };
        let (wanted, remark) = (change.dept_id, change.remark.clone());
        let change = super::open::resolved(op, &self.published, &mut self.dictionaries, change)?;
        let mut row = self.changed(op, &empty, change)?;
        let dept_id = self.department(&op.view(), &row, wanted, None)?;
        let mut base = crate::records::base::Base::made(op, remark);
        let mut creator = op.caller.user_id();
        if let Some((user_id, login)) = &self.made_for {
            (creator, base.create_by) = (*user_id, login.clone());
        }
        row.owned = Owned { dept_id, version: 1, creator, base };
        self.fits(&row)?;
        self.keep_files(op, &[], &row)?;
        op.put(&row)?;
        self.room -= 1;
        if let Some(log) = &mut self.log {
            log.made(&row);
        }
        Ok(row)
    }

    /// Changes a row; `None` when it is like that already.
    ///
    /// # Errors
    /// A sentence for what breaks a rule.
    pub fn update(&mut self, op: &mut Op, old: &RegRow, change: Change, deed: &str) -> Result<Option<RegRow>> {
        let wanted = change.dept_id;
        let change = super::open::resolved(op, &self.published, &mut self.dictionaries, change)?;
        let mut row = self.changed(op, old, change)?;
        row.owned.dept_id = self.department(&op.view(), &row, wanted, Some(old))?;
        let same = row.cells == old.cells
            && row.kept == old.kept
            && row.files == old.files
            && row.owned.dept_id == old.owned.dept_id;
        if same {
            return Ok(None);
        }
        self.is_free(&op.view(), RowAction::Change, Some(old))?;
        self.fits(&row)?;
        self.keep_files(op, &old.files, &row)?;
        let row = owned::update(op, old, row, deed)?;
        if let Some(log) = &mut self.log {
            log.changed(op, old, row.owned.version)?;
        }
        Ok(Some(row))
    }

    /// Writes a row again as it was, under the rules of today.
    ///
    /// # Errors
    /// A sentence when it may not be like that any more.
    pub fn put_back(&mut self, op: &mut Op, now: &RegRow, before: &RegRow, deed: &str) -> Result<()> {
        self.is_free(&op.view(), RowAction::Change, Some(now))?;
        let mut row = RegRow { owned: Owned { dept_id: before.owned.dept_id, ..now.owned.clone() }, ..before.clone() };
        self.settle(&mut row);
        let row = self.finished(op, row, &[])?;
        self.fits(&row)?;
        self.keep_files(op, &now.files, &row)?;
        owned::update(op, now, row, deed).map(drop)
    }

    /// Refuses to remove a row that has to be decided about first.
    ///
    /// # Errors
    /// A sentence that says so.
    pub fn may_remove(&self, view: &View, row: &RegRow) -> Result<()> {
        self.is_free(view, RowAction::Remove, Some(row))
    }

    /// Brings a row back from the recycle bin under the rules of today.
    ///
    /// # Errors
    /// A sentence when another row has taken what no two may have.
    pub fn restore(&mut self, op: &mut Op, old: &RegRow) -> Result<RegRow> {
        self.restore_as(op, old, "恢复")
    }

    /// The same, by the name of an operation.
    ///
    /// # Errors
    /// A sentence when another row has taken what no two may have.
    pub fn restore_as(&mut self, op: &mut Op, old: &RegRow, deed: &str) -> Result<RegRow> {
        self.is_free(&op.view(), RowAction::Restore, Some(old))?;
        if self.room == 0 {
            return Err(AppError::refused(format!("登记表“{}”已达到行数上限，不能恢复", self.published.register.name)));
        }
        let living = RegRow { deleted: None, ..old.clone() };
        // what lay in the bin is compared again
        let typed: Vec<u16> = self.definition().active().map(|field| field.no).collect();
        let row = self.finished(op, living, &typed)?;
        self.room -= 1;
        owned::update(op, old, row, deed)
    }

    /// The row with what is wanted laid over it.
    fn changed(&mut self, op: &mut Op, old: &RegRow, change: Change) -> Result<RegRow> {
        let mut row = old.clone();
        let typed: Vec<u16> =
            change.values.iter().map(|(no, _)| *no).chain(change.kept.iter().map(|(no, _)| *no)).collect();
        self.settle(&mut row);
        for (no, text) in change.kept {
            let field = self.active(no)?;
            let kept = match text {
                Some(text) if field.kind.is_sealed() => Some(KeptText::Sealed(sealed(op, field, &text)?)),
                text => text.map(KeptText::Plain),
            };
            if kept.is_some() {
                row.cells.set(no, None);
            }
            row.kept.set(no, kept);
        }
        for (no, given) in change.values {
            let field = self.active(no)?;
            let cell = match given {
                None => None,
                Some(Given::Secret(text)) => Some(self.secret(op, field, &row, &text)?),
                Some(Given::Cell(cell)) => {
                    self.check(&op.view(), field, old, &cell)?;
                    Some(cell)
                }
            };
            if cell.is_some() {
                row.kept.set(no, None);
            }
            row.cells.set(no, cell);
        }
        let of_fields = |cell: &Cell| matches!(cell, Cell::Links(links::FILES, _));
        let before: Vec<u64> = own_files(self.definition(), old);
        let own = change.files.unwrap_or(before);
        row.files = own;
        for (_, cell) in row.cells.iter() {
            match cell {
                Cell::Links(_, all) if of_fields(cell) => row.files.extend(all),
                Cell::Text(text) if text.contains("<img") => row.files.extend(html::picture_ids(text)),
                _ => {}
            }
        }
        row.files.sort_unstable();
        row.files.dedup();
        if row.files.len() > MOST_FILES {
            return Err(AppError::refused(format!("一行最多 {MOST_FILES} 个文件")));
        }
        self.finished(op, row, &typed)
    }

    /// Writes out what a conversion left to be read: from now on the row is of today's shape.
    fn settle(&self, row: &mut RegRow) {
        let definition = self.published.definition.clone();
        let before = row.clone();
        for field in definition.active().filter(|field| field.from.is_some()) {
            let (cell, kept) = convert::read(&definition, &before, field, None);
            row.cells.set(field.no, cell.map(Cow::into_owned));
            row.kept.set(field.no, kept.map(Cow::into_owned));
        }
    }

    /// What follows from the values: computed fields, what must be there, constraints, the title.
    fn finished(&mut self, op: &mut Op, mut row: RegRow, typed: &[u16]) -> Result<RegRow> {
        let definition = self.published.definition.clone();
        for field in definition.active() {
            if let Some(formula) = &field.formula {
                let value = super::super::formula::value(&definition, field, formula, &row.cells);
                row.cells.set(field.no, value);
            }
        }
        for field in definition.active().filter(|field| field.required && field.is_written()) {
            if row.cells.get(field.no).is_none() {
                return Err(AppError::refused(format!("{}不能为空", field.label)).at(field.code.clone()));
            }
        }
        row.shape = self.published.register.current;
        row.once = self.unique_values(op, &row, typed)?;
        row.title = title(&op.view(), self.definition(), &self.dictionaries, &row)?;
        Ok(row)
    }

    fn active(&self, no: u16) -> Result<&Field> {
        let field = self.published.definition.active_field(no).filter(|field| field.is_written());
        field.ok_or_else(|| AppError::internal(format!("register {} has no field {no} to write", self.published.id())))
    }

    fn secret(&self, op: &mut Op, field: &Field, row: &RegRow, text: &str) -> Result<Cell> {
        if let Some(Cell::Sealed(before)) = row.cells.get(field.no)
            && self.sees
            && before.mark == op.app.sealer().mark(&normal(text))
        {
            // The same text under another seal would look like a change, as it must to who may not know that it is the same.
            return Ok(Cell::Sealed(before.clone()));
        }
        sealed(op, field, text).map(|sealed| Cell::Sealed(Box::new(sealed)))
    }

    /// Whether a value leads to something that is there and that the writer may see; what the row had before may stay.
    fn check(&self, view: &View, field: &Field, old: &RegRow, cell: &Cell) -> Result<()> {
        let before = convert::cell(self.definition(), old, field);
        if before.as_deref() == Some(cell) {
            return Ok(());
        }
        let refused = |sentence: String| Err(AppError::refused(sentence).at(field.code.clone()));
        match cell {
            Cell::Text(value) if field.kind == FieldKind::Choice => self.entry(field, value),
            Cell::Many(all) => all.iter().try_for_each(|value| self.entry(field, value)),
            Cell::Links(links::FILES, _) => Ok(()),
            Cell::Links(kind, all) => {
                let known: &[u64] = match before.as_deref() {
                    Some(Cell::Links(_, known)) => known,
                    _ => &[],
                };
                for target in all.iter().filter(|target| !known.contains(target)) {
                    if !may_link(view, field, *kind, *target)? {
                        return refused(format!("{}选择的项不存在或不可用，请重新选择", field.label));
                    }
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn entry(&self, field: &Field, value: &str) -> Result<()> {
        let entries = self.dictionaries.entries(field.dictionary);
        match entries.iter().find(|entry| entry.value == value) {
            Some(entry) if entry.enabled => Ok(()),
            Some(entry) => {
                Err(AppError::refused(format!("{}的选项“{}”已停用", field.label, entry.label)).at(field.code.clone()))
            }
            None => Err(AppError::refused(format!("{}没有选项“{value}”", field.label)).at(field.code.clone())),
        }
    }

    /// The department of a row: what its field of departments says, else the one wanted, else the writer's.
    fn department(&self, view: &View, row: &RegRow, wanted: Option<u64>, old: Option<&RegRow>) -> Result<u64> {
        let by_field = match row.cells.get(self.definition().owner) {
            Some(Cell::Links(links::DEPT, all)) => all.first().copied(),
            _ => None,
        };
        let wanted = by_field.or(wanted).filter(|dept_id| *dept_id != 0);
        let before = old.map(|old| old.owned.dept_id);
        match (wanted, before) {
            (None, Some(before)) => return Ok(before),
            (Some(wanted), Some(before)) if wanted == before => return Ok(before),
            (Some(wanted), _) if view.tx.get::<Dept>(&id(wanted))?.is_none() => {
                return Err(AppError::refused("管理部门不存在，请重新选择"));
            }
            _ => {}
        }
        if self.published.is_common() {
            return Ok(wanted.unwrap_or(view.caller.rights.dept_id));
        }
        owned::department(view, wanted)
    }

    fn fits(&self, row: &RegRow) -> Result<()> {
        let bytes = postcard::to_stdvec(row).map_err(AppError::internal)?.len();
        if bytes > LARGEST {
            return Err(AppError::refused(format!("一行的内容不能超过 {} KB", LARGEST / 1024)));
        }
        Ok(())
    }

    fn keep_files(&self, op: &mut Op, before: &[u64], row: &RegRow) -> Result<()> {
        if before.is_empty() && row.files.is_empty() {
            return Ok(());
        }
        crate::records::files::set(op, &row.files, ROW_FILES, row.row_id)
    }
}

/// What sentences call a row: the fields for it as everybody sees them, else its number.
///
/// # Errors
/// A record that can't be read.
pub fn title(view: &View, definition: &Definition, dictionaries: &Dictionaries, row: &RegRow) -> Result<String> {
    let mut parts: Vec<String> = Vec::new();
    for no in [definition.title, definition.title_more] {
        let field = Seen::by_everybody(definition).by_no(no);
        if let Some((field, cell)) = field.and_then(|field| Some((field, row.cells.get(field.no)?))) {
            parts.push(read::text(view, dictionaries, field, cell)?);
        }
    }
    parts.retain(|part| !part.is_empty());
    let title = parts.join(" ");
    let title = if title.is_empty() { format!("第 {} 行", row.no()) } else { title };
    Ok(title.chars().take(100).collect())
}

/// Whether a cell holds a file: as one of its files, or as a picture of its text.
pub fn holds_file(cell: &Cell, file_id: u64) -> bool {
    match cell {
        Cell::Links(links::FILES, all) => all.contains(&file_id),
        Cell::Text(text) => text.contains("<img") && html::picture_ids(text).contains(&file_id),
        _ => false,
    }
}

/// Files of a row that no field of it holds.
pub fn own_files(definition: &Definition, row: &RegRow) -> Vec<u64> {
    let in_fields = |file_id: &u64| {
        row.cells.iter().any(|(no, cell)| match cell {
            Cell::Links(links::FILES, all) => all.contains(file_id),
            Cell::Text(text) if definition.field(no).is_some_and(|field| field.kind == FieldKind::Rich) => {
                html::picture_ids(text).contains(file_id)
            }
            _ => false,
        })
    };
    row.files.iter().copied().filter(|file_id| !in_fields(file_id)).collect()
}

/// The next number of a row. An archive brings rows without the sequence that numbered them.
fn next_no(op: &mut Op, register_id: u64) -> Result<u64> {
    let name = sequence(register_id);
    let no = op.next_of(&name)?;
    let is_taken = op.view().tx.get::<RegRow>(&id(row_id(register_id, no)))?.is_some();
    let no = if is_taken {
        let last = read::last_no(&op.view(), register_id)?;
        op.raise_of(&name, last)?;
        op.next_of(&name)?
    } else {
        no
    };
    if no > MOST_ROW { Err(AppError::internal("a register has run out of row numbers")) } else { Ok(no) }
}

/// A text as constraints and marks compare it.
pub fn normal(text: &str) -> String {
    folded(text)
}

fn sealed(op: &mut Op, field: &Field, text: &str) -> Result<SealedCell> {
    let mark = op.app.sealer().mark(&normal(text));
    Ok(SealedCell { sealed: personal::seal(op, text)?, mark, shown: value::masked(field.kind, text) })
}

/// Whether a new link may lead there.
fn may_link(view: &View, field: &Field, kind: u8, target: u64) -> Result<bool> {
    match kind {
        links::PERSON => {
            let user: Option<User> = view.tx.get(&id(target))?;
            Ok(user.is_some_and(|user| !user.deleted))
        }
        links::DEPT => Ok(view.tx.get::<Dept>(&id(target))?.is_some()),
        links::ROW => {
            let code = field.link.strip_prefix(links::REGISTER).unwrap_or_default();
            let Ok(other) = Published::of(view, code) else { return Ok(false) };
            let row: Option<RegRow> = view.tx.get(&id(target))?;
            let living =
                row.filter(|row| row.deleted.is_none() && super::super::record::register_of(row.row_id) == other.id());
            Ok(living.is_some_and(|row| other.holds(view, "list") && read::is_visible(view, &other, &row)))
        }
        kind => match links::kind_of(kind) {
            Some(kind) => links::may_see(view, kind, target),
            None => Ok(false),
        },
    }
}

/// Living rows of a register.
pub fn living(view: &View, register_id: u64) -> Result<u64> {
    let mut rows = 0;
    let of_register = id(register_id);
    view.tx.sum_range(&COUNT, &of_register, &of_register, |_, values| rows += values[0])?;
    Ok(u64::try_from(rows).unwrap_or(0))
}

/// Names of files by number, for answers.
pub fn file_names(view: &View, files: &[u64]) -> Result<Vec<(u64, String)>> {
    let mut all = Vec::new();
    for file_id in files {
        if let Some(file) = view.tx.get::<FileInfo>(&id(*file_id))? {
            all.push((*file_id, file.name));
        }
    }
    Ok(all)
}

/// Refuses a row number that is not one of the register's.
pub fn by_no(view: &View, published: &Published, no: u64) -> Result<Option<RegRow>> {
    let row: Option<RegRow> = view.tx.get(&id(row_id(published.id(), no)))?;
    Ok(row.filter(|row| row.deleted.is_none() && read::is_visible(view, published, row)))
}
