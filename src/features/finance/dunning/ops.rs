//! Writing down that a tenant was asked: by hand, and with every letter that is printed.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::record::{BY_TENANT, Channel, DunnedBill, Dunning, Promise};
use crate::error::{AppError, Result};
use crate::features::finance::bill::notice::overdue_sheets;
use crate::features::finance::bill::post::owned as fresh;
use crate::features::finance::bill::record::{Bill, BillState};
use crate::features::finance::files::FILES_DUNNING;
use crate::kernel::check;
use crate::kernel::dates::DateText;
use crate::kernel::money::yuan_grouped;
use crate::kernel::order::Order;
use crate::kernel::span::add_months;
use crate::op::{Op, View};
use crate::records::files as access;
use crate::records::{number, owned};
use crate::route::Data;
use crate::store::{Reads, id};

/// Longest time for which a promise means anything.
const MOST_MONTHS: i64 = 36;
/// What the record of a printed letter says.
pub(super) const PRINTED: &str = "打印催缴函";
/// Most bills of one record.
pub(super) const MOST: usize = 500;

/// A record as a form sends it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DunningInput {
    /// Bills; those of each tenant at each party A make a record of their own.
    #[serde(default)]
    pub bill_ids: Vec<u64>,
    /// How the tenant was reminded 催缴方式.
    #[schemars(title = "催缴方式")]
    pub channel: Channel,
    /// Day on which it was done.
    #[schemars(with = "DateText", title = "催缴日期")]
    pub day: Date,
    /// Who was spoken to.
    #[serde(default)]
    pub person: String,
    /// What was said; may be empty beside a promise, which says it all.
    #[serde(default)]
    pub said: String,
    /// What was promised, when all bills are of one tenant at one party A.
    #[serde(default)]
    pub promise: Option<Promise>,
    /// What each of several tenants promised.
    #[serde(default)]
    pub promises: Vec<PromiseOf>,
    /// Pictures and scans, by the numbers of their files.
    #[serde(default)]
    pub files: Vec<u64>,
    /// Remark in free text; empty: none.
    #[serde(default)]
    pub remark: String,
}

/// The promise of one of several tenants.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "PromiseOfTenant")]
pub struct PromiseOf {
    /// One of his bills 账单 that are asked for, by number.
    pub bill_id: u64,
    /// What he promised.
    #[serde(flatten)]
    pub promise: Promise,
}

/// What was written down.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct MadeDunnings {
    /// Number of the first record.
    pub id: u64,
    /// How many records: one for each tenant at each party A.
    pub count: usize,
    /// Numbers of all of them.
    pub ids: Vec<u64>,
}

fn dunned(bill: &Bill) -> DunnedBill {
    let (bill_id, bill_no, due_date) = (bill.bill_id, bill.bill_no.clone(), bill.due_date);
    DunnedBill { bill_id, bill_no, due_date, open_fen: bill.outstanding_fen() }
}

/// Whose a bill is: its tenant, at its party A.
fn side(bill: &Bill) -> (u64, u64) {
    (bill.tenant_id, bill.party_a_id)
}

/// The bills of a form: open ones, those of one tenant at one party A together, by due date.
fn chosen(view: &View, ids: &[u64]) -> Result<Vec<Bill>> {
    if ids.is_empty() || ids.len() > MOST {
        return Err(AppError::refused(format!("请选择1到{MOST}张账单")));
    }
    let mut bills: Vec<Bill> = Vec::new();
    for bill_id in ids {
        let bill: Bill = owned::find(view, *bill_id)?;
        if bills.iter().any(|known| known.bill_id == bill.bill_id) {
            continue;
        }
        if bill.state == BillState::Void || bill.outstanding_fen() <= 0 {
            return Err(AppError::refused(format!("账单 {} 没有未缴金额，不需要催缴", bill.bill_no)));
        }
        bills.push(bill);
    }
    bills.order_by_key(|bill| (side(bill), bill.due_date, bill.bill_id));
    Ok(bills)
}

/// What can't be said of several tenants together.
fn refuse_common(input: &DunningInput) -> Result<()> {
    if input.promise.is_some() {
        return Err(AppError::refused("所选账单属于多个乙方或甲方，承诺请按乙方分别填写").at("promise"));
    }
    if !input.files.is_empty() {
        return Err(AppError::refused("所选账单属于多个乙方或甲方，附件请在各乙方的催缴中分别登记").at("files"));
    }
    Ok(())
}

/// The promise of those whose bills these are.
fn promised(view: &View, input: &DunningInput, bills: &[Bill]) -> Result<Option<Promise>> {
    let mut found = input.promise;
    for PromiseOf { bill_id, promise } in &input.promises {
        let bill: Bill = owned::find(view, *bill_id)?;
        if !input.bill_ids.contains(bill_id) {
            let no = bill.bill_no;
            return Err(AppError::refused(format!("承诺所指的账单 {no} 不在所选账单中")).at("promises"));
        }
        if bills.first().is_some_and(|first| side(first) == side(&bill)) && found.replace(*promise).is_some() {
            return Err(AppError::refused(format!("{}的承诺只能填写一次", bill.tenant_name)).at("promises"));
        }
    }
    Ok(found)
}

/// What was said, in the words of the promise when nothing else was written.
fn words(input: &DunningInput) -> String {
    match (input.said.trim(), input.promise) {
        ("", Some(Promise { day, amount_fen })) => format!("承诺于 {day} 前缴款 {} 元", yuan_grouped(amount_fen)),
        (said, _) => said.to_owned(),
    }
}

fn checked(view: &View, input: &DunningInput, open_fen: i64) -> Result<()> {
    check::past_day("day", input.day, view.now.date(), "催缴日期")?;
    check::at_most("person", &input.person, 50, "联系人不能超过50个字符")?;
    check::required("said", &words(input), "请填写催缴情况")?;
    check::at_most("said", &input.said, 1000, "催缴情况不能超过1000个字符")?;
    check::remark(&input.remark)?;
    let Some(promise) = input.promise else { return Ok(()) };
    if promise.day < input.day {
        return Err(AppError::refused("承诺缴款日不能早于催缴日期").at("promise"));
    }
    let last = add_months(input.day, MOST_MONTHS);
    if promise.day > last {
        return Err(AppError::refused(format!("承诺缴款日最晚为催缴后三年（{last}）")).at("promise"));
    }
    if !(1..=open_fen).contains(&promise.amount_fen) {
        return Err(AppError::refused("承诺金额须大于0且不超过所选账单的未缴合计").at("promise"));
    }
    Ok(())
}

fn put(op: &mut Op, bills: &[Bill], input: DunningInput) -> Result<Dunning> {
    let Some(first) = bills.first() else { return Err(AppError::refused("请选择账单")) };
    let dunning_id = op.next_id::<Dunning>()?;
    access::set(op, &input.files, FILES_DUNNING.name, dunning_id)?;
    let dunning = Dunning {
        dunning_id,
        dunning_no: number::draw(op, "CJ")?,
        tenant_id: first.tenant_id,
        party_a_id: first.party_a_id,
        bills: bills.iter().map(dunned).collect(),
        channel: input.channel,
        day: input.day,
        person: input.person.trim().to_owned(),
        said: words(&input),
        promise: input.promise,
        files: input.files,
        reminded: None,
        owned: fresh(op, first.owned.dept_id, input.remark),
    };
    op.put(&dunning)?;
    Ok(dunning)
}

/// POST /fin/dunning: one record for each tenant at each party A, all of them or none.
///
/// # Errors
/// A sentence for what breaks a rule; of several tenants it names the one.
pub fn create(op: &mut Op, input: DunningInput) -> Result<Data<MadeDunnings>> {
    let bills = chosen(&op.view(), &input.bill_ids)?;
    let sides: Vec<&[Bill]> = bills.chunk_by(|one, other| side(one) == side(other)).collect();
    if sides.len() > 1 {
        refuse_common(&input)?;
    }
    let count = sides.len();
    let mut ids = Vec::with_capacity(count);
    for bills in sides {
        let form = DunningInput { promise: promised(&op.view(), &input, bills)?, ..input.clone() };
        let of_him = |error: AppError| match bills.first() {
            Some(bill) if count > 1 => {
                AppError { message: format!("{}：{}", bill.tenant_name, error.message).into(), ..error }
            }
            _ => error,
        };
        checked(&op.view(), &form, bills.iter().map(Bill::outstanding_fen).sum()).map_err(of_him)?;
        ids.push(put(op, bills, form)?.dunning_id);
    }
    Ok(Data(MadeDunnings { id: ids.first().copied().unwrap_or_default(), count, ids }))
}

/// Which letters are printed.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct PrintLetters {
    /// Bills of the tenants that the letters go to.
    pub ids: Vec<u64>,
}

/// The number of a letter.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LetterNo {
    /// The tenant 乙方 whom the letter goes to, by number.
    pub tenant_id: u64,
    /// The party A 甲方 in whose name it is written, by number.
    pub party_a_id: u64,
    /// `CJ-202401-000001`
    pub dunning_no: String,
}

/// A letter of today that asked for the same: paper that jammed is no second letter.
fn same_letter(view: &View, bills: &[Bill]) -> Result<Option<Dunning>> {
    let Some(first) = bills.first() else { return Ok(None) };
    let asked: Vec<DunnedBill> = bills.iter().map(dunned).collect();
    let known: Vec<Dunning> = view.tx.by(&BY_TENANT, &id(first.tenant_id), true, 0, usize::MAX)?;
    let same = |dunning: &Dunning| {
        dunning.channel == Channel::Letter
            && dunning.day == view.now.date()
            && dunning.party_a_id == first.party_a_id
            && dunning.bills == asked
    };
    Ok(known.into_iter().find(same))
}

/// POST /fin/bill/letter: the letters of these bills are being printed; each leaves a record, whose number it bears.
pub fn letters(op: &mut Op, input: PrintLetters) -> Result<Data<Vec<LetterNo>>> {
    if input.ids.is_empty() || input.ids.len() > MOST {
        return Err(AppError::refused(format!("请选择1到{MOST}张账单")));
    }
    let mut numbers = Vec::new();
    for bills in overdue_sheets(&op.view(), &input.ids)? {
        let dunning = match same_letter(&op.view(), &bills)? {
            Some(known) => known,
            None => {
                let form = DunningInput {
                    bill_ids: Vec::new(),
                    channel: Channel::Letter,
                    day: op.now.date(),
                    person: String::new(),
                    said: PRINTED.to_owned(),
                    promise: None,
                    promises: Vec::new(),
                    files: Vec::new(),
                    remark: String::new(),
                };
                put(op, &bills, form)?
            }
        };
        let (tenant_id, party_a_id, dunning_no) = (dunning.tenant_id, dunning.party_a_id, dunning.dunning_no);
        numbers.push(LetterNo { tenant_id, party_a_id, dunning_no });
    }
    if numbers.is_empty() {
        return Err(AppError::refused("所选账单的乙方没有逾期未缴的账单"));
    }
    Ok(Data(numbers))
}

/// Letters on file for a tenant 催缴函, at any party A: nobody is shown in public without one (domain.md 4.7).
pub fn letters_on_file(view: &View, tenant_id: u64) -> Result<usize> {
    let records: Vec<Dunning> = view.tx.by(&BY_TENANT, &id(tenant_id), false, 0, usize::MAX)?;
    Ok(records.iter().filter(|dunning| dunning.channel == Channel::Letter).count())
}
