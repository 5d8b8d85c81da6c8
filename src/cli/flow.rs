//! `flow`

use serde_json::Value;

use super::args::{FlowPreset, FlowVerb as Typed};
use super::{Context, Finding, Ran, out, show, store};
use crate::features::approvals::console::FlowVerb;
use crate::features::approvals::definition::standard::Preset;
use crate::verb::Verb;

/// `flow …`
pub(super) fn run(context: &Context, verb: Typed) -> Ran {
    let ask = |verb| store::run(context, Verb::Flow(verb));
    match verb {
        Typed::List => show(context, &ask(FlowVerb::List)?, tell_list),
        Typed::Check { keys } => {
            let value = ask(FlowVerb::Check { keys })?;
            show(context, &value, tell_check)?;
            Ok(found(&value))
        }
        Typed::Export { key, file, version } => {
            let file = store::absolute(&file)?;
            let value = ask(FlowVerb::Export { key, version, file })?;
            show(context, &value, |value| out::line(format!("流程已导出到 {}", out::text(value, "file"))))
        }
        Typed::Import { file, publish } => {
            let value = ask(FlowVerb::Import { file: store::absolute(&file)?, publish })?;
            show(context, &value, tell_import)
        }
        Typed::Preset { preset, keys, all: _, roles } => {
            let preset = match preset {
                FlowPreset::Simple => Preset::Simple,
                FlowPreset::Standard => Preset::Standard,
                FlowPreset::Off => Preset::None,
            };
            let value = ask(FlowVerb::Preset { preset, keys, roles })?;
            show(context, &value, tell_preset)?;
            Ok(found(&value))
        }
    }
}

/// What makes the exit code.
fn found(value: &Value) -> Finding {
    if value["ok"] == Value::Bool(true) { Finding::Nothing } else { Finding::Something }
}

fn each(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn tell_list(value: &Value) {
    for row in each(value) {
        let version = match out::number(row, "version") {
            0 => "-".to_owned(),
            version => format!("第 {version} 版"),
        };
        let standard = match out::text(row, "obstacle") {
            "" => "标准流程可以启用".to_owned(),
            why => format!("标准流程暂不能启用：{why}"),
        };
        let (key, label, preset) = (out::text(row, "key"), out::text(row, "label"), out::text(row, "presetLabel"));
        out::line(format!("{key}\t{label}\t{preset}\t{version}\t在办 {}\t{standard}", out::number(row, "running")));
    }
}

fn tell_check(value: &Value) {
    let mut problems = 0;
    for process in each(&value["processes"]) {
        for problem in each(&process["problems"]).filter_map(Value::as_str) {
            out::line(format!("{}：{problem}", out::text(process, "label")));
            problems += 1;
        }
    }
    for fault in each(&value["faults"]).filter_map(Value::as_str) {
        out::line(format!("数据问题：{fault}"));
        problems += 1;
    }
    for stuck in each(&value["stuck"]) {
        let (no, title) = (out::text(stuck, "instanceNo"), out::text(stuck, "title"));
        out::line(format!("无人可办：{no} {title}，请在“流程监控”中分派"));
        problems += 1;
    }
    for one in each(&value["assigned"]) {
        let (no, title) = (out::text(one, "instanceNo"), out::text(one, "title"));
        let (by, who) = (out::text(one, "assignedBy"), out::text(one, "decidedBy"));
        out::line(format!("提示：{no} {title} 由 {by} 分派的 {who} 办理（{}）", out::text(one, "at")));
    }
    for one in each(&value["seatless"]) {
        let list = |name: &str| each(&one[name]).filter_map(Value::as_str).collect::<Vec<_>>().join("、");
        let (name, roles, kinds) = (out::text(one, "name"), list("roles"), list("kinds"));
        out::line(format!(
            "提示：{name} 只有系统管理角色（{roles}），不占审批席位，不能审批 {kinds}；请为其另外分配业务角色"
        ));
    }
    let count = each(&value["processes"]).count();
    out::line(match problems {
        0 => format!("已检查 {count} 个流程，没有发现问题"),
        problems => format!("已检查 {count} 个流程，发现 {problems} 个问题"),
    });
}

fn tell_import(value: &Value) {
    let (name, version) = (out::text(value, "name"), out::number(value, "version"));
    let state = if value["published"] == Value::Bool(true) {
        "并已发布"
    } else {
        "草稿，可在“流程设计”中查看后发布"
    };
    out::line(format!("已导入流程“{name}”第 {version} 版（{state}）"));
    for problem in each(&value["problems"]).filter_map(Value::as_str) {
        out::line(format!("提示：{problem}"));
    }
}

fn tell_preset(value: &Value) {
    for row in each(&value["processes"]) {
        let (label, preset) = (out::text(row, "label"), out::text(row, "preset"));
        match out::text(row, "refused") {
            "" if row["changed"] == Value::Bool(true) => out::line(format!("{label}：已改为{preset}")),
            "" => out::line(format!("{label}：{preset}，没有改动")),
            why => out::line(format!("{label}：仍为{preset}。{why}")),
        }
    }
}
