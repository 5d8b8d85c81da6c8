//! Whether an upgrade may begin: each thing that is looked at is one line.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::Site;
use super::pack::Incoming;
use super::program::{self, as_owner, ask};
use super::speed::{self, Speed};
use super::tree::is_before;
use crate::clock::Clock;
use crate::error::{AppError, Result};
use crate::kernel::dates::range_begin;
use crate::store::medium::free_bytes;
use crate::store::migrate::known_number;
use crate::upkeep::protect;
use crate::upkeep::room::ROOM;

/// A drill older than this proves nothing.
const DRILL_DAYS: i64 = 40;
const DAY: i64 = 86_400_000;
/// The service stops within ten seconds and is up again within a few.
const STOP_AND_START: Duration = Duration::from_secs(15);
/// Default of the setting.
const RESERVE_MIB: u64 = 64;

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
    let began = Instant::now();
    let examined = doctor(site, &running);
    let took = began.elapsed();
    let mut looks = vec![
        look("签名", Ok(incoming.vouched.clone())),
        look("架构", architecture(incoming)),
        look("版本", path),
        look("空间", room(site, incoming, &running)),
        look("停用时间", standstill(site, incoming, took)),
        look("服务", service(site, &running)),
        look("备份仓库", repository(site, &running)),
        look("体检", examined),
    ];
    // A program for another machine is not run to be asked.
    if may_run {
        looks.push(look("新程序", itself(incoming)));
        looks.push(look("配置", settings(site, incoming, &running)));
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

fn size(site: &Site) -> Result<u64, String> {
    let found = std::fs::metadata(site.paths.database()).map_err(|error| format!("读不到数据库（{error}）"))?;
    Ok(found.len())
}

/// The copy to go back to, what the new version may need to bring the data up to date, and what the service needs to write.
fn room(site: &Site, incoming: &Incoming, running: &Path) -> Result<String, String> {
    let copy = size(site)?;
    let change = copy.saturating_mul(incoming.manifest.room_percent) / 100;
    let Some(free) = free_of(&site.paths.root) else {
        return Ok("系统没有给出可用空间，没有核对".into());
    };
    enough(free, copy, change, reserve(site, running).saturating_mul(ROOM))
}

fn enough(free: u64, copy: u64, change: u64, kept: u64) -> Result<String, String> {
    let mebibytes = |bytes: u64| bytes.div_ceil(1 << 20);
    let needed = copy.saturating_add(change).saturating_add(kept);
    let (free_mib, needed_mib) = (free >> 20, mebibytes(needed));
    if free < needed {
        return Err(format!(
            "数据磁盘可用 {free_mib} MiB，升级须有 {needed_mib} MiB：供退回的数据库副本 {} MiB，数据转换 {} MiB，此后留给服务写入 {} MiB；请清理磁盘或减少保留的备份",
            mebibytes(copy),
            mebibytes(change),
            mebibytes(kept)
        ));
    }
    Ok(format!("数据磁盘可用 {free_mib} MiB，须有 {needed_mib} MiB（退回所需的副本在内）"))
}

/// Bytes below which the service refuses ordinary writes, as its configuration says.
fn reserve(site: &Site, running: &Path) -> u64 {
    let said = ask(running, &site.paths.root, &site.service.environment(), &["config", "print"]).ok();
    let value = said.and_then(|said| said.value.get("reserve_mib")?.get("value")?.as_str()?.parse::<u64>().ok());
    value.unwrap_or(RESERVE_MIB).saturating_mul(1 << 20)
}

/// How long nobody can work: the copy as it was measured, the doctor's look as it took just now, the service's stop and start.
fn standstill(site: &Site, incoming: &Incoming, examined: Duration) -> Result<String, String> {
    let size = size(site)?;
    if free_of(&site.paths.root).is_some_and(|free| free < size) {
        return Ok("空间不足，没有估算".into());
    }
    let measured = as_owner(&site.paths.root, || {
        speed::measure(&site.paths.database(), &site.paths.root)
            .map_err(|error| AppError::refused(format!("在数据磁盘上试写没有成功（{error}）；请检查磁盘")))
    });
    let speed = measured.map_err(|fault| fault.message.into_owned())?;
    Ok(duration(speed, size, incoming.manifest.schema > known_number(), examined))
}

fn duration(speed: Speed, size: u64, changes: bool, examined: Duration) -> String {
    let (copy, known) = (speed.time(size), examined + STOP_AND_START);
    let at = match speed {
        Speed::Shared => "复制数据库不需要时间（文件系统共享数据块）".to_owned(),
        Speed::Copied(rate) => {
            let rate = if rate < 1 << 20 { "不足 1".to_owned() } else { format!(" {}", rate >> 20) };
            format!("复制数据库 {}（每秒{rate} MiB）", spoken(copy))
        }
    };
    let (least, rest) = (spoken(known + copy), spoken(known));
    // A change of the data walks through them as the doctor does, and writes them once more. Measured at the design load: nine
    // indexes that go and the columns that are written again take 26 s, where the doctor looks for 73 s.
    let changed = known + copy * 2 + examined;
    let most = if changes { format!("，数据格式有变化时至多 {}", spoken(changed)) } else { String::new() };
    format!("预计 {least}{most}：{at}，停止、启动和检查 {rest}；建议在下班后进行")
}

/// A duration as people say it, upwards.
fn spoken(time: Duration) -> String {
    let seconds = time.as_millis().div_ceil(1_000);
    if seconds < 120 { format!("{seconds} 秒") } else { format!("{} 分钟", seconds.div_ceil(60)) }
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

/// The configuration as the service has it, read by the new program: what it refuses, and what it says of it that the program in
/// use doesn't say.
fn settings(site: &Site, incoming: &Incoming, running: &Path) -> Result<String, String> {
    let environment = site.service.environment();
    let check = |program: &Path| {
        let said = ask(program, &site.paths.root, &environment, &["config", "check"]);
        said.map_err(|fault| fault.message.into_owned())
    };
    let said = check(&incoming.program())?;
    if said.code != 0 {
        return Err(format!("新程序不接受现有配置：{}", said.words));
    }
    let warnings = |said: &program::Said| -> Vec<String> {
        let all = said.value.get("warnings").and_then(Value::as_array).into_iter().flatten();
        all.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let known = check(running).map(|said| warnings(&said)).unwrap_or_default();
    let new: Vec<String> = warnings(&said).into_iter().filter(|warning| !known.contains(warning)).collect();
    Ok(if new.is_empty() {
        "新程序认为配置正确".into()
    } else {
        format!("新程序接受现有配置，升级后注意：{}", new.join("；"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: u64 = 1 << 20;

    #[test]
    fn room_is_for_the_copy_the_change_and_the_writers() {
        let known = |free| enough(free, 100 * MIB, 120 * MIB, 256 * MIB);
        assert_eq!(known(476 * MIB).unwrap(), "数据磁盘可用 476 MiB，须有 476 MiB（退回所需的副本在内）");
        let why = known(475 * MIB).unwrap_err();
        for part in ["可用 475 MiB", "须有 476 MiB", "副本 100 MiB", "转换 120 MiB", "写入 256 MiB"] {
            assert!(why.contains(part), "{part}: {why}");
        }
        assert!(enough(u64::MAX, u64::MAX, 5, 5).is_ok(), "no overflow");
    }

    #[test]
    fn a_standstill_is_said_in_words() {
        let second = Duration::from_secs(1);
        for (speed, size, changes, examined, wanted) in [
            (
                Speed::Shared,
                900 * MIB,
                false,
                second,
                "预计 16 秒：复制数据库不需要时间（文件系统共享数据块），停止、启动和检查 16 秒",
            ),
            (
                Speed::Copied(100 * MIB),
                900 * MIB,
                false,
                5 * second,
                "预计 29 秒：复制数据库 9 秒（每秒 100 MiB），停止、启动和检查 20 秒",
            ),
            (
                Speed::Copied(5 * MIB),
                900 * MIB,
                true,
                5 * second,
                "预计 4 分钟，数据格式有变化时至多 7 分钟：复制数据库 3 分钟（每秒 5 MiB）",
            ),
            (
                Speed::Shared,
                2_800 * MIB,
                true,
                73 * second,
                "预计 88 秒，数据格式有变化时至多 3 分钟：复制数据库不需要时间",
            ),
            (Speed::Copied(1), 100, false, second, "预计 116 秒：复制数据库 100 秒（每秒不足 1 MiB）"),
        ] {
            let said = duration(speed, size, changes, examined);
            assert!(said.starts_with(wanted), "{said}");
        }
    }
}
