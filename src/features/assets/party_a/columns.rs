//! Parties A in columns.

use super::record::PartyA;
use crate::columns::{Field, Listed};
use crate::kernel::enumeration::Coded;
use crate::records::list::{created, creator, dept};
use crate::records::status::Status;

pub const CODE: Field<PartyA> = Field::name("partyACode", |party| party.facts.party_a_code.clone());
pub const NAME: Field<PartyA> = Field::person("partyAName", |party| party.facts.party_a_name.clone());
pub const SHORT: Field<PartyA> = Field::person("shortName", |party| party.facts.short_name.clone());
/// 单位性质
pub const KIND: Field<PartyA> = Field::number("unitKind", |party| party.facts.unit_kind.code());
pub const STATUS: Field<PartyA> = Field::word("status", Status::WORDS, |party| party.facts.status.code());

impl Listed for PartyA {
    const FIELDS: &'static [Field<Self>] = &[
        CODE,
        NAME,
        SHORT,
        KIND,
        STATUS,
        Field::name("uscc", |party| party.facts.uscc.clone()),
        Field::person("contact", |party| party.facts.contact.clone()),
        Field::name("telephone", |party| party.facts.telephone.clone()),
        Field::flag("remitRequired", |party| i64::from(party.facts.remit_required)),
        dept(),
        creator(),
        created(),
    ];
    const TITLE: &'static str = "partyAName";
}
