//! 我的工作 of who lets and who takes money: leases that need somebody this week, tenants to be spoken to, money to be claimed
//! and paid out.

use super::bill::columns as of_bills;
use super::bill::list::{BillWatch, Bills, ListBills};
use super::bill::record::Bill;
use super::close::list::{AskParties, PartyClose, parties};
use super::dunning::list::{Dunnings, ListDunnings};
use super::dunning::record::{Dunning, PromiseState};
use super::payout::list::{ListPayouts, Payouts};
use super::payout::record::{Payout, PayoutState};
use super::payout::{Expenses, Refunds, list as payouts};
use super::period::month_text;
use super::receipt::columns as of_receipts;
use super::receipt::list::{ListReceipts, Receipts};
use super::receipt::record::{Receipt, ReceiptState};
use crate::error::Result;
use crate::features::lease::contract::list::{Expiring, LeaseWatch, Leases, ListExpiring, ListLeases};
use crate::features::lease::contract::record::Lease;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::span::{days_between, months_to};
use crate::op::{Caller, View};
use crate::records::list::{List as _, NameCache};
use crate::records::today::{About, Card, Line, MOST_LINES, Part, Shown, TodayAct, Tone, part};

pub static CARDS: [Card; 6] = [
    Card {
        key: "leases",
        title: "本周要做",
        rank: 30,
        nothing: "没有要续签、签订、收押金或结算的合同",
        parts: &[ending, unsigned, deposits, unsettled],
    },
    Card {
        key: "dunning",
        title: "催缴",
        rank: 40,
        nothing: "没有到期的承诺和逾期未联系的账单",
        parts: &[due_today, broken, silent],
    },
    Card {
        key: "claims", title: "待认领", rank: 42, nothing: "没有待认领的收款", parts: &[unexplained, unclaimed]
    },
    Card {
        key: "payouts", title: "待付款", rank: 44, nothing: "没有待付的退款和支出", parts: &[refunds, expenses]
    },
    Card { key: "closing", title: "月结", rank: 48, nothing: "没有可以月结的月份", parts: &[closing] },
    Card { key: "received", title: "今日收款", rank: 46, nothing: "今天还没有收款", parts: &[received] },
];

/// The right to the list of months.
const CLOSES: &str = "fin:close:list";

/// Days before the end from which a lease is urgent.
const URGENT_DAYS: i64 = 30;

fn lease_line(names: &mut NameCache<'_>, lease: &Lease) -> Result<Line> {
    let title = names.of::<Tenant>(lease.facts.tenant_id)?;
    let path = format!("/lease/lease/detail/{}", lease.lease_id);
    Ok(Line { note: lease.lease_no.clone(), ..Line::of(lease.lease_id, title, path) })
}

fn about(lease: &Lease) -> About {
    let facts = &lease.facts;
    About { lease_id: lease.lease_id, tenant_id: facts.tenant_id, party_a_id: facts.party_a_id, ..About::default() }
}

fn ending(view: &View) -> Result<Vec<Part>> {
    let query = ListExpiring { not_renewed: true, ..ListExpiring::default() };
    let shown = Shown::<Expiring> { label: "90 天内到期未续", page: "/lease/expiring", query, sum: None };
    part(view, &shown, |names, lease| {
        let row = Expiring::row(names, lease)?;
        let (mark, tone) = match row.days_left {
            left if left < 0 => (format!("到期 {} 天未退", -left), Tone::Bad),
            left if left <= URGENT_DAYS => (format!("剩余 {left} 天"), Tone::Warn),
            left => (format!("剩余 {left} 天"), Tone::Plain),
        };
        let line = lease_line(names, lease)?;
        let note = format!("{} · {} 到期", line.note, lease.facts.end_date);
        let amount_fen = Some(row.lease.month_rent_fen);
        let line = Line { mark, tone, note, amount_label: "月租", amount_fen, ..line };
        Ok(line.with_act(names.view(), TodayAct::Renew, "lease:lease:add", about(lease)))
    })
}

fn unsigned(view: &View) -> Result<Vec<Part>> {
    let query = ListLeases { watch: Some(LeaseWatch::Unsigned), ..ListLeases::default() };
    let shown = Shown::<Leases> { label: "批准未签", page: "/lease/lease", query, sum: None };
    part(view, &shown, |names, lease| {
        let since = lease.steps.last().map_or(names.view().now.date(), |step| step.at.date());
        let mark = format!("批准 {} 天未签", days_between(since, names.view().now.date()));
        Ok(Line { mark, tone: Tone::Warn, ..lease_line(names, lease)? })
    })
}

fn unsettled(view: &View) -> Result<Vec<Part>> {
    let query = ListLeases { watch: Some(LeaseWatch::Unsettled), ..ListLeases::default() };
    let shown = Shown::<Leases> { label: "已退房未结算", page: "/lease/lease", query, sum: None };
    part(view, &shown, |names, lease| {
        let line = lease_line(names, lease)?;
        let day = lease.returned_date.map(|day| format!(" · {day} 退房")).unwrap_or_default();
        Ok(Line { mark: "未结算".into(), note: line.note.clone() + &day, ..line })
    })
}

fn bill_line(bill: &Bill, mark: String, tone: Tone) -> Line {
    let path = format!("/fin/bill?billId={}", bill.bill_id);
    let line = Line::of(bill.bill_id, bill.tenant_name.clone(), path);
    let note = format!("{} · {} · 应缴 {}", bill.bill_no, bill.kind.label(), bill.due_date);
    Line { mark, tone, note, amount_label: "未缴", amount_fen: Some(bill.outstanding_fen()), ..line }
}

fn about_bill(bill: &Bill) -> About {
    About { lease_id: bill.lease_id, tenant_id: bill.tenant_id, party_a_id: bill.party_a_id, ..About::default() }
}

fn bills(label: &'static str, watch: BillWatch) -> Shown<Bills> {
    let query = ListBills { watch: Some(watch), ..ListBills::default() };
    Shown { label, page: "/fin/bill", query, sum: Some(of_bills::OPEN) }
}

fn deposits(view: &View) -> Result<Vec<Part>> {
    part(view, &bills("押金待收", BillWatch::Deposit), |names, bill| {
        let line = bill_line(bill, "押金待收".into(), Tone::Warn);
        Ok(line.with_act(names.view(), TodayAct::Receive, "fin:receipt:add", about_bill(bill)))
    })
}

fn silent(view: &View) -> Result<Vec<Part>> {
    part(view, &bills("逾期 30 天未联系", BillWatch::Silent), |names, bill| {
        let mark = format!("逾期 {} 天", days_between(bill.due_date, names.view().now.date()));
        let line = bill_line(bill, mark, Tone::Bad);
        Ok(line.with_act(names.view(), TodayAct::Contact, "fin:dunning:add", about_bill(bill)))
    })
}

fn dunning_line(names: &mut NameCache<'_>, dunning: &Dunning) -> Result<Line> {
    let title = names.of::<Tenant>(dunning.tenant_id)?;
    let path = format!("/fin/dunning?tenantId={}", dunning.tenant_id);
    let of = About { lease_id: 0, tenant_id: dunning.tenant_id, party_a_id: dunning.party_a_id, ..About::default() };
    let note = if dunning.said.is_empty() { dunning.dunning_no.clone() } else { format!("「{}」", dunning.said) };
    let amount_fen = dunning.promise.map(|promise| promise.amount_fen);
    let line = Line { note, amount_label: "承诺", amount_fen, ..Line::of(dunning.dunning_id, title, path) };
    Ok(line.with_act(names.view(), TodayAct::Contact, "fin:dunning:add", of))
}

fn due_today(view: &View) -> Result<Vec<Part>> {
    let query = ListDunnings { due_today: true, ..ListDunnings::default() };
    let shown = Shown::<Dunnings> { label: "今日到期的承诺", page: "/fin/dunning", query, sum: None };
    part(view, &shown, |names, dunning| {
        Ok(Line { mark: "今日承诺".into(), tone: Tone::Warn, ..dunning_line(names, dunning)? })
    })
}

fn broken(view: &View) -> Result<Vec<Part>> {
    let query =
        ListDunnings { promise_state: vec![PromiseState::Broken], still_overdue: true, ..ListDunnings::default() };
    let shown = Shown::<Dunnings> { label: "失约仍欠缴", page: "/fin/dunning", query, sum: None };
    part(view, &shown, |names, dunning| {
        let today = names.view().now.date();
        let days = dunning.promise.map_or(0, |promise| days_between(promise.day, today));
        Ok(Line { mark: format!("承诺已过 {days} 天"), tone: Tone::Bad, ..dunning_line(names, dunning)? })
    })
}

fn receipt_line(receipt: &Receipt) -> Line {
    let path = format!("/fin/receipt?receiptId={}", receipt.receipt_id);
    let payer = if receipt.payer_name.is_empty() { &receipt.receipt_no } else { &receipt.payer_name };
    let note = format!("{} · {} 到账", receipt.method.label(), receipt.value_date);
    Line { note, amount_fen: Some(receipt.amount_fen), ..Line::of(receipt.receipt_id, payer.clone(), path) }
}

/// Money that nobody has claimed, of lines of statements or of nothing that the bank has told.
fn waiting(view: &View, label: &'static str, from_bank: bool) -> Result<Vec<Part>> {
    let query =
        ListReceipts { state: vec![ReceiptState::Unclaimed], from_bank: Some(from_bank), ..ListReceipts::default() };
    let sum = Some(of_receipts::STANDING);
    let shown = Shown::<Receipts> { label, page: "/fin/receipt", query, sum };
    part(view, &shown, |names, receipt| {
        let days = days_between(receipt.value_date, names.view().now.date());
        Ok(Line { mark: format!("已到账 {days} 天"), tone: Tone::Warn, ..receipt_line(receipt) })
    })
}

fn unexplained(view: &View) -> Result<Vec<Part>> {
    waiting(view, "未解释的银行流水", true)
}

fn unclaimed(view: &View) -> Result<Vec<Part>> {
    waiting(view, "其他待认领", false)
}

fn received(view: &View) -> Result<Vec<Part>> {
    let today = view.now.date();
    let state = vec![ReceiptState::Posted];
    let query = ListReceipts { state, value_from: Some(today), value_to: Some(today), ..ListReceipts::default() };
    let sum = Some(of_receipts::STANDING);
    let shown = Shown::<Receipts> { label: "今日到账", page: "/fin/receipt", query, sum };
    part(view, &shown, |names, receipt| {
        let title = names.of::<Tenant>(receipt.tenant_id)?;
        let line = receipt_line(receipt);
        Ok(Line { title: if title.is_empty() { line.title.clone() } else { title }, ..line })
    })
}

fn payout_line(payout: &Payout, page: &str) -> Line {
    let path = format!("{page}?payoutId={}", payout.payout_id);
    let line = Line::of(payout.payout_id, payout.facts.payee.clone(), path);
    let note = format!("{} · {}", payout.payout_no, payout.kind.label());
    Line { mark: "待付款".into(), note, amount_fen: Some(payout.facts.amount_fen), ..line }
}

fn approved() -> ListPayouts {
    ListPayouts { state: vec![PayoutState::Approved], ..ListPayouts::default() }
}

/// Parties A whose next month is over, each with the month and how many wait behind it.
fn closing(view: &View) -> Result<Vec<Part>> {
    if !view.caller.rights.holds(CLOSES) {
        return Ok(Vec::new());
    }
    let caller = Caller { exercised: Some(CLOSES), ..view.caller.clone() };
    let view = &View { caller: &caller, ..*view };
    let found = parties(view, AskParties { ready: true })?.0;
    let line = |party: &PartyClose| {
        let months = party.next.map_or(0, |next| months_to(next, view.now.date()));
        let next = party.next.map(month_text).unwrap_or_default();
        let tone = if months > 1 { Tone::Bad } else { Tone::Warn };
        let note = match party.last.map(month_text) {
            Some(last) => format!("已结到 {last}，还有 {months} 个月未结"),
            None => format!("还没有月结，{months} 个月未结"),
        };
        let path = format!("/fin/close?partyAId={}", party.party_a_id);
        Line {
            mark: format!("{next} 待月结"),
            tone,
            note,
            ..Line::of(party.party_a_id, party.party_a_name.clone(), path)
        }
    };
    let (label, path) = ("可以月结的甲方".to_owned(), "/fin/close?ready=true".to_owned());
    let count = u64::try_from(found.len()).unwrap_or(u64::MAX);
    Ok(vec![Part { label, count, amount_fen: None, path, lines: found.iter().take(MOST_LINES).map(line).collect() }])
}

fn refunds(view: &View) -> Result<Vec<Part>> {
    let sum = Some(payouts::AMOUNT);
    let shown = Shown::<Payouts<Refunds>> { label: "退款待付", page: "/fin/refund", query: approved(), sum };
    part(view, &shown, |_, payout| Ok(payout_line(payout, "/fin/refund")))
}

fn expenses(view: &View) -> Result<Vec<Part>> {
    let sum = Some(payouts::AMOUNT);
    let shown = Shown::<Payouts<Expenses>> { label: "支出待付", page: "/fin/expense", query: approved(), sum };
    part(view, &shown, |_, payout| Ok(payout_line(payout, "/fin/expense")))
}
