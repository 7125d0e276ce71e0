//! Languages of messages and pushes.

/// Languages of the messages. The first is the shop's own.
pub const LANGUAGES: [&str; 5] = ["la", "en", "th", "cn", "vn"];
