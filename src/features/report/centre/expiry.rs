//! 到期合同: leases that end in a span, with what they bring.

use foldhash::HashMap;
use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::scope_filter::ScopeFilter;
use super::{Found, Items, Report, Sums, Total, Wanted, by_text};
use crate::error::Result;
use crate::features::assets::asset::columns as of_assets;
use crate::features::assets::asset::record::Asset;
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::plate::Plate;
use crate::features::assets::room::columns as of_rooms;
use crate::features::assets::room::record::Room;
use crate::features::lease::contract::columns;
use crate::features::lease::contract::record::{Lease, LeaseState};
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::area::Area;
use crate::kernel::dates::DateText;
use crate::kernel::page::Compare;
use crate::kernel::span::{DateSpan, add_days, days_between};
use crate::op::View;
use crate::records::list::{Filter, FilterBuilder, NameCache, blocks, creator, dept, gather};
use crate::records::owned::linked;
use crate::sheet::{Cell, Column};
use crate::store::{Reads, id};

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

/// A lease, from columns.
pub struct Ending {
    lease_id: u64,
    /// Its last day, as a column has it.
    end: i64,
    area: Area,
    first_room: u64,
    as_of: Date,
}

fn plate_of(view: &View, lease: &Lease) -> Result<u64> {
    let Some(first) = lease.facts.rooms.first() else { return Ok(0) };
    let room: Option<Room> = view.tx.get(&id(first.room_id))?;
    let asset: Option<Asset> = room.map_or(Ok(None), |room| view.tx.get(&id(room.asset_id)))?;
    Ok(asset.map_or(0, |asset| asset.facts.plate_id))
}

/// Signed leases that end within a span and are seen, whatever their plate.
fn ending(lens: &ScopeFilter<'_>, span: DateSpan, tenant_id: Option<u64>) -> Result<Vec<Ending>> {
    let (mut items, as_of) = (Vec::new(), lens.as_of);
    if span.is_empty() {
        return Ok(items);
    }
    let mut ask = FilterBuilder::<Lease>::default();
    ask.several(&columns::RECORD_STATE, &[LeaseState::Signed])?;
    ask.days(&columns::END, Some(span.from), Some(span.to))?;
    ask.given(&columns::TENANT, tenant_id)?;
    let fields = [columns::END, columns::AREA, columns::PARTY_A, dept(), creator()];
    blocks::<Lease>(lens.view, &ask, &fields, &[columns::ROOMS], |block| {
        block.bits.each(|at| {
            let [party, dept, creator] = [2, 3, 4].map(|field| block.number(field, at).cast_unsigned());
            if lens.sees_party(party) && lens.sees(dept, creator) {
                let (end, area) = (block.number(0, at), Area(block.number(1, at)));
                let first_room = block.list(0, at).first().map_or(0, |room| room.cast_unsigned());
                items.push(Ending { lease_id: block.id(at), end, area, first_room, as_of });
            }
        });
    })?;
    Ok(items)
}

/// Leaves the leases whose first room is of an asset of the plates that are asked for.
fn of_plates(lens: &ScopeFilter<'_>, items: &mut Vec<Ending>) -> Result<()> {
    let mut rooms = FilterBuilder::<Room>::default();
    rooms.must(Filter::ids(items.iter().map(|item| item.first_room)));
    let mut asset_of: HashMap<u64, u64> = HashMap::default();
    gather(lens.view, &rooms.filters, &[of_rooms::ASSET], |room_id, row| {
        asset_of.extend(row.first().map(|asset_id| (room_id, asset_id.cast_unsigned())));
    })?;
    let mut assets = FilterBuilder::<Asset>::default();
    assets.must(Filter::ids(asset_of.values().copied()));
    let mut plate_of: HashMap<u64, u64> = HashMap::default();
    gather(lens.view, &assets.filters, &[of_assets::PLATE], |asset_id, row| {
        plate_of.extend(row.first().map(|plate_id| (asset_id, plate_id.cast_unsigned())));
    })?;
    let plate = |item: &Ending| asset_of.get(&item.first_room).and_then(|asset_id| plate_of.get(asset_id)).copied();
    items.retain(|item| lens.sees_plate(plate(item).unwrap_or(0)));
    Ok(())
}

impl Report for Expiring {
    type Query = ExpiryQuery;
    type Item = Ending;
    type Row = ExpiryRow;
    const SHEET: &'static str = "到期合同";
    const SORTS: &'static [(&'static str, Compare<Ending>)] = &[("endDate", |a, b| a.end.cmp(&b.end))];
    const ORDER: Compare<Ending> = |a, b| (a.end, a.lease_id).cmp(&(b.end, b.lease_id));
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

    fn find(lens: &ScopeFilter<'_>, query: &ExpiryQuery, wanted: &Wanted<'_>) -> Result<Found<Ending>> {
        let as_of = lens.as_of;
        let from = query.end_from.unwrap_or(as_of);
        let span = DateSpan::new(from, query.end_to.unwrap_or_else(|| add_days(from, 90)));
        let mut items = ending(lens, span, query.tenant_id)?;
        if lens.of_plates() {
            of_plates(lens, &mut items)?;
        }
        let area: Area = items.iter().map(|item| item.area).sum();
        let totals = vec![Total::area("areaM2", "租赁面积", area.0)];
        let sums =
            Sums { about: format!("到期日 {span}，剩余天数按 {as_of} 计"), totals, checks: Vec::new() };
        if !wanted.is_by(&["leaseNo"]) {
            return Ok(Found::all(items, sums));
        }
        let mut ask = FilterBuilder::<Lease>::default();
        ask.must(Filter::ids(items.iter().map(|item| item.lease_id)));
        let (many, mut by_number) = (items.len() as u64, HashMap::default());
        by_number.extend(items.into_iter().map(|item| (item.lease_id, item)));
        let items = by_text(lens.view, ask, wanted)?.iter().filter_map(|lease_id| by_number.remove(lease_id)).collect();
        Ok(Found { items: Items::Cut(items, many), sums })
    }

    fn show(view: &View, names: &mut NameCache<'_>, Ending { lease_id, area, as_of, .. }: Ending) -> Result<ExpiryRow> {
        let lease: Lease = linked(view, lease_id)?;
        Ok(ExpiryRow {
            lease_id,
            tenant_name: names.of::<Tenant>(lease.facts.tenant_id)?,
            party_a_name: names.of::<PartyA>(lease.facts.party_a_id)?,
            plate_name: names.of::<Plate>(plate_of(view, &lease)?)?,
            start_date: lease.facts.start_date,
            end_date: lease.facts.end_date,
            days_left: days_between(as_of, lease.facts.end_date),
            area_m2: area,
            room_count: lease.facts.rooms.len(),
            renew_priority: lease.facts.renew_priority,
            returned_date: lease.returned_date.map(|day| day.to_string()).unwrap_or_default(),
            lease_no: lease.lease_no,
        })
    }
}
