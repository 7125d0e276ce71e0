//! Returns that were recorded by mistake: their units leave the stock again, unless they were sold.

use std::collections::BTreeMap;

use heuan_proto::rpc::v1::StockShortage;
use heuan_rpc::Error;
use heuan_store::{Tx, on, run};

use super::{
    Store,
    staff::ledger::{self, ChangeSet},
    stock::{insert_line, lines, locked},
    store_error,
};
use crate::staff::{ChangeKind, Field, FieldValue};
use crate::stock::{ReservationState, ReturnRequest, StockLine, TakenBackReturn, ended};

/// Changes of the stock of one product.
#[derive(Default)]
struct Move {
    on_hand: i64,
    /// Units that were held for the return.
    held: i64,
}

impl Store {
    /// Takes the units of a return out of the stock, once, and adds the units of the return that replaces it. Units that were
    /// held for the return are no longer held. Nothing changes, and the call is refused with `stock_short`, if units that are
    /// not held were sold. Products without counted stock are skipped, as they were when the units came back.
    pub async fn take_back_return(&self, request: &TakenBackReturn, now: i64) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let return_id = request.return_id.as_str();
        match locked(&mut tx, return_id).await?.state {
            ReservationState::Returned => {}
            // This is a retry after a lost response.
            ReservationState::Released => return Ok(()),
            state => return Err(ended(state)),
        }
        set_state(&mut tx, return_id, ReservationState::Released).await?;
        let mut moves: BTreeMap<i64, Move> = BTreeMap::new();
        for line in lines(&mut tx, return_id).await.map_err(store_error)? {
            moves.entry(line.pro_id).or_default().on_hand -= line.quantity;
        }
        for line in end_hold(&mut tx, &request.hold_id).await? {
            moves.entry(line.pro_id).or_default().held += line.quantity;
        }
        if let Some(instead) = &request.instead {
            for line in record(&mut tx, instead, now).await? {
                moves.entry(line.pro_id).or_default().on_hand += line.quantity;
            }
        }
        let moved = move_units(&mut tx, moves).await?;
        if !moved.is_empty() {
            let set = ChangeSet { reference: return_id, ..ChangeSet::new(ChangeKind::Return, None, 0, now) };
            ledger::insert(&mut tx, &set, &moved).await.map_err(store_error)?;
        }
        tx.commit().await.map_err(store_error)
    }
}

async fn set_state(tx: &mut Tx, id: &str, state: ReservationState) -> Result<(), Error> {
    let sql = "UPDATE reservation SET state = $2 WHERE reservation_id = $1";
    run!(*tx, sql, id, state.name()).map_err(store_error)?;
    Ok(())
}

/// Ends a reservation that still holds units, and returns its lines; empty if there is none.
async fn end_hold(tx: &mut Tx, hold_id: &str) -> Result<Vec<StockLine>, Error> {
    let sql = "SELECT COUNT(*) FROM reservation WHERE reservation_id = $1";
    let count: i64 =
        on!(*tx, |conn| sqlx::query_scalar(sql).bind(hold_id).fetch_one(conn).await.map_err(store_error)?);
    if count == 0 || locked(tx, hold_id).await?.state != ReservationState::Held {
        return Ok(Vec::new());
    }
    set_state(tx, hold_id, ReservationState::Released).await?;
    lines(tx, hold_id).await.map_err(store_error)
}

/// Records a return, and returns its units; empty if it was recorded before.
async fn record(tx: &mut Tx, instead: &ReturnRequest, now: i64) -> Result<Vec<StockLine>, Error> {
    let sql = "INSERT INTO reservation (reservation_id, state, expires_at, created_at) \
         VALUES ($1, 'returned', $2, $2) ON CONFLICT (reservation_id) DO NOTHING";
    if run!(*tx, sql, &instead.return_id, now).map_err(store_error)? == 0 {
        return Ok(Vec::new());
    }
    for line in &instead.lines {
        insert_line(tx, &instead.return_id, line).await.map_err(store_error)?;
    }
    Ok(instead.lines.clone())
}

/// Moves the units of each product, in the order of their ids, in which every reservation locks products. Returns the changes
/// for the ledger.
async fn move_units(tx: &mut Tx, moves: BTreeMap<i64, Move>) -> Result<Vec<FieldValue>, Error> {
    let sql = "UPDATE stock SET on_hand = on_hand + $2, reserved = reserved - $3, dirty = 1 \
         WHERE pro_id = $1 AND on_hand + $2 >= reserved - $3 RETURNING on_hand";
    let (mut moved, mut short) = (Vec::new(), Vec::new());
    for (pro_id, Move { on_hand: change, held }) in moves {
        let on_hand: Option<i64> = on!(*tx, |conn| {
            let query = sqlx::query_scalar(sql).bind(pro_id).bind(change).bind(held);
            query.fetch_optional(conn).await.map_err(store_error)?
        });
        match on_hand {
            Some(_) if change == 0 => {}
            Some(on_hand) => moved.push(FieldValue {
                pro_id,
                field: Field::Stock,
                from: Some((on_hand - change).to_string()),
                to: Some(on_hand.to_string()),
            }),
            None => short.extend(shortage(tx, pro_id, -change, held).await?),
        }
    }
    if short.is_empty() { Ok(moved) } else { Err(Error::stock_short(short)) }
}

/// The units of a product that are missing; `None` if its stock is not counted.
async fn shortage(
    tx: &mut Tx,
    pro_id: i64,
    requested: i64,
    held: i64,
) -> Result<Option<StockShortage>, Error> {
    let sql = "SELECT on_hand - reserved FROM stock WHERE pro_id = $1";
    let free: Option<i64> = on!(*tx, |conn| {
        sqlx::query_scalar(sql).bind(pro_id).fetch_optional(conn).await.map_err(store_error)?
    });
    Ok(free.map(|free| StockShortage { pro_id, requested, available: (free + held).max(0) }))
}
