//! Verbs that see the whole store: backup and restore, portable archive, doctor.

pub mod archive;
pub mod backup;
pub mod doctor;
