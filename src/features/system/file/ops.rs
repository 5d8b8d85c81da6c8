//! Taking files in, listing and removing them.

use std::fs::File;
use std::io::Read;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::DAY_FILES;
use super::DAY_SIZE;
use super::MAX_PICTURE;
use super::MAX_SIZE;
use super::picture;
use super::wire::{FileOut, PlainUploaded, PlainUploads, Uploaded};
use crate::blobs::BlobError;
use crate::config::BASE;
use crate::error::{AppError, Kind as FaultKind, Result};
use crate::kernel::sniff::{self, Kind};
use crate::op::{Op, View};
use crate::platform::files::{FileInfo, UploadDay};
use crate::records::files as access;
use crate::route::{Data, Done, Flat, Nothing, UploadedFile};
use crate::store::{Reads, StoreError, id};

/// What an upload brings.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct UploadInput {
    /// The file.
    pub file: UploadedFile,
    /// A JPEG that the browser made of a HEIC picture.
    pub preview: Option<UploadedFile>,
}

/// A file whose content is durable and whose record is still to be written.
pub struct Stored {
    file: FileInfo,
}

impl Stored {
    /// Hash of the content.
    pub fn blob(&self) -> &str {
        &self.file.blob
    }
}

fn unreadable(error: impl ToString) -> AppError {
    AppError::refused("文件没有完整收到，请重新上传").because(error)
}

fn not_stored(error: BlobError) -> AppError {
    match error {
        BlobError::NoSpace => AppError::from(StoreError::from(std::io::Error::from(std::io::ErrorKind::StorageFull))),
        other => AppError::internal(other),
    }
}

/// Checks the file and stores its content and its small copies.
///
/// # Errors
/// A sentence that says what is wrong with the file or which limit is reached.
pub fn prepare(view: &View, input: UploadInput) -> Result<Stored> {
    let name = sniff::display_name(&input.file.name);
    let kind = check(view, &name, &input.file)?;
    count(view, input.file.size)?;
    let keep = |copy: Option<picture::Copy>| -> Result<Option<String>> {
        copy.map(|copy| view.app.blobs.put(&copy.bytes[..], u64::MAX).map(|(hash, _)| hash).map_err(not_stored))
            .transpose()
    };
    let shown = matches!(kind.content_type, "image/jpeg" | "image/png");
    let seen = match (&input.preview, kind.picture, shown) {
        (_, true, true) => Some(picture::look(&input.file.path, false)?),
        (Some(preview), true, false) => Some(picture::look(&preview.path, true)?),
        _ => None,
    };
    let (width, height) = seen.as_ref().map_or((0, 0), |seen| (seen.width, seen.height));
    let (small, large) = seen.map_or((None, None), |seen| (Some(seen.small), seen.large));
    let (thumbnail, preview) = (keep(small)?, keep(large)?);
    let (blob, size) = view.app.blobs.adopt(&input.file.path).map_err(not_stored)?;
    Ok(Stored {
        file: FileInfo {
            name,
            suffix: kind.suffix.to_owned(),
            size,
            blob,
            thumbnail,
            preview,
            width,
            height,
            ..nobodys(view)
        },
    })
}

/// A file that another reader has found to be what it takes: stored as it is, to be sent as a download only.
///
/// # Errors
/// A sentence when the day's limit of the person is reached.
pub fn prepare_read(view: &View, file: &UploadedFile) -> Result<Stored> {
    let name = sniff::display_name(&file.name);
    count(view, file.size)?;
    let suffix = Kind::of_name(&name).map_or("txt", |kind| kind.suffix);
    let (blob, size) = view.app.blobs.adopt(&file.path).map_err(not_stored)?;
    Ok(Stored { file: FileInfo { name, suffix: suffix.to_owned(), size, blob, ..nobodys(view) } })
}

/// A file without content, of who asks.
fn nobodys(view: &View) -> FileInfo {
    FileInfo {
        file_id: 0,
        name: String::new(),
        suffix: String::new(),
        size: 0,
        blob: String::new(),
        thumbnail: None,
        preview: None,
        width: 0,
        height: 0,
        owner: view.caller.user_id(),
        create_by: view.caller.name(),
        create_time: view.now,
        reference: None,
        loose_since: Some(view.now),
    }
}

/// Name, size and first bytes.
fn check(view: &View, name: &str, file: &UploadedFile) -> Result<&'static Kind> {
    let Some(kind) = Kind::of_name(name) else {
        let suffix = name.rsplit_once('.').map_or("", |(_, suffix)| suffix);
        let listed = sniff::ALLOWED;
        return Err(AppError::refused(format!("文件[{name}]后缀[{suffix}]不正确，请上传[{listed}]格式")));
    };
    if file.size == 0 {
        return Err(AppError::refused("文件内容为空，请重新选择文件"));
    }
    let setting = if kind.picture { &MAX_PICTURE } else { &MAX_SIZE };
    let limit = view.app.settings.get(setting);
    if file.size > limit << 20 {
        let what = if kind.picture { "图片" } else { "文件" };
        return Err(AppError::refused(format!(
            "上传的{what}大小超出限制的文件大小！允许的{what}最大大小是：{limit}MB！"
        )));
    }
    let mut head = Vec::new();
    let mut opened = File::open(&file.path).map_err(unreadable)?;
    opened.by_ref().take(sniff::HEAD as u64).read_to_end(&mut head).map_err(unreadable)?;
    let fits = kind.fits(&head)
        && match kind.folder {
            Some(folder) => sniff::zip_has_folder(opened, folder).map_err(unreadable)?,
            None => true,
        };
    if fits {
        Ok(kind)
    } else {
        Err(AppError::refused(format!("文件内容与扩展名 {} 不符，请检查文件", kind.suffix)))
    }
}

/// The person's day with one more file; refuses beyond the limits.
fn count(view: &View, size: u64) -> Result<UploadDay> {
    let user_id = view.caller.user_id();
    let day = view.now.date().to_string();
    let before = view.tx.get::<UploadDay>(&id(user_id))?.filter(|before| before.day == day);
    let before = before.unwrap_or(UploadDay { user_id, day, files: 0, bytes: 0 });
    let after = UploadDay { files: before.files + 1, bytes: before.bytes.saturating_add(size), ..before };
    let files = view.app.settings.get(&DAY_FILES);
    if after.files > files {
        return Err(AppError::refused(format!("今日上传文件已达 {files} 个，请明日再试或联系管理员")));
    }
    let megabytes = view.app.settings.get(&DAY_SIZE);
    if after.bytes > megabytes.saturating_mul(1 << 20) {
        return Err(AppError::refused(format!("今日上传总量超过 {megabytes} MB，请明日再试或联系管理员")));
    }
    Ok(after)
}

/// Writes the record of a stored file; it belongs to nothing yet.
///
/// # Errors
/// A sentence when the day's limit of the person is reached.
pub fn record(op: &mut Op, stored: Stored) -> Result<FileInfo> {
    let day = count(&op.view(), stored.file.size)?;
    op.put_quietly(&day)?;
    let file = FileInfo { file_id: op.next_id::<FileInfo>()?, ..stored.file };
    op.put(&file)?;
    Ok(file)
}

/// A document whose content lies in the blob directory already, as the seed leaves it; the caller refers to it in the
/// same operation.
pub fn deposit(op: &mut Op, name: &str, blob: &str, size: u64) -> Result<u64> {
    let file = FileInfo {
        file_id: op.next_id::<FileInfo>()?,
        name: name.to_owned(),
        suffix: name.rsplit('.').next().unwrap_or_default().to_owned(),
        size,
        blob: blob.to_owned(),
        ..nobodys(&op.view())
    };
    op.put(&file)?;
    Ok(file.file_id)
}

pub fn keep(op: &mut Op, stored: Stored) -> Result<Flat<Uploaded>> {
    Ok(Flat(Uploaded { file_info: FileOut::from(&record(op, stored)?) }))
}

/// POST /common/upload: the family's plain answer.
pub fn keep_plain(op: &mut Op, stored: Stored) -> Result<Flat<PlainUploaded>> {
    Ok(Flat(plain(op, stored)?))
}

fn plain(op: &mut Op, stored: Stored) -> Result<PlainUploaded> {
    let file = record(op, stored)?;
    let path = format!("/common/download/{}", file.file_id);
    let url = format!("{BASE}/prod-api{path}");
    let new_file_name = file.file_id.to_string();
    Ok(PlainUploaded { file_name: path, url, new_file_name, original_filename: file.name })
}

/// What an upload of several files brings.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct UploadsInput {
    /// The files.
    pub files: Vec<UploadedFile>,
}

/// Checks and stores several files: all or none.
///
/// # Errors
/// As [`prepare`] for the first file that is refused.
pub fn prepare_several(view: &View, input: UploadsInput) -> Result<Vec<Stored>> {
    input.files.into_iter().map(|file| prepare(view, UploadInput { file, preview: None })).collect()
}

/// POST /common/uploads: four texts, comma-joined (contract 1.1).
pub fn keep_several(op: &mut Op, stored: Vec<Stored>) -> Result<Flat<PlainUploads>> {
    let kept = stored.into_iter().map(|stored| plain(op, stored)).collect::<Result<Vec<_>>>()?;
    let joined = |part: fn(&PlainUploaded) -> &str| kept.iter().map(part).collect::<Vec<_>>().join(",");
    Ok(Flat(PlainUploads {
        urls: joined(|file| &file.url),
        file_names: joined(|file| &file.file_name),
        new_file_names: joined(|file| &file.new_file_name),
        original_filenames: joined(|file| &file.original_filename),
    }))
}

/// Several files.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ManyFiles {
    /// Numbers of the records, with commas between.
    pub ids: Vec<u64>,
}

/// Most files of one list.
const MOST_LISTED: usize = 1_000;

/// GET /system/fileInfo/list/{ids}: in the order asked; unknown and foreign ones are left out.
pub fn list(view: &View, input: ManyFiles) -> Result<Data<Vec<FileOut>>> {
    if input.ids.len() > MOST_LISTED {
        return Err(AppError::refused(format!("一次最多查询 {MOST_LISTED} 个文件")));
    }
    let mut rows = Vec::new();
    for file_id in input.ids {
        if let Some(file) = view.tx.get::<FileInfo>(&id(file_id))?
            && access::may_see(view, &file)?
        {
            rows.push(FileOut::from(&file));
        }
    }
    Ok(Data(rows))
}

/// GET /system/fileInfo/list/ without ids.
pub fn list_none(_: &View, _: Nothing) -> Result<Data<Vec<FileOut>>> {
    Ok(Data(Vec::new()))
}

/// One file.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
pub struct OneFile {
    /// Number of the record, as its list gives it.
    pub id: u64,
}

/// The file, when the caller may see it.
///
/// # Errors
/// One sentence for missing and foreign files, with body code 404.
pub fn visible(view: &View, file_id: u64) -> Result<FileInfo> {
    match view.tx.get::<FileInfo>(&id(file_id))? {
        Some(file) if access::may_see(view, &file)? => Ok(file),
        _ => Err(AppError::of(FaultKind::NoRoute, "文件不存在或已被删除")),
    }
}

/// DELETE /common/file/{id}: by its owner, while it belongs to nothing. The sweep takes the content.
pub fn remove(op: &mut Op, input: OneFile) -> Result<Done> {
    let file = visible(&op.view(), input.id)?;
    if !op.caller.rights.is_super && file.owner != op.caller.user_id() {
        return Err(AppError::refused("只能删除自己上传的文件"));
    }
    if file.reference.is_some() {
        return Err(AppError::refused("文件已被引用，不能删除"));
    }
    op.delete::<FileInfo>(&id(file.file_id))?;
    Ok(Done)
}
