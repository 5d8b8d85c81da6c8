//! Receipts in columns.

use super::record::{Receipt, ReceiptState};
use crate::columns::field::{day, whole};
use crate::columns::{Field, Listed, Where};
use crate::features::assets::party_a::record::PartyA;
use crate::features::lease::contract::record::Lease;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::enumeration::Coded;
use crate::records::list::{created, creator, dept};

const NOT_BACK: Where = Where::is_not("state", ReceiptState::Reversed as i64);

pub const NO: Field<Receipt> = Field::text("receiptNo", |receipt| receipt.receipt_no.clone());
/// Who got the money.
pub const PARTY_A: Field<Receipt> =
    Field::link::<PartyA>("partyAId", "partyAName", |receipt| whole(receipt.party_a_id));
pub const TENANT: Field<Receipt> = Field::link::<Tenant>("tenantId", "tenantName", |receipt| whole(receipt.tenant_id));
/// For which lease.
pub const LEASE: Field<Receipt> = Field::link::<Lease>("leaseId", "leaseNo", |receipt| whole(receipt.lease_id));
/// The payer's name on the statement.
pub const PAYER: Field<Receipt> = Field::person("payerName", |receipt| receipt.payer_name.clone());
/// Fen.
pub const AMOUNT: Field<Receipt> = Field::number("amountFen", |receipt| receipt.amount_fen);
/// 收款方式
pub const METHOD: Field<Receipt> = Field::number("method", |receipt| receipt.method.code());
/// The bank's reference.
pub const BANK_REF: Field<Receipt> = Field::text("bankRef", |receipt| receipt.bank_ref.clone());
/// Whether a line of a statement stands for it.
pub const FROM_BANK: Field<Receipt> =
    Field::flag("fromBank", |receipt| i64::from(!receipt.line_key.is_empty() || !receipt.bank_ref.is_empty()));
/// The bank's day.
pub const VALUE: Field<Receipt> = Field::number("valueDate", |receipt| day(Some(receipt.value_date)));
/// When it counts.
pub const BOOK: Field<Receipt> = Field::number("bookDate", |receipt| day(Some(receipt.book_date)));
/// Claimed as a deposit on this day.
pub const DEPOSIT_SINCE: Field<Receipt> = Field::number("depositSince", |receipt| day(receipt.deposit_since));
/// The first day on which it became known who paid, or unknown again.
pub const PAYER_FIRST: Field<Receipt> = Field::number("payerFirst", |receipt| day(receipt.payer_days.first().copied()));
/// The last one.
pub const PAYER_LAST: Field<Receipt> = Field::number("payerLast", |receipt| day(receipt.payer_days.last().copied()));
/// When it was taken back.
pub const BACK: Field<Receipt> =
    Field::number("reversedDate", |receipt| day(receipt.reversal.as_ref().map(|reversal| reversal.book_date)));
/// Whether the treasury has the money.
pub const TREASURY: Field<Receipt> = Field::flag("toTreasury", |receipt| i64::from(receipt.to_treasury));
/// 收款用途
pub const PURPOSE: Field<Receipt> = Field::number("purpose", |receipt| receipt.purpose.code());
pub const STATE: Field<Receipt> = Field::number("state", |receipt| receipt.state.code());
/// Fen of what was not taken back.
pub const STANDING: Field<Receipt> = Field::sum("standingFen", Some(NOT_BACK), &["amountFen"], &[]);

impl Listed for Receipt {
    const FIELDS: &'static [Field<Self>] = &[
        NO,
        PARTY_A,
        TENANT,
        LEASE,
        PAYER,
        AMOUNT,
        METHOD,
        BANK_REF,
        FROM_BANK,
        VALUE,
        BOOK,
        DEPOSIT_SINCE,
        PAYER_FIRST,
        PAYER_LAST,
        BACK,
        TREASURY,
        PURPOSE,
        STATE,
        STANDING,
        Field::name("accountTail", |receipt| receipt.account_tail.clone()),
        dept(),
        creator(),
        created(),
    ];
    const TITLE: &'static str = "receiptNo";
}
