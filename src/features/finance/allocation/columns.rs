//! Allocations in columns: what reports and late fees ask of money on bills.

use super::Allocation;
use crate::columns::field::{day, whole};
use crate::columns::{Field, Listed, NONE};
use crate::features::finance::bill::record::Bill;
use crate::kernel::day_number::month_no;
use crate::kernel::enumeration::Coded;

pub const BILL: Field<Allocation> = Field::link::<Bill>("billId", "billNo", |row| whole(row.bill_id));
/// The receipt it came with.
pub const RECEIPT: Field<Allocation> = Field::number("receiptId", |row| whole(row.receipt_id));
/// Fen; negative on mirror rows.
pub const AMOUNT: Field<Allocation> = Field::number("amountFen", |row| row.amount_fen);
/// When it counts.
pub const BOOK: Field<Allocation> = Field::number("bookDate", |row| day(Some(row.book_date)));
/// When the bill counts.
pub const BILL_DATE: Field<Allocation> = Field::number("billDate", |row| day(Some(row.bill_date)));
/// Due date of the bill.
pub const DUE: Field<Allocation> = Field::number("dueDate", |row| day(Some(row.due_date)));
/// When its receipt counts.
pub const RECEIPT_DATE: Field<Allocation> = Field::number("receiptDate", |row| day(row.receipt_date));
/// By how many months it counts after its receipt does: none where it came with none.
pub const MONTHS: Field<Allocation> = Field::number("monthsAfter", |row: &Allocation| {
    let months = |came| i64::from(month_no(row.book_date)) - i64::from(month_no(came));
    row.receipt_date.map_or(NONE, months)
})
.private();
/// Kind of the bill.
pub const KIND: Field<Allocation> = Field::number("kind", |row| row.kind.code());
/// How it came about.
pub const MODE: Field<Allocation> = Field::number("mode", |row| row.mode.code());
/// Where the money comes from.
pub const SOURCE: Field<Allocation> = Field::number("source", |row| row.source.code());
/// Party A of the bill.
pub const PARTY_A: Field<Allocation> = Field::number("partyAId", |row| whole(row.party_a_id));
/// Plate of the bill.
pub const PLATE: Field<Allocation> = Field::number("plateId", |row| whole(row.plate_id));
/// Department of the bill.
pub const DEPT: Field<Allocation> = Field::number("deptId", |row| whole(row.dept_id));
/// Tenant of the bill.
pub const TENANT: Field<Allocation> = Field::number("tenantId", |row| whole(row.tenant_id));
/// Whether the treasury has the money.
pub const TREASURY: Field<Allocation> = Field::flag("toTreasury", |row| i64::from(row.to_treasury));
/// Whether the bank had it after the bill fell due, or it takes another row back.
pub const LATE: Field<Allocation> =
    Field::flag("late", |row| i64::from(row.value_date > row.due_date || row.reverses_id > 0));

impl Listed for Allocation {
    const FIELDS: &'static [Field<Self>] = &[
        BILL,
        RECEIPT,
        AMOUNT,
        BOOK,
        BILL_DATE,
        DUE,
        RECEIPT_DATE,
        MONTHS,
        KIND,
        MODE,
        SOURCE,
        PARTY_A,
        PLATE,
        DEPT,
        TENANT,
        TREASURY,
        LATE,
    ];
}
