//! SQL of stock adjustments: table `stock` and the shown stock of `product`, in one transaction with the ledger.

use heuan_rpc::Error;
use heuan_store::{Result as StoreResult, Tx, on, run};

use super::{
    super::{Store, next_revision, store_error},
    apply,
    edit::staff_product,
    ledger::{self, ChangeSet},
    request_key::{self, DoneRequest},
};
use crate::staff::{Actor, Field, FieldValue, StockRequest, product_changed, stock_changed, stock_held};

impl Store {
    /// Changes the units on hand of a product, never below the reserved units. A repeated request changes nothing.
    pub async fn adjust_stock(
        &self,
        actor: &Actor,
        request: &StockRequest<'_>,
        now: i64,
    ) -> Result<(), Error> {
        let StockRequest { pro_id, version, expected_on_hand, adjustment, ref key } = *request;
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let revision = next_revision(&mut tx).await.map_err(store_error)?;
        let record = staff_product(&mut tx, pro_id).await?;
        if request_key::find(&mut tx, actor, key.as_ref()).await?.is_some() {
            return Ok(());
        }
        if version.is_some_and(|version| version != record.version) {
            return Err(product_changed());
        }
        let level = locked(&mut tx, pro_id).await.map_err(store_error)?;
        let counted = record.stock.is_some();
        let present = counted.then(|| level.on_hand.max(level.reserved));
        if expected_on_hand.is_some() && expected_on_hand != present {
            return Err(stock_changed(present));
        }
        let after = adjustment.apply(level.on_hand, counted)?;
        if after < level.reserved {
            return Err(stock_held(level.reserved));
        }
        let change = FieldValue {
            pro_id,
            field: Field::Stock,
            from: counted.then(|| level.on_hand.to_string()),
            to: Some(after.to_string()),
        };
        let set = ChangeSet::new(adjustment.kind.in_ledger(), Some(actor), revision, now);
        let set = ChangeSet { reason: &adjustment.reason, ..set };
        ledger::insert(&mut tx, &set, std::slice::from_ref(&change)).await.map_err(store_error)?;
        set_on_hand(&mut tx, pro_id, Some(after), revision, now).await.map_err(store_error)?;
        apply::rank(&mut tx, &[change]).await.map_err(store_error)?;
        let done = DoneRequest { change_id: set.change_id.clone(), matched: 1, changed: 1, skipped: 0 };
        request_key::store(&mut tx, actor, key.as_ref(), &done, now).await.map_err(store_error)?;
        tx.commit().await.map_err(store_error)?;
        self.publish_revision(revision);
        Ok(())
    }
}

/// Units of a product.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Level {
    pub on_hand: i64,
    pub reserved: i64,
}

/// Reads the stock row and locks it against reservations until `tx` ends. A product without a stock row has
/// no units.
pub(super) async fn locked(tx: &mut Tx, pro_id: i64) -> StoreResult<Level> {
    let sql = "UPDATE stock SET on_hand = on_hand WHERE pro_id = $1 RETURNING on_hand, reserved";
    let row: Option<(i64, i64)> =
        on!(*tx, |conn| sqlx::query_as(sql).bind(pro_id).fetch_optional(conn).await?);
    Ok(row.map_or_else(Level::default, |(on_hand, reserved)| Level { on_hand, reserved }))
}

/// Sets the units on hand, and shows the free ones to shoppers at once. `None` means that the stock is no longer
/// counted; reserved units can still be sold.
pub(super) async fn set_on_hand(
    tx: &mut Tx,
    pro_id: i64,
    on_hand: Option<i64>,
    revision: i64,
    now: i64,
) -> StoreResult<()> {
    if let Some(on_hand) = on_hand {
        let sql = "INSERT INTO stock (pro_id, on_hand) VALUES ($1, $2) \
             ON CONFLICT (pro_id) DO UPDATE SET on_hand = excluded.on_hand";
        run!(*tx, sql, pro_id, on_hand)?;
    } else {
        run!(*tx, "UPDATE stock SET on_hand = reserved WHERE pro_id = $1", pro_id)?;
    }
    let sql = "UPDATE product SET stock = CASE WHEN $2 = 0 THEN NULL ELSE \
           (SELECT CASE WHEN s.on_hand > s.reserved THEN s.on_hand - s.reserved ELSE 0 END \
            FROM stock s WHERE s.pro_id = product.pro_id) END, \
         version = version + 1, revision = $3, updated_at = $4 WHERE pro_id = $1";
    run!(*tx, sql, pro_id, i64::from(on_hand.is_some()), revision, now)?;
    Ok(())
}
