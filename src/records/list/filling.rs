//! Who fills the columns: one thread beside the server, table after table, the daily ones first.

use std::sync::{Arc, Weak};
use std::time::Duration;

use super::run::allowed;
use crate::app::App;
use crate::error::{AppError, Result};

/// How long it sleeps when nobody misses anything; then it looks whether the program still runs.
const PATIENCE: Duration = Duration::from_secs(2);

/// Brought by a feature: what it computes from the columns once they are there, on the same thread.
pub struct WhenFilled(pub fn(&Arc<App>) -> Result<()>);

fn when_filled(app: &Arc<App>) {
    for WhenFilled(work) in app.product.extensions::<WhenFilled>() {
        if let Err(fault) = work(app) {
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
        for table in tables.names() {
            if !fill(&app, table) {
                return;
            }
        }
        if let Some(app) = app.upgrade() {
            when_filled(&app);
        }
        loop {
            match tables.next_missed(PATIENCE) {
                Some(table) if !fill(&app, table) => return,
                None if app.strong_count() == 0 => return,
                _ => {}
            }
        }
    };
    std::thread::Builder::new().name("columns".into()).spawn(work).map(drop).map_err(AppError::internal)
}

/// Fills one table; false when the program has ended.
fn fill(app: &Weak<App>, table: &'static str) -> bool {
    let Some(app) = app.upgrade() else { return false };
    let (today, allowed) = (app.clock.now().date(), allowed(&app, table));
    if let Err(error) = app.columns.fill(table, today, allowed, || app.store.read()) {
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
