//! Presence: whether staff have the inbox open, and the customers who have the shop open.
//!
//! Each edge publishes its own presence and stores the presence of the others until [`PRESENCE_TTL`].

use std::{
    collections::{HashMap, HashSet},
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::time::{MissedTickBehavior, interval};

use super::{
    LiveUpdates,
    frames::{Frame, LogPosition},
};

const UPDATE_INTERVAL: Duration = Duration::from_secs(1);
/// Maximum interval at which an edge publishes its presence.
const PUBLISH_INTERVAL: Duration = Duration::from_secs(10);
const PRESENCE_TTL: Duration = Duration::from_secs(25);
/// Maximum customers in a published presence; the inbox shows fewer.
const MAX_CUSTOMERS: usize = 4000;

/// Presence of one edge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EdgePresence {
    pub edge: String,
    pub staff: bool,
    pub customers: Vec<i64>,
}

#[derive(Default)]
pub struct Presence {
    others: HashMap<String, (EdgePresence, Option<Instant>)>,
    /// Customers reported to the inbox last.
    reported: HashSet<i64>,
    published: Option<(EdgePresence, Instant)>,
}

impl Presence {
    pub fn record(&mut self, present: EdgePresence) {
        self.others.insert(present.edge.clone(), (present, Some(Instant::now())));
    }

    fn evict_silent(&mut self) {
        self.others.retain(|_, (_, received_at)| {
            received_at.is_some_and(|received_at| received_at.elapsed() < PRESENCE_TTL)
        });
    }

    /// Returns the customers that came and went since the last update.
    fn change(&mut self, here: HashSet<i64>) -> (Vec<i64>, Vec<i64>) {
        let mut now = here;
        now.extend(self.others.values().flat_map(|(present, _)| present.customers.iter().copied()));
        let came = now.difference(&self.reported).copied().collect();
        let went = self.reported.difference(&now).copied().collect();
        self.reported = now;
        (came, went)
    }

    /// Returns the present customers, with the customers in `here` that came since the last update.
    pub fn online(&self, here: &HashSet<i64>) -> Vec<i64> {
        let mut online: Vec<i64> = self.reported.union(here).copied().take(MAX_CUSTOMERS).collect();
        online.sort_unstable();
        online
    }
}

pub async fn run(live: &LiveUpdates) {
    let mut ticks = interval(UPDATE_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        update(live);
        live.evict_order_visits();
    }
}

fn update(live: &LiveUpdates) {
    let (staff, here) = live.hub.present();
    let mut customers: Vec<i64> = here.iter().copied().take(MAX_CUSTOMERS).collect();
    customers.sort_unstable();
    let present = EdgePresence { edge: live.edge().to_owned(), staff, customers };
    let (others_staff, came, went, is_news) = live.with_presence(|presence| {
        presence.evict_silent();
        let (came, went) = presence.change(here);
        let is_news = presence
            .published
            .as_ref()
            .is_none_or(|(said, at)| *said != present || at.elapsed() >= PUBLISH_INTERVAL);
        if is_news {
            presence.published = Some((present.clone(), Instant::now()));
        }
        (presence.others.values().any(|(one, _)| one.staff), came, went, is_news)
    });
    live.hub.set_staff_online(staff || others_staff);
    for (customers, online) in [(came, true), (went, false)] {
        for cus_id in customers {
            live.hub.send_to_inbox(&Frame::new(
                LogPosition::None,
                "presence",
                &json!({"cus_id": cus_id, "online": online}),
            ));
        }
    }
    if is_news {
        live.broadcast_presence(&present);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presence_reports_customers_of_all_edges_once() {
        let mut presence = Presence::default();
        let (came, went) = presence.change(HashSet::from([7]));
        assert_eq!((came, went), (vec![7], vec![]));
        presence.record(EdgePresence { edge: "other".to_owned(), staff: true, customers: vec![7, 8] });
        assert_eq!(presence.change(HashSet::new()), (vec![8], vec![]));
        presence.others.clear();
        let (came, mut went) = presence.change(HashSet::new());
        went.sort_unstable();
        assert_eq!((came, went), (vec![], vec![7, 8]));
    }
}
