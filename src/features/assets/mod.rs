//! The register of property: plates, parties A, assets with certificates, buildings, rooms (domain.md 2.1-2.5).
//!
//! Invariants: which party A holds an asset, and what a room is used for, is known for every day, without overlap;
//! two active occupancies of one room never share a day ([`occupancy::occupy`] is the only way to write one).

pub mod asset;
pub mod building;
pub mod cert;
mod history_labels;
pub mod occupancy;
pub mod party_a;
pub mod plate;
pub mod room;

use crate::columns::Source;
use crate::error::Result;
use crate::features::approvals::form::record::FormKind;
use crate::features::approvals::form::register::Register;
use crate::op::View;
use crate::product::Check;
use crate::product::Feature;
use crate::records::history::HistoryKind;
use crate::records::owned::{find, find_through};
use crate::route::Route;
use crate::store::Record as _;
use crate::store::{TableInfo, table};

const TABLES: &[TableInfo] = &[
    table::<plate::Plate>(),
    table::<party_a::record::PartyA>(),
    table::<asset::record::Asset>(),
    table::<cert::Cert>(),
    table::<building::Building>(),
    table::<room::record::Room>(),
    table::<occupancy::Occupancy>(),
];

/// The register of property.
pub const FEATURE: Feature = Feature {
    name: "assets",
    about: "资产：甲方、板块、资产、楼栋、房间、权属证",
    tables: TABLES,
    columns: &[
        Source::of::<room::record::Room>(),
        Source::of::<asset::record::Asset>(),
        Source::of::<building::Building>(),
        Source::of::<cert::Cert>(),
        Source::of::<party_a::record::PartyA>(),
        Source::of::<plate::Plate>(),
    ],
    routes,
    checks: &[Check::Seals(party_a::record::try_seals)],
    extensions: &[
        &PLATE,
        &PARTY_A,
        &ASSET,
        &CERT,
        &BUILDING,
        &ROOM,
        &asset::FILES,
        &cert::FILES,
        &asset::approval::BINDING,
        &Register(FormKind::Asset, asset_name),
        &Register(FormKind::Room, room::choose::name),
    ],
    ..Feature::EMPTY
};

/// Rows of the route table.
pub(crate) fn routes() -> Vec<Route> {
    [plate::routes(), party_a::routes(), asset::routes(), cert::routes(), building::routes(), room::routes()]
        .into_iter()
        .flatten()
        .collect()
}

fn asset_name(view: &View, number: u64) -> Result<String> {
    Ok(find::<asset::record::Asset>(view, number)?.facts.asset_name)
}

const PLATE: HistoryKind = HistoryKind {
    name: "plate",
    permission: "asset:plate:list",
    table: plate::Plate::TABLE,
    visible: |view, id| find_through::<plate::Plate>(view, id, "asset:plate:list").map(drop),
    fields: history_labels::PLATE,
};

const PARTY_A: HistoryKind = HistoryKind {
    name: "partyA",
    permission: "asset:partyA:list",
    table: party_a::record::PartyA::TABLE,
    visible: |view, id| find_through::<party_a::record::PartyA>(view, id, "asset:partyA:list").map(drop),
    fields: history_labels::PARTY_A,
};

const ASSET: HistoryKind = HistoryKind {
    name: "asset",
    permission: "asset:asset:list",
    table: asset::record::Asset::TABLE,
    visible: |view, id| find_through::<asset::record::Asset>(view, id, "asset:asset:list").map(drop),
    fields: history_labels::ASSET,
};

const CERT: HistoryKind = HistoryKind {
    name: "cert",
    permission: "asset:cert:list",
    table: cert::Cert::TABLE,
    visible: |view, id| find_through::<cert::Cert>(view, id, "asset:cert:list").map(drop),
    fields: history_labels::CERT,
};

const BUILDING: HistoryKind = HistoryKind {
    name: "building",
    permission: "asset:building:list",
    table: building::Building::TABLE,
    visible: |view, id| find_through::<building::Building>(view, id, "asset:building:list").map(drop),
    fields: history_labels::BUILDING,
};

const ROOM: HistoryKind = HistoryKind {
    name: "room",
    permission: "asset:room:list",
    table: room::record::Room::TABLE,
    visible: |view, id| find_through::<room::record::Room>(view, id, "asset:room:list").map(drop),
    fields: history_labels::ROOM,
};
