//! The operations on the login log.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{AppError, Result};
use crate::features::monitor::log_columns::{ACTOR, IP, REFUSED};
use crate::features::monitor::place;
use crate::features::monitor::scan::{self, Log, SortKey, Wanted};
use crate::kernel::page::{Compare, Paging, Ranged};
use crate::kernel::text::like_filter;
use crate::kernel::user_agent;
use crate::op::View;
use crate::platform::audit::AuditRow;
use crate::records::export;
use crate::records::export::Workbook;
use crate::records::list::FilterBuilder;
use crate::route::{Data, Page};
use crate::sheet::{Cell, Column};
use crate::store::{Reads, id};

/// Filters of the login log.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListLogins {
    /// Part of the address.
    pub ipaddr: Option<String>,
    /// Part of the login name.
    pub user_name: Option<String>,
    /// "0" succeeded, "1" failed.
    pub status: Option<String>,
    /// Range of days.
    #[serde(flatten)]
    pub range: Ranged,
    /// Page and order.
    #[serde(flatten)]
    pub paging: Paging,
}

impl ListLogins {
    fn wanted<T>(&self, read: impl FnOnce(&Wanted) -> Result<T>) -> Result<T> {
        let fits = |row: &AuditRow| self.fits(row);
        read(&Wanted {
            log: Log::SignIns,
            bounds: self.range.bounds()?,
            fits: self.is_filtered().then_some(&fits as &dyn Fn(&AuditRow) -> bool),
            ask: self.ask()?,
            paging: &self.paging,
            sorts: SORTS,
        })
    }

    /// The filters for columns.
    fn ask(&self) -> Result<FilterBuilder<AuditRow>> {
        let mut ask = FilterBuilder::default();
        ask.word(self.ipaddr.as_deref(), &[&IP])?;
        ask.word(self.user_name.as_deref(), &[&ACTOR])?;
        let status = self.status.as_deref().filter(|status| !status.is_empty());
        ask.given(&REFUSED, status.map(|status| status != "0"))?;
        Ok(ask)
    }

    fn is_filtered(&self) -> bool {
        [&self.ipaddr, &self.user_name, &self.status].into_iter().flatten().any(|text| !text.trim().is_empty())
    }

    fn fits(&self, row: &AuditRow) -> bool {
        like_filter(&row.ip, self.ipaddr.as_deref())
            && like_filter(&row.actor, self.user_name.as_deref())
            && self.status.as_deref().is_none_or(|status| status.is_empty() || (status == "0") == (row.code == 200))
    }
}

const SORTS: &[(&str, Compare<SortKey>)] = &[
    ("infoId", |a, b| a.audit_id.cmp(&b.audit_id)),
    ("userName", |a, b| a.actor.cmp(&b.actor)),
    ("loginTime", |a, b| (a.at, a.audit_id).cmp(&(b.at, b.audit_id))),
];

/// A row as clients see it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoginOut {
    /// Number of the row of the login log.
    pub info_id: u64,
    /// Login name.
    pub user_name: String,
    /// "0" succeeded, "1" failed.
    pub status: String,
    /// Network address that it came from.
    pub ipaddr: String,
    /// 内网IP or 外网IP.
    pub login_location: String,
    /// Kind of browser, as it says itself.
    pub browser: String,
    /// Operating system, as the browser says itself.
    pub os: String,
    /// What happened.
    pub msg: String,
    /// `yyyy-MM-dd HH:mm:ss`
    pub login_time: String,
}

impl From<&AuditRow> for LoginOut {
    fn from(row: &AuditRow) -> Self {
        let agent = user_agent::describe(&row.user_agent);
        Self {
            info_id: row.audit_id,
            user_name: row.actor.clone(),
            status: if row.code == 200 { "0".into() } else { "1".into() },
            ipaddr: row.ip.clone(),
            login_location: place(&row.ip).to_owned(),
            browser: agent.browser,
            os: agent.system.to_owned(),
            msg: row.message.clone(),
            login_time: row.at.to_text(),
        }
    }
}

/// GET /monitor/logininfor/list: newest first.
pub fn list(view: &View, query: ListLogins) -> Result<Page<LoginOut>> {
    query.wanted(|wanted| Ok(scan::page(view, wanted)?.map(|row| LoginOut::from(&row))))
}

/// One row.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OneLogin {
    /// Number of the row of the login log.
    pub info_id: u64,
}

pub fn show(view: &View, input: OneLogin) -> Result<Data<LoginOut>> {
    let row: Option<AuditRow> = view.tx.get(&id(input.info_id))?;
    let row = row.filter(|row| Log::SignIns.has(row));
    let row = row.ok_or_else(|| AppError::refused("该登录日志不存在，可能已归档，请刷新后重试"))?;
    Ok(Data(LoginOut::from(&row)))
}

const COLUMNS: &[Column<LoginOut>] = &[
    Column::new("序号", 10.0, |row: &LoginOut| Cell::Number(row.info_id.cast_signed())),
    Column::new("用户账号", 18.0, |row| Cell::Text(row.user_name.clone())),
    Column::new("登录状态", 10.0, |row| Cell::Text(if row.status == "0" { "成功" } else { "失败" }.into())),
    Column::new("登录地址", 18.0, |row| Cell::Text(row.ipaddr.clone())),
    Column::new("登录地点", 12.0, |row| Cell::Text(row.login_location.clone())),
    Column::new("浏览器", 16.0, |row| Cell::Text(row.browser.clone())),
    Column::new("操作系统", 16.0, |row| Cell::Text(row.os.clone())),
    Column::new("提示消息", 30.0, |row| Cell::Text(row.msg.clone())),
    Column::new("访问时间", 20.0, |row| Cell::Text(row.login_time.clone())),
];

/// Writes the workbook of the filter.
pub fn prepare_export(view: &View, query: ListLogins) -> Result<Workbook> {
    query.wanted(|wanted| {
        scan::each(view, wanted, |rows| export::write(view, "登录日志", COLUMNS, rows.map(|row| LoginOut::from(&row))))
    })
}
