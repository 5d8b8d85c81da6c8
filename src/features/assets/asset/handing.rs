//! Assets that pass to another party A, leave the register or come into it, with everything that belongs to them: what the
//! handover of a feature above does to the register, in its transaction.

use jiff::civil::Date;

use super::record::{Asset, AssetState, Holding};
use crate::error::Result;
use crate::features::assets::building::{BY_ASSET as BUILDINGS, Building};
use crate::features::assets::cert::{BY_ASSET as CERTS, Cert};
use crate::features::assets::room::record::{BY_ASSET as ROOMS, Room};
use crate::kernel::span::{DateSpan, FOREVER, before};
use crate::op::Op;
use crate::records::owned;
use crate::store::{Reads, id};

/// Says that an asset is being handed over, or no longer is.
pub fn mark(op: &mut Op, asset: &Asset, state: AssetState, deed: &str) -> Result<()> {
    owned::update(op, asset, Asset { state, ..asset.clone() }, deed)?;
    Ok(())
}

/// Who holds an asset from a day on, nobody for none: whoever held it holds it no longer.
pub fn held_from(asset: &Asset, party_a_id: Option<u64>, day: Date) -> Vec<Holding> {
    let mut holdings: Vec<Holding> = asset.holdings.iter().filter(|held| held.span.from < day).copied().collect();
    if let Some(last) = holdings.last_mut() {
        last.span.to = last.span.to.min(before(day));
    }
    let span = DateSpan::new(day, FOREVER);
    holdings.extend(party_a_id.map(|party_a_id| Holding { party_a_id, span }));
    holdings
}

/// Writes who holds an asset from now on, and keeps it and what belongs to it in his department; in none it has left the
/// register.
///
/// # Errors
/// A record that cannot be read or written.
pub fn give(op: &mut Op, asset: &Asset, holdings: Vec<Holding>, dept_id: Option<u64>, deed: &str) -> Result<()> {
    let state = if dept_id.is_some() { AssetState::Registered } else { AssetState::HandedOver };
    let mut next = Asset { holdings, state, ..asset.clone() };
    let old = asset.owned.dept_id;
    next.owned.dept_id = dept_id.unwrap_or(old);
    owned::update(op, asset, next, deed)?;
    let Some(dept_id) = dept_id.filter(|dept_id| *dept_id != old) else { return Ok(()) };
    let of_asset = id(asset.asset_id);
    for room in op.view().tx.by::<Room>(&ROOMS, &of_asset, false, 0, usize::MAX)? {
        let mut next = room.clone();
        next.owned.dept_id = dept_id;
        owned::update(op, &room, next, deed)?;
    }
    for building in op.view().tx.by::<Building>(&BUILDINGS, &of_asset, false, 0, usize::MAX)? {
        let mut next = building.clone();
        next.owned.dept_id = dept_id;
        owned::update(op, &building, next, deed)?;
    }
    for cert in op.view().tx.by::<Cert>(&CERTS, &of_asset, false, 0, usize::MAX)? {
        let mut next = cert.clone();
        next.owned.dept_id = dept_id;
        owned::update(op, &cert, next, deed)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn asset(holdings: Vec<(u64, DateSpan)>) -> Asset {
        let holdings: Vec<Holding> =
            holdings.into_iter().map(|(party_a_id, span)| Holding { party_a_id, span }).collect();
        let facts = serde_json::json!({"assetName": "园", "plateId": 1, "titleState": 1});
        serde_json::from_value(serde_json::json!({
            "asset_id": 1, "facts": facts, "state": AssetState::Registered, "holdings": holdings, "files": [],
            "owned": {"dept_id": 1, "version": 1, "creator": 1, "base": crate::records::base::Base::default()},
        }))
        .unwrap_or_else(|fault| panic!("{fault}"))
    }

    #[test]
    fn every_day_has_one_holder() {
        let day = |month, day| date(2024, month, day);
        let all = DateSpan::new(day(1, 1), FOREVER);
        let told = |held: Vec<Holding>| -> Vec<(u64, Date, Date)> {
            held.iter().map(|held| (held.party_a_id, held.span.from, held.span.to)).collect()
        };
        let one = asset(vec![(1, all)]);
        assert_eq!(told(held_from(&one, Some(2), day(7, 1))), [(1, day(1, 1), day(6, 30)), (2, day(7, 1), FOREVER)]);
        assert_eq!(told(held_from(&one, None, day(7, 1))), [(1, day(1, 1), day(6, 30))]);
        // an asset that was entered to be received is held from the day of the handover
        assert_eq!(told(held_from(&one, Some(1), day(1, 1))), [(1, day(1, 1), FOREVER)]);
        let gone = asset(vec![(1, DateSpan::new(day(1, 1), day(3, 31)))]);
        assert_eq!(told(held_from(&gone, Some(2), day(7, 1))), [(1, day(1, 1), day(3, 31)), (2, day(7, 1), FOREVER)]);
    }
}
