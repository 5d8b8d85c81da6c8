//! Columns of formulas as computed fields, and defaults of rows that come in from workbooks.

use gx_portal::features::registers::works::run;
use rust_xlsxwriter::{Formula, Workbook};
use serde_json::{Value, json};

use super::made::{field, fine, is_whole, publish, with};
use super::workbooks::{guess, is_valid, list};
use crate::support::Portal;

const ROWS: u32 = 30;

/// A sheet of rents: 年租金 and 合计 are of one shape, in 折后 one result is not what its formula says, in 手填 one cell was
/// typed, 累计 looks at other rows.
fn rents() -> Vec<u8> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    let labels = [
        "编号",
        "面积（㎡）",
        "单价（元）",
        "年租金（元）",
        "合计（元）",
        "折后（元）",
        "手填（元）",
        "累计（元）",
        "备注",
    ];
    for (column, label) in (0..).zip(labels) {
        sheet.write(0, column, label).expect("written");
    }
    let mut sum = 0.0;
    for row in 1..=ROWS {
        let (line, area, price) = (row + 1, f64::from(row) + 10.0, 2.5);
        let rent = area * price;
        sum += rent;
        sheet.write(row, 0, format!("F-{row:03}")).expect("written");
        sheet.write(row, 1, area).expect("written");
        sheet.write(row, 2, price).expect("written");
        let mut put = |column: u16, text: String, result: f64| {
            let formula = Formula::new(text).set_result(format!("{result}"));
            sheet.write_formula(row, column, formula).expect("written");
        };
        put(3, format!("=B{line}*C{line}"), rent);
        put(4, format!("=SUM(B{line}:C{line})"), area + price);
        put(5, format!("=B{line}*C{line}*0.5"), if row == 7 { 1.0 } else { rent / 2.0 });
        if row != 9 {
            put(6, format!("=B{line}+C{line}"), area + price);
        }
        put(7, format!("=SUM(D$2:D{line})"), sum);
    }
    sheet.write(9, 6, 4.5).expect("written");
    workbook.save_to_buffer().expect("saved")
}

fn column<'g>(told: &'g Value, label: &str) -> &'g Value {
    let found =
        list(&told["columns"]).iter().find(|column| column["label"].as_str().is_some_and(|own| own.starts_with(label)));
    found.unwrap_or_else(|| panic!("{label}: {told}"))
}

#[test]
fn formulas_of_one_shape_become_computed_fields_where_that_changes_no_value() {
    let portal = Portal::new();
    let who = portal.admin();
    let book = portal.upload("/reg/design/book", &who, "file", "租金.xlsx", &rents())["data"]["bookId"].clone();
    let book = book.as_u64().expect("a book");
    let told = guess(&portal, &who, book, json!({}));
    let definition = is_valid(&told);
    let computed: Vec<&str> =
        definition.fields.iter().filter(|field| !field.is_written()).map(|field| field.label.as_str()).collect();
    assert_eq!(computed, ["年租金", "合计"], "{told}");
    for (label, formula, note) in [
        ("年租金", "面积 × 单价", "公式都是 面积 × 单价，30 行的值都与计算结果一致：作为计算字段"),
        ("合计", "面积 + 单价", "公式都是 面积 + 单价，30 行的值都与计算结果一致：作为计算字段"),
        ("折后", "面积 × 单价 × 0.5", "公式都是 面积 × 单价 × 0.5；第 8 行等 1 行的值与计算结果不同，保存为数值"),
        ("手填", "", "由公式计算，保存的是计算结果"),
        ("累计", "", "由公式计算，保存的是计算结果"),
    ] {
        let column = column(&told, label);
        assert_eq!(column["formula"], formula, "{label}");
        let warnings: Vec<&str> = list(&column["warnings"]).iter().filter_map(Value::as_str).collect();
        assert!(warnings.contains(&note), "{label}: {warnings:?}");
    }
    let no = column(&told, "年租金")["column"].clone();
    let kept = guess(&portal, &who, book, json!({"columns": [{"column": no, "formula": false}]}));
    assert_eq!(column(&kept, "年租金")["mayCompute"], true);
    assert!(is_valid(&kept).fields.iter().all(|field| field.label != "年租金" || field.is_written()));

    // what is loaded is what the workbook has, and it follows its operands from then on
    let id = fine(portal.post(
        "/reg/design",
        &who,
        json!({"bookId": book, "code": "zujin", "definition": told["definition"]}),
    ));
    let id = id["data"]["id"].as_u64().expect("a number");
    fine(portal.put(&format!("/reg/design/{id}/publish"), &who, json!({})));
    let loaded = fine(portal.put(&format!("/reg/design/{id}/load"), &who, json!({"bookId": book})))["data"].clone();
    assert_eq!((&loaded["failed"], &loaded["created"]), (&json!(0), &json!(ROWS)), "{loaded}");
    run::all(&portal.app).expect("done");
    let listed = portal.get("/reg/zujin/list?keyWord=F-030", &who);
    let (row, code) = (listed["rows"][0].clone(), |label: &str| {
        definition.fields.iter().find(|field| field.label == label).expect("a field").code.clone()
    });
    assert_eq!(row["values"][code("年租金")], 10_000, "{row}");
    let change = json!({"id": row["id"], "version": row["version"], "values": {code("面积"): "100.00"}});
    fine(portal.put("/reg/zujin", &who, change));
    let row = portal.get("/reg/zujin/list?keyWord=F-030", &who)["rows"][0].clone();
    assert_eq!(
        (&row["values"][code("年租金")], &row["values"][code("合计")]),
        (&json!(25_000), &json!(10_250)),
        "{row}"
    );
    is_whole(&portal);
}

/// ROUND is part of a computed field where it gives what the workbook has, in the unit of the column; where the workbook was
/// rounded otherwise, its values stay.
#[test]
fn rounded_formulas_become_computed_fields_that_round() {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    for (column, label) in
        (0..).zip(["编号", "数量（台）", "单价（元）", "金额（元）", "取整（元）", "合计（万元）", "错值（元）"])
    {
        sheet.write(0, column, label).expect("written");
    }
    let round = |value: f64, places: i32| {
        let factor = 10_f64.powi(places);
        (value * factor + 1e-9).round() / factor
    };
    for row in 1..=ROWS {
        let (line, count, price) = (row + 1, f64::from(row), 3.337);
        sheet.write(row, 0, format!("R-{row:03}")).expect("written");
        sheet.write(row, 1, count).expect("written");
        sheet.write(row, 2, price).expect("written");
        let mut put = |column: u16, text: String, result: f64| {
            let formula = Formula::new(text).set_result(format!("{result}"));
            sheet.write_formula(row, column, formula).expect("written");
        };
        put(3, format!("=ROUND(B{line}*C{line},2)"), round(count * price, 2));
        put(4, format!("=ROUND(B{line}*C{line},0)"), round(count * price, 0));
        put(5, format!("=ROUND(B{line}*C{line}/10000,4)"), round(count * price / 10_000.0, 4));
        // what was saved is not what its formula says
        put(6, format!("=ROUND(B{line}*C{line},1)"), if row == 4 { 0.1 } else { round(count * price, 1) });
    }
    let portal = Portal::new();
    let who = portal.admin();
    let bytes = workbook.save_to_buffer().expect("saved");
    let book = portal.upload("/reg/design/book", &who, "file", "采购.xlsx", &bytes)["data"]["bookId"].clone();
    let book = book.as_u64().expect("a book");
    let told = guess(&portal, &who, book, json!({}));
    let definition = is_valid(&told);
    let rounding = |label: &str| {
        let field = definition.fields.iter().find(|field| field.label == label).expect("a field");
        field.formula.as_ref().map(|formula| formula.round)
    };
    assert_eq!(rounding("金额"), Some(Some(2)), "{told}");
    assert_eq!((rounding("取整"), rounding("错值")), (Some(Some(0)), None), "{told}");
    let warnings = |label: &str| column(&told, label)["warnings"].to_string();
    assert!(
        warnings("金额").contains("公式都是 数量 × 单价，四舍五入到 2 位小数，30 行的值都与计算结果一致"),
        "{}",
        warnings("金额")
    );
    assert!(warnings("错值").contains("第 5 行等 1 行的值与计算结果不同"), "{}", warnings("错值"));
    let id = fine(portal.post(
        "/reg/design",
        &who,
        json!({"bookId": book, "code": "caigou", "definition": told["definition"]}),
    ));
    let id = id["data"]["id"].as_u64().expect("a number");
    fine(portal.put(&format!("/reg/design/{id}/publish"), &who, json!({})));
    fine(portal.put(&format!("/reg/design/{id}/load"), &who, json!({"bookId": book})));
    run::all(&portal.app).expect("done");
    let code = |label: &str| definition.fields.iter().find(|field| field.label == label).expect("a field").code.clone();
    let row = portal.get("/reg/caigou/list?keyWord=R-007", &who)["rows"][0].clone();
    // 23.359 of yuan, as the sheet has it
    assert_eq!((&row["values"][code("金额")], &row["values"][code("取整")]), (&json!(2_336), &json!(2_300)), "{row}");
    let change = json!({"id": row["id"], "version": row["version"], "values": {code("数量"): 9}});
    fine(portal.put("/reg/caigou", &who, change));
    let row = portal.get("/reg/caigou/list?keyWord=R-007", &who)["rows"][0].clone();
    assert_eq!((&row["values"][code("金额")], &row["values"][code("取整")]), (&json!(3_003), &json!(3_000)), "{row}");
    is_whole(&portal);
}

#[test]
fn empty_cells_of_new_rows_take_their_defaults_and_those_of_known_rows_stay() {
    let portal = Portal::new();
    let who = portal.admin();
    let definition = json!({"name": "小台账", "title": 1, "once": [[1]], "formColumns": 1, "fields": [
        with(field("bianhao", "编号", "code"), json!({"no": 1, "required": true})),
        with(field("jine", "金额", "money"), json!({"no": 2, "required": true, "defaultValue": "1200"})),
        with(field("riqi", "登记日期", "day"), json!({"no": 3, "defaultValue": "today"})),
        with(field("jingban", "经办人", "person"), json!({"no": 4, "defaultValue": "me"})),
    ]});
    publish(&portal, &who, "xiao", definition);
    let paste = |text: &str| {
        let answer = portal.post("/reg/xiao/paste", &who, json!({"text": text, "updateSupport": true}));
        let counts = fine(answer)["data"].clone();
        (counts["created"].clone(), counts["updated"].clone(), counts["unchanged"].clone(), counts["failed"].clone())
    };
    let counts =
        |created: u64, updated: u64, unchanged: u64| (json!(created), json!(updated), json!(unchanged), json!(0));
    let shown = |code: &str| portal.get(&format!("/reg/xiao/list?keyWord={code}"), &who)["rows"][0]["values"].clone();
    assert_eq!(paste("编号\t金额\t登记日期\nA-1\t\t2024-01-02\nA-2\t5\t"), counts(2, 0, 0));
    assert_eq!((&shown("A-1")["jine"], &shown("A-1")["riqi"]), (&json!(1_200), &json!("2024-01-02")));
    assert_eq!((&shown("A-2")["jine"], &shown("A-2")["riqi"]), (&json!(500), &json!("2024-09-30")));
    assert_eq!(shown("A-2")["jingban"], 1);
    // known rows: an empty cell changes nothing, whatever its default says
    let row = portal.get("/reg/xiao/list?keyWord=A-2", &who)["rows"][0].clone();
    fine(portal.put("/reg/xiao", &who, json!({"id": row["id"], "version": row["version"], "values": {"riqi": null}})));
    assert_eq!(paste("编号\t金额\t登记日期\nA-2\t5\t"), counts(0, 0, 1));
    assert_eq!(shown("A-2")["riqi"], Value::Null);
    is_whole(&portal);
}
