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
use crate::kernel::area::Area;
use crate::kernel::check;
use crate::op::{Op, View};
use crate::records::exchange::{Cells, Column, Dictionary, Exchange, Finder, if_visible, several, text, whole};
use crate::records::export::Workbook;
use crate::records::import::{ImportKind, Taken};
use crate::records::list::NameCache;
use crate::sheet::{Cell, Row};
use crate::store::{Reads, id, key};

/// A row: an asset with the names around it.
#[derive(Default)]
pub struct AssetSheetRow {
    facts: AssetFacts,
    plate: String,
    party: String,
    /// The one that a row names.
    party_a_id: Option<u64>,
    held_from: Option<Date>,
    dept: String,
    /// The one that a row names.
    dept_id: Option<u64>,
    certs: String,
    areas: Areas,
    state: AssetState,
    remark: String,
}

type Col = Column<AssetSheetRow, Import>;

pub static ASSETS: Exchange<AssetSheetRow, Import> = Exchange {
    sheet: "资产台账",
    columns: &[
        Col::text("资产编码", 14.0, |row| &mut row.facts.asset_code).note("必填，不能重复；按编码查找已有资产"),
        Col::text("资产名称", 30.0, |row| &mut row.facts.asset_name).note("新资产必填"),
        Col::new("板块", 12.0, |row| text(&row.plate))
            .note("新资产必填，板块名称或编码，须已登记")
            .sets(|cell, row, find| cell.link(&find.plates).map(|value| row.facts.plate_id = value)),
        Col::new("甲方", 26.0, |row| text(&row.party))
            .note("新资产必填，甲方名称或编码，须已登记；已有资产变更甲方请在页面办理")
            .sets(|cell, row, find| cell.link(&find.parties).map(|value| row.party_a_id = Some(value))),
        Col::day("管理起始日", 12.0, |row| &mut row.held_from).note("留空为 2000-01-01"),
        Col::new("管理部门", 24.0, |row| text(&row.dept))
            .note("部门名称，重名时写完整路径；留空为甲方的部门")
            .sets(|cell, row, find| find.depts.find(cell.text()).map(|dept_id| row.dept_id = Some(dept_id))),
        Col::text("资产类型", 10.0, |row| &mut row.facts.asset_kind)
            .note("字典“资产类型”中的值")
            .sets(|cell, row, find| cell.entry(&find.kinds).map(|value| row.facts.asset_kind = value)),
        Col::text("区域", 12.0, |row| &mut row.facts.district),
        Col::text("地址", 34.0, |row| &mut row.facts.address),
        Col::new("权属状况", 10.0, |row| text(row.facts.title_state.label()))
            .choices(&TitleState::LABELS)
            .note("新资产必填")
            .sets(|cell, row, _| {
                cell.label(&TitleState::ALL, TitleState::label).map(|value| row.facts.title_state = value)
            }),
        Col::new("权属证号", 30.0, |row| text(&row.certs))
            .lines()
            .note("多个用分号隔开；新证号登记为不动产权证，类型等在权属证页面补充；这里没写的证不会删除"),
        Col::area("建筑面积（㎡）", 14.0, |row| &mut row.facts.building_area_m2).note("最多两位小数"),
        Col::area("土地面积（㎡）", 14.0, |row| &mut row.facts.land_area_m2).note("最多两位小数"),
        Col::area("套内面积（㎡）", 14.0, |row| &mut row.facts.inner_area_m2).note("最多两位小数"),
        Col::new("已出租（㎡）", 14.0, |row| Cell::Decimal(row.areas.let_area_m2.0)).derived(),
        Col::new("空置（㎡）", 14.0, |row| Cell::Decimal(row.areas.vacant_area_m2.0)).derived(),
        Col::new("自用（㎡）", 14.0, |row| Cell::Decimal(row.areas.self_use_area_m2.0)).derived(),
        Col::new("出借（㎡）", 14.0, |row| Cell::Decimal(row.areas.lent_area_m2.0)).derived(),
        Col::new("维修及不可租（㎡）", 16.0, |row| Cell::Decimal(row.areas.other_area_m2.0)).derived(),
        Col::text("结构", 10.0, |row| &mut row.facts.structure)
            .note("字典“建筑结构”中的值")
            .sets(|cell, row, find| cell.entry(&find.structures).map(|value| row.facts.structure = value)),
        Col::new("建成年份", 10.0, |row| whole(row.facts.build_year))
            .sets(|cell, row, _| cell.whole(1000..=2200).map(|value| row.facts.build_year = Some(value))),
        Col::new("层数", 8.0, |row| whole(row.facts.floors))
            .sets(|cell, row, _| cell.whole(0..=199).map(|value| row.facts.floors = Some(value))),
        Col::text("取得方式", 10.0, |row| &mut row.facts.acquire_mode)
            .note("字典“取得方式”中的值")
            .sets(|cell, row, find| cell.entry(&find.modes).map(|value| row.facts.acquire_mode = value)),
        Col::day("取得日期", 12.0, |row| &mut row.facts.acquire_date),
        Col::fen("原值（元）", 16.0, |row| &mut row.facts.original_value_fen),
        Col::fen("净值（元）", 16.0, |row| &mut row.facts.net_value_fen),
        Col::fen("累计折旧（元）", 16.0, |row| &mut row.facts.accum_depr_fen),
        Col::new("状态", 8.0, |row| text(row.state.label())).derived(),
        Col::text("备注", 24.0, |row| &mut row.remark).lines(),
    ],
    needed: &["资产编码"],
    empty: "导入资产数据不能为空！",
    rows: ImportKind { noun: "资产", key: None, key_name: "资产编码", name: "资产名称" },
    example: |_| AssetSheetRow {
        facts: AssetFacts {
            asset_code: "ZC-000123".into(),
            asset_name: "机械厂一号地块".into(),
            asset_kind: "房屋".into(),
            address: "云川市解放路1号".into(),
            building_area_m2: Some(Area(500_000)),
            build_year: Some(1998),
            ..AssetFacts::default()
        },
        plate: "工业厂房".into(),
        party: "示例资产经营单位".into(),
        held_from: Some(ops::SINCE),
        certs: "云（2024）云川市不动产权第0001234号".into(),
        remark: "示例行不会被导入".into(),
        ..AssetSheetRow::default()
    },
    import: |op, book| {
        let import = Import::load(&op.view(), book.update_support)?;
        ASSETS.work(op, book, |op, row| import.take(op, row))?.finish(op, None)
    },
};

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
        ..AssetSheetRow::default()
    })
}

/// Writes the workbook of the filter.
pub fn export(view: &View, query: ListAssets) -> Result<Workbook> {
    let (mut names, depts, today) = (NameCache::new(view), Depts::load(view)?, view.now.date());
    ASSETS.export::<ops::Assets>(view, &query, |asset| {
        let party = names.of::<PartyA>(holding(asset, today).map_or(0, |holding| holding.party_a_id))?;
        let around = [names.of::<Plate>(asset.facts.plate_id)?, party, depts.path(asset.owned.dept_id)];
        line(view, asset, around, of_asset(view, asset.asset_id, today)?)
    })
}

/// What all rows look things up in.
pub struct Import {
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

    /// A row that says otherwise than the register who holds a known asset, and since when.
    fn check_holder(&self, cells: &mut Cells<'_>, row: &AssetSheetRow, held: &Holding) {
        if row.party_a_id.is_some_and(|party| party != held.party_a_id) || row.held_from != Some(held.span.from) {
            let (name, since) = (self.parties.title(held.party_a_id), held.span.from);
            cells.complain(format!(
                "资产现由“{name}”自 {since} 起管理，与表中甲方或管理起始日不同；变更甲方请在资产台账办理"
            ));
        }
    }

    fn take(&self, op: &mut Op, row: &Row) -> Result<Taken> {
        let code = row.get("资产编码").trim();
        check::required("assetCode", code, "资产编码不能为空")?;
        let view = op.view();
        let known = if_visible(&view, view.tx.one::<Asset>(&BY_CODE, &key().str(code))?);
        let mut filled = known.as_ref().map(|asset| self.known_line(&view, asset)).transpose()?;
        let mut cells = ASSETS.cells(row, filled.as_mut());
        if cells.is_quiet() {
            return Ok(Taken::Unchanged);
        }
        cells.required(&["资产名称", "板块", "甲方", "权属状况"], known.is_none());
        let mut filled = filled.unwrap_or_default();
        cells.fill(ASSETS.columns, &mut filled, self)?;
        if let Some(held) = known.as_ref().and_then(|asset| holding(asset, view.now.date())) {
            self.check_holder(&mut cells, &filled, held);
        }
        cells.done()?;
        let certs = new_certs(&view, known.as_ref(), cells.fresh("权属证号").unwrap_or_default())?;
        let form = AssetInput {
            asset_id: known.as_ref().map(|asset| asset.asset_id),
            version: None,
            dept_id: filled.dept_id,
            party_a_id: filled.party_a_id,
            held_from: filled.held_from.filter(|_| cells.fresh("管理起始日").is_some()),
            files: known.as_ref().map(|asset| asset.files.clone()).unwrap_or_default(),
            remark: filled.remark,
            facts: filled.facts,
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
