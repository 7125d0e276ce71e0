//! Queries of news: consents of customers, and queueing of messages.

use heuan_rpc::Error;
use heuan_store::{Tx, on, read, run, sqlx::AssertSqlSafe};

use super::{Store, counter, messages, store_error};
use crate::{
    news,
    news::{NEWS, News, NewsCounts, NewsState, NewsText},
    outgoing_message::{Plan, channels_from},
};

/// Messages written by one transaction.
const BATCH: i64 = 50;
/// Time for which a message that a provider may have is not deleted.
const IN_FLIGHT_MS: i64 = 180_000;

const COLUMNS: &str = "n.news_id, n.event_id, n.no_id, n.title, n.body, n.title_en, n.body_en, n.title_th, \
     n.body_th, n.title_cn, n.body_cn, n.title_vn, n.body_vn, n.link, n.author_id, n.state, n.recipients, n.written, n.sent, n.failed, n.not_configured, n.created_at, n.ended_at";

#[derive(heuan_store::FromRow)]
struct Row {
    news_id: i64,
    event_id: String,
    no_id: i64,
    title: String,
    body: String,
    title_en: String,
    body_en: String,
    title_th: String,
    body_th: String,
    title_cn: String,
    body_cn: String,
    title_vn: String,
    body_vn: String,
    link: String,
    author_id: i64,
    state: String,
    recipients: i64,
    written: i64,
    sent: i64,
    failed: i64,
    not_configured: i64,
    created_at: i64,
    ended_at: i64,
}

impl From<Row> for News {
    fn from(row: Row) -> Self {
        let Row {
            title,
            body,
            title_en,
            body_en,
            title_th,
            body_th,
            title_cn,
            body_cn,
            title_vn,
            body_vn,
            link,
            ..
        } = row;
        Self {
            news_id: row.news_id,
            event_id: row.event_id,
            no_id: row.no_id,
            text: NewsText {
                title,
                body,
                title_en,
                body_en,
                title_th,
                body_th,
                title_cn,
                body_cn,
                title_vn,
                body_vn,
                link,
            },
            author_id: row.author_id,
            state: row.state.parse().unwrap_or(NewsState::Completed),
            recipients: row.recipients,
            counts: NewsCounts {
                written: row.written,
                waiting: 0,
                sent: row.sent,
                failed: row.failed,
                not_configured: row.not_configured,
            },
            created_at: row.created_at,
            ended_at: row.ended_at,
        }
    }
}

impl Store {
    /// Whether a customer agreed to receive news.
    pub async fn has_news_consent(&self, customer_id: i64) -> Result<bool, Error> {
        Ok(self.news_consented_at(customer_id).await?.is_some())
    }

    /// Time at which a customer agreed to receive news; `None` if they did not.
    pub async fn news_consented_at(&self, customer_id: i64) -> Result<Option<i64>, Error> {
        let sql = "SELECT consented_at FROM news_consent WHERE customer_id = $1";
        Ok(read!(self.db, |pool| {
            sqlx::query_scalar(sql).bind(customer_id).fetch_optional(pool).await.map_err(store_error)?
        }))
    }

    /// Records or withdraws an agreement. Without an agreement, waiting messages and pushes are deleted.
    pub async fn set_news_consent(&self, customer_id: i64, agrees: bool, now: i64) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        if agrees {
            let sql =
                "INSERT INTO news_consent (customer_id, consented_at) VALUES ($1, $2) ON CONFLICT DO NOTHING";
            run!(tx, sql, customer_id, now).map_err(store_error)?;
        } else {
            run!(tx, "DELETE FROM news_consent WHERE customer_id = $1", customer_id).map_err(store_error)?;
            let sql = "DELETE FROM outgoing_message WHERE customer_id = $1 AND news_id > 0 AND state = 'waiting' \
                 AND attempted_at < $2";
            run!(tx, sql, customer_id, now - IN_FLIGHT_MS).map_err(store_error)?;
            let sql = "DELETE FROM push WHERE no_id IN (SELECT no_id FROM news) AND subscription_id IN \
                 (SELECT subscription_id FROM subscription WHERE customer_id = $1)";
            run!(tx, sql, customer_id).map_err(store_error)?;
        }
        tx.commit().await.map_err(store_error)
    }

    pub async fn count_news_consents(&self) -> Result<i64, Error> {
        let sql = "SELECT COUNT(*) FROM news_consent";
        Ok(read!(self.db, |pool| sqlx::query_scalar(sql).fetch_one(pool).await.map_err(store_error)?))
    }

    /// Writes news, or returns the news that the event has already begun.
    pub async fn begin_news(
        &self,
        event_id: &str,
        author_id: i64,
        text: &NewsText,
        now: i64,
    ) -> Result<News, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        // Allocated before the lookup, so that the second of two concurrent requests sees the first.
        let news_id = counter::next_news(&mut tx).await?;
        let sql = format!("SELECT {COLUMNS} FROM news n WHERE n.event_id = $1");
        let before: Option<Row> = on!(tx, |conn| {
            sqlx::query_as(AssertSqlSafe(sql))
                .bind(event_id)
                .fetch_optional(conn)
                .await
                .map_err(store_error)?
        });
        let id = if let Some(before) = before {
            before.news_id
        } else {
            let sql = "INSERT INTO news (news_id, event_id, no_id, title, body, title_en, body_en, title_th, body_th, \
                       title_cn, body_cn, title_vn, body_vn, link, author_id, state, queued_to, recipients, written, sent, \
                       failed, not_configured, created_at, ended_at) \
                     VALUES ($1, $2, 0, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 'sending', 0, \
                       (SELECT COUNT(*) FROM news_consent), 0, 0, 0, 0, $15, 0)";
            let NewsText {
                title,
                body,
                title_en,
                body_en,
                title_th,
                body_th,
                title_cn,
                body_cn,
                title_vn,
                body_vn,
                link,
            } = text;
            run!(
                tx, sql, news_id, event_id, title, body, title_en, body_en, title_th, body_th, title_cn,
                body_cn, title_vn, body_vn, link, author_id, now
            )
            .map_err(store_error)?;
            tx.commit().await.map_err(store_error)?;
            news_id
        };
        self.news(id).await?.ok_or_else(|| Error::internal("no news written"))
    }

    /// The news with the present numbers of messages.
    pub async fn news(&self, news_id: i64) -> Result<Option<News>, Error> {
        // No news have the largest id.
        let Some(after) = news_id.checked_add(1) else { return Ok(None) };
        Ok(self.list_news(after, 1).await?.pop().filter(|news| news.news_id == news_id))
    }

    /// The texts of news that were not cancelled.
    pub async fn news_text(&self, news_id: i64) -> Result<Option<NewsText>, Error> {
        let sql = format!("SELECT {COLUMNS} FROM news n WHERE n.news_id = $1 AND n.state <> 'cancelled'");
        let row: Option<Row> = read!(self.db, |pool| {
            sqlx::query_as(AssertSqlSafe(sql))
                .bind(news_id)
                .fetch_optional(pool)
                .await
                .map_err(store_error)?
        });
        Ok(row.map(News::from).map(|news| news.text))
    }

    /// Number of messages that wait.
    pub async fn news_waiting(&self, news_id: i64) -> Result<i64, Error> {
        let sql = "SELECT COUNT(*) FROM outgoing_message WHERE news_id = $1 AND state = 'waiting'";
        Ok(read!(self.db, |pool| {
            sqlx::query_scalar(sql).bind(news_id).fetch_one(pool).await.map_err(store_error)?
        }))
    }

    /// News below an id, newest first, with the present numbers of messages.
    pub async fn list_news(&self, before: i64, limit: i64) -> Result<Vec<News>, Error> {
        let sql =
            format!("SELECT {COLUMNS} FROM news n WHERE n.news_id < $1 ORDER BY n.news_id DESC LIMIT $2");
        let rows: Vec<Row> = read!(self.db, |pool| {
            sqlx::query_as(AssertSqlSafe(sql))
                .bind(before)
                .bind(limit)
                .fetch_all(pool)
                .await
                .map_err(store_error)?
        });
        let mut news: Vec<News> = rows.into_iter().map(News::from).collect();
        // After a cancellation a provider may still accept messages that it already had.
        for one in news.iter_mut().filter(|one| one.state != NewsState::Completed) {
            let sql = "SELECT state, COUNT(*) FROM outgoing_message WHERE news_id = $1 GROUP BY state";
            let states: Vec<(String, i64)> = read!(self.db, |pool| {
                sqlx::query_as(sql).bind(one.news_id).fetch_all(pool).await.map_err(store_error)?
            });
            let present = counts(&states);
            one.counts = NewsCounts {
                written: present.written.max(one.counts.written),
                sent: present.sent.max(one.counts.sent),
                failed: present.failed.max(one.counts.failed),
                not_configured: present.not_configured.max(one.counts.not_configured),
                waiting: present.waiting,
            };
        }
        Ok(news)
    }

    /// News whose messages are still to be written or sent.
    pub async fn sending_news(&self) -> Result<Vec<News>, Error> {
        let sql = format!("SELECT {COLUMNS} FROM news n WHERE n.state = 'sending' ORDER BY n.news_id");
        let rows: Vec<Row> = read!(self.db, |pool| {
            sqlx::query_as(AssertSqlSafe(sql)).fetch_all(pool).await.map_err(store_error)?
        });
        Ok(rows.into_iter().map(News::from).collect())
    }

    pub async fn set_news_notification(&self, news_id: i64, no_id: i64) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let sql = "UPDATE news SET no_id = $2 WHERE news_id = $1 AND state <> 'cancelled'";
        let removed = if run!(tx, sql, news_id, no_id).map_err(store_error)? == 0 {
            // The news were canceled while the notification was written.
            delete_notification(&mut tx, news_id).await?
        } else {
            None
        };
        tx.commit().await.map_err(store_error)?;
        if let Some(no_id) = removed {
            self.publish_removed(no_id);
        }
        Ok(())
    }

    /// Writes a part of the messages of news, and ends the sending after the last one. Returns whether more are to be written
    /// now. At most `max_waiting` messages wait at the same time.
    pub async fn queue_news(
        &self,
        news_id: i64,
        max_waiting: i64,
        plan: &Plan,
        now: i64,
    ) -> Result<bool, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        // The row lock of this update lets replicas take turns.
        let sql = "UPDATE news SET queued_to = queued_to WHERE news_id = $1 AND state = 'sending' \
             RETURNING queued_to, created_at";
        let news: Option<(i64, i64)> = on!(tx, |conn| {
            sqlx::query_as(sql).bind(news_id).fetch_optional(conn).await.map_err(store_error)?
        });
        let Some((queued_to, created_at)) = news else { return Ok(false) };
        let sql = "SELECT COUNT(*) FROM outgoing_message WHERE news_id = $1 AND state = 'waiting'";
        let waiting: i64 = on!(tx, |conn| {
            sqlx::query_scalar(sql).bind(news_id).fetch_one(conn).await.map_err(store_error)?
        });
        let room = (max_waiting - waiting).min(BATCH);
        if room <= 0 {
            return Ok(false);
        }
        // Customers who agreed later read the news in the shop.
        let sql = "SELECT c.customer_id, p.channels FROM news_consent c \
             LEFT JOIN message_preference p ON p.customer_id = c.customer_id \
             WHERE c.customer_id > $1 AND c.consented_at <= $2 ORDER BY c.customer_id LIMIT $3";
        let customers: Vec<(i64, Option<String>)> = on!(tx, |conn| {
            let query = sqlx::query_as(sql).bind(queued_to).bind(created_at).bind(room);
            query.fetch_all(conn).await.map_err(store_error)?
        });
        let Some((last, _)) = customers.last() else {
            if waiting == 0 {
                let found = counts(&states(&mut tx, news_id).await?);
                end(&mut tx, news_id, NewsState::Completed, found, now).await?;
                tx.commit().await.map_err(store_error)?;
            }
            return Ok(false);
        };
        let last = *last;
        for (customer_id, chosen) in customers {
            let channels = chosen.map_or_else(|| plan.channels.clone(), |text| channels_from(&text));
            let Some(channel) = channels.first() else { continue };
            let message_id = counter::next_message(&mut tx).await?;
            let sql = "INSERT INTO outgoing_message (message_id, no_id, channel, customer_id, kind, variables, \
                   idempotency_key, state, next_at, until, tries, resends, attempted_at, recipient, language, subject, \
                   text, html, parts, reason, detail, created_at, updated_at, news_id) \
                 VALUES ($1, $2, $3, $4, $5, '{}', $6, 'waiting', $7, $8, 0, 0, 0, '', '', '', '', '', 0, '', '', $7, $7, \
                   $9) ON CONFLICT DO NOTHING";
            let key =
                messages::idempotency_key(&format!("news {news_id} {created_at} {customer_id}"), *channel);
            run!(
                tx,
                sql,
                message_id,
                -message_id,
                channel.into_str(),
                customer_id,
                NEWS,
                key,
                now,
                plan.until,
                news_id
            )
            .map_err(store_error)?;
        }
        run!(tx, "UPDATE news SET queued_to = $2 WHERE news_id = $1", news_id, last).map_err(store_error)?;
        tx.commit().await.map_err(store_error)?;
        Ok(true)
    }

    /// Cancels news that are being sent. The notification in the shop and waiting pushes and messages are deleted, except
    /// messages that a provider may already have. The sender deletes these before another attempt.
    pub async fn cancel_news(&self, news_id: i64, now: i64) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let sql = "UPDATE news SET state = 'cancelled' WHERE news_id = $1 AND state = 'sending'";
        if run!(tx, sql, news_id).map_err(store_error)? == 0 {
            return Ok(());
        }
        let sql =
            "DELETE FROM outgoing_message WHERE news_id = $1 AND state = 'waiting' AND attempted_at < $2";
        let deleted = run!(tx, sql, news_id, now - IN_FLIGHT_MS).map_err(store_error)?;
        let removed = delete_notification(&mut tx, news_id).await?;
        let states = states(&mut tx, news_id).await?;
        let mut found = counts(&states);
        found.written += i64::try_from(deleted).unwrap_or(i64::MAX);
        end(&mut tx, news_id, NewsState::Cancelled, found, now).await?;
        tx.commit().await.map_err(store_error)?;
        if let Some(no_id) = removed {
            self.publish_removed(no_id);
        }
        Ok(())
    }
}

/// Deletes the notification of news with its marks and pushes, records its number in the news, and returns it; `None` if it was not
/// written. It is found by its event, because its number is otherwise recorded only after the pushes are written.
async fn delete_notification(tx: &mut Tx, news_id: i64) -> Result<Option<i64>, Error> {
    let event_id = news::event_id(news_id);
    for sql in [
        "DELETE FROM push WHERE no_id IN (SELECT no_id FROM notification WHERE event_id = $1)",
        "DELETE FROM read_mark WHERE no_id IN (SELECT no_id FROM notification WHERE event_id = $1)",
    ] {
        run!(*tx, sql, &event_id).map_err(store_error)?;
    }
    let sql = "DELETE FROM notification WHERE event_id = $1 RETURNING no_id";
    let removed: Option<i64> = on!(*tx, |conn| sqlx::query_scalar(sql)
        .bind(&event_id)
        .fetch_optional(conn)
        .await
        .map_err(store_error)?);
    if let Some(no_id) = removed {
        run!(*tx, "UPDATE news SET no_id = $2 WHERE news_id = $1", news_id, no_id).map_err(store_error)?;
    }
    Ok(removed)
}

async fn states(tx: &mut Tx, news_id: i64) -> Result<Vec<(String, i64)>, Error> {
    let sql = "SELECT state, COUNT(*) FROM outgoing_message WHERE news_id = $1 GROUP BY state";
    Ok(on!(*tx, |conn| sqlx::query_as(sql).bind(news_id).fetch_all(conn).await.map_err(store_error)?))
}

async fn end(tx: &mut Tx, news_id: i64, state: NewsState, counts: NewsCounts, now: i64) -> Result<(), Error> {
    let sql = "UPDATE news SET state = $2, ended_at = $3, written = $4, sent = $5, failed = $6, not_configured = $7 \
         WHERE news_id = $1";
    let NewsCounts { written, sent, failed, not_configured, .. } = counts;
    run!(*tx, sql, news_id, state.into_str(), now, written, sent, failed, not_configured)
        .map_err(store_error)?;
    Ok(())
}

fn counts(states: &[(String, i64)]) -> NewsCounts {
    let count = |state| states.iter().find(|(found, _)| found == state).map_or(0, |(_, count)| *count);
    NewsCounts {
        written: states.iter().map(|(_, count)| count).sum(),
        waiting: count("waiting"),
        sent: count("sent"),
        failed: count("failed"),
        not_configured: count("not_configured"),
    }
}
