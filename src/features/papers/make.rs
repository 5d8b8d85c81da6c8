//! Making papers, and their files again.
//!
//! Invariants: a paper keeps the version of its template and the values of its fields, so its file is made again byte by byte
//! whenever somebody asks; what has changed in the records since is in another paper. A file that comes out otherwise than it
//! was is refused, not handed out.

use std::io::Write as _;

use gx_office::{Fields, Template, Value};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::kind::PaperSubject;
use super::record::{Paper, PaperTemplate, PaperVersion, Returned};
use super::source::{self, MOST, Sheet};
use super::template::version;
use crate::error::{AppError, Result};
use crate::kernel::order::Order;
use crate::kernel::text::safe_file_name;
use crate::op::{Op, View};
use crate::records::export::{Workbook, scratch_named};
use crate::records::names::person_name;
use crate::records::owned::{self, Business, Owned};
use crate::records::status::Status;
use crate::records::{number, personal};
use crate::route::Data;

/// What to make.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MakePapers {
    /// The template 文书模板, by number.
    pub template_id: u64,
    /// What the papers are about, by numbers: contracts, changes, bills, receipts or handovers, as the template's kind says.
    pub ids: Vec<u64>,
}

/// A paper that was made.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MadePaper {
    /// Number of the paper 文书.
    pub paper_id: u64,
    /// `WS-202611-000001`
    pub paper_no: String,
    /// What it is about, as people call it.
    pub subject_no: String,
}

/// A template that may be used for an object of a party A.
fn usable(view: &View, template_id: u64) -> Result<(PaperTemplate, PaperVersion)> {
    let template: PaperTemplate = owned::find(view, template_id)?;
    if template.status != Status::Normal {
        return Err(AppError::refused(format!("模板“{}”已停用，请选择其他模板", template.title())));
    }
    let newest = version(view, template_id, template.version_no)?;
    Ok((template, newest))
}

/// Reads the template of a version.
///
/// # Errors
/// A file that is lost or damaged.
pub fn opened(view: &View, version: &PaperVersion) -> Result<Template> {
    let lost = |error: String| {
        AppError::refused(format!("模板文件“{}”读取失败，请联系管理员检查文件存储", version.file_name)).because(error)
    };
    let path = view.app.blobs.path(&version.blob).map_err(|error| lost(error.to_string()))?;
    let bytes = std::fs::read(path).map_err(|error| lost(error.to_string()))?;
    Template::read(&bytes).map_err(|error| lost(error.to_string()))
}

/// POST /paper/paper: one paper for each object, all of them or none.
///
/// # Errors
/// Objects that are missing or out of scope; a template that is not for their party A, or names a field that is gone.
pub fn make(op: &mut Op, input: MakePapers) -> Result<Data<Vec<MadePaper>>> {
    let (template, version) = usable(&op.view(), input.template_id)?;
    let sheets = source::sheets(&op.view(), template.kind, &input.ids)?;
    let file = opened(&op.view(), &version)?;
    let maker = person_name(&op.view(), &op.caller.name())?;
    let mut made = Vec::with_capacity(sheets.len());
    for sheet in sheets {
        if !template.party_as.is_empty() && !template.party_as.contains(&sheet.party_a_id) {
            return Err(AppError::refused(format!(
                "模板“{}”不适用于 {} 的甲方，请选择其他模板",
                template.title(),
                sheet.subject_no
            )));
        }
        made.push(one(op, &template, &file, sheet, &maker)?);
    }
    Ok(Data(made))
}

fn one(op: &mut Op, template: &PaperTemplate, file: &Template, sheet: Sheet, maker: &str) -> Result<MadePaper> {
    let paper_no = number::draw(op, "WS")?;
    let mut values = sheet.values;
    values.insert("文书编号".to_owned(), Value::Text(paper_no.clone()));
    values.insert("制作日期".to_owned(), Value::Date(op.now.date()));
    values.insert("制作人".to_owned(), Value::Text(maker.to_owned()));
    let bytes = file.fill(&values).map_err(|error| AppError::refused(error.to_string()))?;
    let json = serde_json::to_string(&values).map_err(AppError::internal)?;
    let data = personal::seal(op, &json)?;
    let paper = Paper {
        paper_id: op.next_id::<Paper>()?,
        paper_no,
        kind: template.kind,
        template_id: template.template_id,
        version_no: template.version_no,
        subject_id: sheet.subject_id,
        subject_no: sheet.subject_no,
        tenant_id: sheet.tenant_id,
        party_a_id: sheet.party_a_id,
        data,
        sha256: hex::encode(Sha256::digest(&bytes)),
        returned: Returned::default(),
        owned: Owned::default(),
    };
    let paper = owned::insert(op, paper, sheet.dept_id, String::new())?;
    Ok(MadePaper { paper_id: paper.paper_id, paper_no: paper.paper_no, subject_no: paper.subject_no })
}

/// The values of a paper as they were.
///
/// # Errors
/// A seal that doesn't open.
pub fn values_of(view: &View, paper: &Paper) -> Result<Fields> {
    serde_json::from_str(&personal::open(view, &paper.data)?).map_err(AppError::internal)
}

/// Which papers to hand out.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct WhichPapers {
    /// Numbers of the papers 文书; more than one go into one file, each on pages of its own.
    pub ids: Vec<u64>,
}

/// GET /paper/paper/file: the file of a paper as it was, or of many of one template in one.
///
/// # Errors
/// Papers of several templates; fields in a head of pages of many; a file that comes out otherwise than it was.
pub fn file(view: &View, input: WhichPapers) -> Result<Workbook> {
    if input.ids.is_empty() || input.ids.len() > MOST {
        return Err(AppError::refused(format!("请选择1到{MOST}份文书")));
    }
    let mut papers: Vec<Paper> = Vec::with_capacity(input.ids.len());
    for paper_id in &input.ids {
        papers.push(owned::find(view, *paper_id)?);
    }
    let Some(first) = papers.first() else { return Err(AppError::refused("请选择文书")) };
    let of_one =
        papers.iter().all(|paper| (paper.template_id, paper.version_no) == (first.template_id, first.version_no));
    if !of_one {
        return Err(AppError::refused("所选文书使用了不同的模板或版本，不能合并成一个文件，请分别选择"));
    }
    let version = version(view, first.template_id, first.version_no)?;
    let template = opened(view, &version)?;
    let (name, bytes) = if papers.len() == 1 {
        (format!("{} {}", first.paper_no, first.subject_no), again(view, &template, first)?)
    } else {
        (format!("{} {}份 {}", first.kind.label(), papers.len(), view.now.date()), together(view, &template, &papers)?)
    };
    let path = scratch_named(view, ".docx")?;
    let written = std::fs::File::create(&path).and_then(|mut file| file.write_all(&bytes));
    written.map_err(|error| AppError::from(crate::store::StoreError::from(error)))?;
    Ok(Workbook { path, name: format!("{}.docx", safe_file_name(&name)) })
}

/// One paper, byte by byte.
fn again(view: &View, template: &Template, paper: &Paper) -> Result<Vec<u8>> {
    let bytes = template.fill(&values_of(view, paper)?).map_err(|error| AppError::refused(error.to_string()))?;
    if hex::encode(Sha256::digest(&bytes)) == paper.sha256 {
        return Ok(bytes);
    }
    Err(AppError::refused(format!("文书 {} 重新生成的内容与登记时不一致，请联系管理员检查模板文件", paper.paper_no)))
}

/// Many papers of one template in one file.
fn together(view: &View, template: &Template, papers: &[Paper]) -> Result<Vec<u8>> {
    let watch = view.watch;
    watch.map_or(Ok(()), |watch| watch.begin("文书", papers.len() as u64))?;
    let mut many = Vec::with_capacity(papers.len());
    for paper in papers {
        watch.map_or(Ok(()), crate::watch::Watch::step)?;
        many.push(values_of(view, paper)?);
    }
    let title: PaperTemplate = owned::linked(view, papers.first().map_or(0, |paper| paper.template_id))?;
    template.fill_many(&title.template_name, &many).map_err(|error| AppError::refused(error.to_string()))
}

/// What is offered for an object.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AskOptions {
    /// What the papers are to be about.
    pub subject: PaperSubject,
    /// Only those that this party A 甲方 may use, by number; absent: all.
    #[serde(default)]
    pub party_a_id: Option<u64>,
}

/// A template to choose.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TemplateOption {
    /// Number of the template 文书模板.
    pub template_id: u64,
    /// What papers it makes.
    pub kind: super::kind::PaperKind,
    /// What people call it.
    pub template_name: String,
    /// Its newest version, from 1.
    pub version_no: u32,
    /// Whether many papers of it go into one file.
    pub joins: bool,
}

/// GET /paper/template/options: templates in use for a subject.
///
/// # Errors
/// Records that can't be read.
pub fn options(view: &View, input: AskOptions) -> Result<Data<Vec<TemplateOption>>> {
    let all: Vec<PaperTemplate> = crate::store::Reads::all(view.tx)?;
    let fits = |template: &PaperTemplate| {
        template.status == Status::Normal
            && template.kind.subject() == input.subject
            && input.party_a_id.is_none_or(|party| template.party_as.is_empty() || template.party_as.contains(&party))
    };
    let mut offered = Vec::new();
    for template in all.into_iter().filter(fits) {
        let newest = version(view, template.template_id, template.version_no)?;
        offered.push(TemplateOption {
            template_id: template.template_id,
            kind: template.kind,
            template_name: template.template_name,
            version_no: template.version_no,
            joins: !newest.in_margin,
        });
    }
    offered.order_by_key(|one| (one.kind as u8, one.template_name.clone()));
    Ok(Data(offered))
}
