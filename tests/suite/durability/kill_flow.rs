//! Processes are cut off in the middle, by kill -9 of the real binary under eight clients and by simulated power cuts: no
//! decision that was answered is lost, a document is in force exactly when its process is over with a yes, and a form
//! that is sent again after a lost answer does its operation once. `GX_KILLS` and `GX_CUTS` say how often.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use crate::approvals::model::product::ask;
use crate::http::{self, Client, Server};
use crate::office::Office;
use crate::simdisk::SimDisk;
use crate::support::{self, scale};
use gx_portal::app::App;
use gx_portal::features;
use gx_portal::features::approvals::ASSIGN;
use gx_portal::features::approvals::check;
use gx_portal::features::approvals::constants::{Action, InstanceState, MessageKind};
use gx_portal::features::approvals::instance::record::{Event, Instance, Principal, Task};
use gx_portal::features::approvals::message::Message;
use gx_portal::features::finance::payout::record::{Payout, PayoutState};
use gx_portal::features::system::user::ops;
use gx_portal::platform::identity::menu::Menu;
use gx_portal::platform::identity::role::Role;
use gx_portal::store::directory::DataPaths;
use gx_portal::store::{Reads, id};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

const BINARY: &str = env!("CARGO_BIN_EXE_gx-portal");

fn line(key: &str, people: &[u64]) -> Value {
    let mut nodes = vec![json!({"code": "b", "type": 0, "name": "发起"})];
    for (place, user) in people.iter().enumerate() {
        let code = format!("t{place}");
        nodes.push(json!({"code": code, "type": 1, "name": code, "assign": [{"kind": "USER", "users": [user]}]}));
    }
    let mut edges: Vec<Value> =
        nodes.windows(2).map(|two| json!({"from": two[0]["code"], "to": two[1]["code"]})).collect();
    edges.push(json!({"from": nodes.last().unwrap()["code"]}));
    json!({"key": key, "name": key, "options": {}, "nodes": nodes, "edges": edges})
}

/// A form that was sent: who, where, what, what it calls itself.
type Sent = (&'static str, String, String, String);

/// What clients know of the server.
#[derive(Default)]
struct Known {
    next: AtomicU64,
    /// Task and version of the process, of decisions that were answered.
    decided: Mutex<Vec<u64>>,
    submitted: Mutex<Vec<u64>>,
    /// Forms whose answer was lost.
    lost: Mutex<Vec<Sent>>,
}

impl Known {
    /// Sends a form; none when the server is gone.
    fn send(&self, client: &mut Client, who: &'static str, path: &str, body: Value) -> Option<Value> {
        let (path, body) = (format!("/prod-api{path}"), body.to_string());
        client.form = format!("kill-flow-{}", self.next.fetch_add(1, Ordering::Relaxed));
        let answer = client.json("POST", &path, &body);
        if answer.is_err() {
            self.lost.lock().unwrap().push((who, path, body, client.form.clone()));
        }
        answer.ok()
    }

    fn writes(&self, client: &mut Client) {
        let expense =
            json!({"kind": 3, "partyAId": 1, "amountFen": 10_000, "payee": "云川建设维修队", "category": "维修"});
        while let Some(answer) = self.send(client, "writer", "/fin/expense", expense.clone()) {
            let number = answer["data"]["id"].as_u64().unwrap_or_else(|| panic!("{answer}"));
            self.submitted.lock().unwrap().push(number);
            // Not faster than it is decided.
            while self.submitted.lock().unwrap().len() > self.decided.lock().unwrap().len() + 40 {
                if client.call("GET", "/healthz", "").is_err() {
                    return;
                }
            }
        }
    }

    fn decides(&self, client: &mut Client, who: &'static str) {
        loop {
            let Ok(todo) = client.json("GET", "/prod-api/appr/task/todo?pageSize=5", "") else { return };
            for row in todo["rows"].as_array().unwrap_or_else(|| panic!("{todo}")) {
                let form = json!({"taskId": row["taskId"]});
                let Some(answer) = self.send(client, who, "/appr/task/approve", form) else { return };
                if answer["code"] == 200 {
                    self.decided.lock().unwrap().push(row["taskId"].as_u64().unwrap());
                }
            }
        }
    }

    /// Forms whose answer was lost are sent again, twice: both times they hear the same, or that somebody was quicker.
    fn replay(&self, address: &str) {
        let lost: Vec<Sent> = std::mem::take(&mut *self.lost.lock().unwrap());
        for (who, path, body, form) in lost {
            let mut client = Client::of(address, who);
            client.form = form;
            let [first, second] = [(); 2].map(|()| client.json("POST", &path, &body).unwrap());
            assert_eq!(first["code"] == 200, second["code"] == 200, "{first} {second}");
            if first["code"] == 200 {
                assert_eq!(first, second, "the same answer again");
                match first["data"]["id"].as_u64() {
                    Some(number) => self.submitted.lock().unwrap().push(number),
                    None => {
                        let task: Value = serde_json::from_str(&body).unwrap();
                        self.decided.lock().unwrap().push(task["taskId"].as_u64().unwrap());
                    }
                }
            }
        }
    }
}

/// The office's directory, closed, with expenses that two people decide.
fn prepared() -> tempfile::TempDir {
    let office = Office::new();
    let people = [office.number("leader"), office.number("money")];
    let number = office.town.make("/appr/definition", line("expense", &people));
    office.town.done(&office.town.clerk, "/appr/definition/publish", json!({"id": number}));
    office.town.portal.stopped()
}

/// Everything that was answered is there, once, and every document is where its process says.
fn looks_right(folder: &Path, known: &Known) {
    let app = support::on_disk(folder);
    let tx = app.store.read().unwrap();
    let found = check::check(&tx).unwrap();
    assert!(found.faults.is_empty(), "{:?}", found.faults);
    let mut yes: BTreeMap<u64, u64> = BTreeMap::new();
    for event in tx.all::<Event>().unwrap().iter().filter(|event| event.action == Action::Approve) {
        *yes.entry(event.task_id).or_default() += 1;
    }
    for task in known.decided.lock().unwrap().iter() {
        assert_eq!(yes.get(task), Some(&1), "task {task}");
    }
    let instances: Vec<Instance> = tx.all().unwrap();
    for instance in &instances {
        let payout: Payout = tx.get(&id(instance.biz_id)).unwrap().unwrap();
        let states = (instance.state, payout.state);
        let fit = matches!(
            states,
            (InstanceState::Started, PayoutState::Submitted) | (InstanceState::Completed, PayoutState::Approved)
        );
        assert!(fit, "{states:?}");
    }
    let submitted = known.submitted.lock().unwrap();
    for number in submitted.iter() {
        let of = instances.iter().filter(|instance| instance.biz_id == *number).count();
        assert_eq!(of, 1, "expense {number}");
    }
    app.store.close();
}

#[test]
fn killed_while_eight_people_submit_and_decide() {
    let (folder, known) = (prepared(), Known::default());
    let kills = scale::rounds("GX_KILLS", 2, 5);
    for round in 0..kills {
        let mut server = Server::start(BINARY, folder.path());
        known.replay(&server.address);
        let enough = known.decided.lock().unwrap().len() + 15 + usize::try_from(round).unwrap() * 7;
        let address = server.address.clone();
        std::thread::scope(|scope| {
            for place in 0..8 {
                let who = ["writer", "leader", "money"][[0, 1, 2, 1, 2, 0, 1, 2][place]];
                let mut client = Client::of(&address, who);
                let known = &known;
                scope.spawn(move || match who {
                    "writer" => known.writes(&mut client),
                    who => known.decides(&mut client, who),
                });
            }
            support::promptly(|| known.decided.lock().unwrap().len() >= enough);
            server.kill();
        });
        drop(server);
        let (code, report) = http::run(BINARY, &["doctor", "--data", folder.path().to_str().unwrap()], "");
        assert_eq!(code, 0, "{report}");
        looks_right(folder.path(), &known);
    }
    let (decided, submitted) = (known.decided.lock().unwrap().len(), known.submitted.lock().unwrap().len());
    println!("{kills} kills, {submitted} submitted, {decided} decided, 0 lost");
}

fn open(folder: &Path, disk: SimDisk) -> gx_portal::error::Result<Arc<App>> {
    let clock = gx_portal::clock::Clock::fixed(gx_portal::kernel::dates::Stamp(1_727_658_000_000));
    let paths = DataPaths::new(folder);
    App::with_medium(&features::PRODUCT, support::config(folder), paths, Box::new(disk), clock, None)
}

/// User 1 starts forms; somebody gives their tasks to others, three decide.
struct Cut {
    folder: tempfile::TempDir,
    routes: Vec<gx_portal::route::Route>,
    people: [u64; 4],
    image: Vec<u8>,
}

impl Cut {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        DataPaths::new(folder.path()).create_folders().unwrap();
        let disk = SimDisk::from_image(Vec::new(), None);
        let app = open(folder.path(), disk.clone()).expect("creates");
        support::prepare(&app);
        let keeps = support::act(&app, |op| {
            let menus: Vec<Menu> = op.view().tx.all()?;
            let role_id = op.next_id::<Role>()?;
            let menu_ids = menus.iter().filter(|menu| menu.perms == ASSIGN).map(|menu| menu.menu_id).collect();
            let seed: Role = op.view().tx.get(&id(2))?.unwrap();
            let (role_name, role_key) = ("keeps".to_owned(), "keeps".to_owned());
            op.put(&Role { role_id, role_name, role_key, data_scope: 1, menu_ids, ..seed })?;
            Ok(role_id)
        });
        let people = ["keeper", "first", "second", "third"].map(|name| {
            support::act(&app, move |op| {
                let role_ids = (name == "keeper").then(|| vec![keeps]);
                let (user_name, real_name) = (name.into(), Some(name.into()));
                let input = ops::UserInput { user_name, real_name, role_ids, ..Default::default() };
                let new = ops::prepare_new(&op.view(), input)?;
                ops::insert(op, new.user)
            })
        });
        let mut cut = Self { folder, routes: features::PRODUCT.routes(), people, image: Vec::new() };
        let fields = json!([{"name": "reason", "title": "事由", "kind": "text"}]);
        let form = json!({"key": "cut", "name": "断电", "fields": fields});
        assert_eq!(cut.ask(&app, 1, "/appr/form", form, None)["code"], 200);
        // Each node means two, so that a manager finds another one to give a task to.
        let mut drawing = line("cut", &people[1..3]);
        for node in [1, 2] {
            drawing["nodes"][node]["assign"][0]["users"].as_array_mut().unwrap().push(json!(people[3]));
        }
        let made = cut.ask(&app, 1, "/appr/definition", drawing, None);
        let published = cut.ask(&app, 1, "/appr/definition/publish", json!({"id": made["data"]["id"]}), None);
        assert_eq!(published["code"], 200, "{published}");
        app.store.close();
        drop(app);
        cut.image = disk.image();
        cut
    }

    fn ask(&self, app: &Arc<App>, who: u64, path: &str, body: Value, token: Option<String>) -> Value {
        ask(app, &self.routes, who, "POST", path, body, token)
    }

    /// A form that somebody would send now.
    fn drawn(&self, app: &App, rng: &mut StdRng) -> (u64, &'static str, Value) {
        let tx = app.store.read().unwrap();
        let open: Vec<Task> = tx.all::<Task>().unwrap().into_iter().filter(Task::waits).collect();
        let Some(task) = open.choose(rng).filter(|_| rng.random_bool(0.7)) else {
            return (1, "/appr/form/start", json!({"key": "cut", "data": {"reason": "断电"}}));
        };
        let instance: Instance = tx.get(&id(task.instance_id)).unwrap().unwrap();
        let meant = [self.people[if task.node == "t1" { 2 } else { 1 }], self.people[3]];
        let named = |who: &&u64| task.principals.contains(&Principal::User(**who));
        let who = *meant.iter().filter(named).collect::<Vec<_>>().choose(rng).copied().unwrap_or(&meant[0]);
        let other = *meant.iter().find(|one| **one != who).unwrap();
        let give = json!({"taskId": task.task_id, "userId": other, "comment": "出差"});
        let task = json!({"taskId": task.task_id, "comment": "意见"});
        match (task_is_back(&instance, &open), rng.random_range(0..10)) {
            (true, _) => (1, "/appr/submit", json!({"key": "cut", "bizId": instance.biz_id})),
            (_, 0) => (who, "/appr/task/return", task),
            (_, 1) => (who, "/appr/task/reject", task),
            (_, 2) => (1, "/appr/instance/withdraw", json!({"id": instance.instance_id})),
            (_, 3 | 4) => (self.people[0], "/appr/manage/assign", give),
            _ => (who, "/appr/task/approve", task),
        }
    }

    /// Four lives that end with the power; what was answered, by process: the version it had then.
    fn history(&self, seed: u64) -> (u64, usize) {
        let mut rng = StdRng::seed_from_u64(seed);
        let (mut image, mut answered, mut cuts, mut next) = (self.image.clone(), BTreeMap::new(), 0, 0_u64);
        let mut lost: Option<(u64, &str, Value, String)> = None;
        let mut kept = 0;
        for _ in 0..4 {
            let disk = SimDisk::from_image(image, Some(rng.random_range(20..250)));
            let Ok(app) = open(self.folder.path(), disk.clone()) else {
                cuts += 1;
                image = disk.after_power_cut(&mut rng);
                continue;
            };
            self.again(&app, lost.take(), &disk);
            while !disk.is_dead() {
                next += 1;
                let (who, path, body) = self.drawn(&app, &mut rng);
                let token = format!("power-cut-{seed}-{next}");
                let answer = self.ask(&app, who, path, body.clone(), Some(token.clone()));
                if answer["code"] == 200 {
                    let tx = app.store.read().unwrap();
                    let versions = tx.all::<Instance>().unwrap().into_iter().map(|one| (one.instance_id, one.version));
                    answered.extend(versions);
                    kept += 1;
                } else if disk.is_dead() {
                    lost = Some((who, path, body, token));
                }
            }
            app.store.close();
            cuts += 1;
            image = disk.after_power_cut(&mut rng);
        }
        let app = open(self.folder.path(), SimDisk::from_image(image, None)).expect("opens");
        looks_whole(&app, &answered, seed);
        (cuts, kept)
    }

    /// A form whose answer was lost is sent again, twice: the second time nothing happens any more.
    fn again(&self, app: &Arc<App>, lost: Option<(u64, &str, Value, String)>, disk: &SimDisk) {
        let Some((who, path, body, token)) = lost else { return };
        let send = || self.ask(app, who, path, body.clone(), Some(token.clone()));
        let versions = || {
            let all: Vec<Instance> = app.store.read().unwrap().all().unwrap();
            all.into_iter().map(|one| (one.instance_id, one.version)).collect::<Vec<_>>()
        };
        let first = send();
        // The power may fail during this answer too: nothing can be read any more then.
        if disk.is_dead() {
            return;
        }
        let after = versions();
        let second = send();
        if !disk.is_dead() {
            assert_eq!(first, second, "{path}");
            assert_eq!(after, versions(), "{path} was done twice");
        }
    }
}

fn task_is_back(instance: &Instance, open: &[Task]) -> bool {
    open.iter().any(|task| task.instance_id == instance.instance_id && task.node == "b")
}

fn looks_whole(app: &App, answered: &BTreeMap<u64, u64>, seed: u64) {
    let tx = app.store.read().unwrap();
    for info in features::PRODUCT.tables() {
        let report = info.verify(&tx).expect("verifiable");
        assert!(report.is_clean(), "GX_SEED={seed}: {report:?}");
    }
    let found = check::check(&tx).unwrap();
    assert!(found.faults.is_empty(), "GX_SEED={seed}: {:?}", found.faults);
    for (instance, version) in answered {
        let stored: Option<Instance> = tx.get(&id(*instance)).unwrap();
        let now = stored.map(|stored| stored.version);
        assert!(now.is_some_and(|now| now >= *version), "GX_SEED={seed}: process {instance}: {now:?}, was {version}");
    }
    // A task that was given away and the news of it stand or fall together.
    let (events, messages): (Vec<Event>, Vec<Message>) = (tx.all().unwrap(), tx.all().unwrap());
    let given = events.iter().filter(|event| event.action == Action::Assign).count();
    let told = messages.iter().filter(|one| one.kind == MessageKind::Moved && one.user == 1).count();
    assert_eq!(given, told, "GX_SEED={seed}");
    support::chain_is_whole(app);
}

#[test]
fn power_cuts_within_processes() {
    let seed = scale::seed();
    let (cut, wanted) = (Cut::new(), scale::rounds("GX_CUTS", 32, 160));
    let (mut cuts, mut kept) = (0, 0);
    for history in 0.. {
        let (more, done) = cut.history(seed.wrapping_add(history));
        cuts += more;
        kept += done;
        if cuts >= wanted {
            break;
        }
    }
    println!("{cuts} power cuts, {kept} answered, 0 lost");
    assert!(kept as u64 > cuts / 2, "the histories hardly did anything: {kept}");
}
