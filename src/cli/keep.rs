//! `backup`, `restore`, `export`, `import`, `doctor`, `reindex`.

use serde_json::{Value, json};

use super::args::{BackupVerb, DoctorArgs, ExportArgs, ImportVerb, RestoreArgs};
use super::verb::Verb;
use super::{Context, Failure, Finding, Ran, out, show, store};
use crate::app::App;
use crate::config::Flags;
use crate::store::directory::DataPaths;
use crate::upkeep::{backup, doctor as examine, restore as recovery};

/// `backup …`
pub(super) fn backup(context: &Context, verb: BackupVerb) -> Ran {
    match verb {
        BackupVerb::Create { to } => {
            let value = store::run(context, Verb::BackupCreate { to: store::absolute(&to)? })?;
            show(context, &value, |value| {
                let (count, size) = (out::number(value, "files"), out::bytes(out::number(value, "bytes")));
                out::line(format!("备份已完成并复核：{}（{count} 个文件，{size}）", out::text(value, "backup")));
            })
        }
        BackupVerb::List { dir } => show(context, &backup::list(&dir)?, tell_backups),
        BackupVerb::Verify { dir } => {
            let report = backup::verify(&dir)?;
            show(context, &report.to_json(), |value| {
                for fault in &report.faults {
                    out::line(format!("问题：{fault}"));
                }
                for extra in &report.extra {
                    out::line(format!("提示：多出不属于备份的文件 {extra}"));
                }
                let state = if report.is_good() { "完好" } else { "已损坏，不能用于恢复" };
                out::line(format!("备份（制作于 {}）{state}", out::text(value, "madeAt")));
            })?;
            Ok(if report.is_good() { Finding::Nothing } else { Finding::Something })
        }
        BackupVerb::Prune { dir, keep } => show(context, &backup::prune(&dir, keep)?, |value| {
            for path in texts(value.get("removed")) {
                out::line(format!("已删除 {path}"));
            }
            out::line(format!("保留 {} 份备份", out::number(value, "kept")));
        }),
    }
}

fn texts(value: Option<&Value>) -> Vec<String> {
    let items = value.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    items.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

fn tell_backups(value: &Value) {
    let rows = value.as_array().map(Vec::as_slice).unwrap_or_default();
    for row in rows {
        let path = out::text(row, "path");
        if row.get("readable").and_then(Value::as_bool) == Some(true) {
            out::line(format!("{}\t{}\t{path}", out::text(row, "madeAt"), out::bytes(out::number(row, "bytes"))));
        } else {
            out::line(format!("清单缺失或无法读取\t-\t{path}"));
        }
    }
    out::line(format!("共 {} 份备份", rows.len()));
}

/// `restore`
pub(super) fn restore(context: &Context, args: RestoreArgs) -> Ran {
    let data = context.data()?;
    let value = recovery::restore(&store::absolute(&args.from)?, &data)?;
    show(context, &value, |value| {
        let data = out::text(value, "data");
        out::line(format!("已恢复到 {data}（备份制作于 {}）", out::text(value, "madeAt")));
        out::line(format!("启动服务：gx-portal serve --data {data}"));
    })
}

/// `export`
pub(super) fn export(context: &Context, args: ExportArgs) -> Ran {
    let value = store::run(context, Verb::Export { file: store::absolute(&args.file)? })?;
    show(context, &value, |value| {
        out::line(format!("归档已写入 {}（{}）", out::text(value, "file"), out::bytes(out::number(value, "bytes"))));
        out::line("归档含有全部业务数据和口令校验值，请妥善保管");
    })
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
        ImportVerb::Archive { file } => {
            let value = store::run(context, Verb::ImportArchive { file: store::absolute(&file)? })?;
            show(context, &value, |value| {
                let rows: u64 = value
                    .get("tables")
                    .and_then(Value::as_object)
                    .map_or(0, |tables| tables.values().filter_map(Value::as_u64).sum());
                out::line(format!("已导入 {rows} 条记录和 {} 个文件", out::number(value, "blobs")));
            })
        }
    }
}

/// `doctor`: with the server stopped the pages of the file are checked first, on a copy.
pub(super) fn doctor(context: &Context, args: DoctorArgs) -> Ran {
    let verb = Verb::Doctor { fix: args.fix };
    let data = context.data()?;
    let mut value = match store::try_server(&data, &verb) {
        Some(answer) => answer?,
        None => examine_here(context, verb)?,
    };
    let sound = value.get("ok").and_then(Value::as_bool) == Some(true);
    let warnings = store::configuration(context, Flags::default()).map(|config| config.warnings).unwrap_or_default();
    if !context.json {
        out::hints(&warnings);
        tell_health(&value);
    } else {
        value["exitCode"] = json!(if sound { 0 } else { 4 });
        value["warnings"] = json!(warnings);
        out::json(&value);
    }
    Ok(if sound { Finding::Nothing } else { Finding::Something })
}

fn examine_here(context: &Context, verb: Verb) -> Result<Value, Failure> {
    let config = store::configuration(context, Flags::default())?;
    let paths = DataPaths::new(&config.data);
    store::usable(&paths)?;
    let pages = examine::page_fault(&paths)?;
    let opened = App::open(config).map_err(Failure::from).and_then(|app| store::here(&app, verb));
    match (opened, pages) {
        (Ok(mut value), pages) => {
            if pages.is_some() {
                value["ok"] = json!(false);
            }
            value["pages"] = json!(pages);
            Ok(value)
        }
        // What keeps the file from being opened at all is a finding too.
        (Err(failure), pages) => {
            let why = failure.fault.message.into_owned();
            Ok(json!({"ok": false, "faults": [why], "pages": pages}))
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
    for name in texts(value.get("unknownTables")) {
        out::line(format!("提示：数据库中有本程序不认识的数据表 {name}"));
    }
    for name in texts(value.get("fixed").and_then(|fixed| fixed.get("tablesLeftAlone"))) {
        out::line(format!("提示：数据表 {name} 有损坏的记录，没有修复；请从备份恢复"));
    }
    for deed in texts(value.get("advice")) {
        out::line(format!("办理：{deed}"));
    }
    for sentence in what_to_do(value) {
        out::line(sentence);
    }
}

/// What follows from the findings: a backup helps against damage only, `--fix` against what is computed only.
fn what_to_do(value: &Value) -> Vec<&'static str> {
    if value.get("ok").and_then(Value::as_bool) == Some(true) {
        return vec!["数据完好"];
    }
    let some = |value: Option<&Value>| value.and_then(Value::as_array).is_some_and(|list| !list.is_empty());
    let any_table = |list: &str| {
        value.get("tables").and_then(Value::as_array).into_iter().flatten().any(|table| some(table.get(list)))
    };
    let blobs = |list: &str| some(value.get("blobs").and_then(|blobs| blobs.get(list)));
    let books = some(value.get("advice"));
    let mendable = any_table("indexFaults") || some(value.get("sequences"));
    let known_damage = value.get("pages").is_some_and(Value::is_string)
        || any_table("damaged")
        || blobs("damaged")
        || blobs("missing")
        || some(value.get("audit").and_then(|audit| audit.get("faults")));
    // A fault without advice is something that could not even be read.
    let damage = known_damage || !(books || mendable);
    [
        (books, "发现问题；账目不符的，由经办人按以上办法在页面上办理，--fix 不改动账目"),
        (mendable, "发现问题；索引、汇总和编号可用 --fix 修复"),
        (damage, "发现问题；损坏的记录和文件须用 gx-portal restore 从备份恢复"),
    ]
    .into_iter()
    .filter_map(|(found, sentence)| found.then_some(sentence))
    .collect()
}

/// `reindex`
pub(super) fn reindex(context: &Context) -> Ran {
    let value = store::run(context, Verb::Reindex)?;
    show(context, &value, |value| {
        let (records, people) = (out::number(value, "indexEntriesOf"), out::number(value, "people"));
        out::line(format!("已重建索引：{records} 条记录，人员搜索 {people} 人"));
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backup_is_advised_for_damage_only() {
        let advice = json!({"ok": false, "tables": [{"table": "bill", "damaged": [], "indexFaults": []}],
            "faults": ["I11 上缴多于已收"], "advice": ["冲销一笔上缴"]});
        let late = json!({"ok": false, "sequences": [{"name": "user"}], "faults": [], "advice": []});
        let torn = json!({"ok": false, "tables": [{"table": "bill", "damaged": ["x"], "indexFaults": ["y"]}],
            "faults": ["I1"], "advice": ["z"]});
        let unreadable = json!({"ok": false, "faults": ["账目无法核对：x"], "advice": []});
        let says = |value: &Value, word: &str| what_to_do(value).iter().any(|line| line.contains(word));
        for (value, page, fix, restore) in [
            (&json!({"ok": true}), false, false, false),
            (&advice, true, false, false),
            (&late, false, true, false),
            (&torn, true, true, true),
            (&unreadable, false, false, true),
        ] {
            let found = (says(value, "在页面上办理"), says(value, "可用 --fix"), says(value, "restore"));
            assert_eq!(found, (page, fix, restore), "{value}");
        }
    }
}
