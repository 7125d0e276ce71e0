//! Copies of a placement that this process is working on: repeated requests with one idempotency key may run at the same time.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Customer and idempotency key of a request.
type RequestKey = (i64, String);

/// Number of running copies by request.
#[derive(Default)]
pub(super) struct RunningCopies(Mutex<HashMap<RequestKey, usize>>);

/// One running copy, which is counted until it is dropped.
pub(super) struct RunningCopy<'a> {
    copies: &'a RunningCopies,
    request: RequestKey,
}

impl RunningCopies {
    pub(super) fn begin(&self, customer_id: i64, key: &str) -> RunningCopy<'_> {
        let request = (customer_id, key.to_owned());
        *self.lock().entry(request.clone()).or_default() += 1;
        RunningCopy { copies: self, request }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<RequestKey, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RunningCopy<'_> {
    /// Whether no other copy is running in this process.
    pub(super) fn is_only(&self) -> bool {
        self.copies.lock().get(&self.request) == Some(&1)
    }
}

impl Drop for RunningCopy<'_> {
    fn drop(&mut self) {
        let mut copies = self.copies.lock();
        match copies.get_mut(&self.request) {
            Some(count) if *count > 1 => *count -= 1,
            _ => drop(copies.remove(&self.request)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copy_is_the_only_one_while_no_other_of_its_request_is_running() {
        let copies = RunningCopies::default();
        let first = copies.begin(7, "k");
        let other = copies.begin(7, "l");
        assert!(first.is_only() && other.is_only());
        let second = copies.begin(7, "k");
        assert!(!first.is_only() && !second.is_only());
        drop(first);
        assert!(second.is_only());
        drop((second, other));
        assert!(copies.lock().is_empty());
    }
}
