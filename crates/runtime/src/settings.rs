//! Layered configuration: compiled-in TOML defaults, a configuration file, `HEUAN_…` environment variables.

mod error_message;
mod toml;
mod value;

use std::{collections::BTreeMap, path::Path};

use figment::{
    Error, Figment, Metadata, Profile, Provider,
    providers::{Env, Format as _, Serialized},
    value::{Dict, Map, Value},
};
use serde::de::DeserializeOwned;

use self::toml::Toml;

/// Settings in three layers; a later layer overrides an earlier one: the compiled-in commented defaults, a file named by
/// `HEUAN_CONFIG`, the environment.
///
/// `HEUAN_EDGE__RATE_LIMIT__PER_SECOND=50` sets `rate_limit.per_second` of section `[edge]`. A few settings have the
/// short names operators expect; the caller passes them as `(variable, key)`. A variable is read by the type of its key:
/// `0101` of a text stays `0101`, `1` of a boolean is true, and a list is written `a, b` or `["a", "b"]`.
#[derive(Clone, Debug)]
pub struct Settings {
    figment: Figment,
}

/// Prefix of a short variable in the metadata of its value.
const SHORT: &str = "variable ";
/// Metadata of `HEUAN_…` variables.
const ENVIRONMENT: &str = "environment";

/// An invalid setting. The message names the key, its variable or file, and the expected value.
#[derive(Debug, thiserror::Error)]
#[error("configuration: {0}")]
pub struct SettingsError(String);

impl Settings {
    pub fn load(defaults: &str, short_names: &[(&str, &str)]) -> Result<Self, SettingsError> {
        let mut figment = Figment::from(Toml::string(defaults));
        let sections = sections(&figment);
        if let Some(file) = std::env::var_os("HEUAN_CONFIG") {
            let path = Path::new(&file);
            if !path.is_file() {
                return Err(SettingsError(format!("HEUAN_CONFIG: {} is not a file", path.display())));
            }
            figment = figment.merge(Toml::file_exact(path));
        }
        for (variable, key) in short_names {
            if let Ok(text) = std::env::var(variable) {
                let data = Serialized::global(key, text).data();
                figment = figment.merge(NamedSource { name: format!("{SHORT}{variable}"), data });
            }
        }
        // The texts are taken as they are, because `figment` would guess that `0101` is a number.
        for (key, text) in Env::prefixed("HEUAN_").ignore(&["CONFIG"]).split("__").iter() {
            let data = Serialized::global(key.as_str(), text).data();
            figment = figment.merge(NamedSource { name: ENVIRONMENT.to_owned(), data });
        }
        Self { figment }.only(&sections)
    }

    /// Rejects unknown sections, which are misspelled ones. Single values, such as `HEUAN_HOME`, are ignored.
    fn only(self, known: &BTreeMap<String, String>) -> Result<Self, SettingsError> {
        match sections(&self.figment).into_iter().find(|(name, _)| !known.contains_key(name)) {
            None => Ok(self),
            Some((_, key)) => {
                let known: Vec<&str> = known.keys().map(String::as_str).collect();
                let (place, known) = (error_message::place(&self.figment, &key, None), known.join(", "));
                Err(SettingsError(format!("{place}: there is no such section; known are {known}")))
            }
        }
    }

    /// Reads the section `name`. Unknown keys are errors when `T` has `deny_unknown_fields`.
    pub fn section<T: DeserializeOwned>(&self, name: &str) -> Result<T, SettingsError> {
        let read = match self.figment.find_value(name) {
            Ok(value) => value::read(&self.figment, &value),
            Err(missing) => Err(missing),
        };
        read.map_err(|errors| {
            let texts: Vec<String> =
                errors.into_iter().map(|error| error_message::explain(&self.figment, name, &error)).collect();
            SettingsError(texts.join("; "))
        })
    }
}

/// Known sections, each with one of its keys.
fn sections(figment: &Figment) -> BTreeMap<String, String> {
    let all: Dict = figment.extract().unwrap_or_default();
    let section = |(name, value): (String, Value)| {
        let first =
            value.as_dict()?.keys().next().map_or_else(|| name.clone(), |key| format!("{name}.{key}"));
        Some((name, first))
    };
    all.into_iter().filter_map(section).collect()
}

/// Source of values with the name that an error shows.
struct NamedSource {
    name: String,
    data: Result<Map<Profile, Dict>, Error>,
}

impl Provider for NamedSource {
    fn metadata(&self) -> Metadata {
        Metadata::named(self.name.clone())
    }

    fn data(&self) -> Result<Map<Profile, Dict>, Error> {
        self.data.clone()
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct TestConfig {
        port: u16,
        #[serde(default)]
        #[allow(dead_code, reason = "read by serde alone")]
        kind: Kind,
        #[serde(default)]
        #[allow(dead_code, reason = "read by serde alone")]
        keys: Vec<String>,
        #[serde(default)]
        sizes: Vec<u16>,
        #[serde(default)]
        account: String,
        #[serde(default)]
        is_on: bool,
    }

    #[derive(Debug, Default, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Kind {
        #[default]
        Wood,
        Steel,
    }

    /// Returns the error of the test section with these variables set.
    fn error_of(short: Option<&str>, long: Option<(&str, &str)>) -> String {
        let layer = |name: &str, key: &str, value: &str| NamedSource {
            name: name.to_owned(),
            data: Serialized::global(key, value).data(),
        };
        let mut figment = Figment::from(Toml::string("[test]\nport = 1"));
        if let Some(text) = short {
            figment = figment.merge(layer("variable PORT", "test.port", text));
        }
        if let Some((key, value)) = long {
            figment = figment.merge(layer(ENVIRONMENT, key, value));
        }
        Settings { figment }.section::<TestConfig>("test").unwrap_err().to_string()
    }

    #[test]
    fn invalid_value_error_names_variable_key_and_expected_type() {
        assert_eq!(
            error_of(Some("abc"), None),
            "configuration: PORT (test.port): must be a whole number from 0 to 65535, not \"abc\""
        );
        assert_eq!(
            error_of(None, Some(("test.port", "70000"))),
            "configuration: HEUAN_TEST__PORT (test.port): must be a whole number from 0 to 65535, not 70000"
        );
        assert_eq!(
            error_of(None, Some(("test.prot", "2"))),
            "configuration: HEUAN_TEST__PROT (test.prot): there is no such setting; known are port, kind, keys, sizes, account, is_on"
        );
        assert_eq!(
            error_of(None, Some(("test.kind", "glass"))),
            "configuration: HEUAN_TEST__KIND (test.kind): must be one of wood, steel, not \"glass\""
        );
        assert_eq!(
            error_of(None, Some(("test.sizes", "1, x"))),
            "configuration: HEUAN_TEST__SIZES (test.sizes.1): must be a whole number from 0 to 65535, not \"x\""
        );
        assert_eq!(
            error_of(None, Some(("test.kind", "1"))),
            "configuration: HEUAN_TEST__KIND (test.kind): must be one of wood, steel, not \"1\""
        );
    }

    #[test]
    fn variable_is_read_by_the_type_of_its_key() {
        let with = |variables: &[(&str, &str)]| {
            let mut figment = Figment::from(Toml::string("[test]\nport = 1"));
            for (key, text) in variables {
                let data = Serialized::global(key, text).data();
                figment = figment.merge(NamedSource { name: ENVIRONMENT.to_owned(), data });
            }
            Settings { figment }.section::<TestConfig>("test").unwrap()
        };
        for text in ["0101", "1e5", "true", "[1]", "{}", "\"quoted\"", " 7 ", ""] {
            assert_eq!(with(&[("test.account", text)]).account, text);
        }
        assert_eq!(with(&[("test.port", "0080")]).port, 80);
        for (text, flag) in [("true", true), ("1", true), ("false", false), ("0", false)] {
            assert_eq!(with(&[("test.is_on", text)]).is_on, flag);
        }
        let keys = [("a", vec!["a"]), ("0101, b", vec!["0101", "b"]), ("[\"a, b\", 'c']", vec!["a, b", "c"])];
        for (text, expected) in keys {
            assert_eq!(with(&[("test.keys", text)]).keys, expected);
        }
        assert_eq!(with(&[("test.keys", ""), ("test.sizes", "[1, 2]")]).sizes, [1, 2]);
    }

    #[test]
    fn text_of_a_file_is_not_read_as_a_number() {
        let figment = Figment::from(Toml::string("[test]\nport = \"80\""));
        let error = Settings { figment }.section::<TestConfig>("test").unwrap_err().to_string();
        assert_eq!(error, "configuration: test.port: must be a whole number from 0 to 65535, not \"80\"");
    }

    #[test]
    fn invalid_value_error_names_the_file() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "[test]\nport = -1").unwrap();
        let figment = Figment::from(Toml::string("[test]\nport = 1")).merge(Toml::file_exact(file.path()));
        let error = Settings { figment }.section::<TestConfig>("test").unwrap_err().to_string();
        let place = format!("configuration: test.port in {}", file.path().display());
        assert_eq!(error, format!("{place}: must be a whole number from 0 to 65535, not -1"));
    }

    #[test]
    fn unused_section_is_reported() {
        let defaults = Figment::from(Toml::string("[test]\nport = 1"));
        let known = sections(&defaults);
        let with = |key: &str| {
            let data = Serialized::global(key, "1").data();
            Settings { figment: defaults.clone().merge(NamedSource { name: ENVIRONMENT.to_owned(), data }) }
        };
        let error = with("foo.bar").only(&known).unwrap_err().to_string();
        let said = "configuration: HEUAN_FOO__BAR (foo.bar): there is no such section; known are test";
        assert_eq!(error, said);
        with("home").only(&known).unwrap();
        with("test.port").only(&known).unwrap();
    }

    #[test]
    fn missing_value_is_named() {
        let settings = Settings::load("[test]\nkind = \"wood\"", &[]).unwrap();
        let error = settings.section::<TestConfig>("test").unwrap_err().to_string();
        assert_eq!(error, "configuration: test.port: is missing");
    }

    #[test]
    fn default_settings_are_read() {
        let test: TestConfig = Settings::load("[test]\nport = 8080", &[]).unwrap().section("test").unwrap();
        assert_eq!(test.port, 8080);
    }
}
