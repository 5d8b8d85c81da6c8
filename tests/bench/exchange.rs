//! Measures exports of 100,000 rows, thumbnails of 100 pictures and an upload of 500 MB over HTTP:
//! time, CPU time and how much the server's memory grows. Run by hand (`packaging/bench exchange`).
//!
//! The rows are put into the store directly, without a chain; nobody verifies them here.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::string_slice, clippy::cast_precision_loss)]

#[path = "../suite/support/http.rs"]
mod http;
#[path = "support/process.rs"]
mod process;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use gx_portal::app::App;
use gx_portal::config::{Config, Flags};
use gx_portal::kernel::dates::Stamp;
use gx_portal::platform::audit::{AuditHead, AuditRow};
use gx_portal::store::Reads;
use http::{Client, Server, Upload};
use process::{cpu, status};

const ROWS: u64 = 100_000;

/// Runs something and says what it took; memory is looked at every 5 ms, anonymous pages only, because
/// pages of files (the store's and the temporary ones) are the kernel's to take back.
fn measure(what: &str, server: &Server, run: impl FnOnce()) {
    let pid = server.process.id();
    let (before, spent, began) = (status(pid, "RssAnon"), cpu(pid), Instant::now());
    let done = AtomicBool::new(false);
    let most = std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            let mut most = before;
            while !done.load(Ordering::Relaxed) {
                most = status(pid, "RssAnon").max(most);
                std::thread::sleep(Duration::from_millis(5));
            }
            most
        });
        run();
        done.store(true, Ordering::Relaxed);
        watcher.join().unwrap()
    });
    println!(
        "{what:<48} {:>7.2} s  {:>7.2} s CPU  memory {before:>6.1} MiB + {:.1} MiB",
        began.elapsed().as_secs_f64(),
        cpu(pid) - spent,
        most - before
    );
}

fn row(audit_id: u64, deed: u8) -> AuditRow {
    let text = |length: usize| format!("{{\"number\":{audit_id},\"text\":\"{}\"}}", "内容".repeat(length));
    AuditRow {
        audit_id,
        previous: "0".repeat(64),
        hash: "0".repeat(64),
        at: Stamp(1_700_000_000_000 + i64::try_from(audit_id).unwrap() * 1000),
        title: "用户管理".into(),
        deed,
        method: "PUT /system/user".into(),
        actor: format!("user{}", audit_id % 500),
        user_id: audit_id % 500,
        dept_name: "办公室".into(),
        session: "0".repeat(16),
        ip: "10.1.2.3".into(),
        user_agent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36".into(),
        request_id: "0123456789abcdef".into(),
        path: "/system/user".into(),
        input: text(40),
        changes: text(60),
        code: 200,
        message: String::new(),
        cost: audit_id % 90,
    }
}

/// 100,000 operations and 100,000 sign-ins.
fn fill(data: &Path) {
    let app = App::open(&gx_portal::features::PRODUCT, Config::load(data, &Flags::default()).unwrap()).unwrap();
    let last = app.store.read().unwrap().all::<AuditHead>().unwrap().first().map_or(0, |head| head.last);
    for batch in 0..ROWS / 1000 {
        let written: Result<(), gx_portal::store::StoreError> = app.store.write(move |tx| {
            for number in 0..1000 {
                let place = last + 1 + (batch * 1000 + number) * 2;
                tx.put(&row(place, 2))?;
                tx.put(&row(place + 1, 20))?;
            }
            tx.put(&AuditHead { last: last + (batch + 1) * 2000, hash: "0".repeat(64) }).map(|_| ())
        });
        written.unwrap();
    }
    app.store.close();
}

fn exports(server: &Server, client: &mut Client) {
    for (what, path) in [
        ("POST operation log, 100,000 rows, streamed", "/prod-api/monitor/operlog/export"),
        ("POST login log, 100,000 rows, streamed", "/prod-api/monitor/logininfor/export"),
        ("POST operation log sorted by name", "/prod-api/monitor/operlog/export?orderByColumn=operName&isAsc=asc"),
    ] {
        measure(what, server, || assert!(client.call("POST", path, "{}").unwrap().len() > 1 << 20));
    }
    for rows in [500_u64, 1_000, 2_000, 5_000, 10_000] {
        let end = 1_700_000_000_000 + i64::try_from(rows * 2).unwrap() * 1000;
        let end = Stamp(end).to_text().replace(' ', "%20");
        let path = format!("/prod-api/monitor/operlog/export?params%5BendTime%5D={end}");
        measure(&format!("POST operation log, about {rows} rows"), server, || {
            assert!(client.call("POST", &path, "{}").unwrap().starts_with(b"PK"));
        });
    }
    measure("operation log, 100,000 rows, background task", server, || {
        let answer = client.json("GET", "/prod-api/monitor/operlog/export?background=true", "").unwrap();
        assert!(answer["data"]["taskId"].is_string(), "{answer}");
        loop {
            let tasks = client.json("GET", "/prod-api/portal/tasks", "").unwrap();
            match tasks["data"][0]["state"].as_str() {
                Some("done") => break,
                Some("queued" | "running") => std::thread::sleep(Duration::from_millis(20)),
                other => panic!("{other:?}: {tasks}"),
            }
        }
    });
}

fn upload(
    server: &Server,
    token: &str,
    name: &str,
    size: u64,
    mut piece: impl FnMut(u64) -> Vec<u8>,
) -> serde_json::Value {
    let mut upload = Upload::begin(&server.address, token, name, size);
    let mut sent = 0;
    while sent < size {
        let mut next = piece(sent);
        next.truncate(usize::try_from(size - sent).unwrap());
        sent += next.len() as u64;
        upload.send(&next);
    }
    upload.finish()
}

fn files(server: &Server, client: &mut Client) {
    let token = client.token.clone();
    let pictures: Vec<Vec<u8>> = (0..100_u8)
        .map(|number| {
            let mut bytes = std::io::Cursor::new(Vec::new());
            let picture =
                image::RgbImage::from_fn(2000, 1500, |x, y| image::Rgb([(x / 8) as u8, (y / 8) as u8, number]));
            picture.write_to(&mut bytes, image::ImageOutputFormat::Jpeg(80)).unwrap();
            bytes.into_inner()
        })
        .collect();
    let mut ids = Vec::new();
    measure("100 pictures of 2000x1500 taken in", server, || {
        for (number, picture) in pictures.iter().enumerate() {
            let answer = upload(server, &token, &format!("{number}.jpg"), picture.len() as u64, |_| picture.clone());
            ids.push(answer["fileInfo"]["id"].as_u64().unwrap_or_else(|| panic!("{answer}")));
        }
    });
    measure("their 100 thumbnails fetched", server, || {
        for id in &ids {
            assert!(client.call("GET", &format!("/prod-api/common/thumbnail/{id}"), "").unwrap().len() > 500);
        }
    });
    let line = "一行文字，用来量上传时的内存。\n".repeat(20_000).into_bytes();
    measure("upload of 500 MB", server, || {
        let answer = upload(server, &token, "大.txt", 500 << 20, |_| line.clone());
        assert_eq!(answer["code"], 200, "{answer}");
    });
}

fn main() {
    let binary = std::env::var("GX_BIN").expect("GX_BIN names a binary");
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    http::initialise(&binary, &data);
    for (key, value) in [("sys.file.maxSizeMb", "1024"), ("sys.session.idleMinutes", "600")] {
        let (code, text) = http::run(&binary, &["settings", "set", key, value, "--data", data.to_str().unwrap()], "");
        assert_eq!(code, 0, "{text}");
    }
    fill(&data);
    let server = Server::start(&binary, &data);
    let mut client = Client::signed_in(&server.address);
    exports(&server, &mut client);
    files(&server, &mut client);
}
