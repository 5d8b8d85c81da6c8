//! Leases as workbooks: the same columns go out and come in.
//!
//! A lease is found by its number, or by party A and paper number. What comes in are drafts: they are submitted and
//! approved in the page, never silently. What would stop a draft at submit refuses its row; a lease that is no draft
//! any more comes back from an export, but nothing about it changes.

use std::collections::HashMap;

use jiff::civil::Date;

use super::guards::{guards, refuse_stops};
use super::list::{Leases, ListLeases};
use super::ops::{self, LeaseInput};
use super::record::{
    BY_NO, BY_PAPER, Lease, LeaseFacts, LeaseKind, LeaseRoom, LeaseState, LettingMode, MOST_DEPOSIT_MONTHS,
};
use super::terms::{month_equivalent, rent_terms};
use super::wording::{due_rule, due_text, free_text, rent_free, rise, rise_text};
use crate::error::{AppError, Result};
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::room::record::{BY_CODE as ROOM_BY_CODE, Room};
use crate::features::lease::schedule::terms::{CYCLES, EscalationMode, PeriodMode, Proration, RentBasis};
use crate::features::lease::tenant::find::by_certificate;
use crate::features::lease::tenant::record::{BY_CODE as TENANT_BY_CODE, Tenant};
use crate::kernel::area::Area;
use crate::kernel::money::{decimal, price};
use crate::kernel::span::DateSpan;
use crate::op::{Op, View};
use crate::records::exchange::{Cells, Finder, area, day, if_visible, several, text};
use crate::records::export::Workbook;
use crate::records::import::{Book, ImportAnswer, ImportFile, ImportKind, Taken};
use crate::records::owned::Business;
use crate::records::{import, list as listing, personal};
use crate::route::Nothing;
use crate::sheet::{Cell, Column, Row};
use crate::store::{Reads, id, key};

/// A row: a lease with the names around it.
struct LeaseSheetRow {
    lease_no: String,
    facts: LeaseFacts,
    party: String,
    tenant_code: String,
    tenant: String,
    id_shown: String,
    rooms: String,
    ends: Date,
    state: LeaseState,
    remark: String,
}

const NO: &str = "合同编号";
const PAPER: &str = "纸质合同编号";
const PARTY: &str = "甲方";
const ROOMS: &str = "房间";
const BASIS: &str = "计租方式";
const RENT: &str = "租金（元）";
const PRICE: &str = "单价（元/㎡）";
const CYCLE: &str = "支付周期（月）";
const RISE: &str = "递增";
const DEPOSIT_MONTHS: &str = "押金月数";

const COLUMNS: &[Column<LeaseSheetRow>] = &[
    Column::new(NO, 20.0, |line: &LeaseSheetRow| text(&line.lease_no))
        .note("新合同留空，由系统编号；修改已有草稿时按编号查找。导入的合同都是草稿，须在合同台账逐份提交、审批、签订"),
    Column::new(PAPER, 18.0, |line: &LeaseSheetRow| text(&line.facts.paper_no)).note("新合同必填，同一甲方内不能重复；一行一份合同"),
    Column::new("合同名称", 20.0, |line: &LeaseSheetRow| text(&line.facts.title)),
    Column::new("类型", 8.0, |line: &LeaseSheetRow| text(line.facts.kind.label())).choices(&LeaseKind::LABELS).note("留空为新签"),
    Column::new(PARTY, 26.0, |line: &LeaseSheetRow| text(&line.party)).note("必填，甲方名称或编码"),
    Column::new("乙方编码", 14.0, |line: &LeaseSheetRow| text(&line.tenant_code)).note("乙方编码、乙方名称、证件号码至少填一项"),
    Column::new("乙方", 26.0, |line: &LeaseSheetRow| text(&line.tenant)).note("乙方名称；重名时再填编码或证件号码"),
    Column::new("乙方证件号码", 22.0, |line: &LeaseSheetRow| text(&line.id_shown)).note("完整号码，用来查找乙方；含*的不用"),
    Column::new(ROOMS, 30.0, |line: &LeaseSheetRow| text(&line.rooms))
        .note("新合同必填，房间编码，多个用、隔开；面积与台账不同写 编码=面积，单价各不相同写 编码@单价 或 编码=面积@单价")
        .lines(),
    Column::new("计租面积（㎡）", 14.0, |line: &LeaseSheetRow| area(Some(total_area(&line.facts)))).derived(),
    Column::new("起租日", 12.0, |line: &LeaseSheetRow| day(Some(line.facts.start_date))).note("新合同必填"),
    Column::new("到期日", 12.0, |line: &LeaseSheetRow| day(Some(line.facts.end_date))).note("新合同必填"),
    Column::new("实际终止日", 12.0, |line: &LeaseSheetRow| day(Some(line.ends))).derived(),
    Column::new(BASIS, 12.0, |line: &LeaseSheetRow| text(line.facts.rent_basis.label()))
        .choices(&RentBasis::LABELS)
        .note("新合同必填；按总额填租金，按面积填单价"),
    Column::new(RENT, 14.0, |line: &LeaseSheetRow| rent_cell(&line.facts)).note("每月或每年总额，见计租方式"),
    Column::new(PRICE, 14.0, |line: &LeaseSheetRow| one_price(&line.facts).map_or(Cell::Empty, Cell::Price))
        .note("每平方米每月或每天，见计租方式"),
    Column::new("月租金（元）", 14.0, |line: &LeaseSheetRow| Cell::Decimal(month_rent(&line.facts))).derived(),
    Column::new(CYCLE, 12.0, |line: &LeaseSheetRow| Cell::Number(i64::from(line.facts.billing_cycle)))
        .note("新合同必填：1、2、3、4、6、12；0 为一次性付清"),
    Column::new("账期方式", 12.0, |line: &LeaseSheetRow| text(line.facts.period_mode.label()))
        .choices(&PeriodMode::LABELS)
        .note("留空为对月（按起租日）"),
    Column::new("不足月计租", 14.0, |line: &LeaseSheetRow| text(line.facts.proration.label()))
        .choices(&Proration::LABELS)
        .note("留空为当月实际天数"),
    Column::new("缴费约定", 18.0, |line: &LeaseSheetRow| text(&due_text(line.facts.due_rule)))
        .note("账期开始前10天、账期首月5日、账期结束后15天；留空为账期开始前10天"),
    Column::new("首期应缴日", 12.0, |line: &LeaseSheetRow| day(line.facts.first_due_date)),
    Column::new("提前出账天数", 12.0, |line: &LeaseSheetRow| Cell::Number(i64::from(line.facts.issue_lead_days))).note("留空为10"),
    Column::new("免租期", 28.0, |line: &LeaseSheetRow| text(&free_text(&line.facts.rent_free)))
        .note("2024-06-01至2024-06-30（装修期），多段用分号隔开；免全部费用写（全部费用：装修期）；取消写 无"),
    Column::new(RISE, 28.0, |line: &LeaseSheetRow| text(&rise_text(line.facts.escalation.as_ref(), line.facts.rent_basis)))
        .note("每12月递增5%（按首期租金计）、每12月递增5%（逐期累进）、每12月递增500元、每12月调整为5000元、5500元；取消写 无"),
    Column::new("押金（元）", 14.0, |line: &LeaseSheetRow| Cell::Decimal(line.facts.deposit_fen)),
    Column::new(DEPOSIT_MONTHS, 12.0, |line: &LeaseSheetRow| Cell::Number(i64::from(line.facts.deposit_months)))
        .note("租金递增时押金补足到几个月租金（0到12）；留空或0为固定押金"),
    Column::new("招租方式", 10.0, |line: &LeaseSheetRow| text(line.facts.letting_mode.label()))
        .choices(&LettingMode::LABELS)
        .note("留空为公开招租"),
    Column::new("协议理由", 20.0, |line: &LeaseSheetRow| text(&line.facts.letting_reason)).note("协议出租必填"),
    Column::new("租赁用途", 14.0, |line: &LeaseSheetRow| text(&line.facts.purpose)),
    Column::new("状态", 10.0, |line: &LeaseSheetRow| text(line.state.label())).derived(),
    Column::new("备注", 24.0, |line: &LeaseSheetRow| text(&line.remark)).lines(),
];

fn total_area(facts: &LeaseFacts) -> Area {
    facts.rooms.iter().map(|room| room.rent_area_m2).sum()
}

/// The agreed total; none when the rent follows from areas.
fn rent_cell(facts: &LeaseFacts) -> Cell {
    if facts.rent_basis.by_area() { Cell::Empty } else { Cell::Decimal(facts.rent_fen) }
}

/// The unit price when all rooms have the same.
fn one_price(facts: &LeaseFacts) -> Option<i64> {
    let first = facts.rooms.first().filter(|_| facts.rent_basis.by_area())?.price_e4;
    facts.rooms.iter().all(|room| room.price_e4 == first).then_some(first)
}

fn month_rent(facts: &LeaseFacts) -> i64 {
    rent_terms(facts).stages.first().map_or(0, |stage| month_equivalent(facts.rent_basis, stage.rent))
}

/// Room codes; with the area where it is not the register's, with the price where prices differ.
fn rooms_text(view: &View, facts: &LeaseFacts) -> Result<String> {
    let each_price = facts.rent_basis.by_area() && one_price(facts).is_none();
    let mut items = Vec::with_capacity(facts.rooms.len());
    for chosen in &facts.rooms {
        let room: Option<Room> = view.tx.get(&id(chosen.room_id))?;
        let Some(room) = room else { continue };
        let mut item = room.title();
        if room.facts.rent_area_m2 != chosen.rent_area_m2 {
            item += &format!("={}", chosen.rent_area_m2);
        }
        if each_price {
            item += &format!("@{}", price(chosen.price_e4));
        }
        items.push(item);
    }
    Ok(items.join("、"))
}

fn line(view: &View, lease: &Lease, party: String) -> Result<LeaseSheetRow> {
    let tenant: Option<Tenant> = view.tx.get(&id(lease.facts.tenant_id))?;
    let (tenant_code, tenant, id_shown) =
        tenant.map(|tenant| (tenant.facts.tenant_code, tenant.facts.tenant_name, tenant.id_shown)).unwrap_or_default();
    Ok(LeaseSheetRow {
        lease_no: lease.lease_no.clone(),
        facts: lease.facts.clone(),
        party,
        tenant_code,
        tenant,
        id_shown,
        rooms: rooms_text(view, &lease.facts)?,
        ends: lease.effective_end(),
        state: lease.state_on(view.now.date()),
        remark: lease.owned.base.remark.clone(),
    })
}

/// Writes the workbook of the filter.
pub fn prepare_export(view: &View, query: ListLeases) -> Result<Workbook> {
    let mut names = crate::records::list::NameCache::new(view);
    listing::workbook_of::<Leases, _>(view, &query, "合同台账", COLUMNS, |lease| {
        let party = names.of::<PartyA>(lease.facts.party_a_id)?;
        line(view, lease, party)
    })
}

/// Writes the import template.
pub fn prepare_template(view: &View, _: Nothing) -> Result<Workbook> {
    let (from, to) = (jiff::civil::date(2024, 1, 1), jiff::civil::date(2026, 12, 31));
    let facts = LeaseFacts {
        paper_no: "2024-租-001".into(),
        end_date: to,
        rent_fen: 1_600_000,
        deposit_fen: 1_600_000,
        escalation: rise("每12月递增5%", RentBasis::MonthTotal).flatten(),
        purpose: "厂房".into(),
        ..LeaseFacts::blank(from)
    };
    let example = LeaseSheetRow {
        lease_no: String::new(),
        facts,
        party: "示例资产经营单位".into(),
        tenant_code: "YF-000123".into(),
        tenant: "禾川包装制品有限公司".into(),
        id_shown: String::new(),
        rooms: "A1-3-301、A1-3-302".into(),
        ends: to,
        state: LeaseState::Draft,
        remark: "示例行不会被导入；导入的合同为草稿".into(),
    };
    import::template(view, COLUMNS, "合同台账", &example)
}

/// Reads the workbook outside the transaction.
///
/// # Errors
/// A sentence for a file that cannot be taken.
pub fn prepare_import(_: &View, input: ImportFile) -> Result<Book> {
    import::prepare(&input, COLUMNS, &[PAPER, PARTY, ROOMS], "导入合同数据不能为空！")
}

/// What all rows look things up in.
struct Import {
    update: bool,
    parties: Finder<PartyA>,
    /// Tenants by name, read when the first row names one.
    tenants: Option<Finder<Tenant>>,
    /// Terms that rows before have put on a room, with their row.
    terms: HashMap<u64, Vec<(DateSpan, u32)>>,
}

impl Import {
    /// The lease that a row is about.
    fn known(&self, view: &View, row: &Row) -> Result<Option<Lease>> {
        let (number, paper) = (row.get(NO).trim(), row.get(PAPER).trim());
        if !number.is_empty() {
            let found = if_visible(view, view.tx.one::<Lease>(&BY_NO, &key().str(number))?);
            let gone = || AppError::refused(format!("合同编号“{number}”不存在；新合同请留空，由系统编号"));
            return found.map(Some).ok_or_else(gone);
        }
        if paper.is_empty() || row.get(PARTY).trim().is_empty() {
            return Err(AppError::refused("请填写甲方和纸质合同编号，或已有合同的合同编号"));
        }
        let party_a_id = self.parties.find(row.get(PARTY).trim())?;
        Ok(if_visible(view, view.tx.one::<Lease>(&BY_PAPER, &key().u64(party_a_id).str(paper))?))
    }

    /// The tenant that a row names by code, by identity number, or by a name that only one has.
    fn tenant(&mut self, view: &View, row: &Row) -> Result<u64> {
        let [code, name, id_no] = ["乙方编码", "乙方", "乙方证件号码"].map(|header| row.get(header).trim());
        let found = if !code.is_empty() {
            let found = if_visible(view, view.tx.one::<Tenant>(&TENANT_BY_CODE, &key().str(code))?);
            found.ok_or_else(|| AppError::refused(format!("乙方编码“{code}”不存在")))?
        } else if !id_no.is_empty() && !personal::is_masked(id_no) {
            by_certificate(view, id_no)?.ok_or_else(|| AppError::refused("乙方证件号码没有登记"))?
        } else if name.is_empty() {
            return Err(AppError::refused("请填写乙方编码、乙方名称或乙方证件号码"));
        } else {
            if self.tenants.is_none() {
                self.tenants = Some(Finder::load(view, |tenant: &Tenant| [&tenant.facts.tenant_name, ""])?);
            }
            let missing = || AppError::refused(format!("乙方“{name}”不存在"));
            return self.tenants.as_ref().ok_or_else(missing)?.find(name);
        };
        if !name.is_empty() && name != found.facts.tenant_name {
            let known = &found.facts.tenant_name;
            return Err(AppError::refused(format!("乙方编码或证件号码登记的是“{known}”，与表中的“{name}”不同")));
        }
        Ok(found.tenant_id)
    }

    /// The rooms of a cell; without a price of its own a room has the column's, or the one before.
    fn rooms(view: &View, cell: &str, old: &LeaseFacts, column: Option<i64>) -> Result<Vec<LeaseRoom>> {
        let mut rooms = Vec::new();
        for item in several(cell, &['、', ',', '，', '；', ';', '\n']) {
            let unclear = || AppError::refused(format!("房间“{item}”无法识别，请写 编码、编码=面积 或 编码=面积@单价"));
            let (rest, own_price) = match item.split_once('@') {
                Some((rest, price)) => (rest, Some(decimal(price, 4).filter(|price| *price >= 0).ok_or_else(unclear)?)),
                None => (item, None),
            };
            let (code, own_area) = match rest.split_once('=') {
                Some((code, area)) => (code.trim(), Some(Area::parse(area).ok_or_else(unclear)?)),
                None => (rest.trim(), None),
            };
            let room = if_visible(view, view.tx.one::<Room>(&ROOM_BY_CODE, &key().str(code))?);
            let room = room.ok_or_else(|| AppError::refused(format!("房间编码“{code}”不存在或已停用")))?;
            let before = old.rooms.iter().find(|chosen| chosen.room_id == room.room_id).map(|chosen| chosen.price_e4);
            let price_e4 = own_price.or(column).or(before).or(one_price(old)).unwrap_or(0);
            let rent_area_m2 = own_area.unwrap_or(room.facts.rent_area_m2);
            rooms.push(LeaseRoom { room_id: room.room_id, rent_area_m2, price_e4 });
        }
        Ok(rooms)
    }

    /// Rent, price and rooms hang together.
    fn price_and_rooms(&self, view: &View, cells: &mut Cells<'_>, facts: &mut LeaseFacts) -> Result<()> {
        let old = facts.clone();
        facts.rent_basis =
            cells.choice(BASIS, Some(old.rent_basis), &RentBasis::ALL, RentBasis::label).unwrap_or(old.rent_basis);
        let (rent, column) = (cells.fen(RENT, None), cells.price(PRICE, None));
        let by_area = facts.rent_basis.by_area();
        if by_area && rent.is_some() {
            cells.complain(format!("{BASIS}为“{}”时请填写单价，{RENT}应留空", facts.rent_basis.label()));
        }
        if !by_area && column.is_some() {
            cells.complain(format!("{BASIS}为“{}”时请填写租金，{PRICE}应留空", facts.rent_basis.label()));
        }
        facts.rent_fen = if by_area { 0 } else { rent.unwrap_or(old.rent_fen) };
        if let Some(cell) = cells.fresh(ROOMS) {
            facts.rooms = cells.collect(Self::rooms(view, cell, &old, column))?.unwrap_or_default();
        } else if let Some(price) = column {
            facts.rooms.iter_mut().for_each(|room| room.price_e4 = price);
        }
        if !by_area && (old.rent_basis.by_area() || cells.fresh(ROOMS).is_some()) {
            facts.rooms.iter_mut().for_each(|room| room.price_e4 = 0);
        }
        Ok(())
    }

    /// `again` is an escalation to be read although its cell says nothing new.
    fn terms(cells: &mut Cells<'_>, facts: &mut LeaseFacts, again: Option<&str>) {
        let (start, end) = (cells.day("起租日", Some(facts.start_date)), cells.day("到期日", Some(facts.end_date)));
        (facts.start_date, facts.end_date) = (start.unwrap_or(facts.start_date), end.unwrap_or(facts.end_date));
        if let Some(text) = cells.fresh_number(CYCLE) {
            match decimal(text, 0)
                .and_then(|cycle| cycle.try_into().ok())
                .or((text == "一次性").then_some(0))
                .filter(|cycle| CYCLES.contains(cycle))
            {
                Some(cycle) => facts.billing_cycle = cycle,
                None => cells.complain(format!("{CYCLE}“{text}”应为 1、2、3、4、6、12，一次性付清填 0")),
            }
        }
        let mode = cells.choice("账期方式", Some(facts.period_mode), &PeriodMode::ALL, PeriodMode::label);
        facts.period_mode = mode.unwrap_or(facts.period_mode);
        let share = cells.choice("不足月计租", Some(facts.proration), &Proration::ALL, Proration::label);
        facts.proration = share.unwrap_or(facts.proration);
        if let Some(text) = cells.fresh("缴费约定") {
            match due_rule(text) {
                Some(rule) => facts.due_rule = rule,
                None => cells
                    .complain(format!("缴费约定“{text}”无法识别，请写 账期开始前10天、账期首月5日 或 账期结束后15天")),
            }
        }
        facts.first_due_date = cells.day("首期应缴日", facts.first_due_date);
        let lead = cells.whole("提前出账天数", Some(facts.issue_lead_days), 0..=365);
        facts.issue_lead_days = lead.unwrap_or(facts.issue_lead_days);
        if let Some(text) = cells.fresh("免租期") {
            match rent_free(text) {
                Some(free) => facts.rent_free = free,
                None => cells
                    .complain(format!("免租期“{text}”无法识别，请写 2024-06-01至2024-06-30（装修期），日期须真实存在")),
            }
        }
        if let Some(text) = cells.fresh(RISE).or(again) {
            match rise(text, facts.rent_basis) {
                Some(rise) => facts.escalation = rise,
                None => {
                    cells.complain(format!("递增“{text}”无法识别，请写 每12月递增5% 或 每12月递增500元，不递增写 无"))
                }
            }
        }
        facts.deposit_fen = cells.fen("押金（元）", Some(facts.deposit_fen)).unwrap_or(facts.deposit_fen);
        let months = cells.whole(DEPOSIT_MONTHS, Some(facts.deposit_months), 0..=i64::from(MOST_DEPOSIT_MONTHS));
        facts.deposit_months = months.unwrap_or(facts.deposit_months);
    }

    fn facts(&mut self, view: &View, cells: &mut Cells<'_>, row: &Row, old: LeaseFacts) -> Result<LeaseFacts> {
        let mut facts = old;
        facts.paper_no = cells.text(PAPER, &facts.paper_no);
        facts.title = cells.text("合同名称", &facts.title);
        let kind = cells.choice("类型", Some(facts.kind), &LeaseKind::ALL, LeaseKind::label);
        facts.kind = kind.unwrap_or(facts.kind);
        if let Some(name) = cells.fresh(PARTY) {
            facts.party_a_id = cells.collect(self.parties.find(name))?.unwrap_or(facts.party_a_id);
        }
        let id_no = cells.fresh("乙方证件号码");
        let names_tenant = ["乙方编码", "乙方"].iter().any(|header| cells.fresh(header).is_some())
            || id_no.is_some_and(|id_no| !personal::is_masked(id_no));
        if names_tenant || facts.tenant_id == 0 {
            let found = self.tenant(view, row);
            facts.tenant_id = cells.collect(found)?.unwrap_or(facts.tenant_id);
        }
        let tenant: Option<Tenant> = view.tx.get(&id(facts.tenant_id))?;
        if let Some(tenant) = tenant {
            let said = personal::given(id_no.filter(|id_no| personal::is_masked(id_no)), &tenant.id_shown);
            if said.is_err() {
                cells.complain(format!("乙方证件号码：{}", personal::FOREIGN_MASK));
            }
        }
        let basis = facts.rent_basis;
        self.price_and_rooms(view, cells, &mut facts)?;
        // amounts of an escalation are kept in the unit of the basis
        let by_amount = facts.escalation.as_ref().is_some_and(|rise| rise.mode != EscalationMode::Pct);
        let again = (basis != facts.rent_basis && by_amount).then(|| row.get(RISE).trim());
        Self::terms(cells, &mut facts, again);
        let mode = cells.choice("招租方式", Some(facts.letting_mode), &LettingMode::ALL, LettingMode::label);
        facts.letting_mode = mode.unwrap_or(facts.letting_mode);
        facts.letting_reason = cells.text("协议理由", &facts.letting_reason);
        facts.purpose = cells.text("租赁用途", &facts.purpose);
        Ok(facts)
    }

    fn take(&mut self, op: &mut Op, row: &Row) -> Result<Taken> {
        let view = op.view();
        let known = self.known(&view, row)?;
        let before =
            known.as_ref().map(|lease| line(&view, lease, self.parties.title(lease.facts.party_a_id))).transpose()?;
        let mut cells = Cells::of(row, COLUMNS, before.as_ref());
        if cells.is_quiet() {
            return Ok(Taken::Unchanged);
        }
        for header in [PAPER, ROOMS, "起租日", "到期日", BASIS, CYCLE] {
            cells.required(header, known.is_none());
        }
        let old = known.as_ref().map_or_else(|| LeaseFacts::blank(view.now.date()), |lease| lease.facts.clone());
        let facts = self.facts(&view, &mut cells, row, old)?;
        if !facts.rent_basis.by_area() {
            cells.required(RENT, known.is_none());
        }
        let remark = cells.text("备注", known.as_ref().map_or("", |lease| &lease.owned.base.remark));
        cells.done()?;
        self.write(op, row, known, facts, remark)
    }

    fn write(
        &mut self,
        op: &mut Op,
        row: &Row,
        known: Option<Lease>,
        facts: LeaseFacts,
        remark: String,
    ) -> Result<Taken> {
        if let Some(lease) = &known {
            if facts == lease.facts && remark == lease.owned.base.remark {
                return Ok(Taken::Unchanged);
            }
            if !self.update {
                let paper = &lease.facts.paper_no;
                return Err(AppError::refused(format!("合同 {} 已存在（纸质合同编号 {paper}）", lease.lease_no)));
            }
            if lease.state != LeaseState::Draft {
                let (number, state) = (&lease.lease_no, lease.state_on(op.now.date()).label());
                return Err(AppError::refused(format!(
                    "合同 {number} 当前为“{state}”，不能通过导入修改，请使用合同变更"
                )));
            }
        }
        let lease_id = known.as_ref().map(|lease| lease.lease_id);
        refuse_stops(&guards(&op.view(), &facts, lease_id.unwrap_or(0))?)?;
        self.check_terms(&facts, row)?;
        let files = known.map(|lease| lease.files).unwrap_or_default();
        let form = LeaseInput { lease_id, version: None, files, remark, facts };
        match lease_id {
            None => ops::create(op, form).map(|_| Taken::Created),
            Some(_) => ops::update(op, form).map(|_| Taken::Updated),
        }
    }

    /// Drafts reserve nothing, so two rows could want a room for the same days: only one could be submitted.
    fn check_terms(&mut self, facts: &LeaseFacts, row: &Row) -> Result<()> {
        let span = DateSpan::new(facts.start_date, facts.end_date);
        for room in &facts.rooms {
            let others = self.terms.entry(room.room_id).or_default();
            if let Some((other, number)) = others.iter().find(|(other, _)| other.overlaps(&span)) {
                return Err(AppError::refused(format!("租期与第 {number} 行同一房间的租期（{other}）重叠")));
            }
            others.push((span, row.number));
        }
        Ok(())
    }
}

fn row_key(row: &Row) -> String {
    match (row.get(NO).trim(), row.get(PARTY).trim(), row.get(PAPER).trim()) {
        ("", "", _) | ("", _, "") => String::new(),
        ("", party, paper) => format!("{party} {paper}"),
        (number, ..) => number.to_owned(),
    }
}

const KIND: ImportKind =
    ImportKind { noun: "合同", key: row_key, key_name: "甲方的纸质合同编号", name: "乙方" };

pub fn import(op: &mut Op, book: Book) -> Result<ImportAnswer> {
    let view = op.view();
    let parties = Finder::load(&view, |party: &PartyA| [&party.facts.party_a_code, &party.facts.party_a_name])?;
    let mut import = Import { update: book.update_support, parties, tenants: None, terms: HashMap::new() };
    import::work(op, book, &KIND, |op, row| import.take(op, row))?.finish(op, None)
}
