//! Submitting, deciding, revoking and cutting waivers.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::approval;
use super::book::book;
use super::record::{WaivedBill, WaivedPart, Waiver, WaiverReason, WaiverState};
use crate::error::{AppError, Result};
use crate::features::approvals::instance::alias;
use crate::features::finance::allocation::living_of_bill;
use crate::features::finance::bill::post::{owned as fresh, touched};
use crate::features::finance::bill::record::{Bill, BillState};
use crate::features::finance::decision::{Decide, decided_by_another};
use crate::features::finance::period;
use crate::features::finance::sums::OfBill;
use crate::features::finance::timeline;
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::check;
use crate::kernel::dates::DateText;
use crate::kernel::money::{self, MOST_FEN, yuan_grouped};
use crate::op::{Op, View};
use crate::records::list::Made;
use crate::records::owned::Business;
use crate::records::{number, owned};
use crate::route::{Data, Done};

/// A waiver as a form sends it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaiverInput {
    /// Kind of reason 减免原因.
    #[schemars(title = "减免原因")]
    pub reason_kind: WaiverReason,
    /// Number of the document that the policy is written in 政策文号.
    #[serde(default)]
    pub policy_doc: String,
    /// Bills with the amount that is waived of each.
    pub scope: Vec<WaivedBill>,
    /// When it is to count.
    #[schemars(with = "DateText", title = "生效日期")]
    pub effective_date: Date,
    /// Remark in free text; empty: none.
    #[serde(default)]
    pub remark: String,
}

/// Most bills of one waiver.
pub(super) const MOST_BILLS: usize = 5_000;

pub(super) fn checked_scope(view: &View, scope: &[WaivedBill], effective: Date) -> Result<Vec<Bill>> {
    if scope.is_empty() || scope.len() > MOST_BILLS {
        return Err(AppError::refused(format!("请选择1到{MOST_BILLS}张账单")));
    }
    let mut bills: Vec<Bill> = Vec::with_capacity(scope.len());
    for part in scope {
        let bill: Bill = owned::find(view, part.bill_id)?;
        let no = &bill.bill_no;
        if bill.state == BillState::Void || bill.kind == BillKind::Deposit || bill.amount_fen < 0 {
            return Err(AppError::refused(format!("账单 {no} 已作废、为押金或为调减，不能减免")));
        }
        if bills.iter().any(|other| other.bill_id == bill.bill_id) {
            return Err(AppError::refused(format!("账单 {no} 重复")));
        }
        if bills.first().is_some_and(|first| first.party_a_id != bill.party_a_id) {
            return Err(AppError::refused("一张减免单只能包含同一甲方的账单"));
        }
        if part.amount_fen <= 0 || part.amount_fen > bill.net_fen() {
            let (most, given) = (yuan_grouped(bill.net_fen()), yuan_grouped(part.amount_fen));
            return Err(AppError::refused(format!("账单 {no} 最多可减免 {most} 元，不能减免 {given} 元")));
        }
        let first = first_day(view, &bill, part.amount_fen, effective)?;
        if first > effective && first > bill.book_date {
            let fen = yuan_grouped(part.amount_fen);
            return Err(AppError::refused(format!("账单 {no} 自 {first} 起才能减免 {fen} 元，生效日期最早为 {first}")));
        }
        bills.push(bill);
    }
    Ok(bills)
}

/// The first day on which a bill asks for an amount, and from which on it is never paid beyond what is left: money that
/// is given back lay on it from its own day only.
fn first_day(view: &View, bill: &Bill, amount_fen: i64, effective: Date) -> Result<Date> {
    let asked = timeline::first_day_with(&timeline::asked(view, bill)?, amount_fen);
    let effective = effective.max(bill.book_date);
    let mut open = timeline::open(view, bill)?;
    open.push((effective, -amount_fen));
    let mut over = (amount_fen - bill.outstanding_fen()).max(0);
    for (row, left) in living_of_bill(view, bill.bill_id)? {
        let part = left.min(over);
        over -= part;
        open.push((effective.max(row.book_date), part));
    }
    let open = timeline::first_day_with(&open, 0).filter(|first| *first > effective);
    Ok(asked.max(open).unwrap_or(bill.book_date))
}

/// What a form says, checked, with the bills it is about.
pub(super) fn checked(op: &Op, input: &WaiverInput) -> Result<(Vec<WaivedPart>, Bill)> {
    check::at_most("policyDoc", &input.policy_doc, 200, "政策文号不能超过200个字符")?;
    check::remark(&input.remark)?;
    if input.reason_kind == WaiverReason::Policy {
        check::required("policyDoc", &input.policy_doc, "政策减免须填写政策文号")?;
    }
    check::past_day("effectiveDate", input.effective_date, op.now.date(), "生效日期")?;
    let bills = checked_scope(&op.view(), &input.scope, input.effective_date)?;
    let part = |(part, bill): (&WaivedBill, &Bill)| WaivedPart {
        bill_id: part.bill_id,
        amount_fen: part.amount_fen,
        of: OfBill::from(bill),
    };
    let parts = input.scope.iter().zip(&bills).map(part).collect();
    let first = bills.into_iter().next().ok_or_else(|| AppError::refused("请选择账单"))?;
    Ok((parts, first))
}

/// POST /fin/waiver: made and brought under decision.
pub fn submit(op: &mut Op, input: WaiverInput) -> Result<Data<Made>> {
    let id = enter(op, input)?;
    alias::send(op, &approval::BINDING, id, "")?;
    Ok(Data(Made { id }))
}

/// Made, ready to be sent.
pub(super) fn enter(op: &mut Op, input: WaiverInput) -> Result<u64> {
    let (scope, first) = checked(op, &input)?;
    let waiver_id = op.next_id::<Waiver>()?;
    let waiver = Waiver {
        waiver_id,
        waiver_no: number::draw(op, "JM")?,
        party_a_id: first.party_a_id,
        reason_kind: input.reason_kind,
        policy_doc: input.policy_doc.trim().to_owned(),
        total_fen: total(&input.scope)?,
        scope,
        effective_date: input.effective_date,
        revoked_date: None,
        cuts: Vec::new(),
        state: WaiverState::Submitted,
        decided_by: String::new(),
        comment: String::new(),
        authors: Vec::new(),
        owned: fresh(op, first.owned.dept_id, input.remark),
    };
    op.put(&waiver)?;
    Ok(waiver_id)
}

/// POST /fin/waiver/revoke: by another person, dated today or the first open day.
pub fn revoke(op: &mut Op, input: Decide) -> Result<Done> {
    let waiver: Waiver = owned::find(&op.view(), input.id)?;
    owned::check_version(&op.view(), &waiver, input.version)?;
    if waiver.state != WaiverState::Effective {
        return Err(AppError::refused(format!("减免单 {} {}，不能撤销", waiver.title(), waiver.state.label())));
    }
    check::required("comment", &input.comment, "请填写撤销原因")?;
    decided_by_another(op, &waiver, &input)?;
    let day = period::open_day(&op.view(), waiver.party_a_id, op.now.date())?;
    let parts: Vec<(u64, i64)> = waiver.scope.iter().map(|part| (part.bill_id, -waiver.left_of(part))).collect();
    book(op, waiver.waiver_id, &parts, day)?;
    let comment = input.comment.trim().to_owned();
    let (state, revoked_date, owned) = (WaiverState::Revoked, Some(day), touched(op, &waiver.owned));
    op.put(&Waiver { state, revoked_date, comment, owned, ..waiver })?;
    Ok(Done)
}

/// Fen of a whole waiver, within what a document may be.
pub(super) fn total(scope: &[WaivedBill]) -> Result<i64> {
    let total = money::sum(scope.iter().map(|part| part.amount_fen)).filter(|total| *total <= MOST_FEN);
    total.ok_or_else(|| AppError::refused("一张减免单的合计不能超过1000亿元，请分批办理"))
}
