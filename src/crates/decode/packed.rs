//! Tokens of MessagePack.

use serde::de::Error as _;

use super::Res;
use super::decoder::Token;
use super::error::{Error, ended};

const NIL: u8 = 0xc0;

/// The next token.
pub(super) fn token<'a>(rest: &mut &'a [u8]) -> Res<Token<'a>> {
    let marker = octet(rest)?;
    let token = match marker {
        0x00..=0x7f => Token::Unsigned(marker.into()),
        0x80..=0x8f => Token::Map(fitting(rest, usize::from(marker & 0x0f), 2)?),
        0x90..=0x9f => Token::Seq(fitting(rest, usize::from(marker & 0x0f), 1)?),
        0xa0..=0xbf => text(rest, usize::from(marker & 0x1f))?,
        NIL => Token::Nil,
        0xc2 => Token::Bool(false),
        0xc3 => Token::Bool(true),
        0xc4..=0xc6 => {
            let many = length(rest, marker - 0xc4)?;
            Token::Bytes(bytes(rest, many)?)
        }
        0xca => Token::Float(f32::from_be_bytes(array(rest)?).into()),
        0xcb => Token::Float(f64::from_be_bytes(array(rest)?)),
        0xcc => Token::Unsigned(octet(rest)?.into()),
        0xcd => Token::Unsigned(u16::from_be_bytes(array(rest)?).into()),
        0xce => Token::Unsigned(u32::from_be_bytes(array(rest)?).into()),
        0xcf => Token::Unsigned(u64::from_be_bytes(array(rest)?)),
        0xd0 => Token::Signed(octet(rest)?.cast_signed().into()),
        0xd1 => Token::Signed(i16::from_be_bytes(array(rest)?).into()),
        0xd2 => Token::Signed(i32::from_be_bytes(array(rest)?).into()),
        0xd3 => Token::Signed(i64::from_be_bytes(array(rest)?)),
        0xd9..=0xdb => {
            let many = length(rest, marker - 0xd9)?;
            text(rest, many)?
        }
        0xdc | 0xdd => {
            let many = length(rest, marker - 0xdc + 1)?;
            Token::Seq(fitting(rest, many, 1)?)
        }
        0xde | 0xdf => {
            let many = length(rest, marker - 0xde + 1)?;
            Token::Map(fitting(rest, many, 2)?)
        }
        0xe0..=0xff => Token::Signed(marker.cast_signed().into()),
        // extensions, and what the format leaves free
        0xc1 | 0xc7..=0xc9 | 0xd4..=0xd8 => return Err(unknown(marker)),
    };
    Ok(token)
}

/// One byte.
pub(super) fn octet(rest: &mut &[u8]) -> Res<u8> {
    let (octet, behind) = rest.split_first().ok_or_else(ended)?;
    *rest = behind;
    Ok(*octet)
}

/// Whether nil is next; then it is taken.
pub(super) fn took_nil(rest: &mut &[u8]) -> Res<bool> {
    let (marker, behind) = rest.split_first().ok_or_else(ended)?;
    let is_nil = *marker == NIL;
    if is_nil {
        *rest = behind;
    }
    Ok(is_nil)
}

/// Whether a map is next.
pub(super) fn is_map(rest: &[u8]) -> bool {
    matches!(rest.first(), Some(0x80..=0x8f | 0xde | 0xdf))
}

/// Passes over an extension, if one is next; nobody writes any.
pub(super) fn skipped_extension(rest: &mut &[u8]) -> Res<bool> {
    let Some(marker @ (0xc7..=0xc9 | 0xd4..=0xd8)) = rest.first().copied() else { return Ok(false) };
    octet(rest)?;
    let many = if marker >= 0xd4 { 1 << (marker - 0xd4) } else { length(rest, marker - 0xc7)? };
    octet(rest)?;
    bytes(rest, many)?;
    Ok(true)
}

#[cold]
fn unknown(marker: u8) -> Error {
    Error::custom(format_args!("unknown marker {marker:#04x}"))
}

/// A length of 1, 2 or 4 bytes.
fn length(rest: &mut &[u8], width: u8) -> Res<usize> {
    Ok(match width {
        0 => octet(rest)?.into(),
        1 => u16::from_be_bytes(array(rest)?).into(),
        _ => usize::try_from(u32::from_be_bytes(array(rest)?)).map_err(Error::custom)?,
    })
}

/// A number of values, if what is left can have so many: each takes a byte or more.
fn fitting(rest: &[u8], many: usize, least: usize) -> Res<usize> {
    if many.saturating_mul(least) > rest.len() { Err(ended()) } else { Ok(many) }
}

fn array<const N: usize>(rest: &mut &[u8]) -> Res<[u8; N]> {
    let (array, behind) = rest.split_first_chunk::<N>().ok_or_else(ended)?;
    *rest = behind;
    Ok(*array)
}

fn bytes<'a>(rest: &mut &'a [u8], many: usize) -> Res<&'a [u8]> {
    let (bytes, behind) = rest.split_at_checked(many).ok_or_else(ended)?;
    *rest = behind;
    Ok(bytes)
}

fn text<'a>(rest: &mut &'a [u8], many: usize) -> Res<Token<'a>> {
    let bytes = bytes(rest, many)?;
    Ok(str::from_utf8(bytes).map_or(Token::Malformed(bytes), Token::Str))
}
