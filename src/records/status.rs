//! Whether master data may be used for new records.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// 状态: a contract flag, text on the wire.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Status {
    /// 正常
    #[default]
    #[serde(rename = "0")]
    Normal,
    /// 停用: stays in old reports, not offered for new records.
    #[serde(rename = "1")]
    Disabled,
}

impl Status {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Normal, Self::Disabled];

    /// What people call it.
    pub fn label(self) -> &'static str {
        match self {
            Self::Normal => "正常",
            Self::Disabled => "停用",
        }
    }
}
