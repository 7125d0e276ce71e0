//! Concurrency limiter for Web Push: limits by browser, by customer, and by slow or unknown host.

use std::collections::{HashMap, HashSet};

use super::QueuedPush;

/// Maximum pushes in flight for one customer, so that many or slow browsers delay only their owner.
const OF_ONE_CUSTOMER: usize = 2;
/// Maximum pushes in flight for a host that has not yet responded quickly.
const MAX_TO_UNVERIFIED_HOST: usize = 2;
/// Maximum hosts remembered as quick.
const MAX_FAST_HOSTS: usize = 1000;

/// Concurrency limits of pushes: one per browser, a few per customer and per slow or unknown host.
pub struct PushConcurrency {
    max: usize,
    /// Customer and host of the pushes in flight, by subscription id.
    in_flight: HashMap<String, (i64, String)>,
    fast_hosts: HashSet<String>,
}

/// Browsers, customers and hosts that have reached their limit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PushPermit {
    pub subscriptions: Vec<String>,
    pub customers: Vec<i64>,
    pub hosts: Vec<String>,
}

impl PushConcurrency {
    pub fn new(max: usize) -> Self {
        Self { max, in_flight: HashMap::new(), fast_hosts: HashSet::new() }
    }

    /// Releases all permits.
    pub fn clear(&mut self) {
        self.in_flight.clear();
    }

    pub fn free(&self) -> usize {
        self.max.saturating_sub(self.in_flight.len())
    }

    /// Whether no push is in flight.
    pub fn is_idle(&self) -> bool {
        self.in_flight.is_empty()
    }

    /// The browsers, customers and hosts for which no push can start.
    pub fn taken(&self) -> PushPermit {
        let unverified_hosts =
            self.in_flight.values().map(|(_, host)| host).filter(|host| !self.fast_hosts.contains(*host));
        PushPermit {
            subscriptions: self.in_flight.keys().cloned().collect(),
            customers: full(self.in_flight.values().map(|(customer_id, _)| *customer_id), OF_ONE_CUSTOMER),
            hosts: full(unverified_hosts.cloned(), MAX_TO_UNVERIFIED_HOST),
        }
    }

    /// Acquires a permit, held until [`release_permit`](Self::release_permit). Returns false if a limit is reached.
    pub fn take(&mut self, queued_push: &QueuedPush) -> bool {
        let customer_id = queued_push.subscription.customer_id;
        let host = queued_push.subscription.host();
        let taken = self.taken();
        let may = self.free() > 0
            && !taken.subscriptions.contains(&queued_push.subscription_id)
            && !taken.customers.contains(&customer_id)
            && !taken.hosts.contains(&host);
        if may {
            self.in_flight.insert(queued_push.subscription_id.clone(), (customer_id, host));
        }
        may
    }

    /// Releases the permit of a push that was not sent.
    pub fn release_unused(&mut self, subscription_id: &str) {
        self.in_flight.remove(subscription_id);
    }

    /// Releases a permit; `was_quick` is whether the host responded quickly, with any status.
    pub fn release_permit(&mut self, subscription_id: &str, was_quick: bool) {
        let Some((_, host)) = self.in_flight.remove(subscription_id) else { return };
        if !was_quick {
            self.fast_hosts.remove(&host);
        } else if self.fast_hosts.len() < MAX_FAST_HOSTS || self.fast_hosts.contains(&host) {
            self.fast_hosts.insert(host);
        } else {
            self.fast_hosts = HashSet::from([host]);
        }
    }
}

fn full<T: Eq + std::hash::Hash>(each: impl Iterator<Item = T>, max: usize) -> Vec<T> {
    let mut counts: HashMap<T, usize> = HashMap::new();
    for one in each {
        *counts.entry(one).or_default() += 1;
    }
    counts.into_iter().filter(|(_, count)| *count >= max).map(|(one, _)| one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        notification::{Draft, Notification},
        push::Subscription,
    };

    fn queued_push(customer_id: i64, name: &str, host: &str) -> QueuedPush {
        let subscription = Subscription {
            customer_id,
            endpoint: format!("https://{host}/{name}"),
            p256dh: String::new(),
            auth: String::new(),
            language: String::new(),
            expires_at: 0,
            session_id: String::new(),
            new_orders: None,
            customer_messages: None,
            new_orders_branch_id: None,
        };
        let notification =
            Notification { no_id: 1, draft: Draft::default(), is_read: false, created_at: 0, updated_at: 0 };
        let subscription_id = name.to_owned();
        QueuedPush {
            subscription_id,
            subscription,
            notification,
            tries: 0,
            until: 0,
            next_at: 0,
            failures: 0,
        }
    }

    #[test]
    fn customer_has_few_permits_and_a_browser_one() {
        let mut places = PushConcurrency::new(8);
        assert!(
            places.take(&queued_push(7, "a", "a.example")) && !places.take(&queued_push(7, "a", "a.example"))
        );
        assert!(
            places.take(&queued_push(7, "b", "b.example")) && !places.take(&queued_push(7, "c", "c.example"))
        );
        assert_eq!(places.taken().customers, [7]);
        assert!(places.take(&queued_push(8, "d", "a.example")));
        places.release_permit("a", false);
        assert!(places.take(&queued_push(7, "c", "c.example")));
        assert_eq!(places.free(), 5);
    }

    #[test]
    fn host_has_few_permits_until_it_responds_quickly() {
        let mut places = PushConcurrency::new(4);
        assert!(
            places.take(&queued_push(1, "a", "x.example")) && places.take(&queued_push(2, "b", "x.example"))
        );
        assert!(!places.take(&queued_push(3, "c", "x.example")));
        assert_eq!(places.taken().hosts, ["x.example"]);
        places.release_permit("a", true);
        for (customer_id, name) in [(3, "c"), (4, "d"), (5, "e")] {
            assert!(places.take(&queued_push(customer_id, name, "x.example")));
        }
        assert!(!places.take(&queued_push(6, "f", "y.example")), "all permits are taken");
        places.release_permit("c", false);
        assert!(!places.take(&queued_push(3, "c", "x.example")), "it is slow again");
    }

    #[test]
    fn number_of_remembered_hosts_is_limited() {
        let mut places = PushConcurrency::new(1);
        for n in 0..3 * MAX_FAST_HOSTS {
            assert!(places.take(&queued_push(1, "a", &format!("h{n}.example"))));
            places.release_permit("a", true);
        }
        assert!(places.fast_hosts.len() <= MAX_FAST_HOSTS);
    }
}
