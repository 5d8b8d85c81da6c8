//! What does not depend on the type that is read.

use std::mem;

use serde::de::{Error as _, Expected, Unexpected};

use super::error::{self, Error};
use super::tree::{self, Next, Tree};
use super::{Res, packed};

/// How deep sequences, maps and variants may stand in each other.
const DEPTH: u16 = 1024;

/// One step of a value: a scalar, or the beginning of what contains others.
#[derive(Debug)]
pub(super) enum Token<'a> {
    Nil,
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    Float(f64),
    Str(&'a str),
    Text(String),
    /// The name of an entry of a JSON object: a number in quotes where the type asks for a number.
    Name(String),
    Bytes(&'a [u8]),
    /// A text that isn't UTF-8.
    Malformed(&'a [u8]),
    Seq(usize),
    Map(usize),
}

impl Token<'_> {
    #[cold]
    pub(super) fn mismatch(&self, expected: &dyn Expected) -> Error {
        let unexpected = match self {
            Token::Nil => Unexpected::Unit,
            Token::Bool(value) => Unexpected::Bool(*value),
            Token::Unsigned(value) => Unexpected::Unsigned(*value),
            Token::Signed(value) => Unexpected::Signed(*value),
            Token::Float(value) => Unexpected::Float(*value),
            Token::Str(text) => Unexpected::Str(text),
            Token::Text(text) | Token::Name(text) => Unexpected::Str(text),
            Token::Bytes(bytes) => Unexpected::Bytes(bytes),
            Token::Malformed(_) => Unexpected::Other("text that is not UTF-8"),
            Token::Seq(_) => Unexpected::Seq,
            Token::Map(_) => Unexpected::Map,
        };
        Error::invalid_type(unexpected, expected)
    }
}

/// Where tokens come from.
pub(super) enum Source<'a> {
    Packed(&'a [u8]),
    Tree(Tree),
}

pub(super) struct Decoder<'a> {
    source: Source<'a>,
    /// The name that was read last, when the source gave it away.
    name: String,
    /// Values or entries that the innermost sequence or map still has.
    left: usize,
    /// Levels that may still be opened.
    depth: u16,
    /// Inside bytes that are read as a sequence of numbers.
    is_octets: bool,
    /// A type took fewer values than there were: what was read behind them is something else.
    has_excess: bool,
}

/// A name of a field or a variant, or its place.
pub(super) enum Ident<'n> {
    Place(u64),
    Name(&'n str),
}

/// A text, or bytes where one is asked for.
pub(super) enum Text<'a> {
    Here(&'a str),
    Given(String),
    Bytes(&'a [u8]),
}

pub(super) enum Number {
    Unsigned(u64),
    Signed(i64),
    Float(f64),
}

/// What a map may be read from.
pub(super) enum Opened {
    Map(usize),
    Seq(usize),
    /// An empty one, when a type takes nil for it.
    Nil,
}

impl<'a> Decoder<'a> {
    pub(super) fn new(source: Source<'a>) -> Self {
        Self { source, name: String::new(), left: 0, depth: DEPTH, is_octets: false, has_excess: false }
    }

    /// After the value: whether all that was opened was read to its end.
    pub(super) fn ended_well(&self) -> Res<()> {
        if self.has_excess { Err(Error::custom("more values than the type has")) } else { Ok(()) }
    }

    /// In each of the functions below, so that a token is not copied; those of a type call [`Self::next`].
    #[inline(always)]
    fn token(&mut self) -> Res<Token<'a>> {
        match &mut self.source {
            Source::Packed(rest) if self.is_octets => packed::octet(rest).map(|octet| Token::Unsigned(octet.into())),
            Source::Packed(rest) => packed::token(rest),
            Source::Tree(tree) => tree.token().ok_or_else(error::ended),
        }
    }

    #[inline(never)]
    pub(super) fn next(&mut self) -> Res<Token<'a>> {
        self.token()
    }

    pub(super) fn is_json(&self) -> bool {
        matches!(self.source, Source::Tree(_))
    }

    /// What may be a number: the name of an entry is one in quotes.
    #[inline(always)]
    fn numeral(&mut self) -> Res<Token<'a>> {
        if let Source::Tree(tree) = &mut self.source
            && let Some(number) = tree.took_number()
        {
            return Ok(number);
        }
        Ok(match self.token()? {
            Token::Name(name) => tree::number(name),
            token => token,
        })
    }

    pub(super) fn number(&mut self, expected: &dyn Expected) -> Res<Number> {
        match self.numeral()? {
            Token::Unsigned(value) => Ok(Number::Unsigned(value)),
            Token::Signed(value) => Ok(Number::Signed(value)),
            Token::Float(value) => Ok(Number::Float(value)),
            token => Err(token.mismatch(expected)),
        }
    }

    pub(super) fn text(&mut self, expected: &dyn Expected) -> Res<Text<'a>> {
        match self.token()? {
            Token::Str(text) => Ok(Text::Here(text)),
            Token::Text(text) | Token::Name(text) => Ok(Text::Given(text)),
            Token::Bytes(bytes) => Ok(Text::Bytes(bytes)),
            token => Err(token.mismatch(expected)),
        }
    }

    pub(super) fn flag(&mut self, expected: &dyn Expected) -> Res<bool> {
        match self.token()? {
            Token::Bool(value) => Ok(value),
            Token::Name(name) if name == "true" => Ok(true),
            Token::Name(name) if name == "false" => Ok(false),
            token => Err(token.mismatch(expected)),
        }
    }

    pub(super) fn wide(&mut self, expected: &dyn Expected) -> Res<i128> {
        match self.numeral()? {
            Token::Unsigned(value) => Ok(value.into()),
            Token::Signed(value) => Ok(value.into()),
            Token::Bytes(bytes) if let Ok(bytes) = bytes.try_into() => Ok(i128::from_be_bytes(bytes)),
            token => Err(token.mismatch(expected)),
        }
    }

    pub(super) fn wide_unsigned(&mut self, expected: &dyn Expected) -> Res<u128> {
        let value = self.wide(expected)?;
        if value < 0 && self.is_json() {
            return Err(Error::invalid_value(Unexpected::Other("number below zero"), expected));
        }
        Ok(value.cast_unsigned())
    }

    pub(super) fn identifier(&mut self, expected: &dyn Expected) -> Res<Ident<'_>> {
        if let Source::Tree(tree) = &mut self.source
            && tree.took_name(&mut self.name)
        {
            return Ok(Ident::Name(&self.name));
        }
        let is_json = self.is_json();
        match self.token()? {
            Token::Unsigned(place) if !is_json => Ok(Ident::Place(place)),
            Token::Str(name) => Ok(Ident::Name(name)),
            Token::Bytes(name) if let Ok(name) = str::from_utf8(name) => Ok(Ident::Name(name)),
            Token::Name(name) | Token::Text(name) => {
                self.name = name;
                Ok(Ident::Name(&self.name))
            }
            token => Err(token.mismatch(expected)),
        }
    }

    /// Whether nil is next; then it is taken.
    pub(super) fn took_nil(&mut self) -> Res<bool> {
        let is_nil = match &mut self.source {
            Source::Packed(_) if self.is_octets => return Err(Error::custom("an octet is no optional value")),
            Source::Packed(rest) => packed::took_nil(rest)?,
            Source::Tree(tree) => tree.took_nil(),
        };
        Ok(is_nil)
    }

    pub(super) fn nil(&mut self, expected: &dyn Expected) -> Res<()> {
        match self.token()? {
            Token::Nil => Ok(()),
            token => Err(token.mismatch(expected)),
        }
    }

    /// Nil, or the empty sequence that an encoder writes for a struct without fields.
    pub(super) fn nothing(&mut self, expected: &dyn Expected) -> Res<()> {
        match self.token()? {
            Token::Nil => Ok(()),
            Token::Seq(0) if !self.is_json() => Ok(()),
            token => Err(token.mismatch(expected)),
        }
    }

    fn deeper(&mut self) -> Res<()> {
        self.depth = self.depth.saturating_sub(1);
        if self.depth == 0 { Err(Error::custom("values too deep in each other")) } else { Ok(()) }
    }

    /// Opens what has so many values; answers what the one around it still has.
    pub(super) fn open(&mut self, many: usize) -> Res<usize> {
        self.deeper()?;
        Ok(mem::replace(&mut self.left, many))
    }

    pub(super) fn close(&mut self, around: usize) {
        if let Source::Tree(tree) = &mut self.source {
            tree.close();
        }
        if self.is_octets {
            self.is_octets = false;
            if let Source::Packed(rest) = &mut self.source {
                *rest = rest.get(self.left..).unwrap_or_default();
            }
        } else if self.left > 0 {
            self.has_excess = true;
        }
        self.left = around;
        self.depth += 1;
    }

    /// Opens a sequence; bytes are one of numbers.
    pub(super) fn open_seq(&mut self, expected: &dyn Expected) -> Res<usize> {
        match self.open_any(expected)? {
            Opened::Seq(around) => Ok(around),
            Opened::Map(_) => Err(Token::Map(0).mismatch(expected)),
            Opened::Nil => Err(Token::Nil.mismatch(expected)),
        }
    }

    /// Opens what a struct is read from; whether it is a map.
    pub(super) fn open_struct(&mut self, expected: &dyn Expected) -> Res<(bool, usize)> {
        match self.open_any(expected)? {
            Opened::Map(around) => Ok((true, around)),
            Opened::Seq(around) => Ok((false, around)),
            Opened::Nil => Err(Token::Nil.mismatch(expected)),
        }
    }

    pub(super) fn open_any(&mut self, expected: &dyn Expected) -> Res<Opened> {
        let before: &'a [u8] = if let Source::Packed(rest) = &self.source { rest } else { &[] };
        match self.token()? {
            Token::Map(many) => self.open(many).map(Opened::Map),
            Token::Seq(many) => self.open(many).map(Opened::Seq),
            Token::Nil => Ok(Opened::Nil),
            Token::Bytes(bytes) => {
                if let Source::Packed(rest) = &mut self.source {
                    let behind = bytes.len() + rest.len();
                    *rest = before.get(before.len() - behind..).unwrap_or_default();
                    self.is_octets = true;
                }
                self.open(bytes.len()).map(Opened::Seq)
            }
            token => Err(token.mismatch(expected)),
        }
    }

    /// Opens an enumeration; whether the variant has a value.
    pub(super) fn open_variant(&mut self) -> Res<bool> {
        let expected = &"a variant";
        self.deeper()?;
        match &mut self.source {
            Source::Packed(_) if self.is_octets => Ok(false),
            Source::Packed(rest) if packed::is_map(rest) => match packed::token(rest)? {
                Token::Map(1) => Ok(true),
                token => Err(token.mismatch(expected)),
            },
            Source::Packed(_) => Ok(false),
            Source::Tree(tree) => match tree.next() {
                Some(Next::Text) => Ok(false),
                Some(Next::Map(1)) => Ok(tree.token().is_some()),
                _ => Err(Error::custom("invalid type: expected text or a map with a single key")),
            },
        }
    }

    pub(super) fn close_variant(&mut self, has_value: bool) {
        if let Source::Tree(tree) = &mut self.source
            && has_value
        {
            tree.close();
        }
        self.depth += 1;
    }

    /// Passes over one value with everything in it.
    pub(super) fn skip(&mut self) -> Res<()> {
        if let Source::Tree(tree) = &mut self.source {
            return tree.skip().ok_or_else(error::ended);
        }
        let mut many = 1_usize;
        while many > 0 {
            many -= 1;
            if let Source::Packed(rest) = &mut self.source
                && !self.is_octets
                && packed::skipped_extension(rest)?
            {
                continue;
            }
            many = match self.token()? {
                Token::Seq(more) => many.saturating_add(more),
                Token::Map(more) => many.saturating_add(more).saturating_add(more),
                _ => many,
            };
        }
        Ok(())
    }

    /// How many values or entries there are to read.
    pub(super) fn left(&self) -> usize {
        self.left
    }

    /// Whether there is a value or an entry to read.
    pub(super) fn has_more(&mut self) -> bool {
        let has_more = self.left > 0;
        self.left = self.left.saturating_sub(1);
        has_more
    }
}
