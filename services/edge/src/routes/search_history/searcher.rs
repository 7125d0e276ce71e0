use std::time::Duration;

use actix_web::{HttpRequest, rt};
use heuan_proto::search::v1 as proto;
use tokio::time::timeout;

use crate::{
    door,
    routes::{api_token, search::SearchText},
    session::{Session, client_address},
    shop::Shop,
};

/// How long a search waits to hear whose it is. Its answer matters more than its place in a history.
const PATIENCE: Duration = Duration::from_millis(250);

/// Who searches, as far as counting needs it.
pub struct Searcher {
    visitor: String,
    customer_id: Option<i64>,
}

impl Searcher {
    /// Nobody when it is a crawler. The customer counts only with an API token beside the session: a link of another
    /// site could else write into a history (D6).
    pub async fn of(request: &HttpRequest, shop: &Shop) -> Option<Self> {
        if door::is_crawler(request.headers()) {
            return None;
        }
        let customer = async {
            api_token::require(request, shop).ok()?;
            timeout(PATIENCE, Session::of(request, shop)).await.ok()?.ok()
        };
        let customer_id = customer.await.map(|session| session.customer_id);
        Some(Self { visitor: visitor(request, shop), customer_id })
    }

    /// Counts the search while its answer goes out. A count that is lost is no loss to anybody.
    pub fn note(self, shop: &Shop, text: &SearchText) {
        let Self { visitor, customer_id } = self;
        let asked = proto::RecordSearchRequest { text: text.as_str().to_owned(), visitor, customer_id };
        let shop = shop.clone();
        rt::spawn(async move {
            let mut client = shop.clients.search();
            let _ = shop.ask("RecordSearch", client.record_search(asked)).await;
        });
    }
}

/// One word for one visitor: keyed, so that nobody without our secret finds the address behind it. Without the day, so
/// that it counts once in a whole window of popular searches; what is kept of it differs from text to text.
pub fn visitor(request: &HttpRequest, shop: &Shop) -> String {
    shop.shared.tokens.pseudonym(&format!("searcher {}", client_address(request, shop)))
}
