//! Values of a document in words, by the kinds of their fields, as pages say them. Pure.

use serde_json::Value;

use crate::features::approvals::detail::{FormField, InstanceOut};
use crate::kernel::money::yuan_grouped;
use crate::records::html;

/// The value of a field; `Null` where there is none.
pub(super) fn value<'d>(data: &'d Value, path: &str) -> &'d Value {
    data.pointer(&format!("/{}", path.replace('.', "/"))).unwrap_or(&Value::Null)
}

/// A value in words; empty for none.
pub(super) fn words(field: &FormField, value: &Value) -> String {
    let plain = match value {
        Value::Null => return String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    if plain.is_empty() {
        return plain;
    }
    match (field.kind, value.as_i64()) {
        ("money", Some(fen)) => format!("{} 元", yuan_grouped(fen)),
        ("area", _) => format!("{plain} ㎡"),
        ("count", _) => format!("{plain} {}", field.unit).trim_end().to_owned(),
        ("rate", Some(ppm)) => percent(ppm),
        ("bool", _) => if value == &Value::Bool(true) { "是" } else { "否" }.to_owned(),
        ("choice", Some(code)) => {
            let known = field.options.iter().find(|(value, _)| *value == code);
            known.map_or(plain, |(_, label)| (*label).to_owned())
        }
        _ => plain,
    }
}

/// Parts per million as people read them: `12.5%`.
fn percent(ppm: i64) -> String {
    let (whole, rest) = (ppm / 10_000, (ppm % 10_000).abs());
    let sign = if ppm < 0 && whole == 0 { "-" } else { "" };
    let digits = format!("{rest:04}");
    match digits.trim_end_matches('0') {
        "" => format!("{sign}{whole}%"),
        digits => format!("{sign}{whole}.{digits}%"),
    }
}

/// Columns of a table among the fields.
pub(super) fn columns<'p>(process: &'p InstanceOut, table: &FormField) -> Vec<&'p FormField> {
    let within = format!("{}.", table.path);
    process.fields.iter().filter(|field| field.path.starts_with(&within)).collect()
}

/// Fields with one value each.
pub(super) fn plain(process: &InstanceOut) -> Vec<&FormField> {
    let tables: Vec<String> =
        process.fields.iter().filter(|field| field.kind == "table").map(|field| format!("{}.", field.path)).collect();
    let is_plain = |field: &&FormField| {
        !matches!(field.kind, "table" | "files" | "html") && !tables.iter().any(|table| field.path.starts_with(table))
    };
    process.fields.iter().filter(is_plain).collect()
}

/// Files that the document and its opinions name, each once.
pub(super) fn files_of(process: &InstanceOut) -> Vec<u64> {
    let named = process.fields.iter().filter(|field| field.kind == "files");
    let of_form = named.filter_map(|field| value(&process.data, &field.path).as_array()).flatten();
    let mut files: Vec<u64> = of_form.filter_map(Value::as_u64).collect();
    for text in process.fields.iter().filter(|field| field.kind == "html") {
        files.extend(value(&process.data, &text.path).as_str().map(html::picture_ids).unwrap_or_default());
    }
    for event in &process.history {
        files.extend(&event.files);
        files.extend(event.minutes.as_ref().map(|minutes| minutes.minutes_file).filter(|file| *file > 0));
    }
    let mut seen = std::collections::BTreeSet::new();
    files.retain(|file| seen.insert(*file));
    files
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_are_told_by_the_kinds_of_their_fields() {
        let field = |kind, unit| FormField {
            path: "x".into(),
            title: "x".into(),
            kind,
            unit,
            options: &[(1, "甲"), (2, "乙")],
            may_edit: false,
        };
        for (kind, unit, value, expected) in [
            ("money", "", json!(123_456_789), "1,234,567.89 元"),
            ("money", "", json!(-5), "-0.05 元"),
            ("area", "", json!("12.30"), "12.30 ㎡"),
            ("count", "天", json!(30), "30 天"),
            ("count", "", json!(3), "3"),
            ("rate", "", json!(500), "0.05%"),
            ("rate", "", json!(125_000), "12.5%"),
            ("rate", "", json!(-2_500), "-0.25%"),
            ("rate", "", json!(1_000_000), "100%"),
            ("bool", "", json!(true), "是"),
            ("bool", "", json!(false), "否"),
            ("choice", "", json!(2), "乙"),
            ("choice", "", json!(9), "9"),
            ("date", "", json!("2024-02-29"), "2024-02-29"),
            ("text", "", json!(null), ""),
        ] {
            assert_eq!(words(&field(kind, unit), &value), expected, "{kind} {value}");
        }
    }
}
