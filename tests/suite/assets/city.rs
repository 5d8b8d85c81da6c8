//! A city that comes in from workbooks: their heads, cells and what the imports answer.

use crate::support::Portal;
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook};
use serde_json::{Value, json};

/// A cell of a workbook in the making.
#[derive(Clone)]
pub enum Put {
    Text(String),
    Number(f64),
    /// A real date, as spreadsheet programs keep it.
    Day(u16, u8, u8),
}

impl From<&str> for Put {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<f64> for Put {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

macro_rules! row {
    ($($cell:expr),* $(,)?) => { vec![$($crate::assets::city::Put::from($cell)),*] };
}
pub(super) use row;

pub fn book(head: &[&str], rows: &[Vec<Put>]) -> Vec<u8> {
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    let date = Format::new().set_num_format("yyyy-mm-dd");
    for (column, header) in (0..).zip(head) {
        sheet.write_string(0, column, *header).unwrap();
    }
    for (number, cells) in (1..).zip(rows) {
        for (column, cell) in (0..).zip(cells) {
            match cell {
                Put::Text(text) if text.is_empty() => continue,
                Put::Text(text) => sheet.write_string(number, column, text).unwrap(),
                Put::Number(value) => sheet.write_number(number, column, *value).unwrap(),
                Put::Day(year, month, day) => {
                    let day = ExcelDateTime::from_ymd(*year, *month, *day).unwrap();
                    sheet.write_datetime_with_format(number, column, &day, &date).unwrap()
                }
            };
        }
    }
    workbook.save_to_buffer().unwrap()
}

pub fn counts(answer: &Value) -> (u64, u64, u64, u64) {
    let of = |name: &str| answer["data"][name].as_u64().unwrap_or_else(|| panic!("{name}: {answer}"));
    (of("created"), of("updated"), of("unchanged"), of("failed"))
}

pub fn reasons(answer: &Value) -> Vec<&str> {
    let rows = answer["data"]["rows"].as_array().unwrap_or_else(|| panic!("{answer}")).iter();
    rows.filter(|row| row["outcome"] == "failed").map(|row| row["reason"].as_str().unwrap()).collect()
}

pub const ASSET: &[&str] = &[
    "资产编码",
    "资产名称",
    "板块",
    "甲方",
    "权属状况",
    "建筑面积（㎡）",
    "权属证号",
    "取得日期",
    "原值（元）",
    "资产类型",
    "备注",
];
pub const ROOM: &[&str] =
    &["房间编码", "资产编码", "楼栋编码", "楼栋", "楼层", "房号", "建筑面积（㎡）", "计租面积（㎡）"];
pub const TENANT: &[&str] = &["乙方编码", "乙方名称", "类型", "证件号码", "联系电话", "付款户名"];
pub const LEASE: &[&str] = &[
    "纸质合同编号",
    "甲方",
    "乙方",
    "房间",
    "起租日",
    "到期日",
    "计租方式",
    "租金（元）",
    "单价（元/㎡）",
    "支付周期（月）",
    "递增",
    "免租期",
    "押金（元）",
];

/// A portal with a plate and a party A; everything else comes from workbooks.
pub struct City {
    pub portal: Portal,
    pub admin: String,
}

impl City {
    pub fn new() -> Self {
        let portal = Portal::new();
        let admin = portal.admin();
        let plate = json!({"plateCode": "P1", "plateName": "工业厂房", "color": "#0A6BCB", "sort": 1});
        let party = json!({"partyACode": "A", "partyAName": "云川市工业资产经营中心", "unitKind": 2,
                           "remitRequired": true, "remitDay": 10, "deptId": 110});
        for (path, form) in [("/asset/plate", plate), ("/asset/partyA", party)] {
            assert_eq!(portal.post(path, &admin, form)["code"], 200);
        }
        Self { portal, admin }
    }

    /// With an asset, two rooms of 500 and 300 square metres and a tenant.
    pub fn furnished() -> Self {
        let city = Self::new();
        city.takes("/asset/asset", ASSET, &[row!["ZC-1", "轻工产业园", "P1", "A", "有证"]]);
        let rooms = [
            row!["R1", "ZC-1", "A1", "", 1.0, "101", 500.0, 500.0],
            row!["R2", "ZC-1", "A1", "", 1.0, "102", 300.0, 300.0],
        ];
        city.takes("/asset/room", ROOM, &rooms);
        city.takes(
            "/lease/tenant",
            TENANT,
            &[row!["T1", "禾川包装制品有限公司", "企业", "91350100M000100Y43", "19900000001", ""]],
        );
        city
    }

    pub fn import(&self, base: &str, query: &str, bytes: &[u8]) -> Value {
        self.portal.upload(&format!("{base}/importData?{query}"), &self.admin, "file", "数据.xlsx", bytes)
    }

    /// Imports rows that must all be new.
    pub fn takes(&self, base: &str, head: &[&str], rows: &[Vec<Put>]) {
        let answer = self.import(base, "", &book(head, rows));
        assert_eq!(counts(&answer), (rows.len() as u64, 0, 0, 0), "{answer}");
    }

    /// The reasons for which a row is refused, which then must have written nothing.
    pub fn refuses(&self, base: &str, head: &[&str], row: Vec<Put>) -> String {
        let before = self.total(base);
        let answer = self.import(base, "updateSupport=1", &book(head, &[row]));
        assert_eq!(self.total(base), before, "{answer}");
        reasons(&answer).first().map(ToString::to_string).unwrap_or_else(|| panic!("{answer}"))
    }

    pub fn list(&self, base: &str) -> Value {
        self.portal.get(&format!("{base}/list?pageSize=9999"), &self.admin)
    }

    pub fn total(&self, base: &str) -> u64 {
        self.list(base)["total"].as_u64().unwrap()
    }

    pub fn exported(&self, base: &str) -> Vec<u8> {
        self.portal.request("POST", &format!("{base}/export"), &self.admin, Some("{}")).bytes
    }

    /// An export comes in again and changes nothing.
    pub fn round_trip(&self, base: &str) {
        let before = self.list(base);
        let answer = self.import(base, "", &self.exported(base));
        assert_eq!(counts(&answer), (0, 0, before["total"].as_u64().unwrap(), 0), "{base}: {answer}");
        assert_eq!(self.list(base), before, "{base}");
    }
}
