//! One-time codes: by counter (RFC 4226), by time (RFC 6238), and the Base32 (RFC 4648) that apps and tokens write keys in.
//! Pure: whether a code was used before is its caller's matter, who gives the last step that was.

use aws_lc_rs::hmac;
use serde::{Deserialize, Serialize};

/// Hash of a code.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Algorithm {
    /// What every app knows.
    #[default]
    Sha1,
    /// Some hardware tokens.
    Sha256,
}

/// How the codes of a key are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    /// Its hash.
    pub algorithm: Algorithm,
    /// Digits of a code, 6 or 8.
    pub digits: u32,
    /// Seconds that a code is shown, 30 or 60.
    pub step: i64,
}

impl Kind {
    /// What all apps understand; several ignore anything else in the address they scan.
    pub const APP: Self = Self { algorithm: Algorithm::Sha1, digits: 6, step: 30 };
}

/// The code of a counter.
pub fn code(key: &[u8], counter: u64, kind: Kind) -> String {
    let algorithm = match kind.algorithm {
        Algorithm::Sha1 => hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY,
        Algorithm::Sha256 => hmac::HMAC_SHA256,
    };
    let tag = hmac::sign(&hmac::Key::new(algorithm, key), &counter.to_be_bytes());
    let bytes = tag.as_ref();
    // Dynamic truncation: the last nibble says where four bytes begin; every hash is long enough for the last of them.
    let at = usize::from(bytes.last().copied().unwrap_or_default() & 0x0f);
    let four = bytes.get(at..at + 4).and_then(|four| four.try_into().ok()).unwrap_or_default();
    let number = u32::from_be_bytes(four) & 0x7fff_ffff;
    let width = kind.digits as usize;
    format!("{:0width$}", number % 10_u32.pow(kind.digits.min(9)))
}

/// The step of a moment (epoch milliseconds).
pub fn step_at(kind: Kind, now: i64) -> i64 {
    now.div_euclid(kind.step.max(1) * 1_000)
}

/// The step that a code is of: this one, the one before or the one after, and later than `last`.
pub fn matched(key: &[u8], kind: Kind, given: &str, now: i64, last: i64) -> Option<i64> {
    let this = step_at(kind, now);
    let mut steps = [this, this - 1, this + 1].into_iter().filter(|step| *step > last && *step >= 0);
    steps.find(|step| code(key, step.cast_unsigned(), kind) == given)
}

const LETTERS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// Base32 without padding.
pub fn to_base32(bytes: &[u8]) -> String {
    let (mut text, mut held, mut bits) = (String::new(), 0_u32, 0);
    for byte in bytes {
        held = held << 8 | u32::from(*byte);
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            text.push(char::from(LETTERS[(held >> bits & 31) as usize]));
        }
    }
    if bits > 0 {
        text.push(char::from(LETTERS[(held << (5 - bits) & 31) as usize]));
    }
    text
}

/// The bytes of a Base32 text in any case, with or without padding; `None` for anything else.
pub fn from_base32(text: &str) -> Option<Vec<u8>> {
    let (mut bytes, mut held, mut bits) = (Vec::new(), 0_u32, 0);
    for letter in text.trim_end_matches('=').bytes() {
        let value = LETTERS.iter().position(|known| *known == letter.to_ascii_uppercase())?;
        held = (held << 5 | u32::try_from(value).ok()?) & 0xfff;
        bits += 5;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits & 0xff) as u8);
        }
    }
    (!bytes.is_empty()).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_rfc_4226() {
        let expected =
            ["755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"];
        for (counter, expected) in (0..).zip(expected) {
            assert_eq!(code(b"12345678901234567890", counter, Kind::APP), expected, "{counter}");
        }
    }

    #[test]
    fn codes_of_rfc_6238() {
        let (short, long): (&[u8], &[u8]) = (b"12345678901234567890", b"12345678901234567890123456789012");
        for (second, sha1, sha256) in [
            (59, "94287082", "46119246"),
            (1_111_111_109, "07081804", "68084774"),
            (1_111_111_111, "14050471", "67062674"),
            (1_234_567_890, "89005924", "91819424"),
            (2_000_000_000, "69279037", "90698825"),
            (20_000_000_000_i64, "65353130", "77737706"),
        ] {
            for (key, algorithm, expected) in [(short, Algorithm::Sha1, sha1), (long, Algorithm::Sha256, sha256)] {
                let kind = Kind { algorithm, digits: 8, step: 30 };
                let step = step_at(kind, second * 1_000);
                assert_eq!(code(key, step.cast_unsigned(), kind), expected, "{second} {algorithm:?}");
                assert_eq!(matched(key, kind, expected, second * 1_000, -1), Some(step));
            }
        }
    }

    #[test]
    fn a_code_lives_for_its_step_and_its_neighbours_and_once() {
        let key = b"12345678901234567890";
        let given = code(key, 100, Kind::APP);
        let at = |seconds: i64, last| matched(key, Kind::APP, &given, seconds * 1_000, last);
        for (seconds, found) in [(2_969, false), (2_970, true), (3_000, true), (3_059, true), (3_060, false)] {
            assert_eq!(at(seconds, -1).is_some(), found, "{seconds}");
        }
        assert_eq!(at(3_000, 99), Some(100));
        assert_eq!(at(3_000, 100), None, "used");
        assert_eq!(at(3_000, 5_000), None, "the clock was set back");
        assert_eq!(at(-30, -1), None);
        assert_eq!(matched(key, Kind::APP, "", 3_000_000, -1), None);
    }

    #[test]
    fn base32_of_rfc_4648() {
        for (plain, text) in [
            ("f", "MY"),
            ("fo", "MZXQ"),
            ("foo", "MZXW6"),
            ("foob", "MZXW6YQ"),
            ("fooba", "MZXW6YTB"),
            ("foobar", "MZXW6YTBOI"),
        ] {
            assert_eq!(to_base32(plain.as_bytes()), text);
            assert_eq!(from_base32(&text.to_lowercase()).as_deref(), Some(plain.as_bytes()));
            assert_eq!(from_base32(&format!("{text}======")).as_deref(), Some(plain.as_bytes()));
        }
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(from_base32(&to_base32(&all)), Some(all));
        for wrong in ["", "1", "MZXW6YT8", "==", "密钥"] {
            assert_eq!(from_base32(wrong), None, "{wrong}");
        }
    }
}
