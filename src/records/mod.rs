//! What records of every kind have in common (domain.md 2.0): who made and changed them, a department that decides who
//! sees them, an optimistic lock, a history, files that hang on them, human numbers, sealed personal data, workbooks in
//! and out. Above `op`, below every feature.
//!
//! Invariants: a business record is written only through [`owned::insert`], [`owned::update`] and [`owned::remove`], which
//! keep lock and history; a record of a department out of the caller's scope answers like one that is missing.

pub mod authors;
pub mod base;
pub mod clashes;
pub mod exchange;
pub mod export;
pub mod files;
pub mod history;
pub mod history_labels;
pub mod html;
pub mod import;
pub mod list;
pub mod lock;
pub mod loose_files;
pub mod names;
pub mod number;
pub mod owned;
pub mod people;
pub mod personal;
pub mod profile;
pub mod sessions;
pub mod status;
pub mod today;
pub mod whole_numbers;

use crate::columns::Source;
use crate::product::{AtStart, Feature, MemoryInfo};
use crate::store::{TableInfo, table};
use crate::{idempotency, platform, store};

/// What is there before any feature: the store's own records and those of the platform.
const TABLES: &[TableInfo] = &[
    table::<store::migrate::Schema>(),
    table::<store::Seq>(),
    table::<platform::identity::user::User>(),
    table::<platform::identity::user::LastSignIn>(),
    table::<platform::identity::dept::Dept>(),
    table::<platform::identity::role::Role>(),
    table::<platform::identity::menu::Menu>(),
    table::<platform::dict::DictType>(),
    table::<platform::dict::DictData>(),
    table::<platform::settings::record::Config>(),
    table::<platform::files::FileInfo>(),
    table::<platform::files::UploadDay>(),
    table::<platform::seal_check::SealCheck>(),
    table::<platform::session::Session>(),
    table::<platform::audit::AuditRow>(),
    table::<platform::audit::AuditHead>(),
    table::<platform::audit::AuditAnchor>(),
    table::<idempotency::FormToken>(),
    table::<history::Change>(),
    table::<lock::WrongTries>(),
    table::<number::NumberFloor>(),
];

/// The ground that every feature stands on.
pub const FEATURE: Feature = Feature {
    name: "platform",
    tables: TABLES,
    columns: &[
        Source::of::<platform::identity::dept::Dept>(),
        Source::of::<platform::identity::user::User>(),
        Source::of::<platform::identity::role::Role>(),
        Source::of::<platform::dict::DictType>(),
        Source::of::<platform::dict::DictData>(),
        Source::of::<platform::settings::record::Config>(),
        Source::of::<platform::files::FileInfo>(),
    ],
    settings: &[
        platform::session::IDLE_MINUTES.info,
        platform::session::ABSOLUTE_HOURS.info,
        export::LONG.info,
        list::run::MEMORY.info,
        list::run::WITHOUT.info,
        lock::WRONG_TRIES.info,
        lock::LOCK_MINUTES.info,
    ],
    extensions: &[&AtStart(list::filling::begin)],
    memory: &[MemoryInfo::of::<whole_numbers::Misses>()],
    ..Feature::EMPTY
};
