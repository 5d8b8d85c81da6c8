//! The paper of an archived process as a page of its own, which needs nothing beside it, and its tables as text. Pure.

use std::fmt::Write as _;

use super::words::{columns, plain, value, words};
use super::{Enclosed, Missing};
use crate::features::approvals::constants::Action;
use crate::features::approvals::detail::{EventOut, InstanceOut};
use crate::features::approvals::impact::ImpactLine;
use crate::features::approvals::path::PathNode;
use crate::features::approvals::print::ProcessPaper;
use crate::kernel::money::yuan_grouped;
use crate::kernel::text::in_markup;
use crate::records::html;
use serde_json::Value;

/// Standing A4, every line ruled, readable on a screen too; no address outside.
const STYLE: &str = "@page{size:A4;margin:15mm}body{font:14px/1.6 'Noto Sans CJK SC','Microsoft YaHei',SimSun,sans-serif;\
    max-width:180mm;margin:0 auto;padding:8mm 0;color:#111}h1{font-size:22px;text-align:center;margin:0 0 8px}\
    h2{font-size:16px;margin:16px 0 6px}table{width:100%;border-collapse:collapse}\
    th,td{border:1px solid #777;padding:3px 6px;text-align:left;vertical-align:top;overflow-wrap:anywhere}\
    th{font-weight:600;background:#f3f3f3}thead{display:table-header-group}tr{break-inside:avoid}\
    img{max-width:40mm;max-height:14mm;display:block}p.note{color:#555}";

/// The first line of the contents, with the mark by which spreadsheets know the encoding.
pub(super) const CONTENTS_HEAD: &str =
    "\u{feff}流程编号,单据,流程,状态,发起人,发起时间,办结时间,金额（元）,收入附件,未收入附件,未收入字段\r\n";

/// Text as a cell of a table in text: quoted, and never taken for a formula.
fn cell(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    format!("\"{}{}\"", if is_formula { "'" } else { "" }, text.replace('"', "\"\""))
}

fn line<'t>(cells: impl IntoIterator<Item = &'t str>) -> String {
    format!("{}\r\n", cells.into_iter().map(cell).collect::<Vec<_>>().join(","))
}

fn state(process: &InstanceOut) -> &'static str {
    process.end_reason.map_or(process.state.label(), |reason| reason.label())
}

/// What a process says of itself in the contents of its package.
pub(super) fn contents_line(folder: &str, process: &InstanceOut, files: usize, missing: &Missing) -> String {
    let amount = process.amount_fen.map_or_else(String::new, crate::kernel::money::yuan);
    let (files, lost, hidden) = (files.to_string(), missing.files.to_string(), missing.fields.to_string());
    line([
        folder,
        &process.title,
        &process.label,
        state(process),
        &process.initiator_name,
        &process.started_at,
        process.ended_at.as_deref().unwrap_or_default(),
        // a number, not a text that begins with a sign
        &amount,
        &files,
        &lost,
        &hidden,
    ])
}

fn actor(event: &EventOut) -> String {
    let name = if event.actor_name.is_empty() { "系统" } else { &event.actor_name };
    match event.on_behalf_name.as_str() {
        "" => name.to_owned(),
        other => format!("{name}（代 {other}）"),
    }
}

fn said(event: &EventOut) -> String {
    let minutes = event.minutes.as_ref().map(|minutes| {
        let held = minutes.held_on.map_or_else(String::new, |day| format!("，{day} 召开"));
        format!("会议纪要 {}{held}，参会人员：{}", minutes.minutes_no, minutes.participants)
    });
    let changes = event.changes.iter().map(|change| format!("{}：{} → {}", change.title, change.before, change.after));
    let parts = [event.comment.clone()].into_iter().chain(minutes).chain([event.note.clone()]).chain(changes);
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("；")
}

/// The history as a table in text.
pub(super) fn history(process: &InstanceOut) -> String {
    let mut text = format!("\u{feff}{}", line(["时间", "环节", "办理人", "办理", "意见", "附件", "手写签名"]));
    for event in &process.history {
        let files = event.files.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
        let signed = if event.signature > 0 { "有" } else { "" };
        let cells =
            [event.at.as_str(), &event.node_name, &actor(event), event.action.label(), &said(event), &files, signed];
        text.push_str(&line(cells));
    }
    text
}

/// Writing to a text does not fail.
struct Page(String);

impl Page {
    fn raw(&mut self, markup: &str) {
        self.0.push_str(markup);
    }

    fn head(&mut self, title: &str) {
        let _ = write!(self.0, "<h2>{}</h2>", in_markup(title));
    }

    /// Names with their values, one a row; what is empty is left out.
    fn facts<'t>(&mut self, facts: impl IntoIterator<Item = (&'t str, String)>) {
        self.raw("<table><tbody>");
        for (name, value) in facts.into_iter().filter(|(_, value)| !value.is_empty()) {
            let _ = write!(self.0, "<tr><th>{}</th><td>{}</td></tr>", in_markup(name), in_markup(&value));
        }
        self.raw("</tbody></table>");
    }

    /// Rows of markup below a head.
    fn table(&mut self, heads: &[&str], rows: impl IntoIterator<Item = Vec<String>>) {
        self.raw("<table><thead><tr>");
        for head in heads {
            let _ = write!(self.0, "<th>{}</th>", in_markup(head));
        }
        self.raw("</tr></thead><tbody>");
        for row in rows {
            let cells = row.iter().map(|cell| format!("<td>{cell}</td>")).collect::<String>();
            let _ = write!(self.0, "<tr>{cells}</tr>");
        }
        self.raw("</tbody></table>");
    }
}

/// The whole paper.
pub(super) fn write(organization: &str, paper: &ProcessPaper, enclosed: &[Enclosed], missing: &Missing) -> String {
    let process = &paper.process;
    let mut page = Page(format!(
        "<!doctype html><html lang=\"zh-CN\"><head><meta charset=\"utf-8\"><title>{} {}</title><style>{STYLE}</style></head>\
         <body><p>{}</p><h1>审批单</h1>",
        in_markup(&process.instance_no),
        in_markup(&process.title),
        in_markup(organization),
    ));
    page.facts([
        ("流程编号", process.instance_no.clone()),
        ("流程", format!("{} 第 {} 版", process.label, process.definition_version)),
        ("单据", process.title.clone()),
        ("状态", state(process).to_owned()),
        ("金额", process.amount_fen.map_or_else(String::new, |fen| format!("{} 元", yuan_grouped(fen)))),
        ("发起", format!("{} {}", process.initiator_name, process.dept_name)),
        ("发起时间", process.started_at.clone()),
        ("办结时间", process.ended_at.clone().unwrap_or_default()),
    ]);
    if let Some(impact) = &process.impact {
        page.head("影响的金额");
        let worth = |line: &ImpactLine| {
            line.amount_fen.map_or_else(|| line.text.clone(), |fen| format!("{} 元", yuan_grouped(fen)))
        };
        page.facts(impact.lines.iter().map(|line| (line.label.as_str(), worth(line))));
    }
    contents(&mut page, process);
    opinions(&mut page, paper);
    steps(&mut page, &paper.path);
    enclosures(&mut page, enclosed);
    foot(&mut page, paper, missing);
    page.raw("</body></html>");
    page.0
}

fn contents(page: &mut Page, process: &InstanceOut) {
    page.head("单据内容");
    let text_of = |field| words(field, value(&process.data, &field.path));
    page.facts(plain(process).into_iter().map(|field| (field.title.as_str(), text_of(field))));
    for table in process.fields.iter().filter(|field| field.kind == "table") {
        let Some(rows) = value(&process.data, &table.path).as_array().filter(|rows| !rows.is_empty()) else { continue };
        let columns = columns(process, table);
        page.head(&format!("{}（{}）", table.title, rows.len()));
        let heads: Vec<&str> = columns.iter().map(|column| column.title.as_str()).collect();
        let row = |row: &Value| {
            let of = |path: &str| row.get(path.get(table.path.len() + 1..).unwrap_or_default()).unwrap_or(&Value::Null);
            columns.iter().map(|column| in_markup(&words(column, of(&column.path)))).collect()
        };
        page.table(&heads, rows.iter().map(row));
    }
    for long in process.fields.iter().filter(|field| field.kind == "html") {
        let text = value(&process.data, &long.path).as_str().map(html::without_pictures).unwrap_or_default();
        if !text.is_empty() {
            page.head(&long.title);
            page.raw(&text);
        }
    }
}

fn opinions(page: &mut Page, paper: &ProcessPaper) {
    page.head("审批意见");
    let row = |event: &EventOut| {
        let picture = paper.signatures.get(&event.signature).map_or_else(String::new, |address| {
            format!("<img src=\"{}\" alt=\"{}的手写签名\">", in_markup(address), in_markup(&event.actor_name))
        });
        let action: Action = event.action;
        vec![
            in_markup(&event.node_name),
            format!("{}{picture}", in_markup(&actor(event))),
            action.label().to_owned(),
            in_markup(&said(event)),
            event.at.clone(),
        ]
    };
    page.table(&["环节", "办理人", "办理", "意见", "时间"], paper.process.history.iter().map(row));
}

fn steps(page: &mut Page, path: &[PathNode]) {
    page.head("流程路径");
    let row = |node: &PathNode| {
        let seen = node.trace.iter().map(|(name, value)| format!("{name} {value}"));
        let came =
            [node.end_label.clone(), node.branch.clone()].into_iter().chain(seen).filter(|part| !part.is_empty());
        vec![
            in_markup(&node.name),
            in_markup(&node.people.join("、")),
            in_markup(&came.collect::<Vec<_>>().join("，")),
            node.at.clone().unwrap_or_default(),
        ]
    };
    page.table(&["环节", "人员", "结果", "时间"], path.iter().filter(|node| !node.predicted).map(row));
}

fn enclosures(page: &mut Page, enclosed: &[Enclosed]) {
    if enclosed.is_empty() {
        return;
    }
    page.head(&format!("附件（{}）", enclosed.len()));
    let row = |file: &Enclosed| vec![in_markup(&file.name), file.size.to_string()];
    page.table(&["文件", "字节"], enclosed.iter().map(row));
}

/// Who made it, and what is not in it.
fn foot(page: &mut Page, paper: &ProcessPaper, missing: &Missing) {
    let files = (missing.files > 0).then(|| format!("附件 {} 个（无权查看或已不存在）", missing.files));
    let fields = (missing.fields > 0).then(|| format!("字段 {} 个（对归档人隐藏）", missing.fields));
    let lost: Vec<String> = files.into_iter().chain(fields).collect();
    let whole = if lost.is_empty() { "内容完整".to_owned() } else { format!("未收入：{}", lost.join("；")) };
    let by = in_markup(&paper.printed_by);
    page.raw(&format!("<p class=\"note\">{by} 于 {} 归档；{}。</p>", paper.printed_at, in_markup(&whole)));
}
