//! Assets in columns.

use super::record::Asset;
use crate::columns::field::{day, or_none, whole};
use crate::columns::{Field, Listed, NONE};
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::plate::Plate;
use crate::kernel::enumeration::Coded;
use crate::records::list::{created, creator, dept};

pub const CODE: Field<Asset> = Field::text("assetCode", |asset| asset.facts.asset_code.clone());
pub const NAME: Field<Asset> = Field::person("assetName", |asset| asset.facts.asset_name.clone());
pub const ADDRESS: Field<Asset> = Field::text("address", |asset| asset.facts.address.clone());
pub const PLATE: Field<Asset> = Field::link::<Plate>("plateId", "plateName", |asset| whole(asset.facts.plate_id));
/// Who holds it today.
pub const PARTY_A: Field<Asset> =
    Field::link_on_day::<PartyA>("partyAId", "partyAName", |asset, today| whole(asset.holder(today).unwrap_or(0)));
/// Kind, a value of the dictionary.
pub const KIND: Field<Asset> = Field::name("assetKind", |asset| asset.facts.asset_kind.clone());
/// 权属状况
pub const TITLE_STATE: Field<Asset> = Field::number("titleState", |asset| asset.facts.title_state.code());
pub const STATE: Field<Asset> = Field::number("state", |asset| asset.state.code());

impl Listed for Asset {
    const FIELDS: &'static [Field<Self>] = &[
        CODE,
        NAME,
        ADDRESS,
        PLATE,
        PARTY_A,
        KIND,
        TITLE_STATE,
        STATE,
        Field::name("district", |asset| asset.facts.district.clone()),
        Field::number("buildingAreaM2", |asset| asset.facts.building_area_m2.map_or(NONE, |area| area.0)),
        Field::number("landAreaM2", |asset| asset.facts.land_area_m2.map_or(NONE, |area| area.0)),
        Field::number("buildYear", |asset| asset.facts.build_year.map_or(NONE, i64::from)),
        Field::number("acquireDate", |asset| day(asset.facts.acquire_date)),
        Field::number("originalValueFen", |asset| or_none(asset.facts.original_value_fen)),
        Field::number("netValueFen", |asset| or_none(asset.facts.net_value_fen)),
        dept(),
        creator(),
        created(),
    ];
    const TITLE: &'static str = "assetName";
}
