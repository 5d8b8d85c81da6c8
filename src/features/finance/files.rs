//! Files of money: slips of receipts and payouts, scans of dunning records. Seen by whoever may see their document.

use super::dunning::record::Dunning;
use super::payout::record::Payout;
use super::receipt::record::Receipt;
use crate::records::files::ReferenceKind;
use crate::records::owned::find_through;

/// Slips of receipts: seen by whoever may see the receipt.
pub const FILES: ReferenceKind = ReferenceKind {
    name: "receipt",
    may_see: |view, file| {
        let Some(to) = &file.reference else { return Ok(false) };
        Ok(find_through::<Receipt>(view, to.id, "fin:receipt:query").is_ok())
    },
};

/// Slips of money that went out.
pub const FILES_OUT: ReferenceKind = ReferenceKind {
    name: "payout",
    may_see: |view, file| {
        let Some(to) = &file.reference else { return Ok(false) };
        let may = |permission| find_through::<Payout>(view, to.id, permission).is_ok();
        Ok(may("fin:refund:query") || may("fin:expense:query") || may("fin:remittance:query"))
    },
};

/// Pictures and scans of dunning records.
pub const FILES_DUNNING: ReferenceKind = ReferenceKind {
    name: "dunning",
    may_see: |view, file| {
        let Some(to) = &file.reference else { return Ok(false) };
        Ok(find_through::<Dunning>(view, to.id, "fin:dunning:query").is_ok())
    },
};
