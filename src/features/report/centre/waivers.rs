//! 减免明细: what was waived of which bill, by the day it counts.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::lens::Lens;
use super::{Found, Report, Sums, Total};
use crate::fault::Outcome;
use crate::features::books::bill::record::Bill;
use crate::features::books::figures::load::ChartQuery;
use crate::features::books::waiver::{WaivedPart, Waiver, WaiverReason};
use crate::features::estate::party_a::record::PartyA;
use crate::features::estate::plate::Plate;
use crate::features::lease::schedule::terms::BillKind;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::dates::DateText;
use crate::kernel::order::Order;
use crate::kernel::page::{Compare, Paging};
use crate::op::View;
use crate::records::list::Names;
use crate::sheet::{Cell, Column};
use crate::store::{Reads, id};

/// The question.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct WaiverQuery {
    /// Plates, parties A, department, day.
    #[serde(flatten)]
    pub chart: ChartQuery,
    /// Counts from this day on.
    #[schemars(with = "Option<DateText>", title = "生效日起")]
    pub from: Option<Date>,
    /// To this day.
    #[schemars(with = "Option<DateText>", title = "生效日止")]
    pub to: Option<Date>,
    /// One tenant.
    pub tenant_id: Option<u64>,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

/// What was waived of a bill.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaiverRow {
    /// The waiver's number.
    pub waiver_no: String,
    /// When it counts.
    #[schemars(with = "DateText")]
    pub effective_date: Date,
    /// Why.
    pub reason_label: &'static str,
    /// The policy's document.
    pub policy_doc: String,
    /// The bill.
    pub bill_id: u64,
    /// Its number.
    pub bill_no: String,
    /// Tenant.
    pub tenant_name: String,
    /// Party A.
    pub party_a_name: String,
    /// Plate.
    pub plate_name: String,
    /// What for.
    pub kind: BillKind,
    /// 应缴日
    #[schemars(with = "DateText")]
    pub due_date: Date,
    /// Fen.
    pub waived_fen: i64,
}

/// The report.
pub struct Waived;

/// A part of a waiver: the waiver, and the place in it with what counts of it.
pub struct Part {
    waiver: Waiver,
    place: WaivedPart,
}

fn reason(kind: WaiverReason) -> &'static str {
    match kind {
        WaiverReason::Policy => "政策减免",
        WaiverReason::Fitting => "装修补偿",
        WaiverReason::Closure => "停业/维修",
        WaiverReason::Settlement => "诉讼和解",
        WaiverReason::Other => "其他",
    }
}

impl Report for Waived {
    type Query = WaiverQuery;
    type Item = Part;
    type Row = WaiverRow;
    const SHEET: &'static str = "减免明细";
    const SORTS: &'static [(&'static str, Compare<Part>)] = &[
        ("effectiveDate", |a, b| a.waiver.effective_date.cmp(&b.waiver.effective_date)),
        ("waivedFen", |a, b| a.place.amount_fen.cmp(&b.place.amount_fen)),
    ];
    const COLUMNS: &'static [Column<WaiverRow>] = &[
        Column::new("减免编号", 20.0, |row: &WaiverRow| Cell::Text(row.waiver_no.clone())),
        Column::new("生效日", 12.0, |row| Cell::Date(row.effective_date)),
        Column::new("原因", 12.0, |row| Cell::Text(row.reason_label.into())),
        Column::new("政策文号", 24.0, |row| Cell::Text(row.policy_doc.clone())),
        Column::new("账单编号", 20.0, |row| Cell::Text(row.bill_no.clone())),
        Column::new("乙方", 30.0, |row| Cell::Text(row.tenant_name.clone())),
        Column::new("甲方", 26.0, |row| Cell::Text(row.party_a_name.clone())),
        Column::new("板块", 12.0, |row| Cell::Text(row.plate_name.clone())),
        Column::new("费用", 10.0, |row| Cell::Text(row.kind.label().into())),
        Column::new("应缴日", 12.0, |row| Cell::Date(row.due_date)),
        Column::new("减免（元）", 14.0, |row: &WaiverRow| Cell::Decimal(row.waived_fen)).summed(),
    ];

    fn paging(query: &WaiverQuery) -> &Paging {
        &query.paging
    }

    fn find(view: &View, query: &WaiverQuery) -> Outcome<Found<Part>> {
        let lens = Lens::of(view, &query.chart)?;
        let span = lens.span(query.from, query.to);
        let mut waivers: Vec<Waiver> = Vec::new();
        view.tx.each::<Waiver>(|waiver| {
            if span.contains(waiver.effective_date) && waiver.counts_on(lens.as_of) {
                waivers.push(waiver);
            }
            true
        })?;
        waivers.order_by_key(|waiver| std::cmp::Reverse((waiver.effective_date, waiver.waiver_id)));
        let mut items = Vec::new();
        for waiver in waivers {
            for place in waiver.scope.clone() {
                let place = WaivedPart { amount_fen: waiver.waives_on(place.bill_id, lens.as_of), ..place };
                let of = place.of;
                let creator = || Ok(view.tx.get::<Bill>(&id(place.bill_id))?.map_or(0, |bill| bill.owned.creator));
                let fits = place.amount_fen > 0
                    && lens.sees_party(of.party_a_id)
                    && lens.sees_plate(of.plate_id)
                    && query.tenant_id.is_none_or(|tenant| tenant == of.tenant_id)
                    && lens.sees_dept(of.dept_id, creator)?;
                if fits {
                    items.push(Part { waiver: waiver.clone(), place });
                }
            }
        }
        let fen = items.iter().map(|item| item.place.amount_fen).sum();
        let sums = Sums {
            about: format!("生效日 {span}，截至 {}", lens.as_of),
            totals: vec![Total::fen("waivedFen", "减免", fen)],
            checks: Vec::new(),
        };
        Ok(Found { items, sums })
    }

    fn show(_: &View, names: &mut Names<'_>, Part { waiver, place }: Part) -> Outcome<WaiverRow> {
        Ok(WaiverRow {
            effective_date: waiver.effective_date,
            reason_label: reason(waiver.reason_kind),
            bill_id: place.bill_id,
            bill_no: names.of::<Bill>(place.bill_id)?,
            tenant_name: names.of::<Tenant>(place.of.tenant_id)?,
            party_a_name: names.of::<PartyA>(place.of.party_a_id)?,
            plate_name: names.of::<Plate>(place.of.plate_id)?,
            kind: place.of.kind,
            due_date: place.of.due_date,
            waived_fen: place.amount_fen,
            waiver_no: waiver.waiver_no,
            policy_doc: waiver.policy_doc,
        })
    }
}
