use std::collections::{HashMap, HashSet};

use super::Job;

/// Pushes under way to the browsers of one customer: whoever has many, or slow ones, waits behind themselves.
const OF_ONE_CUSTOMER: usize = 2;
/// Pushes under way to one host, until it has shown that it answers soon.
const TO_ONE_STRANGER: usize = 2;
/// Hosts that are remembered to answer soon.
const MOST_HOSTS: usize = 1000;

/// Which pushes may be begun. One at a time to a browser, a few of a customer and to a host that is slow or unknown.
pub struct PushConcurrency {
    most: usize,
    /// By subscription: whose it is and where it goes.
    under_way: HashMap<String, (i64, String)>,
    fast_hosts: HashSet<String>,
}

/// Browsers, customers and hosts that have as much under way as they may.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PushPermit {
    pub subscriptions: Vec<String>,
    pub customers: Vec<i64>,
    pub hosts: Vec<String>,
}

impl PushConcurrency {
    pub fn new(most: usize) -> Self {
        Self { most, under_way: HashMap::new(), fast_hosts: HashSet::new() }
    }

    /// Nothing is under way any more.
    pub fn clear(&mut self) {
        self.under_way.clear();
    }

    pub fn free(&self) -> usize {
        self.most.saturating_sub(self.under_way.len())
    }

    /// To what no more can be begun.
    pub fn taken(&self) -> PushPermit {
        let strangers =
            self.under_way.values().map(|(_, host)| host).filter(|host| !self.fast_hosts.contains(*host));
        PushPermit {
            subscriptions: self.under_way.keys().cloned().collect(),
            customers: full(self.under_way.values().map(|(customer_id, _)| *customer_id), OF_ONE_CUSTOMER),
            hosts: full(strangers.cloned(), TO_ONE_STRANGER),
        }
    }

    /// Whether it may be begun now; then it has its place until [`give_back`](Self::give_back).
    pub fn take(&mut self, job: &Job) -> bool {
        let customer_id = job.subscription.customer_id;
        let host = job.subscription.host();
        let taken = self.taken();
        let may = self.free() > 0
            && !taken.subscriptions.contains(&job.subscription_id)
            && !taken.customers.contains(&customer_id)
            && !taken.hosts.contains(&host);
        if may {
            self.under_way.insert(job.subscription_id.clone(), (customer_id, host));
        }
        may
    }

    /// It is over; `was_quick` says whether the host answered, whatever it said, and soon.
    pub fn give_back(&mut self, subscription_id: &str, was_quick: bool) {
        let Some((_, host)) = self.under_way.remove(subscription_id) else { return };
        if !was_quick {
            self.fast_hosts.remove(&host);
        } else if self.fast_hosts.len() < MOST_HOSTS || self.fast_hosts.contains(&host) {
            self.fast_hosts.insert(host);
        } else {
            self.fast_hosts = HashSet::from([host]);
        }
    }
}

fn full<T: Eq + std::hash::Hash>(each: impl Iterator<Item = T>, most: usize) -> Vec<T> {
    let mut counts: HashMap<T, usize> = HashMap::new();
    for one in each {
        *counts.entry(one).or_default() += 1;
    }
    counts.into_iter().filter(|(_, count)| *count >= most).map(|(one, _)| one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        notification::{Draft, Notification},
        push::Subscription,
    };

    fn job(customer_id: i64, name: &str, host: &str) -> Job {
        let subscription = Subscription {
            customer_id,
            endpoint: format!("https://{host}/{name}"),
            p256dh: String::new(),
            auth: String::new(),
            language: String::new(),
            expires_at: 0,
        };
        let notification =
            Notification { no_id: 1, draft: Draft::default(), is_read: false, created_at: 0, updated_at: 0 };
        let subscription_id = name.to_owned();
        Job { subscription_id, subscription, notification, tries: 0, until: 0, next_at: 0, failures: 0 }
    }

    #[test]
    fn one_customer_takes_few_places_and_a_browser_one() {
        let mut places = PushConcurrency::new(8);
        assert!(places.take(&job(7, "a", "a.example")) && !places.take(&job(7, "a", "a.example")));
        assert!(places.take(&job(7, "b", "b.example")) && !places.take(&job(7, "c", "c.example")));
        assert_eq!(places.taken().customers, [7]);
        assert!(places.take(&job(8, "d", "a.example")));
        places.give_back("a", false);
        assert!(places.take(&job(7, "c", "c.example")));
        assert_eq!(places.free(), 5);
    }

    #[test]
    fn a_host_has_few_places_until_it_answers_soon() {
        let mut places = PushConcurrency::new(4);
        assert!(places.take(&job(1, "a", "x.example")) && places.take(&job(2, "b", "x.example")));
        assert!(!places.take(&job(3, "c", "x.example")));
        assert_eq!(places.taken().hosts, ["x.example"]);
        places.give_back("a", true);
        for (customer_id, name) in [(3, "c"), (4, "d"), (5, "e")] {
            assert!(places.take(&job(customer_id, name, "x.example")));
        }
        assert!(!places.take(&job(6, "f", "y.example")), "every place is taken");
        places.give_back("c", false);
        assert!(!places.take(&job(3, "c", "x.example")), "it is slow again");
    }

    #[test]
    fn no_number_of_hosts_is_remembered_for_ever() {
        let mut places = PushConcurrency::new(1);
        for n in 0..3 * MOST_HOSTS {
            assert!(places.take(&job(1, "a", &format!("h{n}.example"))));
            places.give_back("a", true);
        }
        assert!(places.fast_hosts.len() <= MOST_HOSTS);
    }
}
