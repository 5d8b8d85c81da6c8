//! Opening balances as a workbook: one row a bill, a credit or a deposit.
//!
//! A row is known by party A and the number it had in the system before. The same row again changes nothing; a number
//! that comes with something else is refused, because what is in the books is never rewritten: make the bill void first.

use std::collections::HashMap;

use jiff::civil::Date;

use super::book::{became, book, known, usual_day};
use super::record::{OpeningFacts, OpeningKind};
use crate::error::{AppError, Result};
use crate::features::assets::asset::record::Asset;
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::plate::Plate;
use crate::features::lease::contract::record::Lease;
use crate::features::lease::schedule::terms::BillKind;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::check;
use crate::kernel::span::DateSpan;
use crate::op::{Op, View};
use crate::records::exchange::{Cells, Column, Exchange, Finder, text};
use crate::records::import::{ImportKind, Taken};
use crate::sheet::{Cell, Row};
use crate::store::Reads;

/// What a row says.
#[derive(Default)]
pub struct OpeningSheetRow {
    origin_no: String,
    kind: Option<OpeningKind>,
    party_a_id: u64,
    tenant_id: u64,
    lease_id: u64,
    asset_id: u64,
    plate_id: u64,
    bill_kind: Option<BillKind>,
    from: Option<Date>,
    to: Option<Date>,
    due: Option<Date>,
    amount_fen: Option<i64>,
    paid_fen: Option<i64>,
    book_date: Option<Date>,
    remark: String,
}

const ORIGIN: &str = "原系统编号";
const KIND: &str = "类别";
const PARTY: &str = "甲方";
const TENANT: &str = "乙方";
const LEASE: &str = "合同编号";
const ASSET: &str = "资产";
const PLATE: &str = "板块";
const FEE: &str = "费用";
const FROM: &str = "账期开始";
const TO: &str = "账期结束";
const DUE: &str = "应缴日";
const AMOUNT: &str = "金额（元）";
const PAID: &str = "已缴（元）";
const BOOKED: &str = "入账日";
const REMARK: &str = "备注";

/// What a bill may be for; a deposit that nobody paid is asked for by its contract.
const FEES: [BillKind; 7] = [
    BillKind::Rent,
    BillKind::Property,
    BillKind::Water,
    BillKind::Power,
    BillKind::LateFee,
    BillKind::Penalty,
    BillKind::Other,
];
const FEE_LABELS: [&str; 7] = ["租金", "物业费", "水费", "电费", "滞纳金", "违约/赔偿", "其他"];

type Col = Column<OpeningSheetRow, Import>;

pub static OPENINGS: Exchange<OpeningSheetRow, Import> = Exchange {
    sheet: "期初余额",
    columns: &[
        Col::text(ORIGIN, 20.0, |row| &mut row.origin_no)
            .note("必填，原台账或原系统中的编号，同一甲方下不能重复；同一行再次导入不会重复入账"),
        Col::new(KIND, 12.0, |row| text(row.kind.map_or("", OpeningKind::label)))
            .choices(&OpeningKind::LABELS)
            .note("留空为欠缴账单；已缴账期填写合同编号和账期结束（已缴至），启用日以后的账期即不再出账")
            .sets(|cell, row, _| cell.label(&OpeningKind::ALL, OpeningKind::label).map(|value| row.kind = Some(value))),
        Col::new(PARTY, 26.0, |_| text("示例资产经营单位"))
            .note("必填，甲方编码或名称")
            .sets(|cell, row, find| cell.link(&find.parties).map(|value| row.party_a_id = value)),
        Col::new(TENANT, 30.0, |_| text("禾川包装制品有限公司"))
            .note("必填，乙方编码或名称")
            .sets(|cell, row, find| cell.link(&find.tenants).map(|value| row.tenant_id = value)),
        Col::new(LEASE, 22.0, |_| Cell::Empty)
            .note("合同编号或纸质合同编号；期初押金必填。欠缴账单须填写合同编号、资产、板块之一")
            .sets(|cell, row, find| cell.link(&find.leases).map(|value| row.lease_id = value)),
        Col::new(ASSET, 22.0, |_| Cell::Empty)
            .note("资产编码或名称；填写了合同编号时不需要")
            .sets(|cell, row, find| cell.link(&find.assets).map(|value| row.asset_id = value)),
        Col::new(PLATE, 14.0, |_| text("工业厂房"))
            .note("板块编码或名称；填写了合同编号或资产时不需要")
            .sets(|cell, row, find| cell.link(&find.plates).map(|value| row.plate_id = value)),
        Col::new(FEE, 12.0, |row| text(row.bill_kind.map_or("", BillKind::label)))
            .choices(&FEE_LABELS)
            .note("欠缴账单必填；已缴账期留空为合同的全部费用"),
        Col::day(FROM, 12.0, |row| &mut row.from).note("可不填；须与账期结束同时填写"),
        Col::day(TO, 12.0, |row| &mut row.to),
        Col::day(DUE, 12.0, |row| &mut row.due).note("欠缴账单必填，账龄从这一天算起"),
        Col::fen(AMOUNT, 16.0, |row| &mut row.amount_fen)
            .note("除已缴账期外必填，大于0；账单的原应缴金额、预收或押金的余额"),
        Col::fen(PAID, 16.0, |row| &mut row.paid_fen).note("账单在启用前已缴的部分；入账的是未缴部分"),
        Col::day(BOOKED, 12.0, |row| &mut row.book_date)
            .note("计入账簿的日期，不能在已月结的月份；留空为账务启用日，没有设置时为导入当天"),
        Col::text(REMARK, 24.0, |row| &mut row.remark).lines(),
    ],
    needed: &[ORIGIN, PARTY, TENANT],
    empty: "导入期初余额不能为空！",
    rows: ImportKind { noun: "期初余额", key: Some(row_key), key_name: ORIGIN, name: TENANT },
    example: |_| OpeningSheetRow {
        origin_no: "2023-租-0415".into(),
        kind: Some(OpeningKind::Bill),
        bill_kind: Some(BillKind::Rent),
        from: Some(Date::constant(2023, 10, 1)),
        to: Some(Date::constant(2023, 12, 31)),
        due: Some(Date::constant(2023, 10, 10)),
        amount_fen: Some(14_400_000),
        paid_fen: Some(4_400_000),
        remark: "示例行不会被导入".into(),
        ..OpeningSheetRow::default()
    },
    import: |op, book| {
        let import = Import::load(&op.view())?;
        OPENINGS.work(op, book, |op, row| import.take(op, row))?.showing(shown_key).finish(op, None)
    },
};

/// What rows refer to, read once.
pub struct Import {
    parties: Finder<PartyA>,
    tenants: Finder<Tenant>,
    leases: Finder<Lease>,
    assets: Finder<Asset>,
    plates: Finder<Plate>,
    /// Party A, tenant and asset of leases; plate of assets.
    sides: HashMap<u64, (u64, u64)>,
    plate_of: HashMap<u64, u64>,
}

impl Import {
    fn load(view: &View) -> Result<Self> {
        let (mut sides, mut plate_of) = (HashMap::new(), HashMap::new());
        view.tx.each::<Lease>(|lease| {
            sides.insert(lease.lease_id, (lease.facts.party_a_id, lease.facts.tenant_id));
            true
        })?;
        view.tx.each::<Asset>(|asset| {
            plate_of.insert(asset.asset_id, asset.facts.plate_id);
            true
        })?;
        Ok(Self {
            parties: Finder::load(view, |party: &PartyA| [&party.facts.party_a_code, &party.facts.party_a_name])?,
            tenants: Finder::load(view, |tenant: &Tenant| [&tenant.facts.tenant_code, &tenant.facts.tenant_name])?,
            leases: Finder::load(view, |lease: &Lease| [&lease.lease_no, &lease.facts.paper_no])?,
            assets: Finder::load(view, |asset: &Asset| [&asset.facts.asset_code, &asset.facts.asset_name])?,
            plates: Finder::load(view, |plate: &Plate| [&plate.facts.plate_code, &plate.facts.plate_name])?,
            sides,
            plate_of,
        })
    }

    /// What is wrong with a row beside single cells.
    fn check(&self, cells: &mut Cells<'_>, kind: OpeningKind, row: &mut OpeningSheetRow) -> Result<()> {
        let (is_bill, is_paid) = (kind == OpeningKind::Bill, kind == OpeningKind::Paid);
        cells.required(&[FEE, DUE], is_bill);
        cells.required(&[AMOUNT], !is_paid);
        cells.required(&[LEASE, TO], is_paid);
        for (header, is_meant) in [(PAID, is_bill), (AMOUNT, !is_paid), (BOOKED, !is_paid)] {
            if !is_meant && cells.fresh(header).is_some() {
                cells.complain(format!("{}不填写{header}", kind.label()));
            }
        }
        if let Some(sides) = self.sides.get(&row.lease_id)
            && *sides != (row.party_a_id, row.tenant_id)
            && row.party_a_id > 0
            && row.tenant_id > 0
        {
            cells.complain(format!("合同编号“{}”不属于该甲方或乙方", cells.fresh(LEASE).unwrap_or_default()));
        }
        if !is_paid && cells.fresh(FROM).is_some() != cells.fresh(TO).is_some() {
            cells.complain("账期开始和账期结束须同时填写");
        }
        if let Some(fee) = cells.cell(FEE).filter(|_| is_bill || is_paid) {
            row.bill_kind = cells.collect(fee.label(&FEES, BillKind::label))?;
        }
        Ok(())
    }

    fn facts(&self, kind: OpeningKind, row: OpeningSheetRow) -> OpeningFacts {
        let (is_bill, is_paid) = (kind == OpeningKind::Bill, kind == OpeningKind::Paid);
        // «Paid until» needs no first day: it is that of the first period that runs over the first day of the books.
        let from = if is_paid { row.from.or(row.to) } else { row.from };
        OpeningFacts {
            kind,
            party_a_id: row.party_a_id,
            tenant_id: row.tenant_id,
            lease_id: row.lease_id,
            asset_id: row.asset_id,
            plate_id: self.plate_of.get(&row.asset_id).copied().unwrap_or(row.plate_id),
            bill_kind: row.bill_kind,
            period: from.zip(row.to).filter(|_| is_bill || is_paid).map(|(from, to)| DateSpan::new(from, to)),
            due_date: row.due.filter(|_| is_bill),
            amount_fen: row.amount_fen.unwrap_or(0),
            paid_fen: row.paid_fen.unwrap_or(0),
            remark: row.remark,
        }
    }

    fn take(&self, op: &mut Op, row: &Row) -> Result<Taken> {
        let (mut cells, mut filled) = (OPENINGS.cells(row, None), OpeningSheetRow::default());
        cells.required(&[ORIGIN, PARTY, TENANT], true);
        cells.fill(OPENINGS.columns, &mut filled, self)?;
        let kind = filled.kind.unwrap_or(OpeningKind::Bill);
        self.check(&mut cells, kind, &mut filled)?;
        cells.done()?;
        let (given_day, origin_no) = (filled.book_date, std::mem::take(&mut filled.origin_no));
        let facts = self.facts(kind, filled);
        check::at_most("originNo", &origin_no, 64, "原系统编号不能超过64个字符")?;
        check::at_most("remark", &facts.remark, 300, "备注不能超过300个字符")?;
        let before = match known(&op.view(), facts.party_a_id, &origin_no)? {
            Some((opening, true)) => Some(opening),
            Some((opening, false)) => {
                let other_day = given_day.is_some_and(|day| day != opening.book_date);
                let mut differs = differences(&opening.facts, &facts);
                differs.extend(other_day.then_some(BOOKED));
                if differs.is_empty() {
                    return Ok(Taken::Unchanged);
                }
                let (became, differs) = (became(&op.view(), &opening)?, differs.join("、"));
                return Err(AppError::refused(format!(
                    "原系统编号 {origin_no} 已导入为{became}，与本行不同：{differs}；更正账单请先作废再导入"
                )));
            }
            None => None,
        };
        let day = given_day.map_or_else(|| usual_day(&op.view(), facts.party_a_id), Ok)?;
        book(op, &origin_no, facts, day, before.as_ref())?;
        Ok(Taken::Created)
    }
}

/// Headers of what two rows say differently.
fn differences(known: &OpeningFacts, given: &OpeningFacts) -> Vec<&'static str> {
    let place = (known.lease_id, known.asset_id, known.plate_id) != (given.lease_id, given.asset_id, given.plate_id);
    [
        (KIND, known.kind != given.kind),
        (TENANT, known.tenant_id != given.tenant_id),
        ("合同编号、资产或板块", place),
        (FEE, known.bill_kind != given.bill_kind),
        ("账期", known.period != given.period),
        (DUE, known.due_date != given.due_date),
        (AMOUNT, known.amount_fen != given.amount_fen),
        (PAID, known.paid_fen != given.paid_fen),
        (REMARK, known.remark != given.remark),
    ]
    .into_iter()
    .filter_map(|(header, differs)| differs.then_some(header))
    .collect()
}

/// What stands between the parts of a key; no cell holds it.
const BETWEEN: char = '\u{1f}';

fn row_key(row: &Row) -> String {
    match row.get(ORIGIN).trim() {
        "" => format!("第{}行", row.number),
        origin_no => format!("{origin_no}{BETWEEN}{}", row.get(PARTY).trim()),
    }
}

fn shown_key(key: &str) -> String {
    key.split(BETWEEN).next().unwrap_or_default().to_owned()
}
