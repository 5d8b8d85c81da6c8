//! Files on the wire (contract 2.8).

use schemars::JsonSchema;
use serde::Serialize;

use crate::kernel::sniff::Kind;
use crate::platform::files::FileInfo;

/// A file as clients see it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileOut {
    /// Number that other records name it by.
    pub id: u64,
    /// Address below the API.
    pub url: String,
    /// Name to show.
    pub file_name: String,
    /// Name that the file was uploaded under.
    pub original_name: String,
    /// Name that the file was uploaded under.
    pub name: String,
    /// Ending in lower case.
    pub suffix: String,
    /// Size in bytes.
    pub size: u64,
    /// Content type.
    pub content_type: String,
    /// Address of the small copy; "" when there is none.
    pub thumbnail_url: String,
    /// Address of what a browser can show large; "" when there is nothing.
    pub preview_url: String,
    /// Pixels across; 0 when unknown.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Whether it belongs to something; loose files are removed after a day.
    pub kept: bool,
    /// Login name of the person who uploaded it.
    pub create_by: String,
    /// When it was made, `yyyy-MM-dd HH:mm:ss` Beijing time.
    pub create_time: String,
}

/// Content type by ending; only types of the list exist.
pub fn content_type(suffix: &str) -> &'static str {
    Kind::of_suffix(suffix).map_or("application/octet-stream", |kind| kind.content_type)
}

impl From<&FileInfo> for FileOut {
    fn from(file: &FileInfo) -> Self {
        let number = file.file_id;
        let url = format!("/common/download/{number}");
        let thumbnail = file.thumbnail.as_ref().map(|_| format!("/common/thumbnail/{number}"));
        let preview = match (&file.preview, file.is_shown()) {
            (Some(_), _) => format!("/common/thumbnail/{number}?large=true"),
            (None, true) => url.clone(),
            (None, false) => String::new(),
        };
        Self {
            id: number,
            url,
            file_name: file.name.clone(),
            original_name: file.name.clone(),
            name: file.name.clone(),
            suffix: file.suffix.clone(),
            size: file.size,
            content_type: content_type(&file.suffix).to_owned(),
            thumbnail_url: thumbnail.unwrap_or_default(),
            preview_url: preview,
            width: file.width,
            height: file.height,
            kept: file.reference.is_some(),
            create_by: file.create_by.clone(),
            create_time: file.create_time.to_text(),
        }
    }
}

/// Answer of upload2Minio.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Uploaded {
    /// The stored file.
    pub file_info: FileOut,
}

/// Answer of the family's plain upload.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlainUploaded {
    /// Address below the API.
    pub file_name: String,
    /// Address on this host.
    pub url: String,
    /// Last part of the address.
    pub new_file_name: String,
    /// Name the client gave.
    pub original_filename: String,
}

/// Answer of the family's upload of several files, each text comma-joined.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlainUploads {
    /// Addresses on this host.
    pub urls: String,
    /// Addresses below the API.
    pub file_names: String,
    /// Last parts of the addresses.
    pub new_file_names: String,
    /// Names the client gave.
    pub original_filenames: String,
}
