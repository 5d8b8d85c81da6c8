//! 我的工作: rooms that stand empty, leases and tenants whose papers are not complete. What of leases has to do with money: `features/finance/today.rs`.

use super::contract::list::{LeaseWatch, Leases, ListLeases};
use super::tenant::ops::{ListTenants, TenantWatch, Tenants};
use super::tenant::record::Tenant;
use crate::error::Result;
use crate::features::assets::room::ops::{ListRooms, Rooms};
use crate::features::assets::room::tenancy::RoomWatch;
use crate::kernel::money::price;
use crate::kernel::span::days_between;
use crate::op::View;
use crate::records::list::List as _;
use crate::records::today::{About, Card, Line, Part, Shown, TodayAct, Tone, part};

pub static VACANT: Card =
    Card {
        key: "vacant", title: "空置", rank: 50, nothing: "没有空置 60 天以上的可租房间", parts: &[long_empty]
    };

/// The page of rooms as a list, of all buildings.
const ROOM_LIST: &str = "/asset/room?mode=list";
/// Days of standing empty from which it is urgent.
const URGENT_DAYS: i64 = 180;

fn long_empty(view: &View) -> Result<Vec<Part>> {
    let query = ListRooms { watch: Some(RoomWatch::LongEmpty), ..ListRooms::default() };
    let shown = Shown::<Rooms> { label: "空置 60 天以上", page: ROOM_LIST, query, sum: None };
    part(view, &shown, |names, room| {
        let today = names.view().now.date();
        let row = Rooms::row(names, room)?;
        let days = row.empty_since.map_or(0, |since| days_between(since, today));
        let tone = if days >= URGENT_DAYS { Tone::Bad } else { Tone::Warn };
        let floor = row.facts.base_price_e4.filter(|floor| *floor > 0);
        let floor = floor.map(|floor| format!("底价 {} {}", price(floor), row.facts.price_unit.label()));
        let note = [format!("{} ㎡", row.facts.rent_area_m2), floor.unwrap_or_else(|| "未定底价".into())].join(" · ");
        let path =
            format!("/asset/room?assetId={}&buildingId={}&roomId={}", row.asset_id, row.facts.building_id, row.room_id);
        let title = format!("{} {} {}", row.asset_name, row.building_name, row.facts.room_no);
        let line = Line { mark: format!("空置 {days} 天"), tone, note, ..Line::of(row.room_id, title, path) };
        let about = About { room_id: row.room_id, ..About::default() };
        // The form of the lease reads the room.
        let reads = names.view().caller.rights.holds("asset:room:query");
        Ok(if reads { line.with_act(names.view(), TodayAct::Let, "lease:lease:add", about) } else { line })
    })
}

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
