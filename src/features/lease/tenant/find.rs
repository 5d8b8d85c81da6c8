//! Finding tenants by what people know of them, for the list and for every place where one is chosen.

use schemars::JsonSchema;
use serde::Serialize;

use super::columns;
use super::record::{BY_ID_MARK, CreditFlag, Tenant};
use crate::error::Result;
use crate::kernel::text::mask_phone;
use crate::op::View;
use crate::records::list::{Choose, Filter, FilterBuilder, NameCache, Scoped, Span, matching};
use crate::records::owned::Business;
use crate::records::status::Status;
use crate::records::whole_numbers::{self, is_certificate, is_telephone};
use crate::records::{exchange, personal};
use crate::route::Data;
use crate::store::{Reads, key};

/// Whoever holds it sees numbers in full anyway; whoever doesn't learns nothing by comparing one.
const PERSONAL: &str = "lease:tenant:pii";
/// Fewer signs of a certificate or telephone number than this would find half of the register.
const TAIL: usize = 4;

/// The wish that a tenant is known by a word: a part of the name (also in pinyin), code, contact or a payer's name, the
/// whole certificate or telephone number, or the end of one that the masks show anyway.
///
/// # Errors
/// A telephone number that cannot be opened, a word that is too long, too many numbers that are nobody's.
pub fn known_by(view: &View, ask: &FilterBuilder<Tenant>, word: Option<&str>) -> Result<Option<Filter>> {
    let fields = [&columns::NAME, &columns::CONTACT, &columns::PAYERS, &columns::CODE];
    let Some(said) = ask.has_word(word, &fields)? else { return Ok(None) };
    let text = word.unwrap_or_default().trim();
    let upper = text.to_uppercase();
    let named = |field, names: Vec<String>| -> Result<Filter> { Ok(Filter::Named(ask.place(field)?, names)) };
    let mut known = vec![said];
    if upper.chars().count() == TAIL {
        known.push(named(&columns::ID_TAIL, vec![upper.clone()])?);
        known.push(named(&columns::PHONE_TAIL, vec![upper.clone()])?);
    }
    if is_telephone(text) || is_certificate(&upper) {
        let find = || whole_number(view, text, &upper);
        let ids = if sees(view) { find()? } else { whole_numbers::counted(view, find)? };
        known.push(Filter::ids(ids));
    }
    Ok(Some(Filter::Any(known)))
}

/// Whether the caller sees numbers in full.
pub fn sees(view: &View) -> bool {
    view.caller.rights.holds(PERSONAL)
}

/// The tenant with a whole certificate number, in the caller's scope; counted when he may not see it and nobody has it.
///
/// # Errors
/// Too many numbers that are nobody's were looked for.
pub fn by_certificate(view: &View, id_no: &str) -> Result<Option<Tenant>> {
    let find = || {
        let mark = view.app.sealer().mark(&id_no.to_uppercase());
        Ok(exchange::if_visible(view, view.tx.one::<Tenant>(&BY_ID_MARK, &key().str(&mark))?))
    };
    if sees(view) {
        return find();
    }
    let mut found = None;
    whole_numbers::counted(view, || {
        found = find()?;
        Ok(found.iter().map(|tenant| tenant.tenant_id).collect())
    })?;
    Ok(found)
}

/// Tenants with a whole number.
fn whole_number(view: &View, text: &str, upper: &str) -> Result<Vec<u64>> {
    let mut ids = Vec::new();
    if is_certificate(upper) {
        let mut same = FilterBuilder::<Tenant>::default();
        same.must(Filter::Named(same.place(&columns::ID_MARK)?, vec![view.app.sealer().mark(upper)]));
        ids.extend(matching(view, same, Span::All, false)?.iter().map(|tenant| tenant.tenant_id));
    }
    if is_telephone(text) {
        // Only tenants whose number has this masked shape are opened and compared.
        let mut alike = FilterBuilder::<Tenant>::default();
        alike.must(Filter::Named(alike.place(&columns::PHONE)?, vec![mask_phone(text)]));
        for tenant in matching(view, alike, Span::All, false)? {
            if personal::open(view, &tenant.phone)? == text {
                ids.push(tenant.tenant_id);
            }
        }
    }
    Ok(ids)
}

/// A tenant to choose: two of one name are told apart by number, certificate, telephone and department.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenantOption {
    /// Number of the tenant 乙方.
    pub tenant_id: u64,
    /// Name of the tenant 乙方.
    pub tenant_name: String,
    /// Code, as people call the number.
    pub tenant_code: String,
    /// Identity number, masked.
    pub id_no: String,
    /// Telephone number, masked.
    pub phone: String,
    /// Name of the department that keeps it.
    pub dept_name: String,
    /// The flag that counts today.
    pub credit_flag: CreditFlag,
}

/// GET /lease/tenant/options: usable ones in the caller's scope, the newest first; those asked for by number whatever
/// their state.
pub fn options(view: &View, query: Choose) -> Result<Data<Vec<TenantOption>>> {
    let mut ask = FilterBuilder::<Tenant>::default();
    Tenant::restrict_to_visible(view, &mut ask)?;
    ask.ids(&query.ids);
    if query.ids.is_empty() {
        ask.given(&columns::STATUS, Some(Status::Normal))?;
        if let Some(word) = known_by(view, &ask, query.key_word.as_deref())? {
            ask.must(word);
        }
    }
    let found = matching(view, ask, Span::First(query.most()), true)?;
    let (today, mut names) = (view.now.date(), NameCache::new(view));
    let mut option = |tenant: Tenant| -> Result<TenantOption> {
        Ok(TenantOption {
            tenant_id: tenant.tenant_id,
            dept_name: names.dept(tenant.owned().dept_id)?,
            credit_flag: tenant.credit.on(today),
            tenant_name: tenant.facts.tenant_name,
            tenant_code: tenant.facts.tenant_code,
            id_no: tenant.id_shown,
            phone: tenant.phone_shown,
        })
    };
    found.into_iter().map(&mut option).collect::<Result<_>>().map(Data)
}
