//! The two sides of a paper.

use gx_office::{Fields, Value};

use super::{text, values};
use crate::error::Result;
use crate::features::assets::party_a::record::PartyA;
use crate::features::lease::tenant::record::Tenant;
use crate::op::View;
use crate::records::{owned, personal};

/// Fields of [`super::super::fields::PARTIES`]; numbers of persons and accounts in full. Making a paper leaves an audit row.
pub fn of(view: &View, party_a_id: u64, tenant_id: u64) -> Result<Fields> {
    let party: PartyA = owned::linked(view, party_a_id)?;
    let account = party.paper_account();
    let number = account.map_or(Ok(String::new()), |account| personal::open(view, &account.number))?;
    let mut made = values([
        ("甲方名称", text(&party.facts.party_a_name)),
        (
            "甲方简称",
            text(if party.facts.short_name.is_empty() { &party.facts.party_a_name } else { &party.facts.short_name }),
        ),
        ("甲方统一社会信用代码", text(&party.facts.uscc)),
        ("甲方联系人", text(&party.facts.contact)),
        ("甲方电话", text(&party.facts.telephone)),
        ("甲方户名", text(account.map_or("", |account| &account.name))),
        ("甲方开户行", text(account.map_or("", |account| &account.bank))),
        ("甲方账号", text(number)),
    ]);
    made.extend(tenant(view, tenant_id)?);
    Ok(made)
}

/// A payer whom nobody knows has a name at most.
fn tenant(view: &View, tenant_id: u64) -> Result<Fields> {
    if tenant_id == 0 {
        let names = ["乙方名称", "乙方证件号", "乙方法定代表人", "乙方联系人", "乙方电话", "乙方地址"];
        return Ok(names.map(|name| (name.to_owned(), Value::Nothing)).into());
    }
    let tenant: Tenant = owned::linked(view, tenant_id)?;
    Ok(values([
        ("乙方名称", text(&tenant.facts.tenant_name)),
        ("乙方证件号", text(personal::open(view, &tenant.id_no)?)),
        ("乙方法定代表人", text(&tenant.facts.legal_rep)),
        ("乙方联系人", text(&tenant.facts.contact)),
        ("乙方电话", text(personal::open(view, &tenant.phone)?)),
        ("乙方地址", text(&tenant.facts.address)),
    ]))
}
