//! Drafts: made, read, saved, checked. Nothing here is seen by who works with the rows.

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{AppError, Kind, Result};
use crate::op::{Op, View};
use crate::records::list::{Made, One};
use crate::records::names::person_name;
use crate::records::owned::{self, OwnedOut};
use crate::route::{Data, Done};
use crate::store::{Reads, id, key};

use super::super::definition::{Approval, Definition, PATTERNS};
use super::super::kind::{FieldKind, QueryWay, Widget};
use super::super::links;
use super::super::published;
use super::super::record::{BY_CODE, RegBook, RegVersion, Register, RegisterState, SourceBook, VERSIONS, WorkKind};
use super::super::rows::write;
use super::super::settings::MAX_REGISTERS;
use super::super::workbooks::proposal;
use super::super::workbooks::wire::Reading;
use super::super::works::{self, WorkOut};
use super::check::{self, Problem};
use super::consequences;

/// A register as its designer sees it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegisterDesign {
    /// Number of the register 登记表.
    pub register_id: u64,
    /// Short code that programs use, unique of its kind.
    pub code: String,
    /// Its name as people know it.
    pub name: String,
    /// How far it is.
    pub state: RegisterState,
    /// What is worked on.
    pub draft: Definition,
    /// Send it back with a change of the draft.
    pub draft_lock: u64,
    /// Published version; 0 for none.
    pub current: u32,
    /// What was published; absent when nothing was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<Definition>,
    /// Whether the draft differs from what is published.
    pub is_changed: bool,
    /// Living rows.
    pub row_count: u64,
    /// Its page in the menu; 0 for none.
    pub menu_id: u64,
    /// Workbook that it came from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Names of its rights.
    pub permissions: Vec<String>,
    /// Work in progress.
    pub works: Vec<WorkOut>,
    /// What each kind of field may be asked and drawn with.
    pub kinds: Vec<KindRules>,
    /// What a field may link to: names with what people call them.
    pub links: Vec<(String, String)>,
    /// Rules for texts: names with what people call them.
    pub patterns: Vec<(&'static str, &'static str)>,
    /// Lock and maker.
    #[serde(flatten)]
    pub owned: OwnedOut,
}

/// What a kind of field may be asked and drawn with.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct KindRules {
    /// Which kind it is, one of the values of its type.
    pub kind: FieldKind,
    /// How lists may narrow by it; none when they can't.
    pub ways: &'static [QueryWay],
    /// What a form may ask it with.
    pub widgets: &'static [Widget],
    /// Whether it takes a dictionary.
    pub has_dictionary: bool,
    /// Whether it may name a row.
    pub may_be_title: bool,
    /// Whether it may tell rows apart.
    pub may_be_unique: bool,
    /// Whether lists sort by it.
    pub is_sortable: bool,
    /// Whether arithmetic takes it.
    pub is_counted: bool,
}

fn kinds() -> Vec<KindRules> {
    let rules = |kind: FieldKind| KindRules {
        kind,
        ways: kind.ways(),
        widgets: kind.widgets(),
        has_dictionary: kind.has_dictionary(),
        may_be_title: kind.may_be_title(),
        may_be_unique: kind.may_be_unique(),
        is_sortable: kind.is_sortable(),
        is_counted: kind.is_summed() || matches!(kind, FieldKind::Percent | FieldKind::Day),
    };
    FieldKind::ALL.into_iter().map(rules).collect()
}

/// Records of the house, and published registers.
fn link_names(view: &View, own: &Register) -> Result<Vec<(String, String)>> {
    let mut all: Vec<(String, String)> =
        links::LINKS.iter().map(|kind| (kind.name.to_owned(), kind.label.to_owned())).collect();
    for register in view.tx.all::<Register>()? {
        if register.state == RegisterState::Published || register.register_id == own.register_id {
            all.push((format!("{}{}", links::REGISTER, register.code), format!("登记表：{}", register.name)));
        }
    }
    Ok(all)
}

/// The register of a number.
///
/// # Errors
/// A sentence when there is none.
pub fn existing(view: &View, register_id: u64) -> Result<Register> {
    owned::linked(view, register_id)
}

/// What was published of a register.
///
/// # Errors
/// A store that can't be read.
pub fn published_of(view: &View, register: &Register) -> Result<Option<Definition>> {
    if register.current == 0 {
        return Ok(None);
    }
    Ok(published::definition(view, register.register_id, register.current)?.map(|definition| (*definition).clone()))
}

/// A register on the wire.
///
/// # Errors
/// A store that can't be read.
pub fn out(view: &View, register: &Register) -> Result<RegisterDesign> {
    let published = published_of(view, register)?;
    Ok(RegisterDesign {
        register_id: register.register_id,
        code: register.code.clone(),
        name: register.name.clone(),
        state: register.state,
        is_changed: published.as_ref() != Some(&register.draft),
        draft: register.draft.clone(),
        draft_lock: register.draft_lock,
        current: register.current,
        row_count: write::living(view, register.register_id)?,
        menu_id: register.menu_id,
        source: register.source.as_ref().map(|source| source.name.clone()),
        permissions: super::publish::permissions(register, published.as_ref().unwrap_or(&register.draft)),
        works: works::of_register(view, register.register_id)?,
        kinds: kinds(),
        links: link_names(view, register)?,
        patterns: PATTERNS.to_vec(),
        owned: OwnedOut::of(view, &register.owned)?,
        published,
    })
}

pub fn show(view: &View, input: One) -> Result<Data<RegisterDesign>> {
    out(view, &existing(view, input.id)?).map(Data)
}

/// A register as its form sends it.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct DesignInput {
    /// Which; absent for a new one.
    pub register_id: Option<u64>,
    /// Lock of the draft that was read.
    pub draft_lock: Option<u64>,
    /// Code; of a published one it stays.
    pub code: Option<String>,
    /// Register whose definition is copied.
    pub copy_of: Option<u64>,
    /// Uploaded workbook that it comes from.
    pub book_id: Option<u64>,
    /// Sheets of the workbook.
    pub sheets: Vec<usize>,
    /// How the workbook is read, as its wizard has it.
    pub reading: Option<Reading>,
    /// What it is.
    pub definition: Option<Definition>,
}

/// Refuses a code that cannot be, or that another register has.
///
/// # Errors
/// A sentence at the field.
pub fn check_code(view: &View, code: &str, own: u64) -> Result<()> {
    let other: Option<Register> = view.tx.one(&BY_CODE, &key().str(code))?;
    if !check::is_code(code) || other.is_some_and(|other| other.register_id != own) {
        let sentence = "编码应为 2 到 20 位小写字母和数字，以字母开头，且不能重复";
        return Err(AppError::refused(sentence).at("code"));
    }
    Ok(())
}

/// A code of its own for a name: initials, then numbered.
///
/// # Errors
/// A store that can't be read.
pub fn free_code(view: &View, name: &str) -> Result<String> {
    let letters = crate::kernel::pinyin::initials(name).to_ascii_lowercase();
    let letters: String = letters.chars().filter(char::is_ascii_alphanumeric).take(16).collect();
    let start = letters.trim_start_matches(|c: char| c.is_ascii_digit());
    let start = if start.len() < 2 { "djb" } else { start };
    for number in 1..10_000 {
        let code = if number == 1 { start.to_owned() } else { format!("{start}{number}") };
        if check::is_code(&code) && view.tx.one(&BY_CODE, &key().str(&code))?.is_none() {
            return Ok(code);
        }
    }
    Err(AppError::refused("请填写编码").at("code"))
}

/// Reads the workbook that a draft is made from, outside of the transaction.
///
/// # Errors
/// A sentence while a person has not decided about the unit of its amounts.
pub fn prepare(view: &View, input: DesignInput) -> Result<DesignInput> {
    if let (Some(book_id), true) = (input.book_id, input.definition.is_some()) {
        own_book(view, book_id)?;
        let found = || Reading { sheets: input.sheets.clone(), ..Reading::default() };
        proposal::is_decided(view, book_id, &input.reading.clone().unwrap_or_else(found))?;
    }
    Ok(input)
}

/// POST /reg/design: a draft by hand, as a copy, or from a workbook.
pub fn create(op: &mut Op, input: DesignInput) -> Result<Data<Made>> {
    let view = op.view();
    let mut definition = match (input.definition, input.copy_of) {
        (Some(definition), _) => definition,
        (None, Some(other)) => copied(&existing(&view, other)?),
        (None, None) => Definition::default(),
    };
    let name = definition.name.trim().to_owned();
    if name.is_empty() {
        return Err(AppError::refused("表描述不能为空").at("name"));
    }
    check_room(&view)?;
    let code = match input.code.as_deref().map(str::trim).filter(|code| !code.is_empty()) {
        Some(code) => code.to_owned(),
        None => free_code(&view, &name)?,
    };
    check_code(&view, &code, 0)?;
    for field in &mut definition.fields {
        (field.since, field.from) = (0, None);
    }
    let source = source(op, input.book_id, input.sheets)?;
    let register_id = op.next_id::<Register>()?;
    if let Some(source) = &source {
        let book = own_book(&op.view(), source.book_id)?;
        op.put_quietly(&RegBook { register_id, ..book })?;
    }
    let draft = check::normal(definition, None);
    super::stored::insert(op, Register::drafted(register_id, code, draft, source))?;
    Ok(Data(Made { id: register_id }))
}

/// The definition of another register as the beginning of a new one: its fields with new numbers, nothing archived.
fn copied(other: &Register) -> Definition {
    let mut copy = other.draft.clone();
    copy.name = format!("{}（副本）", copy.name);
    copy.fields.retain(|field| !field.archived);
    copy
}

/// Whether another register may begin.
///
/// # Errors
/// A sentence at the limit.
pub fn check_room(view: &View) -> Result<()> {
    let (mut many, most) = (0, view.app.settings.get(&MAX_REGISTERS));
    view.tx.each(|register: Register| {
        many += u64::from(register.state != RegisterState::Archived);
        true
    })?;
    if many >= most {
        let sentence = format!(
            "登记表已有 {many} 个，达到上限，请归档不再使用的登记表、删除草稿，或由管理员调高参数“登记表个数上限”"
        );
        return Err(AppError::refused(sentence));
    }
    Ok(())
}

/// An uploaded workbook of the caller.
///
/// # Errors
/// The same sentence for one that is gone and for somebody else's.
pub fn own_book(view: &View, book_id: u64) -> Result<RegBook> {
    let book: Option<RegBook> = view.tx.get(&id(book_id))?;
    let own = book.filter(|book| book.user_id == view.caller.user_id());
    own.ok_or_else(|| AppError::refused("上传的工作簿不存在或已被清理，请重新上传"))
}

fn source(op: &Op, book_id: Option<u64>, sheets: Vec<usize>) -> Result<Option<SourceBook>> {
    let Some(book_id) = book_id else { return Ok(None) };
    let book = own_book(&op.view(), book_id)?;
    Ok(Some(SourceBook { book_id, name: book.name, sheets }))
}

/// Whether the design may be changed: what is archived, or just being archived, stands as it is.
///
/// # Errors
/// A sentence when it may not.
pub fn may_change(register: &Register) -> Result<()> {
    if register.state == RegisterState::Archived {
        return Err(AppError::refused(format!("登记表“{}”已归档，不能修改", register.name)));
    }
    if register.lock == Some(WorkKind::Archive) {
        return Err(AppError::refused(format!("登记表“{}”正在归档，不能修改", register.name)));
    }
    Ok(())
}

/// PUT /reg/design: saves the draft.
pub fn update(op: &mut Op, input: DesignInput) -> Result<Done> {
    let view = op.view();
    let old = existing(&view, input.register_id.unwrap_or(0))?;
    may_change(&old)?;
    if input.draft_lock.is_some_and(|lock| lock != old.draft_lock) {
        return Err(AppError::of(Kind::Stale, "与他人同时修改了设计，请刷新后重试"));
    }
    let mut register = old.clone();
    if let Some(code) = input.code.as_deref().map(str::trim).filter(|code| *code != old.code) {
        if old.current > 0 {
            return Err(AppError::refused("登记表已发布，编码不能修改").at("code"));
        }
        check_code(&view, code, old.register_id)?;
        code.clone_into(&mut register.code);
    }
    if let Some(definition) = input.definition {
        let published = published_of(&view, &old)?;
        register.draft = saved(definition, &old.draft, published.as_ref());
        if old.current == 0 {
            register.name = register.draft.name.clone();
        }
    }
    if register.name.is_empty() || register.draft.name.is_empty() {
        return Err(AppError::refused("表描述不能为空").at("name"));
    }
    register.draft_lock += 1;
    super::stored::keep(op, &old, register)?;
    Ok(Done)
}

/// A draft as it is stored: what forms don't send (conversions, archives) stays.
fn saved(mut definition: Definition, before: &Definition, published: Option<&Definition>) -> Definition {
    definition.last_field = definition.last_field.max(before.last_field);
    for field in &mut definition.fields {
        match before.field(field.no) {
            Some(known) => {
                (field.from, field.since) = (known.from, known.since);
                (field.archived, field.archived_at) = (known.archived, known.archived_at);
            }
            None => (field.no, field.from, field.since, field.archived) = (0, None, 0, false),
        }
    }
    // Archived fields don't come back with a form that doesn't show them.
    let sent: HashSet<u16> = definition.fields.iter().map(|field| field.no).collect();
    let hidden = before.fields.iter().filter(|field| field.archived && !sent.contains(&field.no)).cloned();
    definition.fields.extend(hidden);
    check::normal(definition, published)
}

/// What is wrong, and what a publication brings with it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DesignCheck {
    /// Sentences by field; those without `confirm` stand in the way.
    pub problems: Vec<Problem>,
    /// Differences from the published version, as sentences.
    pub changes: Vec<String>,
    /// Whether it can be published, once everything is confirmed.
    pub is_fine: bool,
}

/// Codes that fields may link to.
///
/// # Errors
/// A store that can't be read.
pub fn linkable(view: &View) -> Result<HashSet<String>> {
    let mut codes = HashSet::new();
    view.tx.each(|register: Register| {
        if register.state == RegisterState::Published {
            codes.insert(register.code);
        }
        true
    })?;
    Ok(codes)
}

/// Everything that is to be said about publishing a register's draft.
///
/// # Errors
/// A store that can't be read.
pub fn problems(view: &View, register: &Register) -> Result<Vec<Problem>> {
    let mut codes = linkable(view)?;
    codes.insert(register.code.clone());
    let mut problems = check::problems(&register.draft, &codes);
    for field in register.draft.active().filter(|field| field.dictionary != 0) {
        if view.tx.get::<crate::platform::dict::DictType>(&id(field.dictionary))?.is_none() {
            problems.push(Problem::of(field.no, format!("字段“{}”的字典不存在", field.label)));
        }
    }
    if let Some(published) = published_of(view, register)? {
        problems.extend(check::against(&register.draft, &published));
        if problems.is_empty() {
            problems.extend(consequences::of_rows(view, register.register_id, &register.draft, &published)?);
        }
        problems.extend(consequences::of_approval(register.draft.approval, published.approval));
    } else {
        problems.extend(consequences::of_approval(register.draft.approval, Approval::default()));
    }
    problems.extend(consequences::of_formulas(&register.draft, published_of(view, register)?.as_ref()));
    Ok(problems)
}

pub fn check(view: &View, input: One) -> Result<Data<DesignCheck>> {
    let register = existing(view, input.id)?;
    let problems = problems(view, &register)?;
    let published = published_of(view, &register)?;
    let changes = super::versions::differences(published.as_ref(), &register.draft);
    let is_fine = problems.iter().all(|problem| problem.confirm.is_some());
    Ok(Data(DesignCheck { problems, changes, is_fine }))
}

/// A published version.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RegisterVersion {
    /// From 1.
    pub version: u32,
    /// What the publisher wrote.
    pub note: String,
    /// Name of the publisher.
    pub by_name: String,
    /// When it happened, `yyyy-MM-dd HH:mm:ss` Beijing time.
    pub at: String,
    /// What it was.
    pub definition: Definition,
    /// Differences from the version before, as sentences.
    pub changes: Vec<String>,
}

/// GET /reg/design/{id}/versions: newest first.
pub fn versions(view: &View, input: One) -> Result<Data<Vec<RegisterVersion>>> {
    existing(view, input.id)?;
    let all: Vec<RegVersion> = view.tx.by(&VERSIONS, &id(input.id), false, 0, usize::MAX)?;
    let mut told = Vec::with_capacity(all.len());
    let mut before: Option<Definition> = None;
    for version in all {
        told.push(RegisterVersion {
            version: version.version,
            note: version.note,
            by_name: person_name(view, &version.by)?,
            at: version.at.to_text(),
            changes: super::versions::differences(before.as_ref(), &version.definition),
            definition: version.definition.clone(),
        });
        before = Some(version.definition);
    }
    told.reverse();
    Ok(Data(told))
}
