//! 板块资产面积 (domain.md 4.3, 4.4): whose areas they are and how they are used on a day.
//!
//! What rooms are used for lies in memory and follows the records ([`AreaCache`]).

use std::collections::BTreeMap;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Serialize;

use super::area_book::{AreaCache, ByPlace, Held, Place};
use crate::error::Result;
use crate::features::assets::asset::areas::Areas;
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::plate::Plate;
use crate::features::finance::figures::load::{ChartQuery, departments};
use crate::kernel::area::Area;
use crate::kernel::dates::DateText;
use crate::kernel::exact::{exact, half_up, split};
use crate::kernel::order::Order;
use crate::op::View;
use crate::records::list::NameCache;
use crate::route::Data;
use crate::store::{Reads, id};

/// What the asker sees of a day, by place.
fn seen(view: &View, query: &ChartQuery) -> Result<ByPlace> {
    let (day, scope) = (query.day(view), view.caller.scope());
    let wanted = departments(view, query)?;
    let fits = |(dept, party, plate): &Place| {
        wanted.as_ref().is_none_or(|depts| depts.contains(dept))
            && (query.party_a_id.is_empty() || query.party_a_id.contains(party))
            && (query.plate_id.is_empty() || query.plate_id.contains(plate))
    };
    view.app.state::<AreaCache>()?.of(view.app, day, |book| {
        let mut places = ByPlace::new();
        if scope.own && !scope.all {
            // Whoever sees assets because he entered them sees one by one.
            for asset in book.assets() {
                let Some(place) = asset.place.filter(fits) else { continue };
                if scope.has_dept(place.0) || asset.creator == view.caller.user_id() {
                    places.entry(place).or_default().add(&asset.held);
                }
            }
            return places;
        }
        places.extend(book.by_place().iter().filter(|(place, _)| scope.has_dept(place.0) && fits(place)));
        places
    })
}

/// Building area of the assets and areas of the rooms of a question, all together.
pub fn totals(view: &View, query: &ChartQuery) -> Result<(Area, Areas)> {
    let (mut building, mut rooms) = (Area::default(), Areas::default());
    for (_, held) in seen(view, query)? {
        building.0 += held.building.0;
        rooms.join(&held.rooms);
    }
    Ok((building, rooms))
}

/// The same plate by plate.
pub fn totals_by_plate(view: &View, query: &ChartQuery) -> Result<BTreeMap<u64, Held>> {
    let mut plates: BTreeMap<u64, Held> = BTreeMap::new();
    for ((_, _, plate_id), held) in seen(view, query)? {
        plates.entry(plate_id).or_default().add(&held);
    }
    Ok(plates)
}

/// A plate's share of an area.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AreaShare {
    /// Which plate; 0 for the rest.
    pub plate_id: u64,
    /// What it is called.
    pub name: String,
    /// Its colour.
    pub color: String,
    /// Square metres.
    pub area_m2: Area,
    /// Parts of ten thousand; together ten thousand.
    pub share: i64,
}

/// A measure with its shares.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Measure {
    /// Square metres.
    pub total_m2: Area,
    /// The largest first.
    pub items: Vec<AreaShare>,
}

/// The measures of the pie.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
pub struct Measures {
    /// Area in ㎡ with two decimals, by the outer walls 建筑面积.
    pub building: Measure,
    /// Area in ㎡ with two decimals that may be let 可出租面积.
    pub lettable: Measure,
    /// Area in ㎡ with two decimals that is let today 已出租面积.
    #[serde(rename = "let")]
    pub let_out: Measure,
}

/// The pie.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AreaShareBlock {
    /// Day up to which the figures count.
    #[schemars(with = "DateText")]
    pub as_of: Date,
    /// The same for three measures.
    pub measures: Measures,
}

/// Most slices; the rest is «其他».
const SLICES: usize = 8;

/// Shares of plates; their percentages add up to a hundred (largest remainder, by cumulative rounding).
fn measure(areas: Vec<(Plate, Area)>) -> Measure {
    let mut areas: Vec<(Plate, Area)> = areas.into_iter().filter(|(_, area)| area.0 > 0).collect();
    areas.order_by_key(|(plate, area)| (std::cmp::Reverse(area.0), plate.plate_id));
    let mut items: Vec<AreaShare> = areas
        .iter()
        .map(|(plate, area)| AreaShare {
            plate_id: plate.plate_id,
            name: plate.facts.plate_name.clone(),
            color: plate.facts.color.clone(),
            area_m2: *area,
            share: 0,
        })
        .collect();
    if items.len() > SLICES {
        let rest: Area = items.drain(SLICES - 1..).map(|item| item.area_m2).sum();
        items.push(AreaShare { plate_id: 0, name: "其他".into(), color: "#8391A5".into(), area_m2: rest, share: 0 });
    }
    let weights: Vec<i64> = items.iter().map(|item| item.area_m2.0).collect();
    for (item, share) in items.iter_mut().zip(split(10_000, &weights)) {
        item.share = share;
    }
    Measure { total_m2: items.iter().map(|item| item.area_m2).sum(), items }
}

pub fn shares(view: &View, query: ChartQuery) -> Result<Data<AreaShareBlock>> {
    let places = seen(view, &query)?;
    let mut plates: BTreeMap<u64, Held> = BTreeMap::new();
    for ((_, _, plate), held) in &places {
        let sum = plates.entry(*plate).or_default();
        sum.building.0 += held.building.0;
        sum.rooms.join(&held.rooms);
    }
    let mut known = Vec::new();
    for (plate_id, held) in plates {
        if let Some(plate) = view.tx.get::<Plate>(&id(plate_id))? {
            known.push((plate, held));
        }
    }
    let of =
        |area: &dyn Fn(&Held) -> Area| measure(known.iter().map(|(plate, held)| (plate.clone(), area(held))).collect());
    Ok(Data(AreaShareBlock {
        as_of: query.day(view),
        measures: Measures {
            building: of(&|held| held.building),
            lettable: of(&|held| held.rooms.lettable()),
            let_out: of(&|held| held.rooms.let_area_m2),
        },
    }))
}

/// Areas by use.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AreaUse {
    /// Plate or party A; 0 for all.
    pub id: u64,
    /// What it is called, for people.
    pub name: String,
    /// Colour of a plate.
    pub color: String,
    /// Area in ㎡ with two decimals that is let today 已出租.
    pub let_m2: Area,
    /// Area in ㎡ with two decimals that is vacant today 空置.
    pub vacant_m2: Area,
    /// Area in ㎡ with two decimals that the unit uses itself 自用.
    pub own_m2: Area,
    /// Area in ㎡ with two decimals that is lent without rent 出借.
    pub lent_m2: Area,
    /// Area in ㎡ with two decimals that is under repair or not to be let 维修及不可租.
    pub other_m2: Area,
    /// Area in ㎡ with two decimals that may be let 可出租: let and vacant together.
    pub lettable_m2: Area,
    /// 出租率 in parts of ten thousand.
    pub rate: Option<i64>,
}

/// 出租率: let of lettable, in parts of ten thousand.
pub fn occupancy_rate(let_out: Area, lettable: Area) -> Option<i64> {
    (lettable.0 > 0).then(|| half_up(exact(let_out.0, 1) * exact(10_000, lettable.0)))
}

fn shown(id: u64, name: String, color: String, rooms: &Areas) -> AreaUse {
    AreaUse {
        id,
        name,
        color,
        let_m2: rooms.let_area_m2,
        vacant_m2: rooms.vacant_area_m2,
        own_m2: rooms.self_use_area_m2,
        lent_m2: rooms.lent_area_m2,
        other_m2: rooms.other_area_m2,
        lettable_m2: rooms.lettable(),
        rate: occupancy_rate(rooms.let_area_m2, rooms.lettable()),
    }
}

/// The bars.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AreaUseBlock {
    /// Day up to which the figures count.
    #[schemars(with = "DateText")]
    pub as_of: Date,
    /// By plate, the largest first.
    pub plates: Vec<AreaUse>,
    /// By party A, the largest first.
    pub parties: Vec<AreaUse>,
    /// All together.
    pub total: AreaUse,
}

pub fn uses(view: &View, query: ChartQuery) -> Result<Data<AreaUseBlock>> {
    let places = seen(view, &query)?;
    let mut total = Areas::default();
    let (mut plates, mut parties): (BTreeMap<u64, Areas>, BTreeMap<u64, Areas>) = Default::default();
    for ((_, party, plate), held) in &places {
        total.join(&held.rooms);
        plates.entry(*plate).or_default().join(&held.rooms);
        parties.entry(*party).or_default().join(&held.rooms);
    }
    let mut names = NameCache::new(view);
    let (mut by_plate, mut by_party) = (Vec::new(), Vec::new());
    for (plate_id, areas) in plates.iter().filter(|(_, areas)| areas.room_count > 0) {
        let color = view.tx.get::<Plate>(&id(*plate_id))?.map(|plate| plate.facts.color).unwrap_or_default();
        by_plate.push(shown(*plate_id, names.of::<Plate>(*plate_id)?, color, areas));
    }
    for (party_id, areas) in parties.iter().filter(|(_, areas)| areas.room_count > 0) {
        let name = if *party_id == 0 { "未登记甲方".to_owned() } else { names.of::<PartyA>(*party_id)? };
        by_party.push(shown(*party_id, name, String::new(), areas));
    }
    for rows in [&mut by_plate, &mut by_party] {
        let whole = |row: &AreaUse| row.lettable_m2.0 + row.own_m2.0 + row.lent_m2.0 + row.other_m2.0;
        rows.order_by_key(|row| (std::cmp::Reverse(whole(row)), row.id));
    }
    let total = shown(0, "合计".into(), String::new(), &total);
    Ok(Data(AreaUseBlock { as_of: query.day(view), plates: by_plate, parties: by_party, total }))
}
