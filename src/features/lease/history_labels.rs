//! The fields of tenants and leases in words, for their histories. Terms are told as workbooks write them.

use super::contract::record::{HeldBefore, Lease, LeaseKind, LeaseRoom, LeaseState, LettingMode, Step};
use super::contract::wording::{due_text, free_text, rise_text};
use super::schedule::terms::{DueRule, Escalation, ExtraCharge, PeriodMode, Proration, RentBasis, RentFree};
use super::tenant::record::{Credit, Tenant, TenantKind};
use crate::error::Result;
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::room::record::Room;
use crate::kernel::money::{price, yuan_grouped};
use crate::records::history_labels::{
    Field, HistoryLabels, choice, days, each, fen, field, files, linked, linked_all, name_of, ppm, said, silent, text,
    texts,
};
use crate::records::status::Status;
use crate::store::{Reads, id};

/// Of a tenant. Sealed fields are told by their masks.
pub const TENANT: &[Field] = &[
    silent("tenant_id"),
    field("tenantCode", "乙方编码", text),
    field("tenantName", "乙方名称", text),
    field("kind", "类型", |_, value| choice(value, TenantKind::label)),
    field("legalRep", "法定代表人", text),
    field("contact", "联系人", text),
    field("address", "地址", text),
    field("industry", "行业", text),
    field("payerNames", "付款户名", texts),
    field("status", "状态", |_, value| choice(value, Status::label)),
    silent("id_no"),
    silent("id_mark"),
    field("id_shown", "证件号码", text),
    silent("phone"),
    field("phone_shown", "联系电话", text),
    field("credit", "信用标记", |_, value| said(value, |credit: Credit| credit_text(&credit))),
    field("payer_accounts", "记住的付款账号", text),
];

fn credit_text(Credit { flag, reason, until }: &Credit) -> String {
    let until = until.map(|day| format!("至 {day}"));
    let more: Vec<String> = Some(reason.clone()).filter(|reason| !reason.is_empty()).into_iter().chain(until).collect();
    if more.is_empty() { flag.label().to_owned() } else { format!("{}（{}）", flag.label(), more.join("，")) }
}

/// Of a lease.
pub const LEASE: &[Field] = &[
    silent("lease_id"),
    field("lease_no", "合同编号", text),
    field("kind", "合同类型", |_, value| choice(value, LeaseKind::label)),
    field("prevLeaseId", "所续合同", linked::<Lease>),
    field("title", "合同名称", text),
    field("paperNo", "纸质合同编号", text),
    field("partyAId", "甲方", linked::<PartyA>),
    field("tenantId", "乙方", linked::<Tenant>),
    field("coTenants", "共同承租人", linked_all::<Tenant>),
    field("rooms", "房间", |labels, value| each(value, |room: LeaseRoom| room_text(labels, &room))),
    field("purpose", "租赁用途", text),
    field("lettingMode", "招租方式", |_, value| choice(value, LettingMode::label)),
    field("lettingReason", "协议出租理由", text),
    field("lettingDocNo", "招租文号", text),
    field("approvalDocNo", "批复文号", text),
    field("valuationNo", "评估报告编号", text),
    field("startDate", "起租日", text),
    field("endDate", "到期日", text),
    field("rentBasis", "计租方式", |_, value| choice(value, RentBasis::label)),
    field("rentFen", "租金", fen),
    field("billingCycle", "支付周期", |_, value| said(value, |months: u8| format!("每 {months} 个月"))),
    field("periodMode", "账期方式", |_, value| choice(value, PeriodMode::label)),
    field("proration", "不足月计租", |_, value| choice(value, Proration::label)),
    field("dueRule", "缴费约定", |_, value| said(value, |rule: DueRule| due_text(rule))),
    field("firstDueDate", "首期应缴日", text),
    field("issueLeadDays", "提前出账", days),
    field("rentFree", "免租期", |_, value| said(value, |free: Vec<RentFree>| free_text(&free))),
    field("escalation", "递增", |labels, value| {
        let basis = basis(labels)?;
        said(value, |rise: Escalation| rise_text(Some(&rise), basis))
    }),
    field("depositFen", "押金", fen),
    field("depositMonths", "租金递增时的押金", |_, value| said(value, deposit_text)),
    field("lateFeePpm", "滞纳金（每天）", ppm),
    field("graceDays", "宽限天数", days),
    field("capPpm", "滞纳金上限（占本金）", ppm),
    field("extraCharges", "其他费用", |_, value| each(value, |charge: ExtraCharge| Ok(charge_text(&charge)))),
    field("holdoverPpm", "到期占用费（占租金）", ppm),
    field("renewPriority", "优先承租权", text),
    field("renewNoticeDays", "续租须提前", days),
    field("subletAllowed", "允许转租", text),
    field("creditOverride", "失信乙方例外理由", text),
    field("state", "状态", |_, value| choice(value, LeaseState::label)),
    field("version_no", "版本", |_, value| said(value, |number: u32| format!("第 {number} 版"))),
    field("sign_date", "签订日期", text),
    field("last_day", "最后计租日", text),
    field("delivered_date", "交房日期", text),
    field("returned_date", "退房日期", text),
    field("steps", "办理过程", |labels, value| each(value, |step: Step| step_text(labels, &step))),
    field("files", "附件", files),
    field("held_before", "原甲方", |labels, value| {
        each(value, |held: HeldBefore| Ok(format!("{}（至 {}）", name_of::<PartyA>(labels, held.party_a_id)?, held.to)))
    }),
];

fn room_text(labels: &mut HistoryLabels<'_>, room: &LeaseRoom) -> Result<String> {
    let name = name_of::<Room>(labels, room.room_id)?;
    let by_area = if room.price_e4 > 0 { format!("，单价 {} 元", price(room.price_e4)) } else { String::new() };
    Ok(format!("{name}（{} ㎡{by_area}）", room.rent_area_m2))
}

/// The basis of a lease's rent, which says what the amounts of an escalation are.
fn basis(labels: &HistoryLabels<'_>) -> Result<RentBasis> {
    let lease: Option<Lease> = labels.view.tx.get(&id(labels.record_id))?;
    Ok(lease.map_or(RentBasis::MonthTotal, |lease| lease.facts.rent_basis))
}

fn deposit_text(months: u8) -> String {
    if months == 0 { "押金不变".to_owned() } else { format!("补足至 {months} 个月租金") }
}

fn charge_text(charge: &ExtraCharge) -> String {
    let price = if charge.month_fen > 0 {
        format!("每月 {} 元", yuan_grouped(charge.month_fen))
    } else {
        format!("每平方米每月 {} 元", price(charge.price_e4))
    };
    format!("{} {price}", charge.kind.label())
}

fn step_text(labels: &mut HistoryLabels<'_>, step: &Step) -> Result<String> {
    let comment = if step.comment.is_empty() { String::new() } else { format!("：{}", step.comment) };
    Ok(format!("{} {} {}{comment}", step.at.to_text(), labels.names.person(&step.by)?, step.state.label()))
}
