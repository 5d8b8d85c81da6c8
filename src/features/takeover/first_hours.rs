//! 上线准备: from an empty installation to its first bills, step by step, each with what is done, open or in the way.
//!
//! Invariants: what a step says is read from the register each time, nothing is ticked by hand but the end; a step that waits
//! for another one says for which; the card of 我的工作 is there until all is done or somebody puts it away.

use std::collections::HashSet;
use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::record::{TakeoverBatch, TakeoverState};
use crate::app::App;
use crate::error::{AppError, Result};
use crate::features::assets::party_a::record::PartyA;
use crate::features::assets::plate::Plate;
use crate::features::finance::bill::record::{Bill, BillSource, BillState};
use crate::features::finance::period::usual_books_from;
use crate::features::lease::contract::record::Lease;
use crate::features::portal::info::ORGANIZATION;
use crate::features::system::config::ops as config;
use crate::features::system::seed::NEUTRAL;
use crate::kernel::check;
use crate::kernel::dates::Stamp;
use crate::kernel::enumeration::worded;
use crate::op::{Op, View};
use crate::platform::identity::dept::Dept;
use crate::platform::identity::user::User;
use crate::records::status::Status;
use crate::records::today::{Card, Line, Part, Tone};
use crate::route::{AuditAction, Data, Done, Method, Nothing, Route, read, write};
use crate::store::{Keeping, Key, Reads, Record, key};

/// The page.
const PAGE: &str = "/system/start";
/// Who may see it.
const SEES: &str = "system:start:list";

/// Something that happened once and that no other record tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartMark {
    /// `backupElsewhere` or `closed`.
    pub what: String,
    pub at: Stamp,
    /// Where, or by whom.
    pub note: String,
}

impl Record for StartMark {
    const TABLE: &'static str = "start_mark";
    // Of this box: where its backups lie says nothing of another one's.
    const KEEPING: Keeping = Keeping::Passing;
    fn id(&self) -> Key {
        key().str(&self.what)
    }
}

const ELSEWHERE: &str = "backupElsewhere";
const CLOSED: &str = "closed";

worded! {
    /// 上线步骤状态
    pub enum StartState {
        Done = "done" => "已完成",
        Open = "open" => "待办",
        Blocked = "blocked" => "等待前一步",
    }
}

/// A step.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StartStep {
    /// `organization`, `depts`, `people`, `duties`, `units`, `plates`, `registers`, `bills`, `backup`.
    pub key: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// Done, open or in wait.
    pub state: StartState,
    /// What there is, what is missing, or what it waits for, as a sentence.
    pub about: String,
    /// The page where it is done; empty: here, or at the command line.
    pub path: String,
}

/// All steps.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FirstHours {
    /// Name of the authority; empty: nobody has said it yet.
    pub organization: String,
    /// Steps, in their order.
    pub steps: Vec<StartStep>,
    /// How many are done.
    pub done: usize,
    /// Whether somebody has put the card away.
    pub is_closed: bool,
}

struct Looked {
    depts: usize,
    people: usize,
    duties: (bool, bool),
    parties: Vec<PartyA>,
    plates: u64,
    with_leases: HashSet<u64>,
    waiting: usize,
    billed: bool,
}

fn look(view: &View) -> Result<Looked> {
    let users: Vec<User> = view.tx.all()?;
    let users: Vec<&User> = users.iter().filter(|user| user.enabled && !user.deleted).collect();
    let mut with_leases = HashSet::new();
    view.tx.each::<Lease>(|lease| {
        if lease.has_bills() {
            with_leases.insert(lease.facts.party_a_id);
        }
        true
    })?;
    let mut billed = false;
    view.tx.each::<Bill>(|bill| {
        billed = bill.source == BillSource::Contract && bill.state == BillState::Issued;
        !billed
    })?;
    let parties: Vec<PartyA> = view.tx.all()?;
    let batches: Vec<TakeoverBatch> = view.tx.all()?;
    Ok(Looked {
        depts: usize::try_from(view.tx.count::<Dept>()?).unwrap_or(usize::MAX).saturating_sub(1),
        people: users.len(),
        duties: duties(view, &users)?,
        parties: parties.into_iter().filter(|party| party.facts.status == Status::Normal).collect(),
        plates: view.tx.count::<Plate>()?,
        with_leases,
        waiting: batches.iter().filter(|batch| is_under_way(batch)).count(),
        billed,
    })
}

fn is_under_way(batch: &TakeoverBatch) -> bool {
    matches!(batch.state, TakeoverState::Checking | TakeoverState::Submitted)
}

/// Whether somebody may write contracts, and somebody else may decide about them.
fn duties(view: &View, users: &[&User]) -> Result<(bool, bool)> {
    let (mut writers, mut judges): (Vec<u64>, Vec<u64>) = (Vec::new(), Vec::new());
    for user in users {
        let rights = view.app.rights.get(user.user_id, || view.app.store.read())?;
        let Some(rights) = rights.filter(|rights| !rights.is_super) else { continue };
        if rights.holds("lease:lease:edit") {
            writers.push(user.user_id);
        }
        if rights.holds("lease:lease:approve") {
            judges.push(user.user_id);
        }
        if writers.iter().any(|writer| judges.iter().any(|judge| judge != writer)) {
            return Ok((true, true));
        }
    }
    Ok((!writers.is_empty(), writers.iter().any(|writer| judges.iter().any(|judge| judge != writer))))
}

fn step(key: &'static str, title: &'static str, is_done: bool, about: String, path: &str) -> StartStep {
    let state = if is_done { StartState::Done } else { StartState::Open };
    StartStep { key, title, state, about, path: path.to_owned() }
}

/// A step that waits for something that isn't there yet.
fn after(mut step: StartStep, is_ready: bool, why: &str) -> StartStep {
    if !is_ready && step.state == StartState::Open {
        step.state = StartState::Blocked;
        why.clone_into(&mut step.about);
    }
    step
}

fn mark(view: &View, what: &str) -> Result<Option<StartMark>> {
    Ok(view.tx.get(&key().str(what))?)
}

fn root(view: &View) -> Result<Option<Dept>> {
    let depts: Vec<Dept> = view.tx.all()?;
    Ok(depts.into_iter().find(|dept| dept.parent_id == 0))
}

fn first_day(view: &View, found: &Looked) -> StartStep {
    let usual = usual_books_from(view).is_some();
    let without = found.parties.iter().filter(|party| party.facts.books_from.is_none() && !usual).count();
    let about = match (found.parties.len(), without) {
        (0, _) => "还没有甲方：登记各管理单位及其账务启用日".to_owned(),
        (all, 0) => format!("{all} 个甲方都有账务启用日"),
        (all, without) => format!("{all} 个甲方，其中 {without} 个没有账务启用日"),
    };
    step("units", "甲方与启用日", !found.parties.is_empty() && without == 0, about, "/asset/partyA")
}

fn registers(found: &Looked) -> StartStep {
    let left: Vec<&str> = found
        .parties
        .iter()
        .filter(|party| !found.with_leases.contains(&party.party_a_id))
        .map(|party| party.facts.party_a_name.as_str())
        .collect();
    let waiting = if found.waiting > 0 { format!("，{} 个接收批次在办", found.waiting) } else { String::new() };
    let about = match left.as_slice() {
        [] => "各甲方都有合同".to_owned(),
        [one] => format!("“{one}”还没有合同：上传其台账接收，或逐份登记{waiting}"),
        [first, ..] => format!("“{first}”等 {} 个甲方还没有合同：上传台账接收，或逐份登记{waiting}", left.len()),
    };
    let is_done = !found.parties.is_empty() && left.is_empty();
    after(step("registers", "台账接收", is_done, about, "/lease/takeover"), !found.parties.is_empty(), "先登记甲方")
}

/// What is done and what is not.
///
/// # Errors
/// Records that can't be read.
fn all(view: &View) -> Result<FirstHours> {
    let found = look(view)?;
    let name = root(view)?.map(|dept| dept.dept_name).filter(|name| name != NEUTRAL).unwrap_or_default();
    let count = |what: &str, count: usize| {
        if count == 0 { format!("还没有{what}") } else { format!("已有{what} {count} 个") }
    };
    let duties = match found.duties {
        (true, true) => "经办人和审批人由不同的人担任",
        (true, false) => "还没有另一名可以审批合同的人员：同一人不能审批自己经手的合同",
        (false, _) => "还没有可以登记合同的人员，请在用户管理中授予角色",
    };
    let elsewhere = mark(view, ELSEWHERE)?;
    let backup = elsewhere.as_ref().map_or_else(
        || "还没有备份到其他磁盘：在服务器上运行 gx-portal backup create --to 目录（另一块磁盘或网络盘）".to_owned(),
        |mark| format!("{} 备份到 {}", mark.at.to_text(), mark.note),
    );
    let named = if name.is_empty() {
        "填写本单位的名称，显示在登录页、页脚和打印件上".to_owned()
    } else {
        name.clone()
    };
    let people = found.people.saturating_sub(1);
    let billed = if found.billed { "已按合同出账" } else { "核对无误后，在账单管理中“出账”" };
    let steps = vec![
        step("organization", "单位名称", !name.is_empty(), named, ""),
        step("depts", "部门", found.depts > 0, count("下级部门", found.depts), "/system/dept"),
        step("people", "人员", people > 0, count("管理员以外的账号", people), "/system/user"),
        after(
            step("duties", "经办与审批分工", found.duties.1, duties.to_owned(), "/system/role"),
            people > 0,
            "先登记人员",
        ),
        first_day(view, &found),
        step(
            "plates",
            "板块",
            found.plates > 0,
            count("板块", usize::try_from(found.plates).unwrap_or(0)),
            "/asset/plate",
        ),
        registers(&found),
        after(
            step("bills", "首次出账", found.billed, billed.to_owned(), "/fin/bill"),
            !found.with_leases.is_empty(),
            "先接收或登记合同",
        ),
        step("backup", "异机备份", elsewhere.is_some(), backup, ""),
    ];
    let done = steps.iter().filter(|step| step.state == StartState::Done).count();
    Ok(FirstHours { organization: name, done, is_closed: mark(view, CLOSED)?.is_some(), steps })
}

/// GET /system/start
///
/// # Errors
/// Records that can't be read.
fn show(view: &View, _: Nothing) -> Result<Data<FirstHours>> {
    all(view).map(Data)
}

/// The name of the authority.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct NameOrganization {
    /// Name, as it stands on papers.
    pub name: String,
}

/// POST /system/start/organization: the department above all, and what pages and papers show.
fn name_organization(op: &mut Op, input: NameOrganization) -> Result<Done> {
    let name = input.name.trim().to_owned();
    check::required("name", &name, "请填写单位名称")?;
    check::at_most("name", &name, 30, "单位名称不能超过30个字符")?;
    if name == NEUTRAL {
        return Err(AppError::refused("请填写单位的正式名称").at("name"));
    }
    let root = root(&op.view())?.ok_or_else(|| AppError::refused("没有顶级部门"))?;
    op.put(&Dept { dept_name: name.clone(), ..root })?;
    config::set(op, ORGANIZATION.info.key, &name)?;
    Ok(Done)
}

/// POST /system/start/close
fn close(op: &mut Op, _: Nothing) -> Result<Done> {
    put_mark(op, CLOSED, op.caller.name())?;
    Ok(Done)
}

fn put_mark(op: &mut Op, what: &str, note: String) -> Result<()> {
    let at = op.now;
    op.put(&StartMark { what: what.to_owned(), at, note }).map(drop)
}

/// Puts the card away: for demonstrations.
///
/// # Errors
/// A record that can't be written.
pub fn put_away(op: &mut Op) -> Result<()> {
    put_mark(op, CLOSED, "演示数据".to_owned())
}

/// Notes a backup that doesn't lie in the data directory.
///
/// # Errors
/// A record that can't be written.
pub fn note_backup(op: &mut Op, path: &Path) -> Result<()> {
    put_mark(op, ELSEWHERE, path.display().to_string())
}

/// Whether a directory lies outside of the data directory.
pub fn is_elsewhere(app: &App, path: &Path) -> bool {
    let whole = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    !whole(path).starts_with(whole(&app.paths.root))
}

/// What is left to do, among the work of who may do it.
pub static CARD: Card =
    Card { key: "start", title: "上线准备", rank: 5, nothing: "上线准备已完成", parts: &[open_steps] };

fn open_steps(view: &View) -> Result<Vec<Part>> {
    if !view.caller.rights.holds(SEES) || mark(view, CLOSED)?.is_some() {
        return Ok(Vec::new());
    }
    let found = all(view)?;
    let open = || found.steps.iter().filter(|step| step.state != StartState::Done);
    if open().next().is_none() {
        return Ok(Vec::new());
    }
    let line = |(place, step): (u64, &StartStep)| {
        let tone = if step.state == StartState::Open { Tone::Warn } else { Tone::Plain };
        let line = Line::of(place, step.title.to_owned(), PAGE.to_owned());
        Line { mark: step.state.label().to_owned(), tone, note: step.about.clone(), ..line }
    };
    let count = open().count() as u64;
    let lines = (1..).zip(open()).map(line).collect();
    Ok(vec![Part { label: "待办步骤".to_owned(), count, amount_fen: None, path: PAGE.to_owned(), lines }])
}

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    vec![
        read("/system/start", show).perm(SEES).titled("上线准备的步骤"),
        write(Method::Post, "/system/start/organization", name_organization)
            .perm("system:start:edit")
            .audit("单位名称", AuditAction::Update),
        write(Method::Post, "/system/start/close", close)
            .perm("system:start:edit")
            .audit("上线准备收起", AuditAction::Update),
    ]
}
