//! Messages in reserve. A message about an order goes to an address that the customer has not verified only after the messages
//! to verified addresses have failed.

use heuan_rpc::Error;

use crate::{
    clients::Contact,
    message::MessageSender,
    message::undeliverable::Route,
    outgoing_message::{Channel, OutgoingMessage},
    store::Reserved,
};

/// Whether a message of this kind goes to an unverified address after the messages to verified addresses have failed. Security
/// messages do not.
pub(super) fn has_reserve(kind: &str) -> bool {
    kind.starts_with("order.")
}

/// Channels whose address the customer has verified, in a fixed order.
fn verified(contact: &Contact) -> Vec<Channel> {
    Channel::ALL.into_iter().filter(|channel| contact.verified_at(*channel) > 0).collect()
}

/// Whether a message to an unverified address is sent because all verified addresses are marked as undeliverable.
pub(super) fn replaces_verified(channel: Channel, contact: &Contact) -> bool {
    contact.verified_at(channel) == 0 && !verified(contact).is_empty()
}

impl MessageSender {
    /// Keeps a message to an unverified address in reserve while a message of the same notification to a verified address
    /// waits, and withdraws it when one was accepted. Returns true if all have failed, so that it is to be sent. If there is no
    /// message to a verified address, this message moves to `better`.
    pub(super) async fn hold_in_reserve(
        &self,
        message: &OutgoingMessage,
        better: Channel,
        contact: &Contact,
        now: i64,
    ) -> Result<bool, Error> {
        match self.store.hold_in_reserve(message, &verified(contact), now).await? {
            Reserved::Released => Ok(true),
            Reserved::Waiting | Reserved::Withdrawn => Ok(false),
            Reserved::Alone => {
                self.store.move_message(message, better).await?;
                Ok(false)
            }
        }
    }

    /// The route of a security message, which does not go to an unverified address if the customer has a verified one, even if
    /// that is marked as undeliverable: the unverified address may be another person's. A message that the staff send again to
    /// it is not withheld.
    pub(super) fn route_of_security(
        &self,
        message: &OutgoingMessage,
        planned: Channel,
        contact: &Contact,
        is_usable: impl Fn(&Channel) -> bool,
        route: Route,
    ) -> Route {
        let target = match route {
            Route::Planned if message.resends == 0 => planned,
            Route::Other(other) => other,
            _ => return route,
        };
        let mut verified = verified(contact);
        if !message.kind.starts_with("security.") || verified.is_empty() || verified.contains(&target) {
            return route;
        }
        verified.sort_by_key(|channel| !self.is_configured(*channel));
        let reached =
            verified.iter().copied().find(|channel| is_usable(channel) && self.is_configured(*channel));
        match reached {
            Some(channel) if channel == planned => Route::Planned,
            Some(channel) => Route::Other(channel),
            None if !verified.contains(&planned) => {
                verified.first().map_or(route, |channel| Route::Other(*channel))
            }
            None if is_usable(&planned) => Route::Planned,
            None => Route::Undeliverable,
        }
    }

    /// The route of a message that the staff send again: to its own address, or to a channel in which the notification has no
    /// message. In another channel it would be deleted.
    pub(super) async fn route_of_resent(
        &self,
        message: &OutgoingMessage,
        planned: Channel,
        is_planned_usable: bool,
        route: Route,
    ) -> Result<Route, Error> {
        let (Route::Other(other) | Route::Reserve(other)) = route else { return Ok(route) };
        if is_planned_usable && self.is_configured(planned) {
            return Ok(Route::Planned);
        }
        if !self.store.has_message(message.no_id, other).await? {
            return Ok(Route::Other(other));
        }
        Ok(if is_planned_usable { Route::Planned } else { Route::Undeliverable })
    }
}
