//! 待办 (domain.md 4.5): what waits for the person's decision, what came back to him, and what will soon need somebody.
//!
//! The first two are those of the approval centre (`features/approvals/list.rs`), the last are counted by the lists that they
//! open (decisions/0282): one source, so that no page counts differently.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Serialize;

use crate::error::Result;
use crate::features::approvals::binding;
use crate::features::approvals::list::{Waits, all_waiting, seen};
use crate::features::approvals::people::name_of;
use crate::features::assets::cert::{Certs, ListCerts};
use crate::features::finance::bill::run::page as run;
use crate::features::finance::deposit::list::{Deposits, ListDeposits};
use crate::features::finance::receipt::list::{ListReceipts, Receipts};
use crate::features::finance::receipt::record::ReceiptState;
use crate::features::lease::contract::list::{Expiring, ListExpiring};
use crate::features::system::notice::reading;
use crate::kernel::span::add_days;
use crate::op::View;
use crate::records::list::{List, NameCache};
use crate::records::today::counted;
use crate::route::{Data, Nothing};

/// How many documents are shown.
const SHOWN: usize = 5;
/// Certificates are named so many days before their term ends.
const AHEAD: i64 = 90;
/// Where bills are issued, and leases listed that could not be billed.
const BILLS: &str = "/fin/bill";

/// A document that waits.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Waiting {
    /// Key of its process: `lease_sign`, `waiver`, …
    pub kind: String,
    /// What people call it.
    pub label: &'static str,
    /// The process 审批 that it is about, by number.
    pub instance_id: u64,
    /// The task by which it waits.
    pub task_id: u64,
    /// The number of its process.
    pub no: String,
    /// What it is about, with the number of the document.
    pub title: String,
    /// Who submitted it.
    pub by: String,
    /// The department that keeps it.
    pub dept_name: String,
    /// What it is worth; absent where no single amount says it.
    pub amount_fen: Option<i64>,
    /// What else says what it is about, a label and a text each: whom, which rooms, since when.
    pub lines: Vec<(String, String)>,
    /// Since when, `yyyy-MM-dd HH:mm:ss`.
    pub since: String,
    /// It has waited too long.
    pub overdue: bool,
}

/// Something that will soon need somebody.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Reminder {
    /// Which; `reg:` before the code of a register.
    pub kind: Cow<'static, str>,
    /// What people call it.
    pub label: Cow<'static, str>,
    /// How many there are.
    pub count: usize,
    /// The page that lists them.
    pub path: Cow<'static, str>,
}

/// Brought by features above this one: what else will soon need the person.
pub struct TodoReminders(pub fn(&View) -> Result<Vec<Reminder>>);

/// The block.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct TodoBlock {
    /// Documents that wait.
    pub count: usize,
    /// Those of them that have waited too long.
    pub overdue: usize,
    /// What has waited longest, the oldest first.
    pub items: Vec<Waiting>,
    /// His own that came back.
    pub returned: Vec<Waiting>,
    /// What will soon need somebody.
    pub reminders: Vec<Reminder>,
}

pub fn block(view: &View, _: Nothing) -> Result<Data<TodoBlock>> {
    let (mut back, mut found): (Vec<Waits>, Vec<Waits>) = all_waiting(view)?.into_iter().partition(|one| one.returned);
    let (count, overdue) = (found.len(), found.iter().filter(|one| one.overdue).count());
    found.truncate(SHOWN);
    back.reverse();
    back.truncate(SHOWN);
    let mut names = NameCache::new(view);
    let mut shown = |one: Waits| shown(view, &mut names, one);
    Ok(Data(TodoBlock {
        count,
        overdue,
        items: found.into_iter().map(&mut shown).collect::<Result<_>>()?,
        returned: back.into_iter().map(&mut shown).collect::<Result<_>>()?,
        reminders: reminders(view)?,
    }))
}

/// What people call a process.
pub(super) fn label(view: &View, key: &str) -> &'static str {
    binding::of(view, key).map(|binding| binding.label).unwrap_or_default()
}

/// A document as pages show it.
pub(super) fn shown(view: &View, names: &mut NameCache<'_>, one: Waits) -> Result<Waiting> {
    let (amount_fen, lines) = seen(view, &one)?;
    let Waits { instance, task_id, at, overdue, .. } = one;
    Ok(Waiting {
        label: label(view, &instance.key),
        by: name_of(view, instance.initiator),
        dept_name: names.dept(instance.dept_id)?,
        kind: instance.key,
        instance_id: instance.instance_id,
        task_id,
        no: instance.instance_no,
        title: instance.title,
        amount_fen,
        lines,
        since: at.to_text(),
        overdue,
    })
}

/// Counts one reminder after another, each by the list that it opens.
struct Reminders<'v> {
    view: &'v View<'v>,
    found: Vec<Reminder>,
}

impl Reminders<'_> {
    /// The rows of a list; nothing for who may not open it.
    fn of<L: List>(&mut self, kind: &'static str, label: &'static str, page: &str, query: &L::Query) -> Result<()>
    where
        L::Query: Default,
    {
        if let Some((count, path)) = counted::<L>(self.view, page, query)? {
            self.push(kind, label, usize::try_from(count).unwrap_or(usize::MAX), path);
        }
        Ok(())
    }

    fn push(&mut self, kind: &'static str, label: &'static str, count: usize, path: impl Into<Cow<'static, str>>) {
        self.found.push(Reminder { kind: kind.into(), label: label.into(), count, path: path.into() });
    }
}

fn reminders(view: &View) -> Result<Vec<Reminder>> {
    let mut reminders = Reminders { view, found: Vec::new() };
    for (kind, label, days) in
        [("expiring90", "90 天内到期", 90), ("expiring60", "60 天内到期", 60), ("expiring30", "30 天内到期", 30)]
    {
        let query = ListExpiring { days, with_overdue: false, ..ListExpiring::default() };
        reminders.of::<Expiring>(kind, label, "/lease/expiring", &query)?;
    }
    let query = ListReceipts { state: vec![ReceiptState::Unclaimed], ..ListReceipts::default() };
    reminders.of::<Receipts>("unclaimed", "待认领收款", "/fin/receipt", &query)?;
    if view.caller.rights.holds(run::RIGHT) {
        reminders.push("unbilled", "未能出账的合同", run::unbilled(view)?, BILLS);
        if run::is_unfinished(view)? {
            reminders.push("billRun", "出账未完成", 1, BILLS);
        }
    }
    let query = ListDeposits { held_only: true, ended: true, ..ListDeposits::default() };
    reminders.of::<Deposits>("deposits", "待退押金", "/fin/deposit", &query)?;
    let query = ListCerts { ends_by: Some(add_days(view.now.date(), AHEAD)), ..ListCerts::default() };
    reminders.of::<Certs>("certs", "权证将到期", "/asset/cert", &query)?;
    let unread = usize::try_from(reading::unread(view)?).unwrap_or(usize::MAX);
    reminders.push("notices", "未读通知", unread, "/notice?unread=true");
    let mut found = reminders.found;
    for TodoReminders(brought) in view.app.product.extensions::<TodoReminders>() {
        found.extend(brought(view)?);
    }
    Ok(found)
}
