//! Measures what is no page on the cities of a tenth, one and ten times the design load: start, every job of the product (run
//! twice), dry runs of imports of 900 rows, doctor, export and backup beside the running server, verification and
//! restore of that backup. Run by hand (`packaging/bench sizes`; `--tenth`, `--full` or `--ten` for some sizes alone,
//! `--only=PART,PART` for rows whose name has a part, `--in-place` to write into the kept city instead of a copy).
//!
//! The table at the end names what grows faster than n log n. Memory is the highest mark of the process that does the work:
//! of the server above what it had before, or of the command from nothing.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::string_slice, clippy::cast_precision_loss)]

#[path = "support/city.rs"]
mod city;
#[path = "../suite/support/growth.rs"]
mod growth;
#[path = "../suite/support/http.rs"]
mod http;
#[path = "support/process.rs"]
mod process;
#[allow(dead_code, reason = "the suite makes other workbooks by it, too")]
#[path = "../suite/support/wide.rs"]
mod wide;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use calamine::Reader as _;
use http::{Client, Server, Upload};
use process::{cpu, forget_peak, status};
use serde_json::{Value, json};

/// Rows of an import: as many as the smallest city has of each.
const IMPORTED: usize = 900;
/// How long a job may take.
const PATIENCE: Duration = Duration::from_secs(3_600);
/// Ten times as much may cost this much more: n log n between these sizes, and a fifth for noise.
const MOST: f64 = 14.0;
/// What is below this is not judged, milliseconds of processor: a start of a process alone costs as much.
const LEAST: f64 = 50.0;

/// What one thing took at one size.
struct Reading {
    what: String,
    /// Seconds of processor.
    cpu: f64,
    mib: f64,
}

struct Run<'a> {
    binary: &'a str,
    data: &'a Path,
    scratch: &'a Path,
    only: &'a [String],
    readings: Vec<Reading>,
}

impl Run<'_> {
    fn wants(&self, what: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|part| what.contains(part.as_str()))
    }

    fn note(&mut self, what: &str, seconds: f64, cpu: f64, mib: f64, says: &str) {
        let says: String = says.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(90).collect();
        println!("{what:<34} {seconds:>9.2} s {cpu:>9.2} s of processor {mib:>6.0} MiB  {says}");
        self.readings.push(Reading { what: what.to_owned(), cpu, mib });
    }

    /// What the server does.
    fn server(&mut self, what: &str, pid: u32, work: impl FnOnce() -> String) {
        if !self.wants(what) {
            return;
        }
        forget_peak(pid);
        let (before, spent, began) = (status(pid, "VmRSS"), cpu(pid), Instant::now());
        let says = work();
        let (took, spent) = (began.elapsed().as_secs_f64(), cpu(pid) - spent);
        let grown = status(pid, "VmHWM") - before;
        self.note(what, took, spent, grown, &says);
    }

    /// What a command does, alone or beside the server: the memory of both, one after the other.
    fn command(&mut self, what: &str, arguments: &[&str], server: Option<u32>) {
        if !self.wants(what) {
            return;
        }
        let kept = server.map(|pid| {
            forget_peak(pid);
            (pid, status(pid, "VmRSS"), cpu(pid))
        });
        let began = Instant::now();
        let out = tempfile::NamedTempFile::new().unwrap();
        let mut child = Command::new(self.binary)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(out.reopen().unwrap())
            .stderr(out.reopen().unwrap())
            .spawn()
            .unwrap();
        let (mut peak, mut spent) = (0.0_f64, 0.0_f64);
        let ended = loop {
            if let Some(ended) = child.try_wait().unwrap() {
                break ended;
            }
            // The last look before its end counts; between this and the end lie twenty milliseconds.
            if std::fs::read_to_string(format!("/proc/{}/status", child.id())).is_ok_and(|text| text.contains("VmHWM"))
            {
                peak = peak.max(status(child.id(), "VmHWM"));
                spent = spent.max(cpu(child.id()));
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        let took = began.elapsed().as_secs_f64();
        let says = std::fs::read_to_string(out.path()).unwrap();
        let says = format!("{} {says}", ended.code().unwrap_or(-1));
        self.note(what, took, spent, peak, &says);
        if let Some((pid, before, used)) = kept {
            let (used, grown) = (cpu(pid) - used, status(pid, "VmHWM") - before);
            self.note(&format!("{what}, the server's part"), took, used, grown, "");
        }
    }
}

fn ask(client: &mut Client, method: &str, address: &str, body: &Value) -> Value {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    client.json(method, &format!("/prod-api{address}"), &body).unwrap_or_else(|error| panic!("{address}: {error}"))
}

/// Runs one job and waits for its end; what its log says.
fn run_job(client: &mut Client, job: &Value) -> String {
    let id = &job["jobId"];
    // Jobs that are due begin meanwhile by themselves.
    let log = |client: &mut Client| {
        let newest = ask(client, "GET", "/monitor/jobLog/list?pageSize=50", &Value::Null);
        let rows = newest["rows"].as_array().into_iter().flatten();
        rows.into_iter().find(|row| row["jobName"] == job["jobName"]).cloned().unwrap_or_default()
    };
    let before = log(client)["jobLogId"].clone();
    let answer = ask(client, "PUT", "/monitor/job/run", &json!({"jobId": id, "jobGroup": "SYSTEM"}));
    assert_eq!(answer["code"], 200, "{answer}");
    let began = Instant::now();
    loop {
        std::thread::sleep(Duration::from_millis(20));
        let newest = log(client);
        if newest["jobLogId"] != before && newest["jobMessage"] != "执行中" {
            return format!("{} {}", newest["status"], newest["jobMessage"]);
        }
        assert!(began.elapsed() < PATIENCE, "{id}");
    }
}

fn jobs(run: &mut Run<'_>, server: &Server, client: &mut Client) {
    let pid = server.process.id();
    let all = ask(client, "GET", "/monitor/job/list?pageSize=100", &Value::Null);
    for job in all["rows"].as_array().into_iter().flatten() {
        let name = job["jobName"].as_str().unwrap();
        for time in ["", ", again"] {
            run.server(&format!("job {name}{time}"), pid, || run_job(client, job));
        }
    }
}

/// A cell as a person types it.
fn text(cell: &calamine::Data) -> String {
    match cell {
        calamine::Data::DateTime(day) => {
            let (year, month, day, ..) = day.to_ymd_hms_milli();
            format!("{year}-{month:02}-{day:02}")
        }
        other => other.to_string(),
    }
}

/// The first rows of what a list exports, in the columns that its import knows.
fn workbook(client: &mut Client, base: &str) -> Vec<u8> {
    let rows = |client: &mut Client, path: &str| -> Vec<Vec<String>> {
        let bytes = client.call("POST", &format!("/prod-api{base}/{path}"), "{}").unwrap();
        let mut book = calamine::open_workbook_auto_from_rs(std::io::Cursor::new(bytes)).expect("a workbook");
        let sheet = book.worksheet_range_at(0).expect("a sheet").expect("readable");
        sheet.rows().take(IMPORTED + 1).map(|row| row.iter().map(text).collect()).collect()
    };
    let (heads, all) = (rows(client, "importTemplate").swap_remove(0), rows(client, "export"));
    let plain = |head: &str| head.trim_end_matches('*').trim().to_owned();
    let places: Vec<Option<usize>> =
        heads.iter().map(|head| all[0].iter().position(|own| plain(own) == plain(head))).collect();
    let taken = |row: &Vec<String>| -> Vec<String> {
        places.iter().map(|place| place.map_or_else(String::new, |place| row[place].clone())).collect()
    };
    let mut texts = vec![heads];
    texts.extend(all[1..].iter().map(taken));
    let borrowed: Vec<Vec<&str>> = texts.iter().map(|row| row.iter().map(String::as_str).collect()).collect();
    wide::of_texts(&borrowed.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

fn imports(run: &mut Run<'_>, server: &Server, client: &mut Client) {
    for base in ["/system/user", "/asset/room", "/lease/tenant", "/lease/lease"] {
        let what = format!("dry run of an import, {base}");
        if !run.wants(&what) {
            continue;
        }
        let book = workbook(client, base);
        run.server(&what, server.process.id(), || {
            let path = format!("{base}/importData?updateSupport=1&dryRun=1");
            let length = u64::try_from(book.len()).unwrap();
            let mut upload = Upload::begin_to(&path, &server.address, &client.token, "rows.xlsx", length);
            upload.send(&book);
            upload.finish()["msg"].to_string()
        });
    }
}

/// Waits until the columns are there and nothing else is going on.
fn settled(server: &Server, client: &mut Client) {
    while ask(client, "GET", "/monitor/cache/columns", &Value::Null)["data"]["settled"] != true {
        std::thread::sleep(Duration::from_millis(50));
    }
    let mut rest = 0;
    while rest < 3 {
        let before = cpu(server.process.id());
        std::thread::sleep(Duration::from_secs(1));
        rest = if cpu(server.process.id()) - before < 0.05 { rest + 1 } else { 0 };
    }
}

fn measure(run: &mut Run<'_>) {
    // A program that meets these data for the first time does once what an upgrade does.
    let first = Server::start(run.binary, run.data);
    let (pid, took) = (first.process.id(), first.ready_after.as_secs_f64());
    run.note("first start of a program", took, cpu(pid), status(pid, "VmRSS"), "");
    settled(&first, &mut Client::signed_in(&first.address));
    drop(first);
    let server = Server::start(run.binary, run.data);
    let pid = server.process.id();
    run.note("start to the first answer", server.ready_after.as_secs_f64(), cpu(pid), status(pid, "VmRSS"), "");
    let mut client = Client::signed_in(&server.address);
    client.patience = PATIENCE;
    let began = Instant::now();
    settled(&server, &mut client);
    let took = began.elapsed().as_secs_f64() - 3.0;
    run.note("columns filled after", took, cpu(pid), status(pid, "VmRSS"), "");
    imports(run, &server, &mut client);
    jobs(run, &server, &mut client);
    let data = run.data.to_str().unwrap().to_owned();
    let at = |name: &str| run.scratch.join(name).to_str().unwrap().to_owned();
    let (archive, backups, restored) = (at("rows.zip"), at("backups"), at("restored"));
    run.command("export beside it", &["export", &archive, "--data", &data], Some(pid));
    drop(std::fs::remove_file(&archive));
    run.command("doctor beside it", &["doctor", "--data", &data], Some(pid));
    run.command("backup beside it", &["backup", "create", "--to", &backups, "--data", &data], Some(pid));
    drop(server);
    let one = std::fs::read_dir(&backups).ok().and_then(|mut found| found.next()).map(|found| found.unwrap().path());
    if let Some(one) = one {
        let one = one.to_str().unwrap();
        run.command("verify a backup", &["backup", "verify", one], None);
        run.command("restore a backup", &["restore", "--from", one, "--data", &restored], None);
    }
}

fn table(all: &[(&city::Size, Vec<Reading>)]) {
    println!("\nmilliseconds of processor; MiB");
    let mut heads = format!("{:<44}", "");
    all.iter().for_each(|(size, _)| heads += &format!("{:>20}", size.name));
    println!("{heads}   times");
    for first in &all[0].1 {
        let row: Vec<&Reading> =
            all.iter().filter_map(|(_, readings)| readings.iter().find(|found| found.what == first.what)).collect();
        let mut line = format!("{:<44}", first.what);
        row.iter().for_each(|found| line += &format!("{:>13.0} {:>6.0}", found.cpu * 1_000.0, found.mib));
        for pair in row.windows(2) {
            let times = pair[1].cpu / pair[0].cpu.max(0.01);
            let bad = times > MOST && pair[1].cpu * 1_000.0 > LEAST;
            line += &format!("  {times:>5.1}{}", if bad { " !" } else { "" });
        }
        println!("{line}");
    }
}

fn main() {
    let binary = std::env::var("GX_BIN").expect("GX_BIN names a release binary");
    let asked: Vec<String> = std::env::args().skip(1).collect();
    let wants = |flag: &str| asked.iter().any(|asked| asked == flag);
    let only: Vec<String> = asked
        .iter()
        .filter_map(|asked| asked.strip_prefix("--only="))
        .flat_map(|parts| parts.split(',').map(str::to_owned))
        .collect();
    let sizes = [(&city::TENTH, "--tenth"), (&city::FULL, "--full"), (&city::TEN, "--ten")];
    let one = sizes.iter().any(|(_, flag)| wants(flag));
    let mut all = Vec::new();
    for (size, _) in sizes.into_iter().filter(|(_, flag)| wants(flag) || !one) {
        let kept = city::ready(&binary, size);
        let scratch = tempfile::tempdir_in(kept.parent().unwrap()).unwrap();
        let copy = scratch.path().join("data");
        let data = if wants("--in-place") { kept } else { copy.clone() };
        if data == copy {
            let from = city::ready(&binary, size);
            let copied = Command::new("cp").args(["-a", "--reflink=auto"]).arg(from).arg(&copy).status().unwrap();
            assert!(copied.success());
        }
        let mut run = Run { binary: &binary, data: &data, scratch: scratch.path(), only: &only, readings: Vec::new() };
        measure(&mut run);
        all.push((size, run.readings));
    }
    table(&all);
}
