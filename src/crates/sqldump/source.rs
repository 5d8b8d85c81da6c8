//! The bytes of a dump: unpacked, as UTF-8 where they came as UTF-16, with their line.

use std::fs::File;
use std::io::{BufReader, ErrorKind, Read};
use std::path::Path;

use encoding_rs::{Decoder, DecoderResult, UTF_16BE, UTF_16LE};
use flate2::read::MultiGzDecoder;

use crate::{Fault, Result};

const CHUNK: usize = 256 << 10;

/// Where a byte stands; both begin at 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Position {
    pub line: u64,
    /// Bytes from the beginning of the line.
    pub byte: u64,
}

pub(crate) struct Source {
    inner: Box<dyn Read>,
    buffer: Vec<u8>,
    at: usize,
    filled: usize,
    ended: bool,
    /// Bytes of the file before the buffer.
    before: u64,
    line: u64,
    /// Where the line began, in bytes of the file.
    line_start: u64,
    /// The file itself says that it is Unicode, whatever its statements say.
    pub is_unicode: bool,
}

impl Source {
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let file = File::open(path).map_err(|error| Fault::Unreadable(error.to_string()))?;
        if !file.metadata().is_ok_and(|facts| facts.is_file()) {
            return Err(Fault::Unreadable("不是普通文件".to_owned()));
        }
        let mut plain: Box<dyn Read> = Box::new(BufReader::with_capacity(CHUNK, file));
        let magic = head::<2>(&mut plain)?;
        let packed = magic == [0x1f, 0x8b];
        plain = Box::new(std::io::Cursor::new(magic).chain(plain));
        if packed {
            plain = Box::new(MultiGzDecoder::new(plain));
        }
        let mark = head::<3>(&mut plain)?;
        let wide = |rest: &[u8], plain, decoder| -> Box<dyn Read> {
            Box::new(Wide::new(Box::new(std::io::Cursor::new(rest.to_vec()).chain(plain)), decoder))
        };
        let inner: Box<dyn Read> = match mark.as_slice() {
            [0xef, 0xbb, 0xbf] => plain,
            [0xff, 0xfe, rest @ ..] => wide(rest, plain, UTF_16LE.new_decoder_without_bom_handling()),
            [0xfe, 0xff, rest @ ..] => wide(rest, plain, UTF_16BE.new_decoder_without_bom_handling()),
            _ => {
                let plain = Box::new(std::io::Cursor::new(mark).chain(plain));
                return Ok(Self::new(plain, false));
            }
        };
        Ok(Self::new(inner, true))
    }

    fn new(inner: Box<dyn Read>, is_unicode: bool) -> Self {
        let buffer = vec![0; CHUNK];
        Self { inner, buffer, at: 0, filled: 0, ended: false, before: 0, line: 1, line_start: 0, is_unicode }
    }

    /// Reads on until `wanted` bytes are there, or the end.
    fn fill(&mut self, wanted: usize) -> Result<()> {
        if self.at > 0 {
            self.buffer.copy_within(self.at..self.filled, 0);
            self.before += self.at as u64;
            self.filled -= self.at;
            self.at = 0;
        }
        while self.filled < wanted && !self.ended {
            match self.inner.read(&mut self.buffer[self.filled..]) {
                Ok(0) => self.ended = true,
                Ok(count) => self.filled += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(self.broken(&error)),
            }
        }
        Ok(())
    }

    fn broken(&self, error: &std::io::Error) -> Fault {
        match error.kind() {
            ErrorKind::UnexpectedEof => Fault::CutPacked,
            ErrorKind::InvalidInput => {
                let Position { line, byte } = self.position();
                Fault::Lossy { charset: "UTF-16", line, byte }
            }
            _ => Fault::Unreadable(error.to_string()),
        }
    }

    pub(crate) fn peek(&mut self) -> Result<Option<u8>> {
        if self.at == self.filled {
            self.fill(1)?;
        }
        Ok(self.buffer[..self.filled].get(self.at).copied())
    }

    /// The byte `after` so many others.
    pub(crate) fn peek_at(&mut self, after: usize) -> Result<Option<u8>> {
        if self.at + after >= self.filled {
            self.fill(after + 1)?;
        }
        Ok(self.buffer[..self.filled].get(self.at + after).copied())
    }

    pub(crate) fn next(&mut self) -> Result<Option<u8>> {
        let byte = self.peek()?;
        if let Some(byte) = byte {
            self.at += 1;
            if byte == b'\n' {
                self.line += 1;
                self.line_start = self.before + self.at as u64;
            }
        }
        Ok(byte)
    }

    pub(crate) fn position(&self) -> Position {
        Position { line: self.line, byte: self.before + self.at as u64 - self.line_start + 1 }
    }

    /// Takes the bytes before one that `find` names in a piece of the buffer; all of the piece when it names none, `false`
    /// then. At the end of the file nothing is left: `None`.
    pub(crate) fn take_until(
        &mut self,
        find: impl Fn(&[u8]) -> Option<usize>,
        mut keep: impl FnMut(&[u8]),
    ) -> Result<Option<bool>> {
        if self.peek()?.is_none() {
            return Ok(None);
        }
        let piece = &self.buffer[self.at..self.filled];
        let (length, found) = find(piece).map_or((piece.len(), false), |place| (place, true));
        let taken = &piece[..length];
        keep(taken);
        if let Some(last) = memchr::memrchr(b'\n', taken) {
            self.line += memchr::memchr_iter(b'\n', taken).count() as u64;
            self.line_start = self.before + (self.at + last + 1) as u64;
        }
        self.at += length;
        Ok(Some(found))
    }
}

/// Up to `N` first bytes of a file.
fn head<const N: usize>(from: &mut Box<dyn Read>) -> Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(N);
    from.by_ref().take(N as u64).read_to_end(&mut bytes).map_err(|error| match error.kind() {
        ErrorKind::UnexpectedEof => Fault::CutPacked,
        _ => Fault::Unreadable(error.to_string()),
    })?;
    Ok(bytes)
}

/// UTF-16 as UTF-8.
struct Wide {
    inner: Box<dyn Read>,
    decoder: Decoder,
    raw: Vec<u8>,
    at: usize,
    filled: usize,
    ended: bool,
    done: bool,
}

impl Wide {
    fn new(inner: Box<dyn Read>, decoder: Decoder) -> Self {
        Self { inner, decoder, raw: vec![0; CHUNK], at: 0, filled: 0, ended: false, done: false }
    }
}

impl Read for Wide {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        while !self.done {
            if self.at == self.filled && !self.ended {
                self.filled = self.inner.read(&mut self.raw)?;
                self.at = 0;
                self.ended = self.filled == 0;
            }
            let piece = &self.raw[self.at..self.filled];
            let (state, read, written) = self.decoder.decode_to_utf8_without_replacement(piece, out, self.ended);
            self.at += read;
            match state {
                DecoderResult::Malformed(..) => {
                    // What stood before it is handed out first, so that its place is known.
                    self.inner = Box::new(Refusing);
                    (self.at, self.filled, self.ended) = (0, 0, false);
                    return if written == 0 { Err(ErrorKind::InvalidInput.into()) } else { Ok(written) };
                }
                DecoderResult::InputEmpty => self.done = self.ended,
                DecoderResult::OutputFull if written == 0 => return Err(ErrorKind::WriteZero.into()),
                DecoderResult::OutputFull => {}
            }
            if written > 0 {
                return Ok(written);
            }
        }
        Ok(0)
    }
}

struct Refusing;

impl Read for Refusing {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        Err(ErrorKind::InvalidInput.into())
    }
}

/// Whether a text is wholly in a character set of GB, and what it says.
pub(crate) fn from_gb(bytes: &[u8]) -> std::result::Result<String, usize> {
    let mut decoder = encoding_rs::GB18030.new_decoder_without_bom_handling();
    let room = decoder.max_utf8_buffer_length_without_replacement(bytes.len()).unwrap_or(bytes.len() * 3 + 16);
    let mut text = String::with_capacity(room);
    match decoder.decode_to_string_without_replacement(bytes, &mut text, true) {
        (DecoderResult::InputEmpty, _) => Ok(text),
        (DecoderResult::Malformed(length, after), read) => {
            Err(read.saturating_sub(usize::from(length) + usize::from(after)))
        }
        (DecoderResult::OutputFull, read) => Err(read),
    }
}
