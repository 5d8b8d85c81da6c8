//! Multipart bodies, streamed to the scratch folder; files, streamed back.

use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::stream::{self, Stream};
use poem::Request;
use poem::web::Multipart;
use serde_json::{Map, Value, json};
use tempfile::TempPath;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};

use crate::error::{AppError, Result};
use crate::route::Upload;

/// Longest text field beside the file.
const FIELD_LIMIT: usize = 64 * 1024;
/// Most text fields.
const FIELDS: usize = 50;
/// Name of the second file, where a route takes one, and its largest size.
const PREVIEW: &str = "preview";
const PREVIEW_LIMIT: u64 = 5 << 20;
/// How many times the largest file several files may come to together: they lie in the scratch folder until all are there.
const TOGETHER: u64 = 4;
/// Bytes read or written at a time.
const CHUNK: usize = 64 * 1024;

/// Receives one file (and its preview, where the route takes one) and the text fields beside it.
///
/// # Errors
/// A sentence when the file is missing, too large or did not arrive whole.
pub async fn receive(
    request: &mut Request,
    wanted: Upload,
    folder: &Path,
) -> Result<(Map<String, Value>, Vec<TempPath>)> {
    let broken = |error: String| AppError::refused("文件没有完整收到，请重新上传").because(error);
    let mut multipart = {
        use poem::FromRequest;
        let mut body = poem::RequestBody::new(request.take_body());
        Multipart::from_request(request, &mut body)
            .await
            .map_err(|error| AppError::refused("请以表单方式上传文件").because(error.to_string()))?
    };
    let mut fields = Map::new();
    let mut files: [Vec<Received>; 2] = [Vec::new(), Vec::new()];
    while let Some(field) = multipart.next_field().await.map_err(|error| broken(error.to_string()))? {
        let name = field.name().unwrap_or_default().to_owned();
        let place = match name.as_str() {
            name if name == wanted.field => 0,
            PREVIEW if wanted.preview => 1,
            _ => 2,
        };
        let Some(files) = files.get_mut(place) else {
            if fields.len() >= FIELDS {
                return Err(AppError::refused("上传的表单字段过多"));
            }
            let mut text = Vec::new();
            let mut reader = field.into_async_read().take(FIELD_LIMIT as u64);
            reader.read_to_end(&mut text).await.map_err(|error| broken(error.to_string()))?;
            fields.insert(name, Value::String(String::from_utf8_lossy(&text).into_owned()));
            continue;
        };
        if wanted.most == 1 {
            // Of one file the last one counts, as the family does.
            files.clear();
        } else if files.len() >= wanted.most {
            return Err(AppError::refused(format!("一次最多上传 {} 个文件", wanted.most)));
        }
        let given: String = field.file_name().unwrap_or_default().chars().take(1_000).collect();
        let limit = if place == 0 { wanted.limit } else { PREVIEW_LIMIT };
        let (path, size) = save(field.into_async_read(), limit, folder).await?;
        files.push(Received { given, path, size });
        let most = wanted.limit.saturating_mul(TOGETHER);
        if files.iter().map(|file| file.size).sum::<u64>() > most {
            return Err(AppError::refused(format!("一次上传的文件合计不能超过 {} MB，请分批上传", most >> 20)));
        }
    }
    if files[0].is_empty() {
        return Err(AppError::refused("请选择要上传的文件"));
    }
    let mut kept = Vec::new();
    for (name, files) in ["file", PREVIEW].into_iter().zip(files) {
        let values = files.iter().map(Received::value).collect::<Vec<_>>();
        // Also when nothing came: nobody names a file of the server in a text field.
        for (name, value) in [(name.to_owned(), values.first().cloned()), (format!("{name}s"), Some(json!(values)))] {
            fields.insert(name, value.unwrap_or_default());
        }
        kept.extend(files.into_iter().map(|file| file.path));
    }
    Ok((fields, kept))
}

/// A file that has come.
struct Received {
    given: String,
    path: TempPath,
    size: u64,
}

impl Received {
    fn value(&self) -> Value {
        json!({"path": &*self.path, "name": self.given, "size": self.size})
    }
}

/// The family's sentence (contract 1.6), without its line break in HTML.
pub fn too_large(megabytes: u64) -> String {
    format!("上传的文件大小超出限制的文件大小！允许的文件最大大小是：{megabytes}MB！")
}

async fn save(mut reader: impl AsyncRead + Unpin, limit: u64, folder: &Path) -> Result<(TempPath, u64)> {
    let disk = |error: std::io::Error| AppError::from(crate::store::StoreError::from(error));
    let (file, path) = tempfile::Builder::new().prefix("upload-").tempfile_in(folder).map_err(disk)?.into_parts();
    let mut file = tokio::fs::File::from_std(file);
    let mut size = 0_u64;
    let mut buffer = vec![0; CHUNK];
    loop {
        let got = reader
            .read(&mut buffer)
            .await
            .map_err(|error| AppError::refused("文件没有完整收到，请重新上传").because(error))?;
        if got == 0 {
            break;
        }
        size += got as u64;
        if size > limit {
            return Err(AppError::refused(too_large(limit >> 20)));
        }
        file.write_all(&buffer[..got]).await.map_err(disk)?;
    }
    file.flush().await.map_err(disk)?;
    Ok((path, size))
}

/// A file as a stream; `keep` (a ticket's file) is removed when the stream ends or is given up.
pub fn file_stream(
    file: impl AsyncRead + Send + Unpin + 'static,
    keep: Option<Arc<TempPath>>,
) -> impl Stream<Item = std::io::Result<Bytes>> + Send + 'static {
    stream::unfold((file, keep), |(mut file, keep)| async move {
        let mut buffer = vec![0; CHUNK];
        match file.read(&mut buffer).await {
            Ok(0) => None,
            Ok(got) => {
                buffer.truncate(got);
                Some((Ok(Bytes::from(buffer)), (file, keep)))
            }
            Err(error) => Some((Err(error), (file, keep))),
        }
    })
}
