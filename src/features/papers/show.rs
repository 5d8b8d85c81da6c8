//! Templates and papers as people see them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::kind::{PaperKind, PaperSubject};
use super::record::{Difference, Paper, PaperForm, PaperTemplate, PaperVersion, ReturnState};
use super::template::{version, versions};
use crate::columns::field::whole;
use crate::columns::{Field, Listed};
use crate::error::Result;
use crate::features::assets::party_a::record::PartyA;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::enumeration::Coded;
use crate::kernel::page::Paging;
use crate::op::View;
use crate::records::list::{FilterBuilder, List, NameCache, NoSums, One, Place, created, creator, dept};
use crate::records::names::person_name;
use crate::records::owned::{self, OwnedOut};
use crate::records::personal;
use crate::records::status::Status;
use crate::route::Data;
use crate::sheet::{Cell, Column};

const KIND: Field<PaperTemplate> = Field::number("kind", |template| template.kind.code());
const NAME: Field<PaperTemplate> = Field::name("templateName", |template| template.template_name.clone());
const STATUS: Field<PaperTemplate> = Field::word("status", Status::WORDS, |template| template.status.code());
const VERSION_NO: Field<PaperTemplate> = Field::number("versionNo", |template| i64::from(template.version_no));

impl Listed for PaperTemplate {
    const FIELDS: &'static [Field<Self>] = &[KIND, NAME, STATUS, VERSION_NO, dept(), creator(), created()];
    const TITLE: &'static str = "templateName";
}

/// A template in lists.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TemplateOut {
    /// Number of the template 文书模板.
    pub template_id: u64,
    /// What papers it makes.
    pub kind: PaperKind,
    /// What people call it.
    pub template_name: String,
    /// Units 甲方 that may use it, by numbers; empty: all.
    pub party_as: Vec<u64>,
    /// Names of the units that may use it.
    pub party_a_names: Vec<String>,
    /// Whether it makes papers.
    pub status: Status,
    /// Its newest version, from 1.
    pub version_no: u32,
    /// Lock and maker.
    #[serde(flatten)]
    pub owned: OwnedOut,
}

fn template_out(view: &View, names: &mut NameCache<'_>, template: &PaperTemplate) -> Result<TemplateOut> {
    Ok(TemplateOut {
        template_id: template.template_id,
        kind: template.kind,
        template_name: template.template_name.clone(),
        party_as: template.party_as.clone(),
        party_a_names: template.party_as.iter().map(|party| names.of::<PartyA>(*party)).collect::<Result<_>>()?,
        status: template.status,
        version_no: template.version_no,
        owned: OwnedOut::of(view, &template.owned)?,
    })
}

/// Filters of the list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListTemplates {
    /// Part of the name.
    pub template_name: Option<String>,
    /// Only these kinds 文书种类; absent: all.
    pub kind: Vec<PaperKind>,
    /// Only "0" in use or "1" disabled; absent: both.
    pub status: Vec<Status>,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

/// 文书模板
pub struct Templates;

impl List for Templates {
    type Record = PaperTemplate;
    type Query = ListTemplates;
    type Row = TemplateOut;
    type Sums = NoSums;

    const PLACE: Place = Place {
        list: "/paper/template/list",
        permission: "paper:template:list",
        export: Some(("/paper/template/export", "paper:template:list")),
        title: super::TEMPLATE,
    };
    const SHEET: &'static str = "文书模板";
    const COLUMNS: &'static [Column<TemplateOut>] = &[
        Column::new("文书种类", 14.0, |row: &TemplateOut| Cell::Text(row.kind.label().into())),
        Column::new("模板名称", 30.0, |row| Cell::Text(row.template_name.clone())),
        Column::new("版本", 8.0, |row| Cell::Number(i64::from(row.version_no))),
        Column::new("适用甲方", 40.0, |row| Cell::Text(row.party_a_names.join("、"))),
        Column::new("状态", 8.0, |row| Cell::Text(row.status.label().into())),
        Column::new("备注", 30.0, |row| Cell::Text(row.owned.base.remark.clone())),
    ];
    const ORDER: &'static [(&'static str, bool)] = &[("kind", false)];

    fn paging(query: &ListTemplates) -> &Paging {
        &query.paging
    }

    fn narrow(_: &View, query: &ListTemplates, ask: &mut FilterBuilder<PaperTemplate>) -> Result<()> {
        ask.word(query.template_name.as_deref(), &[&NAME])?;
        ask.several(&KIND, &query.kind)?;
        ask.several(&STATUS, &query.status)
    }

    fn row(names: &mut NameCache<'_>, template: &PaperTemplate) -> Result<TemplateOut> {
        let view = *names.view();
        template_out(&view, names, template)
    }
}

/// A file of a template.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TemplateVersionOut {
    /// From 1.
    pub version_no: u32,
    /// The file, by number.
    pub file_id: u64,
    /// Name of the file.
    pub file_name: String,
    /// Names of its fields, each once.
    pub fields: Vec<String>,
    /// Whether a head or foot of pages has fields: then many papers don't go into one file.
    pub in_margin: bool,
    /// Whether it is a workbook.
    pub excel: bool,
    /// How the columns of a superior's form are filled; none of what says its fields itself.
    pub form: Option<PaperForm>,
    /// Real name of who uploaded it.
    pub made_by: String,
    /// `yyyy-MM-dd HH:mm:ss`
    pub made_at: String,
}

/// A template with all its files.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TemplateCard {
    /// The template.
    #[serde(flatten)]
    pub template: TemplateOut,
    /// Its files, the newest first.
    pub versions: Vec<TemplateVersionOut>,
}

/// GET /paper/template/{id}
///
/// # Errors
/// A template that is gone.
pub fn show_template(view: &View, input: One) -> Result<Data<TemplateCard>> {
    let template: PaperTemplate = owned::find(view, input.id)?;
    let shown = |version: PaperVersion| {
        Ok(TemplateVersionOut {
            version_no: version.version_no,
            file_id: version.file_id,
            file_name: version.file_name,
            fields: version.fields,
            in_margin: version.in_margin,
            excel: version.excel,
            form: version.form,
            made_by: person_name(view, &version.made_by)?,
            made_at: version.made_at.to_text(),
        })
    };
    let versions = versions(view, template.template_id)?.into_iter().map(shown).collect::<Result<_>>()?;
    Ok(Data(TemplateCard { template: template_out(view, &mut NameCache::new(view), &template)?, versions }))
}

const PAPER_NO: Field<Paper> = Field::text("paperNo", |paper| paper.paper_no.clone());
const PAPER_KIND: Field<Paper> = Field::number("kind", |paper| paper.kind.code());
const SUBJECT_NO: Field<Paper> = Field::name("subjectNo", |paper| paper.subject_no.clone());
const SUBJECT: Field<Paper> = Field::number("subject", |paper| paper.kind.subject().code());
const SUBJECT_ID: Field<Paper> = Field::number("subjectId", |paper| whole(paper.subject_id));
const TENANT: Field<Paper> = Field::link::<Tenant>("tenantId", "tenantName", |paper| whole(paper.tenant_id));
const PARTY_A: Field<Paper> = Field::link::<PartyA>("partyAId", "partyAName", |paper| whole(paper.party_a_id));
const RETURN_STATE: Field<Paper> = Field::number("returnState", |paper| paper.returned.state.code());

impl Listed for Paper {
    const FIELDS: &'static [Field<Self>] = &[
        PAPER_NO,
        PAPER_KIND,
        SUBJECT_NO,
        SUBJECT,
        SUBJECT_ID,
        TENANT,
        PARTY_A,
        RETURN_STATE,
        dept(),
        creator(),
        created(),
    ];
    const TITLE: &'static str = "paperNo";
}

/// A paper in lists.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaperOut {
    /// Number of the paper 文书, by which other records name it.
    pub paper_id: u64,
    /// `WS-202611-000001`
    pub paper_no: String,
    /// What kind of paper it is 文书种类.
    pub kind: PaperKind,
    /// The template 文书模板 that it was made from, by number.
    pub template_id: u64,
    /// Name of the template.
    pub template_name: String,
    /// Version of the template.
    pub version_no: u32,
    /// What it is about.
    pub subject: PaperSubject,
    /// That, by number.
    pub subject_id: u64,
    /// What people call that: number of the contract, of the receipt …
    pub subject_no: String,
    /// The tenant 乙方 it goes to, by number; 0 for none.
    pub tenant_id: u64,
    /// Name of the tenant.
    pub tenant_name: String,
    /// The party A 甲方 that issues it, by number.
    pub party_a_id: u64,
    /// Name of the party A.
    pub party_a_name: String,
    /// SHA-256 of the file in hex: a file that is made again has the same.
    pub sha256: String,
    /// Whether a text came back, and whether it says the same 定稿核对.
    pub return_state: ReturnState,
    /// The text that came back, by number; 0 for none.
    pub return_file_id: u64,
    /// Name of the file that came back.
    pub return_file_name: String,
    /// How many fields of it say the same.
    pub same: usize,
    /// Real name of who brought it.
    pub returned_by: String,
    /// `yyyy-MM-dd HH:mm:ss`; empty: no text has come back.
    pub returned_at: String,
    /// Lock, department, maker.
    #[serde(flatten)]
    pub owned: OwnedOut,
}

/// Shows a paper as lists do.
///
/// # Errors
/// Records that can't be read.
fn paper_out(view: &View, names: &mut NameCache<'_>, paper: &Paper) -> Result<PaperOut> {
    let returned = &paper.returned;
    Ok(PaperOut {
        paper_id: paper.paper_id,
        paper_no: paper.paper_no.clone(),
        kind: paper.kind,
        template_id: paper.template_id,
        template_name: names.of::<PaperTemplate>(paper.template_id)?,
        version_no: paper.version_no,
        subject: paper.kind.subject(),
        subject_id: paper.subject_id,
        subject_no: paper.subject_no.clone(),
        tenant_id: paper.tenant_id,
        tenant_name: names.of::<Tenant>(paper.tenant_id)?,
        party_a_id: paper.party_a_id,
        party_a_name: names.of::<PartyA>(paper.party_a_id)?,
        sha256: paper.sha256.clone(),
        return_state: returned.state,
        return_file_id: returned.file_id,
        return_file_name: returned.file_name.clone(),
        same: returned.same,
        returned_by: person_name(view, &returned.by)?,
        returned_at: returned.at.map(|at| at.to_text()).unwrap_or_default(),
        owned: OwnedOut::of(view, &paper.owned)?,
    })
}

/// Filters of the list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListPapers {
    /// Part of the paper's number or of what it is about.
    pub key_word: Option<String>,
    /// Only these kinds 文书种类; absent: all.
    pub kind: Vec<PaperKind>,
    /// Only about this kind of thing, with `subjectId`.
    pub subject: Option<PaperSubject>,
    /// Only about this one, by number.
    pub subject_id: Option<u64>,
    /// Only of these tenants 乙方, by numbers; absent: all.
    pub tenant_id: Vec<u64>,
    /// Only of these parties A 甲方, by numbers; absent: all.
    pub party_a_id: Vec<u64>,
    /// Only with this result of 定稿核对; absent: all.
    pub return_state: Vec<ReturnState>,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

/// 文书
pub struct Papers;

impl List for Papers {
    type Record = Paper;
    type Query = ListPapers;
    type Row = PaperOut;
    type Sums = NoSums;

    const PLACE: Place = Place {
        list: "/paper/paper/list",
        permission: "paper:paper:list",
        export: Some(("/paper/paper/export", "paper:paper:export")),
        title: super::TITLE,
    };
    const SHEET: &'static str = "文书";
    const COLUMNS: &'static [Column<PaperOut>] = &[
        Column::new("文书编号", 22.0, |row: &PaperOut| Cell::Text(row.paper_no.clone())),
        Column::new("文书种类", 12.0, |row| Cell::Text(row.kind.label().into())),
        Column::new("对象", 24.0, |row| Cell::Text(row.subject_no.clone())),
        Column::new("乙方", 30.0, |row| Cell::Text(row.tenant_name.clone())),
        Column::new("甲方", 26.0, |row| Cell::Text(row.party_a_name.clone())),
        Column::new("模板", 26.0, |row| Cell::Text(format!("{} v{}", row.template_name, row.version_no))),
        Column::new("定稿核对", 14.0, |row| Cell::Text(row.return_state.label().into())),
        Column::new("制作人", 12.0, |row| Cell::Text(row.owned.create_by_name.clone())),
        Column::new("制作时间", 20.0, |row| Cell::Text(row.owned.base.create_time.clone().unwrap_or_default())),
    ];
    const NEWEST: bool = true;

    fn paging(query: &ListPapers) -> &Paging {
        &query.paging
    }

    fn narrow(_: &View, query: &ListPapers, ask: &mut FilterBuilder<Paper>) -> Result<()> {
        ask.word(query.key_word.as_deref(), &[&PAPER_NO, &SUBJECT_NO])?;
        ask.several(&PAPER_KIND, &query.kind)?;
        ask.given(&SUBJECT, query.subject)?;
        ask.given(&SUBJECT_ID, query.subject_id)?;
        ask.several(&TENANT, &query.tenant_id)?;
        ask.several(&PARTY_A, &query.party_a_id)?;
        ask.several(&RETURN_STATE, &query.return_state)
    }

    fn row(names: &mut NameCache<'_>, paper: &Paper) -> Result<PaperOut> {
        let view = *names.view();
        paper_out(&view, names, paper)
    }
}

/// A paper with what a returned text says otherwise.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaperCard {
    /// The paper.
    #[serde(flatten)]
    pub paper: PaperOut,
    /// Whether it is a workbook: no text of it comes back.
    pub excel: bool,
    /// Fields of the returned text that say something else, in their order.
    pub differences: Vec<Difference>,
}

/// Opens the sealed list of differences.
///
/// # Errors
/// A seal that doesn't open.
fn differences(view: &View, paper: &Paper) -> Result<Vec<Difference>> {
    if paper.returned.differences.is_empty() {
        return Ok(Vec::new());
    }
    serde_json::from_str(&personal::open(view, &paper.returned.differences)?).map_err(crate::error::AppError::internal)
}

/// A paper with all that is shown of it.
///
/// # Errors
/// Records that can't be read.
pub fn card(view: &View, paper: &Paper) -> Result<PaperCard> {
    let excel = version(view, paper.template_id, paper.version_no)?.excel;
    let differences = differences(view, paper)?;
    Ok(PaperCard { paper: paper_out(view, &mut NameCache::new(view), paper)?, excel, differences })
}

/// GET /paper/paper/{id}
///
/// # Errors
/// A paper that the caller doesn't see.
pub fn show_paper(view: &View, input: One) -> Result<Data<PaperCard>> {
    let paper: Paper = owned::find(view, input.id)?;
    Ok(Data(card(view, &paper)?))
}
