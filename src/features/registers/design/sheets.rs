//! The family's «import table»: sheets of the caller's own uploads as tables, and drafts made of them as they are understood.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::error::{AppError, Result};
use crate::kernel::page::{Page, Paging};
use crate::op::{Op, View};
use crate::route::Done;

use super::super::workbooks::ops::{find, sheet_of, unused_sheets};
use super::super::workbooks::proposal;
use super::super::workbooks::wire::GuessInput;
use super::drafts::{self, DesignInput};

/// A sheet that could become a register, as the family's generator shows a table.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GenSheet {
    /// `wb_<book>_<sheet>`
    pub table_name: String,
    /// `文件 / 工作表`
    pub table_comment: String,
    /// When it was uploaded.
    pub create_time: String,
    /// The same.
    pub update_time: String,
}

/// Filters of the list of sheets.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ListSheets {
    /// Part of the name.
    pub table_name: Option<String>,
    /// Part of file and sheet.
    pub table_comment: Option<String>,
    /// Page.
    #[serde(flatten)]
    pub paging: Paging,
}

/// GET /tool/gen/db/list
///
/// # Errors
/// A store that can't be read.
pub fn list(view: &View, query: ListSheets) -> Result<Page<GenSheet>> {
    use crate::kernel::text::like_filter;
    let mut sheets = unused_sheets(view)?;
    sheets.retain(|sheet| {
        like_filter(&sheet.table_name, query.table_name.as_deref())
            && like_filter(&sheet.table_comment, query.table_comment.as_deref())
    });
    let total = sheets.len() as u64;
    let skip = usize::try_from(query.paging.offset(total)).unwrap_or(usize::MAX);
    let take = usize::try_from(query.paging.size()).unwrap_or(usize::MAX);
    let row = |sheet: super::super::workbooks::ops::UnusedSheet| GenSheet {
        table_name: sheet.table_name,
        table_comment: sheet.table_comment,
        create_time: sheet.at.to_text(),
        update_time: sheet.at.to_text(),
    };
    Ok(Page { rows: sheets.into_iter().skip(skip).take(take).map(row).collect(), total })
}

/// Names of sheets, with commas between.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct SheetNames {
    /// `wb_3_1,wb_3_2`
    pub tables: String,
}

/// Understands the sheets outside of the transaction.
///
/// # Errors
/// A sentence for a name that is no sheet of the caller's, or a sheet that holds no table.
pub fn prepare(view: &View, input: SheetNames) -> Result<Vec<DesignInput>> {
    let mut drafts = Vec::new();
    for name in input.tables.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        let other = || AppError::refused("只能从已上传的工作簿新建登记表，请在“登记表管理”中上传");
        let (book_id, sheet) = sheet_of(name).ok_or_else(other)?;
        find(view, book_id).map_err(|_| other())?;
        let mut asked = GuessInput { id: book_id, ..GuessInput::default() };
        asked.reading.sheets = vec![sheet];
        let guess = proposal::guess(view, asked)?.0;
        if let Some(doubt) = guess.doubts.first() {
            return Err(AppError::refused(format!("{doubt}；请改用“从工作簿新建”并选定金额单位")));
        }
        let definition = guess.definition;
        drafts.push(DesignInput {
            book_id: Some(book_id),
            sheets: vec![sheet],
            definition: Some(definition),
            ..DesignInput::default()
        });
    }
    if drafts.is_empty() {
        return Err(AppError::refused("请选择要导入的表"));
    }
    Ok(drafts)
}

/// POST /tool/gen/importTable: drafts of the sheets.
///
/// # Errors
/// What the draft of one of them is refused for.
pub fn import(op: &mut Op, inputs: Vec<DesignInput>) -> Result<Done> {
    inputs.into_iter().try_for_each(|input| drafts::create(op, input).map(drop))?;
    Ok(Done)
}
