//! `backup`, `restore`, `export`, `import`, `doctor`, `reindex`, `compact`.

use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};

use super::args::{BackupVerb, DoctorArgs, ExportArgs, ImportVerb, RestoreArgs, RuoyiArgs};
use super::{Context, Failure, Finding, Ran, out, show, store};
use crate::app::App;
use crate::clock::Clock;
use crate::config::Flags;
use crate::error::{AppError, Kind};
use crate::features::PRODUCT;
use crate::features::system::ruoyi::Request;
use crate::op::Caller;
use crate::store::directory::{DataPaths, DirectoryLock};
use crate::upkeep::protect::point;
use crate::upkeep::{self, backup, doctor as examine, restore as recovery};
use crate::verb::Verb;

/// `backup …`
pub(super) fn backup(context: &Context, verb: BackupVerb) -> Ran {
    match verb {
        BackupVerb::Create { to } => {
            let (context, _copy) = &store::to_read(context)?;
            let value = store::run(context, Verb::BackupCreate { to: store::absolute(&to)? })?;
            show(context, &value, |value| {
                let (count, size) = (out::number(value, "files"), out::bytes(out::number(value, "bytes")));
                out::line(format!("备份已完成并复核：{}（{count} 个文件，{size}）", out::text(value, "backup")));
                out::not_logged(value);
                for note in texts(value.get("notes")) {
                    out::line(format!("提示：{note}；已照原样备份，请运行 gx-portal doctor 查看"));
                }
                for mended in texts(value.get("mending")) {
                    out::line(format!(
                        "提示：{mended}；备份可以恢复，恢复时会自动修复，本机请运行 gx-portal doctor --fix"
                    ));
                }
            })
        }
        BackupVerb::List { dir } => show(context, &backup::list(&dir)?, tell_backups),
        BackupVerb::Verify { dir } => {
            let report = backup::verify(&PRODUCT, &dir)?;
            show(context, &report.to_json(), |value| {
                for fault in &report.faults {
                    out::line(format!("问题：{fault}"));
                }
                for mended in &report.mending {
                    out::line(format!("提示：恢复时会自动修复 {mended}"));
                }
                for note in &report.notes {
                    out::line(format!("提示：制作备份时已有的问题，恢复后仍在：{note}"));
                }
                for extra in &report.extra {
                    out::line(format!("提示：多出不属于备份的文件 {extra}"));
                }
                let state = if report.is_good() { "完好" } else { "已损坏，不能用于恢复" };
                out::line(format!("备份（制作于 {}）{state}", out::text(value, "madeAt")));
            })?;
            Ok(if report.is_good() { Finding::Nothing } else { Finding::Something })
        }
        BackupVerb::Prune { dir, keep } => {
            if backup::list(&dir)?.as_array().is_none_or(Vec::is_empty) {
                return Err(AppError::refused(format!("目录 {} 中没有备份，请检查路径", dir.display())).into());
            }
            show(context, &backup::prune(&dir, keep)?, |value| {
                for path in texts(value.get("removed")) {
                    out::line(format!("已删除 {path}"));
                }
                out::line(format!("保留 {} 份备份", out::number(value, "kept")));
            })
        }
    }
}

fn texts(value: Option<&Value>) -> Vec<String> {
    let items = value.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    items.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

fn tell_backups(value: &Value) {
    let rows = value.as_array().map(Vec::as_slice).unwrap_or_default();
    let (left, rows): (Vec<&Value>, Vec<&Value>) = rows.iter().partition(|row| row.get("leftover").is_some());
    for row in &rows {
        let path = out::text(row, "path");
        if row.get("readable").and_then(Value::as_bool) == Some(true) {
            out::line(format!("{}\t{}\t{path}", out::text(row, "madeAt"), out::bytes(out::number(row, "bytes"))));
        } else {
            out::line(format!("清单缺失或无法读取\t-\t{path}"));
        }
    }
    out::line(format!("共 {} 份备份", rows.len()));
    for row in left {
        let (what, size) = (out::text(row, "leftover"), out::bytes(out::number(row, "bytes")));
        out::line(format!(
            "提示：{} 是{what}（{size}），中断后没有删除；backup prune 会删除它",
            out::text(row, "path")
        ));
    }
}

/// `restore`
pub(super) fn restore(context: &Context, args: RestoreArgs) -> Ran {
    let from = store::absolute(&args.from)?;
    if point::is_repository(&from) {
        return super::protect::restore(context, &from, &args);
    }
    if args.at.is_some() || args.before_audit.is_some() || args.latest || args.keys.is_some() || args.view.is_some() {
        return Err(Failure::usage(format!(
            "{} 不是备份仓库，不能用 --at、--before-audit、--latest、--keys、--view",
            from.display()
        )));
    }
    let data = context.data()?;
    let value = recovery::restore(&PRODUCT, &from, &data, &Clock::system())?;
    show(context, &value, |value| {
        let data = out::text(value, "data");
        out::line(format!("已恢复到 {data}（备份制作于 {}）", out::text(value, "madeAt")));
        let mended = out::number(value, "mended");
        if mended > 0 {
            out::line(format!("备份中有 {mended} 处索引或汇总与记录不符，已按记录修复；数据没有丢失"));
        }
        warn_of_gap("备份");
        out::line(out::text(value, "numbers"));
        out::line(format!("启动服务：gx-portal serve --data {data}"));
    })
}

/// `export`
pub(super) fn export(context: &Context, args: ExportArgs) -> Ran {
    let file = store::absolute(&args.file)?;
    let (context, _copy) = &store::to_read(context)?;
    let value = store::run(context, Verb::Export { file, skip_damaged: args.skip_damaged })?;
    show(context, &value, |value| {
        for what in texts(value.get("missing")) {
            out::line(format!("缺少：{what}"));
        }
        out::line(format!("归档已写入 {}（{}）", out::text(value, "file"), out::bytes(out::number(value, "bytes"))));
        out::line("归档含有全部业务数据和口令校验值，请妥善保管");
        out::not_logged(value);
    })
}

/// What data of before bring with them, and what has to be done again.
fn warn_of_gap(taken: &str) {
    out::line("所有人须重新登录，刚用过的动态口令不再有效，请等待下一个");
    out::line(format!(
        "{taken}之后的口令修改、动态口令重置、账号停用和用过的恢复码都回到{taken}时的状态：请重新停用、重置，并让用过恢复码的人重新生成"
    ));
}

/// `import …`
pub(super) fn import(context: &Context, verb: ImportVerb) -> Ran {
    match verb {
        ImportVerb::Users { file, update, dry_run, result } => {
            let result = result.as_deref().map(store::absolute).transpose()?;
            let verb = Verb::ImportUsers { file: store::absolute(&file)?, update, dry_run, result };
            let value = store::run(context, verb)?;
            // The sentence is written for browsers, one reason a line.
            show(context, &value, |value| {
                let told = out::text(value, "msg").replace("<br/>", "\n");
                out::line(told.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"));
            })?;
            let failed = value.pointer("/data/failed").and_then(Value::as_u64).unwrap_or(0);
            Ok(if failed == 0 { Finding::Nothing } else { Finding::Something })
        }
        ImportVerb::Ruoyi(args) => ruoyi(context, args),
        ImportVerb::Archive { file } => {
            let value = store::run(context, Verb::ImportArchive { file: store::absolute(&file)? })?;
            show(context, &value, |value| {
                let rows: u64 = value
                    .get("tables")
                    .and_then(Value::as_object)
                    .map_or(0, |tables| tables.values().filter_map(Value::as_u64).sum());
                out::line(format!("已导入 {rows} 条记录和 {} 个文件", out::number(value, "blobs")));
                let missing = texts(value.get("missing")).len();
                if missing > 0 {
                    out::line(format!(
                        "提示：此归档制作时跳过了 {missing} 处损坏的内容，请运行 gx-portal doctor --fix 查看受影响的数据"
                    ));
                }
                warn_of_gap("导出");
                out::line(out::text(value, "numbers"));
            })
        }
    }
}

/// `import ruoyi`
fn ruoyi(context: &Context, args: RuoyiArgs) -> Ran {
    let path = |given: Option<PathBuf>| given.as_deref().map(store::absolute).transpose();
    let request = Request {
        file: store::absolute(&args.file)?,
        apply: args.apply,
        report: path(args.report)?,
        working: store::absolute(Path::new("."))?,
        others: path(args.others)?,
        logs: path(args.logs)?,
    };
    let value = store::run(context, Verb::ImportRuoyi(request))?;
    show(context, &value, tell_ruoyi)
}

/// What `--logs` takes.
const LOG_TABLES: [&str; 2] = ["sys_oper_log", "sys_logininfor"];

fn tell_ruoyi(value: &Value) {
    let applied = value.get("applied").and_then(Value::as_bool) == Some(true);
    let rows = |field: &str| value.get(field).and_then(Value::as_array).cloned().unwrap_or_default();
    let is_saved = value.get("logs").is_some_and(|logs| !logs.is_null());
    out::line(if applied { "已导入：" } else { "试导结果（没有写入任何内容）：" });
    for row in rows("counts") {
        let number = |field: &str| out::number(&row, field);
        let mut told = format!("  {}：导入 {} 条", out::text(&row, "kind"), number("taken"));
        for (field, word) in [("adjusted", "其中有说明的"), ("kept", "沿用本系统的"), ("left", "未导入的")]
        {
            if number(field) > 0 {
                told += &format!("，{word} {} 条", number(field));
            }
        }
        out::line(told);
    }
    let unknown = match out::number(value, "others") {
        0 => "不是若依的系统表，请用 --others 写成表格后按需处理",
        _ => "不是若依的系统表，已写成表格，请按需处理",
    };
    for row in rows("tables").iter().filter(|row| out::number(row, "rows") > 0) {
        if is_saved && LOG_TABLES.contains(&out::text(row, "table")) {
            continue;
        }
        let why = row.get("why").and_then(Value::as_str).unwrap_or(unknown);
        out::line(format!("  没有导入数据表 {}（{} 行）：{why}", out::text(row, "table"), out::number(row, "rows")));
    }
    for hint in texts(value.get("hints")) {
        out::line(format!("提示：{hint}"));
    }
    let (passwords, others) = (out::number(value, "passwords"), out::number(value, "others"));
    if passwords > 0 {
        let deed = if applied {
            "一次性口令在导入结果中，请分发后删除该文件"
        } else {
            "导入时会生成一次性口令"
        };
        out::line(format!("提示：{passwords} 个账号的原口令不能沿用，{deed}"));
    }
    if others > 0 {
        out::line(format!("其他数据表已写成 {others} 个表格"));
    }
    if let Some(logs) = value.get("logs").filter(|logs| !logs.is_null()) {
        let (file, rows) = (out::text(logs, "file"), out::number(logs, "rows"));
        out::line(format!("旧日志 {rows} 行：{file}（只读，SHA-256 {}，已记入审计日志）", out::text(logs, "sha256")));
    }
    match value.get("notWritten").and_then(Value::as_str) {
        Some(why) => {
            out::line(format!("提示：导入结果没有写成（{why}）；没有可用口令的账号请用 gx-portal user passwd 重设"))
        }
        None => out::line(format!("逐行结果：{}", out::text(value, "report"))),
    }
    if !applied {
        out::line("确认无误后加上 --apply 导入");
    }
}

/// `doctor`: with the server stopped the pages of the file are checked first, on a copy.
pub(super) fn doctor(context: &Context, args: DoctorArgs) -> Ran {
    let verb = Verb::Doctor { fix: args.fix, quick: args.quick };
    let (copied, _copy);
    let mut context = context;
    if !args.fix {
        (copied, _copy) = store::to_read(context)?;
        context = &copied;
    }
    let data = context.data()?;
    let mut value = match store::try_server(&data, &verb) {
        Some(answer) => answer?,
        None => examine_here(context, verb, args.quick)?,
    };
    let sound = value.get("ok").and_then(Value::as_bool) == Some(true);
    let warnings = store::configuration(context, Flags::default()).map(|config| config.warnings).unwrap_or_default();
    if !context.json {
        out::hints(&warnings);
        tell_health(&value);
    } else {
        out::add(&mut value, "exitCode", json!(if sound { 0 } else { 4 }));
        out::add(&mut value, "warnings", json!(warnings));
        out::json(&value);
    }
    Ok(if sound { Finding::Nothing } else { Finding::Something })
}

fn examine_here(context: &Context, verb: Verb, is_quick: bool) -> Result<Value, Failure> {
    let config = store::configuration(context, Flags::default())?;
    let paths = DataPaths::new(&config.data);
    store::usable(&paths)?;
    let pages = if is_quick { None } else { examine::page_fault(&paths)? };
    let opened = App::open(&PRODUCT, config).map_err(Failure::from).and_then(|app| store::here(&app, verb));
    match (opened, pages) {
        (Ok(mut value), pages) => {
            if pages.is_some() {
                out::add(&mut value, "ok", json!(false));
            }
            out::add(&mut value, "pages", json!(pages));
            Ok(value)
        }
        // What keeps the file from being opened at all is a finding too.
        (Err(failure), pages) => {
            // Data of a newer program, say: the sentence says what to do, and nothing is damaged.
            let refused = failure.fault.kind == Kind::Refused;
            let why = failure.fault.message.into_owned();
            Ok(json!({"ok": false, "faults": [why], "pages": pages, "refused": refused}))
        }
    }
}

fn tell_health(value: &Value) {
    if let Some(why) = value.get("pages").and_then(Value::as_str) {
        out::line(format!("问题：数据库文件的页面校验未通过（{why}）"));
    }
    for table in value.get("tables").and_then(Value::as_array).into_iter().flatten() {
        let name = out::text(table, "table");
        for why in texts(table.get("damaged")) {
            out::line(format!("问题：数据表 {name} 有损坏的记录：{why}"));
        }
        for what in texts(table.get("doubled")) {
            out::line(format!(
                "提示：数据表 {name} 的记录重复引用了同一对象（{what}）；数据完整，请打开该记录重新保存一次"
            ));
        }
        for why in texts(table.get("indexFaults")) {
            out::line(format!("问题：数据表 {name} 的索引或汇总有误（可用 --fix 修复）：{why}"));
        }
    }
    for (list, what) in [("damaged", "已损坏"), ("missing", "缺失")] {
        for hash in texts(value.get("blobs").and_then(|blobs| blobs.get(list))) {
            out::line(format!("问题：上传的文件 {hash} {what}"));
        }
    }
    let orphans = texts(value.get("blobs").and_then(|blobs| blobs.get("orphans"))).len();
    if orphans > 0 {
        out::line(format!("提示：有 {orphans} 个没有记录使用的文件（--fix 会删除一小时以前的）"));
    }
    for row in value.get("sequences").and_then(Value::as_array).into_iter().flatten() {
        out::line(format!("问题：编号 {} 落后于已有记录（可用 --fix 修复）", out::text(row, "name")));
    }
    for why in texts(value.get("audit").and_then(|audit| audit.get("faults"))).iter().chain(&texts(value.get("faults")))
    {
        out::line(format!("问题：{why}"));
    }
    for hint in texts(value.get("hints")) {
        out::line(format!("提示：{hint}"));
    }
    for name in texts(value.get("unknownTables")) {
        out::line(format!("提示：数据库中有本程序不认识的数据表 {name}"));
    }
    for name in texts(value.get("fixed").and_then(|fixed| fixed.get("tablesLeftAlone"))) {
        out::line(format!("提示：数据表 {name} 有损坏的记录，没有修复；请从备份恢复"));
    }
    for path in texts(value.get("fixed").and_then(|fixed| fixed.get("leftoversRemoved"))) {
        out::line(format!("已删除中断的备份或恢复留下的 {path}"));
    }
    for deed in texts(value.get("advice")) {
        out::line(format!("办理：{deed}"));
    }
    for deed in remedies(value) {
        out::line(deed);
    }
}

/// What to do about what was found, each kind of fault with its own remedy.
fn remedies(value: &Value) -> Vec<&'static str> {
    if value.get("ok").and_then(Value::as_bool) == Some(true) {
        return vec!["数据完好"];
    }
    let tables = || value.get("tables").and_then(Value::as_array).into_iter().flatten();
    let any = |list: &str| tables().any(|table| !texts(table.get(list)).is_empty());
    let of_blobs = |list: &str| !texts(value.get("blobs").and_then(|blobs| blobs.get(list))).is_empty();
    let sequences = value.get("sequences").and_then(Value::as_array).is_some_and(|rows| !rows.is_empty());
    let chain = !texts(value.get("audit").and_then(|audit| audit.get("faults"))).is_empty();
    let is_refused = value.get("refused").and_then(Value::as_bool) == Some(true);
    let unopened = value.get("tables").is_none() && !is_refused;
    let unread = value.get("pages").is_some_and(|pages| !pages.is_null()) || unopened;
    let mut deeds = vec!["发现问题"];
    if any("indexFaults") || sequences {
        deeds.push("索引、汇总和编号：运行 gx-portal doctor --fix 修复，数据没有丢失");
    }
    if any("damaged") || unread {
        deeds.push("损坏的记录或页面：请停止服务，用 gx-portal restore 从备份恢复到新的目录，--fix 不能修复");
    }
    if of_blobs("damaged") || of_blobs("missing") {
        deeds.push("损坏或缺失的上传文件：请从备份的 blobs 目录复制同名文件，或由上传人重新上传");
    }
    if chain {
        deeds.push("审计链：日志可能被改动过，请保留现场（数据目录和备份）并报告安全管理员，--fix 和恢复都不能证明它");
    }
    if !texts(value.get("advice")).is_empty() {
        deeds.push("账目不符：由经办人按以上办法在页面上办理，--fix 不改动账目，也不需要恢复备份");
    }
    if deeds.len() == 1 {
        deeds.push("请保留以上内容和服务日志，交给维护人员查看");
    }
    deeds
}

/// `reindex`
pub(super) fn reindex(context: &Context) -> Ran {
    let value = store::run(context, Verb::Reindex)?;
    show(context, &value, |value| {
        let (records, people) = (out::number(value, "indexEntriesOf"), out::number(value, "people"));
        out::line(format!("已重建索引：{records} 条记录，人员搜索 {people} 人"));
    })
}

/// `compact`
pub(super) fn compact(context: &Context) -> Ran {
    let config = store::configuration(context, Flags::default())?;
    let paths = DataPaths::new(&config.data);
    if UnixStream::connect(paths.socket()).is_ok() {
        return Err(Failure::directory(
            "服务正在运行，不能收回空间；请先停止服务（systemctl stop gx-portal），完成后再启动",
        ));
    }
    store::usable(&paths)?;
    // First: what is written afterwards makes the file grow again.
    let app = App::open(&PRODUCT, config)?;
    let caller = Arc::new(Caller::console(&store::os_user(), "compact"));
    let not_logged = upkeep::noted(&app, &caller, "收回空间");
    app.store.close();
    drop(app);
    let _lock = DirectoryLock::take(&paths).map_err(AppError::from)?;
    let (before, after) = crate::store::backup::compact(&paths.database()).map_err(AppError::from)?;
    show(context, &json!({"before": before, "after": after, "notLogged": not_logged}), |value| {
        out::line(format!("数据库文件占用的空间由 {} 变为 {}", out::bytes(before), out::bytes(after)));
        out::not_logged(value);
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backup_is_advised_for_damage_only() {
        let advice = json!({"ok": false, "tables": [{"table": "bill", "damaged": [], "indexFaults": []}],
            "faults": ["I11 上缴多于已收"], "advice": ["冲销一笔上缴"]});
        let late = json!({"ok": false, "tables": [], "sequences": [{"name": "user"}], "faults": [], "advice": []});
        let torn = json!({"ok": false, "tables": [{"table": "bill", "damaged": ["x"], "indexFaults": ["y"]}],
            "faults": ["I1"], "advice": ["z"]});
        let unreadable = json!({"ok": false, "faults": ["账目无法核对：x"], "advice": []});
        let says = |value: &Value, word: &str| remedies(value).iter().any(|line| line.contains(word));
        for (value, page, fix, restore) in [
            (&json!({"ok": true}), false, false, false),
            (&advice, true, false, false),
            (&late, false, true, false),
            (&torn, true, true, true),
            (&unreadable, false, false, true),
        ] {
            let found =
                (says(value, "在页面上办理"), says(value, "doctor --fix 修复"), says(value, "gx-portal restore"));
            assert_eq!(found, (page, fix, restore), "{value}");
        }
    }
}
