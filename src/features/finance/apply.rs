//! Which open bills a payment pays, and in which order (domain.md 3.7; Civil Code 560). Pure.

use jiff::civil::Date;

use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::order::Order;

/// An open bill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Open {
    /// Number of the record.
    pub bill_id: u64,
    /// Its human number; the last word in the order.
    pub bill_no: String,
    /// 应缴日
    pub due_date: Date,
    pub kind: BillKind,
    /// Fen open.
    pub open_fen: i64,
}

/// How a payment is spread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// The day that decides which bills are due: the bank's.
    pub value_date: Date,
    /// Late fees before everything else (Civil Code 561); off by default because the contract template says principal
    /// first.
    pub late_fee_first: bool,
    /// Bills not yet due are paid too 可冲未到期.
    pub not_yet_due: bool,
}

/// Rent before property fee before water and power before others before late fees.
fn priority(kind: BillKind) -> u8 {
    match kind {
        BillKind::Rent => 0,
        BillKind::Property => 1,
        BillKind::Water | BillKind::Power => 2,
        BillKind::Other | BillKind::Penalty | BillKind::Deposit => 3,
        BillKind::LateFee => 4,
    }
}

/// What each bill gets, in the order of payment; what is left over is the caller's. Deposits are never paid this way.
pub fn spread(bills: &[Open], amount_fen: i64, rule: Rule) -> Vec<(u64, i64)> {
    let mut due: Vec<&Open> = bills
        .iter()
        .filter(|bill| bill.kind != BillKind::Deposit && bill.open_fen > 0)
        .filter(|bill| rule.not_yet_due || bill.due_date <= rule.value_date)
        .collect();
    due.order_by(|a, b| {
        let order = |bill: &Open| {
            let fee_first = rule.late_fee_first && bill.kind == BillKind::LateFee;
            (!fee_first, bill.due_date, priority(bill.kind))
        };
        order(a).cmp(&order(b)).then_with(|| a.bill_no.cmp(&b.bill_no))
    });
    in_order(&due, amount_fen)
}

/// What each designated bill gets, in the payer's order.
pub fn designated(bills: &[Open], wanted: &[u64], amount_fen: i64) -> Vec<(u64, i64)> {
    let chosen: Vec<&Open> =
        wanted.iter().filter_map(|bill_id| bills.iter().find(|bill| bill.bill_id == *bill_id)).collect();
    in_order(&chosen, amount_fen)
}

fn in_order(bills: &[&Open], amount_fen: i64) -> Vec<(u64, i64)> {
    let mut left = amount_fen;
    let mut parts = Vec::new();
    for bill in bills {
        let part = bill.open_fen.min(left);
        if part <= 0 {
            break;
        }
        left -= part;
        parts.push((bill.bill_id, part));
    }
    parts
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn open(bill_id: u64, due: (i8, i8), kind: BillKind, open_fen: i64) -> Open {
        let bill_no = format!("ZD-202401-{bill_id:06}");
        Open { bill_id, bill_no, due_date: date(2024, due.0, due.1), kind, open_fen }
    }

    /// Bills of V13: A, B, L, C.
    fn bills() -> Vec<Open> {
        vec![
            open(4, (3, 5), BillKind::Rent, 1_000_000),
            open(3, (2, 28), BillKind::LateFee, 6_120),
            open(2, (2, 5), BillKind::Rent, 1_000_000),
            open(1, (1, 5), BillKind::Rent, 400_000),
        ]
    }

    const RULE: Rule = Rule { value_date: date(2024, 3, 1), late_fee_first: false, not_yet_due: false };

    #[test]
    fn v13_the_oldest_due_first_and_the_rest_is_left() {
        assert_eq!(spread(&bills(), 1_850_000, RULE), [(1, 400_000), (2, 1_000_000), (3, 6_120)]);
    }

    #[test]
    fn v13c_what_the_payer_says_counts() {
        assert_eq!(designated(&bills(), &[4, 2], 1_850_000), [(4, 1_000_000), (2, 850_000)]);
    }

    #[test]
    fn switches() {
        let first = Rule { late_fee_first: true, ..RULE };
        assert_eq!(spread(&bills(), 10_000, first), [(3, 6_120), (1, 3_880)]);
        let ahead = Rule { not_yet_due: true, ..RULE };
        assert_eq!(spread(&bills(), 2_000_000, ahead).last(), Some(&(4, 593_880)));
        assert_eq!(spread(&[open(9, (1, 1), BillKind::Deposit, 5)], 5, ahead), []);
    }

    #[test]
    fn on_one_day_rent_goes_before_fees_and_lower_numbers_first() {
        let bills = [
            open(5, (1, 5), BillKind::Rent, 10),
            open(4, (1, 5), BillKind::Rent, 10),
            open(3, (1, 5), BillKind::Water, 10),
            open(2, (1, 5), BillKind::Property, 10),
            open(1, (1, 5), BillKind::LateFee, 10),
        ];
        let order: Vec<u64> = spread(&bills, 50, RULE).into_iter().map(|(bill, _)| bill).collect();
        assert_eq!(order, [4, 5, 2, 3, 1]);
    }
}
