//! Messages in reserve: a message about an order goes to an address that the customer has not proved when the ones to proved
//! addresses have failed.

use heuan_rpc::Error;

use super::{Channel, Courier, OutgoingMessage};
use crate::{clients::Contact, store::Reserved};

/// Whether a message of this kind goes to an unproved address after the proved ones have failed. Security messages do not: such
/// an address may be another person's.
pub(super) fn has_reserve(kind: &str) -> bool {
    kind.starts_with("order.")
}

/// Channels whose address the customer has proved, in a fixed order.
fn proved(contact: &Contact) -> Vec<Channel> {
    Channel::ALL.into_iter().filter(|channel| contact.verified_at(*channel) > 0).collect()
}

impl Courier {
    /// Keeps a message to an unproved address in reserve while one of the same notification to a proved address waits, and
    /// withdraws it when one was accepted. Returns whether it is to be sent, because all have failed. Without such a message it
    /// moves to `better`.
    pub(super) async fn keep_in_reserve(
        &self,
        message: &OutgoingMessage,
        better: Channel,
        contact: &Contact,
        now: i64,
    ) -> Result<bool, Error> {
        match self.store.keep_in_reserve(message, &proved(contact), now).await? {
            Reserved::Released => Ok(true),
            Reserved::Waiting | Reserved::Withdrawn => Ok(false),
            Reserved::Alone => {
                self.store.move_message(message, better).await?;
                Ok(false)
            }
        }
    }

    /// Whether a security message to an unproved address is withheld: the one to a proved address has failed, which is no
    /// reason to tell a person who may be another. What the staff send again is not withheld.
    pub(super) async fn is_withheld(
        &self,
        message: &OutgoingMessage,
        planned: Channel,
        contact: &Contact,
    ) -> Result<bool, Error> {
        let is_proved = contact.verified_at(planned) > 0;
        if is_proved || message.resends > 0 || !message.kind.starts_with("security.") {
            return Ok(false);
        }
        self.store.has_failed_message(message.no_id, &proved(contact)).await
    }
}
