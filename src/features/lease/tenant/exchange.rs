//! Tenants as workbooks: the same columns go out and come in.
//!
//! A tenant is found by code, or by identity number. Identity number and phone go out masked and come in as plain
//! text; a masked text that comes back changes nothing. No sentence, no report and no log shows a full number.

use super::find;
use super::ops::{self, ID, ListTenants, TenantInput};
use super::record::{BY_CODE, BY_ID_MARK, CreditFlag, Tenant, TenantFacts, TenantKind};
use crate::error::{AppError, Result};
use crate::features::system::dept::find::Depts;
use crate::kernel::text::mask_phone;
use crate::op::{Op, View};
use crate::records::clashes::Clashes;
use crate::records::exchange::{Column, Exchange, if_visible, several, text};
use crate::records::export::Workbook;
use crate::records::import::{Book, ImportAnswer, ImportKind, STATES, Taken};
use crate::records::personal;
use crate::records::status::Status;
use crate::sheet::Row;
use crate::store::{Reads, key};

/// A row: a tenant, masked.
#[derive(Default)]
pub struct TenantSheetRow {
    facts: TenantFacts,
    id_no: String,
    phone: String,
    dept: String,
    /// The one that a row names.
    dept_id: Option<u64>,
    credit: CreditFlag,
    remark: String,
}

const PHONE: &str = "联系电话";

type Col = Column<TenantSheetRow, Depts>;

pub static TENANTS: Exchange<TenantSheetRow, Depts> = Exchange {
    sheet: "乙方",
    columns: &[
        Col::text("乙方编码", 14.0, |row| &mut row.facts.tenant_code)
            .note("留空时按证件号码查找，新乙方自动编码；编码和证件号码至少填一项"),
        Col::text("乙方名称", 30.0, |row| &mut row.facts.tenant_name).note("新乙方必填"),
        Col::new("类型", 12.0, |row| text(row.facts.kind.label()))
            .choices(&TenantKind::LABELS)
            .note("新乙方必填")
            .sets(|cell, row, _| cell.label(&TenantKind::ALL, TenantKind::label).map(|value| row.facts.kind = value)),
        Col::text(ID, 22.0, |row| &mut row.id_no)
            .note("完整的统一社会信用代码或身份证号，加密保存；导出的隐藏号码（含*）再导入时不改变原号码"),
        Col::text("法定代表人", 12.0, |row| &mut row.facts.legal_rep),
        Col::text("联系人", 12.0, |row| &mut row.facts.contact),
        Col::text(PHONE, 16.0, |row| &mut row.phone).note("完整的号码，加密保存；含*的号码不改变原号码"),
        Col::text("地址", 34.0, |row| &mut row.facts.address),
        Col::text("行业", 14.0, |row| &mut row.facts.industry),
        Col::new("付款户名", 30.0, |row| text(&row.facts.payer_names.join("、"))).note("多个用、隔开").lines().sets(
            |cell, row, _| {
                row.facts.payer_names = several(cell.text(), &BETWEEN_PAYERS).map(str::to_owned).collect();
                Ok(())
            },
        ),
        Col::new("管理部门", 24.0, |row| text(&row.dept))
            .note("部门名称，重名时写完整路径；留空为您的部门")
            .sets(|cell, row, depts| depts.find(cell.text()).map(|dept_id| row.dept_id = Some(dept_id))),
        Col::new("信用标记", 16.0, |row| text(row.credit.label())).derived(),
        Col::new("状态", 8.0, |row| text(row.facts.status.label()))
            .choices(&STATES)
            .sets(|cell, row, _| cell.label(&Status::ALL, Status::label).map(|value| row.facts.status = value)),
        Col::text("备注", 24.0, |row| &mut row.remark).lines(),
    ],
    needed: &["乙方编码", "乙方名称"],
    empty: "导入乙方数据不能为空！",
    rows: ImportKind {
        noun: "乙方", key: Some(row_key), key_name: "乙方编码或证件号码", name: "乙方名称"
    },
    example: |_| TenantSheetRow {
        facts: TenantFacts {
            tenant_code: "YF-000123".into(),
            tenant_name: "禾川包装制品有限公司".into(),
            contact: "张三".into(),
            payer_names: vec!["禾川包装制品有限公司".into(), "张三".into()],
            ..TenantFacts::default()
        },
        id_no: "91350100M000100Y43".into(),
        phone: "19900000001".into(),
        remark: "示例行不会被导入".into(),
        ..TenantSheetRow::default()
    },
    import,
};

/// What payers are told apart by; commas stand in foreign names.
const BETWEEN_PAYERS: [char; 4] = ['、', '；', ';', '\n'];

fn line(tenant: &Tenant, depts: &Depts) -> TenantSheetRow {
    TenantSheetRow {
        facts: tenant.facts.clone(),
        id_no: tenant.id_shown.clone(),
        phone: tenant.phone_shown.clone(),
        dept: depts.path(tenant.owned.dept_id),
        dept_id: None,
        credit: tenant.credit.flag,
        remark: tenant.owned.base.remark.clone(),
    }
}

/// Writes the workbook of the filter, masked as the list is.
pub fn export(view: &View, query: ListTenants) -> Result<Workbook> {
    let depts = Depts::load(view)?;
    TENANTS.export::<ops::Tenants>(view, &query, |tenant| Ok(line(tenant, &depts)))
}

struct Import {
    update: bool,
    depts: Depts,
    /// Whether who imports sees numbers in full.
    sees: bool,
    clashes: Clashes,
}

impl Import {
    /// The tenant that a row is about; by a certificate that he doesn't see nobody finds one.
    fn known(&self, view: &View, row: &Row) -> Result<Option<Tenant>> {
        let (code, id_no) = (row.get("乙方编码").trim(), row.get(ID).trim());
        if !code.is_empty() {
            return Ok(if_visible(view, view.tx.one::<Tenant>(&BY_CODE, &key().str(code))?));
        }
        if id_no.is_empty() {
            return Err(AppError::refused("请填写乙方编码或证件号码"));
        }
        if personal::is_masked(id_no) {
            return Err(AppError::refused("证件号码已隐藏，不能用来查找，请填写乙方编码或完整的证件号码"));
        }
        if !self.sees {
            return Ok(None);
        }
        let mark = view.app.sealer().mark(&id_no.to_uppercase());
        Ok(if_visible(view, view.tx.one::<Tenant>(&BY_ID_MARK, &key().str(&mark))?))
    }

    fn take(&mut self, op: &mut Op, row: &Row) -> Result<Taken> {
        let view = op.view();
        let known = self.known(&view, row)?;
        let mut filled = known.as_ref().map(|tenant| line(tenant, &self.depts));
        let mut cells = TENANTS.cells(row, filled.as_mut());
        if cells.is_quiet() {
            return Ok(Taken::Unchanged);
        }
        cells.required(&["乙方名称", "类型"], known.is_none());
        for header in [ID, PHONE] {
            // What the export says is not fresh: another mask is none of this tenant's.
            if cells.fresh(header).is_some_and(personal::is_masked) {
                cells.complain(format!("{header}：{}", personal::FOREIGN_MASK));
            }
        }
        let mut filled = filled.unwrap_or_default();
        cells.fill(TENANTS.columns, &mut filled, &self.depts)?;
        cells.done()?;
        let form = TenantInput {
            tenant_id: known.as_ref().map(|tenant| tenant.tenant_id),
            version: None,
            dept_id: filled.dept_id,
            id_no: cells.fresh(ID).map(str::to_owned),
            phone: cells.fresh(PHONE).map(str::to_owned),
            remark: filled.remark,
            facts: filled.facts,
        };
        let Some(tenant) = known else { return ops::made(op, form, &mut self.clashes).map(|_| Taken::Created) };
        if is_same(&view, &tenant, &form, self.sees)? {
            return Ok(Taken::Unchanged);
        }
        if !self.update {
            return Err(AppError::refused(format!("乙方“{}”已存在", tenant.facts.tenant_name)));
        }
        ops::changed(op, form, &mut self.clashes).map(|()| Taken::Updated)
    }
}

/// Whether a row says what there is; to who doesn't see numbers a typed one is never the same.
fn is_same(view: &View, tenant: &Tenant, form: &TenantInput, sees: bool) -> Result<bool> {
    if !sees && (form.id_no.is_some() || form.phone.is_some()) {
        return Ok(false);
    }
    let same_id =
        form.id_no.as_deref().is_none_or(|id_no| view.app.sealer().mark(&id_no.to_uppercase()) == tenant.id_mark);
    let same_phone = match form.phone.as_deref() {
        // only one that looks the same is worth opening the seal for
        Some(phone) => mask_phone(phone) == tenant.phone_shown && personal::open(view, &tenant.phone)? == phone,
        None => true,
    };
    Ok(same_id
        && same_phone
        && form.facts == tenant.facts
        && form.remark == tenant.owned.base.remark
        && form.dept_id.is_none_or(|dept_id| dept_id == tenant.owned.dept_id))
}

/// How the key of a row without code begins.
const BY_ID: &str = "证件 ";

fn row_key(row: &Row) -> String {
    match (row.get("乙方编码").trim(), row.get(ID).trim()) {
        ("", "") => String::new(),
        ("", id_no) => format!("{BY_ID}{id_no}"),
        (code, _) => code.to_owned(),
    }
}

fn shown_key(key: &str) -> String {
    key.strip_prefix(BY_ID).map_or_else(|| key.to_owned(), |id_no| format!("{BY_ID}{}", personal::mask_id(id_no)))
}

fn import(op: &mut Op, book: Book) -> Result<ImportAnswer> {
    let (sees, depts) = (find::sees(&op.view()), Depts::load(&op.view())?);
    let clashes = book.clashes(op, ID, sees)?;
    let mut import = Import { update: book.update_support, depts, sees, clashes };
    let worked = TENANTS.work(op, book, |op, row| import.take(op, row))?;
    import.clashes.answer(op, super::TITLE, ID)?;
    worked.showing(shown_key).finish(op, None)
}
