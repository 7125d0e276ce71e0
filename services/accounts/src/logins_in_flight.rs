//! Logins of this process that are being verified, by account. Each counts as a failure until its password proves right, so a
//! rate limit needs to know how many of the counted attempts have not failed.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Maximum other logins of an account that count as not failed: the other login of a customer who signs in twice at once. With
/// a higher maximum, a client that has reached its limit could have as many passwords verified at once as the limit of the
/// account allows.
const MAX_OTHERS: i64 = 1;

/// Numbers of logins by the names of the counters of their accounts.
#[derive(Debug, Default)]
pub struct LoginsInFlight(Arc<Mutex<HashMap<String, i64>>>);

/// A login that is being verified, until it is dropped.
#[derive(Debug)]
pub struct LoginInFlight {
    all: Arc<Mutex<HashMap<String, i64>>>,
    account: String,
    before: i64,
}

impl LoginsInFlight {
    /// Adds a login of the account whose counter has this name.
    pub fn begin(&self, account: &str) -> LoginInFlight {
        let mut all = locked(&self.0);
        let count = all.entry(account.to_owned()).or_default();
        let before = *count;
        *count += 1;
        LoginInFlight { all: Arc::clone(&self.0), account: account.to_owned(), before }
    }
}

impl LoginInFlight {
    /// Number of other logins of the account that are being verified now, or that began before this one and may not have
    /// ended; at most [`MAX_OTHERS`].
    pub fn others(&self) -> i64 {
        let now = locked(&self.all).get(&self.account).map_or(0, |count| count - 1);
        now.max(self.before).min(MAX_OTHERS)
    }
}

impl Drop for LoginInFlight {
    fn drop(&mut self) {
        let mut all = locked(&self.all);
        if let Some(count) = all.get_mut(&self.account) {
            *count -= 1;
            if *count == 0 {
                all.remove(&self.account);
            }
        }
    }
}

fn locked(all: &Mutex<HashMap<String, i64>>) -> MutexGuard<'_, HashMap<String, i64>> {
    all.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_logins_of_the_same_account_that_have_not_ended_are_others() {
        let all = LoginsInFlight::default();
        let first = all.begin("noy");
        assert_eq!(first.others(), 0);
        let (second, stranger) = (all.begin("noy"), all.begin("keo"));
        assert_eq!((first.others(), second.others(), stranger.others()), (1, 1, 0));
        drop(first);
        assert_eq!(second.others(), 1, "it was counted before");
        assert_eq!(all.begin("noy").others(), 1);
        let parallel = [all.begin("noy"), all.begin("noy"), all.begin("noy")];
        assert!(parallel.iter().all(|login| login.others() == 1), "further ones count as failed");
        drop(parallel);
        drop((second, stranger));
        assert!(all.0.lock().unwrap().is_empty());
    }
}
