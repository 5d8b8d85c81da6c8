//! The operations on parties A.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::columns;
use super::record::{BY_CODE, BY_NAME, BankAccount, PartyA, PartyAFacts, UnitKind};
use crate::error::{AppError, Result};
use crate::features::assets::asset::record::BY_PARTY_A as ASSETS_BY_PARTY_A;
use crate::kernel::page::Paging;
use crate::kernel::{check, uscc};
use crate::op::{Op, View};
use crate::records::list::{FilterBuilder, List, Made, Many, NameCache, NoSums, One, Place, every};
use crate::records::owned::{Business, Owned, OwnedOut};
use crate::records::status::Status;
use crate::records::{owned, personal};
use crate::route::{Data, Done, Nothing};
use crate::sheet::{Cell, Column};
use crate::store::{Reads, id, key};

/// A bank account as lists show it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "PartyAccount")]
pub struct AccountOut {
    /// Holder of the bank account 户名.
    pub name: String,
    /// Name of the bank and its branch 开户行.
    pub bank: String,
    /// `****1234`
    pub account_no: String,
    /// Whether payment notices name it.
    pub is_default: bool,
}

/// A party A on the wire.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PartyAOut {
    /// Number of the party A 甲方.
    pub party_a_id: u64,
    /// What a person wrote.
    #[serde(flatten)]
    pub facts: PartyAFacts,
    /// Bank accounts, their numbers masked.
    pub accounts: Vec<AccountOut>,
    /// Assets it holds or held.
    pub asset_count: u64,
    /// Name of its department.
    pub dept_name: String,
    /// Lock, department, maker.
    #[serde(flatten)]
    pub owned: OwnedOut,
}

fn out(view: &View, names: &mut NameCache<'_>, party: &PartyA) -> Result<PartyAOut> {
    let masked = |account: &BankAccount| AccountOut {
        name: account.name.clone(),
        bank: account.bank.clone(),
        account_no: account.shown(),
        is_default: account.is_default,
    };
    Ok(PartyAOut {
        party_a_id: party.party_a_id,
        facts: party.facts.clone(),
        accounts: party.accounts.iter().map(masked).collect(),
        asset_count: owned::count(view, &ASSETS_BY_PARTY_A, &id(party.party_a_id), "asset:asset:list")?,
        dept_name: names.dept(party.owned.dept_id)?,
        owned: OwnedOut::of(view, &party.owned)?,
    })
}

/// Filters of the list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListParties {
    /// Part of the name or short name.
    pub party_a_name: Option<String>,
    /// Only units of these kinds 单位性质; absent: all.
    pub unit_kind: Vec<UnitKind>,
    /// Only "0" in use or "1" disabled; absent: both.
    pub status: Vec<Status>,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

/// 甲方
pub struct Parties;

impl List for Parties {
    type Record = PartyA;
    type Query = ListParties;
    type Row = PartyAOut;
    type Sums = NoSums;

    const PLACE: Place = Place {
        list: "/asset/partyA/list",
        permission: "asset:partyA:list",
        export: Some(("/asset/partyA/export", "asset:partyA:export")),
        title: super::TITLE,
    };
    const SHEET: &'static str = "甲方";
    const COLUMNS: &'static [Column<PartyAOut>] = COLUMNS;

    fn paging(query: &ListParties) -> &Paging {
        &query.paging
    }

    fn narrow(_: &View, query: &ListParties, ask: &mut FilterBuilder<PartyA>) -> Result<()> {
        ask.word(query.party_a_name.as_deref(), &[&columns::NAME, &columns::SHORT])?;
        ask.several(&columns::KIND, &query.unit_kind)?;
        ask.several(&columns::STATUS, &query.status)
    }

    fn row(names: &mut NameCache<'_>, party: &PartyA) -> Result<PartyAOut> {
        let view = *names.view();
        out(&view, names, party)
    }
}

/// A party A to choose.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PartyAOption {
    /// Number of the party A 甲方.
    pub party_a_id: u64,
    /// Name of the party A 甲方.
    pub party_a_name: String,
    /// State: disabled ones are for filters only.
    pub status: Status,
}

/// GET /asset/partyA/options: those in the caller's scope.
pub fn options(view: &View, _: Nothing) -> Result<Data<Vec<PartyAOption>>> {
    let option = |party: PartyA| PartyAOption {
        party_a_id: party.party_a_id,
        party_a_name: party.facts.party_a_name,
        status: party.facts.status,
    };
    Ok(Data(every::<Parties>(view, &ListParties::default())?.into_iter().map(option).collect()))
}

pub fn show(view: &View, input: One) -> Result<Data<PartyAOut>> {
    let party = owned::find(view, input.id)?;
    out(view, &mut NameCache::new(view), &party).map(Data)
}

/// The full account numbers.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FullAccount {
    /// Name of the bank and its branch 开户行.
    pub bank: String,
    /// Number of the bank account, in full.
    pub account_no: String,
}

/// POST /asset/partyA/accounts: logged.
pub fn show_accounts(op: &mut Op, input: One) -> Result<Data<Vec<FullAccount>>> {
    let view = op.view();
    let party: PartyA = owned::find(&view, input.id)?;
    let full = |account: &BankAccount| {
        Ok(FullAccount { bank: account.bank.clone(), account_no: personal::open(&view, &account.number)? })
    };
    party.accounts.iter().map(full).collect::<Result<_>>().map(Data)
}

/// A bank account as a form sends it.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AccountInput {
    /// Holder of the bank account 户名.
    pub name: String,
    /// Name of the bank and its branch 开户行.
    pub bank: String,
    /// Number; the masked one means «as before».
    pub account_no: String,
    /// Whether payment notices name it.
    pub is_default: bool,
}

/// A party A as a form sends it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PartyAInput {
    /// Which; absent for a new one.
    #[serde(default)]
    pub party_a_id: Option<u64>,
    /// The version that was read.
    #[serde(default)]
    pub version: Option<u64>,
    /// Department; the caller's own when absent.
    #[serde(default)]
    pub dept_id: Option<u64>,
    /// Accounts; at most one is the default.
    #[serde(default)]
    pub accounts: Vec<AccountInput>,
    /// Remark in free text; empty: none.
    #[serde(default)]
    pub remark: String,
    /// What a person writes.
    #[serde(flatten)]
    pub facts: PartyAFacts,
}

fn checked(view: &View, input: &PartyAInput, party_a_id: u64) -> Result<PartyAFacts> {
    let mut facts = input.facts.clone();
    for text in
        [&mut facts.party_a_code, &mut facts.party_a_name, &mut facts.short_name, &mut facts.uscc, &mut facts.telephone]
    {
        *text = text.trim().to_owned();
    }
    check::required("partyACode", &facts.party_a_code, "甲方编码不能为空")?;
    check::at_most("partyACode", &facts.party_a_code, 32, "甲方编码长度不能超过32个字符")?;
    check::required("partyAName", &facts.party_a_name, "甲方名称不能为空")?;
    check::at_most("partyAName", &facts.party_a_name, 100, "甲方名称长度不能超过100个字符")?;
    check::at_most("shortName", &facts.short_name, 30, "简称长度不能超过30个字符")?;
    check::at_most("contact", &facts.contact, 50, "联系人长度不能超过50个字符")?;
    check::at_most("telephone", &facts.telephone, 50, "联系电话长度不能超过50个字符")?;
    check::remark(&input.remark)?;
    facts.uscc = facts.uscc.to_uppercase();
    if !facts.uscc.is_empty() && !uscc::is_valid(&facts.uscc) {
        return Err(AppError::refused("统一社会信用代码不正确（18位，末位为校验码）").at("uscc"));
    }
    if !(1..=28).contains(&facts.remit_day) {
        return Err(AppError::refused("上缴日须在每月1日到28日之间").at("remitDay"));
    }
    let other = |found: Option<PartyA>| found.is_some_and(|other| other.party_a_id != party_a_id);
    if other(view.tx.one(&BY_NAME, &key().str(&facts.party_a_name))?) {
        return Err(AppError::refused(format!("甲方名称“{}”已存在", facts.party_a_name)).at("partyAName"));
    }
    if other(view.tx.one(&BY_CODE, &key().str(&facts.party_a_code))?) {
        return Err(AppError::refused(format!("甲方编码“{}”已存在", facts.party_a_code)).at("partyACode"));
    }
    Ok(facts)
}

fn sealed(op: &mut Op, inputs: &[AccountInput], before: &[BankAccount]) -> Result<Vec<BankAccount>> {
    if inputs.len() > 20 {
        return Err(AppError::refused("银行账户不能超过20个").at("accounts"));
    }
    if inputs.iter().filter(|account| account.is_default).count() > 1 {
        return Err(AppError::refused("默认银行账户只能有一个").at("accounts"));
    }
    let mut accounts = Vec::with_capacity(inputs.len());
    for input in inputs {
        check::required("name", &input.name, "银行账户的户名不能为空")?;
        check::required("bank", &input.bank, "银行账户的开户行不能为空")?;
        let kept = masked_as(input, before);
        let shown = kept.map(BankAccount::shown).unwrap_or_default();
        let said = personal::given(Some(&input.account_no), &shown).map_err(|fault| fault.at("accounts"))?;
        let (number, tail) = match (said, kept) {
            (None, kept) => kept.map(|kept| (kept.number.clone(), kept.tail.clone())).unwrap_or_default(),
            (Some(number), _) => {
                let number: String = number.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
                if !(8..=30).contains(&number.len()) || !number.chars().all(|c| c.is_ascii_digit()) {
                    return Err(AppError::refused(format!("“{}”的银行账号须为8到30位数字", input.bank)));
                }
                (personal::seal(op, &number)?, number.split_at(number.len() - 4).1.to_owned())
            }
        };
        let (name, bank) = (input.name.trim().to_owned(), input.bank.trim().to_owned());
        accounts.push(BankAccount { name, bank, number, tail, is_default: input.is_default });
    }
    Ok(accounts)
}

/// The account whose mask a form sent back: of several that end alike, the one of the same bank and holder.
fn masked_as<'a>(input: &AccountInput, before: &'a [BankAccount]) -> Option<&'a BankAccount> {
    let is_alike = |account: &&BankAccount| account.shown() == input.account_no.trim();
    let is_same = |account: &&BankAccount| account.bank == input.bank.trim() && account.name == input.name.trim();
    let mut alike = before.iter().filter(is_alike);
    match (alike.next(), alike.next()) {
        (one, None) => one,
        _ => before.iter().filter(is_alike).find(is_same),
    }
}

pub fn create(op: &mut Op, input: PartyAInput) -> Result<Data<Made>> {
    let facts = checked(&op.view(), &input, 0)?;
    check_books_from(&op.view(), 0, facts.books_from)?;
    let dept_id = owned::department(&op.view(), input.dept_id)?;
    let accounts = sealed(op, &input.accounts, &[])?;
    let party_a_id = op.next_id::<PartyA>()?;
    owned::insert(
        op,
        PartyA { party_a_id, facts, remitted_before: Vec::new(), accounts, owned: Owned::default() },
        dept_id,
        input.remark,
    )?;
    Ok(Data(Made { id: party_a_id }))
}

/// Brought by a feature: refuses to begin the books of a party A on another day, or on that of all.
pub struct BooksFromGuard(pub fn(&View<'_>, u64, Option<Date>) -> Result<()>);

/// Refuses a first day of the books that what is in them contradicts.
fn check_books_from(view: &View, party_a_id: u64, day: Option<Date>) -> Result<()> {
    let mut guards = view.app.product.extensions::<BooksFromGuard>();
    guards.try_for_each(|BooksFromGuard(guard)| guard(view, party_a_id, day))
}

/// Begins the books of a party A on a day.
///
/// # Errors
/// What is in the books already.
pub fn begin_books(op: &mut Op, party_a_id: u64, day: Date) -> Result<()> {
    let old: PartyA = owned::linked(&op.view(), party_a_id)?;
    if old.facts.books_from == Some(day) {
        return Ok(());
    }
    check_books_from(&op.view(), party_a_id, Some(day))?;
    let facts = PartyAFacts { books_from: Some(day), ..old.facts.clone() };
    owned::update(op, &old, PartyA { facts, ..old.clone() }, "账务启用").map(drop)
}

pub fn update(op: &mut Op, input: PartyAInput) -> Result<Done> {
    let old: PartyA = owned::find(&op.view(), input.party_a_id.unwrap_or(0))?;
    owned::check_version(&op.view(), &old, input.version)?;
    let facts = checked(&op.view(), &input, old.party_a_id)?;
    if facts.books_from != old.facts.books_from {
        check_books_from(&op.view(), old.party_a_id, facts.books_from)?;
    }
    let accounts = sealed(op, &input.accounts, &old.accounts)?;
    let mut party = PartyA { accounts, ..old.under(facts, op.now.date()) };
    if input.dept_id.is_some_and(|dept_id| dept_id != old.owned.dept_id) {
        party.owned.dept_id = owned::department(&op.view(), input.dept_id)?;
    }
    party.owned.base.remark = input.remark;
    owned::update(op, &old, party, "修改")?;
    Ok(Done)
}

/// DELETE /asset/partyA/{ids}: all or none.
pub fn remove(op: &mut Op, input: Many) -> Result<Done> {
    for party_a_id in input.ids {
        let party: PartyA = owned::find(&op.view(), party_a_id)?;
        if op.view().tx.count_by(&ASSETS_BY_PARTY_A, &id(party_a_id))? > 0 {
            return Err(AppError::refused(format!("甲方“{}”名下有资产，不能删除，可以改为停用", party.title())));
        }
        owned::remove(op, &party)?;
    }
    Ok(Done)
}

const COLUMNS: &[Column<PartyAOut>] = &[
    Column::new("甲方编码", 14.0, |party: &PartyAOut| Cell::Text(party.facts.party_a_code.clone())),
    Column::new("甲方名称", 30.0, |party| Cell::Text(party.facts.party_a_name.clone())),
    Column::new("简称", 14.0, |party| Cell::Text(party.facts.short_name.clone())),
    Column::new("单位性质", 18.0, |party| Cell::Text(party.facts.unit_kind.label().into())),
    Column::new("统一社会信用代码", 22.0, |party| Cell::Text(party.facts.uscc.clone())),
    Column::new("联系人", 12.0, |party| Cell::Text(party.facts.contact.clone())),
    Column::new("联系电话", 16.0, |party| Cell::Text(party.facts.telephone.clone())),
    Column::new("是否上缴", 10.0, |party| Cell::Text(if party.facts.remit_required { "是" } else { "否" }.into())),
    Column::new("上缴日", 8.0, |party| Cell::Number(i64::from(party.facts.remit_day))),
    Column::new("账务启用日", 12.0, |party| party.facts.books_from.map_or(Cell::Empty, Cell::Date)),
    Column::new("状态", 8.0, |party| Cell::Text(party.facts.status.label().into())),
    Column::new("备注", 30.0, |party| Cell::Text(party.owned.base.remark.clone())),
];
