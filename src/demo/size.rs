//! How much a demonstration makes.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Size {
    /// 40 people: a screenshot, a first look.
    Small,
    /// 400 people: a bureau with its centres.
    Standard,
    /// 10,000 people in 300 departments: the design load.
    Stress,
}

impl Size {
    /// Number of people.
    pub fn people(self) -> usize {
        match self {
            Self::Small => 40,
            Self::Standard => 400,
            Self::Stress => 10_000,
        }
    }
}
