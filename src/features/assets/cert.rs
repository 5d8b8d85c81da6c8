//! Title certificates 权属证 of an asset (domain.md 2.4).

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::asset::record::Asset;
use crate::columns::field::{day as column_day, whole};
use crate::columns::{Field, Listed};
use crate::error::{AppError, Result};
use crate::kernel::area::Area;
use crate::kernel::check;
use crate::kernel::dates::RegisterDateText;
use crate::kernel::enumeration::{Coded, numbered};
use crate::kernel::page::Paging;
use crate::op::{Op, View};
use crate::records::files as access;
use crate::records::files::ReferenceKind;
use crate::records::list::{
    self, FilterBuilder, List, Made, Many, NameCache, NoSums, One, Place, created, creator, dept,
};
use crate::records::owned;
use crate::records::owned::{Owned, OwnedOut, business};
use crate::route::{AuditAction, Data, Done, Method, Route, read, write};
use crate::sheet::{Cell, Column};
use crate::store::{Index, Key, Reads, Record, id, key};

numbered! {
    /// 证件类型
    #[derive(Default)]
    pub enum CertKind {
        #[default]
        RealEstate = 1 => "不动产权证",
        House = 2 => "房产证",
        Land = 3 => "土地证",
        Other = 9 => "其他",
    }
}

/// What a person writes about a certificate.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct CertFacts {
    /// The asset 资产 that it is part of, by number.
    #[schemars(title = "所属资产")]
    pub asset_id: u64,
    /// Which kind it is, one of the values of its type.
    #[schemars(title = "证件类型")]
    pub kind: CertKind,
    /// Number of the certificate 证号, unique.
    pub cert_no: String,
    /// Who holds the right 权利人, as written on the certificate.
    pub holder: String,
    /// When it was issued.
    #[schemars(with = "Option<RegisterDateText>", title = "发证日期")]
    pub issue_date: Option<Date>,
    /// Area in ㎡ as written on the certificate.
    #[schemars(title = "证载面积")]
    pub area_m2: Option<Area>,
    /// Use of the land as written on the certificate 土地用途.
    pub land_use: String,
    /// 出让 or 划拨, as text.
    pub land_nature: String,
    /// Last day of the right of use.
    #[schemars(with = "Option<RegisterDateText>", title = "使用期限")]
    pub term_end: Option<Date>,
    /// Whether others hold it too.
    pub co_owned: bool,
    /// Whether it is mortgaged.
    pub mortgaged: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cert {
    pub cert_id: u64,
    /// What a person writes.
    pub facts: CertFacts,
    pub files: Vec<u64>,
    /// Lock, department, maker.
    pub owned: Owned,
}

/// Certificates of an asset.
pub const BY_ASSET: Index<Cert> =
    Index { name: "cert/asset", unique: false, keys: |cert| vec![id(cert.facts.asset_id)] };
const BY_NO: Index<Cert> = Index { name: "cert/no", unique: true, keys: |cert| vec![key().str(&cert.facts.cert_no)] };

impl Record for Cert {
    const TABLE: &'static str = "cert";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[BY_ASSET, BY_NO];
    fn id(&self) -> Key {
        id(self.cert_id)
    }
}

business!(Cert, "权属证", cert_id, facts.cert_no);

/// Scans of certificates: seen by whoever may see the certificate.
pub const FILES: ReferenceKind = ReferenceKind {
    name: "cert",
    may_see: |view, file| {
        let Some(to) = &file.reference else { return Ok(false) };
        Ok(owned::find_through::<Cert>(view, to.id, "asset:cert:query").is_ok())
    },
};

/// A certificate on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CertOut {
    /// Number of the certificate 权属证.
    pub cert_id: u64,
    /// What a person wrote.
    #[serde(flatten)]
    pub facts: CertFacts,
    /// Name of its asset.
    pub asset_name: String,
    /// Scans, by the numbers of their files.
    pub files: Vec<u64>,
    /// Lock, department, maker.
    #[serde(flatten)]
    pub owned: OwnedOut,
}

fn out(names: &mut NameCache<'_>, cert: &Cert) -> Result<CertOut> {
    Ok(CertOut {
        cert_id: cert.cert_id,
        facts: cert.facts.clone(),
        asset_name: names.of::<Asset>(cert.facts.asset_id)?,
        files: cert.files.clone(),
        owned: OwnedOut::of(names.view(), &cert.owned)?,
    })
}

/// Filters of the list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListCerts {
    /// Only of these assets 资产, by numbers; absent: all.
    pub asset_id: Vec<u64>,
    /// Part of the number.
    pub cert_no: Option<String>,
    /// Only of these kinds; absent: all.
    pub kind: Vec<CertKind>,
    /// Ending by this day.
    #[schemars(with = "Option<RegisterDateText>", title = "到期日")]
    pub ends_by: Option<Date>,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

const ASSET: Field<Cert> = Field::link::<Asset>("assetId", "assetName", |cert| whole(cert.facts.asset_id));
const NO: Field<Cert> = Field::text("certNo", |cert| cert.facts.cert_no.clone());
const KIND: Field<Cert> = Field::number("kind", |cert| cert.facts.kind.code());
const END: Field<Cert> = Field::number("termEnd", |cert| column_day(cert.facts.term_end));

impl Listed for Cert {
    const FIELDS: &'static [Field<Self>] = &[
        ASSET,
        NO,
        KIND,
        END,
        Field::person("holder", |cert| cert.facts.holder.clone()),
        Field::number("issueDate", |cert| column_day(cert.facts.issue_date)),
        dept(),
        creator(),
        created(),
    ];
    const TITLE: &'static str = "certNo";
}

/// 权属证
pub struct Certs;

impl List for Certs {
    type Record = Cert;
    type Query = ListCerts;
    type Row = CertOut;
    type Sums = NoSums;

    const PLACE: Place = Place {
        list: "/asset/cert/list",
        permission: "asset:cert:list",
        export: Some(("/asset/cert/export", "asset:cert:export")),
        title: TITLE,
    };
    const SHEET: &'static str = "权属证";
    const COLUMNS: &'static [Column<CertOut>] = COLUMNS;

    fn paging(query: &ListCerts) -> &Paging {
        &query.paging
    }

    fn narrow(_: &View, query: &ListCerts, ask: &mut FilterBuilder<Cert>) -> Result<()> {
        ask.several(&ASSET, &query.asset_id)?;
        ask.word(query.cert_no.as_deref(), &[&NO])?;
        ask.several(&KIND, &query.kind)?;
        ask.days(&END, None, query.ends_by)
    }

    fn row(names: &mut NameCache<'_>, record: &Cert) -> Result<CertOut> {
        out(names, record)
    }
}

fn show(view: &View, input: One) -> Result<Data<CertOut>> {
    out(&mut NameCache::new(view), &owned::find(view, input.id)?).map(Data)
}

/// A certificate as a form sends it.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct CertInput {
    /// Which; absent for a new one.
    pub cert_id: Option<u64>,
    /// The version that was read.
    pub version: Option<u64>,
    /// Scans, by the numbers of their files.
    pub files: Vec<u64>,
    /// Remark in free text; empty: none.
    pub remark: String,
    /// What a person writes.
    #[serde(flatten)]
    pub facts: CertFacts,
}

fn checked(view: &View, input: &CertInput, cert_id: u64) -> Result<CertFacts> {
    let mut facts = input.facts.clone();
    facts.cert_no = facts.cert_no.trim().to_owned();
    check::required("certNo", &facts.cert_no, "权属证号不能为空")?;
    check::at_most("certNo", &facts.cert_no, 64, "权属证号长度不能超过64个字符")?;
    check::at_most("holder", &facts.holder, 100, "权利人长度不能超过100个字符")?;
    check::remark(&input.remark)?;
    if input.files.len() > 100 {
        return Err(AppError::refused("附件不能超过100个").at("files"));
    }
    if let (Some(issued), Some(end)) = (facts.issue_date, facts.term_end)
        && end < issued
    {
        return Err(AppError::refused("使用期限不能早于发证日期").at("termEnd"));
    }
    let _: Asset = owned::find(view, facts.asset_id)?;
    let found: Option<Cert> = view.tx.one(&BY_NO, &key().str(&facts.cert_no))?;
    if found.is_some_and(|other| other.cert_id != cert_id) {
        return Err(AppError::refused(format!("权属证号 {} 已登记", facts.cert_no)).at("certNo"));
    }
    Ok(facts)
}

/// POST /asset/cert
///
/// # Errors
/// A sentence for a field that breaks a rule.
pub fn create(op: &mut Op, input: CertInput) -> Result<Data<Made>> {
    let facts = checked(&op.view(), &input, 0)?;
    let asset: Asset = owned::find(&op.view(), facts.asset_id)?;
    let cert_id = op.next_id::<Cert>()?;
    access::set(op, &input.files, FILES.name, cert_id)?;
    let cert = Cert { cert_id, facts, files: input.files, owned: Owned::default() };
    owned::insert(op, cert, asset.owned.dept_id, input.remark)?;
    Ok(Data(Made { id: cert_id }))
}

fn update(op: &mut Op, input: CertInput) -> Result<Done> {
    let old: Cert = owned::find(&op.view(), input.cert_id.unwrap_or(0))?;
    owned::check_version(&op.view(), &old, input.version)?;
    let facts = checked(&op.view(), &input, old.cert_id)?;
    access::set(op, &input.files, FILES.name, old.cert_id)?;
    let mut cert = Cert { facts, files: input.files, ..old.clone() };
    cert.owned.base.remark = input.remark;
    owned::update(op, &old, cert, "修改")?;
    Ok(Done)
}

fn remove(op: &mut Op, input: Many) -> Result<Done> {
    for cert_id in input.ids {
        let cert: Cert = owned::find(&op.view(), cert_id)?;
        access::set(op, &[], FILES.name, cert_id)?;
        owned::remove(op, &cert)?;
    }
    Ok(Done)
}

const COLUMNS: &[Column<CertOut>] = &[
    Column::new("资产", 28.0, |row: &CertOut| Cell::Text(row.asset_name.clone())),
    Column::new("证件类型", 12.0, |row| Cell::Text(row.facts.kind.label().into())),
    Column::new("权属证号", 30.0, |row| Cell::Text(row.facts.cert_no.clone())),
    Column::new("权利人", 24.0, |row| Cell::Text(row.facts.holder.clone())),
    Column::new("发证日期", 12.0, |row| day(row.facts.issue_date)),
    Column::new("证载面积（㎡）", 14.0, |row| {
        row.facts.area_m2.map_or(Cell::Empty, |area| Cell::Decimal(area.0))
    }),
    Column::new("土地用途", 14.0, |row| Cell::Text(row.facts.land_use.clone())),
    Column::new("土地性质", 10.0, |row| Cell::Text(row.facts.land_nature.clone())),
    Column::new("使用期限至", 12.0, |row| day(row.facts.term_end)),
    Column::new("共有", 8.0, |row| Cell::Text(if row.facts.co_owned { "是" } else { "否" }.into())),
    Column::new("抵押", 8.0, |row| Cell::Text(if row.facts.mortgaged { "是" } else { "否" }.into())),
];

fn day(day: Option<Date>) -> Cell {
    day.map_or(Cell::Empty, Cell::Date)
}

const TITLE: &str = "权属证管理";

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    let mut routes = list::routes::<Certs>();
    routes.extend(vec![
        read("/asset/cert/{id}", show).perm("asset:cert:query").titled("权属证详情"),
        write(Method::Post, "/asset/cert", create).perm("asset:cert:add").audit(TITLE, AuditAction::Insert),
        write(Method::Put, "/asset/cert", update).perm("asset:cert:edit").audit(TITLE, AuditAction::Update),
        write(Method::Delete, "/asset/cert/{ids}", remove).perm("asset:cert:remove").audit(TITLE, AuditAction::Delete),
    ]);
    routes
}
