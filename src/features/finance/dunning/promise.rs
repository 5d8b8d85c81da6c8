//! Whether a promise was kept: by the money whose value date lies between the asking and the promised day.

use jiff::civil::Date;

use super::record::{Dunning, PromiseState};
use crate::error::Result;
use crate::features::finance::receipt::record::{BY_TENANT, Purpose, Receipt, ReceiptState};
use crate::kernel::dates::Stamp;
use crate::op::View;
use crate::store::{Reads, id};

/// Money of a tenant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paid {
    pub party_a_id: u64,
    /// The bank's day.
    pub value_date: Date,
    /// When it was entered.
    pub entered: Stamp,
    /// Fen.
    pub amount_fen: i64,
}

impl Paid {
    /// That of a receipt.
    pub fn of(receipt: &Receipt) -> Self {
        Self {
            party_a_id: receipt.party_a_id,
            value_date: receipt.value_date,
            entered: receipt.owned.base.create_time,
            amount_fen: receipt.amount_fen,
        }
    }
}

/// Money of a tenant that counts; what was taken back and deposits do not.
pub fn money_of(view: &View, tenant_id: u64) -> Result<Vec<Paid>> {
    let receipts: Vec<Receipt> = view.tx.by(&BY_TENANT, &id(tenant_id), false, 0, usize::MAX)?;
    let counts = |receipt: &&Receipt| receipt.state == ReceiptState::Posted && receipt.purpose == Purpose::Bills;
    Ok(receipts.iter().filter(counts).map(Paid::of).collect())
}

/// Fen that came in after the asking up to the promised day: later days, and on the day itself what was entered after
/// the record, so that money which was there already keeps no promise.
pub fn paid_since(dunning: &Dunning, money: &[Paid]) -> i64 {
    let Some(promise) = dunning.promise else { return 0 };
    let made = dunning.owned.base.create_time;
    let counts = |paid: &&Paid| {
        let after = paid.value_date > dunning.day || paid.value_date == dunning.day && paid.entered >= made;
        paid.party_a_id == dunning.party_a_id && after && paid.value_date <= promise.day
    };
    money.iter().filter(counts).map(|paid| paid.amount_fen).sum()
}

/// 承诺状态 on a day.
pub fn state(dunning: &Dunning, money: &[Paid], today: Date) -> PromiseState {
    match dunning.promise {
        None => PromiseState::None,
        Some(promise) if paid_since(dunning, money) >= promise.amount_fen => PromiseState::Kept,
        Some(promise) if promise.day < today => PromiseState::Broken,
        Some(_) => PromiseState::Open,
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::super::record::{Channel, Promise};
    use super::*;
    use crate::records::owned::Owned;

    fn asked() -> Dunning {
        let mut dunning = Dunning {
            dunning_id: 1,
            dunning_no: "CJ-202409-000001".into(),
            tenant_id: 1,
            party_a_id: 1,
            bills: Vec::new(),
            channel: Channel::Call,
            day: date(2024, 9, 10),
            person: String::new(),
            said: String::new(),
            promise: Some(Promise { day: date(2024, 9, 20), amount_fen: 1_000 }),
            files: Vec::new(),
            reminded: None,
            owned: Owned::default(),
        };
        dunning.owned.base.create_time = Stamp(1_000);
        dunning
    }

    fn paid(day: i8, entered: i64, amount_fen: i64) -> Paid {
        Paid { party_a_id: 1, value_date: date(2024, 9, day), entered: Stamp(entered), amount_fen }
    }

    #[test]
    fn a_promise_is_kept_by_money_of_its_days_alone() {
        let (open, kept, broken) = (PromiseState::Open, PromiseState::Kept, PromiseState::Broken);
        for (money, today, expected) in [
            (vec![], 20, open),
            (vec![], 21, broken),
            (vec![paid(20, 2_000, 1_000)], 20, kept),
            (vec![paid(15, 2_000, 400), paid(20, 2_000, 600)], 25, kept),
            (vec![paid(15, 2_000, 400), paid(20, 2_000, 599)], 25, broken),
            (vec![paid(21, 2_000, 1_000)], 25, broken),
            (vec![paid(9, 2_000, 1_000)], 12, open),
            (vec![paid(10, 500, 1_000)], 12, open),
            (vec![paid(10, 1_500, 1_000)], 12, kept),
            (vec![Paid { party_a_id: 2, ..paid(15, 2_000, 1_000) }], 12, open),
        ] {
            assert_eq!(state(&asked(), &money, date(2024, 9, today)), expected, "{money:?} on {today}");
        }
        assert_eq!(state(&Dunning { promise: None, ..asked() }, &[], date(2024, 9, 30)), PromiseState::None);
    }
}
