//! 到期合同: leases that end in a span, with what they bring.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::scope_filter::ScopeFilter;
use super::{Found, Report, Sums, Total};
use crate::error::Result;
use crate::features::assets::asset::record::Asset;
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::plate::Plate;
use crate::features::assets::room::record::Room;
use crate::features::lease::contract::record::{BY_END, Lease};
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::area::Area;
use crate::kernel::dates::DateText;
use crate::kernel::page::Compare;
use crate::kernel::span::{DateSpan, add_days, days_between};
use crate::op::View;
use crate::records::list::NameCache;
use crate::sheet::{Cell, Column};
use crate::store::{Reads, id, key};

/// The question.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ExpiryQuery {
    /// Ends from this day on; the day of the list when absent.
    #[schemars(with = "Option<DateText>", title = "到期日起")]
    pub end_from: Option<Date>,
    /// To this day; ninety days later when absent.
    #[schemars(with = "Option<DateText>", title = "到期日止")]
    pub end_to: Option<Date>,
    /// Only of this tenant 乙方, by number; absent: all.
    pub tenant_id: Option<u64>,
}

/// A lease.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExpiryRow {
    /// Number of the lease 合同.
    pub lease_id: u64,
    /// Number of the lease 合同 as printed, `HT-202401-000001`.
    pub lease_no: String,
    /// Name of the tenant 乙方.
    pub tenant_name: String,
    /// Name of the party A 甲方.
    pub party_a_name: String,
    /// Plate of the first room.
    pub plate_name: String,
    /// First day of the lease 起租日.
    #[schemars(with = "DateText")]
    pub start_date: Date,
    /// Last day of the lease 到期日.
    #[schemars(with = "DateText")]
    pub end_date: Date,
    /// Days left on the day of the list; negative when it has ended.
    pub days_left: i64,
    /// Rented area.
    pub area_m2: Area,
    /// How many rooms it has.
    pub room_count: usize,
    /// Whether the tenant comes first at renewal 优先承租权.
    pub renew_priority: bool,
    /// The rooms came back on this day; empty while they have not.
    pub returned_date: String,
}

pub struct Expiring;

/// A lease with its plate.
pub struct Ending {
    lease: Lease,
    plate_id: u64,
    as_of: Date,
}

fn plate_of(view: &View, lease: &Lease) -> Result<u64> {
    let Some(first) = lease.facts.rooms.first() else { return Ok(0) };
    let room: Option<Room> = view.tx.get(&id(first.room_id))?;
    let asset: Option<Asset> = room.map_or(Ok(None), |room| view.tx.get(&id(room.asset_id)))?;
    Ok(asset.map_or(0, |asset| asset.facts.plate_id))
}

fn area_of(lease: &Lease) -> Area {
    lease.facts.rooms.iter().map(|room| room.rent_area_m2).sum()
}

impl Report for Expiring {
    type Query = ExpiryQuery;
    type Item = Ending;
    type Row = ExpiryRow;
    const SHEET: &'static str = "到期合同";
    const SORTS: &'static [(&'static str, Compare<Ending>)] = &[
        ("leaseNo", |a, b| a.lease.lease_no.cmp(&b.lease.lease_no)),
        ("endDate", |a, b| a.lease.facts.end_date.cmp(&b.lease.facts.end_date)),
    ];
    const COLUMNS: &'static [Column<ExpiryRow>] = &[
        Column::new("合同编号", 20.0, |row: &ExpiryRow| Cell::Text(row.lease_no.clone())),
        Column::new("乙方", 30.0, |row| Cell::Text(row.tenant_name.clone())),
        Column::new("甲方", 26.0, |row| Cell::Text(row.party_a_name.clone())),
        Column::new("板块", 12.0, |row| Cell::Text(row.plate_name.clone())),
        Column::new("起始日", 12.0, |row| Cell::Date(row.start_date)),
        Column::new("到期日", 12.0, |row| Cell::Date(row.end_date)),
        Column::new("剩余天数", 10.0, |row| Cell::Number(row.days_left)),
        Column::new("租赁面积（㎡）", 14.0, |row| Cell::Decimal(row.area_m2.0)),
        Column::new("优先承租权", 10.0, |row| Cell::Text(if row.renew_priority { "是" } else { "" }.into())),
        Column::new("退房日", 12.0, |row| Cell::Text(row.returned_date.clone())),
    ];

    fn find(lens: &ScopeFilter<'_>, query: &ExpiryQuery) -> Result<Found<Ending>> {
        let as_of = lens.as_of;
        let from = query.end_from.unwrap_or(as_of);
        let span = DateSpan::new(from, query.end_to.unwrap_or_else(|| add_days(from, 90)));
        let leases: Vec<Lease> = if span.is_empty() {
            Vec::new()
        } else {
            lens.view.tx.within(&BY_END, &key().str(&span.from.to_string()), &key().str(&span.to.to_string()))?
        };
        let mut items = Vec::new();
        for lease in leases {
            let seen = lens.sees_party(lease.facts.party_a_id)
                && lens.sees_owned(&lease.owned)
                && query.tenant_id.is_none_or(|tenant| tenant == lease.facts.tenant_id);
            let plate_id = if seen { plate_of(lens.view, &lease)? } else { 0 };
            if seen && lens.sees_plate(plate_id) {
                items.push(Ending { lease, plate_id, as_of });
            }
        }
        let area: Area = items.iter().map(|item| area_of(&item.lease)).sum();
        let totals = vec![Total::area("areaM2", "租赁面积", area.0)];
        let sums =
            Sums { about: format!("到期日 {span}，剩余天数按 {as_of} 计"), totals, checks: Vec::new() };
        Ok(Found { items, sums })
    }

    fn show(_: &View, names: &mut NameCache<'_>, Ending { lease, plate_id, as_of }: Ending) -> Result<ExpiryRow> {
        Ok(ExpiryRow {
            lease_id: lease.lease_id,
            tenant_name: names.of::<Tenant>(lease.facts.tenant_id)?,
            party_a_name: names.of::<PartyA>(lease.facts.party_a_id)?,
            plate_name: names.of::<Plate>(plate_id)?,
            start_date: lease.facts.start_date,
            end_date: lease.facts.end_date,
            days_left: days_between(as_of, lease.facts.end_date),
            area_m2: area_of(&lease),
            room_count: lease.facts.rooms.len(),
            renew_priority: lease.facts.renew_priority,
            returned_date: lease.returned_date.map(|day| day.to_string()).unwrap_or_default(),
            lease_no: lease.lease_no,
        })
    }
}
