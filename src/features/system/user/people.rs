//! The person index follows the user table; and the person search that lists use.

use std::collections::HashSet;

use super::record::User;
use crate::fault::Outcome;
use crate::op::View;
use crate::search::{PeopleIndex, Person, PersonQuery, matches};
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

/// Ids of living users that match a keyword, ascending, with their number. `dept_ids` and
/// `enabled_only` narrow it. Plain scan until the index is ready.
pub fn find(
    view: &View,
    keyword: &str,
    dept_ids: Option<&[u64]>,
    enabled_only: bool,
    offset: usize,
    limit: usize,
) -> Outcome<(Vec<u64>, u64)> {
    let query = PersonQuery { text: keyword, dept_ids, enabled_only, offset, limit };
    if let Some(hits) = view.app.people.search(&query) {
        return Ok((hits.ids, hits.total as u64));
    }
    let wanted: Option<HashSet<u64>> = dept_ids.map(|ids| ids.iter().copied().collect());
    let (mut ids, mut total) = (Vec::new(), 0);
    view.tx.each::<User>(|user| {
        let fits = !user.deleted
            && (user.enabled || !enabled_only)
            && wanted.as_ref().is_none_or(|wanted| wanted.contains(&user.dept_id))
            && matches(&person(&user), keyword);
        if fits {
            if total >= offset as u64 && ids.len() < limit {
                ids.push(user.user_id);
            }
            total += 1;
        }
        true
    })?;
    Ok((ids, total))
}
