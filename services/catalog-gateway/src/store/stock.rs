//! Stock reservations in SQL: an order reserves its units here, all lines or none; then they are committed, released or returned.

use heuan_rpc::Error;
use heuan_store::{Result as StoreResult, Tx, numbered, on, read, run};
use sqlx::AssertSqlSafe;

use super::{
    Store,
    staff::ledger::{self, ChangeSet},
    store_error,
};
use crate::staff::{ChangeKind, Field, FieldValue};
use crate::stock::{
    Reservation, ReservationState, ReserveRequest, ReturnRequest, StockLevel, StockLine, ended,
};

/// Maximum reservations expired by one sweep.
const SWEEP_SIZE: i64 = 200;

impl Store {
    pub async fn stock_levels(&self, ids: &[i64]) -> StoreResult<Vec<StockLevel>> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let padded = ids.len().next_power_of_two();
        let sql = format!(
            "SELECT pro_id, CASE WHEN on_hand > reserved THEN on_hand - reserved ELSE 0 END AS available, \
               reserved, sold FROM stock WHERE pro_id IN ({}) ORDER BY pro_id",
            numbered(1, padded)
        );
        Ok(read!(self.db, |pool| {
            let mut query = sqlx::query_as(AssertSqlSafe(sql));
            for index in 0..padded {
                query = query.bind(ids[index.min(ids.len() - 1)]);
            }
            query.fetch_all(pool).await?
        }))
    }

    /// Stock of the next `limit` products after `after` that have units in held reservations, by id.
    pub async fn held_stock_levels(&self, after: i64, limit: i64) -> StoreResult<Vec<StockLevel>> {
        let sql = "SELECT pro_id, CASE WHEN on_hand > reserved THEN on_hand - reserved ELSE 0 END AS available, \
               reserved, sold FROM stock WHERE pro_id > $1 AND pro_id IN \
               (SELECT l.pro_id FROM reservation r JOIN reservation_line l ON l.reservation_id = r.reservation_id \
                 WHERE r.state = 'held') ORDER BY pro_id LIMIT $2";
        Ok(read!(self.db, |pool| sqlx::query_as(sql).bind(after).bind(limit).fetch_all(pool).await?))
    }

    /// Reserves all lines or none.
    pub async fn reserve(&self, request: &ReserveRequest, now: i64) -> Result<Reservation, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let expires_at = now + request.ttl_ms;
        if !insert_reservation(&mut tx, &request.reservation_id, expires_at, now)
            .await
            .map_err(store_error)?
        {
            return replay(&mut tx, request).await;
        }
        let mut short = false;
        for line in &request.lines {
            insert_line(&mut tx, &request.reservation_id, line).await.map_err(store_error)?;
            short |= !reserve_units(&mut tx, line).await.map_err(store_error)?;
        }
        if short {
            drop(tx);
            return Err(self.shortages(&request.lines).await?);
        }
        tx.commit().await.map_err(store_error)?;
        Ok(Reservation {
            reservation_id: request.reservation_id.clone(),
            state: ReservationState::Held,
            expires_at,
        })
    }

    /// Commits a reservation, which turns it into a sale. A reservation past its end expires instead.
    pub async fn commit(&self, id: &str, now: i64) -> Result<Reservation, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let reservation = locked(&mut tx, id).await?;
        match reservation.state {
            ReservationState::Committed => return Ok(reservation),
            ReservationState::Held if reservation.expires_at > now => {}
            // The units of the reservation are freed now. Otherwise a commit that began before the end could still succeed
            // after this refusal.
            ReservationState::Held => {
                self.finish(tx, reservation, ReservationState::Expired, (UNHOLD, None)).await?;
                return Err(ended(ReservationState::Expired));
            }
            state => return Err(ended(state)),
        }
        let sql = "UPDATE stock SET on_hand = on_hand - $2, reserved = reserved - $2, sold = sold + $2, dirty = 1 \
             WHERE pro_id = $1 RETURNING on_hand";
        let sale = Some((ChangeKind::Sale, now));
        self.finish(tx, reservation, ReservationState::Committed, (sql, sale)).await
    }

    /// Releases a reservation. Unless `only_held`, the units of a committed reservation are returned.
    pub async fn release(&self, id: &str, only_held: bool, now: i64) -> Result<Reservation, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let reservation = locked(&mut tx, id).await?;
        match reservation.state {
            ReservationState::Held => {
                self.finish(tx, reservation, ReservationState::Released, (UNHOLD, None)).await
            }
            ReservationState::Committed if !only_held => {
                let sql = "UPDATE stock SET on_hand = on_hand + $2, sold = sold - $2, dirty = 1 \
                     WHERE pro_id = $1 RETURNING on_hand";
                let returned = Some((ChangeKind::Return, now));
                self.finish(tx, reservation, ReservationState::Returned, (sql, returned)).await
            }
            // The reservation has already ended, which is a retry after a lost response, or it is sold and
            // only a held one is to be released.
            _ => Ok(reservation),
        }
    }

    /// Adds returned units to the stock, once for each id. The id becomes a reservation in state returned.
    pub async fn return_units(&self, request: &ReturnRequest, now: i64) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let id = &request.return_id;
        let sql = "INSERT INTO reservation (reservation_id, state, expires_at, created_at) \
             VALUES ($1, 'returned', $2, $2) ON CONFLICT (reservation_id) DO NOTHING";
        if run!(tx, sql, id, now).map_err(store_error)? == 0 {
            let reservation = locked(&mut tx, id).await?;
            let is_same = lines(&mut tx, id).await.map_err(store_error)? == request.lines;
            let is_replay = is_same && reservation.state == ReservationState::Returned;
            return if is_replay { Ok(()) } else { Err(taken()) };
        }
        for line in &request.lines {
            insert_line(&mut tx, id, line).await.map_err(store_error)?;
        }
        let reservation =
            Reservation { reservation_id: id.clone(), state: ReservationState::Held, expires_at: now };
        let sql = "UPDATE stock SET on_hand = on_hand + $2, dirty = 1 WHERE pro_id = $1 RETURNING on_hand";
        let returned = Some((ChangeKind::Return, now));
        self.finish(tx, reservation, ReservationState::Returned, (sql, returned)).await?;
        Ok(())
    }

    /// Expires reservations whose time ended before `now`. Returns their number.
    pub async fn expire(&self, now: i64) -> Result<usize, Error> {
        let sql = "SELECT reservation_id FROM reservation WHERE state = 'held' AND expires_at <= $1 \
             ORDER BY expires_at LIMIT $2";
        let due: Vec<String> = read!(self.db, |pool| {
            sqlx::query_scalar(sql).bind(now).bind(SWEEP_SIZE).fetch_all(pool).await.map_err(store_error)?
        });
        for id in &due {
            let mut tx = self.db.begin().await.map_err(store_error)?;
            let reservation = locked(&mut tx, id).await?;
            // Another replica or a concurrent commit may have changed it.
            if reservation.state == ReservationState::Held {
                self.finish(tx, reservation, ReservationState::Expired, (UNHOLD, None)).await?;
            }
        }
        Ok(due.len())
    }

    async fn finish(
        &self,
        mut tx: Tx,
        reservation: Reservation,
        state: ReservationState,
        (per_line, in_ledger): (&'static str, Option<(ChangeKind, i64)>),
    ) -> Result<Reservation, Error> {
        let id = &reservation.reservation_id;
        let sql = "UPDATE reservation SET state = $2 WHERE reservation_id = $1";
        run!(tx, sql, id, state.name()).map_err(store_error)?;
        let mut moved = Vec::new();
        for line in lines(&mut tx, id).await.map_err(store_error)? {
            let on_hand: Option<i64> = on!(tx, |conn| {
                let query = sqlx::query_scalar(per_line).bind(line.pro_id).bind(line.quantity);
                query.fetch_optional(conn).await.map_err(store_error)?
            });
            if let (Some((kind, _)), Some(on_hand)) = (in_ledger, on_hand) {
                moved.push(moved_units(line, kind, on_hand));
            }
        }
        if let Some((kind, now)) = in_ledger.filter(|_| !moved.is_empty()) {
            let set = ChangeSet { reference: id, ..ChangeSet::new(kind, None, 0, now) };
            ledger::insert(&mut tx, &set, &moved).await.map_err(store_error)?;
        }
        tx.commit().await.map_err(store_error)?;
        Ok(Reservation { state, ..reservation })
    }

    async fn shortages(&self, lines: &[StockLine]) -> Result<Error, Error> {
        let ids: Vec<i64> = lines.iter().map(|line| line.pro_id).collect();
        let levels = self.stock_levels(&ids).await.map_err(store_error)?;
        let free = |id| levels.iter().find(|level| level.pro_id == id).map_or(0, |level| level.available);
        let short = lines
            .iter()
            .map(|line| (line, free(line.pro_id)))
            .filter(|(line, available)| *available < line.quantity)
            .map(|(line, available)| heuan_proto::rpc::v1::StockShortage {
                pro_id: line.pro_id,
                requested: line.quantity,
                available,
            })
            .collect();
        Ok(Error::stock_short(short))
    }
}

const UNHOLD: &str =
    "UPDATE stock SET reserved = reserved - $2, dirty = 1 WHERE pro_id = $1 RETURNING on_hand";

/// The units of a sale or return in the ledger; `on_hand` is the number of units left afterwards.
pub(super) fn moved_units(line: StockLine, kind: ChangeKind, on_hand: i64) -> FieldValue {
    let before = if kind == ChangeKind::Sale { on_hand + line.quantity } else { on_hand - line.quantity };
    FieldValue {
        pro_id: line.pro_id,
        field: Field::Stock,
        from: Some(before.to_string()),
        to: Some(on_hand.to_string()),
    }
}

/// Inserts a reservation. Returns false if the id exists.
async fn insert_reservation(tx: &mut Tx, id: &str, expires_at: i64, now: i64) -> StoreResult<bool> {
    let sql = "INSERT INTO reservation (reservation_id, state, expires_at, created_at) \
         VALUES ($1, 'held', $2, $3) ON CONFLICT (reservation_id) DO NOTHING";
    Ok(run!(*tx, sql, id, expires_at, now)? == 1)
}

pub(super) async fn insert_line(tx: &mut Tx, id: &str, line: &StockLine) -> StoreResult<()> {
    let sql = "INSERT INTO reservation_line (reservation_id, pro_id, quantity) VALUES ($1, $2, $3)";
    run!(*tx, sql, id, line.pro_id, line.quantity)?;
    Ok(())
}

/// Reserves stock of one line, in one statement. Returns false if not enough is available.
async fn reserve_units(tx: &mut Tx, line: &StockLine) -> StoreResult<bool> {
    let sql = "UPDATE stock SET reserved = reserved + $2, dirty = 1 \
         WHERE pro_id = $1 AND on_hand - reserved >= $2";
    Ok(run!(*tx, sql, line.pro_id, line.quantity)? == 1)
}

/// Reads the reservation and locks it against other writers until `tx` ends.
pub(super) async fn locked(tx: &mut Tx, id: &str) -> Result<Reservation, Error> {
    // A no-op update takes the row lock on both databases; only PostgreSQL has FOR UPDATE.
    let sql = "UPDATE reservation SET state = state WHERE reservation_id = $1 RETURNING state, expires_at";
    let row: Option<(String, i64)> =
        on!(*tx, |conn| sqlx::query_as(sql).bind(id).fetch_optional(conn).await.map_err(store_error)?);
    let (state, expires_at) = row.ok_or_else(|| Error::not_found("no such reservation"))?;
    let state = ReservationState::from_name(&state)
        .ok_or_else(|| Error::internal(format!("reservation {id} has unknown state {state}")))?;
    Ok(Reservation { reservation_id: id.to_owned(), state, expires_at })
}

pub(super) async fn lines(tx: &mut Tx, id: &str) -> StoreResult<Vec<StockLine>> {
    let sql = "SELECT pro_id, quantity FROM reservation_line WHERE reservation_id = $1 ORDER BY pro_id";
    let rows: Vec<(i64, i64)> = on!(*tx, |conn| sqlx::query_as(sql).bind(id).fetch_all(conn).await?);
    Ok(rows.into_iter().map(|(pro_id, quantity)| StockLine { pro_id, quantity }).collect())
}

/// Handles a second reserve with the same id: it has the same result for the same lines, and is a conflict for
/// different lines.
async fn replay(tx: &mut Tx, request: &ReserveRequest) -> Result<Reservation, Error> {
    let reservation = locked(tx, &request.reservation_id).await?;
    if lines(tx, &request.reservation_id).await.map_err(store_error)? == request.lines {
        Ok(reservation)
    } else {
        Err(taken())
    }
}

fn taken() -> Error {
    Error::conflict("reservation_taken", "this reservation id was used for different lines")
}
