use std::time::Duration;

use actix_web::{HttpRequest, rt};
use heuan_proto::search::v1 as proto;
use tokio::time::timeout;

use crate::{
    app_state::AppState,
    middleware,
    routes::{api_token, search::SearchText},
    session::{Session, client_address},
};

/// How long a search waits to hear whose it is. Its answer matters more than its place in a history.
const SESSION_TIMEOUT: Duration = Duration::from_millis(250);

/// Who searches, as far as counting needs it.
pub struct SearchIdentity {
    visitor: String,
    customer_id: Option<i64>,
}

impl SearchIdentity {
    /// Nobody when it is a crawler. The customer counts only with an API token beside the session: a link of another
    /// site could else write into a history (D6).
    pub async fn of(request: &HttpRequest, state: &AppState) -> Option<Self> {
        if middleware::is_crawler(request.headers()) {
            return None;
        }
        let customer = async {
            api_token::require(request, state).ok()?;
            timeout(SESSION_TIMEOUT, Session::of(request, state)).await.ok()?.ok()
        };
        let customer_id = customer.await.map(|session| session.customer_id);
        Some(Self { visitor: visitor(request, state), customer_id })
    }

    /// Counts the search while its answer goes out. A count that is lost is no loss to anybody.
    pub fn record(self, state: &AppState, text: &SearchText) {
        let Self { visitor, customer_id } = self;
        let rpc_request = proto::RecordSearchRequest { text: text.as_str().to_owned(), visitor, customer_id };
        let state = state.clone();
        rt::spawn(async move {
            let mut client = state.clients.search();
            let _ = state.call("RecordSearch", client.record_search(rpc_request)).await;
        });
    }
}

/// One word for one visitor: keyed, so that nobody without our secret finds the address behind it. Without the day, so
/// that it counts once in a whole window of popular searches; what is kept of it differs from text to text.
pub fn visitor(request: &HttpRequest, state: &AppState) -> String {
    state.shared.tokens.pseudonym(&format!("searcher {}", client_address(request, state)))
}
