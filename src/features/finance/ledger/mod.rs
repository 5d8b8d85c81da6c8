//! The double-entry ledger 总账 (domain.md 2.15): append-only, chained by hashes.
//!
//! Invariants: every journal balances to zero and has one party A (I6); nothing is dated in a closed month of its party
//! A (I8); an entry is never changed or removed, a correction is a mirror journal. [`post`] is the only writer.

pub mod record;

use jiff::civil::Date;
use sha2::{Digest, Sha256};

use self::record::{Account, Document, EPOCH, LedgerEntry, LedgerHead, Turnover};
use super::period;
use crate::error::{AppError, Result};
use crate::kernel::money;
use crate::kernel::span::days_between;
use crate::op::Op;
use crate::store::{RawRead, Reads, Record as _, id, key};

/// Who and what a journal is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct About {
    /// When it counts.
    pub book_date: Date,
    /// Kind of document.
    pub document: Document,
    pub document_id: u64,
    pub party_a_id: u64,
}

/// A line before it is numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EntryLine {
    pub account: Account,
    /// Plate; 0 for none.
    pub plate_id: u64,
    /// Tenant; 0 for none.
    pub tenant_id: u64,
    /// Lease; 0 for none.
    pub lease_id: u64,
    /// Fen; debit positive, credit negative.
    pub amount_fen: i64,
}

/// Lines of a journal that move an amount from one account (credit) to another (debit).
pub fn moved(
    to: Account,
    from: Account,
    amount_fen: i64,
    plate_id: u64,
    tenant_id: u64,
    lease_id: u64,
) -> [EntryLine; 2] {
    let line = |account, amount_fen| EntryLine { account, plate_id, tenant_id, lease_id, amount_fen };
    [line(to, amount_fen), line(from, -amount_fen)]
}

/// Writes a journal. Lines of zero are left out; a journal without lines writes nothing.
///
/// # Errors
/// A sentence for a closed month; an internal fault for a journal that does not balance.
pub fn post(op: &mut Op, about: About, lines: impl IntoIterator<Item = EntryLine>) -> Result<()> {
    let lines: Vec<EntryLine> = lines.into_iter().filter(|line| line.amount_fen != 0).collect();
    if lines.is_empty() {
        return Ok(());
    }
    let sum = money::sum(lines.iter().map(|line| line.amount_fen));
    if sum != Some(0) || about.party_a_id == 0 {
        return Err(AppError::internal(format!("journal of {about:?} does not balance: {sum:?} fen")));
    }
    period::require_open(&op.view(), about.party_a_id, about.book_date)?;
    turn_over(op, about.party_a_id, &lines)?;
    let head: LedgerHead = op.view().tx.get(&key().str("head"))?.unwrap_or_default();
    let journal_id = head.last + 1;
    let mut last = head;
    for line in lines {
        let mut entry = LedgerEntry {
            seq: last.last + 1,
            journal_id,
            book_day: i32::try_from(days_between(EPOCH, about.book_date)).map_err(AppError::internal)?,
            account: line.account,
            party_a_id: about.party_a_id,
            plate_id: line.plate_id,
            tenant_id: line.tenant_id,
            lease_id: line.lease_id,
            amount_fen: line.amount_fen,
            document: about.document,
            document_id: about.document_id,
            previous: last.hash,
            hash: [0; 32],
        };
        entry.hash = digest(&entry)?;
        last = LedgerHead { last: entry.seq, hash: entry.hash };
        op.put_quietly(&entry)?;
    }
    op.put_quietly(&last)?;
    Ok(())
}

/// Counts what a party A moves in its whole life, so that no sum over its books can leave 64 bits.
fn turn_over(op: &mut Op, party_a_id: u64, lines: &[EntryLine]) -> Result<()> {
    let known: Option<Turnover> = op.view().tx.get(&id(party_a_id))?;
    let before = known.map_or(0, |known| known.fen);
    let fen = money::sum(lines.iter().map(|line| line.amount_fen.saturating_abs()).chain([before]));
    let fen = fen.ok_or_else(|| AppError::refused("该甲方的账面发生额累计超过10万亿元，不能再入账，请核对金额"))?;
    op.put_quietly(&Turnover { party_a_id, fen })?;
    Ok(())
}

/// Hash over the entry and the hash before it.
fn digest(entry: &LedgerEntry) -> Result<[u8; 32]> {
    let bare = LedgerEntry { hash: [0; 32], ..entry.clone() };
    let bytes = postcard::to_stdvec(&bare).map_err(AppError::internal)?;
    Ok(Sha256::digest(&bytes).into())
}

/// What is wrong with the ledger, as sentences (I6): a broken chain, a journal that does not balance. Every entry is shown to
/// `visit` on the way: the ledger is the largest table, and other checks want its sums.
pub fn faults(tx: &dyn RawRead, visit: &mut dyn FnMut(&LedgerEntry)) -> Result<(u64, Vec<String>)> {
    const MOST: usize = 100;
    let mut found = Vec::new();
    let (mut last, mut sum) = (LedgerHead::default(), (0_u64, 0_i64));
    let mut broken = None;
    tx.each::<LedgerEntry>(|entry| {
        visit(&entry);
        let wrong = if entry.seq != last.last + 1 || entry.previous != last.hash {
            Some("与前一笔不相连")
        } else if digest(&entry).is_ok_and(|hash| hash != entry.hash) {
            Some("的内容与校验值不符")
        } else {
            None
        };
        if let Some(wrong) = wrong.filter(|_| found.len() < MOST) {
            found.push(format!("总账第 {} 笔{wrong}", entry.seq));
        }
        if entry.journal_id != sum.0 {
            broken = broken.or((sum.1 != 0).then_some(sum.0));
            sum = (entry.journal_id, 0);
        }
        sum.1 += entry.amount_fen;
        last = LedgerHead { last: entry.seq, hash: entry.hash };
        true
    })?;
    broken = broken.or((sum.1 != 0).then_some(sum.0));
    if let Some(journal) = broken {
        found.push(format!("凭证 {journal} 借贷不平"));
    }
    let head: LedgerHead = tx.get(&key().str("head"))?.unwrap_or_default();
    if head.last != last.last || head.hash != last.hash {
        found.push(format!("总账应有 {} 笔，实有 {} 笔", head.last, last.last));
    }
    Ok((last.last, found))
}

/// Balance of an account for a party A up to a day, from the entries alone.
pub fn balance(tx: &dyn RawRead, party_a_id: u64, accounts: &[Account], as_of: Date) -> Result<i64> {
    let last = days_between(EPOCH, as_of);
    let entries: Vec<LedgerEntry> = tx.by(&record::BY_PARTY_DAY, &id(party_a_id), false, 0, usize::MAX)?;
    let counts = |entry: &&LedgerEntry| i64::from(entry.book_day) <= last && accounts.contains(&entry.account);
    Ok(entries.iter().filter(counts).map(|entry| entry.amount_fen).sum())
}

/// Name of the table, for the doctor.
pub const TABLE: &str = LedgerEntry::TABLE;
