//! Limits of registers that an administrator may move.

use crate::platform::settings::{Setting, SettingInfo};

/// Rows of one register.
pub const MAX_ROWS: Setting<u64> = Setting::number(112, "reg.maxRows", 200_000, 1_000, 1_000_000)
    .called("登记表-每个登记表的行数上限", "一个登记表最多有多少行，1000 至 1000000");
/// Registers that are not archived.
pub const MAX_REGISTERS: Setting<u64> = Setting::number(113, "reg.maxRegisters", 200, 1, 1_000)
    .called("登记表-登记表个数上限", "未归档的登记表最多有多少个，草稿和已停用的也算在内，1 至 1000");
/// Memory of the columns of registers.
pub const MEMORY: Setting<u64> = Setting::number(114, "reg.memoryMb", 48, 16, 512)
    .called("登记表-列数据内存上限（MiB）", "登记表列表所用列数据的内存上限，超出时先释放最久未用的登记表，16 至 512");
/// Days in the recycle bin.
pub const TRASH_DAYS: Setting<u64> = Setting::number(115, "reg.trashDays", 180, 1, 3_650)
    .called("登记表-回收站保留天数", "删除的行在回收站中保留多少天后彻底清除，1 至 3650");

/// All of them.
pub const ALL: &[SettingInfo] = &[MAX_ROWS.info, MAX_REGISTERS.info, MEMORY.info, TRASH_DAYS.info];
