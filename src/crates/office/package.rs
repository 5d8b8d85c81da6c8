//! The zip that a file of an office is: unpacked within limits, packed again.
//!
//! Invariants: sizes are counted by unpacking, never believed from the archive's own directory. Parts that don't change are
//! copied as they are packed; changed parts of a single document are stored unpacked, so that no version of a compressor
//! decides about its bytes.

use std::collections::BTreeMap;
use std::io::{Cursor, Read, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

/// The largest file that is taken, in bytes.
pub const MOST_BYTES: usize = 10 << 20;

/// What all parts unpack to, at most.
const MOST_UNPACKED: u64 = 120 << 20;

/// A part of text (XML) unpacks to this, at most: it is held in memory as a tree.
const MOST_XML: u64 = 24 << 20;

/// More parts than this has no honest document.
const MOST_PARTS: usize = 2_000;

/// A part that unpacks to more than this many times its size, and to more than a megabyte, is no document.
const RATIO: u64 = 200;

/// First bytes of files of Office before 2007, and of those with a password since.
const COMPOUND: [u8; 8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1];

/// Why a file is not taken or not made; prints a sentence for the person at the screen.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OfficeError {
    #[error("文件超过 {} MB，请压缩其中的图片后重新上传", MOST_BYTES >> 20)]
    TooLarge,
    #[error("文件设有密码，或是旧版 .doc、.xls 格式；请去掉密码，另存为 .docx 或 .xlsx 后重新上传")]
    OldOrEncrypted,
    #[error("文件含有宏，不能作为模板；请另存为不含宏的 .docx 或 .xlsx 后重新上传")]
    Macros,
    #[error("不是 Word 文档（.docx）或 Excel 工作簿（.xlsx）；请用 Office 或 WPS 另存后重新上传")]
    NotDocument,
    #[error("文件解压后过大或结构异常，已拒绝读取")]
    Bomb,
    #[error("文件已损坏，无法读取：{0}")]
    Damaged(String),
    /// With the library's words, which are English and not shown.
    #[error("文件已损坏，无法读取；请用 Office 或 WPS 打开，另存后重新上传")]
    Unreadable(String),
    #[error("“{{{{{0}}}}}”没有写结束标记“{{{{/{0}}}}}”，或开始与结束不在同一段落、单元格、表格行或正文层次中")]
    Unclosed(String),
    #[error("“{{{{/{0}}}}}”没有对应的开始标记“{{{{#{0}}}}}”")]
    Unopened(String),
    #[error("模板使用了字段“{0}”，但系统中已没有这个字段；请修改模板后重新上传")]
    NoField(String),
    #[error("“{0}”的页眉或页脚中有字段，多份不能合并在一个文件里，请逐份生成")]
    HeaderInBatch(String),
    #[error("这是 Excel 工作簿；正文核对只用于 Word 文书（.docx）")]
    NotText,
    #[error("工作表“{sheet}”{why}")]
    Sheet { sheet: String, why: String },
    #[error("填写后有一个单元格超过 32,767 字，Excel 无法打开；请改用 Word 模板，或减少写在一个单元格中的内容")]
    LongCell,
    #[error("文本框、批注或图表中有字段；系统只填写单元格，请把字段移到单元格中后重新上传")]
    TextOverCells,
    #[error("模板的工作表过大，请删除空白行、列的格式后重新上传")]
    LargeSheets,
}

impl OfficeError {
    pub(crate) fn sheet(sheet: &str, why: impl Into<String>) -> Self {
        Self::Sheet { sheet: sheet.to_owned(), why: why.into() }
    }

    pub(crate) fn damaged(error: impl std::fmt::Display) -> Self {
        Self::Unreadable(error.to_string())
    }
}

/// What a file is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Medium {
    Word,
    Excel,
}

/// A file: its parts as they are packed, and those that are text.
#[derive(Clone)]
pub struct Package {
    bytes: Vec<u8>,
    pub medium: Medium,
    /// Name of the main part, as `word/document.xml`.
    pub document: String,
    /// The XML parts, by name.
    pub texts: BTreeMap<String, String>,
}

impl std::fmt::Debug for Package {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Package").field("bytes", &self.bytes.len()).field("document", &self.document).finish()
    }
}

impl Package {
    /// Unpacks a file within the limits.
    pub fn read(bytes: &[u8]) -> Result<Self, OfficeError> {
        if bytes.len() > MOST_BYTES {
            return Err(OfficeError::TooLarge);
        }
        if bytes.starts_with(&COMPOUND) {
            return Err(OfficeError::OldOrEncrypted);
        }
        if !bytes.starts_with(b"PK") {
            return Err(OfficeError::NotDocument);
        }
        let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(OfficeError::damaged)?;
        if archive.len() > MOST_PARTS {
            return Err(OfficeError::Bomb);
        }
        let (mut left, mut texts) = (MOST_UNPACKED, BTreeMap::new());
        for part in 0..archive.len() {
            let Some((name, text, size)) = unpack(&mut archive, part, left)? else { continue };
            left -= size;
            if texts.insert(name, text).is_some() {
                return Err(OfficeError::Bomb);
            }
        }
        let (document, medium) = main_part(&texts)?;
        Ok(Self { bytes: bytes.to_vec(), medium, document, texts })
    }

    /// The file with some of its text parts in other words; one in no words at all is left out. `small` packs what changed.
    pub fn with(&self, changed: &BTreeMap<String, String>, small: bool) -> Result<Vec<u8>, OfficeError> {
        let mut archive = ZipArchive::new(Cursor::new(self.bytes.as_slice())).map_err(OfficeError::damaged)?;
        let mut made = ZipWriter::new(Cursor::new(Vec::new()));
        let method = if small { CompressionMethod::Deflated } else { CompressionMethod::Stored };
        // the moment of a document is in its number and its record; a file that is made again has the same bytes
        let options = SimpleFileOptions::default().compression_method(method).last_modified_time(DateTime::default());
        for part in 0..archive.len() {
            let entry = archive.by_index(part).map_err(OfficeError::damaged)?;
            let name = entry.name().map_err(OfficeError::damaged)?.into_owned();
            match changed.get(&name) {
                Some(text) if text.is_empty() => {}
                Some(text) => {
                    drop(entry);
                    made.start_file(name, options).map_err(OfficeError::damaged)?;
                    made.write_all(text.as_bytes()).map_err(OfficeError::damaged)?;
                }
                None => made.raw_copy_file(entry).map_err(OfficeError::damaged)?,
            }
        }
        Ok(made.finish().map_err(OfficeError::damaged)?.into_inner())
    }
}

/// Unpacks one part and counts it; the text of one that is read.
fn unpack(
    archive: &mut ZipArchive<Cursor<&[u8]>>,
    part: usize,
    left: u64,
) -> Result<Option<(String, String, u64)>, OfficeError> {
    let entry = archive.by_index(part).map_err(OfficeError::damaged)?;
    if entry.encrypted() {
        return Err(OfficeError::OldOrEncrypted);
    }
    let name = entry.name().map_err(OfficeError::damaged)?.into_owned();
    let lower = name.to_ascii_lowercase();
    if lower.ends_with("vbaproject.bin") {
        return Err(OfficeError::Macros);
    }
    let is_text = lower.ends_with(".xml") || lower.ends_with(".rels");
    let by_ratio = entry.compressed_size().saturating_mul(RATIO).max(1 << 20);
    let most = if is_text { left.min(MOST_XML) } else { left }.min(by_ratio);
    let mut limited = entry.take(most + 1);
    let mut bytes = Vec::new();
    let size = if is_text {
        limited.read_to_end(&mut bytes).map_err(OfficeError::damaged)? as u64
    } else {
        std::io::copy(&mut limited, &mut std::io::sink()).map_err(OfficeError::damaged)?
    };
    if size > most {
        return Err(OfficeError::Bomb);
    }
    let text = String::from_utf8(bytes).map_err(|_| OfficeError::Damaged(format!("{name} 不是 UTF-8 文本")))?;
    Ok(Some((name, text, size)))
}

/// The part that the package calls its document, and of what it is; refuses what is none.
fn main_part(texts: &BTreeMap<String, String>) -> Result<(String, Medium), OfficeError> {
    let types = texts.get("[Content_Types].xml").ok_or(OfficeError::NotDocument)?;
    if types.contains("macroEnabled") {
        return Err(OfficeError::Macros);
    }
    let relations = texts.get("_rels/.rels").ok_or(OfficeError::NotDocument)?;
    let target = relations
        .split('<')
        .filter(|tag| tag.contains("/relationships/officeDocument\"") || tag.contains("/relationships/officeDocument'"))
        .find_map(|tag| crate::tree::attribute(tag, "Target"))
        .ok_or(OfficeError::NotDocument)?;
    let name = target.trim_start_matches('/').to_owned();
    match texts.get(&name) {
        Some(text) if text.contains("<w:document") => Ok((name, Medium::Word)),
        Some(text) if text.contains("<workbook") => Ok((name, Medium::Excel)),
        _ => Err(OfficeError::NotDocument),
    }
}
