//! What a file of keys holds: the key, and behind it its SHA-256, so that a file that rots is not taken for a key.
//!
//! Files that were made before 2026-11-27 hold the key alone.

use sha2::{Digest as _, Sha256};

/// The bytes of a file for a key.
pub fn with_checksum(key: &[u8]) -> Vec<u8> {
    [key, &Sha256::digest(key)].concat()
}

/// The key of `length` bytes in a file's bytes; `None` when the file is not whole.
pub fn key_of(bytes: &[u8], length: usize) -> Option<&[u8]> {
    let (key, checksum) = bytes.split_at_checked(length)?;
    (checksum.is_empty() || Sha256::digest(key).as_slice() == checksum).then_some(key)
}

/// Whether a file's bytes have a checksum behind the key.
pub fn has_checksum(bytes: &[u8], length: usize) -> bool {
    bytes.len() > length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flipped_bit_is_seen_and_the_bare_key_of_before_is_read() {
        let key = [7_u8; 64];
        let whole = with_checksum(&key);
        assert_eq!(key_of(&whole, 64), Some(&key[..]));
        assert_eq!(key_of(&key, 64), Some(&key[..]));
        for bit in 0..whole.len() * 8 {
            let mut bytes = whole.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(key_of(&bytes, 64), None, "bit {bit}");
        }
        for length in (0..whole.len()).filter(|length| *length != 64) {
            assert_eq!(key_of(&whole[..length], 64), None, "{length} bytes");
        }
        assert_eq!(key_of(&[&whole[..], &[0]].concat(), 64), None);
    }
}
