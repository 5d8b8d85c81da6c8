//! The person search that lists use.

use std::collections::HashSet;

use crate::error::{AppError, Result};
use crate::op::View;
use crate::platform::identity::user::User;
use crate::platform::people::person;
use crate::search::{PersonQuery, matches};
use crate::store::{Reads, id};

/// The signed-in person's record.
pub fn own(view: &View) -> Result<User> {
    let user: Option<User> = view.tx.get(&id(view.caller.user_id()))?;
    user.ok_or_else(|| AppError::not_signed_in(&view.caller.origin.path))
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
) -> Result<(Vec<u64>, u64)> {
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
