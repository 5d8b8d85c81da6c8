//! What the invariants compare rows with: sums over the rows, each table read once and never held, so that checking ten
//! years of a big city takes a few bytes a bill and not its books.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::civil::Date;

use super::tell;
use crate::error::Result;
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::allocation::{Allocation, AllocationMode, CreditLot, CreditMove, MoneySource};
use crate::features::finance::bill::record::{Bill, BillState};
use crate::features::finance::close::collected;
use crate::features::finance::ledger::record::{Account, LedgerEntry};
use crate::features::finance::payout::record::{Payout, PayoutKind, PayoutState};
use crate::features::finance::period::MonthClose;
use crate::features::finance::receipt::record::{Method, Receipt, ReceiptState};
use crate::features::finance::waiver::record::Waiver;
use crate::kernel::span::{add_months, before};
use crate::store::{RawRead, Reads, id};

/// Fen by number of a record. Numbers are given one after the other, so they lie in blocks: eight bytes each.
#[derive(Default)]
pub(super) struct Tally {
    blocks: BTreeMap<u64, Box<[i64; Self::BLOCK]>>,
}

impl Tally {
    const BLOCK: usize = 512;

    fn place(id: u64) -> (u64, usize) {
        let size = Self::BLOCK as u64;
        (id / size, usize::try_from(id % size).unwrap_or_default())
    }

    /// Adds fen to a number.
    pub(super) fn add(&mut self, id: u64, fen: i64) {
        let (block, place) = Self::place(id);
        self.blocks.entry(block).or_insert_with(|| Box::new([0; Self::BLOCK]))[place] += fen;
    }

    /// Fen of a number; nothing for one that was never met.
    pub(super) fn of(&self, id: u64) -> i64 {
        let (block, place) = Self::place(id);
        self.blocks.get(&block).map_or(0, |block| block[place])
    }
}

/// Sums by number of a party A, of a lease, of a bill where few have one.
pub(super) type Sums = HashMap<u64, i64>;

/// A sum among [`Sums`].
pub(super) fn of(sums: &Sums, id: u64) -> i64 {
    sums.get(&id).copied().unwrap_or(0)
}

#[derive(Default)]
pub(super) struct Gathered {
    /// By receipt: on bills, in credit, paid back.
    pub placed: Tally,
    /// By bill: money on it.
    pub allocated: Tally,
    /// By bill: what was waived.
    pub waived: Tally,
    /// By bill: what negative adjustments take off it.
    pub adjusted: Tally,
    /// By bill: money that came out of deposits.
    pub from_deposit: Sums,
    /// By party A: what is open of bills with a receivable account.
    pub open: Sums,
    /// By party A: unapplied credit.
    pub credit: Sums,
    /// By party A: handed in to the treasury.
    pub handed: Sums,
    /// The same by the month it is for.
    pub handed_for: BTreeMap<(u64, Date), i64>,
    /// By party A: came straight to the treasury, less what it paid back.
    pub direct: Sums,
    /// Receipts of money for the treasury that were booked as the unit's.
    pub misplaced: Vec<String>,
    /// Corrections of another plate, party A or tenant than the bill they correct.
    pub off_plate: BTreeSet<u64>,
}

impl Gathered {
    /// Reads every table once.
    pub(super) fn of(tx: &dyn RawRead) -> Result<Self> {
        let mut sums = Self::default();
        sums.allocations(tx)?;
        sums.credit_and_payouts(tx)?;
        tx.each::<Receipt>(|receipt| {
            if receipt.state == ReceiptState::Reversed {
                return true;
            }
            if receipt.to_treasury {
                *sums.direct.entry(receipt.party_a_id).or_default() += receipt.amount_fen;
            } else if receipt.method == Method::Treasury && sums.misplaced.len() < 50 {
                sums.misplaced.push(receipt.receipt_no);
            }
            true
        })?;
        tx.each::<Waiver>(|waiver| {
            waiver.movements().iter().for_each(|moved| sums.waived.add(moved.part.bill_id, moved.fen));
            true
        })?;
        tx.each::<Bill>(|bill| {
            if bill.amount_fen < 0 && bill.state == BillState::Issued {
                sums.adjusted.add(bill.adjusts_bill_id, -bill.amount_fen);
                let of = bill.adjusts.map(|of| (of.plate_id, of.party_a_id, of.tenant_id));
                if of.is_some_and(|of| of != (bill.plate_id, bill.party_a_id, bill.tenant_id)) {
                    sums.off_plate.insert(bill.bill_id);
                }
            }
            if bill.receivable().is_some() {
                *sums.open.entry(bill.party_a_id).or_default() += bill.outstanding_fen();
            }
            true
        })?;
        Ok(sums)
    }

    fn allocations(&mut self, tx: &dyn RawRead) -> Result<()> {
        tx.each::<Allocation>(|row| {
            // Straight from the receipt or by way of a lot of it: the money is the receipt's.
            self.placed.add(row.receipt_id, row.amount_fen);
            self.allocated.add(row.bill_id, row.amount_fen);
            if row.source == MoneySource::Deposit && row.mode != AllocationMode::Release {
                *self.from_deposit.entry(row.bill_id).or_default() += row.amount_fen;
            }
            true
        })?;
        Ok(())
    }

    fn credit_and_payouts(&mut self, tx: &dyn RawRead) -> Result<()> {
        let mut receipt_of: HashMap<u64, u64> = HashMap::new();
        tx.each::<CreditLot>(|lot| {
            receipt_of.insert(lot.lot_id, lot.receipt_id);
            *self.credit.entry(lot.party_a_id).or_default() += lot.left_fen;
            true
        })?;
        // What came into a receipt's lots and neither went on to a bill nor back to one.
        tx.each::<CreditMove>(|movement| {
            if let Some(receipt_id) = receipt_of.get(&movement.lot_id) {
                self.placed.add(*receipt_id, movement.amount_fen);
            }
            true
        })?;
        tx.each::<Payout>(|payout| {
            if payout.state == PayoutState::Paid {
                for (lot_id, fen) in &payout.lots {
                    if let Some(receipt_id) = receipt_of.get(lot_id) {
                        self.placed.add(*receipt_id, *fen);
                    }
                }
                if payout.kind == PayoutKind::Remittance {
                    *self.handed.entry(payout.facts.party_a_id).or_default() += payout.facts.amount_fen;
                    let month = (payout.facts.party_a_id, payout.facts.month.unwrap_or(Date::MIN));
                    *self.handed_for.entry(month).or_default() += payout.facts.amount_fen;
                } else if payout.facts.by_treasury {
                    *self.direct.entry(payout.facts.party_a_id).or_default() -= payout.facts.amount_fen;
                }
            }
            true
        })?;
        Ok(())
    }
}

/// Sums of the ledger, taken from its entries one by one.
pub(super) struct Posted {
    /// By party A: the receivable accounts, and the tenants' credit.
    pub by_party: BTreeMap<u64, (i64, i64)>,
    /// Deposits held, by party A.
    pub deposits: Sums,
    /// What parties A owe each other, both accounts: what one says the other says too.
    pub between: (i64, i64),
    /// Closed months.
    pub closes: usize,
    /// Entries of a month that was closed before them, as sentences.
    pub late: Vec<String>,
    /// By party A: what closes booked as owed to the treasury, and the account of what is owed (debit positive).
    pub treasury: HashMap<u64, (i64, i64)>,
    /// By party A: what tenants have paid, deposits apart, and the month of the first entry.
    came: HashMap<u64, (i64, Date)>,
    /// By party A and month: booked by closes, and collected.
    months: BTreeMap<(u64, Date), (i64, i64)>,
    /// By party A: the last closed day and the newest entry then.
    closed: HashMap<u64, (Date, u64)>,
}

impl Posted {
    /// Begins with the closed months.
    pub(super) fn over(tx: &dyn RawRead) -> Result<Self> {
        let closes: Vec<MonthClose> = tx.all::<MonthClose>()?.into_iter().filter(MonthClose::is_closed).collect();
        let mut closed: HashMap<u64, (Date, u64)> = HashMap::new();
        for close in &closes {
            let last = before(add_months(close.month, 1));
            let entry = closed.entry(close.party_a_id).or_insert((last, close.last_seq));
            *entry = (*entry).max((last, close.last_seq));
        }
        Ok(Self {
            by_party: BTreeMap::new(),
            deposits: Sums::new(),
            between: (0, 0),
            closes: closes.len(),
            late: Vec::new(),
            treasury: HashMap::new(),
            came: HashMap::new(),
            months: BTreeMap::new(),
            closed,
        })
    }

    /// Takes an entry.
    pub(super) fn take(&mut self, entry: &LedgerEntry) {
        let sums = self.by_party.entry(entry.party_a_id).or_default();
        match entry.account {
            Account::ReceivableRent | Account::ReceivableOther => sums.0 += entry.amount_fen,
            Account::TenantCredit => sums.1 -= entry.amount_fen,
            Account::DepositHeld => *self.deposits.entry(entry.party_a_id).or_default() -= entry.amount_fen,
            Account::BetweenClaims => self.between.0 += entry.amount_fen,
            Account::BetweenMoney => self.between.1 += entry.amount_fen,
            Account::TreasuryDue => self.treasury.entry(entry.party_a_id).or_default().1 += entry.amount_fen,
            Account::TreasuryMemo => self.treasury.entry(entry.party_a_id).or_default().0 += entry.amount_fen,
            _ => {}
        }
        let month = (entry.party_a_id, entry.book_date().first_of_month());
        let came = collected([entry]);
        let held = matches!(entry.account, Account::TenantCredit | Account::Unclaimed);
        let all = self.came.entry(entry.party_a_id).or_insert((0, month.1));
        all.0 += came - if held { entry.amount_fen } else { 0 };
        all.1 = all.1.min(month.1);
        if entry.account == Account::TreasuryMemo {
            self.months.entry(month).or_default().0 += entry.amount_fen;
        } else if came != 0 {
            self.months.entry(month).or_default().1 += came;
        }
        if let Some((last, seq)) = self.closed.get(&entry.party_a_id)
            && entry.seq > *seq
            && entry.book_date() <= *last
        {
            tell(&mut self.late, || format!("总账第 {} 笔记入了已月结的 {}", entry.seq, entry.book_date()));
        }
    }

    /// Parties A that have handed in more than came since their books began: party A, handed in, came. A payment that
    /// bounces afterwards makes it so; the bank does not ask.
    pub(super) fn ahead(&self, sums: &Gathered) -> Vec<(u64, i64, i64)> {
        let mut ahead: Vec<(u64, i64, i64)> = Vec::new();
        for (party_a_id, (came, first)) in &self.came {
            let months = sums.handed_for.range((*party_a_id, *first)..=(*party_a_id, Date::MAX));
            let handed = months.map(|(_, fen)| fen).sum::<i64>() + of(&sums.direct, *party_a_id);
            if handed > *came && handed > 0 {
                ahead.push((*party_a_id, handed, *came));
            }
        }
        ahead.sort_unstable();
        ahead
    }

    /// Closed months whose memo journal is not what was collected: party A, month, booked, collected.
    pub(super) fn memos(&self, tx: &dyn RawRead) -> Result<Vec<(u64, Date, i64, i64)>> {
        let mut wrong = Vec::new();
        for close in tx.all::<MonthClose>()?.iter().filter(|close| close.is_closed()) {
            let place = (close.party_a_id, close.month);
            let party: Option<PartyA> = tx.get(&id(close.party_a_id))?;
            let remits = party.is_some_and(|party| party.remits_in(close.month).is_some());
            let (booked, came) = self.months.get(&place).copied().unwrap_or_default();
            let wanted = if remits { came } else { 0 };
            if booked != wanted {
                wrong.push((place.0, place.1, booked, wanted));
            }
        }
        Ok(wrong)
    }
}
