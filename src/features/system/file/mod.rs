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
pub mod sweep;
pub mod wire;

pub use crate::records::files::{attach, detach, files_of, set};

use crate::route::{Deed, Method, Route, prepared, read, read_by, write};

const TITLE: &str = "文件管理";
/// Largest file that any setting allows.
const MOST: u64 = 1 << 30;
/// Most files of one upload (specification, section 5).
const MOST_FILES: usize = 100;
/// Setting and default (MB) for the largest file.
pub const MAX_SIZE: (&str, u64) = ("sys.file.maxSizeMb", 50);
/// Setting and default (MB) for the largest picture.
pub const MAX_PICTURE: (&str, u64) = ("sys.file.pictureMaxSizeMb", 20);
/// Setting and default for a person's files a day.
pub const DAY_FILES: (&str, u64) = ("sys.file.dayCount", 1_000);
/// Setting and default (MB) for a person's bytes a day.
pub const DAY_SIZE: (&str, u64) = ("sys.file.daySizeMb", 5_120);

/// Rows of the route table.
pub fn routes() -> Vec<Route> {
    vec![
        prepared(Method::Post, "/common/upload2Minio", ops::prepare, ops::keep)
            .upload("file", MOST)
            .sized_by(MAX_SIZE.0, MAX_SIZE.1)
            .with_preview()
            .signed_in()
            .audit(TITLE, Deed::Insert),
        prepared(Method::Post, "/common/upload", ops::prepare, ops::keep_plain)
            .upload("file", MOST)
            .sized_by(MAX_SIZE.0, MAX_SIZE.1)
            .signed_in()
            .audit(TITLE, Deed::Insert),
        prepared(Method::Post, "/common/uploads", ops::prepare_several, ops::keep_several)
            .upload("files", MOST)
            .sized_by(MAX_SIZE.0, MAX_SIZE.1)
            .several(MOST_FILES)
            .signed_in()
            .audit(TITLE, Deed::Insert),
        read("/system/fileInfo/list", ops::list_none).signed_in(),
        read("/system/fileInfo/list/{ids}", ops::list).signed_in(),
        read("/common/download/{id}", send::download).by_cookie().by_ticket().signed_in(),
        read_by(Method::Post, "/common/download/{id}/ticket", send::ticket).signed_in(),
        read("/common/thumbnail/{id}", send::thumbnail).by_cookie().signed_in(),
        write(Method::Delete, "/common/file/{id}", ops::remove).signed_in().audit(TITLE, Deed::Delete),
    ]
}
