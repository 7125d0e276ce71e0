//! JSON columns for lists and objects that are read and written as a whole.

use heuan_rpc::Error;
use serde::{Serialize, de::DeserializeOwned};

use super::store_error;
use heuan_store::StoreError;

pub fn read<T: DeserializeOwned>(what: &'static str, text: &str) -> Result<T, Error> {
    serde_json::from_str(text)
        .map_err(|error| store_error(StoreError::Corrupt { what, reason: error.to_string() }))
}

pub fn write<T: Serialize>(value: &T) -> Result<String, Error> {
    serde_json::to_string(value).map_err(Error::internal)
}
