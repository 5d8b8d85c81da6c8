//! Background tasks: a long export goes on without its asker, on a list of his own.

use crate::support;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use calamine::{Reader, Xlsx};
use gx_portal::error::AppError;
use gx_portal::events::Signal;
use gx_portal::platform::identity::rights::Scope;
use gx_portal::platform::identity::role::Role;
use gx_portal::platform::tasks::{Limits, Owner, Tasks};
use gx_portal::records::export::Workbook;
use gx_portal::store::{Reads, id};
use serde_json::{Value, json};
use support::{Portal, act};

const PATIENCE: Duration = Duration::from_secs(60);
const EXPORT: &str = "/monitor/operlog/export";

/// A portal whose exports are long from four rows on.
fn portal() -> (Portal, String) {
    let portal = Portal::new();
    act(&portal.app, |op| gx_portal::features::system::config::ops::set(op, "sys.export.backgroundRows", "3"));
    let token = portal.admin();
    for number in 0..10 {
        let post = json!({"postCode": format!("p{number}"), "postName": format!("岗{number}"), "postSort": number});
        assert_eq!(portal.post("/system/post", &token, post)["code"], 200);
    }
    (portal, token)
}

fn rows(bytes: &[u8]) -> Vec<Vec<String>> {
    let mut workbook: Xlsx<_> = Xlsx::new(std::io::Cursor::new(bytes)).expect("a workbook");
    let range = workbook.worksheet_range_at(0).expect("a sheet").expect("readable");
    range.rows().map(|row| row.iter().map(ToString::to_string).collect()).collect()
}

fn begin(portal: &Portal, token: &str) -> String {
    let answer = portal.get(&format!("{EXPORT}?background=true"), token);
    answer["data"]["taskId"].as_str().unwrap_or_else(|| panic!("a task: {answer}")).to_owned()
}

fn tasks(portal: &Portal, token: &str) -> Vec<Value> {
    portal.get("/portal/tasks", token)["data"].as_array().expect("a list").clone()
}

fn sentence(portal: &Portal, path: &str, token: &str) -> String {
    portal.get(path, token)["msg"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_long_export_becomes_a_task_and_its_file_has_the_rows() {
    let (portal, token) = portal();
    let mut listener = portal.app.events.listen("a").expect("room");
    let task = begin(&portal, &token);
    let row = portal.last_audit();
    assert_eq!((row.title.as_str(), row.deed, row.code), ("操作日志", 5, 200), "the export is in the log");
    assert_eq!(row.method, format!("GET {EXPORT}"));
    assert_eq!(portal.app.tasks.settle(PATIENCE), 0);
    let [found] = &tasks(&portal, &token)[..] else { panic!("one task") };
    assert_eq!((found["state"].as_str(), found["title"].as_str()), (Some("done"), Some("操作日志导出")), "{found}");
    assert_eq!(found["written"], found["total"]);
    assert_eq!(listener.signals.try_recv(), Ok(Signal::Task), "browsers are told to ask again");

    let file = portal.request("GET", &format!("/portal/tasks/{task}/file"), &token, None);
    let name = file.headers["content-disposition"].to_str().unwrap().to_owned();
    assert!(name.contains("%E6%93%8D%E4%BD%9C%E6%97%A5%E5%BF%97.xlsx"), "{name}");
    let written = rows(&file.bytes);
    assert_eq!(written.len() as u64, found["total"].as_u64().unwrap() + 1, "with the header");
    assert!(written.iter().filter(|row| row.iter().any(|cell| cell == "岗位管理")).count() >= 10);
    let again = portal.request("GET", &format!("/portal/tasks/{task}/file"), &token, None);
    assert_eq!(again.bytes, file.bytes, "as often as wanted");

    assert_eq!(portal.delete(&format!("/portal/tasks/{task}"), &token)["code"], 200);
    assert!(tasks(&portal, &token).is_empty());
    let left = std::fs::read_dir(portal.app.paths.temporary()).unwrap().count();
    assert_eq!(left, 0, "the file goes with the task");
}

#[test]
fn short_lists_and_the_old_calls_are_as_they_were() {
    let (portal, token) = portal();
    let ticket = portal.get("/system/post/export?background=true&postCode=p1", &token);
    assert!(ticket["data"].is_null() && ticket["msg"].as_str().unwrap().ends_with("_岗位数据.xlsx"), "{ticket}");
    let ticket = sentence(&portal, EXPORT, &token);
    assert!(ticket.ends_with("_操作日志.xlsx"), "without the word background a long list is a ticket: {ticket}");
    let fetched = portal.request("GET", &format!("/common/download?fileName={ticket}"), &token, None);
    assert!(rows(&fetched.bytes).len() > 10);
    assert!(rows(&portal.request("POST", EXPORT, &token, Some("{}")).bytes).len() > 10);
    assert!(tasks(&portal, &token).is_empty());
}

#[test]
fn nobody_else_sees_ends_or_fetches_a_task() {
    let (portal, token) = portal();
    let task = begin(&portal, &token);
    assert_eq!(portal.app.tasks.settle(PATIENCE), 0);
    let role = portal.role("logs", &["monitor:operlog:export"], 1, &[]);
    portal.person("other1", 110, &[role]);
    let other = portal.token("other1");
    assert!(tasks(&portal, &other).is_empty());
    let missing = "任务不存在或已过期，请刷新后查看";
    assert_eq!(sentence(&portal, &format!("/portal/tasks/{task}/file"), &other), missing);
    assert_eq!(portal.put(&format!("/portal/tasks/{task}/cancel"), &other, json!({}))["msg"], missing);
    assert_eq!(portal.delete(&format!("/portal/tasks/{task}"), &other)["msg"], missing);
    assert_eq!(portal.get("/portal/tasks", "")["code"], 401);
    assert_eq!(tasks(&portal, &token).len(), 1);
}

#[test]
fn who_has_lost_the_right_or_other_rows_does_not_fetch() {
    let (portal, _) = portal();
    let role_id = portal.role("logs", &["monitor:operlog:export", "monitor:operlog:list"], 1, &[]);
    portal.person("clerk1", 110, &[role_id]);
    let token = portal.token("clerk1");
    let path = format!("/portal/tasks/{}/file", begin(&portal, &token));
    assert_eq!(portal.app.tasks.settle(PATIENCE), 0);
    assert!(rows(&portal.request("GET", &path, &token, None).bytes).len() > 10);
    let change = |change: fn(&mut Role)| {
        act(&portal.app, move |op| {
            let mut role: Role = op.view().tx.get(&id(role_id))?.unwrap();
            change(&mut role);
            op.put(&role)
        })
    };
    change(|role| role.data_scope = 3);
    assert_eq!(sentence(&portal, &path, &token), "您的数据权限在导出之后有变化，请重新导出");
    change(|role| (role.data_scope, role.menu_ids) = (1, Vec::new()));
    assert_eq!(sentence(&portal, &path, &token), "您已没有导出这些数据的权限，不能下载");
}

fn owner(user_id: u64) -> Owner {
    Owner { user_id, permission: None, scope: Scope { all: true, ..Scope::default() } }
}

/// A task that tells when it runs, and goes on when it may.
struct Held {
    claim: Option<gx_portal::app::Claim>,
    runs: Receiver<()>,
    go: Sender<()>,
}

impl Held {
    fn id(&self) -> String {
        self.claim.as_ref().unwrap().id.clone()
    }
}

fn held(portal: &Portal, tasks: &Arc<Tasks<gx_portal::app::App>>, user_id: u64) -> Held {
    let ((tell, runs), (go, wait)) = (channel(), channel());
    let folder = portal.app.paths.temporary();
    let work: gx_portal::app::Work = Box::new(move |_, watch| {
        watch.begin("表", 2)?;
        tell.send(()).unwrap();
        wait.recv_timeout(PATIENCE).unwrap();
        watch.step()?;
        let path = tempfile::NamedTempFile::new_in(folder).unwrap().into_temp_path();
        std::fs::write(&path, [0; 100]).unwrap();
        Ok(Workbook { path, name: "表.xlsx".into() })
    });
    Held { claim: Some(tasks.claim(owner(user_id), "表", portal.app.clock.now(), work).unwrap()), runs, go }
}

fn states(portal: &Portal, user_id: u64) -> Vec<Value> {
    let own = portal.app.tasks.of(user_id, portal.app.clock.now());
    own.iter().map(|task| serde_json::to_value(task.state).unwrap()).collect()
}

#[test]
fn two_run_at_once_people_take_turns_and_a_task_can_be_called_off() {
    let portal = Portal::new();
    let all = &portal.app.tasks;
    let [mut first, mut second, mut third, mut theirs] = [7, 7, 7, 8].map(|user_id| held(&portal, all, user_id));
    let ids = [&first, &second, &third].map(|held| held.id());
    for Held { claim, runs, .. } in [&mut first, &mut second] {
        claim.take().unwrap().begin(&portal.app);
        runs.recv_timeout(PATIENCE).unwrap();
    }
    for Held { claim, .. } in [&mut third, &mut theirs] {
        claim.take().unwrap().begin(&portal.app);
    }
    assert_eq!(
        (states(&portal, 7), states(&portal, 8)),
        (vec!["queued".into(), "running".into(), "running".into()], vec!["queued".into()])
    );
    first.go.send(()).unwrap();
    theirs.runs.recv_timeout(PATIENCE).unwrap();
    assert_eq!(states(&portal, 7), ["queued", "running", "done"], "the other person comes before a second of the same");
    let now = portal.app.clock.now();
    all.cancel(7, &ids[2], now).unwrap();
    all.cancel(7, &ids[1], now).unwrap();
    second.go.send(()).unwrap();
    theirs.go.send(()).unwrap();
    assert_eq!(all.settle(PATIENCE), 0);
    assert!(third.runs.try_recv().is_err(), "what was called off in the queue never runs");
    assert_eq!(
        (states(&portal, 7), states(&portal, 8)),
        (vec!["cancelled".into(), "cancelled".into(), "done".into()], vec!["done".into()])
    );
    assert!(all.cancel(7, &ids[0], now).is_err() && all.remove(7, &ids[0]).is_ok());
    assert_eq!(std::fs::read_dir(portal.app.paths.temporary()).unwrap().count(), 1, "only a finished task has a file");
}

#[test]
fn a_panic_or_a_refusal_is_a_failed_task_and_the_next_one_runs() {
    let portal = Portal::new();
    let now = portal.app.clock.now();
    let begin =
        |work: gx_portal::app::Work| portal.app.tasks.claim(owner(7), "表", now, work).unwrap().begin(&portal.app);
    begin(Box::new(|_, _| panic!("a task of the tests panics")));
    begin(Box::new(|_, _| Err(AppError::refused("磁盘空间不足"))));
    let mut good = held(&portal, &portal.app.tasks, 7);
    good.go.send(()).unwrap();
    good.claim.take().unwrap().begin(&portal.app);
    assert_eq!(portal.app.tasks.settle(PATIENCE), 0);
    let own = portal.app.tasks.of(7, now);
    let told: Vec<&str> = own.iter().rev().map(|task| task.message.as_str()).collect();
    assert_eq!(
        (states(&portal, 7), told),
        (vec!["done".into(), "failed".into(), "failed".into()], vec!["系统内部错误，请联系管理员", "磁盘空间不足", ""])
    );
}

#[test]
fn a_person_has_so_many_and_a_claim_that_is_not_committed_was_never_there() {
    let portal = Portal::new();
    let all = &portal.app.tasks;
    let claims: Vec<Held> = (0..5).map(|_| held(&portal, all, 7)).collect();
    assert!(states(&portal, 7).is_empty(), "seen only once it has begun");
    let work: gx_portal::app::Work = Box::new(|_, _| Err(AppError::refused("")));
    let refused = all.claim(owner(7), "表", portal.app.clock.now(), work).unwrap_err();
    assert_eq!(refused.message, "您已有 5 个任务在排队或进行，请等待其中一个完成后再试");
    drop(held(&portal, all, 8));
    drop(claims);
    drop(held(&portal, all, 7));
    assert!(states(&portal, 7).is_empty());
}

#[test]
fn files_are_kept_for_a_time_in_number_and_in_room() {
    let portal = Portal::new();
    let tasks = Arc::new(Tasks::with(Limits { ended_of_one: 3, bytes: 350, ..Limits::default() }));
    let now = portal.app.clock.now();
    let finish = |user_id: u64| {
        let mut held = held(&portal, &tasks, user_id);
        held.go.send(()).unwrap();
        let id = held.id();
        held.claim.take().unwrap().begin(&portal.app);
        assert_eq!(tasks.settle(PATIENCE), 0);
        id
    };
    let files = || std::fs::read_dir(portal.app.paths.temporary()).unwrap().count();
    let own: Vec<String> = (0..4).map(|_| finish(7)).collect();
    let kept = |user_id: u64| tasks.of(user_id, now).into_iter().map(|task| task.id).collect::<Vec<_>>();
    assert_eq!(kept(7), [&own[3], &own[2], &own[1]].map(String::clone), "no more than three of one person");
    finish(8);
    assert_eq!((kept(7).len(), kept(8).len(), files()), (2, 1, 3), "the oldest makes room");
    let later = gx_portal::kernel::dates::Stamp(now.0 + Limits::default().life);
    tasks.sweep(later);
    assert_eq!((kept(7).len(), files()), (0, 0), "nothing is kept for ever");
}

#[test]
fn the_end_of_the_program_ends_tasks_at_their_next_row() {
    let portal = Portal::new();
    let mut running = held(&portal, &portal.app.tasks, 7);
    let id = running.id();
    running.claim.take().unwrap().begin(&portal.app);
    running.runs.recv_timeout(PATIENCE).unwrap();
    portal.app.tasks.close();
    running.go.send(()).unwrap();
    assert_eq!(portal.app.tasks.settle(PATIENCE), 0);
    let now = portal.app.clock.now();
    assert_eq!(states(&portal, 7), ["cancelled"]);
    assert!(portal.app.tasks.one(7, &id, now).is_ok());
    let work: gx_portal::app::Work = Box::new(|_, _| Err(AppError::refused("")));
    assert_eq!(portal.app.tasks.claim(owner(7), "表", now, work).unwrap_err().message, "系统正在停止，请稍后再试");
}
