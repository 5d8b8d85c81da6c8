//! Records of asking as people see them: list with totals, one record, workbook.

use std::collections::HashMap;

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::promise::{Paid, money_of, paid_since, state};
use super::record::{BY_BILL, BY_TENANT, Channel, DunnedBill, Dunning, Promise, PromiseState};
use crate::fault::Outcome;
use crate::features::estate::party_a::record::PartyA;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::dates::DateText;
use crate::kernel::page::{Compare, Paging};
use crate::kernel::text::like_name;
use crate::op::View;
use crate::records::export::Workbook;
use crate::records::list::{From, Names, One, is, matching};
use crate::records::names::person_name;
use crate::records::owned::OwnedOut;
use crate::records::{export, owned};
use crate::route::{Data, SummedPage};
use crate::sheet::{Cell, Column};
use crate::store::id;

/// A record on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DunningOut {
    /// Number of the record.
    pub dunning_id: u64,
    /// `CJ-202401-000001`
    pub dunning_no: String,
    /// Tenant.
    pub tenant_id: u64,
    /// His name.
    pub tenant_name: String,
    /// Party A.
    pub party_a_id: u64,
    /// Its name.
    pub party_a_name: String,
    /// What he was asked for.
    pub bills: Vec<DunnedBill>,
    /// Fen open then.
    pub open_fen: i64,
    /// 催缴方式
    pub channel: Channel,
    /// When.
    #[schemars(with = "DateText")]
    pub day: Date,
    /// Who was spoken to.
    pub person: String,
    /// What was said.
    pub said: String,
    /// What was promised.
    pub promise: Option<Promise>,
    /// 承诺状态
    pub promise_state: PromiseState,
    /// Fen that came in since, up to the promised day.
    pub paid_fen: i64,
    /// Pictures and scans.
    pub files: Vec<u64>,
    /// Real name of who asked.
    pub by: String,
    /// Lock, department, maker.
    #[serde(flatten)]
    pub owned: OwnedOut,
}

/// Money of tenants, read once each.
struct Money<'a> {
    view: View<'a>,
    known: HashMap<u64, Vec<Paid>>,
}

impl<'a> Money<'a> {
    fn new(view: &View<'a>) -> Self {
        Self { view: *view, known: HashMap::new() }
    }

    fn of(&mut self, dunning: &Dunning) -> Outcome<(PromiseState, i64)> {
        if dunning.promise.is_none() {
            return Ok((PromiseState::None, 0));
        }
        if !self.known.contains_key(&dunning.tenant_id) {
            self.known.insert(dunning.tenant_id, money_of(&self.view, dunning.tenant_id)?);
        }
        let money = self.known.get(&dunning.tenant_id).map_or(&[][..], Vec::as_slice);
        Ok((state(dunning, money, self.view.now.date()), paid_since(dunning, money)))
    }
}

fn out(view: &View, names: &mut Names<'_>, money: &mut Money<'_>, dunning: &Dunning) -> Outcome<DunningOut> {
    let (promise_state, paid_fen) = money.of(dunning)?;
    Ok(DunningOut {
        dunning_id: dunning.dunning_id,
        dunning_no: dunning.dunning_no.clone(),
        tenant_id: dunning.tenant_id,
        tenant_name: names.of::<Tenant>(dunning.tenant_id)?,
        party_a_id: dunning.party_a_id,
        party_a_name: names.of::<PartyA>(dunning.party_a_id)?,
        bills: dunning.bills.clone(),
        open_fen: dunning.open_fen(),
        channel: dunning.channel,
        day: dunning.day,
        person: dunning.person.clone(),
        said: dunning.said.clone(),
        promise: dunning.promise,
        promise_state,
        paid_fen,
        files: dunning.files.clone(),
        by: person_name(view, &dunning.owned.base.create_by)?,
        owned: OwnedOut::of(view, &dunning.owned)?,
    })
}

/// Filters of the list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListDunnings {
    /// Part of the number, the tenant's name, the person or what was said.
    pub key_word: Option<String>,
    /// One tenant.
    pub tenant_id: Option<u64>,
    /// One party A.
    pub party_a_id: Option<u64>,
    /// One bill.
    pub bill_id: Option<u64>,
    /// 催缴方式
    pub channel: Option<Channel>,
    /// 承诺状态
    pub promise_state: Option<PromiseState>,
    /// Only promises that are open and fall due today.
    pub due_today: bool,
    /// Asked from this day on.
    #[schemars(with = "Option<DateText>", title = "催缴日起")]
    pub day_from: Option<Date>,
    /// To this day.
    #[schemars(with = "Option<DateText>", title = "催缴日止")]
    pub day_to: Option<Date>,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

const SORTS: &[(&str, Compare<Dunning>)] = &[
    ("dunningNo", |a, b| a.dunning_no.cmp(&b.dunning_no)),
    ("day", |a, b| a.day.cmp(&b.day)),
    ("openFen", |a, b| a.open_fen().cmp(&b.open_fen())),
    ("promiseDay", |a, b| a.promise.map(|promise| promise.day).cmp(&b.promise.map(|promise| promise.day))),
];

fn rows(view: &View, query: &ListDunnings, names: &mut Names<'_>, money: &mut Money<'_>) -> Outcome<Vec<Dunning>> {
    let today = view.now.date();
    let from = match (query.bill_id, query.tenant_id) {
        (Some(bill_id), _) => From::Under(&BY_BILL, id(bill_id)),
        (None, Some(tenant_id)) => From::Under(&BY_TENANT, id(tenant_id)),
        (None, None) => From::All,
    };
    let found = matching(view, from, &query.paging, SORTS, |dunning: &Dunning| {
        query.tenant_id.is_none_or(|wanted| wanted == dunning.tenant_id)
            && query.party_a_id.is_none_or(|wanted| wanted == dunning.party_a_id)
            && is(query.channel.as_ref(), &dunning.channel)
            && query.day_from.is_none_or(|from| dunning.day >= from)
            && query.day_to.is_none_or(|to| dunning.day <= to)
            && (!query.due_today || dunning.promise.is_some_and(|promise| promise.day == today))
    })?;
    let word = query.key_word.as_deref().map(str::trim).filter(|word| !word.is_empty());
    let wanted = if query.due_today { Some(PromiseState::Open) } else { query.promise_state };
    let mut kept = Vec::new();
    for dunning in found {
        if let Some(word) = word {
            let name = names.of::<Tenant>(dunning.tenant_id)?;
            let texts = [&dunning.dunning_no, &name, &dunning.person, &dunning.said];
            if !texts.into_iter().any(|text| like_name(text, word)) {
                continue;
            }
        }
        if let Some(wanted) = wanted
            && money.of(&dunning)?.0 != wanted
        {
            continue;
        }
        kept.push(dunning);
    }
    if !query.paging.sorts() {
        kept.sort_by_key(|dunning| std::cmp::Reverse((dunning.day, dunning.dunning_id)));
    }
    Ok(kept)
}

/// Sums over the whole filter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DunningSums {
    /// Fen promised.
    pub promised_fen: i64,
    /// Fen of promises that are open.
    pub open_fen: i64,
    /// Fen of promises that were kept.
    pub kept_fen: i64,
    /// Fen of promises that were broken.
    pub broken_fen: i64,
}

/// A page of records with the sums of the filter.
pub type DunningPage = SummedPage<DunningOut, DunningSums>;

fn sums(rows: &[Dunning], money: &mut Money<'_>) -> Outcome<DunningSums> {
    let mut sums = DunningSums::default();
    for dunning in rows {
        let Some(promise) = dunning.promise else { continue };
        sums.promised_fen += promise.amount_fen;
        match money.of(dunning)?.0 {
            PromiseState::Open => sums.open_fen += promise.amount_fen,
            PromiseState::Kept => sums.kept_fen += promise.amount_fen,
            PromiseState::Broken => sums.broken_fen += promise.amount_fen,
            PromiseState::None => {}
        }
    }
    Ok(sums)
}

/// GET /fin/dunning/list
pub fn list(view: &View, query: ListDunnings) -> Outcome<DunningPage> {
    let (mut names, mut money) = (Names::new(view), Money::new(view));
    let rows = rows(view, &query, &mut names, &mut money)?;
    let sums = sums(&rows, &mut money)?;
    let page = query.paging.cut(rows);
    let rows = page.rows.iter().map(|row| out(view, &mut names, &mut money, row)).collect::<Outcome<_>>()?;
    Ok(DunningPage { rows, total: page.total, sums })
}

/// GET /fin/dunning/{id}
pub fn show(view: &View, input: One) -> Outcome<Data<DunningOut>> {
    let dunning: Dunning = owned::find(view, input.id)?;
    out(view, &mut Names::new(view), &mut Money::new(view), &dunning).map(Data)
}

fn day_cell(day: Option<Date>) -> Cell {
    day.map_or(Cell::Empty, Cell::Date)
}

const COLUMNS: &[Column<DunningOut>] = &[
    Column::new("催缴编号", 20.0, |row: &DunningOut| Cell::Text(row.dunning_no.clone())),
    Column::new("催缴日期", 12.0, |row| day_cell(Some(row.day))),
    Column::new("乙方", 30.0, |row| Cell::Text(row.tenant_name.clone())),
    Column::new("甲方", 26.0, |row| Cell::Text(row.party_a_name.clone())),
    Column::new("方式", 8.0, |row| Cell::Text(row.channel.label().into())),
    Column::new("账单", 40.0, |row| {
        Cell::Text(row.bills.iter().map(|bill| bill.bill_no.as_str()).collect::<Vec<_>>().join("、"))
    }),
    Column::new("催缴金额（元）", 16.0, |row: &DunningOut| Cell::Decimal(row.open_fen)).summed(),
    Column::new("联系人", 12.0, |row| Cell::Text(row.person.clone())),
    Column::new("催缴情况", 40.0, |row| Cell::Text(row.said.clone())),
    Column::new("承诺缴款日", 12.0, |row| day_cell(row.promise.map(|promise| promise.day))),
    Column::new("承诺金额（元）", 16.0, |row| {
        row.promise.map_or(Cell::Empty, |promise| Cell::Decimal(promise.amount_fen))
    }),
    Column::new("承诺状态", 10.0, |row| Cell::Text(row.promise_state.label().into())),
    Column::new("催缴人", 12.0, |row| Cell::Text(row.by.clone())),
];

/// Writes the workbook of the filter.
pub fn prepare_export(view: &View, query: ListDunnings) -> Outcome<Workbook> {
    let (mut names, mut money) = (Names::new(view), Money::new(view));
    let shown: Vec<DunningOut> = rows(view, &query, &mut names, &mut money)?
        .iter()
        .map(|row| out(view, &mut names, &mut money, row))
        .collect::<Outcome<_>>()?;
    export::write(view, "催缴记录", COLUMNS, shown.into_iter())
}
