//! Passwords: hashing ([`hasher`]), verification of imported hashes, the rules for new ones ([`policy`]).
//!
//! New hashes are Argon2id (m = 19456 KiB, t = 2, p = 1, OWASP's minimum and the crate's default).
//! Hashes of accounts imported from the RuoYi family (`$2a$…`, bcrypt) are verified and replaced at
//! sign-in. One-time passwords that this program makes are random with 69 bits, so a salted SHA-256
//! keeps them safe; 10,000 imported accounts would otherwise take minutes.

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use rand::RngExt;
use sha2::{Digest, Sha256};

use crate::error::{AppError, Result};

pub mod hasher;
pub mod locking;
pub mod policy;

pub use hasher::Hasher;

const ONE_TIME_PREFIX: &str = "$once$";
/// A hash that nothing matches, for names that do not exist.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$QUFBQUFBQUFBQUFBQUFBQQ$QkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkI";

/// What a verification found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// The password is right.
    pub matches: bool,
    /// It should be hashed again with today's method.
    pub outdated: bool,
}

/// Compares a password with a stored hash; one costly run whatever the kind of hash.
fn verify(password: &str, stored: &str) -> Verdict {
    let argon = |hash: &str| {
        PasswordHash::new(hash).is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
    };
    if stored.starts_with("$argon2") {
        Verdict { matches: argon(stored), outdated: false }
    } else if stored.starts_with("$2") {
        Verdict { matches: bcrypt::verify(password, stored).unwrap_or(false), outdated: true }
    } else {
        argon(NOBODY);
        Verdict { matches: verify_one_time(password, stored), outdated: true }
    }
}

/// What new hashes cost. People of the program's tests sign in by thousands, at a hundredth of it; a stored hash says its own.
fn method() -> Argon2<'static> {
    #[cfg(all(feature = "testing", not(test)))]
    if let Ok(params) = argon2::Params::new(256, 1, 1, None) {
        return Argon2::new(argon2::Algorithm::Argon2id, argon2::Version::V0x13, params);
    }
    Argon2::default()
}

/// The PHC text of a password.
fn hash(password: &str) -> Result<String> {
    let hash = method().hash_password(password.as_bytes()).map_err(AppError::internal)?;
    Ok(hash.to_string())
}

/// Costliest bcrypt hash that is kept: each step doubles the work of a sign-in, and this one takes about a second.
const COSTLIEST: u8 = 14;

/// Whether a hash of another program (`$2a$10$…`) can be verified here at a bounded cost.
pub fn may_be_kept(hash: &str) -> bool {
    let Some((version, rest)) = hash.strip_prefix('$').and_then(|rest| rest.split_once('$')) else { return false };
    let Some((cost, digest)) = rest.split_once('$') else { return false };
    let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'/');
    matches!(version, "2a" | "2b" | "2y")
        && cost.len() == 2
        && cost.parse::<u8>().is_ok_and(|cost| (4..=COSTLIEST).contains(&cost))
        && digest.len() == 53
        && digest.bytes().all(is_digit)
}

/// The stored form of a one-time password.
pub fn hash_one_time(password: &str) -> String {
    let salt = hex::encode(rand::random::<[u8; 16]>());
    let hash = hex::encode(Sha256::digest(format!("{salt}{password}")));
    format!("{ONE_TIME_PREFIX}{salt}${hash}")
}

/// Whether a stored form is that of a one-time password or a recovery code.
pub fn verify_one_time(password: &str, stored: &str) -> bool {
    let Some((salt, hash)) = stored.strip_prefix(ONE_TIME_PREFIX).and_then(|rest| rest.split_once('$')) else {
        return false;
    };
    hex::encode(Sha256::digest(format!("{salt}{password}"))) == hash
}

/// A random password of 12 characters without look-alikes, of all three kinds.
pub fn one_time() -> String {
    const KINDS: [&[u8]; 3] = [b"ABCDEFGHJKLMNPQRSTUVWXYZ", b"abcdefghijkmnpqrstuvwxyz", b"23456789"];
    let all: Vec<u8> = KINDS.concat();
    let mut random = rand::rng();
    let mut pick = |from: &[u8]| char::from(from[random.random_range(0..from.len())]);
    loop {
        let password: String = (0..12).map(|_| pick(&all)).collect();
        if KINDS.iter().all(|kind| password.bytes().any(|byte| kind.contains(&byte))) {
            return password;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_verify_and_old_ones_are_marked() {
        let hasher = Hasher::new(2).expect("threads");
        let hash = hasher.hash("Yun-chuan-2024").expect("hash");
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert_eq!(hasher.verify("Yun-chuan-2024", &hash).expect("run"), Verdict { matches: true, outdated: false });
        assert_eq!(hasher.verify("wrong", &hash).expect("run"), Verdict { matches: false, outdated: false });
        let old = bcrypt::hash("admin123", 4).expect("bcrypt");
        assert_eq!(hasher.verify("admin123", &old).expect("run"), Verdict { matches: true, outdated: true });
        let once = hash_one_time("abcDEF234567");
        assert_eq!(hasher.verify("abcDEF234567", &once).expect("run"), Verdict { matches: true, outdated: true });
        assert!(!hasher.verify("abcDEF234568", &once).expect("run").matches);
        assert!(!hasher.verify("", "").expect("run").matches, "an empty stored hash matches nothing");
    }

    #[test]
    fn foreign_hashes_are_kept_when_they_are_bcrypt_of_bounded_cost() {
        let hash = bcrypt::hash("admin123", 4).expect("bcrypt");
        let digest = hash.rsplit('$').next().expect("a digest");
        for (start, kept) in [
            ("$2a$10$", true),
            ("$2b$04$", true),
            ("$2y$14$", true),
            ("$2a$15$", false),
            ("$2x$10$", false),
            ("$2a$4$", false),
        ] {
            assert_eq!(may_be_kept(&format!("{start}{digest}")), kept, "{start}");
        }
        for other in ["", "29c67a30398638269fe600f73a054934", "$2a$10$short", "$argon2id$v=19$m=1,t=1,p=1$a$b"] {
            assert!(!may_be_kept(other), "{other}");
        }
        let odd = format!("$2a$10${}!", digest.chars().take(52).collect::<String>());
        assert!(!may_be_kept(&odd));
    }

    #[test]
    fn unknown_names_cost_one_run_too() {
        let hasher = Hasher::new(1).expect("threads");
        let hash = hasher.hash("x").expect("hash");
        assert!(PasswordHash::new(NOBODY).is_ok(), "the stand-in must be a hash that is really run");
        let before = hasher.runs();
        hasher.verify("y", &hash).expect("run");
        let known = hasher.runs() - before;
        hasher.verify_nobody("y").expect("run");
        assert_eq!(hasher.runs() - before - known, known);
    }
}
