//! `init --tls` and `tls`: certificates. They lie in files, so these verbs need no store; a running server is told.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde_json::{Value, json};

use super::args::TlsVerb;
use super::{Context, Failure, Finding, Ran, out, store};
use crate::clock::Clock;
use crate::config::network::TlsMode;
use crate::config::{Config, Flags};
use crate::error::AppError;
use crate::store::directory::DataPaths;
use crate::tls::certificate::Certificate;
use crate::tls::{Source, TELL_DAYS, authority, fit};
use crate::verb::Verb;

/// `init --tls` where there is an installation already.
pub(super) fn add(context: &Context, names: &[String], domain: Option<&str>) -> Ran {
    let names = found(context, names, domain)?;
    super::show(context, &json!({"tls": names}), |_| {
        tell(&names);
        out::line("重启服务后启用加密连接");
    })
}

/// Founds the site's authority where there is none and writes into the configuration that it is used.
///
/// # Errors
/// A name that is none; a configuration that says something else already.
pub(super) fn found(context: &Context, names: &[String], domain: Option<&str>) -> Result<Vec<String>, Failure> {
    let config = store::configuration(context, Flags::default())?;
    if config.network.tls.value == TlsMode::Files {
        return Err(AppError::refused(
            "配置中已是 tls = files；要改用本站自建的证书，请先删去 tls、tls_cert 和 tls_key",
        )
        .into());
    }
    let paths = DataPaths::new(&config.data);
    let names = authority::found(&paths, names, domain, Clock::system().now())?;
    if config.network.tls.value == TlsMode::Off {
        let file = context.config.clone().unwrap_or_else(|| config.data.join("gx-portal.toml"));
        switch_on(&file)?;
    }
    Ok(names)
}

/// Puts the line before everything else: keys of the top may not come after a section.
fn switch_on(file: &Path) -> Result<(), Failure> {
    let failed = |error: std::io::Error| {
        let text = format!("证书已建好，但无法写入 {}；请自行在其中写上 tls = \"site\"", file.display());
        Failure::from(AppError::refused(text).because(error))
    };
    let known = match fs::read_to_string(file) {
        Ok(known) => known,
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        Err(error) => return Err(failed(error)),
    };
    let is_set = |line: &&str| line.split('=').next().is_some_and(|key| key.trim() == "tls");
    let rest: Vec<&str> = known.lines().filter(|line| !is_set(line)).collect();
    let text = format!("tls = \"site\"\n{}\n", rest.join("\n"));
    fs::write(file, text.trim_end().to_owned() + "\n").map_err(failed)
}

/// `tls show`, `tls renew`, `tls reload`.
pub(super) fn run(context: &Context, verb: TlsVerb) -> Ran {
    let config = store::configuration(context, Flags::default())?;
    match verb {
        TlsVerb::Show => show(context, &config),
        TlsVerb::Renew { name } => {
            let paths = DataPaths::new(&config.data);
            let given = (!name.is_empty()).then_some(name.as_slice());
            let names = authority::renew(&paths, given, Clock::system().now())?;
            let served = store::try_server(&config.data, &Verb::TlsReload).transpose()?;
            let value = json!({"names": names, "served": served.is_some()});
            super::show(context, &value, |_| {
                out::line(format!("新证书已签发：{}", names.join("、")));
                out::line(if served.is_some() {
                    "服务已启用新证书"
                } else {
                    "服务没有运行，启动后启用"
                });
            })
        }
        TlsVerb::Reload => {
            let Some(answer) = store::try_server(&config.data, &Verb::TlsReload) else {
                return Err(Failure::directory("服务没有运行；启动时会读取证书文件"));
            };
            super::show(context, &answer?, |value| {
                out::line(format!("已启用新证书，有效期到 {}", out::text(value, "not_after")));
            })
        }
    }
}

fn show(context: &Context, config: &Config) -> Ran {
    let (network, now) = (&config.network, Clock::system().now());
    let paths = DataPaths::new(&config.data);
    let Some(source) = Source::of_config(config) else {
        let value = json!({"mode": "off"});
        return super::show(context, &value, |_| {
            out::line("没有启用加密连接；运行 gx-portal init --tls 建立本站证书，或在配置中写明 tls = \"files\"");
        });
    };
    let facts = Certificate::read(&source.chain, &source.key, now)?.facts;
    let left = facts.days_left(now);
    let print = authority::certificate(&paths)
        .filter(|_| network.tls.value == TlsMode::Site)
        .map(|pem| authority::fingerprint(&pem));
    // A server knows by which names people come.
    let served = store::try_server(&config.data, &Verb::TlsShow).and_then(Result::ok);
    let faults: Vec<String> = match served.as_ref().and_then(|value| value.get("misfits")?.as_array()) {
        Some(names) => names.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        None => fit::fault(config, &facts).into_iter().collect(),
    };
    let value = json!({
        "mode": network.tls.value.to_string(), "certificate": source.chain, "not_after": facts.not_after.to_text(),
        "days_left": left, "names": facts.names, "authority_sha256": print, "faults": faults, "hints": fit::hint(&facts),
    });
    super::show(context, &value, |_| {
        out::line(format!("证书：{}", source.chain.display()));
        out::line(format!("有效期到：{}（剩余 {left} 天）", facts.not_after.to_text()));
        out::line(format!("主机名：{}", facts.names.join("、")));
        for fault in &faults {
            out::line(format!("问题：{fault}"));
        }
        out::hints(fit::hint(&facts).as_slice());
        if let Some(print) = &print {
            out::line(format!("颁发机构证书指纹（SHA-256）：{print}"));
            out::line("安装颁发机构证书：在浏览器打开 /gx_portal/ca.crt 下载，或用组策略分发");
        }
    })?;
    let is_ending = left < TELL_DAYS && network.tls.value == TlsMode::Files;
    Ok(if is_ending || !faults.is_empty() { Finding::Something } else { Finding::Nothing })
}

/// What `init --tls` tells.
pub(super) fn tell(names: &[String]) {
    out::line(format!("本站证书已建好，可用于：{}", names.join("、")));
    out::line("各办公电脑安装颁发机构证书后，浏览器不再提示风险：打开 /gx_portal/ca.crt 下载，或用组策略分发");
}

/// What an initialisation with TLS adds to its answer.
pub(super) fn added(value: &mut Value, names: &[String]) {
    out::add(value, "tls", json!(names));
}
