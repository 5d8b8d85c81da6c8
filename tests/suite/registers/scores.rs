//! Twelve workbooks as offices have them, ten points each for what a person would say of the proposed register: none of them
//! may fall below nine and a quarter. What is right was written down by reading the workbooks, not from what the program makes of them.

use std::fmt::Write as _;

use gx_portal::features::registers::definition::{Definition, Field};
use gx_portal::features::registers::infer::{Nobody, Options};
use gx_portal::features::registers::kind::FieldKind as F;
use serde_json::{Value, json};

use super::infer::{conserved, fixture, sheets};
use super::layouts::drawn_book;
use super::workbooks::{guess, is_valid, list};
use crate::support::Portal;

/// What a workbook says to a person.
struct Truth {
    name: &'static str,
    /// A fixture, or lines that are drawn ([`super::layouts`]).
    drawn: Option<fn() -> Vec<String>>,
    header: (u32, u32),
    rows: u64,
    /// Name of the register.
    title: &'static str,
    kinds: &'static [(&'static str, F)],
    /// Units of numbers; "" for none.
    units: &'static [(&'static str, &'static str)],
    /// What names a row.
    named_by: &'static str,
    /// Numbers that are names: kept as they stand, digit by digit.
    ids: &'static [&'static str],
    /// Days and months, with how many cells are none.
    dates: &'static [(&'static str, u64)],
    /// What lists add up, of all that are numbers.
    summed: &'static [&'static str],
    /// Texts that the wizard has to say: lines left out, comments, totals.
    told: &'static [&'static str],
    /// Choices, and whether a clerk may add a word.
    choices: &'static [(&'static str, bool)],
}

const NONE: Truth = Truth {
    name: "",
    drawn: None,
    header: (1, 1),
    rows: 0,
    title: "",
    kinds: &[],
    units: &[],
    named_by: "",
    ids: &[],
    dates: &[],
    summed: &[],
    told: &[],
    choices: &[],
};

/// 安全生产检查台账: the columns that are filled in later are empty, the number of an object has leading zeros.
fn safety() -> Vec<String> {
    let mut lines: Vec<String> = [
        "附件2：|||||||||",
        "安全生产检查台账|<|<|<|<|<|<|<|<|<",
        "填报单位：某局||||2024年12月31日|||||单位：元",
        "序号|对象编码|单位名称|检查时间|<|发现问题|隐患等级|罚款|整改后照片|复查日期",
        "^|^|^|起|止|^|^|^|^|^",
    ]
    .map(str::to_owned)
    .to_vec();
    lines.extend((1..=30).map(|at| {
        let grade = ["一般", "较大", "重大"][at % 3];
        let day = format!("@2024-{:02}-05|@2024-{:02}-06", 1 + at % 12, 1 + at % 12);
        format!("{at}|{:06}|云川第{at}机械厂|{day}|消防通道堆放杂物，第{at}处灭火器过期未更换，现场已责令立即整改|{grade}|{}||", 1_200 + at, at * 100)
    }));
    let fines: usize = (1..=30).map(|at| at * 100).sum();
    lines.push(format!("合计|||||||{fines}||"));
    lines.push("填表人：张三||||审核：李四|||||".to_owned());
    lines
}

/// 分期付款台账: three times the same two heads under their parents.
fn payments() -> Vec<String> {
    let mut lines: Vec<String> = [
        "工程分期付款台账（单位：万元）|<|<|<|<|<|<|<|<",
        "合同编号|施工单位|首付款|<|进度款|<|质保金|<|付清",
        "^|^|金额|日期|金额|日期|金额|日期|^",
    ]
    .map(str::to_owned)
    .to_vec();
    lines.extend((1..=24).map(|at| {
        let day = |more: usize| format!("@2024-{:02}-1{}", 1 + (at + more) % 12, at % 9);
        format!(
            "HT-2024-{at:03}|云川第{at}建筑公司|{at}.5|{}|{at}.25|{}|{at}|{}|{}",
            day(0),
            day(1),
            day(2),
            ["是", "否"][at % 2]
        )
    }));
    lines
}

const BOOKS: [Truth; 12] = [
    Truth {
        name: "01-petitions.xlsx",
        header: (3, 4),
        rows: 60,
        title: "信访事项台账",
        kinds: &[("编号", F::Code), ("受理日期", F::Day), ("信访人", F::Text), ("金额", F::Money), ("已付", F::Money)],
        units: &[("金额", "万元"), ("已付", "万元")],
        named_by: "编号",
        ids: &["编号"],
        dates: &[("受理日期", 2)],
        summed: &["金额", "已付"],
        told: &["\"title\"", "\"total\"", "\"note\"", "2,976.80"],
        choices: &[("办理状态", false), ("责任科室", true)],
        ..NONE
    },
    Truth {
        name: "02-rents.xlsx",
        header: (2, 2),
        rows: 48,
        title: "房屋出租台账",
        kinds: &[
            ("街道", F::Choice),
            ("资产编号", F::Code),
            ("房间编号", F::Text),
            ("承租人", F::Text),
            ("建筑面积", F::Area),
            ("单价", F::Decimal),
            ("月租金", F::Money),
            ("到期日期", F::Day),
        ],
        units: &[("建筑面积", "㎡"), ("单价", "元/㎡·月"), ("月租金", "元")],
        named_by: "资产编号",
        ids: &["资产编号", "房间编号"],
        dates: &[("到期日期", 0)],
        summed: &["建筑面积", "月租金"],
        told: &["\"title\"", "\"total\"", "255,718.30"],
        choices: &[("街道", true)],
        ..NONE
    },
    Truth {
        name: "03-vehicles.xlsx",
        rows: 40,
        title: "车辆",
        kinds: &[
            ("车牌号", F::Code),
            ("品牌型号", F::Text),
            ("购置年月", F::Month),
            ("是否新能源", F::Flag),
            ("保险到期", F::Day),
            ("行驶里程", F::Whole),
            ("购置价", F::Money),
        ],
        units: &[("行驶里程", "公里"), ("购置价", "元")],
        named_by: "车牌号",
        ids: &["车牌号"],
        dates: &[("购置年月", 40), ("保险到期", 4)],
        summed: &["行驶里程", "购置价"],
        told: &["1 月与 10 月"],
        ..NONE
    },
    Truth {
        name: "04-people.xlsx",
        rows: 50,
        title: "花名册",
        kinds: &[
            ("姓名", F::Text),
            ("身份证号码", F::Idno),
            ("部门", F::Choice),
            ("手机号", F::Phone),
            ("入职日期", F::Day),
            ("银行卡号", F::Account),
            ("学历", F::Choice),
        ],
        named_by: "姓名",
        ids: &["银行卡号", "手机号"],
        dates: &[("入职日期", 0)],
        told: &["已丢失", "写了多个号码"],
        choices: &[("部门", true), ("学历", false)],
        ..NONE
    },
    Truth {
        name: "05-contracts.xlsx",
        header: (2, 2),
        rows: 24,
        title: "2019年合同台账",
        kinds: &[
            ("合同编号", F::Code),
            ("乙方名称", F::Text),
            ("合同金额", F::Money),
            ("签订日期", F::Day),
            ("经办人", F::Text),
            ("备注", F::Long),
        ],
        units: &[("合同金额", "元")],
        named_by: "乙方名称",
        ids: &["合同编号"],
        dates: &[("签订日期", 0), ("租期起", 0), ("租期止", 0)],
        summed: &["合同金额"],
        told: &["\"title\"", "\"repeat\""],
        choices: &[("合同状态", false), ("付款方式", false)],
        ..NONE
    },
    Truth {
        name: "06-hazards.xlsx",
        header: (3, 3),
        rows: 42,
        title: "安全隐患排查整改台账",
        kinds: &[("检查地点", F::Text), ("隐患内容", F::Long), ("整改期限", F::Day)],
        named_by: "检查地点",
        dates: &[("整改期限", 0)],
        told: &["\"title\"", "\"section\"", "己整改"],
        choices: &[("隐患等级", false), ("整改情况", true)],
        ..NONE
    },
    Truth {
        name: "08-projects.xlsx",
        header: (3, 6),
        rows: 30,
        title: "项目资金执行情况表",
        kinds: &[
            ("项目名称", F::Text),
            ("中央", F::Money),
            ("省级", F::Money),
            ("当年", F::Money),
            ("罚没", F::Money),
            ("执行率", F::Percent),
            ("立项文号", F::Code),
        ],
        units: &[("中央", "万元"), ("省级", "万元"), ("罚没", "元")],
        named_by: "项目名称",
        ids: &["立项文号"],
        summed: &["中央", "省级", "市级", "当年", "结转", "罚没"],
        told: &["\"title\"", "\"numbers\"", "\"total\"", "\"note\"", "1,200.00", "四舍五入"],
        ..NONE
    },
    Truth {
        name: "09-wps.xlsx",
        rows: 30,
        title: "09-wps",
        kinds: &[
            ("设备名称", F::Text),
            ("启用日期", F::Day),
            ("数量", F::Whole),
            ("单价", F::Decimal),
            ("位置", F::Text),
        ],
        units: &[("单价", "元")],
        named_by: "设备名称",
        dates: &[("启用日期", 0)],
        summed: &["数量"],
        told: &["1904", "公式没有保存计算结果"],
        ..NONE
    },
    Truth {
        name: "10-devices.gb.csv",
        header: (2, 2),
        rows: 25,
        title: "设备登记表",
        kinds: &[("编号", F::Code), ("名称", F::Text), ("购置日期", F::Day), ("价格", F::Money)],
        units: &[("价格", "元")],
        named_by: "名称",
        ids: &["编号"],
        dates: &[("购置日期", 0)],
        summed: &["价格"],
        told: &["\"title\"", "\"total\"", "128,000.00"],
        choices: &[("状态", false)],
        ..NONE
    },
    Truth {
        name: "10-old.xls",
        header: (2, 2),
        rows: 25,
        title: "老设备台账",
        kinds: &[
            ("编号", F::Code),
            ("名称", F::Text),
            ("启用日期", F::Day),
            ("折旧率", F::Percent),
            ("原值", F::Money),
        ],
        units: &[("原值", "元")],
        named_by: "名称",
        ids: &["编号"],
        dates: &[("启用日期", 0)],
        summed: &["原值"],
        told: &["\"title\"", "\"total\"", "25,312.50"],
        ..NONE
    },
    Truth {
        name: "安全生产检查台账.xlsx",
        drawn: Some(safety),
        header: (4, 5),
        rows: 30,
        title: "安全生产检查台账",
        kinds: &[
            ("对象编码", F::Code),
            ("单位名称", F::Text),
            ("检查时间起", F::Day),
            ("检查时间止", F::Day),
            ("发现问题", F::Long),
            ("罚款", F::Money),
            ("整改后照片", F::Pictures),
            ("复查日期", F::Day),
        ],
        units: &[("罚款", "元")],
        named_by: "单位名称",
        ids: &["对象编码"],
        dates: &[("检查时间起", 0), ("检查时间止", 0), ("复查日期", 0)],
        summed: &["罚款"],
        told: &["\"title\"", "\"total\"", "\"note\""],
        choices: &[("隐患等级", false)],
    },
    Truth {
        name: "工程分期付款台账.xlsx",
        drawn: Some(payments),
        header: (2, 3),
        rows: 24,
        title: "工程分期付款台账",
        kinds: &[
            ("合同编号", F::Code),
            ("施工单位", F::Text),
            ("首付款-金额", F::Money),
            ("首付款-日期", F::Day),
            ("进度款-金额", F::Money),
            ("质保金-日期", F::Day),
            ("付清", F::Flag),
        ],
        units: &[("首付款-金额", "万元"), ("质保金-金额", "万元")],
        named_by: "合同编号",
        ids: &["合同编号"],
        dates: &[("首付款-日期", 0), ("进度款-日期", 0), ("质保金-日期", 0)],
        summed: &["首付款-金额", "进度款-金额", "质保金-金额"],
        told: &["\"title\""],
        ..NONE
    },
];

const POINTS: [&str; 10] = ["表头", "类型", "单位", "名称", "编号", "日期", "合计", "无损", "说明", "选项"];

/// How much of what should be there is, and what is not.
type Point = (f64, Vec<String>);

fn share<T: Into<String>>(found: impl IntoIterator<Item = (T, bool)>) -> Point {
    let (mut right, mut all, mut missing) = (0.0, 0.0, Vec::new());
    for (what, is_right) in found {
        (right, all) = (right + f64::from(u8::from(is_right)), all + 1.0);
        if !is_right {
            missing.push(what.into());
        }
    }
    (if all == 0.0 { 1.0 } else { right / all }, missing)
}

/// Points in the order of [`POINTS`]; 无损 is looked at before, for what is lost fails at once.
fn score(truth: &Truth, told: &Value, definition: &Definition) -> [Point; 10] {
    let sheet = &told["sheets"][0]["guess"];
    let field = |label: &str| definition.fields.iter().find(|field| field.label == label);
    let has = |label: &str, is: &dyn Fn(&Field) -> bool| (label.to_owned(), field(label).is_some_and(is));
    let misfits = |label: &str| {
        let no = field(label).map_or(0, |field| field.no);
        let column = list(&told["columns"]).iter().find(|one| one["field"] == json!(no) && no != 0);
        column.and_then(|one| one["misfitCount"].as_u64())
    };
    let label_of = |no: u16| definition.field(no).map(|field| field.label.as_str()).unwrap_or_default();
    let named = [label_of(definition.title), label_of(definition.title_more)].join(" ");
    let numbers = definition.fields.iter().filter(|field| field.kind.is_summed());
    let choices = definition.fields.iter().filter(|field| field.kind == F::Choice && !field.entries.is_empty());
    let words = told.to_string();
    let is_id = |field: &Field| matches!(field.kind, F::Code | F::Text | F::Idno | F::Phone | F::Account);
    let is_chosen = |label: &str| truth.choices.iter().any(|(own, _)| *own == label);
    [
        share([("行", sheet["header"] == json!(truth.header)), ("行数", sheet["rows"] == json!(truth.rows))]),
        share(truth.kinds.iter().map(|(label, kind)| has(label, &|field| field.kind == *kind))),
        share(truth.units.iter().map(|(label, unit)| has(label, &|field| field.unit == *unit))),
        share([(definition.name.as_str(), definition.name == truth.title), (&named, named.trim() == truth.named_by)]),
        share(
            truth
                .ids
                .iter()
                .map(|label| has(label, &|field| is_id(field) && misfits(label).is_some_and(|odd| odd < 2))),
        ),
        share(truth.dates.iter().map(|(label, odd)| {
            has(label, &|field| matches!(field.kind, F::Day | F::Month) && misfits(label) == Some(*odd))
        })),
        share(
            numbers
                .map(|field| (field.label.as_str(), field.is_summed() == truth.summed.contains(&field.label.as_str()))),
        ),
        (1.0, Vec::new()),
        share(truth.told.iter().map(|text| (*text, words.contains(text)))),
        share(
            truth
                .choices
                .iter()
                .map(|(label, open)| has(label, &|field| field.kind == F::Choice && field.open == *open))
                .chain(choices.map(|field| (field.label.clone(), is_chosen(&field.label)))),
        ),
    ]
}

#[test]
fn each_of_twelve_workbooks_has_nine_points_of_ten() {
    let portal = Portal::new();
    let who = portal.admin();
    let folder = tempfile::tempdir().expect("a place");
    let (mut table, mut low) = (format!("{:<24}", "") + &POINTS.join(" ") + "  分\n", Vec::new());
    for truth in &BOOKS {
        let path = truth.drawn.map_or_else(
            || fixture(truth.name),
            |lines| {
                let path = folder.path().join(truth.name);
                drawn_book(&lines(), &path);
                path
            },
        );
        let bytes = std::fs::read(&path).expect("a workbook");
        let book = portal.upload("/reg/design/book", &who, "file", truth.name, &bytes)["data"]["bookId"].clone();
        let told = guess(&portal, &who, book.as_u64().expect("a book"), json!({"sheets": [1]}));
        let definition = is_valid(&told);
        let whole = sheets(&path).expect("readable").swap_remove(0);
        conserved(&whole, &whole.guess(&Options::default(), &Nobody), &Nobody);
        let points = score(truth, &told, &definition);
        let sum: f64 = points.iter().map(|(point, _)| point).sum();
        let shown: Vec<String> = points.iter().map(|(point, _)| format!("{point:>4.2}")).collect();
        let missing: Vec<String> = points.into_iter().flat_map(|(_, missing)| missing).collect();
        writeln!(table, "{:<24}{} {sum:>5.2}  {}", truth.name, shown.join(" "), missing.join("、")).expect("written");
        if sum < 9.25 {
            low.push(truth.name);
        }
    }
    println!("{table}");
    assert!(low.is_empty(), "{low:?}\n{table}");
}
