//! Consistency rules of `heuan check` that compare the tables of several services, e.g. reservations with orders.

use std::collections::{HashMap, HashSet};

use heuan_accounts::store::consistency::Accounts;
use heuan_catalog_gateway::{
    stock::ENDED_RETENTION_MS,
    store::consistency::{Stock, StoredReservation},
};
use heuan_chat::consistency::Conversations;
use heuan_notifications::consistency::Notifications;
use heuan_orders::consistency::{Books, ExpectedReservation, OrderFacts};
use heuan_store::consistency::Inconsistency;

const RESERVATION: &str = "orders-catalog.reservation";
const UNITS: &str = "orders-catalog.units";
const NO_ORDER: &str = "catalog-orders.no-order";
const NO_CUSTOMER: &str = "accounts.no-customer";
const NOTIFIED_ORDER: &str = "notifications-orders.no-order";
const LOST_EVENT: &str = "orders-notifications.lost-event";

/// Maximum age of the orders whose events are checked. Notifications are kept for at least a day.
const EVENT_AGE_MS: i64 = 43_200_000;

/// The tables of all services, each read at one moment.
pub struct Tables {
    pub orders: Books,
    pub catalog: Stock,
    pub notifications: Notifications,
    pub chat: Conversations,
    pub accounts: Accounts,
    /// Time after the last reading.
    pub read_at: i64,
}

/// Names of all rules.
pub fn rules() -> impl Iterator<Item = &'static str> {
    heuan_orders::consistency::rules()
        .chain(heuan_catalog_gateway::store::consistency::rules())
        .chain(heuan_notifications::consistency::rules())
        .chain(heuan_chat::consistency::rules())
        .chain(heuan_accounts::store::consistency::rules())
        .chain([RESERVATION, UNITS, NO_ORDER, NO_CUSTOMER, NOTIFIED_ORDER, LOST_EVENT])
}

/// The inconsistencies within each service, which are moved out of `tables`, and the inconsistencies between
/// services.
pub fn find_inconsistencies(tables: &mut Tables) -> Vec<Inconsistency> {
    let mut inconsistencies = Vec::new();
    for found in [
        &mut tables.orders.inconsistencies,
        &mut tables.catalog.inconsistencies,
        &mut tables.notifications.inconsistencies,
        &mut tables.chat.inconsistencies,
        &mut tables.accounts.inconsistencies,
    ] {
        inconsistencies.append(found);
    }
    compare_reservations(&tables.orders, &tables.catalog, tables.read_at, &mut inconsistencies);
    compare_customers(tables, &mut inconsistencies);
    compare_events(&tables.orders, &tables.notifications, &mut inconsistencies);
    inconsistencies
}

fn compare_reservations(
    books: &Books,
    stock: &Stock,
    read_at: i64,
    inconsistencies: &mut Vec<Inconsistency>,
) {
    let mut unreadable: HashSet<&str> = books.order_ids.iter().map(String::as_str).collect();
    let mut expected = HashSet::new();
    for order in &books.orders {
        unreadable.remove(order.order_id.as_str());
        for wanted in &order.reservations {
            expected.insert(wanted.reservation_id.as_str());
            let found = stock.reservations.get(&wanted.reservation_id);
            if found.is_none() && may_be_deleted(order, wanted, read_at) {
                continue;
            }
            inconsistencies.extend(wrong_reservation(order, wanted, found));
        }
    }
    for (id, reservation) in &stock.reservations {
        // A held reservation without an order is a running or interrupted checkout, and expires. Later
        // reservations of an order have a suffix.
        let order_id = id.split('-').next().unwrap_or(id);
        let is_of_unreadable = unreadable.contains(order_id);
        if reservation.state == "committed" && !expected.contains(id.as_str()) && !is_of_unreadable {
            inconsistencies.push(Inconsistency {
                rule: NO_ORDER,
                id: id.clone(),
                problem: format!("reservation {id} sold units of {}, but no order has it", products(&reservation.lines)),
                remedy: "return the units: release the reservation in the catalog database, or count the products",
            });
        }
    }
}

/// Whether the catalog may have deleted the reservation, because it ended without a sale long ago.
fn may_be_deleted(order: &OrderFacts, wanted: &ExpectedReservation, read_at: i64) -> bool {
    // The reservation holds units until a later time than that of the order. The clock only excuses, so that a shop that
    // is not running and an old backup are not reported.
    wanted.states.contains(&"expired") && order.created_at + ENDED_RETENTION_MS <= read_at
}

fn wrong_reservation(
    order: &OrderFacts,
    wanted: &ExpectedReservation,
    found: Option<&StoredReservation>,
) -> Option<Inconsistency> {
    let OrderFacts { order_id, number, state, .. } = order;
    let id = &wanted.reservation_id;
    let inconsistency = |rule, problem, remedy| Some(Inconsistency { rule, id: id.clone(), problem, remedy });
    let Some(found) = found else {
        return inconsistency(
            RESERVATION,
            format!("order {order_id} ({number}) is {state}, but its reservation {id} does not exist"),
            "count its products and import their stock",
        )
        .filter(|_| !wanted.may_be_missing);
    };
    if !wanted.states.contains(&found.state.as_str()) {
        return inconsistency(
            RESERVATION,
            format!(
                "order {order_id} ({number}) is {state}, but its reservation {id} is {} instead of {}",
                found.state,
                wanted.states.join(" or ")
            ),
            "cancel the order, or count its products and import their stock",
        );
    }
    // An expired reservation gave back all of its units.
    if found.lines != order.lines && !order.is_changing && found.state != "expired" {
        return inconsistency(
            UNITS,
            format!(
                "order {order_id} ({number}) has {}, its reservation {id} has {}",
                products(&order.lines),
                products(&found.lines)
            ),
            "count these products and import their stock",
        );
    }
    None
}

/// `2 × 101, 1 × 102`
fn products(lines: &[(i64, i64)]) -> String {
    let lines: Vec<String> =
        lines.iter().map(|(pro_id, quantity)| format!("{quantity} × {pro_id}")).collect();
    lines.join(", ")
}

fn compare_customers(tables: &Tables, inconsistencies: &mut Vec<Inconsistency>) {
    // The orders of an erased customer stay, without personal data.
    let erased: HashSet<i64> =
        tables.orders.orders.iter().filter(|order| order.is_erased).map(|order| order.customer_id).collect();
    for (service, customers) in [
        (heuan_orders::NAME, &tables.orders.customers),
        (heuan_notifications::NAME, &tables.notifications.customers),
        (heuan_chat::NAME, &tables.chat.customers),
    ] {
        let unknown =
            customers.iter().filter(|id| !tables.accounts.customers.contains(id) && !erased.contains(id));
        inconsistencies.extend(unknown.map(|id| Inconsistency {
            rule: NO_CUSTOMER,
            id: format!("{service} {id}"),
            problem: format!("{service} has data of customer {id}, who does not exist in accounts"),
            remedy: "restore the accounts database from the newest backup that has the customer",
        }));
    }
}

fn compare_events(books: &Books, notifications: &Notifications, inconsistencies: &mut Vec<Inconsistency>) {
    let delivered: HashMap<&str, &str> =
        notifications.of_orders.iter().map(|(event, order)| (event.as_str(), order.as_str())).collect();
    let unknown = delivered.iter().filter(|(_, order)| !books.order_ids.contains(**order));
    inconsistencies.extend(unknown.map(|(event, order)| Inconsistency {
        rule: NOTIFIED_ORDER,
        id: (*event).to_owned(),
        problem: format!("notification {event} tells a customer of order {order}, which does not exist"),
        remedy: "restore the orders database from the newest backup that has it, or call the customer",
    }));
    // The age is measured from the newest event instead of the clock, so that an old data folder can be
    // checked.
    let newest = books.orders.iter().flat_map(|order| &order.events).map(|(_, at)| *at).max();
    let since = newest.unwrap_or_default() - EVENT_AGE_MS;
    for order in books.orders.iter().filter(|order| !order.is_erased) {
        let lost = order.events.iter().filter(|(event, at)| {
            *at >= since && !delivered.contains_key(event.as_str()) && !books.outbox.contains(event)
        });
        inconsistencies.extend(lost.map(|(event, _)| Inconsistency {
            rule: LOST_EVENT,
            id: event.clone(),
            problem: format!(
                "event {event} of order {} is neither in the outbox nor a notification",
                order.number
            ),
            remedy: "tell the customer; the order itself is not affected",
        }));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const NOW: i64 = 1_795_237_200_000;
    const ENDED: &[&str] = &["released", "expired", "returned"];

    /// Rules that an order of this age breaks without its reservation, which is to be in one of the states.
    fn rules_without_reservation(age_ms: i64, states: &'static [&'static str]) -> Vec<&'static str> {
        let id = "3k9".to_owned();
        let wanted = ExpectedReservation { reservation_id: id.clone(), states, may_be_missing: false };
        let order = OrderFacts {
            order_id: id.clone(),
            number: "261126-3K9".to_owned(),
            customer_id: 7,
            created_at: NOW - age_ms,
            is_erased: false,
            state: "cancelled failed released".to_owned(),
            lines: vec![(101, 1)],
            is_changing: false,
            reservations: vec![wanted],
            events: Vec::new(),
        };
        let books = Books {
            orders: vec![order],
            order_ids: HashSet::from([id]),
            outbox: HashSet::new(),
            customers: BTreeSet::new(),
            inconsistencies: Vec::new(),
        };
        let stock = Stock { reservations: HashMap::new(), inconsistencies: Vec::new() };
        let mut inconsistencies = Vec::new();
        compare_reservations(&books, &stock, NOW, &mut inconsistencies);
        inconsistencies.into_iter().map(|inconsistency| inconsistency.rule).collect()
    }

    #[test]
    fn missing_reservation_is_reported_until_the_catalog_may_have_deleted_it() {
        assert_eq!(rules_without_reservation(ENDED_RETENTION_MS - 1, ENDED), [RESERVATION]);
        assert!(rules_without_reservation(ENDED_RETENTION_MS, ENDED).is_empty());
    }

    #[test]
    fn missing_reservation_of_sold_units_is_reported_at_any_age() {
        assert_eq!(rules_without_reservation(10 * ENDED_RETENTION_MS, &["committed"]), [RESERVATION]);
    }
}
