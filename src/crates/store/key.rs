//! Order-preserving key bytes: comparing encodings compares the values.
//!
//! Integers are big-endian (signed ones with the sign bit flipped), strings are escaped and
//! terminated, so that `"a" + "b"` differs from `"ab"` when columns are joined.

/// Key under construction: columns are appended, most significant first.
#[derive(Default, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Key(Vec<u8>);

/// An empty key; as a prefix it matches everything.
pub fn key() -> Key {
    Key::default()
}

/// The key of a record that is identified by a number.
pub fn id(value: u64) -> Key {
    key().u64(value)
}

impl Key {
    /// Takes bytes that an earlier `Key` produced.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Self(bytes.to_vec())
    }

    /// Appends an unsigned column.
    pub fn u64(mut self, value: u64) -> Self {
        self.0.extend(value.to_be_bytes());
        self
    }

    /// Appends a signed column.
    pub fn i64(self, value: i64) -> Self {
        self.u64(value.cast_unsigned() ^ (1 << 63))
    }

    /// Appends a small unsigned column (kinds, flags).
    pub fn u8(mut self, value: u8) -> Self {
        self.0.push(value);
        self
    }

    /// Appends a column of two bytes; larger numbers become the largest.
    pub fn u16(mut self, value: u64) -> Self {
        self.0.extend(&value.min(0xffff).to_be_bytes()[6..]);
        self
    }

    /// Appends a column of three bytes; larger numbers become the largest.
    pub fn u24(mut self, value: u64) -> Self {
        self.0.extend(&value.min(0xff_ffff).to_be_bytes()[5..]);
        self
    }

    /// Appends a number by its length and its bytes: numbers of records are mostly small.
    pub fn short(mut self, value: u64) -> Self {
        let bytes = value.to_be_bytes();
        let skip = bytes.iter().take_while(|byte| **byte == 0).count();
        self.0.push(u8::try_from(bytes.len() - skip).unwrap_or(8));
        self.0.extend(&bytes[skip..]);
        self
    }

    /// Appends a text column: NUL is escaped as `00 ff`, the end is `00 00`.
    pub fn str(mut self, value: &str) -> Self {
        for byte in value.bytes() {
            self.0.push(byte);
            if byte == 0 {
                self.0.push(0xff);
            }
        }
        self.0.extend([0, 0]);
        self
    }

    /// The encoded bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The number in the first eight bytes; `None` when the key is shorter.
    pub fn first_u64(&self) -> Option<u64> {
        first_u64(&self.0)
    }
}

/// The number in the first eight bytes of a stored key.
pub fn first_u64(bytes: &[u8]) -> Option<u64> {
    bytes.first_chunk::<8>().map(|b| u64::from_be_bytes(*b))
}

/// Smallest byte string greater than every string that starts with `prefix`; `None` = no bound.
pub fn after(prefix: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = prefix.to_vec();
    while let Some(last) = bytes.pop() {
        if last != 0xff {
            bytes.push(last + 1);
            return Some(bytes);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_sort_like_values() {
        let texts = ["", "\0", "a", "a\0b", "ab", "b", "张", "张三", "\u{20bb7}"];
        let numbers = [i64::MIN, -5, -1, 0, 1, 3, 256, i64::MAX];
        let mut values: Vec<(i64, &str)> = numbers.iter().flat_map(|n| texts.iter().map(|t| (*n, *t))).collect();
        values.sort_unstable();
        let keys: Vec<Key> = values.iter().map(|(n, t)| key().i64(*n).str(t)).collect();
        assert!(keys.is_sorted(), "keys must keep the order of the values");
    }

    #[test]
    fn after_bounds_a_prefix() {
        assert_eq!(after(b"ab"), Some(b"ac".to_vec()));
        assert_eq!(after(&[1, 0xff]), Some(vec![2]));
        assert_eq!(after(&[0xff, 0xff]), None);
        assert_eq!(after(&[]), None);
    }
}
