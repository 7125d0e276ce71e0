//! Presence at orders: members of the staff who have an order open in the back office or are editing it.
//!
//! A browser tab with an order open sends a heartbeat every 20 seconds. The edge that receives it publishes it to the
//! others. Each edge stores the visits until [`VISIT_TTL_MS`] and reports changes to its own browsers.
//!
//! No time is sent between edges, because their clocks may differ: a visit ends by the clock of the edge that stores it, and
//! the calls of a tab are ordered by the tab's own count.

use std::collections::HashMap;

use heuan_edge_http::session::SessionId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    SessionsRevoked,
    frames::{Frame, LogPosition},
};

/// Lifetime of a visit after its last heartbeat: two missed heartbeats and a slow connection.
const VISIT_TTL_MS: i64 = 45_000;
/// Maximum tabs of one account that are stored. One more tab replaces the oldest.
const MAX_TABS: usize = 16;

/// Activity of a tab in the order that it has open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VisitState {
    Viewing,
    /// A dialog or form that changes the order is open.
    Editing,
    /// The order was closed. This is stored, so that an older heartbeat from another edge does not open it
    /// again.
    Left,
}

/// Heartbeat of a tab.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderVisit {
    /// Order number.
    pub number: String,
    pub session: SessionId,
    /// Random id that the tab chose.
    pub tab: String,
    /// Number of calls that the tab has made. An older call that arrives later is ignored.
    pub sequence: u32,
    pub account_id: i64,
    pub name: String,
    pub state: VisitState,
}

/// A visit as it is published between edges.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct PublishedVisit {
    /// The edge that received the heartbeat.
    pub edge: String,
    pub visit: OrderVisit,
}

/// A member of the staff who has an order open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OrderVisitor {
    pub cus_id: i64,
    pub name: String,
    /// Whether a dialog or form that changes the order is open.
    pub is_editing: bool,
}

struct StoredVisit {
    visit: OrderVisit,
    /// Time at which the visit reached this edge, by the clock of this edge.
    received_at_ms: i64,
}

/// Visits of all orders.
#[derive(Default)]
pub(crate) struct OrderPresence {
    /// By order number, oldest first.
    visits: HashMap<String, Vec<StoredVisit>>,
}

impl OrderVisit {
    fn is_of_same_tab(&self, other: &Self) -> bool {
        self.session == other.session && self.tab == other.tab
    }
}

impl OrderPresence {
    /// Stores a visit that reached this edge at `now_ms`. Returns the orders whose visitors changed, including the order of a
    /// tab that was removed to make room.
    pub fn record(&mut self, visit: OrderVisit, now_ms: i64) -> Vec<String> {
        let number = visit.number.clone();
        let before = self.visitors(&number);
        let left = self.store(visit, now_ms);
        let mut changed: Vec<String> = left.into_iter().filter(|left| *left != number).collect();
        if self.visitors(&number) != before {
            changed.push(number);
        }
        changed
    }

    /// Stores a visit. Returns the order whose visitors changed because another tab of the account was removed.
    fn store(&mut self, visit: OrderVisit, now_ms: i64) -> Option<String> {
        let visits = self.visits.get_mut(&visit.number);
        let known = visits.and_then(|visits| visits.iter_mut().find(|one| one.visit.is_of_same_tab(&visit)));
        if let Some(known) = known {
            // Edges publish in any order.
            if known.visit.sequence <= visit.sequence {
                *known = StoredVisit { visit, received_at_ms: now_ms };
            }
            return None;
        }
        let mut changed = None;
        if self.of_account(visit.account_id).count() >= MAX_TABS {
            // A tab that leaves is only stored because a heartbeat may arrive late, so no tab with an open order is
            // removed for it.
            if visit.state == VisitState::Left {
                return None;
            }
            changed = self.remove_oldest_tab(visit.account_id);
        }
        let visits = self.visits.entry(visit.number.clone()).or_default();
        visits.push(StoredVisit { visit, received_at_ms: now_ms });
        changed
    }

    /// The people who have an order open, in the order in which they came. A person with two tabs is listed once.
    pub fn visitors(&self, number: &str) -> Vec<OrderVisitor> {
        let mut visitors: Vec<OrderVisitor> = Vec::new();
        let visits = self.visits.get(number).into_iter().flatten();
        for OrderVisit { account_id, name, state, .. } in visits.map(|stored| &stored.visit) {
            let is_editing = match state {
                VisitState::Viewing => false,
                VisitState::Editing => true,
                VisitState::Left => continue,
            };
            match visitors.iter_mut().find(|visitor| visitor.cus_id == *account_id) {
                Some(visitor) => visitor.is_editing |= is_editing,
                None => visitors.push(OrderVisitor { cus_id: *account_id, name: name.clone(), is_editing }),
            }
        }
        visitors
    }

    /// Whether a tab has an order open.
    pub fn has(&self, number: &str, session: SessionId, tab: &str) -> bool {
        let mut visits = self.visits.get(number).into_iter().flatten().map(|stored| &stored.visit);
        visits.any(|visit| visit.session == session && visit.tab == tab && visit.state != VisitState::Left)
    }

    /// Deletes visits without a recent heartbeat. Returns the orders whose visitors changed.
    pub fn evict(&mut self, now_ms: i64) -> Vec<String> {
        self.retain(|stored| stored.received_at_ms + VISIT_TTL_MS > now_ms)
    }

    /// Deletes the visits of revoked sessions. Returns the orders whose visitors changed.
    pub fn revoke(&mut self, revoked: SessionsRevoked) -> Vec<String> {
        self.retain(|StoredVisit { visit, .. }| !revoked.revokes(visit.account_id, visit.session, true))
    }

    fn retain(&mut self, is_kept: impl Fn(&StoredVisit) -> bool) -> Vec<String> {
        let numbers: Vec<String> = self.visits.keys().cloned().collect();
        let mut changed = Vec::new();
        for number in numbers {
            let before = self.visitors(&number);
            if let Some(visits) = self.visits.get_mut(&number) {
                visits.retain(&is_kept);
                if visits.is_empty() {
                    self.visits.remove(&number);
                }
            }
            if self.visitors(&number) != before {
                changed.push(number);
            }
        }
        changed
    }

    /// Makes room for one more tab of an account: tabs that have left their order are removed first. Returns the order if
    /// its visitors changed.
    fn remove_oldest_tab(&mut self, account_id: i64) -> Option<String> {
        let oldest = self
            .of_account(account_id)
            .min_by_key(|stored| (stored.visit.state != VisitState::Left, stored.received_at_ms))
            .map(|stored| stored.visit.clone())?;
        let before = self.visitors(&oldest.number);
        if let Some(visits) = self.visits.get_mut(&oldest.number) {
            visits.retain(|stored| !stored.visit.is_of_same_tab(&oldest));
        }
        (self.visitors(&oldest.number) != before).then_some(oldest.number)
    }

    fn of_account(&self, account_id: i64) -> impl Iterator<Item = &StoredVisit> {
        self.visits.values().flatten().filter(move |stored| stored.visit.account_id == account_id)
    }
}

/// The event `order_presence`, for the staff who may see orders.
pub(crate) fn frame(number: &str, visitors: &[OrderVisitor]) -> Frame {
    let data = serde_json::json!({"number": number, "people": visitors});
    Frame::new(LogPosition::None, "order_presence", &data)
}

#[cfg(test)]
mod tests {
    use heuan_edge_http::session::Token;

    use super::*;

    const NUMBER: &str = "261121-7K3M9QTX";
    const OTHER: &str = "261121-8L4N0RUY";
    const NONE: [&str; 0] = [];

    fn visit(account_id: i64, tab: &str, sequence: u32, state: VisitState) -> OrderVisit {
        let session = Token::new(&[account_id as u8; 32]).unwrap().id();
        OrderVisit {
            number: NUMBER.to_owned(),
            session,
            tab: tab.to_owned(),
            sequence,
            account_id,
            name: format!("Person {account_id}"),
            state,
        }
    }

    fn viewing(account_id: i64, tab: &str) -> OrderVisit {
        visit(account_id, tab, 1, VisitState::Viewing)
    }

    fn names(presence: &OrderPresence) -> Vec<(String, bool)> {
        presence.visitors(NUMBER).into_iter().map(|one| (one.name, one.is_editing)).collect()
    }

    #[test]
    fn person_with_two_tabs_is_listed_once_until_the_second_is_left() {
        let mut presence = OrderPresence::default();
        assert_eq!(presence.record(viewing(7, "a"), 0), [NUMBER]);
        assert_eq!(presence.record(viewing(7, "b"), 0), NONE);
        assert_eq!(presence.record(visit(7, "b", 2, VisitState::Editing), 1), [NUMBER]);
        assert_eq!(names(&presence), [("Person 7".to_owned(), true)]);
        assert_eq!(presence.record(visit(7, "b", 3, VisitState::Left), 2), [NUMBER]);
        assert_eq!(names(&presence), [("Person 7".to_owned(), false)]);
        assert_eq!(presence.record(visit(7, "a", 2, VisitState::Left), 3), [NUMBER]);
        assert_eq!(names(&presence), []);
    }

    #[test]
    fn visit_ends_without_a_heartbeat_for_45_seconds() {
        let mut presence = OrderPresence::default();
        presence.record(viewing(7, "a"), 0);
        presence.record(viewing(8, "b"), 0);
        presence.record(visit(8, "b", 2, VisitState::Viewing), 20_000);
        assert_eq!(presence.evict(44_999), NONE);
        assert_eq!(presence.evict(45_000), [NUMBER]);
        assert_eq!(names(&presence), [("Person 8".to_owned(), false)]);
        assert_eq!(presence.evict(65_000), [NUMBER]);
        assert!(presence.visits.is_empty());
    }

    #[test]
    fn older_heartbeat_of_another_edge_does_not_reopen_an_order_that_was_left() {
        let mut presence = OrderPresence::default();
        presence.record(visit(7, "a", 4, VisitState::Left), 10);
        assert_eq!(presence.record(visit(7, "a", 3, VisitState::Viewing), 11), NONE);
        assert!(!presence.has(NUMBER, viewing(7, "a").session, "a"));
        assert_eq!(presence.record(visit(7, "a", 5, VisitState::Viewing), 12), [NUMBER]);
    }

    #[test]
    fn repeated_heartbeat_extends_the_visit() {
        let mut presence = OrderPresence::default();
        presence.record(viewing(7, "a"), 0);
        presence.record(viewing(7, "a"), 30_000);
        assert_eq!(presence.evict(74_999), NONE);
        assert_eq!(presence.evict(75_000), [NUMBER]);
    }

    #[test]
    fn visits_of_revoked_sessions_are_deleted() {
        let mut presence = OrderPresence::default();
        for account_id in [7, 8] {
            presence.record(viewing(account_id, "a"), 0);
        }
        assert_eq!(presence.revoke(SessionsRevoked::All { customer_id: 7 }), [NUMBER]);
        assert_eq!(names(&presence), [("Person 8".to_owned(), false)]);
        assert_eq!(presence.revoke(SessionsRevoked::All { customer_id: 7 }), NONE);
        assert_eq!(presence.revoke(SessionsRevoked::Staff), [NUMBER]);
    }

    /// Opens another order in the largest number of tabs, the first of which has `NUMBER` open.
    fn full() -> OrderPresence {
        let mut presence = OrderPresence::default();
        presence.record(viewing(7, "0"), 0);
        for tab in 1..MAX_TABS {
            let other = OrderVisit { number: OTHER.to_owned(), ..viewing(7, &tab.to_string()) };
            presence.record(other, tab as i64);
        }
        presence
    }

    #[test]
    fn tab_beyond_the_limit_replaces_the_oldest_and_both_orders_are_returned() {
        let mut presence = full();
        let newest = OrderVisit { number: "third".to_owned(), ..viewing(7, "new") };
        assert_eq!(presence.record(newest, 100), [NUMBER, "third"]);
        assert_eq!(names(&presence), []);
        assert_eq!(presence.of_account(7).count(), MAX_TABS);
        // The next oldest tab has an order open that other tabs of the account have open as well.
        assert_eq!(presence.record(viewing(7, "back"), 101), [NUMBER]);
        assert!(!presence.has(OTHER, viewing(7, "").session, "1"));
    }

    #[test]
    fn tab_beyond_the_limit_at_the_order_of_the_oldest_changes_nothing() {
        let mut presence = full();
        assert_eq!(presence.record(viewing(7, "new"), 100), NONE);
        assert_eq!(names(&presence), [("Person 7".to_owned(), false)]);
    }

    #[test]
    fn leaving_in_an_unknown_tab_removes_no_other() {
        let mut presence = full();
        assert_eq!(presence.record(visit(7, "gone", 9, VisitState::Left), 100), NONE);
        assert_eq!(names(&presence), [("Person 7".to_owned(), false)]);
        assert_eq!(presence.of_account(7).count(), MAX_TABS);
    }
}
