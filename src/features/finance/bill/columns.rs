//! Bills in columns.

use super::record::{Bill, BillState};
use crate::columns::field::{day, whole};
use crate::columns::{Field, Listed, NONE, Where};
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::plate::Plate;
use crate::features::lease::contract::record::Lease;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::enumeration::Coded;
use crate::records::list::{created, creator, dept};

pub const NO: Field<Bill> = Field::text("billNo", |bill| bill.bill_no.clone());
pub const LEASE: Field<Bill> = Field::link::<Lease>("leaseId", "leaseNo", |bill| whole(bill.lease_id));
pub const TENANT: Field<Bill> = Field::link::<Tenant>("tenantId", "tenant", |bill| whole(bill.tenant_id));
/// His name when it was issued.
pub const TENANT_NAME: Field<Bill> = Field::person("tenantName", |bill| bill.tenant_name.clone());
pub const PARTY_A: Field<Bill> = Field::link::<PartyA>("partyAId", "partyAName", |bill| whole(bill.party_a_id));
pub const PLATE: Field<Bill> = Field::link::<Plate>("plateId", "plateName", |bill| whole(bill.plate_id));
/// Codes of the rooms.
pub const ROOMS: Field<Bill> = Field::name("roomText", |bill| bill.room_text.clone());
pub const KIND: Field<Bill> = Field::number("kind", |bill| bill.kind.code());
/// Where it comes from.
pub const SOURCE: Field<Bill> = Field::number("source", |bill| bill.source.code());
/// In the books or void.
pub const STATE: Field<Bill> = Field::number("state", |bill| bill.state.code());
/// 缴费状态; none of a void one.
pub const PAY_STATE: Field<Bill> = Field::number("payState", |bill| match bill.state {
    BillState::Void => NONE,
    BillState::Issued => bill.pay_state().code(),
});
/// First day that it is for.
pub const PERIOD: Field<Bill> = Field::number("period", |bill| day(bill.period.map(|period| period.from)));
/// 出账日
pub const ISSUE: Field<Bill> = Field::number("issueDate", |bill| day(Some(bill.issue_date)));
/// When it counts in the ledger.
pub const BOOK: Field<Bill> = Field::number("bookDate", |bill| day(Some(bill.book_date)));
/// When it was made void.
pub const VOID: Field<Bill> = Field::number("voidDate", |bill| day(bill.void_date));
/// 应缴日
pub const DUE: Field<Bill> = Field::number("dueDate", |bill| day(Some(bill.due_date)));
/// Fen.
pub const AMOUNT: Field<Bill> = Field::number("amountFen", |bill| bill.amount_fen);
/// Fen waived.
pub const WAIVED: Field<Bill> = Field::number("waivedFen", |bill| bill.waived_fen);
/// Fen allocated.
pub const ALLOCATED: Field<Bill> = Field::number("allocatedFen", |bill| bill.allocated_fen);
/// Fen taken off by adjustments.
pub const CREDITED: Field<Bill> = Field::number("creditedFen", |bill| bill.credited_fen);
const IN_BOOKS: Option<Where> = Some(Where::is("state", BillState::Issued as i64));
/// Fen open; nothing of a void one. Kept, though it follows from others: watches, figures and reports ask for it of all bills,
/// and adding four columns up took as long as all else (four bytes a bill).
pub const OPEN: Field<Bill> = Field::number("outstandingFen", Bill::outstanding_fen);
/// Days overdue; 0 when it is not.
pub const OVERDUE_DAYS: Field<Bill> = Field::days_past("overdueDays", "dueDate", "outstandingFen");
/// Whether money is missing today.
pub const OVERDUE: Field<Bill> = Field::whether("overdue", Where::positive("overdueDays"));
/// What fell due last comes first, then what is due next: deposits of next year stand at the end.
pub const DUE_ORDER: Field<Bill> = Field::past_first("dueOrder", "dueDate");
/// Whether nothing is open.
pub const SETTLED: Field<Bill> = Field::whether("settled", Where::is("outstandingFen", 0));
/// Fen that late fees are computed of.
pub const PRINCIPAL: Field<Bill> = Field::sum("principalFen", None, &["amountFen"], &["creditedFen"]);

/// What lists add up: void bills count nothing.
pub const SUMMED: [Field<Bill>; 4] = [
    Field::sum("issuedFen", IN_BOOKS, &["amountFen"], &[]),
    Field::sum("issuedWaivedFen", IN_BOOKS, &["waivedFen"], &[]),
    Field::sum("issuedAllocatedFen", IN_BOOKS, &["allocatedFen"], &[]),
    OPEN,
];

impl Listed for Bill {
    const FIELDS: &'static [Field<Self>] = &[
        NO,
        LEASE,
        TENANT,
        TENANT_NAME,
        PARTY_A,
        PLATE,
        ROOMS,
        KIND,
        SOURCE,
        STATE,
        PAY_STATE,
        PERIOD,
        ISSUE,
        BOOK,
        VOID,
        DUE,
        AMOUNT,
        WAIVED,
        ALLOCATED,
        CREDITED,
        OPEN,
        OVERDUE_DAYS,
        OVERDUE,
        DUE_ORDER,
        SETTLED,
        PRINCIPAL,
        SUMMED[0],
        SUMMED[1],
        SUMMED[2],
        dept(),
        creator(),
        created(),
    ];
    const TITLE: &'static str = "billNo";
}
