//! `protect`, and `restore` from a repository.

use std::io::{BufRead as _, IsTerminal as _, Write as _};
use std::net::SocketAddr;
use std::path::Path;

use serde_json::{Value, json};

use super::args::{ProtectVerb, RestoreArgs};
use super::{Context, Failure, Finding, Ran, out, serve, show, store};
use crate::features::PRODUCT;
use crate::kernel::dates::range_end;
use crate::upkeep::protect::Goal;
use crate::upkeep::protect::point::{self, Opener};
use crate::verb::{self, Verb};

/// `protect …`
pub(super) fn protect(context: &Context, verb: ProtectVerb) -> Ran {
    let (asked, is_check) = match verb {
        ProtectVerb::Init => (verb::ProtectVerb::Init, false),
        ProtectVerb::Base => (verb::ProtectVerb::Base, true),
        ProtectVerb::Status => (verb::ProtectVerb::Status, true),
        ProtectVerb::Verify => (verb::ProtectVerb::Verify, true),
        ProtectVerb::Drill => (verb::ProtectVerb::Drill, true),
    };
    let value = store::run(context, Verb::Protect(asked))?;
    show(context, &value, |value| match asked {
        verb::ProtectVerb::Init => tell_init(value),
        verb::ProtectVerb::Base => tell_base(value),
        verb::ProtectVerb::Status => tell_status(value),
        verb::ProtectVerb::Verify => tell_verify(value),
        verb::ProtectVerb::Drill => tell_drill(value),
    })?;
    if asked == verb::ProtectVerb::Init && !context.json {
        ask_back(&value)?;
    }
    let is_well = !is_check || value.get("ok") == Some(&json!(true));
    Ok(if is_well { Finding::Nothing } else { Finding::Something })
}

fn targets(value: &Value) -> impl Iterator<Item = &Value> {
    value.get("targets").and_then(Value::as_array).into_iter().flatten()
}

fn codes(value: &Value) -> Vec<&str> {
    value.get("codes").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
}

fn is(value: &Value, field: &str) -> bool {
    value.get(field) == Some(&json!(true))
}

fn warn_of_disk(target: &Value) {
    if is(target, "sameDisk") {
        out::line(
            "提示：备份与数据在同一块磁盘，只能防误操作，不能防磁盘损坏；请在配置项 protect_targets 中指定另一块磁盘",
        );
    }
}

fn tell_init(value: &Value) {
    for target in targets(value) {
        let what = if is(target, "made") { "已建立备份仓库" } else { "备份仓库已存在，继续使用" };
        out::line(format!("{what}：{}", out::text(target, "path")));
        warn_of_disk(target);
    }
    let codes = codes(value);
    for (name, code) in ["恢复码一", "恢复码二"].iter().zip(&codes) {
        out::line(format!("{name}：{code}"));
    }
    out::line(if codes.is_empty() {
        "恢复码沿用第一次建立仓库时给出的"
    } else {
        "请把两个恢复码分别抄写、放入两处保险柜；只显示这一次。没有恢复码，换一台机器就打不开备份"
    });
    out::not_logged(value);
}

/// Asks a person at a terminal for the last group of a code, so that it was written down.
fn ask_back(value: &Value) -> Result<(), Failure> {
    if !std::io::stdin().is_terminal() {
        return Ok(());
    }
    for (name, code) in ["恢复码一", "恢复码二"].iter().zip(codes(value)) {
        let last = code.rsplit('-').next().unwrap_or_default();
        loop {
            print!("请输入{name}的最后一组（4 个字符）：");
            drop(std::io::stdout().flush());
            let mut line = String::new();
            let read = std::io::stdin().lock().read_line(&mut line);
            if read.map_err(|_| Failure::usage("读不到输入"))? == 0 || line.trim().eq_ignore_ascii_case(last) {
                break;
            }
            out::line("与显示的不符，请核对抄写的内容");
        }
    }
    Ok(())
}

/// What is wrong with a target.
fn tell_faults(target: &Value) {
    let faults = target.get("faults").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    for fault in faults {
        out::line(format!("问题：{}：{fault}", out::text(target, "path")));
    }
}

fn tell_base(value: &Value) {
    for target in targets(value) {
        tell_faults(target);
        if !is(target, "ok") {
            continue;
        }
        let (path, bytes) = (out::text(target, "path"), out::bytes(out::number(target, "bytes")));
        out::line(format!("完整备份已完成并复核：{path}（{bytes}，数据截至 {}）", out::text(target, "at")));
    }
    out::not_logged(value);
}

fn tell_status(value: &Value) {
    if let Some(why) = value.get("paused").and_then(Value::as_str) {
        out::line(format!("问题：{why}"));
    }
    if value.get("journal").is_none_or(Value::is_null) {
        out::line("问题：变更日志没有启用（protect_journal = off）");
    }
    for target in targets(value) {
        let path = out::text(target, "path");
        if let Some(why) = target.get("message").and_then(Value::as_str) {
            out::line(format!("问题：{why}"));
            continue;
        }
        let newest = target.get("newestAt").and_then(Value::as_str).unwrap_or("还没有");
        let behind = out::number(target, "behind");
        out::line(format!("{path}：变更日志截至 {newest}，落后 {behind} 次提交"));
        match target.get("baseAt").and_then(Value::as_str) {
            Some(at) => out::line(format!("  最近一次完整备份 {at}")),
            None => out::line("  问题：还没有完整备份，请启动服务或运行 gx-portal protect base"),
        }
        for window in target.get("windows").and_then(Value::as_array).into_iter().flatten() {
            let (from, to) = (out::text(window, "from"), out::text(window, "to"));
            out::line(format!("  可恢复到 {from} 之后的任意一次操作（至 {to}）"));
        }
        let drill = target.get("reports").and_then(Value::as_array).and_then(|reports| reports.first());
        match drill.map(|report| out::text(report, "madeAt")) {
            Some(at) if drill.is_some_and(|report| is(report, "ok")) => {
                out::line(format!("  最近一次恢复演练 {at}，与现用数据一致"))
            }
            Some(at) => out::line(format!("  问题：恢复演练 {at} 没有通过，请运行 gx-portal protect verify")),
            None => out::line("  还没有做过恢复演练：gx-portal protect drill"),
        }
        warn_of_disk(target);
    }
}

fn tell_verify(value: &Value) {
    for target in targets(value) {
        tell_faults(target);
        let number = |field: &str| out::number(target, field);
        let state = if is(target, "ok") {
            "完好"
        } else {
            "有损坏，请修复磁盘后运行 gx-portal protect base 另做完整备份"
        };
        out::line(format!(
            "{}：完整备份 {} 份，内容 {} 块，文件 {} 个，变更日志 {} 条；{state}",
            out::text(target, "path"),
            number("bases"),
            number("chunks"),
            number("files"),
            number("frames")
        ));
    }
    out::not_logged(value);
}

fn tell_drill(value: &Value) {
    for target in targets(value) {
        tell_faults(target);
        let path = out::text(target, "path");
        if is(target, "ok") {
            let number = |field: &str| out::number(target, field);
            let (seconds, at) = (number("milliseconds").div_ceil(1_000), out::text(target, "at"));
            out::line(format!(
                "{path}：恢复演练通过，{seconds} 秒恢复到 {at} 的状态，{} 条记录、{} 个文件与现用数据一致",
                number("rows"),
                number("files")
            ));
        }
    }
    out::not_logged(value);
}

/// `restore --from <repository> --view <address>`
fn view(context: &Context, from: &Path, goal: Goal, opener: &Opener<'_>, address: SocketAddr) -> Ran {
    if !address.ip().is_loopback() {
        return Err(Failure::usage(
            "--view 只能使用本机地址，例如 127.0.0.1:18080；要从别的电脑查看，可用 ssh -L 18080:127.0.0.1:18080 转发",
        ));
    }
    // Before a minute of work is done for nothing.
    let free = std::net::TcpListener::bind(address);
    drop(free.map_err(|error| Failure::usage(format!("地址 {address} 不能使用：{error}")))?);
    let past = point::past(&PRODUCT, from, goal, opener, &store::os_user())?;
    for note in past.notes.as_array().into_iter().flatten().filter_map(Value::as_str).filter(|_| !context.json) {
        out::line(format!("提示：{note}"));
    }
    serve::past(context, &past, address)
}

/// `restore --from <repository>`
pub(super) fn restore(context: &Context, from: &Path, args: &RestoreArgs) -> Ran {
    let goal = match (&args.at, args.before_audit, args.latest) {
        (Some(text), None, false) => {
            Goal::At(range_end(text).ok_or_else(|| Failure::usage("时间应写成 2026-03-01 10:41 或 2026-03-01"))?)
        }
        (None, Some(number), false) => Goal::BeforeAudit(number),
        (None, None, true) => Goal::Latest,
        _ => return Err(Failure::usage("从备份仓库恢复时，请给出 --at、--before-audit、--latest 中的一个")),
    };
    let code;
    let opener = match &args.keys {
        Some(folder) => Opener::Keys(folder),
        None => {
            let missing =
                || Failure::usage("请从标准输入给出恢复码，例如 < 恢复码文件；或用 --keys 指定原来的数据目录");
            code = store::password(true).map_err(|_| missing())?.ok_or_else(missing)?;
            Opener::Code(&code)
        }
    };
    if let Some(address) = args.view {
        return view(context, from, goal, &opener, address);
    }
    let data = context.data()?;
    let value = point::restore(&PRODUCT, from, goal, &opener, &data, &store::os_user())?;
    show(context, &value, |value| {
        let list = |field: &str| value.get(field).and_then(Value::as_array).cloned().unwrap_or_default();
        let data = out::text(value, "data");
        out::line(format!("已恢复到 {data}：{} 的状态", out::text(value, "at")));
        for note in list("notes").iter().filter_map(Value::as_str) {
            out::line(format!("提示：{note}"));
        }
        let undone = list("undone");
        if !undone.is_empty() {
            out::line(format!(
                "以下 {} 项操作的数据已撤销，需要的请重新录入（操作日志仍保留这些记录）：",
                undone.len()
            ));
        }
        for row in &undone {
            let (number, at, actor) = (out::number(row, "number"), out::text(row, "at"), out::text(row, "actor"));
            out::line(format!(
                "  第 {number} 号  {at}  {actor}  {}  {}",
                out::text(row, "title"),
                out::text(row, "path")
            ));
        }
        for name in list("rolesGone").iter().filter_map(Value::as_str) {
            out::line(format!("提示：{name} 后来失去的角色随数据恢复，请核对"));
        }
        out::line("新目录还没有接续备份仓库：确认原来的服务已停用后，在新目录运行 gx-portal protect init");
        out::line("全部登录已失效；停用、删除的账号和修改过的口令保持最后的状态");
        out::line(out::text(value, "numbers"));
        out::line(format!("启动服务：gx-portal serve --data {data}"));
    })
}
