//! Forms for superiors 报送表: a row for each contract or bill that was chosen, or that a unit has in a period.

use gx_office::{Fields, Value};
use jiff::civil::Date;

use super::super::kind::PaperSubject;
use super::{MOST, Sheet, Wanted, area, bills, count, day, lease, parties, put, rows, text, values};
use crate::error::{AppError, Result};
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::bill::list::{Bills, ListBills};
use crate::features::finance::bill::record::{Bill, BillState};
use crate::features::lease::contract::list::{Leases, ListLeases};
use crate::features::lease::contract::record::Lease;
use crate::kernel::area::Area;
use crate::kernel::order::Order;
use crate::op::View;
use crate::records::list::{NameCache, every};
use crate::records::owned;

/// What the rows of a report have in common.
struct Rows {
    rows: Vec<Fields>,
    /// Who lets them, each once.
    party_as: Vec<u64>,
    totals: Fields,
}

/// The sheet of a report. It is kept by the department of its maker where it is of several units.
pub fn sheet(view: &View, names: &mut NameCache<'_>, subject: PaperSubject, wanted: &Wanted) -> Result<Sheet> {
    let is_of_bills = subject == PaperSubject::BillRows;
    let Rows { rows: list, party_as, totals } =
        if is_of_bills { of_bills(view, names, wanted)? } else { of_leases(view, names, wanted)? };
    let (noun, name) = if is_of_bills { ("张账单", "账单") } else { ("份合同", "合同") };
    let number = list.len();
    let party: Option<PartyA> = match party_as.as_slice() {
        [one] => Some(owned::linked(view, *one)?),
        _ => None,
    };
    // several units are reported by the department whose person makes the sheet
    let reporter = match &party {
        Some(party) => party.facts.party_a_name.clone(),
        None => names.dept(view.caller.rights.dept_id)?, // empty for who has none
    };
    let mut made = values([
        ("报送单位", text(&reporter)),
        ("期间起", day(wanted.from)),
        ("期间止", day(wanted.to)),
        (name, rows(list)),
    ]);
    made.extend(totals);
    Ok(Sheet {
        subject_id: 0,
        subject_no: format!("{number} {noun}"),
        tenant_id: 0,
        party_a_id: party.as_ref().map_or(0, |party| party.party_a_id),
        dept_id: party.map_or(view.caller.rights.dept_id, |party| party.owned.dept_id),
        values: made,
    })
}

/// # Errors
/// None, or more than one paper holds.
fn few<T>(found: Vec<T>, noun: &str) -> Result<Vec<T>> {
    match found.len() {
        0 => Err(AppError::refused(format!("所选单位和期间内没有{noun}，请调整后重试"))),
        number if number > MOST => {
            Err(AppError::refused(format!("共 {number} 条{noun}，一份报送表最多 {MOST} 条，请缩小单位或期间")))
        }
        _ => Ok(found),
    }
}

fn of_leases(view: &View, names: &mut NameCache<'_>, wanted: &Wanted) -> Result<Rows> {
    let leases: Vec<Lease> = if wanted.ids.is_empty() {
        let query = ListLeases { party_a_id: wanted.party_as.clone(), ..ListLeases::default() };
        let runs = |lease: &Lease| {
            lease.has_bills()
                && wanted.to.is_none_or(|to| lease.facts.start_date <= to)
                && wanted.from.is_none_or(|from| lease.effective_end() >= from)
        };
        let mut found: Vec<Lease> = every::<Leases>(view, &query)?.into_iter().filter(runs).collect();
        found.order_by_key(|lease| lease.lease_no.clone());
        few(found, "合同")?
    } else {
        wanted.ids.iter().map(|id| owned::find(view, *id)).collect::<Result<_>>()?
    };
    let mut made = Rows { rows: Vec::with_capacity(leases.len()), party_as: Vec::new(), totals: Fields::new() };
    let (mut rent, mut rented) = (0, Vec::<Area>::new());
    for lease in &leases {
        let mut row = lease::of(view, names, lease, lease.lease_id)?.values;
        row.retain(|_, value| !matches!(value, Value::Rows(_)));
        if let Some(Value::Money(fen)) = row.get("月租金") {
            rent += fen;
        }
        rented.extend(lease.facts.rooms.iter().map(|room| room.rent_area_m2));
        made.rows.push(row);
        once(&mut made.party_as, lease.facts.party_a_id);
    }
    made.totals = values([
        ("合同份数", count(leases.len())),
        ("月租金合计", Value::Money(rent)),
        ("计租面积合计", area(rented.into_iter().sum())),
    ]);
    Ok(made)
}

fn of_bills(view: &View, names: &mut NameCache<'_>, wanted: &Wanted) -> Result<Rows> {
    let found: Vec<Bill> = if wanted.ids.is_empty() {
        let query = ListBills {
            party_a_id: wanted.party_as.clone(),
            state: vec![BillState::Issued],
            due_from: wanted.from,
            due_to: wanted.to,
            ..ListBills::default()
        };
        let mut found = every::<Bills>(view, &query)?;
        found.order_by_key(|bill| (bill.due_date, bill.bill_no.clone()));
        few(found, "账单")?
    } else {
        wanted.ids.iter().map(|id| owned::find(view, *id)).collect::<Result<_>>()?
    };
    let mut made = Rows { rows: Vec::with_capacity(found.len()), party_as: Vec::new(), totals: Fields::new() };
    let (mut net, mut paid, mut open) = (0, 0, 0);
    for bill in &found {
        if bill.state == BillState::Void {
            return Err(AppError::refused(format!("账单 {} 已作废，不能报送", bill.bill_no)));
        }
        net += bill.net_fen();
        paid += bill.allocated_fen;
        open += bill.outstanding_fen();
        made.rows.push(bill_row(view, names, bill)?);
        once(&mut made.party_as, bill.party_a_id);
    }
    made.totals = values([
        ("账单张数", count(found.len())),
        ("应缴合计", Value::Money(net)),
        ("已缴合计", Value::Money(paid)),
        ("未缴合计", Value::Money(open)),
    ]);
    Ok(made)
}

fn bill_row(view: &View, names: &mut NameCache<'_>, bill: &Bill) -> Result<Fields> {
    let mut row = parties::of(view, bill.party_a_id, bill.tenant_id)?;
    put(&mut row, "乙方名称", text(&bill.tenant_name));
    row.extend(values([
        ("账单编号", text(&bill.bill_no)),
        ("合同编号", text(names.of::<Lease>(bill.lease_id)?)),
        ("房间", text(&bill.room_text)),
        ("费用", text(bill.kind.label())),
        ("账期", text(bills::period(bill.period))),
        ("账期起", day(bill.period.map(|span| span.from))),
        ("账期止", day(bill.period.map(|span| span.to))),
        ("出账日", Value::Date(bill.issue_date)),
        ("应缴日", Value::Date(bill.due_date)),
        ("账单金额", Value::Money(bill.amount_fen)),
        ("减免金额", Value::Money(bill.waived_fen)),
        ("应缴金额", Value::Money(bill.net_fen())),
        ("已缴金额", Value::Money(bill.allocated_fen)),
        ("未缴金额", Value::Money(bill.outstanding_fen())),
        ("逾期天数", count(overdue_days(bill, view.now.date()))),
        ("缴费状态", text(bill.pay_state().label())),
    ]));
    Ok(row)
}

fn overdue_days(bill: &Bill, today: Date) -> i64 {
    if bill.is_overdue(today) { crate::kernel::span::days_between(bill.due_date, today) } else { 0 }
}

fn once(among: &mut Vec<u64>, number: u64) {
    if !among.contains(&number) {
        among.push(number);
    }
}
