//! Waivers 减免 (domain.md 2.9, V24): single, or a batch by rule with a preview of its effect.
//!
//! Invariants: who drafts a waiver does not approve it; a waiver never exceeds what a bill asks for; the part of a bill
//! already paid becomes the tenant's credit; revoking is a mirror.

use jiff::civil::Date;
use schemars::{JsonSchema, JsonSchema_repr};
use serde::{Deserialize, Serialize};
use serde_repr::{Deserialize_repr, Serialize_repr};

use super::allocation::release;
use super::bill::post::{lines, owned as fresh, touched};
use super::bill::record::{BY_DUE, Bill, BillState, day_key};
use super::close;
use super::figures::rate;
use super::ledger::record::{Account, Document};
use super::ledger::{About, post};
use super::person::{Decide, decided_by_another};
use super::sums::{OF_WAIVERS, OfBill};
use crate::fault::{Fault, Outcome};
use crate::features::business::history::real_name;
use crate::features::business::list::{From, Made, Names, One, is, matching};
use crate::features::business::number;
use crate::features::business::owned::{self, Business, Owned, OwnedOut};
use crate::features::estate::party_a::record::PartyA;
use crate::features::lease::contract::record::Lease;
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::check;
use crate::kernel::dates::DateText;
use crate::kernel::exact::{Cumulative, exact};
use crate::kernel::money::yuan_grouped;
use crate::kernel::page::{Compare, Paging};
use crate::kernel::text::like;
use crate::op::{Op, View};
use crate::route::{Data, Done, Page};
use crate::store::{Index, Key, Reads, Record, Sum, id};

/// 减免原因
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize_repr, Deserialize_repr, JsonSchema_repr)]
#[repr(u8)]
pub enum WaiverReason {
    /// 政策减免
    Policy = 1,
    /// 装修补偿
    Fitting = 2,
    /// 停业/维修
    Closure = 3,
    /// 诉讼和解
    Settlement = 4,
    /// 其他
    Other = 9,
}

/// 减免状态
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize_repr, Deserialize_repr, JsonSchema_repr)]
#[repr(u8)]
pub enum WaiverState {
    /// 审批中
    Submitted = 1,
    /// 生效
    Effective = 2,
    /// 已撤销
    Revoked = 3,
    /// 已驳回
    Rejected = 9,
}

impl WaiverState {
    /// What people call it.
    pub fn label(self) -> &'static str {
        match self {
            Self::Submitted => "审批中",
            Self::Effective => "生效",
            Self::Revoked => "已撤销",
            Self::Rejected => "已驳回",
        }
    }
}

/// What is waived of a bill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaivedBill {
    /// Which.
    pub bill_id: u64,
    /// Fen.
    #[schemars(title = "减免金额")]
    pub amount_fen: i64,
}

/// The same in the books, with what the bill is: figures need no look at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaivedPart {
    /// Which.
    pub bill_id: u64,
    /// Fen.
    pub amount_fen: i64,
    /// The bill.
    pub of: OfBill,
}

/// A waiver, of one party A.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiver {
    /// Number of the record.
    pub waiver_id: u64,
    /// `JM-202401-000001`
    pub waiver_no: String,
    /// Whose bills.
    pub party_a_id: u64,
    /// Why.
    pub reason_kind: WaiverReason,
    /// The policy's document, or empty.
    pub policy_doc: String,
    /// Bills and amounts.
    pub scope: Vec<WaivedPart>,
    /// Their sum.
    pub total_fen: i64,
    /// When it counts.
    pub effective_date: Date,
    /// When it was taken back.
    pub revoked_date: Option<Date>,
    /// State.
    pub state: WaiverState,
    /// Login name of who decided.
    pub decided_by: String,
    /// What he said.
    pub comment: String,
    /// Lock, department, maker.
    pub owned: Owned,
}

impl Waiver {
    /// Whether it counts on a day.
    pub fn counts_on(&self, day: Date) -> bool {
        matches!(self.state, WaiverState::Effective | WaiverState::Revoked)
            && self.effective_date <= day
            && self.revoked_date.is_none_or(|revoked| revoked > day)
    }
}

/// Waivers of a bill.
pub const BY_BILL: Index<Waiver> = Index {
    name: "waiver/bill",
    unique: false,
    keys: |waiver| waiver.scope.iter().map(|part| id(part.bill_id)).collect(),
};

/// Those that wait for a decision.
pub const WAITING: Index<Waiver> = Index {
    name: "waiver/waiting",
    unique: false,
    keys: |waiver| if waiver.state == WaiverState::Submitted { vec![id(waiver.party_a_id)] } else { Vec::new() },
};

impl Record for Waiver {
    const TABLE: &'static str = "waiver";
    const INDEXES: &'static [Index<Self>] = &[BY_BILL, WAITING];
    const SUMS: &'static [Sum<Self>] = OF_WAIVERS;
    fn id(&self) -> Key {
        id(self.waiver_id)
    }
}

impl Business for Waiver {
    const NOUN: &'static str = "减免单";
    fn number(&self) -> u64 {
        self.waiver_id
    }
    fn title(&self) -> String {
        self.waiver_no.clone()
    }
    fn owned(&self) -> &Owned {
        &self.owned
    }
    fn owned_mut(&mut self) -> &mut Owned {
        &mut self.owned
    }
}

/// A waiver as a form sends it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaiverInput {
    /// Why.
    #[schemars(title = "减免原因")]
    pub reason_kind: WaiverReason,
    /// The policy's document.
    #[serde(default)]
    pub policy_doc: String,
    /// Bills and amounts.
    pub scope: Vec<WaivedBill>,
    /// When it is to count.
    #[schemars(with = "DateText", title = "生效日期")]
    pub effective_date: Date,
    /// Free text.
    #[serde(default)]
    pub remark: String,
}

/// Most bills of one waiver.
const MOST_BILLS: usize = 5_000;

fn checked_scope(view: &View, scope: &[WaivedBill]) -> Outcome<Vec<Bill>> {
    if scope.is_empty() || scope.len() > MOST_BILLS {
        return Err(Fault::refused(format!("请选择1到{MOST_BILLS}张账单")));
    }
    let mut bills: Vec<Bill> = Vec::with_capacity(scope.len());
    for part in scope {
        let bill: Bill = owned::find(view, part.bill_id)?;
        let no = &bill.bill_no;
        if bill.state == BillState::Void || bill.kind == BillKind::Deposit || bill.amount_fen < 0 {
            return Err(Fault::refused(format!("账单 {no} 已作废、为押金或为调减，不能减免")));
        }
        if bills.iter().any(|other| other.bill_id == bill.bill_id) {
            return Err(Fault::refused(format!("账单 {no} 重复")));
        }
        if bills.first().is_some_and(|first| first.party_a_id != bill.party_a_id) {
            return Err(Fault::refused("一张减免单只能包含同一甲方的账单"));
        }
        if part.amount_fen <= 0 || part.amount_fen > bill.net_fen() {
            let (most, given) = (yuan_grouped(bill.net_fen()), yuan_grouped(part.amount_fen));
            return Err(Fault::refused(format!("账单 {no} 最多可减免 {most} 元，不能减免 {given} 元")));
        }
        bills.push(bill);
    }
    Ok(bills)
}

/// POST /fin/waiver: waits for another person.
pub fn submit(op: &mut Op, input: WaiverInput) -> Outcome<Data<Made>> {
    check::at_most(&input.policy_doc, 200, "政策文号不能超过200个字符")?;
    check::remark(&input.remark)?;
    if input.reason_kind == WaiverReason::Policy {
        check::required(&input.policy_doc, "政策减免须填写政策文号")?;
    }
    let bills = checked_scope(&op.view(), &input.scope)?;
    let Some(first) = bills.first() else { return Err(Fault::refused("请选择账单")) };
    let part = |(part, bill): (&WaivedBill, &Bill)| WaivedPart {
        bill_id: part.bill_id,
        amount_fen: part.amount_fen,
        of: OfBill::from(bill),
    };
    let parts = input.scope.iter().zip(&bills).map(part).collect();
    let waiver_id = op.next(Waiver::TABLE)?;
    let waiver = Waiver {
        waiver_id,
        waiver_no: number::draw(op, "JM")?,
        party_a_id: first.party_a_id,
        reason_kind: input.reason_kind,
        policy_doc: input.policy_doc.trim().to_owned(),
        total_fen: input.scope.iter().map(|part| part.amount_fen).sum(),
        scope: parts,
        effective_date: input.effective_date,
        revoked_date: None,
        state: WaiverState::Submitted,
        decided_by: String::new(),
        comment: String::new(),
        owned: fresh(op, first.owned.dept_id, input.remark),
    };
    op.put(&waiver)?;
    Ok(Data(Made { id: waiver_id }))
}

/// POST /fin/waiver/decide: by another person than who drafted it.
pub fn decide(op: &mut Op, input: Decide) -> Outcome<Done> {
    let waiver: Waiver = owned::find(&op.view(), input.id)?;
    owned::check_version(&op.view(), &waiver, input.version)?;
    if waiver.state != WaiverState::Submitted {
        return Err(Fault::refused(format!("减免单 {} {}，不在审批中", waiver.title(), waiver.state.label())));
    }
    decided_by_another(op, &waiver, &input)?;
    let mut next = Waiver { decided_by: op.caller.name(), comment: input.comment.trim().to_owned(), ..waiver.clone() };
    next.owned = touched(op, &waiver.owned);
    next.state = if input.approve { WaiverState::Effective } else { WaiverState::Rejected };
    if input.approve {
        let parts = waiver.scope.iter().map(|part| WaivedBill { bill_id: part.bill_id, amount_fen: part.amount_fen });
        checked_scope(&op.view(), &parts.collect::<Vec<_>>())?;
        next.effective_date = close::open_day(&op.view(), waiver.party_a_id, waiver.effective_date)?;
        book(op, &next, next.effective_date, 1)?;
    }
    op.put(&next)?;
    Ok(Done)
}

/// POST /fin/waiver/revoke: by another person, dated today or the first open day.
pub fn revoke(op: &mut Op, input: Decide) -> Outcome<Done> {
    let waiver: Waiver = owned::find(&op.view(), input.id)?;
    owned::check_version(&op.view(), &waiver, input.version)?;
    if waiver.state != WaiverState::Effective {
        return Err(Fault::refused(format!("减免单 {} {}，不能撤销", waiver.title(), waiver.state.label())));
    }
    check::required(&input.comment, "请填写撤销原因")?;
    decided_by_another(op, &waiver, &input)?;
    let day = close::open_day(&op.view(), waiver.party_a_id, op.now.date())?;
    book(op, &waiver, day, -1)?;
    let comment = input.comment.trim().to_owned();
    let (state, revoked_date, owned) = (WaiverState::Revoked, Some(day), touched(op, &waiver.owned));
    op.put(&Waiver { state, revoked_date, comment, owned, ..waiver })?;
    Ok(Done)
}

/// Moves every bill and the ledger; `sign` −1 takes it back.
fn book(op: &mut Op, waiver: &Waiver, day: Date, sign: i64) -> Outcome<()> {
    for part in &waiver.scope {
        let bill: Option<Bill> = op.view().tx.get(&id(part.bill_id))?;
        let bill = bill.ok_or_else(|| Fault::internal(format!("bill {} of a waiver is missing", part.bill_id)))?;
        let waived_fen = bill.waived_fen + sign * part.amount_fen;
        let (receivable, party_a_id) = (bill.receivable().unwrap_or(Account::ReceivableOther), bill.party_a_id);
        let about = About { book_date: day, document: Document::Waiver, document_id: waiver.waiver_id, party_a_id };
        post(op, about, lines(&bill, Account::Waiver, receivable, sign * part.amount_fen))?;
        op.put(&Bill { waived_fen, owned: touched(op, &bill.owned), ..bill })?;
        release(op, part.bill_id, day)?;
    }
    Ok(())
}

/// A rule for a batch.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct WaiverRule {
    /// Bills of this party A.
    #[schemars(title = "甲方")]
    pub party_a_id: u64,
    /// Of these leases; empty for all.
    pub lease_ids: Vec<u64>,
    /// Of this plate; 0 for all.
    pub plate_id: u64,
    /// Rent due from this day on.
    #[schemars(with = "Option<DateText>", title = "应缴日起")]
    pub due_from: Option<Date>,
    /// To this day.
    #[schemars(with = "Option<DateText>", title = "应缴日止")]
    pub due_to: Option<Date>,
    /// How much of it, parts per million.
    #[schemars(title = "减免比例")]
    pub ppm: u32,
}

/// A waived bill as people see it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaivedBillOut {
    /// Which.
    pub bill_id: u64,
    /// Its number.
    pub bill_no: String,
    /// Number of the lease.
    pub lease_no: String,
    /// Name of the tenant.
    pub tenant_name: String,
    /// What for.
    pub kind: BillKind,
    /// 应缴日
    #[schemars(with = "DateText")]
    pub due_date: Date,
    /// What the bill asks for now, fen.
    pub net_fen: i64,
    /// Fen open now.
    pub outstanding_fen: i64,
    /// 减免金额
    pub amount_fen: i64,
}

fn waived(names: &mut Names<'_>, bill: &Bill, amount_fen: i64) -> Outcome<WaivedBillOut> {
    Ok(WaivedBillOut {
        bill_id: bill.bill_id,
        bill_no: bill.bill_no.clone(),
        lease_no: names.of::<Lease>(bill.lease_id)?,
        tenant_name: bill.tenant_name.clone(),
        kind: bill.kind,
        due_date: bill.due_date,
        net_fen: bill.net_fen(),
        outstanding_fen: bill.outstanding_fen(),
        amount_fen,
    })
}

/// What a rule would waive.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaiverPreview {
    /// Bills and amounts, to be sent back as the scope.
    pub scope: Vec<WaivedBill>,
    /// The same bills with their names.
    pub bills: Vec<WaivedBillOut>,
    /// Their sum.
    pub total_fen: i64,
    /// Tenants that profit.
    pub tenants: usize,
    /// Asked for by those bills before.
    pub net_before_fen: i64,
    /// Paid on them.
    pub collected_fen: i64,
    /// What would turn into credit because it is paid already.
    pub to_credit_fen: i64,
    /// 收缴率 of those bills before, in parts of ten thousand.
    pub rate_before: Option<i64>,
    /// And after.
    pub rate_after: Option<i64>,
}

/// GET /fin/waiver/preview: the parts of each bill by cumulative rounding over the batch (V24).
pub fn preview(view: &View, rule: WaiverRule) -> Outcome<Data<WaiverPreview>> {
    let bills = under_rule(view, &rule)?;
    let mut parts = Cumulative::default();
    let mut amounts = Vec::with_capacity(bills.len());
    for bill in &bills {
        let part = parts.next(exact(bill.net_fen(), 1) * exact(i64::from(rule.ppm), 1_000_000));
        if part > 0 {
            amounts.push((bill, part));
        }
    }
    let mut tenants: Vec<u64> = amounts.iter().map(|(bill, _)| bill.tenant_id).collect();
    tenants.sort_unstable();
    tenants.dedup();
    let total_fen: i64 = amounts.iter().map(|(_, part)| part).sum();
    let net_before_fen: i64 = bills.iter().map(Bill::net_fen).sum();
    let collected_fen: i64 = bills.iter().map(|bill| bill.allocated_fen).sum();
    let to_credit_fen: i64 = amounts.iter().map(|(bill, part)| (part - bill.outstanding_fen()).max(0)).sum();
    let mut names = Names::new(view);
    Ok(Data(WaiverPreview {
        scope: amounts.iter().map(|(bill, part)| WaivedBill { bill_id: bill.bill_id, amount_fen: *part }).collect(),
        bills: amounts.iter().map(|(bill, part)| waived(&mut names, bill, *part)).collect::<Outcome<_>>()?,
        total_fen,
        tenants: tenants.len(),
        net_before_fen,
        collected_fen,
        to_credit_fen,
        rate_before: rate(collected_fen, net_before_fen),
        rate_after: rate(collected_fen - to_credit_fen, net_before_fen - total_fen),
    }))
}

/// The rent bills that a rule is about.
fn under_rule(view: &View, rule: &WaiverRule) -> Outcome<Vec<Bill>> {
    let (Some(from), Some(to)) = (rule.due_from, rule.due_to) else {
        return Err(Fault::refused("请填写应缴日的起止日期"));
    };
    if from > to {
        return Err(Fault::refused("应缴日的结束日期不能早于开始日期"));
    }
    if !(1..=1_000_000).contains(&rule.ppm) {
        return Err(Fault::refused("减免比例须大于0且不超过100%"));
    }
    let mut bills: Vec<Bill> = view.tx.within(&BY_DUE, &day_key(from), &day_key(to))?;
    let scope = view.caller.scope();
    bills.retain(|bill| {
        owned::is_visible(view, &scope, bill)
            && bill.state == BillState::Issued
            && bill.kind == BillKind::Rent
            && bill.amount_fen > 0
            && bill.net_fen() > 0
            && bill.party_a_id == rule.party_a_id
            && (rule.plate_id == 0 || bill.plate_id == rule.plate_id)
            && (rule.lease_ids.is_empty() || rule.lease_ids.contains(&bill.lease_id))
    });
    if bills.len() > MOST_BILLS {
        return Err(Fault::refused(format!("符合条件的账单超过{MOST_BILLS}张，请缩小范围")));
    }
    Ok(bills)
}

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
        total_fen: waiver.total_fen,
        effective_date: waiver.effective_date,
        state: waiver.state,
        comment: waiver.comment.clone(),
        revoked_date: waiver.revoked_date,
        decided_by: real_name(view, &waiver.decided_by)?,
        bills: Vec::new(),
        owned: OwnedOut::from(&waiver.owned),
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
        shown.bills.push(waived(&mut names, &bill, part.amount_fen)?);
    }
    Ok(Data(shown))
}

/// What is waived of a bill by a day, from the waivers alone (I2).
///
/// # Errors
/// A record that cannot be read.
pub fn on_bill(view: &View, bill_id: u64, day: Date) -> Outcome<i64> {
    let waivers: Vec<Waiver> = view.tx.by(&BY_BILL, &id(bill_id), false, 0, usize::MAX)?;
    let parts = waivers.iter().filter(|waiver| waiver.counts_on(day)).flat_map(|waiver| &waiver.scope);
    Ok(parts.filter(|part| part.bill_id == bill_id).map(|part| part.amount_fen).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn v24_half_of_three_bills() {
        let mut parts = Cumulative::default();
        let halves: Vec<i64> = (0..3).map(|_| parts.next(exact(833_333, 1) * exact(500_000, 1_000_000))).collect();
        assert_eq!(halves, [416_667, 416_666, 416_667]);
    }
}
