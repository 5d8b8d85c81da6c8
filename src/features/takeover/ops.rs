//! Taking ledgers in, changing how they are read, bringing them under decision.

use super::approval::{BINDING, waits};
use super::check::{check, first_stop};
use super::record::{BY_BLOB, TakeoverBatch, TakeoverColumns, TakeoverReading, TakeoverState};
use super::wire::{TakeoverChange, TakeoverCheck, UploadLedger, WhichTakeover};
use super::{FILES, receive, withdraw};
use crate::error::{AppError, Result};
use crate::features::approvals::binding::Doc;
use crate::features::approvals::instance::alias::{self, Verdict};
use crate::features::approvals::instance::submit::changed;
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::plate::Plate;
use crate::features::finance::decision::{Decide, decided_by_another};
use crate::features::finance::period::books_from;
use crate::features::lease::contract::wording::due_rule;
use crate::features::lease::schedule::terms::CYCLES;
use crate::features::lease::tenant::record::Tenant;
use crate::features::system::file::ops::{Stored, prepare_read, record};
use crate::kernel::check as rule;
use crate::kernel::money::MOST_FEN;
use crate::kernel::sniff::display_name;
use crate::op::{Op, View};
use crate::platform::files::FileInfo;
use crate::records::files as access;
use crate::records::list::{Made, Many, One};
use crate::records::owned::{self, Owned};
use crate::records::{number, owned as records};
use crate::route::{Data, Done};
use crate::sheet::{SURVEY, SheetError, Survey};
use crate::store::{Reads, Record, id, key};

/// Longest explanation of a difference.
const NOTE: usize = 200;
/// Columns, lines, names and notes of a batch that somebody may say something about.
const MOST_SAID: usize = 20_000;

/// A ledger that was looked at and stored.
pub struct Looked {
    input: UploadLedger,
    name: String,
    stored: Stored,
}

/// Looks into a ledger and stores its content.
///
/// # Errors
/// A sentence for a file that is no workbook, or has nothing to read.
pub fn prepare(view: &View, input: UploadLedger) -> Result<Looked> {
    let _: PartyA = party(view, input.party_a_id)?;
    let refused = |error: SheetError| AppError::refused(error.to_string());
    let survey = Survey::open(&input.file.path, SURVEY).map_err(refused)?;
    if survey.offered().is_empty() {
        return Err(AppError::refused("文件中没有可读取的工作表：隐藏、空白和图表工作表不能读取"));
    }
    drop(survey);
    let name = display_name(&input.file.name);
    let stored = prepare_read(view, &input.file)?;
    Ok(Looked { input, name, stored })
}

fn party(view: &View, party_a_id: u64) -> Result<PartyA> {
    owned::find(view, party_a_id).map_err(|_| AppError::refused("请选择甲方").at("partyAId"))
}

/// POST /lease/takeover
///
/// # Errors
/// The same content was uploaded before; no first day is known.
pub fn create(op: &mut Op, looked: Looked) -> Result<Data<Made>> {
    let Looked { input, name, stored } = looked;
    let party = party(&op.view(), input.party_a_id)?;
    let day = match input.books_from {
        Some(day) => Some(day),
        None => books_from(&op.view(), input.party_a_id)?,
    };
    let books_from = day.ok_or_else(|| AppError::refused("请填写该单位的账务启用日").at("booksFrom"))?;
    rule::day("booksFrom", books_from, op.now.date(), "账务启用日")?;
    let file: FileInfo = record(op, stored)?;
    refuse_again(&op.view(), input.party_a_id, &file.blob)?;
    let memory: Option<TakeoverColumns> = op.view().tx.get(&id(input.party_a_id))?;
    let reading = memory.map_or_else(TakeoverReading::default, |memory| TakeoverReading {
        terms: memory.terms,
        ..TakeoverReading::default()
    });
    let dept_id = owned::department(&op.view(), Some(party.owned.dept_id))?;
    let batch_id = op.next_id::<TakeoverBatch>()?;
    access::attach(op, &[file.file_id], FILES.name, batch_id)?;
    let batch = TakeoverBatch {
        batch_id,
        batch_no: number::draw(op, "SX")?,
        party_a_id: input.party_a_id,
        books_from,
        file_id: file.file_id,
        file_name: name,
        blob: file.blob,
        reading,
        state: TakeoverState::Checking,
        sums: None,
        decided_by: String::new(),
        comment: String::new(),
        received_at: None,
        authors: vec![op.caller.user_id()],
        owned: Owned::default(),
    };
    records::insert(op, batch, dept_id, String::new())?;
    Ok(Data(Made { id: batch_id }))
}

/// The same ledger is not taken over twice.
fn refuse_again(view: &View, party_a_id: u64, blob: &str) -> Result<()> {
    let known: Vec<TakeoverBatch> = view.tx.by(&BY_BLOB, &key().u64(party_a_id).str(blob), false, 0, 1)?;
    match known.first() {
        Some(known) => Err(AppError::refused(format!(
            "这份台账已在接收批次 {} 中（{}），内容完全相同",
            known.batch_no,
            known.state.label()
        ))
        .at("file")),
        None => Ok(()),
    }
}

/// GET /lease/takeover/{id}/check
///
/// # Errors
/// A file that can't be read any more.
pub fn compare(view: &View, input: One) -> Result<Data<TakeoverCheck>> {
    let batch: TakeoverBatch = owned::find(view, input.id)?;
    Ok(Data(check(view, &batch)?.shown))
}

fn checking(view: &View, batch_id: u64, version: Option<u64>, act: &str) -> Result<TakeoverBatch> {
    let batch: TakeoverBatch = owned::find(view, batch_id)?;
    owned::check_version(view, &batch, version)?;
    if batch.state == TakeoverState::Checking {
        return Ok(batch);
    }
    Err(AppError::refused(format!("接收批次 {} {}，不能{act}", batch.batch_no, batch.state.label())))
}

fn with_author(op: &Op, batch: &TakeoverBatch) -> Vec<u64> {
    let mut authors = batch.authors.clone();
    if !authors.contains(&op.caller.user_id()) {
        authors.push(op.caller.user_id());
    }
    authors
}

/// PUT /lease/takeover
///
/// # Errors
/// A sentence for what breaks a rule.
pub fn change(op: &mut Op, input: TakeoverChange) -> Result<Done> {
    let old = checking(&op.view(), input.batch_id, input.version, "修改")?;
    rule::day("booksFrom", input.books_from, op.now.date(), "账务启用日")?;
    rule::remark(&input.remark)?;
    let reading = checked(&op.view(), input.reading)?;
    let mut next =
        TakeoverBatch { books_from: input.books_from, reading, authors: with_author(op, &old), ..old.clone() };
    next.owned.base.remark = input.remark;
    records::update(op, &old, next, "修改")?;
    changed(op, &BINDING, &Doc::stored(old.batch_id))?;
    Ok(Done)
}

fn checked(view: &View, mut reading: TakeoverReading) -> Result<TakeoverReading> {
    let said = [reading.fields.len(), reading.left.len(), reading.tenants.len(), reading.notes.len()];
    if reading.balances.len() > 20
        || reading.balances.values().any(|fen| fen.checked_abs().is_none_or(|fen| fen > MOST_FEN))
    {
        return Err(AppError::refused("银行余额不能超过1000亿元").at("reading"));
    }
    if said.iter().any(|count| *count > MOST_SAID) {
        return Err(AppError::refused(format!("每项说明不能超过 {MOST_SAID} 条")));
    }
    let terms = &mut reading.terms;
    (terms.due, terms.asset) = (terms.due.trim().to_owned(), terms.asset.trim().to_owned());
    if !CYCLES.contains(&terms.billing_cycle) {
        return Err(AppError::refused("支付周期应为 1、2、3、4、6、12 个月，一次性付清为 0").at("reading"));
    }
    if due_rule(&terms.due).is_none() {
        return Err(AppError::refused("缴费约定请写成“账期开始前10天”“账期首月5日”或“账期结束后15天”").at("reading"));
    }
    if terms.late_fee_ppm > 10_000 {
        return Err(AppError::refused("滞纳金日率不能超过1%").at("reading"));
    }
    rule::at_most("reading", &terms.asset, 100, "资产名称不能超过100个字符")?;
    if terms.plate_id > 0 && view.tx.get::<Plate>(&id(terms.plate_id))?.is_none() {
        return Err(AppError::refused("请选择板块").at("reading"));
    }
    for tenant_id in reading.tenants.values().filter(|tenant_id| **tenant_id > 0) {
        let _: Tenant = owned::find(view, *tenant_id)?;
    }
    reading.notes.values_mut().for_each(|note| *note = note.trim().to_owned());
    reading.notes.retain(|_, note| !note.is_empty());
    if reading.notes.values().any(|note| note.chars().count() > NOTE) {
        return Err(AppError::refused(format!("差额说明不能超过{NOTE}个字符")).at("reading"));
    }
    Ok(reading)
}

/// DELETE /lease/takeover/{ids}
///
/// # Errors
/// A batch that is under decision, or was received.
pub fn remove(op: &mut Op, input: Many) -> Result<Done> {
    for batch_id in input.ids {
        let batch = checking(&op.view(), batch_id, None, "删除")?;
        alias::give_up(op, &BINDING, batch_id, "接收批次已删除")?;
        access::set(op, &[], FILES.name, batch_id)?;
        op.delete::<FileInfo>(&id(batch.file_id))?;
        records::remove(op, &batch)?;
    }
    Ok(Done)
}

/// POST /lease/takeover/submit
///
/// # Errors
/// What stops it.
pub fn submit(op: &mut Op, input: WhichTakeover) -> Result<Done> {
    let batch = checking(&op.view(), input.id, input.version, "提交")?;
    bring(op, &batch)?;
    alias::send(op, &BINDING, batch.batch_id, &input.comment)?;
    Ok(Done)
}

/// Brings a batch under decision as it was compared: whom its names mean is written down, so that who decides sees, and who
/// receives makes, the same.
///
/// # Errors
/// What stops it.
pub(super) fn bring(op: &mut Op, batch: &TakeoverBatch) -> Result<()> {
    let found = check(&op.view(), batch)?;
    if let Some(text) = first_stop(&found.shown.problems) {
        return Err(AppError::refused(format!("还有 {} 处须处理：{text}", found.shown.stops)));
    }
    if !found.shown.is_ready {
        return Err(AppError::refused("台账中没有可以接收的合同"));
    }
    let mut reading = batch.reading.clone();
    for plan in &found.tenants {
        reading.tenants.insert(plan.name.clone(), plan.id.unwrap_or(0));
    }
    for column in &found.shown.columns {
        reading.fields.insert(column.column.to_string(), column.field);
    }
    let authors = with_author(op, batch);
    let next = TakeoverBatch {
        reading,
        state: TakeoverState::Submitted,
        sums: Some(found.sums),
        comment: String::new(),
        authors,
        ..batch.clone()
    };
    records::update(op, batch, next, "提交").map(drop)
}

fn submitted(view: &View, input: &WhichTakeover, act: &str) -> Result<TakeoverBatch> {
    let batch: TakeoverBatch = owned::find(view, input.id)?;
    owned::check_version(view, &batch, input.version)?;
    if batch.state == TakeoverState::Submitted {
        return Ok(batch);
    }
    Err(AppError::refused(format!("接收批次 {} {}，不能{act}", batch.batch_no, batch.state.label())))
}

/// POST /lease/takeover/recall: back from who decides.
///
/// # Errors
/// A batch that doesn't wait; somebody has decided already.
pub fn recall(op: &mut Op, input: WhichTakeover) -> Result<Done> {
    let batch = submitted(&op.view(), &input, "撤回")?;
    alias::withdraw(op, &BINDING, &waits(&batch), &input.comment)?;
    Ok(Done)
}

/// POST /lease/takeover/decide: finds the caller's task of the process and acts on it.
///
/// # Errors
/// The sentences of the engine, and what stands against it.
pub fn decide(op: &mut Op, input: Decide) -> Result<Done> {
    let which = WhichTakeover { id: input.id, version: input.version, comment: String::new() };
    let batch = submitted(&op.view(), &which, "审批")?;
    decided_by_another(op, &batch, &input)?;
    alias::decide(op, &BINDING, &waits(&batch), Verdict::of(input.approve), &input.comment)?;
    Ok(Done)
}

/// Received with a yes.
pub(super) fn approve(op: &mut Op, batch_id: u64, comment: &str) -> Result<()> {
    let batch: TakeoverBatch = owned::find(&op.view(), batch_id)?;
    if batch.state != TakeoverState::Submitted {
        return Err(AppError::refused(format!("接收批次 {} {}，不在审批中", batch.batch_no, batch.state.label())));
    }
    if batch.authors.contains(&op.caller.user_id()) {
        return Err(AppError::refused("核对或提交过的人不能批准自己经手的接收批次，请由其他有审批权限的人员审批"));
    }
    receive::receive(op, &batch, comment)
}

/// POST /lease/takeover/withdraw
///
/// # Errors
/// What refers to it by now.
pub fn take_back(op: &mut Op, input: WhichTakeover) -> Result<Done> {
    let batch: TakeoverBatch = owned::find(&op.view(), input.id)?;
    owned::check_version(&op.view(), &batch, input.version)?;
    rule::required("comment", &input.comment, "请填写撤销原因")?;
    rule::at_most("comment", &input.comment, 200, "撤销原因不能超过200个字符")?;
    if batch.state != TakeoverState::Received {
        let (no, state) = (&batch.batch_no, batch.state.label());
        return Err(AppError::refused(format!("接收批次 {no} {state}，没有可以撤销的接收")));
    }
    withdraw::withdraw(op, &batch, input.comment.trim())?;
    Ok(Done)
}

/// The table that a batch lies in.
pub const TABLE: &str = TakeoverBatch::TABLE;
