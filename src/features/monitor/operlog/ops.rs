//! The operations on the operation log.

use std::collections::{HashMap, HashSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::wire::{OperLogDetail, OperLogOut};
use crate::error::{AppError, Result};
use crate::features::monitor::archive::{self, Part};
use crate::features::monitor::log_columns::{ACTOR, DEED, IP, REFUSED, TITLE as MODULE};
use crate::features::monitor::scan::{self, Log, SortKey, Wanted};
use crate::kernel::page::{Compare, Paging, Ranged};
use crate::kernel::text::like_filter;
use crate::op::{Op, View};
use crate::platform::audit;
use crate::platform::audit::AuditRow;
use crate::records::export::Workbook;
use crate::records::list::{Filter, FilterBuilder};
use crate::records::{export, names};
use crate::route::{Data, Nothing, Page, Text};
use crate::sheet::{Cell, Column};
use crate::store::{Reads, id};

/// Filters of the operation log.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListOperLog {
    /// Part of the module.
    pub title: Option<String>,
    /// Part of the actor's name or login name.
    pub oper_name: Option<String>,
    /// Part of the address.
    pub oper_ip: Option<String>,
    /// Kind of operation.
    pub business_type: Option<String>,
    /// Several kinds of operation, with commas.
    pub business_types: Option<Vec<String>>,
    /// "0" done, "1" refused.
    pub status: Option<String>,
    /// Range of days.
    #[serde(flatten)]
    pub range: Ranged,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

const SORTS: &[(&str, Compare<SortKey>)] = &[
    ("operId", |a, b| a.audit_id.cmp(&b.audit_id)),
    ("operName", |a, b| a.actor.cmp(&b.actor)),
    ("operTime", |a, b| (a.at, a.audit_id).cmp(&(b.at, b.audit_id))),
    ("costTime", |a, b| a.cost.cmp(&b.cost)),
];

fn given(text: Option<&String>) -> Option<&str> {
    text.map(|text| text.trim()).filter(|text| !text.is_empty())
}

impl ListOperLog {
    /// Kinds of operation asked for; empty = all.
    fn kinds(&self) -> Vec<u8> {
        let many = self.business_types.iter().flatten().flat_map(|text| text.split(','));
        many.chain(given(self.business_type.as_ref())).filter_map(|text| text.trim().parse().ok()).collect()
    }

    fn wanted<T>(&self, view: &View, read: impl FnOnce(&Wanted) -> Result<T>) -> Result<T> {
        let kinds = self.kinds();
        let named = given(self.oper_name.as_ref()).map(|part| names::logins_of(view, part)).transpose()?;
        let fits = |row: &AuditRow| self.fits(&kinds, named.as_ref(), row);
        read(&Wanted {
            log: Log::Operations,
            bounds: self.range.bounds()?,
            fits: self.is_filtered().then_some(&fits as &dyn Fn(&AuditRow) -> bool),
            ask: self.ask(&kinds, named.as_ref())?,
            paging: &self.paging,
            sorts: SORTS,
        })
    }

    /// The filters for columns.
    fn ask(&self, kinds: &[u8], named: Option<&HashSet<String>>) -> Result<FilterBuilder<AuditRow>> {
        let mut ask = FilterBuilder::default();
        ask.word(self.title.as_deref(), &[&MODULE])?;
        ask.word(self.oper_ip.as_deref(), &[&IP])?;
        if let Some(by_login) = ask.has_word(self.oper_name.as_deref(), &[&ACTOR])? {
            let by_name = named.into_iter().flatten().cloned().collect();
            ask.must(Filter::Any(vec![by_login, Filter::Named(ask.place(&ACTOR)?, by_name)]));
        }
        ask.several(&DEED, kinds)?;
        ask.given(&REFUSED, given(self.status.as_ref()).map(|status| status != "0"))?;
        Ok(ask)
    }

    fn is_filtered(&self) -> bool {
        [&self.title, &self.oper_name, &self.oper_ip, &self.status]
            .into_iter()
            .any(|text| given(text.as_ref()).is_some())
            || !self.kinds().is_empty()
    }

    fn fits(&self, kinds: &[u8], named: Option<&HashSet<String>>, row: &AuditRow) -> bool {
        like_filter(&row.title, self.title.as_deref())
            && (like_filter(&row.actor, self.oper_name.as_deref())
                || named.is_some_and(|named| named.contains(&row.actor)))
            && like_filter(&row.ip, self.oper_ip.as_deref())
            && (kinds.is_empty() || kinds.contains(&row.deed))
            && given(self.status.as_ref()).is_none_or(|status| (status == "0") == (row.code == 200))
    }
}

/// GET /monitor/operlog/list: newest first.
pub fn list(view: &View, query: ListOperLog) -> Result<Page<OperLogOut>> {
    let page = query.wanted(view, |wanted| scan::page(view, wanted))?;
    let mut persons: HashMap<String, String> = HashMap::new();
    for AuditRow { actor, .. } in &page.rows {
        if !persons.contains_key(actor) {
            persons.insert(actor.clone(), names::person_and_login(view, actor)?);
        }
    }
    Ok(page.map(|row| OperLogOut::of(&row, persons.get(&row.actor).cloned().unwrap_or_default())))
}

/// One row.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OneOperLog {
    /// Number of the row of the operation log.
    pub oper_id: u64,
}

/// GET /monitor/operlog/{operId}: with the fields before and after.
pub fn show(view: &View, input: OneOperLog) -> Result<Data<OperLogDetail>> {
    let row: Option<AuditRow> = view.tx.get(&id(input.oper_id))?;
    let row = row.filter(|row| Log::Operations.has(row));
    let row = row.ok_or_else(|| AppError::refused("该操作日志不存在，可能已归档，请刷新后重试"))?;
    Ok(Data(OperLogDetail::of(&row, names::person_and_login(view, &row.actor)?)))
}

/// What a walk along the chain found.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChainState {
    /// Whether nothing was changed or removed.
    pub whole: bool,
    /// Rows checked.
    pub rows: u64,
    /// The first break, if any.
    pub first_break: Option<String>,
    /// Rows archived before, which the chain goes on from.
    pub archived: u64,
    /// `yyyy-MM-dd HH:mm:ss`
    pub checked_at: String,
}

/// GET /monitor/operlog/verify: walks the whole chain, operations and sign-ins.
pub fn verify(view: &View, _: Nothing) -> Result<Data<ChainState>> {
    let (rows, faults) = audit::verify_chain(view.tx)?;
    Ok(Data(ChainState {
        whole: faults.is_empty(),
        rows,
        first_break: faults.into_iter().next(),
        archived: crate::platform::audit::anchor(view.tx)?.last,
        checked_at: view.now.to_text(),
    }))
}

/// Rows that somebody wants to be gone.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
#[schemars(rename = "ManyOperLogs")]
pub struct ManyLogs {
    /// Numbers of the records, with commas between.
    pub ids: Vec<u64>,
}

/// DELETE …/{ids}, first half: writes the archive up to the newest of these that is old enough.
pub fn prepare_remove(view: &View, input: ManyLogs) -> Result<Option<Part>> {
    archive::write(view, input.ids.into_iter().max().unwrap_or(0))
}

/// DELETE …/clean, first half: writes the archive of everything that is old enough.
pub fn prepare_clean(view: &View, _: Nothing) -> Result<Option<Part>> {
    archive::write(view, u64::MAX)
}

/// DELETE …, second half: removes what was archived.
pub fn remove(op: &mut Op, part: Option<Part>) -> Result<Text> {
    archive::commit(op, part).map(Text)
}

const DEEDS: [(u8, &str); 9] = [
    (1, "新增"),
    (2, "修改"),
    (3, "删除"),
    (4, "授权"),
    (5, "导出"),
    (6, "导入"),
    (7, "强退"),
    (8, "生成代码"),
    (9, "清空数据"),
];

fn deed_name(deed: u8) -> String {
    DEEDS.iter().find(|(number, _)| *number == deed).map_or("其他", |(_, name)| name).to_owned()
}

/// The columns of a workbook keep to login names, by which an auditor compares.
fn describe(row: &AuditRow) -> OperLogOut {
    OperLogOut::of(row, String::new())
}

/// The family's columns in the family's order, then ours.
const COLUMNS: &[Column<AuditRow>] = &[
    Column::new("操作序号", 10.0, |row: &AuditRow| Cell::Number(row.audit_id.cast_signed())),
    Column::new("操作模块", 16.0, |row| Cell::Text(row.title.clone())),
    Column::new("业务类型", 10.0, |row| Cell::Text(deed_name(row.deed))),
    Column::new("请求方法", 30.0, |row| Cell::Text(row.method.clone())),
    Column::new("请求方式", 10.0, |row| Cell::Text(describe(row).request_method)),
    Column::new("操作类别", 10.0, |row| {
        Cell::Text(if describe(row).operator_type == 1 { "后台用户" } else { "其它" }.into())
    }),
    Column::new("操作人员", 16.0, |row| Cell::Text(row.actor.clone())),
    Column::new("部门名称", 16.0, |row| Cell::Text(row.dept_name.clone())),
    Column::new("请求地址", 30.0, |row| Cell::Text(row.path.clone())),
    Column::new("操作地址", 16.0, |row| Cell::Text(row.ip.clone())),
    Column::new("操作地点", 12.0, |row| Cell::Text(describe(row).oper_location)),
    Column::new("请求参数", 40.0, |row| Cell::Text(row.input.clone())),
    Column::new("返回参数", 40.0, |row| Cell::Text(describe(row).json_result)),
    Column::new("状态", 8.0, |row| Cell::Text(if row.code == 200 { "正常" } else { "异常" }.into())),
    Column::new("错误消息", 30.0, |row| Cell::Text(describe(row).error_msg.unwrap_or_default())),
    Column::new("操作时间", 20.0, |row| Cell::Text(row.at.to_text())),
    Column::new("消耗时间", 12.0, |row| Cell::Text(format!("{}毫秒", row.cost))),
    Column::new("变更内容", 40.0, |row| Cell::Text(row.changes.clone())),
];

/// Writes the workbook of the filter.
pub fn prepare_export(view: &View, query: ListOperLog) -> Result<Workbook> {
    query.wanted(view, |wanted| scan::each(view, wanted, |rows| export::write(view, "操作日志", COLUMNS, rows)))
}
