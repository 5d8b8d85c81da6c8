//! GET /monitor/server.

use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::machine::{self, rounded, size_text};
use super::proxies::Unbelieved;
use crate::app::App;
use crate::error::Result;
use crate::features::monitor::attention;
use crate::features::monitor::syslog::{self, Standing};
use crate::features::monitor::watching::clock::Clockwork;
use crate::features::portal::sign_in::rate_limit::RateLimit as Guessers;
use crate::kernel::dates::Stamp;
use crate::op::View;
use crate::route::{Data, Nothing};

/// The processor.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Cpu {
    /// How many processors there are.
    pub cpu_num: usize,
    /// 100 for each of them.
    pub total: f64,
    /// Kernel, percent.
    pub sys: f64,
    /// Programs, percent.
    pub used: f64,
    /// Waiting for disks, percent.
    pub wait: f64,
    /// Nothing to do, percent.
    pub free: f64,
}

/// Memory of the machine in GB.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Mem {
    /// All.
    pub total: f64,
    /// In use.
    pub used: f64,
    /// Available.
    pub free: f64,
    /// Share in use, percent.
    pub usage: f64,
}

/// This process, in the fields that old clients show (MB).
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Process {
    /// Peak of its memory.
    pub total: f64,
    /// Memory of the machine.
    pub max: f64,
    /// Peak less what it holds now.
    pub free: f64,
    /// What it holds now.
    pub used: f64,
    /// Percent of the peak.
    pub usage: f64,
    /// Product.
    pub name: String,
    /// Version of the program.
    pub version: String,
    /// Where the program lies.
    pub home: String,
    /// `yyyy-MM-dd HH:mm:ss`
    pub start_time: String,
    /// «1天2小时3分钟»
    pub run_time: String,
    /// Always empty: arguments may hold paths that concern nobody.
    pub input_args: String,
}

/// The system.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct System {
    /// Name of the machine.
    pub computer_name: String,
    /// The address listened on.
    pub computer_ip: String,
    /// The data folder.
    pub user_dir: String,
    /// Kernel.
    pub os_name: String,
    /// Processor family.
    pub os_arch: String,
}

/// A disk.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DiskOut {
    /// Where it is mounted.
    pub dir_name: String,
    /// File system.
    pub sys_type_name: String,
    /// 本地磁盘 or 网络磁盘.
    pub type_name: String,
    /// Size.
    pub total: String,
    /// Room that is left, in words with a unit.
    pub free: String,
    /// Room that is taken, in words with a unit.
    pub used: String,
    /// Share in use, percent.
    pub usage: f64,
}

/// The product itself.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Product {
    /// Version of the program.
    pub version: String,
    /// The data folder.
    pub data: String,
    /// Free space under it.
    pub free: String,
    /// Percent of its disk in use.
    pub usage: f64,
    /// Size of the database file.
    pub store_size: String,
    /// Number of tables.
    pub tables: usize,
    /// Number of records.
    pub records: u64,
    /// Signed-in browsers.
    pub sessions: usize,
    /// When the newest backup in the backup folder was made; empty = there is none.
    pub last_backup: String,
    /// Backups in that folder.
    pub backups: usize,
    /// «1天2小时3分钟»
    pub uptime: String,
}

/// Everything.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServerOut {
    /// How busy the processors are.
    pub cpu: Cpu,
    /// How much memory is in use.
    pub mem: Mem,
    /// This process.
    pub jvm: Process,
    /// The machine and its operating system.
    pub sys: System,
    /// Disks with the room that is left.
    pub sys_files: Vec<DiskOut>,
    /// The program: name, version, since when it runs.
    pub product: Product,
    /// What an administrator should change: sentences about the configuration and about what came over the network.
    pub warnings: Vec<String>,
    /// How the audit log is sent to its log server; absent when it is not.
    pub syslog: Option<Standing>,
}

fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { rounded(part as f64 * 100.0 / whole as f64) }
}

fn gigabytes(bytes: u64) -> f64 {
    rounded(bytes as f64 / f64::from(1 << 30))
}

fn megabytes(bytes: u64) -> f64 {
    rounded(bytes as f64 / f64::from(1 << 20))
}

pub fn show(view: &View, _: Nothing) -> Result<Data<ServerOut>> {
    let [sys, used, wait, free] = machine::watch_cpu();
    let cpu_num = machine::processors();
    let (total, available) = machine::memory();
    let taken = total.saturating_sub(available);
    let syslog = syslog::standing(view)?;
    Ok(Data(ServerOut {
        cpu: Cpu { cpu_num, total: cpu_num as f64 * 100.0, sys, used, wait, free },
        mem: Mem {
            total: gigabytes(total),
            used: gigabytes(taken),
            free: gigabytes(available),
            usage: percent(taken, total),
        },
        jvm: process(view, total),
        sys: System {
            computer_name: crate::machine::host_name(),
            computer_ip: view.app.config.listen.value.ip().to_string(),
            user_dir: view.app.paths.root.display().to_string(),
            os_name: machine::system_name(),
            os_arch: std::env::consts::ARCH.to_owned(),
        },
        sys_files: machine::own_disks().iter().map(disk).collect(),
        product: product(view)?,
        warnings: warnings(view)?,
        syslog,
    }))
}

fn warnings(view: &View) -> Result<Vec<String>> {
    let mut found = view.app.config.warnings.clone();
    found.extend(view.app.state::<Clockwork>()?.sentences(view.now));
    found.extend(attention::list(view)?.into_iter().map(|need| need.sentence));
    found.extend(view.app.state::<Unbelieved>()?.sentences());
    found.extend(view.app.state::<Guessers>()?.sentences(view.app.clock.steady()));
    Ok(found)
}

fn process(view: &View, all: u64) -> Process {
    let (now, peak) = machine::own_memory();
    let seconds = machine::own_seconds();
    let began = Stamp(view.now.0.saturating_sub(i64::try_from(seconds).unwrap_or(0) * 1_000));
    Process {
        total: megabytes(peak),
        max: megabytes(all),
        free: megabytes(peak.saturating_sub(now)),
        used: megabytes(now),
        usage: percent(now, peak),
        name: env!("CARGO_PKG_NAME").to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        home: std::env::current_exe().map(|path| path.display().to_string()).unwrap_or_default(),
        start_time: began.to_text(),
        run_time: machine::duration_text(seconds),
        input_args: String::new(),
    }
}

fn disk(disk: &machine::Disk) -> DiskOut {
    let (total, free) = machine::room(Path::new(&disk.folder));
    let used = total.saturating_sub(free);
    DiskOut {
        dir_name: disk.folder.clone(),
        sys_type_name: disk.kind.clone(),
        type_name: if disk.kind.starts_with("nfs") { "网络磁盘" } else { "本地磁盘" }.to_owned(),
        total: size_text(total),
        free: size_text(free),
        used: size_text(used),
        usage: percent(used, total),
    }
}

/// Bytes of the database file.
pub fn store_bytes(app: &App) -> u64 {
    std::fs::metadata(app.paths.database()).map(|metadata| metadata.len()).unwrap_or(0)
}

/// Number of finished backups in the backup folder, and when the newest was made.
fn backups(app: &App) -> (usize, String) {
    let mut times = Vec::new();
    for entry in std::fs::read_dir(app.paths.backups()).into_iter().flatten().flatten() {
        let text = std::fs::read_to_string(entry.path().join("manifest.json")).unwrap_or_default();
        let manifest: Value = serde_json::from_str(&text).unwrap_or_default();
        times.extend(manifest["made_at_text"].as_str().map(str::to_owned));
    }
    times.sort_unstable();
    (times.len(), times.pop().unwrap_or_default())
}

fn product(view: &View) -> Result<Product> {
    let (total, free) = machine::room(&view.app.paths.root);
    let mut records = 0;
    for table in view.app.product.tables() {
        records += view.tx.raw_len(table.name)?;
    }
    let (count, last_backup) = backups(view.app);
    Ok(Product {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        data: view.app.paths.root.display().to_string(),
        free: size_text(free),
        usage: percent(total.saturating_sub(free), total),
        store_size: size_text(store_bytes(view.app)),
        tables: view.app.product.tables().len(),
        records,
        sessions: view.app.sessions.count(),
        last_backup,
        backups: count,
        uptime: machine::duration_text(machine::own_seconds()),
    })
}
