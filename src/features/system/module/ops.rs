//! The operations on applications.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::record::{self, BY_CODE, BY_SORT, Module};
use crate::error::{AppError, Result};
use crate::kernel::check;
use crate::kernel::page::Paging;
use crate::op::{Op, View};
use crate::records::base::{Base, BaseOut, same_as_read};
use crate::records::list::{FilterBuilder, List, NameCache, NoSums, Place};
use crate::route::{Data, Done};
use crate::store::{Reads, id, key};

/// An application as clients see it (contract 2.8).
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModuleOut {
    /// Number of the application 应用.
    pub module_id: u64,
    /// Code of the application, unique.
    pub module_code: String,
    /// Name of the application 应用.
    pub module_name: String,
    /// Address that opens it, absolute or below the portal.
    pub url: String,
    /// Name of the icon that the menu shows; empty: none.
    pub icon: String,
    /// Place among its kind, small numbers first.
    pub sort: i64,
}

impl From<&Module> for ModuleOut {
    fn from(module: &Module) -> Self {
        Self {
            module_id: module.module_id,
            module_code: module.code.clone(),
            module_name: module.name.clone(),
            url: module.url.clone(),
            icon: module.icon.clone(),
            sort: module.sort,
        }
    }
}

/// An application as its administrators see it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModuleRow {
    /// What everybody sees.
    #[serde(flatten)]
    pub module: ModuleOut,
    /// Who made and last changed it.
    #[serde(flatten)]
    pub base: BaseOut,
}

impl From<&Module> for ModuleRow {
    fn from(module: &Module) -> Self {
        Self { module: ModuleOut::from(module), base: BaseOut::from(&module.base) }
    }
}

/// Every application in order.
pub fn all(view: &View) -> Result<Vec<ModuleOut>> {
    let modules: Vec<Module> = view.tx.by(&BY_SORT, &key(), false, 0, usize::MAX)?;
    Ok(modules.iter().map(ModuleOut::from).collect())
}

/// Filters of the list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListModules {
    /// Part of the code.
    pub module_code: Option<String>,
    /// Part of the name.
    pub module_name: Option<String>,
    /// Page.
    #[serde(flatten)]
    pub paging: Paging,
}

/// 应用
pub struct Modules;

impl List for Modules {
    type Record = Module;
    type Query = ListModules;
    type Row = ModuleRow;
    type Sums = NoSums;

    const PLACE: Place =
        Place { list: "/system/module/list", permission: "system:module:list", export: None, title: super::TITLE };
    const ORDER: &'static [(&'static str, bool)] = &[("sort", false)];

    fn paging(query: &ListModules) -> &Paging {
        &query.paging
    }

    fn narrow(_: &View, query: &ListModules, ask: &mut FilterBuilder<Module>) -> Result<()> {
        ask.word(query.module_code.as_deref(), &[&record::CODE])?;
        ask.word(query.module_name.as_deref(), &[&record::NAME])
    }

    fn row(_: &mut NameCache<'_>, record: &Module) -> Result<ModuleRow> {
        Ok(ModuleRow::from(record))
    }
}

/// One application.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OneModule {
    /// Number of the application 应用.
    pub module_id: u64,
}

fn existing(view: &View, module_id: u64) -> Result<Module> {
    view.tx.get(&id(module_id))?.ok_or_else(|| AppError::refused("应用不存在，可能已被删除，请刷新后重试"))
}

pub fn show(view: &View, input: OneModule) -> Result<Data<ModuleRow>> {
    Ok(Data(ModuleRow::from(&existing(view, input.module_id)?)))
}

/// An application as a form sends it.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ModuleInput {
    /// Which; absent for a new one.
    pub module_id: Option<u64>,
    /// Code of the application, unique.
    pub module_code: String,
    /// Name of the application 应用.
    pub module_name: String,
    /// Address that opens it, absolute or below the portal.
    pub url: String,
    /// Icon name.
    pub icon: Option<String>,
    /// Place among its kind, small numbers first.
    pub sort: Option<i64>,
}

/// A tile is a link on everybody's home page: only our own paths and http(s), so that no script hides in it.
fn is_safe_address(url: &str) -> bool {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let fine = match rest {
        Some(host) => !host.is_empty() && !host.starts_with('/'),
        None => url.starts_with('/') && !url.starts_with("//"),
    };
    fine && !url.contains(|c: char| c.is_whitespace() || c.is_control() || matches!(c, '\\' | '<' | '>' | '"'))
}

impl ModuleInput {
    fn to_module(&self, module_id: u64) -> Result<Module> {
        let code = self.module_code.trim();
        let url = self.url.trim();
        check::required("moduleName", &self.module_name, "应用名称不能为空")?;
        check::at_most("moduleName", &self.module_name, 50, "应用名称长度不能超过50个字符")?;
        check::required("moduleCode", code, "应用编码不能为空")?;
        check::at_most("moduleCode", code, 64, "应用编码长度不能超过64个字符")?;
        if !code.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-')) {
            return Err(AppError::refused("应用编码只能包含字母、数字、横线和下划线").at("moduleCode"));
        }
        check::required("url", url, "应用地址不能为空")?;
        check::at_most("url", url, 200, "应用地址长度不能超过200个字符")?;
        if !is_safe_address(url) {
            return Err(AppError::refused("应用地址必须以 / 或 http(s):// 开头，且不含空格").at("url"));
        }
        let icon = self.icon.as_deref().unwrap_or_default().trim().to_owned();
        check::at_most("icon", &icon, 100, "图标长度不能超过100个字符")?;
        Ok(Module {
            module_id,
            code: code.to_owned(),
            name: self.module_name.trim().to_owned(),
            url: url.to_owned(),
            icon,
            sort: self.sort.ok_or_else(|| AppError::refused("显示顺序不能为空").at("sort"))?,
            base: Base::default(),
        })
    }
}

fn check_unique(view: &View, module: &Module, verb: &str) -> Result<()> {
    let found: Option<Module> = view.tx.one(&BY_CODE, &key().str(&module.code))?;
    if found.is_some_and(|other| other.module_id != module.module_id) {
        return Err(AppError::refused(format!("{verb}应用'{}'失败，应用编码已存在", module.name)).at("moduleCode"));
    }
    Ok(())
}

pub fn create(op: &mut Op, input: ModuleInput) -> Result<Done> {
    let module = input.to_module(0)?;
    check_unique(&op.view(), &module, "新增")?;
    let module_id = op.next_id::<Module>()?;
    let base = Base::made(op, String::new());
    op.put(&Module { module_id, base, ..module })?;
    Ok(Done)
}

pub fn update(op: &mut Op, input: ModuleInput) -> Result<Done> {
    let old = existing(&op.view(), input.module_id.unwrap_or(0))?;
    same_as_read(&op.view(), "应用", &old.name, &old.base)?;
    let module = input.to_module(old.module_id)?;
    check_unique(&op.view(), &module, "修改")?;
    let base = old.base.changed(op);
    op.put(&Module { base, ..module })?;
    Ok(Done)
}

/// Several applications.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ManyModules {
    /// Comma ids of the path.
    pub module_ids: Vec<u64>,
}

/// DELETE /system/module/{ids}: all or none.
pub fn remove(op: &mut Op, input: ManyModules) -> Result<Done> {
    for module_id in input.module_ids {
        existing(&op.view(), module_id)?;
        op.delete::<Module>(&id(module_id))?;
    }
    Ok(Done)
}

#[cfg(test)]
mod tests {
    use super::is_safe_address;

    #[test]
    fn addresses_that_a_tile_may_carry() {
        for fine in ["/lease/", "http://10.0.0.8:9000/a?b=1", "https://oa.example.gov/", "/"] {
            assert!(is_safe_address(fine), "{fine}");
        }
        for bad in [
            "javascript:alert(1)",
            "//evil.example/",
            "http:///x",
            "https://",
            "lease",
            "/a b",
            "/a\\b",
            "/\"x",
            "data:text/html,x",
        ] {
            assert!(!is_safe_address(bad), "{bad}");
        }
    }
}
