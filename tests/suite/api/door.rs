//! Strangers in front of a real server: how often, how slowly and how many at once they may come.

use crate::http;
use crate::support::{self, until};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::time::{Duration, Instant};

use http::{Client, PASSWORD, Server};
use serde_json::Value;

const BINARY: &str = env!("CARGO_BIN_EXE_gx-portal");

/// A server behind a proxy on this machine.
fn server(folder: &tempfile::TempDir, settings: &[(&str, &str)]) -> Server {
    let data = folder.path().join("data");
    support::installed(&data);
    std::fs::write(data.join("gx-portal.toml"), "trusted_proxies = \"127.0.0.1\"\n").unwrap();
    for (key, value) in settings {
        let (code, text) = http::run(BINARY, &["settings", "set", key, value, "--data", data.to_str().unwrap()], "");
        assert_eq!(code, 0, "{text}");
    }
    Server::start(BINARY, &data)
}

fn sign_in(client: &mut Client, name: &str, password: &str) -> String {
    let body = format!(r#"{{"username":"{name}","password":"{password}"}}"#);
    client.json("POST", "/prod-api/login", &body).unwrap()["msg"].as_str().unwrap().to_owned()
}

#[test]
fn an_address_that_guesses_waits_and_an_office_that_signs_in_does_not() {
    let folder = tempfile::tempdir().unwrap();
    // One in a minute: however slowly a machine goes on, none is added between two looks.
    let server = server(&folder, &[("sys.login.addressPerMinute", "1")]);
    let mut office = Client::from(&server.address, "10.1.1.1");
    for round in 0..30 {
        assert_eq!(sign_in(&mut office, "admin", PASSWORD), "操作成功", "{round}: what succeeds does not count");
    }
    let mut guesser = Client::from(&server.address, "2001:db8::1");
    let mut said = Vec::new();
    for name in 0..20 {
        // Another address of the same machine each time.
        guesser.forwarded = format!("2001:db8::{name}");
        said.push(sign_in(&mut guesser, &format!("name{}", name % 4), "Sommer-2026"));
    }
    let tried = said.iter().filter(|text| *text == "用户不存在/密码错误").count();
    assert!((3..=5).contains(&tried), "three minutes' worth at once, then one a minute: {said:?}");
    let waits = |text: &str| {
        let seconds =
            text.strip_prefix("您所在的网络地址登录失败次数过多，请 ").and_then(|rest| rest.strip_suffix(" 秒后再试"));
        seconds.and_then(|seconds| seconds.parse().ok()).is_some_and(|seconds: u32| (1..=60).contains(&seconds))
    };
    assert!(waits(said.last().unwrap()), "{said:?}");
    let right = sign_in(&mut guesser, "admin", PASSWORD);
    assert!(waits(&right), "the right password waits too: {right}");
    let setup = guesser.json("POST", "/prod-api/setup", "{}").unwrap();
    assert!(waits(setup["msg"].as_str().unwrap()), "one allowance for all ways in: {setup}");
    assert_eq!(sign_in(&mut office, "admin", PASSWORD), "操作成功", "nobody else notices");
}

#[test]
fn one_password_on_many_names_closes_its_address_and_no_name() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(&folder, &[("sys.login.addressPerMinute", "4")]);
    let mut office = Client::from(&server.address, "10.1.1.1");
    assert_eq!(sign_in(&mut office, "admin", PASSWORD), "操作成功");
    let (mut sprayer, closed) =
        (Client::from(&server.address, "10.6.6.6"), "您所在的网络地址尝试的账号过多，请 30 分钟后再试");
    assert_eq!(sign_in(&mut sprayer, "admin", "Sommer-2026"), "用户不存在/密码错误");
    for name in 1..10 {
        assert_eq!(sign_in(&mut sprayer, &format!("name{name}"), "Sommer-2026"), "用户不存在/密码错误");
    }
    assert_eq!(sign_in(&mut sprayer, "name10", "Sommer-2026"), closed, "the eleventh name");
    assert_eq!(sign_in(&mut sprayer, "admin", PASSWORD), closed, "whatever is right");
    assert_eq!(sprayer.json("POST", "/prod-api/setup", "{}").unwrap()["msg"], *closed, "by whatever way");
    let body = format!(r#"{{"username":"admin","password":"{PASSWORD}"}}"#);
    let token = office.json("POST", "/prod-api/login", &body).unwrap()["token"].as_str().unwrap().to_owned();
    office.token = token;
    let rows = office.json("GET", "/prod-api/monitor/logininfor/list?ipaddr=10.6.6.6", "").unwrap();
    assert_eq!(rows["total"], 12, "the tries, and one row of what was refused since: {rows}");
    let info = office.json("GET", "/prod-api/getInfo", "").unwrap();
    let last = &info["lastSignIn"];
    assert_eq!(
        (&last["ip"], &last["failures"], &last["failedIp"]),
        (&"10.1.1.1".into(), &1.into(), &"10.6.6.6".into())
    );
    let alarms = office.json("GET", "/prod-api/system/security/alarms", "").unwrap();
    assert!(alarms["data"][0].as_str().unwrap().starts_with("口令喷洒：10.6.6.6"), "{alarms}");
    let notices = office.json("GET", "/prod-api/system/notice/list", "").unwrap();
    assert_eq!((&notices["total"], &notices["rows"][0]["noticeTitle"]), (&1.into(), &"告警：口令喷洒".into()));
    asked_for_a_captcha_by_name(&server);
    let state = office.json("GET", "/prod-api/monitor/server", "").unwrap();
    assert!(
        state["data"]["warnings"].to_string().contains("口令喷洒：10.6.6.6 在 10 分钟内对 11 个账号输错密码"),
        "{state}"
    );
}

/// Three wrong passwords of one name ask for a captcha where it is switched off; nobody else is asked.
fn asked_for_a_captcha_by_name(server: &Server) {
    let mut client = Client::from(&server.address, "10.7.7.7");
    for _ in 0..3 {
        assert_eq!(sign_in(&mut client, "nobody", "Sommer-2026"), "用户不存在/密码错误");
    }
    assert_eq!(sign_in(&mut client, "nobody", "Sommer-2026"), "请填写验证码");
    let mut asked = |query: &str| {
        client.json("GET", &format!("/prod-api/captchaImage{query}"), "").unwrap()["captchaEnabled"].clone()
    };
    assert_eq!(
        (asked("?username=Nobody"), asked("?username=admin"), asked("")),
        (true.into(), false.into(), false.into())
    );
    assert_eq!(sign_in(&mut client, "admin", PASSWORD), "操作成功");
}

#[test]
fn a_flood_for_pictures_throws_out_nobody_elses() {
    let folder = tempfile::tempdir().unwrap();
    let settings = [("sys.account.captchaEnabled", "true"), ("sys.login.addressPerMinute", "1")];
    let server = server(&folder, &settings);
    let mut flood = Client::from(&server.address, "10.6.6.6");
    let picture = |client: &mut Client| client.json("GET", "/prod-api/captchaImage", "").unwrap();
    let answers: Vec<Value> = (0..40).map(|_| picture(&mut flood)).collect();
    let shown = answers.iter().filter(|answer| answer["img"].is_string()).count();
    assert!((18..=24).contains(&shown), "{shown}");
    let refused = answers.last().unwrap();
    assert_eq!(refused["code"], 500);
    assert!(refused["msg"].as_str().unwrap().starts_with("您所在的网络地址获取验证码过于频繁，请 "), "{refused}");
    assert_eq!(picture(&mut Client::from(&server.address, "10.1.1.1"))["code"], 200);
}

/// Bytes a second apart, until the server closes; answers after how long it did.
fn dribble(address: &str, text: &str, patience: Duration) -> Option<Duration> {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(1))).unwrap();
    let began = Instant::now();
    for byte in text.as_bytes().iter().cycle() {
        if began.elapsed() > patience || stream.write_all(&[*byte]).is_err() {
            break;
        }
        if matches!(stream.read(&mut [0; 64]), Ok(0)) {
            break;
        }
    }
    (began.elapsed() <= patience).then(|| began.elapsed())
}

#[test]
fn a_request_head_has_a_time_limit_and_a_body_a_least_rate() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(&folder, &[]);
    let token = Client::signed_in(&server.address).token;
    let address = server.address.clone();
    let slow_head = std::thread::spawn(move || dribble(&address, "x", Duration::from_secs(60)));
    let mut standing = half_sent(&server.address, "/logout", "", 100, b"{");
    let mut upload = http::Upload::begin(&server.address, &token, "a.txt", 6 * 3_000);
    for _ in 0..6 {
        upload.send(&[b'x'; 3_000]);
        std::thread::sleep(Duration::from_secs(1));
    }
    assert_eq!(upload.finish()["code"], 200, "a slow line may upload");
    let mut told = String::new();
    standing.read_to_string(&mut told).unwrap();
    assert!(told.contains("请求内容传输过慢") && told.contains("connection: close"), "{told}");
    let closed = slow_head.join().unwrap().expect("closed by the server");
    assert!((9..=60).contains(&closed.as_secs()), "{closed:?}");
}

/// The head of a request and a part of its body.
fn half_sent(address: &str, path: &str, token: &str, length: usize, part: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let head = format!(
        "POST /gx_portal/prod-api{path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {token}\r\n\
         content-type: application/json\r\ncontent-length: {length}\r\n\r\n"
    );
    stream.write_all(&[head.as_bytes(), part].concat()).unwrap();
    stream
}

#[test]
fn who_has_no_session_sends_little() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(&folder, &[]);
    let mut refused = 0;
    for route in gx_portal::features::PRODUCT.routes() {
        let is_public = matches!(route.access, gx_portal::route::Access::Public { .. });
        if !is_public || route.method == gx_portal::route::Method::Get || route.path.starts_with("/testing") {
            continue;
        }
        assert!(route.upload.is_none(), "{}: a stranger's file", route.name());
        let mut stream = half_sent(&server.address, route.path, "", 20_000, &[b' '; 20_000]);
        let mut told = [0; 2_048];
        let read = stream.read(&mut told).unwrap();
        let told = String::from_utf8_lossy(&told[..read]).into_owned();
        assert!(told.contains("请求内容超过 16 KB"), "{}: {told}", route.name());
        refused += 1;
    }
    assert!(refused >= 4, "{refused}");
}

#[test]
fn when_all_places_are_taken_by_slow_bodies_a_newcomer_gets_the_slowest() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    support::installed(&data);
    std::fs::write(data.join("gx-portal.toml"), "trusted_proxies = \"127.0.0.1\"\nmax_connections = 64\n").unwrap();
    let server = Server::start(BINARY, &data);
    let held: Vec<TcpStream> = (0..64).map(|_| half_sent(&server.address, "/logout", "", 10_000, b"{")).collect();
    until(|| TcpStream::connect(&server.address).is_ok_and(|stream| ask(&stream).is_some()));
    until(|| held.iter().any(|stream| !is_open(stream)));
}

#[test]
fn bodies_have_room_together_and_the_slowest_gives_way() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    support::installed(&data);
    std::fs::write(data.join("gx-portal.toml"), "bodies_mib = 8\n").unwrap();
    let server = Server::start(BINARY, &data);
    let mut client = Client::signed_in(&server.address);
    let (length, part) = (2 << 20, vec![b' '; 2_000_000]);
    let send = || half_sent(&server.address, "/system/notice", &client.token, length, &part);
    // Four times 1.9 MiB are there; the fifth has no room until one of them had the time to be slow.
    let held: Vec<TcpStream> = (0..4).map(|_| send()).collect();
    let gone = || held.iter().filter(|stream| !is_open(stream)).count();
    until(|| {
        let late = send();
        let refused = ask_for_rest(late);
        assert!(refused.is_none_or(|told| told.starts_with("HTTP/1.1 503") && told.contains("系统繁忙")));
        gone() > 0
    });
    until(|| client.json("GET", "/prod-api/getInfo", "").is_ok_and(|info| info["code"] == 200));
}

/// What is said to a body that is not there yet; `None` when nothing is.
fn ask_for_rest(mut stream: TcpStream) -> Option<String> {
    stream.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
    let mut bytes = [0; 1_024];
    let read = stream.read(&mut bytes).ok().filter(|read| *read > 0)?;
    Some(String::from_utf8_lossy(&bytes[..read]).into_owned())
}

fn is_open(mut stream: &TcpStream) -> bool {
    stream.set_nonblocking(true).unwrap();
    matches!(stream.read(&mut [0; 1]), Err(error) if error.kind() == std::io::ErrorKind::WouldBlock)
}

/// Started by hand: the system allows so many descriptors and no more.
fn with_descriptors(folder: &Path, data: &Path, number: u32) -> Server {
    let script = format!("ulimit -n {number}; exec {BINARY} \"$@\"");
    let starter = folder.join("start");
    std::fs::write(&starter, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&starter, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    Server::start(starter.to_str().unwrap(), data)
}

/// Clock ticks (hundredths of a second) that a process has worked.
fn worked(process: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
}

/// One page over a connection that stays; `None` when the server has ended it.
fn ask(mut stream: &TcpStream) -> Option<String> {
    stream.set_nonblocking(false).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(60))).ok()?;
    stream.write_all(b"GET /gx_portal/healthz HTTP/1.1\r\nhost: x\r\n\r\n").ok()?;
    let mut bytes = [0; 1_024];
    let read = stream.read(&mut bytes).ok().filter(|read| *read > 0)?;
    Some(String::from_utf8_lossy(&bytes[..read]).into_owned())
}

#[test]
fn out_of_descriptors_the_listener_rests_and_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    support::installed(&data);
    // Nobody is limited by his address, so the descriptors end before the places do.
    std::fs::write(data.join("gx-portal.toml"), "trusted_proxies = \"127.0.0.1\"\n").unwrap();
    let server = with_descriptors(folder.path(), &data, 70);
    let held: Vec<TcpStream> = (0..150).filter_map(|_| TcpStream::connect(&server.address).ok()).collect();
    until(|| held.iter().filter(|stream| !is_open(stream)).count() > 0);
    let (before, began) = (worked(server.process.id()), Instant::now());
    std::thread::sleep(Duration::from_secs(2));
    let (ticks, seconds) = (worked(server.process.id()) - before, began.elapsed().as_secs_f64());
    assert!((ticks as f64) < 30.0 * seconds, "{ticks} hundredths of a second of work in {seconds} s");
    drop(held);
    until(|| TcpStream::connect(&server.address).is_ok_and(|stream| ask(&stream).is_some()));
}

#[test]
fn when_all_places_are_taken_who_has_waited_longest_gives_way() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    support::installed(&data);
    let config = "trusted_proxies = \"127.0.0.1\"\nmax_connections = 64\n";
    std::fs::write(data.join("gx-portal.toml"), config).unwrap();
    let server = Server::start(BINARY, &data);
    let asks = |stream: &TcpStream| {
        assert!(ask(stream).is_some_and(|answer| answer.ends_with("ok")), "a place for each");
    };
    // One after the other: the connection that saw the server start was closed, and its place is free once that is noticed.
    let connected = |_| {
        let stream = TcpStream::connect(&server.address).unwrap();
        asks(&stream);
        stream
    };
    let held: Vec<TcpStream> = (0..64).map(connected).collect();
    // All but the first ask twice: a wait begins a moment after its answer is read, and neighbours may share a millisecond.
    held[1..].iter().for_each(asks);
    let late = TcpStream::connect(&server.address).unwrap();
    assert!(ask(&late).is_some(), "a newcomer is let in");
    until(|| held.iter().any(|stream| !is_open(stream)));
    let gone: Vec<usize> = (0..64).filter(|number| !is_open(&held[*number])).collect();
    assert_eq!(gone, [0], "one gave way, who had waited longest");
}

#[test]
fn a_head_that_is_too_large_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(&folder, &[]);
    for (head, status) in [
        (format!("x: {}\r\n", "a".repeat(40_000)), "431"),
        ("x: y\r\n".repeat(200), "431"),
        (format!("x: {}\r\n", "a".repeat(20_000)), "200"),
    ] {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let text = format!("GET /gx_portal/healthz HTTP/1.1\r\nhost: x\r\n{head}\r\n");
        stream.write_all(text.as_bytes()).unwrap();
        let mut bytes = [0; 64];
        let read = stream.read(&mut bytes).unwrap();
        let answer = String::from_utf8_lossy(&bytes[..read]).into_owned();
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{answer}");
    }
}

#[test]
fn one_address_does_not_take_all_connections() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    support::installed(&data);
    let server = with_descriptors(folder.path(), &data, 1_024);
    let held: Vec<TcpStream> = (0..1_100).filter_map(|_| TcpStream::connect(&server.address).ok()).collect();
    // a quarter of what is there
    until(|| (191..=192).contains(&held.iter().filter(|stream| is_open(stream)).count()));
    drop(held);
    // and the places come back
    let body = format!(r#"{{"username":"admin","password":"{PASSWORD}"}}"#);
    until(|| {
        let answer = Client::new(&server.address).json("POST", "/prod-api/login", &body);
        answer.is_ok_and(|answer| answer["msg"] == "操作成功")
    });
}

/// The answer of a sign-in with a captcha that a script has read.
fn with_captcha(client: &mut Client, name: &str, password: &str) -> String {
    let picture = client.json("GET", &format!("/prod-api/captchaImage?username={name}"), "").unwrap();
    let uuid = picture["uuid"].as_str().unwrap_or_else(|| panic!("{picture}")).to_owned();
    let code = client.json("GET", &format!("/prod-api/testing/captcha/{uuid}"), "").unwrap();
    let code = code["msg"].as_str().unwrap_or_else(|| panic!("{code}"));
    let body = format!(r#"{{"username":"{name}","password":"{password}","code":"{code}","uuid":"{uuid}"}}"#);
    client.json("POST", "/prod-api/login", &body).unwrap()["msg"].as_str().unwrap().to_owned()
}

#[test]
fn many_addresses_lock_nobody_out_and_a_script_that_reads_captchas_guesses_no_faster() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(&folder, &[]);
    let from = |address: &str| Client::from(&server.address, address);
    assert_eq!(sign_in(&mut from("10.1.1.1"), "admin", PASSWORD), "操作成功");
    assert_eq!(sign_in(&mut from("2001:db8:1:1::5"), "admin", PASSWORD), "操作成功");
    // 50 tries of 18 addresses, three at most from each: none of them was asked for a captcha.
    for network in 0..18 {
        let mut guesser = from(&format!("10.66.{network}.1"));
        for _ in 0..if network < 14 { 3 } else { 2 } {
            assert_eq!(sign_in(&mut guesser, "Admin", "Sommer-2026"), "用户不存在/密码错误", "no captcha so far");
        }
    }
    // Where he signs in from every day nothing has changed, nor elsewhere in his /64.
    for address in ["10.1.1.1", "2001:db8:1:1::99"] {
        assert_eq!(sign_in(&mut from(address), "admin", PASSWORD), "操作成功", "{address}");
    }
    assert_eq!(sign_in(&mut from("10.3.3.3"), "nobody", "x"), "用户不存在/密码错误", "other names are no matter");
    // A new address answers a captcha; then it is one of his.
    let mut travels = from("10.2.2.2");
    assert_eq!(sign_in(&mut travels, "admin", PASSWORD), "请填写验证码");
    assert_eq!(with_captcha(&mut travels, "admin", PASSWORD), "操作成功");
    assert_eq!(sign_in(&mut travels, "admin", PASSWORD), "操作成功");
    // A script reads every captcha and has as many addresses as it likes.
    let began = Instant::now();
    let said: Vec<String> =
        (0..60).map(|network| with_captcha(&mut from(&format!("10.77.{network}.1")), "admin", "Sommer-2026")).collect();
    let tried = said.iter().filter(|text| *text == "用户不存在/密码错误").count();
    let allowed = 20 + usize::try_from(began.elapsed().as_secs()).unwrap() / 3 + 1;
    assert!((15..=allowed).contains(&tried), "{tried} of {allowed}: {said:?}");
    assert!(
        said.iter().all(|text| text == "用户不存在/密码错误" || text.starts_with("该账号正被多处尝试登录，请 ")),
        "{said:?}"
    );
    assert_eq!(sign_in(&mut from("10.1.1.1"), "admin", PASSWORD), "操作成功", "and he notices nothing of it");
    // His own address is no licence to guess.
    let mut own = from("10.1.1.1");
    let last = (0..5).map(|_| with_captcha(&mut own, "admin", "Sommer-2026")).last().unwrap();
    assert_eq!(last, "密码输入错误5次，帐户锁定10分钟");
    assert_eq!(with_captcha(&mut own, "admin", PASSWORD), last);
    assert_eq!(sign_in(&mut from("10.2.2.2"), "admin", PASSWORD), "操作成功", "there alone");
}
