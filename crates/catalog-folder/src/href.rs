//! Check of links that become `href` on a page.

use crate::limits::MAX_HREF_BYTES;
use crate::message::Reason;

/// Returns the reason why a link must not be put on a page. Because links become `href` unchanged, `javascript:` URLs and
/// `//host` links, which look local, are refused here.
pub fn check_href(href: &str) -> Result<(), String> {
    href_fault(href).map_or(Ok(()), |reason| Err(reason.text))
}

/// Fault of a link, as [`check_href`] says.
pub(crate) fn href_fault(href: &str) -> Option<Reason> {
    if href.len() > MAX_HREF_BYTES {
        return Some(Reason::new("link_too_long", "the link is too long"));
    }
    if href.chars().any(|letter| letter.is_control() || letter.is_whitespace() || letter == '\\') {
        let reason = "the link has a space, backslash or control character";
        return Some(Reason::new("link_characters", reason));
    }
    let local = href.starts_with('/') && !href.starts_with("//");
    let named = ["https://", "tel:", "mailto:"].iter().any(|start| {
        let begins = href.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start));
        begins && href.len() > start.len()
    });
    if local || named || href.starts_with('#') {
        None
    } else {
        Some(Reason::new("link_start", "a link must begin with /, #, https://, tel: or mailto:"))
    }
}

#[cfg(test)]
mod tests {
    use super::check_href;

    #[test]
    fn executable_or_disguised_external_link_is_refused() {
        for good in ["/", "/shop?x=1#y", "#", "#top", "https://a.la/", "tel:+85620", "mailto:a@b.la", "/ຮ້ານ"]
        {
            assert_eq!(check_href(good), Ok(()), "{good}");
        }
        let long = format!("/{}", "a".repeat(2_000));
        for bad in [
            "",
            "shop",
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            "data:text/html,x",
            "//evil.example",
            "/\\evil",
            "\\\\evil",
            " /",
            "java\nscript:x",
            "http://a.la/",
            "https://",
            "tel:",
            "vbscript:x",
            &long,
        ] {
            assert!(check_href(bad).is_err(), "{bad}");
        }
    }
}
