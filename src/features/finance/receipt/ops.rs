//! Receipts: entering, claiming, allocating, reversing (domain.md 2.8, 3.7).

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::cells::is_same_number;
use super::facts::LineFacts;
use super::learning;
use super::record::{BY_DAY_AMOUNT, BY_LINE, Method, Purpose, Receipt, ReceiptState, line_columns, value_columns};
use super::related::must_be_related;
use crate::error::{AppError, Result};
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::allocation::{
    AllocationMode, CreditCause, CreditLot, LOTS, Money, MoneySource, living_of_receipt, lot_of_receipt, money_of_lot,
    move_lot, put_on, put_receipt_on, room_from, take_back_receipt,
};
use crate::features::finance::apply::{self, Open};
use crate::features::finance::bill::post::{owned as fresh, touched};
use crate::features::finance::bill::record::{Bill, OPEN_BY_TENANT};
use crate::features::finance::deposit::{self, DepositKind, NewMove};
use crate::features::finance::files::FILES;
use crate::features::finance::hooks::{money_came, receipt_gone};
use crate::features::finance::ledger::record::{Account, Document};
use crate::features::finance::ledger::{About, moved, post};
use crate::features::finance::payout::promised::{promised, withdraw_uncovered};
use crate::features::finance::{between, period};
use crate::features::lease::contract::plan::is_tenant;
use crate::features::lease::contract::record::{Lease, LeaseState};
use crate::features::lease::schedule::terms::BillKind;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::check;
use crate::kernel::dates::DateText;
use crate::kernel::money::{MOST_FEN, yuan_grouped};
use crate::kernel::text::folded;
use crate::op::{Op, View};
use crate::platform::settings::Setting;
use crate::records::files as access;
use crate::records::list::Made;
use crate::records::owned::Business;
use crate::records::{authors, number, owned};
use crate::route::{Data, Done};
use crate::store::{Reads, key};

/// Whether money goes to the late fee before the bill.
pub const LATE_FEE_FIRST: Setting<bool> = Setting::flag(33, "fin.lateFeeFirst", false)
    .called("账务-核销时滞纳金优先", "true 时先冲滞纳金再冲本金（民法典第五百六十一条）；默认按合同范本先冲本金");

/// A receipt as a form sends it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptInput {
    /// Who got the money.
    #[schemars(title = "收款单位")]
    pub party_a_id: u64,
    /// Who paid; 0 for «to be claimed».
    #[serde(default)]
    pub tenant_id: u64,
    /// For which lease; 0 for any of the tenant's. A deposit needs one.
    #[serde(default)]
    pub lease_id: u64,
    /// The payer's name on the statement.
    #[serde(default)]
    pub payer_name: String,
    /// Amount in whole fen.
    #[schemars(title = "金额")]
    pub amount_fen: i64,
    /// How it was paid 收款方式.
    #[schemars(title = "收款方式")]
    pub method: Method,
    /// Last four digits of the account.
    #[serde(default)]
    pub account_tail: String,
    /// The bank's reference of the movement 银行流水号; empty: none.
    #[serde(default)]
    pub bank_ref: String,
    /// Day on which the money arrived by the bank 到账日.
    #[schemars(with = "DateText", title = "到账日期")]
    pub value_date: Date,
    /// What the money is for 收款用途.
    #[serde(default)]
    pub purpose: Purpose,
    /// How it is spread.
    #[serde(flatten)]
    pub spread: Spread,
    /// Confirmed: the tenant has nothing with the unit, and the money is entered there all the same.
    #[serde(default)]
    pub anyway: bool,
    /// Slips and scans, by the numbers of their files.
    #[serde(default)]
    pub files: Vec<u64>,
    /// Remark in free text; empty: none.
    #[serde(default)]
    pub remark: String,
}

/// How money is spread over bills.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Spread {
    /// Bills the payer named, in his order; empty for the legal order.
    #[serde(default)]
    pub designated: Vec<u64>,
    /// Bills not yet due are paid too.
    #[serde(default)]
    pub not_yet_due: bool,
    /// Leave everything as credit.
    #[serde(default)]
    pub keep_as_credit: bool,
}

/// The line of a statement behind a receipt; its texts as keyed hashes.
#[derive(Debug, Clone, Default)]
pub(super) struct Origin {
    /// Of its content.
    pub(super) line_key: String,
    /// Of the payer's account.
    pub(super) payer_mark: String,
    /// What the line says besides; none for what is entered by hand.
    pub(super) line: Option<LineFacts>,
}

fn checked(view: &View, input: &ReceiptInput, is_line: bool) -> Result<()> {
    if !(1..=MOST_FEN).contains(&input.amount_fen) {
        return Err(AppError::refused("收款金额须大于0且不超过1000亿元").at("amountFen"));
    }
    period::check_day(view, input.party_a_id, "valueDate", input.value_date, "到账日期")?;
    check::at_most("payerName", &input.payer_name, 100, "付款户名不能超过100个字符")?;
    check::at_most("bankRef", &input.bank_ref, 64, "银行流水号不能超过64个字符")?;
    check::at_most("accountTail", &input.account_tail, 8, "收款账号尾号不能超过8个字符")?;
    check::remark(&input.remark)?;
    if let Some(known) = same_line(view, input, is_line)? {
        return Err(AppError::refused(format!("该银行流水已入账（收款单 {}）", known.receipt_no)));
    }
    // a line is found again by its file: banks name nobody for interest, payment services for none of theirs
    if !is_line && input.tenant_id == 0 && input.payer_name.trim().is_empty() {
        return Err(AppError::refused("待认领的收款须填写付款户名").at("payerName"));
    }
    check_lease(view, input.party_a_id, input.tenant_id, input.lease_id)?;
    must_be_related(view, input.tenant_id, input.party_a_id, input.anyway || input.lease_id > 0)?;
    check_deposit(input.purpose, input.method, input.lease_id)
}

/// The receipt of the same line of a statement: by account and reference, or, where one of the two says no account, by the
/// reference with day and amount. Of what is typed or comes by the template, a reference may have lost its zeros; lines of a
/// statement have been compared already.
fn same_line(view: &View, input: &ReceiptInput, is_line: bool) -> Result<Option<Receipt>> {
    let (wanted, tail) = (folded(&input.bank_ref), folded(&input.account_tail));
    if wanted.is_empty() {
        return Ok(None);
    }
    let line = line_columns(input.party_a_id, &input.account_tail, &input.bank_ref);
    if let Some(known) = view.tx.one(&BY_LINE, &line)? {
        return Ok(Some(known));
    }
    let alike = value_columns(input.party_a_id, input.value_date, input.amount_fen);
    let alike: Vec<Receipt> = view.tx.by(&BY_DAY_AMOUNT, &alike, false, 0, usize::MAX)?;
    Ok(alike.into_iter().find(|receipt| {
        let other = folded(&receipt.account_tail);
        let is_same =
            folded(&receipt.bank_ref) == wanted || (!is_line && is_same_number(&receipt.bank_ref, &input.bank_ref));
        is_same && (tail.is_empty() || other.is_empty() || tail == other)
    }))
}

/// A deposit has a lease, and is no income that the treasury could take.
fn check_deposit(purpose: Purpose, method: Method, lease_id: u64) -> Result<()> {
    if purpose == Purpose::Deposit && lease_id == 0 {
        return Err(AppError::refused("收取押金请选择合同").at("leaseId"));
    }
    if purpose == Purpose::Deposit && method == Method::Treasury {
        return Err(AppError::refused("押金不是收入，不能由财政直缴，请改为其他收款方式").at("method"));
    }
    Ok(())
}

fn check_lease(view: &View, party_a_id: u64, tenant_id: u64, lease_id: u64) -> Result<()> {
    if tenant_id > 0 {
        let _: Tenant = owned::find(view, tenant_id).map_err(|_| AppError::refused("请选择乙方").at("tenantId"))?;
    }
    if lease_id > 0 {
        let lease: Lease = owned::find(view, lease_id).map_err(|_| AppError::refused("请选择合同").at("leaseId"))?;
        if !lease.is_let_by(party_a_id) || !is_tenant(view, &lease, tenant_id)? {
            return Err(AppError::refused(format!("合同 {} 与收款单位或乙方不符", lease.title())));
        }
    }
    Ok(())
}

pub fn create(op: &mut Op, input: ReceiptInput) -> Result<Data<Made>> {
    enter(op, input, Origin::default())
}

/// Enters a receipt with what is known of the line it came from.
///
/// # Errors
/// A sentence for what no receipt may be; a record that cannot be written.
pub(super) fn enter(op: &mut Op, input: ReceiptInput, origin: Origin) -> Result<Data<Made>> {
    checked(&op.view(), &input, origin.line.is_some())?;
    let party: PartyA =
        owned::find(&op.view(), input.party_a_id).map_err(|_| AppError::refused("请选择收款单位").at("partyAId"))?;
    let receipt_id = op.next_id::<Receipt>()?;
    let claimed = input.tenant_id > 0;
    access::set(op, &input.files, FILES.name, receipt_id)?;
    let receipt = Receipt {
        receipt_id,
        receipt_no: number::draw(op, "SK")?,
        party_a_id: input.party_a_id,
        tenant_id: input.tenant_id,
        lease_id: input.lease_id,
        payer_name: input.payer_name.trim().to_owned(),
        amount_fen: input.amount_fen,
        method: input.method,
        account_tail: input.account_tail.trim().to_owned(),
        bank_ref: input.bank_ref.trim().to_owned(),
        line_key: origin.line_key,
        payer_mark: origin.payer_mark,
        line: origin.line,
        value_date: input.value_date,
        book_date: period::open_day(&op.view(), input.party_a_id, input.value_date)?,
        to_treasury: input.method == Method::Treasury,
        deposit_since: None,
        payer_days: Vec::new(),
        purpose: input.purpose,
        state: if claimed { ReceiptState::Posted } else { ReceiptState::Unclaimed },
        reversal: None,
        authors: authors::with(&[], op.caller),
        files: input.files,
        owned: fresh(op, party.owned.dept_id, input.remark),
    };
    op.put(&receipt)?;
    let to = match (claimed, receipt.purpose) {
        (false, _) => Account::Unclaimed,
        (true, Purpose::Bills) => Account::TenantCredit,
        (true, Purpose::Deposit) => Account::DepositHeld,
    };
    journal(op, &receipt, receipt.book_date, receipt.came_to(), to, receipt.amount_fen)?;
    if claimed {
        take_in(op, &receipt, receipt.book_date, &input.spread)?;
        // who has paid is no longer shown as owing
        money_came(op, receipt.tenant_id, receipt.party_a_id)?;
    }
    Ok(Data(Made { id: receipt_id }))
}

pub(super) fn journal(op: &mut Op, receipt: &Receipt, day: Date, to: Account, from: Account, fen: i64) -> Result<()> {
    let (party_a_id, document_id) = (receipt.party_a_id, receipt.receipt_id);
    let about = About { book_date: day, document: Document::Receipt, document_id, party_a_id };
    post(op, about, moved(to, from, fen, 0, receipt.tenant_id, receipt.lease_id))
}

/// Spreads a claimed receipt over bills; the rest becomes credit. Deposits go to deposit bills only.
fn take_in(op: &mut Op, receipt: &Receipt, book_date: Date, spread: &Spread) -> Result<()> {
    let bills = open_bills(&op.view(), receipt.tenant_id, receipt.party_a_id, receipt.lease_id)?;
    if receipt.purpose == Purpose::Deposit {
        return take_deposit(op, receipt, book_date, &bills);
    }
    check_designated(&bills, &spread.designated)?;
    let parts = parts(&op.view(), &bills, receipt.amount_fen, receipt.value_date, spread);
    let mode = if spread.designated.is_empty() { AllocationMode::Auto } else { AllocationMode::Manual };
    let mut left = receipt.amount_fen;
    for (bill_id, part) in parts {
        put_receipt_on(op, receipt, bill_id, part, money(receipt, book_date, mode))?;
        left -= part;
    }
    if left > 0 {
        let lot = lot_of_receipt(op, receipt)?;
        move_lot(op, lot, left, book_date, CreditCause::Received, 0)?;
    }
    Ok(())
}

/// What each bill gets of money for bills; the preview shows the same.
pub(super) fn parts(
    view: &View,
    bills: &[Open],
    amount_fen: i64,
    value_date: Date,
    spread: &Spread,
) -> Vec<(u64, i64)> {
    if spread.keep_as_credit {
        Vec::new()
    } else if spread.designated.is_empty() {
        apply::spread(bills, amount_fen, rule(view, value_date, spread.not_yet_due))
    } else {
        apply::designated(bills, &spread.designated, amount_fen)
    }
}

pub(super) fn check_designated(bills: &[Open], designated: &[u64]) -> Result<()> {
    let known = |bill_id: &u64| bills.iter().any(|bill| bill.bill_id == *bill_id && bill.kind != BillKind::Deposit);
    if designated.iter().all(known) {
        return Ok(());
    }
    Err(AppError::refused("指定的账单不属于该乙方、已缴清或为押金，请刷新后重新选择"))
}

fn rule(view: &View, value_date: Date, not_yet_due: bool) -> apply::Rule {
    let late_fee_first = view.app.settings.get(&LATE_FEE_FIRST);
    apply::Rule { value_date, late_fee_first, not_yet_due }
}

fn money(receipt: &Receipt, book_date: Date, mode: AllocationMode) -> Money {
    Money {
        source: MoneySource::Receipt,
        receipt_id: receipt.receipt_id,
        lot_id: 0,
        book_date,
        value_date: receipt.value_date,
        mode,
        account: Account::TenantCredit,
        document: (Document::Receipt, receipt.receipt_id),
    }
}

fn take_deposit(op: &mut Op, receipt: &Receipt, book_date: Date, bills: &[Open]) -> Result<()> {
    let mut left = receipt.amount_fen;
    for bill in bills.iter().filter(|bill| bill.kind == BillKind::Deposit) {
        let part = bill.open_fen.min(left);
        if part > 0 {
            let day = book_date.max(room_from(op, bill.bill_id, part)?);
            let money = Money { account: Account::DepositHeld, ..money(receipt, day, AllocationMode::Auto) };
            put_on(op, bill.bill_id, part, money)?;
            left -= part;
        }
    }
    if left > 0 {
        let over = yuan_grouped(left);
        return Err(AppError::refused(format!("押金收款超过应收押金 {over} 元，请核对金额或先开押金账单")));
    }
    let lease: Lease = owned::linked(&op.view(), receipt.lease_id)?;
    if lease.state == LeaseState::Settled {
        return Err(AppError::refused(format!("合同 {} 已结清，不再收取押金", lease.title())));
    }
    deposit::add(op, &lease, deposit_move(receipt, DepositKind::Receive, receipt.amount_fen, book_date))?;
    // A demand that is open again at a unit that let it before is paid there, and held by who lets it now.
    let (held, document) = ((Account::DepositHeld, receipt.amount_fen), (Document::Receipt, receipt.receipt_id));
    let parties = (receipt.party_a_id, lease.facts.party_a_id);
    between::shift(op, held, (receipt.tenant_id, lease.lease_id), parties, document, book_date)
}

pub(super) fn deposit_move(receipt: &Receipt, kind: DepositKind, amount_fen: i64, book_date: Date) -> NewMove {
    let (tenant_id, document_id, note) = (receipt.tenant_id, receipt.receipt_id, receipt.receipt_no.clone());
    NewMove { tenant_id, kind, amount_fen, book_date, document_id, note }
}

/// Open bills of a tenant at a party A; of one lease when it is named.
pub fn open_bills(view: &View, tenant_id: u64, party_a_id: u64, lease_id: u64) -> Result<Vec<Open>> {
    let columns = key().u64(tenant_id).u64(party_a_id);
    let bills: Vec<Bill> = view.tx.by(&OPEN_BY_TENANT, &columns, false, 0, usize::MAX)?;
    Ok(bills.iter().filter(|bill| lease_id == 0 || bill.lease_id == lease_id).map(Open::from).collect())
}

/// Whose a receipt is.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Claim {
    /// Number of the receipt 收款 that is meant.
    pub id: u64,
    /// The version that was read.
    #[serde(default)]
    pub version: Option<u64>,
    /// The tenant 乙方 who paid, by number; 0 while nobody is known.
    #[schemars(title = "乙方")]
    pub tenant_id: u64,
    /// For which lease; 0 for any of the tenant's. A deposit needs one.
    #[serde(default)]
    pub lease_id: u64,
    /// What the money is for 收款用途.
    #[serde(default)]
    pub purpose: Purpose,
    /// From now on this payer and his account are this tenant's.
    #[serde(default)]
    pub remember: bool,
    /// Confirmed: the tenant has nothing with the unit, and the money is his all the same.
    #[serde(default)]
    pub anyway: bool,
    /// How it is spread.
    #[serde(flatten)]
    pub spread: Spread,
}

pub(super) fn found(op: &Op, receipt_id: u64, version: Option<u64>) -> Result<Receipt> {
    let receipt: Receipt = owned::find(&op.view(), receipt_id)?;
    owned::check_version(&op.view(), &receipt, version)?;
    Ok(receipt)
}

/// POST /fin/receipt/claim 认领
pub fn claim(op: &mut Op, input: Claim) -> Result<Done> {
    let receipt = found(op, input.id, input.version)?;
    if receipt.state != ReceiptState::Unclaimed {
        return Err(AppError::refused(format!("收款单 {} {}，不能认领", receipt.title(), receipt.state.label())));
    }
    if input.tenant_id == 0 {
        return Err(AppError::refused("请选择乙方").at("tenantId"));
    }
    check_lease(&op.view(), receipt.party_a_id, input.tenant_id, input.lease_id)?;
    must_be_related(&op.view(), input.tenant_id, receipt.party_a_id, input.anyway || input.lease_id > 0)?;
    check_deposit(input.purpose, receipt.method, input.lease_id)?;
    let book_date = period::open_day(&op.view(), receipt.party_a_id, op.now.date().max(receipt.book_date))?;
    let (tenant_id, lease_id, state) = (input.tenant_id, input.lease_id, ReceiptState::Posted);
    let authors = authors::with(&receipt.authors, op.caller);
    let mut claimed = Receipt { authors, tenant_id, lease_id, state, owned: touched(op, &receipt.owned), ..receipt };
    let is_deposit = input.purpose == Purpose::Deposit;
    if is_deposit {
        // Until it was claimed it counted as money for bills, and figures of those days stay as they are.
        (claimed.purpose, claimed.deposit_since) = (Purpose::Deposit, Some(book_date));
    } else {
        claimed.payer_days.push(book_date);
    }
    op.put(&claimed)?;
    let to = if is_deposit { Account::DepositHeld } else { Account::TenantCredit };
    journal(op, &claimed, book_date, Account::Unclaimed, to, claimed.amount_fen)?;
    take_in(op, &claimed, book_date, &input.spread)?;
    money_came(op, claimed.tenant_id, claimed.party_a_id)?;
    if input.remember {
        learning::learn(op, &claimed)?;
    }
    Ok(Done)
}

/// POST /fin/receipt/unclaim: while nothing of it lies on a bill or went back.
pub fn unclaim(op: &mut Op, input: Which) -> Result<Done> {
    let receipt = found(op, input.id, input.version)?;
    if receipt.state != ReceiptState::Posted || receipt.purpose == Purpose::Deposit {
        return Err(AppError::refused(format!("收款单 {} 不能取消认领", receipt.title())));
    }
    if !living_of_receipt(&op.view(), receipt.receipt_id)?.is_empty() {
        return Err(AppError::refused(format!("收款单 {} 已有核销，不能取消认领", receipt.title())));
    }
    let book_date = period::open_day(&op.view(), receipt.party_a_id, op.now.date())?;
    let emptied = take_back_receipt(op, receipt.receipt_id, book_date)?;
    if emptied != receipt.amount_fen {
        return Err(AppError::refused(format!("收款单 {} 的款项已有退款，不能取消认领", receipt.title())));
    }
    journal(op, &receipt, book_date, Account::TenantCredit, Account::Unclaimed, receipt.amount_fen)?;
    learning::forget(op, &receipt)?;
    let owned = touched(op, &receipt.owned);
    let payer_days = receipt.payer_days.iter().copied().chain([book_date]).collect();
    let cause = format!("收款单 {} 已取消认领", receipt.title());
    withdraw_uncovered(op, receipt.tenant_id, &cause)?;
    receipt_gone(op, receipt.receipt_id, &cause)?;
    op.put(&Receipt { tenant_id: 0, lease_id: 0, state: ReceiptState::Unclaimed, payer_days, owned, ..receipt })?;
    Ok(Done)
}

/// A receipt, as it was read.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "WhichReceipt")]
pub struct Which {
    /// Number of the record that is meant.
    pub id: u64,
    /// The version that was read.
    #[serde(default)]
    pub version: Option<u64>,
}

/// Puts a tenant's credit on bills that are due: lots oldest first, bills in the legal order; a lot of a lease pays that
/// lease only, and what a refund promises stays. Answers the fen that moved.
///
/// # Errors
/// A record that cannot be written; a closed month.
pub fn apply_credit(op: &mut Op, tenant_id: u64, party_a_id: u64, day: Date) -> Result<i64> {
    let promised = promised(&op.view(), tenant_id, party_a_id, None)?;
    let lots: Vec<CreditLot> = op.view().tx.by(&LOTS, &key().u64(tenant_id).u64(party_a_id), false, 0, usize::MAX)?;
    let book_date = period::open_day(&op.view(), party_a_id, day)?;
    let mut moved = 0;
    for mut lot in lots {
        let bills = open_bills(&op.view(), tenant_id, party_a_id, lot.lease_id)?;
        let free = lot.left_fen - promised.of_lot(lot.lot_id, &[]);
        for (bill_id, part) in apply::spread(&bills, free, rule(&op.view(), day, false)) {
            put_on(op, bill_id, part, money_of_lot(&lot, book_date, AllocationMode::Auto))?;
            lot = move_lot(op, lot, -part, book_date, CreditCause::Applied, bill_id)?;
            moved += part;
        }
    }
    Ok(moved)
}
