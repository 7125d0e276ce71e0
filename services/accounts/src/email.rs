//! Email addresses, normalized so that two spellings of an address are equal.

use crate::validation::InvalidField;

const MAX: usize = 254;
const MAX_LOCAL: usize = 64;
const MAX_LABEL: usize = 63;

/// Validates and lowercases the address. Accepts addresses in common use, not all of RFC 5322.
pub fn read(text: &str) -> Result<String, InvalidField> {
    let text = text.trim();
    if text.len() > MAX {
        return Err(InvalidField::too_long(MAX));
    }
    let wrong = || InvalidField::invalid("must be an email address, such as name@example.com");
    let (local, domain) = text.rsplit_once('@').ok_or_else(wrong)?;
    if is_local(local) && is_domain(domain) { Ok(text.to_ascii_lowercase()) } else { Err(wrong()) }
}

fn is_local(local: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b".!#$%&'*+-/=?^_`{|}~".contains(&byte);
    (1..=MAX_LOCAL).contains(&local.len())
        && local.bytes().all(allowed)
        && local.split('.').all(|part| !part.is_empty())
}

fn is_domain(domain: &str) -> bool {
    let mut labels = domain.split('.');
    let last = labels.next_back().unwrap_or_default();
    let has_more = domain.contains('.');
    let all_fine = domain.split('.').all(is_label);
    has_more && all_fine && last.len() >= 2 && last.bytes().any(|byte| byte.is_ascii_alphabetic())
}

fn is_label(label: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    (1..=MAX_LABEL).contains(&label.len())
        && label.bytes().all(allowed)
        && !label.starts_with('-')
        && !label.ends_with('-')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("noy@example.com", "noy@example.com")]
    #[case(" Noy.Keo+shop@Mail.Example.LA ", "noy.keo+shop@mail.example.la")]
    #[case("o'hara@example.co", "o'hara@example.co")]
    #[case("n@xn--vhquv.example", "n@xn--vhquv.example")]
    fn addresses_are_kept_in_one_form(#[case] text: &str, #[case] kept: &str) {
        assert_eq!(read(text).as_deref(), Ok(kept));
    }

    #[rstest]
    #[case("")]
    #[case("noy")]
    #[case("@example.com")]
    #[case("noy@")]
    #[case("noy@example")]
    #[case("noy@example.")]
    #[case("noy@.com")]
    #[case("noy@exam..com")]
    #[case("noy@-example.com")]
    #[case("noy@1.2.3.4")]
    #[case(".noy@example.com")]
    #[case("n..oy@example.com")]
    #[case("noy@home@example.com")]
    #[case("noy keo@example.com")]
    #[case("noy@exam ple.com")]
    #[case("noy@example.com\r\nbcc: x@example.com")]
    #[case("ນ້ອຍ@example.com")]
    #[case("noy\0@example.com")]
    fn malformed_text_is_not_an_address(#[case] text: &str) {
        assert_eq!(read(text).unwrap_err().reason, "invalid");
    }

    #[test]
    fn too_long_text_is_not_an_address() {
        assert_eq!(read(&format!("{}@example.com", "a".repeat(250))).unwrap_err().reason, "too_long");
        assert_eq!(read(&format!("{}@example.com", "a".repeat(65))).unwrap_err().reason, "invalid");
    }

    proptest! {
        #[test]
        fn any_text_is_parsed_without_panic(text in "\\PC{0,300}") {
            let _ = read(&text);
        }

        #[test]
        fn normalized_address_is_unchanged(text in "[a-zA-Z0-9.+_-]{1,20}@[a-zA-Z0-9.-]{1,20}\\.[a-zA-Z]{2,6}") {
            if let Ok(kept) = read(&text) {
                prop_assert_eq!(read(&kept), Ok(kept.clone()));
                prop_assert_eq!(read(&text.to_uppercase()), Ok(kept));
            }
        }
    }
}
