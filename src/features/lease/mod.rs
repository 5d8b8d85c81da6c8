//! Leases 租赁合同: who lets which rooms to whom, when and for what.

pub mod contract;
mod history_labels;
pub mod hooks;
pub mod reminder;
pub mod tenant;
mod today;
pub mod touched;
mod vacancy;

pub use gx_rent as schedule;

use crate::columns::Source;
use crate::error::Result;
use crate::features::approvals::binding::Limits;
use crate::features::approvals::form::record::FormKind;
use crate::features::approvals::form::register::Register;
use crate::features::assets::room::tenancy::{HolderOf, RoomsToWatch, StayersOf};
use crate::op::View;
use crate::product::{Check, Feature, MemoryInfo};
use crate::records::list::filling::WhenFilled;
use crate::records::owned::find;
use crate::route::Route;
use crate::store::{TableInfo, table};

const TABLES: &[TableInfo] = &[
    table::<tenant::record::Tenant>(),
    table::<contract::record::Lease>(),
    table::<contract::record::LeaseVersion>(),
    table::<contract::change::LeaseChange>(),
    table::<contract::handover::LeaseHandover>(),
    table::<contract::forecast::Forecast>(),
    table::<reminder::ReminderMark>(),
];

pub const FEATURE: Feature = Feature {
    name: "lease",
    about: "租赁：乙方、合同及其变更",
    tables: TABLES,
    columns: &[
        Source::of::<contract::record::Lease>(),
        Source::of::<tenant::record::Tenant>(),
        Source::of::<contract::forecast::Forecast>(),
    ],
    routes,
    memory: &[MemoryInfo::of::<vacancy::VacancyCache>()],
    settings: &[
        contract::guards::POLICY_YEARS.info,
        contract::guards::POLICY_AREA.info,
        contract::approval::ANNUAL_YUAN.info,
        contract::approval::CUMULATIVE_AREA.info,
        contract::approval::BY_LEGAL_REP.info,
    ],
    checks: &[Check::Seals(tenant::record::try_seals)],
    extensions: &[
        &contract::approval::BINDING,
        &contract::change_approval::BINDINGS[0],
        &contract::change_approval::BINDINGS[1],
        &Limits(contract::approval::LIMITS),
        &contract::impact::IMPACTS[0],
        &contract::impact::IMPACTS[1],
        &tenant::HISTORY,
        &contract::HISTORY,
        &contract::FILES,
        &HolderOf(contract::holder_of),
        &StayersOf(contract::stayers),
        &RoomsToWatch(vacancy::to_watch),
        &WhenFilled(vacancy::fill),
        &today::PAPERS,
        &today::VACANT,
        &Register(FormKind::Tenant, tenant_name),
        &Register(FormKind::Lease, lease_no),
    ],
    ..Feature::EMPTY
};

fn tenant_name(view: &View, number: u64) -> Result<String> {
    Ok(find::<tenant::record::Tenant>(view, number)?.facts.tenant_name)
}

fn lease_no(view: &View, number: u64) -> Result<String> {
    Ok(find::<contract::record::Lease>(view, number)?.lease_no)
}

/// Rows of the route table.
pub(crate) fn routes() -> Vec<Route> {
    [tenant::routes(), contract::routes()].into_iter().flatten().collect()
}
