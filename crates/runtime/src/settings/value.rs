//! Deserializer of a section from figment's values. That of figment compiles each type six times, for features that are not
//! used here.

#![expect(clippy::result_large_err, reason = "figment's error, read once at the start")]

use figment::{
    Error,
    error::Kind,
    value::{Num, Value},
};
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Unexpected, Visitor,
    value::StrDeserializer,
};
use serde::forward_to_deserialize_any;

use super::fault::shown;

/// Deserializes `value`. Errors carry the path inside it.
pub fn read<'de, T: Deserialize<'de>>(value: &'de Value) -> Result<T, Error> {
    T::deserialize(Reader(value))
}

#[derive(Clone, Copy)]
struct Reader<'a>(&'a Value);

impl<'de> IntoDeserializer<'de, Error> for Reader<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Reader<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::String(_, text) => visitor.visit_borrowed_str(text),
            Value::Char(_, letter) => visitor.visit_char(*letter),
            Value::Bool(_, flag) => visitor.visit_bool(*flag),
            Value::Num(_, number) => number_of(*number, visitor),
            Value::Empty(..) => visitor.visit_unit(),
            Value::Dict(_, fields) => visitor.visit_map(Fields { fields: fields.iter(), at: None }),
            Value::Array(_, items) => visitor.visit_seq(Items(items.iter().enumerate())),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if matches!(self.0, Value::Empty(..)) { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.0 {
            Value::String(_, word) => visitor.visit_enum(StrDeserializer::new(word)),
            other => Err(Kind::UnknownVariant(shown(&other.to_actual()), words).into()),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

fn number_of<'de, V: Visitor<'de>>(number: Num, visitor: V) -> Result<V::Value, Error> {
    let whole = number.to_u128().and_then(|number| u64::try_from(number).ok());
    let signed = number.to_i128().and_then(|number| i64::try_from(number).ok());
    match (whole, signed, number.to_f64()) {
        (Some(whole), ..) => visitor.visit_u64(whole),
        (_, Some(signed), _) => visitor.visit_i64(signed),
        (.., Some(float)) => visitor.visit_f64(float),
        _ => {
            Err(serde::de::Error::invalid_value(Unexpected::Other("a number of more than 64 bits"), &visitor))
        }
    }
}

/// Prepends `key` to the path of an error.
fn below(key: &str) -> impl FnOnce(Error) -> Error {
    move |mut error| {
        error.path.insert(0, key.to_owned());
        error
    }
}

struct Fields<'a> {
    fields: std::collections::btree_map::Iter<'a, String, Value>,
    at: Option<(&'a str, &'a Value)>,
}

impl<'de> MapAccess<'de> for Fields<'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some((name, value)) = self.fields.next() else { return Ok(None) };
        self.at = Some((name, value));
        seed.deserialize(StrDeserializer::new(name)).map(Some).map_err(below(name))
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Error> {
        let (name, value) = self.at.take().expect("a value is read after its key");
        seed.deserialize(Reader(value)).map_err(below(name))
    }
}

struct Items<'a>(std::iter::Enumerate<std::slice::Iter<'a, Value>>);

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        let Some((index, value)) = self.0.next() else { return Ok(None) };
        seed.deserialize(Reader(value)).map(Some).map_err(below(&index.to_string()))
    }
}
