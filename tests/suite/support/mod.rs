//! A whole program on a temporary directory with a clock that tests move, driven through its routes.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used)]

pub mod askers;
pub mod image;
pub mod packs;
pub mod scale;
pub mod shared;

use std::path::Path;
use std::sync::{Arc, LazyLock, OnceLock};

use gx_portal::app::App;
use gx_portal::clock::Clock;
use gx_portal::config::{Config, Flags};
use gx_portal::demo::{self, Size};
use gx_portal::features;
use gx_portal::features::finance::{invariants, sums_memory};
use gx_portal::features::system::{seed, user};
use gx_portal::kernel::dates::range_begin;
use gx_portal::op::{Caller, Op};
use gx_portal::platform::audit::{AuditAction, AuditRow};
use gx_portal::route::Route;
use gx_portal::store::directory::DataPaths;
use gx_portal::store::{FileMedium, Medium, Reads, Store, id};
use gx_portal::web::server;
use image::Image;
use poem::endpoint::BoxEndpoint;
use poem::{Endpoint, EndpointExt, IntoEndpoint, Request, Response};
use serde_json::{Value, json};
use tempfile::TempDir;

/// Password of the administrator and of everybody whom tests make.
pub const PASSWORD: &str = "Yunchuan-9527";

pub struct Portal {
    pub app: Arc<App>,
    pub routes: Arc<Vec<Route>>,
    endpoint: BoxEndpoint<'static, Response>,
    runtime: tokio::runtime::Runtime,
    pub folder: TempDir,
}

/// An answer: HTTP status, headers, body.
pub struct Answer {
    pub status: u16,
    pub headers: poem::http::HeaderMap,
    pub bytes: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or_else(|_| json!({"bytes": self.bytes.len()}))
    }
}

pub fn config(folder: &Path) -> Config {
    Config::load(folder, &Flags::default()).expect("default configuration")
}

/// An initialised data directory: seed rows and the administrator, captcha off.
pub fn initialise(folder: &Path) {
    static MADE: LazyLock<Image> = LazyLock::new(|| Image::made(initialise_afresh));
    MADE.copy_to(folder);
}

/// The same with keys of its own.
pub fn initialise_afresh(folder: &Path) {
    let paths = DataPaths::new(folder);
    paths.create_folders().unwrap();
    Store::create(&paths.database(), gx_portal::store::options(), &features::PRODUCT.tables()).unwrap();
    let app = open(folder, Box::new(FileMedium::new(&paths.database())));
    prepare(&app);
    app.store.close();
}

/// A data directory with seed rows and nobody in it, as `init` without an administrator makes.
pub fn initialise_without_people(folder: &Path) {
    static MADE: LazyLock<Image> = LazyLock::new(|| {
        Image::made(|folder| {
            let paths = DataPaths::new(folder);
            paths.create_folders().unwrap();
            Store::create(&paths.database(), gx_portal::store::options(), &features::PRODUCT.tables()).unwrap();
            let app = on_disk(folder);
            act(&app, seed::fresh);
            app.store.close();
        })
    });
    MADE.copy_to(folder);
}

/// What the real binary initialises: the administrator, captcha off; with the departments of a fictional authority, which
/// an installation has no longer.
pub fn installed(folder: &Path) {
    static MADE: LazyLock<Image> = LazyLock::new(|| {
        Image::made(|folder| {
            crate::http::initialise(env!("CARGO_BIN_EXE_gx-portal"), folder);
            // whoever is first may be asynchronous, and a write waits
            std::thread::scope(|scope| scope.spawn(|| with_departments(folder)).join().expect("made"));
        })
    });
    MADE.copy_to(folder);
}

/// Gives a real installation the departments of a fictional authority.
pub fn with_departments(folder: &Path) {
    let app = on_disk(folder);
    act(&app, |op| seed::fictional_departments(op).map(drop));
    app.store.close();
}

/// Opens an initialised folder on the disk.
pub fn on_disk(folder: &Path) -> Arc<App> {
    try_on_disk(folder).expect("opens")
}

pub fn try_on_disk(folder: &Path) -> gx_portal::error::Result<Arc<App>> {
    let clock = Clock::fixed(range_begin("2024-09-30 09:00:00").unwrap());
    let paths = DataPaths::new(folder);
    let medium = Box::new(FileMedium::new(&paths.database()));
    App::with_medium(&gx_portal::features::PRODUCT, config(folder), paths, medium, clock, None)
}

pub fn prepare(app: &Arc<App>) {
    let hash = app.hasher.hash(PASSWORD).unwrap();
    act(app, move |op| {
        seed::fresh(op)?;
        user::ops::insert_first(op, "admin", "管理员", hash, true)?;
        gx_portal::features::system::config::ops::set(op, "sys.account.captchaEnabled", "false")?;
        gx_portal::features::takeover::first_hours::put_away(op)
    });
}

pub fn open(folder: &Path, medium: Box<dyn Medium>) -> Arc<App> {
    let clock = Clock::fixed(range_begin("2024-09-30 09:00:00").unwrap());
    App::with_medium(&gx_portal::features::PRODUCT, config(folder), DataPaths::new(folder), medium, clock, None)
        .expect("opens")
}

pub fn act<T: Send + 'static>(
    app: &Arc<App>,
    run: impl FnOnce(&mut Op<'_, '_>) -> gx_portal::error::Result<T> + Send + 'static,
) -> T {
    app.act(&Arc::new(Caller::console("test", "test")), "测试", AuditAction::Other, run).expect("succeeds")
}

/// Every invariant of the books holds, but those named.
pub fn books_are_whole(app: &Arc<App>, but: &[&str]) {
    let checks = app.read(&Caller::console("test", "test"), invariants::run).expect("the books can be read");
    for check in checks.iter().filter(|check| !but.contains(&check.code.as_str())) {
        assert!(check.faults.is_empty(), "{check:?}");
    }
    let differing = sums_memory::differing(app).expect("sums can be read");
    assert!(differing.unwrap_or_default().is_empty(), "sums in memory are not those of the store");
}

/// Also forbids to take its parts out one by one: see [`Portal::stopped`].
impl Drop for Portal {
    fn drop(&mut self) {
        self.app.store.close();
    }
}

impl Portal {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        initialise(folder.path());
        Self::on(folder)
    }

    /// The small city of the demonstration on the day of the clock, 2024-09-30.
    pub fn city() -> Self {
        static MADE: LazyLock<Image> = LazyLock::new(|| {
            let portal = Portal::new();
            let today = portal.app.clock.today();
            demo::seed(&portal.app, "test", Size::Small, Some(today), None).unwrap();
            Image::of(portal.stopped())
        });
        Self::on(MADE.copied())
    }

    /// Opens an initialised folder.
    pub fn on(folder: TempDir) -> Self {
        let medium = Box::new(FileMedium::new(&DataPaths::new(folder.path()).database()));
        let app = open(folder.path(), medium);
        let reader = app.store.read().unwrap();
        gx_portal::platform::people::rebuild(&app.people, &reader).unwrap();
        let routes = Arc::new(features::PRODUCT.routes());
        let site = server::site(&app, routes.clone()).unwrap().into_endpoint();
        let endpoint = site.map_to_response().boxed();
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        Self { app, routes, endpoint, runtime, folder }
    }

    /// Ends it as a stop of the program does, and gives its folder out. Nothing of it is left: two that have one file open
    /// write over each other.
    pub fn stopped(mut self) -> TempDir {
        let folder = std::mem::replace(&mut self.folder, tempfile::tempdir().unwrap());
        let app = Arc::downgrade(&self.app);
        drop(self);
        assert!(app.upgrade().is_none(), "somebody else still holds the portal that was to be stopped");
        folder
    }

    /// Stops and begins again.
    pub fn restarted(self) -> Self {
        Self::on(self.stopped())
    }

    pub fn send(&self, request: Request) -> Answer {
        self.runtime.block_on(async {
            let response = self.endpoint.call(request).await.unwrap();
            let (parts, body) = response.into_parts();
            // A stream of events has no end to wait for; its first piece shows that it is open.
            let is_stream =
                parts.headers.get("content-type").is_some_and(|kind| kind.as_bytes().starts_with(b"text/event"));
            let bytes = if is_stream {
                let mut first = vec![0; 64];
                let got = tokio::io::AsyncReadExt::read(&mut body.into_async_read(), &mut first).await.unwrap();
                first.truncate(got);
                first
            } else {
                body.into_vec().await.unwrap()
            };
            Answer { status: parts.status.as_u16(), headers: parts.headers, bytes }
        })
    }

    pub fn request(&self, method: &str, path: &str, token: &str, body: Option<&str>) -> Answer {
        let mut builder = Request::builder()
            .method(method.parse().unwrap())
            .uri(format!("/gx_portal/prod-api{path}").parse().unwrap());
        if !token.is_empty() {
            builder = builder.header("authorization", format!("Bearer {token}"));
        }
        self.send(match body {
            Some(text) => builder.content_type("application/json").body(text.to_owned()),
            None => builder.finish(),
        })
    }

    pub fn get(&self, path: &str, token: &str) -> Value {
        self.request("GET", path, token, None).json()
    }

    pub fn post(&self, path: &str, token: &str, body: Value) -> Value {
        self.request("POST", path, token, Some(&body.to_string())).json()
    }

    pub fn put(&self, path: &str, token: &str, body: Value) -> Value {
        self.request("PUT", path, token, Some(&body.to_string())).json()
    }

    pub fn delete(&self, path: &str, token: &str) -> Value {
        self.request("DELETE", path, token, None).json()
    }

    /// Uploads a file with text fields in the query.
    pub fn upload(&self, path: &str, token: &str, field: &str, name: &str, bytes: &[u8]) -> Value {
        let mut body = format!(
            "--gx\r\ncontent-disposition: form-data; name=\"{field}\"; filename=\"{name}\"\r\n\
             content-type: application/octet-stream\r\n\r\n"
        )
        .into_bytes();
        body.extend(bytes);
        body.extend(b"\r\n--gx--\r\n");
        let request = Request::builder()
            .method(poem::http::Method::POST)
            .uri(format!("/gx_portal/prod-api{path}").parse().unwrap())
            .header("authorization", format!("Bearer {token}"))
            .content_type("multipart/form-data; boundary=gx")
            .body(body);
        self.send(request).json()
    }

    pub fn sign_in(&self, user_name: &str, password: &str) -> Value {
        self.post("/login", "", json!({"username": user_name, "password": password, "code": "", "uuid": ""}))
    }

    pub fn token(&self, user_name: &str) -> String {
        let answer = self.sign_in(user_name, PASSWORD);
        answer["token"].as_str().unwrap_or_else(|| panic!("sign-in of {user_name}: {answer}")).to_owned()
    }

    pub fn admin(&self) -> String {
        self.token("admin")
    }

    /// Makes a user with these roles who may sign in at once; answers his number.
    pub fn person(&self, user_name: &str, dept_id: u64, role_ids: &[u64]) -> u64 {
        // Hashing is slow on purpose: once is enough for everybody whom tests make.
        static HASH: OnceLock<String> = OnceLock::new();
        let hash = HASH.get_or_init(|| self.app.hasher.hash(PASSWORD).unwrap());
        let input = user::ops::UserInput {
            user_name: user_name.into(),
            real_name: Some(format!("{user_name}姓名")),
            dept_id: Some(dept_id),
            role_ids: Some(role_ids.to_vec()),
            ..Default::default()
        };
        let caller = Arc::new(Caller::console("test", "test"));
        let new = self.app.read(&caller, |view| user::ops::prepare_new(view, input.clone())).unwrap();
        act(&self.app, move |op| {
            let created = user::ops::create(op, new)?;
            let user_id = created.0.user_id;
            let found: Option<gx_portal::platform::identity::user::User> = op.view().tx.get(&id(user_id))?;
            let mut user = found.unwrap();
            user.must_change_password = false;
            user.password_hash.clone_from(hash);
            op.put(&user)?;
            Ok(user_id)
        })
    }

    /// Somebody who holds every right to decide, and may do anything else in tests that call operations.
    pub fn judge(&self, user_name: &str) -> Arc<Caller> {
        let rights: Vec<&str> = gx_portal::features::PRODUCT
            .extensions::<gx_portal::features::approvals::binding::Binding>()
            .filter_map(|binding| binding.approve)
            .collect();
        let role = self.role(&format!("{user_name}-judges"), &rights, 1, &[]);
        Arc::new(Caller::demonstration(self.person(user_name, 110, &[role]), user_name))
    }

    /// Makes a role with these permissions (of the seed menus) and data scope; answers its number.
    pub fn role(&self, role_key: &str, permissions: &[&str], data_scope: u8, dept_ids: &[u64]) -> u64 {
        use gx_portal::platform::identity::menu::Menu;
        use gx_portal::platform::identity::role::Role;
        use gx_portal::records::base::Base;
        let (key, wanted): (String, Vec<String>) =
            (role_key.into(), permissions.iter().map(|text| (*text).into()).collect());
        let dept_ids = dept_ids.to_vec();
        act(&self.app, move |op| {
            let menus: Vec<Menu> = op.view().tx.all()?;
            let menu_ids = menus.iter().filter(|m| wanted.contains(&m.perms)).map(|m| m.menu_id).collect();
            let role_id = op.next_id::<Role>()?;
            let base = Base::made(op, String::new());
            op.put(&Role {
                role_id,
                role_name: key.clone(),
                role_key: key,
                role_sort: 9,
                data_scope,
                menu_check_strictly: true,
                dept_check_strictly: true,
                enabled: true,
                menu_ids,
                dept_ids,
                second_factor: false,
                base,
            })?;
            Ok(role_id)
        })
    }

    pub fn audit_rows(&self) -> Vec<AuditRow> {
        self.app.store.read().unwrap().all().unwrap()
    }

    pub fn last_audit(&self) -> AuditRow {
        self.audit_rows().pop().expect("an audit row")
    }
}

/// Panics of this thread print nothing while `work` runs: they are what a test provokes. The process has one hook, set once,
/// which lets other threads speak.
pub fn quietly<T>(work: impl FnOnce() -> T) -> T {
    use std::cell::Cell;
    thread_local!(static QUIET: Cell<bool> = const { Cell::new(false) });
    static HOOK: std::sync::Once = std::sync::Once::new();
    HOOK.call_once(|| {
        let speaks = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                speaks(info);
            }
        }));
    });
    QUIET.set(true);
    let done = work();
    QUIET.set(false);
    done
}

/// Runs a job as the scheduler does.
pub fn run_job(app: &Arc<App>, key: &str) -> gx_portal::error::Result<String> {
    let job = app.product.job(key).expect("a job of the product");
    (job.run)(app, job.key)
}

pub fn chain_is_whole(app: &App) {
    let (_, faults) = gx_portal::platform::audit::verify_chain(&app.store.read().unwrap()).unwrap();
    assert!(faults.is_empty(), "{faults:?}");
}

/// Looks until something is so, on a slow machine too.
pub fn until(look: impl FnMut() -> bool) {
    look_every(std::time::Duration::from_millis(5), look);
}

/// The same for what lasts a moment only; who is watched has the processor meanwhile.
pub fn promptly(look: impl FnMut() -> bool) {
    look_every(std::time::Duration::from_micros(200), look);
}

fn look_every(rest: std::time::Duration, mut look: impl FnMut() -> bool) {
    let since = std::time::Instant::now();
    while !look() {
        assert!(since.elapsed() < std::time::Duration::from_secs(300), "waited in vain");
        std::thread::sleep(rest);
    }
}
