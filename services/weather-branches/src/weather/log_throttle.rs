//! Rate limit of a repeated log message: at most one a minute, with the number of suppressed ones.

use std::sync::{Mutex, PoisonError};

const MINUTE_MS: i64 = 60_000;

/// Throttles a log message to once a minute, and counts the suppressed ones.
#[derive(Debug, Default)]
pub struct LogThrottle(Mutex<(Option<i64>, u64)>);

impl LogThrottle {
    /// `Some` when the message is due: the number of failures since the last message, including this one.
    pub fn count(&self, now_ms: i64) -> Option<u64> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (logged_at, suppressed) = &mut *state;
        *suppressed += 1;
        if logged_at.is_some_and(|at| now_ms < at + MINUTE_MS) {
            return None;
        }
        *logged_at = Some(now_ms);
        Some(std::mem::take(suppressed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failure_is_logged_once_a_minute_with_the_suppressed_count() {
        let quiet = LogThrottle::default();
        let logged: Vec<_> = [0, 1, 59_999, 60_000, 60_001].map(|at| quiet.count(at)).to_vec();
        assert_eq!(logged, [Some(1), None, None, Some(3), None]);
    }
}
