use figment::providers::Format;
use serde::de::DeserializeOwned;

/// Settings as TOML, read by the parser the workspace has anyway: figment's own would compile an older one beside it.
pub struct Toml;

impl Format for Toml {
    type Error = toml::de::Error;

    const NAME: &'static str = "TOML";

    fn from_str<T: DeserializeOwned>(text: &str) -> Result<T, Self::Error> {
        toml::from_str(text)
    }
}
