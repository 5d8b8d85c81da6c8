//! Slips as people see them.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::record::{Slip, SlipState, SlipText};
use crate::columns::field::{day, whole};
use crate::columns::{Field, Listed, Where};
use crate::error::Result;
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::receipt::record::Receipt;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::dates::DateText;
use crate::kernel::enumeration::Coded;
use crate::kernel::money::capitals;
use crate::kernel::page::Paging;
use crate::op::View;
use crate::records::list::{FilterBuilder, List, NameCache, NoSums, One, Place, created, creator, dept};
use crate::records::names::person_name;
use crate::records::owned::{self, OwnedOut};
use crate::route::Data;
use crate::sheet::{Cell, Column};

const NO: Field<Slip> = Field::text("slipNo", |slip| slip.slip_no.clone());
const PARTY_A: Field<Slip> = Field::link::<PartyA>("partyAId", "partyAName", |slip| whole(slip.party_a_id));
const TENANT: Field<Slip> = Field::link::<Tenant>("tenantId", "tenantName", |slip| whole(slip.tenant_id));
const RECEIPT: Field<Slip> = Field::link::<Receipt>("receiptId", "receiptNo", |slip| whole(slip.receipt_id));
const DAY: Field<Slip> = Field::number("day", |slip| day(Some(slip.day)));
const STATE: Field<Slip> = Field::number("state", |slip| slip.state.code());
const PURPOSE: Field<Slip> = Field::number("purpose", |slip| slip.text.purpose.code());
const AMOUNT: Field<Slip> = Field::number("amountFen", |slip| slip.text.amount_fen);
const PRINTS: Field<Slip> = Field::number("prints", |slip| i64::from(slip.prints));
const NOT_VOID: Where = Where::is_not("state", SlipState::Void as i64);
const STANDING: Field<Slip> = Field::sum("standingFen", Some(NOT_VOID), &["amountFen"], &[]);

impl Listed for Slip {
    const FIELDS: &'static [Field<Self>] =
        &[NO, PARTY_A, TENANT, RECEIPT, DAY, STATE, PURPOSE, AMOUNT, PRINTS, STANDING, dept(), creator(), created()];
    const TITLE: &'static str = "slipNo";
}

/// A slip on the wire, with all that is printed.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SlipOut {
    /// Number of the slip 收据, by which other records name it.
    pub slip_id: u64,
    /// `QG-2026-000128`
    pub slip_no: String,
    /// Its day 开具日期.
    #[schemars(with = "DateText")]
    pub day: Date,
    /// The receipt 收款 that it is for, by number.
    pub receipt_id: u64,
    /// The party A 甲方, by number.
    pub party_a_id: u64,
    /// The tenant 乙方, by number.
    pub tenant_id: u64,
    /// What it says.
    #[serde(flatten)]
    pub text: SlipText,
    /// The amount in capitals.
    pub capitals: String,
    /// Whether it counts.
    pub state: SlipState,
    /// Why it is void; empty: it counts.
    pub void_reason: String,
    /// Real name of who made it void.
    pub void_by: String,
    /// `yyyy-MM-dd HH:mm:ss`; empty: it counts.
    pub void_at: String,
    /// How often it was printed, this time counted.
    pub prints: u32,
    /// Lock, department, maker.
    #[serde(flatten)]
    pub owned: OwnedOut,
}

/// Shows a slip.
///
/// # Errors
/// Records that can't be read.
pub fn out(view: &View, _: &mut NameCache<'_>, slip: &Slip) -> Result<SlipOut> {
    let void = slip.void.as_ref();
    Ok(SlipOut {
        slip_id: slip.slip_id,
        slip_no: slip.slip_no.clone(),
        day: slip.day,
        receipt_id: slip.receipt_id,
        party_a_id: slip.party_a_id,
        tenant_id: slip.tenant_id,
        text: slip.text.clone(),
        capitals: capitals(slip.text.amount_fen),
        state: slip.state,
        void_reason: void.map(|void| void.reason.clone()).unwrap_or_default(),
        void_by: void.map_or(Ok(String::new()), |void| person_name(view, &void.by))?,
        void_at: void.map(|void| void.at.to_text()).unwrap_or_default(),
        prints: slip.prints,
        owned: OwnedOut::of(view, &slip.owned)?,
    })
}

/// GET /fin/slip/{id}
///
/// # Errors
/// A slip that the caller doesn't see.
pub fn show(view: &View, input: One) -> Result<Data<SlipOut>> {
    out(view, &mut NameCache::new(view), &owned::find(view, input.id)?).map(Data)
}

/// Filters of the list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListSlips {
    /// Part of the slip's number, of the receipt's, or of who paid.
    pub key_word: Option<String>,
    /// Only of these parties A 甲方, by numbers; absent: all.
    pub party_a_id: Vec<u64>,
    /// Only of these tenants 乙方, by numbers; absent: all.
    pub tenant_id: Vec<u64>,
    /// Only of this receipt 收款, by number.
    pub receipt_id: Option<u64>,
    /// Only in these states; absent: all.
    pub state: Vec<SlipState>,
    /// First day 开具日期.
    #[schemars(with = "Option<DateText>")]
    pub day_from: Option<Date>,
    /// Last day.
    #[schemars(with = "Option<DateText>")]
    pub day_to: Option<Date>,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

/// 收据
pub struct Slips;

impl List for Slips {
    type Record = Slip;
    type Query = ListSlips;
    type Row = SlipOut;
    type Sums = NoSums;

    const PLACE: Place = Place {
        list: "/fin/slip/list",
        permission: "fin:slip:list",
        export: Some(("/fin/slip/export", "fin:slip:export")),
        title: super::TITLE,
    };
    const SHEET: &'static str = "收据登记簿";
    const COLUMNS: &'static [Column<SlipOut>] = &[
        Column::new("收据编号", 20.0, |row: &SlipOut| Cell::Text(row.slip_no.clone())),
        Column::new("开具日期", 12.0, |row| Cell::Date(row.day)),
        Column::new("收款单位", 26.0, |row| Cell::Text(row.text.party_a_name.clone())),
        Column::new("交款单位", 30.0, |row| Cell::Text(row.text.payer.clone())),
        Column::new("收款编号", 20.0, |row| Cell::Text(row.text.receipt_no.clone())),
        Column::new("用途", 8.0, |row| Cell::Text(row.text.purpose.label().into())),
        Column::new("金额（元）", 16.0, |row: &SlipOut| Cell::Decimal(row.text.amount_fen)).summed(),
        Column::new("状态", 10.0, |row| Cell::Text(row.state.label().into())),
        Column::new("作废原因", 24.0, |row| Cell::Text(row.void_reason.clone())),
        Column::new("打印次数", 10.0, |row| Cell::Number(i64::from(row.prints))),
        Column::new("开具人", 12.0, |row| Cell::Text(row.owned.create_by_name.clone())),
    ];
    const NEWEST: bool = true;

    fn paging(query: &ListSlips) -> &Paging {
        &query.paging
    }

    fn narrow(_: &View, query: &ListSlips, ask: &mut FilterBuilder<Slip>) -> Result<()> {
        ask.word(query.key_word.as_deref(), &[&NO, &RECEIPT, &TENANT])?;
        ask.several(&PARTY_A, &query.party_a_id)?;
        ask.several(&TENANT, &query.tenant_id)?;
        ask.given(&RECEIPT, query.receipt_id)?;
        ask.several(&STATE, &query.state)?;
        ask.days(&DAY, query.day_from, query.day_to)
    }

    fn row(names: &mut NameCache<'_>, slip: &Slip) -> Result<SlipOut> {
        let view = *names.view();
        out(&view, names, slip)
    }
}
