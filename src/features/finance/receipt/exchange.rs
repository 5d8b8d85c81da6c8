//! Bank statements as workbooks 银行流水: every line becomes a receipt, entered as the form enters it.
//!
//! The payer is the tenant named in the row, else the one tenant whose payer names hold the payer; otherwise the money
//! waits to be claimed. A line that was entered before is refused by row (V13d). Workbooks as banks make them come in
//! through [`super::bank`], which puts their rows under these columns.

use jiff::civil::Date;

use super::claimer::{Claimer, Paid, sure};
use super::ops::{self, ReceiptInput, Spread};
use super::record::{Method, Purpose};
use super::related::doubt;
use crate::error::{AppError, Result};
use crate::features::assets::party_a::record::PartyA;
use crate::features::lease::tenant::record::Tenant;
use crate::op::{Op, View};
use crate::records::exchange::{Column, Exchange, Finder, text};
use crate::records::import::{ImportKind, Taken};
use crate::sheet::{Cell, Row};

/// A line of a statement.
#[derive(Default)]
pub struct StatementSheetRow {
    value_date: Option<Date>,
    payer: String,
    amount_fen: Option<i64>,
    bank_ref: String,
    tail: String,
    method: Option<Method>,
    remark: String,
}

pub(super) const PARTY: &str = "收款单位";
pub(super) const DAY: &str = "到账日期";
pub(super) const PAYER: &str = "付款户名";
pub(super) const AMOUNT: &str = "金额（元）";
pub(super) const REF: &str = "银行流水号";
pub(super) const TAIL: &str = "账号尾号";
const METHOD: &str = "收款方式";
const TENANT: &str = "乙方";
pub(super) const REMARK: &str = "备注";

type Col = Column<StatementSheetRow>;

pub static STATEMENTS: Exchange<StatementSheetRow> = Exchange {
    sheet: "银行流水",
    columns: &[
        Col::new(PARTY, 26.0, |_| text("示例资产经营单位")).note("必填，甲方编码或名称"),
        Col::day(DAY, 12.0, |row| &mut row.value_date).note("必填，银行入账日"),
        Col::text(PAYER, 30.0, |row| &mut row.payer).note("银行流水上的户名；乙方留空时必填"),
        Col::fen(AMOUNT, 16.0, |row| &mut row.amount_fen).note("必填，大于0"),
        Col::text(REF, 24.0, |row| &mut row.bank_ref)
            .note("同一收款单位、账号尾号下不能重复（不计空格、大小写和全半角）；重复的行不会再次入账"),
        Col::text(TAIL, 10.0, |row| &mut row.tail).note("收款账号的后四位"),
        Col::new(METHOD, 10.0, |row| text(row.method.map_or("", Method::label)))
            .choices(&Method::LABELS)
            .note("留空为转账")
            .sets(|cell, row, ()| cell.label(&Method::ALL, Method::label).map(|value| row.method = Some(value))),
        Col::new(TENANT, 30.0, |_| Cell::Empty)
            .note("乙方编码或名称；留空时按付款户名匹配唯一的乙方，匹配不到的为待认领"),
        Col::text(REMARK, 24.0, |row| &mut row.remark),
    ],
    needed: &[PARTY, DAY, AMOUNT],
    empty: "导入银行流水不能为空！",
    rows: ImportKind { noun: "银行流水", key: Some(row_key), key_name: REF, name: PAYER },
    example: |_| StatementSheetRow {
        value_date: Some(Date::constant(2024, 1, 31)),
        payer: "禾川包装制品有限公司".into(),
        amount_fen: Some(4_800_000),
        bank_ref: "20240131000123".into(),
        tail: "0001".into(),
        method: Some(Method::Transfer),
        remark: "示例行不会被导入".into(),
    },
    import: |op, book| {
        let import = Import::load(&op.view())?;
        STATEMENTS.work(op, book, |op, row| import.take(op, row))?.showing(shown_key).finish(op, None)
    },
};

/// What rows refer to, read once.
struct Import {
    parties: Finder<PartyA>,
    tenants: Finder<Tenant>,
    claimer: Claimer,
}

impl Import {
    fn load(view: &View) -> Result<Self> {
        Ok(Self {
            parties: Finder::load(view, |party: &PartyA| [&party.facts.party_a_code, &party.facts.party_a_name])?,
            tenants: Finder::load(view, |tenant: &Tenant| [&tenant.facts.tenant_code, &tenant.facts.tenant_name])?,
            claimer: Claimer::load(view)?,
        })
    }

    fn take(&self, op: &mut Op, row: &Row) -> Result<Taken> {
        let (mut cells, mut line) = (STATEMENTS.cells(row, None), StatementSheetRow::default());
        cells.required(&[PARTY, DAY, AMOUNT], true);
        let party_a_id = cells.linked(PARTY, &self.parties)?;
        let named = cells.linked(TENANT, &self.tenants)?;
        cells.fill(STATEMENTS.columns, &mut line, &())?;
        cells.done()?;
        let StatementSheetRow { value_date, payer: payer_name, amount_fen, bank_ref, tail, method, remark } = line;
        let (Some(party_a_id), Some(value_date), Some(amount_fen)) = (party_a_id, value_date, amount_fen) else {
            return Ok(Taken::Unchanged);
        };
        let method = method.unwrap_or(Method::Transfer);
        let paid = Paid { party_a_id, payer: &payer_name, memo: &remark, fen: amount_fen, account: "" };
        let proposals = self.claimer.propose(&op.view(), &paid)?;
        let proposed = sure(&proposals).filter(|_| named.is_none());
        let likely = named.or(proposed.map(|proposal| proposal.tenant_id)).unwrap_or_default();
        let doubt = doubt(&op.view(), likely, party_a_id)?;
        if let (Some(_), Some(doubt)) = (named, &doubt) {
            return Err(AppError::refused(format!("{doubt}；确由本单位收款的，请在登记收款中确认")));
        }
        let proposed = proposed.filter(|_| doubt.is_none());
        let told = proposed.map(|proposal| format!("按付款户名认领到乙方“{}”", proposal.tenant_name));
        let tenant_id = named.or(proposed.map(|proposal| proposal.tenant_id)).unwrap_or_default();
        let line = Entry { party_a_id, tenant_id, payer_name, amount_fen, method, value_date, remark };
        ops::create(op, form(line, tail, bank_ref))?;
        Ok(match (named, told) {
            (Some(_), _) => Taken::Created,
            (None, Some(told)) => Taken::CreatedWith(told),
            (None, None) => Taken::CreatedWith(doubt.map_or("待认领".to_owned(), |doubt| format!("待认领（{doubt}）"))),
        })
    }
}

/// What a line becomes.
pub(super) struct Entry {
    pub(super) party_a_id: u64,
    pub(super) tenant_id: u64,
    pub(super) payer_name: String,
    pub(super) amount_fen: i64,
    pub(super) method: Method,
    pub(super) value_date: Date,
    pub(super) remark: String,
}

/// The form that a person would have filled in.
pub(super) fn form(entry: Entry, account_tail: String, bank_ref: String) -> ReceiptInput {
    ReceiptInput {
        party_a_id: entry.party_a_id,
        tenant_id: entry.tenant_id,
        lease_id: 0,
        payer_name: entry.payer_name,
        amount_fen: entry.amount_fen,
        method: entry.method,
        account_tail,
        bank_ref,
        value_date: entry.value_date,
        purpose: Purpose::Bills,
        spread: Spread::default(),
        // Whoever read the line has asked already.
        anyway: true,
        files: Vec::new(),
        remark: entry.remark,
    }
}

/// Reads the cells of a line that came from a bank: day, amount, payer, remark; wrong ones are told all at once.
pub(super) fn entry_of(row: &Row, party_a_id: u64) -> Result<Option<Entry>> {
    let (mut cells, mut line) = (STATEMENTS.cells(row, None), StatementSheetRow::default());
    cells.required(&[DAY, AMOUNT], true);
    cells.fill(STATEMENTS.columns, &mut line, &())?;
    cells.done()?;
    let StatementSheetRow { value_date, payer: payer_name, amount_fen, remark, .. } = line;
    let (Some(value_date), Some(amount_fen)) = (value_date, amount_fen) else { return Ok(None) };
    let method = Method::Transfer;
    Ok(Some(Entry { party_a_id, tenant_id: 0, payer_name, amount_fen, method, value_date, remark }))
}

/// What stands between the parts of a key; no cell holds it.
pub(super) const BETWEEN: char = '\u{1f}';

/// A line is known by its reference; one without a reference is like no other.
fn row_key(row: &Row) -> String {
    match row.get(REF).trim() {
        "" => format!("第{}行", row.number),
        bank_ref => format!("{bank_ref}{BETWEEN}{}{BETWEEN}{}", row.get(PARTY).trim(), row.get(TAIL).trim()),
    }
}

pub(super) fn shown_key(key: &str) -> String {
    key.split(BETWEEN).next().unwrap_or_default().to_owned()
}
