//! The mark of the key that personal data was sealed with: the guard against starting with another one.

use serde::{Deserialize, Serialize};

use crate::kernel::seal::Sealer;
use crate::store::{Keeping, Key, Record, key};

/// Name of the key file in `keys/`.
pub const PERSONAL_KEY: &str = "personal.key";

/// Written with the first sealed value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SealCheck {
    /// Keyed hash of a fixed text.
    pub mark: String,
}

impl SealCheck {
    /// The key of the only record.
    pub fn key() -> Key {
        key().str("seal")
    }

    /// The mark of a sealer.
    pub fn of(sealer: &Sealer) -> Self {
        Self { mark: sealer.mark("gx-portal seal check") }
    }
}

impl Record for SealCheck {
    const TABLE: &'static str = "seal_check";
    // An archive carries the key itself, see upkeep::archive.
    const KEEPING: Keeping = Keeping::Passing;
    fn id(&self) -> Key {
        Self::key()
    }
}
