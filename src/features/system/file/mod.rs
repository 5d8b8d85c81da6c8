//! Uploaded files: storing, showing, sending (contract 2.7, 2.8).
//!
//! Invariants: the content is durable before the record that names it; type and ending come from the
//! list in `kernel::sniff` and agree with the bytes; a file that one may not see answers with the
//! sentence of a missing one; only pictures that we decoded ourselves are sent to be shown.
//!
//! Deliberately absent: changing a file (a new one is uploaded), folders, sharing by link.

pub mod ops;
pub mod picture;
pub mod send;
pub mod wire;

pub use crate::records::files::{attach, detach, files_of, set};

use crate::platform::settings::Setting;
#[cfg(feature = "testing")]
use crate::records::files::ReferenceKind;
use crate::route::{AuditAction, Method, Route, prepared, read, read_by, write};

/// MiB of one file.
pub const MAX_SIZE: Setting<u64> =
    Setting::number(19, "sys.file.maxSizeMb", 50, 1, 1024).called("文件上传-单个文件上限（MB）", "1 至 1024");

/// MiB of one picture.
pub const MAX_PICTURE: Setting<u64> = Setting::number(20, "sys.file.pictureMaxSizeMb", 20, 1, 1024)
    .called("文件上传-单张图片上限（MB）", "不超过单个文件上限");

/// Files that one person may send a day; 0 without limit.
pub const DAY_FILES: Setting<u64> = Setting::number(21, "sys.file.dayCount", 1000, 0, 1000000)
    .called("文件上传-每人每日文件数", "达到后当日不能再上传");

/// MiB that one person may send a day; 0 without limit.
pub const DAY_SIZE: Setting<u64> = Setting::number(22, "sys.file.daySizeMb", 5120, 0, 1048576)
    .called("文件上传-每人每日总量（MB）", "达到后当日不能再上传");

/// A kind of thing that exists in builds for tests only: seen by the person of its number.
#[cfg(feature = "testing")]
pub const TESTING_FILES: ReferenceKind = ReferenceKind {
    name: "testing",
    may_see: |view, file| Ok(file.reference.as_ref().is_some_and(|to| to.id == view.caller.user_id())),
};

const TITLE: &str = "文件管理";
/// Largest file that any setting allows.
const MOST: u64 = 1 << 30;
/// Most files of one upload (specification, section 5).
const MOST_FILES: usize = 100;

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    vec![
        prepared(Method::Post, "/common/upload2Minio", ops::prepare, ops::keep)
            .upload("file", MOST)
            .sized_by(&MAX_SIZE)
            .with_preview()
            .signed_in()
            .audit(TITLE, AuditAction::Insert)
            .titled("上传一个文件（答复文件信息）"),
        prepared(Method::Post, "/common/upload", ops::prepare, ops::keep_plain)
            .upload("file", MOST)
            .sized_by(&MAX_SIZE)
            .signed_in()
            .audit(TITLE, AuditAction::Insert)
            .titled("上传一个文件"),
        prepared(Method::Post, "/common/uploads", ops::prepare_several, ops::keep_several)
            .upload("files", MOST)
            .sized_by(&MAX_SIZE)
            .several(MOST_FILES)
            .signed_in()
            .audit(TITLE, AuditAction::Insert)
            .titled("上传多个文件"),
        read("/system/fileInfo/list", ops::list_none).signed_in().titled("附件信息（无编号）"),
        read("/system/fileInfo/list/{ids}", ops::list).signed_in().titled("附件信息"),
        read("/common/download/{id}", send::download).by_cookie().by_ticket().signed_in().titled("下载附件"),
        read_by(Method::Post, "/common/download/{id}/ticket", send::ticket).signed_in().titled("附件的一次性下载凭证"),
        read("/common/thumbnail/{id}", send::thumbnail).by_cookie().signed_in().titled("附件缩略图"),
        write(Method::Delete, "/common/file/{id}", ops::remove).signed_in().audit(TITLE, AuditAction::Delete),
    ]
}
