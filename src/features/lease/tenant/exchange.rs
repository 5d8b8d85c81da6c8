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
use crate::records::exchange::{Cells, if_visible, several, text};
use crate::records::export::Workbook;
use crate::records::import::{Book, ImportAnswer, ImportFile, ImportKind, STATES, Taken};
use crate::records::status::Status;
use crate::records::{import, list, personal};
use crate::route::Nothing;
use crate::sheet::{Column, Row};
use crate::store::{Reads, key};

/// A row: a tenant, masked.
struct TenantSheetRow {
    facts: TenantFacts,
    id_no: String,
    phone: String,
    dept: String,
    credit: CreditFlag,
    remark: String,
}

const PHONE: &str = "联系电话";

const COLUMNS: &[Column<TenantSheetRow>] = &[
    Column::new("乙方编码", 14.0, |line: &TenantSheetRow| text(&line.facts.tenant_code))
        .note("留空时按证件号码查找，新乙方自动编码；编码和证件号码至少填一项"),
    Column::new("乙方名称", 30.0, |line: &TenantSheetRow| text(&line.facts.tenant_name)).note("新乙方必填"),
    Column::new("类型", 12.0, |line: &TenantSheetRow| text(line.facts.kind.label()))
        .choices(&TenantKind::LABELS)
        .note("新乙方必填"),
    Column::new(ID, 22.0, |line: &TenantSheetRow| text(&line.id_no))
        .note("完整的统一社会信用代码或身份证号，加密保存；导出的隐藏号码（含*）再导入时不改变原号码"),
    Column::new("法定代表人", 12.0, |line: &TenantSheetRow| text(&line.facts.legal_rep)),
    Column::new("联系人", 12.0, |line: &TenantSheetRow| text(&line.facts.contact)),
    Column::new(PHONE, 16.0, |line: &TenantSheetRow| text(&line.phone))
        .note("完整的号码，加密保存；含*的号码不改变原号码"),
    Column::new("地址", 34.0, |line: &TenantSheetRow| text(&line.facts.address)),
    Column::new("行业", 14.0, |line: &TenantSheetRow| text(&line.facts.industry)),
    Column::new("付款户名", 30.0, |line: &TenantSheetRow| text(&line.facts.payer_names.join("、")))
        .note("多个用、隔开")
        .lines(),
    Column::new("管理部门", 24.0, |line: &TenantSheetRow| text(&line.dept))
        .note("部门名称，重名时写完整路径；留空为您的部门"),
    Column::new("信用标记", 16.0, |line: &TenantSheetRow| text(line.credit.label())).derived(),
    Column::new("状态", 8.0, |line: &TenantSheetRow| text(line.facts.status.label())).choices(&STATES),
    Column::new("备注", 24.0, |line: &TenantSheetRow| text(&line.remark)).lines(),
];

/// What payers are told apart by; commas stand in foreign names.
const BETWEEN_PAYERS: [char; 4] = ['、', '；', ';', '\n'];

fn line(tenant: &Tenant, depts: &Depts) -> TenantSheetRow {
    TenantSheetRow {
        facts: tenant.facts.clone(),
        id_no: tenant.id_shown.clone(),
        phone: tenant.phone_shown.clone(),
        dept: depts.path(tenant.owned.dept_id),
        credit: tenant.credit.flag,
        remark: tenant.owned.base.remark.clone(),
    }
}

/// Writes the workbook of the filter, masked as the list is.
pub fn prepare_export(view: &View, query: ListTenants) -> Result<Workbook> {
    let depts = Depts::load(view)?;
    list::workbook_of::<ops::Tenants, _>(view, &query, "乙方", COLUMNS, |tenant| Ok(line(tenant, &depts)))
}

fn blank() -> TenantFacts {
    TenantFacts {
        tenant_code: String::new(),
        tenant_name: String::new(),
        kind: TenantKind::Company,
        legal_rep: String::new(),
        contact: String::new(),
        address: String::new(),
        industry: String::new(),
        payer_names: Vec::new(),
        status: Status::Normal,
    }
}

/// Writes the import template.
pub fn prepare_template(view: &View, _: Nothing) -> Result<Workbook> {
    let facts = TenantFacts {
        tenant_code: "YF-000123".into(),
        tenant_name: "禾川包装制品有限公司".into(),
        contact: "张三".into(),
        payer_names: vec!["禾川包装制品有限公司".into(), "张三".into()],
        ..blank()
    };
    let example = TenantSheetRow {
        facts,
        id_no: "91350100M000100Y43".into(),
        phone: "19900000001".into(),
        dept: String::new(),
        credit: CreditFlag::Normal,
        remark: "示例行不会被导入".into(),
    };
    import::template(view, COLUMNS, "乙方", &example)
}

/// Reads the workbook outside the transaction.
///
/// # Errors
/// A sentence for a file that cannot be taken.
pub fn prepare_import(_: &View, input: ImportFile) -> Result<Book> {
    import::prepare(&input, COLUMNS, &["乙方编码", "乙方名称"], "导入乙方数据不能为空！")
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

    fn facts(cells: &mut Cells<'_>, old: TenantFacts) -> TenantFacts {
        let kind = cells.choice("类型", Some(old.kind), &TenantKind::ALL, TenantKind::label);
        let status = cells.choice("状态", Some(old.status), &Status::ALL, Status::label);
        let payers = cells.fresh("付款户名").map(|text| several(text, &BETWEEN_PAYERS).map(str::to_owned).collect());
        TenantFacts {
            tenant_code: cells.text("乙方编码", &old.tenant_code),
            tenant_name: cells.text("乙方名称", &old.tenant_name),
            kind: kind.unwrap_or(old.kind),
            legal_rep: cells.text("法定代表人", &old.legal_rep),
            contact: cells.text("联系人", &old.contact),
            address: cells.text("地址", &old.address),
            industry: cells.text("行业", &old.industry),
            payer_names: payers.unwrap_or(old.payer_names),
            status: status.unwrap_or(old.status),
        }
    }

    fn take(&mut self, op: &mut Op, row: &Row) -> Result<Taken> {
        let view = op.view();
        let known = self.known(&view, row)?;
        let before = known.as_ref().map(|tenant| line(tenant, &self.depts));
        let mut cells = Cells::of(row, COLUMNS, before.as_ref());
        if cells.is_quiet() {
            return Ok(Taken::Unchanged);
        }
        for header in ["乙方名称", "类型"] {
            cells.required(header, known.is_none());
        }
        for header in [ID, PHONE] {
            // What the export says is not fresh: another mask is none of this tenant's.
            if cells.fresh(header).is_some_and(personal::is_masked) {
                cells.complain(format!("{header}：{}", personal::FOREIGN_MASK));
            }
        }
        let facts = Self::facts(&mut cells, known.as_ref().map_or_else(blank, |tenant| tenant.facts.clone()));
        let dept_id = match cells.fresh("管理部门") {
            Some(name) => cells.collect(self.depts.find(name))?,
            None => None,
        };
        let remark = cells.text("备注", known.as_ref().map_or("", |tenant| &tenant.owned.base.remark));
        cells.done()?;
        let plain = |header| cells.fresh(header).map(str::to_owned);
        let (tenant_id, id_no, phone) = (known.as_ref().map(|tenant| tenant.tenant_id), plain(ID), plain(PHONE));
        let form = TenantInput { tenant_id, version: None, dept_id, id_no, phone, remark, facts };
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

const KIND: ImportKind =
    ImportKind { noun: "乙方", key: row_key, key_name: "乙方编码或证件号码", name: "乙方名称" };

pub fn import(op: &mut Op, book: Book) -> Result<ImportAnswer> {
    let (sees, depts) = (find::sees(&op.view()), Depts::load(&op.view())?);
    let clashes = book.clashes(op, ID, sees)?;
    let mut import = Import { update: book.update_support, depts, sees, clashes };
    let worked = import::work(op, book, &KIND, |op, row| import.take(op, row))?;
    import.clashes.answer(op, super::TITLE, ID)?;
    worked.showing(shown_key).finish(op, None)
}
