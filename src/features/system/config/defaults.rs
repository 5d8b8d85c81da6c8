//! Settings that the front end and administrators read; no code of the server asks for them.

use crate::platform::settings::Setting;

/// Colours of the page.
pub const SKIN: Setting<String> = Setting::text(1, "sys.index.skinName", "skin-blue")
    .called(
        "主框架页-默认皮肤样式名称",
        "蓝色 skin-blue、绿色 skin-green、紫色 skin-purple、红色 skin-red、黄色 skin-yellow",
    )
    .public();

/// Password of new people; empty for a random one each.
pub const INITIAL_PASSWORD: Setting<String> = Setting::text_or_none(2, "sys.user.initPassword", "")
    .called("用户管理-账号初始密码", "留空时每次新增或导入都生成随机密码");

/// Dark or light menu.
pub const SIDE_THEME: Setting<String> = Setting::text(3, "sys.index.sideTheme", "theme-dark")
    .called("主框架页-侧边栏主题", "深色主题 theme-dark，浅色主题 theme-light")
    .public();

/// Whether people may register themselves.
pub const REGISTER: Setting<bool> = Setting::flag(5, "sys.account.registerUser", false)
    .called("账号自助-是否开启用户注册功能", "true 开启，false 关闭")
    .public();

/// Whether people are reminded to change their first password.
pub const INITIAL_PASSWORD_CHANGE: Setting<u64> = Setting::number(7, "sys.account.initPasswordModify", 1, 0, 1)
    .called("用户管理-初始密码修改策略", "0 关闭，1 提醒用户修改初始密码");
