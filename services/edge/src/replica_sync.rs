//! Synchronization between replicas of the edge over Redis. A single edge without Redis does nothing here.

use std::{sync::Arc, time::Duration};

use heuan_redis::{Event, Events, Redis};
use heuan_runtime::Shutdown;
use tokio::time::{MissedTickBehavior, interval};

use heuan_edge_http::{app_state::SharedState, middleware::RateLimits};
use heuan_edge_live::BRANCHES;

/// Interval at which rate limits are synchronized. It bounds the requests in excess of a limit.
const SYNC_INTERVAL: Duration = Duration::from_millis(200);

pub fn spawn_replica_sync(
    redis: Option<Redis>,
    shared: &Arc<SharedState>,
    limits: &Arc<RateLimits>,
    shutdown: &Shutdown,
) {
    let Some(redis) = redis else { return };
    let events = Events::new(Some(redis.clone()), shutdown);
    let (shared, begun) = (Arc::clone(shared), shutdown.requested());
    shutdown.spawn(async move {
        tokio::select! {
            () = listen_events(&events, &shared) => {}
            () = begun => {}
        }
    });
    let (limits, begun) = (Arc::clone(limits), shutdown.requested());
    shutdown.spawn(async move {
        tokio::select! {
            () = sync_limits(&limits, &redis) => {}
            () = begun => {}
        }
    });
}

async fn listen_events(events: &Events, shared: &SharedState) {
    let mut subscription = events.subscribe();
    while let Some(event) = subscription.next().await {
        let is_news = match event {
            Event::Message { topic, .. } => &*topic == BRANCHES,
            Event::Gap => true,
        };
        if is_news {
            shared.caches.generation.bump();
        }
    }
}

async fn sync_limits(limits: &RateLimits, redis: &Redis) {
    let mut ticks = interval(SYNC_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        limits.sync(redis).await;
    }
}
