//! Money that goes out: refunds, expenses, remittances. Three families of routes and rights over one document.

mod in_hand;
pub mod list;
pub mod ops;
pub mod record;

use self::list::ListPayouts;
use self::ops::{PayPayout, PayoutInput};
use self::record::PayoutKind;
use super::person::Decide;
use crate::fault::{Fault, Outcome};
use crate::op::{Op, View};
use crate::records::export;
use crate::records::list::{Made, One};
use crate::route::{Data, Deed, Method, Route, prepared, read, write};

const REFUNDS: &[PayoutKind] = &[PayoutKind::CreditRefund, PayoutKind::DepositRefund];
const EXPENSES: &[PayoutKind] = &[PayoutKind::Expense];
const REMITTANCES: &[PayoutKind] = &[PayoutKind::Remittance];

fn enter(op: &mut Op, input: PayoutInput, kinds: &[PayoutKind]) -> Outcome<Data<Made>> {
    if kinds.contains(&input.kind) { ops::submit(op, input) } else { Err(Fault::refused("单据类型不正确")) }
}

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    let mut routes = refund_routes();
    routes.extend(expense_routes());
    routes.extend(remittance_routes());
    routes
}

fn refund_routes() -> Vec<Route> {
    const TITLE: &str = "退款管理";
    let export = |view: &View, query: ListPayouts| list::prepare_export(view, &query, REFUNDS, "退款");
    vec![
        read("/fin/refund/list", |view: &View, query: ListPayouts| list::list(view, &query, REFUNDS))
            .perm("fin:refund:list"),
        read("/fin/refund/available", ops::available).perm("fin:refund:list"),
        read("/fin/refund/{id}", |view: &View, input: One| list::show(view, input, REFUNDS)).perm("fin:refund:query"),
        write(Method::Post, "/fin/refund", |op: &mut Op, input: PayoutInput| enter(op, input, REFUNDS))
            .perm("fin:refund:add")
            .audit(TITLE, Deed::Insert)
            .once(),
        write(Method::Post, "/fin/refund/decide", |op: &mut Op, input: Decide| ops::decide(op, &input, REFUNDS))
            .perm("fin:refund:approve")
            .audit("退款审批", Deed::Grant)
            .once(),
        write(Method::Post, "/fin/refund/pay", |op: &mut Op, input: PayPayout| ops::pay(op, &input, REFUNDS))
            .perm("fin:refund:pay")
            .audit("退款付款", Deed::Update)
            .once(),
        write(Method::Post, "/fin/refund/reverse", |op: &mut Op, input: Decide| ops::reverse(op, &input, REFUNDS))
            .perm("fin:refund:approve")
            .audit("退款冲销", Deed::Grant)
            .once(),
        prepared(Method::Post, "/fin/refund/export", export, export::file)
            .perm("fin:refund:export")
            .audit(TITLE, Deed::Export),
        export::offered("/fin/refund/export", export).perm("fin:refund:export").audit(TITLE, Deed::Export),
    ]
}

fn expense_routes() -> Vec<Route> {
    const TITLE: &str = "支出管理";
    let export = |view: &View, query: ListPayouts| list::prepare_export(view, &query, EXPENSES, "支出");
    vec![
        read("/fin/expense/list", |view: &View, query: ListPayouts| list::list(view, &query, EXPENSES))
            .perm("fin:expense:list"),
        read("/fin/expense/{id}", |view: &View, input: One| list::show(view, input, EXPENSES))
            .perm("fin:expense:query"),
        write(Method::Post, "/fin/expense", |op: &mut Op, input: PayoutInput| enter(op, input, EXPENSES))
            .perm("fin:expense:add")
            .audit(TITLE, Deed::Insert)
            .once(),
        write(Method::Post, "/fin/expense/decide", |op: &mut Op, input: Decide| ops::decide(op, &input, EXPENSES))
            .perm("fin:expense:approve")
            .audit("支出审批", Deed::Grant)
            .once(),
        write(Method::Post, "/fin/expense/pay", |op: &mut Op, input: PayPayout| ops::pay(op, &input, EXPENSES))
            .perm("fin:expense:pay")
            .audit("支出付款", Deed::Update)
            .once(),
        write(Method::Post, "/fin/expense/reverse", |op: &mut Op, input: Decide| ops::reverse(op, &input, EXPENSES))
            .perm("fin:expense:approve")
            .audit("支出冲销", Deed::Grant)
            .once(),
        prepared(Method::Post, "/fin/expense/export", export, export::file)
            .perm("fin:expense:export")
            .audit(TITLE, Deed::Export),
        export::offered("/fin/expense/export", export).perm("fin:expense:export").audit(TITLE, Deed::Export),
    ]
}

fn remittance_routes() -> Vec<Route> {
    const TITLE: &str = "上缴登记";
    let export = |view: &View, query: ListPayouts| list::prepare_export(view, &query, REMITTANCES, "上缴");
    vec![
        read("/fin/remittance/list", |view: &View, query: ListPayouts| list::list(view, &query, REMITTANCES))
            .perm("fin:remittance:list"),
        read("/fin/remittance/{id}", |view: &View, input: One| list::show(view, input, REMITTANCES))
            .perm("fin:remittance:query"),
        write(Method::Post, "/fin/remittance", |op: &mut Op, input: PayoutInput| enter(op, input, REMITTANCES))
            .perm("fin:remittance:add")
            .audit(TITLE, Deed::Insert)
            .once(),
        write(Method::Post, "/fin/remittance/decide", |op: &mut Op, input: Decide| {
            ops::decide(op, &input, REMITTANCES)
        })
        .perm("fin:remittance:approve")
        .audit("上缴确认", Deed::Grant)
        .once(),
        write(Method::Post, "/fin/remittance/reverse", |op: &mut Op, input: Decide| {
            ops::reverse(op, &input, REMITTANCES)
        })
        .perm("fin:remittance:approve")
        .audit("上缴冲销", Deed::Grant)
        .once(),
        prepared(Method::Post, "/fin/remittance/export", export, export::file)
            .perm("fin:remittance:export")
            .audit(TITLE, Deed::Export),
        export::offered("/fin/remittance/export", export).perm("fin:remittance:export").audit(TITLE, Deed::Export),
    ]
}
