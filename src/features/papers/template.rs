//! Templates: taken in, versioned, shown, retired.

use gx_office::{Place, Template, check};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::kind::PaperKind;
use super::record::{BY_NAME, BY_TEMPLATE, FormColumn, PaperForm, PaperTemplate, PaperVersion, VERSIONS, version_key};
use super::{TEMPLATE_FILES, form};
use crate::error::{AppError, Result};
use crate::features::assets::party_a::record::PartyA;
use crate::features::system::file::ops::{Stored, prepare_read, record};
use crate::kernel::check as rule;
use crate::kernel::sniff::display_name;
use crate::op::{Op, View};
use crate::records::files as access;
use crate::records::list::{Made, Many};
use crate::records::owned::{self, Business, Owned};
use crate::records::status::Status;
use crate::route::{Data, Done, UploadedFile};
use crate::store::{Reads, id, key};

/// Units that a template may be limited to, at most.
const MOST_PARTIES: usize = 200;

/// A new template with its file.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadTemplate {
    /// The Word file (.docx) or workbook (.xlsx) with its fields.
    pub file: UploadedFile,
    /// What papers it makes 文书种类.
    #[schemars(title = "文书种类")]
    pub kind: PaperKind,
    /// What people call it.
    pub template_name: String,
    /// Units 甲方 that may use it, by numbers; empty: all.
    #[serde(default)]
    pub party_as: Vec<u64>,
    /// Remark in free text; empty: none.
    #[serde(default)]
    pub remark: String,
}

/// A new file for a template.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadVersion {
    /// The Word file (.docx) or workbook (.xlsx) with its fields.
    pub file: UploadedFile,
    /// The template 文书模板 that it is for, by number.
    pub template_id: u64,
    /// The version of the record that was read.
    #[serde(default)]
    pub version: Option<u64>,
}

/// A template as a form sends it.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct TemplateInput {
    /// Number of the template 文书模板.
    pub template_id: u64,
    /// The version of the record that was read.
    pub version: Option<u64>,
    /// What people call it.
    pub template_name: String,
    /// Units 甲方 that may use it, by numbers; empty: all.
    pub party_as: Vec<u64>,
    /// Whether it makes papers.
    pub status: Status,
    /// Remark in free text; empty: none.
    pub remark: String,
}

/// A file that was read and stored.
pub struct Looked {
    name: String,
    asks: Asks,
    stored: Stored,
}

/// What a template asks for.
pub struct Asks {
    pub fields: Vec<String>,
    pub in_margin: bool,
    pub excel: bool,
    pub form: Option<PaperForm>,
}

/// Reads a file as a template of a kind and stores it.
///
/// # Errors
/// A sentence for what is no template, and for every field that its kind doesn't have, all of them at once.
fn look(view: &View, file: &UploadedFile, kind: PaperKind, known: &[FormColumn]) -> Result<Looked> {
    let bytes =
        std::fs::read(&file.path).map_err(|error| AppError::refused("文件没有完整收到，请重新上传").because(error))?;
    let asks = asks(&bytes, kind, known)?;
    Ok(Looked { name: display_name(&file.name), asks, stored: prepare_read(view, file)? })
}

/// What a file asks for as a template of a kind; `known` are the columns of the version before.
///
/// # Errors
/// As [`look`].
pub fn asks(bytes: &[u8], kind: PaperKind, known: &[FormColumn]) -> Result<Asks> {
    let refused = |error: gx_office::OfficeError| AppError::refused(error.to_string()).at("file");
    let (template, form) = form::opened(Template::read(bytes).map_err(refused)?, kind, known)?;
    let places = template.places();
    if places.is_empty() {
        return Err(AppError::refused(
            "文件中没有任何字段：请在需要系统填写的位置写上“{{字段名}}”，字段名见“全部字段”",
        )
        .at("file"));
    }
    Ok(Asks {
        fields: checked_fields(places, kind)?,
        in_margin: template.has_fields_in_margins(),
        excel: matches!(template, Template::Excel(_)),
        form,
    })
}

/// Names of the fields, each once.
///
/// # Errors
/// A sentence for every field that the kind doesn't have, all of them at once.
pub fn checked_fields(places: Vec<Place>, kind: PaperKind) -> Result<Vec<String>> {
    let findings = check(&places, &kind.subject().fields());
    if !findings.is_empty() {
        let all: Vec<String> = findings.iter().map(ToString::to_string).collect();
        return Err(AppError::refused(format!("{}：{}", kind.label(), all.join("；"))).at("file"));
    }
    let mut fields: Vec<String> = Vec::new();
    for place in places {
        if !fields.contains(&place.name) {
            fields.push(place.name);
        }
    }
    Ok(fields)
}

/// What a creation needs before its transaction.
pub struct New {
    input: UploadTemplate,
    looked: Looked,
}

/// # Errors
/// As [`look`].
pub fn prepare(view: &View, input: UploadTemplate) -> Result<New> {
    let looked = look(view, &input.file, input.kind, &[])?;
    Ok(New { input, looked })
}

/// POST /paper/template
///
/// # Errors
/// A name that is taken or missing, a unit that doesn't exist.
pub fn create(op: &mut Op, new: New) -> Result<Data<Made>> {
    let New { input, looked } = new;
    let name = checked(&op.view(), input.kind, 0, &input.template_name, &input.party_as, &input.remark)?;
    let template_id = insert(op, input.kind, name, input.party_as, input.remark)?;
    let file = record(op, looked.stored)?;
    keep(op, (template_id, 1), (file.file_id, file.blob, looked.name), looked.asks)?;
    Ok(Data(Made { id: template_id }))
}

/// Stores a template; its first version follows.
///
/// # Errors
/// A record that can't be written.
pub fn insert(op: &mut Op, kind: PaperKind, name: String, party_as: Vec<u64>, remark: String) -> Result<u64> {
    let template_id = op.next_id::<PaperTemplate>()?;
    let template = PaperTemplate {
        template_id,
        kind,
        template_name: name,
        party_as,
        status: Status::Normal,
        version_no: 1,
        owned: Owned::default(),
    };
    owned::insert(op, template, 0, remark)?;
    Ok(template_id)
}

/// Stores a version: of which template, with which file (number, hash, name).
///
/// # Errors
/// A record that can't be written.
pub fn keep(
    op: &mut Op,
    (template_id, version_no): (u64, u32),
    (file_id, blob, file_name): (u64, String, String),
    asks: Asks,
) -> Result<()> {
    access::attach(op, &[file_id], TEMPLATE_FILES.name, template_id)?;
    op.put(&PaperVersion {
        template_id,
        version_no,
        file_id,
        file_name,
        blob,
        fields: asks.fields,
        in_margin: asks.in_margin,
        excel: asks.excel,
        form: asks.form,
        made_by: op.caller.name(),
        made_at: op.now,
    })?;
    Ok(())
}

/// The name of a template, cleaned.
///
/// # Errors
/// One that is missing, too long or taken; a unit that doesn't exist.
pub fn checked(
    view: &View,
    kind: PaperKind,
    template_id: u64,
    name: &str,
    party_as: &[u64],
    remark: &str,
) -> Result<String> {
    let name = name.trim().to_owned();
    rule::required("templateName", &name, "模板名称不能为空")?;
    rule::at_most("templateName", &name, 60, "模板名称长度不能超过60个字符")?;
    rule::remark(remark)?;
    if party_as.len() > MOST_PARTIES {
        return Err(AppError::refused(format!("最多选择{MOST_PARTIES}个甲方，不限时请留空")).at("partyAs"));
    }
    for party in party_as {
        let _: PartyA = owned::find(view, *party).map_err(|fault| fault.at("partyAs"))?;
    }
    let taken: Option<PaperTemplate> = view.tx.one(&BY_NAME, &key().u64(kind as u64).str(&name))?;
    if taken.is_some_and(|other| other.template_id != template_id) {
        return Err(AppError::refused(format!("{}中已有名为“{name}”的模板", kind.label())).at("templateName"));
    }
    Ok(name)
}

/// What a new version needs before its transaction.
pub struct NewVersion {
    input: UploadVersion,
    looked: Looked,
}

/// # Errors
/// As [`look`].
pub fn prepare_version(view: &View, input: UploadVersion) -> Result<NewVersion> {
    let template: PaperTemplate = owned::find(view, input.template_id)?;
    let newest = version(view, template.template_id, template.version_no)?;
    let known = newest.form.map(|form| form.columns).unwrap_or_default();
    let looked = look(view, &input.file, template.kind, &known)?;
    Ok(NewVersion { input, looked })
}

/// POST /paper/template/version
///
/// # Errors
/// Changed by somebody else meanwhile; the same file again.
pub fn add_version(op: &mut Op, new: NewVersion) -> Result<Done> {
    let NewVersion { input, looked } = new;
    let old: PaperTemplate = owned::find(&op.view(), input.template_id)?;
    owned::check_version(&op.view(), &old, input.version)?;
    let newest = version(&op.view(), old.template_id, old.version_no)?;
    if newest.blob == looked.stored.blob() {
        return Err(AppError::refused("文件与当前版本完全相同，没有新增版本").at("file"));
    }
    let template = PaperTemplate { version_no: old.version_no + 1, ..old.clone() };
    let (template_id, version_no) = (template.template_id, template.version_no);
    owned::update(op, &old, template, "上传新版本")?;
    let file = record(op, looked.stored)?;
    keep(op, (template_id, version_no), (file.file_id, file.blob, looked.name), looked.asks)?;
    Ok(Done)
}

/// A version of a template.
///
/// # Errors
/// One that is gone.
pub fn version(view: &View, template_id: u64, version_no: u32) -> Result<PaperVersion> {
    let version = view.tx.get(&version_key(template_id, version_no))?;
    version.ok_or_else(|| AppError::refused("模板的这个版本不存在，请刷新后重试"))
}

/// Versions of a template, the newest first.
///
/// # Errors
/// Records that can't be read.
pub fn versions(view: &View, template_id: u64) -> Result<Vec<PaperVersion>> {
    Ok(view.tx.by(&VERSIONS, &id(template_id), true, 0, usize::MAX)?)
}

/// PUT /paper/template
///
/// # Errors
/// As [`create`].
pub fn update(op: &mut Op, input: TemplateInput) -> Result<Done> {
    let old: PaperTemplate = owned::find(&op.view(), input.template_id)?;
    owned::check_version(&op.view(), &old, input.version)?;
    let name = checked(&op.view(), old.kind, old.template_id, &input.template_name, &input.party_as, &input.remark)?;
    let mut template =
        PaperTemplate { template_name: name, party_as: input.party_as, status: input.status, ..old.clone() };
    template.owned.base.remark = input.remark;
    owned::update(op, &old, template, "修改")?;
    Ok(Done)
}

/// DELETE /paper/template/{ids}
///
/// # Errors
/// A template that papers were made from: they could not be made again.
pub fn remove(op: &mut Op, input: Many) -> Result<Done> {
    for template_id in input.ids {
        let template: PaperTemplate = owned::find(&op.view(), template_id)?;
        let papers = op.view().tx.count_by(&BY_TEMPLATE, &id(template_id))?;
        if papers > 0 {
            return Err(AppError::refused(format!(
                "模板“{}”已生成 {papers} 份文书，不能删除，可以改为停用",
                template.title()
            )));
        }
        for version in versions(&op.view(), template_id)? {
            op.delete::<PaperVersion>(&version_key(template_id, version.version_no))?;
        }
        access::set(op, &[], TEMPLATE_FILES.name, template_id)?;
        owned::remove(op, &template)?;
    }
    Ok(Done)
}
