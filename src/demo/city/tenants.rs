//! Who rents: invented companies, traders, people and offices. Identity numbers name a region that does not exist
//! (990000) and phones lie in 199-0000, so none can be real.

use super::recipe::Recipe;
use crate::demo::dice::Dice;
use crate::error::Result;
use crate::features::lease::tenant::ops::TenantInput;
use crate::features::lease::tenant::record::{TenantFacts, TenantKind};
use crate::records::status::Status;

/// The tenant with a place in the city, of the department that lets to him.
///
/// # Errors
/// A list of the recipe is empty.
pub(super) fn tenant(recipe: &Recipe, place: usize, dept_id: u64) -> Result<TenantInput> {
    let mut dice = Dice::of("tenant", place);
    let kind = dice.weighed(&[
        (70, TenantKind::Company),
        (18, TenantKind::SoleTrader),
        (10, TenantKind::Person),
        (2, TenantKind::Public),
    ])?;
    let word = format!("{}{}", dice.pick(&recipe.syllables)?, dice.pick(&recipe.syllables)?);
    let number = place + 1;
    let name = match kind {
        TenantKind::Company => format!("云川{word}{}有限公司", dice.pick(&recipe.trades)?),
        TenantKind::SoleTrader => format!("{}{word}{}", dice.pick(&recipe.districts)?, dice.pick(&recipe.shops)?),
        TenantKind::Public => dice.pick(&recipe.offices)?.clone(),
        TenantKind::Person | TenantKind::Other => format!("承租人{number:05}"),
    };
    let legal_rep = match kind {
        TenantKind::Company | TenantKind::SoleTrader => format!("负责人{number:05}"),
        _ => String::new(),
    };
    let id_no = match kind {
        TenantKind::Person => format!("990000{}0101{:04}", 1960 + place / 10_000, place % 10_000),
        _ => format!("9999{number:011}"),
    };
    let payer_names = vec![name.clone()];
    let contact = if legal_rep.is_empty() { name.clone() } else { legal_rep.clone() };
    let address = format!("云川市{}{}号", dice.pick(&recipe.roads)?, dice.between(1, 399));
    let industry = String::new();
    let (tenant_name, status) = (name, Status::Normal);
    let tenant_code = String::new();
    let facts =
        TenantFacts { tenant_code, tenant_name, kind, legal_rep, contact, address, industry, payer_names, status };
    Ok(TenantInput {
        tenant_id: None,
        version: None,
        dept_id: Some(dept_id),
        id_no: Some(id_no),
        phone: Some(format!("1990000{:04}", number % 10_000)),
        remark: String::new(),
        facts,
    })
}
