//! The outbox of events for the notifications service. A code is in it until it is delivered, replaced or expired.

use heuan_rpc::Error;
use heuan_store::{Result as StoreResult, StoredEvent, Tx, on, run};

use super::{Store, customers, rate_limits, store_error};
use crate::{
    account_event::{AccountEvent, SecurityNotice},
    rate_limit::{LimitedAction, NoticeLimits, RateLimitCounter},
};

/// Deletes the events to a phone number or an e-mail address.
pub(super) const OF_RECIPIENT: &str = "DELETE FROM outbox WHERE recipient = $1";

impl Store {
    /// Commits a transaction with events and wakes their delivery.
    pub(super) async fn commit_events(&self, tx: Tx) -> Result<(), Error> {
        tx.commit().await.map_err(store_error)?;
        self.has_events.notify_one();
        Ok(())
    }

    /// Leases up to `limit` due events. Codes that have expired are deleted.
    pub async fn take_events(&self, limit: i64, now: i64) -> Result<Vec<StoredEvent>, Error> {
        let mut tx = self.begin().await?;
        run!(tx, "DELETE FROM outbox WHERE until <= $1", now).map_err(store_error)?;
        tx.commit().await.map_err(store_error)?;
        self.db.take_events(limit, now).await.map_err(store_error)
    }

    /// Deletes events that the receiver has accepted.
    pub async fn drop_events(&self, ids: &[String]) -> Result<(), Error> {
        self.db.drop_events(ids).await.map_err(store_error)
    }

    pub async fn events_waiting(&self) -> Result<i64, Error> {
        self.db.events_waiting().await.map_err(store_error)
    }
}

/// Writes an event. A code replaces the previous one, which is no longer accepted.
pub(super) async fn put(tx: &mut Tx, event: &AccountEvent) -> StoreResult<()> {
    put_for(tx, event, event.at).await
}

/// Writes an event that is sent at `next_at`.
async fn put_for(tx: &mut Tx, event: &AccountEvent, next_at: i64) -> StoreResult<()> {
    if !event.code_subject.is_empty() {
        run!(*tx, "DELETE FROM outbox WHERE code_subject = $1", &event.code_subject)?;
    }
    let sql = "INSERT INTO outbox (event_id, kind, customer_id, payload, at, next_at, recipient, code_subject, until) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    let AccountEvent { event_id, kind, customer_id, payload, at, recipient, code_subject, until } = event;
    run!(*tx, sql, event_id, *kind, customer_id, payload, at, next_at, recipient, code_subject, until)?;
    Ok(())
}

/// Writes events to numbers and addresses that the account has not verified. An event that the limit of its recipient or of the
/// client address refuses is not written, and is counted in no limit. An event that only the limit of the shop refuses is sent
/// later, so that a client that uses up this limit prevents no notice. Call it last in a transaction, because the counters of
/// the shop are locked until its end.
///
/// All transactions lock the counters in the same order: the limits one after the other (client address, recipients, shop), and
/// within a limit the events in the order of their recipients.
pub(super) async fn put_limited(
    tx: &mut Tx,
    events: &[AccountEvent],
    limits: &NoticeLimits,
) -> Result<(), Error> {
    let mut admitted: Vec<(&AccountEvent, Vec<RateLimitCounter>)> =
        events.iter().map(|event| (event, Vec::new())).collect();
    let mut put_off = Vec::new();
    admitted.sort_by(|(one, _), (other, _)| one.recipient.cmp(&other.recipient));
    for action in NoticeLimits::ACTIONS {
        let mut within = Vec::with_capacity(admitted.len());
        for (event, mut counters) in admitted {
            let counter = limits.counter(action, &event.recipient);
            let counted = rate_limits::add_within(tx, &counter, limits.now).await;
            if counted.map_err(store_error)? {
                counters.push(counter);
                within.push((event, counters));
            } else if action == LimitedAction::NoticeOfShop {
                put_off.push((event, counter));
            } else {
                rate_limits::undo_counts(tx, &counters).await.map_err(store_error)?;
                record_refusal(event.customer_id, event.kind, action);
            }
        }
        admitted = within;
    }
    for (event, _) in admitted {
        put(tx, event).await.map_err(store_error)?;
    }
    for (event, counter) in put_off {
        let next_at = next_room(tx, &counter, limits).await.map_err(store_error)?;
        put_for(tx, event, next_at).await.map_err(store_error)?;
    }
    Ok(())
}

/// Writes the event to a verified number or address that stays, unless its limit within a day is reached. The counter is locked
/// until the end of the transaction. It belongs to the account, whose row all callers have locked before.
pub(super) async fn put_change_notice(
    tx: &mut Tx,
    event: &AccountEvent,
    limits: &NoticeLimits,
) -> Result<(), Error> {
    let action = LimitedAction::ChangeNoticeToRecipientInDay;
    let counter = limits.counter(action, &event.recipient);
    if rate_limits::add_within(tx, &counter, limits.now).await.map_err(store_error)? {
        put(tx, event).await.map_err(store_error)
    } else {
        record_refusal(event.customer_id, event.kind, action);
        Ok(())
    }
}

/// Writes a notice of a new device or a changed password, unless the account has had as many of its kind in a day as it may get: a customer
/// causes them by signing in. Called last in a transaction that has locked the account, because the counters of the shop are locked
/// until its end.
///
/// An account without a verified number or address has one that may be another person's. Its notice is shown in the shop only when a limit
/// of messages to these refuses it.
pub(super) async fn put_security_notice(
    tx: &mut Tx,
    customer_id: i64,
    notice: SecurityNotice<'_>,
    limits: &NoticeLimits,
) -> Result<(), Error> {
    let of_account = match notice {
        SecurityNotice::PasswordChanged => LimitedAction::PasswordNoticeOfAccountInDay,
        SecurityNotice::NewDevice(_) => LimitedAction::DeviceNoticeOfAccountInDay,
    };
    let counter = limits.counter(of_account, &customer_id.to_string());
    if !rate_limits::add_within(tx, &counter, limits.now).await.map_err(store_error)? {
        record_refusal(customer_id, notice.kind(), of_account);
        return Ok(());
    }
    let recipients = customers::unverified_recipients(tx, customer_id).await.map_err(store_error)?;
    let refusal = count_messages(tx, &recipients, limits).await.map_err(store_error)?;
    if let Some(action) = refusal {
        record_refusal(customer_id, notice.kind(), action);
    }
    let event = AccountEvent::security_notice(customer_id, notice, refusal.is_some(), limits.now)?;
    put(tx, &event).await.map_err(store_error)
}

/// Counts the messages of a security notice to unverified `recipients`, which are sorted, in the order in which other transactions lock
/// these counters: of the client address, of the recipients, of the shop. Returns the limit that refuses them, after which none is counted.
async fn count_messages(
    tx: &mut Tx,
    recipients: &[String],
    limits: &NoticeLimits,
) -> StoreResult<Option<LimitedAction>> {
    if recipients.is_empty() {
        return Ok(None);
    }
    let mut actions = vec![(LimitedAction::SecurityNoticeFromAddress, "")];
    let to_recipient = LimitedAction::SecurityNoticeToRecipientInDay;
    actions.extend(recipients.iter().map(|recipient| (to_recipient, recipient.as_str())));
    actions.push((LimitedAction::SecurityNoticeOfShop, ""));
    let mut counted = Vec::with_capacity(actions.len());
    for (action, recipient) in actions {
        let counter = limits.counter(action, recipient);
        if !rate_limits::add_within(tx, &counter, limits.now).await? {
            rate_limits::undo_counts(tx, &counted).await?;
            return Ok(Some(action));
        }
        counted.push(counter);
    }
    Ok(None)
}

/// Logs and counts a notice that a limit refuses. The customer sees the change in the shop.
fn record_refusal(customer: i64, kind: &'static str, action: LimitedAction) {
    let limit: &'static str = action.into();
    metrics::counter!("change_notices_refused_total", "limit" => limit).increment(1);
    tracing::info!(customer, kind, limit, "security notice, or its messages, not sent: limit reached");
}

/// Time of a notice that the limit of the shop refuses now: the first later window whose postponed notices are fewer than
/// the limit allows. The row of the limit is locked.
async fn next_room(tx: &mut Tx, of_shop: &RateLimitCounter, limits: &NoticeLimits) -> StoreResult<i64> {
    let sql = "SELECT ends_at FROM rate_limit WHERE name = $1";
    let ends_at: i64 = on!(*tx, |conn| sqlx::query_scalar(sql).bind(&of_shop.name).fetch_one(conn).await?);
    let sql = "SELECT COUNT(*) FROM outbox WHERE kind = 'security.identifier' AND tries = 0 AND next_at > $1";
    let put_off: i64 = on!(*tx, |conn| sqlx::query_scalar(sql).bind(limits.now).fetch_one(conn).await?);
    Ok(ends_at + put_off / of_shop.limit.max(1) * of_shop.window_ms)
}
