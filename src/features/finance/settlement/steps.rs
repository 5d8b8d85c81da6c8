//! 退租办理: what it takes until a lease that ended is settled and paid, in order; for each step how it stands, and who does
//! what comes next.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Serialize;

use super::record::{Settlement, SettlementState};
use super::sheet::{hindrance, newest_of, settler, unpaid, unsettled_before};
use crate::error::Result;
use crate::features::finance::bill::generate::{living, missing};
use crate::features::finance::bill::record::Bill;
use crate::features::finance::payout::record::PayoutState;
use crate::features::lease::contract::change::{BY_LEASE as CHANGES, ChangeKind, ChangeState, LeaseChange};
use crate::features::lease::contract::record::{Lease, LeaseState};
use crate::features::lease::contract::renewal;
use crate::features::lease::schedule::terms::BillKind;
use crate::features::system::role::members::roles_with;
use crate::kernel::enumeration::numbered;
use crate::kernel::money::yuan_grouped;
use crate::op::View;
use crate::records::list::One;
use crate::records::owned;
use crate::records::owned::Business;
use crate::route::Data;
use crate::store::{Reads, id};

numbered! {
    /// How a step stands.
    pub enum StepState {
        Done = 1 => "已办",
        Next = 2 => "待办",
        /// Somebody's decision, or a day.
        Waits = 3 => "等待",
        /// A step before comes first.
        Later = 4 => "未到",
    }
}

/// What is done next in a step; the right that it takes says who does it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum StepAction {
    /// 提前终止
    Terminate,
    /// The decision about an early end.
    DecideEnd,
    /// 登记退房
    GiveBack,
    /// 出账
    Bill,
    /// 提交结算单
    Settle,
    /// The decision about the settlement.
    DecideSettlement,
    /// The decision about a refund.
    DecideRefund,
    /// A refund that came back to its maker.
    MendRefund,
    /// 付款
    Pay,
    /// 登记收款
    Receive,
}

impl StepAction {
    fn right(self) -> &'static str {
        match self {
            Self::Terminate | Self::GiveBack => "lease:lease:edit",
            Self::DecideEnd => "lease:lease:approve",
            Self::Bill => "fin:bill:generate",
            Self::Settle => "fin:settlement:add",
            Self::DecideSettlement => "fin:settlement:approve",
            Self::DecideRefund => "fin:refund:approve",
            Self::MendRefund => "fin:refund:add",
            Self::Pay => "fin:refund:pay",
            Self::Receive => "fin:receipt:add",
        }
    }
}

/// A step of the way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "SettlementStep")]
pub struct Step {
    /// What people call it.
    pub label: &'static str,
    /// How the step stands: done, open, not needed.
    pub state: StepState,
    /// In words: what was done, what is needed, what it waits for.
    pub note: String,
    /// What is done next; none when nothing is, or only a day has to come.
    pub deed: Option<StepAction>,
    /// The right for it; empty without an operation.
    pub right: &'static str,
    /// Names of the roles that have it.
    pub doers: Vec<String>,
    /// The document it is about; empty for none.
    pub no: String,
}

impl Step {
    fn new(label: &'static str, state: StepState, note: impl Into<String>, deed: Option<StepAction>) -> Self {
        let right = deed.map_or("", StepAction::right);
        Self { label, state, note: note.into(), deed, right, doers: Vec::new(), no: String::new() }
    }

    fn about(self, no: &str) -> Self {
        Self { no: no.to_owned(), ..self }
    }
}

/// How the settlement of a lease stands.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
enum Sheet {
    /// None that counts.
    #[default]
    None,
    /// It waits for its decision.
    Submitted(String),
    /// It came back to its maker.
    Returned(String),
    /// It was approved.
    Approved(String),
}

/// What the steps follow from.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Standing {
    /// It has run out or was ended.
    over: bool,
    /// Its last day, and whether that is an early one.
    last_day: Date,
    early: bool,
    /// An early end that waits for its decision, by its last day.
    asked_end: Option<Date>,
    returned: Option<Date>,
    /// Bills that the books lack.
    unbilled: usize,
    sheet: Sheet,
    /// What else stands against a settlement.
    hindrance: String,
    /// Tenants before the last one who are not settled with; each settles for himself.
    earlier: Vec<String>,
    /// Refunds that were not paid: number, state, fen.
    refunds: Vec<(String, PayoutState, i64)>,
    /// What the tenant owes after the settlement, fen.
    owed_fen: i64,
}

/// The steps in order.
fn steps(standing: &Standing) -> Vec<Step> {
    vec![end(standing), give_back(standing), bill(standing), settle(standing), pay(standing)]
}

fn end(standing: &Standing) -> Step {
    let label = "租期届满或提前终止";
    let Standing { last_day, .. } = standing;
    if standing.over {
        let how = if standing.early { "提前终止已批准" } else { "租期届满" };
        return Step::new(label, StepState::Done, format!("{how}，计租至 {last_day}"), None);
    }
    if let Some(day) = standing.asked_end {
        let note = format!("提前终止（最后计租日 {day}）待审批");
        return Step::new(label, StepState::Waits, note, Some(StepAction::DecideEnd));
    }
    let note = format!("最后计租日 {last_day}，次日起可以结算");
    let deed = (!standing.early).then_some(StepAction::Terminate);
    Step::new(label, StepState::Waits, note, deed)
}

fn give_back(standing: &Standing) -> Step {
    let label = "交接（退房）";
    match standing.returned {
        Some(day) => Step::new(label, StepState::Done, format!("{day} 退房"), None),
        None if standing.over || standing.early => {
            Step::new(label, StepState::Next, "登记退房日期、表读数和损失", Some(StepAction::GiveBack))
        }
        None => Step::new(label, StepState::Later, "租期届满或提前终止获批后登记", None),
    }
}

fn bill(standing: &Standing) -> Step {
    let label = "账单出齐";
    let ready = standing.over && standing.returned.is_some();
    match standing.unbilled {
        _ if !ready => Step::new(label, StepState::Later, "退房后按最后计租日出账或调整", None),
        0 => Step::new(label, StepState::Done, "账单与合同一致", None),
        count => {
            let note = format!("还有 {count} 项账单未出或待调整；每晚自动出账，也可以现在出账");
            Step::new(label, StepState::Next, note, Some(StepAction::Bill))
        }
    }
}

fn settle(standing: &Standing) -> Step {
    let label = "结算单";
    let earlier = standing.earlier.join("、");
    match &standing.sheet {
        Sheet::Approved(no) if !earlier.is_empty() => {
            let note = format!("{no} 已批准；原承租人{earlier}还没有结算，请在结算单中选择该承租人");
            Step::new(label, StepState::Next, note, Some(StepAction::Settle)).about(no)
        }
        Sheet::Approved(no) => Step::new(label, StepState::Done, format!("{no} 已批准"), None).about(no),
        Sheet::Submitted(no) => {
            Step::new(label, StepState::Waits, format!("{no} 待审批"), Some(StepAction::DecideSettlement)).about(no)
        }
        Sheet::Returned(no) => {
            let note = format!("{no} 被退回，请修改后重新提交");
            Step::new(label, StepState::Next, note, Some(StepAction::Settle)).about(no)
        }
        Sheet::None if standing.hindrance.is_empty() => {
            let also =
                if earlier.is_empty() { String::new() } else { format!("；原承租人{earlier}须另行结算") };
            Step::new(label, StepState::Next, format!("核对金额后提交审批{also}"), Some(StepAction::Settle))
        }
        Sheet::None => Step::new(label, StepState::Later, standing.hindrance.clone(), None),
    }
}

fn pay(standing: &Standing) -> Step {
    let label = "退押金、退预收或收款";
    if !matches!(standing.sheet, Sheet::Approved(_)) {
        return Step::new(label, StepState::Later, "结算单批准后办理", None);
    }
    // What can be paid comes first: it waits for nobody else.
    let next =
        standing.refunds.iter().find(|(_, state, _)| *state == PayoutState::Approved).or(standing.refunds.first());
    if let Some((no, state, _)) = next {
        let note = standing.refunds.iter().map(refund_note).collect::<Vec<_>>().join("；");
        let (step, deed) = match state {
            PayoutState::Approved => (StepState::Next, Some(StepAction::Pay)),
            PayoutState::Returned => (StepState::Next, Some(StepAction::MendRefund)),
            _ => (StepState::Waits, Some(StepAction::DecideRefund)),
        };
        return Step::new(label, step, format!("结算已批准 · 待退款：{note}"), deed).about(no);
    }
    if standing.owed_fen > 0 {
        let note = format!("乙方尚欠 {} 元", yuan_grouped(standing.owed_fen));
        return Step::new(label, StepState::Next, note, Some(StepAction::Receive));
    }
    Step::new(label, StepState::Done, "款项已结清", None)
}

fn refund_note((no, state, fen): &(String, PayoutState, i64)) -> String {
    let waits = match state {
        PayoutState::Approved => "待付款",
        PayoutState::Returned => "被退回，待修改",
        _ => "待审批",
    };
    format!("退款单 {no}（{} 元）{waits}", yuan_grouped(*fen))
}

fn asked_end(view: &View, lease: &Lease) -> Result<Option<Date>> {
    let changes: Vec<LeaseChange> = view.tx.by(&CHANGES, &id(lease.lease_id), false, 0, usize::MAX)?;
    let waits =
        |change: &&LeaseChange| change.kind == ChangeKind::Termination && change.state == ChangeState::Submitted;
    Ok(changes.iter().find(waits).map(|change| change.effective_date))
}

/// Refunds of a settlement that were not paid yet, and what its tenant still owes on these bills.
fn after(view: &View, settlement: &Settlement, bills: &[Bill]) -> Result<(Vec<(String, PayoutState, i64)>, i64)> {
    let refunds = unpaid(view, settlement)?;
    let refunds = refunds.into_iter().map(|refund| (refund.payout_no, refund.state, refund.facts.amount_fen)).collect();
    let of_deposit = |bill: &&Bill| bill.kind != BillKind::Deposit;
    Ok((refunds, bills.iter().filter(of_deposit).map(Bill::outstanding_fen).sum()))
}

fn standing(view: &View, lease: &Lease) -> Result<Standing> {
    let today = view.now.date();
    let settler = settler(view, lease, 0)?;
    let lacks = missing(view, lease, today)?;
    let newest = newest_of(view, lease, settler.tenant_id)?;
    let (sheet, (refunds, owed_fen)) = match newest {
        Some(known) if known.state == SettlementState::Submitted => (Sheet::Submitted(known.title()), <_>::default()),
        Some(known) if known.state == SettlementState::Returned => (Sheet::Returned(known.title()), <_>::default()),
        Some(known) if known.state == SettlementState::Approved => {
            let mut bills = living(view, lease.lease_id)?;
            // what another tenant of the lease owes is asked of him
            bills.retain(|bill| bill.tenant_id == settler.tenant_id);
            (Sheet::Approved(known.title()), after(view, &known, &bills)?)
        }
        _ => (Sheet::None, <_>::default()),
    };
    let over = matches!(lease.state_on(today), LeaseState::Expired | LeaseState::Terminated | LeaseState::Settled);
    Ok(Standing {
        over,
        last_day: lease.effective_end(),
        early: lease.effective_end() < lease.facts.end_date,
        asked_end: asked_end(view, lease)?,
        returned: lease.returned_date,
        unbilled: lacks.deltas.len() + lacks.due.len() + lacks.holdover.len(),
        hindrance: hindrance(view, lease, settler)?,
        earlier: unsettled_before(view, lease)?,
        sheet,
        refunds,
        owed_fen,
    })
}

/// GET /fin/settlement/steps/{id}: the steps of a lease that is over, was given an early end, or is asked to end; of others,
/// and of one that its renewals carry on, none.
///
/// # Errors
/// A lease the caller does not see; a record that cannot be read.
pub fn show(view: &View, input: One) -> Result<Data<Vec<Step>>> {
    let lease: Lease = owned::find(view, input.id)?;
    let signed = matches!(lease.state, LeaseState::Signed | LeaseState::Terminated | LeaseState::Settled);
    if !signed || (lease.returned_date.is_none() && !renewal::of_lease(view, lease.lease_id)?.is_empty()) {
        return Ok(Data(Vec::new()));
    }
    let standing = standing(view, &lease)?;
    if !(standing.over || standing.early || standing.asked_end.is_some()) {
        return Ok(Data(Vec::new()));
    }
    let mut shown = steps(&standing);
    for step in shown.iter_mut().filter(|step| step.deed.is_some()) {
        step.doers = roles_with(view, step.right)?;
    }
    Ok(Data(shown))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn ended() -> Standing {
        Standing {
            over: true,
            last_day: date(2024, 10, 20),
            early: true,
            asked_end: None,
            returned: Some(date(2024, 10, 21)),
            unbilled: 0,
            sheet: Sheet::None,
            hindrance: String::new(),
            earlier: Vec::new(),
            refunds: Vec::new(),
            owed_fen: 0,
        }
    }

    /// The states of the five steps and the one operation that is next.
    fn describe(standing: &Standing) -> (String, Option<StepAction>) {
        let steps = steps(standing);
        let states = steps.iter().map(|step| (step.state as u8).to_string()).collect();
        (states, steps.into_iter().find_map(|step| step.deed))
    }

    #[test]
    fn each_step_opens_the_next_one() {
        let approved = || Sheet::Approved("JS-202410-000001".into());
        let refund = |state| vec![("TK-202410-000001".to_owned(), state, 100)];
        let blocked = || "请先出账".to_owned();
        for (standing, states, deed) in [
            (
                Standing { over: false, early: false, returned: None, hindrance: blocked(), ..ended() },
                "34444",
                Some(StepAction::Terminate),
            ),
            (
                Standing {
                    over: false,
                    early: false,
                    returned: None,
                    asked_end: Some(date(2024, 10, 20)),
                    hindrance: blocked(),
                    ..ended()
                },
                "34444",
                Some(StepAction::DecideEnd),
            ),
            (
                Standing { over: false, returned: None, hindrance: blocked(), ..ended() },
                "32444",
                Some(StepAction::GiveBack),
            ),
            (Standing { returned: None, hindrance: blocked(), ..ended() }, "12444", Some(StepAction::GiveBack)),
            (Standing { unbilled: 2, hindrance: blocked(), ..ended() }, "11244", Some(StepAction::Bill)),
            (ended(), "11124", Some(StepAction::Settle)),
            (
                Standing { sheet: Sheet::Submitted(String::new()), ..ended() },
                "11134",
                Some(StepAction::DecideSettlement),
            ),
            (
                Standing { sheet: approved(), refunds: refund(PayoutState::Submitted), ..ended() },
                "11113",
                Some(StepAction::DecideRefund),
            ),
            (
                Standing { sheet: approved(), refunds: refund(PayoutState::Approved), ..ended() },
                "11112",
                Some(StepAction::Pay),
            ),
            (Standing { sheet: approved(), owed_fen: 5, ..ended() }, "11112", Some(StepAction::Receive)),
            (Standing { sheet: approved(), ..ended() }, "11111", None),
            (Standing { sheet: approved(), earlier: vec!["甲".into()], ..ended() }, "11121", Some(StepAction::Settle)),
        ] {
            assert_eq!(describe(&standing), (states.to_owned(), deed), "{standing:?}");
        }
    }

    #[test]
    fn the_last_step_names_every_refund_that_is_not_paid() {
        let refund = |no: &str, state, fen| (no.to_owned(), state, fen);
        let both = vec![
            refund("TK-202410-000001", PayoutState::Submitted, 50_000),
            refund("TK-202410-000002", PayoutState::Approved, 120_000),
        ];
        let standing = Standing { sheet: Sheet::Approved("JS-202410-000001".into()), refunds: both, ..ended() };
        let last = steps(&standing).pop().expect("five steps");
        assert_eq!((last.state, last.deed, &*last.no), (StepState::Next, Some(StepAction::Pay), "TK-202410-000002"));
        let said = "结算已批准 · 待退款：退款单 TK-202410-000001（500.00 元）待审批；退款单 TK-202410-000002（1,200.00 元）待付款";
        assert_eq!(last.note, said);
        let returned = vec![refund("TK-202410-000003", PayoutState::Returned, 1)];
        let last = steps(&Standing { refunds: returned, ..standing }).pop().expect("five steps");
        assert_eq!(
            (last.state, last.deed),
            (StepState::Next, Some(StepAction::MendRefund)),
            "not settled: {}",
            last.note
        );
    }
}
