//! Contracts and their changes.

use gx_office::{Fields, Value};
use jiff::civil::Date;

use super::{Sheet, area, count, day, parties, put, rows, text, values};
use crate::error::{AppError, Result};
use crate::features::finance::bill::record::{BY_LEASE, Bill};
use crate::features::lease::contract::change::LeaseChange;
use crate::features::lease::contract::ops::rooms_out;
use crate::features::lease::contract::plan::current_terms;
use crate::features::lease::contract::record::{Lease, LeaseFacts};
use crate::features::lease::contract::terms::{month_equivalent, rent_terms};
use crate::features::lease::contract::wording::{due_text, free_text, rise_text};
use crate::features::lease::schedule::plan::plan;
use crate::features::lease::schedule::terms::{RentBasis, RentTerms, Stage};
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::money::price;
use crate::kernel::span::after;
use crate::op::View;
use crate::records::list::NameCache;
use crate::records::owned;
use crate::store::{Reads, id, key};

/// A contract with the rights to see it.
pub fn sheet(view: &View, names: &mut NameCache<'_>, lease_id: u64) -> Result<Sheet> {
    let lease: Lease = owned::find(view, lease_id)?;
    of(view, names, &lease, lease_id)
}

/// The sheet of a contract, about itself or about something of it.
pub fn of(view: &View, names: &mut NameCache<'_>, lease: &Lease, subject_id: u64) -> Result<Sheet> {
    let facts = &lease.facts;
    let mut made = parties::of(view, facts.party_a_id, facts.tenant_id)?;
    made.extend(contract(view, names, lease)?);
    made.extend(money(view, lease)?);
    Ok(Sheet {
        subject_id,
        subject_no: lease.lease_no.clone(),
        tenant_id: facts.tenant_id,
        party_a_id: facts.party_a_id,
        dept_id: lease.owned.dept_id,
        values: made,
    })
}

/// What the contract says, but for its money.
fn contract(view: &View, names: &mut NameCache<'_>, lease: &Lease) -> Result<Fields> {
    let facts = &lease.facts;
    let (said, list) = rooms(view, names, facts)?;
    let mut others = Vec::with_capacity(facts.co_tenants.len());
    for tenant in &facts.co_tenants {
        others.push(names.of::<Tenant>(*tenant)?);
    }
    let free = free_text(&facts.rent_free);
    Ok(values([
        ("合同编号", text(&lease.lease_no)),
        ("纸质合同编号", text(&facts.paper_no)),
        ("合同类型", text(facts.kind.label())),
        ("共同承租人", text(others.join("、"))),
        ("房屋", text(said)),
        ("计租面积", area(facts.rooms.iter().map(|room| room.rent_area_m2).sum())),
        ("房间", list),
        ("用途", text(&facts.purpose)),
        ("招租方式", text(facts.letting_mode.label())),
        ("协议出租理由", text(&facts.letting_reason)),
        ("招租文号", text(&facts.letting_doc_no)),
        ("批准文号", text(&facts.approval_doc_no)),
        ("评估文号", text(&facts.valuation_no)),
        ("起租日", Value::Date(facts.start_date)),
        ("到期日", Value::Date(facts.end_date)),
        ("租期月数", months(facts.start_date, facts.end_date)),
        ("签订日期", day(lease.sign_date)),
        ("交房日期", day(lease.delivered_date)),
        ("退房日期", day(lease.returned_date)),
        ("实际终止日", Value::Date(lease.effective_end())),
        ("有免租期", Value::Flag(!free.is_empty())),
        ("免租期", text(free)),
        ("允许转租", Value::Flag(facts.sublet_allowed)),
        ("优先承租", Value::Flag(facts.renew_priority)),
        ("续租申请天数", count(facts.renew_notice_days)),
    ]))
}

/// Rooms in words, and one by one.
fn rooms(view: &View, names: &mut NameCache<'_>, facts: &LeaseFacts) -> Result<(String, Value)> {
    let list = rooms_out(view, names, facts)?;
    let said: Vec<&str> = list.iter().map(|room| room.room_label.as_str()).collect();
    let said = said.join("、");
    let by_area = matches!(facts.rent_basis, RentBasis::AreaMonth | RentBasis::AreaDay);
    let row = |room: crate::features::lease::contract::ops::LeaseRoomOut| {
        values([
            ("房屋", text(room.room_label)),
            ("房号", text(room.room_code)),
            ("资产名称", text(room.asset_name)),
            ("计租面积", area(room.rent_area_m2)),
            ("单价", if by_area { count(price(room.price_e4)) } else { Value::Nothing }),
        ])
    };
    Ok((said, rows(list.into_iter().map(row).collect())))
}

/// Whole months where the term has such; otherwise nothing.
fn months(from: Date, to: Date) -> Value {
    let next = after(to);
    let months = i32::from(next.year() - from.year()) * 12 + i32::from(next.month() - from.month());
    if next.day() == from.day() { count(months) } else { Value::Nothing }
}

/// Rent, plan, deposit and what is owed.
fn money(view: &View, lease: &Lease) -> Result<Fields> {
    let (facts, today) = (&lease.facts, view.now.date());
    let terms = current_terms(view, lease)?;
    let planned = plan(&terms).map_err(|(_, sentence)| AppError::refused(sentence))?;
    let stages = terms.charged_stages();
    let now = stages.iter().find(|stage| stage.span.contains(today)).or(stages.first());
    let monthly = |stage: &Stage| Value::Money(month_equivalent(facts.rent_basis, stage.rent));
    let stage_rows = stages.iter().map(|stage| {
        values([
            ("起始日", Value::Date(stage.span.from)),
            ("截止日", Value::Date(stage.span.to)),
            ("月租金", monthly(stage)),
        ])
    });
    let plan_rows = planned.iter().map(|bill| {
        values([
            ("费用", text(bill.kind.label())),
            ("账期起", Value::Date(bill.period.from)),
            ("账期止", Value::Date(bill.period.to)),
            ("应缴日", Value::Date(bill.due_date)),
            ("金额", Value::Money(bill.amount_fen)),
        ])
    });
    let rent: i64 = planned.iter().filter(|bill| bill.charge_line == 0).map(|bill| bill.amount_fen).sum();
    let (open, overdue) = owed(view, lease, today)?;
    let mut made = agreed(facts);
    made.extend(values([
        ("月租金", now.map_or(Value::Nothing, monthly)),
        ("首期月租金", stages.first().map_or(Value::Nothing, monthly)),
        ("租金总额", Value::Money(rent)),
        ("租金阶段", rows(stage_rows.collect())),
        ("缴费计划", rows(plan_rows.collect())),
        ("欠缴金额", Value::Money(open)),
        ("逾期金额", Value::Money(overdue)),
    ]));
    Ok(made)
}

/// What was agreed about paying.
fn agreed(facts: &LeaseFacts) -> Fields {
    let rise = rise_text(facts.escalation.as_ref(), facts.rent_basis);
    values([
        ("计租方式", text(facts.rent_basis.label())),
        ("支付周期", text(cycle(facts.billing_cycle))),
        ("缴费约定", text(due_text(facts.due_rule))),
        ("有递增", Value::Flag(!rise.is_empty())),
        ("递增约定", text(rise)),
        ("押金", Value::Money(facts.deposit_fen)),
        ("滞纳金日率", text(percent(facts.late_fee_ppm))),
        ("宽限天数", count(facts.grace_days)),
        ("滞纳金上限", text(percent(facts.cap_ppm))),
        ("占用费比例", text(percent(facts.holdover_ppm))),
    ])
}

fn cycle(months: u8) -> String {
    match months {
        0 => "一次性".to_owned(),
        1 => "每月".to_owned(),
        months => format!("每{months}个月"),
    }
}

/// Parts per million as people say them: 500 is 0.05%.
fn percent(ppm: u32) -> String {
    format!("{}%", price(i64::from(ppm)))
}

/// What is open of its bills, and what of that is overdue; fen.
fn owed(view: &View, lease: &Lease, today: Date) -> Result<(i64, i64)> {
    let bills: Vec<Bill> = view.tx.by(&BY_LEASE, &key().u64(lease.lease_id), false, 0, usize::MAX)?;
    let open = bills.iter().map(Bill::outstanding_fen).sum();
    let overdue = bills.iter().filter(|bill| bill.is_overdue(today)).map(Bill::outstanding_fen).sum();
    Ok((open, overdue))
}

/// A change: the contract as it counts, and what it will say.
pub fn change_sheet(view: &View, names: &mut NameCache<'_>, change_id: u64) -> Result<Sheet> {
    let gone = || AppError::refused("合同变更不存在，可能已被删除，请刷新后重试");
    let change: LeaseChange = view.tx.get(&id(change_id))?.ok_or_else(gone)?;
    let lease: Lease = owned::find(view, change.lease_id).map_err(|_| gone())?;
    let mut made = of(view, names, &lease, change_id)?;
    let facts = &change.facts;
    let (said, _) = rooms(view, names, facts)?;
    let terms: RentTerms = rent_terms(facts);
    let stage = terms.stages.iter().find(|stage| stage.span.contains(change.effective_date)).or(terms.stages.first());
    let monthly = |stage: &Stage| Value::Money(month_equivalent(facts.rent_basis, stage.rent));
    let after = [
        ("变更类型", text(change.kind.label())),
        ("变更生效日", Value::Date(change.effective_date)),
        ("变更原因", text(&change.reason)),
        ("变更后乙方名称", text(names.of::<Tenant>(facts.tenant_id)?)),
        ("变更后房屋", text(said)),
        ("变更后计租面积", area(facts.rooms.iter().map(|room| room.rent_area_m2).sum())),
        ("变更后月租金", stage.map_or(Value::Nothing, monthly)),
        ("变更后到期日", Value::Date(facts.end_date)),
        ("变更后支付周期", text(cycle(facts.billing_cycle))),
        ("变更后缴费约定", text(due_text(facts.due_rule))),
        ("变更后递增约定", text(rise_text(facts.escalation.as_ref(), facts.rent_basis))),
        ("变更后押金", Value::Money(facts.deposit_fen)),
    ];
    for (name, value) in after {
        put(&mut made.values, name, value);
    }
    Ok(made)
}
