//! What was wrong with a payload.

use std::fmt;

use serde::de;

/// Why something is no value of its type. As small as a place, because every reader of every type hands one on.
pub struct Error(Box<Said>);

struct Said {
    what: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.what)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0.what, f)
    }
}

impl std::error::Error for Error {}

impl de::Error for Error {
    #[cold]
    fn custom<T: fmt::Display>(what: T) -> Self {
        Self(Box::new(Said { what: what.to_string() }))
    }
}

#[cold]
pub(super) fn ended() -> Error {
    de::Error::custom("ends too early")
}
