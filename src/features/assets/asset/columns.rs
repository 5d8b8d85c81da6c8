//! Assets in columns.

use super::record::{Asset, AssetState, Holding, Restriction};
use crate::columns::field::{day, or_none, whole};
use crate::columns::{Field, Listed, NONE};
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::plate::Plate;
use crate::kernel::day_number::days_of;
use crate::kernel::enumeration::Coded;
use crate::kernel::span::FOREVER;
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

pub const BUILDING_AREA: Field<Asset> =
    Field::number("buildingAreaM2", |asset| asset.facts.building_area_m2.map_or(NONE, |area| area.0));
/// Who held it when, three numbers each: party A, first day, last day.
pub const HOLDINGS: Field<Asset> = Field::numbers("holdings", |asset: &Asset| {
    let days = |one: &Holding| [whole(one.party_a_id), day(Some(one.span.from)), day(Some(one.span.to))];
    asset.holdings.iter().flat_map(days).collect()
})
.private();
/// Days of restrictions under which it may not be let, two numbers each.
pub const FORBIDDEN: Field<Asset> = Field::numbers("forbidden", |asset: &Asset| {
    let forbidding = asset.facts.restrictions.iter().filter(|one| one.kind.forbids_letting());
    forbidding.map(Restriction::span).flat_map(|span| [day(Some(span.from)), day(Some(span.to))]).collect()
})
.private();

/// Days on which a party A holds an asset, as a column has them.
#[derive(Debug, Clone, Copy)]
pub struct Held {
    pub party_a_id: u64,
    pub from: i64,
    pub to: i64,
}

/// What a list of [`HOLDINGS`] says, in order.
pub fn holdings(list: &[i64]) -> impl DoubleEndedIterator<Item = Held> + '_ {
    list.chunks_exact(3).filter_map(|three| match *three {
        [party, from, to] => Some(Held { party_a_id: party.cast_unsigned(), from, to }),
        _ => None,
    })
}

/// [`Asset::holder`] and [`Asset::is_in_register`] by columns: who holds it on a day, 0 for nobody; none when it is not in
/// the register.
pub fn in_register(state: i64, list: &[i64], on: i64) -> Option<u64> {
    let holder = holdings(list).find(|held| held.from <= on && on <= held.to).map(|held| held.party_a_id);
    let is_in = if state == AssetState::HandedOver.code() || state == AssetState::Disposed.code() {
        let open = holdings(list).next_back().is_some_and(|last| last.to == days_of(FOREVER));
        holder.is_some() && !open
    } else {
        holder.is_some() || holdings(list).next().is_none_or(|first| on < first.from)
    };
    is_in.then(|| holder.unwrap_or(0))
}

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
        BUILDING_AREA,
        HOLDINGS,
        FORBIDDEN,
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
