//! The person index follows the user table.

use crate::platform::identity::user::User;
use crate::search::{PeopleIndex, Person};
use crate::store::record::decode;
use crate::store::{Change, RawRead, Reads, Record, Res};

/// What the index knows of a user.
pub fn person(user: &User) -> Person {
    Person {
        user_id: user.user_id,
        user_name: user.user_name.clone(),
        real_name: user.real_name.clone(),
        phone: user.phonenumber.clone(),
        dept_id: user.dept_id,
        enabled: user.enabled,
    }
}

/// Store observer: follows the table.
pub fn observe(index: &PeopleIndex, changes: &[Change]) {
    let (mut changed, mut gone) = (Vec::new(), Vec::new());
    for change in changes.iter().filter(|change| change.table == User::TABLE) {
        match change.value.as_deref().map(|bytes| decode::<User>(&change.key, bytes)) {
            Some(Ok(user)) if !user.deleted => changed.push(person(&user)),
            _ => gone.extend(crate::store::key::first_u64(&change.key)),
        }
    }
    if !changed.is_empty() {
        index.upsert(changed);
    }
    if !gone.is_empty() {
        index.remove(gone);
    }
}

/// Fills the index from a snapshot (at start, in the background; `reindex`).
pub fn rebuild(index: &PeopleIndex, tx: &dyn RawRead) -> Res<()> {
    let (mut chunk, mut gone) = (Vec::new(), Vec::new());
    tx.each::<User>(|user| {
        if user.deleted {
            gone.push(user.user_id);
        } else {
            chunk.push(person(&user));
        }
        if chunk.len() >= 2_000 {
            index.upsert(std::mem::take(&mut chunk));
        }
        true
    })?;
    index.upsert(chunk);
    index.remove(gone);
    index.mark_ready();
    Ok(())
}
