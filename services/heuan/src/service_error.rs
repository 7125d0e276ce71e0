//! Errors of services on the command line.

/// The message of `error`, which begins with the name of its field.
pub fn message_with_field(error: heuan_rpc::Error) -> anyhow::Error {
    let field = &error.detail.field;
    if field.is_empty() || error.message.starts_with(field.as_str()) {
        anyhow::Error::msg(error.message)
    } else {
        anyhow::Error::msg(format!("{field}: {}", error.message))
    }
}
