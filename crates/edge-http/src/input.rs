//! Extractor of JSON bodies. Errors name the field.

use actix_web::{FromRequest, HttpRequest, dev::Payload, http::header::CONTENT_TYPE, web::Bytes};
use futures::{FutureExt as _, future::LocalBoxFuture};
use heuan_rpc::{Code, Error};
use serde::{Deserialize, Deserializer, de::DeserializeOwned};

use crate::problem::Problem;

/// JSON body of a request. The middleware bounds its size.
///
/// Only `application/json` is accepted, because a form of another site cannot send it without a CORS preflight.
#[derive(Debug)]
pub struct Input<T>(pub T);

impl<T: DeserializeOwned + 'static> FromRequest for Input<T> {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let is_json = has_type(request, "application/json");
        let bytes = Bytes::from_request(request, payload);
        async move {
            if !is_json {
                return Err(Problem::not_json());
            }
            let bytes = bytes.await.map_err(|error| Problem::of(&error))?;
            Ok(Self(read(&bytes)?))
        }
        .boxed_local()
    }
}

/// Deserializes an optional field with a default: `null` means the same as an absent field.
pub fn null_as_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Default + Deserialize<'de>,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

/// Requires the content type of a body that is a file.
pub fn require_bytes(request: &HttpRequest) -> Result<(), Problem> {
    if has_type(request, "application/octet-stream") { Ok(()) } else { Err(Problem::not_bytes()) }
}

fn has_type(request: &HttpRequest, content_type: &str) -> bool {
    let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case(content_type))
}

/// Parses a body. The error texts do not come from the parser, because its texts repeat input.
fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Error> {
    let not_json = || Error::new(Code::InvalidArgument, "the body is not JSON of the shape this call takes");
    // Serde would accept an array as a struct, value by value.
    if bytes.trim_ascii_start().first() != Some(&b'{') {
        return Err(not_json());
    }
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let field = error.path().to_string();
        if error.inner().is_data() && field != "." {
            Error::invalid(&field, "is not of the kind this field takes")
        } else {
            not_json()
        }
    })?;
    json.end().map_err(|_| not_json())?;
    Ok(value)
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;
    use proptest::prelude::*;
    use rstest::rstest;
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    struct Order {
        #[allow(dead_code, reason = "only its reading counts")]
        lines: Vec<Line>,
    }

    #[derive(Debug, Deserialize)]
    struct Line {
        #[allow(dead_code, reason = "only its reading counts")]
        quantity: i64,
    }

    #[rstest]
    #[case(r#"{"lines": [{"quantity": 1}, {"quantity": "two"}]}"#, "lines[1].quantity")]
    #[case(r#"{"lines": {}}"#, "lines")]
    #[case(r#"{"lines": [{"quantity": 1.5}]}"#, "lines[0].quantity")]
    #[case(r#"{"lines": []} {}"#, "")]
    #[case(r#"{"lines": ["#, "")]
    #[case("", "")]
    #[case("[]", "")]
    #[case(r#"[[{"quantity": 1}]]"#, "")]
    fn malformed_body_error_names_the_field(#[case] body: &str, #[case] field: &str) {
        let error = read::<Order>(body.as_bytes()).unwrap_err();
        assert_eq!((error.code, error.detail.field.as_str()), (Code::InvalidArgument, field));
        assert!(!error.message.contains("two"), "{}", error.message);
    }

    #[rstest]
    #[case("application/json", true)]
    #[case("Application/JSON; charset=utf-8", true)]
    #[case("text/plain", false)]
    #[case("application/x-www-form-urlencoded", false)]
    fn only_json_is_read(#[case] kind: &str, #[case] read: bool) {
        let request = TestRequest::default().insert_header((CONTENT_TYPE, kind)).to_http_request();
        assert_eq!(has_type(&request, "application/json"), read);
    }

    proptest! {
        #[test]
        fn any_body_is_parsed_without_panic(body in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = read::<Order>(&body);
        }
    }
}
