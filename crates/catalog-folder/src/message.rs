//! Quotes untrusted texts in messages for the merchant.

/// The known word most similar to `word`, if any is similar enough.
pub(crate) fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let word = shorten(word).to_lowercase();
    let near = |candidate: &&str| strsim::jaro_winkler(&word, &candidate.to_lowercase());
    let best = known.max_by(|a, b| near(a).total_cmp(&near(b)))?;
    (near(&best) > 0.8).then_some(best)
}

/// Shortens outside text for display on a terminal.
pub(crate) fn shorten(text: &str) -> String {
    let mut short: String = text.chars().filter(|letter| !letter.is_control()).take(40).collect();
    if text.chars().nth(40).is_some() {
        short.push('…');
    }
    short
}

/// Formats `reason (text)`.
pub(crate) fn quoting(reason: &str, text: &str) -> String {
    let text = shorten(text);
    if text.is_empty() { reason.to_owned() } else { format!("{reason} ({text})") }
}
