//! What a register is: its fields and what holds for them, as data.
//!
//! Invariants: a field's number is never given twice, its code is frozen when it is first published; dictionaries are
//! named by their number, so renaming one breaks nothing; what is archived stays with its cells.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::kind::{FieldKind, Nature, QueryWay, Widget};

/// Active fields of a register at most.
pub const MOST_FIELDS: usize = 100;
/// Unique constraints, and the fields of one.
pub const MOST_ONCE: usize = 3;

/// A field.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "RegisterField")]
pub struct Field {
    /// Number within the register; 0 for one that was just drawn.
    pub no: u16,
    /// Name on the wire: letters and digits.
    pub code: String,
    /// What people call it.
    pub label: String,
    /// Labels of the workbook's header, from top to bottom, where it had several lines.
    pub path: Vec<String>,
    /// Former labels: workbooks that use them still fit.
    pub aliases: Vec<String>,
    /// What it holds.
    pub kind: FieldKind,
    /// Number of its dictionary; 0 for none.
    pub dictionary: u64,
    /// Entries of a dictionary that is made when the field is first published; empty afterwards.
    pub entries: Vec<NewEntry>,
    /// What it links to: `asset`, `room` … or the code of another register after `reg:`.
    pub link: String,
    /// Unit beside its numbers: 元, 万元, ㎡ …
    pub unit: String,
    /// Decimal places of a decimal.
    pub places: u8,
    /// Whether it must be filled in.
    pub required: bool,
    /// Value of a new row, as the wire writes it; `today` for a day of today.
    pub default_value: String,
    /// Beside the field, for who fills it in.
    pub help: String,
    /// Width of its column in pixels; 0 leaves it to the list.
    pub width: u16,
    /// Heading above it in forms and details.
    pub group: String,
    /// Whether the form of a new row asks for it.
    pub insert: bool,
    /// Whether the form of a known row asks for it.
    pub edit: bool,
    /// Whether lists show it.
    pub list: bool,
    /// Whether lists can be narrowed by it.
    pub query: bool,
    /// 敏感: leaves only with `reg:<code>:pii`.
    pub sensitive: bool,
    /// Whether the keyword looks here.
    pub searched: bool,
    /// 可新增选项: who may add rows may add to its own dictionary while filling one in.
    // both left out where they are not, as reminders are
    #[serde(skip_serializing_if = "is_not")]
    pub open: bool,
    /// 不求和: its numbers are not added up.
    #[serde(skip_serializing_if = "is_not")]
    pub unsummed: bool,
    /// How lists narrow by it.
    pub query_way: QueryWay,
    /// How the form asks for it.
    pub widget: Widget,
    /// Smallest number, in its own unit.
    pub min: Option<i64>,
    /// Largest number.
    pub max: Option<i64>,
    /// Most characters.
    pub length: Option<u32>,
    /// A rule of [`PATTERNS`] that its texts follow; empty for none.
    pub pattern: String,
    /// Where its values come from until a work has written them.
    pub from: Option<Conversion>,
    /// What it is computed from, when it is.
    pub formula: Option<super::formula::Formula>,
    /// 到期提醒: when people are told that its day comes near; none for never.
    // left out where there is none: definition files carry a checksum of what they say, and older ones do not know it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remind: Option<Reminder>,
    /// 待办: values of a choice or yes/no whose rows wait for somebody: entries of the dictionary, or `true`, `false`.
    // left out where there are none, as reminders are
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub waits: Vec<String>,
    /// Version in which it first was.
    pub since: u32,
    /// Hidden everywhere; its cells stay.
    pub archived: bool,
    /// Milliseconds when it was archived: it is purged thirty days later at the earliest.
    pub archived_at: i64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_not(flag: &bool) -> bool {
    !flag
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_none(number: &u16) -> bool {
    *number == 0
}

/// 到期提醒 of a day. A row without the day is never reminded of.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "RegisterReminder")]
pub struct Reminder {
    /// Days before its day from which people are told; 0 for the day itself.
    pub ahead: u16,
    /// 办结: number of the choice or yes/no that ends it; 0 for none.
    pub field: u16,
    /// Values that end it: entries of the dictionary, or `true`, `false`.
    pub values: Vec<String>,
}

/// An entry of a dictionary that is not there yet.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "RegisterNewEntry")]
pub struct NewEntry {
    /// What is stored.
    pub value: String,
    /// What people read.
    pub label: String,
}

/// A field whose values are those of another one, of another kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Conversion {
    /// The other field.
    pub field: u16,
    /// Rows of an older version still hold the old value alone; 0 until it is published.
    pub until: u32,
    /// Of a conversion that was taken back: rows written under this version or a later one hold the other field's value,
    /// older ones their own. 0 for a conversion forward.
    pub after: u32,
}

/// Rules for texts, with what people call them; expressions are fixed so that no text can cost time.
pub const PATTERNS: &[(&str, &str)] = &[
    ("digits", "只能是数字"),
    ("letters", "只能是字母和数字"),
    ("plate", "车牌号"),
    ("email", "电子邮箱"),
    ("postcode", "邮政编码"),
    ("chinese", "只能是汉字"),
];

/// Who sees the rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Sharing {
    /// By department and data scope.
    #[default]
    #[serde(rename = "dept")]
    Dept,
    /// Everybody who may open the page.
    #[serde(rename = "common")]
    Common,
}

/// 审批: what becomes of rows only when somebody else agrees.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "RegisterApproval")]
pub struct Approval {
    /// New rows, and those that come back from the recycle bin.
    pub create: bool,
    /// Changes of rows.
    pub change: bool,
    /// Rows that go into the recycle bin.
    pub remove: bool,
}

impl Approval {
    /// Whether anything is decided about.
    pub const fn is_any(&self) -> bool {
        self.create || self.change || self.remove
    }

    /// Whether nothing is; asked by `serde`.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
    fn is_none(&self) -> bool {
        !self.is_any()
    }
}

/// Where the page stands in the menu.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "RegisterPlace")]
pub struct Place {
    /// Directory; 0 for 登记台账.
    pub parent: u64,
    /// Name of the icon that the menu shows; empty: none.
    pub icon: String,
}

/// A register as it is published.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "RegisterDefinition")]
pub struct Definition {
    /// What people call it.
    pub name: String,
    /// Remark in free text; empty: none.
    pub remark: String,
    /// Its fields, in the order of the form; archived ones too.
    pub fields: Vec<Field>,
    /// Number of the field that names a row; 0 for the row number.
    pub title: u16,
    /// Number of a second field behind it, where the first alone names no row well; 0 for none.
    #[serde(skip_serializing_if = "is_none")]
    pub title_more: u16,
    /// Combinations of fields of which no two rows have the same.
    pub once: Vec<Vec<u16>>,
    /// Field by which lists are ordered; 0 for the order of row numbers.
    pub order: u16,
    /// Without such a field: the oldest row first, as in the sheet that the rows came from, not the newest.
    // left out where it is not, as reminders are
    #[serde(skip_serializing_if = "is_not")]
    pub oldest_first: bool,
    /// Whether downwards.
    pub order_down: bool,
    /// Columns of the form: 1 to 3.
    pub form_columns: u8,
    /// Who sees the rows.
    pub sharing: Sharing,
    /// 归属字段: the field of a department that a row belongs to; 0 for none.
    pub owner: u16,
    /// Whether rows take files.
    pub attachments: bool,
    /// What of its rows is decided about.
    // left out where there is none, as reminders are
    #[serde(skip_serializing_if = "Approval::is_none")]
    pub approval: Approval,
    /// Place in the menu.
    pub place: Place,
    /// The largest field number ever given.
    pub last_field: u16,
}

impl Definition {
    /// Fields that count, in the order of the form: for rules and for what is stored. Who answers a person walks
    /// [`super::published::Seen`] (`architecture/tidy.rs` looks after it).
    pub fn active(&self) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(|field| !field.archived)
    }

    /// A field by number, archived ones too.
    pub fn field(&self, no: u16) -> Option<&Field> {
        self.fields.iter().find(|field| field.no == no)
    }

    /// A field that counts, by code.
    pub fn by_code(&self, code: &str) -> Option<&Field> {
        self.active().find(|field| field.code == code)
    }

    /// A field that counts, by number.
    pub fn active_field(&self, no: u16) -> Option<&Field> {
        self.field(no).filter(|field| !field.archived)
    }

    /// Unique constraints whose fields all count, with their places.
    pub fn constraints(&self) -> impl Iterator<Item = (u8, Vec<&Field>)> {
        (0_u8..).zip(&self.once).filter_map(|(at, fields)| {
            let fields: Option<Vec<&Field>> = fields.iter().map(|no| self.active_field(*no)).collect();
            fields.filter(|fields| !fields.is_empty()).map(|fields| (at, fields))
        })
    }

    /// Fields that count and remind of their day.
    pub fn reminding(&self) -> impl Iterator<Item = (&Field, &Reminder)> {
        self.active().filter_map(|field| field.remind.as_ref().map(|remind| (field, remind)))
    }

    /// Fields that count and have values that wait for somebody.
    pub fn waiting(&self) -> impl Iterator<Item = &Field> {
        self.active().filter(|field| !field.waits.is_empty())
    }

    /// Whether a field is for `reg:<code>:pii` alone: one that is 敏感, or is computed from such a one and was not opened.
    pub fn hides(&self, field: &Field) -> bool {
        field.sensitive || field.formula.as_ref().is_some_and(|of| !of.is_open && self.hidden_operand(of).is_some())
    }

    /// The first field of a formula that is 敏感.
    pub fn hidden_operand(&self, formula: &super::formula::Formula) -> Option<&Field> {
        let fields = formula.operands.iter().filter(|operand| operand.field != 0);
        fields.filter_map(|operand| self.field(operand.field)).find(|field| field.sensitive)
    }

    /// Whether a value of a field is told in full with `reg:<code>:pii` alone: sealed ones leave masked, hidden ones not at all.
    pub fn is_personal(&self, field: &Field) -> bool {
        field.kind.is_sealed() || self.hides(field)
    }

    /// Whether some of it is for `reg:<code>:pii` alone.
    pub fn has_personal(&self) -> bool {
        self.active().any(|field| self.is_personal(field))
    }

    /// Gives numbers to fields that have none yet.
    pub fn number_fields(&mut self) {
        let highest = self.fields.iter().map(|field| field.no).max().unwrap_or(0);
        self.last_field = self.last_field.max(highest);
        for field in self.fields.iter_mut().filter(|field| field.no == 0) {
            self.last_field = self.last_field.saturating_add(1);
            field.no = self.last_field;
        }
    }
}

impl Field {
    /// A field of a kind with what follows from it.
    pub fn of(code: &str, label: &str, kind: FieldKind) -> Self {
        let is_listed = !matches!(kind, FieldKind::Long | FieldKind::Rich) && kind.nature() != Nature::Files;
        Self {
            code: code.to_owned(),
            label: label.to_owned(),
            kind,
            insert: true,
            edit: true,
            list: is_listed,
            query: false,
            searched: matches!(kind, FieldKind::Text | FieldKind::Code),
            query_way: kind.ways().first().copied().unwrap_or_default(),
            widget: kind.widgets().first().copied().unwrap_or_default(),
            ..Self::default()
        }
    }

    /// Decimal places of its whole numbers.
    pub fn decimals(&self) -> u8 {
        if self.kind == FieldKind::Decimal { self.places } else { self.kind.places() }
    }

    /// Whether lists add its numbers up.
    pub const fn is_summed(&self) -> bool {
        self.kind.is_summed() && !self.unsummed
    }

    /// Whether people write it, not the program.
    pub fn is_written(&self) -> bool {
        self.formula.is_none()
    }
}
