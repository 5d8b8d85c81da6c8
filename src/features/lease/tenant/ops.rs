//! The operations on tenants.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::columns;
use super::find::{known_by, sees};
use super::record::{BY_CODE, BY_ID_MARK, Credit, CreditFlag, Tenant, TenantFacts, TenantKind};
use crate::error::{AppError, Result};
use crate::features::lease::contract::record::BY_TENANT;
use crate::features::lease::hooks::{Owes, owes};
use crate::kernel::enumeration::numbered;
use crate::kernel::page::Paging;
use crate::kernel::seal::Sealed;
use crate::kernel::text::mask_phone;
use crate::kernel::{check, uscc};
use crate::op::{Op, View};
use crate::records::clashes::Clashes;
use crate::records::list::{Filter, FilterBuilder, List, Made, Many, NameCache, NoSums, One, Place};
use crate::records::owned::{Business, Owned, OwnedOut};
use crate::records::status::Status;
use crate::records::{owned, personal};
use crate::route::{Data, Done};
use crate::store::{Reads, id, key};

/// A tenant on the wire, masked.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenantOut {
    /// Number of the tenant 乙方.
    pub tenant_id: u64,
    /// What a person wrote.
    #[serde(flatten)]
    pub facts: TenantFacts,
    /// Identity number, masked.
    pub id_no: String,
    /// Telephone number with its middle masked.
    pub phone: String,
    /// How reliable the tenant is 信用标记, with the reason.
    pub credit: Credit,
    /// Leases, ended ones too.
    pub lease_count: u64,
    /// Name of the department that keeps it.
    pub dept_name: String,
    /// What he owes; absent for who may not see bills.
    pub owes: Option<Owes>,
    /// Lock, department, maker.
    #[serde(flatten)]
    pub owned: OwnedOut,
}

fn out(view: &View, names: &mut NameCache<'_>, tenant: &Tenant) -> Result<TenantOut> {
    Ok(TenantOut {
        tenant_id: tenant.tenant_id,
        facts: tenant.facts.clone(),
        id_no: tenant.id_shown.clone(),
        phone: tenant.phone_shown.clone(),
        credit: tenant.credit.clone(),
        lease_count: owned::count(view, &BY_TENANT, &id(tenant.tenant_id), "lease:lease:list")?,
        dept_name: names.dept(tenant.owned.dept_id)?,
        owes: owes(view, tenant.tenant_id)?,
        owned: OwnedOut::of(view, &tenant.owned)?,
    })
}

numbered! {
    /// What somebody has to see to.
    pub enum TenantWatch {
        NoNumber = 1 => "缺证件号码",
    }
}

/// Filters of the list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListTenants {
    /// What [`known_by`] knows: part of name (also pinyin), code, contact or a payer's name; numbers whole or their end.
    pub key_word: Option<String>,
    /// Only of these kinds; absent: all.
    pub kind: Vec<TenantKind>,
    /// Only tenants marked so 信用标记; absent: all.
    pub credit_flag: Vec<CreditFlag>,
    /// Only "0" in use or "1" disabled; absent: both.
    pub status: Vec<Status>,
    /// Only what somebody has to see to 关注.
    pub watch: Option<TenantWatch>,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

/// 乙方
pub struct Tenants;

impl List for Tenants {
    type Record = Tenant;
    type Query = ListTenants;
    type Row = TenantOut;
    type Sums = NoSums;

    const PLACE: Place =
        Place { list: "/lease/tenant/list", permission: "lease:tenant:list", export: None, title: super::TITLE };

    fn paging(query: &ListTenants) -> &Paging {
        &query.paging
    }

    fn narrow(view: &View, query: &ListTenants, ask: &mut FilterBuilder<Tenant>) -> Result<()> {
        if let Some(word) = known_by(view, ask, query.key_word.as_deref())? {
            ask.must(word);
        }
        ask.several(&columns::KIND, &query.kind)?;
        ask.several(&columns::CREDIT, &query.credit_flag)?;
        if query.watch == Some(TenantWatch::NoNumber) {
            ask.must(Filter::Named(ask.place(&columns::ID_TAIL)?, vec![String::new()]));
        }
        ask.several(&columns::STATUS, &query.status)
    }

    fn row(names: &mut NameCache<'_>, tenant: &Tenant) -> Result<TenantOut> {
        let view = *names.view();
        out(&view, names, tenant)
    }
}

pub fn show(view: &View, input: One) -> Result<Data<TenantOut>> {
    out(view, &mut NameCache::new(view), &owned::find(view, input.id)?).map(Data)
}

/// What is otherwise masked.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Personal {
    /// Identity or registration number in full.
    pub id_no: String,
    /// Telephone number in full.
    pub phone: String,
}

/// POST /lease/tenant/personal: logged.
pub fn show_personal(op: &mut Op, input: One) -> Result<Data<Personal>> {
    let view = op.view();
    let tenant: Tenant = owned::find(&view, input.id)?;
    Ok(Data(Personal { id_no: personal::open(&view, &tenant.id_no)?, phone: personal::open(&view, &tenant.phone)? }))
}

/// A tenant as a form sends it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenantInput {
    /// Which; absent for a new one.
    #[serde(default)]
    pub tenant_id: Option<u64>,
    /// The version that was read.
    #[serde(default)]
    pub version: Option<u64>,
    /// Department; the caller's own when absent.
    #[serde(default)]
    pub dept_id: Option<u64>,
    /// Identity number; the masked one means «as before».
    #[serde(default)]
    pub id_no: Option<String>,
    /// Phone; the masked one means «as before».
    #[serde(default)]
    pub phone: Option<String>,
    /// Remark in free text; empty: none.
    #[serde(default)]
    pub remark: String,
    /// What a person writes.
    #[serde(flatten)]
    pub facts: TenantFacts,
}

fn checked(view: &View, input: &TenantInput, tenant_id: u64) -> Result<TenantFacts> {
    let mut facts = input.facts.clone();
    facts.tenant_code = facts.tenant_code.trim().to_owned();
    facts.tenant_name = facts.tenant_name.trim().to_owned();
    check::at_most("tenantCode", &facts.tenant_code, 32, "乙方编码长度不能超过32个字符")?;
    check::required("tenantName", &facts.tenant_name, "乙方名称不能为空")?;
    check::at_most("tenantName", &facts.tenant_name, 100, "乙方名称长度不能超过100个字符")?;
    check::at_most("legalRep", &facts.legal_rep, 50, "法定代表人长度不能超过50个字符")?;
    check::at_most("contact", &facts.contact, 50, "联系人长度不能超过50个字符")?;
    check::at_most("address", &facts.address, 200, "地址长度不能超过200个字符")?;
    check::at_most("industry", &facts.industry, 50, "行业长度不能超过50个字符")?;
    check::remark(&input.remark)?;
    facts.payer_names.iter_mut().for_each(|name| *name = name.trim().to_owned());
    facts.payer_names.retain(|name| !name.is_empty());
    facts.payer_names.dedup();
    if facts.payer_names.len() > 20 {
        return Err(AppError::refused("付款户名不能超过20个").at("payerNames"));
    }
    let found: Option<Tenant> = view.tx.one(&BY_CODE, &key().str(&facts.tenant_code))?;
    if found.is_some_and(|other| other.tenant_id != tenant_id) {
        return Err(AppError::refused(format!("乙方编码 {} 已存在", facts.tenant_code)).at("tenantCode"));
    }
    Ok(facts)
}

/// What the number is called that no two tenants may have.
pub const ID: &str = "证件号码";

/// Identity number of the kind's form, letters in upper case, with its mark; the mark is empty where the number is taken, or
/// nobody looked for it, in an import that will be dropped.
fn checked_id(
    op: &mut Op,
    kind: TenantKind,
    (text, tenant_id): (&str, u64),
    clashes: &mut Clashes,
) -> Result<(String, String)> {
    let id_no = text.trim().to_uppercase();
    if id_no.is_empty() {
        return Ok((id_no, String::new()));
    }
    check::at_most("idNo", &id_no, 30, "证件号码长度不能超过30个字符")?;
    if kind == TenantKind::Company && id_no.len() == 18 && !uscc::is_valid(&id_no) {
        return Err(AppError::refused("统一社会信用代码不正确（末位为校验码）").at("idNo"));
    }
    let sees = sees(&op.view());
    if !sees && !clashes.asks(op, ID)? {
        return Ok((id_no, String::new()));
    }
    let mark = op.app.sealer().mark(&id_no);
    let found: Option<Tenant> = op.view().tx.one(&BY_ID_MARK, &key().str(&mark))?;
    match found.filter(|other| other.tenant_id != tenant_id) {
        Some(_) if !sees => {
            clashes.note(super::TITLE, ID).map_err(|fault| fault.at("idNo"))?;
            Ok((id_no, String::new()))
        }
        Some(other) if owned::is_visible(&op.view(), &op.caller.scope(), &other) => {
            Err(AppError::refused(format!("该证件号码已登记为乙方“{}”", other.title())).at("idNo"))
        }
        Some(_) => Err(AppError::refused("该证件号码已由其他部门登记").at("idNo")),
        None => Ok((id_no, mark)),
    }
}

fn with_id(op: &mut Op, tenant: &mut Tenant, given: Option<&str>, clashes: &mut Clashes) -> Result<()> {
    let said = personal::given(given, &tenant.id_shown).map_err(|fault| fault.at("idNo"))?;
    let Some(text) = said else { return Ok(()) };
    let (id_no, mark) = checked_id(op, tenant.facts.kind, (text, tenant.tenant_id), clashes)?;
    // To who doesn't see it, the same number is a change like any other.
    if tenant.id_mark == mark && (sees(&op.view()) || id_no.is_empty()) {
        return Ok(());
    }
    tenant.id_no = personal::seal(op, &id_no)?;
    tenant.id_mark = mark;
    tenant.id_shown = personal::mask_id(&id_no);
    Ok(())
}

fn with_phone(op: &mut Op, tenant: &mut Tenant, given: Option<&str>) -> Result<()> {
    let said = personal::given(given, &tenant.phone_shown).map_err(|fault| fault.at("phone"))?;
    let Some(phone) = said else { return Ok(()) };
    let digits = phone.chars().filter(char::is_ascii_digit).count();
    let fine = phone.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '+' | ' '));
    if !phone.is_empty() && (!fine || !(7..=15).contains(&digits)) {
        return Err(AppError::refused("请输入正确的联系电话").at("phone"));
    }
    if sees(&op.view()) && personal::open(&op.view(), &tenant.phone)? == phone {
        return Ok(());
    }
    tenant.phone = personal::seal(op, phone)?;
    tenant.phone_shown = mask_phone(phone);
    Ok(())
}

pub fn create(op: &mut Op, input: TenantInput) -> Result<Data<Made>> {
    made(op, input, &mut Clashes::default()).map(|id| Data(Made { id }))
}

/// Makes a tenant, from a form or a row of a workbook; answers its number.
///
/// # Errors
/// A sentence for what breaks a rule.
pub fn made(op: &mut Op, input: TenantInput, clashes: &mut Clashes) -> Result<u64> {
    let mut facts = checked(&op.view(), &input, 0)?;
    let dept_id = owned::department(&op.view(), input.dept_id)?;
    let tenant_id = op.next_id::<Tenant>()?;
    if facts.tenant_code.is_empty() {
        facts.tenant_code = format!("YF-{tenant_id:06}");
        if op.view().tx.one::<Tenant>(&BY_CODE, &key().str(&facts.tenant_code))?.is_some() {
            return Err(AppError::refused(format!("自动编码 {} 已被使用，请填写乙方编码", facts.tenant_code)));
        }
    }
    let mut tenant = Tenant {
        tenant_id,
        facts,
        id_no: Sealed::default(),
        id_mark: String::new(),
        id_shown: String::new(),
        phone: Sealed::default(),
        phone_shown: String::new(),
        credit: Credit::default(),
        payer_accounts: Vec::new(),
        owned: Owned::default(),
    };
    with_id(op, &mut tenant, input.id_no.as_deref(), clashes)?;
    with_phone(op, &mut tenant, input.phone.as_deref())?;
    owned::insert(op, tenant, dept_id, input.remark)?;
    Ok(tenant_id)
}

pub fn update(op: &mut Op, input: TenantInput) -> Result<Done> {
    changed(op, input, &mut Clashes::default()).map(|()| Done)
}

/// Changes a tenant by a form or a row of a workbook.
///
/// # Errors
/// A sentence for what breaks a rule.
pub fn changed(op: &mut Op, input: TenantInput, clashes: &mut Clashes) -> Result<()> {
    let old: Tenant = owned::find(&op.view(), input.tenant_id.unwrap_or(0))?;
    owned::check_version(&op.view(), &old, input.version)?;
    let mut facts = checked(&op.view(), &input, old.tenant_id)?;
    if facts.tenant_code.is_empty() {
        facts.tenant_code.clone_from(&old.facts.tenant_code);
    }
    let mut tenant = Tenant { facts, ..old.clone() };
    with_id(op, &mut tenant, input.id_no.as_deref(), clashes)?;
    with_phone(op, &mut tenant, input.phone.as_deref())?;
    if input.dept_id.is_some_and(|dept_id| dept_id != old.owned.dept_id) {
        tenant.owned.dept_id = owned::department(&op.view(), input.dept_id)?;
    }
    tenant.owned.base.remark = input.remark;
    owned::update(op, &old, tenant, "修改").map(drop)
}

/// A credit flag to set.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetCredit {
    /// The tenant 乙方 that it is about, by number.
    pub tenant_id: u64,
    /// The version that was read.
    #[serde(default)]
    pub version: Option<u64>,
    /// Flag, reason, last day.
    #[serde(flatten)]
    pub credit: Credit,
}

pub fn set_credit(op: &mut Op, input: SetCredit) -> Result<Done> {
    let old: Tenant = owned::find(&op.view(), input.tenant_id)?;
    owned::check_version(&op.view(), &old, input.version)?;
    if input.credit.flag != CreditFlag::Normal {
        check::required("reason", &input.credit.reason, "请填写信用标记的原因")?;
    }
    check::at_most("reason", &input.credit.reason, 200, "原因长度不能超过200个字符")?;
    owned::update(op, &old, Tenant { credit: input.credit, ..old.clone() }, "信用标记")?;
    Ok(Done)
}

/// DELETE /lease/tenant/{ids}: all or none.
pub fn remove(op: &mut Op, input: Many) -> Result<Done> {
    for tenant_id in input.ids {
        let tenant: Tenant = owned::find(&op.view(), tenant_id)?;
        if op.view().tx.count_by(&BY_TENANT, &id(tenant_id))? > 0 {
            return Err(AppError::refused(format!("乙方“{}”有合同，不能删除，可以改为停用", tenant.title())));
        }
        owned::remove(op, &tenant)?;
    }
    Ok(Done)
}
