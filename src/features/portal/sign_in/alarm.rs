//! The alarm 口令喷洒: whoever holds `system:security:alarm` reads that an address tries one password on many names.
//!
//! Invariant: an attacker with many addresses fills nobody's box: one notice in [`QUIET`].

use std::sync::atomic::{AtomicI64, Ordering};

use crate::error::Result;
use crate::features::system::notice::alarm;
use crate::op::{Op, View};
use crate::product::{Memory, Start};
use crate::route::{Data, Nothing};

use super::rate_limit::RateLimit;

/// Between two notices, in milliseconds.
const QUIET: i64 = 10 * 60_000;

/// When the last notice was written; 0 = never in this run.
#[derive(Debug, Default)]
pub struct Told(AtomicI64);

impl Memory for Told {
    const NAME: &'static str = "alarm";
    fn open(_: &Start<'_>) -> Result<Self> {
        Ok(Self::default())
    }
}

/// Tells of an address that has just been closed for trying so many names.
pub fn spraying(op: &mut Op, from: &str, names: usize) -> Result<()> {
    let told = op.app.state::<Told>()?;
    let (now, before) = (op.app.clock.monotonic().max(1), told.0.load(Ordering::Relaxed));
    if before != 0 && (0..QUIET).contains(&(now - before)) {
        return Ok(());
    }
    told.0.store(now, Ordering::Relaxed);
    let text = format!(
        "{} 起，网络地址 {from} 在 10 分钟内对 {names} 个账号输错密码，已被拒绝登录半小时，被猜的账号没有被锁定。请核实该地址是谁在使用；此后 10 分钟内的同类告警见“服务监控”。",
        op.now.to_text()
    );
    alarm::raise(op, "口令喷洒", &text)
}

/// GET /system/security/alarms: addresses that are refused now, in sentences.
pub fn list(view: &View, _: Nothing) -> Result<Data<Vec<String>>> {
    Ok(Data(view.app.state::<RateLimit>()?.sentences(view.app.clock.steady())))
}
