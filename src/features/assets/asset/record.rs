//! The stored asset.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::kernel::area::Area;
use crate::kernel::dates::RegisterDateText;
use crate::kernel::enumeration::numbered;
use crate::kernel::span::{DateSpan, FOREVER};
use crate::records::owned::{Owned, business};
use crate::store::{Index, Key, Record, id, key};

numbered! {
    /// 权属状况
    #[derive(Default)]
    pub enum TitleState {
        #[default]
        Titled = 1 => "有证",
        Untitled = 2 => "无证",
        Pending = 3 => "办理中",
        Managed = 4 => "代管",
        Leased = 5 => "租入",
        Disputed = 6 => "争议",
    }
}

numbered! {
    /// Kind of a restriction 限制类型.
    pub enum RestrictionKind {
        Seized = 1 => "查封",
        CoOwned = 2 => "共有未同意",
        Disputed = 3 => "权属争议",
        Expropriated = 4 => "征迁",
        Dangerous = 5 => "危房",
        Mortgaged = 6 => "抵押",
    }
}

impl RestrictionKind {
    /// Whether nothing may be let while it holds (domain.md 2.4).
    pub fn forbids_letting(self) -> bool {
        self != Self::Mortgaged
    }
}

/// What keeps an asset from being used freely, and when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Restriction {
    /// Which kind it is, one of the values of its type.
    #[schemars(title = "限制类型")]
    pub kind: RestrictionKind,
    /// First day, included.
    #[schemars(with = "RegisterDateText", title = "限制开始日")]
    pub from: Date,
    /// Last day; absent while open.
    #[serde(default)]
    #[schemars(with = "Option<RegisterDateText>", title = "限制结束日")]
    pub to: Option<Date>,
    /// Document behind it, in words.
    #[serde(default)]
    pub doc: String,
}

impl Restriction {
    /// Its days.
    pub fn span(&self) -> DateSpan {
        DateSpan::new(self.from, self.to.unwrap_or(crate::kernel::span::FOREVER))
    }
}

/// What a person writes about an asset.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssetFacts {
    /// Code, unique, e.g. `ZC-000123`; made when empty.
    #[serde(default)]
    pub asset_code: String,
    /// Name of the asset 资产.
    pub asset_name: String,
    /// The plate 板块 that it is part of, by number.
    #[schemars(title = "所属板块")]
    pub plate_id: u64,
    /// Kind, a value of the dictionary `asset_kind`.
    #[serde(default)]
    pub asset_kind: String,
    /// District that it lies in 所在区县, as text.
    #[serde(default)]
    pub district: String,
    /// Postal address, as people write it.
    #[serde(default)]
    pub address: String,
    /// Whether the title is clear 权属状况.
    #[schemars(title = "权属状况")]
    pub title_state: TitleState,
    /// Area in ㎡ with two decimals, by the outer walls 建筑面积.
    #[serde(default)]
    #[schemars(title = "建筑面积")]
    pub building_area_m2: Option<Area>,
    /// Area in ㎡ with two decimals of the land 土地面积; absent: unknown.
    #[serde(default)]
    #[schemars(title = "土地面积")]
    pub land_area_m2: Option<Area>,
    /// Area in ㎡ with two decimals inside the walls 套内面积; absent: unknown.
    #[serde(default)]
    #[schemars(title = "套内面积")]
    pub inner_area_m2: Option<Area>,
    /// Structure, a value of the dictionary `asset_structure`.
    #[serde(default)]
    pub structure: String,
    /// Year it was built.
    #[serde(default)]
    #[schemars(title = "建成年份")]
    pub build_year: Option<u16>,
    /// Number of floors.
    #[serde(default)]
    #[schemars(title = "层数")]
    pub floors: Option<u16>,
    /// How it was acquired, a value of the dictionary `asset_acquire_mode`.
    #[serde(default)]
    pub acquire_mode: String,
    /// Day on which it was acquired 取得日期; absent: unknown.
    #[serde(default)]
    #[schemars(with = "Option<RegisterDateText>", title = "取得日期")]
    pub acquire_date: Option<Date>,
    /// Original value 原值, in whole fen; absent: unknown.
    #[serde(default)]
    #[schemars(title = "原值")]
    pub original_value_fen: Option<i64>,
    /// Net value 净值, in whole fen; absent: unknown.
    #[serde(default)]
    #[schemars(title = "净值")]
    pub net_value_fen: Option<i64>,
    /// Accumulated depreciation 累计折旧, in whole fen; absent: unknown.
    #[serde(default)]
    #[schemars(title = "累计折旧")]
    pub accum_depr_fen: Option<i64>,
    /// Restrictions, past ones too.
    #[serde(default)]
    pub restrictions: Vec<Restriction>,
}

numbered! {
    /// State of an asset in the register.
    #[derive(Default)]
    pub enum AssetState {
        #[default]
        Registered = 1 => "在册",
        HandingOver = 2 => "移交中",
        HandedOver = 3 => "已移出",
        Disposing = 4 => "处置中",
        Disposed = 5 => "已处置",
    }
}

impl AssetState {
    /// States that may follow (domain.md 2.4).
    pub fn may_become(self, next: Self) -> bool {
        matches!(
            (self, next),
            (Self::Registered, Self::HandingOver | Self::Disposing)
                | (Self::HandingOver, Self::Registered | Self::HandedOver)
                | (Self::Disposing, Self::Disposed | Self::Registered)
        )
    }
}

/// The days on which a party A holds the asset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Holding {
    /// The party A 甲方, by number.
    pub party_a_id: u64,
    /// When; the last one is open.
    #[serde(flatten)]
    pub span: DateSpan,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asset {
    pub asset_id: u64,
    /// What a person writes.
    pub facts: AssetFacts,
    /// In the register, or on its way out.
    pub state: AssetState,
    /// Who held it when, in order, without overlap.
    pub holdings: Vec<Holding>,
    /// Pictures and documents.
    pub files: Vec<u64>,
    /// Lock, department, maker.
    pub owned: Owned,
}

impl Asset {
    /// Who holds it on a day.
    pub fn holder(&self, day: Date) -> Option<u64> {
        self.holdings.iter().find(|holding| holding.span.contains(day)).map(|holding| holding.party_a_id)
    }

    /// Whether it is in the register on a day: what left it stays in it for the days before. Of what older versions disposed of
    /// nobody knows the day.
    pub fn is_in_register(&self, day: Date) -> bool {
        let left = matches!(self.state, AssetState::HandedOver | AssetState::Disposed);
        let open = self.holdings.last().is_some_and(|last| last.span.to == FOREVER);
        let held = self.holder(day).is_some();
        if left { held && !open } else { held || self.holdings.first().is_none_or(|first| day < first.span.from) }
    }

    /// Restrictions that forbid letting on some day of a span.
    pub fn forbids(&self, span: &DateSpan) -> Option<&Restriction> {
        self.facts
            .restrictions
            .iter()
            .find(|restriction| restriction.kind.forbids_letting() && restriction.span().overlaps(span))
    }
}

/// Asset by code.
pub const BY_CODE: Index<Asset> =
    Index { name: "asset/code", unique: true, keys: |asset| vec![key().str(&asset.facts.asset_code)] };
/// Assets of a plate.
pub const BY_PLATE: Index<Asset> =
    Index { name: "asset/plate", unique: false, keys: |asset| vec![id(asset.facts.plate_id)] };
/// Assets that a party A holds or held.
pub const BY_PARTY_A: Index<Asset> = Index {
    name: "asset/party_a",
    unique: false,
    keys: |asset| {
        let mut parties: Vec<u64> = asset.holdings.iter().map(|holding| holding.party_a_id).collect();
        parties.sort_unstable();
        parties.dedup();
        parties.into_iter().map(id).collect()
    },
};

impl Record for Asset {
    const TABLE: &'static str = "asset";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[BY_CODE, BY_PLATE, BY_PARTY_A];
    fn id(&self) -> Key {
        id(self.asset_id)
    }
}

business!(Asset, "资产", asset_id, facts.asset_name);
