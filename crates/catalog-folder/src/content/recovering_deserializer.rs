//! `serde` deserializer over a JSON value that reports type errors and substitutes a default of the expected type.
//! Objects must be JSON objects: `serde_json` also accepts a list with the fields in order, so that `["ບ້ານ", "house"]`
//! would pass for a text in two languages.
//!
//! Unknown fields are faults in every type.

use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, Error as _, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserializer, forward_to_deserialize_any};
use serde_json::{Map, Number, Value};

use super::pass::{Error, ObjectShape, Pass, PathSegment, Repair};
use crate::limits::MAX_ID;
use crate::message::{Reason, shorten};

/// A value at its path, or a default without a value, which has no faults.
#[derive(Clone, Copy)]
pub(super) struct RecoveringDeserializer<'de, 'r> {
    pub value: Option<&'de Value>,
    pub run: &'r Pass<'de>,
}

impl<'de> RecoveringDeserializer<'de, '_> {
    /// Reports that the value is not of the kind that `wanted` names.
    fn is_no(&self, wanted: impl FnOnce() -> Reason) {
        let Some(value) = self.value else { return };
        let reason = || {
            let wanted = wanted();
            Reason { text: format!("{}, not {}", wanted.text, shown(value)), ..wanted }
        };
        self.run.report(|| scalar(value), reason);
    }

    fn number(&self) -> Option<&'de Number> {
        if let Some(Value::Number(number)) = self.value { Some(number) } else { None }
    }

    /// Reports that the value is not an integer in range.
    fn is_no_integer(&self) {
        let fits_none = self.number().is_some_and(|number| !number.is_f64() && number.as_i64().is_none());
        self.is_no(|| {
            if fits_none {
                Reason::new("not_64_bits", "must be a whole number of at most 64 bits")
            } else {
                Reason::new("not_whole", "must be a whole number")
            }
        });
    }
}

impl<'de> Deserializer<'de> for RecoveringDeserializer<'de, '_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            None | Some(Value::Null) => visitor.visit_unit(),
            Some(Value::Bool(value)) => visitor.visit_bool(*value),
            Some(Value::String(text)) => visitor.visit_borrowed_str(text),
            Some(Value::Array(_)) => self.deserialize_seq(visitor),
            Some(Value::Object(_)) => Err(Error::custom("an object of no known type")),
            Some(Value::Number(number)) => match (number.as_i64(), number.as_u64()) {
                (Some(number), _) => visitor.visit_i64(number),
                (None, Some(number)) => visitor.visit_u64(number),
                (None, None) => visitor.visit_f64(number.as_f64().unwrap_or_default()),
            },
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let Some(Value::Bool(value)) = self.value else {
            self.is_no(|| Reason::new("not_boolean", "must be true or false"));
            return visitor.visit_bool(false);
        };
        visitor.visit_bool(*value)
    }

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let Some(number) = self.number().and_then(Number::as_i64) else {
            self.is_no_integer();
            return visitor.visit_i64(MAX_ID);
        };
        visitor.visit_i64(number)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let Some(number) = self.number().and_then(Number::as_u64) else {
            self.is_no(|| Reason::new("not_count", "must be a whole number, not below 0"));
            return visitor.visit_u64(0);
        };
        visitor.visit_u64(number)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let Some(Value::String(text)) = self.value else {
            self.is_no(|| Reason::new("not_text", "must be a text"));
            return visitor.visit_borrowed_str("");
        };
        visitor.visit_borrowed_str(text)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.value.is_none_or(Value::is_null) { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let items = if let Some(Value::Array(items)) = self.value {
            items.as_slice()
        } else {
            self.is_no(|| Reason::new("not_list", "must be a list"));
            &[]
        };
        visitor.visit_seq(Items { items: items.iter().enumerate(), run: self.run })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        known: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let run = self.run;
        let object = match self.value {
            Some(Value::Object(object)) => Some(object),
            Some(other) => {
                let reason = || Reason::new("not_object", format!("must be an object, not {}", kind(other)));
                run.report(|| scalar(other), reason);
                None
            }
            None => None,
        };
        let mut given = fields(run, object, known);
        let shape = ObjectShape::of(name, known, given.iter().map(|(name, _)| *name));
        for repair in run.repairs(shape) {
            match repair {
                Repair::Missing(field) => {
                    // A value that is not an object at all is one fault.
                    if object.is_some() {
                        run.report_missing(field);
                    }
                    given.push((field, None));
                }
                Repair::DuplicateKey(field) => {
                    let reason = || Reason::new("field_twice", "is there under another name as well");
                    run.report_at(field, reason);
                    given.retain(|(name, _)| *name != field);
                }
            }
        }
        let mut last = "";
        let fields = Fields { left: given.into_iter(), value: None, last: &mut last, run };
        visitor.visit_map(fields).map_err(|error| error.inside(shape, last))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i128 u8 u16 u32 u128 f32 f64 char bytes byte_buf unit unit_struct tuple tuple_struct map enum
        identifier ignored_any
    }
}

/// A field by its canonical name; without a value, a default is substituted.
type Given<'de> = (&'static str, Option<&'de Value>);

/// The known fields of an object. Unknown fields are reported.
fn fields<'de>(
    run: &Pass<'de>,
    object: Option<&'de Map<String, Value>>,
    known: &[&'static str],
) -> Vec<Given<'de>> {
    let mut given = Vec::new();
    for (name, value) in object.into_iter().flatten() {
        if let Some(name) = known.iter().find(|known| **known == name.as_str()) {
            given.push((*name, Some(value)));
        } else {
            run.report_at(name, || {
                let names: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
                let shown = shorten(name);
                let reason = format!("unknown field `{shown}`, expected one of {}", names.join(", "));
                Reason::new("field_unknown", reason).with("known", &known.join(", "))
            });
        }
    }
    given
}

struct Fields<'de, 'r, 'l> {
    left: std::vec::IntoIter<Given<'de>>,
    value: Option<Given<'de>>,
    /// The last field name handed out, so that the caller can attribute an error to it.
    last: &'l mut &'static str,
    run: &'r Pass<'de>,
}

impl<'de> MapAccess<'de> for Fields<'de, '_, '_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        self.value = self.left.next();
        let Some((name, _)) = self.value else { return Ok(None) };
        *self.last = name;
        let name: StrDeserializer<'_, Error> = name.into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        let (name, value) = self.value.take().unwrap_or_default();
        self.run.within(PathSegment::Key(name), || {
            seed.deserialize(RecoveringDeserializer { value, run: self.run })
        })
    }
}

struct Items<'de, 'r> {
    items: std::iter::Enumerate<std::slice::Iter<'de, Value>>,
    run: &'r Pass<'de>,
}

impl<'de> SeqAccess<'de> for Items<'de, '_> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        let Some((index, item)) = self.items.next() else { return Ok(None) };
        let read = || seed.deserialize(RecoveringDeserializer { value: Some(item), run: self.run });
        self.run.within(PathSegment::Index(index), read).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

/// The value as in the file, shortened; empty for a list or an object.
fn scalar(value: &Value) -> String {
    match value {
        Value::String(text) => shorten(text),
        Value::Array(_) | Value::Object(_) => String::new(),
        other => other.to_string(),
    }
}

/// Formats a value for a fault message; long values are described by their type.
fn shown(value: &Value) -> String {
    match value {
        Value::Bool(value) => value.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => format!("{:?}", shorten(text)),
        other => kind(other).to_owned(),
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
