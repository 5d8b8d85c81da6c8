//! Pictures of people, avatar and signature: decoded here (a renamed page is none) and written afresh as PNG, so that nothing
//! of the file that was sent is kept but its pixels.

use std::io::Read;

use crate::error::{AppError, Result};
use crate::route::UploadedFile;

/// Largest picture in bytes.
pub const LIMIT: u64 = 5 << 20;
/// Largest edge of a picture that is decoded.
const EDGE: u32 = 4096;

/// The picture as PNG, made to fit into so many pixels, never made larger.
///
/// # Errors
/// A sentence for what is no jpg or png, or can't be read.
pub fn within(file: &UploadedFile, width: u32, height: u32) -> Result<Vec<u8>> {
    let broken =
        |error: &dyn ToString| AppError::refused("图片格式不正确，请上传 jpg 或 png 图片").because(error.to_string());
    let mut bytes = Vec::new();
    std::fs::File::open(&file.path)
        .and_then(|file| file.take(LIMIT).read_to_end(&mut bytes))
        .map_err(|error| AppError::refused("上传图片异常，请联系管理员").because(error))?;
    let mut reader =
        image::io::Reader::new(std::io::Cursor::new(&bytes)).with_guessed_format().map_err(|e| broken(&e))?;
    if !matches!(reader.format(), Some(image::ImageFormat::Png | image::ImageFormat::Jpeg)) {
        return Err(broken(&"format"));
    }
    let mut limits = image::io::Limits::default();
    limits.max_image_width = Some(EDGE);
    limits.max_image_height = Some(EDGE);
    limits.max_alloc = Some(64 << 20);
    reader.limits(limits);
    let decoded = reader.decode().map_err(|e| broken(&e))?;
    let fits = decoded.width() <= width && decoded.height() <= height;
    let picture = if fits { decoded } else { decoded.thumbnail(width, height) };
    let mut png = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut png, image::ImageOutputFormat::Png).map_err(|e| broken(&e))?;
    Ok(png.into_inner())
}
