//! A definition as a file between installations: fields, constraints, dictionaries with their entries; no people, no
//! departments, no rows.
//!
//! Format `gx-register 1`, JSON, with the SHA-256 of its content. A file of a newer format, or with a kind of field that this
//! release lacks, is refused as a whole. What comes in always ends as a draft.

use std::io::Read as _;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::{AppError, Result};
use crate::op::{Op, View};
use crate::platform::dict::{DATA_BY_TYPE, DictData, DictType, TYPE_BY_NAME};
use crate::records::base::Base;
use crate::records::list::One;
use crate::route::{Data, FileReply, Text, UploadedFile};
use crate::store::{Reads, id, key};

use super::definition::{Definition, Place};
use super::design::check;
use super::design::drafts::{check_code, check_room, existing, linkable, may_change, published_of};
use super::package::back;
use super::package::reading::Package;
use super::record::{BY_CODE, Register, RegisterState};

/// What the file says it is.
const FORMAT: &str = "gx-register 1";
/// Bytes of a file at most.
pub const LARGEST: u64 = 4 << 20;

/// A definition with everything that it needs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct DefinitionFile {
    /// `gx-register 1`
    pub format: String,
    /// Program that wrote it.
    pub product: String,
    /// Code of the register.
    pub code: String,
    /// Version of the definition.
    pub version: u32,
    /// The definition; dictionaries by their place in `dictionaries`, from 1.
    pub definition: Definition,
    /// Dictionaries that its fields choose from, with their entries.
    pub dictionaries: Vec<FileDictionary>,
    /// SHA-256 of all that with this field empty.
    pub sha256: String,
}

/// A dictionary of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct FileDictionary {
    /// Type name.
    pub dict_type: String,
    /// Title.
    pub name: String,
    /// Entries in their order: value, label, colour.
    pub entries: Vec<(String, String, String)>,
}

fn digest(file: &DefinitionFile) -> Result<String> {
    let bare = DefinitionFile { sha256: String::new(), ..file.clone() };
    Ok(hex::encode(Sha256::digest(serde_json::to_vec(&bare).map_err(AppError::internal)?)))
}

/// The file of a definition.
///
/// # Errors
/// A store that can't be read.
pub fn of(view: &View, register: &Register, definition: &Definition) -> Result<DefinitionFile> {
    let mut definition = definition.clone();
    definition.fields.retain(|field| !field.archived);
    definition.place = Place { parent: 0, icon: definition.place.icon };
    let mut dictionaries: Vec<(u64, FileDictionary)> = Vec::new();
    for field in &mut definition.fields {
        (field.from, field.archived_at) = (None, 0);
        // Who is «me» or where something belongs is another office's business.
        if matches!(field.kind.nature(), super::kind::Nature::Links) && field.default_value != "me" {
            field.default_value.clear();
        }
        if field.dictionary == 0 {
            continue;
        }
        if !dictionaries.iter().any(|(known, _)| *known == field.dictionary)
            && let Some(dictionary) = dictionary(view, field.dictionary)?
        {
            dictionaries.push((field.dictionary, dictionary));
        }
        let place = dictionaries.iter().position(|(known, _)| *known == field.dictionary);
        field.dictionary = place.map_or(0, |place| place as u64 + 1);
    }
    let mut file = DefinitionFile {
        format: FORMAT.to_owned(),
        product: format!("gx-portal {}", env!("CARGO_PKG_VERSION")),
        code: register.code.clone(),
        version: register.current,
        definition,
        dictionaries: dictionaries.into_iter().map(|(_, dictionary)| dictionary).collect(),
        sha256: String::new(),
    };
    file.sha256 = digest(&file)?;
    Ok(file)
}

/// A dictionary with its entries; none when it is gone.
///
/// # Errors
/// A store that can't be read.
pub fn dictionary(view: &View, dict_id: u64) -> Result<Option<FileDictionary>> {
    let Some(kind) = view.tx.get::<DictType>(&id(dict_id))? else { return Ok(None) };
    let rows: Vec<DictData> = view.tx.by(&DATA_BY_TYPE, &key().str(&kind.dict_type), false, 0, usize::MAX)?;
    let entries = rows.into_iter().map(|row| (row.dict_value, row.dict_label, row.list_class)).collect();
    Ok(Some(FileDictionary { dict_type: kind.dict_type, name: kind.dict_name, entries }))
}

/// Reads a file.
///
/// # Errors
/// A sentence for what is no such file, a newer one, or one that was changed by hand.
pub fn read(bytes: &[u8]) -> Result<DefinitionFile> {
    let broken = || AppError::refused("文件不是登记表定义（.json），请选择从“导出定义”得到的文件");
    let whole: serde_json::Value = serde_json::from_slice(bytes).map_err(|error| broken().because(error))?;
    let format = whole.get("format").and_then(serde_json::Value::as_str).ok_or_else(broken)?;
    if format != FORMAT {
        let known = format.starts_with("gx-register ");
        return Err(if known {
            AppError::refused(format!("定义文件的格式“{format}”比本程序新，请先升级本程序"))
        } else {
            broken()
        });
    }
    for field in whole.pointer("/definition/fields").and_then(serde_json::Value::as_array).into_iter().flatten() {
        let kind = field.get("kind").cloned().unwrap_or_default();
        if gx_decode::from_json::<super::kind::FieldKind>(kind.clone()).is_err() {
            return Err(AppError::refused(format!("定义文件中的字段类型 {kind} 本程序不支持，请先升级本程序")));
        }
    }
    let file: DefinitionFile = gx_decode::from_json(whole).map_err(|error| broken().because(error))?;
    if digest(&file)? != file.sha256 {
        return Err(AppError::refused("定义文件已损坏或被修改（校验值不符），请重新导出"));
    }
    Ok(file)
}

pub fn prepare(view: &View, input: One) -> Result<(tempfile::TempPath, String)> {
    let register = existing(view, input.id)?;
    let definition = published_of(view, &register)?.unwrap_or_else(|| register.draft.clone());
    let file = of(view, &register, &definition)?;
    let failed = |error: std::io::Error| AppError::from(crate::store::StoreError::from(error));
    let path = tempfile::Builder::new()
        .prefix("definition-")
        .suffix(".json")
        .tempfile_in(view.app.paths.temporary())
        .map_err(failed)?
        .into_temp_path();
    std::fs::write(&path, serde_json::to_vec_pretty(&file).map_err(AppError::internal)?).map_err(failed)?;
    Ok((path, format!("{}.json", register.name)))
}

/// Name of a file to fetch.
///
/// # Errors
/// None.
pub fn ticket(op: &mut Op, (path, name): (tempfile::TempPath, String)) -> Result<Text> {
    Ok(Text(op.app.tickets.issue(op.caller.user_id(), op.now, &name, path)))
}

/// The file itself.
///
/// # Errors
/// None.
pub fn send(_: &mut Op, (path, name): (tempfile::TempPath, String)) -> Result<FileReply> {
    Ok(FileReply {
        path: path.to_path_buf(),
        name,
        content_type: "application/json",
        inline: false,
        delete_after: Some(std::sync::Arc::new(path)),
    })
}

/// A definition file that comes in.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DefinitionUpload {
    /// The file.
    pub file: UploadedFile,
    /// Another code than the file's.
    #[serde(default)]
    pub code: Option<String>,
    /// Only tell what would happen.
    #[serde(default)]
    pub dry_run: bool,
}

/// What a file would come to, or came to.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DefinitionReport {
    /// Name of the register.
    pub name: String,
    /// Code that it gets.
    pub code: String,
    /// Whether a register of this code is there, which gets a draft.
    pub is_known: bool,
    /// Whether a whole register comes back, with its rows.
    pub is_package: bool,
    /// What happens, as a sentence.
    pub sentence: String,
    /// What happens to each dictionary.
    pub dictionaries: Vec<String>,
    /// What stands in the way of a publication.
    pub problems: Vec<check::Problem>,
    /// The register, once it is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub register_id: Option<u64>,
}

/// What a file turned out to be.
pub enum Content {
    Definition(Box<DefinitionFile>),
    /// A register that was archived.
    Package(Box<Package>),
}

/// A file that was read, and what is wanted of it.
pub struct Opened {
    content: Content,
    code: Option<String>,
    dry_run: bool,
}

impl Opened {
    /// Reads a file: definitions are JSON, packages zip.
    ///
    /// # Errors
    /// A sentence for what is neither, or not whole.
    pub fn of(view: &View, path: &std::path::Path, code: Option<&str>, dry_run: bool) -> Result<Self> {
        let failed = |error: std::io::Error| AppError::refused("文件无法读取，请重新选择").because(error);
        let code = code.map(str::trim).filter(|code| !code.is_empty()).map(str::to_owned);
        let mut first = [0; 2];
        let mut file = std::fs::File::open(path).map_err(failed)?;
        let is_zip = file.read_exact(&mut first).is_ok() && &first == b"PK";
        let content = if is_zip {
            if code.is_some() {
                return Err(AppError::refused("归档包按原编码恢复，不能另取编码"));
            }
            Content::Package(Box::new(back::prepare(view, path, dry_run)?))
        } else {
            let mut text = Vec::new();
            std::fs::File::open(path).and_then(|file| file.take(LARGEST).read_to_end(&mut text)).map_err(failed)?;
            Content::Definition(Box::new(read(&text)?))
        };
        Ok(Self { content, code, dry_run })
    }

    /// Takes it, or tells what would come of it.
    ///
    /// # Errors
    /// A sentence for a code that can't be.
    pub fn take(self, op: &mut Op) -> Result<DefinitionReport> {
        if self.dry_run {
            op.only_try();
        }
        let report = match self.content {
            Content::Package(package) => back::bring(op, *package)?,
            Content::Definition(file) => {
                let code = self.code.unwrap_or_else(|| file.code.clone());
                lay_in(op, *file, code)?
            }
        };
        if self.dry_run {
            op.discard()?;
            return Ok(DefinitionReport { register_id: None, ..report });
        }
        Ok(report)
    }
}

/// POST /reg/design/importData, first half.
///
/// # Errors
/// A sentence for a file that can't be read.
pub fn opened(view: &View, input: DefinitionUpload) -> Result<Opened> {
    Opened::of(view, &input.file.path, input.code.as_deref(), input.dry_run)
}

/// POST /reg/design/importData
///
/// # Errors
/// A sentence for a file that can't be taken.
pub fn take(op: &mut Op, opened: Opened) -> Result<Data<DefinitionReport>> {
    opened.take(op).map(Data)
}

/// Makes or changes the draft that a file describes.
///
/// # Errors
/// A sentence for a code that can't be.
pub fn lay_in(op: &mut Op, file: DefinitionFile, code: String) -> Result<DefinitionReport> {
    let known: Option<Register> = op.view().tx.one(&BY_CODE, &key().str(&code))?;
    let mut definition = file.definition;
    let mut told = Vec::new();
    let mut numbers = Vec::with_capacity(file.dictionaries.len());
    for dictionary in &file.dictionaries {
        let (number, sentence) = match_dictionary(op, dictionary)?;
        numbers.push(number);
        told.push(sentence);
    }
    for field in &mut definition.fields {
        let place = usize::try_from(field.dictionary).ok().and_then(|place| place.checked_sub(1));
        field.dictionary = place.and_then(|place| numbers.get(place)).copied().unwrap_or(0);
        (field.from, field.archived, field.archived_at) = (None, false, 0);
    }
    let (sentence, is_known, register) = match known {
        Some(old) => {
            if old.state == RegisterState::Archived {
                return Err(AppError::refused(format!("已有编码为“{code}”的已归档登记表，请另取编码")));
            }
            may_change(&old)?;
            let published = published_of(&op.view(), &old)?;
            let mut register = old.clone();
            register.draft =
                check::normal(merged(definition, published.as_ref().unwrap_or(&old.draft)), published.as_ref());
            register.draft_lock += 1;
            let sentence = format!("已有同名登记表“{}”：作为新版本的草稿（字段编号一致）", old.name);
            (sentence, true, super::design::stored::keep(op, &old, register)?)
        }
        None => {
            check_room(&op.view())?;
            check_code(&op.view(), &code, 0)?;
            for field in &mut definition.fields {
                field.since = 0;
            }
            let register_id = op.next_id::<Register>()?;
            let draft = check::normal(definition, None);
            let register = Register::drafted(register_id, code.clone(), draft, None);
            ("新登记表".to_owned(), false, super::design::stored::insert(op, register)?)
        }
    };
    let mut codes = linkable(&op.view())?;
    codes.insert(code.clone());
    let mut problems = check::problems(&register.draft, &codes);
    if let Some(published) = published_of(&op.view(), &register)? {
        problems.extend(check::against(&register.draft, &published));
    }
    let register_id = Some(register.register_id);
    let (name, is_package) = (register.name, false);
    Ok(DefinitionReport { name, code, is_known, is_package, sentence, dictionaries: told, problems, register_id })
}

/// Fields that the file does not have stay, archived: nothing is lost by a file.
fn merged(mut definition: Definition, before: &Definition) -> Definition {
    for old in &before.fields {
        if definition.field(old.no).is_none() {
            definition.fields.push(super::definition::Field { archived: true, ..old.clone() });
        }
    }
    definition.place = before.place.clone();
    definition
}

/// The dictionary of the same type name with the entries that it lacks, or a new one.
///
/// # Errors
/// A store that can't be written.
pub(super) fn match_dictionary(op: &mut Op, wanted: &FileDictionary) -> Result<(u64, String)> {
    let known: Option<DictType> = op.view().tx.one(&TYPE_BY_NAME, &key().str(&wanted.dict_type))?;
    let (dict_id, before) = match &known {
        Some(known) => {
            let rows: Vec<DictData> =
                op.view().tx.by(&DATA_BY_TYPE, &key().str(&wanted.dict_type), false, 0, usize::MAX)?;
            (known.dict_id, rows)
        }
        None => {
            let (dict_id, base) = (op.next_id::<DictType>()?, Base::made(op, String::new()));
            let (dict_name, dict_type) = (wanted.name.clone(), wanted.dict_type.clone());
            op.put(&DictType { dict_id, dict_name, dict_type, enabled: true, base })?;
            (dict_id, Vec::new())
        }
    };
    let missing: Vec<&(String, String, String)> =
        wanted.entries.iter().filter(|(value, ..)| !before.iter().any(|row| row.dict_value == *value)).collect();
    let last = before.iter().map(|row| row.dict_sort).max().unwrap_or(0);
    for (sort, (value, label, class)) in (last + 1..).zip(&missing) {
        let (dict_code, base) = (op.next_id::<DictData>()?, Base::made(op, String::new()));
        op.put_quietly(&DictData {
            dict_code,
            dict_sort: sort,
            dict_label: label.clone(),
            dict_value: value.clone(),
            dict_type: wanted.dict_type.clone(),
            css_class: String::new(),
            list_class: class.clone(),
            is_default: false,
            enabled: true,
            base,
        })?;
    }
    let sentence = match (&known, missing.len()) {
        (None, many) => format!("字典“{}”：新建，{many} 项", wanted.name),
        (Some(known), 0) => format!("字典“{}”：使用本地", known.dict_name),
        (Some(known), many) => format!("字典“{}”：补充 {many} 项", known.dict_name),
    };
    Ok((dict_id, sentence))
}
