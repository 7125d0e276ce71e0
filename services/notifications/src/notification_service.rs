use std::sync::Arc;

use heuan_rpc::{Code, Error};
use heuan_runtime::clock::Clock;

use crate::{
    config::Config,
    notification::{Draft, EVERYBODY, Notification},
    order_events::{self, Event},
    push::{Sender, Subscription},
    store::{OwnLimit, Reader, Store},
};

const HOUR_MS: i64 = 60 * 60 * 1000;
const DAY_MS: i64 = 24 * HOUR_MS;

/// What callers ask for.
pub struct NotificationService {
    pub(crate) store: Arc<Store>,
    pub(crate) sender: Sender,
    pub(crate) config: Config,
    pub(crate) clock: Clock,
}

impl NotificationService {
    /// Writes one for one customer, or the one that its event made before.
    pub async fn create(&self, draft: Draft) -> Result<Notification, Error> {
        if draft.customer_id <= 0 {
            return Err(Error::invalid("customer_id", "must be a positive whole number"));
        }
        self.write(Draft { topic: String::new(), ..draft.checked()? }, None).await
    }

    /// Writes one that a customer keeps for themselves. Their browsers are pushed it, so there is a limit.
    pub async fn create_own(&self, draft: Draft) -> Result<Notification, Error> {
        if draft.customer_id <= 0 || !draft.event_id.starts_with("user.") {
            return Err(Error::invalid("event_id", "must begin with user., and customer_id be positive"));
        }
        let limit = OwnLimit { most: self.config.own_per_hour, in_ms: HOUR_MS, kept: self.config.own_kept };
        self.write(Draft { topic: String::new(), ..draft.checked()? }, Some(limit)).await
    }

    /// Writes one for everybody who follows its topic.
    pub async fn broadcast(&self, draft: Draft) -> Result<Notification, Error> {
        if draft.topic != EVERYBODY && !self.config.topics.contains(&draft.topic) {
            let known = self.config.topics.join(", ");
            return Err(Error::invalid("topicName", format!("must be one of {EVERYBODY}, {known}")));
        }
        self.write(Draft { customer_id: 0, ..draft.checked()? }, None).await
    }

    async fn write(&self, draft: Draft, own: Option<OwnLimit>) -> Result<Notification, Error> {
        if draft.event_id.is_empty() || draft.event_id.len() > 200 {
            return Err(Error::invalid("event_id", "must have 1 to 200 bytes"));
        }
        let written = self.write_all(&[draft], own).await?;
        written.into_iter().next().ok_or_else(|| Error::internal("nothing was written"))
    }

    /// Takes events of an outbox: each tells its customer once, however often it comes. Gives the ids that need not come
    /// again, which are all of them: what is not known now will not be known later.
    pub async fn deliver_events(&self, events: &[Event]) -> Result<Vec<String>, Error> {
        let mut drafts = Vec::with_capacity(events.len());
        for event in events {
            match order_events::told(event).map(Draft::checked) {
                Some(Ok(draft)) if draft.customer_id > 0 && draft.event_id.len() <= 200 => drafts.push(draft),
                Some(_) => {
                    tracing::error!(event = event.event_id, kind = event.kind, "an event makes no sense");
                }
                None => tracing::debug!(event = event.event_id, kind = event.kind, "an event is left alone"),
            }
        }
        if !drafts.is_empty() {
            self.write_all(&drafts, None).await?;
        }
        Ok(events.iter().map(|event| event.event_id.clone()).collect())
    }

    async fn write_all(&self, drafts: &[Draft], own: Option<OwnLimit>) -> Result<Vec<Notification>, Error> {
        let now = self.clock.now_ms();
        self.store.write(drafts, now, now + self.config.push_hours * HOUR_MS, own).await
    }

    pub async fn mark(
        &self,
        reader: Reader,
        ids: Option<&[i64]>,
        is_read: bool,
    ) -> Result<(u64, i64), Error> {
        let changed = self.store.mark(reader, ids, is_read, self.clock.now_ms()).await?;
        let (_, unread) = self.store.counts(reader).await?;
        Ok((changed, unread))
    }

    pub async fn save_subscription(
        &self,
        subscription: Subscription,
        topics: &[String],
        is_staff: bool,
    ) -> Result<(), Error> {
        let subscription = subscription.checked()?;
        self.sender.check(&subscription.endpoint, self.config.push_to_loopback)?;
        if let Some(unknown) =
            topics.iter().find(|topic| *topic != EVERYBODY && !self.config.topics.contains(topic))
        {
            return Err(Error::invalid("topics", format!("there is no topic {}", unknown.escape_debug())));
        }
        if !is_staff && topics.iter().any(|topic| self.config.is_for_staff(topic)) {
            let mut error = Error::new(Code::PermissionDenied, "this topic is for the staff");
            "topics".clone_into(&mut error.detail.field);
            "staff".clone_into(&mut error.detail.reason);
            return Err(error);
        }
        let topics: Vec<String> = topics.iter().filter(|topic| *topic != EVERYBODY).cloned().collect();
        let most = self.config.subscriptions_per_customer;
        self.store.save_subscription(&subscription, &topics, most, self.clock.now_ms()).await
    }

    /// What a customer follows.
    pub async fn followed(&self, customer_id: i64, is_staff: bool) -> Result<Vec<String>, Error> {
        followed(&self.store, &self.config, customer_id, is_staff).await
    }

    pub(crate) async fn forget(&self) -> Result<(), Error> {
        let now = self.clock.now_ms();
        self.store.forget(now - self.config.keep_days * DAY_MS, now).await
    }
}

/// What a customer follows. Whoever was of the staff, and is no longer, stops following what is the staff's.
pub async fn followed(
    store: &Store,
    config: &Config,
    customer_id: i64,
    is_staff: bool,
) -> Result<Vec<String>, Error> {
    let mut topics = store.followed(customer_id).await?;
    if !is_staff {
        for topic in topics.extract_if(.., |topic| config.is_for_staff(topic)) {
            store.unfollow(customer_id, &topic).await?;
        }
    }
    Ok(topics)
}
