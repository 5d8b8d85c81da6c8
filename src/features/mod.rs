//! What the product does, one folder a subject. Features know no web, no command line, no redb.

pub mod books;
pub mod estate;
pub mod expo;
pub mod lease;
pub mod monitor;
pub mod portal;
pub mod report;
pub mod system;

use crate::fault::Outcome;
use crate::op::View;
use crate::route::Route;
use crate::store::{TableInfo, table};
use system::{config, dept, dict, menu, module, notice, post, role, user};

/// Every table of the store. A record type that is not listed here is found by the tidy test.
pub const TABLES: &[TableInfo] = &[
    table::<crate::store::migrate::Schema>(),
    table::<crate::store::Seq>(),
    table::<crate::platform::identity::user::User>(),
    table::<crate::platform::identity::user::LastSignIn>(),
    table::<crate::platform::identity::dept::Dept>(),
    table::<crate::platform::identity::role::Role>(),
    table::<crate::platform::identity::menu::Menu>(),
    table::<post::record::Post>(),
    table::<crate::platform::dict::DictType>(),
    table::<crate::platform::dict::DictData>(),
    table::<crate::platform::settings::record::Config>(),
    table::<system::module::record::Module>(),
    table::<system::seed_later::Seeded>(),
    table::<notice::record::Notice>(),
    table::<notice::record::NoticeRead>(),
    table::<crate::platform::files::FileInfo>(),
    table::<crate::platform::files::UploadDay>(),
    table::<crate::records::history::Change>(),
    table::<crate::platform::seal_check::SealCheck>(),
    table::<estate::plate::Plate>(),
    table::<estate::party_a::record::PartyA>(),
    table::<estate::asset::record::Asset>(),
    table::<estate::cert::Cert>(),
    table::<estate::building::Building>(),
    table::<estate::room::record::Room>(),
    table::<estate::occupancy::Occupancy>(),
    table::<lease::tenant::record::Tenant>(),
    table::<lease::contract::record::Lease>(),
    table::<lease::contract::record::LeaseVersion>(),
    table::<lease::contract::change::LeaseChange>(),
    table::<lease::contract::handover::LeaseHandover>(),
    table::<lease::contract::forecast::Forecast>(),
    table::<lease::reminder::ReminderMark>(),
    table::<books::bill::record::Bill>(),
    table::<books::bill::run::record::BillRun>(),
    table::<books::bill::run::record::Unbilled>(),
    table::<books::allocation::Allocation>(),
    table::<books::allocation::CreditLot>(),
    table::<books::allocation::CreditMove>(),
    table::<books::receipt::record::Receipt>(),
    table::<books::receipt::mapping::BankMapping>(),
    table::<books::receipt::continuity::LastBalance>(),
    table::<books::deposit::DepositMove>(),
    table::<books::waiver::Waiver>(),
    table::<books::payout::record::Payout>(),
    table::<books::late_fee::BilledFee>(),
    table::<books::settlement::record::Settlement>(),
    table::<books::opening::record::Opening>(),
    table::<books::dunning::record::Dunning>(),
    table::<expo::record::ExposureEntry>(),
    table::<books::ledger::record::LedgerEntry>(),
    table::<books::ledger::record::LedgerHead>(),
    table::<books::ledger::record::Turnover>(),
    table::<books::upgrade::RulesSince>(),
    table::<books::close::MonthClose>(),
    table::<books::reconcile::Reconciliation>(),
    table::<report::centre::saved::SavedQuery>(),
    table::<portal::layout::OwnLayout>(),
    table::<crate::platform::session::Session>(),
    table::<crate::once::FormToken>(),
    table::<portal::idaas::link::IdaasLink>(),
    table::<portal::sign_in::lock::WrongTries>(),
    table::<portal::sign_in::setup::SetupCode>(),
    table::<crate::platform::audit::AuditRow>(),
    table::<crate::platform::audit::AuditHead>(),
    table::<crate::platform::audit::AuditAnchor>(),
    table::<monitor::job::record::Job>(),
    table::<monitor::job::record::JobDue>(),
    table::<monitor::job::record::JobRequest>(),
    table::<monitor::job::record::JobLog>(),
];

/// What refuses a value of a setting because of what is in the store already: key and value, a sentence.
pub const SETTING_GUARDS: &[fn(&View, &str, &str) -> Outcome<()>] = &[books::opening::begin::refuse_moving];

/// Every kind of record whose history can be asked for.
pub fn history_kinds() -> Vec<crate::records::history::HistoryKind> {
    [estate::history_kinds(), lease::history_kinds(), expo::history_kinds()].into_iter().flatten().collect()
}

/// The whole surface of the API.
pub fn routes() -> Vec<Route> {
    [
        portal::routes(),
        user::routes(),
        dept::routes(),
        role::routes(),
        menu::routes(),
        post::routes(),
        dict::routes(),
        config::routes(),
        module::routes(),
        notice::routes(),
        monitor::routes(),
        system::file::routes(),
        estate::routes(),
        lease::routes(),
        books::routes(),
        expo::routes(),
        report::routes(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
