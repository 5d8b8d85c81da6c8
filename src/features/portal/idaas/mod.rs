//! Single sign-on for `/loginIdaas`: OpenID Connect (code, PKCE, state, nonce), or a ticket that the
//! server exchanges.
//!
//! `start` leads the browser to the provider; the page that it comes back to posts `loginCode` and
//! `state`; `prove` asks the provider who that is, `sign_in` finds the account and begins a session.
//!
//! Invariants: what `start` made up is bound to the browser by a sealed cookie and good for one try
//! within ten minutes; no request to the provider is made while a snapshot or one of the parallel
//! places is held; neither code nor token reaches a log, an audit row or an answer.
//!
//! The wrong-password lock does not apply here: nothing can be guessed, and anybody could lock others
//! out by typing wrong passwords. The deny list of addresses does. Where a code is asked for afterwards
//! (`idaas.second_factor = here`), wrong codes count as after a password: that one can be guessed.
//! Somebody who came this way need not change an initial password (he did not use it); the mark stays
//! for his first sign-in with a password.

pub mod check;
pub mod flow;
pub mod link;
pub mod ops;
mod provider;
mod token;

use std::collections::HashMap;

use parking_lot::Mutex;
use tokio::sync::Semaphore;

use crate::config::{BASE, idaas as settings};
use crate::error::Result;
use crate::kernel::dates::Stamp;
use crate::product::{Memory, Start};
use crate::route::{AuditAction, Meter, Method, Route, asking, asking_first};
use flow::Sealer;
use provider::Provider;

/// Sign-ins that may ask the provider at once; more are told to try again.
const PARALLEL: usize = 32;
/// Flows remembered as used; each is forgotten when its cookie has run out.
const SPENT: usize = 20_000;

/// Single sign-on, when the installation has it.
pub struct SingleSignOn(pub Option<Idaas>);

impl Memory for SingleSignOn {
    const NAME: &'static str = "single sign-on";
    fn open(start: &Start<'_>) -> Result<Self> {
        start.config.idaas.as_ref().map(|settings| Idaas::new(settings, start.key)).transpose().map(Self)
    }
}

/// Single sign-on of an installation that has it.
pub struct Idaas {
    settings: settings::Idaas,
    sealer: Sealer,
    provider: Provider,
    spent: Mutex<HashMap<String, Stamp>>,
    gate: Semaphore,
}

impl Idaas {
    /// Prepares the client; asks nobody yet.
    ///
    /// # Errors
    /// A CA file that cannot be read.
    pub fn new(settings: &settings::Idaas, key: &[u8]) -> Result<Self> {
        Ok(Self {
            sealer: Sealer::new(key),
            provider: Provider::new(settings)?,
            settings: settings.clone(),
            spent: Mutex::default(),
            gate: Semaphore::new(PARALLEL),
        })
    }

    /// The page that the provider leads back to.
    pub fn callback(&self) -> String {
        format!("{}{}/loginIdaas", self.settings.public_url, BASE)
    }

    /// Marks a flow as used; `false` when it was before.
    fn spend(&self, id: &str, until: Stamp, now: Stamp) -> bool {
        let mut spent = self.spent.lock();
        spent.retain(|_, until| until.0 > now.0);
        if spent.len() >= SPENT
            && let Some(oldest) = spent.iter().min_by_key(|(_, until)| until.0).map(|(id, _)| id.clone())
        {
            spent.remove(&oldest);
        }
        spent.insert(id.to_owned(), until).is_none()
    }
}

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    vec![
        asking("/loginIdaas/start", ops::start).public("leads to the identity provider").titled("前往单点登录"),
        asking_first(Method::Post, "/loginIdaas", ops::prove, ops::sign_in)
            .essential()
            .metered(Meter::SignIn)
            .spends(flow::COOKIE)
            .public("needed before anybody is signed in")
            .audit("单点登录", AuditAction::SignIn),
    ]
}
