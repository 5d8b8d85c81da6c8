//! Measures approvals inside one process: 100,000 processes of a form, 1,500 of them open, one person with 500 of those, one
//! with 20,000 decisions behind him (approvals.md 7.12). Run by hand (`packaging/bench flow`); `GX_BENCH_FLOW` is another
//! number of processes. CPU time is that of the whole process, so of the writer, too; a request by HTTP adds its own.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::string_slice,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation
)]
#![allow(clippy::cast_sign_loss)]

#[path = "support/process.rs"]
mod process;
mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use gx_portal::app::{App, Running};
use gx_portal::clock::Clock;
use gx_portal::config::{Config, Flags};
use gx_portal::features;
use gx_portal::features::approvals::check;
use gx_portal::features::approvals::instance::adopt;
use gx_portal::features::approvals::instance::record::{Event, Instance, NodeRun, OF_INSTANCE, Principal, Task};
use gx_portal::features::finance::payout::record::Payout;
use gx_portal::features::system::{seed, user};
use gx_portal::kernel::dates::{Stamp, range_begin};
use gx_portal::op::{Caller, Op, Who};
use gx_portal::platform::audit::AuditAction;
use gx_portal::records::list::filling;
use gx_portal::route::{Access, Reply, Route};
use gx_portal::store::directory::DataPaths;
use gx_portal::store::{FileMedium, Reads, Store, id};
use serde_json::{Value, json};
use support::timed;

const PEOPLE: u64 = 50;
const OPEN: u64 = 1_500;
const OF_ONE: u64 = 500;
const DONE: u64 = 20_000;
const PORTION: u64 = 500;

struct Bench {
    app: Arc<App>,
    routes: Vec<Route>,
    /// The first has 20,000 decisions behind him, the second 500 before him.
    people: Vec<u64>,
}

impl Bench {
    fn new(folder: &std::path::Path) -> Self {
        let paths = DataPaths::new(folder);
        paths.create_folders().unwrap();
        Store::create(&paths.database(), gx_portal::store::options(), &features::PRODUCT.tables()).unwrap();
        let clock = Clock::fixed(range_begin("2024-09-30 09:00:00").unwrap());
        let config = Config::load(folder, &Flags::default()).unwrap();
        let medium = Box::new(FileMedium::new(&paths.database()));
        let app = App::with_medium(&features::PRODUCT, config, paths, medium, clock, None).unwrap();
        let mut bench = Self { app, routes: features::PRODUCT.routes(), people: Vec::new() };
        bench.act(|op| {
            seed::fresh(op)?;
            user::ops::insert_first(op, "admin", "管理员", "x".into(), true)
        });
        for place in 0..PEOPLE {
            let person = bench.act(move |op| {
                let (user_name, real_name) = (format!("bench{place}"), Some(format!("人员{place}")));
                let input = user::ops::UserInput {
                    user_name,
                    real_name,
                    dept_id: Some(110),
                    ..user::ops::UserInput::default()
                };
                let new = user::ops::prepare_new(&op.view(), input)?;
                user::ops::insert(op, new.user)
            });
            bench.people.push(person);
        }
        bench.draw();
        bench
    }

    fn act<T: Send + 'static>(
        &self,
        run: impl FnOnce(&mut Op<'_, '_>) -> gx_portal::error::Result<T> + Send + 'static,
    ) -> T {
        self.app.act(&Arc::new(Caller::console("bench", "bench")), "bench", AuditAction::Other, run).unwrap()
    }

    fn draw(&self) {
        let field = |name: &str, kind: &str| json!({"name": name, "title": name, "kind": kind});
        let fields = json!([field("reason", "text"), field("fee", "money"), field("copies", "int")]);
        self.done(1, "POST", "/appr/form", json!({"key": "bench", "name": "用印", "fields": fields}));
        let node = |code: &str, who: u64| json!({"code": code, "type": 1, "name": code, "assign": [{"kind": "USER", "users": [who]}]});
        let drawing = json!({"key": "bench", "name": "用印", "options": {}, "nodes": [
            {"code": "b", "type": 0, "name": "发起"}, node("t0", self.people[0]),
            {"code": "c", "type": 2, "name": "看"}, node("t1", self.people[1])],
            "edges": [{"from": "b", "to": "t0"}, {"from": "t0", "to": "c"},
                {"from": "c", "to": "t1", "order": 1, "if": {"ge": ["fee", 0]}}, {"from": "c", "default": true},
                {"from": "t1"}]});
        let made = self.done(1, "POST", "/appr/definition", drawing);
        self.done(1, "POST", "/appr/definition/publish", json!({"id": made["data"]["id"]}));
    }

    fn ask(&self, who: u64, method: &str, path: &str, body: Value) -> Value {
        let found = self.routes.iter().find(|route| route.method.as_str() == method && route.path == path);
        let route = found.unwrap_or_else(|| panic!("no route {method} {path}"));
        let rights = self.app.rights.get(who, || self.app.store.read()).unwrap().expect("somebody");
        let exercised = if let Access::Perm(permission) = route.access { Some(permission) } else { None };
        let caller = Caller { who: Who::Person { session: "bench".into() }, rights, exercised, ..Caller::anonymous() };
        let done = self.app.run(route, &Arc::new(caller), body).and_then(|running| match running {
            Running::Done(reply) => Ok(reply),
            Running::Committing(pending) => pending.wait(),
        });
        match done {
            Ok(Reply::Json(bytes)) => serde_json::from_slice(&bytes).unwrap(),
            Ok(_) => panic!("{path}: no JSON"),
            Err(fault) => panic!("{path}: {fault:?}"),
        }
    }

    fn done(&self, who: u64, method: &str, path: &str, body: Value) -> Value {
        let answer = self.ask(who, method, path, body);
        assert_eq!(answer["code"], 200, "{path}: {answer}");
        answer
    }

    fn start(&self) -> u64 {
        let data = json!({"reason": "房屋租赁合同盖章", "fee": 123_456, "copies": 3});
        let answer = self.done(1, "POST", "/appr/form/start", json!({"key": "bench", "data": data}));
        answer["data"]["instanceId"].as_u64().unwrap()
    }

    fn task_of(&self, instance: u64) -> u64 {
        let tx = self.app.store.read().unwrap();
        let tasks: Vec<Task> = tx.by(&OF_INSTANCE, &id(instance), false, 0, usize::MAX).unwrap();
        tasks.iter().find(|task| task.waits()).unwrap().task_id
    }

    fn agree(&self, who: u64, task: u64) {
        self.done(who, "POST", "/appr/task/approve", json!({"taskId": task}));
    }

    /// Copies a process with everything of it: over, or open before somebody.
    fn grow(&self, many: u64) {
        let (over, open) = (self.start(), self.start());
        for who in &self.people[..2] {
            self.agree(*who, self.task_of(over));
        }
        self.agree(self.people[0], self.task_of(open));
        for first in (0..many).step_by(PORTION as usize) {
            let people = self.people.clone();
            self.act(move |op| {
                for number in first..(first + PORTION).min(many) {
                    let is_open = number < OPEN;
                    copy(op, if is_open { open } else { over }, number, &people, is_open)?;
                }
                Ok(())
            });
        }
    }
}

/// One more process like another.
fn copy(op: &mut Op<'_, '_>, of: u64, number: u64, people: &[u64], is_open: bool) -> gx_portal::error::Result<()> {
    let like: Instance = op.view().tx.get(&id(of))?.unwrap();
    let tasks: Vec<Task> = op.view().tx.by(&OF_INSTANCE, &id(of), false, 0, usize::MAX)?;
    let other = people[(2 + number % (PEOPLE - 2)) as usize];
    let at = |stamp: Stamp| Stamp(stamp.0 - 60_000 * (number as i64 % 400_000));
    let instance_id = op.next_id::<Instance>()?;
    for seq in 1..=u64::from(u16::MAX) {
        let Some(run) = op.view().tx.get::<NodeRun>(&id(of).u16(seq))? else { break };
        op.put_quietly(&NodeRun { instance_id, ..run })?;
    }
    let mut numbers = std::collections::BTreeMap::new();
    for task in tasks {
        let task_id = op.next_id::<Task>()?;
        numbers.insert(task.task_id, task_id);
        let waits = task.waits();
        let who = if waits && number < OF_ONE { people[1] } else { other };
        let principals = if waits { vec![Principal::User(who)] } else { task.principals.clone() };
        let by_first = task.done_by == people[0] && (OPEN..OPEN + DONE).contains(&number);
        let done_by = if task.done_by == 0 || by_first { task.done_by } else { other };
        let (arrived, done_at) = (at(task.arrived), task.done_at.map(at));
        op.put_quietly(&Task { task_id, instance_id, principals, done_by, arrived, done_at, ..task })?;
    }
    for seq in 1..=u64::from(like.events) {
        let event: Event = op.view().tx.get(&id(of).u24(seq))?.unwrap();
        let task_id = numbers.get(&event.task_id).copied().unwrap_or(0);
        op.put_quietly(&Event { instance_id, task_id, ..event })?;
    }
    let (instance_no, biz_id) = (format!("SP-BENCH-{number:06}"), like.biz_id + (1 << 40) + number);
    let (started_at, initiator) = (at(like.started_at), if is_open { 1 } else { other });
    let title = format!("用印：第 {number} 号合同");
    op.put_quietly(&Instance { instance_id, instance_no, biz_id, started_at, initiator, title, ..like })?;
    Ok(())
}

fn own_cpu() -> f64 {
    process::cpu(std::process::id()) * 1_000.0
}

/// The same again and again: CPU a call, and the slowest of a hundred.
fn measured(what: &str, reach: &str, clients: u64, calls: u64, run: impl Fn(u64) + Sync) {
    run(u64::MAX);
    let (next, before, began) = (AtomicU64::new(0), own_cpu(), Instant::now());
    let mut taken: Vec<Duration> = std::thread::scope(|scope| {
        let work = || {
            let mut taken = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= calls {
                    return taken;
                }
                let since = Instant::now();
                run(number);
                taken.push(since.elapsed());
            }
        };
        let threads: Vec<_> = (0..clients).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    let (cpu, took) = ((own_cpu() - before) / calls as f64, began.elapsed().as_secs_f64());
    taken.sort_unstable();
    let at = |share: f64| taken[((taken.len() - 1) as f64 * share) as usize].as_secs_f64() * 1_000.0;
    let rate = calls as f64 / took;
    println!("{what:<44} {reach:<26} CPU {cpu:>8.2} ms  p50 {:>8.2}  p99 {:>8.2} ms  {rate:>8.0}/s", at(0.5), at(0.99));
}

fn reads(bench: &Bench, open: u64) {
    let (leader, boss) = (bench.people[0], bench.people[1]);
    let page = |who: u64, path: &'static str, more: Value| {
        let answer = bench.ask(who, "GET", path, more);
        assert!(answer["code"] == 200, "{answer}");
    };
    let calls = 400;
    measured("待办 first page, 500 before him", "CPU 0.5 ms", 1, calls, |_| page(boss, "/appr/task/todo", json!({})));
    measured("the same, 16 clients", "p99 15 ms", 16, calls, |_| page(boss, "/appr/task/todo", json!({})));
    measured("count", "CPU 0.3 ms", 1, calls, |_| page(boss, "/appr/count", json!({})));
    measured("已办 first page of 20,000", "CPU 0.5 ms", 1, calls, |_| page(leader, "/appr/task/done", json!({})));
    let word = || json!({"keyWord": "77 号"});
    measured("已办 keyword", "150 ms", 1, 50, |_| page(leader, "/appr/task/done", word()));
    measured("我发起 first page", "-", 1, calls, |_| page(1, "/appr/instance/mine", json!({})));
    measured("to-do block of the home page", "-", 1, 100, |_| page(boss, "/stat/daiBan", json!({})));
    measured("监控 first page", "-", 1, 100, |_| page(1, "/appr/manage/list", json!({})));
    measured("detail", "5 ms", 1, calls, |_| page(boss, "/appr/instance/{id}", json!({"id": open})));
    measured("path", "5 ms", 1, calls, |_| page(boss, "/appr/instance/{id}/path", json!({"id": open})));
}

fn writes(bench: &Bench) {
    let (leader, boss) = (bench.people[0], bench.people[1]);
    let made: Vec<u64> = (0..301).map(|_| bench.start()).collect();
    let tasks = || -> Vec<u64> { made.iter().map(|instance| bench.task_of(*instance)).collect() };
    let place = |number: u64| if number == u64::MAX { 300 } else { number as usize };
    measured("submit", "CPU 2.5 ms, p99 30 ms", 1, 300, |_| {
        bench.start();
    });
    let first = tasks();
    measured("approve in the middle", "CPU 1 ms, p99 25 ms", 1, 300, |number| {
        bench.agree(leader, first[place(number)])
    });
    let last = tasks();
    measured("approve last", "CPU effect + 1.5 ms", 1, 300, |number| bench.agree(boss, last[place(number)]));
    let many: Vec<u64> = (0..601).map(|_| bench.start()).map(|instance| bench.task_of(instance)).collect();
    let place = |number: u64| if number == u64::MAX { 600 } else { number as usize };
    measured("approve, 64 clients", "5 × one client", 64, 600, |number| bench.agree(leader, many[place(number)]));
    let batch: Vec<u64> = (0..50).map(|_| bench.start()).map(|instance| bench.task_of(instance)).collect();
    timed("batch of 50, four at a time (1.5 s)", || {
        std::thread::scope(|scope| {
            for part in batch.chunks(13) {
                scope.spawn(move || {
                    for task in part {
                        bench.done(leader, "POST", "/appr/task/approve", json!({"taskId": task, "batch": true}));
                    }
                });
            }
        });
    });
}

/// Documents that waited when approvals came.
const ADOPTED: u64 = 5_000;

/// An installation of before approvals starts with 5,000 expenses under decision.
fn adopting(bench: &Bench) {
    let unit = json!({"partyACode": "BENCH", "partyAName": "资产中心", "unitKind": 2, "remitRequired": false, "remitDay": 10, "deptId": 110});
    let unit = bench.done(1, "POST", "/asset/partyA", unit)["data"]["id"].clone();
    let node =
        json!({"code": "t0", "type": 1, "name": "审批", "assign": [{"kind": "USER", "users": [bench.people[0]]}]});
    let drawing = json!({"key": "expense", "name": "支出", "options": {}, "nodes": [{"code": "b", "type": 0, "name": "发起"}, node],
        "edges": [{"from": "b", "to": "t0"}, {"from": "t0"}]});
    let made = bench.done(1, "POST", "/appr/definition", drawing);
    bench.done(1, "POST", "/appr/definition/publish", json!({"id": made["data"]["id"]}));
    let form = json!({"kind": 3, "partyAId": unit, "amountFen": 10_000, "payee": "维修队", "category": "维修"});
    bench.done(1, "POST", "/fin/expense", form);
    bench.act(|op| {
        let like: Payout = op.view().tx.all()?.pop().unwrap();
        for number in 0..ADOPTED {
            let (payout_id, payout_no) = (op.next_id::<Payout>()?, format!("ZC-BENCH-{number:06}"));
            op.put_quietly(&Payout { payout_id, payout_no, ..like.clone() })?;
        }
        Ok(())
    });
    let count = || bench.app.store.read().unwrap().all::<Instance>().unwrap().len() as u64;
    let before = count();
    timed("adopting 5,000 documents (3 s)", || adopt::all_waiting(&bench.app).unwrap());
    assert_eq!(count(), before + ADOPTED);
}

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let many = std::env::var("GX_BENCH_FLOW").ok().and_then(|text| text.parse().ok()).unwrap_or(100_000);
    let bench = Bench::new(folder.path());
    timed("growing", || bench.grow(many));
    let bytes = std::fs::metadata(DataPaths::new(folder.path()).database()).unwrap().len();
    println!("{:<44} {:.1} KB a process ({many} processes)", "on the disk", bytes as f64 / 1_000.0 / many as f64);
    // The columns are filled beside the work, as when the program starts.
    filling::begin(&bench.app).unwrap();
    std::thread::sleep(Duration::from_secs(3));
    let open = bench.start();
    bench.agree(bench.people[0], bench.task_of(open));
    reads(&bench, open);
    writes(&bench);
    adopting(&bench);
    let found = timed("flow.check of all (20 s, 40 MiB)", || check::check(&bench.app.store.read().unwrap()).unwrap());
    assert!(found.faults.is_empty(), "{:?}", found.faults);
    let orphans = gx_portal::features::approvals::overdue_job::RUN;
    timed("job flow.run", || (orphans.run)(&bench.app, orphans.key).unwrap());
}
