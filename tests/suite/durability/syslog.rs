//! The audit log on a central log server, sent by the real binary that is killed meanwhile.

use crate::support;
use std::fs;

use rustix::process::{Pid, Signal, kill_process};

use crate::collector::{Collector, Log};
use crate::http::{Client, Server, run};

const BINARY: &str = env!("CARGO_BIN_EXE_gx-portal");

/// Makes so many posts; answers the number of the newest audit row, which is that of the last of them or later.
fn posts(client: &mut Client, round: usize, count: usize) -> u64 {
    for number in 0..count {
        let name = format!("r{round}n{number}");
        let body = format!(r#"{{"postCode":"{name}","postName":"{name}","postSort":1}}"#);
        assert_eq!(client.json("POST", "/prod-api/system/post", &body).unwrap()["code"], 200);
    }
    let list = client.json("GET", "/prod-api/monitor/operlog/list?pageSize=1", "").unwrap();
    list["rows"][0]["operId"].as_u64().unwrap()
}

#[test]
fn a_killed_server_goes_on_where_it_was_and_a_stop_sends_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    support::installed(data);
    let log = Log::default();
    let collector = Collector::tcp("127.0.0.9:0", &log);
    let address = collector.address.to_string();
    fs::write(data.join("gx-portal.toml"), format!("syslog = \"tcp://{address}\"")).unwrap();
    let path = data.to_str().unwrap();
    let (code, said) = run(BINARY, &["syslog", "test", "--data", path], "");
    assert!(code == 0 && said.contains("已发送一条测试消息") && said.contains("配置可用"), "{said}");
    log.says("note=\"test\"");

    let mut server = Server::start(BINARY, data);
    let mut client = Client::signed_in(&server.address);
    let last = posts(&mut client, 0, 20);
    log.has(last);
    let first = log.numbers()[0];
    // Killed while the log server is away, and while rows wait.
    drop(collector);
    posts(&mut client, 1, 10);
    server.kill();
    let (code, said) = run(BINARY, &["syslog", "test", "--data", path], "");
    assert!(code == 4 && said.contains("问题：连接被拒绝"), "{said}");
    let collector = Collector::tcp(&address, &log);
    let mut server = Server::start(BINARY, data);
    let mut client = Client::signed_in(&server.address);
    let last = posts(&mut client, 2, 10);
    log.has(last);
    log.is_whole(first, last);
    server.kill();
    log.forget();
    // Told to stop: what was written in the last moment is sent.
    let mut server = Server::start(BINARY, data);
    let last = posts(&mut Client::signed_in(&server.address), 3, 5);
    let pid = i32::try_from(server.process.id()).ok().and_then(Pid::from_raw).unwrap();
    kill_process(pid, Signal::TERM).unwrap();
    assert!(server.process.wait().unwrap().success());
    log.has(last);
    // With the server stopped, too, somebody may ask for rows again; they come at the next start.
    log.forget();
    let (code, said) = run(BINARY, &["syslog", "resend", "--from", &first.to_string(), "--data", path], "");
    assert!(code == 0 && said.contains(&format!("将从第 {first} 号起向 tcp://{address} 重新发送")), "{said}");
    let (code, said) = run(BINARY, &["syslog", "resend", "--from", "99999", "--data", path], "");
    assert!(code == 1 && said.contains("没有第 99999 号审计记录"), "{said}");
    let server = Server::start(BINARY, data);
    log.has(last);
    log.is_whole(first, *log.numbers().iter().max().unwrap());
    drop(server);
    drop(collector);
}
