//! The stored form.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::columns::{Field, Listed};
use crate::kernel::dates::Stamp;
use crate::kernel::enumeration::worded;
use crate::records::list::seen_by_all;
use crate::store::{Index, Key, Record, id, key};

worded! {
    /// 字段类型
    #[derive(Default)]
    pub enum FormKind {
        #[default]
        Text = "text" => "单行文字",
        Area = "textarea" => "多行文字",
        Int = "int" => "整数",
        Money = "money" => "金额",
        Size = "area" => "面积",
        Date = "date" => "日期",
        Span = "daterange" => "起止日期",
        Bool = "bool" => "是否",
        Choice = "choice" => "单选",
        Choices = "choices" => "多选",
        Person = "person" => "人员",
        Dept = "dept" => "部门",
        Asset = "asset" => "资产",
        Room = "room" => "房间",
        Tenant = "tenant" => "乙方",
        Lease = "lease" => "合同",
        Files = "files" => "附件",
        Pictures = "pictures" => "图片",
        Html = "html" => "图文",
        Table = "table" => "明细表",
        Note = "note" => "说明文字",
    }
}

impl FormKind {
    /// Whether it is a choice among words of the form.
    pub fn is_choice(self) -> bool {
        matches!(self, Self::Choice | Self::Choices)
    }

    /// Whether a column of a table may be of it: what fits into a cell and needs no register.
    pub fn is_cell(self) -> bool {
        matches!(self, Self::Text | Self::Int | Self::Money | Self::Size | Self::Date | Self::Bool | Self::Choice)
    }

    /// Whether a table adds it up.
    pub fn is_summed(self) -> bool {
        matches!(self, Self::Int | Self::Money | Self::Size)
    }
}

/// A field of a form.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct FieldDef {
    /// Its name in the data and in conditions; unique in its form.
    pub name: String,
    /// As people read it; of a note the note.
    pub title: String,
    /// What is entered.
    pub kind: FormKind,
    /// Whether it must be filled in.
    pub required: bool,
    /// Of texts the most characters, of numbers the largest; none: what the kind allows.
    pub most: Option<i64>,
    /// Of numbers the smallest.
    pub least: Option<i64>,
    /// Words of a choice, in their order.
    pub options: Vec<String>,
    /// Beside the field, for who fills it in.
    pub hint: String,
    /// Of a table its columns.
    pub columns: Vec<FieldDef>,
}

/// A form. Its key is that of its process.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FlowForm {
    pub form_id: u64,
    /// Key of its process.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// Its fields, from top to bottom.
    pub fields: Vec<FieldDef>,
    pub remark: String,
    /// Raised with every change.
    pub lock: u64,
    /// When it was last changed.
    pub changed_at: Stamp,
    /// By whom (login name).
    pub changed_by: String,
}

/// A form by its key.
pub const BY_KEY: Index<FlowForm> =
    Index { name: "wf_form/key", unique: true, keys: |form| vec![key().str(&form.key)] };

impl Record for FlowForm {
    const TABLE: &'static str = "wf_form";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[BY_KEY];
    fn id(&self) -> Key {
        id(self.form_id)
    }
}

/// What people call it.
pub const NAME: Field<FlowForm> = Field::name("name", |form| form.name.clone());

impl Listed for FlowForm {
    const FIELDS: &'static [Field<Self>] = &[NAME, Field::name("key", |form| form.key.clone())];
    const TITLE: &'static str = "name";
}

seen_by_all!(FlowForm);
