//! What is stored of registers: their definitions, versions, rows, uploaded workbooks and work in progress.
//!
//! Invariants: all rows of all registers are one record type, numbered `register << 40 | n`, so that the rows of one lie
//! together and the rest of the house keeps its plain numbers; a row that was deleted has no keys and does not count; a
//! published version never changes. Rows are stored compactly through [`StoredV1`], which copies what belongs to others
//! (`Owned`, `Base`): those may grow without making old rows unreadable.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::kernel::dates::Stamp;
use crate::kernel::enumeration::worded;
use crate::platform::base::Base;
use crate::records::owned::{Owned, business};
use crate::store::{Codec, Index, Keeping, Key, Record, Sum, id, key};

use super::cell::{Cell, Cells, Kept};
use super::definition::Definition;
use super::links;

/// Bits of a row's own number.
const ROW_BITS: u32 = 40;
/// The largest number of a row within its register.
pub const MOST_ROW: u64 = (1 << ROW_BITS) - 1;

/// The number of a row of a register.
pub const fn row_id(register_id: u64, no: u64) -> u64 {
    register_id << ROW_BITS | no
}

/// The register of a row.
pub const fn register_of(row_id: u64) -> u64 {
    row_id >> ROW_BITS
}

/// 行号: the number of a row within its register.
pub const fn no_of(row_id: u64) -> u64 {
    row_id & MOST_ROW
}

/// Name of the sequence that numbers the rows of a register.
pub fn sequence(register_id: u64) -> String {
    format!("reg_row/{register_id}")
}

worded! {
    /// How far a register is.
    #[derive(Default)]
    pub enum RegisterState {
        #[default]
        Draft = "draft" => "草稿",
        Published = "published" => "已发布",
        Stopped = "stopped" => "已停用",
        Archived = "archived" => "已归档",
    }
}

worded! {
    /// Work on the rows of a register that goes on in the background.
    #[derive(Hash)]
    pub enum WorkKind {
        Load = "load" => "装载数据",
        Convert = "convert" => "转换字段",
        Unique = "unique" => "检查唯一性",
        Purge = "purge" => "清除字段",
        Archive = "archive" => "归档",
    }
}

impl WorkKind {
    /// Whether nobody else writes rows meanwhile.
    pub const fn locks(self) -> bool {
        matches!(self, Self::Load | Self::Unique | Self::Archive)
    }
}

/// Where the first rows of a register came from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceBook {
    /// The uploaded workbook.
    pub book_id: u64,
    /// Name of its file; what people still read when it is gone.
    pub name: String,
    /// Numbers of its sheets.
    pub sheets: Vec<usize>,
}

/// What became of an archived register: a file in the folder `archive`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackageFile {
    pub file: String,
    /// Its bytes.
    pub bytes: u64,
    /// Rows in it, those from the recycle bin too.
    pub rows: u64,
    /// Files in it.
    pub files: u64,
    /// When it was made.
    pub at: Stamp,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Register {
    pub register_id: u64,
    /// Code: part of addresses and rights, never changed once published.
    pub code: String,
    /// Its name as people know it: that of the published version, before that of the draft.
    pub name: String,
    /// How far it is.
    pub state: RegisterState,
    /// What its designer works on.
    pub draft: Definition,
    /// Raised by every saving of the draft; a form sends back the one it has read.
    pub draft_lock: u64,
    /// Published version; 0 for none.
    pub current: u32,
    /// Its page in the menu; 0 for none.
    pub menu_id: u64,
    /// Work that nobody may write rows beside.
    pub lock: Option<WorkKind>,
    /// Where its first rows came from.
    pub source: Option<SourceBook>,
    /// Where it lies when it is archived.
    #[serde(default)]
    pub package: Option<PackageFile>,
    /// Lock and maker.
    pub owned: Owned,
}

/// Register by its code.
pub const BY_CODE: Index<Register> =
    Index { name: "reg/code", unique: true, keys: |register| vec![key().str(&register.code)] };

impl Register {
    /// One that nobody has published yet.
    pub fn drafted(register_id: u64, code: String, draft: Definition, source: Option<SourceBook>) -> Self {
        let name = draft.name.clone();
        let (state, draft_lock, current, menu_id) = (RegisterState::Draft, 1, 0, 0);
        let owned = Owned::default();
        let (lock, package) = (None, None);
        Self { register_id, code, name, state, draft, draft_lock, current, menu_id, lock, source, package, owned }
    }
}

impl Record for Register {
    const TABLE: &'static str = "reg";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[BY_CODE];
    fn id(&self) -> Key {
        id(self.register_id)
    }
}

business!(common Register, "登记表", register_id, name);

/// A published definition; never changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegVersion {
    pub register_id: u64,
    /// From 1.
    pub version: u32,
    /// What was published.
    pub definition: Definition,
    /// What the publisher wrote.
    pub note: String,
    pub by: String,
    pub at: Stamp,
}

impl RegVersion {
    pub fn key_of(register_id: u64, version: u32) -> Key {
        id(register_id).u64(u64::from(version))
    }
}

/// Versions of a register, oldest first.
pub const VERSIONS: Index<RegVersion> = Index {
    name: "reg_version/register",
    unique: true,
    keys: |version| vec![RegVersion::key_of(version.register_id, version.version)],
};

impl Record for RegVersion {
    const TABLE: &'static str = "reg_version";
    const INDEXES: &'static [Index<Self>] = &[VERSIONS];
    fn id(&self) -> Key {
        Self::key_of(self.register_id, self.version)
    }
}

/// Stored name of rows as things with files.
pub const ROW_FILES: &str = "register";

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Stored", into = "Stored")]
pub struct RegRow {
    /// Register and number within it.
    pub row_id: u64,
    /// Version of the definition it was last written under.
    pub shape: u32,
    /// What sentences call it.
    pub title: String,
    pub cells: Cells,
    /// 原值: texts that do not fit their fields.
    pub kept: Kept,
    /// What no other row has, by constraint.
    pub once: Vec<(u8, String)>,
    /// Its files: attachments, those of fields, pictures in texts.
    pub files: Vec<u64>,
    /// Workbook and line that it came from.
    pub source: Option<(u64, u32)>,
    /// When it went into the recycle bin, and who put it there.
    pub deleted: Option<(Stamp, String)>,
    /// Lock, department and maker.
    pub owned: Owned,
}

business!(RegRow, "记录", row_id, title);

/// The row of a constraint's value.
pub const ONCE: Index<RegRow> = Index { name: "reg_row/once", unique: true, keys: |row| row.once_keys() };

/// Rows that point to a record, a person, a department or another row.
pub const LINKED: Index<RegRow> = Index { name: "reg_row/link", unique: false, keys: |row| row.link_keys() };

/// The key of a constraint's value.
pub fn once_key(register_id: u64, constraint: u8, value: &str) -> Key {
    key().u16(register_id).u8(constraint).str(value)
}

/// The key of everything that points to a record.
pub fn link_key(kind: u8, target: u64) -> Key {
    key().u8(kind).u64(target)
}

/// Living rows by register and department: how many.
pub const COUNT: Sum<RegRow> = Sum {
    name: "reg_row/count",
    cells: |row| match row.deleted {
        Some(_) => Vec::new(),
        None => vec![(id(register_of(row.row_id)).u64(row.owned.dept_id), [1, 0, 0])],
    },
};

impl RegRow {
    fn once_keys(&self) -> Vec<Key> {
        if self.deleted.is_some() {
            return Vec::new();
        }
        let register_id = register_of(self.row_id);
        self.once.iter().map(|(constraint, value)| once_key(register_id, *constraint, value)).collect()
    }

    fn link_keys(&self) -> Vec<Key> {
        if self.deleted.is_some() {
            return Vec::new();
        }
        let mut keys = Vec::new();
        for (_, cell) in self.cells.iter() {
            if let Cell::Links(kind, targets) = cell
                && *kind != links::FILES
            {
                keys.extend(targets.iter().map(|target| link_key(*kind, *target)));
            }
        }
        keys
    }

    /// Number within its register.
    pub fn no(&self) -> u64 {
        no_of(self.row_id)
    }
}

impl Record for RegRow {
    const TABLE: &'static str = "reg_row";
    const CODEC: Codec = Codec::Compact;
    const INDEXES: &'static [Index<Self>] = &[ONCE, LINKED];
    const SUMS: &'static [Sum<Self>] = &[COUNT];
    fn id(&self) -> Key {
        id(self.row_id)
    }

    fn hide(fields: &mut serde_json::Map<String, serde_json::Value>) {
        for value in fields.values_mut().filter(|value| value.get("sealed").is_some()) {
            *value = serde_json::Value::String("***".to_owned());
        }
        // Marks of sealed values: that one did not change would say that its value is the same.
        fields.remove("once");
    }
}

/// The stored form of a row; a change of it is a new version of the record.
#[derive(Serialize, Deserialize)]
struct StoredV1 {
    row_id: u64,
    shape: u32,
    title: String,
    cells: Cells,
    kept: Kept,
    once: Vec<(u8, String)>,
    files: Vec<u64>,
    source: Option<(u64, u32)>,
    deleted: Option<(Stamp, String)>,
    dept_id: u64,
    version: u64,
    creator: u64,
    create_by: String,
    create_time: Stamp,
    update_by: String,
    update_time: Option<Stamp>,
    remark: String,
}
use StoredV1 as Stored;

impl From<RegRow> for StoredV1 {
    fn from(row: RegRow) -> Self {
        let RegRow { row_id, shape, title, cells, kept, once, files, source, deleted, owned } = row;
        let Owned { dept_id, version, creator, base } = owned;
        let Base { create_by, create_time, update_by, update_time, remark } = base;
        Self {
            row_id,
            shape,
            title,
            cells,
            kept,
            once,
            files,
            source,
            deleted,
            dept_id,
            version,
            creator,
            create_by,
            create_time,
            update_by,
            update_time,
            remark,
        }
    }
}

impl From<StoredV1> for RegRow {
    fn from(stored: StoredV1) -> Self {
        let base = Base {
            create_by: stored.create_by,
            create_time: stored.create_time,
            update_by: stored.update_by,
            update_time: stored.update_time,
            remark: stored.remark,
        };
        let owned = Owned { dept_id: stored.dept_id, version: stored.version, creator: stored.creator, base };
        Self {
            row_id: stored.row_id,
            shape: stored.shape,
            title: stored.title,
            cells: stored.cells,
            kept: stored.kept,
            once: stored.once,
            files: stored.files,
            source: stored.source,
            deleted: stored.deleted,
            owned,
        }
    }
}

/// An uploaded workbook from which a register may begin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegBook {
    pub book_id: u64,
    pub file_id: u64,
    /// Name of the file.
    pub name: String,
    /// Who uploaded it; nobody else sees it.
    pub user_id: u64,
    pub at: Stamp,
    /// Register that began from it; 0 while there is none.
    pub register_id: u64,
    /// How far its wizard is, as its page wrote it (JSON); empty at the beginning.
    pub wizard: String,
    /// Its sheets, those that can't be read too.
    pub sheets: Vec<BookSheet>,
}

/// A sheet of an uploaded workbook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BookSheet {
    /// From 1, in the order of the workbook.
    pub no: usize,
    /// Its name; empty in text files.
    pub name: String,
    /// Rows as the file says.
    pub rows: u32,
    /// Columns, from the left.
    pub columns: u32,
    /// Why it is not offered; empty for one that is.
    pub note: String,
}

/// Books of a person.
pub const OF_USER: Index<RegBook> =
    Index { name: "reg_book/user", unique: false, keys: |book| vec![id(book.user_id).u64(book.book_id)] };

impl Record for RegBook {
    const TABLE: &'static str = "reg_book";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[OF_USER];
    fn id(&self) -> Key {
        id(self.book_id)
    }
}

/// Work in progress: where it goes on after a restart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegWork {
    pub register_id: u64,
    /// What is done.
    pub kind: WorkKind,
    /// Field it is done to; 0 for none.
    pub field: u16,
    /// Version whose publication asked for it.
    pub version: u32,
    /// The last row that is done.
    pub cursor: u64,
    pub done: u64,
    /// Rows there were.
    pub total: u64,
    /// What else its kind needs to know (JSON).
    pub plan: String,
    /// Number of who asked for it.
    pub user_id: u64,
    /// His login name.
    pub by: String,
    /// When it was asked for.
    pub at: Stamp,
    /// Why it ended early; empty while it goes on.
    pub trouble: String,
}

impl RegWork {
    /// Its key: one work of a kind on a field at a time.
    pub fn key_of(register_id: u64, kind: WorkKind, field: u16) -> Key {
        id(register_id).u8(kind as u8).u16(u64::from(field))
    }
}

impl Record for RegWork {
    const TABLE: &'static str = "reg_work";
    const KEEPING: Keeping = Keeping::Passing;
    const JOURNALED: bool = true;
    fn id(&self) -> Key {
        Self::key_of(self.register_id, self.kind, self.field)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::record::decode;

    fn row() -> RegRow {
        let base = Base { create_by: "li".into(), create_time: Stamp(5), ..Base::default() };
        RegRow {
            row_id: row_id(3, 7),
            shape: 1,
            title: "甲".into(),
            cells: [
                (1, Cell::Text("甲".into())),
                (2, Cell::Links(1, vec![9])),
                (3, Cell::Links(links::FILES, vec![4])),
            ]
            .into_iter()
            .collect(),
            kept: Kept::default(),
            once: vec![(0, "甲".into())],
            files: vec![4],
            source: Some((1, 37)),
            deleted: None,
            owned: Owned { dept_id: 100, version: 2, creator: 8, base },
        }
    }

    #[test]
    fn numbers_of_rows_fit_into_what_browsers_count() {
        let most = row_id((1 << 13) - 1, MOST_ROW);
        assert!(most < 1 << 53);
        assert_eq!((register_of(most), no_of(most)), ((1 << 13) - 1, MOST_ROW));
    }

    #[test]
    fn a_row_comes_back_compactly_and_for_people() {
        let bytes = postcard::to_stdvec(&row()).expect("written");
        assert_eq!(postcard::from_bytes::<RegRow>(&bytes).expect("read"), row());
        let shown = serde_json::to_value(row()).expect("written");
        assert_eq!(shown["cells"]["f1"]["text"], "甲");
        assert_eq!(serde_json::from_value::<RegRow>(shown).expect("read"), row());
        assert!(decode::<RegRow>(RegRow::id(&row()).bytes(), &bytes).is_err(), "a payload without its head is damage");
    }

    #[test]
    fn a_deleted_row_has_no_keys_and_does_not_count() {
        let living = row();
        assert_eq!(living.once_keys(), [once_key(3, 0, "甲")]);
        assert_eq!(living.link_keys(), [link_key(1, 9)], "files are no links");
        let deleted = RegRow { deleted: Some((Stamp(9), "li".into())), ..row() };
        assert_eq!((deleted.once_keys(), deleted.link_keys()), (Vec::new(), Vec::new()));
        assert!((COUNT.cells)(&deleted).is_empty());
    }
}
