//! Reads a value on past its faults. The reader of a type stops at the first thing that is wrong; here each is told, put
//! right for the time being, and the value read again, so that no fault hides the next.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use serde_path_to_error::Segment;

use super::locate::below;
use super::strict::Strict;
use crate::limits::MAX_ID;

/// So many faults of one value are looked for; whoever has more has another format.
const MOST_TRIES: i64 = 1_000;

/// What is wrong with a value, and where in it; the path is empty for the value itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub path: String,
    pub reason: String,
    at: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Key(String),
    Index(usize),
}

/// The value with something in the place of what is wrong, if that makes it whole; and all that is wrong.
pub(super) fn read<T: DeserializeOwned>(mut value: Value) -> (Option<T>, Vec<Fault>) {
    let mut faults: Vec<Fault> = Vec::new();
    for count in 0..MOST_TRIES {
        let fault = match attempt(&value) {
            Ok(read) => return (Some(read), faults),
            Err(fault) => fault,
        };
        let mended = mended::<T>(&value, &fault, count);
        // What is wrong inside of what was put in is nobody's fault.
        if !faults.iter().any(|told| fault.at.starts_with(&told.at)) {
            faults.push(fault);
        }
        let Some(mended) = mended else { break };
        value = mended;
    }
    (None, faults)
}

fn attempt<T: DeserializeOwned>(value: &Value) -> Result<T, Fault> {
    serde_path_to_error::deserialize(Strict(value)).map_err(|error| {
        let reason = plain(&error.inner().to_string());
        let mut at: Vec<Step> = error
            .path()
            .iter()
            .filter_map(|segment| match segment {
                Segment::Seq { index } => Some(Step::Index(*index)),
                Segment::Map { key } => Some(Step::Key(key.clone())),
                Segment::Enum { .. } | Segment::Unknown => None,
            })
            .collect();
        let path = at.iter().fold(String::new(), |path, step| match step {
            Step::Key(key) => below(&path, key),
            Step::Index(index) => format!("{path}[{index}]"),
        });
        at.extend(named(&reason, "missing field").map(|name| Step::Key(name.to_owned())));
        Fault { path, reason, at }
    })
}

/// The reader's words for what is of another kind, in those of who writes the file.
fn plain(reason: &str) -> String {
    let (kind, rest) = reason.split_once(": ").unwrap_or_default();
    let (true, Some((given, expected))) =
        (matches!(kind, "invalid type" | "invalid value"), rest.rsplit_once(", expected "))
    else {
        return reason.to_owned();
    };
    let expected = match (kind, expected) {
        ("invalid value", "i64") => "a whole number of at most 64 bits",
        (_, "i64") => "a whole number",
        (_, "u64") => "a whole number, not below 0",
        (_, "a string") => "a text",
        (_, "a sequence") => "a list",
        (_, "a map") => "an object",
        (_, other) => other,
    };
    let given = match given {
        "sequence" => "a list",
        "map" => "an object",
        "unit value" => "null",
        // What a number or flag is called is not what is wrong with it.
        other => other
            .strip_prefix("string ")
            .or_else(|| other.split_once('`').map(|(_, value)| value.trim_end_matches('`')))
            .unwrap_or(other),
    };
    format!("must be {expected}, not {given}")
}

/// The name in a message such as "missing field `id`".
fn named<'a>(reason: &'a str, what: &str) -> Option<&'a str> {
    reason.strip_prefix(what)?.strip_prefix(" `")?.split('`').next()
}

impl Fault {
    /// The path of what was put in, when something was missing: nothing further is wrong with that.
    pub fn mended_path(&self) -> String {
        named(&self.reason, "missing field").map_or_else(|| self.path.clone(), |name| below(&self.path, name))
    }
}

/// `value` without the fault: an unknown field taken away, anything else given the first form that is read.
fn mended<T: DeserializeOwned>(value: &Value, fault: &Fault, count: i64) -> Option<Value> {
    if let Some(name) = named(&fault.reason, "unknown field") {
        let mut without = value.clone();
        let parent = match fault.at.split_last() {
            Some((Step::Key(last), parent)) if last == name => parent,
            _ => &fault.at[..],
        };
        place(&mut without, parent)?.as_object_mut()?.remove(name)?;
        return Some(without);
    }
    let mut with = value.clone();
    let is_past = |form: Value| -> Option<bool> {
        *place(&mut with, &fault.at)? = form;
        Some(attempt::<T>(&with).err().is_none_or(|next| next.at != fault.at))
    };
    let is_whole = forms(count).into_iter().map(is_past).any(|is_past| is_past == Some(true));
    is_whole.then_some(with)
}

/// One of each kind of value. Numbers are ids nobody else has.
fn forms(count: i64) -> [Value; 7] {
    [json!(""), json!(MAX_ID - count), json!(1), json!(false), json!([]), json!({}), Value::Null]
}

/// Where the path leads; its last key is made when it is not there.
fn place<'a>(value: &'a mut Value, path: &[Step]) -> Option<&'a mut Value> {
    path.iter().try_fold(value, |value, step| match step {
        Step::Key(key) => {
            let object: &mut Map<_, _> = value.as_object_mut()?;
            Some(object.entry(key).or_insert(Value::Null))
        }
        Step::Index(index) => value.get_mut(index),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Story {
        id: i64,
        title: Words,
        #[serde(default)]
        image: String,
        #[serde(default)]
        parts: Vec<Words>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Words {
        la: String,
    }

    fn faults(value: Value) -> Vec<(String, String)> {
        let (_, faults) = read::<Story>(value);
        faults.into_iter().map(|fault| (fault.path, fault.reason)).collect()
    }

    #[test]
    fn every_fault_is_told_and_the_rest_is_read() {
        let value = json!({"title": {"la": 3, "xx": 1}, "image": "../a.jpg", "parts": [{"la": "x"}, {}, 7]});
        let (story, faults) = read::<Story>(value);
        let mut paths: Vec<_> = faults.iter().map(Fault::mended_path).collect();
        paths.sort();
        assert_eq!(paths, ["id", "parts[1].la", "parts[2]", "title.la", "title.xx"], "{faults:?}");
        let story = story.unwrap();
        assert_eq!((story.image.as_str(), story.parts.len()), ("../a.jpg", 3));
    }

    #[rstest]
    #[case(json!(["a", "b"]), "", "must be an object, not a list")]
    #[case(json!({"id": "3", "title": {"la": ""}}), "id", "must be a whole number, not \"3\"")]
    #[case(json!({"id": 1.5, "title": {"la": ""}}), "id", "must be a whole number, not 1.5")]
    #[case(json!({"id": true, "title": {"la": ""}}), "id", "must be a whole number, not true")]
    #[case(json!({"id": u64::MAX, "title": {"la": ""}}), "id", "must be a whole number of at most 64 bits, not 18446744073709551615")]
    #[case(json!({"id": 1, "title": ["x"]}), "title", "must be an object, not a list")]
    #[case(json!({"id": 1, "title": {"la": ["x"]}}), "title.la", "must be a text, not a list")]
    #[case(json!({"id": 1, "title": {"la": null}}), "title.la", "must be a text, not null")]
    #[case(json!({"id": 1, "title": {"la": ""}, "parts": "x"}), "parts", "must be a list, not \"x\"")]
    #[case(json!({"id": 1, "title": {"la": ""}, "parts": [7]}), "parts[0]", "must be an object, not a number")]
    fn another_kind_is_told_in_plain_words(#[case] value: Value, #[case] path: &str, #[case] reason: &str) {
        assert_eq!(faults(value).first(), Some(&(path.to_owned(), reason.to_owned())));
    }

    #[test]
    fn what_is_whole_is_as_it_is() {
        let (story, faults) = read::<Story>(json!({"id": 7, "title": {"la": "x"}}));
        assert_eq!((story.unwrap().id, faults), (7, vec![]));
    }

    #[test]
    fn what_is_something_else_altogether_is_one_fault() {
        assert_eq!(faults(json!(3)).len(), 1);
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            "[a-z]{0,3}".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 5, |inner| {
            let key = prop_oneof![Just("id"), Just("title"), Just("la"), Just("parts"), Just("x")];
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
                proptest::collection::hash_map(key.prop_map(str::to_owned), inner, 0..5)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn the_first_fault_is_the_readers_own(value in any_json()) {
            let own = attempt::<Story>(&value).err();
            let (story, faults) = read::<Story>(value);
            prop_assert_eq!(faults.first().cloned(), own);
            prop_assert!(story.is_some() || !faults.is_empty());
        }
    }
}
