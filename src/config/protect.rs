//! Continuous protection: the journal.

use super::operation::Switch;
use super::{Origin, Setting, Sources};
use crate::error::Result;

/// Every key with its default and meaning.
pub(super) const KEYS: &[(&str, &str, &str)] = &[
    (
        "protect_journal",
        "on",
        "变更日志：每次提交改动的内容记入数据目录的 journal 文件夹，用于恢复到任意时刻；on 或 off",
    ),
    ("protect_spool_mib", "2048", "变更日志文件最多占用的空间（MiB），超过后删除最早的"),
];

#[derive(Debug, Clone)]
pub struct Protect {
    /// Whether each commit leaves a frame in the journal.
    pub journal: Setting<Switch>,
    /// Room that files of the journal may take, in MiB.
    pub spool_mib: Setting<u64>,
}

impl Protect {
    pub(super) fn load(sources: &Sources) -> Result<Self> {
        Ok(Self { journal: sources.get("protect_journal")?, spool_mib: sources.get("protect_spool_mib")? })
    }

    /// For `config print`.
    pub(super) fn lines(&self) -> Vec<(&'static str, String, Origin)> {
        vec![
            ("protect_journal", self.journal.value.to_string(), self.journal.origin),
            ("protect_spool_mib", self.spool_mib.value.to_string(), self.spool_mib.origin),
        ]
    }
}
