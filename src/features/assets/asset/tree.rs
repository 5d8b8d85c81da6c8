//! The tree beside the register: plate → asset → building → floor.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::record::{Asset, BY_PLATE};
use crate::error::Result;
use crate::features::assets::building::{BY_ASSET, Building};
use crate::features::assets::plate::Plate;
use crate::features::assets::room::record::{BY_BUILDING, Room};
use crate::kernel::order::Order;
use crate::op::View;
use crate::records::owned::{count, is_visible};
use crate::route::Data;
use crate::store::{Reads, id};

/// What to open: nothing for the plates, a plate for its assets, an asset for its buildings, a building for its
/// floors.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct TreeQuery {
    /// Opens this plate 板块, by number: its assets are answered.
    pub plate_id: Option<u64>,
    /// Opens this asset 资产, by number: its buildings are answered.
    pub asset_id: Option<u64>,
    /// Opens this building 楼栋, by number: its floors are answered.
    pub building_id: Option<u64>,
}

/// A node; its children are asked for when it is opened.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TreeNode {
    /// plate, asset, building or floor.
    pub kind: &'static str,
    /// Number of the thing, or of the floor.
    pub id: i64,
    /// What people call it.
    pub label: String,
    /// How many things are below it.
    pub count: u64,
    /// Whether it can be opened.
    pub leaf: bool,
}

fn node(kind: &'static str, number: u64, label: String, count: u64) -> TreeNode {
    TreeNode { kind, id: number.cast_signed(), label, count, leaf: count == 0 }
}

/// The permission of the tree: a node counts what opening it would show.
const LIST: &str = "asset:asset:list";

pub fn tree(view: &View, query: TreeQuery) -> Result<Data<Vec<TreeNode>>> {
    let scope = view.caller.scope();
    if let Some(building_id) = query.building_id {
        let rooms: Vec<Room> = view.tx.by(&BY_BUILDING, &id(building_id), false, 0, usize::MAX)?;
        let mut floors: BTreeMap<i16, u64> = BTreeMap::new();
        for room in rooms.iter().filter(|room| room.is_open() && is_visible(view, &scope, *room)) {
            *floors.entry(room.facts.floor_no).or_default() += 1;
        }
        let floor = |(number, count): (i16, u64)| TreeNode {
            kind: "floor",
            id: i64::from(number),
            label: if number < 0 { format!("地下{}层", -number) } else { format!("{number}层") },
            count,
            leaf: true,
        };
        return Ok(Data(floors.into_iter().map(floor).collect()));
    }
    if let Some(asset_id) = query.asset_id {
        let buildings: Vec<Building> = view.tx.by(&BY_ASSET, &id(asset_id), false, 0, usize::MAX)?;
        let visible = buildings.into_iter().filter(|building| is_visible(view, &scope, building));
        return visible
            .map(|building| {
                let rooms = count(view, &BY_BUILDING, &id(building.building_id), LIST)?;
                Ok(node("building", building.building_id, building.facts.building_name, rooms))
            })
            .collect::<Result<_>>()
            .map(Data);
    }
    if let Some(plate_id) = query.plate_id {
        let mut assets: Vec<Asset> = view.tx.by(&BY_PLATE, &id(plate_id), false, 0, usize::MAX)?;
        assets.retain(|asset| is_visible(view, &scope, asset));
        assets.order_by(|a, b| a.facts.asset_code.cmp(&b.facts.asset_code));
        return assets
            .into_iter()
            .map(|asset| {
                let buildings = count(view, &BY_ASSET, &id(asset.asset_id), LIST)?;
                Ok(node("asset", asset.asset_id, asset.facts.asset_name, buildings))
            })
            .collect::<Result<_>>()
            .map(Data);
    }
    let mut plates: Vec<Plate> = view.tx.all()?;
    plates.order_by_key(|plate| (plate.facts.sort, plate.plate_id));
    plates
        .into_iter()
        .map(|plate| {
            let assets = count(view, &BY_PLATE, &id(plate.plate_id), LIST)?;
            Ok(node("plate", plate.plate_id, plate.facts.plate_name, assets))
        })
        .collect::<Result<_>>()
        .map(Data)
}
