//! TLS as other programs meet it: a second client library, HTTP/2 as it may be misused, certificates that change and end.

use crate::http;
use crate::support;
use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use gx_listener::caps::FRAMED;
use gx_portal::kernel::dates::Stamp;
use gx_portal::store::directory::DataPaths;
use gx_portal::tls::authority;
use http::{PASSWORD, Server};
use rustls::pki_types::ServerName;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_rustls::client::TlsStream;

const BINARY: &str = env!("CARGO_BIN_EXE_gx-portal");
const DAY: i64 = 86_400_000;

fn now() -> Stamp {
    gx_portal::clock::Clock::system().now()
}

/// The authority's certificate under a data directory.
fn trusted(data: &Path) -> Vec<u8> {
    fs::read(authority::folder(&DataPaths::new(data)).join(authority::AUTHORITY)).expect("an authority")
}

/// A client that trusts one authority and nobody else.
fn client(authority: &[u8]) -> reqwest::Client {
    let root = reqwest::Certificate::from_pem(authority).expect("a certificate");
    reqwest::Client::builder()
        .tls_certs_only([root])
        .redirect(reqwest::redirect::Policy::none())
        .pool_max_idle_per_host(1)
        .timeout(Duration::from_secs(60))
        .build()
        .expect("a client")
}

fn site(folder: &tempfile::TempDir) -> (Server, Vec<u8>) {
    let data = folder.path().join("data");
    support::installed(&data);
    let (code, text) =
        http::run(BINARY, &["init", "--tls", "--name", "gx.example.cn", "--data", data.to_str().unwrap()], "");
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("gx.example.cn") && text.contains("/gx_portal/ca.crt"), "{text}");
    let server = Server::start(BINARY, &data);
    (server, trusted(&data))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_site_certificate_serves_another_library_and_requests_in_the_clear_are_led_on() {
    let folder = tempfile::tempdir().unwrap();
    let (server, authority) = site(&folder);
    let base = format!("https://{}/gx_portal", server.address);
    let client = client(&authority);
    let body = format!(r#"{{"username":"admin","password":"{PASSWORD}"}}"#);
    let login = format!("{base}/prod-api/login");
    let send = |url: String| client.post(url).header("content-type", "application/json").body(body.clone()).send();
    let answer: Value = serde_json::from_str(&send(login.clone()).await.unwrap().text().await.unwrap()).unwrap();
    assert_eq!(answer["code"], 200, "{answer}");
    let port = server.address.rsplit(':').next().unwrap();
    let by_name = reqwest::Client::builder()
        .tls_certs_only([reqwest::Certificate::from_pem(&authority).unwrap()])
        .resolve("gx.example.cn", server.address.parse::<SocketAddr>().unwrap())
        .build()
        .unwrap();
    let health = by_name.get(format!("https://gx.example.cn:{port}/gx_portal/healthz")).send().await.unwrap();
    assert_eq!(health.text().await.unwrap(), "ok", "the name that was given");
    let handed = client.get(format!("{base}/ca.crt")).send().await.unwrap();
    assert_eq!(handed.headers()["content-type"], "application/x-x509-ca-cert");
    assert_eq!(handed.bytes().await.unwrap(), authority, "what is handed out is what is trusted");
    assert!(reqwest::get(format!("{base}/healthz")).await.is_err(), "nobody else trusts it");

    let plain = login.replace("https://", "http://");
    let refused = send(plain.clone()).await.unwrap();
    assert_eq!(refused.status(), 400);
    let refused: Value = serde_json::from_str(&refused.text().await.unwrap()).unwrap();
    assert!(refused["msg"].as_str().unwrap().contains(&login), "{refused}");
    let led = client.get(format!("http://{}/gx_portal/index?a=1", server.address)).send().await.unwrap();
    assert_eq!(
        (led.status().as_u16(), led.headers()["location"].to_str().unwrap()),
        (308, format!("{base}/index?a=1").as_str())
    );
    assert!(led.text().await.unwrap().contains("请使用加密地址"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_certificate_is_swapped_while_serving_and_a_bad_one_is_not_taken() {
    let folder = tempfile::tempdir().unwrap();
    let (data, first, second) = (folder.path().join("data"), folder.path().join("first"), folder.path().join("second"));
    support::installed(&data);
    let pair = |from: &Path| {
        let folder = authority::folder(&DataPaths::new(from));
        [authority::CHAIN, authority::KEY].map(|name| fs::read(folder.join(name)).expect("a pair"))
    };
    authority::found(&DataPaths::new(&first), &[], None, Stamp(now().0 - 600 * DAY)).unwrap();
    authority::found(&DataPaths::new(&second), &[], None, now()).unwrap();
    let put = |[chain, key]: [Vec<u8>; 2]| {
        fs::write(data.join("a.crt"), chain).unwrap();
        fs::write(data.join("a.key"), key).unwrap();
    };
    put(pair(&first));
    let config = "tls = \"files\"\ntls_cert = \"a.crt\"\ntls_key = \"a.key\"\nhsts_days = 30\n";
    fs::write(data.join("gx-portal.toml"), config).unwrap();
    let reload = || http::run(BINARY, &["tls", "reload", "--data", data.to_str().unwrap()], "");
    assert_eq!(reload().0, 3, "no server");
    let server = Server::start(BINARY, &data);
    let url = format!("https://{}/gx_portal/healthz", server.address);
    let old = client(&trusted(&first));
    let error = format!("{:?}", old.get(&url).send().await.unwrap_err());
    assert!(error.contains("Expired"), "it is served, and told by the client: {error}");

    authority::renew(&DataPaths::new(&first), None, now()).unwrap();
    put(pair(&first));
    assert_eq!(reload().0, 0);
    let answer = old.get(&url).send().await.expect("the old authority's new certificate");
    assert_eq!(answer.headers()["strict-transport-security"], "max-age=2592000");
    drop(answer.text().await.unwrap());

    let [chain, key] = pair(&second);
    for (bad, why) in [
        ([chain[..chain.len() / 2].to_vec(), key.clone()], "不完整"),
        ([chain.clone(), pair(&first)[1].clone()], "与证书不是一对"),
        ([Vec::new(), key.clone()], "中没有证书"),
    ] {
        put(bad);
        let (code, text) = reload();
        assert!(code == 1 && text.contains(why), "{why}: {text}");
        old.get(&url).send().await.expect("the old one stays").text().await.unwrap();
    }
    // A connection that is open stays with what it began with; the next one meets the new certificate.
    let held = old.get(&url).send().await.unwrap();
    put([chain, key]);
    assert_eq!(reload().0, 0);
    assert_eq!(held.text().await.unwrap(), "ok");
    old.get(&url).send().await.expect("an open connection outlives the swap").text().await.unwrap();
    let new = client(&trusted(&second));
    assert_eq!(new.get(&url).send().await.unwrap().text().await.unwrap(), "ok");
    assert!(client(&trusted(&first)).get(&url).send().await.is_err());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_certificate_that_does_not_fit_the_address_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let (data, other) = (folder.path().join("data"), folder.path().join("other"));
    support::installed(&data);
    let (issued, own) = (DataPaths::new(&other), data.to_str().unwrap());
    authority::found(&issued, &["gx.example.cn".to_owned()], None, now()).unwrap();
    let from = authority::folder(&issued);
    let ca = fs::read_to_string(from.join(authority::AUTHORITY)).unwrap();
    let chain = fs::read_to_string(from.join(authority::CHAIN)).unwrap();
    fs::copy(from.join(authority::KEY), data.join("a.key")).unwrap();
    fs::write(data.join("a.crt"), &chain).unwrap();
    let tls = "tls = \"files\"\ntls_cert = \"a.crt\"\ntls_key = \"a.key\"\n";
    let sso = |host: &str| {
        format!(
            "[idaas]\nstyle = \"ticket\"\npublic_url = \"https://{host}\"\nlogin_url = \"https://sso.example.cn/\"\n\
             exchange_url = \"https://sso.example.cn/x\"\nclaim = \"data.mobile\"\n"
        )
    };
    let configure = |text: String| fs::write(data.join("gx-portal.toml"), text).unwrap();
    let run = |words: &[&str]| http::run(BINARY, &[words, &["--data", own]].concat(), "");
    // Nothing to compare with: nothing is said.
    configure(tls.to_owned());
    let (code, text) = run(&["tls", "show"]);
    assert!(code == 0 && !text.contains("问题") && !text.contains("提示"), "{text}");
    for (host, extra, wrong) in [
        ("gx.example.cn", "", false),
        ("zc.example.cn:8443", "", true),
        ("zc.example.cn", "trusted_proxies = \"10.0.0.5\"\n", false),
    ] {
        configure(format!("{extra}{tls}{}", sso(host)));
        let (code, text) = run(&["config", "check"]);
        assert_eq!((code, text.contains("证书中没有 zc.example.cn")), (0, wrong), "{host}: {text}");
        let (code, text) = run(&["tls", "show"]);
        assert_eq!(
            (code, text.contains("问题：加密连接的证书中没有 zc.example.cn")),
            (if wrong { 4 } else { 0 }, wrong),
            "{text}"
        );
        assert_eq!(run(&["doctor", "--quick"]).1.contains("证书中没有 zc.example.cn"), wrong);
    }
    // The one in the middle may be missing.
    configure(tls.to_owned());
    fs::write(data.join("a.crt"), chain.replace(&ca, "")).unwrap();
    let (code, text) = run(&["tls", "show"]);
    assert!(code == 0 && text.contains("请把中间证书接在后面"), "{text}");
    fs::write(data.join("a.crt"), &chain).unwrap();

    let server = Server::start(BINARY, &data);
    let base = format!("https://{}/gx_portal/prod-api", server.address);
    let root = reqwest::Certificate::from_pem(ca.as_bytes()).unwrap();
    let client = reqwest::Client::builder().tls_certs_only([root]).http1_only().build().unwrap();
    let body = format!(r#"{{"username":"admin","password":"{PASSWORD}"}}"#);
    let login = client.post(format!("{base}/login")).header("content-type", "application/json").body(body);
    let answer: Value = serde_json::from_str(&login.send().await.unwrap().text().await.unwrap()).unwrap();
    let token = answer["token"].as_str().or(answer["data"]["token"].as_str()).expect("a token").to_owned();
    let ask = |host: &str, token: &str| {
        let asked = client.get(format!("{base}/getInfo")).header("host", host);
        asked.header("authorization", format!("Bearer {token}")).send()
    };
    for (host, token) in [("gx.example.cn", token.as_str()), ("stranger.example.cn", "none")] {
        drop(ask(host, token).await.unwrap().text().await.unwrap());
    }
    assert_eq!(run(&["tls", "show"]).0, 0, "who is not signed in says nothing");
    drop(ask("zc.example.cn:8443", &token).await.unwrap().text().await.unwrap());
    let (code, text) = run(&["tls", "show"]);
    assert!(code == 4 && text.contains("有人用 https://zc.example.cn 访问"), "{text}");
}

/// HTTP/2 by a library of its own.
/// A form in one piece, in two, and a question after each pause, all over one connection.
async fn goes_on_after_pauses(mut stream: impl AsyncRead + AsyncWrite + Unpin) {
    let body = r#"{"username":"nobody","password":"Sommer-2026"}"#;
    let form = format!(
        "POST /gx_portal/prod-api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    );
    let asking = "GET /gx_portal/healthz HTTP/1.1\r\nhost: x\r\n\r\n";
    // What comes at once, and after a pause.
    let rounds = [
        (asking, "", 1),
        (&form, "", 1),
        (&form[..1], &form[1..], 1),
        (&form[..form.len() - 9], &form[form.len() - 9..], 1),
        (&format!("{asking}{form}{asking}"), "", 3),
        (&format!("{asking}{}", &asking[..9]), &asking[9..], 2),
    ];
    for (number, (now, later, answers)) in rounds.into_iter().enumerate() {
        let mut said = String::new();
        for part in [now, later] {
            stream.write_all(part.as_bytes()).await.unwrap();
            stream.flush().await.unwrap();
            if part == now && !later.is_empty() && answers == 1 {
                let early = tokio::time::timeout(Duration::from_millis(50), stream.read(&mut [0; 1])).await;
                assert!(early.is_err(), "{number}: answered before it was asked");
            }
        }
        let mut bytes = [0; 4_096];
        while said.matches("HTTP/1.1 200 OK").count() < answers || !(said.ends_with("ok") || said.ends_with('}')) {
            let read = tokio::time::timeout(Duration::from_secs(60), stream.read(&mut bytes)).await;
            let read = read.expect("an answer").unwrap();
            assert!(read > 0, "{number}: the server ended it after {said}");
            said.push_str(&String::from_utf8_lossy(&bytes[..read]));
        }
        assert_eq!(said.matches("HTTP/1.1 200 OK").count(), answers, "{number}: {said}");
    }
    let last = format!("{}connection: close\r\n\r\n", &asking[..asking.len() - 2]);
    stream.write_all(last.as_bytes()).await.unwrap();
    let mut rest = Vec::new();
    tokio::time::timeout(Duration::from_secs(60), stream.read_to_end(&mut rest)).await.expect("ended").unwrap();
    assert!(rest.ends_with(b"ok"), "{}", String::from_utf8_lossy(&rest));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_that_waited_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let (mut server, authority) = site(&folder);
    goes_on_after_pauses(sealed(&server.address, &authority, b"http/1.1").await).await;
    // Who waits does not hold up the end.
    let mut waits = sealed(&server.address, &authority, b"http/1.1").await;
    waits.write_all(b"GET /gx_portal/healthz HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
    assert!(waits.read(&mut [0; 1_024]).await.unwrap() > 0);
    let process = rustix::process::Pid::from_child(&server.process);
    rustix::process::kill_process(process, rustix::process::Signal::TERM).unwrap();
    server.process.wait().unwrap();
    let mut rest = Vec::new();
    waits.read_to_end(&mut rest).await.expect("TLS was ended in form");
    drop(server);
    let data = folder.path().join("plain");
    support::installed(&data);
    let server = Server::start(BINARY, &data);
    goes_on_after_pauses(TcpStream::connect(&server.address).await.unwrap()).await;
}

/// A connection over TLS for which protocols are offered.
async fn offering(address: &str, authority: &[u8], protocols: &[&[u8]]) -> TlsStream<TcpStream> {
    let mut config = http::trusting(authority);
    config.alpn_protocols = protocols.iter().map(|protocol| protocol.to_vec()).collect();
    let stream = TcpStream::connect(address).await.unwrap();
    let name = ServerName::try_from("localhost").unwrap();
    tokio_rustls::TlsConnector::from(Arc::new(config)).connect(name, stream).await.unwrap()
}

/// A connection over TLS that speaks one protocol.
async fn sealed(address: &str, authority: &[u8], protocol: &[u8]) -> TlsStream<TcpStream> {
    let stream = offering(address, authority, &[protocol]).await;
    assert_eq!(stream.get_ref().1.alpn_protocol(), Some(protocol));
    stream
}

async fn second_version(address: &str, authority: &[u8]) -> h2::client::SendRequest<bytes::Bytes> {
    let stream = sealed(address, authority, b"h2").await;
    let (sender, connection) = h2::client::handshake(stream).await.unwrap();
    tokio::spawn(async move { drop(connection.await) });
    sender
}

fn framed(address: &str, header: &str) -> ::http::Request<()> {
    let uri = format!("https://{address}/gx_portal/healthz");
    ::http::Request::builder().uri(uri).header("x-filler", header).body(()).expect("a request")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_second_version_of_http_is_spoken_and_its_floods_hurt_nobody_else() {
    let folder = tempfile::tempdir().unwrap();
    let (server, authority) = site(&folder);
    let address = server.address.clone();
    let mut sender = second_version(&address, &authority).await;
    let (answer, _) = sender.send_request(framed(&address, "a"), true).unwrap();
    let mut answer = answer.await.unwrap();
    assert_eq!(answer.status(), 200);
    assert_eq!(answer.body_mut().data().await.unwrap().unwrap(), "ok");

    let (large, _) = sender.send_request(framed(&address, &"a".repeat(60_000)), true).unwrap();
    let large = large.await;
    assert!(large.as_ref().map_or(true, |answer| answer.status() == 431), "a head of 60 KB: {large:?}");

    // Requests that are taken back as fast as they are made: whether the connection ends over it goes by who is faster, but
    // others are answered.
    let mut flood = second_version(&address, &authority).await;
    for _ in 0..2_000 {
        let Ok(ready) = flood.clone().ready().await else { break };
        flood = ready;
        let Ok((_, mut body)) = flood.send_request(framed(&address, "a"), false) else { break };
        body.send_reset(h2::Reason::CANCEL);
    }
    let mut calm = second_version(&address, &authority).await;
    let (answer, _) = calm.send_request(framed(&address, "a"), true).unwrap();
    assert_eq!(answer.await.unwrap().status(), 200);
}

/// What HTTP/2 keeps of a connection is a lot: only so many speak it at once, and nobody is turned away for that.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_comes_when_many_speak_the_second_version_is_served_with_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let (server, authority) = site(&folder);
    let come = || offering(&server.address, &authority, &[b"h2", b"http/1.1"]);
    let spoken = |stream: &TlsStream<TcpStream>| stream.get_ref().1.alpn_protocol().map(<[u8]>::to_vec);
    let mut held = Vec::new();
    for number in 0..FRAMED {
        let stream = come().await;
        assert_eq!(spoken(&stream).as_deref(), Some(&b"h2"[..]), "{number}");
        held.push(stream);
    }
    let late = come().await;
    assert_eq!(spoken(&late).as_deref(), Some(&b"http/1.1"[..]));
    goes_on_after_pauses(late).await;
    // Those with the first version take no place of the others.
    held.truncate(FRAMED - 1);
    let free = async { while spoken(&come().await).as_deref() != Some(&b"h2"[..]) {} };
    tokio::time::timeout(Duration::from_secs(60), free).await.expect("a place is free again");
    let (mut sender, connection) = h2::client::handshake(held.remove(0)).await.unwrap();
    tokio::spawn(async move { drop(connection.await) });
    let (answer, _) = sender.send_request(framed(&server.address, "a"), true).unwrap();
    assert_eq!(answer.await.unwrap().status(), 200, "who had it keeps it");
}

#[test]
fn what_contradicts_itself_is_refused_at_start() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    support::installed(&data);
    for (config, why) in [
        ("tls = \"yes\"", "tls 的值“yes”不正确"),
        ("tls = \"files\"", "需要同时写明 tls_cert 和 tls_key"),
        ("tls_cert = \"a.crt\"", "但 tls 不是 files"),
        ("redirect_listen = \"0.0.0.0:80\"", "但 tls = off"),
        ("tls = \"site\"\nredirect_listen = \"rubbish\"", "redirect_listen 的值“rubbish”不正确"),
        ("hsts_days = 30", "只在启用加密连接后有意义"),
        ("tls = \"site\"\nhsts_days = 30", "tls = site 时不能使用 hsts_days"),
        ("max_connections = 3", "max_connections 应在"),
        ("tls = \"site\"", ""),
    ] {
        fs::write(data.join("gx-portal.toml"), config).unwrap();
        let (code, text) = http::run(BINARY, &["config", "check", "--data", data.to_str().unwrap()], "");
        assert!((code == 2) != why.is_empty() && text.contains(why), "{config}: {text}");
    }
    // The configuration is right and the files are not there.
    let (code, text) = http::run(BINARY, &["serve", "--listen", "127.0.0.1:0", "--data", data.to_str().unwrap()], "");
    assert!(code == 1 && text.contains("site.crt 不存在"), "{text}");
    let listen = ["--data", data.to_str().unwrap(), "--json"];
    fs::write(data.join("gx-portal.toml"), "listen = \"0.0.0.0:8080\"\n").unwrap();
    let (_, text) = http::run(BINARY, &[&["config", "check"][..], &listen].concat(), "");
    assert!(text.contains("以明文经过网络"), "{text}");
}

#[test]
fn a_file_that_is_no_certificate_is_told_before_a_start() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    support::installed(&data);
    fs::write(data.join("words.txt"), "root:x:0:0:root:/root:/bin/sh\n").unwrap();
    let dressed = "-----BEGIN CERTIFICATE-----\naGVsbG8gd29ybGQ=\n-----END CERTIFICATE-----\n";
    fs::write(data.join("dressed.pem"), dressed).unwrap();
    let (code, text) = http::run(BINARY, &["init", "--tls", "--data", data.to_str().unwrap()], "");
    assert_eq!(code, 0, "{text}");
    let site = authority::folder(&DataPaths::new(&data));
    let path = |name: &str| data.join(name).display().to_string();
    let (own, key) =
        (site.join(authority::CHAIN).display().to_string(), site.join(authority::KEY).display().to_string());
    let files = |cert: &str, key: &str| format!("tls = \"files\"\ntls_cert = \"{cert}\"\ntls_key = \"{key}\"\n");
    let idaas = |file: &str| {
        format!(
            "[idaas]\nissuer = \"https://sso.example.cn\"\nclient_id = \"gx\"\nclient_secret = \"geheim\"\nclaim = \"sub\"\n\
             public_url = \"https://portal.example.cn\"\nca_file = \"{file}\"\n"
        )
    };
    let syslog = |file: &str| format!("syslog = \"tls://log.example.cn:6514\"\nsyslog_ca = \"{file}\"\n");
    let authority = site.join(authority::AUTHORITY).display().to_string();
    for (config, told) in [
        (files("/etc/passwd", &key), Some("/etc/passwd 中没有证书")),
        (files(&path("words.txt"), &key), Some("中没有证书")),
        (files(&path("dressed.pem"), &key), Some("无法解析")),
        (files(&own, "/etc/passwd"), Some("/etc/passwd 中没有私钥")),
        (files(&path("absent.pem"), &key), Some("不存在")),
        (files(&own, &key), None),
        (idaas("/etc/passwd"), Some("idaas.ca_file 的文件 /etc/passwd 中没有可用的 PEM 证书")),
        (idaas(&path("dressed.pem")), Some("中没有可用的 PEM 证书")),
        (idaas(&path("absent.pem")), Some("读不到配置项 idaas.ca_file")),
        (idaas(&authority), None),
        (syslog("/etc/passwd"), Some("syslog_ca 的文件 /etc/passwd 中没有可用的 PEM 证书")),
        (syslog(&path("dressed.pem")), Some("中没有可用的 PEM 证书")),
        (syslog(&authority), None),
    ] {
        let file = data.join("tried.toml");
        fs::write(&file, &config).unwrap();
        std::fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
        let arguments = ["config", "check", "--data", data.to_str().unwrap(), "--config", file.to_str().unwrap()];
        let (code, text) = http::run(BINARY, &arguments, "");
        match told {
            Some(told) => assert!(code == 2 && text.contains(told), "{config}{text}"),
            None => assert_eq!(code, 0, "{config}{text}"),
        }
    }
}
