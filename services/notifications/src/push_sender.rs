//! Sender of due push messages: leases, parallel requests, retries with backoff, and removal of ended subscriptions.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use heuan_outbound::{Fetcher, HeaderMap, Options, OutboundError, Url};
use heuan_rpc::Error;
use heuan_runtime::clock::Clock;
use tokio::{
    sync::Mutex,
    task::JoinSet,
    time::{Instant, sleep},
};

use crate::{
    clients::Accounts,
    config::Config,
    news::NEWS,
    notification::Draft,
    push::{Payload, PushConcurrency, QueuedPush, Vapid},
    quiet_hours::QuietKinds,
    staff_push::StaffTopic,
    store::{PushLease, Store},
};

/// Maximum response time of a quick host.
const QUICK_RESPONSE: Duration = Duration::from_secs(2);
/// Candidates read for each free permit, because some may have reached another limit.
const CANDIDATES: usize = 8;
const MIN_BACKOFF_MS: i64 = 5_000;
const MAX_BACKOFF_MS: i64 = 60 * 60 * 1000;
/// Maximum `Retry-After` that is respected.
const MAX_RETRY_AFTER_MS: i64 = 6 * 60 * 60 * 1000;

/// Sends due pushes.
pub struct Sender {
    pub store: Arc<Store>,
    accounts: Accounts,
    pub vapid: Vapid,
    pub clock: Clock,
    fetcher: Fetcher,
    places: Mutex<PushConcurrency>,
    /// Poll interval while pushes are in flight.
    pause: Duration,
    quiet: QuietKinds,
    config: Config,
}

/// Result of one attempt.
#[derive(Debug, PartialEq, Eq)]
enum DeliveryOutcome {
    Delivered,
    /// The subscription no longer exists.
    SubscriptionExpired,
    /// The push service refused the message; later ones are probably refused, too.
    Refused(String),
    /// The message will never be accepted.
    GivenUp(String),
    Later {
        why: String,
        after_ms: i64,
    },
}

/// A finished push.
struct Completed {
    subscription_id: String,
    was_quick: bool,
    written: Result<(), Error>,
}

impl Sender {
    pub fn new(
        store: Arc<Store>,
        accounts: Accounts,
        vapid: Vapid,
        clock: Clock,
        config: &Config,
    ) -> Result<Self, Error> {
        let trusted = if config.push_to_loopback { vec![[127, 0, 0, 1].into()] } else { Vec::new() };
        let options = Options {
            trusted,
            user_agent: "Heuan/1.0 (web push)",
            max_idle_connections: 8,
            ..Options::default()
        };
        let fetcher = Fetcher::new(options).map_err(Error::internal)?;
        Ok(Self {
            store,
            accounts,
            vapid,
            clock,
            fetcher,
            places: Mutex::new(PushConcurrency::new(config.push_parallel)),
            pause: Duration::from_millis(config.poll_ms),
            quiet: QuietKinds::new(&config.messages.quiet_hours, &config.messages.quiet_kinds)
                .map_err(Error::internal)?,
            config: config.clone(),
        })
    }

    /// Time from which the pushes of a notification may be sent, if there are quiet hours now and the pushes can wait.
    /// Promotions wait like news.
    pub fn quiet_until(&self, draft: &Draft) -> Option<i64> {
        let kind = if self.config.is_news(draft) { NEWS } else { draft.kind.as_str() };
        self.quiet.end(kind, self.clock.now())
    }

    /// Whether an endpoint may be contacted: https only, except in tests.
    pub fn check(&self, endpoint: &str, to_loopback: bool) -> Result<Url, Error> {
        let url =
            self.fetcher.check(endpoint).map_err(|error| Error::invalid("endpoint", error.to_string()))?;
        if url.scheme() == "https" || to_loopback {
            return Ok(url);
        }
        Err(Error::invalid("endpoint", "must be https"))
    }

    /// Sends everything that is due, including pushes that become due meanwhile. Each finished push frees permits for
    /// another, so that slow ones delay no others.
    ///
    /// Each push is a task of its own, because it may be next in line for the only write connection while this function waits
    /// for that connection as well. If this function is canceled, the pushes in flight are aborted.
    pub async fn send_due(self: &Arc<Self>) -> Result<(), Error> {
        let mut places = self.places.lock().await;
        // A canceled previous run has left its permits taken.
        places.clear();
        let mut in_flight = JoinSet::new();
        let mut trouble = None;
        loop {
            if trouble.is_none() {
                let mut begun = Vec::new();
                trouble = self.begin(&mut places, &mut begun).await.err();
                for queued_push in begun {
                    let sender = Arc::clone(self);
                    in_flight.spawn(async move { sender.send(queued_push).await });
                }
            }
            tokio::select! {
                done = in_flight.join_next() => match done {
                    Some(Ok(Completed { subscription_id, was_quick, written })) => {
                        places.release_permit(&subscription_id, was_quick);
                        trouble = trouble.or(written.err());
                    }
                    // The next run begins with all permits free.
                    Some(Err(error)) => return Err(Error::internal(error)),
                    None => break,
                },
                () = sleep(self.pause), if trouble.is_none() => trouble = self.count_waiting().await.err(),
            }
        }
        self.count_waiting().await?;
        trouble.map_or(Ok(()), Err)
    }

    async fn count_waiting(&self) -> Result<(), Error> {
        metrics::gauge!("push_backlog").set(self.store.pushes_waiting().await? as f64);
        Ok(())
    }

    /// Leases as many pushes as permits allow and adds them to `begun`, even if it fails halfway.
    async fn begin(&self, places: &mut PushConcurrency, begun: &mut Vec<QueuedPush>) -> Result<(), Error> {
        while places.free() > 0 {
            let now = self.clock.now_ms();
            let limit = places.free() * CANDIDATES;
            let due = self.store.due_pushes(limit as i64, now, places.taken()).await?;
            let mut permitted = Vec::new();
            let mut postponed = 0;
            for queued_push in due {
                if queued_push.until < now {
                    self.store
                        .push_given_up(queued_push.notification.no_id, &queued_push.subscription_id, now)
                        .await?;
                } else if let Some(end) = self.quiet_until(&queued_push.notification.draft) {
                    // The push was due before the quiet hours, and its retry is due now.
                    self.store.postpone_push(&queued_push, end).await?;
                    postponed += 1;
                } else if places.take(&queued_push) {
                    permitted.push(queued_push);
                }
            }
            let (before, found) = (begun.len(), permitted.len());
            let valid = self.with_valid_session(permitted, places).await?;
            let mut settled = postponed + found - valid.len();
            for mut queued_push in valid {
                let needs_consent = self.config.is_news(&queued_push.notification.draft);
                let taken = self.store.take_push(&mut queued_push, needs_consent, now).await?;
                if taken == PushLease::Leased {
                    begun.push(queued_push);
                    continue;
                }
                places.release_unused(&queued_push.subscription_id);
                settled += usize::from(taken == PushLease::WithoutConsent);
            }
            // Pushes in flight do not wait for the deletion of many subscriptions.
            let goes_on = begun.len() > before || (settled > 0 && places.is_idle());
            if !goes_on {
                break;
            }
        }
        Ok(())
    }

    /// Returns the jobs whose session is valid, and deletes the subscriptions of the others. Fails if the accounts service
    /// is unavailable, so that no push is sent for an unchecked session.
    async fn with_valid_session(
        &self,
        queued_pushes: Vec<QueuedPush>,
        places: &mut PushConcurrency,
    ) -> Result<Vec<QueuedPush>, Error> {
        let sessions: BTreeSet<&str> =
            queued_pushes.iter().map(|queued_push| queued_push.subscription.session_id.as_str()).collect();
        // An earlier release stored subscriptions without a session. The empty id counts as an ended session.
        let sessions: Vec<String> = sessions.into_iter().map(str::to_owned).collect();
        let ended = self.accounts.ended_sessions(&sessions).await?;
        let is_over = |queued_push: &QueuedPush| ended.contains(&queued_push.subscription.session_id);
        let (over, valid): (Vec<QueuedPush>, Vec<QueuedPush>) = queued_pushes.into_iter().partition(is_over);
        for queued_push in &over {
            places.release_unused(&queued_push.subscription_id);
            self.store
                .end_subscription(&queued_push.subscription_id, &queued_push.subscription.session_id)
                .await?;
        }
        if !over.is_empty() {
            tracing::info!(count = over.len(), "push subscriptions of ended sessions deleted");
        }
        Ok(valid)
    }

    async fn send(&self, queued_push: QueuedPush) -> Completed {
        let began = Instant::now();
        let (outcome, answered) = self.attempt(&queued_push).await;
        let was_quick = answered && began.elapsed() < QUICK_RESPONSE;
        let word = match &outcome {
            DeliveryOutcome::Delivered => "delivered",
            DeliveryOutcome::SubscriptionExpired => "gone",
            DeliveryOutcome::Refused(_) => "refused",
            DeliveryOutcome::GivenUp(_) => "given_up",
            DeliveryOutcome::Later { .. } => "later",
        };
        metrics::counter!("push_attempts_total", "outcome" => word).increment(1);
        let (no_id, id) = (queued_push.notification.no_id, queued_push.subscription_id.as_str());
        let now = self.clock.now_ms();
        let written = match outcome {
            DeliveryOutcome::Delivered => self.store.push_delivered(no_id, id).await,
            DeliveryOutcome::SubscriptionExpired => self.store.drop_subscription(id).await,
            DeliveryOutcome::Refused(why) => {
                tracing::warn!(no_id, why, "push refused");
                self.store.push_refused(no_id, id).await
            }
            DeliveryOutcome::GivenUp(why) => {
                tracing::warn!(no_id, why, "push given up");
                self.store.push_given_up(no_id, id, now).await
            }
            DeliveryOutcome::Later { why, after_ms } => {
                tracing::debug!(no_id, why, "push service unavailable for a browser; postponed");
                self.store.postpone_subscription(&queued_push, now + after_ms, now).await
            }
        };
        Completed { subscription_id: queued_push.subscription_id, was_quick, written }
    }

    /// Attempts a push. Also returns whether the host responded.
    async fn attempt(&self, queued_push: &QueuedPush) -> (DeliveryOutcome, bool) {
        let (request, url) = match self.request(queued_push) {
            Ok(request) => request,
            Err(why) => return (DeliveryOutcome::GivenUp(why), false),
        };
        let (headers, body) = request;
        match self.fetcher.post(&url, headers, body, self.config.push_time).await {
            Ok(answer) => {
                let after =
                    answer.retry_after.map(|after| i64::try_from(after.as_millis()).unwrap_or(i64::MAX));
                (classify_status(answer.status, after, queued_push.failures), true)
            }
            Err(OutboundError::Refused(why)) => (DeliveryOutcome::GivenUp(why.to_owned()), false),
            Err(error) => (
                DeliveryOutcome::Later { why: error.to_string(), after_ms: pause(queued_push.failures) },
                false,
            ),
        }
    }

    #[allow(clippy::type_complexity, reason = "headers and body, and the URL")]
    fn request(&self, queued_push: &QueuedPush) -> Result<((HeaderMap, Vec<u8>), Url), String> {
        let url =
            self.fetcher.check(&queued_push.subscription.endpoint).map_err(|error| error.to_string())?;
        let payload =
            Payload::from_notification(&queued_push.notification, &queued_push.subscription.language);
        let body = payload.encrypt(&queued_push.subscription).map_err(|error| error.to_string())?;
        let now = self.clock.now_ms();
        let ttl = ((queued_push.until - now) / 1000).max(0).to_string();
        // The push service keeps only one message of a topic, however often it is sent.
        let topic = Payload::tag(&queued_push.notification);
        let draft = &queued_push.notification.draft;
        let urgency = match draft.category.as_str() {
            // The push rings at once, even on a phone that saves its battery.
            _ if StaffTopic::of_draft(draft).is_some() => "high",
            "promotion" => "low",
            _ => "normal",
        };
        let authorization = self.vapid.authorization(&url, now / 1000);
        let mut headers = HeaderMap::new();
        for (name, value) in [
            ("authorization", authorization.as_str()),
            ("content-encoding", "aes128gcm"),
            ("content-type", "application/octet-stream"),
            ("ttl", &ttl),
            ("topic", &topic),
            ("urgency", urgency),
        ] {
            headers.insert(name, value.parse().map_err(|_| format!("{name} is not a valid header"))?);
        }
        Ok(((headers, body), url))
    }
}

/// `failures` is the number of previous consecutive failures of the browser.
fn classify_status(status: u16, retry_after_ms: Option<i64>, failures: i64) -> DeliveryOutcome {
    match status {
        200..300 => DeliveryOutcome::Delivered,
        404 | 410 => DeliveryOutcome::SubscriptionExpired,
        400 | 401 | 403 | 413 => DeliveryOutcome::Refused(format!("answered {status}")),
        408 | 429 | 500.. => DeliveryOutcome::Later {
            why: format!("answered {status}"),
            after_ms: retry_after_ms.map_or(0, |after| after.min(MAX_RETRY_AFTER_MS)).max(pause(failures)),
        },
        _ => DeliveryOutcome::GivenUp(format!("answered {status}")),
    }
}

/// Backoff: 5 s, 10 s, 20 s and so on, up to an hour.
fn pause(failures: i64) -> i64 {
    let doublings = u32::try_from(failures).unwrap_or(0).min(20);
    (MIN_BACKOFF_MS << doublings).min(MAX_BACKOFF_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn push_service_responses_are_mapped_to_outcomes() {
        assert_eq!(classify_status(201, None, 0), DeliveryOutcome::Delivered);
        assert_eq!(classify_status(410, None, 0), DeliveryOutcome::SubscriptionExpired);
        assert!(matches!(classify_status(403, None, 0), DeliveryOutcome::Refused(_)));
        assert!(matches!(classify_status(302, None, 0), DeliveryOutcome::GivenUp(_)));
        let later = |status, after, failures| match classify_status(status, after, failures) {
            DeliveryOutcome::Later { after_ms, .. } => after_ms,
            other => panic!("{other:?}"),
        };
        assert_eq!(later(503, None, 0), 5_000);
        assert_eq!(later(503, None, 2), 20_000);
        assert_eq!(later(503, None, 60), MAX_BACKOFF_MS);
        assert_eq!(later(429, Some(90_000), 0), 90_000);
        assert_eq!(later(429, Some(i64::MAX), 0), MAX_RETRY_AFTER_MS);
    }
}
