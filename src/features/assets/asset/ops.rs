//! The operations on assets.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::approval::{BINDING, is_disposal};
use super::areas::{Areas, of_asset};
use super::handing::held_from;
use super::record::{Asset, AssetFacts, AssetState, BY_CODE, Holding, TitleState};
use super::{FILES, columns};
use crate::error::{AppError, Result};
use crate::features::approvals::binding::Doc;
use crate::features::approvals::instance::gate::{Filed, filed, needs_process, sentence, tried};
use crate::features::assets::building::BY_ASSET as BUILDINGS_BY_ASSET;
use crate::features::assets::cert::BY_ASSET as CERTS_BY_ASSET;
use crate::features::assets::occupancy::{Occupancy, blocked_by, of_room};
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::plate::Plate;
use crate::features::assets::room::record::{BY_ASSET as ROOMS_BY_ASSET, Room};
use crate::kernel::check;
use crate::kernel::dates::RegisterDateText;
use crate::kernel::money::MOST_FEN;
use crate::kernel::page::Paging;
use crate::kernel::span::{DateSpan, FOREVER, before};
use crate::op::{Op, View};
use crate::records::files as access;
use crate::records::list::{FilterBuilder, List, Made, Many, NameCache, NoSums, One, Place, every};
use crate::records::owned;
use crate::records::owned::{Business, Owned, OwnedOut};
use crate::records::status::Status;
use crate::route::{Data, Done, Nothing, Said};
use crate::store::{Reads, id, key};

/// An asset on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssetOut {
    /// Number of the asset 资产.
    pub asset_id: u64,
    /// What a person wrote.
    #[serde(flatten)]
    pub facts: AssetFacts,
    /// In the register, or on its way out.
    pub state: AssetState,
    /// Who holds it today; 0 for nobody.
    pub party_a_id: u64,
    /// Name of the party A 甲方.
    pub party_a_name: String,
    /// Who held it when.
    pub holdings: Vec<Holding>,
    /// Name of the plate 板块 that it is in.
    pub plate_name: String,
    /// Name of its department.
    pub dept_name: String,
    /// Areas by use today.
    #[serde(flatten)]
    pub areas: Areas,
    /// How many certificates 权属证 it has.
    pub cert_count: u64,
    /// Pictures and documents, by the numbers of their files.
    pub files: Vec<u64>,
    /// Lock, department, maker.
    #[serde(flatten)]
    pub owned: OwnedOut,
}

fn out(view: &View, names: &mut NameCache<'_>, asset: &Asset) -> Result<AssetOut> {
    let today = view.now.date();
    let party_a_id = asset.holder(today).unwrap_or(0);
    Ok(AssetOut {
        asset_id: asset.asset_id,
        facts: asset.facts.clone(),
        state: asset.state,
        party_a_id,
        party_a_name: names.of::<PartyA>(party_a_id)?,
        holdings: asset.holdings.clone(),
        plate_name: names.of::<Plate>(asset.facts.plate_id)?,
        dept_name: names.dept(asset.owned.dept_id)?,
        areas: of_asset(view, asset.asset_id, today)?,
        cert_count: owned::count(view, &CERTS_BY_ASSET, &id(asset.asset_id), "asset:cert:list")?,
        files: asset.files.clone(),
        owned: OwnedOut::of(view, &asset.owned)?,
    })
}

/// Filters of the list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListAssets {
    /// Part of code, name or address.
    pub key_word: Option<String>,
    /// Only of these plates 板块, by numbers; absent: all.
    pub plate_id: Vec<u64>,
    /// Held by this party A today.
    pub party_a_id: Vec<u64>,
    /// Only assets of these kinds; absent: all.
    pub asset_kind: Vec<String>,
    /// Only assets whose title stands so 权属状况; absent: all.
    pub title_state: Vec<TitleState>,
    /// Only in these states; absent: all.
    pub state: Vec<AssetState>,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

/// 资产台账
pub struct Assets;

impl List for Assets {
    type Record = Asset;
    type Query = ListAssets;
    type Row = AssetOut;
    type Sums = NoSums;

    const PLACE: Place =
        Place { list: "/asset/asset/list", permission: "asset:asset:list", export: None, title: super::TITLE };

    fn paging(query: &ListAssets) -> &Paging {
        &query.paging
    }

    fn narrow(_: &View, query: &ListAssets, ask: &mut FilterBuilder<Asset>) -> Result<()> {
        ask.word(query.key_word.as_deref(), &[&columns::CODE, &columns::NAME, &columns::ADDRESS])?;
        ask.several(&columns::PLATE, &query.plate_id)?;
        ask.several(&columns::PARTY_A, &query.party_a_id)?;
        ask.named(&columns::KIND, &query.asset_kind)?;
        ask.several(&columns::TITLE_STATE, &query.title_state)?;
        ask.several(&columns::STATE, &query.state)
    }

    fn row(names: &mut NameCache<'_>, record: &Asset) -> Result<AssetOut> {
        let view = *names.view();
        out(&view, names, record)
    }
}

/// An asset to choose.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssetOption {
    /// Number of the asset 资产.
    pub asset_id: u64,
    /// `ZC-000123 机械厂一号地块`
    pub label: String,
}

/// GET /asset/asset/options: those in the caller's scope.
pub fn options(view: &View, _: Nothing) -> Result<Data<Vec<AssetOption>>> {
    let option = |asset: Asset| AssetOption {
        asset_id: asset.asset_id,
        label: format!("{} {}", asset.facts.asset_code, asset.facts.asset_name),
    };
    Ok(Data(every::<Assets>(view, &ListAssets::default())?.into_iter().map(option).collect()))
}

pub fn show(view: &View, input: One) -> Result<Data<AssetOut>> {
    let asset = owned::find(view, input.id)?;
    out(view, &mut NameCache::new(view), &asset).map(Data)
}

/// An asset as a form sends it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssetInput {
    /// Which; absent for a new one.
    #[serde(default)]
    pub asset_id: Option<u64>,
    /// The version that was read.
    #[serde(default)]
    pub version: Option<u64>,
    /// Department; the party A's when absent.
    #[serde(default)]
    pub dept_id: Option<u64>,
    /// Who holds a new asset.
    #[serde(default)]
    #[schemars(title = "管理甲方")]
    pub party_a_id: Option<u64>,
    /// Since when; 2000-01-01 when absent.
    #[serde(default)]
    #[schemars(with = "Option<RegisterDateText>", title = "管理起始日")]
    pub held_from: Option<Date>,
    /// Pictures and documents, by the numbers of their files.
    #[serde(default)]
    pub files: Vec<u64>,
    /// Remark in free text; empty: none.
    #[serde(default)]
    pub remark: String,
    /// What a person writes.
    #[serde(flatten)]
    pub facts: AssetFacts,
}

fn checked(view: &View, input: &AssetInput, old: Option<&Asset>) -> Result<AssetFacts> {
    let mut facts = input.facts.clone();
    for text in [&mut facts.asset_code, &mut facts.asset_name, &mut facts.district, &mut facts.address] {
        *text = text.trim().to_owned();
    }
    check::at_most("assetCode", &facts.asset_code, 32, "资产编码长度不能超过32个字符")?;
    check::required("assetName", &facts.asset_name, "资产名称不能为空")?;
    check::at_most("assetName", &facts.asset_name, 100, "资产名称长度不能超过100个字符")?;
    check::at_most("address", &facts.address, 200, "地址长度不能超过200个字符")?;
    check::remark(&input.remark)?;
    check_figures(&facts)?;
    for restriction in &facts.restrictions {
        if restriction.span().is_empty() {
            let kind = restriction.kind.label();
            return Err(AppError::refused(format!("限制“{kind}”的结束日不能早于开始日")).at("restrictions"));
        }
    }
    if input.files.len() > 100 {
        return Err(AppError::refused("附件不能超过100个").at("files"));
    }
    let plate: Plate =
        owned::find(view, facts.plate_id).map_err(|_| AppError::refused("请选择所属板块").at("plateId"))?;
    if plate.facts.status == Status::Disabled && old.is_none_or(|old| old.facts.plate_id != facts.plate_id) {
        return Err(AppError::refused(format!("板块“{}”已停用", plate.title())).at("plateId"));
    }
    let found: Option<Asset> = view.tx.one(&BY_CODE, &key().str(&facts.asset_code))?;
    if found.is_some_and(|other| old.is_none_or(|old| old.asset_id != other.asset_id)) {
        return Err(AppError::refused(format!("资产编码 {} 已存在", facts.asset_code)).at("assetCode"));
    }
    Ok(facts)
}

fn check_figures(facts: &AssetFacts) -> Result<()> {
    if facts.build_year.is_some_and(|year| !(1000..=2200).contains(&year)) {
        return Err(AppError::refused("建成年份不正确").at("buildYear"));
    }
    if facts.floors.is_some_and(|floors| floors > 199) {
        return Err(AppError::refused("层数不能超过199").at("floors"));
    }
    for (field, name, fen) in [
        ("originalValueFen", "原值", facts.original_value_fen),
        ("netValueFen", "净值", facts.net_value_fen),
        ("accumDeprFen", "累计折旧", facts.accum_depr_fen),
    ] {
        if fen.is_some_and(|fen| !(0..=MOST_FEN).contains(&fen)) {
            return Err(AppError::refused(format!("{name}须在0到1000亿元之间")).at(field));
        }
    }
    Ok(())
}

fn usable_party(view: &View, party_a_id: Option<u64>) -> Result<PartyA> {
    let party: PartyA =
        owned::find(view, party_a_id.unwrap_or(0)).map_err(|_| AppError::refused("请选择管理甲方").at("partyAId"))?;
    if party.facts.status == Status::Disabled {
        return Err(AppError::refused(format!("甲方“{}”已停用", party.title())).at("partyAId"));
    }
    Ok(party)
}

/// Since when a party A holds an asset when nobody says.
pub const SINCE: Date = jiff::civil::date(2000, 1, 1);

pub fn create(op: &mut Op, input: AssetInput) -> Result<Data<Made>> {
    let mut facts = checked(&op.view(), &input, None)?;
    let party = usable_party(&op.view(), input.party_a_id)?;
    let dept_id = match input.dept_id {
        None if op.caller.scope().has_dept(party.owned.dept_id) => party.owned.dept_id,
        wanted => owned::department(&op.view(), wanted)?,
    };
    let asset_id = op.next_id::<Asset>()?;
    if facts.asset_code.is_empty() {
        facts.asset_code = format!("ZC-{asset_id:06}");
        if op.view().tx.one::<Asset>(&BY_CODE, &key().str(&facts.asset_code))?.is_some() {
            return Err(AppError::refused(format!("自动编码 {} 已被使用，请填写资产编码", facts.asset_code)));
        }
    }
    access::set(op, &input.files, FILES.name, asset_id)?;
    let span = DateSpan::new(input.held_from.unwrap_or(SINCE), FOREVER);
    let holdings = vec![Holding { party_a_id: party.party_a_id, span }];
    let (state, files) = (AssetState::Registered, input.files);
    let asset = Asset { asset_id, facts, state, holdings, files, owned: Owned::default() };
    owned::insert(op, asset, dept_id, input.remark)?;
    Ok(Data(Made { id: asset_id }))
}

/// PUT /asset/asset: what it is; holder and state have operations of their own.
pub fn update(op: &mut Op, input: AssetInput) -> Result<Done> {
    let old: Asset = owned::find(&op.view(), input.asset_id.unwrap_or(0))?;
    owned::check_version(&op.view(), &old, input.version)?;
    let mut facts = checked(&op.view(), &input, Some(&old))?;
    if facts.asset_code.is_empty() {
        facts.asset_code.clone_from(&old.facts.asset_code);
    }
    access::set(op, &input.files, FILES.name, old.asset_id)?;
    let mut asset = Asset { facts, files: input.files, ..old.clone() };
    if input.dept_id.is_some_and(|dept_id| dept_id != old.owned.dept_id) {
        asset.owned.dept_id = owned::department(&op.view(), input.dept_id)?;
    }
    asset.owned.base.remark = input.remark;
    owned::update(op, &old, asset, "修改")?;
    Ok(Done)
}

/// A new holder from a day on.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetHolder {
    /// The asset 资产 that it is about, by number.
    pub asset_id: u64,
    /// The version that was read.
    #[serde(default)]
    pub version: Option<u64>,
    /// The party A 甲方, by number.
    #[schemars(title = "管理甲方")]
    pub party_a_id: u64,
    /// First day, included.
    #[schemars(with = "RegisterDateText", title = "生效日期")]
    pub from: Date,
}

/// An active row of the asset's rooms that reaches a day; leases must end (or be carried over) before it changes
/// hands or leaves the register.
fn let_after(view: &View, asset_id: u64, day: Date) -> Result<Option<(Room, Occupancy)>> {
    for room in view.tx.by::<Room>(&ROOMS_BY_ASSET, &id(asset_id), false, 0, usize::MAX)? {
        let rows = of_room(view, room.room_id)?;
        if let Some(row) = rows.into_iter().find(|row| row.lease_id > 0 && row.span.to >= day) {
            return Ok(Some((room, row)));
        }
    }
    Ok(None)
}

pub fn set_holder(op: &mut Op, input: SetHolder) -> Result<Done> {
    let old: Asset = owned::find(&op.view(), input.asset_id)?;
    owned::check_version(&op.view(), &old, input.version)?;
    let party = usable_party(&op.view(), Some(input.party_a_id))?;
    if old.holdings.last().is_some_and(|last| input.from <= last.span.from) {
        return Err(AppError::refused("生效日期须晚于现任甲方的起始日").at("from"));
    }
    if old.holder(input.from) == Some(party.party_a_id) {
        return Err(AppError::refused(format!("资产已由“{}”管理", party.title())));
    }
    if let Some((room, row)) = let_after(&op.view(), old.asset_id, input.from)? {
        return Err(AppError::refused(format!("房间 {} {}，不能在此之前变更甲方", room.title(), blocked_by(&row))));
    }
    let mut holdings = old.holdings.clone();
    if let Some(last) = holdings.last_mut() {
        last.span.to = before(input.from);
    }
    holdings.push(Holding { party_a_id: party.party_a_id, span: DateSpan::new(input.from, FOREVER) });
    owned::update(op, &old, Asset { holdings, ..old.clone() }, "变更管理甲方")?;
    Ok(Done)
}

/// A new state.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetState {
    /// The asset 资产 that it is about, by number.
    pub asset_id: u64,
    /// The version that was read.
    #[serde(default)]
    pub version: Option<u64>,
    /// State that the asset is to be in from now on.
    #[schemars(title = "资产状态")]
    pub state: AssetState,
}

/// PUT /asset/asset/state: at once, or filed where a process of disposals is published.
pub fn set_state(op: &mut Op, input: SetState) -> Result<Said<Filed>> {
    let doc = enter_state(op, input)?;
    let filed = filed(op, &BINDING, doc)?;
    Ok(Said(sentence(&filed), filed))
}

/// Done at once, or tried and ready to be sent.
pub(super) fn enter_state(op: &mut Op, input: SetState) -> Result<Option<Doc>> {
    let old: Asset = owned::find(&op.view(), input.asset_id)?;
    owned::check_version(&op.view(), &old, input.version)?;
    if !is_disposal(input.state) || !needs_process(&op.view(), &BINDING)? {
        return set_state_now(op, input).map(|()| None);
    }
    let again = input.clone();
    tried(op, &BINDING, old.asset_id, &input, |op| set_state_now(op, again)).map(Some)
}

/// Moves an asset to another state.
pub(super) fn set_state_now(op: &mut Op, input: SetState) -> Result<()> {
    let old: Asset = owned::find(&op.view(), input.asset_id)?;
    owned::check_version(&op.view(), &old, input.version)?;
    if !old.state.may_become(input.state) {
        return Err(AppError::refused(format!("资产“{}”不能改为“{}”", old.state.label(), input.state.label())));
    }
    if old.state == AssetState::Registered
        && let Some((room, row)) = let_after(&op.view(), old.asset_id, op.now.date())?
    {
        return Err(AppError::refused(format!("房间 {} {}，资产不能离开在册状态", room.title(), blocked_by(&row))));
    }
    // What is disposed of is held until the day before.
    let disposed = input.state == AssetState::Disposed;
    let holdings = if disposed { held_from(&old, None, op.now.date()) } else { old.holdings.clone() };
    owned::update(op, &old, Asset { state: input.state, holdings, ..old.clone() }, "变更状态")?;
    Ok(())
}

/// DELETE /asset/asset/{ids}: all or none.
pub fn remove(op: &mut Op, input: Many) -> Result<Done> {
    for asset_id in input.ids {
        let asset: Asset = owned::find(&op.view(), asset_id)?;
        for (what, count) in [
            ("楼栋", op.view().tx.count_by(&BUILDINGS_BY_ASSET, &id(asset_id))?),
            ("权属证", op.view().tx.count_by(&CERTS_BY_ASSET, &id(asset_id))?),
        ] {
            if count > 0 {
                return Err(AppError::refused(format!("资产“{}”下有 {count} 个{what}，不能删除", asset.title())));
            }
        }
        access::set(op, &[], FILES.name, asset_id)?;
        owned::remove(op, &asset)?;
    }
    Ok(Done)
}
