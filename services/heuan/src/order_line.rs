//! Parser of order lines on the command line.

/// Parses `product=units`.
pub fn product_and_units(text: &str) -> Result<(i64, i64), String> {
    let read = |part: &str| part.parse().ok().filter(|number: &i64| *number >= 0);
    let parts = text.split_once('=').and_then(|(product, units)| Some((read(product)?, read(units)?)));
    parts.ok_or_else(|| "must be product=units, such as 1202001=3".to_owned())
}
