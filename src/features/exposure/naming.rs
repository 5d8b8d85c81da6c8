//! How the board names a subject (decisions/0004): natural persons masked, companies in full.

use crate::features::lease::tenant::record::{Tenant, TenantKind};

/// Family names of two characters.
const DOUBLE: [&str; 20] = [
    "欧阳", "司马", "上官", "诸葛", "东方", "皇甫", "尉迟", "公孙", "慕容", "令狐", "夏侯", "司徒", "长孙", "宇文",
    "端木", "南宫", "独孤", "申屠", "澹台", "轩辕",
];
/// Longest name that is taken for a person's when the kind leaves it open.
const PERSON: usize = 4;

/// «姓某».
fn person(name: &str) -> String {
    let name = name.trim();
    let family = DOUBLE.iter().find(|family| name.starts_with(**family) && name.chars().count() > 2);
    match (family, name.chars().next()) {
        (Some(family), _) => format!("{family}某"),
        (None, Some(first)) => format!("{first}某"),
        (None, None) => "某".to_owned(),
    }
}

/// A sole trader is a natural person with a sign over his door: the sign is shown, the person in it is not.
fn sole_trader(name: &str, legal_rep: &str) -> String {
    if name.chars().count() <= PERSON {
        return format!("{}（个体）", person(name));
    }
    if legal_rep.chars().count() > 1 { name.replace(legal_rep, &person(legal_rep)) } else { name.to_owned() }
}

/// A tenant's name as everybody may read it.
pub fn masked(kind: TenantKind, name: &str, legal_rep: &str) -> String {
    let (name, legal_rep) = (name.trim(), legal_rep.trim());
    match kind {
        TenantKind::Company | TenantKind::Public => name.to_owned(),
        TenantKind::Person => person(name),
        TenantKind::SoleTrader => sole_trader(name, legal_rep),
        // nobody said what it is: a short name may be a person's
        TenantKind::Other if name.chars().count() <= PERSON => person(name),
        TenantKind::Other => name.to_owned(),
    }
}

/// The same for a record.
pub fn of_tenant(tenant: &Tenant) -> String {
    masked(tenant.facts.kind, &tenant.facts.tenant_name, &tenant.facts.legal_rep)
}

/// The name that a published text must not hold: of a natural person, or of the person behind a trader's sign.
pub fn secret_of(tenant: &Tenant) -> Option<String> {
    let facts = &tenant.facts;
    let (name, legal_rep) = (facts.tenant_name.trim(), facts.legal_rep.trim());
    let is_person = masked(facts.kind, name, legal_rep) != name;
    let secret = match facts.kind {
        TenantKind::SoleTrader if name.chars().count() > PERSON => legal_rep,
        _ if is_person => name,
        _ => "",
    };
    (secret.chars().count() > 1).then(|| secret.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn natural_persons_are_masked_and_companies_are_not() {
        for (kind, name, legal_rep, shown) in [
            (TenantKind::Company, "云川恒岳精密机械有限公司", "王建国", "云川恒岳精密机械有限公司"),
            (TenantKind::Public, "云川市第一中学", "", "云川市第一中学"),
            (TenantKind::Person, "王建国", "", "王某"),
            (TenantKind::Person, "欧阳明", "", "欧阳某"),
            (TenantKind::Person, "欧阳", "", "欧某"),
            (TenantKind::Person, "阿依古丽·买买提", "", "阿某"),
            (TenantKind::SoleTrader, "王建国", "王建国", "王某（个体）"),
            (TenantKind::SoleTrader, "东川区王建国小吃店", "王建国", "东川区王某小吃店"),
            (TenantKind::SoleTrader, "东川区云岭小吃店", "王建国", "东川区云岭小吃店"),
            (TenantKind::Other, "李四", "", "李某"),
            (TenantKind::Other, "云川市商会联合会", "", "云川市商会联合会"),
        ] {
            assert_eq!(masked(kind, name, legal_rep), shown, "{name}");
        }
    }
}
