//! Making papers, and their files again.
//!
//! Invariants: a paper keeps the version of its template and the values of its fields, so its file is made again byte by byte
//! whenever somebody asks; what has changed in the records since is in another paper. A file that comes out otherwise than it
//! was is refused, not handed out.

use std::io::Write as _;

use gx_office::{Document, Fields, Template, Value};
use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use zip::write::SimpleFileOptions;

use super::form;
use super::kind::{PaperKind, PaperSubject};
use super::record::{Paper, PaperTemplate, PaperVersion, Returned};
use super::source::{self, MOST, Sheet, Wanted};
use super::template::version;
use crate::error::{AppError, Result};
use crate::kernel::dates::DateText;
use crate::kernel::order::Order;
use crate::kernel::text::safe_file_name;
use crate::op::{Op, View};
use crate::records::export::{Workbook, scratch_named};
use crate::records::names::person_name;
use crate::records::owned::{self, Business, Owned};
use crate::records::status::Status;
use crate::records::{number, personal};
use crate::route::Data;

/// What the workbooks of one archive come to, at most, in bytes.
const MOST_ZIPPED: usize = 500 << 20;

/// What to make.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct MakePapers {
    /// The template 文书模板, by number.
    pub template_id: u64,
    /// What the papers are about, by numbers: contracts, changes, bills, receipts or handovers, as the template's kind says; of a
    /// form for superiors the records of its rows, empty for those of units and a period.
    pub ids: Vec<u64>,
    /// Units 甲方 whose records are the rows of a form for superiors, by numbers; empty: all.
    pub party_as: Vec<u64>,
    /// Its period begins: contracts that run in it, bills that are due in it.
    #[schemars(with = "Option<DateText>", title = "期间起")]
    pub from: Option<Date>,
    /// Its period ends.
    #[schemars(with = "Option<DateText>", title = "期间止")]
    pub to: Option<Date>,
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

/// Reads the template of a version, with the columns of a form laid into it.
///
/// # Errors
/// A file that is lost or damaged.
pub fn opened(view: &View, kind: PaperKind, version: &PaperVersion) -> Result<Template> {
    let lost = |error: gx_office::OfficeError| lost(version, error.to_string());
    match (Template::read(&bytes_of(view, version)?).map_err(lost)?, &version.form, kind.list()) {
        (Template::Excel(book), Some(form), Some(list)) => form::laid(book, form, list).map(Template::Excel),
        (template, ..) => Ok(template),
    }
}

fn lost(version: &PaperVersion, error: String) -> AppError {
    AppError::refused(format!("模板文件“{}”读取失败，请联系管理员检查文件存储", version.file_name)).because(error)
}

/// The file of a version.
///
/// # Errors
/// One that is lost.
pub fn bytes_of(view: &View, version: &PaperVersion) -> Result<Vec<u8>> {
    let path = view.app.blobs.path(&version.blob).map_err(|error| lost(version, error.to_string()))?;
    std::fs::read(path).map_err(|error| lost(version, error.to_string()))
}

/// POST /paper/paper: one paper for each object, all of them or none.
///
/// # Errors
/// Objects that are missing or out of scope; a template that is not for their party A, or names a field that is gone.
pub fn make(op: &mut Op, input: MakePapers) -> Result<Data<Vec<MadePaper>>> {
    let (template, version) = usable(&op.view(), input.template_id)?;
    let MakePapers { ids, party_as, from, to, .. } = input;
    let mut sheets = source::sheets(&op.view(), template.kind, &Wanted { ids, party_as, from, to })?;
    if template.kind.is_report() {
        sheets.iter_mut().for_each(|sheet| prune(&mut sheet.values, &version.fields));
    }
    let file = opened(&op.view(), template.kind, &version)?;
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

/// Leaves of each row what its template names: a form of thousands of rows keeps no more of persons than it shows.
fn prune(values: &mut Fields, named: &[String]) {
    for value in values.values_mut() {
        if let Value::Rows(rows) = value {
            rows.iter_mut().for_each(|row| row.retain(|name, _| named.contains(name)));
        }
    }
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
    /// Numbers of the papers 文书; more than one go into one file, each on pages of its own; workbooks into an archive.
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
    let template = opened(view, first.kind, &version)?;
    let many = || format!("{} {}份 {}", first.kind.label(), papers.len(), view.now.date());
    if papers.len() == 1 {
        let name = format!("{} {}", first.paper_no, first.subject_no);
        return offered(view, &name, template.ending(), |file| {
            file.write_all(&again(view, &template, first)?).map_err(disk)
        });
    }
    match &template {
        Template::Word(document) => {
            let bytes = together(view, document, &papers)?;
            offered(view, &many(), "docx", |file| file.write_all(&bytes).map_err(disk))
        }
        Template::Excel(_) => offered(view, &many(), "zip", |file| zipped(view, &template, &papers, file)),
    }
}

/// A file to be fetched, written by `write`.
fn offered(
    view: &View,
    name: &str,
    ending: &str,
    write: impl FnOnce(&mut std::fs::File) -> Result<()>,
) -> Result<Workbook> {
    let path = scratch_named(view, &format!(".{ending}"))?;
    let mut file = std::fs::File::create(&path).map_err(disk)?;
    write(&mut file)?;
    Ok(Workbook { path, name: format!("{}.{ending}", safe_file_name(name)) })
}

fn disk(error: std::io::Error) -> AppError {
    AppError::from(crate::store::StoreError::from(error))
}

/// Many workbooks, each byte by byte, in one archive: sheets of several files in one book would share names, areas and pictures.
fn zipped(view: &View, template: &Template, papers: &[Paper], file: &mut std::fs::File) -> Result<()> {
    let watch = view.watch;
    watch.map_or(Ok(()), |watch| watch.begin("文书", papers.len() as u64))?;
    let packing = |error: zip::result::ZipError| AppError::internal(error);
    let options = SimpleFileOptions::default().last_modified_time(zip::DateTime::default());
    let mut archive = zip::ZipWriter::new(file);
    let mut left = MOST_ZIPPED;
    for paper in papers {
        watch.map_or(Ok(()), crate::watch::Watch::step)?;
        let bytes = again(view, template, paper)?;
        let large = || AppError::refused("所选文书合计超过 500 MB，请分批下载");
        left = left.checked_sub(bytes.len()).ok_or_else(large)?;
        let name = safe_file_name(&format!("{} {}", paper.paper_no, paper.subject_no));
        archive.start_file(format!("{name}.{}", template.ending()), options).map_err(packing)?;
        archive.write_all(&bytes).map_err(disk)?;
    }
    archive.finish().map_err(packing)?;
    Ok(())
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
fn together(view: &View, template: &Document, papers: &[Paper]) -> Result<Vec<u8>> {
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
    /// Whether its papers are workbooks.
    pub excel: bool,
}

/// GET /paper/template/options: templates in use for a subject.
///
/// # Errors
/// Records that can't be read.
pub fn options(view: &View, input: AskOptions) -> Result<Data<Vec<TemplateOption>>> {
    let all: Vec<PaperTemplate> = crate::store::Reads::all(view.tx)?;
    let fits = |template: &PaperTemplate| {
        template.status == Status::Normal
            && [template.kind.subject(), template.kind.chosen_from()].contains(&input.subject)
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
            excel: newest.excel,
        });
    }
    offered.order_by_key(|one| (one.kind as u8, one.template_name.clone()));
    Ok(Data(offered))
}
