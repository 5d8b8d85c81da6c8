//! Personal data at rest: sealed with the site's key (AES-256-GCM), found again by a keyed hash.
//!
//! Invariants: a [`Sealed`] value shows nothing of its content in debug output, audit rows or answers; opening it
//! takes the [`Sealer`], which only operations that log the showing use. Two seals of one text differ.

use aws_lc_rs::aead::{AES_256_GCM, Aad, Nonce, RandomizedNonceKey};
use aws_lc_rs::hmac;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use serde::{Deserialize, Serialize};

/// Bytes of the site's key: 32 for sealing, 32 for the keyed hash.
pub const KEY_BYTES: usize = 64;
const NONCE_BYTES: usize = 12;
/// Bound to every seal, so that a seal of another program or purpose never opens.
const PURPOSE: &[u8] = b"gx-portal personal data 1";

/// A sealed text; empty means that there is none.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Sealed(String);

impl Sealed {
    /// Whether nothing was sealed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl std::fmt::Debug for Sealed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.is_empty() { "Sealed(-)" } else { "Sealed(***)" })
    }
}

/// Sealed values that were tried with a key; empty ones are none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TriedSeals {
    /// How many open.
    pub open: u64,
    /// How many do not.
    pub shut: u64,
}

impl TriedSeals {
    /// Counts a value.
    pub fn count(&mut self, sealed: &Sealed, opens: bool) {
        match (sealed.is_empty(), opens) {
            (true, _) => {}
            (false, true) => self.open += 1,
            (false, false) => self.shut += 1,
        }
    }
}

/// Why a seal does not open: another site's key, or damage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the sealed value does not open with this site's key")]
pub struct Unopened;

/// The holder of the site's key.
pub struct Sealer {
    cipher: RandomizedNonceKey,
    hash: hmac::Key,
}

impl std::fmt::Debug for Sealer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Sealer(***)")
    }
}

impl Sealer {
    /// A sealer with a key of [`KEY_BYTES`] bytes.
    ///
    /// # Errors
    /// A key of another length.
    pub fn new(key: &[u8]) -> Result<Self, Unopened> {
        let (cipher, hash) = key.split_at_checked(KEY_BYTES / 2).ok_or(Unopened)?;
        let cipher = RandomizedNonceKey::new(&AES_256_GCM, cipher).map_err(|_| Unopened)?;
        if hash.len() != KEY_BYTES / 2 {
            return Err(Unopened);
        }
        Ok(Self { cipher, hash: hmac::Key::new(hmac::HMAC_SHA256, hash) })
    }

    /// Seals a text; an empty one stays empty.
    ///
    /// # Errors
    /// The cipher failed, which it does not for texts of this size.
    pub fn seal(&self, text: &str) -> Result<Sealed, Unopened> {
        if text.is_empty() {
            return Ok(Sealed::default());
        }
        let mut bytes = text.as_bytes().to_vec();
        let nonce = self.cipher.seal_in_place_append_tag(Aad::from(PURPOSE), &mut bytes).map_err(|_| Unopened)?;
        let mut sealed = nonce.as_ref().to_vec();
        sealed.extend(bytes);
        Ok(Sealed(STANDARD_NO_PAD.encode(sealed)))
    }

    /// The text of a seal.
    ///
    /// # Errors
    /// Another site's key, or damage.
    pub fn open(&self, sealed: &Sealed) -> Result<String, Unopened> {
        if sealed.is_empty() {
            return Ok(String::new());
        }
        let bytes = STANDARD_NO_PAD.decode(&sealed.0).map_err(|_| Unopened)?;
        let (nonce, rest) = bytes.split_at_checked(NONCE_BYTES).ok_or(Unopened)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| Unopened)?;
        let mut rest = rest.to_vec();
        let text = self.cipher.open_in_place(nonce, Aad::from(PURPOSE), &mut rest).map_err(|_| Unopened)?;
        String::from_utf8(text.to_vec()).map_err(|_| Unopened)
    }

    /// A signature of something that this site wrote, in hexadecimal. No mark is one: they are half as long, and of texts
    /// without the first byte.
    pub fn sign(&self, what: &[u8]) -> String {
        hex::encode(hmac::sign(&self.hash, &[&[0], what].concat()))
    }

    /// Whether a signature is this site's, in a time that doesn't tell how much of it is right.
    pub fn is_signed(&self, what: &[u8], signature: &str) -> bool {
        let Ok(signature) = hex::decode(signature) else { return false };
        hmac::verify(&self.hash, &[&[0], what].concat(), &signature).is_ok()
    }

    /// The keyed hash by which equal texts are found without opening seals; empty for an empty text.
    pub fn mark(&self, text: &str) -> String {
        if text.is_empty() {
            return String::new();
        }
        hex::encode(&hmac::sign(&self.hash, text.as_bytes()).as_ref()[..16])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sealed_opens_with_the_same_key_only() {
        let (own, other) = (Sealer::new(&[7; 64]).expect("a key"), Sealer::new(&[8; 64]).expect("a key"));
        let sealed = own.seal("530102199001011234").expect("sealed");
        assert_eq!(own.open(&sealed).as_deref(), Ok("530102199001011234"));
        assert_eq!(other.open(&sealed), Err(Unopened));
        assert_ne!(own.seal("530102199001011234").expect("sealed"), sealed, "equal texts do not look equal");
        assert_eq!(format!("{sealed:?}"), "Sealed(***)");
        let Sealed(mut text) = sealed;
        text.replace_range(20..21, if text.as_bytes()[20] == b'A' { "B" } else { "A" });
        assert_eq!(own.open(&Sealed(text)), Err(Unopened), "a changed seal does not open");
        assert_eq!(own.open(&Sealed("!".into())), Err(Unopened));
        assert_eq!(own.seal("").and_then(|none| own.open(&none)), Ok(String::new()));
        assert!(Sealer::new(&[7; 63]).is_err());
    }

    #[test]
    fn equal_texts_have_equal_marks_under_one_key() {
        let (own, other) = (Sealer::new(&[7; 64]).expect("a key"), Sealer::new(&[8; 64]).expect("a key"));
        assert_eq!(own.mark("x"), own.mark("x"));
        assert_ne!(own.mark("x"), own.mark("y"));
        assert_ne!(own.mark("x"), other.mark("x"));
        assert_eq!(own.mark(""), "");
    }
}
