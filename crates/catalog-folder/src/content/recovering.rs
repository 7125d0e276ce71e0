//! Deserializer that recovers from errors: all faults of a value are reported in one run.
//!
//! Values of a wrong type and unknown fields are reported and replaced by [`RecoveringDeserializer`] during the
//! reading. Only the `Deserialize` implementations know which fields are required and which names are aliases, and they
//! report it after the object has been read. So such an error is recorded as a repair for all objects of the same
//! shape, and the value is read again. The number of runs equals the number of distinct repairs, whatever the length of
//! the value.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::pass::{Error, JsonDiagnostics, Pass};
use super::recovering_deserializer::RecoveringDeserializer;

/// Maximum number of repairs for one value. The types of `content.json` need fewer.
const MAX_REPAIRS: usize = 1_000;

/// Returns the value with faulty parts replaced, if that yields a complete value, and all faults.
pub(super) fn read<T: DeserializeOwned>(value: &Value) -> (Option<T>, JsonDiagnostics) {
    let mut run = Pass::default();
    let mut last = String::new();
    for _ in 0..MAX_REPAIRS {
        let error = match T::deserialize(RecoveringDeserializer { value: Some(value), run: &run }) {
            Ok(read) => return (Some(read), run.into_diagnostics()),
            Err(error) => error,
        };
        last = error.to_string();
        let Error::NeedsRepair(shape, repair) = error else { break };
        run = run.again(shape, repair);
    }
    (None, run.aborted(&last))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;
    use serde::Deserialize;
    use serde_json::json;

    use super::super::pass::JsonDiagnostic;
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

    fn errors(value: &Value) -> Vec<(String, String)> {
        let (_, errors) = read::<Story>(value);
        errors.reported.into_iter().map(|diagnostic| (diagnostic.path, diagnostic.reason.text)).collect()
    }

    #[test]
    fn every_fault_is_reported_and_the_rest_is_read() {
        let value = json!({"title": {"la": 3, "xx": 1}, "image": "../a.jpg", "parts": [{"la": "x"}, {}, 7]});
        let (story, errors) = read::<Story>(&value);
        let mut paths: Vec<_> = errors.reported.iter().map(JsonDiagnostic::mended_path).collect();
        paths.sort();
        assert_eq!(paths, ["id", "parts[1].la", "parts[2]", "title.la", "title.xx"], "{errors:?}");
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
        assert_eq!(errors(&value).first(), Some(&(path.to_owned(), reason.to_owned())));
    }

    #[test]
    fn valid_value_is_unchanged() {
        let (story, errors) = read::<Story>(&json!({"id": 7, "name": {"la": "x"}}));
        assert_eq!((story.unwrap().id, errors), (7, JsonDiagnostics::default()));
    }

    #[test]
    fn alias_beside_its_field_is_reported_for_each_object() {
        let both = json!({"id": 1, "title": {"la": "x"}, "name": {"la": "y"}});
        assert_eq!(errors(&both), [("title".to_owned(), "is there under another name as well".to_owned())]);
    }

    /// The number of runs equals the number of distinct repairs, not of faults.
    #[test]
    fn many_faults_are_counted_in_few_runs() {
        let parts = vec![json!({"lo": "x"}); 50_000];
        let (story, errors) = read::<Story>(&json!({"id": 1, "title": {"la": "x"}, "parts": parts}));
        assert_eq!((story.unwrap().parts.len(), errors.reported.len(), errors.more), (50_000, 1_000, 99_000));
        let fields: serde_json::Map<_, _> = (0..50_000).map(|name| (name.to_string(), json!(1))).collect();
        let (_, errors) = read::<Story>(&Value::Object(fields));
        assert_eq!((errors.reported.len(), errors.more), (1_000, 49_002));
    }

    #[test]
    fn value_of_a_wrong_type_is_one_fault() {
        assert_eq!(errors(&json!(3)).len(), 1);
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
            let (story, errors) = read::<Story>(&value);
            prop_assert!(story.is_some(), "every fault can be put right: {errors:?}");
            let own = serde_json::from_value::<Story>(value);
            if errors == JsonDiagnostics::default() {
                prop_assert_eq!(story, own.ok());
            }
        }
    }
}
