//! What an upgrade asks of others: programs of either version, the service manager, and the page that people see.
//!
//! Invariants: the service manager is called here alone, as `systemctl` from the path. Work on the data is done by a program that gives up root
//! for the owner of the directory by itself, or within [`as_owner`].

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

use rustix::process::{Gid, Uid, geteuid, getgroups};
use rustix::thread::{set_thread_groups, set_thread_res_gid, set_thread_res_uid};
use serde_json::Value;

use crate::error::{AppError, Result};

/// What a program said.
pub struct Said {
    pub code: i32,
    /// Its JSON, or null.
    pub value: Value,
    /// Its last words for people.
    pub words: String,
}

impl Said {
    /// Its answer, or a refusal in its words.
    ///
    /// # Errors
    /// An exit code but 0.
    pub fn done(self, what: &str) -> Result<Value> {
        if self.code == 0 {
            return Ok(self.value);
        }
        Err(AppError::refused(format!("{what}：{}", self.words)))
    }
}

/// Runs a verb of a program on a data directory, with JSON as its answer.
///
/// # Errors
/// A program that can't be run.
pub fn ask(program: &Path, data: &Path, environment: &[(String, String)], words: &[&str]) -> Result<Said> {
    let mut command = Command::new(program);
    command.args(words).arg("--data").arg(data).arg("--json").stdin(Stdio::null());
    let done = command
        .envs(environment.iter().cloned())
        .output()
        .map_err(|error| AppError::refused(format!("无法运行 {}（{error}）", program.display())))?;
    let code = done.status.code().unwrap_or(-1);
    let value: Value = gx_decode::from_json_text(&done.stdout).unwrap_or(Value::Null);
    let errors = String::from_utf8_lossy(&done.stderr).into_owned();
    let first = errors.lines().map(|line| line.trim_start_matches("错误：")).find(|line| !line.is_empty());
    let words = value.get("message").and_then(Value::as_str).or(first).map(str::to_owned);
    Ok(Said { code, value, words: words.unwrap_or_else(|| format!("退出码 {code}")) })
}

/// What a program calls itself, by `--version`.
///
/// # Errors
/// A program that can't be run here.
pub fn version(program: &Path) -> Result<String> {
    let done = Command::new(program).arg("--version").stdin(Stdio::null()).output();
    let done = done.map_err(|error| {
        AppError::refused(format!("新程序在本机不能运行（{error}）；麒麟等系统请把它加入执行控制的可信名单"))
    })?;
    let said = String::from_utf8_lossy(&done.stdout).trim().to_owned();
    let version = said.strip_prefix("gx-portal ").map(str::to_owned);
    version.filter(|_| done.status.success()).ok_or_else(|| AppError::refused("新程序在本机不能运行"))
}

/// A unit of the service manager.
#[derive(Debug, Clone)]
pub struct Service {
    name: String,
    /// File of the unit's variables.
    variables: String,
}

impl Service {
    /// The service, or a second one by its name.
    pub fn of(instance: Option<&str>) -> Self {
        let name = instance.map_or_else(|| "gx-portal".to_owned(), |name| format!("gx-portal@{name}"));
        Self { variables: format!("/etc/gx-portal/{}.env", instance.unwrap_or("gx-portal")), name }
    }

    fn call(&self, words: &[&str]) -> Result<String> {
        let done = Command::new("systemctl").args(words).arg(&self.name).stdin(Stdio::null()).output();
        let done = done.map_err(|error| AppError::refused(format!("无法运行 systemctl（{error}）")))?;
        if done.status.success() {
            return Ok(String::from_utf8_lossy(&done.stdout).into_owned());
        }
        let errors = String::from_utf8_lossy(&done.stderr).trim().replace('\n', " ");
        Err(AppError::refused(format!(
            "systemctl {} {} 失败（{errors}），请查看 journalctl -u {}",
            words.join(" "),
            self.name,
            self.name
        )))
    }

    /// Starts it and waits until it is ready.
    ///
    /// # Errors
    /// It did not get ready.
    pub fn start(&self) -> Result<()> {
        // Five failed starts in five minutes are remembered by the manager.
        let _ = self.call(&["reset-failed"]);
        self.call(&["start"]).map(drop)
    }

    /// Stops it.
    ///
    /// # Errors
    /// The manager.
    pub fn stop(&self) -> Result<()> {
        self.call(&["stop"]).map(drop)
    }

    /// Variables that the unit sets for the program: those of the unit, over them those of its file, as systemd lays them.
    pub fn environment(&self) -> Vec<(String, String)> {
        let shown = self.call(&["show", "--property=Environment", "--value"]).unwrap_or_default();
        let file = fs::read_to_string(&self.variables).unwrap_or_default();
        let own = shown.split_whitespace().map(|word| word.trim_matches('"'));
        let named = file.lines().map(str::trim).filter(|line| !line.starts_with('#'));
        let pairs = own.chain(named).filter_map(|text| text.split_once('='));
        let pairs = pairs.filter(|(name, _)| name.starts_with("GX_") && *name != "GX_DATA");
        pairs.map(|(name, value)| (name.to_owned(), value.trim_matches('"').to_owned())).collect()
    }
}

/// Does something as the owner of a folder, when root does it: what a service owns may hold links that lead elsewhere, and what is
/// written has to be its own. Threads that are begun meanwhile stay his.
///
/// # Errors
/// Of the work; a kernel that refuses.
pub fn as_owner<T>(folder: &Path, work: impl FnOnce() -> Result<T>) -> Result<T> {
    let about = fs::metadata(folder).map_err(super::failed("读取", folder))?;
    if !geteuid().is_root() || about.uid() == 0 {
        return work();
    }
    let refused = |error: rustix::io::Errno| AppError::refused("无法以数据目录属主的身份进行").because(error);
    let groups = getgroups().map_err(refused)?;
    let (root, uid) = (Uid::ROOT, Uid::from_raw(about.uid()));
    let (wheel, gid) = (Gid::ROOT, Gid::from_raw(about.gid()));
    set_thread_groups(&[gid])
        .and_then(|()| set_thread_res_gid(wheel, gid, wheel))
        .and_then(|()| set_thread_res_uid(root, uid, root))
        .map_err(refused)?;
    let done = work();
    set_thread_res_uid(root, root, root)
        .and_then(|()| set_thread_res_gid(wheel, wheel, wheel))
        .and_then(|()| set_thread_groups(&groups))
        .map_err(refused)?;
    done
}
