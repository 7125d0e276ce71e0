//! Addresses and notes in the recorded changes of an order's delivery, which are removed with the contact of the order.

use heuan_rpc::Error;
use heuan_store::{Tx, on, read, run};

use super::{Store, json, store_error};
use crate::order::{Delivery, Goods};

/// Orders whose contact was removed although one of their changes kept its address, as earlier releases did.
const LEFT: &str = "SELECT DISTINCT c.order_id FROM line_change c \
     JOIN customer_order o ON o.order_id = c.order_id \
     WHERE c.has_delivery = 1 AND o.contact_removed_at IS NOT NULL ORDER BY c.order_id LIMIT $1";

/// Orders processed by one transaction, during which other writers wait.
const BATCH: i64 = 100;

impl Store {
    /// Removes the addresses from the changes of orders whose contact is already removed. Returns the number of orders.
    pub async fn remove_left_deliveries(&self) -> Result<usize, Error> {
        let mut done = 0;
        loop {
            let orders: Vec<String> = read!(self.db, |pool| {
                sqlx::query_scalar(LEFT).bind(BATCH).fetch_all(pool).await.map_err(store_error)?
            });
            if orders.is_empty() {
                return Ok(done);
            }
            let mut tx = self.db.begin().await.map_err(store_error)?;
            for order_id in &orders {
                pseudonymize(&mut tx, order_id).await?;
            }
            tx.commit().await.map_err(store_error)?;
            done += orders.len();
        }
    }
}

/// Removes the data that identifies the customer from the changes of an order. Lines, totals, province and branch stay for
/// the books.
pub(super) async fn pseudonymize(tx: &mut Tx, order_id: &str) -> Result<(), Error> {
    let sql = "SELECT change_id, before_change, after_change FROM line_change \
         WHERE order_id = $1 AND has_delivery = 1 ORDER BY change_id";
    let changes: Vec<(String, String, String)> =
        on!(*tx, |conn| { sqlx::query_as(sql).bind(order_id).fetch_all(conn).await.map_err(store_error)? });
    for (change_id, former, target) in changes {
        let sql = "UPDATE line_change SET before_change = $2, after_change = $3, has_delivery = 0 WHERE change_id = $1";
        run!(*tx, sql, &change_id, without_contact(&former)?, without_contact(&target)?)
            .map_err(store_error)?;
    }
    Ok(())
}

fn without_contact(stored: &str) -> Result<String, Error> {
    let mut goods: Goods = json::read("change of an order's lines", stored)?;
    if let Some(delivery) = &mut goods.delivery {
        delivery.pseudonymize();
    }
    json::write(&goods)
}

impl Delivery {
    /// Removes the data that identifies the customer. Province and branch stay.
    pub(super) fn pseudonymize(&mut self) {
        match self {
            Self::Delivery { province: _, district, village, note } => {
                for text in [district, village, note] {
                    text.clear();
                }
            }
            Self::Pickup { note, .. } => note.clear(),
        }
    }
}
