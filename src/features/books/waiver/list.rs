//! Waivers as people see them.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::record::{Waiver, WaiverReason, WaiverState};
use super::rule::{WaivedBillOut, waived};
use crate::fault::Outcome;
use crate::features::books::bill::record::Bill;
use crate::features::estate::party_a::record::PartyA;
use crate::kernel::dates::DateText;
use crate::kernel::page::{Compare, Paging};
use crate::kernel::text::like;
use crate::op::View;
use crate::records::list::{From, Names, One, is, matching};
use crate::records::names::person_name;
use crate::records::owned;
use crate::records::owned::OwnedOut;
use crate::route::{Data, Page};

/// A waiver on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaiverOut {
    /// Number of the record.
    pub waiver_id: u64,
    /// `JM-202401-000001`
    pub waiver_no: String,
    /// Whose bills.
    pub party_a_name: String,
    /// Why.
    pub reason_kind: WaiverReason,
    /// The policy's document.
    pub policy_doc: String,
    /// Bills.
    pub bill_count: usize,
    /// Their sum.
    pub total_fen: i64,
    /// When it counts.
    #[schemars(with = "DateText")]
    pub effective_date: Date,
    /// State.
    pub state: WaiverState,
    /// What the approver said.
    pub comment: String,
    /// When it was taken back.
    #[schemars(with = "Option<DateText>")]
    pub revoked_date: Option<Date>,
    /// Real name of who decided; empty before that.
    pub decided_by: String,
    /// Bills and amounts; in the list left out.
    pub bills: Vec<WaivedBillOut>,
    /// Lock, department, maker.
    #[serde(flatten)]
    pub owned: OwnedOut,
}

fn out(view: &View, names: &mut Names<'_>, waiver: &Waiver) -> Outcome<WaiverOut> {
    Ok(WaiverOut {
        waiver_id: waiver.waiver_id,
        waiver_no: waiver.waiver_no.clone(),
        party_a_name: names.of::<PartyA>(waiver.party_a_id)?,
        reason_kind: waiver.reason_kind,
        policy_doc: waiver.policy_doc.clone(),
        bill_count: waiver.scope.len(),
        total_fen: waiver.total_fen - waiver.cuts.iter().map(|cut| cut.amount_fen).sum::<i64>(),
        effective_date: waiver.effective_date,
        state: waiver.state,
        comment: waiver.comment.clone(),
        revoked_date: waiver.revoked_date,
        decided_by: person_name(view, &waiver.decided_by)?,
        bills: Vec::new(),
        owned: OwnedOut::of(view, &waiver.owned)?,
    })
}

/// Filters of the list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListWaivers {
    /// One party A.
    pub party_a_id: Option<u64>,
    /// Part of the number or of the policy's document.
    pub key_word: Option<String>,
    /// Why.
    pub reason_kind: Option<WaiverReason>,
    /// State.
    pub state: Option<WaiverState>,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

const SORTS: &[(&str, Compare<Waiver>)] = &[
    ("effectiveDate", |a, b| a.effective_date.cmp(&b.effective_date)),
    ("totalFen", |a, b| a.total_fen.cmp(&b.total_fen)),
];

/// GET /fin/waiver/list: newest first.
pub fn list(view: &View, query: ListWaivers) -> Outcome<Page<WaiverOut>> {
    let word = query.key_word.as_deref().map(str::trim).filter(|word| !word.is_empty());
    let mut rows = matching(view, From::All, &query.paging, SORTS, |waiver: &Waiver| {
        word.is_none_or(|word| like(&waiver.waiver_no, word) || like(&waiver.policy_doc, word))
            && query.party_a_id.is_none_or(|wanted| wanted == waiver.party_a_id)
            && is(query.reason_kind.as_ref(), &waiver.reason_kind)
            && is(query.state.as_ref(), &waiver.state)
    })?;
    if !query.paging.sorts() {
        rows.reverse();
    }
    let page = query.paging.cut(rows);
    let mut names = Names::new(view);
    let rows = page.rows.iter().map(|waiver| out(view, &mut names, waiver)).collect::<Outcome<_>>()?;
    Ok(Page { rows, total: page.total })
}

/// GET /fin/waiver/{id}
pub fn show(view: &View, input: One) -> Outcome<Data<WaiverOut>> {
    let waiver: Waiver = owned::find(view, input.id)?;
    let mut names = Names::new(view);
    let mut shown = out(view, &mut names, &waiver)?;
    for part in &waiver.scope {
        let bill: Bill = owned::linked(view, part.bill_id)?;
        shown.bills.push(waived(&mut names, &bill, waiver.left_of(part))?);
    }
    Ok(Data(shown))
}
