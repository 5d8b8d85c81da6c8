//! What every person meets first: sign-in, who am I, the personal centre, downloads.

pub mod captcha;
pub mod crash;
pub mod download;
pub mod idaas;
pub mod info;
pub mod layout;
pub mod listen;
pub mod otp;
pub mod own_sessions;
pub mod picture;
pub mod profile;
pub mod sign_in;
pub mod tasks;
pub mod today;
pub mod views;

use crate::columns::Source;
use crate::features::system::notice::alarm;
use crate::features::system::user::ops::PersonRemoved;
use crate::platform::session::Stage;
use crate::product::{Check, Feature, MemoryInfo, Restored, StaysClosed};
use crate::records::history;
use crate::route::{AuditAction, Meter, Method, Proofs, Route, prepared, read, read_by, write};
use crate::store::{Record as _, TableInfo, table};

const BEFORE: &str = "needed before anybody is signed in";

const TABLES: &[TableInfo] = &[
    table::<layout::OwnLayout>(),
    table::<views::SavedView>(),
    table::<views::DefaultViews>(),
    table::<idaas::link::IdaasLink>(),
    table::<sign_in::setup::SetupCode>(),
    table::<sign_in::networks::Admitted>(),
    table::<otp::record::Otp>(),
    table::<otp::record::OtpRecovery>(),
    table::<otp::record::OtpToken>(),
    table::<crash::BrowserError>(),
];

/// What every person meets first.
pub const FEATURE: Feature = Feature {
    name: "portal",
    about: "登录与个人：登录、单点登录、动态口令、个人信息、列表视图、后台任务、变更历史",
    tables: TABLES,
    columns: &[Source::of::<crash::BrowserError>()],
    routes,
    settings: &[
        info::TITLE.info,
        info::ORGANIZATION.info,
        info::RELATED_COOKIES.info,
        sign_in::CAPTCHA_ENABLED.info,
        sign_in::CAPTCHA_KIND.info,
        sign_in::DENIED_ADDRESSES.info,
        sign_in::SESSIONS_PER_PERSON.info,
        sign_in::PER_MINUTE.info,
        otp::demand::DEMAND.info,
        otp::demand::GRACE_DAYS.info,
        otp::enter::STEP_UP.info,
    ],
    checks: &[Check::Seals(otp::record::try_seals)],
    extensions: &[
        &PersonRemoved(|op, user_id| idaas::link::forget(op, user_id).map(drop)),
        &PersonRemoved(otp::ops::forget),
        &Restored(otp::record::after_restore),
        &StaysClosed(otp::record::Otp::TABLE),
        &StaysClosed(otp::record::OtpRecovery::TABLE),
        &StaysClosed(otp::record::OtpToken::TABLE),
        &Proofs(otp::acts::asked),
    ],
    memory: &[
        MemoryInfo::of::<captcha::Captchas>(),
        MemoryInfo::of::<crash::Crashes>(),
        MemoryInfo::of::<sign_in::rate_limit::RateLimit>(),
        MemoryInfo::of::<sign_in::alarm::Told>(),
        MemoryInfo::of::<idaas::SingleSignOn>(),
    ],
    ..Feature::EMPTY
};

/// Rows of the route table.
pub(crate) fn routes() -> Vec<Route> {
    let mut routes = vec![
        read("/portal/info", info::portal).public(BEFORE).titled("登录前的系统信息"),
        read_by(Method::Post, "/portal/crash", crash::note)
            .metered(Meter::Crash)
            .at(Stage::Password)
            .at(Stage::Code)
            .at(Stage::Enrol)
            .signed_in()
            .titled("报告浏览器错误"),
        read("/captchaImage", sign_in::captcha_image).metered(Meter::Picture).public(BEFORE).titled("验证码图片"),
        prepared(Method::Post, "/login", sign_in::check, sign_in::sign_in)
            .hashing()
            .metered(Meter::SignIn)
            .essential()
            .public(BEFORE)
            .audit("登录", AuditAction::SignIn),
        prepared(Method::Post, "/setup", sign_in::setup::prepare, sign_in::setup::run)
            .hashing()
            .metered(Meter::SignIn)
            .essential()
            .public("guarded by the one-time code that init prints")
            .audit("初始化", AuditAction::SignIn),
        read_by(Method::Post, "/register", sign_in::register)
            .metered(Meter::SignIn)
            .public("says that it is off")
            .titled("注册（未开放）"),
        prepared(Method::Post, "/unlockscreen", sign_in::check_screen, sign_in::unlock_screen)
            .hashing()
            .metered(Meter::SignIn)
            .essential()
            .signed_in()
            .audit("解锁屏幕", AuditAction::Other),
        write(Method::Post, "/logout", sign_in::sign_out)
            .essential()
            .public("must succeed with a dead token")
            .audit("退出", AuditAction::SignIn),
        read("/getInfo", info::get_info).at(Stage::Password).signed_in().titled("当前用户、角色与权限"),
        read_by(Method::Post, "/system/user/profile/checkToken", info::check_token)
            .at(Stage::Password)
            .signed_in()
            .titled("查询令牌属于谁"),
        read("/system/user/profile", profile::show).at(Stage::Password).signed_in().titled("我的个人信息"),
        write(Method::Put, "/system/user/profile", profile::update).signed_in().audit("个人信息", AuditAction::Update),
        prepared(Method::Put, "/system/user/profile/updatePwd", profile::prepare_password, profile::change_password)
            .hashing()
            .metered(Meter::SignIn)
            .at(Stage::Password)
            .signed_in()
            .audit("个人信息", AuditAction::Update)
            .titled("修改我的口令"),
        read("/system/user/profile/layout", layout::show).signed_in().titled("我的布局设置"),
        write(Method::Put, "/system/user/profile/layout", layout::save)
            .signed_in()
            .audit("布局设置", AuditAction::Update),
        write(Method::Delete, "/system/user/profile/layout", layout::reset)
            .signed_in()
            .audit("布局设置", AuditAction::Delete),
        read("/system/user/profile/sessions", own_sessions::list).signed_in().titled("我的登录会话"),
        write(Method::Delete, "/system/user/profile/sessions", own_sessions::end_others)
            .essential()
            .signed_in()
            .audit("个人信息", AuditAction::ForceOff)
            .titled("退出我的其他会话"),
        write(Method::Delete, "/system/user/profile/sessions/{sessionKey}", own_sessions::end_one)
            .essential()
            .signed_in()
            .audit("个人信息", AuditAction::ForceOff)
            .titled("退出我的一个会话"),
        prepared(Method::Post, "/system/user/profile/avatar", profile::prepare_avatar, profile::set_avatar)
            .upload("avatarfile", picture::LIMIT)
            .signed_in()
            .audit("用户头像", AuditAction::Update)
            .titled("上传我的头像"),
        read("/profile/avatar/{name}", profile::avatar)
            .public("pictures have unguessable names")
            .titled("用户头像图片"),
        read("/portal/passwordRules", info::password_rules).at(Stage::Password).signed_in().titled("口令规则"),
        read("/system/security/alarms", sign_in::alarm::list).perm(alarm::PERMISSION).titled("当前被拒绝登录的地址"),
        read("/portal/today", today::today).signed_in().titled("我的工作"),
        read("/portal/events", listen::listen).by_cookie().signed_in().titled("变化通知（事件流）"),
        read("/common/download", download::download).by_cookie().signed_in().titled("下载导出的文件"),
        write(Method::Get, "/monitor/logininfor/unlock/{userName}", sign_in::unlock)
            .perm("monitor:logininfor:unlock")
            .audit("账户解锁", AuditAction::Other),
    ];
    // Which record kinds may be asked for, and through which right, is decided inside.
    routes.push(read("/portal/history", history::list).signed_in().titled("记录的变更历史"));
    routes.extend(views::routes());
    routes.extend(tasks::routes());
    routes.extend(idaas::routes());
    routes.extend(otp::routes());
    #[cfg(feature = "testing")]
    routes.push(
        read("/testing/captcha/{uuid}", sign_in::captcha_answer)
            .public("exists only in builds for tests")
            .titled("验证码答案（仅测试版）"),
    );
    #[cfg(feature = "testing")]
    routes.push(
        read("/testing/tasks/hold/{state}", tasks::hold)
            .public("exists only in builds for tests")
            .titled("暂停后台任务（仅测试版）"),
    );
    routes
}
