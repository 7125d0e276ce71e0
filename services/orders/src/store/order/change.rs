//! Query that changes phone number, delivery or receiver of an open order under the lock of its row.

use heuan_rpc::Error;
use heuan_store::run;

use super::{
    super::{Store, json, outbox as table, store_error},
    apply::{OrderLookup, lock, save},
    listed::Listed,
    log::{self, NewLogEntry},
};
use crate::{
    order::{Order, changed_meanwhile, digest},
    outbox::Event,
    staff::{CHANGE_DETAILS, DetailsChange},
};

impl Store {
    /// Changes the details of an order and returns it; `None` if there is no such order. A change that is already done changes
    /// nothing.
    pub async fn change_details(
        &self,
        order_id: &str,
        change: &DetailsChange<'_>,
        now: i64,
    ) -> Result<Option<Order>, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let Some(mut order) = lock(&mut tx, OrderLookup::Id(order_id)).await? else { return Ok(None) };
        if change.is_done(&order) {
            return Ok(Some(order));
        }
        if change.version != order.version {
            return Err(changed_meanwhile());
        }
        DetailsChange::check(&order)?;
        let note = change.apply(&mut order);
        order.version += 1;
        let (actor, from) = (Some(change.actor), order.state.status);
        let logged = NewLogEntry { action: CHANGE_DETAILS, actor, from, note: &note, detail: "", at: now };
        log::add(&mut tx, &order, &logged).await?;
        // The notification comes after the waiting ones, so the step before can no longer be undone.
        order.undo = None;
        table::send_now(&mut tx, order_id, now).await?;
        save(&mut tx, &order, false, now).await?;
        let listed = Listed::of(&order);
        let sql = "UPDATE customer_order SET body = $2, search = $3, branch_id = $4, phone_digest = $5 \
             WHERE order_id = $1";
        let (body, phone_digest) = (json::write(&order.body)?, digest(&order.body.phone));
        run!(tx, sql, &order.order_id, &body, &listed.search, listed.branch_id, &phone_digest)
            .map_err(store_error)?;
        table::put(&mut tx, &Event::of_change(&order, now)?, now).await?;
        tx.commit().await.map_err(store_error)?;
        Ok(Some(order))
    }
}
