//! Limits per client address: routes open to strangers have a rate, and whoever guesses at the sign-in is slowed down, then
//! refused. Refusals are counted; one audit row a minute and address tells of them.

use std::sync::Arc;

use poem::Request;

use super::mount::{Api, Seen};
use crate::error::Result;
use crate::features::portal::sign_in::PER_MINUTE;
use crate::features::portal::sign_in::rate_limit::{self, Brake};
use crate::kernel::dates::Stamp;
use crate::kernel::ip;
use crate::op::{Caller, Origin};
use crate::route::{Meter, Reply, Route};

impl Api {
    /// [`Api::run`] within the limits of the caller's address. Refusals are counted, not audited one by one.
    pub(super) async fn metered(
        self: &Arc<Self>,
        request: &mut Request,
        index: usize,
        route: &Route,
        id: &str,
        seen: &Seen,
    ) -> Result<Reply> {
        let Some(meter) = route.meter else { return self.run(request, index, route, id, seen).await };
        let (ip, now) = (self.origin(request, id).ip, self.app.clock.steady());
        let per_minute = self.app.settings.get(&PER_MINUTE);
        if meter == Meter::SignIn && per_minute > 0 {
            self.rate_limit(route, self.origin(request, id), now).await?;
        }
        self.meters.enter(meter, &ip, now, per_minute).inspect_err(|_| self.anonymous.note(&ip, now))?;
        let answer = self.run(request, index, route, id, seen).await;
        if answer.is_ok() {
            self.meters.succeeded(meter, &ip, per_minute);
        }
        answer
    }

    /// Slows down or refuses whoever guesses. What is refused leaves one audit row a minute and address.
    async fn rate_limit(self: &Arc<Self>, route: &Route, origin: Origin, now: Stamp) -> Result<()> {
        let network = ip::counted_as(&origin.ip);
        match self.rate_limit.ask(&network, now) {
            Brake::Free => Ok(()),
            Brake::Slow => {
                tokio::time::sleep(rate_limit::DELAY).await;
                Ok(())
            }
            Brake::Refused(left) => {
                self.anonymous.note(&origin.ip, now);
                let fault = rate_limit::refusal(left);
                if self.rate_limit.is_reported(&network, now) {
                    let caller = Arc::new(Caller { origin, ..Caller::anonymous() });
                    let _: Result<()> = self.app.note_refusal(route, &caller, &fault)?.done().await;
                }
                Err(fault)
            }
        }
    }
}
