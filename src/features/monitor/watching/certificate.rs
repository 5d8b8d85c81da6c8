//! The end of the certificate: who looks after the safety gets a notice a month, a week and a day before it, and when it is
//! over.
//!
//! Invariants: a notice is not repeated, after a restart neither (its title says which certificate and which step); the
//! site's own authority renews a month before the end, so its notices begin where that has failed for weeks.

use std::sync::Arc;

use parking_lot::Mutex;

use crate::app::App;
use crate::error::Result;
use crate::features::system::notice::alarm;
use crate::features::system::notice::record::Notice;
use crate::kernel::dates::Stamp;
use crate::op::Caller;
use crate::platform::audit::AuditAction;
use crate::product::{Memory, Start};
use crate::store::Reads;

/// Days before the end, the last first.
const STEPS: [i64; 3] = [1, 7, 30];
/// Of a certificate that is renewed by itself a month before.
const STEPS_OF_SITE: [i64; 2] = [1, 7];

/// What was told last in this run.
#[derive(Debug, Default)]
pub struct Told(Mutex<String>);

impl Memory for Told {
    const NAME: &'static str = "certificate";
    fn open(_: &Start<'_>) -> Result<Self> {
        Ok(Self::default())
    }
}

/// What the notice is called; `None` while the end is far.
fn about(left: i64, is_site: bool, not_after: Stamp) -> Option<String> {
    let until = not_after.to_text();
    if left < 0 {
        return Some(format!("证书已于 {until} 过期"));
    }
    let steps: &[i64] = if is_site { &STEPS_OF_SITE } else { &STEPS };
    let step = steps.iter().find(|step| left <= **step)?;
    Some(format!("证书将于 {until} 到期，不足 {} 天", step + 1))
}

pub(super) fn look(app: &Arc<App>) -> Result<()> {
    let Some(tls) = app.tls.get() else { return Ok(()) };
    let (now, facts) = (app.clock.now(), tls.facts());
    let told = app.state::<Told>()?;
    let Some(about) = about(facts.days_left(now), tls.is_site(), facts.not_after) else { return Ok(()) };
    if *told.0.lock() == about {
        return Ok(());
    }
    let what = tls.sentence(now).unwrap_or_else(|| about.clone());
    let how = if tls.is_site() {
        "本站自建的证书本应自动续期，请查看日志中的原因，并在服务器上运行 gx-portal tls renew。"
    } else {
        "换上新的证书和私钥文件后自动启用，也可在服务器上运行 gx-portal tls reload。"
    };
    let (called, text) = (about.clone(), format!("{what}。{how}"));
    app.act(&Arc::new(Caller::job("watch.certificate")), "证书到期提醒", AuditAction::Other, move |op| {
        let title = alarm::title(&called);
        let known: Vec<Notice> = op.view().tx.all()?;
        if known.iter().any(|notice| notice.title == title) {
            op.repeat = true;
            return Ok(());
        }
        alarm::raise(op, &called, &text)
    })?;
    *told.0.lock() = about;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_step_is_told_under_a_title_of_its_own() {
        let end = Stamp(1_800_000_000_000);
        let step = |left: i64, is_site: bool| about(left, is_site, end);
        for far in [31, 400, i64::MAX] {
            assert_eq!(step(far, false), None);
        }
        assert_eq!((step(30, true), step(8, true)), (None, None), "it renews itself");
        for (range, days) in [(8..=30, 31), (2..=7, 8), (0..=1, 2)] {
            for left in range {
                assert!(step(left, false).is_some_and(|title| title.ends_with(&format!("不足 {days} 天"))), "{left}");
            }
        }
        assert_eq!(step(7, true), step(2, true));
        assert!(step(-1, true).is_some_and(|title| title.contains("过期")) && step(-1, false) == step(-400, false));
    }
}
