//! Deserializer of a section from figment's values. The deserializer of figment compiles each type six times, for features
//! that are not used here, and guesses the type of environment variables: `0101` would be the number 101.

#![expect(clippy::result_large_err, reason = "figment's error, read once at the start")]

use figment::{
    Error, Figment,
    error::Kind,
    value::{Num, Value},
};
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Unexpected, Visitor,
    value::StrDeserializer,
};
use serde::forward_to_deserialize_any;

use super::{ENVIRONMENT, SHORT, error_message::shown};

/// Deserializes `value` of `figment`. Errors carry the path inside it.
pub fn read<'de, T: Deserialize<'de>>(figment: &'de Figment, value: &'de Value) -> Result<T, Error> {
    T::deserialize(Reader { figment, value })
}

#[derive(Clone, Copy)]
struct Reader<'a> {
    figment: &'a Figment,
    value: &'a Value,
}

impl<'a> Reader<'a> {
    /// The text of an environment variable, which is read by the type of its key.
    fn variable(self) -> Option<Text<'a>> {
        let Value::String(tag, text) = self.value else { return None };
        let name = &self.figment.get_metadata(*tag)?.name;
        (name == ENVIRONMENT || name.starts_with(SHORT)).then_some(Text(text))
    }
}

/// Methods that read an environment variable by its text, and any other value as it is.
macro_rules! read_variables {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self.variable() {
                Some(text) => text.$method(visitor),
                None => self.deserialize_any(visitor),
            }
        })*
    };
}

impl<'de> IntoDeserializer<'de, Error> for Reader<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Reader<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::String(_, text) => visitor.visit_borrowed_str(text),
            Value::Char(_, letter) => visitor.visit_char(*letter),
            Value::Bool(_, flag) => visitor.visit_bool(*flag),
            Value::Num(_, number) => number_of(*number, visitor),
            Value::Empty(..) => visitor.visit_unit(),
            Value::Dict(_, fields) => {
                visitor.visit_map(Fields { figment: self.figment, rest: fields.iter(), at: None })
            }
            Value::Array(_, items) => {
                visitor.visit_seq(Items { figment: self.figment, rest: items.iter().enumerate() })
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if matches!(self.value, Value::Empty(..)) { visitor.visit_none() } else { visitor.visit_some(self) }
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
        match self.value {
            Value::String(_, word) => visitor.visit_enum(StrDeserializer::new(word)),
            other => Err(Kind::UnknownVariant(shown(&other.to_actual()), words).into()),
        }
    }

    read_variables! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8 deserialize_u16
        deserialize_u32 deserialize_u64 deserialize_f32 deserialize_f64 deserialize_seq
    }

    forward_to_deserialize_any! {
        i128 u128 char str string bytes byte_buf unit unit_struct tuple tuple_struct map struct identifier ignored_any
    }
}

/// Text of an environment variable, or of an item of its list.
#[derive(Clone, Copy)]
struct Text<'a>(&'a str);

impl<'a> IntoDeserializer<'a, Error> for Text<'a> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// Parses the text as the type of the key. Any other text is passed on, and the visitor reports the expected
/// type.
macro_rules! parse_numbers {
    ($($method:ident: $visit:ident $number:ty),* $(,)?) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self.0.trim().parse::<$number>() {
                Ok(number) => visitor.$visit(number),
                Err(_) => visitor.visit_borrowed_str(self.0),
            }
        })*
    };
}

impl<'de> Deserializer<'de> for Text<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_borrowed_str(self.0)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0.trim() {
            "true" | "1" => visitor.visit_bool(true),
            "false" | "0" => visitor.visit_bool(false),
            _ => visitor.visit_borrowed_str(self.0),
        }
    }

    /// A list is written `a, b` or `["a", "b"]`.
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let text = self.0.trim();
        let inner = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
        visitor.visit_seq(ListItems { rest: split_list(inner).into_iter().enumerate() })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(StrDeserializer::new(self.0))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    parse_numbers! {
        deserialize_i8: visit_i64 i64,
        deserialize_i16: visit_i64 i64,
        deserialize_i32: visit_i64 i64,
        deserialize_i64: visit_i64 i64,
        deserialize_u8: visit_i64 i64,
        deserialize_u16: visit_i64 i64,
        deserialize_u32: visit_i64 i64,
        deserialize_u64: visit_u64 u64,
        deserialize_f32: visit_f64 f64,
        deserialize_f64: visit_f64 f64,
    }

    forward_to_deserialize_any! {
        i128 u128 char str string bytes byte_buf option unit unit_struct tuple tuple_struct map struct identifier
        ignored_any
    }
}

/// Items of a list: separated by commas outside quotes, without their quotes.
fn split_list(text: &str) -> Vec<&str> {
    let mut quote = None;
    let parts = text.split(|letter: char| {
        match (quote, letter) {
            (None, '"' | '\'') => quote = Some(letter),
            (Some(open), _) if open == letter => quote = None,
            (None, ',') => return true,
            _ => {}
        }
        false
    });
    parts.map(str::trim).filter(|part| !part.is_empty()).map(without_quotes).collect()
}

fn without_quotes(text: &str) -> &str {
    let inner = |mark| text.strip_prefix(mark).and_then(|text| text.strip_suffix(mark));
    inner('"').or_else(|| inner('\'')).unwrap_or(text)
}

struct ListItems<'a> {
    rest: std::iter::Enumerate<std::vec::IntoIter<&'a str>>,
}

impl<'de> SeqAccess<'de> for ListItems<'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        let Some((index, item)) = self.rest.next() else { return Ok(None) };
        seed.deserialize(Text(item)).map(Some).map_err(below(&index.to_string()))
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
    figment: &'a Figment,
    rest: std::collections::btree_map::Iter<'a, String, Value>,
    at: Option<(&'a str, &'a Value)>,
}

impl<'de> MapAccess<'de> for Fields<'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some((name, value)) = self.rest.next() else { return Ok(None) };
        self.at = Some((name, value));
        seed.deserialize(StrDeserializer::new(name)).map(Some).map_err(below(name))
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Error> {
        let (name, value) = self.at.take().expect("a value is read after its key");
        seed.deserialize(Reader { figment: self.figment, value }).map_err(below(name))
    }
}

struct Items<'a> {
    figment: &'a Figment,
    rest: std::iter::Enumerate<std::slice::Iter<'a, Value>>,
}

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        let Some((index, value)) = self.rest.next() else { return Ok(None) };
        let reader = Reader { figment: self.figment, value };
        seed.deserialize(reader).map(Some).map_err(below(&index.to_string()))
    }
}
