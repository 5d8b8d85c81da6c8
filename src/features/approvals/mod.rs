//! Approvals 审批中心: one engine for every document that somebody decides about (domain.md 5, approvals.md).
//!
//! Invariants: nobody decides about what he initiated, submitted or wrote, neither himself nor through a deputy; a process
//! and its document move in one transaction; a published definition never changes; the history has no gap.
//! Deliberately absent: BPMN, parallel gateways, sub-processes, decisions by time or because nobody is there.

pub mod archive;
pub mod binding;
pub mod calendar;
pub mod cc;
pub mod check;
pub mod condition;
pub mod console;
pub mod constants;
pub mod context;
pub mod definition;
pub mod deputy;
pub mod detail;
pub mod engine;
mod entries;
pub mod file_access;
pub mod form;
pub mod groups;
pub mod impact;
pub mod instance;
pub mod list;
mod list_filter;
pub mod manage;
pub mod masking;
pub mod message;
pub mod notice;
pub mod offers;
pub mod overdue_job;
mod pace;
pub mod past_limit;
pub mod path;
pub mod people;
pub mod preview;
pub mod print;
pub mod related;
pub mod rights;
pub mod routes;
pub mod rows;
pub mod signature;
pub mod today;

use crate::columns::Source;
use crate::events::Signal;
use crate::features::system::notice::admin::PublishGate;
use crate::platform::settings::Setting;
use crate::product::{AtStart, Check, Feature, MemoryInfo};
use crate::records::files::FileAccess;
use crate::records::owned::ReturnedTo;
use crate::store::{TableInfo, table};

/// The right of those who assign tasks, and never decide themselves.
pub const ASSIGN: &str = "appr:manage:assign";

const TABLES: &[TableInfo] = &[
    table::<definition::record::Definition>(),
    table::<instance::record::Instance>(),
    table::<instance::record::NodeRun>(),
    table::<instance::record::Task>(),
    table::<instance::record::Event>(),
    table::<cc::Cc>(),
    table::<deputy::Deputy>(),
    table::<message::Message>(),
    table::<calendar::CalendarDay>(),
    table::<form::record::FlowForm>(),
    table::<form::draft::Draft>(),
    table::<signature::Signature>(),
];

/// Months over which cumulative values of conditions are counted.
pub const CUMULATIVE_MONTHS: Setting<u64> = Setting::number(100, "flow.cumulativeMonths", 12, 1, 120)
    .called("审批-累计期间（月）", "流程条件中的累计金额、累计面积按此期间计算，已提交和已通过的单据都计入");

/// Hours that a task is open before its initiator may urge, and between two times.
pub const URGE_HOURS: Setting<u64> = Setting::number(103, "flow.urgeHours", 4, 1, 720)
    .called("审批-催办间隔（小时）", "任务到达满此小时数后发起人可以催办，此后每隔同样时间可再催一次");

/// Hours after which a task without a time of its own counts as overdue.
pub const PATIENCE_HOURS: Setting<u64> = Setting::number(110, "flow.patienceHours", 72, 1, 8_760)
    .called("审批-等待多久算逾期（小时）", "环节没有设置办理时限时，任务到达超过此小时数按逾期提示");

/// Yuan up to which documents may be agreed to by the batch.
pub const BATCH_YUAN: Setting<u64> = Setting::number(111, "flow.batchMostYuan", 100_000, 0, 1_000_000_000)
    .called("审批-可批量同意的最高金额（元）", "金额超过此值的单据须逐件审阅，不能批量同意；没有金额的单据不受限制");

pub const FEATURE: Feature = Feature {
    name: "approvals",
    about: "审批中心：流程与表单设计、发起、办理、抄送、代理、工作日历",
    tables: TABLES,
    columns: &[
        Source::of::<instance::record::Instance>(),
        Source::of::<definition::record::Definition>(),
        Source::of::<form::record::FlowForm>(),
    ],
    routes: routes::routes,
    settings: &[CUMULATIVE_MONTHS.info, URGE_HOURS.info, PATIENCE_HOURS.info, BATCH_YUAN.info],
    signals: &[("wf_task", Signal::Todo), ("wf_message", Signal::Todo)],
    memory: &[MemoryInfo::of::<form::bind::Bindings>()],
    jobs: &[overdue_job::RUN],
    checks: &[Check::Faults("审批", check::check), Check::Hints(definition::seats::hints)],
    extensions: &[
        &today::CARDS[0],
        &today::CARDS[1],
        &file_access::FILES,
        &FileAccess(file_access::may_read_document_file),
        &ReturnedTo(instance::returned::lies_with_caller),
        &notice::BINDING,
        &form::bind::DRAWN,
        &PublishGate(notice::RULES),
        &AtStart(instance::adopt::all_waiting),
        &AtStart(definition::standard::at_start),
        &AtStart(instance::readdress::at_start),
    ],
};
