//! `protect` and `restore` from a repository, as an administrator types them.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::Child;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::cli::{PASSWORD, Place};
use crate::http::Client;

fn status(place: &Place) -> Value {
    place.run(&["protect", "status", "--data", "a", "--json"]).json()
}

#[test]
fn a_server_fills_its_repository_and_a_new_box_is_made_of_it() {
    let place = Place::installed("a");
    place.run(&["protect", "status", "--data", "a"]).expect(1).says("请先运行 gx-portal protect init");
    let made = place.run(&["protect", "init", "--data", "a", "--json"]).expect(0).json();
    let code = made["codes"][0].as_str().expect("a code").to_owned();
    place.run(&["protect", "init", "--data", "a"]).expect(0).says("恢复码沿用").says("同一块磁盘");
    place.run(&["protect", "status", "--data", "a"]).expect(4).says("还没有完整备份");
    let (server, _) = place.serve("a");
    let began = Instant::now();
    while status(&place)["targets"][0]["base"].is_null() {
        assert!(began.elapsed() < Duration::from_secs(60), "no base came: {}", status(&place));
        std::thread::sleep(Duration::from_millis(200));
    }
    place.run(&["settings", "set", "sys.index.skinName", "skin-green", "--data", "a"]).expect(0);
    assert_eq!(server.stop(), 0);
    assert_eq!(status(&place)["targets"][0]["behind"], 0, "a stop ships the rest");
    place.run(&["protect", "status", "--data", "a"]).expect(0).says("落后 0 次提交");
    place.run(&["protect", "verify", "--data", "a"]).expect(0).says("完好");
    place.run(&["protect", "base", "--data", "a"]).expect(0).says("完整备份已完成并复核");
    place.run(&["protect", "drill", "--data", "a"]).expect(0).says("恢复演练通过").says("与现用数据一致");
    place.run(&["protect", "status", "--data", "a"]).expect(0).says("最近一次恢复演练");
    let repository = "a/backup/repo";
    place.run(&["restore", "--from", repository, "--data", "b"]).expect(2).says("--latest 中的一个");
    place.run(&["restore", "--from", repository, "--latest", "--data", "b"]).expect(2).says("恢复码");
    place.run_with(&["restore", "--from", repository, "--latest", "--data", "b"], "7777\n").expect(1).says("抄写有误");
    let text = format!("{code}\n");
    place
        .run_with(&["restore", "--from", repository, "--latest", "--data", "b"], &text)
        .expect(0)
        .says("全部登录已失效")
        .says("gx-portal serve --data");
    place.run(&["settings", "get", "sys.index.skinName", "--data", "b"]).expect(0).says("skin-green");
    place.run(&["doctor", "--data", "b"]).expect(0).says("数据完好");
    place.run(&["protect", "base", "--data", "b"]).expect(1).says("确认原来的服务已停用");
    place.run(&["protect", "status", "--data", "b"]).expect(4).says("确认原来的服务已停用");
    let undone = ["restore", "--from", repository, "--before-audit", "3", "--keys", "a", "--data", "c"];
    place.run(&undone).expect(1).says("最早可恢复到");
    place.run(&["restore", "--from", "bk", "--latest", "--data", "c"]).expect(2).says("不是备份仓库");
}

/// A process that does not outlive its test.
struct Viewing(Child);

impl Drop for Viewing {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// A past state that is looked at, and the address that it says.
fn view(place: &Place, scratch: &Path, arguments: &[&str]) -> (Viewing, String) {
    let mut command = place.command(&["restore", "--from", "a/backup/repo", "--keys", "a", "--view", "127.0.0.1:0"]);
    let mut child = Viewing(command.args(arguments).env("TMPDIR", scratch).spawn().expect("start"));
    let mut line = String::new();
    BufReader::new(child.0.stdout.take().expect("stdout")).read_line(&mut line).expect("a line");
    assert!(line.contains("的历史数据（只读）"), "{line}");
    let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).expect("an address");
    (child, address.to_owned())
}

fn signed_in(address: &str) -> Client {
    let mut client = Client::new(address);
    let body = serde_json::json!({"username": "admin", "password": PASSWORD.trim()}).to_string();
    let answer = client.json("POST", "/prod-api/login", &body).expect("answered");
    client.token = answer["token"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned();
    client
}

fn hidden(scratch: &Path) -> usize {
    let entries = fs::read_dir(scratch).expect("read").map(|entry| entry.expect("one").file_name());
    entries.filter(|name| name.to_string_lossy().starts_with(".gx-viewing-")).count()
}

#[test]
fn a_past_state_is_looked_at_and_leaves_nothing() {
    let place = Place::installed("a");
    let scratch = place.path("scratch");
    fs::create_dir(&scratch).expect("a folder");
    place.run(&["settings", "set", "sys.account.captchaEnabled", "false", "--data", "a"]).expect(0);
    place.run(&["protect", "init", "--data", "a"]).expect(0);
    place.run(&["settings", "set", "sys.index.skinName", "skin-before", "--data", "a"]).expect(0);
    place.run(&["protect", "base", "--data", "a"]).expect(0);
    let rows = place.run(&["settings", "set", "sys.index.skinName", "skin-mistake", "--data", "a"]);
    rows.expect(0);
    // Each operation leaves a row. The length of the file says nothing: who opens it may give unused pages back.
    let before = || {
        let rows = place.run(&["doctor", "--json", "--quick", "--data", "a"]).expect(0).json()["audit"]["rows"].clone();
        (files_of(&place.path("a/backup/repo")), rows)
    };
    place.run(&["protect", "base", "--data", "a"]).expect(0);
    let held = before();
    for (arguments, why) in [
        (vec!["--latest", "--view", "0.0.0.0:0"], "只能使用本机地址"),
        (vec!["--view", "127.0.0.1:0"], "--latest 中的一个"),
    ] {
        let all = [vec!["restore", "--from", "a/backup/repo", "--keys", "a"], arguments].concat();
        place.run(&all).expect(2).says(why);
    }
    let (mut child, address) = view(&place, &scratch, &["--latest"]);
    let mut client = signed_in(&address);
    let skin = |client: &mut Client| client.json("GET", "/prod-api/system/config/configKey/sys.index.skinName", "");
    assert_eq!(skin(&mut client).expect("answered")["msg"], "skin-mistake");
    let refused = client.json("POST", "/prod-api/system/post", r#"{"postCode":"x","postName":"岗","postSort":1}"#);
    let refused = refused.expect("answered");
    assert!(refused["msg"].as_str().is_some_and(|text| text.contains("的历史数据，只读")), "{refused}");
    // Nobody opens it for writing, whatever rights he has.
    let open = client.json("PUT", "/prod-api/monitor/mode", r#"{"mode":"open","text":"","until":""}"#);
    drop(open.expect("answered"));
    let again = client.json("POST", "/prod-api/system/post", r#"{"postCode":"x","postName":"岗","postSort":1}"#);
    assert_ne!(again.expect("answered")["code"], 200);
    assert_eq!(hidden(&scratch), 1);
    let id = rustix::process::Pid::from_child(&child.0);
    rustix::process::kill_process(id, rustix::process::Signal::TERM).expect("signal");
    assert_eq!(child.0.wait().expect("ended").code(), Some(0));
    assert_eq!(hidden(&scratch), 0, "nothing is left");
    // One that was killed is named by the doctor and goes with the next.
    let (child, _) = view(&place, &scratch, &["--latest"]);
    drop(child);
    assert_eq!(hidden(&scratch), 1);
    let mut doctor = place.command(&["doctor", "--data", "a"]);
    let told = doctor.env("TMPDIR", &scratch).output().expect("a doctor");
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    assert!(told.contains("查看历史数据用的副本"), "{told}");
    let (child, address) = view(&place, &scratch, &["--latest"]);
    assert_eq!(hidden(&scratch), 1, "its own alone");
    assert_eq!(skin(&mut signed_in(&address)).expect("answered")["msg"], "skin-mistake");
    drop(child);
    assert_eq!(before(), held, "neither the data nor the repository have changed");
}

/// Names and sizes of the files of a repository.
fn files_of(folder: &Path) -> Vec<(PathBuf, u64)> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("read") {
            let path = entry.expect("entry").path();
            let size = fs::metadata(&path).expect("there").len();
            if path.is_dir() { folders.push(path) } else { found.push((path, size)) }
        }
    }
    found.sort();
    found
}

#[test]
fn a_killed_server_leaves_a_repository_that_holds_what_was_acknowledged() {
    let place = Place::installed("a");
    place.run(&["protect", "init", "--data", "a"]).expect(0);
    let mut last = String::new();
    for round in 0..4_u64 {
        let (server, _) = place.serve("a");
        let began = Instant::now();
        for number in 0_u64.. {
            last = format!("skin-{round}-{number}");
            place.run(&["settings", "set", "sys.index.skinName", &last, "--data", "a"]).expect(0);
            if began.elapsed() > Duration::from_millis(1_500 + round * 700) {
                break;
            }
        }
        drop(server);
    }
    let (server, _) = place.serve("a");
    assert_eq!(server.stop(), 0);
    place.run(&["doctor", "--data", "a"]).expect(0).says("数据完好");
    place.run(&["protect", "verify", "--data", "a"]).expect(0).says("完好");
    place.run(&["protect", "drill", "--data", "a"]).expect(0).says("恢复演练通过");
    place.run(&["restore", "--from", "a/backup/repo", "--latest", "--keys", "a", "--data", "b"]).expect(0);
    place.run(&["settings", "get", "sys.index.skinName", "--data", "b"]).expect(0).says(&last);
}
