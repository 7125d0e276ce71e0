//! JSON parser that reports duplicate keys, because `serde_json` silently keeps the last one.

use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Error, Map, Number, Value};

use super::locate::below;
use crate::limits::MAX_ERRORS_PER_FILE;

/// Duplicate keys of a document.
#[derive(Debug, Default)]
pub(super) struct DuplicateKey {
    /// The first paths, up to the number shown for one file.
    pub paths: Vec<String>,
    /// Number of further duplicates.
    pub more: u64,
}

/// Parses the text. Of duplicate keys the last value is kept.
pub(super) fn parse(text: &str) -> Result<(Value, DuplicateKey), Error> {
    let doubled = RefCell::default();
    let mut json = serde_json::Deserializer::from_str(text);
    let value = ValuePath { around: None, doubled: &doubled }.deserialize(&mut json)?;
    json.end()?;
    Ok((value, doubled.into_inner()))
}

/// Path of a value, formatted only when a fault is reported.
#[derive(Clone, Copy)]
struct ValuePath<'p> {
    around: Option<(&'p ValuePath<'p>, PathSegment<'p>)>,
    doubled: &'p RefCell<DuplicateKey>,
}

#[derive(Clone, Copy)]
enum PathSegment<'p> {
    Key(&'p str),
    Index(usize),
}

impl ValuePath<'_> {
    fn inside<'p>(&'p self, step: PathSegment<'p>) -> ValuePath<'p> {
        ValuePath { around: Some((self, step)), doubled: self.doubled }
    }

    fn path(&self) -> String {
        match &self.around {
            None => String::new(),
            Some((around, PathSegment::Key(key))) => below(&around.path(), key),
            Some((around, PathSegment::Index(index))) => format!("{}[{index}]", around.path()),
        }
    }

    fn is_doubled(&self, key: &str) {
        let mut doubled = self.doubled.borrow_mut();
        if doubled.paths.len() < MAX_ERRORS_PER_FILE {
            doubled.paths.push(below(&self.path(), key));
        } else {
            doubled.more += 1;
        }
    }
}

impl<'de> DeserializeSeed<'de> for ValuePath<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ValuePath<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(self.inside(PathSegment::Index(list.len())))? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let (mut object, mut reported) = (Map::new(), HashSet::new());
        while let Some(key) = entries.next_key::<String>()? {
            let value = entries.next_value_seed(self.inside(PathSegment::Key(&key)))?;
            if object.contains_key(&key) && reported.insert(key.clone()) {
                self.is_doubled(&key);
            }
            object.insert(key, value);
        }
        Ok(Value::Object(object))
    }
}
