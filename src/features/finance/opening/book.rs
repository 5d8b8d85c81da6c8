//! How an opening balance enters the books: a bill, a credit lot, or a deposit held.

use jiff::civil::Date;

use super::record::{BY_ORIGIN, Opening, OpeningFacts, OpeningKind};
use crate::error::{AppError, Result};
use crate::features::assets::asset::record::Asset;
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::allocation::{
    AllocationMode, CreditCause, CreditLot, Money, MoneySource, move_lot, put_on, room_from,
};
use crate::features::finance::bill::generate::{draft, living};
use crate::features::finance::bill::post::{NewBill, issue, owned as fresh};
use crate::features::finance::bill::record::{Bill, BillSource, BillState};
use crate::features::finance::bill::standing;
use crate::features::finance::deposit::{self, DepositKind, NewMove};
use crate::features::finance::ledger::record::{Account, Document};
use crate::features::finance::ledger::{About, moved, post};
use crate::features::finance::period;
use crate::features::finance::period::{books_from, books_from_of};
use crate::features::lease::contract::plan::terms_of;
use crate::features::lease::contract::record::Lease;
use crate::features::lease::schedule::plan::{PlannedBill, plan};
use crate::features::lease::schedule::terms::BillKind;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::check;
use crate::kernel::money::{MOST_FEN, yuan_grouped};
use crate::kernel::span::DateSpan;
use crate::op::{Op, View};
use crate::records::owned;
use crate::store::{Reads, id, key};

/// The day opening balances of a party A count from when a row names none: the first day of its books, else today.
///
/// # Errors
/// A record that cannot be read.
pub fn usual_day(view: &View, party_a_id: u64) -> Result<Date> {
    let today = view.now.date();
    Ok(books_from(view, party_a_id)?.filter(|day| *day <= today).unwrap_or(today))
}

/// The balance that a number of the system before became; one whose bill was made void may come in again.
pub fn known(view: &View, party_a_id: u64, origin_no: &str) -> Result<Option<(Opening, bool)>> {
    let Some(opening) = view.tx.one::<Opening>(&BY_ORIGIN, &key().u64(party_a_id).str(origin_no))? else {
        return Ok(None);
    };
    let is_void = opening.revoked.is_some()
        || opening.facts.kind == OpeningKind::Bill
            && view.tx.get::<Bill>(&id(opening.document_id))?.is_some_and(|bill| bill.state == BillState::Void);
    Ok(Some((opening, is_void)))
}

/// What a balance became, for a sentence.
pub fn became(view: &View, opening: &Opening) -> Result<String> {
    let bill: Option<Bill> = match opening.facts.kind {
        OpeningKind::Bill => view.tx.get(&id(opening.document_id))?,
        _ => None,
    };
    Ok(bill.map_or_else(|| opening.facts.kind.label().to_owned(), |bill| format!("账单 {}", bill.bill_no)))
}

fn checked(view: &View, facts: &OpeningFacts, book_date: Date) -> Result<()> {
    if facts.kind != OpeningKind::Paid && !(1..=MOST_FEN).contains(&facts.amount_fen) {
        return Err(AppError::refused("金额须大于0且不超过1000亿元").at("amountFen"));
    }
    check::past_day("bookDate", book_date, view.now.date(), "入账日")?;
    let days = [("dueDate", "应缴日", facts.due_date), ("period", "账期开始", facts.period.map(|period| period.from))];
    for (field, what, day) in days.into_iter().chain([("period", "账期结束", facts.period.map(|period| period.to))])
    {
        day.map_or(Ok(()), |day| check::day(field, day, view.now.date(), what))?;
    }
    period::require_open(view, facts.party_a_id, book_date)?;
    if facts.lease_id > 0 {
        let lease: Lease = owned::linked(view, facts.lease_id)?;
        if !lease.has_bills() {
            return Err(AppError::refused(format!("合同 {} 尚未签订或已作废，不能导入期初余额", lease.lease_no)));
        }
    }
    match facts.kind {
        OpeningKind::Bill => check_bill(view, facts),
        OpeningKind::Credit => Ok(()),
        OpeningKind::Deposit => check_deposit(view, facts),
        OpeningKind::Paid if facts.lease_id == 0 => Err(AppError::refused("已缴账期须填写合同编号")),
        OpeningKind::Paid => Ok(()),
    }
}

/// A bill has a place, asks for something, and stands for nothing that the contract bills itself.
fn check_bill(view: &View, facts: &OpeningFacts) -> Result<()> {
    if facts.bill_kind == Some(BillKind::Deposit) {
        return Err(AppError::refused("未收的押金随合同出账，不作为期初账单导入"));
    }
    if facts.paid_fen >= facts.amount_fen {
        return Err(AppError::refused("已缴金额须小于金额；已缴清的账期请按类别“已缴账期”填写账期结束（已缴至）"));
    }
    if facts.period.is_some_and(|period| period.is_empty()) {
        return Err(AppError::refused("账期结束不能早于账期开始"));
    }
    if facts.lease_id + facts.asset_id + facts.plate_id == 0 {
        return Err(AppError::refused("请填写合同编号、资产或板块之一"));
    }
    if facts.lease_id == 0 {
        return Ok(());
    }
    let lease: Lease = owned::linked(view, facts.lease_id)?;
    let Some(from) = books_from_of(view, &lease)? else {
        return Err(AppError::refused(
            "请先设置账务启用日（甲方管理中的甲方，或参数 fin.booksFrom），否则合同会再次开出启用日以前的账单",
        ));
    };
    let is_of_books = |period: DateSpan| period.from >= from && !was_asked_before(view, &lease, period, from);
    if facts.bill_kind == Some(BillKind::Rent) && facts.period.is_some_and(is_of_books) {
        return Err(AppError::refused(format!("账期从账务启用日 {from} 起的租金由合同出账，不作为期初账单导入")));
    }
    let same = |bill: &&Bill| {
        !standing::is_of_before(bill)
            && Some(bill.kind) == facts.bill_kind
            && bill.period.zip(facts.period).is_some_and(|(known, given)| known.overlaps(&given))
    };
    match living(view, facts.lease_id)?.iter().find(same) {
        Some(bill) => Err(AppError::refused(format!("该账期已由合同出账（账单 {}）", bill.bill_no))),
        None => Ok(()),
    }
}

/// Whether the contract asked for a period before a day, in advance.
fn was_asked_before(view: &View, lease: &Lease, period: DateSpan, day: Date) -> bool {
    let planned = terms_of(view, lease, lease.version_no).ok().and_then(|terms| plan(&terms).ok());
    let is_meant = |bill: &PlannedBill| bill.kind == BillKind::Rent && bill.period == period && bill.issue_date < day;
    planned.is_some_and(|planned| planned.iter().any(is_meant))
}

fn check_deposit(view: &View, facts: &OpeningFacts) -> Result<()> {
    if facts.lease_id == 0 {
        return Err(AppError::refused("期初押金须填写合同编号"));
    }
    let lease: Lease = owned::linked(view, facts.lease_id)?;
    let (agreed, held) = (lease.facts.deposit_fen, deposit::held(view, lease.lease_id)?);
    if held + facts.amount_fen > agreed {
        let (no, agreed, held) = (&lease.lease_no, yuan_grouped(agreed), yuan_grouped(held));
        return Err(AppError::refused(format!("合同 {no} 约定押金 {agreed} 元，在押 {held} 元，期初押金超出约定")));
    }
    Ok(())
}

/// Books a balance and remembers its number; `before` is one whose bill was made void.
///
/// # Errors
/// A sentence for a balance that cannot stand; a closed month.
pub fn book(
    op: &mut Op,
    origin_no: &str,
    facts: OpeningFacts,
    book_date: Date,
    before: Option<&Opening>,
) -> Result<()> {
    checked(&op.view(), &facts, book_date)?;
    let opening_id = match before {
        Some(opening) => opening.opening_id,
        None => op.next_id::<Opening>()?,
    };
    let dept_id = department(&op.view(), &facts)?;
    let document_id = match facts.kind {
        OpeningKind::Bill => bill(op, origin_no, &facts, book_date, dept_id)?,
        OpeningKind::Credit => credit(op, &facts, book_date, (dept_id, opening_id))?,
        OpeningKind::Deposit => deposit(op, origin_no, &facts, book_date, opening_id)?,
        OpeningKind::Paid => paid(op, origin_no, &facts)?,
    };
    let owned = fresh(op, dept_id, facts.remark.clone());
    let origin_no = origin_no.to_owned();
    // A balance that comes in again after it was taken back is another one: the old one stays in the statement.
    let opening_id =
        if before.is_some_and(|opening| opening.revoked.is_some()) { op.next_id::<Opening>()? } else { opening_id };
    op.put(&Opening { opening_id, origin_no, facts, book_date, document_id, revoked: None, owned })?;
    Ok(())
}

/// Records the periods that were paid before the books as far as nothing stands for them yet. Answers the first bill.
fn paid(op: &mut Op, origin_no: &str, facts: &OpeningFacts) -> Result<u64> {
    let lease: Lease = owned::linked(&op.view(), facts.lease_id)?;
    let until = facts.period.map(|period| period.to);
    let until = until.ok_or_else(|| AppError::refused("已缴账期须填写账期结束，即已缴至的日期").at("period"))?;
    let mut first = 0;
    for planned in standing::declared(&op.view(), &lease, facts.bill_kind, until)? {
        let remark = format!("原系统编号 {origin_no}；启用前已缴至 {until}");
        let bill = standing::record(op, &lease, lease.version_no, &planned, &remark)?;
        if first == 0 {
            first = bill.bill_id;
        }
    }
    Ok(first)
}

/// Who keeps it: the department of the lease, of the asset, or of the party A.
fn department(view: &View, facts: &OpeningFacts) -> Result<u64> {
    if facts.lease_id > 0 {
        return Ok(owned::linked::<Lease>(view, facts.lease_id)?.owned.dept_id);
    }
    if facts.asset_id > 0 {
        return Ok(owned::linked::<Asset>(view, facts.asset_id)?.owned.dept_id);
    }
    Ok(owned::linked::<PartyA>(view, facts.party_a_id)?.owned.dept_id)
}

fn bill(op: &mut Op, origin_no: &str, facts: &OpeningFacts, day: Date, dept_id: u64) -> Result<u64> {
    let kind = facts.bill_kind.unwrap_or(BillKind::Rent);
    let base = if facts.lease_id > 0 {
        let lease: Lease = owned::linked(&op.view(), facts.lease_id)?;
        draft(&op.view(), &lease, kind, BillSource::Opening, day)?
    } else {
        let tenant: Tenant = owned::linked(&op.view(), facts.tenant_id)?;
        NewBill {
            lease_id: 0,
            version_no: 0,
            tenant: (tenant.tenant_id, tenant.facts.tenant_name),
            party_a_id: facts.party_a_id,
            place: (facts.plate_id, facts.asset_id),
            room_text: String::new(),
            kind,
            charge_line: 0,
            period: None,
            issue_date: day,
            due_date: day,
            amount_fen: 0,
            lines: Vec::new(),
            split: Vec::new(),
            adjusts_bill_id: 0,
            source: BillSource::Opening,
            dept_id,
            remark: String::new(),
        }
    };
    let mut remark = format!("原系统编号 {origin_no}");
    if facts.paid_fen > 0 {
        let (asked, paid) = (yuan_grouped(facts.amount_fen), yuan_grouped(facts.paid_fen));
        remark += &format!("；原应缴 {asked} 元，启用前已缴 {paid} 元");
    }
    if !facts.remark.is_empty() {
        remark += &format!("；{}", facts.remark);
    }
    let (amount_fen, due_date) = (facts.amount_fen - facts.paid_fen, facts.due_date.unwrap_or(day));
    let bill = issue(op, NewBill { amount_fen, due_date, period: facts.period, remark, ..base })?;
    Ok(bill.bill_id)
}

fn journal(op: &mut Op, facts: &OpeningFacts, day: Date, opening_id: u64, to: Account) -> Result<()> {
    let about =
        About { book_date: day, document: Document::Opening, document_id: opening_id, party_a_id: facts.party_a_id };
    let lines = moved(Account::Opening, to, facts.amount_fen, facts.plate_id, facts.tenant_id, facts.lease_id);
    post(op, about, lines)
}

/// A lot without a receipt: it pays bills and is refunded like any other.
fn credit(op: &mut Op, facts: &OpeningFacts, day: Date, (dept_id, opening_id): (u64, u64)) -> Result<u64> {
    let lot = CreditLot {
        lot_id: op.next_id::<CreditLot>()?,
        tenant_id: facts.tenant_id,
        party_a_id: facts.party_a_id,
        lease_id: facts.lease_id,
        receipt_id: 0,
        value_date: day,
        left_fen: 0,
        dept_id,
    };
    journal(op, facts, day, opening_id, Account::TenantCredit)?;
    let lot = move_lot(op, lot, facts.amount_fen, day, CreditCause::Opening, 0)?;
    Ok(lot.lot_id)
}

/// Deposit that is held already; a bill that asks for it is paid by it.
fn deposit(op: &mut Op, origin_no: &str, facts: &OpeningFacts, day: Date, opening_id: u64) -> Result<u64> {
    let mut left = facts.amount_fen;
    for bill in living(&op.view(), facts.lease_id)?.iter().filter(|bill| bill.kind == BillKind::Deposit) {
        let part = bill.outstanding_fen().min(left);
        if part > 0 {
            let money = Money {
                source: MoneySource::Opening,
                receipt_id: 0,
                lot_id: 0,
                book_date: day.max(bill.book_date).max(room_from(op, bill.bill_id, part)?),
                value_date: day,
                mode: AllocationMode::Auto,
                account: Account::DepositHeld,
                document: (Document::Opening, opening_id),
            };
            put_on(op, bill.bill_id, part, money)?;
            left -= part;
        }
    }
    journal(op, facts, day, opening_id, Account::DepositHeld)?;
    let note = format!("原系统编号 {origin_no}");
    let (kind, amount_fen, tenant_id) = (DepositKind::Opening, facts.amount_fen, facts.tenant_id);
    let lease: Lease = owned::linked(&op.view(), facts.lease_id)?;
    deposit::add(op, &lease, NewMove { tenant_id, kind, amount_fen, book_date: day, document_id: opening_id, note })?;
    Ok(0)
}
