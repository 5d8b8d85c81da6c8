//! What the store sums up of the books, so that a figure costs what it shows: bills, money on them, what was waived, what
//! came in and went out, and each open bill.
//!
//! Bills, allocations and waivers are kept three times: by months (of the due date and of the day it counts), by due days,
//! and by due month and the day it counts, so that a span cut anywhere is read from whole months and the days at its ends.
//! Deposits are in none of them (domain.md 3.11-3.15). What lies on a bill counts for the bill from the day the bill itself is in the
//! books; as money received it counts on its own day.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::allocation::record::{Allocation, AllocationMode};
use super::bill::record::{Bill, BillState};
use super::credit::CreditMove;
use super::payout::record::Payout;
use super::receipt::record::{Moved as Came, Receipt};
use super::waiver::record::{Moved, Waiver};
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::day_number::{day_no, month_no};
use crate::store::{Key, Sum, Values, key};

/// What a bill is to everything that lies on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfBill {
    /// 应缴日
    pub due_date: Date,
    /// When it counts.
    pub book_date: Date,
    /// Department that keeps it.
    pub dept_id: u64,
    pub party_a_id: u64,
    pub plate_id: u64,
    pub kind: BillKind,
    pub tenant_id: u64,
}

impl From<&Bill> for OfBill {
    fn from(bill: &Bill) -> Self {
        Self {
            due_date: bill.due_date,
            book_date: bill.book_date,
            dept_id: bill.owned.dept_id,
            party_a_id: bill.party_a_id,
            plate_id: bill.plate_id,
            kind: bill.kind,
            tenant_id: bill.tenant_id,
        }
    }
}

/// Where the money of an allocation comes from, for 实收: the day its receipt counts, in the columns of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// From no receipt for bills.
    None,
    /// From a receipt that counts on a day.
    Receipt(Date),
    /// A mirror of money that was taken back: it counts with the reversal, whenever the receipt came.
    Mirror,
}

impl Origin {
    fn day(self) -> u64 {
        match self {
            Self::None => 0,
            Self::Receipt(day) => u64::from(day_no(day)),
            Self::Mirror => u64::MAX,
        }
    }

    fn month(self) -> u64 {
        match self {
            Self::None => 0,
            Self::Receipt(day) => u64::from(month_no(day)),
            Self::Mirror => u64::MAX,
        }
    }
}

/// Something that counts for a bill from a day on.
pub struct Entry {
    of: OfBill,
    /// For which bill.
    pub bill_id: u64,
    /// From which day on.
    pub at: Date,
    origin: Origin,
    /// What counts, as the function says that made the entry.
    pub values: Values,
}

impl Entry {
    fn new(of: OfBill, bill_id: u64, at: Date, values: Values) -> Self {
        Self { of, bill_id, at, origin: Origin::None, values }
    }

    fn place(&self, columns: Key, tenant_id: u64, bill_id: u64) -> Key {
        let of = &self.of;
        let columns = columns.short(of.dept_id).short(of.party_a_id).short(of.plate_id).u8(of.kind as u8);
        columns.short(tenant_id).short(bill_id)
    }

    /// By month of the due date, then of the day it counts.
    pub fn by_months(&self) -> (Key, Values) {
        let columns = key().u16(month_no(self.of.due_date).into()).u16(month_no(self.at).into());
        (self.place(columns.u16(self.origin.month()), 0, 0), self.values)
    }

    /// By due day, then the day it counts; `tenant` tells tenants apart.
    pub fn by_due(&self, tenant: bool) -> (Key, Values) {
        let columns = key().u24(day_no(self.of.due_date).into()).u24(day_no(self.at).into());
        let tenant_id = if tenant { self.of.tenant_id } else { 0 };
        (self.place(columns.u24(self.origin.day()), tenant_id, 0), self.values)
    }

    /// By year of the due date and tenant.
    pub fn by_tenant(&self) -> (Key, Values) {
        let year = u64::try_from(self.of.due_date.year()).unwrap_or_default();
        (self.place(key().u16(year), self.of.tenant_id, 0), self.values)
    }

    /// By due month and the day it counts, bill by bill: what moved since a day on bills due by then lies together, however
    /// much is due and paid later.
    pub fn by_day(&self) -> (Key, Values) {
        let columns = key().u16(month_no(self.of.due_date).into()).u24(day_no(self.at).into());
        let columns = columns.u24(day_no(self.of.due_date).into()).u24(self.origin.day());
        (self.place(columns, self.of.tenant_id, self.bill_id), self.values)
    }
}

/// A bill itself: `[amount, open, 0]`; out again on the day it became void.
pub fn of_bill(bill: &Bill) -> Vec<Entry> {
    if bill.kind == BillKind::Deposit {
        return Vec::new();
    }
    let values = [bill.amount_fen, bill.amount_fen.max(0), 0];
    both(bill, OfBill::from(bill), bill.bill_id, values)
}

/// What a negative adjustment takes off the bill it adjusts: `[0, open, 0]`.
pub fn taken_off(bill: &Bill) -> Vec<Entry> {
    match bill.adjusts {
        Some(of) if bill.amount_fen < 0 && of.kind != BillKind::Deposit => {
            both(bill, of, bill.adjusts_bill_id, [0, bill.amount_fen, 0])
        }
        _ => Vec::new(),
    }
}

fn both(bill: &Bill, of: OfBill, bill_id: u64, values: Values) -> Vec<Entry> {
    let mut entries = vec![Entry::new(of, bill_id, bill.book_date.max(of.book_date), values)];
    if let Some(void) = bill.void_date {
        entries.push(Entry::new(of, bill_id, void.max(of.book_date), values.map(i64::wrapping_neg)));
    }
    entries
}

fn all_of_bill(bill: &Bill) -> Vec<Entry> {
    let mut entries = of_bill(bill);
    entries.extend(taken_off(bill));
    entries
}

/// Money on a bill: `[received, on the bill, on the bill in time]`.
pub fn of_allocation(row: &Allocation) -> Vec<Entry> {
    if row.kind == BillKind::Deposit {
        return Vec::new();
    }
    let of = OfBill {
        due_date: row.due_date,
        book_date: row.bill_date,
        dept_id: row.dept_id,
        party_a_id: row.party_a_id,
        plate_id: row.plate_id,
        kind: row.kind,
        tenant_id: row.tenant_id,
    };
    let origin = match row.receipt_date {
        _ if row.amount_fen < 0 && row.mode == AllocationMode::Reversal => Origin::Mirror,
        Some(day) => Origin::Receipt(day),
        None => Origin::None,
    };
    let fen = row.amount_fen;
    let in_time = if row.value_date <= row.due_date { fen } else { 0 };
    let entry = |at, values| Entry { of, bill_id: row.bill_id, at, origin, values };
    if row.book_date >= row.bill_date {
        vec![entry(row.book_date, [fen, fen, in_time])]
    } else {
        vec![entry(row.book_date, [fen, 0, 0]), entry(row.bill_date, [0, fen, in_time])]
    }
}

/// What is waived: `[fen, 0, 0]`; out again on the days it was cut or revoked.
pub fn of_waiver(waiver: &Waiver) -> Vec<Entry> {
    let entry = |moved: Moved| {
        let of = moved.part.of;
        Entry::new(of, moved.part.bill_id, moved.day.max(of.book_date), [moved.fen, 0, 0])
    };
    waiver.movements().into_iter().map(entry).collect()
}

/// What is open of a bill now: `[fen, 0, 0]`.
fn open_entry(bill: &Bill) -> Option<Entry> {
    let fen = bill.outstanding_fen();
    if fen <= 0 || bill.kind == BillKind::Deposit || bill.state == BillState::Void {
        return None;
    }
    Some(Entry::new(OfBill::from(bill), bill.bill_id, bill.book_date, [fen, 0, 0]))
}

/// What is open of a bill now, by due day, bill by bill.
pub fn open(bill: &Bill) -> Option<(Key, Values)> {
    let entry = open_entry(bill)?;
    let columns = key().u24(day_no(bill.due_date).into());
    Some((entry.place(columns, bill.tenant_id, bill.bill_id), entry.values))
}

/// The same by due month, all bills of a place together.
pub(super) fn open_by_month(bill: &Bill) -> Option<(Key, Values)> {
    let entry = open_entry(bill)?;
    Some((entry.place(key().u16(month_no(bill.due_date).into()), 0, 0), entry.values))
}

/// Money that comes or goes on a day: `[forth, back, 0]`.
pub struct Flow {
    at: Date,
    dept_id: u64,
    party_a_id: u64,
    plate_id: u64,
    kind: u8,
    extra: u64,
    values: Values,
}

impl Flow {
    fn place(&self, columns: Key) -> (Key, Values) {
        let columns = columns.short(self.dept_id).short(self.party_a_id).short(self.plate_id);
        (columns.u8(self.kind).short(self.extra), self.values)
    }

    /// By month.
    pub fn by_month(&self) -> (Key, Values) {
        self.place(key().u16(month_no(self.at).into()))
    }

    /// By day.
    pub fn by_day(&self) -> (Key, Values) {
        self.place(key().u24(day_no(self.at).into()))
    }
}

/// Beside the method of a receipt: the treasury has the money.
pub const TO_TREASURY: u64 = 1 << 4;
/// Beside it: nobody knows who paid 待认领.
pub const UNKNOWN_PAYER: u64 = 1 << 5;
/// The method alone.
pub const METHOD: u64 = TO_TREASURY - 1;

/// A receipt and its reversal, by purpose, method, who has the money and whether the payer is known.
pub fn of_receipt(receipt: &Receipt) -> Vec<Flow> {
    let treasury = if receipt.to_treasury { TO_TREASURY } else { 0 };
    let flow = |moved: Came| Flow {
        at: moved.day,
        dept_id: receipt.owned.dept_id,
        party_a_id: receipt.party_a_id,
        plate_id: 0,
        kind: moved.purpose as u8,
        extra: receipt.method as u64 | treasury | if moved.of_nobody { UNKNOWN_PAYER } else { 0 },
        values: [moved.forth_fen, moved.back_fen, 0],
    };
    receipt.flows().into_iter().map(flow).collect()
}

/// A payout and its mirror, by kind and the month a remittance is for; of refunds, 1 for what the treasury paid.
pub fn of_payout(payout: &Payout) -> Vec<Flow> {
    let (facts, fen) = (&payout.facts, payout.facts.amount_fen);
    let flow = |at, values| Flow {
        at,
        dept_id: payout.owned.dept_id,
        party_a_id: facts.party_a_id,
        plate_id: facts.plate_id,
        kind: payout.kind as u8,
        extra: facts.month.map_or(u64::from(facts.by_treasury), |month| month_no(month).into()),
        values,
    };
    let mut flows = Vec::new();
    flows.extend(payout.book_date.map(|day| flow(day, [fen, 0, 0])));
    flows.extend(payout.reversed_date.map(|day| flow(day, [0, fen, 0])));
    flows
}

/// A movement of credit.
pub fn of_credit(movement: &CreditMove) -> Vec<Flow> {
    let (at, party_a_id, values) = (movement.book_date, movement.party_a_id, [movement.amount_fen, 0, 0]);
    vec![Flow { at, dept_id: 0, party_a_id, plate_id: 0, kind: 0, extra: 0, values }]
}

/// Money on bills that the treasury has, by kind of the bill; the extra column says whether it came in the month in which it
/// counts, or is a mirror.
pub fn direct(row: &Allocation) -> Option<Flow> {
    let mirrored = row.amount_fen < 0 && row.mode == AllocationMode::Reversal;
    let in_its_month = mirrored || row.receipt_date.is_some_and(|day| month_no(day) >= month_no(row.book_date));
    row.to_treasury.then_some(Flow {
        at: row.book_date,
        dept_id: row.dept_id,
        party_a_id: row.party_a_id,
        plate_id: row.plate_id,
        kind: row.kind as u8,
        extra: u64::from(in_its_month),
        values: [row.amount_fen, 0, 0],
    })
}

/// Names of the three tables that keep the same entries.
#[derive(Debug, Clone, Copy)]
pub struct Family {
    /// By months.
    pub months: &'static str,
    /// By due days.
    pub due: &'static str,
    /// By due month and the day it counts.
    pub days: &'static str,
}

pub const BILLS: Family = Family { months: "bill/sum_months", due: "bill/sum_due", days: "bill/sum_month_days" };
/// Money on them.
pub const ALLOCATIONS: Family =
    Family { months: "allocation/sum_months", due: "allocation/sum_due", days: "allocation/sum_month_days" };
/// What was waived of them.
pub const WAIVERS: Family =
    Family { months: "waiver/sum_months", due: "waiver/sum_due", days: "waiver/sum_month_days" };
pub const OPEN: &str = "bill/sum_open";
/// What is open by due month: what all of it comes to costs what months there are, not what bills.
pub const OPEN_MONTHS: &str = "bill/sum_open_months";
/// Bills by year of the due date and tenant: households of a year without its bills.
pub const TENANT_YEARS: &str = "bill/sum_tenants";

/// Names of the two tables that keep the same flows.
#[derive(Debug, Clone, Copy)]
pub struct Flows {
    /// By month.
    pub months: &'static str,
    /// By day.
    pub days: &'static str,
}

pub const RECEIPTS: Flows = Flows { months: "receipt/payer_months", days: "receipt/payer_days" };
pub const PAYOUTS: Flows = Flows { months: "payout/sum_months", days: "payout/sum_days" };
/// Money on bills that the treasury has.
pub const DIRECT: Flows = Flows { months: "allocation/treasury_months", days: "allocation/treasury_days" };
pub const CREDIT: Flows = Flows { months: "credit_move/sum_months", days: "credit_move/sum_days" };

/// Sums of bills.
pub const OF_BILLS: &[Sum<Bill>] = &[
    Sum { name: BILLS.months, cells: |bill| all_of_bill(bill).iter().map(Entry::by_months).collect() },
    // With the tenant: households are counted by what is due.
    Sum { name: BILLS.due, cells: |bill| all_of_bill(bill).iter().map(|entry| entry.by_due(true)).collect() },
    Sum { name: BILLS.days, cells: |bill| all_of_bill(bill).iter().map(Entry::by_day).collect() },
    Sum { name: OPEN, cells: |bill| open(bill).into_iter().collect() },
    Sum { name: OPEN_MONTHS, cells: |bill| open_by_month(bill).into_iter().collect() },
    Sum { name: TENANT_YEARS, cells: |bill| all_of_bill(bill).iter().map(Entry::by_tenant).collect() },
];
/// Sums of allocations.
pub const OF_ALLOCATIONS: &[Sum<Allocation>] = &[
    Sum { name: ALLOCATIONS.months, cells: |row| of_allocation(row).iter().map(Entry::by_months).collect() },
    Sum { name: ALLOCATIONS.due, cells: |row| of_allocation(row).iter().map(|entry| entry.by_due(false)).collect() },
    Sum { name: ALLOCATIONS.days, cells: |row| of_allocation(row).iter().map(Entry::by_day).collect() },
    Sum { name: DIRECT.months, cells: |row| direct(row).iter().map(Flow::by_month).collect() },
    Sum { name: DIRECT.days, cells: |row| direct(row).iter().map(Flow::by_day).collect() },
];
/// Sums of waivers.
pub const OF_WAIVERS: &[Sum<Waiver>] = &[
    Sum { name: WAIVERS.months, cells: |waiver| of_waiver(waiver).iter().map(Entry::by_months).collect() },
    Sum { name: WAIVERS.due, cells: |waiver| of_waiver(waiver).iter().map(|entry| entry.by_due(false)).collect() },
    Sum { name: WAIVERS.days, cells: |waiver| of_waiver(waiver).iter().map(Entry::by_day).collect() },
];
/// Sums of receipts.
pub const OF_RECEIPTS: &[Sum<Receipt>] = &[
    Sum { name: RECEIPTS.months, cells: |receipt| of_receipt(receipt).iter().map(Flow::by_month).collect() },
    Sum { name: RECEIPTS.days, cells: |receipt| of_receipt(receipt).iter().map(Flow::by_day).collect() },
];
/// Sums of payouts.
pub const OF_PAYOUTS: &[Sum<Payout>] = &[
    Sum { name: PAYOUTS.months, cells: |payout| of_payout(payout).iter().map(Flow::by_month).collect() },
    Sum { name: PAYOUTS.days, cells: |payout| of_payout(payout).iter().map(Flow::by_day).collect() },
];
/// Sums of credit.
pub const OF_CREDIT: &[Sum<CreditMove>] = &[
    Sum { name: CREDIT.months, cells: |movement| of_credit(movement).iter().map(Flow::by_month).collect() },
    Sum { name: CREDIT.days, cells: |movement| of_credit(movement).iter().map(Flow::by_day).collect() },
];
