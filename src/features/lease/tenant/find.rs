//! Finding tenants by what people know of them, for the list and for every place where one is chosen.

use schemars::JsonSchema;
use serde::Serialize;

use super::record::{CreditFlag, Tenant};
use crate::fault::Outcome;
use crate::kernel::page::Paging;
use crate::kernel::text::{like, like_name, mask_phone};
use crate::op::View;
use crate::records::list::{Choose, From, Names, matching};
use crate::records::owned::Business;
use crate::records::personal;
use crate::records::status::Status;
use crate::route::Data;

/// Fewer signs of a certificate or telephone number than this would find half of the register.
const TAIL: usize = 4;

/// A word that tenants are looked for by.
pub struct Word<'a> {
    view: &'a View<'a>,
    text: &'a str,
    upper: String,
    mark: String,
    /// The masked shape of a whole telephone number; only tenants of this shape are opened and compared.
    phone: Option<String>,
}

impl<'a> Word<'a> {
    /// The word of a filter; `None` for an empty one, which every tenant fits.
    pub fn of(view: &'a View<'a>, text: Option<&'a str>) -> Option<Self> {
        let text = text.map(str::trim).filter(|text| !text.is_empty())?;
        let upper = text.to_uppercase();
        let is_number = (7..=15).contains(&text.len()) && text.bytes().all(|c| c.is_ascii_digit());
        Some(Self {
            view,
            text,
            mark: view.app.sealer().mark(&upper),
            upper,
            phone: is_number.then(|| mask_phone(text)),
        })
    }

    /// Whether it is a part of the name (also in pinyin), code, contact or a payer's name, the whole certificate or
    /// telephone number, or the end of one that the masks show anyway.
    ///
    /// # Errors
    /// A telephone number that cannot be opened.
    pub fn fits(&self, tenant: &Tenant) -> Outcome<bool> {
        let facts = &tenant.facts;
        let names = [&facts.tenant_name, &facts.contact];
        if names.into_iter().chain(&facts.payer_names).any(|name| like_name(name, self.text))
            || like(&facts.tenant_code, self.text)
            || self.mark == tenant.id_mark
            || self.is_tail(&tenant.id_shown)
            || self.is_tail(&tenant.phone_shown)
        {
            return Ok(true);
        }
        if self.phone.as_ref().is_some_and(|shape| *shape == tenant.phone_shown) {
            return Ok(personal::open(self.view, &tenant.phone)? == self.text);
        }
        Ok(false)
    }

    fn is_tail(&self, masked: &str) -> bool {
        self.upper.len() == TAIL && masked.ends_with(&self.upper)
    }
}

/// A tenant to choose: two of one name are told apart by number, certificate, telephone and department.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenantOption {
    /// Number.
    pub tenant_id: u64,
    /// Name.
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
pub fn options(view: &View, query: Choose) -> Outcome<Data<Vec<TenantOption>>> {
    let word = Word::of(view, query.key_word.as_deref());
    let mut failure = None;
    let mut found = matching(view, From::All, &Paging::default(), &[], |tenant: &Tenant| {
        if !query.ids.is_empty() {
            return query.ids.contains(&tenant.tenant_id);
        }
        let fits = word.as_ref().map_or(Ok(true), |word| word.fits(tenant));
        tenant.facts.status == Status::Normal && fits.unwrap_or_else(|fault| failure.replace(fault).is_some())
    })?;
    if let Some(fault) = failure {
        return Err(fault);
    }
    let (today, mut names) = (view.now.date(), Names::new(view));
    query.cut(&mut found);
    let mut option = |tenant: Tenant| -> Outcome<TenantOption> {
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
    found.into_iter().map(&mut option).collect::<Outcome<_>>().map(Data)
}
