//! Answers another replica has fetched already: the second tier of the response cache, in Redis.
//!
//! An answer is filed under the catalogue's revision that its replica had heard of before asking, so it is not older than
//! that: what a replica of the catalogue remembers follows the others within the time that an edge waits before it asks. A
//! replica looks only under the revision it has heard of itself. Nothing has to be invalidated: the next revision has other
//! keys, and old ones expire.

use std::{
    sync::atomic::{AtomicI64, Ordering},
    time::Duration,
};

use actix_web::http::StatusCode;
use heuan_redis::{Redis, redis};

use crate::body::Body;

/// What other replicas would not thank us for: larger than they can fetch themselves in the time.
const MAX_BODY_BYTES: usize = 256 * 1024;
/// The form of what is kept; a new one leaves the old keys alone.
const KEY_PREFIX: &str = "heuan:answer:1";
/// Stands for "no revision heard of".
const NO_REVISION: i64 = -1;

/// The way to them. Without Redis, or while changes do not reach us, there are none.
pub struct RedisResponseCache {
    redis: Option<Redis>,
    revision: AtomicI64,
    ttl: Duration,
}

impl RedisResponseCache {
    pub fn new(redis: Option<Redis>, ttl: Duration) -> Self {
        Self { redis, revision: AtomicI64::new(NO_REVISION), ttl }
    }

    /// The catalogue's revision this replica follows now; `None` when it follows none.
    pub fn set_revision(&self, revision: Option<i64>) {
        self.revision.store(revision.unwrap_or(NO_REVISION), Ordering::Release);
    }

    /// Where the answer to `address` is filed now, if there is a place.
    pub fn slot(&self, address: &str) -> Option<CacheSlot> {
        let redis = self.redis.as_ref().filter(|redis| redis.is_up())?;
        let revision = self.revision.load(Ordering::Acquire);
        let key = format!("{KEY_PREFIX}:{revision}:{address}");
        (revision != NO_REVISION).then(|| CacheSlot { redis: redis.clone(), key, life: self.ttl })
    }
}

/// One answer's place.
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
        unpack(&read.await.ok()??)
    }

    /// Keeps `body` for the others, behind the answer: nobody waits for it, and what cannot be kept is no loss.
    pub fn write(self, body: &Body) {
        let Some(bytes) = pack(body) else { return };
        let Self { redis, key, life } = self;
        let mut set = redis::cmd("SET");
        set.arg(key).arg(bytes).arg("EX").arg(life.as_secs().max(1));
        tokio::spawn(async move {
            let written = redis.run_behind("set", |mut connection| async move {
                set.query_async::<()>(&mut connection).await
            });
            let _ = written.await;
        });
    }
}

/// Only plain answers: JSON with status 200.
fn pack(body: &Body) -> Option<&[u8]> {
    let is_plain = body.status == StatusCode::OK && body.content_type == "application/json";
    (is_plain && body.bytes().len() <= MAX_BODY_BYTES).then(|| body.bytes().as_ref())
}

fn unpack(bytes: &[u8]) -> Option<Body> {
    // Whatever else may write to that Redis, we pass on nothing that is not an answer.
    let is_answer = bytes.starts_with(b"{\"success\":true") && bytes.ends_with(b"}");
    is_answer.then(|| Body::new("application/json", bytes.to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_answers_are_shared() {
        let body = Body::new("application/json", "{\"success\":true,\"data\":[]}");
        let read = unpack(pack(&body).unwrap()).unwrap();
        assert_eq!(read.bytes(), body.bytes());
        assert!(pack(&Body::html("<p>".to_owned())).is_none());
        assert!(unpack(b"<script>").is_none());
        assert!(unpack(b"").is_none());
    }

    #[test]
    fn without_redis_there_is_no_place() {
        let answers = RedisResponseCache::new(None, Duration::from_secs(1));
        answers.set_revision(Some(7));
        assert!(answers.slot("/api/v1/category").is_none());
    }
}
