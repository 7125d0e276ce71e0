//! Change of the lines of a reservation.

use std::collections::BTreeMap;

use heuan_proto::rpc::v1::StockShortage;
use heuan_rpc::Error;
use heuan_store::{Result as StoreResult, Tx, on, run};

use super::{
    Store,
    staff::ledger::{self, ChangeSet},
    stock::{insert_line, lines, locked, moved_units},
    store_error,
};
use crate::staff::{ChangeKind, FieldValue};
use crate::stock::{Reservation, ReservationChange, ReservationState, StockLine, ended};

/// Units of a product in the reservation before and after the change.
#[derive(Clone, Copy)]
struct Difference {
    pro_id: i64,
    before: i64,
    after: i64,
}

impl Store {
    /// Changes the lines of a held or committed reservation, once for each key: all of them or none.
    pub async fn change_reservation(
        &self,
        change: &ReservationChange,
        now: i64,
    ) -> Result<Reservation, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let id = change.reservation_id.as_str();
        let reservation = locked(&mut tx, id).await?;
        if let Some(previous) = recorded(&mut tx, change).await.map_err(store_error)? {
            let is_same = previous == text(&change.lines);
            let taken = || Error::conflict("change_taken", "this key was used for a change to other lines");
            return if is_same { Ok(reservation) } else { Err(taken()) };
        }
        match reservation.state {
            ReservationState::Committed => {}
            ReservationState::Held if reservation.expires_at > now => {}
            ReservationState::Held => return Err(ended(ReservationState::Expired)),
            state => return Err(ended(state)),
        }
        let is_sold = reservation.state == ReservationState::Committed;
        let before = lines(&mut tx, id).await.map_err(store_error)?;
        let (mut short, mut sold, mut returned) = (Vec::new(), Vec::new(), Vec::new());
        for one in differences(&before, &change.lines) {
            match one.apply(&mut tx, is_sold).await.map_err(store_error)? {
                Some(on_hand) if is_sold => {
                    let (into, kind) = if one.after > one.before {
                        (&mut sold, ChangeKind::Sale)
                    } else {
                        (&mut returned, ChangeKind::Return)
                    };
                    let quantity = (one.after - one.before).abs();
                    into.push(moved_units(StockLine { pro_id: one.pro_id, quantity }, kind, on_hand));
                }
                None if one.after > one.before => short.push(one),
                _ => {}
            }
            one.write(&mut tx, id).await.map_err(store_error)?;
        }
        if !short.is_empty() {
            drop(tx);
            return Err(self.short(&short).await?);
        }
        record(&mut tx, change, now).await.map_err(store_error)?;
        for (kind, moved) in [(ChangeKind::Sale, sold), (ChangeKind::Return, returned)] {
            enter(&mut tx, id, kind, &moved, now).await.map_err(store_error)?;
        }
        tx.commit().await.map_err(store_error)?;
        Ok(reservation)
    }

    /// The error that names each product with too few available units.
    async fn short(&self, short: &[Difference]) -> Result<Error, Error> {
        let ids: Vec<i64> = short.iter().map(|one| one.pro_id).collect();
        let levels = self.stock_levels(&ids).await.map_err(store_error)?;
        let free = |id| levels.iter().find(|level| level.pro_id == id).map_or(0, |level| level.available);
        let shortages = short.iter().map(|one| StockShortage {
            pro_id: one.pro_id,
            requested: one.after,
            available: one.before + free(one.pro_id),
        });
        Ok(Error::stock_short(shortages.collect()))
    }
}

/// The products whose units differ, by product.
fn differences(before: &[StockLine], after: &[StockLine]) -> Vec<Difference> {
    let mut units: BTreeMap<i64, (i64, i64)> = BTreeMap::new();
    for line in before {
        units.entry(line.pro_id).or_default().0 = line.quantity;
    }
    for line in after {
        units.entry(line.pro_id).or_default().1 = line.quantity;
    }
    let differences = units.into_iter().filter(|(_, (before, after))| before != after);
    differences.map(|(pro_id, (before, after))| Difference { pro_id, before, after }).collect()
}

impl Difference {
    /// Moves the units, and returns the number left on hand. `None` if too few are available, or the product is not
    /// counted.
    async fn apply(self, tx: &mut Tx, is_sold: bool) -> StoreResult<Option<i64>> {
        let sql = if is_sold {
            "UPDATE stock SET on_hand = on_hand - $2, sold = sold + $2, dirty = 1 \
             WHERE pro_id = $1 AND ($2 < 0 OR on_hand - reserved >= $2) RETURNING on_hand"
        } else {
            "UPDATE stock SET reserved = reserved + $2, dirty = 1 \
             WHERE pro_id = $1 AND ($2 < 0 OR on_hand - reserved >= $2) RETURNING on_hand"
        };
        let more = self.after - self.before;
        Ok(on!(*tx, |conn| {
            sqlx::query_scalar(sql).bind(self.pro_id).bind(more).fetch_optional(conn).await?
        }))
    }

    async fn write(self, tx: &mut Tx, id: &str) -> StoreResult<()> {
        if self.before == 0 {
            return insert_line(tx, id, &StockLine { pro_id: self.pro_id, quantity: self.after }).await;
        }
        let sql = if self.after == 0 {
            "DELETE FROM reservation_line WHERE reservation_id = $1 AND pro_id = $2 AND $3 = 0"
        } else {
            "UPDATE reservation_line SET quantity = $3 WHERE reservation_id = $1 AND pro_id = $2"
        };
        run!(*tx, sql, id, self.pro_id, self.after)?;
        Ok(())
    }
}

fn text(lines: &[StockLine]) -> String {
    let lines: Vec<String> = lines.iter().map(|line| format!("{}:{}", line.pro_id, line.quantity)).collect();
    lines.join(" ")
}

/// The lines of an earlier change with this key.
async fn recorded(tx: &mut Tx, change: &ReservationChange) -> StoreResult<Option<String>> {
    let sql = "SELECT lines FROM reservation_change WHERE reservation_id = $1 AND change_key = $2";
    Ok(on!(*tx, |conn| {
        let query = sqlx::query_scalar(sql).bind(&change.reservation_id).bind(&change.change_key);
        query.fetch_optional(conn).await?
    }))
}

async fn record(tx: &mut Tx, change: &ReservationChange, now: i64) -> StoreResult<()> {
    let sql =
        "INSERT INTO reservation_change (reservation_id, change_key, lines, at) VALUES ($1, $2, $3, $4)";
    run!(*tx, sql, &change.reservation_id, &change.change_key, &text(&change.lines), now)?;
    Ok(())
}

/// The units of sold goods in the ledger.
async fn enter(tx: &mut Tx, id: &str, kind: ChangeKind, moved: &[FieldValue], now: i64) -> StoreResult<()> {
    if moved.is_empty() {
        return Ok(());
    }
    let set = ChangeSet { reference: id, ..ChangeSet::new(kind, None, 0, now) };
    ledger::insert(tx, &set, moved).await
}
