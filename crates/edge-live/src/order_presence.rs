//! Presence at orders: members of the staff who have an order open in the back office or are editing it.
//!
//! A browser tab with an order open sends a heartbeat every 20 seconds. The edge that receives it publishes it to the
//! others. Each edge stores the visits until [`VISIT_TTL_MS`] and reports changes to its own browsers.

use std::collections::HashMap;

use heuan_edge_http::session::SessionId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    SessionsRevoked,
    frames::{Frame, LogPosition},
};

/// How long a visit lasts after its last heartbeat: two missed heartbeats and a slow connection.
const VISIT_TTL_MS: i64 = 45_000;
/// Most tabs of one account that are stored. One more replaces the oldest.
const MAX_TABS: usize = 16;

/// What a tab does with the order that it has open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VisitState {
    Viewing,
    /// A dialog or form that changes the order is open.
    Editing,
    /// The order was closed. Stored, so that an older heartbeat from another edge does not open it again.
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
    pub account_id: i64,
    pub name: String,
    pub state: VisitState,
}

/// A visit as it is published between edges.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct PublishedVisit {
    /// The edge that received the heartbeat.
    pub edge: String,
    /// Its clock, Unix milliseconds.
    pub at_ms: i64,
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
    /// Clock of the edge that received the heartbeat.
    at_ms: i64,
    /// Clock of this edge.
    expires_at_ms: i64,
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
    /// Stores a visit that was received at `at_ms`. Returns whether the visitors of its order changed.
    pub fn record(&mut self, visit: OrderVisit, at_ms: i64, now_ms: i64) -> bool {
        let number = visit.number.clone();
        let before = self.visitors(&number);
        let visits = self.visits.entry(number.clone()).or_default();
        let expires_at_ms = now_ms + VISIT_TTL_MS;
        match visits.iter_mut().find(|stored| stored.visit.is_of_same_tab(&visit)) {
            // Edges publish in any order.
            Some(stored) if stored.at_ms > at_ms => {}
            Some(stored) => *stored = StoredVisit { visit, at_ms, expires_at_ms },
            None => {
                self.remove_oldest_tab(visit.account_id);
                let visits = self.visits.entry(number.clone()).or_default();
                visits.push(StoredVisit { visit, at_ms, expires_at_ms });
            }
        }
        self.visitors(&number) != before
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
        self.retain(|stored| stored.expires_at_ms > now_ms)
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

    /// Makes room for one more tab of an account: orders that were left go first.
    fn remove_oldest_tab(&mut self, account_id: i64) {
        if self.of_account(account_id).count() < MAX_TABS {
            return;
        }
        let oldest = self
            .of_account(account_id)
            .min_by_key(|stored| (stored.visit.state != VisitState::Left, stored.at_ms))
            .map(|stored| stored.visit.clone());
        if let Some(oldest) = oldest
            && let Some(visits) = self.visits.get_mut(&oldest.number)
        {
            visits.retain(|stored| !stored.visit.is_of_same_tab(&oldest));
        }
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

    fn visit(account_id: i64, tab: &str, state: VisitState) -> OrderVisit {
        let session = Token::new(&[account_id as u8; 32]).unwrap().id();
        OrderVisit {
            number: NUMBER.to_owned(),
            session,
            tab: tab.to_owned(),
            account_id,
            name: format!("Person {account_id}"),
            state,
        }
    }

    fn names(presence: &OrderPresence) -> Vec<(String, bool)> {
        presence.visitors(NUMBER).into_iter().map(|one| (one.name, one.is_editing)).collect()
    }

    #[test]
    fn person_with_two_tabs_is_listed_once_until_the_second_is_left() {
        let mut presence = OrderPresence::default();
        assert!(presence.record(visit(7, "a", VisitState::Viewing), 0, 0));
        assert!(!presence.record(visit(7, "b", VisitState::Viewing), 0, 0));
        assert!(presence.record(visit(7, "b", VisitState::Editing), 1, 1));
        assert_eq!(names(&presence), [("Person 7".to_owned(), true)]);
        assert!(presence.record(visit(7, "b", VisitState::Left), 2, 2));
        assert_eq!(names(&presence), [("Person 7".to_owned(), false)]);
        assert!(presence.record(visit(7, "a", VisitState::Left), 3, 3));
        assert_eq!(names(&presence), []);
    }

    #[test]
    fn visit_ends_without_a_heartbeat_for_45_seconds() {
        let mut presence = OrderPresence::default();
        presence.record(visit(7, "a", VisitState::Viewing), 0, 0);
        presence.record(visit(8, "b", VisitState::Viewing), 0, 0);
        presence.record(visit(8, "b", VisitState::Viewing), 20_000, 20_000);
        assert!(presence.evict(44_999).is_empty());
        assert_eq!(presence.evict(45_000), [NUMBER]);
        assert_eq!(names(&presence), [("Person 8".to_owned(), false)]);
        assert_eq!(presence.evict(65_000), [NUMBER]);
        assert!(presence.visits.is_empty());
    }

    #[test]
    fn older_heartbeat_of_another_edge_does_not_reopen_an_order_that_was_left() {
        let mut presence = OrderPresence::default();
        presence.record(visit(7, "a", VisitState::Left), 10, 10);
        assert!(!presence.record(visit(7, "a", VisitState::Viewing), 9, 11));
        assert!(!presence.has(NUMBER, visit(7, "a", VisitState::Left).session, "a"));
        assert!(presence.record(visit(7, "a", VisitState::Viewing), 11, 12));
    }

    #[test]
    fn visits_of_revoked_sessions_are_deleted() {
        let mut presence = OrderPresence::default();
        for account_id in [7, 8] {
            presence.record(visit(account_id, "a", VisitState::Viewing), 0, 0);
        }
        assert_eq!(presence.revoke(SessionsRevoked::All { customer_id: 7 }), [NUMBER]);
        assert_eq!(names(&presence), [("Person 8".to_owned(), false)]);
        assert!(presence.revoke(SessionsRevoked::All { customer_id: 7 }).is_empty());
        assert_eq!(presence.revoke(SessionsRevoked::Staff), [NUMBER]);
    }

    #[test]
    fn account_has_a_limited_number_of_tabs() {
        let mut presence = OrderPresence::default();
        for tab in 0..=MAX_TABS {
            let at_ms = tab as i64;
            presence.record(visit(7, &tab.to_string(), VisitState::Viewing), at_ms, at_ms);
        }
        assert_eq!(presence.visits[NUMBER].len(), MAX_TABS);
        assert!(!presence.has(NUMBER, visit(7, "", VisitState::Left).session, "0"));
    }
}
