//! Language of the page that signed a customer in or placed an order, in which messages are sent to the customer.

use actix_web::{HttpRequest, http::header::REFERER, rt};
use heuan_proto::notifications::v1::{SetPageLanguageRequest, message_service_client::MessageServiceClient};

use crate::api_state::ApiState;

/// First segments of the paths of the storefront's pages.
const LANGUAGES: [&str; 5] = ["la", "en", "th", "cn", "vn"];

/// Records the language of the page concurrently with the response. A lost record is acceptable: the next sign-in or order
/// repeats it.
pub fn record(request: &HttpRequest, state: &ApiState, customer_id: i64) {
    let referer = request.headers().get(REFERER).and_then(|referer| referer.to_str().ok());
    let Some(language) = referer.and_then(language_of_page) else { return };
    let rpc_request = SetPageLanguageRequest { customer_id, language: language.to_owned() };
    let state = state.app.clone();
    rt::spawn(async move {
        let client = state.clients.messages();
        let set =
            client.write_with_id("SetPageLanguage", MessageServiceClient::set_page_language, rpc_request);
        if let Err(error) = state.with_deadline(set).await {
            tracing::warn!(%error, customer_id, "the language of the page was not recorded");
        }
    });
}

/// `en` of `https://shop.example/en/checkout`.
fn language_of_page(url: &str) -> Option<&'static str> {
    let (_, rest) = url.split_once("://")?;
    let (_, path) = rest.split_once('/')?;
    let segment = path.split(['/', '?', '#']).next()?;
    LANGUAGES.into_iter().find(|language| *language == segment)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("https://shop.example/en/checkout", Some("en"))]
    #[case("http://localhost:8080/vn?page=2", Some("vn"))]
    #[case("https://shop.example/xx/checkout", None)]
    #[case("https://shop.example/english", None)]
    #[case("https://shop.example/", None)]
    #[case("https://shop.example", None)]
    #[case("/en/checkout", None)]
    #[case("", None)]
    fn language_of_a_page_is_the_first_segment_of_its_path(
        #[case] url: &str,
        #[case] language: Option<&str>,
    ) {
        assert_eq!(language_of_page(url), language);
    }
}
