//! Client of the accounts service.

use std::collections::HashSet;

use heuan_proto::accounts::v1::{ListEndedSessionsRequest, accounts_service_client::AccountsServiceClient};
use heuan_rpc::{Error, Transport};

/// Maximum session ids of one call.
const MAX_BATCH: usize = 200;

/// Client of the accounts service: which sessions have ended.
#[derive(Clone)]
pub struct Accounts(AccountsServiceClient<Transport>);

impl Accounts {
    pub fn new(transport: Transport) -> Self {
        Self(AccountsServiceClient::new(transport))
    }

    /// The ended ones of `session_ids`: one call for up to 200, and none for an empty list.
    pub async fn ended_sessions(&self, session_ids: &[String]) -> Result<HashSet<String>, Error> {
        let mut ended = HashSet::new();
        for session_ids in session_ids.chunks(MAX_BATCH) {
            let request = ListEndedSessionsRequest { session_ids: session_ids.to_vec() };
            let answer = self.0.clone().list_ended_sessions(request).await?.into_inner();
            ended.extend(answer.ended_session_ids);
        }
        Ok(ended)
    }
}
