//! Uploaded workbooks: kept for who uploaded them, understood as often as he corrects something, and proposed as a register.
//!
//! Invariants: a workbook is seen by its uploader alone until a register begins from it; nothing is stored of what was
//! understood, every answer is made from the file; what no register uses goes after a week.

mod computed;
pub mod load;
pub mod merged;
pub mod ops;
mod pictures;
pub mod proposal;
pub mod reading;
pub mod understood;
pub mod wire;

use crate::features::system::file;
use crate::op::View;
use crate::platform::files::FileInfo;
use crate::records::files::ReferenceKind;
use crate::route::{AuditAction, Method, Route, prepared, read, read_by, write};
use crate::store::{Reads, id};

use super::record::{RegBook, Register};

/// Largest workbook in bytes.
const LARGEST: u64 = 20 << 20;

/// Right to upload workbooks.
pub const IMPORT: &str = "tool:gen:import";

/// Right to publish registers and to load their first rows.
pub const PUBLISH: &str = "tool:gen:publish";

const TITLE: &str = "登记表设计";

/// The workbook itself: seen by who uploaded it, and, once a register has begun from it, by who may see everything there.
pub const FILES: ReferenceKind = ReferenceKind { name: "register-book", may_see: may_see_file };

fn may_see_file(view: &View<'_>, file: &FileInfo) -> crate::error::Result<bool> {
    let Some(to) = &file.reference else { return Ok(false) };
    let Some(book) = view.tx.get::<RegBook>(&id(to.id))? else { return Ok(false) };
    if book.user_id != 0 && book.user_id == view.caller.user_id() {
        return Ok(true);
    }
    let register: Option<Register> = view.tx.get(&id(book.register_id))?;
    Ok(register.is_some_and(|register| {
        let holds = |act: &str| view.caller.rights.holds(&format!("reg:{}:{act}", register.code));
        holds("list") && holds("pii") && view.caller.rights.scope(Some(&format!("reg:{}:list", register.code))).all
    }))
}

/// Rows of the route table.
pub(super) fn routes() -> Vec<Route> {
    vec![
        prepared(Method::Post, "/reg/design/book", ops::prepare, ops::keep)
            .upload("file", LARGEST)
            .perm(IMPORT)
            .audit(TITLE, AuditAction::Insert)
            .titled("上传台账工作簿"),
        read("/reg/design/book", ops::list).perm(IMPORT).titled("上传的台账工作簿"),
        read("/reg/design/book/{id}", ops::show).perm(IMPORT).titled("台账工作簿详情"),
        write(Method::Put, "/reg/design/book/{id}/wizard", ops::keep_wizard)
            .perm(IMPORT)
            .audit(TITLE, AuditAction::Update)
            .titled("保存建表向导的进度"),
        write(Method::Delete, "/reg/design/book/{ids}", ops::remove)
            .perm(IMPORT)
            .audit(TITLE, AuditAction::Delete)
            .titled("删除台账工作簿"),
        read_by(Method::Post, "/reg/design/book/{id}/guess", proposal::guess)
            .optimistic()
            .perm(IMPORT)
            .titled("识别台账工作簿的结构"),
        prepared(Method::Put, "/reg/design/{id}/load", load::prepare, load::load)
            .perm(PUBLISH)
            .audit(TITLE, AuditAction::Import)
            .titled("从归档包导入登记表数据"),
    ]
}

/// Reads the path of a book's workbook.
///
/// # Errors
/// A sentence when the file is gone.
pub fn path_of(view: &View, book: &RegBook) -> crate::error::Result<std::path::PathBuf> {
    let file = file::ops::visible(view, book.file_id)
        .map_err(|_| crate::error::AppError::refused("工作簿文件已被清理，请重新上传"))?;
    view.app.blobs.path(&file.blob).map_err(crate::error::AppError::internal)
}
