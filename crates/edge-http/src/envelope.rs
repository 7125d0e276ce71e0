//! Response bodies that all calls share: the envelope `{success, data}`, paged lists, and a text in Lao and English.

use heuan_proto::catalog::v1 as proto;
use heuan_rpc::{Error, Result};
use heuan_runtime::clock::VIENTIANE;
use serde::Serialize;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use utoipa::ToSchema;

/// Envelope of every response except paged lists.
#[derive(Serialize, ToSchema)]
pub struct Envelope<T> {
    /// Always true; errors have their own shape.
    pub success: bool,
    pub data: T,
}

impl<T> Envelope<T> {
    pub fn of(data: T) -> Self {
        Self { success: true, data }
    }
}

/// One page of a list. A page beyond the end has empty `data`.
#[derive(Serialize, ToSchema)]
pub struct Paged<T> {
    /// Always true; errors have their own shape.
    pub success: bool,
    pub data: Vec<T>,
    /// Number of items over all pages.
    pub total: i64,
    /// From 1.
    pub page: i32,
    /// Page size.
    pub limit: i32,
}

/// A text in Lao and English. One of them may be empty; show the other then.
#[derive(Serialize, ToSchema)]
pub struct LocalText {
    /// Lao.
    pub la: String,
    /// English.
    pub en: String,
}

impl From<Option<proto::Text>> for LocalText {
    fn from(text: Option<proto::Text>) -> Self {
        let proto::Text { la, en } = text.unwrap_or_default();
        Self { la, en }
    }
}

/// Formats a timestamp: RFC 3339 in Vientiane time, to the second.
pub fn moment(at_ms: i64) -> Result<String> {
    let at = OffsetDateTime::from_unix_timestamp(at_ms.div_euclid(1000)).map_err(Error::internal)?;
    at.to_offset(VIENTIANE).format(&Rfc3339).map_err(Error::internal)
}

/// Maps an empty string of the services to `null`.
pub fn filled(text: String) -> Option<String> {
    Some(text).filter(|text| !text.is_empty())
}

/// The text; `None` if both languages are empty.
pub fn filled_text(text: Option<proto::Text>) -> Option<LocalText> {
    text.filter(|text| !(text.la.is_empty() && text.en.is_empty())).map(|text| LocalText::from(Some(text)))
}
