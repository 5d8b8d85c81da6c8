//! Every start-up setting does something: each is given a value other than its default, and what changes is looked at.
//! A setting without a line here fails [`every_setting_is_shown_to_work`].

use crate::{http, support};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::Arc;

use gx_portal::app::App;
use gx_portal::clock::Clock;
use gx_portal::config::idaas::{Idaas, Match, SecondFactor, Style, Ticket};
use gx_portal::config::network::{Network, TlsMode};
use gx_portal::config::{self, Config, Flags};
use gx_portal::platform::identity::user::User;
use gx_portal::store::directory::DataPaths;
use gx_portal::store::{FileMedium, Reads, id};
use http::{Client, PASSWORD, Server};

const BINARY: &str = env!("CARGO_BIN_EXE_gx-portal");

/// The configuration of a file with these lines.
fn load(text: &str) -> Result<Config, String> {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("gx-portal.toml"), text).unwrap();
    Config::load(folder.path(), &Flags::default()).map_err(|fault| fault.message.into_owned())
}

/// The program on a fresh installation with these lines.
fn opened(folder: &Path, text: &str) -> Arc<App> {
    support::initialise(folder);
    fs::write(folder.join("gx-portal.toml"), text).unwrap();
    let paths = DataPaths::new(folder);
    let medium = Box::new(FileMedium::new(&paths.database()));
    let config = Config::load(folder, &Flags::default()).expect("fits");
    App::with_medium(&gx_portal::features::PRODUCT, config, paths, medium, Clock::system(), None).expect("opens")
}

/// A server with these lines, and its data directory.
fn server(folder: &Path, text: &str) -> Server {
    support::installed(folder);
    fs::write(folder.join("gx-portal.toml"), text).unwrap();
    Server::start(BINARY, folder)
}

fn listen(folder: &Path) {
    assert_eq!(load("listen = \"127.0.0.9:1234\"").unwrap().listen.value.to_string(), "127.0.0.9:1234");
    support::installed(folder);
    let data = folder.to_str().unwrap();
    let (code, text) = http::run(BINARY, &["serve", "--data", data, "--listen", "192.0.2.1:80"], "");
    assert!(code != 0 && text.contains("192.0.2.1:80"), "tried there: {text}");
}

fn trusted_proxies(folder: &Path) {
    let server = server(folder, "trusted_proxies = \"127.0.0.0/8\"");
    let mut client = Client::signed_in(&server.address);
    // Two lines, as a proxy writes them that adds its own: what the client invented stands first.
    client.forwarded = "6.6.6.6\r\nX-Forwarded-For: 10.9.8.7".into();
    let body = format!(r#"{{"username":"admin","password":"{PASSWORD}"}}"#);
    client.json("POST", "/prod-api/login", &body).unwrap();
    let list = client.json("GET", "/prod-api/monitor/logininfor/list", "").unwrap();
    assert!(list.to_string().contains("10.9.8.7") && !list.to_string().contains("6.6.6.6"), "{list}");
    for (wrong, why) in [("0.0.0.0/0", "范围过大"), ("10.0.0.0/33", "掩码位数不正确"), ("proxy", "不是地址或网段")]
    {
        let said = load(&format!("trusted_proxies = \"{wrong}\"")).unwrap_err();
        assert!(said.contains("配置项 trusted_proxies") && said.contains(why) && said.contains("配置文件"), "{said}");
    }
}

#[test]
fn a_proxy_that_nobody_named_is_shown_to_the_administrator() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(folder.path(), "");
    let mut client = Client::signed_in(&server.address);
    let warnings = |client: &mut Client| {
        client.json("GET", "/prod-api/monitor/server", "").unwrap()["data"]["warnings"].to_string()
    };
    assert_eq!(warnings(&mut client), "[]");
    client.forwarded = "10.9.8.7".into();
    assert!(warnings(&mut client).contains("127.0.0.1 送来 X-Forwarded-For，但不在可信代理列表"));
}

fn admin_networks(folder: &Path) {
    assert!(load("admin_networks = \"10.20.0.0/40\"").unwrap_err().contains("admin_networks"));
    let server = server(folder, "admin_networks = \"10.20.0.0/16\"\ntrusted_proxies = \"127.0.0.1\"");
    let body = format!(r#"{{"username":"admin","password":"{PASSWORD}"}}"#);
    let say = |address: &str, body: &str| {
        Client::from(&server.address, address).json("POST", "/prod-api/login", body).unwrap()["msg"].to_string()
    };
    let from = |address: &str| say(address, &body);
    // Whether the password was right is told by no word, and by no lock either.
    let wrong = r#"{"username":"admin","password":"Sommer-2026"}"#;
    let said = from("10.9.9.9");
    assert!(said.contains("用户不存在/密码错误（管理员账号只能从指定的网络登录）"), "{said}");
    assert_eq!(said, say("10.9.9.8", wrong));
    assert_eq!(said, say("10.9.9.8", r#"{"username":"nobody","password":"Sommer-2026"}"#));
    for address in ["10.9.7.1", "10.9.7.2"] {
        let body = if address == "10.9.7.1" { body.as_str() } else { wrong };
        let all: Vec<String> = (0..4).map(|_| say(address, body)).collect();
        assert_eq!((all[..3].to_vec(), all[3].contains("请填写验证码")), (vec![said.clone(); 3], true), "{all:?}");
    }
    assert!(from("10.20.1.1").contains("操作成功"));
    let mut carried = Client::from(&server.address, "10.20.1.1");
    carried.token = carried.json("POST", "/prod-api/login", &body).unwrap()["token"].as_str().unwrap().to_owned();
    let code = |client: &mut Client| client.json("GET", "/prod-api/getInfo", "").unwrap()["code"].to_string();
    assert_eq!(code(&mut carried), "200");
    carried.forwarded = "10.9.9.9".into();
    assert_eq!(code(&mut carried), "401", "a token that was carried away");
    carried.forwarded = "10.20.1.1".into();
    assert_eq!(code(&mut carried), "200");
    let (code, said) = http::run(BINARY, &["user", "admit", "admin", "--data", folder.to_str().unwrap()], "");
    assert!(code == 0 && said.contains("30 分钟内用户 admin 可以从任何网络登录"), "{said}");
    assert!(from("10.9.9.9").contains("操作成功"), "the console's way round");
}

fn cache_mib(folder: &Path) {
    assert_eq!(opened(folder, "cache_mib = 3").store.cache_bytes(), 3 << 20);
}

fn reserve_mib(folder: &Path) {
    // The first start brings rows of its own.
    drop(server(folder, ""));
    fs::write(folder.join("gx-portal.toml"), "reserve_mib = 1000000000").unwrap();
    let server = Server::start(BINARY, folder);
    let mut client = Client::signed_in(&server.address);
    let answer =
        client.json("POST", "/prod-api/system/post", r#"{"postCode":"x","postName":"x","postSort":1}"#).unwrap();
    assert!(answer["msg"].as_str().unwrap().contains("磁盘"), "ordinary writes are refused: {answer}");
}

/// [`http::PASSWORD`] at the cost of the product: new hashes of tests are cheaper.
const FULL_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$O9gC4yf0bX9kIsIMNrAzXg$LlmtyTsPCphfnqVwIhZ7cvH1JHnX85v9HTlApq/oBFY";

/// The most memory the server ever had, in MiB, after eight people tried to sign in at once: again and again, because a busy
/// machine may take them one after the other, until that is more than something or has been tried often enough. Who waits
/// too long there is refused, which is no matter here.
fn memory_of_eight(folder: &Path, workers: u32, rounds: u32, more_than: u64) -> u64 {
    support::installed(folder);
    let app = support::on_disk(folder);
    support::act(&app, |op| {
        let admin: User = op.view().tx.get(&id(1))?.expect("admin");
        op.put_quietly(&User { password_hash: FULL_HASH.to_owned(), ..admin })
    });
    app.store.close();
    drop(app);
    fs::write(folder.join("gx-portal.toml"), format!("password_workers = {workers}")).unwrap();
    let server = Server::start(BINARY, folder);
    let mut most = 0;
    for _round in 0..rounds {
        let people: Vec<_> = (0..8)
            .map(|_| {
                let address = server.address.clone();
                let body = format!(r#"{{"username":"admin","password":"{}"}}"#, http::PASSWORD);
                std::thread::spawn(move || drop(Client::new(&address).json("POST", "/prod-api/login", &body)))
            })
            .collect();
        people.into_iter().for_each(|person| person.join().unwrap());
        let status = fs::read_to_string(format!("/proc/{}/status", server.process.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        most = line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() >> 10;
        if most > more_than {
            break;
        }
    }
    most
}

fn password_workers(folder: &Path) {
    let one = memory_of_eight(&folder.join("one"), 1, 4, u64::MAX);
    let eight = memory_of_eight(&folder.join("eight"), 8, 60, one + 40);
    assert!(eight > one + 40, "19 MiB for each hash that runs at once: {one} and {eight} MiB");
}

fn body_mib(folder: &Path) {
    let server = server(folder, "body_mib = 1");
    let mut client = Client::signed_in(&server.address);
    let large = format!("{{\"remark\":\"{}\"}}", "x".repeat(3 << 19));
    let answer = client.json("POST", "/prod-api/system/post", &large).unwrap();
    assert_eq!(answer["msg"], "请求内容超过 1 MB，请减少后重试");
}

fn log(folder: &Path) {
    support::installed(folder);
    fs::write(folder.join("gx-portal.toml"), "log = \"nonsense=everything\"").unwrap();
    let (code, text) = http::run(BINARY, &["serve", "--data", folder.to_str().unwrap()], "");
    assert!(code != 0 && text.contains("配置项 log 的值“nonsense=everything”不正确"), "{text}");
}

fn operation(text: &str) -> config::operation::Operation {
    load(text).expect("a configuration").operation
}

const OIDC: &str = "[idaas]\npublic_url = \"https://p.example.cn\"\nissuer = \"https://id.example.cn\"\n\
                    client_id = \"a\"\nclaim = \"sub\"\n";
const TICKET: &str = "[idaas]\npublic_url = \"https://p.example.cn\"\nclaim = \"data.name\"\n\
                      login_url = \"https://id.example.cn/in?to={redirect}\"\nexchange_url = \"https://id.example.cn/x\"\n";

/// The section with one line replaced or added.
fn section(of: &str, key: &str, value: &str) -> Idaas {
    let others: Vec<&str> = of.lines().filter(|line| !line.starts_with(&format!("{key} ="))).collect();
    let text = format!("{}\n{key} = {value}\n", others.join("\n"));
    load(&text).unwrap_or_else(|why| panic!("{key}: {why}")).idaas.expect("on")
}

fn ticket(key: &str, value: &str) -> Ticket {
    match section(TICKET, key, value).style {
        Style::Ticket(ticket) => ticket,
        Style::Oidc(_) => panic!("a ticket"),
    }
}

fn oidc(key: &str, value: &str) -> config::idaas::Oidc {
    match section(OIDC, key, value).style {
        Style::Oidc(oidc) => oidc,
        Style::Ticket(_) => panic!("OpenID Connect"),
    }
}

fn secret_file(folder: &Path) {
    let path = folder.join("secret");
    fs::write(&path, "from-a-file\n").unwrap();
    let shown = format!("\"{}\"", path.display());
    assert_eq!(section(OIDC, "client_secret_file", &shown).client_secret.reveal(), "from-a-file");
}

fn syslog(folder: &Path) {
    let to = |text: &str| load(text).map(|config| config.syslog.destination.value.map(|to| to.to_string()));
    assert_eq!((to(""), to("syslog = \"\"")), (Ok(None), Ok(None)), "off");
    assert_eq!(to("syslog = \"udp://10.0.0.9\"").unwrap().unwrap(), "udp://10.0.0.9:514");
    let said = to("syslog = \"10.0.0.9:514\"").unwrap_err();
    let why = "配置项 syslog 的值“10.0.0.9:514”不正确（来源：配置文件）：应以 udp://、tcp:// 或 tls:// 开头";
    assert!(said.starts_with(why), "{said}");
    support::installed(folder);
    fs::write(folder.join("gx-portal.toml"), "syslog = \"tcp://10.0.0.9:0\"").unwrap();
    for verb in [&["config", "check"][..], &["serve"]] {
        let (code, said) = http::run(BINARY, &[verb, &["--data", folder.to_str().unwrap()]].concat(), "");
        assert!(code == 2 && said.contains("配置项 syslog") && said.contains("端口应是 1 到 65535"), "{said}");
    }
}

fn syslog_ca(folder: &Path) {
    let with = |to: &str, file: &Path| load(&format!("syslog = \"{to}\"\nsyslog_ca = \"{}\"", file.display()));
    let file = folder.join("ca.pem");
    assert!(with("tls://log.example.cn", &file).unwrap_err().contains("读不到配置项 syslog_ca 的文件"));
    fs::write(&file, "no certificate").unwrap();
    assert!(with("tls://log.example.cn", &file).unwrap_err().contains("没有可用的 PEM 证书"));
    let paths = DataPaths::new(&folder.join("site"));
    gx_portal::tls::authority::found(&paths, &[], None, Clock::system().now()).unwrap();
    let authority = gx_portal::tls::authority::folder(&paths).join("ca.crt");
    assert_eq!(with("tls://log.example.cn", &authority).unwrap().syslog.ca.value, Some(authority.clone()));
    assert!(with("tcp://log.example.cn", &authority).unwrap_err().contains("syslog 不是 tls://"));
}

type Shown = fn(&Path);

/// What shows that a setting works. How single sign-on then behaves is the matter of `tests/suite/portal/sso.rs`.
/// A certificate of one's own.
const FILES: &str = "tls = \"files\"\ntls_cert = \"a.crt\"\ntls_key = \"a.key\"\n";

fn network(config: &str) -> Network {
    load(config).expect("a configuration").network
}

const SETTINGS: &[(&str, Shown)] = &[
    ("listen", listen),
    ("trusted_proxies", trusted_proxies),
    ("admin_networks", admin_networks),
    ("cache_mib", cache_mib),
    ("reserve_mib", reserve_mib),
    ("password_workers", password_workers),
    ("body_mib", body_mib),
    ("log", log),
    // How these behave is the matter of `api/tls.rs` and `api/door.rs`.
    ("tls", |_| assert_eq!(network("tls = \"site\"").tls.value, TlsMode::Site)),
    ("tls_cert", |_| assert_eq!(network(FILES).tls_cert.value, "a.crt")),
    ("tls_key", |_| assert_eq!(network(FILES).tls_key.value, "a.key")),
    ("redirect_listen", |_| {
        let config = "tls = \"site\"\nredirect_listen = \"0.0.0.0:80\"";
        assert!(network(config).redirect_listen.value.0.is_some());
    }),
    ("hsts_days", |_| assert_eq!(network(&format!("{FILES}hsts_days = 30")).hsts_days.value, 30)),
    ("max_connections", |_| assert_eq!(network("max_connections = 64").max_connections.value, 64)),
    ("bodies_mib", |_| {
        assert_eq!(network("bodies_mib = 8").bodies_mib.value, 8);
        for text in ["bodies_mib = 7", "bodies_mib = 8\nbody_mib = 9", "body_mib = 0"] {
            assert!(load(text).is_err(), "{text}");
        }
    }),
    // How these behave is the matter of `portal/metrics.rs` and `durability/logs.rs`.
    ("metrics_listen", |_| {
        assert!(operation("metrics_listen = \"127.0.0.1:9180\"").metrics_listen.value.0.is_some());
    }),
    ("metrics_token", |_| assert_eq!(operation("metrics_token = \"0123456789abcdef\"").metrics_token.value.len(), 16)),
    ("slow_ms", |_| assert_eq!(operation("slow_ms = 20").slow_ms.value, 20)),
    ("log_format", |_| assert_eq!(operation("log_format = \"json\"").log_format.value.to_string(), "json")),
    ("log_to", |_| assert_eq!(operation("log_to = \"file\"").log_to.value.to_string(), "file")),
    // How these behave is the matter of `durability/journal.rs`.
    ("protect_journal", |_| {
        assert_eq!(load("protect_journal = \"off\"").expect("right").protect.journal.value.to_string(), "off");
        assert!(load("protect_journal = \"yes\"").is_err());
    }),
    ("protect_spool_mib", |_| {
        assert_eq!(load("protect_spool_mib = 64").expect("right").protect.spool_mib.value, 64);
    }),
    // How it behaves is the matter of `durability/protect_full.rs`.
    ("protect_on_full", |_| {
        let on_full = |text| load(text).map(|config| config.protect.on_full.value.to_string());
        assert_eq!(on_full("protect_on_full = \"stop_writes\"").expect("right"), "stop_writes");
        assert!(on_full("protect_on_full = \"stop\"").is_err());
    }),
    ("protect_targets", |_| {
        let targets = load("protect_targets = \"/mnt/nas/gx; /mnt/usb/gx\"").expect("right").protect.targets();
        assert_eq!(targets, [Path::new("/mnt/nas/gx"), Path::new("/mnt/usb/gx")]);
        assert!(load("protect_targets = \"nas\"").is_err());
    }),
    // How these behave is the matter of `portal/syslog.rs`.
    ("syslog", syslog),
    ("syslog_ca", syslog_ca),
    ("idaas.style", |_| assert!(load(&format!("{OIDC}style = \"off\"")).unwrap().idaas.is_none())),
    ("idaas.public_url", |_| assert_eq!(section(OIDC, "public_url", "\"https://q.cn\"").public_url, "https://q.cn")),
    ("idaas.issuer", |_| assert_eq!(oidc("issuer", "\"https://other.cn\"").issuer, "https://other.cn")),
    ("idaas.client_id", |_| assert_eq!(section(OIDC, "client_id", "\"b\"").client_id, "b")),
    ("idaas.client_secret", |_| assert_eq!(section(OIDC, "client_secret", "\"s\"").client_secret.reveal(), "s")),
    ("idaas.client_secret_file", secret_file),
    ("idaas.scopes", |_| assert_eq!(oidc("scopes", "\"openid phone\"").scopes, "openid phone")),
    ("idaas.claim", |_| assert_eq!(section(OIDC, "claim", "\"phone_number\"").claim, "phone_number")),
    ("idaas.match", |_| assert_eq!(section(OIDC, "match", "\"phone\"").matched, Match::Phone)),
    ("idaas.second_factor", |_| {
        assert_eq!(section(OIDC, "second_factor", "\"here\"").second_factor, SecondFactor::Here);
        assert_eq!(section(OIDC, "match", "\"phone\"").second_factor, SecondFactor::Provider);
    }),
    ("idaas.timeout_seconds", |_| assert_eq!(section(OIDC, "timeout_seconds", "3").timeout.as_secs(), 3)),
    ("idaas.ca_file", |_| {
        assert_eq!(section(OIDC, "ca_file", "\"/etc/ca.pem\"").ca_file.as_deref(), Some(Path::new("/etc/ca.pem")));
    }),
    ("idaas.allow_http", |_| {
        let plain = OIDC.replace("https://id", "http://id");
        assert!(load(&plain).unwrap_err().contains("https"));
        assert!(section(&plain, "allow_http", "true").allow_http);
    }),
    ("idaas.post_logout_redirect", |_| {
        assert_eq!(oidc("post_logout_redirect", "\"https://x.cn\"").post_logout_redirect, "https://x.cn");
    }),
    ("idaas.login_url", |_| assert_eq!(ticket("login_url", "\"https://x.cn\"").login_url, "https://x.cn")),
    ("idaas.exchange_url", |_| assert_eq!(ticket("exchange_url", "\"https://x.cn\"").exchange_url, "https://x.cn")),
    ("idaas.ticket_field", |_| assert_eq!(ticket("ticket_field", "\"t\"").ticket_field, "t")),
    ("idaas.subject_field", |_| assert_eq!(ticket("subject_field", "\"id\"").subject_field, "id")),
    ("idaas.success_field", |_| {
        assert_eq!(ticket("success_field", "\"code\"").success, Some(("code".into(), "200".into())));
    }),
    ("idaas.success_value", |_| {
        let both = format!("{TICKET}success_field = \"code\"\n");
        let Style::Ticket(ticket) = section(&both, "success_value", "\"0\"").style else { panic!("a ticket") };
        assert_eq!(ticket.success, Some(("code".into(), "0".into())));
    }),
];

#[test]
fn every_setting_is_shown_to_work() {
    let listed: Vec<&str> = SETTINGS.iter().map(|(key, _)| *key).collect();
    let there: Vec<&str> = config::keys().map(|(key, ..)| *key).collect();
    assert_eq!(listed, there, "each start-up setting has its line, in the order of `config print`");
    for (key, show) in SETTINGS {
        eprintln!("{key}");
        let folder = tempfile::tempdir().unwrap();
        show(folder.path());
    }
}

#[test]
fn the_base_path_is_fixed_and_an_old_file_is_told_so() {
    for same in ["/gx_portal", "gx_portal/", " /gx_portal/ "] {
        assert!(load(&format!("base = \"{same}\"")).is_ok(), "{same}");
    }
    for other in ["/portal", "/"] {
        let why = load(&format!("base = \"{other}\"")).unwrap_err();
        let expected = format!("配置项 base 已取消（来源：配置文件，值“{other}”）：访问路径固定为 /gx_portal");
        assert!(why.starts_with(&expected) && why.contains("请删除该配置项"), "{why}");
    }
    assert!(load("bases = \"x\"").unwrap_err().contains("不认识的配置项：bases"));
    let shown = load("base = \"/gx_portal\"").unwrap().lines();
    assert!(shown.iter().all(|(key, ..)| *key != "base"), "no setting any longer");
}

#[test]
fn a_secret_that_others_can_read_draws_a_warning() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    support::installed(&data);
    let file = data.join("gx-portal.toml");
    fs::write(&file, format!("{OIDC}client_secret = \"s3cret\"\n")).unwrap();
    let mode = |mode: u32| fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
    let says = |verb: &[&str]| {
        let (code, text) = http::run(BINARY, &[verb, &["--data", data.to_str().unwrap()]].concat(), "");
        assert_eq!(code, 0, "{text}");
        assert!(!text.contains("s3cret"), "{text}");
        text.contains(&format!("提示：文件 {} 中有密钥，本机其他用户也能读取", file.display()))
    };
    for (bits, warned) in [(0o644, true), (0o640, true), (0o600, false)] {
        mode(bits);
        for verb in [&["config", "check"][..], &["config", "print"], &["doctor"]] {
            assert_eq!(says(verb), warned, "{verb:?} at {bits:o}");
        }
    }
    mode(0o644);
    fs::write(&file, OIDC).unwrap();
    assert!(!says(&["config", "check"]), "a file without a secret may be read");
}
