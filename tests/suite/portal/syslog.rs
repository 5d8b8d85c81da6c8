//! The audit log on a central log server: nothing is missing, whatever happens to either side.

use std::sync::Arc;
use std::time::{Duration, Instant};

use gx_portal::app::App;
use gx_portal::error::AppError;
use gx_portal::features::monitor::metrics;
use gx_portal::features::monitor::syslog::line::Pace;
use gx_portal::features::monitor::syslog::record::{self, Cursor, PAGE};
use gx_portal::features::monitor::syslog::sender::Sending;
use gx_portal::features::monitor::syslog::{Standing, at_start, resend, standing};
use gx_portal::features::monitor::{health, watching};
use gx_portal::op::Caller;
use gx_portal::platform::audit::{AuditAction, AuditRow, Entry};
use gx_portal::store::{Urgency, id};
use serde_json::{Value, json};

use crate::collector::{Collector, Log};
use crate::support::{self, Portal, until};

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;

/// That of the program, with short rests.
pub const PACE: Pace = Pace {
    write: Duration::from_millis(500),
    first_rest: Duration::from_millis(5),
    longest_rest: Duration::from_millis(40),
    keep: Duration::from_millis(10),
    ..Pace::USUAL
};

/// A portal that sends its audit log.
pub struct Sender {
    pub portal: Portal,
    runtime: tokio::runtime::Runtime,
    sending: Option<Sending>,
    /// The first row that is sent.
    pub first: u64,
}

impl Sender {
    pub fn new(settings: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        support::initialise(folder.path());
        Self::on(folder, settings)
    }

    pub fn on(folder: tempfile::TempDir, settings: &str) -> Self {
        std::fs::write(folder.path().join("gx-portal.toml"), settings).unwrap();
        let portal = Portal::on(folder);
        at_start(&portal.app).unwrap();
        let first = head(&portal.app) + 1;
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let mut sender = Self { portal, runtime, sending: None, first };
        sender.start();
        sender
    }

    pub fn start(&mut self) {
        let _within = self.runtime.enter();
        self.sending = Sending::start(&self.portal.app, PACE);
    }

    /// Stops in order.
    pub fn stop(&mut self) {
        let sending = self.sending.take().unwrap();
        self.runtime.block_on(sending.end(Duration::from_secs(60)));
    }

    pub fn standing(&self) -> Standing {
        self.portal.app.read(&Caller::job("test"), standing).unwrap().expect("on")
    }

    pub fn shown(&self) -> Value {
        self.portal.get("/monitor/server", &self.portal.admin())["data"]["syslog"].clone()
    }
}

pub fn head(app: &App) -> u64 {
    record::head(&app.store.read().unwrap()).unwrap()
}

/// Writes so many rows in few commits; refused ones with this sentence when there is one.
pub fn rows(app: &Arc<App>, count: usize, refusal: &str) -> u64 {
    let caller = Arc::new(Caller::console("test", "rows"));
    let one = |place: usize| {
        let input = json!(place);
        let entry =
            Entry {
                title: "测试", deed: AuditAction::Other, method: "CLI rows".into(), input, began: Instant::now()
            };
        let refusal = refusal.to_owned();
        let act = move |_: &mut gx_portal::op::Op<'_, '_>| match refusal.as_str() {
            "" => Ok(()),
            text => Err(AppError::refused(text.to_owned())),
        };
        app.submit(&caller, entry, Urgency::Ordinary, act).unwrap()
    };
    for pending in (0..count).map(one).collect::<Vec<_>>() {
        let _ = pending.wait();
    }
    head(app)
}

#[test]
fn what_was_written_while_the_log_server_was_down_comes_in_order_when_it_is_up() {
    let log = Log::default();
    let address = Collector::tcp("127.0.0.9:0", &log).address.to_string();
    let sender = Sender::new(&format!("syslog = \"tcp://{address}\""));
    let app = &sender.portal.app;
    until(|| sender.standing().error.contains("连接被拒绝"));
    assert_eq!(sender.standing().waiting, 0, "what was before is not sent");
    let last = rows(app, usize::try_from(PAGE).unwrap() * 2 + 7, "");
    let waits = sender.standing();
    assert_eq!((waits.connected, waits.waiting), (false, last + 1 - sender.first));
    let collector = Collector::tcp(&address, &log);
    log.has(last);
    log.is_whole(sender.first, last);
    // What is written from now on comes by itself.
    let last = rows(app, 1, "");
    log.has(last);
    until(|| sender.standing().waiting == 0);
    let shown = sender.shown();
    assert!(shown["connected"] == true && shown["destination"] == format!("tcp://{address}"), "{shown}");
    let counters = metrics::text(app).unwrap();
    for line in ["gx_syslog_backlog_rows ", "gx_syslog_sent_total ", "gx_syslog_last_success_timestamp_seconds 1727"] {
        assert!(counters.lines().any(|there| there.starts_with(line)), "{line}: {counters}");
    }
    assert!(health::report(app).unwrap()["facts"].to_string().contains("审计日志转发 tcp://"));
    drop(collector);
    until(|| !sender.standing().connected);
}

#[test]
fn a_log_server_that_falls_over_again_and_again_misses_nothing() {
    let log = Log::default();
    let mut collector = Collector::frail("127.0.0.9:0", &log, 100);
    let address = collector.address.to_string();
    let sender = Sender::new(&format!("syslog = \"tcp://{address}\""));
    let app = &sender.portal.app;
    let mut last = 0;
    for _ in 0..4 {
        last = rows(app, 300, "");
        let before = log.all().len();
        until(|| log.all().len() > before);
        drop(collector);
        collector = Collector::frail(&address, &log, 150);
    }
    drop(collector);
    let _whole = Collector::tcp(&address, &log);
    log.has(last);
    log.is_whole(sender.first, last);
}

#[test]
fn a_restart_goes_on_where_it_was_and_a_stop_sends_what_waits() {
    let log = Log::default();
    let collector = Collector::tcp("127.0.0.9:0", &log);
    let mut sender = Sender::new(&format!("syslog = \"tcp://{}\"", collector.address));
    let last = rows(&sender.portal.app, 300, "");
    log.has(last);
    sender.stop();
    sender.start();
    let last = rows(&sender.portal.app, 1, "");
    log.has(last);
    let all: Vec<u64> = (sender.first..=last).collect();
    assert_eq!(log.numbers(), all, "nothing twice");
    // What is written in the last moment is sent before the end.
    let last = rows(&sender.portal.app, 700, "");
    sender.stop();
    log.has(last);
    log.is_whole(sender.first, last);
    // Without a line the end is not waited for.
    drop(collector);
    sender.start();
    rows(&sender.portal.app, 5, "");
    let began = Instant::now();
    sender.stop();
    assert!(began.elapsed() < Duration::from_secs(30));
}

#[test]
fn what_was_archived_or_is_damaged_is_told_and_passed_over() {
    let log = Log::default();
    let address = Collector::tcp("127.0.0.9:0", &log).address.to_string();
    let sender = Sender::new(&format!("syslog = \"tcp://{address}\""));
    let app = &sender.portal.app;
    let archived = rows(app, 20, "");
    app.clock.advance(200 * DAY);
    support::run_job(app, "auditArchive.run").unwrap();
    let last = rows(app, 10, "");
    assert!(sender.standing().oldest.is_some_and(|at| app.clock.now().0 - at.0 < DAY), "of those that are left");
    app.store
        .write(move |tx| -> gx_portal::store::Res<()> {
            for gone in [last - 5, last - 4, last - 1] {
                tx.delete::<AuditRow>(&id(gone))?;
            }
            Ok(())
        })
        .unwrap();
    let collector = Collector::tcp(&address, &log);
    log.has(last);
    let first = sender.first;
    log.says(&format!("第 {first} 至 {archived} 号审计记录在发送前已归档"));
    log.says(&format!("第 {} 至 {} 号审计记录无法读取", last - 5, last - 4));
    log.says(&format!("第 {} 号审计记录无法读取", last - 1));
    let came = log.numbers();
    assert!(came[0] == archived + 1 && came.len() as u64 == last - archived - 3, "{came:?}");
    until(|| sender.shown()["gap"].as_str().is_some_and(|gap| gap.contains("无法读取")));
    drop(collector);
}

#[test]
fn rows_are_sent_again_when_somebody_asks_and_numbers_that_are_none_are_refused() {
    let log = Log::default();
    let collector = Collector::tcp("127.0.0.9:0", &log);
    let sender = Sender::new(&format!("syslog = \"tcp://{}\"", collector.address));
    let app = &sender.portal.app;
    let last = rows(app, 5, "");
    log.has(last);
    for wrong in [0, last + 100, u64::MAX] {
        let fault = resend(app, "root", wrong).unwrap_err();
        assert!(fault.message.starts_with(&format!("没有第 {wrong} 号审计记录：库中现有第 1 至 ")), "{fault}");
    }
    // A refusal is a row, too.
    log.has(head(app));
    log.forget();
    let answer = resend(app, "root", 2).unwrap();
    assert!(answer["rows"].as_u64().unwrap() >= last - 1, "{answer}");
    let last = head(app);
    log.has(last);
    log.is_whole(2, last);
    let noted = sender.portal.last_audit();
    assert!(noted.title == "日志转发" && noted.method == "CLI syslog resend", "{noted:?}");
    drop(collector);
}

#[test]
fn data_that_came_back_from_a_backup_are_told_once() {
    let log = Log::default();
    let collector = Collector::tcp("127.0.0.9:0", &log);
    let mut sender = Sender::new(&format!("syslog = \"tcp://{}\"", collector.address));
    let last = rows(&sender.portal.app, 3, "");
    log.has(last);
    sender.stop();
    let at = sender.portal.app.clock.now();
    sender.portal.app.store.write(move |tx| record::after_restore(tx, at)).unwrap();
    sender.start();
    log.says(&format!("从备份恢复到第 {last} 号审计记录；此后的编号重新使用"));
    until(|| sender.standing().gap.contains("从备份恢复"));
    sender.stop();
    // A log that ends before what was sent: somebody put other data there.
    let key = sender.standing().destination;
    let ahead = Cursor { destination: key, sent: last + 1_000, ..Cursor::default() };
    sender.portal.app.store.write(move |tx| tx.put(&ahead).map(drop)).unwrap();
    sender.start();
    log.says(&format!("审计日志的末尾（第 {last} 号）早于已发送的第 {} 号", last + 1_000));
    let next = rows(&sender.portal.app, 1, "");
    log.has(next);
    sender.stop();
    sender.start();
    log.has(rows(&sender.portal.app, 1, ""));
    let told = |words: &str| log.all().iter().filter(|message| message.contains(words)).count();
    assert_eq!((told("note=\"restored\""), told("note=\"behind\"")), (1, 1));
    drop(collector);
}

#[test]
fn a_log_server_that_never_reads_holds_up_nobody_and_gets_everything_when_it_does() {
    let log = Log::default();
    let collector = Collector::tcp("127.0.0.9:0", &log);
    log.hang(true);
    let sender = Sender::new(&format!("syslog = \"tcp://{}\"", collector.address));
    let app = &sender.portal.app;
    let last = rows(app, 1_500, &"税".repeat(1_900));
    until(|| sender.standing().error.contains("没有接收数据"));
    assert!(sender.standing().waiting > 0 && log.numbers().is_empty());
    let began = Instant::now();
    let admin = sender.portal.admin();
    assert_eq!(sender.portal.get("/monitor/server", &admin)["code"], 200);
    assert!(began.elapsed() < Duration::from_secs(60), "requests go on");
    log.hang(false);
    log.has(last);
    log.is_whole(sender.first, last);
    let long = log.all().into_iter().find(|message| message.contains("税")).unwrap();
    assert!(long.len() <= 8_192 && long.contains("被拒绝，税税"), "{}", long.len());
    drop(collector);
}

#[test]
fn what_waits_for_ten_minutes_is_shown_and_for_an_hour_raises_one_alarm() {
    let log = Log::default();
    let address = Collector::tcp("127.0.0.9:0", &log).address.to_string();
    let mut sender = Sender::new(&format!("syslog = \"tcp://{address}\""));
    rows(&sender.portal.app, 3, "");
    until(|| !sender.standing().error.is_empty());
    let findings = |sender: &Sender| health::report(&sender.portal.app).unwrap()["findings"].to_string();
    let alarms = |sender: &Sender| {
        watching::look(&sender.portal.app).unwrap();
        let list = sender.portal.get("/system/notice/list?pageSize=100", &sender.portal.admin());
        list["rows"].to_string().matches("没有送到日志服务器").count()
    };
    sender.portal.app.clock.advance(9 * 60_000);
    assert!(!findings(&sender).contains("日志服务器") && alarms(&sender) == 0);
    sender.portal.app.clock.advance(2 * 60_000);
    assert!(
        findings(&sender).contains("条等待发送，最早的在 2024-09-30 09:00:00（连接被拒绝"),
        "{}",
        findings(&sender)
    );
    assert_eq!(alarms(&sender), 0);
    let warned = sender.portal.get("/monitor/server", &sender.portal.admin())["data"]["warnings"].to_string();
    assert!(warned.contains(&format!("审计日志没有送到日志服务器 tcp://{address}")), "{warned}");
    sender.portal.app.clock.advance(HOUR);
    assert_eq!((alarms(&sender), alarms(&sender)), (1, 1));
    // Read-only: the portal takes no writes, the log goes on.
    let mode = json!({"mode": "readonly", "text": "盘点"});
    assert_eq!(sender.portal.put("/monitor/mode", &sender.portal.admin(), mode)["code"], 200);
    sender.stop();
    let sender = Sender::on(sender.portal.stopped(), &format!("syslog = \"tcp://{address}\""));
    sender.portal.app.clock.advance(2 * HOUR);
    assert_eq!(alarms(&sender), 1, "not again after a restart");
    let collector = Collector::tcp(&address, &log);
    log.has(head(&sender.portal.app));
    until(|| sender.standing().waiting == 0);
    assert!(!findings(&sender).contains("日志服务器"), "{}", findings(&sender));
    drop(collector);
}
