//! 待办 (domain.md 4.5): what waits for the person's decision, what came back to him, and what will soon need somebody.
//!
//! What he may decide is told by the rights of the documents themselves; what he entered himself is not counted, because
//! he cannot decide it. Deliberately absent: circulated copies, which need the approval process.

use schemars::JsonSchema;
use serde::Serialize;

use super::soon;
use crate::fault::Outcome;
use crate::features::books::bill::run::page as run;
use crate::features::books::payout::record::{Payout, PayoutKind, WAITING as PAYOUTS};
use crate::features::books::receipt::record::{Receipt, UNCLAIMED};
use crate::features::books::settlement::record::{Settlement, WAITING as SETTLEMENTS};
use crate::features::books::waiver::{WAITING as WAIVERS, Waiver};
use crate::features::expo::ops::is_own;
use crate::features::expo::record::{ExposureEntry, WAITING as EXPOSURES};
use crate::features::lease::contract::change::{LeaseChange, WAITING as CHANGES};
use crate::features::lease::contract::record::{Lease, LeaseState, WAITING as LEASES};
use crate::features::lease::tenant::record::Tenant;
use crate::features::system::notice::reading;
use crate::kernel::dates::Stamp;
use crate::kernel::money::yuan_grouped;
use crate::kernel::order::Order;
use crate::op::View;
use crate::records::list::Names;
use crate::records::owned::{Business, is_visible};
use crate::route::{Data, Nothing};
use crate::store::{Index, Reads, Record, id, key};

/// How many documents are shown.
const SHOWN: usize = 5;
/// Milliseconds after which a document has waited too long: three days.
const PATIENCE: i64 = 3 * 86_400_000;
/// Where bills are issued, and leases listed that could not be billed.
const BILLS: &str = "/fin/bill";

/// A document that waits.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Waiting {
    /// `lease`, `change`, `waiver`, `refund`, `expense`, `remittance`, `settlement`, `exposure`
    pub kind: &'static str,
    /// What people call it.
    pub label: &'static str,
    /// Number: of the lease for leases, changes and settlements, else of the document.
    pub id: u64,
    /// The number that people know it by.
    pub no: String,
    /// What it is about.
    pub title: String,
    /// Who submitted it.
    pub by: String,
    /// The department that keeps it.
    pub dept_name: String,
    /// What it is worth; absent where no single amount says it.
    pub amount_fen: Option<i64>,
    /// Since when, `yyyy-MM-dd HH:mm:ss`.
    pub since: String,
    /// It has waited too long.
    pub overdue: bool,
}

/// Something that will soon need somebody.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Reminder {
    /// Which.
    pub kind: &'static str,
    /// What people call it.
    pub label: &'static str,
    /// How many.
    pub count: usize,
    /// The page that lists them.
    pub path: &'static str,
}

/// The block.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct TodoBlock {
    /// Documents that wait.
    pub count: usize,
    /// Those of them that have waited too long.
    pub overdue: usize,
    /// The oldest.
    pub items: Vec<Waiting>,
    /// His own that came back.
    pub returned: Vec<Waiting>,
    /// What will soon need somebody.
    pub reminders: Vec<Reminder>,
}

/// A document before its texts are looked up.
pub(super) struct Found {
    pub at: Stamp,
    pub by: String,
    pub kind: &'static str,
    pub label: &'static str,
    pub id: u64,
    pub no: String,
    pub title: String,
    pub dept_id: u64,
    pub amount_fen: Option<i64>,
}

fn records<R: Record>(view: &View, index: &Index<R>) -> Outcome<Vec<R>> {
    Ok(view.tx.by(index, &key(), false, 0, usize::MAX)?)
}

/// Documents of a kind that the asker may decide: visible to him through the right, entered by others.
fn decidable<R: Business>(view: &View, right: &str, index: &Index<R>) -> Outcome<Vec<R>> {
    if !view.caller.rights.holds(right) {
        return Ok(Vec::new());
    }
    let scope = view.caller.rights.scope(Some(right));
    let mut rows = records(view, index)?;
    rows.retain(|row| is_visible(view, &scope, row));
    Ok(rows)
}

/// GET /stat/daiBan
pub fn block(view: &View, _: Nothing) -> Outcome<Data<TodoBlock>> {
    let mut found = waiting(view)?;
    let (count, overdue) = (found.len(), found.iter().filter(|document| is_late(view, document.at)).count());
    found.truncate(SHOWN);
    let mut names = Names::new(view);
    let mut shown = |document: Found| shown(view, &mut names, document);
    Ok(Data(TodoBlock {
        count,
        overdue,
        items: found.into_iter().map(&mut shown).collect::<Outcome<_>>()?,
        returned: returned(view)?.into_iter().map(&mut shown).collect::<Outcome<_>>()?,
        reminders: reminders(view)?,
    }))
}

/// Everything that waits for the asker's decision, the oldest first.
pub(super) fn waiting(view: &View) -> Outcome<Vec<Found>> {
    let mut found = leases(view)?;
    found.extend(money(view)?);
    found.extend(exposures(view)?);
    let own = view.caller.name();
    found.retain(|document| document.by != own);
    found.order_by_key(|document| document.at);
    Ok(found)
}

/// Whether something has waited too long.
pub(super) fn is_late(view: &View, since: Stamp) -> bool {
    view.now.0 - since.0 > PATIENCE
}

/// A document as pages show it.
pub(super) fn shown(view: &View, names: &mut Names<'_>, document: Found) -> Outcome<Waiting> {
    let Found { at, by, kind, label, id, no, title, dept_id, amount_fen } = document;
    let (by, dept_name) = (names.person(&by)?, names.dept(dept_id)?);
    let (since, overdue) = (at.to_text(), is_late(view, at));
    Ok(Waiting { kind, label, id, no, title, by, dept_name, amount_fen, since, overdue })
}

fn about(names: &mut Names<'_>, lease: &Lease) -> Outcome<String> {
    Ok(format!("{} {}", lease.lease_no, names.of::<Tenant>(lease.facts.tenant_id)?))
}

fn leases(view: &View) -> Outcome<Vec<Found>> {
    const RIGHT: &str = "lease:lease:approve";
    let mut names = Names::new(view);
    let mut found = Vec::new();
    let own = view.caller.name();
    let waits = |lease: &&Lease| lease.state == LeaseState::Submitted && !lease.is_written_by(&own);
    for lease in decidable(view, RIGHT, &LEASES)?.iter().filter(waits) {
        let step = lease.steps.iter().rev().find(|step| step.state == LeaseState::Submitted);
        let at = step.map_or(lease.owned.base.create_time, |step| step.at);
        let (by, title, kind) = (lease.submitted_by().to_owned(), about(&mut names, lease)?, "lease");
        let (no, dept_id) = (lease.lease_no.clone(), lease.owned.dept_id);
        let label = "合同审批";
        found.push(Found { at, by, kind, label, id: lease.lease_id, no, title, dept_id, amount_fen: None });
    }
    if view.caller.rights.holds(RIGHT) {
        let scope = view.caller.rights.scope(Some(RIGHT));
        for change in records(view, &CHANGES)? {
            let lease: Option<Lease> = view.tx.get(&id(change.lease_id))?;
            let Some(lease) = lease.filter(|lease| is_visible(view, &scope, lease)) else { continue };
            let title = format!("{} {}", about(&mut names, &lease)?, change.kind.label());
            let LeaseChange { submitted_at: at, submitted_by: by, .. } = change;
            let (id, dept_id, kind, label) = (lease.lease_id, lease.owned.dept_id, "change", "合同变更");
            found.push(Found { at, by, kind, label, id, no: lease.lease_no, title, dept_id, amount_fen: None });
        }
    }
    for settlement in decidable::<Settlement>(view, "fin:settlement:approve", &SETTLEMENTS)? {
        let lease: Option<Lease> = view.tx.get(&id(settlement.lease_id))?;
        let of = lease.map_or(Ok(String::new()), |lease| about(&mut names, &lease))?;
        let (base, dept_id) = (settlement.owned.base, settlement.owned.dept_id);
        let (no, title) = (settlement.settlement_no.clone(), format!("{} {of}", settlement.settlement_no));
        let (at, by, kind, label) = (base.create_time, base.create_by, "settlement", "退租结算");
        found.push(Found { at, by, kind, label, id: settlement.lease_id, no, title, dept_id, amount_fen: None });
    }
    Ok(found)
}

fn money(view: &View) -> Outcome<Vec<Found>> {
    let mut found = Vec::new();
    for waiver in decidable::<Waiver>(view, "fin:waiver:approve", &WAIVERS)? {
        let (base, dept_id, amount_fen) = (waiver.owned.base, waiver.owned.dept_id, Some(waiver.total_fen));
        let title = format!("{} 减免 {} 元", waiver.waiver_no, yuan_grouped(waiver.total_fen));
        let (at, by) = (base.create_time, base.create_by);
        let (kind, label, no) = ("waiver", "减免", waiver.waiver_no);
        found.push(Found { at, by, kind, label, id: waiver.waiver_id, no, title, dept_id, amount_fen });
    }
    for (right, kind, label, kinds) in [
        ("fin:refund:approve", "refund", "退款", &[PayoutKind::CreditRefund, PayoutKind::DepositRefund][..]),
        ("fin:expense:approve", "expense", "支出", &[PayoutKind::Expense][..]),
        ("fin:remittance:approve", "remittance", "上缴", &[PayoutKind::Remittance][..]),
    ] {
        let rows = decidable::<Payout>(view, right, &PAYOUTS)?;
        for payout in rows.into_iter().filter(|payout| kinds.contains(&payout.kind)) {
            let amount = yuan_grouped(payout.facts.amount_fen);
            let title = format!("{} {} {amount} 元", payout.payout_no, payout.facts.payee);
            let (at, by) = (payout.owned.base.create_time, payout.owned.base.create_by);
            let (dept_id, amount_fen) = (payout.owned.dept_id, Some(payout.facts.amount_fen));
            found.push(Found {
                at,
                by,
                kind,
                label,
                id: payout.payout_id,
                no: payout.payout_no,
                title,
                dept_id,
                amount_fen,
            });
        }
    }
    Ok(found)
}

/// Entries of the exposure board; who wrote one does not decide about it either.
fn exposures(view: &View) -> Outcome<Vec<Found>> {
    let own = view.caller.name();
    let mut rows = decidable::<ExposureEntry>(view, "expo:entry:approve", &EXPOSURES)?;
    rows.retain(|entry| !is_own(entry, &own));
    let found = rows.into_iter().map(|entry| {
        let title = format!("{} {}", entry.display_name, entry.facts.subject.subject_kind.label());
        let (at, by) = (entry.submitted_at.unwrap_or(entry.owned.base.create_time), entry.submitted_by);
        let (dept_id, amount_fen, no) = (entry.owned.dept_id, entry.facts.amount_fen, entry.entry_no);
        Found { at, by, kind: "exposure", label: "曝光发布", id: entry.entry_id, no, title, dept_id, amount_fen }
    });
    Ok(found.collect())
}

/// Drafts of the asker that were sent back to him.
fn returned(view: &View) -> Outcome<Vec<Found>> {
    let (own, mut names, mut found) = (view.caller.name(), Names::new(view), Vec::new());
    for lease in records::<Lease>(view, &LEASES)? {
        let back = lease.steps.last().filter(|_| lease.state == LeaseState::Draft && lease.submitted_by() == own);
        if let Some(step) = back {
            let (at, by, title) = (step.at, step.by.clone(), about(&mut names, &lease)?);
            let (no, dept_id, id) = (lease.lease_no.clone(), lease.owned.dept_id, lease.lease_id);
            found
                .push(Found { at, by, kind: "lease", label: "合同退回", id, no, title, dept_id, amount_fen: None });
        }
    }
    found.order_by_key(|document| std::cmp::Reverse(document.at));
    found.truncate(SHOWN);
    Ok(found)
}

fn reminders(view: &View) -> Outcome<Vec<Reminder>> {
    let holds = |right: &str| view.caller.rights.holds(right);
    let mut reminders = Vec::new();
    let mut push = |kind, label, count, path| reminders.push(Reminder { kind, label, count, path });
    if holds("lease:expiring:list") {
        let [within90, within60, within30] = soon::expiring(view)?;
        push("expiring90", "90 天内到期", within90, "/lease/expiring?days=90");
        push("expiring60", "60 天内到期", within60, "/lease/expiring?days=60");
        push("expiring30", "30 天内到期", within30, "/lease/expiring?days=30");
    }
    if holds("fin:receipt:list") {
        let scope = view.caller.rights.scope(Some("fin:receipt:list"));
        let waiting = records::<Receipt>(view, &UNCLAIMED)?;
        let count = waiting.iter().filter(|receipt| is_visible(view, &scope, *receipt)).count();
        push("unclaimed", "待认领收款", count, "/fin/receipt?state=0");
    }
    if holds(run::RIGHT) {
        push("unbilled", "未能出账的合同", run::unbilled(view)?, BILLS);
        if run::is_unfinished(view)? {
            push("billRun", "出账未完成", 1, BILLS);
        }
    }
    if holds("fin:deposit:list") {
        push("deposits", "待退押金", soon::deposits(view)?, "/fin/deposit?heldOnly=true");
    }
    if holds("asset:cert:list") {
        push("certs", "权证将到期", soon::certificates(view)?, "/asset/cert");
    }
    let unread = usize::try_from(reading::unread(view)?).unwrap_or(usize::MAX);
    reminders.push(Reminder { kind: "notices", label: "未读通知", count: unread, path: "/notice?unread=true" });
    Ok(reminders)
}
