//! Title, description and image from the head of an HTML page. The page is untrusted: no script runs, and only three
//! short texts are stored.

use std::cell::RefCell;

use lol_html::{HtmlRewriter, MemorySettings, Settings, element, text};

const MAX_TITLE: usize = 200;
const MAX_DESCRIPTION: usize = 400;
const MAX_IMAGE: usize = 2048;
const MEMORY: usize = 2 * 1024 * 1024;
/// Texts are collected up to this size before they are truncated.
const MAX_GATHERED: usize = 4096;

#[derive(Debug, Default, PartialEq, Eq)]
pub struct OpenGraphTags {
    pub title: String,
    pub description: String,
    /// URL of the image as written in the page; it may be relative or invalid.
    pub image: String,
}

/// Candidates found, best first.
#[derive(Default)]
struct ParserState {
    og_title: String,
    title: String,
    og_description: String,
    description: String,
    og_image: String,
    twitter_image: String,
}

impl OpenGraphTags {
    pub fn parse(page: &[u8]) -> Self {
        let met = RefCell::new(ParserState::default());
        let settings = Settings::new()
            .append_element_content_handler(element!("meta[content]", |meta| {
                let name = meta.get_attribute("property").or_else(|| meta.get_attribute("name"));
                let content = meta.get_attribute("content").unwrap_or_default();
                met.borrow_mut().take(&name.unwrap_or_default().to_ascii_lowercase(), content);
                Ok(())
            }))
            .append_element_content_handler(text!("head > title", |chunk| {
                let mut met = met.borrow_mut();
                if met.title.len() < MAX_GATHERED {
                    met.title.push_str(chunk.as_str());
                }
                Ok(())
            }))
            // The body begins; the error aborts the parsing.
            .append_element_content_handler(element!("body", |_body| Err("end of head".into())))
            .with_memory_settings(MemorySettings::new().with_max_allowed_memory_usage(MEMORY))
            .with_strict(false)
            .with_adjust_charset_on_meta_tag(true);
        let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
        // Texts found before an error are used.
        if page.chunks(8192).try_for_each(|chunk| rewriter.write(chunk)).is_ok() {
            let _ = rewriter.end();
        } else {
            drop(rewriter);
        }
        met.into_inner().into_head()
    }
}

impl ParserState {
    fn take(&mut self, name: &str, content: String) {
        let slot = match name {
            "og:title" => &mut self.og_title,
            "og:description" => &mut self.og_description,
            "description" | "twitter:description" => &mut self.description,
            "og:image" | "og:image:url" | "og:image:secure_url" => &mut self.og_image,
            "twitter:image" | "twitter:image:src" => &mut self.twitter_image,
            _ => return,
        };
        if slot.is_empty() && content.len() <= MAX_GATHERED {
            *slot = content;
        }
    }

    fn into_head(self) -> OpenGraphTags {
        let better = |first: String, second: String| if first.trim().is_empty() { second } else { first };
        let image = unescaped(better(self.og_image, self.twitter_image).trim());
        OpenGraphTags {
            title: normalize_text(&better(self.og_title, self.title), MAX_TITLE),
            description: normalize_text(&better(self.og_description, self.description), MAX_DESCRIPTION),
            image: if image.len() > MAX_IMAGE { String::new() } else { image },
        }
    }
}

/// A single line of printable text, truncated to `max_chars` characters.
fn normalize_text(text: &str, max_chars: usize) -> String {
    let text = unescaped(text);
    let words: Vec<&str> = text.split_whitespace().collect();
    let line: String = words.join(" ").chars().filter(|letter| !letter.is_control()).collect();
    if line.chars().count() <= max_chars {
        line
    } else {
        line.chars().take(max_chars - 1).chain(['…']).collect()
    }
}

/// Decodes the common HTML character references; other references are unchanged.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('&') {
        plain.push_str(&rest[..start]);
        rest = &rest[start..];
        let end = rest.bytes().take(12).position(|byte| byte == b';');
        let meant = end.and_then(|end| reference(&rest[1..end]).map(|letter| (letter, end)));
        if let Some((letter, end)) = meant {
            plain.push(letter);
            rest = &rest[end + 1..];
        } else {
            plain.push('&');
            rest = &rest[1..];
        }
    }
    plain.push_str(rest);
    plain
}

fn reference(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code).filter(|letter| !letter.is_control());
    }
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        "hellip" => '…',
        "ndash" => '–',
        "mdash" => '—',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn open_graph_texts_take_precedence() {
        let page = r#"<!doctype html><html><head><title>Plain &amp; simple</title>
            <meta property="og:title" content="ຊີມັງ &quot;50 kg&quot;"><meta name=description content="D">
            <meta property="og:image" content="/a.jpg?x=1&amp;y=2"></head><body><meta property="og:description" content="late">"#;
        let head = OpenGraphTags::parse(page.as_bytes());
        assert_eq!(head.title, "ຊີມັງ \"50 kg\"");
        assert_eq!((head.description.as_str(), head.image.as_str()), ("D", "/a.jpg?x=1&y=2"));
        let plain = OpenGraphTags::parse(b"<head><title> Plain\n &amp; simple </title>");
        assert_eq!(plain.title, "Plain & simple");
    }

    #[test]
    fn page_is_decoded_by_its_declared_charset() {
        let mut page = b"<head><meta charset=\"windows-874\"><title>".to_vec();
        page.extend([0xca, 0xc7, 0xd1, 0xca, 0xb4, 0xd5]);
        page.extend(b"</title>");
        assert_eq!(OpenGraphTags::parse(&page).title, "สวัสดี");
    }

    #[test]
    fn long_text_is_truncated() {
        let page = format!("<head><title>{}</title>", "ກ".repeat(1000));
        assert_eq!(OpenGraphTags::parse(page.as_bytes()).title.chars().count(), MAX_TITLE);
        let page = format!("<head><title>{}", "<b>".repeat(100_000));
        assert!(OpenGraphTags::parse(page.as_bytes()).title.len() < MAX_GATHERED);
    }

    proptest! {
        #[test]
        fn any_page_is_parsed_without_panic(page in prop::collection::vec(any::<u8>(), 0..500)) {
            let _ = OpenGraphTags::parse(&page);
        }

        #[test]
        fn any_text_is_unescaped_without_panic(text in "[&#x;a-f0-9ກ]{0,60}") {
            let _ = unescaped(&text);
        }
    }
}
