//! Assets as workbooks: the same columns go out and come in.
//!
//! An asset is found by its code. Who manages a known asset, and since when, changes by an operation of its own, so a row
//! that says otherwise is refused; certificates are added, never removed.

use jiff::civil::Date;

use super::areas::{Areas, of_asset};
use super::ops::{self, AssetInput, ListAssets};
use super::record::{Asset, AssetFacts, AssetState, BY_CODE, Holding, TitleState};
use crate::error::{AppError, Result};
use crate::features::assets::cert::{self, BY_ASSET as CERTS_BY_ASSET, Cert, CertFacts, CertInput};
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::plate::Plate;
use crate::features::system::dept::find::Depts;
use crate::kernel::check;
use crate::op::{Op, View};
use crate::records::exchange::{Cells, Dictionary, Finder, area, day, if_visible, money, several, text, whole};
use crate::records::export::Workbook;
use crate::records::import;
use crate::records::import::{Book, ImportAnswer, ImportFile, ImportKind, Taken};
use crate::records::list::{self, NameCache};
use crate::route::Nothing;
use crate::sheet::{Cell, Column, Row};
use crate::store::{Reads, id, key};

/// A row: an asset with the names around it.
struct AssetSheetRow {
    facts: AssetFacts,
    plate: String,
    party: String,
    held_from: Option<Date>,
    dept: String,
    certs: String,
    areas: Areas,
    state: AssetState,
    remark: String,
}

const COLUMNS: &[Column<AssetSheetRow>] = &[
    Column::new("资产编码", 14.0, |line: &AssetSheetRow| text(&line.facts.asset_code))
        .note("必填，不能重复；按编码查找已有资产"),
    Column::new("资产名称", 30.0, |line: &AssetSheetRow| text(&line.facts.asset_name)).note("新资产必填"),
    Column::new("板块", 12.0, |line: &AssetSheetRow| text(&line.plate)).note("新资产必填，板块名称或编码，须已登记"),
    Column::new("甲方", 26.0, |line: &AssetSheetRow| text(&line.party))
        .note("新资产必填，甲方名称或编码，须已登记；已有资产变更甲方请在页面办理"),
    Column::new("管理起始日", 12.0, |line: &AssetSheetRow| day(line.held_from)).note("留空为 2000-01-01"),
    Column::new("管理部门", 24.0, |line: &AssetSheetRow| text(&line.dept))
        .note("部门名称，重名时写完整路径；留空为甲方的部门"),
    Column::new("资产类型", 10.0, |line: &AssetSheetRow| text(&line.facts.asset_kind)).note("字典“资产类型”中的值"),
    Column::new("区域", 12.0, |line: &AssetSheetRow| text(&line.facts.district)),
    Column::new("地址", 34.0, |line: &AssetSheetRow| text(&line.facts.address)),
    Column::new("权属状况", 10.0, |line: &AssetSheetRow| text(line.facts.title_state.label()))
        .choices(&TitleState::LABELS)
        .note("新资产必填"),
    Column::new("权属证号", 30.0, |line: &AssetSheetRow| text(&line.certs))
        .lines()
        .note("多个用分号隔开；新证号登记为不动产权证，类型等在权属证页面补充；这里没写的证不会删除"),
    Column::new("建筑面积（㎡）", 14.0, |line: &AssetSheetRow| area(line.facts.building_area_m2)).note("最多两位小数"),
    Column::new("土地面积（㎡）", 14.0, |line: &AssetSheetRow| area(line.facts.land_area_m2)).note("最多两位小数"),
    Column::new("套内面积（㎡）", 14.0, |line: &AssetSheetRow| area(line.facts.inner_area_m2)).note("最多两位小数"),
    Column::new("已出租（㎡）", 14.0, |line: &AssetSheetRow| Cell::Decimal(line.areas.let_area_m2.0)).derived(),
    Column::new("空置（㎡）", 14.0, |line: &AssetSheetRow| Cell::Decimal(line.areas.vacant_area_m2.0)).derived(),
    Column::new("自用（㎡）", 14.0, |line: &AssetSheetRow| Cell::Decimal(line.areas.self_use_area_m2.0)).derived(),
    Column::new("出借（㎡）", 14.0, |line: &AssetSheetRow| Cell::Decimal(line.areas.lent_area_m2.0)).derived(),
    Column::new("维修及不可租（㎡）", 16.0, |line: &AssetSheetRow| Cell::Decimal(line.areas.other_area_m2.0)).derived(),
    Column::new("结构", 10.0, |line: &AssetSheetRow| text(&line.facts.structure)).note("字典“建筑结构”中的值"),
    Column::new("建成年份", 10.0, |line: &AssetSheetRow| whole(line.facts.build_year)),
    Column::new("层数", 8.0, |line: &AssetSheetRow| whole(line.facts.floors)),
    Column::new("取得方式", 10.0, |line: &AssetSheetRow| text(&line.facts.acquire_mode)).note("字典“取得方式”中的值"),
    Column::new("取得日期", 12.0, |line: &AssetSheetRow| day(line.facts.acquire_date)),
    Column::new("原值（元）", 16.0, |line: &AssetSheetRow| money(line.facts.original_value_fen)),
    Column::new("净值（元）", 16.0, |line: &AssetSheetRow| money(line.facts.net_value_fen)),
    Column::new("累计折旧（元）", 16.0, |line: &AssetSheetRow| money(line.facts.accum_depr_fen)),
    Column::new("状态", 8.0, |line: &AssetSheetRow| text(line.state.label())).derived(),
    Column::new("备注", 24.0, |line: &AssetSheetRow| text(&line.remark)).lines(),
];

/// Who holds an asset today; the last one when nobody does.
fn holding(asset: &Asset, today: Date) -> Option<&Holding> {
    asset.holdings.iter().find(|holding| holding.span.contains(today)).or(asset.holdings.last())
}

fn cert_numbers(view: &View, asset_id: u64) -> Result<Vec<String>> {
    let certs: Vec<Cert> = view.tx.by(&CERTS_BY_ASSET, &id(asset_id), false, 0, usize::MAX)?;
    Ok(certs.into_iter().map(|cert| cert.facts.cert_no).collect())
}

/// What certificate numbers are told apart by; commas stand in numbers themselves.
const BETWEEN_CERTS: [char; 3] = ['；', ';', '\n'];

fn line(view: &View, asset: &Asset, [plate, party, dept]: [String; 3], areas: Areas) -> Result<AssetSheetRow> {
    Ok(AssetSheetRow {
        facts: asset.facts.clone(),
        plate,
        party,
        held_from: holding(asset, view.now.date()).map(|holding| holding.span.from),
        dept,
        certs: cert_numbers(view, asset.asset_id)?.join("；"),
        areas,
        state: asset.state,
        remark: asset.owned.base.remark.clone(),
    })
}

/// Writes the workbook of the filter.
pub fn prepare_export(view: &View, query: ListAssets) -> Result<Workbook> {
    let (mut names, depts, today) = (NameCache::new(view), Depts::load(view)?, view.now.date());
    list::workbook_of::<ops::Assets, _>(view, &query, "资产台账", COLUMNS, |asset| {
        let party = names.of::<PartyA>(holding(asset, today).map_or(0, |holding| holding.party_a_id))?;
        let around = [names.of::<Plate>(asset.facts.plate_id)?, party, depts.path(asset.owned.dept_id)];
        line(view, asset, around, of_asset(view, asset.asset_id, today)?)
    })
}

fn blank() -> AssetFacts {
    AssetFacts {
        asset_code: String::new(),
        asset_name: String::new(),
        plate_id: 0,
        asset_kind: String::new(),
        district: String::new(),
        address: String::new(),
        title_state: TitleState::Titled,
        building_area_m2: None,
        land_area_m2: None,
        inner_area_m2: None,
        structure: String::new(),
        build_year: None,
        floors: None,
        acquire_mode: String::new(),
        acquire_date: None,
        original_value_fen: None,
        net_value_fen: None,
        accum_depr_fen: None,
        restrictions: Vec::new(),
    }
}

/// Writes the import template.
pub fn prepare_template(view: &View, _: Nothing) -> Result<Workbook> {
    let facts = AssetFacts {
        asset_code: "ZC-000123".into(),
        asset_name: "机械厂一号地块".into(),
        asset_kind: "房屋".into(),
        address: "云川市解放路1号".into(),
        building_area_m2: Some(crate::kernel::area::Area(500_000)),
        build_year: Some(1998),
        ..blank()
    };
    let example = AssetSheetRow {
        facts,
        plate: "工业厂房".into(),
        party: "示例资产经营单位".into(),
        held_from: Some(ops::SINCE),
        dept: String::new(),
        certs: "云（2024）云川市不动产权第0001234号".into(),
        areas: Areas::default(),
        state: AssetState::Registered,
        remark: "示例行不会被导入".into(),
    };
    import::template(view, COLUMNS, "资产台账", &example)
}

/// Reads the workbook outside the transaction.
///
/// # Errors
/// A sentence for a file that cannot be taken.
pub fn prepare_import(_: &View, input: ImportFile) -> Result<Book> {
    import::prepare(&input, COLUMNS, &["资产编码"], "导入资产数据不能为空！")
}

/// What all rows look things up in.
struct Import {
    update: bool,
    plates: Finder<Plate>,
    parties: Finder<PartyA>,
    depts: Depts,
    kinds: Dictionary,
    structures: Dictionary,
    modes: Dictionary,
}

impl Import {
    fn load(view: &View, update: bool) -> Result<Self> {
        Ok(Self {
            update,
            plates: Finder::load(view, |plate: &Plate| [&plate.facts.plate_code, &plate.facts.plate_name])?,
            parties: Finder::load(view, |party: &PartyA| [&party.facts.party_a_code, &party.facts.party_a_name])?,
            depts: Depts::load(view)?,
            kinds: Dictionary::load(view, "asset_kind")?,
            structures: Dictionary::load(view, "asset_structure")?,
            modes: Dictionary::load(view, "asset_acquire_mode")?,
        })
    }

    /// What is known, as an export would write it; the areas only go out.
    fn known_line(&self, view: &View, asset: &Asset) -> Result<AssetSheetRow> {
        let party = holding(asset, view.now.date()).map_or(0, |holding| holding.party_a_id);
        let around =
            [self.plates.title(asset.facts.plate_id), self.parties.title(party), self.depts.path(asset.owned.dept_id)];
        line(view, asset, around, Areas::default())
    }

    fn facts(&self, cells: &mut Cells<'_>, old: AssetFacts) -> Result<AssetFacts> {
        let plate_id = match cells.fresh("板块") {
            Some(name) => cells.collect(self.plates.find(name))?.unwrap_or(old.plate_id),
            None => old.plate_id,
        };
        let title = cells.choice("权属状况", Some(old.title_state), &TitleState::ALL, TitleState::label);
        Ok(AssetFacts {
            plate_id,
            asset_name: cells.text("资产名称", &old.asset_name),
            asset_kind: cells.entry("资产类型", &old.asset_kind, &self.kinds),
            district: cells.text("区域", &old.district),
            address: cells.text("地址", &old.address),
            title_state: title.unwrap_or(old.title_state),
            building_area_m2: cells.area("建筑面积（㎡）", old.building_area_m2),
            land_area_m2: cells.area("土地面积（㎡）", old.land_area_m2),
            inner_area_m2: cells.area("套内面积（㎡）", old.inner_area_m2),
            structure: cells.entry("结构", &old.structure, &self.structures),
            build_year: cells.whole("建成年份", old.build_year, 1000..=2200),
            floors: cells.whole("层数", old.floors, 0..=199),
            acquire_mode: cells.entry("取得方式", &old.acquire_mode, &self.modes),
            acquire_date: cells.day("取得日期", old.acquire_date),
            original_value_fen: cells.fen("原值（元）", old.original_value_fen),
            net_value_fen: cells.fen("净值（元）", old.net_value_fen),
            accum_depr_fen: cells.fen("累计折旧（元）", old.accum_depr_fen),
            ..old
        })
    }

    /// Who is to hold a new asset, and whether a known one's row agrees with the register.
    fn holder(&self, cells: &mut Cells<'_>, known: Option<&Asset>, today: Date) -> Result<(Option<u64>, Option<Date>)> {
        let party = match cells.fresh("甲方") {
            Some(name) => cells.collect(self.parties.find(name))?,
            None => None,
        };
        let from = cells.day("管理起始日", None);
        if let Some(held) = known.and_then(|asset| holding(asset, today))
            && (party.is_some_and(|party| party != held.party_a_id) || from.is_some_and(|from| from != held.span.from))
        {
            let (name, since) = (self.parties.title(held.party_a_id), held.span.from);
            cells.complain(format!(
                "资产现由“{name}”自 {since} 起管理，与表中甲方或管理起始日不同；变更甲方请在资产台账办理"
            ));
        }
        Ok((party, from))
    }

    fn take(&self, op: &mut Op, row: &Row) -> Result<Taken> {
        let code = row.get("资产编码").trim();
        check::required("assetCode", code, "资产编码不能为空")?;
        let view = op.view();
        let known = if_visible(&view, view.tx.one::<Asset>(&BY_CODE, &key().str(code))?);
        let before = known.as_ref().map(|asset| self.known_line(&view, asset)).transpose()?;
        let mut cells = Cells::of(row, COLUMNS, before.as_ref());
        if cells.is_quiet() {
            return Ok(Taken::Unchanged);
        }
        for header in ["资产名称", "板块", "甲方", "权属状况"] {
            cells.required(header, known.is_none());
        }
        let (party_a_id, held_from) = self.holder(&mut cells, known.as_ref(), view.now.date())?;
        let old = known.as_ref().map_or_else(blank, |asset| asset.facts.clone());
        let facts = AssetFacts { asset_code: code.to_owned(), ..self.facts(&mut cells, old)? };
        let dept_id = match cells.fresh("管理部门") {
            Some(name) => cells.collect(self.depts.find(name))?,
            None => None,
        };
        let remark = cells.text("备注", known.as_ref().map_or("", |asset| &asset.owned.base.remark));
        cells.done()?;
        let certs = new_certs(&view, known.as_ref(), cells.fresh("权属证号").unwrap_or_default())?;
        let form = AssetInput {
            asset_id: known.as_ref().map(|asset| asset.asset_id),
            version: None,
            dept_id,
            party_a_id,
            held_from,
            files: known.as_ref().map(|asset| asset.files.clone()).unwrap_or_default(),
            remark,
            facts,
        };
        self.write(op, known, form, certs)
    }

    fn write(&self, op: &mut Op, known: Option<Asset>, form: AssetInput, certs: Vec<String>) -> Result<Taken> {
        let Some(asset) = known else {
            let asset_id = ops::create(op, form)?.0.id;
            add_certs(op, asset_id, certs)?;
            return Ok(Taken::Created);
        };
        let moves = form.dept_id.is_some_and(|dept_id| dept_id != asset.owned.dept_id);
        let same = !moves && form.facts == asset.facts && form.remark == asset.owned.base.remark;
        if same && certs.is_empty() {
            return Ok(Taken::Unchanged);
        }
        if !self.update {
            return Err(AppError::refused(format!("资产编码 {} 已存在", asset.facts.asset_code)));
        }
        if !same {
            ops::update(op, form)?;
        }
        add_certs(op, asset.asset_id, certs)?;
        Ok(Taken::Updated)
    }
}

/// Numbers of a cell that the asset does not have yet.
fn new_certs(view: &View, known: Option<&Asset>, cell: &str) -> Result<Vec<String>> {
    let old = known.map_or(Ok(Vec::new()), |asset| cert_numbers(view, asset.asset_id))?;
    let mut new: Vec<String> = Vec::new();
    for number in several(cell, &BETWEEN_CERTS) {
        if new.iter().any(|other| other == number) {
            return Err(AppError::refused(format!("权属证号 {number} 在单元格中重复")));
        }
        if !old.iter().any(|other| other == number) {
            new.push(number.to_owned());
        }
    }
    Ok(new)
}

fn add_certs(op: &mut Op, asset_id: u64, numbers: Vec<String>) -> Result<()> {
    if !numbers.is_empty() && !op.caller.rights.holds("asset:cert:add") {
        return Err(AppError::refused("您没有新增权属证的权限，权属证号请留空"));
    }
    for cert_no in numbers {
        let facts = CertFacts { asset_id, cert_no, ..CertFacts::default() };
        cert::create(op, CertInput { facts, ..CertInput::default() })?;
    }
    Ok(())
}

const KIND: ImportKind = ImportKind {
    noun: "资产",
    key: |row| row.get("资产编码").trim().to_owned(),
    key_name: "资产编码",
    name: "资产名称",
};

pub fn import(op: &mut Op, book: Book) -> Result<ImportAnswer> {
    let import = Import::load(&op.view(), book.update_support)?;
    import::work(op, book, &KIND, |op, row| import.take(op, row))?.finish(op, None)
}
