//! Reopening a month under decision, where a process of it is published.

use serde_json::json;

use super::{ReopenMonth, enter_reopening, reopen_now};
use crate::error::Result;
use crate::features::approvals::binding::{Binding, Enter, Field, Form, Head, Unseen, nothing};
use crate::features::approvals::condition::{Kind, Val, Var};
use crate::features::approvals::instance::gate::{form_as, input_of, leave, leave_because, none_waits};
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::period::{MonthClose, last_closed, month_of, month_text};
use crate::kernel::span::months_to;
use crate::op::View;
use crate::records::names::person_name;
use crate::records::owned;
use crate::records::owned::Business;

const FIELDS: &[Field] = &[
    Field::text("partyAName", "甲方").titled(),
    Field::text("month", "月份").titled(),
    Field::text("reason", "反月结原因"),
    Field::text("closedBy", "月结人"),
];

const VARS: &[Var] =
    &[Var { name: "months_back", title: "距今月数", kind: Kind::Count("个月"), fields: &["month"] }];

/// Reopening; who closed the month never decides.
pub const BINDING: Binding = Binding {
    key: "period_reopen",
    label: "反月结审批",
    biz_type: "month_close",
    tables: &["month_close"],
    form_ref: "fin/close",
    path: "/fin/close",
    query: "fin:close:list",
    edit: "fin:close:reopen",
    shared_withdraw: false,
    approve: None,
    files: &[],
    vars: VARS,
    fields: FIELDS,
    says: &[],
    head: |view, doc| {
        let input: ReopenMonth = input_of(doc)?;
        let party: PartyA = owned::find(view, input.party_a_id)?;
        let closed = closed(view, &input)?;
        Ok(Head {
            title: format!("{} {} 反月结", party.title(), month_text(month_of(input.month))),
            lines: vec![("甲方".into(), party.title()), ("原因".into(), input.reason)],
            amount_fen: None,
            dept_id: party.owned.dept_id,
            party_a_id: party.party_a_id,
            party_a_dept: party.owned.dept_id,
            barred: closed.map(|close| close.closer).into_iter().collect(),
            version: party.owned.version,
            parent: 0,
        })
    },
    value: |view, doc, name| {
        let input: ReopenMonth = input_of(doc)?;
        Ok(match name {
            "months_back" => Val::Int(months_to(month_of(input.month), view.now.date())),
            _ => Val::Nothing,
        })
    },
    form: |view, doc| {
        let input: ReopenMonth = input_of(doc)?;
        let party: PartyA = owned::find(view, input.party_a_id)?;
        let closed_by = closed(view, &input)?.map_or_else(String::new, |close| close.closed_by);
        Ok(json!({
            "partyAName": party.title(), "month": month_text(month_of(input.month)), "reason": input.reason,
            "closedBy": person_name(view, &closed_by)?,
        }))
    },
    enter: Some(Enter::new(&[Form("", "POST /fin/close/reopen")], |op, _, (_, payload)| {
        enter_reopening(op, form_as(payload)?)
    })),
    stops: |view, doc| {
        let input: ReopenMonth = input_of(doc)?;
        let gone = closed(view, &input)?.is_none();
        Ok(gone.then(|| "该月份已不是最近月结的月份".to_owned()).into_iter().collect())
    },
    unseen: Unseen::NOTHING,
    adjusts: nothing,
    begin: leave,
    edit_doc: None,
    back: leave_because,
    rejected: leave_because,
    approved: |op, doc, _| reopen_now(op, &input_of(doc)?),
    holds: |_| Ok(Vec::new()),
    adopt: none_waits,
};

/// The newest closed month, when it is still the one that is asked about.
fn closed(view: &View, input: &ReopenMonth) -> Result<Option<MonthClose>> {
    Ok(last_closed(view, input.party_a_id)?.filter(|close| close.month == month_of(input.month)))
}
