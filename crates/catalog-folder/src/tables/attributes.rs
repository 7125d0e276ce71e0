//! The `attributes` field of a product: a small flat JSON object.

use std::collections::HashMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;

use crate::limits::{MAX_ATTRIBUTES, MAX_ATTRIBUTES_BYTES, MAX_NAME_CHARS};
use crate::message::{Reason, shorten};

/// Validates the text of an `attributes` field and returns all faults.
pub fn check_attributes(text: &str) -> Vec<String> {
    attribute_faults(text).into_iter().map(|reason| reason.text).collect()
}

/// All faults of the text of an `attributes` field.
pub(crate) fn attribute_faults(text: &str) -> Vec<Reason> {
    if text.len() > MAX_ATTRIBUTES_BYTES {
        let max = MAX_ATTRIBUTES_BYTES >> 10;
        return vec![Reason::new("field_too_long", format!("is longer than {max} kB")).with("max", &max)];
    }
    let Pairs(pairs) = match serde_json::from_str(text) {
        Ok(pairs) => pairs,
        Err(error) => return vec![Reason::new("not_json_object", "must be a JSON object").because(&error)],
    };
    let mut errors = Vec::new();
    if pairs.len() > MAX_ATTRIBUTES {
        let reason = format!("has more than {MAX_ATTRIBUTES} attributes");
        errors.push(Reason::new("too_many_attributes", reason).with("max", &MAX_ATTRIBUTES));
    }
    let mut unique = HashMap::new();
    for (key, value) in &pairs {
        let shown = shorten(key);
        if key.trim().is_empty() || key.chars().count() > MAX_NAME_CHARS || key.chars().any(char::is_control)
        {
            let reason = format!("has an attribute with an unusable name ({shown})");
            errors.push(Reason::new("attribute_name", reason).with("name", &shown));
        }
        let times = unique.entry(key).and_modify(|times| *times += 1).or_insert(1);
        if *times == 2 {
            errors.push(Reason::new("attribute_twice", format!("has {shown} twice")).with("name", &shown));
        }
        if !is_value(value) {
            let reason =
                format!("{shown} must be a text, a number, true or false, or {{\"la\": …, \"en\": …}}");
            errors.push(Reason::new("attribute_value", reason).with("name", &shown));
        }
    }
    errors
}

fn is_value(value: &Value) -> bool {
    match value {
        Value::String(_) | Value::Number(_) | Value::Bool(_) => true,
        Value::Object(texts) => {
            let text =
                |(key, text): (&String, &Value)| matches!(key.as_str(), "la" | "en") && text.is_string();
            !texts.is_empty() && texts.iter().all(text)
        }
        Value::Null | Value::Array(_) => false,
    }
}

/// An object with its keys in order, so that duplicates are detected.
struct Pairs(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Pairs;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(Object)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flat_object_passes_and_others_are_reported() {
        let good =
            r#"{"sku": "HE-1", "watts": 12.5, "dimmable": true, "colour": {"la": "ແດງ", "en": "Red"}}"#;
        assert_eq!(check_attributes(good), Vec::<String>::new());
        let many: Vec<String> = (0..65).map(|number| format!("\"{number}\":1")).collect();
        let (many, long) = (format!("{{{}}}", many.join(",")), format!("{{\"a\":\"{}\"}}", "x".repeat(8192)));
        for bad in [
            "[]",
            "1",
            "{",
            "{\"a\":1}x",
            "{\"a\":null}",
            "{\"a\":[1]}",
            "{\"a\":{}}",
            "{\"a\":{\"th\":\"x\"}}",
            "{\"a\":{\"la\":1}}",
            "{\"a\":1,\"a\":2}",
            "{\"\":1}",
            many.as_str(),
            long.as_str(),
        ] {
            assert_eq!(check_attributes(bad).len(), 1, "{bad}");
        }
    }
}
