//! Queries of notifications: idempotent insert with pushes and messages, log by position, and deletion after retention.

use std::time::Duration;

use heuan_rpc::{Code, Error};
use heuan_store::{Tx, on, read, run, sqlx::AssertSqlSafe};

use super::{
    Store, counter, messages, push_only,
    pushes::{HAS_CONSENT, delete_subscriptions},
    store_error,
    subscriptions::column,
};
use crate::{
    notification::{ALL_CUSTOMERS, Draft, Notification},
    outgoing_message::Plan,
    staff_push::{StaffPushChoice, StaffTopic},
};

/// Time for which a report waits for its message.
const REPORT_MS: i64 = 24 * 60 * 60 * 1000;

/// The reader of notifications: their own, and the broadcasts since their registration.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    pub customer_id: i64,
    pub since: i64,
}

pub(super) const COLUMNS: &str = "n.no_id, n.customer_id, n.topic, n.event_id, n.title, n.body, n.title_en, n.body_en, \
     n.image_url, n.action_url, n.website_url, n.category, n.order_number, n.order_id, n.order_status, n.kind, \
     n.message_id, n.created_at";

/// `$1` is the customer, `$2` the time of registration.
pub(super) const VISIBLE: &str = "(n.customer_id = $1 OR (n.customer_id = 0 AND n.created_at >= $2 AND \
     (n.topic = 'customers' OR n.topic IN (SELECT t.topic FROM subscription s, subscription_topic t \
       WHERE s.customer_id = $1 AND t.subscription_id = s.subscription_id))))";

#[derive(heuan_store::FromRow)]
pub(super) struct Row {
    no_id: i64,
    customer_id: i64,
    topic: String,
    event_id: String,
    title: String,
    body: String,
    title_en: String,
    body_en: String,
    image_url: String,
    action_url: String,
    website_url: String,
    category: String,
    order_number: String,
    order_id: String,
    order_status: String,
    kind: String,
    message_id: i64,
    created_at: i64,
    #[sqlx(default)]
    read_at: Option<i64>,
}

impl From<Row> for Notification {
    fn from(row: Row) -> Self {
        Self {
            no_id: row.no_id,
            is_read: row.read_at.is_some(),
            created_at: row.created_at,
            updated_at: row.read_at.unwrap_or(row.created_at),
            draft: Draft {
                customer_id: row.customer_id,
                topic: row.topic,
                event_id: row.event_id,
                title: row.title,
                body: row.body,
                title_en: row.title_en,
                body_en: row.body_en,
                image_url: row.image_url,
                action_url: row.action_url,
                website_url: row.website_url,
                category: row.category,
                order_number: row.order_number,
                order_id: row.order_id,
                order_status: row.order_status,
                kind: row.kind,
                message_id: row.message_id,
                message_variables: None,
                branch_id: 0,
            },
        }
    }
}

/// Limit of notifications of a customer for themselves. Their event ids begin with `user.`.
#[derive(Clone, Copy, Debug)]
pub struct OwnLimit {
    pub limit: i64,
    pub in_ms: i64,
    /// Maximum stored; the oldest are deleted.
    pub kept: i64,
}

/// Period in which the pushes of a notification are sent, and the browsers that receive them.
#[derive(Clone, Copy, Debug)]
pub struct PushPlan {
    /// Start of the period; later than now in quiet hours, if the pushes can wait.
    pub from: i64,
    /// Time at which an undelivered push is given up.
    pub until: i64,
    /// Whether only browsers of customers who agreed to news receive a push.
    pub needs_consent: bool,
}

impl Store {
    /// Writes notifications with their pushes and messages, one notification for each event. Existing
    /// notifications are returned unchanged. `own` is the limit of notifications that customers write for
    /// themselves.
    pub async fn write(
        &self,
        drafts: &[(Draft, PushPlan)],
        now: i64,
        own: Option<OwnLimit>,
        plan: &Plan,
    ) -> Result<Vec<Notification>, Error> {
        let mut written = Vec::with_capacity(drafts.len());
        let mut newest = 0;
        let mut tx = self.db.begin().await.map_err(store_error)?;
        for (draft, push) in drafts {
            // Allocated before the lookup, so that the second of two concurrent deliveries sees the first.
            let no_id = counter::next(&mut tx).await?;
            newest = no_id;
            if let Some(before) = by_event(&mut tx, &draft.event_id).await? {
                written.push(before);
                continue;
            }
            if let Some(limit) = own {
                check_own(&mut tx, draft.customer_id, limit, now).await?;
            }
            insert(&mut tx, no_id, draft, now).await?;
            queue(&mut tx, no_id, draft, *push, now).await?;
            if let Some(variables) = &draft.message_variables {
                messages::queue(&mut tx, no_id, draft, variables, plan, now).await?;
            }
            if let Some(limit) = own {
                drop_oldest_own(&mut tx, draft.customer_id, limit.kept).await?;
            }
            written.push(Notification {
                no_id,
                draft: draft.clone(),
                is_read: false,
                created_at: now,
                updated_at: now,
            });
        }
        tx.commit().await.map_err(store_error)?;
        self.publish_position(newest);
        Ok(written)
    }

    /// Deletes the pushes and the waiting messages of a reminder that is no longer needed, and marks its notification as read.
    ///
    /// A reminder that has not arrived yet is written without pushes and messages if it `is_awaited`, so that nothing is sent
    /// when it arrives.
    pub async fn cancel_reminder(&self, reminder: &Draft, is_awaited: bool, now: i64) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        // Allocated before the lookup, as in `write`.
        let next = counter::next(&mut tx).await?;
        let no_id = match by_event(&mut tx, &reminder.event_id).await? {
            Some(written) if written.draft.customer_id == reminder.customer_id => written.no_id,
            None if is_awaited => {
                insert(&mut tx, next, reminder, now).await?;
                next
            }
            Some(_) | None => return Ok(()),
        };
        // The pushes are deleted before the notification, as other transactions lock them in this order. The messages are
        // deleted after it, because its lock waits for the transaction that writes them.
        run!(tx, "DELETE FROM push WHERE no_id = $1", no_id).map_err(store_error)?;
        push_only::unmark(&mut tx, no_id).await?;
        run!(tx, "DELETE FROM outgoing_message WHERE no_id = $1 AND state = 'waiting'", no_id)
            .map_err(store_error)?;
        if reminder.customer_id > 0 {
            let sql =
                "INSERT INTO read_mark (customer_id, no_id, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
            run!(tx, sql, reminder.customer_id, no_id, now).map_err(store_error)?;
        }
        tx.commit().await.map_err(store_error)
    }

    /// Notifications of all customers after a position, oldest first.
    pub async fn after(&self, position: i64, limit: i64) -> Result<Vec<Notification>, Error> {
        let sql =
            format!("SELECT {COLUMNS} FROM notification n WHERE n.no_id > $1 ORDER BY n.no_id LIMIT $2");
        let rows: Vec<Row> = read!(self.db, |pool| {
            sqlx::query_as(AssertSqlSafe(sql))
                .bind(position)
                .bind(limit)
                .fetch_all(pool)
                .await
                .map_err(store_error)?
        });
        Ok(rows.into_iter().map(Notification::from).collect())
    }

    /// Notifications of one customer after a position, oldest first.
    pub async fn after_for(
        &self,
        reader: Reader,
        position: i64,
        limit: i64,
    ) -> Result<Vec<Notification>, Error> {
        let sql = format!(
            "SELECT {COLUMNS}, r.at AS read_at FROM notification n \
             LEFT JOIN read_mark r ON r.customer_id = $1 AND r.no_id = n.no_id \
             WHERE n.no_id > $3 AND {VISIBLE} ORDER BY n.no_id LIMIT $4"
        );
        let rows: Vec<Row> = read!(self.db, |pool| {
            sqlx::query_as(AssertSqlSafe(sql))
                .bind(reader.customer_id)
                .bind(reader.since)
                .bind(position)
                .bind(limit)
                .fetch_all(pool)
                .await
                .map_err(store_error)?
        });
        Ok(rows.into_iter().map(Notification::from).collect())
    }

    /// Deletes notifications older than `at` with their marks, pushes and messages, direct messages older than `direct_at`, and
    /// expired subscriptions.
    pub async fn delete_expired(&self, at: i64, direct_at: i64, now: i64) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        for sql in [
            "DELETE FROM push WHERE no_id IN (SELECT no_id FROM notification WHERE created_at < $1)",
            "DELETE FROM outgoing_message WHERE no_id IN (SELECT no_id FROM notification WHERE created_at < $1)",
            "DELETE FROM outgoing_message WHERE news_id > 0 AND created_at < $1",
            "DELETE FROM read_mark WHERE no_id IN (SELECT no_id FROM notification WHERE created_at < $1)",
            "DELETE FROM notification WHERE created_at < $1",
        ] {
            run!(tx, sql, at).map_err(store_error)?;
        }
        let sql = "DELETE FROM outgoing_message WHERE no_id < 0 AND news_id = 0 AND created_at < $1";
        run!(tx, sql, at.max(direct_at)).map_err(store_error)?;
        let sql = "DELETE FROM delivery_report WHERE received_at < $1";
        run!(tx, sql, now - REPORT_MS).map_err(store_error)?;
        let ended = "$1 = $1 AND expires_at > 0 AND expires_at <= $2";
        delete_subscriptions(&mut tx, ended, "", now).await?;
        // Pushes may have been written while their subscription was deleted.
        let sql = "DELETE FROM push WHERE NOT EXISTS \
             (SELECT 1 FROM subscription s WHERE s.subscription_id = push.subscription_id) RETURNING no_id";
        let undelivered: Vec<i64> =
            on!(tx, |conn| sqlx::query_scalar(sql).fetch_all(conn).await.map_err(store_error)?);
        push_only::record_undelivered(&mut tx, undelivered).await?;
        tx.commit().await.map_err(store_error)
    }
}

async fn by_event(tx: &mut Tx, event_id: &str) -> Result<Option<Notification>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM notification n WHERE n.event_id = $1");
    let row: Option<Row> = on!(*tx, |conn| {
        sqlx::query_as(AssertSqlSafe(sql)).bind(event_id).fetch_optional(conn).await.map_err(store_error)?
    });
    Ok(row.map(Notification::from))
}

/// Checks the limit of a customer's own notifications. Called after the id was allocated, so that concurrent
/// writes count each other.
async fn check_own(tx: &mut Tx, customer_id: i64, own: OwnLimit, now: i64) -> Result<(), Error> {
    let sql = "SELECT COUNT(*), COALESCE(MIN(created_at), 0) FROM notification \
         WHERE customer_id = $1 AND created_at > $2 AND event_id LIKE 'user.%'";
    let (count, oldest): (i64, i64) = on!(*tx, |conn| {
        sqlx::query_as(sql)
            .bind(customer_id)
            .bind(now - own.in_ms)
            .fetch_one(conn)
            .await
            .map_err(store_error)?
    });
    if count < own.limit {
        return Ok(());
    }
    let left = u64::try_from(oldest + own.in_ms - now).unwrap_or(0);
    let error = Error::new(Code::ResourceExhausted, "too many notifications for oneself; retry later");
    Err(error.retry_after(Duration::from_millis(left)))
}

/// Deletes a customer's own notifications beyond `kept`, with their marks and pushes.
async fn drop_oldest_own(tx: &mut Tx, customer_id: i64, kept: i64) -> Result<(), Error> {
    let sql = "SELECT no_id FROM notification WHERE customer_id = $1 AND event_id LIKE 'user.%' \
         ORDER BY no_id DESC LIMIT 1 OFFSET $2";
    let oldest: Option<i64> = on!(*tx, |conn| {
        sqlx::query_scalar(sql)
            .bind(customer_id)
            .bind(kept)
            .fetch_optional(conn)
            .await
            .map_err(store_error)?
    });
    let Some(oldest) = oldest else { return Ok(()) };
    let gone =
        "SELECT no_id FROM notification WHERE customer_id = $1 AND event_id LIKE 'user.%' AND no_id <= $2";
    for sql in [
        format!("DELETE FROM push WHERE no_id IN ({gone})"),
        format!("DELETE FROM read_mark WHERE no_id IN ({gone})"),
        format!("DELETE FROM notification WHERE no_id IN ({gone})"),
    ] {
        run!(*tx, AssertSqlSafe(sql), customer_id, oldest).map_err(store_error)?;
    }
    Ok(())
}

async fn insert(tx: &mut Tx, no_id: i64, draft: &Draft, now: i64) -> Result<(), Error> {
    let sql = "INSERT INTO notification (no_id, customer_id, topic, event_id, title, body, title_en, body_en, \
           image_url, action_url, website_url, category, order_number, order_id, order_status, kind, message_id, \
           created_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)";
    run!(
        *tx,
        sql,
        no_id,
        draft.customer_id,
        &draft.topic,
        &draft.event_id,
        &draft.title,
        &draft.body,
        &draft.title_en,
        &draft.body_en,
        &draft.image_url,
        &draft.action_url,
        &draft.website_url,
        &draft.category,
        &draft.order_number,
        &draft.order_id,
        &draft.order_status,
        &draft.kind,
        draft.message_id,
        now,
    )
    .map_err(store_error)?;
    Ok(())
}

/// Queues pushes for all receiving browsers in one statement.
async fn queue(tx: &mut Tx, no_id: i64, draft: &Draft, push: PushPlan, now: i64) -> Result<(), Error> {
    let whose = if draft.customer_id != 0 {
        "s.customer_id = $5 AND $6 = $6".to_owned()
    } else if draft.topic == ALL_CUSTOMERS {
        "$5 = $5 AND $6 = $6".to_owned()
    } else if let Some(topic) = StaffTopic::of_draft(draft) {
        let of_branch = match topic.choice {
            StaffPushChoice::NewOrders => {
                format!(" AND s.new_orders_branch_id IN (0, {})", draft.branch_id)
            }
            StaffPushChoice::CustomerMessages => String::new(),
        };
        format!("$5 = $5 AND $6 = $6 AND s.{} = 1{of_branch}", column(topic.choice))
    } else {
        "$5 = $5 AND s.subscription_id IN (SELECT t.subscription_id FROM subscription_topic t WHERE t.topic = $6)"
            .to_owned()
    };
    let consent = if push.needs_consent { HAS_CONSENT } else { "1 = 1" };
    let sql = format!(
        "INSERT INTO push (no_id, subscription_id, next_at, until, tries) \
         SELECT CAST($1 AS BIGINT), s.subscription_id, \
           CASE WHEN s.retry_at > $2 THEN s.retry_at ELSE CAST($2 AS BIGINT) END, CAST($3 AS BIGINT), 0 \
         FROM subscription s WHERE (s.expires_at = 0 OR s.expires_at > $4) AND {whose} AND {consent}"
    );
    let sql = AssertSqlSafe(sql);
    run!(*tx, sql, no_id, push.from, push.until, now, draft.customer_id, &draft.topic)
        .map_err(store_error)?;
    Ok(())
}
