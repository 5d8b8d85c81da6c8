//! Lines to log servers: datagrams, seals, and what the administrator's trial says of each.

use std::path::Path;
use std::sync::Arc;

use gx_portal::clock::Clock;
use gx_portal::config::{Config, Flags};
use gx_portal::features::monitor::syslog::check;
use gx_portal::store::directory::DataPaths;
use gx_portal::tls::authority;
use rustls::ServerConfig;
use rustls::crypto::aws_lc_rs;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use serde_json::Value;

use super::syslog::{Sender, rows};
use crate::collector::{Collector, Log};
use crate::support::until;

/// What the trial finds with this configuration.
fn trial(settings: &str) -> Value {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("gx-portal.toml"), settings).unwrap();
    let config = Config::load(folder.path(), &Flags::default()).unwrap().syslog;
    let to = config.destination.value.clone().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(check::run(&to, &config, Clock::system().now()))
}

/// Makes an authority in a folder; answers what a log server of it serves with.
fn authority(folder: &Path) -> Arc<ServerConfig> {
    let paths = DataPaths::new(folder);
    authority::found(&paths, &["log.example.cn".into()], None, Clock::system().now()).unwrap();
    let file = |name: &str| authority::folder(&paths).join(name);
    let chain = CertificateDer::pem_file_iter(file(authority::CHAIN)).unwrap().collect::<Result<_, _>>().unwrap();
    let key = PrivateKeyDer::from_pem_file(file(authority::KEY)).unwrap();
    let builder = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()));
    let builder = builder.with_safe_default_protocol_versions().unwrap().with_no_client_auth();
    Arc::new(builder.with_single_cert(chain, key).unwrap())
}

fn ca(folder: &Path) -> String {
    format!("syslog_ca = \"{}\"", authority::folder(&DataPaths::new(folder)).join(authority::AUTHORITY).display())
}

#[test]
fn a_sealed_line_is_opened_to_the_right_authority_alone() {
    let (own, foreign) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let log = Log::default();
    let served = authority(own.path());
    let collector = Collector::tls("127.0.0.1:0", &log, served.clone());
    authority(foreign.path());
    let to = format!("syslog = \"tls://127.0.0.1:{}\"\n", collector.address.port());
    let sender = Sender::new(&format!("{to}{}", ca(own.path())));
    let last = rows(&sender.portal.app, 20, "");
    log.has(last);
    log.is_whole(sender.first, last);
    assert!(sender.standing().connected);
    let found = trial(&format!("{to}{}", ca(own.path())));
    assert!(found["ok"] == true && found["lines"].to_string().contains("证书和主机名核对无误"), "{found}");
    log.says("审计日志转发测试");
    for wrong in [format!("{to}{}", ca(foreign.path())), to.clone()] {
        let found = trial(&wrong);
        let why = found["faults"][0].as_str().unwrap();
        assert!(
            found["ok"] == false && (why.contains("证书不受信任") || why.contains("本机没有受信任的证书")),
            "{why}"
        );
    }
    // By another name the same certificate proves nothing.
    let named = Collector::tls("127.0.0.2:0", &Log::default(), served);
    let found = trial(&format!("syslog = \"tls://{}\"\n{}", named.address, ca(own.path())));
    assert!(found["faults"].to_string().contains("主机名不符"), "{found}");
    let refused = Sender::new(&format!("{to}{}", ca(foreign.path())));
    until(|| refused.shown()["error"].as_str().unwrap_or_default().contains("证书不受信任"));
    assert_eq!(refused.standing().since.is_empty(), refused.standing().connected);
    drop(collector);
}

#[test]
fn the_trial_says_what_is_wrong() {
    let log = Log::default();
    let tcp = Collector::tcp("127.0.0.9:0", &log);
    let closed = Collector::tcp("127.0.0.9:0", &Log::default()).address;
    for (settings, ok, words) in [
        (format!("syslog = \"tcp://{}\"", tcp.address), true, "已连接，没有加密"),
        (format!("syslog = \"tcp://{closed}\""), false, "连接被拒绝，请检查端口"),
        ("syslog = \"tcp://no-such-host.invalid\"".to_owned(), false, "找不到主机 no-such-host.invalid"),
    ] {
        let found = trial(&settings);
        assert!(found["ok"] == ok && found.to_string().contains(words), "{settings}: {found}");
    }
    log.says("审计日志转发测试");
    // The answer that nobody listens is itself a datagram: a busy machine may bring it after the trial has ended.
    until(|| {
        let found = trial(&format!("syslog = \"udp://{closed}\""));
        found["ok"] == false && found.to_string().contains("连接被拒绝，请检查端口")
    });
}

#[test]
fn datagrams_come_one_a_message_and_a_closed_port_is_noticed() {
    let log = Log::default();
    let address = Collector::udp("127.0.0.9:0", &log);
    let sender = Sender::new(&format!("syslog = \"udp://{address}\""));
    // So many fit into the buffer of a receiver that gets no processor.
    let last = rows(&sender.portal.app, 40, &"税".repeat(1_900));
    log.has(last);
    log.is_whole(sender.first, last);
    assert!(log.all().iter().all(|message| message.len() <= 2_048 && message.starts_with("<109>1 20")));
    let closed = Collector::tcp("127.0.0.9:0", &Log::default()).address;
    let sender = Sender::new(&format!("syslog = \"udp://{closed}\""));
    let last = rows(&sender.portal.app, 3, "");
    until(|| sender.standing().error.contains("连接被拒绝"));
    let later = Log::default();
    Collector::udp(&closed.to_string(), &later);
    later.has(last);
    later.is_whole(sender.first, last);
}
