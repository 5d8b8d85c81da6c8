//! The register of property: plates, parties A, assets with certificates, buildings, rooms (domain.md 2.1-2.5).
//!
//! Invariants: which party A holds an asset, and what a room is used for, is known for every day, without overlap;
//! two active occupancies of one room never share a day ([`occupancy::occupy`] is the only way to write one).

pub mod asset;
pub mod building;
pub mod cert;
mod history_labels;
pub mod occupancy;
pub mod occupancy_columns;
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
use crate::records::owned::find;
use crate::route::Route;
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
        Source::of::<occupancy::Occupancy>(),
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

const PLATE: HistoryKind = HistoryKind::of::<plate::Plate>("plate", "asset:plate:list", history_labels::PLATE);

const PARTY_A: HistoryKind =
    HistoryKind::of::<party_a::record::PartyA>("partyA", "asset:partyA:list", history_labels::PARTY_A);

const ASSET: HistoryKind = HistoryKind::of::<asset::record::Asset>("asset", "asset:asset:list", history_labels::ASSET);

const CERT: HistoryKind = HistoryKind::of::<cert::Cert>("cert", "asset:cert:list", history_labels::CERT);

const BUILDING: HistoryKind =
    HistoryKind::of::<building::Building>("building", "asset:building:list", history_labels::BUILDING);

const ROOM: HistoryKind = HistoryKind::of::<room::record::Room>("room", "asset:room:list", history_labels::ROOM);
