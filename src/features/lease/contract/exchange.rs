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
use crate::records::exchange::{Cells, Column, Exchange, Finder, area, day, if_visible, several, text};
use crate::records::export::Workbook;
use crate::records::import::{Book, ImportAnswer, ImportKind, Taken};
use crate::records::list::NameCache;
use crate::records::owned::Business;
use crate::records::personal;
use crate::sheet::{Cell, Row};
use crate::store::{Reads, id, key};

/// A row: a lease with the names around it.
pub struct LeaseSheetRow {
    lease_no: String,
    facts: LeaseFacts,
    party: String,
    tenant_code: String,
    tenant: String,
    id_shown: String,
    rooms: String,
    /// What a cell says for all rooms together.
    rent_fen: Option<i64>,
    price_e4: Option<i64>,
    ends: Option<Date>,
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
const ID: &str = "乙方证件号码";
const UNCLEAR_RISE: &str = "无法识别，请写 每12月递增5% 或 每12月递增500元，不递增写 无";

type Col = Column<LeaseSheetRow, Finder<PartyA>>;

pub static LEASES: Exchange<LeaseSheetRow, Finder<PartyA>> = Exchange {
    sheet: "合同台账",
    columns: COLUMNS,
    needed: &[PAPER, PARTY, ROOMS],
    empty: "导入合同数据不能为空！",
    rows: ImportKind { noun: "合同", key: Some(row_key), key_name: "甲方的纸质合同编号", name: "乙方" },
    example: |_| {
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
        LeaseSheetRow {
            party: "示例资产经营单位".into(),
            tenant_code: "YF-000123".into(),
            tenant: "禾川包装制品有限公司".into(),
            rooms: "A1-3-301、A1-3-302".into(),
            remark: "示例行不会被导入；导入的合同为草稿".into(),
            ..LeaseSheetRow::of(facts)
        }
    },
    import,
};

const COLUMNS: &[Col] = &[
    Col::text(NO, 20.0, |row| &mut row.lease_no)
        .note("新合同留空，由系统编号；修改已有草稿时按编号查找。导入的合同都是草稿，须在合同台账逐份提交、审批、签订"),
    Col::text(PAPER, 18.0, |row| &mut row.facts.paper_no).note("新合同必填，同一甲方内不能重复；一行一份合同"),
    Col::text("合同名称", 20.0, |row| &mut row.facts.title),
    Col::new("类型", 8.0, |row| text(row.facts.kind.label()))
        .choices(&LeaseKind::LABELS)
        .note("留空为新签")
        .sets(|cell, row, _| cell.label(&LeaseKind::ALL, LeaseKind::label).map(|value| row.facts.kind = value)),
    Col::new(PARTY, 26.0, |row| text(&row.party))
        .note("必填，甲方名称或编码")
        .sets(|cell, row, parties| cell.link(parties).map(|value| row.facts.party_a_id = value)),
    Col::new("乙方编码", 14.0, |row| text(&row.tenant_code)).note("乙方编码、乙方名称、证件号码至少填一项"),
    Col::new("乙方", 26.0, |row| text(&row.tenant)).note("乙方名称；重名时再填编码或证件号码"),
    Col::new(ID, 22.0, |row| text(&row.id_shown)).note("完整号码，用来查找乙方；含*的不用"),
    Col::new(ROOMS, 30.0, |row| text(&row.rooms))
        .note(
            "新合同必填，房间编码，多个用、隔开；面积与台账不同写 编码=面积，单价各不相同写 编码@单价 或 编码=面积@单价",
        )
        .lines(),
    Col::new("计租面积（㎡）", 14.0, |row| area(Some(total_area(&row.facts)))).derived(),
    Col::new("起租日", 12.0, |row| day(Some(row.facts.start_date)))
        .note("新合同必填")
        .sets(|cell, row, _| cell.day().map(|value| row.facts.start_date = value)),
    Col::new("到期日", 12.0, |row| day(Some(row.facts.end_date)))
        .note("新合同必填")
        .sets(|cell, row, _| cell.day().map(|value| row.facts.end_date = value)),
    Col::day("实际终止日", 12.0, |row| &mut row.ends).derived(),
    Col::new(BASIS, 12.0, |row| text(row.facts.rent_basis.label()))
        .choices(&RentBasis::LABELS)
        .note("新合同必填；按总额填租金，按面积填单价")
        .sets(|cell, row, _| cell.label(&RentBasis::ALL, RentBasis::label).map(|value| row.facts.rent_basis = value)),
    Col::new(RENT, 14.0, |row| rent_cell(&row.facts))
        .note("每月或每年总额，见计租方式")
        .sets(|cell, row, _| cell.fen().map(|value| row.rent_fen = Some(value))),
    Col::new(PRICE, 14.0, |row| one_price(&row.facts).map_or(Cell::Empty, Cell::Price))
        .note("每平方米每月或每天，见计租方式")
        .sets(|cell, row, _| cell.price().map(|value| row.price_e4 = Some(value))),
    Col::new("月租金（元）", 14.0, |row| Cell::Decimal(month_rent(&row.facts))).derived(),
    Col::new(CYCLE, 12.0, |row| Cell::Number(i64::from(row.facts.billing_cycle)))
        .note("新合同必填：1、2、3、4、6、12；0 为一次性付清")
        .sets(|cell, row, _| {
            let wanted = "应为 1、2、3、4、6、12，一次性付清填 0";
            cell.read(cell.number(), cycle, wanted).map(|value| row.facts.billing_cycle = value)
        }),
    Col::new("账期方式", 12.0, |row| text(row.facts.period_mode.label()))
        .choices(&PeriodMode::LABELS)
        .note("留空为对月（按起租日）")
        .sets(|cell, row, _| cell.label(&PeriodMode::ALL, PeriodMode::label).map(|value| row.facts.period_mode = value)),
    Col::new("不足月计租", 14.0, |row| text(row.facts.proration.label()))
        .choices(&Proration::LABELS)
        .note("留空为当月实际天数")
        .sets(|cell, row, _| cell.label(&Proration::ALL, Proration::label).map(|value| row.facts.proration = value)),
    Col::new("缴费约定", 18.0, |row| text(&due_text(row.facts.due_rule)))
        .note("账期开始前10天、账期首月5日、账期结束后15天；留空为账期开始前10天")
        .sets(|cell, row, _| {
            let wanted = "无法识别，请写 账期开始前10天、账期首月5日 或 账期结束后15天";
            cell.parsed(due_rule, wanted).map(|value| row.facts.due_rule = value)
        }),
    Col::day("首期应缴日", 12.0, |row| &mut row.facts.first_due_date),
    Col::new("提前出账天数", 12.0, |row| Cell::Number(i64::from(row.facts.issue_lead_days)))
        .note("留空为10")
        .sets(|cell, row, _| cell.whole(0..=365).map(|value| row.facts.issue_lead_days = value)),
    Col::new("免租期", 28.0, |row| text(&free_text(&row.facts.rent_free)))
        .note("2024-06-01至2024-06-30（装修期），多段用分号隔开；免全部费用写（全部费用：装修期）；取消写 无")
        .sets(|cell, row, _| {
            let wanted = "无法识别，请写 2024-06-01至2024-06-30（装修期），日期须真实存在";
            cell.parsed(rent_free, wanted).map(|value| row.facts.rent_free = value)
        }),
    Col::new(RISE, 28.0, |row| text(&rise_text(row.facts.escalation.as_ref(), row.facts.rent_basis)))
        .note("每12月递增5%（按首期租金计）、每12月递增5%（逐期累进）、每12月递增500元、每12月调整为5000元、5500元；取消写 无")
        .sets(|cell, row, _| {
            let basis = row.facts.rent_basis;
            cell.parsed(|text| rise(text, basis), UNCLEAR_RISE).map(|value| row.facts.escalation = value)
        }),
    Col::new("押金（元）", 14.0, |row| Cell::Decimal(row.facts.deposit_fen))
        .sets(|cell, row, _| cell.fen().map(|value| row.facts.deposit_fen = value)),
    Col::new("押金月数", 12.0, |row| Cell::Number(i64::from(row.facts.deposit_months)))
        .note("租金递增时押金补足到几个月租金（0到12）；留空或0为固定押金")
        .sets(|cell, row, _| cell.whole(0..=i64::from(MOST_DEPOSIT_MONTHS)).map(|value| row.facts.deposit_months = value)),
    Col::new("招租方式", 10.0, |row| text(row.facts.letting_mode.label()))
        .choices(&LettingMode::LABELS)
        .note("留空为公开招租")
        .sets(|cell, row, _| cell.label(&LettingMode::ALL, LettingMode::label).map(|value| row.facts.letting_mode = value)),
    Col::text("协议理由", 20.0, |row| &mut row.facts.letting_reason).note("协议出租必填"),
    Col::text("租赁用途", 14.0, |row| &mut row.facts.purpose),
    Col::new("状态", 10.0, |row| text(row.state.label())).derived(),
    Col::text("备注", 24.0, |row| &mut row.remark).lines(),
];

impl LeaseSheetRow {
    fn of(facts: LeaseFacts) -> Self {
        Self {
            lease_no: String::new(),
            facts,
            party: String::new(),
            tenant_code: String::new(),
            tenant: String::new(),
            id_shown: String::new(),
            rooms: String::new(),
            rent_fen: None,
            price_e4: None,
            ends: None,
            state: LeaseState::Draft,
            remark: String::new(),
        }
    }
}

/// Months between bills; 0 is all at once.
fn cycle(text: &str) -> Option<u8> {
    let months = decimal(text, 0).and_then(|months| months.try_into().ok()).or((text == "一次性").then_some(0));
    months.filter(|months| CYCLES.contains(months))
}

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
        party,
        tenant_code,
        tenant,
        id_shown,
        rooms: rooms_text(view, &lease.facts)?,
        ends: Some(lease.effective_end()),
        state: lease.state_on(view.now.date()),
        remark: lease.owned.base.remark.clone(),
        ..LeaseSheetRow::of(lease.facts.clone())
    })
}

/// Writes the workbook of the filter.
pub fn export(view: &View, query: ListLeases) -> Result<Workbook> {
    let mut names = NameCache::new(view);
    LEASES.export::<Leases>(view, &query, |lease| line(view, lease, names.of::<PartyA>(lease.facts.party_a_id)?))
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
        let [code, name, id_no] = ["乙方编码", "乙方", ID].map(|header| row.get(header).trim());
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
    fn price_and_rooms(view: &View, cells: &mut Cells<'_>, filled: &mut LeaseSheetRow, old: &LeaseFacts) -> Result<()> {
        let LeaseSheetRow { facts, rent_fen: rent, price_e4: column, .. } = filled;
        let by_area = facts.rent_basis.by_area();
        if by_area && rent.is_some() {
            cells.complain(format!("{BASIS}为“{}”时请填写单价，{RENT}应留空", facts.rent_basis.label()));
        }
        if !by_area && column.is_some() {
            cells.complain(format!("{BASIS}为“{}”时请填写租金，{PRICE}应留空", facts.rent_basis.label()));
        }
        facts.rent_fen = if by_area { 0 } else { rent.unwrap_or(old.rent_fen) };
        if let Some(cell) = cells.fresh(ROOMS) {
            facts.rooms = cells.collect(Self::rooms(view, cell, old, *column))?.unwrap_or_default();
        } else if let Some(price) = *column {
            facts.rooms.iter_mut().for_each(|room| room.price_e4 = price);
        }
        if !by_area && (old.rent_basis.by_area() || cells.fresh(ROOMS).is_some()) {
            facts.rooms.iter_mut().for_each(|room| room.price_e4 = 0);
        }
        Ok(())
    }

    fn find_tenant(&mut self, view: &View, cells: &mut Cells<'_>, row: &Row, facts: &mut LeaseFacts) -> Result<()> {
        let id_no = cells.fresh(ID);
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
                cells.complain(format!("{ID}：{}", personal::FOREIGN_MASK));
            }
        }
        Ok(())
    }

    /// Puts a row over what is known.
    fn fill(&mut self, view: &View, cells: &mut Cells<'_>, row: &Row, filled: &mut LeaseSheetRow) -> Result<()> {
        let old = filled.facts.clone();
        cells.fill(LEASES.columns, filled, &self.parties)?;
        self.find_tenant(view, cells, row, &mut filled.facts)?;
        Self::price_and_rooms(view, cells, filled, &old)?;
        // amounts of an escalation are kept in the unit of the basis
        let (facts, by_amount) =
            (&mut filled.facts, old.escalation.as_ref().is_some_and(|rise| rise.mode != EscalationMode::Pct));
        if by_amount && old.rent_basis != facts.rent_basis && cells.fresh(RISE).is_none() {
            let text = row.get(RISE).trim();
            match rise(text, facts.rent_basis) {
                Some(rise) => facts.escalation = rise,
                None => cells.complain(format!("{RISE}“{text}”{UNCLEAR_RISE}")),
            }
        }
        Ok(())
    }

    fn take(&mut self, op: &mut Op, row: &Row) -> Result<Taken> {
        let view = op.view();
        let known = self.known(&view, row)?;
        let mut filled =
            known.as_ref().map(|lease| line(&view, lease, self.parties.title(lease.facts.party_a_id))).transpose()?;
        let mut cells = LEASES.cells(row, filled.as_mut());
        if cells.is_quiet() {
            return Ok(Taken::Unchanged);
        }
        cells.required(&[PAPER, ROOMS, "起租日", "到期日", BASIS, CYCLE], known.is_none());
        let mut filled = filled.unwrap_or_else(|| LeaseSheetRow::of(LeaseFacts::blank(view.now.date())));
        self.fill(&view, &mut cells, row, &mut filled)?;
        if !filled.facts.rent_basis.by_area() {
            cells.required(&[RENT], known.is_none());
        }
        cells.done()?;
        self.write(op, row, known, filled.facts, filled.remark)
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

fn import(op: &mut Op, book: Book) -> Result<ImportAnswer> {
    let view = op.view();
    let parties = Finder::load(&view, |party: &PartyA| [&party.facts.party_a_code, &party.facts.party_a_name])?;
    let mut import = Import { update: book.update_support, parties, tenants: None, terms: HashMap::new() };
    LEASES.work(op, book, |op, row| import.take(op, row))?.finish(op, None)
}
