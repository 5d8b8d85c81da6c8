//! The calls of those who draw processes.

use super::{catalogue, ops, people, roles, seats, simulate, standard, transfer};
use crate::error::Result;
use crate::op::Op;
use crate::records::list;
use crate::route::{AuditAction, Done, Method, Route, read, read_by, write};

use ops::{LIST, TITLE, VersionInput};

const EDIT: &str = "appr:definition:edit";
const PUBLISH: &str = "appr:definition:publish";

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    let in_force = |path, run: fn(&mut Op<'_, '_>, VersionInput) -> Result<Done>| {
        write(Method::Post, path, run).perm(PUBLISH).audit(TITLE, AuditAction::Grant).idempotent()
    };
    let mut routes = list::routes::<ops::Definitions>();
    routes.extend(vec![
        read("/appr/binding/list", catalogue::catalogue).perm(LIST),
        read("/appr/definition/usage", ops::usage).perm(LIST),
        read("/appr/definition/check", people::health).perm(LIST),
        read("/appr/definition/presets", standard::presets).perm(LIST),
        read("/appr/definition/seats", seats::seats).perm(LIST),
        read("/appr/definition/roles", roles::lacking).perm(LIST),
        read("/appr/definition/{id}", ops::show).perm(LIST),
        read("/appr/definition/{id}/export", transfer::export).perm(EDIT),
        read_by(Method::Post, "/appr/definition/validate", ops::validate).perm(LIST),
        read_by(Method::Post, "/appr/definition/simulate", simulate::simulate).perm(LIST),
        write(Method::Post, "/appr/definition", ops::create).perm(EDIT).audit(TITLE, AuditAction::Insert).idempotent(),
        write(Method::Put, "/appr/definition", ops::update).perm(EDIT).audit(TITLE, AuditAction::Update).idempotent(),
        write(Method::Delete, "/appr/definition/{ids}", ops::remove).perm(EDIT).audit(TITLE, AuditAction::Delete),
        write(Method::Post, "/appr/definition/copy", ops::copy)
            .perm(EDIT)
            .audit(TITLE, AuditAction::Insert)
            .idempotent(),
        write(Method::Post, "/appr/definition/import", transfer::import)
            .perm(EDIT)
            .audit(TITLE, AuditAction::Insert)
            .idempotent(),
        in_force("/appr/definition/publish", ops::publish),
        in_force("/appr/definition/disable", ops::disable),
        write(Method::Post, "/appr/definition/preset", standard::switch)
            .perm(PUBLISH)
            .audit(TITLE, AuditAction::Grant)
            .idempotent(),
        write(Method::Post, "/appr/definition/roles", roles::make_roles)
            .perm(PUBLISH)
            .audit(TITLE, AuditAction::Insert)
            .idempotent(),
    ]);
    routes
}
