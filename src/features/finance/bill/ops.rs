//! Operations on bills: manual bills, void.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::approval::{BINDING, BillAsked};
use super::post::{NewBill, issue, make_void};
use super::record::{Bill, BillSource};
use crate::error::{AppError, Result};
use crate::features::approvals::binding::Doc;
use crate::features::approvals::instance::gate::{Filed, filed, needs_process, sentence, tried};
use crate::features::assets::asset::record::Asset;
use crate::features::assets::room::record::Room;
use crate::features::lease::contract::plan::tenant_on;
use crate::features::lease::contract::record::{Lease, LeaseState};
use crate::features::lease::schedule::terms::BillKind;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::check;
use crate::kernel::dates::DateText;
use crate::kernel::money::MOST_FEN;
use crate::op::Op;
use crate::records::list::Made;
use crate::records::owned;
use crate::records::owned::Business;
use crate::route::{SUCCESS, Said};
use crate::store::{Reads, id};

/// A bill by hand: penalty, damage, water and power, and the like.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManualBill {
    /// The lease 合同 that is charged, by number.
    #[schemars(title = "合同")]
    pub lease_id: u64,
    /// What for; never rent, deposit or late fee, which have rules of their own.
    #[schemars(title = "费用类型")]
    pub kind: BillKind,
    /// Days that it charges, both included; absent when it is for no period.
    #[serde(default)]
    pub period: Option<crate::kernel::span::DateSpan>,
    /// Last day to pay.
    #[schemars(with = "DateText", title = "应缴日")]
    pub due_date: Date,
    /// Amount in whole fen.
    #[schemars(title = "金额")]
    pub amount_fen: i64,
    /// What it is charged for, in words; printed on the bill.
    pub remark: String,
}

/// What became of a bill by hand.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MadeBill {
    /// The bill; number 0 when it waits for its process.
    pub data: Made,
    /// The process that decides about it; none when it was made at once.
    pub instance_id: Option<u64>,
}

/// POST /fin/bill: at once, or filed where a process of adjustments is published.
pub fn create(op: &mut Op, input: ManualBill) -> Result<Said<MadeBill>> {
    if needs_process(&op.view(), &BINDING)? {
        let doc = enter(op, BillAsked::New(input))?;
        let filed = filed(op, &BINDING, doc)?;
        return Ok(Said(sentence(&filed), MadeBill { data: Made { id: 0 }, instance_id: filed.instance_id }));
    }
    let data = create_now(op, input)?;
    Ok(Said(SUCCESS, MadeBill { data, instance_id: None }))
}

/// Done at once, or tried and ready to be sent.
pub(super) fn enter(op: &mut Op, asked: BillAsked) -> Result<Option<Doc>> {
    let decided = needs_process(&op.view(), &BINDING)?;
    match asked {
        BillAsked::New(input) if !decided => create_now(op, input).map(|_| None),
        BillAsked::Void(input) if !decided => void_now(op, input).map(|()| None),
        BillAsked::New(input) => {
            // The lease is looked for with the eyes of who asks, before the trial looks with those of nobody.
            let _: Lease =
                owned::find(&op.view(), input.lease_id).map_err(|_| AppError::refused("请选择合同").at("leaseId"))?;
            let again = input.clone();
            tried(op, &BINDING, 0, &BillAsked::New(input), |op| create_now(op, again).map(drop)).map(Some)
        }
        BillAsked::Void(input) => {
            let bill: Bill = owned::find(&op.view(), input.id)?;
            owned::check_version(&op.view(), &bill, input.version)?;
            let again = input.clone();
            tried(op, &BINDING, bill.bill_id, &BillAsked::Void(input), |op| void_now(op, again)).map(Some)
        }
    }
}

/// Makes a bill by hand.
pub(super) fn create_now(op: &mut Op, input: ManualBill) -> Result<Made> {
    let lease: Lease =
        owned::find(&op.view(), input.lease_id).map_err(|_| AppError::refused("请选择合同").at("leaseId"))?;
    if !lease.has_bills() {
        return Err(AppError::refused(format!("合同 {} 尚未签订，不能开账单", lease.title())));
    }
    if matches!(input.kind, BillKind::Rent | BillKind::Deposit | BillKind::LateFee) {
        return Err(AppError::refused(format!("{}账单由系统按合同生成，不能手工开具", input.kind.label())));
    }
    if !(1..=MOST_FEN).contains(&input.amount_fen) {
        return Err(AppError::refused("账单金额须大于0且不超过1000亿元").at("amountFen"));
    }
    check::required("remark", &input.remark, "请填写事由")?;
    check::remark(&input.remark)?;
    if input.period.is_some_and(|period| period.is_empty()) {
        return Err(AppError::refused("账期的结束日期不能早于开始日期").at("period"));
    }
    let today = op.now.date();
    if input.due_date < today {
        return Err(AppError::refused("应缴日不能早于今天").at("dueDate"));
    }
    check::day("dueDate", input.due_date, today, "应缴日")?;
    for day in input.period.iter().flat_map(|period| [period.from, period.to]) {
        check::day("period", day, today, "账期")?;
    }
    let tenant: Tenant = owned::linked(&op.view(), tenant_on(&op.view(), &lease, today)?)?;
    let first = lease.facts.rooms.first().map_or(0, |room| room.room_id);
    let room: Room = owned::linked(&op.view(), first)?;
    let asset: Asset = owned::linked(&op.view(), room.asset_id)?;
    let bill = issue(
        op,
        NewBill {
            lease_id: lease.lease_id,
            version_no: lease.version_no,
            tenant: (tenant.tenant_id, tenant.facts.tenant_name),
            party_a_id: lease.facts.party_a_id,
            place: (asset.facts.plate_id, asset.asset_id),
            room_text: room.facts.room_code,
            kind: input.kind,
            charge_line: 0,
            period: input.period,
            issue_date: today,
            due_date: input.due_date,
            amount_fen: input.amount_fen,
            lines: Vec::new(),
            split: Vec::new(),
            adjusts_bill_id: 0,
            source: BillSource::Manual,
            dept_id: lease.owned.dept_id,
            remark: input.remark.trim().to_owned(),
        },
    )?;
    Ok(Made { id: bill.bill_id })
}

/// A bill to take out of the books.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct VoidBill {
    /// Number of the record that is meant.
    pub id: u64,
    /// The version that was read.
    #[serde(default)]
    pub version: Option<u64>,
    /// Reason in words, for the record.
    pub reason: String,
}

/// Whether nobody may pay a bill any more: deposit of a lease that is settled, anything of a lease that never began.
fn is_dead_demand(op: &Op, bill: &Bill) -> Result<bool> {
    let lease: Option<Lease> = op.view().tx.get(&id(bill.lease_id))?;
    Ok(lease.is_some_and(|lease| match lease.state {
        LeaseState::Void => true,
        LeaseState::Settled => bill.kind == BillKind::Deposit,
        _ => false,
    }))
}

/// POST /fin/bill/void: at once, or filed where a process of adjustments is published.
pub fn void(op: &mut Op, input: VoidBill) -> Result<Said<Filed>> {
    let doc = enter(op, BillAsked::Void(input))?;
    let filed = filed(op, &BINDING, doc)?;
    Ok(Said(sentence(&filed), filed))
}

/// Manual bills; what the contract asks for comes back with the next run.
pub(super) fn void_now(op: &mut Op, input: VoidBill) -> Result<()> {
    let bill: Bill = owned::find(&op.view(), input.id)?;
    owned::check_version(&op.view(), &bill, input.version)?;
    check::required("reason", &input.reason, "请填写作废原因")?;
    check::at_most("reason", &input.reason, 200, "作废原因不能超过200个字符")?;
    if bill.source == BillSource::Contract && !is_dead_demand(op, &bill)? {
        return Err(AppError::refused(format!("账单 {} 由合同生成，请通过合同变更或减免处理", bill.bill_no)));
    }
    if bill.source == BillSource::HandedOver {
        let no = &bill.bill_no;
        return Err(AppError::refused(format!("账单 {no} 随资产移交转入或转出，两个单位的账须一致，不能单独作废")));
    }
    make_void(op, &bill, input.reason.trim())?;
    Ok(())
}
