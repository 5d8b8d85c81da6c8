//! All tests of the program in one process: compiled and linked once. A room or a file alone: `cargo test --features
//! testing --test suite books::`, `… books::bill_run`.
//!
//! Invariants: no test changes the process (environment, current folder, the hook of panics): the others run beside it.

#![allow(clippy::disallowed_methods, reason = "the size of tests is no concern")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable, reason = "so a test fails")]
#![allow(clippy::string_slice, clippy::unchecked_time_subtraction, reason = "what a test cuts it wrote itself")]

/// The product's: tests run on what it runs on.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[path = "support/collector.rs"]
mod collector;
#[path = "support/deeds.rs"]
mod deeds;
#[path = "support/e1.rs"]
mod e1;
#[path = "support/figures.rs"]
mod figures;
#[path = "support/growth.rs"]
mod growth;
#[path = "support/http.rs"]
mod http;
#[path = "support/idp.rs"]
mod idp;
#[path = "support/lists.rs"]
mod lists;
#[path = "support/named.rs"]
mod named;
#[path = "support/office.rs"]
mod office;
#[path = "support/scene.rs"]
mod scene;
#[path = "support/shapes.rs"]
mod shapes;
#[path = "support/simdisk.rs"]
mod simdisk;
mod support;
#[path = "support/wide.rs"]
mod wide;
#[path = "support/event_model/mod.rs"]
mod world;

mod portal {
    mod attention;
    mod browser_errors;
    mod everyone;
    mod factor_keys;
    mod files;
    mod front_door;
    mod grants;
    mod grants_model;
    mod guards;
    mod jobs;
    mod kept_rights;
    mod log_lists;
    mod masked;
    mod masks_back;
    mod metrics;
    mod modes;
    mod monitor;
    mod notices;
    mod people;
    mod ready;
    mod second_factor;
    mod sign_in;
    mod sso;
    mod sso_tokens;
    mod support_bundle;
    mod syslog;
    mod syslog_lines;
    mod tasks;
    mod today;
    mod todo;
    mod tries;
    mod views;
    mod watching;
}
mod assets {
    mod city;
    mod imports;
    mod occupancy;
    mod odd_workbooks;
    mod register;
    mod register_import;
    mod room_grid;
}
mod lease {
    mod first_hours;
    mod lease_end;
    mod leases;
    mod paper_sheets;
    mod papers;
    mod reminders;
    mod takeover;
}
mod finance {
    mod account;
    mod after_the_end;
    mod bank_files;
    mod bank_lines;
    mod bank_odd;
    mod bill_run;
    mod books_model;
    mod collection;
    mod damaged_books;
    mod events;
    mod events_accountant;
    mod events_model;
    mod events_openings;
    mod first_day;
    mod handover;
    mod promised;
    mod reconcile;
    mod related;
    mod remitted;
    mod rules;
    mod second_eyes;
    mod slips;
    mod states;
}
mod approvals {
    mod definitions;
    mod entering;
    mod fields;
    mod forms;
    mod impact;
    mod kinds;
    pub mod model;
    mod offers;
    mod papers;
    mod people;
    mod races;
    mod samples;
    mod seats;
    mod stops;
    mod submission;
    pub mod upgrade;
    mod waiver;
}
mod registers {
    mod approval;
    mod cells;
    mod computed;
    mod designs;
    mod exchange;
    mod extras;
    mod growing;
    mod heads;
    pub mod infer;
    mod infer_large;
    mod infer_laws;
    pub mod layouts;
    pub mod made;
    mod packages;
    mod remind;
    mod rows;
    mod scores;
    mod undo;
    mod units;
    pub mod workbooks;
}
mod report {
    mod adjusted;
    mod blocks;
    mod exposure;
    mod figures;
    mod in_columns;
    mod kept_sums;
    mod money_in_columns;
    mod one_day;
    mod pages;
    mod report_centre;
    mod rooms_on_day;
    mod to_do_numbers;
    mod unclaimed;
    mod while_others_write;
}
mod durability {
    mod ahead;
    mod archives;
    mod backup_room;
    mod cli;
    mod cli_flow;
    mod cli_protect;
    mod cli_register;
    mod cli_surroundings;
    mod demo;
    mod disk;
    mod first_run;
    mod journal;
    mod key_files;
    mod kill;
    mod kill_adoption;
    mod kill_books;
    mod kill_commits;
    mod kill_flow;
    mod kill_papers;
    mod kill_registers;
    mod landed;
    mod leftovers;
    mod logs;
    mod manual;
    mod moving_in;
    mod notify;
    mod numbers_restored;
    mod packages;
    mod power_cuts;
    mod power_cuts_registers;
    mod protect;
    mod protect_acts;
    mod protect_full;
    mod releases;
    mod restorable;
    mod startup;
    mod stop;
    mod sums;
    mod syslog;
    mod upgrade;
    mod upgrades;
}
mod columns {
    mod care;
    mod failures;
    mod oracle;
}
mod api {
    mod choices;
    mod contract;
    mod dates;
    mod document;
    mod door;
    mod every_route;
    mod exports;
    mod fields;
    mod forms;
    mod framing;
    mod hidden;
    mod hidden_fixed;
    mod history;
    mod hostile;
    mod idempotency;
    mod lists;
    mod own_rules;
    mod references;
    mod stages;
    mod tls;
}
mod architecture {
    mod circles;
    mod citations;
    mod indexes;
    pub mod registries;
    mod rooms;
    mod seed_files;
    mod shapes;
    pub mod tidy;
}
