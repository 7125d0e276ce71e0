//! URLs in the text of messages. The storefront finds the same URLs (`link-text.ts`); the tests of both read the
//! same table of cases.

const MAX_LINKS: usize = 3;
const MAX_URL: usize = 2048;
const SCHEMES: [&str; 2] = ["https://", "http://"];
const WWW: &str = "www.";

/// The first distinct URLs in a text. An address that begins with `www.` gets the scheme `https`.
pub fn links(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for token in text.split(never_in_a_link) {
        let mut rest = token;
        while let Some((start, before_host)) = first_start(token, rest) {
            let Some(address) = address_at(start, before_host) else {
                rest = start.get(before_host.len()..).unwrap_or_default();
                continue;
            };
            rest = start.get(address.len()..).unwrap_or_default();
            let scheme = if before_host.len() == WWW.len() { "https://" } else { "" };
            let link = format!("{scheme}{}", without_tail(address));
            if link.len() <= MAX_URL && !found.contains(&link) {
                found.push(link);
            }
            if found.len() == MAX_LINKS {
                return found;
            }
        }
    }
    found
}

/// The first part of `rest` that may begin an address, and its scheme or `www.`. `rest` is the end of
/// `token`.
fn first_start<'a>(token: &'a str, rest: &'a str) -> Option<(&'a str, &'a str)> {
    let offset = token.len() - rest.len();
    rest.char_indices().find_map(|(at, _)| {
        let start = rest.get(at..)?;
        let before = token.get(..offset + at)?.chars().next_back();
        if before.is_some_and(|letter| letter.is_ascii_alphanumeric() || "_@./-".contains(letter)) {
            return None;
        }
        let mut prefixes = SCHEMES.into_iter().chain([WWW]);
        prefixes.find_map(|prefix| {
            let found = start.get(..prefix.len()).filter(|found| found.eq_ignore_ascii_case(prefix))?;
            Some((start, found))
        })
    })
}

/// The address at the beginning of `start`: host, port, path, query and fragment. `None` without a host.
fn address_at<'a>(start: &'a str, before_host: &str) -> Option<&'a str> {
    let from = before_host.len();
    let host = host_length(start.get(from..)?)?;
    let after = start.get(from + host..)?;
    let port = after.strip_prefix(':').map_or(0, |port| {
        let digits = port.bytes().take(5).take_while(u8::is_ascii_digit).count();
        if digits == 0 { 0 } else { digits + 1 }
    });
    let after = after.get(port..)?;
    let path =
        if after.starts_with(['/', '?', '#']) { after.find(is_unspaced).unwrap_or(after.len()) } else { 0 };
    start.get(..from + host + port + path)
}

/// Length of the host. A label has either only letters of unspaced scripts or none of them, so text that follows a host
/// without a space ends it.
fn host_length(text: &str) -> Option<usize> {
    let is_unspaced_host = text.starts_with(is_unspaced);
    let mut length = label_length(text)?;
    let mut labels = 1;
    while let Some(next) = text.get(length..).and_then(|rest| rest.strip_prefix('.')) {
        if !is_unspaced_host && next.starts_with(is_unspaced) {
            break;
        }
        let Some(label) = label_length(next) else { break };
        length += 1 + label;
        labels += 1;
    }
    (labels > 1 || !is_unspaced_host).then_some(length)
}

fn label_length(text: &str) -> Option<usize> {
    let is_unspaced_label = text.starts_with(is_unspaced);
    let ends = |letter: char| {
        if is_unspaced_label {
            !(is_unspaced(letter) || letter.is_ascii_digit() || letter == '-')
        } else {
            is_unspaced(letter) || "/?#:@.".contains(letter)
        }
    };
    Some(text.find(ends).unwrap_or(text.len())).filter(|length| *length > 0)
}

/// Whether a letter belongs to a script in which a word follows an address without a space: Lao, Thai, Myanmar, Khmer, Chinese,
/// Japanese, and Korean, whose particles follow without a space.
fn is_unspaced(letter: char) -> bool {
    matches!(letter,
        '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1100}'..='\u{11ff}' | '\u{1780}'..='\u{17ff}'
        | '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30ff}' | '\u{3130}'..='\u{318f}' | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}' | '\u{a960}'..='\u{a97f}' | '\u{ac00}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3fffd}')
}

/// Spaces, quotes, and punctuation of Chinese and Japanese.
fn never_in_a_link(letter: char) -> bool {
    letter.is_whitespace() || "<>\"“”«»。，、！？；：（）「」『』《》".contains(letter)
}

/// Removes trailing punctuation that belongs to the sentence. A closing bracket stays if it was opened within the URL.
fn without_tail(found: &str) -> &str {
    let mut link = found;
    while let Some(last) = link.chars().next_back() {
        let open = match last {
            ')' => '(',
            ']' => '[',
            '}' => '{',
            '.' | ',' | ';' | ':' | '!' | '?' | '…' | '\'' | '’' | '،' | '؛' | '؟' | '۔' => last,
            _ => break,
        };
        let count = |sought| link.chars().filter(|letter| *letter == sought).count();
        if open != last && count(open) >= count(last) {
            break;
        }
        link = link.strip_suffix(last).unwrap_or_default();
    }
    link
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The storefront's tests read the same table.
    #[test]
    fn links_are_those_that_the_storefront_shows() {
        let table = include_str!("../../../frontend/src/domain/chat/link-cases.json");
        let table: Vec<(String, Vec<String>)> = serde_json::from_str(table).unwrap();
        for (text, found) in table {
            assert_eq!(links(&text), found, "{text}");
        }
    }

    #[test]
    fn repeated_link_is_found_once_and_the_fourth_is_left_out() {
        assert_eq!(links("https://a.example https://a.example"), ["https://a.example"]);
        assert_eq!(links("http://a http://b http://c http://d"), ["http://a", "http://b", "http://c"]);
    }

    #[test]
    fn link_longer_than_the_maximum_is_left_out() {
        assert_eq!(links(&format!("http://a/{}", "x".repeat(MAX_URL))), [""; 0]);
    }

    proptest! {
        #[test]
        fn any_text_is_parsed_without_panic(text in "(http://|www\\.|[a.ກ/:'()]|.){0,300}") {
            for link in links(&text) {
                prop_assert!(link.starts_with("http") || link.to_lowercase().starts_with("http"));
            }
        }
    }
}
