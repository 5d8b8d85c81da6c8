//! Deputies 代理: who acts for somebody while he is away. One level; it ends by its date at every read.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::binding;
use super::instance::record::Task;
use super::people::{living, name_of};
use crate::error::{AppError, Result};
use crate::kernel::check;
use crate::kernel::dates::{DateText, Stamp};
use crate::kernel::order::Order;
use crate::kernel::span::days_between;
use crate::op::{Op, View};
use crate::records::list::{Made, Many};
use crate::records::names::person_name;
use crate::route::{Data, Done, Nothing};
use crate::store::{Index, Key, Reads, Record, id, key};

/// The right of those who enter deputies for others.
pub const FOR_OTHERS: &str = "appr:deputy:all";
/// Longest time of a deputy, days.
const LONGEST: i64 = 366;
/// Most rows that are shown.
const SHOWN: usize = 500;

/// Somebody acts for somebody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deputy {
    pub deputy_id: u64,
    pub user: u64,
    pub deputy: u64,
    /// First day.
    pub from: Date,
    /// Last day.
    pub to: Date,
    /// Processes; none means all.
    pub keys: Vec<String>,
    pub reason: String,
    /// When it was taken back before its end.
    pub revoked: Option<Stamp>,
    /// Who entered it (login name).
    pub made_by: String,
    pub made_at: Stamp,
    /// Number of who entered it for somebody else; 0 where the person did it himself.
    #[serde(default)]
    pub entered_by: u64,
}

impl Deputy {
    /// Whether it counts on a day for a process.
    pub fn counts(&self, day: Date, key: &str) -> bool {
        let covers = self.keys.is_empty() || self.keys.iter().any(|one| one == key);
        self.revoked.is_none() && self.from <= day && day <= self.to && covers
    }

    /// Whether it counts on a day for a task: who may not decide about a document himself gives nobody a seat in it either.
    pub fn counts_for(&self, day: Date, task: &Task) -> bool {
        self.counts(day, &task.key) && (self.entered_by == 0 || !task.barred.contains(&self.entered_by))
    }
}

fn unless_revoked(deputy: &Deputy, person: u64) -> Vec<Key> {
    if deputy.revoked.is_some() { Vec::new() } else { vec![id(person)] }
}

/// For whom somebody has a deputy.
pub const OF_USER: Index<Deputy> =
    Index { name: "wf_delegate/user", unique: false, keys: |deputy| unless_revoked(deputy, deputy.user) };
/// For whom somebody is a deputy.
pub const OF_DEPUTY: Index<Deputy> =
    Index { name: "wf_delegate/deputy", unique: false, keys: |deputy| unless_revoked(deputy, deputy.deputy) };

/// All that a person ever had.
const EVER_OF_USER: Index<Deputy> =
    Index { name: "wf_delegate/ever_user", unique: false, keys: |deputy| vec![id(deputy.user)] };
/// All that a person ever was.
const EVER_OF_DEPUTY: Index<Deputy> =
    Index { name: "wf_delegate/ever_deputy", unique: false, keys: |deputy| vec![id(deputy.deputy)] };
/// All, by their last day.
const BY_END: Index<Deputy> =
    Index { name: "wf_delegate/end", unique: false, keys: |deputy| vec![key().str(&deputy.to.to_string())] };

impl Record for Deputy {
    const TABLE: &'static str = "wf_delegate";
    const NUMBERED: bool = true;
    const INDEXES: &'static [Index<Self>] = &[OF_USER, OF_DEPUTY, EVER_OF_USER, EVER_OF_DEPUTY, BY_END];
    fn id(&self) -> Key {
        id(self.deputy_id)
    }
}

/// Those whom a person may stand for today; every process, to be narrowed by [`Deputy::counts`].
///
/// # Errors
/// Records that can't be read.
pub fn stands_for(view: &View, deputy: u64) -> Result<Vec<Deputy>> {
    let mut all: Vec<Deputy> = view.tx.by(&OF_DEPUTY, &id(deputy), false, 0, usize::MAX)?;
    let today = view.now.date();
    all.retain(|one| one.from <= today && today <= one.to);
    Ok(all)
}

/// A deputy as people see it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeputyOut {
    /// Number of the deputyship 代理.
    pub deputy_id: u64,
    /// For whom.
    pub user: u64,
    /// Real name of the person that is stood in for.
    pub user_name: String,
    /// The deputy, by number of the person.
    pub deputy: u64,
    /// Real name of the deputy.
    pub deputy_name: String,
    /// First day, included.
    #[schemars(with = "DateText")]
    pub from: Date,
    /// Last day, included.
    #[schemars(with = "DateText")]
    pub to: Date,
    /// Processes; none means all.
    pub keys: Vec<String>,
    /// The same in words.
    pub scope: String,
    /// Reason in words, for the record.
    pub reason: String,
    /// It counts today.
    pub is_on: bool,
    /// It was taken back, or is over.
    pub is_over: bool,
    /// Who entered it.
    pub made_by: String,
    /// When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time.
    pub made_at: String,
}

/// GET /appr/deputy/all: the newest first.
///
/// # Errors
/// Records that can't be read.
pub fn show_all(view: &View, _: Nothing) -> Result<Data<Vec<DeputyOut>>> {
    let all: Vec<Deputy> = view.tx.by(&BY_END, &key(), true, 0, SHOWN)?;
    all.into_iter().map(|one| out(view, one)).collect::<Result<_>>().map(Data)
}

/// GET /appr/deputy: those of the caller, from both sides. The newest first.
///
/// # Errors
/// Records that can't be read.
pub fn show(view: &View, _: Nothing) -> Result<Data<Vec<DeputyOut>>> {
    let own = id(view.caller.user_id());
    let mut all: Vec<Deputy> = view.tx.by(&EVER_OF_USER, &own, true, 0, SHOWN)?;
    all.extend(view.tx.by(&EVER_OF_DEPUTY, &own, true, 0, SHOWN)?);
    all.order_by_key(|one| std::cmp::Reverse((one.to, one.deputy_id)));
    all.dedup_by_key(|one| one.deputy_id);
    all.into_iter().map(|one| out(view, one)).collect::<Result<_>>().map(Data)
}

fn out(view: &View, one: Deputy) -> Result<DeputyOut> {
    let today = view.now.date();
    let labels = one.keys.iter().map(|key| binding::of(view, key).map(|binding| binding.label));
    let labels: Vec<&str> = labels.filter_map(Result::ok).collect();
    Ok(DeputyOut {
        deputy_id: one.deputy_id,
        user_name: name_of(view, one.user),
        deputy_name: name_of(view, one.deputy),
        is_on: one.revoked.is_none() && one.from <= today && today <= one.to,
        is_over: one.revoked.is_some() || one.to < today,
        scope: if one.keys.is_empty() { "全部流程".into() } else { labels.join("、") },
        made_by: person_name(view, &one.made_by)?,
        made_at: one.made_at.to_text(),
        user: one.user,
        deputy: one.deputy,
        from: one.from,
        to: one.to,
        keys: one.keys,
        reason: one.reason,
    })
}

/// A deputy as a form sends it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeputyInput {
    /// For whom; 0 for the caller.
    #[serde(default)]
    pub user: u64,
    /// The deputy, by number of the person.
    #[schemars(title = "代理人")]
    pub deputy: u64,
    /// First day, included.
    #[schemars(with = "DateText", title = "开始日期")]
    pub from: Date,
    /// Last day, included.
    #[schemars(with = "DateText", title = "结束日期")]
    pub to: Date,
    /// Processes; none means all.
    #[serde(default)]
    pub keys: Vec<String>,
    /// Reason in words, for the record.
    #[serde(default)]
    pub reason: String,
}

/// POST /appr/deputy
///
/// # Errors
/// A sentence: for somebody else without the right, the same person, days in disorder, another deputy at that time, a
/// deputy who is away himself.
pub fn enter(op: &mut Op, input: DeputyInput) -> Result<Data<Made>> {
    let own = op.caller.user_id();
    let user = if input.user == 0 { own } else { input.user };
    if user != own && !op.caller.rights.holds(FOR_OTHERS) {
        return Err(AppError::refused("只能为本人设置代理").at("user"));
    }
    let view = op.view();
    for (field, person, sentence) in
        [("user", user, "被代理人不存在或已停用"), ("deputy", input.deputy, "代理人不存在或已停用")]
    {
        if living(&view, person)?.is_none() {
            return Err(AppError::refused(sentence).at(field));
        }
    }
    if user == input.deputy {
        return Err(AppError::refused("代理人不能是本人").at("deputy"));
    }
    // Nobody gives himself the seat of somebody else.
    if user != own && input.deputy == own {
        return Err(AppError::refused("不能把本人设为他人的代理人，请由被代理人本人或其他管理员设置").at("deputy"));
    }
    if input.to < input.from {
        return Err(AppError::refused("结束日期不能早于开始日期").at("to"));
    }
    if input.from < view.now.date() {
        return Err(AppError::refused("开始日期不能早于今天").at("from"));
    }
    if days_between(view.now.date(), input.to) > LONGEST {
        return Err(AppError::refused(format!("结束日期须在{LONGEST}天以内")).at("to"));
    }
    check::at_most("reason", &input.reason, 200, "原因不能超过200个字符")?;
    for key in &input.keys {
        binding::of(&view, key).map_err(|fault| AppError { field: None, ..fault }.at("keys"))?;
    }
    refuse_clash(&view, user, &input)?;
    let (made_by, made_at) = (op.caller.name(), op.now);
    let deputy_id = op.next_id::<Deputy>()?;
    let DeputyInput { deputy, from, to, keys, reason, .. } = input;
    let reason = reason.trim().to_owned();
    let entered_by = if user == own { 0 } else { own };
    let revoked = None;
    op.put(&Deputy { deputy_id, user, deputy, from, to, keys, reason, revoked, made_by, made_at, entered_by })?;
    Ok(Data(Made { id: deputy_id }))
}

/// Somebody has one deputy at a time for a process, and no deputy is away himself: so nobody stands for anybody in a circle.
fn refuse_clash(view: &View, user: u64, input: &DeputyInput) -> Result<()> {
    let meets = |other: &Deputy| other.from <= input.to && input.from <= other.to;
    let same = |other: &Deputy| {
        let all = other.keys.is_empty() || input.keys.is_empty();
        meets(other) && (all || other.keys.iter().any(|key| input.keys.contains(key)))
    };
    let of_user: Vec<Deputy> = view.tx.by(&OF_USER, &id(user), false, 0, usize::MAX)?;
    if let Some(other) = of_user.iter().find(|other| same(other)) {
        let (name, from, to) = (name_of(view, other.deputy), other.from, other.to);
        return Err(AppError::refused(format!("该期间已有代理人 {name}（{from} 至 {to}）")).at("deputy"));
    }
    let of_deputy: Vec<Deputy> = view.tx.by(&OF_USER, &id(input.deputy), false, 0, usize::MAX)?;
    if let Some(other) = of_deputy.iter().find(|other| same(other)) {
        let (name, from, to) = (name_of(view, input.deputy), other.from, other.to);
        return Err(AppError::refused(format!("{name} 在 {from} 至 {to} 已委托他人代理，不能作为代理人")).at("deputy"));
    }
    let stands_for: Vec<Deputy> = view.tx.by(&OF_DEPUTY, &id(user), false, 0, usize::MAX)?;
    if let Some(other) = stands_for.iter().find(|other| same(other)) {
        let (name, whom, from, to) = (name_of(view, user), name_of(view, other.user), other.from, other.to);
        return Err(
            AppError::refused(format!("{name} 在 {from} 至 {to} 是 {whom} 的代理人，请先撤销该代理")).at("from")
        );
    }
    Ok(())
}

/// DELETE /appr/deputy/{ids}: taken back; what was done stays done.
///
/// # Errors
/// A sentence for somebody else's.
pub fn revoke(op: &mut Op, input: Many) -> Result<Done> {
    for deputy_id in input.ids {
        let gone = || AppError::refused("该代理不存在或已撤销，请刷新后查看");
        let one: Deputy = op.view().tx.get(&id(deputy_id))?.ok_or_else(gone)?;
        let own = one.user == op.caller.user_id() || op.caller.rights.holds(FOR_OTHERS);
        if !own || one.revoked.is_some() {
            return Err(gone());
        }
        op.put(&Deputy { revoked: Some(op.now), ..one })?;
    }
    Ok(Done)
}
