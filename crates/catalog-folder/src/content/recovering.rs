//! Deserializer that recovers from errors: all faults of a value are reported in one run.
//!
//! Values of a wrong type and unknown fields are reported and replaced by [`RecoveringDeserializer`] during the
//! reading. Only the `Deserialize` implementations know which fields are required and which names are aliases, and they
//! report it after the object has been read. So such an error is recorded as a repair for all objects of the same
//! shape, and the value is read again. The number of runs equals the number of distinct repairs, whatever the length of
//! the value.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::locate::below;
use super::recovering_deserializer::RecoveringDeserializer;
use crate::limits::MAX_FAULTS_PER_FILE;

/// Maximum number of repairs for one value. The types of `content.json` need fewer.
const MOST_LESSONS: usize = 1_000;

/// A fault of a value and its path, relative to the value; empty for the value itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct JsonDiagnostic {
    pub path: String,
    pub reason: String,
    missing: Option<&'static str>,
}

/// All faults of a value.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct JsonDiagnostics {
    /// The first faults, up to the number shown for one file.
    pub told: Vec<JsonDiagnostic>,
    /// Number of further faults.
    pub more: u64,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum PathSegment<'v> {
    Key(&'v str),
    Index(usize),
}

/// The shape of an object: its type and the set of its present fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct ObjectShape {
    name: &'static str,
    /// Bit set of the type's fields.
    fields: u64,
}

/// Repair of all objects of one shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Repair {
    /// A required field is absent; a default is inserted.
    Missing(&'static str),
    /// The field is an alias of another field that is present.
    DuplicateKey(&'static str),
}

/// Reason why the reading of a value was aborted.
#[derive(Debug)]
pub(super) enum Error {
    Missing(&'static str),
    Doubled(&'static str),
    /// One of the above, with the shape of the object concerned.
    NeedsRepair(ObjectShape, Repair),
    Other(String),
}

/// State of one run: current path, reported faults, and the repairs recorded by earlier runs.
#[derive(Debug, Default)]
pub(super) struct Pass<'v> {
    path: RefCell<Vec<PathSegment<'v>>>,
    faults: RefCell<JsonDiagnostics>,
    repairs: HashMap<ObjectShape, Vec<Repair>>,
}

/// Returns the value with faulty parts replaced, if that yields a complete value, and all faults.
pub(super) fn read<T: DeserializeOwned>(value: &Value) -> (Option<T>, JsonDiagnostics) {
    let mut run = Pass::default();
    let mut last = String::new();
    for _ in 0..MOST_LESSONS {
        let error = match T::deserialize(RecoveringDeserializer { value: Some(value), run: &run }) {
            Ok(read) => return (Some(read), run.faults.take()),
            Err(error) => error,
        };
        last = error.to_string();
        let Error::NeedsRepair(shape, lesson) = error else { break };
        run = Pass { repairs: run.repairs, ..Pass::default() };
        run.repairs.entry(shape).or_default().push(lesson);
    }
    run.path.take();
    run.tell(format_args!("{last}"));
    (None, run.faults.take())
}

impl<'v> Pass<'v> {
    pub(super) fn within<T>(&self, step: PathSegment<'v>, read: impl FnOnce() -> T) -> T {
        self.path.borrow_mut().push(step);
        let read = read();
        self.path.borrow_mut().pop();
        read
    }

    pub(super) fn repairs(&self, shape: ObjectShape) -> impl Iterator<Item = Repair> {
        self.repairs.get(&shape).into_iter().flatten().copied()
    }

    /// Reports a fault of the current value.
    pub(super) fn tell(&self, reason: fmt::Arguments<'_>) {
        self.add(None, None, reason);
    }

    /// Reports a fault of one of its fields.
    pub(super) fn tell_at(&self, field: &str, reason: fmt::Arguments<'_>) {
        self.add(Some(field), None, reason);
    }

    pub(super) fn tell_missing(&self, field: &'static str) {
        self.add(None, Some(field), format_args!("missing field `{field}`"));
    }

    fn add(&self, field: Option<&str>, missing: Option<&'static str>, reason: fmt::Arguments<'_>) {
        let mut faults = self.faults.borrow_mut();
        if faults.told.len() == MAX_FAULTS_PER_FILE {
            faults.more += 1;
            return;
        }
        let path = self.path.borrow().iter().fold(String::new(), |path, step| match step {
            PathSegment::Key(key) => below(&path, key),
            PathSegment::Index(index) => format!("{path}[{index}]"),
        });
        let path = field.map_or_else(|| path.clone(), |field| below(&path, field));
        faults.told.push(JsonDiagnostic { path, reason: reason.to_string(), missing });
    }
}

impl ObjectShape {
    pub(super) fn of(name: &'static str, known: &[&str], given: impl Iterator<Item = &'static str>) -> Self {
        let bit = |name| known.iter().position(|known| *known == name).map_or(0, |place| 1 << (place % 64));
        Self { name, fields: given.fold(0, |fields, name| fields | bit(name)) }
    }
}

impl JsonDiagnostic {
    /// Path of an inserted default. No further faults are reported for it.
    pub fn mended_path(&self) -> String {
        self.missing.map_or_else(|| self.path.clone(), |name| below(&self.path, name))
    }
}

impl Error {
    /// Attributes an error to the object of this shape, whose last field read was `last`. Enclosing objects leave it
    /// unchanged.
    pub(super) fn inside(self, shape: ObjectShape, last: &'static str) -> Self {
        match self {
            Self::Missing(field) => Self::NeedsRepair(shape, Repair::Missing(field)),
            Self::Doubled(_) => Self::NeedsRepair(shape, Repair::DuplicateKey(last)),
            other => other,
        }
    }
}

impl serde::de::Error for Error {
    fn custom<T: fmt::Display>(reason: T) -> Self {
        Self::Other(reason.to_string())
    }

    fn missing_field(field: &'static str) -> Self {
        Self::Missing(field)
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self::Doubled(field)
    }
}

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(field) | Self::NeedsRepair(_, Repair::Missing(field)) => {
                write!(f, "missing field `{field}`")
            }
            Self::Doubled(field) | Self::NeedsRepair(_, Repair::DuplicateKey(field)) => {
                write!(f, "duplicate field `{field}`")
            }
            Self::Other(reason) => f.write_str(reason),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Story {
        id: i64,
        #[serde(alias = "name")]
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

    fn faults(value: &Value) -> Vec<(String, String)> {
        let (_, faults) = read::<Story>(value);
        faults.told.into_iter().map(|fault| (fault.path, fault.reason)).collect()
    }

    #[test]
    fn every_fault_is_reported_and_the_rest_is_read() {
        let value = json!({"title": {"la": 3, "xx": 1}, "image": "../a.jpg", "parts": [{"la": "x"}, {}, 7]});
        let (story, faults) = read::<Story>(&value);
        let mut paths: Vec<_> = faults.told.iter().map(JsonDiagnostic::mended_path).collect();
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
    fn value_of_another_type_is_reported_in_plain_words(
        #[case] value: Value,
        #[case] path: &str,
        #[case] reason: &str,
    ) {
        assert_eq!(faults(&value).first(), Some(&(path.to_owned(), reason.to_owned())));
    }

    #[test]
    fn valid_value_is_unchanged() {
        let (story, faults) = read::<Story>(&json!({"id": 7, "name": {"la": "x"}}));
        assert_eq!((story.unwrap().id, faults), (7, JsonDiagnostics::default()));
    }

    #[test]
    fn alias_beside_its_field_is_reported_for_each_object() {
        let both = json!({"id": 1, "title": {"la": "x"}, "name": {"la": "y"}});
        assert_eq!(faults(&both), [("title".to_owned(), "is there under another name as well".to_owned())]);
    }

    /// The number of runs equals the number of distinct repairs, not of faults.
    #[test]
    fn many_faults_are_counted_in_few_runs() {
        let parts = vec![json!({"lo": "x"}); 50_000];
        let (story, faults) = read::<Story>(&json!({"id": 1, "title": {"la": "x"}, "parts": parts}));
        assert_eq!((story.unwrap().parts.len(), faults.told.len(), faults.more), (50_000, 1_000, 99_000));
        let fields: serde_json::Map<_, _> = (0..50_000).map(|name| (name.to_string(), json!(1))).collect();
        let (_, faults) = read::<Story>(&Value::Object(fields));
        assert_eq!((faults.told.len(), faults.more), (1_000, 49_002));
    }

    #[test]
    fn value_of_a_wrong_type_is_one_fault() {
        assert_eq!(faults(&json!(3)).len(), 1);
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
        fn any_refused_value_has_a_fault_and_the_rest_equals_a_plain_read(value in any_json()) {
            let (story, faults) = read::<Story>(&value);
            prop_assert!(story.is_some(), "every fault can be put right: {faults:?}");
            let own = serde_json::from_value::<Story>(value);
            if faults == JsonDiagnostics::default() {
                prop_assert_eq!(story, own.ok());
            }
        }
    }
}
