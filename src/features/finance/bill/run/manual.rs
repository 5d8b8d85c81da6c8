//! A run that somebody asks for: a short one is answered when it has ended, a long one becomes a background task that can
//! be left, whose file tells what came of it.

use std::sync::Arc;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

use super::record::{BillRun, UNDER_WAY};
use super::{Ended, go, sentence};
use crate::app::{App, Claim, Work};
use crate::error::{AppError, Result};
use crate::features::finance::bill::generate::Generated;
use crate::features::lease::contract::record::Lease;
use crate::op::{Caller, View};
use crate::platform::settings::Setting;
use crate::platform::tasks::Owner;
use crate::records::export::Workbook;
use crate::records::{export, owned};
use crate::route::{Answer, Data, Reply};
use crate::sheet::{Cell, Column};
use crate::store::{Reads, key};

/// Leases whose bills one request makes; more become a task.
pub const AT_ONCE: Setting<u64> = Setting::number(62, "fin.billsAtOnce", 500, 1, 100000)
    .called("账务-一次手工出账直接执行的合同数", "手工出账的合同数超过此数时转为后台任务，1 至 100000");

/// Refusals that an answer names.
const TOLD: usize = 20;
/// Name of the task and of its workbook.
const RESULT: &str = "出账结果";

/// Which leases a run covers.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct GenerateBills {
    /// Only these leases; empty for all the caller sees.
    pub lease_ids: Vec<u64>,
    /// Only this party A; 0 for all.
    pub party_a_id: u64,
}

/// A lease that refused, for the person who asked.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Left {
    /// Number of the lease.
    pub lease_no: String,
    /// Why not, as a sentence for people.
    pub sentence: String,
}

/// What a run did.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Billed {
    /// What was issued.
    #[serde(flatten)]
    pub done: Generated,
    /// Leases that refused; absent when none did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<usize>,
    /// The first leases that could not be billed, with the reasons.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub leases: Vec<Left>,
}

/// What was made of a wish for bills.
#[derive(Debug)]
pub enum ManualRun {
    /// They are there.
    Now(Billed),
    /// A task begins after the commit; `data.taskId` names it.
    Later(Claim),
}

impl Answer for ManualRun {
    fn reply(self) -> Result<Reply> {
        match self {
            Self::Now(billed) => Data(billed).reply(),
            Self::Later(claim) => Ok(Reply::Task(claim)),
        }
    }
    fn shape(generator: &mut SchemaGenerator) -> Schema {
        Data::<Billed>::shape(generator)
    }
}

/// The leases that are meant, of those the caller sees.
fn meant(view: &View, input: &GenerateBills) -> Result<Vec<u64>> {
    let scope = view.caller.scope();
    let wanted = |lease: &Lease| {
        lease.has_bills()
            && (input.party_a_id == 0 || lease.facts.party_a_id == input.party_a_id)
            && owned::is_visible(view, &scope, lease)
    };
    let mut ids = Vec::new();
    if input.lease_ids.is_empty() {
        view.tx.each::<Lease>(|lease| {
            ids.extend(wanted(&lease).then_some(lease.lease_id));
            true
        })?;
    }
    for lease_id in &input.lease_ids {
        let lease: Lease = owned::find(view, *lease_id)?;
        ids.extend(wanted(&lease).then_some(lease.lease_id));
    }
    Ok(ids)
}

/// The work of POST /fin/bill/generate: everything whose issue date has come; running it again changes nothing.
///
/// # Errors
/// A lease that is not there; the refusal of the one lease that was named; why a run could not come to its end.
pub fn work(app: &Arc<App>, caller: &Arc<Caller>, input: GenerateBills) -> Result<ManualRun> {
    let ids = app.read(caller, |view| meant(view, &input))?;
    let run = BillRun { cause: format!("手动（{}）", caller.name()), ..BillRun::default() };
    if ids.len() as u64 > app.settings.get(&AT_ONCE) {
        return later(app, caller, ids, run).map(ManualRun::Later);
    }
    let Ended { run, mut refusals } = go(app, caller, &ids, run, input.lease_ids.is_empty(), None)?;
    // Who names one lease wants to hear its sentence, not that everything went well with the others.
    if input.lease_ids.len() == 1
        && let Some(refusal) = refusals.pop()
    {
        return Err(refusal.fault);
    }
    let told = refusals.into_iter().take(TOLD);
    let leases = told.map(|one| Left { lease_no: one.lease_no, sentence: one.fault.message.into_owned() }).collect();
    Ok(ManualRun::Now(Billed { done: run.generated(), refused: (run.refused > 0).then_some(run.refused), leases }))
}

fn later(app: &Arc<App>, caller: &Arc<Caller>, ids: Vec<u64>, run: BillRun) -> Result<Claim> {
    let under_way = app.read(caller, |view| Ok(view.tx.by(&UNDER_WAY, &key(), false, 0, 1)?))?;
    if let Some(other) = under_way.first() {
        return Err(AppError::refused(format!("正在出账（{}），请等待结束后再试", other.cause)));
    }
    let permission = caller.exercised;
    let owner = Owner { user_id: caller.user_id(), permission, scope: caller.rights.scope(permission) };
    let caller = caller.clone();
    let work: Work = Box::new(move |app, watch| {
        let rights = app.rights.get(caller.user_id(), || app.store.read())?;
        let rights = rights.filter(|rights| caller.exercised.is_none_or(|permission| rights.holds(permission)));
        let rights = rights.ok_or_else(|| AppError::refused("您已没有出账的权限"))?;
        let caller = Arc::new(Caller { rights, ..(*caller).clone() });
        let ended = go(app, &caller, &ids, run, true, Some(watch))?;
        app.read(&caller, |view| workbook(view, &ended))
    });
    app.tasks.claim(owner, "出账", app.clock.now(), work)
}

const COLUMNS: &[Column<(String, String)>] = &[
    Column::new("合同编号", 24.0, |row: &(String, String)| Cell::Text(row.0.clone())),
    Column::new("结果", 80.0, |row| Cell::Text(row.1.clone())),
];

/// What came of a run that nobody waited for.
fn workbook(view: &View, ended: &Ended) -> Result<Workbook> {
    let refused = ended.refusals.iter().map(|one| (one.lease_no.clone(), format!("未出账：{}", one.fault.message)));
    let rows: Vec<_> = std::iter::once(("全部".to_owned(), sentence(ended))).chain(refused).collect();
    export::write(view, RESULT, COLUMNS, rows.into_iter())
}
