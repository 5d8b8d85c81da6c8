//! Money: bills, receipts, credit, deposits, waivers, refunds, expenses, remittances and the ledger behind them
//! (domain.md 2.7-2.15).
//!
//! Invariants: documents are added and continued, never edited; every movement has its journal in the same commit (I6);
//! nothing is dated in a closed month (I8); who enters does not decide. Caches on bills and lots are checked against
//! the rows (I1, I2, I9) by [`invariants`].
//!
//! Deliberately absent: planned bills as records (the plan of a lease is computed), deletion of anything.

pub mod account;
pub mod allocation;
pub mod apply;
pub mod between;
pub mod bill;
pub mod close;
pub mod credit;
pub mod decision;
pub mod deposit;
pub mod dunning;
mod feature;
pub mod figures;
pub mod files;
pub mod handover;
pub mod hooks;
mod impact;
pub mod invariants;
pub mod late_fee;
pub mod ledger;
pub mod opening;
pub mod payout;
pub mod period;
pub mod receipt;
pub mod reconcile;
pub mod related;
pub mod settlement;
pub mod slip;
pub mod statement;
pub mod sums;
pub mod sums_memory;
mod tenancy;
pub mod timeline;
mod today;
pub mod upgrade;
pub mod waiver;

use crate::records::import::LARGEST;
use crate::records::list;
use crate::route::{AuditAction, Method, Route, in_portions, prepared, read, read_by, write};

pub use feature::FEATURE;

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    let mut routes = bill_routes();
    routes.extend(list::routes::<late_fee::LateFees>());
    routes.extend(list::routes::<deposit::list::Deposits>());
    routes.extend(receipt_routes());
    routes.extend(waiver_routes());
    routes.extend(payout::routes());
    routes.extend(settlement::routes());
    routes.extend(opening::routes());
    routes.extend(dunning::routes());
    routes.extend(slip::routes());
    routes.extend(handover::routes());
    routes.extend(vec![
        read("/fin/figures", figures::load::overview).perm("fin:figures:list").titled("账务概览"),
        read("/fin/reconcile/list", reconcile::list).perm("fin:reconcile:list").titled("账目核对结果"),
        write(Method::Post, "/fin/reconcile", reconcile::ask)
            .perm("fin:reconcile:list")
            .audit("账目核对", AuditAction::Other)
            .idempotent()
            .titled("发起账目核对"),
        read("/fin/close/list", close::list::list).perm("fin:close:list").titled("月结情况"),
        read("/fin/close/parties", close::list::parties).perm("fin:close:list").titled("各甲方的月结情况"),
        prepared(Method::Post, "/fin/close", close::look, close::close)
            .perm("fin:close:add")
            .audit("月结", AuditAction::Insert)
            .idempotent(),
        read("/fin/close/check", close::check::check).perm("fin:close:list").titled("月结前检查"),
        prepared(Method::Post, "/fin/close/until", close::look_until, close::close_until)
            .perm("fin:close:add")
            .audit("月结", AuditAction::Insert)
            .idempotent()
            .titled("连续月结到某月"),
        write(Method::Post, "/fin/close/reopen", close::reopen)
            .perm("fin:close:reopen")
            .audit("反月结", AuditAction::Grant)
            .idempotent(),
        write(Method::Post, "/fin/deposit/apply", deposit::apply::apply)
            .perm("fin:receipt:add")
            .audit("押金抵扣", AuditAction::Update)
            .idempotent(),
        write(Method::Post, "/fin/credit/apply", receipt::reallocate::use_credit)
            .perm("fin:receipt:add")
            .audit("预收抵缴", AuditAction::Update)
            .idempotent(),
        read("/fin/tenant/{id}", account::show).perm("fin:bill:list").titled("乙方账户"),
        read("/fin/statement", statement::show).perm("fin:bill:query").titled("往来对账单"),
        write(Method::Post, "/fin/lateFee/bill", late_fee::bill)
            .perm("fin:lateFee:add")
            .audit("滞纳金出账", AuditAction::Insert)
            .idempotent(),
    ]);
    routes
}

fn bill_routes() -> Vec<Route> {
    use bill::TITLE;
    let mut routes = list::routes::<bill::list::Bills>();
    routes.extend(vec![
        // it shows the full account number, so it leaves a row
        write(Method::Get, "/fin/bill/notice", bill::notice::notices)
            .perm("fin:bill:query")
            .audit("打印缴费通知单", AuditAction::Other),
        read("/fin/bill/run", bill::run::page::show).perm(bill::run::page::RIGHT).titled("出账预览"),
        read("/fin/bill/signing/{id}", deposit::signing::preview).perm("lease:lease:query").titled("签订时出账预览"),
        read("/fin/bill/{id}", bill::list::show).perm("fin:bill:query").titled("账单详情"),
        read("/fin/bill/{id}/explain", bill::list::explain_bill).perm("fin:bill:query").titled("账单金额的计算过程"),
        in_portions(Method::Post, "/fin/bill/generate", bill::run::manual::work, |_, asked| Ok(asked))
            .perm("fin:bill:generate")
            .audit("账单出账", AuditAction::Insert)
            .idempotent(),
        write(Method::Post, "/fin/bill", bill::ops::create)
            .perm("fin:bill:add")
            .audit(TITLE, AuditAction::Insert)
            .idempotent(),
        write(Method::Post, "/fin/bill/void", bill::ops::void)
            .perm("fin:bill:void")
            .audit("账单作废", AuditAction::Update)
            .idempotent(),
    ]);
    routes
}

fn receipt_routes() -> Vec<Route> {
    use receipt::TITLE;
    let import = ["/fin/receipt/importTemplate", "/fin/receipt/importData"];
    let [ticket, file, import] = receipt::exchange::STATEMENTS.routes(import, "fin:receipt:import", TITLE);
    let mut routes = list::routes::<receipt::list::Receipts>();
    routes.extend(vec![
        read("/fin/receipt/{id}", receipt::list::show).perm("fin:receipt:query").titled("收款详情"),
        write(Method::Post, "/fin/receipt", receipt::ops::create)
            .perm("fin:receipt:add")
            .audit(TITLE, AuditAction::Insert)
            .idempotent(),
        read_by(Method::Post, "/fin/receipt/preview", receipt::preview::preview)
            .perm("fin:receipt:add")
            .titled("收款核销预览"),
        read_by(Method::Post, "/fin/receipt/claim/preview", receipt::preview::preview)
            .perm("fin:receipt:claim")
            .titled("收款认领预览"),
        ticket,
        file,
        import.idempotent(),
        read("/fin/receipt/bank/accounts", receipt::bank::accounts)
            .perm("fin:receipt:import")
            .titled("可导入流水的银行账户"),
        read_by(Method::Post, "/fin/receipt/bank/look", receipt::bank::look)
            .upload("file", LARGEST)
            .perm("fin:receipt:import")
            .titled("识别银行流水文件"),
        read("/fin/receipt/bank/leftOut", receipt::left_out::list)
            .perm("fin:receipt:import")
            .titled("未导入的银行流水"),
        prepared(Method::Post, "/fin/receipt/bank/importData", receipt::bank::prepare_import, receipt::bank::import)
            .upload("file", LARGEST)
            .perm("fin:receipt:import")
            .audit(TITLE, AuditAction::Import)
            .idempotent()
            .titled("导入银行流水"),
        write(Method::Post, "/fin/receipt/claim", receipt::ops::claim)
            .perm("fin:receipt:claim")
            .audit("收款认领", AuditAction::Update)
            .idempotent(),
        write(Method::Post, "/fin/receipt/unclaim", receipt::ops::unclaim)
            .perm("fin:receipt:claim")
            .audit("取消认领", AuditAction::Update)
            .idempotent(),
        write(Method::Post, "/fin/receipt/reallocate", receipt::reallocate::reallocate)
            .perm("fin:receipt:claim")
            .audit("收款改核销", AuditAction::Update)
            .idempotent(),
        write(Method::Post, "/fin/receipt/toTreasury", receipt::reallocate::to_treasury)
            .perm("fin:receipt:claim")
            .audit("更正为财政直缴", AuditAction::Update)
            .idempotent(),
        write(Method::Post, "/fin/receipt/undo", receipt::reverse::undo)
            .perm("fin:receipt:add")
            .audit("撤销刚登记的收款", AuditAction::Grant)
            .idempotent(),
        write(Method::Post, "/fin/receipt/reverse", receipt::reverse::reverse)
            .perm("fin:receipt:reverse")
            .audit("收款冲销", AuditAction::Grant)
            .idempotent(),
    ]);
    routes
}

fn waiver_routes() -> Vec<Route> {
    use waiver::TITLE;
    let mut routes = list::routes::<waiver::Waivers>();
    routes.extend(vec![
        read("/fin/waiver/preview", waiver::preview).perm("fin:waiver:add").titled("减免预览"),
        read("/fin/waiver/{id}", waiver::show).perm("fin:waiver:query").titled("减免详情"),
        write(Method::Post, "/fin/waiver", waiver::submit)
            .perm("fin:waiver:add")
            .audit(TITLE, AuditAction::Insert)
            .idempotent(),
        write(Method::Put, "/fin/waiver", waiver::edit)
            .perm("fin:waiver:add")
            .audit(TITLE, AuditAction::Update)
            .idempotent(),
        write(Method::Post, "/fin/waiver/decide", waiver::decide)
            .perm("fin:waiver:approve")
            .audit("减免审批", AuditAction::Grant)
            .idempotent(),
        write(Method::Post, "/fin/waiver/revoke", waiver::revoke)
            .perm("fin:waiver:approve")
            .audit("减免撤销", AuditAction::Grant)
            .idempotent(),
    ]);
    routes
}
