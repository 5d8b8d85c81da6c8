//! Shapes of the take-over as the page sees them.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::field::TakeoverField;
use super::record::{TakeoverReading, TakeoverState, TakeoverSums};
use crate::features::registers::infer::{LeftOut, TotalCheck};
use crate::kernel::area::Area;
use crate::kernel::dates::DateText;
use crate::kernel::enumeration::worded;
use crate::records::owned::OwnedOut;
use crate::route::UploadedFile;

/// A ledger to take over.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadLedger {
    /// The ledger as the unit keeps it: xlsx, xls, ods or csv.
    pub file: UploadedFile,
    /// The party A 甲方 whose ledger it is, by number.
    pub party_a_id: u64,
    /// First day of its books; absent: that of the party A, else that of all.
    #[serde(default)]
    #[schemars(with = "Option<DateText>", title = "账务启用日")]
    pub books_from: Option<Date>,
}

/// A batch in lists.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TakeoverOut {
    /// Number of the batch, by which other records name it.
    pub batch_id: u64,
    /// `SX-202611-000001`
    pub batch_no: String,
    /// The party A 甲方, by number.
    pub party_a_id: u64,
    /// Name of the party A.
    pub party_a_name: String,
    /// First day of its books 账务启用日.
    #[schemars(with = "DateText")]
    pub books_from: Date,
    /// The workbook, by number.
    pub file_id: u64,
    /// Name of the workbook.
    pub file_name: String,
    /// State that it is in now.
    pub state: TakeoverState,
    /// What was submitted and received; absent before that.
    pub sums: Option<TakeoverSums>,
    /// Contracts of it that have no scan yet; absent in lists, and before it was received.
    pub without_scan: Option<usize>,
    /// Real name of who decided; empty before that.
    pub decided_by: String,
    /// What was said last: why it came back or was withdrawn.
    pub comment: String,
    /// When it was received, `yyyy-MM-dd HH:mm:ss`; empty before that.
    pub received_at: String,
    /// Whether the caller read, compared or submitted it and therefore does not decide.
    pub own_submission: bool,
    /// How the workbook is read; in lists as it was stored.
    pub reading: TakeoverReading,
    /// Lock, department, maker.
    #[serde(flatten)]
    pub owned: OwnedOut,
}

/// What people say about a batch before it is submitted.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TakeoverChange {
    /// Number of the batch that is meant.
    pub batch_id: u64,
    /// The version that was read.
    #[serde(default)]
    pub version: Option<u64>,
    /// First day of the unit's books.
    #[schemars(with = "DateText", title = "账务启用日")]
    pub books_from: Date,
    /// How the workbook is read.
    pub reading: TakeoverReading,
    /// Remark in free text; empty: none.
    #[serde(default)]
    pub remark: String,
}

/// A batch and why something is done to it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WhichTakeover {
    /// Number of the batch that is meant.
    pub id: u64,
    /// The version that was read.
    #[serde(default)]
    pub version: Option<u64>,
    /// Opinion or reason, for the record.
    #[serde(default)]
    pub comment: String,
}

/// A sheet of the workbook.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TakeoverSheet {
    /// Number of the sheet, from 1.
    pub no: usize,
    /// Name of the sheet.
    pub name: String,
    /// Why it can't be read; empty when it can.
    pub note: String,
}

worded! {
    /// Where the meaning of a column comes from.
    pub enum TakeoverOrigin {
        Said = "said" => "已指定",
        Remembered = "remembered" => "上次的对应",
        Header = "header" => "按列名",
        Nothing = "nothing" => "不接收",
    }
}

/// A column of the ledger.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TakeoverColumn {
    /// From 0.
    pub column: u32,
    /// As the spreadsheet calls it.
    pub letter: String,
    /// Its labels from top to bottom, joined by `-`.
    pub label: String,
    /// What it holds; absent: nothing that is needed.
    pub field: Option<TakeoverField>,
    /// Where that comes from.
    pub origin: TakeoverOrigin,
    /// The first values, as they stand there.
    pub samples: Vec<String>,
    /// Why it is read so, as a sentence.
    pub evidence: String,
    /// Cells that can't be read as what the column holds.
    pub misfits: u32,
}

/// How bad a problem is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TakeoverLevel {
    /// The batch can't be submitted.
    Stop,
    /// Kept with the contract.
    Warn,
}

/// Something about a line.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TakeoverProblem {
    /// Its line in the sheet, from 1; 0: about the whole.
    pub row: u32,
    /// Whether it stops the batch.
    pub level: TakeoverLevel,
    /// The column that it is about; absent: the line.
    pub field: Option<TakeoverField>,
    /// What it is, as a sentence.
    pub text: String,
}

/// A figure in the ledger and in what is taken over.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TakeoverSum {
    /// `leases`, `area`, `monthRent`, `arrears`, `notDue`, `credit` or `deposit`.
    pub what: &'static str,
    /// As people read it.
    pub label: &'static str,
    /// What the rows of the ledger add up to: a number, 1/100 ㎡ or fen; absent when no column says it.
    pub ledger: Option<i64>,
    /// What was computed, in the same unit.
    pub computed: i64,
}

/// A tenant in the ledger and in what is taken over 核对表.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TakeoverTenant {
    /// Name in the ledger.
    pub name: String,
    /// Lines, from 1.
    pub rows: Vec<u32>,
    /// Contracts.
    pub leases: u32,
    /// Rent of a month on the first day of the books, in whole fen.
    pub month_rent_fen: i64,
    /// Arrears in the ledger, in whole fen; absent when no column says it.
    pub ledger_fen: Option<i64>,
    /// Arrears that the plan comes to, due before the first day, in whole fen.
    pub arrears_fen: i64,
    /// Computed less ledger, in whole fen; 0 when no column says it.
    pub difference_fen: i64,
    /// Rent paid ahead, in whole fen.
    pub credit_fen: i64,
    /// Deposit held, in whole fen.
    pub deposit_fen: i64,
    /// Why it differs, as somebody wrote it.
    pub note: String,
}

/// A tenant of the register with nearly the same name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NearTenant {
    /// Number of the tenant 乙方.
    pub tenant_id: u64,
    /// Name of the tenant.
    pub tenant_name: String,
    /// Identity number, masked.
    pub id_no: String,
}

/// A tenant that the register doesn't know.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewTenant {
    /// Name in the ledger.
    pub name: String,
    /// Its first line, from 1.
    pub row: u32,
    /// Those of the register that may be the same.
    pub near: Vec<NearTenant>,
    /// Names in the ledger that may be the same.
    pub alike: Vec<String>,
    /// The one that it is, as somebody said; 0: none of them; absent: nobody said it yet.
    pub chosen: Option<u64>,
}

/// A room that the register doesn't know.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewRoom {
    /// Name of its asset 资产.
    pub asset: String,
    /// Name of its building 楼栋.
    pub building: String,
    /// Number on the door.
    pub room_no: String,
    /// 计租面积 in ㎡ with two decimals.
    pub area_m2: Area,
    /// Its line, from 1.
    pub row: u32,
}

/// An asset or a building that the register doesn't know, and one with nearly the same name.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewPlace {
    /// Name of the asset 资产.
    pub asset: String,
    /// Name of the building 楼栋; empty: the asset itself.
    pub building: String,
    /// Name of a known one that may be the same; empty: none.
    pub near: String,
}

/// What the register doesn't know yet and a yes would make.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TakeoverMasters {
    /// Tenants that would be made, at most 1,000.
    pub tenants: Vec<NewTenant>,
    /// How many tenants.
    pub tenant_count: usize,
    /// Assets and buildings that would be made, at most 1,000.
    pub places: Vec<NewPlace>,
    /// Rooms that would be made, at most 1,000.
    pub rooms: Vec<NewRoom>,
    /// How many rooms.
    pub room_count: usize,
}

/// A bill that was open when the books began.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpeningBill {
    /// What it is for, in Chinese.
    pub kind: &'static str,
    /// First day of its period.
    #[schemars(with = "DateText")]
    pub from: Date,
    /// Last day of its period.
    #[schemars(with = "DateText")]
    pub to: Date,
    /// When it was due 应缴日.
    #[schemars(with = "DateText")]
    pub due_date: Date,
    /// What is open of it, in whole fen.
    pub amount_fen: i64,
}

/// A contract that a yes would make.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TakeoverLease {
    /// Its first line, from 1.
    pub row: u32,
    /// Number of the paper contract, or empty.
    pub paper_no: String,
    /// Name of the tenant in the ledger.
    pub tenant: String,
    /// Its rooms, in words.
    pub rooms: String,
    /// First day 起租日.
    #[schemars(with = "DateText")]
    pub start_date: Date,
    /// Last day 到期日.
    #[schemars(with = "DateText")]
    pub end_date: Date,
    /// Rent of a month on the first day of the books, in whole fen.
    pub month_rent_fen: i64,
    /// Until when it was paid; absent: nothing of it.
    #[schemars(with = "Option<DateText>")]
    pub paid_until: Option<Date>,
    /// Bills that were open when the books began.
    pub openings: Vec<OpeningBill>,
    /// Rent paid ahead, in whole fen.
    pub credit_fen: i64,
    /// Deposit held, in whole fen.
    pub deposit_fen: i64,
    /// Arrears in the ledger, in whole fen; absent when no column says it.
    pub ledger_fen: Option<i64>,
}

/// In whose hands the planned periods are from one cycle before the first day of the books on: each in exactly one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TakeoverPeriods {
    /// Paid before the books began.
    pub paid_before: usize,
    /// Open when they began.
    pub opening: usize,
    /// Billed by the contract since; 0 before it was received.
    pub billed: usize,
    /// To be billed by the contract.
    pub to_come: usize,
    /// In nobody's hands.
    pub missing: usize,
    /// In more than one's.
    pub twice: usize,
}

/// A bank account of the unit.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TakeoverAccount {
    /// End of its number.
    pub tail: String,
    /// Name of the bank and its branch 开户行.
    pub bank: String,
    /// Balance on the eve of the first day, in whole fen; absent: nobody said it.
    pub balance_fen: Option<i64>,
}

/// What a ledger comes to 核对.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TakeoverCheck {
    /// The version of the batch that was read.
    pub version: u64,
    /// Sheets of the workbook.
    pub sheets: Vec<TakeoverSheet>,
    /// The sheet that was read, from 1.
    pub sheet: usize,
    /// The title above the table; empty: none.
    pub title: String,
    /// First and last row of the header, from 1; absent: there is none.
    pub header: Option<(u32, u32)>,
    /// Unit of amounts whose column names none; empty: yuan.
    pub unit: String,
    /// What about the unit a person has to say.
    pub doubts: Vec<String>,
    /// About the sheet as a whole.
    pub warnings: Vec<String>,
    /// Lines and columns that are no rows.
    pub left_out: Vec<LeftOut>,
    /// Lines of totals in the ledger beside what their rows add up to.
    pub totals: Vec<TotalCheck>,
    /// Bank accounts of the unit, whose statements go on from these balances.
    pub accounts: Vec<TakeoverAccount>,
    /// Columns of the ledger.
    pub columns: Vec<TakeoverColumn>,
    /// Fields that no column holds and that every contract needs, in words.
    pub lacks: Vec<String>,
    /// Rows of the ledger.
    pub rows: u32,
    /// Rows that belong to other units, by the unit's name.
    pub others: Vec<(String, u32)>,
    /// Figures of the ledger beside what is taken over.
    pub sums: Vec<TakeoverSum>,
    /// Tenant by tenant, those that differ first.
    pub tenants: Vec<TakeoverTenant>,
    /// What the register doesn't know yet.
    pub masters: TakeoverMasters,
    /// What is wrong, or should make one think: at most 1,000, stops first.
    pub problems: Vec<TakeoverProblem>,
    /// How many stops.
    pub stops: usize,
    /// How many warnings.
    pub warned: usize,
    /// Contracts, at most 1,000.
    pub leases: Vec<TakeoverLease>,
    /// In whose hands planned periods would be.
    pub periods: TakeoverPeriods,
    /// Whether it can be submitted.
    pub is_ready: bool,
}

/// A contract that was taken over.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TakenLease {
    /// Its line in the ledger, from 1.
    pub row: u32,
    /// Number of the lease 合同.
    pub lease_id: u64,
    /// `HT-202401-000001`
    pub lease_no: String,
    /// Number of the paper contract, or empty.
    pub paper_no: String,
    /// Name of the tenant.
    pub tenant_name: String,
    /// Name of its scan in the ledger, or empty.
    pub scan: String,
    /// How many files it has.
    pub files: usize,
    /// What was noticed and did not stop it.
    pub warnings: Vec<String>,
}

/// What a batch became.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TakeoverResult {
    /// Its contracts, in the order of the ledger.
    pub leases: Vec<TakenLease>,
    /// In whose hands planned periods are today.
    pub periods: TakeoverPeriods,
    /// Why it can't be taken back; empty: it can.
    pub holds: Vec<String>,
}

/// Scans of contracts in one archive.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadScans {
    /// A zip of pdf, jpg or png files.
    pub file: UploadedFile,
    /// Number of the batch that is meant.
    pub id: u64,
    /// Only tell what would happen.
    #[serde(default)]
    pub dry_run: bool,
}

/// A file of the archive.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScanFile {
    /// Its name in the archive.
    pub name: String,
    /// The contract that it is of; empty: none.
    pub lease_no: String,
    /// By what it was found: 扫描件文件名, 纸质合同编号 or 合同编号; empty: it was not.
    pub by: &'static str,
    /// Why it was not taken; empty: it was.
    pub reason: String,
}

/// What an archive of scans came to.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScansTaken {
    /// File by file, those that were not taken first.
    pub files: Vec<ScanFile>,
    /// How many were taken, or would be.
    pub taken: usize,
    /// How many were not.
    pub left: usize,
    /// Contracts of the batch that have no scan afterwards.
    pub without_scan: usize,
}
