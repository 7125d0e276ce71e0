//! TOML format of the configuration library `figment`, on the `toml` crate of the workspace.

use figment::providers::Format;
use serde::de::DeserializeOwned;

/// TOML provider with the parser that the workspace already uses, because the provider of figment would compile another
/// version.
pub struct Toml;

impl Format for Toml {
    type Error = toml::de::Error;

    const NAME: &'static str = "TOML";

    fn from_str<T: DeserializeOwned>(text: &str) -> Result<T, Self::Error> {
        toml::from_str(text)
    }
}
