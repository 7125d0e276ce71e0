//! Consistency of the stock tables, for `heuan check`.

use std::collections::HashMap;

use heuan_store::{
    Db, Result,
    consistency::{self, Inconsistency, Rule},
    on,
};

const RULES: [Rule; 7] = [
    Rule {
        name: "catalog-gateway.stock-reserved",
        sql: "SELECT CAST(s.pro_id AS TEXT), 'product ' || CAST(s.pro_id AS TEXT) || ' has ' || CAST(s.reserved AS TEXT) || \
               ' units reserved, its held reservations have ' || CAST(COALESCE(h.units, 0) AS TEXT) \
             FROM stock s LEFT JOIN (SELECT l.pro_id, SUM(l.quantity) AS units FROM reservation_line l \
               JOIN reservation r ON r.reservation_id = l.reservation_id WHERE r.state = 'held' GROUP BY l.pro_id) h \
               ON h.pro_id = s.pro_id WHERE s.reserved <> COALESCE(h.units, 0)",
        remedy: "set stock.reserved to the units of the held reservations, and count the product",
    },
    Rule {
        name: "catalog-gateway.stock-sold",
        sql: "SELECT CAST(s.pro_id AS TEXT), 'product ' || CAST(s.pro_id AS TEXT) || ' has ' || CAST(s.sold AS TEXT) || \
               ' units sold, its committed reservations have ' || CAST(COALESCE(h.units, 0) AS TEXT) \
             FROM stock s LEFT JOIN (SELECT l.pro_id, SUM(l.quantity) AS units FROM reservation_line l \
               JOIN reservation r ON r.reservation_id = l.reservation_id WHERE r.state = 'committed' GROUP BY l.pro_id) h \
               ON h.pro_id = s.pro_id WHERE s.sold <> COALESCE(h.units, 0)",
        remedy: "set stock.sold to the units of the committed reservations, and count the product",
    },
    Rule {
        name: "catalog-gateway.stock-missing",
        sql: "SELECT l.reservation_id || ' ' || CAST(l.pro_id AS TEXT), 'reservation ' || l.reservation_id || ' is ' || \
               r.state || ' and has product ' || CAST(l.pro_id AS TEXT) || ', which has no stock row' \
             FROM reservation_line l JOIN reservation r ON r.reservation_id = l.reservation_id \
             WHERE r.state IN ('held', 'committed') AND NOT EXISTS (SELECT 1 FROM stock s WHERE s.pro_id = l.pro_id)",
        remedy: "import the product with its counted stock",
    },
    Rule {
        name: "catalog-gateway.stock-negative",
        sql: "SELECT CAST(s.pro_id AS TEXT), 'product ' || CAST(s.pro_id AS TEXT) || ' has ' || CAST(s.on_hand AS TEXT) || \
               ' units on hand: more were sold than an import had counted' FROM stock s WHERE s.on_hand < 0",
        remedy: "count the product and import its stock; cancel orders that cannot be delivered",
    },
    Rule {
        name: "catalog-gateway.stock-shown",
        sql: "SELECT CAST(p.pro_id AS TEXT), 'product ' || CAST(p.pro_id AS TEXT) || ' shows ' || CAST(p.stock AS TEXT) || \
               ' units, its stock has ' || COALESCE(CAST(s.on_hand - s.reserved AS TEXT), 'no row') \
             FROM product p LEFT JOIN stock s ON s.pro_id = p.pro_id WHERE p.stock IS NOT NULL AND (s.pro_id IS NULL \
               OR (s.dirty = 0 AND p.stock <> CASE WHEN s.on_hand > s.reserved THEN s.on_hand - s.reserved ELSE 0 END))",
        remedy: "set stock.dirty to 1, which publishes it again, or import the product's stock",
    },
    Rule {
        name: "catalog-gateway.reservation-state",
        sql: "SELECT r.reservation_id, 'reservation ' || r.reservation_id || ' is in state ' || r.state || ' with ' || \
               CAST((SELECT COUNT(*) FROM reservation_line l WHERE l.reservation_id = r.reservation_id) AS TEXT) || ' lines' \
             FROM reservation r WHERE r.state NOT IN ('held', 'committed', 'released', 'expired', 'returned') \
               OR NOT EXISTS (SELECT 1 FROM reservation_line l WHERE l.reservation_id = r.reservation_id)",
        remedy: "restore the catalog database from a backup",
    },
    // Compared with the newest reservation instead of the clock, because a shop that is not running expires nothing.
    Rule {
        name: "catalog-gateway.reservation-overdue",
        sql: "SELECT r.reservation_id, 'reservation ' || r.reservation_id || ' is still held ten minutes after its end' \
             FROM reservation r WHERE r.state = 'held' \
               AND r.expires_at + 600000 < (SELECT MAX(n.created_at) FROM reservation n)",
        remedy: "look for \"catalog background task failed\" in the log",
    },
];

/// Names of all rules.
pub fn rules() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|rule| rule.name)
}

/// A reservation as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredReservation {
    pub state: String,
    /// Product and units, ordered by product.
    pub lines: Vec<(i64, i64)>,
}

/// Data with which other services' tables are compared, and the inconsistencies within these tables.
#[derive(Debug)]
pub struct Stock {
    pub reservations: HashMap<String, StoredReservation>,
    pub inconsistencies: Vec<Inconsistency>,
}

/// Reads the tables at one moment.
pub async fn read(db: &Db) -> Result<Stock> {
    let mut tx = db.snapshot().await?;
    let inconsistencies = consistency::find_inconsistencies(&mut tx, &RULES).await?;
    let sql = "SELECT reservation_id, state FROM reservation";
    let rows: Vec<(String, String)> = on!(tx, |conn| sqlx::query_as(sql).fetch_all(conn).await?);
    let mut reservations: HashMap<String, StoredReservation> =
        rows.into_iter().map(|(id, state)| (id, StoredReservation { state, lines: Vec::new() })).collect();
    let sql = "SELECT reservation_id, pro_id, quantity FROM reservation_line ORDER BY reservation_id, pro_id";
    let lines: Vec<(String, i64, i64)> = on!(tx, |conn| sqlx::query_as(sql).fetch_all(conn).await?);
    for (id, pro_id, quantity) in lines {
        if let Some(reservation) = reservations.get_mut(&id) {
            reservation.lines.push((pro_id, quantity));
        }
    }
    Ok(Stock { reservations, inconsistencies })
}
