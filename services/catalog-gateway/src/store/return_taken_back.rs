//! Returns that were recorded by mistake: their units leave the stock again.

use heuan_rpc::Error;
use heuan_store::{on, run};

use super::{
    Store,
    staff::ledger::{self, ChangeSet},
    stock::{lines, locked},
    store_error,
};
use crate::staff::{ChangeKind, Field, FieldValue};
use crate::stock::{ReservationState, ended};

impl Store {
    /// Takes the units of a return out of the stock, once. Products without counted stock are skipped, as they were when the
    /// units came back.
    pub async fn take_back_return(&self, return_id: &str, now: i64) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        match locked(&mut tx, return_id).await?.state {
            ReservationState::Returned => {}
            // A retry after a lost response.
            ReservationState::Released => return Ok(()),
            state => return Err(ended(state)),
        }
        let sql = "UPDATE reservation SET state = $2 WHERE reservation_id = $1";
        run!(tx, sql, return_id, ReservationState::Released.name()).map_err(store_error)?;
        let sql = "UPDATE stock SET on_hand = on_hand - $2, dirty = 1 WHERE pro_id = $1 RETURNING on_hand";
        let mut moved = Vec::new();
        for line in lines(&mut tx, return_id).await.map_err(store_error)? {
            let on_hand: Option<i64> = on!(tx, |conn| {
                let query = sqlx::query_scalar(sql).bind(line.pro_id).bind(line.quantity);
                query.fetch_optional(conn).await.map_err(store_error)?
            });
            moved.extend(on_hand.map(|on_hand| FieldValue {
                pro_id: line.pro_id,
                field: Field::Stock,
                from: Some((on_hand + line.quantity).to_string()),
                to: Some(on_hand.to_string()),
            }));
        }
        if !moved.is_empty() {
            let set = ChangeSet { reference: return_id, ..ChangeSet::new(ChangeKind::Return, None, 0, now) };
            ledger::insert(&mut tx, &set, &moved).await.map_err(store_error)?;
        }
        tx.commit().await.map_err(store_error)
    }
}
