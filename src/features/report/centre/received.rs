//! 实收明细: money by receipt and bill on the day it counts; behind 实收.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::came::Came;
use super::money::{By, Grain, InOrder, MoneyRow, Part, Place, Shown, in_part, on_bills, page, totals};
use super::scope_filter::ScopeFilter;
use super::{Check, Found, Items, Report, Sums, Total, Wanted};
use crate::error::Result;
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::plate::Plate;
use crate::features::finance::allocation::columns;
use crate::features::finance::bill::record::Bill;
use crate::features::finance::figures::blocks::Figures;
use crate::features::finance::receipt::record::Receipt;
use crate::features::lease::schedule::terms::BillKind;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::dates::DateText;
use crate::kernel::span::DateSpan;
use crate::op::View;
use crate::records::list::NameCache;
use crate::sheet::{Cell, Column};
use crate::store::{Reads, id};

/// Which income.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Income {
    /// Rent, with money that lies on no bill.
    Rent,
}

/// Which part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum WantedPart {
    /// 本期
    Current,
    /// 追缴往期
    Earlier,
    /// 预收
    Ahead,
    /// 待认领
    Unclaimed,
}

impl WantedPart {
    fn part(self) -> Part {
        match self {
            Self::Current => Part::Current,
            Self::Earlier => Part::Earlier,
            Self::Ahead => Part::Ahead,
            Self::Unclaimed => Part::Unclaimed,
        }
    }
}

/// The question.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ReceivedQuery {
    /// Counts from this day on.
    #[schemars(with = "Option<DateText>", title = "入账日起")]
    pub book_from: Option<Date>,
    /// To this day.
    #[schemars(with = "Option<DateText>", title = "入账日止")]
    pub book_to: Option<Date>,
    /// Which income; all when absent.
    pub income: Option<Income>,
    /// Which part; all when absent.
    pub part: Option<WantedPart>,
}

/// A line on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceivedRow {
    /// Number of the receipt; 0 for a deposit's money.
    pub receipt_id: u64,
    /// Number of the receipt 收款 as printed, `SK-202401-000001`.
    pub receipt_no: String,
    /// Day on which it counts in the books 记账日.
    #[schemars(with = "DateText")]
    pub book_date: Date,
    /// Who paid.
    pub tenant_name: String,
    /// The payer's name on the statement.
    pub payer_name: String,
    /// How it was paid 收款方式, in words.
    pub method: String,
    /// Name of the party A 甲方.
    pub party_a_name: String,
    /// Plate of the bill.
    pub plate_name: String,
    /// The bill; 0 for money that lies on none.
    pub bill_id: u64,
    /// Number of the bill 账单 as printed, `ZD-202401-000001`.
    pub bill_no: String,
    /// What for; 未核销 for money that lies on no bill.
    pub kind_label: &'static str,
    /// 应缴日 of the bill; empty for none.
    pub due_date: String,
    /// 本期, 追缴往期, 预收, 待认领
    pub part: &'static str,
    /// Fen; negative for what was taken back.
    pub amount_fen: i64,
}

pub struct Received;

fn check(figures: &Figures<'_>, query: &ReceivedQuery, span: DateSpan, listed: i64) -> Result<Check> {
    let rent = query.income == Some(Income::Rent);
    let sum = if rent { figures.received_rent(span)? } else { figures.received(span)? };
    Ok(match query.part {
        None => Check::fen("实收", listed, sum.total_fen),
        Some(WantedPart::Current) => Check::fen("本期", listed, sum.current_fen),
        Some(WantedPart::Earlier) => Check::fen("追缴往期", listed, sum.earlier_fen),
        Some(WantedPart::Ahead) => Check::fen("预收", listed, sum.ahead_fen),
        Some(WantedPart::Unclaimed) => Check::fen("待认领", listed, sum.unclaimed_fen),
    })
}

impl Report for Received {
    type Query = ReceivedQuery;
    type Item = MoneyRow;
    type Row = ReceivedRow;
    const SHEET: &'static str = "实收明细";
    const COLUMNS: &'static [Column<ReceivedRow>] = &[
        Column::new("收款编号", 20.0, |row: &ReceivedRow| Cell::Text(row.receipt_no.clone())),
        Column::new("入账日", 12.0, |row| Cell::Date(row.book_date)),
        Column::new("乙方", 30.0, |row| Cell::Text(row.tenant_name.clone())),
        Column::new("付款户名", 30.0, |row| Cell::Text(row.payer_name.clone())),
        Column::new("收款方式", 10.0, |row| Cell::Text(row.method.clone())),
        Column::new("甲方", 26.0, |row| Cell::Text(row.party_a_name.clone())),
        Column::new("板块", 12.0, |row| Cell::Text(row.plate_name.clone())),
        Column::new("账单编号", 20.0, |row| Cell::Text(row.bill_no.clone())),
        Column::new("费用", 10.0, |row| Cell::Text(row.kind_label.into())),
        Column::new("应缴日", 12.0, |row| Cell::Text(row.due_date.clone())),
        Column::new("归属", 10.0, |row| Cell::Text(row.part.into())),
        Column::new("金额（元）", 16.0, |row: &ReceivedRow| Cell::Decimal(row.amount_fen)).summed(),
    ];

    fn find(lens: &ScopeFilter<'_>, query: &ReceivedQuery, wanted: &Wanted<'_>) -> Result<Found<MoneyRow>> {
        let order = InOrder::of(wanted, &[("bookDate", By::Day), ("amountFen", By::Fen)])?;
        let span = lens.span(query.book_from, query.book_to)?;
        let wants = |part: Part| query.part.is_none_or(|wanted| wanted.part() == part);
        let mut lines = on_bills(lens, span, Grain::Span)?;
        // Money on no bill is of no plate.
        let mut rests = if span.is_empty() || query.income == Some(Income::Rent) && lens.of_plates() {
            Vec::new()
        } else {
            Came::beside(lens, &lines, (span, Grain::Span), false)?.rests
        };
        rests.retain(|line| wants(line.part));
        lines.given(&columns::KIND, query.income.map(|Income::Rent| BillKind::Rent))?;
        let (mut parts, mut many) = ([0_i64; 4], rests.len() as u64);
        for (part, count, fen) in totals(lens.view, &lines, span)?.into_iter().filter(|(part, ..)| wants(*part)) {
            parts[part as usize] = fen;
            many += count;
        }
        for line in &rests {
            parts[line.part as usize] += line.fen;
        }
        if let Some(wanted) = query.part {
            lines = in_part(&lines, span, wanted.part())?;
        }
        let rows = page(lens.view, &lines, rests.iter().map(Place::from), &order, (wanted, many))?;
        let row = |shown| match shown {
            Shown::OnBill(row) => Some(MoneyRow::of(&row, span)),
            Shown::Other(place) => rests.get(place).copied(),
        };
        let items = Items::Cut(rows.into_iter().filter_map(row).collect(), many);
        let of = |part: Part| parts[part as usize];
        let fen: i64 = parts.iter().sum();
        let checks = if span.is_empty() {
            Vec::new()
        } else {
            vec![check(&Figures::of(lens.view, lens.query)?, query, span, fen)?]
        };
        let totals = vec![
            Total::fen("amountFen", "实收", fen),
            Total::fen("currentFen", "本期", of(Part::Current)),
            Total::fen("earlierFen", "追缴往期", of(Part::Earlier)),
            Total::fen("aheadFen", "预收", of(Part::Ahead)),
            Total::fen("unclaimedFen", "待认领", of(Part::Unclaimed)),
        ];
        let sums = Sums { about: format!("入账日 {span}，截至 {}", lens.as_of), totals, checks };
        Ok(Found { items, sums })
    }

    fn show(view: &View, names: &mut NameCache<'_>, line: MoneyRow) -> Result<ReceivedRow> {
        let receipt: Option<Receipt> = view.tx.get(&id(line.receipt_id))?;
        let tenant_id = match (&receipt, line.tenant_id) {
            (Some(receipt), 0) => receipt.tenant_id,
            (_, tenant_id) => tenant_id,
        };
        Ok(ReceivedRow {
            receipt_id: line.receipt_id,
            book_date: line.date,
            tenant_name: names.of::<Tenant>(tenant_id)?,
            party_a_name: names.of::<PartyA>(line.party_a_id)?,
            plate_name: names.of::<Plate>(line.plate_id)?,
            bill_id: line.bill_id,
            bill_no: names.of::<Bill>(line.bill_id)?,
            kind_label: line.kind.map_or("未核销", BillKind::label),
            due_date: line.due.map(|due| due.to_string()).unwrap_or_default(),
            part: line.part.label(),
            amount_fen: line.fen,
            method: receipt.as_ref().map(|receipt| receipt.method.label().to_owned()).unwrap_or_default(),
            payer_name: receipt.as_ref().map(|receipt| receipt.payer_name.clone()).unwrap_or_default(),
            receipt_no: receipt.map(|receipt| receipt.receipt_no).unwrap_or_default(),
        })
    }
}
