//! Identity of a searcher for search statistics: the customer of the session, or a keyed pseudonym of the client
//! address.

use std::time::Duration;

use actix_web::{HttpRequest, rt};
use heuan_proto::search::v1 as proto;
use heuan_rpc::Result;
use tokio::time::timeout;

use super::SearchText;
use crate::api_state::ApiState;
use heuan_edge_http::{
    middleware,
    session::{Session, client_line, require_api_token},
};

/// Timeout of the session lookup, because the search result matters more than its history entry.
const SESSION_TIMEOUT: Duration = Duration::from_millis(250);

/// The identity of a searcher, for counting.
pub struct SearchIdentity {
    visitor: String,
    customer_id: Option<i64>,
}

impl SearchIdentity {
    /// The identity of a request; `None` for crawlers. The customer is used only if there is an API token in addition
    /// to the session, because otherwise a link on another site could write to a search history.
    pub async fn of(request: &HttpRequest, state: &ApiState) -> Option<Self> {
        if middleware::is_crawler(request.headers()) {
            return None;
        }
        let customer = async {
            require_api_token(request, state).ok()?;
            timeout(SESSION_TIMEOUT, Session::of(request, state)).await.ok()?.ok()
        };
        let customer_id = customer.await.map(|session| session.customer_id);
        Some(Self { visitor: visitor(request, state), customer_id })
    }

    /// Records that a product of a recorded search was opened.
    pub async fn record_click(self, state: &ApiState, text: &SearchText) -> Result<()> {
        let rpc_request =
            proto::RecordSearchClickRequest { text: text.as_str().to_owned(), visitor: self.visitor };
        let mut client = state.clients.search();
        state.call("RecordSearchClick", client.record_search_click(rpc_request)).await?;
        Ok(())
    }

    /// Records the search concurrently with the response. A lost record is acceptable.
    pub fn record(self, state: &ApiState, text: &SearchText) {
        let Self { visitor, customer_id } = self;
        let rpc_request = proto::RecordSearchRequest { text: text.as_str().to_owned(), visitor, customer_id };
        let state = state.clone();
        rt::spawn(async move {
            let mut client = state.clients.search();
            let _ = state.call("RecordSearch", client.record_search(rpc_request)).await;
        });
    }
}

/// Pseudonym of a visitor: keyed, so that the address cannot be found without the secret. It does not change daily, so that a
/// visitor is counted once in a window of popular searches; the stored value differs for each text. All networks of one IPv6
/// line count as one visitor, because otherwise a line with its 65,536 networks could make any text popular.
pub fn visitor(request: &HttpRequest, state: &ApiState) -> String {
    state.shared.tokens.pseudonym(&format!("searcher {}", client_line(request, state)))
}
