//! When a case becomes a candidate (domain.md 4.7): the limits, and each rule as a function over values.

use jiff::civil::Date;

use crate::features::finance::bill::record::{Bill, BillState};
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::order::Order;
use crate::kernel::span::days_between;
use crate::op::View;
use crate::platform::settings::{Setting, SettingInfo};

/// Days of arrears from which an amount counts.
pub const ARREARS_DAYS: Setting<u64> = Setting::number(50, "expo.arrearsDays", 90, 0, 100000000)
    .called("曝光-欠缴天数", "逾期不少于此天数的欠缴计入规则金额");

/// Yuan of arrears, of one tenant at one Party A, that make a candidate.
pub const ARREARS_YUAN: Setting<u64> = Setting::number(51, "expo.arrearsYuan", 5000, 0, 100000000)
    .called("曝光-欠缴金额（元）", "同一乙方对同一甲方，达到天数的欠缴合计不少于此金额时列为候选");

/// Unpaid rent bills of one lease in a row that make a candidate; 0 switches the rule off.
pub const UNPAID_BILLS: Setting<u64> = Setting::number(52, "expo.unpaidBills", 2, 0, 100000000)
    .called("曝光-连续未缴账单数", "同一合同连续未缴的租金账单不少于此数时列为候选；0 表示不用此规则");

/// Days by which Party A is late to remit that make a candidate.
pub const REMIT_DAYS: Setting<u64> = Setting::number(53, "expo.remitDays", 30, 0, 100000000)
    .called("曝光-逾期未上缴天数", "甲方逾期未上缴不少于此天数时列为候选");

/// Days that a lettable room stands empty that make a candidate.
pub const IDLE_DAYS: Setting<u64> = Setting::number(54, "expo.idleDays", 180, 0, 100000000)
    .called("曝光-房间空置天数", "可出租房间连续空置不少于此天数时列为候选");

/// Days that a candidate gets to put things right.
pub const RECTIFY_DAYS: Setting<u64> = Setting::number(55, "expo.rectifyDays", 30, 0, 100000000)
    .called("曝光-默认整改天数", "候选的整改期限，从生成之日起算");

/// Days in which the same subject is not a candidate again.
pub const REST_DAYS: Setting<u64> = Setting::number(56, "expo.restDays", 90, 0, 100000000)
    .called("曝光-再次列为候选的间隔（天）", "不予曝光、撤下、到期或手工登记整改后，同一对象经过此天数才再次列为候选");

/// All of them.
pub const SETTINGS: &[SettingInfo] = &[
    ARREARS_DAYS.info,
    ARREARS_YUAN.info,
    UNPAID_BILLS.info,
    REMIT_DAYS.info,
    IDLE_DAYS.info,
    RECTIFY_DAYS.info,
    REST_DAYS.info,
];

/// The limits, from the settings `expo.*`.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Days that money must be overdue.
    pub arrears_days: i64,
    /// How much of it, fen.
    pub arrears_fen: i64,
    /// Unpaid bills in a row; 0 switches the rule off.
    pub unpaid_bills: usize,
    /// Days a remittance must be late.
    pub remit_days: i64,
    /// Days a room must stand empty.
    pub idle_days: i64,
    /// Days a candidate has to be put right when nobody says otherwise.
    pub rectify_days: i64,
    /// Days after a refusal, a withdrawal or the end of an entry until the same case is proposed again.
    pub rest_days: i64,
}

impl Limits {
    /// The limits of today.
    pub fn of(view: &View) -> Self {
        let number = |setting: &Setting<u64>| {
            let value = view.app.settings.get(setting).min(100_000_000);
            i64::try_from(value).unwrap_or_default()
        };
        Self {
            arrears_days: number(&ARREARS_DAYS),
            arrears_fen: number(&ARREARS_YUAN) * 100,
            unpaid_bills: usize::try_from(number(&UNPAID_BILLS)).unwrap_or_default(),
            remit_days: number(&REMIT_DAYS),
            idle_days: number(&IDLE_DAYS),
            rectify_days: number(&RECTIFY_DAYS),
            rest_days: number(&REST_DAYS),
        }
    }
}

/// What a tenant owes a party A.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Owed {
    /// Overdue bills, oldest first.
    pub bills: Vec<u64>,
    /// Fen open on them.
    pub fen: i64,
    /// Days since the oldest was due.
    pub days: i64,
    /// Plate of the oldest.
    pub plate_id: u64,
    pub dept_id: u64,
}

/// The overdue bills among these, of one tenant at one party A; deposits are no arrears.
pub fn owed(bills: &[Bill], today: Date) -> Owed {
    let mut overdue: Vec<&Bill> =
        bills.iter().filter(|bill| bill.kind != BillKind::Deposit && bill.is_overdue(today)).collect();
    overdue.order_by_key(|bill| (bill.due_date, bill.bill_id));
    let Some(oldest) = overdue.first() else { return Owed::default() };
    Owed {
        bills: overdue.iter().map(|bill| bill.bill_id).collect(),
        fen: overdue.iter().map(|bill| bill.outstanding_fen()).sum(),
        days: days_between(oldest.due_date, today),
        plate_id: oldest.plate_id,
        dept_id: oldest.owned.dept_id,
    }
}

/// Rule 1: money that is overdue for so many days reaches the amount. Younger arrears do not help to reach it.
pub fn long_arrears(bills: &[Bill], today: Date, limits: &Limits) -> bool {
    let old = bills.iter().filter(|bill| {
        bill.kind != BillKind::Deposit
            && bill.is_overdue(today)
            && days_between(bill.due_date, today) >= limits.arrears_days
    });
    let fen: i64 = old.map(Bill::outstanding_fen).sum();
    fen > 0 && fen >= limits.arrears_fen
}

/// Rule 2: so many rent bills of one lease in a row are overdue and nothing was paid on them. Void ones, adjustments and
/// those that were wholly waived stand in no row.
pub fn unpaid_in_a_row(bills_of_lease: &[Bill], today: Date, limits: &Limits) -> bool {
    let mut rents: Vec<&Bill> = bills_of_lease
        .iter()
        .filter(|bill| {
            bill.kind == BillKind::Rent
                && bill.state == BillState::Issued
                && bill.amount_fen > 0
                && bill.net_fen() > 0
                && bill.due_date < today
        })
        .collect();
    rents.order_by_key(|bill| (bill.due_date, bill.bill_id));
    let mut row = 0;
    for bill in rents {
        row = if bill.allocated_fen == 0 { row + 1 } else { 0 };
        if limits.unpaid_bills > 0 && row >= limits.unpaid_bills {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::features::finance::bill::record::BillSource;
    use crate::records::owned::Owned;

    const TODAY: Date = date(2024, 9, 30);
    const LIMITS: Limits = Limits {
        arrears_days: 90,
        arrears_fen: 500_000,
        unpaid_bills: 2,
        remit_days: 30,
        idle_days: 180,
        rectify_days: 30,
        rest_days: 90,
    };

    fn bill(id: u64, due_date: Date, amount_fen: i64, allocated_fen: i64) -> Bill {
        Bill {
            bill_id: id,
            bill_no: format!("ZD-{id}"),
            lease_id: 1,
            version_no: 1,
            tenant_id: 1,
            tenant_name: String::new(),
            party_a_id: 1,
            plate_id: 7,
            asset_id: 0,
            room_text: String::new(),
            kind: BillKind::Rent,
            charge_line: 0,
            period: None,
            issue_date: due_date,
            book_date: due_date,
            due_date,
            amount_fen,
            lines: Vec::new(),
            split: Vec::new(),
            waived_fen: 0,
            allocated_fen,
            credited_fen: 0,
            adjusts_bill_id: 0,
            adjusts: None,
            source: BillSource::Contract,
            state: BillState::Issued,
            void_date: None,
            owned: Owned::default(),
        }
    }

    #[test]
    fn arrears_need_both_age_and_amount() {
        let (ninety, younger) = (date(2024, 7, 2), date(2024, 7, 3));
        for (bills, expected) in [
            (vec![bill(1, ninety, 500_000, 0)], true),
            (vec![bill(1, ninety, 499_999, 0)], false),
            (vec![bill(1, younger, 900_000, 0)], false),
            (vec![bill(1, ninety, 400_000, 0), bill(2, younger, 900_000, 0)], false),
            (vec![bill(1, ninety, 300_000, 0), bill(2, date(2024, 5, 1), 200_000, 0)], true),
            (vec![bill(1, ninety, 900_000, 400_001)], false),
            (vec![Bill { kind: BillKind::Deposit, ..bill(1, ninety, 900_000, 0) }], false),
            (vec![Bill { state: BillState::Void, ..bill(1, ninety, 900_000, 0) }], false),
            (vec![], false),
        ] {
            assert_eq!(long_arrears(&bills, TODAY, &LIMITS), expected, "{bills:?}");
        }
        let sum = owed(&[bill(1, younger, 300, 100), bill(2, ninety, 500, 0), bill(3, TODAY, 900, 0)], TODAY);
        assert_eq!((sum.bills, sum.fen, sum.days, sum.plate_id), (vec![2, 1], 700, 90, 7));
    }

    #[test]
    fn two_bills_count_only_in_a_row() {
        let days = [date(2024, 6, 5), date(2024, 7, 5), date(2024, 8, 5)];
        let of = |paid: [i64; 3]| -> Vec<Bill> {
            (1..).zip(days.iter().zip(paid)).map(|(id, (day, paid))| bill(id, *day, 1_000, paid)).collect()
        };
        for (paid, expected) in
            [([1_000, 0, 0], true), ([0, 1_000, 0], false), ([0, 1, 0], false), ([0, 0, 1_000], true)]
        {
            assert_eq!(unpaid_in_a_row(&of(paid), TODAY, &LIMITS), expected, "{paid:?}");
        }
        let due_today = [bill(1, date(2024, 9, 5), 1_000, 0), bill(2, TODAY, 1_000, 0)];
        assert!(!unpaid_in_a_row(&due_today, TODAY, &LIMITS), "what is due today is not unpaid yet");
        let waived = Bill { waived_fen: 1_000, ..bill(4, date(2024, 7, 20), 1_000, 0) };
        let around = [bill(1, days[1], 1_000, 0), waived, bill(3, days[2], 1_000, 0)];
        assert!(unpaid_in_a_row(&around, TODAY, &LIMITS), "a bill that was waived breaks no row");
        assert!(!unpaid_in_a_row(&of([0, 0, 0]), TODAY, &Limits { unpaid_bills: 0, ..LIMITS }), "switched off");
    }
}
