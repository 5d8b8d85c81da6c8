//! What a workbook has under a heading is what pages show under it: the cells of every export beside the rows of its list, by
//! the titles that the front end gives to fields in its columns and forms.

use crate::lists;
use crate::support::Portal;
use gx_portal::kernel::money::decimal;
use gx_portal::route::Method;
use gx_portal::sheet::{Limits, grid};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Headings whose words pages use for another field of the same row: list, heading, what stands under it.
const OTHERWISE: &[(&str, &str, &str)] = &[("/system/dict/data/", "是否默认", "default")];

/// The fields under each title: `('tenantName', '乙方'`, `key: 'tenantName', title: '乙方'`, `name="tenantName" label="乙方"`.
fn titles(folder: &Path, found: &mut BTreeMap<String, BTreeSet<String>>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            titles(&path, found);
        } else if path.extension().is_some_and(|kind| kind == "tsx" || kind == "ts") {
            let text = std::fs::read_to_string(&path).unwrap();
            let words: Vec<&str> = text.split(['\'', '"']).collect();
            // words between quotes, with what stands between two of them
            for two in words.windows(4) {
                let [before, field, between, title] = two else { continue };
                let joined = between.split_whitespace().collect::<String>();
                let called = before.trim_end().ends_with(['(', ':', '='])
                    && matches!(joined.as_str(), "," | ",title:" | "label=");
                let is_field = !field.is_empty() && field.chars().all(|sign| sign.is_ascii_alphanumeric());
                if called && is_field && title.chars().next().is_some_and(|sign| !sign.is_ascii()) {
                    found.entry((*title).to_owned()).or_default().insert((*field).to_owned());
                }
            }
        }
    }
}

fn says(cell: &str, value: &Value) -> bool {
    match value {
        Value::Null => cell.is_empty(),
        Value::String(text) => text.trim() == cell,
        Value::Bool(flag) => cell == if *flag { "是" } else { "否" },
        Value::Number(number) => [0, 2, 4].iter().any(|places| decimal(cell, *places) == number.as_i64()),
        _ => false,
    }
}

/// Fields that say in every row what the cells say, of which one at least says something.
fn under(cells: &[&str], rows: &[&Map<String, Value>]) -> BTreeSet<String> {
    let names: BTreeSet<&String> = rows.iter().flat_map(|row| row.keys()).collect();
    let value = |row: &Map<String, Value>, name: &str| row.get(name).cloned().unwrap_or_default();
    let fits = |name: &&String| cells.iter().zip(rows).all(|(cell, row)| says(cell, &value(row, name)));
    if cells.iter().all(|cell| cell.is_empty()) {
        BTreeSet::new()
    } else {
        names.into_iter().filter(fits).cloned().collect()
    }
}

#[test]
fn a_column_of_a_workbook_is_what_pages_call_so() {
    let portal = Portal::city();
    let token = portal.admin();
    // what the demonstration leaves empty
    for (number, land_use, land_nature) in
        [("云(2024)第1号", "工业用地", "划拨"), ("云(2024)第2号", "商服用地", "出让")]
    {
        let cert = json!({"assetId": 1, "kind": 1, "certNo": number, "holder": "中心", "landUse": land_use, "landNature": land_nature,
            "issueDate": "2024-01-02", "termEnd": "2054-01-01", "areaM2": "120.5", "mortgaged": true, "remark": number});
        assert_eq!(portal.post("/asset/cert", &token, cert)["code"], 200);
    }
    let mut called = BTreeMap::new();
    titles(Path::new("ui/src"), &mut called);
    let routes = &portal.routes;
    let (mut held, mut wrong, mut exports) = (0, Vec::new(), 0);
    for list in lists::all(routes) {
        let path = list.path.strip_suffix("/list").map(|page| format!("{page}/export")).unwrap_or_default();
        if path.contains('{') || !routes.iter().any(|route| route.method == Method::Get && route.path == path) {
            continue;
        }
        let needs: String = list.needs.iter().map(|(name, value)| format!("{name}={value}&")).collect();
        let answer = portal.get(&format!("{}?{needs}pageSize=60", list.path), &token);
        let rows: Vec<&Map<String, Value>> = answer["rows"]
            .as_array()
            .unwrap_or_else(|| panic!("{path}: {answer}"))
            .iter()
            .filter_map(Value::as_object)
            .collect();
        let answer = portal.get(&format!("{path}?{needs}"), &token);
        let name = answer["msg"].as_str().unwrap_or_else(|| panic!("{path}: {answer}"));
        let book = portal.request("GET", &format!("/common/download?fileName={name}"), &token, None);
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), &book.bytes).unwrap();
        let sheet = grid(file.path(), Limits::default()).unwrap_or_else(|error| panic!("{path}: {error:?}"));
        exports += 1;
        let Some((head, lines)) = sheet.rows.split_first() else { continue };
        assert!(lines.len() >= rows.len(), "{path}: {} lines for {} rows", lines.len(), rows.len());
        for (column, heading) in &head.cells {
            let cells: Vec<&str> = lines
                .iter()
                .take(rows.len())
                .map(|line| line.cells.get(column).map_or("", |cell| cell.trim()))
                .collect();
            let found = under(&cells, &rows);
            let Some(fields) = called.get(heading.as_str()) else { continue };
            let own: BTreeSet<String> =
                fields.iter().filter(|field| rows.iter().any(|row| row.contains_key(*field))).cloned().collect();
            if own.is_empty() || found.is_empty() {
                continue;
            }
            held += 1;
            let known = OTHERWISE
                .iter()
                .any(|(list, title, field)| path.starts_with(list) && title == heading && found.contains(*field));
            if found.is_disjoint(&own) && !known {
                wrong.push(format!("{path}: under “{heading}” stands {found:?}, and pages show {own:?}"));
            }
        }
    }
    assert!(exports > 30 && held > 150, "{held} headings of {exports} workbooks were compared");
    assert!(wrong.is_empty(), "{held} headings of {exports} workbooks were compared\n{}", wrong.join("\n"));
}
