//! Names as workbooks write them, for those who look them up.

use crate::features::registers::infer::{Dictionary, Known, LinkKind, Match};
use crate::features::registers::known::Directory;

/// Knows names of the office, and those that workbooks of the program write: code and name together.
pub struct Office<'k>(pub &'k Directory);

impl Known for Office<'_> {
    fn department(&self, text: &str) -> Match {
        self.0.department(text)
    }
    fn person(&self, name: &str, department: Option<u64>) -> Match {
        self.0.person(name.trim_end_matches("（已停用）"), department)
    }
    fn links(&self) -> &[LinkKind] {
        self.0.links()
    }
    fn link(&self, kind: usize, text: &str) -> Match {
        match (self.0.link(kind, text), text.split_once(' ')) {
            (Match::None, Some((code, _))) if self.0.is_code(kind, code) => self.0.link(kind, code),
            (found, _) => found,
        }
    }
    fn is_code(&self, kind: usize, text: &str) -> bool {
        self.0.is_code(kind, text)
    }
    fn dictionaries(&self) -> &[Dictionary] {
        self.0.dictionaries()
    }
    fn is_empty(&self) -> bool {
        false
    }
}
