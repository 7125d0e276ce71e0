//! Second tier of the response cache, in Redis, shared by all replicas of the edge.
//!
//! The key contains the catalog revision that the replica had seen before it fetched, so a response is never older than its
//! key. A replica reads only keys of the revision it has seen itself. Nothing is invalidated: a new revision has new keys, and
//! old keys expire.

use std::{
    sync::atomic::{AtomicI64, Ordering},
    time::Duration,
};

use actix_web::http::StatusCode;
use heuan_redis::{Redis, redis};

use crate::body::Body;

/// Maximum size of a shared body. A replica fetches larger bodies faster itself.
const MAX_BODY_BYTES: usize = 256 * 1024;
/// Key prefix with the version of the stored format.
const KEY_PREFIX: &str = "heuan:answer:1";
/// Value for an unknown revision.
const NO_REVISION: i64 = -1;

/// The shared cache. It is empty without Redis, or while the watch stream of the catalog is down.
pub struct RedisResponseCache {
    redis: Option<Redis>,
    revision: AtomicI64,
    ttl: Duration,
}

impl RedisResponseCache {
    pub fn new(redis: Option<Redis>, ttl: Duration) -> Self {
        Self { redis, revision: AtomicI64::new(NO_REVISION), ttl }
    }

    /// Sets the catalog revision that this replica has seen; `None` while the watch stream is down.
    pub fn set_revision(&self, revision: Option<i64>) {
        self.revision.store(revision.unwrap_or(NO_REVISION), Ordering::Release);
    }

    /// Returns the slot of the response to `address` at the current revision, if the cache is available.
    pub fn slot(&self, address: &str) -> Option<CacheSlot> {
        let redis = self.redis.as_ref().filter(|redis| redis.is_up())?;
        let revision = self.revision.load(Ordering::Acquire);
        let key = format!("{KEY_PREFIX}:{revision}:{address}");
        (revision != NO_REVISION).then(|| CacheSlot { redis: redis.clone(), key, life: self.ttl })
    }
}

/// The key of one response.
pub struct CacheSlot {
    redis: Redis,
    key: String,
    life: Duration,
}

impl CacheSlot {
    pub async fn read(&self) -> Option<Body> {
        let read = self.redis.run("get", |mut connection| async move {
            redis::cmd("GET").arg(&self.key).query_async::<Option<Vec<u8>>>(&mut connection).await
        });
        deserialize_body(&read.await.ok()??)
    }

    /// Stores `body` in the background. A failure is ignored.
    pub fn write(self, body: &Body) {
        let Some(bytes) = serialize_body(body) else { return };
        let Self { redis, key, life } = self;
        let mut set = redis::cmd("SET");
        set.arg(key).arg(bytes).arg("EX").arg(life.as_secs().max(1));
        tokio::spawn(async move {
            let written = redis.run_background("set", |mut connection| async move {
                set.query_async::<()>(&mut connection).await
            });
            let _ = written.await;
        });
    }
}

/// Returns the bytes to share; only JSON responses with status 200 are shared.
fn serialize_body(body: &Body) -> Option<&[u8]> {
    let is_plain = body.status == StatusCode::OK && body.content_type == "application/json";
    (is_plain && body.bytes().len() <= MAX_BODY_BYTES).then(|| body.bytes().as_ref())
}

fn deserialize_body(bytes: &[u8]) -> Option<Body> {
    // Values of another program in the same Redis are ignored.
    let is_answer = bytes.starts_with(b"{\"success\":true") && bytes.ends_with(b"}");
    is_answer.then(|| Body::new("application/json", bytes.to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_json_responses_are_shared() {
        let body = Body::new("application/json", "{\"success\":true,\"data\":[]}");
        let read = deserialize_body(serialize_body(&body).unwrap()).unwrap();
        assert_eq!(read.bytes(), body.bytes());
        assert!(serialize_body(&Body::html("<p>".to_owned())).is_none());
        assert!(deserialize_body(b"<script>").is_none());
        assert!(deserialize_body(b"").is_none());
    }

    #[test]
    fn without_redis_there_is_no_slot() {
        let answers = RedisResponseCache::new(None, Duration::from_secs(1));
        answers.set_revision(Some(7));
        assert!(answers.slot("/api/v1/category").is_none());
    }
}
