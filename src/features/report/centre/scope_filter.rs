//! What the asker of a report sees and asks for, row by row: the same that figures see cell by cell.

use jiff::civil::Date;

use crate::columns::field::whole;
use crate::columns::{Field, Listed};
use crate::error::{AppError, Result};
use crate::features::finance::allocation::Allocation;
use crate::features::finance::allocation::columns as of_money;
use crate::features::finance::bill::columns as of_bills;
use crate::features::finance::bill::record::Bill;
use crate::features::finance::figures::load::{ChartQuery, departments};
use crate::features::finance::payout::list as of_payouts;
use crate::features::finance::payout::record::Payout;
use crate::features::finance::receipt::columns as of_receipts;
use crate::features::finance::receipt::record::Receipt;
use crate::features::lease::contract::dues as of_forecasts;
use crate::features::lease::contract::forecast::Forecast;
use crate::features::lease::contract::record::Lease;
use crate::kernel::span::DateSpan;
use crate::op::View;
use crate::platform::identity::rights::Scope;
use crate::records::list::{self, Filter, FilterBuilder, creator, dept};
use crate::records::owned::{Business, Owned};

/// What rows are let through.
pub struct ScopeFilter<'a> {
    pub view: &'a View<'a>,
    pub query: &'a ChartQuery,
    /// Day of the list.
    pub as_of: Date,
    scope: Scope,
    depts: Option<Vec<u64>>,
}

impl<'a> ScopeFilter<'a> {
    /// Understands a question.
    ///
    /// # Errors
    /// A sentence for a day to come; a record that cannot be read.
    pub fn of(view: &'a View<'a>, query: &'a ChartQuery) -> Result<Self> {
        let as_of = query.day(view);
        if as_of > view.now.date() {
            return Err(AppError::refused("截至日期不能晚于今天"));
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
        self.sees(owned.dept_id, owned.creator)
    }

    /// The same by their numbers.
    pub fn sees(&self, dept_id: u64, creator: u64) -> bool {
        self.asks_dept(dept_id)
            && (self.scope.has_dept(dept_id) || self.scope.own && creator == self.view.caller.user_id())
    }

    fn asks_dept(&self, dept_id: u64) -> bool {
        self.depts.as_ref().is_none_or(|depts| depts.binary_search(&dept_id).is_ok())
    }

    pub fn sees_bill(&self, bill: &Bill) -> bool {
        self.sees_party(bill.party_a_id) && self.sees_plate(bill.plate_id) && self.sees_owned(&bill.owned)
    }

    /// Whether rows of a department are asked for and seen; who made a row is asked only where that decides.
    pub fn sees_dept(&self, dept_id: u64, creator: impl FnOnce() -> Result<u64>) -> Result<bool> {
        if !self.asks_dept(dept_id) {
            return Ok(false);
        }
        Ok(self.scope.has_dept(dept_id) || self.scope.own && creator()? == self.view.caller.user_id())
    }

    /// Narrows a question to the parties, plates and departments that are seen and asked for.
    ///
    /// `own` are the rows that the caller made, for who sees his own alone.
    pub fn narrow<R: Listed>(&self, ask: &mut FilterBuilder<R>, fields: [&Field<R>; 3], own: Filter) -> Result<()> {
        let [party, plate, dept] = fields;
        let among = |ids: &[u64]| ids.iter().map(|id| whole(*id)).collect::<Vec<i64>>();
        if !self.query.party_a_id.is_empty() {
            ask.must(Filter::among(ask.place(party)?, among(&self.query.party_a_id)));
        }
        if self.of_plates() {
            ask.must(Filter::among(ask.place(plate)?, among(&self.query.plate_id)));
        }
        let dept = ask.place(dept)?;
        if let Some(depts) = &self.depts {
            ask.must(Filter::among(dept, among(depts)));
        }
        if !self.scope.all {
            let depts: Vec<u64> = self.scope.dept_ids.iter().copied().collect();
            let seen = Filter::among(dept, among(&depts));
            ask.must(if self.scope.own { Filter::Any(vec![seen, own]) } else { seen });
        }
        Ok(())
    }

    /// The same for bills.
    pub fn bills(&self) -> Result<FilterBuilder<Bill>> {
        let mut ask = FilterBuilder::default();
        let own = self.own(&ask)?;
        self.narrow(&mut ask, [&of_bills::PARTY_A, &of_bills::PLATE, &dept()], own)?;
        Ok(ask)
    }

    /// The same for receipts, which are of no plate.
    pub fn receipts(&self) -> Result<FilterBuilder<Receipt>> {
        let mut ask = FilterBuilder::default();
        let own = self.own(&ask)?;
        let query = ChartQuery { plate_id: Vec::new(), ..self.query.clone() };
        let lens = ScopeFilter { query: &query, depts: self.depts.clone(), scope: self.scope.clone(), ..*self };
        lens.narrow(&mut ask, [&of_receipts::PARTY_A, &of_receipts::PARTY_A, &dept()], own)?;
        Ok(ask)
    }

    /// The same for money on bills: who sees his own sees that on his bills.
    pub fn allocations(&self) -> Result<FilterBuilder<Allocation>> {
        let mut ask = FilterBuilder::default();
        let own = Filter::among(ask.place(&of_money::BILL)?, self.made::<Bill>()?.into_iter().map(whole));
        self.narrow(&mut ask, [&of_money::PARTY_A, &of_money::PLATE, &of_money::DEPT], own)?;
        Ok(ask)
    }

    /// The same for money that goes out.
    pub fn payouts(&self) -> Result<FilterBuilder<Payout>> {
        let mut ask = FilterBuilder::default();
        let own = self.own(&ask)?;
        self.narrow(&mut ask, [&of_payouts::PARTY_A, &of_payouts::PLATE, &dept()], own)?;
        Ok(ask)
    }

    /// The same for what leases will ask for: who sees his own sees that of his leases.
    pub fn forecasts(&self) -> Result<FilterBuilder<Forecast>> {
        let (mut ask, own) = (FilterBuilder::default(), Filter::ids(self.made::<Lease>()?));
        self.narrow(&mut ask, [&of_forecasts::PARTY_A, &of_forecasts::PLATE, &of_forecasts::DEPT], own)?;
        Ok(ask)
    }

    /// Numbers of the records that the caller made, if that is what lets him see something; else none.
    pub fn made<R: Business + Listed>(&self) -> Result<Vec<u64>> {
        if !self.scope.own || self.scope.all {
            return Ok(Vec::new());
        }
        let mut ask = FilterBuilder::<R>::default();
        ask.must(self.own(&ask)?);
        list::ids(self.view, ask)
    }

    fn own<R: Business + Listed>(&self, ask: &FilterBuilder<R>) -> Result<Filter> {
        Ok(Filter::among(ask.place(&creator())?, vec![whole(self.view.caller.user_id())]))
    }

    /// The year asked for; this one when none is.
    ///
    /// # Errors
    /// A year that no figures are of.
    pub fn year(&self) -> Result<i16> {
        let year = self.query.year(self.view);
        let wrong = || AppError::refused("统计年份或月份不正确");
        Some(year).filter(|year| (1990..=2200).contains(year)).ok_or_else(wrong)
    }

    /// The days asked for: from and to, else the year and month, else the year so far; never beyond the day of the list.
    ///
    /// # Errors
    /// A sentence for a month or year that does not exist.
    pub fn span(&self, from: Option<Date>, to: Option<Date>) -> Result<DateSpan> {
        let by_days = from.is_some() || to.is_some();
        if !by_days && (self.query.year.is_some() || self.query.month != 0) {
            let asked = self.query.span(self.view)?;
            return Ok(DateSpan::new(asked.from, asked.to.min(self.as_of)));
        }
        let to = to.unwrap_or(self.as_of).min(self.as_of);
        Ok(DateSpan::new(from.unwrap_or_else(|| to.first_of_year()), to))
    }
}
