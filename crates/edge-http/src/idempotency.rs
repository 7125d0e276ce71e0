//! The `Idempotency-Key` header, by which a client sends the same request again after a lost response.

use actix_web::HttpRequest;
use heuan_rpc::Error;

pub const HEADER: &str = "Idempotency-Key";
/// The header name in lower case, as header maps spell it.
pub const HEADER_NAME: &str = "idempotency-key";
const MAX_CHARS: usize = 200;

/// Returns the key of `request`, if it has one.
pub fn key(request: &HttpRequest) -> Result<Option<String>, Error> {
    let mut values = request.headers().get_all(HEADER);
    let (Some(value), None) = (values.next(), values.next()) else {
        let given_twice = request.headers().contains_key(HEADER);
        return if given_twice { Err(Error::invalid(HEADER, "is given more than once")) } else { Ok(None) };
    };
    let text = value.to_str().unwrap_or_default().trim();
    if text.is_empty() || text.len() > MAX_CHARS || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
        let message = format!("must be 1 to {MAX_CHARS} visible letters without spaces");
        return Err(Error::invalid(HEADER, message));
    }
    Ok(Some(text.to_owned()))
}

/// Returns the key of a request that requires one.
pub fn required(request: &HttpRequest) -> Result<String, Error> {
    let missing = || Error::invalid(HEADER, "send a key of your own choice, the same when you try again");
    key(request)?.ok_or_else(missing)
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("a", true)]
    #[case("0192f7c3-8a0f-7cc1-b4d0-5d8a3c1f2e9a", true)]
    #[case("", false)]
    #[case("two words", false)]
    #[case("ກະແຈ", false)]
    fn idempotency_key_is_visible_ascii(#[case] text: &str, #[case] fine: bool) {
        let request = TestRequest::default().insert_header((HEADER, text.to_owned())).to_http_request();
        assert_eq!(required(&request).is_ok(), fine);
    }

    #[test]
    fn idempotency_key_is_optional_single_and_bounded() {
        assert_eq!(key(&TestRequest::default().to_http_request()).unwrap(), None);
        assert!(required(&TestRequest::default().to_http_request()).is_err());
        let twice = TestRequest::default().append_header((HEADER, "a")).append_header((HEADER, "b"));
        assert_eq!(key(&twice.to_http_request()).unwrap_err().detail.field, HEADER);
        let long = TestRequest::default().insert_header((HEADER, "a".repeat(201)));
        assert!(key(&long.to_http_request()).is_err());
    }
}
