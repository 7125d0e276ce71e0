use std::sync::{Mutex, PoisonError};

const MINUTE_MS: i64 = 60_000;

/// Lets a failure be logged once a minute, with the number suppressed before.
#[derive(Debug, Default)]
pub struct LogThrottle(Mutex<(Option<i64>, u64)>);

impl LogThrottle {
    /// Some when it is time to say it: the number of failures since it was last said, this one among them.
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
    fn a_failure_is_said_once_a_minute_with_what_went_unsaid() {
        let quiet = LogThrottle::default();
        let logged: Vec<_> = [0, 1, 59_999, 60_000, 60_001].map(|at| quiet.count(at)).to_vec();
        assert_eq!(logged, [Some(1), None, None, Some(3), None]);
    }
}
