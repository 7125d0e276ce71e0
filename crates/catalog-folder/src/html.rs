//! Conversion of HTML from other shop systems to the plain text that pages show: one paragraph per line, list items with
//! a bullet, no tags, no character references.

use lol_html::html_content::ContentType;
use lol_html::{RewriteStrSettings, doc_comments, doc_text, element, rewrite_str};

/// Maximum bytes of a tag that is recognized.
const MAX_TAG: usize = 1_000;

/// Elements that begin a paragraph.
const BLOCKS: [&str; 26] = [
    "address",
    "article",
    "blockquote",
    "center",
    "dd",
    "div",
    "dl",
    "dt",
    "figcaption",
    "figure",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "footer",
    "hr",
    "main",
    "ol",
    "p",
    "section",
    "table",
    "tr",
    "ul",
];
/// Elements within a paragraph.
const INLINE: [&str; 24] = [
    "a", "b", "big", "code", "del", "em", "font", "i", "iframe", "img", "ins", "mark", "pre", "s", "small",
    "span", "strike", "strong", "sub", "sup", "tbody", "td", "th", "u",
];
/// Elements whose content is not text.
const HIDDEN: [&str; 8] = ["script", "style", "template", "noscript", "svg", "head", "object", "video"];
/// The text without HTML, or `None` if it has none.
pub fn plain_text(text: &str) -> Option<String> {
    let tags = tag_names(text);
    let has_tags = tags.iter().any(|tag| is_known(tag));
    // References end with a semicolon: others, such as `&c`, are common in plain text.
    if !has_tags && !has_references(text) {
        return None;
    }
    let without_tags =
        if has_tags { without_tags(text, tags.iter().any(|tag| is_block(tag))) } else { text.to_owned() };
    let decoded = html_escape::decode_html_entities(&without_tags);
    let lines = decoded.split('\n').map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    let lines: Vec<String> = lines.filter(|line| !matches!(line.as_str(), "" | "•")).collect();
    let plain = lines.join("\n");
    (plain != text).then_some(plain)
}

/// The text in one line without HTML, or `None` if it has none; used for names and units.
pub fn plain_line(text: &str) -> Option<String> {
    plain_text(text).map(|plain| plain.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Whether the text has a character reference of HTML, such as `&deg;`, `&#176;` or `&#xb0;`.
fn has_references(text: &str) -> bool {
    text.contains('&') && html_escape::decode_html_entities(text) != text
}

fn is_block(tag: &str) -> bool {
    BLOCKS.contains(&tag) || matches!(tag, "br" | "li")
}

fn is_known(tag: &str) -> bool {
    is_block(tag) || INLINE.contains(&tag) || HIDDEN.contains(&tag)
}

/// Names of possible tags, in lower case.
fn tag_names(text: &str) -> Vec<String> {
    let after = text.split('<').skip(1);
    let names = after.filter_map(|rest| {
        let rest = rest.strip_prefix('/').unwrap_or(rest);
        let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric())?;
        let is_end = rest[end..]
            .starts_with(|letter: char| letter.is_ascii_whitespace() || matches!(letter, '>' | '/'));
        (is_end && (1..=10).contains(&end)).then(|| rest[..end].to_ascii_lowercase())
    });
    names.collect()
}

/// Removes tags; paragraphs are lines. Without elements that begin a paragraph, the lines of the text are its paragraphs.
fn without_tags(text: &str, has_blocks: bool) -> String {
    let settings = RewriteStrSettings::new()
        .append_element_content_handler(element!("*", |element| {
            let name = element.tag_name();
            if HIDDEN.contains(&name.as_str()) {
                element.remove();
            } else if name == "br" {
                element.replace("\n", ContentType::Html);
            } else {
                if name == "li" {
                    element.before("\n• ", ContentType::Html);
                    element.after("\n", ContentType::Html);
                } else if BLOCKS.contains(&name.as_str()) {
                    element.before("\n", ContentType::Html);
                    element.after("\n", ContentType::Html);
                } else if matches!(name.as_str(), "td" | "th") {
                    element.after(" ", ContentType::Html);
                }
                element.remove_and_keep_content();
            }
            Ok(())
        }))
        .append_document_content_handler(doc_comments!(|comment| {
            comment.remove();
            Ok(())
        }))
        .append_document_content_handler(doc_text!(|chunk| {
            if has_blocks {
                let joined = one_line(chunk.as_str());
                chunk.replace(&joined, ContentType::Html);
            }
            Ok(())
        }))
        .with_strict(false);
    let plain = rewrite_str(text, settings).unwrap_or_else(|_| text.to_owned());
    without_stray_tags(&plain)
}

/// Removes end tags without a beginning, which the parser keeps.
fn without_stray_tags(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let (before, tag) = rest.split_at(at);
        plain.push_str(before);
        let end = tag.bytes().take(MAX_TAG).position(|byte| byte == b'>');
        let known = end.filter(|end| tag_names(&tag[..=*end]).first().is_some_and(|name| is_known(name)));
        if let Some(end) = known {
            rest = &tag[end + 1..];
        } else {
            plain.push('<');
            rest = &tag[1..];
        }
    }
    plain.push_str(rest);
    plain
}

/// Line breaks within a paragraph are spaces; empty lines stay, because `WordPress` separates paragraphs by them.
fn one_line(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    text.split("\n\n").map(|part| part.replace('\n', " ")).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("<p>Strong &amp; <strong>good</strong></p>", "Strong & good")]
    #[case("<p>One</p>\n<p>Two<br/>lines</p>", "One\nTwo\nlines")]
    #[case("<ul>\n<li>50 kg</li>\n<li><b>Grey</b></li>\n</ul>", "• 50 kg\n• Grey")]
    #[case("First line\nof <em>text</em>", "First line\nof text")]
    #[case("Intro\n\n<ul><li>a</li></ul>", "Intro\n• a")]
    #[case("<style>p{color:red}</style><script>alert(1)</script><p>Safe</p><!-- x -->", "Safe")]
    #[case("<table><tr><td>Weight</td><td>5 kg</td></tr></table>", "Weight 5 kg")]
    #[case("Bolts &amp; nuts", "Bolts & nuts")]
    #[case("90&deg; caf&eacute;", "90° café")]
    #[case("5&nbsp;l &#176; &#xb0; &#XB0;", "5 l ° ° °")]
    #[case("&frac12;&Prime; &times; 3&nbsp;m&sup2; &ndash; &hellip;", "½″ × 3 m² – …")]
    #[case("<p>ສີ&nbsp;ຂາວ</p>", "ສີ ຂາວ")]
    #[case("<p>unclosed <b>tag", "unclosed tag")]
    fn html_becomes_plain_text(#[case] html: &str, #[case] plain: &str) {
        assert_eq!(plain_text(html).as_deref(), Some(plain));
    }

    #[rstest]
    fn text_without_html_is_unchanged(
        #[values(
            "",
            "2 < 3 > 1",
            "a<b",
            "Black & Decker",
            "R&D; x",
            "&deg 5",
            "a&b;c",
            "&#;",
            "&",
            "<50 kg",
            "x <y> z",
            "ສີ\nຂາວ"
        )]
        text: &str,
    ) {
        assert_eq!(plain_text(text), None, "{text}");
    }

    proptest! {
        #[test]
        fn plain_text_has_no_known_tag(parts in prop::collection::vec(prop_oneof![
            Just("<p>".to_owned()), Just("</p>".to_owned()), Just("<br>".to_owned()), Just("<b".to_owned()), Just("<li>".to_owned()),
            Just("<script>".to_owned()), Just("</script>".to_owned()), Just("<!--".to_owned()), Just("&amp;".to_owned()), "[a-zກ-ຮ \n]{0,8}",
        ], 0..20)) {
            if let Some(plain) = plain_text(&parts.concat()) {
                prop_assert!(!plain.contains("<p>") && !plain.contains("<br>") && !plain.contains("</script>"), "{}", plain);
            }
        }
    }
}
