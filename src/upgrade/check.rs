//! Whether an upgrade may begin: each thing that is looked at is one line.

use std::path::Path;

use serde_json::Value;

use super::Site;
use super::pack::Incoming;
use super::program::{self, ask};
use super::tree::is_before;
use crate::clock::Clock;
use crate::error::Result;
use crate::kernel::dates::range_begin;
use crate::store::medium::free_bytes;
use crate::upkeep::protect;

/// A drill older than this proves nothing.
const DRILL_DAYS: i64 = 40;
const DAY: i64 = 86_400_000;

/// One thing that was looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Look {
    pub title: &'static str,
    pub ok: bool,
    /// What was found, and what to do about it.
    pub finding: String,
}

impl Look {
    /// It as a line.
    pub fn line(&self) -> String {
        format!("{}  {}：{}", if self.ok { "通过  " } else { "不通过" }, self.title, self.finding)
    }
}

fn look(title: &'static str, found: Result<String, String>) -> Look {
    Look { title, ok: found.is_ok(), finding: found.unwrap_or_else(|why| why) }
}

/// Looks at everything.
///
/// # Errors
/// A tree that names no version in use.
pub fn all(site: &Site, incoming: &Incoming) -> Result<Vec<Look>> {
    let now = site.tree.current()?;
    let running = site.tree.program(&now);
    let path = path(&now, incoming);
    let may_run = path.is_ok() && architecture(incoming).is_ok();
    let mut looks = vec![
        look("签名", Ok(incoming.vouched.clone())),
        look("架构", architecture(incoming)),
        look("版本", path),
        look("空间", room(site, incoming)),
        look("服务", service(site, &running)),
        look("备份仓库", repository(site, &running)),
        look("体检", doctor(site, &running)),
    ];
    // A program for another machine is not run to be asked.
    if may_run {
        looks.push(look("新程序", itself(incoming)));
        looks.push(look("配置", settings(site, incoming)));
    }
    Ok(looks)
}

fn architecture(incoming: &Incoming) -> Result<String, String> {
    let (theirs, own) = (&incoming.manifest.architecture, std::env::consts::ARCH);
    if theirs == own { Ok(own.to_owned()) } else { Err(format!("升级包用于 {theirs}，本机是 {own}")) }
}

fn path(now: &str, incoming: &Incoming) -> Result<String, String> {
    let (to, from_min) = (&incoming.manifest.version, &incoming.manifest.from_min);
    if is_before(now, from_min) {
        return Err(format!("{to} 只能从 {from_min} 或更新的版本升级，现在是 {now}；请先升级到 {from_min}"));
    }
    if !is_before(now, to) {
        return Err(format!("现在已是 {now}，不能升级到 {to}；要回到旧版本请用 gx-portal upgrade back"));
    }
    Ok(format!("{now} → {to}"))
}

/// The copy, and what the new version may need to bring the data up to date.
fn room(site: &Site, incoming: &Incoming) -> Result<String, String> {
    let database = site.paths.database();
    let size = std::fs::metadata(&database).map_err(|error| format!("读不到数据库（{error}）"))?.len();
    let needed = size.saturating_add(size.saturating_mul(incoming.manifest.room_percent) / 100);
    let mebibytes = |bytes: u64| bytes.div_ceil(1 << 20);
    let Some(free) = free_of(&site.paths.root) else {
        return Ok("系统没有给出可用空间，没有核对".into());
    };
    if free < needed {
        return Err(format!(
            "数据磁盘可用 {} MiB，升级须有 {} MiB（数据库 {} MiB 的副本和转换）；请清理磁盘或减少保留的备份",
            free >> 20,
            mebibytes(needed),
            mebibytes(size)
        ));
    }
    Ok(format!("数据磁盘可用 {} MiB，须有 {} MiB", free >> 20, mebibytes(needed)))
}

fn free_of(folder: &Path) -> Option<u64> {
    #[cfg(feature = "testing")]
    if let Some(given) = std::env::var("GX_TEST_FREE").ok().and_then(|text| text.parse().ok()) {
        return Some(given);
    }
    free_bytes(folder)
}

fn asked(site: &Site, program: &Path, words: &[&str]) -> Result<program::Said, String> {
    ask(program, &site.paths.root, &[], words).map_err(|fault| fault.message.into_owned())
}

fn service(site: &Site, running: &Path) -> Result<String, String> {
    let said = asked(site, running, &["health"])?;
    match said.code {
        0 | 4 => Ok("正在运行".into()),
        _ => Err(format!("{}；请先启动服务并确认正常，再升级", said.words)),
    }
}

fn repository(site: &Site, running: &Path) -> Result<String, String> {
    if !protect::is_made(&site.paths) {
        return Ok("没有备份仓库；升级前请另做一份备份".into());
    }
    let said = asked(site, running, &["protect", "status"])?;
    let targets = said.value.get("targets").and_then(Value::as_array).cloned().unwrap_or_default();
    if said.code != 0 || targets.is_empty() {
        return Err("有目标没有跟上或不可用；请先运行 gx-portal protect status 查看并处理".into());
    }
    let now = Clock::system().now();
    for target in &targets {
        let path = target.get("path").and_then(Value::as_str).unwrap_or_default();
        let newest = target.get("reports").and_then(Value::as_array).and_then(|reports| reports.first());
        let said = |field: &str| newest.and_then(|report| report.get(field));
        let drilled = said("madeAt").and_then(Value::as_str).and_then(range_begin);
        let is_fresh = drilled.is_some_and(|at| now.0 - at.0 <= DRILL_DAYS * DAY);
        if !is_fresh || said("ok").and_then(Value::as_bool) != Some(true) {
            return Err(format!("{path} 在 {DRILL_DAYS} 天内没有成功的恢复演练；请先运行 gx-portal protect drill"));
        }
    }
    Ok(format!("{} 个目标正常，恢复演练在 {DRILL_DAYS} 天以内", targets.len()))
}

fn doctor(site: &Site, running: &Path) -> Result<String, String> {
    let said = asked(site, running, &["doctor", "--quick"])?;
    match said.code {
        0 => Ok("数据完好".into()),
        4 => Err("数据有问题；请先运行 gx-portal doctor 查看并处理".into()),
        _ => Err(said.words),
    }
}

fn itself(incoming: &Incoming) -> Result<String, String> {
    let said = program::version(&incoming.program()).map_err(|fault| fault.message.into_owned())?;
    if said == incoming.manifest.version {
        return Ok("可以在本机运行".into());
    }
    Err(format!("程序自称 {said}，清单写的是 {}", incoming.manifest.version))
}

/// The configuration as the service has it, read by the new program.
fn settings(site: &Site, incoming: &Incoming) -> Result<String, String> {
    let environment = site.service.environment();
    let said = ask(&incoming.program(), &site.paths.root, &environment, &["config", "check"]);
    let said = said.map_err(|fault| fault.message.into_owned())?;
    if said.code == 0 {
        Ok("新程序认为配置正确".into())
    } else {
        Err(format!("新程序不接受现有配置：{}", said.words))
    }
}
