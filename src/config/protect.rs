//! Continuous protection: the journal, and where it goes.

use std::path::{Path, PathBuf};

use super::operation::{OnFull, Switch};
use super::{Origin, Setting, Sources};
use crate::error::{AppError, Result};

const TARGETS: &str = "protect_targets";
const ON_FULL: &str = "protect_on_full";

/// Every key with its default and meaning.
pub(super) const KEYS: &[(&str, &str, &str)] = &[
    (
        "protect_journal",
        "on",
        "变更日志：每次提交改动的内容记入数据目录的 journal 文件夹，用于恢复到任意时刻；on 或 off",
    ),
    (
        "protect_spool_mib",
        "2048",
        "变更日志文件最多占用的空间（MiB），超过后先删除备份仓库已有的，再按 protect_on_full 处理",
    ),
    (
        ON_FULL,
        "go_on",
        "变更日志文件达到上限而备份仓库都没有接收时：go_on 删除最早的（之后另做完整备份），stop_writes 停止普通写入直到有仓库接收",
    ),
    (TARGETS, "", "备份仓库的目录（绝对路径，分号分隔，宜在另一块磁盘或网络存储上）；空为数据目录的 backup/repo"),
];

#[derive(Debug, Clone)]
pub struct Protect {
    /// Whether each commit leaves a frame in the journal.
    pub journal: Setting<Switch>,
    /// Room that files of the journal may take, in MiB.
    pub spool_mib: Setting<u64>,
    /// What happens when that is used up while no repository takes them.
    pub on_full: Setting<OnFull>,
    /// Folders of repositories, `;`-separated.
    pub targets: Setting<String>,
}

impl Protect {
    pub(super) fn load(sources: &Sources) -> Result<Self> {
        let targets: Setting<String> = sources.get(TARGETS)?;
        let found = Self {
            journal: sources.get("protect_journal")?,
            spool_mib: sources.get("protect_spool_mib")?,
            on_full: sources.get(ON_FULL)?,
            targets,
        };
        if let Some(relative) = found.targets().iter().find(|path| !path.is_absolute()) {
            return Err(AppError::refused(format!(
                "配置项 {TARGETS} 中的 {} 不是绝对路径（来源：{}）",
                relative.display(),
                found.targets.origin
            )));
        }
        Ok(found)
    }

    /// The folders of repositories.
    pub fn targets(&self) -> Vec<PathBuf> {
        let parts = self.targets.value.split(';').map(str::trim).filter(|part| !part.is_empty());
        parts.map(|part| Path::new(part).to_path_buf()).collect()
    }

    /// For `config print`.
    pub(super) fn lines(&self) -> Vec<(&'static str, String, Origin)> {
        vec![
            ("protect_journal", self.journal.value.to_string(), self.journal.origin),
            ("protect_spool_mib", self.spool_mib.value.to_string(), self.spool_mib.origin),
            (ON_FULL, self.on_full.value.to_string(), self.on_full.origin),
            (TARGETS, self.targets.value.clone(), self.targets.origin),
        ]
    }
}
