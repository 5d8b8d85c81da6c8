//! What a claim teaches: the payer's name and account belong to the tenant from now on.
//!
//! An account is kept as a keyed hash only. Whoever claims by mistake takes the account back with the claim; a name stands
//! in the tenant's form, where people see it.

use super::record::Receipt;
use crate::error::{AppError, Result};
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::text::folded;
use crate::op::Op;
use crate::records::owned;
use crate::records::owned::Business;

/// Names and accounts of a tenant at most.
const MOST: usize = 20;

/// Keeps payer and account of a claimed receipt with its tenant.
///
/// # Errors
/// A sentence when he has too many of them; a record that cannot be written.
pub(super) fn learn(op: &mut Op, receipt: &Receipt) -> Result<()> {
    let old: Tenant = owned::find(&op.view(), receipt.tenant_id).map_err(|_| AppError::refused("请选择乙方"))?;
    let mut tenant = old.clone();
    let name = receipt.payer_name.trim();
    let is_known = |known: &String| folded(known) == folded(name);
    if !name.is_empty() && !is_known(&old.facts.tenant_name) && !old.facts.payer_names.iter().any(is_known) {
        tenant.facts.payer_names.push(name.to_owned());
    }
    if !receipt.payer_mark.is_empty() && !old.payer_accounts.contains(&receipt.payer_mark) {
        tenant.payer_accounts.push(receipt.payer_mark.clone());
    }
    if tenant == old {
        return Ok(());
    }
    if tenant.facts.payer_names.len().max(tenant.payer_accounts.len()) > MOST {
        let title = old.title();
        return Err(AppError::refused(format!(
            "乙方“{title}”的付款户名或账号已达{MOST}个，请先清理乙方资料，或不勾选记住"
        )));
    }
    owned::update(op, &old, tenant, "记住付款户名")?;
    Ok(())
}

/// A claim that is taken back: its account is no longer the tenant's.
pub(super) fn forget(op: &mut Op, receipt: &Receipt) -> Result<()> {
    let old: Tenant = owned::linked(&op.view(), receipt.tenant_id)?;
    if receipt.payer_mark.is_empty() || !old.payer_accounts.contains(&receipt.payer_mark) {
        return Ok(());
    }
    let mut tenant = old.clone();
    tenant.payer_accounts.retain(|mark| *mark != receipt.payer_mark);
    owned::update(op, &old, tenant, "忘记付款账号")?;
    Ok(())
}
