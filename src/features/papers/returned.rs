//! 定稿核对: a text that comes back before it is signed, held against what the portal will bill by.
//!
//! The text is compared with the contract as it is now, not as it was when the paper was made: what counts is what is signed.

use std::collections::BTreeSet;

use gx_office::{Control, Fields, controls, expected};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::make::{opened, values_of};
use super::record::{Difference, Paper, ReturnState, Returned};
use super::show::{PaperCard, card};
use super::template::version;
use super::{RETURNED_FILES, source};
use crate::error::{AppError, Result};
use crate::features::system::file::ops::{Stored, prepare_read, record};
use crate::kernel::seal::Sealed;
use crate::kernel::sniff::display_name;
use crate::kernel::text::narrow;
use crate::op::{Op, View};
use crate::records::files as access;
use crate::records::{owned, personal};
use crate::route::{Data, UploadedFile};

/// A text that came back.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadReturned {
    /// The Word file (.docx) as it came back.
    pub file: UploadedFile,
    /// The paper 文书 that it is the text of, by number.
    pub paper_id: u64,
    /// The version of the record that was read.
    #[serde(default)]
    pub version: Option<u64>,
}

/// Fields of papers that say when and by whom they were made, or change by themselves: they are not compared.
const PASSING: [&str; 5] = ["文书编号", "制作日期", "制作人", "欠缴金额", "逾期金额"];

/// What a text says, read and stored.
pub struct Read {
    input: UploadReturned,
    found: Vec<Control>,
    /// The fields of the paper as it went out.
    sent: Vec<Control>,
    stored: Stored,
}

/// # Errors
/// A sentence for what is no document, or has none of the portal's fields.
pub fn prepare(view: &View, input: UploadReturned) -> Result<Read> {
    let bytes = std::fs::read(&input.file.path)
        .map_err(|error| AppError::refused("文件没有完整收到，请重新上传").because(error))?;
    let refused = |error: gx_office::OfficeError| AppError::refused(error.to_string()).at("file");
    let paper: Paper = owned::find(view, input.paper_id)?;
    let version = version(view, paper.template_id, paper.version_no)?;
    if version.excel {
        let why = format!("文书 {} 是 Excel 表格；正文核对只用于 Word 文书（.docx）", paper.paper_no);
        return Err(AppError::refused(why).at("file"));
    }
    let found = controls(&bytes).map_err(refused)?;
    let template = opened(view, paper.kind, &version)?;
    let sent = template.fill(&values_of(view, &paper)?).and_then(|bytes| controls(&bytes)).map_err(refused)?;
    if !found.iter().any(|control| sent.iter().any(|one| one.tag == control.tag)) {
        return Err(AppError::refused(format!(
            "文件中找不到文书 {} 的字段：可能已被全部删除，或是另一份文书；请在系统生成的 Word 上修改后上传",
            paper.paper_no
        ))
        .at("file"));
    }
    let stored = prepare_read(view, &input.file)?;
    Ok(Read { input, found, sent, stored })
}

/// POST /paper/paper/returned
///
/// # Errors
/// Changed by somebody else meanwhile.
pub fn take(op: &mut Op, read: Read) -> Result<Data<PaperCard>> {
    let Read { input, found, sent, stored } = read;
    let old: Paper = owned::find(&op.view(), input.paper_id)?;
    owned::check_version(&op.view(), &old, input.version)?;
    let now = match current(&op.view(), &old)? {
        Some(now) => now,
        None => values_of(&op.view(), &old)?,
    };
    let (same, different) = compare(&found, &sent, &now);
    let file_name = display_name(&input.file.name);
    let file = record(op, stored)?;
    access::attach(op, &[file.file_id], RETURNED_FILES.name, old.paper_id)?;
    let sealed = if different.is_empty() {
        Sealed::default()
    } else {
        let json = serde_json::to_string(&different).map_err(AppError::internal)?;
        personal::seal(op, &json)?
    };
    let returned = Returned {
        file_id: file.file_id,
        file_name,
        state: state_of(&different),
        same,
        differences: sealed,
        by: op.caller.name(),
        at: Some(op.now),
    };
    let paper = owned::update(op, &old, Paper { returned, ..old.clone() }, "上传定稿")?;
    Ok(Data(card(&op.view(), &paper)?))
}

fn state_of(different: &[Difference]) -> ReturnState {
    match (different.is_empty(), different.iter().any(|one| one.said.is_some())) {
        (true, _) => ReturnState::Same,
        (false, true) => ReturnState::Different,
        (false, false) => ReturnState::Unclear,
    }
}

/// The values as they are now; none where the thing itself can be read no more.
fn current(view: &View, paper: &Paper) -> Result<Option<Fields>> {
    // bills are paid while a notice is under way: what it said then is what counts
    if paper.kind.subject() == super::kind::PaperSubject::Bills {
        return Ok(None);
    }
    match source::sheets(view, paper.kind, &source::Wanted { ids: vec![paper.subject_id], ..Default::default() }) {
        Ok(sheets) => Ok(sheets.into_iter().next().map(|sheet| sheet.values)),
        Err(fault) if fault.kind == crate::error::Kind::Refused => Ok(None),
        Err(fault) => Err(fault),
    }
}

/// How many fields say the same, and those that don't: what the text says otherwise, and what is missing in it.
fn compare(found: &[Control], sent: &[Control], now: &Fields) -> (usize, Vec<Difference>) {
    let (mut same, mut differences, mut seen) = (0, Vec::new(), BTreeSet::new());
    for control in sent.iter().filter(|control| !PASSING.contains(&field_of(&control.tag))) {
        // a field that stands in several places is looked at in all of them at once
        if !seen.insert(control.tag.as_str()) {
            continue;
        }
        // a row that the list no longer has: the text should not have it either
        let wanted = expected(&control.tag, now).unwrap_or_default();
        let difference = |said| Difference { field: called(&control.tag), said, expected: wanted.clone() };
        let mut is_there = false;
        for text in found.iter().filter(|one| one.tag == control.tag).map(|one| one.text.as_str()) {
            is_there = true;
            if plain(text) == plain(&wanted) {
                same += 1;
            } else if !differences.contains(&difference(Some(text.trim().to_owned()))) {
                differences.push(difference(Some(text.trim().to_owned())));
            }
        }
        if !is_there {
            differences.push(difference(None));
        }
    }
    (same, differences)
}

/// The field of a tag, without list and format.
fn field_of(tag: &str) -> &str {
    let path = tag.split('|').next().unwrap_or(tag);
    path.rsplit('.').next().unwrap_or(path)
}

/// A tag as people say it: `房间[2].计租面积` is «房间第2行 计租面积».
fn called(tag: &str) -> String {
    let path = tag.split('|').next().unwrap_or(tag);
    path.replace("].", "行 ").replace('[', "第")
}

/// What of a text counts: signs of either width and spaces make no difference.
fn plain(text: &str) -> String {
    text.chars().map(narrow).filter(|c| !c.is_whitespace() && *c != ',').collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gx_office::Value;

    fn control(tag: &str, text: &str) -> Control {
        Control { tag: tag.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn what_counts_is_compared_and_said_as_people_say_it() {
        let row = Fields::from([("计租面积".to_owned(), Value::Number("268.45".into()))]);
        let now = Fields::from([
            ("租金".to_owned(), Value::Money(1_555_000)),
            ("乙方名称".to_owned(), Value::Text("云川瑞泰（集团）有限公司".into())),
            ("房间".to_owned(), Value::Rows(vec![row])),
            ("制作人".to_owned(), Value::Text("甲".into())),
        ]);
        let sent = [
            control("租金", "15,550.00"),
            control("租金|大写", "壹万伍仟伍佰伍拾元整"),
            control("乙方名称", "云川瑞泰（集团）有限公司"),
            control("乙方名称", "云川瑞泰（集团）有限公司"),
            control("房间[1].计租面积", "268.45"),
            control("制作人", "甲"),
        ];
        assert_eq!(compare(&sent, &sent, &now), (5, Vec::new()));
        let back = [
            control("租金", "15,000.00"),
            control("乙方名称", " 云川瑞泰(集团)有限公司"),
            control("乙方名称", "云川瑞泰有限公司"),
            control("房间[1].计租面积", "２６８.45"),
            control("制作人", "乙"),
        ];
        let (same, differences) = compare(&back, &sent, &now);
        assert_eq!(same, 2);
        let told: Vec<(&str, Option<&str>, &str)> =
            differences.iter().map(|one| (one.field.as_str(), one.said.as_deref(), one.expected.as_str())).collect();
        let wanted = [
            ("租金", Some("15,000.00"), "15,550.00"),
            ("租金", None, "壹万伍仟伍佰伍拾元整"),
            ("乙方名称", Some("云川瑞泰有限公司"), "云川瑞泰（集团）有限公司"),
        ];
        assert_eq!(told, wanted);
        assert_eq!(state_of(&differences), ReturnState::Different);
        assert_eq!(state_of(&differences[1..2]), ReturnState::Unclear);
        assert_eq!(called("房间[2].计租面积|大写"), "房间第2行 计租面积");
    }
}
