//! `packaging/run`, what a newcomer types first: it makes demonstration data, says how to sign in, keeps both for the next run,
//! and a stop in the middle leaves nothing that the next run takes for data. The build itself is left out (`GX_BINARY`).

use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process, test_kill_process};

use crate::http::{Client, run};

const BINARY: &str = env!("CARGO_BIN_EXE_gx-portal");

fn script(binary: &str, folder: &Path) -> Command {
    let mut command = Command::new("packaging/run");
    command.env("GX_BINARY", binary).env("GX_RUN", folder.join("run")).env("GX_LISTEN", "127.0.0.1:0");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What it says until the server tells its address; that address without scheme and path, and the printed password.
fn started(process: &mut Child) -> (String, String) {
    let mut out = BufReader::new(process.stdout.take().unwrap());
    let (mut line, mut password) = (String::new(), String::new());
    let address = loop {
        line.clear();
        if out.read_line(&mut line).unwrap() == 0 {
            let mut said = String::new();
            std::io::Read::read_to_string(&mut process.stderr.take().unwrap(), &mut said).unwrap();
            panic!("it ended before it served: {said}");
        }
        if let Some((_, printed)) = line.split_once("密码") {
            password = printed.trim().to_owned();
        }
        // the script prints the port that was asked for, the server the one that it got
        match line.split_once("http://").and_then(|(_, rest)| rest.split('/').next()) {
            Some(address) if !address.ends_with(":0") => break address.to_owned(),
            _ => {}
        }
    };
    std::thread::spawn(move || drop(std::io::copy(&mut out, &mut std::io::sink())));
    (address, password)
}

fn terminate(process: &mut Child) -> std::process::ExitStatus {
    let pid = i32::try_from(process.id()).ok().and_then(Pid::from_raw).unwrap();
    kill_process(pid, Signal::TERM).unwrap();
    process.wait().unwrap()
}

#[test]
fn the_first_command_ends_in_a_portal_to_sign_in_to_and_the_next_one_keeps_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = script(BINARY, folder.path()).spawn().unwrap();
    let (_, password) = started(&mut first);
    assert!(terminate(&mut first).success());
    let data = folder.path().join("run/data");
    let (code, text) =
        run(BINARY, &["settings", "set", "sys.account.captchaEnabled", "false", "--data", data.to_str().unwrap()], "");
    assert_eq!(code, 0, "{text}");
    let mut second = script(BINARY, folder.path()).spawn().unwrap();
    let (address, again) = started(&mut second);
    assert_eq!(password, again);
    let mut client = Client::new(&address);
    let answer =
        client.json("POST", "/prod-api/login", &format!(r#"{{"username":"admin","password":"{password}"}}"#)).unwrap();
    client.token = answer["token"].as_str().unwrap_or_else(|| panic!("sign-in: {answer}")).to_owned();
    let leases = client.json("GET", "/prod-api/lease/lease/list", "").unwrap();
    assert!(leases["total"].as_u64().unwrap_or(0) > 10, "demonstration data: {leases}");
    // a third one beside it is refused in a sentence, and nothing happens to the first
    let third = script(BINARY, folder.path()).output().unwrap();
    assert_eq!(third.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&third.stderr).contains("正被另一个程序使用"), "{third:?}");
    let taken = script(BINARY, folder.path()).env("GX_LISTEN", &address).output().unwrap();
    assert!(String::from_utf8_lossy(&taken.stderr).contains("已被占用"), "{taken:?}");
    assert!(terminate(&mut second).success());
}

#[test]
fn a_stop_while_data_are_made_leaves_no_process_and_no_half_made_directory() {
    let folder = tempfile::tempdir().unwrap();
    // the program, but it waits for ever where it would fill in the demonstration data
    let slow = folder.path().join("slow");
    let told = folder.path().join("pid");
    let text = format!(
        "#!/bin/sh\nif [ \"$1\" = seed ]; then echo $$ >{}.part; mv {0}.part {0}; exec sleep 600; fi\nexec {BINARY} \"$@\"\n",
        told.display()
    );
    std::fs::write(&slow, text).unwrap();
    std::fs::set_permissions(&slow, std::fs::Permissions::from_mode(0o700)).unwrap();
    let mut cut = script(slow.to_str().unwrap(), folder.path()).spawn().unwrap();
    while !told.exists() {
        assert!(cut.try_wait().unwrap().is_none(), "it waits for its data");
        std::thread::yield_now();
    }
    let seeding: i32 = std::fs::read_to_string(&told).unwrap().trim().parse().unwrap();
    assert_eq!(terminate(&mut cut).code(), Some(143));
    assert!(test_kill_process(Pid::from_raw(seeding).unwrap()).is_err(), "the child has ended with it");
    assert!(!folder.path().join("run/data").exists());
    let mut next = script(BINARY, folder.path()).spawn().unwrap();
    assert!(!started(&mut next).1.is_empty());
    assert!(terminate(&mut next).success());
}

#[test]
fn a_disk_that_fills_meanwhile_is_named_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let tool = |name: &str, does: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, format!("#!/bin/sh\ncd \"$(dirname \"$0\")\"\n{does}\n")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path
    };
    let program = tool("program", "touch full; echo 'No space left on device' >&2; exit 1");
    tool("df", "if [ -e full ]; then free=3; else free=5000; fi; printf 'Filesystem\\ndisk 1 1 %s\\n' $free");
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
    let cut_off = script(program.to_str().unwrap(), folder.path()).env("PATH", &path).output().unwrap();
    let said = String::from_utf8_lossy(&cut_off.stderr);
    assert_eq!(cut_off.status.code(), Some(1), "{said}");
    assert!(said.ends_with("只剩 3 MiB，因此没有完成。清理后再运行一次即可，已完成的部分不会重做。\n"), "{said}");
}
