//! Who fills the columns: one thread beside the server, table after table, the daily ones first.

use std::sync::{Arc, Weak};
use std::time::Duration;

use super::run::{allowed, allowed_together};
use crate::app::App;
use crate::error::{AppError, Result};

/// How long it sleeps when nobody misses anything; then it looks whether the program still runs.
const PATIENCE: Duration = Duration::from_secs(2);

/// Brought by a feature: what it computes from the columns once they are there, on the same thread, and again when the day
/// turns.
pub struct WhenFilled(pub fn(&Arc<App>) -> Result<()>);

fn when_filled(app: &Arc<App>) {
    for WhenFilled(work) in app.product.extensions::<WhenFilled>() {
        if let Err(fault) = work(app)
            && !app.store.is_closed()
        {
            tracing::error!(%fault, "what follows from columns could not be computed; lists compute it themselves");
        }
    }
}

/// Begins to fill all tables; the thread ends with the program.
///
/// # Errors
/// A machine without room for another thread.
pub fn begin(app: &Arc<App>) -> Result<()> {
    let (app, tables) = (Arc::downgrade(app), app.columns.clone());
    let work = move || {
        // What follows from columns does not wait for those that give way: a log of years takes its time.
        let (last, first): (Vec<_>, Vec<_>) = tables.names().iter().copied().partition(|table| tables.gives_way(table));
        if !first.into_iter().all(|table| fill(&app, table)) {
            return;
        }
        let Some(mut day) = app.upgrade().map(|app| {
            when_filled(&app);
            app.clock.today()
        }) else {
            return;
        };
        if !last.into_iter().all(|table| fill(&app, table)) {
            return;
        }
        loop {
            let Some(running) = app.upgrade() else { return };
            let today = running.clock.today();
            if day != today {
                turn_day(&running);
                when_filled(&running);
                day = today;
            }
            tables.give_way(allowed_together(&running));
            drop(running);
            if let Some(table) = tables.next_missed(PATIENCE)
                && !fill(&app, table)
            {
                return;
            }
        }
    };
    std::thread::Builder::new().name("columns".into()).spawn(work).map(drop).map_err(AppError::internal)
}

/// Fills what is of another day again, so that nobody waits for it in the morning.
fn turn_day(app: &Arc<App>) {
    let weak = Arc::downgrade(app);
    for table in app.columns.names() {
        if app.columns.turn_day(table, app.clock.today()) {
            fill(&weak, table);
        }
    }
}

/// Fills one table; false when the program has ended.
fn fill(app: &Weak<App>, table: &'static str) -> bool {
    let Some(app) = app.upgrade() else { return false };
    let (today, allowed) = (app.clock.now().date(), allowed(&app, table));
    if let Err(error) = app.columns.fill(table, today, allowed, || app.store.read())
        && !app.store.is_closed()
    {
        tracing::error!(table, %error, "columns could not be filled; lists read record by record");
    }
    true
}

/// Fills all tables now; for tests and benchmarks.
///
/// # Errors
/// A store that can't be read.
pub fn fill_all(app: &Arc<App>) -> Result<()> {
    for table in app.columns.names() {
        app.columns.fill(table, app.clock.now().date(), allowed(app, table), || app.store.read())?;
    }
    app.product.extensions::<WhenFilled>().try_for_each(|WhenFilled(work)| work(app))
}
