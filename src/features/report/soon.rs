//! What will soon need somebody, counted for the to-do block: leases that end, deposits of leases that are over, certificates
//! that run out.
//!
//! Held in memory by department and maker until a lease, a deposit or a certificate changes or a day is over: with 80,000
//! leases, reading those that end or are over takes half a second, and everybody asks on every visit.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use jiff::civil::Date;
use parking_lot::Mutex;

use crate::error::Result;
use crate::features::assets::cert::Cert;
use crate::features::finance::deposit::{DepositMove, held};
use crate::features::lease::contract::record::{BY_END, ENDED, Lease};
use crate::kernel::span::{add_days, days_between};
use crate::op::View;
use crate::platform::identity::rights::Scope;
use crate::product::{Memory, Start};
use crate::records::owned::Owned;
use crate::store::{Change, Reader, Reads, Record, Res, key};

/// Reminders look so many days ahead.
const AHEAD: i64 = 90;

/// Whose a record is.
#[derive(Debug, Clone, Copy)]
struct Whose {
    dept_id: u64,
    creator: u64,
}

impl Whose {
    fn of(owned: &Owned) -> Self {
        Self { dept_id: owned.dept_id, creator: owned.creator }
    }

    fn is_seen(self, view: &View, scope: &Scope) -> bool {
        scope.has_dept(self.dept_id) || scope.own && self.creator == view.caller.user_id()
    }
}

/// Everybody's of a day.
#[derive(Debug, Default)]
struct Soon {
    /// Days that are left of leases that end within ninety days and whose rooms have not come back.
    ends: Vec<(Whose, i64)>,
    /// Leases that are over and whose deposit is still held.
    deposits: Vec<Whose>,
    /// Certificates whose term ends within ninety days or has ended.
    certificates: Vec<Whose>,
}

/// What was read last.
#[derive(Debug, Default)]
pub struct SoonCache {
    generation: AtomicU64,
    kept: Mutex<Option<(u64, Date, Arc<Soon>)>>,
}

impl Memory for SoonCache {
    const NAME: &'static str = "soon";
    fn open(_: &Start<'_>) -> Result<Self> {
        Ok(Self::default())
    }
    // Forgets it once a record changes on which it depends.
    fn observe(&self, changes: &[Change]) {
        const TABLES: [&str; 3] = [Lease::TABLE, DepositMove::TABLE, Cert::TABLE];
        if changes.iter().any(|change| TABLES.contains(&change.table)) {
            self.forget();
        }
    }
    fn reload(&self, _: &Reader) -> Res<()> {
        self.forget();
        Ok(())
    }
}

impl SoonCache {
    /// Reads everything again when somebody asks.
    pub fn forget(&self) {
        self.generation.fetch_add(1, Ordering::AcqRel);
    }

    fn of(&self, view: &View) -> Result<Arc<Soon>> {
        let today = view.now.date();
        // The generation is read first: a change during the reading makes what is kept stale, never wrong.
        let generation = self.generation.load(Ordering::Acquire);
        if let Some((kept, day, soon)) = self.kept.lock().as_ref()
            && (*kept, *day) == (generation, today)
        {
            return Ok(soon.clone());
        }
        let soon = Arc::new(read(view, today)?);
        *self.kept.lock() = Some((generation, today, soon.clone()));
        Ok(soon)
    }
}

fn read(view: &View, today: Date) -> Result<Soon> {
    let (mut soon, last) = (Soon::default(), add_days(today, AHEAD));
    let day = |day: Date| key().str(&day.to_string());
    for lease in view.tx.within::<Lease>(&BY_END, &day(today), &day(last))? {
        if lease.returned_date.is_none() {
            soon.ends.push((Whose::of(&lease.owned), days_between(today, lease.facts.end_date)));
        }
    }
    for lease in view.tx.by::<Lease>(&ENDED, &key(), false, 0, usize::MAX)? {
        if held(view, lease.lease_id)? > 0 {
            soon.deposits.push(Whose::of(&lease.owned));
        }
    }
    view.tx.each::<Cert>(|cert| {
        if cert.facts.term_end.is_some_and(|end| end <= last) {
            soon.certificates.push(Whose::of(&cert.owned));
        }
        true
    })?;
    Ok(soon)
}

/// Leases that end within 90, 60 and 30 days, of those the asker may see.
pub fn expiring(view: &View) -> Result<[usize; 3]> {
    let scope = view.caller.rights.scope(Some("lease:expiring:list"));
    let soon = view.app.state::<SoonCache>()?.of(view)?;
    let within =
        |most: i64| soon.ends.iter().filter(|(whose, left)| *left <= most && whose.is_seen(view, &scope)).count();
    Ok([within(AHEAD), within(60), within(30)])
}

/// Leases that are over and whose deposit is still held.
pub fn deposits(view: &View) -> Result<usize> {
    let scope = view.caller.rights.scope(Some("fin:deposit:list"));
    Ok(view.app.state::<SoonCache>()?.of(view)?.deposits.iter().filter(|whose| whose.is_seen(view, &scope)).count())
}

/// Certificates whose term ends within ninety days or has ended.
pub fn certificates(view: &View) -> Result<usize> {
    let scope = view.caller.rights.scope(Some("asset:cert:list"));
    Ok(view.app.state::<SoonCache>()?.of(view)?.certificates.iter().filter(|whose| whose.is_seen(view, &scope)).count())
}
