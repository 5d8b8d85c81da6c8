//! Waivers in columns, with their parts: what reports list of them is found without reading them.

use super::record::{WaivedPart, Waiver, WaiverCut, WaiverState};
use crate::columns::field::{date_of, day, whole};
use crate::columns::{Field, Listed};
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::sums::OfBill;
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::enumeration::Coded;
use crate::records::list::{created, creator, dept};

pub const NO: Field<Waiver> = Field::text("waiverNo", |waiver| waiver.waiver_no.clone());
pub const PARTY_A: Field<Waiver> = Field::link::<PartyA>("partyAId", "partyAName", |waiver| whole(waiver.party_a_id));
pub const REASON: Field<Waiver> = Field::number("reasonKind", |waiver| waiver.reason_kind.code());
/// The policy's document.
pub const POLICY: Field<Waiver> = Field::name("policyDoc", |waiver| waiver.policy_doc.clone());
pub const STATE: Field<Waiver> = Field::number("state", |waiver| waiver.state.code());
/// When it counts.
pub const EFFECTIVE: Field<Waiver> = Field::number("effectiveDate", |waiver| day(Some(waiver.effective_date)));
/// When it was taken back.
pub const REVOKED: Field<Waiver> = Field::number("revokedDate", |waiver| day(waiver.revoked_date));
/// Its parts one after another; [`parts`] reads them.
pub const PARTS: Field<Waiver> =
    Field::numbers("parts", |waiver: &Waiver| waiver.scope.iter().flat_map(numbers_of).collect()).private();
/// What corrections took off it, one after another; [`cuts`] reads them.
pub const CUTS: Field<Waiver> = Field::numbers("cuts", |waiver: &Waiver| {
    waiver.cuts.iter().flat_map(|cut| [whole(cut.bill_id), cut.amount_fen, day(Some(cut.day))]).collect()
})
.private();

/// States of waivers that count or have counted.
pub const COUNTED: [WaiverState; 2] = [WaiverState::Effective, WaiverState::Revoked];

impl Listed for Waiver {
    const FIELDS: &'static [Field<Self>] = &[
        NO,
        PARTY_A,
        REASON,
        POLICY,
        STATE,
        Field::number("billCount", |waiver| whole(waiver.scope.len() as u64)),
        Field::number("totalFen", Waiver::left_fen),
        EFFECTIVE,
        REVOKED,
        PARTS,
        CUTS,
        dept(),
        creator(),
        created(),
    ];
    const TITLE: &'static str = "waiverNo";
}

/// Numbers that a part is kept as.
const OF_PART: usize = 9;

fn numbers_of(part: &WaivedPart) -> [i64; OF_PART] {
    let WaivedPart { bill_id, amount_fen, of } = part;
    let (due, book) = (day(Some(of.due_date)), day(Some(of.book_date)));
    let [dept, party, plate, tenant] = [of.dept_id, of.party_a_id, of.plate_id, of.tenant_id].map(whole);
    [whole(*bill_id), *amount_fen, due, book, dept, party, plate, tenant, of.kind.code()]
}

/// The parts that a list of [`PARTS`] holds.
pub fn parts(list: &[i64]) -> impl Iterator<Item = WaivedPart> + '_ {
    list.chunks_exact(OF_PART).filter_map(|part| {
        let [bill, amount_fen, due, book, dept, party, plate, tenant, kind] = *part else { return None };
        let of = OfBill {
            due_date: date_of(due)?,
            book_date: date_of(book)?,
            dept_id: dept.cast_unsigned(),
            party_a_id: party.cast_unsigned(),
            plate_id: plate.cast_unsigned(),
            kind: BillKind::ALL.into_iter().find(|known| known.code() == kind)?,
            tenant_id: tenant.cast_unsigned(),
        };
        Some(WaivedPart { bill_id: bill.cast_unsigned(), amount_fen, of })
    })
}

/// The cuts that a list of [`CUTS`] holds.
pub fn cuts(list: &[i64]) -> impl Iterator<Item = WaiverCut> + '_ {
    list.chunks_exact(3).filter_map(|cut| {
        let [bill, amount_fen, at] = *cut else { return None };
        Some(WaiverCut { bill_id: bill.cast_unsigned(), amount_fen, day: date_of(at)? })
    })
}
