//! In whose name the city is entered: demonstration people, so that histories show names and two persons stand
//! behind every approval.

use std::sync::Arc;

use crate::error::{AppError, Result};
use crate::op::{Caller, View};
use crate::platform::identity::rights::Rights;
use crate::platform::identity::user::{BY_NAME, User};
use crate::store::{Reads, key};

/// The people of the city's offices.
pub(super) struct Persons {
    keepers: Vec<Caller>,
    clerks: Vec<Caller>,
    approvers: Vec<Caller>,
    cashiers: Vec<Caller>,
    treasurers: Vec<Caller>,
    director: Caller,
}

impl Persons {
    /// Finds them among the demonstration people.
    ///
    /// # Errors
    /// They were not made before.
    pub(super) fn find(view: &View) -> Result<Self> {
        let named = |names: &[&str]| -> Result<Vec<Caller>> { names.iter().map(|name| person(view, name)).collect() };
        Ok(Self {
            keepers: named(&["zichan01", "zichan02"])?,
            clerks: named(&["jingban01", "jingban02", "jingban03", "jingban04", "jingban05"])?,
            approvers: named(&["zulin01", "zulin02"])?,
            cashiers: named(&["chuna01", "caiwu03"])?,
            treasurers: named(&["caiwu01", "caiwu02"])?,
            director: person(view, "lingdao01")?,
        })
    }

    /// Who enters an asset.
    pub(super) fn keeper(&self, place: usize) -> &Caller {
        &self.keepers[place % self.keepers.len()]
    }

    /// Who drafts a lease.
    pub(super) fn clerk(&self, place: usize) -> &Caller {
        &self.clerks[place % self.clerks.len()]
    }

    /// Who approves it.
    pub(super) fn approver(&self, place: usize) -> &Caller {
        &self.approvers[place % self.approvers.len()]
    }

    /// Who enters receipts and payouts.
    pub(super) fn cashier(&self, place: usize) -> &Caller {
        &self.cashiers[place % self.cashiers.len()]
    }

    /// Who is in charge of everything.
    pub(super) fn director(&self) -> &Caller {
        &self.director
    }

    /// Who issues bills and decides about money.
    pub(super) fn treasurer(&self, place: usize) -> &Caller {
        &self.treasurers[place % self.treasurers.len()]
    }
}

fn person(view: &View, name: &str) -> Result<Caller> {
    let user: Option<User> = view.tx.one(&BY_NAME, &key().str(name))?;
    let user = user.ok_or_else(|| AppError::internal(format!("demonstration person {name} is missing")))?;
    // Processes ask what roles somebody holds, beside what he may do.
    let roles = view.ground()?.rights(&user).roles;
    let caller = Caller::demonstration(user.user_id, &user.user_name);
    let rights = Rights { roles, ..(*caller.rights).clone() };
    Ok(Caller { rights: Arc::new(rights), ..caller })
}
