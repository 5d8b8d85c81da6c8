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
use crate::kernel::order::Order;
use crate::kernel::span::add_months;
use crate::op::{Op, View};
use crate::records::files as access;
use crate::records::list::Made;
use crate::records::{number, owned};
use crate::route::Data;
use crate::store::{Reads, id};

/// Longest time for which a promise means anything.
const MOST_MONTHS: i64 = 36;
/// Most bills of one record.
const MOST: usize = 500;

/// A record as a form sends it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DunningInput {
    /// Bills of one tenant at one party A.
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
    /// What was said.
    #[serde(default)]
    pub said: String,
    /// What was promised.
    #[serde(default)]
    pub promise: Option<Promise>,
    /// Pictures and scans, by the numbers of their files.
    #[serde(default)]
    pub files: Vec<u64>,
    /// Remark in free text; empty: none.
    #[serde(default)]
    pub remark: String,
}

fn dunned(bill: &Bill) -> DunnedBill {
    let (bill_id, bill_no, due_date) = (bill.bill_id, bill.bill_no.clone(), bill.due_date);
    DunnedBill { bill_id, bill_no, due_date, open_fen: bill.outstanding_fen() }
}

/// The bills of a form: open ones, of one tenant and one party A, by due date.
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
    let side = |bill: &Bill| (bill.tenant_id, bill.party_a_id);
    if bills.windows(2).any(|pair| matches!(pair, [a, b] if side(a) != side(b))) {
        return Err(AppError::refused("所选账单不属于同一乙方和甲方，请分别登记"));
    }
    bills.order_by_key(|bill| (bill.due_date, bill.bill_id));
    Ok(bills)
}

fn checked(view: &View, input: &DunningInput, open_fen: i64) -> Result<()> {
    check::past_day("day", input.day, view.now.date(), "催缴日期")?;
    check::at_most("person", &input.person, 50, "联系人不能超过50个字符")?;
    check::required("said", &input.said, "请填写催缴情况")?;
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
        said: input.said.trim().to_owned(),
        promise: input.promise,
        files: input.files,
        reminded: None,
        owned: fresh(op, first.owned.dept_id, input.remark),
    };
    op.put(&dunning)?;
    Ok(dunning)
}

pub fn create(op: &mut Op, input: DunningInput) -> Result<Data<Made>> {
    let bills = chosen(&op.view(), &input.bill_ids)?;
    checked(&op.view(), &input, bills.iter().map(Bill::outstanding_fen).sum())?;
    let dunning = put(op, &bills, input)?;
    Ok(Data(Made { id: dunning.dunning_id }))
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
                    said: "打印催缴函".to_owned(),
                    promise: None,
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
