//! `maintenance`, `health`, `support-bundle`, `syslog`.

use super::args::{BundleArgs, MaintenanceVerb, ModeArgs, SyslogVerb};
use super::{Context, Failure, Finding, Ran, out, show, store, trial};
use crate::clock::Clock;
use crate::config::Flags;
use crate::error::AppError;
use crate::features::monitor::mode::{ModeInput, ModeVerb};
use crate::features::monitor::syslog::check;
use crate::verb::Verb;

/// `maintenance …`
pub(super) fn maintenance(context: &Context, verb: MaintenanceVerb) -> Ran {
    let set = |mode: &str, args: ModeArgs| {
        ModeVerb::Set(ModeInput { mode: mode.to_owned(), text: args.text, until: args.until })
    };
    let verb = match verb {
        MaintenanceVerb::On(args) => set("closed", args),
        MaintenanceVerb::Readonly(args) => set("readonly", args),
        MaintenanceVerb::Off => ModeVerb::Set(ModeInput { mode: "open".into(), ..ModeInput::default() }),
        MaintenanceVerb::Show => ModeVerb::Show,
    };
    let value = store::run(context, Verb::Mode(verb))?;
    show(context, &value, |value| {
        let told = out::text(value, "told");
        if !told.is_empty() {
            out::line(told);
            return;
        }
        let what = match out::text(value, "mode") {
            "closed" => "维护：只有管理员可以使用",
            "readonly" => "只读：可以查看，不能保存",
            _ => return out::line("正常使用"),
        };
        let until = Some(out::text(value, "until")).filter(|until| !until.is_empty()).unwrap_or("maintenance off");
        out::line(format!("{what}\n说明：{}\n直到：{until}", out::text(value, "text")));
        out::line(format!("由 {} 于 {} 设置", out::text(value, "by"), out::text(value, "since")));
    })
}

/// `health`: the server must run, nothing is opened here.
pub(super) fn health(context: &Context) -> Ran {
    let data = context.data()?;
    let Some(answer) = store::try_server(&data, &Verb::Health) else {
        return Err(Failure::from(AppError::refused(format!("数据目录 {} 上没有正在运行的服务", data.display()))));
    };
    let value = answer?;
    let is_well = value.get("ok").and_then(serde_json::Value::as_bool) == Some(true);
    show(context, &value, |value| {
        let lines = |name: &str| value.get(name).and_then(serde_json::Value::as_array).into_iter().flatten();
        for (list, before) in [("findings", "问题："), ("facts", "")] {
            for line in lines(list).filter_map(serde_json::Value::as_str) {
                out::line(format!("{before}{line}"));
            }
        }
    })?;
    Ok(if is_well { Finding::Nothing } else { Finding::Something })
}

/// `support-bundle`
pub(super) fn bundle(context: &Context, args: &BundleArgs) -> Ran {
    let value = store::run(context, Verb::SupportBundle { to: store::absolute(&args.to)? })?;
    show(context, &value, |value| {
        let size = out::bytes(out::number(value, "bytes"));
        out::line(format!("支持包已写入 {}（{size}）", out::text(value, "file")));
        out::line("其中没有业务数据、个人信息和密钥；交出之前请先查看一遍");
        out::not_logged(value);
    })
}

/// `syslog …`: the trial from this process, because the configuration is tried before the server is restarted.
pub(super) fn syslog(context: &Context, verb: &SyslogVerb) -> Ran {
    if let SyslogVerb::Resend { from } = verb {
        let value = store::run(context, Verb::SyslogResend { from: *from })?;
        return show(context, &value, |value| {
            let (rows, to) = (out::number(value, "rows"), out::text(value, "destination"));
            out::line(format!("将从第 {from} 号起向 {to} 重新发送 {rows} 条审计记录"));
        });
    }
    let settings = store::configuration(context, Flags::default())?.syslog;
    let Some(to) = &settings.destination.value else {
        return Err(AppError::refused("没有配置日志服务器；在启动配置中写明 syslog 后即可使用").into());
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(AppError::internal)?;
    let found = runtime.block_on(check::run(to, &settings, Clock::system().now()));
    Ok(trial(context, &found))
}
