//! What the city is made of: `data/demo-city.toml`, and the dates everything is counted from.

use jiff::civil::{Date, date};
use serde::Deserialize;

use crate::demo::size::Size;
use crate::error::{AppError, Result};
use crate::features::assets::party_a::record::UnitKind;
use crate::kernel::carried;
use crate::kernel::dates::Stamp;
use crate::kernel::span::{add_days, add_months};

/// The words and shares of the city.
#[derive(Deserialize)]
pub(super) struct Recipe {
    pub(super) districts: Vec<String>,
    pub(super) roads: Vec<String>,
    pub(super) places: Vec<String>,
    pub(super) syllables: Vec<String>,
    pub(super) trades: Vec<String>,
    pub(super) shops: Vec<String>,
    pub(super) offices: Vec<String>,
    #[serde(rename = "plate")]
    pub(super) plates: Vec<PlateRecipe>,
    #[serde(rename = "party")]
    pub(super) parties: Vec<PartyRecipe>,
    #[serde(rename = "notice")]
    pub(super) notices: Vec<NoticeRecipe>,
}

/// A plate and what its rooms are like.
#[derive(Deserialize)]
pub(super) struct PlateRecipe {
    pub(super) code: String,
    pub(super) name: String,
    pub(super) color: String,
    /// Weight of its rooms.
    pub(super) rooms: usize,
    /// Weight of its assets.
    pub(super) assets: usize,
    /// Median rent area of a room, square metres.
    pub(super) area: i64,
    /// Yuan a square metre and month, from and to.
    pub(super) rent: [i64; 2],
    pub(super) use_kind: String,
    pub(super) asset_kind: String,
    pub(super) structure: String,
    pub(super) floors: [i64; 2],
    pub(super) suffixes: Vec<String>,
}

/// A party A and its place in the authority.
#[derive(Deserialize)]
pub(super) struct PartyRecipe {
    pub(super) code: String,
    pub(super) name: String,
    pub(super) short: String,
    pub(super) kind: UnitKind,
    /// Name of its department.
    pub(super) dept: String,
    pub(super) remit: bool,
    /// Weight of its assets.
    pub(super) share: usize,
}

impl Recipe {
    /// Reads the recipe that the binary carries.
    ///
    /// # Errors
    /// A recipe that does not parse; the tests would have shown it.
    pub(super) fn read() -> Result<Self> {
        carried::read("demo-city.toml", include_str!("../../../data/demo-city.toml"))
    }
}

/// The reference day and the first day of the data.
#[derive(Debug, Clone, Copy)]
pub(super) struct Calendar {
    /// The day on which the city is looked at.
    pub(super) today: Date,
    /// 1 January three years before: where leases begin.
    pub(super) begin: Date,
    /// The first day of the books: the same day, and a year ago in the largest size.
    pub(super) books: Date,
}

impl Calendar {
    pub(super) fn of(today: Date, size: Size) -> Self {
        let begin = date(today.year() - 3, 1, 1);
        let books = if size == Size::Stress { add_months(today.first_of_month(), -12) } else { begin };
        Self { today, begin, books }
    }

    /// The last 29 February that is half a year old.
    pub(super) fn leap_day(self) -> Date {
        let limit = add_days(self.today, -190);
        (0..12).filter_map(|back| Date::new(limit.year() - back, 2, 29).ok()).find(|day| *day <= limit).unwrap_or(limit)
    }

    /// A moment in office hours of a day, never after the eve of today.
    pub(super) fn at(self, day: Date, hour: i8, minute: i64) -> Result<Stamp> {
        let day = day.min(add_days(self.today, -1));
        let minute = i8::try_from(minute.rem_euclid(60)).unwrap_or(0);
        Stamp::of(day.at(hour, minute, 0, 0)).ok_or_else(|| AppError::internal("a moment that does not exist"))
    }
}

/// A notice of the recipe.
#[derive(Deserialize)]
pub(super) struct NoticeRecipe {
    pub(super) title: String,
    /// Announcement instead of notice.
    #[serde(default)]
    pub(super) announces: bool,
    #[serde(default)]
    pub(super) top: bool,
    /// Published so many days before today.
    pub(super) ago: i64,
    pub(super) text: String,
}
