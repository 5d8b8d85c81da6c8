//! 收支流水: money in and out on the day it counts; behind 当年现金流.

use jiff::civil::{Date, date};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::came::Came;
use super::money::{By, Grain, InOrder, MoneyRow, Part, Place, Shown, on_bills, page, total};
use super::scope_filter::ScopeFilter;
use super::{Check, Found, Items, Report, Sums, Total, Wanted};
use crate::columns::field::{date_of, day};
use crate::error::Result;
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::plate::Plate;
use crate::features::finance::allocation::{Allocation, columns};
use crate::features::finance::bill::record::Bill;
use crate::features::finance::figures::blocks::Figures;
use crate::features::finance::payout::list as payouts;
use crate::features::finance::payout::record::{Payout, PayoutKind};
use crate::features::finance::receipt::record::Receipt;
use crate::features::lease::schedule::terms::BillKind;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::dates::DateText;
use crate::kernel::enumeration::Coded;
use crate::kernel::span::DateSpan;
use crate::op::View;
use crate::records::list::{self, Filter, FilterBuilder, NameCache};
use crate::sheet::{Cell, Column};
use crate::store::{Reads, id};

/// What money is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Kind {
    /// 租金, with money of known payers that lies on no bill.
    Rent,
    /// 待认领: nobody knows who paid.
    Unclaimed,
    /// 其他收入
    Other,
    /// 押金收取
    Deposit,
    /// 财政直缴: money of the treasury, not of the unit's bank.
    Treasury,
    /// 支出
    Expense,
    /// 押金退还
    DepositRefund,
    /// 退款
    Refund,
}

impl Kind {
    fn label(self) -> &'static str {
        match self {
            Self::Rent => "租金",
            Self::Unclaimed => "待认领",
            Self::Other => "其他收入",
            Self::Deposit => "押金收取",
            Self::Treasury => "财政直缴",
            Self::Expense => "支出",
            Self::DepositRefund => "押金退还",
            Self::Refund => "退款",
        }
    }

    fn of(payout: PayoutKind, by_treasury: bool) -> Option<Self> {
        match payout {
            PayoutKind::CreditRefund if by_treasury => Some(Self::Treasury),
            PayoutKind::CreditRefund => Some(Self::Refund),
            PayoutKind::DepositRefund => Some(Self::DepositRefund),
            PayoutKind::Expense => Some(Self::Expense),
            // A transfer of the unit's own money, or of what tenants paid to a unit that holds it for another.
            PayoutKind::Remittance | PayoutKind::Between => None,
        }
    }

    fn side(self) -> Side {
        match self {
            Self::Rent | Self::Unclaimed | Self::Other | Self::Deposit => Side::In,
            Self::Expense | Self::DepositRefund | Self::Refund => Side::Out,
            Self::Treasury => Side::Beside,
        }
    }

    fn is_out(self) -> bool {
        self.side() == Side::Out
    }
}

/// Where money of a kind is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    In,
    Out,
    /// Beside the money of the unit.
    Beside,
}

/// The question.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct CashQuery {
    /// Counts from this day on.
    #[schemars(with = "Option<DateText>", title = "入账日起")]
    pub from: Option<Date>,
    /// To this day.
    #[schemars(with = "Option<DateText>", title = "入账日止")]
    pub to: Option<Date>,
    /// What for; all when absent.
    pub kind: Option<Kind>,
}

/// A line of the journal.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    kind: Kind,
    line: MoneyRow,
    /// 0 for money that came.
    payout_id: u64,
}

/// The same on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CashRow {
    /// Number of the receipt; 0 for none.
    pub receipt_id: u64,
    /// Number of the bill; 0 for none.
    pub bill_id: u64,
    /// Day on which it counts in the books 记账日.
    #[schemars(with = "DateText")]
    pub book_date: Date,
    /// Kind of movement 类别, in words.
    pub kind_label: &'static str,
    /// Number of the document.
    pub document_no: String,
    /// Who paid or was paid.
    pub counterparty: String,
    /// Name of the party A 甲方.
    pub party_a_name: String,
    /// Name of the plate 板块.
    pub plate_name: String,
    /// What for: bill, category.
    pub note: String,
    /// 流入, fen; negative for what was taken back.
    pub in_fen: i64,
    /// 流出, fen; negative for what came back.
    pub out_fen: i64,
    /// 财政直缴, not in the net, fen; negative for what was taken back or paid back.
    pub treasury_fen: i64,
}

pub struct CashFlow;

/// What lies on bills and is listed, and what came beside it.
struct Incomes {
    lines: FilterBuilder<Allocation>,
    others: Vec<Entry>,
}

impl Incomes {
    fn of(lens: &ScopeFilter<'_>, span: DateSpan) -> Result<Self> {
        let mut lines = on_bills(lens, span, Grain::Month)?;
        // Of plates only their rent can be told: what else came is the rest, as in the block.
        let rest_kind = if lens.of_plates() { Kind::Other } else { Kind::Rent };
        lines.given(&columns::KIND, lens.of_plates().then_some(BillKind::Rent))?;
        let mut others = Vec::new();
        if !span.is_empty() {
            let came = Came::beside(lens, &lines, (span, Grain::Month), true)?;
            let rest = |line: MoneyRow| {
                let kind = match line.part {
                    _ if line.to_treasury => Kind::Treasury,
                    Part::Unclaimed => Kind::Unclaimed,
                    _ => rest_kind,
                };
                Entry { kind, line, payout_id: 0 }
            };
            others.extend(came.rests.into_iter().map(rest));
            others.extend(came.deposits.into_iter().map(|line| Entry { kind: Kind::Deposit, line, payout_id: 0 }));
        }
        Ok(Self { lines, others })
    }
}

/// Lines on bills of a kind, or of all.
fn of_kind(lines: &FilterBuilder<Allocation>, kind: Option<Kind>) -> Result<FilterBuilder<Allocation>> {
    let direct = Filter::among(lines.place(&columns::TREASURY)?, [1]);
    let rent = Filter::among(lines.place(&columns::KIND)?, [BillKind::Rent.code()]);
    let not = |filter: Filter| Filter::Not(Box::new(filter));
    Ok(match kind {
        None => lines.clone(),
        Some(Kind::Treasury) => lines.and(direct),
        Some(Kind::Rent) => lines.and(not(direct)).and(rent),
        Some(Kind::Other) => lines.and(not(direct)).and(not(rent)),
        Some(_) => lines.and(Filter::Always(false)),
    })
}

fn kind_of(line: &MoneyRow) -> Kind {
    match line.kind {
        _ if line.to_treasury => Kind::Treasury,
        Some(BillKind::Rent) => Kind::Rent,
        _ => Kind::Other,
    }
}

/// Money that went, or came back: what it is ordered and added up by. A year has ten thousand of them; what a page shows besides
/// stands in the payout.
#[derive(Debug, Clone, Copy)]
struct Outgoing {
    kind: Kind,
    fen: i64,
    /// As columns keep days.
    day: i64,
    payout_id: u64,
}

impl Outgoing {
    fn place(&self) -> Place {
        Place { fen: self.fen, day: self.day, ..Place::default() }
    }

    fn entry(self, view: &View) -> Result<Entry> {
        let Self { kind, fen, day, payout_id } = self;
        let payout: Option<Payout> = view.tx.get(&id(payout_id))?;
        let (party_a_id, plate_id) = payout.map_or((0, 0), |payout| (payout.facts.party_a_id, payout.facts.plate_id));
        let (date, due, of_bill, part) = (date_of(day).unwrap_or_default(), None, None, Part::Current);
        let (receipt_id, bill_id, tenant_id, to_treasury) = (0, 0, 0, false);
        let line = MoneyRow {
            receipt_id,
            bill_id,
            tenant_id,
            plate_id,
            party_a_id,
            fen,
            date,
            due,
            kind: of_bill,
            part,
            to_treasury,
        };
        Ok(Entry { kind, line, payout_id })
    }
}

fn outgoings(lens: &ScopeFilter<'_>, span: DateSpan) -> Result<Vec<Outgoing>> {
    let mut found = Vec::new();
    if span.is_empty() {
        return Ok(found);
    }
    let mut ask = lens.payouts()?;
    let days = [payouts::BOOK, payouts::REVERSED];
    let (first, last) = (day(Some(span.from)), day(Some(span.to)));
    let within = |field| Ok(Filter::Between(ask.place(field)?, first, last));
    let moved = days.iter().map(within).collect::<Result<_>>()?;
    ask.must(Filter::Any(moved));
    let [book, back] = days;
    list::gather::<Payout>(
        lens.view,
        &ask.filters,
        &[payouts::KIND, payouts::TREASURY, payouts::AMOUNT, book, back],
        |payout_id, row| {
            let [kind, treasury, amount, book, back] = *row else { return };
            let Some(kind) = PayoutKind::ALL.into_iter().find(|known| known.code() == kind) else { return };
            let Some(kind) = Kind::of(kind, treasury != 0) else { return };
            // What the treasury paid back makes less of what it has.
            let sign = if kind == Kind::Treasury { -1 } else { 1 };
            for (day, fen) in [(book, amount), (back, -amount)] {
                if (first..=last).contains(&day) {
                    found.push(Outgoing { kind, fen: sign * fen, day, payout_id });
                }
            }
        },
    )?;
    Ok(found)
}

/// What the block says of a year up to a day.
fn figure(figures: &Figures<'_>, query: &CashQuery, span: DateSpan) -> Result<i64> {
    let months = figures.cash_flow(span.from.year(), span.to)?;
    let direct: i64 = figures.treasury_rent_by_month(span.from.year(), span.to)?.iter().sum();
    let rent = figures.received_rent_by_month(span.from.year(), span.to)?.iter().sum::<i64>() - direct;
    // Of plates only their bills are read: money of nobody lies on none.
    let unclaimed = months.iter().map(|month| month.unclaimed_fen).sum::<i64>();
    let rent = if figures.is_of_all_plates() { rent - unclaimed } else { rent };
    let sum = |of: fn(&crate::features::finance::figures::CashMonth) -> i64| months.iter().map(of).sum::<i64>();
    Ok(match query.kind {
        None => sum(|month| month.net_fen),
        Some(Kind::Rent) => rent,
        Some(Kind::Unclaimed) => unclaimed,
        Some(Kind::Other) => sum(|month| month.receipts_fen) - unclaimed - rent,
        Some(Kind::Deposit) => sum(|month| month.deposits_fen),
        Some(Kind::Treasury) => sum(|month| month.treasury_fen),
        Some(Kind::Expense) => sum(|month| month.expenses_fen),
        Some(Kind::DepositRefund) => sum(|month| month.deposit_refunds_fen),
        Some(Kind::Refund) => sum(|month| month.refunds_fen),
    })
}

impl Report for CashFlow {
    type Query = CashQuery;
    type Item = Entry;
    type Row = CashRow;
    const SHEET: &'static str = "收支流水";
    const COLUMNS: &'static [Column<CashRow>] = &[
        Column::new("入账日", 12.0, |row: &CashRow| Cell::Date(row.book_date)),
        Column::new("类别", 10.0, |row| Cell::Text(row.kind_label.into())),
        Column::new("单据编号", 20.0, |row| Cell::Text(row.document_no.clone())),
        Column::new("对方", 30.0, |row| Cell::Text(row.counterparty.clone())),
        Column::new("甲方", 26.0, |row| Cell::Text(row.party_a_name.clone())),
        Column::new("板块", 12.0, |row| Cell::Text(row.plate_name.clone())),
        Column::new("摘要", 30.0, |row| Cell::Text(row.note.clone())),
        Column::new("流入（元）", 16.0, |row: &CashRow| Cell::Decimal(row.in_fen)).summed(),
        Column::new("流出（元）", 16.0, |row: &CashRow| Cell::Decimal(row.out_fen)).summed(),
        Column::new("财政直缴（元）", 16.0, |row: &CashRow| Cell::Decimal(row.treasury_fen)).summed(),
    ];

    fn find(lens: &ScopeFilter<'_>, query: &CashQuery, wanted: &Wanted<'_>) -> Result<Found<Entry>> {
        let order = InOrder::of(wanted, &[("bookDate", By::Day)])?;
        let span = lens.span(query.from, query.to)?;
        let out_alone = query.kind.is_some_and(Kind::is_out);
        let (lines, mut entries) = if out_alone {
            (on_bills(lens, span, Grain::Month)?.and(Filter::Always(false)), Vec::new())
        } else {
            let Incomes { lines, others } = Incomes::of(lens, span)?;
            (of_kind(&lines, query.kind)?, others)
        };
        let wants = |one: Kind| query.kind.is_none_or(|kind| kind == one);
        let mut went = if query.kind.is_none_or(|kind| kind.is_out() || kind == Kind::Treasury) {
            outgoings(lens, span)?
        } else {
            Vec::new()
        };
        entries.retain(|entry| wants(entry.kind));
        went.retain(|outgoing| wants(outgoing.kind));
        let side = |wanted: Side| -> i64 {
            let came = entries.iter().map(|entry| (entry.kind, entry.line.fen));
            let all = came.chain(went.iter().map(|outgoing| (outgoing.kind, outgoing.fen)));
            all.filter(|(kind, _)| kind.side() == wanted).map(|(_, fen)| fen).sum()
        };
        let (count, on_bills) = total(lens.view, &lines)?;
        let (_, on_bills_direct) = total(lens.view, &of_kind(&lines, Some(Kind::Treasury))?)?;
        let came = side(Side::In) + on_bills - on_bills_direct;
        let (paid, direct) = (side(Side::Out), side(Side::Beside) + on_bills_direct);
        let many = count + (entries.len() + went.len()) as u64;
        let others = entries.iter().map(|entry| Place::from(&entry.line)).chain(went.iter().map(Outgoing::place));
        let mut items = Vec::new();
        for shown in page(lens.view, &lines, others, &order, (wanted, many))? {
            match shown {
                Shown::OnBill(row) => {
                    let line = MoneyRow::of(&row, span);
                    items.push(Entry { kind: kind_of(&line), line, payout_id: 0 });
                }
                Shown::Other(place) => match went.get(place.wrapping_sub(entries.len())) {
                    Some(outgoing) => items.push(outgoing.entry(lens.view)?),
                    None => items.extend(entries.get(place)),
                },
            }
        }
        let items = Items::Cut(items, many);
        // The block knows years from their first day; months before it would have to be told apart.
        let known = !span.is_empty() && span.from == date(span.from.year(), 1, 1) && span.to.year() == span.from.year();
        let listed = if query.kind.is_some() { came + paid + direct } else { came - paid };
        let label = query.kind.map_or("净流量", Kind::label);
        let checks = if known {
            vec![Check::fen(label, listed, figure(&Figures::of(lens.view, lens.query)?, query, span)?)]
        } else {
            Vec::new()
        };
        let totals = vec![
            Total::fen("inFen", "流入", came),
            Total::fen("outFen", "流出", paid),
            Total::fen("netFen", "净流量", came - paid),
            Total::fen("treasuryFen", "财政直缴（不计入净流量）", direct),
        ];
        Ok(Found { items, sums: Sums { about: format!("入账日 {span}，截至 {}", lens.as_of), totals, checks } })
    }

    fn show(view: &View, names: &mut NameCache<'_>, entry: Entry) -> Result<CashRow> {
        let Entry { kind, line, payout_id } = entry;
        let payout: Option<Payout> = view.tx.get(&id(payout_id))?;
        let receipt: Option<Receipt> = view.tx.get(&id(line.receipt_id))?;
        let (document_no, counterparty, note) = match (payout, receipt) {
            (Some(payout), _) => {
                let tenant = names.of::<Tenant>(payout.facts.tenant_id)?;
                let to = if payout.facts.payee.is_empty() { tenant } else { payout.facts.payee };
                (payout.payout_no, to, payout.facts.category)
            }
            (None, Some(receipt)) => {
                let tenant = names.of::<Tenant>(receipt.tenant_id)?;
                let from = if tenant.is_empty() { receipt.payer_name } else { tenant };
                let bill = names.of::<Bill>(line.bill_id)?;
                let what = line.kind.map_or("", BillKind::label);
                (receipt.receipt_no, from, format!("{what} {bill}").trim().to_owned())
            }
            (None, None) => (String::new(), names.of::<Tenant>(line.tenant_id)?, names.of::<Bill>(line.bill_id)?),
        };
        let of = |side: Side| if kind.side() == side { line.fen } else { 0 };
        Ok(CashRow {
            receipt_id: line.receipt_id,
            bill_id: line.bill_id,
            book_date: line.date,
            kind_label: kind.label(),
            document_no,
            counterparty,
            party_a_name: names.of::<PartyA>(line.party_a_id)?,
            plate_name: names.of::<Plate>(line.plate_id)?,
            note,
            in_fen: of(Side::In),
            out_fen: of(Side::Out),
            treasury_fen: of(Side::Beside),
        })
    }
}
