//! Whether master data may be used for new records.

use crate::kernel::enumeration::worded;

worded! {
    /// 状态: a contract flag, text on the wire.
    #[derive(Default)]
    pub enum Status {
        #[default]
        Normal = "0" => "正常",
        /// Stays in old reports, not offered for new records.
        Disabled = "1" => "停用",
    }
}

impl Status {
    /// That of a record that says whether it counts.
    pub const fn of(enabled: bool) -> Self {
        if enabled { Self::Normal } else { Self::Disabled }
    }
}
