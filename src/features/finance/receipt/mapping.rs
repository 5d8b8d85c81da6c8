//! Which column of a bank's workbook is what: remembered for each account, guessed from the header words the first time.

use serde::{Deserialize, Serialize};

use schemars::JsonSchema;

use super::lines;
use crate::kernel::order::Order;
use crate::kernel::text::folded;
use crate::sheet::{Grid, GridRow};
use crate::store::{Key, Record, key};

/// What a column of a statement may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Part {
    /// 到账日期
    ValueDate,
    /// 金额, money that went out negative or told by the direction.
    Amount,
    /// 收入金额
    Inflow,
    /// 支出金额
    Outflow,
    /// 借贷标志
    Direction,
    /// 付款户名
    Payer,
    /// 付款账号
    PayerAccount,
    /// 银行流水号
    BankRef,
    /// 摘要
    Remark,
    /// 交易时间, when the day stands in a column of its own.
    Time,
    /// 余额 after the line.
    Balance,
    /// 币种
    Currency,
}

/// Parts in the order in which they choose their columns: the telling words first.
const PARTS: [Part; 12] = [
    Part::Currency,
    Part::Balance,
    Part::Direction,
    Part::Inflow,
    Part::Outflow,
    Part::ValueDate,
    Part::Time,
    Part::PayerAccount,
    Part::Payer,
    Part::BankRef,
    Part::Amount,
    Part::Remark,
];

/// Columns from 0, and where the lines begin.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Mapping {
    /// Number of the first line, as the spreadsheet program shows it.
    pub first_row: u32,
    /// Column of the day of arrival 到账日期, from 0; absent: none.
    pub value_date: Option<u32>,
    /// Column of the amount 金额, from 0; absent: none.
    pub amount: Option<u32>,
    /// Column of what came in 收入金额, from 0; absent: none.
    pub inflow: Option<u32>,
    /// Column of what went out 支出金额, from 0; absent: none.
    pub outflow: Option<u32>,
    /// Column that says in or out 借贷标志, from 0; absent: none.
    pub direction: Option<u32>,
    /// Column of the payer 付款户名, from 0; absent: none.
    pub payer: Option<u32>,
    /// Column of the payer's account 付款账号, from 0; absent: none.
    pub payer_account: Option<u32>,
    /// Column of the bank's reference 银行流水号, from 0; absent: none.
    pub bank_ref: Option<u32>,
    /// Column of the remark 摘要, from 0; absent: none.
    pub remark: Option<u32>,
    /// Column of the moment 交易时间, from 0; absent: none.
    pub time: Option<u32>,
    /// Column of the balance 余额, from 0; absent: none.
    pub balance: Option<u32>,
    /// Column of the currency 币种, from 0; absent: none.
    pub currency: Option<u32>,
}

impl Mapping {
    /// The column of a part.
    pub fn column(&self, part: Part) -> Option<u32> {
        match part {
            Part::ValueDate => self.value_date,
            Part::Amount => self.amount,
            Part::Inflow => self.inflow,
            Part::Outflow => self.outflow,
            Part::Direction => self.direction,
            Part::Payer => self.payer,
            Part::PayerAccount => self.payer_account,
            Part::BankRef => self.bank_ref,
            Part::Remark => self.remark,
            Part::Time => self.time,
            Part::Balance => self.balance,
            Part::Currency => self.currency,
        }
    }

    pub(super) fn set(&mut self, part: Part, column: Option<u32>) {
        let place = match part {
            Part::ValueDate => &mut self.value_date,
            Part::Amount => &mut self.amount,
            Part::Inflow => &mut self.inflow,
            Part::Outflow => &mut self.outflow,
            Part::Direction => &mut self.direction,
            Part::Payer => &mut self.payer,
            Part::PayerAccount => &mut self.payer_account,
            Part::BankRef => &mut self.bank_ref,
            Part::Remark => &mut self.remark,
            Part::Time => &mut self.time,
            Part::Balance => &mut self.balance,
            Part::Currency => &mut self.currency,
        };
        *place = column;
    }

    /// What is missing before lines can be read; empty when nothing is.
    pub fn lacks(&self) -> &'static str {
        match (self.value_date, self.amount.or(self.inflow)) {
            _ if self.first_row == 0 => "请填写第一行流水的行号",
            (None, _) => "请指定到账日期所在的列",
            (_, None) => "请指定金额或收入金额所在的列",
            _ => "",
        }
    }
}

/// A column as it is remembered: by its header, and by its place among equal ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remembered {
    /// What it is.
    pub part: Part,
    pub title: String,
    pub column: u32,
}

/// The columns of the workbooks of one account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BankMapping {
    pub party_a_id: u64,
    /// Its last four digits.
    pub tail: String,
    pub columns: Vec<Remembered>,
}

impl BankMapping {
    /// The key of an account.
    pub fn key(party_a_id: u64, tail: &str) -> Key {
        key().u64(party_a_id).str(tail)
    }
}

impl Record for BankMapping {
    const TABLE: &'static str = "bank_mapping";
    fn id(&self) -> Key {
        Self::key(self.party_a_id, &self.tail)
    }
}

/// Rows among which a header is looked for: titles, account and period stand above it.
const HEADER_WITHIN: usize = 40;

/// Words of banks for a part, the surest first.
fn words(part: Part) -> &'static [&'static str] {
    match part {
        Part::ValueDate => &[
            "到账日期",
            "入账日期",
            "记账日期",
            "交易日期",
            "交易日",
            "入账时间",
            "记账时间",
            "交易时间",
            "发生时间",
            "日期",
        ],
        Part::Time => &["交易时间", "入账时间", "记账时间", "时间"],
        Part::Amount => &["交易金额", "发生额", "金额"],
        Part::Inflow => {
            &["收入金额", "贷方发生额", "贷方金额", "转入金额", "存入金额", "应结订单金额", "收入", "存入", "贷方"]
        }
        Part::Outflow => {
            &["支出金额", "借方发生额", "借方金额", "转出金额", "支取金额", "退款金额", "支出", "支取", "借方"]
        }
        Part::Direction => &[
            "借贷标志",
            "借贷方向",
            "收支标志",
            "收支方向",
            "收支类型",
            "交易方向",
            "借贷",
            "收支",
            "借/贷",
            "收/支",
            "交易类型",
        ],
        Part::Payer => &[
            "付款户名",
            "付款人名称",
            "对方户名",
            "对方名称",
            "对方账户名称",
            "收/付方名称",
            "收(付)方名称",
            "收(付)方户名",
            "付款人",
            "对方单位",
            "户名",
            "用户标识",
        ],
        Part::PayerAccount => &[
            "付款账号",
            "付款人账号",
            "对方账号",
            "对方帐号",
            "收/付方账号",
            "收/付方帐号",
            "收(付)方账号",
            "收(付)方帐号",
            "对方账户",
            "对方卡号",
        ],
        Part::BankRef => &REFERENCES,
        Part::Remark => &["摘要", "附言", "用途", "备注", "商品名称", "业务名称"],
        Part::Balance => &["余额", "账户余额", "本次余额", "交易后余额", "账户结余"],
        Part::Currency => &["币种", "货币种类", "交易货币", "币别", "货币", "CURRENCY"],
    }
}

/// What banks call the number of a line, the surest first.
const REFERENCES: [&str; 13] = [
    "银行流水号",
    "交易流水号",
    "核心流水号",
    "账务流水号",
    "微信订单号",
    "资金流水单号",
    "流水号",
    "回单编号",
    "交易参考号",
    "业务参考号",
    "交易序号",
    "业务编号",
    "流水",
];
/// Numbers of paper vouchers are empty or «0» at many banks.
const VOUCHERS: [&str; 2] = ["凭证号码", "凭证号"];

/// Whether a column may be a part by what its header says besides.
fn may_be(part: Part, title: &str) -> bool {
    let says = |words: &[&str]| words.iter().any(|word| title.contains(word));
    match part {
        Part::Balance => !says(&["期初", "上期", "可用", "昨日"]),
        Part::Direction => !says(&["金额", "余额"]),
        _ if says(&["余额", "本方", "收款人", "收款户名", "收款账号"]) => false,
        // BOC's 付款人开户行名称 holds the name of a company now and then, but never the payer's
        Part::Payer | Part::PayerAccount => !says(&["行名", "行号", "银行", "开户", "机构", "网点", "支行", "类型"]),
        Part::BankRef => !says(&["种类", "类型", "行号"]),
        _ => true,
    }
}

/// A header without blanks, units and what stands in brackets in English; full-width signs as narrow ones.
pub(super) fn bare(title: &str) -> String {
    let text = folded(title);
    let text = text.split('[').next().filter(|text| !text.is_empty()).unwrap_or(&text);
    ["(元)", "(+元)", "(-元)", "(人民币)"].iter().fold(text.to_owned(), |text, unit| text.replace(unit, ""))
}

/// The headers of a row by column. Under a merged cell the row above helps out: headers of two rows are common.
pub fn titles(grid: &Grid, place: usize) -> Vec<(u32, String)> {
    let Some(row) = grid.rows.get(place) else { return Vec::new() };
    let above: Option<&GridRow> =
        place.checked_sub(1).and_then(|above| grid.rows.get(above)).filter(|above| row.is_merged || above.is_merged);
    let mut titles: Vec<(u32, String)> = row.cells.iter().map(|(column, text)| (*column, bare(text))).collect();
    if let Some(above) = above {
        let missing = above.cells.iter().filter(|(column, _)| !row.cells.contains_key(column));
        titles.extend(missing.map(|(column, text)| (*column, bare(text))));
        titles.order_by_key(|(column, _)| *column);
    }
    titles
}

fn from_titles(titles: &[(u32, String)], first_row: u32) -> Mapping {
    let mut mapping = Mapping { first_row, ..Mapping::default() };
    let mut taken: Vec<u32> = Vec::new();
    for exact in [true, false] {
        // what the reference is, the values say
        for part in PARTS.into_iter().filter(|part| *part != Part::BankRef) {
            if mapping.column(part).is_some() {
                continue;
            }
            let fits = |title: &str, word: &str| if exact { title == word } else { title.contains(word) };
            let found = words(part).iter().find_map(|word| {
                titles
                    .iter()
                    .find(|(column, title)| !taken.contains(column) && may_be(part, title) && fits(title, word))
                    .map(|(column, _)| *column)
            });
            if let Some(column) = found {
                mapping.set(part, Some(column));
                taken.push(column);
            }
        }
    }
    if mapping.inflow.is_some() {
        mapping.amount = None;
        mapping.direction = None;
    } else {
        mapping.outflow = None;
    }
    mapping
}

/// Columns that may hold the reference by their headers, the surest first.
pub(super) fn references(titles: &[(u32, String)], mapping: &Mapping) -> Vec<u32> {
    let others: Vec<u32> =
        PARTS.iter().filter(|part| **part != Part::BankRef).filter_map(|part| mapping.column(*part)).collect();
    let mut found: Vec<u32> = Vec::new();
    for exact in [true, false] {
        for word in REFERENCES {
            let fits = |title: &str| if exact { title == word } else { title.contains(word) };
            let named = titles.iter().filter(|(_, title)| may_be(Part::BankRef, title) && fits(title));
            found.extend(named.map(|(column, _)| *column));
        }
    }
    let vouchers = titles.iter().filter(|(_, title)| VOUCHERS.iter().any(|word| title.contains(word)));
    found.extend(vouchers.map(|(column, _)| *column));
    let mut unique: Vec<u32> = Vec::new();
    found.retain(|column| {
        let fresh = !others.contains(column) && !unique.contains(column);
        unique.push(*column);
        fresh
    });
    found
}

/// The headers of the lines.
pub(super) fn header_of(grid: &Grid, mapping: &Mapping) -> Vec<(u32, String)> {
    let header = grid.rows.iter().rposition(|row| row.number < mapping.first_row);
    header.map(|place| titles(grid, place)).unwrap_or_default()
}

/// The column of currencies, whether it was named or not: what is no yuan never counts as yuan.
pub(super) fn currency_column(header: &[(u32, String)], mapping: &Mapping) -> Option<u32> {
    let says = |title: &str| words(Part::Currency).iter().any(|word| title.contains(word));
    mapping.currency.or_else(|| header.iter().find(|(_, title)| says(title)).map(|(column, _)| *column))
}

/// What is said of the currency above the header: a cell that is called so, and the one after it or the rest of it.
pub(super) fn currency_above(grid: &Grid, mapping: &Mapping) -> Option<String> {
    let header = grid.rows.iter().rposition(|row| row.number < mapping.first_row)?;
    let mut texts =
        grid.rows.iter().take(header).flat_map(|row| row.cells.values()).map(|text| folded(text)).peekable();
    while let Some(text) = texts.next() {
        let (name, rest) = text.split_once(':').unwrap_or((&text, ""));
        if words(Part::Currency).contains(&name) {
            return if rest.is_empty() { texts.peek().cloned() } else { Some(rest.to_owned()) };
        }
    }
    None
}

fn parts_of(mapping: &Mapping) -> usize {
    PARTS.iter().filter(|part| mapping.column(**part).is_some()).count()
}

/// The number of the row after a header.
fn after(grid: &Grid, place: usize) -> u32 {
    let header = grid.rows.get(place).map_or(0, |row| row.number);
    grid.rows.get(place + 1).map_or(header + 1, |row| row.number)
}

/// What the header words say: the row that names most parts is the header.
pub fn guess(grid: &Grid) -> Mapping {
    let mut best = Mapping { first_row: after(grid, 0), ..Mapping::default() };
    for place in 0..grid.rows.len().min(HEADER_WITHIN) {
        let mapping = from_titles(&titles(grid, place), after(grid, place));
        if mapping.lacks().is_empty() && parts_of(&mapping) > parts_of(&best) {
            best = mapping;
        }
    }
    lines::by_values(grid, best)
}

/// The columns of last time, when this workbook has all of their headers.
pub fn recall(grid: &Grid, known: &BankMapping) -> Option<Mapping> {
    (0..grid.rows.len().min(HEADER_WITHIN)).find_map(|place| {
        let titles = titles(grid, place);
        let mut mapping = Mapping { first_row: after(grid, place), ..Mapping::default() };
        for remembered in &known.columns {
            // earlier versions kept full-width signs
            let wanted = bare(&remembered.title);
            let equal = |(_, title): &&(u32, String)| *title == wanted;
            let same_place = titles.iter().filter(equal).find(|(column, _)| *column == remembered.column);
            match same_place.or_else(|| titles.iter().find(equal)) {
                Some((column, _)) => mapping.set(remembered.part, Some(*column)),
                None if matches!(remembered.part, Part::Time | Part::Balance | Part::Currency) => {}
                None => return None,
            }
        }
        // books of before remember columns that were never looked into, and none of the newer parts
        let fresh = from_titles(&titles, mapping.first_row);
        for part in [Part::Time, Part::Balance, Part::Currency] {
            let others = PARTS.iter().filter_map(|other| mapping.column(*other));
            if let Some(column) = fresh.column(part).filter(|column| !others.clone().any(|other| other == *column)) {
                mapping.set(part, mapping.column(part).or(Some(column)));
            }
        }
        mapping.lacks().is_empty().then(|| lines::by_values(grid, mapping))
    })
}

/// What is to be remembered; nothing when the lines have no header.
pub fn remember(grid: &Grid, mapping: &Mapping) -> Vec<Remembered> {
    let titles = header_of(grid, mapping);
    let mut columns = Vec::new();
    for part in PARTS {
        let Some(column) = mapping.column(part) else { continue };
        let Some((_, title)) = titles.iter().find(|(known, _)| *known == column) else { return Vec::new() };
        columns.push(Remembered { part, title: title.clone(), column });
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(rows: &[&[&str]]) -> Grid {
        let row = |(number, cells): (u32, &&[&str])| GridRow {
            number,
            cells: (0..)
                .zip(cells.iter())
                .filter(|(_, text)| !text.is_empty())
                .map(|(c, t)| (c, (*t).to_owned()))
                .collect(),
            is_merged: false,
        };
        Grid { rows: (1..).zip(rows).map(row).collect() }
    }

    #[test]
    fn headers_of_three_banks_are_understood() {
        let in_and_out = grid(&[
            &["账户明细"],
            &["账号", "6222", "户名", "经营中心"],
            &["交易日期", "摘要", "借方发生额（元）", "贷方发生额（元）", "余额", "对方户名", "对方账号", "交易流水号"],
            &["20240902", "租金", "", "100", "100", "禾川", "6217", "R00001"],
        ]);
        let mapping = guess(&in_and_out);
        assert_eq!(
            (mapping.first_row, mapping.value_date, mapping.inflow, mapping.outflow),
            (4, Some(0), Some(3), Some(2))
        );
        assert_eq!(
            (mapping.payer, mapping.payer_account, mapping.bank_ref, mapping.remark),
            (Some(5), Some(6), Some(7), Some(1))
        );
        assert_eq!((mapping.amount, mapping.direction), (None, None));

        let flagged = grid(&[
            &["凭证号", "记账日期", "借贷标志", "交易金额", "账户余额", "付款人名称", "附言"],
            &["100001", "2024-09-02", "贷", "5", "5", "甲", "房租"],
        ]);
        let mapping = guess(&flagged);
        assert_eq!(
            (mapping.first_row, mapping.value_date, mapping.direction, mapping.amount),
            (2, Some(1), Some(2), Some(3))
        );
        assert_eq!((mapping.payer, mapping.bank_ref, mapping.remark), (Some(5), Some(0), Some(6)));

        let signed = grid(&[
            &["入账时间", "金额", "对方名称", "流水号", "用途"],
            &["2024/9/2 8:00", "3", "乙", "900001", "水费"],
        ]);
        let mapping = guess(&signed);
        assert_eq!(
            (mapping.value_date, mapping.amount, mapping.payer, mapping.bank_ref),
            (Some(0), Some(1), Some(2), Some(3))
        );

        let unknown = guess(&grid(&[&["A", "B"], &["1", "2"]]));
        assert_eq!(unknown.lacks(), "请指定到账日期所在的列");
        assert_eq!(unknown.first_row, 2);
    }

    #[test]
    fn headers_of_two_rows_help_each_other_out() {
        let mut two =
            grid(&[&["交易日期", "发生额", "", "对方户名"], &["", "收入", "支出", ""], &["20240902", "5", "", "甲"]]);
        two.rows[0].is_merged = true;
        let mapping = guess(&two);
        assert_eq!(
            (mapping.first_row, mapping.value_date, mapping.inflow, mapping.payer),
            (3, Some(0), Some(1), Some(3))
        );
    }

    #[test]
    fn what_is_remembered_is_found_by_its_headers_wherever_they_stand() {
        let first = grid(&[&["记账日", "户名", "户名", "进账"], &["20240902", "我", "他", "5"]]);
        let mapping =
            Mapping { first_row: 2, value_date: Some(0), payer: Some(2), amount: Some(3), ..Mapping::default() };
        let known = BankMapping { party_a_id: 1, tail: "0001".into(), columns: remember(&first, &mapping) };
        assert_eq!(recall(&first, &known), Some(mapping.clone()));
        let shifted = grid(&[&["流水"], &["序号", "记账日", "户名", "进账"], &["1", "20240903", "他", "6"]]);
        let found = recall(&shifted, &known).unwrap();
        assert_eq!((found.first_row, found.value_date, found.payer, found.amount), (3, Some(1), Some(2), Some(3)));
        assert_eq!(recall(&grid(&[&["记账日", "进账"], &["20240903", "6"]]), &known), None);
        assert_eq!(remember(&first, &Mapping { first_row: 1, ..mapping }), [], "no header, nothing to know it by");
    }
}
