//! What the head of a column says of tomorrow's rows: what may still be written there, what is a name, what is added up.

use gx_portal::features::registers::infer::{ColumnGuess, Guess, Kind};

use super::layouts::{drawn, guessed};

fn column<'g>(guess: &'g Guess, label: &str) -> &'g ColumnGuess {
    let found = guess.columns.iter().find(|one| one.label == label);
    found.unwrap_or_else(|| panic!("no {label}: {:?}", guess.columns.iter().map(|one| &one.label).collect::<Vec<_>>()))
}

/// A sheet of forty rows: a column for each label, its cells by the number of the row.
fn sheet(columns: &[(&str, fn(usize) -> String)]) -> Guess {
    let line = |cells: Vec<String>| cells.join("|");
    let mut lines = vec![line(columns.iter().map(|(label, _)| (*label).to_owned()).collect())];
    lines.extend((0..40).map(|row| line(columns.iter().map(|(_, cell)| cell(row)).collect())));
    guessed(&drawn(&lines))
}

#[test]
fn choices_are_closed_only_where_the_head_says_so() {
    let three = |row: usize| ["打印机", "碎纸机", "办公桌"][row % 3].to_owned();
    let guess = sheet(&[
        ("序号", |row| (row + 1).to_string()),
        ("资产名称", three),
        ("规格型号", |row| ["HP-1", "HP-2"][row % 2].to_owned()),
        ("存放地点", |row| ["一楼", "二楼", "仓库"][row % 3].to_owned()),
        ("施工单位", |row| ["甲公司", "乙公司"][row % 2].to_owned()),
        ("经办人", |row| ["张三", "李四"][row % 2].to_owned()),
        ("使用状态", |row| ["在用", "闲置"][row % 2].to_owned()),
        ("资产类别", |row| ["设备", "家具"][row % 2].to_owned()),
        ("来源", |row| ["购置", "调拨"][row % 2].to_owned()),
    ]);
    for label in ["资产名称", "规格型号", "存放地点", "施工单位", "经办人"] {
        assert_eq!(column(&guess, label).kind, Kind::Text, "{label}");
    }
    for (label, is_open) in [("使用状态", false), ("资产类别", false), ("来源", true)] {
        let found = column(&guess, label);
        assert_eq!((found.kind, found.is_open), (Kind::Choice, is_open), "{label}");
    }
}

#[test]
fn named_columns_that_are_empty_are_filled_in_later() {
    let guess = sheet(&[
        ("编号", |row| format!("A-{row}")),
        ("办结日期", |_| String::new()),
        ("整改后图片", |_| String::new()),
        ("备注", |_| String::new()),
        ("支付金额（万元）", |_| String::new()),
        ("联系电话", |_| String::new()),
        ("是否办结", |_| String::new()),
        ("复核人", |_| String::new()),
        ("单价", |_| String::new()),
    ]);
    for (label, kind) in [
        ("办结日期", Kind::Day),
        ("整改后图片", Kind::Pictures),
        ("备注", Kind::Long),
        ("支付金额（万元）", Kind::Money),
        ("联系电话", Kind::Phone),
        ("是否办结", Kind::Flag),
        ("复核人", Kind::Text),
        ("单价", Kind::Decimal),
    ] {
        let found = column(&guess, label);
        assert_eq!((found.kind, found.is_off, found.filled), (kind, false, 0), "{label}");
    }
    assert_eq!(column(&guess, "支付金额（万元）").unit.as_deref(), Some("万元"));
}

#[test]
fn repeated_heads_are_numbered() {
    let lines = ["项目|金额（万元）|日期|金额（万元）|日期|金额（万元）|日期"].map(str::to_owned);
    let row = |at: usize| format!("项目{at}|{at}|@2024-03-05|{at}.5|@2024-04-05|{at}.25|@2024-05-05");
    let lines: Vec<String> = lines.into_iter().chain((1..=12).map(row)).collect();
    let guess = guessed(&drawn(&lines));
    assert_eq!((guess.header, guess.rows), (Some((1, 1)), 12));
    let labels: Vec<&str> = guess.columns.iter().map(|one| one.label.as_str()).collect();
    let wanted = ["项目", "金额（万元）", "日期", "金额2（万元）", "日期2", "金额3（万元）", "日期3"];
    assert_eq!(labels, wanted);
    for label in ["金额（万元）", "金额2（万元）", "金额3（万元）"] {
        let found = column(&guess, label);
        assert_eq!((found.kind, found.unit.as_deref()), (Kind::Money, Some("万元")), "{label}");
    }
}

#[test]
fn numbers_that_are_names_are_no_numbers() {
    let guess = sheet(&[
        ("名称", |row| format!("车{row}")),
        ("发动机号", |row| (7_100_000 + row * 37).to_string()),
        ("房号", |row| (101 + row % 5).to_string()),
        ("机身号", |row| (20_240_300 + row % 28).to_string()),
        ("数量", |row| (row + 3).to_string()),
        ("楼栋", |row| if row == 7 { "0012".into() } else { format!("{:04}", 1_200 + row) }),
    ]);
    for label in ["发动机号", "房号", "机身号"] {
        let found = column(&guess, label);
        assert!(matches!(found.kind, Kind::Text | Kind::Code), "{label}: {:?}", found.kind);
        assert_eq!(found.misfit_count, 0, "{label}");
    }
    assert_eq!(column(&guess, "数量").kind, Kind::Whole);
    let zero = column(&guess, "楼栋");
    assert!(matches!(zero.kind, Kind::Text | Kind::Code) && zero.misfit_count == 0, "{zero:?}");
}

#[test]
fn labels_that_say_nothing_alone_stand_behind_their_parents() {
    let mut lines: Vec<String> = [
        "合同编号|租期|<|起止时间|<|合同（万元）|<|收入|<|应收|<|是否|备注",
        "^|起|止|起|止|总额|已付|其中|合计|本月|累计|有|^",
    ]
    .map(str::to_owned)
    .to_vec();
    let row = |at: usize| {
        let day = |month: usize| format!("@2024-{month:02}-05");
        format!("HT-{at}|{}|{}|{}|{}|{at}|1|2|3|4|5|是|无", day(1), day(2), day(3), day(4))
    };
    lines.extend((1..=12).map(row));
    let guess = guessed(&drawn(&lines));
    assert_eq!((guess.header, guess.rows), (Some((1, 2)), 12));
    let labels: Vec<&str> = guess.columns.iter().map(|one| one.label.as_str()).collect();
    let wanted = [
        "合同编号",
        "租期起",
        "租期止",
        "时间起",
        "时间止",
        "合同总额",
        "已付",
        "收入其中",
        "收入合计",
        "应收本月",
        "应收累计",
        "是否有",
        "备注",
    ];
    assert_eq!(labels, wanted);
    // the words above decide kind and unit as before
    let total = column(&guess, "合同总额");
    assert_eq!((total.kind, total.unit.as_deref()), (Kind::Money, Some("万元")));
    assert_eq!(column(&guess, "租期止").kind, Kind::Day);
}
