//! Records of asking as people see them: list with totals, one record, workbook.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::promise::{Paid, money_of, paid_since, state};
use super::record::{Channel, DunnedBill, Dunning, Promise, PromiseState};
use crate::columns::field::{day, or_none, whole};
use crate::columns::{Field, Listed, NONE};
use crate::error::Result;
use crate::features::assets::party_a::record::PartyA;
use crate::features::finance::bill::columns as of_bills;
use crate::features::finance::bill::record::Bill;
use crate::features::finance::receipt::columns as of_receipts;
use crate::features::finance::receipt::record::{Purpose, Receipt, ReceiptState};
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::dates::DateText;
use crate::kernel::enumeration::Coded;
use crate::kernel::order::Order;
use crate::kernel::page::Paging;
use crate::op::View;
use crate::records::list::{
    self, FacetCount, FieldName, Filter, FilterBuilder, List, ListQuery, NameCache, One, Place, created, creator, dept,
};
use crate::records::names::person_name;
use crate::records::owned;
use crate::records::owned::OwnedOut;
use crate::route::Data;
use crate::sheet::{Cell, Column};
use crate::store::{Reads, id};

/// A record on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DunningOut {
    /// Number of the reminder 催缴记录, by which other records name it.
    pub dunning_id: u64,
    /// `CJ-202401-000001`
    pub dunning_no: String,
    /// The tenant 乙方 that it is about, by number.
    pub tenant_id: u64,
    /// Name of the tenant 乙方.
    pub tenant_name: String,
    /// The party A 甲方 that it is about, by number.
    pub party_a_id: u64,
    /// Name of the party A 甲方.
    pub party_a_name: String,
    /// What he was asked for.
    pub bills: Vec<DunnedBill>,
    /// Fen open then.
    pub open_fen: i64,
    /// How the tenant was reminded 催缴方式.
    pub channel: Channel,
    /// Day on which it was done.
    #[schemars(with = "DateText")]
    pub day: Date,
    /// Who was spoken to.
    pub person: String,
    /// What was said.
    pub said: String,
    /// What was promised.
    pub promise: Option<Promise>,
    /// Whether the promise was kept 承诺状态.
    pub promise_state: PromiseState,
    /// Fen that came in since, up to the promised day.
    pub paid_fen: i64,
    /// Pictures and scans, by the numbers of their files.
    pub files: Vec<u64>,
    /// Real name of who asked.
    pub by: String,
    /// Lock, department, maker.
    #[serde(flatten)]
    pub owned: OwnedOut,
}

/// How promises stand, by the number of their record: 承诺状态 and fen that came.
struct Promises(HashMap<u64, (PromiseState, i64)>);

impl Promises {
    /// Of the records that fit, from the columns of their tenants' receipts: nothing is read but receipts of the very
    /// second in which a record was made.
    fn of(view: &View, filters: &[(Option<FieldName>, Filter)]) -> Result<Self> {
        let mut asked: HashMap<u64, Vec<(u64, [i64; 6])>> = HashMap::new();
        let filters: Vec<_> = filters.iter().cloned().chain([(None, promised()?)]).collect();
        let fields = [TENANT, PARTY_A, DAY, PROMISE_DAY, PROMISED, created()];
        list::gather::<Dunning>(view, &filters, &fields, |id, row| {
            if let [tenant, party, day, until, fen, made] = *row {
                let of = [tenant, party, day, until, fen, made];
                asked.entry(tenant.cast_unsigned()).or_default().push((id, of));
            }
        })?;
        let mut money = FilterBuilder::<Receipt>::default();
        money.must(Filter::among(money.place(&of_receipts::TENANT)?, asked.keys().map(|tenant| whole(*tenant))));
        money.given(&of_receipts::STATE, Some(ReceiptState::Posted))?;
        money.given(&of_receipts::PURPOSE, Some(Purpose::Bills))?;
        let mut came: HashMap<u64, i64> = HashMap::new();
        let mut close: Vec<(u64, u64)> = Vec::new();
        let fields = [of_receipts::TENANT, of_receipts::PARTY_A, of_receipts::VALUE, of_receipts::AMOUNT, created()];
        list::gather::<Receipt>(view, &money.filters, &fields, |receipt, row| {
            let [tenant, party, value, fen, entered] = *row else { return };
            for (id, [_, of, day, until, _, made]) in asked.get(&tenant.cast_unsigned()).into_iter().flatten() {
                let same = party == *of && value <= *until;
                if same && (value > *day || value == *day && entered > *made) {
                    *came.entry(*id).or_default() += fen;
                } else if same && value == *day && entered == *made {
                    close.push((*id, receipt));
                }
            }
        })?;
        for (dunning_id, receipt_id) in close {
            let (dunning, receipt): (Option<Dunning>, Option<Receipt>) =
                (view.tx.get(&id(dunning_id))?, view.tx.get(&id(receipt_id))?);
            if let (Some(dunning), Some(receipt)) = (dunning, receipt) {
                *came.entry(dunning_id).or_default() += paid_since(&dunning, &[Paid::of(&receipt)]);
            }
        }
        let today = day(Some(view.now.date()));
        let standing = |(id, [_, _, _, until, fen, _]): &(u64, [i64; 6])| {
            let paid = came.get(id).copied().unwrap_or_default();
            let state = match () {
                () if paid >= *fen => PromiseState::Kept,
                () if *until < today => PromiseState::Broken,
                () => PromiseState::Open,
            };
            (*id, (state, paid))
        };
        Ok(Self(asked.values().flatten().map(standing).collect()))
    }

    fn in_state(&self, wanted: &[PromiseState]) -> Vec<u64> {
        self.0.iter().filter(|(_, (state, _))| wanted.contains(state)).map(|(id, _)| *id).collect()
    }
}

/// Those with a promise.
fn promised() -> Result<Filter> {
    Ok(Filter::Not(Box::new(Filter::among(place(&PROMISE_DAY)?, vec![NONE]))))
}

fn place(field: &Field<Dunning>) -> Result<usize> {
    FilterBuilder::<Dunning>::default().place(field)
}

fn out(view: &View, names: &mut NameCache<'_>, dunning: &Dunning) -> Result<DunningOut> {
    let money = if dunning.promise.is_some() { money_of(view, dunning.tenant_id)? } else { Vec::new() };
    let (promise_state, paid_fen) = (state(dunning, &money, view.now.date()), paid_since(dunning, &money));
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

/// Bills that somebody asked for on a day or later.
pub fn asked_since(view: &View, from: Date) -> Result<Vec<u64>> {
    let mut ask = FilterBuilder::<Dunning>::default();
    ask.days(&DAY, Some(from), None)?;
    let mut bills = Vec::new();
    list::gather_lists::<Dunning>(view, &ask.filters, &[], &[BILLS], |_, _, lists| {
        bills.extend(lists.iter().copied().flatten().map(|bill| bill.cast_unsigned()));
    })?;
    Ok(bills)
}

/// Filters of the list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListDunnings {
    /// Part of the number, the tenant's name, the person or what was said.
    pub key_word: Option<String>,
    /// Only of these tenants 乙方, by numbers; absent: all.
    pub tenant_id: Vec<u64>,
    /// Only of these parties A 甲方, by numbers; absent: all.
    pub party_a_id: Vec<u64>,
    /// Only of these bills 账单, by numbers; absent: all.
    pub bill_id: Vec<u64>,
    /// Only reminders of these kinds 催缴方式; absent: all.
    pub channel: Vec<Channel>,
    /// Only those whose promise stands so 承诺状态; absent: all.
    pub promise_state: Vec<PromiseState>,
    /// Only promises that are open and fall due today.
    pub due_today: bool,
    /// Only those about a bill that is overdue still.
    pub still_overdue: bool,
    /// Asked from this day on.
    #[schemars(with = "Option<DateText>", title = "催缴日起")]
    pub day_from: Option<Date>,
    /// Done on this day at the latest; absent: without end.
    #[schemars(with = "Option<DateText>", title = "催缴日止")]
    pub day_to: Option<Date>,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

/// Known when it is read, by what came in: no field.
const PROMISE_STATE: &str = "promiseState";
const NO: Field<Dunning> = Field::text("dunningNo", |dunning| dunning.dunning_no.clone());
const TENANT: Field<Dunning> = Field::link::<Tenant>("tenantId", "tenantName", |dunning| whole(dunning.tenant_id));
const PARTY_A: Field<Dunning> = Field::link::<PartyA>("partyAId", "partyAName", |dunning| whole(dunning.party_a_id));
const BILLS: Field<Dunning> =
    Field::numbers("billIds", |dunning| dunning.bills.iter().map(|bill| whole(bill.bill_id)).collect());
const CHANNEL: Field<Dunning> = Field::number("channel", |dunning| dunning.channel.code());
const DAY: Field<Dunning> = Field::number("day", |dunning| day(Some(dunning.day)));
const PERSON: Field<Dunning> = Field::person("person", |dunning| dunning.person.clone());
const SAID: Field<Dunning> = Field::name("said", |dunning| dunning.said.clone());
const PROMISE_DAY: Field<Dunning> =
    Field::number("promiseDay", |dunning| day(dunning.promise.map(|promise| promise.day)));
const PROMISED: Field<Dunning> =
    Field::number("promisedFen", |dunning| or_none(dunning.promise.map(|promise| promise.amount_fen)));

impl Listed for Dunning {
    const FIELDS: &'static [Field<Self>] = &[
        NO,
        TENANT,
        PARTY_A,
        BILLS,
        CHANNEL,
        DAY,
        PERSON,
        SAID,
        PROMISE_DAY,
        PROMISED,
        Field::number("openFen", Dunning::open_fen),
        dept(),
        creator(),
        created(),
    ];
    const TITLE: &'static str = "dunningNo";
}

/// 催缴记录
pub struct Dunnings;

impl List for Dunnings {
    type Record = Dunning;
    type Query = ListDunnings;
    type Row = DunningOut;
    type Sums = DunningSums;

    const PLACE: Place = Place {
        list: "/fin/dunning/list",
        permission: "fin:dunning:list",
        export: Some(("/fin/dunning/export", "fin:dunning:export")),
        title: super::TITLE,
    };
    const SHEET: &'static str = "催缴记录";
    const COLUMNS: &'static [Column<DunningOut>] = COLUMNS;
    const ORDER: &'static [(&'static str, bool)] = &[("day", true)];
    const NEWEST: bool = true;
    const ALIASES: &'static [(&'static str, &'static str)] = &[("promiseFen", "promisedFen")];
    const COUNTED: &'static [&'static str] = &[PROMISE_STATE];

    fn paging(query: &ListDunnings) -> &Paging {
        &query.paging
    }

    fn narrow(view: &View, query: &ListDunnings, ask: &mut FilterBuilder<Dunning>) -> Result<()> {
        ask.word(query.key_word.as_deref(), &[&NO, &TENANT, &PERSON, &SAID])?;
        ask.several(&TENANT, &query.tenant_id)?;
        ask.several(&PARTY_A, &query.party_a_id)?;
        ask.holds(&BILLS, &query.bill_id)?;
        ask.several(&CHANNEL, &query.channel)?;
        ask.days(&DAY, query.day_from, query.day_to)?;
        if query.still_overdue {
            // Of the bills that these records name: all that are overdue are far more.
            let mut named = Vec::new();
            let mut asked = ask.filters.clone();
            if !query.promise_state.is_empty() && !query.promise_state.contains(&PromiseState::None) {
                asked.push((None, promised()?));
            }
            list::gather_lists::<Dunning>(view, &asked, &[], &[BILLS], |_, _, lists| {
                named.extend(lists.iter().copied().flatten().map(|bill| bill.cast_unsigned()));
            })?;
            let mut overdue = FilterBuilder::<Bill>::default();
            overdue.must(Filter::ids(named));
            overdue.only(&of_bills::OVERDUE, true)?;
            ask.holds_any(&BILLS, &list::ids(view, overdue)?)?;
        }
        let today = view.now.date();
        if query.due_today {
            ask.days(&PROMISE_DAY, Some(today), Some(today))?;
        }
        let wanted = if query.due_today { vec![PromiseState::Open] } else { query.promise_state.clone() };
        if !wanted.is_empty() {
            let promises = Promises::of(view, &ask.filters)?;
            let mut of_state = vec![Filter::ids(promises.in_state(&wanted))];
            if wanted.contains(&PromiseState::None) {
                of_state.push(Filter::among(ask.place(&PROMISE_DAY)?, vec![NONE]));
            }
            match query.due_today {
                true => ask.must(Filter::Any(of_state)),
                false => ask.under(PROMISE_STATE, Filter::Any(of_state)),
            }
        }
        Ok(())
    }

    fn row(names: &mut NameCache<'_>, dunning: &Dunning) -> Result<DunningOut> {
        let view = *names.view();
        out(&view, names, dunning)
    }

    fn sums(view: &View, wanted: &ListQuery, _: &[i64]) -> Result<DunningSums> {
        let promises = Promises::of(view, &wanted.filters)?;
        let mut sums = DunningSums::default();
        list::gather::<Dunning>(view, &wanted.filters, &[PROMISED], |id, row| {
            let (Some((state, _)), Some(fen)) = (promises.0.get(&id), row.first()) else { return };
            sums.promised_fen += fen;
            match state {
                PromiseState::Open => sums.open_fen += fen,
                PromiseState::Kept => sums.kept_fen += fen,
                PromiseState::Broken => sums.broken_fen += fen,
                PromiseState::None => {}
            }
        })?;
        Ok(sums)
    }

    fn count(view: &View, _: &'static str, filters: &[(Option<FieldName>, Filter)]) -> Result<Vec<FacetCount>> {
        let promises = Promises::of(view, filters)?;
        let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
        list::gather::<Dunning>(view, filters, &[], |id, _| {
            let state = promises.0.get(&id).map_or(PromiseState::None, |(state, _)| *state);
            *counts.entry(state.code()).or_default() += 1;
        })?;
        let mut counts: Vec<(i64, u64)> = counts.into_iter().collect();
        counts.order_by_key(|(_, count)| Reverse(*count));
        let shown = |(state, count): (i64, u64)| FacetCount { value: state.into(), count, label: None };
        Ok(counts.into_iter().map(shown).collect())
    }
}

/// Sums over the whole filter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DunningSums {
    /// What was promised, in whole fen.
    pub promised_fen: i64,
    /// Fen of promises that are open.
    pub open_fen: i64,
    /// Fen of promises that were kept.
    pub kept_fen: i64,
    /// Fen of promises that were broken.
    pub broken_fen: i64,
}

pub fn show(view: &View, input: One) -> Result<Data<DunningOut>> {
    let dunning: Dunning = owned::find(view, input.id)?;
    out(view, &mut NameCache::new(view), &dunning).map(Data)
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
