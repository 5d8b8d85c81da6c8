//! What a ledger comes to 核对: its contracts with tenants, rooms and openings, beside the ledger's own figures.
//!
//! Invariants: nothing is written; the same file, options and register give the same answer, so what was submitted is what
//! is received; stops are what a contract can't be billed with, everything else is a warning that stays with it.

use std::collections::{BTreeMap, HashMap};

use jiff::civil::Date;

use super::contract::{Contract, Problems, contract, grouped};
use super::field::TakeoverField as Field;
use super::names::same;
use super::opening::{Openings, openings};
use super::places::{Chosen, Places};
use super::reading::{Ledger, read};
use super::record::{TakeoverBatch, TakeoverColumns, TakeoverSums};
use super::tenants::{TenantPlan, Tenants};
use super::wire::{
    NewRoom, OpeningBill, TakeoverAccount, TakeoverCheck, TakeoverLease, TakeoverLevel, TakeoverMasters,
    TakeoverPeriods, TakeoverProblem, TakeoverSum, TakeoverTenant,
};
use crate::error::{AppError, Result};
use crate::features::assets::party_a::record::{BankAccount, PartyA};
use crate::features::finance::period;
use crate::features::lease::contract::guards::out_of_bounds;
use crate::features::lease::contract::record::{BY_PAPER, Lease, LeaseFacts, LeaseRoom};
use crate::features::lease::contract::terms::{month_equivalent, rent_terms};
use crate::features::lease::schedule::plan::{PlannedBill, plan};
use crate::features::lease::schedule::terms::{PeriodMode, RentTerms};
use crate::kernel::area::Area;
use crate::kernel::money::yuan_grouped;
use crate::kernel::order::Order;
use crate::kernel::span::DateSpan;
use crate::op::View;
use crate::platform::files::FileInfo;
use crate::records::owned;
use crate::store::{Reads, id, key};

/// Lines of each part that a page is shown.
const SHOWN: usize = 1_000;
/// Fen by which a rent computed from an escalation may differ from the one that is stated.
const ROUNDED: i64 = 100;
/// Most lines of a ledger.
const MOST_ROWS: usize = 20_000;

/// A contract, ready to be made.
#[derive(Debug, Clone)]
pub struct Draft {
    pub contract: Contract,
    /// Place of its tenant.
    pub tenant: usize,
    pub rooms: Vec<Chosen>,
    pub openings: Openings,
    /// Rent of a month on the first day of the books, fen.
    pub month_fen: i64,
    pub warnings: Vec<String>,
}

/// A ledger, compared.
pub struct Checked {
    pub shown: TakeoverCheck,
    pub drafts: Vec<Draft>,
    pub places: Places,
    pub tenants: Vec<TenantPlan>,
    pub sums: TakeoverSums,
    /// The meanings of its columns, by their labels.
    pub columns: BTreeMap<String, Field>,
}

/// Reads and compares a batch.
///
/// # Errors
/// A sentence for a file that is gone or can't be read.
pub fn check(view: &View, batch: &TakeoverBatch) -> Result<Checked> {
    let gone = || AppError::refused("台账文件已被清理，请删除该批次并重新上传");
    // Whoever may see the batch may see what its file comes to.
    let file: FileInfo = view.tx.get(&id(batch.file_id))?.ok_or_else(gone)?;
    let path = view.app.blobs.path(&file.blob).map_err(AppError::internal)?;
    let memory: Option<TakeoverColumns> = view.tx.get(&id(batch.party_a_id))?;
    let ledger = read(&path, &batch.reading, memory.as_ref())?;
    if ledger.rows.len() > MOST_ROWS {
        return Err(AppError::refused(format!("一份台账最多 {MOST_ROWS} 行，请分开接收")));
    }
    let mut work = Work::begin(view, batch)?;
    work.whole(&ledger)?;
    work.contracts(&ledger)?;
    Ok(work.finish(&ledger))
}

struct Work<'v, 'a> {
    view: &'v View<'a>,
    batch: &'v TakeoverBatch,
    party: PartyA,
    problems: Problems,
    places: Places,
    tenants: Tenants<'v, 'a>,
    drafts: Vec<Draft>,
    /// Rows of other units, by name.
    others: BTreeMap<String, u32>,
    papers: HashMap<String, u32>,
}

impl<'v, 'a> Work<'v, 'a> {
    fn begin(view: &'v View<'a>, batch: &'v TakeoverBatch) -> Result<Self> {
        Ok(Self {
            view,
            batch,
            party: owned::linked(view, batch.party_a_id)?,
            problems: Problems::default(),
            places: Places::load(view, batch.party_a_id, batch.books_from)?,
            tenants: Tenants::load(view, &batch.reading.tenants)?,
            drafts: Vec::new(),
            others: BTreeMap::new(),
            papers: HashMap::new(),
        })
    }

    /// What stops the batch whatever its rows say.
    fn whole(&mut self, ledger: &Ledger) -> Result<()> {
        for doubt in &ledger.guess.doubts {
            self.problems.stop(0, None, format!("{doubt}，请选定金额单位"));
        }
        for lack in lacks(ledger) {
            self.problems.stop(0, None, format!("没有一列是“{lack}”，请在“列对应”中指定"));
        }
        let today = self.view.now.date();
        let book_day = self.batch.books_from.min(today);
        if let Err(fault) = period::require_open(self.view, self.batch.party_a_id, book_day) {
            self.problems.stop(0, None, fault.message.to_string());
        }
        let day = Some(self.batch.books_from);
        let party = self.batch.party_a_id;
        if self.party.facts.books_from != day
            && let Err(fault) = crate::features::finance::opening::begin::refuse_moving_of(self.view, party, day)
        {
            self.problems.stop(0, None, fault.message.to_string());
        }
        if ledger.rows.is_empty() {
            self.problems.stop(0, None, "没有读到台账的数据行，请检查工作表和表头行");
        }
        Ok(())
    }

    fn contracts(&mut self, ledger: &Ledger) -> Result<()> {
        for rows in grouped(&ledger.rows) {
            self.view.go_on()?;
            let before = self.problems.0.len();
            let Some(contract) = contract(&rows, &self.batch.reading.terms, self.batch.books_from, &mut self.problems)
            else {
                continue;
            };
            if !self.is_own(&contract.party) {
                *self.others.entry(contract.party.clone()).or_default() +=
                    u32::try_from(rows.len()).unwrap_or(u32::MAX);
                self.problems.0.truncate(before);
                continue;
            }
            self.draft(contract, before)?;
        }
        if let (0, [first, ..]) = (self.batch.reading.terms.plate_id, self.places.new_assets().as_slice()) {
            let count = self.places.new_assets().len();
            let text = format!("资产“{first}”等 {count} 处不在该单位的资产台账中；新建资产请在默认约定中选择板块");
            self.problems.stop(0, Some(Field::Asset), text);
        }
        Ok(())
    }

    fn is_own(&self, name: &str) -> bool {
        let facts = &self.party.facts;
        let names = [&facts.party_a_name, &facts.short_name, &facts.party_a_code];
        name.is_empty() || names.iter().any(|own| !own.is_empty() && same(own) == same(name))
    }

    fn draft(&mut self, contract: Contract, before: usize) -> Result<()> {
        let line = contract.lines.first().copied().unwrap_or_default();
        self.paper(&contract, line)?;
        let (tenant, trouble) = self.tenants.of(&contract)?;
        if let Some(text) = trouble {
            self.problems.warn(line, Some(Field::Tenant), text);
        }
        let (rooms, mut facts) = (self.rooms(&contract)?, contract.facts.clone());
        facts.rooms = rooms.iter().map(|chosen| leased(0, chosen)).collect();
        let Some((terms, found)) = self.computed(&mut facts, &contract, line) else { return Ok(()) };
        self.rent(&contract, &terms, line);
        let month_fen = month_of(&terms, self.batch.books_from);
        for remark in &found.remarks {
            self.problems.warn(line, Some(Field::PaidUntil), remark.clone());
        }
        self.ended(&contract, line);
        let noticed = self.problems.0.iter().skip(before);
        let warnings =
            noticed.filter(|problem| problem.level == TakeoverLevel::Warn).map(|problem| problem.text.clone());
        let warnings = warnings.collect();
        let contract = Contract { facts, ..contract };
        self.drafts.push(Draft { contract, tenant, rooms, openings: found, month_fen, warnings });
        Ok(())
    }

    /// A paper number is used once by a unit.
    fn paper(&mut self, contract: &Contract, line: u32) -> Result<()> {
        let paper = &contract.facts.paper_no;
        if paper.is_empty() {
            return Ok(());
        }
        if paper.chars().count() > 200 {
            self.problems.stop(line, Some(Field::PaperNo), "纸质合同编号不能超过200个字符");
        }
        let known: Option<Lease> = self.view.tx.one(&BY_PAPER, &key().u64(self.batch.party_a_id).str(paper))?;
        if let Some(known) = known {
            let no = known.lease_no;
            self.problems.stop(line, Some(Field::PaperNo), format!("纸质合同编号 {paper} 已用于合同 {no}"));
        }
        match self.papers.get(paper) {
            Some(first) => {
                let text = format!("纸质合同编号 {paper} 与第 {first} 行重复，承租人不同");
                self.problems.stop(line, Some(Field::PaperNo), text);
            }
            None => drop(self.papers.insert(paper.clone(), line)),
        }
        Ok(())
    }

    fn rooms(&mut self, contract: &Contract) -> Result<Vec<Chosen>> {
        let terms = &self.batch.reading.terms;
        let span = DateSpan::new(contract.facts.start_date, contract.facts.end_date);
        let mut chosen: Vec<Chosen> = Vec::new();
        for said in &contract.rooms {
            let (rooms, remark) = match self.places.find(said, &terms.asset, terms.plate_id) {
                Ok(found) => found,
                Err(text) => {
                    self.problems.stop(said.line, Some(Field::Room), text);
                    continue;
                }
            };
            if !remark.is_empty() {
                self.problems.warn(said.line, Some(Field::Room), remark);
            }
            let known: Area = rooms.iter().filter_map(|room| self.places.rooms.get(*room)).map(|plan| plan.area).sum();
            if let Some(area) = said.area.filter(|area| *area != known) {
                let text = format!("计租面积 {area} ㎡ 与房间台账 {known} ㎡ 不一致");
                self.problems.warn(said.line, Some(Field::Area), text);
            }
            let own = if rooms.len() == 1 { said.area.filter(|area| area.0 > 0) } else { None };
            for room in rooms {
                let Some(plan) = self.places.rooms.get(room) else { continue };
                let area = own.unwrap_or(plan.area);
                if chosen.iter().any(|other| other.room == room) {
                    let title = self.places.title(room);
                    self.problems.stop(said.line, Some(Field::Room), format!("房间 {title} 在合同中重复"));
                    continue;
                }
                if let Some(text) = self.places.let_room(self.view, room, span, said.line)? {
                    self.problems.stop(said.line, Some(Field::Room), text);
                }
                chosen.push(Chosen { room, area, price_e4: said.price_e4 });
            }
        }
        Ok(chosen)
    }

    /// Terms and openings of a contract; none when something stops them.
    fn computed(&mut self, facts: &mut LeaseFacts, contract: &Contract, line: u32) -> Option<(RentTerms, Openings)> {
        if let Some((_, sentence)) = out_of_bounds(facts, self.view.now.date()) {
            self.problems.stop(line, None, sentence);
            return None;
        }
        let (mut terms, mut planned) = self.planned(facts, line)?;
        // A ledger says nothing of how periods are laid; the day until which it was paid does.
        if let Some(until) = contract.paid.until.filter(|until| !ends_on(&planned, *until)) {
            let calendar = LeaseFacts { period_mode: PeriodMode::Calendar, ..facts.clone() };
            let (other, by_month) = self.planned(&calendar, line)?;
            if ends_on(&by_month, until) {
                *facts = calendar;
                (terms, planned) = (other, by_month);
                let text = format!("按自然月划分账期（已缴至 {until} 是自然月的月末）");
                self.problems.warn(line, Some(Field::PaidUntil), text);
            }
        }
        match openings(&planned, terms.term, self.batch.books_from, &contract.paid) {
            Ok(found) => Some((terms, found)),
            Err(sentence) => {
                self.problems.stop(line, Some(Field::PaidUntil), sentence);
                None
            }
        }
    }

    /// The bills that a contract asks for.
    fn planned(&mut self, facts: &LeaseFacts, line: u32) -> Option<(RentTerms, Vec<PlannedBill>)> {
        let terms = rent_terms(facts);
        match terms.problem().map_or_else(|| plan(&terms), Err) {
            Ok(planned) => Some((terms, planned)),
            Err((_, sentence)) => {
                self.problems.stop(line, None, sentence);
                None
            }
        }
    }

    /// An escalation has to lead to the rent that is stated for today.
    fn rent(&mut self, contract: &Contract, terms: &RentTerms, line: u32) {
        let Some(stated) = contract.current_fen else { return };
        let computed = month_of(terms, self.batch.books_from);
        if (stated - computed).abs() > ROUNDED {
            let (stated, computed) = (yuan_grouped(stated), yuan_grouped(computed));
            let text = format!("现行月租金 {stated} 元，按合同租金和递增算出 {computed} 元，请核对递增或租金");
            self.problems.stop(line, Some(Field::CurrentRent), text);
        }
    }

    /// A contract that was over when the books began.
    fn ended(&mut self, contract: &Contract, line: u32) {
        let end = contract.facts.end_date;
        if end < self.batch.books_from && contract.returned.is_none() {
            let text = format!("合同已于 {end} 到期，按到期日已退房接收；仍在占用的请在接收后办理续签");
            self.problems.warn(line, Some(Field::End), text);
        }
    }

    fn finish(self, ledger: &Ledger) -> Checked {
        let sums = sums(&self.drafts);
        let tenants = self.compared();
        let mut problems = self.problems.0;
        problems.order_by_key(|problem| (problem.level, problem.row));
        let stops = problems.iter().filter(|problem| problem.level == TakeoverLevel::Stop).count();
        let warned = problems.len() - stops;
        problems.truncate(SHOWN);
        let periods = periods(&self.drafts);
        let guess = &ledger.guess;
        let account = |account: &BankAccount| TakeoverAccount {
            tail: account.tail.clone(),
            bank: account.bank.clone(),
            balance_fen: self.batch.reading.balances.get(&account.tail).copied(),
        };
        let shown = TakeoverCheck {
            accounts: self.party.accounts.iter().map(account).collect(),
            version: self.batch.owned.version,
            sheets: ledger.sheets.clone(),
            sheet: ledger.sheet,
            title: guess.title.clone().unwrap_or_default(),
            header: guess.header,
            unit: guess.unit.clone().unwrap_or_default(),
            doubts: guess.doubts.clone(),
            warnings: guess.warnings.clone(),
            left_out: guess.left_out.clone(),
            totals: guess.totals.clone(),
            columns: ledger.columns.clone(),
            lacks: lacks(ledger),
            rows: guess.rows,
            others: self.others.into_iter().collect(),
            sums: beside(&sums, &self.drafts),
            tenants,
            masters: masters(&self.tenants, &self.places),
            problems,
            stops,
            warned,
            leases: self.drafts.iter().take(SHOWN).map(|draft| lease(draft, &self.places)).collect(),
            periods,
            is_ready: stops == 0 && !self.drafts.is_empty() && periods.missing + periods.twice == 0,
        };
        let columns = ledger
            .columns
            .iter()
            .filter_map(|column| Some((super::reading::label_of(std::slice::from_ref(&column.label)), column.field?)))
            .collect();
        Checked { shown, drafts: self.drafts, places: self.places, tenants: self.tenants.plans, sums, columns }
    }

    /// Tenant by tenant, those that differ first.
    fn compared(&self) -> Vec<TakeoverTenant> {
        let mut rows: Vec<TakeoverTenant> =
            self.tenants.plans.iter().map(|plan| TakeoverTenant { name: plan.name.clone(), ..nothing() }).collect();
        for draft in &self.drafts {
            let Some(row) = rows.get_mut(draft.tenant) else { continue };
            row.rows.extend(&draft.contract.lines);
            row.leases += 1;
            row.month_rent_fen = row.month_rent_fen.saturating_add(draft.month_fen);
            row.arrears_fen = row.arrears_fen.saturating_add(draft.openings.arrears_fen());
            row.credit_fen = row.credit_fen.saturating_add(draft.openings.credit_fen);
            row.deposit_fen = row.deposit_fen.saturating_add(draft.contract.deposit_held_fen);
            if let Some(fen) = draft.contract.paid.arrears_fen {
                row.ledger_fen = Some(row.ledger_fen.unwrap_or(0).saturating_add(fen));
            }
        }
        rows.retain(|row| row.leases > 0);
        for row in &mut rows {
            row.difference_fen = row.ledger_fen.map_or(0, |fen| row.arrears_fen.saturating_sub(fen));
            row.note = self.batch.reading.notes.get(&row.name).cloned().unwrap_or_default();
        }
        rows.order_by_key(|row| (row.difference_fen == 0, row.rows.first().copied()));
        rows
    }
}

fn nothing() -> TakeoverTenant {
    TakeoverTenant {
        name: String::new(),
        rows: Vec::new(),
        leases: 0,
        month_rent_fen: 0,
        ledger_fen: None,
        arrears_fen: 0,
        difference_fen: 0,
        credit_fen: 0,
        deposit_fen: 0,
        note: String::new(),
    }
}

/// Whether a planned period ends on a day.
fn ends_on(planned: &[PlannedBill], day: Date) -> bool {
    planned.iter().any(|bill| bill.period.to == day) || planned.first().is_some_and(|first| day < first.period.from)
}

/// A room of a lease; its number is known once it was made.
pub fn leased(room_id: u64, chosen: &Chosen) -> LeaseRoom {
    LeaseRoom { room_id, rent_area_m2: chosen.area, price_e4: chosen.price_e4 }
}

/// Rent of a month on a day, or of the stage nearest to it.
fn month_of(terms: &RentTerms, day: Date) -> i64 {
    let stages = &terms.stages;
    let stage = stages.iter().rev().find(|stage| stage.span.from <= day).or(stages.first());
    stage.map_or(0, |stage| month_equivalent(terms.rent_basis, stage.rent))
}

/// Fields that every contract needs and no column holds.
fn lacks(ledger: &Ledger) -> Vec<String> {
    let has = |wanted: &[Field]| {
        ledger.columns.iter().any(|column| column.field.is_some_and(|field| wanted.contains(&field)))
    };
    let needed: [(&[Field], &str); 4] = [
        (&[Field::Tenant], "承租人"),
        (&[Field::Term, Field::Start], "租期"),
        (&[Field::MonthRent, Field::YearRent, Field::Price, Field::CurrentRent], "租金"),
        (&[Field::PaidUntil, Field::Arrears], "已缴至或欠缴金额"),
    ];
    needed.into_iter().filter(|(wanted, _)| !has(wanted)).map(|(_, text)| text.to_owned()).collect()
}

fn sums(drafts: &[Draft]) -> TakeoverSums {
    let mut sums = TakeoverSums::default();
    for draft in drafts {
        sums.leases += 1;
        let area: i64 = draft.rooms.iter().map(|room| room.area.0).sum();
        sums.area_m2 = Area(sums.area_m2.0.saturating_add(area));
        sums.month_rent_fen = sums.month_rent_fen.saturating_add(draft.month_fen);
        sums.arrears_fen = sums.arrears_fen.saturating_add(draft.openings.arrears_fen());
        sums.not_due_fen = sums.not_due_fen.saturating_add(draft.openings.not_due_fen());
        sums.credit_fen = sums.credit_fen.saturating_add(draft.openings.credit_fen);
        sums.deposit_fen = sums.deposit_fen.saturating_add(draft.contract.deposit_held_fen);
    }
    sums
}

/// The ledger's own figures beside what was computed.
fn beside(sums: &TakeoverSums, drafts: &[Draft]) -> Vec<TakeoverSum> {
    let of = |pick: &dyn Fn(&Draft) -> Option<i64>| drafts.iter().filter_map(pick).reduce(i64::saturating_add);
    let area = |draft: &Draft| {
        draft.contract.rooms.iter().filter_map(|room| room.area).map(|area| area.0).reduce(i64::saturating_add)
    };
    let row = |what, label, ledger, computed| TakeoverSum { what, label, ledger, computed };
    vec![
        row("leases", "合同", None, i64::from(sums.leases)),
        row("area", "计租面积", of(&area), sums.area_m2.0),
        row("monthRent", "月租金", of(&|draft| draft.contract.said_month_fen), sums.month_rent_fen),
        row("arrears", "期初欠缴", of(&|draft| draft.contract.paid.arrears_fen), sums.arrears_fen),
        row("notDue", "已出账未到期", None, sums.not_due_fen),
        row("credit", "期初预收", of(&|draft| draft.contract.paid.credit_fen), sums.credit_fen),
        row("deposit", "在押押金", of(&|draft| draft.contract.said_deposit_fen), sums.deposit_fen),
    ]
}

fn periods(drafts: &[Draft]) -> TakeoverPeriods {
    let mut all = TakeoverPeriods::default();
    for one in drafts.iter().map(|draft| &draft.openings.periods) {
        all.paid_before += one.paid_before;
        all.opening += one.opening;
        all.to_come += one.to_come;
        all.missing += one.missing;
        all.twice += one.twice;
    }
    all
}

fn masters(tenants: &Tenants, places: &Places) -> TakeoverMasters {
    let rooms = places.rooms.iter().filter(|room| room.id.is_none());
    let new = |room: &super::places::RoomPlan| {
        let building = places.buildings.get(room.building);
        let asset = building.and_then(|building| places.assets.get(building.asset));
        NewRoom {
            asset: asset.map_or_else(String::new, |asset| asset.name.clone()),
            building: building.map_or_else(String::new, |building| building.name.clone()),
            room_no: room.room_no.clone(),
            area_m2: room.area,
            row: room.line,
        }
    };
    TakeoverMasters {
        tenants: tenants.news(SHOWN),
        tenant_count: tenants.plans.iter().filter(|plan| plan.id.is_none()).count(),
        places: places.new_places().into_iter().take(SHOWN).collect(),
        rooms: rooms.clone().take(SHOWN).map(new).collect(),
        room_count: rooms.count(),
    }
}

fn lease(draft: &Draft, places: &Places) -> TakeoverLease {
    let facts = &draft.contract.facts;
    let titles: Vec<String> = draft.rooms.iter().take(3).map(|room| places.title(room.room)).collect();
    let more = if draft.rooms.len() > 3 { format!(" 等 {} 间", draft.rooms.len()) } else { String::new() };
    let opening = |bill: &super::opening::Open| OpeningBill {
        kind: bill.kind.label(),
        from: bill.period.from,
        to: bill.period.to,
        due_date: bill.due_date,
        amount_fen: bill.open_fen(),
    };
    TakeoverLease {
        row: draft.contract.lines.first().copied().unwrap_or_default(),
        paper_no: facts.paper_no.clone(),
        tenant: draft.contract.tenant.clone(),
        rooms: titles.join("、") + &more,
        start_date: facts.start_date,
        end_date: facts.end_date,
        month_rent_fen: draft.month_fen,
        paid_until: draft.openings.until,
        openings: draft.openings.bills.iter().map(opening).collect(),
        credit_fen: draft.openings.credit_fen,
        deposit_fen: draft.contract.deposit_held_fen,
        ledger_fen: draft.contract.paid.arrears_fen,
    }
}

/// What stops a batch first, as a sentence.
pub fn first_stop(problems: &[TakeoverProblem]) -> Option<String> {
    let stop = problems.iter().find(|problem| problem.level == TakeoverLevel::Stop)?;
    Some(if stop.row > 0 { format!("第 {} 行：{}", stop.row, stop.text) } else { stop.text.clone() })
}
