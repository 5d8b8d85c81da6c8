//! `register`

use serde_json::Value;

use super::args::RegisterVerb as Typed;
use super::{Context, Ran, out, show, store};
use crate::features::registers::console::{self, RegisterVerb};
use crate::features::registers::infer::Nobody;
use crate::verb::Verb;

/// `register …`
pub(super) fn run(context: &Context, verb: Typed) -> Ran {
    match verb {
        Typed::Survey { file, sheet } => survey(context, &file, sheet),
        Typed::List => {
            let value = store::run(context, Verb::Register(RegisterVerb::List))?;
            show(context, &value, |value| {
                for one in each(&value["registers"]) {
                    let (code, name, state) = (out::text(one, "code"), out::text(one, "name"), out::text(one, "state"));
                    let (version, rows) = (out::number(one, "version"), out::number(one, "rows"));
                    out::line(format!("{code}\t{name}\t{state}\t第 {version} 版\t{rows} 行"));
                }
                out::line(format!("共 {} 个登记表", each(&value["registers"]).count()));
            })
        }
        Typed::Export { code, file } => {
            let file = store::absolute(&file)?;
            let value = store::run(context, Verb::Register(RegisterVerb::Export { code, file }))?;
            show(context, &value, |value| out::line(format!("已导出到 {}", out::text(value, "file"))))
        }
        Typed::Import { file, code, dry_run } => {
            let file = store::absolute(&file)?;
            let value = store::run(context, Verb::Register(RegisterVerb::Import { file, code, dry_run }))?;
            show(context, &value, |value| {
                let (name, code) = (out::text(value, "name"), out::text(value, "code"));
                out::line(format!("{name}（{code}）：{}", out::text(value, "sentence")));
                texts(&value["dictionaries"]).into_iter().for_each(out::line);
                for problem in each(&value["problems"]) {
                    out::line(format!("! {}", out::text(problem, "message")));
                }
            })
        }
        Typed::Publish { code, note, confirm } => {
            let value = store::run(context, Verb::Register(RegisterVerb::Publish { code, note, confirm }))?;
            show(context, &value, |value| {
                out::line(format!("已发布第 {} 版", out::number(value, "version")));
                for told in value["confirmed"].as_array().into_iter().flatten().filter_map(Value::as_str) {
                    out::line(format!("  {told}"));
                }
            })
        }
    }
}

fn survey(context: &Context, file: &std::path::Path, sheet: Option<usize>) -> Ran {
    let file = store::absolute(file)?;
    let value = match context.data {
        Some(_) => store::run(context, Verb::Register(RegisterVerb::Survey { file, sheet }))?,
        None => console::survey(&file, sheet, &Nobody)?,
    };
    show(context, &value, |value| {
        tell(value);
        if context.data.is_none() {
            out::line("提示：没有指定数据目录（--data），没有核对人员、部门、资产和字典");
        }
    })
}

fn each(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn texts(value: &Value) -> Vec<&str> {
    each(value).filter_map(Value::as_str).collect()
}

fn tell(value: &Value) {
    for sheet in each(&value["sheets"]) {
        let (no, name, state) = (out::number(sheet, "no"), out::text(sheet, "name"), out::text(sheet, "state"));
        let size = format!("{} 行 × {} 列", out::number(sheet, "rows"), out::number(sheet, "columns"));
        out::line(format!("工作表 {no}\t{name}\t{state}\t{size}"));
    }
    for survey in each(&value["surveys"]) {
        out::line(String::new());
        tell_guess(out::number(survey, "sheet"), &survey["guess"]);
        let done = &survey["converted"];
        let (rows, whole) = (out::number(done, "rows"), out::number(done, "wholeRows"));
        let (values, kept) = (out::number(done, "values"), out::number(done, "kept"));
        out::line(format!("试转换：{rows} 行，其中 {whole} 行完整；{values} 个值，{kept} 个单元格保留原值"));
    }
    for group in each(&value["together"]) {
        let names: Vec<String> = each(group).filter_map(Value::as_u64).map(|no| no.to_string()).collect();
        out::line(format!("工作表 {} 结构相同，可合并为一个登记表，以“来源表”区分", names.join("、")));
    }
    out::line("隐藏和被筛选掉的行列也会一并读取");
}

/// `3–4`, or `3`.
fn span(value: &Value) -> String {
    match (value[0].as_u64(), value[1].as_u64()) {
        (Some(first), Some(last)) if first == last => format!("第 {first} 行"),
        (Some(first), Some(last)) => format!("第 {first}–{last} 行"),
        _ => "没有".to_owned(),
    }
}

fn tell_guess(no: u64, guess: &Value) {
    let title = guess["title"].as_str().unwrap_or("（无）");
    let units = texts(&guess["units"]);
    let unit = if units.is_empty() { String::new() } else { format!("\t单位：{}", units.join("、")) };
    out::line(format!("== 工作表 {no} {}\t标题：{title}{unit}", out::text(guess, "sheet")));
    out::line(format!(
        "表头：{}\t数据：{}（{} 行）",
        span(&guess["header"]),
        span(&guess["data"]),
        out::number(guess, "rows")
    ));
    let name = |column: &Value| {
        let found = each(&guess["columns"]).find(|one| one["column"] == *column);
        found.map(|one| out::text(one, "label").to_owned()).unwrap_or_default()
    };
    for column in each(&guess["columns"]) {
        tell_column(column);
    }
    let key: Vec<String> = each(&guess["key"]).map(name).collect();
    out::line(format!("查重列：{}", if key.is_empty() { "没有".to_owned() } else { key.join("、") }));
    if !guess["owner"].is_null() {
        out::line(format!("归属可按列“{}”", name(&guess["owner"])));
    }
    for left in each(&guess["leftOut"]) {
        let lines = span(&Value::Array(vec![left["row"].clone(), left["last"].clone()]));
        let part = if left["columns"].is_null() { "" } else { "（部分列）" };
        out::line(format!("不读取：{lines}{part}\t{}\t{}", label(left), out::text(left, "text")));
    }
    match out::number(guess, "moreLeftOut") {
        0 => {}
        more => out::line(format!("不读取：另有 {more} 行")),
    }
    for check in each(&guess["totals"]) {
        let said = match out::text(check, "difference") {
            "" => "一致".to_owned(),
            difference => format!("相差 {difference}（各行之和 {}）", out::text(check, "counted")),
        };
        let (row, word, stated) = (out::number(check, "row"), out::text(check, "word"), out::text(check, "stated"));
        let (column, rows) = (name(&check["column"]), out::number(check, "rows"));
        out::line(format!("第 {row} 行{word}：{column} {stated} 与 {rows} 行之和{said}"));
    }
    out::hints(&texts(&guess["warnings"]).into_iter().map(str::to_owned).collect::<Vec<_>>());
}

/// What people call the reason of a line that is left out.
fn label(left: &Value) -> &'static str {
    gx_decode::from_json::<crate::features::registers::infer::What>(left["what"].clone())
        .map_or("", crate::features::registers::infer::What::label)
}

fn tell_column(column: &Value) {
    let kind = gx_decode::from_json::<crate::features::registers::infer::Kind>(column["kind"].clone());
    let kind = kind.map_or("", crate::features::registers::infer::Kind::label);
    let off = if column["isOff"] == Value::Bool(true) { "（不导入）" } else { "" };
    let link = column["link"].as_str().map(|link| format!("：{link}")).unwrap_or_default();
    let (letter, label) = (out::text(column, "letter"), out::text(column, "label"));
    let (grade, sure) = (out::text(column, "grade"), out::number(column, "confidence"));
    out::line(format!("{letter}\t{label}\t{kind}{link}{off}\t{grade} {sure}%\t{}", out::text(column, "evidence")));
    for warning in texts(&column["warnings"]) {
        out::line(format!("\t! {warning}"));
    }
    for pair in each(&column["spellings"]) {
        let (rare, often) = (pair[0].as_str().unwrap_or_default(), pair[1].as_str().unwrap_or_default());
        out::line(format!("\t! “{rare}”与“{often}”只差一个字，是否为同一项"));
    }
    for misfit in each(&column["misfits"]) {
        let (row, text, why) = (out::number(misfit, "row"), out::text(misfit, "text"), out::text(misfit, "why"));
        out::line(format!("\t第 {row} 行“{text}”：{why}"));
    }
}
