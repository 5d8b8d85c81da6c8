//! Whether a room can be let in a window (domain.md 3.9), as a pure rule.

use jiff::civil::Date;

use super::record::{Room, Usage};
use crate::features::assets::asset::record::{Asset, AssetState};
use crate::features::assets::occupancy::{Occupancy, blocked_by, blocking, first_free};
use crate::kernel::span::DateSpan;

/// Why a room cannot be let.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstacle {
    /// Held by somebody else, ended, not for letting, forbidden: the room is not offered at all.
    Never(String),
    /// Only occupied: shown greyed, with what blocks it.
    Occupied {
        /// What people read.
        sentence: String,
        /// The lease behind it; 0 for none.
        lease_id: u64,
        /// First day from the window's first on that is free.
        first_free: Date,
    },
}

impl Obstacle {
    /// What people read.
    pub fn sentence(&self) -> &str {
        match self {
            Self::Never(sentence) | Self::Occupied { sentence, .. } => sentence,
        }
    }
}

/// Why nobody may let a room on a day, occupied or not; none when its party A may.
pub fn withheld(room: &Room, asset: &Asset, day: Date) -> Option<String> {
    let holder = asset.holder(day).unwrap_or_default();
    obstacle(room, asset, &[], holder, &DateSpan::new(day, day)).map(|obstacle| obstacle.sentence().to_owned())
}

/// What keeps party A from letting a room in a window; the first reason in the order of the design.
pub fn obstacle(
    room: &Room,
    asset: &Asset,
    occupancies: &[Occupancy],
    party_a_id: u64,
    window: &DateSpan,
) -> Option<Obstacle> {
    let never = |sentence: String| Some(Obstacle::Never(sentence));
    let holding = asset.holdings.iter().find(|holding| holding.span.contains(window.from));
    match holding {
        Some(holding) if holding.party_a_id != party_a_id => return never("不属于该甲方".into()),
        None => return never(format!("{} 起无管理甲方", window.from)),
        Some(holding) if !holding.span.covers(window) => {
            return never(format!("管理甲方将于 {} 变更", crate::kernel::span::after(holding.span.to)));
        }
        Some(_) => {}
    }
    if asset.state != AssetState::Registered {
        return never(format!("资产{}", asset.state.label()));
    }
    if !room.valid.covers(window) {
        return never(format!("房间有效期为 {}", room.valid));
    }
    if let Some(other) = room.usages.iter().find(|usage| usage.span.overlaps(window) && usage.usage != Usage::Lettable)
    {
        return never(format!("{} 用途为{}", other.span, other.usage.label()));
    }
    if let Some(restriction) = asset.forbids(window) {
        return never(format!("资产被限制：{}（{}）", restriction.kind.label(), restriction.span()));
    }
    blocking(occupancies, window).map(|row| Obstacle::Occupied {
        sentence: blocked_by(row),
        lease_id: row.lease_id,
        first_free: first_free(occupancies, window.from),
    })
}
