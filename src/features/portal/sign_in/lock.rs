//! Wrong passwords are counted by login name (unknown names too), so that guessing costs time and a
//! name's existence does not show. The count survives a restart.

use serde::{Deserialize, Serialize};

use crate::fault::Outcome;
use crate::kernel::dates::Stamp;
use crate::op::{Op, View};
use crate::store::{Keeping, Key, Reads, Record, key};

/// Wrong tries of a login name.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct WrongTries {
    /// Login name, lower case.
    pub user_name: String,
    /// How many in a row.
    pub count: u64,
    /// When the window ends; each wrong try restarts it.
    pub until: Stamp,
}

impl Record for WrongTries {
    const TABLE: &'static str = "wrong_tries";
    const KEEPING: Keeping = Keeping::Passing;
    fn id(&self) -> Key {
        key().str(&self.user_name)
    }
}

fn of(view: &View, user_name: &str) -> Outcome<Option<WrongTries>> {
    let found: Option<WrongTries> = view.tx.get(&key().str(&user_name.trim().to_lowercase()))?;
    Ok(found.filter(|tries| tries.until > view.now))
}

/// (tries until the lock, minutes of the lock), from the settings.
pub fn limits(view: &View) -> (u64, u64) {
    let settings = &view.app.settings;
    (settings.number("sys.account.maxRetryCount", 5).max(1), settings.number("sys.account.lockMinutes", 10).max(1))
}

/// Whole minutes until the lock of a name ends; 0 = not locked.
pub fn minutes_left(view: &View, user_name: &str) -> Outcome<u64> {
    // Almost always nobody is counted: a list page then costs one look instead of one a row.
    if view.tx.count::<WrongTries>()? == 0 {
        return Ok(0);
    }
    let (most, _) = limits(view);
    let locked = of(view, user_name)?.filter(|tries| tries.count >= most);
    Ok(locked.map_or(0, |tries| (tries.until.0 - view.now.0).cast_unsigned().div_ceil(60_000)))
}

/// Counts a wrong try; answers whether the name is locked now.
pub fn count(op: &mut Op, user_name: &str) -> Outcome<bool> {
    let view = op.view();
    let (most, minutes) = limits(&view);
    let name = user_name.trim().to_lowercase();
    let count = of(&view, &name)?.map_or(0, |tries| tries.count) + 1;
    let until = Stamp(op.now.0 + minutes.cast_signed() * 60_000);
    op.put_quietly(&WrongTries { user_name: name, count, until })?;
    Ok(count >= most)
}

/// Forgets the wrong tries of a name.
pub fn clear(op: &mut Op, user_name: &str) -> Outcome<()> {
    op.delete::<WrongTries>(&key().str(&user_name.trim().to_lowercase()))?;
    Ok(())
}
