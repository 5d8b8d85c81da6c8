//! What a sheet is to the rest of the program: columns with their cells, limits, tables that were read, and refusals.

use std::collections::{BTreeMap, HashMap};

use jiff::civil::Date;

use super::cell;
use gx_kernel::money::decimal;
use gx_kernel::text::joined_lines;

/// How an example row begins, in its first cell; [`read`] skips such rows.
pub const EXAMPLE: &str = "示例";

/// A column of a sheet about `T`.
pub struct Column<T> {
    /// The text in the first row, by which [`read`] finds the column again.
    pub header: &'static str,
    /// The width in characters.
    pub width: f64,
    /// What to fill in, shown as a note in templates; may be empty.
    pub note: &'static str,
    /// The cell of a row.
    pub value: fn(&T) -> Cell,
    /// The only values allowed, as a drop-down in templates; none for free text.
    pub choices: &'static [&'static str],
    /// Whether it only goes out: computed, so templates leave it away.
    pub derived: bool,
    /// Whether its amounts are added up below the rows: only in workbooks that nobody imports again.
    pub summed: bool,
    /// Whether a cell may hold several lines.
    pub has_lines: bool,
}

impl<T> Column<T> {
    /// A column of an export.
    pub const fn new(header: &'static str, width: f64, value: fn(&T) -> Cell) -> Self {
        Self { header, width, note: "", value, choices: &[], derived: false, summed: false, has_lines: false }
    }

    /// Adds what a template says beside the header.
    #[must_use]
    pub const fn note(self, note: &'static str) -> Self {
        Self { note, ..self }
    }

    /// Marks a column that only goes out.
    #[must_use]
    pub const fn derived(self) -> Self {
        Self { derived: true, ..self }
    }

    /// Marks a column of amounts whose sum stands below.
    #[must_use]
    pub const fn summed(self) -> Self {
        Self { summed: true, ..self }
    }

    /// Marks a column whose cells may hold several lines; of others the lines are joined.
    #[must_use]
    pub const fn lines(self) -> Self {
        Self { has_lines: true, ..self }
    }

    /// Adds the drop-down of a template.
    #[must_use]
    pub const fn choices(self, choices: &'static [&'static str]) -> Self {
        Self { choices, ..self }
    }
}

/// The content of one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Text, written as text even when it looks like a number or a formula.
    Text(String),
    /// A whole number, written as text when a spreadsheet would lose digits.
    Number(i64),
    /// Hundredths (fen, 0.01 ㎡), written as a number with two decimals.
    Decimal(i64),
    /// 1/10,000 (unit prices), written as a number with two to four decimals.
    Price(i64),
    /// A day, written as a date of the spreadsheet: it sorts, groups and prints as one, and reads back as `2024-01-31`.
    Date(Date),
    /// 10^-places, written as a number with as many decimals, at least two where there are any.
    Units(i64, u8),
    /// Millionths, written as a percentage.
    Percent(i64),
    Empty,
}

impl Cell {
    /// Whether a text that was read says the same.
    pub fn says(&self, text: &str) -> bool {
        let text = cell::trim(text);
        match self {
            Self::Text(own) => cell::trim(own) == text || joined_lines(own) == text,
            Self::Number(own) => decimal(text, 0) == Some(*own),
            Self::Date(own) => own.to_string() == text,
            Self::Decimal(own) => decimal(text, 2) == Some(*own),
            Self::Price(own) => decimal(text, 4) == Some(*own),
            Self::Units(own, places) => decimal(text, u32::from(*places)) == Some(*own),
            Self::Percent(own) => decimal(text.trim_end_matches('%'), 4) == Some(*own),
            Self::Empty => text.is_empty(),
        }
    }
}

/// What a file may contain at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Size of the file.
    pub bytes: u64,
    /// Rows that are not blank, without the header.
    pub rows: usize,
    /// Columns with content.
    pub columns: usize,
    /// Size of everything unpacked.
    pub unpacked: u64,
    /// How many times its packed size a part may unpack to (parts under 1 MB may always).
    pub ratio: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 20 << 20, rows: 50_000, columns: 200, unpacked: 200 << 20, ratio: 100 }
    }
}

/// A sheet as read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// The column names in the order of the sheet, trimmed, each once.
    pub headers: Vec<String>,
    /// The rows with content.
    pub rows: Vec<Row>,
}

/// A row as read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The number the spreadsheet program shows.
    pub number: u32,
    /// The cells with content, by column name, as they are shown; those refused are not among them.
    pub cells: HashMap<String, String>,
    /// The numbers of cells whose format shows zeros or words around them.
    pub numbers: HashMap<String, String>,
    /// Cells that are merged with one above: the row of that one.
    pub merged: HashMap<String, u32>,
    /// The cells whose content cannot be trusted.
    pub refused: Vec<Refused>,
}

impl Row {
    /// The text of a cell, empty when there is none.
    pub fn get(&self, header: &str) -> &str {
        self.cells.get(header).map_or("", String::as_str)
    }

    /// The number of a cell without what its format shows around it, else its text.
    pub fn number_of(&self, header: &str) -> &str {
        self.numbers.get(header).map_or_else(|| self.get(header), String::as_str)
    }

    /// Why cells were refused, as one sentence; `None` when all are good.
    pub fn problem(&self) -> Option<String> {
        let all: Vec<String> = self.refused.iter().map(|r| format!("「{}」{}", r.header, r.reason)).collect();
        (!all.is_empty()).then(|| all.join("；"))
    }
}

/// A sheet that follows no template, as it lies there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    /// The rows with content.
    pub rows: Vec<GridRow>,
}

/// A row of a [`Grid`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GridRow {
    /// The number the spreadsheet program shows.
    pub number: u32,
    /// The cells with content, by column from 0; what cannot be trusted stands as it was found.
    pub cells: BTreeMap<u32, String>,
    /// Whether a merged cell reaches into it.
    pub is_merged: bool,
}

impl GridRow {
    /// The text of a cell, empty when there is none.
    pub fn get(&self, column: u32) -> &str {
        self.cells.get(&column).map_or("", String::as_str)
    }
}

/// A cell that was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The column name.
    pub header: String,
    /// What stands in the cell.
    pub text: String,
    /// A Chinese sentence on what is wrong and what to do.
    pub reason: String,
}

/// Why a sheet could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum SheetError {
    /// The operating system refused.
    #[error("文件读写失败：{0}")]
    Io(#[from] std::io::Error),
    /// The file is larger than allowed (megabytes).
    #[error("文件超过 {0} MB，请拆分后分批导入")]
    TooLarge(u64),
    /// A binary workbook from before 1995.
    #[error("这是很旧的 Excel 文件，无法读取；请用 Excel 或 WPS 另存为 .xlsx 后再导入")]
    OldFormat,
    /// A workbook that asks for a password.
    #[error("文件设有打开密码，请取消密码并重新保存后再上传")]
    Encrypted,
    /// A sheet that is not there, or that cannot be read.
    #[error("没有第 {0} 个可读取的工作表")]
    NoSheet(usize),
    /// More columns than a register has.
    #[error("表格超过 {0} 列，请删除不需要的列，或拆分成几个工作表后再上传")]
    TooWide(usize),
    /// Another kind of workbook.
    #[error("不支持这种工作簿（.xlsb）；请另存为 .xlsx 后再导入")]
    OtherWorkbook,
    /// No workbook at all.
    #[error("无法识别的文件，支持 Excel（xlsx、xls）、WPS（et）、ods 和 CSV")]
    NotWorkbook,
    /// No table that anybody could read.
    #[error("无法识别的文件，支持 Excel（xlsx、xls）、ods、CSV 文本和网页表格")]
    Unknown,
    /// Bytes that are no text in any encoding that banks use.
    #[error("文字编码无法识别，请另存为 xlsx 或 UTF-8 编码的 CSV 后再导入")]
    Encoding,
    /// A quoted cell without end.
    #[error("CSV 文件的引号不成对，请用 Excel 或 WPS 打开并另存为 xlsx 后再导入")]
    Quotes,
    /// Markup without a table.
    #[error("网页文件中没有表格，请确认下载的是账户明细（登录失效时网银会给出登录页面）")]
    NoTable,
    /// It unpacks to more than allowed.
    #[error("文件解压后过大或压缩比异常，已拒绝读取；请删除多余内容后重新保存")]
    Bomb,
    /// More text than a reasonable table has.
    #[error("表格内容过多，请拆分后分批导入")]
    TooMuch,
    /// Too many rows.
    #[error("数据超过 {0} 行，请拆分后分批导入")]
    TooManyRows(usize),
    /// Too many columns.
    #[error("表格超过 {0} 列，请使用下载的模板填写")]
    TooManyColumns(usize),
    /// The inside is not as it should be.
    #[error("文件已损坏，无法读取；请用 Excel 或 WPS 打开并重新保存后再导入（{0}）")]
    Damaged(String),
    /// No row with content.
    #[error("表格是空的，第一行应为列名")]
    NoHeader,
    /// A column name twice.
    #[error("列名「{0}」重复，请删除其中一列")]
    DuplicateHeader(String),
    #[error("生成 Excel 文件失败：{0}")]
    Write(#[from] rust_xlsxwriter::XlsxError),
}
