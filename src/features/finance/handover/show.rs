//! Handovers as people see them: list, workbook, one with everything it does, and a form that is not stored yet.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ops::{HandoverInput, unsaved};
use super::plan::plan;
use super::record::{
    ArrearsPolicy, AssetHandoverKind, Handover, HandoverFacts, HandoverState, LeasePolicy, SplitPolicy, Statement,
    Totals,
};
use super::statement::statement;
use crate::columns::field::{day, whole};
use crate::columns::{Field, Listed};
use crate::error::Result;
use crate::features::assets::asset::areas::of_asset;
use crate::features::assets::asset::record::Asset;
use crate::features::assets::party_a::record::PartyA;
use crate::kernel::area::Area;
use crate::kernel::dates::{DateText, Stamp};
use crate::kernel::enumeration::Coded;
use crate::kernel::page::Paging;
use crate::op::View;
use crate::records::list::{FilterBuilder, List, NameCache, NoSums, One, Place, created, creator, dept, second_dept};
use crate::records::names::person_name;
use crate::records::owned;
use crate::records::owned::OwnedOut;
use crate::records::status::Status;
use crate::route::{Data, Nothing};
use crate::sheet::{Cell, Column};
use crate::store::Reads;

pub const NO: Field<Handover> = Field::text("handoverNo", |handover| handover.handover_no.clone());
/// The document behind it.
pub const DOC: Field<Handover> = Field::text("docNo", |handover| handover.facts.doc_no.clone());
/// Somebody outside of the register.
pub const OUTSIDE: Field<Handover> = Field::text("outside", |handover| handover.facts.outside.clone());
pub const FROM: Field<Handover> =
    Field::link::<PartyA>("fromPartyAId", "fromName", |handover| whole(handover.facts.from_party_a_id));
pub const TO: Field<Handover> =
    Field::link::<PartyA>("toPartyAId", "toName", |handover| whole(handover.facts.to_party_a_id));
/// 移交类型
pub const KIND: Field<Handover> = Field::number("kind", |handover| handover.facts.kind.code());
pub const STATE: Field<Handover> = Field::number("state", |handover| handover.state.code());
pub const DATE: Field<Handover> = Field::number("handoverDate", |handover| day(Some(handover.facts.handover_date)));

impl Listed for Handover {
    const FIELDS: &'static [Field<Self>] = &[
        NO,
        DOC,
        OUTSIDE,
        FROM,
        TO,
        KIND,
        STATE,
        DATE,
        Field::number("assetCount", |handover| whole(handover.facts.asset_ids.len() as u64)),
        Field::number("leaseCount", |handover| whole(handover.totals.leases)),
        Field::number("arrearsFen", |handover| handover.totals.arrears_fen),
        dept(),
        second_dept(),
        creator(),
        created(),
    ];
    const TITLE: &'static str = "handoverNo";
}

/// A handover in the list.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssetHandoverOut {
    /// Number of the handover, by which other records name it.
    pub handover_id: u64,
    /// `YJ-202407-000001`
    pub handover_no: String,
    /// Kind of handover 移交类型.
    pub kind: AssetHandoverKind,
    /// Name of the unit that gives 移出单位.
    pub from_name: String,
    /// Name of the unit that receives 接收单位.
    pub to_name: String,
    /// First day of the receiver.
    #[schemars(with = "DateText")]
    pub handover_date: Date,
    /// Number of the official document behind it 文号.
    pub doc_no: String,
    /// How many assets change their holder.
    pub asset_count: u64,
    /// Leases that go along.
    pub lease_count: u64,
    /// Overdue on their bills, fen.
    pub arrears_fen: i64,
    /// State that it is in now.
    pub state: HandoverState,
    /// As people say it: a draft that came back is 已退回.
    pub state_text: &'static str,
    /// Why it came back, was rejected or objected to.
    pub comment: String,
    /// Lock, department, maker.
    #[serde(flatten)]
    pub owned: OwnedOut,
}

/// Names of both sides.
pub(super) fn outs(names: &mut NameCache<'_>, handover: &Handover) -> Result<(String, String)> {
    let facts = &handover.facts;
    let mut name = |party_a_id: u64| match party_a_id {
        0 => Ok(facts.outside.clone()),
        _ => names.of::<PartyA>(party_a_id),
    };
    Ok((name(facts.from_party_a_id)?, name(facts.to_party_a_id)?))
}

fn out(names: &mut NameCache<'_>, handover: &Handover) -> Result<AssetHandoverOut> {
    let (from_name, to_name) = outs(names, handover)?;
    Ok(AssetHandoverOut {
        handover_id: handover.handover_id,
        handover_no: handover.handover_no.clone(),
        kind: handover.facts.kind,
        from_name,
        to_name,
        handover_date: handover.facts.handover_date,
        doc_no: handover.facts.doc_no.clone(),
        asset_count: handover.facts.asset_ids.len() as u64,
        lease_count: handover.totals.leases,
        arrears_fen: handover.totals.arrears_fen,
        state: handover.state,
        state_text: handover.state_text(),
        comment: handover.comment.clone(),
        owned: OwnedOut::of(names.view(), &handover.owned)?,
    })
}

/// Filters of the list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListHandovers {
    /// Part of the number, of the document's or of the side outside.
    pub key_word: Option<String>,
    /// Only handovers of these kinds 移交类型; absent: all.
    pub kind: Vec<AssetHandoverKind>,
    /// Only in these states; absent: all.
    pub state: Vec<HandoverState>,
    /// Only those given by these units 移出单位, by numbers; absent: all.
    pub from_party_a_id: Vec<u64>,
    /// Only those received by these units 接收单位, by numbers; absent: all.
    pub to_party_a_id: Vec<u64>,
    /// On this day or later.
    #[schemars(with = "Option<DateText>", title = "移交日期起")]
    pub date_from: Option<Date>,
    /// On this day or earlier.
    #[schemars(with = "Option<DateText>", title = "移交日期止")]
    pub date_to: Option<Date>,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

/// 移交
pub struct Handovers;

impl List for Handovers {
    type Record = Handover;
    type Query = ListHandovers;
    type Row = AssetHandoverOut;
    type Sums = NoSums;

    const PLACE: Place = Place {
        list: "/asset/handover/list",
        permission: "asset:handover:list",
        export: Some(("/asset/handover/export", "asset:handover:export")),
        title: super::TITLE,
    };
    const SHEET: &'static str = "移交";
    const COLUMNS: &'static [Column<AssetHandoverOut>] = COLUMNS;
    const NEWEST: bool = true;

    fn paging(query: &ListHandovers) -> &Paging {
        &query.paging
    }

    fn narrow(_: &View, query: &ListHandovers, ask: &mut FilterBuilder<Handover>) -> Result<()> {
        ask.word(query.key_word.as_deref(), &[&NO, &DOC, &OUTSIDE])?;
        ask.several(&KIND, &query.kind)?;
        ask.several(&STATE, &query.state)?;
        ask.several(&FROM, &query.from_party_a_id)?;
        ask.several(&TO, &query.to_party_a_id)?;
        ask.days(&DATE, query.date_from, query.date_to)
    }

    fn row(names: &mut NameCache<'_>, handover: &Handover) -> Result<AssetHandoverOut> {
        out(names, handover)
    }
}

const COLUMNS: &[Column<AssetHandoverOut>] = &[
    Column::new("移交单号", 20.0, |row: &AssetHandoverOut| Cell::Text(row.handover_no.clone())),
    Column::new("移交类型", 12.0, |row| Cell::Text(row.kind.label().into())),
    Column::new("移出单位", 30.0, |row| Cell::Text(row.from_name.clone())),
    Column::new("接收单位", 30.0, |row| Cell::Text(row.to_name.clone())),
    Column::new("移交日期", 12.0, |row| Cell::Date(row.handover_date)),
    Column::new("依据文号", 24.0, |row| Cell::Text(row.doc_no.clone())),
    Column::new("资产数", 10.0, |row| Cell::Text(row.asset_count.to_string())),
    Column::new("合同数", 10.0, |row| Cell::Text(row.lease_count.to_string())),
    Column::new("欠缴（元）", 16.0, |row: &AssetHandoverOut| Cell::Decimal(row.arrears_fen)).summed(),
    Column::new("状态", 10.0, |row| Cell::Text(row.state_text.into())),
    Column::new("编制人", 12.0, |row| Cell::Text(row.owned.create_by_name.clone())),
];

/// An asset that is handed over.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PassedAsset {
    /// The asset 资产 that it is about, by number.
    pub asset_id: u64,
    /// `ZC-000123`
    pub asset_code: String,
    /// Name of the asset 资产.
    pub asset_name: String,
    /// Area in ㎡ with two decimals, by the outer walls 建筑面积.
    pub building_area_m2: Option<Area>,
    /// Of it what is let today.
    pub let_m2: Area,
    /// 原值, fen.
    pub original_value_fen: Option<i64>,
}

/// What a handover does, and how it stands.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HandoverPlanOut {
    /// Name of who gives.
    pub from_name: String,
    /// Name of who receives.
    pub to_name: String,
    /// Assets that change their holder.
    pub assets: Vec<PassedAsset>,
    /// Sums over everything that goes along.
    pub totals: Totals,
    /// The same lease by lease and account by account.
    #[serde(flatten)]
    pub statement: Statement,
    /// Why it can't be done.
    pub stops: Vec<String>,
    /// What should be known.
    pub notes: Vec<String>,
    /// Send it back with the confirmation.
    pub seal: String,
}

/// A handover with everything.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HandoverDetail {
    /// Number of the handover, by which other records name it.
    pub handover_id: u64,
    /// `YJ-202407-000001`
    pub handover_no: String,
    /// What a person wrote.
    #[serde(flatten)]
    pub facts: HandoverFacts,
    /// What it does; as it was carried out once it is done.
    #[serde(flatten)]
    pub plan: HandoverPlanOut,
    /// State that it is in now.
    pub state: HandoverState,
    /// The state as people say it, in Chinese.
    pub state_text: &'static str,
    /// Why it came back, was rejected or objected to.
    pub comment: String,
    /// Both sides' signatures.
    pub sign_files: Vec<u64>,
    /// Real name of who confirmed.
    pub confirmed_by: String,
    /// When it was confirmed, `yyyy-MM-dd HH:mm:ss`; empty: not yet.
    pub confirmed_at: String,
    /// Whether the caller may confirm or object.
    pub may_confirm: bool,
    /// Lock, department, maker.
    #[serde(flatten)]
    pub owned: OwnedOut,
}

/// What a handover does, as of now; one that ended as it was then.
fn planned(view: &View, handover: &Handover) -> Result<HandoverPlanOut> {
    let mut names = NameCache::new(view);
    let (from_name, to_name) = outs(&mut names, handover)?;
    let today = view.now.date();
    let mut shown = HandoverPlanOut {
        from_name,
        to_name,
        assets: Vec::new(),
        totals: handover.totals.clone(),
        statement: handover.statement.clone(),
        stops: Vec::new(),
        notes: Vec::new(),
        seal: String::new(),
    };
    for asset_id in &handover.facts.asset_ids {
        let asset: Asset = owned::linked(view, *asset_id)?;
        let areas = of_asset(view, *asset_id, today)?;
        shown.assets.push(PassedAsset {
            asset_id: *asset_id,
            asset_code: asset.facts.asset_code,
            asset_name: asset.facts.asset_name,
            building_area_m2: asset.facts.building_area_m2,
            let_m2: areas.let_area_m2,
            original_value_fen: asset.facts.original_value_fen,
        });
    }
    if matches!(handover.state, HandoverState::Done | HandoverState::Rejected) {
        return Ok(shown);
    }
    let plan = plan(view, handover)?;
    shown.totals = plan.totals(today);
    shown.statement = statement(view, handover, &plan)?;
    shown.seal = plan.seal()?;
    (shown.stops, shown.notes) = (plan.stops, plan.notes);
    if handover.facts.handover_date > today {
        let day = handover.facts.handover_date;
        shown.notes.push(format!("移交日期为 {day}，当日起才能确认；届时按当时的账重新试算"));
    }
    Ok(shown)
}

/// GET /asset/handover/{id}
///
/// # Errors
/// A handover the caller may not see; a record that cannot be read.
pub fn show(view: &View, input: One) -> Result<Data<HandoverDetail>> {
    show_all(view, input).map(Data)
}

/// The same for whoever takes part in its process.
pub(super) fn show_all(view: &View, input: One) -> Result<HandoverDetail> {
    let handover: Handover = owned::find(view, input.id)?;
    let scope = view.caller.rights.scope(Some("asset:handover:confirm"));
    let may_confirm = handover.state == HandoverState::Approved
        && view.caller.rights.holds("asset:handover:confirm")
        && scope.has_dept(handover.confirming_dept())
        && !handover.is_by(view.caller.user_id());
    Ok(HandoverDetail {
        handover_id: handover.handover_id,
        handover_no: handover.handover_no.clone(),
        facts: handover.facts.clone(),
        plan: planned(view, &handover)?,
        state: handover.state,
        state_text: handover.state_text(),
        comment: handover.comment.clone(),
        sign_files: handover.sign_files.clone(),
        confirmed_by: person_name(view, &handover.confirmed_by)?,
        confirmed_at: handover.confirmed_at.map(Stamp::to_text).unwrap_or_default(),
        may_confirm,
        owned: OwnedOut::of(view, &handover.owned)?,
    })
}

/// POST /asset/handover/preview: what a form would do; writes nothing.
///
/// # Errors
/// What the form is refused for.
pub fn preview(view: &View, input: HandoverInput) -> Result<Data<HandoverPlanOut>> {
    planned(view, &unsaved(view, &input)?).map(Data)
}

/// A unit to choose.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnitOption {
    /// Number of the party A 甲方.
    pub party_a_id: u64,
    /// What a choice is called.
    pub label: String,
}

/// GET /asset/handover/units: units in use that the caller may see, by name alone, for who chooses whom he gives to.
///
/// # Errors
/// A record that cannot be read.
pub fn units(view: &View, _: Nothing) -> Result<Data<Vec<UnitOption>>> {
    let scope = view.caller.scope();
    let mut units: Vec<PartyA> = view.tx.all()?;
    units.retain(|party| party.facts.status == Status::Normal && owned::is_visible(view, &scope, party));
    let option = |party: PartyA| UnitOption { party_a_id: party.party_a_id, label: party.facts.party_a_name };
    Ok(Data(units.into_iter().map(option).collect()))
}

/// The fields of a history in words.
pub(super) mod history_labels {
    use super::*;
    use crate::features::finance::handover::record::{PassedItem, Statement};
    use crate::kernel::money::yuan_grouped;
    use crate::records::history_labels::{
        Field, choice, each, field, files, linked, linked_all, person, said, silent, text,
    };

    /// Of a handover.
    pub const HANDOVER: &[Field] = &[
        silent("handover_id"),
        field("handover_no", "移交单号", text),
        field("kind", "移交类型", |_, value| choice(value, AssetHandoverKind::label)),
        field("fromPartyAId", "移出单位", linked::<PartyA>),
        field("toPartyAId", "接收单位", linked::<PartyA>),
        field("outside", "外部单位", text),
        field("assetIds", "移交资产", linked_all::<Asset>),
        field("handoverDate", "移交日期", text),
        field("docNo", "依据文号", text),
        field("arrearsPolicy", "欠缴处理", |_, value| choice(value, ArrearsPolicy::label)),
        field("leasePolicy", "租约处理", |_, value| choice(value, LeasePolicy::label)),
        field("splitPolicy", "跨期租金", |_, value| choice(value, SplitPolicy::label)),
        field("items", "移交清单", |_, value| {
            each(value, |item: PassedItem| Ok(format!("{} {} × {}", item.kind, item.name, item.quantity)))
        }),
        field("defects", "缺损说明", text),
        field("files", "附件", files),
        field("state", "状态", |_, value| choice(value, HandoverState::label)),
        field("totals", "金额合计", |_, value| {
            said(value, |totals: Totals| {
                format!("合同 {} 份，欠缴 {} 元", totals.leases, yuan_grouped(totals.arrears_fen))
            })
        }),
        field("statement", "移交对照", |_, value| {
            said(value, |one: Statement| format!("合同 {} 份，账务 {} 行", one.leases.len(), one.effects.len()))
        }),
        silent("second_dept_id"),
        silent("decided"),
        field("comment", "意见", text),
        field("sign_files", "签字扫描件", files),
        field("confirmed_by", "确认人", person),
        field("confirmed_at", "确认时间", |_, value| {
            said(value, |at: Option<Stamp>| at.map(Stamp::to_text).unwrap_or_default())
        }),
    ];
}
