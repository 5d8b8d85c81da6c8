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
pub mod profile;
pub mod sign_in;
pub mod tasks;
pub mod views;

use crate::columns::Source;
use crate::features::system::notice::alarm;
use crate::features::system::user::ops::PersonRemoved;
use crate::platform::session::Stage;
use crate::product::{Check, Feature, MemoryInfo, Restored};
use crate::records::history;
use crate::route::{AuditAction, Meter, Method, Proofs, Route, prepared, read, read_by, write};
use crate::store::{TableInfo, table};

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
        read("/portal/info", info::portal).public(BEFORE),
        read_by(Method::Post, "/portal/crash", crash::note)
            .metered(Meter::Crash)
            .at(Stage::Password)
            .at(Stage::Code)
            .at(Stage::Enrol)
            .signed_in(),
        read("/captchaImage", sign_in::captcha_image).metered(Meter::Picture).public(BEFORE),
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
        read_by(Method::Post, "/register", sign_in::register).metered(Meter::SignIn).public("says that it is off"),
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
        read("/getInfo", info::get_info).at(Stage::Password).signed_in(),
        read_by(Method::Post, "/system/user/profile/checkToken", info::check_token).at(Stage::Password).signed_in(),
        read("/system/user/profile", profile::show).at(Stage::Password).signed_in(),
        write(Method::Put, "/system/user/profile", profile::update).signed_in().audit("个人信息", AuditAction::Update),
        prepared(Method::Put, "/system/user/profile/updatePwd", profile::prepare_password, profile::change_password)
            .hashing()
            .metered(Meter::SignIn)
            .at(Stage::Password)
            .signed_in()
            .audit("个人信息", AuditAction::Update),
        read("/system/user/profile/layout", layout::show).signed_in(),
        write(Method::Put, "/system/user/profile/layout", layout::save)
            .signed_in()
            .audit("布局设置", AuditAction::Update),
        write(Method::Delete, "/system/user/profile/layout", layout::reset)
            .signed_in()
            .audit("布局设置", AuditAction::Delete),
        read("/system/user/profile/sessions", own_sessions::list).signed_in(),
        write(Method::Delete, "/system/user/profile/sessions", own_sessions::end_others)
            .essential()
            .signed_in()
            .audit("个人信息", AuditAction::ForceOff),
        write(Method::Delete, "/system/user/profile/sessions/{sessionKey}", own_sessions::end_one)
            .essential()
            .signed_in()
            .audit("个人信息", AuditAction::ForceOff),
        prepared(Method::Post, "/system/user/profile/avatar", profile::prepare_avatar, profile::set_avatar)
            .upload("avatarfile", profile::AVATAR_LIMIT)
            .signed_in()
            .audit("用户头像", AuditAction::Update),
        read("/profile/avatar/{name}", profile::avatar).public("pictures have unguessable names"),
        read("/portal/passwordRules", info::password_rules).at(Stage::Password).signed_in(),
        read("/system/security/alarms", sign_in::alarm::list).perm(alarm::PERMISSION),
        read("/portal/events", listen::listen).by_cookie().signed_in(),
        read("/common/download", download::download).by_cookie().signed_in(),
        write(Method::Get, "/monitor/logininfor/unlock/{userName}", sign_in::unlock)
            .perm("monitor:logininfor:unlock")
            .audit("账户解锁", AuditAction::Other),
    ];
    // Which record kinds may be asked for, and through which right, is decided inside.
    routes.push(read("/portal/history", history::list).signed_in());
    routes.extend(views::routes());
    routes.extend(tasks::routes());
    routes.extend(idaas::routes());
    routes.extend(otp::routes());
    #[cfg(feature = "testing")]
    routes.push(read("/testing/captcha/{uuid}", sign_in::captcha_answer).public("exists only in builds for tests"));
    #[cfg(feature = "testing")]
    routes.push(read("/testing/tasks/hold/{state}", tasks::hold).public("exists only in builds for tests"));
    routes
}
