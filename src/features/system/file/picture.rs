//! Looks at uploaded pictures and makes their small copies, within fixed limits of pixels and memory.
//!
//! Invariants: sizes are read from the header and checked before anything is decoded; one picture is
//! decoded at a time in the whole program; JPEG is scaled while it is decoded and PNG is read row by
//! row, so that memory follows the small copy and not the original.

use std::fs::File;
use std::io::{BufReader, Cursor, Read, Seek, SeekFrom};
use std::path::Path;

use image::codecs::jpeg::{JpegDecoder, JpegEncoder};
use image::codecs::png::PngDecoder;
use image::{ColorType, DynamicImage, ImageDecoder, ImageOutputFormat, RgbaImage};
use parking_lot::Mutex;

use crate::error::{AppError, Result};

/// Longest edge of the small copy.
pub const SMALL: u32 = 320;
/// Longest edge of the large preview of a picture that browsers cannot show.
pub const LARGE: u32 = 1600;
/// Longest edge of an original.
const EDGE: u32 = 30_000;
/// Most pixels of an original.
const PIXELS: u64 = 64_000_000;
/// Most pixels when the coding keeps the whole picture in memory (progressive, interlaced).
const WHOLE_PIXELS: u64 = 12_000_000;

static DECODING: Mutex<()> = Mutex::new(());

/// A small copy, ready to be stored.
#[derive(Debug)]
pub struct Copy {
    pub bytes: Vec<u8>,
    /// PNG (with transparency) instead of JPEG.
    pub png: bool,
}

/// What was seen.
#[derive(Debug)]
pub struct Seen {
    /// Pixels across, as shown.
    pub width: u32,
    /// Pixels down, as shown.
    pub height: u32,
    /// At most [`SMALL`] pixels.
    pub small: Copy,
    /// At most [`LARGE`] pixels; only when asked for.
    pub large: Option<Copy>,
}

fn broken(error: impl ToString) -> AppError {
    AppError::refused("图片已损坏或格式不正确，请换一张图片").because(error)
}

fn too_many(width: u32, height: u32) -> AppError {
    AppError::refused(format!("图片尺寸过大（{width}×{height} 像素），请缩小后重新上传"))
}

fn check_size(width: u32, height: u32, whole: bool) -> Result<()> {
    let pixels = u64::from(width) * u64::from(height);
    if pixels == 0 {
        return Err(broken("empty"));
    }
    let most = if whole { WHOLE_PIXELS } else { PIXELS };
    if width > EDGE || height > EDGE || pixels > most { Err(too_many(width, height)) } else { Ok(()) }
}

/// Decodes a JPEG or PNG; `large` asks for the larger copy too.
///
/// # Errors
/// A sentence when it is no picture, damaged or too large.
pub fn look(path: &Path, large: bool) -> Result<Seen> {
    let mut file = File::open(path).map_err(broken)?;
    let mut head = Vec::new();
    file.by_ref().take(64 * 1024).read_to_end(&mut head).map_err(broken)?;
    file.seek(SeekFrom::Start(0)).map_err(broken)?;
    let edge = if large { LARGE } else { SMALL };
    let _turn = DECODING.lock();
    let (width, height, picture) = if head.starts_with(b"\x89PNG") {
        png(BufReader::new(file), &head, edge)?
    } else {
        jpeg(BufReader::new(file), &head, edge)?
    };
    let large = if large { Some(encode(&picture)?) } else { None };
    let small = encode(&shrink(&picture, SMALL))?;
    Ok(Seen { width, height, small, large })
}

fn shrink(picture: &DynamicImage, edge: u32) -> DynamicImage {
    if picture.width() <= edge && picture.height() <= edge { picture.clone() } else { picture.thumbnail(edge, edge) }
}

fn encode(picture: &DynamicImage) -> Result<Copy> {
    let mut bytes = Cursor::new(Vec::new());
    let clear = picture.as_rgba8().is_some_and(|picture| picture.pixels().any(|pixel| pixel.0[3] != 255));
    if clear {
        picture.write_to(&mut bytes, ImageOutputFormat::Png).map_err(broken)?;
    } else {
        let rgb = DynamicImage::ImageRgb8(picture.to_rgb8());
        JpegEncoder::new_with_quality(&mut bytes, 82).encode_image(&rgb).map_err(broken)?;
    }
    Ok(Copy { bytes: bytes.into_inner(), png: clear })
}

fn jpeg(reader: impl Read, head: &[u8], edge: u32) -> Result<(u32, u32, DynamicImage)> {
    let mut decoder = JpegDecoder::new(reader).map_err(broken)?;
    let (width, height) = decoder.dimensions();
    check_size(width, height, is_progressive(head))?;
    let wanted = |length: u32| u16::try_from(fit(width, height, edge, length)).unwrap_or(u16::MAX);
    decoder.scale(wanted(width), wanted(height)).map_err(broken)?;
    let picture = shrink(&DynamicImage::from_decoder(decoder).map_err(broken)?, edge);
    let turn = orientation(head);
    let picture = match turn {
        2 => picture.fliph(),
        3 => picture.rotate180(),
        4 => picture.flipv(),
        5 => picture.rotate90().fliph(),
        6 => picture.rotate90(),
        7 => picture.rotate270().fliph(),
        8 => picture.rotate270(),
        _ => picture,
    };
    Ok(if turn >= 5 { (height, width, picture) } else { (width, height, picture) })
}

/// What `length` becomes when the picture fits into a square of `edge`.
fn fit(width: u32, height: u32, edge: u32, length: u32) -> u32 {
    let longest = u64::from(width.max(height)).max(1);
    if longest <= u64::from(edge) {
        return length;
    }
    u32::try_from((u64::from(length) * u64::from(edge)).div_ceil(longest)).unwrap_or(edge).max(1)
}

/// Segments of a JPEG's beginning: marker and content.
fn segments(head: &[u8]) -> impl Iterator<Item = (u8, &[u8])> {
    let mut at = 2;
    std::iter::from_fn(move || {
        let [0xff, marker, high, low] = *head.get(at..at + 4)? else { return None };
        let length = usize::from(u16::from_be_bytes([high, low]));
        let content = head.get(at + 4..(at + 2 + length.max(2)).min(head.len()))?;
        at += 2 + length.max(2);
        (marker != 0xda).then_some((marker, content))
    })
}

/// Unless the header shows a plain sequential picture, it counts as one that is kept whole.
fn is_progressive(head: &[u8]) -> bool {
    !segments(head).any(|(marker, _)| matches!(marker, 0xc0 | 0xc1))
}

/// The EXIF orientation, 1 to 8.
fn orientation(head: &[u8]) -> u8 {
    let read = || -> Option<u16> {
        let (_, exif) = segments(head).find(|(marker, text)| *marker == 0xe1 && text.starts_with(b"Exif\0\0"))?;
        let tiff = exif.get(6..)?;
        let little = tiff.starts_with(b"II");
        let number = |at: usize, size: usize| -> Option<usize> {
            let bytes = tiff.get(at..at + size)?;
            let fold = |sum: usize, byte: &u8| (sum << 8) | usize::from(*byte);
            Some(if little { bytes.iter().rev().fold(0, fold) } else { bytes.iter().fold(0, fold) })
        };
        let first = number(4, 4)?;
        let entries = number(first, 2)?.min(200);
        let place = (0..entries).map(|n| first + 2 + n * 12).find(|at| number(*at, 2) == Some(0x112))?;
        u16::try_from(number(place + 8, 2)?).ok()
    };
    read().and_then(|turn| u8::try_from(turn).ok()).filter(|turn| (1..=8).contains(turn)).unwrap_or(1)
}

fn png(reader: impl Read, head: &[u8], edge: u32) -> Result<(u32, u32, DynamicImage)> {
    let number =
        |at: usize| head.get(at..at + 4).and_then(|four| <[u8; 4]>::try_from(four).ok()).map(u32::from_be_bytes);
    let (Some(width), Some(height)) = (number(16), number(20)) else { return Err(broken("no header")) };
    check_size(width, height, head.get(28) != Some(&0))?;
    let decoder = PngDecoder::new(reader).map_err(broken)?;
    let colour = decoder.color_type();
    #[expect(deprecated, reason = "the only way to single rows in this version of image")]
    let mut rows = decoder.into_reader().map_err(broken)?;
    let mut sums = Sums::new(width, height, fit(width, height, edge, width), fit(width, height, edge, height));
    let mut row = vec![0; width as usize * usize::from(colour.bytes_per_pixel())];
    for y in 0..height {
        rows.read_exact(&mut row).map_err(broken)?;
        sums.add(y, &row, colour);
    }
    let picture = sums.picture().ok_or_else(|| broken("size"))?;
    Ok((width, height, DynamicImage::ImageRgba8(picture)))
}

/// Sums of the colours (by their cover) that fall into each pixel of the small copy.
struct Sums {
    from: (u64, u64),
    to: (u32, u32),
    sums: Vec<[u64; 5]>,
}

impl Sums {
    fn new(width: u32, height: u32, to_width: u32, to_height: u32) -> Self {
        let sums = vec![[0; 5]; to_width as usize * to_height as usize];
        Self { from: (u64::from(width), u64::from(height)), to: (to_width, to_height), sums }
    }

    fn add(&mut self, y: u32, row: &[u8], colour: ColorType) {
        let channels = usize::from(colour.channel_count());
        let wide = usize::from(colour.bytes_per_pixel()) / channels.max(1);
        let (columns, lines) = (u64::from(self.to.0), u64::from(self.to.1));
        let line = u64::from(y) * lines / self.from.1 * columns;
        // Sixteen bits come in the machine's order; the upper eight are enough.
        let sample = |pixel: &[u8], n: usize| -> u64 {
            let at = n * wide + if wide == 2 && cfg!(target_endian = "little") { 1 } else { 0 };
            pixel.get(at).copied().map_or(0, u64::from)
        };
        for (x, pixel) in (0_u64..).zip(row.chunks_exact((channels * wide).max(1))) {
            let (grey, cover) =
                (channels <= 2, if channels.is_multiple_of(2) { sample(pixel, channels - 1) } else { 255 });
            let place = usize::try_from(line + x * columns / self.from.0).unwrap_or(usize::MAX);
            let Some(sum) = self.sums.get_mut(place) else { continue };
            for (n, part) in sum.iter_mut().take(3).enumerate() {
                *part += cover * sample(pixel, if grey { 0 } else { n });
            }
            sum[3] += cover;
            sum[4] += 1;
        }
    }

    fn picture(self) -> Option<RgbaImage> {
        let byte = |sum: u64, of: u64| u8::try_from(sum / of.max(1)).unwrap_or(u8::MAX);
        let pixels = self.sums.iter().flat_map(|[r, g, b, cover, count]| {
            [byte(*r, *cover), byte(*g, *cover), byte(*b, *cover), byte(*cover, *count)]
        });
        RgbaImage::from_raw(self.to.0, self.to.1, pixels.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgb, RgbImage, Rgba};

    fn stored(bytes: &[u8]) -> tempfile::NamedTempFile {
        use std::io::Write;
        let mut file = tempfile::NamedTempFile::new().expect("file");
        file.write_all(bytes).expect("write");
        file
    }

    fn written(picture: &DynamicImage, format: ImageOutputFormat) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        picture.write_to(&mut bytes, format).expect("encode");
        bytes.into_inner()
    }

    #[test]
    fn copies_keep_shape_colour_and_transparency() {
        let half = RgbImage::from_fn(1000, 500, |x, _| if x < 500 { Rgb([250, 0, 0]) } else { Rgb([0, 0, 250]) });
        for format in [ImageOutputFormat::Png, ImageOutputFormat::Jpeg(90)] {
            let file = stored(&written(&DynamicImage::ImageRgb8(half.clone()), format));
            let seen = look(file.path(), false).expect("a picture");
            assert_eq!((seen.width, seen.height, seen.small.png, seen.large.is_none()), (1000, 500, false, true));
            let small = image::load_from_memory(&seen.small.bytes).expect("decodes").to_rgb8();
            assert_eq!(small.dimensions(), (320, 160));
            assert!(small.get_pixel(10, 80).0[0] > 230 && small.get_pixel(310, 80).0[2] > 230);
        }
        let clear = image::RgbaImage::from_pixel(40, 400, Rgba([0, 200, 0, 100]));
        let file = stored(&written(&DynamicImage::ImageRgba8(clear), ImageOutputFormat::Png));
        let seen = look(file.path(), true).expect("a picture");
        let small = image::load_from_memory(&seen.small.bytes).expect("decodes").to_rgba8();
        assert_eq!((seen.small.png, small.dimensions(), small.get_pixel(5, 5).0), (true, (32, 320), [0, 200, 0, 100]));
        assert!(seen.large.is_some());
        let wide = DynamicImage::ImageRgb8(RgbImage::from_pixel(64, 64, Rgb([200, 100, 50]))).to_rgb16();
        let file = stored(&written(&DynamicImage::ImageRgb16(wide), ImageOutputFormat::Png));
        let seen = look(file.path(), false).expect("sixteen bits");
        let small = image::load_from_memory(&seen.small.bytes).expect("decodes").to_rgb8();
        assert!(small.get_pixel(9, 9).0.iter().zip([200, 100, 50]).all(|(a, b)| a.abs_diff(b) < 6));
    }

    #[test]
    fn a_photograph_stands_upright() {
        let top = RgbImage::from_fn(80, 40, |x, _| if x < 40 { Rgb([250, 0, 0]) } else { Rgb([0, 0, 250]) });
        let plain = written(&DynamicImage::ImageRgb8(top), ImageOutputFormat::Jpeg(95));
        let tiff = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
        let length = u16::try_from(tiff.len() + 2).expect("small").to_be_bytes();
        let turned = [&plain[..2], &[0xff, 0xe1], &length, tiff, &plain[2..]].concat();
        let seen = look(stored(&turned).path(), false).expect("a picture");
        let small = image::load_from_memory(&seen.small.bytes).expect("decodes").to_rgb8();
        assert_eq!((seen.width, seen.height, small.dimensions()), (40, 80, (40, 80)));
        assert!(small.get_pixel(20, 5).0[0] > 200 && small.get_pixel(20, 75).0[2] > 200);
    }

    #[test]
    fn sizes_are_judged_before_decoding() {
        let mut png = written(&DynamicImage::new_rgb8(8, 8), ImageOutputFormat::Png);
        png[16..20].copy_from_slice(&50_000_u32.to_be_bytes());
        png[20..24].copy_from_slice(&50_000_u32.to_be_bytes());
        let fault = look(stored(&png).path(), false).expect_err("refused");
        assert_eq!(fault.message, "图片尺寸过大（50000×50000 像素），请缩小后重新上传");
        for bad in [&b"\x89PNG\r\n\x1a\n"[..], &[0xff, 0xd8, 0xff, 0xe0], b"", b"<svg/>"] {
            assert!(look(stored(bad).path(), false).is_err());
        }
        let jpeg = written(&DynamicImage::new_rgb8(64, 64), ImageOutputFormat::Jpeg(90));
        for cut in [3, 20, 100] {
            assert!(look(stored(&jpeg[..cut]).path(), false).is_err(), "{cut}");
        }
    }
}
