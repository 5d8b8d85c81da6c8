//! Deposits as people see them: the leases that agreed on one, with what is held.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{AMOUNT, DepositKind, DepositMove, LEASE, moves_by_owner};
use crate::columns::field::day as column_day;
use crate::columns::{ByNumber, NONE};
use crate::error::Result;
use crate::features::lease::contract::columns;
use crate::features::lease::contract::record::{Lease, LeaseState};
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::dates::DateText;
use crate::kernel::enumeration::Coded;
use crate::kernel::page::Paging;
use crate::op::View;
use crate::records::list::{Filter, FilterBuilder, List, NameCache, NoSums, Place, blocks, cell};

/// Filters of the list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListDeposits {
    /// Part of the lease's number or of the tenant's name.
    pub key_word: Option<String>,
    /// Only of these leases 合同, by numbers; absent: all.
    pub lease_id: Vec<u64>,
    /// Only of these parties A 甲方, by numbers; absent: all.
    pub party_a_id: Vec<u64>,
    /// Only leases for which something is held.
    pub held_only: bool,
    /// Only leases that are over: ended before their term, or their rooms came back.
    pub ended: bool,
    /// Page.
    #[serde(flatten)]
    pub paging: Paging,
}

/// A movement on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DepositMoveOut {
    /// Why: one of the values of its type.
    pub kind: DepositKind,
    /// What people call it.
    pub label: &'static str,
    /// Amount in whole fen; negative when it goes out.
    pub amount_fen: i64,
    /// Day on which it counts in the books 记账日.
    #[schemars(with = "DateText")]
    pub book_date: Date,
    /// What happened, in words.
    pub note: String,
    /// Name of the tenant whose money it is.
    pub tenant_name: String,
}

/// What one tenant of a lease has there.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HolderOut {
    /// The tenant 乙方, by number.
    pub tenant_id: u64,
    /// Name of the tenant 乙方.
    pub tenant_name: String,
    /// Fen, more than 0.
    pub held_fen: i64,
}

/// The deposit of a lease.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DepositOut {
    /// The lease 合同 that it is about, by number.
    pub lease_id: u64,
    /// Number of the lease 合同 as printed, `HT-202401-000001`.
    pub lease_no: String,
    /// The party A 甲方 that holds the money, by number.
    pub party_a_id: u64,
    /// Name of the tenant.
    pub tenant_name: String,
    /// Tenants whose money is held, with the amounts.
    pub holders: Vec<HolderOut>,
    /// 应收押金, fen.
    pub agreed_fen: i64,
    /// 在押余额, fen.
    pub held_fen: i64,
    /// Movements, oldest first.
    pub moves: Vec<DepositMoveOut>,
}

/// 押金: leases that agreed on one or for which one is held, the newest first.
pub struct Deposits;

impl List for Deposits {
    type Record = Lease;
    type Query = ListDeposits;
    type Row = DepositOut;
    type Sums = NoSums;

    const PLACE: Place =
        Place { list: "/fin/deposit/list", permission: "fin:deposit:list", export: None, title: "押金" };
    const NEWEST: bool = true;
    const ALIASES: &'static [(&'static str, &'static str)] = &[("agreedFen", "depositFen")];

    fn paging(query: &ListDeposits) -> &Paging {
        &query.paging
    }

    fn narrow(view: &View, query: &ListDeposits, ask: &mut FilterBuilder<Lease>) -> Result<()> {
        ask.within(&columns::VERSION, Some(1), None)?;
        // What is held is shown, whatever was agreed on.
        if !query.held_only {
            ask.within(&columns::DEPOSIT, Some(1), None)?;
        }
        ask.word(query.key_word.as_deref(), &[&columns::NO, &columns::TENANT])?;
        ask.ids(&query.lease_id);
        ask.several(&columns::PARTY_A, &query.party_a_id)?;
        if query.held_only {
            ask.must(Filter::ids(held_leases(view)?));
        }
        if query.ended {
            ask.must(is_over(view, ask)?);
        }
        Ok(())
    }

    fn row(names: &mut NameCache<'_>, lease: &Lease) -> Result<DepositOut> {
        let view = *names.view();
        out(&view, names, lease.clone())
    }
}

/// Leases for which something is held, of all their tenants.
fn held_leases(view: &View) -> Result<Vec<u64>> {
    let mut held = ByNumber::default();
    blocks::<DepositMove>(view, &FilterBuilder::default(), &[LEASE, AMOUNT], &[], |block| {
        let [leases, amounts] = block.fields();
        block.bits.each(|at| {
            let held = held.at(cell(leases, at).cast_unsigned());
            *held = held.wrapping_add_signed(cell(amounts, at));
        });
    })?;
    Ok(held.pairs().into_iter().filter(|(_, fen)| fen.cast_signed() > 0).map(|(lease_id, _)| lease_id).collect())
}

/// Ended before their term, or their rooms came back, by today.
fn is_over(view: &View, ask: &FilterBuilder<Lease>) -> Result<Filter> {
    let recorded = ask.place(&columns::RECORD_STATE)?;
    let state = |state: LeaseState| Filter::among(recorded, [state.code()]);
    let returned = Filter::Between(ask.place(&columns::RETURNED)?, NONE + 1, i64::MAX);
    let back = Filter::All(vec![state(LeaseState::Signed), returned]);
    let today = column_day(Some(view.now.date()));
    Ok(Filter::All(vec![
        Filter::Any(vec![state(LeaseState::Terminated), back]),
        Filter::Between(ask.place(&columns::CHARGED_UNTIL)?, NONE + 1, today),
    ]))
}

fn out(view: &View, names: &mut NameCache<'_>, lease: Lease) -> Result<DepositOut> {
    let (mut moves, mut held): (Vec<DepositMoveOut>, Vec<HolderOut>) = (Vec::new(), Vec::new());
    for (tenant_id, movement) in moves_by_owner(view, &lease)? {
        let tenant_name = names.of::<Tenant>(tenant_id)?;
        match held.iter_mut().find(|holder| holder.tenant_id == tenant_id) {
            Some(holder) => holder.held_fen += movement.amount_fen,
            None => {
                let (tenant_name, held_fen) = (tenant_name.clone(), movement.amount_fen);
                held.push(HolderOut { tenant_id, tenant_name, held_fen });
            }
        }
        moves.push(DepositMoveOut {
            kind: movement.kind,
            label: movement.kind.label(),
            amount_fen: movement.amount_fen,
            book_date: movement.book_date,
            note: movement.note,
            tenant_name,
        });
    }
    held.retain(|holder| holder.held_fen > 0);
    Ok(DepositOut {
        lease_id: lease.lease_id,
        party_a_id: lease.facts.party_a_id,
        tenant_name: names.of::<Tenant>(lease.facts.tenant_id)?,
        holders: held,
        agreed_fen: lease.facts.deposit_fen,
        held_fen: moves.iter().map(|movement| movement.amount_fen).sum(),
        moves,
        lease_no: lease.lease_no,
    })
}
