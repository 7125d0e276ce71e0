//! Live events of commands: edges of a running shop send open pages the same ones as after a change through the API.

use anyhow::Result;
use heuan_edge::EdgeEvent;
use heuan_redis::Events;
use heuan_runtime::{Settings, Shutdown};

use crate::settings;

/// Publishes an event to all edges over Redis, the only way to them. Without Redis, [`delay`] says when it is noticed.
pub async fn publish(settings: &Settings, event: &EdgeEvent) -> Result<()> {
    let shutdown = Shutdown::new();
    if let Some(redis) = settings::redis(settings, &shutdown)? {
        let (topic, payload) = event.encode();
        if !Box::pin(Events::publish_once(&redis, topic, &payload)).await {
            eprintln!("warning: Redis is unavailable; {}", delay(event));
        }
        shutdown.trigger();
    }
    Ok(())
}

/// Time of the change in a running shop without the event.
fn delay(event: &EdgeEvent) -> &'static str {
    match event {
        EdgeEvent::BranchesChanged => "edges show changed branches within a minute",
        EdgeEvent::SessionsRevoked(_) => "open streams of the ended sessions end within half a minute",
        EdgeEvent::StaffOrderChanged(_) | EdgeEvent::OrderPicked(_) => {
            "open pages of the staff show the change when they are loaded again"
        }
    }
}
