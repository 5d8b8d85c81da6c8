//! The steps of an upgrade, and the ways back.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::pack::Incoming;
use super::program::{as_owner, ask};
use super::{Site, check, locked};
use crate::clock::Clock;
use crate::config::BASE;
use crate::error::{AppError, Result};
use crate::features::PRODUCT;
use crate::store::directory::{DirectoryLock, replace_file};
use crate::tls::probe;
use crate::upkeep::protect;
use crate::upkeep::upgrade::{self as kept, State, Step};

/// So long a new program may take until it is well.
const HEALTH: Duration = Duration::from_secs(60);
const AGAIN: Duration = Duration::from_millis(100);
/// A page that takes longer is no answer.
const PAGE: Duration = Duration::from_secs(5);

/// How an attempt ended that changed something.
pub struct Gone {
    pub state: State,
    /// Operations that were undone.
    pub undone: usize,
}

/// Takes each line of what happens.
pub type Progress<'t> = &'t mut dyn FnMut(String);

/// For tests: ends the process before or after a step as kill -9 does, so that no test waits for luck. `KILL_AT_UPGRADE=after:copy`
#[cfg(feature = "testing")]
fn reach(place: &str, step: Step) {
    let word = serde_json::to_value(step).ok().and_then(|word| word.as_str().map(str::to_owned)).unwrap_or_default();
    if std::env::var("KILL_AT_UPGRADE").is_ok_and(|wanted| wanted == format!("{place}:{word}")) {
        let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL);
    }
}

#[cfg(not(feature = "testing"))]
fn reach(_: &str, _: Step) {}

/// For tests of programs that never get well: `UPGRADE_HEALTH_SECONDS`. All others have the whole time, on a slow machine too.
#[cfg(feature = "testing")]
fn health() -> Duration {
    let given = std::env::var("UPGRADE_HEALTH_SECONDS").ok().and_then(|text| text.parse().ok());
    given.map_or(HEALTH, Duration::from_secs)
}

#[cfg(not(feature = "testing"))]
fn health() -> Duration {
    HEALTH
}

/// One upgrade on its way.
struct Run<'a> {
    site: &'a Site,
    state: State,
    progress: Progress<'a>,
}

impl Run<'_> {
    fn save(&self) -> Result<()> {
        as_owner(&self.site.paths.root, || self.state.save(&self.site.paths))
    }

    /// Notes a step, then does it.
    fn step(&mut self, step: Step, work: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.state.step = step;
        self.save()?;
        reach("before", step);
        (self.progress)(format!("{}……", step.title()));
        work(self)?;
        reach("after", step);
        Ok(())
    }

    fn ask(&self, version: &str, words: &[&str]) -> Result<super::program::Said> {
        ask(&self.site.tree.program(version), &self.site.paths.root, &[], words)
    }

    /// Steps up to the one behind which nothing is taken back.
    fn forward(&mut self) -> Result<()> {
        let (from, to) = (self.state.from.clone(), self.state.to.clone());
        self.step(Step::Protect, |run| {
            if !protect::is_made(&run.site.paths) {
                return Ok(());
            }
            run.ask(&from, &["protect", "base"])?.done("备份仓库没有跟上").map(drop)
        })?;
        self.step(Step::Stop, |run| {
            let mode = run.ask(&from, &["maintenance", "show"])?.done("读不到运行模式")?;
            if mode.get("mode").and_then(Value::as_str) == Some("open") {
                run.state.closed = true;
                run.save()?;
                let text = format!("正在升级到 {to}，请稍候");
                run.ask(&from, &["maintenance", "on", &text])?.done("没能进入维护状态")?;
            }
            run.site.service.stop()
        })?;
        self.step(Step::Copy, |run| {
            as_owner(&run.site.paths.root, || {
                let _alone = DirectoryLock::take(&run.site.paths)?;
                kept::copy_database(&run.site.paths)
            })?;
            run.state.copied = Some(Clock::system().now());
            Ok(())
        })?;
        self.step(Step::Switch, |run| run.site.tree.switch(&to))?;
        self.step(Step::Start, |run| run.site.service.start())?;
        self.step(Step::Health, |run| run.healthy(&to))
    }

    /// Waits until the service answers, then looks at pages and data.
    fn healthy(&self, version: &str) -> Result<()> {
        let began = Instant::now();
        loop {
            let why = match self.answers(version) {
                Ok(()) => break,
                Err(why) => why,
            };
            if began.elapsed() > health() {
                return Err(AppError::refused(format!("{} 秒内没有恢复正常：{why}", health().as_secs())));
            }
            std::thread::sleep(AGAIN);
        }
        let said = self.ask(version, &["doctor", "--quick"])?;
        if said.code == 0 { Ok(()) } else { Err(AppError::refused(format!("体检没有通过（{}）", said.words))) }
    }

    fn answers(&self, version: &str) -> Result<(), String> {
        let said = self.ask(version, &["health"]).map_err(|fault| fault.message.into_owned())?;
        let door = said.value.get("door").and_then(Value::as_str).ok_or_else(|| said.words.clone())?;
        let (scheme, address) = door.split_once("://").ok_or("没有监听地址")?;
        let address = address.parse().map_err(|_| format!("监听地址 {address} 不正确"))?;
        let get = |path: &str| probe::get(address, scheme == "https", path, PAGE);
        let (status, text) = get(&format!("{BASE}/readyz")).map_err(|why| format!("{door} 没有应答（{why}）"))?;
        if status != 200 {
            return Err(format!("服务还没有就绪：{text}"));
        }
        let (status, page) = get(&format!("{BASE}/")).map_err(|why| format!("登录页没有应答（{why}）"))?;
        if status == 200 && page.contains("<html") { Ok(()) } else { Err(format!("登录页答复 {status}")) }
    }

    /// Opens what was closed for the upgrade. Where no server runs, it is done on the data.
    fn open(&self, version: &str) -> Result<()> {
        if !self.state.closed {
            return Ok(());
        }
        self.ask(version, &["maintenance", "off"])?.done("没能结束维护状态，请运行 gx-portal maintenance off").map(drop)
    }

    fn finish(&mut self, step: Step) -> Result<()> {
        self.state.step = step;
        self.state.ended = Some(Clock::system().now());
        self.save()
    }

    /// Back to the version and the data of before.
    fn back(&mut self, starts: Start) -> Result<()> {
        let is_stopped = self.state.step >= Step::Stop;
        let (site, from) = (self.site, self.state.from.clone());
        let paths = &site.paths;
        self.step(Step::Back, |run| {
            // While the box starts, the service waits for this: to stop it would take its start back.
            if is_stopped && starts != Start::BySystem {
                run.site.service.stop()?;
            }
            if run.state.copied.is_some() {
                as_owner(&paths.root, || {
                    let _alone = DirectoryLock::take(paths)?;
                    kept::put_back(paths)
                })?;
                // Noted before copies go: cut behind this, it isn't looked for again.
                run.state.copied = None;
                run.save()?;
            }
            run.site.tree.switch(&from)?;
            if run.state.keeps_newer {
                run.ask(&from, &["upgrade", "settle"])?.done("退回后的数据没能整理好")?;
            } else {
                as_owner(&paths.root, || kept::drop_copies(paths))?;
            }
            run.open(&from)
        })?;
        match starts {
            Start::Waits if is_stopped => self.site.service.start()?,
            Start::Waits | Start::BySystem => {}
        }
        self.finish(Step::Returned)
    }
}

/// How the service comes up again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    Waits,
    /// The service manager starts it by itself as soon as this ends.
    BySystem,
}

fn noted(site: &Site) -> Result<Option<State>> {
    as_owner(&site.paths.root, || State::load(&site.paths))
}

/// Upgrades. What fails goes back by itself; the error says why and how it stands.
///
/// # Errors
/// A pack that is not believed, a check that fails: nothing was changed. Any other: gone back.
pub fn apply(site: &Site, named: &Path, takes_unsigned: bool, progress: Progress<'_>) -> Result<Gone> {
    let _lock = locked(site)?;
    if let Some(state) = noted(site)?.filter(|state| !state.step.is_over()) {
        return Err(AppError::refused(format!(
            "上一次升级（{} → {}）停在“{}”这一步，请先运行 gx-portal upgrade resume 退回",
            state.from,
            state.to,
            state.step.title()
        )));
    }
    site.tree.tidy()?;
    let incoming = Incoming::open(&site.tree, named, takes_unsigned)?;
    let looks = check::all(site, &incoming)?;
    let failed = looks.iter().filter(|look| !look.ok).count();
    for look in looks {
        progress(look.line());
    }
    if failed > 0 {
        return Err(AppError::refused(format!("检查有 {failed} 项不通过，没有升级，没有任何改动")));
    }
    let from = site.tree.current()?;
    let state = State {
        to: incoming.manifest.version.clone(),
        step: Step::Check,
        began: Clock::system().now(),
        by: site.by.clone(),
        closed: false,
        copied: None,
        ended: None,
        why: String::new(),
        keeps_newer: false,
        from,
    };
    site.tree.remember(&state.from)?;
    let mut run = Run { site, state, progress };
    let gone = run.step(Step::Check, |run| incoming.keep(&run.site.tree)).and_then(|()| run.forward());
    if let Err(fault) = gone {
        return Err(undone(run, &fault));
    }
    // From here on the new version holds.
    let to = run.state.to.clone();
    run.step(Step::Open, |run| run.open(&to))?;
    run.finish(Step::Done)?;
    Ok(Gone { state: run.state, undone: 0 })
}

/// Takes a failed upgrade back; what to say of it.
fn undone(mut run: Run<'_>, fault: &AppError) -> AppError {
    let step = run.state.step;
    run.state.why = format!("{}：{}", step.title(), fault.message);
    (run.progress)(format!("“{}”失败，退回 {}", step.title(), run.state.from));
    let why = format!("升级没有成功（{}）", run.state.why);
    match run.back(Start::Waits) {
        Ok(()) => AppError::refused(format!("{why}，已退回 {}，数据是升级前的", run.state.from)),
        Err(again) => AppError::refused(format!(
            "{why}，退回也没有完成（{}）；请处理后运行 gx-portal upgrade resume",
            again.message
        )),
    }
}

/// Takes an upgrade back that was cut; answers what was done, `None` when there was nothing to do.
///
/// # Errors
/// The disk, the service manager; called again it goes on.
pub fn resume(site: &Site, starts: Start, progress: Progress<'_>) -> Result<Option<State>> {
    let Some(_lock) = site.tree.lock()? else {
        // The service that an upgrade starts asks, too.
        progress("升级正在进行，不需要退回".into());
        return Ok(None);
    };
    site.tree.tidy()?;
    let Some(state) = noted(site)?.filter(|state| !state.step.is_over()) else { return Ok(None) };
    let (step, to) = (state.step, state.to.clone());
    let mut run = Run { site, state, progress };
    if step == Step::Open {
        // The new version was found well; people may be at work with it.
        run.open(&to)?;
        run.finish(Step::Done)?;
        return Ok(Some(run.state));
    }
    if run.state.why.is_empty() {
        run.state.why = format!("在“{}”这一步中断", step.title());
    }
    run.back(starts)?;
    Ok(Some(run.state))
}

/// Goes back from a finished upgrade: the data of before come back, what was done since is listed.
///
/// # Errors
/// No upgrade to go back from, the disk, the service manager.
pub fn back(site: &Site, progress: Progress<'_>) -> Result<Gone> {
    let _lock = locked(site)?;
    let (noted, has_copy) =
        as_owner(&site.paths.root, || Ok((State::load(&site.paths)?, kept::has_copy(&site.paths))))?;
    let state = noted.filter(|state| state.step == Step::Done && has_copy).ok_or_else(|| {
        AppError::refused(
            "没有可以退回的升级：没有升级过，或者升级前的数据副本已经删除；可以用备份恢复，见手册“备份与恢复演练”",
        )
    })?;
    if !site.tree.has(&state.from) {
        let folder = site.tree.folder(&state.from);
        return Err(AppError::refused(format!("没有退回：旧版本的程序 {} 已不在；请先安装它", folder.display())));
    }
    let since = state.copied.ok_or_else(|| AppError::internal("no copy"))?;
    let mut run = Run { site, state, progress };
    let to = run.state.to.clone();
    (run.progress)("停止服务……".into());
    site.service.stop()?;
    let listed = as_owner(&site.paths.root, || {
        let rows = kept::done_since(&PRODUCT, &site.paths, since)?;
        replace_file(&kept::undone_list(&site.paths), kept::as_table(&rows).as_bytes())?;
        Ok(rows.len())
    });
    let undone = match listed {
        Ok(undone) => undone,
        Err(fault) => {
            // Nothing was changed: it goes on as it was.
            site.service.start()?;
            return Err(fault.within("没能列出升级以来的操作，没有退回"));
        }
    };
    run.state.keeps_newer = true;
    run.state.why = format!("从 {to} 退回");
    run.back(Start::Waits)?;
    Ok(Gone { state: run.state, undone })
}

/// Drops the copy of a finished upgrade; answers its bytes.
///
/// # Errors
/// An upgrade that isn't finished; the disk.
pub fn commit(site: &Site) -> Result<u64> {
    let _lock = locked(site)?;
    match noted(site)? {
        None => Err(AppError::refused("没有升级留下的数据副本")),
        Some(state) if !state.step.is_over() => Err(AppError::refused(format!(
            "升级（{} → {}）停在“{}”这一步，不能删除数据副本；请运行 gx-portal upgrade resume",
            state.from,
            state.to,
            state.step.title()
        ))),
        Some(_) => {
            let bytes = kept::bytes(&site.paths);
            as_owner(&site.paths.root, || kept::forget(&site.paths))?;
            Ok(bytes)
        }
    }
}
