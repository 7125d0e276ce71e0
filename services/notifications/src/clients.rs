//! Client of the accounts service.

use std::collections::HashSet;

use heuan_proto::accounts::v1::{
    GetContactRequest, ListEndedSessionsRequest, accounts_service_client::AccountsServiceClient,
};
use heuan_rpc::{Code, Error, Transport};

/// Maximum session ids of one call.
const MAX_BATCH: usize = 200;

/// Client of the accounts service: ended sessions, and contact details of customers.
#[derive(Clone)]
pub struct Accounts(AccountsServiceClient<Transport>);

/// Name and addresses of a customer.
#[derive(Clone, Default)]
pub struct Contact {
    pub name: String,
    /// International form, or empty.
    pub phone: String,
    pub email: String,
    /// Time at which the phone number was last verified by a code; 0 if it never was.
    pub phone_verified_at: i64,
    pub email_verified_at: i64,
    /// Whether the customer is blocked, or an erasure of their data was begun.
    pub is_closed: bool,
}

impl Accounts {
    pub fn new(transport: Transport) -> Self {
        Self(AccountsServiceClient::new(transport))
    }

    /// The ids in `session_ids` of ended sessions: one call for up to 200, and none for an empty list.
    pub async fn ended_sessions(&self, session_ids: &[String]) -> Result<HashSet<String>, Error> {
        let mut ended = HashSet::new();
        for session_ids in session_ids.chunks(MAX_BATCH) {
            let request = ListEndedSessionsRequest { session_ids: session_ids.to_vec() };
            let answer = self.0.clone().list_ended_sessions(request).await?.into_inner();
            ended.extend(answer.ended_session_ids);
        }
        Ok(ended)
    }

    /// The contact of a customer; `None` if the customer does not exist, or no longer exists.
    pub async fn contact(&self, customer_id: i64) -> Result<Option<Contact>, Error> {
        match self.0.clone().get_contact(GetContactRequest { customer_id }).await.map_err(Error::from) {
            Ok(answer) => {
                let contact = answer.into_inner();
                Ok(contact.customer.map(|customer| Contact {
                    name: format!("{} {}", customer.fname, customer.lname).trim().to_owned(),
                    phone: customer.phone,
                    email: customer.email,
                    phone_verified_at: contact.phone_verified_at_ms,
                    email_verified_at: contact.email_verified_at_ms,
                    is_closed: contact.is_closed,
                }))
            }
            Err(error) if error.code == Code::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }
}
