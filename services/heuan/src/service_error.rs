//! Errors of services on the command line.

/// A line for each product of which too few units are available.
pub fn shortages(error: &heuan_rpc::Error) -> Vec<String> {
    let short = error.detail.shortages.iter().map(|short| {
        let (id, wanted, available) = (short.pro_id, short.requested, short.available);
        format!("product {id}: {available} of {wanted} units are available")
    });
    short.collect()
}

/// The message of `error`, which begins with the name of its field.
pub fn message_with_field(error: heuan_rpc::Error) -> anyhow::Error {
    let field = &error.detail.field;
    if field.is_empty() || error.message.starts_with(field.as_str()) {
        anyhow::Error::msg(error.message)
    } else {
        anyhow::Error::msg(format!("{field}: {}", error.message))
    }
}
