//! Who rents a room: what the grid and the card of a room say about the lease behind it, told by features above.
//!
//! A lease is told to whoever reaches it through the list of leases, what it owes and what is held for it to whoever
//! reaches those through the lists of bills and deposits. A lease is read once, however many rooms it has.

use std::collections::HashMap;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Serialize;

use crate::error::Result;
use crate::kernel::dates::DateText;
use crate::kernel::enumeration::numbered;
use crate::op::View;

const LEASES: &str = "lease:lease:list";
const DEPOSITS: &str = "fin:deposit:list";

/// Tells a lease as it is on a day, when the caller may see it.
pub struct TenancyOf(pub fn(&View<'_>, u64, Date) -> Result<Option<Tenancy>>);

/// Tells the fen held as deposit for a lease.
pub struct DepositOf(pub fn(&View<'_>, u64) -> Result<i64>);

/// Tells what a room must know of a lease; none when there is no such lease.
pub struct HolderOf(pub fn(&View<'_>, u64) -> Result<Option<Holder>>);

/// Brought by the room of leases: leases whose tenants stay on before a day, each with the last day that is charged.
pub struct StayersOf(pub fn(&View<'_>, Date) -> Result<Stayers>);

/// The last day that is charged, by the number of the lease.
pub type Stayers = foldhash::HashMap<u64, Date>;

/// A lease as the one who holds a room.
#[derive(Debug, Clone, Copy)]
pub struct Holder {
    /// The lease that it renews; 0 for none.
    pub prev_lease_id: u64,
    /// The last day that is charged.
    pub effective_end: Date,
    /// Signed, and the rooms have not come back.
    pub is_open: bool,
}

/// The lease behind a row of the occupancy table.
pub fn holder(view: &View, lease_id: u64) -> Result<Option<Holder>> {
    if lease_id == 0 {
        return Ok(None);
    }
    let mut hooks = view.app.product.extensions::<HolderOf>();
    hooks.next().map_or(Ok(None), |HolderOf(tell)| tell(view, lease_id))
}

/// Leases that are open although their last day lies before a day.
pub fn stayers(view: &View, before: Date) -> Result<Stayers> {
    let mut hooks = view.app.product.extensions::<StayersOf>();
    hooks.next().map_or_else(|| Ok(Stayers::default()), |StayersOf(tell)| tell(view, before))
}

numbered! {
    /// Rooms that somebody has to see to.
    pub enum RoomWatch {
        Empty = 1 => "空置可租",
        LongEmpty = 2 => "空置可租 60 天以上",
    }
}

/// Brought by the room of leases: rooms to see to today, by number.
pub struct RoomsToWatch(pub fn(&View<'_>, RoomWatch) -> Result<Vec<u64>>);

numbered! {
    /// State of a lease 合同状态 (domain.md 2.6). Stored up to «signed»; what follows from the calendar is derived.
    #[derive(Default)]
    pub enum LeaseState {
        #[default]
        Draft = 0 => "草稿",
        Submitted = 1 => "审批中",
        Approved = 2 => "待签订",
        Signed = 3 => "已签订",
        /// Derived from the calendar.
        Running = 4 => "履行中",
        /// Derived from the calendar.
        Expired = 5 => "已到期",
        Terminated = 6 => "已终止",
        Settled = 7 => "已结清",
        Void = 9 => "作废",
    }
}

/// A lease as the room grid shows it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tenancy {
    /// Number of the lease.
    pub lease_id: u64,
    /// `HT-202401-000001`
    pub lease_no: String,
    /// State that it is in today.
    pub state: LeaseState,
    /// Number of the tenant.
    pub tenant_id: u64,
    /// Name of the tenant.
    pub tenant_name: String,
    /// First day of the lease 起租日.
    #[schemars(with = "DateText")]
    pub start_date: Date,
    /// The last day that is charged.
    #[schemars(with = "DateText")]
    pub effective_end: Date,
    /// Rent of the month of the day that was asked for, all rooms of the lease together.
    pub month_rent_fen: i64,
    /// How many rooms the rent is for.
    pub rooms: usize,
    /// What is overdue today; absent for people who do not see bills.
    pub arrears_fen: Option<i64>,
    /// Number of the overdue bills.
    pub overdue_bills: usize,
    /// Whether the tenant comes first at renewal 优先承租权.
    pub renew_priority: bool,
    /// Days before the end by which the tenant must have asked for a renewal.
    pub renew_notice_days: u16,
}

/// Leases of one request.
pub struct Tenancies<'a> {
    view: View<'a>,
    day: Date,
    known: HashMap<u64, Option<Tenancy>>,
}

impl<'a> Tenancies<'a> {
    /// An empty memory; rents are those of the day.
    pub fn on(view: &View<'a>, day: Date) -> Self {
        Self { view: *view, day, known: HashMap::new() }
    }

    /// The lease with this number, when the caller may see it.
    pub fn of(&mut self, lease_id: u64) -> Result<Option<Tenancy>> {
        if lease_id == 0 || !self.view.caller.rights.holds(LEASES) {
            return Ok(None);
        }
        if let Some(known) = self.known.get(&lease_id) {
            return Ok(known.clone());
        }
        let mut hooks = self.view.app.product.extensions::<TenancyOf>();
        let told = hooks.next().map_or(Ok(None), |TenancyOf(tell)| tell(&self.view, lease_id, self.day))?;
        self.known.insert(lease_id, told.clone());
        Ok(told)
    }
}

/// Fen held as deposit for a lease that was told; none for people who do not see deposits.
pub fn deposit_of(view: &View, told: Option<&Tenancy>) -> Result<Option<i64>> {
    let Some(told) = told.filter(|_| view.caller.rights.holds(DEPOSITS)) else { return Ok(None) };
    let mut hooks = view.app.product.extensions::<DepositOf>();
    hooks.next().map(|DepositOf(tell)| tell(view, told.lease_id)).transpose()
}
