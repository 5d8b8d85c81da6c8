//! What serde compiles for each type: a few instructions around its visitor.

use serde::Deserializer;
use serde::de::{
    DeserializeSeed, EnumAccess, Error as _, Expected, MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor,
};

use super::decoder::{Decoder, Ident, Number, Opened, Text, Token};
use super::{Error, Res};

impl<'de> Deserializer<'de> for &mut Decoder<'_> {
    type Error = Error;

    fn is_human_readable(&self) -> bool {
        self.is_json()
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Res<V::Value> {
        match self.next()? {
            Token::Nil => visitor.visit_unit(),
            Token::Bool(value) => visitor.visit_bool(value),
            Token::Unsigned(value) => visitor.visit_u64(value),
            Token::Signed(value) => visitor.visit_i64(value),
            Token::Float(value) => visitor.visit_f64(value),
            Token::Str(text) => visitor.visit_str(text),
            Token::Text(text) | Token::Name(text) => visitor.visit_string(text),
            Token::Bytes(bytes) | Token::Malformed(bytes) => visitor.visit_bytes(bytes),
            Token::Seq(many) => {
                let around = self.open(many)?;
                let read = visitor.visit_seq(Items(self));
                self.close(around);
                read
            }
            Token::Map(many) => {
                let around = self.open(many)?;
                let read = visitor.visit_map(Items(self));
                self.close(around);
                read
            }
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Res<V::Value> {
        let value = self.flag(&visitor)?;
        visitor.visit_bool(value)
    }

    // A number's visitor takes the width that it wants.
    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Res<V::Value> {
        match self.number(&visitor)? {
            Number::Unsigned(value) => visitor.visit_u64(value),
            Number::Signed(value) => visitor.visit_i64(value),
            Number::Float(value) => visitor.visit_f64(value),
        }
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Res<V::Value> {
        self.deserialize_u64(visitor)
    }

    fn deserialize_u16<V: Visitor<'de>>(self, visitor: V) -> Res<V::Value> {
        self.deserialize_u64(visitor)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Res<V::Value> {
        self.deserialize_u64(visitor)
    }

    fn deserialize_i8<V: Visitor<'de>>(self, visitor: V) -> Res<V::Value> {
        self.deserialize_u64(visitor)
    }

    fn deserialize_i16<V: Visitor<'de>>(self, visitor: V) -> Res<V::Value> {
        self.deserialize_u64(visitor)
    }

    fn deserialize_i32<V: Visitor<'de>>(self, visitor: V) -> Res<V::Value> {
        self.deserialize_u64(visitor)
    }

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Res<V::Value> {
        self.deserialize_u64(visitor)
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Res<V::Value> {
        self.deserialize_u64(visitor)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Res<V::Value> {
        self.deserialize_u64(visitor)
    }

    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> Res<V::Value> {
        let value = self.wide(&visitor)?;
        visitor.visit_i128(value)
    }

    fn deserialize_u128<V: Visitor<'de>>(self, visitor: V) -> Res<V::Value> {
        let value = self.wide_unsigned(&visitor)?;
        visitor.visit_u128(value)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Res<V::Value> {
        match self.text(&visitor)? {
            Text::Here(text) => visitor.visit_str(text),
            Text::Given(text) => visitor.visit_string(text),
            Text::Bytes(bytes) => visitor.visit_bytes(bytes),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Res<V::Value> {
        self.deserialize_str(visitor)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Res<V::Value> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Res<V::Value> {
        self.deserialize_any(visitor)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Res<V::Value> {
        self.deserialize_any(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Res<V::Value> {
        if self.took_nil()? { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Res<V::Value> {
        self.nil(&visitor)?;
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Res<V::Value> {
        self.nothing(&visitor)?;
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Res<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Res<V::Value> {
        let around = self.open_seq(&visitor)?;
        let read = visitor.visit_seq(Items(self));
        self.close(around);
        read
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Res<V::Value> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(self, _: &'static str, _: usize, visitor: V) -> Res<V::Value> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Res<V::Value> {
        match self.open_any(&visitor)? {
            Opened::Map(around) => {
                let read = visitor.visit_map(Items(self));
                self.close(around);
                read
            }
            Opened::Nil if !self.is_json() => visitor.visit_unit(),
            _ => Err(Error::invalid_type(Unexpected::Other("no map"), &visitor)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Res<V::Value> {
        let (is_map, around) = self.open_struct(&visitor)?;
        let read = if is_map { visitor.visit_map(Items(self)) } else { visitor.visit_seq(Items(self)) };
        self.close(around);
        read
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Res<V::Value> {
        let has_value = self.open_variant()?;
        let read = visitor.visit_enum(Variant { decoder: self, has_value });
        self.close_variant(has_value);
        read
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Res<V::Value> {
        match self.identifier(&visitor)? {
            Ident::Place(place) => visitor.visit_u64(place),
            Ident::Name(name) => visitor.visit_str(name),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Res<V::Value> {
        self.skip()?;
        visitor.visit_unit()
    }
}

/// The values of a sequence, or the entries of a map.
struct Items<'d, 'a>(&'d mut Decoder<'a>);

impl<'de> SeqAccess<'de> for Items<'_, '_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Res<Option<T::Value>> {
        if self.0.has_more() { seed.deserialize(&mut *self.0).map(Some) } else { Ok(None) }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.left())
    }
}

impl<'de> MapAccess<'de> for Items<'_, '_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Res<Option<K::Value>> {
        if self.0.has_more() { seed.deserialize(&mut *self.0).map(Some) } else { Ok(None) }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Res<V::Value> {
        seed.deserialize(&mut *self.0)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.left())
    }
}

struct Variant<'d, 'a> {
    decoder: &'d mut Decoder<'a>,
    has_value: bool,
}

impl Variant<'_, '_> {
    fn with_value(&self, expected: &dyn Expected) -> Res<()> {
        if self.has_value { Ok(()) } else { Err(Error::invalid_type(Unexpected::UnitVariant, expected)) }
    }
}

impl<'de> EnumAccess<'de> for Variant<'_, '_> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Res<(V::Value, Self)> {
        let variant = seed.deserialize(&mut *self.decoder)?;
        Ok((variant, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_, '_> {
    type Error = Error;

    fn unit_variant(self) -> Res<()> {
        if self.has_value { self.decoder.nil(&"unit variant") } else { Ok(()) }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Res<T::Value> {
        self.with_value(&"newtype variant")?;
        seed.deserialize(self.decoder)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Res<V::Value> {
        self.with_value(&"tuple variant")?;
        self.decoder.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Res<V::Value> {
        self.with_value(&"struct variant")?;
        self.decoder.deserialize_struct("", fields, visitor)
    }
}
