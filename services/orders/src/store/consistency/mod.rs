//! Consistency of this service's tables, for `heuan check`.

mod order;
mod provider;
mod rules;

use std::collections::{BTreeSet, HashMap, HashSet};

use heuan_store::{
    Db, StoreError, Tx,
    consistency::{self, Inconsistency},
    on,
    sqlx::AssertSqlSafe,
};

use order::{CheckedOrderRow, PointsOfOrder};
pub use order::{ExpectedReservation, OrderFacts};
use provider::ProviderRecords;

use super::order::COLUMNS;
use crate::{
    cart::{CartLine, MAX_QUANTITY},
    wishlist::Wishlist,
};

/// Orders read by one query.
const PAGE: i64 = 2000;

/// Names of all rules.
pub fn rules() -> impl Iterator<Item = &'static str> {
    rules::RULES
        .iter()
        .map(|rule| rule.name)
        .chain(order::NAMES)
        .chain(provider::NAMES)
        .chain([CART, WISHLIST, ANSWER])
}

const CART: &str = "orders.cart";
const WISHLIST: &str = "orders.wishlist";
const ANSWER: &str = "orders.acknowledged";

/// Data with which other services' tables are compared, and the inconsistencies within these tables.
#[derive(Debug)]
pub struct Books {
    pub orders: Vec<OrderFacts>,
    /// Ids of all orders, also of unreadable ones.
    pub order_ids: HashSet<String>,
    /// Ids of events that are not delivered yet.
    pub outbox: HashSet<String>,
    /// Customers with a cart, a wishlist, viewed products, points or an order.
    pub customers: BTreeSet<i64>,
    pub inconsistencies: Vec<Inconsistency>,
}

/// Reads the tables at one moment.
pub async fn read(db: &Db) -> Result<Books, StoreError> {
    let mut tx = db.snapshot().await?;
    let mut inconsistencies = consistency::find_inconsistencies(&mut tx, &rules::RULES).await?;
    let (orders, order_ids) = read_orders(&mut tx, &mut inconsistencies).await?;
    check_carts(&mut tx, &mut inconsistencies).await?;
    check_wishlists(&mut tx, &mut inconsistencies).await?;
    check_answers(&mut tx, &order_ids, &mut inconsistencies).await?;
    let sql = "SELECT event_id FROM outbox";
    let outbox: Vec<String> = on!(tx, |conn| sqlx::query_scalar(sql).fetch_all(conn).await?);
    let sql = "SELECT customer_id FROM customer_order UNION SELECT customer_id FROM cart \
         UNION SELECT customer_id FROM wishlist UNION SELECT customer_id FROM viewed_product UNION SELECT customer_id FROM points_account";
    let customers: Vec<i64> = on!(tx, |conn| sqlx::query_scalar(sql).fetch_all(conn).await?);
    Ok(Books {
        orders,
        order_ids,
        outbox: outbox.into_iter().collect(),
        customers: customers.into_iter().collect(),
        inconsistencies,
    })
}

async fn read_orders(
    tx: &mut Tx,
    inconsistencies: &mut Vec<Inconsistency>,
) -> Result<(Vec<OrderFacts>, HashSet<String>), StoreError> {
    let sql = "SELECT order_id, kind, points FROM points_entry";
    let entries: Vec<(String, String, i64)> = on!(*tx, |conn| sqlx::query_as(sql).fetch_all(conn).await?);
    let mut points: HashMap<String, PointsOfOrder> = HashMap::new();
    for (order_id, kind, number) in entries {
        points.entry(order_id).or_default().insert(kind, number);
    }
    let reachable = order::reachable_states();
    let provider = ProviderRecords::read(tx).await?;
    let (mut orders, mut ids, mut cursor) = (Vec::new(), HashSet::new(), String::new());
    loop {
        let sql = format!(
            "SELECT {COLUMNS}, total, tries, due_at FROM customer_order WHERE order_id > $1 ORDER BY order_id LIMIT $2"
        );
        let rows: Vec<CheckedOrderRow> = on!(*tx, |conn| {
            sqlx::query_as(AssertSqlSafe(sql)).bind(&cursor).bind(PAGE).fetch_all(conn).await?
        });
        let Some(last) = rows.last() else { return Ok((orders, ids)) };
        last.order_id().clone_into(&mut cursor);
        for row in rows {
            ids.insert(row.order_id().to_owned());
            let of_order = points.remove(row.order_id()).unwrap_or_default();
            orders.extend(order::check(row, &of_order, &reachable, &provider, inconsistencies));
        }
    }
}

async fn check_carts(tx: &mut Tx, inconsistencies: &mut Vec<Inconsistency>) -> Result<(), StoreError> {
    let sql = "SELECT customer_id, version, lines FROM cart";
    let rows: Vec<(i64, i64, String)> = on!(*tx, |conn| sqlx::query_as(sql).fetch_all(conn).await?);
    for (customer_id, version, lines) in rows {
        let problem = match serde_json::from_str::<Vec<CartLine>>(&lines) {
            Err(error) => Some(format!("is not readable: {error}")),
            Ok(lines) => {
                let mut products = HashSet::new();
                let wrong = lines.iter().find(|line| {
                    !(1..=MAX_QUANTITY).contains(&line.quantity)
                        || line.version > version
                        || !products.insert(line.pro_id)
                });
                wrong.map(|line| {
                    format!(
                        "has product {} twice, with {} units, or with version {} above its own {version}",
                        line.pro_id, line.quantity, line.version
                    )
                })
            }
        };
        inconsistencies.extend(problem.map(|problem| Inconsistency {
            rule: CART,
            id: customer_id.to_string(),
            problem: format!("the cart of customer {customer_id} {problem}"),
            remedy: "set cart.lines to [] and increase cart.version",
        }));
    }
    Ok(())
}

async fn check_wishlists(tx: &mut Tx, inconsistencies: &mut Vec<Inconsistency>) -> Result<(), StoreError> {
    let sql = "SELECT customer_id, items FROM wishlist";
    let rows: Vec<(i64, String)> = on!(*tx, |conn| sqlx::query_as(sql).fetch_all(conn).await?);
    for (customer_id, items) in rows {
        if let Err(error) = serde_json::from_str::<Wishlist>(&items) {
            inconsistencies.push(Inconsistency {
                rule: WISHLIST,
                id: customer_id.to_string(),
                problem: format!("the wishlist of customer {customer_id} is not readable: {error}"),
                remedy: "set wishlist.items to []",
            });
        }
    }
    Ok(())
}

/// Checks that every order exists that was reported to a customer.
async fn check_answers(
    tx: &mut Tx,
    known: &HashSet<String>,
    inconsistencies: &mut Vec<Inconsistency>,
) -> Result<(), StoreError> {
    #[derive(serde::Deserialize)]
    struct PlacedOrderResponse {
        order_id: String,
    }
    let sql = "SELECT customer_id, answer FROM idempotency";
    let rows: Vec<(i64, String)> = on!(*tx, |conn| sqlx::query_as(sql).fetch_all(conn).await?);
    for (customer_id, answer) in rows {
        let id = serde_json::from_str::<PlacedOrderResponse>(&answer)
            .map_or_else(|_| String::new(), |answer| answer.order_id);
        if !known.contains(&id) {
            inconsistencies.push(Inconsistency {
                rule: ANSWER,
                problem: format!("customer {customer_id} was reported of order {id}, which does not exist"),
                id: format!("{customer_id} {id}"),
                remedy: "restore the orders database from the newest backup that has it, or call the customer",
            });
        }
    }
    Ok(())
}
