//! Waivers as people see them.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::columns::{NO, PARTY_A, POLICY, REASON, STATE};
use super::record::{Waiver, WaiverReason, WaiverState};
use super::rule::{WaivedBillOut, waived};
use crate::error::Result;
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::bill::record::Bill;
use crate::kernel::dates::DateText;
use crate::kernel::page::Paging;
use crate::op::View;
use crate::records::list::{FilterBuilder, List, NameCache, NoSums, One, Place};
use crate::records::names::person_name;
use crate::records::owned;
use crate::records::owned::OwnedOut;
use crate::route::Data;

/// A waiver on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaiverOut {
    /// Number of the waiver, by which other records name it.
    pub waiver_id: u64,
    /// `JM-202401-000001`
    pub waiver_no: String,
    /// Name of the party A 甲方 whose bills they are.
    pub party_a_name: String,
    /// Kind of reason 减免原因.
    pub reason_kind: WaiverReason,
    /// Number of the document that the policy is written in 政策文号.
    pub policy_doc: String,
    /// How many bills it waives something of.
    pub bill_count: usize,
    /// Sum of what is waived, in whole fen.
    pub total_fen: i64,
    /// Day on which it counts in the books 生效日.
    #[schemars(with = "DateText")]
    pub effective_date: Date,
    /// State that it is in now.
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

fn out(view: &View, names: &mut NameCache<'_>, waiver: &Waiver) -> Result<WaiverOut> {
    Ok(WaiverOut {
        waiver_id: waiver.waiver_id,
        waiver_no: waiver.waiver_no.clone(),
        party_a_name: names.of::<PartyA>(waiver.party_a_id)?,
        reason_kind: waiver.reason_kind,
        policy_doc: waiver.policy_doc.clone(),
        bill_count: waiver.scope.len(),
        total_fen: waiver.left_fen(),
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
    /// Only of these parties A 甲方, by numbers; absent: all.
    pub party_a_id: Vec<u64>,
    /// Part of the number or of the policy's document.
    pub key_word: Option<String>,
    /// Only waivers for these reasons 减免原因; absent: all.
    pub reason_kind: Vec<WaiverReason>,
    /// Only in these states; absent: all.
    pub state: Vec<WaiverState>,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

/// 减免
pub struct Waivers;

impl List for Waivers {
    type Record = Waiver;
    type Query = ListWaivers;
    type Row = WaiverOut;
    type Sums = NoSums;

    const PLACE: Place =
        Place { list: "/fin/waiver/list", permission: "fin:waiver:list", export: None, title: super::TITLE };
    const NEWEST: bool = true;

    fn paging(query: &ListWaivers) -> &Paging {
        &query.paging
    }

    fn narrow(_: &View, query: &ListWaivers, ask: &mut FilterBuilder<Waiver>) -> Result<()> {
        ask.word(query.key_word.as_deref(), &[&NO, &POLICY])?;
        ask.several(&PARTY_A, &query.party_a_id)?;
        ask.several(&REASON, &query.reason_kind)?;
        ask.several(&STATE, &query.state)
    }

    fn row(names: &mut NameCache<'_>, waiver: &Waiver) -> Result<WaiverOut> {
        let view = *names.view();
        out(&view, names, waiver)
    }
}

pub fn show(view: &View, input: One) -> Result<Data<WaiverOut>> {
    let waiver: Waiver = owned::find(view, input.id)?;
    let mut names = NameCache::new(view);
    let mut shown = out(view, &mut names, &waiver)?;
    for part in &waiver.scope {
        let bill: Bill = owned::linked(view, part.bill_id)?;
        shown.bills.push(waived(&mut names, &bill, waiver.left_of(part))?);
    }
    Ok(Data(shown))
}
