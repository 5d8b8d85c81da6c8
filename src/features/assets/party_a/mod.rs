//! Parties A 甲方: owners and managing units that let in their own name (domain.md 2.2).
//!
//! Bank account numbers are personal data: sealed, shown with their last four digits.

pub mod columns;
pub mod ops;
pub mod record;

use crate::records::list;
use crate::route::{AuditAction, Method, Route, read, write};

const TITLE: &str = "甲方管理";

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    let mut routes = list::routes::<ops::Parties>();
    routes.extend(vec![
        read("/asset/partyA/options", ops::options).signed_in().titled("可选的甲方"),
        read("/asset/partyA/{id}", ops::show).perm("asset:partyA:query").titled("甲方详情"),
        write(Method::Post, "/asset/partyA", ops::create).perm("asset:partyA:add").audit(TITLE, AuditAction::Insert),
        write(Method::Put, "/asset/partyA", ops::update).perm("asset:partyA:edit").audit(TITLE, AuditAction::Update),
        write(Method::Delete, "/asset/partyA/{ids}", ops::remove)
            .perm("asset:partyA:remove")
            .audit(TITLE, AuditAction::Delete),
        // Showing a sealed number is an operation of its own, with its own row in the log.
        write(Method::Post, "/asset/partyA/accounts", ops::show_accounts)
            .perm("asset:partyA:pii")
            .audit("查看甲方银行账号", AuditAction::Other),
    ]);
    routes
}
