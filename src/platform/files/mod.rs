//! The stored file and the day's count of a person.

pub mod tickets;

use serde::{Deserialize, Serialize};

use crate::columns::{Field, Listed};
use crate::kernel::dates::Stamp;
use crate::store::{Index, Key, Record, id, key};

/// What a file belongs to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reference {
    /// A name of a kind of thing (`records/files.rs`).
    pub kind: String,
    /// Number of the thing.
    pub id: u64,
}

/// A file that somebody uploaded. The content lies in the blob directory under its hash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileInfo {
    /// Number, given at upload.
    pub file_id: u64,
    /// Name to show; never part of a path.
    pub name: String,
    /// Ending in lower case, one of the list in [`crate::kernel::sniff`].
    pub suffix: String,
    /// Bytes.
    pub size: u64,
    /// Hash of the content.
    pub blob: String,
    /// Hash of the small copy of a picture.
    pub thumbnail: Option<String>,
    /// Hash of a larger preview, for pictures that browsers cannot show.
    pub preview: Option<String>,
    /// Pixels across; 0 when nobody decoded it.
    pub width: u32,
    pub height: u32,
    /// Number of the person who uploaded it.
    pub owner: u64,
    /// His login name.
    pub create_by: String,
    pub create_time: Stamp,
    /// What it belongs to.
    pub reference: Option<Reference>,
    /// Since when it belongs to nothing; the sweep goes by it.
    pub loose_since: Option<Stamp>,
}

/// Name to show.
pub const NAME: Field<FileInfo> = Field::text("name", |file| file.name.clone());

impl Listed for FileInfo {
    const FIELDS: &'static [Field<Self>] = &[NAME];
    const TITLE: &'static str = "name";
}

impl FileInfo {
    /// Every blob that this record needs.
    pub fn blobs(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.blob).chain(&self.thumbnail).chain(&self.preview)
    }

    /// A picture that we decoded ourselves and that browsers show.
    pub fn is_shown(&self) -> bool {
        self.width > 0 && matches!(self.suffix.as_str(), "jpg" | "jpeg" | "png")
    }
}

/// Files by what they belong to.
pub const BY_REFERENCE: Index<FileInfo> = Index {
    name: "file/reference",
    unique: false,
    keys: |file| file.reference.iter().map(|to| key().str(&to.kind).u64(to.id)).collect(),
};
/// Files that belong to nothing, the longest-lying first.
pub const BY_LOOSE: Index<FileInfo> = Index {
    name: "file/loose",
    unique: false,
    keys: |file| file.loose_since.iter().map(|since| key().i64(since.0)).collect(),
};

impl Record for FileInfo {
    const TABLE: &'static str = "file";
    const NUMBERED: bool = true;
    const FILES: Option<fn(&Self) -> Vec<String>> = Some(|file| file.blobs().cloned().collect());
    const INDEXES: &'static [Index<Self>] = &[BY_REFERENCE, BY_LOOSE];
    fn id(&self) -> Key {
        id(self.file_id)
    }
}

/// How much a person uploaded on one day; deleting does not give it back.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UploadDay {
    pub user_id: u64,
    /// `yyyy-MM-dd`
    pub day: String,
    pub files: u64,
    /// Bytes.
    pub bytes: u64,
}

impl Record for UploadDay {
    const TABLE: &'static str = "upload_day";
    const INDEXES: &'static [Index<Self>] = &[];
    fn id(&self) -> Key {
        id(self.user_id)
    }
}
