//! 减免明细: what was waived of which bill, by the day it counts.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::scope_filter::ScopeFilter;
use super::{Found, Report, Sums, Total, Wanted};
use crate::columns::field::{date_of, day, whole};
use crate::columns::{NONE, Set};
use crate::error::{AppError, Result};
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::plate::Plate;
use crate::features::finance::bill::record::Bill;
use crate::features::finance::waiver::{WaivedPart, Waiver, WaiverReason, columns};
use crate::features::lease::schedule::terms::BillKind;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::dates::DateText;
use crate::kernel::page::Compare;
use crate::kernel::span::DateSpan;
use crate::op::View;
use crate::records::list::{self, Filter, FilterBuilder, NameCache};
use crate::sheet::{Cell, Column};
use crate::store::{Reads, id};

/// The question.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct WaiverQuery {
    /// Counts from this day on.
    #[schemars(with = "Option<DateText>", title = "生效日起")]
    pub from: Option<Date>,
    /// To this day.
    #[schemars(with = "Option<DateText>", title = "生效日止")]
    pub to: Option<Date>,
    /// Only of this tenant 乙方, by number; absent: all.
    pub tenant_id: Option<u64>,
}

/// What was waived of a bill.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaiverRow {
    /// The waiver's number.
    pub waiver_no: String,
    /// Day on which it counts in the books 生效日.
    #[schemars(with = "DateText")]
    pub effective_date: Date,
    /// Kind of reason 减免原因, in words.
    pub reason_label: &'static str,
    /// Number of the document that the policy is written in 政策文号.
    pub policy_doc: String,
    /// The bill 账单 that it is about, by number.
    pub bill_id: u64,
    /// Number of the bill 账单 as printed, `ZD-202401-000001`.
    pub bill_no: String,
    /// Name of the tenant 乙方.
    pub tenant_name: String,
    /// Name of the party A 甲方.
    pub party_a_name: String,
    /// Name of the plate 板块.
    pub plate_name: String,
    /// What it is for: rent, deposit … (values and labels in its type).
    pub kind: BillKind,
    /// Last day to pay without being overdue 应缴日.
    #[schemars(with = "DateText")]
    pub due_date: Date,
    /// What was waived of it 减免, in whole fen.
    pub waived_fen: i64,
}

pub struct Waived;

/// A part of a waiver, with what of it counts on the day of the list.
#[derive(Clone, Copy)]
pub struct Part {
    waiver_id: u64,
    effective_date: Date,
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

/// What is waived on the day of the list by waivers that begin to count within a span ([`Waiver::waives_on`]).
fn parts(lens: &ScopeFilter<'_>, span: DateSpan, tenant_id: Option<u64>) -> Result<Vec<Part>> {
    let mut items = Vec::new();
    if span.is_empty() {
        return Ok(items);
    }
    let mut ask = FilterBuilder::<Waiver>::default();
    ask.several(&columns::STATE, &columns::COUNTED)?;
    ask.days(&columns::EFFECTIVE, Some(span.from), Some(span.to))?;
    let back = Filter::Between(ask.place(&columns::REVOKED)?, NONE + 1, day(Some(lens.as_of)));
    ask.must(Filter::Not(Box::new(back)));
    let (me, made) = (lens.view.caller.user_id(), Set::of(lens.made::<Bill>()?.into_iter().map(whole)));
    let sees = |place: &WaivedPart| {
        let (of, creator) = (place.of, || Ok(if made.has(whole(place.bill_id)) { me } else { 0 }));
        Ok::<bool, AppError>(
            lens.sees_party(of.party_a_id)
                && lens.sees_plate(of.plate_id)
                && tenant_id.is_none_or(|tenant| tenant == of.tenant_id)
                && lens.sees_dept(of.dept_id, creator)?,
        )
    };
    let (fields, lists) = ([columns::EFFECTIVE], [columns::PARTS, columns::CUTS]);
    let mut fault = None;
    list::gather_lists(lens.view, &ask.filters, &fields, &lists, |waiver_id, row, lists| {
        let ([effective], [parts, cuts]) = (row, lists) else { return };
        let Some(effective_date) = date_of(*effective) else { return };
        for mut place in columns::parts(parts) {
            let cut = columns::cuts(cuts).filter(|cut| cut.bill_id == place.bill_id && cut.day <= lens.as_of);
            place.amount_fen -= cut.map(|cut| cut.amount_fen).sum::<i64>();
            match sees(&place) {
                Ok(true) if place.amount_fen > 0 => items.push(Part { waiver_id, effective_date, place }),
                Ok(_) => {}
                Err(error) => fault = Some(error),
            }
        }
    })?;
    fault.map_or(Ok(()), Err)?;
    Ok(items)
}

impl Report for Waived {
    type Query = WaiverQuery;
    type Item = Part;
    type Row = WaiverRow;
    const SHEET: &'static str = "减免明细";
    // The latest first, the parts of each in the order of its bills.
    const ORDER: Compare<Part> = |a, b| (b.effective_date, b.waiver_id).cmp(&(a.effective_date, a.waiver_id));
    const SORTS: &'static [(&'static str, Compare<Part>)] = &[
        ("effectiveDate", |a, b| a.effective_date.cmp(&b.effective_date)),
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

    fn find(lens: &ScopeFilter<'_>, query: &WaiverQuery, _: &Wanted<'_>) -> Result<Found<Part>> {
        let span = lens.span(query.from, query.to)?;
        let items = parts(lens, span, query.tenant_id)?;
        let fen = items.iter().map(|item| item.place.amount_fen).sum();
        let sums = Sums {
            about: format!("生效日 {span}，截至 {}", lens.as_of),
            totals: vec![Total::fen("waivedFen", "减免", fen)],
            checks: Vec::new(),
        };
        Ok(Found::all(items, sums))
    }

    fn show(
        view: &View,
        names: &mut NameCache<'_>,
        Part { waiver_id, effective_date, place }: Part,
    ) -> Result<WaiverRow> {
        let waiver: Option<Waiver> = view.tx.get(&id(waiver_id))?;
        Ok(WaiverRow {
            effective_date,
            reason_label: waiver.as_ref().map_or("", |waiver| reason(waiver.reason_kind)),
            bill_id: place.bill_id,
            bill_no: names.of::<Bill>(place.bill_id)?,
            tenant_name: names.of::<Tenant>(place.of.tenant_id)?,
            party_a_name: names.of::<PartyA>(place.of.party_a_id)?,
            plate_name: names.of::<Plate>(place.of.plate_id)?,
            kind: place.of.kind,
            due_date: place.of.due_date,
            waived_fen: place.amount_fen,
            waiver_no: waiver.as_ref().map(|waiver| waiver.waiver_no.clone()).unwrap_or_default(),
            policy_doc: waiver.map(|waiver| waiver.policy_doc).unwrap_or_default(),
        })
    }
}
