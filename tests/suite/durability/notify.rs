//! What the service manager is told by the real binary.

use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::http::run;

const BINARY: &str = env!("CARGO_BIN_EXE_gx-portal");

/// Starts a server that tells `name`, runs `then` with what it said so far, stops it; answers everything it said.
fn describe(socket: &UnixDatagram, name: &str, data: &Path, signals: &[&str]) -> Vec<String> {
    socket.set_read_timeout(Some(Duration::from_secs(60))).expect("a limit");
    let mut server = Command::new(BINARY)
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(data)
        .env("NOTIFY_SOCKET", name)
        .env("WATCHDOG_USEC", "600000")
        .env("GX_LOG", "warn")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("starts");
    let pid = server.id().to_string();
    let mut all: Vec<String> = Vec::new();
    let mut hear_until = |wanted: &str| {
        let mut bytes = [0; 4_096];
        loop {
            let length =
                socket.recv(&mut bytes).unwrap_or_else(|error| panic!("{wanted} never came ({error}): {all:?}"));
            let said = String::from_utf8_lossy(&bytes[..length]).into_owned();
            all.push(said.clone());
            if said.lines().any(|line| line.starts_with(wanted)) {
                return;
            }
        }
    };
    hear_until("READY=1");
    hear_until("WATCHDOG=1");
    for signal in signals {
        Command::new("kill").args([&format!("-{signal}"), &pid]).status().expect("signalled");
        hear_until(if *signal == "HUP" { "READY=1" } else { "STOPPING=1" });
    }
    assert!(server.wait().expect("ends").success());
    all
}

#[test]
fn the_manager_hears_of_ready_alive_reloading_and_stopping() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    run(BINARY, &["init", "--data", data.to_str().expect("a path"), "--admin-password-stdin"], "Yunchuan-9527\n");
    let path = folder.path().join("notify");
    let socket = UnixDatagram::bind(&path).expect("a socket");
    let all = describe(&socket, path.to_str().expect("a path"), &data, &["HUP", "TERM"]).join("\n");
    let at = |wanted: &str| all.find(wanted).unwrap_or_else(|| panic!("{wanted}: {all}"));
    assert!(at("STATUS=正在打开数据") < at("EXTEND_TIMEOUT_USEC=") && at("EXTEND_TIMEOUT_USEC=") < at("READY=1"));
    assert!(at("STATUS=运行中，http://127.0.0.1:") < at("RELOADING=1") && at("RELOADING=1") < at("STOPPING=1"));
    // The same by a name that lies in no folder.
    let name = format!("gx-portal-test-{}", std::process::id());
    let address = SocketAddr::from_abstract_name(&name).expect("a name");
    let socket = UnixDatagram::bind_addr(&address).expect("a socket");
    let all = describe(&socket, &format!("@{name}"), &data, &["TERM"]);
    assert!(all.last().is_some_and(|last| last.starts_with("STOPPING=1\nSTATUS=")), "{all:?}");
}

#[test]
fn a_manager_that_is_gone_stops_nobody() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    run(BINARY, &["init", "--data", data.to_str().expect("a path"), "--admin-password-stdin"], "Yunchuan-9527\n");
    // Stopped in the moment in which it says that it runs: that must be a stop, not a kill.
    for attempt in 0..5 {
        let mut server = Command::new(BINARY)
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(&data)
            .env("NOTIFY_SOCKET", folder.path().join("nobody"))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("starts");
        let mut line = String::new();
        let mut out = std::io::BufReader::new(server.stdout.take().expect("piped"));
        std::io::BufRead::read_line(&mut out, &mut line).expect("readable");
        let pid = i32::try_from(server.id()).ok().and_then(rustix::process::Pid::from_raw).expect("a process");
        rustix::process::kill_process(pid, rustix::process::Signal::TERM).expect("signalled");
        let ended = server.wait().expect("ends");
        assert!(line.contains("http://"), "{line}");
        assert!(ended.success(), "attempt {attempt}: {ended}");
    }
}
