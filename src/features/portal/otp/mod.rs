//! The second factor 动态口令: codes by time from an app or a hardware token, recovery codes, and the proof that dangerous
//! operations ask for.
//!
//! Invariants: a code counts once, and none before the last that counted, whatever the clock says, also over a restore; keys are sealed with
//! the site's key and recovery codes hashed, neither leaves the server a second time; what is demanded of somebody acts at
//! his next sign-in. Who comes by single sign-on is asked for one where the configuration says so (`idaas.second_factor`),
//! else that is his provider's matter; before dangerous operations whoever has one is asked, however he came.

pub mod acts;
pub mod demand;
pub mod enter;
pub mod ops;
pub mod own;
pub mod record;
pub mod tokens;

use crate::platform::session::Stage;
use crate::route::{AuditAction, Meter, Method, Route, prepared, read, write};

const TITLE: &str = "动态口令";

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    vec![
        read("/portal/factor", own::show).at(Stage::Code).at(Stage::Enrol).signed_in().titled("我的动态口令"),
        write(Method::Post, "/portal/factor/code", enter::enter)
            .at(Stage::Code)
            .metered(Meter::SignIn)
            .essential()
            .signed_in()
            .audit(TITLE, AuditAction::SignIn)
            .titled("登录时输入动态口令"),
        prepared(Method::Post, "/portal/factor/begin", own::check_begin, own::begin)
            .hashing()
            .at(Stage::Enrol)
            .metered(Meter::SignIn)
            .signed_in()
            .audit(TITLE, AuditAction::Other)
            .titled("开始设置动态口令"),
        write(Method::Post, "/portal/factor/confirm", own::confirm)
            .at(Stage::Enrol)
            .metered(Meter::SignIn)
            .signed_in()
            .audit(TITLE, AuditAction::Update)
            .titled("确认设置动态口令"),
        prepared(Method::Post, "/portal/factor/token", own::check_token, own::take_token)
            .hashing()
            .at(Stage::Enrol)
            .metered(Meter::SignIn)
            .signed_in()
            .audit(TITLE, AuditAction::Update)
            .titled("绑定硬件令牌"),
        write(Method::Post, "/portal/factor/codes", own::new_codes)
            .signed_in()
            .audit(TITLE, AuditAction::Update)
            .titled("重新生成恢复码"),
        write(Method::Delete, "/portal/factor", own::remove)
            .signed_in()
            .audit(TITLE, AuditAction::Delete)
            .titled("停用动态口令"),
        prepared(Method::Post, "/portal/confirm", enter::check, enter::confirm)
            .hashing()
            .metered(Meter::SignIn)
            .signed_in()
            .audit("再次验证", AuditAction::Other),
        write(Method::Put, "/system/user/resetOtp", enter::reset)
            .perm("system:user:resetOtp")
            .audit("用户管理", AuditAction::Update)
            .titled("重置用户的动态口令"),
    ]
}
