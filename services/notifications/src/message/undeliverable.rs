//! Addresses of a customer that are marked as undeliverable, and the routes by which messages avoid them.

use heuan_rpc::Error;

use crate::{
    clients::Contact,
    message::MessageSender,
    message::reserve::has_reserve,
    outgoing_message::{Channel, OutgoingMessage, has_one_channel},
    store::{Store, UndeliverableAddress},
};

/// Route of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    Planned,
    Other(Channel),
    /// To a verified address in this channel. If that fails, to the planned address, which is not verified.
    Reserve(Channel),
    /// Every address is marked as undeliverable.
    Undeliverable,
    /// There is no address at all.
    Nowhere,
}

/// The marks that have an effect: marks of present addresses that were not verified since. Other marks are
/// deleted.
pub(crate) async fn in_effect(
    store: &Store,
    customer_id: i64,
    contact: &Contact,
) -> Result<Vec<UndeliverableAddress>, Error> {
    let mut marks = store.undeliverable_addresses(customer_id).await?;
    for old in marks.extract_if(.., |mark| !has_effect(mark, contact)) {
        store.clear_mark_before(customer_id, &old.channel, old.marked_at).await?;
    }
    Ok(marks)
}

fn has_effect(mark: &UndeliverableAddress, contact: &Contact) -> bool {
    mark.channel.parse().is_ok_and(|channel: Channel| {
        contact.address(channel) == mark.recipient && contact.verified_at(channel) <= mark.marked_at
    })
}

impl MessageSender {
    /// The channel in which a message goes to the customer. A verified address is preferred, because an unverified one may be
    /// another person's; the channels that the customer chose come first. For a message that goes to one channel, a channel
    /// with a provider counts more than a verified address. Another message leaves its planned channel only for a channel with
    /// a provider. Without a usable address in a chosen channel, any channel is used. A customer who chose no channel gets the
    /// message in any channel with a provider if no default channel of the shop has one.
    pub(super) async fn route(
        &self,
        message: &OutgoingMessage,
        planned: Channel,
        contact: &Contact,
    ) -> Result<Route, Error> {
        let marks = in_effect(&self.store, message.customer_id, contact).await?;
        let has_address = |channel: &Channel| !contact.address(*channel).is_empty();
        let is_usable = |channel: &Channel| {
            has_address(channel) && !marks.iter().any(|mark| mark.channel == channel.into_str())
        };
        let is_unverified = |channel: &Channel| contact.verified_at(*channel) == 0;
        let chosen = self.store.message_preference(message.customer_id).await?;
        let has_chosen = chosen.is_some();
        let mut chosen = chosen.unwrap_or_else(|| self.default_channels.clone());
        // The sorts are stable, so that the order of the choice decides between equal channels.
        if has_one_channel(&message.kind) {
            chosen.sort_by_key(|channel| (!self.is_configured(*channel), is_unverified(channel)));
        } else {
            chosen.retain(|channel| *channel != planned);
            chosen.insert(0, planned);
            chosen.sort_by_key(is_unverified);
            // If none of the channels has a provider, the message stays in its channel on the outbox page.
            let sends = |channel: &Channel| self.is_configured(*channel) || *channel == planned;
            chosen.sort_by_key(|channel| !sends(channel));
        }
        let is_reached = |channel: &Channel| {
            // A channel without a provider is a last resort, for customers who have no address in the planned one.
            is_usable(channel) && (self.is_configured(*channel) || !has_address(&planned))
        };
        let mut others: Vec<Channel> = self.default_channels.iter().copied().chain(Channel::ALL).collect();
        others.sort_by_key(is_unverified);
        let is_sent = |channel: &Channel| is_usable(channel) && self.is_configured(*channel);
        // The customer has not chosen a default channel without a provider.
        let substitute = if has_chosen || chosen.iter().any(is_sent) {
            None
        } else {
            others.iter().copied().find(is_sent)
        };
        let best = chosen.iter().copied().find(is_usable).or_else(|| others.into_iter().find(is_reached));
        let route = match substitute.or(best) {
            Some(best) if best == planned => Route::Planned,
            Some(best) if substitute.is_some() => Route::Other(best),
            // The planned channel comes first among unverified ones, so this one is verified.
            Some(best) if has_reserve(&message.kind) && is_usable(&planned) => Route::Reserve(best),
            Some(best) => Route::Other(best),
            None if Channel::ALL.iter().any(has_address) => Route::Undeliverable,
            None => Route::Nowhere,
        };
        let route = if message.resends > 0 {
            self.route_of_resent(message, planned, is_usable(&planned), route).await?
        } else {
            route
        };
        Ok(self.route_of_security(message, planned, contact, is_usable, route))
    }
}
