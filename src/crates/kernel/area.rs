//! Areas in square metres: integer hundredths inside, decimal text with two places on the wire
//! (domain.md D2, decisions/0003).

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::money::decimal;
use crate::text::trimmed;

/// An area in hundredths of a square metre.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Area(pub i64);

/// Largest area accepted: a hundred square kilometres.
const MOST: i64 = 10_000_000_000;

impl Area {
    /// Reads `268.45`; more than two decimals, signs and letters are refused.
    pub fn parse(text: &str) -> Option<Self> {
        let text = ["平方米", "平米", "㎡", "m²", "m2"]
            .iter()
            .find_map(|unit| trimmed(text).strip_suffix(unit))
            .unwrap_or(text);
        decimal(text, 2).filter(|value| (0..=MOST).contains(value)).map(Self)
    }
}

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        write!(f, "{sign}{}.{:02}", self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100)
    }
}

impl std::iter::Sum for Area {
    fn sum<I: Iterator<Item = Self>>(areas: I) -> Self {
        Self(areas.map(|area| area.0).sum())
    }
}

impl Serialize for Area {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() { serializer.collect_str(self) } else { serializer.serialize_i64(self.0) }
    }
}

impl<'de> Deserialize<'de> for Area {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !deserializer.is_human_readable() {
            return i64::deserialize(deserializer).map(Self);
        }
        // archives and derived areas may hold what a person could not type
        let text = String::deserialize(deserializer)?;
        decimal(&text, 2).map(Self).ok_or_else(|| de::Error::custom("面积须为数字，最多两位小数"))
    }
}

impl JsonSchema for Area {
    fn schema_name() -> Cow<'static, str> {
        "Area".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "area" })
    }

    fn inline_schema() -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_and_writing() {
        for (text, area) in [
            ("268.45", Some(Area(26_845))),
            ("300", Some(Area(30_000))),
            ("1,200.5", Some(Area(120_050))),
            ("1.005", None),
            ("-3", None),
            ("三", None),
            ("99999999999", None),
        ] {
            assert_eq!(Area::parse(text), area, "{text}");
        }
        assert_eq!(serde_json::to_string(&Area(26_845)).expect("text"), r#""268.45""#);
        assert_eq!(serde_json::from_str::<Area>(r#""268.4""#).expect("area"), Area(26_840));
        let stored = rmp_serde::to_vec(&Area(26_845)).expect("bytes");
        assert_eq!(rmp_serde::from_slice::<Area>(&stored).expect("area"), Area(26_845));
    }
}
