//! What the asker of a report sees and asks for, row by row: the same that figures see cell by cell.

use jiff::civil::Date;

use crate::fault::{Fault, Outcome};
use crate::features::books::allocation::Allocation;
use crate::features::books::bill::record::Bill;
use crate::features::books::figures::load::{ChartQuery, departments};
use crate::kernel::span::DateSpan;
use crate::op::View;
use crate::platform::identity::rights::Scope;
use crate::records::owned::Owned;
use crate::store::{Reads, id};

/// What rows are let through.
pub struct Lens<'a> {
    pub view: &'a View<'a>,
    pub query: &'a ChartQuery,
    /// Day of the list.
    pub as_of: Date,
    scope: Scope,
    depts: Option<Vec<u64>>,
}

impl<'a> Lens<'a> {
    /// Understands a question.
    ///
    /// # Errors
    /// A sentence for a day to come; a record that cannot be read.
    pub fn of(view: &'a View<'a>, query: &'a ChartQuery) -> Outcome<Self> {
        let as_of = query.day(view);
        if as_of > view.now.date() {
            return Err(Fault::refused("截至日期不能晚于今天"));
        }
        Ok(Self { view, query, as_of, scope: view.caller.scope(), depts: departments(view, query)? })
    }

    /// Whether plates were asked for.
    pub fn of_plates(&self) -> bool {
        !self.query.plate_id.is_empty()
    }

    pub fn sees_party(&self, party_a_id: u64) -> bool {
        self.query.party_a_id.is_empty() || self.query.party_a_id.contains(&party_a_id)
    }

    pub fn sees_plate(&self, plate_id: u64) -> bool {
        self.query.plate_id.is_empty() || self.query.plate_id.contains(&plate_id)
    }

    /// By department or maker.
    pub fn sees_owned(&self, owned: &Owned) -> bool {
        self.asks_dept(owned.dept_id)
            && (self.scope.has_dept(owned.dept_id) || self.scope.own && owned.creator == self.view.caller.user_id())
    }

    fn asks_dept(&self, dept_id: u64) -> bool {
        self.depts.as_ref().is_none_or(|depts| depts.binary_search(&dept_id).is_ok())
    }

    pub fn sees_bill(&self, bill: &Bill) -> bool {
        self.sees_party(bill.party_a_id) && self.sees_plate(bill.plate_id) && self.sees_owned(&bill.owned)
    }

    /// Something of a department without a maker of its own; whoever goes by «own» sees it with what it belongs to.
    pub fn sees_dept(&self, dept_id: u64, creator: impl FnOnce() -> Outcome<u64>) -> Outcome<bool> {
        if !self.asks_dept(dept_id) {
            return Ok(false);
        }
        Ok(self.scope.has_dept(dept_id) || self.scope.own && creator()? == self.view.caller.user_id())
    }

    /// A row on a bill is seen with the bill.
    pub fn sees_allocation(&self, row: &Allocation) -> Outcome<bool> {
        if !self.sees_party(row.party_a_id) || !self.sees_plate(row.plate_id) {
            return Ok(false);
        }
        let creator = || Ok(self.view.tx.get::<Bill>(&id(row.bill_id))?.map_or(0, |bill| bill.owned.creator));
        self.sees_dept(row.dept_id, creator)
    }

    /// The days asked for, by default the year so far; never beyond the day of the list.
    pub fn span(&self, from: Option<Date>, to: Option<Date>) -> DateSpan {
        let to = to.unwrap_or(self.as_of).min(self.as_of);
        DateSpan::new(from.unwrap_or_else(|| to.first_of_year()), to)
    }
}
