//! Error messages of settings: the variable or file, the key, and the expected value.

use std::iter::successors;

use figment::{
    Figment, Metadata,
    error::{Actual, Kind},
};

/// Formats an error such as `PORT (edge.port): must be a whole number from 0 to 65535, not "abc"`.
pub fn explain(figment: &Figment, section: &str, error: &figment::Error) -> String {
    let mut key: Vec<&str> = std::iter::once(section).chain(error.path.iter().map(String::as_str)).collect();
    // Figment has no path for a missing value.
    if let Kind::MissingField(field) = &error.kind {
        key.push(field);
    }
    let key = key.join(".");
    format!("{}: {}", place(figment, &key, error.metadata.as_ref()), reason(&error.kind))
}

/// Returns the variable or file that set `key`, or only the key.
pub fn place(figment: &Figment, key: &str, otherwise: Option<&Metadata>) -> String {
    // Figment has no source for an element of a list; the source of the list is used.
    let found =
        successors(Some(key), |key| Some(key.rsplit_once('.')?.0).filter(|above| above.contains('.')))
            .find_map(|set| figment.find_metadata(set).map(|metadata| (set, metadata)));
    let Some((set, metadata)) = found.or(otherwise.map(|metadata| (key, metadata))) else {
        return key.to_owned();
    };
    if let Some(file) = metadata.source.as_ref().and_then(figment::Source::file_path) {
        return format!("{key} in {}", file.display());
    }
    match metadata.name.as_ref() {
        super::ENVIRONMENT => format!("HEUAN_{} ({key})", set.to_uppercase().replace('.', "__")),
        name if name.starts_with(super::SHORT) => format!("{} ({key})", &name[super::SHORT.len()..]),
        _ => key.to_owned(),
    }
}

fn reason(kind: &Kind) -> String {
    match kind {
        Kind::InvalidType(actual, expected) | Kind::InvalidValue(actual, expected) => {
            format!("must be {}, not {}", plain(expected), shown(actual))
        }
        Kind::UnknownVariant(word, known) => format!("must be one of {}, not {word:?}", known.join(", ")),
        Kind::UnknownField(_, known) => format!("there is no such setting; known are {}", known.join(", ")),
        Kind::MissingField(_) => "is missing".to_owned(),
        other => other.to_string(),
    }
}

/// Describes the type that serde expects, in plain English.
fn plain(expected: &str) -> &str {
    match expected {
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" | "u64" | "usize" | "a nonzero u64" | "a nonzero usize" => "a whole number, not below 0",
        "i32" | "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a string" => "a text",
        "a sequence" => "a list",
        other => other,
    }
}

pub fn shown(actual: &Actual) -> String {
    match actual {
        Actual::Bool(value) => value.to_string(),
        Actual::Unsigned(value) => value.to_string(),
        Actual::Signed(value) => value.to_string(),
        Actual::Float(value) => value.to_string(),
        Actual::Char(value) => format!("{value:?}"),
        Actual::Str(value) => format!("{value:?}"),
        Actual::Unit | Actual::Option => "nothing".to_owned(),
        Actual::Seq => "a list".to_owned(),
        Actual::Map => "a section".to_owned(),
        other => other.to_string(),
    }
}
