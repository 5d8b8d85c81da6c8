//! Cells of a row: what is stored of each field.
//!
//! Invariants: cells stand in the order of their fields' numbers, an absent cell is empty; people's formats (archive,
//! history, audit) read `{"f7": …}` with days as texts, the store a compact form that never changes shape by accident
//! (`record.rs`). A sealed cell shows nothing of its text but what is masked.

use std::fmt;

use jiff::civil::Date;
use serde::de::{self, MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::columns::field::{date_of, day};
use crate::kernel::dates::Stamp;
use crate::kernel::seal::Sealed;

/// One value of one field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Cell {
    /// Texts, codes, entries of dictionaries.
    Text(String),
    /// Numbers: as they are, 10^-places, fen, millionths, 1/100 ㎡, years.
    Whole(i64),
    /// A day; a month as its first.
    Day(DayCell),
    Moment(Stamp),
    /// Yes or no.
    Flag(bool),
    /// Several entries of a dictionary.
    Many(Vec<String>),
    /// Numbers of records, people, departments or files, after the number of their kind (`links.rs`).
    Links(u8, Vec<u64>),
    /// A sealed text; apart, for the cells of an import are kept by the hundred thousand.
    Sealed(Box<SealedCell>),
}

/// A day as it is stored: a number in the compact form, a date for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct DayCell(pub Date);

impl Serialize for DayCell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            self.0.serialize(serializer)
        } else {
            day(Some(self.0)).serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for DayCell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return Date::deserialize(deserializer).map(Self);
        }
        date_of(i64::deserialize(deserializer)?).map(Self).ok_or_else(|| de::Error::custom("no day"))
    }
}

/// A sealed text with what is shown of it and by what it is found.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SealedCell {
    /// The text, sealed.
    pub sealed: Sealed,
    /// Keyed hash.
    pub mark: String,
    pub shown: String,
}

impl fmt::Debug for SealedCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SealedCell(***)")
    }
}

/// 原值: what stood in a cell that does not fit its field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum KeptText {
    /// Of an open field.
    Plain(String),
    /// Of a sealed one.
    Sealed(SealedCell),
}

impl KeptText {
    /// What is shown of it.
    pub fn shown(&self) -> &str {
        match self {
            Self::Plain(text) => text,
            Self::Sealed(sealed) => &sealed.shown,
        }
    }
}

/// What people's formats put behind the number of a field, so that cells and original texts of a row differ in name.
pub trait Keyed {
    /// `f7`, `f7*`
    const SUFFIX: &'static str;
}

impl Keyed for Cell {
    const SUFFIX: &'static str = "";
}

impl Keyed for KeptText {
    const SUFFIX: &'static str = "*";
}

/// Values by the numbers of their fields, ascending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ByField<T>(Vec<(u16, T)>);

/// The cells of a row.
pub type Cells = ByField<Cell>;
/// Its original texts.
pub type Kept = ByField<KeptText>;

impl<T> Default for ByField<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> ByField<T> {
    /// Of a field.
    pub fn get(&self, field: u16) -> Option<&T> {
        self.0.binary_search_by_key(&field, |(no, _)| *no).ok().and_then(|at| self.0.get(at)).map(|(_, value)| value)
    }

    /// Puts or takes out what a field has.
    pub fn set(&mut self, field: u16, value: Option<T>) {
        match (self.0.binary_search_by_key(&field, |(no, _)| *no), value) {
            (Ok(at), Some(value)) => {
                if let Some(place) = self.0.get_mut(at) {
                    place.1 = value;
                }
            }
            (Ok(at), None) => {
                self.0.remove(at);
            }
            (Err(at), Some(value)) => self.0.insert(at, (field, value)),
            (Err(_), None) => {}
        }
    }

    /// All of them, in their order.
    pub fn iter(&self) -> impl Iterator<Item = (u16, &T)> {
        self.0.iter().map(|(field, value)| (*field, value))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn is_ordered(&self) -> bool {
        self.0.windows(2).all(|pair| matches!(pair, [one, other] if one.0 < other.0))
    }
}

impl<T> FromIterator<(u16, T)> for ByField<T> {
    fn from_iter<I: IntoIterator<Item = (u16, T)>>(values: I) -> Self {
        let mut all = Self::default();
        values.into_iter().for_each(|(field, value)| all.set(field, Some(value)));
        all
    }
}

/// Name of a field in people's formats: `f7`.
pub fn key_of(field: u16) -> String {
    format!("f{field}")
}

/// The field behind such a name.
pub fn field_of(key: &str) -> Option<u16> {
    key.strip_prefix('f').and_then(|number| number.parse().ok())
}

impl<T: Serialize + Keyed> Serialize for ByField<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            return self.0.serialize(serializer);
        }
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (field, value) in &self.0 {
            map.serialize_entry(&(key_of(*field) + T::SUFFIX), value)?;
        }
        map.end()
    }
}

impl<'de, T: Deserialize<'de> + Keyed> Deserialize<'de> for ByField<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return deserializer.deserialize_map(Named(std::marker::PhantomData));
        }
        let all = deserializer.deserialize_seq(Numbered(std::marker::PhantomData)).map(Self)?;
        if all.is_ordered() { Ok(all) } else { Err(de::Error::custom("cells out of order")) }
    }
}

struct Named<T>(std::marker::PhantomData<T>);

impl<'de, T: Deserialize<'de> + Keyed> Visitor<'de> for Named<T> {
    type Value = ByField<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cells by field")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut all = ByField::default();
        while let Some(key) = map.next_key::<String>()? {
            let field = key
                .strip_suffix(T::SUFFIX)
                .and_then(field_of)
                .ok_or_else(|| de::Error::custom(format!("no field {key}")))?;
            all.set(field, Some(map.next_value()?));
        }
        Ok(all)
    }
}

struct Numbered<T>(std::marker::PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Numbered<T> {
    type Value = Vec<(u16, T)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cells in the order of their fields")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        // A damaged length must not claim memory.
        let mut all = Vec::with_capacity(seq.size_hint().unwrap_or(0).min(200));
        while let Some(one) = seq.next_element()? {
            all.push(one);
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use serde_json::json;

    use super::*;

    fn cells() -> Cells {
        [
            (7, Cell::Day(DayCell(date(2024, 3, 5)))),
            (2, Cell::Text("XF-001".into())),
            (9, Cell::Links(3, vec![4, 1])),
            (3, Cell::Whole(1_250)),
            (300, Cell::Flag(true)),
        ]
        .into_iter()
        .collect()
    }

    #[test]
    fn people_read_names_and_days() {
        let shown = serde_json::to_value(cells()).expect("written");
        let expected = json!({"f2": {"text": "XF-001"}, "f3": {"whole": 1250}, "f7": {"day": "2024-03-05"},
            "f9": {"links": [3, [4, 1]]}, "f300": {"flag": true}});
        assert_eq!(shown, expected);
        assert_eq!(serde_json::from_value::<Cells>(shown).expect("read"), cells());
        assert!(serde_json::from_value::<Cells>(json!({"g7": {"flag": true}})).is_err());
    }

    /// What rows of this release hold for [`cells`]: a change of it makes every stored row unreadable.
    const GOLDEN: &str = "0502000658462d3030310301c4130702d4c405090603020401ac020401";

    #[test]
    fn the_store_keeps_these_bytes() {
        let bytes = postcard::to_stdvec(&cells()).expect("written");
        assert_eq!(hex::encode(&bytes), GOLDEN, "old rows must stay readable");
        assert_eq!(postcard::from_bytes::<Cells>(&bytes).expect("read"), cells());
        let mut turned = vec![2];
        turned.extend([3, 4, 1, 2, 4, 1]);
        assert!(postcard::from_bytes::<Cells>(&turned).is_err(), "cells out of order are damage");
    }

    #[test]
    fn cells_are_set_and_taken_out() {
        let mut all = cells();
        all.set(7, None);
        all.set(3, Some(Cell::Whole(1)));
        all.set(4, Some(Cell::Flag(false)));
        all.set(5, None);
        assert_eq!(all.iter().map(|(field, _)| field).collect::<Vec<_>>(), [2, 3, 4, 9, 300]);
        assert_eq!((all.get(3), all.get(7)), (Some(&Cell::Whole(1)), None));
    }
}
