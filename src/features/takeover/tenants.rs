//! Tenants of a ledger among those of the register: the same by number or name, nearly the same, or new.
//!
//! Invariants: a certificate number finds somebody only for who may see such numbers; nobody is taken for another one
//! because of a name that is nearly the same, unless a person says so.

use std::collections::{BTreeMap, HashMap};

use super::contract::Contract;
use super::names::{Near, same};
use super::wire::{NearTenant, NewTenant};
use crate::error::Result;
use crate::features::lease::tenant::find::sees;
use crate::features::lease::tenant::record::{BY_ID_MARK, Tenant, TenantKind};
use crate::kernel::order::Order;
use crate::kernel::uscc;
use crate::op::View;
use crate::records::owned::is_visible;
use crate::records::status::Status;
use crate::store::{Reads, key};

/// Nearly equal names that are shown of one.
const NEAR: usize = 5;

/// A tenant of the ledger.
#[derive(Debug, Clone)]
pub struct TenantPlan {
    /// Its number; none when it is to be made.
    pub id: Option<u64>,
    /// Name in the ledger.
    pub name: String,
    pub id_no: String,
    pub phone: String,
    pub contact: String,
    /// Its first line.
    pub line: u32,
}

impl TenantPlan {
    /// What somebody of that name and number is.
    pub fn kind(&self) -> TenantKind {
        let is_firm = ["公司", "厂", "集团", "合作社", "银行", "中心"].iter().any(|word| self.name.contains(word));
        let is_public = ["局", "委员会", "医院", "学校", "街道办", "大队"].iter().any(|word| self.name.ends_with(word));
        let is_trade = ["店", "部", "行", "馆", "铺", "坊", "室"].iter().any(|word| self.name.ends_with(word));
        let is_person = self.id_no.len() == 18 && !uscc::is_valid(&self.id_no);
        match () {
            () if is_firm => TenantKind::Company,
            () if is_public => TenantKind::Public,
            () if is_person => TenantKind::Person,
            () if is_trade || uscc::is_valid(&self.id_no) => TenantKind::SoleTrader,
            () if self.name.chars().count() <= 4 => TenantKind::Person,
            () => TenantKind::Other,
        }
    }
}

/// The tenants of a ledger.
pub struct Tenants<'v, 'a> {
    view: &'v View<'a>,
    known: Vec<Tenant>,
    by_name: HashMap<String, Vec<usize>>,
    near: Near,
    /// As somebody said, by the name in the ledger; 0: none of the register.
    said: &'v BTreeMap<String, u64>,
    pub plans: Vec<TenantPlan>,
    of_name: HashMap<String, Vec<usize>>,
}

impl<'v, 'a> Tenants<'v, 'a> {
    /// Reads the tenants whom the caller sees.
    ///
    /// # Errors
    /// Records that can't be read.
    pub fn load(view: &'v View<'a>, said: &'v BTreeMap<String, u64>) -> Result<Self> {
        let (scope, mut known) = (view.caller.scope(), Vec::new());
        view.tx.each::<Tenant>(|tenant| {
            if tenant.facts.status == Status::Normal && is_visible(view, &scope, &tenant) {
                known.push(tenant);
            }
            true
        })?;
        let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
        for (place, tenant) in known.iter().enumerate() {
            by_name.entry(same(&tenant.facts.tenant_name)).or_default().push(place);
        }
        let near = Near::of(known.iter().map(|tenant| tenant.facts.tenant_name.as_str()));
        Ok(Self { view, known, by_name, near, said, plans: Vec::new(), of_name: HashMap::new() })
    }

    /// The tenant of a contract, by its place. A sentence when two of the register have the name.
    ///
    /// # Errors
    /// Records that can't be read.
    pub fn of(&mut self, contract: &Contract) -> Result<(usize, Option<String>)> {
        let name = same(&contract.tenant);
        let fits =
            |plan: &TenantPlan| plan.id_no == contract.id_no || plan.id_no.is_empty() || contract.id_no.is_empty();
        let mut known = self.of_name.get(&name).into_iter().flatten().copied();
        if let Some(place) = known.find(|place| self.plans.get(*place).is_some_and(fits)) {
            if let Some(plan) = self.plans.get_mut(place) {
                for (to, from) in [
                    (&mut plan.id_no, &contract.id_no),
                    (&mut plan.phone, &contract.phone),
                    (&mut plan.contact, &contract.contact),
                ] {
                    if to.is_empty() {
                        to.clone_from(from);
                    }
                }
            }
            return Ok((place, None));
        }
        let (id, trouble) = self.registered(contract, &name)?;
        let place = self.plans.len();
        self.plans.push(TenantPlan {
            id,
            name: contract.tenant.clone(),
            id_no: contract.id_no.clone(),
            phone: contract.phone.clone(),
            contact: contract.contact.clone(),
            line: contract.lines.first().copied().unwrap_or_default(),
        });
        self.of_name.entry(name).or_default().push(place);
        Ok((place, trouble))
    }

    /// The tenant of the register that a contract means.
    fn registered(&self, contract: &Contract, name: &str) -> Result<(Option<u64>, Option<String>)> {
        if let Some(said) = self.said.get(&contract.tenant) {
            return Ok((Some(*said).filter(|said| *said > 0), None));
        }
        if !contract.id_no.is_empty() && sees(self.view) {
            let mark = self.view.app.sealer().mark(&contract.id_no);
            let found: Option<Tenant> = self.view.tx.one(&BY_ID_MARK, &key().str(&mark))?;
            if let Some(found) = found.filter(|found| is_visible(self.view, &self.view.caller.scope(), found)) {
                let other = &found.facts.tenant_name;
                let differs = || format!("证件号码登记的是“{other}”，台账写“{}”，按证件号码接收", contract.tenant);
                return Ok((Some(found.tenant_id), (same(other) != name).then(differs)));
            }
        }
        match self.by_name.get(name).map(Vec::as_slice) {
            Some([one]) => Ok((self.known.get(*one).map(|tenant| tenant.tenant_id), None)),
            Some([first, ..]) => {
                let text = format!("乙方“{}”有重名，按最早登记的一户接收，请在“新建与相近”中核对", contract.tenant);
                Ok((self.known.get(*first).map(|tenant| tenant.tenant_id), Some(text)))
            }
            _ => Ok((None, None)),
        }
    }

    /// Tenants that would be made, with those that may be the same.
    pub fn news(&self, most: usize) -> Vec<NewTenant> {
        let own = Near::of(self.plans.iter().map(|plan| plan.name.as_str()));
        let one = |plan: &TenantPlan| {
            let near = self.near.find(&plan.name, NEAR).into_iter().filter_map(|place| self.known.get(place));
            let alike = own.find(&plan.name, NEAR + 1).into_iter().filter_map(|place| self.plans.get(place));
            NewTenant {
                name: plan.name.clone(),
                row: plan.line,
                near: near
                    .map(|tenant| NearTenant {
                        tenant_id: tenant.tenant_id,
                        tenant_name: tenant.facts.tenant_name.clone(),
                        id_no: tenant.id_shown.clone(),
                    })
                    .collect(),
                alike: alike.filter(|other| other.name != plan.name).map(|other| other.name.clone()).collect(),
                chosen: self.said.get(&plan.name).copied(),
            }
        };
        let is_shown = |plan: &&TenantPlan| plan.id.is_none() || self.said.contains_key(&plan.name);
        let mut news: Vec<NewTenant> = self.plans.iter().filter(is_shown).map(one).collect();
        news.order_by_key(|new| new.near.is_empty() && new.alike.is_empty());
        news.truncate(most);
        news
    }
}
