//! What the office already has: people, departments, what registers may link to, dictionaries. The caller gives it, so the
//! rules here know no store.

use std::collections::BTreeMap;

/// Whom or what a text names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Match {
    One(u64),
    /// Several: more must be known.
    Several,
    None,
}

/// A kind of thing that registers may link to.
#[derive(Debug, Clone)]
pub struct LinkKind {
    /// Its name in definitions: `asset`, `room` …
    pub name: &'static str,
    /// What people call it.
    pub label: &'static str,
    /// Words of a header that speak for it.
    pub words: &'static [&'static str],
}

/// A dictionary that the office has.
#[derive(Debug, Clone, Default)]
pub struct Dictionary {
    pub id: u64,
    pub name: String,
    /// Stored value by what people read.
    pub values: BTreeMap<String, String>,
}

/// Looks texts up. Texts come without blanks around, otherwise as they stand in the workbook.
pub trait Known {
    /// A department by its name or path.
    fn department(&self, text: &str) -> Match;
    /// A person by his name, disabled ones too; with a department, only of that.
    fn person(&self, name: &str, department: Option<u64>) -> Match;
    /// What may be linked to.
    fn links(&self) -> &[LinkKind];
    /// A thing of a kind (its place in [`Self::links`]) by code or unique name.
    fn link(&self, kind: usize, text: &str) -> Match;
    /// Whether a text is the code of a thing of a kind, not its name.
    fn is_code(&self, kind: usize, text: &str) -> bool;
    fn dictionaries(&self) -> &[Dictionary];
    /// Whether there is anything to look up.
    fn is_empty(&self) -> bool;
}

/// An office without data.
pub struct Nobody;

impl Known for Nobody {
    fn department(&self, _: &str) -> Match {
        Match::None
    }

    fn person(&self, _: &str, _: Option<u64>) -> Match {
        Match::None
    }

    fn links(&self) -> &[LinkKind] {
        &[]
    }

    fn link(&self, _: usize, _: &str) -> Match {
        Match::None
    }

    fn is_code(&self, _: usize, _: &str) -> bool {
        false
    }

    fn dictionaries(&self) -> &[Dictionary] {
        &[]
    }

    fn is_empty(&self) -> bool {
        true
    }
}
