//! What proves the key that personal data was sealed with: the guard against starting with another one, or with a damaged one.

use serde::{Deserialize, Serialize};

use crate::kernel::seal::{Sealed, Sealer, Unopened};
use crate::store::{Keeping, Key, Record, key};

/// Name of the key file of personal data in `keys/`.
pub const PERSONAL_KEY: &str = "personal.key";
/// Name of the key file that signs tokens.
pub const SESSION_KEY: &str = "session.key";
/// Its length, in bytes.
pub const SESSION_KEY_BYTES: usize = 64;

const TEXT: &str = "gx-portal seal check";

/// Written with the first sealed value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SealCheck {
    /// Keyed hash of a fixed text: proves the half of the key by which values are found.
    pub mark: String,
    /// The same text sealed: proves the half that seals. Empty in checks of before 2026-11-27.
    #[serde(default)]
    pub sealed: Sealed,
}

impl SealCheck {
    /// The key of the only record.
    pub fn key() -> Key {
        key().str("seal")
    }

    /// The mark of a sealer.
    pub fn mark_of(sealer: &Sealer) -> String {
        sealer.mark(TEXT)
    }

    /// The proof of a sealer.
    ///
    /// # Errors
    /// The cipher failed, which it does not for a text of this size.
    pub fn of(sealer: &Sealer) -> Result<Self, Unopened> {
        Ok(Self { mark: Self::mark_of(sealer), sealed: sealer.seal(TEXT)? })
    }

    /// Whether it says nothing of the half of the key that seals.
    pub fn seals_nothing(&self) -> bool {
        self.sealed.is_empty()
    }

    /// Whether a sealer is the one that it was made by, as far as it can say.
    pub fn fits(&self, sealer: &Sealer) -> bool {
        let opens = || sealer.open(&self.sealed).is_ok_and(|text| text == TEXT);
        self.mark == Self::mark_of(sealer) && (self.seals_nothing() || opens())
    }
}

impl Record for SealCheck {
    const TABLE: &'static str = "seal_check";
    // An archive carries the key itself, see upkeep::archive.
    const KEEPING: Keeping = Keeping::Passing;
    const JOURNALED: bool = true;
    fn id(&self) -> Key {
        Self::key()
    }
}
