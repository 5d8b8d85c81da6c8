//! Tenants in columns.

use super::record::Tenant;
use crate::columns::{Field, Listed};
use crate::kernel::enumeration::Coded;
use crate::records::list::{created, creator, dept};
use crate::records::status::Status;

/// Signs at the end of a masked number that people know it by.
const TAIL: usize = 4;

fn tail(masked: &str) -> String {
    let letters = masked.chars().count();
    masked.chars().skip(letters.saturating_sub(TAIL)).collect()
}

pub const CODE: Field<Tenant> = Field::text("tenantCode", |tenant| tenant.facts.tenant_code.clone());
pub const NAME: Field<Tenant> = Field::person("tenantName", |tenant| tenant.facts.tenant_name.clone());
/// Whom to talk to.
pub const CONTACT: Field<Tenant> = Field::person("contact", |tenant| tenant.facts.contact.clone());
/// Names that pay for him, a line each.
pub const PAYERS: Field<Tenant> = Field::person("payerNames", |tenant| tenant.facts.payer_names.join("\n"));
pub const KIND: Field<Tenant> = Field::number("kind", |tenant| tenant.facts.kind.code());
/// The flag that counts on the day.
pub const CREDIT: Field<Tenant> = Field::on_day("creditFlag", |tenant, today| tenant.credit.on(today).code());
pub const STATUS: Field<Tenant> = Field::word("status", Status::WORDS, |tenant| tenant.facts.status.code());
/// Keyed hash of the whole identity number.
pub const ID_MARK: Field<Tenant> = Field::name("idMark", |tenant: &Tenant| tenant.id_mark.clone()).private();
pub const ID_TAIL: Field<Tenant> = Field::name("idTail", |tenant: &Tenant| tail(&tenant.id_shown)).private();
/// Telephone number, masked.
pub const PHONE: Field<Tenant> = Field::name("phoneShown", |tenant: &Tenant| tenant.phone_shown.clone()).private();
pub const PHONE_TAIL: Field<Tenant> = Field::name("phoneTail", |tenant: &Tenant| tail(&tenant.phone_shown)).private();

impl Listed for Tenant {
    const FIELDS: &'static [Field<Self>] = &[
        CODE,
        NAME,
        CONTACT,
        PAYERS,
        KIND,
        CREDIT,
        STATUS,
        ID_MARK,
        ID_TAIL,
        PHONE,
        PHONE_TAIL,
        Field::text("address", |tenant| tenant.facts.address.clone()),
        Field::name("industry", |tenant| tenant.facts.industry.clone()),
        dept(),
        creator(),
        created(),
    ];
    const TITLE: &'static str = "tenantName";
}
