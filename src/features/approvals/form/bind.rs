//! A form as a kind of document. The engine knows bindings that live as long as the program; those of forms are made when a
//! form is first needed as it is now, and stay: a form changes a few times in its life, and each time takes a few kilobytes.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::data;
use super::record::{BY_KEY, FieldDef, FlowForm, FormKind};
use crate::error::{AppError, Result};
use crate::features::approvals::binding::{Binding, Doc, Drawn, Field, FieldKind, Head, Unseen, nothing};
use crate::features::approvals::condition::{Kind, Var};
use crate::features::approvals::instance::gate::{input_of, leave, leave_because, none_waits};
use crate::kernel::money::yuan_grouped;
use crate::op::{Op, View};
use crate::product::{Memory, Start};
use crate::store::{Reads, key};

/// Kind of document of all forms.
pub const BIZ_TYPE: &str = "form";
/// Who starts processes of forms.
pub const START: &str = "appr:form:start";
/// Letters of a title.
const LONGEST_TITLE: usize = 60;
/// Lines of a card.
const LINES: usize = 4;

/// What a process of a form keeps.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Entered {
    /// Key of the form.
    pub form: String,
    /// Department of who submitted it.
    pub dept_id: u64,
    /// By names of fields.
    pub data: Map<String, Value>,
}

/// Bindings by what they were made of.
#[derive(Default)]
pub struct Bindings(Mutex<HashMap<String, &'static Binding>>);

impl Memory for Bindings {
    const NAME: &'static str = "forms";
    fn open(_: &Start<'_>) -> Result<Self> {
        Ok(Self::default())
    }
}

/// The form of a key.
///
/// # Errors
/// Records that can't be read.
pub fn form_of(view: &View, wanted: &str) -> Result<Option<FlowForm>> {
    Ok(view.tx.one(&BY_KEY, &key().str(wanted))?)
}

/// What the feature adds to the kinds of documents.
pub const DRAWN: Drawn =
    Drawn { all, of: |view, key| form_of(view, key)?.map(|form| binding(view, &form)).transpose() };

/// All forms as kinds of documents.
///
/// # Errors
/// Records that can't be read.
pub fn all(view: &View) -> Result<Vec<&'static Binding>> {
    view.tx.all::<FlowForm>()?.iter().map(|form| binding(view, form)).collect()
}

/// A form as a kind of document.
///
/// # Errors
/// A form that can't be written as JSON.
pub fn binding(view: &View, form: &FlowForm) -> Result<&'static Binding> {
    let made_of = serde_json::to_string(&(&form.key, &form.name, &form.fields)).map_err(AppError::internal)?;
    let known = view.app.state::<Bindings>()?;
    let mut known = known.0.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(*known.entry(made_of).or_insert_with(|| Box::leak(Box::new(made(form)))))
}

fn stays(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

fn options(field: &FieldDef) -> &'static [(i64, &'static str)] {
    let words = (0_i64..).zip(&field.options).map(|(place, word)| (place, stays(word)));
    Box::leak(words.collect::<Vec<_>>().into_boxed_slice())
}

fn made(form: &FlowForm) -> Binding {
    let asked = || form.fields.iter().filter(|field| field.kind != FormKind::Note);
    let first_text = asked().find(|field| field.kind == FormKind::Text).map(|field| field.name.as_str());
    let mut fields: Vec<Field> = Vec::new();
    for field in asked() {
        let made = Field::new(stays(&field.name), stays(&field.title), field_kind(field));
        let made = if is_edited(field.kind) { made.editable() } else { made };
        fields.push(if first_text == Some(field.name.as_str()) { made.titled() } else { made });
        fields.extend(field.columns.iter().map(|column| {
            let path = stays(&format!("{}.{}", field.name, column.name));
            Field::new(path, stays(&column.title), field_kind(column))
        }));
    }
    let vars: Vec<Var> = asked().flat_map(variables).collect();
    let amount = asked().find(|field| field.kind == FormKind::Money).into_iter();
    let says = amount.map(|field| ("", &*Box::leak(vec![stays(&field.name)].into_boxed_slice())));
    Binding {
        key: stays(&form.key),
        label: stays(&form.name),
        biz_type: BIZ_TYPE,
        tables: &[],
        form_ref: "appr/form",
        path: "/appr/start",
        query: "",
        edit: START,
        shared_withdraw: false,
        approve: None,
        files: &[],
        vars: Box::leak(vars.into_boxed_slice()),
        fields: Box::leak(fields.into_boxed_slice()),
        says: Box::leak(says.collect::<Vec<_>>().into_boxed_slice()),
        head,
        value: |view, doc, name| {
            let entered = entered(doc)?;
            Ok(data::variable(&existing(view, &entered.form)?, &entered.data, name))
        },
        form: |view, doc| {
            let entered = entered(doc)?;
            let form = existing(view, &entered.form)?;
            Ok(Value::Object(data::shown(view, &form, &entered.data)?))
        },
        enter: None,
        stops: |_, _| Ok(Vec::new()),
        unseen: Unseen::NOTHING,
        adjusts: nothing,
        begin: leave,
        edit_doc: Some(edit_entered),
        back: leave_because,
        rejected: leave_because,
        approved: |_, _, _| Ok(()),
        holds: |_| Ok(Vec::new()),
        adopt: none_waits,
    }
}

/// What a node may let people change: what the dialog of a decision has an input for.
fn is_edited(kind: FormKind) -> bool {
    matches!(
        kind,
        FormKind::Text | FormKind::Int | FormKind::Money | FormKind::Date | FormKind::Bool | FormKind::Choice
    )
}

/// What was entered, with what somebody changes while he decides; only that is checked again.
fn edit_entered(op: &mut Op<'_, '_>, doc: &Doc, edits: &Map<String, Value>) -> Result<Option<Value>> {
    let mut entered = entered(doc)?;
    let mut form = existing(&op.view(), &entered.form)?;
    form.fields.retain(|field| edits.contains_key(&field.name));
    let mut clean = data::checked(&op.view(), &form, edits)?;
    for name in edits.keys() {
        match clean.remove(name) {
            Some(value) => entered.data.insert(name.clone(), value),
            None => entered.data.remove(name),
        };
    }
    serde_json::to_value(entered).map(Some).map_err(AppError::internal)
}

fn field_kind(field: &FieldDef) -> FieldKind {
    match field.kind {
        FormKind::Int => FieldKind::Count(""),
        FormKind::Money => FieldKind::Money,
        FormKind::Size => FieldKind::Area,
        FormKind::Date => FieldKind::Date,
        FormKind::Bool => FieldKind::Bool,
        FormKind::Choice => FieldKind::Choice(options(field)),
        FormKind::Files | FormKind::Pictures => FieldKind::Files,
        FormKind::Html => FieldKind::Html,
        FormKind::Table => FieldKind::Table,
        _ => FieldKind::Text,
    }
}

/// What conditions may ask of a field; of a table the sums of its columns.
fn variables(field: &FieldDef) -> Vec<Var> {
    let var = |name: &str, title: &str, kind: Kind, path: &str| {
        let fields: &'static [&'static str] = Box::leak(Box::new([stays(path)]));
        Var { name: stays(name), title: stays(title), kind, fields }
    };
    let kind = match field.kind {
        FormKind::Text | FormKind::Area => Kind::Text,
        FormKind::Int => Kind::Count(""),
        FormKind::Money => Kind::Money,
        FormKind::Size => Kind::Area,
        FormKind::Bool => Kind::Bool,
        FormKind::Choice => Kind::Choice(options(field)),
        FormKind::Person | FormKind::Dept | FormKind::Asset | FormKind::Room | FormKind::Tenant | FormKind::Lease => {
            Kind::Reference
        }
        FormKind::Table => {
            let summed = field.columns.iter().filter(|column| column.kind.is_summed());
            let sum = |column: &FieldDef| {
                let title = format!("{}合计{}", field.title, column.title);
                let path = format!("{}.{}", field.name, column.name);
                let kinds = variables(column).into_iter().next().map(|var| var.kind);
                kinds.map(|kind| var(&data::sum_name(field, column), &title, kind, &path))
            };
            return summed.filter_map(sum).collect();
        }
        FormKind::Date
        | FormKind::Span
        | FormKind::Choices
        | FormKind::Files
        | FormKind::Pictures
        | FormKind::Html
        | FormKind::Note => return Vec::new(),
    };
    vec![var(&field.name, &field.title, kind, &field.name)]
}

fn entered(doc: &Doc) -> Result<Entered> {
    input_of(doc)
}

/// The form of a key that must be there.
///
/// # Errors
/// A sentence when it isn't.
pub fn existing(view: &View, wanted: &str) -> Result<FlowForm> {
    form_of(view, wanted)?.ok_or_else(|| AppError::refused("该表单不存在，可能已被删除，请刷新后查看"))
}

fn head(view: &View, doc: &Doc) -> Result<Head> {
    let entered = entered(doc)?;
    let form = existing(view, &entered.form)?;
    let shown = data::shown(view, &form, &entered.data)?;
    let (mut lines, mut amount_fen, mut about) = (Vec::new(), None, String::new());
    // The first alone: a node may hide every other one, and titles are seen by everybody.
    let titled = form.fields.iter().find(|field| field.kind == FormKind::Text).map(|field| field.name.clone());
    let priced = form.fields.iter().find(|field| field.kind == FormKind::Money).map(|field| field.name.clone());
    for field in form.fields.iter().filter(|field| shown.contains_key(&field.name)) {
        let value = shown.get(&field.name).unwrap_or(&Value::Null);
        let text = match (field.kind, value) {
            (FormKind::Money, value) => {
                if priced.as_ref() == Some(&field.name) {
                    amount_fen = value.as_i64();
                }
                value.as_i64().map(yuan_grouped)
            }
            (FormKind::Choice, value) => {
                let place = value.as_u64().and_then(|place| usize::try_from(place).ok());
                place.and_then(|place| field.options.get(place)).cloned()
            }
            (FormKind::Bool, Value::Bool(flag)) => Some(if *flag { "是" } else { "否" }.to_owned()),
            (FormKind::Int, value) => value.as_i64().map(|number| number.to_string()),
            (FormKind::Note | FormKind::Area | FormKind::Html, _) => None,
            (_, Value::String(text)) => Some(text.clone()),
            _ => None,
        };
        let Some(text) = text else { continue };
        if titled.as_ref() == Some(&field.name) {
            about = text.chars().take(LONGEST_TITLE).collect();
        } else if lines.len() < LINES {
            lines.push((field.title.clone(), text));
        }
    }
    let title = if about.is_empty() { form.name } else { format!("{}：{about}", form.name) };
    Ok(Head { title, lines, amount_fen, dept_id: entered.dept_id, ..Head::default() })
}
