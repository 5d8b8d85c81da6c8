//! 往期调整: what came to be asked for, more or less, within a span on bills due before it; behind 往期补记与调整 of the
//! roll-forward. Bills that were entered or made void, a thousand a year, are found by columns; other documents change few older
//! bills, and are read.

use std::collections::{BTreeMap, HashMap};

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::scope_filter::ScopeFilter;
use super::{Check, Found, Report, Sums, Total, Wanted};
use crate::columns::field::{date_of, day};
use crate::columns::{Field, Listed, NONE};
use crate::error::{AppError, Result};
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::plate::Plate;
use crate::features::finance::allocation::{Allocation, columns as paid};
use crate::features::finance::bill::columns as bills;
use crate::features::finance::bill::record::{ADJUSTMENTS, Bill, BillSource};
use crate::features::finance::figures::blocks::Figures;
use crate::features::finance::sums::{self, Entry};
use crate::features::finance::waiver::{self, Waiver, columns as waived};
use crate::features::lease::schedule::terms::BillKind;
use crate::kernel::dates::DateText;
use crate::kernel::enumeration::Coded as _;
use crate::kernel::order::Order;
use crate::kernel::page::Compare;
use crate::kernel::span::DateSpan;
use crate::op::View;
use crate::records::list::{self, Filter, FilterBuilder, NameCache};
use crate::sheet::{Cell, Column};
use crate::store::{Reads, id};

/// The question.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AdjustedQuery {
    /// In the books from this day on, of bills due before it.
    #[schemars(with = "Option<DateText>", title = "记账日起")]
    pub book_from: Option<Date>,
    /// To this day.
    #[schemars(with = "Option<DateText>", title = "记账日止")]
    pub book_to: Option<Date>,
    /// Only of this tenant 乙方, by number; absent: all.
    pub tenant_id: Option<u64>,
}

/// Something that changed what a bill asks for.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdjustedRow {
    /// The bill 账单 that it is about, by number.
    pub bill_id: u64,
    /// Number of the bill 账单 as printed, `ZD-202401-000001`.
    pub bill_no: String,
    /// When it changed.
    #[schemars(with = "DateText")]
    pub book_date: Date,
    /// What happened.
    pub reason_label: &'static str,
    /// Number of the document behind it; empty when the bill itself is.
    pub document_no: String,
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
    /// Fen; negative when less is asked for.
    pub amount_fen: i64,
}

/// A change of a bill.
pub struct Change {
    bill_id: u64,
    due: Date,
    at: Date,
    reason: &'static str,
    document_no: String,
    fen: i64,
}

/// The changes that are looked for, and found.
struct Changes<'a> {
    lens: &'a ScopeFilter<'a>,
    span: DateSpan,
    tenant_id: Option<u64>,
    /// Due days of bills that documents changed; none for those that are not asked for.
    dues: HashMap<u64, Option<Date>>,
    /// Bills that entered the books within the span: what lay on them before counts from then on.
    entered: Vec<u64>,
    found: Vec<Change>,
}

fn has(span: DateSpan, days: &[i64]) -> bool {
    let (from, to) = (day(Some(span.from)), day(Some(span.to)));
    days.iter().any(|day| (from..=to).contains(day))
}

impl Changes<'_> {
    fn within<R: Listed>(&self, fields: [Field<R>; 2]) -> Result<Filter> {
        let (from, to) = (day(Some(self.span.from)), day(Some(self.span.to)));
        let one = |field: &Field<R>| Ok(Filter::Between(FilterBuilder::<R>::default().place(field)?, from, to));
        Ok(Filter::Any(fields.iter().map(one).collect::<Result<_>>()?))
    }

    /// Due before the span.
    fn earlier<R: Listed>(&self, due: &Field<R>) -> Result<Filter> {
        let place = FilterBuilder::<R>::default().place(due)?;
        Ok(Filter::Between(place, NONE + 1, day(Some(self.span.from)) - 1))
    }

    /// Bills that were entered or made void, from columns alone.
    fn booked(&mut self) -> Result<()> {
        let mut ask = self.lens.bills()?;
        ask.must(self.within([bills::BOOK, bills::VOID])?);
        ask.must(self.earlier(&bills::DUE)?);
        ask.must(Filter::Between(ask.place(&bills::AMOUNT)?, 1, i64::MAX));
        ask.must(Filter::Not(Box::new(Filter::among(ask.place(&bills::KIND)?, [BillKind::Deposit.code()]))));
        ask.given(&bills::TENANT, self.tenant_id)?;
        let fields = [bills::DUE, bills::BOOK, bills::VOID, bills::AMOUNT, bills::SOURCE];
        let (span, found, entered) = (self.span, &mut self.found, &mut self.entered);
        list::gather::<Bill>(self.lens.view, &ask.filters, &fields, |bill_id, row| {
            let [due, book, void, amount, source] = *row else { return };
            if has(span, &[book]) {
                entered.push(bill_id);
            }
            // Void from its first day: as if it had never been.
            if void != NONE && void <= book {
                return;
            }
            let reason = match source {
                source if source == BillSource::Opening.code() => "期初导入",
                source if source == BillSource::Adjustment.code() => "调增",
                _ => "补记账单",
            };
            for (at, fen, reason) in [(book, amount, reason), (void, -amount, "作废")] {
                if has(span, &[at])
                    && let (Some(due), Some(at)) = (date_of(due), date_of(at))
                {
                    found.push(Change { bill_id, due, at, reason, document_no: String::new(), fen });
                }
            }
        })
    }

    /// The due day of a bill that a document changed, if it is asked for.
    fn due(&mut self, bill_id: u64) -> Result<Option<Date>> {
        if let Some(due) = self.dues.get(&bill_id) {
            return Ok(*due);
        }
        let wanted = |bill: &Bill| {
            bill.due_date < self.span.from
                && self.lens.sees_bill(bill)
                && self.tenant_id.is_none_or(|tenant| tenant == bill.tenant_id)
        };
        let bill: Option<Bill> = self.lens.view.tx.get(&id(bill_id))?;
        let due = bill.filter(wanted).map(|bill| bill.due_date);
        self.dues.insert(bill_id, due);
        Ok(due)
    }

    /// Takes what counts within the span: `fen` says what an entry adds, `reason` why, by whether that is more. What was taken
    /// back on its own day is as if it had never been.
    fn take(
        &mut self,
        entries: &[Entry],
        fen: fn(&Entry) -> i64,
        reason: [&'static str; 2],
        document_no: &str,
    ) -> Result<()> {
        let span = self.span;
        for entry in entries.iter().filter(|entry| span.contains(entry.at) && fen(entry) != 0) {
            let same = |other: &&Entry| (other.bill_id, other.at) == (entry.bill_id, entry.at);
            let changes = entries.iter().filter(same).map(fen).sum::<i64>() != 0;
            if let (true, Some(due)) = (changes, self.due(entry.bill_id)?) {
                let (at, fen, document_no) = (entry.at, fen(entry), document_no.to_owned());
                let reason = reason[usize::from(fen < 0)];
                self.found.push(Change { bill_id: entry.bill_id, due, at, reason, document_no, fen });
            }
        }
        Ok(())
    }

    /// Bills that take something off others.
    fn taken_off(&mut self) -> Result<()> {
        let (view, mut others) = (self.lens.view, BTreeMap::new());
        let mut ask = FilterBuilder::<Bill>::default();
        ask.must(Filter::Between(ask.place(&bills::AMOUNT)?, NONE + 1, -1));
        ask.must(self.within([bills::BOOK, bills::VOID])?);
        for bill_id in list::ids(view, ask)? {
            others.extend(view.tx.get::<Bill>(&id(bill_id))?.map(|bill| (bill_id, bill)));
        }
        for bill_id in &self.entered {
            let more: Vec<Bill> = view.tx.by(&ADJUSTMENTS, &id(*bill_id), false, 0, usize::MAX)?;
            others.extend(more.into_iter().map(|bill| (bill.bill_id, bill)));
        }
        for other in others.values() {
            self.take(&sums::taken_off(other), |entry| entry.values[1], ["调减作废", "调减"], &other.bill_no)?;
        }
        Ok(())
    }

    fn waived(&mut self) -> Result<()> {
        let (view, span, mut waivers, mut moved) = (self.lens.view, self.span, BTreeMap::new(), Vec::new());
        let mut ask = FilterBuilder::<Waiver>::default();
        ask.several(&waived::STATE, &waived::COUNTED)?;
        ask.days(&waived::EFFECTIVE, None, Some(span.to))?;
        let (days, lists) = ([waived::EFFECTIVE, waived::REVOKED], [waived::PARTS, waived::CUTS]);
        list::gather_lists(view, &ask.filters, &days, &lists, |waiver_id, row, lists| {
            let [parts, cuts] = lists else { return };
            let counts = has(span, row) || waived::cuts(cuts).any(|cut| span.contains(cut.day));
            if counts && waived::parts(parts).any(|part| part.of.due_date < span.from) {
                moved.push(waiver_id);
            }
        })?;
        for waiver_id in moved {
            waivers.extend(view.tx.get::<Waiver>(&id(waiver_id))?.map(|waiver| (waiver_id, waiver)));
        }
        for bill_id in &self.entered {
            let more: Vec<Waiver> = view.tx.by(&waiver::BY_BILL, &id(*bill_id), false, 0, usize::MAX)?;
            waivers.extend(more.into_iter().map(|waiver| (waiver.waiver_id, waiver)));
        }
        for waiver in waivers.values() {
            self.take(&sums::of_waiver(waiver), |entry| -entry.values[0], ["撤销减免", "减免"], &waiver.waiver_no)?;
        }
        Ok(())
    }

    /// Money that lay on bills before they were in the books.
    fn paid_before(&mut self) -> Result<()> {
        let (view, mut rows) = (self.lens.view, Vec::new());
        let mut ask = FilterBuilder::<Allocation>::default();
        ask.must(self.within([paid::BOOK, paid::BILL_DATE])?);
        ask.must(self.earlier(&paid::DUE)?);
        list::gather::<Allocation>(view, &ask.filters, &[paid::BOOK, paid::BILL_DATE], |row_id, days| {
            if days.is_sorted_by(|book, bill| book < bill) {
                rows.push(row_id);
            }
        })?;
        for row_id in rows {
            if let Some(row) = view.tx.get::<Allocation>(&id(row_id))? {
                let before = |entry: &Entry| entry.values[0] - entry.values[1];
                self.take(&sums::of_allocation(&row), before, ["入账前已收", "入账前已收抵减"], "")?;
            }
        }
        Ok(())
    }
}

/// What changed on bills due before a span within it.
fn changes(lens: &ScopeFilter<'_>, span: DateSpan, tenant_id: Option<u64>) -> Result<Vec<Change>> {
    let (dues, entered, found) = (HashMap::new(), Vec::new(), Vec::new());
    let mut changes = Changes { lens, span, tenant_id, dues, entered, found };
    if !span.is_empty() {
        changes.booked()?;
        changes.taken_off()?;
        changes.waived()?;
        changes.paid_before()?;
    }
    Ok(changes.found)
}

pub struct Adjusted;

impl Report for Adjusted {
    type Query = AdjustedQuery;
    type Item = Change;
    type Row = AdjustedRow;
    const SHEET: &'static str = "往期调整";
    const SORTS: &'static [(&'static str, Compare<Change>)] = &[
        ("bookDate", |a, b| a.at.cmp(&b.at)),
        ("dueDate", |a, b| a.due.cmp(&b.due)),
        ("amountFen", |a, b| a.fen.cmp(&b.fen)),
    ];
    const COLUMNS: &'static [Column<AdjustedRow>] = &[
        Column::new("记账日", 12.0, |row: &AdjustedRow| Cell::Date(row.book_date)),
        Column::new("原因", 14.0, |row| Cell::Text(row.reason_label.into())),
        Column::new("单据编号", 20.0, |row| Cell::Text(row.document_no.clone())),
        Column::new("账单编号", 20.0, |row| Cell::Text(row.bill_no.clone())),
        Column::new("乙方", 30.0, |row| Cell::Text(row.tenant_name.clone())),
        Column::new("甲方", 26.0, |row| Cell::Text(row.party_a_name.clone())),
        Column::new("板块", 12.0, |row| Cell::Text(row.plate_name.clone())),
        Column::new("费用", 10.0, |row| Cell::Text(row.kind.label().into())),
        Column::new("应缴日", 12.0, |row| Cell::Date(row.due_date)),
        Column::new("金额（元）", 16.0, |row: &AdjustedRow| Cell::Decimal(row.amount_fen)).summed(),
    ];

    fn find(lens: &ScopeFilter<'_>, query: &AdjustedQuery, _: &Wanted<'_>) -> Result<Found<Change>> {
        let span = lens.span(query.book_from, query.book_to)?;
        let figures = Figures::of(lens.view, lens.query)?;
        let mut items = changes(lens, span, query.tenant_id)?;
        items.order_by_key(|change| std::cmp::Reverse((change.at, change.bill_id)));
        let fen: i64 = items.iter().map(|change| change.fen).sum();
        let checks = match query.tenant_id {
            Some(_) => Vec::new(),
            None => vec![Check::fen("往期补记与调整", fen, figures.adjusted(span)?)],
        };
        let about = format!("记账日 {span}，应缴日早于 {}，截至 {}", span.from, lens.as_of);
        Ok(Found::all(items, Sums { about, totals: vec![Total::fen("amountFen", "调整", fen)], checks }))
    }

    fn show(view: &View, names: &mut NameCache<'_>, change: Change) -> Result<AdjustedRow> {
        let Change { bill_id, due, at, reason, document_no, fen } = change;
        // Columns may know of one that was entered after the snapshot was taken.
        let newest = || view.app.store.read()?.get::<Bill>(&id(bill_id));
        let bill = view.tx.get::<Bill>(&id(bill_id))?.map_or_else(newest, |bill| Ok(Some(bill)))?;
        let bill = bill.ok_or_else(|| AppError::internal(format!("no bill {bill_id}")))?;
        Ok(AdjustedRow {
            bill_id,
            book_date: at,
            reason_label: reason,
            document_no,
            tenant_name: bill.tenant_name,
            party_a_name: names.of::<PartyA>(bill.party_a_id)?,
            plate_name: names.of::<Plate>(bill.plate_id)?,
            kind: bill.kind,
            due_date: due,
            amount_fen: fen,
            bill_no: bill.bill_no,
        })
    }
}
