//! What money brings to the product: its record types, jobs, settings and hooks.

use std::sync::Arc;

use super::*;
use crate::app::App;
use crate::columns::Source;
use crate::error::Result;
use crate::features::approvals::binding::Limits;
use crate::features::assets::party_a::ops::BooksFromGuard;
use crate::features::assets::room::tenancy::{DepositOf, TenancyOf};
use crate::features::lease::hooks::{LeaseGuard, LeaseReturned, LeaseSigned, LeaseVoided, TenantOwes, TermsEffect};
use crate::features::lease::reminder;
use crate::features::system::config::ops::SettingGuard;
use crate::op::Caller;
use crate::product::{AtStart, Check, Feature, Found, Job, JobSeed, MemoryInfo};
use crate::records::list::filling::WhenFilled;
use crate::store::{Reader, TableInfo, table};

const TABLES: &[TableInfo] = &[
    table::<bill::record::Bill>(),
    table::<bill::run::record::BillRun>(),
    table::<bill::run::record::Unbilled>(),
    table::<allocation::Allocation>(),
    table::<allocation::CreditLot>(),
    table::<allocation::CreditMove>(),
    table::<receipt::record::Receipt>(),
    table::<receipt::mapping::BankMapping>(),
    table::<receipt::continuity::LastBalance>(),
    table::<receipt::left_out::LeftOut>(),
    table::<slip::record::Slip>(),
    table::<deposit::DepositMove>(),
    table::<handover::record::Handover>(),
    table::<waiver::Waiver>(),
    table::<payout::record::Payout>(),
    table::<late_fee::BilledFee>(),
    table::<settlement::record::Settlement>(),
    table::<opening::record::Opening>(),
    table::<dunning::record::Dunning>(),
    table::<ledger::record::LedgerEntry>(),
    table::<ledger::record::LedgerHead>(),
    table::<ledger::record::Turnover>(),
    table::<upgrade::RulesSince>(),
    table::<period::MonthClose>(),
    table::<reconcile::Reconciliation>(),
];

pub const FEATURE: Feature = Feature {
    name: "finance",
    about: "账务：账单、收款、押金、减免、退款、支出、上缴、结算、月结、催缴、移交",
    tables: TABLES,
    memory: &[MemoryInfo::of::<late_fee::index::LateFeeIndex>(), MemoryInfo::of::<sums_memory::SumsMemory>()],
    columns: &[
        Source::of::<bill::record::Bill>(),
        Source::of::<receipt::record::Receipt>(),
        Source::of::<slip::record::Slip>(),
        Source::of::<allocation::Allocation>(),
        Source::of::<allocation::CreditMove>(),
        Source::of::<deposit::DepositMove>(),
        Source::of::<dunning::record::Dunning>(),
        Source::of::<payout::record::Payout>(),
        Source::of::<waiver::Waiver>(),
        Source::of::<settlement::record::Settlement>(),
        Source::of::<handover::record::Handover>(),
    ],
    routes,
    settings: &[
        period::BOOKS_FROM.info,
        receipt::ops::LATE_FEE_FIRST.info,
        bill::run::manual::AT_ONCE.info,
        waiver::approval::LEADER_YUAN.info,
        waiver::approval::MEETING_YUAN.info,
        payout::approval::REFUND_LEADER.info,
        payout::approval::EXPENSE_FINANCE.info,
        payout::approval::EXPENSE_DAYS.info,
    ],
    jobs: &[REMIND, GENERATE, CHECK],
    checks: &[Check::Faults("账目", check)],
    extensions: &[
        &hooks::ReceiptGone(slip::ops::void_of),
        &waiver::approval::BINDING,
        &Limits(waiver::approval::LIMITS),
        &impact::IMPACTS[0],
        &impact::IMPACTS[1],
        &impact::IMPACTS[2],
        &impact::IMPACTS[3],
        &impact::IMPACTS[4],
        &impact::IMPACTS[5],
        &impact::IMPACTS[6],
        &related::RELATED[0],
        &related::RELATED[1],
        &related::RELATED[2],
        &related::RELATED[3],
        &related::RELATED[4],
        &related::RELATED[5],
        &related::RELATED[6],
        &related::OF_ASSETS[0],
        &related::OF_ASSETS[1],
        &handover::approval::BINDING,
        &handover::FILES,
        &handover::SIGNED,
        &handover::HISTORY,
        &payout::approval::BINDINGS[0],
        &payout::approval::BINDINGS[1],
        &payout::approval::BINDINGS[2],
        &Limits(payout::approval::LIMITS),
        &settlement::approval::BINDING,
        &receipt::approval::BINDING,
        &bill::approval::BINDING,
        &close::approval::BINDING,
        &files::FILES,
        &files::FILES_OUT,
        &files::FILES_DUNNING,
        &WhenFilled(sums_memory::fill),
        &WhenFilled(late_fee::index::fill),
        &SettingGuard(opening::begin::refuse_moving),
        &BooksFromGuard(opening::begin::refuse_moving_of),
        &AtStart(begin),
        &LeaseGuard(settlement::sheet::refuse_settling),
        &TermsEffect(bill::generate::against),
        &LeaseVoided(bill::generate::withdraw),
        &LeaseSigned(deposit::signing::issue),
        &LeaseReturned(deposit::signing::issue_returned),
        &TenantOwes(account::owes),
        &TenancyOf(tenancy::of),
        &DepositOf(deposit::held),
        &bill::list::AskedSince(dunning::list::asked_since),
        &today::CARDS[0],
        &today::CARDS[1],
        &today::CARDS[2],
        &today::CARDS[3],
        &today::CARDS[4],
        &today::CARDS[5],
    ],
    ..Feature::EMPTY
};

const REMIND: Job = Job {
    key: "remind.run",
    title: "合同到期提醒",
    about: "合同到期前 90、60、30 天和到期当天，向有“到期提醒”权限的人发送通知，只列出其数据权限内的合同；缴款承诺到期时通知录入人",
    run: remind,
    protects: false,
    seed: Some(JobSeed {
        id: 5, name: "合同到期提醒", cron: "0 0 8 * * ?", active: true, remark: "每天 08:00"
    }),
};

const GENERATE: Job = Job {
    key: bill::run::TARGET,
    title: "账单出账",
    about: "为全部已签订合同开出到期应出的账单和调整，并用预收款抵扣已到期账单；先在参数 fin.booksFrom 中设置账务启用日",
    run: |app, _| bill::run::nightly(app).map(|ended| bill::run::sentence(&ended)),
    protects: false,
    seed: Some(JobSeed { id: 6, name: "每日出账", cron: "0 30 0 * * ?", active: true, remark: "每天 00:30" }),
};

const CHECK: Job = Job {
    key: reconcile::TARGET,
    title: "账目核对",
    about: "核对收款、账单、预收、押金、总账和房间占用是否账实相符，结果见对账中心",
    run: |app, _| reconcile::run(app),
    protects: false,
    seed: Some(JobSeed { id: 7, name: "账目核对", cron: "0 0 2 * * ?", active: true, remark: "每天 02:00" }),
};

fn remind(app: &Arc<App>, key: &'static str) -> Result<String> {
    let caller = Arc::new(Caller::job(key));
    let reminders = app.read(&caller, |view| reminder::prepare(app, view))?;
    let count =
        app.act(&caller, "合同到期提醒", AuditAction::Insert, move |op| reminder::publish(op, reminders))?;
    let promises = app.act(&caller, "缴款承诺提醒", AuditAction::Insert, dunning::reminder::publish)?;
    Ok(match count + promises {
        0 => "没有需要提醒的合同和缴款承诺".to_owned(),
        count => format!("已发送 {count} 条提醒"),
    })
}

/// Runs that were cut off end, and the moment since when today's rules count is remembered.
fn begin(app: &Arc<App>) -> Result<()> {
    bill::run::end_cut_runs(app)?;
    let caller = Arc::new(Caller::job("scheduler"));
    if app.read(&caller, upgrade::is_due)? {
        app.act(&caller, "账务规则", AuditAction::Other, upgrade::remember)?;
    }
    Ok(())
}

/// What the invariants over the records say.
fn check(tx: &Reader) -> Result<Found> {
    let mut found = Found::default();
    for check in invariants::recorded(tx)? {
        if !check.advice.is_empty() && !found.advice.contains(&check.advice) {
            found.advice.push(check.advice);
        }
        found.faults.extend(check.faults);
    }
    Ok(found)
}
