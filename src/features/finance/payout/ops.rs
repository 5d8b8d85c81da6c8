//! The way of money that goes out: submit, pay, take back; its process decides. Each kind has routes and rights of its own.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::approval::binding_of;
use super::between;
use super::promised::{free_deposit, promised, refuse_twice};
use super::record::{Payout, PayoutFacts, PayoutKind, PayoutState};
use crate::error::{AppError, Result};
use crate::features::approvals::instance::alias;
use crate::features::assets::asset::record::Asset;
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::plate::Plate;
use crate::features::finance::allocation::{CreditCause, CreditLot, lot_moves, move_lot};
use crate::features::finance::bill::generate::living;
use crate::features::finance::bill::post::{owned as fresh, touched};
use crate::features::finance::credit::{is_of_treasury, lots_of_tenant};
use crate::features::finance::decision::{Decide, decided_by_another};
use crate::features::finance::deposit::{self, DepositKind, NewMove, held_of};
use crate::features::finance::files::FILES_OUT;
use crate::features::finance::ledger::record::Account;
use crate::features::finance::ledger::{About, moved, post};
use crate::features::finance::period;
use crate::features::finance::settlement::ops::finish_later;
use crate::features::finance::settlement::record::SettlementState;
use crate::features::finance::settlement::sheet::newest_of;
use crate::features::finance::timeline::first_day_with;
use crate::features::lease::contract::plan::{is_tenant, tenant_on};
use crate::features::lease::contract::record::{Lease, LeaseState};
use crate::features::lease::schedule::terms::BillKind;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::check;
use crate::kernel::dates::DateText;
use crate::kernel::money::{MOST_FEN, yuan_grouped};
use crate::op::{Op, View};
use crate::records::files as access;
use crate::records::list::Made;
use crate::records::owned::Business;
use crate::records::{number, owned};
use crate::route::{Data, Done};
use crate::store::{Reads, id};

/// A document as a form sends it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PayoutInput {
    /// What for; the route decides about refunds, expenses and remittances.
    #[schemars(title = "类型")]
    pub kind: PayoutKind,
    /// Remittances: the day it was handed in.
    #[serde(default)]
    #[schemars(with = "Option<DateText>", title = "上缴日期")]
    pub paid_date: Option<Date>,
    /// Slips and scans, by the numbers of their files.
    #[serde(default)]
    pub files: Vec<u64>,
    /// Remark in free text; empty: none.
    #[serde(default)]
    pub remark: String,
    /// What a person writes.
    #[serde(flatten)]
    pub facts: PayoutFacts,
}

/// Credit that the unit itself, or the treasury, can pay back: what came straight to the treasury only goes back from there.
pub fn payable(view: &View, facts: &PayoutFacts) -> Result<Vec<CreditLot>> {
    let mut lots = Vec::new();
    for lot in lots_of_tenant(view, facts.tenant_id, facts.party_a_id, facts.lease_id)? {
        if is_of_treasury(view, &lot)? == facts.by_treasury {
            lots.push(lot);
        }
    }
    Ok(lots)
}

/// Whose money is asked for.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Purse {
    /// The party A 甲方 that holds the money, by number.
    pub party_a_id: u64,
    /// The tenant 乙方 that it is about, by number.
    pub tenant_id: u64,
    /// Of which lease; 0 for any.
    pub lease_id: u64,
}

/// What may be paid back.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Available {
    /// 预收余额, fen, without what approved refunds take.
    pub credit_fen: i64,
    /// Of it what came straight to the treasury and goes back from there only, fen.
    pub treasury_credit_fen: i64,
    /// 押金余额, fen; 0 without a lease.
    pub deposit_fen: i64,
    /// Why nothing of the deposit can be paid back now; empty when some can.
    pub deposit_hindrance: String,
}

/// GET /fin/refund/available: the balances before a refund is entered.
///
/// # Errors
/// A sentence when tenant or lease is missing or out of scope.
pub fn available(view: &View, purse: Purse) -> Result<Data<Available>> {
    let _: Tenant = owned::find(view, purse.tenant_id).map_err(|_| AppError::refused("请选择乙方"))?;
    let lots = lots_of_tenant(view, purse.tenant_id, purse.party_a_id, purse.lease_id)?;
    let (mut deposit_fen, mut deposit_hindrance) = (0, String::new());
    if purse.lease_id > 0 {
        let lease: Lease = owned::find(view, purse.lease_id).map_err(|_| AppError::refused("请选择合同"))?;
        deposit_fen = free_deposit(view, &lease, purse.tenant_id)?;
        deposit_hindrance = held_back(view, &lease, purse.tenant_id, 1)?;
    }
    let promised = promised(view, purse.tenant_id, purse.party_a_id, None)?;
    let (mut credit_fen, mut treasury_credit_fen) = (0, 0);
    for lot in lots {
        let free = lot.left_fen - promised.of_lot(lot.lot_id, &[]);
        credit_fen += free;
        treasury_credit_fen += if is_of_treasury(view, &lot)? { free } else { 0 };
    }
    Ok(Data(Available { credit_fen, treasury_credit_fen, deposit_fen, deposit_hindrance }))
}

/// What a document of a kind is about, and nothing else: what is not looked up is not stored either.
fn check_fields(kind: PayoutKind, facts: &PayoutFacts) -> Result<()> {
    let is_refund = matches!(kind, PayoutKind::CreditRefund | PayoutKind::DepositRefund);
    let noun = kind.label();
    if !is_refund && (facts.tenant_id, facts.lease_id) != (0, 0) {
        return Err(AppError::refused(format!("{noun}单不填写乙方和合同")));
    }
    if kind != PayoutKind::Between && facts.to_party_a_id != 0 {
        return Err(AppError::refused(format!("{noun}单不填写收款单位")).at("toPartyAId"));
    }
    if kind != PayoutKind::Expense && (facts.asset_id, facts.plate_id) != (0, 0) {
        return Err(AppError::refused(format!("{noun}单不填写资产和板块")));
    }
    Ok(())
}

pub(super) fn checked(view: &View, input: &PayoutInput) -> Result<PayoutFacts> {
    let mut facts = input.facts.clone();
    check_fields(input.kind, &facts)?;
    facts.by_treasury &= input.kind == PayoutKind::CreditRefund;
    if !(1..=MOST_FEN).contains(&facts.amount_fen) {
        return Err(AppError::refused("金额须大于0且不超过1000亿元").at("amountFen"));
    }
    for (field, text, most, sentence) in [
        ("payee", &mut facts.payee, 100, "收款人不能超过100个字符"),
        ("voucherNo", &mut facts.voucher_no, 64, "票据号不能超过64个字符"),
        ("category", &mut facts.category, 50, "支出类别不能超过50个字符"),
    ] {
        *text = text.trim().to_owned();
        check::at_most(field, text, most, sentence)?;
    }
    check::remark(&input.remark)?;
    match input.kind {
        PayoutKind::CreditRefund | PayoutKind::DepositRefund => check_refund(view, input.kind, &facts)?,
        PayoutKind::Expense => {
            check::required("category", &facts.category, "请选择支出类别")?;
            check::required("payee", &facts.payee, "请填写收款人")?;
            if facts.asset_id > 0 {
                let asset: Asset =
                    owned::find(view, facts.asset_id).map_err(|_| AppError::refused("请选择资产").at("assetId"))?;
                facts.plate_id = asset.facts.plate_id;
            } else if facts.plate_id > 0 {
                let _: Plate =
                    owned::find(view, facts.plate_id).map_err(|_| AppError::refused("请选择板块").at("plateId"))?;
            }
        }
        PayoutKind::Between => facts.payee = between::checked(view, &facts)?,
        PayoutKind::Remittance => {
            let month = facts.month.ok_or_else(|| AppError::refused("请选择所属月份"))?;
            facts.month = Some(period::month_of(month));
            let day = input.paid_date.ok_or_else(|| AppError::refused("请填写上缴日期"))?;
            period::check_day(view, facts.party_a_id, "paidDate", day, "上缴日期")?;
            if day < month {
                return Err(AppError::refused("上缴日期不能早于所属月份，也不能晚于今天"));
            }
        }
    }
    Ok(facts)
}

/// Why the deposit of a tenant cannot be paid back now; empty when it can (domain.md 3.10): while the lease runs only what is
/// beyond the agreed sum, and never beside bills that are open.
fn held_back(view: &View, lease: &Lease, tenant_id: u64, amount_fen: i64) -> Result<String> {
    let (today, no) = (view.now.date(), lease.title());
    let is_current = tenant_on(view, lease, today)? == tenant_id;
    let over = matches!(lease.state, LeaseState::Void | LeaseState::Settled) || !is_current;
    let settled = newest_of(view, lease, tenant_id)?.is_some_and(|sheet| sheet.state == SettlementState::Approved);
    if over && is_current || settled {
        return Ok(String::new());
    }
    let open: i64 = living(view, lease.lease_id)?
        .iter()
        .filter(|bill| bill.tenant_id == tenant_id && bill.kind != BillKind::Deposit)
        .filter(|bill| over || bill.due_date < today)
        .map(|bill| bill.outstanding_fen().max(0))
        .sum();
    if open > 0 {
        return Ok(format!("合同 {no} 该乙方还有 {} 元未缴，押金须先抵扣或结算后再退", yuan_grouped(open)));
    }
    let ended = lease.effective_end() < today && lease.returned_date.is_some();
    let excess = held_of(view, lease, tenant_id)? - lease.facts.deposit_fen;
    if over || ended || amount_fen <= excess {
        return Ok(String::new());
    }
    Ok(format!("合同 {no} 尚未退租，押金须在退租结算后退还（可退超出约定的 {} 元）", yuan_grouped(excess.max(0))))
}

fn check_refund(view: &View, kind: PayoutKind, facts: &PayoutFacts) -> Result<()> {
    let tenant: Tenant = owned::find(view, facts.tenant_id).map_err(|_| AppError::refused("请选择乙方"))?;
    check::required("payee", &facts.payee, "请填写收款人")?;
    if facts.lease_id > 0 {
        let lease: Lease = owned::find(view, facts.lease_id).map_err(|_| AppError::refused("请选择合同"))?;
        // A unit that let it before may still have credit of the tenant's, and no deposit.
        let lets = match kind {
            PayoutKind::DepositRefund => lease.facts.party_a_id == facts.party_a_id,
            _ => lease.is_let_by(facts.party_a_id),
        };
        if !lets || !is_tenant(view, &lease, facts.tenant_id)? {
            return Err(AppError::refused(format!("合同 {} 与付款单位或乙方不符", lease.title())));
        }
    }
    let (what, available) = if kind == PayoutKind::DepositRefund {
        if facts.lease_id == 0 {
            return Err(AppError::refused("退押金请选择合同"));
        }
        let lease: Lease = owned::linked(view, facts.lease_id)?;
        ("押金", held_of(view, &lease, facts.tenant_id)?)
    } else {
        let what = if facts.by_treasury { "财政直缴预收" } else { "预收" };
        (what, payable(view, facts)?.iter().map(|lot| lot.left_fen).sum())
    };
    if facts.amount_fen > available {
        let (name, left, wanted) = (tenant.title(), yuan_grouped(available), yuan_grouped(facts.amount_fen));
        let sentence = format!("乙方“{name}”的{what}余额 {left} 元，不足 {wanted} 元");
        let other = PayoutFacts { by_treasury: !facts.by_treasury, ..facts.clone() };
        let elsewhere = kind == PayoutKind::CreditRefund && !payable(view, &other)?.is_empty();
        let advice = match (elsewhere, facts.by_treasury) {
            (true, false) => "；财政直缴的款项须由财政退付",
            (true, true) => "；由单位收取的款项须由单位退还",
            _ => "",
        };
        return Err(AppError::refused(format!("{sentence}{advice}")));
    }
    if kind == PayoutKind::DepositRefund {
        let lease: Lease = owned::linked(view, facts.lease_id)?;
        let hindrance = held_back(view, &lease, facts.tenant_id, facts.amount_fen)?;
        if !hindrance.is_empty() {
            return Err(AppError::refused(hindrance));
        }
    }
    Ok(())
}

/// Enters a document; another person decides.
///
/// # Errors
/// A sentence for a field that breaks a rule.
pub fn submit(op: &mut Op, input: PayoutInput) -> Result<Data<Made>> {
    let binding = binding_of(input.kind);
    let id = enter(op, input)?;
    alias::send(op, binding, id, "")?;
    Ok(Data(Made { id }))
}

/// Entered, ready to be sent.
pub(super) fn enter(op: &mut Op, input: PayoutInput) -> Result<u64> {
    let facts = checked(&op.view(), &input)?;
    let party: PartyA = owned::find(&op.view(), facts.party_a_id).map_err(|_| AppError::refused("请选择付款单位"))?;
    let month = facts.month.unwrap_or(op.now.date());
    if input.kind == PayoutKind::Remittance && party.remits_in(month).is_none() {
        return Err(AppError::refused(format!("甲方“{}”无须上缴", party.title())));
    }
    let payout_id = op.next_id::<Payout>()?;
    access::set(op, &input.files, FILES_OUT.name, payout_id)?;
    let payout = Payout {
        payout_id,
        payout_no: number::draw(op, input.kind.prefix())?,
        kind: input.kind,
        facts,
        state: PayoutState::Submitted,
        paid_date: input.paid_date.filter(|_| input.kind == PayoutKind::Remittance),
        book_date: None,
        reversed_date: None,
        lots: Vec::new(),
        decided_by: String::new(),
        comment: String::new(),
        files: input.files,
        authors: Vec::new(),
        owned: fresh(op, party.owned.dept_id, input.remark),
    };
    refuse_twice(&op.view(), &payout)?;
    op.put(&payout)?;
    Ok(payout_id)
}

/// A document of one of these kinds, in one of these states.
pub(super) fn found(op: &Op, number: u64, version: Option<u64>, kinds: &[PayoutKind]) -> Result<Payout> {
    let payout: Payout = owned::find(&op.view(), number)?;
    if !kinds.contains(&payout.kind) {
        return Err(AppError::refused("单据不存在，可能已被删除，请刷新后重试"));
    }
    owned::check_version(&op.view(), &payout, version)?;
    Ok(payout)
}

pub(super) fn in_state(payout: &Payout, states: &[PayoutState], deed: &str) -> Result<()> {
    if states.contains(&payout.state) {
        return Ok(());
    }
    Err(AppError::refused(format!("{} {} {}，不能{deed}", payout.kind.label(), payout.title(), payout.state.label())))
}

/// A payment as a form sends it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PayPayout {
    /// Number of the record that is meant.
    pub id: u64,
    /// The version that was read.
    #[serde(default)]
    pub version: Option<u64>,
    /// Day on which the bank paid.
    #[schemars(with = "DateText", title = "付款日期")]
    pub paid_date: Date,
}

/// Marks an approved document as paid; by another person than who entered it.
///
/// # Errors
/// A sentence: its own maker, another state, a day to come, money that is no longer there.
pub fn pay(op: &mut Op, input: &PayPayout, kinds: &[PayoutKind]) -> Result<Done> {
    let payout = found(op, input.id, input.version, kinds)?;
    in_state(&payout, &[PayoutState::Approved], "付款")?;
    if payout.owned.creator == op.caller.user_id() {
        let noun = payout.kind.label();
        return Err(AppError::refused(format!("录入人不能支付自己提交的{noun}，请由其他有付款权限的人员办理")));
    }
    period::check_day(&op.view(), payout.facts.party_a_id, "paidDate", input.paid_date, "付款日期")?;
    let owned = touched(op, &payout.owned);
    let paid = Payout { state: PayoutState::Paid, paid_date: Some(input.paid_date), owned, ..payout };
    let paid = book(op, paid, input.paid_date)?;
    op.put(&paid)?;
    let lease: Option<Lease> = op.view().tx.get(&id(paid.facts.lease_id))?;
    lease.map_or(Ok(()), |lease| finish_later(op, &lease))?;
    Ok(Done)
}

/// The books of a payment.
pub(super) fn book(op: &mut Op, mut payout: Payout, day: Date) -> Result<Payout> {
    let facts = &payout.facts;
    let book_date = period::open_day(&op.view(), facts.party_a_id, day)?;
    match payout.kind {
        PayoutKind::CreditRefund => {
            check_refund(&op.view(), payout.kind, facts)?;
            let found = promised(&op.view(), facts.tenant_id, facts.party_a_id, Some(&payout))?;
            for (lot_id, part) in found.of_refund(payout.payout_id) {
                let lot: Option<CreditLot> = op.view().tx.get(&id(lot_id))?;
                let lot = lot.ok_or_else(|| AppError::internal(format!("credit lot {lot_id} is missing")))?;
                refuse_before(op, &lot, part, book_date)?;
                move_lot(op, lot, -part, book_date, CreditCause::Refunded, 0)?;
                payout.lots.push((lot_id, part));
            }
            if payout.lots.iter().map(|(_, fen)| fen).sum::<i64>() != payout.facts.amount_fen {
                refuse_twice(&op.view(), &payout)?;
            }
        }
        PayoutKind::DepositRefund => {
            check_refund(&op.view(), payout.kind, facts)?;
            let lease: Lease = owned::linked(&op.view(), facts.lease_id)?;
            deposit::add(op, &lease, deposit_move(&payout, DepositKind::Refund, -facts.amount_fen, book_date))?;
        }
        PayoutKind::Between => {
            between::checked(&op.view(), facts)?;
        }
        PayoutKind::Expense | PayoutKind::Remittance => {}
    }
    journal(op, &payout, book_date, 1)?;
    payout.book_date = Some(book_date);
    Ok(payout)
}

/// Refuses to pay back what had not come yet.
fn refuse_before(op: &Op, lot: &CreditLot, part: i64, day: Date) -> Result<()> {
    let first = first_day_with(&lot_moves(&op.view(), lot.lot_id)?, part);
    match first.filter(|first| *first > day) {
        Some(first) => Err(AppError::refused(format!("款项 {first} 才到账，付款日期最早为 {first}"))),
        None => Ok(()),
    }
}

fn deposit_move(payout: &Payout, kind: DepositKind, amount_fen: i64, book_date: Date) -> NewMove {
    let (tenant_id, document_id, note) = (payout.facts.tenant_id, payout.payout_id, payout.payout_no.clone());
    NewMove { tenant_id, kind, amount_fen, book_date, document_id, note }
}

fn journal(op: &mut Op, payout: &Payout, book_date: Date, sign: i64) -> Result<()> {
    let facts = &payout.facts;
    let (document, document_id, party_a_id) = (payout.kind.document(), payout.payout_id, facts.party_a_id);
    let about = About { book_date, document, document_id, party_a_id };
    let (to, fen) = (payout.kind.account(), sign * facts.amount_fen);
    let from = if facts.by_treasury { Account::TreasuryDue } else { Account::Bank };
    post(op, about, moved(to, from, fen, facts.plate_id, facts.tenant_id, facts.lease_id))?;
    if payout.kind == PayoutKind::Between {
        between::receive(op, payout, about, fen)?;
    }
    Ok(())
}

/// Takes a paid document back, or cancels an approved one; by another person than who entered it.
///
/// # Errors
/// A sentence: its own maker, another state.
pub fn reverse(op: &mut Op, input: &Decide, kinds: &[PayoutKind]) -> Result<Done> {
    let payout = found(op, input.id, input.version, kinds)?;
    in_state(&payout, &[PayoutState::Paid, PayoutState::Approved], "冲销")?;
    check::required("comment", &input.comment, "请填写原因")?;
    decided_by_another(op, &payout, input)?;
    let mut next = payout.clone();
    next.comment = input.comment.trim().to_owned();
    next.owned = touched(op, &payout.owned);
    if payout.state == PayoutState::Approved {
        next.state = PayoutState::Rejected;
        op.put(&next)?;
        return Ok(Done);
    }
    let day = period::open_day(&op.view(), payout.facts.party_a_id, op.now.date())?;
    for (lot_id, fen) in &payout.lots {
        let lot: Option<CreditLot> = op.view().tx.get(&id(*lot_id))?;
        let lot = lot.ok_or_else(|| AppError::internal(format!("credit lot {lot_id} is missing")))?;
        move_lot(op, lot, *fen, day, CreditCause::Reversed, 0)?;
    }
    if payout.kind == PayoutKind::DepositRefund {
        let lease: Lease = owned::linked(&op.view(), payout.facts.lease_id)?;
        deposit::add(op, &lease, deposit_move(&payout, DepositKind::Reversal, payout.facts.amount_fen, day))?;
    }
    journal(op, &payout, day, -1)?;
    next.state = PayoutState::Reversed;
    next.reversed_date = Some(day);
    op.put(&next)?;
    Ok(Done)
}
