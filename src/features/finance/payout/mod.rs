//! Money that goes out: refunds, expenses with what units pay each other, remittances. Three families of routes and rights over one document.

pub mod approval;
pub mod between;
pub mod in_hand;
pub mod list;
pub mod ops;
pub mod promised;
pub mod record;

use self::approval::PayoutChange;
use self::list::{Family, Payouts};
use self::ops::{PayPayout, PayoutInput};
use self::record::{EXPENSES, PayoutKind, REFUNDS, REMITTANCES};
use super::decision::Decide;
use crate::error::{AppError, Result};
use crate::op::{Op, View};
use crate::records::list as listing;
use crate::records::list::{Made, One, Place};
use crate::route::{AuditAction, Data, Method, Route, read, write};

fn enter(op: &mut Op, input: PayoutInput, kinds: &[PayoutKind]) -> Result<Data<Made>> {
    if kinds.contains(&input.kind) { ops::submit(op, input) } else { Err(AppError::refused("单据类型不正确")) }
}

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    let mut routes = refund_routes();
    routes.extend(expense_routes());
    routes.extend(remittance_routes());
    routes
}

/// 退款
pub struct Refunds;

impl Family for Refunds {
    const KINDS: &'static [PayoutKind] = REFUNDS;
    const PLACE: Place = Place {
        list: "/fin/refund/list",
        permission: "fin:refund:list",
        export: Some(("/fin/refund/export", "fin:refund:export")),
        title: "退款管理",
    };
    const SHEET: &'static str = "退款";
}

fn refund_routes() -> Vec<Route> {
    const TITLE: &str = Refunds::PLACE.title;
    let mut routes = listing::routes::<Payouts<Refunds>>();
    routes.extend(vec![
        read("/fin/refund/available", ops::available).perm("fin:refund:list").titled("可退款的余额"),
        read("/fin/refund/{id}", |view: &View, input: One| list::show(view, input, REFUNDS))
            .perm("fin:refund:query")
            .titled("退款详情"),
        write(Method::Post, "/fin/refund", |op: &mut Op, input: PayoutInput| enter(op, input, REFUNDS))
            .perm("fin:refund:add")
            .audit(TITLE, AuditAction::Insert)
            .idempotent(),
        write(Method::Put, "/fin/refund", |op: &mut Op, input: PayoutChange| approval::edit(op, input, REFUNDS))
            .perm("fin:refund:add")
            .audit(TITLE, AuditAction::Update)
            .idempotent(),
        write(Method::Post, "/fin/refund/decide", |op: &mut Op, input: Decide| approval::decide(op, &input, REFUNDS))
            .perm("fin:refund:approve")
            .audit("退款审批", AuditAction::Grant)
            .idempotent(),
        write(Method::Post, "/fin/refund/pay", |op: &mut Op, input: PayPayout| ops::pay(op, &input, REFUNDS))
            .perm("fin:refund:pay")
            .audit("退款付款", AuditAction::Update)
            .idempotent(),
        write(Method::Post, "/fin/refund/reverse", |op: &mut Op, input: Decide| ops::reverse(op, &input, REFUNDS))
            .perm("fin:refund:approve")
            .audit("退款冲销", AuditAction::Grant)
            .idempotent(),
    ]);
    routes
}

/// 支出
pub struct Expenses;

impl Family for Expenses {
    const KINDS: &'static [PayoutKind] = EXPENSES;
    const PLACE: Place = Place {
        list: "/fin/expense/list",
        permission: "fin:expense:list",
        export: Some(("/fin/expense/export", "fin:expense:export")),
        title: "支出管理",
    };
    const SHEET: &'static str = "支出";
}

fn expense_routes() -> Vec<Route> {
    const TITLE: &str = Expenses::PLACE.title;
    let mut routes = listing::routes::<Payouts<Expenses>>();
    routes.extend(vec![
        read("/fin/expense/between", between::open).perm("fin:expense:list").titled("可支付的单位往来"),
        read("/fin/expense/{id}", |view: &View, input: One| list::show(view, input, EXPENSES))
            .perm("fin:expense:query")
            .titled("支出详情"),
        write(Method::Post, "/fin/expense", |op: &mut Op, input: PayoutInput| enter(op, input, EXPENSES))
            .perm("fin:expense:add")
            .audit(TITLE, AuditAction::Insert)
            .idempotent(),
        write(Method::Put, "/fin/expense", |op: &mut Op, input: PayoutChange| approval::edit(op, input, EXPENSES))
            .perm("fin:expense:add")
            .audit(TITLE, AuditAction::Update)
            .idempotent(),
        write(Method::Post, "/fin/expense/decide", |op: &mut Op, input: Decide| approval::decide(op, &input, EXPENSES))
            .perm("fin:expense:approve")
            .audit("支出审批", AuditAction::Grant)
            .idempotent(),
        write(Method::Post, "/fin/expense/pay", |op: &mut Op, input: PayPayout| ops::pay(op, &input, EXPENSES))
            .perm("fin:expense:pay")
            .audit("支出付款", AuditAction::Update)
            .idempotent(),
        write(Method::Post, "/fin/expense/reverse", |op: &mut Op, input: Decide| ops::reverse(op, &input, EXPENSES))
            .perm("fin:expense:approve")
            .audit("支出冲销", AuditAction::Grant)
            .idempotent(),
    ]);
    routes
}

struct Remittances;

impl Family for Remittances {
    const KINDS: &'static [PayoutKind] = REMITTANCES;
    const PLACE: Place = Place {
        list: "/fin/remittance/list",
        permission: "fin:remittance:list",
        export: Some(("/fin/remittance/export", "fin:remittance:export")),
        title: "上缴登记",
    };
    const SHEET: &'static str = "上缴";
}

fn remittance_routes() -> Vec<Route> {
    const TITLE: &str = Remittances::PLACE.title;
    let mut routes = listing::routes::<Payouts<Remittances>>();
    routes.extend(vec![
        read("/fin/remittance/{id}", |view: &View, input: One| list::show(view, input, REMITTANCES))
            .perm("fin:remittance:query")
            .titled("上缴详情"),
        write(Method::Post, "/fin/remittance", |op: &mut Op, input: PayoutInput| enter(op, input, REMITTANCES))
            .perm("fin:remittance:add")
            .audit(TITLE, AuditAction::Insert)
            .idempotent(),
        write(Method::Put, "/fin/remittance", |op: &mut Op, input: PayoutChange| {
            approval::edit(op, input, REMITTANCES)
        })
        .perm("fin:remittance:add")
        .audit(TITLE, AuditAction::Update)
        .idempotent(),
        write(Method::Post, "/fin/remittance/decide", |op: &mut Op, input: Decide| {
            approval::decide(op, &input, REMITTANCES)
        })
        .perm("fin:remittance:approve")
        .audit("上缴确认", AuditAction::Grant)
        .idempotent(),
        write(Method::Post, "/fin/remittance/reverse", |op: &mut Op, input: Decide| {
            ops::reverse(op, &input, REMITTANCES)
        })
        .perm("fin:remittance:approve")
        .audit("上缴冲销", AuditAction::Grant)
        .idempotent(),
    ]);
    routes
}
