//! Batches as people see them.

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::record::{TakeoverBatch, TakeoverState};
use super::wire::{TakenLease, TakeoverOut, TakeoverPeriods, TakeoverResult};
use super::withdraw::{holds, lines};
use crate::columns::field::{day, whole};
use crate::columns::{Field, Listed};
use crate::error::{AppError, Result};
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::bill::generate::living;
use crate::features::finance::bill::standing::{Standing, is_of_before, standing};
use crate::features::finance::period::books_from_of;
use crate::features::lease::contract::plan::current_terms;
use crate::features::lease::contract::record::Lease;
use crate::features::lease::schedule::plan::{plan, uncovered};
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::enumeration::Coded;
use crate::kernel::page::Paging;
use crate::kernel::span::add_days;
use crate::op::View;
use crate::records::list::{FilterBuilder, List, NameCache, NoSums, One, Place, created, creator, dept};
use crate::records::names::person_name;
use crate::records::owned::{self, OwnedOut};
use crate::route::Data;

const NO: Field<TakeoverBatch> = Field::text("batchNo", |batch| batch.batch_no.clone());
const FILE: Field<TakeoverBatch> = Field::name("fileName", |batch| batch.file_name.clone());
const PARTY_A: Field<TakeoverBatch> = Field::link::<PartyA>("partyAId", "partyAName", |batch| whole(batch.party_a_id));
const STATE: Field<TakeoverBatch> = Field::number("state", |batch| batch.state.code());

impl Listed for TakeoverBatch {
    const FIELDS: &'static [Field<Self>] = &[
        NO,
        FILE,
        PARTY_A,
        STATE,
        Field::number("booksFrom", |batch| day(Some(batch.books_from))),
        dept(),
        creator(),
        created(),
    ];
    const TITLE: &'static str = "batchNo";
}

/// Shows a batch as lists do: what its contracts lack is counted for a single one only, since it reads all of them.
///
/// # Errors
/// Records that can't be read.
pub fn out(view: &View, names: &mut NameCache<'_>, batch: &TakeoverBatch) -> Result<TakeoverOut> {
    Ok(TakeoverOut {
        batch_id: batch.batch_id,
        batch_no: batch.batch_no.clone(),
        party_a_id: batch.party_a_id,
        party_a_name: names.of::<PartyA>(batch.party_a_id)?,
        books_from: batch.books_from,
        file_id: batch.file_id,
        file_name: batch.file_name.clone(),
        state: batch.state,
        sums: batch.sums,
        without_scan: None,
        decided_by: person_name(view, &batch.decided_by)?,
        comment: batch.comment.clone(),
        received_at: batch.received_at.map(|at| at.to_text()).unwrap_or_default(),
        own_submission: batch.authors.contains(&view.caller.user_id()),
        reading: batch.reading.clone(),
        owned: OwnedOut::of(view, &batch.owned)?,
    })
}

/// Contracts of a batch that have no file.
///
/// # Errors
/// Records that can't be read.
pub fn without_scan(view: &View, batch_id: u64) -> Result<usize> {
    let mut count = 0;
    for line in lines(view, batch_id)? {
        let lease: Lease = owned::linked(view, line.lease_id)?;
        count += usize::from(lease.files.is_empty());
    }
    Ok(count)
}

/// Filters of the list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListTakeovers {
    /// Part of the number or of the workbook's name.
    pub key_word: Option<String>,
    /// Only of these parties A 甲方, by numbers; absent: all.
    pub party_a_id: Vec<u64>,
    /// Only in these states; absent: all.
    pub state: Vec<TakeoverState>,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

/// 接收批次
pub struct Takeovers;

impl List for Takeovers {
    type Record = TakeoverBatch;
    type Query = ListTakeovers;
    type Row = TakeoverOut;
    type Sums = NoSums;

    const PLACE: Place =
        Place { list: "/lease/takeover/list", permission: "lease:takeover:list", export: None, title: super::TITLE };
    const NEWEST: bool = true;

    fn paging(query: &ListTakeovers) -> &Paging {
        &query.paging
    }

    fn narrow(_: &View, query: &ListTakeovers, ask: &mut FilterBuilder<TakeoverBatch>) -> Result<()> {
        ask.word(query.key_word.as_deref(), &[&NO, &FILE])?;
        ask.several(&PARTY_A, &query.party_a_id)?;
        ask.several(&STATE, &query.state)
    }

    fn row(names: &mut NameCache<'_>, batch: &TakeoverBatch) -> Result<TakeoverOut> {
        let view = *names.view();
        out(&view, names, batch)
    }
}

/// GET /lease/takeover/{id}
///
/// # Errors
/// A batch that the caller doesn't see.
pub fn show(view: &View, input: One) -> Result<Data<TakeoverOut>> {
    let batch: TakeoverBatch = owned::find(view, input.id)?;
    let is_received = batch.state == TakeoverState::Received;
    let without_scan = is_received.then(|| without_scan(view, batch.batch_id)).transpose()?;
    Ok(Data(TakeoverOut { without_scan, ..out(view, &mut NameCache::new(view), &batch)? }))
}

/// GET /lease/takeover/{id}/result
///
/// # Errors
/// A batch that was not received.
pub fn result(view: &View, input: One) -> Result<Data<TakeoverResult>> {
    let batch: TakeoverBatch = owned::find(view, input.id)?;
    if batch.state != TakeoverState::Received {
        return Err(AppError::refused(format!("接收批次 {} {}，没有接收结果", batch.batch_no, batch.state.label())));
    }
    let (mut names, mut leases, mut periods) = (NameCache::new(view), Vec::new(), TakeoverPeriods::default());
    for line in lines(view, batch.batch_id)? {
        let lease: Lease = owned::linked(view, line.lease_id)?;
        count(view, &lease, &mut periods)?;
        leases.push(TakenLease {
            row: line.line,
            lease_id: lease.lease_id,
            lease_no: lease.lease_no.clone(),
            paper_no: lease.facts.paper_no.clone(),
            tenant_name: names.of::<Tenant>(lease.facts.tenant_id)?,
            scan: line.scan,
            files: lease.files.len(),
            warnings: line.warnings,
        });
    }
    Ok(Data(TakeoverResult { leases, periods, holds: holds(view, &batch)? }))
}

/// Counts in whose hands the planned periods of a lease are, from one cycle before the first day of its books on.
///
/// # Errors
/// Records that can't be read.
pub fn count(view: &View, lease: &Lease, periods: &mut TakeoverPeriods) -> Result<()> {
    let (first, bills) = (books_from_of(view, lease)?, living(view, lease.lease_id)?);
    let terms = current_terms(view, lease)?;
    let planned = plan(&terms).map_err(|(_, sentence)| AppError::refused(sentence))?;
    periods.missing += usize::from(uncovered(&planned, terms.chargeable()).is_some());
    let cycle = planned.iter().map(|bill| bill.period.days()).max().unwrap_or(0);
    let begin = first.map(|first| add_days(first, -cycle));
    let mut seen = HashSet::new();
    for bill in planned.iter().filter(|bill| begin.is_none_or(|begin| bill.period.to >= begin)) {
        if !seen.insert((bill.kind, bill.charge_line, bill.period.from)) {
            periods.twice += 1;
        }
        let before = bills.iter().filter(|one| is_of_before(one) && one.kind == bill.kind);
        let covers = before.filter(|one| one.period.is_some_and(|of| of.contains(bill.period.from))).count();
        let is_asked = standing(bill, &bills, None) == Standing::Billed;
        periods.twice += usize::from(covers > 1 || (covers == 1 && is_asked));
        *match standing(bill, &bills, first) {
            Standing::PaidBefore => &mut periods.paid_before,
            Standing::Opening => &mut periods.opening,
            Standing::Billed => &mut periods.billed,
            Standing::ToCome => &mut periods.to_come,
        } += 1;
    }
    Ok(())
}
