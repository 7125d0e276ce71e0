//! Changes of lines and delivery of open orders: request, change and completion, each in one transaction.

use heuan_proto::rpc::v1::StockShortage;
use heuan_rpc::{Code, Error};
use heuan_store::{Tx, on, read, run};
use serde::{Deserialize, Serialize};

use super::{
    super::{Store, json, outbox as table, points, store_error},
    apply::{Cause, EffectTerms, Lease, OrderLookup, advance, lock, save},
    lines,
    listed::Listed,
    log::NewLogEntry,
    pick, settle,
};
use crate::{
    cart::MAX_LINES,
    order::{
        Goods, LinePhase, LineWork, LinesBlocked, LinesEffects, MovementDetails, Order, OrderEvent,
        PaymentDetails, changed_meanwhile, digest,
    },
    outbox::Event,
    points::Kind,
    staff::{Actor, Consent, LinesChange, StepDetail, lines_note, log_word},
};

/// Refusal of a change, as stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    reason: String,
    message: String,
    /// Product, requested units, and units that the order can have, for each line without enough stock.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    short: Vec<(i64, i64, i64)>,
}

/// Progress of a change.
#[derive(Debug)]
pub enum LineProgress {
    Open,
    Completed,
    Refused(Refusal),
}

#[derive(heuan_store::FromRow)]
struct Row {
    request: String,
    state: String,
    refusal: String,
}

/// Columns that are needed to finish a change.
#[derive(heuan_store::FromRow)]
struct OpenRow {
    version: i64,
    actor_id: i64,
    actor_name: String,
    reason: String,
    consent: String,
    after_change: String,
}

impl Store {
    /// The progress of a change. `None` if it was not requested; an error if its key was used for another request.
    pub async fn line_progress(&self, change_id: &str, request: &str) -> Result<Option<LineProgress>, Error> {
        let row: Option<Row> = read!(self.db, |pool| {
            sqlx::query_as(PROGRESS).bind(change_id).fetch_optional(pool).await.map_err(store_error)?
        });
        row.map(|row| row.progress(request)).transpose()
    }

    /// Records the request of a change, and makes it due. A recorded request stays as it is. A request that changes
    /// nothing is done at once.
    pub async fn begin_lines(&self, change: &LinesChange<'_>, now: i64) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let order = lock(&mut tx, OrderLookup::Id(change.order_id)).await?;
        let mut order = order.ok_or_else(crate::order::no_such_order)?;
        let recorded: Option<Row> = on!(tx, |conn| {
            sqlx::query_as(PROGRESS)
                .bind(&change.change_id)
                .fetch_optional(conn)
                .await
                .map_err(store_error)?
        });
        if let Some(row) = recorded {
            return row.progress(&change.request).map(drop);
        }
        if change.version != order.version {
            return Err(changed_meanwhile());
        }
        if let Some(why) = order.lines_blocked() {
            return Err(why.error(&order));
        }
        let to_take = order.lines_to_take(&change.target.lines);
        if to_take.len() > MAX_LINES {
            let rule =
                format!("old and new lines must be at most {MAX_LINES} products; change them in two steps");
            return Err(Error::invalid("lines", rule));
        }
        let sql = "INSERT INTO line_change (change_id, order_id, request, state, at, actor_id, actor_name, reason, version, \
               before_change, after_change, consent, has_delivery) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";
        // The present goods are recorded as well, so that a repetition gets the same response after the
        // order has changed.
        let before = Goods::of(&order);
        let is_same = change.target == before;
        let state = if is_same { "done" } else { "open" };
        run!(
            tx,
            sql,
            &change.change_id,
            change.order_id,
            &change.request,
            state,
            now,
            change.actor.account_id,
            &change.actor.name,
            change.reason,
            change.version,
            &json::write(&before)?,
            &json::write(&change.target)?,
            change.consent.map_or("", |consent| consent.into_str()),
            i64::from(change.target.delivery.is_some())
        )
        .map_err(store_error)?;
        if is_same {
            return tx.commit().await.map_err(store_error);
        }
        let (lines, total) = (to_take, change.target.totals.total);
        let phase = match change.target.delivery {
            Some(_) => LinePhase::Move { lines, total },
            None => LinePhase::Take { lines, total },
        };
        order.line_work = Some(LineWork { change_id: change.change_id.clone(), phase });
        save(&mut tx, &order, false, now).await?;
        tx.commit().await.map_err(store_error)
    }

    /// Changes the leased order, whose additional units are taken. The lease ends.
    pub async fn finish_lines(
        &self,
        lease: Lease<'_>,
        paying: Option<PaymentDetails>,
        point_value: i64,
        now: i64,
    ) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let Some((mut order, work)) = leased(&mut tx, lease).await? else { return Ok(()) };
        let row = open_row(&mut tx, &work.change_id).await?;
        let target: Goods = json::read("change of an order's lines", &row.after_change)?;
        let terms = EffectTerms { point_value, now };
        let effects = match possible(&mut tx, &order, &row, &target, terms).await? {
            Ok(effects) => effects,
            Err(error) => {
                refuse(&mut tx, &mut order, &work, &error.into(), false).await?;
                save(&mut tx, &order, true, now).await?;
                return tx.commit().await.map_err(store_error);
            }
        };
        let note = lines_note(&row.reason, &order, &target);
        let detail = row.detail()?;
        let is_delivery = target.delivery.is_some();
        let (refund, due) = apply(&mut tx, &mut order, target, effects, now).await?;
        if let Some(paying) = paying {
            order.body.paying = paying;
        }
        let actor = Actor { account_id: row.actor_id, name: row.actor_name, ..Actor::default() };
        let logged = NewLogEntry {
            action: log_word(is_delivery),
            actor: (actor.account_id > 0).then_some(&actor),
            from: order.state.status,
            note: &note,
            detail: &detail,
            at: now,
        };
        let seen = order.version;
        let cause = Cause { logged, is_fulfilment: false, amount: None, details: MovementDetails::default() };
        advance(&mut tx, &mut order, OrderEvent::LinesChanged(effects.balance), &cause, terms).await?;
        if order.version == seen {
            settle::count_step(&mut tx, &mut order, &cause.logged).await?;
        }
        order.undo = None;
        order.line_work = Some(LineWork { change_id: work.change_id.clone(), phase: LinePhase::Give });
        table::send_now(&mut tx, lease.order_id, now).await?;
        table::put(&mut tx, &Event::of_lines(&order, is_delivery, refund, due, now)?, now).await?;
        let sql = "UPDATE line_change SET state = 'done', refund = $2, due = $3 WHERE change_id = $1";
        run!(tx, sql, &work.change_id, refund, due).map_err(store_error)?;
        save(&mut tx, &order, true, now).await?;
        rewrite(&mut tx, &order).await?;
        pick::drop_changed(&mut tx, &order).await?;
        tx.commit().await.map_err(store_error)
    }

    /// Ends a change of the leased order that is not possible. `is_clean`: no units were taken for it. The lease
    /// ends.
    pub async fn refuse_lines(
        &self,
        lease: Lease<'_>,
        refusal: &Refusal,
        is_clean: bool,
        now: i64,
    ) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let Some((mut order, work)) = leased(&mut tx, lease).await? else { return Ok(()) };
        refuse(&mut tx, &mut order, &work, refusal, is_clean).await?;
        save(&mut tx, &order, true, now).await?;
        tx.commit().await.map_err(store_error)
    }

    /// Ends a change of the leased order, whose reservation now has the lines of the order. The lease ends.
    pub async fn end_lines(&self, lease: Lease<'_>, now: i64) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let Some((mut order, _)) = leased(&mut tx, lease).await? else { return Ok(()) };
        order.line_work = None;
        save(&mut tx, &order, true, now).await?;
        tx.commit().await.map_err(store_error)
    }
}

/// The locked order and the work of its change.
async fn leased(tx: &mut Tx, lease: Lease<'_>) -> Result<Option<(Order, LineWork)>, Error> {
    let order = lock(tx, OrderLookup::Leased(lease)).await?;
    Ok(order.and_then(|order| order.line_work.clone().map(|work| (order, work))))
}

const PROGRESS: &str = "SELECT request, state, refusal FROM line_change WHERE change_id = $1";

impl Row {
    fn progress(self, request: &str) -> Result<LineProgress, Error> {
        if self.request != request {
            return Err(Error::conflict("idempotency_key_reused", "this key was used for another change"));
        }
        Ok(match self.state.as_str() {
            "open" => LineProgress::Open,
            "done" => LineProgress::Completed,
            _ => LineProgress::Refused(json::read("refusal of a change", &self.refusal)?),
        })
    }
}

async fn open_row(tx: &mut Tx, change_id: &str) -> Result<OpenRow, Error> {
    let sql = "SELECT version, actor_id, actor_name, reason, consent, after_change FROM line_change WHERE change_id = $1";
    Ok(on!(*tx, |conn| sqlx::query_as(sql).bind(change_id).fetch_one(conn).await.map_err(store_error)?))
}

impl OpenRow {
    /// The detail for the log: the customer's consent, or empty.
    fn detail(&self) -> Result<String, Error> {
        match self.consent.as_str() {
            "" => Ok(String::new()),
            word => {
                let consent = Some(word.parse().unwrap_or(Consent::Other));
                json::write(&StepDetail { consent, ..StepDetail::default() })
            }
        }
    }
}

/// Returns the effects of the change, or the reason why it is no longer possible.
async fn possible(
    tx: &mut Tx,
    order: &Order,
    row: &OpenRow,
    target: &Goods,
    terms: EffectTerms,
) -> Result<Result<LinesEffects, Error>, Error> {
    if order.version != row.version {
        return Ok(Err(changed_meanwhile()));
    }
    if let Some(why) = order.lines_refused() {
        return Ok(Err(LinesBlocked::error(why, order)));
    }
    if let Some(Err(error)) = target.delivery.as_ref().map(|to| order.check_method(to.is_pickup())) {
        return Ok(Err(error));
    }
    let balance = points::locked_balance(tx, order.customer_id).await?;
    Ok(order.lines_effects(&target.totals, balance, terms.point_value))
}

async fn refuse(
    tx: &mut Tx,
    order: &mut Order,
    work: &LineWork,
    refusal: &Refusal,
    is_clean: bool,
) -> Result<(), Error> {
    let give = || LineWork { change_id: work.change_id.clone(), phase: LinePhase::Give };
    order.line_work = (!is_clean).then(give);
    let sql = "UPDATE line_change SET state = 'refused', refusal = $2 WHERE change_id = $1";
    run!(*tx, sql, &work.change_id, &json::write(refusal)?).map_err(store_error)?;
    Ok(())
}

/// Changes goods, totals, points and what is due. Returns kip that became due for a refund, and kip to be paid.
async fn apply(
    tx: &mut Tx,
    order: &mut Order,
    target: Goods,
    effects: LinesEffects,
    now: i64,
) -> Result<(i64, i64), Error> {
    let (customer_id, id) = (order.customer_id, order.order_id.clone());
    points::adjust(tx, customer_id, &id, Kind::Redeemed, effects.points_returned, now).await?;
    // Additional earned points are given when the order has its new state.
    let taken = effects.points_earned.min(0);
    points::adjust(tx, customer_id, &id, Kind::Earned, taken + effects.points_missing, now).await?;
    order.earned += taken;
    order.settlement.points_missing += effects.points_missing;
    order.settlement.deducted += effects.missing_value;
    order.settlement.reduce_refund_due(effects.taken_back);
    order.refund -= effects.taken_back;
    order.body.lines = target.lines;
    order.body.totals = target.totals;
    if let Some(delivery) = target.delivery {
        order.change_delivery(delivery, now);
    }
    let before = order.refund;
    order.owe_for_change(effects.refund, effects.missing_value, now);
    Ok((order.refund - before, effects.due))
}

/// Writes the columns that follow from goods, totals, delivery and contact, and the copies of the lines.
async fn rewrite(tx: &mut Tx, order: &Order) -> Result<(), Error> {
    let listed = Listed::of(order);
    let sql = "UPDATE customer_order SET body = $2, total = $3, delivery = $4, branch_id = $5, search = $6, phone_digest = $7 \
         WHERE order_id = $1";
    let (body, total) = (json::write(&order.body)?, order.body.totals.total);
    let phone_digest = digest(&order.body.phone);
    run!(
        *tx,
        sql,
        &order.order_id,
        &body,
        total,
        listed.delivery,
        listed.branch_id,
        &listed.search,
        &phone_digest
    )
    .map_err(store_error)?;
    lines::rewrite(tx, order).await
}

impl From<Error> for Refusal {
    fn from(from: Error) -> Self {
        let short = from.detail.shortages.iter().map(|one| (one.pro_id, one.requested, one.available));
        Self { short: short.collect(), reason: from.detail.reason, message: from.message }
    }
}

impl From<Refusal> for Error {
    fn from(from: Refusal) -> Self {
        let mut error = Self::new(Code::Conflict, from.message);
        error.detail.reason = from.reason;
        let shortage = |(pro_id, requested, available)| StockShortage { pro_id, requested, available };
        error.detail.shortages = from.short.into_iter().map(shortage).collect();
        error
    }
}
