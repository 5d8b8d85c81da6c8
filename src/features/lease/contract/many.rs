//! One operation for many leases: those that are chosen, or all of a query. Tried first, then done, one result a lease.
//!
//! Invariants: each lease is an operation of its own with its own audit row, by the rules of the single one; one that refuses
//! is left with its sentence and stops nobody else; a try writes nothing. Above a number the work goes on in the background.
//!
//! Differs from the single operation in one thing: many leases are signed without their scans, which come later (缺扫描件).

use std::sync::Arc;

use jiff::civil::Date;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

use super::approval::{BINDING, waits};
use super::decide::{Decision, refuse_own, under_decision};
use super::list::{Leases, ListLeases};
use super::ops::{self, SignLease, Which, sign_without_scan};
use super::record::Lease;
use crate::app::{App, Claim, Work};
use crate::error::{AppError, Kind, Result};
use crate::features::approvals::instance::alias;
use crate::features::lease::tenant::record::Tenant;
use crate::kernel::check;
use crate::kernel::dates::DateText;
use crate::kernel::enumeration::worded;
use crate::kernel::order::Order;
use crate::op::{Caller, Op, View};
use crate::platform::audit::AuditAction;
use crate::platform::tasks::Owner;
use crate::records::export::{self, Workbook};
use crate::records::list::{NameCache, every};
use crate::records::owned;
use crate::route::{Answer, Data, Reply};
use crate::sheet::{Cell, Column};
use crate::watch::Watch;

/// Leases that one request works off; more become a task.
const AT_ONCE: usize = 500;
/// Leases of one call.
const MOST: usize = 5_000;
/// Results that an answer names.
const TOLD: usize = 1_000;
/// Name of the task and of its workbook.
const RESULT: &str = "合同批量办理结果";

worded! {
    /// What is done to each of them.
    pub enum LeaseAct {
        Submit = "submit" => "提交",
        Sign = "sign" => "签订",
        Approve = "approve" => "同意",
        Return = "return" => "退回",
        Cancel = "cancel" => "作废",
    }
}

/// Which leases, and what is done to them.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManyLeases {
    /// What is done to each.
    pub act: LeaseAct,
    /// Only these leases, by numbers; empty: all of the query.
    #[serde(default)]
    pub lease_ids: Vec<u64>,
    /// The query of the list whose leases are meant when none is chosen.
    #[serde(default)]
    pub query: ListLeases,
    /// Opinion or reason, for the record; needed to send back and to cancel.
    #[serde(default)]
    pub comment: String,
    /// When they were signed.
    #[serde(default)]
    #[schemars(with = "Option<DateText>", title = "签订日期")]
    pub sign_date: Option<Date>,
    /// Only tell what would happen.
    #[serde(default)]
    pub dry_run: bool,
}

/// What came of a lease.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManyResult {
    /// Number of the lease 合同.
    pub lease_id: u64,
    /// `HT-202401-000001`
    pub lease_no: String,
    /// Name of the tenant.
    pub tenant_name: String,
    /// Why it was left; empty: it was done, or could be.
    pub reason: String,
}

/// What came of all of them.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManyDone {
    /// How many were done, or could be.
    pub done: usize,
    /// How many were left.
    pub left: usize,
    /// One by one, those that were left first; at most 1,000.
    pub rows: Vec<ManyResult>,
}

/// What was made of the wish.
#[derive(Debug)]
pub enum ManyRun {
    /// It is done.
    Now(ManyDone),
    /// A task begins after the commit; `data.taskId` names it.
    Later(Claim),
}

impl Answer for ManyRun {
    fn reply(self) -> Result<Reply> {
        match self {
            Self::Now(done) => Data(done).reply(),
            Self::Later(claim) => Ok(Reply::Task(claim)),
        }
    }
    fn shape(generator: &mut SchemaGenerator) -> Schema {
        Data::<ManyDone>::shape(generator)
    }
}

/// The leases that are meant, with the names by which people know them.
fn meant(view: &View, input: &ManyLeases) -> Result<Vec<ManyResult>> {
    let leases = if input.lease_ids.is_empty() {
        every::<Leases>(view, &input.query)?
    } else {
        let mut ids = input.lease_ids.clone();
        ids.sort_unstable();
        ids.dedup();
        ids.iter().map(|lease_id| owned::find(view, *lease_id)).collect::<Result<Vec<Lease>>>()?
    };
    if leases.is_empty() {
        return Err(AppError::refused("没有可以办理的合同，请先选择或调整查询条件"));
    }
    if leases.len() > MOST {
        return Err(AppError::refused(format!("一次最多办理 {MOST} 份合同，请缩小查询范围")));
    }
    let mut names = NameCache::new(view);
    let one = |lease: Lease| {
        Ok(ManyResult {
            lease_id: lease.lease_id,
            tenant_name: names.of::<Tenant>(lease.facts.tenant_id)?,
            lease_no: lease.lease_no,
            reason: String::new(),
        })
    };
    leases.into_iter().map(one).collect()
}

fn checked(input: &ManyLeases, allowed: &[LeaseAct]) -> Result<()> {
    if !allowed.contains(&input.act) {
        return Err(AppError::refused("不支持的办理方式").at("act"));
    }
    check::at_most("comment", &input.comment, 500, "意见不能超过500个字符")?;
    if matches!(input.act, LeaseAct::Return | LeaseAct::Cancel) {
        check::required("comment", &input.comment, "请填写原因")?;
    }
    if input.act == LeaseAct::Sign && input.sign_date.is_none() {
        return Err(AppError::refused("请填写签订日期").at("signDate"));
    }
    Ok(())
}

/// The work of POST /lease/lease/many: what who writes leases does.
///
/// # Errors
/// Nothing is meant; too many are.
pub fn write(app: &Arc<App>, caller: &Arc<Caller>, input: ManyLeases) -> Result<ManyRun> {
    work(app, caller, input, &[LeaseAct::Submit, LeaseAct::Sign])
}

/// The work of POST /lease/lease/many/decide: what who decides about leases does.
///
/// # Errors
/// Nothing is meant; too many are.
pub fn judge(app: &Arc<App>, caller: &Arc<Caller>, input: ManyLeases) -> Result<ManyRun> {
    work(app, caller, input, &[LeaseAct::Approve, LeaseAct::Return, LeaseAct::Cancel])
}

fn work(app: &Arc<App>, caller: &Arc<Caller>, input: ManyLeases, allowed: &[LeaseAct]) -> Result<ManyRun> {
    checked(&input, allowed)?;
    let rows = app.read(caller, |view| meant(view, &input))?;
    if rows.len() > AT_ONCE && !input.dry_run {
        return later(app, caller, rows, input).map(ManyRun::Later);
    }
    let mut rows = go(app, caller, rows, &input, None)?;
    let left = rows.iter().filter(|row| !row.reason.is_empty()).count();
    let done = rows.len() - left;
    rows.order_by_key(|row| (row.reason.is_empty(), row.lease_id));
    rows.truncate(TOLD);
    Ok(ManyRun::Now(ManyDone { done, left, rows }))
}

/// Works them off, each as an operation of its own.
fn go(
    app: &Arc<App>,
    caller: &Arc<Caller>,
    mut rows: Vec<ManyResult>,
    input: &ManyLeases,
    watch: Option<&Watch>,
) -> Result<Vec<ManyResult>> {
    let action =
        if matches!(input.act, LeaseAct::Submit | LeaseAct::Sign) { AuditAction::Update } else { AuditAction::Grant };
    for row in &mut rows {
        watch.map_or(Ok(()), Watch::step)?;
        let (lease_id, input) = (row.lease_id, input.clone());
        let tried = app.act(caller, "合同批量办理", action, move |op| one(op, lease_id, &input));
        match tried {
            Ok(()) => {}
            Err(fault) if fault.kind == Kind::Refused => row.reason = fault.message.into_owned(),
            Err(fault) => return Err(fault),
        }
    }
    Ok(rows)
}

/// Does it to one lease; a try leaves nothing.
fn one(op: &mut Op, lease_id: u64, input: &ManyLeases) -> Result<()> {
    if input.dry_run {
        op.only_try();
    }
    let which = Which { id: lease_id, version: None, comment: input.comment.clone() };
    match input.act {
        LeaseAct::Submit => ops::submit(op, which).map(drop)?,
        LeaseAct::Cancel => ops::cancel(op, which).map(drop)?,
        LeaseAct::Approve => decided(op, lease_id, Decision::Approve, &input.comment)?,
        LeaseAct::Return => decided(op, lease_id, Decision::Return, &input.comment)?,
        LeaseAct::Sign => {
            let sign_date = input.sign_date.unwrap_or_else(|| op.now.date());
            sign_without_scan(op, SignLease { id: lease_id, version: None, sign_date, scans: Vec::new() }).map(drop)?;
        }
    }
    if input.dry_run {
        op.discard()?;
        op.leaves_nothing();
    }
    Ok(())
}

fn decided(op: &mut Op, lease_id: u64, decision: Decision, comment: &str) -> Result<()> {
    let lease: Lease = owned::find(&op.view(), lease_id)?;
    under_decision(&lease)?;
    refuse_own(lease.is_written_by(&op.caller.name()))?;
    alias::decide(op, &BINDING, &waits(&lease), decision.verdict(), comment)
}

fn later(app: &Arc<App>, caller: &Arc<Caller>, rows: Vec<ManyResult>, input: ManyLeases) -> Result<Claim> {
    let permission = caller.exercised;
    let owner = Owner { user_id: caller.user_id(), permission, scope: caller.rights.scope(permission) };
    let caller = caller.clone();
    let work: Work = Box::new(move |app, watch| {
        let rights = app.rights.get(caller.user_id(), || app.store.read())?;
        let rights = rights.filter(|rights| caller.exercised.is_none_or(|permission| rights.holds(permission)));
        let rights = rights.ok_or_else(|| AppError::refused("您已没有办理这些合同的权限"))?;
        let caller = Arc::new(Caller { rights, ..(*caller).clone() });
        let total = rows.len() as u64;
        watch.begin(RESULT, total)?;
        let rows = go(app, &caller, rows, &input, Some(watch))?;
        app.read(&caller, |view| workbook(view, rows.clone()))
    });
    app.tasks.claim(owner, "合同批量办理", app.clock.now(), work)
}

const COLUMNS: &[Column<ManyResult>] = &[
    Column::new("合同编号", 24.0, |row: &ManyResult| Cell::Text(row.lease_no.clone())),
    Column::new("乙方", 28.0, |row| Cell::Text(row.tenant_name.clone())),
    Column::new("结果", 80.0, |row| {
        Cell::Text(if row.reason.is_empty() { "已办理".to_owned() } else { format!("未办理：{}", row.reason) })
    }),
];

/// What came of many that nobody waited for.
fn workbook(view: &View, mut rows: Vec<ManyResult>) -> Result<Workbook> {
    rows.order_by_key(|row| (row.reason.is_empty(), row.lease_id));
    export::write(view, RESULT, COLUMNS, rows.into_iter())
}
