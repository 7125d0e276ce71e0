//! Application service for notifications: creation, broadcasts, events of other services, and push subscriptions.

use std::sync::Arc;

use heuan_rpc::{Code, Error};
use heuan_runtime::clock::Clock;

use crate::{
    account_events, chat_events,
    clients::Accounts,
    config::Config,
    event::Event,
    message::MessageSender,
    notification::{ALL_CUSTOMERS, Draft, Notification},
    order_events,
    outgoing_message::Plan,
    push::Subscription,
    push_sender::Sender,
    staff_push::{StaffTopic, WAITING_CHATS},
    store::{OwnLimit, PushPlan, Reader, Store},
};

const HOUR_MS: i64 = 60 * 60 * 1000;
const DAY_MS: i64 = 24 * HOUR_MS;

/// Application service for notifications.
pub struct NotificationService {
    pub(crate) store: Arc<Store>,
    pub(crate) sender: Arc<Sender>,
    pub(crate) message_sender: Arc<MessageSender>,
    pub(crate) config: Config,
    pub(crate) clock: Clock,
    pub(crate) accounts: Accounts,
}

impl NotificationService {
    /// Creates a notification for one customer, or returns the one that the event already created.
    pub async fn create(&self, draft: Draft) -> Result<Notification, Error> {
        if draft.customer_id <= 0 {
            return Err(Error::invalid("customer_id", "must be a positive whole number"));
        }
        self.write(Draft { topic: String::new(), ..draft.checked()? }, None).await
    }

    /// Creates a notification of a customer for themselves. Because their browsers receive a push, the number is
    /// limited.
    pub async fn create_own(&self, draft: Draft) -> Result<Notification, Error> {
        if draft.customer_id <= 0 || !draft.event_id.starts_with("user.") {
            return Err(Error::invalid("event_id", "must begin with user., and customer_id be positive"));
        }
        let limit = OwnLimit {
            limit: self.config.own_per_hour,
            in_ms: HOUR_MS,
            kept: self.config.own_retention_count,
        };
        self.write(Draft { topic: String::new(), ..draft.checked()? }, Some(limit)).await
    }

    /// Creates a notification for all followers of its topic.
    pub async fn broadcast(&self, draft: Draft) -> Result<Notification, Error> {
        if draft.topic != ALL_CUSTOMERS && !self.config.topics.contains(&draft.topic) {
            let known = self.config.topics.join(", ");
            return Err(Error::invalid("topicName", format!("must be one of {ALL_CUSTOMERS}, {known}")));
        }
        self.write(Draft { customer_id: 0, ..draft.checked()? }, None).await
    }

    async fn write(&self, draft: Draft, own: Option<OwnLimit>) -> Result<Notification, Error> {
        if draft.event_id.is_empty() || draft.event_id.len() > 200 {
            return Err(Error::invalid("event_id", "must have 1 to 200 bytes"));
        }
        let written = self.write_all(&[draft], own).await?;
        written.into_iter().next().ok_or_else(|| Error::internal("no notification written"))
    }

    /// Receives events of an outbox and creates one notification for each, even if an event is delivered repeatedly.
    /// Returns the ids of accepted events. All are accepted, because an unknown event would not be known later either.
    pub async fn deliver_events(&self, events: &[Event]) -> Result<Vec<String>, Error> {
        let mut drafts = Vec::with_capacity(events.len());
        let mut cancelled = Vec::new();
        // Codes come first, so that they do not wait for the work of other events.
        for event in events.iter().filter(|event| account_events::is_code(event)) {
            self.receive_direct(event).await?;
        }
        for event in events.iter().filter(|event| !account_events::is_code(event)) {
            if self.receive_direct(event).await? {
                continue;
            }
            if let Some(branch_id) = account_events::home_branch(event) {
                self.store.set_home_branch(event.customer_id, branch_id, event.at).await?;
                continue;
            }
            let end = chat_events::cancelled(event).or_else(|| chat_events::cancelled_for_staff(event));
            if let Some(reminder) = end {
                cancelled.push((event.customer_id, reminder));
                continue;
            }
            let draft = order_events::customer_draft(event)
                .or_else(|| chat_events::customer_draft(event))
                .or_else(|| account_events::customer_draft(event));
            let is_of_order = event.kind.starts_with("order.");
            if draft.is_some() && !is_of_order && !self.is_reached(event.customer_id).await? {
                continue;
            }
            match draft.map(Draft::checked) {
                Some(Ok(mut draft)) if draft.customer_id > 0 && draft.event_id.len() <= 200 => {
                    draft.message_variables =
                        draft.message_variables.filter(|_| self.message_sender.handles(&draft.kind));
                    drafts.push(draft);
                }
                Some(_) => {
                    tracing::error!(event = event.event_id, kind = event.kind, "invalid event ignored");
                }
                None => tracing::debug!(event = event.event_id, kind = event.kind, "unknown event ignored"),
            }
        }
        drafts.extend(self.staff_drafts(events).await?);
        if !drafts.is_empty() {
            self.write_all(&drafts, None).await?;
        }
        for (customer_id, reminder) in cancelled {
            let is_awaited = self.is_awaited(customer_id, &reminder).await?;
            self.store.cancel_reminder(&reminder, is_awaited, self.clock.now_ms()).await?;
        }
        Ok(events.iter().map(|event| event.event_id.clone()).collect())
    }

    /// The pushes to the staff that events cause, if a browser of the staff receives them.
    async fn staff_drafts(&self, events: &[Event]) -> Result<Vec<Draft>, Error> {
        let mut drafts = Vec::new();
        for event in events {
            let draft = order_events::staff_draft(event)
                .or_else(|| chat_events::staff_draft(event))
                .or_else(|| account_events::staff_draft(event));
            let Some(draft) = draft else { continue };
            let Some(topic) = StaffTopic::of_draft(&draft) else { continue };
            if !self.store.has_staff_browsers(topic.choice).await? {
                continue;
            }
            if *topic == WAITING_CHATS && !self.is_reached(event.customer_id).await? {
                continue;
            }
            drafts.extend(draft.checked().ok().filter(|draft| draft.event_id.len() <= 200));
        }
        Ok(drafts)
    }

    /// Whether a reminder whose end has already arrived may still come from another replica. Nothing is written after an
    /// erasure.
    async fn is_awaited(&self, customer_id: i64, reminder: &Draft) -> Result<bool, Error> {
        let has_reader = match StaffTopic::of_draft(reminder) {
            Some(topic) => self.store.has_staff_browsers(topic.choice).await?,
            None => true,
        };
        Ok(has_reader && reminder.event_id.len() <= 200 && self.is_reached(customer_id).await?)
    }

    /// Whether a customer gets messages that are not about orders: not after an erasure, and not while blocked.
    pub(crate) async fn is_reached(&self, customer_id: i64) -> Result<bool, Error> {
        let contact = self.accounts.contact(customer_id).await?;
        Ok(contact.is_some_and(|contact| !contact.is_closed))
    }

    async fn write_all(&self, drafts: &[Draft], own: Option<OwnLimit>) -> Result<Vec<Notification>, Error> {
        let now = self.clock.now_ms();
        let plan = self.message_plan(now);
        let drafts: Vec<_> = drafts.iter().map(|draft| (draft.clone(), self.push_plan(draft, now))).collect();
        self.store.write(&drafts, now, own, &plan).await
    }

    /// The plan of messages that are written now.
    pub(crate) fn message_plan(&self, now: i64) -> Plan {
        let until = now + self.config.messages.hours * HOUR_MS;
        Plan { channels: self.config.default_channels(), until }
    }

    fn push_plan(&self, draft: &Draft, now: i64) -> PushPlan {
        let from = self.sender.quiet_until(draft).unwrap_or(now);
        let until = from + self.config.push_hours * HOUR_MS;
        PushPlan { from, until, needs_consent: self.config.is_news(draft) }
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
            topics.iter().find(|topic| *topic != ALL_CUSTOMERS && !self.config.topics.contains(topic))
        {
            return Err(Error::invalid("topics", format!("no such topic: {}", unknown.escape_debug())));
        }
        if !is_staff && topics.iter().any(|topic| self.config.is_for_staff(topic)) {
            return Err(staff_only("topics", "this topic is for the staff only"));
        }
        if !is_staff && subscription.new_orders == Some(true) {
            return Err(staff_only("new_orders", "new orders are for the staff only"));
        }
        if !is_staff && subscription.customer_messages == Some(true) {
            return Err(staff_only("customer_messages", "messages of customers are for the staff only"));
        }
        let topics: Vec<String> = topics.iter().filter(|topic| *topic != ALL_CUSTOMERS).cloned().collect();
        let limit = self.config.subscriptions_per_customer;
        self.store.save_subscription(&subscription, &topics, limit, self.clock.now_ms()).await
    }

    /// The topics followed by a customer.
    pub async fn followed(&self, customer_id: i64, is_staff: bool) -> Result<Vec<String>, Error> {
        followed(&self.store, &self.config, customer_id, is_staff).await
    }

    pub(crate) async fn delete_expired(&self) -> Result<(), Error> {
        let now = self.clock.now_ms();
        let before = |days: i64| now - days * DAY_MS;
        let Config { retention_days, code_message_days, .. } = self.config;
        self.store.delete_expired(before(retention_days), before(code_message_days), now).await
    }
}

fn staff_only(field: &str, message: &str) -> Error {
    let mut error = Error::new(Code::PermissionDenied, message);
    field.clone_into(&mut error.detail.field);
    "staff".clone_into(&mut error.detail.reason);
    error
}

/// The topics followed by a customer. If the staff role was revoked, the staff's topics are removed.
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
