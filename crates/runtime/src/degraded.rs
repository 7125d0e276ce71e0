//! Degraded parts of this process, which `/readyz` lists.
//!
//! A degraded process stays ready: a shop that cannot take orders still shows products, and removing it from the load balancer
//! would end that as well. Monitors that need a status code request `/readyz?writes`.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    sync::{Mutex, MutexGuard, PoisonError},
};

use time::format_description::well_known::Rfc3339;

use crate::clock::Clock;

/// Reason and time by part, for the whole process.
static PARTS: Mutex<BTreeMap<String, Degraded>> = Mutex::new(BTreeMap::new());

#[derive(Clone, Debug, PartialEq, Eq)]
struct Degraded {
    reason: String,
    since: String,
}

/// Marks `part` as degraded. The time of the first call stays until [`clear`].
pub fn set(part: &str, reason: &str) {
    let mut parts = lock();
    let since = parts.get(part).map_or_else(now, |known| known.since.clone());
    parts.insert(part.to_owned(), Degraded { reason: reason.to_owned(), since });
}

/// Marks `part` as working again.
pub fn clear(part: &str) {
    lock().remove(part);
}

/// Returns whether `/readyz` responds with 200, and its body, which lists degraded parts. They do not change the status unless
/// `query` contains `writes`.
pub fn readiness(is_ready: bool, query: &str) -> (bool, String) {
    let parts = lock();
    let wants_writes = query.split('&').any(|pair| pair.split('=').next() == Some("writes"));
    let is_green = is_ready && (parts.is_empty() || !wants_writes);
    let mut body = String::from(if is_ready { "ready\n" } else { "not ready\n" });
    for (part, Degraded { reason, since }) in parts.iter() {
        // Writing to a string cannot fail.
        let _ = writeln!(body, "{part}: {reason} (since {since})");
    }
    (is_green, body)
}

fn now() -> String {
    let now = Clock::System.now().replace_nanosecond(0).ok();
    now.and_then(|now| now.format(&Rfc3339).ok()).unwrap_or_default()
}

fn lock() -> MutexGuard<'static, BTreeMap<String, Degraded>> {
    PARTS.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn degraded_part_is_listed_and_fails_only_the_probe_for_writes() {
        assert_eq!(readiness(true, ""), (true, "ready\n".to_owned()));
        assert_eq!(readiness(true, "writes"), (true, "ready\n".to_owned()));
        assert_eq!(readiness(false, ""), (false, "not ready\n".to_owned()));
        set("orders", "cannot write");
        set("orders", "cannot write: no space is left on the disk");
        let (is_green, body) = readiness(true, "");
        assert!(is_green);
        let line = body.strip_prefix("ready\norders: cannot write: no space is left on the disk (since 2");
        assert!(line.is_some_and(|rest| rest.ends_with("+07:00)\n")), "{body}");
        assert_eq!(readiness(true, "a=b&writes"), (false, body.clone()));
        assert_eq!(readiness(true, "writes=required"), (false, body));
        clear("orders");
        assert_eq!(readiness(true, "writes"), (true, "ready\n".to_owned()));
    }
}
