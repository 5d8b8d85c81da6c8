//! The profile of account security in force: which rules for passwords, locks and idle time this site goes by.

use crate::kernel::password::policy::PROFILES;
use crate::platform::settings::Setting;

/// Which rules are in force; an installation from before the profiles keeps its own.
pub const PROFILE: Setting<String> = Setting::one_of(120, "sys.account.passwordProfile", "custom", &PROFILES).called(
    "账号安全-口令策略",
    "mlps3 等保三级（10 位 3 种字符、5 次历史、90 天更换、锁定逐次加倍），asvs 国际通行（12 位、不定期更换），custom 由下面各项参数决定",
);
