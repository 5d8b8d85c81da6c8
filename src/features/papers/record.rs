//! Stored templates with their versions, and the papers that were made from them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::kind::PaperKind;
use crate::kernel::dates::Stamp;
use crate::kernel::enumeration::numbered;
use crate::kernel::seal::Sealed;
use crate::records::owned::{Owned, business};
use crate::records::status::Status;
use crate::store::{Index, Key, Record, id, key};

/// A template 文书模板. The file itself is in its versions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaperTemplate {
    pub template_id: u64,
    pub kind: PaperKind,
    /// What people call it, unique within its kind.
    pub template_name: String,
    /// Units 甲方 that may use it; empty: all.
    pub party_as: Vec<u64>,
    /// Disabled ones make no more papers; what they made can be made again.
    pub status: Status,
    /// The newest version, from 1.
    pub version_no: u32,
    /// Lock and maker.
    pub owned: Owned,
}

/// Templates by kind and name.
pub const BY_NAME: Index<PaperTemplate> = Index {
    name: "paper_template/name",
    unique: true,
    keys: |template| vec![key().u64(template.kind as u64).str(&template.template_name)],
};

impl Record for PaperTemplate {
    const TABLE: &'static str = "paper_template";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[BY_NAME];
    fn id(&self) -> Key {
        id(self.template_id)
    }
}

business!(common PaperTemplate, "文书模板", template_id, template_name);

/// A file of a template. Versions are never changed and never removed while a paper was made from them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaperVersion {
    pub template_id: u64,
    /// From 1.
    pub version_no: u32,
    pub file_id: u64,
    pub file_name: String,
    /// Hash of the content.
    pub blob: String,
    /// Names of its fields, each once, in the order of reading.
    pub fields: Vec<String>,
    /// Whether a head or foot of pages has fields: then many papers don't go into one file.
    pub in_margin: bool,
    /// Whether it is a workbook.
    #[serde(default)]
    pub excel: bool,
    /// How the columns of a superior's form are filled; none of what says its fields itself.
    #[serde(default)]
    pub form: Option<PaperForm>,
    /// Login name of who uploaded it.
    pub made_by: String,
    pub made_at: Stamp,
}

/// The head of a superior's form, and what is filled in below it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaperForm {
    /// Name of the sheet.
    pub sheet: String,
    /// The last row of its head, from 1.
    pub row: u32,
    /// Its columns from the left.
    pub columns: Vec<FormColumn>,
}

/// A column of a form.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FormColumn {
    /// Its number in the sheet, from 1.
    pub place: u32,
    /// The words of its head; no two columns have the same.
    pub head: String,
    /// The field it is filled with; empty: it stays as it is.
    pub field: String,
    /// Whether the field was guessed by its likeness, and nobody has confirmed it.
    pub guessed: bool,
}

/// Key of a version.
pub fn version_key(template_id: u64, version_no: u32) -> Key {
    id(template_id).u64(u64::from(version_no))
}

/// Versions of a template.
pub const VERSIONS: Index<PaperVersion> =
    Index { name: "paper_version/template", unique: false, keys: |version| vec![id(version.template_id)] };

impl Record for PaperVersion {
    const TABLE: &'static str = "paper_version";
    const INDEXES: &'static [Index<Self>] = &[VERSIONS];
    fn id(&self) -> Key {
        version_key(self.template_id, self.version_no)
    }
}

numbered! {
    /// 定稿核对
    #[derive(Default)]
    pub enum ReturnState {
        /// No text has come back.
        #[default]
        None = 0 => "未上传定稿",
        Same = 1 => "一致",
        Different = 2 => "不一致",
        /// Fields of the text can't be found any more.
        Unclear = 3 => "无法全部核对",
    }
}

/// A field of a returned text that says something else than the portal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Difference {
    /// Name of the field, with its place in a list: `租金`, `房间第2行 计租面积`.
    pub field: String,
    /// What the text says; absent: the text has no such field any more.
    pub said: Option<String>,
    /// What the portal says.
    pub expected: String,
}

/// A text that came back before it was signed 定稿.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Returned {
    pub file_id: u64,
    pub file_name: String,
    pub state: ReturnState,
    /// How many fields say the same.
    pub same: usize,
    /// Sealed list of [`Difference`]: a number of a person may be among them.
    pub differences: Sealed,
    /// Login name of who brought it.
    pub by: String,
    pub at: Option<Stamp>,
}

/// A paper that was made 文书. Never changed but for the text that came back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Paper {
    pub paper_id: u64,
    /// `WS-202611-000001`
    pub paper_no: String,
    pub kind: PaperKind,
    pub template_id: u64,
    pub version_no: u32,
    /// What it is about, by number; its kind says what that is.
    pub subject_id: u64,
    /// What people call that: number of the contract, of the receipt …
    pub subject_no: String,
    /// The tenant 乙方 it goes to.
    pub tenant_id: u64,
    /// The party A 甲方 that issues it.
    pub party_a_id: u64,
    /// Sealed values of its fields, as they were.
    pub data: Sealed,
    /// Hash of the file, SHA-256 in hex.
    pub sha256: String,
    pub returned: Returned,
    /// Lock, department, maker.
    pub owned: Owned,
}

/// Papers of a template.
pub const BY_TEMPLATE: Index<Paper> =
    Index { name: "paper/template", unique: false, keys: |paper| vec![id(paper.template_id)] };

impl Record for Paper {
    const TABLE: &'static str = "paper";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[BY_TEMPLATE];
    const SECRET_FIELDS: &'static [&'static str] = &["data"];
    fn id(&self) -> Key {
        id(self.paper_id)
    }
}

business!(Paper, "文书", paper_id, paper_no);
