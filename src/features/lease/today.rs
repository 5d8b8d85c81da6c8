//! 我的工作: leases and tenants whose papers are not complete. What of leases has to do with money: `features/finance/today.rs`.

use super::contract::list::{LeaseWatch, Leases, ListLeases};
use super::tenant::ops::{ListTenants, TenantWatch, Tenants};
use super::tenant::record::Tenant;
use crate::error::Result;
use crate::op::View;
use crate::records::today::{Card, Line, Part, Shown, part};

pub static PAPERS: Card = Card {
    key: "papers",
    title: "资料不全",
    rank: 60,
    nothing: "合同都有扫描件，乙方都有证件号码",
    parts: &[scans, numbers],
};

fn scans(view: &View) -> Result<Vec<Part>> {
    let query = ListLeases { watch: Some(LeaseWatch::NoScan), ..ListLeases::default() };
    let shown = Shown::<Leases> { label: "缺扫描件", page: "/lease/lease", query, sum: None };
    part(view, &shown, |names, lease| {
        let path = format!("/lease/lease/detail/{}", lease.lease_id);
        let title = names.of::<Tenant>(lease.facts.tenant_id)?;
        let note = format!("{} · {} 至 {}", lease.lease_no, lease.facts.start_date, lease.facts.end_date);
        Ok(Line { mark: "缺扫描件".into(), note, ..Line::of(lease.lease_id, title, path) })
    })
}

fn numbers(view: &View) -> Result<Vec<Part>> {
    let query = ListTenants { watch: Some(TenantWatch::NoNumber), ..ListTenants::default() };
    let shown = Shown::<Tenants> { label: "缺证件号码", page: "/lease/tenant", query, sum: None };
    part(view, &shown, |_, tenant| {
        let path = format!("/lease/tenant/detail/{}", tenant.tenant_id);
        let line = Line::of(tenant.tenant_id, tenant.facts.tenant_name.clone(), path);
        Ok(Line { mark: "缺证件号码".into(), note: tenant.facts.tenant_code.clone(), ..line })
    })
}
