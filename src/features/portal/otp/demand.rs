//! Who must have a second factor, and since when he has been asked.

use super::record::Otp;
use crate::app::App;
use crate::error::Result;
use crate::features::portal::sign_in::stages;
use crate::kernel::dates::Stamp;
use crate::op::Op;
use crate::platform::identity::rights::Rights;
use crate::platform::identity::user::User;
use crate::platform::settings::Setting;
use crate::store::{Reads, id};

/// Who must have one. Changing it acts at the next sign-in: sessions go on.
pub const DEMAND: Setting<String> =
    Setting::one_of(121, "sys.account.otp", "off", &["off", "roles", "administrators", "all"]).called(
        "账号安全-动态口令",
        "off 自愿，roles 勾选了“需要动态口令”的角色，administrators 另加所有管理员，all 全体；自下次登录起生效",
    );

/// Days that somebody may put it off.
pub const GRACE_DAYS: Setting<u64> = Setting::number_or_none(122, "sys.account.otpGraceDays", 7, 365, "，0 表示立即")
    .called("账号安全-动态口令宽限天数", "首次要求后可暂缓设置的天数，到期后登录时必须先设置");

const DAY: i64 = 86_400_000;

/// Whether the settings and his roles ask somebody for one.
pub fn is_demanded(app: &App, rights: &Rights) -> bool {
    match app.settings.get(&DEMAND).as_str() {
        "all" => true,
        "administrators" => rights.is_administrative() || rights.needs_factor(),
        "roles" => rights.needs_factor(),
        _ => false,
    }
}

/// When the days of grace of somebody end who was first asked at a moment.
pub fn due(app: &App, demanded: Stamp) -> Stamp {
    Stamp(demanded.0.saturating_add(app.settings.get(&GRACE_DAYS).cast_signed().saturating_mul(DAY)))
}

/// Whether somebody without a factor must set one up before anything else; his first being asked is noted.
pub fn is_due(op: &mut Op, user: &User) -> Result<bool> {
    let rights = stages::rights_of(op, user)?;
    if !rights.is_some_and(|rights| is_demanded(op.app, &rights)) {
        return Ok(false);
    }
    let known: Option<Otp> = op.view().tx.get(&id(user.user_id))?;
    let known = known.unwrap_or_else(|| Otp { user_id: user.user_id, ..Otp::default() });
    let now = op.now;
    let demanded = known.demanded.unwrap_or(now);
    if known.demanded.is_none() {
        op.put_quietly(&Otp { demanded: Some(now), ..known })?;
    }
    Ok(due(op.app, demanded) <= now)
}
