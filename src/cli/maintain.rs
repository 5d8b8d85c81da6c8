//! `maintenance`, `health`, `support-bundle`.

use super::args::{BundleArgs, MaintenanceVerb, ModeArgs};
use super::{Context, Failure, Finding, Ran, out, show, store};
use crate::fault::Fault;
use crate::features::monitor::mode::{ModeInput, ModeVerb};
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
        return Err(Failure::from(Fault::refused(format!("数据目录 {} 上没有正在运行的服务", data.display()))));
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
    })
}
