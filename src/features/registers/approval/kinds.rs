//! Registers as kinds of documents. Bindings live as long as the program: one is made when a register is first asked for as
//! it is now, and stays; a design changes a few times in its life.

use std::sync::atomic::Ordering;

use crate::error::Result;
use crate::features::approvals::binding::{Binding, Enter, Field, FieldKind, Unseen, nothing};
use crate::features::approvals::condition::{Kind, Var};
use crate::features::approvals::definition::record::{BY_KEY as PROCESSES, Definition as Process};
use crate::features::approvals::instance::gate::{input_of, leave, leave_because, none_waits};
use crate::op::View;
use crate::store::{Reads, key};

use super::super::definition::{self, Definition};
use super::super::kind::{FieldKind as Holds, Nature};
use super::super::memory::Registers;
use super::super::published::{self, Published, permission};
use super::super::record::{BY_CODE, Register};
use super::super::remind::held::address;
use super::super::rows::meta::{APPROVE, PERSONAL};
use super::asked::RowRequest;
use super::{BIZ_TYPE, FORMS, PREFIX, RowAction, effect, filing, process_of, shown};

/// Path of the operation in forms; codes of fields have no such letters.
pub const DEED: &str = "row_deed";
/// Path of the department.
pub const DEPT: &str = "row_dept";

/// Every register of which something is decided about. To-do lists ask at each look, so it is kept until a register changes.
///
/// # Errors
/// Records that can't be read.
pub fn all(view: &View) -> Result<Vec<&'static Binding>> {
    let kinds = &view.app.state::<Registers>()?.kinds;
    if !view.tx.is_snapshot() {
        return gathered(view);
    }
    if let Some(known) = kinds.all.read().as_ref() {
        return Ok(known.to_vec());
    }
    let generation = kinds.generation.load(Ordering::Acquire);
    // The asker's snapshot may be older than the last change.
    let reader = view.app.store.read()?;
    let found = gathered(&View { tx: &reader, ..*view })?;
    let mut all = kinds.all.write();
    if kinds.generation.load(Ordering::Acquire) == generation {
        *all = Some(found.clone().into());
    }
    Ok(found)
}

fn gathered(view: &View) -> Result<Vec<&'static Binding>> {
    let mut found = Vec::new();
    for register in view.tx.all::<Register>()? {
        let definition = published::definition(view, register.register_id, register.current)?;
        if definition.as_ref().is_some_and(|definition| definition.approval.is_any()) {
            found.push(binding(view, &register, definition.as_deref())?);
        }
    }
    Ok(found)
}

/// The register behind a key: decided about, or known to a process that was drawn or ran once.
///
/// # Errors
/// Records that can't be read.
pub fn of(view: &View, wanted: &str) -> Result<Option<&'static Binding>> {
    let Some(code) = wanted.strip_prefix(PREFIX) else { return Ok(None) };
    let register: Option<Register> = view.tx.one(&BY_CODE, &key().str(code))?;
    let definition = match &register {
        Some(register) => published::definition(view, register.register_id, register.current)?,
        None => None,
    };
    let is_decided = definition.as_ref().is_some_and(|definition| definition.approval.is_any());
    if !is_decided && view.tx.count_by::<Process>(&PROCESSES, &key().str(wanted))? == 0 {
        return Ok(None);
    }
    let gone = || Register::drafted(0, code.to_owned(), Definition::default(), None);
    let register = register.unwrap_or_else(gone);
    binding(view, &register, definition.as_deref()).map(Some)
}

/// A register as a kind of document; of one that lies in a package or is gone only the name is known.
///
/// # Errors
/// Records that can't be read.
pub fn binding(view: &View, register: &Register, definition: Option<&Definition>) -> Result<&'static Binding> {
    let memory = view.app.state::<Registers>()?;
    let page = if register.menu_id == 0 { String::new() } else { address(view, register.menu_id)? };
    let made_of = (register.register_id, register.current, format!("{}\n{}\n{page}", register.code, register.name));
    let mut known = memory.kinds.made.lock();
    if let Some(known) = known.get(&made_of) {
        return Ok(known);
    }
    let binding: &'static Binding = Box::leak(Box::new(made(&memory, register, definition, &page)));
    known.insert(made_of, binding);
    Ok(binding)
}

fn stays(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

fn all_stay<T>(many: Vec<T>) -> &'static [T] {
    Box::leak(many.into_boxed_slice())
}

fn made(memory: &Registers, register: &Register, definition: Option<&Definition>, page: &str) -> Binding {
    let right = |act: &str| memory.interned(permission(&register.code, act));
    let name = if register.name.is_empty() { &register.code } else { &register.name };
    let shown: Vec<&definition::Field> = definition.iter().flat_map(|definition| definition.active()).collect();
    let mut fields =
        vec![Field::new(DEED, "办理", FieldKind::Choice(RowAction::CHOICES)).titled(), Field::text(DEPT, "管理部门")];
    let title = definition.map_or(0, |definition| definition.title);
    for field in &shown {
        let made = Field::new(stays(&field.code), stays(&field.label), field_kind(field));
        let hides = definition.is_some_and(|definition| definition.hides(field));
        let made = if hides || field.kind.is_sealed() { made.personal() } else { made };
        fields.push(if field.no == title && !hides { made.titled() } else { made });
    }
    fields.push(Field::new("files", "附件", FieldKind::Files));
    let deed = Var { name: DEED, title: "办理", kind: Kind::Choice(RowAction::CHOICES), fields: &[DEED] };
    let vars: Vec<Var> = std::iter::once(deed).chain(shown.iter().filter_map(|field| variable(field))).collect();
    let unseen = definition.iter().flat_map(|one| one.active().filter(|field| one.hides(field)));
    let unseen: Vec<&'static str> = unseen.map(|field| stays(&field.code)).collect();
    let amount = definition.and_then(shown::amount).map(|field| ("", all_stay(vec![stays(&field.code)]) as &[&str]));
    Binding {
        key: stays(&process_of(&register.code)),
        label: stays(&format!("登记表·{name}")),
        biz_type: BIZ_TYPE,
        tables: &[],
        form_ref: "reg/row",
        path: stays(&format!("{page}?rowId={{parent}}")),
        query: if page.is_empty() { "" } else { right("list") },
        edit: right("list"),
        shared_withdraw: false,
        approve: Some(right(APPROVE)),
        files: &[super::super::record::ROW_FILES],
        vars: all_stay(vars),
        fields: all_stay(fields),
        says: all_stay(amount.into_iter().collect()),
        unseen: Unseen { right: right(PERSONAL), paths: all_stay(unseen) },
        head: shown::head,
        value: shown::value,
        form: shown::form,
        enter: Some(Enter { forms: FORMS, right: filing::right, run: filing::enter }),
        stops: effect::stops,
        adjusts: nothing,
        begin: leave,
        edit_doc: None,
        back: leave_because,
        rejected: leave_because,
        approved: effect::approved,
        holds: |doc| Ok(input_of::<RowRequest>(doc)?.holds),
        adopt: none_waits,
    }
}

/// The field that a condition asks for.
pub(super) fn field_of<'d>(published: &'d Published, name: &str) -> Option<&'d definition::Field> {
    published.definition.by_code(name)
}

/// Values stand there in words, with what they were before.
fn field_kind(field: &definition::Field) -> FieldKind {
    match field.kind {
        Holds::Files | Holds::Pictures => FieldKind::Files,
        Holds::Rich => FieldKind::Html,
        _ => FieldKind::Text,
    }
}

/// What conditions may ask of a field. Days, several values and what is sealed are no numbers, and are left out.
fn variable(field: &definition::Field) -> Option<Var> {
    let kind = match field.kind {
        Holds::Money => Kind::Money,
        Holds::Area => Kind::Area,
        Holds::Percent => Kind::Ppm,
        Holds::Whole | Holds::Year => Kind::Count(stays(&field.unit)),
        Holds::Flag => Kind::Bool,
        Holds::Text | Holds::Code | Holds::Choice => Kind::Text,
        kind if kind.nature() == Nature::Links && !kind.is_several() => Kind::Reference,
        _ => return None,
    };
    let name = stays(&field.code);
    Some(Var { name, title: stays(&field.label), kind, fields: all_stay(vec![name]) })
}
