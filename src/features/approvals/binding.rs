//! How a kind of document plugs into the engine. Bindings stand in the rooms of their documents and are brought by their
//! features, as kinds of history are; so this room knows no business.

use serde_json::{Map, Value};

use super::condition::{Kind, Threshold, Val, Var};
use super::definition::validate::KnownField;
use crate::error::{AppError, Result};
use crate::op::{Op, View};
use crate::platform::settings::Setting;
use crate::product::Product;

/// A document that is decided about.
#[derive(Debug, Clone)]
pub struct Doc {
    /// Its number; of something new that of the instance.
    pub id: u64,
    /// Input of the operation that is decided about; none where the document stands in the books already.
    pub payload: Option<Value>,
}

impl Doc {
    /// One that stands in the books already.
    pub fn stored(id: u64) -> Self {
        Self { id, payload: None }
    }
}

/// What the engine keeps of a document for lists and rules.
#[derive(Debug, Clone, Default)]
pub struct Head {
    /// What it is about.
    pub title: String,
    /// At most four labels with their texts.
    pub lines: Vec<(String, String)>,
    /// What it is worth.
    pub amount_fen: Option<i64>,
    /// The department that keeps it.
    pub dept_id: u64,
    /// Its party A; 0 none.
    pub party_a_id: u64,
    /// The department of its party A; 0 none.
    pub party_a_dept: u64,
    /// Persons who may never decide about it: who wrote or entered it.
    pub barred: Vec<u64>,
    /// The version of the record, by which a change is noticed.
    pub version: u64,
    /// The record that shows it, where it has no page of its own; 0 for itself.
    pub parent: u64,
}

/// How a field is read and written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    Text,
    /// Fen.
    Money,
    /// Square metres as decimal text.
    Area,
    /// `yyyy-MM-dd`
    Date,
    /// A whole number of something.
    Count(&'static str),
    /// Parts per million, read as per cent.
    Rate,
    /// Yes or no.
    Bool,
    /// One of these numbers.
    Choice(&'static [(i64, &'static str)]),
    /// Rows; its columns are the fields below its path.
    Table,
    /// Numbers of files.
    Files,
    Html,
}

impl FieldKind {
    /// Its name on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Money => "money",
            Self::Area => "area",
            Self::Date => "date",
            Self::Count(_) => "count",
            Self::Rate => "rate",
            Self::Bool => "bool",
            Self::Choice(_) => "choice",
            Self::Table => "table",
            Self::Files => "files",
            Self::Html => "html",
        }
    }
    /// Unit of a count, or empty.
    pub const fn unit(self) -> &'static str {
        match self {
            Self::Count(unit) => unit,
            _ => "",
        }
    }
    /// Values of a choice.
    pub const fn options(self) -> &'static [(i64, &'static str)] {
        match self {
            Self::Choice(options) => options,
            _ => &[],
        }
    }
}

/// A field of a document that definitions may give rights for.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// Its path in the form; a column of a table is `table.column`.
    pub path: &'static str,
    /// As people read it.
    pub title: &'static str,
    /// How it is read and written.
    pub kind: FieldKind,
    /// Whether a node may let people change it.
    pub may_edit: bool,
    /// Whether titles are made of it: then it can't be hidden.
    pub in_title: bool,
    /// Personal: who only manages processes doesn't see it.
    pub sensitive: bool,
}

impl Field {
    /// One that is read.
    pub const fn new(path: &'static str, title: &'static str, kind: FieldKind) -> Self {
        Self { path, title, kind, may_edit: false, in_title: false, sensitive: false }
    }
    /// Words that are read.
    pub const fn text(path: &'static str, title: &'static str) -> Self {
        Self::new(path, title, FieldKind::Text)
    }
    /// Fen that are read.
    pub const fn money(path: &'static str, title: &'static str) -> Self {
        Self::new(path, title, FieldKind::Money)
    }
    /// A day that is read.
    pub const fn date(path: &'static str, title: &'static str) -> Self {
        Self::new(path, title, FieldKind::Date)
    }
    /// The same, and a node may let people change it.
    pub const fn editable(self) -> Self {
        Self { may_edit: true, ..self }
    }
    /// The same, and titles are made of it.
    pub const fn titled(self) -> Self {
        Self { in_title: true, ..self }
    }
    /// The same, and personal.
    pub const fn personal(self) -> Self {
        Self { sensitive: true, ..self }
    }
}

/// Changes fields of a document.
pub type EditDoc = fn(&mut Op<'_, '_>, &Doc, &Map<String, Value>) -> Result<Option<Value>>;

/// The field in which a form lies, empty where it lies in none, and the name of the route of its kind that takes it.
pub struct Form(pub &'static str, pub &'static str);

/// Enters what forms send.
pub struct Enter {
    /// Routes of its own that take the same form. Where there is more than one, the form lies in the field that is named.
    pub forms: &'static [Form],
    /// The right that it takes, where that isn't the right to submit.
    pub right: fn(&View<'_>, &Binding, &Value) -> Result<Option<&'static str>>,
    /// Enters a form about a record, 0 for a new document.
    pub run: EnterDoc,
}

/// Enters a form about a record of a kind, 0 for a new document.
pub type EnterDoc = fn(&mut Op<'_, '_>, &'static Binding, (u64, Value)) -> Result<Option<Doc>>;

impl Enter {
    /// By whoever may submit.
    pub const fn new(forms: &'static [Form], run: EnterDoc) -> Self {
        Self { forms, right: |_, _, _| Ok(None), run }
    }
}

/// A kind of document.
pub struct Binding {
    /// Key of its process.
    pub key: &'static str,
    /// What people call it.
    pub label: &'static str,
    /// Kind of document; several processes may be about one.
    pub biz_type: &'static str,
    /// Tables of its record and of the record that shows it ([`Head::parent`]): who has it before him again opens both.
    pub tables: &'static [&'static str],
    /// The page of the business that shows it.
    pub form_ref: &'static str,
    /// Where that page lies, with the number in place of `{id}`, or of its parent in place of `{parent}`.
    pub path: &'static str,
    /// Who reads such documents outside of processes.
    pub query: &'static str,
    /// Who submits and withdraws them.
    pub edit: &'static str,
    /// Whether everybody with that right withdraws them, not only who submitted.
    pub shared_withdraw: bool,
    /// The right by which they are decided in the simple preset; none where there is no such preset, and the operation is done at
    /// once unless a process was drawn and published ([`super::instance::gate`]).
    pub approve: Option<&'static str>,
    /// Kinds of files that are lent to those who take part.
    pub files: &'static [&'static str],
    /// Variables of its own.
    pub vars: &'static [Var],
    pub fields: &'static [Field],
    /// Of what lines of a card and the amount (an empty label) are made, where a field of that title doesn't say it: whoever
    /// may not see one of those doesn't see the line. A line of which nothing is known is shown where nothing is hidden.
    pub says: &'static [(&'static str, &'static [&'static str])],
    /// Fields that nobody sees without a right, whatever his node shows.
    pub unseen: Unseen,
    /// What lists show.
    pub head: fn(&View<'_>, &Doc) -> Result<Head>,
    /// A variable of its own.
    pub value: fn(&View<'_>, &Doc, &str) -> Result<Val>,
    /// Everything that its page shows; the engine masks it.
    pub form: fn(&View<'_>, &Doc) -> Result<Value>,
    /// Enters what a form sends (a new document, or an operation about a record) so that it can be sent, by the rules of its own
    /// route; none for an operation that nobody decides about now, which is done. None where a draft is saved first.
    pub enter: Option<Enter>,
    /// Why a yes would be refused now; the engine refuses it.
    pub stops: fn(&View<'_>, &Doc) -> Result<Vec<String>>,
    /// What a yes would set otherwise than the document says: told to who decides, and then to who submitted it.
    pub adjusts: fn(&View<'_>, &Doc) -> Result<Vec<String>>,
    /// Brings a draft or a returned document under decision.
    pub begin: fn(&mut Op<'_, '_>, &Doc) -> Result<()>,
    /// Changes fields of a document under decision; answers the new input of one that lies in its process alone.
    pub edit_doc: Option<EditDoc>,
    /// Gives it back to who wrote it, with a reason.
    pub back: fn(&mut Op<'_, '_>, &Doc, &str) -> Result<()>,
    /// Refuses it, with a reason.
    pub rejected: fn(&mut Op<'_, '_>, &Doc, &str) -> Result<()>,
    /// Takes effect, with what was said last.
    pub approved: fn(&mut Op<'_, '_>, &Doc, &str) -> Result<()>,
    /// Files that lie in the process alone until the document takes effect.
    pub holds: fn(&Doc) -> Result<Vec<u64>>,
    /// Documents that wait already, for an upgrade.
    pub adopt: fn(&View<'_>) -> Result<Vec<Adopted>>,
}

/// Fields that are shown to who holds a right alone.
#[derive(Debug, Clone, Copy)]
pub struct Unseen {
    pub right: &'static str,
    pub paths: &'static [&'static str],
}

impl Unseen {
    /// A document whose reader may see all of it that his node shows.
    pub const NOTHING: Self = Self { right: "", paths: &[] };
}

/// A yes sets everything as the document says, or nothing stands against it.
///
/// # Errors
/// None.
pub fn nothing(_: &View<'_>, _: &Doc) -> Result<Vec<String>> {
    Ok(Vec::new())
}

/// A document that waited for a decision when approvals came.
#[derive(Debug, Clone)]
pub struct Adopted {
    pub id: u64,
    /// Login name of who submitted it.
    pub submitter: String,
    pub at: crate::kernel::dates::Stamp,
    /// It came back to who submitted it already.
    pub returned: bool,
}

/// Brought by a feature: kinds of documents that people define themselves, any number of them with one kind of document.
pub struct Defined {
    /// What keys of their processes begin with.
    pub prefix: &'static str,
    /// Kind of document of all of them.
    pub biz_type: &'static str,
    /// Kinds of files that are lent to those who take part.
    pub files: &'static [&'static str],
    /// Routes that take their forms, as in [`Enter::forms`].
    pub forms: &'static [Form],
    /// Those that are decided about now.
    pub all: fn(&View<'_>) -> Result<Vec<&'static Binding>>,
    /// The kind of a key with that prefix, as long as anything of it is known.
    pub of: fn(&View<'_>, &str) -> Result<Option<&'static Binding>>,
}

/// Variables that every process has.
pub const COMMON: &[Var] = &[
    Var { name: "amount_fen", title: "金额", kind: Kind::Money, fields: &[] },
    Var { name: "initiator_dept", title: "发起人所在部门", kind: Kind::Reference, fields: &[] },
    Var { name: "biz_dept", title: "单据所在部门", kind: Kind::Reference, fields: &[] },
    Var { name: "party_a", title: "甲方", kind: Kind::Reference, fields: &[] },
    Var { name: "initiator_role", title: "发起人角色", kind: Kind::Text, fields: &[] },
];

/// Kinds that an authority draws itself (`form/bind.rs`): an extension, so that those who know kinds don't know forms.
pub struct Drawn {
    /// All of them.
    pub all: fn(&View) -> Result<Vec<&'static Binding>>,
    /// That of a key; `None` for a key of something else.
    pub of: fn(&View, &str) -> Result<Option<&'static Binding>>,
}

impl Binding {
    /// The page of a document.
    pub fn page(&self, id: u64, parent: u64) -> String {
        self.path.replace("{id}", &id.to_string()).replace("{parent}", &parent.to_string())
    }

    /// Every variable that its conditions may name.
    pub fn variables(&self) -> Vec<Var> {
        COMMON.iter().chain(self.vars).copied().collect()
    }

    /// Its fields as a definition is checked against them.
    pub fn known_fields(&self) -> Vec<KnownField<'static>> {
        let known = |field: &Field| KnownField {
            path: field.path,
            title: field.title,
            may_edit: field.may_edit && self.edit_doc.is_some(),
            in_title: field.in_title,
        };
        self.fields.iter().map(known).collect()
    }
}

/// A setting that conditions may name.
#[derive(Clone, Copy)]
pub struct Limit {
    pub setting: &'static Setting<u64>,
    /// What one of it is in the unit of variables: 100 for yuan and square metres.
    pub unit: i64,
}

/// Brought by a feature: settings that conditions may name.
pub struct Limits(pub &'static [Limit]);

/// All kinds of documents, in the order of their features.
pub fn all<'v>(view: &View<'v>) -> impl Iterator<Item = &'static Binding> + use<'v> {
    of_product(view.app.product)
}

/// The same before anything is open.
pub fn of_product(product: &Product) -> impl Iterator<Item = &'static Binding> + use<'_> {
    product.extensions()
}

/// Kinds that people define, by feature.
pub fn defined(product: &Product) -> impl Iterator<Item = &'static Defined> + use<'_> {
    product.extensions()
}

/// The same, with what people define themselves: documents of features, and forms that an authority has drawn.
///
/// # Errors
/// Records that can't be read.
pub fn with_own(view: &View) -> Result<Vec<&'static Binding>> {
    let mut found: Vec<&'static Binding> = all(view).collect();
    for kinds in defined(view.app.product) {
        found.extend((kinds.all)(view)?);
    }
    for drawn in view.app.product.extensions::<Drawn>() {
        found.extend((drawn.all)(view)?);
    }
    Ok(found)
}

/// A process to choose.
#[derive(Debug, Clone, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProcessOption {
    /// Name that code and definitions use.
    pub key: &'static str,
    /// What people call it.
    pub label: &'static str,
}

/// GET /appr/process/options: every kind of document that is decided about, those that people defined too.
///
/// # Errors
/// Records that can't be read.
pub fn options(view: &View, _: crate::route::Nothing) -> Result<crate::route::Data<Vec<ProcessOption>>> {
    let option = |binding: &'static Binding| ProcessOption { key: binding.key, label: binding.label };
    Ok(crate::route::Data(with_own(view)?.into_iter().map(option).collect()))
}

/// The kind of a key.
///
/// # Errors
/// A sentence when there is none.
pub fn of(view: &View, key: &str) -> Result<&'static Binding> {
    if let Some(found) = all(view).find(|binding| binding.key == key) {
        return Ok(found);
    }
    for kinds in defined(view.app.product).filter(|kinds| key.starts_with(kinds.prefix)) {
        if let Some(found) = (kinds.of)(view, key)? {
            return Ok(found);
        }
    }
    for drawn in view.app.product.extensions::<Drawn>() {
        if let Some(found) = (drawn.of)(view, key)? {
            return Ok(found);
        }
    }
    Err(AppError::refused(format!("流程“{key}”不存在")).at("key"))
}

fn limits(view: &View) -> impl Iterator<Item = &'static Limit> {
    view.app.product.extensions::<Limits>().flat_map(|some| some.0)
}

/// Settings that conditions may name.
pub fn thresholds(view: &View) -> Vec<Threshold> {
    let known =
        |limit: &Limit| Threshold { key: limit.setting.info.key, title: limit.setting.info.name, unit: limit.unit };
    limits(view).map(known).collect()
}

/// What people call a threshold.
pub fn threshold_title(view: &View, key: &str) -> String {
    let limit = limits(view).find(|limit| limit.setting.info.key == key);
    limit.map_or_else(|| key.to_owned(), |limit| limit.setting.info.name.to_owned())
}

/// A threshold now, in the unit of variables.
///
/// # Errors
/// A sentence for a setting that conditions may not name, or that is too large.
pub fn threshold(view: &View, key: &str) -> Result<i64> {
    let limit = limits(view).find(|limit| limit.setting.info.key == key);
    let limit =
        limit.ok_or_else(|| AppError::refused(format!("参数“{key}”不存在，流程无法判断走向，请联系系统管理员")))?;
    let value = i64::try_from(view.app.settings.get(limit.setting)).ok().and_then(|one| one.checked_mul(limit.unit));
    value.ok_or_else(|| AppError::refused(format!("参数“{key}”过大，流程无法判断走向，请联系系统管理员")))
}

/// Permissions by which people may be found.
///
/// # Errors
/// Records that can't be read.
pub fn rights(view: &View) -> Result<Vec<&'static str>> {
    let mut rights: Vec<&str> = with_own(view)?.iter().filter_map(|binding| binding.approve).collect();
    rights.sort_unstable();
    rights.dedup();
    Ok(rights)
}
