//! Payment notices and dunning letters: a sheet for each tenant and party A.

use gx_office::Value;

use super::{Sheet, count, parties, rows, text, values};
use crate::error::Result;
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::bill::notice::{Notice, NoticeLine, notices_of};
use crate::kernel::span::DateSpan;
use crate::op::View;
use crate::records::list::NameCache;
use crate::records::owned;

/// A period as papers write it.
pub fn period(span: Option<DateSpan>) -> String {
    span.map(|span| format!("{} 至 {}", span.from, span.to)).unwrap_or_default()
}

/// Sheets of bills; for dunning of all that is overdue of their tenants.
pub fn sheets(view: &View, names: &mut NameCache<'_>, ids: &[u64], dunning: bool) -> Result<Vec<Sheet>> {
    notices_of(view, names, ids, dunning)?.into_iter().map(|notice| sheet(view, notice)).collect()
}

fn line(line: &NoticeLine) -> gx_office::Fields {
    values([
        ("账单编号", text(&line.bill_no)),
        ("合同编号", text(&line.lease_no)),
        ("房间", text(&line.room_text)),
        ("费用", text(line.kind.label())),
        ("账期", text(period(line.period))),
        ("应缴日", Value::Date(line.due_date)),
        ("逾期天数", count(line.overdue_days)),
        ("应缴金额", Value::Money(line.net_fen)),
        ("未缴金额", Value::Money(line.open_fen)),
    ])
}

fn sheet(view: &View, notice: Notice) -> Result<Sheet> {
    let party: PartyA = owned::linked(view, notice.party_a_id)?;
    let mut made = parties::of(view, notice.party_a_id, notice.tenant_id)?;
    made.extend(values([
        ("账单", rows(notice.lines.iter().map(line).collect())),
        ("账单张数", count(notice.lines.len())),
        ("有以前欠缴", Value::Flag(notice.brought_count > 0)),
        ("以前欠缴", Value::Money(notice.brought_fen)),
        ("以前欠缴笔数", count(notice.brought_count)),
        ("合计", Value::Money(notice.total_fen)),
        ("预收抵扣", Value::Money(notice.credit_fen)),
        ("实际应缴", Value::Money(notice.pay_fen)),
    ]));
    Ok(Sheet {
        subject_id: notice.tenant_id,
        subject_no: notice.tenant_name,
        tenant_id: notice.tenant_id,
        party_a_id: notice.party_a_id,
        dept_id: party.owned.dept_id,
        values: made,
    })
}
