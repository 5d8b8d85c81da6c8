//! A statement line by line: known, held back, entered, linked; and what is told of it.

use std::collections::{HashMap, HashSet};

use schemars::JsonSchema;
use serde::Serialize;

use super::bank::Choice;
use super::claimer::{Claimer, Paid, Proposal, account_mark, sure};
use super::continuity::Continuity;
use super::exchange::{PAYER, REF, entry_of, form};
use super::known::{self, Account, Found, line_key};
use super::learning::learn;
use super::left_out::{self, LeftOut};
use super::lines::BankLine;
use super::ops::{self, Origin};
use super::record::{Receipt, ReceiptState};
use super::related;
use super::reversals::ReversalLine;
use crate::error::{AppError, Result};
use crate::features::finance::allocation::living_of_receipt;
use crate::features::finance::bill::record::Bill;
use crate::kernel::money::{yuan, yuan_grouped};
use crate::kernel::order::Order;
use crate::kernel::text::folded;
use crate::op::{Op, View};
use crate::records::import::{ImportAnswer, ImportReport, Taken};
use crate::route::{Answer, Data, Reply};
use crate::sheet::Row;
use crate::store::{Reads, id};

/// Lines told one by one at most; those that wait for a word first.
const TOLD: usize = 1_000;

/// What a line came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum LineState {
    /// 疑似: held back until somebody says what it is.
    Suspect,
    /// It cannot be taken; the report says why.
    Failed,
    /// 待认领
    Unclaimed,
    /// 入账
    Posted,
    /// 关联
    Linked,
    /// 已有
    Known,
    /// 不导入
    LeftOut,
}

/// A line of money that came in.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LineOut {
    /// Row number as the spreadsheet program shows it.
    pub row: u32,
    /// `11-20 18:22`
    pub when: String,
    /// Amount in whole fen.
    pub amount_fen: i64,
    /// The payer's name on the statement.
    pub payer_name: String,
    /// What he wrote.
    pub memo: String,
    /// What it came to.
    pub state: LineState,
    /// Whose it is; 0 for nobody's.
    pub tenant_id: u64,
    /// Name of the tenant 乙方.
    pub tenant_name: String,
    /// Why his, or what it pays: `户名`, `冲 ZD-202411-000001 1,191.00`.
    pub told: Vec<String>,
    /// Whose it may be, the likeliest first.
    pub choices: Vec<Proposal>,
    /// Number of the receipt that it is, or that looks like it.
    pub receipt_no: String,
    /// Whether it may be said to be that receipt.
    pub can_link: bool,
    /// What is asked about it, why it can't be taken, or why it was left out.
    pub reason: String,
}

impl LineOut {
    /// A line before anything is known of it.
    pub(super) fn of(line: &BankLine) -> Self {
        Self {
            row: line.row.number,
            when: line.when.clone(),
            amount_fen: line.fen.unwrap_or_default(),
            payer_name: line.row.get(PAYER).to_owned(),
            memo: line.memo.clone(),
            state: LineState::Failed,
            tenant_id: 0,
            tenant_name: String::new(),
            told: Vec::new(),
            choices: Vec::new(),
            receipt_no: String::new(),
            can_link: false,
            reason: String::new(),
        }
    }
}

/// How many lines came to what.
#[derive(Debug, Clone, Copy, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Counts {
    /// Lines that become receipts 入账.
    pub posted: usize,
    /// Lines whose payer nobody knows yet 待认领.
    pub unclaimed: usize,
    /// Lines that are in the books already 已有.
    pub known: usize,
    /// Lines that may be in the books already 疑似.
    pub suspect: usize,
    /// Lines that undo an earlier one 关联.
    pub linked: usize,
    /// Lines of money that went out, left alone 支出.
    pub went_out: usize,
    /// 不导入, now or before
    pub left_out: usize,
    /// Lines in another currency, left alone 其他币种.
    pub foreign: usize,
    /// Before the first day of the books 启用日以前
    pub early: usize,
}

/// What became of a statement.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BankReport {
    /// As every import tells it.
    #[serde(flatten)]
    pub report: ImportReport,
    /// What the balances say.
    pub continuity: Continuity,
    /// Lines by what they came to.
    pub counts: Counts,
    /// Whether the column of references tells lines apart; otherwise their content does.
    pub has_good_references: bool,
    /// Lines one by one; at most 1,000.
    pub lines: Vec<LineOut>,
    /// Lines that undo others; at most 200.
    pub reversals: Vec<ReversalLine>,
}

/// The report with the sentence of imports.
pub struct BankAnswer {
    data: BankReport,
    message: String,
}

impl Answer for BankAnswer {
    fn reply(self) -> Result<Reply> {
        let envelope = serde_json::json!({"msg": self.message, "code": 200, "data": self.data});
        serde_json::to_vec(&envelope).map(Reply::Json).map_err(AppError::internal)
    }
    fn shape(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Data::<BankReport>::shape(generator)
    }
}

/// What is told, so far.
#[derive(Default)]
pub(super) struct Told {
    pub(super) counts: Counts,
    lines: Vec<LineOut>,
}

impl Told {
    pub(super) fn add(&mut self, line: LineOut) {
        let count = match line.state {
            LineState::Suspect => &mut self.counts.suspect,
            LineState::Unclaimed => &mut self.counts.unclaimed,
            LineState::Posted => &mut self.counts.posted,
            LineState::Linked => &mut self.counts.linked,
            LineState::Known => &mut self.counts.known,
            LineState::LeftOut => &mut self.counts.left_out,
            LineState::Failed => &mut 0,
        };
        *count += 1;
        self.lines.push(line);
    }

    pub(super) fn answer(
        mut self,
        answer: ImportAnswer,
        continuity: Continuity,
        has_good_references: bool,
        reversals: Vec<ReversalLine>,
    ) -> BankAnswer {
        self.lines.order_by_key(|line| (line.state.min(LineState::Posted), line.row));
        self.lines.truncate(TOLD);
        let (ImportAnswer { data: report, message }, counts, lines) = (answer, self.counts, self.lines);
        BankAnswer { data: BankReport { report, continuity, counts, has_good_references, lines, reversals }, message }
    }
}

/// A statement being taken in.
pub(super) struct Taking<'s> {
    account: Account<'s>,
    lines: HashMap<u32, &'s BankLine>,
    found: HashMap<u32, Found>,
    choices: HashMap<u32, Choice>,
    claimer: Claimer,
    skip_known: bool,
    /// References that came in the same file.
    references: HashSet<String>,
    /// Receipts that were entered.
    pub(super) entered: HashSet<u64>,
    /// What is told of it.
    pub(super) told: Told,
}

impl<'s> Taking<'s> {
    pub(super) fn new(
        account: Account<'s>,
        lines: HashMap<u32, &'s BankLine>,
        found: HashMap<u32, Found>,
        choices: HashMap<u32, Choice>,
        claimer: Claimer,
        skip_known: bool,
    ) -> Self {
        Self {
            account,
            lines,
            found,
            choices,
            claimer,
            skip_known,
            references: HashSet::new(),
            entered: HashSet::new(),
            told: Told::default(),
        }
    }

    /// Takes a line.
    ///
    /// # Errors
    /// A sentence for one that cannot be taken, or that is held back.
    pub(super) fn take(&mut self, op: &mut Op, row: &Row) -> Result<Taken> {
        let Some(line) = self.lines.get(&row.number).copied() else { return Ok(Taken::Unchanged) };
        let choice = self.choices.get(&row.number).cloned().unwrap_or_default();
        let mut out = LineOut::of(line);
        let bank_ref = row.get(REF);
        let is_repeated = !bank_ref.is_empty() && !self.references.insert(folded(bank_ref));
        let taken = match self.found.get(&row.number).cloned() {
            _ if is_repeated => Err(AppError::refused("银行流水号在文件中重复")),
            Some(found) => self.found(op, line, &choice, found, &mut out),
            None => self.enter(op, line, &choice, bank_ref, &mut out),
        };
        match &taken {
            Err(fault) => out.reason = fault.message.to_string(),
            Ok(Taken::UnchangedWith(told)) if out.state == LineState::LeftOut => out.reason.clone_from(told),
            Ok(_) => {}
        }
        self.told.add(out);
        taken
    }

    fn found(
        &mut self,
        op: &mut Op,
        line: &BankLine,
        choice: &Choice,
        found: Found,
        out: &mut LineOut,
    ) -> Result<Taken> {
        let receipt = match found {
            Found::Known(receipt) => return self.known(&receipt, out),
            Found::Left(left) => return self.left(op, line, choice, &left, out),
            Found::Differs(_) if choice.anyway => return self.enter(op, line, choice, "", out),
            Found::Twin(_) | Found::Suspect(_) if choice.anyway => {
                return self.enter(op, line, choice, line.row.get(REF), out);
            }
            Found::Twin(row) => {
                out.state = LineState::Suspect;
                return Err(AppError::refused(match line.facts.balance_fen {
                    Some(_) => format!("与第 {row} 行的时间、金额、付款人和余额都相同，请选择不导入或仍然入账"),
                    None => format!("与上一页第 {row} 行相同，没有时间、余额和流水号可以区分，请选择仍然入账或不导入"),
                }));
            }
            Found::Differs(receipt) => {
                (out.state, out.receipt_no) = (LineState::Suspect, receipt.receipt_no.clone());
                let (no, fen) = (&receipt.receipt_no, yuan(receipt.amount_fen));
                return Err(AppError::refused(format!(
                    "流水号与收款单 {no} 相同而金额不同（{fen}），请核对流水号列，或选择仍然入账"
                )));
            }
            Found::Suspect(receipt) => receipt,
        };
        out.receipt_no.clone_from(&receipt.receipt_no);
        (out.tenant_id, out.tenant_name) = self.owner(&receipt);
        out.can_link = receipt.state != ReceiptState::Reversed;
        if choice.link {
            let mark = account_mark(&op.view(), &line.account);
            known::link(op, receipt.receipt_id, &self.account, line, &mark)?;
            out.state = LineState::Linked;
            return Ok(Taken::UpdatedWith(format!("关联到收款单 {}", receipt.receipt_no)));
        }
        out.state = LineState::Suspect;
        Err(AppError::refused(question(&receipt)))
    }

    fn known(&self, receipt: &Receipt, out: &mut LineOut) -> Result<Taken> {
        (out.state, out.receipt_no) = (LineState::Known, receipt.receipt_no.clone());
        (out.tenant_id, out.tenant_name) = self.owner(receipt);
        let told = format!("该银行流水已入账（收款单 {}）", receipt.receipt_no);
        if self.skip_known { Ok(Taken::UnchangedWith(told)) } else { Err(AppError::refused(told)) }
    }

    /// A line that was left out stays out; one that nothing tells from others is asked about.
    fn left(
        &mut self,
        op: &mut Op,
        line: &BankLine,
        choice: &Choice,
        left: &LeftOut,
        out: &mut LineOut,
    ) -> Result<Taken> {
        if choice.anyway {
            left_out::forget(op, left)?;
            return self.enter(op, line, choice, line.row.get(REF), out);
        }
        let (reason, by, day) = (&left.reason, &left.by, left.at.date());
        if line.is_unique() {
            out.state = LineState::LeftOut;
            return Ok(Taken::UnchangedWith(format!("{by} 于 {day} 选择不导入：{reason}")));
        }
        out.state = LineState::Suspect;
        Err(AppError::refused(format!(
            "{by} 于 {day} 对相同的流水选择了不导入（{reason}），没有余额和流水号可以区分，请选择不导入或仍然入账"
        )))
    }

    fn owner(&self, receipt: &Receipt) -> (u64, String) {
        match receipt.state {
            ReceiptState::Unclaimed => (0, String::new()),
            _ => (receipt.tenant_id, self.claimer.title(receipt.tenant_id).to_owned()),
        }
    }

    fn enter(
        &mut self,
        op: &mut Op,
        line: &BankLine,
        choice: &Choice,
        bank_ref: &str,
        out: &mut LineOut,
    ) -> Result<Taken> {
        let Some(mut entry) = entry_of(&line.row, self.account.party_a_id)? else { return Ok(Taken::Unchanged) };
        let paid = Paid {
            party_a_id: self.account.party_a_id,
            payer: &entry.payer_name,
            account: &line.account,
            memo: &line.memo,
            fen: entry.amount_fen,
        };
        let proposals = self.claimer.propose(&op.view(), &paid)?;
        let proposed = sure(&proposals).filter(|_| choice.tenant_id == 0 && !choice.unclaimed);
        let likely = proposed.map_or(choice.tenant_id, |proposal| proposal.tenant_id);
        let doubt = related::doubt(&op.view(), likely, self.account.party_a_id)?.filter(|_| !choice.anyway);
        if let (Some(doubt), true) = (&doubt, choice.tenant_id > 0) {
            // Whom a person chose is asked about; who was only found waits to be claimed.
            (out.state, out.choices) = (LineState::Suspect, proposals);
            (out.tenant_id, out.tenant_name) = (likely, self.claimer.title(likely).to_owned());
            return Err(AppError::refused(format!("{doubt}，请另选乙方或选择仍然入账")));
        }
        let proposed = proposed.filter(|_| doubt.is_none());
        let reason = match (choice.tenant_id, proposed) {
            (0, Some(proposal)) => {
                entry.tenant_id = proposal.tenant_id;
                let by = proposal.why.replace("户名", "付款户名");
                out.told.push(proposal.why.clone());
                format!("按{by}认领到乙方“{}”", proposal.tenant_name)
            }
            (0, None) => doubt.map_or("待认领".to_owned(), |doubt| format!("待认领（{doubt}）")),
            (tenant_id, _) => {
                entry.tenant_id = tenant_id;
                format!("认领到乙方“{}”", self.claimer.title(tenant_id))
            }
        };
        let tenant_id = entry.tenant_id;
        let payer_mark = account_mark(&op.view(), &line.account);
        let origin = Origin { line_key: line_key(&op.view(), &line.content), payer_mark, line: Some(line.facts) };
        out.choices = proposals;
        let form = form(entry, self.account.tail.to_owned(), bank_ref.to_owned());
        let Data(made) = ops::enter(op, form, origin)?;
        self.entered.insert(made.id);
        out.state = if tenant_id > 0 { LineState::Posted } else { LineState::Unclaimed };
        (out.tenant_id, out.tenant_name) = (tenant_id, self.claimer.title(tenant_id).to_owned());
        if tenant_id > 0 && self.told.lines.len() < TOLD {
            out.told.extend(pays(&op.view(), made.id)?);
        }
        if choice.remember && tenant_id > 0 {
            if !op.caller.rights.holds("fin:receipt:claim") {
                return Err(AppError::refused("记住付款人需要收款认领的权限，请取消勾选“认领并记住”"));
            }
            let receipt: Option<Receipt> = op.view().tx.get(&id(made.id))?;
            if let Some(receipt) = receipt {
                learn(op, &receipt)?;
                self.claimer.learned(tenant_id, &receipt.payer_name, &receipt.payer_mark);
            }
        }
        Ok(Taken::CreatedWith(reason))
    }
}

/// What is asked about a line that may be a receipt.
fn question(receipt: &Receipt) -> String {
    let no = &receipt.receipt_no;
    if receipt.state == ReceiptState::Reversed {
        format!("疑似已登记 {no}（到账日、金额和户名相同，该收款已冲销），请选择仍然入账或不导入")
    } else if receipt.line_key.is_empty() {
        format!("疑似已登记 {no}（到账日、金额和户名相同），请选择关联、仍然入账或不导入")
    } else {
        format!(
            "疑似已入账 {no}（到账日、金额和户名相同，余额、时间或账号不全，不能确认），请选择关联、仍然入账或不导入"
        )
    }
}

/// What a receipt pays: `冲 ZD-202411-000001 1,191.00`.
fn pays(view: &View, receipt_id: u64) -> Result<Option<String>> {
    let paid = living_of_receipt(view, receipt_id)?;
    let Some((first, fen)) = paid.first() else { return Ok(None) };
    let bill: Option<Bill> = view.tx.get(&id(first.bill_id))?;
    let more = if paid.len() > 1 { format!(" 等{}笔", paid.len()) } else { String::new() };
    Ok(bill.map(|bill| format!("冲 {} {}{more}", bill.bill_no, yuan_grouped(*fen))))
}
