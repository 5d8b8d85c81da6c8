//! The worked numbers of domain.md 3.11-3.13.

use jiff::civil::{Date, date};

use super::load::Books;
use super::*;
use crate::features::finance::allocation::{Allocation, AllocationMode, MoneySource};
use crate::features::finance::bill::record::{Bill, BillSource, BillState};
use crate::features::finance::payout::record::{Payout, PayoutFacts, PayoutState};
use crate::features::finance::receipt::record::{Method, Receipt, ReceiptState, Reversal, ReversalKind};
use crate::features::finance::sums::OfBill;
use crate::features::finance::waiver::record::{WaivedPart, Waiver, WaiverReason, WaiverState};
use crate::kernel::dates::Stamp;
use crate::records::owned::Owned;

fn bill(bill_id: u64, due: Date, amount_fen: i64) -> Bill {
    Bill {
        bill_id,
        bill_no: bill_id.to_string(),
        lease_id: 1,
        version_no: 1,
        tenant_id: bill_id,
        tenant_name: String::new(),
        party_a_id: 1,
        plate_id: 1,
        asset_id: 1,
        room_text: String::new(),
        kind: BillKind::Rent,
        charge_line: 0,
        period: None,
        issue_date: crate::kernel::span::add_days(due, -10),
        book_date: crate::kernel::span::add_days(due, -10),
        due_date: due,
        amount_fen,
        lines: Vec::new(),
        split: Vec::new(),
        waived_fen: 0,
        allocated_fen: 0,
        credited_fen: 0,
        adjusts_bill_id: 0,
        adjusts: None,
        source: BillSource::Contract,
        state: BillState::Issued,
        void_date: None,
        owned: Owned::default(),
    }
}

/// A receipt that pays one bill whole.
fn paid(books: &mut Books, bill_id: u64, day: Date, fen: i64) {
    let receipt_id = books.receipts.len() as u64 + 1;
    books.receipts.push(receipt(receipt_id, day, fen, Purpose::Bills));
    let due_date = books.bills.iter().find(|bill| bill.bill_id == bill_id).expect("a bill").due_date;
    books.allocations.push(Allocation {
        allocation_id: receipt_id,
        bill_id,
        source: MoneySource::Receipt,
        receipt_id,
        lot_id: 0,
        amount_fen: fen,
        book_date: day,
        value_date: day,
        mode: AllocationMode::Auto,
        reverses_id: 0,
        party_a_id: 1,
        plate_id: 1,
        kind: BillKind::Rent,
        due_date,
        bill_date: crate::kernel::span::add_days(due_date, -10),
        dept_id: 0,
        tenant_id: bill_id,
        receipt_date: Some(day),
        to_treasury: false,
    });
}

fn receipt(receipt_id: u64, day: Date, amount_fen: i64, purpose: Purpose) -> Receipt {
    Receipt {
        receipt_id,
        receipt_no: String::new(),
        party_a_id: 1,
        tenant_id: 1,
        lease_id: 0,
        payer_name: String::new(),
        amount_fen,
        method: Method::Transfer,
        account_tail: String::new(),
        bank_ref: String::new(),
        line_key: String::new(),
        payer_mark: String::new(),
        line: None,
        value_date: day,
        book_date: day,
        to_treasury: false,
        deposit_since: None,
        payer_days: Vec::new(),
        purpose,
        state: ReceiptState::Posted,
        reversal: None,
        authors: Vec::new(),
        files: Vec::new(),
        owned: Owned::default(),
    }
}

#[test]
fn v16_ages() {
    let as_of = date(2024, 12, 31);
    for (due, place) in [
        (as_of, 0),
        (date(2024, 12, 30), 1),
        (date(2024, 12, 1), 1),
        (date(2024, 11, 30), 2),
        (date(2024, 11, 1), 2),
        (date(2024, 10, 2), 3),
        (date(2024, 10, 1), 4),
        (date(2024, 7, 4), 4),
        (date(2024, 7, 3), 5),
        (date(2024, 1, 1), 5),
        (date(2023, 12, 31), 6),
    ] {
        assert_eq!(bucket(days_between(due, as_of)), place, "{due}");
        let books = Books { bills: vec![bill(1, due, 100)], ..Books::default() }.linked();
        let ageing = books.ageing(as_of);
        assert_eq!((ageing.buckets_fen[place], ageing.arrears_fen), (100, if place == 0 { 0 } else { 100 }), "{due}");
    }
}

/// June of V17: bills 1, 2, 3 and a void one; 5 is July's, 6 May's, 7 the rest of the opening arrears.
fn v17() -> Books {
    let june = |day| date(2024, 6, day);
    let mut void = bill(4, june(20), 2_000_000);
    (void.state, void.void_date) = (BillState::Void, Some(june(10)));
    let bills = vec![
        bill(1, june(5), 10_000_000),
        bill(2, june(10), 5_000_000),
        bill(3, june(15), 3_000_000),
        void,
        bill(5, date(2024, 7, 5), 4_000_000),
        bill(6, date(2024, 5, 5), 800_000),
        bill(7, date(2024, 4, 5), 2_800_000),
    ];
    let waiver = Waiver {
        waiver_id: 1,
        waiver_no: String::new(),
        party_a_id: 1,
        reason_kind: WaiverReason::Other,
        policy_doc: String::new(),
        scope: vec![WaivedPart { bill_id: 3, amount_fen: 1_000_000, of: OfBill::from(&bills[2]) }],
        total_fen: 1_000_000,
        effective_date: june(12),
        revoked_date: None,
        cuts: Vec::new(),
        authors: Vec::new(),
        state: WaiverState::Effective,
        decided_by: String::new(),
        comment: String::new(),
        owned: Owned::default(),
    };
    let mut books = Books { bills, waivers: vec![waiver], ..Books::default() };
    paid(&mut books, 1, june(3), 10_000_000);
    paid(&mut books, 3, june(15), 2_000_000);
    paid(&mut books, 2, june(28), 2_000_000);
    paid(&mut books, 2, date(2024, 7, 10), 1_500_000);
    paid(&mut books, 5, june(20), 4_000_000);
    paid(&mut books, 6, june(21), 800_000);
    books.linked()
}

#[test]
fn v17_collection_is_not_what_came_in_over_what_was_due() {
    let books = v17();
    let june = DateSpan::new(date(2024, 6, 1), date(2024, 6, 30));
    for (as_of, collected, rate) in [(june.to, 14_000_000, 8_235), (date(2024, 7, 31), 15_500_000, 9_118)] {
        let told = books.collection(june, as_of, true);
        assert_eq!((told.net_due_fen, told.collected_fen, told.rate), (17_000_000, collected, Some(rate)), "{as_of}");
    }
    let roll = books.roll_forward(june.from, june.to);
    assert_eq!((roll.opening_fen, roll.earlier_rate, roll.overall_rate), (3_600_000, Some(2_222), Some(7_184)));
    assert_eq!(roll.opening_fen + roll.net_due_fen - roll.collected_fen - roll.paid_ahead_fen, roll.closing_fen);
    let received = books.received(june);
    assert_eq!((received.total_fen, received.current_fen), (18_800_000, 14_000_000));
    assert_eq!((received.earlier_fen, received.ahead_fen), (800_000, 4_000_000));
    let never = books.collection(DateSpan::new(date(2023, 1, 1), date(2023, 12, 31)), june.to, true);
    assert_eq!(never.rate, None, "nothing was due");
}

#[test]
fn v19_cash_flow_with_a_bounce() {
    let mut bounced = receipt(2, date(2024, 1, 20), 1_000_000, Purpose::Bills);
    let (kind, book_date) = (ReversalKind::Bounced, date(2024, 2, 10));
    bounced.reversal = Some(Reversal { kind, book_date, reason: String::new(), by: String::new(), at: Stamp(0) });
    let payout = |kind, fen: i64| Payout {
        payout_id: 1,
        payout_no: String::new(),
        kind,
        facts: PayoutFacts { party_a_id: 1, amount_fen: fen, ..PayoutFacts::default() },
        authors: Vec::new(),
        state: PayoutState::Paid,
        paid_date: Some(date(2024, 3, 8)),
        book_date: Some(date(2024, 3, 8)),
        reversed_date: None,
        lots: Vec::new(),
        decided_by: String::new(),
        comment: String::new(),
        files: Vec::new(),
        owned: Owned::default(),
    };
    let books = Books {
        receipts: vec![
            receipt(1, date(2024, 1, 5), 4_000_000, Purpose::Bills),
            bounced,
            receipt(3, date(2024, 2, 5), 3_000_000, Purpose::Bills),
            receipt(4, date(2024, 2, 6), 2_000_000, Purpose::Deposit),
        ],
        payouts: vec![payout(PayoutKind::CreditRefund, 500_000), payout(PayoutKind::Expense, 800_000)],
        ..Books::default()
    }
    .linked();
    let months = books.cash_flow(2024, date(2024, 3, 31));
    let nets: Vec<i64> = months.iter().take(3).map(|month| month.net_fen).collect();
    let running: Vec<i64> = months.iter().take(3).map(|month| month.running_fen).collect();
    assert_eq!(nets, [5_000_000, 4_000_000, -1_300_000]);
    assert_eq!(running, [5_000_000, 9_000_000, 7_700_000]);
    assert!(months.iter().skip(3).all(|month| month.net_fen == 0), "nothing after the day");
}

#[test]
fn rates_round_half_up_and_are_none_over_nothing() {
    for (part, whole, told) in [(1, 3, Some(3_333)), (2, 3, Some(6_667)), (0, 5, Some(0)), (5, 0, None), (5, -1, None)]
    {
        assert_eq!(rate(part, whole), told, "{part}/{whole}");
    }
}
