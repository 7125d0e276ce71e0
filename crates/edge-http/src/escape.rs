//! Escaping of text for HTML, and of JSON for script elements.

/// Escapes text for elements and double-quoted attribute values.
pub fn html(text: &str) -> String {
    let mut safe = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ => safe.push(character),
        }
    }
    safe
}

/// Escapes JSON inside a `<script>`: `<` could end the script or open a comment, and U+2028 and U+2029 end lines in old
/// engines. In JSON these characters occur only in strings, where an escape means the same.
pub fn json_into(json: &str, out: &mut String) {
    let mut rest = json;
    while let Some(at) = rest.find(['<', '\u{2028}', '\u{2029}']) {
        out.push_str(&rest[..at]);
        let mut after = rest[at..].chars();
        out.push_str(match after.next() {
            Some('<') => "\\u003c",
            Some('\u{2028}') => "\\u2028",
            _ => "\\u2029",
        });
        rest = after.as_str();
    }
    out.push_str(rest);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn hostile_names_are_escaped_as_text() {
        assert_eq!(html("\"><script>'&"), "&quot;&gt;&lt;script&gt;&#39;&amp;");
    }

    proptest! {
        #[test]
        fn escaped_json_is_equal_and_cannot_end_the_script_element(text in "(</script>|<!--|\u{2028}|\u{2029}|.){0,20}") {
            let json = serde_json::to_string(&text).unwrap();
            let mut safe = String::new();
            json_into(&json, &mut safe);
            let ends_a_script = safe.contains(['<', '\u{2028}', '\u{2029}']);
            prop_assert!(!ends_a_script);
            prop_assert_eq!(serde_json::from_str::<String>(&safe).unwrap(), text);
        }
    }
}
