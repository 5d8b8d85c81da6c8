//! Pieces of a statement: names, values, marks. Comments are left out, those for certain versions are read.

use std::path::Path;

use memchr::{memchr, memchr2, memmem};

use crate::source::{Position, Source, from_gb};
use crate::{Fault, Result, VALUE_LIMIT};

/// Most bytes of a comment that are looked at.
const COMMENT: usize = 512;
/// Bytes at the beginning in which `SET NAMES` stands.
const HEAD: usize = 64 << 10;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Token {
    /// A name or word without quotes.
    Word,
    /// A name in backquotes.
    Name,
    /// What stands in quotes, as it is written; which quote.
    Text(u8),
    Number,
    /// Hexadecimal digits.
    Hex,
    /// Binary digits.
    Bits,
    Mark(u8),
    End,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Charset {
    Utf8,
    Gb,
}

/// What wrote the dump, as far as its end is told by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Maker {
    Unknown,
    /// Ends with a comment.
    Dump,
    /// Ends by switching foreign keys on.
    Navicat,
}

pub(crate) struct Lexer {
    source: Source,
    /// What the last token says, as it is written.
    pub raw: Vec<u8>,
    /// Whether `raw` was too long to be kept.
    pub long: bool,
    /// Where the last token began.
    pub start: Position,
    charset: Charset,
    pub no_backslash: bool,
    pub maker: Maker,
    /// The comment at the end was seen.
    pub completed: bool,
    in_version: bool,
}

impl Lexer {
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let mut source = Source::open(path)?;
        if source.peek()?.is_none() {
            return Err(Fault::Empty);
        }
        Ok(Self {
            charset: guess(path)?,
            source,
            raw: Vec::new(),
            long: false,
            start: Position { line: 1, byte: 1 },
            no_backslash: false,
            maker: Maker::Unknown,
            completed: false,
            in_version: false,
        })
    }

    pub(crate) fn syntax(&self, what: impl Into<String>) -> Fault {
        Fault::Syntax { line: self.start.line, byte: self.start.byte, what: what.into() }
    }

    /// Goes over to the character set that a statement names.
    pub(crate) fn speak(&mut self, charset: Charset) {
        if !self.source.is_unicode {
            self.charset = charset;
        }
    }

    /// The last token as a word, for comparison; empty for what is none.
    pub(crate) fn is_word(&self, token: Token, word: &str) -> bool {
        token == Token::Word && self.raw.eq_ignore_ascii_case(word.as_bytes())
    }

    /// The last token as a name, lower case.
    pub(crate) fn name(&self, token: Token) -> Result<String> {
        if token == Token::End {
            return Err(Fault::Cut { table: None, row: 0 });
        }
        if !matches!(token, Token::Word | Token::Name | Token::Text(b'"')) || self.long {
            return Err(self.syntax("这里应为名称"));
        }
        self.decoded(&self.raw).map(|text| text.to_lowercase())
    }

    /// Text as it means, of bytes as they are written.
    pub(crate) fn decoded(&self, bytes: &[u8]) -> Result<String> {
        match self.charset {
            Charset::Utf8 => match std::str::from_utf8(bytes) {
                Ok(text) => Ok(text.to_owned()),
                Err(error) => Err(self.lossy("UTF-8", error.valid_up_to())),
            },
            Charset::Gb => from_gb(bytes).map_err(|place| self.lossy("GB18030", place)),
        }
    }

    fn lossy(&self, charset: &'static str, place: usize) -> Fault {
        let before = &self.raw[..place.min(self.raw.len())];
        let lines = memchr::memchr_iter(b'\n', before).count() as u64;
        let byte = match memchr::memrchr(b'\n', before) {
            Some(last) => (before.len() - last) as u64,
            // One for the quote.
            None => self.start.byte + 1 + before.len() as u64,
        };
        Fault::Lossy { charset, line: self.start.line + lines, byte }
    }

    pub(crate) fn next(&mut self) -> Result<Token> {
        loop {
            let Some(byte) = self.source.peek()? else {
                self.start = self.source.position();
                return Ok(Token::End);
            };
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | 0 => drop(self.source.next()?),
                b'#' => self.line_comment()?,
                b'-' if self.source.peek_at(1)? == Some(b'-') => self.line_comment()?,
                b'/' if self.source.peek_at(1)? == Some(b'*') => self.comment()?,
                b'*' if self.in_version && self.source.peek_at(1)? == Some(b'/') => {
                    self.skip(2)?;
                    self.in_version = false;
                }
                _ => return self.token(byte),
            }
        }
    }

    fn skip(&mut self, bytes: usize) -> Result<()> {
        for _ in 0..bytes {
            self.source.next()?;
        }
        Ok(())
    }

    /// The rest of the line, as much as is looked at.
    pub(crate) fn line(&mut self) -> Result<Option<Vec<u8>>> {
        let mut text = Vec::new();
        let mut any = false;
        while let Some(found) = self.source.take_until(
            |piece| memchr(b'\n', piece),
            |piece| text.extend_from_slice(&piece[..piece.len().min(COMMENT.saturating_sub(text.len()))]),
        )? {
            any = true;
            if found {
                self.source.next()?;
                break;
            }
        }
        Ok(any.then_some(text))
    }

    fn line_comment(&mut self) -> Result<()> {
        let text = self.line()?.unwrap_or_default();
        let text = text.trim_ascii();
        if text.starts_with(b"-- MySQL dump") || text.starts_with(b"-- MariaDB dump") {
            self.maker = Maker::Dump;
        }
        if text.starts_with(b"-- Dump completed") {
            self.completed = true;
        }
        Ok(())
    }

    fn comment(&mut self) -> Result<()> {
        self.start = self.source.position();
        self.skip(2)?;
        let versioned = match self.source.peek()? {
            Some(b'!') => 1,
            Some(b'M') if self.source.peek_at(1)? == Some(b'!') => 2,
            _ => 0,
        };
        self.skip(versioned)?;
        if versioned > 0 {
            while self.source.peek()?.is_some_and(|byte| byte.is_ascii_digit()) {
                self.source.next()?;
            }
            // What forbids commands of the client (`/*M!999999\- …`) is no statement.
            if self.source.peek()? != Some(b'\\') {
                self.in_version = true;
                return Ok(());
            }
        }
        let mut head = Vec::new();
        loop {
            let found = self.source.take_until(
                |piece| memchr(b'*', piece),
                |piece| head.extend_from_slice(&piece[..piece.len().min(COMMENT.saturating_sub(head.len()))]),
            )?;
            match found {
                None => return Err(Fault::Cut { table: None, row: 0 }),
                Some(false) => {}
                Some(true) => {
                    self.source.next()?;
                    if self.source.peek()? == Some(b'/') {
                        self.source.next()?;
                        break;
                    }
                }
            }
        }
        if memmem::find(&head, b"Navicat").is_some() {
            self.maker = Maker::Navicat;
        }
        Ok(())
    }

    fn token(&mut self, byte: u8) -> Result<Token> {
        self.start = self.source.position();
        self.raw.clear();
        self.long = false;
        match byte {
            b'\'' | b'"' => self.quoted(byte, true).map(|()| Token::Text(byte)),
            b'`' => {
                self.quoted(byte, false)?;
                let name = self.raw.clone();
                self.raw = doubled_once(&name, b'`');
                Ok(Token::Name)
            }
            b'.' if !self.source.peek_at(1)?.is_some_and(|next| next.is_ascii_digit()) => self.mark(byte),
            b'0'..=b'9' | b'.' => self.number(),
            _ if is_word(byte) => self.word(),
            _ => self.mark(byte),
        }
    }

    fn mark(&mut self, byte: u8) -> Result<Token> {
        self.source.next()?;
        Ok(Token::Mark(byte))
    }

    fn number(&mut self) -> Result<Token> {
        while let Some(byte) = self.source.peek()? {
            let after_exponent = matches!(self.raw.last(), Some(b'e' | b'E')) && !self.raw.starts_with(b"0x");
            if !(is_word(byte) || byte == b'.' || (after_exponent && matches!(byte, b'+' | b'-'))) {
                break;
            }
            self.source.next()?;
            self.keep(byte);
        }
        let digits = |raw: &[u8], fits: fn(&u8) -> bool| raw.len() > 2 && raw[2..].iter().all(fits);
        if self.raw.starts_with(b"0x") && digits(&self.raw, u8::is_ascii_hexdigit) {
            self.raw.drain(..2);
            return Ok(Token::Hex);
        }
        if self.raw.starts_with(b"0b") && digits(&self.raw, |byte| matches!(byte, b'0' | b'1')) {
            self.raw.drain(..2);
            return Ok(Token::Bits);
        }
        let numeric = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'+' | b'-');
        Ok(if self.raw.iter().all(numeric) { Token::Number } else { Token::Word })
    }

    fn word(&mut self) -> Result<Token> {
        while let Some(byte) = self.source.peek()? {
            if !is_word(byte) {
                break;
            }
            self.source.next()?;
            self.keep(byte);
        }
        if self.source.peek()? == Some(b'\'') && self.raw.len() == 1 {
            let kind = self.raw[0].to_ascii_lowercase();
            let token = match kind {
                b'x' => Token::Hex,
                b'b' => Token::Bits,
                b'n' => Token::Text(b'\''),
                _ => return Ok(Token::Word),
            };
            self.raw.clear();
            self.quoted(b'\'', true)?;
            return Ok(token);
        }
        Ok(Token::Word)
    }

    fn keep(&mut self, byte: u8) {
        if self.raw.len() < VALUE_LIMIT {
            self.raw.push(byte);
        } else {
            self.long = true;
        }
    }

    /// What stands in quotes, as it is written: the quotes around it are left out, those in it stay double.
    fn quoted(&mut self, quote: u8, escapes: bool) -> Result<()> {
        let escape = if escapes && !self.no_backslash { b'\\' } else { quote };
        let in_pairs = self.charset == Charset::Gb;
        self.source.next()?;
        loop {
            let (raw, long) = (&mut self.raw, &mut self.long);
            let keep = |piece: &[u8]| {
                if raw.len() + piece.len() <= VALUE_LIMIT {
                    raw.extend_from_slice(piece);
                } else {
                    *long = true;
                }
            };
            let find = |piece: &[u8]| match in_pairs {
                false => memchr2(quote, escape, piece),
                true => piece.iter().position(|byte| *byte == quote || *byte == escape || *byte >= 0x81),
            };
            match self.source.take_until(find, keep)? {
                None => return Err(Fault::Cut { table: None, row: 0 }),
                Some(false) => continue,
                Some(true) => {}
            }
            let Some(byte) = self.source.next()? else { continue };
            let doubled = byte == quote && self.source.peek()? == Some(quote);
            if byte == quote && !doubled {
                return Ok(());
            }
            self.keep(byte);
            // A quote after a quote, what stands behind a backslash, and the second byte of a character of GB.
            let is_pair = byte == quote || byte == escape || self.source.peek()?.is_some_and(|second| second >= 0x30);
            if let Some(second) = if is_pair { self.source.next()? } else { None } {
                self.keep(second);
            }
        }
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

/// A name with its doubled quotes single.
pub(crate) fn doubled_once(raw: &[u8], quote: u8) -> Vec<u8> {
    let mut out = Vec::with_capacity(raw.len());
    let mut bytes = raw.iter();
    while let Some(byte) = bytes.next() {
        out.push(*byte);
        if *byte == quote {
            bytes.next();
        }
    }
    out
}

/// The character set of a dump that says nothing: UTF-8, or GB18030 when it cannot be that.
fn guess(path: &Path) -> Result<Charset> {
    let mut source = Source::open(path)?;
    if source.is_unicode {
        return Ok(Charset::Utf8);
    }
    let mut head = Vec::new();
    let mut rest = Vec::new();
    let mut valid = true;
    let upper = |head: &[u8]| memmem::find(&head.to_ascii_uppercase(), b"SET NAMES").is_some();
    while valid {
        let mut piece = std::mem::take(&mut rest);
        let before = piece.len();
        let more = source.take_until(|_| None, |bytes| piece.extend_from_slice(bytes))?;
        if head.len() < HEAD {
            head.extend_from_slice(&piece[before..]);
            head.truncate(HEAD);
            if upper(&head) {
                // It is switched to when it comes.
                return Ok(Charset::Utf8);
            }
        }
        match std::str::from_utf8(&piece) {
            Ok(_) => {}
            Err(error) if error.error_len().is_none() && more.is_some() => rest = piece.split_off(error.valid_up_to()),
            Err(_) => valid = false,
        }
        if more.is_none() {
            break;
        }
    }
    Ok(if valid { Charset::Utf8 } else { Charset::Gb })
}
