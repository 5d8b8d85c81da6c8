//! Bills as people see them: list with totals, one bill with all that lies on it, the statement of a tenant's account.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::columns;
use super::record::{ADJUSTMENTS, Bill, BillSource, BillState, PayState};
use super::standing::is_of_before;
use crate::columns::Field;
use crate::columns::field::whole;
use crate::error::{AppError, Result};
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::plate::Plate;
use crate::features::assets::room::record::{BY_BUILDING, Room};
use crate::features::finance::allocation::{Allocation, AllocationMode, BY_BILL, MoneySource};
use crate::features::finance::receipt::record::Receipt;
use crate::features::lease::contract::columns as of_leases;
use crate::features::lease::contract::plan::current_terms;
use crate::features::lease::contract::record::Lease;
use crate::features::lease::schedule::explain::{Explanation, explain};
use crate::features::lease::schedule::plan::{BillLine, plan};
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::dates::DateText;
use crate::kernel::enumeration::numbered;
use crate::kernel::page::Paging;
use crate::kernel::span::{DateSpan, add_days, days_between};
use crate::op::View;
use crate::records::list::{self, Filter, FilterBuilder, List, ListQuery, NameCache, One, Place};
use crate::records::owned;
use crate::records::owned::OwnedOut;
use crate::route::Data;
use crate::sheet::{Cell, Column};
use crate::store::{Key, Reads, id};

/// A bill on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillOut {
    /// Number of the bill, by which other records name it.
    pub bill_id: u64,
    /// `ZD-202401-000001`
    pub bill_no: String,
    /// Lease; 0 for none.
    pub lease_id: u64,
    /// Number of the lease 合同 as printed, `HT-202401-000001`.
    pub lease_no: String,
    /// The tenant 乙方 that it is about, by number.
    pub tenant_id: u64,
    /// His name when it was issued.
    pub tenant_name: String,
    /// The party A 甲方 that it is about, by number.
    pub party_a_id: u64,
    /// Name of the party A 甲方.
    pub party_a_name: String,
    /// Name of the plate.
    pub plate_name: String,
    /// Codes of its rooms 房号, with 、 between.
    pub room_text: String,
    /// What it is for: rent, deposit … (values and labels in its type).
    pub kind: BillKind,
    /// Days that it charges, both included; absent when it is for no period.
    pub period: Option<DateSpan>,
    /// Day of issue 出账日.
    #[schemars(with = "DateText")]
    pub issue_date: Date,
    /// Last day to pay without being overdue 应缴日.
    #[schemars(with = "DateText")]
    pub due_date: Date,
    /// Amount in whole fen.
    pub amount_fen: i64,
    /// What was waived of it 减免, in whole fen.
    pub waived_fen: i64,
    /// What receipts have paid of it 已核销, in whole fen.
    pub allocated_fen: i64,
    /// Fen taken off by adjustments.
    pub credited_fen: i64,
    /// What is still to be paid 未缴, in whole fen.
    pub outstanding_fen: i64,
    /// Where it comes from.
    pub source: BillSource,
    /// In the books or void.
    pub state: BillState,
    /// How far it is paid 缴费状态.
    pub pay_state: PayState,
    /// Days overdue today; 0 when it is not.
    pub overdue_days: i64,
    /// Lock, department, maker.
    #[serde(flatten)]
    pub owned: OwnedOut,
}

fn out(names: &mut NameCache<'_>, bill: &Bill, today: Date) -> Result<BillOut> {
    Ok(BillOut {
        bill_id: bill.bill_id,
        bill_no: bill.bill_no.clone(),
        lease_id: bill.lease_id,
        lease_no: names.of::<Lease>(bill.lease_id)?,
        tenant_id: bill.tenant_id,
        tenant_name: bill.tenant_name.clone(),
        party_a_id: bill.party_a_id,
        party_a_name: names.of::<PartyA>(bill.party_a_id)?,
        plate_name: names.of::<Plate>(bill.plate_id)?,
        room_text: bill.room_text.clone(),
        kind: bill.kind,
        period: bill.period,
        issue_date: bill.issue_date,
        due_date: bill.due_date,
        amount_fen: bill.amount_fen,
        waived_fen: bill.waived_fen,
        allocated_fen: bill.allocated_fen,
        credited_fen: bill.credited_fen,
        outstanding_fen: bill.outstanding_fen(),
        source: bill.source,
        state: bill.state,
        pay_state: bill.pay_state(),
        overdue_days: if bill.is_overdue(today) { days_between(bill.due_date, today) } else { 0 },
        owned: OwnedOut::of(names.view(), &bill.owned)?,
    })
}

/// Days overdue from which somebody has to speak with the tenant, and for how long a contact counts.
const SILENT: (i64, i64) = (30, 14);
/// Deposits that fall due within so many days, or are overdue.
const DEPOSIT_DAYS: i64 = 7;

numbered! {
    /// What somebody has to see to.
    pub enum BillWatch {
        Silent = 1 => "逾期 30 天以上、14 天内未联系",
        Deposit = 2 => "押金待收（7 天内应缴或逾期）",
    }
}

/// Brought by the room of dunning: bills that somebody asked for on a day or later.
pub struct AskedSince(pub fn(&View, Date) -> Result<Vec<u64>>);

/// Narrows to what somebody has to see to.
fn watched(view: &View, watch: BillWatch, ask: &mut FilterBuilder<Bill>) -> Result<()> {
    let today = view.now.date();
    match watch {
        BillWatch::Silent => {
            ask.within(&columns::OVERDUE_DAYS, Some(SILENT.0), None)?;
            for AskedSince(asked) in view.app.product.extensions::<AskedSince>() {
                let asked = asked(view, add_days(today, 1 - SILENT.1))?;
                ask.must(Filter::Not(Box::new(Filter::ids(asked))));
            }
            Ok(())
        }
        BillWatch::Deposit => {
            ask.given(&columns::KIND, Some(BillKind::Deposit))?;
            ask.within(&columns::OPEN, Some(1), None)?;
            ask.days(&columns::DUE, None, Some(add_days(today, DEPOSIT_DAYS)))
        }
    }
}

/// Leases with rooms in some buildings, by number.
fn leases_in(view: &View, buildings: &[u64]) -> Result<Vec<u64>> {
    let mut rooms = Vec::new();
    for building_id in buildings {
        let found = view.tx.ids_by(&BY_BUILDING, &id(*building_id), false, 0, usize::MAX)?;
        rooms.extend(found.iter().filter_map(Key::first_u64));
    }
    let mut leases = FilterBuilder::<Lease>::default();
    leases.holds_any(&of_leases::ROOMS, &rooms)?;
    list::ids(view, leases)
}

/// Filters of the list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListBills {
    /// Part of the number, the tenant's name or the rooms.
    pub key_word: Option<String>,
    /// Only of these leases 合同, by numbers; absent: all.
    pub lease_id: Vec<u64>,
    /// Only of these tenants 乙方, by numbers; absent: all.
    pub tenant_id: Vec<u64>,
    /// Only of these parties A 甲方, by numbers; absent: all.
    pub party_a_id: Vec<u64>,
    /// Only of leases with rooms in these buildings 楼栋, by numbers; absent: all.
    pub building_id: Vec<u64>,
    /// Only of these plates 板块, by numbers; absent: all.
    pub plate_id: Vec<u64>,
    /// Only those for these purposes; absent: all.
    pub kind: Vec<BillKind>,
    /// Only those paid so far 缴费状态; absent: all.
    pub pay_state: Vec<PayState>,
    /// In the books or void.
    pub state: Vec<BillState>,
    /// Where it comes from.
    pub source: Vec<BillSource>,
    /// Only overdue ones.
    pub overdue: bool,
    /// Due from this day on.
    #[schemars(with = "Option<DateText>", title = "应缴日起")]
    pub due_from: Option<Date>,
    /// Due on this day at the latest; absent: without end.
    #[schemars(with = "Option<DateText>", title = "应缴日止")]
    pub due_to: Option<Date>,
    /// Only what somebody has to see to 关注.
    pub watch: Option<BillWatch>,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

/// Sums over the whole filter, void bills left out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillSums {
    /// Amount in whole fen.
    pub amount_fen: i64,
    /// What was waived of it 减免, in whole fen.
    pub waived_fen: i64,
    /// What receipts have paid of it 已核销, in whole fen.
    pub allocated_fen: i64,
    /// What is still to be paid 未缴, in whole fen.
    pub outstanding_fen: i64,
}

/// 账单
pub struct Bills;

impl List for Bills {
    type Record = Bill;
    type Query = ListBills;
    type Row = BillOut;
    type Sums = BillSums;

    const PLACE: Place = Place {
        list: "/fin/bill/list",
        permission: "fin:bill:list",
        export: Some(("/fin/bill/export", "fin:bill:export")),
        title: super::TITLE,
    };
    const SHEET: &'static str = "账单";
    const COLUMNS: &'static [Column<BillOut>] = COLUMNS;
    const SUMS: &'static [Field<Bill>] = &columns::SUMMED;
    const ORDER: &'static [(&'static str, bool)] = &[("dueOrder", false)];
    const NEWEST: bool = true;

    fn paging(query: &ListBills) -> &Paging {
        &query.paging
    }

    fn narrow(view: &View, query: &ListBills, ask: &mut FilterBuilder<Bill>) -> Result<()> {
        ask.word(query.key_word.as_deref(), &[&columns::NO, &columns::TENANT_NAME, &columns::ROOMS])?;
        ask.several(&columns::LEASE, &query.lease_id)?;
        ask.several(&columns::TENANT, &query.tenant_id)?;
        ask.several(&columns::PARTY_A, &query.party_a_id)?;
        ask.several(&columns::PLATE, &query.plate_id)?;
        ask.several(&columns::KIND, &query.kind)?;
        ask.several(&columns::PAY_STATE, &query.pay_state)?;
        ask.several(&columns::STATE, &query.state)?;
        ask.several(&columns::SOURCE, &query.source)?;
        ask.only(&columns::OVERDUE, query.overdue)?;
        if !query.building_id.is_empty() {
            let leases = leases_in(view, &query.building_id)?.into_iter().map(whole);
            ask.must(Filter::among(ask.place(&columns::LEASE)?, leases));
        }
        if let Some(watch) = query.watch {
            watched(view, watch, ask)?;
        }
        ask.days(&columns::DUE, query.due_from, query.due_to)
    }

    fn row(names: &mut NameCache<'_>, bill: &Bill) -> Result<BillOut> {
        let today = names.view().now.date();
        out(names, bill, today)
    }

    fn sums(_: &View, _: &ListQuery, sums: &[i64]) -> Result<BillSums> {
        Ok(match *sums {
            [amount_fen, waived_fen, allocated_fen, outstanding_fen] => {
                BillSums { amount_fen, waived_fen, allocated_fen, outstanding_fen }
            }
            _ => BillSums::default(),
        })
    }
}

/// Money on a bill.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AllocationOut {
    /// Number of the allocation 核销.
    pub allocation_id: u64,
    /// What the money is: a receipt, credit 预收 or a deposit 押金.
    pub source: MoneySource,
    /// The receipt it came with; 0 for a deposit.
    pub receipt_id: u64,
    /// Number of the receipt 收款 as printed, `SK-202401-000001`.
    pub receipt_no: String,
    /// Fen; negative on mirror rows.
    pub amount_fen: i64,
    /// Day on which it counts in the books 记账日.
    #[schemars(with = "DateText")]
    pub book_date: Date,
    /// When the bank had it.
    #[schemars(with = "DateText")]
    pub value_date: Date,
    /// How it came about.
    pub mode: AllocationMode,
}

/// A room's share of a bill, on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoomShareOut {
    /// The room 房间 that it is about, by number.
    pub room_id: u64,
    /// Room number as on the door 房号.
    pub room_code: String,
    /// Amount in whole fen.
    pub amount_fen: i64,
}

/// A bill with all that belongs to it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillCard {
    /// The bill with its names and figures.
    #[serde(flatten)]
    pub bill: BillOut,
    /// What its amount is made of.
    pub lines: Vec<BillLine>,
    /// How its amount falls on the rooms.
    pub split: Vec<RoomShareOut>,
    /// Money on it, oldest first.
    pub allocations: Vec<AllocationOut>,
    /// Later bills that correct its amount 调整.
    pub adjustments: Vec<BillOut>,
    /// The amount in capitals.
    pub capitals: String,
}

pub fn show(view: &View, input: One) -> Result<Data<BillCard>> {
    let bill: Bill = owned::find(view, input.id)?;
    let (mut names, today) = (NameCache::new(view), view.now.date());
    let rows: Vec<Allocation> = view.tx.by(&BY_BILL, &id(bill.bill_id), false, 0, usize::MAX)?;
    let mut allocations = Vec::with_capacity(rows.len());
    for row in rows {
        allocations.push(AllocationOut {
            allocation_id: row.allocation_id,
            source: row.source,
            receipt_id: row.receipt_id,
            receipt_no: names.of::<Receipt>(row.receipt_id)?,
            amount_fen: row.amount_fen,
            book_date: row.book_date,
            value_date: row.value_date,
            mode: row.mode,
        });
    }
    let adjusting: Vec<Bill> = view.tx.by(&ADJUSTMENTS, &id(bill.bill_id), false, 0, usize::MAX)?;
    let adjustments = adjusting.iter().map(|other| out(&mut names, other, today)).collect::<Result<_>>()?;
    let mut split = Vec::with_capacity(bill.split.len());
    for share in &bill.split {
        let (room_id, amount_fen) = (share.room_id, share.amount_fen);
        split.push(RoomShareOut { room_id, room_code: names.of::<Room>(room_id)?, amount_fen });
    }
    Ok(Data(BillCard {
        bill: out(&mut names, &bill, today)?,
        capitals: crate::kernel::money::capitals(bill.amount_fen),
        lines: bill.lines,
        split,
        allocations,
        adjustments,
    }))
}

/// GET /fin/bill/{id}/explain: how the amount was computed (I12).
pub fn explain_bill(view: &View, input: One) -> Result<Data<Explanation>> {
    let bill: Bill = owned::find(view, input.id)?;
    let none = || AppError::refused(format!("账单 {} 不是按合同账期生成的，没有算账说明", bill.bill_no));
    let by_plan = bill.lease_id > 0 && !is_of_before(&bill);
    let (Some(period), true) = (bill.period, by_plan) else { return Err(none()) };
    let lease: Lease = owned::linked(view, bill.lease_id)?;
    let terms = current_terms(view, &lease)?;
    let bills = plan(&terms).map_err(|(_, sentence)| AppError::refused(sentence))?;
    let planned =
        bills.iter().find(|planned| planned.charge_line == bill.charge_line && planned.period.from == period.from);
    planned.map(|planned| Data(explain(&terms, planned))).ok_or_else(none)
}

const COLUMNS: &[Column<BillOut>] = &[
    Column::new("账单编号", 20.0, |row: &BillOut| Cell::Text(row.bill_no.clone())),
    Column::new("合同编号", 20.0, |row| Cell::Text(row.lease_no.clone())),
    Column::new("乙方", 30.0, |row| Cell::Text(row.tenant_name.clone())),
    Column::new("甲方", 26.0, |row| Cell::Text(row.party_a_name.clone())),
    Column::new("板块", 12.0, |row| Cell::Text(row.plate_name.clone())),
    Column::new("房间", 24.0, |row| Cell::Text(row.room_text.clone())),
    Column::new("费用", 10.0, |row| Cell::Text(row.kind.label().into())),
    Column::new("账期", 24.0, |row| Cell::Text(row.period.map(|period| period.to_string()).unwrap_or_default())),
    Column::new("应缴日", 12.0, |row| Cell::Date(row.due_date)),
    Column::new("应缴（元）", 16.0, |row: &BillOut| Cell::Decimal(row.amount_fen)).summed(),
    Column::new("减免（元）", 14.0, |row: &BillOut| Cell::Decimal(row.waived_fen)).summed(),
    Column::new("已缴（元）", 16.0, |row: &BillOut| Cell::Decimal(row.allocated_fen)).summed(),
    Column::new("未缴（元）", 16.0, |row: &BillOut| Cell::Decimal(row.outstanding_fen)).summed(),
    Column::new("缴费状态", 10.0, |row| Cell::Text(row.pay_state.label().into())),
    Column::new("逾期天数", 10.0, |row| Cell::Number(row.overdue_days)),
    Column::new("来源", 10.0, |row| Cell::Text(row.source.label().into())),
];
