//! The register of property: plates, parties A, assets with certificates, buildings, rooms (domain.md 2.1-2.5).
//!
//! Invariants: which party A holds an asset, and what a room is used for, is known for every day, without overlap;
//! two active occupancies of one room never share a day ([`occupancy::occupy`] is the only way to write one).

pub mod asset;
pub mod building;
pub mod cert;
pub mod occupancy;
pub mod party_a;
pub mod plate;
pub mod room;
mod telling;

use crate::records::history::HistoryKind;
use crate::records::owned::find_through;
use crate::route::Route;
use crate::store::Record as _;

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    [plate::routes(), party_a::routes(), asset::routes(), cert::routes(), building::routes(), room::routes()]
        .into_iter()
        .flatten()
        .collect()
}

/// Histories that can be asked for.
pub fn history_kinds() -> Vec<HistoryKind> {
    vec![
        HistoryKind {
            name: "plate",
            permission: "asset:plate:list",
            table: plate::Plate::TABLE,
            visible: |view, id| find_through::<plate::Plate>(view, id, "asset:plate:list").map(drop),
            fields: telling::PLATE,
        },
        HistoryKind {
            name: "partyA",
            permission: "asset:partyA:list",
            table: party_a::record::PartyA::TABLE,
            visible: |view, id| find_through::<party_a::record::PartyA>(view, id, "asset:partyA:list").map(drop),
            fields: telling::PARTY_A,
        },
        HistoryKind {
            name: "asset",
            permission: "asset:asset:list",
            table: asset::record::Asset::TABLE,
            visible: |view, id| find_through::<asset::record::Asset>(view, id, "asset:asset:list").map(drop),
            fields: telling::ASSET,
        },
        HistoryKind {
            name: "cert",
            permission: "asset:cert:list",
            table: cert::Cert::TABLE,
            visible: |view, id| find_through::<cert::Cert>(view, id, "asset:cert:list").map(drop),
            fields: telling::CERT,
        },
        HistoryKind {
            name: "building",
            permission: "asset:building:list",
            table: building::Building::TABLE,
            visible: |view, id| find_through::<building::Building>(view, id, "asset:building:list").map(drop),
            fields: telling::BUILDING,
        },
        HistoryKind {
            name: "room",
            permission: "asset:room:list",
            table: room::record::Room::TABLE,
            visible: |view, id| find_through::<room::record::Room>(view, id, "asset:room:list").map(drop),
            fields: telling::ROOM,
        },
    ]
}
